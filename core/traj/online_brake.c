/* online_brake.c - the shortest way back to where limits can be kept, for a start that is outside
 *
 * Inside is where a_min <= a <= a_max and full jerk towards a = 0 does not pass a limit of v:
 *   v <= v_max and v + a^2/2j <= v_max if a > 0;  v >= v_min and v - a^2/2j >= v_min if a < 0 */
#include "traj/online_inside.h"

#include "base/assert.h"

#include <math.h>

// v, a and limits of an axis or of its mirror image, and the phases found
typedef struct braking {
  double v, a, v_max, v_min, a_max, a_min, j, ij, sign;
  lia_online_axis *x;
} braking;

static double slack(double limit) { return 1e-14 * fabs(limit); }

static int too_high(double v, double a, double v_max, double ij) {
  const double later = a > 0 ? v + a * a * ij / 2 : v;
  return isfinite(v_max) && later > v_max + slack(v_max);
}

static void brake_phase(braking *b, double t, double u) {
  lia_online_axis *x = b->x;
  if (!(t > 0)) return;
  LIA_ASSERT(x->nbrake < LIA_ONLINE_BRAKE);
  x->brake_t[x->nbrake] = t;
  x->brake_u[x->nbrake] = b->sign * u;
  x->nbrake++;
  x->brake += t;
  if (b->ij > 0) {
    b->v += t * (b->a + t * u / 2);
    b->a += t * u;
  } else b->v += t * u;
}

// a back to its nearer limit; in second order a may jump and needs no time
static void bring_a_inside(braking *b) {
  if (b->ij == 0) return;
  if (b->a > b->a_max + slack(b->a_max)) {
    brake_phase(b, (b->a - b->a_max) * b->ij, -b->j);
    b->a = b->a_max;
  }
}

// v is too high: -j down to the peak, held there if it is a_min, until v = v_max with an a from
// which v_min can still be kept; where that is less than the peak, +j up to it
//   v + (a^2 - peak^2)/2j + peak h - (peak^2 - end^2)/2j = v_max
static void bring_v_inside(braking *b) {
  if (b->ij == 0) {
    brake_phase(b, (b->v - b->v_max) / -b->a_min, b->a_min);
    return;
  }
  const double end = sqrt(2 * b->j * (b->v_max - b->v_min)),
               fall = 2 * b->j * (b->v - b->v_max) + b->a * b->a;
  double peak = sqrt(fall), hold = 0, back = 0;
  if (peak > end) {
    peak = fmax(sqrt((fall + end * end) / 2), end);
    back = 1;
  }
  if (peak > -b->a_min) {
    peak = -b->a_min;
    back = back && peak > end;
    const double last = back ? end : peak;
    hold = (fall + last * last - 2 * peak * peak) / (2 * b->j * peak);
  }
  brake_phase(b, (b->a + peak) * b->ij, -b->j);
  brake_phase(b, hold, 0);
  if (back) brake_phase(b, (peak - end) * b->ij, b->j);
  b->v = b->v_max;
}

static braking braking_of(lia_online_axis *x, int mirror) {
  const double sign = mirror ? -1 : 1;
  braking b = { .v = sign * x->v0, .a = sign * x->a0, .j = x->j, .sign = sign, .x = x };
  b.ij = x->order == 3 ? 1 / x->j : 0;
  b.v_max = mirror ? -x->v_min : x->v_max;
  b.v_min = mirror ? -x->v_max : x->v_min;
  b.a_max = mirror ? -x->a_min : x->a_max;
  b.a_min = mirror ? -x->a_max : x->a_min;
  return b;
}

static void store_back(lia_online_axis *x, const braking *b) {
  x->v0 = b->sign * b->v;
  x->a0 = b->sign * b->a;
}

static void bring(lia_online_axis *x, int mirror, int of_a) {
  braking b = braking_of(x, mirror);
  if (of_a) bring_a_inside(&b);
  else if (too_high(b.v, b.a, b.v_max, b.ij)) bring_v_inside(&b);
  store_back(x, &b);
}

// the way of a phase: order 3, u the jerk; order 2, u the acceleration
static void take_way(lia_online_axis *x, double v, double a) {
  for (int k = 0; k < x->nbrake; k++) {
    const double t = x->brake_t[k], u = x->brake_u[k];
    if (x->order == 3) {
      x->D -= t * (v + t * (a / 2 + t * u / 6));
      v += t * (a + t * u / 2);
      a += t * u;
    } else {
      x->D -= t * (v + t * u / 2);
      v += t * u;
    }
  }
}

void lia_online_brake(lia_online_axis *x) {
  const double v = x->v0, a = x->a0;
  x->nbrake = 0;
  x->brake = 0;
  if (x->order == 1) return;
  bring(x, 0, 1);
  bring(x, 1, 1);
  // a limit that will be passed whatever is done comes before the one that is passed now
  const double ij = x->order == 3 ? 1 / x->j : 0;
  const int high = too_high(x->v0, x->a0, x->v_max, ij),
            low = too_high(-x->v0, -x->a0, -x->v_min, ij);
  bring(x, low && !(high && x->a0 > 0), 0);
  if (!x->nbrake) return;
  take_way(x, v, a);
}
