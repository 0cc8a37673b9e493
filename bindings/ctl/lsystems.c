/* lsystems.c - matrices of kit.ctl out of Lua and back */
#include "bindings/ctl/lsystems.h"

#include "base/mem.h"
#include "num/vec.h"

#include <string.h>

static void arena_close(void *p) {
  lia_arena_free(p);
  lia_free(p);
}
static const lia_class arena_class = { .name = "ctl_memory", .destroy = arena_close };

void lia_lsystems_no_memory(lua_State *L) { lia_mistake(L, "out of memory"); }

lia_arena *lia_lsystems_arena(lua_State *L) {
  luaL_checkstack(L, 24, "ctl");
  void **box = lia_push(L, &arena_class);
  lia_arena *a = lia_calloc(1, sizeof *a);
  if (!a) lia_lsystems_no_memory(L);
  *box = a;
  return a;
}

static double *new_numbers(lua_State *L, lia_arena *a, size_t n) {
  double *x = lia_arena_alloc(a, (n + 1) * sizeof *x);
  if (!x) lia_lsystems_no_memory(L);
  return x;
}

static void complain(lua_State *L, int idx, const lia_nums_fault *f) {
  if (f->col) lia_arg_error(L, idx, "row %d, column %d: %s", f->row, f->col, f->text);
  else if (f->row) lia_arg_error(L, idx, "row %d: %s", f->row, f->text);
  else lia_arg_error(L, idx, "%s", f->text);
}

lia_mat lia_lsystems_mat(lua_State *L, lia_arena *a, int idx) {
  lia_nums_fault f = { 0 };
  const lmat *m = lia_test(L, idx, &lia_mat_class);
  int rows, cols;
  if (m) {
    const int bad = lia_vec_bad(m->x, m->rows * m->cols);
    if (bad >= 0)
      lia_arg_error(L, idx, "row %d, column %d: expected a finite number, got nan or inf",
          bad / m->cols + 1, bad % m->cols + 1);
    return lia_mat_of(m->x, m->rows, m->cols);
  }
  if (lua_isnoneornil(L, idx)) return lia_mat_of(NULL, 0, 0);
  if (!lua_istable(L, idx))
    lia_arg_error(L, idx, "expected a matrix (rows {{..}, {..}} or a mat), got %s",
        luaL_typename(L, idx));
  if (!lia_nums_shape(L, idx, &rows, &cols, &f)) complain(L, idx, &f);
  if (rows && !cols) lia_arg_error(L, idx, "expected rows {{..}, {..}}, got %d numbers", rows);
  double *x = new_numbers(L, a, (size_t)rows * (size_t)cols);
  if (rows && !lia_nums_table(L, idx, x, rows, cols, &f)) complain(L, idx, &f);
  return lia_mat_of(x, rows, cols);
}

const double *lia_lsystems_list(lua_State *L, lia_arena *a, int idx, int *n) {
  lia_nums_fault f = { 0 };
  const lvec *v = lia_test(L, idx, &lia_vec_class);
  int cols;
  if (v) {
    if (lia_vec_bad(v->x, v->n) >= 0) lia_arg_error(L, idx, "expected finite numbers");
    *n = v->n;
    return v->x;
  }
  if (!lua_istable(L, idx))
    lia_arg_error(L, idx, "expected numbers (a table or vec), got %s", luaL_typename(L, idx));
  if (!lia_nums_shape(L, idx, n, &cols, &f)) complain(L, idx, &f);
  if (cols) lia_arg_error(L, idx, "expected plain numbers, got rows");
  double *x = new_numbers(L, a, (size_t)*n);
  if (!lia_nums_table(L, idx, x, *n, 0, &f)) complain(L, idx, &f);
  return x;
}

lia_lti lia_lsystems_system(lua_State *L, lia_arena *a, int first) {
  lia_error err = { 0 };
  lia_lti s;
  s.A = lia_lsystems_mat(L, a, first);
  s.B = lia_lsystems_mat(L, a, first + 1);
  s.C = lia_lsystems_mat(L, a, first + 2);
  s.D = lia_lsystems_mat(L, a, first + 3);
  if (lua_isnoneornil(L, first + 3))
    s.D = lia_mat_of(new_numbers(L, a, (size_t)s.C.rows * (size_t)s.B.cols), s.C.rows, s.B.cols);
  if (s.A.rows == 0) {
    if (s.B.rows == 0) s.B = lia_mat_of(NULL, 0, s.D.cols);
    if (s.C.cols == 0) s.C = lia_mat_of(NULL, s.D.rows, 0);
  }
  if (lia_lti_check(&s, &err) != LIA_OK) {
    const int which = err.path[0] >= 'A' && err.path[0] <= 'D' ? err.path[0] - 'A' : 0;
    lia_arg_error(L, first + which, "%s", err.text);
  }
  return s;
}

int lia_lsystems_word(lua_State *L, int idx, const char *const *words) {
  char all[256] = "";
  const char *got = lua_type(L, idx) == LUA_TSTRING ? lua_tostring(L, idx) : luaL_typename(L, idx);
  for (int k = 0; words[k]; k++) {
    if (!strcmp(words[k], got)) return k;
    strncat(all, k ? ", " : "", sizeof all - strlen(all) - 1);
    strncat(all, words[k], sizeof all - strlen(all) - 1);
  }
  return lia_arg_error(L, idx, "expected one of %s, got '%s'", all, got);
}

int lia_lsystems_push(lua_State *L, lia_mat M) {
  lia_mat_copy(lia_mat_of(lia_pushmat(L, M.rows, M.cols), M.rows, M.cols), M);
  return 1;
}

int lia_lsystems_push_system(lua_State *L, const lia_lti *s) {
  lia_lsystems_push(L, s->A);
  lia_lsystems_push(L, s->B);
  lia_lsystems_push(L, s->C);
  return 3 + lia_lsystems_push(L, s->D);
}

int lia_lsystems_push_table(lua_State *L, const lia_lti *s) {
  const lia_mat part[4] = { s->A, s->B, s->C, s->D };
  lua_createtable(L, 4, 0);
  for (int k = 0; k < 4; k++) {
    lia_lsystems_push(L, part[k]);
    lua_rawseti(L, -2, k + 1);
  }
  return 1;
}

void lia_open_ctl_systems(lua_State *L);
void lia_open_ctl_systems(lua_State *L) {
  lia_class_register(L, &arena_class);
  lia_kit_rows(L, "ctl", lia_lsystems_convert);
  lia_kit_rows(L, "ctl", lia_lsystems_answer);
  lia_kit_rows(L, "ctl", lia_lsystems_norm);
  lia_kit_rows(L, "ctl", lia_lsystems_reduce);
  lia_kit_rows(L, "ctl", lia_lsystems_design);
  lia_kit_rows(L, "ctl", lia_lsystems_data);
}
