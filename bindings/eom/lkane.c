/* lkane.c - the ten steps with generalised speeds: their matrices in symbols */
#include "bindings/eom/lkane_inside.h"

#include "bindings/kit/fields.h"
#include "bindings/sym/lexpr.h"

#include "base/mem.h"
#include "eom/velocity_nullspace.h"
#include "sym/expr/build.h"
#include "sym/expr/diff.h"
#include "sym/expr/subs.h"
#include "sym/simp/zero.h"

#include <string.h>

// ---- the object ----

static void destroy(void *p) {
  lkane *o = p;
  lia_free(o->k);
  lia_free(o->tape);
  lia_free(o->in);
  lia_free(o->w);
  lia_free(o);
}

static int kane_get(lua_State *L, void *object);
static const lia_fn methods[10];
static const lia_class kane_class = {
  .name = "kane",
      .text = "Equations of motion by generalised speeds, with every matrix of the ten steps: D "
      "alpha' + C alpha + c = tau.",
  .destroy = destroy, .method = methods, .get = kane_get,
  .field = "q alpha alphad qd G Jh vt H b Jnh q0 J Jd v0 v0d v M W WM wrench D C c tau n l nv "
      "nbody nrow planar form unproved",
};

static lkane *push_kane(lua_State *L, int keep) {
  void **box = lia_push(L, &kane_class);
  lia_keep_pool(L, -1, keep);
  lkane *o = lia_calloc(1, sizeof *o);
  if (!o) lia_error_text(L, "out of memory");
  return *box = o;
}

// ---- arguments: the Lua half hands over matrices of the right size ----

static const lia_expr *kane_part(lua_State *L, const char *key, int *count) {
  lua_getfield(L, 1, key);
  const lsmat *m = lua_isnil(L, -1) ? NULL : lia_check(L, lua_gettop(L), &lia_smat_class);
  lua_pop(L, 1);   // the table keeps it
  if (count) *count = m ? m->rows * m->cols : 0;
  return m ? m->x : NULL;
}

enum { IN_PLANE = 10, IN_SPACE = 28 };

// a body as one list: angle, p, com, m, j, wrench in the plane; R, p, com, m, I, wrench in space
static void body_of(lia_kane_body *b, const lia_expr *x, int planar) {
  for (int i = 0; i < 9; i++) b->R[i] = planar ? LIA_ZERO : x[i];
  b->angle = planar ? x[0] : LIA_ZERO;
  if (planar) {
    for (int i = 0; i < 2; i++) {
      b->p[i] = x[1 + i];
      b->com[i] = x[3 + i];
    }
    for (int i = 0; i < 3; i++) b->wrench[i] = x[7 + i];
    b->m = x[5];
    b->I[2] = x[6];
    return;
  }
  memcpy(b->p, x + 9, sizeof b->p);
  memcpy(b->com, x + 12, sizeof b->com);
  b->m = x[15];
  memcpy(b->I, x + 16, sizeof b->I);
  memcpy(b->wrench, x + 22, sizeof b->wrench);
}

// partial velocities known already, one matrix per body under a key, NULL where there is none
static const lia_expr *const *kane_known(lua_State *L, const char *key, int n) {
  const lia_expr **list = lua_newuserdata(L, ((size_t)n + 1) * sizeof *list);
  lua_getfield(L, 1, key);
  for (int i = 0; i < n; i++) {
    list[i] = NULL;
    if (!lua_istable(L, -1)) continue;
    lua_rawgeti(L, -1, i + 1);
    const lsmat *m = lia_test(L, lua_gettop(L), &lia_smat_class);
    if (m) list[i] = m->x;
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return list;
}

static const lia_kane_body *kane_bodies(lua_State *L, int planar, int *n) {
  lua_getfield(L, 1, "bodies");
  *n = (int)lua_rawlen(L, -1);
  lia_kane_body *b = lua_newuserdata(L, ((size_t)*n + 1) * sizeof *b);
  memset(b, 0, ((size_t)*n + 1) * sizeof *b);
  for (int i = 0; i < *n; i++) {
    lua_rawgeti(L, -2, i + 1);
    const lsmat *m = lia_check(L, lua_gettop(L), &lia_smat_class);
    if (m->rows != (planar ? IN_PLANE : IN_SPACE))
      lia_mistake(L, "bodies[%d]: %d entries", i + 1, m->rows);
    body_of(&b[i], m->x, planar);
    lua_pop(L, 1);
  }
  return b;
}

// derive{planar, q, bodies, Jh, J, H, b, alpha, Jnh, q0, Q, form, tidy} -> kane
static int kane_derive(lua_State *L) {
  lia_pool *p = lia_push_pool(L);
  int keep = lua_gettop(L), nH, nalpha;
  lia_kane_spec s = { .planar = lia_field_whole(L, 1, "planar"),
      .form = (lia_kane_form)lia_field_whole(L, 1, "form"),
      .tidy = (lia_tidy)lia_field_whole(L, 1, "tidy") };
  s.q = kane_part(L, "q", &s.n);
  s.H = kane_part(L, "H", &nH);
  s.b = kane_part(L, "b", NULL);
  s.alpha = kane_part(L, "alpha", &nalpha);
  s.Jnh = kane_part(L, "Jnh", NULL);
  s.q0 = kane_part(L, "q0", NULL);
  s.Q = kane_part(L, "Q", NULL);
  s.nrow = s.n ? nH / s.n : 0;
  s.l = s.alpha ? nalpha : s.n;
  s.body = kane_bodies(L, s.planar, &s.nbody);
  s.Jh = kane_known(L, "Jh", s.nbody);
  s.J = kane_known(L, "J", s.nbody);
  lia_error err = { 0 };
  lkane *o = push_kane(L, keep);
  lia_status st = lia_kane_new(&o->k, p, &s, &err);
  lia_pool_clear(p);
  return st == LIA_OK ? 1 : lia_raise(L, &err);
}

static int kane_push_list(lua_State *L, const int *x, int n) {
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    lua_pushinteger(L, x[i] + 1);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

// partition{H, b, n, choice = {0, 1, 2 ..}} -> N, nu, dependent, free, surplus; or nil, why, code
static int partition(lua_State *L) {
  lia_pool *p = lia_push_pool(L);
  int keep = lua_gettop(L), nH, n = lia_field_whole(L, 1, "n"),
      *choice = lua_newuserdata(L, ((size_t)n + 1) * sizeof *choice);
  const lia_expr *H = kane_part(L, "H", &nH), *b = kane_part(L, "b", NULL);
  lua_getfield(L, 1, "choice");
  int given = lua_istable(L, -1);
  for (int i = 0; given && i < n; i++) {
    lua_rawgeti(L, -1, i + 1);
    choice[i] = (int)lua_tointeger(L, -1);
    lua_pop(L, 1);
  }
  lia_error err = { 0 };
  void **box = lia_push_hold(L);
  lia_partition *o = NULL;
  lia_status st = lia_speeds_partition(&o, p, nH / n, n, H, b, given ? choice : NULL, &err);
  *box = o;
  lia_pool_clear(p);
  if (st != LIA_OK) return lia_fail(L, &err);
  int l = n - o->rank;
  if (l) lia_push_smat_of(L, p, n, l, 0, o->N, keep);
  else lua_pushnil(L);
  lia_push_smat_of(L, p, n, 1, 1, o->nu, keep);
  return 2 + kane_push_list(L, o->dependent, o->rank) + kane_push_list(L, o->free, l)
      + kane_push_list(L, o->surplus, nH / n - o->rank);
}

// speeds{H, b, S, s, n} -> Jnh, q0; or nil, why, code
static int speeds(lua_State *L) {
  lia_pool *p = lia_push_pool(L);
  int keep = lua_gettop(L), nH, nS, n = lia_field_whole(L, 1, "n");
  const lia_expr *H = kane_part(L, "H", &nH), *b = kane_part(L, "b", NULL),
      *S = kane_part(L, "S", &nS), *s = kane_part(L, "s", NULL);
  int l = nS / n;
  lsmat *Jnh = lia_push_smat(L, p, n, l, 0, keep), *q0 = lia_push_smat(L, p, n, 1, 1, keep);
  lia_error err = { 0 };
  lia_status st = lia_speeds_of(p, n - l, n, H, b, S, s, Jnh->x, q0->x, &err);
  lia_pool_clear(p);
  return st == LIA_OK ? 2 : lia_fail(L, &err);
}

// ---- parts ----

static int push_part(lua_State *L, const lia_kane *k, const lia_expr *x, int rows, int cols,
    int vector) {
  if (rows) lia_push_smat_of(L, k->p, rows, cols, vector, x, 1);
  else lua_pushnil(L);
  return 1;
}

// blocks on the diagonal as one matrix
static int push_blocks(lua_State *L, const lia_kane *k, const lia_expr *block) {
  lsmat *m = lia_push_smat(L, k->p, k->nv, k->nv, 0, 1);
  for (int i = 0; i < k->nbody; i++)
    for (int r = 0; r < k->per; r++)
      for (int c = 0; c < k->per; c++)
        m->x[(i * k->per + r) * k->nv + i * k->per + c] = block[(i * k->per + r) * k->per + c];
  return 1;
}

static int kane_get(lua_State *L, void *object) {
  const lia_kane *k = ((const lkane *)object)->k;
  int n = k->n, l = k->l, nv = k->nv;
  const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
  const struct { const char *key; const lia_expr *x; int rows, cols, vector; } list[] = {
    { "q", k->q, n, 1, 1 }, { "qd", k->qd, n, 1, 1 }, { "alpha", k->alpha, l, 1, 1 },
        { "alphad", k->alphad, l, 1, 1 },
    { "G", k->G, k->nbody, 3, 0 }, { "Jh", k->Jh, nv, n, 0 }, { "vt", k->vt, nv, 1, 1 },
        { "H", k->H, k->nrow, n, 0 }, { "b", k->b, k->nrow, 1, 1 },
    { "Jnh", k->Jnh, n, l, 0 }, { "q0", k->q0, n, 1, 1 }, { "J", k->J, nv, l, 0 },
        { "Jd", k->Jd, nv, l, 0 }, { "v0", k->v0, nv, 1, 1 },
    { "v0d", k->v0d, nv, 1, 1 }, { "v", k->v, nv, 1, 1 }, { "wrench", k->wrench, nv, 1, 1 },
        { "D", k->D, l, l, 0 }, { "C", k->C, l, l, 0 },
    { "c", k->c, l, 1, 1 }, { "tau", k->tau, l, 1, 1 },
  };
  for (size_t i = 0; i < sizeof list / sizeof *list; i++)
    if (!strcmp(key, list[i].key))
      return push_part(L, k, list[i].x, list[i].rows, list[i].cols, list[i].vector);
  if (!strcmp(key, "M")) return push_blocks(L, k, k->M);
  if (!strcmp(key, "W")) return push_blocks(L, k, k->W);
  if (!strcmp(key, "WM")) return push_blocks(L, k, k->WM);
  const struct { const char *key; int n; } count[] = { { "n", n }, { "l", l }, { "nv", nv },
      { "nbody", k->nbody }, { "nrow", k->nrow }, { "unproved", k->unproved } };
  for (size_t i = 0; i < sizeof count / sizeof *count; i++)
    if (!strcmp(key, count[i].key)) {
      lua_pushinteger(L, count[i].n);
      return 1;
    }
  if (!strcmp(key, "planar")) {
    lua_pushboolean(L, k->planar);
    return 1;
  }
  if (!strcmp(key, "form")) {
    lua_pushstring(L, k->form == LIA_KANE_skew ? "skew" : "desantis");
    return 1;
  }
  return 0;
}

static lkane *self(const lia_arg *a) { return a->o; }

// all entries of x along the motion; pushes an smat of the same shape
static int rate(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  const lia_kane *k = self(a)->k;
  if (lia_classof(L, 2) == &lia_smat_class) {
    const lsmat *x = a[1].o;
    lsmat *d = lia_push_smat(L, k->p, x->rows, x->cols, x->vector, 1);
    if (!lia_kane_rate(k, x->rows * x->cols, x->x, d->x)) return lia_expr_raise(L, k->p);
    return 1;
  }
  lia_expr e = lia_to_expr(L, k->p, 2, 2, NULL), d = 0;
  if (!lia_kane_rate(k, 1, &e, &d)) d = 0;
  lia_push_expr(L, k->p, d, 1);
  return 1;
}

static int constraint_wrench(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lia_kane *k = self(a)->k;
  lsmat *m = lia_push_smat(L, k->p, k->nv, 1, 1, 1);
  if (!lia_kane_constraint_wrench(k, m->x)) return lia_expr_raise(L, k->p);
  return 1;
}

static int kane_split(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  const lia_kane *k = self(a)->k;
  int nu, ll = k->l * k->l;
  lia_expr *u = lia_to_symbols(L, k->p, 2, 2, &nu),
      *C2 = lua_newuserdata(L, ((size_t)nu * (size_t)ll + 1) * sizeof *C2);
  lsmat *C1 = lia_push_smat(L, k->p, k->l, k->l, 0, 1);
  if (!lia_kane_split(k, nu, u, C1->x, C2)) {
    if (k->p->err.code != LIA_OK) return lia_expr_raise(L, k->p);
    return lia_mistake(L, "C is not linear in these rates");
  }
  for (int i = 0; i < nu; i++) lia_push_smat_of(L, k->p, k->l, k->l, 0, C2 + i * ll, 1);
  return 1 + nu;
}

static int skew(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lia_kane *k = self(a)->k;
  int unknown = 0;
  for (int i = 0; i < k->l; i++)
    for (int j = 0; j <= i; j++) {
      lia_zero_answer z = lia_zero(k->p, lia_sym_add(k->p, lia_kane_skew(k, i, j),
          lia_kane_skew(k, j, i)));
      lia_pool_clear(k->p);
      if (z == LIA_ZERO_no) {
        lua_pushboolean(L, 0);
        return 1;
      }
      unknown |= z == LIA_ZERO_unknown;
    }
  if (unknown) lua_pushnil(L);
  else lua_pushboolean(L, 1);
  return 1;
}

static int state(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lia_kane *k = self(a)->k;
  lsmat *g0 = lia_push_smat(L, k->p, k->l, 1, 1, 1), *gw = lia_push_smat(L, k->p, k->l, k->l, 0, 1);
  if (!lia_kane_state(k, g0->x, gw->x)) return lia_expr_raise(L, k->p);
  return 2;
}

// the equations a program integrates: what (kane.h: D, C alpha + c, tau ...) at once as expressions
static int kane_rows(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lia_kane *k = self(a)->k;
  lia_pool *p = k->p;
  lsmat *m = lia_push_smat(L, p, k->l, 1, 1, 1);
  for (int i = 0; i < k->l; i++) {
    lia_expr e = lia_sym_sub(p, k->c[i], k->tau[i]);
    for (int j = 0; j < k->l; j++) {
      e = lia_sym_add(p, e, lia_sym_mul(p, k->D[i * k->l + j], k->alphad[j]));
      e = lia_sym_add(p, e, lia_sym_mul(p, k->C[i * k->l + j], k->alpha[j]));
    }
    if (!(m->x[i] = e)) return lia_expr_raise(L, p);
  }
  return 1;
}

// a parameter put in motion would have had its part in the velocities, and a mass in the momentum
static void refuse_moving(lua_State *L, const lia_kane *k, const lia_change *c) {
  lia_pool *p = k->p;
  const struct { const lia_expr *x; int n; } held[] = { { k->Jh, k->nv * k->n },
      { k->G, 3 * k->nbody }, { k->M, k->nbody * k->per * k->per },
    { k->H, k->nrow * k->n }, { k->Jnh, k->n * k->l } };
  for (int i = 0; i < c->n; i++) {
    const lia_symbol *s = lia_expr_op(p, c->from[i]) == LIA_OP_sym ? lia_expr_symbol(p, c->from[i])
        : NULL;
    if (!s || s->kind != LIA_SYM_parameter || lia_diff_time(p, c->to[i]) == LIA_ZERO) continue;
    for (size_t h = 0; h < sizeof held / sizeof *held; h++)
      for (int j = 0; j < held[h].n; j++)
        if (lia_subs_depends(p, held[h].x[j], s->self))
          lia_arg_error(L, 2,
              "%s stands in the velocities or masses, which were made with it held: make it a "
              "function of time (li.functions, or an input of the system) before the equations",
              s->name);
  }
}

static int with(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  const lia_kane *from = self(a)->k;
  lia_change c = lia_to_change(L, from->p, 2, 2);
  refuse_moving(L, from, &c);
  for (int i = 0; i < c.n; i++)
    for (int j = 0; j < from->n + from->l; j++)
      if (c.from[i] == (j < from->n ? from->q[j] : from->alpha[j - from->n]))
        return lia_arg_error(L, 2, "%s is a coordinate or a speed of these equations",
            lia_expr_symbol(from->p, c.from[i])->name);
  lkane *o = push_kane(L, 1);
  lia_error err = { 0 };
  if (lia_kane_with(&o->k, from, c.n, c.from, c.to, &err) != LIA_OK) {
    lia_pool_clear(from->p);
    return lia_raise(L, &err);
  }
  return 1;
}

#define ROBOT "local s = li.system{planar = true}; local x, y, th = s:coordinates 'xc yc ac'; " \
    "s:body{name = 'cart', m = 'm', j = 'j', place = {x, y, th}}" \
  ":wheel{}; local k = s:kane{speeds = {vc = \"xc'*cos(ac) + yc'*sin(ac)\", wc = \"ac'\"}}; "

// as the Lua half writes it
static int tostring(lua_State *L) { return lia_tostring_by(L, "report"); }

static const lia_fn methods[10] = {
  { tostring, "kane.__tostring(k: kane) -> str", "The ten steps, as kane:report gives them.",
      ROBOT "return #tostring(k) > 200 --> true" },
  { rate, "kane:rate(x: expr|smat) -> expr|smat",
      "The derivative in time along the motion: rates of coordinates in terms of the speeds, "
      "inputs with their rates.",
    ROBOT "return k:rate(k.q[1]) --> vc*cos(ac)" },
  { constraint_wrench, "kane:constraint_wrench() -> smat",
    "omega_c = M (J alpha' + J' alpha + v_0') + W M v - omega_a: what the constraints do, as "
    "forces and moments about the centres of mass in body axes.",
    ROBOT "return k:constraint_wrench()[2] --> m*vc*wc" },
  { kane_split, "kane:split(rates: expr|str|table|smat) -> smat",
      "C = C1 + C2 u + ...: C1, then a matrix for every rate of an input.",
      ROBOT "return k:split{}[1][1] --> 0" },
  { skew, "kane:skew() -> bool",
      "Whether D' - 2C is a skew matrix, proved entry by entry; nil where neither proof is found.",
      ROBOT "return k:skew() --> true" },
  { state, "kane:state() -> g0: smat, gw: smat",
      "alpha' = g0 + gw tau: g0 = -D^-1 (C alpha + c), gw = D^-1.",
      ROBOT "return (select(2, k:state())[1][1]) --> 1/m" },
  { kane_rows, "kane:rows() -> smat", "D alpha' + C alpha + c - tau, which is 0.",
      ROBOT "return k:rows()[2] --> j*wc'" },
  { with, "kane:replace(values: table) -> kane",
      "What kane:with is made of: the matrices with numbers or expressions for symbols; names of "
      "bodies and reactions are lost.",
    ROBOT "return k:replace{m = 3}.D[1][1] --> 3" },
  { lia_lkane_numbers, "kane:numbers(values: table) -> table",
    "Everything at one state, {name = number} for every symbol: alphad (alpha'), qd, qdd, omega_c "
    "(wrenches of the constraints), D, C, c, tau, J, Jd, Jnh, v, vd, "
    "T (kinetic energy), power (of the active wrenches). nil, message, 'ESINGULAR' where D is not "
    "definite.",
    ROBOT "return k:numbers{ac = 0, vc = 2, wc = 3, m = 1, j = 1}.qdd --> [0  6  0]" },
  { 0 },
};

void lia_open_kane(lua_State *L);
void lia_open_kane(lua_State *L) {
  static const luaL_Reg list[] = { { "derive", kane_derive }, { "partition", partition },
      { "speeds", speeds }, { NULL, NULL } };
  lia_class_register(L, &kane_class);
  lia_kit_register(L, "kane", list);
}
