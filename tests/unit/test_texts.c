/* test_texts.c - texts that the engine does not speak, spoken in numbers: they are what its faster forms in base axes compute */
#include "rbd/aba.h"
#include "rbd/crba.h"

#include "rbd/tree_num.h"

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
  double D[TREE_NV], u[TREE_NV];
} text_data;

#define ARTICULATED articulated
#undef DATA
#define DATA text_data
#undef NAME
#define NAME(f) text_##f

#include "rbd/place_text.h"

static inline void text_subspace_column(const NODE *N, int k, VEC *u, VEC *w) {
  double e[TREE_NV] = { 0 };
  e[N->iv + k] = 1;
  text_subspace_mul(N, e, u, w);
}

#include "rbd/aba_text.h"
#include "rbd/mass_text.h"

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
    if (!m->mapped) {
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
