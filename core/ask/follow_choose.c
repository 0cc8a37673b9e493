/* follow_choose.c - where a branch begins: as told, or the best of all over the whole path */
#include "ask/follow_inside.h"

#include "base/mem.h"
#include "geo/rot.h"
#include "num/vec.h"
#include "rbd/ikarm.h"

#include <math.h>
#include <string.h>

typedef struct starts { double *q; int n, room; } starts;

static int same_place(const lia_follow *f, const double *a, const double *b) {
  for (int k = 0; k < f->n; k++) {
    double d = a[k] - b[k];
    if (f->period[k] > 0) d = remainder(d, f->period[k]);
    if (fabs(d) > 1e-5) return 0;
  }
  return 1;
}

// polished, at the best place of the free motion; kept where it is new
static lia_status offer(lia_follow *f, const lia_tool_state *x, starts *all, double *q,
                        lia_error *err) {
  int arrived;
  if (all->n == all->room) return LIA_OK;
  // whole turns away from the middle of the limits are no other branch
  for (int k = 0; k < f->n; k++)
    if (f->period[k] > 0 && f->moves[k])
      q[k] = f->middle[k] + remainder(q[k] - f->middle[k], f->period[k]);
  LIA_TRY(lia_follow_correct(f, x, q, &arrived, err));
  if (!arrived) return LIA_OK;
  LIA_TRY(lia_follow_relax(f, x, q, err));
  for (int i = 0; i < all->n; i++)
    if (same_place(f, q, all->q + i * f->n)) return LIA_OK;
  lia_vec_copy(all->q + all->n++ * f->n, q, f->n);
  return LIA_OK;
}

static lia_status offer_all_of_arm(lia_follow *f, const lia_tool_state *x, const lia_ikarm *arm,
                                   starts *all, lia_error *err) {
  const lia_follow_ask *a = f->ask;
  double found[LIA_IKARM_MOST][LIA_IKARM_JOINTS], keep[LIA_IKARM_JOINTS] = { 0 };
  lia_frame X = x->X;
  double *q = lia_malloc((size_t)f->n * sizeof *q);
  if (!q) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory to follow a path");
  lia_mult33(X.R, x->X.R, a->X_BT.R);
  const int n = lia_ikarm_solve(arm, &X, a->X_BT.p, keep, found);
  lia_status st = LIA_OK;
  for (int i = 0; st == LIA_OK && i < n; i++) {
    double distance, angle;
    lia_model_neutral(a->m, q);
    for (int k = 0; k < arm->n; k++) q[arm->joint[k].v] = found[i][k];
    st = lia_follow_reach(f, x, q, &distance, &angle, err);
    if (st == LIA_OK) st = offer(f, x, all, q, err);
  }
  lia_free(q);
  return st;
}

// all configurations in closed form, where the arm has them and all rows are asked
static lia_status closed_starts(lia_follow *f, const lia_tool_state *x, starts *all, int *closed,
                                lia_error *err) {
  const lia_follow_ask *a = f->ask;
  lia_ikarm arm;
  *closed = 0;
  if (a->rows != LIA_IK_POSE && a->rows != LIA_IK_POSITION) return LIA_OK;
  if (a->in_tool && a->rows == LIA_IK_POSITION) return LIA_OK;
  lia_model_neutral(a->m, f->t1);
  lia_status st = lia_ikarm_look(&arm, a->m, a->d, a->body, a->X_BT.p, a->rows == LIA_IK_POSITION,
                                 f->t1, err);
  *closed = st == LIA_OK && arm.kind != LIA_IKARM_none;
  if (*closed) st = offer_all_of_arm(f, x, &arm, all, err);
  lia_ikarm_close(&arm);
  return st;
}

static lia_status random_starts(lia_follow *f, const lia_tool_state *x, starts *all,
                                double *nearest, lia_error *err) {
  const lia_follow_ask *a = f->ask;
  lia_rng r = lia_rng_seed((uint64_t)a->opts.seed);
  double *q = lia_malloc((size_t)f->n * sizeof *q), distance, angle;
  if (!q) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory to follow a path");
  lia_status st = LIA_OK;
  for (int k = 0; st == LIA_OK && k < a->opts.starts && all->n < all->room; k++) {
    if (k) lia_model_random(a->m, &r, q);
    else lia_model_neutral(a->m, q);
    st = lia_follow_reach(f, x, q, &distance, &angle, err);
    *nearest = fmin(*nearest, distance + f->size * angle);
    if (st == LIA_OK && distance / f->size + angle < 1e-6) st = offer(f, x, all, q, err);
  }
  lia_free(q);
  return st;
}

// ---- judged ----

// how far it goes before something is in its way
static double usable(const lia_follow *f, const lia_follow_result *r) {
  double s = r->reached;
  for (int i = 0; i < r->nevent; i++)
    if (f->ask->opts.limits && r->event[i].kind == LIA_FOLLOW_EVENT_limit)
      s = fmin(s, r->event[i].from);
  return s;
}

// farther, then fewer singular places, then less cost
static int better(const lia_follow *f, const lia_follow_result *a, const lia_follow_result *b) {
  const double ua = usable(f, a), ub = usable(f, b);
  if (fabs(ua - ub) > 1e-6 * f->whole) return ua > ub;
  int places = 0;
  for (int i = 0; i < a->nevent; i++) places += a->event[i].kind == LIA_FOLLOW_EVENT_singular;
  for (int i = 0; i < b->nevent; i++) places -= b->event[i].kind == LIA_FOLLOW_EVENT_singular;
  if (places) return places < 0;
  if (fabs(a->reached - b->reached) > 1e-6 * f->whole) return a->reached > b->reached;
  return a->cost < b->cost;
}

static void note_branch(const lia_follow *f, const lia_follow_result *r, const double *q,
                     lia_follow_branch *b) {
  *b = (lia_follow_branch){ .start = b->start, .reached = r->reached, .through = r->through,
                            .inside = r->inside, .first = -1, .joint = -1, .s = r->reached,
                            .cost = r->cost };
  lia_vec_copy(b->start, q, f->n);
  if (r->q) lia_pieces_at(r->q, 0, 0, b->start);
  for (int i = 0; i < r->nevent; i++) {
    const lia_follow_event *e = &r->event[i];
    if (e->kind == LIA_FOLLOW_EVENT_singular) continue;
    if (b->first >= 0 && e->s >= b->s) continue;
    b->first = (int)e->kind;
    b->joint = e->joint;
    b->s = e->s;
  }
}

static void swap_results(lia_follow_result *a, lia_follow_result *b) {
  const lia_follow_result t = *a;
  *a = *b;
  *b = t;
}

static lia_status judge(lia_follow *f, const starts *all, lia_follow_result *best,
                        lia_error *err) {
  lia_follow_branch *list = lia_calloc((size_t)all->n, sizeof *list);
  lia_status st = LIA_OK;
  int chosen = 0, n = 0;
  if (!list) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory to follow a path");
  for (int i = 0; st == LIA_OK && i < all->n; i++) {
    lia_follow_result now = { 0 };
    list[i].start = lia_malloc((size_t)f->n * sizeof *list[i].start);
    n = i + 1;
    if (!list[i].start) st = LIA_FAIL(err, LIA_ENOMEM, "", "out of memory to follow a path");
    if (st == LIA_OK) st = lia_follow_along(f, all->q + i * f->n, &now, err);
    if (st == LIA_OK) st = lia_follow_watch(f, 1, &now, err);
    if (st == LIA_OK) {
      note_branch(f, &now, all->q + i * f->n, &list[i]);
      if (!i || better(f, &now, best)) {
        swap_results(best, &now);
        chosen = i;
      }
    }
    lia_follow_clear(&now);
  }
  best->branch = list;
  best->nbranch = n;
  best->chosen = chosen;
  return st;
}

static lia_status search_beginning(lia_follow *f, lia_follow_result *r, lia_error *err) {
  const lia_follow_opts *o = &f->ask->opts;
  starts all = { .room = o->branches };
  lia_tool_state x;
  int closed;
  double nearest = HUGE_VAL;
  lia_tool_path_of(f->ask->path, 0, 0, &x);
  all.q = lia_malloc((size_t)all.room * (size_t)f->n * sizeof *all.q);
  if (!all.q) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory to follow a path");
  lia_status st = closed_starts(f, &x, &all, &closed, err);
  if (st == LIA_OK && !all.n) st = random_starts(f, &x, &all, &nearest, err);
  if (st == LIA_OK && !all.n)
    st = LIA_FAIL(err, LIA_EUNREACHABLE, "", "no configuration brings the tool to the beginning "
                  "of the path: the nearest of %d starts is %.3g m short", o->starts, nearest);
  if (st == LIA_OK) st = judge(f, &all, r, err);
  lia_free(all.q);
  return st;
}

// the border of what is given back, in full
static lia_status look_ahead(lia_follow *f, const double *start, lia_follow_result *r,
                             lia_error *err) {
  if (r->through) return LIA_OK;
  double *q = lia_malloc((size_t)f->n * sizeof *q);
  if (!q) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory to follow a path");
  lia_vec_copy(q, start, f->n);
  if (r->q) lia_pieces_at(r->q, r->reached, 0, q);
  const lia_status st = lia_follow_border(f, q, r, err);
  lia_free(q);
  return st;
}

static lia_status from_start(lia_follow *f, lia_follow_result *r, lia_error *err) {
  double e[6], distance, angle;
  int arrived;
  lia_tool_state x;
  double *q = lia_malloc((size_t)f->n * sizeof *q);
  if (!q) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory to follow a path");
  lia_vec_copy(q, f->ask->start, f->n);
  lia_tool_path_of(f->ask->path, 0, 0, &x);
  lia_follow_missing(f, &x, q, e, &distance, &angle);
  lia_status st = LIA_OK;
  if (distance > 1e-3 * f->size || angle > 1e-3)
    st = LIA_FAIL(err, LIA_EUNREACHABLE, "start", "the tool is %.3g m and %.3g rad from the "
                  "beginning of the path: take one of model:ik(path:at(0)), or leave start out",
                  distance, angle);
  if (st == LIA_OK) st = lia_follow_correct(f, &x, q, &arrived, err);
  if (st == LIA_OK) st = lia_follow_along(f, q, r, err);
  if (st == LIA_OK) st = lia_follow_watch(f, 0, r, err);
  lia_free(q);
  return st;
}

// in the order of the way
static void sort_events(lia_follow_result *r) {
  for (int i = 1; i < r->nevent; i++)
    for (int k = i; k > 0 && r->event[k].s < r->event[k - 1].s; k--) {
      const lia_follow_event t = r->event[k];
      r->event[k] = r->event[k - 1];
      r->event[k - 1] = t;
    }
}

lia_status lia_follow_run(lia_follow_result **out, const lia_follow_ask *ask, lia_error *err) {
  lia_follow f = { 0 };
  *out = NULL;
  lia_follow_result *r = lia_calloc(1, sizeof *r);
  if (!r) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory to follow a path");
  lia_status st = lia_follow_open(&f, ask, err);
  if (st == LIA_OK) st = ask->start ? from_start(&f, r, err) : search_beginning(&f, r, err);
  const double *start = ask->start;
  if (st == LIA_OK && !start) start = r->branch[r->chosen].start;
  if (st == LIA_OK) st = look_ahead(&f, start, r, err);
  lia_follow_close(&f);
  if (st != LIA_OK) {
    lia_follow_free(r);
    return st;
  }
  sort_events(r);
  r->nq = ask->m->nq;
  *out = r;
  return LIA_OK;
}
