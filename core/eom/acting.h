/* acting.h - a description with all that acts on it, in expressions
 *
 * Of coordinates q, speeds v and their rates a, multipliers lambda and forces of motors tau:
 *
 *   force    M(q) a + h(q, v) - Q(q, v, z, t) - G' lambda - tau = 0      (nv)
 *   rate     G v + b = 0,   acceleration  G a + c = 0                  (rows, in the order of con/)
 *   g        g(q, t) = 0                                                 (rows that hold positions)
 *   rates    z' of own states of force elements
 *
 * Q: springs, dampers and dry friction of the joints, and force elements. All are linear in a,
 * lambda and tau, and nothing is solved: small motions, equilibria and kernels start from here. */
#ifndef LIA_ACTING_H
#define LIA_ACTING_H

#include "describe/at_events.h"
#include "eom/geometric.h"
#include "kinds/force_law.h"

LIA_C_BEGIN

/* a force element, its numbers as expressions in the pool of the description */
enum { LIA_ACTING_SUM = 16 };          /* coordinates of one element, at most */
typedef struct lia_acting_force {
  const char *name;                    /* for messages: "forces[2] 'spring'" */
  const char *state[LIA_FORCE_STATES]; /* what its own states are called; NULL: it has none */
  lia_force_kind kind;
  int port;
  /* coordinates: x = sum factor q, their numbers in q (-1: none) and in v */
  int ncoord, iq[LIA_ACTING_SUM], iv[LIA_ACTING_SUM];
  lia_expr factor[LIA_ACTING_SUM];
  int place[2];                        /* points: of which places (geometric.h) ... */
  lia_expr at[2][3];                   /* ... and where there */
  lia_expr param[LIA_FORCE_NPARAM];
  /* own: the force itself instead of the law of its kind: along a coordinate or line in the symbols
   * x, v of its port too; at a point three, in base axes */
  int own;
  int moving;                            /* 1: it has numbers that change while it runs */
  /* at a point: what it is expressed in, as the description has it (spec.h) */
  const char *axes;
  int nz;                              /* own states of its law */
  lia_expr f[3];
} lia_acting_force;

/* what an element does to the energy: its power on the mechanism; its potential energy and the rate
 * of it, 0 where it stores none; gives: 1 where it may drive, else what is not stored is lost */
typedef struct lia_acting_work { lia_expr power, stored, storing; int gives; } lia_acting_work;

typedef struct lia_acting {
  lia_pool *p;                         /* not owned */
  lia_smodel *m;                       /* owned; NULL: equations that were given */
  lia_arena arena;
  int nq, nv, nrow, nz, nforce, ninput, noutput;
  int nx;                              /* directions of the coordinates: nv of a model, else nq */
  lia_expr t;
  const lia_expr *q, *v, *a;           /* symbols: (nq), (nv), (nv) ... */
  const lia_expr *speed;               /* ... and (nv) of what v is called by: coordinates, or v */
  lia_expr *qdot;                      /* (nq) N v, the rates of q */
  /* symbols: (nrow) (nv) (nz); own states by the names that the description has for them */
  lia_expr *lambda, *tau, *z;
  /* (ninput) symbols, in the order of the description; their values where nothing sets them (NULL:
   * equations that were given). Behind them u', u'' of each that drives a constraint, idle 0 */
  lia_expr *input, *idle;
  int ndriven;
  const int *driven;                   /* (ndriven) which inputs these are */
  lia_expr *output;                    /* (noutput) */
  /* (nv); applied: Q of the force elements alone; pushed: all of the force but inertia, weight and
   * multipliers (models) */
  lia_expr *force, *applied, *pushed;
  lia_expr *g, *rate, *acceleration;   /* (nrow); g is LIA_ZERO of rows of velocities */
  char *holds;                         /* (nrow) 1: a position */
  const char **row_name;               /* (nrow) the loop or constraint it is of */
  const char **force_name;             /* (nforce) */
  lia_at_events left_out;              /* of the description */
  lia_expr *zdot;                      /* (nz) */
  /* (3 nforce) what each element does: along, or at its point */
  lia_expr *value;
  lia_acting_work *work;               /* (nforce) */
  lia_acting_work joints;              /* springs, dampers and dry friction of all joints as one */
  /* power of the elements that drive, less what those store whose numbers change
   * (sim/element_forces.h); and what the others and the joints lose and do not store */
  lia_expr given, lost;
} lia_acting;

/* s: a checked description, needed until this returns; with its force elements, inputs and outputs.
 * EMODEL: a mass or inertia not given, an equation that is not linear in the rates */
LIA_NODISCARD lia_status lia_acting_new(lia_acting **out, lia_pool *p, lia_spec *s, lia_error *err);
/* equations that were given, in symbols q, v, a, lambda and z of pool `from`, told again in pool p.
 * output becomes x->output; every symbol that is none of these, nor t, is an input, in the order of
 * names. A motor on every speed comes with them: force - tau. EMODEL: two symbols of a name.
 * qdot (nq), the rates of q by all of these symbols; NULL: nq = nv and q' = v. Rows that speeds of
 * Kane keep by themselves have rate and acceleration 0: they tell coordinates alone */
typedef struct lia_acting_given {
  lia_pool *from;
  int nq, nv, nrow, held, nz, noutput; /* held: rows that hold positions, the first */
  const lia_expr *q, *v, *a, *lambda, *z, *qdot;
  const lia_expr *force, *rate, *acceleration, *g, *zdot, *output;   /* g: (held) */
  const char *const *row_name;         /* (nrow) */
} lia_acting_given;
LIA_NODISCARD lia_status lia_acting_of(lia_acting **out, lia_pool *p, const lia_acting_given *s,
                                       lia_error *err);
/* more force elements, once, behind those of the description */
LIA_NODISCARD lia_status lia_acting_add(lia_acting *x, const lia_acting_force *f, int n,
                                        lia_error *err);
/* the equations solved, in q, v, tau, z, inputs and t: a (nv) and lambda (nrow) by L D L' without
 * pivots, in straight-line code (pool.h, nested): for tapes and programs. Rows with skip[i] = 1,
 * which must follow from the others, are left out, their lambda is 0; NULL: none */
LIA_NODISCARD lia_status lia_acting_solve(const lia_acting *x, const char *skip, lia_expr *a,
                                          lia_expr *lambda, lia_error *err);

/* How far the rows are from depending on each other, as long as elimination without a choice of
 * pivots is in order. With A_r the diagonal of (G M^-1 G') of row r and D_r what is left of it when
 * its turn comes, diag: A_r of the rows that need a pivot (n <= rows); sure: the least D_r / A_r,
 * 1 where there are none */
typedef struct lia_acting_pivots { lia_expr sure, *diag; int n; } lia_acting_pivots;

/* the same; pivots->diag has room for all rows */
LIA_NODISCARD lia_status lia_acting_solve_watched(const lia_acting *x, const char *skip,
                                                  lia_expr *a, lia_expr *lambda,
                                                  lia_acting_pivots *pivots, lia_error *err);
/* onto the rows by the least change in the metric of M: dq (nv) along the coordinates with
 * G dq = -g of rows that hold positions, dv (nv) with G dv = -(G v + b) of all; sure as above */
LIA_NODISCARD lia_status lia_acting_project(const lia_acting *x, const char *skip, lia_expr *dq,
                                            lia_expr *dv, lia_expr *sure, lia_error *err);
/* d (a, lambda) / d s for n symbols s (of q, v, z, inputs, tau): ((nv + nrow) x n), row by row, of
 * the a and lambda that lia_acting_solve gives, by one more solution of its system each */
LIA_NODISCARD lia_status lia_acting_slopes(const lia_acting *x, const char *skip, const lia_expr *a,
                                           const lia_expr *lambda, int n, const lia_expr *s,
                                           lia_expr *slopes, lia_error *err);
/* e[0 .. n) with motors and inputs put in, where motor[k] (nv), input[k] (ninput) is not 0 */
LIA_NODISCARD lia_status lia_acting_settle(const lia_acting *x, const lia_expr *motor,
                                           const lia_expr *input, int n, lia_expr *e,
                                           lia_error *err);
void lia_acting_free(lia_acting *x);
/* what speed k is called in messages: its coordinate, without the mark of a rate */
const char *lia_acting_speed_name(const lia_acting *x, int k);
/* and direction k of the coordinates (nx) */
const char *lia_acting_coordinate_name(const lia_acting *x, int k);

/* d/dt of e[0 .. n) while q moves by v, v by a, and time runs: what files of this room share */
LIA_NODISCARD lia_status lia_acting_along(const lia_acting *x, int n, const lia_expr *e,
                                          lia_expr *out, lia_error *err);

LIA_C_END

#endif
