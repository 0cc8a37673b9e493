/* topp_lp.c - linear programmes of two variables by Seidel, and of one */
#include "traj/topp_lp.h"

#include <math.h>

// rounding of a sum of a few terms, for its largest
static const double TINY = 1e-12;

// an interval of one variable, how far rounding moves its ends, and which sides they are
typedef struct range { double lo, hi, lo_noise, hi_noise; int lo_side, hi_side; } range;

static void cut_low(range *r, double z, double noise, int side) {
  if (!(z > r->lo)) return;
  r->lo = z;
  r->lo_noise = noise;
  r->lo_side = side;
}

static void cut_high(range *r, double z, double noise, int side) {
  if (!(z < r->hi)) return;
  r->hi = z;
  r->hi_noise = noise;
  r->hi_side = side;
}

// lo <= k z + offset <= hi; 0: it says nothing of z, and is not so
static int narrow(range *r, double k, double offset, double size, const lia_strip *s) {
  const double low = s->lo - offset, high = s->hi - offset;
  const double slack_low = TINY * (fabs(s->lo) + fabs(offset)),
               slack_high = TINY * (fabs(s->hi) + fabs(offset));
  if (fabs(k) <= 1e-14 * size) return !(low > slack_low) && !(high < -slack_high);
  const double to_low = low / k, to_high = high / k;
  const double noise_low = slack_low / fabs(k), noise_high = slack_high / fabs(k);
  if (k > 0) {
    if (low > -HUGE_VAL) cut_low(r, to_low, noise_low, 2 * s->id + 1);
    if (high < HUGE_VAL) cut_high(r, to_high, noise_high, 2 * s->id);
    return 1;
  }
  if (low > -HUGE_VAL) cut_high(r, to_low, noise_low, 2 * s->id + 1);
  if (high < HUGE_VAL) cut_low(r, to_high, noise_high, 2 * s->id);
  return 1;
}

// 0: the interval is empty; one that is so by rounding alone is a point
static int settle(range *r) {
  if (r->lo <= r->hi) return 1;
  if (r->lo - r->hi > r->lo_noise + r->hi_noise) return 0;
  r->lo = r->hi = r->lo + (r->hi - r->lo) / 2;
  return 1;
}

static int fight(lia_lp *l, int a, int b, int c) {
  l->fight[0] = a;
  l->fight[1] = b;
  l->fight[2] = c;
  return 0;
}

static double not_far(double x) { return x < LIA_LP_FAR ? x : LIA_LP_FAR; }

// side of the strip a line runs along
static int side_of_strip(const lia_strip *s, double bound) {
  return bound == s->hi ? 2 * s->id : 2 * s->id + 1;
}

// the interval that the first `count` strips leave of the line p x + q y = r, told in x where
// flat (y = shift + slope x), else in y (x = shift + slope y)
static int range_on_line(lia_lp *l, int count, int flat, double shift, double slope, int side,
                         range *z) {
  const lia_strip box = { .p = slope, .lo = flat ? l->y0 : l->x0,
                          .hi = not_far(flat ? l->y1 : l->x1) };
  *z = (range){ .lo = flat ? l->x0 : l->y0, .hi = not_far(flat ? l->x1 : l->y1) };
  z->lo_side = flat ? LIA_SIDE_X0 : LIA_SIDE_Y;
  z->hi_side = flat ? LIA_SIDE_X1 : LIA_SIDE_Y;
  z->lo_noise = z->hi_noise = TINY * fabs(shift);
  range other = *z;
  const int other_low = flat ? LIA_SIDE_Y : LIA_SIDE_X0,
            other_high = flat ? LIA_SIDE_Y : LIA_SIDE_X1;
  if (!narrow(&other, slope, shift, 1, &box)) {
    return fight(l, side, shift < box.lo ? other_low : other_high, LIA_SIDE_NONE);
  }
  if (other.lo_side >= 0) other.lo_side = slope > 0 ? other_low : other_high;
  if (other.hi_side >= 0) other.hi_side = slope > 0 ? other_high : other_low;
  *z = other;
  for (int i = 0; i < count; i++) {
    const lia_strip *s = &l->strip[l->order[i]];
    const double own = flat ? s->p : s->q, cross = flat ? s->q : s->p;
    if (!narrow(z, own + cross * slope, cross * shift, fabs(own) + fabs(cross * slope), s)) {
      const int high = cross * shift > s->hi;
      return fight(l, side, high ? 2 * s->id : 2 * s->id + 1, LIA_SIDE_NONE);
    }
  }
  return settle(z) || fight(l, side, z->lo_side, z->hi_side);
}

// the best point of the line p x + q y = bound of strip s
static int on_line(lia_lp *l, int count, const lia_strip *s, double bound, double sign,
                   double v[2]) {
  range z;
  const int flat = fabs(s->q) >= fabs(s->p), side = side_of_strip(s, bound);
  if (s->p == 0 && s->q == 0) return fight(l, side, LIA_SIDE_NONE, LIA_SIDE_NONE);
  const double over = flat ? s->q : s->p, slope = -(flat ? s->p : s->q) / over,
               shift = bound / over;
  if (!range_on_line(l, count, flat, shift, slope, side, &z)) return 0;
  const double rising = flat ? sign : sign * slope, best = rising >= 0 ? z.hi : z.lo;
  v[0] = flat ? best : shift + slope * best;
  v[1] = flat ? shift + slope * best : best;
  return 1;
}

static void to_front(int *order, int k) {
  const int first = order[k];
  for (; k > 0; k--) order[k] = order[k - 1];
  order[0] = first;
}

int lia_lp_solve(lia_lp *l, double sign, double v[2]) {
  v[0] = sign > 0 ? not_far(l->x1) : l->x0;
  v[1] = sign > 0 ? not_far(l->y1) : l->y0;
  if (l->x0 > l->x1) return fight(l, LIA_SIDE_X0, LIA_SIDE_X1, LIA_SIDE_NONE);
  if (l->y0 > l->y1) return fight(l, LIA_SIDE_Y, LIA_SIDE_Y, LIA_SIDE_NONE);
  for (int k = 0; k < l->n; k++) {
    const lia_strip *s = &l->strip[l->order[k]];
    const double px = s->p * v[0], qy = s->q * v[1], w = px + qy,
                 slack = TINY * (fabs(px) + fabs(qy));
    double bound;
    if (w > s->hi + slack + TINY * fabs(s->hi)) bound = s->hi;
    else if (w < s->lo - slack - TINY * fabs(s->lo)) bound = s->lo;
    else continue;
    if (!on_line(l, k, s, bound, sign, v)) return 0;
    to_front(l->order, k);
  }
  return 1;
}

int lia_lp_across(lia_lp *l, double x, double *least, double *most) {
  range y = { .lo = l->y0, .hi = not_far(l->y1), .lo_side = LIA_SIDE_Y, .hi_side = LIA_SIDE_Y };
  y.lo_noise = TINY * y.lo;
  y.hi_noise = TINY * y.hi;
  int fits = 1;
  for (int k = 0; k < l->n; k++) {
    const lia_strip *s = &l->strip[k];
    fits &= narrow(&y, s->q, s->p * x, fabs(s->q) + fabs(s->p), s);
  }
  if (!settle(&y)) {
    (void)fight(l, y.lo_side, y.hi_side, LIA_SIDE_NONE);
    fits = 0;
  }
  *least = y.lo;
  *most = y.lo > y.hi ? y.lo + (y.hi - y.lo) / 2 : y.hi;
  return fits;
}
