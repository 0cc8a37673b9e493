/* equations_function.c - functions of equations as expressions, by the cheaper of two forms */
#include "eom/equations_inside.h"

#include "base/mem.h"
#include "sym/expr/build.h"
#include "sym/expr/subs.h"
#include "sym/simp/compact.h"
#include "sym/simp/smat.h"

#include <string.h>

_Static_assert((int)LIA_EOM_COUNT == (int)LIA_SFORM_COUNT &&
                   (int)LIA_EOM_matrices == (int)LIA_SFORM_matrices,
               "one order");

int lia_equations_outputs(const lia_equations *o, lia_eom_what what) {
  const int n = o->n;
  if (what == LIA_EOM_matrices) return 2 * n * n + n * lia_lagrange_pairs(n) + n;
  return what == LIA_EOM_mass || what == LIA_EOM_coriolis ? n * n : n;
}

// one function on its way: of which equations, how carefully, and memory for what is tried
typedef struct writer {
  lia_equations *o;
  lia_eom_what what;
  lia_eom_form form;
  int few;
  lia_arena *room;
  lia_error *err;
} writer;

static lia_expr *room_for(const writer *w, int n) {
  return lia_arena_alloc(w->room, ((size_t)n + 1) * sizeof(lia_expr));
}

// reduced constants stand for their values here
static lia_status equations_function_unfold(const writer *w, int nconst, int n, lia_expr *out) {
  const lia_equations *o = w->o;
  for (int k = nconst - 1; k >= 0; k--)
    if (!lia_subs_nested(o->p, 1, &o->name[k], &o->value[k], (uint32_t)n, out, out))
      return lia_equations_failed(o->p, w->err);
  return LIA_OK;
}

static lia_status compact(const writer *w, int n, lia_expr *out) {
  lia_pool *p = w->o->p;
  const int ok = lia_compact_at(p, (uint32_t)n, out, out, 1, LIA_FUNCTION_PRICE);
  return ok ? LIA_OK : lia_equations_failed(p, w->err);
}

static lia_status equations_function_price(const writer *w, int n, const lia_expr *out,
    size_t *of) {
  lia_count c;
  lia_pool *p = w->o->p;
  if (!lia_tape_count_moving(p, (uint32_t)n, out, &c)) return lia_equations_failed(p, w->err);
  *of = lia_count_price(c, LIA_FUNCTION_PRICE);
  return LIA_OK;
}

// M x = b into b
static lia_status equations_function_solve(const writer *w, const lia_expr *M, lia_expr *b) {
  lia_pool *p = w->o->p;
  return lia_smat_ldl_solve_nested(p, w->o->n, M, 1, b, b) ? LIA_OK
                                                           : lia_equations_failed(p, w->err);
}

static lia_status all_there(const writer *w, const lia_expr *out) {
  for (int i = 0; i < lia_equations_outputs(w->o, w->what); i++)
    if (!out[i]) return lia_equations_failed(w->o->p, w->err);
  return LIA_OK;
}

// ---- as M q'' + C q' + G ----

static lia_status closed_matrices(const writer *w, lia_expr *out) {
  lia_equations *o = w->o;
  const int nn = o->n * o->n, np = o->n * lia_lagrange_pairs(o->n);
  LIA_TRY(lia_equations_split(o, w->err));
  lia_equations_put(out, o->M, nn);
  lia_equations_put(out + nn, o->B, nn);
  lia_equations_put(out + 2 * nn, o->P, np);
  lia_equations_put(out + 2 * nn + np, o->G, o->n);
  return LIA_OK;
}

static lia_status write_closed(const writer *w, lia_expr *out) {
  lia_equations *o = w->o;
  lia_pool *p = o->p;
  const int n = o->n;
  switch (w->what) {
    case LIA_EOM_mass: lia_equations_put(out, o->M, n * n); break;
    case LIA_EOM_coriolis: lia_equations_put(out, o->C, n * n); break;
    case LIA_EOM_gravity: lia_equations_put(out, o->G, n); break;
    case LIA_EOM_matrices: LIA_TRY(closed_matrices(w, out)); break;
    case LIA_EOM_bias:
      for (int i = 0; i < n; i++) out[i] = lia_equations_bias(o, i);
      break;
    case LIA_EOM_fd:  // the symbols of the accelerations stand for the forces
      for (int i = 0; i < n; i++) out[i] = lia_sym_sub(p, o->a[i], lia_equations_bias(o, i));
      LIA_TRY(equations_function_solve(w, o->M, out));
      break;
    case LIA_EOM_id: case LIA_EOM_COUNT:
      for (int i = 0; i < n; i++) {
        out[i] = lia_equations_bias(o, i);
        for (int j = 0; j < n; j++)
          out[i] = lia_sym_add(p, out[i], lia_sym_mul(p, o->M[i * n + j], o->a[j]));
      }
  }
  return all_there(w, out);
}

// ---- by recursion over the bodies ----

// what the bodies do not know: damping, friction, springs, forces from outside
static lia_expr rest_of(const lia_equations *o, int i) {
  return lia_sym_add(o->p, lia_sym_sub(o->p, o->d[i], o->Q[i]), o->spring[i]);
}

static void keep_matrix(const lia_equations *o, const lia_expr *x, lia_expr *out) {
  for (int i = 0; i < o->n; i++)
    for (int j = 0; j < o->n; j++) out[i * o->n + j] = x[o->kept[i] * o->all + o->kept[j]];
}

static void keep_vector(const lia_equations *o, const lia_expr *x, lia_expr *out) {
  for (int i = 0; i < o->n; i++) out[i] = x[o->kept[i]];
}

static void keep_pairs(const lia_equations *o, const lia_expr *x, lia_expr *out) {
  const int n = o->n, *at = o->kept, pairs = lia_lagrange_pairs(n),
            allpairs = lia_lagrange_pairs(o->all);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = j + 1; k < n; k++)
        out[i * pairs + lia_lagrange_pair(n, j, k)] =
            x[at[i] * allpairs + lia_lagrange_pair(o->all, at[j], at[k])];
}

// out of the function of all coordinates of the description
static void keep_coordinates(const lia_equations *o, lia_eom_what what, const lia_expr *x,
                             lia_expr *out) {
  const int n = o->n, all = o->all, pairs = lia_lagrange_pairs(n),
            allpairs = lia_lagrange_pairs(all);
  if (what == LIA_EOM_matrices) {
    keep_matrix(o, x, out);
    keep_matrix(o, x + all * all, out + n * n);
    keep_pairs(o, x + 2 * all * all, out + 2 * n * n);
    keep_vector(o, x + 2 * all * all + all * allpairs, out + 2 * n * n + n * pairs);
  } else if (what == LIA_EOM_mass || what == LIA_EOM_coriolis) {
    keep_matrix(o, x, out);
  } else {
    keep_vector(o, x, out);
  }
}

// one function as the recursion has it, with what was put in since
static lia_status equations_function_follow(const writer *w, lia_eom_what what, int few,
    const lia_expr *a,
    lia_expr *out, const char **way) {
  const lia_equations *o = w->o;
  const int size = lia_sforms_size(o->forms, (lia_sform)what);
  const lia_snames names = { o->p, o->symbol, o->symbol + o->all, a };
  lia_expr *x = room_for(w, size);
  if (!x) return lia_equations_nomem(w->err);
  lia_pool *search = lia_sforms_pool(o->forms);
  search->stop = o->p->stop;
  search->stop_of = o->p->stop_of;
  lia_status st = lia_sforms_write(o->forms, (lia_sform)what, few, &names, x, way, w->err);
  lia_pool_clear(o->p);
  if (st != LIA_OK) return st;
  for (int k = 0; k < o->nstep; k++)
    if (!lia_subs_nested(o->p, (uint32_t)o->step[k].n, o->step[k].f, o->step[k].t, (uint32_t)size,
                         x, x))
      return lia_equations_failed(o->p, w->err);
  keep_coordinates(o, what, x, out);
  return LIA_OK;
}

// accelerations under forces: by the bodies, where all joints are free; by M and the forces at zero
// acceleration
static lia_status forward(const writer *w, lia_expr *out, const char **way) {
  const lia_equations *o = w->o;
  const int n = o->n;
  lia_pool *p = o->p;
  const lia_expr *sym = o->symbol + 2 * o->all;
  lia_expr *M = room_for(w, n * n), *other = room_for(w, n), *force = room_for(w, n);
  if (!M || !other || !force) return lia_equations_nomem(w->err);
  LIA_TRY(equations_function_follow(w, LIA_EOM_mass, w->few, sym, M, NULL));
  LIA_TRY(equations_function_follow(w, LIA_EOM_bias, w->few, sym, out, NULL));
  for (int i = 0; i < n; i++) {
    force[i] = lia_sym_sub(p, o->a[i], rest_of(o, i));
    out[i] = lia_sym_sub(p, force[i], out[i]);
  }
  LIA_TRY(equations_function_solve(w, M, out));
  *way = "the mass matrix, by composite bodies, and its factors";
  if (!w->few || n != o->all) return LIA_OK;
  const char *by;
  size_t bodies, matrix;
  LIA_TRY(equations_function_follow(w, LIA_EOM_fd, 1, force, other, &by));
  LIA_TRY(compact(w, n, out));
  LIA_TRY(equations_function_price(w, n, other, &bodies));
  LIA_TRY(equations_function_price(w, n, out, &matrix));
  if (bodies > matrix) return LIA_OK;
  lia_equations_put(out, other, n);
  *way = by;
  return LIA_OK;
}

static lia_status write_recursive(const writer *w, lia_expr *out, const char **way) {
  const lia_equations *o = w->o;
  const lia_eom_what what = w->what;
  const int n = o->n, all = lia_equations_outputs(o, what),
            last = what == LIA_EOM_matrices ? all - n : 0;
  if (what == LIA_EOM_fd) LIA_TRY(forward(w, out, way));
  else LIA_TRY(equations_function_follow(w, what, w->few, o->symbol + 2 * o->all, out, way));
  for (int i = 0; i < n; i++) {
    if (what == LIA_EOM_id || what == LIA_EOM_bias)
      out[i] = lia_sym_add(o->p, out[i], rest_of(o, i));
    if (what == LIA_EOM_gravity || what == LIA_EOM_matrices)
      out[last + i] = lia_sym_add(o->p, out[last + i], o->spring[i]);
  }
  LIA_TRY(all_there(w, out));
  return w->few && o->nstep ? compact(w, all, out) : LIA_OK;
}

// ---- whichever is cheaper ----

static const char closed_way[] = "M q'' + C q' + G, common parts taken out";

// closed forms that are so many times dearer as they stand, or as dear as this, are not looked at
// more closely where there is a recursion
enum { HOPELESS = 4, DEAR = 1000 };

// the closed form into out, where it is asked for or no dearer than what is there
static lia_status try_closed(const writer *w, lia_expr *out, const char **way) {
  const int n = lia_equations_outputs(w->o, w->what), asked = w->form == LIA_EOM_closed;
  size_t least = SIZE_MAX, as_it_stands;
  lia_expr *x = room_for(w, n);
  if (!x) return lia_equations_nomem(w->err);
  if (!asked) LIA_TRY(equations_function_price(w, n, out, &least));
  LIA_TRY(write_closed(w, x));
  LIA_TRY(equations_function_price(w, n, x, &as_it_stands));
  const int hopeful = w->few && (asked || (as_it_stands < HOPELESS * least && as_it_stands < DEAR));
  if (hopeful) LIA_TRY(compact(w, n, x));
  if (hopeful) LIA_TRY(equations_function_price(w, n, x, &as_it_stands));
  if (!asked && !(hopeful && as_it_stands <= least)) return LIA_OK;
  lia_equations_put(out, x, n);
  *way = closed_way;
  return LIA_OK;
}

// numbers for one point: what is read, or what takes little time to write
static lia_eom_form form_of(const lia_equations *o, lia_eom_what what, lia_eom_form form, int few) {
  if (!o->forms) return LIA_EOM_closed;
  if (form != LIA_EOM_cheapest || few) return form;
  const int read = what == LIA_EOM_gravity || what == LIA_EOM_coriolis || what == LIA_EOM_matrices;
  return read ? LIA_EOM_closed : LIA_EOM_recursive;
}

static lia_status equations_function_write(const writer *w, int nconst, lia_expr *out,
    const char **way) {
  const lia_equations *o = w->o;
  const char *which = closed_way;
  if (w->what == LIA_EOM_fd && o->ncon)
    return LIA_FAIL(
        w->err, LIA_EARG, "",
        "fd: with constraints these equations have multipliers too: solve them in numbers");
  if (w->what == LIA_EOM_fd && o->cut)
    return LIA_FAIL(w->err, LIA_EARG, "",
                    "fd: these equations are of the tree, without the loops and constraints of the "
                    "model: model:fd keeps them");
  if (w->form != LIA_EOM_closed) LIA_TRY(write_recursive(w, out, &which));
  if (w->form != LIA_EOM_recursive) LIA_TRY(try_closed(w, out, &which));
  if (way) *way = which;
  return equations_function_unfold(w, nconst, lia_equations_outputs(o, w->what), out);
}

lia_status lia_equations_function(lia_equations *o, lia_eom_what what, int few, lia_expr *out,
                                  const char **way, lia_error *err) {
  lia_arena room = { 0 };
  const writer w = { o, what, form_of(o, what, o->form, few), few, &room, err };
  lia_status st = equations_function_write(&w, o->nconst, out, way);
  lia_arena_free(&room);
  return st;
}

// reduced constants are computed once, not in every call: they stay names here
lia_status lia_equations_count(lia_equations *o, lia_eom_what what, lia_eom_form form, lia_count *c,
                               const char **way, lia_error *err) {
  const int n = lia_equations_outputs(o, what);
  lia_arena room = { 0 };
  const writer w = { o, what, form_of(o, what, form, 1), 1, &room, err };
  lia_expr *out = room_for(&w, n);
  lia_status st = out ? equations_function_write(&w, 0, out, way) : lia_equations_nomem(err);
  if (st == LIA_OK && !lia_tape_count_moving(o->p, (uint32_t)n, out, c))
    st = lia_equations_failed(o->p, err);
  lia_arena_free(&room);
  return st;
}
