/* pieces.h - curves of n components that are polynomials piece by piece, in time or along a path
 *
 *   x_c(t) = sum_k a_ick (t - t_i)^k     t_i <= t <= t_i+1,  k = 0 .. degree
 *
 * Whatever plans a motion ends here: splines, blends, laws of constant jerk, profiles on line,
 * paths followed by inverse kinematics. Evaluated, looked for peaks, cut, joined, exported once. */
#ifndef LIA_PIECES_H
#define LIA_PIECES_H

#include "base/status.h"

#include <stddef.h>

LIA_C_BEGIN

enum { LIA_PIECES_DEGREE = 11 };         /* at most */

typedef struct lia_pieces {
  int n, m, degree;                      /* components, pieces, degree */
  double *knot;                          /* (m + 1) increasing */
  double *coef;                          /* (m x n x (degree + 1)): a[(i n + c)(degree + 1) + k] */
} lia_pieces;

/* knots 0, all coefficients 0, for the caller to fill; LIA_EARG: no component, no piece, a degree
 * that is none */
LIA_NODISCARD lia_status lia_pieces_new(lia_pieces **out, int n, int m, int degree, lia_error *err);
void lia_pieces_free(lia_pieces *x);
static inline double *lia_pieces_coef(const lia_pieces *x, int piece, int component) {
  return x->coef + ((size_t)piece * (size_t)x->n + (size_t)component) * (size_t)(x->degree + 1);
}

/* m times that are finite and increase; LIA_EARG tells the first that is not */
LIA_NODISCARD lia_status lia_pieces_check_times(const double *t, int m, lia_error *err);
/* LIA_EARG with what and where: knots that do not increase, a number that is not finite */
LIA_NODISCARD lia_status lia_pieces_check(const lia_pieces *x, lia_error *err);

/* the piece in which t lies; at a knot the one that begins there, outside the first or last */
int lia_pieces_find(const lia_pieces *x, double t);
/* x, x', .. up to the derivative `order` (<= 5) at t: out (order + 1) x n. Before the first knot
 * and after the last: the value there, derivatives 0 */
void lia_pieces_at(const lia_pieces *x, double t, int order, double *out);
/* the same of one piece, whose polynomial is taken as it is for any t */
void lia_pieces_of(const lia_pieces *x, int piece, double t, int order, double *out);

/* piece of x through value, velocity, acceleration a (3 x n) and b (3 x n) at its ends; the degree
 * of x is 5 or more */
void lia_pieces_quintic(lia_pieces *x, int piece, const double *a, const double *b);

/* where derivative `order` of a component is least and greatest, exactly (roots of the next
 * derivative) */
typedef struct lia_extremes { double least, most, t_least, t_most; } lia_extremes;
lia_extremes lia_pieces_extremes(const lia_pieces *x, int component, int order);
/* the largest jump of derivative `order` at a knot inside, any component; *t: where (NULL: not
 * asked) */
double lia_pieces_jump(const lia_pieces *x, int order, double *t);
/* where component c goes through `value`, in order of t: at most `room` of them; returns how many
 * there are */
int lia_pieces_crossings(const lia_pieces *x, int component, double value, double *t, int room);

/* new curves of the others; LIA_EARG: what cannot be. slice: from a to b (a < b, inside the knots);
 * reverse: runs from the last knot to the first, on the same knots; stretch: t' = t0 +
 * factor (t - t0), factor > 0; shift: t' = t + by; join: one after another, each moved in time so
 * that it begins where the one before ends (the same number of components) */
LIA_NODISCARD lia_status lia_pieces_slice(lia_pieces **out, const lia_pieces *x, double a, double b,
                                          lia_error *err);
LIA_NODISCARD lia_status lia_pieces_reverse(lia_pieces **out, const lia_pieces *x, lia_error *err);
LIA_NODISCARD lia_status lia_pieces_stretch(lia_pieces **out, const lia_pieces *x, double factor,
                                            lia_error *err);
LIA_NODISCARD lia_status lia_pieces_shift(lia_pieces **out, const lia_pieces *x, double by,
                                          lia_error *err);
LIA_NODISCARD lia_status lia_pieces_join(lia_pieces **out, const lia_pieces *const *list, int n,
                                         lia_error *err);
/* x(s(t)): s has one component, whose values must stay between the knots of x; the pieces break
 * where s goes through a knot of x. LIA_EARG where the degree would pass LIA_PIECES_DEGREE */
LIA_NODISCARD lia_status lia_pieces_compose(lia_pieces **out, const lia_pieces *x,
                                            const lia_pieces *s, lia_error *err);

LIA_C_END

#endif
