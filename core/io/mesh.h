/* mesh.h - surfaces of triangles: made, welded, moved, measured, thinned, wrapped, fitted
 *
 * The corners of a triangle turn counterclockwise as seen from outside. Lengths are metres, as far
 * as files can be trusted. Where a function fails, the mesh is as it was, unless told. Everything
 * goes in the order of vertices and triangles: the same bits on every machine. */
#ifndef LIA_MESH_H
#define LIA_MESH_H

#include "base/status.h"
#include "base/text.h"
#include "geo/frame.h"
#include "geo/inertia.h"

LIA_C_BEGIN

enum { LIA_MESH_MOST = 4000000 };    /* triangles; three times as many vertices */

typedef struct lia_mesh {
  int nv, nf, ncolour;
  double *v;                    /* (nv x 3) */
  int *f;                       /* (nf x 3) vertices, counted from 0 */
  int *paint;                   /* (nf) which colour; -1: none */
  double *colour;               /* (ncolour x 3) red, green, blue, 0 to 1 */
  int vroom, froom, croom;
  lia_text note;                /* a line for each thing of a file that was not understood */
  int nnote;
} lia_mesh;

LIA_NODISCARD lia_status lia_mesh_new(lia_mesh **m, lia_error *err);
void lia_mesh_free(lia_mesh *m);                    /* NULL: nothing */
LIA_NODISCARD lia_status lia_mesh_copy(lia_mesh **m, const lia_mesh *from, lia_error *err);

/* one more at the end; a vertex must be finite, a face name vertices that are there. EARG, ELIMIT,
 * ENOMEM */
LIA_NODISCARD lia_status lia_mesh_vertex(lia_mesh *m, const double p[3], lia_error *err);
LIA_NODISCARD lia_status lia_mesh_face(lia_mesh *m, int a, int b, int c, int paint, lia_error *err);
LIA_NODISCARD lia_status lia_mesh_colour(lia_mesh *m, const double rgb[3], lia_error *err);
/* "file:12: what": the first 40 are kept, all are counted */
void lia_mesh_tell(lia_mesh *m, const char *file, long line, const char *what);

/* all triangles of b behind those of m; m holds what fitted where memory ends */
LIA_NODISCARD lia_status lia_mesh_merge(lia_mesh *m, const lia_mesh *b, lia_error *err);
/* v = s v, component by component; an odd number of negative s turns the triangles round, so that
 * outside stays outside. EARG where one is 0 or not finite */
LIA_NODISCARD lia_status lia_mesh_scale(lia_mesh *m, const double s[3], lia_error *err);
void lia_mesh_move(lia_mesh *m, const lia_frame *X);
void lia_mesh_flip(lia_mesh *m);

/* Vertices that are equal (tolerance 0: 0 and -0 are) or within tolerance of the first of their
 * kind become that one; triangles that lose a corner so, and vertices in no triangle, go. told:
 * how many of each went, may be NULL. Time n log n for sensible tolerances */
typedef struct lia_mesh_welded { int joined, faces, loose; } lia_mesh_welded;
LIA_NODISCARD lia_status lia_mesh_weld(lia_mesh *m, double tolerance, lia_mesh_welded *told,
    lia_error *err);

/* ---- measured (mesh_measure.c) ---- */

void lia_mesh_bounds(const lia_mesh *m, double low[3], double high[3]);   /* 0 where it is empty */
double lia_mesh_area(const lia_mesh *m);
/* Of what is inside, density 1, about the origin, by tetrahedra from the middle of the bounds:
 *   V = a.(b x c)/6,   h = V (a + b + c)/4,   S = V/20 (a a' + b b' + c c' + s s'),  s = a + b + c
 * [Tonon, Explicit exact formulas for the 3-D tetrahedron inertia tensor, J. Math. Stat. 1 (2005)].
 * Exact for closed surfaces; negative where inside is out */
void lia_mesh_moments(lia_inertia *J, const lia_mesh *m);
double lia_mesh_volume(const lia_mesh *m);
/* the same with that density; EMODEL where the surface is not closed, not oriented or inside out,
 * with what to do */
LIA_NODISCARD lia_status lia_mesh_inertia(lia_inertia *J, const lia_mesh *m, double density,
    const char *path, lia_error *err);

/* What a surface weighs of density 1, its centre, and its tensor about it, xx yy zz xy xz yz
 * (mesh_weigh.c): by tetrahedra with their signs (exact where it is closed), all of them counted as
 * positive (as MuJoCo does unless told otherwise), or the surface itself, a sheet. 0 where it
 * weighs nothing */
typedef enum lia_mesh_weight {
  LIA_MESH_exact, LIA_MESH_positive, LIA_MESH_surface
} lia_mesh_weight;
int lia_mesh_weigh(const lia_mesh *m, lia_mesh_weight how, double *amount, double c[3],
    double J[6]);

/* How the triangles hang together, on welded vertices. An edge that one triangle has is open, one
 * that three have is crowded, one that two run through the same way is turned. Euler: V - E + F = 2
 * (parts - handles), V the corners that are one around their edges; handles is -1 where the surface
 * is not closed */
typedef struct lia_mesh_form {
  int vertices, edges, faces, parts, open, crowded, turned, handles, flat;   /* flat: of no area */
  int closed, oriented;
} lia_mesh_form;
LIA_NODISCARD lia_status lia_mesh_form_of(lia_mesh_form *form, const lia_mesh *m, lia_error *err);

/* ---- made of it ---- */

/* The convex hull of the vertices, by quickhull [Barber, Dobkin, Huhdanpaa 1996] on exact signs of
 * determinants [Shewchuk 1997]: no tolerance is needed. With one, points that stand out by no more
 * are left out, and outside is how far the furthest does. EMODEL where all points are in a plane */
LIA_NODISCARD lia_status lia_mesh_hull(lia_mesh **hull, const lia_mesh *m, double tolerance,
    double *outside, lia_error *err);
/* the sign of det[b - a, c - a, d - a]: 1, 0, -1, exact where |coordinates| are within 1e-90 ..
 * 1e90 */
int lia_mesh_orient(const double a[3], const double b[3], const double c[3], const double d[3]);

/* At most so many triangles, by joining all vertices in a cell of a grid to their mean; the finest
 * grid that does. error: no point of the surface has moved further. Small ones stay as they are */
LIA_NODISCARD lia_status lia_mesh_thin(lia_mesh **thin, const lia_mesh *m, int most, double *error,
    lia_error *err);

/* A shape around all vertices, along the axes of inertia of what is inside (of the surface where it
 * is not closed): its place, sizes as lia_solid has them (box x y z, sphere r, cylinder r h,
 * capsule r h), and its error: how deep the vertex furthest from its surface is in it. The sphere
 * is the smallest cylinder and capsule take the axis of least volume. */
typedef enum lia_mesh_shape {
  LIA_MESH_box, LIA_MESH_sphere, LIA_MESH_cylinder, LIA_MESH_capsule, LIA_MESH_SHAPES
} lia_mesh_shape;
extern const char *const lia_mesh_shape_name[LIA_MESH_SHAPES];
typedef struct lia_mesh_fit { lia_frame at; double size[3], volume, error; int n; } lia_mesh_fit;
LIA_NODISCARD lia_status lia_mesh_fit_of(lia_mesh_fit *fit, const lia_mesh *m,
    lia_mesh_shape shape, lia_error *err);
/* the smallest ball around n points of 3 numbers */
void lia_mesh_ball(const double *p, int n, double centre[3], double *radius);

LIA_C_END

#endif
