/* follow_inside.h - what the files of following a path share: rows of the task, one branch */
#ifndef LIA_FOLLOW_INSIDE_H
#define LIA_FOLLOW_INSIDE_H

#include "ask/follow.h"
#include "num/factor.h"

LIA_C_BEGIN

typedef struct lia_follow {
  const lia_follow_ask *ask;
  int n;                     /* coordinates */
  int row[6], nrow, nturn, free_axis;
  double whole;              /* length of the path */
  double size;               /* that weighs metres against radians */
  int usual;                 /* rank of J nearly everywhere */
  int nmove, redundant;
  unsigned char *moves;      /* (n) carries the body */
  double *J, *rows;          /* (6 x n) */
  double *lower, *upper, *period, *middle, *weight; /* (n) */
  double *t1, *t2, *t3, *t4, *t5, *t6;              /* (n) scratch */
  lia_svd *svd;
  double *block;
} lia_follow;

LIA_NODISCARD lia_status lia_follow_open(lia_follow *f, const lia_follow_ask *ask, lia_error *err);
void lia_follow_close(lia_follow *f);

/* what is missing at q, rows over size where they are metres: e (nrow); the errors in metres and
 * radians in distance and angle. Writes d: world */
void lia_follow_missing(lia_follow *f, const lia_tool_state *x, const double *q, double e[6],
                        double *distance, double *angle);
/* the rows of J at q into f->svd; part: what the usual last singular value is of the first; sign:
 * of the determinant, 0 where there is none (NULL: not asked) */
LIA_NODISCARD lia_status lia_follow_values(lia_follow *f, const lia_tool_state *x, const double *q,
                                           double *part, int *sign, lia_error *err);
/* at q on the path: q' and q''. dq_before, ddq_before: what they are expected to be, for what a
 * singular place leaves open, or NULL. piece, s: of the path. part: as above */
LIA_NODISCARD lia_status lia_follow_rates(lia_follow *f, int piece, double s, const double *q,
                                          const double *dq_before, const double *ddq_before,
                                          double *dq, double *ddq, double *part, lia_error *err);
/* Newton from q to the path; 1: it arrived */
LIA_NODISCARD lia_status lia_follow_correct(lia_follow *f, const lia_tool_state *x, double *q,
                                            int *arrived, lia_error *err);
/* damped least squares from q: how far it stays away */
LIA_NODISCARD lia_status lia_follow_reach(lia_follow *f, const lia_tool_state *x, double *q,
                                          double *distance, double *angle, lia_error *err);
/* the criterion at q, less is better; least: 0 */
LIA_NODISCARD lia_status lia_follow_cost(lia_follow *f, const lia_tool_state *x,
                                         const double *q, double *cost, lia_error *err);
/* at rest on the place: freely along the criterion until it is best, the task kept */
LIA_NODISCARD lia_status lia_follow_relax(lia_follow *f, const lia_tool_state *x, double *q,
                                          lia_error *err);

/* one branch from q, which stands on the path */
LIA_NODISCARD lia_status lia_follow_along(lia_follow *f, const double *q, lia_follow_result *r,
                                          lia_error *err);
/* what it meets: limits, singular places; whole turns that bring it inside */
LIA_NODISCARD lia_status lia_follow_watch(lia_follow *f, int turns_free, lia_follow_result *r,
                                          lia_error *err);
/* why it ends at r->reached, with q there; how far out of reach the rest is */
LIA_NODISCARD lia_status lia_follow_end(lia_follow *f, const double *q, lia_follow_result *r,
                                        lia_error *err);
LIA_NODISCARD lia_status lia_follow_border(lia_follow *f, const double *q, lia_follow_result *r,
                                           lia_error *err);
LIA_NODISCARD lia_status lia_follow_tell(lia_follow_result *r, const lia_follow_event *e,
                                         lia_error *err);
void lia_follow_clear(lia_follow_result *r);

LIA_C_END

#endif
