/* euler.c - three angles about a sequence of axes, fixed or moving
 *
 * Everything is worked out for moving axes i j c, R = R_i(t1) R_j(t2) R_c(t3); fixed axes are the
 * same from behind. k is the axis that is neither i nor j, s = 1 where (i, j, k) is a cyclic order
 * of x y z, else -1:
 *   e_i x e_j = s e_k.  c is i ("proper" Euler angles) or k. */
#include "geo/euler.h"

#include "base/assert.h"
#include "geo/rot.h"
#include "num/sincos.h"

#include <string.h>

static const double PI = 3.14159265358979323846;

static const unsigned char AXES[LIA_EULER_COUNT][3] = {
#define X(name, i, j, k) { i, j, k },
  LIA_EULER_LIST(X)
#undef X
};

static const char *const NAME[LIA_EULER_COUNT] = {
#define X(name, i, j, k) #name,
  LIA_EULER_LIST(X)
#undef X
};

const char *lia_euler_name(lia_euler_seq seq) {
  LIA_ASSERT((unsigned)seq < LIA_EULER_COUNT);
  return NAME[seq];
}

lia_status lia_euler_parse(lia_euler *e, const char *text, lia_euler_kind kind, lia_error *err) {
  e->kind = kind;
  for (int n = 0; n < LIA_EULER_COUNT; n++)
    if (strcmp(text, NAME[n]) == 0) {
      e->seq = (lia_euler_seq)n;
      return LIA_OK;
    }
  size_t len = strlen(text), good = strspn(text, "xyz");
  if (len != 3)
    return LIA_FAIL(err, LIA_EPARSE, "sequence",
        "expected three axes like \"xyz\" or \"zxz\", got \"%.20s\"", text);
  if (good < 3)
    return LIA_FAIL(err, LIA_EPARSE, "sequence", "expected axes x, y and z, got '%c' in \"%s\"",
        text[good], text);
  return LIA_FAIL(err, LIA_EPARSE, "sequence",
      "two turns about %c in a row are one turn: \"%s\" is no sequence",
      text[1], text);
}

// the moving sequence: axes, orientation, and where each angle is written: t_n = a[at[n]]
typedef struct order {
  int i, j, k, c, proper, at[3];
  double s;
} order;

static order order_of(lia_euler e) {
  const unsigned char *ax = AXES[e.seq];
  int moving = e.kind == LIA_MOVING;
  order o = { .i = ax[moving ? 0 : 2], .j = ax[1], .c = ax[moving ? 2 : 0],
      .at = { moving ? 0 : 2, 1, moving ? 2 : 0 } };
  o.k = 3 - o.i - o.j;
  // two neighbours are two axes, and the third is the first again or the one left
  LIA_ASSERT(o.i != o.j && (o.c == o.i || o.c == o.k));
  o.proper = o.c == o.i;
  o.s = (o.i + 1) % 3 == o.j ? 1 : -1;
  return o;
}

// an angle of (-3 pi, 3 pi] to (-pi, pi]; what is -pi but for rounding is pi
static double wrap(double x) {
  double y = x;
  if (x > PI) y = x - 2 * PI;
  else if (x <= -PI) y = x + 2 * PI;
  return y <= -PI + LIA_POLE_NOISE ? PI : y;
}

// ---- to matrices and quaternions ----------------------------------------------------------------

void lia_euler_to_rot(double R[9], lia_euler e, const double a[3]) {
  order o = order_of(e);
  double A[9], B[9], C[9];
  lia_rot_about(A, o.i, a[o.at[0]]);
  lia_rot_about(B, o.j, a[o.at[1]]);
  lia_rot_about(C, o.c, a[o.at[2]]);
  lia_mul33(A, A, B);
  lia_mul33(R, A, C);
}

static void quat_about(double q[4], int axis, double a) {
  double s, c;
  lia_sincos1(a / 2, &s, &c);
  lia_quat_set(q, c, 0, 0, 0);
  q[1 + axis] = s;
}

void lia_euler_to_quat(double q[4], lia_euler e, const double a[3]) {
  order o = order_of(e);
  double p[4], r[4], t[4];
  quat_about(p, o.i, a[o.at[0]]);
  quat_about(r, o.j, a[o.at[1]]);
  quat_about(t, o.c, a[o.at[2]]);
  lia_quat_mul(p, p, r);
  lia_quat_mul(q, p, t);
}

// ---- and back -----------------------------------------------------------------------------------

// the second branch of moving angles
static void other_branch(double b[3], const order *o, const double t[3]) {
  lia_set3(b, wrap(t[0] + PI), wrap(o->proper ? -t[1] : PI - t[1]), wrap(t[2] + PI));
}

void lia_euler_other(double b[3], lia_euler e, const double a[3]) {
  order o = order_of(e);
  double t[3], u[3];
  for (int n = 0; n < 3; n++) t[n] = a[o.at[n]];
  for (int n = 0; n < 3; n++) t[n] = remainder(t[n], 2 * PI);
  other_branch(u, &o, t);
  for (int n = 0; n < 3; n++) b[o.at[n]] = u[n];
}

// in gimbal lock R_i(t1) R_j(t2) R_c(t3) depends on t1 + sigma t3 alone: R_j(t2) e_c = sigma e_i
static double sigma_of(const order *o, double t2) {
  if (o->proper) return cos(t2) < 0 ? -1 : 1;
  return sin(t2) < 0 ? -o->s : o->s;
}

// moving angles to answers; gap is the distance from gimbal lock
static void euler_finish(double a[3], const order *o, double t[3], double gap, lia_pole *pole) {
  double sigma = sigma_of(o, t[1]), sum = wrap(t[0] + sigma * t[2]);
  if (gap <= LIA_POLE_NOISE) {
    int moving = o->at[0] == 0;
    t[0] = moving ? sum : 0;
    t[2] = moving ? 0 : wrap(sigma * sum);
  }
  for (int n = 0; n < 3; n++) a[o->at[n]] = wrap(t[n]);
  if (!pole) return;
  *pole = (lia_pole){ .flags = gap < LIA_POLE_NEAR ? LIA_POLE_GIMBAL : 0 };
  double b[3];
  other_branch(b, o, t);
  for (int n = 0; n < 3; n++) pole->other[o->at[n]] = b[n];
  if (!pole->flags) return;
  pole->coef[o->at[0]] = 1;
  pole->coef[o->at[2]] = sigma;
  pole->sum = sum;
}

// c = k:  R e_k = R_i(t1) (cos t2 e_k + s sin t2 e_i),  c = i:  R e_i = R_i(t1) (cos t2 e_i - s sin
// t2 e_k). With t1 known, t3 comes from row j of R_i(-t1) R = R_j(t2) R_c(t3): whatever t1 is near
// gimbal lock, the product is R
void lia_euler_from_rot(double a[3], lia_euler e, const double R[9], lia_pole *pole) {
  order o = order_of(e);
  int i = o.i, j = o.j, k = o.k, m = o.proper ? k : i;
  double x = o.proper ? -o.s * R[3*k + i] : R[3*k + k],
      y = o.proper ? R[3*j + i] : -o.s * R[3*j + k];
  double gap = hypot(x, y), t[3], nan = 0;
  for (int n = 0; n < 9; n++) nan += 0 * R[n];   // entries not looked at below count too
  t[0] = atan2(y, x) + nan;
  t[1] = o.proper ? atan2(gap, R[3*i + i]) : atan2(o.s * R[3*i + k], gap);
  double c1, s1;
  lia_sincos1(t[0], &s1, &c1);
  s1 *= o.s;
  double Ajj = c1 * R[3*j + j] + s1 * R[3*k + j], Ajm = c1 * R[3*j + m] + s1 * R[3*k + m];
  t[2] = atan2(o.proper ? -o.s * Ajm : o.s * Ajm, Ajj);
  euler_finish(a, &o, t, gap, pole);
}

// with q = (w, q_i, q_j, q_k), S = (t1 + t3)/2 and D = (t1 - t3)/2:
//   c = i:  (w, q_i) = cos(t2/2) (cos S, sin S),            (q_j, s q_k) = sin(t2/2) (cos D, sin D)
//   c = k:  (w + s q_j, q_i + q_k) = (cos + s sin)(t2/2) (cos S, sin S)
//           (w - s q_j, q_i - q_k) = (cos - s sin)(t2/2) (cos D, sin D)
void lia_euler_from_quat(double a[3], lia_euler e, const double q[4], lia_pole *pole) {
  order o = order_of(e);
  double u[4], P[2], M[2], t[3];
  lia_quat_unit(u, q);
  double w = u[0], qi = u[1 + o.i], qj = u[1 + o.j], qk = u[1 + o.k], s = o.s;
  P[0] = o.proper ? w : w + s * qj;
  P[1] = o.proper ? qi : qi + qk;
  M[0] = o.proper ? qj : w - s * qj;
  M[1] = o.proper ? s * qk : qi - qk;
  double p = hypot(P[0], P[1]), m = hypot(M[0], M[1]), S = atan2(P[1], P[0]), D = atan2(M[1], M[0]);
  t[0] = wrap(S + D);
  t[1] = o.proper ? 2 * atan2(m, p) : atan2(2 * (w * qj + s * qi * qk), p * m);
  t[2] = wrap(S - D);
  euler_finish(a, &o, t, o.proper ? 2 * p * m : p * m, pole);
}

// ---- rates --------------------------------------------------------------------------------------

// the three axes of a moving sequence as they stand in the base: e_i, R_i(t1) e_j, R_i(t1) R_j(t2)
// e_c
static void axes_in_base(double E[3][3], const order *o, double t1, double t2) {
  double c1, s1, c2, s2, s = o->s;
  lia_sincos1(t1, &s1, &c1);
  lia_sincos1(t2, &s2, &c2);
  // R_j(t2) e_c = along e_i + across e_k
  double along = o->proper ? c2 : s * s2, across = o->proper ? -s * s2 : c2;
  for (int n = 0; n < 9; n++) E[n / 3][n % 3] = 0;
  E[0][o->i] = 1;
  E[1][o->j] = c1;
  E[1][o->k] = s * s1;
  E[2][o->i] = along;
  E[2][o->j] = -s * s1 * across;
  E[2][o->k] = c1 * across;
}

// E[n]: the axis of turn n; in the body they are those of the inverse rotation, R_c(-t3) R_j(-t2)
// R_i(-t1), from behind
static order axes_now(double E[3][3], double t[3], lia_euler e, const double a[3], lia_side side) {
  order o = order_of(e), b = o;
  for (int n = 0; n < 3; n++) t[n] = a[o.at[n]];
  if (side == LIA_BASE) {
    axes_in_base(E, &o, t[0], t[1]);
    return o;
  }
  double F[3][3];
  b.i = o.c;
  b.k = o.proper ? o.k : o.i;
  b.s = o.proper ? o.s : -o.s;
  axes_in_base(F, &b, -t[2], -t[1]);
  for (int n = 0; n < 3; n++) lia_copy3(E[n], F[2 - n]);
  return o;
}

void lia_euler_jacobian(double J[9], lia_euler e, const double a[3], lia_side side) {
  double E[3][3], t[3];
  order o = axes_now(E, t, e, a, side);
  for (int n = 0; n < 3; n++)
    for (int r = 0; r < 3; r++) J[3*r + o.at[n]] = E[n][r];
}

void lia_euler_omega(double w[3], lia_euler e, const double a[3], const double ad[3],
    lia_side side) {
  double J[9];
  lia_euler_jacobian(J, e, a, side);
  lia_mv3(w, J, ad);
}

// e_2 is perpendicular to the others: t2' = e_2.w; t1' = w.(e_2 x e_3)/det, t3' = w.(e_1 x
// e_2)/det, det = e_1.(e_2 x e_3) = -sin t2 (c = i) or s cos t2 (c = k)
unsigned lia_euler_rate(double ad[3], lia_euler e, const double a[3], const double w[3],
    lia_side side) {
  double E[3][3], t[3], td[3], c[3];
  order o = axes_now(E, t, e, a, side);
  double det = o.proper ? -sin(t[1]) : o.s * cos(t[1]);
  unsigned flags = fabs(det) < LIA_POLE_NEAR ? LIA_POLE_NO_INVERSE : 0;
  td[1] = lia_dot3(E[1], w);
  if (flags) {
    // e_3 = sigma e_1: t1' + sigma t3' = e_1.w, half each
    td[0] = lia_dot3(E[0], w) / 2;
    td[2] = sigma_of(&o, t[1]) * td[0];
  } else {
    lia_cross3(c, E[1], E[2]);
    td[0] = lia_dot3(c, w) / det;
    lia_cross3(c, E[0], E[1]);
    td[2] = lia_dot3(c, w) / det;
  }
  for (int n = 0; n < 3; n++) ad[o.at[n]] = td[n];
  return flags;
}

// the second axis is carried by the first turn, the third by both:
//   w' = sum e_n t_n'' + t2' (t1' e_1 x e_2) + t3' ((t1' e_1 + t2' e_2) x e_3), in either frame
static void bias_of(double b[3], lia_euler e, const double a[3], const double ad[3],
    lia_side side) {
  double E[3][3], t[3], td[3], w[3], c[3];
  order o = axes_now(E, t, e, a, side);
  for (int n = 0; n < 3; n++) td[n] = ad[o.at[n]];
  lia_scale3(w, td[0], E[0]);
  lia_cross3(c, w, E[1]);
  lia_scale3(b, td[1], c);
  lia_addto3(w, td[1], E[1]);
  lia_cross3(c, w, E[2]);
  lia_addto3(b, td[2], c);
}

void lia_euler_accel(double wd[3], lia_euler e, const double a[3], const double ad[3],
    const double add[3], lia_side side) {
  double b[3];
  bias_of(b, e, a, ad, side);
  lia_euler_omega(wd, e, a, add, side);
  lia_add3(wd, wd, b);
}

unsigned lia_euler_rate2(double add[3], lia_euler e, const double a[3], const double ad[3],
    const double wd[3], lia_side side) {
  double b[3];
  bias_of(b, e, a, ad, side);
  lia_sub3(b, wd, b);
  return lia_euler_rate(add, e, a, b, side);
}
