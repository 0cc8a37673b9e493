/* tool_path_length.c - lengths of ways by quadrature and their inverse; splines, polynomials */
#include "geo/tool_path_inside.h"

#include "base/mem.h"

#include <math.h>

// ---- length ----

// Gauss and Legendre, 8 points: exact for polynomials of degree 15
static double gauss_length(lia_tool_speed speed, const void *of, double a, double b) {
  static const double x[4] = { 0.1834346424956498, 0.5255324099163290, 0.7966664774136267,
                               0.9602898564975363 };
  static const double w[4] = { 0.3626837833783620, 0.3137066458778873, 0.2223810344533745,
                               0.1012285362903763 };
  const double middle = (a + b) / 2, half = (b - a) / 2;
  double sum = 0;
  for (int k = 0; k < 4; k++)
    sum += w[k] * (speed(of, middle - half * x[k]) + speed(of, middle + half * x[k]));
  return half * sum;
}

static double fill_lengths(lia_tool_way *way, lia_tool_speed speed, const void *of) {
  const double h = (way->to - way->from) / way->n;
  way->length[0] = 0;
  for (int i = 0; i < way->n; i++) {
    const double a = way->from + i * h;
    way->length[i + 1] = way->length[i] + gauss_length(speed, of, a, a + h);
  }
  return way->length[way->n];
}

// twice as many intervals until the length stays: 8 at least, so that what happens to agree once
// does not end it
lia_status lia_tool_way_new(lia_tool_way *way, lia_tool_speed speed, const void *of, double from,
                            double to, lia_error *err) {
  enum { MOST = 512 };
  *way = (lia_tool_way){ from, to, 4, NULL };
  way->length = lia_calloc(MOST + 1, sizeof *way->length);
  if (!way->length) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for a tool path");
  double before = fill_lengths(way, speed, of);
  for (int n = 8; n <= MOST; n *= 2) {
    way->n = n;
    const double now = fill_lengths(way, speed, of);
    if (fabs(now - before) <= 2e-15 * now) break;
    before = now;
  }
  return LIA_OK;
}

void lia_tool_way_free(lia_tool_way *way) {
  lia_free(way->length);
  way->length = NULL;
}

double lia_tool_way_total(const lia_tool_way *way) { return way->length[way->n]; }

static int find_node(const double *x, int n, double at) {
  int lo = 0, hi = n;
  while (hi - lo > 1) {
    const int middle = (lo + hi) / 2;
    if (at >= x[middle]) lo = middle;
    else hi = middle;
  }
  return lo;
}

// Newton inside of the interval, which its ends keep
double lia_tool_way_inverse(const lia_tool_way *way, lia_tool_speed speed, const void *of,
                            double s) {
  const int i = find_node(way->length, way->n, s);
  const double h = (way->to - way->from) / way->n, a = way->from + i * h,
               wanted = s - way->length[i], whole = way->length[i + 1] - way->length[i];
  double lo = a, hi = a + h, r = a + h * fmin(fmax(wanted / whole, 0), 1);
  for (int k = 0; k < 60; k++) {
    const double off = gauss_length(speed, of, a, r) - wanted;
    if (off > 0) hi = r;
    else lo = r;
    double next = r - off / speed(of, r);
    if (!(next >= lo && next <= hi)) next = (lo + hi) / 2;
    const double step = fabs(next - r);
    r = next;
    if (step <= 1e-15 * (fabs(r) + h)) break;
  }
  return r;
}

// ---- cubic splines ----

// h_i-1 x''_i-1 + 2 (h_i-1 + h_i) x''_i + h_i x''_i+1 = 6 (slope_i - slope_i-1), ends 0
static void spline_component(const double *u, const double *x, int n, int k, double *second,
                             double *work) {
  second[0] = 0;
  work[0] = 0;
  for (int i = 1; i < n - 1; i++) {
    const double a = u[i] - u[i-1], b = u[i+1] - u[i],
                 pivot = 2 * (a + b) - a * work[i-1],
                 right = 6 * ((x[(i+1)*k] - x[i*k]) / b - (x[i*k] - x[(i-1)*k]) / a);
    work[i] = b / pivot;
    second[i*k] = (right - a * second[(i-1)*k]) / pivot;
  }
  second[(n-1)*k] = 0;
  for (int i = n - 2; i > 0; i--) second[i*k] -= work[i] * second[(i+1)*k];
}

void lia_tool_spline_second(const double *u, const double *x, int n, int k, double *second,
                            double *work) {
  for (int c = 0; c < k; c++) spline_component(u, x + c, n, k, second + c, work);
}

void lia_tool_spline_of(const double *u, const double *x, const double *second, int k, int i,
                        double at, double *out) {
  const double h = u[i+1] - u[i], b = (at - u[i]) / h, a = 1 - b;
  for (int c = 0; c < k; c++) {
    const double x0 = x[i*k + c], x1 = x[(i+1)*k + c], m0 = second[i*k + c],
                 m1 = second[(i+1)*k + c];
    out[c] = a * x0 + b * x1 + ((a*a*a - a) * m0 + (b*b*b - b) * m1) * h * h / 6;
    out[k + c] = (x1 - x0) / h + ((3*b*b - 1) * m1 - (3*a*a - 1) * m0) * h / 6;
    out[2*k + c] = a * m0 + b * m1;
    out[3*k + c] = (m1 - m0) / h;
  }
}

// ---- polynomials of blends ----

void lia_tool_poly(const double *c, int degree, double x, double h, double out[4]) {
  double d[4] = { 0 };
  for (int k = degree; k >= 0; k--) {
    for (int j = 3; j > 0; j--) d[j] = d[j] * x + d[j-1];
    d[0] = d[0] * x + c[k];
  }
  out[0] = d[0];
  out[1] = d[1] / h;
  out[2] = 2 * d[2] / (h * h);
  out[3] = 6 * d[3] / (h * h * h);
}

// e: what the half of the polynomial that fits the beginning lacks at the end, by x:
//   value and derivatives of x^4 .. x^7 at 1 are (1 1 1 1; 4 5 6 7; 12 20 30 42; 24 60 120 210)
void lia_tool_septic(double c[8], const double a[4], const double b[4], double h) {
  c[0] = a[0];
  c[1] = a[1] * h;
  c[2] = a[2] * h * h / 2;
  c[3] = a[3] * h * h * h / 6;
  const double e0 = b[0] - (c[0] + c[1] + c[2] + c[3]),
               e1 = b[1] * h - (c[1] + 2 * c[2] + 3 * c[3]),
               e2 = b[2] * h * h - (2 * c[2] + 6 * c[3]),
               e3 = b[3] * h * h * h - 6 * c[3];
  c[4] = 35 * e0 - 15 * e1 + 2.5 * e2 - e3 / 6;
  c[5] = -84 * e0 + 39 * e1 - 7 * e2 + e3 / 2;
  c[6] = 70 * e0 - 34 * e1 + 6.5 * e2 - e3 / 2;
  c[7] = -20 * e0 + 10 * e1 - 2 * e2 + e3 / 6;
}

void lia_tool_quintic(double c[6], const double a[3], const double b[3], double h) {
  c[0] = a[0];
  c[1] = a[1] * h;
  c[2] = a[2] * h * h / 2;
  const double e0 = b[0] - (c[0] + c[1] + c[2]), e1 = b[1] * h - (c[1] + 2 * c[2]),
               e2 = b[2] * h * h - 2 * c[2];
  c[3] = 10 * e0 - 4 * e1 + e2 / 2;
  c[4] = -15 * e0 + 7 * e1 - e2;
  c[5] = 6 * e0 - 3 * e1 + e2 / 2;
}
