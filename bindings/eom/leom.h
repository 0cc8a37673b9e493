/* leom.h - what equations of motion are to Lua, and the functions of numbers that can be made of them */
#ifndef LIA_LEOM_H
#define LIA_LEOM_H

#include "bindings/kit/bind.h"

#include "eom/lagrange.h"
#include "sym/tape/eval.h"
#include "sym/expr/pool.h"

/* functions of the equations: name, what goes in (q, v, and what is written a in the list of symbols), what it is. matrices: M, B, P, G,
 * one behind the other. In the order of lia_sform */
#define LIA_EOM_LIST(X)                                                       \
  X(id,       3, "a",   "tau", 1, "inverse dynamics: the forces for a motion") \
  X(fd,       3, "tau", "a",   1, "forward dynamics: the accelerations under forces") \
  X(mass,     1, "",    "M",   0, "the mass matrix")                           \
  X(bias,     2, "",    "h",   1, "the forces at zero acceleration")           \
  X(gravity,  1, "",    "G",   1, "the forces of the potential")               \
  X(coriolis, 2, "",    "C",   0, "the matrix C of the Coriolis and centrifugal forces C q'") \
  X(matrices, 1, "",    "M",   0, "every coefficient: M q'' + B [q'_j^2] + P [q'_j q'_k, j < k] + G")

typedef enum lia_eom_what {
#define X(id, nin, third, out, vector, text) LIA_EOM_##id,
  LIA_EOM_LIST(X)
#undef X
  LIA_EOM_COUNT
} lia_eom_what;

/* as M q'' + C q' + G; by recursion over the bodies; whichever is cheaper */
typedef enum leom_form { LEOM_closed, LEOM_recursive, LEOM_cheapest } leom_form;

typedef struct leom {
  lia_pool *p;
  int n, ncon, nphi, nconst;
  int cut;                    /* loops and constraints of the model, which are not in these equations: they are of its tree */
  int of_model;               /* 1: of a description, 0: of energies as they were given */
  lia_expr T, V, D;
  lia_expr *q, *v, *a;        /* (n) */
  lia_expr *M, *C;            /* (n x n) */
  lia_expr *c, *G, *d, *Q;    /* (n) */
  lia_expr *J, *Jt;           /* (ncon x n) rows of constraints; the part of dJ/dt that does not come from q' */
  lia_expr *gamma, *shift, *lambda;   /* (ncon) */
  lia_expr *phi;              /* (nphi) */
  char *rows;                 /* names of the rows, a line each; NULL: lambda1, lambda2 .. */
  lia_expr *name, *value;     /* (nconst) reduced constants */
  lia_expr *B, *P;            /* (n x n), (n x n(n-1)/2): made when asked for */
  lia_expr *spring;           /* (n) forces of springs, which G has and the road by the bodies has not */
  int split;                  /* B and P are */
  lia_tidy tidy;              /* how entries were simplified, and B and P will be */
  struct lroad *road;         /* by recursion over the bodies, of equations of a model; NULL: there is none (any more) */
  leom_form form;             /* which way functions are written */
  int inria;                  /* 1: printed as A q'' + B, C - Q = F with Q = -dV/dq, [inria80]; else M, C, G */
  int slides;                 /* 1: multipliers of the other sign, M q'' + h + J' lambda = Q, [nonhol] 0.1 */
  int frozen;                 /* 1: without its Coriolis terms, or some of them: B and P are not those of M */
  lia_tape *tape[LIA_EOM_COUNT];
  double *w[LIA_EOM_COUNT];   /* its work, inputs and outputs */
} leom;

extern const lia_class lia_eom_class;
extern const lia_fn lia_eom_kernels[];   /* the methods that write and compile: lkernel.c */

/* the outputs of a function, in the caller's room of lia_eom_outputs entries; few: with as few operations as are found,
 * which takes its time; raises. Returns the way that was taken, in words */
int lia_eom_outputs(const leom *o, lia_eom_what what);
const char *lia_eom_function(lua_State *L, leom *o, lia_eom_what what, int few, lia_expr *out);

/* symbols of the expressions that are none of the n given: pushes a userdata that holds them, and how many */
lia_expr *lia_eom_open(lua_State *L, lia_pool *p, int nout, const lia_expr *out, int n, const lia_expr *given, int *nopen);

/* "L1, m1" for messages */
void lia_eom_names(const lia_pool *p, int n, const lia_expr *s, char *text, size_t size);

/* the functions behind lib/liaison/equations/equations.lua, which checks their arguments */
void lia_eom_functions(lua_State *L);

#endif
