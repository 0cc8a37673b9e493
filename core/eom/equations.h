/* equations.h - equations of motion as an object: made, changed, written, evaluated, compiled
 *
 *   M q'' + C q' + c + G + d = Q + tau + J' lambda,   J q'' = gamma (lagrange.h says what each is)
 *
 * They come from energies or from a description. Those of a description are held twice: as these
 * matrices (condensed.h) and as recursion over the bodies (sforms.h), and a function of them (id,
 * fd, mass ..) is written in whichever form takes fewer operations.
 *
 * Every change makes new equations; the old ones stay as they are. Each object owns an arena with
 * all its arrays, and is freed by lia_equations_free. Expressions live in the pool, which the
 * caller owns and frees after the equations. Functions that fail leave *out NULL and the pool
 * without an error.
 *
 * EARG: what the caller asked is no such thing (its text is a whole sentence); EMODEL, EDIM: the
 * energies or the description are not right; ENOMEM; EINTERRUPT. The texts of EARG have no path:
 * the caller knows best what it was that the user said. */
#ifndef LIA_EQUATIONS_H
#define LIA_EQUATIONS_H

#include "base/arena.h"
#include "base/text.h"
#include "eom/acting.h"
#include "eom/lagrange.h"
#include "gen/emit.h"
#include "gen/kernel.h"
#include "rbd/sym/sforms.h"
#include "sym/expr/print.h"
#include "sym/tape/eval.h"

LIA_C_BEGIN

/* functions of the equations: name, groups that go in (q, v, and what the symbols q'' stand for),
 * name of the third group, of the result, whether that is a vector, what it is. matrices: M, B, P,
 * G, one behind the other. In the order of lia_sform */
#define LIA_EOM_LIST(X)                                                                            \
  X(id, 3, "a", "tau", 1, "inverse dynamics: the forces for a motion")                             \
  X(fd, 3, "tau", "a", 1, "forward dynamics: the accelerations under forces")                      \
  X(mass, 1, "", "M", 0, "the mass matrix")                                                        \
  X(bias, 2, "", "h", 1, "the forces at zero acceleration")                                        \
  X(gravity, 1, "", "G", 1, "the forces of the potential")                                         \
  X(coriolis, 2, "", "C", 0, "the matrix C of the Coriolis and centrifugal forces C q'")           \
  X(matrices, 1, "", "M", 0, "every coefficient: M q'' + B [q'_j^2] + P [q'_j q'_k, j < k] + G")

typedef enum lia_eom_what {
#define X(id, nin, third, out, vector, text) LIA_EOM_##id,
  LIA_EOM_LIST(X)
#undef X
  LIA_EOM_COUNT
} lia_eom_what;

typedef struct lia_eom_row {
  const char *id;
  int nin;
  const char *third, *out;
  int vector;
  const char *text;
} lia_eom_row;
extern const lia_eom_row lia_eom_rows[LIA_EOM_COUNT];

/* as M q'' + C q' + G; by recursion over the bodies; whichever is cheaper */
typedef enum lia_eom_form { LIA_EOM_closed, LIA_EOM_recursive, LIA_EOM_cheapest } lia_eom_form;

/* how equations are printed: M q'' + C q' + G = Q; A q'' + B [q'^2] + P [q'_j q'_k] - Q = F with
 * Q = -dV/dq [inria80]; multipliers of the other sign, M q'' + h + J' lambda = Q [nonhol] 0.1 */
typedef enum lia_eom_convention {
  LIA_EOM_course,
  LIA_EOM_inria80,
  LIA_EOM_slides
} lia_eom_convention;

/* energies of one body of T = {bar = .., slide = ..} */
typedef struct lia_eom_body { const char *name; lia_expr T, V; } lia_eom_body;

/* replaced at once, f[k] by t[k]; in the order in which it was asked for */
typedef struct lia_eom_step { int n; const lia_expr *f, *t; } lia_eom_step;

/* what pruning cost, over the motion it was done by */
typedef struct lia_eom_loss {
  /* (n) of every row: the largest share of its peak left out; that peak */
  double *error, *peak;
  double worst, eps;
  /* 1: the sum of what is left out stays below eps, 0: each term does */
  int bound;
  int kept, of;               /* terms */
} lia_eom_loss;

/* how the bodies are known, of which lia_equations_bodies tells the energies */
typedef enum lia_eom_bodies {
  LIA_EOM_no_bodies,
  LIA_EOM_named_bodies,
  LIA_EOM_spec_bodies
} lia_eom_bodies;

typedef struct lia_equations {
  lia_pool *p;
  lia_arena arena;
  int n, ncon, nphi, nconst, nz;
  /* loops and constraints of the model, which are not in these of its tree */
  int cut;
  int of_model;               /* 1: of a description, 0: of energies as they were given */
  int elements;               /* 1: Q has the force elements of the description in it */
  int as_derived;             /* 1: nothing has been changed since */
  lia_expr T, V, D;
  lia_expr *q, *v, *a;        /* (n) */
  lia_expr *M, *C;            /* (n x n) */
  lia_expr *c, *G, *d, *Q;    /* (n) */
  lia_expr *J, *Jt;           /* (ncon x n) rows of constraints; dJ/dt but for what comes from q' */
  lia_expr *gamma, *shift, *lambda;   /* (ncon) */
  lia_expr *phi;              /* (nphi) */
  lia_expr *z, *zdot;         /* (nz) own states of force elements, and their rates */
  lia_at_events left_out;     /* of the description; of energies as they were given none */
  const char **row_name;      /* (ncon) what its rows are called; NULL: by their multipliers */
  lia_expr *name, *value;     /* (nconst) reduced constants */
  lia_expr *B, *P;            /* (n x n), (n x n(n-1)/2): made by lia_equations_split */
  lia_expr *spring;           /* (n) forces of springs, which G has and the recursion has not */
  int split;                  /* B and P are */
  lia_tidy tidy;              /* how entries were simplified, and B and P will be */
  lia_eom_form form;          /* which way functions are written */
  lia_eom_convention convention;
  int digits;                 /* of numbers in their text and LaTeX; 0: all */
  int frozen;                 /* 1: Coriolis terms are left out: B and P are not those of M */

  lia_sforms *forms;          /* the recursion; NULL: there is none (any more) */
  int all;                    /* coordinates of the description */
  const lia_expr *symbol;     /* (3 all) its q, q', q'' */
  int *kept;                  /* (n) which of them the equations have, in order */
  int nstep;                  /* what was put in since the derivation */
  lia_eom_step *step;

  lia_eom_bodies bodies;
  int nbody;
  const lia_eom_body *body;   /* (nbody) named_bodies */
  lia_spec *spec;             /* spec_bodies: not owned, must live as long as they are asked for */
  const lia_eom_loss *loss;   /* NULL: nothing was pruned */

  lia_tape *tape[LIA_EOM_COUNT];   /* made when numbers are first asked for */
  double *w[LIA_EOM_COUNT];        /* its work, inputs and outputs */
} lia_equations;

void lia_equations_free(lia_equations *o);   /* o may be NULL */

/* ---- made (equations_make.c) ---- */

/* from energies; s as in lagrange.h. body: NULL, or the shares of nbody bodies in T and V (names
 * are copied) */
LIA_NODISCARD lia_status lia_equations_of_energies(lia_equations **out, lia_pool *p,
                                                   const lia_lagrange_spec *s, int nbody,
                                                   const lia_eom_body *body, lia_error *err);

/* from a checked description. reduce: 1 gives names to sums of constants (condensed.h). s is kept
 * for lia_equations_bodies alone. EMODEL, naming the body: a quaternion joint, a mass not given;
 * nothing moves */
typedef struct lia_eom_opts { int reduce; lia_tidy tidy; } lia_eom_opts;
LIA_NODISCARD lia_status lia_equations_of_model(lia_equations **out, lia_pool *p, lia_spec *s,
                                                const lia_eom_opts *opts, lia_error *err);

/* with the rows phi(q, t) = 0 and H q' + b = 0 of `rows` instead of those they had; their energies
 * and recursion stay. names: of the rows, in order, or NULL */
LIA_NODISCARD lia_status lia_equations_constrain(lia_equations **out, const lia_equations *from,
                                                 const lia_lagrange_spec *rows,
                                                 const char *const *names, lia_error *err);

/* rows are called so from now on (ncon names, copied) */
LIA_NODISCARD lia_status lia_equations_name_rows(lia_equations *o, const char *const *names,
                                                 lia_error *err);

/* ---- changed (equations_change.c, equations_with.c, equations_prune.c) ---- */

/* f[k] replaced by t[k], all at once. Constants that become numbers fall away. What moves in time
 * brings its rates, as if it had stood in the energies and rows before they were derived; where
 * that cannot be told any more it is refused by name (EARG). f: parameters, functions, constants,
 * or expressions that do not move */
LIA_NODISCARD lia_status lia_equations_with(lia_equations **out, const lia_equations *from, int n,
                                            const lia_expr *f, const lia_expr *t, lia_error *err);

/* of the coordinates keep[0 .. n) alone (from 0, each once); the others are locked */
LIA_NODISCARD lia_status lia_equations_restrict(lia_equations **out, const lia_equations *from,
                                                int n, const int *keep, lia_error *err);

LIA_NODISCARD lia_status lia_equations_without_coriolis(lia_equations **out,
                                                        const lia_equations *from, lia_error *err);
/* Q (n) more forces on the right */
LIA_NODISCARD lia_status lia_equations_forced(lia_equations **out, const lia_equations *from,
                                              const lia_expr *Q, lia_error *err);
/* with all that acts (acting.h): forces of the elements on the right, their own states, what is
 * left out. x: of the same description, in the same pool */
LIA_NODISCARD lia_status lia_equations_act(lia_equations **out, const lia_equations *from,
                                           const lia_acting *x, lia_error *err);
/* every entry by one of simp.h */
LIA_NODISCARD lia_status lia_equations_tidied(lia_equations **out, const lia_equations *from,
                                              lia_expr (*how)(lia_pool *, lia_expr),
                                              lia_error *err);
LIA_NODISCARD lia_status lia_equations_as(lia_equations **out, const lia_equations *from,
                                          lia_eom_convention as, lia_error *err);
/* EARG where it is recursive and there is no recursion */
LIA_NODISCARD lia_status lia_equations_in_form(lia_equations **out, const lia_equations *from,
                                               lia_eom_form form, lia_error *err);

/* terms of M, B and P that stay small over a motion left out: those whose own peak is below eps of
 * the peak of their row, and where bound is 1 as long as all of them together stay below.
 *                                                                                  [inria80] F13 */
typedef struct lia_eom_motion {
  int samples;
  const double *state;        /* (samples x 3n) q, q', q'' */
  /* what stands for parameters while terms are measured, and only then */
  int nvalue;
  const lia_expr *symbol, *value;
  double eps;
  int bound;
  void (*progress)(void *of, int row, int rows);   /* or NULL */
  void *of;
} lia_eom_motion;

/* the equations, M symmetric, with their loss; and row by row on its own: what is left of it (n),
 * how many terms of A (by q''), B (by q'_j q'_k) and C (by q'_j^2) are kept, of how many, and the
 * error. Freed by lia_equations_pruned_free */
typedef struct lia_eom_pruned {
  lia_equations *eq;
  lia_expr *row;
  double *error, *peak, worst;
  int kept[3], of[3];
  lia_arena arena;
} lia_eom_pruned;
LIA_NODISCARD lia_status lia_equations_prune(lia_eom_pruned **out, const lia_equations *from,
                                             const lia_eom_motion *m, lia_error *err);
void lia_equations_pruned_free(lia_eom_pruned *x);

/* ---- asked (equations_ask.c) ---- */

/* B and P */
LIA_NODISCARD lia_status lia_equations_split(lia_equations *o, lia_error *err);
/* C q' + c; all but M q''; the left side of equation i of which the right is 0, or the actuator's
 * force: M q'' + C q' + c + G + d - Q - J' lambda. 0 on failure (the pool says so) */
lia_expr lia_equations_centrifugal(const lia_equations *o, int i);
lia_expr lia_equations_bias(const lia_equations *o, int i);
lia_expr lia_equations_row(const lia_equations *o, int i);
/* dJ/dt (ncon x n); 1, or 0 on failure (the pool says so) */
int lia_equations_jdot(const lia_equations *o, lia_expr *Jdot);
/* whether M' - 2C is skew, proved entry by entry: 1, 0, or -1 where neither proof is found */
int lia_equations_skew(const lia_equations *o);

/* body i of lia_equations_bodies and what it alone contributes to T and V, with what was put in
 * since. Of a description this derives it, and the description must still be there */
LIA_NODISCARD lia_status lia_equations_bodies(const lia_equations *o, int *n, lia_eom_body **body,
                                              lia_error *err); /* freed by lia_free */

/* e[0 .. n), told of the description as it was: what was put into the equations since, put into
 * them */
LIA_NODISCARD lia_status lia_equations_follow(const lia_equations *o, int n, lia_expr *e,
                                              lia_error *err);

/* ---- functions (equations_function.c): as expressions ---- */

int lia_equations_outputs(const lia_equations *o, lia_eom_what what);
/* out: the function (outputs entries). few: with as few operations as are found, which takes its
 * time. way: the road taken, in words; may be NULL */
LIA_NODISCARD lia_status lia_equations_function(lia_equations *o, lia_eom_what what, int few,
                                                lia_expr *out, const char **way, lia_error *err);
/* its operations with as few as are found, reduced constants not counted */
LIA_NODISCARD lia_status lia_equations_count(lia_equations *o, lia_eom_what what, lia_eom_form form,
                                             lia_count *c, const char **way, lia_error *err);

/* ---- numbers (equations_eval.c) ---- */

/* the function at q, v and a (for fd of q, v, tau); what it does not depend on may be NULL, which
 * is zeros. The result stands until the next call. EARG where a symbol has no number */
LIA_NODISCARD lia_status lia_equations_eval(lia_equations *o, lia_eom_what what, const double *q,
                                            const double *v, const double *a, const double **out,
                                            lia_error *err);
/* M a = tau - h into a (n). ESINGULAR, naming the coordinate that moves no mass; EARG with
 * constraints */
LIA_NODISCARD lia_status lia_equations_fd(lia_equations *o, const double *q, const double *v,
                                          const double *tau, double *a, lia_error *err);

/* ---- text (equations_text.c, equations_latex.c) ---- */

/* as a person writes them: what is not zero, a line each, c12 for cos(q1 + q2), what that means,
 * the operations. Appended to out */
LIA_NODISCARD lia_status lia_equations_text(lia_equations *o, lia_text *out, lia_error *err);
/* a LaTeX document, or what goes into one */
LIA_NODISCARD lia_status lia_equations_latex(lia_equations *o, int fragment, lia_text *out,
                                             lia_error *err);

/* which parts a convention shows, in order: "M", "B" ..; ends with NULL */
const char *const *lia_equations_parts(const lia_equations *o);
/* what of a part is not zero, each as short as it gets, by name: "M12", from ten coordinates on
 * "M1_12". *list is freed by lia_free */
typedef struct lia_eom_entry {
  char name[96];
  lia_expr e, rate_of;        /* rate_of: the own state whose rate it is; 0: it is none */
} lia_eom_entry;
LIA_NODISCARD lia_status lia_equations_entries(lia_equations *o, const char *part,
                                               lia_eom_entry **list, int *n, lia_error *err);
/* how angles are abbreviated in their texts (lia_print_opts.angles) */
int lia_equations_angles(const lia_equations *o);
/* the symbols of their coordinates and of M, c, G, d, Q, J, gamma: those beside any of their
 * formulas (lia_print_opts.beside). *list is freed by lia_free */
LIA_NODISCARD lia_status lia_equations_symbols(const lia_equations *o, lia_expr **list,
                                               uint32_t *n, lia_error *err);

/* ---- programs (equations_program.c) ---- */

/* what = LIA_EOM_COUNT: M, h and G at once. Symbols without a number are the last input, p, where
 * parameters is 1, else refused (EARG). Freed by lia_equations_program_free; the equations must
 * live as long */
enum { LIA_EOM_MOST_GROUPS = 4 };
typedef struct lia_eom_program {
  lia_emit_fn f;              /* its name is the caller's to set */
  lia_emit_vec in[LIA_EOM_MOST_GROUPS], out[LIA_EOM_MOST_GROUPS];
  int nin, nout;              /* numbers in all */
  const lia_expr *all_in, *all_out;
  lia_arena arena;
} lia_eom_program;
LIA_NODISCARD lia_status lia_equations_program(lia_eom_program **out, lia_equations *o,
                                               lia_eom_what what, int parameters, lia_error *err);
void lia_equations_program_free(lia_eom_program *g);
/* the groups of results of a function of n coordinates, from out on; how many */
int lia_eom_results(lia_emit_vec to[LIA_EOM_MOST_GROUPS], lia_eom_what what, int n,
                    const lia_expr *out);

/* the program as text: C99, a Lua module, JavaScript, with its operation count and test vectors.
 * Appended */
LIA_NODISCARD lia_status lia_equations_write(lia_equations *o, lia_language language,
                                             lia_eom_what what, const char *name, int tests,
                                             lia_text *out, lia_error *err);
/* machine code of the function through a C compiler (cc.h): lia_kernel_call(*k) with arrays q, v, a
 * as it needs */
LIA_NODISCARD lia_status lia_equations_compile(lia_kernel **k, lia_equations *o, lia_eom_what what,
                                               const lia_cc *cc, lia_cc_result *made,
                                               lia_error *err);

LIA_C_END

#endif
