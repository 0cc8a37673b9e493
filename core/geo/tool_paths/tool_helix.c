/* tool_helix.c - round an axis and along it */
#include "geo/tool_path_inside.h"

static lia_status make_helix(lia_tool_track *t, const lia_tool_def *def, int index,
                             lia_error *err) {
  const unsigned need = LIA_TOOL_TOLD_centre | LIA_TOOL_TOLD_axis | LIA_TOOL_TOLD_rise,
                 far = def->told & (LIA_TOOL_TOLD_angle | LIA_TOOL_TOLD_turns);
  if ((def->told & need) != need || (far != LIA_TOOL_TOLD_angle && far != LIA_TOOL_TOLD_turns))
    return LIA_FAIL(err, LIA_EARG, lia_tool_said(def, index).s,
                    "needs centre, axis, rise (for each turn), and angle or turns");
  const double angle = far == LIA_TOOL_TOLD_turns ? def->angle * 6.28318530717958648 : def->angle;
  return lia_tool_round(t, def, index, def->centre, def->axis, angle, def->rise, err);
}

extern const lia_tool_row lia_tool_row_helix;
const lia_tool_row lia_tool_row_helix = {
  .name = "helix", .text = "round an axis and along it, rising evenly",
  .takes = LIA_TOOL_TOLD_centre | LIA_TOOL_TOLD_axis | LIA_TOOL_TOLD_angle | LIA_TOOL_TOLD_turns
           | LIA_TOOL_TOLD_rise | LIA_TOOL_TOLD_R | LIA_TOOL_TOLD_spin,
  .make = make_helix, .place = lia_tool_round_place,
};
