/* leom.c - equations of motion: from energies or from a model, their parts, what they give in numbers */
#include "bindings/eom/leom.h"
#include "bindings/kit/fields.h"
#include "bindings/sym/lexpr.h"
#include "bindings/model/lmodel.h"
#include "bindings/kit/nums.h"

#include "base/layout.h"
#include "base/mem.h"
#include "eom/condensed.h"
#include "num/factor.h"
#include "num/idle.h"
#include "rbd/sym/sforms.h"
#include "sym/expr/build.h"
#include "sym/simp/compact.h"
#include "sym/expr/diff.h"
#include "sym/expr/print.h"
#include "sym/simp/simp.h"
#include "sym/simp/smat.h"
#include "sym/expr/subs.h"
#include "sym/expr/homonym.h"
#include "sym/simp/zero.h"

#include <string.h>

/* ---- the object ---- */

/* the functions of the description, and what has become of its equations since: symbols replaced step by step, coordinates locked */
typedef struct lstep { int n; lia_expr *pair; } lstep;   // from[0 .. n), to[n .. 2 n)
typedef struct lroad {
  lia_sforms *forms;
  int all;                   // coordinates of the description
  lia_expr *symbol;          // (3 all) its q, q', q''
  int *kept;                 // (all) which of them the equations have, in order
  int nstep;
  lstep *step;
} lroad;

static void road_free(lroad *r) {
  if (!r) return;
  for (int k = 0; k < r->nstep; k++) lia_free(r->step[k].pair);
  lia_free(r->step);
  lia_free(r->symbol);
  lia_free(r->kept);
  lia_sforms_free(r->forms);
  lia_free(r);
}

/* a copy with one step more (n may be 0); NULL where memory is out */
static lroad *road_copy(const lroad *from, int n, const lia_expr *f, const lia_expr *t) {
  lroad *r = lia_calloc(1, sizeof *r);
  if (!r) return NULL;
  r->forms = lia_sforms_keep(from->forms);
  r->all = from->all;
  r->symbol = lia_calloc(3 * (size_t)r->all + 1, sizeof *r->symbol);
  r->kept = lia_calloc((size_t)r->all + 1, sizeof *r->kept);
  r->step = lia_calloc((size_t)from->nstep + 1, sizeof *r->step);
  int ok = r->symbol && r->kept && r->step;
  if (ok) memcpy(r->symbol, from->symbol, 3 * (size_t)r->all * sizeof *r->symbol);
  if (ok) memcpy(r->kept, from->kept, (size_t)r->all * sizeof *r->kept);
  for (int k = 0; ok && k < from->nstep + (n > 0); k++) {
    int size = k < from->nstep ? from->step[k].n : n;
    lia_expr *pair = lia_calloc(2 * (size_t)size + 1, sizeof *pair);
    ok = pair != NULL;
    if (!ok) break;
    if (k < from->nstep) memcpy(pair, from->step[k].pair, 2 * (size_t)size * sizeof *pair);
    else memcpy(pair, f, (size_t)n * sizeof *pair), memcpy(pair + n, t, (size_t)n * sizeof *pair);
    r->step[r->nstep++] = (lstep){ size, pair };
  }
  if (ok) return r;
  road_free(r);
  return NULL;
}

static void destroy(void *p) {
  leom *o = p;
  road_free(o->road);
  for (int k = 0; k < LIA_EOM_COUNT; k++) {
    lia_free(o->tape[k]);
    lia_free(o->w[k]);
  }
  lia_free(o->rows);
  lia_free(o);
}

/* every array, in one order: for laying out, copying, substituting */
enum { ARRAYS = 18, READ = 17 };   // READ: those a reader sees
typedef struct array { lia_expr **x; int n; } array;

static void arrays(leom *o, array list[ARRAYS]) {
  int n = o->n, nn = n * n, pairs = lia_lagrange_pairs(n);
  array all[ARRAYS] = {
    { &o->q, n }, { &o->v, n }, { &o->a, n }, { &o->M, nn }, { &o->C, nn }, { &o->c, n }, { &o->G, n }, { &o->d, n }, { &o->Q, n },
    { &o->J, o->ncon * n }, { &o->Jt, o->ncon * n }, { &o->gamma, o->ncon }, { &o->shift, o->ncon }, { &o->phi, o->nphi }, { &o->value, o->nconst }, { &o->B, nn }, { &o->P, n * pairs }, { &o->spring, n },
  };
  memcpy(list, all, sizeof all);
}

static void place(lia_layout *l, leom *o) {
  array list[ARRAYS];
  arrays(o, list);
  for (int k = 0; k < ARRAYS; k++) *list[k].x = LIA_TAKE(l, lia_expr, list[k].n);
  o->name = LIA_TAKE(l, lia_expr, o->nconst);
  o->lambda = LIA_TAKE(l, lia_expr, o->ncon);
}

/* an object of these sizes, all zero-numbers; keep: the index of what keeps the pool */
static leom *push_equations(lua_State *L, lia_pool *p, int n, int ncon, int nphi, int nconst, int keep) {
  if (keep < 0) keep = lua_gettop(L) + 1 + keep;
  leom size = { .p = p, .n = n, .ncon = ncon, .nphi = nphi, .nconst = nconst };
  lia_layout l = { 0 };
  LIA_TAKE(&l, leom, 1);
  place(&l, &size);
  void **box = lia_push(L, &lia_eom_class);
  lia_keep_pool(L, -1, keep);
  char *block = lia_block(l.used);
  if (!block) lia_error_text(L, "out of memory");
  l = (lia_layout){ .base = block };
  leom *o = LIA_TAKE(&l, leom, 1);
  *o = (leom){ .p = p, .n = n, .ncon = ncon, .nphi = nphi, .nconst = nconst, .T = LIA_ZERO, .V = LIA_ZERO, .D = LIA_ZERO };
  place(&l, o);
  array list[ARRAYS];
  arrays(o, list);
  for (int k = 0; k < ARRAYS; k++)
    for (int i = 0; i < list[k].n; i++) (*list[k].x)[i] = LIA_ZERO;
  return *box = o;
}

static void copy(lia_expr *to, const lia_expr *from, int n) {
  if (n) memcpy(to, from, (size_t)n * sizeof *to);
}

/* J and all that stands beside it */
static void take_rows(leom *o, const lia_lagrange *g) {
  copy(o->J, g->J, g->ncon * g->n);
  copy(o->Jt, g->Jt, g->ncon * g->n);
  copy(o->gamma, g->gamma, g->ncon);
  copy(o->shift, g->shift, g->ncon);
  copy(o->lambda, g->lambda, g->ncon);
}

/* names of rows, a line each; NULL: none */
static void name_rows(lua_State *L, leom *o, const char *names) {
  if (!names) return;
  size_t n = strlen(names) + 1;
  char *text = lia_malloc(n);
  if (!text) lia_error_text(L, "out of memory");
  memcpy(text, names, n);
  lia_free(o->rows);
  o->rows = text;
}

static leom *push_lagrange(lua_State *L, const lia_lagrange *g, int nconst, int keep) {
  leom *o = push_equations(L, g->p, g->n, g->ncon, g->nholonomic, nconst, keep);
  int n = g->n;
  o->T = g->T, o->V = g->V, o->D = g->D, o->tidy = g->tidy;
  copy(o->q, g->q, n), copy(o->v, g->v, n), copy(o->a, g->a, n);
  copy(o->M, g->M, n * n), copy(o->C, g->C, n * n);
  copy(o->c, g->c, n), copy(o->G, g->G, n), copy(o->d, g->d, n), copy(o->Q, g->Q, n);
  take_rows(o, g);
  copy(o->phi, g->phi, g->nholonomic);
  return o;
}

/* the road of other equations, with one step more */
static void take_road(lua_State *L, leom *o, const leom *from, int n, const lia_expr *f, const lia_expr *t) {
  o->form = from->form;
  road_free(o->road);
  o->road = from->road ? road_copy(from->road, n, f, t) : NULL;
  if (from->road && !o->road) lia_error_text(L, "out of memory");
}

static void leave_road(leom *o) {
  road_free(o->road);
  o->road = NULL;
  o->form = LEOM_closed;
}

/* a copy that keeps what `self` at index 1 keeps; without the numbers' tapes */
static leom *push_copy(lua_State *L, leom *from) {
  leom *o = push_equations(L, from->p, from->n, from->ncon, from->nphi, from->nconst, 1);
  array to[ARRAYS], was[ARRAYS];
  arrays(o, to);
  arrays(from, was);
  for (int k = 0; k < ARRAYS; k++) copy(*to[k].x, *was[k].x, to[k].n);
  copy(o->name, from->name, o->nconst);
  copy(o->lambda, from->lambda, o->ncon);
  name_rows(L, o, from->rows);
  o->cut = from->cut;
  o->T = from->T, o->V = from->V, o->D = from->D;
  o->split = from->split, o->inria = from->inria, o->slides = from->slides, o->frozen = from->frozen, o->of_model = from->of_model, o->tidy = from->tidy;
  take_road(L, o, from, 0, NULL, NULL);
  return o;
}

/* ---- made from energies, from a model ---- */

static lia_expr field_expr(lua_State *L, lia_pool *p, const char *key) {
  lua_getfield(L, 1, key);
  lia_expr e = lua_isnil(L, -1) ? LIA_ZERO : lia_to_expr(L, p, lua_gettop(L), 1, key);
  lua_pop(L, 1);
  return e;
}

/* the list under key on the C side; it stays on the stack. NULL where there is none */
static lia_expr *field_list(lua_State *L, lia_pool *p, const char *key, int *n) {
  *n = 0;
  lua_getfield(L, 1, key);
  if (lua_isnil(L, -1)) return NULL;
  *n = (int)lua_rawlen(L, -1);
  lia_expr *x = lua_newuserdata(L, ((size_t)*n + 1) * sizeof *x);
  for (int i = 0; i < *n; i++) {
    char what[48];
    lia_text_format(what, sizeof what, "%.30s[%d]", key, i + 1);
    lua_rawgeti(L, -2, i + 1);
    x[i] = lia_to_expr(L, p, lua_gettop(L), 1, what);
    lua_pop(L, 1);
  }
  return x;
}

/* lagrange{q =, T =, ... } -> equations: lists of expressions, tidy a number; a lia_lagrange in a box while errors may fly */
static const lia_class hold_class = { .name = "derivation", .text = "Equations on their way.", .destroy = lia_free };

/* settle(q): texts that follow are about these coordinates */
static int settle(lua_State *L) {
  int n;
  lia_pool *p = lia_push_pool(L);
  lia_expr *q = lia_to_symbols(L, p, 1, 1, &n);
  lia_twins_settle(p, (uint32_t)n, q);
  return 0;
}

static int lagrange(lua_State *L) {
  lia_pool *p = lia_push_pool(L);
  int keep = lua_gettop(L), n, nQ, nphi, nrow, nb;
  lia_lagrange_spec s = { .T = field_expr(L, p, "T"), .V = field_expr(L, p, "V"), .D = field_expr(L, p, "D") };
  s.q = field_list(L, p, "q", &n);
  s.Q = field_list(L, p, "Q", &nQ);
  s.phi = field_list(L, p, "phi", &nphi);
  s.H = field_list(L, p, "H", &nrow);
  s.b = field_list(L, p, "b", &nb);
  if (nQ && nQ != n) return lia_mistake(L, "Q: %d forces for %d coordinates", nQ, n);
  if (n && nrow % n) return lia_mistake(L, "H: expected rows of %d entries, one for every coordinate", n);
  s.n = n, s.nphi = nphi, s.nrow = n ? nrow / n : 0;
  if (nb && nb != s.nrow) return lia_mistake(L, "b: %d entries for %d rows of H", nb, s.nrow);
  lua_getfield(L, 1, "tidy");
  s.tidy = (lia_tidy)lua_tointeger(L, -1);
  lia_error err = { 0 };
  void **box = lia_push(L, &hold_class);
  lia_lagrange *g = NULL;
  lia_status st = lia_lagrange_new(&g, p, &s, &err);
  *box = g;
  lia_pool_clear(p);
  if (st != LIA_OK) return lia_raise(L, &err);
  push_lagrange(L, g, 0, keep);
  return 1;
}

/* the same functions by recursion over the bodies, from now on: far fewer operations than M, C and G have. m: the description in o's pool */
static void build_road(lua_State *L, leom *o, lia_spec *spec, const lia_smodel *m) {
  int n = o->n;
  lia_pool *p = o->p;
  lia_error err = { 0 };
  lroad *r = o->road = lia_calloc(1, sizeof *r);
  if (r) {
    r->all = n;
    r->symbol = lia_calloc(3 * (size_t)n + 1, sizeof *r->symbol);
    r->kept = lia_calloc((size_t)n + 1, sizeof *r->kept);
  }
  if (!r || !r->symbol || !r->kept) lia_error_text(L, "out of memory");
  copy(r->symbol, o->q, n), copy(r->symbol + n, o->v, n), copy(r->symbol + 2 * n, o->a, n);
  for (int k = 0; k < n; k++) r->kept[k] = k;
  lia_status st = lia_sforms_new(&r->forms, spec, &err);
  if (st != LIA_OK) lia_raise(L, &err);
  o->form = LEOM_cheapest;
  for (int i = 0; i < m->nelement; i++) {
    const lia_selement *e = &m->element[i];
    if (e->stiffness == LIA_ZERO) continue;
    lia_expr force = lia_sym_mul(p, lia_sym_mul(p, e->stiffness, e->scale), lia_sym_sub(p, e->by, e->rest));
    o->spring[e->coord] = lia_sym_add(p, o->spring[e->coord], force);
  }
}

static void free_smodel(void *p) { lia_smodel_free(p); }
static void free_condensed(void *p) { lia_condensed_free(p); }
static const lia_class smodel_class = { .name = "smodel", .text = "A description in expressions, on its way.", .destroy = free_smodel };
static const lia_class condensed_class = { .name = "condensed", .text = "Augmented bodies, on their way.", .destroy = free_condensed };

/* what is made of lengths and masses that move by themselves: the velocities do not know it */
static void refuse_moving_bodies(lua_State *L, const leom *o) {
  lia_pool *p = o->p;
  const lia_expr *x[] = { &o->T, o->value };
  int n[] = { 1, o->nconst };
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < n[k]; i++) {
      int open;
      const lia_expr *s = lia_eom_open(L, p, 1, &x[k][i], o->n, o->q, &open);
      for (int j = 0; j < open; j++) {
        const lia_symbol *y = lia_expr_symbol(p, s[j]);
        if (y->kind == LIA_SYM_time || y->kind == LIA_SYM_function)
          lia_mistake(L, "equations: a mass or a length of this model moves in time, '%s': what moves is a joint, with a driver", y->name);
      }
      lua_pop(L, 1);
    }
}

static int any_depends(lia_pool *p, const lia_expr *e, int n, lia_expr x);

/* whether a constant stands in the equations */
static int stands(lia_pool *p, const lia_lagrange *g, lia_expr symbol) {
  return any_depends(p, g->M, g->n * g->n, symbol) || any_depends(p, &g->V, 1, symbol);
}

/* of_model(model, reduce, tidy) -> equations */
static int of_model(lua_State *L) {
  lmodel *m = lia_check(L, 1, &lia_model_class);
  int reduce = lua_toboolean(L, 2), tidy = (int)lua_tointeger(L, 3);
  lia_pool *p = lia_push_pool(L);
  int keep = lua_gettop(L);
  lia_error err = { 0 };
  void **sbox = lia_push(L, &smodel_class), **cbox = lia_push(L, &condensed_class), **gbox = lia_push(L, &hold_class);
  lia_smodel *sm = NULL;
  lia_condensed *c = NULL;
  lia_lagrange *g = NULL;
  lia_status st = lia_smodel_new(&sm, p, m->spec, &err);
  *sbox = sm;
  if (st == LIA_OK && sm->ncoord == 0) st = LIA_FAIL(&err, LIA_EMODEL, "model", "nothing moves: no coordinates, no equations");
  if (st == LIA_OK) st = lia_condensed_new(&c, sm, reduce, &err);
  *cbox = c;
  if (st == LIA_OK) st = lia_condensed_lagrange(&g, c, (lia_tidy)tidy, &err);
  *gbox = g;
  lia_pool_clear(p);
  if (st != LIA_OK) return lia_raise(L, &err);
  leom *o = push_lagrange(L, g, c->nconstant, keep);
  o->of_model = 1;
  o->cut = m->spec->nloop + m->spec->nconstraint;
  o->nconst = 0;
  for (int i = 0; i < c->nconstant; i++) {
    if (!stands(p, g, c->constant[i].symbol)) continue;   // computed, but nothing depends on it
    o->name[o->nconst] = c->constant[i].symbol;
    o->value[o->nconst++] = c->constant[i].value;
  }
  refuse_moving_bodies(L, o);
  build_road(L, o, m->spec, sm);
  return 1;
}

/* constrain{eq =, phi =, H =, b =} -> the equations with these rows beside those they are of */
static int constrain(lua_State *L) {
  lua_getfield(L, 1, "eq");
  leom *from = lia_check(L, -1, &lia_eom_class);
  lia_pool *p = from->p;
  int keep = lua_gettop(L), n = from->n, nphi, nrow, nb;
  lia_lagrange_spec s = { .n = n, .q = from->q, .T = LIA_ZERO, .V = LIA_ZERO, .D = LIA_ZERO, .tidy = from->tidy };
  s.phi = field_list(L, p, "phi", &nphi);
  s.H = field_list(L, p, "H", &nrow);
  s.b = field_list(L, p, "b", &nb);
  s.nphi = nphi, s.nrow = nrow / n;
  lia_expr *one = lua_newuserdata(L, (size_t)(n * n) * sizeof *one);
  for (int k = 0; k < n * n; k++) one[k] = k % (n + 1) ? LIA_ZERO : LIA_ONE;
  lia_error err = { 0 };
  void **box = lia_push(L, &hold_class);
  lia_lagrange *g = NULL;
  lia_status st = lia_lagrange_of(&g, p, &s, one, &err);
  *box = g;
  lia_pool_clear(p);
  if (st != LIA_OK) return lia_raise(L, &err);
  leom *o = push_equations(L, p, n, g->ncon, g->nholonomic, from->nconst, keep);
  array to[ARRAYS], was[ARRAYS];
  arrays(o, to);
  arrays(from, was);
  for (int k = 0; k < ARRAYS; k++)
    if (to[k].n == was[k].n) copy(*to[k].x, *was[k].x, to[k].n);
  copy(o->name, from->name, o->nconst);
  o->T = from->T, o->V = from->V, o->D = from->D, o->of_model = from->of_model, o->tidy = from->tidy;
  take_road(L, o, from, 0, NULL, NULL);
  take_rows(o, g);
  copy(o->phi, g->phi, g->nholonomic);
  return 1;
}

/* name_rows(eq, "a\nb"): what its rows are called */
static int named_rows(lua_State *L) {
  leom *o = lia_check(L, 1, &lia_eom_class);
  name_rows(L, o, luaL_checkstring(L, 2));
  lua_settop(L, 1);
  return 1;
}

static void put_list(lua_State *L, lia_pool *p, int n, const lia_expr *x, int keep, const char *key) {
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    lia_push_expr(L, p, x[i], keep);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, key);
}

static void put_expr(lua_State *L, lia_pool *p, lia_expr e, int keep, const char *key) {
  lia_push_expr(L, p, e, keep);
  lua_setfield(L, -2, key);
}

/* { parent =, axis =, slide =, q =, scale =, m =, h =, I =, mass =, V =, J =, lever =, R = { [0] = .., [ancestor] = .. } }; from 1 */
static void push_joint(lua_State *L, const lia_condensed *c, int k, int keep) {
  const lia_cjoint *j = &c->joint[k];
  lia_pool *p = c->p;
  lua_createtable(L, 0, 12);
  lia_field_integer(L, "parent", j->parent + 1);
  lia_field_integer(L, "axis", j->axis + 1);
  lia_field_flag(L, "slide", j->slide);
  put_expr(L, p, c->q[j->coord], keep, "q");
  put_expr(L, p, j->scale, keep, "scale");
  put_expr(L, p, j->m, keep, "m");
  put_expr(L, p, j->mass, keep, "mass");
  put_list(L, p, 3, j->h, keep, "h");
  put_list(L, p, 6, j->I, keep, "I");
  put_list(L, p, 3, j->V, keep, "V");
  put_list(L, p, 6, j->J, keep, "J");
  put_list(L, p, 3, j->lever, keep, "lever");
  lua_createtable(L, k + 1, 1);
  for (int i = k;; i = c->joint[i].parent) {
    lia_push_smat_of(L, p, 3, 3, 0, lia_condensed_R(c, i, k), keep);
    lua_rawseti(L, -2, i + 1);
    if (i < 0) break;
  }
  lua_setfield(L, -2, "R");
}

/* bodies(model) -> augmented bodies, joint by joint; gravity */
static int bodies(lua_State *L) {
  lmodel *m = lia_check(L, 1, &lia_model_class);
  lia_pool *p = lia_push_pool(L);
  int keep = lua_gettop(L);
  lia_error err = { 0 };
  void **sbox = lia_push(L, &smodel_class), **cbox = lia_push(L, &condensed_class);
  lia_smodel *sm = NULL;
  lia_condensed *c = NULL;
  lia_status st = lia_smodel_new(&sm, p, m->spec, &err);
  *sbox = sm;
  if (st == LIA_OK) st = lia_condensed_new(&c, sm, 1, &err);
  *cbox = c;
  lia_pool_clear(p);
  if (st != LIA_OK) return lia_raise(L, &err);
  lua_createtable(L, c->njoint, 2);
  for (int k = 0; k < c->njoint; k++) {
    push_joint(L, c, k, keep);
    lua_rawseti(L, -2, k + 1);
  }
  put_list(L, p, 3, sm->gravity, keep, "gravity");
  lua_createtable(L, c->nconstant, 0);
  for (int k = 0; k < c->nconstant; k++) {
    lua_createtable(L, 2, 0);
    lia_push_expr(L, p, c->constant[k].symbol, keep);
    lua_rawseti(L, -2, 1);
    lia_push_expr(L, p, c->constant[k].value, keep);
    lua_rawseti(L, -2, 2);
    lua_rawseti(L, -2, k + 1);
  }
  lua_setfield(L, -2, "constants");
  return 1;
}

/* ---- parts ---- */

/* B and P of M alone */
static void split(lua_State *L, leom *o) {
  if (o->split) return;
  lia_lagrange_spec s = { .n = o->n, .q = o->q, .tidy = o->tidy };
  lia_error err = { 0 };
  lia_lagrange *g = NULL;
  void **box = lia_push(L, &hold_class);
  lia_status st = lia_lagrange_of(&g, o->p, &s, o->M, &err);
  *box = g;
  if (st == LIA_OK) st = lia_lagrange_split(g, &err);
  lia_pool_clear(o->p);
  if (st != LIA_OK) lia_raise(L, &err);
  copy(o->B, g->B, o->n * o->n);
  copy(o->P, g->P, o->n * lia_lagrange_pairs(o->n));
  lua_pop(L, 1);
  o->split = 1;
}

/* C q' + c */
static lia_expr centrifugal(const leom *o, int i) {
  lia_expr e = o->c[i];
  for (int j = 0; j < o->n; j++) e = lia_sym_add(o->p, e, lia_sym_mul(o->p, o->C[i * o->n + j], o->v[j]));
  return e;
}

/* all but M q'': the forces at zero acceleration */
static lia_expr bias_of(const leom *o, int i) {
  lia_pool *p = o->p;
  lia_expr t[4] = { centrifugal(o, i), o->G[i], o->d[i], lia_sym_neg(p, o->Q[i]) };
  return lia_sym_sum(p, 4, t);
}

static lia_expr row_of(const leom *o, int i) {
  lia_pool *p = o->p;
  lia_expr e = bias_of(o, i);
  for (int j = 0; j < o->n; j++) e = lia_sym_add(p, e, lia_sym_mul(p, o->M[i * o->n + j], o->a[j]));
  for (int c = 0; c < o->ncon; c++) {
    lia_expr f = lia_sym_mul(p, o->J[c * o->n + i], o->lambda[c]);
    e = o->slides ? lia_sym_add(p, e, f) : lia_sym_sub(p, e, f);
  }
  return e;
}

static int push_column(lua_State *L, const leom *o, lia_expr (*f)(const leom *, int)) {
  lsmat *m = lia_push_smat(L, o->p, o->n, 1, 1, 1);
  for (int i = 0; i < o->n; i++)
    if (!(m->x[i] = f(o, i))) lia_expr_raise(L, o->p);
  return 1;
}

static lia_expr minus_gravity(const leom *o, int i) { return lia_sym_neg(o->p, o->G[i]); }

static int push_part(lua_State *L, const leom *o, const lia_expr *x, int rows, int cols, int vector) {
  if (rows) lia_push_smat_of(L, o->p, rows, cols, vector, x, 1);
  else lua_pushnil(L);
  return 1;
}

/* the names of the rows as a list: those told, else of their multipliers */
static int push_row_names(lua_State *L, const leom *o) {
  const char *name = o->rows;
  lua_createtable(L, o->ncon, 0);
  for (int i = 0; i < o->ncon; i++) {
    if (name) {
      size_t n = strcspn(name, "\n");
      lua_pushlstring(L, name, n);
      name += n + (name[n] != 0);
    } else {
      lua_pushstring(L, lia_expr_symbol(o->p, o->lambda[i])->name);
    }
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

static int push_constants(lua_State *L, const leom *o) {
  lua_createtable(L, o->nconst, o->nconst);
  for (int i = 0; i < o->nconst; i++) {
    const char *name = lia_expr_symbol(o->p, o->name[i])->name;
    lia_push_expr(L, o->p, o->value[i], 1);
    lua_setfield(L, -2, name);
    lua_pushstring(L, name);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

/* dJ/dt = sum over coordinates dJ/dq_j q'_j + Jt */
static int push_rates_of_rows(lua_State *L, const leom *o) {
  lia_pool *p = o->p;
  if (!o->ncon) return lua_pushnil(L), 1;
  lsmat *m = lia_push_smat(L, p, o->ncon, o->n, 0, 1);
  for (int k = 0; k < o->ncon * o->n; k++) {
    lia_expr e = o->Jt[k];
    for (int j = 0; j < o->n; j++) {
      lia_expr slope = lia_diff(p, o->J[k], o->q[j]);
      e = lia_sym_add(p, e, lia_sym_mul(p, slope, o->v[j]));
    }
    if (!(m->x[k] = e)) return lia_expr_raise(L, p);
  }
  return 1;
}

static int get(lua_State *L, void *object) {
  leom *o = object;
  int n = o->n;
  const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
  const struct { const char *key; const lia_expr *x; int rows, cols, vector; } part[] = {
    { "M", o->M, n, n, 0 }, { "C", o->C, n, n, 0 }, { "rest", o->c, n, 1, 1 }, { "G", o->G, n, 1, 1 }, { "d", o->d, n, 1, 1 },
    { "q", o->q, n, 1, 1 }, { "v", o->v, n, 1, 1 }, { "a", o->a, n, 1, 1 }, { "J", o->J, o->ncon, n, 0 },
    { "gamma", o->gamma, o->ncon, 1, 1 }, { "shift", o->shift, o->ncon, 1, 1 }, { "lambda", o->lambda, o->ncon, 1, 1 }, { "phi", o->phi, o->nphi, 1, 1 },
  };
  for (size_t k = 0; k < sizeof part / sizeof *part; k++)
    if (!strcmp(key, part[k].key)) return push_part(L, o, part[k].x, part[k].rows, part[k].cols, part[k].vector);
  if (!strcmp(key, "A") && o->inria) return push_part(L, o, o->M, n, n, 0);
  if (!strcmp(key, "Q")) return o->inria ? push_column(L, o, minus_gravity) : push_part(L, o, o->Q, n, 1, 1);
  if (!strcmp(key, "Jdot")) return push_rates_of_rows(L, o);
  if (!strcmp(key, "h")) return push_column(L, o, centrifugal);
  if (!strcmp(key, "T") || !strcmp(key, "V") || !strcmp(key, "D")) {
    lia_push_expr(L, o->p, *key == 'T' ? o->T : *key == 'V' ? o->V : o->D, 1);
    return 1;
  }
  if (!strcmp(key, "B") || !strcmp(key, "P")) {
    split(L, o);
    return *key == 'B' ? push_part(L, o, o->B, n, n, 0) : push_part(L, o, o->P, n > 1 ? n : 0, lia_lagrange_pairs(n), 0);
  }
  if (!strcmp(key, "constants")) return push_constants(L, o);
  if (!strcmp(key, "row_names")) return push_row_names(L, o);
  if (!strcmp(key, "n")) return lua_pushinteger(L, n), 1;
  if (!strcmp(key, "convention")) return lua_pushstring(L, o->inria ? "inria80" : o->slides ? "slides" : "course"), 1;
  return 0;
}

static leom *self(const lia_arg *a) { return a->o; }

static int row(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  if (a[1].n < 1 || a[1].n > self(a)->n) return lia_arg_error(L, 2, "equation %d out of range 1..%d", a[1].n, self(a)->n);
  lia_push_expr(L, self(a)->p, row_of(self(a), a[1].n - 1), 1);
  return 1;
}

static int rows(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  return push_column(L, self(a), row_of);
}

/* M' - 2C is skew: every sum of an entry and its mirror image is zero */
static int skew(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const leom *o = self(a);
  lia_lagrange g = { .p = o->p, .n = o->n, .M = o->M, .C = o->C };
  int unknown = 0;
  for (int i = 0; i < o->n; i++)
    for (int j = 0; j <= i; j++) {
      lia_zero_answer z = lia_zero(o->p, lia_sym_add(o->p, lia_lagrange_skew(&g, i, j), lia_lagrange_skew(&g, j, i)));
      lia_pool_clear(o->p);
      if (z == LIA_ZERO_no) return lua_pushboolean(L, 0), 1;
      unknown |= z == LIA_ZERO_unknown;
    }
  if (unknown) lua_pushnil(L);
  else lua_pushboolean(L, 1);
  return 1;
}

/* ---- other equations out of these ---- */

static int is_among(const lia_expr *x, int n, lia_expr e) {
  for (int i = 0; i < n; i++)
    if (x[i] == e) return 1;
  return 0;
}

/* everything replaced at once, in every array */
static void replace(lua_State *L, leom *o, int n, const lia_expr *from, const lia_expr *to) {
  array list[ARRAYS];
  arrays(o, list);
  int ok = 1;
  for (int k = 3; ok && k < ARRAYS; k++) ok = lia_subs(o->p, (uint32_t)n, from, to, (uint32_t)list[k].n, *list[k].x, *list[k].x);
  lia_expr energy[3] = { o->T, o->V, o->D };
  ok = ok && lia_subs(o->p, (uint32_t)n, from, to, 3, energy, energy);
  if (!ok) lia_expr_raise(L, o->p);
  o->T = energy[0], o->V = energy[1], o->D = energy[2];
}

/* constants that are numbers now, or have been given, are no constants any more */
static void fold(lua_State *L, leom *o, int given, const lia_expr *key) {
  lia_expr *from = lua_newuserdata(L, ((size_t)o->nconst + 1) * 2 * sizeof *from), *to = from + o->nconst + 1;
  int n = 0, kept = 0;
  for (int i = 0; i < o->nconst; i++) {
    if (is_among(key, given, o->name[i])) continue;
    if (n && !lia_subs(o->p, (uint32_t)n, from, to, 1, &o->value[i], &o->value[i])) lia_expr_raise(L, o->p);
    if (!o->p->node[o->value[i]].bits) {
      from[n] = o->name[i];
      to[n++] = o->value[i];
      continue;
    }
    o->name[kept] = o->name[i];
    o->value[kept++] = o->value[i];
  }
  o->nconst = kept;
  if (n) replace(L, o, n, from, to);
  lua_pop(L, 1);
}

static void refuse_coordinates(lua_State *L, const leom *o, const lia_change *c) {
  for (int i = 0; i < c->n; i++) {
    char text[80];
    lia_print_short(o->p, c->from[i], text, sizeof text);
    if (is_among(o->q, o->n, c->from[i]) || is_among(o->v, o->n, c->from[i]) || is_among(o->a, o->n, c->from[i]))
      lia_arg_error(L, 2, "%s is a coordinate of these equations: restrict{...} locks joints, a constraint drives them", text);
  }
}

/* what is said about names is about those of these equations, whatever else has such a name */
static void fit(lua_State *L, leom *o, lia_change *c) {
  array list[ARRAYS];
  arrays(o, list);
  int n = 3;
  for (int k = 0; k < READ; k++) n += list[k].n;
  lia_expr *all = lua_newuserdata(L, ((size_t)n + (size_t)o->nconst) * sizeof *all), *x = all;
  *x++ = o->T, *x++ = o->V, *x++ = o->D;
  for (int k = 0; k < READ; x += list[k++].n) copy(x, *list[k].x, list[k].n);
  copy(x, o->name, o->nconst);
  lia_fit(o->p, c->n, c->from, n + o->nconst, all);
  lua_pop(L, 1);
}

/* a coordinate that is none of these equations', nor locked in them, has no place there */
static void refuse_strangers(lua_State *L, leom *o, lia_expr e, int arg, const char *what) {
  lia_refuse_mixed(L, o->p, e);
  int n;
  const lia_expr *s = lia_eom_open(L, o->p, 1, &e, o->n, o->q, &n);
  for (int i = 0; i < n; i++) {
    const lia_symbol *y = lia_expr_symbol(o->p, s[i]);
    char text[120];
    if (y->kind != LIA_SYM_coordinate || is_among(o->q, o->n, y->base)) continue;
    lia_print_short(o->p, e, text, sizeof text);
    lia_arg_error(L, arg, "%s: '%s' is a coordinate, but none of these equations: %s", what, y->name, text);
  }
  lua_pop(L, 1);
}

/* ---- values that move ---- */

/* replacements and what they bring: f[i] goes to t[i]; the first n are the user's, behind them the rates of functions of time.
 * rate[i]: how fast a parameter moves that was held when the equations were derived, else LIA_ZERO */
typedef struct moving { int n, m; lia_expr *f, *t, *rate; } moving;

/* in motion, symbols alone can be: what an expression is made of would have to move as well */
static const lia_symbol *must_be_symbol(lua_State *L, lia_pool *p, lia_expr e) {
  char text[80];
  lia_print_short(p, e, text, sizeof text);
  if (lia_expr_op(p, e) != LIA_OP_sym) lia_arg_error(L, 2, "%s: what moves in time can be put for a symbol alone, not for an expression", text);
  return lia_expr_symbol(p, e);
}

/* a function of time brings its rates, those not told themselves: f' and f'' */
static moving with_rates(lua_State *L, const leom *o, const lia_change *c) {
  lia_pool *p = o->p;
  moving w = { .n = c->n, .m = c->n };
  w.f = lua_newuserdata(L, 9 * ((size_t)c->n + 1) * sizeof *w.f);
  w.t = w.f + 3 * (c->n + 1), w.rate = w.t + 3 * (c->n + 1);
  copy(w.f, c->from, c->n), copy(w.t, c->to, c->n);
  for (int i = 0; i < w.m; i++) {
    const lia_symbol *s = lia_expr_op(p, w.f[i]) == LIA_OP_sym ? lia_expr_symbol(p, w.f[i]) : NULL;
    lia_expr rate = lia_diff_time(p, w.t[i]);
    if (!rate) lia_expr_raise(L, p);
    w.rate[i] = LIA_ZERO;
    if (s && s->kind == LIA_SYM_function && s->order < 2) {
      lia_expr next = lia_sym_rate(p, w.f[i]);
      if (!next) lia_expr_raise(L, p);
      if (!is_among(w.f, w.m, next)) w.f[w.m] = next, w.t[w.m++] = rate;
    } else if (rate != LIA_ZERO && (!s || s->kind == LIA_SYM_parameter || s->kind == LIA_SYM_coordinate)) {
      w.rate[i] = rate;
    }
  }
  return w;
}

static int any_depends(lia_pool *p, const lia_expr *e, int n, lia_expr x) {
  for (int i = 0; i < n; i++)
    if (lia_subs_depends(p, e[i], x)) return 1;
  return 0;
}

/* places where a symbol may have taken part in derivatives */
enum { IN_T = 1, IN_V = 2, IN_D = 4, IN_PHI = 8, IN_ROWS = 16 };

/* in which of these the symbol stands first, in words; NULL: in none */
static const char *stands_in(const leom *o, lia_expr s, int places) {
  lia_pool *p = o->p;
  int held = o->nphi, rows = o->ncon - held;
  if (places & IN_T && (lia_subs_depends(p, o->T, s) || any_depends(p, o->value, o->nconst, s))) return "the kinetic energy";
  if (places & IN_V && lia_subs_depends(p, o->V, s)) return "the potential";
  if (places & IN_D && lia_subs_depends(p, o->D, s)) return "the dissipation function";
  if (places & IN_PHI && any_depends(p, o->phi, held, s)) return "the constraints";
  if (places & IN_ROWS && (any_depends(p, o->J + held * o->n, rows * o->n, s) || any_depends(p, o->shift + held, rows, s))) return "the constraints";
  return NULL;
}

/* a value that goes by coordinates would have taken part in the derivatives by them */
static void refuse_feedback(lua_State *L, const leom *o, const moving *w) {
  for (int i = 0; i < w->m; i++) {
    int by_q = 0, by_v = 0;
    for (int j = 0; j < o->n; j++) {
      by_q |= lia_subs_depends(o->p, w->t[i], o->q[j]);
      by_v |= lia_subs_depends(o->p, w->t[i], o->v[j]) || lia_subs_depends(o->p, w->t[i], o->a[j]);
    }
    const char *place = by_q || by_v ? stands_in(o, w->f[i], IN_T | IN_V | IN_PHI | IN_ROWS | (by_v ? IN_D : 0)) : NULL;
    if (!place) continue;
    char what[80];
    lia_print_short(o->p, w->f[i], what, sizeof what);
    lia_arg_error(L, 2, "%s stands in %s, which was derived with %s held: what goes by coordinates is written there before the equations are derived", what, place, what);
  }
}

/* a parameter in motion: refused where what it does to velocities is not known any more */
static void refuse_lost_rates(lua_State *L, const leom *o, const moving *w) {
  for (int i = 0; i < w->n; i++) {
    if (w->rate[i] == LIA_ZERO) continue;
    const lia_symbol *s = must_be_symbol(L, o->p, w->f[i]);
    if (s->kind == LIA_SYM_coordinate) lia_arg_error(L, 2, "%s is locked in these equations, its rates are left out: a number, or a constraint that drives it", s->name);
    const char *place = o->of_model ? stands_in(o, s->self, IN_T | IN_ROWS) : NULL;
    if (place) lia_arg_error(L, 2, "%s stands in %s of a model, whose velocities were made with it held: what moves is a joint, with a driver", s->name, place);
  }
}

/* how many expressions add_rates writes */
static int added(const leom *o) { return o->n + 2 * o->ncon + o->ncon * o->n; }

/* what a parameter s in motion adds, with s' told: to momentum d2T/dq'ds s', to a row phi_s s', and to its rate the rate of that.
 * add: c (n), shift (ncon), the rate of that (ncon), Jt (ncon x n); before anything is put in */
static void add_rates(lua_State *L, const leom *o, const moving *w, lia_expr *add) {
  lia_pool *p = o->p;
  int n = o->n, ncon = o->ncon, all = added(o);
  lia_expr *part = lua_newuserdata(L, ((size_t)all + 1) * sizeof *part);
  lia_expr *none = lua_newuserdata(L, ((size_t)n + 1) * sizeof *none);
  for (int k = 0; k < all; k++) add[k] = LIA_ZERO;
  for (int j = 0; j < n; j++) none[j] = LIA_ZERO;
  int ok = 1;
  for (int i = 0; i < w->n; i++) {
    lia_expr s = w->f[i];
    if (w->rate[i] == LIA_ZERO) continue;
    for (int k = 0; k < n; k++) part[k] = lia_diff(p, lia_diff(p, o->T, o->v[k]), s);
    for (int k = 0; k < ncon; k++) {
      lia_expr row = o->shift[k];
      for (int j = 0; j < n; j++) row = lia_sym_add(p, row, lia_sym_mul(p, o->J[k * n + j], o->v[j]));
      part[n + k] = k < o->nphi ? lia_diff(p, o->phi[k], s) : LIA_ZERO;
      part[n + ncon + k] = lia_diff(p, row, s);
    }
    for (int k = 0; k < ncon * n; k++) part[n + 2 * ncon + k] = lia_diff(p, o->J[k], s);
    ok = ok && p->err.code == LIA_OK && lia_subs(p, (uint32_t)w->m, w->f, w->t, (uint32_t)all, part, part);
    for (int k = 0; ok && k < all; k++) add[k] = lia_sym_add(p, add[k], lia_sym_mul(p, part[k], w->rate[i]));
  }
  for (int k = 0; ok && k < ncon; k++) {
    lia_expr more = lia_diff_time(p, add[n + k]);
    ok = lia_subs(p, (uint32_t)n, o->a, none, 1, &more, &more);
    add[n + ncon + k] = lia_sym_add(p, add[n + ncon + k], more);
  }
  if (!ok || p->err.code != LIA_OK) lia_expr_raise(L, p);
  lua_pop(L, 2);
}

static void add_to(lia_pool *p, lia_expr *x, int n, const lia_expr *add) {
  for (int i = 0; i < n; i++) x[i] = lia_sym_add(p, x[i], add[i]);
}

static int with(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  leom *was = self(a);
  lia_change c = lia_to_change(L, was->p, 2, 2);
  fit(L, was, &c);
  refuse_coordinates(L, was, &c);
  for (int i = 0; i < c.n; i++) {
    char what[80];
    lia_print_short(was->p, c.from[i], what, sizeof what);
    refuse_strangers(L, was, c.to[i], 2, what);
  }
  moving w = with_rates(L, was, &c);
  refuse_feedback(L, was, &w);
  refuse_lost_rates(L, was, &w);
  int n = was->n, ncon = was->ncon;
  lia_expr *add = lua_newuserdata(L, ((size_t)added(was) + 1) * sizeof *add);
  add_rates(L, was, &w, add);
  leom *o = push_copy(L, was);
  replace(L, o, w.m, w.f, w.t);
  // constants have names in the matrices alone: given other values, they are all there is
  int renamed = 0;
  for (int i = 0; i < c.n; i++) renamed |= is_among(was->name, was->nconst, c.from[i]);
  if (renamed) leave_road(o);
  else take_road(L, o, was, w.m, w.f, w.t);
  add_to(o->p, o->c, n, add);
  add_to(o->p, o->shift, ncon, add + n);
  for (int r = 0; r < ncon; r++) o->gamma[r] = lia_sym_sub(o->p, o->gamma[r], add[n + ncon + r]);
  add_to(o->p, o->Jt, ncon * n, add + n + 2 * ncon);
  fold(L, o, c.n, c.from);
  return 1;
}

/* which coordinates the list at index 2 names, in the order of the equations */
static int *chosen(lua_State *L, const leom *o, int *count) {
  int n = (int)lua_rawlen(L, 2), *yes = lua_newuserdata(L, ((size_t)o->n + 1) * sizeof *yes);
  memset(yes, 0, (size_t)o->n * sizeof *yes);
  *count = 0;
  for (int i = 1; i <= n; i++) {
    lua_rawgeti(L, 2, i);
    int k = -1;
    if (lua_type(L, -1) == LUA_TNUMBER) {
      double x = lua_tonumber(L, -1);
      if (!(x >= 1 && x <= o->n && x == (int)x)) lia_arg_error(L, 2, "[%d]: coordinate %.14g out of range 1..%d", i, x, o->n);
      k = (int)x - 1;
    } else {
      lia_expr e = lia_to_expr(L, o->p, lua_gettop(L), 2, NULL);
      for (int j = 0; j < o->n; j++) k = o->q[j] == e ? j : k;
      char text[80];
      lia_print_short(o->p, e, text, sizeof text);
      if (k < 0) lia_arg_error(L, 2, "[%d]: %s is no coordinate of these equations", i, text);
    }
    if (yes[k]) lia_arg_error(L, 2, "[%d]: coordinate %d twice", i, k + 1);
    yes[k] = 1;
    ++*count;
    lua_pop(L, 1);
  }
  if (!*count) lia_arg_error(L, 2, "expected the joints that stay free");
  return yes;
}

/* B and P that are not those of M keep what is left of them */
static void restrict_split(leom *o, const leom *from, const int *yes) {
  int n = o->n, all = from->n, pairs = lia_lagrange_pairs(n), were = lia_lagrange_pairs(all);
  for (int i = 0, r = 0; i < all; i++) {
    for (int j = 0, s = 0; yes[i] && j < all; j++) {
      for (int k = j + 1, u = s + 1; yes[j] && k < all; k++)
        if (yes[k]) o->P[r * pairs + lia_lagrange_pair(n, s, u++)] = from->P[i * were + lia_lagrange_pair(all, j, k)];
      if (yes[j]) o->B[r * n + s++] = from->B[i * all + j];
    }
    r += yes[i];
  }
  o->split = 1;
}

/* rates of locked joints are zero, their rows and columns fall away */
static int restrict_to(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  leom *from = self(a);
  int n, *yes = chosen(L, from, &n), all = from->n;
  leom *o = push_equations(L, from->p, n, from->ncon, from->nphi, from->nconst, 1);
  lia_expr *zero = lua_newuserdata(L, ((size_t)all + 1) * 4 * sizeof *zero), *to = zero + 2 * all + 1;
  int locked = 0;
  for (int i = 0, r = 0; i < all; i++) {
    if (!yes[i]) {
      zero[locked] = from->v[i], to[locked++] = LIA_ZERO;
      zero[locked] = from->a[i], to[locked++] = LIA_ZERO;
      continue;
    }
    o->q[r] = from->q[i], o->v[r] = from->v[i], o->a[r] = from->a[i];
    o->c[r] = from->c[i], o->G[r] = from->G[i], o->d[r] = from->d[i], o->Q[r] = from->Q[i];
    o->spring[r] = from->spring[i];
    for (int k = 0; k < from->ncon; k++) {
      o->J[k * n + r] = from->J[k * all + i];
      o->Jt[k * n + r] = from->Jt[k * all + i];
    }
    for (int j = 0, s = 0; j < all; j++) {
      if (!yes[j]) continue;
      o->M[r * n + s] = from->M[i * all + j];
      o->C[r * n + s++] = from->C[i * all + j];
    }
    r++;
  }
  copy(o->gamma, from->gamma, o->ncon), copy(o->shift, from->shift, o->ncon), copy(o->lambda, from->lambda, o->ncon), copy(o->phi, from->phi, o->nphi);
  copy(o->name, from->name, o->nconst), copy(o->value, from->value, o->nconst);
  o->T = from->T, o->V = from->V, o->D = from->D;
  o->inria = from->inria, o->slides = from->slides, o->frozen = from->frozen, o->of_model = from->of_model, o->tidy = from->tidy;
  name_rows(L, o, from->rows);
  if (o->frozen) restrict_split(o, from, yes);
  if (locked) replace(L, o, locked, zero, to);
  take_road(L, o, from, locked, zero, to);
  for (int i = 0, r = 0; o->road && i < all; i++)
    if (yes[i]) o->road->kept[r++] = from->road->kept[i];
  lua_pop(L, 1);
  return 1;
}

static int without_coriolis(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  leom *o = push_copy(L, self(a));
  for (int i = 0; i < o->n * o->n; i++) o->C[i] = o->B[i] = LIA_ZERO;
  for (int i = 0; i < o->n * lia_lagrange_pairs(o->n); i++) o->P[i] = LIA_ZERO;
  for (int i = 0; i < o->n; i++) o->c[i] = LIA_ZERO;
  o->split = o->frozen = 1;
  leave_road(o);
  return 1;
}

/* forced(eq, list) -> equations with n more forces on the right */
static int forced(lua_State *L) {
  leom *from = lia_check(L, 1, &lia_eom_class), *o = push_copy(L, from);
  lia_pool *p = o->p;
  for (int i = 0; i < o->n; i++) {
    char what[32];
    lia_text_format(what, sizeof what, "Q[%d]", i + 1);
    lua_rawgeti(L, 2, i + 1);
    lia_expr Q = lia_to_expr(L, p, lua_gettop(L), 2, what);
    refuse_strangers(L, o, Q, 2, what);
    lua_pop(L, 1);
    o->Q[i] = lia_sym_add(p, o->Q[i], Q);
    if (!o->Q[i]) return lia_expr_raise(L, p);
  }
  return 1;
}

/* the smat at idx of this size; entries */
static const lia_expr *entries_at(lua_State *L, int idx, int rows, int cols) {
  const lsmat *m = lia_check(L, idx, &lia_smat_class);
  if (m->rows * m->cols != rows * cols) lia_mistake(L, "argument %d: expected %dx%d entries", idx, rows, cols);
  return m->x;
}

/* pruned(eq, M, B, P) -> equations with these coefficients instead, C' q' read off B and P; smats, P nil for one coordinate */
static int pruned(lua_State *L) {
  leom *from = lia_check(L, 1, &lia_eom_class), *o = push_copy(L, from);
  int n = o->n;
  copy(o->M, entries_at(L, 2, n, n), n * n);
  copy(o->B, entries_at(L, 3, n, n), n * n);
  if (n > 1) copy(o->P, entries_at(L, 4, n, lia_lagrange_pairs(n)), n * lia_lagrange_pairs(n));
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      lia_expr e = lia_sym_mul(o->p, o->B[i * n + j], o->v[j]);
      for (int k = j + 1; k < n; k++)
        e = lia_sym_add(o->p, e, lia_sym_mul(o->p, o->P[i * lia_lagrange_pairs(n) + lia_lagrange_pair(n, j, k)], o->v[k]));
      if (!e) return lia_expr_raise(L, o->p);
      o->C[i * n + j] = e;
    }
  o->split = o->frozen = 1;
  leave_road(o);
  return 1;
}

static int as(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  leom *o = push_copy(L, self(a));
  o->inria = a[1].n == 1;
  o->slides = a[1].n == 2;
  return 1;
}

/* M, C, G, c, d, Q simplified by one of simp.h */
static int tidy(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lia_expr (*const how[])(lia_pool *, lia_expr) = { lia_simp_trig, lia_simp_factor, lia_simp_cancel, lia_simp_all, lia_simp_expand };
  leom *o = push_copy(L, self(a));
  array list[ARRAYS];
  arrays(o, list);
  for (int k = 3; k < READ; k++)
    for (int i = 0; i < list[k].n; i++) {
      lia_expr e = (*list[k].x)[i], simple = how[a[1].given ? a[1].n : 3](o->p, e);
      if (simple) (*list[k].x)[i] = simple;
      else return lia_expr_raise(L, o->p);
    }
  return 1;
}

/* ---- functions of numbers ---- */

int lia_eom_outputs(const leom *o, lia_eom_what what) {
  int n = o->n;
  if (what == LIA_EOM_matrices) return 2 * n * n + n * lia_lagrange_pairs(n) + n;
  return what == LIA_EOM_mass || what == LIA_EOM_coriolis ? n * n : n;
}

/* reduced constants stand for their values here */
static void unfold(lua_State *L, const leom *o, int n, lia_expr *out) {
  o->p->nested = 1;   // what is shared stays so
  for (int k = o->nconst - 1; k >= 0; k--)
    if (!lia_subs(o->p, 1, &o->name[k], &o->value[k], (uint32_t)n, out, out)) {
      o->p->nested = 0;
      lia_expr_raise(L, o->p);
    }
  o->p->nested = 0;
}

static void compact(lua_State *L, lia_pool *p, int n, lia_expr *out) {
  if (!lia_compact_at(p, (uint32_t)n, out, out, 1, LIA_FUNCTION_PRICE)) lia_expr_raise(L, p);
}

static size_t price(lua_State *L, lia_pool *p, int n, const lia_expr *out) {
  lia_count c;
  if (!lia_tape_count_moving(p, (uint32_t)n, out, &c)) lia_expr_raise(L, p);
  return lia_count_price(c, LIA_FUNCTION_PRICE);
}

/* M x = b into b, in straight-line code */
static void solve(lua_State *L, lia_pool *p, int n, const lia_expr *M, lia_expr *b) {
  p->nested = 1;
  int ok = lia_smat_ldl_solve(p, n, M, 1, b, b);
  p->nested = 0;
  if (!ok) lia_expr_raise(L, p);
}

/* ---- as M q'' + C q' + G ---- */

static void write_closed(lua_State *L, leom *o, lia_eom_what what, lia_expr *out) {
  int n = o->n;
  lia_pool *p = o->p;
  switch (what) {
    case LIA_EOM_mass: copy(out, o->M, n * n); break;
    case LIA_EOM_coriolis: copy(out, o->C, n * n); break;
    case LIA_EOM_gravity: copy(out, o->G, n); break;
    case LIA_EOM_bias: for (int i = 0; i < n; i++) out[i] = bias_of(o, i); break;
    case LIA_EOM_matrices:
      split(L, o);
      copy(out, o->M, n * n), copy(out + n * n, o->B, n * n);
      copy(out + 2 * n * n, o->P, n * lia_lagrange_pairs(n)), copy(out + 2 * n * n + n * lia_lagrange_pairs(n), o->G, n);
      break;
    case LIA_EOM_fd:  // the symbols of the accelerations stand for the forces
      for (int i = 0; i < n; i++) out[i] = lia_sym_sub(p, o->a[i], bias_of(o, i));
      solve(L, p, n, o->M, out);
      break;
    case LIA_EOM_id: case LIA_EOM_COUNT:
      for (int i = 0; i < n; i++) {
        out[i] = bias_of(o, i);
        for (int j = 0; j < n; j++) out[i] = lia_sym_add(p, out[i], lia_sym_mul(p, o->M[i * n + j], o->a[j]));
      }
  }
  for (int i = 0; i < lia_eom_outputs(o, what); i++)
    if (!out[i]) lia_expr_raise(L, p);
}

/* ---- by recursion over the bodies ---- */

/* what the bodies do not know: damping, friction, springs, forces from outside */
static lia_expr rest_of(const leom *o, int i) { return lia_sym_add(o->p, lia_sym_sub(o->p, o->d[i], o->Q[i]), o->spring[i]); }

/* out of the function of all coordinates of the description */
static void keep_coordinates(const leom *o, lia_eom_what what, const lia_expr *x, lia_expr *out) {
  const int n = o->n, all = o->road->all, *at = o->road->kept, pairs = lia_lagrange_pairs(n), allpairs = lia_lagrange_pairs(all);
  if (what == LIA_EOM_matrices) {
    keep_coordinates(o, LIA_EOM_mass, x, out);
    keep_coordinates(o, LIA_EOM_mass, x + all * all, out + n * n);
    x += 2 * all * all, out += 2 * n * n;
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        for (int k = j + 1; k < n; k++) out[i * pairs + lia_lagrange_pair(n, j, k)] = x[at[i] * allpairs + lia_lagrange_pair(all, at[j], at[k])];
    keep_coordinates(o, LIA_EOM_gravity, x + all * allpairs, out + n * pairs);
    return;
  }
  int square = what == LIA_EOM_mass || what == LIA_EOM_coriolis;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < (square ? n : 1); j++) out[square ? i * n + j : i] = square ? x[at[i] * all + at[j]] : x[at[i]];
}

/* one function as the road has it, with the steps since */
static const char *follow(lua_State *L, leom *o, lia_eom_what what, int few, const lia_expr *a, lia_expr *out) {
  const lroad *r = o->road;
  const int size = lia_sforms_size(r->forms, (lia_sform)what);
  const char *way = "";
  lia_error err = { 0 };
  lia_expr *x = lua_newuserdata(L, ((size_t)size + 1) * sizeof *x);
  const lia_snames names = { o->p, r->symbol, r->symbol + r->all, a };
  lia_stop_pool(L, lia_sforms_pool(r->forms));
  lia_status st = lia_sforms_write(r->forms, (lia_sform)what, few, &names, x, &way, &err);
  lia_pool_clear(o->p);
  if (st != LIA_OK) lia_raise(L, &err);
  for (int k = 0; k < r->nstep; k++) {
    o->p->nested = 1;
    int ok = lia_subs(o->p, (uint32_t)r->step[k].n, r->step[k].pair, r->step[k].pair + r->step[k].n, (uint32_t)size, x, x);
    o->p->nested = 0;
    if (!ok) lia_expr_raise(L, o->p);
  }
  keep_coordinates(o, what, x, out);
  lua_pop(L, 1);
  return way;
}

/* accelerations under forces: by the bodies, where all joints are free; by M and the forces at zero acceleration */
static const char *forward(lua_State *L, leom *o, int few, lia_expr *out) {
  const int n = o->n;
  lia_pool *p = o->p;
  const lia_expr *sym = o->road->symbol + 2 * o->road->all;
  lia_expr *M = lua_newuserdata(L, ((size_t)n * (size_t)n + 2 * (size_t)n + 1) * sizeof *M), *other = M + n * n, *force = other + n;
  follow(L, o, LIA_EOM_mass, few, sym, M);
  follow(L, o, LIA_EOM_bias, few, sym, out);
  for (int i = 0; i < n; i++) force[i] = lia_sym_sub(p, o->a[i], rest_of(o, i)), out[i] = lia_sym_sub(p, force[i], out[i]);
  solve(L, p, n, M, out);
  const char *way = "the mass matrix, by composite bodies, and its factors";
  if (few && n == o->road->all) {
    const char *by = follow(L, o, LIA_EOM_fd, 1, force, other);
    compact(L, p, n, out);
    if (price(L, p, n, other) <= price(L, p, n, out)) copy(out, other, n), way = by;
  }
  lua_pop(L, 1);
  return way;
}

static const char *write_recursive(lua_State *L, leom *o, lia_eom_what what, int few, lia_expr *out) {
  const lia_expr *a = o->road->symbol + 2 * o->road->all;
  const char *way = what == LIA_EOM_fd ? forward(L, o, few, out) : follow(L, o, what, few, a, out);
  const int n = o->n, own = what == LIA_EOM_matrices ? lia_eom_outputs(o, what) - n : 0;
  for (int i = 0; i < n; i++) {
    if (what == LIA_EOM_id || what == LIA_EOM_bias) out[i] = lia_sym_add(o->p, out[i], rest_of(o, i));
    if (what == LIA_EOM_gravity || what == LIA_EOM_matrices) out[own + i] = lia_sym_add(o->p, out[own + i], o->spring[i]);
  }
  for (int i = 0; i < lia_eom_outputs(o, what); i++)
    if (!out[i]) lia_expr_raise(L, o->p);
  if (few && o->road->nstep) compact(L, o->p, lia_eom_outputs(o, what), out);
  return way;
}

/* ---- whichever is cheaper ---- */

static const char closed_way[] = "M q'' + C q' + G, common parts taken out";

/* closed forms that are so many times dearer as they stand, or as dear as this, are not looked at more closely where there is a road */
enum { HOPELESS = 4, DEAR = 1000 };

const char *lia_eom_function(lua_State *L, leom *o, lia_eom_what what, int few, lia_expr *out) {
  const int n = lia_eom_outputs(o, what);
  if (what == LIA_EOM_fd && o->ncon) lia_mistake(L, "fd: with constraints these equations have multipliers too: solve them in numbers");
  if (what == LIA_EOM_fd && o->cut) lia_mistake(L, "fd: these equations are of the tree, without the loops and constraints of the model: model:fd keeps them");
  // numbers for one point: what is read, or what takes little time to write
  int usual = what == LIA_EOM_gravity || what == LIA_EOM_coriolis || what == LIA_EOM_matrices ? LEOM_closed : LEOM_recursive;
  int form = !o->road ? LEOM_closed : o->form == LEOM_cheapest && !few ? usual : (int)o->form;
  const char *way = closed_way;
  if (form != LEOM_closed) way = write_recursive(L, o, what, few, out);
  if (form != LEOM_recursive) {
    lia_expr *x = lua_newuserdata(L, ((size_t)n + 1) * sizeof *x);
    size_t least = form == LEOM_closed ? SIZE_MAX : price(L, o->p, n, out);
    write_closed(L, o, what, x);
    size_t as_it_stands = price(L, o->p, n, x);
    int hopeful = few && (form == LEOM_closed || (as_it_stands < HOPELESS * least && as_it_stands < DEAR));
    if (hopeful) compact(L, o->p, n, x);
    if (form == LEOM_closed || (hopeful && price(L, o->p, n, x) <= least)) copy(out, x, n), way = closed_way;
    lua_pop(L, 1);
  }
  unfold(L, o, n, out);
  return way;
}

lia_expr *lia_eom_open(lua_State *L, lia_pool *p, int nout, const lia_expr *out, int n, const lia_expr *given, int *nopen) {
  lia_expr *s = lua_newuserdata(L, ((size_t)p->names.count + 1) * sizeof *s);
  uint32_t count = lia_subs_symbols(p, (uint32_t)nout, out, s);
  if (count == UINT32_MAX) lia_expr_raise(L, p);
  *nopen = 0;
  for (uint32_t i = 0; i < count; i++) {
    lia_expr means = lia_expr_symbol(p, s[i])->means;
    if (!is_among(given, n, s[i]) && !(means && lia_expr_is_num(p, means))) s[(*nopen)++] = s[i];   // numbers by name have one
  }
  return s;
}

void lia_eom_names(const lia_pool *p, int n, const lia_expr *s, char *text, size_t size) {
  size_t used = 0;
  text[0] = 0;
  for (int i = 0; i < n && used + 60 < size; i++)
    used += (size_t)lia_text_format(text + used, size - used, "%s%.50s", i ? ", " : "", lia_expr_symbol(p, s[i])->name);
}

/* q, v, a in one list */
static lia_expr *push_inputs(lua_State *L, const leom *o) {
  lia_expr *in = lua_newuserdata(L, 3 * (size_t)o->n * sizeof *in);
  copy(in, o->q, o->n), copy(in + o->n, o->v, o->n), copy(in + 2 * o->n, o->a, o->n);
  return in;
}

static void refuse_open(lua_State *L, leom *o, int nout, const lia_expr *out, const lia_expr *in) {
  int open;
  const lia_expr *s = lia_eom_open(L, o->p, nout, out, 3 * o->n, in, &open);
  char names[400];
  lia_eom_names(o->p, open, s, names, sizeof names);
  for (int i = 0; open && i < nout; i++) {
    if (lia_subs_depends(o->p, out[i], s[0]) != 1) continue;
    char text[120];
    lia_expr e = out[i];
    if (!lia_sforms_numbers(o->p, 1, &e)) lia_expr_raise(L, o->p);
    lia_print_short(o->p, e, text, sizeof text);
    lia_mistake(L, "no number%s for %s, in %s: equations:with{%s = ...} gives %s", open > 1 ? "s" : "", names, text, lia_expr_symbol(o->p, s[0])->name,
                open > 1 ? "them" : "it");
  }
  lua_pop(L, 1);
}

/* the tape of a function, made when first asked for, and its room: work, inputs (3n), outputs */
static const lia_tape *tape(lua_State *L, leom *o, lia_eom_what what) {
  if (o->w[what]) return o->tape[what];
  int nout = lia_eom_outputs(o, what), top = lua_gettop(L);
  lia_expr *out = lua_newuserdata(L, (size_t)nout * sizeof *out), *in = push_inputs(L, o);
  lia_eom_function(L, o, what, 0, out);
  refuse_open(L, o, nout, out, in);
  lia_error err = { 0 };
  lia_tape *t = NULL;
  if (!o->tape[what] && lia_tape_new(&t, o->p, 3 * (uint32_t)o->n, in, (uint32_t)nout, out, &err) != LIA_OK) lia_raise(L, &err);
  if (t) o->tape[what] = t;
  t = o->tape[what];
  o->w[what] = lia_calloc((size_t)t->nslot + t->nin + t->nout, sizeof(double));
  if (!o->w[what]) lia_error_text(L, "out of memory");
  lua_settop(L, top);
  return t;
}

/* what(q, v, a) with the arguments' numbers; the result stays valid until the next call */
static const double *run(lua_State *L, leom *o, lia_eom_what what, const lia_arg *a, int nargs) {
  for (int k = 0; k < nargs; k++) lia_arg_size(L, k + 2, &a[k + 1], o->n);
  const lia_tape *t = tape(L, o, what);
  double *in = o->w[what] + t->nslot, *out = in + t->nin;
  memset(in, 0, t->nin * sizeof *in);
  for (int k = 0; k < nargs; k++) memcpy(in + k * o->n, a[k + 1].p, (size_t)o->n * sizeof *in);
  lia_tape_eval(t, in, out, o->w[what]);
  return out;
}

static int mass(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lia_pushrows(L, run(L, self(a), LIA_EOM_mass, a, 1), self(a)->n, self(a)->n);
  return 1;
}

static int vector(lua_State *L, lia_eom_what what, int nargs) {
  lia_arg a[4];
  lia_args(L, a);
  lia_pushnums(L, run(L, self(a), what, a, nargs), self(a)->n);
  return 1;
}

static int bias(lua_State *L) { return vector(L, LIA_EOM_bias, 2); }
static int gravity(lua_State *L) { return vector(L, LIA_EOM_gravity, 1); }
static int id(lua_State *L) { return vector(L, LIA_EOM_id, 3); }

/* nil, and which coordinate is the first whose motion, alone or with those before it, costs nothing */
static int without_inertia(lua_State *L, const leom *o, const double *M, double *W, lia_error *err) {
  int n = o->n, k = 0, bad = 0, others = 0;
  char what[300];
  while (!bad && ++k < n) {
    for (int i = 0; i < k; i++) memcpy(W + i * k, M + i * n, (size_t)k * sizeof *W);
    bad = lia_chol_factor(lia_mat_of(W, k, k), NULL) != LIA_OK;
  }
  double *z = lua_newuserdata(L, (size_t)n * sizeof *z);
  const char **name = lua_newuserdata(L, (size_t)n * sizeof *name);
  lia_idle_motion(n, k - 1, M, z, W);
  for (int i = 0; i < n; i++) name[i] = lia_expr_symbol(o->p, o->q[i])->name, others += z[i] != 0;
  lia_idle_tell(n, z, name, what, sizeof what);
  err->path[0] = 0;
  if (others > 1) lia_text_format(err->text, sizeof err->text, "the mass matrix is singular at coordinate %d, %s: %s (a mass between them, or restrict)", k, name[k - 1], what);
  else lia_text_format(err->text, sizeof err->text, "the mass matrix is singular: coordinate %d, %s, has no inertia here of its own (give the body or its rotor one, or restrict it)",
                       k, name[k - 1]);
  return lia_fail(L, err);
}

/* M a - J' lambda = tau - bias, J a = gamma */
static int fd(lua_State *L) {
  lia_arg a[4];
  lia_args(L, a);
  leom *o = self(a);
  if (o->ncon) return lia_mistake(L, "with constraints the multipliers are unknown too: equations:solve");
  if (o->cut) return lia_mistake(L, "these equations are of the tree, without the loops and constraints of the model: model:fd keeps them, model:equations{constraints = true} has them");
  int n = o->n;
  const double *h = run(L, o, LIA_EOM_bias, a, 2), *M = run(L, o, LIA_EOM_mass, a, 1);
  lia_arg_size(L, 4, &a[3], n);
  double *W = lua_newuserdata(L, (size_t)n * (size_t)n * sizeof *W), *x = lia_pushvec(L, n);
  memcpy(W, M, (size_t)n * (size_t)n * sizeof *W);
  for (int i = 0; i < n; i++) x[i] = a[3].p[i] - h[i];
  lia_error err = { 0 };
  if (lia_chol_factor(lia_mat_of(W, n, n), &err) != LIA_OK) return without_inertia(L, o, M, W, &err);
  lia_chol_solve(lia_mat_of(W, n, n), x);
  return 1;
}

/* ---- operations ---- */

static int ops(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  leom *o = self(a);
  lia_eom_what what = a[1].given ? (lia_eom_what)a[1].n : LIA_EOM_id;
  int n = lia_eom_outputs(o, what);
  lia_expr *out = lua_newuserdata(L, (size_t)n * sizeof *out);
  leom bare = *o;
  bare.nconst = 0;   // reduced constants are computed once, not in every call
  lia_eom_function(L, &bare, what, 1, out);
  lia_push_ops(L, o->p, n, out, 1);
  return 1;
}

/* the operations of one form, into the table on top; the way, in words */
static const char *count_form(lua_State *L, const leom *o, lia_eom_what what, leom_form form, size_t *price_of, const char *key) {
  int n = lia_eom_outputs(o, what);
  lia_expr *out = lua_newuserdata(L, (size_t)n * sizeof *out);
  leom bare = *o;
  bare.nconst = 0, bare.form = form;
  const char *way = lia_eom_function(L, &bare, what, 1, out);
  *price_of = price(L, o->p, n, out);
  lia_push_ops(L, o->p, n, out, 1);
  lua_setfield(L, -3, key);
  lua_pop(L, 1);
  return way;
}

/* { closed = .., recursive = .., cheaper = .., way = .. } */
static int forms(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  leom *o = self(a);
  lia_eom_what what = a[1].given ? (lia_eom_what)a[1].n : LIA_EOM_id;
  size_t closed, recursive = SIZE_MAX;
  lua_createtable(L, 0, 4);
  const char *way = count_form(L, o, what, LEOM_closed, &closed, "closed"), *by = o->road ? count_form(L, o, what, LEOM_recursive, &recursive, "recursive") : way;
  int cheaper = o->road && recursive < closed;
  lia_field_text(L, "cheaper", cheaper ? "recursive" : "closed");
  lia_field_text(L, "way", cheaper ? by : way);
  return 1;
}

static int in_form(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  leom *o = push_copy(L, self(a));
  if (a[1].n == LEOM_recursive && !o->road)
    return lia_mistake(L, "these equations have no recursive form: they are not (any more) those of a model of turns and slides");
  o->form = (leom_form)a[1].n;
  return 1;
}

/* ---- the rows ---- */

/* as the Lua half writes it */
static int tostring(lua_State *L) { return lia_tostring_by(L, "text"); }

#define PENDULUM "local m, L, g = li.symbols 'm L g'; local th = li.coordinates 'th'; local eq = li.lagrange{q = 'th', T = \"m*L^2*th'^2/2\", V = '-m*g*L*cos(th)'}; "

static const lia_fn methods[] = {
  { tostring, "equations.__tostring(eq: equations) -> str", "The equations as a person writes them, as equations:text() gives them.",
    PENDULUM "return tostring(eq):match 'G1 = [^\\n]*' --> G1 = m*L*g*sin(th)" },
  { row, "equations:row(i: int) -> expr", "The left side of equation i of which the right side is 0, or the actuator's force: M q'' + C q' + c + G + d - Q - J' lambda.",
    PENDULUM "return eq:row(1) --> m*L^2*th'' + m*L*g*sin(th)" },
  { rows, "equations:rows() -> smat", "The left sides of all equations, as equations:row gives them.", PENDULUM "return #eq:rows() --> 1" },
  { skew, "equations:skew() -> bool", "Whether M' - 2C is skew, proved entry by entry; nil where neither proof is found.", PENDULUM "return eq:skew() --> true" },
  { with, "equations:with(values: table) -> equations", "New equations with numbers or expressions for parameters: {m1 = 2, L = 'a + b'}. Constants that become numbers fall away. What moves in time brings its rates, as if it had stood "
    "in the energies and rows before they were derived; where that cannot be told any more (lengths and masses of a model, values by coordinates in an energy) it is refused by name.",
    PENDULUM "return eq:with{m = 2, L = 0.5}.M[1][1] --> 1/2" },
  { with, "equations:subs(values: table) -> equations", "The same as equations:with.", PENDULUM "return eq:subs{g = 10}.G[1] --> 10*m*L*sin(th)" },
  { restrict_to, "equations:restrict(joints: table) -> equations",
    "New equations of these coordinates alone, by number or name; the others are locked where they stand: their symbols stay, with gives them numbers.",
    "local eq = li.planar{1, 1}:equations(); return eq:restrict{1}.n --> 1" },
  { without_coriolis, "equations:without_coriolis() -> equations", "New equations without the terms of products of velocities, for comparison.",
    "return li.planar{1, 1}:equations():without_coriolis().C[1][1] --> 0" },
  { as, "equations:as(convention: course|inria80|slides) -> equations",
    "The same in another convention. course, as without it: M q'' + C q' + G = Q, where texts write B [q'_j^2] + P [q'_j q'_k] for C q' (what the course calls A, B, C is M, B, P). inria80: A q'' + B [q'^2] + P [q'_j q'_k] - Q = F, Q = -dV/dq. "
    "slides: multipliers of the other sign, M q'' + h + J' lambda = Q.",
    PENDULUM "return eq:as('inria80').Q[1] --> -m*L*g*sin(th)" },
  { tidy, "equations:tidy([how: trig|factor|cancel|all|expand]) -> equations", "New equations, every entry simplified; without how by all means there are.",
    PENDULUM "return eq:tidy().M[1][1] --> m*L^2" },
  { mass, "equations:mass(q: vec) -> mat", "The mass matrix in numbers.", "return li.planar{1}:with{}:equations():mass{0}[1][1] --> 0.33333333333333" },
  { bias, "equations:bias(q: vec, v: vec) -> vec", "C q' + c + G + d - Q in numbers: the forces at zero acceleration.", "return #li.planar{1}:equations():bias({0}, {1}) --> 1" },
  { gravity, "equations:gravity(q: vec) -> vec", "G in numbers.", "return li.planar{1}:equations():gravity{0}[1] --> 4.905" },
  { id, "equations:id(q: vec, v: vec, a: vec) -> vec", "Inverse dynamics in numbers: the forces for accelerations a.", "return #li.planar{1}:equations():id({0}, {0}, {1}) --> 1" },
  { fd, "equations:fd(q: vec, v: vec, tau: vec) -> vec",
    "Forward dynamics in numbers: the accelerations under forces tau; nil, message, 'ESINGULAR' where the mass matrix is not positive definite.",
    "return li.planar{1}:equations():fd({0}, {0}, {4.905})[1] --> 0" },
  { ops, "equations:ops([what: id|fd|mass|bias|gravity|coriolis|matrices]) -> table",
    "The operations of a function as compile and program write it: mul, add, div, fun; shared parts count once, what is made of constants alone not at all. "
    "angle: how many of the additions only make angles, which published counts list with the sines. matrices: M, B, P and G together. Without what: id.",
    "return li.planar{1}:equations():ops('gravity').fun --> 1" },
  { forms, "equations:forms([what: id|fd|mass|bias|gravity|coriolis|matrices]) -> table",
    "What a function costs as M q'' + C q' + G (closed) and by recursion over the bodies (recursive), operations as in equations:ops, which is cheaper "
    "(a division counted as 4, a function as 16) and the way it goes, in words. The cheaper one is what ops, compile, c and program give. Without what: id.",
    "return li.robots.puma560():equations():forms().cheaper, li.planar{1}:equations():forms('gravity').cheaper --> recursive, closed" },
  { in_form, "equations:form(how: closed|recursive|cheapest) -> equations",
    "The same equations whose functions (id, compile, c ..) are computed so: as M q'' + C q' + G, by recursion over the bodies of their model, or by whichever is "
    "cheaper, which is how they are from the start.",
    "local eq = li.planar{1, 1}:equations(); return eq:form('closed'):id({1, 2}, {3, 4}, {5, 6})[2] - eq:id({1, 2}, {3, 4}, {5, 6})[2] < 1e-12 --> true" },
  { 0 },
};

const lia_class lia_eom_class = {
  .name = "equations", .text = "Equations of motion: M q'' + C q' + c + G + d = Q + J' lambda.", .destroy = destroy, .method = methods,
  .field = "M C G h rest d Q B P q v a n T V D J Jdot gamma shift lambda phi row_names constants convention A", .get = get,
};

void lia_eom_functions(lua_State *L) {
  lua_createtable(L, 0, 7);
  lua_pushcfunction(L, lagrange);
  lua_setfield(L, -2, "lagrange");
  lua_pushcfunction(L, of_model);
  lua_setfield(L, -2, "of_model");
  lua_pushcfunction(L, constrain);
  lua_setfield(L, -2, "constrain");
  lua_pushcfunction(L, named_rows);
  lua_setfield(L, -2, "name_rows");
  lua_pushcfunction(L, bodies);
  lua_setfield(L, -2, "bodies");
  lua_pushcfunction(L, forced);
  lua_setfield(L, -2, "forced");
  lua_pushcfunction(L, settle);
  lua_setfield(L, -2, "settle");
  lua_pushcfunction(L, pruned);
  lua_setfield(L, -2, "pruned");
}

void lia_open_eom(lua_State *L);
void lia_open_eom(lua_State *L) {
  lia_class_register(L, &lia_eom_class);
  lia_class_register(L, &hold_class);
  lia_class_register(L, &smodel_class);
  lia_class_register(L, &condensed_class);
}
