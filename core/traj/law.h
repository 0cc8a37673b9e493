/* law.h - motion laws s(t): [0,1] -> [0,1] as rows, with their derivatives and peaks
 *
 *   q(t) = q_I + (q_F - q_I) s(t/T);  q' scales with 1/T, q'' with 1/T^2, ...     [course] F5.3
 *
 * Every law here is symmetric, s(1-t) = 1 - s(t), so a row tells its first half only.
 * Three-phase laws accelerate for ta, cruise at v = 1/(1 - ta), and brake for ta.
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

/* the numbers of a shape, in order: ta, tr */
enum { LIA_LAW_SHAPES = 2 };
typedef struct lia_law_shape { const char *name, *def, *text; } lia_law_shape;
extern const lia_law_shape lia_law_shapes[LIA_LAW_SHAPES];

typedef struct lia_law_row {
  const char *name, *text;
  int nshape;               /* numbers of its shape: 0; 1: ta; 2: ta and tr */
  int limits;               /* LIA_LAW_ACCELERATION or LIA_LAW_JERK */
  void (*half)(const lia_law *law, double t, double s[4]);   /* s s' s'' s''' for 0 <= t <= 1/2 */
  /* max |s'|, |s''|, |s'''|; INFINITY where s'' jumps */
  void (*peaks)(const lia_law *law, double peak[3]);
  const lia_line *line;     /* s of t, ta, tr in lines of text ... */
  int nline;
  int whole;                /* ... 1: that holds from 0 to 1; 0: for the first half */
  int s_curve;              /* 1: under a jerk limit its fastest shape is the S-curve (plan.h) */
} lia_law_row;

/* A row needs every column, in any order: .text, .nshape, .limits, .half, .peaks, LIA_LAW_LINES,
 * .whole, .s_curve. One that is forgotten is an argument too few, and does not compile */
#define LIA_LAW_LINES(lines) .line = lines, .nline = sizeof lines / sizeof *lines
#define LIA_LAW_ROW(id, c1, c2, c3, c4, c5, c6, c7, c8) \
  extern const lia_law_row lia_law_row_##id; \
  const lia_law_row lia_law_row_##id = { .name = #id, c1, c2, c3, c4, c5, c6, c7, c8 }

typedef enum lia_law_kind {
#define X(name) LIA_LAW_##name,
#include "traj/laws.def"
#undef X
  LIA_LAW_COUNT
} lia_law_kind;

struct lia_law {
  lia_law_kind kind;
  double ta;   /* acceleration phase as a part of the duration, 0 < ta <= 1/2 */
  double tr;   /* trapacc: rise of the acceleration, a part of the duration too, 0 < tr <= ta/2 */
};

extern const lia_law_row *const lia_law_rows[LIA_LAW_COUNT];

int lia_law_find(const char *name);   /* kind, or -1 */

/* checks ta and tr where the law uses them; 0 means: ta = 1/3, tr = ta/4 */
LIA_NODISCARD lia_status lia_law_make(lia_law *out, const char *name, double ta, double tr,
                                      lia_error *err);

/* s s' s'' s''' at t; before 0 the law rests at 0, after 1 it rests at 1; NaN gives NaN */
void lia_law_eval(const lia_law *law, double t, double s[4]);
void lia_law_peaks(const lia_law *law, double peak[3]);

/* ---- what rows share ---- */

/* s s' s'' s''' of the polynomial c[0] + c[1] t + .. + c[degree] t^degree */
void lia_law_poly(const double *c, int degree, double t, double s[4]);
double lia_law_cruise(const lia_law *law);                        /* v = 1/(1 - ta) */
void lia_law_coast(const lia_law *law, double t, double s[4]);    /* after the acceleration */

LIA_C_END

#endif
