/* online_plan.c - many axes at once: the least duration that all can do, straight lines, cycles */
#include "traj/online_inside.h"

#include <float.h>
#include <math.h>

// ---- durations ----

// a multiple of the cycle, not below T but for rounding
static double whole_cycles(double T, double cycle) {
  if (!(cycle > 0)) return T;
  return cycle * ceil(T / cycle * (1 - 4 * DBL_EPSILON));
}

// the least duration >= T, in whole cycles, that all n axes can do: each sets it up to the next it
// can do until all agree. An axis has few blocked intervals, so this ends
static double common(const lia_online_axis *x, int n, double T, double cycle) {
  double before;
  T = whole_cycles(T, cycle);
  do {
    before = T;
    for (int i = 0; i < n; i++) T = fmax(T, lia_online_next(&x[i], T));
    T = whole_cycles(T, cycle);
  } while (T > before);
  return T;
}

static int slowest_of(const lia_online_axis *x, int n) {
  int slowest = 0;
  for (int i = 1; i < n; i++)
    if (x[i].alone > x[slowest].alone) slowest = i;
  return slowest;
}

// ---- straight lines ----

// the five vectors that must be parallel: way, v0, a0, vf, af (velocity: no way)
enum { VECTORS = 5 };
static double vector_part(const lia_online_axis *x, int k) {
  switch (k) {
    case 0: return x->mode == LIA_ONLINE_VELOCITY ? 0 : x->to.p - x->from.p;
    case 1: return x->from.v;
    case 2: return x->from.a;
    case 3: return x->to.v;
    default: return x->to.a;
  }
}

// what rounding leaves of a part: of a way, of its positions
static double round_of(const lia_online_axis *x, int k) {
  const double p = k ? 0 : fabs(x->to.p) + fabs(x->from.p);
  return 1e-12 * fabs(vector_part(x, k)) + 4 * DBL_EPSILON * p;
}

// the largest part of all: of which vector and axis; *vector -1: all are 0
static int largest_part(const lia_online_axis *x, int n, int *vector) {
  int lead = 0;
  double most = 0;
  *vector = -1;
  for (int k = 0; k < VECTORS; k++)
    for (int i = 0; i < n; i++) {
      if (!(fabs(vector_part(&x[i], k)) > most)) continue;
      most = fabs(vector_part(&x[i], k));
      lead = i;
      *vector = k;
    }
  return lead;
}

// the axis whose part of `vector` tells those of all others, x_i = r x_lead in every vector; -1:
// they are not on one line
static int common_line(const lia_online_axis *x, int n, int *vector) {
  const int lead = largest_part(x, n, vector);
  for (int k = 0; k < VECTORS && *vector >= 0; k++)
    for (int i = 0; i < n; i++) {
      const double r = vector_part(&x[i], *vector) / vector_part(&x[lead], *vector);
      const double off = vector_part(&x[i], k) - r * vector_part(&x[lead], k);
      if (fabs(off) > round_of(&x[i], k) + fabs(r) * round_of(&x[lead], k)) return -1;
    }
  return lead;
}

// limits of the lead along the line that keep those of all: x_i = r x_lead
static void narrow(lia_online_limits *all, const lia_online_limits *l, double r) {
  if (r == 0) return;
  const double s = fabs(r);
  all->v_max = fmin(all->v_max, (r > 0 ? l->v_max : -l->v_min) / s);
  all->v_min = fmax(all->v_min, (r > 0 ? l->v_min : -l->v_max) / s);
  all->a_max = fmin(all->a_max, (r > 0 ? l->a_max : -l->a_min) / s);
  all->a_min = fmax(all->a_min, (r > 0 ? l->a_min : -l->a_max) / s);
  all->j = fmin(all->j, l->j / s);
}

// all axes along the profile of the lead, x_i = x_i0 + r (x_lead - x_lead0)
static void follow(const lia_online_axis *x, int n, int lead, int vector,
                   lia_online_profile *out) {
  const lia_online_profile p = out[lead];
  for (int i = 0; i < n; i++) {
    const double r = vector_part(&x[i], vector) / vector_part(&x[lead], vector);
    if (i == lead) continue;
    out[i] = p;
    for (int k = 0; k < p.n; k++) {
      lia_online_phase *f = &out[i].phase[k];
      f->p = x[i].from.p + r * (f->p - p.phase[0].p);
      f->v *= r;
      f->a *= r;
      f->j *= r;
    }
    const double end = x[i].from.p + r * (p.target.p - x[lead].from.p);
    out[i].target = x[i].to;
    if (x[i].mode == LIA_ONLINE_VELOCITY) out[i].target.p = end;
  }
}

// 1: all lie on one line, and out is the motion on it, no longer than `most` (INFINITY: as long as
// it takes); 0: not so
static lia_status straight(const lia_online_axis *x, const lia_online_limits *lim, int n,
                           const lia_online_options *o, double most, lia_online_profile *out,
                           lia_online_info *info, lia_error *err) {
  int vector;
  lia_online_axis along;
  const int lead = common_line(x, n, &vector);
  info->straight = 0;
  if (lead < 0) return LIA_OK;
  lia_online_limits l = lim[lead];
  for (int i = 0; i < n && vector >= 0; i++)
    narrow(&l, &lim[i], vector_part(&x[i], vector) / vector_part(&x[lead], vector));
  LIA_TRY(lia_online_ready(&along, &l, &x[lead].from, &x[lead].to, o->mode, lead, err));
  const double T = common(&along, 1, isfinite(most) ? most : o->at_least, o->cycle);
  if (T > most) return LIA_OK;
  info->straight = 1;
  info->T = T;
  lia_online_profile_of(&along, T, &out[lead]);
  if (vector >= 0) follow(x, n, lead, vector, out);
  else
    for (int i = 0; i < n; i++) lia_online_profile_of(&x[i], T, &out[i]);
  return LIA_OK;
}

// ---- the plan ----

static lia_status check_options(int n, const lia_online_options *o, lia_error *err) {
  if (n < 1) return LIA_FAIL(err, LIA_EDIM, "online", "needs 1 axis or more, got %d", n);
  if (!(o->at_least >= 0) || !isfinite(o->at_least))
    return LIA_FAIL(err, LIA_EARG, "at_least", "needs a duration of 0 or more, got %g",
                    o->at_least);
  if (!(o->cycle >= 0) || !isfinite(o->cycle))
    return LIA_FAIL(err, LIA_EARG, "cycle", "needs a time above 0 (0: none), got %g", o->cycle);
  return LIA_OK;
}

static void each_alone(const lia_online_axis *x, int n, const lia_online_options *o,
                       lia_online_profile *out, lia_online_info *info) {
  info->T = 0;
  for (int i = 0; i < n; i++) {
    const double T = common(&x[i], 1, o->at_least, o->cycle);
    lia_online_profile_of(&x[i], T, &out[i]);
    info->T = fmax(info->T, T);
  }
}

static lia_status on_a_line(const lia_online_axis *x, const lia_online_limits *lim, int n,
                            const lia_online_options *o, lia_online_profile *out,
                            lia_online_info *info, lia_error *err) {
  LIA_TRY(straight(x, lim, n, o, INFINITY, out, info, err));
  if (info->straight) return LIA_OK;
  return LIA_FAIL(err, LIA_EARG, "sync", "no straight line: way, velocities and accelerations of "
                  "start and target are not parallel; take sync = \"time\"");
}

lia_status lia_online_plan(int n, const lia_online_limits *lim, const lia_online_state *from,
    const lia_online_state *to, const lia_online_options *opts, lia_online_axis *work,
    lia_online_profile *out, lia_online_info *info, lia_error *err) {
  LIA_TRY(check_options(n, opts, err));
  for (int i = 0; i < n; i++)
    LIA_TRY(lia_online_ready(&work[i], &lim[i], &from[i], &to[i], opts->mode, i, err));
  *info = (lia_online_info){ .slowest = slowest_of(work, n) };
  if (opts->sync == LIA_ONLINE_LINE) return on_a_line(work, lim, n, opts, out, info, err);
  if (opts->sync == LIA_ONLINE_NONE) {
    each_alone(work, n, opts, out, info);
    return LIA_OK;
  }
  const double first = fmax(opts->at_least, work[info->slowest].alone);
  const double T = common(work, n, first, opts->cycle);
  if (opts->sync == LIA_ONLINE_PHASE)
    LIA_TRY(straight(work, lim, n, opts, T, out, info, err));
  if (info->straight) return LIA_OK;
  info->T = T;
  for (int i = 0; i < n; i++) lia_online_profile_of(&work[i], T, &out[i]);
  return LIA_OK;
}
