/* acting.c - inverse dynamics and forces of the joints; names, and what moves in time */
#include "eom/acting.h"

#include "eom/acting_inside.h"

#include "base/mem.h"
#include "rbd/sym/sdyn.h"
#include "sym/expr/build.h"
#include "sym/expr/diff.h"
#include "sym/expr/subs.h"

#include <stdio.h>

void *lia_acting_room(lia_acting *x, int n, size_t size, lia_error *err) {
  void *block = lia_arena_alloc(&x->arena, ((size_t)n + 1) * size);
  if (!block) (void)LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  return block;
}

lia_expr *lia_acting_symbols(lia_acting *x, const char *name, int n, lia_error *err) {
  lia_expr *list = lia_acting_room(x, n, sizeof *list, err);
  for (int k = 0; list && k < n; k++) {
    char text[48];
    snprintf(text, sizeof text, "liaison_%s%d", name, k + 1);
    list[k] = lia_sym_symbol(x->p, text);
  }
  return list;
}

lia_status lia_acting_along(const lia_acting *x, int n, const lia_expr *e, lia_expr *out,
                            lia_error *err) {
  const int nx = x->nq + x->nv + 2 * x->ndriven + 1;
  lia_expr *from = lia_calloc(2 * (size_t)nx, sizeof *from), *to = from ? from + nx : NULL;
  if (!from) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  int k = 0;
  for (int i = 0; i < x->nq; i++, k++) {
    from[k] = x->q[i];
    to[k] = x->qdot[i];
  }
  for (int i = 0; i < x->nv; i++, k++) {
    from[k] = x->v[i];
    to[k] = x->a[i];
  }
  // of an input that drives: u by u', u' by u''
  for (int i = 0; i < x->ndriven; i++, k += 2) {
    const lia_expr *rate = x->input + x->ninput - 2 * x->ndriven + 2 * i;
    from[k] = x->input[x->driven[i]];
    to[k] = from[k + 1] = rate[0];
    to[k + 1] = rate[1];
  }
  from[k] = x->t;
  to[k] = LIA_ONE;
  int ok = lia_diff_along(x->p, (uint32_t)nx, from, to, (uint32_t)n, e, out);
  lia_free(from);
  return ok ? lia_pool_status(x->p, err) : LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
}

// q' = N v
static lia_status rates_of_numbers(lia_acting *x, lia_error *err) {
  const int nq = x->nq, nv = x->nv;
  lia_expr *N = lia_calloc(2 * (size_t)nq * (size_t)nv + 1, sizeof *N);
  int *first = lia_calloc((size_t)nq + 1, sizeof *first);
  int found = N && first ? lia_geometric_rates(x->m, N, N + nq * nv, first) : -1;
  for (int i = 0; found >= 0 && i < nq; i++) {
    x->qdot[i] = LIA_ZERO;
    for (int j = 0; j < nv; j++)
      x->qdot[i] = lia_sym_add(x->p, x->qdot[i], lia_sym_mul(x->p, N[i * nv + j], x->v[j]));
  }
  lia_free(first);
  lia_free(N);
  return found < 0 ? LIA_FAIL(err, LIA_ENOMEM, "", "out of memory") : lia_pool_status(x->p, err);
}

// M a + h, with rotors: M by composite bodies, which takes fewer operations than what Newton and
// Euler make of a
static lia_status inverse_dynamics(lia_acting *x, lia_error *err) {
  lia_pool *p = x->p;
  const int n = x->nv;
  lia_stree *tree = NULL;
  lia_sdyn *room = NULL;
  lia_expr *M = lia_calloc((size_t)n * (size_t)n + 1, sizeof *M);
  lia_status st = M ? LIA_OK : LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  if (st == LIA_OK) st = lia_stree_new(&tree, x->m, NULL, err);
  if (st == LIA_OK) st = lia_sdyn_new(&room, tree, err);
  if (st == LIA_OK) st = lia_sdyn_mass(room, M, err);
  if (st == LIA_OK) st = lia_sdyn_inverse(room, x->v, NULL, 1, x->force, err);
  for (int i = 0; st == LIA_OK && i < n; i++)
    for (int k = 0; k < n; k++)
      x->force[i] = lia_sym_add(p, x->force[i], lia_sym_mul(p, M[i * n + k], x->a[k]));
  lia_sdyn_free(room);
  lia_stree_free(tree);
  lia_free(M);
  return st == LIA_OK ? lia_pool_status(p, err) : st;
}

// of a joint that stands at by = scale q + offset, w = scale q':
//   stored stiffness (by - rest)^2 / 2, lost damping w^2 + friction |w|
static void joint_work(lia_acting *x, const lia_selement *e) {
  lia_pool *p = x->p;
  lia_acting_work *all = &x->joints;
  const lia_expr w = lia_sym_mul(p, e->scale, x->v[e->coord]),
                 away = lia_sym_sub(p, e->by, e->rest),
                 pull = lia_sym_mul(p, e->stiffness, away),
                 storing = lia_sym_mul(p, pull, w),
                 viscous = lia_sym_mul(p, e->damping, lia_sym_sq(p, w)),
                 dry = lia_sym_mul(p, e->friction, lia_sym_mul(p, lia_sym_sign(p, w), w)),
                 lost = lia_sym_add(p, viscous, dry);
  all->stored = lia_sym_add(p, all->stored, lia_sym_mul(p, LIA_HALF, lia_sym_mul(p, pull, away)));
  all->storing = lia_sym_add(p, all->storing, storing);
  all->power = lia_sym_sub(p, all->power, lia_sym_add(p, storing, lost));
  x->lost = lia_sym_add(p, x->lost, lost);
}

static void joint_acts(lia_acting *x, const lia_selement *e) {
  const lia_expr force = lia_smodel_element_force(x->m, e);
  x->force[e->coord] = lia_sym_sub(x->p, x->force[e->coord], force);
  x->pushed[e->coord] = lia_sym_add(x->p, x->pushed[e->coord], force);
  joint_work(x, e);
}

static lia_status acting_layout(lia_acting *x, const lia_spec *s, lia_error *err) {
  x->nrow = lia_acting_count(s);
  x->qdot = lia_acting_room(x, x->nq, sizeof *x->qdot, err);
  x->force = lia_acting_room(x, x->nv, sizeof *x->force, err);
  x->applied = lia_acting_room(x, 2 * x->nv, sizeof *x->applied, err);
  x->g = lia_acting_room(x, 3 * x->nrow, sizeof *x->g, err);
  x->holds = lia_acting_room(x, x->nrow, 1, err);
  x->row_name = lia_acting_room(x, x->nrow, sizeof *x->row_name, err);
  x->lambda = lia_acting_symbols(x, "lambda", x->nrow, err);
  x->tau = lia_acting_symbols(x, "tau", x->nv, err);
  if (!x->qdot || !x->force || !x->applied || !x->g || !x->holds || !x->row_name || !x->lambda ||
      !x->tau)
    return LIA_ENOMEM;
  x->given = x->lost = LIA_ZERO;
  x->joints = (lia_acting_work){ LIA_ZERO, LIA_ZERO, LIA_ZERO, 0 };
  for (int k = 0; k < 2 * x->nv; k++) x->applied[k] = LIA_ZERO;
  x->pushed = x->applied + x->nv;
  x->rate = x->g + x->nrow;
  x->acceleration = x->rate + x->nrow;
  return LIA_OK;
}

// force -= G' lambda + tau, where G = d rate / d v
static lia_status multipliers(lia_acting *x, lia_error *err) {
  lia_pool *p = x->p;
  for (int k = 0; k < x->nv; k++) {
    lia_expr sum = x->tau[k];
    x->pushed[k] = lia_sym_add(p, x->pushed[k], sum);
    for (int i = 0; i < x->nrow; i++) {
      const lia_expr G = lia_diff(p, x->rate[i], x->v[k]);
      sum = lia_sym_add(p, sum, lia_sym_mul(p, G, x->lambda[i]));
    }
    x->force[k] = lia_sym_sub(p, x->force[k], sum);
  }
  return lia_pool_status(p, err);
}

static lia_status acting_fill(lia_acting *x, lia_spec *s, lia_error *err) {
  LIA_TRY(lia_smodel_new(&x->m, x->p, s, err));
  LIA_TRY(lia_smodel_ends(x->m, s, err));
  x->nq = x->m->nq;
  x->nv = x->nx = x->m->ncoord;
  x->q = x->m->number;
  x->v = x->m->v;
  x->a = x->m->a;
  x->speed = x->m->q;
  x->t = lia_sym_time(x->p);
  LIA_TRY(acting_layout(x, s, err));
  LIA_TRY(rates_of_numbers(x, err));
  LIA_TRY(inverse_dynamics(x, err));
  for (int k = 0; k < x->m->nelement; k++) joint_acts(x, &x->m->element[k]);
  LIA_TRY(lia_acting_inputs(x, s, err));
  LIA_TRY(lia_acting_rows(x, s, err));
  LIA_TRY(multipliers(x, err));
  return lia_acting_describe(x, s, err);
}

lia_status lia_acting_new(lia_acting **out, lia_pool *p, lia_spec *s, lia_error *err) {
  lia_acting *x = lia_calloc(1, sizeof *x);
  *out = NULL;
  if (!x) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  x->p = p;
  lia_status st = acting_fill(x, s, err);
  if (st == LIA_OK) *out = x;
  else lia_acting_free(x);
  return st;
}

lia_status lia_acting_settle(const lia_acting *x, const lia_expr *motor, const lia_expr *input,
                             int n, lia_expr *e, lia_error *err) {
  const int most = x->nv + x->ninput;
  lia_expr *from = lia_malloc(2 * ((size_t)most + 1) * sizeof *from), *to = NULL;
  if (!from) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  uint32_t count = 0;
  to = from + most;
  for (int k = 0; k < most; k++) {
    const int is_motor = k < x->nv;
    const lia_expr becomes = is_motor ? motor[k] : input[k - x->nv];
    if (!becomes) continue;
    from[count] = is_motor ? x->tau[k] : x->input[k - x->nv];
    to[count++] = becomes;
  }
  const int ok = lia_subs_nested(x->p, count, from, to, (uint32_t)n, e, e);
  lia_free(from);
  return ok ? lia_pool_status(x->p, err) : LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
}

const char *lia_acting_speed_name(const lia_acting *x, int k) {
  return lia_expr_symbol(x->p, x->speed[k])->name;
}

const char *lia_acting_coordinate_name(const lia_acting *x, int k) {
  if (x->m) return lia_acting_speed_name(x, k);
  return lia_expr_symbol(x->p, x->q[k])->name;
}

void lia_acting_free(lia_acting *x) {
  if (!x) return;
  lia_smodel_free(x->m);
  lia_arena_free(&x->arena);
  lia_free(x);
}
