/* number.h - numbers as expressions; expressions as number times rest, base to exponent
 *
 * Below the constructors of build.h, which stand on it: printing, ordering and evaluating constants
 * need no more. */
#ifndef LIA_NUMBER_H
#define LIA_NUMBER_H

#include "sym/expr/pool.h"

LIA_C_BEGIN

/* numbers: lia_sym_num takes the number a person means by x (0.1 is one tenth, see ratio.h); inf
 * and nan are refused */
lia_expr lia_sym_num(lia_pool *p, double x);
lia_expr lia_sym_int(lia_pool *p, int64_t n);
lia_expr lia_sym_rat(lia_pool *p, int64_t n, int64_t d);
lia_expr lia_sym_ratio(lia_pool *p, lia_ratio a);
static inline lia_expr lia_sym_pi(lia_pool *p) { (void)p; return LIA_PI; }

/* a = number * rest; number is LIA_ONE for all but scale nodes and numbers (whose rest is LIA_ONE)
 */
static inline lia_expr lia_sym_split(const lia_pool *p, lia_expr a, lia_expr *rest) {
  const lia_enode *d = &p->node[a];
  if (d->op == LIA_OP_scale) { *rest = d->k[1]; return d->k[0]; }
  if (d->op == LIA_OP_num) { *rest = LIA_ONE; return a; }
  *rest = a;
  return LIA_ONE;
}

/* a = base ^ exponent; exponent is LIA_ONE for all but pow nodes */
static inline lia_expr lia_sym_base(const lia_pool *p, lia_expr a, lia_expr *exponent) {
  const lia_enode *d = &p->node[a];
  if (d->op == LIA_OP_pow) { *exponent = d->k[1]; return d->k[0]; }
  *exponent = LIA_ONE;
  return a;
}

/* whether number * sum is written k1 t1 + k2 t2 + ... because that has fewer multiplications: (2 a
 * + 2 b)/2 is a + b */
int lia_sym_inside(const lia_pool *p, lia_expr number, lia_expr sum);

/* the value of a number that is a whole number of int64: 1, else 0 */
int lia_sym_whole(const lia_pool *p, lia_expr a, int64_t *n);

LIA_C_END

#endif
