/* convex_gjk.c - how far two cores are apart, from one simplex of their difference to the next
 *
 * [Gilbert, Johnson, Keerthi, A fast procedure for computing the distance between complex objects,
 * IEEE J. Robotics and Automation 4 (1988)]. With v the nearest point so far and w the point of D
 * furthest towards the origin, |v| - v.w / |v| is how far v can be from the best. */
#include "geo/convex_inside.h"

enum { STEPS = 200 };
static const double ends = 1e-15;        // of the scale: a gap that is rounding
static const double touches = 1e-13;     // of the scale: nearer than this there is no direction

static int has(const lia_convex_simplex *s, const lia_convex_vertex *v) {
  for (int k = 0; k < s->n; k++)
    if (s->v[k].w[0] == v->w[0] && s->v[k].w[1] == v->w[1] && s->v[k].w[2] == v->w[2]) return 1;
  return 0;
}

// the normal of a triangle is known better than the difference of near points
static void simplex_normal(double n[3], const lia_convex_simplex *s, const double w[3]) {
  lia_unit3(n, w);
  if (s->n != 3) return;
  double u[3], v[3], m[3], longest = 0;
  lia_sub3(u, s->v[1].w, s->v[0].w);
  lia_sub3(v, s->v[2].w, s->v[0].w);
  longest = fmax(lia_dot3(u, u), lia_dot3(v, v));
  lia_cross3(m, u, v);
  if (lia_unit3(m, m) < 1e-6 * longest) return;
  double along = lia_dot3(m, n);
  if (fabs(along) > 1 - 1e-9) lia_scale3(n, along > 0 ? 1 : -1, m);
}

static void answer_of(lia_convex_answer *out, const lia_convex_simplex *s, const double w[3],
    const lia_convex_pair *pair) {
  simplex_normal(out->n, s, w);
  lia_convex_simplex_points(s, out->a, out->b);
  lia_convex_settle(out, pair);
  out->gap = fmax(0, lia_norm3(w) - out->distance);
}

// a first direction: from the middle of one to the middle of the other
static void first_vertex(lia_convex_simplex *s, const lia_convex_pair *pair) {
  double back[3];
  lia_scale3(back, -1, pair->X_AB.p);
  if (lia_dot3(back, back) == 0) lia_set3(back, 1, 0, 0);
  lia_convex_vertex_of(&s->v[0], pair, back);
  s->n = 1;
  s->weight[0] = 1;
}

// where only a side of `enough` is asked for: a bound that is on it
static int decided(lia_convex_answer *out, double far, double gap, const lia_convex_pair *pair) {
  if (pair->enough == (double)INFINITY) return 0;
  out->distance = far - gap > pair->enough ? far - gap : far;
  return far - gap > pair->enough || far <= pair->enough;
}

int lia_convex_apart(lia_convex_answer *out, lia_convex_simplex *s, const lia_convex_pair *pair) {
  double w[3], next[3], back[3], ask = 1e-6;
  int curved = lia_convex_is_curved(pair->A) || lia_convex_is_curved(pair->B);
  first_vertex(s, pair);
  lia_copy3(w, s->v[0].w);
  for (int k = 0; k < STEPS; k++) {
    double far = lia_norm3(w);
    if (far <= touches * pair->scale) return 0;
    lia_convex_simplex grown = *s;
    lia_convex_vertex *v = &grown.v[grown.n];
    lia_scale3(back, -1 / far, w);
    lia_convex_vertex_of(v, pair, back);
    double gap = far + lia_dot3(back, v->w);
    if (gap <= ends * pair->scale || has(s, v)) break;
    if (decided(out, far, gap, pair)) return 1;
    if (curved && gap <= ask * pair->scale && pair->enough == (double)INFINITY) {
      answer_of(out, s, w, pair);
      if (lia_convex_polish(out, s, pair)) return 1;
      ask *= 1e-2;
    }
    grown.n++;
    lia_convex_simplex_reduce(&grown, 1, next);
    if (grown.n == 4) {
      *s = grown;
      return 0;
    }
    if (!(lia_norm3(next) < far)) break;
    *s = grown;
    lia_copy3(w, next);
  }
  answer_of(out, s, w, pair);
  if (curved && out->gap > lia_convex_sure * pair->scale) (void)lia_convex_polish(out, s, pair);
  return 1;
}
