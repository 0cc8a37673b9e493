/* constraint_surface.h - a point of frame 0 on a surface phi(x, y, z) = 0 told in frame 1
 *
 *   x = R1' d, x' = R1' (d' - w1 x d):  g = phi(x),  G v = R1 grad phi . (d' - w1 x d),
 *   c = x'^T H x' + R1 grad phi . (w1 x (w1 x d) - 2 w1 x d') */
#ifndef LIA_CONSTRAINT_SURFACE_H
#define LIA_CONSTRAINT_SURFACE_H

#include "kinds/constraint_rows.h"

LIA_C_BEGIN

/* n equations; work: of the tape, behind 6 inputs and 5 n outputs */
static inline void row_surfaces(const lia_constraint *c, const lia_end *e, double *work, int n,
    lia_constraint_eq *row) {
  double d[3], dd[3], wd[3], wwd[3], wdd[3], rel[3], *in = work, *out = work + 6;
  row_gap(e, d, dd);
  lia_cross3(wd, e[1].w, d);
  lia_cross3(wwd, e[1].w, wd);
  lia_cross3(wdd, e[1].w, dd);
  lia_sub3(rel, dd, wd);
  lia_mtv3(in, e[1].R, d);
  lia_mtv3(in + 3, e[1].R, rel);
  lia_tape_eval(c->tape, in, out, out + 5 * n);
  for (int i = 0; i < n; i++, out += 5) {
    double normal[3], m[3];
    lia_mv3(normal, e[1].R, out + 1);
    lia_cross3(m, normal, d);
    row[i] = (lia_constraint_eq){ .g = out[0],
        .c = out[4] + lia_dot3(normal, wwd) - 2 * lia_dot3(normal, wdd) };
    for (int k = 0; k < 3; k++) {
      row[i].F[0][k] = normal[k];
      row[i].F[1][k] = -normal[k];
      row[i].F[1][3+k] = m[k];
    }
  }
}

LIA_C_END

#endif
