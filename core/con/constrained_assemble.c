/* constrained_assemble.c - configurations and velocities that keep the constraints, by the least
 * change */
#include "con/constrained_parts.h"

#include "base/assert.h"
#include "rbd/crba.h"

#include <math.h>
#include <stdio.h>

static double worst_gap(const lia_cmodel *w, int *who) {
  double worst = 0;
  *who = 0;
  for (int i = 0; i < w->s->n; i++)
    for (int r = 0; r < w->s->c[i].nposition; r++) {
      double g = fabs(w->row[w->s->c[i].first + r].g);
      if (!(g <= worst)) {
        worst = g;
        *who = i;
      }
    }
  return worst;
}

// rows that hold positions, packed: G of velocities that are not held
int lia_cmodel_held_rows(lia_cmodel *w, const char *held) {
  int n = 0, nv = w->m->nv;
  for (int i = 0; i < w->s->n; i++)
    for (int r = 0; r < w->s->c[i].nposition; r++, n++) {
      int from = w->s->c[i].first + r;
      LIA_ASSERT(n <= from);   // packing overwrites only what was read
      w->rhs[n] = -w->row[from].g;
      for (int k = 0; k < nv; k++) w->G[n * nv + k] = held && held[k] ? 0 : w->G[from * nv + k];
    }
  LIA_ASSERT(n == w->s->nposition);
  return n;
}

static double merit(const double *x, int n) {
  double s = 0;
  for (int k = 0; k < n; k++) s += x[k] * x[k];
  return s;
}

static double gaps(lia_cmodel *w) {
  double s = 0;
  for (int i = 0; i < w->s->n; i++)
    for (int r = 0; r < w->s->c[i].nposition;
         r++) s += w->row[w->s->c[i].first + r].g * w->row[w->s->c[i].first + r].g;
  return s;
}

// Newton from w->here_q, steps as short as can be, no longer than about what the gap can need
static lia_status newton(lia_cmodel *w, double t, const char *held, double tol, int most,
                         lia_cmodel_info *info, lia_error *err) {
  const lia_model *m = w->m;
  lia_qr *qr = w->dense_solver->cols;
  double before = gaps(w);
  while (info->gap > tol && info->iterations < most) {
    int n = lia_cmodel_held_rows(w, held);
    LIA_TRY(lia_qr_factor(qr, lia_mat_of(w->G, n, m->nv), 1e-9, err));
    lia_qr_solve(qr, w->rhs, w->step_v);
    info->rank = qr->rank;
    LIA_ASSERT(info->rank <= n && info->rank <= m->nv);
    double size = sqrt(merit(w->step_v, m->nv)), part = fmin(1, (1 + 2 * sqrt(before)) / fmax(size,
        1e-300)), now = before;
    for (;; part /= 2) {
      lia_model_step(m, w->here_q, w->step_v, part, w->next_q);
      lia_cmodel_rows(w, w->next_q, NULL, t);
      now = gaps(w);
      if (now <= (1 - 1e-4 * part) * before || part * size < 1e-9) break;
    }
    lia_cmodel_step row = { sqrt(now), size, part, info->rank };
    if (info->trace && info->iterations < info->room) info->trace[info->iterations] = row;
    info->iterations++;
    if (!(now < before) || part * size < 1e-14) break;
    lia_vec_copy(w->here_q, w->next_q, m->nq);
    before = now;
    info->gap = worst_gap(w, &info->worst);
  }
  lia_cmodel_rows(w, w->here_q, NULL, t);
  info->gap = worst_gap(w, &info->worst);
  return LIA_OK;
}

// least |g|^2 from w->here_q where Newton finds no way on: (G'G + mu 1) d = -G'g, mu as small as
// lessens it  [DS] 10.2; matrices of velocities only
static void least_gap(lia_cmodel *w, double t, const char *held, lia_cmodel_info *info) {
  const lia_model *m = w->m;
  const int nv = m->nv;
  lia_mat A = lia_mat_of(w->M, nv, nv);
  double before = gaps(w), mu = 0, *keep = w->dense_solver->K.x;
  for (int k = 0; k < 100; k++) {
    int n = lia_cmodel_held_rows(w, held);
    lia_mat G = lia_mat_of(w->G, n, nv);
    lia_mat_tmulv(w->f, G, w->rhs);
    double most = 0;
    for (int i = 0; i < n * nv; i++) most = fmax(most, w->G[i] * w->G[i]);
    // G'g = 0: no motion lessens the gap
    if (!(lia_vec_max(w->f, nv) > 1e-9 * sqrt(most * before))) break;
    if (mu == 0) mu = 1e-2 * most;
    double now = before;
    for (int tries = 0; tries < 30; tries++, mu *= 4) {
      LIA_ASSERT(mu > 0);
      lia_mat_tmul(A, G, G);
      for (int i = 0; i < nv; i++) *lia_mat_at(A, i, i) += mu;
      lia_vec_copy(w->step_v, w->f, nv);
      if (lia_chol_factor(A, NULL) != LIA_OK) continue;
      lia_chol_solve(A, w->step_v);
      lia_model_step(m, w->here_q, w->step_v, 1, w->next_q);
      lia_vec_copy(keep, w->G, n * nv);   // rows are told anew at q1
      lia_cmodel_rows(w, w->next_q, NULL, t);
      now = gaps(w);
      lia_vec_copy(w->G, keep, n * nv);
      if (now < before) break;
    }
    if (!(now < before)) break;
    int still = before - now < 1e-15 * before;
    lia_vec_copy(w->here_q, w->next_q, m->nq);
    before = now;
    mu /= 8;
    lia_cmodel_rows(w, w->here_q, NULL, t);
    if (still) break;
  }
  lia_cmodel_rows(w, w->here_q, NULL, t);
  info->gap = worst_gap(w, &info->worst);
}

// q0 a little beside where it is, at random but for what is held
static void nudge(lia_cmodel *w, lia_rng *r, const char *held) {
  for (int k = 0; k < w->m->nv; k++) w->step_v[k] = held && held[k] ? 0 : lia_rng_range(r, -0.3,
      0.3);
  lia_model_step(w->m, w->here_q, w->step_v, 1, w->next_q);
  lia_vec_copy(w->here_q, w->next_q, w->m->nq);
}

static lia_status assemble(lia_cmodel *w, double *q, double t, const char *held, double tol,
                           int most, lia_cmodel_info *info, lia_error *err) {
  const lia_model *m = w->m;
  lia_rng r = lia_rng_seed(1);
  double best = -1;
  LIA_ASSERT(w->assembling && q != w->here_q && q != w->next_q && q != w->start_q);
  lia_vec_copy(w->start_q, q, m->nq);
  lia_model_normalise(m, w->start_q);
  info->iterations = info->rank = 0;
  // from q; where nothing lessens the gap there (a mechanism stretched, folded), from a little
  // beside it
  for (int start = 0; start < 4; start++) {
    lia_vec_copy(w->here_q, w->start_q, m->nq);
    if (start) nudge(w, &r, held);
    lia_cmodel_rows(w, w->here_q, NULL, t);
    LIA_TRY(lia_cmodel_valued(w, err));
    info->gap = worst_gap(w, &info->worst);
    double first = gaps(w), left;
    LIA_TRY(newton(w, t, held, tol, most, info, err));
    if (info->gap > tol) least_gap(w, t, held, info);
    if (info->gap > tol && gaps(w) < 1e-6) LIA_TRY(newton(w, t, held, tol, most, info, err));
    left = gaps(w);
    if (best < 0 || left < best) {
      lia_vec_copy(q, w->here_q, m->nq);
      best = left;
    }
    if (info->gap <= tol) return LIA_OK;
    if (!start && left < (1 - 1e-6) * first) break;   // it moved: this is the nearest there is
  }
  lia_cmodel_rows(w, q, NULL, t);
  info->gap = worst_gap(w, &info->worst);
  char path[96];
  snprintf(path, sizeof path, "constraint '%.60s'", w->s->c[info->worst].name);
  const char *start = held ? " with these coordinates held" : " from here";
  return LIA_FAIL(err, LIA_EUNREACHABLE, path,
      "cannot be closed%s: a gap of %.3g is left where it is least (look at the lengths, "
                  "or begin elsewhere)", start, info->gap);
}

lia_status lia_cmodel_assemble(lia_cmodel *w, double *q, double t, const char *held, double tol,
                               int most, lia_cmodel_info *info, lia_error *err) {
  w->assembling = 1;
  lia_status st = assemble(w, q, t, held, tol, most, info, err);
  w->assembling = 0;
  return st;
}

// M of velocities that are held apart from the others; 1 where there is no other metric
static void metric_of(lia_cmodel *w, const double *q, const char *held, int metric) {
  const int nv = w->m->nv;
  if (metric) lia_crba(w->m, w->d, q, w->M);
  for (int i = 0; i < nv * nv; i++)
    if (!metric || (held && (held[i / nv] || held[i % nv]))) w->M[i] = i % (nv + 1) == 0;
}

// d nearest to what leads back to the start, of those that close G d = -g: the fixed point is the
// least change
lia_status lia_cmodel_nearest(lia_cmodel *w, double *q, double t, const char *held, int metric,
                              double *far, lia_cmodel_info *info, lia_error *err) {
  const lia_model *m = w->m;
  const int nv = m->nv;
  double *start = w->nearby + m->nq + 2 * nv, *back = start + m->nq, last = HUGE_VAL;
  lia_error why = { 0 };
  lia_vec_copy(start, q, m->nq);
  lia_model_normalise(m, start);
  LIA_TRY(lia_cmodel_assemble(w, q, t, held, 1e-12, 100, info, err));
  for (int k = 0; k < 60; k++) {
    w->assembling = 1;
    lia_cmodel_rows(w, q, NULL, t);
    w->assembling = 0;
    int n = lia_cmodel_held_rows(w, held);
    metric_of(w, q, held, metric);
    lia_model_diff(m, q, start, back);
    if (lia_constrained_nearest(w->dense_solver, &w->opts, lia_mat_of(w->M, nv, nv), back,
                                lia_mat_of(w->G, n, nv), w->rhs, w->step_v, &why) != LIA_OK) break;
    double size = lia_vec_max(w->step_v, nv);
    if (size < 1e-11 || !(size < last)) break;
    last = size;
    lia_model_step(m, q, w->step_v, 1, w->nearby);
    lia_cmodel_info again = { 0 };
    if (lia_cmodel_assemble(w, w->nearby, t, held, 1e-12, 100, &again, NULL) != LIA_OK) break;
    lia_vec_copy(q, w->nearby, m->nq);
    info->gap = again.gap;
  }
  metric_of(w, q, held, metric);
  lia_model_diff(m, start, q, back);
  lia_mat_mulv(w->step_v, lia_mat_of(w->M, nv, nv), back);
  *far = sqrt(fmax(0, lia_vec_dot(back, w->step_v, nv)));
  return LIA_OK;
}

lia_status lia_cmodel_velocity(lia_cmodel *w, const double *q, const double *v0, double t,
                               int metric, double *v, lia_error *err) {
  return lia_cmodel_velocity_held(w, q, v0, t, NULL, metric, v, err);
}

// of the others: G_o v_o = -b - G_held v_held
lia_status lia_cmodel_velocity_held(lia_cmodel *w, const double *q, const double *v0, double t,
                                    const char *held, int metric, double *v, lia_error *err) {
  const int nv = w->m->nv;
  lia_error why = { 0 };
  metric_of(w, q, held, metric);
  lia_cmodel_rows(w, q, NULL, t);
  LIA_TRY(lia_cmodel_valued(w, err));
  for (int r = 0; r < w->rows; r++) {
    double *G = w->G + (size_t)r * (size_t)nv;
    w->rhs[r] = -w->row[r].b;
    for (int k = 0; held && k < nv; k++) {
      if (!held[k]) continue;
      w->rhs[r] -= G[k] * v0[k];
      G[k] = 0;
    }
  }
  lia_mat M = lia_mat_of(w->M, nv, nv), G = lia_mat_of(w->G, w->rows, nv);
  lia_status st = lia_constrained_nearest(w->dense_solver, &w->opts, M, v0, G, w->rhs, v, &why);
  return st == LIA_OK ? st : lia_cmodel_name_it(w, &why, err);
}
