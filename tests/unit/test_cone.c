/* test_cone.c - impulses with friction: closed forms, random ones by the law itself, those without
 * friction by quadratic programming */
#include "num/cone.h"

#include "base/rng.h"
#include "house.h"
#include "num/qp.h"

#include <math.h>
#include <string.h>

enum { MOST = 60, BLOCKS = 20 };
static const double inf = (double)INFINITY;

typedef struct drawn {
  int nv;
  double J[MOST * MOST], W[MOST * MOST], v[MOST], b[MOST], x[MOST], u[MOST];
  lia_cone_block block[BLOCKS];
  lia_cone p;
  lia_cone_info info;
  lia_error err;
} drawn;

static lia_status solve(drawn *o) {
  static double work[LIA_CONE_WORK(MOST)];
  static int ints[LIA_CONE_INTS(MOST)];
  o->err = (lia_error){ 0 };
  return lia_cone_solve(&o->p, o->x, o->u, work, ints, &o->info, &o->err);
}

// W = J J', b = J v, of J and v drawn: masses are 1
static void product(drawn *o) {
  lia_cone *p = &o->p;
  p->W = o->W;
  p->b = o->b;
  p->block = o->block;
  p->tol = 1e-12;
  p->most = 5000;
  for (int i = 0; i < p->n; i++) {
    o->b[i] = 0;
    for (int k = 0; k < o->nv; k++) o->b[i] += o->J[i * o->nv + k] * o->v[k];
    for (int j = 0; j < p->n; j++) {
      double sum = 0;
      for (int k = 0; k < o->nv; k++) sum += o->J[i * o->nv + k] * o->J[j * o->nv + k];
      o->W[i * p->n + j] = sum;
    }
  }
}

static void draw(drawn *o, lia_rng *r, int nblock, int nv, double mu) {
  memset(o, 0, sizeof *o);
  o->nv = nv;
  for (int i = 0; i < nblock; i++) {
    const int kind = i % 4 ? LIA_CONE_friction : LIA_CONE_bound;
    o->block[i] = (lia_cone_block){ .kind = (lia_cone_kind)kind, .first = o->p.n, .high = inf,
      .mu = mu * lia_rng_uniform(r) };
    o->p.n += kind == LIA_CONE_friction ? 3 : 1;
  }
  o->p.nblock = nblock;
  for (int i = 0; i < o->p.n * nv; i++) o->J[i] = lia_rng_normal(r);
  // all normals push the first coordinate too: some motion parts everything
  for (int i = 0; i < nblock; i++) o->J[o->block[i].first * nv] = 1 + lia_rng_uniform(r);
  for (int k = 0; k < nv; k++) o->v[k] = lia_rng_normal(r) - (k == 0 ? 2 : 0);
  product(o);
}

// the law of a contact, said once more: by how much it is broken
static double broken(const drawn *o, int i) {
  const lia_cone_block *k = &o->block[i];
  const double *x = o->x + k->first, *u = o->u + k->first;
  if (k->kind == LIA_CONE_bound) return fmax(fabs(x[0] * u[0]), fmax(-x[0], -u[0]));
  const double side = hypot(x[1], x[2]), slip = hypot(u[1], u[2]);
  double worst = fmax(fabs(x[0] * u[0]), fmax(-x[0], -u[0]));
  worst = fmax(worst, side - k->mu * x[0]);
  // it sticks, or friction is all there is and looks backwards
  for (int a = 1; a < 3; a++) worst = fmax(worst, fabs(x[a] * slip + k->mu * x[0] * u[a]));
  return worst;
}

LIA_TEST(cone, a_block_on_a_slope_sticks_or_slides) {
  // mass 2, normal z; the weight of a step pushes it down a slope of 30 degrees
  const double m = 2, h = 1e-3, g = 9.81, s = 0.5, c = sqrt(0.75);
  for (int slides = 0; slides < 2; slides++) {
    const double mu = slides ? 0.4 : 0.6;
    drawn o = { .nv = 3, .p = { .n = 3, .nblock = 1 }, .block = { { .kind = LIA_CONE_friction,
      .mu = mu } }, .v = { -h * g * c * sqrt(m), h * g * s * 0.6 * sqrt(m),
      h * g * s * 0.8 * sqrt(m) } };
    for (int k = 0; k < 3; k++) o.J[4 * k] = 1 / sqrt(m);
    product(&o);
    cr_assert_eq(solve(&o), LIA_OK);
    cr_assert(fabs(o.x[0] - m * g * h * c) < 1e-15);
    const double a = slides ? g * (s - mu * c) : 0;
    cr_assert(fabs(o.u[1] - 0.6 * a * h) < 1e-14);
    cr_assert(fabs(o.u[2] - 0.8 * a * h) < 1e-14);
  }
}

LIA_TEST(cone, random_ones_keep_the_law) {
  static drawn o;
  lia_rng r = lia_rng_seed(11);
  for (int k = 0; k < lia_cases(60); k++) {
    // few coordinates: impulses are not unique; many: they are
    draw(&o, &r, 2 + k % 12, k % 3 ? 40 : 7, k % 5 ? 0.9 : 0);
    cr_assert_eq(solve(&o), LIA_OK, "%s", o.err.text);
    cr_assert(o.info.residual <= 1e-12);
    for (int i = 0; i < o.p.nblock; i++)
      cr_assert(broken(&o, i) < 1e-9, "case %d, block %d: %g", k, i, broken(&o, i));
    int worst;
    cr_assert(lia_cone_residual(&o.p, o.x, o.u, &worst) <= 2e-12);
  }
}

// without friction: min |v' - v|^2/2 where the normals do not go in
LIA_TEST(cone, without_friction_it_is_a_quadratic_programme) {
  static drawn o;
  lia_rng r = lia_rng_seed(5);
  for (int k = 0; k < lia_cases(20); k++) {
    draw(&o, &r, 8, 6, 0);
    cr_assert_eq(solve(&o), LIA_OK);
    static double H[MOST * MOST], A[MOST * MOST], g[MOST], low[BLOCKS], x[MOST];
    memset(H, 0, sizeof H);
    for (int i = 0; i < 6; i++) H[7 * i] = 1;
    for (int i = 0; i < 6; i++) g[i] = -o.v[i];
    for (int i = 0; i < 8; i++) {
      memcpy(A + 6 * i, o.J + 6 * o.block[i].first, 6 * sizeof *A);
      low[i] = 0;
    }
    const lia_qp p = { .n = 6, .m = 8, .H = lia_mat_of(H, 6, 6), .A = lia_mat_of(A, 8, 6),
      .g = g, .lower = low };
    lia_qp_work *w;
    cr_assert_eq(lia_qp_new(&w, 6, 8, NULL), LIA_OK);
    cr_assert_eq(lia_qp_solve(w, &p, NULL, x, NULL, NULL, NULL, NULL), LIA_OK);
    lia_qp_free(w);
    for (int i = 0; i < 6; i++) {
      double v = o.v[i];
      for (int j = 0; j < o.p.n; j++) v += o.J[6 * j + i] * o.x[j];
      cr_assert(fabs(v - x[i]) < 1e-10, "%g", v - x[i]);
    }
  }
}

LIA_TEST(cone, equations_and_bounds_are_kept) {
  static drawn o;
  lia_rng r = lia_rng_seed(3);
  for (int k = 0; k < 20; k++) {
    draw(&o, &r, 7, 30, 0.7);
    o.block[0] = (lia_cone_block){ .kind = LIA_CONE_free };
    o.block[4].low = -0.05;
    o.block[4].high = 0.05;
    cr_assert_eq(solve(&o), LIA_OK, "%s", o.err.text);
    cr_assert(fabs(o.u[0]) < 1e-11);
    const double x = o.x[o.block[4].first], u = o.u[o.block[4].first];
    cr_assert(x >= -0.05 && x <= 0.05);
    cr_assert(fabs(x) < 0.05 ? fabs(u) < 1e-11 : x * u <= 1e-11);
  }
}

// a stack of ten blocks, four corners each: impulses of the lowest carry all weights, and the sum
// of each floor is known though the four are not
LIA_TEST(cone, a_stack_carries_its_weights) {
  enum { N = 5 };
  static drawn o;
  memset(&o, 0, sizeof o);
  // one corner pair a floor, sums along z only: 2 rows a floor
  o.nv = 2 * N;
  for (int i = 0; i < N; i++)
    for (int c = 0; c < 2; c++) {
      const int row = 3 * (2 * i + c);
      o.block[2 * i + c] = (lia_cone_block){ .kind = LIA_CONE_friction, .first = row, .mu = 0.5 };
      o.J[row * o.nv + 2 * i] = 1;
      o.J[row * o.nv + 2 * i + 1] = c ? 1 : -1;
      if (i) o.J[row * o.nv + 2 * i - 2] = -1;
      if (i) o.J[row * o.nv + 2 * i - 1] = c ? -1 : 1;
    }
  o.p.n = 6 * N;
  o.p.nblock = 2 * N;
  for (int i = 0; i < N; i++) o.v[2 * i] = -1;
  product(&o);
  cr_assert_eq(solve(&o), LIA_OK, "%s", o.err.text);
  for (int i = 0; i < N; i++)
    cr_assert(fabs(o.x[6 * i] + o.x[6 * i + 3] - (N - i)) < 1e-10);
}

LIA_TEST(cone, what_has_no_answer_is_told) {
  static drawn o;
  lia_rng r = lia_rng_seed(2);
  draw(&o, &r, 9, 40, 0.8);
  o.p.most = 0;
  cr_assert_eq(solve(&o), LIA_ENOCONV);
  cr_assert(strstr(o.err.text, "after 0 sweeps"));
  o.p.most = 100;
  o.b[1] = (double)NAN;
  cr_assert_eq(solve(&o), LIA_EDOMAIN);
  // pressed between two walls that come closer: no impulse parts them
  drawn w = { .nv = 1, .p = { .n = 2, .nblock = 2 }, .block = { { .kind = LIA_CONE_bound,
    .high = inf }, { .kind = LIA_CONE_bound, .first = 1, .high = inf } }, .J = { 1, -1 } };
  product(&w);
  w.b[0] = w.b[1] = -1;
  cr_assert_eq(solve(&w), LIA_ENOCONV);
}
