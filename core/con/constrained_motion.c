/* constrained_motion.c - a constrained motion by any method, and by all of them */
#include "con/constrained_motion.h"

#include "base/assert.h"

#include <math.h>
#include <string.h>

const char *const lia_cmotion_name[LIA_CMOTION_COUNT] = {
#define X(name, text) #name,
  LIA_CMOTION_METHODS(X)
#undef X
};

int lia_cmotion_find(const char *name) {
  for (int k = 0; k < LIA_CMOTION_COUNT; k++)
    if (!strcmp(name, lia_cmotion_name[k])) return k;
  return strcmp(name, "kkt") ? -1 : LIA_CMOTION_augmented;
}

// accelerations into a, multipliers into the model
static lia_status accelerations(lia_cmodel *w, lia_sparse **sparse, lia_cmotion_method method,
                                const lia_cmotion_state *x, double *a, lia_error *err) {
  if (method == LIA_CMOTION_tree) return lia_cmodel_forward(w, x->q, x->v, x->tau, x->t, a, err);
  if (method == LIA_CMOTION_sparse) {
    if (!*sparse) LIA_TRY(lia_sparse_new(sparse, w, err));
    return lia_sparse_forward(*sparse, x->q, x->v, x->tau, x->t, a, err);
  }
  LIA_ASSERT(method >= LIA_CMOTION_augmented && method < LIA_CMOTION_COUNT);
  const lia_constrained_method dense = (lia_constrained_method)(method - LIA_CMOTION_augmented);
  return lia_cmodel_forward_by(w, dense, x->q, x->v, x->tau, x->t, a, err);
}

// force = G' lambda, its power, gamma = -c, gaps; the rows at this state are computed where the
// solver had no need of them
static void constrained_motion_complete(lia_cmodel *w, const lia_cmotion_state *x,
    lia_cmotion *out) {
  const int nv = w->m->nv;
  if (!w->dense) lia_cmodel_rows(w, x->q, x->v, x->t);
  lia_mat_tmulv(out->force, lia_mat_of(w->G, w->rows, nv), w->lambda);
  out->power = 0;
  for (int k = 0; k < nv; k++) out->power += out->force[k] * x->v[k];
  for (int r = 0; r < w->rows; r++) out->gamma[r] = -w->c[r];
  out->gaps = lia_cmodel_gaps_of(w, x->v);
}

lia_status lia_cmotion_run(lia_cmodel *w, lia_sparse **sparse, lia_cmotion_method method,
                          const lia_constrained_opts *o,
                          const lia_cmotion_state *x, lia_cmotion *out, lia_error *err) {
  const lia_constrained_opts before = w->opts;
  w->opts = o ? *o : lia_constrained_defaults;
  lia_status st = accelerations(w, sparse, method, x, out->a, err);
  w->opts = before;
  if (st != LIA_OK) return st;
  out->method = method == LIA_CMOTION_tree && w->dense ? LIA_CMOTION_augmented : method;
  constrained_motion_complete(w, x, out);
  return LIA_OK;
}

static double part_apart(const double *x, const double *y, int n) {
  double size = 1, gap = 0;
  for (int k = 0; k < n; k++) {
    size = fmax(size, fabs(x[k]));
    gap = fmax(gap, fabs(x[k] - y[k]));
  }
  return gap / size;
}

double lia_cmotion_apart(const lia_cmotion *x, const lia_cmotion *y, int nv) {
  return fmax(part_apart(x->a, y->a, nv), part_apart(x->force, y->force, nv));
}

lia_status lia_cmotion_every(lia_cmodel *w, lia_sparse **sparse, const lia_constrained_opts *o,
                            const lia_cmotion_state *x,
                            lia_cmotion *first, lia_cmotion *other, lia_cmotion_visit *visit,
                                void *context,
                            double *spread, lia_cmotion_method *who, lia_error *err) {
  LIA_ASSERT(first->a != other->a && first->force != other->force);
  *spread = 0;
  *who = LIA_CMOTION_tree;
  LIA_TRY(lia_cmotion_run(w, sparse, LIA_CMOTION_tree, o, x, first, err));
  visit(context, LIA_CMOTION_tree, first, NULL);
  for (int k = LIA_CMOTION_tree + 1; k < LIA_CMOTION_COUNT; k++) {
    const lia_cmotion_method method = (lia_cmotion_method)k;
    lia_error why = { 0 };
    if (lia_cmotion_run(w, sparse, method, o, x, other, &why) != LIA_OK) {
      visit(context, method, NULL, &why);
      continue;
    }
    const double gap = lia_cmotion_apart(first, other, w->m->nv);
    if (!(gap <= *spread)) {   // also where it is nan
      *spread = gap;
      *who = method;
    }
    visit(context, method, other, NULL);
  }
  return LIA_OK;
}

void lia_cmotion_frame_force(const lia_cmodel *w, int i, int e, double F[6]) {
  LIA_ASSERT(i >= 0 && i < w->s->n && e >= 0 && e < w->s->c[i].row->nend);
  const lia_constraint *k = &w->s->c[i];
  for (int x = 0; x < 6; x++) F[x] = 0;
  for (int r = k->first; r < k->first + k->nrow; r++)
    for (int x = 0; x < 6; x++) F[x] += w->lambda[r] * w->row[r].F[e][x];
}
