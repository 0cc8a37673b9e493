/* mesh_thin.c - fewer triangles: vertices in one cell of a grid become their mean */
#include "io/mesh.h"

#include "base/mem.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// a vertex and its cell
typedef struct spot { int64_t cell; int vertex; } spot;

typedef struct grid {
  const lia_mesh *m;
  double low[3], step;
  spot *spot;                   // (nv) by cell
  int *to;                      // (nv) which cell of those that are used, in order
} grid;

static int by_cell(const void *pa, const void *pb) {
  const spot *a = pa, *b = pb;
  if (a->cell != b->cell) return a->cell < b->cell ? -1 : 1;
  return (a->vertex > b->vertex) - (a->vertex < b->vertex);
}

// how many cells are used
static int sort_in(grid *g, double step) {
  const lia_mesh *m = g->m;
  int n = 0;
  g->step = step;
  for (int i = 0; i < m->nv; i++) {
    int64_t cell = 0;
    for (int k = 0; k < 3; k++)
      cell = cell << 20 | (int64_t)fmin(1048575, floor((m->v[3 * i + k] - g->low[k]) / step));
    g->spot[i] = (spot){ cell, i };
  }
  qsort(g->spot, (size_t)m->nv, sizeof *g->spot, by_cell);
  for (int i = 0; i < m->nv; i++) {
    n += i == 0 || g->spot[i].cell != g->spot[i - 1].cell;
    g->to[g->spot[i].vertex] = n - 1;
  }
  return n;
}

static int whole(const grid *g, int face) {
  const int *f = g->m->f + 3 * face;
  const int a = g->to[f[0]], b = g->to[f[1]], c = g->to[f[2]];
  return a != b && b != c && c != a;
}

static int faces_left(const grid *g) {
  int n = 0;
  for (int i = 0; i < g->m->nf; i++) n += whole(g, i);
  return n;
}

// the finest of 40 grids by halving between the finest the cells can count and one cell
static void choose_step(grid *g, double size, int most) {
  double fine = size / 1000000, coarse = 2 * size;
  for (int i = 0; i < 40; i++) {
    double mid = sqrt(fine * coarse);
    sort_in(g, mid);
    if (faces_left(g) <= most) coarse = mid;
    else fine = mid;
    if (coarse < 1.002 * fine) break;
  }
  sort_in(g, coarse);
}

static lia_status add_means(const grid *g, lia_mesh *out, double *error, lia_error *err) {
  const lia_mesh *m = g->m;
  for (int i = 0, k; i < m->nv; i = k) {
    double sum[3] = { 0 }, d[3];
    for (k = i; k < m->nv && g->spot[k].cell == g->spot[i].cell; k++)
      lia_addto3(sum, 1, m->v + 3 * g->spot[k].vertex);
    lia_scale3(sum, 1.0 / (k - i), sum);
    LIA_TRY(lia_mesh_vertex(out, sum, err));
    for (int j = i; j < k; j++) {
      lia_sub3(d, m->v + 3 * g->spot[j].vertex, sum);
      *error = fmax(*error, lia_norm3(d));
    }
  }
  return LIA_OK;
}

// of triangles with the same three corners one is left, or none where as many face each other:
// corners in rising order, and whether that turned them round
typedef struct kept { int v[3], turn, face; } kept;

static kept kept_of(const grid *g, int face) {
  const int *f = g->m->f + 3 * face;
  int v[3] = { g->to[f[0]], g->to[f[1]], g->to[f[2]] }, turn = 1;
  for (int k = 0; k < 3; k++) {
    const int i = k % 2, t = v[i];
    if (v[i] <= v[i + 1]) continue;
    v[i] = v[i + 1];
    v[i + 1] = t;
    turn = -turn;
  }
  return (kept){ { v[0], v[1], v[2] }, turn, face };
}

static int by_corners(const void *pa, const void *pb) {
  const kept *a = pa, *b = pb;
  for (int k = 0; k < 3; k++)
    if (a->v[k] != b->v[k]) return a->v[k] < b->v[k] ? -1 : 1;
  return (a->face > b->face) - (a->face < b->face);
}

static lia_status add_faces(const grid *g, lia_mesh *out, kept *list, lia_error *err) {
  int n = 0;
  for (int i = 0; i < g->m->nf; i++)
    if (whole(g, i)) list[n++] = kept_of(g, i);
  qsort(list, (size_t)n, sizeof *list, by_corners);
  for (int i = 0, k; i < n; i = k) {
    int turn = 0;
    for (k = i; k < n && !memcmp(list[k].v, list[i].v, sizeof list[i].v); k++) turn += list[k].turn;
    const int *v = list[i].v, paint = g->m->paint[list[i].face];
    if (turn > 0) LIA_TRY(lia_mesh_face(out, v[0], v[1], v[2], paint, err));
    if (turn < 0) LIA_TRY(lia_mesh_face(out, v[0], v[2], v[1], paint, err));
  }
  return lia_mesh_weld(out, 0, NULL, err);
}

static lia_status thin(grid *g, lia_mesh *out, int most, double *error, lia_error *err) {
  const lia_mesh *m = g->m;
  double high[3], size = 0;
  lia_mesh_bounds(m, g->low, high);
  for (int k = 0; k < 3; k++) size = fmax(size, high[k] - g->low[k]);
  choose_step(g, size, most);
  for (int i = 0; i < m->ncolour; i++) LIA_TRY(lia_mesh_colour(out, m->colour + 3 * i, err));
  LIA_TRY(add_means(g, out, error, err));
  kept *list = lia_malloc((size_t)m->nf * sizeof *list);
  if (!list) return LIA_FAIL(err, LIA_ENOMEM, "mesh", "out of memory");
  lia_status st = add_faces(g, out, list, err);
  lia_free(list);
  return st;
}

static lia_status thin_with_room(const lia_mesh *m, lia_mesh *out, int most, double *error,
    lia_error *err) {
  grid g = { .m = m, .spot = lia_malloc((size_t)m->nv * sizeof *g.spot),
      .to = lia_malloc((size_t)m->nv * sizeof *g.to) };
  lia_status st = g.spot && g.to ? thin(&g, out, most, error, err)
      : LIA_FAIL(err, LIA_ENOMEM, "mesh", "out of memory");
  lia_free(g.spot);
  lia_free(g.to);
  return st;
}

lia_status lia_mesh_thin(lia_mesh **out, const lia_mesh *m, int most, double *error,
    lia_error *err) {
  *error = 0;
  if (most < 1) return LIA_FAIL(err, LIA_EARG, "mesh", "expected triangles >= 1, got %d", most);
  if (m->nf <= most) return lia_mesh_copy(out, m, err);
  LIA_TRY(lia_mesh_new(out, err));
  lia_status st = thin_with_room(m, *out, most, error, err);
  if (st == LIA_OK) return LIA_OK;
  lia_mesh_free(*out);
  *out = NULL;
  return st;
}
