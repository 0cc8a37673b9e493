/* convex_simplex.c - the point of a simplex nearest to the origin */
#include "geo/convex_inside.h"

#include <string.h>

// Weights of the point nearest to the origin in the plane of all the points of a face, by signed
// lengths, areas and volumes on the coordinate plane where the face is largest [Montanari,
// Petrinic, Barbieri 2017]. 0 where one is not positive: the nearest point is on less of it

static int of_edge(double weight[2], const double *p, const double *q) {
  double t[3];
  lia_sub3(t, q, p);
  double tt = lia_dot3(t, t), x = -lia_dot3(p, t);
  if (!(x > 0 && x < tt)) return 0;
  weight[1] = x / tt;
  weight[0] = lia_dot3(q, t) / tt;
  return weight[0] > 0;
}

static double area(const double *p, const double *q, const double *r, int i, int j) {
  return (q[i] - p[i]) * (r[j] - p[j]) - (q[j] - p[j]) * (r[i] - p[i]);
}

static int of_triangle(double weight[3], const double *p, const double *q, const double *r) {
  double u[3], v[3], n[3], o[3];
  lia_sub3(u, q, p);
  lia_sub3(v, r, p);
  lia_cross3(n, u, v);
  double nn = lia_dot3(n, n);
  if (!(nn > 0)) return 0;
  // the foot of the origin, and the plane in which the triangle is largest
  lia_scale3(o, lia_dot3(n, p) / nn, n);
  int k = 0;
  for (int i = 1; i < 3; i++)
    if (fabs(n[i]) > fabs(n[k])) k = i;
  int i = (k + 1) % 3, j = (k + 2) % 3;
  double all = n[k];
  weight[0] = area(o, q, r, i, j) / all;
  weight[1] = area(p, o, r, i, j) / all;
  weight[2] = area(p, q, o, i, j) / all;
  return weight[0] > 0 && weight[1] > 0 && weight[2] > 0;
}

static double volume(const double *p, const double *q, const double *r) {
  double x[3];
  lia_cross3(x, q, r);
  return lia_dot3(p, x);
}

// the origin inside: all four volumes with it have the sign of the whole
static int of_tetrahedron(double weight[4], const double *p, const double *q, const double *r,
    const double *s) {
  weight[0] = volume(q, r, s);
  weight[1] = -volume(p, r, s);
  weight[2] = volume(p, q, s);
  weight[3] = -volume(p, q, r);
  double all = weight[0] + weight[1] + weight[2] + weight[3];
  for (int k = 0; k < 4; k++)
    if (!(weight[k] * all > 0)) return 0;
  for (int k = 0; k < 4; k++) weight[k] /= all;
  return 1;
}

// the points in the bits of set; how many, 0 where the nearest point is on less of them
static int weights_of(double weight[4], int at[4], const lia_convex_simplex *s, int set) {
  const double *p[4];
  int n = 0;
  for (int k = 0; k < s->n; k++)
    if (set >> k & 1) {
      at[n] = k;
      p[n++] = s->v[k].w;
    }
  int inside = 1;
  weight[0] = 1;
  if (n == 2) inside = of_edge(weight, p[0], p[1]);
  if (n == 3) inside = of_triangle(weight, p[0], p[1], p[2]);
  if (n == 4) inside = of_tetrahedron(weight, p[0], p[1], p[2], p[3]);
  return inside ? n : 0;
}

static double nearest_sum(double w[3], const lia_convex_simplex *s, const double *weight,
    const int *at, int n) {
  lia_set3(w, 0, 0, 0);
  for (int k = 0; k < n; k++) lia_addto3(w, weight[k], s->v[at[k]].w);
  return lia_dot3(w, w);
}

void lia_convex_simplex_reduce(lia_convex_simplex *s, int newest, double w[3]) {
  double least = (double)INFINITY, best[4] = { 1, 0, 0, 0 };
  int kept[4] = { 0, 0, 0, 0 }, nkept = 1;
  // all faces (with the newest point) are asked, and the best of those that hold their nearest
  // point is taken: a point of D whatever rounding does
  int first = newest ? 1 << (s->n - 1) : 1;
  for (int set = first; set < 1 << s->n; set++) {
    double weight[4], sum[3];
    int at[4], n = weights_of(weight, at, s, set);
    if (!n) continue;
    double square = n == 4 ? 0 : nearest_sum(sum, s, weight, at, n);
    if (!(square < least)) continue;
    least = square;
    nkept = n;
    memcpy(best, weight, sizeof best);
    memcpy(kept, at, sizeof kept);
  }
  lia_convex_simplex all = *s;
  s->n = nkept;
  for (int k = 0; k < nkept; k++) {
    s->v[k] = all.v[kept[k]];
    s->weight[k] = best[k];
  }
  int order[4] = { 0, 1, 2, 3 };
  nearest_sum(w, s, s->weight, order, s->n);
}

void lia_convex_simplex_points(const lia_convex_simplex *s, double a[3], double b[3]) {
  lia_set3(a, 0, 0, 0);
  lia_set3(b, 0, 0, 0);
  for (int k = 0; k < s->n; k++) {
    lia_addto3(a, s->weight[k], s->v[k].a);
    lia_addto3(b, s->weight[k], s->v[k].b);
  }
}
