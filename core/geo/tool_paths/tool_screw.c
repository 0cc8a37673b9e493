/* tool_screw.c - one screw motion, a constant twist: the shortest to a frame, or about an axis */
#include "geo/tool_path_inside.h"

#include "geo/screw.h"

#include <math.h>

// V, the twist of the whole motion in the base, goes into c: v in e1, w in e2
static lia_status twist_of(lia_tool_track *t, const lia_tool_def *def, int index, double V[6],
                           lia_error *err) {
  const unsigned axes = LIA_TOOL_TOLD_centre | LIA_TOOL_TOLD_axis, turn = LIA_TOOL_TOLD_angle;
  const unsigned told = def->told & (axes | turn | LIA_TOOL_TOLD_to);
  if (told == LIA_TOOL_TOLD_to && def->framed) {
    lia_frame X;
    lia_frame_between(&X, &t->end, &def->to);
    if (lia_twist_log(V, &X) & LIA_POLE_HALF_TURN) {
      lia_tool_half_turn *h = &t->half[t->nhalf++];
      h->segment = index;
      lia_unit3(h->axis, V + 3);
    }
    lia_twist_to(V, &t->end, V);
    return LIA_OK;
  }
  if (told != (axes | turn))
    return LIA_FAIL(err, LIA_EARG, lia_tool_said(def, index).s,
                    "needs to (a frame), or centre, axis and angle (and rise, for each turn)");
  double u[3], along[3];
  if (lia_unit3(u, def->axis) == 0)
    return LIA_FAIL(err, LIA_EARG, lia_tool_said(def, index).s, "axis: has no direction");
  lia_scale3(V + 3, def->angle, u);
  lia_cross3(V, def->centre, V + 3);
  lia_scale3(along, def->rise * def->angle / 6.28318530717958648, u);
  lia_add3(V, V, along);
  return LIA_OK;
}

static lia_status make_screw(lia_tool_track *t, const lia_tool_def *def, int index,
                             lia_error *err) {
  double V[6], E[6], speed[3];
  lia_frame X;
  lia_tool_segment *g = lia_tool_append(t, def, index);
  if (!g) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for a tool path");
  if (def->turn != LIA_TOOL_usual && def->turn != LIA_TOOL_screw)
    return LIA_FAIL(err, LIA_EARG, lia_tool_said(def, index).s,
                    "orientation: it turns as the screw does, not %s",
                    lia_tool_turn_name(def->turn));
  LIA_TRY(twist_of(t, def, index, V, err));
  // p' = v + w x p for the whole motion
  lia_cross3(speed, V + 3, t->end.p);
  lia_add3(speed, speed, V);
  g->length = lia_norm3(speed);
  if (g->length <= 1e-12) g->length = 0;
  lia_copy3(g->a, t->end.p);
  lia_copy3(g->e1, V);
  lia_copy3(g->whole, V + 3);
  lia_copy33(g->R0, t->end.R);
  for (int k = 0; k < 6; k++) E[k] = V[k];
  lia_twist_exp(&X, E);
  lia_frame_mul(&t->end, &X, &t->end);
  if (def->told & LIA_TOOL_TOLD_to) t->end = def->to;
  return lia_tool_settle(t, g, def, err);
}

// p = exp(V r/L) a, p' = v + w x p, p'' = w x p', p''' = w x p'', all over L
static void place_screw(const lia_tool_segment *g, double r, double p[4][3]) {
  double V[6], w[3];
  lia_frame X;
  const double part = r / g->length;
  lia_scale3(V, part, g->e1);
  lia_scale3(V + 3, part, g->whole);
  lia_twist_exp(&X, V);
  lia_frame_point(p[0], &X, g->a);
  lia_scale3(w, 1 / g->length, g->whole);
  lia_cross3(p[1], w, p[0]);
  lia_addto3(p[1], 1 / g->length, g->e1);
  if (g->spot) lia_set3(p[1], 0, 0, 0);
  lia_cross3(p[2], w, p[1]);
  lia_cross3(p[3], w, p[2]);
}

extern const lia_tool_row lia_tool_row_screw;
const lia_tool_row lia_tool_row_screw = {
  .name = "screw", .text = "one screw motion: to a frame, or by angle about an axis and along it",
  .takes = LIA_TOOL_TOLD_to | LIA_TOOL_TOLD_centre | LIA_TOOL_TOLD_axis | LIA_TOOL_TOLD_angle
           | LIA_TOOL_TOLD_rise,
  .own = 1, .make = make_screw, .place = place_screw,
};
