/* spatial_four.h - the same words meaning four doubles, those of four nodes side by side; each ends
 * in 4: add4, cross4, ...
 *
 * What has no order among nodes is computed for four of them at once. */
#ifndef LIA_WORDS_FOUR_H
#define LIA_WORDS_FOUR_H

#include "geo/spatial_num.h"
#include "num/lanes.h"

typedef lia_v4d NUM4;
typedef struct VEC4 { NUM4 x, y, z; } VEC4;
typedef struct MAT4 { NUM4 xx, xy, xz, yx, yy, yz, zx, zy, zz; } MAT4;
typedef struct SYM4 { NUM4 xx, yy, zz, xy, xz, yz; } SYM4;

#define WNUM NUM4
#define WVEC VEC4
#define WMAT MAT4
#define WSYM SYM4
#define W(f) f##4
#define FMA(a, b, c) fma4(a, b, c)
#include "geo/spatial_text.h"
#undef WNUM
#undef WVEC
#undef WMAT
#undef WSYM
#undef W
#undef FMA

/* the poses of four nodes that follow each other */
WORD void poses4(const lia_pose X[4], MAT4 *R, VEC4 *p) {
  NUM4 a[3][4];
  for (int n = 0; n < 4; n++) { a[0][n] = X[n].x; a[1][n] = X[n].y; a[2][n] = X[n].z; }
  for (int r = 0; r < 3; r++) transpose4(&a[r][0], &a[r][1], &a[r][2], &a[r][3]);
  *R = (MAT4){ a[0][0], a[0][1], a[0][2], a[1][0], a[1][1], a[1][2], a[2][0], a[2][1], a[2][2] };
  *p = (VEC4){ a[0][3], a[1][3], a[2][3] };
}

#endif
