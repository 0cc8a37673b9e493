/* lode.c - li.ode: x' = f(t, x) of a Lua function or a kernel */
#include "bindings/gen/lkernel.h"
#include "bindings/sim/lsim.h"
#include "bindings/kit/nums.h"

#include "num/vec.h"

#include <math.h>

typedef struct plain {
  lua_State *L;
  lia_callback cb;               /* .fn at { f, x, dx } */
  void *kernel;
  int timed, n;                  /* kernel of (t, x) */
  double t, *x, *dx;
  const char *const *name;
  char where[LIA_ERROR_PATH];
} plain;

static int plain_body(lua_State *L) {
  plain *s = lia_callback_self(L)->ud;
  lua_rawgeti(L, 1, 1);
  lua_pushnumber(L, s->t);
  lua_rawgeti(L, 1, 2);
  lua_rawgeti(L, 1, 3);
  lua_call(L, 3, 1);
  if (lua_isnil(L, -1)) return 0;
  if (!lia_sim_numbers(L, s->dx, s->n))
    return lia_error_at(L, "f: expected %d rates, or nothing where dx was filled", s->n);
  return 0;
}

static lia_status plain_f(void *user, double t, const double *x, double *dx, lia_error *err) {
  plain *s = user;
  if (s->kernel) {
    const double *const in[2] = { s->timed ? &t : x, x };
    lia_lkernel_run(s->kernel, in, &dx);
    return LIA_OK;
  }
  s->t = t;
  lia_vec_copy(s->x, x, s->n);
  if (lia_callback_run(&s->cb) != LIA_OK)
    return LIA_FAIL(err, LIA_EUSER, s->where, "the function failed");
  lia_vec_copy(dx, s->dx, s->n);
  return LIA_OK;
}

static const char *plain_name(void *user, int i) {
  const plain *s = user;
  return s->name ? s->name[i] : NULL;
}

static const char **plain_names(lua_State *L, int n) {
  int list = lia_sim_option(L, 4, "names");
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
static void name_states(lua_State *L, const plain *s) {
  lua_createtable(L, 0, s->n);
  for (int k = 0; k < s->n; k++) {
    if (s->name) lua_pushstring(L, s->name[k]);
    else lua_pushfstring(L, "x%d", k + 1);
    lua_pushinteger(L, k + 1);
    lua_rawset(L, -3);
  }
  lia_vec_named(L, -2, -1);
  lua_pop(L, 1);
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

static int simulate_ode(lua_State *L) {
  lia_arg a[4];
  lia_args(L, a);
  lua_settop(L, 4);
  luaL_checkstack(L, 40, "simulation");
  int options = lua_istable(L, 4) ? 4 : 0;
  plain s = { .L = L, .n = a[2].n };
  s.name = plain_names(L, s.n);
  if (a[0].given == 2) {
    lkernel_shape k = lia_lkernel_shape(s.kernel = a[0].o);
    s.timed = k.groups == 2;
    if (k.results != 1 || k.out_size[0] != s.n || k.groups > 2 || k.in_size[k.groups - 1] != s.n ||
        (s.timed && k.in_size[0] != 1))
      return lia_arg_error(L, 1, "expected rates f(x) or f(t, x) of %d states", s.n);
  } else {
    lia_sim_place(L, 1, "f", s.where);
    lua_createtable(L, 3, 0);
    lua_pushvalue(L, 1);
    lua_rawseti(L, -2, 1);
    s.x = lia_pushvec(L, s.n);
    name_states(L, &s);
    lua_rawseti(L, -2, 2);
    s.dx = lia_pushvec(L, s.n);
    name_states(L, &s);
    lua_rawseti(L, -2, 3);
    lia_callback_init(L, &s.cb, lua_gettop(L), plain_body, &s);
  }
  lsource src = { .p = { .n = s.n, .f = plain_f, .user = &s, .name = plain_name,
      .mass = plain_mass(L, s.n), .index = plain_index(L, s.n),
      .nq = s.n % 2 ? 0 : s.n / 2 },
      .nq = s.n, .shown = s.n, .energy = -1, .own = &s.cb, .nown = s.kernel ? 0 : 1,
          .other = "names mass index" };
  lua_newtable(L);
  int setup = lua_gettop(L);
  lua_pushvalue(L, 1);
  lua_setfield(L, setup, "f");
  lua_pushnumber(L, a[1].x);
  lua_setfield(L, setup, "t");
  lia_pushnums(L, a[2].p, s.n);
  lua_setfield(L, setup, "x");
  return lia_simulate(L, &src, a[1].x, a[2].p, options, setup);
}

static const lia_fn functions[] = {
  { simulate_ode, "ode(f: fn|kernel, t: num, x: nums [, options: table]) -> run",
    "Integrate x' = f(t, x, dx) for a time t from x; f fills dx or returns the rates; or a kernel "
    "of x, or of t and x. Options as in model:simulate (no input), and names = "
    "{...}, by which x and dx of f go too (x.w; x.x1 without); with method = 'radau5' also mass = "
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
