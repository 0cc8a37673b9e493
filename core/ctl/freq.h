/* freq.h - the response of a system to frequencies: C (s - A)^-1 B + D */
#ifndef LIA_FREQ_H
#define LIA_FREQ_H

#include "ctl/lti.h"

LIA_C_BEGIN

/* a system whose A is balanced and reduced to Hessenberg form once: every value then costs
 * O(n^2 m). Lives in the arena */
typedef struct lia_freq {
  lia_lti s;          /* A = H upper Hessenberg, B and C in its coordinates */
  double *re, *im;    /* room: n x (n + m) */
} lia_freq;

lia_status lia_freq_new(lia_arena *a, lia_freq *f, const lia_lti *s, lia_error *err) LIA_NODISCARD;
/* G(x + i y) into re, im (p x m); 0 where the point is a pole to working precision: re and im are
 * NaN then. Gaussian elimination of an upper Hessenberg matrix (A. Laub, IEEE Trans. Automatic
 * Control 26 (1981) 407) */
int lia_freq_at(const lia_freq *f, double x, double y, lia_mat re, lia_mat im);
/* the point of the plane of frequency w: i w, or exp(i w T) where T > 0 */
static inline void lia_freq_point(double w, double T, double *x, double *y) {
  *x = T > 0 ? cos(w * T) : 0;
  *y = T > 0 ? sin(w * T) : w;
}

LIA_C_END

#endif
