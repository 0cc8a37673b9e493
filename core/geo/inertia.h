/* inertia.h - inertia of a rigid body: shift, rotate, from solids, and what is physically possible */
#ifndef LIA_INERTIA_H
#define LIA_INERTIA_H

#include "base/status.h"
#include "num/small.h"

/* of body B at its origin, in B's axes: mass, first moment h = m c, and the symmetric tensor as matrix
 * entries I[] = xx yy zz xy xz yz (so I[3] = -integral of x y dm) */
typedef struct lia_inertia { double m, h[3], I[6]; } lia_inertia;

#endif
