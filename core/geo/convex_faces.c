/* convex_faces.c - the triangles of a convex hull as polygons */
#include "geo/convex_faces.h"

#include "num/small.h"

// planes whose normals differ by less than this (sin) are one
static const double FLAT = 1e-6;

static void triangle_normal(const double *v, const int *t, double n[3]) {
  double a[3], b[3];
  lia_sub3(a, v + 3 * t[1], v + 3 * t[0]);
  lia_sub3(b, v + 3 * t[2], v + 3 * t[0]);
  lia_cross3(n, a, b);
  lia_unit3(n, n);
}

static int same_plane(const double *v, const int *t, const double n[3], const int *other) {
  double m[3], out[3], d[3];
  triangle_normal(v, other, m);
  lia_cross3(out, n, m);
  if (!(lia_dot3(n, m) > 0) || lia_norm3(out) > FLAT) return 0;
  lia_sub3(d, v + 3 * other[0], v + 3 * t[0]);
  return fabs(lia_dot3(n, d)) <= FLAT * lia_norm3(d);
}

// of a corner about the middle, counterclockwise about n from u on: 0 to 2 pi
static double angle_of(const double p[3], const double middle[3], const double u[3],
    const double w[3]) {
  double d[3];
  lia_sub3(d, p, middle);
  const double a = atan2(lia_dot3(w, d), lia_dot3(u, d));
  return a < 0 ? a + 6.2831853071795865 : a;
}

// corners in the order of their angle; few: by insertion
static void ring(int *corner, int n_corner, const double *v, const double n[3]) {
  double middle[3] = { 0, 0, 0 }, u[3], w[3];
  for (int k = 0; k < n_corner; k++) lia_addto3(middle, 1.0 / n_corner, v + 3 * corner[k]);
  lia_sub3(u, v + 3 * corner[0], middle);
  lia_unit3(u, u);
  lia_cross3(w, n, u);
  for (int k = 2; k < n_corner; k++) {
    const int c = corner[k];
    const double a = angle_of(v + 3 * c, middle, u, w);
    int i = k;
    for (; i > 1 && angle_of(v + 3 * corner[i - 1], middle, u, w) > a; i--)
      corner[i] = corner[i - 1];
    corner[i] = c;
  }
}

int lia_convex_faces(int *first, int *corner, const double *v, int nv, const int *f, int nf,
    int *work) {
  int *done = work, *in = work + nf, count = 0, at = 0;
  for (int t = 0; t < nf; t++) done[t] = 0;
  for (int t = 0; t < nf; t++) {
    double n[3];
    if (done[t]) continue;
    triangle_normal(v, f + 3 * t, n);
    for (int k = 0; k < nv; k++) in[k] = 0;
    first[count] = at;
    for (int o = t; o < nf; o++) {
      if (done[o] || (o != t && !same_plane(v, f + 3 * t, n, f + 3 * o))) continue;
      done[o] = 1;
      for (int k = 0; k < 3; k++)
        if (!in[f[3 * o + k]]++) corner[at++] = f[3 * o + k];
    }
    ring(corner + first[count], at - first[count], v, n);
    count++;
  }
  first[count] = at;
  return count;
}
