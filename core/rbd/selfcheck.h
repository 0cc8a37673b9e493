/* selfcheck.h - the laws of mechanics tried on a user's own model, at random states
 *
 * Two roads to every number, or a law that a sign error breaks. What differences are needed for is
 * good to about 1e-8. */
#ifndef LIA_SELFCHECK_H
#define LIA_SELFCHECK_H

#include "model/data.h"

LIA_C_BEGIN

/* name, what holds, how well it must (relative to the numbers that meet in it) */
#define LIA_SELFCHECK_LIST(X)                                                                    \
  X(forward,     "articulated bodies undo recursive Newton-Euler",                      1e-7)    \
  X(factor,      "so do the factors of M",                                              1e-7)    \
  X(mass,        "M is what unit accelerations take",                                   1e-9)    \
  X(positive,    "M is positive definite: smallest pivot, share of its diagonal",       0)       \
  X(lagrange,    "velocity forces are M' v - 1/2 grad(v M v), by differences of M",     1e-5)    \
  X(skew,        "M' - 2 C is skew, M' by differences",                                 1e-5)    \
  X(matrix,      "C v is the velocity forces",                                          1e-9)    \
  X(gravity,     "g is the gradient of V, by differences",                              1e-6)    \
  X(energy,      "power of all forces is the rate of T + V, by differences",            1e-5)    \
  X(jacobian,    "J v is the velocity of every body, by differences",                   1e-6)    \
  X(derivatives, "derivatives of inverse dynamics, by differences",                     1e-4)

typedef enum lia_selfcheck_law {
#define X(name, text, tol) LIA_SELFCHECK_##name,
  LIA_SELFCHECK_LIST(X)
#undef X
  LIA_SELFCHECK_COUNT
} lia_selfcheck_law;

typedef struct lia_selfcheck_row { const char *name, *text; double tol; } lia_selfcheck_row;
extern const lia_selfcheck_row lia_selfcheck_rows[LIA_SELFCHECK_COUNT];

/* the worst over all states; positive: the smallest pivot */
typedef struct lia_selfcheck {
  int states, failed;                     /* laws that do not hold */
  double worst[LIA_SELFCHECK_COUNT];
  int holds[LIA_SELFCHECK_COUNT];
} lia_selfcheck;

/* numbers of work needed */
size_t lia_selfcheck_work(const lia_model *m);

/* all bodies must have inertia (lia_model_dynamic). d, and work as large as told, are written to;
 * nothing is allocated */
void lia_selfcheck_run(const lia_model *m, lia_data *d, lia_rng *r, int states, double *work,
    lia_selfcheck *out);

LIA_C_END

#endif
