/* convex_depth.c - how deep two cores are in each other, from a growing hull of their difference
 *
 * The expanding polytope [van den Bergh, Proximity queries and penetration depth computation on 3D
 * game objects, GDC 2001]: of all faces of a polytope in D the one nearest to the origin is pushed
 * out to the boundary of D, until it is there. With m outwards, h(m) the reach of D along m:
 *
 *   least plane distance of faces <= depth <= least h(m) seen
 *
 * The answer is the least h(m) seen, so a sliver with a bad normal costs a step and no digit. */
#include "geo/convex_inside.h"

#include <string.h>

enum { CORNERS = 256, FACES = 2 * CORNERS };
static const double rounding = 1e-14, flat = 1e-12, curved_gap = 1e-10;   // of the scale

// edge k goes from v[k] to v[k + 1]; next[k] is the face behind it
typedef struct { double m[3], d; int v[3], next[3], alive; } face;

typedef struct {
  const lia_convex_pair *pair;
  lia_convex_vertex v[CORNERS];
  face f[FACES];
  int nv, nf;
  double best, best_m[3];    // the least h(m) seen, and its m
  int best_v[3];             // the corners of its face
} hull;

static const double *at(const hull *H, int v) { return H->v[v].w; }

static void plane_of(const hull *H, face *f) {
  double u[3], v[3];
  lia_sub3(u, at(H, f->v[1]), at(H, f->v[0]));
  lia_sub3(v, at(H, f->v[2]), at(H, f->v[0]));
  lia_cross3(f->m, u, v);
  double area = lia_unit3(f->m, f->m);
  f->d = area > 0 ? lia_dot3(f->m, at(H, f->v[0])) : (double)INFINITY;
}

// ---- a first tetrahedron ------------------------------------------------------------------------

// the point furthest in direction n or -n, whichever is further from the plane n.w = d
static double both_ways(lia_convex_vertex *v, const hull *H, const double n[3], double d) {
  lia_convex_vertex w[2];
  double back[3];
  lia_scale3(back, -1, n);
  lia_convex_vertex_of(&w[0], H->pair, n);
  lia_convex_vertex_of(&w[1], H->pair, back);
  double up = lia_dot3(n, w[0].w) - d, down = d - lia_dot3(n, w[1].w);
  *v = w[down > up];
  return fmax(up, down);
}

// a point away from the hull of those there: off the point, the line, the plane they are. n: a
// direction square to all of D, where there is none
static int add_corner(hull *H, double n[3]) {
  double try[3][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, u[3], v[3];
  int ntry = 3;
  if (H->nv == 2) {
    lia_sub3(u, at(H, 1), at(H, 0));
    lia_unit3(u, u);
    lia_convex_square_to(try[0], u);
    lia_cross3(try[1], u, try[0]);
    ntry = 2;
  }
  if (H->nv == 3) {
    lia_sub3(u, at(H, 1), at(H, 0));
    lia_sub3(v, at(H, 2), at(H, 0));
    lia_cross3(try[0], u, v);
    lia_unit3(try[0], try[0]);
    ntry = 1;
  }
  double most = 0;
  for (int k = 0; k < ntry; k++) {
    lia_convex_vertex found;
    double off = both_ways(&found, H, try[k], lia_dot3(try[k], at(H, 0)));
    if (!(off > most)) continue;
    most = off;
    H->v[H->nv] = found;
  }
  lia_copy3(n, try[0]);
  if (!(most > flat * H->pair->scale)) return 0;
  H->nv++;
  return 1;
}

static int is_flat(const hull *H) {
  double u[3], v[3], t[3], n[3];
  lia_sub3(u, at(H, 1), at(H, 0));
  lia_sub3(v, at(H, 2), at(H, 0));
  lia_sub3(t, at(H, 3), at(H, 0));
  lia_cross3(n, u, v);
  lia_unit3(n, n);
  return !(fabs(lia_dot3(n, t)) > 1e-6 * H->pair->scale);
}

static void first_faces(hull *H) {
  static const int corner[4][3] = { { 0, 1, 2 }, { 0, 2, 3 }, { 0, 3, 1 }, { 1, 3, 2 } };
  static const int next[4][3] = { { 2, 3, 1 }, { 0, 3, 2 }, { 1, 3, 0 }, { 2, 1, 0 } };
  double u[3], v[3], t[3], n[3];
  lia_sub3(u, at(H, 1), at(H, 0));
  lia_sub3(v, at(H, 2), at(H, 0));
  lia_sub3(t, at(H, 3), at(H, 0));
  lia_cross3(n, u, v);
  // corner 3 stands behind face 0 1 2
  if (lia_dot3(n, t) > 0) {
    lia_convex_vertex swap = H->v[1];
    H->v[1] = H->v[2];
    H->v[2] = swap;
  }
  for (H->nf = 0; H->nf < 4; H->nf++) {
    face *f = &H->f[H->nf];
    memcpy(f->v, corner[H->nf], sizeof f->v);
    memcpy(f->next, next[H->nf], sizeof f->next);
    f->alive = 1;
    plane_of(H, f);
  }
}

// 0: D is flat, n is square to it
static int first_hull(hull *H, const lia_convex_simplex *s, double n[3]) {
  H->nv = s->n;
  memcpy(H->v, s->v, sizeof *H->v * (size_t)s->n);
  if (H->nv == 4 && is_flat(H)) H->nv = 1;
  // fewer points than four may be on one line by rounding: one is kept
  if (H->nv < 4) H->nv = 1;
  while (H->nv < 4)
    if (!add_corner(H, n)) return 0;
  first_faces(H);
  return 1;
}

// ---- one more corner ----------------------------------------------------------------------------

typedef struct { int from, to, face, edge; } rim_edge;    // face: the one that stays, and its edge

// faces that see w go: all that hang together with `start`. Faces in whose plane w is go too, so no
// triangle gets three corners on a line
static int remove_seen(hull *H, int start, const double w[3], rim_edge *rim) {
  int todo[FACES], ntodo = 1, nrim = 0, seen[FACES], nseen = 0;
  double edge = -rounding * H->pair->scale;
  todo[0] = start;
  H->f[start].alive = 2;
  while (ntodo) {
    int k = todo[--ntodo];
    seen[nseen++] = k;
    for (int e = 0; e < 3; e++) {
      int g = H->f[k].next[e];
      if (H->f[g].alive == 2) continue;
      if (lia_dot3(H->f[g].m, w) - lia_dot3(H->f[g].m, at(H, H->f[g].v[0])) > edge) {
        H->f[g].alive = 2;
        todo[ntodo++] = g;
      }
    }
  }
  for (int i = 0; i < nseen; i++) {
    face *f = &H->f[seen[i]];
    for (int e = 0; e < 3; e++) {
      face *g = &H->f[f->next[e]];
      if (g->alive != 1) continue;
      int back = 0;
      while (back < 2 && g->next[back] != seen[i]) back++;
      rim[nrim++] = (rim_edge){ f->v[e], f->v[(e + 1) % 3], f->next[e], back };
    }
  }
  for (int i = 0; i < nseen; i++) H->f[seen[i]].alive = 0;
  return nrim;
}

static int free_face(hull *H, int from) {
  for (int k = from; k < H->nf; k++)
    if (!H->f[k].alive) return k;
  return H->nf < FACES ? H->nf++ : -1;
}

// a face from every edge of the rim to w; 0 where the rim is no single loop
static int close_rim(hull *H, const rim_edge *rim, int nrim) {
  int leaving[CORNERS], made[FACES], w = H->nv - 1, last = 0;
  for (int k = 0; k < H->nv; k++) leaving[k] = -1;
  for (int i = 0; i < nrim; i++) {
    if (leaving[rim[i].from] >= 0) return 0;
    int k = free_face(H, last);
    if (k < 0) return 0;
    last = k + 1;
    made[i] = leaving[rim[i].from] = k;
    face *f = &H->f[k];
    *f = (face){ .v = { rim[i].from, rim[i].to, w }, .next = { rim[i].face, -1, -1 }, .alive = 1 };
    plane_of(H, f);
  }
  for (int i = 0; i < nrim; i++) {
    int k = made[i], after = leaving[rim[i].to];
    if (after < 0 || H->f[after].next[2] >= 0) return 0;
    H->f[k].next[1] = after;
    H->f[after].next[2] = k;
    H->f[rim[i].face].next[rim[i].edge] = k;
  }
  return nrim > 2;
}

static int grow(hull *H, int start, const lia_convex_vertex *v) {
  rim_edge rim[3 * FACES];
  if (H->nv == CORNERS) return 0;
  int nrim = remove_seen(H, start, v->w, rim);
  H->v[H->nv++] = *v;
  return nrim && close_rim(H, rim, nrim);
}

// ---- the search ---------------------------------------------------------------------------------

static int nearest_face(const hull *H) {
  int best = -1;
  for (int k = 0; k < H->nf; k++)
    if (H->f[k].alive && (best < 0 || H->f[k].d < H->f[best].d)) best = k;
  return best;
}

static int is_corner(const hull *H, const face *f, const lia_convex_vertex *v) {
  for (int k = 0; k < 3; k++)
    if (!memcmp(at(H, f->v[k]), v->w, sizeof v->w)) return 1;
  return 0;
}

static void simplex_of(lia_convex_simplex *s, const hull *H, const int v[3], double w[3]) {
  s->n = 3;
  for (int k = 0; k < 3; k++) s->v[k] = H->v[v[k]];
  lia_convex_simplex_reduce(s, 0, w);
}

static void told(lia_convex_answer *out, const lia_convex_simplex *s, const double m[3],
    const lia_convex_pair *pair) {
  lia_scale3(out->n, -1, m);
  lia_convex_simplex_points(s, out->a, out->b);
  lia_convex_settle(out, pair);
}

// a curved face: the best place near by, by Newton; 1 where it is one no worse than what is known
static int polished(lia_convex_answer *out, const hull *H, const int v[3], const double m[3]) {
  lia_convex_simplex s;
  lia_convex_answer better;
  double w[3];
  simplex_of(&s, H, v, w);
  told(&better, &s, m, H->pair);
  if (!lia_convex_polish(&better, &s, H->pair)) return 0;
  if (!(-better.distance <= H->best + rounding * H->pair->scale)) return 0;
  *out = better;
  return 1;
}

// Points for n: where the nearest face does not hold the foot of the origin (it is one of several
// in a plane), A and B are drawn apart along n: then the nearest points are where they were. A
// short way, so that sideways differences count
static void points_for(lia_convex_answer *out, const hull *H) {
  lia_convex_simplex s;
  double w[3], aside[3];
  simplex_of(&s, H, H->best_v, w);
  told(out, &s, H->best_m, H->pair);
  lia_copy3(aside, w);
  lia_addto3(aside, -H->best, H->best_m);
  if (lia_norm3(aside) <= 1e-12 * H->pair->scale) return;
  lia_convex_pair apart = *H->pair;
  double away = H->best + 1e-6 * H->pair->scale;
  lia_addto3(apart.X_AB.p, away, out->n);
  apart.scale += away;
  lia_convex_answer far;
  if (!lia_convex_apart(&far, &s, &apart)) return;
  lia_copy3(out->a, far.a);
  lia_copy3(out->b, far.b);
  lia_addto3(out->b, -away, out->n);
  lia_convex_settle(out, H->pair);
}

static void push_out(lia_convex_answer *out, hull *H) {
  int curved = lia_convex_is_curved(H->pair->A) || lia_convex_is_curved(H->pair->B);
  double scale = H->pair->scale, ends = (curved ? curved_gap : rounding) * scale;
  double lower = -INFINITY, ask = 1e-4;
  int smooth = 0;
  for (;;) {
    int k = nearest_face(H);
    if (k < 0) break;
    face *f = &H->f[k];
    lower = fmax(lower, f->d);
    if (H->best - f->d <= ends) break;
    lia_convex_vertex v;
    lia_convex_vertex_of(&v, H->pair, f->m);
    double reach = lia_dot3(f->m, v.w);
    // what Newton found is not given up for a rounding
    if (reach < H->best - (smooth ? 10 * rounding * scale : 0)) {
      H->best = reach;
      lia_copy3(H->best_m, f->m);
      memcpy(H->best_v, f->v, sizeof f->v);
      smooth = 0;
    }
    if (curved && !smooth && reach == H->best && reach - f->d <= ask * scale) {
      smooth = polished(out, H, f->v, f->m);
      if (smooth) H->best = fmin(H->best, -out->distance);
      ask *= 0.1;
    }
    if (reach - f->d <= ends) {
      memcpy(H->best_v, f->v, sizeof f->v);
      break;
    }
    if (is_corner(H, f, &v)) {
      f->d = INFINITY;
      continue;
    }
    if (!grow(H, k, &v)) break;
  }
  if (!smooth && curved) smooth = polished(out, H, H->best_v, H->best_m);
  if (!smooth) points_for(out, H);
  out->gap = fmax(0, H->best - lower);
}

void lia_convex_depth(lia_convex_answer *out, lia_convex_simplex *s, const lia_convex_pair *pair) {
  hull H;
  double n[3];
  H.pair = pair;
  H.best = INFINITY;
  if (first_hull(&H, s, n)) {
    push_out(out, &H);
    return;
  }
  // D has no thickness along n: the cores touch, and n points from A to B as far as it can
  double w[3];
  if (lia_dot3(n, pair->X_AB.p) < 0) lia_scale3(n, -1, n);
  lia_convex_simplex_reduce(s, 0, w);
  lia_copy3(out->n, n);
  lia_convex_simplex_points(s, out->a, out->b);
  lia_convex_settle(out, pair);
  out->gap = 0;
}
