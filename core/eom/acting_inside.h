/* acting_inside.h - what the files of acting.h share among themselves */
#ifndef LIA_ACTING_INSIDE_H
#define LIA_ACTING_INSIDE_H

#include "describe/spec.h"
#include "sym/expr/pool.h"

LIA_C_BEGIN

struct lia_acting;
struct lia_acting_pivots;
typedef struct lia_acting_pivots lia_acting_pivots;

/* room for n (and one more) in the arena, zeroed; NULL: err says so */
void *lia_acting_room(struct lia_acting *x, int n, size_t size, lia_error *err);
/* n symbols liaison_<name>1 .. */
lia_expr *lia_acting_symbols(struct lia_acting *x, const char *name, int n, lia_error *err);

/* rows of all loops and constraints of a description: how many; and g, rate, acceleration, holds,
 * row_name of each */
int lia_acting_count(const lia_spec *s);
LIA_NODISCARD lia_status lia_acting_rows(struct lia_acting *x, const lia_spec *s, lia_error *err);

/* velocity of the point r of a place and of its turn, base axes: (6) of J (6 x nv) v; X: its pose
 * */
LIA_NODISCARD lia_status lia_acting_place(const struct lia_acting *x, int place,
    const lia_expr r[3],
    lia_expr X[12], lia_expr V[6], lia_error *err);

/* [M G'; G 0] (a; m) = x in straight-line code (pool.h, nested): of K (nv + rows) its lower half is
 * read; x ((nv + rows) x n) becomes the solution. M positive definite; rows that depend on each
 * other have no solution. pivots: NULL, or what is told of them. 0: out of memory, or the pool says
 * why */
int lia_acting_reduce(lia_pool *p, int nv, int rows, const lia_expr *K, int n, lia_expr *x,
                      lia_acting_pivots *pivots);

/* inputs of a description: before its rows */
LIA_NODISCARD lia_status lia_acting_inputs(struct lia_acting *x, const lia_spec *s, lia_error *err);
/* force elements and outputs of a description: behind its rows */
LIA_NODISCARD lia_status lia_acting_describe(struct lia_acting *x, const lia_spec *s,
    lia_error *err);
/* the text in the pool of x; a failure is told at where */
LIA_NODISCARD lia_status lia_acting_read(const struct lia_acting *x, const char *text,
    const char *where,
    lia_expr *e, lia_error *err);

LIA_C_END

#endif
