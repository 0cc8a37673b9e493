/* tool_line.c - straight on; to the place where the tool is: it turns on the spot */
#include "geo/tool_path_inside.h"

extern const lia_tool_row lia_tool_row_line;

static lia_status make_line(lia_tool_track *t, const lia_tool_def *def, int index, lia_error *err) {
  lia_tool_segment *g = lia_tool_append(t, def, index);
  if (!g) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for a tool path");
  if (!(def->told & LIA_TOOL_TOLD_to))
    return LIA_FAIL(err, LIA_EARG, lia_tool_said(def, index).s, "needs to: a frame or a point");
  double way[3];
  g->row = &lia_tool_row_line;   // a polyline is made of these
  lia_sub3(way, def->to.p, t->end.p);
  g->length = lia_unit3(g->e1, way);
  lia_copy3(g->a, t->end.p);
  lia_copy3(t->end.p, def->to.p);
  return lia_tool_settle(t, g, def, err);
}

// p = a + r e1
static void place_line(const lia_tool_segment *g, double r, double p[4][3]) {
  for (int i = 0; i < 3; i++) {
    p[0][i] = g->a[i] + (g->spot ? 0 : r * g->e1[i]);
    p[1][i] = g->spot ? 0 : g->e1[i];
    p[2][i] = p[3][i] = 0;
  }
}

const lia_tool_row lia_tool_row_line = {
  .name = "line", .text = "straight on to a frame or a point",
  .takes = LIA_TOOL_TOLD_to | LIA_TOOL_TOLD_R | LIA_TOOL_TOLD_spin,
  .make = make_line, .place = place_line,
};
