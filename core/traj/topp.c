/* topp.c - controllable sets backwards, the fastest motion forwards */
#include "traj/topp.h"

#include "base/assert.h"
#include "base/mem.h"
#include "traj/topp_lp.h"

#include <math.h>
#include <string.h>

// a programme of one segment in x = x_i and y = x_i+1; u = (y - x)/(2 h)
typedef struct work {
  const lia_topp_problem *p;
  lia_topp *r;
  lia_lp lp;
  int curved;          // some row has a d
} work;

// ---- memory ----

lia_status lia_topp_new(lia_topp **out, int n, lia_error *err) {
  *out = NULL;
  if (n < 1) return LIA_FAIL(err, LIA_EARG, "grid", "needs one segment or more, got %d", n);
  const size_t points = (size_t)n + 1;
  const size_t numbers = 5 * points * sizeof(double), whole = (size_t)n * sizeof(int);
  lia_topp *r = lia_block(sizeof *r + numbers + whole);
  if (!r) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  double *at = (double *)(void *)(r + 1);
  double **field[] = { &r->s, &r->t, &r->x, &r->low, &r->high };
  for (int k = 0; k < 5; k++) *field[k] = at + (size_t)k * points;
  r->binding = (int *)(void *)(at + 5 * points);
  r->n = n;
  *out = r;
  return LIA_OK;
}

void lia_topp_free(lia_topp *r) { lia_free(r); }

// ---- what is given ----

static const lia_topp_row *at_begin(const lia_topp_problem *p, int i) {
  const int place = p->begins ? p->begins[i] : i;
  return p->row + (size_t)place * (size_t)p->m;
}

static const lia_topp_row *at_end(const lia_topp_problem *p, int i) {
  const int place = p->ends ? p->ends[i] : i + 1;
  return p->row + (size_t)place * (size_t)p->m;
}

static double most_x(const lia_topp_problem *p, int i) {
  return p->x_max ? p->x_max[i] : HUGE_VAL;
}

static int bad_row(const lia_topp_row *r) {
  const int numbers = isfinite(r->a) && isfinite(r->b) && isfinite(r->c) && isfinite(r->d);
  return !numbers || !(r->lo <= r->hi);
}

static lia_status check_rows(const lia_topp_problem *p, lia_error *err) {
  for (int i = 0; i < p->n; i++)
    for (int k = 0; k < p->m; k++) {
      if (!bad_row(at_begin(p, i) + k) && !bad_row(at_end(p, i) + k)) continue;
      return LIA_FAIL(err, LIA_EARG, "rows", "row %d between s = %g and %g is not finite, or its "
                      "least is above its most", k + 1, p->s[i], p->s[i + 1]);
    }
  return LIA_OK;
}

static lia_status check_problem(const lia_topp_problem *p, lia_error *err) {
  for (int i = 0; i <= p->n; i++) {
    if (!isfinite(p->s[i]) || (i && !(p->s[i] > p->s[i - 1])))
      return LIA_FAIL(err, LIA_EARG, "grid", "places must increase: s[%d] = %g", i + 1, p->s[i]);
    if (!(most_x(p, i) >= 0))
      return LIA_FAIL(err, LIA_EARG, "x_max", "needs a bound >= 0 at s = %g", p->s[i]);
  }
  if (p->start < 0 || isinf(p->start))
    return LIA_FAIL(err, LIA_EARG, "start", "needs a speed >= 0, got %g", p->start);
  if (p->stop < 0 || isinf(p->stop))
    return LIA_FAIL(err, LIA_EARG, "stop", "needs a speed >= 0, got %g", p->stop);
  return check_rows(p, err);
}

// ---- programmes ----

// sqrt(z) as offset + slope z: its tangent at z, or itself where z is fixed, or nothing (z < 0)
typedef struct root { double offset, slope; } root;

static root tangent(double z) {
  if (!(z > 0)) return (root){ 0, 0 };
  const double half = sqrt(z) / 2;
  return (root){ half, half / z };
}

// one row as a strip: at the beginning of a segment, or at its end (far)
static lia_strip strip_of(const lia_topp_row *r, double h, int far, root at, int id) {
  const double b = r->b + r->d * at.slope, c = r->c + r->d * at.offset, u = r->a / (2 * h);
  return (lia_strip){ .p = far ? -u : b - u, .q = far ? b + u : u, .lo = r->lo - c,
                      .hi = r->hi - c, .id = id };
}

static void write_rows(work *w, int i, root near, root far) {
  const lia_topp_problem *p = w->p;
  const double h = p->s[i + 1] - p->s[i];
  const lia_topp_row *begin = at_begin(p, i), *end = at_end(p, i);
  const int step = p->collocate ? 1 : 2;
  for (int k = 0; k < p->m; k++) {
    w->lp.strip[step * k] = strip_of(&begin[k], h, 0, near, k);
    if (!p->collocate) w->lp.strip[step * k + 1] = strip_of(&end[k], h, 1, far, k);
  }
}

// the box of segment i: speeds at its beginning, the controllable ones at its end
static void put_box(work *w, int i) {
  w->lp.x0 = 0;
  w->lp.x1 = most_x(w->p, i);
  w->lp.y0 = w->r->low[i + 1];
  w->lp.y1 = w->r->high[i + 1];
}

enum { TANGENTS = 80 };
static const double TOUCHES = 1e-8;

static int same(double x, double y, double scale) { return fabs(x - y) <= TOUCHES * scale; }

// least or greatest x of segment i with rows that curve: tangents at the last answer, or nearer to
// rest where these leave nothing
static int best_of_curves(work *w, int i, double sign, double v[2]) {
  double at[2];
  write_rows(w, i, tangent(-1), tangent(-1));
  if (!lia_lp_solve(&w->lp, sign, at)) return 0;
  for (int k = 0; k < TANGENTS; k++) {
    write_rows(w, i, tangent(at[0]), tangent(at[1]));
    if (!lia_lp_solve(&w->lp, sign, v)) {
      at[0] /= 16;
      at[1] /= 16;
      continue;
    }
    const double scale = fmax(v[0], v[1]);
    if (same(v[0], at[0], scale) && same(v[1], at[1], scale)) return 1;
    memcpy(at, v, sizeof at);
  }
  return 1;
}

static int best_x(work *w, int i, double sign, double v[2]) {
  if (w->curved) return best_of_curves(w, i, sign, v);
  return lia_lp_solve(&w->lp, sign, v);
}

// all y that x leads to in segment i
static int across(work *w, int i, double x, double *least, double *most) {
  if (!w->curved) return lia_lp_across(&w->lp, x, least, most);
  const root here = { sqrt(x), 0 };
  double at = x;
  int fits = 0;
  for (int k = 0; k < TANGENTS; k++) {
    write_rows(w, i, here, tangent(at));
    fits = lia_lp_across(&w->lp, x, least, most);
    if (same(*most, at, fmax(*most, x))) break;
    at = fmax(*most, 0);
  }
  return fits;
}

// ---- backwards ----

static lia_status fail_at(work *w, lia_topp_failure failure, int place, lia_error *err) {
  static const char *const text[] = {
    [LIA_TOPP_EMPTY] = "no speed keeps all limits from s = %g on",
    [LIA_TOPP_START] = "the start at s = %g is not possible",
    [LIA_TOPP_STANDS] = "at rest at s = %g, and no limit lets it go on",
    [LIA_TOPP_UNBOUNDED] = "nothing bounds the speed at s = %g",
  };
  w->r->failure = failure;
  w->r->place = place;
  return LIA_FAIL(err, LIA_EUNREACHABLE, "", text[failure], w->p->s[place]);
}

static int controllable(work *w, int i) {
  double v[2], least, most;
  lia_topp *r = w->r;
  put_box(w, i);
  if (!w->curved) write_rows(w, i, tangent(-1), tangent(-1));
  if (!best_x(w, i, 1, v)) return 0;
  r->high[i] = fmax(v[0], 0);
  if (across(w, i, 0, &least, &most)) r->low[i] = 0;
  else if (best_x(w, i, -1, v)) r->low[i] = fmin(fmax(v[0], 0), r->high[i]);
  else r->low[i] = r->high[i];
  return 1;
}

static lia_status backwards(work *w, double stop, lia_error *err) {
  lia_topp *r = w->r;
  const int n = w->p->n, free_end = isnan(stop);
  const double most = fmin(most_x(w->p, n), LIA_LP_FAR);
  r->low[n] = free_end ? 0 : stop * stop;
  r->high[n] = free_end ? most : stop * stop;
  if (r->low[n] > most * (1 + 1e-12)) {
    r->fight[0] = LIA_TOPP_SPEED;
    r->fight[1] = LIA_TOPP_NEXT;
    return fail_at(w, LIA_TOPP_EMPTY, n, err);
  }
  for (int i = n - 1; i >= 0; i--) {
    if (controllable(w, i)) continue;
    memcpy(r->fight, w->lp.fight, sizeof r->fight);
    return fail_at(w, LIA_TOPP_EMPTY, i, err);
  }
  return LIA_OK;
}

// ---- forwards ----

static lia_status begin_motion(work *w, lia_error *err) {
  lia_topp *r = w->r;
  const double start = w->p->start, slack = 1e-9 * r->high[0];
  r->least = sqrt(r->low[0]);
  r->most = sqrt(r->high[0]);
  if (isnan(start)) {
    r->x[0] = r->high[0];
    return LIA_OK;
  }
  r->x[0] = start * start;
  if (r->x[0] >= r->low[0] - slack && r->x[0] <= r->high[0] + slack) return LIA_OK;
  return fail_at(w, LIA_TOPP_START, 0, err);
}

static lia_status forwards(work *w, lia_error *err) {
  lia_topp *r = w->r;
  for (int i = 0; i < w->p->n; i++) {
    double least, most;
    put_box(w, i);
    if (!w->curved) write_rows(w, i, tangent(-1), tangent(-1));
    (void)across(w, i, r->x[i], &least, &most);
    r->x[i + 1] = fmin(fmax(most, r->low[i + 1]), r->high[i + 1]);
    if (r->x[i] >= LIA_LP_FAR / 4) return fail_at(w, LIA_TOPP_UNBOUNDED, i, err);
    if (r->x[i + 1] >= LIA_LP_FAR / 4) return fail_at(w, LIA_TOPP_UNBOUNDED, i + 1, err);
    if (r->x[i] > 0 || r->x[i + 1] > 0) continue;
    memcpy(r->fight, w->lp.fight, sizeof r->fight);
    return fail_at(w, LIA_TOPP_STANDS, i, err);
  }
  return LIA_OK;
}

// ---- what was found ----

// dt = 2 h/(sqrt(x_i) + sqrt(x_i+1)): u is constant
static void tell_times(lia_topp *r) {
  r->t[0] = 0;
  for (int i = 0; i < r->n; i++)
    r->t[i + 1] = r->t[i] + 2 * (r->s[i + 1] - r->s[i]) / (sqrt(r->x[i]) + sqrt(r->x[i + 1]));
  r->duration = r->t[r->n];
}

// how far a row is from its nearer limit, as a part of what lies between the two
typedef struct nearest { double slack; int what; } nearest;

static void look_nearer(nearest *to, double slack, int what) {
  if (!(slack < to->slack)) return;
  to->slack = slack;
  to->what = what;
}

static void look_at(nearest *to, const lia_topp_row *r, double u, double x, int k) {
  const double w = r->a * u + r->b * x + r->c + r->d * sqrt(x);
  double scale = r->hi - r->lo;
  if (!isfinite(scale)) scale = fabs(r->a * u) + fabs(r->b * x) + fabs(r->c) + fabs(w);
  look_nearer(to, (r->hi - w) / scale, LIA_TOPP_MOST(k));
  look_nearer(to, (w - r->lo) / scale, LIA_TOPP_LEAST(k));
}

// what is nearest to its limit in a segment; nothing where that is further than rounding
static int binding_of(const lia_topp_problem *p, const lia_topp *r, int i) {
  nearest to = { 1e-6, LIA_TOPP_NOTHING };
  const double x = r->x[i], y = r->x[i + 1], u = (y - x) / (2 * (p->s[i + 1] - p->s[i]));
  const double fast = fmin(most_x(p, i) > 0 ? x / most_x(p, i) : 0, y / most_x(p, i + 1));
  for (int k = 0; k < p->m; k++) {
    look_at(&to, at_begin(p, i) + k, u, x, k);
    if (!p->collocate) look_at(&to, at_end(p, i) + k, u, y, k);
  }
  if (fast < HUGE_VAL) look_nearer(&to, fabs(1 - fast), LIA_TOPP_SPEED);
  return to.what;
}

static int has_curves(const lia_topp_problem *p) {
  for (int i = 0; i < p->n; i++)
    for (int k = 0; k < p->m; k++)
      if (at_begin(p, i)[k].d != 0 || at_end(p, i)[k].d != 0) return 1;
  return 0;
}

static lia_status both_passes(work *w, lia_error *err) {
  lia_topp *r = w->r;
  LIA_TRY(backwards(w, w->p->stop, err));
  LIA_TRY(begin_motion(w, err));
  LIA_TRY(forwards(w, err));
  tell_times(r);
  for (int i = 0; i < r->n; i++) r->binding[i] = binding_of(w->p, r, i);
  return LIA_OK;
}

// the fastest end that this start reaches: the same with a free end, which writes over the sets
static void ask_most_stop(work *w) {
  lia_topp *r = w->r;
  const lia_topp told = *r;
  if (backwards(w, (double)NAN, NULL) == LIA_OK && begin_motion(w, NULL) == LIA_OK &&
      forwards(w, NULL) == LIA_OK)
    r->most_stop = sqrt(r->x[r->n]);
  r->failure = told.failure;
  r->place = told.place;
  r->least = told.least;
  r->most = told.most;
  memcpy(r->fight, told.fight, sizeof r->fight);
}

lia_status lia_topp_solve(lia_topp *r, const lia_topp_problem *p, lia_error *err) {
  LIA_ASSERT(r->n == p->n);
  LIA_TRY(check_problem(p, err));
  work w = { .p = p, .r = r, .curved = has_curves(p) };
  w.lp.n = (p->collocate ? 1 : 2) * p->m;
  const size_t room = (size_t)w.lp.n + 1;
  w.lp.strip = lia_malloc(room * (sizeof *w.lp.strip + sizeof *w.lp.order));
  if (!w.lp.strip) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  w.lp.order = (int *)(void *)(w.lp.strip + room);
  for (int k = 0; k < w.lp.n; k++) w.lp.order[k] = k;
  memcpy(r->s, p->s, ((size_t)p->n + 1) * sizeof *r->s);
  r->failure = LIA_TOPP_FINE;
  r->most_stop = (double)NAN;
  for (int k = 0; k < 3; k++) r->fight[k] = LIA_TOPP_NOTHING;
  lia_status st = both_passes(&w, err);
  if (r->failure != LIA_TOPP_FINE && !isnan(p->stop)) ask_most_stop(&w);
  lia_free(w.lp.strip);
  return st;
}

lia_status lia_topp_pieces(lia_pieces **out, const lia_topp *r, lia_error *err) {
  LIA_TRY(lia_pieces_new(out, 1, r->n, 2, err));
  lia_pieces *y = *out;
  memcpy(y->knot, r->t, ((size_t)r->n + 1) * sizeof *y->knot);
  for (int i = 0; i < r->n; i++) {
    double *a = lia_pieces_coef(y, i, 0);
    a[0] = r->s[i];
    a[1] = sqrt(r->x[i]);
    a[2] = (r->x[i + 1] - r->x[i]) / (4 * (r->s[i + 1] - r->s[i]));
  }
  return LIA_OK;
}

// ---- zero inertia ----

static lia_topp_row row_between(const lia_topp_row *a, const lia_topp_row *b, double f) {
  const double g = 1 - f;
  return (lia_topp_row){ g * a->a + f * b->a, g * a->b + f * b->b, g * a->c + f * b->c,
                         g * a->d + f * b->d, g * a->lo + f * b->lo, g * a->hi + f * b->hi };
}

// x > 0 where b x + d sqrt(x) = h, from below; HUGE_VAL: nowhere
static double x_where(double b, double d, double h) {
  double z = HUGE_VAL;
  if (b == 0 && d == 0) return HUGE_VAL;
  if (b == 0) z = h / d;
  else {
    const double under = d * d + 4 * b * h;
    if (under < 0) return HUGE_VAL;
    z = (-d + copysign(sqrt(under), b)) / (2 * b);
  }
  return z > 0 ? z * z : HUGE_VAL;
}

// the bound of x by a row without a
static lia_topp_zero bound_of(const lia_topp_row *r, int k) {
  const double high = x_where(r->b, r->d, r->hi - r->c), low = x_where(r->b, r->d, r->lo - r->c);
  lia_topp_zero z = { .x = HUGE_VAL };
  if (r->b > 0 && isfinite(high)) z = (lia_topp_zero){ .x = high, .what = LIA_TOPP_MOST(k) };
  if (r->b < 0 && isfinite(low)) z = (lia_topp_zero){ .x = low, .what = LIA_TOPP_LEAST(k) };
  return z;
}

// does some u keep all other rows at this x?
static int others_allow(const lia_topp_problem *p, int i, double f, int but, double x) {
  double least = -HUGE_VAL, most = HUGE_VAL;
  for (int k = 0; k < p->m; k++) {
    if (k == but) continue;
    const lia_topp_row r = row_between(at_begin(p, i) + k, at_end(p, i) + k, f);
    const double rest = r.b * x + r.c + r.d * sqrt(x), slack = 1e-9 * (fabs(rest) + fabs(r.c));
    if (r.a == 0 && (rest > r.hi + slack || rest < r.lo - slack)) return 0;
    if (r.a == 0) continue;
    const double one = (r.lo - rest) / r.a, other = (r.hi - rest) / r.a;
    least = fmax(least, fmin(one, other));
    most = fmin(most, fmax(one, other));
  }
  return least <= most + 1e-9 * (fabs(least) + fabs(most));
}

// where in segment i row k is without a, as a part of the segment; -1: nowhere
static double loses_inertia(const lia_topp_problem *p, int i, int k, double least) {
  const double a = at_begin(p, i)[k].a, b = at_end(p, i)[k].a;
  const int changes = a != 0 && (b == 0 || (a > 0) != (b > 0));
  if (!changes || fmax(fabs(a), fabs(b)) <= least) return -1;
  return a / (a - b);
}

static double largest_a(const lia_topp_problem *p) {
  double most = 0;
  for (int i = 0; i < p->n; i++)
    for (int k = 0; k < p->m; k++)
      most = fmax(most, fmax(fabs(at_begin(p, i)[k].a), fabs(at_end(p, i)[k].a)));
  return most;
}

static int zero_at(const lia_topp_problem *p, const lia_topp *r, int i, int k, double f,
                   lia_topp_zero *out) {
  const lia_topp_row row = row_between(at_begin(p, i) + k, at_end(p, i) + k, f);
  *out = bound_of(&row, k);
  const double cap = (1 - f) * most_x(p, i) + f * most_x(p, i + 1);
  if (!(out->x < cap) || !others_allow(p, i, f, k, out->x)) return 0;
  out->s = (1 - f) * p->s[i] + f * p->s[i + 1];
  out->met = (1 - f) * r->x[i] + f * r->x[i + 1] >= 0.98 * out->x;
  return 1;
}

int lia_topp_zeros(const lia_topp_problem *p, const lia_topp *r, lia_topp_zero *list, int room) {
  const double least = 1e-12 * largest_a(p);
  int count = 0;
  for (int i = 0; i < p->n; i++)
    for (int k = 0; k < p->m; k++) {
      lia_topp_zero z;
      const double f = loses_inertia(p, i, k, least);
      if (f < 0 || (f == 1 && i == p->n - 1) || !zero_at(p, r, i, k, f, &z)) continue;
      if (count < room) list[count] = z;
      count++;
    }
  return count;
}
