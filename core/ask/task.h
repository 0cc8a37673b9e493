/* task.h - what a kinematic question is asked about: a point of a body, in some axes, rows of its
 * Jacobian
 *
 * J (nrow x nv) are the chosen rows of the Jacobian of jac.h. All questions of this room take one
 * of these. */
#ifndef LIA_TASK_H
#define LIA_TASK_H

#include "model/data.h"
#include "num/factor.h"

LIA_C_BEGIN

typedef struct lia_task {
  const lia_model *m;
  lia_data *d;              /* to work in */
  int body;                 /* of the model; -1: the world, which does not move */
  lia_frame X_BF;           /* the frame that is meant, on its body */
  const double *p_F;        /* (3) the point, expressed in that frame; NULL: its origin */
  int axes;                 /* rows are expressed in these: LIA_AXES_BASE (fk.h), or a body */
  const double *R_AF;       /* (9) or in axes turned by this from those; NULL: not turned */
  const int *row;           /* (nrow) 0 .. 5, linear part first; NULL: all six */
  int nrow;
} lia_task;

/* the origin of a body, in base axes, all six rows */
lia_task lia_task_of(const lia_model *m, lia_data *d, int body);

int lia_task_rows(const lia_task *t);

/* J (rows x nv) at q (nq). Writes d: world of the body and its ancestors, task */
void lia_task_jacobian(const lia_task *t, const double *q, double *J);

/* where the point is in the world: p (3). Writes d: world of the body and its ancestors */
void lia_task_point(const lia_task *t, const double *q, double p[3]);

/* J at q in J (rows x nv), its singular values and vectors in f (of room for rows x nv) */
LIA_NODISCARD lia_status lia_task_svd(const lia_task *t, const double *q, double *J, lia_svd *f,
                                      lia_error *err);

/* The rank that J has nearly everywhere: the largest at four random configurations (seeds 1 to 4).
 * Singular values count that are more than tol of the largest. Allocates */
LIA_NODISCARD lia_status lia_task_usual_rank(const lia_task *t, double tol, int *rank,
                                             lia_error *err);

LIA_C_END

#endif
