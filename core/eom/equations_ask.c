/* equations_ask.c - rows and parts of equations, their bodies, whether M' - 2C is skew */
#include "eom/equations_inside.h"

#include "base/mem.h"
#include "eom/geometric.h"
#include "sym/expr/build.h"
#include "sym/expr/diff.h"
#include "sym/expr/subs.h"
#include "sym/simp/zero.h"

#include <string.h>

// ---- rows and parts ----

lia_status lia_equations_split(lia_equations *o, lia_error *err) {
  if (o->split) return LIA_OK;
  const size_t nn = (size_t)o->n * (size_t)o->n,
               np = (size_t)o->n * (size_t)lia_lagrange_pairs(o->n);
  lia_lagrange_spec s = { .n = o->n, .q = o->q, .tidy = o->tidy };
  lia_lagrange *g = NULL;
  lia_status st = lia_lagrange_of(&g, o->p, &s, o->M, err);
  if (st == LIA_OK) st = lia_lagrange_split(g, err);
  lia_pool_clear(o->p);
  if (st == LIA_OK) {
    memcpy(o->B, g->B, nn * sizeof *o->B);
    if (np) memcpy(o->P, g->P, np * sizeof *o->P);
    o->split = 1;
  }
  lia_free(g);
  return st;
}

lia_expr lia_equations_centrifugal(const lia_equations *o, int i) {
  lia_expr e = o->c[i];
  for (int j = 0; j < o->n; j++)
    e = lia_sym_add(o->p, e, lia_sym_mul(o->p, o->C[i * o->n + j], o->v[j]));
  return e;
}

lia_expr lia_equations_bias(const lia_equations *o, int i) {
  lia_pool *p = o->p;
  lia_expr t[4] = { lia_equations_centrifugal(o, i), o->G[i], o->d[i], lia_sym_neg(p, o->Q[i]) };
  return lia_sym_sum(p, 4, t);
}

lia_expr lia_equations_row(const lia_equations *o, int i) {
  lia_pool *p = o->p;
  lia_expr e = lia_equations_bias(o, i);
  for (int j = 0; j < o->n; j++) e = lia_sym_add(p, e, lia_sym_mul(p, o->M[i * o->n + j], o->a[j]));
  for (int c = 0; c < o->ncon; c++) {
    lia_expr f = lia_sym_mul(p, o->J[c * o->n + i], o->lambda[c]);
    if (o->convention == LIA_EOM_slides) e = lia_sym_add(p, e, f);
    else e = lia_sym_sub(p, e, f);
  }
  return e;
}

// dJ/dt = sum over coordinates dJ/dq_j q'_j + Jt
int lia_equations_jdot(const lia_equations *o, lia_expr *Jdot) {
  lia_pool *p = o->p;
  for (int k = 0; k < o->ncon * o->n; k++) {
    Jdot[k] = o->Jt[k];
    for (int j = 0; j < o->n; j++) {
      lia_expr slope = lia_diff(p, o->J[k], o->q[j]);
      Jdot[k] = lia_sym_add(p, Jdot[k], lia_sym_mul(p, slope, o->v[j]));
    }
    if (!Jdot[k]) return 0;
  }
  return 1;
}

// M' - 2C is skew: every sum of an entry and its mirror image is zero
int lia_equations_skew(const lia_equations *o) {
  const lia_lagrange g = { .p = o->p, .n = o->n, .M = o->M, .C = o->C };
  int unknown = 0;
  for (int i = 0; i < o->n; i++)
    for (int j = 0; j <= i; j++) {
      lia_zero_answer z = lia_zero(
          o->p, lia_sym_add(o->p, lia_lagrange_skew(&g, i, j), lia_lagrange_skew(&g, j, i)));
      lia_pool_clear(o->p);
      if (z == LIA_ZERO_no) return 0;
      unknown |= z == LIA_ZERO_unknown;
    }
  return unknown ? -1 : 1;
}

// ---- bodies ----

lia_status lia_equations_follow(const lia_equations *o, int n, lia_expr *e, lia_error *err) {
  for (int k = 0; k < o->nstep; k++) {
    const lia_eom_step *s = &o->step[k];
    if (!lia_subs(o->p, (uint32_t)s->n, s->f, s->t, (uint32_t)n, e, e))
      return lia_equations_failed(o->p, err);
  }
  return LIA_OK;
}

// what was put into the equations, put into these
static lia_status follow_steps(const lia_equations *o, lia_eom_body *b, lia_error *err) {
  lia_expr e[2] = { b->T, b->V };
  LIA_TRY(lia_equations_follow(o, 2, e, err));
  b->T = e[0];
  b->V = e[1];
  return LIA_OK;
}

static lia_status named_bodies(const lia_equations *o, int *n, lia_eom_body **body,
                               lia_error *err) {
  lia_eom_body *list = lia_malloc(((size_t)o->nbody + 1) * sizeof *list);
  if (!list) return lia_equations_nomem(err);
  lia_status st = LIA_OK;
  for (int k = 0; st == LIA_OK && k < o->nbody; k++) {
    list[k] = o->body[k];
    st = follow_steps(o, &list[k], err);
  }
  if (st != LIA_OK) {
    lia_free(list);
    return st;
  }
  *body = list;
  *n = o->nbody;
  return LIA_OK;
}

// the same list with the letters of its names behind it in one block: those of an smodel go with it
static lia_eom_body *with_own_names(const lia_eom_body *list, int n) {
  size_t letters = 0;
  for (int k = 0; k < n; k++) letters += strlen(list[k].name) + 1;
  lia_eom_body *own = lia_malloc(((size_t)n + 1) * sizeof *own + letters);
  if (!own) return NULL;
  char *to = (char *)(own + n + 1);
  for (int k = 0; k < n; k++) {
    size_t size = strlen(list[k].name) + 1;
    own[k] = list[k];
    own[k].name = memcpy(to, list[k].name, size);
    to += size;
  }
  return own;
}

// the bodies that have mass or inertia
static lia_status of_smodel(const lia_equations *o, const lia_smodel *m, int *n,
                            lia_eom_body **body, lia_error *err) {
  lia_eom_body *list = lia_malloc(((size_t)m->nbody + 1) * sizeof *list);
  if (!list) return lia_equations_nomem(err);
  lia_status st = LIA_OK;
  int count = 0;
  for (int i = 0; st == LIA_OK && i < m->nbody; i++) {
    if (lia_geometric_weightless(&m->body[i])) continue;
    lia_eom_body *b = &list[count++];
    b->name = lia_geometric_label(m, i);
    st = lia_geometric_energy(m, i, &b->T, &b->V, err);
    lia_pool_clear(m->p);
    if (st == LIA_OK) st = follow_steps(o, b, err);
  }
  if (st == LIA_OK) *body = with_own_names(list, count);
  lia_free(list);
  if (st == LIA_OK && !*body) return lia_equations_nomem(err);
  if (st == LIA_OK) *n = count;
  return st;
}

lia_status lia_equations_bodies(const lia_equations *o, int *n, lia_eom_body **body,
                                lia_error *err) {
  *n = 0;
  *body = NULL;
  if (o->bodies == LIA_EOM_no_bodies) return LIA_OK;
  if (o->bodies == LIA_EOM_named_bodies) return named_bodies(o, n, body, err);
  lia_smodel *m = NULL;
  lia_status st = lia_smodel_new(&m, o->p, o->spec, err);
  lia_pool_clear(o->p);
  if (st != LIA_OK) return st;
  st = of_smodel(o, m, n, body, err);
  lia_smodel_free(m);
  return st;
}
