/* topp_jerk.c - durations with barriers, by Newton's method on a band of three */
#include "traj/topp_jerk.h"

#include "base/assert.h"
#include "base/mem.h"

#include <math.h>
#include <string.h>

typedef struct barrier {
  const lia_topp_problem *p;
  const lia_topp_third *third;
  int m3;
  double cap[2];             // x next to the ends: constant s''' from rest
  double weight;             // of the duration against the barriers
  int count;                 // barriers
  int slopes;                // 1: gradient and band too
  double value, duration;
  double *x, *other, *g, *d, *e, *f, *step;   // (n + 1); d, e, f: diagonals of the band
} barrier;

// ---- what stands behind each point ----

static double length_at(const barrier *w, int i) { return w->p->s[i + 1] - w->p->s[i]; }

// dt = 2 h/(sqrt(a) + sqrt(b)) and its slopes; rest at an end is not varied
typedef struct lapse { double t, by_a, by_b, aa, ab, bb; } lapse;

static lapse lapse_of(double h, double a, double b) {
  const double ra = sqrt(a), rb = sqrt(b), z = ra + rb;
  const double zz = z * z;
  lapse l = { .t = 2 * h / z };
  if (a > 0) {
    l.by_a = -h / (zz * ra);
    l.aa = h / (2 * zz * a * ra) + h / (zz * z * a);
  }
  if (b > 0) {
    l.by_b = -h / (zz * rb);
    l.bb = h / (2 * zz * b * rb) + h / (zz * z * b);
  }
  if (a > 0 && b > 0) l.ab = h / (zz * z * ra * rb);
  return l;
}

// ---- barriers: -log of a slack with its gradient in x_i, x_i+1, x_i+2 ----

static void put_barrier(barrier *w, int i, double slack, const double by[3]) {
  w->count++;
  if (!(slack > 0)) {
    w->value = HUGE_VAL;
    return;
  }
  w->value -= log(slack);
  if (!w->slopes) return;
  double g[3];
  for (int k = 0; k < 3; k++) g[k] = by[k] / slack;
  for (int k = 0; k < 3; k++) {
    if (by[k] == 0) continue;
    w->g[i + k] -= g[k];
    w->d[i + k] += g[k] * g[k];
  }
  w->e[i] += g[0] * g[1];
  if (by[2] == 0) return;
  w->e[i + 1] += g[1] * g[2];
  w->f[i] += g[0] * g[2];
}

// both limits of what is `value` with the gradient `by`
static void put_between(barrier *w, int i, double value, const double by[3], double lo, double hi) {
  const double back[3] = { -by[0], -by[1], -by[2] };
  if (hi < HUGE_VAL) put_barrier(w, i, hi - value, back);
  if (lo > -HUGE_VAL) put_barrier(w, i, value - lo, by);
}

static const lia_topp_row *jerk_rows(const lia_topp_problem *p, const int *where, int i,
                                     int plain) {
  const int place = where ? where[i] : plain;
  return p->row + (size_t)place * (size_t)p->m;
}

// row r of segment i, at its beginning (far 0) or end
static void put_row(barrier *w, const double *x, int i, const lia_topp_row *r, int far) {
  const double h = length_at(w, i), u = r->a / (2 * h), at = x[i + far], root = sqrt(at);
  double by[3] = { -u, u, 0 };
  by[far] += r->b;
  if (root > 0) by[far] += r->d / (2 * root);
  const double value = u * (x[i + 1] - x[i]) + r->b * at + r->c + r->d * root;
  put_between(w, i, value, by, r->lo, r->hi);
}

static void put_segment(barrier *w, const double *x, int i) {
  const lia_topp_problem *p = w->p;
  const lia_topp_row *begin = jerk_rows(p, p->begins, i, i), *end = jerk_rows(p, p->ends, i, i + 1);
  for (int k = 0; k < p->m; k++) {
    put_row(w, x, i, &begin[k], 0);
    put_row(w, x, i, &end[k], 1);
  }
  const lapse l = lapse_of(length_at(w, i), x[i], x[i + 1]);
  w->duration += l.t;
  if (!w->slopes) return;
  w->g[i] += w->weight * l.by_a;
  w->g[i + 1] += w->weight * l.by_b;
  w->d[i] += w->weight * l.aa;
  w->d[i + 1] += w->weight * l.bb;
  w->e[i] += w->weight * l.ab;
}

// a (u+ - u-) + (3 b (u+ + u-)/2 + c x) h <= hi dt about grid point i, dt and h of both halves:
// s''' dt is u+ - u-, and s' dt is h
static void put_third(barrier *w, const double *x, int i, const lia_topp_third *r) {
  const double left = length_at(w, i - 1), right = length_at(w, i), h = (left + right) / 2;
  const lapse a = lapse_of(left, x[i - 1], x[i]), b = lapse_of(right, x[i], x[i + 1]);
  const double dt = (a.t + b.t) / 2, bend = 1.5 * h * r->b;
  const double before = (x[i] - x[i - 1]) / (2 * left), after = (x[i + 1] - x[i]) / (2 * right);
  const double value = r->a * (after - before) + bend * (after + before) + h * r->c * x[i];
  const double of[3] = { (r->a - bend) / (2 * left),
                         -(r->a + bend) / (2 * right) - (r->a - bend) / (2 * left) + h * r->c,
                         (r->a + bend) / (2 * right) };
  const double times[3] = { a.by_a / 2, (a.by_b + b.by_a) / 2, b.by_b / 2 };
  double most[3], least[3];
  for (int k = 0; k < 3; k++) {
    most[k] = r->hi * times[k] - of[k];
    least[k] = of[k] - r->lo * times[k];
  }
  if (r->hi < HUGE_VAL) put_barrier(w, i - 1, r->hi * dt - value, most);
  if (r->lo > -HUGE_VAL) put_barrier(w, i - 1, value - r->lo * dt, least);
}

static void put_point(barrier *w, const double *x, int i) {
  static const double down[3] = { 0, -1, 0 }, up[3] = { 0, 1, 0 };
  const lia_topp_problem *p = w->p;
  double most = p->x_max ? p->x_max[i] : HUGE_VAL;
  if (i == 1) most = fmin(most, w->cap[0]);
  if (i == p->n - 1) most = fmin(most, w->cap[1]);
  if (most < HUGE_VAL) put_barrier(w, i - 1, most - x[i], down);
  put_barrier(w, i - 1, x[i], up);
  for (int k = 0; k < w->m3; k++) put_third(w, x, i, &w->third[i * w->m3 + k]);
}

// the value at x, infinite outside of some limit; with slopes: gradient and band
static double evaluate(barrier *w, const double *x, int slopes) {
  const int n = w->p->n;
  w->slopes = slopes;
  w->value = 0;
  w->duration = 0;
  w->count = 0;
  if (slopes) memset(w->g, 0, 4 * (size_t)(n + 1) * sizeof *w->g);
  for (int i = 1; i < n; i++)
    if (!(x[i] > 0)) return HUGE_VAL;
  for (int i = 1; i < n; i++) put_point(w, x, i);
  for (int i = 0; i < n; i++) put_segment(w, x, i);
  return w->value + w->weight * w->duration;
}

// ---- Newton ----

// H step = -g by L D L' on the band; the ends stay
static double solve_band(barrier *w) {
  const int n = w->p->n;
  double *d = w->d, *e = w->e, *f = w->f, *y = w->step, rate = 0;
  for (int i = 1; i < n; i++) y[i] = -w->g[i];
  e[n - 1] = f[n - 1] = f[n - 2] = 0;
  for (int i = 1; i < n; i++) {
    const double one = e[i] / d[i], two = f[i] / d[i];
    if (i + 1 < n) {
      d[i + 1] -= one * e[i];
      e[i + 1] -= one * f[i];
      y[i + 1] -= one * y[i];
    }
    if (i + 2 < n) {
      d[i + 2] -= two * f[i];
      y[i + 2] -= two * y[i];
    }
    e[i] = one;
    f[i] = two;
  }
  for (int i = n - 1; i >= 1; i--) {
    y[i] /= d[i];
    if (i + 1 < n) y[i] -= e[i] * y[i + 1];
    if (i + 2 < n) y[i] -= f[i] * y[i + 2];
  }
  for (int i = 1; i < n; i++) rate -= w->g[i] * y[i];
  return rate;
}

// one step that makes the value less; 0: there is none worth it
static int descend(barrier *w) {
  const int n = w->p->n;
  const double from = evaluate(w, w->x, 1), rate = solve_band(w);
  if (!(rate > 1e-7 * w->count)) return 0;
  for (double part = 1; part > 1e-12; part /= 2) {
    for (int i = 1; i < n; i++) w->other[i] = w->x[i] + part * w->step[i];
    if (!(evaluate(w, w->other, 0) < from - 0.1 * part * rate)) continue;
    memcpy(w->x, w->other, (size_t)(n + 1) * sizeof *w->x);
    return 1;
  }
  return 0;
}

// ---- a slow motion to begin with ----

// s of the polynomial 10 r^3 - 15 r^4 + 6 r^5 is f: r by bisection; its slope there
static double slope_where(double f) {
  double low = 0, high = 1;
  for (int k = 0; k < 50; k++) {
    const double r = (low + high) / 2;
    if (r * r * r * (10 + r * (6 * r - 15)) < f) low = r;
    else high = r;
  }
  return 30 * low * low * (1 - low) * (1 - low);
}

static int start_inside(barrier *w) {
  const lia_topp_problem *p = w->p;
  const double length = p->s[p->n] - p->s[0];
  for (int i = 1; i < p->n; i++) {
    const double v = length * slope_where((p->s[i] - p->s[0]) / length);
    w->x[i] = v * v;
  }
  w->x[0] = w->x[p->n] = 0;
  for (double scale = 1e12; scale > 1e-12; scale /= 4) {
    for (int i = 1; i < p->n; i++) w->other[i] = scale * w->x[i];
    if (!(evaluate(w, w->other, 0) < HUGE_VAL)) continue;
    memcpy(w->x, w->other, (size_t)(p->n + 1) * sizeof *w->x);
    return 1;
  }
  return 0;
}

// x next to rest under the constant s''' that all rows there allow: (J t^2/2)^2 at h = J t^3/6
static double cap_of_end(const barrier *w, int at, double h) {
  double most = HUGE_VAL;
  for (int k = 0; k < w->m3; k++) {
    const lia_topp_third *r = &w->third[at * w->m3 + k];
    // starting: s''' > 0; stopping: s''' > 0 too, from below
    if (r->a > 0) most = fmin(most, r->hi / r->a);
    if (r->a < 0) most = fmin(most, r->lo / r->a);
  }
  const double jerk = cbrt(most);
  return jerk * jerk * pow(6 * h, 4.0 / 3) / 4;
}

// ---- s(t) ----

// speeds at the ends of pieces of an acceleration that is linear in time, and the way in them
typedef struct moved { double v, s; } moved;

static moved move_on(moved from, double a, double b, double dt) {
  return (moved){ from.v + dt * (a + b) / 2, from.s + dt * (from.v + dt * (2 * a + b) / 6) };
}

// accelerations of segments at their middle times, 0 at both ends; where the sign changes another
// knot. acc, time: (2 n + 4). Returns how many knots
static int grid_knots(const barrier *w, double *time, double *acc) {
  const int n = w->p->n;
  int count = 1;
  double t = 0, before = 0;
  time[0] = acc[0] = 0;
  for (int i = 0; i <= n; i++) {
    const double here = i < n ? lapse_of(length_at(w, i), w->x[i], w->x[i + 1]).t : 0;
    const double u = i < n ? (w->x[i + 1] - w->x[i]) / (2 * length_at(w, i)) : 0;
    double dt = (before + here) / 2;
    // rest: u of the first segment is reached at 3/4 of its 3 h/s', which is 9/8 of dt
    if (i == 0 || i == n) dt = 1.125 * (before + here);
    const double last = acc[count - 1];
    if (last * u < 0) {
      time[count] = t + dt * last / (last - u);
      acc[count++] = 0;
    }
    t += dt;
    time[count] = t;
    acc[count++] = u;
    before = here;
  }
  return count;
}

// rest at the end, and the whole way: what speeds up and what brakes each by its own factor
static void come_to_rest(const double *time, double *acc, int count, double length) {
  double up = 0, down = 0;
  for (int k = 1; k < count; k++) {
    const double area = (time[k] - time[k - 1]) * (acc[k] + acc[k - 1]) / 2;
    if (area > 0) up += area;
    else down -= area;
  }
  moved at = { 0, 0 };
  for (int k = 0; k < count; k++)
    acc[k] *= acc[k] > 0 ? 2 * down / (up + down) : 2 * up / (up + down);
  for (int k = 1; k < count; k++) at = move_on(at, acc[k - 1], acc[k], time[k] - time[k - 1]);
  for (int k = 0; k < count; k++) acc[k] *= length / at.s;
}

static lia_status tell_pieces(lia_pieces **out, const barrier *w, double *time, double *acc,
                              lia_error *err) {
  const int count = grid_knots(w, time, acc);
  const double *s = w->p->s;
  come_to_rest(time, acc, count, s[w->p->n] - s[0]);
  LIA_TRY(lia_pieces_new(out, 1, count - 1, 3, err));
  lia_pieces *y = *out;
  moved at = { 0, s[0] };
  for (int k = 0; k < count; k++) y->knot[k] = time[k];
  for (int k = 0; k + 1 < count; k++) {
    double *c = lia_pieces_coef(y, k, 0);
    const double dt = time[k + 1] - time[k];
    c[0] = at.s;
    c[1] = at.v;
    c[2] = acc[k] / 2;
    c[3] = (acc[k + 1] - acc[k]) / (6 * dt);
    at = move_on(at, acc[k], acc[k + 1], dt);
  }
  return LIA_OK;
}

// ---- the call ----

static lia_status check_third(const barrier *w, lia_error *err) {
  const lia_topp_problem *p = w->p;
  if (p->n < 8) return LIA_FAIL(err, LIA_EARG, "grid", "jerk needs 8 segments or more");
  if (p->start != 0 || p->stop != 0)
    return LIA_FAIL(err, LIA_EARG, "jerk", "goes from rest to rest: start and stop 0");
  for (int i = 1; i < p->n && p->x_max; i++)
    if (p->x_max[i] == 0)
      return LIA_FAIL(err, LIA_EARG, "jerk", "the motion stops at s = %g (a corner): cut the path "
                      "there", p->s[i]);
  for (int k = 0; k < (p->n + 1) * w->m3; k++) {
    const lia_topp_third *r = &w->third[k];
    if (!(r->lo < 0 && r->hi > 0) || !isfinite(r->a + r->b + r->c))
      return LIA_FAIL(err, LIA_EARG, "jerk", "needs a least below 0 and a most above");
  }
  return LIA_OK;
}

enum { MOST_NEWTON = 400 };
static const double GAP = 1e-4;

static lia_status minimise(barrier *w, lia_topp_jerk_info *info, lia_error *err) {
  *info = (lia_topp_jerk_info){ 0 };
  w->weight = 0;
  if (!start_inside(w))
    return LIA_FAIL(err, LIA_EUNREACHABLE, "jerk", "no slow motion keeps all limits: some hold "
                    "only at speed, which limits of jerk do not know");
  w->weight = w->count / w->duration;
  for (;;) {
    while (info->newton < MOST_NEWTON && descend(w)) info->newton++;
    (void)evaluate(w, w->x, 0);
    info->gap = w->count / (w->weight * w->duration);
    info->duration = w->duration;
    if (info->gap < GAP || info->newton >= MOST_NEWTON) return LIA_OK;
    w->weight *= 8;
  }
}

lia_status lia_topp_jerk(lia_pieces **out, const lia_topp_problem *p, const lia_topp_third *third,
                         int m3, lia_topp_jerk_info *info, lia_error *err) {
  *out = NULL;
  barrier w = { .p = p, .third = third, .m3 = m3 };
  LIA_TRY(check_third(&w, err));
  const size_t points = (size_t)p->n + 1;
  double *block = lia_calloc(11 * points + 8, sizeof *block);
  if (!block) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  double **part[] = { &w.x, &w.other, &w.g, &w.d, &w.e, &w.f, &w.step };
  for (int k = 0; k < 7; k++) *part[k] = block + (size_t)k * points;
  double *time = block + 7 * points, *acc = time + 2 * points + 4;
  w.cap[0] = cap_of_end(&w, 0, length_at(&w, 0));
  w.cap[1] = cap_of_end(&w, p->n, length_at(&w, p->n - 1));
  lia_status st = minimise(&w, info, err);
  if (st == LIA_OK) st = tell_pieces(out, &w, time, acc, err);
  lia_free(block);
  return st;
}
