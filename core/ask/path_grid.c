/* path_grid.c - the places at which a path is looked at */
#include "ask/path_limits.h"

#include "base/layout.h"
#include "base/mem.h"

#include <math.h>
#include <string.h>

enum { SAMPLES = 16 };     // of each piece, to see where the path bends

// ---- corners ----

static double gap_between(const double *a, const double *b, int n) {
  double sum = 0;
  for (int k = 0; k < n; k++) sum += (a[k] - b[k]) * (a[k] - b[k]);
  return sqrt(sum);
}

static double norm(const double *a, int n) {
  double sum = 0;
  for (int k = 0; k < n; k++) sum += a[k] * a[k];
  return sqrt(sum);
}

// q_s turns its direction or its size at a knot
static const double CORNER = 1e-6;

// the knot at which a piece (not the first) begins; work: (8 n)
typedef struct knot_jump { int corner, any; } knot_jump;

static knot_jump jump_at(const lia_pieces *path, int piece, double *work) {
  const int n = path->n;
  double *left = work, *right = work + 4 * n;
  lia_pieces_of(path, piece - 1, path->knot[piece], 2, left);
  lia_pieces_of(path, piece, path->knot[piece], 2, right);
  const double first = gap_between(left + n, right + n, n),
               second = gap_between(left + 2 * n, right + 2 * n, n);
  const double steep = norm(left + n, n) + norm(right + n, n),
               bent = norm(left + 2 * n, n) + norm(right + 2 * n, n);
  // what rounding and a spline's solution leave is no jump
  const double length = path->knot[path->m] - path->knot[0], slight = 1e-8 * steep;
  return (knot_jump){ first > CORNER * steep,
                      first > slight || second > 1e-8 * bent + slight / length };
}

// ---- how the path bends ----

typedef struct bends {
  const lia_pieces *path;
  double *at, *most;       // (8 n), (n) the largest |q_s| of each coordinate
  double *from, *to;       // (m) the corners, or ends, between which a piece lies
  double whole;            // integral of the bend
} bends;

static void derivatives_at(const bends *b, int piece, double f) {
  const double *knot = b->path->knot + piece;
  lia_pieces_of(b->path, piece, knot[0] + f * (knot[1] - knot[0]), 2, b->at);
}

static void find_most(bends *b) {
  const int n = b->path->n;
  for (int i = 0; i < b->path->m; i++)
    for (int k = 0; k <= SAMPLES; k++) {
      derivatives_at(b, i, (double)k / SAMPLES);
      for (int c = 0; c < n; c++) b->most[c] = fmax(b->most[c], fabs(b->at[n + c]));
    }
}

// |q_ss| as a part of the largest |q_s|, of the coordinate where it is largest
static double bend_at(const bends *b, int piece, double f) {
  const int n = b->path->n;
  double bend = 0;
  derivatives_at(b, piece, f);
  for (int c = 0; c < n; c++)
    if (b->most[c] > 0) bend = fmax(bend, fabs(b->at[2 * n + c]) / b->most[c]);
  return bend;
}

static double length_of(const bends *b, int piece) {
  return b->path->knot[piece + 1] - b->path->knot[piece];
}

// the integral of the bend over part k of a piece
static double bend_of(const bends *b, int piece, int k) {
  return bend_at(b, piece, (k + 0.5) / SAMPLES) * length_of(b, piece) / SAMPLES;
}

// pieces between two corners are one stretch
static void find_stretches(bends *b) {
  const lia_pieces *x = b->path;
  int first = 0;
  for (int i = 1; i <= x->m; i++) {
    if (i < x->m && !jump_at(x, i, b->at).corner) continue;
    for (int k = first; k < i; k++) {
      b->from[k] = x->knot[first];
      b->to[k] = x->knot[i];
    }
    first = i;
  }
}

static void find_whole(bends *b) {
  for (int i = 0; i < b->path->m; i++)
    for (int k = 0; k < SAMPLES; k++) b->whole += bend_of(b, i, k);
}

// part of a piece: where, how long, its bend, and the stretch between corners it lies in
typedef struct part { double from, length, bend, first, last; } part;

static part grid_part(const bends *b, int piece, int k) {
  const double length = length_of(b, piece) / SAMPLES;
  return (part){ b->path->knot[piece] + k * length, length,
                 bend_at(b, piece, (k + 0.5) / SAMPLES), b->from[piece], b->to[piece] };
}

// even steps of time of a motion that starts and ends its stretch at rest: their share up to s
static double ramp_to(const part *at, double s) {
  const double f = fmin(1, fmax(0, (s - at->first) / (at->last - at->first)));
  return (1 + sqrt(f) - sqrt(1 - f)) / 2 * (at->last - at->first);
}

// segments follow s, steps of time at the ends, and the bend: their share in the first ds of a part
static double share_of(const bends *b, const part *at, double ds) {
  const lia_pieces *x = b->path;
  const double length = x->knot[x->m] - x->knot[0], even = ds / length,
               ramp = (ramp_to(at, at->from + ds) - ramp_to(at, at->from)) / length;
  if (!(b->whole > 0)) return (even + ramp) / 2;
  return (even + ramp + at->bend * ds / b->whole) / 3;
}

static int segments_of(const bends *b, int piece, int segments) {
  double sum = 0;
  for (int k = 0; k < SAMPLES; k++) {
    const part at = grid_part(b, piece, k);
    sum += share_of(b, &at, at.length);
  }
  const int count = (int)ceil(segments * sum - 1e-9);
  return count < 2 ? 2 : count;
}

// where in a part its share comes to `want`
static double where_in(const bends *b, const part *at, double want) {
  double low = 0, high = at->length;
  for (int i = 0; i < 48; i++) {
    const double middle = (low + high) / 2;
    if (share_of(b, at, middle) < want) low = middle;
    else high = middle;
  }
  return at->from + (low + high) / 2;
}

// the places of a piece, its first and those inside: equal shares of its weight
static void put_piece(const bends *b, int piece, int count, double *s) {
  double share[SAMPLES], whole = 0, before = 0;
  part at[SAMPLES];
  for (int k = 0; k < SAMPLES; k++) {
    at[k] = grid_part(b, piece, k);
    share[k] = share_of(b, &at[k], at[k].length);
    whole += share[k];
  }
  s[0] = b->path->knot[piece];
  int k = 0;
  for (int i = 1; i < count; i++) {
    const double want = whole * i / count;
    while (k < SAMPLES - 1 && before + share[k] < want) before += share[k++];
    s[i] = where_in(b, &at[k], want - before);
  }
}

// ---- memory ----

static void lay_out(lia_layout *l, lia_path *g) {
  const int n = g->n, most = 2 * n + 1;
  g->s = LIA_TAKE(l, double, n + 1);
  g->piece = LIA_TAKE(l, int, n);
  g->begins = LIA_TAKE(l, int, n);
  g->ends = LIA_TAKE(l, int, n);
  g->at = LIA_TAKE(l, double, most);
  g->of = LIA_TAKE(l, int, most);
  g->x_max = LIA_TAKE(l, double, n + 1);
  g->who = LIA_TAKE(l, int, n + 1);
  g->corner = LIA_TAKE(l, char, n + 1);
  g->stands = LIA_TAKE(l, char, n + 1);
  g->work = LIA_TAKE(l, double, 12 * g->path->n);
}

static lia_status make_grid(lia_path **out, const lia_pieces *path, int n, lia_error *err) {
  lia_path shape = { .path = path, .n = n };
  lia_layout count = { 0 };
  (void)LIA_TAKE(&count, lia_path, 1);
  lay_out(&count, &shape);
  lia_path *g = lia_block(count.used);
  if (!g) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  lia_layout real = { .base = (char *)g };
  (void)LIA_TAKE(&real, lia_path, 1);
  *g = shape;
  lay_out(&real, g);
  *out = g;
  return LIA_OK;
}

void lia_path_free(lia_path *g) {
  if (!g) return;
  lia_free(g->row);
  lia_free(g);
}

// ---- places ----

static lia_status by_bends(lia_path **out, const bends *b, int segments, lia_error *err) {
  const lia_pieces *path = b->path;
  long n = 0;
  for (int i = 0; i < path->m; i++) n += segments_of(b, i, segments);
  LIA_TRY(make_grid(out, path, (int)n, err));
  double *s = (*out)->s;
  for (int i = 0; i < path->m; i++) {
    const int count = segments_of(b, i, segments);
    put_piece(b, i, count, s);
    s += count;
  }
  *s = path->knot[path->m];
  return LIA_OK;
}

// the given places and all knots, in order; those within rounding of a knot are that knot
static int merge_places(const lia_pieces *path, const double *given, int ngiven, double *s) {
  const double near = 1e-12 * (path->knot[path->m] - path->knot[0]);
  int n = 0, k = 0;
  for (int i = 0; i <= path->m; i++) {
    for (; k < ngiven && given[k] < path->knot[i] - near; k++) {
      const int same = n > 0 && given[k] <= s[n - 1] + near;
      if (!same) s[n++] = given[k];
    }
    s[n++] = path->knot[i];
    while (k < ngiven && given[k] <= path->knot[i] + near) k++;
  }
  return n - 1;
}

static lia_status as_given(lia_path **out, const lia_pieces *path, const double *given, int ngiven,
                           lia_error *err) {
  for (int k = 0; k < ngiven; k++) {
    const int inside = given[k] >= path->knot[0] && given[k] <= path->knot[path->m];
    if (!inside || (k && !(given[k] > given[k - 1])))
      return LIA_FAIL(err, LIA_EARG, "grid", "needs places that increase from %g to %g, got %g at "
                      "[%d]", path->knot[0], path->knot[path->m], given[k], k + 1);
  }
  double *s = lia_malloc((size_t)(path->m + 1 + ngiven) * sizeof *s);
  if (!s) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  const int n = merge_places(path, given, ngiven, s);
  lia_status st = make_grid(out, path, n, err);
  if (st == LIA_OK) memcpy((*out)->s, s, (size_t)(n + 1) * sizeof *s);
  lia_free(s);
  return st;
}

static int put_place(lia_path *g, double s, int piece) {
  g->at[g->places] = s;
  g->of[g->places] = piece;
  return g->places++;
}

// between segments i - 1 and i: 1 where q_s or q_ss jump
static int jumps(lia_path *g, int i) {
  if (g->piece[i] == g->piece[i - 1]) return 0;
  const knot_jump at = jump_at(g->path, g->piece[i], g->work);
  g->corner[i] = at.corner;
  return at.any;
}

static void put_places(lia_path *g, double most) {
  const int n = g->path->n;
  int piece = 0;
  for (int i = 0; i < g->n; i++) {
    while (piece < g->path->m - 1 && g->s[i] >= g->path->knot[piece + 1]) piece++;
    g->piece[i] = piece;
    const int again = i > 0 && !jumps(g, i);
    g->begins[i] = again ? g->ends[i - 1] : put_place(g, g->s[i], piece);
    g->ends[i] = put_place(g, g->s[i + 1], piece);
  }
  for (int i = 0; i <= g->n; i++) {
    const int place = i < g->n ? g->begins[i] : g->ends[i - 1];
    lia_path_at(g, place, g->work);
    g->stands[i] = norm(g->work + n, n) <= 1e-7 * most;
  }
}

static lia_status check_path(const lia_pieces *path, lia_error *err) {
  double t = 0, most = 0;
  LIA_TRY(lia_pieces_check(path, err));
  for (int c = 0; c < path->n; c++) {
    const lia_extremes e = lia_pieces_extremes(path, c, 0);
    most = fmax(most, e.most - e.least);
  }
  const double jump = lia_pieces_jump(path, 0, &t);
  if (jump > 1e-6 * most)
    return LIA_FAIL(err, LIA_EARG, "path", "jumps by %g at s = %g: pieces must meet", jump, t);
  if (!(most > 0)) return LIA_FAIL(err, LIA_EARG, "path", "does not move");
  return LIA_OK;
}

lia_status lia_path_new(lia_path **out, const lia_pieces *path, int segments, const double *given,
                        int ngiven, lia_error *err) {
  *out = NULL;
  LIA_TRY(check_path(path, err));
  bends b = { .path = path };
  b.at = lia_calloc(9 * (size_t)path->n + 2 * (size_t)path->m, sizeof *b.at);
  if (!b.at) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  b.most = b.at + 8 * path->n;
  b.from = b.most + path->n;
  b.to = b.from + path->m;
  find_most(&b);
  find_stretches(&b);
  find_whole(&b);
  lia_status st = given ? as_given(out, path, given, ngiven, err)
                        : by_bends(out, &b, segments, err);
  if (st == LIA_OK) put_places(*out, norm(b.most, path->n));
  lia_free(b.at);
  return st;
}
