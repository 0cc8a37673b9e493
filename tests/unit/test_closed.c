/* test_closed.c - constraints of models: every kind against differences, every way against every
 * other, chains, what cannot be */
#include "closedcase.h"

/* G v + b is dg/dt, and G a + c its derivative, by differences along q (+) v h, v + a h */
LIA_TEST(closed, rows_of_every_kind_are_derivatives_of_each_other) {
  lia_rng r = lia_rng_seed(3);
  for (int floating = 0; floating < 2; floating++)
    // the last, the user's own, several times
    for (int kind = 0; kind < LIA_CONSTRAINT_COUNT + 7; kind++) {
      lia_model *m = two_branches(&r, floating);
      lia_constraint c = any(&r, m, kind < LIA_CONSTRAINT_COUNT ? kind : LIA_CONSTRAINT_equation);
      lia_constraints *s;
      lia_cmodel *w = closed_of(&c, 1, m, &s);
      double q[32], v[32], a[32], qh[32], vh[32], g[2][6], rate[3][6], acc[6], mid[32];
      const double h = 1e-5, t = .4;
      lia_model_random(m, &r, q);
      for (int k = 0; k < m->nv; k++)
        v[k] = lia_rng_range(&r, -1, 1), a[k] = lia_rng_range(&r, -1, 1);
      for (int side = 0; side < 3; side++) {
        double x = side == 2 ? 0 : side ? h : -h;
        // q(t + x) of velocity v + a x is q (+) (v + a x / 2) x to second order
        for (int k = 0; k < m->nv; k++) vh[k] = v[k] + a[k] * x, mid[k] = v[k] + a[k] * x / 2;
        lia_model_step(m, q, mid, x, qh);
        lia_cmodel_rows(w, qh, vh, t + x);
        for (int i = 0; i < s->nrow; i++) {
          if (side < 2) g[side][i] = w->g[i];
          rate[side][i] = w->row[i].b;
          acc[i] = w->c[i];
          for (int k = 0; k < m->nv; k++) {
            rate[side][i] += w->G[i * m->nv + k] * vh[k];
            acc[i] += w->G[i * m->nv + k] * a[k];
          }
        }
      }
      for (int i = 0; i < s->nrow; i++) {
        if (i < s->c[0].nposition)
          cr_assert_float_eq(rate[2][i], (g[1][i] - g[0][i]) / (2 * h), 2e-7,
              "%s row %d, floating %d: rate", c.name, i, floating);
        cr_assert_float_eq(acc[i], (rate[1][i] - rate[0][i]) / (2 * h), 1e-6,
            "%s row %d, floating %d: acceleration", c.name, i, floating);
      }
      // of full rank at a place like this
      lia_cmodel_mobility mob;
      cr_assert_eq(lia_cmodel_mobility_at(w, q, t, NULL, &mob, NULL), LIA_OK);
      cr_assert_eq(mob.rank, c.row->nrow, "%s", c.name);
      lia_cmodel_free(w);
      lia_constraints_free(s);
      lia_free(m);
    }
}

/* 300 mechanisms (LIAISON_CASES asks for more): one to three constraints of random kinds
 * (positions, rolling, in time), closed, at velocities that fit */
LIA_TEST(closed, all_ways_agree_on_random_mechanisms_and_ideal_constraints_do_no_work) {
  lia_rng r = lia_rng_seed(11);
  int fast = 0, total = 0;
  const int cases = lia_cases(300);
  for (int n = 0; total < cases; n++) {
    cr_assert_lt(n, 3 * cases, "%d closed", total);
    lia_model *m = two_branches(&r, n % 2);
    lia_constraint c[3];
    lia_constraints *s;
    int nc = 1 + (int)lia_rng_below(&r, n % 2 ? 3 : 1);
    for (int i = 0; i < nc; i++) c[i] = any(&r, m, (int)lia_rng_below(&r, LIA_CONSTRAINT_COUNT));
    lia_cmodel *w = closed_of(c, nc, m, &s);
    lia_cmodel_info info = { 0 };
    double q[32], v[32], tau[32], a[32];
    lia_model_random(m, &r, q);
    for (int k = 0; k < m->nv; k++)
      v[k] = lia_rng_range(&r, -1, 1), tau[k] = lia_rng_range(&r, -5, 5);
    int ok = s->nrow <= m->nv &&
        lia_cmodel_assemble(w, q, .3, NULL, 1e-11, 60, &info, NULL) == LIA_OK;
    ok = ok && lia_cmodel_velocity(w, q, v, .3, 1, v, NULL) == LIA_OK;
    ok = ok && lia_cmodel_forward(w, q, v, tau, .3, a, NULL) == LIA_OK;
    if (ok) {
      total++;
      fast += !w->dense;
      ways_agree(w, n, q, v, tau, .3);
    }
    lia_cmodel_free(w);
    lia_constraints_free(s);
    lia_free(m);
  }
  cr_assert_gt(fast, total * 9 / 10, "%d of %d by the tree", fast, total);
}

/* 200 loops (or LIAISON_CASES) of hinges about one direction, which no axis of the base is: out of
 * their plane rows push nothing but rounding. On the ground or on a free body; the end of the loop
 * held by a hinge, a point or all, once or twice; a wheel on the last link */
LIA_TEST(closed, loops_in_a_tilted_plane_are_redundant_and_every_way_says_the_same) {
  static const int kind[] = { LIA_CONSTRAINT_hinge, LIA_CONSTRAINT_point, LIA_CONSTRAINT_weld };
  static const int rank[] = { 2, 2, 3 };
  lia_rng r = lia_rng_seed(5);
  const double gravity[3] = { .3, -2, -9.81 };
  for (int n = 0, cases = lia_cases(200); n < cases; n++) {
    const int floating = n % 2, links = 3 + (int)lia_rng_below(&r, 3),
        how = (int)lia_rng_below(&r, 3), twice = (int)lia_rng_below(&r, 2);
    const int rolls = floating && lia_rng_below(&r, 2);
    lia_body_def b[8];
    lia_frame tilt;
    random_frame(&r, &tilt);
    for (int i = 0; i <= links; i++) {
      b[i] = lia_body_def_new(NULL);
      b[i].parent = i - 1;
      b[i].joint = i ? LIA_JOINT_revolute : floating ? LIA_JOINT_floating : LIA_JOINT_fixed;
      lia_set3(b[i].axis, 0, 0, 1);
      if (i == 1) b[i].X_PJ = tilt;
      if (i > 1) b[i].X_PJ.p[0] = 1;
      const double c[3] = { .5, .1, .2 }, I[6] = { .1, .2, .2, .01, 0, .02 };
      b[i].has_inertia = 1;
      lia_inertia_of_com(&b[i].inertia, lia_rng_range(&r, .5, 2), c, I);
    }
    lia_model *m;
    lia_constraints *s;
    lia_constraint c[3];
    cr_assert_eq(lia_model_new(&m, b, links + 1, gravity, NULL), LIA_OK);
    // from the last link to the base, within reach
    lia_frame end = LIA_FRAME_IDENTITY, pin = LIA_FRAME_IDENTITY;
    end.p[0] = 1;
    lia_set3(pin.p, lia_rng_range(&r, .5, 1.5), lia_rng_range(&r, -.5, .5), 0);
    for (int i = 0; i < 2; i++) {
      c[i] = (lia_constraint){ .name = "loop", .row = lia_constraint_types[kind[how]],
          .body = { links, 0 }, .X = { end } };
      lia_frame_mul(&c[i].X[1], &tilt, &pin);
    }
    c[1 + twice] = (lia_constraint){ .name = "wheel",
        .row = lia_constraint_types[LIA_CONSTRAINT_wheel], .body = { 0, -1 },
        .X = { LIA_FRAME_IDENTITY, LIA_FRAME_IDENTITY }, .param = { .2 } };
    lia_cmodel *w = closed_of(c, 1 + twice + rolls, m, &s);
    lia_cmodel_info info = { 0 };
    double q[32], v[32], tau[32];
    lia_error err = { 0 };
    lia_model_random(m, &r, q);
    for (int k = 0; k < m->nv; k++)
      v[k] = lia_rng_range(&r, -1, 1), tau[k] = lia_rng_range(&r, -5, 5);
    cr_assert_eq(lia_cmodel_assemble(w, q, 0, NULL, 1e-12, 100, &info, &err), LIA_OK, "%d: %s", n,
        err.text);
    cr_assert_eq(lia_cmodel_velocity(w, q, v, 0, 1, v, &err), LIA_OK, "%d: %s", n, err.text);
    ways_agree(w, n, q, v, tau, 0);
    lia_cmodel_mobility mob;
    cr_assert_eq(lia_cmodel_mobility_at(w, q, 0, NULL, &mob, NULL), LIA_OK);
    cr_assert_eq(mob.rank, rank[how] + 2 * rolls, "%d: rank %d", n, mob.rank);
    lia_cmodel_free(w);
    lia_constraints_free(s);
    lia_free(m);
  }
}

/* the nearest configuration in the mass metric is where the change is a combination of rows: M d =
 * G' y */
LIA_TEST(closed, the_least_change_is_along_the_constraints) {
  lia_rng r = lia_rng_seed(21);
  int tried = 0;
  for (int n = 0; n < 60 && tried < 20; n++) {
    lia_model *m = two_branches(&r, n % 2);
    lia_constraint c = any(&r, m, (int)lia_rng_below(&r, LIA_CONSTRAINT_pulley));
    lia_constraints *s;
    lia_cmodel *w = closed_of(&c, 1, m, &s);
    lia_cmodel_info info = { 0 };
    double q[32], start[32], d[32], Md[32], far = 0;
    lia_model_random(m, &r, q);
    // from beside a configuration that is closed: there is one nearest
    if (lia_cmodel_assemble(w, q, 0, NULL, 1e-12, 100, &info, NULL) == LIA_OK) {
      for (int k = 0; k < m->nv; k++) d[k] = lia_rng_range(&r, -.02, .02);
      lia_model_step(m, q, d, 1, start);
      lia_vec_copy(q, start, m->nq);
      cr_assert_eq(lia_cmodel_nearest(w, q, 0, NULL, 1, &far, &info, NULL), LIA_OK);
      lia_model_diff(m, q, start, d);
      lia_crba(m, w->d, q, w->M);
      lia_mat_mulv(Md, lia_mat_of(w->M, m->nv, m->nv), d);
      lia_cmodel_rows(w, q, NULL, 0);
      cr_assert_lt(lia_vec_max(w->g, s->nposition), 1e-11);
      // what of M d no row can make
      lia_qr *f;
      double y[32];
      cr_assert_eq(lia_qr_new(&f, m->nv, s->nposition, NULL), LIA_OK);
      double T[32 * 8];
      lia_mat_transpose(lia_mat_of(T, m->nv, s->nposition), lia_mat_of(w->G, s->nposition, m->nv));
      cr_assert_eq(lia_qr_factor(f, lia_mat_of(T, m->nv, s->nposition), 1e-9, NULL), LIA_OK);
      double left = lia_qr_solve(f, Md, y);
      cr_assert_lt(left, 1e-3 * lia_vec_norm(Md, m->nv), "%d %s: %g of %g", n, c.name, left,
          lia_vec_norm(Md, m->nv));
      lia_qr_free(f);
      tried++;
    }
    lia_cmodel_free(w);
    lia_constraints_free(s);
    lia_free(m);
  }
  cr_assert_geq(tried, 15);
}
