/* joint.h - what a joint is: one type, a row of a table
 *
 * To add a joint: write joints/<name>.c with its mathematics and its row, and add X(<name>) to
 * joints.def. Nothing else knows its name: numbers, expressions, descriptions, the printer, the
 * living page and the units of its coordinates read the row. A row is written with
 * LIA_JOINT_SEQUENCE or LIA_JOINT_GENERAL (joint_type.h), whose columns are positional: one that is
 * left out does not compile.
 *
 * Algorithms know three kinds of motion, turn about z, slide along z, and a general one, and never
 * the joints. A row is either a sequence of elementary moves (each becomes one turn or slide), or a
 * general motion whose subspace S does not change as seen from the moving body (screw, ball, free):
 * then the velocity of the body relative to its parent is S v in body axes, linear part first.
 * Geometry is data, so that it serves numbers and expressions. */
#ifndef LIA_JOINT_H
#define LIA_JOINT_H

#include "base/rng.h"
#include "kinds/param.h"

LIA_C_BEGIN

/* the most of any row */
enum { LIA_JOINT_NQ = 7, LIA_JOINT_NV = 6, LIA_JOINT_NPARAM = 2, LIA_JOINT_NMOVE = 6 };

typedef enum lia_step { LIA_STEP_TURN, LIA_STEP_SLIDE, LIA_STEP_QUAT } lia_step;

/* a piece of a joint's motion, expressed in the frame the pieces before it have reached */
typedef struct lia_motion {
  lia_step step;  /* turn about z, slide along an axis, turn by a unit quaternion w x y z */
  double axis[3];  /* of a slide, or of an elementary move: all 0 is the joint's own */
  int q;                            /* by this coordinate (of the joint) ... */
  int param;                        /* ... times this parameter, from 1; 0: none */
} lia_motion;

typedef struct lia_joint_type {
  const char *name;                 /* as written in a description */
  const char *text;                 /* one line of help */
  int nq, nv;                       /* numbers in q, in v; -1: as many as the user gives moves */
  int naxis;                        /* axes it is given: 0, 1 or 2, which are perpendicular */
  int loop;  /* the constraint that closes a loop with it; LIA_CONSTRAINT_COUNT: closes none */
  /* (nv) what a coordinate is called behind the joint's name; NULL: by its number */
  const char *const *suffix;
  int nparam;
  const lia_kind_param *param;      /* (nparam) */
  /* 1: a sequence of turns and slides, each a node of its own, nq = nv = nmotion */
  int elementary;
  int nmotion;                      /* X_PB(q), where the moved frame stands, piece by piece */
  const lia_motion *motion;
  const double *S;  /* general motions: S = S[0] + sum param_k S[k], each (6 x nv) row major */

  /* qn = q (+) v h: the motion at constant body velocity v for a time h, exactly; NULL: q + v h */
  void (*step)(const double *param, const double *q, const double *v, double h, double *qn);
  /* v with q1 (+) v = q2, the shortest; NULL: q2 - q1 */
  void (*diff)(const double *param, const double *q1, const double *q2, double *v);
  /* dq/dt of v; NULL: v */
  void (*rate)(const double *param, const double *q, const double *v, double *qdot);
  /* on the manifold again; the joint at rest (X = identity); anywhere. NULL: nothing; 0; uniform in
   * [-pi, pi) or [-1, 1) */
  void (*normalise)(double *q);
  void (*neutral)(double *q);
  void (*random)(lia_rng *r, double *q);
} lia_joint_type;

typedef enum lia_joint {
#define X(name) LIA_JOINT_##name,
#include "kinds/joints.def"
#undef X
  LIA_JOINT_COUNT
} lia_joint;

extern const lia_joint_type *const lia_joint_types[LIA_JOINT_COUNT];
extern const char *const lia_joint_name[LIA_JOINT_COUNT];

int lia_joint_find(const char *name);  /* its lia_joint, or -1 */

/* degrees of freedom; 0 where the user's moves say how many */
int lia_joint_ndof(int joint);

/* where in its numbers of q the quaternion of a turn in space stands; -1: it has none */
int lia_joint_quaternion(int joint);

/* 'r' or 's': what degree of freedom k does, turn or slide, where it is told by a number of its
 * own; 0 where it is a part of a turn in space, or a move of the user's */
int lia_joint_does(int joint, int k);

/* the axis of the k-th motion of a row that is given axis, and axis2 as its second: z and y where
 * they are 0 */
const double *lia_joint_axis(const lia_joint_type *row, int k, const double axis[3],
    const double axis2[3]);

/* a rotation that takes z to the axis (of any length but 0); exact for x, y, z and their
 * opposites */
void lia_joint_align(double A[9], const double axis[3]);

LIA_C_END

#endif
