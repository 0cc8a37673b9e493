/* terms.h - expressions as sums of products in lists: what compact.h works on
 *
 * A literal is anything that is multiplied: a symbol, a sine, a sum under a root, or a polynomial
 * that got a name. A monomial is a product of literals, stored once, so equal products are equal
 * numbers. A polynomial is a sum of numbers times monomials, no monomial twice. Fixed literals are
 * constants: what is made of them alone costs nothing. */
#ifndef LIA_TERMS_H
#define LIA_TERMS_H

#include "base/arena.h"
#include "sym/expr/pool.h"

LIA_C_BEGIN

/* poly: where e is 0, which polynomial it names */
typedef struct lia_lit { lia_expr e; uint32_t poly; int fixed; } lia_lit;
/* literals list[at .. at+n), sorted; moving: not fixed; place: its term in the polynomial added to
 * last, which was the newest then */
typedef struct lia_mono { uint32_t at, n, moving, poly, place; } lia_mono;
/* stamp: for parts.c */
typedef struct lia_term { uint32_t m, stamp; lia_ratio c; } lia_term;
typedef struct lia_poly { lia_term *t; uint32_t n, room; } lia_poly;

typedef struct lia_list { void *v; uint32_t n, room; } lia_list;

typedef struct lia_terms {
  lia_pool *p;
  int fix;                       /* 1: symbols constant in time are fixed */
  lia_arena arena;
  lia_list lits, monos, list, polys;
  uint32_t *table, ntable;       /* 1 + monomial by its literals */
  uint32_t *known, nknown;       /* 1 + literal by its expression */
  int failed;                    /* memory ran out: the pool says so */
} lia_terms;

#define LIA_LIT(t, i)  ((lia_lit *)(t)->lits.v)[i]
#define LIA_MONO(t, i) ((lia_mono *)(t)->monos.v)[i]
#define LIA_POLY(t, i) ((lia_poly *)(t)->polys.v)[i]
#define LIA_LITS(t, m) ((uint32_t *)(t)->list.v + LIA_MONO(t, m).at)

/* room for one more at the end of a list: its place, 0 where memory is out */
uint32_t lia_terms_more(lia_terms *t, lia_list *l, size_t size);

int lia_terms_start(lia_terms *t, lia_pool *p, int fix);   /* monomial 0 is the empty product, 1 */
void lia_terms_free(lia_terms *t);

uint32_t lia_terms_literal(lia_terms *t, lia_expr e);
/* a literal that stands for a polynomial */
uint32_t lia_terms_named(lia_terms *t, uint32_t poly, int fixed);
uint32_t lia_terms_product(lia_terms *t, uint32_t n, uint32_t *lit);  /* sorts lit */
/* greatest common divisor; moving: of what is not fixed */
uint32_t lia_terms_common(lia_terms *t, uint32_t a, uint32_t b, int moving);
uint32_t lia_terms_over(lia_terms *t, uint32_t a, uint32_t b);        /* a/b, which divides it */
uint32_t lia_terms_times(lia_terms *t, uint32_t a, uint32_t b);

uint32_t lia_terms_poly(lia_terms *t, uint32_t room);                 /* an empty one */
void lia_terms_add(lia_terms *t, uint32_t poly, uint32_t m, lia_ratio c);
lia_term *lia_terms_find(const lia_terms *t, uint32_t poly, uint32_t m);
void lia_terms_drop(lia_terms *t, uint32_t poly, uint32_t m);
/* term i; the last one takes its place */
void lia_terms_drop_at(lia_terms *t, uint32_t poly, uint32_t i);
/* e, multiplied out already, as a polynomial */
uint32_t lia_terms_read(lia_terms *t, lia_expr e);

/* how often a literal stands in m */
static inline uint32_t lia_terms_power(const lia_terms *t, uint32_t m, uint32_t lit) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < LIA_MONO(t, m).n; i++) n += LIA_LITS(t, m)[i] == lit;
  return n;
}

/* multiplications that c times m takes: x*x one, signs none, fixed factors and the number one
 * together */
static inline uint32_t lia_terms_cost(const lia_terms *t, uint32_t m, lia_ratio c) {
  const lia_mono *x = &LIA_MONO(t, m);
  int unit = c.d == 1 && (c.n == 1 || c.n == -1);
  return x->moving == 0 ? 0 : x->moving - 1 + (x->n > x->moving || !unit);
}

LIA_C_END

#endif
