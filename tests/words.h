/* words.h - every word of geo/words_*.h told on flat numbers, and what it means in plain loops over
 * matrices
 *
 * Included after one of spatial_num.h, spatial_four.h, spatial_sym.h, with W(f) the name of a word
 * there and WNUM, WVEC, WMAT, WSYM its types. On small whole numbers both sides are exact. */
#ifndef LIA_TEST_WORDS_H
#define LIA_TEST_WORDS_H

enum { WORDS_IN = 21, WORDS_OUT = 12 };

/* name, what is said of x, an array of WNUM, as numbers of o */
#define WORDS_VEC(k) (WVEC){ x[k], x[(k) + 1], x[(k) + 2] }
#define WORDS_MAT(k) \
  (WMAT){ x[k], x[(k) + 1], x[(k) + 2], x[(k) + 3], x[(k) + 4], x[(k) + 5], x[(k) + 6], \
      x[(k) + 7], x[(k) + 8] }
#define WORDS_OUT_VEC(e) { WVEC v_ = e; o[0] = v_.x, o[1] = v_.y, o[2] = v_.z; }
#define WORDS_OUT_SYM(e) { WSYM v_ = e; o[0] = v_.xx, o[1] = v_.yy, o[2] = v_.zz, o[3] = v_.xy, \
  o[4] = v_.xz, o[5] = v_.yz; }
#define WORDS_OUT_MAT(e) { WMAT v_ = e; o[0] = v_.xx, o[1] = v_.xy, o[2] = v_.xz, o[3] = v_.yx, \
  o[4] = v_.yy, o[5] = v_.yz, o[6] = v_.zx, o[7] = v_.zy, o[8] = v_.zz; }

#define WORDS_LIST(X)                                                                        \
  X(plus,       o[0] = W(plus)(x[0], x[1]);)                                                 \
  X(minus,      o[0] = W(minus)(x[0], x[1]);)                                                \
  X(times,      o[0] = W(times)(x[0], x[1]);)                                                \
  X(over,       o[0] = W(over)(x[0], x[18]);)                                                \
  X(plustimes,  o[0] = W(plustimes)(x[0], x[1], x[2]);)                                      \
  X(minustimes, o[0] = W(minustimes)(x[0], x[1], x[2]);)                                     \
  X(vec,        WORDS_OUT_VEC(W(vec)(x[0], x[1], x[2])))                                     \
  X(vec_of,     WORDS_OUT_VEC(W(vec_of)(x)))                                                 \
  X(vec_to,     W(vec_to)(o, WORDS_VEC(0));)                                                 \
  X(zero,       WORDS_OUT_VEC(W(zero)()))                                                    \
  X(add,        WORDS_OUT_VEC(W(add)(WORDS_VEC(0), WORDS_VEC(3))))                           \
  X(sub,        WORDS_OUT_VEC(W(sub)(WORDS_VEC(0), WORDS_VEC(3))))                           \
  X(scale,      WORDS_OUT_VEC(W(scale)(x[6], WORDS_VEC(0))))                                 \
  X(dot,        o[0] = W(dot)(WORDS_VEC(0), WORDS_VEC(3));)                                  \
  X(addscaled,  WORDS_OUT_VEC(W(addscaled)(WORDS_VEC(0), x[6], WORDS_VEC(3))))               \
  X(addz,       WORDS_OUT_VEC(W(addz)(WORDS_VEC(0), x[6])))                                  \
  X(cross,      WORDS_OUT_VEC(W(cross)(WORDS_VEC(0), WORDS_VEC(3))))                         \
  X(addcross,   WORDS_OUT_VEC(W(addcross)(WORDS_VEC(6), WORDS_VEC(0), WORDS_VEC(3))))        \
  X(addcrossz,  WORDS_OUT_VEC(W(addcrossz)(WORDS_VEC(0), WORDS_VEC(3), x[6])))               \
  X(colx,       WORDS_OUT_VEC(W(colx)(WORDS_MAT(9))))                                        \
  X(coly,       WORDS_OUT_VEC(W(coly)(WORDS_MAT(9))))                                        \
  X(colz,       WORDS_OUT_VEC(W(colz)(WORDS_MAT(9))))                                        \
  X(mul,        WORDS_OUT_VEC(W(mul)(WORDS_MAT(9), WORDS_VEC(0))))                           \
  X(addmul,     WORDS_OUT_VEC(W(addmul)(WORDS_VEC(3), WORDS_MAT(9), WORDS_VEC(0))))          \
  X(tmul,       WORDS_OUT_VEC(W(tmul)(WORDS_MAT(9), WORDS_VEC(0))))                          \
  X(matmul,     WORDS_OUT_MAT(W(matmul)(WORDS_MAT(9), WORDS_MAT(0))))                        \
  X(turnz,      WORDS_OUT_MAT(W(turnz)(WORDS_MAT(9), x[0], x[1])))                           \
  X(rates,      WORDS_OUT_MAT(W(rates)(WORDS_VEC(0), WORDS_VEC(3))))                         \
  X(sym_of,     WORDS_OUT_SYM(W(sym_of)(x)))                                                 \
  X(symadd,     WORDS_OUT_SYM(W(symadd)(W(sym_of)(x), W(sym_of)(x + 6))))                    \
  X(symmul,     WORDS_OUT_VEC(W(symmul)(W(sym_of)(x + 3), WORDS_VEC(0))))                    \
  X(euler,      WORDS_OUT_VEC(W(euler)(W(sym_of)(x + 6),                                     \
                    W(rates)(WORDS_VEC(0), WORDS_VEC(3)), WORDS_VEC(0), WORDS_VEC(3))))      \
  X(rotsym,     WORDS_OUT_SYM(W(rotsym)(WORDS_MAT(9), W(sym_of)(x))))                        \
  X(steiner,    WORDS_OUT_SYM(W(steiner)(W(sym_of)(x + 6), WORDS_VEC(0), WORDS_VEC(3))))

enum {
#define X(name, say) WORD_##name,
  WORDS_LIST(X)
#undef X
  WORDS_COUNT
};

static const char *const words_name[] = {
#define X(name, say) #name,
  WORDS_LIST(X)
#undef X
};

static inline void words_say(int word, WNUM o[WORDS_OUT], const WNUM x[WORDS_IN]) {
  switch (word) {
#define X(name, say) case WORD_##name: { say } break;
  WORDS_LIST(X)
#undef X
  }
}

/* C = A B, o = A a; by sums over indices */
static inline void words_mm(double C[9], const double A[9], const double B[9]) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      C[3 * i + j] = 0;
      for (int k = 0; k < 3; k++) C[3 * i + j] += A[3 * i + k] * B[3 * k + j];
    }
}
static inline void words_mv(double o[3], const double A[9], const double a[3]) {
  for (int i = 0; i < 3; i++) {
    o[i] = 0;
    for (int k = 0; k < 3; k++) o[i] += A[3 * i + k] * a[k];
  }
}
/* a~, so that a~ b = a x b; A transposed; xx yy zz xy xz yz as a matrix and back */
static inline void words_tilde(double A[9], const double a[3]) {
  const double t[9] = { 0, -a[2], a[1], a[2], 0, -a[0], -a[1], a[0], 0 };
  for (int k = 0; k < 9; k++) A[k] = t[k];
}
static inline void words_transpose(double T[9], const double A[9]) {
  for (int k = 0; k < 9; k++) T[k] = A[3 * (k % 3) + k / 3];
}
static inline void words_full(double A[9], const double I[6]) {
  const double t[9] = { I[0], I[3], I[4], I[3], I[1], I[5], I[4], I[5], I[2] };
  for (int k = 0; k < 9; k++) A[k] = t[k];
}
static inline void words_six(double I[6], const double A[9]) {
  const double t[6] = { A[0], A[4], A[8], A[1], A[2], A[5] };
  for (int k = 0; k < 6; k++) I[k] = t[k];
}

/* what the word should give; returns how many numbers that is */
static inline int words_want(int word, double o[WORDS_OUT], const double x[WORDS_IN]) {
  const double *a = x, *b = x + 3, *c = x + 6, *M = x + 9;
  double A[9], B[9], C[9], ab[3], v[3];
  words_tilde(A, a);
  words_mv(ab, A, b);
  switch (word) {
  case WORD_plus: return o[0] = x[0] + x[1], 1;
  case WORD_minus: return o[0] = x[0] - x[1], 1;
  case WORD_times: return o[0] = x[0] * x[1], 1;
  case WORD_over: return o[0] = x[0] / x[18], 1;
  case WORD_plustimes: return o[0] = x[0] + x[1] * x[2], 1;
  case WORD_minustimes: return o[0] = x[0] - x[1] * x[2], 1;
  case WORD_dot: return o[0] = a[0] * b[0] + a[1] * b[1] + a[2] * b[2], 1;
  case WORD_mul: return words_mv(o, M, a), 3;
  case WORD_tmul: return words_transpose(B, M), words_mv(o, B, a), 3;
  case WORD_matmul: return words_mm(o, M, x), 9;
  case WORD_sym_of:
    for (int k = 0; k < 6; k++) o[k] = x[k];
    return 6;
  case WORD_symadd:
    for (int k = 0; k < 6; k++) o[k] = x[k] + x[6 + k];
    return 6;
  case WORD_symmul: return words_full(B, x + 3), words_mv(o, B, a), 3;
  case WORD_turnz: {   // R Rz
    const double Rz[9] = { x[0], -x[1], 0, x[1], x[0], 0, 0, 0, 1 };
    return words_mm(o, M, Rz), 9;
  }
  case WORD_rates:     // wd~ + w~ w~
    words_mm(o, A, A);
    words_tilde(B, b);
    for (int k = 0; k < 9; k++) o[k] += B[k];
    return 9;
  case WORD_euler:     // I wd + w x I w
    words_full(B, c);
    words_mm(C, A, B);
    words_mv(v, C, a);
    words_mv(o, B, b);
    for (int k = 0; k < 3; k++) o[k] += v[k];
    return 3;
  case WORD_rotsym:    // R I R^T
    words_full(B, x);
    words_mm(A, M, B);
    words_transpose(B, M);
    words_mm(C, A, B);
    return words_six(o, C), 6;
  case WORD_steiner: { // I - p~ s~ - s~ p~
    double D[9];
    words_tilde(B, b);
    words_mm(C, A, B);
    words_mm(D, B, A);
    for (int k = 0; k < 9; k++) C[k] += D[k];
    words_six(o, C);
    for (int k = 0; k < 6; k++) o[k] = c[k] - o[k];
    return 6;
  }
  case WORD_addmul:
    words_mv(o, M, a);
    for (int k = 0; k < 3; k++) o[k] += b[k];
    return 3;
  case WORD_addz: return o[0] = a[0], o[1] = a[1], o[2] = a[2] + c[0], 3;
  case WORD_addcrossz: {   // c + s b x z
    const double z[3] = { 0, 0, c[0] };
    words_tilde(B, b);
    words_mv(o, B, z);
    for (int k = 0; k < 3; k++) o[k] += a[k];
    return 3;
  }
  }
  for (int k = 0; k < 3; k++)
    o[k] = word == WORD_zero ? 0 : word == WORD_add ? a[k] + b[k] : word == WORD_sub ? a[k] - b[k]
         : word == WORD_scale ? c[0] * a[k] : word == WORD_addscaled ? a[k] + c[0] * b[k]
         : word == WORD_cross ? ab[k]
         : word == WORD_addcross ? c[k] + ab[k] : word == WORD_colx ? M[3 * k] : word == WORD_coly
         ? M[3 * k + 1]
         : word == WORD_colz ? M[3 * k + 2] : a[k];   // vec, vec_of, vec_to: the vector itself
  return 3;
}

// ---- poses of numbers and of expressions: twelve numbers, rows of [R p] ----

enum { POSE_itself, POSE_taken_apart, POSE_identity, POSE_compose, POSE_turn, POSE_slide,
    POSE_shift, POSE_quaternion, POSE_COUNT };

static inline void poses_say(int word, NUM o[12], const NUM x[12], const NUM y[12]) {
  POSE X = pose_of(x), P = word == POSE_itself ? X
         : word == POSE_taken_apart ? pose(rot_of(x), pos_of(x))
         : word == POSE_identity ? identity()
         : word == POSE_compose ? compose(X, pose_of(y))
         : word == POSE_turn ? turn(X, y[0], y[1])
         : word == POSE_slide ? slide(X, y[2])
         : word == POSE_shift ? shift(X, (VEC){ y[0], y[1], y[2] }) : quaternion(X, y);
  MAT R = rot(P);
  VEC p = pos(P);
  const NUM out[12] = { R.xx, R.xy, R.xz, p.x, R.yx, R.yy, R.yz, p.y, R.zx, R.zy, R.zz, p.z };
  for (int k = 0; k < 12; k++) o[k] = out[k];
}

/* column k of the rotation: the vector part of q e_k q* / |q|^2, by Hamilton's product */
static inline void poses_turned(double R[9], const double q[4]) {
  double nn = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  const double *v = q + 1;
  for (int k = 0; k < 3; k++) {
    double T[9], c[3], e[3] = { k == 0, k == 1, k == 2 };
    words_tilde(T, v);
    words_mv(c, T, e);             // q e = (-v.e, w e + v x e)
    double s = -v[k], t[3], u[3];
    for (int i = 0; i < 3; i++) u[i] = q[0] * e[i] + c[i];
    words_mv(t, T, u);             // (s, u) (w, -v) = (.., -s v + w u - u x v)
    for (int i = 0; i < 3; i++) R[3 * i + k] = (-s * v[i] + q[0] * u[i] + t[i]) / nn;
  }
}

/* X followed by what the word stands for, a rotation B and a shift t */
static inline void poses_want(int word, double o[12], const double x[12], const double y[12]) {
  double A[9], B[9] = { 1, 0, 0, 0, 1, 0, 0, 0, 1 }, p[3] = { x[3], x[7], x[11] }, t[3] = { 0 },
      C[9], d[3];
  for (int k = 0; k < 9; k++) A[k] = x[k / 3 * 4 + k % 3];
  if (word == POSE_identity)
    for (int k = 0; k < 9; k++) A[k] = B[k], p[k / 3] = 0;
  if (word == POSE_compose)
    for (int k = 0; k < 9; k++) B[k] = y[k / 3 * 4 + k % 3], t[k / 3] = y[k / 3 * 4 + 3];
  if (word == POSE_turn) B[0] = B[4] = y[0], B[1] = -y[1], B[3] = y[1];
  if (word == POSE_slide) t[2] = y[2];
  if (word == POSE_shift)
    for (int k = 0; k < 3; k++) t[k] = y[k];
  if (word == POSE_quaternion) poses_turned(B, y);
  words_mm(C, A, B);
  words_mv(d, A, t);
  for (int k = 0; k < 12; k++) o[k] = k % 4 == 3 ? p[k / 4] + d[k / 4] : C[k / 4 * 3 + k % 4];
}

#endif
