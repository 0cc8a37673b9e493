/* path_inside.h - what the files of path_limits.h share: rows at one place, and the room for it */
#ifndef LIA_PATH_INSIDE_H
#define LIA_PATH_INSIDE_H

#include "ask/path_limits.h"

#include <math.h>

LIA_C_BEGIN

/* where the rows of a place come from: q, q_s, q_ss (and q_sss behind them), and room for forces */
typedef struct lia_path_site {
  const lia_path_limits *o;
  int n;
  double *q, *q1, *q2, *none, *bias, *here, *held, *slow, *quick;
} lia_path_site;

lia_path_site lia_path_site_of(const lia_path *g, const lia_path_limits *o);

/* the largest x, and which limit says so */
typedef struct lia_path_cap { double x; int who; } lia_path_cap;

/* all rows but those of the user at q, q_s, q_ss of w */
lia_path_cap lia_path_rows_at(const lia_path_site *w, lia_topp_row *row);
/* p_s, p_ss of the tool, and how it turns: V (6), A (6) */
void lia_path_tool(const lia_path_site *w, double V[6], double A[6]);

static inline double lia_path_bound(const double *list, int k, double none) {
  return list ? list[k] : none;
}
static inline double lia_path_length(const double x[3]) {
  return sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}
static inline int lia_path_has_tool(const lia_path_limits *o) {
  return isfinite(o->speed) || isfinite(o->turning) || isfinite(o->acceleration);
}

LIA_C_END

#endif
