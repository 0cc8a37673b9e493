/* acting_given.c - equations from elsewhere (Lagrange's, Kane's, x' = f) told again in a pool of
 * their own, as what acts */
#include "eom/acting.h"

#include "eom/acting_inside.h"

#include "base/assert.h"
#include "base/mem.h"
#include "sym/expr/build.h"
#include "sym/expr/carry.h"
#include "sym/expr/subs.h"

#include <stdlib.h>
#include <string.h>

// what is carried, in this order
typedef struct carried {
  lia_pool *from;
  lia_acting *x;
  const lia_acting_given *s;
  lia_expr *e, *image;             // (n) there, (n) here
  int n, at_rate, at_acceleration, at_g, at_zdot, at_output, at_qdot;
  lia_expr *symbol, *becomes;      // (nsymbol) below them
  uint32_t nsymbol;
} carried;

static int append(carried *c, const lia_expr *e, int n) {
  const int first = c->n;
  for (int k = 0; k < n; k++) c->e[c->n++] = e[k];
  return first;
}

static void gather(carried *c) {
  const lia_acting_given *s = c->s;
  append(c, s->force, s->nv);
  c->at_rate = append(c, s->rate, s->nrow);
  c->at_acceleration = append(c, s->acceleration, s->nrow);
  c->at_g = append(c, s->g, s->held);
  c->at_zdot = append(c, s->zdot, s->nz);
  c->at_output = append(c, s->output, s->noutput);
  c->at_qdot = append(c, s->qdot, s->qdot ? s->nq : 0);
}

// ---- symbols ----

// the symbol here of the same name, kind and derivative
static lia_expr symbol_here(const carried *c, lia_expr there) {
  lia_pool *p = c->x->p;
  const lia_symbol *s = lia_expr_symbol(c->from, there);
  const char *name = lia_expr_symbol(c->from, s->base)->name;
  if (s->kind == LIA_SYM_parameter) return lia_sym_symbol(p, name);
  if (s->kind == LIA_SYM_time) return lia_sym_time(p);
  lia_expr e = s->kind == LIA_SYM_coordinate ? lia_sym_coordinate(p, name)
                                             : lia_sym_function(p, name);
  for (int k = 0; e && k < s->order; k++) e = lia_sym_rate(p, e);
  return e;
}

// n symbols here for those there; NULL: err says why. Two that would become one are refused
static lia_expr *symbols_here(carried *c, const lia_expr *there, int n, lia_error *err) {
  lia_expr *list = lia_acting_room(c->x, n, sizeof *list, err);
  for (int k = 0; list && k < n; k++) {
    list[k] = symbol_here(c, there[k]);
    if (!list[k] && lia_pool_status(c->x->p, err) != LIA_OK) return NULL;
    if (lia_expr_among(c->becomes, c->nsymbol, list[k])) {
      (void)LIA_FAIL(err, LIA_EMODEL, lia_expr_symbol(c->from, there[k])->name,
                     "two symbols of these equations have this name: rename one");
      return NULL;
    }
    c->symbol[c->nsymbol] = there[k];
    c->becomes[c->nsymbol++] = list[k];
  }
  return list;
}

static int is_known(const carried *c, lia_expr symbol) {
  return lia_expr_among(c->symbol, c->nsymbol, symbol);
}

typedef struct named { const char *name; lia_expr e; } named;

static int given_by_name(const void *a, const void *b) {
  return strcmp(((const named *)a)->name, ((const named *)b)->name);
}

// what is left becomes an input, in the order of names
static lia_status inputs_by_name(carried *c, named *list, uint32_t n, lia_error *err) {
  qsort(list, n, sizeof *list, given_by_name);
  lia_expr *there = lia_acting_room(c->x, (int)n, sizeof *there, err);
  if (!there) return LIA_ENOMEM;
  for (uint32_t k = 0; k < n; k++) there[k] = list[k].e;
  c->x->ninput = (int)n;
  c->x->input = symbols_here(c, there, (int)n, err);
  return c->x->input ? LIA_OK : err->code;
}

static lia_status other_symbols(carried *c, const lia_expr *below, uint32_t n, lia_error *err) {
  const lia_expr time = lia_sym_time(c->from);
  named *list = lia_malloc(((size_t)n + 1) * sizeof *list);
  uint32_t count = 0;
  if (!list) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  for (uint32_t k = 0; k < n; k++)
    if (below[k] != time && !is_known(c, below[k]))
      list[count++] = (named){ lia_expr_symbol(c->from, below[k])->name, below[k] };
  c->symbol[c->nsymbol] = time;
  c->becomes[c->nsymbol++] = c->x->t;
  lia_status st = inputs_by_name(c, list, count, err);
  lia_free(list);
  return st;
}

static lia_status all_symbols(carried *c, lia_error *err) {
  const lia_acting_given *s = c->s;
  lia_acting *x = c->x;
  x->q = symbols_here(c, s->q, s->nq, err);
  x->v = symbols_here(c, s->v, s->nv, err);
  x->a = symbols_here(c, s->a, s->nv, err);
  x->lambda = symbols_here(c, s->lambda, s->nrow, err);
  x->z = symbols_here(c, s->z, s->nz, err);
  x->tau = lia_acting_symbols(x, "tau", s->nv, err);
  if (!x->q || !x->v || !x->a || !x->lambda || !x->z || !x->tau) return err->code;
  x->speed = s->qdot ? x->v : x->q;
  lia_expr *below = lia_malloc(((size_t)c->from->names.count + 1) * sizeof *below);
  const uint32_t n = below ? lia_subs_symbols(c->from, (uint32_t)c->n, c->e, below) : UINT32_MAX;
  lia_status st = LIA_ENOMEM;
  if (n == UINT32_MAX) (void)LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  else st = other_symbols(c, below, n, err);
  lia_free(below);
  return st;
}

// ---- told again ----

static lia_expr *taken(const carried *c, int first, int n, lia_error *err) {
  lia_expr *list = lia_acting_room(c->x, n, sizeof *list, err);
  for (int k = 0; list && k < n; k++) list[k] = c->image[first + k];
  return list;
}

// a motor on every coordinate, as a description has them
static void add_motors(lia_acting *x) {
  for (int k = 0; k < x->nv; k++) x->force[k] = lia_sym_sub(x->p, x->force[k], x->tau[k]);
}

static lia_status take_rows(carried *c, lia_error *err) {
  const lia_acting_given *s = c->s;
  lia_acting *x = c->x;
  x->holds = lia_acting_room(x, s->nrow, 1, err);
  x->g = lia_acting_room(x, s->nrow, sizeof *x->g, err);
  x->row_name = lia_acting_room(x, s->nrow, sizeof *x->row_name, err);
  if (!x->holds || !x->g || !x->row_name) return LIA_ENOMEM;
  for (int k = 0; k < s->nrow; k++) {
    x->holds[k] = k < s->held;
    x->g[k] = k < s->held ? c->image[c->at_g + k] : LIA_ZERO;
    x->row_name[k] = lia_arena_text(&x->arena, s->row_name[k], strlen(s->row_name[k]));
    if (!x->row_name[k]) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  }
  return LIA_OK;
}

// q' as it was given, else v
static lia_status take_rates(carried *c, lia_error *err) {
  lia_acting *x = c->x;
  if (c->s->qdot) x->qdot = taken(c, c->at_qdot, x->nq, err);
  else x->qdot = lia_acting_room(x, x->nq, sizeof *x->qdot, err);
  if (!x->qdot) return LIA_ENOMEM;
  for (int k = 0; !c->s->qdot && k < x->nq; k++) x->qdot[k] = x->v[k];
  return LIA_OK;
}

static lia_status take_all(carried *c, lia_error *err) {
  const lia_acting_given *s = c->s;
  lia_acting *x = c->x;
  x->force = taken(c, 0, s->nv, err);
  x->rate = taken(c, c->at_rate, s->nrow, err);
  x->acceleration = taken(c, c->at_acceleration, s->nrow, err);
  x->zdot = taken(c, c->at_zdot, s->nz, err);
  x->output = taken(c, c->at_output, s->noutput, err);
  x->applied = lia_acting_room(x, x->nv, sizeof *x->applied, err);
  x->value = lia_acting_room(x, 0, sizeof *x->value, err);
  if (!x->force || !x->rate || !x->acceleration || !x->zdot || !x->output || !x->applied ||
      !x->value)
    return LIA_ENOMEM;
  for (int k = 0; k < x->nv; k++) x->applied[k] = LIA_ZERO;
  LIA_TRY(take_rates(c, err));
  add_motors(x);
  LIA_TRY(take_rows(c, err));
  return lia_pool_status(x->p, err);
}

static lia_status carry_all(carried *c, lia_error *err) {
  gather(c);
  LIA_TRY(all_symbols(c, err));
  if (!lia_carry(c->from, (uint32_t)c->n, c->e, c->nsymbol, c->symbol, c->x->p, c->becomes,
                 c->image)) {
    LIA_TRY(lia_pool_status(c->x->p, err));
    return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  }
  return take_all(c, err);
}

static lia_status acting_given(lia_acting *x, const lia_acting_given *s, lia_error *err) {
  const size_t n = (size_t)(s->nv + 2 * s->nrow + s->held + s->nz + s->noutput + s->nq + 1);
  const size_t names = (size_t)s->from->names.count +
                       (size_t)(s->nq + 2 * s->nv + s->nrow + s->nz + 2);
  carried c = { .from = s->from, .x = x, .s = s };
  lia_expr *room = lia_malloc(2 * (n + names) * sizeof *room);
  if (!room) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  c.e = room;
  c.image = room + n;
  c.symbol = room + 2 * n;
  c.becomes = c.symbol + names;
  lia_status st = carry_all(&c, err);
  lia_free(room);
  return st;
}

lia_status lia_acting_of(lia_acting **out, lia_pool *p, const lia_acting_given *s,
                         lia_error *err) {
  LIA_ASSERT(p != s->from && s->held <= s->nrow && (s->qdot || s->nq == s->nv));
  lia_acting *x = lia_calloc(1, sizeof *x);
  *out = NULL;
  if (!x) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  x->p = p;
  x->nq = x->nx = s->nq;
  x->nv = s->nv;
  x->nrow = s->nrow;
  x->nz = s->nz;
  x->noutput = s->noutput;
  x->t = lia_sym_time(p);
  x->given = x->lost = LIA_ZERO;
  x->joints = (lia_acting_work){ LIA_ZERO, LIA_ZERO, LIA_ZERO, 0 };
  lia_status st = acting_given(x, s, err);
  if (st == LIA_OK) *out = x;
  else lia_acting_free(x);
  return st;
}
