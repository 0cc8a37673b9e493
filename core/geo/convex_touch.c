/* convex_touch.c - where two convex shapes touch: the nearest points, and of flat faces the corners
 * of what they share
 *
 * The face of one shape that looks at the other is the reference: what of the other looks back (a
 * face, an edge, a corner) is cut by the planes on the edges of the reference [Sutherland, Hodgman
 * 1974], and what of it is within the margin touches. The hull of these points is that of all that
 * touches, so they can hold the same wrench; of a round face the eight corners of a regular octagon
 * in it, the first at its lowest place. */
#include "geo/convex_inside.h"

#include "base/assert.h"

#include <string.h>

// what of a shape looks a way: n corners in world axes; flat: 1, a face, with its outward normal
enum { ROOM = 64, RIM = 8 };
typedef struct face { int n, flat; double p[ROOM][3], normal[3]; } face;

// faces less than this from the common normal are the reference: 1 - cos(2.6 degrees)
static const double ALIGNED = 1e-3;
// edges less than this apart in direction are parallel: sin
static const double PARALLEL = 0.02;

// eight directions, sin 45 degrees
#define HALF 0.70710678118654752
static const double turn[RIM][2] = { { 1, 0 }, { HALF, HALF }, { 0, 1 }, { -HALF, HALF },
  { -1, 0 }, { -HALF, -HALF }, { 0, -1 }, { HALF, -HALF } };

static void add_corner(face *f, const lia_frame *X, double x, double y, double z) {
  const double p[3] = { x, y, z };
  if (f->n < ROOM) lia_frame_point(f->p[f->n++], X, p);
}

// ---- what looks a way: d (unit) in the axes of the shape ----

static void box_face(face *f, const lia_convex *C, const lia_frame *X, const double d[3]) {
  static const int corner[4][2] = { { 1, 1 }, { -1, 1 }, { -1, -1 }, { 1, -1 } };
  int k = fabs(d[1]) > fabs(d[0]) ? 1 : 0;
  if (fabs(d[2]) > fabs(d[k])) k = 2;
  const int a = (k + 1) % 3, b = (k + 2) % 3;
  double p[3], n[3] = { 0 };
  n[k] = d[k] < 0 ? -1 : 1;
  for (int i = 0; i < 4; i++) {
    p[k] = n[k] * C->size[k];
    p[a] = corner[i][0] * C->size[a];
    p[b] = corner[i][1] * C->size[b];
    add_corner(f, X, p[0], p[1], p[2]);
  }
  f->flat = 1;
  lia_frame_vector(f->normal, X, n);
}

// a circle about z at height z, its first corner where d looks
static void rim(face *f, const lia_frame *X, double r, double z, const double d[3], int count) {
  const double size = sqrt(d[0]*d[0] + d[1]*d[1]);
  double u[2] = { 1, 0 };
  // upright: where d looks is rounding
  if (size > 1e-9) {
    u[0] = d[0] / size;
    u[1] = d[1] / size;
  }
  for (int k = 0; k < count; k++)
    add_corner(f, X, r * (turn[k][0] * u[0] - turn[k][1] * u[1]),
        r * (turn[k][0] * u[1] + turn[k][1] * u[0]), z);
}

static void cap(face *f, const lia_convex *C, const lia_frame *X, const double d[3], double way) {
  const double n[3] = { 0, 0, way };
  rim(f, X, C->size[0], way * C->size[1], d, RIM);
  f->flat = 1;
  lia_frame_vector(f->normal, X, n);
}

static void cylinder_face(face *f, const lia_convex *C, const lia_frame *X, const double d[3]) {
  if (fabs(d[2]) > 0.7) {
    cap(f, C, X, d, d[2] < 0 ? -1 : 1);
    return;
  }
  rim(f, X, C->size[0], C->size[1], d, 1);
  rim(f, X, C->size[0], -C->size[1], d, 1);
}

// its base, or the line from the tip down
static void cone_face(face *f, const lia_convex *C, const lia_frame *X, const double d[3]) {
  if (d[2] < -0.7) {
    cap(f, C, X, d, -1);
    return;
  }
  add_corner(f, X, 0, 0, C->size[1]);
  rim(f, X, C->size[0], -C->size[1], d, 1);
}

static void corner_of(const lia_convex *C, int face_, int k, double p[3]) {
  const int at = C->first[face_], n = C->first[face_ + 1] - at;
  lia_copy3(p, C->v + 3 * C->corner[at + k % n]);
}

// Newell's normal, its length twice the area
static void polygon_normal(const lia_convex *C, int face_, double n[3]) {
  const int count = C->first[face_ + 1] - C->first[face_];
  double o[3], a[3], b[3], out[3];
  lia_set3(n, 0, 0, 0);
  corner_of(C, face_, 0, o);
  for (int k = 1; k + 1 < count; k++) {
    corner_of(C, face_, k, a);
    corner_of(C, face_, k + 1, b);
    lia_sub3(a, a, o);
    lia_sub3(b, b, o);
    lia_cross3(out, a, b);
    lia_add3(n, n, out);
  }
}

static void polytope_face(face *f, const lia_convex *C, const lia_frame *X, const double d[3]) {
  double best = -2, normal[3] = { 0, 0, 0 }, n[3], p[3];
  int which = -1;
  for (int k = 0; k < C->nface; k++) {
    polygon_normal(C, k, n);
    if (!(lia_unit3(n, n) > 0) || !(lia_dot3(n, d) > best)) continue;
    best = lia_dot3(n, d);
    lia_copy3(normal, n);
    which = k;
  }
  if (which < 0) return;
  for (int k = 0; k < C->first[which + 1] - C->first[which]; k++) {
    corner_of(C, which, k, p);
    add_corner(f, X, p[0], p[1], p[2]);
  }
  f->flat = 1;
  lia_frame_vector(f->normal, X, normal);
}

// the point of an ellipsoid furthest along d: E^2 d / |E d|
static void ellipsoid_point(face *f, const lia_convex *C, const lia_frame *X, const double d[3]) {
  const double *e = C->size;
  const double Ed[3] = { e[0] * d[0], e[1] * d[1], e[2] * d[2] };
  const double size = lia_norm3(Ed), per = size > 0 ? 1 / size : 0;
  add_corner(f, X, per * e[0] * Ed[0], per * e[1] * Ed[1], per * e[2] * Ed[2]);
}

// d_W: in world axes
static face facing(const lia_convex *C, const lia_frame *X, const double d_W[3]) {
  face f = { 0 };
  double d[3];
  lia_frame_vector_back(d, X, d_W);
  switch (C->kind) {
    case LIA_CONVEX_capsule:
      add_corner(&f, X, 0, 0, C->size[1]);
      add_corner(&f, X, 0, 0, -C->size[1]);
      break;
    case LIA_CONVEX_box: box_face(&f, C, X, d); break;
    case LIA_CONVEX_cylinder: cylinder_face(&f, C, X, d); break;
    case LIA_CONVEX_cone: cone_face(&f, C, X, d); break;
    case LIA_CONVEX_polytope: polytope_face(&f, C, X, d); break;
    case LIA_CONVEX_ellipsoid: ellipsoid_point(&f, C, X, d); break;
    default: add_corner(&f, X, 0, 0, 0);
  }
  return f;
}

// ---- cut by the edges of the reference ----

// what of a closed polygon (of two corners: a segment) is on the side m . p <= most; corners nearer
// to the cut than `on` are on it: edges that lie on each other cut nowhere
static void cut_side(face *f, const double m[3], double most, double on) {
  face out = { .flat = f->flat };
  lia_copy3(out.normal, f->normal);
  const int edges = f->n == 2 ? 1 : f->n;
  for (int k = 0; k < f->n; k++) {
    const double *a = f->p[k], *b = f->p[(k + 1) % f->n];
    const double da = lia_dot3(m, a) - most, db = lia_dot3(m, b) - most;
    if (da <= on && out.n < ROOM) lia_copy3(out.p[out.n++], a);
    if (k >= edges || fmin(da, db) > -on || fmax(da, db) < on || out.n >= ROOM) continue;
    double *p = out.p[out.n++];
    for (int i = 0; i < 3; i++) p[i] = a[i] + da / (da - db) * (b[i] - a[i]);
  }
  *f = out;
}

// how far a corner is from the first at most
static double width(const face *f) {
  double most = 0, d[3];
  for (int k = 1; k < f->n; k++) {
    lia_sub3(d, f->p[k], f->p[0]);
    most = fmax(most, lia_norm3(d));
  }
  return most;
}

// corners that cuts through one corner made of it are one
static void join_corners(face *f) {
  const double on = 1e-6 * width(f);
  double d[3];
  int kept = 0;
  for (int k = 0; k < f->n; k++) {
    int same = 0;
    for (int i = 0; i < kept && !same; i++) {
      lia_sub3(d, f->p[k], f->p[i]);
      same = lia_norm3(d) <= on;
    }
    if (!same) lia_copy3(f->p[kept++], f->p[k]);
  }
  f->n = kept;
}

static void cut_by(face *f, const face *reference) {
  double middle[3] = { 0, 0, 0 }, edge[3], m[3];
  const double on = 1e-6 * width(reference);
  for (int k = 0; k < reference->n; k++)
    lia_addto3(middle, 1.0 / reference->n, reference->p[k]);
  for (int k = 0; k < reference->n && f->n; k++) {
    const double *a = reference->p[k], *b = reference->p[(k + 1) % reference->n];
    lia_sub3(edge, b, a);
    lia_cross3(m, edge, reference->normal);
    if (!(lia_unit3(m, m) > 0)) continue;
    if (lia_dot3(m, middle) > lia_dot3(m, a)) lia_scale3(m, -1, m);
    cut_side(f, m, lia_dot3(m, a), on);
  }
  join_corners(f);
}

// ---- at most eight ----

// the furthest in eight directions across n: as good as all where they stand in a ring
static void thin(face *f, const double n[3]) {
  double u[3], w[3], e[3] = { 0 };
  int k = fabs(n[0]) < fabs(n[1]) ? 0 : 1, kept[LIA_TOUCH_MOST], count = 0;
  if (f->n <= LIA_TOUCH_MOST) return;
  e[fabs(n[2]) < fabs(n[k]) ? 2 : k] = 1;
  lia_cross3(u, n, e);
  lia_unit3(u, u);
  lia_cross3(w, n, u);
  for (int way = 0; way < LIA_TOUCH_MOST; way++) {
    double best = -(double)INFINITY;
    int which = 0;
    for (int i = 0; i < f->n; i++) {
      const double h = turn[way][0] * lia_dot3(u, f->p[i]) + turn[way][1] * lia_dot3(w, f->p[i]);
      if (h > best) which = i;
      best = fmax(h, best);
    }
    int known = 0;
    for (int i = 0; i < count; i++) known |= kept[i] == which;
    if (!known) kept[count++] = which;
  }
  face out = *f;
  for (int i = 0; i < count; i++) lia_copy3(out.p[i], f->p[kept[i]]);
  out.n = count;
  *f = out;
}

// ---- a shape and a plane ----

// of all that may touch: both rims of what is round, all corners
static face all_of(const lia_convex *C, const lia_frame *X, const double d_W[3], double most) {
  face f = facing(C, X, d_W);
  double d[3], p[3];
  lia_frame_vector_back(d, X, d_W);
  if (C->kind == LIA_CONVEX_cylinder) {
    f.n = 0;
    rim(&f, X, C->size[0], C->size[1], d, fabs(d[2]) > 0.7 && d[2] > 0 ? RIM : 1);
    rim(&f, X, C->size[0], -C->size[1], d, fabs(d[2]) > 0.7 && d[2] < 0 ? RIM : 1);
  }
  if (C->kind == LIA_CONVEX_cone) {
    f.n = 0;
    rim(&f, X, C->size[0], -C->size[1], d, d[2] < -0.7 ? RIM : 1);
    add_corner(&f, X, 0, 0, C->size[1]);
  }
  if (C->kind != LIA_CONVEX_box && C->kind != LIA_CONVEX_polytope) return f;
  f.n = 0;
  for (int k = 0; C->kind == LIA_CONVEX_box && k < 8; k++)
    add_corner(&f, X, k & 1 ? C->size[0] : -C->size[0], k & 2 ? C->size[1] : -C->size[1],
        k & 4 ? C->size[2] : -C->size[2]);
  for (int k = 0; C->kind == LIA_CONVEX_polytope && k < C->nv; k++) {
    lia_frame_point(p, X, C->v + 3 * k);
    if (lia_dot3(p, d_W) < most) continue;
    if (f.n == ROOM) thin(&f, d_W);
    lia_copy3(f.p[f.n++], p);
  }
  return f;
}

// z: the normal of the plane, o in it; the points of the shape, then of the plane
static int on_plane(double at[][2][3], double gap[], const lia_convex *C, const lia_frame *X,
    const double z[3], const double o[3], double margin) {
  double down[3];
  int n = 0;
  lia_scale3(down, -1, z);
  face f = all_of(C, X, down, -lia_dot3(z, o) - C->radius - margin);
  int kept = 0;
  for (int k = 0; k < f.n; k++)
    if (lia_dot3(z, f.p[k]) - lia_dot3(z, o) - C->radius <= margin)
      lia_copy3(f.p[kept++], f.p[k]);
  f.n = kept;
  thin(&f, z);
  for (int k = 0; k < f.n; k++, n++) {
    gap[n] = lia_dot3(z, f.p[k]) - lia_dot3(z, o) - C->radius;
    lia_copy3(at[n][0], f.p[k]);
    lia_addto3(at[n][0], -C->radius, z);
    lia_copy3(at[n][1], at[n][0]);
    lia_addto3(at[n][1], -gap[n], z);
  }
  return n;
}

static int touch_plane(lia_touch *touch, double n[3], const lia_convex *A, const lia_frame *X_WA,
    const lia_convex *B, const lia_frame *X_WB, double margin) {
  const int first = A->kind == LIA_CONVEX_plane;   // the plane is A
  const lia_frame *P = first ? X_WA : X_WB;
  const double z[3] = { P->R[2], P->R[5], P->R[8] };
  double at[LIA_TOUCH_MOST][2][3], gap[LIA_TOUCH_MOST];
  const int count = on_plane(at, gap, first ? B : A, first ? X_WB : X_WA, z, P->p, margin);
  lia_scale3(n, first ? 1 : -1, z);
  for (int k = 0; k < count; k++) {
    touch[k].gap = gap[k];
    lia_copy3(touch[k].p_A, at[k][first]);
    lia_copy3(touch[k].p_B, at[k][!first]);
  }
  return count;
}

// ---- two shapes ----

// the other's points within the edges of the reference and the margin; n is the outward normal of
// the reference, A's where `of_A`
static int on_face(lia_touch *touch, const face *reference, face *other, int of_A, double r_ref,
    double r_other, double margin) {
  const double *m = reference->normal;
  int n = 0, kept = 0;
  cut_by(other, reference);
  for (int k = 0; k < other->n; k++)
    if (lia_dot3(m, other->p[k]) - lia_dot3(m, reference->p[0]) - r_ref - r_other <= margin)
      lia_copy3(other->p[kept++], other->p[k]);
  other->n = kept;
  thin(other, m);
  for (int k = 0; k < other->n; k++, n++) {
    const double gap = lia_dot3(m, other->p[k]) - lia_dot3(m, reference->p[0]) - r_ref - r_other;
    double near_[3], far_[3];
    lia_copy3(near_, other->p[k]);
    lia_addto3(near_, -r_other, m);
    lia_copy3(far_, near_);
    lia_addto3(far_, -gap, m);
    touch[n].gap = gap;
    lia_copy3(touch[n].p_A, of_A ? far_ : near_);
    lia_copy3(touch[n].p_B, of_A ? near_ : far_);
  }
  return n;
}

// the corners of a face that reach furthest along d, one or two of them: a corner or an edge
static void edge_of(face *f, const double d[3]) {
  double most = -(double)INFINITY, size = 0;
  int kept = 0;
  if (!f->flat) return;
  for (int k = 0; k < f->n; k++) most = fmax(most, lia_dot3(d, f->p[k]));
  for (int k = 1; k < f->n; k++)
    for (int i = 0; i < 3; i++) size = fmax(size, fabs(f->p[k][i] - f->p[0][i]));
  for (int k = 0; k < f->n; k++)
    if (lia_dot3(d, f->p[k]) > most - 1e-3 * size) lia_copy3(f->p[kept++], f->p[k]);
  f->n = kept;
}

// the two ends of what parallel segments share, on the first: 0 where they are not parallel
static int shared(const face *a, const face *b, double p[2][3]) {
  double u[3], w[3], out[3], along;
  if (a->n != 2 || b->n != 2) return 0;
  lia_sub3(u, a->p[1], a->p[0]);
  lia_sub3(w, b->p[1], b->p[0]);
  const double length = lia_unit3(u, u);
  if (!(length > 0) || !(lia_unit3(w, w) > 0)) return 0;
  lia_cross3(out, u, w);
  if (lia_norm3(out) > PARALLEL) return 0;
  double low = 0, high = length, end[2];
  for (int k = 0; k < 2; k++) {
    lia_sub3(w, b->p[k], a->p[0]);
    end[k] = lia_dot3(w, u);
  }
  low = fmax(low, fmin(end[0], end[1]));
  high = fmin(high, fmax(end[0], end[1]));
  if (!(high > low)) return 0;
  for (int k = 0; k < 2; k++) {
    along = k ? high : low;
    lia_copy3(p[k], a->p[0]);
    lia_addto3(p[k], along, u);
  }
  return 1;
}

static double near_point(const double p[3], const face *line, double out[3]) {
  double u[3], w[3];
  lia_sub3(u, line->p[1], line->p[0]);
  lia_sub3(w, p, line->p[0]);
  const double s = lia_dot3(w, u) / lia_dot3(u, u);
  lia_copy3(out, line->p[0]);
  lia_addto3(out, s, u);
  return s;
}

// two edges side by side
static int on_edges(lia_touch *touch, face *a, face *b, const double n[3], double r_A, double r_B,
    double margin) {
  double p[2][3], other[3], back[3];
  int count = 0;
  lia_scale3(back, -1, n);
  edge_of(a, n);
  edge_of(b, back);
  if (!shared(a, b, p)) return 0;
  for (int k = 0; k < 2; k++) {
    near_point(p[k], b, other);
    const double gap = lia_dot3(n, other) - lia_dot3(n, p[k]) - r_A - r_B;
    if (gap > margin) continue;
    touch[count].gap = gap;
    lia_copy3(touch[count].p_A, p[k]);
    lia_addto3(touch[count].p_A, r_A, n);
    lia_copy3(touch[count].p_B, touch[count].p_A);
    lia_addto3(touch[count++].p_B, gap, n);
  }
  return count;
}

static double aligned(const face *f, const double d[3]) {
  return f->flat && f->n > 2 ? lia_dot3(f->normal, d) : -2;
}

static int touch_faces(lia_touch *touch, double n[3], const lia_convex *A, const lia_frame *X_WA,
    const lia_convex *B, const lia_frame *X_WB, double margin) {
  double back[3];
  lia_scale3(back, -1, n);
  face a = facing(A, X_WA, n), b = facing(B, X_WB, back);
  const double of_a = aligned(&a, n), of_b = aligned(&b, back);
  if (fmax(of_a, of_b) < 1 - ALIGNED)
    return on_edges(touch, &a, &b, n, A->radius, B->radius, margin);
  // of two faces as well aligned the first: rounding does not choose
  if (of_a >= of_b - 1e-9) {
    const int count = on_face(touch, &a, &b, 1, A->radius, B->radius, margin);
    if (count) lia_copy3(n, a.normal);
    return count;
  }
  const int count = on_face(touch, &b, &a, 0, B->radius, A->radius, margin);
  if (count) lia_scale3(n, -1, b.normal);
  return count;
}

// ---- the face that is furthest from the other shape ----

// A direction m tells that two shapes are at least sep(m) apart, and their distance is the largest
// sep there is. Where the point of the other that is nearest to a face stands over that face, it is
// as far as sep: then this is the distance, whatever other directions say (overlaps are not proved
// so: deep ones are asked of convex_nearest)
typedef struct plane { double sep, m[3]; } plane;

static int faces_of(const lia_convex *C) {
  switch (C->kind) {
    case LIA_CONVEX_box: return 6;
    case LIA_CONVEX_cylinder: return 2;
    case LIA_CONVEX_cone: return 1;
    case LIA_CONVEX_polytope: return C->nface;
    default: return 0;
  }
}

// the outward normal of face k in the axes of the shape, and how far its plane is from the origin
static double face_plane(const lia_convex *C, int k, double m[3]) {
  double p[3];
  lia_set3(m, 0, 0, 0);
  if (C->kind == LIA_CONVEX_box) {
    m[k / 2] = k % 2 ? -1 : 1;
    return C->size[k / 2];
  }
  if (C->kind != LIA_CONVEX_polytope) {
    m[2] = k || C->kind == LIA_CONVEX_cone ? -1 : 1;
    return C->size[1];
  }
  polygon_normal(C, k, m);
  if (!(lia_unit3(m, m) > 0)) return (double)INFINITY;
  corner_of(C, k, 0, p);
  return lia_dot3(m, p);
}

static plane furthest_face(const lia_convex *A, const lia_frame *X_WA, const lia_convex *B,
    const lia_frame *X_WB) {
  plane best = { .sep = -(double)INFINITY };
  lia_frame X_AB;
  lia_frame_between(&X_AB, X_WA, X_WB);
  for (int k = 0; k < faces_of(A); k++) {
    double m[3], back[3], down[3], s[3], p[3];
    const double at = face_plane(A, k, m);
    lia_scale3(back, -1, m);
    lia_frame_vector_back(down, &X_AB, back);
    lia_convex_support(s, B, down);
    lia_frame_point(p, &X_AB, s);
    const double sep = lia_dot3(m, p) - at - A->radius - B->radius;
    if (!(sep > best.sep)) continue;
    best.sep = sep;
    lia_frame_vector(best.m, X_WA, m);
  }
  return best;
}

// 1 and *n points (which may be none): the face proved it; 0: it does not
static int touch_by_face(lia_touch *touch, int *n, double normal[3], const lia_convex *A,
    const lia_frame *X_WA, const lia_convex *B, const lia_frame *X_WB, double margin) {
  const plane a = furthest_face(A, X_WA, B, X_WB), b = furthest_face(B, X_WB, A, X_WA);
  double back[3], least = (double)INFINITY;
  *n = 0;
  if (fmax(a.sep, b.sep) > margin) return 1;
  if (!faces_of(A) && !faces_of(B)) return 0;
  // of two faces as far the first: rounding does not choose
  const double size = fmax(fabs(X_WA->p[0] - X_WB->p[0]),
      fmax(fabs(X_WA->p[1] - X_WB->p[1]), fabs(X_WA->p[2] - X_WB->p[2])));
  const int of_A = a.sep >= b.sep - 1e-7 * size;
  const plane *p = of_A ? &a : &b;
  lia_scale3(back, -1, p->m);
  face reference = facing(of_A ? A : B, of_A ? X_WA : X_WB, p->m);
  face other = facing(of_A ? B : A, of_A ? X_WB : X_WA, back);
  const double r_ref = (of_A ? A : B)->radius, r_other = (of_A ? B : A)->radius;
  if (p->sep < -1e-3 * width(&reference)) return 0;
  *n = on_face(touch, &reference, &other, of_A, r_ref, r_other, margin);
  for (int k = 0; k < *n; k++) least = fmin(least, touch[k].gap);
  lia_scale3(normal, of_A ? 1 : -1, p->m);
  return least <= p->sep + 1e-6 * width(&reference);
}

lia_status lia_convex_touch(lia_touch touch[LIA_TOUCH_MOST], int *ntouch, double n[3],
    const lia_convex *A, const lia_frame *X_WA, const lia_convex *B, const lia_frame *X_WB,
    double margin, lia_error *err) {
  lia_nearest near_;
  lia_error why = { 0 };
  *ntouch = 0;
  const int planes = (A->kind == LIA_CONVEX_plane) + (B->kind == LIA_CONVEX_plane);
  if (planes == 2) return LIA_FAIL(err, LIA_EARG, "contacts", "two planes cut each other");
  if (planes) {
    *ntouch = touch_plane(touch, n, A, X_WA, B, X_WB, margin);
    return LIA_OK;
  }
  if (touch_by_face(touch, ntouch, n, A, X_WA, B, X_WB, margin)) return LIA_OK;
  *ntouch = 0;
  // the best there is tells the faces, whose distance is exact again
  const lia_status st = lia_convex_nearest(&near_, A, X_WA, B, X_WB, &why);
  if (st != LIA_OK && st != LIA_ENOCONV) return LIA_FAIL(err, st, why.path, "%s", why.text);
  lia_copy3(n, near_.n);
  if (near_.distance > margin) return LIA_OK;
  *ntouch = touch_faces(touch, n, A, X_WA, B, X_WB, margin);
  if (*ntouch) return LIA_OK;
  touch[0].gap = near_.distance;
  lia_copy3(touch[0].p_A, near_.p_A);
  lia_copy3(touch[0].p_B, near_.p_B);
  *ntouch = 1;
  return LIA_OK;
}
