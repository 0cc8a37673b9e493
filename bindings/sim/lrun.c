/* lrun.c - what a simulation gave: a run, its columns, its files */
#include "bindings/sim/lrun.h"
#include "bindings/kit/fields.h"
#include "bindings/model/lmodel.h"
#include "bindings/sim/lsource.h"
#include "bindings/kit/nums.h"

#include "base/mem.h"
#include "base/text.h"
#include "num/vec.h"
#include "io/save.h"
#include "sim/record_read.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void run_free(void *p) {
  lrun *o = p;
  lia_record_free(o->r);
  lia_track_free(o->track);
  lia_free(o->x);
  lia_free(o);
}

static int push_column(lua_State *L, const lrun *o, int c) {
  double *x = lia_pushvec(L, o->r->nrow);
  for (int i = 0; i < o->r->nrow; i++) x[i] = lia_record_row(o->r, i)[c];
  return 1;
}

// the column of a joint's coordinate, or with a ' its rate, by the name the joint has in the model
// of the run; -1: none
static int column_of_joint(lua_State *L, const lrun *o, const char *name) {
  int top = lua_gettop(L), c = -1;
  size_t n = strlen(name);
  if (!n || !lia_kept(L, 1) || !lua_istable(L, -1)) {
    lua_settop(L, top);
    return -1;
  }
  lua_getfield(L, -1, "origin");
  if (lua_istable(L, -1)) lua_getfield(L, -1, "model");
  const lmodel *m = lia_test(L, -1, &lia_model_class);
  int rate = name[n-1] == '\'';
  lua_pushlstring(L, name, n - (size_t)rate);
  int k = m ? lia_spec_find_coord(m->spec, lua_tostring(L, -1)) : -1;
  if (k >= 0)
    c = lia_record_find(o->r, lua_pushfstring(L, "%s%s", m->spec->coord[k], rate ? "'" : ""));
  lua_settop(L, top);
  return c;
}

// lambda3: the third multiplier, whatever it is called; -1: no such name
static int column_of_lambda(const lrun *o, const char *name) {
  int k = 0, end = 0;
  if (sscanf(name, "lambda%d%n", &k, &end) != 1 || name[end]) return -1;
  return k >= 1 && k <= o->nmultiplier ? o->first_multiplier + k - 1 : -1;
}

// pin1, which is written pin.1; -1
static int column_of_row(const lrun *o, const char *name) {
  char room[LIA_COLUMN_NAME];
  size_t n = strlen(name), at = n;
  while (at > 0 && name[at-1] >= '0' && name[at-1] <= '9') at--;
  if (at == 0 || at == n || n + 2 > sizeof room) return -1;
  lia_text_format(room, sizeof room, "%.*s.%s", (int)at, name, name + at);
  int c = lia_record_find(o->r, room), row = c - o->first_multiplier;
  return row >= 0 && row < o->nmultiplier ? c : -1;
}

// the column that goes by another name too: of a row of constraints as its system calls it; -1
static int column_of_alias(lua_State *L, const lrun *o, const char *name) {
  int top = lua_gettop(L), c = -1;
  if (lia_kept(L, 1) && lua_istable(L, -1)) {
    lua_getfield(L, -1, "aliases");
    if (lua_istable(L, -1)) {
      lua_getfield(L, -1, name);
      if (lua_type(L, -1) == LUA_TSTRING) c = lia_record_find(o->r, lua_tostring(L, -1));
    }
  }
  lua_settop(L, top);
  return c;
}

// by its own name or another that it goes by; -1: none
static int find_column(lua_State *L, const lrun *o, const char *name) {
  int c = lia_record_find(o->r, name);
  if (c < 0) c = column_of_joint(L, o, name);
  if (c < 0) c = column_of_alias(L, o, name);
  if (c < 0) c = column_of_row(o, name);
  return c < 0 ? column_of_lambda(o, name) : c;
}

static int column_of(lua_State *L, const lrun *o, int arg, const char *name) {
  int c = find_column(L, o, name);
  if (c >= 0) return c;
  int near = lia_names_nearest(&o->r->names, name, strlen(name));
  char list[LIA_NAMES_LIST];
  if (near < 0)
    lia_arg_error(L, arg, "no column '%.60s'%s", name, lia_names_listed(&o->r->names, list));
  else lia_arg_error(L, arg, "no column '%.60s' (did you mean '%s'?)", name,
      lia_names_text(&o->r->names, near));
  return 0;
}

static int run_columns(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lrun *o = a[0].o;
  lua_createtable(L, o->r->ncol, 0);
  for (int c = 0; c < o->r->ncol; c++) {
    lua_pushstring(L, lia_names_text(&o->r->names, c));
    lua_rawseti(L, -2, c + 1);
  }
  return 1;
}

static int run_column(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  return push_column(L, a[0].o, column_of(L, a[0].o, 2, a[1].s));
}

// what stands behind the states, between rows: of the state there; NaN where that is not known
static double late_column(const lrun *o, int k, double t) {
  double small[64], *x = small, *y;
  size_t size = (size_t)(o->track->n + o->nextra) * sizeof *x;
  if (size > sizeof small && !(x = lia_malloc(size))) return (double)NAN;
  for (int i = 0; i < o->track->n; i++) x[i] = lia_track_at(o->track, i, t);
  y = x + o->track->n;
  o->late(o->late_user, t, x, y);
  double value = y[k];
  if (x != small) lia_free(x);
  return value;
}

// column c between rows, as exactly as the run knows it; NaN: only its rows are known
static double smooth_at(const lrun *o, int c, double t) {
  if (c < 1 || !o->track || !lia_track_has(o->track, t)) return (double)NAN;
  if (c <= o->shown) return lia_track_at(o->track, c - 1, t);
  if (o->late && c <= o->shown + o->nextra) return late_column(o, c - 1 - o->shown, t);
  return (double)NAN;
}

// a column that is held: the last row that is not behind t; a time that was meant for a row is one
// within its rounding
static double held_at(const lrun *o, int c, double t) {
  int from = 0, to = o->r->nrow;
  t += 1e-12 * fmax(1, fabs(t));
  while (to - from > 1) {
    const int half = from + (to - from) / 2;
    if (lia_record_row(o->r, half)[0] <= t) from = half;
    else to = half;
  }
  return to > 0 ? lia_record_row(o->r, from)[c] : (double)NAN;
}

// column c at t: a row as it stands; between rows states by the steps of the run, energies of that
// state, others by their rows
static double column_at(const lrun *o, int c, double t) {
  int row = lia_record_row_of(o->r, t);
  const int held = c - o->first_held;
  if (row < 0 && held >= 0 && held < o->nheld) return held_at(o, c, t);
  double x = row >= 0 ? lia_record_row(o->r, row)[c] : smooth_at(o, c, t);
  return row >= 0 || !isnan(x) ? x : lia_record_at(o->r, c, t);
}

static double read_column(const void *of, int c, double t) { return column_at(of, c, t); }

static int run_at(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  const lrun *o = a[0].o;
  lua_pushnumber(L, column_at(o, column_of(L, o, 2, a[1].s), a[2].x));
  return 1;
}

// how many parts the interval after row i is drawn in
static int parts_of(const lrun *o, int i, int points) {
  const lia_record *r = o->r;
  double from = lia_record_row(r, 0)[0], to = lia_record_row(r, r->nrow - 1)[0],
      span = lia_record_row(r, i + 1)[0] - lia_record_row(r, i)[0];
  double n = ceil(points * span / (to - from));
  if (!(n > 1)) return 1;
  return n < points ? (int)n : points;
}

static int run_curve(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  const lrun *o = a[0].o;
  const lia_record *r = o->r;
  int c = column_of(L, o, 2, a[1].s), points = a[2].given ? a[2].n : 600, n = r->nrow, at = 0;
  // a column of which rows are all that is known is drawn by its rows
  int known = r->nrow > 1 && r->nrow < points &&
      !isnan(smooth_at(o, c, (lia_record_row(r, 0)[0] + lia_record_row(r, 1)[0]) / 2));
  for (int i = 0; known && i + 1 < r->nrow; i++) n += parts_of(o, i, points) - 1;
  double *t = lia_pushvec(L, n), *x = lia_pushvec(L, n);
  for (int i = 0; i < r->nrow; i++) {
    int parts = known && i + 1 < r->nrow ? parts_of(o, i, points) : 1;
    t[at] = lia_record_row(r, i)[0];
    x[at++] = lia_record_row(r, i)[c];
    for (int k = 1; k < parts; k++, at++) {
      t[at] = lia_record_row(r, i)[0] + (lia_record_row(r, i + 1)[0] - lia_record_row(r, i)[0]) * k
          / parts;
      x[at] = column_at(o, c, t[at]);
    }
  }
  return 2;
}

static int run_summary(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  const lrun *o = a[0].o;
  lia_summary s = lia_record_summary(o->r, column_of(L, o, 2, a[1].s));
  const double x[5] = { s.least, s.largest, s.mean, s.deviation, s.rms };
  for (int k = 0; k < 5; k++) lua_pushnumber(L, x[k]);
  return 5;
}

static int run_state(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  const lrun *o = a[0].o;
  double *q = lia_pushvec(L, o->nq), *v = lia_pushvec(L, o->nv);
  for (int k = 0; k < o->nq; k++) q[k] = a[1].given ? column_at(o, 1 + k, a[1].x) : o->x[k];
  for (int k = 0; k < o->nv; k++)
    v[k] = a[1].given ? column_at(o, 1 + o->nq + k, a[1].x) : o->x[o->nq + k];
  lua_pushnumber(L, a[1].given ? a[1].x : o->t);
  return 3;
}

// the kept table { setup, error }
int lia_run_push_kept(lua_State *L, const char *key) {
  if (!lia_kept(L, 1)) lua_pushnil(L);
  else if (lua_istable(L, -1)) lua_getfield(L, -1, key);
  return 1;
}

void lia_run_keep(lua_State *L, int run, const char *key) {
  int value = lua_gettop(L);
  if (run < 0) run = value + 1 + run;
  if (lia_kept(L, run) && lua_istable(L, -1)) {
    lua_pushvalue(L, value);
    lua_setfield(L, -2, key);
  }
  lua_settop(L, value - 1);
}

void lia_run_tell(lua_State *L, int run, const char *key) {
  int value = lua_gettop(L);
  if (run < 0) run = value + 1 + run;
  if (lia_kept(L, run) && lua_istable(L, -1)) {
    lua_getfield(L, -1, "info");
    if (lua_isnil(L, -1)) {
      lua_pop(L, 1);
      lua_newtable(L);
      lua_pushvalue(L, -1);
      lua_setfield(L, -3, "info");
    }
    lua_pushvalue(L, value);
    lua_setfield(L, -2, key);
  }
  lua_settop(L, value - 1);
}

// what else was told of it, into the table on top
static void add_info(lua_State *L) {
  int to = lua_gettop(L);
  if (lia_kept(L, 1) && lua_istable(L, -1)) {
    lua_getfield(L, -1, "info");
    for (lua_pushnil(L); lua_istable(L, -2) && lua_next(L, -2);) {
      lua_pushvalue(L, -2);
      lua_insert(L, -2);
      lua_rawset(L, to);
    }
  }
  lua_settop(L, to);
}

static int run_info(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lrun *o = a[0].o;
  const struct { const char *name; long n; } count[] = {
    { "steps", o->steps }, { "rejected", o->rejected }, { "calls", o->calls },
        { "event", o->event + 1 },
  };
  const struct { const char *name; double x; } row[] = { { "seconds", o->seconds }, { "t", o->t } };
  const struct { const char *name; double x; } energy[] = { { "drift", o->drift },
      { "given", o->given }, { "lost", o->lost }, { "events", o->events } };
  lua_createtable(L, 0, 14);
  lia_field_text(L, "method", o->method);
  lia_field_flag(L, "interrupted", o->interrupted);
  lia_field_flag(L, "failed", o->failed);
  for (size_t k = 0; k < sizeof count / sizeof *count; k++) {
    lia_field_integer(L, count[k].name, count[k].n);
  }
  for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
    lia_field_number(L, row[k].name, row[k].x);
  }
  for (size_t k = 0; k < sizeof energy / sizeof *energy && o->energy_known && !o->driven; k++)
    lia_field_number(L, energy[k].name, energy[k].x);
  add_info(L);
  return 1;
}

// a new table: the setup, copied
static int run_setup(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lia_run_push_kept(L, "setup");
  int from = lua_gettop(L);
  lua_newtable(L);
  if (!lua_istable(L, from)) return 1;
  for (lua_pushnil(L); lua_next(L, from);) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, from + 1);
  }
  return 1;
}

static int run_memory(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  return lia_run_push_kept(L, "memory");
}

static int run_error(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  return lia_run_push_kept(L, "error");
}

static int run_add(lua_State *L) {
  lia_arg a[4];
  lia_error err = { 0 };
  lia_args(L, a);
  lrun *o = a[0].o;
  lia_arg_size(L, 3, &a[2], o->r->nrow);
  if (lia_record_append(o->r, a[1].s, a[3].given ? a[3].s : "", a[2].p, &err) != LIA_OK)
    return lia_raise(L, &err);
  lua_settop(L, 1);
  return 1;
}

static int run_unit(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  const lrun *o = a[0].o;
  lua_pushstring(L, o->r->unit[column_of(L, o, 2, a[1].s)]);
  return 1;
}

static int run_integral(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  const lrun *o = a[0].o;
  lua_pushnumber(L, lia_record_integral(o->r, column_of(L, o, 2, a[1].s)));
  return 1;
}

static int run_origin(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  return lia_run_push_kept(L, "origin");
}

static int run_hash(lua_State *L) {
  lia_arg a[1];
  char text[33];
  lia_args(L, a);
  lia_record_hash(((const lrun *)a[0].o)->r, text);
  lua_pushstring(L, text);
  return 1;
}

// the text, or true once the file is written
static int written(lua_State *L, void (*write)(const lia_record *, lia_text *)) {
  lia_arg a[2];
  lia_error err = { 0 };
  lia_text t = { 0 };
  lia_args(L, a);
  write(((const lrun *)a[0].o)->r, &t);
  lia_status s = lia_text_status(&t, &err);
  if (s == LIA_OK && !a[1].given) return lia_give_text(L, &t);
  if (s == LIA_OK) s = lia_save(a[1].s, lia_text_str(&t), t.n, &err);
  lia_text_free(&t);
  if (s != LIA_OK) return lia_raise(L, &err);
  lua_pushboolean(L, 1);
  return 1;
}

static int run_csv(lua_State *L) { return written(L, lia_record_csv); }
static int run_json(lua_State *L) { return written(L, lia_record_json); }
static int run_lua(lua_State *L) { return written(L, lia_record_lua); }
static int run_npy(lua_State *L) { return written(L, lia_record_npy); }
static int run_mat(lua_State *L) { return written(L, lia_record_mat); }

static int run_len(lua_State *L) {
  lua_pushinteger(L, ((const lrun *)lia_check(L, 1, &lia_run_class))->r->nrow);
  return 1;
}

#define RUN "li.planar{1}:simulate(1, {0.5})"
static const lia_fn run_methods[] = {
  { run_columns, "run:columns() -> table", "The names of the columns.",
      "table.concat(" RUN ":columns(), ' ') --> t q1 q1' T V E" },
  { run_column, "run:column(name: str) -> vec",
      "A column by its name, a copy. run.name is the same column made once: a loop may read "
      "run.q1[i].", RUN ":column('q1')[1] --> 0.5" },
  { run_at, "run:at(name: str, t: num) -> num",
      "A column at a time. Between rows states are read as exactly as the run was integrated, by "
      "the polynomial through the steps beside; "
    "energies are those of the state there; all other columns straight.",
    RUN ":at('q1', 0) --> 0.5" },
  { run_curve, "run:curve(name: str [, points: count]) -> t: vec, x: vec",
    "A column as a picture wants it: its rows, and between them as many points as make a smooth "
    "curve (600 in all, or points).",
    "#(" RUN ":curve('q1', 50)) > 40 --> true" },
  { run_summary, "run:summary(name: str) -> least: num, largest: num, mean: num, deviation: num, "
      "rms: num", "Statistics of a column over its rows.",
    "(" RUN ":summary 't') --> 0" },
  { run_state, "run:state([t: num]) -> q: vec, v: vec, t: num",
      "Where it ended: what another simulate goes on from. Or where it was at a time, read as "
      "run:at reads columns.",
    "(" RUN ":state(0)) --> [0.5]" },
  { run_setup, "run:setup() -> table",
      "What li.simulate was given: a copy to change and simulate again.", RUN ":setup().t --> 1" },
  { run_origin, "run:origin() -> table",
      "What was asked for: model, method, rtol, atol, h, h_max, fixed, max_steps, dt; driven: "
      "whether functions of the script or forces took part.",
    RUN ":origin().method --> dop853" },
  { run_memory, "run:memory() -> any",
      "What controllers and forces remember at its end: outputs held and on their way, when they "
      "are asked next, noise, currents of motors. "
    "run:resume and run:fork go on with it; model:simulate takes it as memory =.",
    "type(" RUN ":memory()) --> userdata" },
  { run_error, "run:error() -> any",
      "What a call-back of the user raised to stop it, untouched; nil otherwise.",
      RUN ":error() --> nil" },
  { run_add, "run:add(name: str, values: nums [, unit: str]) -> run",
      "One column more, a number for every row.",
    "local r = " RUN "; return r:add('twice', r.q1 * 2).twice[1] --> 1" },
  { run_unit, "run:unit(name: str) -> str",
      "The unit of a column: rad and rad/s of what turns, m and m/s of what slides, J; nothing "
      "where none is known.", RUN ":unit 'q1' --> rad" },
  { run_integral, "run:integral(name: str) -> num",
      "The integral of a column over time, by trapezia.", RUN ":integral 't' --> 0.5" },
  { run_info, "run:info() -> table",
      "steps, rejected, calls (of the right-hand side), seconds, event (that ended it, 0: none), "
      "t, method, interrupted, failed. "
    "Of the energy, where all that acts is counted: given (work of what drives), lost, events "
    "(lost where something struck, or an event changed the state), drift (the largest "
    "difference that these leave). told: what print(run) "
    "says below its line, a list of {what = 'stop', 'outside', 'limit', 'speed', 'effort', "
    "'moved' .., name, count, first (time), most, text}.",
    RUN ":info().t --> 1" },
  { run_hash, "run:hash() -> str",
      "Fingerprint of all columns: the same for the same run on every machine whose processor has "
      "multiply-add (x86-64-v3, AArch64), or with make FMA=1.", "#" RUN ":hash() --> 32" },
  { run_csv, "run:csv([file: path]) -> str|bool",
      "All columns as comma-separated text; into a file, which appears whole or not at all (and "
      "raises where it cannot be written).",
    RUN ":csv():match '[^\\n]*' --> t,q1,q1',T,V,E" },
  { run_json, "run:json([file: path]) -> str|bool", "The same as JSON.",
      "#" RUN ":json() > 100 --> true" },
  { run_lua, "run:lua([file: path]) -> str|bool", "The same as a Lua file that returns a table.",
      "#" RUN ":lua() > 100 --> true" },
  { run_npy, "run:npy([file: path]) -> str|bool", "The same as a NumPy array of rows.",
      RUN ":npy():sub(2, 6) --> NUMPY" },
  { run_mat, "run:mat([file: path]) -> str|bool",
      "The same as a MAT file of version 4, a vector for each column (q1' is q1_d there), which "
      "MATLAB, Octave and SciPy load.", "#" RUN ":mat() > 100 --> true" },
  { run_len, "run.__len(a: run, b: any) -> int", "How many rows.", "#" RUN " > 3 --> true" },
  { lia_run_tostring, "run.__tostring(a: run) -> str",
      "Time, rows, steps, seconds it took, and what became of the energy.",
      "tostring(" RUN "):sub(1, 12) --> run to t = 1" },
  { 0 },
};

// the columns that were asked for, made once so that a loop may ask again and again: a table by
// name in what the run keeps
static int push_made(lua_State *L) {
  if (!lia_kept(L, 1)) return 0;
  lua_rawgeti(L, -1, 1);
  if (!lua_istable(L, -1)) return 0;
  lua_pushvalue(L, 2);
  lua_rawget(L, -2);
  return !lua_isnil(L, -1);
}

// the column on top becomes the one that run.name gives
static void keep_made(lua_State *L) {
  int column = lua_gettop(L);
  if (!lia_kept(L, 1)) {
    lua_newtable(L);
    lia_keep(L, 1, lua_gettop(L));
  }
  lua_rawgeti(L, -1, 1);
  if (!lua_istable(L, -1)) {
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_rawseti(L, -3, 1);
  }
  lua_pushvalue(L, 2);
  lua_pushvalue(L, column);
  lua_rawset(L, -3);
  lua_settop(L, column);
}

// all coordinates or velocities, a row of the matrix for each row of the run: run.q, run.v where no
// column is called so
static int push_group(lua_State *L, const lrun *o, const char *key) {
  const int is_q = !strcmp(key, "q"), n = is_q ? o->nq : o->nv, first = is_q ? 1 : 1 + o->nq;
  if ((!is_q && strcmp(key, "v")) || !n) return 0;
  double *x = lia_pushmat(L, o->r->nrow, n);
  for (int i = 0; i < o->r->nrow; i++)
    lia_vec_copy(x + (size_t)i * (size_t)n, lia_record_row(o->r, i) + first, n);
  keep_made(L);
  return 1;
}

static int run_get(lua_State *L, void *box) {
  const lrun *o = box;
  if (lua_type(L, 2) != LUA_TSTRING) return 0;
  if (push_made(L)) return 1;
  const char *key = lua_tostring(L, 2);
  int c = find_column(L, o, key);
  if (c < 0 && push_group(L, o, key)) return 1;
  int near = c < 0 ? lia_names_nearest(&o->r->names, key, strlen(key)) : -1;
  if (near >= 0)
    return lia_error_at(L, "run has no column or method '%.64s' (did you mean '%s'?)", key,
        lia_names_text(&o->r->names, near));
  if (c < 0) return 0;
  push_column(L, o, c);
  keep_made(L);
  return 1;
}

const lia_class lia_run_class = {
  .name = "run",
      .text = "What a simulation gave: columns of numbers by name (run.t, run.q1, run[\"q1'\"]), "
      "rows in order of time. run.q and run.v are all coordinates and velocities, a row each.",
  .destroy = run_free, .method = run_methods, .get = run_get,
};

static int run_compare(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  const lrun *x = a[0].o, *y = a[1].o;
  int c, same = x->r->ncol == y->r->ncol;
  double want;
  for (int k = 0; same && k < x->r->ncol; k++)
    same = !strcmp(lia_names_text(&x->r->names, k), lia_names_text(&y->r->names, k));
  if (!same) return lia_arg_error(L, 2, "the runs have different columns");
  if (a[2].given && !(a[2].x >= 0)) return lia_arg_error(L, 3, "expected a number >= 0");
  int row = lia_record_compare(x->r, y->r, read_column, y, a[2].given ? a[2].x : 0, &c, &want);
  if (row < 0) return 0;
  lua_pushnumber(L, lia_record_row(x->r, row)[0]);
  lua_pushstring(L, lia_names_text(&x->r->names, c));
  lua_pushnumber(L, lia_record_row(x->r, row)[c]);
  lua_pushnumber(L, want);
  return 4;
}

static const lia_fn functions[] = {
  { run_compare, "compare_runs(a: run, b: run [, tol: num]) -> t: num, column: str, a: num, b: num",
    "Where two runs first differ by more than tol (1 + size): the time, the column, both numbers; "
    "nothing where they agree. b is read between its rows where times differ.",
    "local r = li.simulate{li.planar{1}, q = {1}, t = 1}; return li.compare_runs(r, r) --> " },
  { 0 },
};

void lia_open_run(lua_State *L);
void lia_open_run(lua_State *L) {
  lia_class_register(L, &lia_run_class);
  lia_functions(L, functions);
}

lrun *lia_push_run(lua_State *L, int nq, int nv) {
  lia_error err = { 0 };
  void **box = lia_push(L, &lia_run_class);
  lrun *r = *box = lia_calloc(1, sizeof *r);
  if (!r) lia_mistake(L, "out of memory");
  r->n = nq + nv;
  r->nq = nq;
  r->nv = nv;
  r->event = -1;
  r->x = lia_calloc((size_t)r->n + 1, sizeof *r->x);
  if (!r->x) lia_mistake(L, "out of memory");
  if (lia_record_new(&r->r, &err) != LIA_OK) lia_raise(L, &err);
  return r;
}

// the unit of this column; it stays in the table
static const char *column_unit(lua_State *L, int units, const char *name) {
  if (!lua_istable(L, units)) return "";
  lua_getfield(L, units, name);
  const char *unit = luaL_optstring(L, -1, "");
  lua_pop(L, 1);
  return unit;
}

int lia_run_fill(lua_State *L, lrun *o, int columns, int values, int units) {
  lia_error err = { 0 };
  const int n = (int)lua_rawlen(L, columns), top = lua_gettop(L);
  double *row = lua_newuserdata(L, ((size_t)n + 1) * sizeof *row);
  const double **x = lua_newuserdata(L, ((size_t)n + 1) * sizeof *x);
  int rows = 0;
  for (int k = 0; k < n; k++) {
    lua_rawgeti(L, columns, k + 1);
    const char *name = luaL_checkstring(L, -1), *unit = column_unit(L, units, name);
    if (lia_record_add_column(o->r, name, unit, &err) != LIA_OK) return lia_raise(L, &err);
    lua_rawgeti(L, values, k + 1);
    const lvec *v = lia_check(L, lua_gettop(L), &lia_vec_class);
    x[k] = v->x;   // the table keeps it
    rows = v->n;
    lua_pop(L, 2);
  }
  for (int r = 0; r < rows; r++) {
    for (int k = 0; k < n; k++) row[k] = x[k][r];
    if (lia_record_add_row(o->r, row, &err) != LIA_OK) return lia_raise(L, &err);
  }
  lua_settop(L, top);
  return rows;
}
