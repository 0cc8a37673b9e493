/* force_law.h - the laws of force elements as expressions
 *
 * Made from the texts of the rows (force.h), in any pool, of numbers and states that are any
 * expressions: numbers of a description, parameters with names, functions of coordinates. What
 * happens at events only (row->events.text) is in none of them. */
#ifndef LIA_FORCE_LAW_H
#define LIA_FORCE_LAW_H

#include "gen/emit.h"
#include "kinds/force.h"
#include "sym/expr/pool.h"

LIA_C_BEGIN

/* What a law is asked: param (lia_force_numbers) in the order of lia_load.p; x, v (1, 3 at a
 * point, 6 of a wheel); z: own states, of a row that sticks the sign of the way it slides, as
 * sign(v). 0 for a number is "infinite" or "none", as an end that is not given: comparisons with it
 * are false, and a law that needs it is refused by name. v, z and t may be missing (NULL, 0) in the
 * same sense */
typedef struct lia_force_in {
  const lia_expr *param, *x, *v, *z;
  lia_expr t;
} lia_force_in;

typedef struct lia_force_out {
  int n;                      /* 1; at a point 3, of a wheel 6 */
  lia_expr f[LIA_FORCE_DIM];
  lia_expr power;             /* f . v: what it gives the mechanism */
  lia_expr V, storing;        /* potential energy, and dV/dx . v; LIA_ZERO where it has none */
  lia_expr dz[LIA_FORCE_STATES];   /* the rates of its own states; LIA_ZERO without */
  lia_expr arm[3];            /* from the point to where it acts; LIA_ZERO: at the point */
} lia_force_out;

LIA_NODISCARD lia_status lia_force_expr(lia_pool *p, lia_force_kind kind, int port,
                                        const lia_force_in *in, lia_force_out *out, lia_error *err);

/* Derivatives of f: fx[i][j] = df[i]/dx[j], fv, ft, fz likewise, fp[i][j] by number j of the row;
 * of dz: zx, zv, zz. One side at corners, as in diff.h */
typedef struct lia_force_slopes {
  int n, np, nz;
  lia_expr fx[LIA_FORCE_DIM][LIA_FORCE_DIM], fv[LIA_FORCE_DIM][LIA_FORCE_DIM];
  lia_expr ft[LIA_FORCE_DIM], fz[LIA_FORCE_DIM][LIA_FORCE_STATES];
  lia_expr fp[LIA_FORCE_DIM][LIA_FORCE_NPARAM];
  lia_expr zx[LIA_FORCE_STATES][LIA_FORCE_DIM], zv[LIA_FORCE_STATES][LIA_FORCE_DIM];
  lia_expr zz[LIA_FORCE_STATES][LIA_FORCE_STATES];
} lia_force_slopes;

LIA_NODISCARD lia_status lia_force_derivatives(lia_pool *p, lia_force_kind kind, int port,
                                               const lia_force_in *in, lia_force_slopes *out,
                                               lia_error *err);

/* The law as a program NAME in any language, appended to out: inputs numbers (in the order of the
 * row), x, v, z (1, of a wheel 2), t (1); outputs f, dz (as z), V (1) and, at a point, arm (3) */
LIA_NODISCARD lia_status lia_force_program(lia_force_kind kind, int port, lia_language language,
                                           const char *name, const lia_emit_opts *opts,
                                           lia_text *out, lia_error *err);

LIA_C_END

#endif
