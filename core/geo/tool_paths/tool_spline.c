/* tool_spline.c - a curve through poses, C2: cubic in the chord, natural ends, asked by length */
#include "geo/tool_path_inside.h"

#include "base/mem.h"
#include "geo/quat.h"

#include <math.h>

typedef struct span { const lia_tool_spline *c; int i; } span;

static double span_speed(const void *of, double u) {
  const span *x = of;
  double p[4][3];
  lia_tool_spline_of(x->c->u, x->c->x, x->c->x2, 3, x->i, u, p[0]);
  return lia_norm3(p[1]);
}

static lia_status spline_room(lia_tool_segment *g, int n, lia_error *err) {
  const size_t N = (size_t)n;
  lia_tool_spline *c = lia_calloc(1, sizeof *c);
  g->spline = c;
  if (c) {
    c->u = lia_calloc(17 * N, sizeof *c->u);
    c->way = lia_calloc(N, sizeof *c->way);
  }
  if (!c || !c->u || !c->way)
    return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for a tool path");
  c->n = n;
  c->x = c->u + n;
  c->x2 = c->x + 3 * n;
  c->q = c->x2 + 3 * n;
  c->q2 = c->q + 4 * n;
  c->begin = c->q2 + 4 * n;
  return LIA_OK;
}

// places, chords and quaternions of the poses; neighbours on the same side of the sphere
static lia_status take_poses(lia_tool_track *t, const lia_tool_def *def, int index,
                             lia_tool_spline *c, lia_error *err) {
  for (int i = 0; i < c->n; i++) {
    const lia_frame *X = i ? &def->pose[i - 1] : &t->end;
    double chord[3], *q = c->q + 4 * i;
    lia_pole pole;
    lia_copy3(c->x + 3 * i, X->p);
    lia_quat_from_rot(q, def->framed ? X->R : t->end.R, &pole);
    if (!i) continue;
    lia_sub3(chord, c->x + 3 * i, c->x + 3 * (i - 1));
    c->u[i] = c->u[i - 1] + lia_norm3(chord);
    if (!(c->u[i] - c->u[i - 1] > 1e-9))
      return LIA_FAIL(err, LIA_EARG, lia_tool_said(def, index).s,
                      "poses[%d] stands where the one before does: turn on the spot by a line "
                      "between two splines", i);
    const double side = lia_quat_dot(q, q - 4);
    if (side < 0)
      for (int k = 0; k < 4; k++) q[k] = -q[k];
    if (fabs(side) > 1e-9) continue;
    // half a turn: the quaternion in between would vanish
    return LIA_FAIL(err, LIA_EARG, lia_tool_said(def, index).s,
                    "poses[%d] is half a turn from the one before: both ways are as short; put a "
                    "pose between them", i);
  }
  return LIA_OK;
}

static lia_status measure(const lia_tool_def *def, int index, lia_tool_segment *g,
                          lia_error *err) {
  lia_tool_spline *c = g->spline;
  for (int i = 0; i + 1 < c->n; i++) {
    const span of = { c, i };
    LIA_TRY(lia_tool_way_new(&c->way[i], span_speed, &of, c->u[i], c->u[i + 1], err));
    c->begin[i + 1] = c->begin[i] + lia_tool_way_total(&c->way[i]);
    for (int k = 0; k <= 64; k++)
      if (!(span_speed(&of, c->u[i] + k * (c->u[i + 1] - c->u[i]) / 64) > 1e-6))
        return LIA_FAIL(err, LIA_EARG, lia_tool_said(def, index).s,
                        "the curve has a cusp between poses[%d] and the one before: put a pose "
                        "between them", i + 1);
  }
  g->length = c->begin[c->n - 1];
  return LIA_OK;
}

static lia_status make_spline(lia_tool_track *t, const lia_tool_def *def, int index,
                              lia_error *err) {
  if (!(def->told & LIA_TOOL_TOLD_poses) || def->npose < 2)
    return LIA_FAIL(err, LIA_EARG, lia_tool_said(def, index).s,
                    "needs poses: a list of frames or points, 2 at least");
  lia_tool_segment *g = lia_tool_append(t, def, index);
  if (!g) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for a tool path");
  LIA_TRY(spline_room(g, def->npose + 1, err));
  lia_tool_spline *c = g->spline;
  LIA_TRY(take_poses(t, def, index, c, err));
  // its last column is scratch until begin is filled
  lia_tool_spline_second(c->u, c->x, c->n, 3, c->x2, c->begin);
  lia_tool_spline_second(c->u, c->q, c->n, 4, c->q2, c->begin);
  c->begin[0] = 0;
  LIA_TRY(measure(def, index, g, err));
  lia_copy33(g->R0, t->end.R);
  const double *R = def->framed ? def->pose[def->npose - 1].R : t->end.R;
  lia_copy33(t->end.R, R);
  lia_copy3(t->end.p, def->pose[def->npose - 1].p);
  return lia_tool_settle(t, g, def, err);
}

static int span_at(const lia_tool_spline *c, double r, double *u) {
  int i = 0;
  while (i + 2 < c->n && r >= c->begin[i + 1]) i++;
  const span of = { c, i };
  *u = lia_tool_way_inverse(&c->way[i], span_speed, &of, r - c->begin[i]);
  return i;
}

// by the length: with g = |p_u|,  u' = 1/g, u'' = -g_u/g^3, u''' = -g_uu/g^4 + 3 g_u^2/g^5
static void by_length(const double p[4][3], double d[3]) {
  const double g = lia_norm3(p[1]), gu = lia_dot3(p[1], p[2]) / g,
               guu = (lia_dot3(p[2], p[2]) + lia_dot3(p[1], p[3]) - gu * gu) / g;
  d[0] = 1 / g;
  d[1] = -gu / (g * g * g);
  d[2] = (-guu + 3 * gu * gu / g) / (g * g * g * g);
}

static void place_spline(const lia_tool_segment *g, double r, double p[4][3]) {
  const lia_tool_spline *c = g->spline;
  double x[4][3], u, d[3];
  const int i = span_at(c, r, &u);
  lia_tool_spline_of(c->u, c->x, c->x2, 3, i, u, x[0]);
  by_length((const double (*)[3])x, d);
  for (int k = 0; k < 3; k++) {
    p[0][k] = x[0][k];
    p[1][k] = x[1][k] * d[0];
    p[2][k] = x[2][k] * d[0] * d[0] + x[1][k] * d[1];
    p[3][k] = x[3][k] * d[0] * d[0] * d[0] + 3 * x[2][k] * d[0] * d[1] + x[1][k] * d[2];
  }
}

static void turn_spline(const lia_tool_segment *g, double r, double R[9], double w[3],
                        double dw[3]) {
  const lia_tool_spline *c = g->spline;
  double x[4][3], q[4][4], u, d[3], w_u[3], dw_u[3];
  const int i = span_at(c, r, &u);
  lia_tool_spline_of(c->u, c->x, c->x2, 3, i, u, x[0]);
  lia_tool_spline_of(c->u, c->q, c->q2, 4, i, u, q[0]);
  by_length((const double (*)[3])x, d);
  lia_quat_to_rot(R, q[0]);
  lia_quat_omega(w_u, q[0], q[1], LIA_BASE);
  lia_quat_accel(dw_u, q[0], q[1], q[2], LIA_BASE);
  for (int k = 0; k < 3; k++) {
    w[k] = w_u[k] * d[0];
    dw[k] = dw_u[k] * d[0] * d[0] + w_u[k] * d[1];
  }
}

extern const lia_tool_row lia_tool_row_spline;
const lia_tool_row lia_tool_row_spline = {
  .name = "spline", .text = "a curve through poses with continuous curvature",
  .takes = LIA_TOOL_TOLD_poses,
  .make = make_spline, .place = place_spline, .turn = turn_spline,
};
