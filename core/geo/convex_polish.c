/* convex_polish.c - nearest points of curved shapes by Newton on the conditions of optimality */
#include "geo/convex_inside.h"

#include <string.h>

// The cores are hulls of pieces a_i(n), b_j(n): the points of the pieces furthest along n and -n.
// Nearest points are sums of some of them, and square to n; the active pieces are equally far:
//
//   sum mu_j b_j(n) - sum lambda_i a_i(n) = d n,   |n| = 1,   sum lambda = 1,   sum mu = 1,
//   n.(a_i - a_0) = 0,   n.(b_j - b_0) = 0
//
// in n, d, lambda, mu. As n.da_i/dn = 0, the last rows have the slopes a_i - a_0, b_j - b_0.

enum { PIECES = 5, MOST = 4 + 2 * PIECES, STEPS = 12 };

typedef struct { int piece[2][PIECES], n[2]; double weight[2][PIECES]; } active;

static void join_piece(active *z, int side, int piece, double weight) {
  for (int k = 0; k < z->n[side]; k++)
    if (z->piece[side][k] == piece) {
      z->weight[side][k] += weight;
      return;
    }
  z->piece[side][z->n[side]] = piece;
  z->weight[side][z->n[side]++] = weight;
}

static void active_of(active *z, const lia_convex_simplex *s) {
  z->n[0] = z->n[1] = 0;
  for (int k = 0; k < s->n; k++) {
    join_piece(z, 0, s->v[k].piece_a, s->weight[k]);
    join_piece(z, 1, s->v[k].piece_b, s->weight[k]);
  }
}

static void shorten(double p[3], double S[9], const lia_convex_pair *pair) {
  lia_scale3(p, 1 / pair->scale, p);
  for (int k = 0; k < 9; k++) S[k] /= pair->scale;
}

// a piece of either side in A's axes, far along n (side 0) or -n (side 1); S: by n. In lengths of
// the pair's scale, so that rounding is the same for all sizes
static void placed_piece(double p[3], double S[9], const lia_convex_pair *pair, int side, int piece,
    const double n[3]) {
  if (!side) {
    lia_convex_piece(p, S, pair->A, piece, n);
    shorten(p, S, pair);
    return;
  }
  double at_B[3], s[3], T[9], RT[9];
  lia_frame_vector_back(at_B, &pair->X_AB, n);
  lia_scale3(at_B, -1, at_B);
  lia_convex_piece(s, T, pair->B, piece, at_B);
  lia_frame_point(p, &pair->X_AB, s);
  lia_mul33(RT, pair->X_AB.R, T);
  lia_mult33(S, RT, pair->X_AB.R);
  for (int k = 0; k < 9; k++) S[k] = -S[k];
  shorten(p, S, pair);
}

// residual and matrix of the system, N wide: n, d, lambda, mu; returns the largest residual
static double system_of(double *M, double *r, int N, const active *z, const double n[3], double d,
    const lia_convex_pair *pair) {
  memset(M, 0, sizeof *M * (size_t)(N * N));
  memset(r, 0, sizeof *r * (size_t)N);
  for (int i = 0; i < 3; i++) {
    r[i] = -d * n[i];
    M[N*i+i] = -d;
    M[N*i+3] = -n[i];
    M[N*3+i] = n[i];
  }
  r[3] = (lia_dot3(n, n) - 1) / 2;
  int row = 4, column = 4;
  for (int side = 0; side < 2; side++) {
    double sign = side ? 1 : -1, first[3] = { 0, 0, 0 }, p[3], S[9], apart[3];
    int sum = row++;
    r[sum] = -1;
    for (int k = 0; k < z->n[side]; k++, column++) {
      double weight = z->weight[side][k];
      placed_piece(p, S, pair, side, z->piece[side][k], n);
      for (int i = 0; i < 3; i++) {
        r[i] += sign * weight * p[i];
        M[N*i+column] = sign * p[i];
        for (int j = 0; j < 3; j++) M[N*i+j] += sign * weight * S[3*i+j];
      }
      r[sum] += weight;
      M[N*sum+column] = 1;
      if (k == 0) {
        lia_copy3(first, p);
        continue;
      }
      lia_sub3(apart, p, first);
      r[row] = lia_dot3(n, apart);
      for (int j = 0; j < 3; j++) M[N*row+j] = apart[j];
      row++;
    }
  }
  double most = 0;
  for (int k = 0; k < N; k++) most = fmax(most, fabs(r[k]));
  return most;
}

static void step_by(active *z, double n[3], double *d, const double *x) {
  for (int k = 0; k < 3; k++) n[k] -= x[k];
  *d -= x[3];
  const double *at = x + 4;
  for (int side = 0; side < 2; side++)
    for (int k = 0; k < z->n[side]; k++) z->weight[side][k] -= *at++;
}

static int all_positive(const active *z) {
  for (int side = 0; side < 2; side++)
    for (int k = 0; k < z->n[side]; k++)
      if (!(z->weight[side][k] > -1e-9)) return 0;
  return 1;
}

static void swap_numbers(double *a, double *b) {
  double c = *a;
  *a = *b;
  *b = c;
}

// x = M^-1 x by elimination with the largest pivot of all (N at most 14). What is left when it is
// rounding stays 0: where features are parallel or touch, one of many answers
static void solve_some(double *M, double *x, int N) {
  int at[MOST], rank = 0;
  double y[MOST];
  for (int k = 0; k < N; k++) at[k] = k;
  for (; rank < N; rank++) {
    int p = rank, q = rank, k = rank;
    for (int i = k; i < N; i++)
      for (int j = k; j < N; j++)
        if (fabs(M[N*i+j]) > fabs(M[N*p+q])) {
          p = i;
          q = j;
        }
    if (!(fabs(M[N*p+q]) > 1e-11)) break;
    for (int j = 0; j < N; j++) swap_numbers(&M[N*k+j], &M[N*p+j]);
    for (int i = 0; i < N; i++) swap_numbers(&M[N*i+k], &M[N*i+q]);
    swap_numbers(&x[k], &x[p]);
    int column = at[k];
    at[k] = at[q];
    at[q] = column;
    for (int i = k + 1; i < N; i++) {
      double by = M[N*i+k] / M[N*k+k];
      for (int j = k + 1; j < N; j++) M[N*i+j] -= by * M[N*k+j];
      x[i] -= by * x[k];
    }
  }
  memset(y, 0, sizeof y);
  for (int i = rank - 1; i >= 0; i--) {
    double sum = x[i];
    for (int j = i + 1; j < rank; j++) sum -= M[N*i+j] * y[at[j]];
    y[at[i]] = sum / M[N*i+i];
  }
  memcpy(x, y, sizeof *x * (size_t)N);
}

static int newton_steps(active *z, double n[3], double *d, const lia_convex_pair *pair) {
  int N = 4 + z->n[0] + z->n[1];
  double M[MOST * MOST], r[MOST];
  for (int k = 0; k < STEPS; k++) {
    double off = system_of(M, r, N, z, n, *d, pair);
    if (!(off < 1e6)) return 0;
    if (off <= 4e-16) return 1;
    solve_some(M, r, N);
    step_by(z, n, d, r);
  }
  return system_of(M, r, N, z, n, *d, pair) <= 1e-14;
}

// the cap of side's shape outwards along n, where n is nearly its normal: that normal, in A's axes
static int cap_normal(double m[3], const lia_convex_pair *pair, int side, const double n[3]) {
  const lia_convex *C = side ? pair->B : pair->A;
  double out = side ? -1 : 1, z[3] = { 0, 0, 1 }, up = n[2];
  if (C->kind != LIA_CONVEX_cylinder && C->kind != LIA_CONVEX_cone) return 0;
  if (side) {
    lia_set3(z, pair->X_AB.R[2], pair->X_AB.R[5], pair->X_AB.R[8]);
    up = lia_dot3(n, z);
  }
  if (!(fabs(up) > 1 - 1e-6) || (C->kind == LIA_CONVEX_cone && out * up > 0)) return 0;
  lia_scale3(m, up > 0 ? 1 : -1, z);
  return 1;
}

static int is_within_cap(const lia_convex_pair *pair, int side, const double q[3]) {
  const lia_convex *C = side ? pair->B : pair->A;
  double p[3];
  lia_copy3(p, q);
  if (side) lia_frame_point_back(p, &pair->X_AB, q);
  return p[0]*p[0] + p[1]*p[1] <= C->size[0] * C->size[0] * (1 + 1e-14);
}

// a flat cap of one and a point of the other above it: n is the cap's normal, where the rim has no
// slope for Newton
static int on_cap(lia_convex_answer *out, const active *z, const lia_convex_pair *pair, int side) {
  double m[3], back[3], q[3];
  if (!cap_normal(m, pair, side, out->n)) return 0;
  lia_convex_vertex v;
  lia_scale3(back, -1, m);
  lia_convex_vertex_of(&v, pair, back);
  int alone = z->n[!side] == 1;
  if (side) lia_copy3(q, alone ? v.a : out->a);
  else lia_copy3(q, alone ? v.b : out->b);
  double off = lia_dot3(m, side ? v.a : v.b) - lia_dot3(m, q);
  if (!(fabs(off) <= lia_convex_sure * pair->scale) || !is_within_cap(pair, side, q)) return 0;
  lia_copy3(out->n, m);
  lia_copy3(out->a, q);
  lia_copy3(out->b, q);
  lia_convex_settle(out, pair);
  out->gap = 0;
  return 1;
}

// from this active set; 1 where its points are on the supports along their normal n
static int polish_with(lia_convex_answer *out, active *z, const lia_convex_pair *pair,
    double n[3]) {
  double d = out->distance / pair->scale;
  lia_copy3(n, out->n);
  if (!newton_steps(z, n, &d, pair) || !all_positive(z)) return 0;
  if (lia_dot3(n, out->n) < 0.9) return 0;
  lia_convex_answer polished = { .distance = 0 };
  lia_unit3(polished.n, n);
  for (int side = 0; side < 2; side++)
    for (int k = 0; k < z->n[side]; k++) {
      double p[3], S[9];
      placed_piece(p, S, pair, side, z->piece[side][k], n);
      lia_addto3(side ? polished.b : polished.a, z->weight[side][k] * pair->scale, p);
    }
  lia_convex_settle(&polished, pair);
  // a piece that was left out stands nearer: this is no answer
  polished.gap = fabs(d * pair->scale - polished.distance);
  if (!(polished.gap <= lia_convex_sure * pair->scale)) return 0;
  *out = polished;
  return 1;
}

int lia_convex_polish(lia_convex_answer *out, const lia_convex_simplex *s,
    const lia_convex_pair *pair) {
  active z;
  double n[3], back[3];
  active_of(&z, s);
  if (on_cap(out, &z, pair, 0) || on_cap(out, &z, pair, 1)) return 1;
  if (polish_with(out, &z, pair, n)) return 1;
  // a piece further along the normal that was found may be one of those that are missing
  lia_convex_vertex v;
  int before = z.n[0] + z.n[1];
  lia_scale3(back, -1, n);
  lia_convex_vertex_of(&v, pair, back);
  join_piece(&z, 0, v.piece_a, 0);
  join_piece(&z, 1, v.piece_b, 0);
  return z.n[0] + z.n[1] > before && polish_with(out, &z, pair, n);
}
