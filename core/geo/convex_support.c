/* convex_support.c - the points of convex shapes that are furthest in a direction */
#include "geo/convex_inside.h"

#include <string.h>

// corner k of a box: bit j of k says that coordinate j is positive
static void box_corner(double s[3], const lia_convex *C, int k) {
  for (int j = 0; j < 3; j++) s[j] = k >> j & 1 ? C->size[j] : -C->size[j];
}

static int furthest_corner(const lia_convex *C, const double n[3]) {
  int best = 0;
  double most = lia_dot3(C->v, n);
  for (int k = 1; k < C->nv; k++) {
    double h = lia_dot3(C->v + 3*k, n);
    if (h > most) {
      most = h;
      best = k;
    }
  }
  return best;
}

// a circle of radius r about z at height z: s = r n_xy / |n_xy|, its middle where n is along z
static void circle(double s[3], double r, double z, const double n[3]) {
  double len = sqrt(n[0]*n[0] + n[1]*n[1]);
  double per = len > 0 ? r / len : 0;
  lia_set3(s, per * n[0], per * n[1], z);
}

// ds/dn = r/|n_xy| (1 - u u'), u = n_xy / |n_xy|
static void circle_slope(double S[9], double r, const double n[3]) {
  double len2 = n[0]*n[0] + n[1]*n[1], len = sqrt(len2);
  memset(S, 0, 9 * sizeof *S);
  if (len2 == 0) return;
  S[0] = r * n[1]*n[1] / (len2 * len);
  S[1] = S[3] = -r * n[0]*n[1] / (len2 * len);
  S[4] = r * n[0]*n[0] / (len2 * len);
}

// s = E^2 n / |E n|, E the diagonal of half axes
static void ellipsoid(double s[3], const double e[3], const double n[3]) {
  double En[3];
  for (int k = 0; k < 3; k++) En[k] = e[k] * n[k];
  double len = lia_norm3(En);
  for (int k = 0; k < 3; k++) s[k] = len > 0 ? e[k] * En[k] / len : 0;
}

// ds/dn = (E^2 - s s') / |E n|
static void ellipsoid_slope(double S[9], const double e[3], const double n[3], const double s[3]) {
  double En[3];
  for (int k = 0; k < 3; k++) En[k] = e[k] * n[k];
  double len = lia_norm3(En);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      double square = i == j ? e[i]*e[i] : 0;
      S[3*i+j] = len > 0 ? (square - s[i]*s[j]) / len : 0;
    }
}

// which rim of a cylinder, or of a cone its tip (1) or its rim (0)
static int upper_piece(const lia_convex *C, const double n[3]) {
  if (C->kind == LIA_CONVEX_cylinder) return n[2] > 0;
  return 2 * C->size[1] * n[2] > C->size[0] * sqrt(n[0]*n[0] + n[1]*n[1]);
}

static void round_piece(double s[3], const lia_convex *C, int piece, const double n[3]) {
  double z = piece ? C->size[1] : -C->size[1];
  int tip = piece && C->kind == LIA_CONVEX_cone;
  circle(s, tip ? 0 : C->size[0], z, n);
}

int lia_convex_support(double s[3], const lia_convex *C, const double n[3]) {
  int piece = 0;
  switch (C->kind) {
    case LIA_CONVEX_capsule:
      piece = n[2] > 0;
      lia_set3(s, 0, 0, piece ? C->size[1] : -C->size[1]);
      break;
    case LIA_CONVEX_box:
      piece = (n[0] > 0) | (n[1] > 0) << 1 | (n[2] > 0) << 2;
      box_corner(s, C, piece);
      break;
    case LIA_CONVEX_cylinder:
    case LIA_CONVEX_cone:
      piece = upper_piece(C, n);
      round_piece(s, C, piece, n);
      break;
    case LIA_CONVEX_ellipsoid:
      ellipsoid(s, C->size, n);
      break;
    case LIA_CONVEX_polytope:
      piece = furthest_corner(C, n);
      lia_copy3(s, C->v + 3*piece);
      break;
    default:
      lia_set3(s, 0, 0, 0);
  }
  return piece;
}

void lia_convex_piece(double s[3], double S[9], const lia_convex *C, int piece,
    const double n[3]) {
  memset(S, 0, 9 * sizeof *S);
  switch (C->kind) {
    case LIA_CONVEX_box:
      box_corner(s, C, piece);
      break;
    case LIA_CONVEX_polytope:
      lia_copy3(s, C->v + 3*piece);
      break;
    case LIA_CONVEX_cylinder:
    case LIA_CONVEX_cone:
      round_piece(s, C, piece, n);
      if (!(piece && C->kind == LIA_CONVEX_cone)) circle_slope(S, C->size[0], n);
      break;
    case LIA_CONVEX_ellipsoid:
      ellipsoid(s, C->size, n);
      ellipsoid_slope(S, C->size, n, s);
      break;
    case LIA_CONVEX_capsule:
      lia_set3(s, 0, 0, piece ? C->size[1] : -C->size[1]);
      break;
    default:
      lia_set3(s, 0, 0, 0);
  }
}

void lia_convex_vertex_of(lia_convex_vertex *v, const lia_convex_pair *pair, const double n[3]) {
  double back[3], at_B[3], s[3];
  lia_scale3(back, -1, n);
  v->piece_a = lia_convex_support(v->a, pair->A, back);
  lia_frame_vector_back(at_B, &pair->X_AB, n);
  v->piece_b = lia_convex_support(s, pair->B, at_B);
  lia_frame_point(v->b, &pair->X_AB, s);
  lia_sub3(v->w, v->b, v->a);
}

void lia_convex_settle(lia_convex_answer *out, const lia_convex_pair *pair) {
  double back[3], apart[3];
  lia_convex_vertex v;
  lia_scale3(back, -1, out->n);
  lia_convex_vertex_of(&v, pair, back);
  out->distance = lia_dot3(out->n, v.w);
  // both points go onto the planes that hold the cores, and halve what they are apart sideways
  lia_addto3(out->a, lia_dot3(out->n, v.a) - lia_dot3(out->n, out->a), out->n);
  lia_sub3(apart, out->b, out->a);
  lia_addto3(apart, -lia_dot3(out->n, apart), out->n);
  lia_addto3(out->a, 0.5, apart);
  lia_copy3(out->b, out->a);
  lia_addto3(out->b, out->distance, out->n);
}

void lia_convex_square_to(double n[3], const double a[3]) {
  int least = 0;
  for (int k = 1; k < 3; k++)
    if (fabs(a[k]) < fabs(a[least])) least = k;
  double axis[3] = { least == 0, least == 1, least == 2 };
  lia_cross3(n, a, axis);
  lia_unit3(n, n);
}

// ---- what holds it ----

static void corners_bound(lia_convex_bound *z, const lia_convex *C) {
  double low[3], high[3], d[3], most = 0;
  lia_copy3(low, C->v);
  lia_copy3(high, C->v);
  for (int k = 0; k < 3 * C->nv; k++) {
    low[k % 3] = fmin(low[k % 3], C->v[k]);
    high[k % 3] = fmax(high[k % 3], C->v[k]);
  }
  for (int j = 0; j < 3; j++) {
    z->middle[j] = (low[j] + high[j]) / 2;
    z->half[j] = (high[j] - low[j]) / 2;
  }
  for (int k = 0; k < C->nv; k++) {
    lia_sub3(d, C->v + 3*k, z->middle);
    most = fmax(most, lia_norm3(d));
  }
  z->radius = most;
}

void lia_convex_bound_of(lia_convex_bound *z, const lia_convex *C) {
  const double *h = C->size, r = h[0], all = (double)INFINITY;
  lia_set3(z->middle, 0, 0, 0);
  lia_set3(z->half, h[0], h[1], h[2]);
  z->radius = lia_norm3(h);
  switch (C->kind) {
    case LIA_CONVEX_sphere:
      lia_set3(z->half, 0, 0, 0);
      z->radius = 0;
      break;
    case LIA_CONVEX_capsule:
      lia_set3(z->half, 0, 0, h[1]);
      z->radius = h[1];
      break;
    case LIA_CONVEX_cylinder:
    case LIA_CONVEX_cone:
      lia_set3(z->half, r, r, h[1]);
      z->radius = sqrt(r*r + h[1]*h[1]);
      break;
    case LIA_CONVEX_ellipsoid:
      z->radius = fmax(fmax(h[0], h[1]), h[2]);
      break;
    case LIA_CONVEX_polytope:
      corners_bound(z, C);
      break;
    case LIA_CONVEX_plane:
      lia_set3(z->half, all, all, all);
      z->radius = all;
      break;
    default:
      break;
  }
  for (int k = 0; k < 3; k++) z->half[k] += C->radius;
  z->radius += C->radius;
}
