/* convex_faces.h - the triangles of a convex hull as polygons: one plane, one face */
#ifndef LIA_CONVEX_FACES_H
#define LIA_CONVEX_FACES_H

#include "base/extern.h"

LIA_C_BEGIN

/* v (nv x 3), f (nf x 3) the triangles of their hull, counterclockwise as seen from outside. first
 * (nf + 1), corner (3 nf): the faces as lia_convex has them; work (nf + nv). Returns how many */
int lia_convex_faces(int *first, int *corner, const double *v, int nv, const int *f, int nf,
    int *work);

LIA_C_END

#endif
