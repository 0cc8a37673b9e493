/* constraint.h - what a constraint is: a row of a table; and constraints of a model, in numbers
 *
 * To add a kind: write constraints/<name>.c and add X(<name>) to constraints.def. The file has
 *   a kind that holds frames        calc, its rows in numbers, fast; and equation, the same rows
 *                                   once more as expressions, in the words of constraint_words.h:
 *                                   LIA_CONSTRAINT_OF_FRAMES
 *   a kind that holds coordinates   write, its equation as a text: LIA_CONSTRAINT_OF_COORDINATES
 * and a row whose columns are positional: one that is left out does not compile. Symbolic models,
 * the living page and the Maple text are made from equation or write; calc is tested against
 * equation because the kind is listed. The rows are
 *
 *   position   g(q,t) = 0, G v + b = 0, G a + c = 0      G = dg/dq, b = dg/dt, c = dG/dt v + db/dt
 *   velocity               G v + b = 0, G a + c = 0      where no g is (rolling)
 *
 * G is given by forces: F[e] is the force and moment at the origin of frame e, in base axes, that a
 * multiplier of 1 puts there: G v = sum F[e] . (velocity of the origin, angular velocity) of frame
 * e. */
#ifndef LIA_CONSTRAINT_H
#define LIA_CONSTRAINT_H

#include "base/status.h"
#include "base/text.h"
#include "geo/frame.h"
#include "kinds/param.h"
#include "sym/tape/eval.h"

LIA_C_BEGIN

enum { LIA_CONSTRAINT_ROWS = 6, LIA_CONSTRAINT_ENDS = 4, LIA_CONSTRAINT_NPARAM = 2,
    LIA_CONSTRAINT_NEXPR = 2 };

/* a frame in base axes: pose, velocity of its origin, angular velocity */
typedef struct lia_end { double R[9], p[3], u[3], w[3]; } lia_end;

typedef struct lia_constraint_eq { double g, b, c, F[LIA_CONSTRAINT_ENDS][6]; } lia_constraint_eq;

struct lia_constraint;

struct lia_constraint_form;

/* what an equation of coordinates is written with: all as texts */
typedef struct lia_constraint_texts {
  int n;                               /* coordinates */
  const char *const *coord, *const *factor, *const *param, *const *expr;
} lia_constraint_texts;

typedef struct lia_constraint_type {
  const char *name, *text;     /* as written in a description; one line of help */
  /* another name for it: that of the joint that leaves the same freedom; NULL: none */
  const char *alias;
  int nend;  /* frames it holds: from, to, from2, to2. The axis of a frame is its z */
  int nrow, nposition;             /* its rows; the first nposition have a g */
  int nparam;
  const lia_kind_param *param; /* (nparam) */
  /* equations the user writes, in x y z of the first frame told in the second; or in q, q', t */
  int nexpr;
  int upright;  /* 1: the z of both frames are parallel, 2: all axes are; and not opposite */
  int turns_at;                /* where the rows that say so begin */
  int ncoord;                  /* coordinates it is given; -1: any number, with factors; 0: none */
  /* what coordinates and equations are called in a description; NULL: it has none */
  const char *coord_key, *expr_key;
  /* frames: its rows in numbers; the same in expressions, see constraint_form.h */
  void (*calc)(const struct lia_constraint *c, const lia_end *e, double *work,
      lia_constraint_eq *row);
  void (*equation)(struct lia_constraint_form *f);
  /* coordinates: its equation as text */
  void (*write)(lia_text *out, const lia_constraint_texts *t);
} lia_constraint_type;

/* 1: its coordinate may be an expression, which follows a law of the user's */
static inline int lia_constraint_drives(const lia_constraint_type *type) {
  return type->ncoord && type->nexpr;
}

typedef enum lia_constraint_kind {
#define X(name) LIA_CONSTRAINT_##name,
#include "kinds/constraints.def"
#undef X
  LIA_CONSTRAINT_COUNT
} lia_constraint_kind;

extern const lia_constraint_type *const lia_constraint_types[LIA_CONSTRAINT_COUNT];
extern const char *const lia_constraint_name[LIA_CONSTRAINT_COUNT];

/* all names, then all aliases, ended by NULL: what is looked for where a name is misspelt */
enum { LIA_CONSTRAINT_WORDS = 2 * LIA_CONSTRAINT_COUNT + 1 };
int lia_constraint_words(const char *word[LIA_CONSTRAINT_WORDS]);   /* how many */
int lia_constraint_find(const char *name);   /* by its name or its alias; or -1 */

/* one of a model, in numbers */
typedef struct lia_constraint {
  const char *name;
  const lia_constraint_type *row;
  int nrow, nposition, first;                      /* its rows are first .. first + nrow - 1 */
  int body[LIA_CONSTRAINT_ENDS];               /* of the model; -1: the ground */
  lia_frame X[LIA_CONSTRAINT_ENDS];            /* frame in its body, z along the axis */
  double param[LIA_CONSTRAINT_NPARAM];
  /* equations: of coordinates, one tape, inputs the numbers `at` of q, the velocities `coord` and
   * t, outputs g, b, c, then G of `coord`; of x y z, inputs x y z and their rates, outputs for each
   * equation g, its gradient, rate' Hessian rate */
  lia_tape *tape;
  int ncoord, *coord;                          /* velocities that G is of */
  int nat, *at;                                /* numbers of q */
  int timed;                                   /* 1: its equation depends on t */
} lia_constraint;

typedef struct lia_constraints {
  int n, nrow, nposition;                          /* nposition: rows with a position */
  int nwork;                                   /* doubles that calc and tapes need */
  int timed;                                   /* 1: some depend on t */
  lia_constraint *c;
} lia_constraints;

/* takes what it needs from the caller's list: n constraints with row, name, body, X, param filled,
 * expressions compiled by lia_constraint_read_equation or _surface. Freed with its tapes */
lia_status lia_constraints_new(lia_constraints **out, const lia_constraint *c, int n,
    lia_error *err) LIA_NODISCARD;
void lia_constraints_free(lia_constraints *s);

/* What an equation may name: the numbers of q, q[i], with their rates q[i]', and t. A velocity that
 * is the rate of a number has its name; at[k] is that number. Where joints turn in space velocities
 * are no rates: at[k] = -1, and v[k]' (no v[k]) is
 *   of a ball       the angular velocity in body axes, numbers qw qx qy qz from iq, velocities
 *                   from iv
 *   of a free body  in its last three; its first three, in body axes too, have no name: numbers
 *                   x y z before qw are
 * so that x' is dx/dt of whatever number x is, told by velocities:  p' = R(q) u,
 * (qw, qx, qy, qz)' = 1/2 q (0, w) */
/* slides 1: a free body */
typedef struct lia_constraint_turn { int iq, iv, slides; } lia_constraint_turn;
typedef struct lia_constraint_names {
  int nq, nv, nturn;
  const char *const *q, *const *v;
  const int *at;
  const lia_constraint_turn *turn;
} lia_constraint_names;

/* the equation text -> c->tape, coord, at, nposition. LIA_EMODEL where it is not linear in the
 * rates, or names what is none */
lia_status lia_constraint_read_equation(lia_constraint *c, const char *text,
    const lia_constraint_names *names, lia_error *err) LIA_NODISCARD;
/* equations in x y z */
lia_status lia_constraint_read_surface(lia_constraint *c, int n, const char *const *text,
    lia_error *err) LIA_NODISCARD;
void lia_constraint_drop(lia_constraint *c);   /* what the two have made */

/* rows of a constraint of coordinates at q, v, t: row[0].g, b, c; G (ncoord) of c->coord */
void lia_constraint_coordinates(const lia_constraint *c, const double *q, const double *v, double t,
    double *work, lia_constraint_eq *row, double *G);

LIA_C_END

#endif
