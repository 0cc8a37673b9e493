/* test_closed.c - constraints of models: every kind against differences, every way against every
 * other, chains, what cannot be */
#include "house.h"
#include "trees.h"

#include "base/rng.h"
#include "con/constrained_model.h"
#include "con/constrained_motion.h"
#include "con/constrained_sparse.h"
#include "rbd/crba.h"
#include "rbd/forward.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* a model of bodies that float or hang anywhere: two branches, all with mass */
static lia_model *two_branches(lia_rng *r, int floating) {
  lia_body_def b[6];
  lia_model *m;
  lia_error err = { 0 };
  const double gravity[3] = { 0.3, -1, -9.81 };
  for (int i = 0; i < 6; i++) {
    b[i] = lia_body_def_new(NULL);
    b[i].parent = i % 3 ? i - 1 : -1;
    b[i].joint = floating && i % 3 == 0 ? LIA_JOINT_floating : i == 4 ? LIA_JOINT_prismatic : i == 2
        ? LIA_JOINT_spherical : LIA_JOINT_revolute;
    lia_rng_unit(r, b[i].axis, 3);
    for (int k = 0; k < 3; k++) b[i].X_PJ.p[k] = lia_rng_range(r, -1, 1);
    const double c[3] = { lia_rng_range(r, -.3, .3), lia_rng_range(r, -.3, .3), .2 },
        I[6] = { .4, .5, .6, .01, -.02, .03 };
    b[i].has_inertia = 1;
    lia_inertia_of_com(&b[i].inertia, lia_rng_range(r, .5, 2), c, I);
  }
  cr_assert_eq(lia_model_new(&m, b, 6, gravity, &err), LIA_OK, "%s", err.text);
  return m;
}

static void random_frame(lia_rng *r, lia_frame *X) {
  double q[4];
  lia_rng_quat(r, q);
  lia_quat_to_rot(X->R, q);
  for (int k = 0; k < 3; k++) X->p[k] = lia_rng_range(r, -.4, .4);
}

static const char *const surface[2] = { "x^2 + 2*y^2 + z*x - sin(y) - 0.7", "x - cos(3*z)*y" };

/* constraint of this kind between two branches and the ground */
static lia_constraint any(lia_rng *r, const lia_model *m, int kind) {
  static const int body[LIA_CONSTRAINT_ENDS] = { 2, 5, 1, -1 };
  lia_constraint c = { .name = lia_constraint_name[kind], .row = lia_constraint_types[kind] };
  lia_error err = { 0 };
  for (int e = 0; e < LIA_CONSTRAINT_ENDS; e++) {
    c.body[e] = body[e];
    random_frame(r, &c.X[e]);
  }
  c.param[0] = .37;
  c.param[1] = 1.3;
  if (!c.row->nend) {
    const char *name[] = { "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n",
        "o", "p", "r", "s" };
    const char *number[32];
    char letters[32][4];
    int at[18];
    lia_constraint_turn turn[6];
    lia_constraint_names N = { .nq = m->nq, .nv = m->nv, .q = number, .v = name, .at = at,
        .turn = turn };
    for (int k = 0; k < m->nv; k++) at[k] = -1;
    for (int k = 0; k < m->nq; k++) number[k] = letters[k], snprintf(letters[k], 4, "q%d", k);
    for (int i = 0; i < m->nbody; i++) {
      const lia_model_body *B = &m->body[i];
      if (B->nq != B->nv) turn[N.nturn++] = (lia_constraint_turn){ B->iq, B->iv, B->nv == 6 };
      for (int k = 0; k < B->nv; k++)
        if (B->nq == B->nv) at[B->iv + k] = B->iq + k, number[B->iq + k] = name[B->iv + k];
    }
    // a row of angles, or of the ball of body 2, and where there is one of the free body
    const char *first = name[m->body[1].iv], *second = name[m->body[5].iv],
        *w = name[m->body[2].iv + 1];
    const char *Q0 = number[m->body[2].iq], *Q2 = number[m->body[2].iq + 2],
    *x = number[m->body[0].iq],
    *y = number[m->body[0].iq + (m->body[0].nq > 1 ? m->body[0].nq - 2 : 0)];
    char text[240];
    if (kind == LIA_CONSTRAINT_equation && lia_rng_below(r, 2))
      snprintf(text, sizeof text, "sin(%s)*%s' + %s'*%s*t - t^2*%s + %s*%s' + %s' - %s*%s'", first,
          second, first, second, first, Q2, w, Q0, y, x);
    else if (kind == LIA_CONSTRAINT_equation)
      snprintf(text, sizeof text, "%s*%s - %s^2*%s*t + %s*%s - 0.1*t", Q0, Q2, first, Q0, x, y);
    else
      snprintf(text, sizeof text, "%s*%s + sin(%s)*cos(t)*%s - t^3*%s", first, second, first,
          second, first);
    cr_assert_eq(lia_constraint_read_equation(&c, text, &N, &err), LIA_OK, "%s", err.text);
  } else if (c.row->nexpr) {
    cr_assert_eq(lia_constraint_read_surface(&c, c.row->nexpr, surface, &err), LIA_OK, "%s",
        err.text);
  }
  return c;
}

static lia_cmodel *closed_of(lia_constraint *c, int n, const lia_model *m, lia_constraints **s) {
  lia_cmodel *w;
  cr_assert_eq(lia_constraints_new(s, c, n, NULL), LIA_OK);
  cr_assert_eq(lia_cmodel_new(&w, m, *s, NULL), LIA_OK);
  return w;
}

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

/* x as far from y as a part of it and of 1 */
static double apart(const double *x, const double *y, int n) {
  return lia_vec_diff(x, y, n) / fmax(1, lia_vec_max(y, n));
}

/* largest by smallest singular value of the rows G that count: its square times rounding is what G
 * M^-1 G' lambda = .. leaves open */
static double spread_of_rows(const lia_cmodel *w) {
  const int nv = w->m->nv;
  lia_svd *f;
  cr_assert_eq(lia_svd_new(&f, w->rows, nv, NULL), LIA_OK);
  cr_assert_eq(lia_svd_factor(f, lia_mat_of(w->G, w->rows, nv), NULL), LIA_OK);
  double spread = f->s[0] / f->s[w->rank - 1];
  lia_svd_free(f);
  return spread;
}

/* the last motion by `way`: its rank, a, multipliers, and that the power of the constraints is
 * -lambda . b */
static void is_as(const lia_cmodel *w, const char *way, int n, const double *a,
    const double *tree_a, const double *tree_lambda, int rank, const double *v) {
  const int nv = w->m->nv;
  cr_assert_eq(w->rank, rank, "%d by %s: rank %d, by the tree %d", n, way, w->rank, rank);
  cr_assert_lt(apart(a, tree_a, nv), 1e-10, "%d by %s: a %g", n, way, apart(a, tree_a, nv));
  double spread = w->rank ? spread_of_rows(w) : 1;
  cr_assert_lt(apart(w->lambda, tree_lambda, w->rows), fmax(1e-10, 1e-15 * spread * spread),
      "%d by %s: lambda %g", n, way, apart(w->lambda, tree_lambda, w->rows));
  double power = 0, given = 0, scale = 1;
  for (int i = 0; i < w->rows; i++) {
    power += w->lambda[i] * lia_vec_dot(w->G + i * nv, v, nv);
    given -= w->lambda[i] * w->row[i].b;
    scale += fabs(w->lambda[i]);
  }
  cr_assert_float_eq(power, given, 1e-10 * scale, "%d by %s: power %g of %g", n, way, power, given);
}

static void ways_agree(lia_cmodel *w, int n, const double *q, const double *v, const double *tau,
    double t) {
  double a[32], x[32], lambda[32];
  lia_error err = { 0 };
  cr_assert_eq(lia_cmodel_forward(w, q, v, tau, t, a, &err), LIA_OK, "%d: %s", n, err.text);
  const int rank = w->rank;
  lia_vec_copy(lambda, w->lambda, w->rows);
  lia_cmodel_rows(w, q, v, t);
  is_as(w, "the tree", n, a, a, lambda, rank, v);
  for (int k = 0; k < LIA_CONSTRAINED_COUNT; k++) {
    cr_assert_eq(lia_cmodel_forward_by(w, (lia_constrained_method)k, q, v, tau, t, x, &err), LIA_OK,
        "%d by %s: %s", n, lia_constrained_name[k], err.text);
    is_as(w, lia_constrained_name[k], n, x, a, lambda, rank, v);
  }
  lia_sparse *s;
  cr_assert_eq(lia_sparse_new(&s, w, NULL), LIA_OK);
  cr_assert_eq(lia_sparse_forward(s, q, v, tau, t, x, &err), LIA_OK, "%d sparse: %s", n, err.text);
  is_as(w, "sparse", n, x, a, lambda, rank, v);
  lia_sparse_free(s);
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
