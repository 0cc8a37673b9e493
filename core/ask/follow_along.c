/* follow_along.c - one branch along a tool path: predicted, corrected, sampled as its error asks */
#include "ask/follow_inside.h"

#include "base/mem.h"
#include "num/vec.h"

#include <math.h>
#include <string.h>

// a piece of the curve: s0, s1, then q q' q'' at both ends
typedef struct walk {
  lia_follow *f;
  lia_follow_result *r;
  double *record;
  int n, room, stride;       /* n pieces */
  double s, *q, *next, *mid; /* (3 x nv) each: q, q', q''; (nv) */
  double part;
  lia_pieces *one;
  double *block;
} walk;

static lia_status keep_piece(walk *w, double s1, lia_error *err) {
  const int m = w->f->n;
  if (w->n == w->room) {
    const int room = w->room ? 2 * w->room : 64;
    double *more = lia_realloc(w->record, (size_t)room * (size_t)w->stride * sizeof *more);
    if (!more) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory to follow a path");
    w->record = more;
    w->room = room;
  }
  double *x = w->record + (size_t)w->n * (size_t)w->stride;
  x[0] = w->s;
  x[1] = s1;
  lia_vec_copy(x + 2, w->q, 3 * m);
  lia_vec_copy(x + 2 + 3 * m, w->next, 3 * m);
  w->n++;
  return LIA_OK;
}

// the pose of the quintic between both samples against the path: the larger error as a part of the
// tolerance
static double error_between(walk *w, int piece, double s1, double *distance, double *angle) {
  static const double places[] = { 0.5, 0.3, 0.7, 0.12, 0.88 };
  const lia_follow_ask *a = w->f->ask;
  double worst = 0, e[6], d, b;
  w->one->knot[0] = w->s;
  w->one->knot[1] = s1;
  lia_pieces_quintic(w->one, 0, w->q, w->next);
  *distance = *angle = 0;
  for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
    const double s = w->s + places[k] * (s1 - w->s);
    lia_tool_state x;
    lia_pieces_of(w->one, 0, s, 0, w->mid);
    lia_tool_path_of(a->path, piece, s, &x);
    lia_follow_missing(w->f, &x, w->mid, e, &d, &b);
    *distance = fmax(*distance, d);
    *angle = fmax(*angle, b);
    worst = fmax(worst, fmax(d, b) / a->opts.tolerance);
  }
  return worst;
}

// q(s + h) by Taylor, corrected, with its rates; 0: it did not arrive, or jumped
static lia_status try_step(walk *w, int piece, double h, int *arrived, lia_error *err) {
  lia_follow *f = w->f;
  const int n = f->n;
  double *q = w->next, *dq = q + n, *ddq = dq + n;
  lia_tool_state x;
  lia_tool_path_of(f->ask->path, piece, w->s + h, &x);
  for (int k = 0; k < n; k++)
    q[k] = w->q[k] + h * (w->q[n + k] + h / 2 * w->q[2 * n + k]);
  LIA_TRY(lia_follow_correct(f, &x, q, arrived, err));
  for (int k = 0; k < n; k++)
    if (!(fabs(q[k] - w->q[k]) < 1 + f->size)) *arrived = 0;
  if (!*arrived) return LIA_OK;
  // what a singular place leaves open goes on as before
  for (int k = 0; k < n; k++) f->t5[k] = w->q[n + k] + h * w->q[2 * n + k];
  LIA_TRY(lia_follow_rates(f, piece, w->s + h, q, f->t5, w->q + 2 * n, dq, ddq, &w->part, err));
  if (!f->redundant) return LIA_OK;
  // the free motion by the trapezoid with its correction:
  //   q1 = q0 + h (q0' + q1')/2
  // + h^2 (q0'' - q1'')/12
  for (int k = 0; k < n; k++)
    q[k] = w->q[k] + h / 2 * (w->q[n + k] + dq[k]) + h * h / 12 * (w->q[2 * n + k] - ddq[k]);
  LIA_TRY(lia_follow_correct(f, &x, q, arrived, err));
  return lia_follow_rates(f, piece, w->s + h, q, NULL, NULL, dq, ddq, &w->part, err);
}

static void note_part(walk *w, double s, double part) {
  if (part >= w->r->least) return;
  w->r->least = part;
  w->r->s_least = s;
}

// one step of at most *h, made smaller until it holds; *h: what to try next; 0: none holds
static lia_status one_step(walk *w, int piece, double *h, lia_error *err) {
  const double end = lia_tool_path_breaks(w->f->ask->path)[piece + 1],
               shortest = 1e-9 * w->f->whole;
  double distance, angle;
  for (int aside = 0; *h > shortest || end - w->s <= shortest;) {
    double step = fmin(*h, end - w->s);
    if (end - w->s - step < 0.1 * step) step = end - w->s;
    int arrived;
    LIA_TRY(try_step(w, piece, step, &arrived, err));
    const double error = arrived ? error_between(w, piece, w->s + step, &distance, &angle)
                                 : HUGE_VAL;
    // no sample where the rates are lost: a little before it, and over it
    const int on_it = arrived && w->part < 1e-5 && w->s + step < end && aside < 3;
    if (error <= 1 && !on_it) {
      const double s1 = w->s + step >= end ? end : w->s + step;
      LIA_TRY(keep_piece(w, s1, err));
      w->r->distance = fmax(w->r->distance, distance);
      w->r->angle = fmax(w->r->angle, angle);
      note_part(w, s1, w->part);
      w->s = s1;
      lia_vec_copy(w->q, w->next, 3 * w->f->n);
      *h = step * fmin(2, 0.9 / pow(fmax(error, 1e-6), 1.0 / 6));
      return LIA_OK;
    }
    if (error <= 1) {
      *h = 0.8 * step;
      aside++;
    } else *h = step * fmax(0.2, fmin(0.7, 0.9 / pow(fmin(error, 1e9), 1.0 / 6)));
    if (step <= shortest) break;
  }
  *h = 0;
  return LIA_OK;
}

static int corner_before(const lia_tool_path *p, int piece) {
  const lia_tool_corner *c;
  const int n = lia_tool_path_corners(p, &c);
  for (int k = 0; k < n; k++)
    if (c[k].order == 1 && c[k].s == lia_tool_path_breaks(p)[piece]) return 1;
  return 0;
}

static lia_status walk_pieces(walk *w, lia_error *err) {
  const lia_follow_ask *a = w->f->ask;
  const int pieces = lia_tool_path_pieces(a->path), n = w->f->n;
  const double *brk = lia_tool_path_breaks(a->path);
  double h = w->f->whole / 20;
  for (int i = 0; i < pieces; i++) {
    const int smooth = i > 0 && !corner_before(a->path, i);
    lia_vec_copy(w->next, w->q, 3 * n);
    LIA_TRY(lia_follow_rates(w->f, i, brk[i], w->q, smooth ? w->next + n : NULL,
                             smooth ? w->next + 2 * n : NULL, w->q + n, w->q + 2 * n, &w->part,
                             err));
    note_part(w, brk[i], w->part);
    h = fmin(h, brk[i + 1] - brk[i]);
    while (w->s < brk[i + 1]) {
      if (w->n >= a->opts.samples) {
        const lia_follow_event e = { .kind = LIA_FOLLOW_EVENT_samples, .s = w->s, .from = w->s,
                                     .to = w->s, .joint = -1, .value = w->n };
        return lia_follow_tell(w->r, &e, err);
      }
      LIA_TRY(one_step(w, i, &h, err));
      if (h == 0) return lia_follow_end(w->f, w->q, w->r, err);
      w->r->reached = w->s;
    }
    h = fmax(h, 1e-3 * w->f->whole);
  }
  w->r->through = 1;
  return LIA_OK;
}

static lia_status curve_of(walk *w, lia_error *err) {
  const int n = w->f->n;
  if (!w->n) return LIA_OK;
  LIA_TRY(lia_pieces_new(&w->r->q, n, w->n, 5, err));
  for (int i = 0; i < w->n; i++) {
    const double *x = w->record + (size_t)i * (size_t)w->stride;
    w->r->q->knot[i] = x[0];
    w->r->q->knot[i + 1] = x[1];
    lia_pieces_quintic(w->r->q, i, x + 2, x + 2 + 3 * n);
  }
  return LIA_OK;
}

lia_status lia_follow_along(lia_follow *f, const double *q, lia_follow_result *r, lia_error *err) {
  const int n = f->n;
  walk w = { .f = f, .r = r, .stride = 2 + 6 * n };
  w.block = lia_calloc(7 * (size_t)n, sizeof *w.block);
  if (!w.block) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory to follow a path");
  w.q = w.block;
  w.next = w.q + 3 * n;
  w.mid = w.next + 3 * n;
  lia_vec_copy(w.q, q, n);
  r->least = HUGE_VAL;
  r->nq = n;
  lia_status st = lia_pieces_new(&w.one, n, 1, 5, err);
  if (st == LIA_OK) st = walk_pieces(&w, err);
  if (st == LIA_OK) st = curve_of(&w, err);
  r->samples = w.n + 1;
  lia_pieces_free(w.one);
  lia_free(w.record);
  lia_free(w.block);
  return st;
}
