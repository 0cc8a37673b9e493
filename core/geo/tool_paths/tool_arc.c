/* tool_arc.c - a part of a circle: through a point to another, or about an axis by an angle */
#include "geo/tool_path_inside.h"

#include <math.h>

// from a through b to c: the axis of the circle stands so that b comes before c
static lia_status through(lia_tool_track *t, const lia_tool_def *def, int index, lia_error *err) {
  double centre[3], axis[3];
  const double *a = t->end.p;
  if (!lia_tool_circle_of(a, def->via, def->to.p, centre, axis))
    return LIA_FAIL(err, LIA_EARG, lia_tool_said(def, index).s,
                    "start, via (%.6g %.6g %.6g) and to (%.6g %.6g %.6g) lie on one line: no "
                    "circle goes through them", def->via[0], def->via[1], def->via[2],
                    def->to.p[0], def->to.p[1], def->to.p[2]);
  double from[3], to[3];
  lia_sub3(from, a, centre);
  lia_sub3(to, def->to.p, centre);
  const double angle = lia_tool_angle_between(axis, from, to);
  LIA_TRY(lia_tool_round(t, def, index, centre, axis, angle, 0, err));
  // the end as it was told, not as it was computed
  lia_copy3(t->end.p, def->to.p);
  return LIA_OK;
}

static lia_status make_arc(lia_tool_track *t, const lia_tool_def *def, int index, lia_error *err) {
  const unsigned points = LIA_TOOL_TOLD_via | LIA_TOOL_TOLD_to,
                 axes = LIA_TOOL_TOLD_centre | LIA_TOOL_TOLD_axis;
  const unsigned told = def->told & (points | axes | LIA_TOOL_TOLD_angle);
  if (told == points) return through(t, def, index, err);
  if (told != (axes | LIA_TOOL_TOLD_angle))
    return LIA_FAIL(err, LIA_EARG, lia_tool_said(def, index).s,
                    "needs via and to (three points), or centre, axis and angle");
  return lia_tool_round(t, def, index, def->centre, def->axis, def->angle, 0, err);
}

extern const lia_tool_row lia_tool_row_arc;
const lia_tool_row lia_tool_row_arc = {
  .name = "arc", .text = "a part of a circle: via a point to another, or by angle about an axis",
  .takes = LIA_TOOL_TOLD_to | LIA_TOOL_TOLD_via | LIA_TOOL_TOLD_centre | LIA_TOOL_TOLD_axis
           | LIA_TOOL_TOLD_angle | LIA_TOOL_TOLD_R | LIA_TOOL_TOLD_spin,
  .make = make_arc, .place = lia_tool_round_place,
};
