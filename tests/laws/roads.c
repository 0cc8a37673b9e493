/* roads.c - forward dynamics undoes inverse dynamics, by every road; derivatives are those of
 * differences; nothing allocates */
#include "rbd/aba.h"
#include "rbd/crba.h"
#include "rbd/deriv.h"
#include "rbd/forward.h"
#include "rbd/fk.h"
#include "rbd/rnea.h"

#include "house.h"
#include "trees.h"

static double M[TREE_NV * TREE_NV], W[TREE_NV * TREE_NV], X[TREE_NV * TREE_NV],
    Y[TREE_NV * TREE_NV];

static double most(const double *x, int n) {
  double s = 1;
  for (int k = 0; k < n; k++) s = fmax(s, fabs(x[k]));
  return s;
}

LIA_TEST(roads, undoes_inverse_dynamics_by_every_road) {
  lia_rng r = lia_rng_seed(21);
  for (int i = 0; i < 1000; i++) {
    lia_model *m = tree(&r);
    lia_data *d = tree_data(m);
    tree_state s = tree_random(m, &r);
    double tau[TREE_NV], a[TREE_NV], b[TREE_NV];
    lia_rnea(m, d, s.q, s.v, s.a, tau);
    lia_aba(m, d, s.q, s.v, tau, a);
    lia_forward_factor(m, d, s.q, s.v, tau, b);
    tree_same(a, s.a, m->nv, 1e-8, most(s.a, m->nv), "aba");
    tree_same(b, s.a, m->nv, 1e-8, most(s.a, m->nv), "factor");
    lia_free(d);
    lia_free(m);
  }
}

LIA_TEST(roads, inverse_of_the_mass_matrix_is_one) {
  lia_rng r = lia_rng_seed(22);
  for (int i = 0; i < 1000; i++) {
    lia_model *m = tree(&r);
    lia_data *d = tree_data(m);
    tree_state s = tree_random(m, &r);
    const int n = m->nv;
    lia_crba(m, d, s.q, M);
    lia_forward_minv(m, d, s.q, W);
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++) {
        double x = 0;
        for (int l = 0; l < n; l++) x += M[j*n+l] * W[l*n+k];
        cr_assert_float_eq(x, j == k, 1e-8, "(M M^-1)[%d][%d] = %g", j, k, x);
      }
    lia_free(d);
    lia_free(m);
  }
}

/* column k of df/dq, f = tau or a, by differences along the tangent */
typedef void force(const lia_model *, lia_data *, const double *, const double *, const double *,
    double *);

static void column_q(force *f, const lia_model *m, lia_data *d, const tree_state *s,
    const double *x, int k, double *out) {
  const double h = 1e-5;
  double e[TREE_NV] = { 0 }, q[TREE_NQ], hi[TREE_NV], lo[TREE_NV];
  e[k] = 1;
  lia_model_step(m, s->q, e, h, q);
  f(m, d, q, s->v, x, hi);
  lia_model_step(m, s->q, e, -h, q);
  f(m, d, q, s->v, x, lo);
  for (int j = 0; j < m->nv; j++) out[j] = (hi[j] - lo[j]) / (2 * h);
}

static void column_v(force *f, const lia_model *m, lia_data *d, const tree_state *s,
    const double *x, int k, double *out) {
  const double h = 1e-5;
  double v[TREE_NV], hi[TREE_NV], lo[TREE_NV];
  memcpy(v, s->v, sizeof v);
  v[k] = s->v[k] + h;
  f(m, d, s->q, v, x, hi);
  v[k] = s->v[k] - h;
  f(m, d, s->q, v, x, lo);
  for (int j = 0; j < m->nv; j++) out[j] = (hi[j] - lo[j]) / (2 * h);
}

static void derivatives_agree(force *f, const lia_model *m, lia_data *d, const tree_state *s,
    const double *x, const double *dq, const double *dv,
    double tol) {
  double col[TREE_NV], got[TREE_NV];
  double size = fmax(most(dq, m->nv * m->nv), most(dv, m->nv * m->nv));
  for (int k = 0; k < m->nv; k++) {
    column_q(f, m, d, s, x, k, col);
    for (int j = 0; j < m->nv; j++) got[j] = dq[j * m->nv + k];
    tree_same(got, col, m->nv, tol, size, "d/dq");
    column_v(f, m, d, s, x, k, col);
    for (int j = 0; j < m->nv; j++) got[j] = dv[j * m->nv + k];
    tree_same(got, col, m->nv, tol, size, "d/dv");
  }
}

LIA_TEST(roads, derivatives_of_inverse_dynamics_are_exact) {
  lia_rng r = lia_rng_seed(23);
  for (int i = 0; i < 1000; i++) {
    lia_model *m = i < 60 ? tree_of(&r, 1 + i % 6, i % LIA_JOINT_COUNT) : tree(&r);
    lia_data *d = tree_data(m);
    tree_state s = tree_random(m, &r);
    lia_deriv_inverse(m, d, s.q, s.v, s.a, X, Y);
    derivatives_agree(lia_rnea, m, d, &s, s.a, X, Y, 1e-8);
    lia_free(d);
    lia_free(m);
  }
}

LIA_TEST(roads, derivatives_of_forward_dynamics_are_exact) {
  lia_rng r = lia_rng_seed(24);
  for (int i = 0; i < 1000; i++) {
    lia_model *m = tree(&r);
    lia_data *d = tree_data(m);
    tree_state s = tree_random(m, &r);
    double a[TREE_NV], b[TREE_NV];
    lia_deriv_forward(m, d, s.q, s.v, s.a, a, X, Y, W);
    lia_forward(m, d, s.q, s.v, s.a, b);
    tree_same(a, b, m->nv, 0, 0, "a");
    derivatives_agree(lia_forward_quick, m, d, &s, s.a, X, Y, 1e-6);
    lia_forward_minv(m, d, s.q, M);
    tree_same(W, M, m->nv * m->nv, 1e-12, most(M, m->nv * m->nv), "d/dtau");
    lia_free(d);
    lia_free(m);
  }
}

// algorithms write into their data and the results, and nowhere else
LIA_TEST(roads, no_algorithm_asks_for_memory) {
  lia_rng r = lia_rng_seed(25);
  for (int i = 0; i < 20; i++) {
    lia_model *m = tree(&r);
    lia_data *d = tree_data(m);
    tree_state s = tree_random(m, &r);
    lia_frame F[TREE_MOST];
    double a[TREE_NV];
    size_t before = lia_mem_count();
    lia_mem_fail_after(0);
    lia_fk(m, d, s.q, F);
    lia_fk_one(m, d, s.q, 0, F);
    lia_fk_body(m, d, 0, F);
    lia_forward(m, d, s.q, s.v, s.a, a);
    lia_rnea(m, d, s.q, s.v, s.a, a);
    lia_crba(m, d, s.q, M);
    lia_aba(m, d, s.q, s.v, s.a, a);
    lia_forward_factor(m, d, s.q, s.v, s.a, a);
    lia_forward_minv(m, d, s.q, M);
    lia_deriv_forward(m, d, s.q, s.v, s.a, a, X, Y, W);
    lia_mem_fail_after(-1);
    cr_assert_eq(lia_mem_count(), before);
    lia_free(d);
    lia_free(m);
  }
}

// 500 bodies, in a row and as a bush: forward undoes inverse dynamics, M is what both say
LIA_TEST(roads, lead_through_five_hundred_bodies) {
  enum { N = 500 };
  lia_rng r = lia_rng_seed(26);
  for (int bush = 0; bush < 2; bush++) {
    lia_body_def *b = lia_malloc(N * sizeof *b);
    double *x = lia_malloc(6 * N * sizeof *x), *v = x + N, *a = v + N, *tau = a + N, *y = tau + N,
        *e = y + N, *H = lia_malloc(N * N * sizeof *H);
    for (int k = 0; k < N; k++) {
      b[k] = tree_body(&r, bush ? (k - 1) / 2 - (k == 0) : k - 1,
          k % 7 ? LIA_JOINT_revolute : LIA_JOINT_prismatic);
      lia_scale3(b[k].X_PJ.p, 0.1, b[k].X_PJ.p);
      b[k].dof[0].armature = 1;
    }
    lia_model *m = tree_new(b, N, &r);
    lia_data *d = tree_data(m);
    tree_vector(&r, x, 3 * N, 0.1);
    lia_rnea(m, d, x, v, a, tau);
    lia_forward(m, d, x, v, tau, y);
    tree_same(y, a, N, 1e-6, most(a, N), "a");
    lia_aba(m, d, x, v, tau, y);
    tree_same(y, a, N, 1e-6, most(a, N), "a");
    lia_crba(m, d, x, H);
    lia_rnea(m, d, x, v, NULL, e);
    for (int k = 0; k < N; k++) tau[k] -= e[k];
    for (int k = 0; k < N; k++)
      for (int h = 0; h < N; h++) tau[k] -= H[k * N + h] * a[h];
    for (int k = 0; k < N; k++) e[k] = 0;
    tree_same(tau, e, N, 1e-8, most(H, N * N), "M a");
    lia_free(d);
    lia_free(m);
    lia_free(b);
    lia_free(x);
    lia_free(H);
  }
}

// many bodies in one of four shapes: in a row, as a bush, as a comb whose teeth come first or last
enum { ROW, BUSH, TEETH_FIRST, TEETH_LAST, SHAPES };

static int parent_of(int shape, int k, int n) {
  const int spine = (n + 1) / 2;
  switch (shape) {
    case ROW: return k - 1;
    case BUSH: return (k - 1) / 2 - (k == 0);
    case TEETH_FIRST: return k % 2 ? k - 1 : k - 2 + (k == 0);   // spine 0 2 4 .., tooth behind
    default: return k < spine ? k - 1 : 2 * spine - 1 - k;       // teeth from the end of the spine
  }
}

static lia_model *shaped(lia_rng *r, int shape, int n, int free) {
  lia_body_def *b = lia_malloc((size_t)n * sizeof *b);
  for (int k = 0; k < n; k++) {
    b[k] = tree_body(r, parent_of(shape, k, n),
        k % 7 ? LIA_JOINT_revolute : LIA_JOINT_prismatic);
    if (free && k % 50 == 0) b[k].joint = k % 100 ? LIA_JOINT_spherical : LIA_JOINT_floating;
    lia_scale3(b[k].X_PJ.p, 0.1, b[k].X_PJ.p);
    b[k].dof[0].armature = 1;
  }
  lia_model *m = tree_new(b, n, r);
  lia_free(b);
  return m;
}

// M^-1 M x = x, and M^-1 its own transpose to the last bit
static void inverse_undoes(const lia_model *m, lia_data *d, const double *q, double *H, double *I,
    lia_rng *r) {
  const int n = m->nv;
  double *x = lia_malloc(3 * (size_t)n * sizeof *x), *y = x + n, *z = y + n;
  lia_crba(m, d, q, H);
  cr_assert_eq(lia_forward_minv(m, d, q, I), LIA_OK);
  tree_vector(r, x, n, 1);
  for (int k = 0; k < n; k++) y[k] = z[k] = 0;
  for (int k = 0; k < n; k++)
    for (int j = 0; j < n; j++) y[k] += H[k*n+j] * x[j];
  for (int k = 0; k < n; k++)
    for (int j = 0; j < n; j++) {
      z[k] += I[k*n+j] * y[j];
      cr_assert(I[k*n+j] == I[j*n+k], "M^-1[%d][%d]", k, j);
    }
  tree_same(z, x, n, 1e-8, most(y, n), "M^-1 M x");
  lia_free(x);
}

// M da/dq x = -dtau/dq x, and the same of v: dtau by composite bodies, M by its columns
static void derivatives_undo(const lia_model *m, lia_data *d, const double *q, const double *v,
    const double *tau, lia_rng *r) {
  const size_t n = (size_t)m->nv;
  double *H = lia_malloc(6 * n * n * sizeof *H), *D[2] = { H + n*n, H + 2*n*n },
      *T[2] = { H + 3*n*n, H + 4*n*n }, *I = H + 5*n*n;
  double *a = lia_malloc(4 * n * sizeof *a), *x = a + n, *y = x + n, *z = y + n;
  cr_assert_eq(lia_deriv_forward(m, d, q, v, tau, a, D[0], D[1], I), LIA_OK);
  lia_deriv_inverse(m, d, q, v, a, T[0], T[1]);
  lia_crba(m, d, q, H);
  tree_vector(r, x, m->nv, 1);
  for (int part = 0; part < 2; part++) {
    for (size_t k = 0; k < n; k++) y[k] = z[k] = 0;
    for (size_t k = 0; k < n; k++)
      for (size_t j = 0; j < n; j++) y[k] += D[part][k*n+j] * x[j];
    double size = most(y, m->nv);
    for (size_t k = 0; k < n; k++)
      for (size_t j = 0; j < n; j++) {
        z[k] += H[k*n+j] * y[j];
        a[k] = j ? a[k] - T[part][k*n+j] * x[j] : -T[part][k*n+j] * x[j];
      }
    tree_same(z, a, m->nv, 1e-10, size * most(H, (int)(n*n)), part ? "M da/dv" : "M da/dq");
  }
  lia_forward_minv(m, d, q, H);
  tree_same(I, H, (int)(n*n), 0, 0, "da/dtau");
  lia_free(H);
  lia_free(a);
}

LIA_TEST(roads, solve_for_many_bodies_in_any_shape) {
  lia_rng r = lia_rng_seed(27);
  for (int i = 0; i < 4 * SHAPES; i++) {
    const int n = i < SHAPES ? 250 : 30 + (int)lia_rng_below(&r, 40);
    lia_model *m = shaped(&r, i % SHAPES, n, i >= SHAPES);
    lia_data *d = tree_data(m);
    const size_t nv = (size_t)m->nv;
    double *q = lia_malloc((size_t)m->nq * sizeof *q), *v = lia_malloc(2 * nv * sizeof *v);
    double *H = lia_malloc(2 * nv * nv * sizeof *H);
    lia_model_random(m, &r, q);
    tree_vector(&r, v, 2 * m->nv, 0.1);
    inverse_undoes(m, d, q, H, H + nv * nv, &r);
    derivatives_undo(m, d, q, v, v + nv, &r);
    lia_free(d);
    lia_free(m);
    lia_free(q);
    lia_free(v);
    lia_free(H);
  }
}
