/* tool_path_whole.c - paths of a tool: asked by s, cut, turned round, joined */
#include "geo/tool_path_inside.h"

#include "base/assert.h"
#include "base/mem.h"
#include "geo/rot.h"

#include <math.h>
#include <string.h>

// ---- asked ----

double lia_tool_path_length(const lia_tool_path *p) { return p->brk[p->npiece]; }
double lia_tool_path_weight(const lia_tool_path *p) { return p->part[0].track->weight; }
int lia_tool_path_pieces(const lia_tool_path *p) { return p->npiece; }
const double *lia_tool_path_breaks(const lia_tool_path *p) { return p->brk; }

int lia_tool_path_corners(const lia_tool_path *p, const lia_tool_corner **list) {
  *list = p->corner;
  return p->ncorner;
}

int lia_tool_path_half_turns(const lia_tool_path *p, const lia_tool_half_turn **list) {
  *list = p->half;
  return p->nhalf;
}

// from derivatives by r to those by s: with g = ds/dr, g g' = p'.p'' + W^2 w.w'
//   V_s = V/g, A_s = (A - V g'/g)/g^2
static void by_length(const lia_tool_interval *in, lia_tool_state *x) {
  const double W2 = in->weight * in->weight,
               g = sqrt(lia_dot3(x->V, x->V) + W2 * lia_dot3(x->V + 3, x->V + 3)),
               dg = (lia_dot3(x->V, x->A) + W2 * lia_dot3(x->V + 3, x->A + 3)) / g;
  for (int k = 0; k < 6; k++) {
    x->A[k] = (x->A[k] - x->V[k] * dg / g) / (g * g);
    x->V[k] /= g;
  }
}

static double track_place(const lia_tool_part *part, double s) {
  return part->backwards ? part->to - (s - part->s0) : part->from + (s - part->s0);
}

void lia_tool_path_of(const lia_tool_path *p, int piece, double s, lia_tool_state *x) {
  LIA_ASSERT(piece >= 0 && piece < p->npiece);
  const lia_tool_part *part = &p->part[p->piece[piece].part];
  const lia_tool_interval *in = &part->track->interval[p->piece[piece].interval];
  const lia_tool_moving of = { part->track, in };
  const double at = fmin(fmax(track_place(part, s), in->s0), in->s1);
  double r = in->r0 + (at - in->s0) / in->speed;
  if (!in->even) r = lia_tool_way_inverse(&in->way, lia_tool_moving_speed, &of, at - in->s0);
  if (at >= in->s1) r = in->r1;
  lia_tool_track_of(part->track, in, r, x);
  by_length(in, x);
  if (part->backwards)
    for (int k = 0; k < 6; k++) x->V[k] = -x->V[k];
}

static int find_piece(const lia_tool_path *p, double s) {
  int lo = 0, hi = p->npiece;
  while (hi - lo > 1) {
    const int middle = (lo + hi) / 2;
    if (s >= p->brk[middle]) lo = middle;
    else hi = middle;
  }
  return lo;
}

void lia_tool_path_at(const lia_tool_path *p, double s, lia_tool_state *x) {
  const double length = lia_tool_path_length(p);
  lia_tool_path_of(p, find_piece(p, s), fmin(fmax(s, 0), length), x);
  if (s >= 0 && s <= length) return;
  memset(x->V, 0, sizeof x->V);
  memset(x->A, 0, sizeof x->A);
}

lia_tool_piece lia_tool_path_piece(const lia_tool_path *p, int piece) {
  LIA_ASSERT(piece >= 0 && piece < p->npiece);
  const lia_tool_track *t = p->part[p->piece[piece].part].track;
  const lia_tool_interval *in = &t->interval[p->piece[piece].interval];
  const lia_tool_segment *g = &t->segment[in->place];
  const int blend = in->place_blend >= 0 || in->turn_blend >= 0;
  return (lia_tool_piece){ p->brk[piece], p->brk[piece + 1], g->index, blend, g->row, g->turn };
}

double lia_tool_path_speed(const lia_tool_path *p, double s, double v, double w, double a) {
  lia_tool_state x;
  lia_tool_path_at(p, s, &x);
  const double way = lia_norm3(x.V), turn = lia_norm3(x.V + 3), bend = lia_norm3(x.A);
  double most = INFINITY;
  if (v > 0 && way > 0) most = fmin(most, v / way);
  if (w > 0 && turn > 0) most = fmin(most, w / turn);
  if (a > 0 && bend > 0) most = fmin(most, sqrt(a / bend));
  return most;
}

// ---- made of parts ----

void lia_tool_path_free(lia_tool_path *p) {
  if (!p) return;
  for (int i = 0; p->part && i < p->npart; i++) lia_tool_track_free(p->part[i].track);
  lia_free(p->part);
  lia_free(p->piece);
  lia_free(p->brk);
  lia_free(p->corner);
  lia_free(p->half);
  lia_free(p);
}

static void add_pieces(lia_tool_path *p, int k) {
  const lia_tool_part *part = &p->part[k];
  const lia_tool_track *t = part->track;
  const double sliver = 1e-12 * t->length;
  for (int i = 0; i < t->ninterval; i++) {
    const int n = part->backwards ? t->ninterval - 1 - i : i;
    const lia_tool_interval *in = &t->interval[n];
    const double from = fmax(in->s0, part->from), to = fmin(in->s1, part->to);
    if (!(to - from > sliver)) continue;
    p->piece[p->npiece] = (lia_tool_where){ k, n };
    p->brk[p->npiece + 1] = p->brk[p->npiece] + (to - from);
    p->npiece++;
  }
}

static double direction_angle(const double a[3], const double b[3]) {
  double n[3];
  if (lia_norm3(a) == 0 || lia_norm3(b) == 0) return 0;
  lia_cross3(n, a, b);
  return atan2(lia_norm3(n), lia_dot3(a, b));
}

static void look_at_corner(lia_tool_path *p, int piece) {
  lia_tool_state a, b;
  lia_tool_path_of(p, piece - 1, p->brk[piece], &a);
  lia_tool_path_of(p, piece, p->brk[piece], &b);
  const double jump = fmax(lia_tool_apart(a.V, b.V),
                           lia_tool_apart(a.V + 3, b.V + 3) / (1 + lia_norm3(a.V + 3))),
               bend = fmax(lia_tool_apart(a.A, b.A) / (1 + lia_norm3(a.A)),
                           lia_tool_apart(a.A + 3, b.A + 3) / (1 + lia_norm3(a.A + 3)));
  if (jump <= 1e-8 && bend <= 1e-7) return;
  p->corner[p->ncorner++] = (lia_tool_corner){
    p->brk[piece], jump > 1e-8 ? 1 : 2, direction_angle(a.V, b.V), lia_tool_apart(a.A, b.A),
    lia_tool_apart(a.V + 3, b.V + 3), lia_tool_apart(a.A + 3, b.A + 3) };
}

// memory for the pieces of its parts, which are told; then all that follows from them
static lia_status finish(lia_tool_path *p, lia_error *err) {
  size_t room = 1, half = 1;
  for (int i = 0; i < p->npart; i++) {
    room += (size_t)p->part[i].track->ninterval;
    half += (size_t)p->part[i].track->nhalf;
  }
  p->piece = lia_calloc(room, sizeof *p->piece);
  p->brk = lia_calloc(room + 1, sizeof *p->brk);
  p->corner = lia_calloc(room, sizeof *p->corner);
  p->half = lia_calloc(half, sizeof *p->half);
  if (!p->piece || !p->brk || !p->corner || !p->half)
    return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for a tool path");
  for (int i = 0; i < p->npart; i++) {
    const lia_tool_track *t = p->part[i].track;
    p->part[i].s0 = p->brk[p->npiece];
    add_pieces(p, i);
    for (int k = 0; k < t->nhalf; k++) p->half[p->nhalf++] = t->half[k];
  }
  for (int i = 1; i < p->npiece; i++) look_at_corner(p, i);
  return LIA_OK;
}

static lia_status new_path(lia_tool_path **out, int npart, lia_error *err) {
  *out = NULL;
  lia_tool_path *p = lia_calloc(1, sizeof *p);
  if (p) p->part = lia_calloc((size_t)npart, sizeof *p->part);
  if (!p || !p->part) {
    lia_free(p);
    return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for a tool path");
  }
  *out = p;
  return LIA_OK;
}

static lia_status made(lia_tool_path **out, lia_status st) {
  if (st == LIA_OK) return LIA_OK;
  lia_tool_path_free(*out);
  *out = NULL;
  return st;
}

static void share(lia_tool_path *p, const lia_tool_part *part) {
  __atomic_add_fetch(&part->track->refs, 1, __ATOMIC_RELAXED);
  p->part[p->npart++] = *part;
}

// ---- new ones ----

static lia_status track_room(lia_tool_track *t, const lia_tool_spec *spec, lia_error *err) {
  for (int i = 0; i < spec->nsegment; i++)
    t->room += spec->segment[i].npose > 1 ? spec->segment[i].npose : 1;
  t->segment = lia_calloc((size_t)t->room, sizeof *t->segment);
  t->half = lia_calloc((size_t)t->room, sizeof *t->half);
  if (!t->segment || !t->half)
    return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for a tool path");
  return LIA_OK;
}

static lia_status make_track(lia_tool_track *t, const lia_tool_spec *spec, lia_error *err) {
  LIA_TRY(track_room(t, spec, err));
  t->weight = spec->weight;
  t->end = spec->start;
  t->placed = spec->framed;
  if (lia_unit3(t->up, spec->up) == 0) lia_set3(t->up, 0, 0, 1);
  for (int i = 0; i < spec->nsegment; i++) {
    lia_tool_def def = spec->segment[i];
    if (def.turn == LIA_TOOL_usual && !def.row->own) def.turn = spec->turn;
    LIA_TRY(def.row->make(t, &def, i, err));
  }
  LIA_TRY(lia_tool_blends(t, spec, err));
  return lia_tool_intervals(t, err);
}

static lia_status check_spec(const lia_tool_spec *spec, lia_error *err) {
  if (spec->nsegment < 1)
    return LIA_FAIL(err, LIA_EARG, "", "a path has one segment at least");
  if (!(spec->weight >= 0) || !isfinite(spec->weight))
    return LIA_FAIL(err, LIA_EARG, "weight", "needs >= 0 (m/rad), got %g", spec->weight);
  if (!(spec->zone >= 0) || !(spec->turn_zone >= 0))
    return LIA_FAIL(err, LIA_EARG, "zone", "needs >= 0");
  return LIA_OK;
}

lia_status lia_tool_path_new(lia_tool_path **out, const lia_tool_spec *spec, lia_error *err) {
  *out = NULL;
  LIA_TRY(check_spec(spec, err));
  LIA_TRY(new_path(out, 1, err));
  lia_tool_track *t = lia_calloc(1, sizeof *t);
  if (!t) return made(out, LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for a tool path"));
  t->refs = 1;
  (*out)->npart = 1;
  (*out)->part[0].track = t;
  lia_status st = make_track(t, spec, err);
  (*out)->part[0].to = t->length;
  if (st == LIA_OK) st = finish(*out, err);
  return made(out, st);
}

// what of a part lies between a and b of the path; 0: nothing
static int cut_part(const lia_tool_part *part, double a, double b, lia_tool_part *out) {
  const double length = part->to - part->from,
               from = fmin(fmax(a - part->s0, 0), length), to = fmin(fmax(b - part->s0, 0), length);
  *out = *part;
  out->from = part->backwards ? part->to - to : part->from + from;
  out->to = part->backwards ? part->to - from : part->from + to;
  return to - from > 1e-12 * part->track->length;
}

lia_status lia_tool_path_slice(lia_tool_path **out, const lia_tool_path *p, double a, double b,
                               lia_error *err) {
  const double length = lia_tool_path_length(p);
  *out = NULL;
  if (!(a >= 0 && a < b && b <= length * (1 + 1e-12)))
    return LIA_FAIL(err, LIA_EARG, "slice", "needs 0 <= a < b <= %.6g, got %g and %g", length, a,
                    b);
  LIA_TRY(new_path(out, p->npart, err));
  for (int i = 0; i < p->npart; i++) {
    lia_tool_part part;
    if (cut_part(&p->part[i], a, b, &part)) share(*out, &part);
  }
  if (!(*out)->npart)
    return made(out, LIA_FAIL(err, LIA_EARG, "slice", "%g to %g has no length", a, b));
  return made(out, finish(*out, err));
}

lia_status lia_tool_path_reverse(lia_tool_path **out, const lia_tool_path *p, lia_error *err) {
  LIA_TRY(new_path(out, p->npart, err));
  for (int i = p->npart - 1; i >= 0; i--) {
    lia_tool_part part = p->part[i];
    part.backwards = !part.backwards;
    share(*out, &part);
  }
  return made(out, finish(*out, err));
}

lia_status lia_tool_path_join(lia_tool_path **out, const lia_tool_path *p, const lia_tool_path *q,
                              lia_error *err) {
  lia_tool_state a, b;
  double distance, angle;
  *out = NULL;
  lia_tool_path_at(p, lia_tool_path_length(p), &a);
  lia_tool_path_at(q, 0, &b);
  lia_frame_apart(&distance, &angle, &a.X, &b.X);
  const double near = 1e-9 * (1 + lia_tool_path_length(p));
  if (!(distance <= near && angle <= 1e-9))
    return LIA_FAIL(err, LIA_EARG, "join", "the second begins %.3g m and %.3g rad from where the "
                    "first ends", distance, angle);
  if (lia_tool_path_weight(p) != lia_tool_path_weight(q))
    return LIA_FAIL(err, LIA_EARG, "join", "weights differ: %g and %g m/rad",
                    lia_tool_path_weight(p), lia_tool_path_weight(q));
  LIA_TRY(new_path(out, p->npart + q->npart, err));
  for (int i = 0; i < p->npart; i++) share(*out, &p->part[i]);
  for (int i = 0; i < q->npart; i++) share(*out, &q->part[i]);
  return made(out, finish(*out, err));
}
