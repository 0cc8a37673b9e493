/* nums.c - numbers out of Lua tables, into new vecs and mats; never through a metamethod */
#include "bindings/kit/nums.h"
#include "bindings/kit/kit.h"

#include "base/text.h"
#include "num/vec.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static int fault(lia_nums_fault *f, int row, int col, const char *text) {
  f->row = row;
  f->col = col;
  snprintf(f->text, sizeof f->text, "%s", text);
  return 0;
}

static int not_a_number(lua_State *L, lia_nums_fault *f, int row, int col) {
  char got[100], text[96];
  lia_describe(L, -1, got, sizeof got);
  snprintf(text, sizeof text, "expected a finite number, got %.60s", got);
  return fault(f, row, col, text);
}

int lia_nums_hole(lua_State *L, int idx) {
  double last = 0;
  for (lua_pushnil(L); lua_next(L, idx); lua_pop(L, 1)) {
    double k = lua_type(L, -2) == LUA_TNUMBER ? lua_tonumber(L, -2) : 0;
    if (k > last && k <= LIA_NUMS_MOST && k == floor(k)) last = k;
  }
  for (int i = 1; i < last; i++) {
    lua_rawgeti(L, idx, i);
    int hole = lua_isnil(L, -1);
    lua_pop(L, 1);
    if (hole) return i;
  }
  return 0;
}

// a key that is none of 1..n, found cheaply: what follows n in the table's own order
static int extra_key(lua_State *L, int idx, int n, lia_nums_fault *f) {
  int count = 0;
  if (n) lua_pushinteger(L, n);
  else lua_pushnil(L);
  if (!lua_next(L, idx)) return 0;
  lua_pop(L, 2);
  for (lua_pushnil(L); lua_next(L, idx); lua_pop(L, 1)) {
    double k = lua_type(L, -2) == LUA_TNUMBER ? lua_tonumber(L, -2) : 0;
    if (k >= 1 && k <= n && k == floor(k)) continue;
    char key[64], text[96];
    lia_describe(L, -2, key, sizeof key);
    if (lua_type(L, -2) == LUA_TSTRING)
      snprintf(text, sizeof text, "unknown key '%.40s' among the numbers", lua_tostring(L, -2));
    else snprintf(text, sizeof text, "unknown key %.60s after %d numbers", key, n);
    lua_pop(L, 2);
    count++;
    fault(f, 0, 0, text);
    break;
  }
  return count;
}

// n numbers of the list at idx, as row `row` (0: a plain vector)
static int nums_read_list(lua_State *L, int idx, double *out, int n, int row, lia_nums_fault *f) {
  for (int i = 0; i < n; i++) {
    lua_rawgeti(L, idx, i + 1);
    if (lua_type(L, -1) != LUA_TNUMBER || !(fabs(out[i] = lua_tonumber(L, -1)) <= DBL_MAX)) {
      not_a_number(L, f, row ? row : i + 1, row ? i + 1 : 0);
      lua_pop(L, 1);
      return 0;
    }
    lua_pop(L, 1);
  }
  return !extra_key(L, idx, n, f);
}

// what is on top of the stack as a row: how many numbers; -1: no row
static int row_length(lua_State *L) {
  if (lua_type(L, -1) == LUA_TTABLE) return (int)lua_rawlen(L, -1);
  const lvec *v = lia_test(L, -1, &lia_vec_class);
  return v ? v->n : -1;
}

static int read_row(lua_State *L, double *out, int n, int row, lia_nums_fault *f) {
  int len = row_length(L);
  char text[96];
  if (len < 0) {
    char got[100];
    lia_describe(L, -1, got, sizeof got);
    snprintf(text, sizeof text, "expected a row of %d numbers, got %.60s", n, got);
    return fault(f, row, 0, text);
  }
  if (len != n) {
    snprintf(text, sizeof text, "expected a row of %d numbers, got %d", n, len);
    return fault(f, row, 0, text);
  }
  if (lua_type(L, -1) == LUA_TTABLE) return nums_read_list(L, lua_gettop(L), out, n, row, f);
  const lvec *v = lia_test(L, -1, &lia_vec_class);
  int bad = lia_vec_bad(v->x, n);
  if (bad >= 0) return fault(f, row, bad + 1, "expected a finite number, got nan or inf");
  memcpy(out, v->x, (size_t)n * sizeof *out);
  return 1;
}

int lia_nums_table(lua_State *L, int idx, double *out, int rows, int cols, lia_nums_fault *f) {
  int len = (int)lua_rawlen(L, idx);
  luaL_checkstack(L, 8, NULL);
  if (!cols || (len == rows * cols && cols > 1)) {
    if (len != (cols ? rows * cols : rows)) return fault(f, 0, 0, "wrong length");
    return nums_read_list(L, idx, out, len, 0, f);
  }
  if (len != rows) return fault(f, 0, 0, "wrong length");
  for (int i = 0; i < rows; i++) {
    lua_rawgeti(L, idx, i + 1);
    int ok = read_row(L, out + (size_t)i * (size_t)cols, cols, i + 1, f);
    lua_pop(L, 1);
    if (!ok) return 0;
  }
  return !extra_key(L, idx, rows, f);
}

int lia_nums_shape(lua_State *L, int idx, int *rows, int *cols, lia_nums_fault *f) {
  size_t len = lua_rawlen(L, idx);
  *cols = 0;
  luaL_checkstack(L, 8, NULL);
  if (len > LIA_NUMS_MOST) return fault(f, 0, 0, "more numbers than a vec can hold");
  *rows = (int)len;
  if (!len) return !extra_key(L, idx, 0, f);
  lua_rawgeti(L, idx, 1);
  int n = row_length(L);
  lua_pop(L, 1);
  if (n == 0) return fault(f, 1, 0, "an empty row");
  if (n > 0) *cols = n;
  if (n > 0 && (double)n * (double)len > LIA_NUMS_MOST)
    return fault(f, 0, 0, "more numbers than a mat can hold");
  return 1;
}

// ---- out: as text ----

// 12350, not 1.235e+04, where only four digits are asked for
static int whole_text(char out[32], double x, int digits) {
  double rounded = 0;
  int n = lia_text_format(out, 32, "%.*e", digits - 1, x);
  lia_text_number(out, (size_t)n, &rounded);
  return lia_text_format(out, 32, "%.0f", rounded);
}

int lia_number_text(char out[32], double x, int digits) {
  if (digits > 0 && digits < 6 && fabs(x) < 1e6 && fabs(x) >= pow(10, digits))
    return whole_text(out, x, digits);
  return x != x ? lia_text_format(out, 32, "nan")
      : lia_text_format(out, 32, "%.*g", digits, x == 0 ? 0 : x);
}

int lia_digits(lua_State *L, int usual) {
  const int digits = lia_kit_get(L)->digits;
  return digits ? digits : usual;
}

// letters before the decimal point (all of them where there is none)
static int before_point(const char *s) { return (int)strcspn(s, ".e"); }

// the number as printed inside an array whose largest entry is most
static int entry_text(char out[32], double x, double most, int digits) {
  return lia_number_text(out, fabs(x) < 1e-13 * most ? 0 : x, digits);
}

static void add_spaces(luaL_Buffer *b, int n) {
  while (n-- > 0) luaL_addchar(b, ' ');
}

void lia_push_text(lua_State *L, const double *x, int rows, int cols) {
  char s[32];
  const int digits = lia_digits(L, 6);
  double most = 0;   // of the finite ones
  for (int k = 0; k < rows * cols; k++)
    if (fabs(x[k]) > most && fabs(x[k]) <= DBL_MAX) most = fabs(x[k]);

  // widths before and after the point; of a single row every entry has its own
  int *left = lua_newuserdata(L, (size_t)(2 * cols + 1) * sizeof *left), *right = left + cols;
  memset(left, 0, (size_t)(2 * cols) * sizeof *left);
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < cols; j++) {
      int n = entry_text(s, x[i * cols + j], most, digits), l = before_point(s);
      if (l > left[j]) left[j] = l;
      if (n - l > right[j]) right[j] = n - l;
    }

  luaL_Buffer b;
  luaL_buffinit(L, &b);
  for (int i = 0; i < rows; i++) {
    luaL_addchar(&b, '[');
    for (int j = 0; j < cols; j++) {
      int n = entry_text(s, x[i * cols + j], most, digits), l = before_point(s);
      add_spaces(&b, (j ? 2 : 0) + left[j] - l);
      luaL_addlstring(&b, s, (size_t)n);
      add_spaces(&b, right[j] - (n - l));
    }
    luaL_addstring(&b, i + 1 < rows ? "]\n" : "]");
  }
  luaL_pushresult(&b);
  lua_remove(L, -2);
}
