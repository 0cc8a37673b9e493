/* tyre_wheel.h - a wheel on the road in words: where it touches, how it slips, what this gives
 *
 * Of the centre x, the axle a (to the left), the normal n and a point o of the road, all in base
 * axes, s = |n - (n . a) a| = cos gamma:
 *
 *   e = (n - (n . a) a)/s           upwards in the plane of the wheel
 *   X = a x n/s,  Y = n x X         ahead and to the left along the road
 *   d = (radius - crown) s + crown - n . (x - o)          how deep it is pressed in
 *   N = max(0, k d + c d'),   d' = -n . (v + w x r),   r = -(radius - crown) e - crown n
 *
 * Slips are those of the point at -(radius - d) e, which also is the arm of Fx and Fy: a tyre
 * without moments never gives more than it takes. */
#ifndef LIA_TYRE_WHEEL_H
#define LIA_TYRE_WHEEL_H

typedef struct NAME(wheel_axes) { VEC a, n, e, X, Y; NUM lean, s; } NAME(wheel_axes);

WORD VEC unit_of(VEC a) { return scale(over(one(), root(dot(a, a))), a); }

static inline NAME(wheel_axes) wheel_axes(const NUM *p, const NUM *x) {
  NAME(wheel_axes) o;
  o.a = unit_of(vec_of(x + 3));
  o.n = unit_of(vec_of(p + LIA_WHEEL_normal));
  o.lean = dot(o.a, o.n);
  // a wheel that lies flat heads nowhere
  o.s = root(larger(minus(one(), square(o.lean)), number(1e-12)));
  o.e = scale(over(one(), o.s), addscaled(o.n, minus_of(o.lean), o.a));
  o.X = scale(over(one(), o.s), cross(o.a, o.n));
  o.Y = cross(o.n, o.X);
  return o;
}

typedef struct NAME(wheel_touch) { VEC r, arm; NUM N, reach; } NAME(wheel_touch);

static inline NAME(wheel_touch) wheel_touch(const NUM *p, const NUM *x, const NUM *v,
                                            const NAME(wheel_axes) *o) {
  const NUM disc = minus(p[LIA_WHEEL_radius], p[LIA_WHEEL_crown]), crown = p[LIA_WHEEL_crown];
  NAME(wheel_touch) t;
  NUM height = dot(o->n, sub(vec_of(x), vec_of(p + LIA_WHEEL_through)));
  NUM d = minus(plus(times(disc, o->s), crown), height);
  t.r = scale(number(-1), add(scale(disc, o->e), scale(crown, o->n)));
  NUM rate = minus_of(dot(o->n, addcross(vec_of(v), vec_of(v + 3), t.r)));
  NUM push = plus(times(p[LIA_WHEEL_stiffness], d), times(p[LIA_WHEEL_damping], rate));
  t.N = where_less(number(0), d, larger(push, number(0)), number(0));
  t.reach = minus(p[LIA_WHEEL_radius], larger(d, number(0)));
  t.arm = scale(minus_of(t.reach), o->e);
  return t;
}

/* -1 of a mirror image, else 1 */
WORD NUM wheel_side(const NUM *p) {
  return where_less(p[LIA_WHEEL_side], number(0), number(-1), one());
}

/* how the contact slips, and the speed ahead */
typedef struct NAME(wheel_slip) { NUM along, across, speed; } NAME(wheel_slip);

/* what the law of the tyre is asked, where it answers at once */
static inline NAME(wheel_slip) wheel_slips(const NUM *p, const NUM *v, const NAME(wheel_axes) *o,
                                           const NAME(wheel_touch) *t, NUM *in) {
  VEC slip = addcross(vec_of(v), vec_of(v + 3), t->arm);
  NUM along = dot(slip, o->X), speed = plus(along, times(t->reach, dot(vec_of(v + 3), o->a)));
  NUM V = root(plus(square(speed), square(p[LIA_WHEEL_slow]))), across = dot(slip, o->Y);
  in[LIA_TYRE_kappa] = minus_of(over(along, V));
  in[LIA_TYRE_side] = times(wheel_side(p), over(across, V));
  in[LIA_TYRE_gamma] = times(wheel_side(p), arctan(over(o->lean, o->s)));
  in[LIA_TYRE_load] = t->N;
  in[LIA_TYRE_speed] = speed;
  in[LIA_TYRE_way] = over(speed, V);
  in[LIA_TYRE_pressure] = p[LIA_WHEEL_pressure];
  in[LIA_TYRE_radius] = p[LIA_WHEEL_radius];
  in[LIA_TYRE_friction] = p[LIA_WHEEL_friction];
  return (NAME(wheel_slip)){ along, across, speed };
}

/* the slip of a place drawn by e with the relaxation length l, and how e changes: drawn by `rate`
 * where it touches, W and damping d as in tyre.h */
static inline NUM wheel_late_slip(NUM l, NUM e, NUM rate, NUM W, NUM d, NUM *de) {
  l = larger(l, number(1e-3));
  *de = minus(rate, over(times(W, e), l));
  return over(plus(e, times(d, *de)), l);
}

/* slips of a tyre that answers late in the place of those that are there: of: relaxation lengths of
 * the tyre */
static inline void wheel_late(const NUM *p, const NUM *z, const NAME(wheel_slip) *s, const NUM *of,
                              NUM *in, NUM *dz) {
  const NUM none = number(0), slow2 = square(p[LIA_WHEEL_slow]);
  NUM lx = where_less(p[LIA_WHEEL_relax_x], none, of[0], p[LIA_WHEEL_relax_x]);
  NUM ly = where_less(p[LIA_WHEEL_relax_y], none, of[1], p[LIA_WHEEL_relax_y]);
  NUM slip = root_or_rest(plus(square(s->along), square(s->across)));
  NUM W = larger(size_of(s->speed), slip);
  NUM d = times(p[LIA_WHEEL_settle], over(slow2, plus(slow2, square(s->speed))));
  // off the road nothing draws
  NUM drawn = where_less(none, in[LIA_TYRE_load], one(), none), ex, ey;
  NUM kappa = wheel_late_slip(lx, z[0], minus_of(times(drawn, s->along)), W, d, &ex);
  NUM side = wheel_late_slip(ly, z[1], times(drawn, s->across), W, d, &ey);
  side = times(wheel_side(p), side);
  in[LIA_TYRE_kappa] = where_less(none, lx, kappa, in[LIA_TYRE_kappa]);
  in[LIA_TYRE_side] = where_less(none, ly, side, in[LIA_TYRE_side]);
  dz[0] = where_less(none, lx, ex, none);
  dz[1] = where_less(none, ly, ey, none);
}

/* forces and moments of the mirror image, where it is one */
static inline void wheel_mirror(const NUM *p, NUM *tyre) {
  const NUM side = wheel_side(p);
  tyre[LIA_TYRE_Fy] = times(side, tyre[LIA_TYRE_Fy]);
  tyre[LIA_TYRE_Mx] = times(side, tyre[LIA_TYRE_Mx]);
  tyre[LIA_TYRE_Mz] = times(side, tyre[LIA_TYRE_Mz]);
}

/* force on the wheel, moment about its centre */
static inline void wheel_push(const NAME(wheel_axes) *o, const NAME(wheel_touch) *t,
                              const NUM *tyre, NUM *f) {
  VEC up = scale(t->N, o->n);
  VEC along = addscaled(scale(tyre[LIA_TYRE_Fx], o->X), tyre[LIA_TYRE_Fy], o->Y);
  VEC M = addscaled(scale(tyre[LIA_TYRE_Mx], o->X), tyre[LIA_TYRE_My], o->Y);
  M = addscaled(M, tyre[LIA_TYRE_Mz], o->n);
  M = addcross(addcross(M, t->r, up), t->arm, along);
  vec_to(f, add(up, along));
  vec_to(f + 3, M);
}

#endif
