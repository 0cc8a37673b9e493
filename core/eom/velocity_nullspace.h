/* velocity_nullspace.h - velocity constraints solved in symbols: q' = J_nh alpha + q_0 for all rows
 * H q' + b = 0                                                                [nonhol] F5, G8
 *
 * Three ways to the same motions: speeds alpha that are the rates of coordinates left free
 * (partition, J_nh = N), speeds that are given as linear forms of the rates, alpha = S q' + s
 * (their rows make H square), and J_nh given, which is proved. H is r x n, row major; expressions
 * of coordinates, inputs and time, free of rates. */
#ifndef LIA_SPEEDS_H
#define LIA_SPEEDS_H

#include "base/status.h"
#include "sym/expr/pool.h"

LIA_C_BEGIN

/* by elimination with a choice of pivots: first those that are constants, then those that do not
 * vanish where all coordinates are 0, then the shortest. dependent (rank), free (n - rank):
 * columns, rising; surplus (r - rank): rows that follow from the others. N (n x (n - rank), room
 * for n x n): unit rows where free; nu (n): q' = N q'_free + nu */
typedef struct lia_partition {
  int rank;
  int *dependent, *free, *surplus;
  lia_expr *N, *nu;
} lia_partition;

/* one block, freed by lia_free. b may be NULL; choice (n) may be NULL: 1 must stay free, 2 must
 * become dependent, 0 as it comes. LIA_EMODEL: rows that contradict each other; LIA_ESINGULAR: the
 * choice leaves fewer pivots than the rank */
LIA_NODISCARD lia_status lia_speeds_partition(lia_partition **out, lia_pool *p, int r, int n,
    const lia_expr *H, const lia_expr *b,
    const int *choice, lia_error *err);

/* J_nh (n x l) and q_0 (n) with H q' + b = 0 and S q' + s = alpha, r + l = n; s and b may be NULL.
 * LIA_ESINGULAR where these n rows depend on each other */
LIA_NODISCARD lia_status lia_speeds_of(lia_pool *p, int r, int n, const lia_expr *H,
    const lia_expr *b, const lia_expr *S,
    const lia_expr *s, lia_expr *Jnh, lia_expr *q0, lia_error *err);

/* H J_nh = 0 and H q_0 + b = 0: every entry with numbers at random points, then proved one after
 * the other, with LIA_SPEEDS_WORK (pool.h) for all: LIA_EMODEL names the row that is not; *open:
 * entries neither proved nor refuted. q0, b may be NULL */
enum { LIA_SPEEDS_WORK = 1 << 22 };
LIA_NODISCARD lia_status lia_speeds_check(lia_pool *p, int r, int n, int l, const lia_expr *H,
    const lia_expr *b, const lia_expr *Jnh,
    const lia_expr *q0, int *open, lia_error *err);

LIA_C_END

#endif
