/* callback.c - Lua functions called from inside the engine: no Lua error crosses a core frame */
#include "bindings/kit/kit.h"
#include "bindings/kit/nums.h"

#include "num/vec.h"

#include <stdio.h>
#include <string.h>

// Calls from C into Lua inside each other. Lua 5.4 counts them itself and stops at 200 ("C stack
// overflow"); LuaJIT does not, and a function that calls itself through us would run off the end of
// the C stack
enum { DEEPEST = 150 };

static int too_deep(lua_State *L) {
  return lia_error_at(L,
      "calls nested deeper than %d: does a function call itself through a solver?", DEEPEST);
}

#if LUA_VERSION_NUM < 502
void lia_call(lua_State *L, int nargs, int nresults) {
  lia_kit *k = lia_kit_get(L);
  if (k->depth >= DEEPEST) too_deep(L);
  k->depth++;
  int failed = lua_pcall(L, nargs, nresults, 0);
  k->depth--;
  if (failed) lua_error(L);
}
#else
void lia_call(lua_State *L, int nargs, int nresults) { lua_call(L, nargs, nresults); }
#endif

void lia_callback_init(lua_State *L, lia_callback *cb, int fn, lua_CFunction body, void *ud) {
  luaL_checkstack(L, 12, "call-back");
  *cb = (lia_callback){ .L = L, .kit = lia_kit_get(L), .fn = fn, .ud = ud };
  lua_pushlightuserdata(L, cb);
  lua_pushcclosure(L, body, 1);
  cb->body = lua_gettop(L);
  lua_pushnil(L);
  cb->err = lua_gettop(L);
}

// nothing here allocates outside the protected call
lia_status lia_callback_run(lia_callback *cb) {
  lua_State *L = cb->L;
  lia_kit *k = cb->kit;
  if (k->depth >= DEEPEST) {
    cb->deep = 1;
    return LIA_EUSER;
  }
  k->depth++;
  k->inside++;
  lua_pushvalue(L, cb->body);
  lua_pushvalue(L, cb->fn);
  int failed = lua_pcall(L, 1, 0, 0);
  k->inside--;
  k->depth--;
  if (!failed) return LIA_OK;
  lua_replace(L, cb->err);
  return LIA_EUSER;
}

lia_callback *lia_callback_self(lua_State *L) { return lua_touserdata(L, lua_upvalueindex(1)); }

int lia_callback_rethrow(lia_callback *cb) {
  if (cb->deep) return too_deep(cb->L);
  lua_pushvalue(cb->L, cb->err);
  return lua_error(cb->L);
}

// ---- functions of numbers ----

static void push_x(lua_State *L, const lia_numfn *f) {
  if (f->n == 0) lua_pushnumber(L, f->x[0]);
  else lia_pushnums(L, f->x, f->n);
}

// rows x cols (0: a vector) numbers of the value at idx; they may be nan or inf: solvers take that
// as a step too far
static int callback_read_list(lua_State *L, int idx, double *y, int n) {
  if ((int)lua_rawlen(L, idx) != n) return 0;
  for (int i = 0; i < n; i++) {
    lua_rawgeti(L, idx, i + 1);
    int number = lua_type(L, -1) == LUA_TNUMBER;
    y[i] = lua_tonumber(L, -1);
    lua_pop(L, 1);
    if (!number) return 0;
  }
  return 1;
}

static int read_rows(lua_State *L, int idx, double *y, int rows, int cols) {
  if ((int)lua_rawlen(L, idx) != rows) return 0;
  for (int i = 0, ok; i < rows; i++) {
    lua_rawgeti(L, idx, i + 1);
    const lvec *v = lia_test(L, -1, &lia_vec_class);
    if (v) ok = v->n == cols && memcpy(y + i * cols, v->x, (size_t)cols * sizeof *y);
    else ok = lua_type(L, -1) == LUA_TTABLE &&
        callback_read_list(L, lua_gettop(L), y + i * cols, cols);
    lua_pop(L, 1);
    if (!ok) return 0;
  }
  return 1;
}

static int read_result(lua_State *L, int idx, double *y, int rows, int cols) {
  int n = cols ? rows * cols : rows;
  if (n == 1 && lua_type(L, idx) == LUA_TNUMBER) {
    *y = lua_tonumber(L, idx);
    return 1;
  }
  if (lua_type(L, idx) == LUA_TTABLE)
    return cols ? read_rows(L, idx, y, rows, cols) : callback_read_list(L, idx, y, rows);
  const lvec *v = lia_test(L, idx, &lia_vec_class);
  const lmat *m = lia_test(L, idx, &lia_mat_class);
  if (v && v->n == n && (!cols || rows == 1 || cols == 1)) memcpy(y, v->x, (size_t)n * sizeof *y);
  else if (m && m->rows == rows && m->cols == (cols ? cols : 1))
    memcpy(y, m->x, (size_t)n * sizeof *y);
  else return 0;
  return 1;
}

// "a table of 2", "nil": what came back
static void describe_result(lua_State *L, int idx, char *out, size_t n) {
  const lvec *v = lia_test(L, idx, &lia_vec_class);
  lia_describe(L, idx, out, n);
  size_t used = strlen(out);
  if (v) snprintf(out + used, n - used, " of %d", v->n);
  if (lua_type(L, idx) == LUA_TTABLE)
    snprintf(out + used, n - used, " of %d", (int)lua_rawlen(L, idx));
}

static int wrong_result(lua_State *L, const lia_numfn *f) {
  char got[100];
  describe_result(L, lua_gettop(L), got, sizeof got);
  const char *who = f->who, *what = f->what, *s = f->rows == 1 ? "" : "s";
  if (f->cols)
    return lia_error_at(L, "%s: %s must return a %dx%d matrix, it returned %s", who, what, f->rows,
        f->cols, got);
  return lia_error_at(L, "%s: %s must return %d number%s, it returned %s", who, what, f->rows, s,
      got);
}

// the Lua function is argument 1
static int callback_body(lua_State *L) {
  const lia_numfn *f = lia_callback_self(L)->ud;
  push_x(L, f);
  lia_call(L, 1, 1);
  return read_result(L, lua_gettop(L), f->y, f->rows, f->cols) ? 0 : wrong_result(L, f);
}

void lia_numfn_init(lua_State *L, lia_numfn *f, int fn, const char *what, int n, int rows,
    int cols) {
  const lia_sig *s = lia_sig_current(L);
  *f = (lia_numfn){ .n = n, .rows = rows, .cols = cols, .what = what };
  if (s) lia_sig_name(s->fn, f->who, sizeof f->who);
  lia_callback_init(L, &f->cb, fn, callback_body, f);
}

lia_status lia_numfn_call(lia_numfn *f, const double *x, double *y, lia_error *err) {
  f->x = x;
  f->y = y;
  LIA_TRY(lia_callback_run(&f->cb));
  int n = f->cols ? f->rows * f->cols : f->rows, bad = lia_vec_bad(y, n);
  if (bad < 0) return LIA_OK;
  if (n == 1) return LIA_FAIL(err, LIA_EDOMAIN, "", "%s gave %g", f->what, y[bad]);
  return LIA_FAIL(err, LIA_EDOMAIN, "", "%s gave %g for number %d", f->what, y[bad], bad + 1);
}

// how many numbers the value on top is
static int count_of(lua_State *L) {
  const lvec *v = lia_test(L, -1, &lia_vec_class);
  const lmat *m = lia_test(L, -1, &lia_mat_class);
  if (lua_type(L, -1) == LUA_TNUMBER) return 1;
  if (lua_type(L, -1) == LUA_TTABLE) return (int)lua_rawlen(L, -1);
  if (v) return v->n;
  return m && m->cols == 1 ? m->rows : 0;
}

// into f->rows
static int count_body(lua_State *L) {
  lia_numfn *f = lia_callback_self(L)->ud;
  push_x(L, f);
  lia_call(L, 1, 1);
  f->rows = count_of(L);
  if (f->rows) return 0;
  char got[100];
  describe_result(L, lua_gettop(L), got, sizeof got);
  return lia_error_at(L, "%s: %s must return numbers, it returned %s", f->who, f->what, got);
}

int lia_numfn_count(lua_State *L, const lia_numfn *f, const double *x) {
  lia_numfn first = *f;
  int top = lua_gettop(L);
  first.x = x;
  lia_callback_init(L, &first.cb, f->cb.fn, count_body, &first);
  if (lia_callback_run(&first.cb) != LIA_OK) lia_callback_rethrow(&first.cb);
  lua_settop(L, top);
  return first.rows;
}
