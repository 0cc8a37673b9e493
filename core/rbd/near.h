/* near.h - which bodies of a model come near each other or what stands in its world
 *
 * A thing is a body with convex shapes, or an obstacle: shapes that stand in the world. Pairs of
 * things that are asked are kept in a table; all are at first but those of two obstacles. An
 * answer about a pair is that of its two nearest shapes. The same q gives the same bits, whatever
 * was asked before. */
#ifndef LIA_NEAR_H
#define LIA_NEAR_H

#include "geo/convex.h"
#include "model/data.h"

LIA_C_BEGIN

enum { LIA_NEAR_WORLD = -1, LIA_NEAR_MOST = 4000 };   /* bodies and obstacles */

/* a shape of thing number `thing`, in the frame of its body, or of the world */
typedef struct lia_near_shape { lia_convex C; lia_frame X_BS; int thing; } lia_near_shape;

/* things a < b, the numbers of the shapes, nearest points in world axes */
typedef struct lia_near_hit { int a, b, shape_a, shape_b; lia_nearest near; } lia_near_hit;

typedef struct lia_near lia_near;

/* n shapes in the order of their things, corners of polytopes are copied (faces are not kept);
 * body[k]: of the model, or LIA_NEAR_WORLD. EARG, EDIM, ENOMEM */
LIA_NODISCARD lia_status lia_near_new(lia_near **near, const lia_near_shape *shape, int n,
    const int *body, int nthing, const lia_model *m, lia_error *err);
void lia_near_free(lia_near *near);                       /* NULL: nothing */

/* is the pair a, b asked? */
void lia_near_ask(lia_near *near, int a, int b, int asked);
int lia_near_asked(const lia_near *near, int a, int b);
/* no point of thing a is further from the origin of its body */
double lia_near_reach(const lia_near *near, int a);

/* where all stand at q (nq); before anything below. Writes d: world */
void lia_near_place(lia_near *near, lia_data *d, const double *q);

/* All pairs within margin, nearest first; hit is held by near until it is asked again. Pairs whose
 * boxes are further apart are not looked at: things are swept along x [Cohen, Lin, Manocha,
 * Ponamgi, I-COLLIDE 1995] */
LIA_NODISCARD lia_status lia_near_below(lia_near *near, double margin, const lia_near_hit **hit,
    int *n, lia_error *err);
/* the nearest pair; found 0: none is asked. Pairs in the order in which their boxes are near, until
 * no box is nearer than the best */
LIA_NODISCARD lia_status lia_near_least(lia_near *near, lia_near_hit *hit, int *found,
    lia_error *err);
/* the first pair within margin; found 0: there is none */
LIA_NODISCARD lia_status lia_near_first(lia_near *near, double margin, int *a, int *b, int *found,
    lia_error *err);
/* count[nthing a + b] += 1 for each pair asked that overlaps, a < b */
LIA_NODISCARD lia_status lia_near_count(lia_near *near, int *count, lia_error *err);

/* row (nv) = d distance / dq:  n' (J_pB - J_pA), points of the bodies as they move with them. After
 * lia_near_place with the same d */
void lia_near_gradient(const lia_near *near, const lia_data *d, const lia_near_hit *hit,
    double *row);

LIA_C_END

#endif
