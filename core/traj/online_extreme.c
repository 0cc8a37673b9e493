/* online_extreme.c - the motion that gets farthest in a told time, and the time of a told way */
#include "traj/online_inside.h"

#include "base/assert.h"

#include <float.h>
#include <math.h>

// U = a^2/j + a h with a <= A, and h only where a = A
lia_lobe lia_lobe_of(double U, double A, double j, double ij) {
  if (ij > 0 && U <= A * A * ij) return (lia_lobe){ sqrt(fmax(U, 0) * j), 0 };
  return (lia_lobe){ A, fmax(U / A - A * ij, 0) };
}

static double lobe_time_of(const lia_online_extreme *e, double U, double A) {
  const lia_lobe l = lia_lobe_of(U, A, e->j, e->ij);
  return lia_lobe_time(&l, e->ij);
}

// ---- both lobes of a virtual duration s ----

// s = 2 (a + b)/j, (a^2 - b^2)/j = K
static void both_free(const lia_online_extreme *e, double s, lia_lobes *o) {
  const double sum = s * e->j / 2, difference = sum > 0 ? e->K * e->j / sum : 0;
  o->up = (lia_lobe){ (sum + difference) / 2, 0 };
  o->down = (lia_lobe){ (sum - difference) / 2, 0 };
  if (sum > 0) return;
  o->up.peak = e->point;
  o->down.peak = -e->point;
}

// up held at A, down free with peak b: (b + A)^2 = j (s A - K); K and -K where down is held
static double beside_held(const lia_online_extreme *e, double s, double A, double K) {
  const double square = e->j * (s * A - K);
  return (square - A * A) / (sqrt(fmax(square, 0)) + A);
}

static void up_held(const lia_online_extreme *e, double s, lia_lobes *o) {
  const double b = beside_held(e, s, e->A, e->K);
  o->down = (lia_lobe){ b, 0 };
  o->up = (lia_lobe){ e->A, fmax((b * b * e->ij + e->K) / e->A - e->A * e->ij, 0) };
}

static void down_held(const lia_online_extreme *e, double s, lia_lobes *o) {
  const double a = beside_held(e, s, e->B, -e->K);
  o->up = (lia_lobe){ a, 0 };
  o->down = (lia_lobe){ e->B, fmax((a * a * e->ij - e->K) / e->B - e->B * e->ij, 0) };
}

// h_up + h_down = s - 2 (A + B)/j, A h_up - B h_down = K + (B^2 - A^2)/j
static void both_held(const lia_online_extreme *e, double s, lia_lobes *o) {
  const double A = e->A, B = e->B, rest = s - 2 * (A + B) * e->ij,
               right = e->K + (B - A) * (B + A) * e->ij;
  o->up = (lia_lobe){ A, (right + B * rest) / (A + B) };
  o->down = (lia_lobe){ B, (A * rest - right) / (A + B) };
}

static void lobes_without_cruise(const lia_online_extreme *e, double s, lia_lobes *o) {
  if (e->ij > 0) {
    both_free(e, s, o);
    if (o->up.peak <= e->A && o->down.peak <= e->B) return;
    const int up = o->up.peak > e->A;
    if (up) up_held(e, s, o);
    else down_held(e, s, o);
    if (o->up.peak <= e->A && o->down.peak <= e->B) return;
  }
  both_held(e, s, o);
  if (e->ij > 0 && o->up.hold < 0) down_held(e, s, o);
  else if (e->ij > 0 && o->down.hold < 0) up_held(e, s, o);
  o->up.hold = fmax(o->up.hold, 0);
  o->down.hold = fmax(o->down.hold, 0);
}

// D = (vs + U/2) f_up + (ve + W/2) f_down + v_max cruise + delta. Since dD = (v_p f' + r) dv_p with
// r = a/2j, f' = 1/a of each lobe, free or held:
//   dD/ds = v_p + a b/2j,   d2D/ds2 = a b/(a + b) + (a^2 [b free] + b^2 [a free])/4 (a + b)
static void way_of(const lia_online_extreme *e, lia_lobes *o) {
  const double a = o->up.peak, b = o->down.peak, U = lia_lobe_rise(&o->up, e->ij),
               W = lia_lobe_rise(&o->down, e->ij), up = lia_lobe_time(&o->up, e->ij),
               down = lia_lobe_time(&o->down, e->ij);
  const double first = (e->vs + U / 2) * up, second = (e->ve + W / 2) * down;
  o->D = first + second + e->delta;
  o->round = 16 * DBL_EPSILON * ((fabs(e->vs) + U) * fabs(up) + (fabs(e->ve) + W) * fabs(down)) +
      e->round;
  o->slope = e->vs + U + a * b * e->ij / 2;
  double bend = a * b;
  if (e->ij > 0 && o->down.hold == 0) bend += a * a / 4;
  if (e->ij > 0 && o->up.hold == 0) bend += b * b / 4;
  o->bend = a + b > 0 ? bend / (a + b) : 0;
}

void lia_extreme_at(const lia_online_extreme *e, double s, lia_lobes *o) {
  *o = (lia_lobes){ 0 };
  const int cruises = s >= e->cruise;
  if (cruises && e->order > 1) {
    o->up = lia_lobe_of(e->v_max - e->vs, e->A, e->j, e->ij);
    o->down = lia_lobe_of(e->v_max - e->ve, e->B, e->j, e->ij);
  } else if (e->order > 1) lobes_without_cruise(e, s, o);
  if (e->order > 1) way_of(e, o);
  if (!cruises) return;
  o->cruise = s - e->cruise;
  o->D += e->v_max * o->cruise;
  o->round += 4 * DBL_EPSILON * e->v_max * o->cruise;
  o->slope = e->v_max;
  o->bend = 0;
}

// ---- made ----

// where both lobes are positive and as small as the start and the target let them be. tiny: what
// rounding does to K; it must not open a lobe where there is none, whose time is its root
static void main_part(lia_online_extreme *e, double a0, double af, double tiny) {
  const double U0 = fmax(a0, 0) * fmax(a0, 0) * e->ij, W0 = fmax(-af, 0) * fmax(-af, 0) * e->ij;
  if (fabs(e->K + W0 - U0) <= tiny) e->K = U0 - W0;
  const int up_follows = e->K + W0 >= U0;
  const double U = up_follows ? e->K + W0 : U0, W = up_follows ? W0 : U0 - e->K;
  e->main = lobe_time_of(e, U, e->A) + lobe_time_of(e, W, e->B);
  e->cruise = INFINITY;
  if (isfinite(e->v_max))
    e->cruise = lobe_time_of(e, fmax(e->v_max - e->vs, U), e->A) +
        lobe_time_of(e, fmax(e->v_max - e->ve, W), e->B);
}

// where the smaller lobe is negative: it begins with no phase of its own (a trough at af, or a peak
// at a0) and ends at 0, or where the other peak would pass a0 (trough: af). k = K j >= 0: the
// trough, of limits a0, af; k <= 0: the same seen backwards in time, with -k. tiny: what rounding
// does to k, so that a motion of one or two phases is not missed. Returns k as it is taken
static double negative_part(lia_online_extreme *e, double k, double a0, double af, double A,
                            double tiny) {
  const double least = fmax(a0, 0) * fmax(a0, 0);
  e->neg = k >= -tiny && af > 0 && k + af * af >= least - tiny;
  if (!e->neg) return k;
  k = fmax(fmax(k, 0), least - af * af);
  const double top = sqrt(k + af * af);
  e->neg0 = 2 * k / (top + af) * e->ij;
  if (top > A) e->neg0 = lobe_time_of(e, (k + af * af) * e->ij, A) - 2 * af * e->ij;
  e->gap = least > k;   // never without neg
  e->neg1 = e->main;
  if (e->gap) e->neg1 = fmax(2 * k / (a0 + sqrt(least - k)) * e->ij, e->neg0);
  return k;
}

static void negative_parts(lia_online_extreme *e, double a0, double af, double tiny) {
  const double k = e->K * e->j;
  const double trough = negative_part(e, k, a0, af, e->A, tiny);
  if (e->neg) {
    e->K = trough * e->ij;
    e->point = af;
    return;
  }
  const double peak = -negative_part(e, -k, -af, -a0, e->B, tiny);
  if (!e->neg) return;
  e->K = peak * e->ij;
  e->point = a0;
}

void lia_extreme_make(lia_online_extreme *e, const lia_online_axis *x, int mirror) {
  const double sign = mirror ? -1 : 1, ij = x->order == 3 ? 1 / x->j : 0;
  const double v0 = sign * x->v0, vf = sign * x->vf, a0 = sign * x->a0, af = sign * x->af;
  const double t0 = a0 * ij, tf = af * ij;
  *e = (lia_online_extreme){ .j = x->j, .ij = ij, .order = x->order };
  e->v_max = mirror ? -x->v_min : x->v_max;
  e->A = mirror ? -x->a_min : x->a_max;
  e->B = mirror ? x->a_max : -x->a_min;
  if (x->order == 1) return;
  e->vs = v0 - a0 * t0 / 2;
  e->ve = vf - af * tf / 2;
  e->K = (vf - v0) + (a0 - af) * (a0 + af) * ij / 2;
  e->tau = tf - t0;
  // from the virtual start to the start: vs t0 + j t0^3/6, and so at the end
  const double in = (e->vs + a0 * t0 / 6) * t0, out = (e->ve + af * tf / 6) * tf;
  e->delta = out - in;
  e->round = 16 * DBL_EPSILON * (fabs(in) + fabs(out));
  const double tiny = 1e-12 * (fabs(v0) + fabs(vf) + (a0 * a0 + af * af) * ij);
  main_part(e, a0, af, tiny);
  if (x->order == 3) negative_parts(e, a0, af, tiny * x->j);
}

// ---- the time of a way ----

// D + slope d + bend d^2/2 = way, the root that goes on in the direction of the sign of slope
static double step_to(const lia_lobes *o, double missing) {
  const double inside = o->slope * o->slope + 2 * o->bend * missing;
  if (!(inside > 0)) return NAN;
  return 2 * missing / (o->slope + copysign(sqrt(inside), o->slope));
}

// the way is monotonic between a and b, on either side of D there: steps of third order, halving
// where they leave the bracket
static double way_search(const lia_online_extreme *e, double D, double a, double b, double s) {
  lia_lobes o;
  lia_extreme_at(e, b, &o);
  const double sign = o.D >= D ? 1 : -1;
  for (int k = 0; k < 100; k++) {
    lia_extreme_at(e, s, &o);
    const double missing = D - o.D, d = step_to(&o, missing);
    if (missing == 0 || fabs(missing) <= o.round / 64) return s;
    if (sign * missing > 0) a = s;
    else b = s;
    double next = s + d;
    if (!(next > a && next < b)) next = a + (b - a) / 2;
    if (next == s || fabs(next - s) <= DBL_EPSILON * s || !(next > a && next < b)) return next;
    s = next;
  }
  return s;
}

double lia_extreme_between(const lia_online_extreme *e, double D, double a, double b) {
  return way_search(e, D, a, b, a + (b - a) / 2);
}

// an upper bound of the time for a way from here: each term alone would need at least as long
static double guess(const lia_online_extreme *e, const lia_lobes *o, double missing) {
  double d = INFINITY;
  if (o->slope > 0) d = missing / o->slope;
  const double dip = fmax(-2 * o->slope, 0);
  if (o->bend > 0) d = fmin(d, sqrt(2 * missing / o->bend) + dip / o->bend);
  if (e->ij > 0) d = fmin(d, cbrt(32 * missing * e->ij) + sqrt(8 * dip * e->ij));
  if (e->ij == 0 && !isfinite(d)) d = sqrt(2 * missing * (1 / e->A + 1 / e->B));
  return d;
}

static double way_at(const lia_online_extreme *e, double s) {
  lia_lobes o;
  lia_extreme_at(e, s, &o);
  return o.D;
}

double lia_extreme_last(const lia_online_extreme *e, double D, double from) {
  lia_lobes o;
  if (e->order == 1) return D / e->v_max;
  double high = e->cruise, low = from;
  if (isfinite(high)) {
    const double D_cruise = way_at(e, high);
    if (D >= D_cruise || low >= high) return high + (D - D_cruise) / e->v_max;
  }
  lia_extreme_at(e, low, &o);
  double s = low + guess(e, &o, D - o.D);
  if (!isfinite(high)) {
    high = fmax(s, low) + DBL_MIN;
    while (way_at(e, high) < D) {
      low = high;
      high = 2 * high + DBL_MIN;
    }
  }
  if (!(s > low && s < high)) s = low + (high - low) / 2;
  return way_search(e, D, low, high, s);
}

// ---- where the way turns ----

static int put_turn(double s, double a, double b, double *list, int n) {
  if (!(s > a && s < b) || n >= LIA_EXTREME_TURNS) return n;
  int at = n;
  for (; at > 0 && list[at - 1] > s; at--) list[at] = list[at - 1];
  list[at] = s;
  return n + 1;
}

// both free: dD/ds = 0 is 3 q^2 + 8 j vm q + (K j)^2 = 0, q = (a + b)^2, vm = (vs + ve)/2
static int free_turns(const lia_online_extreme *e, double a, double b, double *list, int n) {
  const double p = -2 * e->j * (e->vs + e->ve), k = e->K * e->j, inside = p * p - 3 * k * k;
  if (!(inside >= 0) || !(p > 0)) return n;
  const double large = (p + sqrt(inside)) / 3;
  n = put_turn(2 * sqrt(large) * e->ij, a, b, list, n);
  return put_turn(2 * fabs(k) * e->ij / sqrt(3 * large), a, b, list, n);
}

// one held at A, the other with peak b: b^2 + A b/2 + j v = 0, v = ve (or vs), s by (b + A)^2
static int held_turns(const lia_online_extreme *e, double A, double v, double K, double a, double b,
                      double *list, int n) {
  const double inside = A * A - 16 * e->j * v;
  if (!isfinite(A) || !(inside >= 0)) return n;
  for (int sign = -1; sign <= 1; sign += 2) {
    const double peak = (-A + sign * sqrt(inside)) / 4;
    n = put_turn(((peak + A) * (peak + A) * e->ij + K) / A, a, b, list, n);
  }
  return n;
}

// the main part turns once: its slope rises up to v_max
static int main_turn(const lia_online_extreme *e, double a, double b, double *list, int n) {
  double low = fmax(a, e->main), high = fmin(b, e->cruise);
  lia_lobes o;
  if (!(low < high)) return n;
  lia_extreme_at(e, low, &o);
  if (o.slope >= 0) return n;
  if (!isfinite(high))
    for (high = 2 * low + DBL_MIN, o.slope = -1; o.slope < 0; high *= 2)
      lia_extreme_at(e, high, &o);
  for (int k = 0; k < 200; k++) {
    const double s = low + (high - low) / 2;
    if (!(s > low && s < high)) break;
    lia_extreme_at(e, s, &o);
    if (o.slope < 0) low = s;
    else high = s;
  }
  return put_turn(high, a, b, list, n);
}

int lia_extreme_turns(const lia_online_extreme *e, double a, double b,
                      double s[LIA_EXTREME_TURNS]) {
  int n = 0;
  if (e->order == 1) return 0;
  const double end = fmin(b, e->neg1);
  if (e->neg && a < end) {
    n = free_turns(e, a, end, s, n);
    n = held_turns(e, e->A, e->ve, e->K, a, end, s, n);
    n = held_turns(e, e->B, e->vs, -e->K, a, end, s, n);
    n = put_turn(e->neg1, a, b, s, n);
  }
  return main_turn(e, a, b, s, n);
}
