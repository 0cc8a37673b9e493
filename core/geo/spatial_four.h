/* spatial_four.h - the same words meaning four doubles, those of four nodes side by side; each ends in 4: add4, cross4, ...
 *
 * What has no order among nodes is computed for four of them at once. */
#ifndef LIA_WORDS_FOUR_H
#define LIA_WORDS_FOUR_H

#include "geo/spatial_num.h"

typedef lia_row NUM4;
typedef struct VEC4 { NUM4 x, y, z; } VEC4;
typedef struct MAT4 { NUM4 xx, xy, xz, yx, yy, yz, zx, zy, zz; } MAT4;
typedef struct SYM4 { NUM4 xx, yy, zz, xy, xz, yz; } SYM4;

WORD NUM4 number4(NUM s) { return (NUM4){ s, s, s, s }; }

WORD NUM4 fma4(NUM4 a, NUM4 b, NUM4 c) {
#ifdef __FMA__
  return (NUM4)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
#else
  for (int k = 0; k < 4; k++) c[k] = lia_fma(a[k], b[k], c[k]);
  return c;
#endif
}

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

/* four numbers from anywhere, and back */
WORD NUM4 load4(const double *p) {
  NUM4 a;
  __builtin_memcpy(&a, p, sizeof a);
  return a;
}
WORD void store4(double *p, NUM4 a) { __builtin_memcpy(p, &a, sizeof a); }

/* rows to columns */
WORD void transpose4(NUM4 *a, NUM4 *b, NUM4 *c, NUM4 *d) {
  NUM4 ab0 = __builtin_shufflevector(*a, *b, 0, 4, 2, 6), ab1 = __builtin_shufflevector(*a, *b, 1, 5, 3, 7);
  NUM4 cd0 = __builtin_shufflevector(*c, *d, 0, 4, 2, 6), cd1 = __builtin_shufflevector(*c, *d, 1, 5, 3, 7);
  *a = __builtin_shufflevector(ab0, cd0, 0, 1, 4, 5);
  *b = __builtin_shufflevector(ab1, cd1, 0, 1, 4, 5);
  *c = __builtin_shufflevector(ab0, cd0, 2, 3, 6, 7);
  *d = __builtin_shufflevector(ab1, cd1, 2, 3, 6, 7);
}

/* the poses of four nodes that follow each other */
WORD void poses4(const lia_pose X[4], MAT4 *R, VEC4 *p) {
  NUM4 a[3][4];
  for (int n = 0; n < 4; n++) { a[0][n] = X[n].x; a[1][n] = X[n].y; a[2][n] = X[n].z; }
  for (int r = 0; r < 3; r++) transpose4(&a[r][0], &a[r][1], &a[r][2], &a[r][3]);
  *R = (MAT4){ a[0][0], a[0][1], a[0][2], a[1][0], a[1][1], a[1][2], a[2][0], a[2][1], a[2][2] };
  *p = (VEC4){ a[0][3], a[1][3], a[2][3] };
}

#endif
