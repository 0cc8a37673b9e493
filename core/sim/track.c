/* track.c - steps kept, and the polynomial through those beside a time */
#include "sim/track.h"

#include "base/assert.h"
#include "base/mem.h"

#include <math.h>
#include <string.h>

enum { NODES = 6, ORDER = 12 };

static const double *track_row_of(const lia_track *s, int k) {
  return s->row + (size_t)k * (size_t)(1 + 2 * s->n);
}

lia_status lia_track_new(lia_track **out, int n, size_t most, lia_error *err) {
  lia_track *s = lia_calloc(1, sizeof *s);
  int *rate = lia_malloc((2 * (size_t)n + 1) * sizeof *rate);
  *out = s;
  if (!s || !rate) {
    lia_free(rate);
    lia_track_free(s);
    *out = NULL;
    return LIA_FAIL(err, LIA_ENOMEM, "track", "out of memory");
  }
  *s = (lia_track){ .n = n, .most = most, .rate = rate, .of = rate + n };
  for (int i = 0; i < 2 * n; i++) rate[i] = LIA_TRACK_NO_PAIR;
  return LIA_OK;
}

void lia_track_pair(lia_track *s, int i, int rate) {
  LIA_ASSERT(i >= 0 && i < s->n && rate < s->n);
  s->rate[i] = rate;
  if (rate >= 0) s->of[rate] = i;
}

void lia_track_free(lia_track *s) {
  if (!s) return;
  lia_free(s->rate);
  lia_free(s->row);
  lia_free(s);
}

// memory that is not to be had loses the track, not the run: rows are still read by themselves
static int track_grow(lia_track *s) {
  size_t width = (size_t)(1 + 2 * s->n) * sizeof(double);
  int room = s->room ? 2 * s->room : 128;
  double *row = room > s->room && (size_t)room * width <= s->most
      ? lia_realloc(s->row, (size_t)room * width) : NULL;
  if (row) {
    s->row = row;
    s->room = room;
    return 1;
  }
  lia_free(s->row);
  s->row = NULL;
  s->count = s->room = 0;
  s->full = 1;
  return 0;
}

void lia_track_add(lia_track *s, double t, const double *x) {
  if (s->full || (s->count == s->room && !track_grow(s))) return;
  double *row = s->row + (size_t)s->count++ * (size_t)(1 + 2 * s->n);
  row[0] = t;
  memcpy(row + 1, x, (size_t)s->n * sizeof *x);
  for (int i = 0; i < s->n; i++) row[1 + s->n + i] = (double)NAN;
}

void lia_track_rates(lia_track *s, const double *dx) {
  if (s->full || !s->count) return;
  double *rate = s->row + (size_t)(s->count - 1) * (size_t)(1 + 2 * s->n) + 1 + s->n;
  for (int i = 0; i < s->n; i++) rate[i] = s->rate[i] == LIA_TRACK_NO_RATE ? (double)NAN : dx[i];
}

static int backwards(const lia_track *s) {
  return track_row_of(s, s->count - 1)[0] < track_row_of(s, 0)[0];
}

int lia_track_has(const lia_track *s, double t) {
  if (s->full || s->count < 2) return 0;
  double a = track_row_of(s, 0)[0], b = track_row_of(s, s->count - 1)[0];
  return fmin(a, b) <= t && t <= fmax(a, b);
}

// the last step that ends no later than t (of a run backwards: no earlier)
static int track_before(const lia_track *s, double t) {
  LIA_ASSERT(s->count > 1 && !s->full);
  int lo = 0, hi = s->count - 1, back = backwards(s);
  while (hi - lo > 1) {
    int mid = (lo + hi) / 2;
    double at = track_row_of(s, mid)[0];
    if (back ? at >= t : at <= t) lo = mid;
    else hi = mid;
  }
  return track_row_of(s, hi)[0] == t ? hi : lo;
}

// the polynomial through some steps, the two of the interval first: a step's value, rate and half
// of its second rate in d, as
// many as are known; c: divided differences, node by node                                [HNW] II.6
typedef struct newton {
  int n, nodes;
  int node[ORDER];
  double z[ORDER], c[ORDER], d[ORDER][3];
} newton;

// 0: no room for it
static int track_take(newton *p, const lia_track *s, int i, int k) {
  const double *row = track_row_of(s, k), *rate = row + 1 + s->n;
  int r = s->rate[i], known = 1;
  double d[3] = { row[1 + i], rate[i], 0 };
  if (isfinite(rate[i])) known = 2;
  if (known == 2 && r >= 0 && isfinite(rate[r])) {
    d[2] = rate[r] / 2;
    known = 3;
  }
  if (p->n + known > ORDER) return 0;
  LIA_ASSERT(p->nodes < NODES);
  for (int j = 0; j < known; j++, p->n++) {
    p->z[p->n] = row[0];
    p->node[p->n] = p->nodes;
    memcpy(p->d[p->n], d, sizeof d);
  }
  p->nodes++;
  return 1;
}

static void track_divide(newton *p) {
  for (int j = 0; j < p->n; j++) p->c[j] = p->d[j][0];
  for (int k = 1; k < p->n; k++)
    for (int j = p->n - 1; j >= k; j--)
      p->c[j] = p->z[j] == p->z[j - k] ? p->d[j][k]
          : (p->c[j] - p->c[j - 1]) / (p->z[j] - p->z[j - k]);
}

// steps that tell more than they disturb: as long as what each adds in the middle is less than what
// those before it did
static void track_trim(newton *p, double middle) {
  double w = middle - p->z[0], adds[NODES] = { 0 };
  int keep = 2;
  for (int j = 1; j < p->n; j++) {
    adds[p->node[j]] += fabs(p->c[j] * w);
    w *= middle - p->z[j];
  }
  while (keep < p->nodes && adds[keep] < adds[keep - 1] + 0.1 * adds[keep - 2]) keep++;
  LIA_ASSERT(keep >= 2 && keep <= p->nodes && p->n > 0);
  while (p->node[p->n - 1] >= keep) p->n--;
}

// the step beyond k, outwards: not much nearer than the interval is wide (rounding), not across a
// jump; -1: none
static int beyond(const lia_track *s, int k, int way, double width) {
  double from = track_row_of(s, k)[0];
  for (int j = k + way; j >= 0 && j < s->count; j += way) {
    if (track_row_of(s, j)[0] == track_row_of(s, j - way)[0]) return -1;
    if (fabs(track_row_of(s, j)[0] - from) > 0.2 * width) return j;
  }
  return -1;
}

// outwards from a and b, one on each side, while there is room
static void take_around(newton *p, const lia_track *s, int i, int a, int b) {
  double width = fabs(track_row_of(s, b)[0] - track_row_of(s, a)[0]);
  int at[2] = { a, b };
  for (int side = 0; at[0] >= 0 || at[1] >= 0; side = !side) {
    if (at[side] < 0) continue;
    at[side] = beyond(s, at[side], side ? 1 : -1, width);
    if (at[side] >= 0 && (p->nodes == NODES || !track_take(p, s, i, at[side]))) return;
  }
}

static double track_evaluate(const newton *p, double t) {
  double x = p->c[p->n - 1];
  for (int j = p->n - 2; j >= 0; j--) x = x * (t - p->z[j]) + p->c[j];
  return x;
}

static double track_slope(const newton *p, double t) {
  double x = p->c[p->n - 1], dx = 0;
  for (int j = p->n - 2; j >= 0; j--) {
    dx = dx * (t - p->z[j]) + x;
    x = x * (t - p->z[j]) + p->c[j];
  }
  return dx;
}

double lia_track_at(const lia_track *s, int i, double t) {
  int a = track_before(s, t), b = a + 1;
  newton p = { 0 };
  if (track_row_of(s, a)[0] == t || b == s->count) return track_row_of(s, a)[1 + i];
  int of = s->of[i] >= 0 ? s->of[i] : i;
  (void)track_take(&p, s, of, a);
  (void)track_take(&p, s, of, b);
  take_around(&p, s, of, a, b);
  track_divide(&p);
  track_trim(&p, (track_row_of(s, a)[0] + track_row_of(s, b)[0]) / 2);
  return of == i ? track_evaluate(&p, t) : track_slope(&p, t);
}
