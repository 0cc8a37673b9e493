/* ltau.c - forces of a simulation told by expressions: tau = {q1 = "-20*(q1 - 1) - 5*q1'"}; all of
 * them one tape */
#include "bindings/kit/kit.h"
#include "bindings/sym/lexpr.h"
#include "bindings/sim/lknots.h"
#include "bindings/sim/lrunning.h"

#include "base/mem.h"
#include "base/text.h"
#include "describe/values.h"
#include "gen/machine_math.h"
#include "num/vec.h"
#include "sym/expr/build.h"
#include "sym/tape/eval.h"
#include "sym/expr/parse.h"
#include "sym/expr/print.h"
#include "sym/expr/subs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct ltau {
  lia_pool *p;                 /* its own, with no names but those of the states and t */
  lia_tape *tape;
  int n, nin;                  /* forces; t and the states that have names */
  lia_expr *in, *e;            /* (nin), (n) */
  double *x, *f, *w;           /* inputs, forces, work */
  const char *const *name;     /* (n) of what the forces act on */
  const lsource *src;
  const char *key;             /* what the table is called, and where it stands, for messages */
  int options;
  lknots knots;                /* times at which a force changes its branch */
};

static void tau_free(void *o) {
  struct ltau *s = o;
  lia_free(s->tape);
  lia_pool_free(s->p);
  lia_free(s->in);
  lia_free(s->x);
  lia_knots_free(&s->knots);
  lia_free(s);
}

const lia_class lia_tau_class = { .name = "simulation_forces", .text = "", .destroy = tau_free };

// ---- names ----

// the symbol that state i is: a rate of one that may be no state itself, where it has a '
static lia_expr symbol_of(lia_pool *p, const char *name) {
  char base[128];
  size_t n = strcspn(name, "'");
  lia_text_format(base, sizeof base, "%.*s", (int)n, name);
  lia_expr e = lia_sym_coordinate(p, base);
  for (; name[n] == '\''; n++) e = lia_sym_rate(p, e);
  return e;
}

static const char *tau_state_name(const struct ltau *s, int i) {
  return s->src->p.name(s->src->p.user, i);
}

static void name_states(lua_State *L, struct ltau *s) {
  lia_error err = { 0 };
  s->in[0] = lia_sym_time(s->p);
  for (int i = 1; i < s->nin; i++) s->in[i] = symbol_of(s->p, tau_state_name(s, i - 1));
  if (lia_pool_status(s->p, &err) != LIA_OK) lia_raise(L, &err);
}

static int tau_unknown(lua_State *L, const struct ltau *s, int k, const char *name) {
  lia_hints h = { 0 };
  for (int i = 0; i + 1 < s->nin; i++)
    lia_hints_add(&h, tau_state_name(s, i), strlen(tau_state_name(s, i)));
  return lia_arg_error(L, s->options, "%s.%s: no coordinate, rate or function '%s'%s", s->key,
      s->name[k], name, lia_hints_text(&h, name));
}

// every symbol is a state or t
static void only_states(lua_State *L, struct ltau *s, int k) {
  lia_expr *symbol = lua_newuserdata(L, ((size_t)s->p->names.count + 1) * sizeof *symbol);
  uint32_t n = lia_subs_symbols(s->p, 1, &s->e[k], symbol);
  if (n == UINT32_MAX) lia_mistake(L, "out of memory");
  for (uint32_t i = 0; i < n; i++) {
    int known = 0;
    for (int j = 0; j < s->nin; j++) known |= s->in[j] == symbol[i];
    if (!known) tau_unknown(L, s, k, lia_expr_symbol(s->p, symbol[i])->name);
  }
  lua_pop(L, 1);
}

// ---- what is given ----

static void parse(lua_State *L, struct ltau *s, int k, const char *text, size_t n) {
  lia_error err = { 0 };
  char name[64];
  lia_knots_add(&s->knots, text);
  if (lia_parse(s->p, text, n, LIA_PARSE_refuse, &s->e[k], NULL, &err) == LIA_OK) return;
  lia_pool_clear(s->p);
  if (sscanf(err.text, "unknown symbol '%63[^']'", name) == 1) tau_unknown(L, s, k, name);
  char sentence[LIA_VALUES_SENTENCE];
  lia_values_sentence(sentence, text, &err);
  lia_arg_error(L, s->options, "%s.%s: %s", s->key, s->name[k], sentence);
}

// an expression of the session, as text: its symbols may be others of the same names
static void parse_expr(lua_State *L, struct ltau *s, int k, const lexpr *x) {
  lia_text t = { 0 };
  lia_error err = { 0 };
  lia_status st = lia_print(x->p, x->e, NULL, &t);
  if (st == LIA_OK) st = lia_text_status(&t, &err);
  if (st != LIA_OK) {
    lia_text_free(&t);
    lia_raise(L, &err);
  }
  lia_give_text(L, &t);
  parse(L, s, k, lua_tostring(L, -1), lua_rawlen(L, -1));
  lua_pop(L, 1);
}

// the value on top is force k
static void read_force(lua_State *L, struct ltau *s, int k) {
  const lexpr *x = lia_test(L, lua_gettop(L), &lia_expr_class);
  if (x) parse_expr(L, s, k, x);
  else if (lua_type(L, -1) == LUA_TNUMBER) s->e[k] = lia_sym_num(s->p, lua_tonumber(L, -1));
  else if (lua_type(L, -1) == LUA_TSTRING) parse(L, s, k, lua_tostring(L, -1), lua_rawlen(L, -1));
  else lia_arg_error(L, s->options, "%s.%s: expected an expression, got %s", s->key, s->name[k],
      luaL_typename(L, -1));
  only_states(L, s, k);
}

// what the numbers of the table are of: forces of coordinates, or inputs
static const char *numbers_are_of(const struct ltau *s) {
  return strcmp(s->key, "tau") ? "input" : "coordinate";
}

// which force the key at index is: its number or its name
static int force_of(lua_State *L, const struct ltau *s, int key) {
  lia_hints h = { 0 };
  double x = lua_type(L, key) == LUA_TNUMBER ? lua_tonumber(L, key) : 0;
  if (x >= 1 && x <= s->n && x == floor(x)) return (int)x - 1;
  const char *name = lua_type(L, key) == LUA_TSTRING ? lua_tostring(L, key) : NULL;
  for (int k = 0; k < s->n; k++) {
    if (name && !strcmp(name, s->name[k])) return k;
    lia_hints_add(&h, s->name[k], strlen(s->name[k]));
  }
  int other = name && s->src->force_called ? s->src->force_called(s->src->user, name) : -1;
  if (other >= 0) return other;
  if (!name)
    return lia_arg_error(L, s->options, "%s: no %s %s", s->key, numbers_are_of(s),
        lua_type(L, key) == LUA_TNUMBER ? "of that number" : luaL_typename(L, key));
  return lia_arg_error(L, s->options, "%s: no %s %.60s%s", s->key, numbers_are_of(s), name,
      lia_hints_text(&h, name));
}

static struct ltau *new_tau(lua_State *L, const lsource *src, const char *key, int options) {
  void **box = lia_push(L, &lia_tau_class);
  struct ltau *s = *box = lia_calloc(1, sizeof *s);
  if (!s) lia_mistake(L, "out of memory");
  s->n = src->ntau;
  s->nin = 1 + src->nq + src->nv;
  s->src = src;
  s->name = src->force_name;
  s->key = key;
  s->options = options;
  s->p = lia_pool_new();
  s->in = lia_calloc((size_t)s->nin + (size_t)s->n, sizeof *s->in);
  if (!s->p || !s->in) lia_mistake(L, "out of memory");
  s->e = s->in + s->nin;
  for (int k = 0; k < s->n; k++) s->e[k] = LIA_ZERO;
  return s;
}

static void compile(lua_State *L, struct ltau *s) {
  lia_error err = { 0 };
  if (lia_tape_new(&s->tape, s->p, (uint32_t)s->nin, s->in, (uint32_t)s->n, s->e, &err) != LIA_OK)
    lia_raise(L, &err);
  s->tape->math = &lia_machine_math;
  s->x = lia_calloc((size_t)s->nin + (size_t)s->n + s->tape->nslot + 1, sizeof *s->x);
  if (!s->x) lia_mistake(L, "out of memory");
  s->f = s->x + s->nin;
  s->w = s->f + s->n;
}

struct ltau *lia_tau_read(lua_State *L, const lsource *src, const char *key, int tau,
    int options) {
  luaL_checkstack(L, 20, "tau");
  if (!lua_istable(L, tau)) lia_arg_error(L, options,
      "%s: expected expressions, { %s = \"-20*%s\" }, or a function of (t, q, v), got %s", key,
      src->force_name[0], src->force_name[0],
      luaL_typename(L, tau));
  struct ltau *s = new_tau(L, src, key, options);
  name_states(L, s);
  for (lua_pushnil(L); lua_next(L, tau); lua_pop(L, 1))
    read_force(L, s, force_of(L, s, lua_gettop(L) - 1));
  int listed = (int)lua_rawlen(L, tau);
  if (listed && listed != s->n)
    lia_arg_error(L, options, "%s: expected %d %ss in order (or some by name), got %d", key, s->n,
        strcmp(key, "tau") ? "input" : "force", listed);
  lia_knots_ready(L, &s->knots);
  compile(L, s);
  return s;
}

// ---- while it runs ----

// which force has no value there, which part of it, and what stands in it
static lia_status tau_blame(const struct ltau *s, int k, double t, lia_error *err) {
  lia_error why = { 0 };
  char path[100], state[120] = "";
  double y;
  size_t used = 0;
  for (int i = 1; i < s->nin && used < 80; i++)
    if (lia_subs_depends(s->p, s->e[k], s->in[i]) > 0)
      used += (size_t)lia_text_format(state + used, sizeof state - used, ", %.30s = %.6g",
          tau_state_name(s, i - 1), s->x[i]);
  lia_status st = lia_eval(s->p, s->e[k], (uint32_t)s->nin, s->in, s->x, &y, &why);
  lia_text_format(path, sizeof path, "%s.%.80s", s->key, s->name[k]);
  return LIA_FAIL(err, LIA_EDOMAIN, path, "no value at t = %.9g%s%s%s", t, state,
      st != LIA_OK ? ": " : "", st != LIA_OK ? why.text : "");
}

lia_status lia_tau_add(const struct ltau *s, double t, const double *q, const double *v,
    double *tau, lia_error *err) {
  s->x[0] = lia_knots_time(&s->knots, t);
  lia_vec_copy(s->x + 1, q, s->src->nq);
  lia_vec_copy(s->x + 1 + s->src->nq, v, s->src->nv);
  lia_tape_eval(s->tape, s->x, s->f, s->w);
  for (int k = 0; k < s->n; k++) {
    if (!isfinite(s->f[k])) return tau_blame(s, k, t, err);
    tau[k] += s->f[k];
  }
  return LIA_OK;
}

double lia_tau_next(struct ltau *s, double t, double dir) {
  return s->knots.n ? lia_knots_next(&s->knots, t, dir) : dir * (double)INFINITY;
}
