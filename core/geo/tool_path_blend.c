/* tool_path_blend.c - zones that blend the joints of a tool path, and where its formula changes */
#include "geo/tool_path_inside.h"

#include "base/mem.h"
#include "base/text_format.h"
#include "geo/rot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- at a joint ----

typedef struct side { double p[4][3], R[9], w[3], dw[3]; } side;

static side at_end(const lia_tool_segment *g, double r) {
  side x;
  g->row->place(g, r, x.p);
  lia_tool_segment_turn(g, r, x.R, x.w, x.dw);
  return x;
}

static int way_jumps(const side *a, const side *b) {
  return lia_tool_apart(a->p[1], b->p[1]) > 1e-9
         || lia_tool_apart(a->p[2], b->p[2]) > 1e-9 * (1 + lia_norm3(a->p[2]));
}

static int turn_jumps(const side *a, const side *b) {
  return lia_rot_angle(a->R, b->R) > 1e-9
         || lia_tool_apart(a->w, b->w) > 1e-9 * (1 + lia_norm3(a->w))
         || lia_tool_apart(a->dw, b->dw) > 1e-9 * (1 + lia_norm3(a->dw));
}

// "the joint of segments 2 and 3"
static lia_tool_name joint_name(const lia_tool_track *t, int i) {
  lia_tool_name name;
  const int a = t->segment[i - 1].index + 1, b = t->segment[i].index + 1;
  if (a == b) lia_text_format(name.s, sizeof name.s, "a corner of segment %d", a);
  else lia_text_format(name.s, sizeof name.s, "the joint of segments %d and %d", a, b);
  return name;
}

// the way: degree 7 through position and three derivatives, as wide on both sides
static void blend_way(lia_tool_track *t, int i, double zone) {
  const lia_tool_segment *a = &t->segment[i - 1], *b = &t->segment[i];
  lia_tool_blend *z = &t->blend[i];
  const side from = at_end(a, a->length - zone), to = at_end(b, zone);
  z->from = b->r0 - zone;
  z->h = 2 * zone;
  for (int k = 0; k < 3; k++) {
    const double x[4] = { from.p[0][k], from.p[1][k], from.p[2][k], from.p[3][k] },
                 y[4] = { to.p[0][k], to.p[1][k], to.p[2][k], to.p[3][k] };
    lia_tool_septic(z->c[k], x, y, z->h);
  }
}

// the turn: degree 5 of the rotation vector from the attitude at the joint
static void blend_turn(lia_tool_track *t, int i, double reach) {
  const lia_tool_segment *a = &t->segment[i - 1], *b = &t->segment[i];
  lia_tool_blend *z = &t->blend[i];
  const side from = at_end(a, a->length - reach), to = at_end(b, reach), at = at_end(b, 0);
  double x[3][3], y[3][3];
  lia_copy33(z->R, at.R);
  z->turn_from = b->r0 - reach;
  z->turn_h = 2 * reach;
  lia_tool_vector_of_turn(z->R, from.R, from.w, from.dw, x[0], x[1], x[2]);
  lia_tool_vector_of_turn(z->R, to.R, to.w, to.dw, y[0], y[1], y[2]);
  for (int k = 0; k < 3; k++) {
    const double u[3] = { x[0][k], x[1][k], x[2][k] }, v[3] = { y[0][k], y[1][k], y[2][k] };
    lia_tool_quintic(z->psi[k], u, v, z->turn_h);
  }
}

// how far along the way the zone of the turn reaches: its angle over the faster of the two turns
static double turn_reach(const lia_tool_segment *a, const side *x, const side *y, double zone) {
  const double rate = fmax(lia_norm3(x->w), lia_norm3(y->w));
  return a->turn_zone > 0 && rate > 0 ? a->turn_zone / rate : zone;
}

static int follows(const lia_tool_segment *a, const lia_tool_segment *b) {
  return a->turn == LIA_TOOL_tangent && b->turn == LIA_TOOL_tangent
         && !memcmp(a->up, b->up, sizeof a->up);
}

// widths only: what they do to each other is asked before anything is computed
static lia_status want_blend(lia_tool_track *t, int i, lia_error *err) {
  const lia_tool_segment *a = &t->segment[i - 1], *b = &t->segment[i];
  lia_tool_blend *z = &t->blend[i];
  const side x = at_end(a, a->length), y = at_end(b, 0);
  const double zone = a->zone;
  z->segment = i;
  if (a->spot == b->spot && (zone > 0 || a->turn_zone > 0)) {
    if (!a->spot && zone > 0 && way_jumps(&x, &y)) z->h = 2 * zone;
    z->tangent = follows(a, b) && z->h > 0;
    const double reach = turn_reach(a, &x, &y, a->spot ? 0 : zone);
    if (!z->tangent && turn_jumps(&x, &y)) z->turn_h = 2 * reach;
  }
  if (z->h > 0 && lia_dot3(x.p[1], y.p[1]) < -1 + 1e-9)
    return LIA_FAIL(err, LIA_EARG, joint_name(t, i).s,
                    "the way turns back on itself: no zone can blend that (zone = 0 there)");
  if (!z->tangent && lia_rot_angle(x.R, y.R) > 1e-9)
    return LIA_FAIL(err, LIA_EARG, joint_name(t, i).s,
                    "the way bends by %.4g rad, and a tool that follows its tangent would turn at "
                    "once: blend it by a zone", lia_rot_angle(x.R, y.R));
  return LIA_OK;
}

// do the zones at both ends of segment i fit into it? width: of the way or of the turn
static lia_status zones_fit(const lia_tool_track *t, int i, int of_turn, lia_error *err) {
  const lia_tool_segment *g = &t->segment[i];
  const lia_tool_blend *a = &t->blend[i], *b = i + 1 < t->n ? a + 1 : NULL;
  const double left = (of_turn ? a->turn_h : a->h) / 2;
  double right = 0;
  if (b) right = (of_turn ? b->turn_h : b->h) / 2;
  if (left + right <= g->length * (1 + 1e-12)) return LIA_OK;
  const int both = left > 0 && right > 0;
  char name[40];
  lia_text_format(name, sizeof name, "segment %d (%s)", g->index + 1, g->row->name);
  const double most = both ? g->length / 2 : g->length;
  if (of_turn)
    return LIA_FAIL(err, LIA_EARG, name, "it is %.6g long, and the turn is blended over %.6g%s of "
                    "it: at most %.6g at each end (zone, turn_zone)", g->length, left + right,
                    both ? " (both ends)" : "", most);
  return LIA_FAIL(err, LIA_EARG, name, "zones of %.6g and %.6g m overlap on its length of %.6g m: "
                  "the largest possible is %.6g%s", left, right, g->length, most,
                  both ? " at each end" : "");
}

lia_status lia_tool_blends(lia_tool_track *t, const lia_tool_spec *spec, lia_error *err) {
  t->blend = lia_calloc((size_t)t->n, sizeof *t->blend);
  if (!t->blend) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for a tool path");
  for (int i = 0; i < t->n; i++) {
    lia_tool_segment *g = &t->segment[i];
    if (g->zone < 0) g->zone = spec->zone;
    if (g->turn_zone < 0) g->turn_zone = spec->turn_zone;
  }
  for (int i = 1; i < t->n; i++) LIA_TRY(want_blend(t, i, err));
  for (int i = 0; i < t->n; i++)
    for (int of_turn = 0; of_turn < 2; of_turn++) LIA_TRY(zones_fit(t, i, of_turn, err));
  for (int i = 1; i < t->n; i++) {
    if (t->blend[i].h > 0) blend_way(t, i, t->blend[i].h / 2);
    if (t->blend[i].turn_h > 0) blend_turn(t, i, t->blend[i].turn_h / 2);
  }
  return LIA_OK;
}

// ---- intervals ----

static int by_size(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static int collect_places(const lia_tool_track *t, double *r) {
  int n = 0;
  for (int i = 0; i < t->n; i++) {
    const lia_tool_segment *g = &t->segment[i];
    const lia_tool_blend *z = &t->blend[i];
    r[n++] = g->r0;
    for (int k = 1; g->spline && k + 1 < g->spline->n; k++) r[n++] = g->r0 + g->spline->begin[k];
    if (z->h > 0) {
      r[n++] = z->from;
      r[n++] = z->from + z->h;
    }
    if (z->turn_h > 0) {
      r[n++] = z->turn_from;
      r[n++] = z->turn_from + z->turn_h;
    }
  }
  const lia_tool_segment *last = &t->segment[t->n - 1];
  r[n++] = last->r0 + last->length;
  return n;
}

// places closer than rounding are one
static int sort_places(double *r, int n) {
  qsort(r, (size_t)n, sizeof *r, by_size);
  const double near = 1e-13 * r[n - 1];
  int m = 1;
  for (int i = 1; i < n; i++)
    if (r[i] - r[m - 1] > near) r[m++] = r[i];
  return m;
}

static int segment_at(const lia_tool_track *t, double r) {
  int i = 0;
  while (i + 1 < t->n && r >= t->segment[i + 1].r0) i++;
  return i;
}

static void look_around(const lia_tool_track *t, lia_tool_interval *in) {
  const double r = (in->r0 + in->r1) / 2;
  const int i = segment_at(t, r);
  in->place = in->turn = i;
  in->place_blend = in->turn_blend = -1;
  for (int k = i; k <= i + 1 && k < t->n; k++) {
    const lia_tool_blend *z = &t->blend[k];
    if (z->h > 0 && r > z->from && r < z->from + z->h) {
      in->place_blend = k;
      if (z->tangent) in->turn_blend = k;
    }
    if (z->turn_h > 0 && r > z->turn_from && r < z->turn_from + z->turn_h) in->turn_blend = k;
  }
}

void lia_tool_track_of(const lia_tool_track *t, const lia_tool_interval *in, double r,
                       lia_tool_state *x) {
  const lia_tool_segment *g = &t->segment[in->place];
  double p[4][3];
  // the last span of a spline reaches up to its end
  if (g->spline && r >= in->r1) r = in->r1 - 1e-14 * (in->r1 + 1);
  if (in->place_blend >= 0) {
    const lia_tool_blend *z = &t->blend[in->place_blend];
    for (int k = 0; k < 3; k++) {
      double d[4];
      lia_tool_poly(z->c[k], 7, (r - z->from) / z->h, z->h, d);
      for (int j = 0; j < 4; j++) p[j][k] = d[j];
    }
  } else g->row->place(g, r - g->r0, p);
  lia_copy3(x->X.p, p[0]);
  lia_copy3(x->V, p[1]);
  lia_copy3(x->A, p[2]);
  const lia_tool_blend *z = in->turn_blend >= 0 ? &t->blend[in->turn_blend] : NULL;
  if (z && z->tangent) {
    lia_tool_follow_way((const double (*)[3])p, g->up, x->X.R, x->V + 3, x->A + 3);
    lia_mul33(x->X.R, x->X.R, g->G);
  } else if (z) {
    double v[4][3];
    for (int k = 0; k < 3; k++) {
      double d[4];
      lia_tool_poly(z->psi[k], 5, (r - z->turn_from) / z->turn_h, z->turn_h, d);
      for (int j = 0; j < 4; j++) v[j][k] = d[j];
    }
    lia_tool_turn_of_vector(z->R, v[0], v[1], v[2], x->X.R, x->V + 3, x->A + 3);
  } else lia_tool_segment_turn(g, r - g->r0, x->X.R, x->V + 3, x->A + 3);
}

// ds/dr = sqrt(|p'|^2 + W^2 |w|^2)
double lia_tool_moving_speed(const void *of, double r) {
  const lia_tool_moving *m = of;
  lia_tool_state x;
  lia_tool_track_of(m->t, m->in, r, &x);
  const double W = m->in->weight;
  return sqrt(lia_dot3(x.V, x.V) + W * W * lia_dot3(x.V + 3, x.V + 3));
}

static lia_status measure(lia_tool_track *t, lia_tool_interval *in, lia_error *err) {
  const lia_tool_segment *g = &t->segment[in->place];
  const int steady = in->turn_blend < 0 && g->turn != LIA_TOOL_tangent
                     && (!g->spline || g->turn == LIA_TOOL_fixed);
  const lia_tool_moving of = { t, in };
  in->weight = g->spot && t->weight == 0 ? 1 : t->weight;
  in->even = in->place_blend < 0 && (steady || in->weight == 0);
  in->speed = lia_tool_moving_speed(&of, (in->r0 + in->r1) / 2);
  in->s1 = in->s0 + in->speed * (in->r1 - in->r0);
  if (in->even) return LIA_OK;
  for (int k = 0; k <= 32; k++)
    if (!(lia_tool_moving_speed(&of, in->r0 + k * (in->r1 - in->r0) / 32) > 1e-6))
      return LIA_FAIL(err, LIA_EARG, joint_name(t, in->turn_blend > 0 ? in->turn_blend : 1).s,
                      "the tool would stand still in the zone there: make it smaller, or 0");
  LIA_TRY(lia_tool_way_new(&in->way, lia_tool_moving_speed, &of, in->r0, in->r1, err));
  in->s1 = in->s0 + lia_tool_way_total(&in->way);
  return LIA_OK;
}

lia_status lia_tool_intervals(lia_tool_track *t, lia_error *err) {
  int room = 1;
  for (int i = 0; i < t->n; i++) {
    const lia_tool_segment *g = &t->segment[i];
    room += 5 + (g->spline ? g->spline->n : 0);
  }
  double *r = lia_malloc((size_t)room * sizeof *r);
  t->interval = lia_calloc((size_t)room, sizeof *t->interval);
  if (!r || !t->interval) {
    lia_free(r);
    return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for a tool path");
  }
  const int n = sort_places(r, collect_places(t, r));
  lia_status st = LIA_OK;
  for (int i = 0; st == LIA_OK && i + 1 < n; i++) {
    lia_tool_interval *in = &t->interval[i];
    t->ninterval++;
    in->r0 = r[i];
    in->r1 = r[i + 1];
    in->s0 = i ? in[-1].s1 : 0;
    look_around(t, in);
    st = measure(t, in, err);
    t->length = in->s1;
  }
  lia_free(r);
  return st;
}
