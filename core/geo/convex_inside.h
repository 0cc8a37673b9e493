/* convex_inside.h - what the files of convex shapes share: supports, pairs, simplices
 *
 * The difference of two cores is D = { w = b - a }: a in A, b in B, all in A's axes. Its point
 * nearest to the origin tells how far the cores are apart; where the origin is inside, the face
 * nearest to it how deep they are in each other [Gilbert, Johnson, Keerthi 1988]. */
#ifndef LIA_CONVEX_INSIDE_H
#define LIA_CONVEX_INSIDE_H

#include "geo/convex.h"

LIA_C_BEGIN

/* Every core is the hull of pieces that are points, circles or an ellipsoid: a corner, the rims of
 * a cylinder, the tip and the rim of a cone. s: the point of the core furthest in direction n (any
 * length but 0), in the shape's axes; returns its piece */
int lia_convex_support(double s[3], const lia_convex *C, const double n[3]);
/* the point of this piece furthest in direction n, and how it changes with n: S = ds/dn (9) */
void lia_convex_piece(double s[3], double S[9], const lia_convex *C, int piece, const double n[3]);
/* 1: a piece of it is no point */
static inline int lia_convex_is_curved(const lia_convex *C) {
  return C->kind == LIA_CONVEX_cylinder || C->kind == LIA_CONVEX_cone ||
      C->kind == LIA_CONVEX_ellipsoid;
}

typedef struct lia_convex_pair {
  const lia_convex *A, *B;
  lia_frame X_AB;
  double scale;      /* no point of D is further than this from another, within a factor of 4 */
  /* a distance surely above this, or surely not, is all that is asked; infinite: the distance is */
  double enough;
} lia_convex_pair;

/* a point of D and where it comes from */
typedef struct lia_convex_vertex { double w[3], a[3], b[3]; int piece_a, piece_b; }
    lia_convex_vertex;

/* the point of D furthest in direction n */
void lia_convex_vertex_of(lia_convex_vertex *v, const lia_convex_pair *pair, const double n[3]);

/* n points of D and the weights of their point nearest to the origin, all positive */
typedef struct lia_convex_simplex { lia_convex_vertex v[4]; double weight[4]; int n; }
    lia_convex_simplex;
/* keeps the points on whose hull the nearest one is; w: that point. newest 1: only hulls with the
 * last point are looked at, where the nearest point of the others is known to be further */
void lia_convex_simplex_reduce(lia_convex_simplex *s, int newest, double w[3]);
/* the same of a, b: sums of weight a, weight b */
void lia_convex_simplex_points(const lia_convex_simplex *s, double a[3], double b[3]);

/* of the scale: no more than rounding */
static const double lia_convex_sure = 1e-13;

/* an answer about cores in A's axes: b - a = distance n. gap: how far the least distance can be
 * below the one told (of a depth: above) */
typedef struct lia_convex_answer { double distance, a[3], b[3], n[3], gap; } lia_convex_answer;

/* convex_gjk.c: 1 where the cores are apart; 0: they are not, and s has points to start from */
int lia_convex_apart(lia_convex_answer *out, lia_convex_simplex *s, const lia_convex_pair *pair);
/* convex_depth.c: of cores that overlap or touch */
void lia_convex_depth(lia_convex_answer *out, lia_convex_simplex *s, const lia_convex_pair *pair);
/* convex_polish.c: by Newton on the conditions of optimality, from n and distance in out and the
 * pieces of s; 1 where it got there, else out is as it was */
int lia_convex_polish(lia_convex_answer *out, const lia_convex_simplex *s,
    const lia_convex_pair *pair);
/* convex_closed.c: 1 where the cores have a closed form, and this is it */
int lia_convex_closed(lia_convex_answer *out, const lia_convex_pair *pair);

/* distance and points of out, given n: as far as the supports reach along it */
void lia_convex_settle(lia_convex_answer *out, const lia_convex_pair *pair);
/* a unit vector square to a, the same for the same a */
void lia_convex_square_to(double n[3], const double a[3]);

LIA_C_END

#endif
