/* equations_with.c - values put into equations; what moves in time brings its rates */
#include "eom/equations_inside.h"

#include "base/mem.h"
#include "sym/expr/build.h"
#include "sym/expr/diff.h"
#include "sym/expr/homonym.h"
#include "sym/expr/print.h"
#include "sym/expr/subs.h"

#include <string.h>

// replacements and what they bring: f[i] goes to t[i]; the first n are the user's, behind them the
// rates of functions of time. rate[i]: how fast a parameter moves that was held when the equations
// were derived, else LIA_ZERO
typedef struct moving { int n, m; lia_expr *f, *t, *rate; } moving;

// ---- what is refused ----

static lia_status refuse_coordinates(const lia_equations *o, const moving *w, lia_error *err) {
  for (int i = 0; i < w->n; i++) {
    const lia_expr f = w->f[i];
    if (!lia_expr_among(o->q, o->n, f) && !lia_expr_among(o->v, o->n, f) &&
        !lia_expr_among(o->a, o->n, f))
      continue;
    char text[80];
    lia_print_short(o->p, f, text, sizeof text);
    return LIA_FAIL(err, LIA_EARG, "",
                    "%s is a coordinate of these equations: restrict{...} locks joints, a "
                    "constraint drives them",
                    text);
  }
  for (int i = 0; i < w->n; i++) {
    char what[80];
    lia_print_short(o->p, w->f[i], what, sizeof what);
    LIA_TRY(lia_equations_refuse_strangers(o, w->t[i], what, err));
  }
  return LIA_OK;
}

// places where a symbol may have taken part in derivatives
enum { IN_T = 1, IN_V = 2, IN_D = 4, IN_PHI = 8, IN_ROWS = 16 };

static int in_rows(const lia_equations *o, lia_expr s) {
  const int held = o->nphi, rows = o->ncon - held;
  return lia_equations_depends(o->p, o->J + held * o->n, rows * o->n, s) ||
         lia_equations_depends(o->p, o->shift + held, rows, s);
}

// in which of these the symbol stands first, in words; NULL: in none
static const char *stands_in(const lia_equations *o, lia_expr s, int places) {
  lia_pool *p = o->p;
  if (places & IN_T &&
      (lia_subs_depends(p, o->T, s) || lia_equations_depends(p, o->value, o->nconst, s)))
    return "the kinetic energy";
  if (places & IN_V && lia_subs_depends(p, o->V, s)) return "the potential";
  if (places & IN_D && lia_subs_depends(p, o->D, s)) return "the dissipation function";
  if (places & IN_PHI && lia_equations_depends(p, o->phi, o->nphi, s)) return "the constraints";
  if (places & IN_ROWS && in_rows(o, s)) return "the constraints";
  return NULL;
}

// a value that goes by coordinates would have taken part in the derivatives by them
static lia_status refuse_feedback(const lia_equations *o, const moving *w, lia_error *err) {
  for (int i = 0; i < w->m; i++) {
    int by_q = 0, by_v = 0;
    for (int j = 0; j < o->n; j++) {
      by_q |= lia_subs_depends(o->p, w->t[i], o->q[j]);
      by_v |= lia_subs_depends(o->p, w->t[i], o->v[j]) || lia_subs_depends(o->p, w->t[i], o->a[j]);
    }
    const int places = IN_T | IN_V | IN_PHI | IN_ROWS | (by_v ? IN_D : 0);
    const char *place = by_q || by_v ? stands_in(o, w->f[i], places) : NULL;
    if (!place) continue;
    char what[80];
    lia_print_short(o->p, w->f[i], what, sizeof what);
    return LIA_FAIL(err, LIA_EARG, "",
                    "%s was constant when %s was derived: it cannot become a function of "
                    "coordinates now; write it into T or V before the equations are derived",
                    what, place);
  }
  return LIA_OK;
}

// a parameter in motion: refused where what it does to velocities is not known any more
static lia_status refuse_lost_rates(const lia_equations *o, const moving *w, lia_error *err) {
  for (int i = 0; i < w->n; i++) {
    if (w->rate[i] == LIA_ZERO) continue;
    if (lia_expr_op(o->p, w->f[i]) != LIA_OP_sym) {
      char text[80];
      lia_print_short(o->p, w->f[i], text, sizeof text);
      return LIA_FAIL(err, LIA_EARG, "",
                      "%s: what moves in time can be put for a symbol alone, not for an expression",
                      text);
    }
    const lia_symbol *s = lia_expr_symbol(o->p, w->f[i]);
    if (s->kind == LIA_SYM_coordinate)
      return LIA_FAIL(err, LIA_EARG, "",
                      "%s is locked in these equations, its rates are left out: a number, or a "
                      "constraint that drives it",
                      s->name);
    const char *place = o->of_model ? stands_in(o, s->self, IN_T | IN_ROWS) : NULL;
    if (place)
      return LIA_FAIL(err, LIA_EARG, "",
                      "%s stands in %s of a model, whose velocities were made with it held: what "
                      "moves is a joint, with a driver",
                      s->name, place);
  }
  return LIA_OK;
}

// ---- what moves ----

// what is said about names is about those of these equations, whatever else has such a name
lia_status lia_equations_fit(const lia_equations *o, int n, lia_expr *f, lia_error *err) {
  lia_eom_array list[LIA_EOM_ARRAYS];
  lia_equations_arrays(o, list);
  int count = 3 + o->nconst;
  for (int k = 0; k < LIA_EOM_READ; k++) count += list[k].n;
  lia_expr *all = lia_malloc((size_t)count * sizeof *all), *x = all;
  if (!all) return lia_equations_nomem(err);
  *x++ = o->T;
  *x++ = o->V;
  *x++ = o->D;
  for (int k = 0; k < LIA_EOM_READ; x += list[k++].n) lia_equations_put(x, list[k].x, list[k].n);
  lia_equations_put(x, o->name, o->nconst);
  for (int i = 0; i < n; i++) f[i] = lia_twins_fit(o->p, f[i], (uint32_t)count, all);
  lia_free(all);
  return LIA_OK;
}

// a function of time brings its rates, those not told themselves: f' and f''
static lia_status add_known_rates(const lia_equations *o, moving *w, lia_error *err) {
  lia_pool *p = o->p;
  for (int i = 0; i < w->m; i++) {
    const lia_symbol *s =
        lia_expr_op(p, w->f[i]) == LIA_OP_sym ? lia_expr_symbol(p, w->f[i]) : NULL;
    const int held = !s || s->kind == LIA_SYM_parameter || s->kind == LIA_SYM_coordinate;
    const int has_rate = s && s->kind == LIA_SYM_function && s->order < 2;
    lia_expr rate = lia_diff_time(p, w->t[i]);
    if (!rate) return lia_equations_failed(p, err);
    w->rate[i] = LIA_ZERO;
    if (!has_rate) {
      if (rate != LIA_ZERO && held) w->rate[i] = rate;
      continue;
    }
    lia_expr next = lia_sym_rate(p, w->f[i]);
    if (!next) return lia_equations_failed(p, err);
    if (lia_expr_among(w->f, w->m, next)) continue;
    w->f[w->m] = next;
    w->t[w->m++] = rate;
  }
  return LIA_OK;
}

// how many expressions add_rates writes
static int added(const lia_equations *o) { return o->n + 2 * o->ncon + o->ncon * o->n; }

// by one parameter s in motion: d2T/dq'ds, phi_s, the row by s, J by s
static void by_parameter(const lia_equations *o, lia_expr s, lia_expr *part) {
  lia_pool *p = o->p;
  const int n = o->n, ncon = o->ncon;
  for (int k = 0; k < n; k++) part[k] = lia_diff(p, lia_diff(p, o->T, o->v[k]), s);
  for (int k = 0; k < ncon; k++) {
    lia_expr row = o->shift[k];
    for (int j = 0; j < n; j++) row = lia_sym_add(p, row, lia_sym_mul(p, o->J[k * n + j], o->v[j]));
    part[n + k] = k < o->nphi ? lia_diff(p, o->phi[k], s) : LIA_ZERO;
    part[n + ncon + k] = lia_diff(p, row, s);
  }
  for (int k = 0; k < ncon * n; k++) part[n + 2 * ncon + k] = lia_diff(p, o->J[k], s);
}

// what a parameter s in motion adds, with s' told: to momentum d2T/dq'ds s', to a row phi_s s', and
// to its rate the rate of that. add: c (n), shift (ncon), the rate of that (ncon), Jt (ncon x n);
// before anything is put in
static int add_rates(const lia_equations *o, const moving *w, lia_expr *part, lia_expr *add) {
  lia_pool *p = o->p;
  const int n = o->n, ncon = o->ncon, all = added(o);
  int ok = 1;
  for (int k = 0; k < all; k++) add[k] = LIA_ZERO;
  for (int i = 0; i < w->n; i++) {
    if (w->rate[i] == LIA_ZERO) continue;
    by_parameter(o, w->f[i], part);
    ok = ok && p->err.code == LIA_OK &&
         lia_subs(p, (uint32_t)w->m, w->f, w->t, (uint32_t)all, part, part);
    for (int k = 0; ok && k < all; k++)
      add[k] = lia_sym_add(p, add[k], lia_sym_mul(p, part[k], w->rate[i]));
  }
  lia_expr *none = part;
  for (int j = 0; j < n; j++) none[j] = LIA_ZERO;
  for (int k = 0; ok && k < ncon; k++) {
    lia_expr more = lia_diff_time(p, add[n + k]);
    ok = lia_subs(p, (uint32_t)n, o->a, none, 1, &more, &more);
    add[n + ncon + k] = lia_sym_add(p, add[n + ncon + k], more);
  }
  return ok && p->err.code == LIA_OK;
}

static void add_to(lia_pool *p, lia_expr *x, int n, const lia_expr *add) {
  for (int i = 0; i < n; i++) x[i] = lia_sym_add(p, x[i], add[i]);
}

static void put_rates(lia_equations *o, const lia_expr *add) {
  const int n = o->n, ncon = o->ncon;
  add_to(o->p, o->c, n, add);
  add_to(o->p, o->shift, ncon, add + n);
  for (int r = 0; r < ncon; r++) o->gamma[r] = lia_sym_sub(o->p, o->gamma[r], add[n + ncon + r]);
  add_to(o->p, o->Jt, ncon * n, add + n + 2 * ncon);
}

// ---- put in ----

// constants that are numbers now, or have been given, are no constants any more. from, to: room for
// all of them
static lia_status fold(lia_equations *o, int given, const lia_expr *key, lia_expr *from,
                       lia_expr *to, lia_error *err) {
  int n = 0, kept = 0;
  for (int i = 0; i < o->nconst; i++) {
    if (lia_expr_among(key, given, o->name[i])) continue;
    if (n && !lia_subs(o->p, (uint32_t)n, from, to, 1, &o->value[i], &o->value[i]))
      return lia_equations_failed(o->p, err);
    if (!o->p->node[o->value[i]].bits) {
      from[n] = o->name[i];
      to[n++] = o->value[i];
      continue;
    }
    o->name[kept] = o->name[i];
    o->value[kept++] = o->value[i];
  }
  o->nconst = kept;
  return n ? lia_equations_replace(o, n, from, to, err) : LIA_OK;
}

// constants have names in the matrices alone: given other values, they are all there is
static int renames(const lia_equations *o, const moving *w) {
  for (int i = 0; i < w->n; i++)
    if (lia_expr_among(o->name, o->nconst, w->f[i])) return 1;
  return 0;
}

static lia_status put_in(lia_equations *o, const moving *w, const lia_expr *add, lia_arena *room,
                         lia_error *err) {
  const size_t most = (size_t)o->nconst + 1;
  lia_expr *constants = lia_arena_alloc(room, 2 * most * sizeof *constants);
  if (!constants) return lia_equations_nomem(err);
  if (renames(o, w)) lia_equations_leave_recursion(o);
  LIA_TRY(lia_equations_replace(o, w->m, w->f, w->t, err));
  if (!lia_equations_add_step(o, w->m, w->f, w->t)) return lia_equations_nomem(err);
  put_rates(o, add);
  if (o->p->err.code != LIA_OK) return lia_equations_failed(o->p, err);
  lia_equations_drop_states(o);
  o->as_derived = 0;
  return fold(o, w->n, w->f, constants, constants + most, err);
}

static lia_status with(lia_equations **out, const lia_equations *from, int n, const lia_expr *f,
                       const lia_expr *t, lia_arena *room, lia_error *err) {
  const size_t most = 3 * ((size_t)n + 1), all = (size_t)added(from) + (size_t)from->n + 1;
  lia_expr *x = lia_arena_alloc(room, 3 * most * sizeof *x),
           *add = lia_arena_alloc(room, 2 * all * sizeof *add);
  if (!x || !add) return lia_equations_nomem(err);
  moving w = { .n = n, .m = n, .f = x, .t = x + most, .rate = x + 2 * most };
  lia_equations_put(w.f, f, n);
  lia_equations_put(w.t, t, n);
  LIA_TRY(lia_equations_fit(from, n, w.f, err));
  LIA_TRY(refuse_coordinates(from, &w, err));
  LIA_TRY(add_known_rates(from, &w, err));
  LIA_TRY(refuse_feedback(from, &w, err));
  LIA_TRY(refuse_lost_rates(from, &w, err));
  if (!add_rates(from, &w, add + all, add)) return lia_equations_failed(from->p, err);
  lia_equations *o = lia_equations_copy(from);
  lia_status st = o ? put_in(o, &w, add, room, err) : lia_equations_nomem(err);
  if (st == LIA_OK) *out = o;
  else lia_equations_free(o);
  return st;
}

lia_status lia_equations_with(lia_equations **out, const lia_equations *from, int n,
                              const lia_expr *f, const lia_expr *t, lia_error *err) {
  lia_arena room = { 0 };
  *out = NULL;
  lia_status st = with(out, from, n, f, t, &room, err);
  lia_arena_free(&room);
  return st;
}
