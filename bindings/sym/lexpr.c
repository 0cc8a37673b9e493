/* lexpr.c - li.symbols, li.coordinates, li.expr and what expressions can do */
#include "bindings/sym/lexpr.h"
#include "bindings/kit/fields.h"
#include "bindings/kit/kit.h"
#include "bindings/kit/nums.h"

#include "base/mem.h"
#include "base/text.h"
#include "sym/expr/build.h"
#include "sym/expr/diff.h"
#include "sym/tape/eval.h"
#include "sym/expr/latex.h"
#include "sym/expr/leaves.h"
#include "sym/expr/parse.h"
#include "sym/expr/print.h"
#include "sym/simp/simp.h"
#include "sym/simp/solve.h"
#include "sym/expr/subs.h"
#include "sym/expr/homonym.h"
#include "sym/simp/zero.h"


#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- the pool ---- */

static void destroy_pool(void *p) { lia_pool_free(p); }

static const lia_class pool_class = {
  .name = "pool", .text = "Where the expressions of this Lua state live; nothing a script sees.", .destroy = destroy_pool,
};

/* what an object keeps alive: a user value on 5.4, an environment table on LuaJIT */
#if LUA_VERSION_NUM < 502
#define get_kept(L, i) lua_getfenv((L), (i))
#define set_kept(L, i) lua_setfenv((L), (i))
#else
#define get_kept(L, i) lua_getuservalue((L), (i))
#define set_kept(L, i) lua_setuservalue((L), (i))
#endif

void lia_keep_pool(lua_State *L, int object, int as) {
  get_kept(L, as);
  set_kept(L, object < 0 ? object - 1 : object);
}

void lia_keep_beside(lua_State *L, int object, int more) {
  if (object < 0) object = lua_gettop(L) + 1 + object;
  lua_createtable(L, 2, 0);
  get_kept(L, object);
  lua_rawseti(L, -2, 1);
  lua_pushvalue(L, more);
  lua_rawseti(L, -2, 2);
  set_kept(L, object);
}

void lia_push_beside(lua_State *L, int object) {
  get_kept(L, object);
  lua_rawgeti(L, -1, 2);
  lua_remove(L, -2);
}

/* a pool keeps itself: whoever has its kept value has the pool */
static void keep_itself(lua_State *L) {
#if LUA_VERSION_NUM < 502
  lua_createtable(L, 1, 0);
  lua_pushvalue(L, -2);
  lua_rawseti(L, -2, 1);
#else
  lua_pushvalue(L, -1);
#endif
  set_kept(L, -2);
}

static const char pool_key;

/* the registry holds it weakly */
static void push_weak(lua_State *L) {
  lua_pushlightuserdata(L, (void *)&pool_key);
  lua_rawget(L, LUA_REGISTRYINDEX);
  if (lua_istable(L, -1)) return;
  lua_pop(L, 1);
  lua_pushlightuserdata(L, (void *)&pool_key);
  lua_createtable(L, 1, 0);
  lua_createtable(L, 0, 1);
  lia_field_text(L, "__mode", "v");
  lua_setmetatable(L, -2);
  lua_rawset(L, LUA_REGISTRYINDEX);
  push_weak(L);
}

void lia_stop_pool(lua_State *L, lia_pool *p) {
  lia_stop s = lia_stop_of(L);
  p->stop = s.asked;
  p->stop_of = s.of;
}

lia_pool *lia_push_pool(lua_State *L) {
  luaL_checkstack(L, 8, NULL);
  push_weak(L);
  lua_rawgeti(L, -1, 1);
  lia_pool *p = lua_isnil(L, -1) ? NULL : lia_test(L, -1, &pool_class);
  if (p) {
    lua_remove(L, -2);
    return p;
  }
  lua_pop(L, 1);
  void *box = lia_push(L, &pool_class);
  p = lia_pool_new();
  if (!p) lia_mistake(L, "%s", lia_status_text(LIA_ENOMEM));
  *(void **)box = p;
  lia_stop_pool(L, p);
  keep_itself(L);
  lua_pushvalue(L, -1);
  lua_rawseti(L, -3, 1);
  lua_getfield(L, -2, "origins");
  int origins = lua_toboolean(L, -1);
  lua_pop(L, 1);
  lua_remove(L, -2);
  if (origins && !lia_pool_at(p, "")) lia_expr_raise(L, p);
  return p;
}

/* what is built next was asked for by the innermost Lua line that is not liaison's own */
static void mark(lua_State *L, lia_pool *p) {
  if (!p->origin) return;
  const lia_kit *k = lia_kit_get(L);
  size_t home = strlen(k->home);
  char place[LIA_ERROR_PATH];
  lua_Debug ar;
  for (int level = 0; lua_getstack(L, level, &ar); level++) {
    lua_getinfo(L, "Sl", &ar);
    if (ar.currentline <= 0 || (home && !strncmp(ar.source, k->home, home))) continue;
    lia_text_format(place, sizeof place, "%s:%d", lia_source(&ar), ar.currentline);
    if (!lia_pool_at(p, place)) lia_expr_raise(L, p);
    return;
  }
  lia_pool_at(p, NULL);
}

int lia_expr_raise(lua_State *L, lia_pool *p) {
  lia_error err = p->err;
  lia_pool_clear(p);
  err.path[0] = 0;   // where it was built is where we are
  return lia_raise(L, &err);
}

lia_expr lia_symbol_named(lia_pool *p, const char *name) {
  lia_expr e = lia_pool_find(p, name, strlen(name));
  return e ? e : lia_sym_symbol(p, name);
}

void lia_fit(lia_pool *p, int n, lia_expr *s, int nx, const lia_expr *x) {
  for (int i = 0; i < n; i++) s[i] = lia_twins_fit(p, s[i], (uint32_t)nx, x);
}

void lia_refuse_mixed(lua_State *L, lia_pool *p, lia_expr e) {
  lia_error err = { 0 };
  if (lia_twins_refuse(p, e, &err) != LIA_OK) lia_raise(L, &err);
}

void lia_push_expr(lua_State *L, lia_pool *p, lia_expr e, int keep) {
  if (!e || !(e = lia_twins_apart(p, e))) lia_expr_raise(L, p);
  lia_refuse_mixed(L, p, e);
  lexpr *x = lia_push(L, &lia_expr_class);
  x->p = p;
  x->e = e;
  lia_keep_pool(L, -1, keep < 0 ? keep - 1 : keep);
}

lia_pool *lia_pool_of(lua_State *L, int idx) {
  const lia_class *c = lia_classof(L, idx);
  if (c == &lia_expr_class) return ((lexpr *)lua_touserdata(L, idx))->p;
  return c == &lia_smat_class ? ((lsmat *)lua_touserdata(L, idx))->p : NULL;
}

/* ---- arguments ---- */

/* argument i, expr or num, with the pool of whichever argument has one at index keep */
static lia_expr operand(lia_pool *p, const lia_arg *a) { return a->o ? ((lexpr *)a->o)->e : lia_sym_num(p, a->x); }

static const char declared_key;

/* names a script has declared, { x = "01" }: the kinds of each, the last one last. They outlive the pool, which goes with
 * its last expression: a name that was said on a line of its own is known to the texts of the next */
static void push_declared(lua_State *L) { lia_push_shared(L, &declared_key); }

static void declare(lua_State *L, const char *name, lia_symkind kind) {
  char kinds[LIA_SYM_time + 2], now = (char)('0' + kind), *end = kinds;
  push_declared(L);
  lua_getfield(L, -1, name);
  for (const char *s = lua_isstring(L, -1) ? lua_tostring(L, -1) : ""; *s; s++)
    if (*s != now) *end++ = *s;
  *end++ = now;
  lua_pop(L, 1);
  lua_pushlstring(L, kinds, (size_t)(end - kinds));
  lua_setfield(L, -2, name);
  lua_pop(L, 1);
}

static int in_names(char c) { return c == '_' || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z') || (unsigned char)c > 127; }

/* names of a text that were declared and are no more in the pool */
static void recall(lua_State *L, lia_pool *p, const char *s, size_t n) {
  push_declared(L);
  for (size_t i = 0, len; i < n; i += len + 1) {
    for (len = 0; i + len < n && in_names(s[i + len]);) len++;
    if (!len || lia_pool_find(p, s + i, len)) continue;
    lua_pushlstring(L, s + i, len);
    lua_rawget(L, -2);
    for (const char *k = lua_isstring(L, -1) ? lua_tostring(L, -1) : ""; *k; k++)
      if (!lia_pool_symbol(p, s + i, len, (lia_symkind)(*k - '0'))) lia_expr_raise(L, p);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

static lia_expr parse_text(lua_State *L, lia_pool *p, int idx, int arg, const char *what, lia_parse_unknown unknown) {
  size_t n;
  const char *s = lua_tolstring(L, idx, &n);
  lia_expr e;
  lia_error err = { 0 };
  recall(L, p, s, n);
  if (lia_parse(p, s, n, unknown, &e, NULL, &err) == LIA_OK) return e;
  if (err.code == LIA_ENOMEM) return (lia_expr)lia_raise(L, &err);
  return (lia_expr)lia_arg_error(L, arg, "%s%s'%.80s': %s: %s", what ? what : "", what ? ": " : "", s, err.path, err.text);
}

lia_expr lia_to_expr(lua_State *L, lia_pool *p, int idx, int arg, const char *what) {
  const lexpr *x;
  double v;
  char got[100];
  switch (lua_type(L, idx)) {
    case LUA_TNUMBER:
      v = lua_tonumber(L, idx);
      if (isfinite(v)) break;
      return (lia_expr)lia_arg_error(L, arg, "%s%snot a finite number", what ? what : "", what ? ": " : "");
    case LUA_TSTRING: return parse_text(L, p, idx, arg, what, LIA_PARSE_refuse);
    default:
      x = lia_test(L, idx, &lia_expr_class);
      if (x && x->p == p) return x->e;
      lia_describe(L, idx, got, sizeof got);
      return (lia_expr)lia_arg_error(L, arg, "%s%sexpected an expression, a number or a text, got %s", what ? what : "", what ? ": " : "", got);
  }
  lia_expr e = lia_sym_num(p, v);
  return e ? e : (lia_expr)lia_expr_raise(L, p);
}

static lia_expr symbol_at(lua_State *L, lia_pool *p, int idx, int arg, const char *what) {
  lia_expr e = lia_to_expr(L, p, idx, arg, what);
  if (lia_expr_op(p, e) == LIA_OP_sym) return e;
  char text[80];
  lia_print_short(p, e, text, sizeof text);
  return (lia_expr)lia_arg_error(L, arg, "%s%sexpected a symbol, got %s", what ? what : "", what ? ": " : "", text);
}

/* the next word of a text of names; 0 at its end */
static size_t next_word(const char **s, const char *end) {
  while (*s < end && strchr(" ,\t\n\r", **s)) ++*s;
  size_t n = 0;
  while (*s + n < end && !strchr(" ,\t\n\r", (*s)[n])) n++;
  return n;
}

static int count_words(const char *s, size_t len) {
  const char *end = s + len;
  int n = 0;
  for (size_t w; (w = next_word(&s, end)); s += w) n++;
  return n;
}

static lia_expr *words_to_symbols(lua_State *L, lia_pool *p, int idx, int arg, int *n) {
  size_t len;
  const char *s = lua_tolstring(L, idx, &len), *end = s + len;
  lia_expr *x = lua_newuserdata(L, (size_t)(count_words(s, len) + 1) * sizeof *x);
  *n = 0;
  for (size_t w; (w = next_word(&s, end)); s += w) {
    lua_pushlstring(L, s, w);
    x[(*n)++] = symbol_at(L, p, -1, arg, NULL);
    lua_pop(L, 1);
  }
  return x;
}

/* the entries of a vector of expressions */
static lia_expr *vector_to_symbols(lua_State *L, const lsmat *m, int arg, int *n) {
  *n = m->rows * m->cols;
  lia_expr *x = lua_newuserdata(L, ((size_t)*n + 1) * sizeof *x);
  for (int i = 0; i < *n; i++) {
    char text[80];
    lia_print_short(m->p, x[i] = m->x[i], text, sizeof text);
    if (lia_expr_op(m->p, x[i]) != LIA_OP_sym) lia_arg_error(L, arg, "[%d]: expected a symbol, got %s", i + 1, text);
  }
  return x;
}

lia_expr *lia_to_symbols(lua_State *L, lia_pool *p, int idx, int arg, int *n) {
  const lsmat *m = lia_test(L, idx, &lia_smat_class);
  if (m) return vector_to_symbols(L, m, arg, n);
  if (lua_type(L, idx) == LUA_TSTRING) return words_to_symbols(L, p, idx, arg, n);
  if (!lua_istable(L, idx)) {
    lia_expr *x = lua_newuserdata(L, sizeof *x);
    *x = symbol_at(L, p, idx, arg, NULL);
    *n = 1;
    return x;
  }
  *n = (int)lua_rawlen(L, idx);
  lia_expr *x = lua_newuserdata(L, ((size_t)*n + 1) * sizeof *x);
  for (int i = 0; i < *n; i++) {
    char what[24];
    snprintf(what, sizeof what, "[%d]", i + 1);
    lua_rawgeti(L, idx, i + 1);
    x[i] = symbol_at(L, p, -1, arg, what);
    lua_pop(L, 1);
  }
  return x;
}

static lexpr *self(const lia_arg *a) { return a->o; }

/* ---- symbols ---- */

static int make_symbols(lua_State *L, lia_symkind kind) {
  lia_arg a[1];
  lia_args(L, a);
  const char *s = a->s, *end = s + a->len;
  int n = count_words(s, a->len);
  if (!n) return lia_arg_error(L, 1, "expected names, separated by blanks");
  if (n > 200) return lia_arg_error(L, 1, "expected at most 200 names at once, got %d", n);
  lia_pool *p = lia_push_pool(L);
  int keep = lua_gettop(L);
  luaL_checkstack(L, n + 8, "too many symbols");
  for (size_t w; (w = next_word(&s, end)); s += w) {
    char name[256];
    if (w >= sizeof name) return lia_arg_error(L, 1, "a name of more than 255 bytes");
    memcpy(name, s, w);
    name[w] = 0;
    if (strlen(name) != w) return lia_arg_error(L, 1, "a name with a zero byte in it");
    lia_push_expr(L, p, lia_pool_symbol(p, name, w, kind), keep);
    declare(L, name, kind);
  }
  return n;
}

static int expr_symbols(lua_State *L) { return make_symbols(L, LIA_SYM_parameter); }
static int expr_coordinates(lua_State *L) { return make_symbols(L, LIA_SYM_coordinate); }
static int expr_functions(lua_State *L) { return make_symbols(L, LIA_SYM_function); }

static int expr_time(lua_State *L) {
  lia_args(L, NULL);
  lia_pool *p = lia_push_pool(L);
  lia_push_expr(L, p, lia_sym_time(p), -1);
  return 1;
}

static int expr_new(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lia_pool *p = lia_push_pool(L);
  lia_expr e = a[0].s ? parse_text(L, p, 1, 1, NULL, a[1].given && a[1].n ? LIA_PARSE_create : LIA_PARSE_refuse)
                      : lia_to_expr(L, p, 1, 1, NULL);
  lia_push_expr(L, p, e, -1);
  return 1;
}

static int expr_ratio(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lia_pool *p = lia_push_pool(L);
  lia_push_expr(L, p, lia_sym_rat(p, a[0].n, a[1].n), -1);
  return 1;
}

static int expr_pi(lua_State *L) {
  lia_args(L, NULL);
  lia_pool *p = lia_push_pool(L);
  lia_push_expr(L, p, LIA_PI, -1);
  return 1;
}

/* ---- operators and functions ---- */

typedef lia_expr binary(lia_pool *p, lia_expr a, lia_expr b);

static int is_matrix(lua_State *L, int idx) {
  const lia_class *c = lua_type(L, idx) == LUA_TUSERDATA ? lia_classof(L, idx) : NULL;
  return c == &lia_smat_class || c == &lia_mat_class || c == &lia_vec_class;
}

/* an expr with a matrix is the matrix's business */
static int matrix_operator(lua_State *L, const char *name) {
  lua_pushlightuserdata(L, (void *)&lia_smat_class);
  lua_rawget(L, LUA_REGISTRYINDEX);
  lua_getfield(L, -1, name);
  lua_replace(L, 3);
  lua_settop(L, 3);
  lua_insert(L, 1);
  lua_call(L, 2, 1);
  return 1;
}

/* both expr|num, at least one of them an expr */
static int two(lua_State *L, binary *f) {
  lia_arg a[2];
  lia_args(L, a);
  int keep = a[0].o ? 1 : 2;
  lia_pool *p = a[0].o ? self(&a[0])->p : self(&a[1])->p;
  mark(L, p);
  lia_push_expr(L, p, f(p, operand(p, &a[0]), operand(p, &a[1])), keep);
  return 1;
}

/* whether e has at most `most` nodes, those met twice counted twice; how many are left of them, -1: more */
static int small(const lia_pool *p, lia_expr e, int most) {
  for (uint32_t i = 0; most >= 0 && i < lia_expr_n(p, e); i++) most = small(p, lia_expr_args(p, e)[i], most - 1);
  return most;
}

/* sums that are zero without showing it, sin(q)^2 + cos(q)^2 - 1, are found while they are short */
static lia_expr divided(lia_pool *p, lia_expr a, lia_expr b) {
  double v, r;
  lia_expr sum = b;
  if (b) lia_sym_split(p, b, &sum);
  if (b && lia_expr_op(p, sum) == LIA_OP_add && small(p, b, 100) >= 0 && lia_zero_probe(p, b, 0, &v, &r) && v <= r && lia_zero(p, b) == LIA_ZERO_yes) {
    char text[160];
    lia_print_short(p, b, text, sizeof text);
    return lia_pool_fail(p, LIA_EDOMAIN, "division by zero: %s is 0 whatever its symbols are", text);
  }
  return lia_sym_div(p, a, b);
}

#define OPERATOR(name, f) \
  static int expr_##name(lua_State *L) { \
    return is_matrix(L, 1) || is_matrix(L, 2) ? matrix_operator(L, "__" #name) : two(L, f); \
  }
OPERATOR(add, lia_sym_add)
OPERATOR(sub, lia_sym_sub)
OPERATOR(mul, lia_sym_mul)
#undef OPERATOR
static int expr_div(lua_State *L) {
  if (is_matrix(L, 1)) return matrix_operator(L, "__div");
  if (!is_matrix(L, 2)) return two(L, divided);
  char a[100], b[100];
  lia_describe(L, 1, a, sizeof a);
  lia_describe(L, 2, b, sizeof b);
  return lia_mistake(L, "%s cannot be divided by %s", a, b);
}
static int expr_pow(lua_State *L) { return two(L, lia_sym_pow); }
static int expr_lt(lua_State *L) { return two(L, lia_sym_lt); }
static int expr_le(lua_State *L) { return two(L, lia_sym_le); }
static int expr_eq(lua_State *L) { return two(L, lia_sym_eq); }

static lia_expr greater(lia_pool *p, lia_expr a, lia_expr b) { return lia_sym_lt(p, b, a); }
static lia_expr greater_equal(lia_pool *p, lia_expr a, lia_expr b) { return lia_sym_le(p, b, a); }
static int expr_gt(lua_State *L) { return two(L, greater); }
static int expr_ge(lua_State *L) { return two(L, greater_equal); }

static int no_order(lua_State *L) {
  return lia_error_at(L, "expressions have no order: a:lt(b), a:le(b) make a condition, a:eval{...} a number");
}

static int expr_unm(lua_State *L) {
  const lexpr *x = lia_check(L, 1, &lia_expr_class);
  lia_push_expr(L, x->p, lia_sym_neg(x->p, x->e), 1);
  return 1;
}

static int one(lua_State *L, lia_op op, double (*f)(double)) {
  lia_arg a[2];   // atan has two
  lia_args(L, a);
  if (a->o) mark(L, self(a)->p);
  if (!a->o) lua_pushnumber(L, f ? f(a->x) : lia_op_value(op, a->x, 0, 0));
  else lia_push_expr(L, self(a)->p, f ? lia_sym_sqrt(self(a)->p, self(a)->e) : lia_sym_fun(self(a)->p, op, self(a)->e), 1);
  return 1;
}

static int expr_sin(lua_State *L) { return one(L, LIA_OP_sin, NULL); }
static int expr_cos(lua_State *L) { return one(L, LIA_OP_cos, NULL); }
static int expr_tan(lua_State *L) { return one(L, LIA_OP_tan, NULL); }
static int expr_asin(lua_State *L) { return one(L, LIA_OP_asin, NULL); }
static int expr_acos(lua_State *L) { return one(L, LIA_OP_acos, NULL); }
static int expr_exp(lua_State *L) { return one(L, LIA_OP_exp, NULL); }
static int expr_log(lua_State *L) { return one(L, LIA_OP_log, NULL); }
static int expr_tanh(lua_State *L) { return one(L, LIA_OP_tanh, NULL); }
static int expr_abs(lua_State *L) { return one(L, LIA_OP_abs, NULL); }
static int expr_sign(lua_State *L) { return one(L, LIA_OP_sign, NULL); }
static int expr_sqrt(lua_State *L) { return one(L, LIA_OP_pow, sqrt); }

/* two numbers give a number */
static int number_or(lua_State *L, lia_op op, binary *f) {
  lia_arg a[2];
  lia_args(L, a);
  if (a[0].o || a[1].o) return two(L, f);
  lua_pushnumber(L, lia_op_value(op, a[0].x, a[1].x, 0));
  return 1;
}

static int expr_atan2(lua_State *L) { return number_or(L, LIA_OP_atan2, lia_sym_atan2); }
static int expr_power(lua_State *L) { return number_or(L, LIA_OP_pow, lia_sym_pow); }

static int expr_atan(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  return a[1].given ? expr_atan2(L) : one(L, LIA_OP_atan, NULL);
}

/* of any number of arguments: a number where all are */
static int extreme(lua_State *L, lia_op op, binary *f) {
  lia_arg a;
  int n = lua_gettop(L), keep = 0;
  lia_arg_at(L, 1, &a);
  for (int i = 1; i <= n; i++) {
    lia_arg_at(L, i, &a);
    if (a.o && !keep) keep = i;
  }
  lia_pool *p = keep ? lia_pool_of(L, keep) : NULL;
  lia_expr e = 0;
  double v = 0;
  for (int i = 1; i <= n; i++) {
    lia_arg_at(L, i, &a);
    if (p) e = i == 1 ? operand(p, &a) : f(p, e, operand(p, &a));
    else v = i == 1 ? a.x : lia_op_value(op, v, a.x, 0);
  }
  if (p) lia_push_expr(L, p, e, keep);
  else lua_pushnumber(L, v);
  return 1;
}

static int expr_min(lua_State *L) { return extreme(L, LIA_OP_min, lia_sym_min); }
static int expr_max(lua_State *L) { return extreme(L, LIA_OP_max, lia_sym_max); }

static int expr_piecewise(lua_State *L) {
  int n = lua_gettop(L);
  if (n < 3 || n % 2 == 0) return lia_mistake(L, "expected a condition and a value, any number of times, and a last value, got %d arguments", n);
  lia_pool *p = lia_push_pool(L);
  int keep = lua_gettop(L);
  lia_expr e = lia_to_expr(L, p, n, n, NULL);
  for (int i = n - 2; i >= 1; i -= 2) e = lia_sym_if(p, lia_to_expr(L, p, i, i, NULL), lia_to_expr(L, p, i + 1, i + 1, NULL), e);
  lia_push_expr(L, p, e, keep);
  return 1;
}

/* the n expressions of the list that is argument 1, in a userdata left on the stack */
static lia_expr *push_list(lua_State *L, lia_pool *p, int n) {
  lia_expr *x = lua_newuserdata(L, ((size_t)n + 1) * sizeof *x);
  for (int i = 0; i < n; i++) {
    char what[24];
    snprintf(what, sizeof what, "[%d]", i + 1);
    lua_rawgeti(L, 1, i + 1);
    x[i] = lia_to_expr(L, p, -1, 1, what);
    lua_pop(L, 1);
  }
  return x;
}

static int of_list(lua_State *L, lia_expr (*f)(lia_pool *p, size_t n, const lia_expr *k)) {
  lia_arg a[1];
  lia_args(L, a);
  lia_pool *p = lia_push_pool(L);
  int keep = lua_gettop(L), n = (int)lua_rawlen(L, 1);
  const lia_expr *x = push_list(L, p, n);
  lia_push_expr(L, p, f(p, (size_t)n, x), keep);
  return 1;
}

static int expr_sum(lua_State *L) { return of_list(L, lia_sym_sum); }
static int expr_product(lua_State *L) { return of_list(L, lia_sym_product); }

/* ---- derivatives ---- */

static int expr_diff(lua_State *L) {
  lia_arg a;
  lia_arg_at(L, 1, &a);
  lexpr x = *self(&a);
  int n = lua_gettop(L);
  if (n < 2) return lia_mistake(L, "expected a symbol to derive by");
  mark(L, x.p);
  for (int i = 2; i <= n; i++) {
    lia_arg_at(L, i, &a);
    lia_expr by = symbol_at(L, x.p, i, i, NULL);
    lia_fit(x.p, 1, &by, 1, &x.e);
    x.e = lia_diff(x.p, x.e, by);
    if (!x.e) return lia_expr_raise(L, x.p);
  }
  lia_push_expr(L, x.p, x.e, 1);
  return 1;
}

static int rate(lua_State *L, int times) {
  lia_arg a[1];
  lia_args(L, a);
  lexpr x = *self(a);
  mark(L, x.p);
  for (int i = 0; i < times; i++) x.e = lia_diff_time(x.p, x.e);
  lia_push_expr(L, x.p, x.e, 1);
  return 1;
}

static int expr_d(lua_State *L) { return rate(L, 1); }
static int expr_dd(lua_State *L) { return rate(L, 2); }

static int expr_gradient(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lexpr x = *self(a);
  int n;
  lia_expr *s = lia_to_symbols(L, x.p, 2, 2, &n);
  lia_fit(x.p, n, s, 1, &x.e);
  lsmat *g = lia_push_smat(L, x.p, n, 1, 1, 1);
  if (!lia_diff_gradient(x.p, x.e, (uint32_t)n, s, g->x)) return lia_expr_raise(L, x.p);
  return 1;
}

static int expr_hessian(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lexpr x = *self(a);
  int n;
  lia_expr *s = lia_to_symbols(L, x.p, 2, 2, &n);
  lia_fit(x.p, n, s, 1, &x.e);
  lsmat *H = lia_push_smat(L, x.p, n, n, 0, 1);
  if (!lia_diff_hessian(x.p, x.e, (uint32_t)n, s, H->x)) return lia_expr_raise(L, x.p);
  return 1;
}

/* ---- substitution and values ---- */

/* the key of a table { m1 = 2, [q1] = 3 } at -2: a name or a text, or an expr */
static lia_expr key_at(lua_State *L, lia_pool *p, int arg) {
  if (lua_type(L, -2) == LUA_TSTRING || lia_test(L, -2, &lia_expr_class)) {
    lua_pushvalue(L, -2);
    lia_expr e = lia_to_expr(L, p, -1, arg, NULL);
    lua_pop(L, 1);
    return e;
  }
  char got[100];
  lia_describe(L, -2, got, sizeof got);
  return (lia_expr)lia_arg_error(L, arg, "expected names or symbols as keys, got %s", got);
}

static int count_keys(lua_State *L, int idx) {
  int n = 0;
  for (lua_pushnil(L); lua_next(L, idx); lua_pop(L, 1)) n++;
  return n;
}

lia_change lia_to_change(lua_State *L, lia_pool *p, int idx, int arg) {
  int most = count_keys(L, idx);
  lia_change c = { 0 };
  c.from = lua_newuserdata(L, 2 * ((size_t)most + 1) * sizeof *c.from);
  c.to = c.from + most + 1;
  for (lua_pushnil(L); lua_next(L, idx); lua_pop(L, 1)) {
    char what[80];
    c.from[c.n] = key_at(L, p, arg);
    lia_print_short(p, c.from[c.n], what, sizeof what);
    c.to[c.n++] = lia_to_expr(L, p, -1, arg, what);
  }
  return c;
}

static int expr_subs(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  lexpr x = *self(a);
  lia_expr out;
  mark(L, x.p);
  lia_change c = { .n = 1 };
  lia_expr from, to;
  if (lua_istable(L, 2)) {
    if (a[2].given) return lia_arg_error(L, 3, "a table says all: {name = value, ...}");
    c = lia_to_change(L, x.p, 2, 2);
  } else {
    if (!a[2].given) return lia_arg_error(L, 3, "expected what to put for %s", lua_tostring(L, 2) ? lua_tostring(L, 2) : "it");
    from = lia_to_expr(L, x.p, 2, 2, NULL);
    to = lia_to_expr(L, x.p, 3, 3, NULL);
    c.from = &from;
    c.to = &to;
  }
  lia_fit(x.p, c.n, c.from, 1, &x.e);
  int ok = lia_subs(x.p, (uint32_t)c.n, c.from, c.to, 1, &x.e, &out);
  if (!ok && x.p->err.code == LIA_EDOMAIN) {
    char why[sizeof x.p->err.text], text[160];
    snprintf(why, sizeof why, "%s", x.p->err.text);
    lia_pool_clear(x.p);
    lia_print_short(x.p, x.e, text, sizeof text);
    return lia_mistake(L, "%s, in %s", why, text);
  }
  lia_push_expr(L, x.p, ok ? out : 0, 1);
  return 1;
}

// a key that could be the name of a symbol, and is not
static const char *stray_name(lua_State *L, lia_pool *p) {
  if (lua_type(L, -2) != LUA_TSTRING) return NULL;
  const char *s = lua_tostring(L, -2);
  size_t n = strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
  n += strspn(s + n, "'");
  return n && !s[n] && (*s < '0' || *s > '9') && !lia_pool_find(p, s, n) ? s : NULL;
}

lia_values lia_to_values(lua_State *L, lia_pool *p, int idx, int arg) {
  int most = lua_istable(L, idx) ? count_keys(L, idx) : 0;
  lia_values v = { 0 };
  v.x = lua_newuserdata(L, ((size_t)most + 1) * (sizeof *v.x + sizeof *v.symbol));
  v.symbol = (lia_expr *)(void *)(v.x + most + 1);
  if (!most) return v;
  for (lua_pushnil(L); lua_next(L, idx); lua_pop(L, 1)) {
    const char *stray = stray_name(L, p);
    if (stray) {
      if (!v.stray || strcmp(stray, v.stray) < 0) v.stray = stray;
      continue;
    }
    lia_expr s = key_at(L, p, arg);
    int known = lia_expr_op(p, s) == LIA_OP_sym;
    if (!known || lua_type(L, -1) != LUA_TNUMBER) {
      char what[80], got[64];
      lia_print_short(p, s, what, sizeof what);
      lia_describe(L, -1, got, sizeof got);
      if (!known) lia_arg_error(L, arg, "expected symbols as keys, got %s", what);
      lia_arg_error(L, arg, "%s: expected a number, got %s", what, got);
    }
    v.symbol[v.n] = s;
    v.x[v.n++] = lua_tonumber(L, -1);
  }
  return v;
}

const char *lia_give_it_one(lua_State *L, const lia_values *v) {
  static const char cure[] = "give it one: eval{name = number}";
  return v->stray ? lua_pushfstring(L, "%s ('%s' is the name of no symbol)", cure, v->stray) : lua_pushfstring(L, "%s", cure);
}

static int expr_eval(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lexpr x = *self(a);
  lia_values v = lia_to_values(L, x.p, 2, 2);
  lia_fit(x.p, v.n, v.symbol, 1, &x.e);
  lia_error err = { 0 };
  double r;
  if (lia_eval(x.p, x.e, (uint32_t)v.n, v.symbol, v.x, &r, &err) != LIA_OK) {
    lia_pool_clear(x.p);
    if (err.code == LIA_EARG) return lia_open_symbol(L, x.p, v.n, v.symbol, 1, &x.e, &err, lia_give_it_one(L, &v));
    return lia_fail(L, &err);
  }
  lua_pushnumber(L, r);
  return 1;
}

/* ---- compiled for many evaluations ---- */

static void destroy_tape(void *t) { lia_free(t); }

static const lia_class tape_class = {
  .name = "tape", .text = "Instructions behind a function made by expr:fn.", .destroy = destroy_tape,
};

/* upvalues: the tape, room for its work, inputs and outputs */
static int run_tape(lua_State *L) {
  const lia_tape *t = ((lia_box *)lua_touserdata(L, lua_upvalueindex(1)))->p;
  double *w = lua_touserdata(L, lua_upvalueindex(2)), *in = w + t->nslot, *out = in + t->nin;
  int n = lua_gettop(L);
  if (n != (int)t->nin) return lia_error_at(L, "expected %d numbers, got %d", (int)t->nin, n);
  for (int i = 0; i < n; i++) {
    if (lua_type(L, i + 1) != LUA_TNUMBER) return lia_error_at(L, "argument %d: expected a number, got a %s", i + 1, luaL_typename(L, i + 1));
    in[i] = lua_tonumber(L, i + 1);
  }
  lia_tape_eval(t, in, out, w);
  luaL_checkstack(L, (int)t->nout, NULL);
  for (uint32_t i = 0; i < t->nout; i++) lua_pushnumber(L, out[i]);
  return (int)t->nout;
}

/* the first of n expressions with a symbol that is none of the inputs, for the end of a message; "" where there is none */
static void open_text(lia_pool *p, int nin, const lia_expr *in, int n, const lia_expr *x, char *text, size_t size) {
  *text = 0;
  for (int i = 0; i < n && !*text; i++) {
    lia_tape *t = NULL;
    if (lia_tape_new(&t, p, (uint32_t)nin, in, 1, &x[i], NULL) != LIA_OK) lia_print_short(p, x[i], text, size);
    lia_free(t);
  }
  lia_pool_clear(p);
}

int lia_open_symbol(lua_State *L, lia_pool *p, int nin, const lia_expr *in, int n, const lia_expr *x, const lia_error *err, const char *hint) {
  char text[160];
  open_text(p, nin, in, n, x, text, sizeof text);
  return lia_mistake(L, "%s in %s: %s", err->text, text, hint);
}

void lia_push_function(lua_State *L, lia_pool *p, int nin, const lia_expr *in, int nout, const lia_expr *out) {
  lia_tape *t = NULL;
  lia_error err = { 0 };
  void *box = lia_push(L, &tape_class);
  lia_status st = lia_tape_new(&t, p, (uint32_t)nin, in, (uint32_t)nout, out, &err);
  if (st == LIA_EARG) lia_open_symbol(L, p, nin, in, nout, out, &err, "it is no input");
  if (st != LIA_OK) {
    lia_pool_clear(p);
    lia_raise(L, &err);
  }
  *(void **)box = t;
  lua_newuserdata(L, ((size_t)t->nslot + t->nin + t->nout + 1) * sizeof(double));
  lua_pushcclosure(L, run_tape, 2);
}

static int expr_fn(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lexpr x = *self(a);
  int n;
  lia_expr *s = lia_to_symbols(L, x.p, 2, 2, &n);
  lia_fit(x.p, n, s, 1, &x.e);
  lia_push_function(L, x.p, n, s, 1, &x.e);
  return 1;
}

/* ---- simplifications ---- */

int lia_push_cut(lua_State *L, const lia_pool *p, uint32_t before) {
  if (p->cut == before) return 0;
  lua_pushstring(L, "cut short: this took all the work that was given to it, a shorter form may exist");
  return 1;
}

static int simplified(lua_State *L, lia_expr (*f)(lia_pool *p, lia_expr e)) {
  lia_arg a[1];
  lia_args(L, a);
  lexpr x = *self(a);
  uint32_t cut = x.p->cut;
  mark(L, x.p);
  lia_push_expr(L, x.p, f(x.p, x.e), 1);
  return 1 + lia_push_cut(L, x.p, cut);
}

static int expr_expand(lua_State *L) { return simplified(L, lia_simp_expand); }
static int expr_factor(lua_State *L) { return simplified(L, lia_simp_factor); }
static int expr_trig(lua_State *L) { return simplified(L, lia_simp_trig); }
static int expr_merge(lua_State *L) { return simplified(L, lia_simp_merge); }
static int expr_cancel(lua_State *L) { return simplified(L, lia_simp_cancel); }
static int expr_simplify(lua_State *L) { return simplified(L, lia_simp_all); }
static int expr_angles(lua_State *L) { return simplified(L, lia_simp_angles); }

/* what to collect: one expression or text, or a list of them */
static int expr_collect(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lexpr x = *self(a);
  int list = lua_istable(L, 2), n = list ? (int)lua_rawlen(L, 2) : 1;
  if (n < 1) return lia_arg_error(L, 2, "expected at least one symbol or expression");
  lia_expr *by = lua_newuserdata(L, (size_t)n * sizeof *by);
  for (int i = 0; i < n; i++) {
    char what[24];
    snprintf(what, sizeof what, "[%d]", i + 1);
    if (list) lua_rawgeti(L, 2, i + 1);
    else lua_pushvalue(L, 2);
    by[i] = lia_to_expr(L, x.p, -1, 2, list ? what : NULL);
    lua_pop(L, 1);
  }
  lia_fit(x.p, n, by, 1, &x.e);
  lia_push_expr(L, x.p, lia_simp_collect(x.p, x.e, (uint32_t)n, by), 1);
  return 1;
}

static int expr_fraction(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lexpr x = *self(a);
  lia_expr num, den;
  lia_expr n, d;
  if (!lia_simp_together(x.p, x.e, &num, &den) || !lia_simp_lowest(x.p, num, den, &n, &d)) return lia_expr_raise(L, x.p);
  // what has nothing in common stays in factors
  int same = lia_zero_equal(x.p, num, n) == LIA_ZERO_yes;
  lia_push_expr(L, x.p, same ? num : n, 1);
  lia_push_expr(L, x.p, same ? den : d, 1);
  return 2;
}

/* ---- equations ---- */

static int expr_solve(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lexpr x = *self(a);
  lia_expr s = symbol_at(L, x.p, 2, 2, NULL);
  lia_fit(x.p, 1, &s, 1, &x.e);
  lia_roots r;
  lia_error err = { 0 };
  if (lia_solve_one(x.p, x.e, s, &r, &err) != LIA_OK) return lia_fail(L, &err);
  lua_createtable(L, r.n, 1);
  for (int i = 0; i < r.n; i++) {
    lia_push_expr(L, x.p, r.root[i], 1);
    lua_rawseti(L, -2, i + 1);
  }
  if (r.condition == LIA_ZERO) return 1;
  lia_push_expr(L, x.p, r.condition, 1);
  lua_setfield(L, -2, "condition");
  return 1;
}

/* li.solve({f, g}, {x, y}) */
static int expr_solve_linear(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lia_pool *p = lia_push_pool(L);
  int keep = lua_gettop(L), n = (int)lua_rawlen(L, 1), m;
  if (n < 1 || n > 200) return lia_arg_error(L, 1, "expected 1..200 equations, got %d", n);
  lia_expr *f = push_list(L, p, n);
  lia_expr *x = lia_to_symbols(L, p, 2, 2, &m);
  lia_fit(p, m, x, n, f);
  if (m != n) return lia_arg_error(L, 2, "expected as many unknowns as equations (%d), got %d", n, m);
  lsmat *r = lia_push_smat(L, p, n, 1, 1, keep);
  lia_error err = { 0 };
  return lia_solve_linear(p, n, f, x, r->x, &err) == LIA_OK ? 1 : lia_fail(L, &err);
}

/* ---- asking ---- */

static int expr_symbols_of(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lexpr x = *self(a);
  lia_expr *s = lua_newuserdata(L, ((size_t)x.p->names.count + 1) * sizeof *s);
  uint32_t n = lia_subs_symbols(x.p, 1, &x.e, s);
  if (n == UINT32_MAX) return lia_expr_raise(L, x.p);
  lua_createtable(L, (int)n, 0);
  for (uint32_t i = 0; i < n; i++) {
    lia_push_expr(L, x.p, s[i], 1);
    lua_rawseti(L, -2, (int)i + 1);
  }
  return 1;
}

/* argument 2: what stands in x by this name or as it is */
static lia_expr part_of(lua_State *L, const lexpr *x) {
  lia_expr e = lia_to_expr(L, x->p, 2, 2, NULL);
  lia_fit(x->p, 1, &e, 1, &x->e);
  return e;
}

static int expr_depends(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lexpr x = *self(a);
  int yes = lia_subs_depends(x.p, x.e, part_of(L, &x));
  if (yes < 0) return lia_expr_raise(L, x.p);
  lua_pushboolean(L, yes);
  return 1;
}

static int expr_coeff(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  lexpr x = *self(a);
  lia_push_expr(L, x.p, lia_subs_coefficient(x.p, x.e, part_of(L, &x), a[2].given ? a[2].n : 1), 1);
  return 1;
}

static int expr_degree(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lexpr x = *self(a);
  int d = lia_subs_degree(x.p, x.e, part_of(L, &x));
  if (d == -2) return lia_expr_raise(L, x.p);
  if (d >= 0) lua_pushinteger(L, d);
  else lua_pushnil(L);
  return 1;
}

static int expr_is_zero(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lia_zero_answer z = lia_zero(self(a)->p, self(a)->e);
  if (z == LIA_ZERO_unknown && self(a)->p->err.code) return lia_expr_raise(L, self(a)->p);
  if (z == LIA_ZERO_unknown) lua_pushnil(L);
  else lua_pushboolean(L, z == LIA_ZERO_yes);
  return 1;
}

static int expr_equals(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lexpr x = *self(a);
  lia_expr y = lia_to_expr(L, x.p, 2, 2, NULL);
  lia_zero_answer z = lia_zero_equal(x.p, x.e, y);
  lia_pool_clear(x.p);
  if (z == LIA_ZERO_unknown) lua_pushnil(L);
  else lua_pushboolean(L, z == LIA_ZERO_yes);
  return 1;
}

static int expr_number(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lexpr x = *self(a);
  double v;
  lia_status st = x.p->node[x.e].bits ? LIA_EDOMAIN : lia_eval(x.p, x.e, 0, NULL, NULL, &v, NULL);
  if (st == LIA_ENOMEM) return lia_error_text(L, "out of memory");
  if (st != LIA_OK) lua_pushnil(L);
  else lua_pushnumber(L, v);
  lia_pool_clear(x.p);
  return 1;
}

static int expr_kind(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lia_op op = lia_expr_op(self(a)->p, self(a)->e);
  lua_pushstring(L, op == LIA_OP_num ? "number" : op == LIA_OP_sym ? "symbol" : op == LIA_OP_add ? "sum"
                  : op == LIA_OP_mul || op == LIA_OP_scale ? "product" : op == LIA_OP_pow ? "power" : lia_op_row[op].text);
  return 1;
}

static int expr_parts(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lexpr x = *self(a);
  uint32_t n = lia_expr_n(x.p, x.e);
  lua_createtable(L, (int)n, 0);
  for (uint32_t i = 0; i < n; i++) {
    lia_push_expr(L, x.p, lia_expr_args(x.p, x.e)[i], 1);
    lua_rawseti(L, -2, (int)i + 1);
  }
  return 1;
}

void lia_push_count(lua_State *L, lia_count c) {
  const struct { const char *key; size_t n; } row[] = { { "mul", c.mul }, { "add", c.add }, { "div", c.div }, { "fun", c.fun }, { "angle", c.angle } };
  lua_createtable(L, 0, 5);
  for (int i = 0; i < 5; i++) lia_field_integer(L, row[i].key, (long)row[i].n);
}

void lia_push_ops(lua_State *L, lia_pool *p, int n, const lia_expr *x, int constants) {
  lia_count c;
  if (!(constants ? lia_tape_count_moving : lia_tape_count)(p, (uint32_t)n, x, &c)) lia_expr_raise(L, p);
  lia_push_count(L, c);
}

static int expr_ops(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lia_push_ops(L, self(a)->p, 1, &self(a)->e, 0);
  return 1;
}

static int expr_leaves(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  double n;
  if (!lia_expr_leaves(self(a)->p, 1, &self(a)->e, &n)) return lia_error_text(L, "out of memory");
  lua_pushnumber(L, n);
  return 1;
}

static int expr_origin(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const char *place = lia_pool_origin(self(a)->p, self(a)->e);
  if (place && *place) lua_pushstring(L, place);
  else lua_pushnil(L);
  return 1;
}

/* kept beside the pool, for the pools to come */
static int expr_origins(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  push_weak(L);
  lia_field_flag(L, "origins", a->n);
  lia_pool *p = lia_push_pool(L);
  if (a->n && !lia_pool_at(p, "")) return lia_expr_raise(L, p);
  if (!a->n) lia_pool_forget(p);
  return 0;
}

/* ---- text ---- */

int lia_push_printed(lua_State *L, lia_pool *p, lia_status st, lia_text *t) {
  if (st == LIA_OK) return lia_give_text(L, t);
  lia_text_free(t);
  lia_pool_nomem(p);
  return lia_expr_raise(L, p);
}

static int printed(lua_State *L, lexpr x, const lia_print_opts *o) {
  lia_text t = { 0 };
  lia_status st = lia_print(x.p, x.e, o, &t);
  return lia_push_printed(L, x.p, st, &t);
}

static int expr_tostring(lua_State *L) {
  const lexpr *x = lia_check(L, 1, &lia_expr_class);
  return printed(L, *x, &(lia_print_opts){ .style = &lia_style_shown, .most = 200000 });
}

static int expr_text(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  return printed(L, *self(a), &(lia_print_opts){ .style = &lia_style_shown, .most = (size_t)1 << 26, .angles = a[1].given ? a[1].n : 0 });
}

static int expr_latex(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  return printed(L, *self(a), &(lia_print_opts){ .style = &lia_style_latex, .most = (size_t)1 << 26, .angles = a[1].given ? a[1].n : 0 });
}

/* latex_cut(latex, columns, deepest) -> { piece, ... }, or nil where the formula fits (latex.h) */
static int latex_cut(lua_State *L) {
  lia_text t = { 0 };
  const char *latex = luaL_checkstring(L, 1);
  if (!lia_latex_cut(latex, (int)luaL_checkinteger(L, 2), (int)luaL_checkinteger(L, 3), &t)) {
    lua_pushnil(L);
    return 1;
  }
  if (t.nomem) {
    lia_text_free(&t);
    return lia_error_text(L, "out of memory");
  }
  lia_give_text(L, &t);
  const char *s = lua_tostring(L, -1);
  lua_newtable(L);
  for (int i = 1; *s; i++) {
    size_t n = strcspn(s, "\n");
    lua_pushlstring(L, s, n);
    lua_rawseti(L, -2, i);
    s += n + (s[n] != 0);
  }
  return 1;
}

static int equal(const void *pa, const void *pb) {
  const lexpr *a = pa, *b = pb;
  return a->p == b->p && a->e == b->e;
}

/* ---- the rows ---- */

#define XY "local x, y = li.symbols 'x y'; "
#define Q "local q1, q2 = li.coordinates 'q1 q2'; "

static const lia_fn methods[] = {
  { expr_add, "expr.__add(a: expr|num|smat|mat, b: expr|num|smat|mat) -> expr|smat", "a + b, like terms collected.", XY "return x + y + x --> 2*x + y" },
  { expr_sub, "expr.__sub(a: expr|num|smat|mat, b: expr|num|smat|mat) -> expr|smat", "a - b.", XY "return x - 1 - x --> -1" },
  { expr_mul, "expr.__mul(a: expr|num|smat|mat, b: expr|num|smat|mat) -> expr|smat", "a * b, like factors collected.", XY "return 2*x*y*x --> 2*x^2*y" },
  { expr_div, "expr.__div(a: expr|num|smat|mat, b: expr|num|smat|mat) -> expr|smat", "a / b; by an exact zero is an error.", XY "return x/(2*y) --> x/(2*y)" },
  { expr_pow, "expr.__pow(a: expr|num, b: expr|num) -> expr", "a ^ b.", XY "return (x*y)^2 --> x^2*y^2" },
  { expr_unm, "expr.__unm(a: expr, b: any) -> expr", "-a.", XY "return -(x - y) --> y - x" },
  { no_order, "expr.__lt(a: any, b: any)", "Refused: expressions have no order. a:lt(b) makes a condition.", XY "return pcall(function() return x < y end) --> false, example:1: expressions have no order: a:lt(b), a:le(b) make a condition, a:eval{...} a number" },
  { no_order, "expr.__le(a: any, b: any)", "Refused: expressions have no order. a:le(b) makes a condition.", XY "return (pcall(function() return x <= y end)) --> false" },
  { expr_tostring, "expr.__tostring(a: expr) -> str", "As li.expr reads it; more than 200000 bytes end with '...' (expr:text has all).", XY "return (x + y)^2/2 --> (x + y)^2/2" },
  { expr_lt, "expr:lt(b: expr|num) -> expr", "The condition a < b, for li.piecewise: 1 where it holds, else 0.", XY "return x:lt(y) --> x < y" },
  { expr_le, "expr:le(b: expr|num) -> expr", "The condition a <= b.", XY "return x:le(1) --> x <= 1" },
  { expr_gt, "expr:gt(b: expr|num) -> expr", "The condition a > b.", XY "return x:gt(y) --> y < x" },
  { expr_ge, "expr:ge(b: expr|num) -> expr", "The condition a >= b.", XY "return x:ge(1) --> 1 <= x" },
  { expr_eq, "expr:eq(b: expr|num) -> expr", "The condition a = b. (a == b asks whether they are one expression.)", XY "return x:eq(y) --> x == y" },
  { expr_diff, "expr:diff(...: expr|str)", "The derivative by a symbol, or by several one after the other.", XY "return (x^2*y):diff(x), (x^2*y):diff(x, y) --> 2*x*y, 2*x" },
  { expr_d, "expr:d() -> expr", "The derivative in time: q1 gives q1', parameters give 0.", Q "return q1:d(), (q1^2):d() --> q1', 2*q1*q1'" },
  { expr_dd, "expr:dd() -> expr", "The second derivative in time.", Q "return q1:dd(), li.sin(q1):dd() --> q1'', cos(q1)*q1'' - sin(q1)*q1'^2" },
  { expr_gradient, "expr:gradient(x: expr|str|table|smat) -> smat", "The vector of derivatives by a list of symbols, in one pass from the result back.", XY "return (x^2*y):gradient 'x y' --> [2*x*y  x^2]" },
  { expr_hessian, "expr:hessian(x: expr|str|table|smat) -> smat", "The matrix of second derivatives.", XY "return (x^2*y):hessian{x, y} --> [2*y  2*x]\n[2*x  0]" },
  { expr_subs, "expr:subs(what: table|expr|str [, by: expr|num|str]) -> expr",
    "Everything replaced at once: {x = y, y = 'x + 1', [q1] = 0}, or one thing by another. Sums are found inside longer sums, products inside longer products.",
    XY "return (x - 2*y):subs{x = y, y = x}, (x + y + 1):subs('x + y', 3) --> y - 2*x, 4" },
  { expr_eval, "expr:eval([values: table]) -> num", "The value at {name = number, ...}; nil, message, 'EDOMAIN' where there is none. A symbol without a number is an error that names it; names of no symbol are passed over.",
    XY "return (x^2/y):eval{x = 3, y = 2}, (1/x):eval{x = 0} --> 4.5, nil, 1/x has no finite value where x = 0, EDOMAIN" },
  { expr_fn, "expr:fn(inputs: expr|str|table|smat) -> fn", "A function of numbers, for many evaluations: inputs in this order.", XY "local f = (x^2 + y):fn 'x y'; return f(3, 1), f(0, 2) --> 10, 2" },
  { expr_expand, "expr:expand() -> expr", "Products and whole powers of sums multiplied out, everywhere.", XY "return ((x + y)^2*x):expand() --> x^3 + 2*x^2*y + x*y^2" },
  { expr_collect, "expr:collect(x: expr|str|table) -> expr", "As a sum of powers of the symbols (or expressions) named, each with all its terms in one factor.", XY "return ((x + y)*(x + 2)):collect(x) --> x^2 + x*(y + 2) + 2*y" },
  { expr_factor, "expr:factor() -> expr, note: str", "What terms have in common taken out, of all terms first, then of the largest groups; never more operations.", XY "return (2*x*y + 2*x*y^2 + 1):factor() --> 2*x*y*(y + 1) + 1" },
  { expr_trig, "expr:trig() -> expr, note: str", "The shortest of the exact forms: products of sines and cosines merged to angles of sums, sin^2 + cos^2 = 1; never more operations.",
    Q "return (li.cos(q1)*li.cos(q2) - li.sin(q1)*li.sin(q2)):trig(), (li.sin(q1)^2 + li.cos(q1)^2):trig() --> cos(q1 + q2), 1" },
  { expr_merge, "expr:merge() -> expr, note: str", "Pairs of products of sines and cosines merged to the angle of a sum, cos a cos b - sin a sin b = cos(a + b), as long as there are such pairs, even where that takes more operations. A product alone stays.",
    Q "return (li.sin(q1)*li.sin(q1 + q2) + li.cos(q1)*li.cos(q1 + q2)):merge() --> cos(q2)" },
  { expr_cancel, "expr:cancel() -> expr, note: str", "Common factors of numerators and denominators cancelled, polynomials included; never more operations.", XY "return ((x^2 - y^2)/(x - y)):cancel() --> x + y" },
  { expr_simplify, "expr:simplify() -> expr, note: str", "trig, cancel, factor and expand, what is shortest at the end; never more operations. A note says where it was cut short.", XY "return ((x^2*li.sin(y)^2 + x^2*li.cos(y)^2 - 1)/(x + 1)):simplify() --> x - 1" },
  { expr_angles, "expr:angles() -> expr", "Sines and cosines of sums and multiples multiplied out to those of single angles; tan becomes sin/cos.", Q "return li.sin(q1 + q2):angles() --> sin(q1)*cos(q2) + sin(q2)*cos(q1)" },
  { expr_fraction, "expr:fraction() -> num: expr, den: expr", "Numerator and denominator of one fraction, in lowest terms.", XY "return (1/x + 1/y):fraction() --> x + y, x*y" },
  { expr_solve, "expr:solve(x: expr|str) -> table",
    "The roots x of expr = 0, of degree 1 or 2 in x or K cos x + L sin x = M: {root [, root], condition = what must not be negative}. nil, message, 'EDOMAIN' where there is none.",
    XY "local r = (x^2 - y):solve(x); return r[1], r[2], r.condition --> sqrt(y), -sqrt(y), 4*y" },
  { expr_symbols_of, "expr:symbols() -> table", "The symbols it contains, in the order they were first named.", XY "return (y + x^2):symbols()[1] --> x" },
  { expr_depends, "expr:depends(x: expr|str) -> bool", "Whether the symbol or expression x stands in it.", XY "return (x + 1):depends(x), (x + 1):depends(y) --> true, false" },
  { expr_coeff, "expr:coeff(x: expr|str [, power: int]) -> expr", "The factor of x^power (default 1) where it is a polynomial in x.", XY "return ((x + y)^2):coeff(x) --> 2*y" },
  { expr_degree, "expr:degree(x: expr|str) -> int", "The degree as a polynomial in x; nil where it is none.", XY "return ((x + y)^2):degree(x), li.sin(x):degree(x) --> 2, nil" },
  { expr_is_zero, "expr:is_zero() -> bool", "true: proved to be 0 everywhere; false: proved to differ from 0 somewhere; nil: neither.",
    Q "return (li.sin(q1)^2 + li.cos(q1)^2 - 1):is_zero(), (q1 - q2):is_zero() --> true, false" },
  { expr_equals, "expr:equals(b: expr|num|str) -> bool", "Whether both are equal everywhere: true or false with a proof, else nil. (a == b asks whether they are written the same.)",
    XY "return ((x + y)^2):equals(x^2 + 2*x*y + y^2) --> true" },
  { expr_number, "expr:number() -> num", "The number it is, nil where it contains symbols.", XY "return (x - x + li.expr '3/4'):number(), x:number() --> 0.75, nil" },
  { expr_kind, "expr:kind() -> str", "number, symbol, sum, product, power, or the name of the function.", XY "return (x + y):kind(), (2*x):kind(), li.sin(x):kind() --> sum, product, sin" },
  { expr_parts, "expr:parts() -> table", "What it is made of: terms, factors, arguments, base and exponent.", XY "return #(x + y + 1):parts(), (x^3):parts()[2] --> 3, 3" },
  { expr_ops, "expr:ops() -> table", "The operations it takes to evaluate: mul, add, div, fun; what occurs twice is counted once.", XY "return ((x + y)^2 + (x + y)):ops().add --> 2" },
  { expr_leaves, "expr:leaves() -> num",
    "How many names and numbers its text holds, told before it is written: what occurs twice is written twice, and counted twice.",
    XY "return ((x + y)^2 + (x + y)):leaves() --> 5" },
  { expr_origin, "expr:origin() -> str", "The line that built it first, 'arm.lua:14', where li.origins(true) was said before; else nil.",
    "li.origins(true); local a, b = li.symbols 'a b'; local place = (a*b + 3):origin(); li.origins(false); return place --> example:1" },
  { expr_text, "expr:text([style: plain|angles|own]) -> str", "As text, all of it. With 'angles' sin(q1 + q2) is s12 where all coordinates there are have one name and a number; with 'own' other coordinates do not matter.", Q "return (2*li.cos(q1 + q2)):text 'angles' --> 2*c12" },
  { expr_latex, "expr:latex([style: plain|angles|own]) -> str", "As LaTeX, rates with dots. With 'angles' or 'own' sin(q1 + q2) is s_{12}, as in expr:text.", Q "return (q1:d()^2/2):latex() --> \\frac{\\dot q_1^{2}}{2}" },
  { 0 },
};

static void brief(const void *o, char *out, size_t n) {
  const lexpr *x = o;
  lia_print_short(x->p, x->e, out, n);
}

const lia_class lia_expr_class = {
  .name = "expr", .text = "An expression in symbols: numbers, sums, products, powers and functions, each written once.",
  .size = sizeof(lexpr), .method = methods, .equal = equal, .brief = brief,
};

static const lia_fn functions[] = {
  { expr_symbols, "symbols(names: str) -> expr", "Constant parameters, as many results as names.", "local m, L = li.symbols 'm L'; return m*L^2 --> m*L^2" },
  { expr_coordinates, "coordinates(names: str) -> expr", "Coordinates: functions of time with rates q:d(), q:dd(), written q', q''.", Q "return q1 + q2:dd() --> q1 + q2''" },
  { expr_functions, "functions(names: str) -> expr", "Other functions of time, with rates like coordinates: inputs, prescribed motions.", "local u = li.functions 'u'; return (2*u):d() --> 2*u'" },
  { expr_origins, "origins(on: bool)", "Whether expressions remember the line that built them: expr:origin(), and eval says where what has no value was built. Off at first.",
    "li.origins(false); return (2*li.symbols 'a'):origin() --> nil" },
  { expr_time, "time() -> expr", "The time t.", "return (li.time()^2):d() --> 2*t" },
  { expr_new, "expr(x: str|num|expr [, names: known|new]) -> expr",
    "An expression from its text: + - * / ^, functions, primes for rates. Unknown names are an error, or with 'new' become parameters. Numbers are what they are written as: 0.1 is one tenth.",
    XY "return li.expr '2*x + 0.1*x - y/3', li.expr('x + k', 'new') --> 2.1*x - y/3, x + k" },
  { expr_ratio, "ratio(a: int, b: int) -> expr", "The exact number a/b.", "return li.ratio(1, 3) + li.ratio(1, 6) --> 1/2" },
  { expr_pi, "exact_pi() -> expr", "The exact number pi, of which sines and cosines are known.", "return li.cos(li.exact_pi()/6) --> sqrt(3)/2" },
  { expr_sin, "sin(x: num|expr) -> num|expr", "Sine, of a number or an expression.", Q "return li.sin(-q1), li.sin(0) --> -sin(q1), 0" },
  { expr_cos, "cos(x: num|expr) -> num|expr", "Cosine.", Q "return li.cos(q1 + math.pi), li.cos(0) --> -cos(q1), 1" },
  { expr_tan, "tan(x: num|expr) -> num|expr", "Tangent.", "return li.tan(0) --> 0" },
  { expr_asin, "asin(x: num|expr) -> num|expr", "Inverse sine, in [-pi/2, pi/2].", XY "return li.sin(li.asin(x)) --> x" },
  { expr_acos, "acos(x: num|expr) -> num|expr", "Inverse cosine, in [0, pi].", "return li.acos(1) --> 0" },
  { expr_atan, "atan(y: num|expr [, x: num|expr]) -> num|expr", "Inverse tangent; with two arguments the angle of the point (x, y).", "return li.atan(1, 0) --> 1.5707963267949" },
  { expr_atan2, "atan2(y: num|expr, x: num|expr) -> num|expr", "The angle of the point (x, y), in (-pi, pi].", XY "return li.atan2(y, x):diff(y) --> x/(x^2 + y^2)" },
  { expr_exp, "exp(x: num|expr) -> num|expr", "e^x.", XY "return li.exp(x)*li.exp(-x) --> 1" },
  { expr_log, "log(x: num|expr) -> num|expr", "Natural logarithm.", XY "return li.log(x):diff(x) --> 1/x" },
  { expr_sqrt, "sqrt(x: num|expr) -> num|expr", "Square root.", XY "return li.sqrt(4*x), li.sqrt(9) --> 2*sqrt(x), 3" },
  { expr_tanh, "tanh(x: num|expr) -> num|expr", "Hyperbolic tangent: a smooth sign for friction.", "return li.tanh(0) --> 0" },
  { expr_abs, "abs(x: num|expr) -> num|expr", "Absolute value.", XY "return li.abs(-2*x), li.abs(-2) --> 2*abs(x), 2" },
  { expr_sign, "sign(x: num|expr) -> num|expr", "-1, 0 or 1.", "return li.sign(-3) --> -1" },
  { expr_power, "pow(x: num|expr, y: num|expr) -> num|expr", "x^y.", XY "return li.pow(x, 3), li.pow(2, 10) --> x^3, 1024" },
  { expr_min, "min(x: num|expr, ...: num|expr) -> num|expr", "The smallest.", XY "return li.min(x, 1), li.min(3, 1, 2) --> min(1, x), 1" },
  { expr_max, "max(x: num|expr, ...: num|expr) -> num|expr", "The largest.", "return li.max(3, 1) --> 3" },
  { expr_piecewise, "piecewise(...: any) -> expr", "A condition and a value, any number of times, and the value where none holds.", XY "return li.piecewise(x:lt(0), 0, x) --> piecewise(x < 0, 0, x)" },
  { expr_solve_linear, "solve(equations: table, unknowns: expr|str|table|smat) -> smat", "Unknowns of equations that are linear in them, each given as an expression that is to be 0. nil, message, 'ESINGULAR' where there is no single solution.",
    XY "return li.solve({x + y - 3, x - y - 1}, 'x y') --> [2  1]" },
  { expr_sum, "sum(list: table) -> expr", "The sum of a list: for many terms faster than adding one by one.", XY "return li.sum{x, y, x, 1} --> 2*x + y + 1" },
  { expr_product, "product(list: table) -> expr", "The product of a list.", XY "return li.product{x, y, x, 3} --> 3*x^2*y" },
  { 0 },
};

void lia_open_expr(lua_State *L);
void lia_open_expr(lua_State *L) {
  lia_class_register(L, &pool_class);
  lia_class_register(L, &tape_class);
  lia_class_register(L, &lia_expr_class);
  lia_functions(L, functions);
  static const luaL_Reg list[] = { { "latex_cut", latex_cut }, { NULL, NULL } };
  lia_kit_register(L, "sym", list);
}
