/* mesh_hull.c - convex hulls by quickhull on exact signs [Barber, Dobkin, Huhdanpaa 1996] */
#include "io/mesh.h"

#include "base/mem.h"

#include <math.h>
#include <string.h>

// a triangle: its neighbours across the edges that begin at its corners, the points above it
typedef struct facet {
  int v[3], beside[3];
  int points, furthest;         // first of a list by hull.next, and which of it is highest
  double most;                  // how high
  double normal[3];
  int gone, seen;
} facet;

typedef struct edge { int from, to, beyond; } edge;

typedef struct hull {
  const double *p;
  int n, nf, froom, nseen, sroom, nrim, rroom;
  facet *f;
  int *seen;                    // facets the new point sees
  edge *rim;                    // and their rim
  int *next, *at;               // (n) of points; the new facet that begins its edge there
  double tolerance, outside;
  lia_error *err;
} hull;

static lia_status no_memory(lia_error *err) {
  return LIA_FAIL(err, LIA_ENOMEM, "hull", "out of memory");
}

static lia_status hull_room(hull *h, void **list, int n, int *have, size_t size) {
  if (n < *have) return LIA_OK;
  int more = *have ? 2 * *have : 256;
  void *p = lia_realloc(*list, (size_t)more * size);
  if (!p) return no_memory(h->err);
  *list = p;
  *have = more;
  return LIA_OK;
}

static const double *point(const hull *h, int i) { return h->p + 3 * i; }

static int above(const hull *h, const facet *f, int i) {
  return lia_mesh_orient(point(h, f->v[0]), point(h, f->v[1]), point(h, f->v[2]), point(h, i)) > 0;
}

static double height(const hull *h, const facet *f, int i) {
  double d[3];
  lia_sub3(d, point(h, i), point(h, f->v[0]));
  return lia_dot3(f->normal, d);
}

static lia_status add_facet(hull *h, int a, int b, int c) {
  LIA_TRY(hull_room(h, (void **)&h->f, h->nf, &h->froom, sizeof *h->f));
  facet *f = &h->f[h->nf++];
  double u[3], w[3];
  *f = (facet){ .v = { a, b, c }, .beside = { -1, -1, -1 }, .points = -1, .furthest = -1 };
  lia_sub3(u, point(h, b), point(h, a));
  lia_sub3(w, point(h, c), point(h, a));
  lia_cross3(f->normal, u, w);
  lia_unit3(f->normal, f->normal);
  return LIA_OK;
}

// to the first facet from there on that has the point above it
static void give_point(hull *h, int i, int from) {
  for (int k = from; k < h->nf; k++) {
    facet *f = &h->f[k];
    if (!above(h, f, i)) continue;
    double high = height(h, f, i);
    h->next[i] = f->points;
    f->points = i;
    if (f->furthest < 0 || high > f->most || (high == f->most && i < f->furthest)) {
      f->most = high;
      f->furthest = i;
    }
    return;
  }
}

// ---- the first tetrahedron ----

static double from_point(const hull *h, const int *base, int i) {
  double d[3];
  lia_sub3(d, point(h, i), point(h, base[0]));
  return lia_norm3(d);
}

static double from_line(const hull *h, const int *base, int i) {
  double u[3], d[3], c[3];
  lia_sub3(u, point(h, base[1]), point(h, base[0]));
  lia_unit3(u, u);
  lia_sub3(d, point(h, i), point(h, base[0]));
  lia_cross3(c, u, d);
  return lia_norm3(c);
}

static double from_plane(const hull *h, const int *base, int i) {
  const double *a = point(h, base[0]);
  double u[3], w[3], n[3], d[3];
  if (!lia_mesh_orient(a, point(h, base[1]), point(h, base[2]), point(h, i))) return 0;
  lia_sub3(u, point(h, base[1]), a);
  lia_sub3(w, point(h, base[2]), a);
  lia_cross3(n, u, w);
  lia_unit3(n, n);
  lia_sub3(d, point(h, i), a);
  return fabs(lia_dot3(n, d));
}

static lia_status first_corners(const hull *h, int base[4]) {
  static const char *const where[] = { "one point", "a line", "a plane" };
  double (*const away[])(const hull *, const int *, int) = { from_point, from_line, from_plane };
  base[0] = 0;
  for (int k = 0; k < 3; k++) {
    double most = 0;
    base[k + 1] = -1;
    for (int i = 0; i < h->n; i++) {
      double far = away[k](h, base, i);
      if (far <= most) continue;
      most = far;
      base[k + 1] = i;
    }
    if (base[k + 1] < 0 || most <= h->tolerance)
      return LIA_FAIL(h->err, LIA_EMODEL, "hull", "all %d points are in %s (the furthest is %g "
          "away from it): nothing is inside", h->n, where[k], most);
  }
  return LIA_OK;
}

static lia_status begin(hull *h) {
  int b[4];
  LIA_TRY(first_corners(h, b));
  if (lia_mesh_orient(point(h, b[0]), point(h, b[1]), point(h, b[2]), point(h, b[3])) > 0) {
    int t = b[1];
    b[1] = b[2];
    b[2] = t;
  }
  // the fourth is below the first; facet k lacks corner 3 - k
  LIA_TRY(add_facet(h, b[0], b[1], b[2]));
  LIA_TRY(add_facet(h, b[0], b[3], b[1]));
  LIA_TRY(add_facet(h, b[1], b[3], b[2]));
  LIA_TRY(add_facet(h, b[2], b[3], b[0]));
  static const int beside[4][3] = { { 1, 2, 3 }, { 3, 2, 0 }, { 1, 3, 0 }, { 2, 1, 0 } };
  for (int k = 0; k < 4; k++) memcpy(h->f[k].beside, beside[k], sizeof beside[k]);
  for (int i = 0; i < h->n; i++) give_point(h, i, 0);
  return LIA_OK;
}

// ---- one more point ----

static lia_status see(hull *h, int k) {
  LIA_TRY(hull_room(h, (void **)&h->seen, h->nseen, &h->sroom, sizeof *h->seen));
  h->f[k].seen = 1;
  h->seen[h->nseen++] = k;
  return LIA_OK;
}

// all that the point sees, beginning with one of them, and the rim
static lia_status hull_look(hull *h, int first, int eye) {
  h->nseen = h->nrim = 0;
  LIA_TRY(see(h, first));
  for (int i = 0; i < h->nseen; i++)
    for (int k = 0; k < 3; k++) {
      const facet *f = &h->f[h->seen[i]];
      const int other = f->beside[k];
      if (h->f[other].seen) continue;
      if (above(h, &h->f[other], eye)) {
        LIA_TRY(see(h, other));
        continue;
      }
      LIA_TRY(hull_room(h, (void **)&h->rim, h->nrim, &h->rroom, sizeof *h->rim));
      h->rim[h->nrim++] = (edge){ f->v[k], f->v[(k + 1) % 3], other };
    }
  return LIA_OK;
}

// a facet over every edge of the rim; the rim is one ring, for signs are exact
static lia_status cover(hull *h, int eye) {
  const int first = h->nf;
  for (int i = 0; i < h->nrim; i++) h->at[h->rim[i].from] = -1;
  for (int i = 0; i < h->nrim; i++) {
    const edge *e = &h->rim[i];
    facet *other = &h->f[e->beyond];
    for (int k = 0; k < 3; k++)
      if (other->v[k] == e->to && other->v[(k + 1) % 3] == e->from) other->beside[k] = h->nf;
    h->at[e->from] = h->nf;
    LIA_TRY(add_facet(h, e->from, e->to, eye));
    h->f[h->nf - 1].beside[0] = e->beyond;
  }
  for (int i = 0; i < h->nrim; i++) {
    const int next = h->at[h->rim[i].to];
    if (next < first || h->f[next].beside[2] >= 0)
      return LIA_FAIL(h->err, LIA_EDOMAIN, "hull", "coordinates are too small or too large for "
          "exact signs: scale them");
    h->f[first + i].beside[1] = next;
    h->f[next].beside[2] = first + i;
  }
  return LIA_OK;
}

static lia_status take_in(hull *h, int k, int eye) {
  const int first = h->nf;
  LIA_TRY(hull_look(h, k, eye));
  LIA_TRY(cover(h, eye));
  for (int i = 0; i < h->nseen; i++) {
    facet *f = &h->f[h->seen[i]];
    f->gone = 1;
    for (int p = f->points, next; p >= 0; p = next) {
      next = h->next[p];
      if (p != eye) give_point(h, p, first);
    }
  }
  return LIA_OK;
}

// ---- whole ----

// the facets from there on with a point that is more than the tolerance above them
static lia_status grow_from(hull *h, int k) {
  for (; k < h->nf; k++) {
    const facet *f = &h->f[k];
    if (!f->gone && f->points >= 0 && (h->tolerance == 0 || f->most > h->tolerance))
      LIA_TRY(take_in(h, k, f->furthest));
  }
  return LIA_OK;
}

// the point that stands out most, and above which facet; -1: none does
static int worst(hull *h, int *over) {
  int point = -1;
  h->outside = 0;
  for (int k = 0; k < h->nf; k++)
    for (int i = 0; i < h->n && !h->f[k].gone; i++) {
      const double high = height(h, &h->f[k], i);
      if (high <= h->outside || !above(h, &h->f[k], i)) continue;
      h->outside = high;
      *over = k;
      point = i;
    }
  return point;
}

static lia_status hull_grow(hull *h) {
  LIA_TRY(begin(h));
  LIA_TRY(grow_from(h, 0));
  // a point that one facet has within the tolerance may stand out further above another
  while (h->tolerance > 0) {
    int over = 0, first = h->nf, point = worst(h, &over);
    if (point < 0 || h->outside <= h->tolerance) break;
    LIA_TRY(take_in(h, over, point));
    LIA_TRY(grow_from(h, first));
  }
  return LIA_OK;
}

static lia_status hull_tell(const hull *h, lia_mesh *m) {
  for (int i = 0; i < h->n; i++) LIA_TRY(lia_mesh_vertex(m, point(h, i), h->err));
  for (int i = 0; i < h->nf; i++) {
    const facet *f = &h->f[i];
    if (!f->gone) LIA_TRY(lia_mesh_face(m, f->v[0], f->v[1], f->v[2], -1, h->err));
  }
  return lia_mesh_weld(m, 0, NULL, h->err);
}

static lia_status grow_and_tell(hull *h, lia_mesh *m) {
  h->next = lia_malloc((size_t)(2 * h->n + 1) * sizeof *h->next);
  if (!h->next) return no_memory(h->err);
  h->at = h->next + h->n;
  for (int i = 0; i < h->n; i++) h->at[i] = -1;
  lia_status st = hull_grow(h);
  if (st == LIA_OK) st = hull_tell(h, m);
  lia_free(h->next);
  lia_free(h->f);
  lia_free(h->seen);
  lia_free(h->rim);
  return st;
}

lia_status lia_mesh_hull(lia_mesh **out, const lia_mesh *m, double tolerance, double *outside,
    lia_error *err) {
  hull h = { .p = m->v, .n = m->nv, .tolerance = tolerance, .err = err };
  *out = NULL;
  if (!(tolerance >= 0) || isinf(tolerance))
    return LIA_FAIL(err, LIA_EARG, "tolerance", "expected a length >= 0, got %g", tolerance);
  if (m->nv < 4)
    return LIA_FAIL(err, LIA_EMODEL, "hull", "expected four points or more, got %d", m->nv);
  LIA_TRY(lia_mesh_new(out, err));
  lia_status st = grow_and_tell(&h, *out);
  if (outside) *outside = h.outside;
  if (st == LIA_OK) return LIA_OK;
  lia_mesh_free(*out);
  *out = NULL;
  return st;
}
