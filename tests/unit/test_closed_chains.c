/* test_closed_chains.c - chains with constraints, what cannot be met, assembly */
#include "closedcase.h"

/* a chain of n links between two points of the ground, in space, closed by a ball or a hinge */
static lia_model *chain(int n) {
  lia_model *m;
  lia_body_def *b = lia_calloc((size_t)n, sizeof *b);
  const double gravity[3] = { 0, 0, -9.81 };
  for (int i = 0; i < n; i++) {
    b[i] = lia_body_def_new(NULL);
    b[i].parent = i - 1;
    b[i].joint = LIA_JOINT_revolute;
    lia_set3(b[i].axis, 0, i % 2, (i + 1) % 2);
    b[i].X_PJ.p[0] = i ? .1 : 0;
    const double c[3] = { .05, 0, 0 }, I[6] = { 1e-4, 2e-4, 2e-4, 0, 0, 0 };
    b[i].has_inertia = 1;
    lia_inertia_of_com(&b[i].inertia, .1, c, I);
  }
  cr_assert_eq(lia_model_new(&m, b, n, gravity, NULL), LIA_OK);
  lia_free(b);
  return m;
}

LIA_TEST(closed, a_chain_of_200_links_closes_and_moves) {
  lia_model *m = chain(200);
  lia_constraint c = { .name = "end", .row = lia_constraint_types[LIA_CONSTRAINT_point],
      .body = { 199, -1 }, .X = { LIA_FRAME_IDENTITY, LIA_FRAME_IDENTITY } };
  lia_constraints *s;
  c.X[0].p[0] = .1;
  c.X[1].p[0] = 12;
  lia_cmodel *w = closed_of(&c, 1, m, &s);
  double *q = lia_calloc(800, sizeof *q), *v = q + 200, *a = q + 400, *x = q + 600;
  lia_rng r = lia_rng_seed(2);
  for (int k = 0; k < 200; k++) q[k] = lia_rng_range(&r, -.3, .3), v[k] = lia_rng_range(&r, -1, 1);
  lia_cmodel_info info = { 0 };
  lia_error err = { 0 };
  cr_assert_eq(lia_cmodel_assemble(w, q, 0, NULL, 1e-11, 60, &info, &err), LIA_OK, "%s", err.text);
  lia_mem_fail_after(0);
  cr_assert_eq(lia_cmodel_velocity(w, q, v, 0, 0, v, &err), LIA_OK, "%s", err.text);
  cr_assert_eq(lia_cmodel_forward(w, q, v, NULL, 0, a, &err), LIA_OK, "%s", err.text);
  cr_assert_eq(w->dense, 0);
  double l0 = w->lambda[0];
  cr_assert_eq(lia_cmodel_forward_by(w, LIA_CONSTRAINED_projector, q, v, NULL, 0, x, &err), LIA_OK,
      "%s", err.text);
  lia_mem_fail_after(-1);
  cr_assert_lt(lia_vec_diff(a, x, 200), 1e-8 * (1 + lia_vec_max(x, 200)), "%g of %g",
      lia_vec_diff(a, x, 200), lia_vec_max(x, 200));
  cr_assert_float_eq(l0, w->lambda[0], 1e-8 * (1 + fabs(l0)));
  lia_free(q);
  lia_cmodel_free(w);
  lia_constraints_free(s);
  lia_free(m);
}

LIA_TEST(closed, joints_that_follow_and_coordinates_without_mass_go_by_matrices) {
  lia_body_def b[3];
  const double none[3] = { 0, 0, 0 }, I[6] = { 1, 1, 1, 0, 0, 0 };
  for (int i = 0; i < 3; i++) {
    b[i] = lia_body_def_new(NULL);
    b[i].joint = LIA_JOINT_revolute;
    b[i].has_inertia = 1;
    if (i < 2) lia_inertia_of_com(&b[i].inertia, 1, none, I);
  }
  b[1].dof[0].follows = 0;
  b[1].dof[0].scale = 2;
  lia_model *m;
  cr_assert_eq(lia_model_new(&m, b, 3, none, NULL), LIA_OK);
  const char *name[] = { "p", "r" };
  const int at[] = { 0, 1 };
  const lia_constraint_names names = { .nq = 2, .nv = 2, .q = name, .v = name, .at = at };
  lia_constraint c = { .name = "gear", .row = lia_constraint_types[LIA_CONSTRAINT_gear] };
  cr_assert_eq(lia_constraint_read_equation(&c, "p - r", &names, NULL), LIA_OK);
  lia_constraints *s;
  lia_cmodel *w = closed_of(&c, 1, m, &s);
  double q[2] = { .1, .1 }, a[2];
  const double tau[2] = { 3, 7 };
  lia_error err = { 0 };
  cr_assert_eq(lia_cmodel_forward(w, q, NULL, tau, 0, a, &err), LIA_OK, "%s", err.text);
  // inertia 1 + 4 of p and its follower, r without mass hangs on p
  cr_assert_float_eq(a[0], 2, 1e-14);
  cr_assert_float_eq(a[1], 2, 1e-14);
  cr_assert_float_eq(w->lambda[0], 7, 1e-13);
  lia_cmodel_free(w);
  lia_constraints_free(s);
  lia_free(m);
}

/* a free body brought to a frame or an axis from anywhere: never the wrong way round, in a few
 * steps */
LIA_TEST(closed, orientation_closes_the_right_way_round) {
  static const int kind[] = { LIA_CONSTRAINT_weld, LIA_CONSTRAINT_slider, LIA_CONSTRAINT_hinge,
      LIA_CONSTRAINT_cylinder, LIA_CONSTRAINT_flat,
      LIA_CONSTRAINT_parallel, LIA_CONSTRAINT_thread };
  lia_rng r = lia_rng_seed(7);
  lia_body_def b = lia_body_def_new(NULL);
  b.joint = LIA_JOINT_floating;
  b.has_inertia = 1;
  b.inertia = (lia_inertia){ .m = 1, .I = { 1, 1, 1 } };
  const double none[3] = { 0, 0, 0 };
  lia_model *m;
  cr_assert_eq(lia_model_new(&m, &b, 1, none, NULL), LIA_OK);
  for (size_t k = 0; k < sizeof kind / sizeof *kind; k++) {
    lia_constraint c = { .name = "c", .row = lia_constraint_types[kind[k]], .body = { 0, -1 },
        .param = { .1 } };
    random_frame(&r, &c.X[0]);
    random_frame(&r, &c.X[1]);
    lia_constraints *s;
    lia_cmodel *w = closed_of(&c, 1, m, &s);
    for (int n = 0; n < 100; n++) {
      double q[7];
      lia_cmodel_info info = { 0 };
      lia_error err = { 0 };
      lia_model_random(m, &r, q);
      cr_assert_eq(lia_cmodel_assemble(w, q, 0, NULL, 1e-12, 60, &info, &err), LIA_OK, "%s %d: %s",
          c.row->name, n, err.text);
      cr_assert_leq(info.iterations, 12, "%s %d: %d steps", c.row->name, n, info.iterations);
      lia_cmodel_rows(w, q, NULL, 0);
      cr_assert_lt(lia_vec_max(w->g, s->nposition), 1e-11, "%s", c.row->name);
      const lia_end *e = w->end;
      for (int axis = c.row->upright == 2 ? 0 : 2; axis < 3; axis++)
        cr_assert_float_eq(e[0].R[axis] * e[1].R[axis] + e[0].R[3+axis] * e[1].R[3+axis]
            + e[0].R[6+axis] * e[1].R[6+axis], 1, 1e-10, "%s axis %d", c.row->name, axis);
    }
    lia_cmodel_free(w);
    lia_constraints_free(s);
  }
  lia_free(m);
}

/* the rate of the rows along a motion, against the acceleration terms: G a + c is the rate of G v +
 * b, so c = G' v where b is 0 */
LIA_TEST(closed, the_rate_of_the_rows_times_the_velocity_is_what_the_accelerations_say) {
  lia_rng r = lia_rng_seed(31);
  int compared = 0;
  for (int floating = 0; floating < 2; floating++)
    for (int kind = 0; kind < LIA_CONSTRAINT_COUNT; kind++) {
      lia_model *m = two_branches(&r, floating);
      lia_constraint c = any(&r, m, kind);
      lia_constraints *s;
      lia_cmodel *w = closed_of(&c, 1, m, &s);
      double q[32], v[32], Gdot[6 * 32], still = 0, later = 0;
      lia_model_random(m, &r, q);
      for (int k = 0; k < m->nv; k++) v[k] = lia_rng_range(&r, -1, 1);
      for (int side = 0; side < 2; side++) {   // prescribed motion has a b, or gets one
        lia_cmodel_rows(w, q, v, side);
        for (int i = 0; i < w->rows; i++) *(side ? &later : &still) += fabs(w->row[i].b);
      }
      lia_error err = { 0 };
      cr_assert_eq(lia_cmodel_rows_rate(w, q, v, 0.4, Gdot, &err), LIA_OK, "%s", err.text);
      lia_cmodel_rows(w, q, v, 0.4);
      for (int i = 0; still + later == 0 && i < w->rows; i++, compared++)
        cr_assert_float_eq(lia_vec_dot(Gdot + i * m->nv, v, m->nv), w->c[i],
            1e-7 * fmax(1, fabs(w->c[i])), "%s row %d", c.name, i);
      lia_cmodel_free(w);
      lia_constraints_free(s);
      lia_free(m);
    }
  cr_assert_gt(compared, 60);
}

/* two slides, x driven fast, and a row that is nothing at all while y is near x but has another
 * root far off: what holds near here at this time is the driver alone, and that the driver would
 * carry x away is no motion of this time */
LIA_TEST(closed, the_rank_near_a_driven_place_is_counted_at_the_time_it_is) {
  lia_body_def b[2] = { lia_body_def_new(NULL), lia_body_def_new(NULL) };
  for (int i = 0; i < 2; i++) {
    b[i].joint = LIA_JOINT_prismatic;
    b[i].has_inertia = 1;
    b[i].inertia = (lia_inertia){ .m = 1, .I = { 1, 1, 1 } };
  }
  b[1].axis[0] = 1, b[1].axis[2] = 0;
  lia_model *m;
  const double none[3] = { 0, 0, 0 };
  cr_assert_eq(lia_model_new(&m, b, 2, none, NULL), LIA_OK);
  const char *name[] = { "x", "y" };
  const int at[] = { 0, 1 };
  const lia_constraint_names names = { .nq = 2, .nv = 2, .q = name, .v = name, .at = at };
  lia_constraint c[2] = { { .name = "drive", .row = lia_constraint_types[LIA_CONSTRAINT_equation] },
                          { .name = "far", .row = lia_constraint_types[LIA_CONSTRAINT_equation] } };
  lia_error err = { 0 };
  cr_assert_eq(lia_constraint_read_equation(&c[0], "x + 0.95*t", &names, &err), LIA_OK, "%s",
      err.text);
  cr_assert_eq(lia_constraint_read_equation(&c[1], "max(y - x - 0.5, 0)*(y - x - 1)", &names, &err),
      LIA_OK, "%s", err.text);
  lia_constraints *s;
  lia_cmodel *w = closed_of(c, 2, m, &s);
  const double q[2] = { 0, 0 };
  int all, held;
  cr_assert_eq(lia_cmodel_rank(w, q, 0, &all, &held, &err), LIA_OK, "%s", err.text);
  cr_assert(all == 1 && held == 1, "rank %d, %d of positions", all, held);
  // and at the far root both count
  const double far[2] = { 0, 1 };
  cr_assert_eq(lia_cmodel_rank(w, far, 0, &all, &held, &err), LIA_OK, "%s", err.text);
  cr_assert(all == 2 && held == 2, "rank %d, %d of positions", all, held);
  lia_cmodel_free(w);
  lia_constraints_free(s);
  lia_free(m);
}

/* ---- by any method, and by all of them ---- */

typedef struct seen { int answers, failures; double worst; const lia_cmotion *first; int nv; } seen;

static void look(void *context, lia_cmotion_method method, const lia_cmotion *m,
    const lia_error *why) {
  seen *s = context;
  s->answers += m != NULL;
  s->failures += why != NULL;
  if (m && method != LIA_CMOTION_tree)
    s->worst = fmax(s->worst, lia_cmotion_apart(s->first, m, s->nv));
}

LIA_TEST(closed, every_method_is_listed_once_and_found_by_its_name) {
  for (int k = 0; k < LIA_CMOTION_COUNT; k++)
    cr_assert_eq(lia_cmotion_find(lia_cmotion_name[k]), k);
  for (int k = 0; k < LIA_CONSTRAINED_COUNT; k++)
    cr_assert_str_eq(lia_cmotion_name[LIA_CMOTION_augmented + k], lia_constrained_name[k]);
  cr_assert_eq(lia_cmotion_find("kkt"), LIA_CMOTION_augmented);
  cr_assert_eq(lia_cmotion_find("all"), -1);
}

/* forces of the constraints have no power where nothing is driven and v keeps them; options of a
 * call stay that call's */
LIA_TEST(closed, all_methods_give_one_motion_and_leave_the_options_alone) {
  lia_rng r = lia_rng_seed(5);
  lia_error err = { 0 };
  lia_model *m = two_branches(&r, 1);
  lia_constraint c = any(&r, m, LIA_CONSTRAINT_point);
  lia_constraints *s;
  lia_cmodel *w;
  lia_sparse *sparse = NULL;
  cr_assert_eq(lia_constraints_new(&s, &c, 1, &err), LIA_OK, "%s", err.text);
  cr_assert_eq(lia_cmodel_new(&w, m, s, &err), LIA_OK, "%s", err.text);
  const int nv = m->nv;
  double q[40], v[40], tau[40], room[6][40], spread;
  lia_cmotion_method who;
  lia_model_random(m, &r, q);
  for (int k = 0; k < nv; k++) {
    v[k] = lia_rng_range(&r, -1, 1);
    tau[k] = lia_rng_range(&r, -5, 5);
  }
  lia_cmodel_info info = { 0 };
  cr_assert_eq(lia_cmodel_assemble(w, q, 0, NULL, 1e-13, 60, &info, &err), LIA_OK, "%s", err.text);
  cr_assert_eq(lia_cmodel_velocity(w, q, v, 0, 1, v, &err), LIA_OK, "%s", err.text);
  const lia_cmotion_state x = { q, v, tau, 0 };
  lia_cmotion first = { .a = room[0], .force = room[1], .gamma = room[2] };
  lia_cmotion other = { .a = room[3], .force = room[4], .gamma = room[5] };
  seen context = { .first = &first, .nv = nv };
  lia_constrained_opts strict = lia_constrained_defaults;
  strict.refuse = 1;
  strict.rank_tol = 1e-7;
  cr_assert_eq(lia_cmotion_every(w, &sparse, &strict, &x, &first, &other, look, &context, &spread,
      &who, &err), LIA_OK);
  cr_assert_eq(context.answers, LIA_CMOTION_COUNT);
  cr_assert_eq(context.failures, 0);
  cr_assert(spread == context.worst && spread < 1e-9, "%g", spread);
  cr_assert(fabs(first.power) < 1e-10 && first.gaps.gap < 1e-12);
  cr_assert(w->opts.refuse == 0 && w->opts.rank_tol == lia_constrained_defaults.rank_tol);
  // J a = gamma, and the force at the frames gives the forces on the coordinates: action and
  // reaction at one point
  double F[2][6];
  for (int k = 0; k < w->rows; k++) {
    double sum = -first.gamma[k];
    for (int i = 0; i < nv; i++) sum += w->G[k * nv + i] * first.a[i];
    cr_assert(fabs(sum) < 1e-9, "%g", sum);
  }
  for (int e = 0; e < 2; e++) lia_cmotion_frame_force(w, 0, e, F[e]);
  for (int k = 0; k < 3; k++) cr_assert(fabs(F[0][k] + F[1][k]) < 1e-9);
  lia_sparse_free(sparse);
  lia_cmodel_free(w);
  lia_constraints_free(s);
  lia_free(m);
}
