/* equations_inside.h - what the files of equations share among themselves */
#ifndef LIA_EQUATIONS_INSIDE_H
#define LIA_EQUATIONS_INSIDE_H

#include "eom/equations.h"

#include <string.h>

LIA_C_BEGIN

/* every array of entries, in one order: for laying out, copying, substituting. The first four are
 * symbols; the last one no reader sees */
enum { LIA_EOM_ARRAYS = 20, LIA_EOM_READ = 19, LIA_EOM_SYMBOLS = 4 };
#define LIA_EOM_ARRAY_LIST(X)                                                              \
  X(q, n) X(v, n) X(a, n) X(z, nz)                                                         \
  X(M, n * n) X(C, n * n) X(c, n) X(G, n) X(d, n) X(Q, n)                                  \
  X(J, ncon * n) X(Jt, ncon * n) X(gamma, ncon) X(shift, ncon) X(phi, nphi)                \
  X(zdot, nz) X(value, nconst) X(B, n * n) X(P, n * lia_lagrange_pairs(n)) X(spring, n)
typedef struct lia_eom_array { lia_expr *x; int n; } lia_eom_array;
void lia_equations_arrays(const lia_equations *o, lia_eom_array list[LIA_EOM_ARRAYS]);

/* an object of these sizes, all zero-numbers; NULL: no memory */
typedef struct lia_eom_sizes { int n, ncon, nphi, nconst, nz; } lia_eom_sizes;
lia_equations *lia_equations_new(lia_pool *p, lia_eom_sizes size);
static inline lia_eom_sizes lia_equations_sizes(const lia_equations *o) {
  return (lia_eom_sizes){ o->n, o->ncon, o->nphi, o->nconst, o->nz };
}
/* a copy with all that is known of it, but for the numbers' tapes; NULL: no memory */
lia_equations *lia_equations_copy(const lia_equations *from);
/* what stays the same whatever its entries are: options, energies, how it was made; 0: no memory */
int lia_equations_inherit(lia_equations *o, const lia_equations *from);

/* what was left out, in memory of its own from here on; 0: no memory */
int lia_equations_keep_left_out(lia_equations *o);
/* one step more on the way from the derivation (n may be 0); 0: no memory */
int lia_equations_add_step(lia_equations *o, int n, const lia_expr *f, const lia_expr *t);
/* the recursion is that of these equations no longer */
void lia_equations_leave_recursion(lia_equations *o);

/* own states that nothing depends on fall away */
void lia_equations_drop_states(lia_equations *o);

/* everything replaced at once, in every array; LIA_OK or the pool's failure */
LIA_NODISCARD lia_status lia_equations_replace(lia_equations *o, int n, const lia_expr *from,
                                               const lia_expr *to, lia_error *err);

/* symbols f[0 .. n) of which others have the name: those of these equations */
LIA_NODISCARD lia_status lia_equations_fit(const lia_equations *o, int n, lia_expr *f,
                                           lia_error *err);

/* the failure of the pool, which forgets it; LIA_ENOMEM where it has none */
lia_status lia_equations_failed(lia_pool *p, lia_error *err);
lia_status lia_equations_nomem(lia_error *err);

/* a copy of the n expressions in the arena; NULL: no memory */
lia_expr *lia_equations_list(lia_arena *a, const lia_expr *x, int n);

static inline void lia_equations_put(lia_expr *to, const lia_expr *from, int n) {
  if (n) memcpy(to, from, (size_t)n * sizeof *to);
}

/* whether x is below one of e[0 .. n) */
int lia_equations_depends(lia_pool *p, const lia_expr *e, int n, lia_expr x);

/* a coordinate in e that is none of these equations', nor locked in them, has no place there: EARG.
 * what: its name for a message */
LIA_NODISCARD lia_status lia_equations_refuse_strangers(const lia_equations *o, lia_expr e,
                                                        const char *what, lia_error *err);

LIA_C_END

#endif
