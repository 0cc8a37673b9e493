/* tape_make.c - all passes: expressions -> a tape, its count, one value */
#include "sym/tape/tape_inside.h"

#include "base/assert.h"
#include "base/mem.h"
#include "base/text.h"
#include "sym/expr/print.h"
#include "sym/expr/subs.h"

#include <math.h>

static lia_status passes(lia_tape_maker *m, uint32_t nin, const lia_expr *in, uint32_t nout,
    const lia_expr *out, lia_tape **tape, lia_count *count, lia_error *err) {
  m->node = lia_malloc((m->walk->n + 1) * sizeof *m->node);
  uint32_t *end = lia_malloc((nout + 1) * sizeof *end);
  lia_status st = m->node && end ? LIA_OK : LIA_ENOMEM;
  if (st == LIA_OK) lia_tape_survey(m, nout, out);
  LIA_ASSERT(m->n == 0);   // inputs are the first values
  for (uint32_t i = 0; i < nin; i++) {
    lia_tape_append(m, (lia_val){ LIA_VAL_input, i, 0, 0 });
    if (m->fix && !m->nomem) m->fixed[i] = lia_expr_symbol(m->p, in[i])->kind == LIA_SYM_parameter;
  }
  if (st == LIA_OK) st = lia_tape_values(m, err);
  for (uint32_t i = 0; st == LIA_OK && i < nout; i++)
    end[i] = lia_tape_plain(m, lia_tape_value_of(m, out[i]));
  if (m->nomem) st = LIA_ENOMEM;
  if (st == LIA_OK) {
    m->uses = lia_calloc(m->n + 1, sizeof *m->uses);
    if (!m->uses) st = LIA_ENOMEM;
  }
  if (st == LIA_OK) {
    for (uint32_t i = 0; i < nout; i++) m->uses[end[i]]++;
    lia_tape_mark_alive(m);
    lia_tape_mirror(m);
    if (count) {
      uint8_t *elsewhere = lia_calloc(m->n + 1, 1);
      lia_tape_count_of(m, count);
      if (elsewhere) count->angle = lia_tape_angles(m, nout, end, elsewhere);
      else st = LIA_ENOMEM;
      lia_free(elsewhere);
    }
    lia_tape_fuse(m);
    if (tape && st == LIA_OK) st = lia_tape_finish(m, nin, nout, end, tape, err);
  }
  lia_free(end);
  return st;
}

static lia_status eval_make(lia_pool *p, uint32_t nin, const lia_expr *in, uint32_t nout,
    const lia_expr *out, lia_tape **tape,
    lia_count *count, int fix, lia_error *err) {
  for (uint32_t i = 0; i < nout; i++)
    if (!out[i])
      return p->err.code != LIA_OK ? lia_pool_status(p, err)
          : LIA_FAIL(err, LIA_EARG, "", "output %u is no expression", i + 1);
  lia_tape_maker m = { .p = p, .fix = fix,
      .input = lia_calloc((size_t)p->names.count + 1, sizeof *m.input) };
  for (uint32_t i = 0; m.input && i < nin; i++) m.input[p->node[in[i]].k[0]] = i + 1;
  if (m.input) m.walk = lia_walk_open(p, nout, out, 0);
  lia_status st = LIA_ENOMEM;
  if (m.walk) st = passes(&m, nin, in, nout, out, tape, count, err);
  else if (m.input) st = lia_pool_status(p, err);
  lia_walk_close(p, m.walk);
  lia_free(m.input);
  lia_free(m.node);
  lia_free(m.v);
  lia_free(m.fixed);
  lia_free(m.table);
  lia_free(m.list);
  lia_free(m.uses);
  return st == LIA_ENOMEM ? LIA_FAIL(err, st, "", "%s", lia_status_text(st)) : st;
}

lia_status lia_tape_new(lia_tape **tape, lia_pool *p, uint32_t nin, const lia_expr *in,
    uint32_t nout, const lia_expr *out,
    lia_error *err) {
  for (uint32_t i = 0; i < nin; i++)
    if (!in[i] || lia_expr_op(p, in[i]) != LIA_OP_sym) {
      char text[80];
      lia_print_short(p, in[i], text, sizeof text);
      return LIA_FAIL(err, LIA_EARG, "", "input %u: expected a symbol, got %s", i + 1, text);
    }
  return eval_make(p, nin, in, nout, out, tape, NULL, 0, err);
}

static int count_all(lia_pool *p, uint32_t nout, const lia_expr *out, lia_count *count, int fix) {
  *count = (lia_count){ 0 };
  uint32_t n = (uint32_t)p->names.count;
  lia_expr *in = lia_malloc((n + 1) * sizeof *in);
  for (uint32_t i = 0; in && i < n; i++) in[i] = p->sym[i].self;
  lia_status st = in ? eval_make(p, n, in, nout, out, NULL, count, fix, NULL) : LIA_ENOMEM;
  lia_free(in);
  if (st == LIA_ENOMEM) lia_pool_nomem(p);
  return st == LIA_OK;
}

int lia_tape_count(lia_pool *p, uint32_t nout, const lia_expr *out, lia_count *count) {
  return count_all(p, nout, out, count, 0);
}
int lia_tape_count_moving(lia_pool *p, uint32_t nout, const lia_expr *out, lia_count *count) {
  return count_all(p, nout, out, count, 1);
}

// the first node, arguments before what is made of them, that has no finite value though its
// arguments have
static lia_status eval_blame(lia_pool *p, lia_expr e, uint32_t n, const lia_expr *symbol,
    const double *value, lia_error *err) {
  lia_walk *w = lia_walk_open(p, 1, &e, 0);
  lia_tape_info *node = w ? lia_malloc((w->n + 1) * sizeof *node) : NULL;
  lia_tape_maker m = { .p = p, .walk = w, .node = node };
  lia_expr bad = e;
  for (uint32_t i = 0; node && i < w->n; i++) {
    lia_expr x = w->list[i];
    w->memo[x] = i;
    node[i].constant = 0;
    for (uint32_t j = 0; j < n; j++)
      if (symbol[j] == x) node[i].constant = value[j];
    if (lia_expr_op(p, x) != LIA_OP_sym) node[i].constant = lia_tape_constant_node(&m, x);
    if (isfinite(node[i].constant)) continue;
    bad = x;
    break;
  }
  lia_walk_close(p, w);
  lia_free(node);

  char text[100], at[80] = "";
  lia_print_short(p, bad, text, sizeof text);
  for (uint32_t j = 0, used = 0; j < n; j++) {
    if (lia_subs_depends(p, bad, symbol[j]) != 1 || used > 40) continue;
    used += (uint32_t)lia_text_format(at + used, sizeof at - used, "%s%.20s = %.6g",
        used ? ", " : " where ", lia_expr_symbol(p, symbol[j])->name, value[j]);
  }
  const char *origin = lia_pool_origin(p, bad);
  return LIA_FAIL(err, LIA_EDOMAIN, origin ? origin : "", "%s has no finite value%s", text, at);
}

lia_status lia_eval(lia_pool *p, lia_expr e, uint32_t n, const lia_expr *symbol,
    const double *value, double *result, lia_error *err) {
  if (lia_expr_is_num(p, e)) {
    *result = lia_ratio_double(lia_expr_num(p, e));
    return LIA_OK;
  }
  lia_tape *t = NULL;
  LIA_TRY(lia_tape_new(&t, p, n, symbol, 1, &e, err));
  double *w = lia_malloc((t->nslot + 1) * sizeof *w);
  if (w) lia_tape_eval(t, value, result, w);
  lia_status st = w ? LIA_OK : LIA_FAIL(err, LIA_ENOMEM, "", "%s", lia_status_text(LIA_ENOMEM));
  lia_free(w);
  lia_free(t);
  return st == LIA_OK && !isfinite(*result) ? eval_blame(p, e, n, symbol, value, err) : st;
}
