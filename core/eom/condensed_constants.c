/* condensed_constants.c - names for what is constant and a sum */
#include "eom/condensed_inside.h"

#include "base/assert.h"
#include "base/mem.h"
#include "eom/condensed.h"
#include "sym/expr/diff.h"
#include "sym/expr/subs.h"
#include "sym/simp/zero.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef lia_condensed_joint joint;
typedef lia_condensed_work work;

static int constant_sum(const work *w, lia_expr e) {
  lia_expr rest;
  lia_sym_split(w->p, e, &rest);
  lia_op op = lia_expr_op(w->p, rest);
  if (op == LIA_OP_num || op == LIA_OP_sym || op == LIA_OP_pi || !w->p->node[e].bits) return 0;
  // no coordinate inside: its derivative in time is 0
  return lia_diff_time(w->p, e) == LIA_ZERO;
}

// the names of the description: a constant takes none of them
static int taken(const work *w, const char *name) {
  for (int i = 0; i < w->nown; i++)
    if (!strcmp(lia_expr_symbol(w->p, w->own[i])->name, name)) return 1;
  return 0;
}

// the same number at points of a fixed sequence, up to rounding: worth a proof
static int may_equal(const double *a, const double *b) {
  for (int k = 0; k < LIA_CONDENSED_PROBES; k++)
    if (fabs(a[k] - b[k]) > 1e-9 * (a[k] + b[k])) return 0;
  return 1;
}

static void probe(work *w, lia_expr e, double at[LIA_CONDENSED_PROBES]) {
  double rounding;
  for (unsigned k = 0; k < LIA_CONDENSED_PROBES; k++)
    if (!lia_zero_probe(w->p, e, k, &at[k], &rounding)) at[k] = HUGE_VAL;
}

// one name for one value: that of an equal constant; 0 where the value is
static lia_expr condensed_named(work *w, lia_expr e, const char *name) {
  lia_pool *p = w->p;
  double at[LIA_CONDENSED_PROBES];
  char text[40];
  if (!constant_sum(w, e)) return e;
  probe(w, e, at);
  if (at[0] < 1e-9 && lia_zero(p, e) == LIA_ZERO_yes) return LIA_ZERO;
  for (int i = 0; i < w->nknown; i++) {
    const lia_reduced *c = &w->known[i];
    if (!may_equal(at, w->at[i])) continue;
    if (c->value == e || lia_zero_equal(p, c->value, e) == LIA_ZERO_yes) return c->symbol;
  }
  snprintf(text, sizeof text, "%s", name);
  while (taken(w, text) && strlen(text) + 2 < sizeof text) strcat(text, "_");
  lia_expr s = lia_pool_constant(p, text, strlen(text), e);
  memcpy(w->at[w->nknown], at, sizeof at);
  LIA_ASSERT(w->nknown < 9 * w->n);   // V and J of every joint
  if (s) w->known[w->nknown++] = (lia_reduced){ s, e };
  return s;
}

static void name_slot(work *w, int i, int k, lia_expr *slot) {
  static const char *const pair[] = { "X", "Y", "Z", "XY", "XZ", "YZ" };
  char name[32];
  snprintf(name, sizeof name, "J%s%d", pair[k], i + 1);
  *slot = condensed_named(w, *slot, name);
}

// in the order in which they are told
static void list_constant(work *w, lia_expr s) {
  lia_condensed *o = w->out;
  for (int i = 0; i < o->nconstant; i++)
    if (o->constant[i].symbol == s) return;
  for (int i = 0; i < w->nknown; i++)
    if (w->known[i].symbol == s) o->constant[o->nconstant++] = w->known[i];
}

void lia_condensed_reduce(work *w) {
  static const char *const axis[] = { "X", "Y", "Z" };
  char name[32];
  for (int i = 0; i < w->n; i++) {
    joint *j = &w->joint[i];
    for (int k = 0; k < 3; k++) {
      snprintf(name, sizeof name, "V%s%d", axis[k], i + 1);
      j->V[k] = condensed_named(w, j->V[k], name);
    }
    // of equal inertias the one about the joint's own axis gives the name
    name_slot(w, i, j->own->axis, &j->J[j->own->axis]);
    for (int k = 0; k < 6; k++)
      if (k != j->own->axis) name_slot(w, i, k, &j->J[k]);
    for (int k = 0; k < 3; k++) list_constant(w, j->V[k]);
    for (int k = 0; k < 6; k++) list_constant(w, j->J[k]);
  }
}

// the symbols of the description
lia_status lia_condensed_own_symbols(work *w) {
  lia_pool *p = w->p;
  int n = 0, room = 16 * w->n + 3;
  lia_expr *all = lia_malloc((size_t)room * sizeof *all);
  if (!all) return LIA_FAIL(w->err, LIA_ENOMEM, "model", "out of memory");
  for (int i = 0; i < w->n; i++) {
    const joint *j = &w->joint[i];
    all[n++] = j->mass;
    all[n++] = j->own->by;
    for (int k = 0; k < 3; k++) {
      all[n++] = j->V[k];
      all[n++] = j->lever[k];
    }
    for (int k = 0; k < 6; k++) all[n++] = j->J[k];
  }
  for (int k = 0; k < 3; k++) all[n++] = w->m->gravity[k];
  w->own = lia_malloc(((size_t)p->names.count + 1) * sizeof *w->own);
  uint32_t found = w->own ? lia_subs_symbols(p, (uint32_t)n, all, w->own) : UINT32_MAX;
  lia_free(all);
  if (found == UINT32_MAX)
    return lia_pool_status(p, w->err) != LIA_OK ? lia_pool_status(p, w->err)
        : LIA_FAIL(w->err, LIA_ENOMEM, "model", "out of memory");
  LIA_ASSERT(n <= room);
  w->nown = (int)found;
  return LIA_OK;
}
