/* equations_change.c - other equations out of these: fewer coordinates, other forms, more forces */
#include "eom/equations_inside.h"

#include "base/assert.h"
#include "base/mem.h"
#include "sym/expr/build.h"
#include "sym/expr/homonym.h"
#include "sym/expr/print.h"
#include "sym/expr/subs.h"

#include <string.h>

// a copy in *out, or ENOMEM
static lia_status equations_change_begin(lia_equations **out, const lia_equations *from,
    lia_error *err) {
  *out = lia_equations_copy(from);
  return *out ? LIA_OK : lia_equations_nomem(err);
}

// st, and *out NULL where it is a failure
static lia_status end(lia_equations **out, lia_status st) {
  if (st == LIA_OK) return st;
  lia_equations_free(*out);
  *out = NULL;
  return st;
}

// equations of one body after the other are known of what was derived and of what was put in, no
// further
static void forget_bodies(lia_equations *o) {
  o->bodies = LIA_EOM_no_bodies;
  o->spec = NULL;
}

lia_status lia_equations_replace(lia_equations *o, int n, const lia_expr *from, const lia_expr *to,
                                 lia_error *err) {
  lia_eom_array list[LIA_EOM_ARRAYS];
  lia_equations_arrays(o, list);
  int ok = 1;
  for (int k = LIA_EOM_SYMBOLS; ok && k < LIA_EOM_ARRAYS; k++)
    ok = lia_subs(o->p, (uint32_t)n, from, to, (uint32_t)list[k].n, list[k].x, list[k].x);
  lia_expr energy[3] = { o->T, o->V, o->D };
  ok = ok && lia_subs(o->p, (uint32_t)n, from, to, 3, energy, energy);
  if (!ok) return lia_equations_failed(o->p, err);
  o->T = energy[0];
  o->V = energy[1];
  o->D = energy[2];
  return LIA_OK;
}

lia_status lia_equations_refuse_strangers(const lia_equations *o, lia_expr e, const char *what,
                                          lia_error *err) {
  lia_pool *p = o->p;
  LIA_TRY(lia_twins_refuse(p, e, err));
  lia_expr *s = lia_malloc(((size_t)p->names.count + 1) * sizeof *s);
  uint32_t n = s ? lia_subs_open(p, 1, &e, (uint32_t)o->n, o->q, s) : 0;
  lia_status st = LIA_OK;
  if (!s) st = lia_equations_nomem(err);
  else if (n == UINT32_MAX) st = lia_equations_failed(p, err);
  for (uint32_t i = 0; st == LIA_OK && i < n; i++) {
    const lia_symbol *y = lia_expr_symbol(p, s[i]);
    if (y->kind != LIA_SYM_coordinate || lia_expr_among(o->q, o->n, y->base)) continue;
    char text[120];
    lia_print_short(p, e, text, sizeof text);
    st = LIA_FAIL(err, LIA_EARG, "", "%s: '%s' is a coordinate, but none of these equations: %s",
                  what, y->name, text);
  }
  lia_free(s);
  return st;
}

// ---- fewer coordinates ----

// the entries of rows and columns that stay; locked: the velocities and accelerations of the
// others, two by two. How many
static int take_kept(lia_equations *o, const lia_equations *from, const int *at, lia_expr *locked) {
  const int n = o->n, all = from->n;
  int nlocked = 0;
  for (int i = 0, r = 0; i < all; i++) {
    if (r < n && at[r] == i) {
      r++;
      continue;
    }
    locked[nlocked++] = from->v[i];
    locked[nlocked++] = from->a[i];
  }
  for (int r = 0; r < n; r++) {
    const int i = at[r];
    o->q[r] = from->q[i];
    o->v[r] = from->v[i];
    o->a[r] = from->a[i];
    o->c[r] = from->c[i];
    o->G[r] = from->G[i];
    o->d[r] = from->d[i];
    o->Q[r] = from->Q[i];
    o->spring[r] = from->spring[i];
    o->kept[r] = from->kept[i];
    for (int k = 0; k < from->ncon; k++) {
      o->J[k * n + r] = from->J[k * all + i];
      o->Jt[k * n + r] = from->Jt[k * all + i];
    }
    for (int s = 0; s < n; s++) {
      o->M[r * n + s] = from->M[i * all + at[s]];
      o->C[r * n + s] = from->C[i * all + at[s]];
    }
  }
  return nlocked;
}

// B and P that are not those of M keep what is left of them
static void take_split(lia_equations *o, const lia_equations *from, const int *at) {
  const int n = o->n, all = from->n, pairs = lia_lagrange_pairs(n), were = lia_lagrange_pairs(all);
  for (int r = 0; r < n; r++)
    for (int s = 0; s < n; s++) {
      o->B[r * n + s] = from->B[at[r] * all + at[s]];
      for (int u = s + 1; u < n; u++)
        o->P[r * pairs + lia_lagrange_pair(n, s, u)] =
            from->P[at[r] * were + lia_lagrange_pair(all, at[s], at[u])];
    }
  o->split = 1;
}

// what does not go by coordinates
static void take_rest(lia_equations *o, const lia_equations *from) {
  lia_equations_put(o->gamma, from->gamma, o->ncon);
  lia_equations_put(o->shift, from->shift, o->ncon);
  lia_equations_put(o->lambda, from->lambda, o->ncon);
  lia_equations_put(o->phi, from->phi, o->nphi);
  lia_equations_put(o->name, from->name, o->nconst);
  lia_equations_put(o->value, from->value, o->nconst);
  lia_equations_put(o->z, from->z, o->nz);
  lia_equations_put(o->zdot, from->zdot, o->nz);
  o->convention = from->convention;
  o->frozen = from->frozen;
}

// rates of locked joints are zero, their rows and columns fall away; at: those that stay
static lia_status restricted(lia_equations *o, const lia_equations *from, const int *at,
                             lia_expr *locked, lia_error *err) {
  lia_expr *zero = locked + 2 * from->n;
  take_rest(o, from);
  if (!lia_equations_inherit(o, from)) return lia_equations_nomem(err);
  forget_bodies(o);
  if (from->row_name) LIA_TRY(lia_equations_name_rows(o, from->row_name, err));
  const int n = take_kept(o, from, at, locked);
  for (int k = 0; k < n; k++) zero[k] = LIA_ZERO;
  if (o->frozen) take_split(o, from, at);
  if (n) LIA_TRY(lia_equations_replace(o, n, locked, zero, err));
  lia_equations_drop_states(o);
  return lia_equations_add_step(o, n, locked, zero) ? LIA_OK : lia_equations_nomem(err);
}

// keep[0 .. n) in the order of the equations, into at
static lia_status in_order(int all, int n, const int *keep, int *at, lia_error *err) {
  if (n < 1) return LIA_FAIL(err, LIA_EARG, "", "expected the joints that stay free");
  for (int k = 0; k < n; k++) {
    if (keep[k] < 0 || keep[k] >= all)
      return LIA_FAIL(err, LIA_EARG, "", "[%d]: coordinate %d out of range 1..%d", k + 1,
                      keep[k] + 1, all);
    for (int j = 0; j < k; j++)
      if (keep[j] == keep[k])
        return LIA_FAIL(err, LIA_EARG, "", "[%d]: coordinate %d twice", k + 1, keep[k] + 1);
  }
  for (int i = 0, r = 0; i < all; i++)
    for (int k = 0; k < n; k++)
      if (keep[k] == i) at[r++] = i;
  return LIA_OK;
}

lia_status lia_equations_restrict(lia_equations **out, const lia_equations *from, int n,
                                  const int *keep, lia_error *err) {
  const size_t all = (size_t)from->n + 1;
  *out = NULL;
  int *at = lia_malloc(all * sizeof *at);
  lia_expr *locked = lia_malloc(4 * all * sizeof *locked);
  lia_status st = at && locked ? in_order(from->n, n, keep, at, err) : lia_equations_nomem(err);
  lia_eom_sizes size = lia_equations_sizes(from);
  size.n = n;
  if (st == LIA_OK && !(*out = lia_equations_new(from->p, size)))
    st = lia_equations_nomem(err);
  if (st == LIA_OK) st = restricted(*out, from, at, locked, err);
  lia_free(at);
  lia_free(locked);
  return end(out, st);
}

// ---- other entries ----

static void zero(lia_expr *x, int n) {
  for (int i = 0; i < n; i++) x[i] = LIA_ZERO;
}

lia_status lia_equations_without_coriolis(lia_equations **out, const lia_equations *from,
                                          lia_error *err) {
  LIA_TRY(equations_change_begin(out, from, err));
  lia_equations *o = *out;
  zero(o->C, o->n * o->n);
  zero(o->B, o->n * o->n);
  zero(o->P, o->n * lia_lagrange_pairs(o->n));
  zero(o->c, o->n);
  o->split = o->frozen = 1;
  o->loss = NULL;
  forget_bodies(o);
  lia_equations_leave_recursion(o);
  return LIA_OK;
}

lia_status lia_equations_forced(lia_equations **out, const lia_equations *from, const lia_expr *Q,
                                lia_error *err) {
  LIA_TRY(equations_change_begin(out, from, err));
  lia_equations *o = *out;
  lia_status st = LIA_OK;
  for (int i = 0; st == LIA_OK && i < o->n; i++) {
    char what[32];
    lia_text_format(what, sizeof what, "Q[%d]", i + 1);
    st = lia_equations_refuse_strangers(o, Q[i], what, err);
    if (st == LIA_OK && !(o->Q[i] = lia_sym_add(o->p, o->Q[i], Q[i])))
      st = lia_equations_failed(o->p, err);
  }
  return end(out, st);
}

// Q more of them, and sentences of x about what is left out
static lia_status take_acting(lia_equations *o, const lia_acting *x, lia_error *err) {
  for (int i = 0; i < o->n; i++)
    if (!(o->Q[i] = lia_sym_add(o->p, o->Q[i], x->applied[i])))
      return lia_equations_failed(o->p, err);
  lia_equations_put(o->z, x->z, x->nz);
  lia_equations_put(o->zdot, x->zdot, x->nz);
  o->elements = 1;
  o->left_out = x->left_out;
  return LIA_OK;
}

lia_status lia_equations_act(lia_equations **out, const lia_equations *from, const lia_acting *x,
                             lia_error *err) {
  LIA_ASSERT(from->p == x->p && from->n == x->nv && !from->nz);
  lia_equations bare = *from, *o = NULL;
  *out = NULL;
  lia_expr *none = lia_calloc(2 * (size_t)x->nz + 1, sizeof *none);
  if (!none) return lia_equations_nomem(err);
  for (int k = 0; k < 2 * x->nz; k++) none[k] = LIA_ZERO;
  bare.nz = x->nz;
  bare.z = none;
  bare.zdot = none + x->nz;
  o = lia_equations_copy(&bare);
  lia_free(none);
  if (!o) return lia_equations_nomem(err);
  lia_status st = take_acting(o, x, err);
  if (st == LIA_OK && !lia_equations_keep_left_out(o)) st = lia_equations_nomem(err);
  *out = o;
  return end(out, st);
}

// ---- own states ----

// does anything but its own rate depend on state k?
static int is_read(const lia_equations *o, int k) {
  lia_eom_array list[LIA_EOM_ARRAYS];
  lia_equations_arrays(o, list);
  for (int i = LIA_EOM_SYMBOLS; i < LIA_EOM_ARRAYS; i++)
    for (int j = 0; j < list[i].n; j++)
      if (!(list[i].x == o->zdot && j == k) && lia_subs_depends(o->p, list[i].x[j], o->z[k]))
        return 1;
  return 0;
}

void lia_equations_drop_states(lia_equations *o) {
  for (int k = 0; k < o->nz; k++) {
    if (is_read(o, k)) continue;
    for (int j = k + 1; j < o->nz; j++) {
      o->z[j - 1] = o->z[j];
      o->zdot[j - 1] = o->zdot[j];
    }
    o->nz--;
    k = -1;                                          // what that one alone read
  }
}

lia_status lia_equations_tidied(lia_equations **out, const lia_equations *from,
                                lia_expr (*how)(lia_pool *, lia_expr), lia_error *err) {
  LIA_TRY(equations_change_begin(out, from, err));
  lia_equations *o = *out;
  lia_eom_array list[LIA_EOM_ARRAYS];
  lia_equations_arrays(o, list);
  forget_bodies(o);
  for (int k = LIA_EOM_SYMBOLS; k < LIA_EOM_READ; k++)
    for (int i = 0; i < list[k].n; i++) {
      lia_expr simple = how(o->p, list[k].x[i]);
      if (!simple) return end(out, lia_equations_failed(o->p, err));
      list[k].x[i] = simple;
    }
  return LIA_OK;
}

// ---- other ways to show and to compute the same ----

lia_status lia_equations_as(lia_equations **out, const lia_equations *from, lia_eom_convention as,
                            lia_error *err) {
  LIA_TRY(equations_change_begin(out, from, err));
  (*out)->convention = as;
  forget_bodies(*out);
  return LIA_OK;
}

lia_status lia_equations_in_form(lia_equations **out, const lia_equations *from, lia_eom_form form,
                                 lia_error *err) {
  *out = NULL;
  if (form == LIA_EOM_recursive && !from->forms)
    return LIA_FAIL(err, LIA_EARG, "",
                    "these equations have no recursive form: they are not (any more) those of a "
                    "model of turns and slides");
  LIA_TRY(equations_change_begin(out, from, err));
  (*out)->form = form;
  (*out)->loss = NULL;
  forget_bodies(*out);
  return LIA_OK;
}
