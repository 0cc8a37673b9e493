/* path_limits.c - rows of a mechanism along a path */
#include "ask/path_limits.h"

#include "base/assert.h"
#include "base/mem.h"
#include "geo/frame.h"
#include "rbd/fk.h"
#include "rbd/passive.h"
#include "rbd/rnea.h"

#include <math.h>
#include <string.h>

// ---- one place ----

// where the rows of a place come from: q, q_s, q_ss, and room for forces
typedef struct site {
  const lia_path_limits *o;
  int n;
  double *q, *q1, *q2, *none, *bias, *here, *held, *slow, *quick;
} site;

static site site_of(const lia_path *g, const lia_path_limits *o) {
  const int n = g->path->n;
  double *w = g->work;
  return (site){ .o = o, .n = n, .q = w, .q1 = w + n, .q2 = w + 2 * n, .none = w + 3 * n,
                 .bias = w + 4 * n, .here = w + 5 * n, .held = w + 6 * n, .slow = w + 7 * n,
                 .quick = w + 8 * n };
}

static double bound_or(const double *list, int k, double none) { return list ? list[k] : none; }

static lia_topp_row *put_accelerations(const site *w, lia_topp_row *row) {
  const lia_path_limits *o = w->o;
  for (int k = 0; k < w->n; k++)
    *row++ = (lia_topp_row){ .a = w->q1[k], .b = w->q2[k],
                             .lo = bound_or(o->a[0], k, -HUGE_VAL),
                             .hi = bound_or(o->a[1], k, HUGE_VAL) };
  return row;
}

// rnea(q, 0, 0) = g; rnea(q, 0, q_s) = g + M q_s; rnea(q, q_s, q_ss) = g + M q_ss + C q_s.
// What joints do at rest, at q_s and at 2 q_s: springs, and dry friction, and damping once more
static lia_topp_row *put_torques(const site *w, lia_topp_row *row) {
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
                             .lo = bound_or(o->tau[0], k, -HUGE_VAL),
                             .hi = bound_or(o->tau[1], k, HUGE_VAL) };
  }
  return row;
}

// p_s, p_ss of the tool, and how it turns: V (6), A (6)
static void tool_motion(const site *w, double V[6], double A[6]) {
  const lia_path_limits *o = w->o;
  lia_fk_motion(o->m, o->d, w->q, w->q1, w->q2);
  lia_fk_velocity(o->m, o->d, o->body, o->p_B, LIA_AXES_BASE, V);
  lia_fk_acceleration(o->m, o->d, o->body, o->p_B, LIA_AXES_BASE, A);
}

static double length3(const double x[3]) { return sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]); }

// |p_s u + p_ss x| <= limit in the plane of the two: along p_s, and across it
static lia_topp_row *put_tool(const site *w, const double V[6], const double A[6],
                              lia_topp_row *row) {
  const double speed = length3(V);
  const double by_speed = speed > 0 ? 1 / speed : 0;
  const double along = (A[0] * V[0] + A[1] * V[1] + A[2] * V[2]) * by_speed;
  double rest[3];
  for (int k = 0; k < 3; k++) rest[k] = A[k] - along * V[k] * by_speed;
  const double across = length3(rest);
  const double pi = acos(-1), limit = w->o->acceleration * cos(pi / LIA_PATH_SIDES);
  for (int k = 0; k < LIA_PATH_DIRECTIONS; k++) {
    const double angle = pi * k / LIA_PATH_DIRECTIONS;
    *row++ = (lia_topp_row){ .a = speed * cos(angle), .b = along * cos(angle) + across * sin(angle),
                             .lo = -limit, .hi = limit };
  }
  return row;
}

// the largest x, and which limit says so
typedef struct cap { double x; int who; } cap;

static void lower(cap *c, double speed, double rate, int who) {
  if (!(rate > 0) || !isfinite(speed)) return;
  const double x = speed / rate;
  if (!(x * x < c->x)) return;
  c->x = x * x;
  c->who = who;
}

static cap cap_of(const site *w, const double *V) {
  const lia_path_limits *o = w->o;
  cap c = { HUGE_VAL, 2 * w->n + LIA_PATH_NO_BOUND };
  for (int k = 0; k < w->n; k++) {
    lower(&c, bound_or(o->v[1], k, HUGE_VAL), w->q1[k], 2 * k);
    lower(&c, -bound_or(o->v[0], k, -HUGE_VAL), -w->q1[k], 2 * k + 1);
  }
  if (!V) return c;
  lower(&c, o->speed, length3(V), 2 * w->n + LIA_PATH_TOOL_SPEED);
  lower(&c, o->turning, length3(V + 3), 2 * w->n + LIA_PATH_TOOL_TURNING);
  return c;
}

static int has_tool(const lia_path_limits *o) {
  return isfinite(o->speed) || isfinite(o->turning) || isfinite(o->acceleration);
}

// all rows but those of the user at q, q_s, q_ss of w
static cap rows_at(const site *w, lia_topp_row *row) {
  const lia_path_limits *o = w->o;
  double V[6], A[6];
  if (o->a[0]) row = put_accelerations(w, row);
  if (o->tau[0]) row = put_torques(w, row);
  if (!has_tool(o)) return cap_of(w, NULL);
  tool_motion(w, V, A);
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

static void lower_cap(lia_path *g, int i, cap c) {
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

static lia_status check_limits(const lia_path *g, const lia_path_limits *o, lia_error *err) {
  const int n = g->path->n;
  if (!o->m && (o->tau[0] || has_tool(o)))
    return LIA_FAIL(err, LIA_EARG, "torque", "torques and tools need a model");
  if (o->m && (o->m->nv != n || o->m->nq != n))
    return LIA_FAIL(err, LIA_EDIM, "path", "%d components, the model has %d coordinates and %d "
                    "velocities", n, o->m->nq, o->m->nv);
  LIA_TRY(check_pair(o->v, n, "v", 1, err));
  LIA_TRY(check_pair(o->a, n, "a", 1, err));
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

static cap fill_place(lia_path *g, const site *w, int place) {
  const lia_path_limits *o = w->o;
  const int own = g->m - o->nextra;
  lia_topp_row *row = g->row + (size_t)place * (size_t)g->m;
  lia_path_at(g, place, w->q);
  if (o->nextra)
    memcpy(row + own, o->extra + (size_t)place * (size_t)o->nextra,
           (size_t)o->nextra * sizeof *row);
  return rows_at(w, row);
}

lia_status lia_path_rows(lia_path *g, const lia_path_limits *o, lia_error *err) {
  LIA_TRY(check_limits(g, o, err));
  LIA_TRY(make_row_room(g, o, err));
  const site w = site_of(g, o);
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

// ---- the motion against its limits ----

static void worse(lia_path_worst *to, double by, double s, int what) {
  if (!(by > to->by)) return;
  *to = (lia_path_worst){ by, s, what };
}

static void look_at_row(lia_path_worst *to, const lia_topp_row *r, double u, double x, double s,
                        int k) {
  const double w = r->a * u + r->b * x + r->c + r->d * sqrt(x);
  double scale = 0;
  if (isfinite(r->lo)) scale = fabs(r->lo);
  if (isfinite(r->hi)) scale = fmax(scale, fabs(r->hi));
  if (scale == 0) scale = fabs(r->c) + fabs(w);
  worse(to, (w - r->hi) / scale, s, LIA_TOPP_MOST(k));
  worse(to, (r->lo - w) / scale, s, LIA_TOPP_LEAST(k));
}

lia_path_worst lia_path_between(const lia_path *g, const lia_path_limits *o, const lia_topp *r,
                                int between) {
  lia_path_worst to = { 0, g->s[0], LIA_TOPP_NOTHING };
  const site w = site_of(g, o);
  const int own = g->m - o->nextra;
  lia_topp_row *row = g->row + (size_t)g->places * (size_t)g->m;
  for (int i = 0; i < g->n; i++)
    for (int k = 1; k <= between; k++) {
      const double f = (double)k / (between + 1), h = g->s[i + 1] - g->s[i], s = g->s[i] + f * h,
                   x = r->x[i] + f * (r->x[i + 1] - r->x[i]),
                   u = (r->x[i + 1] - r->x[i]) / (2 * h);
      lia_pieces_of(g->path, g->piece[i], s, 2, w.q);
      const cap c = rows_at(&w, row);
      if (isfinite(c.x)) worse(&to, sqrt(x / c.x) - 1, s, 2 * g->m + c.who);
      for (int j = 0; j < own; j++) look_at_row(&to, &row[j], u, x, s, j);
    }
  return to;
}

// how much of a row is used: from the middle of its limits to the nearer one
static double share(const lia_topp_row *r, double w) {
  const double middle = r->lo + (r->hi - r->lo) / 2, half = (r->hi - r->lo) / 2;
  if (isfinite(half)) return fabs(w - middle) / half;
  if (isfinite(r->hi) && r->hi > 0) return w / r->hi;
  if (isfinite(r->lo) && r->lo < 0) return w / r->lo;
  return 0;
}

static void use_rows(const lia_path *g, int place, double u, double x, double *used) {
  const lia_topp_row *r = g->row + (size_t)place * (size_t)g->m;
  for (int k = 0; k < g->m; k++) {
    const double w = r[k].a * u + r[k].b * x + r[k].c + r[k].d * sqrt(x);
    used[k] = fmax(used[k], share(&r[k], w));
  }
}

static void use_speed(double *used, double rate, double least, double most) {
  if (rate > 0 && isfinite(most)) *used = fmax(*used, rate / most);
  if (rate < 0 && isfinite(least)) *used = fmax(*used, rate / least);
}

static void use_speeds(const site *w, double x, double *used) {
  const lia_path_limits *o = w->o;
  const double speed = sqrt(x);
  for (int k = 0; k < w->n; k++)
    use_speed(&used[k], speed * w->q1[k], bound_or(o->v[0], k, -HUGE_VAL),
              bound_or(o->v[1], k, HUGE_VAL));
  if (!has_tool(o)) return;
  double V[6], A[6];
  tool_motion(w, V, A);
  use_speed(&used[w->n], speed * length3(V), -HUGE_VAL, o->speed);
  use_speed(&used[w->n + 1], speed * length3(V + 3), -HUGE_VAL, o->turning);
}

void lia_path_used(const lia_path *g, const lia_path_limits *o, const lia_topp *r, double *used) {
  const site w = site_of(g, o);
  for (int k = 0; k < g->m + w.n + 2; k++) used[k] = 0;
  for (int i = 0; i < g->n; i++) {
    const double u = (r->x[i + 1] - r->x[i]) / (2 * (g->s[i + 1] - g->s[i]));
    use_rows(g, g->begins[i], u, r->x[i], used);
    use_rows(g, g->ends[i], u, r->x[i + 1], used);
    lia_path_at(g, g->begins[i], w.q);
    use_speeds(&w, r->x[i], used + g->m);
    lia_path_at(g, g->ends[i], w.q);
    use_speeds(&w, r->x[i + 1], used + g->m);
  }
}
