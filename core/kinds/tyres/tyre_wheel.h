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

/* what the law of the tyre is asked */
static inline void wheel_slips(const NUM *p, const NUM *v, const NAME(wheel_axes) *o,
                               const NAME(wheel_touch) *t, NUM *in) {
  VEC slip = addcross(vec_of(v), vec_of(v + 3), t->arm);
  NUM along = dot(slip, o->X), speed = plus(along, times(t->reach, dot(vec_of(v + 3), o->a)));
  NUM V = root(plus(square(speed), square(p[LIA_WHEEL_slow])));
  in[LIA_TYRE_kappa] = minus_of(over(along, V));
  in[LIA_TYRE_side] = over(dot(slip, o->Y), V);
  in[LIA_TYRE_gamma] = arctan(over(o->lean, o->s));
  in[LIA_TYRE_load] = t->N;
  in[LIA_TYRE_speed] = speed;
  in[LIA_TYRE_way] = over(speed, V);
  in[LIA_TYRE_pressure] = p[LIA_WHEEL_pressure];
  in[LIA_TYRE_radius] = p[LIA_WHEEL_radius];
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
