/* lforce.c - force elements from Lua: forces = {{"spring", joint = "q1", stiffness = 50}, ..},
 * every complaint with its path */
#include "bindings/kit/kit.h"
#include "bindings/sym/lexpr.h"
#include "bindings/model/lmodel.h"
#include "bindings/sim/lforce_inside.h"
#include "bindings/sim/lsim.h"
#include "bindings/kit/nums.h"

#include "base/mem.h"
#include "base/text.h"
#include "describe/schema.h"
#include "describe/values.h"
#include "num/sincos.h"
#include "num/vec.h"
#include "sim/described_forces.h"
#include "sim/joint_forces.h"
#include "sym/expr/build.h"
#include "sym/tape/eval.h"

#include <math.h>
#include <string.h>

typedef struct reading {
  lua_State *L;
  int arg;
  lmodel *o;
  lforces *f;
  int k, entry, functions, numbers;
  const lia_force_row *row;
} reading;

static int force_complain(const reading *r, const char *key, const char *text) {
  return lia_arg_error(r->L, r->arg, "%s%s%s: %s", r->f->name[r->k], key ? "." : "", key ? key : "",
      text);
}

// ---- where it acts ----

static const char *string_field(const reading *r, const char *key) {
  lua_getfield(r->L, r->entry, key);
  const char *s = lua_type(r->L, -1) == LUA_TSTRING ? lua_tostring(r->L, -1) : NULL;
  if (!s && !lua_isnil(r->L, -1)) force_complain(r, key, "expected a name");
  lua_pop(r->L, 1);   // the entry keeps the string
  return s;
}

static void force_unknown(const reading *r, const char *key, const char *got, lia_hints *h) {
  char text[200];
  lia_text_format(text, sizeof text, "no such name '%.60s'%s", got, lia_hints_text(h, got));
  force_complain(r, key, text);
}

// name of a body, a frame, or world: the body and the place of its origin there
static void find_point(const reading *r, const char *key, const char *name, int *body,
    lia_frame *X) {
  const lia_spec *spec = r->o->spec;
  lia_hints h = { 0 };
  *X = (lia_frame){ { 1, 0, 0, 0, 1, 0, 0, 0, 1 }, { 0, 0, 0 } };
  *body = -1;
  if (!strcmp(name, "world")) return;
  for (int k = 0; k < spec->nbody; k++) {
    lia_hints_add(&h, spec->body[k].name, strlen(spec->body[k].name));
    if (strcmp(spec->body[k].name, name)) continue;
    *body = r->o->c.body[k];
    return;
  }
  for (int k = 0; k < spec->nframe; k++) {
    lia_hints_add(&h, spec->frame[k].name, strlen(spec->frame[k].name));
    if (strcmp(spec->frame[k].name, name)) continue;
    *body = r->o->c.frame[k].body;
    *X = r->o->c.frame[k].X_BF;
    return;
  }
  force_unknown(r, key, name, &h);
}

// the text of an expression that names nothing: its value
static double number_of_text(const reading *r, const char *key, const char *text) {
  char sentence[LIA_VALUES_SENTENCE];
  lia_error err = { 0 };
  double x = 0;
  lia_pool *p = lia_pool_new();
  int known = p ? lia_values_number(p, text, &x, &err) : -1;
  lia_pool_free(p);
  if (!p || err.code == LIA_ENOMEM)
    lia_raise(r->L, &(lia_error){ .code = LIA_ENOMEM, .text = "out of memory" });
  if (known < 0) lia_values_sentence(sentence, text, &err);
  if (known == 0)
    lia_text_format(sentence, sizeof sentence, "'%.80s' has open names: a force has numbers", text);
  if (known != 1) force_complain(r, key, sentence);
  return x;
}

// {0, "L/2", 1} on top, where it holds texts: 1
static int texts(const reading *r, const char *key, double x[3], int n) {
  lua_State *L = r->L;
  int found = 0, t = lua_gettop(L);
  if (!lua_istable(L, t) || (int)lua_rawlen(L, t) != n) return 0;
  for (int i = 0; i < n; i++) {
    lua_rawgeti(L, t, i + 1);
    int type = lua_type(L, -1);
    found |= type == LUA_TSTRING;
    if (type == LUA_TSTRING) x[i] = number_of_text(r, key, lua_tostring(L, -1));
    else if (type == LUA_TNUMBER) x[i] = lua_tonumber(L, -1);
    lua_pop(L, 1);
    if (type != LUA_TSTRING && type != LUA_TNUMBER) return 0;
  }
  return found;
}

static void vector(const reading *r, const char *key, double x[3], int n) {
  lia_nums_fault fault;
  const lvec *given = lia_test(r->L, -1, &lia_vec_class);
  char text[60];
  if (given && given->n == n) memcpy(x, given->x, (size_t)n * sizeof *x);
  else if (!texts(r, key, x, n) &&
      (!lua_istable(r->L, -1) || !lia_nums_table(r->L, lua_gettop(r->L), x, n, 0, &fault))) {
    lia_text_format(text, sizeof text, "expected %d numbers", n);
    force_complain(r, key, text);
  }
  for (int i = 0; i < n; i++)
    if (!isfinite(x[i])) force_complain(r, key, "expected finite numbers");
}

// at = name, point = {x, y, z} on it
static void read_end(const reading *r, lia_load *l, int end, const char *key, const char *point) {
  const char *name = string_field(r, key);
  double p[3] = { 0, 0, 0 };
  lia_frame X;
  if (!name) force_complain(r, key, "expected the name of a body or frame, or world");
  find_point(r, key, name, &l->body[end], &X);
  lua_getfield(r->L, r->entry, point);
  if (!lua_isnil(r->L, -1)) vector(r, point, p, 3);
  lua_pop(r->L, 1);
  lia_frame_point(l->at[end], &X, p);
}

static void read_coordinate(const reading *r, lia_load *l, const char *name) {
  const lia_spec *spec = r->o->spec;
  lia_hints h = { 0 };
  l->iv = lia_spec_find_coord(spec, name);
  l->iq = lia_spec_find_q(spec, name);
  for (int k = 0; k < spec->ncoord; k++) lia_hints_add(&h, spec->coord[k], strlen(spec->coord[k]));
  if (l->iv < 0) force_unknown(r, "joint", name, &h);
  if (l->iq < 0)
    force_complain(r, "joint", "belongs to a joint of quaternions, which has no such coordinate");
}

// which of joint, from, at was given: the port it means
static int port_of(const int has[3]) {
  if (has[0]) return LIA_PORT_coordinate;
  return has[1] ? LIA_PORT_line : LIA_PORT_point;
}

static void read_port(const reading *r, lia_load *l) {
  const char *joint = string_field(r, "joint");
  int has[3], bits = r->row->ports;
  static const char *const key[3] = { "joint", "from", "at" };
  for (int k = 0; k < 3; k++) {
    lua_getfield(r->L, r->entry, key[k]);
    has[k] = !lua_isnil(r->L, -1);
    lua_pop(r->L, 1);
  }
  char text[160];
  if (has[0] + has[1] + has[2] != 1 || !(bits & port_of(has))) {
    lia_text_format(text, sizeof text, "a %s acts%s%s%s%s%s: give one of these", r->row->name,
        bits & LIA_PORT_coordinate ? " on joint = a coordinate" : "",
        bits & LIA_PORT_coordinate && bits != LIA_PORT_coordinate ? "," : "",
        bits & LIA_PORT_line ? " between from = and to =" : "",
        bits & LIA_PORT_line && bits & LIA_PORT_point ? "," : "",
        bits & LIA_PORT_point ? " at = a body or frame" : "");
    force_complain(r, NULL, text);
  }
  l->port = port_of(has);
  if (has[0]) read_coordinate(r, l, joint);
  else if (has[1]) {
    read_end(r, l, 0, "from", "from_point");
    read_end(r, l, 1, "to", "to_point");
  } else read_end(r, l, 0, "at", "point");
}

// ---- its numbers ----

static void place_of(lua_State *L, int idx, const char *what, char out[LIA_ERROR_PATH]) {
  lua_Debug d;
  lua_pushvalue(L, idx);
  lua_getinfo(L, ">S", &d);
  lia_text_format(out, LIA_ERROR_PATH, d.linedefined > 0 ? "%.30s.f (%s:%d)" : "%.30s.f", what,
      lia_source(&d), d.linedefined);
}

// an expression in x, v, t on a coordinate or line
static void read_expression(const reading *r, int idx) {
  lua_State *L = r->L;
  lia_error err = { 0 };
  lia_pool *p = lia_push_pool(L);
  lia_expr in[3] = { lia_symbol_named(p, "x"), lia_symbol_named(p, "v"), lia_symbol_named(p, "t") };
  lia_expr e = lia_to_expr(L, p, idx, r->arg, r->f->name[r->k]);
  lia_fit(p, 3, in, 1, &e);
  if (lia_tape_new(&r->f->tape[r->k], p, 3, in, 1, &e, &err) != LIA_OK) {
    if (err.code == LIA_ENOMEM) lia_raise(L, &err);
    force_complain(r, "f", err.text);
  }
  r->f->tape[r->k]->sincos = lia_sincos;
  lua_pop(L, 1);
}

static void read_function(const reading *r, lia_load *l) {
  lua_State *L = r->L;
  lua_getfield(L, r->entry, "f");
  int type = lua_type(L, -1);
  if (type == LUA_TNIL) {
    lua_pop(L, 1);
    return;
  }
  if (l->kind != LIA_FORCE_given)
    force_complain(r, "f", "only a 'given' force is told by a function or an expression");
  if (type != LUA_TFUNCTION && l->port == LIA_PORT_point)
    force_complain(r, "f", "expected a function of (t, position, velocity)");
  if (type == LUA_TFUNCTION) {
    place_of(L, lua_gettop(L), r->f->name[r->k], r->f->where[r->k]);
    lua_rawseti(L, r->functions, r->k + 1);
  } else {
    read_expression(r, lua_gettop(L));
    lua_pop(L, 1);
  }
  l->own = 1;
}

static void read_number(const reading *r, lia_load *l, const lia_force_param *p, int at) {
  lua_State *L = r->L;
  int type;
  lua_getfield(L, r->entry, p->name);
  type = lua_type(L, -1);
  for (int i = 0; i < p->size; i++) l->p[at + i] = p->def;
  if (type == LUA_TNIL || l->own) {
    lua_pop(L, 1);
    return;
  }
  if (p->size == 3) vector(r, p->name, l->p + at, 3);
  else if (type == LUA_TBOOLEAN) l->p[at] = lua_toboolean(L, -1);
  else if (type == LUA_TFUNCTION) {
    l->p[at] = 0;
    r->f->var[r->f->nvar++] = (varying){ r->k, at };
    lua_pushvalue(L, -1);
    lua_rawseti(L, r->numbers, r->f->nvar);
  } else if (type == LUA_TNUMBER) l->p[at] = lua_tonumber(L, -1);
  else if (type == LUA_TSTRING) l->p[at] = number_of_text(r, p->name, lua_tostring(L, -1));
  else force_complain(r, p->name, "expected a number, or a function of (t, q, v) that gives one");
  lua_pop(L, 1);
}

static void force_check_keys(const reading *r) {
#define KEY(name, ...) #name,
  static const char *const ports[] = {
  LIA_PORT_FIELDS(KEY) LIA_GIVEN_FIELDS(KEY) LIA_FORCE_FIELDS(KEY) };
#undef KEY
  lua_State *L = r->L;
  char text[200];
  for (lua_pushnil(L); lua_next(L, r->entry); lua_pop(L, 1)) {
    if (lua_type(L, -2) == LUA_TNUMBER && lua_tonumber(L, -2) == 1) continue;
    const char *key = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : luaL_typename(L, -2);
    lia_hints h = { 0 };
    int known = 0;
    for (size_t k = 0; k < sizeof ports / sizeof *ports; k++) {
      known |= !strcmp(key, ports[k]);
      lia_hints_add(&h, ports[k], strlen(ports[k]));
    }
    for (int k = 0; k < r->row->nparam; k++) {
      known |= !strcmp(key, r->row->param[k].name);
      lia_hints_add(&h, r->row->param[k].name, strlen(r->row->param[k].name));
    }
    if (known) continue;
    lia_text_format(text, sizeof text, "unknown key '%.40s'%s", key, lia_hints_text(&h, key));
    force_complain(r, NULL, text);
  }
}

static void read_kind(reading *r, lia_load *l) {
  lua_rawgeti(r->L, r->entry, 1);
  const char *name = lua_type(r->L, -1) == LUA_TSTRING ? lua_tostring(r->L, -1) : NULL;
  int kind = name ? lia_force_find(name) : -1;
  if (kind < 0) {
    lia_hints h = { 0 };
    char text[200];
    for (int k = 0; k < LIA_FORCE_COUNT; k++)
      lia_hints_add(&h, lia_force_rows[k]->name, strlen(lia_force_rows[k]->name));
    lia_text_format(text, sizeof text,
        name ? "unknown kind '%.40s'%s"
        : "expected its kind first, as in {'spring', joint = 'q1'}%s%s", name ? name : "",
        name ? lia_hints_text(&h, name) : "");
    force_complain(r, NULL, text);
  }
  lua_pop(r->L, 1);
  l->kind = (lia_force_kind)kind;
  r->row = lia_force_rows[kind];
}

// what its columns are called: its name, or its kind and number; those of the joints by joint and
// kind
static void read_called(const reading *r) {
  const char *name = string_field(r, "name");
  if (name) lia_text_format(r->f->called[r->k], sizeof r->f->called[r->k], "%.47s", name);
  else lia_text_format(r->f->called[r->k], sizeof r->f->called[r->k], "%s%d", r->row->name,
      r->k + 1);
}

static void call_joint_loads(lforces *f, int from) {
  for (int k = from; k < f->loads.n; k++) {
    const lia_load *l = &f->loads.load[k];
    lia_text_format(f->called[k], sizeof f->called[k], "%.35s.%s", l->name,
        lia_force_rows[l->kind]->name);
  }
}

// the axes of a given force at a point
static void read_axes(const reading *r, lia_load *l) {
  const char *axes = string_field(r, "axes");
  if (!axes) return;
  if (l->kind != LIA_FORCE_given || l->port != LIA_PORT_point)
    force_complain(r, "axes", "of a 'given' force at a point only");
  if (strcmp(axes, "world") && strcmp(axes, "body"))
    force_complain(r, "axes", "expected 'world' or 'body'");
  l->in_body = !strcmp(axes, "body");
}

static void read_element(reading *r) {
  lia_load *l = &r->f->loads.load[r->k];
  lia_error err = { 0 };
  l->name = r->f->name[r->k];
  if (!lua_istable(r->L, r->entry))
    force_complain(r, NULL, "expected a table such as {'spring', joint = 'q1', stiffness = 50}");
  read_kind(r, l);
  force_check_keys(r);
  read_called(r);
  read_port(r, l);
  read_axes(r, l);
  read_function(r, l);
  for (int k = 0, at = 0; k < r->row->nparam; at += r->row->param[k++].size)
    read_number(r, l, &r->row->param[k], at);
  if (!l->own && lia_load_check(l, &err) != LIA_OK)
    lia_arg_error(r->L, r->arg, "%s: %s", err.path, err.text);
  if (r->row->events.jumps && l->port == LIA_PORT_point && l->body[0] < 0)
    force_complain(r, "at", "expected a body that moves");
}

// ---- the list ----

static void forces_free(void *p) {
  lforces *f = p;
  for (int k = 0; k < f->loads.n; k++) lia_free(f->tape[k]);
  for (int k = 0; k < f->ninput; k++) lia_free(f->input[k].tape);
  lia_free(f->input);
  lia_free(f->u);
  lia_described_free(f->described);
  lia_free(f->w);
  lia_free(f);
}

const lia_class lia_forces_class = { .name = "force_elements", .text = "", .destroy = forces_free };

static lforces *new_forces(lua_State *L, int n) {
  size_t most = (size_t)n + 1;
  void **box = lia_push(L, &lia_forces_class);
  char *block = lia_calloc(1, sizeof(lforces) + most
      * (sizeof(lia_load) + sizeof(lia_tape *) + LIA_FORCE_NPARAM * sizeof(varying) + 2 * 48
      + LIA_ERROR_PATH));
  if (!block) lia_mistake(L, "out of memory");
  lforces *f = *box = block;
  f->loads.load = (lia_load *)(block + sizeof *f);
  f->tape = (lia_tape **)(f->loads.load + most);
  f->var = (varying *)(f->tape + most);
  f->name = (char (*)[48])(f->var + most * LIA_FORCE_NPARAM);
  f->called = f->name + most;
  f->where = (char (*)[LIA_ERROR_PATH])(f->called + most);
  f->loads.n = n;
  f->loads.own = lia_lforce_own;
  f->loads.user = f;
  return f;
}

// the force elements and inputs of the description
static void take_described(lua_State *L, lforces *f, lmodel *o) {
  lia_error err = { 0 };
  const lia_spec *s = o->spec;
  f->first = s->nforce;
  f->spec = s;
  if (!s->nforce && !s->ninput) return;
  const size_t n = (size_t)s->ninput + (size_t)s->nq + (size_t)s->ncoord + 1;
  f->u = lia_calloc(n, sizeof *f->u);
  f->input = f->u ? lia_calloc((size_t)s->ninput + 1, sizeof *f->input) : NULL;
  if (!f->input) lia_mistake(L, "out of memory");
  f->inside = f->u + s->ninput;
  f->ninput = s->ninput;
  for (int k = 0; k < s->ninput; k++) f->u[k] = s->input[k].value.x;
  if (lia_described_new(&f->described, o->spec, &o->c, f->loads.load, &err) != LIA_OK)
    lia_raise(L, &err);
  for (int k = 0; k < s->nforce; k++)
    lia_text_format(f->called[k], sizeof f->called[k], "%.47s", s->force[k].name);
}

lforces *lia_lforces_read(lua_State *L, int list, int inputs, int arg, lmodel *o,
    const lia_joint_ends *ends) {
  luaL_checkstack(L, 30, "forces");
  const char *const *name = (const char *const *)o->spec->coord;
  if (list && !lua_istable(L, list))
    lia_arg_error(L, arg, "forces: expected a list of {'spring', joint = 'q1', ..}, got %s",
        luaL_typename(L, list));
  const int first = o->spec->nforce;
  int n = first + (list ? (int)lua_rawlen(L, list) : 0);
  uint32_t slots = 1;
  lforces *f = new_forces(L, n + (ends ? lia_joint_loads(o->c.model, ends, name, NULL) : 0));
  reading r = { .L = L, .arg = arg, .o = o, .f = f };
  take_described(L, f, o);
  lua_createtable(L, n, 0);
  r.functions = lua_gettop(L);
  lua_createtable(L, 0, 0);
  r.numbers = lua_gettop(L);
  for (r.k = first; r.k < n; r.k++) {
    lua_rawgeti(L, list, r.k - first + 1);
    r.entry = lua_gettop(L);
    lia_text_format(f->name[r.k], sizeof f->name[r.k], "forces[%d]", r.k - first + 1);
    read_element(&r);
    if (f->tape[r.k] && f->tape[r.k]->nslot > slots) slots = f->tape[r.k]->nslot;
    lua_pop(L, 1);
  }
  if (ends) lia_joint_loads(o->c.model, ends, name, f->loads.load + n);
  call_joint_loads(f, n);
  lia_loads_count(&f->loads);
  lua_createtable(L, 0, 0);
  const int input_functions = lua_gettop(L);
  lia_lforces_inputs(L, f, inputs, arg, input_functions);
  for (int k = 0; k < f->ninput; k++)
    if (f->input[k].tape && f->input[k].tape->nslot > slots) slots = f->input[k].tape->nslot;
  f->w = lia_calloc(slots, sizeof *f->w);
  if (!f->w) lia_mistake(L, "out of memory");
  lua_createtable(L, 7, 0);
  lua_pushvalue(L, input_functions);
  lua_rawseti(L, -2, 7);
  lua_pushvalue(L, r.functions);
  lua_rawseti(L, -2, 1);
  lua_pushvalue(L, r.numbers);
  lua_rawseti(L, -2, 2);
  double **vecs[4] = { &f->q, &f->v, &f->x, &f->xv };
  const int size[4] = { o->c.model->nq, o->c.model->nv, 3, 3 };
  for (int k = 0; k < 4; k++) {
    *vecs[k] = lia_pushvec(L, size[k]);
    lua_rawseti(L, -2, 3 + k);
  }
  f->nq = o->c.model->nq;
  f->nv = o->c.model->nv;
  lia_callback_init(L, &f->cb, lua_gettop(L), lia_lforce_body, f);
  return f;
}

void lia_open_force(lua_State *L);
void lia_open_force(lua_State *L) {
  lia_class_register(L, &lia_forces_class);
}
