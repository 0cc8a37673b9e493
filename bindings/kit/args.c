/* args.c - every call's arguments checked by the signature of the function, and complaints */
#include "bindings/kit/kit.h"
#include "bindings/kit/nums.h"

#include "base/text.h"
#include "num/vec.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// ---- reading arguments: the good road ----

const lia_sig *lia_sig_current(lua_State *L) {
  int up = lua_upvalueindex(1);
  return lua_type(L, up) == LUA_TUSERDATA ? lua_touserdata(L, up) : NULL;
}

// a userdata among the arguments: where it lives, and its metatable; { NULL } for anything else.
// The metatable stays on the stack: whoever reads arguments takes all of them off at once
typedef struct object { void *o; const void *mt; } object;

static inline object object_at(lua_State *L, int idx) {
  object u = { lua_touserdata(L, idx), NULL };
  if (u.o && lua_getmetatable(L, idx)) u.mt = lua_topointer(L, -1);
  if (u.mt && !lia_own(L, idx, u.o, u.mt)) u.mt = NULL;
  return u;
}

// the numbers inside a userdata, where it has some; cols 0: a vector
static const double *numbers_of(const lia_kit *k, object u, int *rows, int *cols) {
  if (!u.mt) return NULL;
  if (u.mt == k->vec) {
    const lvec *v = u.o;
    *rows = v->n;
    *cols = 0;
    return v->x;
  }
  if (u.mt == k->mat) {
    const lmat *m = u.o;
    *rows = m->rows;
    *cols = m->cols;
    return m->x;
  }
  const lia_slot *slot = lia_kit_slot(k, u.mt);
  const lia_class *c = slot ? slot->c : NULL;
  return c && c->view && c->size ? c->view(u.o, rows, cols) : NULL;
}

// sizes as asked by the type; a matrix of one column or row may stand for a vector
static int sizes_agree(const lia_alt *t, int rows, int cols, lia_arg *a) {
  a->rows = rows;
  a->cols = cols;
  a->n = cols ? rows * cols : rows;
  if (t->kind == KIND_mat) return cols && (!t->rows || (rows == t->rows && cols == t->cols));
  return (!cols || rows == 1 || cols == 1) && (!t->rows || a->n == t->rows);
}

// small ones are copied into v, large ones stay where they are
static int take_numbers(lua_State *L, const lia_kit *k, int idx, const lia_alt *t, lia_arg *a) {
  int rows, cols;
  const double *x = numbers_of(k, object_at(L, idx), &rows, &cols);
  if (!x || !sizes_agree(t, rows, cols, a) || lia_vec_bad(x, a->n) >= 0) return 0;
  a->p = x;
  if (t->rows && a->n <= 16) {
    memcpy(a->v, x, (size_t)a->n * sizeof *x);
    a->p = a->v;
  }
  return 1;
}

static double *push_nums(lua_State *L, int rows, int cols) {
  return cols ? lia_pushmat(L, rows, cols) : lia_pushvec(L, rows);
}

// a small table becomes v, a large one a new vec or mat in its place on the stack
static int take_table(lua_State *L, int idx, const lia_alt *t, lia_arg *a) {
  lia_nums_fault f;
  int rows = t->rows, cols = t->cols;
  if (!rows && !lia_nums_shape(L, idx, &rows, &cols, &f)) return 0;
  if (!sizes_agree(t, rows, cols, a)) return 0;
  int small = a->n <= 16;
  double *x = small ? a->v : push_nums(L, rows, cols);
  int ok = lia_nums_table(L, idx, x, rows, cols, &f);
  if (!small) {
    if (ok) lua_replace(L, idx);
    else lua_pop(L, 1);
  }
  a->p = x;
  return ok;
}

static int take_int(lua_State *L, int idx, int least, lia_arg *a) {
  if (lua_type(L, idx) != LUA_TNUMBER) return 0;
  a->x = lua_tonumber(L, idx);
  if (!(a->x >= least && a->x <= INT_MAX) || a->x != floor(a->x)) return 0;
  a->n = (int)a->x;
  return 1;
}

static int args_take_out(lua_State *L, const lia_kit *k, int idx, const lia_alt *t, lia_arg *a) {
  object u = object_at(L, idx);
  if (!u.mt || u.mt != t->mt) return 0;
  int rows, cols;
  a->out = (double *)numbers_of(k, u, &rows, &cols);
  a->p = a->out;
  a->rows = rows;
  a->cols = cols;
  a->n = cols ? rows * cols : rows;
  return 1;
}

static int take_object(lua_State *L, int idx, const lia_alt *t, lia_arg *a) {
  object u = object_at(L, idx);
  if (!u.mt || u.mt != t->mt) return 0;
  a->o = t->c->size ? u.o : ((lia_box *)u.o)->p;
  return a->o != NULL;
}

// What most arguments are, without a detour: an object of the first type named, a vec. 0: take_any
// must look
static inline int take_quick(lua_State *L, int idx, const lia_alt *t, lia_arg *a) {
  if (!t->mt) return 0;
  object u = object_at(L, idx);
  if (u.mt != t->mt) return 0;
  memset(a, 0, offsetof(lia_arg, v));
  a->given = 1;
  if (t->kind == KIND_class) {
    a->o = t->c && !t->c->size ? ((lia_box *)u.o)->p : u.o;
    return t->c && a->o;
  }
  if (t->kind == KIND_outmat) {
    lmat *m = u.o;
    a->p = a->out = m->x;
    a->rows = m->rows;
    a->cols = m->cols;
    a->n = m->rows * m->cols;
    return 1;
  }
  const lvec *v = u.o;
  a->p = v->x;
  a->n = a->rows = v->n;
  if (t->kind == KIND_outvec) return (a->out = v->x) != NULL;
  return lia_vec_bad(v->x, v->n) < 0;
}

static int args_take(lua_State *L, const lia_kit *k, int idx, const lia_alt *t, lia_arg *a) {
  switch ((lia_kind)t->kind) {
    case KIND_any: return 1;
    case KIND_num:
      if (lua_type(L, idx) != LUA_TNUMBER) return 0;
      a->x = lua_tonumber(L, idx);
      return fabs(a->x) <= DBL_MAX;
    case KIND_int: return take_int(L, idx, INT_MIN, a);
    case KIND_count: return take_int(L, idx, 0, a);
    case KIND_str:
      if (lua_type(L, idx) != LUA_TSTRING) return 0;
      a->s = lua_tolstring(L, idx, &a->len);
      return 1;
    case KIND_path: // the system reads a path up to its first zero byte: that would be another file
      if (lua_type(L, idx) != LUA_TSTRING) return 0;
      a->s = lua_tolstring(L, idx, &a->len);
      return strlen(a->s) == a->len;
    case KIND_bool:
      a->n = lua_toboolean(L, idx);
      return lua_type(L, idx) == LUA_TBOOLEAN;
    case KIND_fn: return lua_type(L, idx) == LUA_TFUNCTION;
    case KIND_table: return lua_type(L, idx) == LUA_TTABLE;
    case KIND_nums: case KIND_mat:
      return lua_type(L, idx) == LUA_TTABLE ? take_table(L, idx, t, a)
                                            : take_numbers(L, k, idx, t, a);
    case KIND_outvec: case KIND_outmat: return args_take_out(L, k, idx, t, a);
    case KIND_class:
      if (!t->c)
        return lua_type(L, idx) == LUA_TTABLE && lia_slot_of(L, idx) &&
               lia_slot_of(L, idx)->mt == t->mt;
      return take_object(L, idx, t, a);
    case KIND_word:
      if (lua_type(L, idx) != LUA_TSTRING) return 0;
      a->s = lua_tolstring(L, idx, &a->len);
      return a->len == t->len && !memcmp(a->s, t->text, t->len);
  }
  return 0;
}

static int take_any(lua_State *L, const lia_sig *s, int idx, const lia_param *q, lia_arg *a) {
  const lia_alt *t = s->alt + q->first;
  memset(a, 0, offsetof(lia_arg, v));
  if (q->optional && lua_isnoneornil(L, idx)) return 1;
  for (int j = 0; j < q->count; j++)
    if (args_take(L, s->k, idx, t + j, a)) {
      a->given = 1 + j;
      if (t[j].kind == KIND_word) a->n = j;
      return 1;
    }
  return 0;
}

int lia_sig_take(lua_State *L, const lia_sig *s, int idx, const lia_param *q, lia_arg *a) {
  int top = lua_gettop(L), ok = take_any(L, s, idx, q, a);
  lua_settop(L, top);
  return ok;
}

static int args_complain(lua_State *L, const lia_sig *s, int idx, const lia_param *q);
static int complain_missing(lua_State *L, const lia_sig *s, int idx, const lia_param *q);

// li:planar{..}, li.rot:x(1): the table the function stands in came first
static int called_with_colon(lua_State *L, const lia_sig *s) {
  lua_Debug ar;
  size_t own = s->len;
  while (own && s->fn->sig[own - 1] != '.') own--;
  if (s->method || lua_type(L, 1) != LUA_TTABLE || !lua_getstack(L, 0, &ar)) return 0;
  lua_getinfo(L, "f", &ar);
  lua_pushlstring(L, s->fn->sig + own, s->len - own);
  lua_rawget(L, 1);
  int same = lua_rawequal(L, -1, -2);
  lua_pop(L, 2);
  return same;
}

static int complain_colon(lua_State *L, const lia_sig *s) {
  return lia_mistake(L, "called with a colon: write li.%.*s(...) with a dot", (int)s->len,
                     s->fn->sig);
}

static int too_many(lua_State *L, const lia_sig *s, int top) {
  if (called_with_colon(L, s)) return complain_colon(L, s);
  int n = s->n - s->method;
  return lia_mistake(L, "expected %s%d argument%s, got %d",
                     n && s->param[s->n - 1].optional ? "at most " : "", n, n == 1 ? "" : "s",
                     top - s->method);
}

int lia_args_read(lua_State *L, lia_arg *a, size_t room) {
  const lia_sig *s = lua_touserdata(L, lua_upvalueindex(1));
  int top = lua_gettop(L);
  if (room < s->n)
    return luaL_error(L, "%s has %d parameters, its function has room for %d", s->fn->sig, s->n,
                      (int)room);
  if (top > s->n && !s->variadic) return too_many(L, s, top);
  int args = top < s->n ? s->n : top;
  if (s->n + s->nalt > LUA_MINSTACK - 4) luaL_checkstack(L, s->n + s->nalt, NULL);
  lua_settop(L, args);
  for (int i = 0; i < s->n; i++)
    if (!take_quick(L, i + 1, &s->alt[s->param[i].first], &a[i]) &&
        !take_any(L, s, i + 1, &s->param[i], &a[i]))
      return i < top ? args_complain(L, s, i + 1, &s->param[i])
                     : complain_missing(L, s, i + 1, &s->param[i]);
  lua_settop(L, args);
  return top;
}

void lia_arg_at(lua_State *L, int i, lia_arg *a) {
  const lia_sig *s = lua_touserdata(L, lua_upvalueindex(1));
  const lia_param *q = &s->param[i > s->n ? s->n : i - 1];
  if (!lia_sig_take(L, s, i, q, a)) args_complain(L, s, i, q);
}

// ---- complaints: the bad road, where time does not matter ----

static const char *article(const char *name) { return strchr("aeiou", *name) ? "an" : "a"; }

void lia_describe(lua_State *L, int idx, char *out, size_t n) {
  const lia_slot *slot = lia_slot_of(L, idx);
  if (slot) {
    int closed = slot->c && !slot->c->size && !((lia_box *)lua_touserdata(L, idx))->p;
    int used = snprintf(out, n, "%s %s%s", closed ? "a" : article(slot->name),
                        closed ? "closed " : "", slot->name);
    if (closed || !slot->c || !slot->c->brief || (size_t)used + 8 > n ||
        lua_type(L, idx) != LUA_TUSERDATA)
      return;
    out[used++] = ' ';
    slot->c->brief(lua_touserdata(L, idx), out + used, n - (size_t)used);
    return;
  }
  switch (lua_type(L, idx)) {
    case LUA_TNUMBER: {
      double x = lua_tonumber(L, idx);
      if (x != x) snprintf(out, n, "nan");
      else if (fabs(x) > DBL_MAX) snprintf(out, n, x > 0 ? "inf" : "-inf");
      else lia_number_text(out, x, 14);
      return;
    }
    case LUA_TSTRING: {
      size_t len;
      const char *s = lua_tolstring(L, idx, &len);
      snprintf(out, n, "the string '%.32s%s'", s, len > 32 ? "..." : "");
      for (char *p = out; *p; p++) if ((unsigned char)*p < ' ') *p = '?';
      return;
    }
    case LUA_TBOOLEAN: snprintf(out, n, lua_toboolean(L, idx) ? "true" : "false"); return;
    case LUA_TNIL: case LUA_TNONE: snprintf(out, n, "nil"); return;
    default: snprintf(out, n, "a %s", luaL_typename(L, idx)); return;
  }
}

// "argument 1 (u)" as the user counts: a method's receiver is none; where: "[2]" or ""
static int argument_error(lua_State *L, const lia_sig *s, int idx, const char *where,
                          const char *text) {
  const lia_param *q = &s->param[idx > s->n ? s->n : idx - 1];
  int i = idx - s->method;
  if (q->name[0] == '.') return lia_mistake(L, "argument %d%s: %s", i, where, text);
  return lia_mistake(L, "argument %d (%.*s%s): %s", i, q->len, q->name, where, text);
}

int lia_arg_error(lua_State *L, int i, const char *fmt, ...) {
  char text[512];
  va_list ap;
  va_start(ap, fmt);
  lia_text_vformat(text, sizeof text, fmt, ap);
  va_end(ap);
  const lia_sig *s = lia_sig_current(L);
  return s ? argument_error(L, s, i, "", text)
           : lia_error_at(L, "%s", text); // the Lua half's own: text says where
}

void lia_arg_size(lua_State *L, int i, const lia_arg *a, int n) {
  if (a->n != n) lia_arg_error(L, i, "expected %d number%s, got %d", n, n == 1 ? "" : "s", a->n);
}

// one alternative in words: "3 finite numbers", "a rot", "'fixed'"
static int type_text(const lia_alt *t, char *out, size_t n) {
  const char *e = lia_sig_expected(t);
  if (e) return snprintf(out, n, "%s", e);
  if (t->kind == KIND_class) return snprintf(out, n, "%s %.*s", article(t->text), t->len, t->text);
  return snprintf(out, n, "'%.*s'", t->len, t->text);
}

// "fixed or moving": all alternatives of a parameter
static void list_types(const lia_sig *s, const lia_param *q, char *out, size_t n) {
  size_t used = 0;
  if (q->count == 2 && s->alt[q->first].kind == KIND_nums &&
      s->alt[q->first + 1].kind == KIND_table) {
    snprintf(out, n, "numbers in order, or a table by name");
    return;
  }
  for (int j = 0; j < q->count; j++) {
    const char *sep = j == q->count - 1 ? " or " : ", ";
    int m = j ? snprintf(out + used, n - used, "%s", sep) : 0;
    if (m < 0 || (used += (size_t)m) >= n) return;
    m = type_text(&s->alt[q->first + j], out + used, n - used);
    if (m < 0 || (used += (size_t)m) >= n) return;
  }
}

// the word that was probably meant
static const char *hint_word(lua_State *L, const lia_sig *s, int idx, const lia_param *q,
                             lia_hints *h) {
  if (lua_type(L, idx) != LUA_TSTRING) return "";
  for (int j = q->first; j < q->first + q->count; j++)
    if (s->alt[j].kind == KIND_word) lia_hints_add(h, s->alt[j].text, s->alt[j].len);
  return lia_hints_text(h, lua_tostring(L, idx));
}

static const char *plural(int n) { return n == 1 ? "" : "s"; }

// which number is not one: the sizes are right
static void explain_element(const lia_nums_fault *f, lia_complaint *c) {
  if (f->col) snprintf(c->where, sizeof c->where, "[%d][%d]", f->row, f->col);
  else if (f->row) snprintf(c->where, sizeof c->where, "[%d]", f->row);
  snprintf(c->text, sizeof c->text, "%s", f->text);
}

// how many there should be
static void explain_size(const lia_alt *t, int rows, int cols, lia_complaint *c) {
  char want[64], got[48];
  if (t->kind == KIND_mat && t->rows)
    snprintf(want, sizeof want, "a %dx%d matrix", t->rows, t->cols);
  else if (t->kind == KIND_mat) snprintf(want, sizeof want, "a matrix, as rows {{..}, {..}}");
  else if (t->rows) snprintf(want, sizeof want, "%d finite numbers", t->rows);
  else snprintf(want, sizeof want, "a list of numbers");
  if (cols) snprintf(got, sizeof got, "%dx%d", rows, cols);
  else if (t->kind == KIND_mat) snprintf(got, sizeof got, "%d number%s", rows, plural(rows));
  else snprintf(got, sizeof got, "%d", rows);
  snprintf(c->text, sizeof c->text, "expected %s, got %s", want, got);
}

// {1, nil, 3}: #t differs from one Lua to the other, so the hole is what we name
static int explain_hole(lua_State *L, int idx, lia_complaint *c) {
  lia_nums_fault f = { lia_nums_hole(L, idx), 0, "expected a finite number, got nil" };
  int rows = f.row ? 0 : (int)lua_rawlen(L, idx);
  for (int i = 1; i <= rows && !f.row; i++) {
    lua_rawgeti(L, idx, i);
    if (lua_type(L, -1) == LUA_TTABLE && (f.col = lia_nums_hole(L, lua_gettop(L))) > 0) f.row = i;
    lua_pop(L, 1);
  }
  if (f.row) explain_element(&f, c);
  return f.row;
}

static void explain_table(lua_State *L, int idx, const lia_alt *t, lia_complaint *c) {
  int rows, cols;
  lia_arg a;
  lia_nums_fault f = { 0 };
  if (explain_hole(L, idx, c)) return;
  if (!lia_nums_shape(L, idx, &rows, &cols, &f)) {
    explain_element(&f, c);
    return;
  }
  int flat = t->kind == KIND_mat && t->rows && !cols && rows == t->rows * t->cols;
  if (!flat && !sizes_agree(t, rows, cols, &a)) {
    explain_size(t, rows, cols, c);
    return;
  }
  if (flat) {
    rows = t->rows;
    cols = t->cols;
  }
  double *again = lua_newuserdata(L, (size_t)rows * (size_t)(cols ? cols : 1) * sizeof *again + 1);
  lia_nums_table(L, idx, again, rows, cols, &f);
  lua_pop(L, 1);
  explain_element(&f, c);
}

// a vec, mat or other object: 0 where it has no numbers in it
static int explain_object(lua_State *L, const lia_kit *k, int idx, const lia_alt *t,
                          lia_complaint *c) {
  int rows, cols;
  lia_arg a;
  int top = lua_gettop(L);
  const double *x = numbers_of(k, object_at(L, idx), &rows, &cols);
  lua_settop(L, top);
  if (!x) return 0;
  if (!sizes_agree(t, rows, cols, &a)) {
    explain_size(t, rows, cols, c);
    return 1;
  }
  int bad = lia_vec_bad(x, a.n);
  lia_nums_fault f = { cols ? bad / cols + 1 : bad + 1, cols ? bad % cols + 1 : 0, "" };
  char got[32];
  lia_number_text(got, x[bad], 6);
  snprintf(f.text, sizeof f.text, "expected a finite number, got %s", got);
  explain_element(&f, c);
  return 1;
}

// what people mean who give such a value there; got: that value in words
static const char *cure_of(lua_State *L, const lia_sig *s, int idx, const lia_param *q,
                           const char *got) {
  const lia_alt *t = &s->alt[q->first];
  const int free_numbers = t->kind == KIND_nums && !t->rows, nothing = lua_isnil(L, idx);
  const int moves =
      t->kind == KIND_num && (!strncmp(s->fn->sig, "rot.", 4) || !strncmp(s->fn->sig, "frame.", 6));
  if (moves && !strncmp(got, "an expr", 7))
    return " (of expressions: li.homogeneous{{'Rz', q}, {'Tx', L}})";
  if (free_numbers && lua_type(L, idx) == LUA_TNUMBER)
    return " (numbers go in braces: {0.3, -0.5})";
  if (nothing && strstr(s->fn->sig, ".__"))
    return " (a name without a value: li.symbols \"m g\" makes symbols)";
  if (nothing && free_numbers && q->count == 2)
    return " (a call before it failed? assert(...) around that one tells why)";
  return "";
}

void lia_sig_explain(lua_State *L, const lia_sig *s, int idx, const lia_param *q,
                     lia_complaint *c) {
  char want[256] = "", got[64];
  lia_hints h = { 0 };
  const lia_alt *t = &s->alt[q->first];
  c->where[0] = 0;
  luaL_checkstack(L, 12, NULL);
  if (q->count == 1 && (t->kind == KIND_nums || t->kind == KIND_mat)) {
    int table = lua_type(L, idx) == LUA_TTABLE;
    if (table) explain_table(L, idx, t, c);
    if (table || explain_object(L, s->k, idx, t, c)) return;
  }
  lia_describe(L, idx, got, sizeof got);
  list_types(s, q, want, sizeof want);
  snprintf(c->text, sizeof c->text, "expected %s, got %s%s%s", want, got,
           cure_of(L, s, idx, q, got), hint_word(L, s, idx, q, &h));
}

// a method without its object, or with a closed one
static int complain_receiver(lua_State *L, const lia_sig *s) {
  char got[100];
  lia_describe(L, 1, got, sizeof got);
  if (lia_metatable(L, 1) == s->alt[0].mt) return lia_mistake(L, "attempt to use %s", got);
  int from = s->alt[0].len;
  return lia_mistake(L, "called without its object (got %s first): write x%.*s(...) with a colon",
                     got, (int)s->len - from, s->fn->sig + from);
}

static int args_complain(lua_State *L, const lia_sig *s, int idx, const lia_param *q) {
  lia_complaint c;
  if (idx == 1 && s->method) return complain_receiver(L, s);
  if (called_with_colon(L, s)) return complain_colon(L, s);
  lia_sig_explain(L, s, idx, q, &c);
  return argument_error(L, s, idx, c.where, c.text);
}

// nothing at all was given in its place
static int complain_missing(lua_State *L, const lia_sig *s, int idx, const lia_param *q) {
  char want[256] = "";
  if (idx == 1 && s->method) return complain_receiver(L, s);
  if (called_with_colon(L, s)) return complain_colon(L, s);
  list_types(s, q, want, sizeof want);
  return lia_mistake(L, "argument %d (%.*s) is missing: expected %s", idx - s->method, q->len,
                     q->name, want);
}
