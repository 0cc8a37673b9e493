/* homonym.c - which of two symbols of one name is meant, and whether both stand in one expression
 */
#include "sym/expr/homonym.h"

#include "base/mem.h"
#include "sym/expr/print.h"
#include "sym/expr/subs.h"

#include <string.h>

void lia_twins_settle(lia_pool *p, uint32_t n, const lia_expr *q) {
  for (uint32_t i = 0; i < p->npair; i++) {
    const char *name = lia_expr_symbol(p, p->pair[i][0])->name;
    int id = lia_names_find(&p->names, name, strlen(name));
    lia_expr *now = &p->sym[id].now,
        parameter = lia_pool_twin(p, p->sym[id].self, LIA_SYM_parameter);
    for (int k = 0; k < 2; k++)
      if (lia_expr_among(q, n, p->pair[i][k])) *now = p->pair[i][k];
    if (parameter && *now && lia_expr_symbol(p, *now)->kind == LIA_SYM_coordinate &&
        !lia_expr_among(q, n, *now))
      *now = parameter;
  }
}

// the symbols with this base, or those up to two rates, as bits of nodes
static uint64_t family(const lia_pool *p, lia_expr base) {
  uint64_t bits = 0;
  for (lia_expr e = base; e; e = lia_expr_symbol(p, e)->rate) bits |= p->node[e].bits;
  return bits;
}

static int has_family(lia_pool *p, lia_expr base, const lia_expr *symbol, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (lia_expr_symbol(p, symbol[i])->base == base) return 1;
  return 0;
}

lia_expr lia_twins_mixed(lia_pool *p, lia_expr e) {
  lia_expr *symbol = NULL, found = 0;
  uint32_t n = 0;
  for (uint32_t i = 0; e && i < p->npair && !found; i++) {
    const lia_expr *ab = p->pair[i];
    if (!(p->node[e].bits & family(p, ab[0])) || !(p->node[e].bits & family(p, ab[1]))) continue;
    if (!symbol) {
      symbol = lia_malloc((size_t)p->names.count * sizeof *symbol);
      n = symbol ? lia_subs_symbols(p, 1, &e, symbol) : UINT32_MAX;
      if (n == UINT32_MAX) break;
    }
    if (has_family(p, ab[0], symbol, n) && has_family(p, ab[1], symbol, n)) found = ab[0];
  }
  lia_free(symbol);
  return found;
}

lia_status lia_twins_refuse(lia_pool *p, lia_expr e, lia_error *err) {
  lia_expr s = lia_twins_mixed(p, e);
  if (!s) return LIA_OK;
  const lia_symbol *a = lia_expr_symbol(p, s), *b = lia_expr_symbol(p, a->twin);
  if (a->kind > b->kind) {
    const lia_symbol *first = b;
    b = a;
    a = first;
  }
  char text[160];
  lia_print_short(p, e, text, sizeof text);
  return LIA_FAIL(err, LIA_EMODEL, "", "'%s' is %s and %s of two models, in one expression: %s",
      a->name, lia_symkind_name[a->kind],
      lia_symkind_name[b->kind], text);
}

lia_expr lia_twins_fit(lia_pool *p, lia_expr s, uint32_t n, const lia_expr *x) {
  if (!(p->npair || p->nconstant) || !s || p->node[s].op != LIA_OP_sym) return s;
  const lia_symbol *own = lia_expr_symbol(p, s);
  lia_expr e = own->base;
  do {
    lia_expr rate = e;
    for (int k = 0; k < own->order && rate; k++) rate = lia_expr_symbol(p, rate)->rate;
    for (uint32_t i = 0; rate && i < n; i++)
      if (x[i] && lia_subs_depends(p, x[i], rate) == 1) return rate;
    e = lia_expr_symbol(p, e)->twin;
  } while (e && e != own->base);
  return s;
}

// ---- constants: names for expressions ----

// perhaps below e: symbols share bits
static int may_hold(const lia_pool *p, lia_expr e, lia_expr s) {
  return (p->node[e].bits & p->node[s].bits) != 0;
}

static int may_meet(const lia_pool *p, lia_expr e) {
  for (uint32_t i = 0; i < p->nconstant; i++) {
    lia_expr c = p->constant[i];
    if (!may_hold(p, e, c)) continue;
    for (lia_expr t = lia_expr_symbol(p, c)->twin; t && t != c; t = lia_expr_symbol(p, t)->twin)
      if (may_hold(p, e, t)) return 1;
  }
  return 0;
}

// e with those of its constants replaced that are not alone with their name, or all of them
static lia_expr homonym_unfold(lia_pool *p, lia_expr e, int all) {
  lia_expr *symbol = lia_malloc(2 * (size_t)p->names.count * sizeof *symbol),
      *to = symbol ? symbol + p->names.count : NULL;
  uint32_t n = symbol ? lia_subs_symbols(p, 1, &e, symbol) : UINT32_MAX, m = 0;
  if (!symbol) lia_pool_nomem(p);
  for (uint32_t i = 0; n != UINT32_MAX && i < n; i++) {
    const lia_symbol *s = lia_expr_symbol(p, symbol[i]);
    int met = all;
    for (lia_expr t = s->twin; !met && t && t != s->self; t = lia_expr_symbol(p, t)->twin)
      met = lia_expr_among(symbol, n, t);
    to[i] = met && s->means ? s->means : symbol[i];
    m += to[i] != symbol[i];
  }
  if (n == UINT32_MAX) e = 0;
  else if (m && !lia_subs(p, n, symbol, to, 1, &e, &e)) e = 0;
  lia_free(symbol);
  return e;
}

lia_expr lia_twins_apart(lia_pool *p, lia_expr e) {
  return e && p->nconstant && may_meet(p, e) ? homonym_unfold(p, e, 0) : e;
}

lia_expr lia_twins_meant(lia_pool *p, lia_expr e) {
  for (uint32_t i = 0; e && i < p->nconstant; i++)
    if (may_hold(p, e, p->constant[i])) return homonym_unfold(p, e, 1);
  return e;
}
