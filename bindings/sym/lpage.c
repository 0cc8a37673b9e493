/* lpage.c - kit.page: several formulas on one page: one style for their angles, one legend */
#include "bindings/sym/lexpr.h"

#include "sym/expr/print.h"

#include <string.h>

// the formulas of the list at argument 1, expressions and matrices, one pool; counted
static lia_expr *page_formulas(lua_State *L, lia_pool **p, uint32_t *count) {
  size_t room = 0, used = 0;
  luaL_checktype(L, 1, LUA_TTABLE);
  const int n = (int)lua_rawlen(L, 1);
  for (int i = 1; i <= n; i++, lua_pop(L, 1)) {
    lua_rawgeti(L, 1, i);
    const lsmat *m = lia_test(L, -1, &lia_smat_class);
    room += m ? (size_t)m->rows * m->cols : 1;
  }
  lia_expr *e = lua_newuserdata(L, (room + 1) * sizeof *e);
  *p = NULL;
  for (int i = 1; i <= n; i++, lua_pop(L, 1)) {
    lua_rawgeti(L, 1, i);
    const lsmat *m = lia_test(L, -1, &lia_smat_class);
    const lexpr *x = m ? NULL : lia_check(L, -1, &lia_expr_class);
    *p = m ? m->p : x->p;
    if (x) e[used++] = x->e;
    for (int k = 0; m && k < m->rows * m->cols; k++) e[used++] = m->x[k];
  }
  *count = (uint32_t)used;
  return e;
}

// style(list) -> "own" where the angles of these formulas have one name before their numbers, else
// "plain"
static int page_style(lua_State *L) {
  lia_pool *p;
  uint32_t n;
  const lia_expr *e = page_formulas(L, &p, &n);
  lua_pushstring(L, n && lia_angles_alike(p, n, e) ? "own" : "plain");
  return 1;
}

// legend(list) -> what the abbreviations of their texts in the style "own" mean; nil: they have
// none
static int page_legend(lua_State *L) {
  lia_pool *p;
  uint32_t n;
  const lia_expr *e = page_formulas(L, &p, &n);
  lia_abbreviations used = { 0 };
  lia_text t = { 0 }, out = { 0 };
  const lia_print_opts o = { .style = &lia_style_shown, .angles = 2, .used = &used };
  lia_status st = LIA_OK;
  for (uint32_t i = 0; st == LIA_OK && i < n; i++) {
    st = lia_print(p, e[i], &o, &t);
    lia_text_cut(&t, 0);
  }
  const int any = used.n > 0;
  if (st == LIA_OK && any) st = lia_print_legend(p, &used, &o, 1, &out);
  lia_text_free(&t);
  lia_abbreviations_free(&used);
  if (any || st != LIA_OK) return lia_push_printed(L, p, st, &out);
  lua_pushnil(L);
  return 1;
}

// rows(matrix, style) -> its text as a person is shown it
static int page_rows(lua_State *L) {
  const lsmat *m = lia_check(L, 1, &lia_smat_class);
  const lia_print_opts o = { .style = &lia_style_shown, .most = (size_t)1 << 24,
      .angles = !strcmp(luaL_checkstring(L, 2), "own") ? 2 : 0, .digits = lia_digits(L, 0) };
  lia_text t = { 0 };
  return lia_push_printed(L, m->p, lia_print_matrix(m->p, m->rows, m->cols, m->x, &o, &t), &t);
}

static const luaL_Reg page[] = {
  { "style", page_style }, { "legend", page_legend }, { "rows", page_rows }, { NULL, NULL },
};

void lia_open_page(lua_State *L);
void lia_open_page(lua_State *L) { lia_kit_register(L, "page", page); }
