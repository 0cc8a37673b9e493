/* online_axis.c - durations an axis can do, and its motion of a told duration */
#include "traj/online_inside.h"

#include "base/assert.h"

#include <float.h>
#include <math.h>

// ---- durations ----

// lobes of one extreme at a duration (behind braking) that it has, with its own sign
static void lobes_of(const lia_online_extreme *e, double T, lia_lobes *o) {
  double s = fmax(T - e->tau, lia_extreme_first(e));
  // in the gap by rounding only
  if (e->gap && s > e->neg1 && s < e->main)
    s = s - e->neg1 < e->main - s ? e->neg1 : e->main;
  lia_extreme_at(e, s, o);
}

// where v0, a0 to vf, af begins to be possible at or behind T, whatever the way: T itself but in
// front of the first duration, and in the gap
static double possible_from(const lia_online_extreme *e, double T) {
  const double s = T - e->tau, tiny = 4 * DBL_EPSILON * (fabs(T) + fabs(e->tau));
  if (s < lia_extreme_first(e)) return fmax(lia_extreme_first(e) + e->tau, T);
  if (e->gap && s > e->neg1 + tiny && s < e->main - tiny) return e->main + e->tau;
  return T;
}

// the first duration behind T at which the extreme, short of D at T, has it, or all but `miss`;
// INFINITY: none before the gap
static double reaches(const lia_online_extreme *e, double D, double T, double miss) {
  const double s = fmax(T - e->tau, lia_extreme_first(e));
  if (!e->neg || s >= e->neg1)
    return fmax(e->tau + lia_extreme_last(e, D, fmax(s, e->main)), T);
  double turn[LIA_EXTREME_TURNS], low = s;
  const int n = lia_extreme_turns(e, s, e->neg1, turn);
  for (int k = 0; k <= n; k++) {
    const double high = k < n ? turn[k] : e->neg1;
    lia_lobes o;
    lia_extreme_at(e, high, &o);
    if (o.D >= D) return fmax(e->tau + lia_extreme_between(e, D, low, high), T);
    if (o.D >= D - miss) return e->tau + high;
    low = high;
  }
  if (e->gap) return INFINITY;
  return fmax(e->tau + lia_extreme_last(e, D, e->main), T);
}

// T is as good as `found`, for which the way is exact: it misses the way by rounding of states that
// were computed, and that little way would not just take its little time. A controller that plans
// again in every cycle would else be sent once around at the end of a motion that one line of full
// jerk is left of
static int near_enough(const lia_online_axis *x, double missing, double T, double found) {
  // rounding of the numbers themselves, and nothing beside the way
  if (missing <= fmin(512 * x->round, 2e-12 * fabs(x->D))) return 1;
  if (!(missing <= x->miss)) return 0;
  const double ij = x->order == 3 ? 1 / x->j : 0;
  return found - T > 8 * cbrt(32 * x->miss * ij) + 8 * sqrt(x->miss / fmin(x->a_max, -x->a_min));
}

// the first T behind braking of which the velocities and, all but rounding, the way are possible
static double next_way(const lia_online_axis *x, double T) {
  lia_lobes most, least;
  lobes_of(&x->most, T, &most);
  lobes_of(&x->least, T, &least);
  const double above = x->D - most.D - most.round - x->round,
               below = -x->D - least.D - least.round - x->round;
  double found = T;
  if (above > 0) found = reaches(&x->most, x->D, T, x->miss);
  else if (below > 0) found = reaches(&x->least, -x->D, T, x->miss);
  return near_enough(x, fmax(above, below), T, found) ? T : found;
}

static double next_behind(const lia_online_axis *x, double T) {
  for (int k = 0; k < 4; k++) {
    T = fmax(possible_from(&x->most, T), possible_from(&x->least, T));
    const double found = next_way(x, T);
    if (isfinite(found)) return found;
    T = x->most.main + x->most.tau;
  }
  LIA_ASSERT(0);
  return T;
}

double lia_online_next(const lia_online_axis *x, double T) {
  const double behind = fmax(T - x->brake, 0), found = next_behind(x, behind);
  if (T >= x->brake && found - behind <= 8 * DBL_EPSILON * found) return T;
  return x->brake + found;
}

// ---- blocked intervals ----

// durations at which the extreme has the way D, and where its parts begin and end
static int places_of(const lia_online_extreme *e, double D, double *list, int n) {
  const double first = lia_extreme_first(e);
  double turn[LIA_EXTREME_TURNS], low = first, at_low;
  lia_lobes o;
  lia_extreme_at(e, first, &o);
  at_low = o.D;
  list[n++] = first + e->tau;
  const int count = lia_extreme_turns(e, first, INFINITY, turn);
  for (int k = 0; k < count; k++) {
    lia_extreme_at(e, turn[k], &o);
    if ((o.D > D) != (at_low > D))
      list[n++] = e->tau + lia_extreme_between(e, D, low, turn[k]);
    if (e->neg && turn[k] == e->neg1 && e->gap) {
      list[n++] = e->neg1 + e->tau;
      list[n++] = e->main + e->tau;
      lia_extreme_at(e, e->main, &o);
      low = e->main;
    } else low = turn[k];
    at_low = o.D;
  }
  if (at_low < D) list[n++] = e->tau + lia_extreme_last(e, D, fmax(low, e->main));
  return n;
}

static void sort(double *x, int n) {
  for (int i = 1; i < n; i++) {
    const double key = x[i];
    int at = i;
    for (; at > 0 && x[at - 1] > key; at--) x[at] = x[at - 1];
    x[at] = key;
  }
}

// between two neighbouring places everything or nothing is possible: the middle tells
int lia_online_blocked(const lia_online_axis *x, double T[2 * LIA_ONLINE_BLOCKED]) {
  double place[4 * (LIA_EXTREME_TURNS + 3)];
  int n = places_of(&x->most, x->D, place, 0), count = 0;
  n = places_of(&x->least, -x->D, place, n);
  sort(place, n);
  const double shortest = x->alone - x->brake;
  double from = shortest;
  for (int k = 0; k < n; k++) {
    const double to = place[k], middle = from + (to - from) / 2;
    if (!(to > from * (1 + 1e-13))) continue;
    if (next_behind(x, middle) > middle) {
      const int goes_on = count && T[2 * count - 1] == from + x->brake;
      if (!goes_on && count == LIA_ONLINE_BLOCKED) return count;
      if (!goes_on) T[2 * count++] = from + x->brake;
      T[2 * count - 1] = to + x->brake;
    }
    from = to;
  }
  return count;
}

// ---- phases ----

static void add_step(lia_steps *o, double t, double u) {
  if (!(t > 0)) return;
  o->t[o->n] = t;
  o->u[o->n] = u;
  o->n++;
}

// lobes from a0 to af as phases; sign: -1 of the mirrored axis
static void steps_of(const lia_online_axis *x, const lia_lobes *l, int mirror, lia_steps *o) {
  const double sign = mirror ? -1 : 1, u = sign * x->j;
  const lia_online_extreme *e = mirror ? &x->least : &x->most;
  o->n = 0;
  if (x->order == 3) {
    const double a = l->up.peak, b = l->down.peak, ij = e->ij;
    const int whole = a >= 0 && b >= 0;
    add_step(o, (a - sign * x->a0) * ij, u);
    add_step(o, l->up.hold, 0);
    add_step(o, whole ? a * ij : (a + b) * ij, -u);
    add_step(o, l->cruise, 0);
    if (whole) add_step(o, b * ij, -u);
    add_step(o, l->down.hold, 0);
    add_step(o, (b + sign * x->af) * ij, u);
  } else if (x->order == 2) {
    add_step(o, l->up.hold, sign * e->A);
    add_step(o, l->cruise, 0);
    add_step(o, l->down.hold, -sign * e->B);
  } else add_step(o, l->cruise, sign * e->v_max);
}

// ---- one velocity held ----

// from v, a to the velocity vp with a = 0, as fast as can be; seen backwards it is the way to a
// target. A: the largest a upwards, B: downwards
typedef struct leg { double t, way, r, sign; lia_lobe lobe; } leg;

static void leg_of(const lia_online_axis *x, double v, double a, double vp, double A, double B,
                   leg *o) {
  const double ij = x->most.ij, direct = v + a * fabs(a) * ij / 2;
  o->sign = vp >= direct ? 1 : -1;
  const double as = o->sign * a, t0 = as * ij, vs = o->sign * v - as * t0 / 2,
               U = fmax(o->sign * vp - vs, 0);
  o->lobe = lia_lobe_of(U, o->sign > 0 ? A : B, x->j, ij);
  const double f = lia_lobe_time(&o->lobe, ij);
  o->t = f - t0;
  o->way = o->sign * ((vs + U / 2) * f - (vs + as * t0 / 6) * t0);
  o->r = o->lobe.peak * ij / 2;
}

typedef struct held { double vp, cruise, way, slope; leg in, out; } held;

static void held_of(const lia_online_axis *x, double T, double vp, held *o) {
  const double A = x->a_max, B = -x->a_min;
  o->vp = vp;
  if (x->order > 1) {
    leg_of(x, x->v0, x->a0, vp, A, B, &o->in);
    leg_of(x, x->vf, -x->af, vp, B, A, &o->out);
  } else o->in = o->out = (leg){ .sign = 1 };
  o->cruise = T - o->in.t - o->out.t;
  o->way = o->in.way + o->out.way + vp * o->cruise;
  o->slope = o->in.r + o->out.r + o->cruise;
}

// the way grows with vp as long as there is time to hold it: d way/d vp = cruise + sum of a/2j
static int held_search(const lia_online_axis *x, double T, double low, double high, held *o) {
  double vp = fmin(fmax(x->D / T, low), high);
  for (int k = 0; k < 60; k++) {
    held_of(x, T, vp, o);
    const double missing = x->D - o->way;
    if (missing > 0) low = vp;
    else high = vp;
    double next = vp + missing / o->slope;
    if (!(next >= low && next <= high)) next = low + (high - low) / 2;
    if (fabs(next - vp) <= 2 * DBL_EPSILON * fabs(vp) || missing == 0) break;
    vp = next;
  }
  const double scale = fabs(o->in.way) + fabs(o->out.way) + fabs(o->vp * o->cruise);
  return o->cruise >= 0 && fabs(x->D - o->way) <= 32 * DBL_EPSILON * scale;
}

static void held_steps(const lia_online_axis *x, const held *o, lia_steps *s) {
  const double ij = x->most.ij;
  const leg *in = &o->in, *out = &o->out;
  s->n = 0;
  if (x->order == 3) {
    add_step(s, (in->lobe.peak - in->sign * x->a0) * ij, in->sign * x->j);
    add_step(s, in->lobe.hold, 0);
    add_step(s, in->lobe.peak * ij, -in->sign * x->j);
    add_step(s, o->cruise, 0);
    add_step(s, out->lobe.peak * ij, -out->sign * x->j);
    add_step(s, out->lobe.hold, 0);
    add_step(s, (out->lobe.peak + out->sign * x->af) * ij, out->sign * x->j);
  } else if (x->order == 2) {
    add_step(s, in->lobe.hold, in->sign * in->lobe.peak);
    add_step(s, o->cruise, 0);
    add_step(s, out->lobe.hold, -out->sign * out->lobe.peak);
  } else add_step(s, o->cruise, o->vp);
}

// ---- the mean of both extremes ----

// limits and ends are kept by every mean of two motions that keep them, and its way is their mean
static void mean_steps(const lia_steps *a, const lia_steps *b, double share, lia_steps *o) {
  int i = 0, k = 0;
  double ta = a->n ? a->t[0] : 0, tb = b->n ? b->t[0] : 0;
  o->n = 0;
  while (i < a->n && k < b->n) {
    const double t = fmin(ta, tb);
    add_step(o, t, share * a->u[i] + (1 - share) * b->u[k]);
    ta -= t;
    tb -= t;
    if (ta <= 0 && ++i < a->n) ta = a->t[i];
    if (tb <= 0 && ++k < b->n) tb = b->t[k];
  }
}

static void choose_steps(const lia_online_axis *x, double T, lia_steps *o) {
  lia_lobes most, least;
  held h;
  lobes_of(&x->most, T, &most);
  lobes_of(&x->least, T, &least);
  const double missing = most.D - x->D, above = x->D + least.D;
  const int at_most = missing <= most.round + x->round,
            at_least = above <= least.round + x->round;
  o->n = 0;
  if (!(T > 0)) return;
  if (at_most || at_least) {
    const int mirror = !at_most || above < missing;
    steps_of(x, mirror ? &least : &most, mirror, o);
    return;
  }
  // both extremes have a velocity between their lobes: those between can be held
  const double high = fmin(x->v_max, x->most.vs + lia_lobe_rise(&most.up, x->most.ij)),
               low = -fmin(-x->v_min, x->least.vs + lia_lobe_rise(&least.up, x->least.ij));
  const int whole = most.up.peak >= 0 && most.down.peak >= 0 && least.up.peak >= 0 &&
      least.down.peak >= 0;
  if (x->order == 1) {
    add_step(o, T, x->D / T);
    return;
  }
  if (whole && low <= high && held_search(x, T, low, high, &h)) {
    held_steps(x, &h, o);
    return;
  }
  lia_steps a, b;
  steps_of(x, &most, 0, &a);
  steps_of(x, &least, 1, &b);
  mean_steps(&a, &b, above / (missing + above), o);
}

// ---- profiles ----

// u is what is constant: derivative `level` of p
static void add_phase(lia_online_profile *o, lia_online_state *s, double *t, double dt, double u,
                      int level) {
  if (level == 1) s->v = u;
  if (level == 1) s->a = 0;
  if (level == 2) s->a = u;
  const double j = level == 3 ? u : 0;
  LIA_ASSERT(o->n < LIA_ONLINE_PHASES);
  o->phase[o->n++] = (lia_online_phase){ *t, s->p, s->v, s->a, j };
  s->p += dt * (s->v + dt * (s->a / 2 + dt * j / 6));
  s->v += dt * (s->a + dt * j / 2);
  s->a += dt * j;
  *t += dt;
}

void lia_online_profile_of(const lia_online_axis *x, double T, lia_online_profile *out) {
  lia_steps steps;
  const int level = x->mode == LIA_ONLINE_VELOCITY ? x->order + 1 : x->order;
  lia_online_state s = x->from;
  double t = 0;
  choose_steps(x, fmax(T - x->brake, 0), &steps);
  out->n = 0;
  out->nbrake = x->nbrake;
  out->T = T;
  out->brake = x->brake;
  for (int k = 0; k < x->nbrake; k++) add_phase(out, &s, &t, x->brake_t[k], x->brake_u[k], level);
  for (int k = 0; k < steps.n; k++) add_phase(out, &s, &t, steps.t[k], steps.u[k], level);
  out->target = x->to;
  if (x->mode == LIA_ONLINE_VELOCITY) out->target.p = s.p;
  if (level < 3) out->target.a = 0;
  if (level < 2) out->target.v = 0;
}

static void go_on(const lia_online_state *s, double j, double t, lia_online_state *out) {
  out->p = s->p + t * (s->v + t * (s->a / 2 + t * j / 6));
  out->v = s->v + t * (s->a + t * j / 2);
  out->a = s->a + t * j;
}

void lia_online_at(const lia_online_profile *x, double t, lia_online_state *out) {
  if (x->n == 0 || t >= x->T) {
    go_on(&x->target, 0, t - x->T, out);
    return;
  }
  int k = x->n - 1;
  while (k > 0 && x->phase[k].t > t) k--;
  const lia_online_phase *f = &x->phase[k];
  go_on(&(lia_online_state){ f->p, f->v, f->a }, f->j, fmax(t, 0) - f->t, out);
}
