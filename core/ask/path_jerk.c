/* path_jerk.c - third derivatives along a path: the shortest time, and the motion looked at */
#include "ask/path_inside.h"

#include "base/mem.h"
#include "traj/topp_jerk.h"

#include <math.h>
#include <string.h>

// ---- one moment of a motion ----

typedef struct moment { double s, v, a, j; } moment;

static moment moment_of(const lia_pieces *s, int piece, double t) {
  double d[4];
  lia_pieces_of(s, piece, t, 3, d);
  return (moment){ d[0], d[1], d[2], d[3] };
}

// what is asked of a motion, and what was found so far
typedef struct survey {
  const lia_path *g;
  lia_path_site w;
  lia_topp_row *row;
  lia_path_worst worst;
  double *used;
  double most;      // of this piece
  int what;
} survey;

static void count_use(survey *y, double part, double s, int limit, int code) {
  if (y->used) y->used[limit] = fmax(y->used[limit], part);
  if (part - 1 > y->worst.by) y->worst = (lia_path_worst){ part - 1, s, code };
  if (part <= y->most) return;
  y->most = part;
  y->what = code;
}

// x between two limits that have 0 between them or not: 1 at either
static double part_of_limits(double x, double lo, double hi) {
  const double middle = lo + (hi - lo) / 2, half = (hi - lo) / 2;
  if (isfinite(half)) return fabs(x - middle) / half;
  if (isfinite(hi) && hi > 0) return x / hi;
  if (isfinite(lo) && lo < 0) return x / lo;
  return 0;
}

static double part_of_signed(double x, double lo, double hi) {
  if (x > 0 && isfinite(hi)) return x / hi;
  if (x < 0 && isfinite(lo)) return x / lo;
  return 0;
}

static void survey_rows(survey *y, const moment *at) {
  const int own = y->g->m - y->w.o->nextra;
  const double x = at->v * at->v;
  for (int k = 0; k < own; k++) {
    const lia_topp_row *r = &y->row[k];
    const double w = r->a * at->a + r->b * x + r->c + r->d * at->v;
    const int most = w > r->lo + (r->hi - r->lo) / 2;
    count_use(y, part_of_limits(w, r->lo, r->hi), at->s, k,
              most ? LIA_TOPP_MOST(k) : LIA_TOPP_LEAST(k));
  }
}

static void survey_speeds(survey *y, const moment *at) {
  const lia_path_limits *o = y->w.o;
  const int n = y->w.n, m = y->g->m;
  for (int k = 0; k < n; k++) {
    const double v = y->w.q1[k] * at->v;
    count_use(y, part_of_signed(v, lia_path_bound(o->v[0], k, -HUGE_VAL),
                                lia_path_bound(o->v[1], k, HUGE_VAL)),
              at->s, m + k, 2 * (m + k) + (v < 0));
  }
  if (!isfinite(o->speed) && !isfinite(o->turning)) return;
  double V[6], A[6];
  lia_path_tool(&y->w, V, A);
  for (int k = 0; k < 2; k++) {
    const double limit = k ? o->turning : o->speed;
    count_use(y, lia_path_length(V + 3 * k) * at->v / limit, at->s, m + n + k, 2 * (m + n + k));
  }
}

// q''' = q_s s''' + 3 q_ss s' s'' + q_sss s'^3
static void survey_jerks(survey *y, const moment *at) {
  const lia_path_limits *o = y->w.o;
  const int n = y->w.n, m = y->g->m;
  const double *d = y->w.q;
  for (int k = 0; k < n && o->j[0]; k++) {
    const double j = d[n + k] * at->j + 3 * d[2 * n + k] * at->v * at->a +
                     d[3 * n + k] * at->v * at->v * at->v;
    count_use(y, part_of_signed(j, o->j[0][k], o->j[1][k]), at->s, m + n + 2 + k,
              2 * (m + n + k) + LIA_PATH_JERK + (j < 0));
  }
}

static void survey_moment(survey *y, const moment *at) {
  const lia_pieces *path = y->g->path;
  lia_pieces_of(path, lia_pieces_find(path, at->s), at->s, 3, y->w.q);
  (void)lia_path_rows_at(&y->w, y->row);
  survey_rows(y, at);
  survey_speeds(y, at);
  survey_jerks(y, at);
}

lia_path_worst lia_path_along(const lia_path *g, const lia_path_limits *o, const lia_pieces *s,
                              int often, double *used, int *nearest) {
  survey y = { .g = g, .w = lia_path_site_of(g, o), .used = used,
               .row = g->row + (size_t)g->places * (size_t)g->m,
               .worst = { 0, g->s[0], LIA_TOPP_NOTHING } };
  if (used) memset(used, 0, (size_t)(g->m + 2 * y.w.n + 2) * sizeof *used);
  for (int i = 0; i < s->m; i++) {
    y.most = 0.98;
    y.what = LIA_TOPP_NOTHING;
    for (int k = 0; k <= often; k++) {
      const double f = (double)k / often, t = s->knot[i] + f * (s->knot[i + 1] - s->knot[i]);
      const moment at = moment_of(s, i, t);
      survey_moment(&y, &at);
    }
    if (nearest) nearest[i] = y.what;
  }
  return y.worst;
}

// ---- the shortest time ----

static lia_topp_third *make_thirds(const lia_path *g, const lia_path_limits *o, double *d) {
  const int n = g->path->n;
  const size_t count = (size_t)(g->n + 1) * (size_t)n;
  lia_topp_third *list = lia_malloc(count * sizeof *list);
  if (!list) return NULL;
  for (int i = 0; i <= g->n; i++) {
    const int place = i < g->n ? g->begins[i] : g->ends[i - 1];
    lia_pieces_of(g->path, g->of[place], g->at[place], 3, d);
    for (int k = 0; k < n; k++)
      list[i * n + k] = (lia_topp_third){ d[n + k], d[2 * n + k], d[3 * n + k], o->j[0][k],
                                          o->j[1][k] };
  }
  return list;
}

static lia_status check_smooth(const lia_path *g, lia_error *err) {
  for (int i = 1; i < g->n; i++) {
    if (g->corner[i])
      return LIA_FAIL(err, LIA_EARG, "jerk", "the path has a corner at s = %g: cut it there",
                      g->s[i]);
    if (g->begins[i] != g->ends[i - 1])
      return LIA_FAIL(err, LIA_EARG, "jerk", "the second derivative of the path jumps at s = %g: "
                      "no jerk is small enough there", g->s[i]);
  }
  return LIA_OK;
}

enum { MOST_STRETCHES = 60 };

// how much longer: speeds fall with the time, accelerations with its square, jerks with its cube;
// of torques a part stays, and where that was not enough they are taken as speeds
static double longer_by(const lia_path *g, lia_path_worst worst, int tries) {
  const int first_speed = 2 * g->m, first_jerk = first_speed + 2 * g->path->n + LIA_PATH_JERK;
  const double over = 1 + fmin(worst.by, 3), rounding = 1 + 1e-10;
  if (worst.what >= first_jerk) return cbrt(over) * rounding;
  if (worst.what >= first_speed || tries > 8) return over * rounding;
  return sqrt(over) * rounding;
}

// a slower motion keeps limits that a slow one keeps: longer until nothing is passed
static lia_status make_longer(lia_pieces **y, const lia_path *g, const lia_path_limits *o,
                              int often, double *factor, lia_error *err) {
  *factor = 1;
  for (int k = 0; k < MOST_STRETCHES; k++) {
    const lia_path_worst worst = lia_path_along(g, o, *y, often, NULL, NULL);
    if (worst.by <= 1e-9) return LIA_OK;
    const double by = longer_by(g, worst, k);
    lia_pieces *longer;
    LIA_TRY(lia_pieces_stretch(&longer, *y, by, err));
    lia_pieces_free(*y);
    *y = longer;
    *factor *= by;
  }
  return LIA_FAIL(err, LIA_EUNREACHABLE, "jerk", "however slow, the motion passes limits");
}

lia_status lia_path_jerk(lia_pieces **out, const lia_path *g, const lia_path_limits *o, int often,
                         lia_path_jerk_info *info, lia_error *err) {
  *out = NULL;
  *info = (lia_path_jerk_info){ .stretched = 1 };
  LIA_TRY(check_smooth(g, err));
  lia_topp_third *third = make_thirds(g, o, g->work);
  if (!third) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  lia_topp_jerk_info found;
  const lia_topp_problem p = lia_path_problem(g);
  lia_status st = lia_topp_jerk(out, &p, third, g->path->n, &found, err);
  lia_free(third);
  if (st != LIA_OK) return st;
  info->newton = found.newton;
  info->gap = found.gap;
  st = make_longer(out, g, o, often, &info->stretched, err);
  if (st == LIA_OK) return LIA_OK;
  lia_pieces_free(*out);
  *out = NULL;
  return st;
}
