/* mesh_weigh.c - volume or area, centre and second moments, by what counts as inside */
#include "io/mesh.h"

#include <math.h>
#include <string.h>

typedef struct corner { double p[3][3], n[3]; } corner;   // n: normal times twice the area

static void corner_of(corner *t, const lia_mesh *m, int i, const double o[3]) {
  double u[3], v[3];
  for (int c = 0; c < 3; c++) {
    const double *p = m->v + 3 * m->f[3 * i + c];
    for (int k = 0; k < 3; k++) t->p[c][k] = p[k] - o[k];
  }
  lia_sub3(u, t->p[1], t->p[0]);
  lia_sub3(v, t->p[2], t->p[0]);
  lia_cross3(t->n, u, v);
}

static double length3(const double n[3]) { return sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]); }

// what a triangle weighs: the volume of its tetrahedron from the origin, or its area
static double weight_of(const corner *t, lia_mesh_weight how) {
  if (how == LIA_MESH_surface) return length3(t->n) / 2;
  const double *n = t->n, *p = t->p[0], v = (n[0] * p[0] + n[1] * p[1] + n[2] * p[2]) / 6;
  return how == LIA_MESH_positive ? fabs(v) : v;
}

// the mean of the corners by these weights, from o on; a tetrahedron has a fourth corner in o
static double centre_from(double c[3], const lia_mesh *m, const double o[3], lia_mesh_weight how) {
  double sum = 0, x[3] = { 0 };
  for (int i = 0; i < m->nf; i++) {
    corner t;
    corner_of(&t, m, i, o);
    const double w = weight_of(&t, how);
    sum += w;
    for (int k = 0; k < 3; k++) x[k] += w * (t.p[0][k] + t.p[1][k] + t.p[2][k]);
  }
  const double corners = how == LIA_MESH_surface ? 3 : 4;
  for (int k = 0; k < 3; k++) c[k] = o[k] + x[k] / (corners * sum);
  return sum;
}

// sum over triangles w/20 (a a' + b b' + c c' + s s'), of areas w/12: about c
static double second(double S[9], const lia_mesh *m, const double c[3], lia_mesh_weight how) {
  const double by = how == LIA_MESH_surface ? 12 : 20;
  double sum = 0;
  memset(S, 0, 9 * sizeof *S);
  for (int i = 0; i < m->nf; i++) {
    corner t;
    corner_of(&t, m, i, c);
    const double w = weight_of(&t, how);
    double (*p)[3] = t.p;
    sum += w;
    for (int j = 0; j < 3; j++) {
      for (int k = 0; k < 3; k++) {
        const double each = p[0][j] * p[0][k] + p[1][j] * p[1][k] + p[2][j] * p[2][k];
        S[3 * j + k] += w / by *
            (each + (p[0][j] + p[1][j] + p[2][j]) * (p[0][k] + p[1][k] + p[2][k]));
      }
    }
  }
  return sum;
}

int lia_mesh_weigh(const lia_mesh *m, lia_mesh_weight how, double *amount, double c[3],
    double J[6]) {
  const double zero[3] = { 0 };
  double o[3], S[9];
  const double area = centre_from(o, m, zero, LIA_MESH_surface);
  if (!(area > 0)) return 0;
  memcpy(c, o, sizeof o);
  if (how != LIA_MESH_surface && !(centre_from(c, m, o, how) > 0)) return 0;
  *amount = second(S, m, c, how);
  const double out[6] = { S[4] + S[8], S[0] + S[8], S[0] + S[4], -S[1], -S[2], -S[5] };
  memcpy(J, out, sizeof out);
  return 1;
}
