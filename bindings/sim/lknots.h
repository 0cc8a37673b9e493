/* lknots.h - times at which a law changes its branch: no step of a run goes over them, or a short
 * pulse would not be seen */
#ifndef LIA_LKNOTS_H
#define LIA_LKNOTS_H

#include "bindings/kit/bind.h"

typedef struct lknots {
  double *t;
  int n, room, nomem;
  double ahead, dir;             /* where the step that is taken must end, and its direction */
} lknots;

/* of the comparisons of t with numbers in a text; collected, then made ready (raises where memory
 * was out) */
void lia_knots_add(lknots *k, const char *text);
void lia_knots_ready(lua_State *L, lknots *k);
void lia_knots_free(lknots *k);

/* the next time after t, in the direction dir (+-1), infinite for none: a step ends there */
double lia_knots_next(lknots *k, double t, double dir);
/* the time at which laws are asked: on the way to a jump the branch before it holds, up to the end
 * of the step */
double lia_knots_time(const lknots *k, double t);

#endif
