/* joint.h - what a joint is: one row of a table
 *
 * To add a joint: write joints/<name>.c with its mathematics and its row, add X(<name>) to joints/joints.def. No algorithm
 * changes: they know three kinds of motion, turn about z, slide along z, and a general one, and never the joints.
 * A row is either a sequence of elementary moves (each becomes one turn or slide), or a general motion whose subspace S
 * does not change as seen from the moving body (screw, ball, free): then the velocity of the body relative to its
 * parent is S v in body axes, linear part first. */
#ifndef LIA_JOINT_H
#define LIA_JOINT_H

#include "base/rng.h"
#include "geo/frame.h"

enum { LIA_JOINT_NQ = 7, LIA_JOINT_NV = 6, LIA_JOINT_NPARAM = 2, LIA_JOINT_NMOVE = 6 };  /* the most of any row */

/* an elementary move: first shifted, then turning about or sliding along the axis, all told in the frame the moves
 * before it have reached */
typedef struct lia_elementary {
  int slide;           /* 0: turn by q (rad), 1: slide by q (m) */
  double axis[3];      /* any length but 0 */
  double shift[3];     /* constant, before the move */
} lia_elementary;

typedef struct lia_joint_row {
  const char *name;                 /* as written in a description */
  const char *text;                 /* one line of help */
  int nq, nv;                       /* numbers in q, in v; -1: as many as the user gives moves */
  int naxis;                        /* axes it is given: 0, 1 or 2 */
  int nparam;
  const char *const *param;         /* (nparam) their names */
  int nmove;                        /* > 0: a sequence of elementary moves, nq = nv = nmove ... */
  const lia_elementary *move;       /* ... these; an axis all 0 is the joint's (the second of two: its second) */

  /* nmove == 0 and nv > 0, a general motion: S (6 x nv, row major) and X_PB(q), where the moved frame stands */
  void (*subspace)(const double *param, double *S);
  void (*pose)(const double *param, const double *q, lia_frame *X_PB);

  /* qn = q (+) v h: the motion at constant body velocity v for a time h, exactly; NULL: q + v h */
  void (*step)(const double *param, const double *q, const double *v, double h, double *qn);
  /* v with q1 (+) v = q2, the shortest; NULL: q2 - q1 */
  void (*diff)(const double *param, const double *q1, const double *q2, double *v);
  /* dq/dt of v; NULL: v */
  void (*rate)(const double *param, const double *q, const double *v, double *qdot);
  /* on the manifold again; the joint at rest (X = identity); anywhere. NULL: nothing; 0; uniform in [-pi, pi) or [-1, 1) */
  void (*normalise)(double *q);
  void (*neutral)(double *q);
  void (*random)(lia_rng *r, double *q);
} lia_joint_row;

typedef enum lia_joint {
#define X(name) LIA_JOINT_##name,
#include "model/joints/joints.def"
#undef X
  LIA_JOINT_COUNT
} lia_joint;

extern const lia_joint_row *const lia_joint_rows[LIA_JOINT_COUNT];

int lia_joint_find(const char *name);  /* its lia_joint, or -1 */

#endif
