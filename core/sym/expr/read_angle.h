/* read_angle.h - abbreviations of sines and cosines read back: c12 is cos(q1 + q2) where q1 and q2
 * are coordinates, and no other name with these numbers is one */
#ifndef LIA_READ_ANGLE_H
#define LIA_READ_ANGLE_H

#include "sym/expr/pool.h"

LIA_C_BEGIN

/* what s[0..n) abbreviates, S12, c1_12 too; 0: nothing, or (*stems: how many names would do) it
 * could be several */
lia_expr lia_angle_read(lia_pool *p, const char *s, size_t n, int *stems);

LIA_C_END

#endif
