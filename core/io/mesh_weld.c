/* mesh_weld.c - vertices that are one, found by cells of a grid in a hash table */
#include "io/mesh.h"

#include "base/mem.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

// cells: the bits of three numbers, or what grid of that step they are in
typedef struct grid {
  const double *v;
  double step;
  int *head, *next;             // first vertex of a slot, the next one of the same slot
  uint64_t mask;
} grid;

typedef struct cell { int64_t k[3]; } cell;

static cell cell_of(const grid *g, const double *p) {
  cell c;
  for (int k = 0; k < 3; k++) {
    double x = p[k] == 0 ? 0 : p[k];
    if (g->step > 0) c.k[k] = (int64_t)fmax(-4e18, fmin(4e18, floor(x / g->step)));
    else memcpy(&c.k[k], &x, sizeof x);
  }
  return c;
}

static uint64_t slot_of(const grid *g, cell c) {
  uint64_t h = 0x9e3779b97f4a7c15u;
  for (int k = 0; k < 3; k++) {
    h = (h ^ (uint64_t)c.k[k]) * 0xbf58476d1ce4e5b9u;
    h ^= h >> 29;
  }
  return h & g->mask;
}

static int same(const grid *g, const double *a, const double *b) {
  double d[3];
  if (g->step == 0) return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
  lia_sub3(d, a, b);
  return lia_norm3(d) <= g->step;
}

// the first vertex of the kind of p in a cell, or best where that is earlier
static int find_in(const grid *g, cell c, const double *p, int best) {
  for (int i = g->head[slot_of(g, c)]; i >= 0; i = g->next[i])
    if ((best < 0 || i < best) && same(g, g->v + 3 * i, p)) best = i;
  return best;
}

static int find_first(const grid *g, const double *p) {
  const cell c = cell_of(g, p);
  int best = -1;
  if (g->step == 0) return find_in(g, c, p, -1);
  for (int k = 0; k < 27; k++)
    best = find_in(g, (cell){ { c.k[0] + k % 3 - 1, c.k[1] + k / 3 % 3 - 1, c.k[2] + k / 9 - 1 } },
        p, best);
  return best;
}

// to[i]: the first vertex that is i. Only first ones are in the grid
static int join_near(const lia_mesh *m, grid *g, int *to) {
  int joined = 0;
  for (int i = 0; i < m->nv; i++) {
    to[i] = find_first(g, m->v + 3 * i);
    if (to[i] >= 0) {
      joined++;
      continue;
    }
    uint64_t s = slot_of(g, cell_of(g, m->v + 3 * i));
    g->next[i] = g->head[s];
    g->head[s] = i;
    to[i] = i;
  }
  return joined;
}

static int join_faces(lia_mesh *m, const int *to) {
  int n = 0;
  for (int i = 0; i < m->nf; i++) {
    int *f = m->f + 3 * i, a = to[f[0]], b = to[f[1]], c = to[f[2]];
    if (a == b || b == c || c == a) continue;
    memcpy(m->f + 3 * n, (int[]){ a, b, c }, 3 * sizeof *f);
    m->paint[n++] = m->paint[i];
  }
  int lost = m->nf - n;
  m->nf = n;
  return lost;
}

// vertices that no face names go; at: room for nv
static int drop_loose(lia_mesh *m, int *at) {
  int n = 0;
  for (int i = 0; i < m->nv; i++) at[i] = -1;
  for (int i = 0; i < 3 * m->nf; i++) at[m->f[i]] = 0;
  for (int i = 0; i < m->nv; i++) {
    if (at[i] < 0) continue;
    memmove(m->v + 3 * n, m->v + 3 * i, 3 * sizeof *m->v);
    at[i] = n++;
  }
  for (int i = 0; i < 3 * m->nf; i++) m->f[i] = at[m->f[i]];
  int lost = m->nv - n;
  m->nv = n;
  return lost;
}

lia_status lia_mesh_weld(lia_mesh *m, double tolerance, lia_mesh_welded *told, lia_error *err) {
  if (!(tolerance >= 0) || isinf(tolerance))
    return LIA_FAIL(err, LIA_EARG, "tolerance", "expected a length >= 0, got %g", tolerance);
  size_t slots = 64;
  while (slots < 2 * (size_t)m->nv) slots *= 2;
  int *mem = lia_malloc((2 * (size_t)m->nv + slots) * sizeof *mem);
  if (!mem) return LIA_FAIL(err, LIA_ENOMEM, "mesh", "out of memory");
  grid g = { m->v, tolerance, mem + 2 * m->nv, mem + m->nv, slots - 1 };
  for (size_t i = 0; i < slots; i++) g.head[i] = -1;
  lia_mesh_welded w = { .joined = join_near(m, &g, mem) };
  w.faces = join_faces(m, mem);
  w.loose = drop_loose(m, mem) - w.joined;
  if (told) *told = w;
  lia_free(mem);
  return LIA_OK;
}
