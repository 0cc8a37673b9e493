/* equilibrium.c - Newton steps of least size on forces and constraints together */
#include "ask/equilibrium.h"

#include "ask/independent.h"
#include "base/mem.h"
#include "num/factor.h"
#include "num/vec.h"

#include <math.h>
#include <string.h>

// what a column of the step is of
typedef struct unknown { lia_along group; int k; } unknown;

typedef struct work {
  lia_motion_at at;
  const lia_motion_tape *f;
  const lia_equilibrium_wish *wish;
  lia_error *err;
  int nx, nv, nrow, nu, rows, columns;
  unknown *column;                 // (columns)
  double *slopes[5];               // by lia_along: (nout x ..)
  double *J, *residual, *weight;   // (rows x columns), (rows), (rows)
  double *step, *start, *next_q;   // (columns), (nin), (nq)
  double *dq;                      // (nx)
  double *speeds;                  // (rows x nv) on their way to be eliminated
  int *pivot;
  char *given;
  lia_qr *qr;
} work;

static int size_of(const work *w, lia_along group) {
  const int size[5] = { w->nx, w->nv, w->nv + w->nrow, w->f->x->nz, w->nu };
  return size[group];
}

// ---- rows: force, g, rate, acceleration, z'; constraints of velocity have no g ----

static int output_of(const work *w, int row) {
  const lia_motion_tape *f = w->f;
  if (row < w->nv) return row;
  row -= w->nv;
  if (row >= 3 * w->nrow) return f->at_zdot + row - 3 * w->nrow;
  const int begin[3] = { f->at_g, f->at_rate, f->at_acceleration };
  return begin[row / w->nrow] + row % w->nrow;
}

static double row_size(const work *w) {
  double sum = 0;
  for (int i = 0; i < w->rows; i++) sum += w->residual[i] * w->residual[i];
  return sqrt(sum);
}

static void find_residual(work *w) {
  lia_motion_eval(&w->at);
  for (int i = 0; i < w->rows; i++)
    w->residual[i] = w->weight[i] * w->at.out[output_of(w, i)];
}

// the rate of own state k by what it does to the forces: |dforce/dz| / |dz'/dz|, of z' alone where
// it does nothing there
static double weight_of_state(const work *w, int k, double of_force) {
  const int nz = w->f->x->nz;
  const double *by = w->slopes[LIA_ALONG_states],
      own = fabs(by[(size_t)(w->f->at_zdot + k) * (size_t)nz + (size_t)k]);
  double most = 0;
  for (int i = 0; i < w->nv; i++) most = fmax(most, fabs(by[(size_t)i * (size_t)nz + (size_t)k]));
  const double part = most > 0 ? of_force * most : 1;
  return own > 0 ? part / own : part;
}

// forces are measured by those that hold the start and by the masses: w out of it, a residual is a
// part
static void weigh(work *w) {
  double most = 0;
  lia_motion_eval(&w->at);
  for (int i = 0; i < w->nv; i++) most = fmax(most, fabs(w->at.out[i]));
  lia_motion_slopes(&w->at, LIA_ALONG_unknowns, w->nv + w->nrow,
                    w->slopes[LIA_ALONG_unknowns]);
  for (int i = 0; i < w->nv; i++)
    most = fmax(most, fabs(w->slopes[LIA_ALONG_unknowns][i * (w->nv + w->nrow) + i]));
  for (int i = 0; i < w->rows; i++) w->weight[i] = i < w->nv && most > 0 ? 1 / most : 1;
  lia_motion_slopes(&w->at, LIA_ALONG_states, w->f->x->nz, w->slopes[LIA_ALONG_states]);
  for (int k = 0; k < w->f->x->nz; k++)
    w->weight[w->nv + 3 * w->nrow + k] = weight_of_state(w, k, most > 0 ? 1 / most : 1);
}

// ---- columns ----

static void add_column(work *w, lia_along group, int k) {
  w->column[w->columns++] = (unknown){ group, k };
}

// dependent speeds follow from the rows at the start: theirs, and their accelerations, are unknown
static lia_status choose_unknowns(work *w) {
  lia_motion_slopes(&w->at, LIA_ALONG_speeds, w->nv, w->slopes[LIA_ALONG_speeds]);
  lia_mat X = lia_mat_of(w->speeds, w->nrow, w->nv);
  for (int i = 0; i < w->nrow; i++)
    lia_vec_copy(lia_mat_row(X, i),
                 w->slopes[LIA_ALONG_speeds] + (size_t)(w->f->at_rate + i) * (size_t)w->nv, w->nv);
  lia_eliminate(X, w->nv, w->given, w->pivot);
  for (int k = 0; k < w->nx || k < w->nv; k++) {
    const int dependent = k < w->nv && w->pivot[k] >= 0;
    if (dependent && w->given[k])
      return LIA_FAIL(w->err, LIA_EARG, "v",
          "%s' follows from the other speeds given: leave it out",
          lia_acting_speed_name(w->f->x, k));
    if (k < w->nx && (!w->wish->fixed || !w->wish->fixed[k]))
      add_column(w, LIA_ALONG_coordinates, k);
    if (!dependent) continue;
    add_column(w, LIA_ALONG_speeds, k);
    add_column(w, LIA_ALONG_unknowns, k);
  }
  for (int i = 0; i < w->nrow; i++) add_column(w, LIA_ALONG_unknowns, w->nv + i);
  for (int k = 0; k < w->f->x->nz; k++) add_column(w, LIA_ALONG_states, k);
  for (int i = 0; i < w->nu; i++) add_column(w, LIA_ALONG_inputs, i);
  return LIA_OK;
}

static void find_slopes(work *w) {
  for (int g = 0; g < 5; g++)
    lia_motion_slopes(&w->at, (lia_along)g, size_of(w, (lia_along)g), w->slopes[g]);
  for (int i = 0; i < w->rows; i++)
    for (int c = 0; c < w->columns; c++) {
      const unknown u = w->column[c];
      const double *row =
          w->slopes[u.group] + (size_t)output_of(w, i) * (size_t)size_of(w, u.group);
      w->J[(size_t)i * (size_t)w->columns + (size_t)c] = w->weight[i] * row[u.k];
    }
}

// ---- steps ----

// start + h step
static void go(work *w, double h) {
  const lia_motion_tape *f = w->f;
  lia_vec_copy(w->at.in, w->start, f->nin);
  lia_vec_zero(w->dq, w->nx);
  for (int c = 0; c < w->columns; c++) {
    const unknown u = w->column[c];
    const double d = h * w->step[c];
    if (u.group == LIA_ALONG_coordinates) w->dq[u.k] = d;
    else if (u.group == LIA_ALONG_speeds) w->at.in[f->at_v + u.k] += d;
    else if (u.group == LIA_ALONG_unknowns) w->at.in[f->at_a + u.k] += d;
    else if (u.group == LIA_ALONG_states) w->at.in[f->at_z + u.k] += d;
    else w->at.in[f->at_tau + w->at.input[u.k]] += d;
  }
  if (w->at.m) lia_model_step(w->at.m, w->start, w->dq, 1, w->next_q);
  else lia_vec_add(w->next_q, w->start, 1, w->dq, w->nx);
  lia_vec_copy(w->at.in, w->next_q, f->x->nq);
}

// no coordinate goes further than this at once: m, rad
static double longest(const work *w) {
  double most = 0;
  for (int c = 0; c < w->columns; c++)
    if (w->column[c].group == LIA_ALONG_coordinates) most = fmax(most, fabs(w->step[c]));
  return most > 0.5 ? 0.5 / most : 1;
}

// 1: the residual became less
static int search(work *w, double before) {
  for (double h = longest(w); h > 1e-6; h /= 2) {
    go(w, h);
    find_residual(w);
    if (row_size(w) < (1 - 1e-4 * h) * before) return 1;
  }
  lia_vec_copy(w->at.in, w->start, w->f->nin);
  find_residual(w);
  return 0;
}

// least |J step + residual|, and of these the shortest
static lia_status newton_step(work *w) {
  find_slopes(w);
  const lia_mat J = lia_mat_of(w->J, w->rows, w->columns);
  LIA_TRY(lia_qr_factor(w->qr, J, 1e-10, w->err));
  lia_qr_solve(w->qr, w->residual, w->step);
  lia_vec_scale(w->step, -1, w->step, w->columns);
  lia_vec_copy(w->start, w->at.in, w->f->nin);
  return LIA_OK;
}

static lia_status newton_steps(work *w, int *steps) {
  const double tol = w->wish->tol;
  LIA_TRY(choose_unknowns(w));
  LIA_TRY(lia_qr_new(&w->qr, w->rows, w->columns, w->err));
  find_residual(w);
  double size = row_size(w);
  for (*steps = 0; *steps < w->wish->most && size > 1e-3 * tol; ++*steps) {
    LIA_TRY(newton_step(w));
    if (!isfinite(size) || !search(w, size)) break;
    size = row_size(w);
  }
  return LIA_OK;
}

// ---- what was found ----

static void lay_out_result(lia_layout *l, const work *w, lia_equilibrium *o) {
  o->q = LIA_TAKE(l, double, w->f->x->nq + 1);
  o->v = LIA_TAKE(l, double, w->nv + 1);
  o->a = LIA_TAKE(l, double, w->nv + 1);
  o->lambda = LIA_TAKE(l, double, w->nrow + 1);
  o->tau = LIA_TAKE(l, double, w->nv + 1);
  o->named = LIA_TAKE(l, double, w->f->nnamed + 1);
  o->z = LIA_TAKE(l, double, w->f->x->nz + 1);
}

static const char *name_of_row(const work *w, int row) {
  const lia_acting *x = w->f->x;
  if (row < w->nv) return lia_acting_speed_name(x, row);
  row -= w->nv;
  if (row < 3 * w->nrow) return x->row_name[row % w->nrow];
  return lia_expr_symbol(x->p, x->z[row - 3 * w->nrow])->name;
}

static void name_worst(const work *w, lia_equilibrium *o) {
  int worst = 0;
  o->residual = 0;
  for (int i = 0; i < w->rows; i++)
    if (!(fabs(w->residual[i]) <= o->residual)) {
      o->residual = fabs(w->residual[i]);
      worst = i;
    }
  if (o->residual == 0) return;
  o->worst_value = w->at.out[output_of(w, worst)];
  o->worst = name_of_row(w, worst);
}

static lia_status make_result(const work *w, int steps, lia_equilibrium **out) {
  const lia_motion_tape *f = w->f;
  const double *in = w->at.in;
  lia_equilibrium shape = { .steps = steps };
  lia_layout l = { NULL, sizeof shape };
  lay_out_result(&l, w, &shape);
  lia_equilibrium *o = lia_block(l.used);
  if (!o) return LIA_FAIL(w->err, LIA_ENOMEM, "", "out of memory");
  *o = (lia_equilibrium){ .steps = steps };
  l = (lia_layout){ (char *)o, sizeof shape };
  lay_out_result(&l, w, o);
  lia_vec_copy(o->q, in, f->x->nq);
  lia_vec_copy(o->v, in + f->at_v, w->nv);
  lia_vec_copy(o->a, in + f->at_a, w->nv);
  lia_vec_copy(o->lambda, in + f->at_lambda, w->nrow);
  lia_vec_copy(o->tau, in + f->at_tau, w->nv);
  lia_vec_copy(o->named, in + f->at_named, f->nnamed);
  lia_vec_copy(o->z, in + f->at_z, f->x->nz);
  name_worst(w, o);
  *out = o;
  if (o->residual <= w->wish->tol) return LIA_OK;
  return LIA_FAIL(w->err, LIA_EUNREACHABLE, o->worst ? o->worst : "",
                  "no equilibrium found from there: the least left over is %.3g, after %d steps",
                  o->worst_value, steps);
}

static void lay_out_work(lia_layout *l, work *w) {
  const size_t nv = (size_t)w->nv, nrow = (size_t)w->nrow, out = (size_t)w->f->nout,
      nx = (size_t)w->nx, rows = (size_t)w->rows,
      most = nx + 2 * nv + nrow + (size_t)(w->f->x->nz + w->nu);
  lia_motion_layout(l, &w->at);
  for (int g = 0; g < 5; g++)
    w->slopes[g] = LIA_TAKE(l, double, out * (size_t)size_of(w, (lia_along)g));
  w->column = LIA_TAKE(l, unknown, most);
  w->J = LIA_TAKE(l, double, rows * most);
  w->residual = LIA_TAKE(l, double, rows);
  w->weight = LIA_TAKE(l, double, rows);
  w->step = LIA_TAKE(l, double, most);
  w->start = LIA_TAKE(l, double, w->f->nin);
  w->next_q = LIA_TAKE(l, double, w->f->x->nq);
  w->dq = LIA_TAKE(l, double, nx);
  w->speeds = LIA_TAKE(l, double, nrow * nv);
  w->pivot = LIA_TAKE(l, int, nv);
  w->given = LIA_TAKE(l, char, nv);
}

static lia_status equilibrium_from(work *w, const lia_motion_state *at, lia_equilibrium **out) {
  int steps = 0;
  lia_motion_start(&w->at, at);
  LIA_TRY(lia_motion_settle(&w->at, at->z, w->err));
  for (int k = 0; w->wish->given && k < w->nv; k++) w->given[k] = w->wish->given[k];
  weigh(w);
  LIA_TRY(newton_steps(w, &steps));
  return make_result(w, steps, out);
}

lia_status lia_equilibrium_new(lia_equilibrium **out, const lia_motion_tape *f, const lia_model *m,
                               const lia_motion_state *at, const lia_equilibrium_wish *wish,
                               lia_error *err) {
  work w = { .at = { .f = f, .m = m, .input = wish->input }, .f = f, .wish = wish, .err = err,
             .nx = f->x->nx, .nv = f->x->nv, .nrow = f->x->nrow, .nu = wish->ninput,
             .rows = f->x->nv + 3 * f->x->nrow + f->x->nz };
  lia_layout l = { NULL, 0 };
  *out = NULL;
  lay_out_work(&l, &w);
  char *block = lia_block(l.used);
  if (!block) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for an equilibrium");
  l = (lia_layout){ block, 0 };
  lay_out_work(&l, &w);
  lia_status st = equilibrium_from(&w, at, out);
  lia_qr_free(w.qr);
  lia_free(block);
  return st;
}
