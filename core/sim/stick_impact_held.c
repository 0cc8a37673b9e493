/* stick_impact_held.c - equations of what is held: accelerations, and velocities brought to rest */
#include "sim/stick_impact.h"

#include "base/assert.h"
#include "num/factor.h"
#include "num/vec.h"
#include "rbd/fk.h"
#include "rbd/forward.h"
#include "rbd/jac.h"
#include "sim/stick_impact_inside.h"

#include <math.h>
#include <string.h>

// C of the header into s->Minv, and B = (G M^-1 G^T)^-1 G M^-1 of the rows of constraints that are
// used
lia_status lia_hold_compliance(lia_model_ode *s, const double *q, double t, lia_error *err) {
  int n = s->m->nv;
  lia_cmodel *w = s->o.closed;
  (void)lia_forward_minv(s->m, s->d, q, s->Minv);
  if (!w) return LIA_OK;
  lia_cmodel_rows(w, q, NULL, t);
  LIA_TRY(lia_constrained_rank(w->dense_solver, lia_mat_of(w->G, w->rows, n), w->opts.rank_tol,
      err));
  int r = w->dense_solver->rank;
  LIA_ASSERT(r >= 0 && r <= w->rows && r <= n);
  const lia_mat J = w->dense_solver->J;
  for (int i = 0; i < r; i++)
    for (int a = 0; a < n; a++)
      s->B[i * n + a] = lia_vec_dot(s->Minv + a * n, lia_mat_row(J, i), n);
  for (int i = 0; i < r; i++)
    for (int k = 0; k < r; k++) s->S[i * r + k] = lia_vec_dot(lia_mat_row(J, i), s->B + k * n, n);
  memcpy(s->Y, s->B, (size_t)(r * n) * sizeof *s->Y);
  LIA_TRY(lia_chol_factor(lia_mat_of(s->S, r, r), err));
  lia_chol_solvem(lia_mat_of(s->S, r, r), lia_mat_of(s->B, r, n));
  for (int i = 0; i < r; i++)
    for (int a = 0; a < n; a++) lia_vec_axpy(s->Minv + a * n, -s->Y[i * n + a], s->B + i * n, n);
  return LIA_OK;
}

// (J C W) y = b in place of b, for r rows. A little is put on the diagonal and taken off again by
// refining: rows that say the same twice share what they hold, and nothing else changes
lia_status lia_hold_solve(lia_model_ode *s, int r, double t, lia_error *err) {
  LIA_ASSERT(r >= 0 && (!s->o.loads || r <= 3 * s->o.loads->njump));
  int n = s->m->nv;
  double most = 0, *y = s->b + r, *rest = s->b + 2 * r, *LU = s->A + r * r;
  for (int k = 0; k < r; k++) {
    for (int a = 0; a < n; a++) s->CW[a] = lia_vec_dot(s->Minv + a * n, s->W + k * n, n);
    for (int i = 0; i < r; i++) s->A[i * r + k] = lia_vec_dot(s->J + i * n, s->CW, n);
    // where a joint stands still at a dead point of its loop this is the rounding of 0, but never
    // less than 0
    if (!lia_hold_is_point(&s->o.loads->load[s->row[k]])) s->A[k * r + k] = fabs(s->A[k * r + k]);
    most = fmax(most, fabs(s->A[k * r + k]));
  }
  memcpy(LU, s->A, (size_t)(r * r) * sizeof *LU);
  for (int i = 0; i < r; i++) {
    LU[i * r + i] += 1e-5 * most;
    y[i] = 0;
  }
  if (lia_lu_factor((lia_mat){ LU, r, r, r }, s->piv, &(lia_error){ 0 }) != LIA_OK)
    return LIA_FAIL(err, LIA_ESINGULAR, "forces",
        "what sticks and rests has no forces that hold it at t = %.9g", t);
  double left = (double)INFINITY;
  for (int turn = 0; turn < 40; turn++) {
    for (int i = 0; i < r; i++) rest[i] = s->b[i] - lia_vec_dot(s->A + i * r, y, r);
    double now = lia_vec_max(rest, r);
    if (!(now < left / 2)) break;   // rounding: it gets no better
    left = now;
    lia_lu_solve((lia_mat){ LU, r, r, r }, s->piv, rest);
    lia_vec_axpy(y, 1, rest, r);
  }
  memcpy(s->b, y, (size_t)r * sizeof *y);
  return LIA_OK;
}

// v += C W y
void lia_hold_spread(const lia_model_ode *s, int r, double *v) {
  int n = s->m->nv;
  memset(s->CW, 0, (size_t)n * sizeof *s->CW);
  for (int k = 0; k < r; k++) lia_vec_axpy(s->CW, s->b[k], s->W + k * n, n);
  for (int a = 0; a < n; a++) v[a] += lia_vec_dot(s->Minv + a * n, s->CW, n);
}

// what the loops hold is less by what these forces put on them: -B W y
static void spread_multipliers(lia_model_ode *s) {
  lia_cmodel *w = s->o.closed;
  for (int i = 0; w && i < w->dense_solver->rank; i++) {
    int row = w->dense_solver->row[i];
    w->lambda[row] -= lia_vec_dot(s->B + i * s->m->nv, s->CW, s->m->nv)
        / w->dense_solver->norm[row];
  }
}

// u . (acceleration where it touches that velocities alone give)
double lia_hold_bias_of(const lia_model_ode *s, int r, const double *q, const double *v) {
  const lia_load *l = &s->o.loads->load[s->row[r]];
  double bias[6], arm[3], turn[3], size = sqrt(lia_dot3(lia_hold_normal(l), lia_hold_normal(l)));
  if (!lia_hold_is_point(l)) return 0;
  lia_jac_bias(s->m, s->d, q, v, l->body[0], l->at[0], LIA_AXES_BASE, bias);
  for (int k = 0; k < 3; k++) arm[k] = -lia_hold_radius(l) * lia_hold_normal(l)[k] / size;
  lia_cross3(turn, bias + 3, arm);
  return lia_dot3(s->u + 3 * r, bias) + lia_dot3(s->u + 3 * r, turn);
}

// what element l holds with, as of its lambda and side: into l->F. After lia_fk_motion
static void held_force(const lia_model_ode *s, lia_load *l) {
  if (lia_hold_is_joint(l) || lia_hold_is_stop(l)) {
    l->F[0] = lia_hold_is_stop(l) && l->mode == LIA_HOLD_HIGH ? -l->lambda : l->lambda;
    return;
  }
  lia_hold_touch c = lia_hold_touch_of(s, l);
  const double *way = lia_hold_way_of(l, &c);
  for (int k = 0; k < 3; k++)
    l->F[k] = l->lambda * (c.n[k] - (l->mode == LIA_HOLD_SLIDES ? lia_hold_mu(l) * way[k] : 0))
        + l->side[k];
}

lia_status lia_hold_correct(lia_model_ode *s, double t, const double *q, const double *v, double *a,
    lia_error *err) {
  int n = s->m->nv;
  LIA_TRY(lia_hold_compliance(s, q, t, err));
  lia_fk_motion(s->m, s->d, q, v, NULL);
  int r = lia_hold_rows(s, NULL, 1, 1);
  for (int i = 0; i < r; i++)
    s->b[i] = -lia_hold_bias_of(s, i, q, v) - lia_vec_dot(s->J + i * n, a, n);
  LIA_TRY(lia_hold_solve(s, r, t, err));
  lia_hold_spread(s, r, a);
  spread_multipliers(s);
  // what holds does no work; friction of what slides does
  s->lost -= lia_vec_dot(s->CW, v, n);
  for (int i = 0; i < r; i++) {
    lia_load *l = &s->o.loads->load[s->row[i]];
    if (i && s->row[i] == s->row[i - 1])
      for (int k = 0; k < 3; k++) l->side[k] += s->b[i] * s->u[3 * i + k];
    else {
      l->lambda = s->b[i];
      memset(l->side, 0, sizeof l->side);
    }
  }
  for (int i = 0; i < r; i++) held_force(s, &s->o.loads->load[s->row[i]]);
  return LIA_OK;
}

// v least changed so that nothing held or resting moves; modes stay
lia_status lia_hold_halt(lia_model_ode *s, double t, const double *q, double *v, lia_error *err) {
  int n = s->m->nv;
  LIA_TRY(lia_hold_compliance(s, q, t, err));
  lia_fk_motion(s->m, s->d, q, v, NULL);
  int r = lia_hold_rows(s, NULL, 1, 0);
  for (int i = 0; i < r; i++) s->b[i] = -lia_vec_dot(s->J + i * n, v, n);
  LIA_TRY(lia_hold_solve(s, r, t, err));
  lia_hold_spread(s, r, v);
  for (int i = 0; i < r; i++) {
    const lia_load *l = &s->o.loads->load[s->row[i]];
    if (!lia_hold_is_point(l)) v[l->iv] = 0;
  }
  return LIA_OK;
}
