/* spatial_sym.h - the words that algorithms are told in, meaning expressions
 *
 * The same words as in spatial_num.h, so that one *_text.h serves both. The pool is ambient: the
 * includer sets words_pool before it speaks. Zeros and ones fall out as the words are spoken: what
 * remains is the customised algorithm. */
#ifndef LIA_WORDS_SYM_H
#define LIA_WORDS_SYM_H

#include "sym/expr/build.h"

static _Thread_local lia_pool *words_pool;

typedef struct lia_svec { lia_expr x, y, z; } lia_svec;
typedef struct lia_smat3 { lia_expr xx, xy, xz, yx, yy, yz, zx, zy, zz; } lia_smat3;
typedef struct lia_ssym3 { lia_expr xx, yy, zz, xy, xz, yz; } lia_ssym3;
typedef struct lia_spose { lia_smat3 R; lia_svec p; } lia_spose;

#define NUM lia_expr
#define VEC lia_svec
#define MAT lia_smat3
#define SYM lia_ssym3
#define POSE lia_spose
#define NAME(f) lia_s##f
#define CTX
#define ON
#define WORD static inline __attribute__((unused))

// ---- numbers ----

WORD NUM number(double x) { return lia_sym_num(words_pool, x); }
WORD int is_number(NUM s, double x) { return s == number(x); }
WORD NUM plus(NUM s, NUM t) { return lia_sym_add(words_pool, s, t); }
WORD NUM minus(NUM s, NUM t) { return lia_sym_sub(words_pool, s, t); }
WORD NUM times(NUM s, NUM t) { return lia_sym_mul(words_pool, s, t); }
WORD NUM over(NUM s, NUM t) { return lia_sym_div(words_pool, s, t); }
WORD NUM minus_of(NUM s) { return lia_sym_neg(words_pool, s); }
WORD NUM plustimes(NUM s, NUM t, NUM u) { return plus(s, times(t, u)); }
WORD NUM minustimes(NUM s, NUM t, NUM u) { return minus(s, times(t, u)); }

/* a b + c d + e f */
WORD NUM three(NUM a, NUM b, NUM c, NUM d, NUM e, NUM f) {
  return plus(plus(times(a, b), times(c, d)), times(e, f));
}

// ---- vectors ----

WORD VEC vec(NUM x, NUM y, NUM z) { return (VEC){ x, y, z }; }
WORD VEC vec_of(const NUM p[3]) { return (VEC){ p[0], p[1], p[2] }; }
WORD void vec_to(NUM p[3], VEC a) { p[0] = a.x; p[1] = a.y; p[2] = a.z; }
WORD VEC zero(void) { return (VEC){ LIA_ZERO, LIA_ZERO, LIA_ZERO }; }
WORD VEC add(VEC a, VEC b) { return (VEC){ plus(a.x, b.x), plus(a.y, b.y), plus(a.z, b.z) }; }
WORD VEC sub(VEC a, VEC b) { return (VEC){ minus(a.x, b.x), minus(a.y, b.y), minus(a.z, b.z) }; }
WORD VEC scale(NUM s, VEC a) { return (VEC){ times(s, a.x), times(s, a.y), times(s, a.z) }; }
WORD NUM dot(VEC a, VEC b) { return three(a.x, b.x, a.y, b.y, a.z, b.z); }
WORD VEC addscaled(VEC c, NUM s, VEC a) { return add(c, scale(s, a)); }
WORD VEC addz(VEC c, NUM s) { return (VEC){ c.x, c.y, plus(c.z, s) }; }
WORD VEC cross(VEC a, VEC b) {
  return (VEC){ minus(times(a.y, b.z), times(a.z, b.y)), minus(times(a.z, b.x), times(a.x, b.z)),
      minus(times(a.x, b.y), times(a.y, b.x)) };
}
WORD VEC addcross(VEC c, VEC a, VEC b) { return add(c, cross(a, b)); }
WORD VEC addcrossz(VEC c, VEC a, NUM s) {
  return (VEC){ plustimes(c.x, a.y, s), minustimes(c.y, a.x, s), c.z };
}

// ---- matrices ----

WORD MAT rot_of(const NUM X[12]) {
  return (MAT){ X[0], X[1], X[2], X[4], X[5], X[6], X[8], X[9], X[10] };
}
WORD VEC pos_of(const NUM X[12]) { return (VEC){ X[3], X[7], X[11] }; }
WORD VEC colx(MAT R) { return (VEC){ R.xx, R.yx, R.zx }; }
WORD VEC coly(MAT R) { return (VEC){ R.xy, R.yy, R.zy }; }
WORD VEC colz(MAT R) { return (VEC){ R.xz, R.yz, R.zz }; }
WORD VEC mul(MAT R, VEC a) {
  return (VEC){ three(R.xx, a.x, R.xy, a.y, R.xz, a.z), three(R.yx, a.x, R.yy, a.y, R.yz, a.z),
      three(R.zx, a.x, R.zy, a.y, R.zz, a.z) };
}
WORD VEC addmul(VEC c, MAT R, VEC a) { return add(c, mul(R, a)); }
WORD VEC tmul(MAT R, VEC a) {
  return (VEC){ three(R.xx, a.x, R.yx, a.y, R.zx, a.z), three(R.xy, a.x, R.yy, a.y, R.zy, a.z),
      three(R.xz, a.x, R.yz, a.y, R.zz, a.z) };
}
WORD MAT matmul(MAT A, MAT B) {
  VEC x = mul(A, colx(B)), y = mul(A, coly(B)), z = mul(A, colz(B));
  return (MAT){ x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z };
}
WORD MAT turnz(MAT R, NUM c, NUM s) {
  return (MAT){ plus(times(c, R.xx), times(s, R.xy)), minus(times(c, R.xy), times(s, R.xx)), R.xz,
                plus(times(c, R.yx), times(s, R.yy)), minus(times(c, R.yy), times(s, R.yx)), R.yz,
                plus(times(c, R.zx), times(s, R.zy)), minus(times(c, R.zy), times(s, R.zx)), R.zz };
}
WORD MAT rates(VEC w, VEC wd) {
  NUM xx = times(w.x, w.x), yy = times(w.y, w.y), zz = times(w.z, w.z), xy = times(w.x, w.y),
      xz = times(w.x, w.z), yz = times(w.y, w.z);
  return (MAT){ minus_of(plus(yy, zz)), minus(xy, wd.z), plus(xz, wd.y), plus(xy, wd.z),
      minus_of(plus(xx, zz)),
      minus(yz, wd.x), minus(xz, wd.y), plus(yz, wd.x), minus_of(plus(xx, yy)) };
}

// ---- inertia ----

WORD SYM sym_of(const NUM I[6]) { return (SYM){ I[0], I[1], I[2], I[3], I[4], I[5] }; }
WORD SYM symadd(SYM A, SYM B) {
  return (SYM){ plus(A.xx, B.xx), plus(A.yy, B.yy), plus(A.zz, B.zz), plus(A.xy, B.xy),
      plus(A.xz, B.xz), plus(A.yz, B.yz) };
}
WORD VEC symmul(SYM I, VEC a) {
  return (VEC){ three(I.xx, a.x, I.xy, a.y, I.xz, a.z), three(I.xy, a.x, I.yy, a.y, I.yz, a.z),
      three(I.xz, a.x, I.yz, a.y, I.zz, a.z) };
}
WORD VEC euler(SYM I, MAT U, VEC w, VEC wd) {
  NUM xx = times(w.x, w.x), yy = times(w.y, w.y), zz = times(w.z, w.z);
  NUM x = plus(times(I.xx, wd.x), times(minus(I.zz, I.yy), times(w.y, w.z)));
  NUM y = plus(times(I.yy, wd.y), times(minus(I.xx, I.zz), times(w.x, w.z)));
  NUM z = plus(times(I.zz, wd.z), times(minus(I.yy, I.xx), times(w.x, w.y)));
  return (VEC){ plus(x, plus(minus(times(I.xz, U.yx), times(I.xy, U.zx)),
      times(I.yz, minus(yy, zz)))),
      plus(y, plus(minus(times(I.xy, U.zy), times(I.yz, U.xy)), times(I.xz, minus(zz, xx)))),
      plus(z, plus(minus(times(I.yz, U.xz), times(I.xz, U.yz)), times(I.xy, minus(xx, yy)))) };
}
/* entry (i, j) of a symmetric matrix */
WORD NUM *entry(SYM *I, int i, int j) {
  NUM *const at[9] = { &I->xx, &I->xy, &I->xz, &I->xy, &I->yy, &I->yz, &I->xz, &I->yz, &I->zz };
  return at[3 * i + j];
}

/* R I R^T, whatever R is */
WORD SYM rotsym_any(MAT R, SYM I) {
  VEC x = symmul(I, (VEC){ R.xx, R.xy, R.xz }), y = symmul(I, (VEC){ R.yx, R.yy, R.yz }),
      z = symmul(I, (VEC){ R.zx, R.zy, R.zz });
  VEC rx = { R.xx, R.xy, R.xz }, ry = { R.yx, R.yy, R.yz }, rz = { R.zx, R.zy, R.zz };
  return (SYM){ dot(rx, x), dot(ry, y), dot(rz, z), dot(rx, y), dot(rx, z), dot(ry, z) };
}

/* R takes axis k to rho times axis r, rho = 1 or -1, and turns the plane (u, v) into (i, j):
 *   e_u -> c e_i + s e_j,  e_v -> rho (c e_j - s e_i)
 * then with w = c (I_uu - I_vv) - 2 s rho I_uv
 *   I'_ii = I_vv + c w,  I'_jj = I_uu - c w,  I'_ij = rho I_uv + s w
 *   I'_rr = I_kk,  I'_ri = rho c I_ku - s I_kv,  I'_rj = rho s I_ku + c I_kv */
WORD SYM rotsym_about(const NUM R[9], int k, int r, SYM I) {
  int u = (k + 1) % 3, v = (k + 2) % 3, i = (r + 1) % 3, j = (r + 2) % 3;
  NUM rho = R[3*r + k], c = R[3*i + u], s = R[3*j + u];
  NUM uu = *entry(&I, u, u), vv = *entry(&I, v, v), x = times(rho, *entry(&I, u, v)),
      sx = times(s, x);
  NUM ku = times(rho, *entry(&I, k, u)), kv = *entry(&I, k, v);
  NUM w = minus(minus(times(c, minus(uu, vv)), sx), sx), cw = times(c, w);
  SYM J;
  *entry(&J, r, r) = *entry(&I, k, k);
  *entry(&J, i, i) = plus(vv, cw);
  *entry(&J, j, j) = minus(uu, cw);
  *entry(&J, i, j) = plus(x, times(s, w));
  *entry(&J, r, i) = minus(times(c, ku), times(s, kv));
  *entry(&J, r, j) = plus(times(s, ku), times(c, kv));
  return J;
}

/* whether R is such a turn, neither of its sine and cosine a number; its column k and row r of the
 * axis */
WORD int turns_about(const NUM R[9], int *k, int *r) {
  for (int e = 0; e < 9; e++) {
    if (R[e] != LIA_ONE && R[e] != LIA_MINUS) continue;
    *r = e / 3;
    *k = e % 3;
    int u = (*k + 1) % 3, v = (*k + 2) % 3, i = (*r + 1) % 3, j = (*r + 2) % 3;
    NUM c = R[3*i + u], s = R[3*j + u];
    if (lia_expr_is_num(words_pool, c) || lia_expr_is_num(words_pool, s)) return 0;
    if (R[3 * *r + u] != LIA_ZERO || R[3 * *r + v] != LIA_ZERO || R[3*i + *k] != LIA_ZERO ||
        R[3*j + *k] != LIA_ZERO)
      return 0;
    return R[3*j + v] == times(R[e], c) && R[3*i + v] == minus_of(times(R[e], s));
  }
  return 0;
}

/* R I R^T: a turn about an axis that both frames have takes less than half of what another takes */
WORD SYM rotsym(MAT R, SYM I) {
  const NUM m[9] = { R.xx, R.xy, R.xz, R.yx, R.yy, R.yz, R.zx, R.zy, R.zz };
  int k, r;
  return turns_about(m, &k, &r) ? rotsym_about(m, k, r, I) : rotsym_any(R, I);
}
WORD SYM steiner(SYM I, VEC p, VEC s) {
  NUM xx = times(times(LIA_TWO, p.x), s.x), yy = times(times(LIA_TWO, p.y), s.y),
      zz = times(times(LIA_TWO, p.z), s.z);
  return (SYM){ plus(I.xx, plus(yy, zz)), plus(I.yy, plus(xx, zz)), plus(I.zz, plus(xx, yy)),
      minus(I.xy, plus(times(p.x, s.y), times(p.y, s.x))),
      minus(I.xz, plus(times(p.x, s.z), times(p.z, s.x))),
      minus(I.yz, plus(times(p.y, s.z), times(p.z, s.y))) };
}

// ---- poses ----

WORD POSE pose(MAT R, VEC p) { return (POSE){ R, p }; }
WORD POSE identity(void) {
  return (POSE){ { LIA_ONE, LIA_ZERO, LIA_ZERO, LIA_ZERO, LIA_ONE, LIA_ZERO, LIA_ZERO, LIA_ZERO,
      LIA_ONE }, zero() };
}
WORD POSE pose_of(const NUM X[12]) { return (POSE){ rot_of(X), pos_of(X) }; }
WORD MAT rot(POSE X) { return X.R; }
WORD VEC pos(POSE X) { return X.p; }
WORD POSE compose(POSE A, POSE B) { return (POSE){ matmul(A.R, B.R), addmul(A.p, A.R, B.p) }; }
WORD POSE turn(POSE X, NUM c, NUM s) { return (POSE){ turnz(X.R, c, s), X.p }; }
WORD POSE slide(POSE X, NUM s) { return (POSE){ X.R, addscaled(X.p, s, colz(X.R)) }; }
WORD POSE shift(POSE X, VEC r) { return (POSE){ X.R, addmul(X.p, X.R, r) }; }

/* X turned by a quaternion w x y z of any length: 1 + (2/|q|^2) (w r~ + r~ r~), r = (x, y, z) */
WORD POSE quaternion(POSE X, const NUM q[4]) {
  NUM w = q[0], x = q[1], y = q[2], z = q[3];
  NUM s = over(LIA_TWO, plus(plus(times(w, w), times(x, x)), plus(times(y, y), times(z, z))));
  NUM sx = times(s, x), sy = times(s, y), sz = times(s, z), wx = times(w, sx), wy = times(w, sy),
      wz = times(w, sz);
  NUM xx = times(x, sx), xy = times(x, sy), xz = times(x, sz), yy = times(y, sy), yz = times(y, sz),
      zz = times(z, sz);
  MAT R = { minus(LIA_ONE, plus(yy, zz)), minus(xy, wz), plus(xz, wy), plus(xy, wz),
      minus(LIA_ONE, plus(xx, zz)), minus(yz, wx),
      minus(xz, wy), plus(yz, wx), minus(LIA_ONE, plus(xx, yy)) };
  return (POSE){ matmul(X.R, R), X.p };
}

#endif
