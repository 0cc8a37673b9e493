/* sforms.h - the functions of a description as expressions in few operations, each by the cheapest
 * of the roads there are
 *
 * The search is made in a pool of its own. There every constant of the tree, a number or a sum of
 * products of parameters, is one symbol, the same for equal values: what is found for symbols is
 * found for numbers, and nothing depends on what the caller's pool was asked before. Inertial
 * parameters are regrouped (stree.h) as suits the function. */
#ifndef LIA_SFORMS_H
#define LIA_SFORMS_H

#include "model/smodel.h"
#include "sym/tape/eval.h"

LIA_C_BEGIN

/* id, text: the function; what is written: outputs of n coordinates */
#define LIA_SFORM_LIST(X)                                                                   \
  X(id,       n)                                       /* forces for a motion: M a + C v + G */ \
  X(fd,       n)                                       /* accelerations under forces */         \
  X(mass,     n * n)                                                                        \
  X(bias,     n)                                       /* C v + G */                            \
  X(gravity,  n)                                                                            \
  X(coriolis, n * n)                                   /* C of the Christoffel symbols */       \
  X(matrices, \
      2 * n * n + n * (n * (n - 1) / 2) + n)   /* M, B, P, G of sdyn.h, one behind the other */

typedef enum lia_sform {
#define X(id, size) LIA_SFORM_##id,
  LIA_SFORM_LIST(X)
#undef X
  LIA_SFORM_COUNT
} lia_sform;

typedef struct lia_sforms lia_sforms;

/* s: a checked description, needed until this returns. One owner; keep makes one more, each frees.
 * EMODEL, naming the body: a mass or inertia not given; nothing moves */
LIA_NODISCARD lia_status lia_sforms_new(lia_sforms **out, lia_spec *s, lia_error *err);
lia_sforms *lia_sforms_keep(lia_sforms *f);
void lia_sforms_free(lia_sforms *f);

/* its pool (for being stopped) and the description in it: number, v and a are the symbols that the
 * functions are of */
lia_pool *lia_sforms_pool(const lia_sforms *f);
const lia_smodel *lia_sforms_model(const lia_sforms *f);
/* how straight-line code grows: the sum over nodes of the square of how many each stands on */
double lia_sforms_spread(const lia_sforms *f);

int lia_sforms_size(const lia_sforms *f, lia_sform what);   /* outputs */

/* where numbers, speeds and accelerations (for fd: forces) are called by other symbols, in another
 * pool */
typedef struct lia_snames { lia_pool *p; const lia_expr *number, *v, *a; } lia_snames;

/* out: the function. few: 1 compares roads and takes out what parts have in common (once; it is
 * remembered), 0 writes the usual road as it comes. Numbers of the tree stand in it by name
 * (eval.h; lia_sforms_numbers puts them in). to: NULL for the pool of f; other parameters go by
 * their names. way: the road taken, in words; may be NULL. EMODEL: a joint turns by a quaternion
 * (coriolis, matrices), a coordinate that moves no mass (fd) */
LIA_NODISCARD lia_status lia_sforms_write(lia_sforms *f, lia_sform what, int few,
    const lia_snames *to, lia_expr *out, const char **way, lia_error *err);

/* e[0 .. n) of pool p with plain numbers, for a reader; what is shared stays so. 1, or 0 (the pool
 * says why) */
int lia_sforms_numbers(lia_pool *p, int n, lia_expr *e);

LIA_C_END

#endif
