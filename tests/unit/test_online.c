/* test_online.c - motions on line against closed forms, simulated bang-bang searches and motions
 * made at random */
#include "traj/online_via.h"

#include "base/rng.h"

#include "house.h"
#include <math.h>
#include <string.h>

typedef lia_online_state state;
typedef lia_online_limits limits;

// cases of tests that search by simulation: a hundredth of what is asked for
static int costly_cases(int few) {
  const int asked = lia_cases(0) / 100;
  return asked > few ? asked : few;
}

// ---- what is asked ----

static double signed_random(lia_rng *r, double top) { return lia_rng_range(r, -top, top); }

static limits random_limits(lia_rng *r) {
  limits l;
  l.v_max = exp(lia_rng_range(r, -2, 2));
  l.v_min = -exp(lia_rng_range(r, -2, 2));
  l.a_max = exp(lia_rng_range(r, -2, 2));
  l.a_min = -exp(lia_rng_range(r, -2, 2));
  l.j = exp(lia_rng_range(r, -2, 3));
  return l;
}

static int order_of(const limits *l) {
  if (isfinite(l->j)) return 3;
  return isfinite(l->a_max) ? 2 : 1;
}

// inside, and inside for all time if the jerk is used: both for starts and targets
static state random_state(lia_rng *r, const limits *l, int any_start) {
  state s = { signed_random(r, 3), lia_rng_range(r, fmax(l->v_min, -3), fmin(l->v_max, 3)), 0 };
  const double low = fmax(l->a_min, -3), high = fmin(l->a_max, 3);
  for (int k = 0; k < 100; k++) {
    s.a = lia_rng_range(r, low, high);
    if (any_start || isinf(l->j)) break;
    const double later = s.v + s.a * fabs(s.a) / (2 * l->j),
                 before = s.v - s.a * fabs(s.a) / (2 * l->j);
    if (fmax(later, before) <= l->v_max && fmin(later, before) >= l->v_min) break;
    s.a = 0;
  }
  return s;
}

// ---- what is answered, looked at by its own phases ----

static state end_of(const lia_online_profile *p, int k) {
  const lia_online_phase *f = &p->phase[k];
  const double t = (k + 1 < p->n ? p->phase[k + 1].t : p->T) - f->t;
  return (state){ f->p + t * (f->v + t * (f->a / 2 + t * f->j / 6)),
                  f->v + t * (f->a + t * f->j / 2), f->a + t * f->j };
}

// the most by which a phase passes limits (the velocity inside it too)
static double passed(const lia_online_profile *p, const limits *l, lia_online_mode mode) {
  const int order = order_of(l);
  double most = 0;
  for (int k = p->nbrake; k < p->n; k++) {
    const lia_online_phase *f = &p->phase[k];
    const state e = end_of(p, k);
    const double next = k + 1 < p->n ? p->phase[k + 1].t : p->T;
    most = fmax(most, f->t - next);
    if (order == 3) most = fmax(most, fabs(f->j) - l->j);
    if (order > 1)
      most = fmax(most, fmax(fmax(f->a, e.a) - l->a_max, l->a_min - fmin(f->a, e.a)));
    if (mode == LIA_ONLINE_VELOCITY) continue;
    double high = fmax(f->v, e.v), low = fmin(f->v, e.v);
    if (f->a * e.a < 0) {
      const double turn = f->v - f->a * f->a / f->j / 2;
      high = fmax(high, turn);
      low = fmin(low, turn);
    }
    most = fmax(most, fmax(high - l->v_max, l->v_min - low));
  }
  return most;
}

// each phase begins where the one before ends (a may jump in second order, v too in first)
static double breaks(const lia_online_profile *p, int order) {
  double most = 0;
  for (int k = 0; k + 1 < p->n; k++) {
    const state e = end_of(p, k);
    const lia_online_phase *f = &p->phase[k + 1];
    most = fmax(most, fabs(f->p - e.p));
    if (order > 1) most = fmax(most, fabs(f->v - e.v));
    if (order > 2) most = fmax(most, fabs(f->a - e.a));
  }
  return most;
}

// rounding of a motion of duration T at such velocities
static double rounding(const lia_online_profile *p) {
  double v = 1 + fabs(p->target.v), a = 1 + fabs(p->target.a);
  for (int k = 0; k < p->n; k++) {
    v = fmax(v, fabs(p->phase[k].v));
    a = fmax(a, fabs(p->phase[k].a));
  }
  return 1e-11 + 1e-12 * p->T * (v + a) + 1e-14 * p->T * p->T * a;
}

static void check_profile(const lia_online_profile *p, const limits *l, const state *from,
                          const state *to, lia_online_mode mode, long i) {
  const int order = order_of(l);
  const double tiny = rounding(p);
  state e = *from;
  cr_assert(isfinite(p->T) && p->T >= 0, "case %ld: T = %g", i, p->T);
  cr_assert(p->n <= LIA_ONLINE_PHASES && p->nbrake <= p->n);
  if (p->n) {
    e = end_of(p, p->n - 1);
    cr_assert(p->phase[0].t == 0 && p->phase[0].p == from->p, "case %ld", i);
    if (order > 1) cr_assert_float_eq(p->phase[0].v, from->v, 1e-12);
    if (order > 2) cr_assert_float_eq(p->phase[0].a, from->a, 1e-12);
  }
  if (mode == LIA_ONLINE_POSITION)
    cr_assert_float_eq(e.p, to->p, tiny, "case %ld: p is off by %g, T = %g", i,
                       e.p - to->p, p->T);
  if (order > 1) cr_assert_float_eq(e.v, to->v, tiny, "case %ld: v by %g", i, e.v - to->v);
  if (order > 2) cr_assert_float_eq(e.a, to->a, tiny, "case %ld: a by %g", i, e.a - to->a);
  cr_assert(passed(p, l, mode) <= tiny, "case %ld: passes a limit by %g", i, passed(p, l, mode));
  cr_assert(breaks(p, order) <= tiny, "case %ld: breaks by %g", i, breaks(p, order));
}

static lia_online_axis ready(const limits *l, const state *from, const state *to,
                             lia_online_mode mode) {
  lia_online_axis x;
  lia_error err = { 0 };
  lia_status st = lia_online_ready(&x, l, from, to, mode, 0, &err);
  cr_assert_eq(st, LIA_OK, "%s: %s", err.path, err.text);
  return x;
}

// limits of all three orders, both modes, starts outside, targets that are the start
LIA_TEST(online, random_motions_keep_their_limits_and_arrive) {
  lia_rng r = lia_rng_seed(11);
  const long cases = lia_cases(30000);
  long held = 0, brakes = 0;
  for (long i = 0; i < cases; i++) {
    limits l = random_limits(&r);
    if (i % 7 == 0) l.j = INFINITY;
    if (i % 11 == 0) l.a_max = -(l.a_min = -INFINITY);
    if (i % 13 == 0 && order_of(&l) > 1) l.v_max = -(l.v_min = -INFINITY);
    lia_online_mode mode = LIA_ONLINE_POSITION;
    if (i % 4 == 3 && order_of(&l) > 1) mode = LIA_ONLINE_VELOCITY;
    state from = random_state(&r, &l, 1), to = random_state(&r, &l, 0);
    if (i % 3 == 0) from.v = from.a = to.v = to.a = 0;
    if (i % 5 == 0) to.v = to.a = 0;
    if (i % 17 == 0) from.v *= 2;
    if (i % 19 == 0) from.a *= 2;
    if (i % 23 == 0) to = random_state(&r, &l, 0);
    if (i % 29 == 0) from = to;
    const lia_online_axis x = ready(&l, &from, &to, mode);
    for (int k = 0; k < 4; k++) {
      const double T = lia_online_next(&x, x.alone * (1 + 0.07 * k * k * k));
      lia_online_profile p;
      cr_assert(k || T == x.alone, "case %ld: %.17g is not the shortest, %.17g", i, T, x.alone);
      cr_assert_eq(lia_online_next(&x, T), T, "case %ld: %.17g is not possible", i, T);
      lia_online_profile_of(&x, T, &p);
      check_profile(&p, &l, &from, &to, mode, i);
      held += p.n - p.nbrake <= 7;
      brakes += p.nbrake > 0;
    }
  }
  cr_assert(held > 3 * cases && held < 4 * cases && brakes > cases / 100);
}

// ---- closed forms ----

// the time to a speed under limits of acceleration and jerk, from 0 to 0 acceleration
static double ramp(double v, double a, double j) {
  return v * j > a * a ? v / a + a / j : 2 * sqrt(v / j);
}

static double s_curve(double D, double v, double a, double j) {
  double lo = 0, hi = v;
  for (int k = 0; k < 200; k++) {
    const double middle = (lo + hi) / 2;
    if (middle * ramp(middle, a, j) <= D) lo = middle;
    else hi = middle;
  }
  return D / lo + ramp(lo, a, j);
}

static double alone(const limits *l, state from, state to) {
  return ready(l, &from, &to, LIA_ONLINE_POSITION).alone;
}

LIA_TEST(online, rest_to_rest_is_the_s_curve_of_the_books) {
  const limits l = { -3, 3, -10, 10, 60 };
  const double T = 2. / 3 + 3. / 10 + 1. / 6;
  cr_assert_float_eq(alone(&l, (state){ 0 }, (state){ 2, 0, 0 }), T, 1e-14);
  cr_assert_float_eq(alone(&l, (state){ 0 }, (state){ -2, 0, 0 }), T, 1e-14);
  lia_rng r = lia_rng_seed(3);
  for (int k = 0; k < 3000; k++) {
    const double v = exp(signed_random(&r, 3)), a = exp(signed_random(&r, 3)),
                 j = exp(signed_random(&r, 3)), D = exp(signed_random(&r, 5));
    const limits s = { -2 * v, v, -a, a, j };
    const double got = alone(&s, (state){ 0, 0, 0 }, (state){ D, 0, 0 });
    cr_assert_float_eq(got / s_curve(D, v, a, j), 1, 1e-12, "D %g v %g a %g j %g", D, v, a, j);
  }
}

// second order: v_p^2 = (2 A B D + B v0^2 + A vf^2)/(A + B), T = (v_p - v0)/A + (v_p - vf)/B;
// first order: T = D/v
LIA_TEST(online, without_jerk_limits_it_is_the_trapezoid) {
  limits l = { -9, 9, -3, 2, INFINITY };
  const double v0 = 0.5, vf = -0.25, D = 4, A = 2, B = 3,
               vp = sqrt((2 * A * B * D + B * v0 * v0 + A * vf * vf) / (A + B));
  cr_assert_float_eq(alone(&l, (state){ 0, v0, 7 }, (state){ D, vf, 7 }),
                     (vp - v0) / A + (vp - vf) / B, 1e-14);
  l.v_max = 1;   // cruises: D = (1 - v0^2)/2A + tc + (1 - vf^2)/2B
  const double tc = D - (1 - v0 * v0) / (2 * A) - (1 - vf * vf) / (2 * B);
  cr_assert_float_eq(alone(&l, (state){ 0, v0, 0 }, (state){ D, vf, 0 }),
                     (1 - v0) / A + tc + (1 - vf) / B, 1e-14);
  const limits first = { -2, 4, -INFINITY, INFINITY, INFINITY };
  cr_assert_float_eq(alone(&first, (state){ 1, 0, 0 }, (state){ 7, 0, 0 }), 1.5, 1e-15);
  cr_assert_float_eq(alone(&first, (state){ 1, 0, 0 }, (state){ -7, 0, 0 }), 4, 1e-15);
}

// from rest to v in ramp(v); with af: +j to the peak, -j down to af: (2 p^2 - af^2)/2j = v
LIA_TEST(online, velocity_alone_takes_a_ramp) {
  const limits l = { -1, 1, -2, 3, 6 };
  state from = { 5, 0, 0 }, to = { 0, 4, 0 };
  lia_online_axis x = ready(&l, &from, &to, LIA_ONLINE_VELOCITY);
  cr_assert_float_eq(x.alone, ramp(4, 3, 6), 1e-14);
  to = (state){ 0, 0.5, 1 };
  x = ready(&l, &from, &to, LIA_ONLINE_VELOCITY);
  const double peak = sqrt((2 * 6 * 0.5 + 1) / 2);
  cr_assert_float_eq(x.alone, peak / 6 + (peak - 1) / 6, 1e-14);
  lia_online_profile p;
  lia_online_profile_of(&x, x.alone, &p);
  state e;
  lia_online_at(&p, x.alone, &e);
  cr_assert(e.v == 0.5 && e.a == 1);
  cr_assert_float_eq(e.p, end_of(&p, p.n - 1).p, 1e-15);
  lia_online_at(&p, x.alone + 2, &e);
  cr_assert_float_eq(e.v, 2.5, 1e-15);
}

// ---- the shortest by simulation and bisection ----

// +j from a0 to a1, held, -j to a2, held, +j to af, with v held at a = 0 in the middle, simulated
// phase by phase. The first lobe is told by q >= 0: a1 = a0 + q up to a_max, then held
typedef struct lobes { double a1, h1, a2, h2, cruise, T, v_peak; state end; } lobes;
typedef struct asked { state from, to; limits l; int rising; } asked;

static void go(lobes *b, double t, double j) {
  state *s = &b->end;
  s->p += t * s->v + t * t * s->a / 2 + t * t * t * j / 6;
  s->v += t * s->a + t * t * j / 2;
  s->a += t * j;
  b->T += t;
}

static void simulate(lobes *b, const asked *w) {
  const double j = w->l.j;
  b->end = w->from;
  b->T = 0;
  b->v_peak = -INFINITY;
  go(b, (b->a1 - w->from.a) / j, j);
  go(b, b->h1, 0);
  if (b->a1 >= 0 && b->a2 <= 0) {
    go(b, b->a1 / j, -j);
    b->v_peak = b->end.v;
    go(b, b->cruise, 0);
    go(b, -b->a2 / j, -j);
  } else go(b, (b->a1 - b->a2) / j, -j);
  go(b, b->h2, 0);
  go(b, (w->to.a - b->a2) / j, j);
}

static double end_v(lobes *b, const asked *w, double top, double depth) {
  b->a2 = fmax(top - depth, w->l.a_min);
  b->h2 = fmax((w->l.a_min - (top - depth)) / w->l.j, 0);
  simulate(b, w);
  return b->end.v;
}

// the depth of the second lobe with which it ends at vf: the end rises down to a = 0, then falls
static int lobes_for(const asked *w, double q, lobes *b) {
  *b = (lobes){ .a1 = fmin(w->from.a + q, w->l.a_max),
                .h1 = fmax((w->from.a + q - w->l.a_max) / w->l.j, 0) };
  const double top = fmin(b->a1, w->to.a), sign = w->rising ? 1 : -1;
  double lo = w->rising ? 0 : fmax(top, 0), hi = w->rising ? top : fmax(top, 0) + 1;
  if (!(hi > lo) || sign * (end_v(b, w, top, lo) - w->to.v) > 0) return 0;
  while (!w->rising && end_v(b, w, top, hi) > w->to.v) hi *= 2;
  if (sign * (end_v(b, w, top, hi) - w->to.v) < 0) return 0;
  for (int k = 0; k < 70; k++) {
    const double middle = (lo + hi) / 2;
    if (sign * (end_v(b, w, top, middle) - w->to.v) > 0) hi = middle;
    else lo = middle;
  }
  return b->v_peak <= w->l.v_max;
}

// where a way (or a duration) is reached: all of them on a grid of q, each halved to the end
enum { GRID = 250, FOUND = 12 };
typedef struct found { int n; double T[FOUND], D[FOUND]; } found;

static double off_by(const lobes *b, const asked *w, int of_T, double want) {
  return of_T ? b->T - want : b->end.p - w->from.p - want;
}

static void note(found *f, const lobes *b, const asked *w) {
  if (f->n == FOUND) return;
  f->T[f->n] = b->T;
  f->D[f->n] = b->end.p - w->from.p;
  f->n++;
}

// where lobes begin or cease to exist between a q that has them and one that has not
static double edge(const asked *w, double has, double has_not) {
  lobes b;
  for (int k = 0; k < 70; k++) {
    const double middle = (has + has_not) / 2;
    if (lobes_for(w, middle, &b)) has = middle;
    else has_not = middle;
  }
  return has;
}

static void halve(const asked *w, int of_T, double want, double lo, double hi, found *f) {
  lobes b;
  lobes_for(w, lo, &b);
  const double first = off_by(&b, w, of_T, want);
  lobes_for(w, hi, &b);
  if (first * off_by(&b, w, of_T, want) > 0) return;
  for (int k = 0; k < 70; k++) {
    const double middle = (lo + hi) / 2;
    if (lobes_for(w, middle, &b) && first * off_by(&b, w, of_T, want) > 0) lo = middle;
    else hi = middle;
  }
  if (lobes_for(w, lo, &b)) note(f, &b, w);
}

// from the first lobe that reaches v_max on, v is held for as long as it takes
static void cruise(const asked *w, int of_T, double want, double q, found *f) {
  lobes b;
  if (!lobes_for(w, q, &b)) return;
  b.cruise = -off_by(&b, w, of_T, want);
  if (!of_T) b.cruise /= w->l.v_max;
  if (b.cruise < 0) return;
  simulate(&b, w);
  note(f, &b, w);
}

static void scan(const asked *w, int of_T, double want, found *f) {
  const limits *l = &w->l;
  const double most = l->a_max - w->from.a + l->j * (l->v_max - l->v_min) / l->a_max;
  int before = 0;
  double last = 0;
  for (int k = 0; k <= GRID; k++) {
    const double share = (double)k / GRID, q = most * share * share * share;
    lobes b;
    const int there = lobes_for(w, q, &b);
    double from = last, to = q;
    if (there && !before) from = edge(w, q, last);
    if (!there && before) to = edge(w, last, q);
    if (there || before) halve(w, of_T, want, from, to, f);
    if (!there && before && b.v_peak > w->l.v_max) cruise(w, of_T, want, to, f);
    before = there;
    last = q;
  }
}

static asked mirrored(asked w) {
  const limits l = w.l;
  w.l = (limits){ -l.v_max, -l.v_min, -l.a_max, -l.a_min, l.j };
  w.from = (state){ -w.from.p, -w.from.v, -w.from.a };
  w.to = (state){ -w.to.p, -w.to.v, -w.to.a };
  return w;
}

static double shortest(asked w) {
  double T = INFINITY;
  for (int k = 0; k < 4; k++) {
    found f = { 0 };
    w.rising = k % 2;
    scan(&w, 0, w.to.p - w.from.p, &f);
    for (int i = 0; i < f.n; i++) T = fmin(T, f.T[i]);
    if (k == 1) w = mirrored(w);
  }
  return T;
}

static asked random_asked(lia_rng *r) {
  asked w = { .l = random_limits(r) };
  w.from = random_state(r, &w.l, 0);
  w.to = random_state(r, &w.l, 0);
  w.to.p = w.from.p + signed_random(r, exp(signed_random(r, 3)));
  return w;
}

// never slower; and the search finds the same but where its grid misses it
LIA_TEST(online, nothing_found_by_bang_bang_search_is_faster) {
  lia_rng r = lia_rng_seed(5);
  const int cases = costly_cases(200);
  int same = 0;
  for (int i = 0; i < cases; i++) {
    const asked w = random_asked(&r);
    const double T = alone(&w.l, w.from, w.to), best = shortest(w);
    cr_assert(T <= best + 1e-9 * fmax(best, 1), "case %d: %.15g, found %.15g", i, T, best);
    same += T >= best - 1e-8 * best;
  }
  cr_assert(same >= cases * 95 / 100, "only %d of %d are found by the search", same, cases);
}

// ---- motions made at random, whose limits are what they reach ----

static double between(lia_rng *r, double a, double b) { return lia_rng_range(r, a, b); }

// phases of full jerk and of none, from any state; limits: what v, a and j reach on the way
static asked random_motion(lia_rng *r, int phases, double *T) {
  const double j = exp(signed_random(r, 2));
  asked w = { .l = { -1e-3, 1e-3, -1e-3, 1e-3, j } };
  lobes b = { .end = { signed_random(r, 2), signed_random(r, 1), signed_random(r, 1) } };
  w.from = b.end;
  for (int k = 0; k < phases; k++) {
    const double u = ((double)lia_rng_below(r, 3) - 1) * j, dt = exp(between(r, -4, 0.5));
    const state s = b.end;
    const double turn = u != 0 ? -s.a / u : -1;
    go(&b, dt, u);
    double v[3] = { s.v, b.end.v, s.v };
    if (turn > 0 && turn < dt) v[2] = s.v + turn * s.a / 2;
    for (int i = 0; i < 3; i++) {
      w.l.v_max = fmax(w.l.v_max, v[i]);
      w.l.v_min = fmin(w.l.v_min, v[i]);
    }
    w.l.a_max = fmax(w.l.a_max, fmax(s.a, b.end.a));
    w.l.a_min = fmin(w.l.a_min, fmin(s.a, b.end.a));
  }
  w.to = b.end;
  *T = b.T;
  return w;
}

// room in v for what the start and the target need before and behind the motion
static void make_room(asked *w) {
  const state *s[2] = { &w->from, &w->to };
  for (int k = 0; k < 2; k++) {
    const double rise = s[k]->a * fabs(s[k]->a) / (2 * w->l.j), v = s[k]->v + (k ? -rise : rise);
    w->l.v_max = fmax(w->l.v_max, v);
    w->l.v_min = fmin(w->l.v_min, v);
  }
}

static void loosen(limits *l, double by) {
  l->v_min *= by;
  l->v_max *= by;
  l->a_min *= by;
  l->a_max *= by;
  l->j *= by;
}

// a motion of duration T exists: the shortest is no longer, T is not blocked, and between the
// limits of both extremes
LIA_TEST(online, no_motion_made_at_random_is_faster_nor_blocked) {
  lia_rng r = lia_rng_seed(8);
  const long cases = lia_cases(20000);
  long sharp = 0;
  for (long i = 0; i < cases; i++) {
    double T;
    asked w = random_motion(&r, 1 + (int)lia_rng_below(&r, 7), &T);
    make_room(&w);
    loosen(&w.l, 1 + 1e-9);
    const lia_online_axis x = ready(&w.l, &w.from, &w.to, LIA_ONLINE_POSITION);
    cr_assert_eq(x.nbrake, 0, "case %ld", i);
    cr_assert(x.alone <= T * (1 + 1e-9), "case %ld: %.15g, made in %.15g", i, x.alone, T);
    const double next = lia_online_next(&x, T);
    cr_assert(next <= T * (1 + 1e-9), "case %ld: %.15g is blocked until %.15g", i, T, next);
    sharp += x.alone > T * (1 - 1e-4);
    lia_online_profile p;
    lia_online_profile_of(&x, next, &p);
    check_profile(&p, &w.l, &w.from, &w.to, LIA_ONLINE_POSITION, i);
  }
  cr_assert(sharp > cases / 10, "only %ld of %ld are the shortest themselves", sharp, cases);
}

// ---- durations that are blocked, and axes that end together ----

// an axis can take T: the way lies between those of both extremes, found by simulation. slack: a
// part of T within which the answer is not sure
static int can_take(asked w, double T) {
  double most[2] = { -INFINITY, -INFINITY };
  for (int k = 0; k < 4; k++) {
    found f = { 0 };
    w.rising = k % 2;
    scan(&w, 1, T, &f);
    for (int i = 0; i < f.n; i++) most[k / 2] = fmax(most[k / 2], f.D[i]);
    if (k == 1) w = mirrored(w);
  }
  w = mirrored(w);
  const double D = w.to.p - w.from.p;
  return D <= most[0] + 1e-7 && -D <= most[1] + 1e-7;
}

// moving on at speed at both ends, which is where durations are blocked
static asked random_hurry(lia_rng *r) {
  asked w = random_asked(r);
  const double v = exp(between(r, -1, 1));
  w.l.v_max = 2 * v;
  w.l.v_min = -v;
  w.from.v = between(r, 0, 1.5) * v;
  w.to.v = between(r, 0, 1.5) * v;
  w.from.a = w.to.a = 0;
  w.to.p = w.from.p + between(r, 0, 3) * v * sqrt(v / w.l.j);
  return w;
}

LIA_TEST(online, blocked_durations_are_those_no_motion_has) {
  lia_rng r = lia_rng_seed(12);
  const int cases = costly_cases(60);
  int blocked = 0, agree = 0, asked_for = 0;
  for (int i = 0; i < cases; i++) {
    const asked w = i % 2 ? random_asked(&r) : random_hurry(&r);
    const lia_online_axis x = ready(&w.l, &w.from, &w.to, LIA_ONLINE_POSITION);
    double T[2 * LIA_ONLINE_BLOCKED];
    const int n = lia_online_blocked(&x, T);
    cr_assert(n <= 2, "case %d: %d blocked intervals", i, n);
    blocked += n;
    for (int k = 0; k < n; k++) {
      cr_assert(T[2 * k] >= x.alone && T[2 * k + 1] > T[2 * k]);
      cr_assert_float_eq(lia_online_next(&x, (T[2 * k] + T[2 * k + 1]) / 2), T[2 * k + 1],
                         1e-9 * T[2 * k + 1], "case %d", i);
    }
    for (int k = 0; k < 8; k++) {
      const double t = x.alone * between(&r, 0.5, 3);
      int inside = t < x.alone;
      for (int b = 0; b < n; b++) inside |= t > T[2 * b] && t < T[2 * b + 1];
      cr_assert_eq(lia_online_next(&x, t) > t, inside, "case %d: %.15g", i, t);
      agree += can_take(w, t) == !inside;
      asked_for++;
    }
  }
  cr_assert(blocked > cases / 10, "only %d blocked intervals", blocked);
  cr_assert(agree >= asked_for * 98 / 100, "%d of %d", agree, asked_for);
}

enum { AXES = 3 };
typedef struct together {
  asked w[AXES];
  limits l[AXES];
  state from[AXES], to[AXES];
  lia_online_axis work[AXES];
  lia_online_profile out[AXES];
  lia_online_info info;
} together;

static lia_status plan(together *g, const lia_online_options *o, lia_error *err) {
  for (int i = 0; i < AXES; i++) {
    g->l[i] = g->w[i].l;
    g->from[i] = g->w[i].from;
    g->to[i] = g->w[i].to;
  }
  return lia_online_plan(AXES, g->l, g->from, g->to, o, g->work, g->out, &g->info, err);
}

// all end at one time, which is the least that all can take: of those before, tried on a grid,
// each is refused by an axis
LIA_TEST(online, axes_end_together_as_soon_as_all_can) {
  lia_rng r = lia_rng_seed(21);
  const int cases = costly_cases(400);
  int later = 0;
  for (int i = 0; i < cases; i++) {
    together g;
    lia_error err = { 0 };
    const lia_online_options o = { 0 };
    double slowest = 0;
    for (int k = 0; k < AXES; k++) g.w[k] = random_hurry(&r);
    cr_assert_eq(plan(&g, &o, &err), LIA_OK, "%s", err.text);
    for (int k = 0; k < AXES; k++) {
      cr_assert_eq(g.out[k].T, g.info.T);
      check_profile(&g.out[k], &g.l[k], &g.from[k], &g.to[k], LIA_ONLINE_POSITION, i);
      slowest = fmax(slowest, g.work[k].alone);
    }
    cr_assert_eq(slowest, g.work[g.info.slowest].alone);
    if (!(g.info.T > slowest)) continue;
    later++;
    if (later > cases / 20) continue;
    for (int k = 0; k < 10; k++) {
      const double T = slowest + (g.info.T - slowest) * (k + 0.5) / 10;
      int all = 1;
      for (int c = 0; c < AXES; c++) all = all && can_take(g.w[c], T);
      cr_assert(!all, "case %d: %.15g would do, planned %.15g", i, T, g.info.T);
    }
  }
  cr_assert(later > cases / 20, "only %d wait for a blocked axis", later);
}

// planned again on the way, the rest takes what was left: from a + b to b, at every instant, also
// in the last phase, where one motion only is left
LIA_TEST(online, planned_again_on_the_way_it_takes_the_rest) {
  lia_rng r = lia_rng_seed(31);
  const int cases = lia_cases(3000);
  for (int i = 0; i < cases; i++) {
    asked w = random_asked(&r);
    if (i % 2) w.to.v = w.to.a = 0;
    const lia_online_axis x = ready(&w.l, &w.from, &w.to, LIA_ONLINE_POSITION);
    lia_online_profile p;
    if (x.alone > 100) continue;   // whose rounding is more than a controller would see
    lia_online_profile_of(&x, x.alone, &p);
    for (int k = 1; k < 12; k++) {
      state now;
      const double t = x.alone * (k + (k > 10) * 0.99) / 12;
      lia_online_at(&p, t, &now);
      const lia_online_axis rest = ready(&w.l, &now, &w.to, LIA_ONLINE_POSITION);
      const double left = x.alone - t;
      // rounding of the state moves the end by so much, and the time for that way is its cube root
      const double tiny = 1e-7 * x.alone + 4 * cbrt(1e-3 * rounding(&p) / w.l.j);
      cr_assert_float_eq(rest.alone, left, tiny, "case %d: %.15g left, again %.15g", i, left,
                         rest.alone);
    }
  }
}

// starts that are targets, tiny and huge ways, limits of very different size, v and a at limits,
// differences of 1e-9: all arrive, none takes longer than the next larger way
LIA_TEST(online, hard_numbers_are_met) {
  const double far[] = { 0, 1e-300, 1e-16, 1e-12, 1e-9, 1e-6, 1e-3, 1, 1e3, 1e6, 1e9 };
  const limits l[] = {
    { -1, 1, -1, 1, 1 }, { -1e-3, 1e3, -1e3, 1e-3, 1e6 }, { -1e6, 1e6, -1e-3, 1e-3, 1e3 },
    { -1, 1, -1e9, 1e9, 1e9 }, { -1e3, 1e-3, -1, 1, 1e-3 }, { -1, 1, -1, 1, 1e12 } };
  for (int k = 0; k < 6; k++)
    for (int sign = -1; sign <= 1; sign += 2) {
      double before = 0;
      for (int i = 0; i < 11; i++) {
        const state from = { 0 }, to = { sign * far[i], 0, 0 };
        const lia_online_axis x = ready(&l[k], &from, &to, LIA_ONLINE_POSITION);
        lia_online_profile p;
        lia_online_profile_of(&x, x.alone, &p);
        cr_assert(x.alone >= before && (i == 0) == (x.alone == 0), "limits %d, %g: %g", k, far[i],
                  x.alone);
        if (p.n) cr_assert_float_eq(end_of(&p, p.n - 1).p / to.p, 1, 1e-11, "limits %d, %g", k,
                                    far[i]);
        before = x.alone;
      }
    }
}

// at v_max already: the way goes by at v_max; 1e-9 more takes 1e-9 / v_max longer
LIA_TEST(online, at_the_limit_of_speed_it_goes_on) {
  const limits l = { -1, 2, -3, 3, 9 };
  const double T = alone(&l, (state){ 0, 2, 0 }, (state){ 5, 2, 0 });
  cr_assert_float_eq(T, 2.5, 1e-14);
  cr_assert_float_eq(alone(&l, (state){ 0, 2, 0 }, (state){ 5 + 1e-9, 2, 0 }) - T, 5e-10, 1e-15);
  // from a = a_max down to 0 with full jerk: 3/9 s, and v rises by 9/18
  cr_assert_float_eq(alone(&l, (state){ 0, 1.5, 3 }, (state){ 1.5 / 3 + 1. / 9, 2, 0 }), 1. / 3,
                     1e-14);
}

// outside: v too high, a too high, a that will bring v out; in the shortest time to where limits
// can be kept: from v = 2 with -j until v = 1, (2 - 1) = j t^2/2
LIA_TEST(online, starts_outside_are_braked_first) {
  const limits l = { -1, 1, -4, 4, 8 };
  const state to = { 3, 0, 0 };
  lia_online_profile p;
  lia_online_axis x = ready(&l, &(state){ 0, 2, 0 }, &to, LIA_ONLINE_POSITION);
  lia_online_profile_of(&x, x.alone, &p);
  cr_assert(p.nbrake == 1 && p.phase[0].j == -8);
  cr_assert_float_eq(p.brake, sqrt(2 * 1. / 8), 1e-15);
  x = ready(&l, &(state){ 0, 0, 6 }, &to, LIA_ONLINE_POSITION);
  lia_online_profile_of(&x, x.alone, &p);
  // -j from a = 6, v = 0 to a = -4, v = (36 - 16)/16, held until v = 1
  cr_assert_float_eq(p.brake, 10. / 8 + (20. / 16 - 1) / 4, 1e-14);
  state e;
  lia_online_at(&p, p.brake, &e);
  cr_assert_float_eq(e.v, 1, 1e-14);
  const limits second = { -1, 1, -4, 4, INFINITY };
  x = ready(&second, &(state){ 0, -3, 0 }, &to, LIA_ONLINE_POSITION);
  cr_assert_float_eq(x.brake, 2. / 4, 1e-15);
}

LIA_TEST(online, durations_in_whole_cycles_and_no_less_than_told) {
  lia_rng r = lia_rng_seed(41);
  for (int i = 0; i < 2000; i++) {
    together g;
    lia_error err = { 0 };
    const lia_online_options o = { .cycle = 0.01, .at_least = i % 3, .sync = (i % 2) * 3 };
    for (int k = 0; k < AXES; k++) g.w[k] = random_hurry(&r);
    cr_assert_eq(plan(&g, &o, &err), LIA_OK, "%s", err.text);
    for (int k = 0; k < AXES; k++) {
      const double T = g.out[k].T, cycles = T / 0.01;
      cr_assert_float_eq(cycles, round(cycles), 1e-9);
      cr_assert(T >= o.at_least && T >= g.work[k].alone && T <= g.info.T);
      if (o.sync == LIA_ONLINE_TIME) cr_assert_eq(T, g.info.T);
      check_profile(&g.out[k], &g.l[k], &g.from[k], &g.to[k], LIA_ONLINE_POSITION, i);
    }
  }
}

// all axes on one line: states parallel, motions in proportion, limits of all kept
LIA_TEST(online, straight_lines_stay_straight) {
  lia_rng r = lia_rng_seed(51);
  int free = 0;
  for (int i = 0; i < 2000; i++) {
    together g;
    lia_error err = { 0 };
    const double dir[AXES] = { 1, signed_random(&r, 1), i % 5 ? signed_random(&r, 1) : 0 };
    asked w = random_asked(&r);
    for (int k = 0; k < AXES; k++) {
      const double d = dir[k], wide = i % 2 ? fabs(d) * 1.001 + 1e-3 : between(&r, 0.3, 3);
      g.w[k] = w;
      g.w[k].from = (state){ k, d * w.from.v, d * w.from.a };
      g.w[k].to = (state){ k + d * (w.to.p - w.from.p), d * w.to.v, d * w.to.a };
      if (i % 2 == 0) g.w[k].from.v = g.w[k].from.a = g.w[k].to.v = g.w[k].to.a = 0;
      g.w[k].l = (limits){ w.l.v_min * wide, w.l.v_max * wide, w.l.a_min * wide, w.l.a_max * wide,
                           w.l.j * wide };
      if (i % 2 && d < 0) g.w[k].l = mirrored(g.w[k]).l;
    }
    lia_online_options o = { .sync = LIA_ONLINE_LINE };
    cr_assert_eq(plan(&g, &o, &err), LIA_OK, "case %d: %s", i, err.text);
    const double T = g.info.T;
    cr_assert(g.info.straight);
    for (int k = 0; k < AXES; k++) {
      check_profile(&g.out[k], &g.l[k], &g.from[k], &g.to[k], LIA_ONLINE_POSITION, i);
      for (int s = 0; s <= 20; s++) {
        state lead, x;
        lia_online_at(&g.out[0], T * s / 20, &lead);
        lia_online_at(&g.out[k], T * s / 20, &x);
        cr_assert_float_eq(x.p - k, dir[k] * lead.p, 1e-9 * (1 + fabs(lead.p)), "case %d", i);
      }
    }
    o.sync = LIA_ONLINE_PHASE;
    cr_assert_eq(plan(&g, &o, &err), LIA_OK, "%s", err.text);
    cr_assert(g.info.straight == (T <= g.info.T * (1 + 1e-9)), "case %d: %g, line %g", i, g.info.T,
              T);
    free += g.info.straight;
  }
  cr_assert(free > 1000 && free < 2000, "%d", free);
}

LIA_TEST(online, a_curve_is_the_profiles) {
  lia_rng r = lia_rng_seed(61);
  for (int i = 0; i < 300; i++) {
    together g;
    lia_error err = { 0 };
    const lia_online_options o = { .sync = (i % 2) * 3 };
    lia_pieces *x;
    for (int k = 0; k < AXES; k++) g.w[k] = random_asked(&r);
    cr_assert_eq(plan(&g, &o, &err), LIA_OK, "%s", err.text);
    cr_assert_eq(lia_online_pieces(&x, g.out, AXES, 1e-3, &err), LIA_OK, "%s", err.text);
    cr_assert_eq(lia_pieces_check(x, &err), LIA_OK, "%s", err.text);
    cr_assert(x->knot[0] == 0 && x->knot[x->m] == g.info.T && x->degree == 3);
    for (int s = 0; s <= 50; s++) {
      double got[3 * AXES];
      const double t = fmin(g.info.T * s / 50, g.info.T);
      lia_pieces_at(x, t, 2, got);
      for (int k = 0; k < AXES; k++) {
        state e;
        lia_online_at(&g.out[k], t, &e);
        const double tiny = 10 * rounding(&g.out[k]);
        cr_assert_float_eq(got[k], e.p, tiny);
        cr_assert_float_eq(got[AXES + k], e.v, tiny);
        cr_assert_float_eq(got[2 * AXES + k], e.a, 1e-9 + tiny);
      }
    }
    lia_pieces_free(x);
  }
  // nothing moves: one piece
  lia_online_profile still;
  lia_pieces *x;
  const limits l = { -1, 1, -1, 1, 1 };
  const state here = { 4, 0, 0 };
  const lia_online_axis a = ready(&l, &here, &here, LIA_ONLINE_POSITION);
  lia_online_profile_of(&a, a.alone, &still);
  cr_assert_eq(lia_online_pieces(&x, &still, 1, 0.004, NULL), LIA_OK);
  double p;
  lia_pieces_at(x, 0.002, 0, &p);
  cr_assert(x->m == 1 && x->knot[1] == 0.004 && p == 4);
  lia_pieces_free(x);
}

// ---- way points ----

static lia_pieces *through(int n, const limits *l, const state *from, const state *to,
                           const double *point, int m, lia_online_way *way, double *T) {
  lia_error err = { 0 };
  lia_online_info info;
  lia_pieces *x;
  const lia_online_options o = { 0 };
  lia_status st = lia_online_through(&x, n, l, from, to, point, m, &o, way, &info, &err);
  cr_assert_eq(st, LIA_OK, "%s: %s", err.path, err.text);
  *T = info.T;
  return x;
}

// points on the way of one axis cost nothing: it goes on as if they were not there
LIA_TEST(online, points_on_the_way_take_no_time) {
  const limits l = { -2, 3, -5, 6, 16 };
  const state from = { 0, 0.3, 0 }, to = { 4, 0.5, 0 };
  const double point[] = { 0.3, 1, 1.5, 3.9 };
  double T;
  lia_pieces *x = through(1, &l, &from, &to, point, 4, NULL, &T);
  cr_assert_float_eq(T, alone(&l, from, to), 1e-9);
  lia_pieces_free(x);
}

// random points: passed at their times, limits kept, continuous, never longer than stopping at
// each, and nobody stops who need not
LIA_TEST(online, way_points_are_passed_without_stopping) {
  lia_rng r = lia_rng_seed(71);
  const int cases = costly_cases(20);
  for (int i = 0; i < cases; i++) {
    enum { M = 4, N = 3 };
    limits l[N];
    state from[N] = { { 0 } }, to[N] = { { 0 } };
    double point[M * N], v[M * N], a[M * N], part[M + 1], T, t = 0, stops = 0;
    lia_online_way way = { part, v, a };
    for (int k = 0; k < N; k++) {
      const limits s = random_limits(&r);
      l[k] = (limits){ -s.v_max, s.v_max, -s.a_max, s.a_max, s.j };
      to[k].p = M + 1;
    }
    for (int k = 0; k < M * N; k++) point[k] = k / N + 1 + signed_random(&r, 0.4);
    lia_pieces *x = through(N, l, from, to, point, M, &way, &T);
    for (int k = 0; k <= M; k++) {
      double slowest = 0, now[N];
      for (int c = 0; c < N; c++) {
        const state s = { k ? point[(k - 1) * N + c] : 0, 0, 0 },
                    e = { k < M ? point[k * N + c] : M + 1, 0, 0 };
        slowest = fmax(slowest, alone(&l[c], s, e));
      }
      stops += slowest;
      t += part[k];
      lia_pieces_at(x, t, 0, now);
      for (int c = 0; c < N && k < M; c++) {
        cr_assert_float_eq(now[c], point[k * N + c], 1e-9, "case %d point %d", i, k);
        cr_assert(v[k * N + c] > 0, "case %d: axis %d stops at point %d", i, c, k);
      }
    }
    cr_assert_float_eq(t, T, 1e-12 * T);
    cr_assert(T < stops, "case %d: %g, with stops %g", i, T, stops);
    for (int c = 0; c < N; c++) {
      const lia_extremes ev = lia_pieces_extremes(x, c, 1), ea = lia_pieces_extremes(x, c, 2),
                         ej = lia_pieces_extremes(x, c, 3);
      cr_assert(fmax(ev.most, -ev.least) <= l[c].v_max + 1e-9, "case %d", i);
      cr_assert(fmax(ea.most, -ea.least) <= l[c].a_max + 1e-9, "case %d", i);
      cr_assert(fmax(ej.most, -ej.least) <= l[c].j * (1 + 1e-9), "case %d", i);
    }
    for (int k = 0; k < 3; k++) cr_assert(lia_pieces_jump(x, k, NULL) < 1e-9, "case %d", i);
    lia_pieces_free(x);
  }
}

// ---- mistakes ----

static void refused(const limits *l, state from, state to, lia_online_mode mode, const char *path,
                    const char *text) {
  lia_online_axis x;
  lia_error err = { 0 };
  cr_assert_eq(lia_online_ready(&x, l, &from, &to, mode, 2, &err), LIA_EARG, "%s", text);
  cr_assert_str_eq(err.path, path);
  cr_assert(strstr(err.text, text), "'%s', not '%s'", err.text, text);
  cr_assert(strstr(err.text, "axis 3"), "%s", err.text);
}

LIA_TEST(online, mistakes_are_told_with_axis_and_numbers) {
  const limits l = { -1, 1, -2, 2, 4 };
  const state o = { 0 };
  const lia_online_mode p = LIA_ONLINE_POSITION, v = LIA_ONLINE_VELOCITY;
  refused(&(limits){ -1, 0, -2, 2, 4 }, o, o, p, "limits", "v_max must be above 0, got 0");
  refused(&(limits){ 1, 1, -2, 2, 4 }, o, o, p, "limits", "v_min must be below 0, got 1");
  refused(&(limits){ -1, 1, -2, 2, -4 }, o, o, p, "limits", "j must be above 0, got -4");
  refused(&(limits){ -1, 1, -2, (double)NAN, 4 }, o, o, p, "limits", "a_max must be above 0");
  refused(&(limits){ -1, 1, -INFINITY, 2, 4 }, o, o, p, "limits", "limit both, or none");
  refused(&(limits){ -INFINITY, 1, -INFINITY, INFINITY, INFINITY }, o, o, p, "limits",
          "needs v_min and v_max");
  refused(&(limits){ -1, 1, -INFINITY, INFINITY, INFINITY }, o, o, v, "limits", "needs a or j");
  refused(&l, (state){ (double)NAN, 0, 0 }, o, p, "from", "its position is not finite");
  refused(&l, o, (state){ 0, (double)INFINITY, 0 }, p, "to", "its velocity is not finite");
  refused(&l, o, (state){ 0, 1.5, 0 }, p, "to", "velocity 1.5 is outside its limits -1 to 1");
  refused(&l, o, (state){ 0, 0, -3 }, v, "to", "acceleration -3 is outside its limits -2 to 2");
  // v = 0.9 with a = -1.5 comes from 0.9 + 2.25/8
  refused(&l, o, (state){ 0, 0.9, -1.5 }, p, "to", "can only be reached from v = 1.18125");
  lia_error err = { 0 };
  together g;
  lia_rng r = lia_rng_seed(1);
  for (int k = 0; k < AXES; k++) g.w[k] = random_asked(&r);
  cr_assert_eq(plan(&g, &(lia_online_options){ .cycle = -1 }, &err), LIA_EARG);
  err = (lia_error){ 0 };
  cr_assert_eq(plan(&g, &(lia_online_options){ .at_least = (double)NAN }, &err), LIA_EARG);
  err = (lia_error){ 0 };
  cr_assert_eq(plan(&g, &(lia_online_options){ .sync = LIA_ONLINE_LINE }, &err), LIA_EARG);
  cr_assert(strstr(err.text, "not parallel"), "%s", err.text);
}
