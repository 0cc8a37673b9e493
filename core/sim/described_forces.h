/* described_forces.h - the force elements of a description as loads of a run
 *
 * Plain numbers go into the loads; numbers that are expressions, of inputs, coordinates, their
 * rates and t, are computed anew at every state, by one tape; forces told by an expression have a
 * tape each. */
#ifndef LIA_DESCRIBED_FORCES_H
#define LIA_DESCRIBED_FORCES_H

#include "describe/spec.h"
#include "model/compile.h"
#include "sim/element_forces.h"

LIA_C_BEGIN

typedef struct lia_described lia_described;

/* load (s->nforce): filled here; names and sums live as long as *out. EMODEL, naming the place: a
 * number that is an open name; an element that sticks, strikes or stops and is not of one
 * coordinate with plain numbers. Freed by lia_described_free */
LIA_NODISCARD lia_status lia_described_new(lia_described **out, lia_spec *s, const lia_compiled *c,
                                           lia_load *load, lia_error *err);
void lia_described_free(lia_described *d);

/* 1: some number or force depends on inputs, on other coordinates or on t */
int lia_described_varies(const lia_described *d);
int lia_described_numbers(const lia_described *d);   /* how many numbers do */
/* whether a number or a force is asked for of an element that no kernel computes */
int lia_described_needed(const lia_described *d, const lia_load *load);
int lia_described_number_of(const lia_described *d, int i);   /* the element that number i is of */

/* the state that numbers and forces are asked at, u (ninput) the inputs; numbers into load.
 * EDOMAIN, naming the number: no finite value there */
LIA_NODISCARD lia_status lia_described_at(lia_described *d, lia_load *load, double t,
                                          const double *q, const double *v, const double *u,
                                          lia_error *err);

/* 1: the force of element k is told by an expression; else, where it is its own, by a function of
 * the script */
int lia_described_tells(const lia_described *d, int k);
/* behind lia_described_at: the force of element k told by an expression, at x and v of its port */
LIA_NODISCARD lia_status lia_described_own(lia_described *d, int k, const double *x,
                                           const double *v, double *F, lia_error *err);

/* a text in numbers of q, rates and t as a tape of (q, rates, t): what sets an input of a run.
 * Freed by lia_free. EMODEL: it does not read, or names something else */
LIA_NODISCARD lia_status lia_described_law(lia_tape **out, const lia_spec *s, const char *text,
                                           const char *where, lia_error *err);

LIA_C_END

#endif
