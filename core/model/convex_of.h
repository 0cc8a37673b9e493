/* convex_of.h - shapes of a description as convex shapes in numbers */
#ifndef LIA_CONVEX_OF_H
#define LIA_CONVEX_OF_H

#include "describe/spec.h"
#include "geo/convex.h"

LIA_C_BEGIN

/* 1, and the shape at X_BS in its body; 0: a mesh, or a size that is a symbol */
int lia_convex_of(lia_convex *out, lia_frame *X_BS, const lia_spec_shape *h);

LIA_C_END

#endif
