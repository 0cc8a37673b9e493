/* lode.c - li.ode: x' = f(t, x, u) of a Lua function or a kernel */
#include "bindings/gen/lkernel.h"
#include "bindings/model/lmodel.h"
#include "bindings/sim/lmotion.h"
#include "bindings/sim/lode_inside.h"
#include "bindings/kit/nums.h"

#include "base/text.h"
#include "num/vec.h"

#include <math.h>

typedef struct plain {
  lua_State *L;
  lia_callback call[2];          /* .fn at { f, x, dx, u }; of functions that set inputs */
  void *kernel;
  int timed, n;                  /* kernel of (t, x), of (t, x, u) where there are inputs */
  double t, *x, *dx;
  const char *const *name;
  char where[LIA_ERROR_PATH];
  ode_inputs in;
  double *u;                     /* storage of the vec a function is given */
  ode_model *model;              /* what f is the motion of, or NULL */
} plain;

static int plain_body(lua_State *L) {
  plain *s = lia_callback_self(L)->ud;
  lua_rawgeti(L, 1, 1);
  lua_pushnumber(L, s->t);
  lua_rawgeti(L, 1, 2);
  lua_rawgeti(L, 1, 3);
  lua_rawgeti(L, 1, 4);
  lua_call(L, 4, 1);
  if (lua_isnil(L, -1)) return 0;
  if (!lia_sim_numbers(L, s->dx, s->n))
    return lia_error_at(L, "f: expected %d rates, or nothing where dx was filled", s->n);
  return 0;
}

static lia_status plain_f(void *user, double t, const double *x, double *dx, lia_error *err) {
  plain *s = user;
  if (s->in.n) LIA_TRY(lia_ode_inputs_at(&s->in, t, x, err));
  if (s->kernel) {
    const double *const in[3] = { s->timed ? &t : x, x, s->in.u };
    lia_lkernel_run(s->kernel, in, &dx);
    return LIA_OK;
  }
  s->t = t;
  lia_vec_copy(s->x, x, s->n);
  lia_vec_copy(s->u, s->in.u, s->in.n);
  if (lia_callback_run(&s->call[0]) != LIA_OK)
    return LIA_FAIL(err, LIA_EUSER, s->where, "the function failed");
  lia_vec_copy(dx, s->dx, s->n);
  return LIA_OK;
}

static const char *plain_name(void *user, int i) {
  const plain *s = user;
  if (s->name) return s->name[i];
  return s->model ? lia_ode_model_name(s->model, i) : NULL;
}

static const char *plain_unit(void *user, int i) {
  const plain *s = user;
  return s->model ? lia_ode_model_unit(s->model, i) : "";
}

static void plain_extra(void *user, double t, const double *x, double *y) {
  lia_ode_model_energies(((plain *)user)->model, t, x, y);
}

static void plain_tell(void *user, lua_State *L, int list) {
  lia_ode_model_told(((plain *)user)->model, L, list);
}

static void plain_set_input(void *user, lsource_input *f, void *f_user) {
  plain *s = user;
  s->in.more = f;
  s->in.more_user = f_user;
}

static double plain_next(void *user, double t, double dir) {
  return lia_ode_inputs_next(&((plain *)user)->in, t, dir);
}

// names = {..} of the options, else what a kernel calls its states; NULL: neither
static const char **plain_names(lua_State *L, int n) {
  int list = lia_sim_option(L, 4, "names");
  if (lua_isnil(L, list) && lia_motion_push_note(L, 1)) {
    lua_getfield(L, -1, "states");
    list = lua_gettop(L);
  }
  if (lua_isnil(L, list)) return NULL;
  if (!lua_istable(L, list) || (int)lua_rawlen(L, list) != n)
    lia_arg_error(L, 4, "names: expected a list of %d names", n);
  const char **name = lua_newuserdata(L, ((size_t)n + 1) * sizeof *name);
  for (int k = 0; k < n; k++) {
    lua_rawgeti(L, list, k + 1);
    if (lua_type(L, -1) != LUA_TSTRING)
      lia_arg_error(L, 4, "names[%d]: expected a string, got %s", k + 1, luaL_typename(L, -1));
    name[k] = lua_tostring(L, -1);   // the list keeps it
    lua_pop(L, 1);
  }
  return name;
}

// the numbers of the vec on top by the names of the states
static void name_states(lua_State *L, plain *s) {
  lua_createtable(L, 0, s->n);
  for (int k = 0; k < s->n; k++) {
    const char *name = plain_name(s, k);
    if (name) lua_pushstring(L, name);
    else lua_pushfstring(L, "x%d", k + 1);
    lua_pushinteger(L, k + 1);
    lua_rawset(L, -3);
  }
  lia_vec_named(L, -2, -1);
  lua_pop(L, 1);
}

// a vec of the inputs by their names, on top
static double *push_inputs(lua_State *L, const plain *s) {
  double *u = lia_pushvec(L, s->in.n);
  lua_createtable(L, 0, s->in.n);
  for (int k = 0; k < s->in.n; k++) {
    lua_pushinteger(L, k + 1);
    lua_setfield(L, -2, s->in.name[k]);
  }
  lia_vec_named(L, -2, -1);
  lua_pop(L, 1);
  return u;
}

// mass = {1, 1, 0}: zeros where the equation is algebraic
static double *plain_mass(lua_State *L, int n) {
  int list = lia_sim_option(L, 4, "mass");
  lia_nums_fault fault;
  if (lua_isnil(L, list)) return NULL;
  double *m = lua_newuserdata(L, ((size_t)n + 1) * sizeof *m);
  if (!lua_istable(L, list) || !lia_nums_table(L, list, m, n, 0, &fault))
    lia_arg_error(L, 4, "mass: expected %d numbers, 0 for algebraic equations", n);
  for (int k = 0; k < n; k++)
    if (m[k] != 0 && m[k] != 1)
      lia_arg_error(L, 4, "mass[%d]: expected 1 (a rate) or 0 (an algebraic equation)", k + 1);
  return m;
}

static int *plain_index(lua_State *L, int n) {
  int list = lia_sim_option(L, 4, "index");
  lia_nums_fault fault;
  if (lua_isnil(L, list)) return NULL;
  double *x = lua_newuserdata(L, ((size_t)n + 1) * sizeof *x);
  int *index = lua_newuserdata(L, ((size_t)n + 1) * sizeof *index);
  if (!lua_istable(L, list) || !lia_nums_table(L, list, x, n, 0, &fault))
    lia_arg_error(L, 4, "index: expected %d numbers from 0 to 3", n);
  for (int k = 0; k < n; k++) {
    if (!(x[k] >= 0 && x[k] <= 3 && x[k] == floor(x[k])))
      lia_arg_error(L, 4, "index[%d]: expected 0, 1, 2 or 3", k + 1);
    index[k] = (int)x[k];
  }
  return index;
}

// ---- the motion of a model ----

// the option `model`, or what the kernel was made of: its index, 0: none. What the kernel calls its
// inputs, behind it
static int model_of(lua_State *L, int options, int *inputs) {
  *inputs = 0;
  if (lia_motion_push_note(L, 1)) {
    const int note = lua_gettop(L);
    lua_getfield(L, note, "inputs");
    *inputs = lua_gettop(L);
    lua_getfield(L, note, "model");
  }
  const int of_model = *inputs && !lua_isnil(L, -1), made_of = of_model ? lua_gettop(L) : 0,
      given = lia_sim_option(L, options, "model");
  if (lua_isnil(L, given)) return made_of;
  if (!lia_test(L, given, &lia_model_class))
    lia_arg_error(L, options, "model: expected a model, got %s", luaL_typename(L, given));
  return given;
}

static void take_model(lua_State *L, plain *s, int model) {
  if (!model) return;
  s->model = lia_ode_model_push(L, model);
  if (lia_ode_model_states(s->model) == s->n) return;
  lia_arg_error(L, 3, "expected %d states: the coordinates, the speeds and the own states of "
      "elements of the model, got %d", lia_ode_model_states(s->model), s->n);
}

// ---- f ----

static void take_kernel(lua_State *L, plain *s, void *kernel, int options, int names) {
  const lkernel_shape k = lia_lkernel_shape(s->kernel = kernel);
  s->timed = k.groups > 1;
  const int state = k.groups > 1 ? 1 : 0;
  if (k.results != 1 || k.out_size[0] != s->n || k.groups > 3 || k.in_size[state] != s->n ||
      (s->timed && k.in_size[0] != 1))
    lia_arg_error(L, 1, "expected rates f(x), f(t, x) or f(t, x, u) of %d states", s->n);
  lia_ode_inputs_names(L, &s->in, options, k.groups > 2 ? k.in_size[2] : 0, names);
}

// { f, x, dx, u } of the function at 1
static void take_function(lua_State *L, plain *s, int options) {
  lia_sim_place(L, 1, "f", s->where);
  lia_ode_inputs_names(L, &s->in, options, -1, 0);
  lua_createtable(L, 4, 0);
  lua_pushvalue(L, 1);
  lua_rawseti(L, -2, 1);
  s->x = lia_pushvec(L, s->n);
  name_states(L, s);
  lua_rawseti(L, -2, 2);
  s->dx = lia_pushvec(L, s->n);
  name_states(L, s);
  lua_rawseti(L, -2, 3);
  s->u = push_inputs(L, s);
  lua_rawseti(L, -2, 4);
  lia_callback_init(L, &s->call[0], lua_gettop(L), plain_body, s);
}

// x1, x2 ..: what expressions call states that have no names
static const char **number_states(lua_State *L, int n) {
  enum { ROOM = 16 };
  const char **name = lua_newuserdata(L, ((size_t)n + 1) * (sizeof *name + ROOM));
  char *text = (char *)(name + n + 1);
  for (int k = 0; k < n; k++, text += ROOM) {
    lia_text_format(text, ROOM, "x%d", k + 1);
    name[k] = text;
  }
  return name;
}

// what sets the inputs, into src; functions of the script get x
static void set_inputs(lua_State *L, plain *s, lsource *src, int options) {
  if (!s->in.n) return;
  if (!s->name && !s->model) s->name = number_states(L, s->n);
  src->ntau = s->in.n;
  src->set_input = plain_set_input;
  src->force_name = s->in.name;
  src->next = plain_next;
  s->in.functions = &s->call[1];
  s->in.x = lia_pushvec(L, src->nq + src->nv);
  name_states(L, s);
  lia_ode_inputs_values(L, &s->in, src, options);
}

// those there are, for what a run says of an error in one
static void tell_callbacks(plain *s, lsource *src) {
  const int first = s->kernel != NULL, last = s->in.nfunction > 0;
  src->own = s->call + first;
  src->nown = last - first + 1;
}

// { f =, t =, x = }
static int ode_setup(lua_State *L, double t, const double *x, int n) {
  lua_newtable(L);
  lua_pushvalue(L, 1);
  lua_setfield(L, -2, "f");
  lua_pushnumber(L, t);
  lua_setfield(L, -2, "t");
  lia_pushnums(L, x, n);
  lua_setfield(L, -2, "x");
  return lua_gettop(L);
}

static int simulate_ode(lua_State *L) {
  lia_arg a[4];
  int names;
  lia_args(L, a);
  lua_settop(L, 4);
  luaL_checkstack(L, 60, "simulation");
  const int options = lua_istable(L, 4) ? 4 : 0, model = model_of(L, options, &names);
  const int alive = lua_gettop(L) + 1;
  plain *s = lua_newuserdata(L, sizeof *s);
  *s = (plain){ .L = L, .n = a[2].n };
  take_model(L, s, model);
  s->name = plain_names(L, s->n);
  if (a[0].given == 2) take_kernel(L, s, a[0].o, options, names);
  else take_function(L, s, options);
  lsource src = { .p = { .n = s->n, .f = plain_f, .user = s, .name = plain_name,
      .mass = plain_mass(L, s->n), .index = plain_index(L, s->n),
      .nq = s->n % 2 ? 0 : s->n / 2 },
      .nq = s->n, .shown = s->n, .energy = -1,
      .user = s, .unit = plain_unit, .other = "names mass index inputs model" };
  if (s->model) {
    lia_ode_model_tell(L, s->model, &src);
    src.extra = src.late = plain_extra;
    src.tell = plain_tell;
  }
  set_inputs(L, s, &src, options);
  tell_callbacks(s, &src);
  src.alive = lia_sim_keep(L, alive);
  return lia_simulate(L, &src, a[1].x, a[2].p, options, ode_setup(L, a[1].x, a[2].p, s->n));
}

static const lia_fn functions[] = {
  { simulate_ode, "ode(f: fn|kernel, t: num, x: nums [, options: table]) -> run",
    "Integrate x' = f(t, x, dx, u) for a time t from x; f fills dx or returns the rates; or a "
    "kernel of x, of t and x, or of t, x and u. Options as in model:simulate, and names = "
    "{...}, by which x and dx of f go too (x.w; x.x1 without); inputs = {F = 3, d = \"sin(t)\"}: "
    "numbers, expressions of t and the states, functions (t, x), or names, \"F d\", for input, "
    "tau and controllers to set; model = m: x is q, v and own states of a model, whose names, "
    "units and energies the run has (those of model:compile 'dynamics' by themselves); with method "
    "= 'radau5' also mass = "
    "{1, 0, ..}: 0 for algebraic equations 0 = f, index = {..}: 2 or 3 for multipliers of velocity "
    "and position constraints.",
    "li.num and li.ode(function(_, x) return {-x[1]} end, 1, {1}, {rtol = 1e-10}):state()[1] - "
    "math.exp(-1) < 1e-9 --> true" },
  { 0 },
};

void lia_open_ode(lua_State *L);
void lia_open_ode(lua_State *L) {
  lia_functions(L, functions);
}
