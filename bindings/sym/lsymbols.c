/* lsymbols.c - names, texts and tables as symbols and expressions; li.symbols and the like */
#include "bindings/sym/lexpr.h"
#include "bindings/kit/kit.h"

#include "sym/expr/build.h"
#include "sym/expr/parse.h"
#include "sym/expr/print.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- arguments ----

static const char declared_key;

// names a script has declared, { x = "01" }: the kinds of each, the last one last. They outlive the
// pool, which goes with its last expression: a name that was said on a line of its own is known to
// the texts of the next
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

static int in_names(char c) {
  return c == '_' || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z') ||
         (unsigned char)c > 127;
}

// names of a text that were declared and are no more in the pool
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

static lia_expr parse_text(lua_State *L, lia_pool *p, int idx, int arg, const char *what,
                           lia_parse_unknown unknown) {
  size_t n;
  const char *s = lua_tolstring(L, idx, &n);
  lia_expr e;
  lia_error err = { 0 };
  recall(L, p, s, n);
  if (lia_parse(p, s, n, unknown, &e, NULL, &err) == LIA_OK) return e;
  if (err.code == LIA_ENOMEM) return (lia_expr)lia_raise(L, &err);
  return (lia_expr)lia_arg_error(L, arg, "%s%s'%.80s': %s: %s", what ? what : "", what ? ": " : "",
                                 s, err.path, err.text);
}

lia_expr lia_to_expr(lua_State *L, lia_pool *p, int idx, int arg, const char *what) {
  const lexpr *x;
  double v;
  char got[100];
  switch (lua_type(L, idx)) {
    case LUA_TNUMBER:
      v = lua_tonumber(L, idx);
      if (isfinite(v)) break;
      return (lia_expr)lia_arg_error(L, arg, "%s%snot a finite number", what ? what : "",
                                     what ? ": " : "");
    case LUA_TSTRING: return parse_text(L, p, idx, arg, what, LIA_PARSE_angles);
    default:
      x = lia_test(L, idx, &lia_expr_class);
      if (x && x->p == p) return x->e;
      lia_describe(L, idx, got, sizeof got);
      return (lia_expr)lia_arg_error(L, arg,
                                     "%s%sexpected an expression, a number or a text, got %s",
                                     what ? what : "", what ? ": " : "", got);
  }
  lia_expr e = lia_sym_num(p, v);
  return e ? e : (lia_expr)lia_expr_raise(L, p);
}

lia_expr lia_to_symbol(lua_State *L, lia_pool *p, int idx, int arg, const char *what) {
  lia_expr e = lia_to_expr(L, p, idx, arg, what);
  if (lia_expr_op(p, e) == LIA_OP_sym) return e;
  char text[80];
  lia_print_short(p, e, text, sizeof text);
  return (lia_expr)lia_arg_error(L, arg, "%s%sexpected a symbol, got %s", what ? what : "",
                                 what ? ": " : "", text);
}

// the next word of a text of names; 0 at its end
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
    x[(*n)++] = lia_to_symbol(L, p, -1, arg, NULL);
    lua_pop(L, 1);
  }
  return x;
}

// the entries of a vector of expressions
static lia_expr *vector_to_symbols(lua_State *L, const lsmat *m, int arg, int *n) {
  *n = m->rows * m->cols;
  lia_expr *x = lua_newuserdata(L, ((size_t)*n + 1) * sizeof *x);
  for (int i = 0; i < *n; i++) {
    char text[80];
    lia_print_short(m->p, x[i] = m->x[i], text, sizeof text);
    if (lia_expr_op(m->p, x[i]) != LIA_OP_sym)
      lia_arg_error(L, arg, "[%d]: expected a symbol, got %s", i + 1, text);
  }
  return x;
}

lia_expr *lia_to_symbols(lua_State *L, lia_pool *p, int idx, int arg, int *n) {
  const lsmat *m = lia_test(L, idx, &lia_smat_class);
  if (m) return vector_to_symbols(L, m, arg, n);
  if (lua_type(L, idx) == LUA_TSTRING) return words_to_symbols(L, p, idx, arg, n);
  if (!lua_istable(L, idx)) {
    lia_expr *x = lua_newuserdata(L, sizeof *x);
    *x = lia_to_symbol(L, p, idx, arg, NULL);
    *n = 1;
    return x;
  }
  *n = (int)lua_rawlen(L, idx);
  lia_expr *x = lua_newuserdata(L, ((size_t)*n + 1) * sizeof *x);
  for (int i = 0; i < *n; i++) {
    char what[24];
    snprintf(what, sizeof what, "[%d]", i + 1);
    lua_rawgeti(L, idx, i + 1);
    x[i] = lia_to_symbol(L, p, -1, arg, what);
    lua_pop(L, 1);
  }
  return x;
}

// the n expressions of the list that is argument 1, in a userdata left on the stack
lia_expr *lia_to_list(lua_State *L, lia_pool *p, int n) {
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

// ---- symbols ----

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
  lia_expr e = a[0].s ? parse_text(L, p, 1, 1, NULL,
                                   a[1].given && a[1].n ? LIA_PARSE_create : LIA_PARSE_angles)
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

// ---- the rows ----

#define XY "local x, y = li.symbols 'x y'; "
#define Q "local q1, q2 = li.coordinates 'q1 q2'; "

static const lia_fn functions[] = {
  { expr_symbols, "symbols(names: str) -> expr", "Constant parameters, as many results as names.",
    "local m, L = li.symbols 'm L'; return m*L^2 --> m*L^2" },
  { expr_coordinates, "coordinates(names: str) -> expr",
    "Coordinates: functions of time with rates q:d(), q:dd(), written q', q''.",
    Q "return q1 + q2:dd() --> q1 + q2''" },
  { expr_functions, "functions(names: str) -> expr",
    "Other functions of time, with rates like coordinates: inputs, prescribed motions.",
    "local u = li.functions 'u'; return (2*u):d() --> 2*u'" },
  { expr_time, "time() -> expr", "The time t.", "return (li.time()^2):d() --> 2*t" },
  { expr_new, "expr(x: str|num|expr [, names: known|new]) -> expr",
    "An expression from its text: + - * / ^, functions, primes for rates. Unknown names are an "
    "error, or with 'new' become parameters. Numbers are what they are written as: 0.1 is one "
    "tenth.",
    XY "return li.expr '2*x + 0.1*x - y/3', li.expr('x + k', 'new') --> 2.1*x - y/3, k + x" },
  { expr_ratio, "ratio(a: int, b: int) -> expr", "The exact number a/b.",
    "return li.ratio(1, 3) + li.ratio(1, 6) --> 1/2" },
  { expr_pi, "exact_pi() -> expr", "The exact number pi, of which sines and cosines are known.",
    "return li.cos(li.exact_pi()/6) --> sqrt(3)/2" },
  { 0 },
};

void lia_open_symbols(lua_State *L);
void lia_open_symbols(lua_State *L) {
  lia_functions(L, functions);
}
