/* planar_loop.c - loop equations of [course] chapter 2, solved by K cos + L sin = M and by 2 x 2
 * systems */
#include "con/planar_loop.h"

#include "num/trig.h"

#include <float.h>
#include <limits.h>
#include <math.h>

static const double pi = 3.14159265358979323846;

// [a11 a12; a21 a22] x = b, singular where the determinant drowns in its own terms
static int solve2(double a11, double a12, double a21, double a22, const double b[2], double x[2]) {
  double det = a11 * a22 - a12 * a21, size = fabs(a11 * a22) + fabs(a12 * a21);
  if (!(fabs(det) > 8 * DBL_EPSILON * size)) return 0;
  x[0] = (b[0] * a22 - a12 * b[1]) / det;
  x[1] = (a11 * b[1] - a21 * b[0]) / det;
  return 1;
}

static lia_status cannot_close(const char *what, const lia_trig_roots *r, lia_error *err) {
  return LIA_FAIL(err, LIA_EUNREACHABLE, what,
      "the loop cannot close here: it misses by %.3g of its reach", r->gap);
}

// ---- four-bar ----

// l2 x_2 = AD - l1 x_1 + l3 x_3, squared: K c2 + L s2 = M
static lia_trig_roots coupler_angle(const lia_fourbar *m, double phi1) {
  double ax = m->l1 * cos(phi1) - m->dx, ay = m->l1 * sin(phi1) - m->dy;   // from D to B
  return lia_trig_solve(2 * m->l2 * ax, 2 * m->l2 * ay,
      m->l3 * m->l3 - m->l2 * m->l2 - ax * ax - ay * ay);
}

lia_status lia_fourbar_solve(const lia_fourbar *m, int mode, lia_jet phi1, lia_jet *phi2,
    lia_jet *phi3, lia_error *err) {
  if (!(m->l1 > 0 && m->l2 > 0 && m->l3 > 0))
    return LIA_FAIL(err, LIA_EARG, "fourbar", "lengths must be positive");
  lia_trig_roots r = coupler_angle(m, phi1.x);
  if (r.count < 0)
    return LIA_FAIL(err, LIA_ESINGULAR, "fourbar",
        "B lies on D and BC = DC: the coupler can point anywhere");
  if (r.count == 0) return cannot_close("fourbar", &r, err);
  double p2 = r.phi[mode < 0];
  double c1 = cos(phi1.x), s1 = sin(phi1.x), c2 = cos(p2), s2 = sin(p2);
  double p3 = atan2(m->l1 * s1 + m->l2 * s2 - m->dy, m->l1 * c1 + m->l2 * c2 - m->dx), c3 = cos(p3),
      s3 = sin(p3);

  // -l2 s2 phi2' + l3 s3 phi3' = l1 s1 phi1',  l2 c2 phi2' - l3 c3 phi3' = -l1 c1 phi1'
  double a11 = -m->l2 * s2, a12 = m->l3 * s3, a21 = m->l2 * c2, a22 = -m->l3 * c3, w[2], dw[2];
  const double bv[2] = { m->l1 * s1 * phi1.v, -m->l1 * c1 * phi1.v };
  if (!solve2(a11, a12, a21, a22, bv, w) || r.count == 1)
    return LIA_FAIL(err, LIA_ESINGULAR, "fourbar",
        "dead point: coupler and output are in line, phi2 = %.9g, phi3 = %.9g", p2, p3);
  double q1 = phi1.v * phi1.v, q2 = w[0] * w[0], q3 = w[1] * w[1];
  const double ba[2] = { m->l1 * (s1 * phi1.a + c1 * q1) + m->l2 * c2 * q2 - m->l3 * c3 * q3,
                         m->l1 * (s1 * q1 - c1 * phi1.a) + m->l2 * s2 * q2 - m->l3 * s3 * q3 };
  solve2(a11, a12, a21, a22, ba, dw);
  *phi2 = (lia_jet){ p2, w[0], dw[0] };
  *phi3 = (lia_jet){ p3, w[1], dw[1] };
  return LIA_OK;
}

// adds l (cos, sin)(phi + turn) with its derivatives
static void add_arm(lia_jet p[2], double l, lia_jet phi, double turn) {
  double c = l * cos(phi.x + turn), s = l * sin(phi.x + turn), w = phi.v;
  p[0].x += c;
  p[1].x += s;
  p[0].v -= s * w;
  p[1].v += c * w;
  p[0].a -= s * phi.a + c * w * w;
  p[1].a += c * phi.a - s * w * w;
}

void lia_fourbar_point(const lia_fourbar *m, lia_jet phi1, lia_jet phi2, double u, double w,
    lia_jet p[2]) {
  p[0] = p[1] = (lia_jet){ 0, 0, 0 };
  add_arm(p, m->l1, phi1, 0);
  add_arm(p, u, phi2, 0);
  add_arm(p, w, phi2, pi / 2);
}

// it closes where |l2 - l3| <= BD <= l2 + l3;  BD^2 = l1^2 + d^2 - 2 l1 d cos(phi1 - phi_D)
int lia_fourbar_range(const lia_fourbar *m, double from[2], double to[2]) {
  double d = hypot(m->dx, m->dy), toD = atan2(m->dy, m->dx), l1 = m->l1;
  double least = fabs(m->l2 - m->l3), most = m->l2 + m->l3,
      slack = 4 * DBL_EPSILON * (l1 + d + most);
  if (fabs(l1 - d) > most + slack || l1 + d < least - slack) return 0;
  // angle between AB and AD at which BD has a given length
  int inner = fabs(l1 - d) < least - slack, outer = l1 + d > most + slack;
  double near = inner ? acos(fmin(fmax((l1 * l1 + d * d - least * least) / (2 * l1 * d), -1), 1))
      : 0;
  double far = outer ? acos(fmin(fmax((l1 * l1 + d * d - most * most) / (2 * l1 * d), -1), 1)) : pi;
  if (!inner) {
    from[0] = toD - far;
    to[0] = toD + far;
    return 1;
  }
  if (!outer) {
    from[0] = toD + near;
    to[0] = toD + 2 * pi - near;
    return 1;
  }
  from[0] = toD + near;
  to[0] = toD + far;
  from[1] = toD - far;
  to[1] = toD - near;
  return 2;
}

// the triangle A C D with AC = l1 + l2 or |l1 - l2|; of its two sides the one whose BC lies to the
// left of DB (mode +1), or right
int lia_fourbar_extremes(const lia_fourbar *m, int mode, double phi1[2], double phi3[2]) {
  double d = hypot(m->dx, m->dy), toD = atan2(m->dy, m->dx);
  int n = 0;
  for (int folded = 0; folded < 2; folded++) {
    double ac = folded ? fabs(m->l2 - m->l1) : m->l1 + m->l2,
        cosine = (ac * ac + d * d - m->l3 * m->l3) / (2 * ac * d);
    int back = folded && m->l2 > m->l1;     // the crank points away from C
    if (!(fabs(cosine) <= 1)) continue;
    for (int side = -1; side <= 1; side += 2) {
      double toC = toD + side * acos(cosine), c = cos(toC), s = sin(toC), sign = back ? -1 : 1;
      double bx = sign * m->l1 * c - m->dx, by = sign * m->l1 * s - m->dy,
          left = (bx * s - by * c) * (folded && m->l1 > m->l2 ? -1 : 1);
      if (mode < 0 ? left >= 0 : left <= 0) continue;
      phi1[n] = atan2(sign * s, sign * c);
      phi3[n++] = atan2(ac * s - m->dy, ac * c - m->dx);
    }
  }
  return n;
}

lia_fourbar lia_fourbar_inversion(const lia_fourbar *m, int bar) {
  const double ring[4] = { hypot(m->dx, m->dy), m->l1, m->l2, m->l3 };
  if (bar == 0) return *m;
  return (lia_fourbar){ ring[(bar + 1) % 4], ring[(bar + 2) % 4], ring[(bar + 3) % 4], ring[bar],
      0 };
}

// ---- Grashof ----

static const char *const grashof_texts[] = {
#define X(name, text) text,
  LIA_GRASHOF_LIST(X)
#undef X
};

const char *lia_grashof_text(lia_grashof g) { return grashof_texts[g]; }

const char *lia_grashof_name(lia_grashof g) {
  static const char *const names[] = {
#define X(name, text) #name,
    LIA_GRASHOF_LIST(X)
#undef X
  };
  return names[g];
}

lia_grashof lia_grashof_class(double ground, double input, double coupler, double output,
    double tol) {
  const double bar[4] = { ground, input, coupler, output };
  int s = 0, l = 0;
  double sum = 0;
  for (int k = 0; k < 4; k++) {
    if (bar[k] < bar[s]) s = k;
    if (bar[k] > bar[l]) l = k;
    sum += bar[k];
  }
  double excess = 2 * (bar[s] + bar[l]) - sum;   // (s + l) - (p + q)
  if (2 * bar[l] > sum * (1 + tol)) return LIA_GRASHOF_none;
  if (fabs(excess) <= tol * sum) return LIA_GRASHOF_change_point;
  if (excess > 0) return LIA_GRASHOF_triple_rocker;
  static const lia_grashof by_shortest[4] = { LIA_GRASHOF_double_crank, LIA_GRASHOF_crank_rocker,
      LIA_GRASHOF_double_rocker,
      LIA_GRASHOF_rocker_crank };
  return by_shortest[s];
}

// ---- slider-crank:  l1 s1 + l2 s2 = e,  x = l1 c1 + l2 c2 ----

lia_status lia_slidercrank_solve(const lia_slidercrank *m, int mode, lia_jet phi1, lia_jet *phi2,
    lia_jet *x, lia_error *err) {
  if (!(m->l1 > 0 && m->l2 > 0))
    return LIA_FAIL(err, LIA_EARG, "slider_crank", "lengths must be positive");
  double c1 = cos(phi1.x), s1 = sin(phi1.x), s2 = (m->e - m->l1 * s1) / m->l2;
  if (fabs(s2) > 1)
    return LIA_FAIL(err, LIA_EUNREACHABLE, "slider_crank",
        "the rod is too short to reach the slide: it misses by %.3g", m->l2 * (fabs(s2) - 1));
  double c2 = (mode < 0 ? -1 : 1) * sqrt((1 - s2) * (1 + s2)), p2 = atan2(s2, c2);
  if (fabs(c2) < 8 * DBL_EPSILON)
    return LIA_FAIL(err, LIA_ESINGULAR, "slider_crank",
        "dead point: the rod stands across the slide, phi2 = %.9g", p2);
  // derivatives of l1 s1 + l2 s2 = e
  double w2 = -m->l1 * c1 * phi1.v / (m->l2 * c2);
  double a2 = (m->l1 * (s1 * phi1.v * phi1.v - c1 * phi1.a) + m->l2 * s2 * w2 * w2) / (m->l2 * c2);
  *phi2 = (lia_jet){ p2, w2, a2 };
  lia_jet p[2] = { { 0, 0, 0 }, { 0, 0, 0 } };
  add_arm(p, m->l1, phi1, 0);
  add_arm(p, m->l2, *phi2, 0);
  *x = p[0];
  return LIA_OK;
}

void lia_slidercrank_point(const lia_slidercrank *m, lia_jet phi1, lia_jet phi2, double u, double w,
    lia_jet p[2]) {
  const lia_fourbar bars = { .l1 = m->l1 };
  lia_fourbar_point(&bars, phi1, phi2, u, w, p);
}

// |e - l1 sin(phi1)| <= l2
int lia_slidercrank_range(const lia_slidercrank *m, double from[2], double to[2]) {
  double low = (m->e - m->l2) / m->l1, high = (m->e + m->l2) / m->l1;
  if (low > 1 || high < -1) return 0;
  if (low <= -1 && high >= 1) {
    from[0] = -pi;
    to[0] = pi;
    return 1;
  }
  double a = asin(fmax(low, -1)), b = asin(fmin(high, 1));
  from[0] = a;
  to[0] = b;
  from[1] = pi - b;
  to[1] = pi - a;
  if (high >= 1) {
    to[0] = to[1];
    return 1;
  }
  if (low <= -1) {
    from[0] = from[1];
    to[0] = b + 2 * pi;
    return 1;
  }
  return 2;
}

// the slider at the distance l1 + l2 or |l1 - l2| from the crank's axis, at the height e; the rod
// points along x in mode +1
int lia_slidercrank_extremes(const lia_slidercrank *m, int mode, double phi1[2], double x[2]) {
  int n = 0;
  for (int folded = 0; folded < 2; folded++) {
    double d = folded ? fabs(m->l2 - m->l1) : m->l1 + m->l2, square = (d - m->e) * (d + m->e);
    if (!(square > 0)) continue;
    int rod_back = folded && m->l1 > m->l2, crank_back = folded && m->l2 > m->l1;
    int backwards = (mode < 0) != rod_back;
    x[n] = backwards ? -sqrt(square) : sqrt(square);
    phi1[n] = crank_back ? atan2(0 - m->e, -x[n]) : atan2(m->e, x[n]);
    n++;
  }
  return n;
}

// ---- slotted link ----

lia_status lia_slotted_solve(double d, double l3, lia_jet phi, lia_jet *x, lia_jet *u,
    lia_error *err) {
  double s = sin(phi.x), c = cos(phi.x), w = phi.v;
  if (fabs(s) < 8 * DBL_EPSILON)
    return LIA_FAIL(err, LIA_ESINGULAR, "slotted_link",
        "the slot is parallel to the line: phi = %.9g", phi.x);
  double s2 = s * s;
  *x = (lia_jet){ d * c / s - l3, -d * w / s2, 2 * d * c / (s2 * s) * w * w - d * phi.a / s2 };
  *u = (lia_jet){ d / s, -d * c * w / s2, d * ((1 + c * c) / (s2 * s) * w * w - c / s2 * phi.a) };
  return LIA_OK;
}

// ---- mobility ----

long lia_mobility_formula(int space, long bodies, long joints, long freedoms) {
  return (space ? 6 : 3) * (bodies - joints - 1) + freedoms;
}

long lia_mobility_placements(long j, long m) {
  if (m < 0 || m > j) return 0;
  if (m > j - m) m = j - m;
  long c = 1;
  for (long k = 1; k <= m; k++) {
    if (c > LONG_MAX / 2 / (j - m + k)) return -1;
    c = c * (j - m + k) / k;   // exact: a product of k neighbours is divisible by k!
  }
  return c;
}
