/* convex.h - convex shapes: how near two are, and where they touch
 *
 * A shape is a core swept by a ball of `radius`: a sphere is a point, a capsule a segment, a box
 * eight corners. Distances are between surfaces; negative where the shapes overlap: the least way
 * that parts them. Nothing here allocates; the same two shapes give the same bits, whatever was
 * asked before. */
#ifndef LIA_CONVEX_H
#define LIA_CONVEX_H

#include "geo/frame.h"

LIA_C_BEGIN

/* name, what of size is used: a box has half lengths along x y z; a cylinder and a cone the radius
 * and half the length along z, the tip of a cone is at +z; a capsule half the length of its
 * segment along z in size[1] (size[0] is not read); an ellipsoid its half axes. A plane is the half
 * space z <= 0 of its frame. Sizes may be 0: a box of no thickness is a rectangle */
#define LIA_CONVEX_LIST(X) \
  X(sphere, 0, 0, 0) X(capsule, 0, 1, 0) X(box, 1, 1, 1) X(cylinder, 1, 1, 0) X(cone, 1, 1, 0) \
  X(ellipsoid, 1, 1, 1) X(polytope, 0, 0, 0) X(plane, 0, 0, 0)

typedef enum lia_convex_kind {
#define X(name, x, y, z) LIA_CONVEX_##name,
  LIA_CONVEX_LIST(X)
#undef X
  LIA_CONVEX_COUNT
} lia_convex_kind;

typedef struct lia_convex {
  int kind;                  /* lia_convex_kind */
  double size[3], radius;
  /* of a polytope; not owned. Faces are polygons that turn counterclockwise as seen from outside:
   * face k has the corners corner[first[k]] .. corner[first[k + 1] - 1] */
  int nv, nface;
  const double *v;           /* (nv x 3) */
  const int *first, *corner;
} lia_convex;

const char *lia_convex_name(int kind);    /* "box"; NULL where there is no such kind */
/* EARG with what is wrong: sizes negative or not finite, no corners */
LIA_NODISCARD lia_status lia_convex_check(const lia_convex *C, const char *path, lia_error *err);

/* a ball and a box along the axes that hold it: their middle, half lengths of the box, radius of
 * the ball; infinite for a plane */
typedef struct lia_convex_bound { double middle[3], half[3], radius; } lia_convex_bound;
void lia_convex_bound_of(lia_convex_bound *bound, const lia_convex *C);

/* the nearest points of both and the unit normal from A to B, all in world axes:
 *   p_B - p_A = distance n, also where distance is negative */
typedef struct lia_nearest { double distance, p_A[3], p_B[3], n[3]; } lia_nearest;

/* EARG: a shape that is none; ENOCONV: no answer within the budget of steps (near is the best) */
LIA_NODISCARD lia_status lia_convex_nearest(lia_nearest *near, const lia_convex *A,
    const lia_frame *X_WA, const lia_convex *B, const lia_frame *X_WB, lia_error *err);

/* 1 where their distance is at most margin: ends as soon as that is decided, so faster than
 * the distance where they are far apart or deep in each other. EARG as above */
LIA_NODISCARD lia_status lia_convex_within(int *within, const lia_convex *A, const lia_frame *X_WA,
    const lia_convex *B, const lia_frame *X_WB, double margin, lia_error *err);

/* Where two shapes within `margin` of each other touch: the nearest points and, of flat faces, the
 * corners of what they share, at most LIA_TOUCH_MOST, which hold the same wrench; one normal for
 * all. Returns how many */
enum { LIA_TOUCH_MOST = 8 };
typedef struct lia_touch { double gap, p_A[3], p_B[3]; } lia_touch;
LIA_NODISCARD lia_status lia_convex_touch(lia_touch touch[LIA_TOUCH_MOST], int *ntouch, double n[3],
    const lia_convex *A, const lia_frame *X_WA, const lia_convex *B, const lia_frame *X_WB,
    double margin, lia_error *err);

LIA_C_END

#endif
