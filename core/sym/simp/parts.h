/* parts.h - parts that polynomials have in common: looked for, named, taken out, and looked for
 * again
 *
 * First sums of two terms that several polynomials hold as they stand; what got a name and is used
 * once goes back. Then, one at a time, whichever saves most of a product that occurs twice and two
 * terms with a common factor, a b + a c = a (b + c),
 * wherever such a b + c occurs.                                             [Rajski] [Hosangadi] */
#ifndef LIA_PARTS_H
#define LIA_PARTS_H

#include "sym/simp/terms.h"

LIA_C_BEGIN

typedef struct lia_parts {
  lia_terms t;
  int mul, add;                  /* what a multiplication and an addition are worth */
  lia_list parts, places;        /* what could get a name, where it stands */
  /* by polynomial: since when its places hold; those changed since */
  lia_list watches, touched;
  uint32_t *table, ntable;       /* 1 + part by what it is */
  uint32_t looked, clock;
} lia_parts;

/* pairs of terms in all polynomials: what the search takes grows with it */
uint64_t lia_parts_pairs(const lia_parts *w);

/* whether polynomial b is polynomial a times a number */
int lia_parts_multiple(const lia_parts *w, uint32_t a, uint32_t b, lia_ratio *by);

/* from now on the polynomials have little in common; those from `first` on are no results.
 * w->t.failed where memory is out */
void lia_parts_take(lia_parts *w, uint32_t first);

void lia_parts_free(lia_parts *w);

LIA_C_END

#endif
