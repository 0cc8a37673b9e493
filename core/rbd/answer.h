/* answer.h - whether forward dynamics has an answer at q: which coordinate moves no mass, and the
 * sentence about it
 *
 * The algorithms divide by pivots without looking. Where one is far smaller than others it may be
 * the rounding of a zero: then M itself is looked into. */
#ifndef LIA_ANSWER_H
#define LIA_ANSWER_H

#include "model/data.h"

LIA_C_BEGIN

/* After an algorithm that left its inverse pivots in d->D and its result in x (n numbers): LIA_OK,
 * or LIA_ESINGULAR where x exceeds all numbers or a coordinate moves no mass at q (nq)
 * Writes d: judge, and as lia_crba does where it has to look */
lia_status lia_answer_check(const lia_model *m, lia_data *d, const double *q, const double *x,
                            int n);

/* The same question at q without an algorithm before it: the first velocity whose inertia, with
 * those before it free to move, is only rounding; -1: none. Each pivot of M = L D L' is compared
 * with its own column of what M is made of, so that a tree of a ship says nothing of a tree of a
 * watch. Writes d: judge, and as lia_crba does */
int lia_answer_weightless(const lia_model *m, lia_data *d, const double *q);

/* why there is none at q, with the names of the velocities (nv): "'q2' moves no mass of its own
 * ..", or where all do that the accelerations are too large. Returns LIA_ESINGULAR, or
 * LIA_ENOMEM */
lia_status lia_answer_tell(const lia_model *m, lia_data *d, const double *q,
                           const char *const *name, lia_error *err);

LIA_C_END

#endif
