/* law.h - motion laws s(t): [0,1] -> [0,1] as rows, with their derivatives and peaks
 *
 *   q(t) = q_I + (q_F - q_I) s(t/T);  q' scales with 1/T, q'' with 1/T^2, q''' with 1/T^3      [course] F5.3
 *
 * Every law here is symmetric, s(1-t) = 1 - s(t), so a row tells its first half only.
 * Three-phase laws accelerate for ta, cruise at v = 1/(1 - ta), and brake for ta. */
#ifndef LIA_LAW_H
#define LIA_LAW_H

#include "base/status.h"

LIA_C_BEGIN

typedef struct lia_law lia_law;

typedef struct lia_law_row {
  const char *name, *text;
  int phases;                                                 /* 1: no parameter; 3: uses ta (and tr) */
  void (*half)(const lia_law *law, double t, double s[4]);    /* s s' s'' s''' for 0 <= t <= 1/2 */
  void (*peaks)(const lia_law *law, double peak[3]);          /* max |s'|, |s''|, |s'''|; INFINITY where s'' jumps */
} lia_law_row;

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
LIA_NODISCARD lia_status lia_law_make(lia_law *out, const char *name, double ta, double tr, lia_error *err);

/* s s' s'' s''' at t; before 0 the law rests at 0, after 1 it rests at 1; NaN gives NaN */
void lia_law_eval(const lia_law *law, double t, double s[4]);
void lia_law_peaks(const lia_law *law, double peak[3]);

LIA_C_END

#endif
