/* smodel.h - a description as expressions: the same bodies and coordinates as lia_model, symbols
 * where it has numbers
 *
 * Every joint is written as moves, each a turn about or a slide along a coordinate axis of the
 * frame the moves before it have reached; a general axis stands between two constant poses that
 * bring z there and back. Angles that are multiples of pi/12 within rounding are taken as such, so
 * that DH tables with 1.5707963 stay exact. Spherical and floating joints turn by a quaternion: one
 * move of several numbers (w x y z, behind x y z for the floating) and speeds that are no rates of
 * them. Bodies with one say so, and what needs generalised coordinates refuses them by name. */
#ifndef LIA_SMODEL_H
#define LIA_SMODEL_H

#include "base/arena.h"
#include "describe/spec.h"
#include "sym/expr/pool.h"

LIA_C_BEGIN

typedef enum lia_smove_kind { LIA_STURN, LIA_SSLIDE, LIA_SPOSE, LIA_SBALL,
    LIA_SFREE } lia_smove_kind;

typedef struct lia_smove {
  lia_smove_kind kind;
  int axis;                    /* turn, slide: 0 x, 1 y, 2 z */
  /* the coordinate it moves by, -1: constant; ball, free: the first of 3, 6 */
  int coord;
  int iq;                      /* ball, free: the first of its numbers in q */
  lia_expr by;                 /* angle or length; scale*q + offset where it moves */
  lia_expr scale;              /* d by / d q, 0-number where constant */
  lia_expr R[9], p[3];         /* LIA_SPOSE: a constant pose */
} lia_smove;

typedef struct lia_sbody {
  const char *name, *where;
  int parent;                  /* -1: the ground */
  lia_smove *move; int nmove;  /* from the parent's frame to this body's */
  int nafter;                  /* the last of these lead from the moved joint frame on */
  int quaternion;              /* its joint turns by one */
  int lacks;                   /* mass or inertia not given */
  lia_expr m, com[3], I[6];    /* I about the centre of mass, in body axes, xx yy zz xy xz yz */
} lia_sbody;

typedef struct lia_sframe { const char *name; int body; lia_smove *move; int nmove,
    contact; } lia_sframe;

/* what a degree of freedom is given besides its geometry, told of the joint, which stands at scale
 * q + offset */
typedef struct lia_selement {
  int coord;
  lia_expr by, scale;                                         /* where it stands, d by / d q */
  lia_expr damping, friction, stiffness, rest, armature;      /* LIA_ZERO where not given */
} lia_selement;

typedef struct lia_smodel {
  lia_pool *p;                 /* not owned */
  lia_arena arena;
  int nbody, nframe, ncoord, nelement;
  lia_sbody *body;             /* parents before children */
  int *body_of;                /* (nbody) by body of the description */
  lia_sframe *frame;
  lia_expr *q;                 /* (ncoord) */
  /* numbers of q, as lia_model has them: those of q, four for every quaternion */
  int nq;
  lia_expr *number;            /* (nq) */
  /* (ncoord) speeds, as lia_model has them, and their rates: q' and q''; of a floating joint
   * body_ux' .. */
  lia_expr *v, *a;
  lia_selement *element;       /* (nelement) */
  lia_expr gravity[3];
} lia_smodel;

/* what its spring, damper and dry friction put on the coordinate of e:
 *   -scale (stiffness (by - rest) + damping w + friction sign w),  w = scale q' */
lia_expr lia_smodel_element_force(const lia_smodel *m, const lia_selement *e);

/* from a checked description; names become parameters of the pool, coordinates its coordinates */
LIA_NODISCARD lia_status lia_smodel_new(lia_smodel **out, lia_pool *p, lia_spec *s, lia_error *err);
/* appends where the ends of loops and constraints are as frames without names, z along the axis of
 * each: end e of loop i is frame nframe + 2 i + e (to, from), of constraint i frame nframe + 2
 * nloop + LIA_CONSTRAINT_ENDS i + e, in the frames of the description first. Ends that a constraint
 * does not have are of body -1 and without moves. nframe stays that of the description; once for a
 * model, for the same description */
LIA_NODISCARD lia_status lia_smodel_ends(lia_smodel *m, lia_spec *s, lia_error *err);
void lia_smodel_free(lia_smodel *m);

LIA_C_END

#endif
