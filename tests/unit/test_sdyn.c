/* test_sdyn.c - one text, two scalars: what the expressions are worth is what the engine computes
 * */
#include "rbd/sym/sdyn.h"

#include "describe/check.h"
#include "model/compile.h"
#include "rbd/com.h"
#include "rbd/crba.h"
#include "rbd/energy.h"
#include "rbd/fk.h"
#include "rbd/forward.h"
#include "rbd/jac.h"
#include "rbd/rnea.h"
#include "sym/expr/build.h"
#include "sym/tape/eval.h"

#include "house.h"
#include "trees.h"

#define TRY(call) \
  do { \
    lia_error err_ = { 0 }, *err = &err_; \
    cr_assert_eq((call), LIA_OK, "%s: %s", err_.path, err_.text); \
  } while (0)

/* a tree of turns, slides, screws and the like, all numbers */
static lia_spec *description(lia_rng *r, int n) {
  static const int kinds[] = { LIA_JOINT_revolute, LIA_JOINT_prismatic, LIA_JOINT_cylindrical,
      LIA_JOINT_universal, LIA_JOINT_planar, LIA_JOINT_fixed,
      LIA_JOINT_helical, LIA_JOINT_spherical, LIA_JOINT_floating };
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
    int kind = i ? kinds[lia_rng_below(r, sizeof kinds / sizeof *kinds)] : lia_rng_below(r, 3)
        ? LIA_JOINT_revolute : LIA_JOINT_floating;
    const char *parent = i ? lia_spec_text(s, "b%d", (int)lia_rng_below(r, (uint64_t)i)) : "world";
    lia_spec_joint *j = lia_spec_add_joint(s, parent, name, kind, where);
    for (int k = 0; k < 2; k++) {
      lia_spec_add_move(s, &j->place, (lia_move_kind)(LIA_MOVE_TX + lia_rng_below(r, 3)),
          LIA_VAL(lia_rng_range(r, -.5, .5)));
      lia_spec_add_move(s, &j->place, (lia_move_kind)lia_rng_below(r, 3),
          LIA_VAL(lia_rng_range(r, -1, 1)));
    }
    for (int k = 0; k < 3; k++) {
      j->axis[k] = LIA_VAL(k == i % 3);
      j->axis2[k] = LIA_VAL(k == (i + 1) % 3);
    }
    j->name = name;
    j->param[0] = LIA_VAL(.2);
    int turns = kind == LIA_JOINT_spherical || kind == LIA_JOINT_floating;
    lia_spec_set_dofs(s, j, lia_joint_ndof(kind));
    for (int d = 0; d < lia_joint_ndof(kind); d++) {
      j->dof[d].coord = lia_spec_text(s, "q%d", ++coords);
      lia_spec_add_coord(s, j->dof[d].coord);
      if (!turns && lia_rng_below(r, 3) == 0)
        j->dof[d].rotor = LIA_VAL(.1), j->dof[d].gear = LIA_VAL(2);
      if (!turns && lia_rng_below(r, 4) == 0)
        j->dof[d].scale = LIA_VAL(-2), j->dof[d].offset = LIA_VAL(.4);
    }
  }
  for (int k = 0; k < 3; k++) s->gravity[k] = LIA_VAL(k == 2 ? -9.81 : .5 * k);
  TRY(lia_spec_check(s, err));
  return s;
}

/* the values of n expressions where sym has x */
static void values(lia_pool *p, const lia_expr *e, int n, const lia_expr *sym, const double *x,
    int ns, double *out) {
  for (int k = 0; k < n; k++) TRY(lia_eval(p, e[k], (uint32_t)ns, sym, x, &out[k], err));
}

LIA_TEST(sdyn, expressions_are_worth_what_the_engine_computes) {
  lia_rng r = lia_rng_seed(81);
  int articulated = 0;
  for (int n = 0; n < 25; n++) {
    lia_spec *s = description(&r, 2 + n % 4);
    lia_pool *p = lia_pool_new();
    lia_smodel *sm;
    lia_stree *t;
    lia_sdyn *g;
    lia_compiled num;
    lia_data *d;
    TRY(lia_smodel_new(&sm, p, s, err));
    TRY(lia_stree_new(&t, sm, NULL, err));
    TRY(lia_sdyn_new(&g, t, err));
    TRY(lia_compile(&num, s, err));
    TRY(lia_data_new(&d, num.model, err));
    const lia_model *m = num.model;
    const int nv = m->nv;
    cr_assert_eq(nv, t->ncoord);

    cr_assert_eq(m->nq, sm->nq);

    lia_expr sym[128], e[1200], T[2], c[3], point[3] = { LIA_ONE, LIA_HALF, LIA_TWO };
    const lia_expr *v = sm->v;
    double x[128], q[40], qd[32], qdd[32], got[1200], want[1200];
    int ns = 0;
    lia_model_random(m, &r, q);
    for (int i = 0; i < m->nq; i++) x[ns] = q[i], sym[ns++] = sm->number[i];
    for (int i = 0; i < nv; i++) {
      qd[i] = x[ns] = lia_rng_range(&r, -1, 1), sym[ns++] = sm->v[i];
      qdd[i] = x[ns] = lia_rng_range(&r, -1, 1), sym[ns++] = sm->a[i];
    }

    TRY(lia_sdyn_inverse(g, v, sm->a, 1, e, err));
    values(p, e, nv, sym, x, ns, got);
    lia_rnea(m, d, q, qd, qdd, want);
    tree_same(got, want, nv, 1e-11, 1, "tau");

    // what stands for accelerations stands for forces here
    lia_forward(m, d, q, qd, qdd, want);
    double size = 1;
    for (int i = 0; i < nv; i++) size = fmax(size, fabs(want[i]));
    TRY(lia_sdyn_factored(g, v, sm->a, e, err));
    values(p, e, nv, sym, x, ns, got);
    tree_same(got, want, nv, 1e-9, size, "a by factors");
    lia_error why = { 0 };
    if (lia_sdyn_articulated(g, v, sm->a, e, &why) == LIA_OK) {
      values(p, e, nv, sym, x, ns, got);
      tree_same(got, want, nv, 1e-9, size, "a by articulated bodies");
      articulated++;
    }

    TRY(lia_sdyn_mass(g, e, err));
    values(p, e, nv * nv, sym, x, ns, got);
    lia_crba(m, d, q, want);
    tree_same(got, want, nv * nv, 1e-11, 1, "M");

    TRY(lia_sdyn_energies(g, v, &T[0], &T[1], err));
    values(p, T, 2, sym, x, ns, got);
    cr_assert_float_eq(got[0], lia_energy_kinetic(m, d, q, qd), 1e-11);
    cr_assert_float_eq(got[1], lia_energy_potential(m, d, q), 1e-10);

    TRY(lia_sdyn_gravity(g, e, err));
    values(p, e, nv, sym, x, ns, got);
    lia_rnea_gravity(m, d, q, want);
    tree_same(got, want, nv, 1e-11, 1, "g");

    TRY(lia_sdyn_momentum(g, c, e, err));
    values(p, c, 3, sym, x, ns, got);
    lia_com(m, d, q, want);
    tree_same(got, want, 3, 1e-12, 1, "centre");
    values(p, e, 6 * nv, sym, x, ns, got);
    lia_com_matrix(m, d, q, want);
    tree_same(got, want, 6 * nv, 1e-11, 1, "A");

    // the node of the same coordinate; both place it at the same origin, maybe with other axes: the
    // same point on the ground
    lia_expr X[12];
    double P[12], u[3], p_B[3];
    int last = m->nnode, body = m->node[last].body, node = 0;
    for (int i = 1; i <= t->nnode; i++)
      if (t->node[i].coord == m->user_v[m->node[last].iv]) node = i;
    lia_frame F;
    TRY(lia_sdyn_pose(g, node, X, err));
    values(p, X, 12, sym, x, ns, P);
    lia_fk(m, d, q, NULL);
    lia_fk_body(m, d, body, &F);
    const double r0[3] = { 1, .5, 2 };
    for (int k = 0; k < 3; k++)
      u[k] = P[4*k] * r0[0] + P[4*k+1] * r0[1] + P[4*k+2] * r0[2] + P[4*k+3] - F.p[k];
    lia_mtv3(p_B, F.R, u);
    TRY(lia_sdyn_jacobian(g, node, point, e, err));
    values(p, e, 6 * nv, sym, x, ns, got);
    lia_jac(m, d, q, body, p_B, LIA_AXES_BASE, want);
    tree_same(got, want, 6 * nv, 1e-11, 1, "J");
    TRY(lia_sdyn_jacobian_rate(g, node, point, v, e, err));
    values(p, e, 6 * nv, sym, x, ns, got);
    lia_jac_rate(m, d, q, qd, body, p_B, LIA_AXES_BASE, want);
    tree_same(got, want, 6 * nv, 1e-11, 1, "J'");

    lia_free(d);
    lia_free(num.model);
    lia_sdyn_free(g);
    lia_stree_free(t);
    lia_smodel_free(sm);
    lia_pool_free(p);
    lia_spec_free(s);
  }
  cr_assert_gt(articulated, 8);
}
