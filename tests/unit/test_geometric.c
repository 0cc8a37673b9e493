/* test_geometric.c - poses, Jacobians and energies of random trees in expressions are worth what
 * the engine computes */
#include "eom/geometric.h"

#include "describe/check.h"
#include "model/compile.h"
#include "rbd/energy.h"
#include "rbd/fk.h"
#include "rbd/jac.h"
#include "sym/expr/build.h"
#include "sym/tape/eval.h"

#include "house.h"
#include "trees.h"

#define TRY(call) \
  do { \
    lia_error err_ = { 0 }, *err = &err_; \
    cr_assert_eq((call), LIA_OK, "%s: %s", err_.path, err_.text); \
  } while (0)

static lia_spec *description(lia_rng *r, int n, int quaternion) {
  static const int kinds[] = { LIA_JOINT_revolute, LIA_JOINT_prismatic, LIA_JOINT_cylindrical,
      LIA_JOINT_universal, LIA_JOINT_planar, LIA_JOINT_fixed, LIA_JOINT_helical };
  lia_spec *s;
  int coords = 0;
  TRY(lia_spec_new(&s, err));
  for (int i = 0; i < n; i++) {
    const char *name = lia_spec_text(s, "b%d", i), *where = lia_spec_text(s, "bodies[%d]", i + 1);
    lia_spec_body *b = lia_spec_add_body(s, name, where);
    b->mass = LIA_VAL(lia_rng_range(r, .5, 3));
    for (int k = 0; k < 3; k++) b->com[k] = LIA_VAL(lia_rng_range(r, -.3, .3));
    for (int k = 0; k < 6; k++)
      b->inertia[k] = LIA_VAL(k < 3 ? 1 + .2 * k : lia_rng_range(r, -.1, .1));
    b->about_origin = 0;
    int turns = quaternion && (i == 0 || lia_rng_below(r, 3) == 0);
    int kind = turns ? i % 2 ? LIA_JOINT_spherical : LIA_JOINT_floating : i
        ? kinds[lia_rng_below(r, sizeof kinds / sizeof *kinds)] : LIA_JOINT_revolute;
    lia_spec_joint *j = lia_spec_add_joint(s, i ? lia_spec_text(s, "b%d",
        (int)lia_rng_below(r, (uint64_t)i)) : "world", name, kind, where);
    lia_spec_add_move(s, &j->place, (lia_move_kind)(LIA_MOVE_TX + lia_rng_below(r, 3)),
        LIA_VAL(lia_rng_range(r, -.5, .5)));
    lia_spec_add_move(s, &j->place, (lia_move_kind)lia_rng_below(r, 3),
        LIA_VAL(lia_rng_range(r, -1, 1)));
    for (int k = 0; k < 3; k++) {
      // slanted now and then: constant poses
      j->axis[k] = LIA_VAL(i % 4 == 3 && kind != LIA_JOINT_universal ? lia_rng_range(r, -1, 1)
          : k == i % 3);
      j->axis2[k] = LIA_VAL(k == (i + 1) % 3);
    }
    j->name = name;
    j->param[0] = LIA_VAL(.2);
    lia_spec_set_dofs(s, j, lia_joint_ndof(kind));
    for (int d = 0; d < lia_joint_ndof(kind); d++) {
      j->dof[d].coord = lia_spec_text(s, "q%d", ++coords);
      lia_spec_add_coord(s, j->dof[d].coord);
      if (!turns && lia_rng_below(r, 4) == 0)
        j->dof[d].scale = LIA_VAL(-2), j->dof[d].offset = LIA_VAL(.4);
    }
  }
  for (int k = 0; k < 3; k++) s->gravity[k] = LIA_VAL(k == 2 ? -9.81 : .5 * k);
  TRY(lia_spec_check(s, err));
  return s;
}

static void values(lia_pool *p, const lia_expr *e, int n, const lia_expr *sym, const double *x,
    int ns, double *out) {
  for (int k = 0; k < n; k++) TRY(lia_eval(p, e[k], (uint32_t)ns, sym, x, &out[k], err));
}

/* rows of [R p] */
static void rows_of(const lia_frame *X, double out[12]) {
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) out[4 * i + k] = X->R[3 * i + k];
    out[4 * i + 3] = X->p[i];
  }
}

/* random numbers, those of quaternions of length 1 */
static void configuration(lia_rng *r, const lia_smodel *sm, double *q) {
  lia_expr N[900], S[900];
  int first[8], turns = lia_geometric_rates(sm, N, S, first);
  for (int i = 0; i < sm->nq; i++) q[i] = lia_rng_range(r, -1, 1);
  for (int k = 0; k < turns; k++) {
    double *e = q + first[k], size = sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3]);
    for (int i = 0; i < 4; i++) e[i] /= size;
  }
}

LIA_TEST(geometric, expressions_are_worth_what_the_engine_computes) {
  lia_rng r = lia_rng_seed(4711);
  for (int n = 0; n < 30; n++) {
    int quaternion = n >= 18;
    lia_spec *s = description(&r, 2 + n % 5, quaternion);
    lia_pool *p = lia_pool_new();
    lia_smodel *sm;
    lia_compiled num;
    lia_data *d;
    TRY(lia_smodel_new(&sm, p, s, err));
    TRY(lia_compile(&num, s, err));
    TRY(lia_data_new(&d, num.model, err));
    int nv = num.model->nv, ns = 0;
    lia_expr sym[64], e[200], point[3] = { LIA_ONE, LIA_HALF, LIA_TWO };
    double x[64], q[32], v[32], got[200], want[200], p_B[3] = { 1, .5, 2 };
    configuration(&r, sm, q);
    for (int i = 0; i < sm->nq; i++) x[ns] = q[i], sym[ns++] = sm->number[i];
    for (int i = 0; i < nv; i++) v[i] = x[ns] = lia_rng_range(&r, -1, 1), sym[ns++] = sm->v[i];
    lia_frame F[8], A, X;
    lia_fk(num.model, d, q, NULL);
    for (int i = 0; i < s->nbody; i++) lia_fk_body(num.model, d, num.body[i], &F[sm->body_of[i]]);

    int to = (int)lia_rng_below(&r, (uint64_t)s->nbody),
        axes = (int)lia_rng_below(&r, (uint64_t)s->nbody + 1) - 1;
    A = axes < 0 ? LIA_FRAME_IDENTITY : F[axes];
    lia_frame_inv(&X, &A);
    lia_frame_mul(&X, &X, &F[to]);
    rows_of(&X, want);
    TRY(lia_geometric_pose(sm, axes, to, e, err));
    values(p, e, 12, sym, x, ns, got);
    tree_same(got, want, 12, 1e-12, 1, "pose");

    int body = 0;
    for (int i = 0; i < s->nbody; i++) if (sm->body_of[i] == to) body = num.body[i];
    lia_jac(num.model, d, q, body, p_B, LIA_AXES_BASE, want);
    double turned[200];
    for (int c = 0; c < nv; c++)
      for (int half = 0; half < 2; half++)
        for (int i = 0; i < 3; i++) {
          double sum = 0;
          for (int k = 0; k < 3; k++) sum += A.R[3 * k + i] * want[(3 * half + k) * nv + c];
          turned[(3 * half + i) * nv + c] = sum;
        }
    TRY(lia_geometric_jacobian(sm, to, point, axes, e, err));
    values(p, e, 6 * nv, sym, x, ns, got);
    tree_same(got, turned, 6 * nv, 1e-12, 1, "Jacobian");
    lia_error none = { 0 };
    if (quaternion) cr_assert_eq(lia_geometric_derived(sm, to, point, axes, e, &none), LIA_EMODEL);
    else {
      TRY(lia_geometric_derived(sm, to, point, axes, e, err));
      values(p, e, 6 * nv, sym, x, ns, got);
      tree_same(got, turned, 6 * nv, 1e-11, 1, "Jacobian by derivation");
    }

    // bodies that no joint moves have no energy here: V counts from where they stand
    double T = 0, V = 0, sum[2] = { 0 };
    T = lia_energy_kinetic(num.model, d, q, v);
    V = lia_energy_potential(num.model, d, q);
    for (int i = 0; i < sm->nbody; i++) {
      TRY(lia_geometric_energy(sm, i, &e[0], &e[1], err));
      values(p, e, 2, sym, x, ns, got);
      sum[0] += got[0], sum[1] += got[1];
    }
    tree_same(&sum[0], &T, 1, 1e-11, 1 + fabs(T), "T");
    tree_same(&sum[1], &V, 1, 1e-11, 1 + fabs(V), "V");

    lia_free(d);
    lia_free(num.model);
    lia_smodel_free(sm);
    lia_pool_free(p);
    lia_spec_free(s);
  }
}

LIA_TEST(geometric, places_have_names_and_paths) {
  lia_rng r = lia_rng_seed(3);
  lia_spec *s = description(&r, 4, 0);
  lia_pool *p = lia_pool_new();
  lia_smodel *sm;
  TRY(lia_smodel_new(&sm, p, s, err));
  int path[4];
  cr_assert_eq(lia_geometric_find(sm, "world"), LIA_PLACE_GROUND);
  cr_assert_eq(lia_geometric_find(sm, "b9"), LIA_PLACE_NONE);
  int k = lia_geometric_find(sm, "b3");
  cr_assert_str_eq(lia_geometric_name(sm, k), "b3");
  int n = lia_geometric_path(sm, k, path);
  cr_assert_eq(path[n - 1], k);
  cr_assert_eq(sm->body[path[0]].parent, -1);
  for (int i = 1; i < n; i++) cr_assert_eq(sm->body[path[i]].parent, path[i - 1]);
  lia_smodel_free(sm);
  lia_pool_free(p);
  lia_spec_free(s);
}

// q' = N v is what a small step of the engine does to q, v = S q' gives v back
LIA_TEST(geometric, rates_of_quaternions_and_speeds_tell_each_other) {
  lia_rng r = lia_rng_seed(5);
  for (int n = 1; n < 7; n++) {
    lia_spec *s = description(&r, n, 1);
    lia_pool *p = lia_pool_new();
    lia_smodel *sm;
    lia_compiled num;
    lia_expr N[900], S[900], sym[32];
    double q[32], v[32], plus[32], minus[32], Nx[900], Sx[900], rate[32], again[32];
    int first[8];
    TRY(lia_smodel_new(&sm, p, s, err));
    TRY(lia_compile(&num, s, err));
    int nq = sm->nq, nv = sm->ncoord;
    configuration(&r, sm, q);
    cr_assert_gt(lia_geometric_rates(sm, N, S, first), 0);
    for (int i = 0; i < nq; i++) sym[i] = sm->number[i];
    for (int i = 0; i < nv; i++) v[i] = lia_rng_range(&r, -1, 1);
    values(p, N, nq * nv, sym, q, nq, Nx);
    values(p, S, nq * nv, sym, q, nq, Sx);
    for (int i = 0; i < nq; i++) {
      rate[i] = 0;
      for (int j = 0; j < nv; j++) rate[i] += Nx[i * nv + j] * v[j];
    }
    for (int j = 0; j < nv; j++) {
      again[j] = 0;
      for (int i = 0; i < nq; i++) again[j] += Sx[j * nq + i] * rate[i];
    }
    tree_same(again, v, nv, 1e-13, 1, "v = S q'");
    lia_model_step(num.model, q, v, 1e-5, plus);
    lia_model_step(num.model, q, v, -1e-5, minus);
    for (int i = 0; i < nq; i++) plus[i] = (plus[i] - minus[i]) / 2e-5;
    tree_same(plus, rate, nq, 1e-9, 1, "q' = N v");
    lia_free(num.model);
    lia_smodel_free(sm);
    lia_pool_free(p);
    lia_spec_free(s);
  }
}
