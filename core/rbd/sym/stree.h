/* stree.h - a description as the recursive algorithms want it, in expressions: nodes whose z is the
 * axis of their motion
 *
 * The twin of lia_model's nodes, parents before children.
 *
 * Regrouping: inertial parameters that act only in sums with those of the parent are moved there
 * ([inria80] 3.2; Gautier, Khalil 1990). What is of revolution about a turn's axis is carried alike
 * by the parent: mass, z moment and one of Ixx, Iyy with it; a slide's inertia tensor turns with
 * the parent. The forces along the joints' axes do not change. */
#ifndef LIA_STREE_H
#define LIA_STREE_H

#include "model/model.h"
#include "model/smodel.h"

LIA_C_BEGIN

typedef struct lia_snode {
  /* LIA_TURN, LIA_SLIDE, or LIA_GENERAL: a quaternion, with a position before it where nq is 7 */
  int parent, kind;
  int iq, nq, iv, nv, angle, forks;
  int coord;                   /* the first of nv */
  lia_expr by, scale;          /* angle or length as it stands; d by / d q */
  const lia_expr *number;      /* of general nodes: (nq) */
  lia_expr X[12];              /* rows of [R p] at by = 0 in the parent node */
  lia_expr m, h[3], I[6];      /* about the node's origin */
  const lia_expr *S;           /* of general nodes: (6 x nv) */
} lia_snode;

typedef struct lia_stree {
  lia_pool *p;
  lia_arena arena;
  int nnode, jq, jv, ncoord;
  lia_snode *node;             /* (nnode + 1); 0 is the ground */
  lia_expr gravity[3];
  const lia_smodel *m;
  const int *body_node;        /* (m->nbody) the node that a body is fixed to; 0: the ground */
  lia_expr (*body_X)[12];      /* (m->nbody) and where: rows of [R p] */
} lia_stree;

/* how the parameters of one node are regrouped: not at all; with Iyy, Ixx or the second moment int
 * z^2 dm as the part that is carried alike; without */
typedef enum lia_regroup { LIA_REGROUP_none, LIA_REGROUP_yy, LIA_REGROUP_xx, LIA_REGROUP_mass,
    LIA_REGROUP_zz, LIA_REGROUP_COUNT } lia_regroup;

/* m must outlive it; how: by node (1-based, nnode + 1 entries), NULL: no regrouping. Every choice
 * gives the same forces. EMODEL, naming the body: a mass or inertia not given */
LIA_NODISCARD lia_status lia_stree_new(lia_stree **out, const lia_smodel *m, const lia_regroup *how,
    lia_error *err);
int lia_stree_nodes(const lia_smodel *m);
void lia_stree_free(lia_stree *t);

/* sum of the squares of how many nodes each stands on, itself with them: what straight-line code of
 * M and its factors grows by */
double lia_stree_spread(const lia_stree *t);

LIA_C_END

#endif
