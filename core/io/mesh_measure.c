/* mesh_measure.c - bounds, area, volume, inertia of meshes; how triangles hang together */
#include "io/mesh.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void lia_mesh_bounds(const lia_mesh *m, double low[3], double high[3]) {
  for (int k = 0; k < 3; k++) {
    low[k] = m->nv ? m->v[k] : 0;
    high[k] = low[k];
  }
  for (int i = 0; i < 3 * m->nv; i++) {
    low[i % 3] = fmin(low[i % 3], m->v[i]);
    high[i % 3] = fmax(high[i % 3], m->v[i]);
  }
}

// (b - a) x (c - a), twice the area long
static void normal_of(const lia_mesh *m, int i, double n[3]) {
  const int *f = m->f + 3 * i;
  double u[3], w[3];
  lia_sub3(u, m->v + 3 * f[1], m->v + 3 * f[0]);
  lia_sub3(w, m->v + 3 * f[2], m->v + 3 * f[0]);
  lia_cross3(n, u, w);
}

double lia_mesh_area(const lia_mesh *m) {
  double sum = 0, n[3];
  for (int i = 0; i < m->nf; i++) {
    normal_of(m, i, n);
    sum += lia_norm3(n) / 2;
  }
  return sum;
}

// one tetrahedron from the origin to a, b, c: V, h, and S = xx yy zz xy xz yz
static void add_tetrahedron(double sum[10], const double a[3], const double b[3],
    const double c[3]) {
  static const int row[6] = { 0, 1, 2, 0, 0, 1 }, col[6] = { 0, 1, 2, 1, 2, 2 };
  double bc[3], s[3];
  lia_cross3(bc, b, c);
  // V = a.(b x c)/6
  const double V = lia_dot3(a, bc) / 6;
  for (int k = 0; k < 3; k++) s[k] = a[k] + b[k] + c[k];
  sum[0] += V;
  // h = V s/4
  for (int k = 0; k < 3; k++) sum[1 + k] += V * s[k] / 4;
  // S = V/20 (a a' + b b' + c c' + s s') [Tonon 2005]
  for (int k = 0; k < 6; k++) {
    const int i = row[k], j = col[k];
    sum[4 + k] += V / 20 * (a[i] * a[j] + b[i] * b[j] + c[i] * c[j] + s[i] * s[j]);
  }
}

void lia_mesh_moments(lia_inertia *J, const lia_mesh *m) {
  double low[3], high[3], sum[10] = { 0 }, p[3][3];
  lia_mesh_bounds(m, low, high);
  double mid[3], back[3];
  for (int k = 0; k < 3; k++) mid[k] = low[k] / 2 + high[k] / 2;
  for (int i = 0; i < m->nf; i++) {
    for (int k = 0; k < 3; k++) lia_sub3(p[k], m->v + 3 * m->f[3 * i + k], mid);
    add_tetrahedron(sum, p[0], p[1], p[2]);
  }
  const double *S = sum + 4;
  J->m = sum[0];
  lia_copy3(J->h, sum + 1);
  // I = tr(S) 1 - S
  lia_set3(J->I, S[1] + S[2], S[0] + S[2], S[0] + S[1]);
  for (int k = 3; k < 6; k++) J->I[k] = -S[k];
  lia_scale3(back, -1, mid);
  lia_inertia_shift(J, J, back);
}

double lia_mesh_volume(const lia_mesh *m) {
  lia_inertia J;
  lia_mesh_moments(&J, m);
  return J.m;
}

lia_status lia_mesh_inertia(lia_inertia *J, const lia_mesh *m, double density, const char *path,
    lia_error *err) {
  lia_mesh_form form;
  if (!(density > 0) || isinf(density))
    return LIA_FAIL(err, LIA_EARG, path, "density: expected a number > 0, got %g", density);
  LIA_TRY(lia_mesh_form_of(&form, m, err));
  if (!form.closed)
    return LIA_FAIL(err, LIA_EMODEL, path, "the surface is not closed: %d of %d edges are open and "
        "%d crowded, so nothing is inside (weld it with a tolerance, or take its hull)", form.open,
        form.edges, form.crowded);
  if (!form.oriented)
    return LIA_FAIL(err, LIA_EMODEL, path, "%d of %d edges have two triangles that do not agree "
        "which side is outside", form.turned, form.edges);
  lia_mesh_moments(J, m);
  if (!(J->m > 0))
    return LIA_FAIL(err, LIA_EMODEL, path, "the surface is inside out: its volume is %g (flip it)",
        J->m);
  J->m *= density;
  for (int k = 0; k < 3; k++) J->h[k] *= density;
  for (int k = 0; k < 6; k++) J->I[k] *= density;
  return LIA_OK;
}

// ---- how it hangs together ----

// an edge of a face, from the lesser vertex to the greater; corner: where it begins, 3 face + k
typedef struct side { int low, high, corner; } side;

static int by_edge(const void *pa, const void *pb) {
  const side *a = pa, *b = pb;
  if (a->low != b->low) return a->low < b->low ? -1 : 1;
  if (a->high != b->high) return a->high < b->high ? -1 : 1;
  return (a->corner > b->corner) - (a->corner < b->corner);
}

static int root_of(int *up, int i) {
  while (up[i] != i) {
    up[i] = up[up[i]];
    i = up[i];
  }
  return i;
}

static void unite(int *up, int a, int b) {
  a = root_of(up, a);
  b = root_of(up, b);
  if (a < b) up[b] = a;
  else up[a] = b;
}

static int roots(int *up, int n) {
  int count = 0;
  for (int i = 0; i < n; i++) count += up[i] == i;
  return count;
}

// the corner of a face at a vertex
static int corner_at(const lia_mesh *m, int face, int vertex) {
  int k = 0;
  while (m->f[3 * face + k] != vertex) k++;
  return 3 * face + k;
}

// two faces share an edge: their corners at both of its ends are one
static void join_sides(const lia_mesh *m, const side *a, const side *b, int *corner, int *face) {
  const int fa = a->corner / 3, fb = b->corner / 3;
  unite(face, fa, fb);
  unite(corner, corner_at(m, fa, a->low), corner_at(m, fb, b->low));
  unite(corner, corner_at(m, fa, a->high), corner_at(m, fb, b->high));
}

static void count_edges(lia_mesh_form *form, const lia_mesh *m, const side *s, int *corner,
    int *face) {
  const int n = 3 * m->nf;
  for (int i = 0, k; i < n; i = k) {
    for (k = i + 1; k < n && s[k].low == s[i].low && s[k].high == s[i].high; k++)
      join_sides(m, &s[i], &s[k], corner, face);
    form->edges++;
    form->open += k - i == 1;
    form->crowded += k - i > 2;
    if (k - i != 2) continue;
    const int up = m->f[s[i].corner] == s[i].low, other = m->f[s[i + 1].corner] == s[i].low;
    form->turned += up == other;
  }
}

lia_status lia_mesh_form_of(lia_mesh_form *form, const lia_mesh *m, lia_error *err) {
  const size_t n = 3 * (size_t)m->nf;
  side *s = lia_malloc((n + 1) * sizeof *s);
  int *corner = lia_malloc((n + (size_t)m->nf + 1) * sizeof *corner);
  *form = (lia_mesh_form){ .faces = m->nf };
  if (!s || !corner) {
    lia_free(s);
    lia_free(corner);
    return LIA_FAIL(err, LIA_ENOMEM, "mesh", "out of memory");
  }
  int *face = corner + n;
  for (int i = 0; i < (int)n; i++) {
    int a = m->f[i], b = m->f[i % 3 == 2 ? i - 2 : i + 1];
    s[i] = (side){ a < b ? a : b, a < b ? b : a, i };
    corner[i] = i;
    if (i < m->nf) face[i] = i;
  }
  qsort(s, n, sizeof *s, by_edge);
  count_edges(form, m, s, corner, face);
  form->vertices = roots(corner, (int)n);
  form->parts = roots(face, m->nf);
  for (int i = 0; i < m->nf; i++) {
    double normal[3];
    normal_of(m, i, normal);
    form->flat += lia_norm3(normal) == 0;
  }
  form->closed = m->nf > 0 && !form->open && !form->crowded;
  form->oriented = !form->turned && !form->crowded;
  // V - E + F = 2 (parts - handles)
  form->handles = -1;
  if (form->closed && form->oriented)
    form->handles = form->parts - (form->vertices - form->edges + m->nf) / 2;
  lia_free(s);
  lia_free(corner);
  return LIA_OK;
}
