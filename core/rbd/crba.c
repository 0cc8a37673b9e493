/* crba.c - the mass matrix in numbers: composite bodies in base axes, four nodes at a time */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3,no-tree-slp-vectorize")
#endif

#include "rbd/crba.h"

#include "rbd/columns.h"

/* the upper half of row j: S_j . F_c for the columns c of its tree. May write zeros before and after, never beyond M */
static inline void fill_row(const double *S, const double *F, int n, int nv, int j, int end, double *M) {
  static const double keep[7] = { 1, 1, 1, 1, 0, 0, 0 };
  double *row = M + (size_t)j * (size_t)nv, rest[4];
  NUM4 s0 = number4(LANE(S, 0)[j]), s1 = number4(LANE(S, 1)[j]), s2 = number4(LANE(S, 2)[j]);
  NUM4 s3 = number4(LANE(S, 3)[j]), s4 = number4(LANE(S, 4)[j]), s5 = number4(LANE(S, 5)[j]);
  for (int c = j & ~3; c < end; c += 4) {
    NUM4 x = s0 * load4(LANE(F, 0) + c), y = s3 * load4(LANE(F, 3) + c);
    x = fma4(s1, load4(LANE(F, 1) + c), x);
    y = fma4(s4, load4(LANE(F, 4) + c), y);
    x = fma4(s2, load4(LANE(F, 2) + c), x) + fma4(s5, load4(LANE(F, 5) + c), y);
    if (c + 4 > end) x *= load4(keep + (c + 4 - end));
    if (j * nv + c + 4 <= nv * nv) { store4(row + c, x); continue; }
    store4(rest, x);
    for (int k = 0; c + k < nv; k++) row[c+k] = rest[k];
  }
}

static void fill(const lia_model *m, const double *S, const double *F, double *M) {
  for (int j = 0; j < m->jv; j++) fill_row(S, F, m->lanes, m->jv, j, m->col[j].end, M);
}

/* the lower half from the upper one */
static void mirror(double *M, int nv) {
  const size_t n = (size_t)nv;
  for (size_t j = 0; j < n; j += 4) {
    for (size_t r = j; r < j + 4 && r < n; r++)
      for (size_t c = r + 1; c < j + 4 && c < n; c++) M[c*n+r] = M[r*n+c];
    size_t c = j + 4;
    for (; c + 4 <= n; c += 4) {
      NUM4 a = load4(M + j*n + c), b = load4(M + (j+1)*n + c), e = load4(M + (j+2)*n + c), f = load4(M + (j+3)*n + c);
      transpose4(&a, &b, &e, &f);
      store4(M + c*n + j, a);
      store4(M + (c+1)*n + j, b);
      store4(M + (c+2)*n + j, e);
      store4(M + (c+3)*n + j, f);
    }
    for (; c < n; c++)
      for (size_t r = j; r < j + 4; r++) M[c*n+r] = M[r*n+c];
  }
}

/* H, upper half, by columns */
static void mass_columns(const lia_model *m, lia_data *d, const double *q, double *H) {
  const size_t n = (size_t)m->jv;
  tree_poses(m, d, q);
  own_inertia(m, d);
  add_trees(m, d->C, 3);
  momenta(m, d);
  if (!m->chain) memset(H, 0, sizeof *H * n * n);
  fill(m, d->S, d->F, H);
  for (size_t c = 0; c < n; c++) H[c * (n + 1)] += m->armature[m->col[c].v];
}

/* M of the user's velocities from H of the columns */
static void scatter(const lia_model *m, const double *H, double *M) {
  const size_t n = (size_t)m->jv;
  for (int k = 0; k < m->nv * m->nv; k++) M[k] = 0;
  for (size_t r = 0; r < n; r++)
    for (size_t c = 0; c < n; c++) {
      int i = m->col[r].v, j = m->col[c].v;
      double *o = &M[m->lead_v[i] * m->nv + m->lead_v[j]];
      *o = lia_fma(m->dof[i].scale * m->dof[j].scale, H[r*n+c], *o);
    }
}

void lia_crba(const lia_model *m, lia_data *d, const double *q, double *M) {
  const int plain = m->in_order && !m->mapped;
  double *H = plain ? M : d->H;  // has more room than jv x jv
  mass_columns(m, d, joint_q(m, d, q), H);
  mirror(H, m->jv);
  if (!plain) scatter(m, H, M);
}
