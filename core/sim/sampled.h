/* sampled.h - a program asked every now and then, u = h(t, x, y, p), x+ = f(t, x, y, p), in
 * expressions
 *
 * x: states that it keeps from one time to the next; y: what it is given then; p: values of its
 * own. All are names in a pool of its own. Lines define names on the way, from what stands before
 * them; a line may be a function of a model (inverse dynamics, a Jacobian) of expressions. From
 * these expressions come the numbers of a run, programs in other languages, slopes. */
#ifndef LIA_SAMPLED_H
#define LIA_SAMPLED_H

#include "base/arena.h"
#include "base/names.h"
#include "describe/spec.h"
#include "sym/expr/pool.h"

LIA_C_BEGIN

typedef enum lia_sampled_group {
  LIA_SAMPLED_t, LIA_SAMPLED_x, LIA_SAMPLED_y, LIA_SAMPLED_p, LIA_SAMPLED_GROUPS
} lia_sampled_group;

typedef struct lia_sampled {
  lia_pool *p;                   /* owned */
  lia_names names;               /* of inputs, then of lines */
  lia_expr *symbol, *value;      /* by name: its symbol, and what a line stands for (0: an input) */
  int room;
  int n[LIA_SAMPLED_GROUPS];       /* t is one */
  lia_expr *in;                  /* all inputs, group by group */
  int nu;
  lia_expr *u, *next;            /* (nu), (n[x]) */
  lia_arena arena;
} lia_sampled;

/* names of x, y, p: identifiers, rates with ' (q1'). EARG: a name twice, one that is none */
LIA_NODISCARD lia_status lia_sampled_new(lia_sampled **out, const int n[LIA_SAMPLED_GROUPS],
    const char *const *name[LIA_SAMPLED_GROUPS], lia_error *err);
void lia_sampled_free(lia_sampled *b);

/* the text as an expression, lines put in. EPARSE, EARG: what it names is not known */
LIA_NODISCARD lia_status lia_sampled_read(lia_sampled *b, const char *text, lia_expr *e,
    lia_error *err);
/* a line: name = an expression of the pool; name = text */
LIA_NODISCARD lia_status lia_sampled_define(lia_sampled *b, const char *name, lia_expr e,
    lia_error *err);
LIA_NODISCARD lia_status lia_sampled_line(lia_sampled *b, const char *name, const char *text,
    lia_error *err);

/* n m lines at once, name[i * m + j] = d text[i] / d by[j]; by: inputs, states, values; at (m
 * texts, NULL: none): in their place behind that, all at once */
LIA_NODISCARD lia_status lia_sampled_slopes(lia_sampled *b, int n, const char *const *text, int m,
    const char *const *by, const char *const *at, const char *const *name, lia_error *err);
/* n lines, name[i] = text[i] with every by[j] replaced by at[j], all at once */
LIA_NODISCARD lia_status lia_sampled_put(lia_sampled *b, int n, const char *const *text, int m,
    const char *const *by, const char *const *at, const char *const *name, lia_error *err);

/* functions of a model: id, fd, mass, bias, gravity, coriolis as in sforms.h; energy (2: T, V of
 * gravity) and regressor (nv x 10 nbody) as in sdyn.h; pose (12: rows of [R p]), jacobian (6 x nv),
 * bias_acceleration (6: dJ/dt v) of a place */
typedef struct lia_sampled_call {
  const char *what, *place;      /* place: a body or frame, NULL: the tip */
  double point[3];               /* on it */
  const lia_expr *q, *v, *a;     /* (nq) (nv) (nv): arguments; NULL where it has none of these */
} lia_sampled_call;
/* how many numbers it gives; 0: there is no such function */
int lia_sampled_call_size(const lia_spec *s, const char *what);
/* the names get what it gives. s: checked; what has no number is a value of the program, by name */
LIA_NODISCARD lia_status lia_sampled_model(lia_sampled *b, lia_spec *s,
    const lia_sampled_call *call, int n, const char *const *name, lia_error *err);

LIA_NODISCARD lia_status lia_sampled_outputs(lia_sampled *b, int n, const char *const *text,
    const char *const *where, lia_error *err);
LIA_NODISCARD lia_status lia_sampled_states(lia_sampled *b, const char *const *text,
    const char *const *where, lia_error *err);

/* lines from another program, with expressions of this one in the place of its states, what it is
 * given and its values (one text each, in this order; t is t): output number `output` under
 * name[0], or (-1) all states at the next time under name[0 .. n[x]) */
LIA_NODISCARD lia_status lia_sampled_join(lia_sampled *b, lia_sampled *part, int output,
    const char *const *image, const char *const *name, lia_error *err);

/* 1: output i takes what y[j] is at the same time */
int lia_sampled_passes(lia_sampled *b, int output, int input);

LIA_C_END

#endif
