/* convex_of.c - shapes of a description as convex shapes in numbers */
#include "model/convex_of.h"

#include "geo/moves.h"

#include <math.h>

static double number(lia_val v) { return v.text ? (double)NAN : v.x; }

static int place(lia_frame *X, const lia_spec_place *p) {
  *X = LIA_FRAME_IDENTITY;
  for (int i = 0; i < p->n; i++) {
    lia_frame step = p->move[i].X;
    const double by = number(p->move[i].by);
    if (p->move[i].kind != LIA_MOVE_FRAME && !isfinite(by)) return 0;
    if (p->move[i].kind != LIA_MOVE_FRAME) lia_move_elementary(&step, p->move[i].kind, by);
    lia_frame_mul(X, X, &step);
  }
  return 1;
}

int lia_convex_of(lia_convex *out, lia_frame *X_BS, const lia_spec_shape *h) {
  const double a = number(h->size[0]), b = number(h->size[1]), c = number(h->size[2]);
  *out = (lia_convex){ .kind = -1 };
  switch (h->kind) {
    case LIA_SHAPE_box:
      *out = (lia_convex){ .kind = LIA_CONVEX_box, .size = { a / 2, b / 2, c / 2 } };
      break;
    case LIA_SHAPE_cylinder:
      *out = (lia_convex){ .kind = LIA_CONVEX_cylinder, .size = { a, b / 2 } };
      break;
    case LIA_SHAPE_cone:
      *out = (lia_convex){ .kind = LIA_CONVEX_cone, .size = { a, b / 2 } };
      break;
    case LIA_SHAPE_capsule:
      *out = (lia_convex){ .kind = LIA_CONVEX_capsule, .size = { 0, b / 2 }, .radius = a };
      break;
    case LIA_SHAPE_sphere:
      *out = (lia_convex){ .kind = LIA_CONVEX_sphere, .radius = a };
      break;
    default: return 0;
  }
  return isfinite(out->radius + out->size[0] + out->size[1] + out->size[2])
      && place(X_BS, &h->place);
}
