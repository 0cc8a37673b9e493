/* workspace.h - where a point comes to: evenly spread configurations, their places, the volume
 * swept
 *
 * Configurations are van der Corput's sequences in the bases 2, 3, 5, .. (Halton): place i of
 * coordinate k is from + (to - from) radical(i, prime k). The volume is the mean of sqrt(det J J')
 * times that of the box of coordinates, counted as often as it is covered. [course E3.10] */
#ifndef LIA_WORKSPACE_H
#define LIA_WORKSPACE_H

#include "ask/task.h"

LIA_C_BEGIN

enum { LIA_WORKSPACE_COORDINATES = 20 };   /* at most so many */

typedef struct lia_workspace {
  lia_task task;
  int n, done;              /* places wanted, places visited */
  double *point;            /* (n x 3) in the world */
  double lower[3], upper[3]; /* the corners of a box around them */
  double far, near;         /* distances from the world's origin */
  int rank;                 /* the usual one of J */
  double sum, box;          /* of manipulabilities; product of the intervals */
  double *from, *to, *q, *J; /* (nv) (nv) (nq) (rows x nv) */
  lia_svd *f;
} lia_workspace;

/* The intervals of all coordinates (nv), which hold limits (lia_model_limits, or the user's): one
 * that is infinite both ways and turns the task's body becomes -pi .. pi, all the way round. open:
 * the first that is still infinite, or -1. LIA_EMODEL: coordinates that are no numbers of their own
 * (turns in space), LIA_EDIM: too many. Writes d: world, tau, task */
LIA_NODISCARD lia_status lia_workspace_limits(const lia_task *t, double *from, double *to,
                                              int *open, lia_error *err);

/* n places of the intervals from .. to (nv). Refuses as lia_workspace_limits. t->row, p_F and R_AF
 * must outlive it */
LIA_NODISCARD lia_status lia_workspace_new(lia_workspace **out, const lia_task *t, int n,
                                           const double *from, const double *to, lia_error *err);
void lia_workspace_free(lia_workspace *w);   /* NULL is fine */

/* visit so many more places, as far as there are */
LIA_NODISCARD lia_status lia_workspace_visit(lia_workspace *w, int count, lia_error *err);

/* after all places: the volume swept, or the area where the task has two rows */
double lia_workspace_measure(const lia_workspace *w);

LIA_C_END

#endif
