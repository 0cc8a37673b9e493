/* tool_circle.c - all the way round, once or more: about an axis, or through two more points */
#include "geo/tool_path_inside.h"

static lia_status make_circle(lia_tool_track *t, const lia_tool_def *def, int index,
                              lia_error *err) {
  const unsigned points = LIA_TOOL_TOLD_via | LIA_TOOL_TOLD_to,
                 axes = LIA_TOOL_TOLD_centre | LIA_TOOL_TOLD_axis;
  const double turns = def->told & LIA_TOOL_TOLD_turns ? def->angle : 1,
               angle = turns * 6.28318530717958648;
  double centre[3], axis[3];
  const unsigned told = def->told & (points | axes);
  if (told == axes) return lia_tool_round(t, def, index, def->centre, def->axis, angle, 0, err);
  if (told != points)
    return LIA_FAIL(err, LIA_EARG, lia_tool_said(def, index).s,
                    "needs centre and axis, or two points of it: via and to");
  if (def->framed)
    return LIA_FAIL(err, LIA_EARG, lia_tool_said(def, index).s,
                    "to is a point that it goes through: it ends where it begins (the attitude "
                    "there: R)");
  if (!lia_tool_circle_of(t->end.p, def->via, def->to.p, centre, axis))
    return LIA_FAIL(err, LIA_EARG, lia_tool_said(def, index).s,
                    "start, via and to lie on one line: no circle goes through them");
  return lia_tool_round(t, def, index, centre, axis, angle, 0, err);
}

extern const lia_tool_row lia_tool_row_circle;
const lia_tool_row lia_tool_row_circle = {
  .name = "circle", .text = "whole turns on a circle: about an axis, or through via and to",
  .takes = LIA_TOOL_TOLD_to | LIA_TOOL_TOLD_via | LIA_TOOL_TOLD_centre | LIA_TOOL_TOLD_axis
           | LIA_TOOL_TOLD_turns | LIA_TOOL_TOLD_R | LIA_TOOL_TOLD_spin,
  .make = make_circle, .place = lia_tool_round_place,
};
