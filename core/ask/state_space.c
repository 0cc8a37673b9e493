/* state_space.c - slopes of all equations at a state, solved for accelerations, told by independent
 * states */
#include "ask/state_space.h"

#include "ask/independent.h"
#include "base/mem.h"
#include "base/text.h"
#include "num/factor.h"
#include "num/vec.h"

#include <math.h>
#include <string.h>

// ---- a state on its way ----

// slopes stand output by output: row i of n is d output i / d direction k
typedef struct work {
  lia_motion_at at;
  const lia_motion_tape *f;
  const lia_motion_choice *choice;
  lia_error *err;
  int nx, nv, nrow, nz, nu;
  double *xi, *v, *z, *u;          // slopes (nout x nx), (nout x nv), (nout x nz), (nout x nu)
  double *unknown;                 // along accelerations and multipliers (nout x s), s = nv + nrow
  double *kkt, *scale, *rhs, *x;   // (s x s), (s), (s), (s)
  double *K;                       // (nv x nv)
  lia_qr *qr;
  // rows on their way to be eliminated; pivots, -1: independent; independent columns in order
  double *rows_q, *rows_v;
  int *pivot_q, *pivot_v, *list_q, *list_v, rank;
  char *wanted_q, *wanted_v;
  lia_mat Z, S, W, U, V;           // (3)
  int ny, nw, n;                   // columns of Z, of S; states
} work;

// ---- accelerations and multipliers ----

// rows and columns of (1) made of like size: of coordinates by the mass, of rows by what they push
static void scales(work *w) {
  const int s = w->nv + w->nrow;
  for (int k = 0; k < w->nv; k++) {
    const double M = fabs(w->kkt[(size_t)k * (size_t)s + (size_t)k]);
    w->scale[k] = M > 0 ? 1 / sqrt(M) : 1;
  }
  for (int r = w->nv; r < s; r++) {
    double most = 0;
    for (int k = 0; k < w->nv; k++)
      most = fmax(most, fabs(w->kkt[(size_t)r * (size_t)s + (size_t)k]) * w->scale[k]);
    w->scale[r] = most > 0 ? 1 / most : 1;
  }
  for (int i = 0; i < s; i++)
    for (int k = 0; k < s; k++)
      w->kkt[(size_t)i * (size_t)s + (size_t)k] *= w->scale[i] * w->scale[k];
}

static lia_status factor(work *w) {
  const int s = w->nv + w->nrow;
  lia_motion_slopes(&w->at, LIA_ALONG_unknowns, s, w->unknown);
  memcpy(w->kkt, w->unknown, (size_t)s * (size_t)s * sizeof *w->kkt);
  scales(w);
  LIA_TRY(lia_qr_new(&w->qr, s, s, w->err));
  return lia_qr_factor(w->qr, lia_mat_of(w->kkt, s, s), 1e-11, w->err);
}

// x (s) = -kkt^-1 rhs
static void solve(work *w) {
  const int s = w->nv + w->nrow;
  for (int i = 0; i < s; i++) w->rhs[i] *= -w->scale[i];
  lia_qr_solve(w->qr, w->rhs, w->x);
  for (int i = 0; i < s; i++) w->x[i] *= w->scale[i];
}

// the state's own a and lambda, from the equations at a = 0, lambda = 0
static lia_status accelerations(work *w) {
  const int s = w->nv + w->nrow;
  LIA_TRY(factor(w));
  memcpy(w->rhs, w->at.out, (size_t)s * sizeof *w->rhs);
  solve(w);
  memcpy(w->at.in + w->f->at_a, w->x, (size_t)s * sizeof *w->x);
  for (int i = 0; i < s; i++)
    if (!isfinite(w->x[i]))
      return LIA_FAIL(w->err, LIA_EDOMAIN, "", "the equations have no finite value at this state");
  return LIA_OK;
}

// all rows of slopes (n columns) become those of (a, lambda): their first s rows are solved for
static void solve_columns(work *w, double *slope, int n) {
  const int s = w->nv + w->nrow;
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < s; i++) w->rhs[i] = slope[(size_t)i * (size_t)n + (size_t)k];
    solve(w);
    for (int i = 0; i < s; i++) slope[(size_t)i * (size_t)n + (size_t)k] = w->x[i];
  }
}

// ---- (2): body-fixed axes turn beneath what they measure ----

// block -= [x]~ at row i, column j of K
static void minus_skew(lia_mat K, int i, int j, const double *x) {
  for (int r = 0; r < 3; r++) {
    const int p = (r + 1) % 3, q = (r + 2) % 3;
    *lia_mat_at(K, i + r, j + q) -= x[p];
    *lia_mat_at(K, i + r, j + p) += x[q];
  }
}

static void turning_axes(work *w) {
  const lia_mat K = lia_mat_of(w->K, w->nv, w->nv);
  const double *v = w->at.in + w->f->at_v;
  lia_mat_zero(K);
  if (!w->at.m) return;
  for (int b = 0; b < w->at.m->nbody; b++) {
    const lia_model_body *B = &w->at.m->body[b];
    if (B->nq == B->nv) continue;
    const int turn = B->iv + B->nv - 3;
    minus_skew(K, turn, turn, v + turn);
    if (B->nv < 6) continue;
    minus_skew(K, B->iv, B->iv, v + turn);
    minus_skew(K, B->iv, turn, v + B->iv);
  }
}

// ---- (3): independent states ----

static lia_status still_wanted(const work *w, int n, const int *pivot) {
  for (int k = 0; w->choice->independent && k < n; k++)
    if (w->choice->independent[k] && pivot[k] >= 0)
      return LIA_FAIL(w->err, LIA_EARG, "independent",
                      "'%s' follows from the other coordinates chosen: choose another",
                      lia_acting_coordinate_name(w->f->x, k));
  return LIA_OK;
}

// whether speed k is the rate of coordinate k
static int paired(const work *w) { return w->f->x->speed != w->f->x->v; }

// the slopes of an output, by a group of n directions
static double *block_at(double *slope, int row, int n) {
  return slope + (size_t)row * (size_t)n;
}

// which speeds are independent: of all rows
static lia_status choose_speeds(work *w) {
  lia_mat X = lia_mat_of(w->rows_v, w->nrow, w->nv);
  memcpy(w->rows_v, block_at(w->v, w->f->at_rate, w->nv),
         (size_t)w->nrow * (size_t)w->nv * sizeof *w->rows_v);
  w->rank = lia_eliminate(X, w->nv, w->wanted_v, w->pivot_v);
  if (paired(w)) LIA_TRY(still_wanted(w, w->nv, w->pivot_v));
  if (w->qr->rank < w->nv + w->rank)
    return LIA_FAIL(w->err, LIA_ESINGULAR, "",
                    "no force tells the acceleration of some coordinate there: it moves no mass");
  for (int k = 0; k < w->nv; k++) w->wanted_v[k] |= w->pivot_v[k] < 0;
  if (paired(w)) memcpy(w->wanted_q, w->wanted_v, (size_t)w->nv);
  return LIA_OK;
}

// what dependent ones are beside the independent: minus the columns of X from `first` on
static void by_others(lia_mat to, lia_mat X, int first, const int *pivot) {
  for (int k = 0; k < to.rows; k++)
    for (int c = 0; c < to.cols; c++)
      *lia_mat_at(to, k, c) = pivot[k] < 0 ? 0 : -*lia_mat_at(X, pivot[k], first + c);
}

// which coordinates are: of the rows that hold positions; independent speeds first.
// xi = Z y + U du
static lia_status choose_coordinates(work *w) {
  lia_mat X = lia_mat_of(w->rows_q, w->nrow, w->nx + w->nu);
  lia_mat_zero(X);
  for (int i = 0; i < w->nrow; i++) {
    const int row = w->f->at_g + i;
    if (!w->f->x->holds[i]) continue;
    lia_vec_copy(lia_mat_row(X, i), block_at(w->xi, row, w->nx), w->nx);
    lia_vec_copy(lia_mat_row(X, i) + w->nx, block_at(w->u, row, w->nu), w->nu);
  }
  lia_eliminate(X, w->nx, w->wanted_q, w->pivot_q);
  LIA_TRY(still_wanted(w, w->nx, w->pivot_q));
  w->ny = lia_independents(w->pivot_q, w->nx, w->list_q);
  w->Z = lia_mat_of(w->Z.x, w->nx, w->ny);
  lia_by_independents(w->Z, X, w->pivot_q, w->list_q);
  by_others(w->U, X, w->nx, w->pivot_q);
  return LIA_OK;
}

// dv = S w + W y + V du: G dv = -d rate/dxi (Z y + U du) - d rate/du du
static void tell_speeds(work *w) {
  const int cols = w->nv + w->ny + w->nu;
  lia_mat X = lia_mat_of(w->rows_v, w->nrow, cols);
  const lia_mat R = lia_mat_of(block_at(w->xi, w->f->at_rate, w->nx), w->nrow, w->nx);
  const lia_mat of_u = lia_mat_part(X, 0, w->nv + w->ny, w->nrow, w->nu);
  lia_mat_copy(lia_mat_part(X, 0, 0, w->nrow, w->nv),
               lia_mat_of(block_at(w->v, w->f->at_rate, w->nv), w->nrow, w->nv));
  if (w->ny) lia_mat_mul(lia_mat_part(X, 0, w->nv, w->nrow, w->ny), R, w->Z);
  if (w->nu) lia_mat_mul(of_u, R, w->U);
  for (int i = 0; i < w->nrow; i++)
    for (int k = 0; k < w->nu; k++)
      *lia_mat_at(of_u, i, k) += block_at(w->u, w->f->at_rate + i, w->nu)[k];
  lia_eliminate(X, w->nv, w->wanted_v, w->pivot_v);
  w->nw = lia_independents(w->pivot_v, w->nv, w->list_v);
  w->S = lia_mat_of(w->S.x, w->nv, w->nw);
  w->W = lia_mat_of(w->W.x, w->nv, w->ny);
  lia_by_independents(w->S, X, w->pivot_v, w->list_v);
  by_others(w->W, X, w->nv, w->pivot_v);
  by_others(w->V, X, w->nv + w->ny, w->pivot_v);
}

// ---- put together ----

// d output / d column k of a group of n: its own slope, and through the accelerations and
// multipliers
static double total(const work *w, int row, const double *slope, int n, int k) {
  const int s = w->nv + w->nrow;
  double sum = slope[(size_t)row * (size_t)n + (size_t)k];
  for (int j = 0; j < s; j++)
    sum += w->unknown[(size_t)row * (size_t)s + (size_t)j]
        * slope[(size_t)j * (size_t)n + (size_t)k];
  return sum;
}

// x[k] = row of an output, or (row < nv, of_a) of the accelerations, by states: (y, w, z)
static void by_states(const work *w, int row, int of_a, double *x) {
  const int nx = w->nx, nv = w->nv;
  for (int k = 0; k < w->n; k++) x[k] = 0;
  for (int j = 0; j < nx; j++) {
    const double q = of_a ? block_at(w->xi, row, nx)[j] : total(w, row, w->xi, nx, j);
    for (int c = 0; c < w->ny; c++) x[c] += q * *lia_mat_at(w->Z, j, c);
  }
  for (int j = 0; j < nv; j++) {
    const double v = of_a ? block_at(w->v, row, nv)[j] : total(w, row, w->v, nv, j);
    for (int c = 0; c < w->ny; c++) x[c] += v * *lia_mat_at(w->W, j, c);
    for (int c = 0; c < w->nw; c++) x[w->ny + c] += v * *lia_mat_at(w->S, j, c);
  }
  for (int k = 0; k < w->nz; k++)
    x[w->ny + w->nw + k] = of_a ? block_at(w->z, row, w->nz)[k] : total(w, row, w->z, w->nz, k);
}

// the same by inputs: on their own, and by what they drive
static void by_inputs(const work *w, int row, int of_a, double *x) {
  const int nx = w->nx, nv = w->nv;
  for (int k = 0; k < w->nu; k++)
    x[k] = of_a ? block_at(w->u, row, w->nu)[k] : total(w, row, w->u, w->nu, k);
  if (w->at.m && !w->f->x->ndriven) return;
  for (int j = 0; j < nx; j++) {
    const double q = of_a ? block_at(w->xi, row, nx)[j] : total(w, row, w->xi, nx, j);
    for (int k = 0; k < w->nu; k++) x[k] += q * *lia_mat_at(w->U, j, k);
  }
  for (int j = 0; j < nv; j++) {
    const double v = of_a ? block_at(w->v, row, nv)[j] : total(w, row, w->v, nv, j);
    for (int k = 0; k < w->nu; k++) x[k] += v * *lia_mat_at(w->V, j, k);
  }
}

// y' of coordinate k: (2), of equations that were given as they tell q'
static void coordinate_row(const work *w, int k, double *x) {
  if (!w->at.m) {
    by_states(w, w->f->at_qdot + k, 0, x);
    return;
  }
  for (int c = 0; c < w->n; c++) x[c] = 0;
  for (int c = 0; c < w->ny; c++) {
    x[c] = *lia_mat_at(w->W, k, c);
    for (int j = 0; j < w->nv; j++) x[c] += w->K[k * w->nv + j] * *lia_mat_at(w->Z, j, c);
  }
  for (int c = 0; c < w->nw; c++) x[w->ny + c] = *lia_mat_at(w->S, k, c);
}

// ... and by inputs
static void coordinate_inputs(const work *w, int k, double *x) {
  if (!w->at.m) {
    by_inputs(w, w->f->at_qdot + k, 0, x);
    return;
  }
  for (int c = 0; c < w->nu; c++) {
    x[c] = *lia_mat_at(w->V, k, c);
    for (int j = 0; j < w->nv; j++) x[c] += w->K[k * w->nv + j] * *lia_mat_at(w->U, j, c);
  }
}

static void fill_matrices(const work *w, lia_state_space *o) {
  const int n = w->n, nu = w->nu;
  int row = 0;
  for (int c = 0; c < w->ny; c++, row++) {
    coordinate_row(w, w->list_q[c], o->A + row * n);
    coordinate_inputs(w, w->list_q[c], o->B + row * nu);
  }
  for (int c = 0; c < w->nw; c++, row++) {
    by_states(w, w->list_v[c], 1, o->A + row * n);
    by_inputs(w, w->list_v[c], 1, o->B + row * nu);
  }
  for (int k = 0; k < w->nz; k++, row++) {
    by_states(w, w->f->at_zdot + k, 0, o->A + row * n);
    by_inputs(w, w->f->at_zdot + k, 0, o->B + row * nu);
  }
  for (int k = 0; k < w->f->ny; k++) {
    by_states(w, w->f->at_y + k, 0, o->C + k * n);
    by_inputs(w, w->f->at_y + k, 0, o->D + k * nu);
  }
}

static void fill_state(const work *w, lia_state_space *o) {
  const double *v = w->at.in + w->f->at_v, *a = w->at.in + w->f->at_a,
      *rate = w->at.m ? v : w->at.out + w->f->at_qdot;
  int row = 0;
  for (int c = 0; c < w->ny; c++) o->coordinate[c] = w->list_q[c];
  for (int c = 0; c < w->nw; c++) o->speed[c] = w->list_v[c];
  for (int c = 0; c < w->ny; c++) o->rest[row++] = rate[w->list_q[c]];
  for (int c = 0; c < w->nw; c++) o->rest[row++] = a[w->list_v[c]];
  for (int k = 0; k < w->nz; k++) o->rest[row++] = w->at.out[w->f->at_zdot + k];
  lia_vec_copy(o->a, a, w->nv);
  lia_vec_copy(o->z, w->at.in + w->f->at_z, w->nz);
  lia_vec_copy(o->lambda, w->at.in + w->f->at_lambda, w->nrow);
  o->worst = -1;
  o->rank = w->rank;
  for (int i = 0; i < w->nrow; i++) {
    const double g = fabs(w->at.out[w->f->at_g + i]), r = fabs(w->at.out[w->f->at_rate + i]);
    if (g > o->gap || r > o->rate_gap) o->worst = i;
    o->gap = fmax(o->gap, g);
    o->rate_gap = fmax(o->rate_gap, r);
  }
}

static void lay_out_result(lia_layout *l, const work *w, lia_state_space *o) {
  const int n = w->n, nu = w->nu, ny = w->f->ny;
  *o = (lia_state_space){ .n = n, .ncoordinate = w->ny, .nspeed = w->nw, .nz = w->nz,
                          .ninput = nu, .ny = ny };
  o->coordinate = LIA_TAKE(l, int, w->ny + 1);
  o->speed = LIA_TAKE(l, int, w->nw + 1);
  o->A = LIA_TAKE(l, double, n * n + 1);
  o->B = LIA_TAKE(l, double, n * nu + 1);
  o->C = LIA_TAKE(l, double, ny * n + 1);
  o->D = LIA_TAKE(l, double, ny * nu + 1);
  o->a = LIA_TAKE(l, double, w->nv + 1);
  o->lambda = LIA_TAKE(l, double, w->nrow + 1);
  o->rest = LIA_TAKE(l, double, n + 1);
  o->z = LIA_TAKE(l, double, w->nz + 1);
}

static lia_status make_result(const work *w, lia_state_space **out) {
  lia_state_space shape;
  lia_layout l = { NULL, sizeof shape };
  lay_out_result(&l, w, &shape);
  lia_state_space *o = lia_block(l.used);
  if (!o) return LIA_FAIL(w->err, LIA_ENOMEM, "", "out of memory");
  l = (lia_layout){ (char *)o, sizeof shape };
  lay_out_result(&l, w, o);
  fill_matrices(w, o);
  fill_state(w, o);
  *out = o;
  return LIA_OK;
}

// ---- what has no slope ----

#define CORNER "its law changes just there (friction at rest, a rope just slack, an end just " \
               "touched, abs or sign at 0): it has no slope. Move the state a little, or take a " \
               "smooth form (model:smooth)"

static lia_status corners(const work *w) {
  const lia_motion_tape *f = w->f;
  for (int k = 0; k < 3 * f->x->nforce; k++)
    if (w->at.corner[f->at_value + k])
      return LIA_FAIL(w->err, LIA_EDOMAIN, f->x->force_name[k / 3], CORNER);
  for (int k = 0; k < f->x->nv; k++)
    if (w->at.corner[k])
      return LIA_FAIL(w->err, LIA_EDOMAIN, lia_acting_speed_name(f->x, k),
                      "the force on it: " CORNER);
  for (int k = 0; k < f->x->nrow; k++)
    if (w->at.corner[f->at_acceleration + k])
      return LIA_FAIL(w->err, LIA_EDOMAIN, f->x->row_name[k], CORNER);
  for (int k = 0; k < f->x->nz; k++)
    if (w->at.corner[f->at_zdot + k])
      return LIA_FAIL(w->err, LIA_EDOMAIN, lia_expr_symbol(f->x->p, f->x->z[k])->name, CORNER);
  for (int k = 0; f->at_qdot + k < f->nout; k++)
    if (w->at.corner[f->at_qdot + k])
      return LIA_FAIL(w->err, LIA_EDOMAIN, lia_acting_coordinate_name(f->x, k), CORNER);
  for (int k = 0; k < f->ny; k++)
    if (w->at.corner[f->at_y + k]) {
      char path[32];
      lia_text_format(path, sizeof path, "outputs[%d]", k + 1);
      return LIA_FAIL(w->err, LIA_EDOMAIN, path, CORNER);
    }
  return LIA_OK;
}

static lia_status finite_all(const work *w, const lia_state_space *o) {
  const int sizes[4] = { o->n * o->n, o->n * o->ninput, o->ny * o->n, o->ny * o->ninput };
  const double *const all[4] = { o->A, o->B, o->C, o->D };
  for (int k = 0; k < 4; k++)
    for (int i = 0; i < sizes[k]; i++)
      if (!isfinite(all[k][i]))
        return LIA_FAIL(w->err, LIA_EDOMAIN, "",
            "the equations have no finite slope at this state");
  return LIA_OK;
}

// ---- all together ----

static void lay_out_work(lia_layout *l, work *w) {
  const lia_motion_tape *f = w->f;
  const size_t nx = (size_t)w->nx, nv = (size_t)w->nv, nrow = (size_t)w->nrow, s = nv + nrow,
      out = (size_t)f->nout;
  lia_motion_layout(l, &w->at);
  w->xi = LIA_TAKE(l, double, out * nx);
  w->v = LIA_TAKE(l, double, out * nv);
  w->z = LIA_TAKE(l, double, out * (size_t)w->nz);
  w->u = LIA_TAKE(l, double, out * (size_t)w->nu);
  w->unknown = LIA_TAKE(l, double, out * s);
  w->kkt = LIA_TAKE(l, double, s * s);
  w->scale = LIA_TAKE(l, double, s);
  w->rhs = LIA_TAKE(l, double, s);
  w->x = LIA_TAKE(l, double, s);
  w->K = LIA_TAKE(l, double, nv * nv);
  w->rows_q = LIA_TAKE(l, double, nrow * (nx + (size_t)w->nu));
  w->rows_v = LIA_TAKE(l, double, nrow * (nx + nv + (size_t)w->nu));
  w->Z.x = LIA_TAKE(l, double, nx * nx);
  w->S.x = LIA_TAKE(l, double, nv * nv);
  w->W.x = LIA_TAKE(l, double, nv * nx);
  w->U = lia_mat_of(LIA_TAKE(l, double, nx * (size_t)w->nu), w->nx, w->nu);
  w->V = lia_mat_of(LIA_TAKE(l, double, nv * (size_t)w->nu), w->nv, w->nu);
  w->pivot_q = LIA_TAKE(l, int, nx);
  w->pivot_v = LIA_TAKE(l, int, nv);
  w->list_q = LIA_TAKE(l, int, nx);
  w->list_v = LIA_TAKE(l, int, nv);
  w->wanted_q = LIA_TAKE(l, char, nx);
  w->wanted_v = LIA_TAKE(l, char, nv);
}

static lia_status slopes(work *w) {
  LIA_TRY(accelerations(w));
  memset(w->at.corner, 0, (size_t)w->f->nout);
  lia_motion_slopes(&w->at, LIA_ALONG_unknowns, w->nv + w->nrow, w->unknown);
  lia_motion_slopes(&w->at, LIA_ALONG_coordinates, w->nx, w->xi);
  lia_motion_slopes(&w->at, LIA_ALONG_speeds, w->nv, w->v);
  lia_motion_slopes(&w->at, LIA_ALONG_states, w->nz, w->z);
  lia_motion_slopes(&w->at, LIA_ALONG_inputs, w->nu, w->u);
  return corners(w);
}

static lia_status state_space_at(work *w, lia_state_space **out) {
  LIA_TRY(slopes(w));
  turning_axes(w);
  LIA_TRY(choose_speeds(w));
  LIA_TRY(choose_coordinates(w));
  tell_speeds(w);
  w->n = w->ny + w->nw + w->nz;
  solve_columns(w, w->xi, w->nx);
  solve_columns(w, w->v, w->nv);
  solve_columns(w, w->z, w->nz);
  solve_columns(w, w->u, w->nu);
  LIA_TRY(make_result(w, out));
  return finite_all(w, *out);
}

lia_status lia_state_space_new(lia_state_space **out, const lia_motion_tape *f, const lia_model *m,
                               const lia_motion_state *at, const lia_motion_choice *choice,
                               lia_error *err) {
  work w = { .at = { .f = f, .m = m, .input = choice->input }, .f = f, .choice = choice,
             .err = err, .nx = f->x->nx, .nv = f->x->nv, .nrow = f->x->nrow, .nz = f->x->nz,
             .nu = choice->ninput };
  lia_layout l = { NULL, 0 };
  *out = NULL;
  lay_out_work(&l, &w);
  char *block = lia_block(l.used);
  if (!block) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for small motions");
  l = (lia_layout){ block, 0 };
  lay_out_work(&l, &w);
  lia_motion_start(&w.at, at);
  for (int k = 0; choice->independent && k < w.nx; k++) w.wanted_q[k] = choice->independent[k];
  if (paired(&w)) memcpy(w.wanted_v, w.wanted_q, (size_t)w.nv);
  lia_status st = lia_motion_settle(&w.at, at->z, err);
  if (st == LIA_OK) st = state_space_at(&w, out);
  if (st != LIA_OK) {
    lia_free(*out);
    *out = NULL;
  }
  lia_qr_free(w.qr);
  lia_free(block);
  return st;
}
