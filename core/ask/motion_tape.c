/* motion_tape.c - symbols and expressions in their order, and passes of the tape with directions */
#include "ask/motion_tape.h"

#include "base/mem.h"
#include "gen/machine_math.h"
#include "num/factor.h"
#include "num/vec.h"
#include "sym/tape/tangent.h"

#include <math.h>
#include <string.h>

static void number_all(lia_motion_tape *f) {
  const lia_acting *x = f->x;
  f->at_v = x->nq;
  f->at_a = f->at_v + x->nv;
  f->at_lambda = f->at_a + x->nv;
  f->at_tau = f->at_lambda + x->nrow;
  f->at_named = f->at_tau + x->nv;
  f->at_z = f->at_named + f->nnamed;
  f->at_t = f->at_z + x->nz;
  f->nin = f->at_t + 1;
  f->at_acceleration = x->nv;
  f->at_rate = f->at_acceleration + x->nrow;
  f->at_g = f->at_rate + x->nrow;
  f->at_zdot = f->at_g + x->nrow;
  f->at_value = f->at_zdot + x->nz;
  f->at_y = f->at_value + 3 * x->nforce;
  f->at_qdot = f->at_y + f->ny;
  f->nout = f->at_qdot + (x->m ? 0 : x->nq);
}

static void put(lia_expr *to, int at, const lia_expr *from, int n) {
  for (int k = 0; k < n; k++) to[at + k] = from[k];
}

static lia_status write_tape(lia_motion_tape *f, lia_expr *in, lia_expr *out,
                             const lia_expr *named, const lia_expr *y, lia_error *err) {
  const lia_acting *x = f->x;
  put(in, 0, x->q, x->nq);
  put(in, f->at_v, x->v, x->nv);
  put(in, f->at_a, x->a, x->nv);
  put(in, f->at_lambda, x->lambda, x->nrow);
  put(in, f->at_tau, x->tau, x->nv);
  put(in, f->at_named, named, f->nnamed);
  put(in, f->at_z, x->z, x->nz);
  put(in, f->at_t, &x->t, 1);
  put(out, 0, x->force, x->nv);
  put(out, f->at_acceleration, x->acceleration, x->nrow);
  put(out, f->at_rate, x->rate, x->nrow);
  put(out, f->at_g, x->g, x->nrow);
  put(out, f->at_zdot, x->zdot, x->nz);
  put(out, f->at_value, x->value, 3 * x->nforce);
  put(out, f->at_y, y, f->ny);
  put(out, f->at_qdot, x->qdot, x->m ? 0 : x->nq);
  LIA_TRY(lia_tape_new(&f->tape, x->p, (uint32_t)f->nin, in, (uint32_t)f->nout, out, err));
  f->tape->math = &lia_machine_math;
  return LIA_OK;
}

lia_status lia_motion_tape_new(lia_motion_tape **out, const lia_acting *x, int nnamed,
                               const lia_expr *named, int ny, const lia_expr *y, lia_error *err) {
  lia_motion_tape *f = lia_calloc(1, sizeof *f);
  *out = NULL;
  if (!f) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  *f = (lia_motion_tape){ .x = x, .nnamed = nnamed, .ny = ny };
  number_all(f);
  lia_expr *room = lia_calloc((size_t)(f->nin + f->nout), sizeof *room);
  lia_status st = LIA_ENOMEM;
  if (room) st = write_tape(f, room, room + f->nin, named, y, err);
  else (void)LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  lia_free(room);
  if (st == LIA_OK) *out = f;
  else lia_motion_tape_free(f);
  return st;
}

void lia_motion_tape_free(lia_motion_tape *f) {
  if (!f) return;
  lia_free(f->tape);
  lia_free(f);
}

// ---- at a state ----

void lia_motion_layout(lia_layout *l, lia_motion_at *w) {
  const lia_motion_tape *f = w->f;
  w->in = LIA_TAKE(l, double, f->nin);
  w->out = LIA_TAKE(l, double, f->nout);
  w->corner = LIA_TAKE(l, char, f->nout);
  w->room = LIA_TAKE(l, double, lia_tape_tangent_room(f->tape));
  w->direction = LIA_TAKE(l, double, LIA_TANGENTS * f->nin);
  w->slope = LIA_TAKE(l, double, LIA_TANGENTS * f->nout);
  w->unit_v = LIA_TAKE(l, double, f->x->nv);
  w->rate_q = LIA_TAKE(l, double, f->x->nq);
}

static void copy_given(double *to, const double *from, int n) {
  if (from) lia_vec_copy(to, from, n);
  else lia_vec_zero(to, n);
}

void lia_motion_start(lia_motion_at *w, const lia_motion_state *at) {
  const lia_motion_tape *f = w->f;
  lia_vec_zero(w->in, f->nin);
  lia_vec_copy(w->in, at->q, f->x->nq);
  copy_given(w->in + f->at_v, at->v, f->x->nv);
  copy_given(w->in + f->at_tau, at->tau, f->x->nv);
  copy_given(w->in + f->at_named, at->named, f->nnamed);
  w->in[f->at_t] = at->t;
}

void lia_motion_eval(lia_motion_at *w) { lia_tape_eval(w->f->tape, w->in, w->out, w->room); }

static void set(lia_motion_at *w, int input, int lane, double x) {
  w->direction[LIA_TANGENTS * input + lane] = x;
}

static void along_coordinate(lia_motion_at *w, int k, int lane) {
  if (!w->m) {   // equations that were given
    set(w, k, lane, 1);
    return;
  }
  lia_vec_zero(w->unit_v, w->f->x->nv);
  w->unit_v[k] = 1;
  lia_model_rate(w->m, w->in, w->unit_v, w->rate_q);
  for (int i = 0; i < w->f->x->nq; i++) set(w, i, lane, w->rate_q[i]);
}

static void put_direction(lia_motion_at *w, lia_along group, int k, int lane) {
  const lia_motion_tape *f = w->f;
  switch (group) {
    case LIA_ALONG_coordinates: along_coordinate(w, k, lane); return;
    case LIA_ALONG_speeds: set(w, f->at_v + k, lane, 1); return;
    case LIA_ALONG_unknowns: set(w, f->at_a + k, lane, 1); return;
    case LIA_ALONG_states: set(w, f->at_z + k, lane, 1); return;
    case LIA_ALONG_inputs: set(w, f->at_tau + w->input[k], lane, 1); return;
  }
}

void lia_motion_slopes(lia_motion_at *w, lia_along group, int n, double *to) {
  const lia_motion_tape *f = w->f;
  for (int first = 0; first < n; first += LIA_TANGENTS) {
    const int count = n - first < LIA_TANGENTS ? n - first : LIA_TANGENTS;
    memset(w->direction, 0, LIA_TANGENTS * (size_t)f->nin * sizeof *w->direction);
    for (int lane = 0; lane < count; lane++) put_direction(w, group, first + lane, lane);
    lia_tape_tangent(f->tape, w->in, w->direction, w->out, w->slope, w->corner, w->room);
    for (int i = 0; i < f->nout; i++)
      for (int k = 0; k < count; k++)
        to[(size_t)i * (size_t)n + (size_t)(first + k)] = w->slope[LIA_TANGENTS * i + k];
  }
}

// ---- own states that rest ----

// room of lia_motion_settle
typedef struct settling { double *slopes, *J, *step, *before; lia_qr *qr; } settling;

// z -= J^-1 zdot: how far z went, as a part of its size; negative: nowhere
static double settle_step(lia_motion_at *w, settling *s) {
  const lia_motion_tape *f = w->f;
  const int nz = f->x->nz;
  double *z = w->in + f->at_z, far = 0, size = 0;
  lia_motion_slopes(w, LIA_ALONG_states, nz, s->slopes);
  lia_vec_copy(s->J, s->slopes + (size_t)f->at_zdot * (size_t)nz, nz * nz);
  if (lia_qr_factor(s->qr, lia_mat_of(s->J, nz, nz), 1e-12, NULL) != LIA_OK) return -1;
  lia_qr_solve(s->qr, w->out + f->at_zdot, s->step);
  for (int k = 0; k < nz; k++) {
    z[k] -= s->step[k];
    far = fmax(far, fabs(s->step[k]));
    size = fmax(size, fabs(z[k]));
  }
  return isfinite(far) ? far / fmax(size, 1e-300) : -1;
}

static void settle_states(lia_motion_at *w, settling *s) {
  enum { STEPS = 50 };
  const int nz = w->f->x->nz;
  double *z = w->in + w->f->at_z, part = 1;
  lia_vec_copy(s->before, z, nz);
  for (int k = 0; k < STEPS && part > 1e-14; k++) part = settle_step(w, s);
  if (part < 0 || part > 1e-9) lia_vec_copy(z, s->before, nz);
}

// those that are given; 1: all are
static int take_given(lia_motion_at *w, const double *given) {
  const int nz = w->f->x->nz;
  double *z = w->in + w->f->at_z;
  int all = 1;
  for (int k = 0; k < nz; k++) {
    const int known = given && !isnan(given[k]);
    if (known) z[k] = given[k];
    all &= known;
  }
  return all;
}

lia_status lia_motion_settle(lia_motion_at *w, const double *given, lia_error *err) {
  const size_t nz = (size_t)w->f->x->nz;
  if (take_given(w, given)) return LIA_OK;
  settling s = { .qr = NULL };
  LIA_TRY(lia_qr_new(&s.qr, (int)nz, (int)nz, err));
  s.slopes = lia_malloc(((size_t)w->f->nout * nz + nz * nz + 2 * nz) * sizeof *s.slopes);
  if (s.slopes) {
    s.J = s.slopes + (size_t)w->f->nout * nz;
    s.step = s.J + nz * nz;
    s.before = s.step + nz;
    settle_states(w, &s);
    (void)take_given(w, given);
  }
  const lia_status st = s.slopes ? LIA_OK : LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  lia_free(s.slopes);
  lia_qr_free(s.qr);
  return st;
}
