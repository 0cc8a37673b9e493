/* contact_scene.h - shapes on bodies, which of them may touch, and where they do
 *
 * A pair has one coefficient of friction and one of restitution. Pairs are looked at in their
 * order, points in that of convex_touch: the same state gives the same list. */
#ifndef LIA_CONTACT_SCENE_H
#define LIA_CONTACT_SCENE_H

#include "geo/convex.h"
#include "model/data.h"

LIA_C_BEGIN

/* convex, at X_BS of a body, -1: the world; reach: a ball of it about the origin of its frame holds
 * it (infinite for a plane) */
typedef struct lia_scene_shape { lia_convex convex; int body; lia_frame X_BS; double reach; }
    lia_scene_shape;

typedef struct lia_scene_pair { int a, b; double mu, restitution; } lia_scene_pair;

typedef struct lia_scene {
  int nshape, npair;
  lia_scene_shape *shape;
  lia_scene_pair *pair;
  lia_frame *X;                 /* (nshape) X_0S, of the last lia_scene_find */
  double *V;                    /* (nshape x 6) velocity of its origin, angular velocity, then */
} lia_scene;

/* a point where a pair touches, or will within the time looked ahead */
typedef struct lia_contact {
  int pair, row;                /* row: of the solver, its normal; then two along the plane */
  double n[3], u[2][3];         /* from a to b; two directions across it */
  double p[3], at_a[3];         /* midway between both surfaces; in the axes of a's shape */
  double gap, mu, restitution;
  double impulse[3];            /* of the step, on b: along n, u[0], u[1] */
} lia_contact;

/* the ball about a convex shape */
double lia_scene_reach(const lia_convex *C);

/* after lia_fk_rates: contacts whose gap is below margin, or may close within h at the speeds there
 * are. *n: how many there are, of which `room` are written */
LIA_NODISCARD lia_status lia_scene_find(lia_scene *s, const lia_model *m, const lia_data *d,
    double h, double margin, lia_contact *contact, int room, int *n, lia_error *err);

/* directions across a unit vector, the same for the same */
void lia_scene_across(const double n[3], double u[2][3]);

LIA_C_END

#endif
