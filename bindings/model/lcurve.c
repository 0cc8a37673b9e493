/* lcurve.c - curves through points from Lua tables, {t = {0, 1, 2}, f = {0, 5, 0}, how = "cubic"},
 * in the place of an expression */
#include "bindings/kit/kit.h"
#include "bindings/model/lread.h"

#include "base/text.h"
#include "describe/curve.h"

#include <string.h>

#define CURVE_EXAMPLE "{t = {0, 1, 2}, f = {0, 5, 0}, how = 'linear'}"

// the one key that is neither f nor how: the name the curve is over; NULL after a complaint
static const char *curve_over(reader *r, int t) {
  lua_State *L = r->L;
  const char *over = NULL;
  int others = 0;
  for (lua_pushnil(L); lua_next(L, t); lua_pop(L, 1)) {
    const char *key = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : NULL;
    if (key && (!strcmp(key, "f") || !strcmp(key, "how"))) continue;
    others++;
    over = key;
  }
  if (others == 1 && over) return over;
  lia_spec_complain(r->s, r->path, "expected a number, an expression, or a curve over one name: "
                    CURVE_EXAMPLE);
  return NULL;
}

// the numbers t[key] in memory of Lua, left on the stack; *n -1 after a complaint
static const double *curve_column(reader *r, int t, const char *key, int *n) {
  lua_State *L = r->L;
  const size_t at = lread_mark(r);
  char buf[80];
  lread_key(r, key);
  lua_getfield(L, t, key);
  const int list = lua_gettop(L), table = lua_istable(L, list);
  const lia_class *c = lia_classof(L, list);
  int cols = 0;
  const double *view = NULL;
  *n = table ? (int)lua_rawlen(L, list) : -1;
  if (c && c->view && c->size) view = c->view(lua_touserdata(L, list), n, &cols);
  if (*n < 0) lia_spec_complain(r->s, r->path, "expected numbers, got %s", lread_got(r, buf));
  double *x = lua_newuserdata(L, ((size_t)(*n > 0 ? *n : 0) + 1) * sizeof *x);
  for (int k = 0; k < *n; k++) {
    lua_pushnil(L);
    if (table) {
      lua_pop(L, 1);
      lua_rawgeti(L, list, k + 1);
      if (lua_type(L, -1) != LUA_TNUMBER)
        lia_spec_complain(r->s, r->path, "expected a number as entry %d, got %s", k + 1,
            lread_got(r, buf));
    }
    x[k] = table ? lua_tonumber(L, -1) : view[k];
    lua_pop(L, 1);
  }
  lread_back(r, at);
  return x;
}

// what is wrong with the points: those of x are called by the name the curve is over
static void curve_refuse(reader *r, const char *over, const lia_error *err) {
  const size_t at = lread_mark(r);
  if (err->code == LIA_ENOMEM) {
    r->s->nomem = 1;
    return;
  }
  if (err->path[0] == 'x') lread_key(r, over);
  if (err->path[0] == 'f') lread_key(r, "f");
  const char *entry = strchr(err->path, '[');
  if (entry) lia_text_format(r->path + strlen(r->path), sizeof r->path - strlen(r->path), "%s",
                             entry);
  lia_spec_complain(r->s, r->path, "%s", err->text);
  lread_back(r, at);
}

static lia_val curve_value(reader *r, const lia_curve *c, const char *over) {
  lia_text text = { 0 };
  lia_error err = { 0 };
  lia_val v = LIA_VAL_NONE;
  if (lia_curve_text(&text, c, &err) != LIA_OK) curve_refuse(r, over, &err);
  else v.text = lia_spec_word(r->s, lia_text_str(&text), text.n);
  lia_text_free(&text);
  return v;
}

// is some coordinate called so?
static int is_coordinate(const lia_spec *s, const char *name) {
  for (int i = 0; i < s->njoint; i++)
    for (int k = 0; k < s->joint[i].ndof; k++)
      if (s->joint[i].dof[k].coord && !strcmp(s->joint[i].dof[k].coord, name)) return 1;
  return lia_spec_find_q(s, name) >= 0;
}

// x or v of a force element: the sum of coordinates, or of their rates, that it acts along
static const char *sum_text(reader *r, const lia_spec_force *f, int rates) {
  lia_text out = { 0 };
  for (int k = 0; k < f->ncoord; k++) {
    if (k) lia_text_put(&out, " + ");
    if (f->factor[k].text) lia_text_printf(&out, "(%s)*", f->factor[k].text);
    else if (f->factor[k].x != 1) {
      lia_text_put(&out, "(");
      lia_text_num(&out, f->factor[k].x);
      lia_text_put(&out, ")*");
    }
    lia_text_printf(&out, "%s%s", f->coord[k], rates ? "'" : "");
  }
  lia_text bracketed = { 0 };
  lia_text_printf(&bracketed, f->ncoord > 1 ? "(%s)" : "%s", lia_text_str(&out));
  const char *text = lia_spec_word(r->s, lia_text_str(&bracketed), bracketed.n);
  if (out.nomem || bracketed.nomem) r->s->nomem = 1;
  lia_text_free(&out);
  lia_text_free(&bracketed);
  return text;
}

// what a curve over this name goes along: x and v of a number are those of what its element acts
// along, where no coordinate is called so
static const char *along(reader *r, const char *name) {
  const lia_spec_force *f = r->along;
  if (!f || !name || (strcmp(name, "x") && strcmp(name, "v")) || is_coordinate(r->s, name))
    return name;
  if (f->port == LIA_PORT_coordinate && f->ncoord > 0) return sum_text(r, f, name[0] == 'v');
  lia_spec_complain(r->s, r->path, "a number over %s is one of an element on coordinates; beside "
                    "them a given force is told by f = {%s = .., f = ..}", name, name);
  return NULL;
}

lia_val lread_curve(reader *r) {
  lua_State *L = r->L;
  const int t = lua_gettop(L);
  int nx, nf, kind = lread_choice_field(r, t, "how", lia_curve_names, LIA_CURVE_COUNT, 0);
  const char *over = curve_over(r, t);
  lia_curve c = { .over = along(r, over), .kind = (lia_curve_kind)kind };
  lia_val v = LIA_VAL_NONE;
  const int wrong = r->s->nerror;
  if (!c.over) return v;
  luaL_checkstack(L, 8, "curve");
  c.x = curve_column(r, t, over, &nx);
  c.f = curve_column(r, t, "f", &nf);
  c.n = nx;
  if (r->s->nerror == wrong && nx != nf)
    lia_spec_complain(r->s, r->path, "expected as many numbers in f as in %.40s, got %d and %d",
        over, nf, nx);
  if (r->s->nerror == wrong) v = curve_value(r, &c, over);
  lua_settop(L, t);
  return v;
}
