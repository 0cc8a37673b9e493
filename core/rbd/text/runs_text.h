/* runs_text.h - axes shared by joints of one direction, and how each joint is seen from them; told
 * once for expressions and numbers
 *
 * Joints that follow one another along parallel axes make a run. Whatever is carried past a run is
 * turned once, by the sum of its angles, and its joints differ by their levers alone. Of every node
 * two sets of axes are used: those before its own turn, in which what it does to its tree has its z
 * along the joint and costs no turning, and its own, behind the turn. */

/* axes and origin on the node `base`, which the run stands on: R = X Rz(angle), L */
typedef struct NAME(axes) { int base; MAT X; NUM c, s; VEC L; } NAME(axes);

/* the motion of joint a as axes F see it: its direction g, the velocity u it gives to their origin.
 * In F's run way is 1 or -1 (the direction is z or against it) and L leads from a's origin to F's;
 * elsewhere way is 0 */
typedef struct NAME(seen) { VEC g, u, L; int way; } NAME(seen);

/* before and behind the own turn of each node: (nnode + 1) axes, (nnode + 1)^2 views, of node i on
 * ancestor a at i (nnode + 1) + a */
typedef struct NAME(views) {
  NAME(axes) *before;
  NAME(axes) *behind;
  NAME(seen) *see;
  NAME(seen) *see_behind;
} NAME(views);

static inline VEC NAME(about_z)(CTX NUM c, NUM s, VEC a) {
  return vec(minus(times(c, a.x), times(s, a.y)), plus(times(s, a.x), times(c, a.y)), a.z);
}
static inline VEC NAME(back_about_z)(CTX NUM c, NUM s, VEC a) {
  return vec(plus(times(c, a.x), times(s, a.y)), minus(times(c, a.y), times(s, a.x)), a.z);
}

/* R a and R^T a */
static inline VEC NAME(out_of)(CTX const NAME(axes) *A, VEC a) {
  return mul(A->X, NAME(about_z)(ON A->c, A->s, a));
}
static inline VEC NAME(into)(CTX const NAME(axes) *A, VEC a) {
  return NAME(back_about_z)(ON A->c, A->s, tmul(A->X, a));
}

/* cosine and sine of a node's own turn */
static inline void NAME(own_turn)(CTX const NODE *N, const DATA *d, NUM *c, NUM *s) {
  *c = N->kind == LIA_TURN ? d->cos[N->angle] : number(1);
  *s = N->kind == LIA_TURN ? d->sin[N->angle] : number(0);
}

/* where its origin stands in the parent */
static inline VEC NAME(own_place)(CTX const NODE *N, const NUM *q) {
  VEC p = pos_of(N->X);
  return N->kind == LIA_SLIDE ? addscaled(p, q[N->iq], colz(rot_of(N->X))) : p;
}

/* turned on by (c, s) */
static inline void NAME(turn_on)(CTX NAME(axes) *A, NUM c, NUM s) {
  NUM x = minus(times(A->c, c), times(A->s, s));
  A->s = plus(times(A->s, c), times(A->c, s));
  A->c = x;
}

/* half a turn about x: what was turned so far runs the other way */
static inline void NAME(turn_over)(CTX NAME(axes) *A) {
  const NUM none = number(0);
  MAT X = A->X;
  A->X = (MAT){ X.xx, minus(none, X.xy), minus(none, X.xz), X.yx, minus(none, X.yy),
      minus(none, X.yz), X.zx, minus(none, X.zy), minus(none, X.zz) };
  A->s = minus(none, A->s);
}

static inline int NAME(goes_on)(CTX const NODE *N) {
  MAT X = rot_of(N->X);
  if (N->parent == 0) return 0;
  if (is_number(X.zz, 1)) return 1;
  return is_number(X.zz, -1) ? -1 : 0;
}

/* before its own turn; behind: of its parent */
static inline NAME(axes) NAME(axes_before)(CTX const NODE *N, const NUM *q,
    const NAME(axes) *behind) {
  MAT X = rot_of(N->X);
  VEC p = NAME(own_place)(ON N, q);
  int way = NAME(goes_on)(ON N);
  if (!way) return (NAME(axes)){ N->parent, X, number(1), number(0), p };
  NAME(axes) A = *behind;
  A.L = add(A.L, NAME(out_of)(ON behind, p));
  if (way < 0) NAME(turn_over)(ON &A);
  NAME(turn_on)(ON &A, X.xx, way > 0 ? X.yx : minus(number(0), X.xy));
  return A;
}

/* z of a joint, and what it does where L from it is */
static inline void NAME(see_own)(CTX const NODE *A, NAME(seen) *o) {
  VEC z = vec(number(0), number(0), number(o->way));
  o->g = A->kind == LIA_TURN ? z : zero();
  o->u = A->kind == LIA_TURN ? cross(z, o->L) : z;
}

static inline void NAME(see_from_base)(CTX const NAME(axes) *A, const NAME(seen) *at_base,
    NAME(seen) *o) {
  o->way = 0;
  o->L = zero();
  o->g = NAME(into)(ON A, at_base->g);
  o->u = NAME(into)(ON A, addcross(at_base->u, at_base->g, A->L));
}

/* what node i sees of its ancestors and itself, and (as joint 0) of the direction e on the ground
 */
static inline void NAME(view)(CTX const MODEL *m, const DATA *d, const NUM *q, int i,
    NAME(views) *V) {
  const int all = m->nnode + 1;
  const NODE *N = &m->node[i];
  const int P = N->parent, way = NAME(goes_on)(ON N);
  NUM c, s;
  NAME(own_turn)(ON N, d, &c, &s);
  V->before[i] = V->behind[i] = NAME(axes_before)(ON N, q, &V->behind[P]);
  NAME(turn_on)(ON &V->behind[i], c, s);
  for (int a = i; a >= 0; a = m->node[a].parent) {
    NAME(seen) *o = &V->see[i * all + a];
    NAME(seen) *b = &V->see_behind[i * all + a];
    const NAME(seen) *at_parent = &V->see_behind[P * all + a],
        *at_base = &V->see_behind[V->before[i].base * all + a];
    if (a == i) {
      o->way = b->way = 1;
      o->L = b->L = zero();
    } else if (way && at_parent->way) {
      o->way = b->way = way * at_parent->way;
      o->L = tmul(rot_of(N->X), add(at_parent->L, NAME(own_place)(ON N, q)));
      b->L = NAME(back_about_z)(ON c, s, o->L);
    } else {
      NAME(see_from_base)(ON &V->before[i], at_base, o);
      NAME(see_from_base)(ON &V->behind[i], at_base, b);
      continue;
    }
    NAME(see_own)(ON &m->node[a], o);
    NAME(see_own)(ON &m->node[a], b);
  }
}

static inline void NAME(view_all)(CTX const MODEL *m, const DATA *d, const NUM *q, VEC e,
    NAME(views) *V) {
  V->see_behind[0] = (NAME(seen)){ .g = e, .u = zero(), .L = zero() };
  for (int i = 1; i <= m->nnode; i++) NAME(view)(ON m, d, q, i, V);
}

/* ---- second moments S = int x x^T dm instead of inertia tensors: less to add where they are
 * carried ---- */

/* S told in the parent, at p there: S + p s^T + s p^T, s = int x dm + m p/2 */
static inline SYM NAME(carry_moments)(CTX SYM S, VEC p, VEC s) {
  NUM two = number(2), x = times(two, p.x), y = times(two, p.y), z = times(two, p.z);
  return (SYM){ plustimes(S.xx, x, s.x), plustimes(S.yy, y, s.y), plustimes(S.zz, z, s.z),
      plus(S.xy, plus(times(p.x, s.y), times(p.y, s.x))),
      plus(S.xz, plus(times(p.x, s.z), times(p.z, s.x))),
      plus(S.yz, plus(times(p.y, s.z), times(p.z, s.y))) };
}

/* m, int x dm and S of every node with all of its tree, about its origin, in the axes before its
 * own turn: d->comp; its moment of inertia about the joint, which no turn changes: d->round */
static inline void NAME(second_moments)(CTX const MODEL *m, DATA *d, const NUM *q) {
  const NUM half = number(0.5), none = number(0);
  for (int i = 1; i <= m->nnode; i++) {
    SYM I = sym_of(m->node[i].I);
    NUM t = times(half, plus(plus(I.xx, I.yy), I.zz));
    SYM S = { minus(t, I.xx), minus(t, I.yy), minus(t, I.zz), minus(none, I.xy), minus(none, I.xz),
        minus(none, I.yz) };
    d->comp[i] = (COMPOSITE){ m->node[i].m, vec_of(m->node[i].h), S };
  }
  for (int i = m->nnode; i > 0; i--) {
    const NODE *N = &m->node[i];
    COMPOSITE *C = &d->comp[i], *P = &d->comp[N->parent];
    NUM c, s;
    NAME(own_turn)(ON N, d, &c, &s);
    d->round[N->iv] = plus(C->I.xx, C->I.yy);
    if (N->kind == LIA_TURN)
      C->I = rotsym((MAT){ c, minus(none, s), none, s, c, none, none, none, number(1) }, C->I);
    C->h = NAME(about_z)(ON c, s, C->h);
    if (N->parent == 0) continue;
    VEC p = NAME(own_place)(ON N, q), h = mul(rot_of(N->X), C->h);
    SYM S = NAME(carry_moments)(ON rotsym(rot_of(N->X), C->I), p,
        addscaled(h, times(half, C->m), p));
    P->m = plus(P->m, C->m);
    P->h = add(P->h, addscaled(h, C->m, p));
    P->I = symadd(P->I, S);
  }
}

/* ---- y = dp/dq of one joint over its tree: f = int y dm, Y = int y x^T dm, in the axes before its
 * turn ---- */

static inline void NAME(field)(CTX const NODE *N, COMPOSITE C, VEC *f, MAT *Y) {
  const NUM none = number(0);
  VEC h = C.h;
  SYM S = C.I;
  if (N->kind == LIA_SLIDE) {
    *f = vec(none, none, C.m);
    *Y = (MAT){ none, none, none, none, none, none, h.x, h.y, h.z };
    return;
  }
  *f = vec(minus(none, h.y), h.x, none);
  *Y = (MAT){ minus(none, S.xy), minus(none, S.yy), minus(none, S.yz), S.xx, S.xy, S.xz, none, none,
      none };
}

/* A + a b^T */
static inline MAT NAME(add_outer)(CTX MAT A, VEC a, VEC b) {
  return (MAT){ plustimes(A.xx, a.x, b.x), plustimes(A.xy, a.x, b.y), plustimes(A.xz, a.x, b.z),
      plustimes(A.yx, a.y, b.x), plustimes(A.yy, a.y, b.y),
      plustimes(A.yz, a.y, b.z), plustimes(A.zx, a.z, b.x), plustimes(A.zy, a.z, b.y),
      plustimes(A.zz, a.z, b.z) };
}

/* Rz Y Rz^T: with w = c (Y_xx - Y_yy) - s (Y_xy + Y_yx) */
static inline MAT NAME(turn_about_z)(CTX NUM c, NUM s, MAT Y) {
  NUM w = minus(times(c, minus(Y.xx, Y.yy)), times(s, plus(Y.xy, Y.yx))), cw = times(c, w),
      sw = times(s, w);
  VEC a = NAME(about_z)(ON c, s, vec(Y.xz, Y.yz, number(0))),
      b = NAME(about_z)(ON c, s, vec(Y.zx, Y.zy, number(0)));
  return (MAT){ plus(Y.yy, cw), plus(Y.xy, sw), a.x, plus(Y.yx, sw), minus(Y.xx, cw), a.y, b.x, b.y,
      Y.zz };
}

/* told in the node that the axes stand on, about its origin */
static inline void NAME(carry_field)(CTX const NAME(axes) *A, VEC *f, MAT *Y) {
  MAT Z = is_number(A->s, 0) && is_number(A->c, 1) ? *Y : NAME(turn_about_z)(ON A->c, A->s, *Y),
      X = A->X;
  *f = NAME(out_of)(ON A, *f);
  *Y = NAME(add_outer)(ON matmul(matmul(X, Z),
      (MAT){ X.xx, X.yx, X.zx, X.xy, X.yy, X.zy, X.xz, X.yz, X.zz }), *f, A->L);
}
