/* closedcase.h - what the tests of constrained models share */
#ifndef LIA_TEST_CLOSEDCASE_H
#define LIA_TEST_CLOSEDCASE_H

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
static inline lia_model *two_branches(lia_rng *r, int floating) {
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

static inline void random_frame(lia_rng *r, lia_frame *X) {
  double q[4];
  lia_rng_quat(r, q);
  lia_quat_to_rot(X->R, q);
  for (int k = 0; k < 3; k++) X->p[k] = lia_rng_range(r, -.4, .4);
}

static const char *const surface[2] = { "x^2 + 2*y^2 + z*x - sin(y) - 0.7", "x - cos(3*z)*y" };

/* constraint of this kind between two branches and the ground */
static inline lia_constraint any(lia_rng *r, const lia_model *m, int kind) {
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

static inline lia_cmodel *closed_of(lia_constraint *c, int n, const lia_model *m,
    lia_constraints **s) {
  lia_cmodel *w;
  cr_assert_eq(lia_constraints_new(s, c, n, NULL), LIA_OK);
  cr_assert_eq(lia_cmodel_new(&w, m, *s, NULL), LIA_OK);
  return w;
}

/* x as far from y as a part of it and of 1 */
static inline double apart(const double *x, const double *y, int n) {
  return lia_vec_diff(x, y, n) / fmax(1, lia_vec_max(y, n));
}

/* largest by smallest singular value of the rows G that count: its square times rounding is what G
 * M^-1 G' lambda = .. leaves open */
static inline double spread_of_rows(const lia_cmodel *w) {
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
static inline void is_as(const lia_cmodel *w, const char *way, int n, const double *a,
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

static inline void ways_agree(lia_cmodel *w, int n, const double *q, const double *v,
    const double *tau,
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

#endif
