/* lresults.c - kit.results: runs out of files that were written here or by others, for
 * lib/liaison/sim/results.lua */
#include "bindings/kit/kit.h"
#include "bindings/sim/lrun.h"

#include "sim/record_read.h"

// the run on top gets the columns that were read; its end is the last row's
static void results_take(lrun *o, lia_record *r) {
  lia_record_free(o->r);
  o->r = r;
  o->method = "read";
  o->t = r->nrow ? lia_record_row(r, r->nrow - 1)[0] : 0;
}

// a mistake in a file is raised with its name, which is the last argument
static int refuse(lua_State *L, lia_error *err, int path) {
  lia_text_format(err->path, sizeof err->path, "%s", luaL_checkstring(L, path));
  return lia_fail(L, err);
}

static void told_text(lua_State *L, const char *key, char c) {
  lua_pushlstring(L, &c, 1);
  lua_setfield(L, -2, key);
}
static void told_count(lua_State *L, const char *key, int n) {
  lua_pushinteger(L, n);
  lua_setfield(L, -2, key);
}

// csv(text, separator, point, leave, path) -> run, {separator, point, header, units, empty,
// renamed,
// head}; "" where it is found out
static int read_csv(lua_State *L) {
  size_t n;
  const char *text = luaL_checklstring(L, 1, &n);
  const lia_csv_opts opts = { luaL_checkstring(L, 2)[0], luaL_checkstring(L, 3)[0],
    luaL_checkstring(L, 4) };
  lia_csv_told told;
  lia_error err = { 0 };
  lia_record *r;
  lrun *o = lia_push_run(L, 0, 0);
  if (lia_record_read_csv(&r, text, n, &opts, &told, &err) != LIA_OK) {
    lia_text_free(&told.head);
    return refuse(L, &err, 5);
  }
  results_take(o, r);
  lua_createtable(L, 0, 7);
  told_text(L, "separator", told.separator);
  told_text(L, "point", told.point);
  told_count(L, "header", told.header);
  told_count(L, "units", told.units);
  told_count(L, "empty", told.empty);
  told_count(L, "renamed", told.renamed);
  lia_give_text(L, &told.head);
  lua_setfield(L, -2, "head");
  return 2;
}

// npy(bytes, names, path) -> run
static int read_npy(lua_State *L) {
  size_t n;
  const char *bytes = luaL_checklstring(L, 1, &n);
  lia_error err = { 0 };
  lia_record *r;
  lrun *o = lia_push_run(L, 0, 0);
  if (lia_record_read_npy(&r, bytes, n, luaL_checkstring(L, 2), &err) != LIA_OK)
    return refuse(L, &err, 3);
  results_take(o, r);
  return 1;
}

// mat(bytes, path) -> run, the lines of what was passed over
static int read_mat(lua_State *L) {
  size_t n;
  const char *bytes = luaL_checklstring(L, 1, &n);
  lia_error err = { 0 };
  lia_text passed = { 0 };
  lia_record *r;
  lrun *o = lia_push_run(L, 0, 0);
  if (lia_record_read_mat(&r, bytes, n, &passed, &err) != LIA_OK) {
    lia_text_free(&passed);
    return refuse(L, &err, 2);
  }
  results_take(o, r);
  lia_give_text(L, &passed);
  return 2;
}

// made(columns, values, units, metadata or nil, told) -> a run of these vecs; told: lines behind
// its text
static int results_made(lua_State *L) {
  for (int k = 1; k <= 3; k++) luaL_checktype(L, k, LUA_TTABLE);
  lua_settop(L, 5);
  lrun *o = lia_push_run(L, 0, 0);
  const int at = lua_gettop(L);
  const int rows = lia_run_fill(L, o, 1, 2, 3);
  o->method = "read";
  lia_record_find_rates(o->r);
  o->t = rows ? lia_record_row(o->r, rows - 1)[0] : 0;
  lua_settop(L, at);
  lua_newtable(L);
  lia_keep(L, at, at + 1);
  lua_settop(L, at);
  lua_pushvalue(L, 4);
  lia_run_tell(L, at, "metadata");
  lua_pushvalue(L, 5);
  lia_run_tell(L, at, "told");
  lua_settop(L, at);
  return 1;
}

static const luaL_Reg functions[] = {
  { "csv", read_csv }, { "npy", read_npy }, { "mat", read_mat },
  { "made", results_made }, { NULL, NULL },
};

void lia_open_results(lua_State *L);
void lia_open_results(lua_State *L) { lia_kit_register(L, "results", functions); }
