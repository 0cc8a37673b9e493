/* equations_eval.c - equations in numbers: tapes, accelerations under forces */
#include "eom/equations_inside.h"

#include "base/assert.h"
#include "base/mem.h"
#include "num/factor.h"
#include "num/idle.h"
#include "sym/expr/print.h"
#include "sym/expr/subs.h"

#include <string.h>

// ---- tapes ----

// the first of the outputs in which the symbol stands, for the end of a message
static lia_status open_in(lia_pool *p, int n, const lia_expr *out, lia_expr symbol, char *text,
                          size_t size, lia_error *err) {
  *text = 0;
  for (int i = 0; i < n; i++) {
    if (lia_subs_depends(p, out[i], symbol) != 1) continue;
    lia_expr e = out[i];
    if (!lia_sforms_numbers(p, 1, &e)) return lia_equations_failed(p, err);
    lia_print_short(p, e, text, size);
    return LIA_OK;
  }
  return LIA_OK;
}

// symbols without a number: which, where, the cure
static lia_status refuse_open(const lia_equations *o, int nout, const lia_expr *out,
                              const lia_expr *in, lia_expr *s, lia_error *err) {
  lia_pool *p = o->p;
  uint32_t open = lia_subs_open(p, (uint32_t)nout, out, 3 * (uint32_t)o->n, in, s);
  if (open == UINT32_MAX) return lia_equations_failed(p, err);
  if (!open) return LIA_OK;
  char names[240], text[120];
  lia_subs_names(p, open, s, names, sizeof names);
  LIA_TRY(open_in(p, nout, out, s[0], text, sizeof text, err));
  return LIA_FAIL(err, LIA_EARG, "", "no number%s for %s, in %s: equations:with{%s = ...} gives %s",
                  open > 1 ? "s" : "", names, text, lia_expr_symbol(p, s[0])->name,
                  open > 1 ? "them" : "it");
}

// the tape of a function into t
static lia_status equations_eval_make_tape(lia_equations *o, lia_eom_what what, lia_arena *room,
    lia_tape **t,
    lia_error *err) {
  const int nout = lia_equations_outputs(o, what), n = o->n;
  lia_expr *out = lia_arena_alloc(room, (size_t)nout * sizeof *out),
           *in = lia_arena_alloc(room, 3 * (size_t)n * sizeof *in);
  if (!out || !in) return lia_equations_nomem(err);
  memcpy(in, o->q, (size_t)n * sizeof *in);
  memcpy(in + n, o->v, (size_t)n * sizeof *in);
  memcpy(in + 2 * n, o->a, (size_t)n * sizeof *in);
  LIA_TRY(lia_equations_function(o, what, 0, out, NULL, err));
  lia_expr *s = lia_arena_alloc(room, ((size_t)o->p->names.count + 1) * sizeof *s);
  if (!s) return lia_equations_nomem(err);
  LIA_TRY(refuse_open(o, nout, out, in, s, err));
  return lia_tape_new(t, o->p, 3 * (uint32_t)n, in, (uint32_t)nout, out, err);
}

// the tape, made when first asked for, and its room: work, inputs (3n), outputs
static lia_status ready(lia_equations *o, lia_eom_what what, lia_error *err) {
  LIA_ASSERT((int)what >= 0 && what < LIA_EOM_COUNT);
  if (o->w[what]) return LIA_OK;
  if (!o->tape[what]) {
    lia_arena room = { 0 };
    lia_tape *t = NULL;
    lia_status st = equations_eval_make_tape(o, what, &room, &t, err);
    lia_arena_free(&room);
    if (st != LIA_OK) return st;
    o->tape[what] = t;
  }
  const lia_tape *t = o->tape[what];
  o->w[what] = lia_calloc((size_t)t->nslot + t->nin + t->nout, sizeof(double));
  return o->w[what] ? LIA_OK : lia_equations_nomem(err);
}

lia_status lia_equations_eval(lia_equations *o, lia_eom_what what, const double *q, const double *v,
                              const double *a, const double **out, lia_error *err) {
  LIA_TRY(ready(o, what, err));
  const lia_tape *t = o->tape[what];
  const double *given[3] = { q, v, a };
  LIA_ASSERT(t->nin == 3 * (size_t)o->n);
  double *in = o->w[what] + t->nslot, *result = in + t->nin;
  memset(in, 0, t->nin * sizeof *in);
  for (int k = 0; k < 3; k++)
    if (given[k]) memcpy(in + k * o->n, given[k], (size_t)o->n * sizeof *in);
  lia_tape_eval(t, in, result, o->w[what]);
  *out = result;
  return LIA_OK;
}

// ---- accelerations under forces ----

// the failure of the Cholesky factors, in words about coordinates. room: 2 n doubles, n texts
static lia_status without_inertia(const lia_equations *o, const double *M, double *W, double *z,
                                  const char **name, lia_error *err) {
  const int n = o->n, k = lia_idle_first(n, M, W);
  int others = 0;
  char what[300];
  lia_idle_motion(n, k, M, z, W);
  for (int i = 0; i < n; i++) {
    name[i] = lia_expr_symbol(o->p, o->q[i])->name;
    others += z[i] != 0;
  }
  LIA_ASSERT(k >= 0 && k < n && others > 0);   // z[k] is 1
  if (others > 1) {
    lia_idle_tell(n, z, name, what, sizeof what);
    return LIA_FAIL(
        err, LIA_ESINGULAR, "",
        "the mass matrix is singular at coordinate %d, %s: %s (a mass between them, or restrict)",
        k + 1, name[k], what);
  }
  return LIA_FAIL(err, LIA_ESINGULAR, "",
                  "the mass matrix is singular: coordinate %d, %s, has no inertia here of its own "
                  "(give the body or its rotor one, or restrict it)",
                  k + 1, name[k]);
}

// M a = tau - h, by Cholesky factors. room: n x n + n doubles, n texts
static lia_status equations_eval_solve(lia_equations *o, const double *q, const double *v,
    const double *tau,
    double *a, double *room, const char **name, lia_error *err) {
  const int n = o->n;
  const double *h, *M;
  LIA_TRY(lia_equations_eval(o, LIA_EOM_bias, q, v, NULL, &h, err));
  LIA_TRY(lia_equations_eval(o, LIA_EOM_mass, q, NULL, NULL, &M, err));
  lia_mat W = lia_mat_of(room, n, n);
  memcpy(room, M, (size_t)n * (size_t)n * sizeof *room);
  lia_error why = { 0 };
  lia_status st = lia_chol_factor(W, &why);
  if (st == LIA_ESINGULAR) return without_inertia(o, M, room, room + n * n, name, err);
  if (st != LIA_OK) return LIA_FAIL(err, st, why.path, "%s", why.text);
  for (int i = 0; i < n; i++) a[i] = tau[i] - h[i];
  lia_chol_solve(W, a);
  return LIA_OK;
}

lia_status lia_equations_fd(lia_equations *o, const double *q, const double *v, const double *tau,
                            double *a, lia_error *err) {
  const size_t n = (size_t)o->n;
  if (o->ncon)
    return LIA_FAIL(err, LIA_EARG, "",
                    "with constraints the multipliers are unknown too: equations:solve");
  if (o->cut)
    return LIA_FAIL(err, LIA_EARG, "",
                    "these equations are of the tree, without the loops and constraints of the "
                    "model: model:fd keeps them, "
                    "model:equations{constraints = true} has them");
  double *room = lia_malloc((n * n + n) * sizeof *room);
  const char **name = lia_malloc(n * sizeof *name);
  lia_status st = room && name ? equations_eval_solve(o, q, v, tau, a, room, name, err)
      : lia_equations_nomem(err);
  lia_free(room);
  lia_free(name);
  return st;
}
