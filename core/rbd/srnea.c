/* srnea.c - recursive Newton-Euler in expressions */
#include "rbd/srnea.h"

#include "base/mem.h"
#include "geo/words_sym.h"
#include "sym/eval.h"

/* motion and force of a node, as rnea_text.h needs them */
typedef struct lia_skin { MAT R; VEC p; MAT U; VEC w, wd, a, f, n; } lia_skin;
typedef struct lia_sdata { lia_skin *kin; lia_expr *sin, *cos; } lia_sdata;

#define MODEL lia_stree
#define NODE lia_snode
#define DATA lia_sdata
#define KIN lia_skin

// every node here turns or slides
WORD POSE row_pose(const lia_snode *N, const lia_expr *q) {
  (void)q;
  return pose_of(N->X);
}

#include "rbd/place_text.h"
#include "rbd/rnea_text.h"

static lia_status run(const lia_stree *t, const lia_expr *v, const lia_expr *a, int gravity, lia_sdata *d, lia_expr *work, lia_expr *tau, lia_error *err) {
  lia_expr *q = work, *jv = q + t->jv, *ja = jv + t->jv, *jt = ja + t->jv;
  words_pool = t->p;
  for (int i = 1; i <= t->nnode; i++) {
    const lia_snode *N = &t->node[i];
    q[N->iq] = N->by;
    d->sin[N->angle] = N->kind == LIA_TURN ? lia_sym_sin(t->p, N->by) : LIA_ZERO;
    d->cos[N->angle] = N->kind == LIA_TURN ? lia_sym_cos(t->p, N->by) : LIA_ONE;
    jv[N->iv] = v ? times(N->scale, v[N->coord]) : LIA_ZERO;
    ja[N->iv] = a ? times(N->scale, a[N->coord]) : LIA_ZERO;
  }
  VEC a0 = gravity ? vec(minus_of(t->gravity[0]), minus_of(t->gravity[1]), minus_of(t->gravity[2])) : zero();
  int nested = t->p->nested;
  t->p->nested = 1;   // what recursion shares stays shared
  lia_srnea_outward(t, d, q, jv, ja, a0);
  lia_srnea_inward(t, d, ja, jt);
  t->p->nested = nested;
  for (int k = 0; k < t->ncoord; k++) tau[k] = LIA_ZERO;
  for (int i = 1; i <= t->nnode; i++) {
    const lia_snode *N = &t->node[i];
    tau[N->coord] = plus(tau[N->coord], times(N->scale, jt[N->iv]));
  }
  // rotors turn with their joint: armature (scale q')^2 / 2
  for (int e = 0; a && e < t->m->nelement; e++) {
    const lia_selement *c = &t->m->element[e];
    tau[c->coord] = plus(tau[c->coord], times(times(c->armature, times(c->scale, c->scale)), a[c->coord]));
  }
  return lia_pool_status(t->p, err);
}

lia_status lia_srnea(const lia_stree *t, const lia_expr *v, const lia_expr *a, int gravity, lia_expr *tau, lia_error *err) {
  size_t n = (size_t)t->jv + 1;
  lia_sdata d = { lia_calloc((size_t)t->nnode + 1, sizeof *d.kin), lia_calloc(n, sizeof *d.sin), lia_calloc(n, sizeof *d.cos) };
  lia_expr *work = lia_calloc(4 * n, sizeof *work);
  int ok = d.kin && d.sin && d.cos && work;
  lia_status s = ok ? run(t, v, a, gravity, &d, work, tau, err) : LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  lia_free(work);
  lia_free(d.cos);
  lia_free(d.sin);
  lia_free(d.kin);
  return s;
}

lia_status lia_srnea_mass(const lia_stree *t, lia_expr *M, lia_error *err) {
  int n = t->ncoord;
  lia_expr *a = lia_calloc(2 * (size_t)n + 1, sizeof *a);
  lia_status s = a ? LIA_OK : LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  for (int j = 0; s == LIA_OK && j < n; j++) {
    for (int i = 0; i < n; i++) a[i] = i == j ? LIA_ONE : LIA_ZERO;
    s = lia_srnea(t, NULL, a, 0, a + n, err);
    for (int i = 0; i < n; i++) M[i * n + j] = a[n + i];
  }
  lia_free(a);
  return s;
}

// operations of the inverse dynamics with this regrouping
static lia_status size_of(const lia_smodel *m, const lia_regroup *how, lia_expr *work, size_t *size, lia_error *err) {
  int n = m->ncoord;
  lia_expr *v = work, *a = v + n, *tau = a + n;
  lia_stree *t;
  lia_count c;
  LIA_TRY(lia_stree_new(&t, m, how, err));
  for (int i = 0; i < n; i++) a[i] = lia_sym_rate(m->p, v[i] = lia_sym_rate(m->p, m->q[i]));
  lia_status s = lia_srnea(t, v, a, 1, tau, err);
  if (s == LIA_OK && lia_tape_count(m->p, (uint32_t)n, tau, &c)) *size = c.mul + c.add;
  else if (s == LIA_OK) s = lia_pool_status(m->p, err);
  lia_stree_free(t);
  return s;
}

lia_status lia_srnea_regroup(const lia_smodel *m, lia_regroup *how, lia_error *err) {
  int nodes = lia_stree_nodes(m);
  size_t best = 0, size = 0;
  for (int i = 0; i <= nodes; i++) how[i] = LIA_REGROUP_yy;
  if (nodes > 16) return LIA_OK;
  lia_expr *work = lia_calloc(3 * (size_t)m->ncoord + 1, sizeof *work);
  lia_status s = work ? size_of(m, how, work, &best, err) : LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  for (int i = nodes; s == LIA_OK && i > 0; i--)
    for (int k = 0; s == LIA_OK && k < LIA_REGROUP_COUNT; k++) {
      lia_regroup before = how[i];
      if ((lia_regroup)k == before) continue;
      how[i] = (lia_regroup)k;
      s = size_of(m, how, work, &size, err);
      if (s != LIA_OK || size >= best) how[i] = before;
      else best = size;
    }
  lia_free(work);
  return s;
}
