/* lkane_numbers.c - kane:numbers: every matrix of the ten steps at one state, from one tape */
#include "bindings/eom/lkane_inside.h"

#include "bindings/kit/fields.h"
#include "bindings/kit/nums.h"
#include "bindings/sym/lexpr.h"

#include "base/mem.h"
#include "base/text.h"
#include "num/factor.h"
#include "num/mat.h"
#include "sym/expr/subs.h"

#include <string.h>

// what numbers() evaluates, in this order; d...: along the motion
enum { N_D, N_C, N_c, N_tau, N_Jnh, N_q0, N_dJnh, N_dq0, N_qd, N_J, N_Jd, N_v0, N_v0d, N_v, N_M,
    N_WM, N_wrench, N_COUNT };

typedef struct piece { const lia_expr *x; int rows, cols; } piece;

static void pieces(const lia_kane *k, piece list[N_COUNT]) {
  int n = k->n, l = k->l, nv = k->nv, per = k->per;
  const piece all[N_COUNT] = {
    [N_D] = { k->D, l, l }, [N_C] = { k->C, l, l }, [N_c] = { k->c, l, 0 },
        [N_tau] = { k->tau, l, 0 }, [N_Jnh] = { k->Jnh, n, l },
    [N_q0] = { k->q0, n, 0 }, [N_dJnh] = { NULL, n, l }, [N_dq0] = { NULL, n, 0 },
        [N_qd] = { k->qd, n, 0 }, [N_J] = { k->J, nv, l },
    [N_Jd] = { k->Jd, nv, l }, [N_v0] = { k->v0, nv, 0 }, [N_v0d] = { k->v0d, nv, 0 },
        [N_v] = { k->v, nv, 0 },
    [N_M] = { k->M, nv, per }, [N_WM] = { k->WM, nv, per }, [N_wrench] = { k->wrench, nv, 0 },
  };
  memcpy(list, all, sizeof all);
}

static int kane_size_of(const piece *x) { return x->rows * (x->cols ? x->cols : 1); }

static void kane_make_tape(lua_State *L, lkane *o) {
  if (o->w) return;
  const lia_kane *k = o->k;
  piece list[N_COUNT];
  int total = 0, at = 0;
  pieces(k, list);
  for (int i = 0; i < N_COUNT; i++) total += kane_size_of(&list[i]);
  lia_expr *out = lua_newuserdata(L, ((size_t)total + 1) * sizeof *out),
      *s = lua_newuserdata(L, ((size_t)k->p->names.count + 64) * sizeof *s);
  for (int i = 0; i < N_COUNT; i++) {
    int size = kane_size_of(&list[i]);
    if (list[i].x) memcpy(out + at, list[i].x, (size_t)size * sizeof *out);
    else if (!lia_kane_rate(k, size, i == N_dJnh ? k->Jnh : k->q0, out + at))
      lia_expr_raise(L, k->p);
    at += size;
  }
  // rates have made new names
  s = lua_newuserdata(L, ((size_t)k->p->names.count + 1) * sizeof *s);
  uint32_t nin = lia_subs_symbols(k->p, (uint32_t)total, out, s);
  if (nin == UINT32_MAX) lia_expr_raise(L, k->p);
  lia_error err = { 0 };
  if (!o->in) o->in = lia_malloc(((size_t)nin + 1) * sizeof *o->in);
  if (!o->in) lia_error_text(L, "out of memory");
  memcpy(o->in, s, nin * sizeof *s);
  if (!o->tape && lia_tape_new(&o->tape, k->p, nin, s, (uint32_t)total, out, &err) != LIA_OK)
    lia_raise(L, &err);
  o->w = lia_calloc((size_t)o->tape->nslot + nin + (size_t)total + 1, sizeof *o->w);
  if (!o->w) lia_error_text(L, "out of memory");
  lua_pop(L, 3);
}

// values of the tape's inputs out of {name = number} at argument 2
static void kane_fill(lua_State *L, lkane *o, double *in) {
  lia_pool *p = o->k->p;
  lia_values v = lia_to_values(L, p, 2, 2);
  lia_fit(p, v.n, v.symbol, (int)o->tape->nin, o->in);
  char missing[200] = "";
  size_t used = 0;
  for (uint32_t i = 0; i < o->tape->nin; i++) {
    int j = 0;
    while (j < v.n && v.symbol[j] != o->in[i]) j++;
    if (j < v.n) in[i] = v.x[j];
    else if (used + 60 < sizeof missing)
      used += (size_t)lia_text_format(missing + used, sizeof missing - used, "%s%.50s",
          used ? ", " : "", lia_expr_symbol(p, o->in[i])->name);
  }
  if (used && v.stray)
    lia_arg_error(L, 2, "no number for %s ('%s' is the name of no symbol)", missing, v.stray);
  if (used) lia_arg_error(L, 2, "no number for %s", missing);
  lua_pop(L, 1);
}

static void set_nums(lua_State *L, const char *key, const double *x, int rows, int cols) {
  if (cols) lia_pushrows(L, x, rows, cols);
  else lia_pushnums(L, x, rows);
  lua_setfield(L, -2, key);
}

// y += A x
static void add_product(double *y, const double *A, const double *x, int rows, int cols) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < cols; j++) y[i] += A[i * cols + j] * x[j];
}

// alpha' from D alpha' = tau - C alpha - c; ESINGULAR where D is not definite
static lia_status kane_solve(const lia_kane *k, const double *const x[N_COUNT], const double *alpha,
    double *W, double *alphad, lia_error *err) {
  int l = k->l;
  for (int i = 0; i < l; i++) {
    alphad[i] = x[N_tau][i] - x[N_c][i];
    for (int j = 0; j < l; j++) alphad[i] -= x[N_C][i * l + j] * alpha[j];
  }
  memcpy(W, x[N_D], (size_t)(l * l) * sizeof *W);
  LIA_TRY(lia_chol_factor(lia_mat_of(W, l, l), err));
  lia_chol_solve(lia_mat_of(W, l, l), alphad);
  return LIA_OK;
}

// q'' = J_nh alpha' + J_nh' alpha + q_0'
static void coordinate_accelerations(const lia_kane *k, const double *const x[N_COUNT],
    const double *alpha, const double *alphad, double *qdd) {
  memcpy(qdd, x[N_dq0], (size_t)k->n * sizeof *qdd);
  add_product(qdd, x[N_Jnh], alphad, k->n, k->l);
  add_product(qdd, x[N_dJnh], alpha, k->n, k->l);
}

// omega_c = M v' + W M v - omega_a
static void constraint_forces(const lia_kane *k, const double *const x[N_COUNT],
    const double *alpha, const double *alphad, double *vd, double *wc) {
  int nv = k->nv, per = k->per;
  memcpy(vd, x[N_v0d], (size_t)nv * sizeof *vd);
  add_product(vd, x[N_J], alphad, nv, k->l);
  add_product(vd, x[N_Jd], alpha, nv, k->l);
  for (int i = 0; i < nv; i++) wc[i] = -x[N_wrench][i];
  for (int b = 0; b < nv; b += per) {
    add_product(wc + b, x[N_M] + b * per, vd + b, per, per);
    add_product(wc + b, x[N_WM] + b * per, x[N_v] + b, per, per);
  }
}

static double kinetic_energy(const lia_kane *k, const double *const x[N_COUNT]) {
  double T = 0;
  for (int b = 0; b < k->nv; b += k->per) {
    double h[6] = { 0 };
    add_product(h, x[N_M] + b * k->per, x[N_v] + b, k->per, k->per);
    for (int i = 0; i < k->per; i++) T += 0.5 * h[i] * x[N_v][b + i];
  }
  return T;
}

static double kane_value_of(const lkane *o, lia_expr s) {
  for (uint32_t i = 0; i < o->tape->nin; i++)
    if (o->in[i] == s) return (o->w + o->tape->nslot)[i];
  return 0;   // a speed nothing depends on
}

static const char *const names[N_COUNT] = { [N_D] = "D", [N_C] = "C", [N_c] = "c", [N_tau] = "tau",
    [N_Jnh] = "Jnh", [N_q0] = "q0", [N_qd] = "qd",
  [N_J] = "J", [N_Jd] = "Jd", [N_v0] = "v0", [N_v] = "v", [N_wrench] = "wrench" };

int lia_lkane_numbers(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lkane *o = a[0].o;
  const lia_kane *k = o->k;
  kane_make_tape(L, o);
  double *in = o->w + o->tape->nslot, *out = in + o->tape->nin;
  kane_fill(L, o, in);
  lia_tape_eval(o->tape, in, out, o->w);
  int n = k->n, l = k->l, nv = k->nv;
  double *room = lua_newuserdata(L, (size_t)(2 * l + l * l + n + 2 * nv + 1) * sizeof *room);
  double *alpha = room, *alphad = alpha + l, *W = alphad + l, *qdd = W + l * l, *vd = qdd + n,
      *wc = vd + nv;
  const double *x[N_COUNT];
  piece list[N_COUNT];
  pieces(k, list);
  lua_createtable(L, 0, 24);
  for (int i = 0, at = 0; i < N_COUNT; i++) {
    x[i] = out + at;
    if (names[i]) set_nums(L, names[i], x[i], list[i].rows, list[i].cols);
    at += kane_size_of(&list[i]);
  }
  for (int i = 0; i < l; i++) alpha[i] = kane_value_of(o, k->alpha[i]);
  lia_error err = { 0 };
  lia_status st = kane_solve(k, x, alpha, W, alphad, &err);
  if (st != LIA_OK) return lia_fail(L, &err);
  coordinate_accelerations(k, x, alpha, alphad, qdd);
  constraint_forces(k, x, alpha, alphad, vd, wc);
  double power = 0;
  for (int i = 0; i < nv; i++) power += x[N_wrench][i] * x[N_v][i];
  set_nums(L, "alpha", alpha, l, 0);
  set_nums(L, "alphad", alphad, l, 0);
  set_nums(L, "qdd", qdd, n, 0);
  set_nums(L, "vd", vd, nv, 0);
  set_nums(L, "omega_c", wc, nv, 0);
  lia_field_number(L, "T", kinetic_energy(k, x));
  lia_field_number(L, "power", power);
  return 1;
}
