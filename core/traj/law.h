/* law.h - motion laws s(t): [0,1] -> [0,1] as rows, with their derivatives and peaks
 *
 *   q(t) = q_I + (q_F - q_I) s(t/T);  q' scales with 1/T, q'' with 1/T^2, ...     [course] F5.3
 *
 * A law of one formula is symmetric, s(1-t) = 1 - s(t), and its row tells the first half. A law of
 * three phases accelerates for ta, cruises at the speed v, and brakes for td; its row tells the
 * ramp r, which takes the speed from 0 to 1 in the time 0 .. 1 and covers the way c:
 *
 *   s = v ta r(t/ta),   s = v (t - (1 - c) ta),   s = 1 - v td r((1 - t)/td)
 *   v = 1/(1 - (1 - c)(ta + td))
 *
 * To add one: write laws/<name>.c with its row, add X(<name>) to laws.def. A law stands twice:
 * `half`, in numbers, and lines of text, from which law_expr.h makes expressions; the tests hold
 * both, its peaks and its limits against each other because it is listed. */
#ifndef LIA_LAW_H
#define LIA_LAW_H

#include "base/status.h"
#include "sym/expr/lines.h"

LIA_C_BEGIN

typedef struct lia_law lia_law;

/* limits it can keep: of speed and acceleration; of jerk too (its acceleration does not jump) */
enum { LIA_LAW_ACCELERATION = 2, LIA_LAW_JERK = 3 };

/* the numbers of a shape, in order: ta, tr, td, trd; a row has those whose level is at most its
 * nshape */
enum { LIA_LAW_ta, LIA_LAW_tr, LIA_LAW_td, LIA_LAW_trd, LIA_LAW_SHAPES };
typedef struct lia_law_shape { const char *name, *def, *text; int level; } lia_law_shape;
extern const lia_law_shape lia_law_shapes[LIA_LAW_SHAPES];

typedef struct lia_law_row {
  const char *name, *text;
  int nshape;               /* 0: one formula; 1: three phases, ta and td; 2: tr and trd too */
  int limits;               /* LIA_LAW_ACCELERATION or LIA_LAW_JERK */
  /* s s' s'' s''' for 0 <= t <= 1/2; of three phases: r r' r'' r''' for 0 <= t <= 1, where tr is
   * the rise of the acceleration as a part of the ramp */
  void (*half)(double tr, double t, double s[4]);
  /* max |s'|, |s''|, |s'''|, of three phases |r'|, |r''|, |r'''|; INFINITY where s'' jumps */
  void (*peaks)(double tr, double peak[3]);
  /* s of t in lines of text; of three phases: the way s when the ramp takes ta with a rise tr, and
   * ends with speed v ... */
  const lia_line *line;
  int nline;
  int whole;                /* ... one formula, 1: that holds from 0 to 1; 0: for the first half */
  int s_curve;              /* 1: under a jerk limit its fastest shape is the S-curve (plan.h) */
  double covers;            /* three phases: c, r(1); 1/2 where r' is symmetric */
  int degree;               /* of its polynomials; 0 where it is made of sines (law_curve.h) */
} lia_law_row;

/* A row needs every column, in any order: .text, .nshape, .limits, .half, .peaks, LIA_LAW_LINES,
 * .whole, .s_curve, .covers, .degree. One that is forgotten is an argument too few, and does not
 * compile */
#define LIA_LAW_LINES(lines) .line = lines, .nline = sizeof lines / sizeof *lines
#define LIA_LAW_ROW(id, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10) \
  extern const lia_law_row lia_law_row_##id; \
  const lia_law_row lia_law_row_##id = { .name = #id, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10 }

typedef enum lia_law_kind {
#define X(name) LIA_LAW_##name,
#include "traj/laws.def"
#undef X
  LIA_LAW_COUNT
} lia_law_kind;

struct lia_law {
  lia_law_kind kind;
  double ta;   /* acceleration phase as a part of the duration */
  double tr;   /* trapacc: rise of the acceleration, a part of the duration too, 0 < tr <= ta/2 */
  double td;   /* braking phase, ta + td <= 1 */
  double trd;  /* trapacc: rise of the braking, 0 < trd <= td/2 */
};

extern const lia_law_row *const lia_law_rows[LIA_LAW_COUNT];

int lia_law_find(const char *name);   /* kind, or -1 */

/* checks the shape (LIA_LAW_SHAPES numbers) where the law uses it; 0 means: ta = 1/3, tr = ta/4,
 * td = ta, trd = tr td/ta */
LIA_NODISCARD lia_status lia_law_make_of(lia_law *out, const char *name, const double *shape,
                                         lia_error *err);
/* the same of a law that brakes as it accelerates */
LIA_NODISCARD lia_status lia_law_make(lia_law *out, const char *name, double ta, double tr,
                                      lia_error *err);

/* s s' s'' s''' at t; before 0 the law rests at 0, after 1 it rests at 1; NaN gives NaN */
void lia_law_eval(const lia_law *law, double t, double s[4]);
/* max |s'|, |s''|, |s'''|; INFINITY where s'' jumps */
void lia_law_peaks(const lia_law *law, double peak[3]);
/* max |s''| of the acceleration phase and of the braking phase */
void lia_law_accelerations(const lia_law *law, double peak[2]);
/* sqrt of the integral of s''^2 over 0 .. 1 */
double lia_law_rms(const lia_law *law);

/* where the law changes its formula: 0 .. 1 rising, at most LIA_LAW_BREAKS; returns how many */
enum { LIA_LAW_BREAKS = 10 };
int lia_law_breaks(const lia_law *law, double t[LIA_LAW_BREAKS]);

/* ---- what rows share ---- */

/* s s' s'' s''' of the polynomial c[0] + c[1] t + .. + c[degree] t^degree */
void lia_law_poly(const double *c, int degree, double t, double s[4]);
double lia_law_cruise(const lia_law *law);                        /* v of three phases */

LIA_C_END

#endif
