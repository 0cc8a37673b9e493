/* convex_nearest.c - the nearest points of two convex shapes, by the way that suits their kinds */
#include "geo/convex_inside.h"

#include <stddef.h>

static const char *const names[LIA_CONVEX_COUNT] = {
#define X(name, x, y, z) #name,
  LIA_CONVEX_LIST(X)
#undef X
};

static const int reads[LIA_CONVEX_COUNT][3] = {
#define X(name, x, y, z) { x, y, z },
  LIA_CONVEX_LIST(X)
#undef X
};

const char *lia_convex_name(int kind) {
  return kind >= 0 && kind < LIA_CONVEX_COUNT ? names[kind] : NULL;
}

// how far from its origin the core reaches, at most; NaN or infinite where its numbers are
static double reach_of(const lia_convex *C) {
  double reach = 0, most = 0, all = 0;
  for (int k = 0; k < 3; k++) reach += reads[C->kind][k] ? C->size[k] : 0;
  if (C->kind != LIA_CONVEX_polytope) return reach;
  for (int k = 0; k < C->nv; k++) {
    double square = lia_dot3(C->v + 3*k, C->v + 3*k);
    all += square;
    most = square > most ? square : most;
  }
  return sqrt(most) + 0 * all;
}

static lia_status measure_shape(const lia_convex *C, const char *path, double *reach,
    lia_error *err) {
  if (C->kind < 0 || C->kind >= LIA_CONVEX_COUNT)
    return LIA_FAIL(err, LIA_EARG, path, "expected a kind of convex shape, 0 to %d, got %d",
        LIA_CONVEX_COUNT - 1, C->kind);
  for (int k = 0; k < 3; k++)
    if (reads[C->kind][k] && !(C->size[k] >= 0 && C->size[k] < (double)INFINITY))
      return LIA_FAIL(err, LIA_EARG, path, "%s: expected a size of 0 or more, got %g",
          names[C->kind], C->size[k]);
  if (!(C->radius >= 0 && C->radius < (double)INFINITY))
    return LIA_FAIL(err, LIA_EARG, path, "%s: expected a radius of 0 or more, got %g",
        names[C->kind], C->radius);
  if (C->kind == LIA_CONVEX_polytope && (C->nv < 1 || !C->v))
    return LIA_FAIL(err, LIA_EARG, path, "polytope: expected 1 corner or more, got %d", C->nv);
  *reach = reach_of(C);
  if (!(*reach < 1e100))
    return LIA_FAIL(err, LIA_EARG, path, "%s: expected finite corners below 1e100 m",
        names[C->kind]);
  return LIA_OK;
}

lia_status lia_convex_check(const lia_convex *C, const char *path, lia_error *err) {
  double reach;
  return measure_shape(C, path, &reach, err);
}

static lia_status make_pair(lia_convex_pair *pair, const lia_convex *A, const lia_frame *X_WA,
    const lia_convex *B, const lia_frame *X_WB, lia_error *err) {
  double reach_A, reach_B, bad = 0;
  *pair = (lia_convex_pair){ .A = A, .B = B, .enough = (double)INFINITY };
  LIA_TRY(measure_shape(A, "A", &reach_A, err));
  LIA_TRY(measure_shape(B, "B", &reach_B, err));
  lia_frame_between(&pair->X_AB, X_WA, X_WB);
  const lia_frame *X_AB = &pair->X_AB;
  for (int k = 0; k < 9; k++) bad += 0 * X_AB->R[k];
  for (int k = 0; k < 3; k++) bad += 0 * X_AB->p[k];
  if (bad != 0)
    return LIA_FAIL(err, LIA_EARG, "frames", "expected frames of finite numbers");
  // two half spaces overlap without end, unless they look at each other
  if (A->kind == LIA_CONVEX_plane && B->kind == LIA_CONVEX_plane && !(X_AB->R[8] < -1 + 1e-15))
    return LIA_FAIL(err, LIA_EARG, "A, B", "two planes that are not back to back overlap without"
        " end: expected a shape that ends");
  pair->scale = reach_A + reach_B + lia_norm3(X_AB->p);
  return LIA_OK;
}

// cores become shapes: out by the radii, and into world axes
static void in_world(lia_nearest *near, const lia_convex_answer *z, const lia_convex *A,
    const lia_frame *X_WA, const lia_convex *B) {
  double a[3];
  lia_copy3(a, z->a);
  lia_addto3(a, A->radius, z->n);
  lia_frame_point(near->p_A, X_WA, a);
  lia_frame_vector(near->n, X_WA, z->n);
  near->distance = z->distance - A->radius - B->radius;
  lia_copy3(near->p_B, near->p_A);
  lia_addto3(near->p_B, near->distance, near->n);
}

// Near points have a difference of few digits, and so has its direction: where supports show that,
// the growing hull is asked for a normal along which they reach further
static void apart_by_faces(lia_convex_answer *z, lia_convex_simplex *s,
    const lia_convex_pair *pair) {
  lia_convex_answer other;
  double most = z->distance + z->gap;
  lia_convex_depth(&other, s, pair);
  if (other.distance > z->distance) *z = other;
  z->gap = fmax(0, most - z->distance);
}

// what a search may leave open, of the scale: a deep overlap of curved shapes has flat valleys
static const double open_apart = 1e-8, open_deep = 0.03;

lia_status lia_convex_nearest(lia_nearest *near, const lia_convex *A, const lia_frame *X_WA,
    const lia_convex *B, const lia_frame *X_WB, lia_error *err) {
  lia_convex_pair pair;
  lia_convex_answer z = { .distance = 0 };
  lia_convex_simplex s;
  LIA_TRY(make_pair(&pair, A, X_WA, B, X_WB, err));
  double open = 0;
  if (!lia_convex_closed(&z, &pair)) {
    int apart = lia_convex_apart(&z, &s, &pair);
    if (!apart) lia_convex_depth(&z, &s, &pair);
    else if (z.gap > lia_convex_sure * pair.scale) apart_by_faces(&z, &s, &pair);
    open = (apart ? open_apart : open_deep) * pair.scale;
  }
  in_world(near, &z, A, X_WA, B);
  if (!(z.gap <= open))
    return LIA_FAIL(err, LIA_ENOCONV, "A, B", "the distance of %s and %s is known to %g m only,"
        " after the largest number of steps", names[A->kind], names[B->kind], z.gap);
  return LIA_OK;
}

lia_status lia_convex_within(int *within, const lia_convex *A, const lia_frame *X_WA,
    const lia_convex *B, const lia_frame *X_WB, double margin, lia_error *err) {
  lia_convex_pair pair;
  lia_convex_answer z = { .distance = 0 };
  lia_convex_simplex s;
  *within = 0;
  LIA_TRY(make_pair(&pair, A, X_WA, B, X_WB, err));
  pair.enough = margin + A->radius + B->radius;
  if (pair.enough < 0) {
    // shapes deeper in each other than their radii: how deep has to be found
    lia_nearest near;
    LIA_TRY(lia_convex_nearest(&near, A, X_WA, B, X_WB, err));
    *within = near.distance <= margin;
  } else if (lia_convex_closed(&z, &pair)) {
    *within = z.distance <= pair.enough;
  } else {
    *within = !lia_convex_apart(&z, &s, &pair) || z.distance <= pair.enough;
  }
  return LIA_OK;
}
