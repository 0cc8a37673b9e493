/* equations_make.c - equations of motion from energies or a description; copied, freed */
#include "eom/equations_inside.h"

#include "base/assert.h"
#include "base/mem.h"
#include "eom/condensed.h"
#include "sym/expr/build.h"
#include "sym/expr/subs.h"

#include <string.h>

const lia_eom_row lia_eom_rows[LIA_EOM_COUNT] = {
#define X(id, nin, third, out, vector, text) { #id, nin, third, out, vector, text },
  LIA_EOM_LIST(X)
#undef X
};

// ---- the object ----

lia_status lia_equations_nomem(lia_error *err) {
  return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
}

lia_status lia_equations_failed(lia_pool *p, lia_error *err) {
  lia_status st = lia_pool_status(p, err);
  lia_pool_clear(p);
  if (st == LIA_OK) return lia_equations_nomem(err);
  if (err) err->path[0] = 0;   // where it was built is where the caller is
  return st;
}

void lia_equations_free(lia_equations *o) {
  if (!o) return;
  for (int k = 0; k < LIA_EOM_COUNT; k++) {
    lia_free(o->tape[k]);
    lia_free(o->w[k]);
  }
  lia_sforms_free(o->forms);
  lia_arena arena = o->arena;
  lia_arena_free(&arena);
  lia_free(o);
}

void lia_equations_arrays(const lia_equations *o, lia_eom_array list[LIA_EOM_ARRAYS]) {
  const int n = o->n, ncon = o->ncon, nphi = o->nphi, nconst = o->nconst, nz = o->nz;
  const lia_eom_array all[LIA_EOM_ARRAYS] = {
#define X(field, size) { o->field, size },
    LIA_EOM_ARRAY_LIST(X)
#undef X
  };
  // symbols first: LIA_EOM_SYMBOLS of them
  LIA_ASSERT(all[0].x == o->q && all[LIA_EOM_SYMBOLS - 1].x == o->z);
  memcpy(list, all, sizeof all);
}

// zero-numbers; NULL: no memory
static lia_expr *zeros(lia_arena *a, int n) {
  lia_expr *x = lia_arena_alloc(a, ((size_t)n + 1) * sizeof *x);
  for (int i = 0; x && i < n; i++) x[i] = LIA_ZERO;
  return x;
}

lia_expr *lia_equations_list(lia_arena *a, const lia_expr *x, int n) {
  lia_expr *y = lia_arena_alloc(a, ((size_t)n + 1) * sizeof *y);
  if (y && n) memcpy(y, x, (size_t)n * sizeof *y);
  return y;
}

lia_equations *lia_equations_new(lia_pool *p, lia_eom_sizes size) {
  const int n = size.n, ncon = size.ncon, nphi = size.nphi, nconst = size.nconst, nz = size.nz;
  LIA_ASSERT(n >= 0 && nphi >= 0 && ncon >= nphi && nconst >= 0 && nz >= 0);
  lia_equations *o = lia_calloc(1, sizeof *o);
  if (!o) return NULL;
  *o = (lia_equations){ .p = p,
                        .n = n,
                        .ncon = ncon,
                        .nphi = nphi,
                        .nconst = nconst,
                        .nz = nz,
                        .T = LIA_ZERO,
                        .V = LIA_ZERO,
                        .D = LIA_ZERO };
  int ok = 1;
#define X(field, size) ok = ok && (o->field = zeros(&o->arena, size));
  LIA_EOM_ARRAY_LIST(X)
#undef X
  ok = ok && (o->name = zeros(&o->arena, nconst)) && (o->lambda = zeros(&o->arena, ncon));
  ok = ok && (o->kept = lia_arena_alloc(&o->arena, ((size_t)n + 1) * sizeof *o->kept));
  if (ok) return o;
  lia_equations_free(o);
  return NULL;
}

// ---- what stays from one to the next ----

int lia_equations_add_step(lia_equations *o, int n, const lia_expr *f, const lia_expr *t) {
  if (!n) return 1;
  lia_eom_step *step = lia_arena_alloc(&o->arena, ((size_t)o->nstep + 1) * sizeof *step);
  lia_expr *from = lia_equations_list(&o->arena, f, n), *to = lia_equations_list(&o->arena, t, n);
  if (!step || !from || !to) return 0;
  if (o->nstep) memcpy(step, o->step, (size_t)o->nstep * sizeof *step);
  step[o->nstep++] = (lia_eom_step){ n, from, to };
  o->step = step;
  return 1;
}

static int copy_steps(lia_equations *o, const lia_equations *from) {
  int ok = 1;
  for (int k = 0; ok && k < from->nstep; k++)
    ok = lia_equations_add_step(o, from->step[k].n, from->step[k].f, from->step[k].t);
  return ok;
}

static int copy_recursion(lia_equations *o, const lia_equations *from) {
  o->form = from->form;
  o->all = from->all;
  if (!from->forms) return 1;
  o->forms = lia_sforms_keep(from->forms);
  o->symbol = lia_equations_list(&o->arena, from->symbol, 3 * from->all);
  return o->symbol != NULL;
}

void lia_equations_leave_recursion(lia_equations *o) {
  lia_sforms_free(o->forms);
  o->forms = NULL;
  o->form = LIA_EOM_closed;
}

static int take_names(lia_equations *o, const char *const *names) {
  if (!names) return 1;
  const char **list = lia_arena_alloc(&o->arena, ((size_t)o->ncon + 1) * sizeof *list);
  int ok = list != NULL;
  for (int k = 0; ok && k < o->ncon; k++)
    ok = (list[k] = lia_arena_text(&o->arena, names[k], strlen(names[k]))) != NULL;
  if (ok) o->row_name = list;
  return ok;
}

lia_status lia_equations_name_rows(lia_equations *o, const char *const *names, lia_error *err) {
  return take_names(o, names) ? LIA_OK : lia_equations_nomem(err);
}

static int take_bodies(lia_equations *o, int n, const lia_eom_body *body) {
  lia_eom_body *list = lia_arena_alloc(&o->arena, ((size_t)n + 1) * sizeof *list);
  int ok = list != NULL;
  for (int k = 0; ok && k < n; k++) {
    list[k] = body[k];
    ok = (list[k].name = lia_arena_text(&o->arena, body[k].name, strlen(body[k].name))) != NULL;
  }
  o->body = list;
  o->nbody = n;
  o->bodies = n ? LIA_EOM_named_bodies : LIA_EOM_no_bodies;
  return ok;
}

int lia_equations_keep_left_out(lia_equations *o) {
  const lia_at_events from = o->left_out;
  const char **list = lia_arena_alloc(&o->arena, ((size_t)from.n + 1) * sizeof *list);
  int ok = list != NULL;
  for (int k = 0; ok && k < from.n; k++)
    ok = (list[k] = lia_arena_text(&o->arena, from.text[k], strlen(from.text[k]))) != NULL;
  o->left_out.text = list;
  return ok;
}

int lia_equations_inherit(lia_equations *o, const lia_equations *from) {
  o->T = from->T;
  o->V = from->V;
  o->D = from->D;
  o->of_model = from->of_model;
  o->elements = from->elements;
  o->tidy = from->tidy;
  o->spec = from->spec;
  o->left_out = from->left_out;
  int ok = copy_recursion(o, from) && copy_steps(o, from) && lia_equations_keep_left_out(o);
  if (ok && from->body) ok = take_bodies(o, from->nbody, from->body);
  o->bodies = from->bodies;
  return ok;
}

static int take_loss(lia_equations *o, const lia_eom_loss *from) {
  if (!from) return 1;
  const size_t n = (size_t)o->n * sizeof(double);
  lia_eom_loss *loss = lia_arena_alloc(&o->arena, sizeof *loss);
  double *number = lia_arena_alloc(&o->arena, 2 * n);
  if (!loss || !number) return 0;
  *loss = *from;
  loss->error = number;
  loss->peak = number + o->n;
  memcpy(loss->error, from->error, n);
  memcpy(loss->peak, from->peak, n);
  o->loss = loss;
  return 1;
}

lia_equations *lia_equations_copy(const lia_equations *from) {
  lia_equations *o = lia_equations_new(from->p, lia_equations_sizes(from));
  if (!o) return NULL;
  lia_eom_array to[LIA_EOM_ARRAYS], was[LIA_EOM_ARRAYS];
  lia_equations_arrays(o, to);
  lia_equations_arrays(from, was);
  for (int k = 0; k < LIA_EOM_ARRAYS; k++) LIA_ASSERT(to[k].n == was[k].n);
  for (int k = 0; k < LIA_EOM_ARRAYS; k++) lia_equations_put(to[k].x, was[k].x, to[k].n);
  lia_equations_put(o->name, from->name, o->nconst);
  lia_equations_put(o->lambda, from->lambda, o->ncon);
  memcpy(o->kept, from->kept, (size_t)o->n * sizeof *o->kept);
  o->cut = from->cut;
  o->split = from->split;
  o->convention = from->convention;
  o->frozen = from->frozen;
  if (lia_equations_inherit(o, from) && take_names(o, from->row_name) && take_loss(o, from->loss))
    return o;
  lia_equations_free(o);
  return NULL;
}

// ---- from energies ----

// J and all that stands beside it
static void take_rows(lia_equations *o, const lia_lagrange *g) {
  LIA_ASSERT(o->n == g->n && o->ncon == g->ncon && o->nphi == g->nholonomic);
  lia_equations_put(o->J, g->J, g->ncon * g->n);
  lia_equations_put(o->Jt, g->Jt, g->ncon * g->n);
  lia_equations_put(o->gamma, g->gamma, g->ncon);
  lia_equations_put(o->shift, g->shift, g->ncon);
  lia_equations_put(o->lambda, g->lambda, g->ncon);
  lia_equations_put(o->phi, g->phi, g->nholonomic);
}

static lia_equations *of_lagrange(const lia_lagrange *g, int nconst) {
  const int n = g->n;
  lia_equations *o =
      lia_equations_new(g->p, (lia_eom_sizes){ n, g->ncon, g->nholonomic, nconst, 0 });
  if (!o) return NULL;
  o->T = g->T;
  o->V = g->V;
  o->D = g->D;
  o->tidy = g->tidy;
  lia_equations_put(o->q, g->q, n);
  lia_equations_put(o->v, g->v, n);
  lia_equations_put(o->a, g->a, n);
  lia_equations_put(o->M, g->M, n * n);
  lia_equations_put(o->C, g->C, n * n);
  lia_equations_put(o->c, g->c, n);
  lia_equations_put(o->G, g->G, n);
  lia_equations_put(o->d, g->d, n);
  lia_equations_put(o->Q, g->Q, n);
  take_rows(o, g);
  for (int k = 0; k < n; k++) o->kept[k] = k;
  return o;
}

lia_status lia_equations_of_energies(lia_equations **out, lia_pool *p, const lia_lagrange_spec *s,
                                     int nbody, const lia_eom_body *body, lia_error *err) {
  lia_lagrange *g = NULL;
  *out = NULL;
  lia_status st = lia_lagrange_new(&g, p, s, err);
  lia_pool_clear(p);
  if (st != LIA_OK) return st;
  lia_equations *o = of_lagrange(g, 0);
  lia_free(g);
  if (o && take_bodies(o, nbody, body)) {
    o->as_derived = 1;
    *out = o;
    return LIA_OK;
  }
  lia_equations_free(o);
  return lia_equations_nomem(err);
}

// ---- from a description ----

int lia_equations_depends(lia_pool *p, const lia_expr *e, int n, lia_expr x) {
  for (int i = 0; i < n; i++)
    if (lia_subs_depends(p, e[i], x)) return 1;
  return 0;
}

// the reduced constants that the equations depend on; others were computed for nothing
static void take_constants(lia_equations *o, const lia_condensed *c) {
  o->nconst = 0;
  for (int i = 0; i < c->nconstant; i++) {
    const lia_expr x = c->constant[i].symbol;
    if (!lia_equations_depends(o->p, o->M, o->n * o->n, x) &&
        !lia_equations_depends(o->p, &o->V, 1, x))
      continue;
    o->name[o->nconst] = x;
    o->value[o->nconst++] = c->constant[i].value;
  }
}

// what is made of lengths and masses that move by themselves: the velocities do not know it
static lia_status refuse_moving_bodies(const lia_equations *o, lia_error *err) {
  lia_pool *p = o->p;
  lia_expr *made_of =
               lia_malloc(((size_t)p->names.count + (size_t)o->nconst + 2) * sizeof *made_of),
           *all;
  if (!made_of) return lia_equations_nomem(err);
  all = made_of + p->names.count;
  all[0] = o->T;
  lia_equations_put(all + 1, o->value, o->nconst);
  uint32_t open = lia_subs_open(p, (uint32_t)o->nconst + 1, all, (uint32_t)o->n, o->q, made_of);
  lia_status st = open == UINT32_MAX ? lia_equations_failed(p, err) : LIA_OK;
  for (uint32_t j = 0; st == LIA_OK && j < open; j++) {
    const lia_symbol *y = lia_expr_symbol(p, made_of[j]);
    if (y->kind != LIA_SYM_time && y->kind != LIA_SYM_function) continue;
    st = LIA_FAIL(err, LIA_EMODEL, "",
                  "equations: a mass or a length of this model moves in time, '%s': what moves is "
                  "a joint, with a driver",
                  y->name);
  }
  lia_free(made_of);
  return st;
}

// the same functions by recursion over the bodies: far fewer operations than M, C and G have. m:
// the description in o's pool
static lia_status add_recursion(lia_equations *o, lia_spec *spec, const lia_smodel *m,
                                lia_error *err) {
  const int n = o->n;
  lia_pool *p = o->p;
  lia_expr *symbol = lia_arena_alloc(&o->arena, (3 * (size_t)n + 1) * sizeof *symbol);
  if (!symbol) return lia_equations_nomem(err);
  lia_equations_put(symbol, o->q, n);
  lia_equations_put(symbol + n, o->v, n);
  lia_equations_put(symbol + 2 * n, o->a, n);
  o->symbol = symbol;
  o->all = n;
  LIA_TRY(lia_sforms_new(&o->forms, spec, err));
  o->form = LIA_EOM_cheapest;
  for (int i = 0; i < m->nelement; i++) {
    const lia_selement *e = &m->element[i];
    if (e->stiffness == LIA_ZERO) continue;
    lia_expr force =
        lia_sym_mul(p, lia_sym_mul(p, e->stiffness, e->scale), lia_sym_sub(p, e->by, e->rest));
    o->spring[e->coord] = lia_sym_add(p, o->spring[e->coord], force);
  }
  return LIA_OK;
}

// what joints do at events; force elements are none of these equations yet
static lia_status left_out_joints(lia_equations *o, const lia_spec *s, lia_error *err) {
  LIA_TRY(lia_spec_at_events(s, &o->arena, &o->left_out, err));
  o->left_out.text += o->left_out.nelement;
  o->left_out.n -= o->left_out.nelement;
  o->left_out.nelement = 0;
  return LIA_OK;
}

static lia_status equations_make_complete(lia_equations *o, lia_spec *s, const lia_smodel *m,
                           const lia_condensed *c, lia_error *err) {
  o->of_model = 1;
  o->as_derived = 1;
  o->spec = s;
  o->bodies = LIA_EOM_spec_bodies;
  o->cut = s->nloop + s->nconstraint;
  LIA_TRY(left_out_joints(o, s, err));
  take_constants(o, c);
  LIA_TRY(refuse_moving_bodies(o, err));
  return add_recursion(o, s, m, err);
}

static lia_status of_smodel(lia_equations **out, lia_spec *s, const lia_smodel *m,
                            const lia_eom_opts *opts, lia_error *err) {
  lia_condensed *c = NULL;
  lia_lagrange *g = NULL;
  lia_equations *o = NULL;
  lia_status st = LIA_OK;
  if (!m->ncoord)
    st = LIA_FAIL(err, LIA_EMODEL, "model", "nothing moves: no coordinates, no equations");
  if (st == LIA_OK) st = lia_condensed_new(&c, m, opts->reduce, err);
  if (st == LIA_OK) st = lia_condensed_lagrange(&g, c, opts->tidy, err);
  lia_pool_clear(m->p);
  if (st == LIA_OK && !(o = of_lagrange(g, c->nconstant))) st = lia_equations_nomem(err);
  if (st == LIA_OK) st = equations_make_complete(o, s, m, c, err);
  lia_free(g);
  lia_condensed_free(c);
  if (st == LIA_OK) *out = o;
  else lia_equations_free(o);
  return st;
}

lia_status lia_equations_of_model(lia_equations **out, lia_pool *p, lia_spec *s,
                                  const lia_eom_opts *opts, lia_error *err) {
  static const lia_eom_opts usual = { .reduce = 1 };
  lia_smodel *m = NULL;
  *out = NULL;
  lia_status st = lia_smodel_new(&m, p, s, err);
  lia_pool_clear(p);
  if (st != LIA_OK) return st;
  st = of_smodel(out, s, m, opts ? opts : &usual, err);
  lia_smodel_free(m);
  return st;
}

// ---- with rows of constraints ----

static lia_status lagrange_of_rows(lia_lagrange **g, const lia_equations *from,
                                   const lia_lagrange_spec *rows, lia_error *err) {
  const int n = from->n;
  lia_lagrange_spec s = *rows;
  s.n = n;
  s.q = from->q;
  s.T = s.V = s.D = LIA_ZERO;
  s.tidy = from->tidy;
  lia_expr *one = lia_malloc((size_t)n * (size_t)n * sizeof *one);
  if (!one) return lia_equations_nomem(err);
  for (int k = 0; k < n * n; k++) one[k] = k % (n + 1) ? LIA_ZERO : LIA_ONE;
  lia_status st = lia_lagrange_of(g, from->p, &s, one, err);
  lia_free(one);
  lia_pool_clear(from->p);
  return st;
}

lia_status lia_equations_constrain(lia_equations **out, const lia_equations *from,
                                   const lia_lagrange_spec *rows, const char *const *names,
                                   lia_error *err) {
  lia_lagrange *g = NULL;
  *out = NULL;
  LIA_TRY(lagrange_of_rows(&g, from, rows, err));
  lia_eom_sizes size = lia_equations_sizes(from);
  size.ncon = g->ncon;
  size.nphi = g->nholonomic;
  lia_equations *o = lia_equations_new(from->p, size);
  int ok = o && lia_equations_inherit(o, from) && take_names(o, names);
  if (ok) {
    lia_eom_array to[LIA_EOM_ARRAYS], was[LIA_EOM_ARRAYS];
    lia_equations_arrays(o, to);
    lia_equations_arrays(from, was);
    for (int k = 0; k < LIA_EOM_ARRAYS; k++)
      if (to[k].n == was[k].n) lia_equations_put(to[k].x, was[k].x, to[k].n);
    lia_equations_put(o->name, from->name, o->nconst);
    memcpy(o->kept, from->kept, (size_t)o->n * sizeof *o->kept);
    take_rows(o, g);
    o->as_derived = from->as_derived;
  }
  lia_free(g);
  if (ok) *out = o;
  else lia_equations_free(o);
  return ok ? LIA_OK : lia_equations_nomem(err);
}
