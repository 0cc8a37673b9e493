/* path_rows.c - rows of a mechanism along a path */
#include "ask/path_inside.h"

#include "base/mem.h"
#include "rbd/fk.h"
#include "rbd/passive.h"
#include "rbd/rnea.h"

#include <math.h>
#include <string.h>

// ---- one place ----

lia_path_site lia_path_site_of(const lia_path *g, const lia_path_limits *o) {
  const int n = g->path->n;
  double *w = g->work;
  return (lia_path_site){ .o = o, .n = n, .q = w, .q1 = w + n, .q2 = w + 2 * n, .none = w + 4 * n,
                          .bias = w + 5 * n, .here = w + 6 * n, .held = w + 7 * n,
                          .slow = w + 8 * n, .quick = w + 9 * n };
}

static lia_topp_row *put_accelerations(const lia_path_site *w, lia_topp_row *row) {
  const lia_path_limits *o = w->o;
  for (int k = 0; k < w->n; k++)
    *row++ = (lia_topp_row){ .a = w->q1[k], .b = w->q2[k],
                             .lo = lia_path_bound(o->a[0], k, -HUGE_VAL),
                             .hi = lia_path_bound(o->a[1], k, HUGE_VAL) };
  return row;
}

// rnea(q, 0, 0) = g; rnea(q, 0, q_s) = g + M q_s; rnea(q, q_s, q_ss) = g + M q_ss + C q_s.
// What joints do at rest, at q_s and at 2 q_s: springs, and dry friction, and damping once more
static lia_topp_row *put_torques(const lia_path_site *w, lia_topp_row *row) {
  const lia_path_limits *o = w->o;
  const int n = w->n;
  lia_rnea(o->m, o->d, w->q, NULL, NULL, w->none);
  lia_rnea(o->m, o->d, w->q, NULL, w->q1, w->here);
  lia_rnea(o->m, o->d, w->q, w->q1, w->q2, w->bias);
  lia_passive(o->m, w->q, w->q1, w->slow);
  for (int k = 0; k < n; k++) w->held[k] = 2 * w->q1[k];
  lia_passive(o->m, w->q, w->held, w->quick);
  for (int k = 0; k < n; k++) {
    const double damping = w->slow[k] - w->quick[k];
    *row++ = (lia_topp_row){ .a = w->here[k] - w->none[k], .b = w->bias[k] - w->none[k],
                             .c = w->none[k] - (w->slow[k] + damping), .d = damping,
                             .lo = lia_path_bound(o->tau[0], k, -HUGE_VAL),
                             .hi = lia_path_bound(o->tau[1], k, HUGE_VAL) };
  }
  return row;
}

void lia_path_tool(const lia_path_site *w, double V[6], double A[6]) {
  const lia_path_limits *o = w->o;
  lia_fk_motion(o->m, o->d, w->q, w->q1, w->q2);
  lia_fk_velocity(o->m, o->d, o->body, o->p_B, LIA_AXES_BASE, V);
  lia_fk_acceleration(o->m, o->d, o->body, o->p_B, LIA_AXES_BASE, A);
}

// |p_s u + p_ss x| <= limit in the plane of the two: along p_s, and across it
static lia_topp_row *put_tool(const lia_path_site *w, const double V[6], const double A[6],
                              lia_topp_row *row) {
  const double speed = lia_path_length(V);
  const double by_speed = speed > 0 ? 1 / speed : 0;
  const double along = (A[0] * V[0] + A[1] * V[1] + A[2] * V[2]) * by_speed;
  double rest[3];
  for (int k = 0; k < 3; k++) rest[k] = A[k] - along * V[k] * by_speed;
  const double across = lia_path_length(rest);
  const double pi = acos(-1), limit = w->o->acceleration * cos(pi / LIA_PATH_SIDES);
  for (int k = 0; k < LIA_PATH_DIRECTIONS; k++) {
    const double angle = pi * k / LIA_PATH_DIRECTIONS;
    *row++ = (lia_topp_row){ .a = speed * cos(angle), .b = along * cos(angle) + across * sin(angle),
                             .lo = -limit, .hi = limit };
  }
  return row;
}

static void lower(lia_path_cap *c, double speed, double rate, int who) {
  if (!(rate > 0) || !isfinite(speed)) return;
  const double x = speed / rate;
  if (!(x * x < c->x)) return;
  c->x = x * x;
  c->who = who;
}

static lia_path_cap cap_of(const lia_path_site *w, const double *V) {
  const lia_path_limits *o = w->o;
  lia_path_cap c = { HUGE_VAL, 2 * w->n + LIA_PATH_NO_BOUND };
  for (int k = 0; k < w->n; k++) {
    lower(&c, lia_path_bound(o->v[1], k, HUGE_VAL), w->q1[k], 2 * k);
    lower(&c, -lia_path_bound(o->v[0], k, -HUGE_VAL), -w->q1[k], 2 * k + 1);
  }
  if (!V) return c;
  lower(&c, o->speed, lia_path_length(V), 2 * w->n + LIA_PATH_TOOL_SPEED);
  lower(&c, o->turning, lia_path_length(V + 3), 2 * w->n + LIA_PATH_TOOL_TURNING);
  return c;
}

lia_path_cap lia_path_rows_at(const lia_path_site *w, lia_topp_row *row) {
  const lia_path_limits *o = w->o;
  double V[6], A[6];
  if (o->a[0]) row = put_accelerations(w, row);
  if (o->tau[0]) row = put_torques(w, row);
  if (!lia_path_has_tool(o)) return cap_of(w, NULL);
  lia_path_tool(w, V, A);
  if (isfinite(o->acceleration)) put_tool(w, V, A, row);
  return cap_of(w, V);
}

static int own_rows(const lia_path_limits *o, int n) {
  int m = 0;
  if (o->a[0]) m += n;
  if (o->tau[0]) m += n;
  if (isfinite(o->acceleration)) m += LIA_PATH_DIRECTIONS;
  return m;
}

// ---- rows of the grid ----

void lia_path_at(const lia_path *g, int place, double *q) {
  lia_pieces_of(g->path, g->of[place], g->at[place], 2, q);
}

static void lower_cap(lia_path *g, int i, lia_path_cap c) {
  if (!(c.x < g->x_max[i])) return;
  g->x_max[i] = c.x;
  g->who[i] = c.who;
}

static lia_status check_pair(const lia_least_most pair, int n, const char *what, int rest,
                             lia_error *err) {
  for (int k = 0; k < n && pair[0]; k++) {
    const double least = pair[0][k], most = pair[1][k];
    if (!(least < most) || (rest && !(least <= 0 && most >= 0)))
      return LIA_FAIL(err, LIA_EARG, what, "coordinate %d: %g to %g leaves no room%s", k + 1, least,
                      most, rest ? " to rest" : "");
  }
  return LIA_OK;
}

static lia_status check_path_limits(const lia_path *g, const lia_path_limits *o, lia_error *err) {
  const int n = g->path->n;
  if (!o->m && (o->tau[0] || lia_path_has_tool(o)))
    return LIA_FAIL(err, LIA_EARG, "torque", "torques and tools need a model");
  if (o->m && (o->m->nv != n || o->m->nq != n))
    return LIA_FAIL(err, LIA_EDIM, "path", "%d components, the model has %d coordinates and %d "
                    "velocities", n, o->m->nq, o->m->nv);
  LIA_TRY(check_pair(o->v, n, "v", 1, err));
  LIA_TRY(check_pair(o->a, n, "a", 1, err));
  LIA_TRY(check_pair(o->j, n, "jerk", 1, err));
  return check_pair(o->tau, n, "torque", 0, err);
}

static lia_status make_row_room(lia_path *g, const lia_path_limits *o, lia_error *err) {
  g->m = own_rows(o, g->path->n) + o->nextra;
  lia_free(g->row);
  const size_t count = (size_t)(g->places + 1) * (size_t)g->m + 1;
  g->row = lia_calloc(count, sizeof *g->row);
  if (!g->row) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  return LIA_OK;
}

static lia_path_cap fill_place(lia_path *g, const lia_path_site *w, int place) {
  const lia_path_limits *o = w->o;
  const int own = g->m - o->nextra;
  lia_topp_row *row = g->row + (size_t)place * (size_t)g->m;
  lia_path_at(g, place, w->q);
  if (o->nextra)
    memcpy(row + own, o->extra + (size_t)place * (size_t)o->nextra,
           (size_t)o->nextra * sizeof *row);
  return lia_path_rows_at(w, row);
}

lia_status lia_path_rows(lia_path *g, const lia_path_limits *o, lia_error *err) {
  LIA_TRY(check_path_limits(g, o, err));
  LIA_TRY(make_row_room(g, o, err));
  const lia_path_site w = lia_path_site_of(g, o);
  const int none = 2 * w.n + LIA_PATH_NO_BOUND;
  for (int i = 0; i <= g->n; i++) {
    g->x_max[i] = g->corner[i] ? 0 : HUGE_VAL;
    g->who[i] = g->corner[i] ? 2 * w.n + LIA_PATH_CORNER : none;
  }
  int done = -1;
  for (int i = 0; i < g->n; i++) {
    if (g->begins[i] > done) lower_cap(g, i, fill_place(g, &w, done = g->begins[i]));
    if (g->ends[i] > done) lower_cap(g, i + 1, fill_place(g, &w, done = g->ends[i]));
  }
  return LIA_OK;
}

lia_topp_problem lia_path_problem(const lia_path *g) {
  return (lia_topp_problem){ .n = g->n, .m = g->m, .s = g->s, .x_max = g->x_max, .row = g->row,
                             .begins = g->begins, .ends = g->ends };
}
