/* dh.c - Denavit-Hartenberg parameters: standard, modified, Khalil-Kleinfinger; to poses, back,
 * into each other */
#include "geo/dh.h"

#include "base/assert.h"
#include "num/sincos.h"

// Rx(alpha) Tx(a): a screw along x
static void screw_x(lia_frame *X, double alpha, double a) {
  double c, s;
  lia_sincos1(alpha, &s, &c);
  *X = (lia_frame){ { 1, 0, 0, 0, c, -s, 0, s, c }, { a, 0, 0 } };
}

// Rz(theta) Tz(d)
static void screw_z(lia_frame *X, double theta, double d) {
  double c, s;
  lia_sincos1(theta, &s, &c);
  *X = (lia_frame){ { c, -s, 0, s, c, 0, 0, 0, 1 }, { 0, 0, d } };
}

void lia_dh_frame(lia_frame *X, lia_dh_kind kind, const lia_dh *row) {
  LIA_ASSERT((unsigned)kind <= LIA_DH_khalil);
  lia_frame Sx, Sz;
  screw_x(&Sx, row->alpha, row->a);
  screw_z(&Sz, row->theta, row->d);
  if (kind == LIA_DH_standard) lia_frame_mul(X, &Sz, &Sx);
  else lia_frame_mul(X, &Sx, &Sz);
  if (kind == LIA_DH_khalil) {
    screw_z(&Sz, row->gamma, row->b);
    lia_frame_mul(X, &Sz, X);
  }
}

// ---- the row of a pose --------------------------------------------------------------------------

static const double pi = 3.14159265358979323846;
// smaller sines of alpha: r = p.n / sin alpha would lose more than it says
static const double parallel = 1e-8;

// R = [ct . .; st . .; 0 sa ca],  p = (a ct, a st, d)
static unsigned of_standard(lia_dh *row, lia_dh_off *off, const lia_frame *X) {
  const double *R = X->R, *p = X->p;
  unsigned lost = hypot(R[0], R[3]) < LIA_POLE_NEAR;
  row->theta = lost ? 0 : atan2(R[3], R[0]);
  row->alpha = lost ? 0 : atan2(R[7], R[8]);
  double c, s;
  lia_sincos1(row->theta, &s, &c);
  row->a = p[0]*c + p[1]*s;
  row->d = p[2];
  *off = (lia_dh_off){ fabs(R[6]), fabs(p[1]*c - p[0]*s) };
  return lost ? LIA_POLE_AMBIGUOUS : 0;
}

// R = [ct -st 0; . . -sa; . . ca],  p = (a, -d sa, d ca)
static unsigned of_modified(lia_dh *row, lia_dh_off *off, const lia_frame *X) {
  const double *R = X->R, *p = X->p;
  unsigned lost = hypot(R[5], R[8]) < LIA_POLE_NEAR;
  row->alpha = lost ? 0 : atan2(-R[5], R[8]);
  row->theta = lost ? 0 : atan2(-R[1], R[0]);
  double c, s;
  lia_sincos1(row->alpha, &s, &c);
  row->a = p[0];
  row->d = p[2]*c - p[1]*s;
  *off = (lia_dh_off){ fabs(R[2]), fabs(p[1]*c + p[2]*s) };
  return lost ? LIA_POLE_AMBIGUOUS : 0;
}

// the axes are parallel: R = Rz(gamma + theta), or Rz(gamma - theta) Rx(pi) where they point
// against each other
static unsigned of_parallel(lia_dh *row, const lia_frame *X) {
  const double *R = X->R, *p = X->p;
  int against = R[8] < 0;
  row->alpha = against ? pi : 0;
  row->a = hypot(p[0], p[1]);
  row->gamma = row->a > 0 ? atan2(p[1], p[0]) : 0;   // a signed zero has a direction of its own
  row->theta = atan2(R[3], R[0]) - row->gamma;
  if (against) row->theta = -row->theta;
  row->b = p[2];
  return LIA_POLE_GIMBAL;
}

// R = Rz(gamma) Rx(alpha) Rz(theta)                                           [thesis (2.4), E5]
// p = (a cg + d sg sa, a sg - d cg sa, d ca + b)
static unsigned of_khalil(lia_dh *row, lia_dh_off *off, const lia_frame *X, int branch) {
  const double *R = X->R, *p = X->p, sign = branch < 0 ? -1 : 1;
  *off = (lia_dh_off){ 0, 0 };
  double sa = hypot(R[2], R[5]);
  if (sa < parallel) {
    off->turn = sa;
    return of_parallel(row, X);
  }
  row->alpha = sign * atan2(sa, R[8]);
  row->gamma = atan2(sign * R[2], -sign * R[5]);
  row->theta = atan2(sign * R[6], sign * R[7]);
  double c, s;
  lia_sincos1(row->gamma, &s, &c);
  row->a = p[0]*c + p[1]*s;
  row->d = (p[0]*s - p[1]*c) / (sign * sa);
  row->b = p[2] - row->d * R[8];
  return 0;
}

unsigned lia_dh_of_frame(lia_dh *row, lia_dh_off *off, lia_dh_kind kind, const lia_frame *X,
    int branch) {
  lia_dh_off none;
  if (!off) off = &none;
  *row = (lia_dh){ 0 };
  if (kind == LIA_DH_standard) return of_standard(row, off, X);
  if (kind == LIA_DH_modified) return of_modified(row, off, X);
  return of_khalil(row, off, X, branch);
}

// ---- chains -------------------------------------------------------------------------------------

void lia_dh_chain_frame(lia_frame *X, lia_frame *each, const lia_dh_chain *c) {
  *X = c->base;
  for (int i = 0; i < c->n; i++) {
    lia_frame step;
    lia_dh_frame(&step, c->kind, c->row + i);
    lia_frame_mul(X, X, &step);
    if (each) each[i] = *X;
  }
  lia_frame_mul(X, X, &c->tool);
}

// take a screw along x out of X, leaving the identity; zeros, and X as it is, if X is something
// else
static void take_screw_x(double *alpha, double *a, lia_frame *X) {
  lia_frame Sx;
  double dist, angle;
  screw_x(&Sx, atan2(X->R[7], X->R[8]), X->p[0]);
  lia_frame_apart(&dist, &angle, &Sx, X);
  *alpha = *a = 0;
  if (dist > 1e-12 * (1 + fabs(X->p[0])) || angle > 1e-12) return;
  *alpha = atan2(X->R[7], X->R[8]);
  *a = X->p[0];
  *X = LIA_FRAME_IDENTITY;
}

// frame i of standard is frame i of modified moved by Rx(alpha) Tx(a) of the standard row
static void standard_to_modified(lia_dh_chain *c) {
  double alpha, a;
  lia_frame Sx;
  take_screw_x(&alpha, &a, &c->base);
  for (int i = 0; i < c->n; i++) {
    lia_dh *row = c->row + i;
    double next_alpha = row->alpha, next_a = row->a;
    screw_x(&Sx, next_alpha, next_a);
    if (c->body) lia_inertia_to(c->body + i, &Sx, c->body + i);
    row->alpha = alpha; row->a = a;
    alpha = next_alpha; a = next_a;
  }
  screw_x(&Sx, alpha, a);
  lia_frame_mul(&c->tool, &Sx, &c->tool);
}

static void modified_to_standard(lia_dh_chain *c) {
  double alpha, a;
  lia_frame Sx;
  take_screw_x(&alpha, &a, &c->tool);
  for (int i = c->n - 1; i >= 0; i--) {
    lia_dh *row = c->row + i;
    double next_alpha = row->alpha, next_a = row->a;
    screw_x(&Sx, alpha, a);
    if (c->body) lia_inertia_from(c->body + i, &Sx, c->body + i);
    row->alpha = alpha; row->a = a;
    alpha = next_alpha; a = next_a;
  }
  screw_x(&Sx, alpha, a);
  lia_frame_mul(&c->base, &c->base, &Sx);
}

// Rz(gamma) Tz(b) of a row and Rz(theta) Tz(d) of the row before are along one axis
static void khalil_to_modified(lia_dh_chain *c) {
  lia_frame Sz;
  for (int i = 0; i < c->n; i++) {
    lia_dh *row = c->row + i;
    screw_z(&Sz, row->gamma, row->b);
    if (i == 0) {
      lia_frame_mul(&c->base, &c->base, &Sz);
    } else {
      row[-1].theta += row->gamma;
      row[-1].d += row->b;
      if (c->body) lia_inertia_from(c->body + i - 1, &Sz, c->body + i - 1);
    }
    row->gamma = row->b = 0;
  }
}

void lia_dh_convert(lia_dh_chain *c, lia_dh_kind to) {
  LIA_ASSERT((unsigned)c->kind <= LIA_DH_khalil && c->n >= 0 && (c->row || c->n == 0));
  if (c->kind == to) return;
  // everything goes through modified
  if (c->kind == LIA_DH_standard) standard_to_modified(c);
  if (c->kind == LIA_DH_khalil) khalil_to_modified(c);
  if (to == LIA_DH_standard) modified_to_standard(c);
  c->kind = to;
}
