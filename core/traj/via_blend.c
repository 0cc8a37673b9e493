/* via_blend.c - straight lines with parabolic or quintic blends where they meet
 *
 * Lines go from corner to corner, y_k at the time s_k, with speeds v_k = (y_k+1 - y_k)/(s_k+1 -
 * s_k), 0 before and after. The blend of length b_k about s_k takes v_k-1 to v_k; in its middle the
 * curve is at
 *
 *   y_k + c b_k (v_k - v_k-1),    c = 1/8 (parabola), 3/32 (quintic)
 *
 * and its greatest acceleration is e |v_k - v_k-1|/b_k, e = 1, 3/2. The blends at the ends begin
 * and end at rest in the end points, so that s_0 = t_0 + b_0/2 and s_m-1 = t_m-1 - b_m-1/2. Past
 * the points: y = x. Through them: y such that the middle of each blend is x_k. */
#include "traj/via.h"

#include "base/mem.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

enum { ROUNDS = 300 };

typedef struct road {
  const lia_blends *b;
  int m, n;
  double c, e;             // see above
  double scale;            // of all times told
  double *s, *len;         // m each
  double *y, *y_new;       // m x n
  double *work;            // 2 m
} road;

static double time_of_point(const road *r, int k) {
  return r->b->t[0] + r->scale * (r->b->t[k] - r->b->t[0]);
}

static double told_step(const road *r, int k) { return r->scale * (r->b->t[k + 1] - r->b->t[k]); }

// v_k of component c; 0 before the first and behind the last corner
static double speed(const road *r, int k, int c) {
  if (k < 0 || k + 1 >= r->m) return 0;
  return (r->y[(k + 1) * r->n + c] - r->y[k * r->n + c]) / (r->s[k + 1] - r->s[k]);
}

static void put_corner_times(road *r) {
  for (int k = 0; k < r->m; k++) r->s[k] = time_of_point(r, k);
  r->s[0] += r->len[0] / 2;
  r->s[r->m - 1] -= r->len[r->m - 1] / 2;
}

// ---- lengths of blends for given accelerations ----

// an end: e |y_1 - y_0| = a b (h - b/2), or of a lone line, both of whose ends it is, a b (h - b);
// -1 where h is too short for a
static double end_length(const road *r, int from, int to, double h, double a, int c) {
  const double ends = r->m == 2 ? 2 : 1,
               way = fabs(r->y[to * r->n + c] - r->y[from * r->n + c]) * r->e / a,
               square = h * h - 2 * ends * way;
  if (square < 0) return -1;
  return 2 * way / (h + sqrt(square));   // (h - sqrt)/ends without cancellation
}

// a line between two ends: half of its own blends is not in its speed
static int lengths_of_ends(road *r, double *first, double *last) {
  const int m = r->m;
  *first = *last = 0;
  for (int c = 0; c < r->n; c++) {
    const double a = r->b->a[c], p = end_length(r, 0, 1, told_step(r, 0), a, c),
                 q = end_length(r, m - 2, m - 1, told_step(r, m - 2), a, c);
    if (p < 0 || q < 0) return 0;
    *first = fmax(*first, p);
    *last = fmax(*last, q);
  }
  return 1;
}

static int lengths_by_acceleration(road *r) {
  double first, last;
  if (!lengths_of_ends(r, &first, &last)) return 0;
  r->len[0] = first;
  r->len[r->m - 1] = last;
  put_corner_times(r);
  for (int k = 1; k + 1 < r->m; k++) {
    r->len[k] = 0;
    for (int c = 0; c < r->n; c++) {
      const double change = fabs(speed(r, k, c) - speed(r, k - 1, c));
      r->len[k] = fmax(r->len[k], r->e * change / r->b->a[c]);
    }
  }
  return 1;
}

static int lengths(road *r) {
  if (!r->b->time) return lengths_by_acceleration(r);
  for (int k = 0; k < r->m; k++) r->len[k] = r->b->time[k];
  put_corner_times(r);
  return 1;
}

// how much of line k its two blends take
static double blended(const road *r, int k) {
  const double before = k ? r->len[k] / 2 : r->len[k],
               behind = k + 2 < r->m ? r->len[k + 1] / 2 : r->len[k + 1];
  return before + behind;
}

static int overlap(const road *r) {
  for (int k = 0; k + 1 < r->m; k++)
    if (blended(r, k) > told_step(r, k) * (1 + 1e-12)) return k;
  return -1;
}

// ---- corners for blends through the points ----

// y_k + c b_k (v_k - v_k-1) = x_k inside: three diagonals, of which the middle one is the largest
// where blends do not overlap
static void corners_of(road *r, int c) {
  const int n = r->n;
  double *up = r->work, *right = r->work + r->m;
  up[0] = 0;
  right[0] = r->b->x[c];
  for (int k = 1; k < r->m; k++) {
    const int inside = k + 1 < r->m;
    const double f = inside ? r->c * r->len[k] : 0,
                 before = f / (r->s[k] - r->s[k - 1]),
                 behind = inside ? f / (r->s[k + 1] - r->s[k]) : 0,
                 pivot = 1 - before - behind - before * up[k - 1];
    up[k] = behind / pivot;
    right[k] = (r->b->x[k * n + c] - before * right[k - 1]) / pivot;
  }
  r->y_new[(r->m - 1) * n + c] = right[r->m - 1];
  for (int k = r->m - 2; k >= 0; k--)
    r->y_new[k * n + c] = right[k] - up[k] * r->y_new[(k + 1) * n + c];
}

// the new corners become the corners; how far they moved, as a part of how large they are
static double move_corners(road *r) {
  double moved = 0, size = 0;
  for (int k = 0; k < r->m * r->n; k++) {
    moved = fmax(moved, fabs(r->y_new[k] - r->y[k]));
    size = fmax(size, fabs(r->y_new[k]));
    r->y[k] = r->y_new[k];
  }
  return size > 0 ? moved / size : 0;
}

// corners and lengths that belong to each other at this scale: 1; 0: blends overlap, or the
// accelerations are too small for the times
static int settle(road *r) {
  memcpy(r->y, r->b->x, (size_t)(r->m * r->n) * sizeof *r->y);
  if (!lengths(r) || overlap(r) >= 0) return 0;
  if (!r->b->through) return 1;
  for (int k = 0; k < ROUNDS; k++) {
    for (int c = 0; c < r->n; c++) corners_of(r, c);
    const double moved = move_corners(r);
    if (!lengths(r) || overlap(r) >= 0) return 0;
    if (moved < 1e-15 || (r->b->time && k > 0)) return 1;
  }
  return 0;
}

// ---- the curve ----

static void put_straight(const road *r, lia_pieces *out, int piece, int k) {
  for (int c = 0; c < r->n; c++) {
    double *a = lia_pieces_coef(out, piece, c);
    a[1] = speed(r, k, c);
    a[0] = r->y[k * r->n + c] + a[1] * (out->knot[piece] - r->s[k]);
  }
}

static void put_blend(const road *r, lia_pieces *out, int piece, int k) {
  const double b = r->len[k];
  for (int c = 0; c < r->n; c++) {
    double *a = lia_pieces_coef(out, piece, c);
    const double before = speed(r, k - 1, c), change = speed(r, k, c) - before;
    a[0] = r->y[k * r->n + c] - before * b / 2;
    a[1] = before;
    if (!r->b->smooth) a[2] = change / (2 * b);
    else {   // x'' = 6 u (1 - u) change/b, u = t/b
      a[3] = change / (b * b);
      a[4] = -change / (2 * b * b * b);
    }
  }
}

// the pieces in their order; out NULL: only counted
static int put_road(const road *r, lia_pieces *out) {
  int piece = 0;
  for (int k = 0; k < r->m; k++) {
    const int last = k + 1 == r->m;
    if (r->len[k] > 0) {
      if (out) {
        out->knot[piece] = r->s[k] - r->len[k] / 2;
        out->knot[piece + 1] = r->s[k] + r->len[k] / 2;
        put_blend(r, out, piece, k);
      }
      piece++;
    }
    const double from = r->s[k] + r->len[k] / 2,
                 to = last ? from : r->s[k + 1] - r->len[k + 1] / 2;
    if (last || !(to - from > 1e-12 * told_step(r, k))) continue;
    if (out) {
      out->knot[piece] = from;
      out->knot[piece + 1] = to;
      put_straight(r, out, piece, k);
    }
    piece++;
  }
  if (out) {
    out->knot[0] = r->b->t[0];
    out->knot[piece] = r->b->t[r->m - 1];
  }
  return piece;
}

static void put_near(const road *r, double *near) {
  for (int k = 0; k < r->m; k++) {
    near[k] = 0;
    if (r->b->through || k == 0 || k + 1 == r->m) continue;
    for (int c = 0; c < r->n; c++)
      near[k] = hypot(near[k], r->c * r->len[k] * (speed(r, k, c) - speed(r, k - 1, c)));
  }
}

// ---- what cannot be ----

// the least scale at which blends fit, by doubling and halving
static double least_scale(road *r) {
  double lo = 1, hi = 1;
  do {
    lo = hi;
    hi *= 2;
    r->scale = hi;
  } while (!settle(r) && hi < 1e9);
  for (int k = 0; k < 60; k++) {
    r->scale = lo + (hi - lo) / 2;
    if (settle(r)) hi = r->scale;
    else lo = r->scale;
  }
  return hi;
}

static lia_status too_short(road *r, lia_error *err) {
  const lia_blends *b = r->b;
  r->scale = 1;
  (void)settle(r);
  const int k = overlap(r);
  char what[96];
  if (k >= 0 && b->time)
    lia_text_format(what, sizeof what, "the blends of points %d and %d overlap: they take %.6g of "
                    "%.6g", k + 1, k + 2, blended(r, k), told_step(r, k));
  else if (k >= 0)
    lia_text_format(what, sizeof what, "the blends of points %d and %d overlap", k + 1, k + 2);
  else lia_text_format(what, sizeof what, "the accelerations are too small for these times");
  const double T = b->t[r->m - 1] - b->t[0];
  return LIA_FAIL(err, LIA_EARG, "t", "%s (all times stretched alike, %.9g instead of %.9g is the "
                  "least)", what, T * least_scale(r), T);
}

static lia_status check_blends(const lia_blends *b, lia_error *err) {
  LIA_TRY(lia_via_check(b->t, b->x, b->m, b->n, 2, err));
  if (!b->time == !b->a)
    return LIA_FAIL(err, LIA_EARG, "blend",
                    "expected either the time of blends or an acceleration");
  for (int k = 0; b->time && k < b->m; k++)
    if (!(b->time[k] > 0) || !isfinite(b->time[k]))
      return LIA_FAIL(err, LIA_EARG, "blend", "point %d: expected a time above 0, got %g", k + 1,
                      b->time[k]);
  for (int c = 0; b->a && c < b->n; c++)
    if (!(b->a[c] > 0) || !isfinite(b->a[c]))
      return LIA_FAIL(err, LIA_EARG, "a", "component %d: expected an acceleration above 0, got %g",
                      c + 1, b->a[c]);
  return LIA_OK;
}

static lia_status make_road(road *r, lia_pieces **out, double *near, lia_error *err) {
  r->scale = 1;
  if (!settle(r)) return too_short(r, err);
  const int pieces = put_road(r, NULL);
  LIA_TRY(lia_pieces_new(out, r->n, pieces, r->b->smooth ? 4 : 2, err));
  (void)put_road(r, *out);
  if (near) put_near(r, near);
  return LIA_OK;
}

lia_status lia_via_blends(lia_pieces **out, const lia_blends *b, double *near, lia_error *err) {
  *out = NULL;
  LIA_TRY(check_blends(b, err));
  const size_t m = (size_t)b->m, mn = m * (size_t)b->n;
  road r = { .b = b, .m = b->m, .n = b->n, .c = 1.0 / 8, .e = 1 };
  if (b->smooth) {
    r.c = 3.0 / 32;
    r.e = 1.5;
  }
  r.s = lia_calloc(4 * m + 2 * mn, sizeof *r.s);
  if (!r.s) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  r.len = r.s + m;
  r.work = r.len + m;
  r.y = r.work + 2 * m;
  r.y_new = r.y + mn;
  lia_status st = make_road(&r, out, near, err);
  lia_free(r.s);
  return st;
}
