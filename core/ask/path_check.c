/* path_check.c - motions along a path against their limits, on the grid and between */
#include "ask/path_inside.h"

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
  const lia_path_site w = lia_path_site_of(g, o);
  const int own = g->m - o->nextra;
  lia_topp_row *row = g->row + (size_t)g->places * (size_t)g->m;
  for (int i = 0; i < g->n; i++)
    for (int k = 1; k <= between; k++) {
      const double f = (double)k / (between + 1), h = g->s[i + 1] - g->s[i], s = g->s[i] + f * h,
                   x = r->x[i] + f * (r->x[i + 1] - r->x[i]),
                   u = (r->x[i + 1] - r->x[i]) / (2 * h);
      lia_pieces_of(g->path, g->piece[i], s, 2, w.q);
      const lia_path_cap c = lia_path_rows_at(&w, row);
      if (isfinite(c.x)) worse(&to, sqrt(x / c.x) - 1, s, 2 * g->m + c.who);
      for (int j = 0; j < own; j++) look_at_row(&to, &row[j], u, x, s, j);
    }
  return to;
}

// how much of a row is used: from the middle of its limits to the nearer one
static double used_share(const lia_topp_row *r, double w) {
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
    used[k] = fmax(used[k], used_share(&r[k], w));
  }
}

static void use_speed(double *used, double rate, double least, double most) {
  if (rate > 0 && isfinite(most)) *used = fmax(*used, rate / most);
  if (rate < 0 && isfinite(least)) *used = fmax(*used, rate / least);
}

static void use_speeds(const lia_path_site *w, double x, double *used) {
  const lia_path_limits *o = w->o;
  const double speed = sqrt(x);
  for (int k = 0; k < w->n; k++)
    use_speed(&used[k], speed * w->q1[k], lia_path_bound(o->v[0], k, -HUGE_VAL),
              lia_path_bound(o->v[1], k, HUGE_VAL));
  if (!lia_path_has_tool(o)) return;
  double V[6], A[6];
  lia_path_tool(w, V, A);
  use_speed(&used[w->n], speed * lia_path_length(V), -HUGE_VAL, o->speed);
  use_speed(&used[w->n + 1], speed * lia_path_length(V + 3), -HUGE_VAL, o->turning);
}

void lia_path_used(const lia_path *g, const lia_path_limits *o, const lia_topp *r, double *used) {
  const lia_path_site w = lia_path_site_of(g, o);
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
