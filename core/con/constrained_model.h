/* constrained_model.h - a model with its constraints: rows, accelerations with multipliers,
 * assembly, mobility
 *
 * M a + h = tau + G' lambda, G a + c = 0 (constraint.h tells g, G, b, c of every row). Rows stand
 * in the order of the description, loops first. Accelerations are computed in the articulated
 * inertia of the tree: with Y_c what a unit of every row pushes column c by, through all that hangs
 * on it,
 *
 *   G M^-1 G' = sum over columns Y_c Y_c' / D_c,     O(n r + r^2 per column), O(n) for a loop of n
 * bodies          [MATHS]
 *
 * and where that says nothing (massless coordinates, joints that follow, rows that depend on each
 * other in doubt) by the matrices of constrained_dense.h. Files: constrained_parts.c,
 * constrained_rows.c, constrained_tree.c, constrained_assemble.c, constrained_inverse.c. */
#ifndef LIA_CLOSED_H
#define LIA_CLOSED_H

#include "con/constrained_dense.h"
#include "kinds/constraint.h"
#include "model/data.h"
#include "num/root.h"

LIA_C_BEGIN

typedef struct lia_cmodel {
  const lia_model *m;
  const lia_constraints *s;
  lia_data *d;
  lia_constrained_opts opts;
  lia_constrained *dense_solver; /* the methods by matrices, and what the last of them found */

  /* the rows at the last state, in the order of the description */
  int rows;
  lia_constraint_eq *row;            /* (rows) g, b, c and the forces at frames of each */
  /* (LIA_CONSTRAINT_ENDS a constraint) the frames held: pose and velocity */
  lia_end *end;
  double *arm;              /* (3 for each of these) from the root of its tree to the frame */
  double *G;                /* (rows x nv) after lia_cmodel_rows: G v + b = 0 */
  double *g, *c;            /* (rows) gap, and bias: G a = -c */
  double *coordinate_G;     /* (rows x nv) G of rows about coordinates alone; scratch elsewhere */
  int assembling;           /* 1: rows of orientation are expressed as a turn,
      which is zero for frames
                             * the right way round only */

  /* the last accelerations */
  double *lambda;           /* (rows) multipliers */
  int rank, *redundant;     /* (rows) 1: this row follows from others */
  int dense;                /* 1: they came by matrices, 0: by the tree */
  /* 1: rows depended on others the last time, so that is looked for at once */
  int expects_redundant;

  /* the solver of the tree: rows in lanes, eight side by side, those of a constraint in one
   * block */
  int lanes, *lane_of;      /* lanes: a multiple of eight; (rows) where each row stands */
  double *Y;                /* (jv x lanes) what a unit of each row pushes each column by */
  char *is_pushed;          /* (jv) 1: some row pushes this column, so Y of it is filled */
  int *pushed;              /* (jv) those columns */
  double *delassus;         /* (lanes x lanes) G M^-1 G', Delassus' matrix; then its factors */
  /* (lanes) its diagonal if nothing cancelled: rounding is measured by it */
  double *scale;
  double *best_diagonal;    /* (lanes) the largest its diagonal was, under opts.drop_below */
  /* (lanes) the acceleration that multipliers must make; scratch by rows */
  double *rhs;
  double *lane_lambda;      /* (lanes) multipliers */
  double *pivot;            /* (2 lanes) inverse pivots, diagonals */
  int *order;               /* (rows) lanes in the order of elimination */
  int *follows;             /* (lanes) 1: the row pushes nothing, or follows from others */
  double *null_rows;        /* (rows x lanes) combinations of rows that push nothing */

  /* room */
  double *tape_work;        /* of equations of the user */
  double *M, *f;            /* (nv x nv) mass matrix; (nv) forces */
  double *zero_v, *scratch_v; /* (nv) */
  double *unit_q;           /* (nq) q with quaternions of length 1 */
  double *start_q, *here_q, *next_q, *step_v;  /* (nq) (nq) (nq) (nv) of assembly: Newton's steps */
  double *nearby;           /* (2 nq + 3 nv) a place near by and motions to it */
} lia_cmodel;

LIA_NODISCARD lia_status lia_cmodel_new(lia_cmodel **w, const lia_model *m,
                                        const lia_constraints *s, lia_error *err);
void lia_cmodel_free(lia_cmodel *w);

/* G, g, c of all rows at q, v, t (v may be NULL: c, b are those of rest). Writes d: tree, four, V,
 * A .. */
void lia_cmodel_rows(lia_cmodel *w, const double *q, const double *v, double t);

/* after lia_cmodel_rows: LIA_EUNREACHABLE names a constraint that has no finite value there (a root
 * of less than nothing, 1/0) */
LIA_NODISCARD lia_status lia_cmodel_valued(const lia_cmodel *w, lia_error *err);

/* dG/dt along v (rows x nv), of what moves in time too, by differences of the fourth order: about
 * 1e-11 of its size. w->G .. are those of q, v, t then. Allocates */
LIA_NODISCARD lia_status lia_cmodel_rows_rate(lia_cmodel *w, const double *q, const double *v,
                                              double t, double *Gdot, lia_error *err);

/* a (nv), w->lambda, w->rank, w->redundant. No allocation. LIA_ESINGULAR, LIA_EUNREACHABLE with the
 * constraint named */
LIA_NODISCARD lia_status lia_cmodel_forward(lia_cmodel *w, const double *q, const double *v,
                                            const double *tau, double t, double *a, lia_error *err);

/* the same by one of the ways of constrained_dense.h, whose matrices are then in w->dense_solver */
LIA_NODISCARD lia_status lia_cmodel_forward_by(lia_cmodel *w, lia_constrained_method way,
                                               const double *q, const double *v, const double *tau,
                                               double t, double *a, lia_error *err);

/* Newton with line search from q to g(q, t) = 0, in steps as short as can be; held (nv, or NULL): 1
 * for velocities that stay. Where the loop cannot close LIA_EUNREACHABLE names the constraint with
 * the largest gap, and q is the closest point found */
typedef struct lia_cmodel_step { double gap, step, part; int rank; } lia_cmodel_step;
typedef struct lia_cmodel_info {
  double gap;               /* max |g| at q */
  int iterations, worst;    /* worst: index of the constraint with it */
  int rank, room;
  lia_cmodel_step *trace;   /* (room) or NULL */
} lia_cmodel_info;
LIA_NODISCARD lia_status lia_cmodel_assemble(lia_cmodel *w, double *q, double t, const char *held,
                                             double tol, int most, lia_cmodel_info *info,
                                             lia_error *err);

/* q onto g(q, t) = 0 by the least change of all, in the metric of the mass matrix or of velocities
 * themselves (0); far: how much that is, sqrt(d' M d). As lia_cmodel_assemble where it cannot be */
LIA_NODISCARD lia_status lia_cmodel_nearest(lia_cmodel *w, double *q, double t, const char *held,
                                            int metric, double *far, lia_cmodel_info *info,
                                            lia_error *err);

/* v (nv) with G v + b = 0, least changed: in the metric of the mass matrix, or of v itself (metric
 * 0). v may be v0 */
LIA_NODISCARD lia_status lia_cmodel_velocity(lia_cmodel *w, const double *q, const double *v0,
                                             double t, int metric, double *v, lia_error *err);

/* the same where held (nv) marks velocities that stay as v0 says */
LIA_NODISCARD lia_status lia_cmodel_velocity_held(lia_cmodel *w, const double *q, const double *v0,
                                                  double t, const char *held, int metric, double *v,
                                                      lia_error *err);

/* after lia_cmodel_rows at q, v: how far the constraints are from being kept. gap: the largest |g|;
 * rate_gap: the largest |G v + b|; part: the largest of either as a change of coordinates, or of
 * rates as a part of the fastest, and worst: the constraint it is of, -1 where all are kept
 * exactly */
typedef struct lia_cmodel_gaps { double gap, rate_gap, part; int worst; } lia_cmodel_gaps;
lia_cmodel_gaps lia_cmodel_gaps_of(const lia_cmodel *w, const double *v);

/* after lia_cmodel_rows at q, v: the largest of |g| and |G v + b| over all rows, and which it is of
 * (row, -1: all are 0) */
double lia_cmodel_worst_row(const lia_cmodel *w, const double *v, int *row);

/* Inverse dynamics in reduced form: driven (nv) marks coordinates that motors drive, whose
 * accelerations a (nv) says; the others follow from the constraints into a. u (nv): what the motors
 * give beside tau0 (NULL: nothing), 0 elsewhere; w->lambda. LIA_ESINGULAR where these do not tell
 * the motion, LIA_EUNREACHABLE where they contradict the constraints. No allocation */
LIA_NODISCARD lia_status lia_cmodel_inverse(lia_cmodel *w, const double *q, const double *v,
                                            double t, const char *driven, const double *tau0,
                                            double *a, double *u, lia_error *err);

/* freedoms at q: of velocity nv - rank G; of position nv - rank of the rows that hold positions.
 * held (nv, or NULL): 1 for velocities that are 0: what is left then is internal. w->redundant:
 * rows that follow from those told before them */
typedef struct lia_cmodel_mobility { int velocity, position, rank, rows, redundant;
                                    } lia_cmodel_mobility;
LIA_NODISCARD lia_status lia_cmodel_mobility_at(lia_cmodel *w, const double *q, double t,
                                                const char *held, lia_cmodel_mobility *out,
                                                    lia_error *err);

/* after lia_cmodel_mobility_at q: always (rows), 1 for rows that follow from others there and at
 * three places near by too (assembled; seed 1), so not of this place only */
void lia_cmodel_redundant_always(lia_cmodel *w, const double *q, double t, int *always);

/* rank of all rows and of those that hold positions, the largest of q and of some places that
 * motions lead to from there: what opts.max_rank wants of a motion whose states do not keep the
 * constraints exactly */
LIA_NODISCARD lia_status lia_cmodel_rank(lia_cmodel *w, const double *q, double t, int *all,
                                         int *held, lia_error *err);
/* a motion begins: what rows were at their best in another (opts.drop_below) is forgotten, and
 * whether rows followed from others there */
void lia_cmodel_begin(lia_cmodel *w);

/* after lia_cmodel_rows: what a multiplier of 1 of row r does at frame e of constraint i, about the
 * root of the tree */
void lia_cmodel_wrench(const lia_cmodel *w, int i, int e, int r, double W[6]);

/* the name of the constraint that row r belongs to */
const lia_constraint *lia_cmodel_of(const lia_cmodel *w, int row);

LIA_C_END

#endif
