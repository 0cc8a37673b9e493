/* lnumbers.c - models in numbers: compiling, arguments in order or by name, results, configurations
 */
#include "bindings/model/lmodel.h"
#include "bindings/kit/nums.h"

#include "base/mem.h"
#include "base/text.h"
#include "describe/check.h"

#include <math.h>
#include <string.h>

// ---- compiling ----

static lia_status numbers_make_room(lmodel *o, const lia_model *m, lia_error *err) {
  LIA_TRY(lia_data_new(&o->d, m, err));
  size_t nq = (size_t)m->nq, nv = (size_t)m->nv;
  o->block = lia_calloc(nq + 4 * nv + 1, sizeof *o->block);
  o->X = lia_calloc((size_t)m->nbody + 1, sizeof *o->X);
  if (!o->block || !o->X) return LIA_FAIL(err, LIA_ENOMEM, "model", "out of memory");
  o->q = o->block;
  o->v = o->q + nq;
  o->a = o->v + nv;
  o->tau = o->a + nv;
  o->work = o->tau + nv;
  return LIA_OK;
}

const lia_model *lia_lmodel_numeric(lua_State *L, lmodel *o) {
  if (o->block) return o->c.model;
  lia_error err = { 0 };
  lia_status st = o->c.model ? LIA_OK : lia_compile(&o->c, o->spec, &err);
  if (st == LIA_OK) st = numbers_make_room(o, o->c.model, &err);
  if (st == LIA_OK) return o->c.model;
  lia_free(o->block);
  lia_free(o->X);
  lia_free(o->d);
  o->block = NULL;
  o->X = NULL;
  o->d = NULL;
  lia_raise(L, &err);
  return NULL;
}

const lia_model *lia_lmodel_dynamic(lua_State *L, lmodel *o) {
  const lia_model *m = lia_lmodel_numeric(L, o);
  if (o->c.dynamic.code != LIA_OK) lia_raise(L, &o->c.dynamic);
  return m;
}

// ---- arguments: numbers in order, or a table by name ----

static void list_names(const char *const *name, int n, char *out, size_t size) {
  size_t used = 0;
  out[0] = 0;
  for (int k = 0; k < n && used + 70 < size; k++)
    used += (size_t)lia_text_format(out + used, size - used, "%s%.60s", k ? " " : "", name[k]);
}

static const double *wrong_size(lua_State *L, int i, int got, const char *const *name, int n) {
  char names[300];
  list_names(name, n, names, sizeof names);
  lia_arg_error(L, i, "expected %d number%s (%s), got %d", n, n == 1 ? "" : "s", names, got);
  return NULL;
}

static const char *no_number_text(double x) {
  if (isnan(x)) return "nan";
  return x > 0 ? "inf" : "-inf";
}

// a list that is none of numbers: which coordinate is wrong
static void wrong_list(lua_State *L, int i, const char *const *name, int n) {
  int got = (int)lua_rawlen(L, i);
  if (got != n) wrong_size(L, i, got, name, n);
  for (int k = 0; k < n; k++) {
    lua_rawgeti(L, i, k + 1);
    int number = lua_type(L, -1) == LUA_TNUMBER;
    if (lua_type(L, -1) == LUA_TSTRING)
      lia_arg_error(L, i,
          "%s: expected a finite number, got the string '%.20s' (numbers have no quotes)", name[k],
          lua_tostring(L, -1));
    if (!number)
      lia_arg_error(L, i, "%s: expected a finite number, got a %s", name[k], luaL_typename(L, -1));
    if (!isfinite(lua_tonumber(L, -1)))
      lia_arg_error(L, i, "%s: expected a finite number, got %s", name[k],
          no_number_text(lua_tonumber(L, -1)));
    lua_pop(L, 1);
  }
}

// numbers that have names, and how to find one of them: by its own, or by that of its joint; where
// not all of them need be told, rest has the others
typedef struct named {
  const lia_spec *s;
  const char *const *name;
  int n;
  int (*find)(const lia_spec *s, const char *name);
  const double *rest;
} named;

// {q1 = 0.3, q2 = 0}: no name twice, into x
static const double *numbers_by_name(lua_State *L, int i, const named *w, double *x) {
  if (lua_rawlen(L, i) > 0) wrong_list(L, i, w->name, w->n);
  char hint[LIA_CHECK_HINT], *seen = lua_newuserdata(L, (size_t)w->n + 1);
  memset(seen, 0, (size_t)w->n + 1);
  for (lua_pushnil(L); lua_next(L, i); lua_pop(L, 1)) {
    const char *got = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : luaL_typename(L, -2);
    int k = lua_type(L, -2) == LUA_TSTRING ? w->find(w->s, got) : -1;
    if (k < 0)
      lia_arg_error(L, i, "no coordinate '%.60s'%s", got, lia_check_hint(hint, got, w->name, w->n));
    if (seen[k]++)
      lia_arg_error(L, i, "%s is given twice: by its own name and by that of its joint",
          w->name[k]);
    if (lua_type(L, -1) != LUA_TNUMBER || !isfinite(lua_tonumber(L, -1)))
      lia_arg_error(L, i, "%s: expected a finite number, got %s", w->name[k], luaL_typename(L, -1));
    x[k] = lua_tonumber(L, -1);
  }
  for (int k = 0; k < w->n; k++) {
    if (seen[k]) continue;
    if (!w->rest) lia_arg_error(L, i, "%s: expected a finite number, got nothing", w->name[k]);
    x[k] = w->rest[k];
  }
  lua_pop(L, 1);
  return x;
}

static const double *numbers(lua_State *L, int i, const lia_arg *a, const named *w, double *x) {
  if (a->given == 1) return a->n == w->n ? a->p : wrong_size(L, i, a->n, w->name, w->n);
  if (a->given == 2)
    return w->n || lua_next(L, (lua_pushnil(L), i)) ? numbers_by_name(L, i, w, x) : x;
  return NULL;
}

// a quaternion of length 0 is no turn at all: nothing could be told in its place
static void refuse_zero_turns(lua_State *L, int i, const lmodel *o, const double *q) {
  const lia_model *m = o->c.model;
  int left = m->nq - m->nv;
  for (int k = 0; left > 0 && k < m->nbody; k++) {
    const lia_model_body *B = &m->body[k];
    if (B->nq == B->nv) continue;
    const int first = B->iq + B->nq - 4;
    const double *e = q + first;
    left--;
    if (e[0] == 0 && e[1] == 0 && e[2] == 0 && e[3] == 0)
      lia_arg_error(L, i, "%s .. %s: the zero quaternion is no rotation", o->spec->qname[first],
          o->spec->qname[first + 3]);
  }
}

static const double *read_q(lua_State *L, int i, const lia_arg *a, lmodel *o, const double *rest) {
  const named w = { o->spec, o->spec->qname, o->spec->nq, lia_spec_find_q, rest };
  const double *q = numbers(L, i, a, &w, o->q);
  if (q && o->spec->nq != o->spec->ncoord && o->c.model) refuse_zero_turns(L, i, o, q);
  return q;
}

const double *lia_lmodel_q(lua_State *L, int i, const lia_arg *a, lmodel *o) {
  return read_q(L, i, a, o, NULL);
}

const double *lia_lmodel_v(lua_State *L, int i, const lia_arg *a, const lmodel *o, double *x) {
  const named w = { o->spec, o->spec->coord, o->spec->ncoord, lia_spec_find_coord, NULL };
  return numbers(L, i, a, &w, x);
}

static double *zeros(lua_State *L, int n) {
  size_t size = ((size_t)n + 1) * sizeof(double);
  return memset(lua_newuserdata(L, size), 0, size);
}

const double *lia_lmodel_start_q(lua_State *L, int i, const lia_arg *a, lmodel *o) {
  double *rest = zeros(L, lia_lmodel_numeric(L, o)->nq);
  lia_model_neutral(o->c.model, rest);
  const double *q = read_q(L, i, a, o, rest);
  lua_pop(L, 1);
  return q;
}

const double *lia_lmodel_start_v(lua_State *L, int i, const lia_arg *a, const lmodel *o,
                                 double *x) {
  const double *rest = zeros(L, o->spec->ncoord);
  const named w = { o->spec, o->spec->coord, o->spec->ncoord, lia_spec_find_coord, rest };
  const double *v = numbers(L, i, a, &w, x);
  lua_pop(L, 1);
  return v;
}

// six numbers on top: a wrench, a vec or a table; argument i is the table it stands in, under name
void lia_lmodel_six(lua_State *L, int i, const char *name, double x[6]) {
  const lia_class *c = lia_classof(L, -1);
  int rows = 0, cols = 0;
  const double *p = c && c->size && c->view ? c->view(lua_touserdata(L, -1), &rows, &cols) : NULL;
  if (p && rows * (cols ? cols : 1) == 6) { memcpy(x, p, 6 * sizeof *x); return; }
  if (!lua_istable(L, -1) || lua_rawlen(L, -1) != 6)
    lia_arg_error(L, i, "%s: expected 6 numbers, force first", name);
  for (int k = 0; k < 6; k++) {
    lua_rawgeti(L, -1, k + 1);
    if (lua_type(L, -1) != LUA_TNUMBER || !isfinite(lua_tonumber(L, -1)))
      lia_arg_error(L, i, "%s: entry %d is no finite number", name, k + 1);
    x[k] = lua_tonumber(L, -1);
    lua_pop(L, 1);
  }
}

// where the numbers of a result go: into out, left on top, or a new vec
double *lia_lmodel_vec(lua_State *L, int i, const lia_arg *out, int n) {
  if (!out->given) return lia_pushvec(L, n);
  if (out->n != n) lia_arg_error(L, i, "expected a vec of %d numbers, got one of %d", n, out->n);
  lua_pushvalue(L, i);
  return out->out;
}

double *lia_lmodel_mat(lua_State *L, int i, const lia_arg *out, int rows, int cols) {
  if (!out->given) return lia_pushmat(L, rows, cols);
  if (out->rows != rows || out->cols != cols)
    lia_arg_error(L, i, "expected a mat of %d rows and %d columns, got %d by %d", rows, cols,
        out->rows, out->cols);
  lua_pushvalue(L, i);
  return out->out;
}

// ---- configurations ----

static int neutral(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lia_model *m = lia_lmodel_numeric(L, a[0].o);
  lia_model_neutral(m, lia_pushvec(L, m->nq));
  return 1;
}

static int random_q(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  const lia_model *m = lia_lmodel_numeric(L, a[0].o);
  lia_rng r = lia_rng_seed((uint64_t)(a[1].given ? a[1].n : 1));
  lia_model_random(m, &r, lia_pushvec(L, m->nq));
  return 1;
}

static int step(lua_State *L) {
  lia_arg a[5];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_numeric(L, o);
  const double *q = lia_lmodel_q(L, 2, &a[1], o), *v = lia_lmodel_v(L, 3, &a[2], o, o->v);
  lia_model_step(m, q, v, a[3].x, lia_lmodel_vec(L, 5, &a[4], m->nq));
  return 1;
}

static int difference(lua_State *L) {
  lia_arg a[4];
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_numeric(L, o);
  const double *q1 = lia_lmodel_q(L, 2, &a[1], o);
  if (q1 == o->q) {  // both by name: the second needs room of its own
    double *copy = lua_newuserdata(L, (size_t)(m->nq + 1) * sizeof *copy);
    q1 = memcpy(copy, q1, (size_t)m->nq * sizeof *copy);
  }
  const double *q2 = lia_lmodel_q(L, 3, &a[2], o);
  lia_model_diff(m, q1, q2, lia_lmodel_vec(L, 4, &a[3], m->nv));
  return 1;
}

static int limits(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lia_model *m = lia_lmodel_numeric(L, a[0].o);
  double *lower = lia_pushvec(L, m->nv), *upper = lia_pushvec(L, m->nv);
  lia_model_limits(m, lower, upper);
  return 2;
}

static int push_most(lua_State *L, void (*of)(const lia_model *m, double *most)) {
  lia_arg a[1];
  lia_args(L, a);
  const lia_model *m = lia_lmodel_numeric(L, a[0].o);
  of(m, lia_pushvec(L, m->nv));
  return 1;
}

static int speed_limits(lua_State *L) { return push_most(L, lia_model_speed_limits); }
static int periods(lua_State *L) { return push_most(L, lia_model_periods); }
static int efforts(lua_State *L) { return push_most(L, lia_model_efforts); }

// the configuration drawn: home where a joint has one, else its neutral place
static int home(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lmodel *o = a[0].o;
  const lia_spec *s = o->spec;
  const lia_model *m = lia_lmodel_numeric(L, a[0].o);
  double *q = lia_pushvec(L, m->nq);
  lia_model_neutral(m, q);
  for (int n = 0; n < m->nq; n++) {
    const lia_spec_dof *d = lia_spec_dof_of_q(s, n);
    if (d && !d->home.text && lia_val_given(d->home)) q[n] = d->home.x;
  }
  return 1;
}

// ---- what the controller of a robot shows:  reads q + reads_at ----

static int controller(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lmodel *o = a[0].o;
  lia_lmodel_numeric(L, o);
  const double *q = lia_lmodel_q(L, 2, &a[1], o);
  lia_spec_readings(o->spec, q, lia_pushvec(L, o->spec->nq));
  return 1;
}

static int from_controller(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lmodel *o = a[0].o;
  lia_lmodel_numeric(L, o);
  const double *r = lia_lmodel_q(L, 2, &a[1], o);
  lia_spec_from_readings(o->spec, r, lia_pushvec(L, o->spec->nq));
  return 1;
}

const lia_fn lia_model_numbers[] = {
  { neutral, "model:neutral() -> vec",
    "q with every joint at its zero, or where that is outside of its limits in their middle; "
    "quaternions are 1, 0, 0, 0.", "li.planar{1, 1}:neutral() --> [0  0]" },
  { random_q, "model:random([seed: count]) -> vec",
      "A random q, within the limits of joints that have two, the same for the same seed.",
    "#li.planar{1, 1}:random(7) --> 2" },
  { step, "model:step(q: nums|table, v: nums|table, h: num [, out: outvec]) -> vec",
    "The configuration after moving at constant v for a time h; quaternions stay of length 1.",
    "li.planar{1, 1}:step({0, 0}, {1, 2}, 0.5) --> [0.5  1]" },
  { difference, "model:difference(q1: nums|table, q2: nums|table [, out: outvec]) -> vec",
    "The shortest v that leads from q1 to q2 in a time 1.",
    "li.planar{1, 1}:difference({0, 1}, {1, 0}) --> [1  -1]" },
  { limits, "model:limits() -> lower: vec, upper: vec",
      "Limits of the coordinates, infinite where there are none.",
    "li.planar{1}:limits() --> [-inf], [inf]" },
  { speed_limits, "model:speed_limits() -> vec",
    "The most each coordinate may move (speed of its joint), infinite where nothing is told.",
    "li.planar{1}:speed_limits() --> [inf]" },
  { efforts, "model:efforts() -> vec",
    "The most each motor gives (effort of its joint), infinite where nothing is told.",
    "li.robots.panda():efforts()[1] --> 87" },
  { periods, "model:periods() -> vec",
    "What may be added to each coordinate without moving anything: a whole turn of its joint, 0 "
    "where nothing may.",
    "li.robot{bodies = {{joint = 'prismatic'}, {joint = 'revolute'}}}:periods() --> "
    "[0  6.28319]" },
  { controller, "model:controller(q: nums|table) -> vec",
      "What the robot's controller shows at q (controller in a DH table, reads and reads_at of a "
      "joint).",
    "li.robots.kr30():controller{0, 0, 0, math.pi, math.pi, 0} --> [0  0  0  0  0  0]" },
  { from_controller, "model:from_controller(readings: nums|table) -> vec",
      "The q at which the controller shows these readings.",
    "li.planar{1, 1}:from_controller{1, 2} --> [1  2]" },
  { home, "model:home() -> vec",
      "The configuration drawn: home (shown) of each joint, else its neutral place.",
      "li.robots.rrp():home()[3] --> 0.25" },
  { 0 },
};
