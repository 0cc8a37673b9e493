/* event.h - where a function of time crosses zero within a step */
#ifndef LIA_EVENT_H
#define LIA_EVENT_H

#include "base/status.h"

LIA_C_BEGIN

typedef lia_status lia_event_fn(void *user, double t, double *g, lia_error *err);

/* t in [a, b] (or [b, a]) where g changes sign, ga and gb being g(a) and g(b), of opposite sign:
 * the bracket is closed to tol or to the last bits of t. *before and *after receive its ends, so
 * that g(*before) has the sign of ga and g(*after) the other (or is 0): an event found never lies
 * before it happened. [Alefeld] bracketing: at most about 2 log2((b - a)/tol) calls; on smooth
 * functions some 8. */
LIA_NODISCARD lia_status lia_event_locate(lia_event_fn *g, void *user, double a, double ga,
    double b, double gb, double tol,
    double *before, double *after, lia_error *err);

/* what a change from ga to gb means: +1 rising, -1 falling, 0 none. Zero belongs to the sign it
 * comes from, so that starting on an event does not fire it again. */
int lia_event_crossing(double ga, double gb);

LIA_C_END

#endif
