/* constrained_parts.c - a model with its constraints: its memory, its names */
#include "con/constrained_parts.h"

#include "base/assert.h"
#include "base/layout.h"
#include "base/mem.h"

#include <stdio.h>

static void layout(lia_layout *l, lia_cmodel *w, int nwork) {
  size_t r = (size_t)w->rows, n = (size_t)w->m->nv, nc = (size_t)w->s->n, lanes = (size_t)w->lanes;
  w->row = LIA_TAKE(l, lia_constraint_eq, r);
  w->end = LIA_TAKE(l, lia_end, nc * LIA_CONSTRAINT_ENDS);
  w->arm = LIA_TAKE(l, double, 3 * nc * LIA_CONSTRAINT_ENDS);
  w->G = LIA_TAKE(l, double, r * n);
  w->g = LIA_TAKE(l, double, r);
  w->c = LIA_TAKE(l, double, r);
  w->lambda = LIA_TAKE(l, double, r);
  w->lane_lambda = LIA_TAKE(l, double, lanes);
  w->redundant = LIA_TAKE(l, int, r);
  w->Y = LIA_TAKE(l, double, (size_t)w->m->jv * lanes);
  w->coordinate_G = LIA_TAKE(l, double, r * n);
  w->is_pushed = LIA_TAKE(l, char, w->m->jv);
  w->scale = LIA_TAKE(l, double, lanes);
  w->best_diagonal = LIA_TAKE(l, double, lanes);
  w->delassus = LIA_TAKE(l, double, lanes * lanes);
  w->rhs = LIA_TAKE(l, double, lanes);
  w->pivot = LIA_TAKE(l, double, 2 * lanes);
  w->order = LIA_TAKE(l, int, r);
  w->lane_of = LIA_TAKE(l, int, r);
  w->follows = LIA_TAKE(l, int, lanes);
  w->pushed = LIA_TAKE(l, int, w->m->jv);
  w->null_rows = LIA_TAKE(l, double, r * lanes);
  w->tape_work = LIA_TAKE(l, double, nwork + 16);
  w->M = LIA_TAKE(l, double, n * n);
  w->f = LIA_TAKE(l, double, n);
  w->zero_v = LIA_TAKE(l, double, n);
  w->scratch_v = LIA_TAKE(l, double, n);
  w->unit_q = LIA_TAKE(l, double, w->m->nq);
  w->start_q = LIA_TAKE(l, double, w->m->nq);
  w->here_q = LIA_TAKE(l, double, w->m->nq);
  w->next_q = LIA_TAKE(l, double, w->m->nq);
  w->step_v = LIA_TAKE(l, double, n);
  w->nearby = LIA_TAKE(l, double, 2 * (size_t)w->m->nq + 3 * n);
}

// rows of one constraint stand side by side in a block of eight: where each stands (lane may be
// NULL), how many there are
static int lanes_of(const lia_constraints *s, int *lane) {
  int next = 0;
  for (int i = 0; i < s->n; i++) {
    const lia_constraint *k = &s->c[i];
    const int used = next % LIA_CLOSED_LANES;
    LIA_ASSERT(k->nrow >= 0 && k->nrow <= LIA_CLOSED_LANES && k->first <= next);
    if (used + k->nrow > LIA_CLOSED_LANES) next += LIA_CLOSED_LANES - used;
    for (int r = 0; lane && r < k->nrow; r++) lane[k->first + r] = next + r;
    next += k->nrow;
  }
  return (next + LIA_CLOSED_LANES) / LIA_CLOSED_LANES * LIA_CLOSED_LANES;
}

lia_status lia_cmodel_new(lia_cmodel **out, const lia_model *m, const lia_constraints *s,
                          lia_error *err) {
  *out = NULL;
  lia_cmodel shape = { .m = m, .s = s, .rows = s->nrow, .lanes = lanes_of(s, NULL),
                      .opts = lia_constrained_defaults };
  lia_layout l = { NULL, sizeof shape };
  layout(&l, &shape, s->nwork);
  lia_cmodel *w = lia_block(l.used);
  if (!w) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for the constraints");
  *w = shape;
  l = (lia_layout){ (char *)w, sizeof shape };
  layout(&l, w, s->nwork);
  lanes_of(s, w->lane_of);
  LIA_ASSERT(w->lanes % LIA_CLOSED_LANES == 0 && w->lanes >= w->rows);
  for (int r = 0; r < w->rows; r++) LIA_ASSERT(w->lane_of[r] >= r && w->lane_of[r] < w->lanes);
  lia_status st = lia_data_new(&w->d, m, err);
  if (st == LIA_OK) st = lia_constrained_new(&w->dense_solver, m->nv, s->nrow, err);
  if (st != LIA_OK) { lia_cmodel_free(w); return st; }
  *out = w;
  return LIA_OK;
}

void lia_cmodel_free(lia_cmodel *w) {
  if (!w) return;
  lia_constrained_free(w->dense_solver);
  lia_free(w->d);
  lia_free(w);
}

void lia_cmodel_begin(lia_cmodel *w) {
  memset(w->best_diagonal, 0, (size_t)w->lanes * sizeof *w->best_diagonal);
  w->expects_redundant = 0;
  lia_constrained_begin(w->dense_solver);
}

const lia_constraint *lia_cmodel_of(const lia_cmodel *w, int row) {
  LIA_ASSERT(row >= 0 && row < w->rows);
  int i = 0;
  while (row >= w->s->c[i].first + w->s->c[i].nrow) i++;
  return &w->s->c[i];
}

lia_status lia_cmodel_name_it(const lia_cmodel *w, const lia_error *why, lia_error *err) {
  int row = -1;
  if (why->code == LIA_ENOMEM || sscanf(why->path, "rows[%d]", &row) != 1) return LIA_FAIL(err,
      why->code, why->path, "%s", why->text);
  const lia_constraint *k = lia_cmodel_of(w, row - 1);
  char path[96];
  snprintf(path, sizeof path, "constraint '%.60s'", k->name);
  return LIA_FAIL(err, why->code, path, "%s", why->text);
}
