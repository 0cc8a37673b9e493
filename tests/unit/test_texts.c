/* test_texts.c - texts that the engine does not speak, spoken in numbers: they are what its faster
 * forms in base axes compute */
#include "rbd/aba.h"
#include "rbd/coriolis.h"
#include "rbd/crba.h"
#include "rbd/rnea.h"

#include "rbd/fast/tree_num.h"

#include "house.h"
#include "trees.h"

/* what aba_text.h asks of its memory besides what lia_data has */
typedef struct articulated { lia_sym3 M; lia_mat3 H; lia_sym3 I; lia_vec3 f, n; } articulated;
typedef struct text_data {
  double *sin, *cos;
  lia_kin *kin;
  lia_composite *comp;
  articulated art[TREE_NV + TREE_MOST + 1];
  lia_vec3 Uf[TREE_NV], Un[TREE_NV];
  double D[TREE_NV], u[TREE_NV], round[TREE_NV];
} text_data;

#define ARTICULATED articulated
#undef DATA
#define DATA text_data
#undef NAME
#define NAME(f) text_##f

#include "rbd/text/place_text.h"

static inline void text_subspace_column(const NODE *N, int k, VEC *u, VEC *w) {
  double e[TREE_NV] = { 0 };
  e[N->iv + k] = 1;
  text_subspace_mul(N, e, u, w);
}

#include "rbd/text/aba_text.h"
#include "rbd/text/mass_text.h"
#include "rbd/text/runs_text.h"
#include "rbd/text/christoffel_text.h"
#include "rbd/text/coriolis_text.h"

LIA_TEST(texts, body_axes_and_base_axes_agree) {
  static double M[TREE_NV * TREE_NV], want[TREE_NV * TREE_NV];
  static text_data t;
  lia_rng r = lia_rng_seed(31);
  for (int i = 0; i < 300; i++) {
    lia_model *m = tree(&r);
    lia_data *d = tree_data(m);
    tree_state s = tree_random(m, &r);
    double a[TREE_NV], b[TREE_NV], size = 1;
    t.sin = d->sin, t.cos = d->cos, t.kin = d->kin, t.comp = d->comp;
    if (!m->has_mimic) {
      lia_aba(m, d, s.q, s.v, s.a, a);   // s.a for forces
      joint_q(m, d, s.q);
      text_articulated_outward(m, &t, s.q, s.v);
      text_articulated_inward(m, &t, s.a);
      text_articulated_accelerations(m, &t, ground(m), b);
      for (int k = 0; k < m->nv; k++) size = fmax(size, fabs(a[k]));
      tree_same(b, a, m->nv, 1e-8, size, "a");
      lia_crba(m, d, s.q, want);
      text_mass_matrix(m, &t, joint_q(m, d, s.q), M);
      tree_same(M, want, m->nv * m->nv, 1e-11, 10, "M");
    }
    lia_free(d);
    lia_free(m);
  }
}

/* turns and slides alone, half of them along the axis of the one before */
static lia_model *turns_and_slides(lia_rng *r, int n) {
  lia_body_def b[TREE_MOST];
  for (int i = 0; i < n; i++) {
    b[i] = tree_body(r, lia_rng_below(r, 3) ? i - 1 : (int)lia_rng_below(r, (uint64_t)i + 1) - 1,
        lia_rng_below(r, 3) ? LIA_JOINT_revolute : LIA_JOINT_prismatic);
    if (lia_rng_below(r, 2)) continue;
    for (int k = 0; k < 9; k++) b[i].X_PJ.R[k] = b[i].X_JB.R[k] = k % 4 == 0;
    for (int k = 0; k < 3; k++) b[i].axis[k] = k == 2;
  }
  return tree_new(b, n, r);
}

typedef struct symbols { int n; double *B, *P; } symbols;

static void put(void *of, int i, int j, int k, double x) {
  symbols *o = of;
  const int n = o->n, a = j < k ? j : k, b = j < k ? k : j;
  if (j == k) o->B[i * n + j] += x;
  else o->P[i * (n * (n - 1) / 2) + a * n - a * (a + 1) / 2 + b - a - 1] += 2 * x;
}

LIA_TEST(texts, symbols_of_runs_and_forces_carried_inwards_are_those_of_the_engine) {
  enum { ALL = TREE_MOST + 1, N = TREE_NV };
  static text_axes before[ALL], behind[ALL];
  static text_seen see[ALL * ALL], see_behind[ALL * ALL];
  static text_moved moved[ALL];
  static lia_vec3 rate[2 * ALL * ALL];
  static double M[N * N], C[N * N], B[N * N], P[N * N * N], E[N], want[N * N * N], work[N * N];
  static text_data t;
  text_views V = { before, behind, see, see_behind };
  lia_rng r = lia_rng_seed(37);
  int along = 0;
  for (int i = 0; i < 300; i++) {
    lia_model *m = turns_and_slides(&r, 1 + i % (TREE_MOST - 1));
    lia_data *d = tree_data(m);
    tree_state s = tree_random(m, &r);
    const int n = m->nv;
    t.sin = d->sin, t.cos = d->cos, t.kin = d->kin, t.comp = d->comp;
    memset(B, 0, sizeof B), memset(P, 0, sizeof P);
    text_christoffel(m, &t, joint_q(m, d, s.q), vec_of(m->gravity), &V, M, E, put,
        &(symbols){ n, B, P });
    for (int k = 1; k <= m->nnode; k++) along += before[k].base != m->node[k].parent;
    lia_crba(m, d, s.q, want);
    tree_same(M, want, n * n, 1e-11, 10, "M of the symbols");
    lia_rnea_gravity(m, d, s.q, want);
    for (int k = 0; k < n; k++) E[k] = -E[k];
    tree_same(E, want, n, 1e-11, 100, "gravity");
    lia_coriolis_split(m, d, s.q, want, want + n * n, work);
    tree_same(B, want, n * n, 1e-11, 10, "factors of squares");
    tree_same(P, want + n * n, n * (n * (n - 1) / 2), 1e-11, 10, "factors of products");
    text_coriolis(m, &t, joint_q(m, d, s.q), s.v, &V, moved, rate, M, C);
    lia_crba(m, d, s.q, want);
    tree_same(M, want, n * n, 1e-11, 10, "M carried");
    lia_coriolis(m, d, s.q, s.v, want);
    tree_same(C, want, n * n, 1e-11, 10, "C carried");
    lia_free(d);
    lia_free(m);
  }
  cr_assert_gt(along, 200, "%d joints went on along an axis", along);
}
