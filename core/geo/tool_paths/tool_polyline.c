/* tool_polyline.c - straight on from pose to pose: lines, with its zones at every inner corner */
#include "geo/tool_path_inside.h"

extern const lia_tool_row lia_tool_row_line;

static lia_status make_polyline(lia_tool_track *t, const lia_tool_def *def, int index,
                                lia_error *err) {
  if (!(def->told & LIA_TOOL_TOLD_poses) || def->npose < 1)
    return LIA_FAIL(err, LIA_EARG, lia_tool_said(def, index).s,
                    "needs poses: a list of frames or points, 1 at least");
  for (int i = 0; i < def->npose; i++) {
    lia_tool_def line = *def;
    line.told = LIA_TOOL_TOLD_to;
    line.to = def->pose[i];
    LIA_TRY(lia_tool_row_line.make(t, &line, index, err));
  }
  return LIA_OK;
}

extern const lia_tool_row lia_tool_row_polyline;
const lia_tool_row lia_tool_row_polyline = {
  .name = "polyline", .text = "lines from pose to pose, blended at the corners by its zones",
  .takes = LIA_TOOL_TOLD_poses,
  .make = make_polyline,
};
