/* mesh_orient.c - on which side of a plane a point is, without rounding */
#include "io/mesh.h"

#include <math.h>

// x + e[0] + e[1] + ... without rounding, parts that do not overlap, from small to large
typedef struct sum { double e[128]; int n; } sum;

// a + b = s + *low exactly [Knuth]
static double two_sum(double a, double b, double *low) {
  const double s = a + b, bb = s - a;
  *low = (a - (s - bb)) + (b - bb);
  return s;
}

// a b = p + *low exactly, by halves of 26 bits [Dekker]
static double two_product(double a, double b, double *low) {
  const double split = 134217729, p = a * b;
  const double ca = split * a, ah = ca - (ca - a), al = a - ah;
  const double cb = split * b, bh = cb - (cb - b), bl = b - bh;
  *low = al * bl - (((p - ah * bh) - al * bh) - ah * bl);
  return p;
}

static void add(sum *s, double x) {
  int n = 0;
  for (int i = 0; i < s->n; i++) {
    double low;
    x = two_sum(x, s->e[i], &low);
    if (low != 0) s->e[n++] = low;
  }
  if (x != 0) s->e[n++] = x;
  s->n = n;
}

// sign x y z, four parts
static void add_triple(sum *s, double sign, double x, double y, double z) {
  double low, lowest, p = two_product(x, y, &low);
  double high = two_product(p, z, &lowest);
  add(s, sign * lowest);
  add(s, sign * high);
  high = two_product(low, z, &lowest);
  add(s, sign * lowest);
  add(s, sign * high);
}

// sign det[a b c]
static void add_det(sum *s, double sign, const double a[3], const double b[3], const double c[3]) {
  for (int k = 0; k < 3; k++) {
    const int l = (k + 1) % 3, n = (k + 2) % 3;
    add_triple(s, sign, a[k], b[l], c[n]);
    add_triple(s, -sign, a[k], b[n], c[l]);
  }
}

// det[b - a, c - a, d - a] = det[b c d] - det[a c d] + det[a b d] - det[a b c]
static int exact(const double a[3], const double b[3], const double c[3], const double d[3]) {
  sum s = { .n = 0 };
  add_det(&s, 1, b, c, d);
  add_det(&s, -1, a, c, d);
  add_det(&s, 1, a, b, d);
  add_det(&s, -1, a, b, c);
  const double top = s.n ? s.e[s.n - 1] : 0;
  return (top > 0) - (top < 0);
}

int lia_mesh_orient(const double a[3], const double b[3], const double c[3], const double d[3]) {
  double u[3], v[3], w[3], det = 0, size = 0;
  lia_sub3(u, b, a);
  lia_sub3(v, c, a);
  lia_sub3(w, d, a);
  for (int k = 0; k < 3; k++) {
    const int l = (k + 1) % 3, n = (k + 2) % 3;
    const double x = v[l] * w[n], y = v[n] * w[l];
    det += u[k] * (x - y);
    size += fabs(u[k]) * (fabs(x) + fabs(y));
  }
  // (7 + 56 eps) eps of the sum of all sizes, and more [Shewchuk 1997, orient3d A]
  if (fabs(det) > 1e-15 * size) return det > 0 ? 1 : -1;
  return exact(a, b, c, d);
}
