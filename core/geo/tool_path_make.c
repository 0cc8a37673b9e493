/* tool_path_make.c - segments of a tool path as they are told: lengths, arcs, attitudes */
#include "geo/tool_path_inside.h"

#include "base/assert.h"
#include "base/mem.h"
#include "base/text_format.h"
#include "geo/rot.h"

#include <math.h>
#include <string.h>

static const double TINY = 1e-12;

#define X(name) extern const lia_tool_row lia_tool_row_##name;
#include "geo/tool_paths.def"
#undef X

static const lia_tool_row *const rows[] = {
#define X(name) &lia_tool_row_##name,
#include "geo/tool_paths.def"
#undef X
};

static const char *const turn_names[LIA_TOOL_TURN_COUNT] = {
#define X(name, text) #name,
  LIA_TOOL_TURNS(X)
#undef X
};

const char *const lia_tool_told_names[LIA_TOOL_TOLD_COUNT] = {
#define X(name, text) #name,
  LIA_TOOL_TOLD(X)
#undef X
};

const char *lia_tool_turn_name(lia_tool_turn turn) { return turn_names[turn]; }

int lia_tool_turn_find(const char *name) {
  for (int k = 0; k < LIA_TOOL_TURN_COUNT; k++)
    if (!strcmp(turn_names[k], name)) return k;
  return -1;
}

int lia_tool_kind_count(void) { return (int)(sizeof rows / sizeof *rows); }
const lia_tool_row *lia_tool_kind(int k) { return rows[k]; }
const char *lia_tool_kind_name(const lia_tool_row *row) { return row->name; }
const char *lia_tool_kind_text(const lia_tool_row *row) { return row->text; }
unsigned lia_tool_kind_takes(const lia_tool_row *row) { return row->takes; }

const lia_tool_row *lia_tool_kind_find(const char *name) {
  for (int k = 0; k < lia_tool_kind_count(); k++)
    if (!strcmp(rows[k]->name, name)) return rows[k];
  return NULL;
}

lia_tool_name lia_tool_said(const lia_tool_def *def, int index) {
  lia_tool_name name;
  lia_text_format(name.s, sizeof name.s, "segment %d (%s)", index + 1, def->row->name);
  return name;
}

lia_tool_segment *lia_tool_append(lia_tool_track *t, const lia_tool_def *def, int index) {
  LIA_ASSERT(t->n < t->room);
  lia_tool_segment *g = &t->segment[t->n];
  if (t->n) g->r0 = g[-1].r0 + g[-1].length;
  g->row = def->row;
  g->index = index;
  g->zone = def->zone;
  g->turn_zone = def->turn_zone;
  t->n++;
  return g;
}

// ---- turns ----

// the rotation vector of the whole segment in the axes of the base, and whole turns more
static lia_status steady_turn(lia_tool_track *t, lia_tool_segment *g, const lia_tool_def *def,
                              const double R[9], lia_error *err) {
  double D[9], u[3], other[3];
  lia_pole pole;
  lia_mult33(D, R, g->R0);
  lia_rot_log(g->whole, D, &pole);
  const double angle = lia_unit3(u, g->whole);
  if (pole.flags & LIA_POLE_HALF_TURN) {
    lia_tool_half_turn *h = &t->half[t->nhalf++];
    h->segment = g->index;
    lia_mtv3(h->axis, g->R0, u);
  }
  if (def->spin && angle < TINY)
    return LIA_FAIL(err, LIA_EARG, lia_tool_said(def, g->index).s,
                    "spin: the attitude is the same at both ends, so there is no axis to spin "
                    "about: turn in two segments");
  lia_scale3(other, def->spin * 6.28318530717958648, u);
  lia_add3(g->whole, g->whole, other);
  g->turn = angle < TINY ? LIA_TOOL_fixed : LIA_TOOL_slerp;
  lia_copy33(t->end.R, R);
  return LIA_OK;
}

// the way must not run along up: there z has no direction
static lia_status leave_up(const lia_tool_segment *g, const lia_tool_def *def, lia_error *err) {
  for (int k = 0; k <= 64; k++) {
    double p[4][3], R[9], w[3], dw[3];
    const double r = g->length * k / 64;
    g->row->place(g, r, p);
    if (lia_tool_follow_way((const double (*)[3])p, g->up, R, w, dw) > 1e-4) continue;
    return LIA_FAIL(err, LIA_EARG, lia_tool_said(def, g->index).s,
                    "orientation tangent: %.4g m from its beginning the way runs along up (%g %g "
                    "%g): tell another up", r, g->up[0], g->up[1], g->up[2]);
  }
  return LIA_OK;
}

// R = F G: G as in the segment before where that follows the way too, else as the tool stands
static lia_status tangent_turn(lia_tool_track *t, lia_tool_segment *g, const lia_tool_def *def,
                               lia_error *err) {
  double p[4][3], F[9], w[3], dw[3];
  if (def->told & LIA_TOOL_TOLD_R || def->framed || def->spin)
    return LIA_FAIL(err, LIA_EARG, lia_tool_said(def, g->index).s,
                    "orientation tangent: the way says how the tool is turned: give points, and "
                    "neither R nor spin");
  if (g->spot)
    return LIA_FAIL(err, LIA_EARG, lia_tool_said(def, g->index).s,
                    "orientation tangent: a turn on the spot has no tangent");
  if (lia_unit3(g->up, def->up) == 0) lia_copy3(g->up, t->up);
  g->turn = LIA_TOOL_tangent;
  LIA_TRY(leave_up(g, def, err));
  g->row->place(g, 0, p);
  lia_tool_follow_way((const double (*)[3])p, g->up, F, w, dw);
  const int same = t->n > 1 && g[-1].turn == LIA_TOOL_tangent
                   && !memcmp(g[-1].up, g->up, sizeof g->up);
  if (same) lia_copy33(g->G, g[-1].G);
  else if (t->placed) lia_tmul33(g->G, F, g->R0);
  else lia_eye33(g->G);
  lia_mul33(g->R0, F, g->G);
  lia_tool_segment_turn(g, g->length, t->end.R, w, dw);
  return LIA_OK;
}

static lia_status choose_turn(lia_tool_track *t, lia_tool_segment *g, const lia_tool_def *def,
                              lia_error *err) {
  if (g->row->own) {
    g->turn = LIA_TOOL_screw;
    return LIA_OK;
  }
  lia_copy33(g->R0, g->spline ? g->R0 : t->end.R);
  if (def->turn == LIA_TOOL_screw)
    return LIA_FAIL(err, LIA_EARG, lia_tool_said(def, g->index).s,
                    "orientation screw: way and turn are one motion there: {\"screw\", to = ..}");
  if (def->turn == LIA_TOOL_tangent) return tangent_turn(t, g, def, err);
  const double *R = NULL;
  if (def->told & LIA_TOOL_TOLD_R) R = def->R;
  else if (def->framed) R = def->to.R;
  g->turn = LIA_TOOL_fixed;
  if (def->turn == LIA_TOOL_fixed || !R) {
    if (def->spin || (R && def->told & LIA_TOOL_TOLD_R))
      return LIA_FAIL(err, LIA_EARG, lia_tool_said(def, g->index).s,
                      "the tool stays as it is turned there: R and spin say otherwise");
    lia_copy33(t->end.R, g->R0);
    return LIA_OK;
  }
  if (!g->spline) return steady_turn(t, g, def, R, err);
  g->turn = LIA_TOOL_slerp;
  return LIA_OK;
}

lia_status lia_tool_settle(lia_tool_track *t, lia_tool_segment *g, const lia_tool_def *def,
                           lia_error *err) {
  g->spot = g->length <= TINY;
  LIA_TRY(choose_turn(t, g, def, err));
  t->placed = 1;
  if (!g->spot) return LIA_OK;
  const double angle = lia_norm3(g->whole);
  if (g->turn == LIA_TOOL_fixed || angle <= TINY)
    return LIA_FAIL(err, LIA_EARG, lia_tool_said(def, g->index).s,
                    "it has no length: it ends where it begins, and does not turn");
  g->length = angle * (t->weight > 0 ? t->weight : 1);
  return LIA_OK;
}

// ---- arcs ----

// centre = a + n x (|v|^2 u - |u|^2 v) / (2 |n|^2), u = b - a, v = c - a, n = u x v
int lia_tool_circle_of(const double a[3], const double b[3], const double c[3], double centre[3],
                       double axis[3]) {
  double u[3], v[3], n[3], x[3];
  lia_sub3(u, b, a);
  lia_sub3(v, c, a);
  lia_cross3(n, u, v);
  const double uu = lia_dot3(u, u), vv = lia_dot3(v, v), nn = lia_dot3(n, n);
  double way[3];
  lia_sub3(way, v, u);
  const double ww = lia_dot3(way, way);
  // twice the area against the product of the longest sides: the sine at one corner
  if (!(nn > 1e-16 * fmax(uu, ww) * fmax(vv, ww)) || uu == 0 || vv == 0 || ww == 0) return 0;
  for (int i = 0; i < 3; i++) x[i] = vv * u[i] - uu * v[i];
  lia_cross3(centre, n, x);
  lia_scale3(centre, 1 / (2 * nn), centre);
  lia_add3(centre, centre, a);
  lia_unit3(axis, n);
  return 1;
}

// from a to b about the axis, 0 .. 2 pi
double lia_tool_angle_between(const double axis[3], const double a[3], const double b[3]) {
  double n[3];
  lia_cross3(n, a, b);
  const double angle = atan2(lia_dot3(n, axis), lia_dot3(a, b));
  return angle < 0 ? angle + 6.28318530717958648 : angle;
}

lia_status lia_tool_round(lia_tool_track *t, const lia_tool_def *def, int index,
                          const double centre[3], const double axis[3], double angle, double rise,
                          lia_error *err) {
  double d[3], p[4][3];
  lia_tool_segment *g = lia_tool_append(t, def, index);
  if (lia_unit3(g->k, axis) == 0)
    return LIA_FAIL(err, LIA_EARG, lia_tool_said(def, index).s, "axis: has no direction");
  if (fabs(angle) <= TINY)
    return LIA_FAIL(err, LIA_EARG, lia_tool_said(def, index).s, "the angle is 0: it has no length");
  if (angle < 0) lia_scale3(g->k, -1, g->k);
  lia_sub3(d, t->end.p, centre);
  lia_addto3(d, -lia_dot3(d, g->k), g->k);
  g->radius = lia_unit3(g->e1, d);
  if (g->radius <= TINY)
    return LIA_FAIL(err, LIA_EARG, lia_tool_said(def, index).s,
                    "its beginning lies on the axis: there is nothing to go round");
  lia_cross3(g->e2, g->k, g->e1);
  g->climb = rise / 6.28318530717958648;
  g->length = fabs(angle) * sqrt(g->radius * g->radius + g->climb * g->climb);
  lia_copy3(g->a, t->end.p);
  lia_tool_round_place(g, g->length, p);
  lia_copy3(t->end.p, p[0]);
  return lia_tool_settle(t, g, def, err);
}

// p = a + radius ((cos f - 1) e1 + sin f e2) + climb f k, f = r / sqrt(radius^2 + climb^2)
void lia_tool_round_place(const lia_tool_segment *g, double r, double p[4][3]) {
  const double each = 1 / sqrt(g->radius * g->radius + g->climb * g->climb), f = r * each;
  double c, s;
  lia_sincos1(f, &s, &c);
  for (int i = 0; i < 3; i++) {
    const double x = g->radius * g->e1[i], y = g->radius * g->e2[i];
    p[0][i] = g->a[i] + (c - 1) * x + s * y + g->climb * f * g->k[i];
    p[1][i] = (c * y - s * x + g->climb * g->k[i]) * each;
    p[2][i] = -(c * x + s * y) * each * each;
    p[3][i] = (s * x - c * y) * each * each * each;
  }
}

// ---- the whole ----

void lia_tool_track_free(lia_tool_track *t) {
  if (!t || __atomic_sub_fetch(&t->refs, 1, __ATOMIC_ACQ_REL) > 0) return;
  for (int i = 0; i < t->n; i++) {
    lia_tool_spline *c = t->segment[i].spline;
    if (!c) continue;
    for (int k = 0; c->way && k + 1 < c->n; k++) lia_tool_way_free(&c->way[k]);
    lia_free(c->way);
    lia_free(c->u);
    lia_free(c);
  }
  for (int i = 0; i < t->ninterval; i++) lia_tool_way_free(&t->interval[i].way);
  lia_free(t->interval);
  lia_free(t->segment);
  lia_free(t->blend);
  lia_free(t->half);
  lia_free(t);
}
