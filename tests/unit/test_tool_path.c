/* test_tool_path.c - tool paths: exact derivatives of every kind, lengths, zones, refusals */
#include "geo/rot.h"
#include "geo/screw.h"
#include "geo/tool_path.h"

#include "house.h"
#include <math.h>
#include <string.h>

static const double PI = 3.14159265358979324;

static lia_frame at_place(double x, double y, double z, double a, double b) {
  lia_frame X = LIA_FRAME_IDENTITY;
  double Rz[9], Ry[9];
  lia_rot_z(Rz, a);
  lia_rot_y(Ry, b);
  lia_mul33(X.R, Rz, Ry);
  lia_set3(X.p, x, y, z);
  return X;
}

static lia_tool_def def_of(const char *name) {
  lia_tool_def d = { .row = lia_tool_kind_find(name), .zone = -1, .turn_zone = -1 };
  cr_assert(d.row, "%s", name);
  return d;
}

// ---- one of every kind, beginning at (1, 0, 0) ----

static lia_frame poses[4];

static void give_round(lia_tool_def *d) {
  d->told = LIA_TOOL_TOLD_centre | LIA_TOOL_TOLD_axis;
  lia_set3(d->centre, 0.2, 0.1, -0.4);
  lia_set3(d->axis, 0.2, -0.3, 2);
}

static lia_tool_def sample(const char *name, int framed) {
  lia_tool_def d = def_of(name);
  d.framed = framed;
  d.to = at_place(1.3, 0.9, 0.4, 0.7, -0.5);
  poses[0] = at_place(1.4, 0.6, 0.2, 0.5, 0.2);
  poses[1] = at_place(1.3, 1.2, 0.9, 1.1, -0.2);
  poses[2] = at_place(0.6, 1.1, 1.4, 0.4, 0.3);
  if (!strcmp(name, "line") || !strcmp(name, "screw")) d.told = LIA_TOOL_TOLD_to;
  if (!strcmp(name, "screw")) d.framed = 1;
  if (!strcmp(name, "arc")) {
    d.told = LIA_TOOL_TOLD_to | LIA_TOOL_TOLD_via;
    lia_set3(d.via, 1.5, 0.3, 0.5);
  }
  if (!strcmp(name, "circle") || !strcmp(name, "helix")) give_round(&d);
  if (!strcmp(name, "helix")) {
    d.told |= LIA_TOOL_TOLD_rise | LIA_TOOL_TOLD_angle;
    d.angle = -2;
    d.rise = 0.7;
  }
  if (!strcmp(name, "spline") || !strcmp(name, "polyline")) {
    d.told = LIA_TOOL_TOLD_poses;
    d.pose = poses;
    d.npose = 3;
  }
  if (framed && (d.told & LIA_TOOL_TOLD_centre)) {
    d.framed = 0;
    d.told |= LIA_TOOL_TOLD_R;
    lia_copy33(d.R, d.to.R);
  }
  cr_assert(d.told, "no sample of kind %s: write one", name);
  return d;
}

static lia_tool_path *must(const lia_tool_spec *spec, const char *what) {
  lia_error err = { 0 };
  lia_tool_path *p = NULL;
  cr_assert_eq(lia_tool_path_new(&p, spec, &err), LIA_OK, "%s: %s: %s", what, err.path, err.text);
  return p;
}

// a line, the kind, a line, with zones
static lia_tool_path *path_with(const char *name, int framed, lia_tool_turn turn, double weight,
                                double zone) {
  lia_tool_def d[3] = { def_of("line"), sample(name, framed), def_of("line") };
  d[0].told = d[2].told = LIA_TOOL_TOLD_to;
  d[0].to = at_place(1, 0, 0, 0, 0);
  d[2].to = at_place(-1, 2, 0.3, 0, 0);
  lia_tool_spec spec = { .start = at_place(0.5, -0.3, -0.2, 0, 0), .framed = 1, .segment = d,
                         .nsegment = 3, .turn = turn, .zone = zone, .weight = weight };
  return must(&spec, name);
}

static double largest(const double *a, const double *b, int n) {
  double most = 0;
  for (int k = 0; k < n; k++) most = fmax(most, fabs(a[k] - b[k]));
  return most;
}

// V and A against differences of poses and of V, inside of the piece
static void derivatives_hold(const lia_tool_path *p, int piece, double s, const char *what) {
  lia_tool_state x, a, b;
  const double h = 1e-5, *brk = lia_tool_path_breaks(p);
  double V[6], A[6], D[9];
  lia_pole pole;
  if (s - h < brk[piece] || s + h > brk[piece + 1]) return;
  lia_tool_path_of(p, piece, s, &x);
  lia_tool_path_of(p, piece, s - h, &a);
  lia_tool_path_of(p, piece, s + h, &b);
  for (int k = 0; k < 3; k++) V[k] = (b.X.p[k] - a.X.p[k]) / (2 * h);
  lia_mult33(D, b.X.R, a.X.R);
  lia_rot_log(V + 3, D, &pole);
  lia_scale3(V + 3, 1 / (2 * h), V + 3);
  for (int k = 0; k < 6; k++) A[k] = (b.V[k] - a.V[k]) / (2 * h);
  double size = 1;
  for (int k = 0; k < 6; k++) size = fmax(size, fabs(x.A[k]));
  cr_assert(lia_rot_defect(x.X.R) < 1e-12, "%s: R at %g", what, s);
  cr_assert(largest(V, x.V, 6) < 1e-7 * size * size, "%s: V at %g off by %g", what, s,
            largest(V, x.V, 6));
  cr_assert(largest(A, x.A, 6) < 1e-6 * size * size, "%s: A at %g off by %g", what, s,
            largest(A, x.A, 6));
}

static void path_holds(const lia_tool_path *p, const char *what) {
  const double *brk = lia_tool_path_breaks(p), W = lia_tool_path_weight(p);
  for (int i = 0; i < lia_tool_path_pieces(p); i++)
    for (int k = 0; k <= 10; k++) {
      const double s = brk[i] + (brk[i + 1] - brk[i]) * k / 10;
      lia_tool_state x;
      lia_tool_path_of(p, i, s, &x);
      const double U = W == 0 && lia_norm3(x.V) == 0 ? 1 : W,
                   speed = sqrt(lia_dot3(x.V, x.V) + U * U * lia_dot3(x.V + 3, x.V + 3));
      cr_assert_float_eq(speed, 1, 1e-12, "%s: ds at %g is %.15g", what, s, speed);
      derivatives_hold(p, i, s, what);
    }
}

// where the pieces meet the pose goes on; V and A do unless a corner is told there
static void joints_hold(const lia_tool_path *p, const char *what) {
  const double *brk = lia_tool_path_breaks(p);
  const lia_tool_corner *c;
  const int nc = lia_tool_path_corners(p, &c);
  for (int i = 1; i < lia_tool_path_pieces(p); i++) {
    lia_tool_state a, b;
    int order = 3;
    for (int k = 0; k < nc; k++)
      if (c[k].s == brk[i]) order = c[k].order;
    lia_tool_path_of(p, i - 1, brk[i], &a);
    lia_tool_path_of(p, i, brk[i], &b);
    cr_assert(largest(a.X.p, b.X.p, 3) < 1e-12 && largest(a.X.R, b.X.R, 9) < 1e-12,
              "%s: the pose jumps at %g", what, brk[i]);
    if (order > 1) cr_assert(largest(a.V, b.V, 6) < 1e-7, "%s: V jumps at %g", what, brk[i]);
    if (order > 2)
      cr_assert(largest(a.A, b.A, 6) < 1e-6 * (1 + lia_norm3(a.A)), "%s: A jumps at %g by %g",
                what, brk[i], largest(a.A, b.A, 6));
  }
}

LIA_TEST(tool_path, derivatives_of_every_kind_are_exact) {
  static const double weights[] = { 0, 0.3 };
  for (int k = 0; k < lia_tool_kind_count(); k++)
    for (int way = 0; way < 3; way++)
      for (int w = 0; w < 4; w++) {
        static const lia_tool_turn turns[] = { LIA_TOOL_usual, LIA_TOOL_fixed, LIA_TOOL_usual };
        const char *name = lia_tool_kind_name(lia_tool_kind(k));
        lia_tool_path *p = path_with(name, way == 2, turns[way], weights[w / 2],
                                     w % 2 ? 0.05 : 0);
        path_holds(p, name);
        joints_hold(p, name);
        lia_tool_path_free(p);
      }
}

// the tool follows its way: x stays on the tangent, z in the plane of it and up
LIA_TEST(tool_path, tangents_are_followed_through_zones) {
  for (int k = 0; k < lia_tool_kind_count(); k++) {
    const char *name = lia_tool_kind_name(lia_tool_kind(k));
    if (!strcmp(name, "screw")) continue;
    lia_tool_def d[3] = { def_of("line"), sample(name, 0), def_of("line") };
    d[0].told = d[2].told = LIA_TOOL_TOLD_to;
    lia_set3(d[0].to.p, 1, 0, 0);
    lia_set3(d[2].to.p, -1, 2, 0.3);
    for (int w = 0; w < 2; w++) {
      lia_tool_spec spec = { .start = at_place(0.5, -0.3, -0.2, 0, 0), .segment = d, .nsegment = 3,
                             .turn = LIA_TOOL_tangent, .zone = 0.05, .weight = 0.2 * w };
      lia_tool_path *p = must(&spec, name);
      path_holds(p, name);
      for (int i = 0; i <= 200; i++) {
        lia_tool_state x;
        double t[3];
        lia_tool_path_at(p, lia_tool_path_length(p) * i / 200, &x);
        lia_unit3(t, x.V);
        const double along = x.X.R[0] * t[0] + x.X.R[3] * t[1] + x.X.R[6] * t[2];
        cr_assert(fabs(along - 1) < 1e-12, "%s", name);
        cr_assert(fabs(x.X.R[7]) < 1e-12 && x.X.R[8] > 0, "%s: y stays level, z up", name);
      }
      // C2 but at the knots of splines, where the third derivative jumps
      if (strcmp(name, "spline")) {
        const lia_tool_corner *c;
        cr_assert_eq(lia_tool_path_corners(p, &c), 0, "%s", name);
        joints_hold(p, name);
      }
      lia_tool_path_free(p);
    }
  }
}

// ---- known lengths and places ----

static lia_tool_path *one(const lia_tool_def *d, const lia_frame *start, double weight) {
  lia_tool_spec spec = { .start = *start, .framed = 1, .segment = d, .nsegment = 1,
                         .weight = weight };
  return must(&spec, "one");
}

LIA_TEST(tool_path, lengths_and_ends_are_those_of_geometry) {
  lia_frame start = at_place(1, 0, 0, 0, 0);
  lia_tool_state x;
  // a quarter and a bit: from (1,0) via (0,1) to (-1,0) is half a circle
  lia_tool_def d = def_of("arc");
  d.told = LIA_TOOL_TOLD_via | LIA_TOOL_TOLD_to;
  lia_set3(d.via, 0, 1, 0);
  lia_set3(d.to.p, -1, 0, 0);
  lia_tool_path *p = one(&d, &start, 0);
  cr_assert_float_eq(lia_tool_path_length(p), PI, 1e-14);
  lia_tool_path_at(p, PI / 2, &x);
  cr_assert(largest(x.X.p, d.via, 3) < 1e-15);
  lia_tool_path_free(p);
  // via the other side: three quarters of a circle
  lia_set3(d.via, -1, 0, 0);
  lia_set3(d.to.p, 0, -1, 0);
  p = one(&d, &start, 0);
  cr_assert_float_eq(lia_tool_path_length(p), 3 * PI / 2, 1e-14);
  lia_tool_path_free(p);
  // a helix: sqrt((2 pi r)^2 + rise^2) for a turn, ends above where it began
  d = def_of("helix");
  d.told = LIA_TOOL_TOLD_centre | LIA_TOOL_TOLD_axis | LIA_TOOL_TOLD_turns | LIA_TOOL_TOLD_rise;
  lia_set3(d.axis, 0, 0, 3);
  d.angle = 2;
  d.rise = 0.5;
  p = one(&d, &start, 0);
  cr_assert_float_eq(lia_tool_path_length(p), 2 * sqrt(4 * PI * PI + 0.25), 1e-13);
  lia_tool_path_at(p, 1e9, &x);
  cr_assert(largest(x.X.p, (double[]){ 1, 0, 1 }, 3) < 1e-14 && x.V[1] == 0);
  lia_tool_path_free(p);
}

LIA_TEST(tool_path, screws_are_those_of_interp) {
  const lia_frame a = at_place(1, 0, 0, 0.3, 0.2), b = at_place(0.2, 0.7, 0.5, 1.9, -0.4);
  lia_tool_def d = def_of("screw");
  d.told = LIA_TOOL_TOLD_to;
  d.framed = 1;
  d.to = b;
  lia_tool_path *p = one(&d, &a, 0);
  for (int k = 0; k <= 8; k++) {
    lia_frame X;
    lia_tool_state x;
    lia_frame_interp(&X, &a, &b, k / 8.0);
    lia_tool_path_at(p, lia_tool_path_length(p) * k / 8, &x);
    cr_assert(largest(x.X.p, X.p, 3) < 1e-13 && largest(x.X.R, X.R, 9) < 1e-13, "%d", k);
  }
  lia_tool_path_free(p);
}

LIA_TEST(tool_path, turns_take_the_short_way_and_spins_more) {
  const lia_frame a = at_place(0, 0, 0, 0, 0);
  lia_tool_state x;
  lia_tool_def d = def_of("line");
  d.told = LIA_TOOL_TOLD_to;
  d.framed = 1;
  d.to = at_place(2, 0, 0, 1.5, 0);
  lia_tool_path *p = one(&d, &a, 0);
  lia_tool_path_at(p, 1, &x);
  cr_assert_float_eq(x.V[5], 0.75, 1e-15);
  lia_tool_path_free(p);
  d.told |= LIA_TOOL_TOLD_spin;
  d.spin = -1;
  p = one(&d, &a, 0);
  lia_tool_path_at(p, 1, &x);
  cr_assert_float_eq(x.V[5], (1.5 - 2 * PI) / 2, 1e-14);
  lia_tool_path_free(p);
  // with weight: s = sqrt(2^2 + (W angle)^2)
  d.spin = 0;
  p = one(&d, &a, 0.5);
  cr_assert_float_eq(lia_tool_path_length(p), sqrt(4 + 0.5625), 1e-14);
  lia_tool_path_free(p);
  // on the spot: s is the angle, or W times it
  d.to = at_place(0, 0, 0, 1.5, 0);
  p = one(&d, &a, 0);
  cr_assert_float_eq(lia_tool_path_length(p), 1.5, 1e-14);
  path_holds(p, "spot");
  lia_tool_path_free(p);
  // half a turn: told, about which axis
  d.to = at_place(2, 0, 0, PI, 0);
  p = one(&d, &a, 0);
  const lia_tool_half_turn *h;
  cr_assert_eq(lia_tool_path_half_turns(p, &h), 1);
  cr_assert_float_eq(fabs(h->axis[2]), 1, 1e-9);
  lia_tool_path_at(p, 1, &x);
  cr_assert_float_eq(x.V[5] * h->axis[2], PI / 2, 1e-9, "it turns about the axis it tells");
  lia_tool_path_free(p);
}

// ---- corners and zones ----

// (0,0) to (1,0) to (1,1), the tool turned by 90 degrees on the second
static lia_tool_path *corner(double zone, double turn_zone) {
  lia_tool_def d[2] = { def_of("line"), def_of("line") };
  d[0].told = d[1].told = LIA_TOOL_TOLD_to;
  d[0].framed = d[1].framed = 1;
  d[0].to = at_place(1, 0, 0, 0, 0);
  d[1].to = at_place(1, 1, 0, PI / 2, 0);
  lia_tool_spec spec = { .start = at_place(0, 0, 0, 0, 0), .framed = 1, .segment = d,
                         .nsegment = 2, .zone = zone, .turn_zone = turn_zone };
  return must(&spec, "corner");
}

LIA_TEST(tool_path, corners_are_told_or_blended) {
  const lia_tool_corner *c;
  lia_tool_path *p = corner(0, 0);
  cr_assert_eq(lia_tool_path_corners(p, &c), 1);
  cr_assert_float_eq(c->s, 1, 1e-15);
  cr_assert_float_eq(c->angle, PI / 2, 1e-15);
  cr_assert_float_eq(c->turn, PI / 2, 1e-14);
  cr_assert_eq(c->order, 1);
  lia_tool_path_free(p);

  p = corner(0.2, 0);
  cr_assert_eq(lia_tool_path_corners(p, &c), 0);
  path_holds(p, "zone");
  joints_hold(p, "zone");
  lia_tool_state x;
  // symmetric about the diagonal; inside of the corner, farther than half of the zone from it
  lia_tool_path_at(p, lia_tool_path_length(p) / 2, &x);
  cr_assert_float_eq(x.X.p[0] + x.X.p[1], 1, 1e-13);
  cr_assert(x.X.p[1] > 0 && x.X.p[1] < 0.1 && x.X.p[0] < 1);
  cr_assert(lia_tool_path_length(p) < 2 && lia_tool_path_length(p) > 2 - 0.4 + 0.2 * sqrt(2));
  // out of the zone it is the line
  lia_tool_path_at(p, 0.8, &x);
  cr_assert(largest(x.X.p, (double[]){ 0.8, 0, 0 }, 3) < 1e-14);
  lia_tool_path_free(p);

  // the zone of the turn: 0.3 rad of it, on both sides 0.3 / (pi/2) m
  p = corner(0.05, 0.3);
  path_holds(p, "turn zone");
  joints_hold(p, "turn zone");
  const double reach = 0.3 / (PI / 2);
  lia_tool_path_at(p, 1 - reach, &x);
  cr_assert(fabs(x.X.R[1]) < 1e-14, "not turned yet");
  lia_tool_path_at(p, 1 - reach + 0.05, &x);
  cr_assert(fabs(x.X.R[1]) > 1e-4, "it turns before the corner");
  lia_tool_path_free(p);
}

static void refused(const lia_tool_spec *spec, const char *part) {
  lia_error err = { 0 };
  lia_tool_path *p;
  cr_assert_neq(lia_tool_path_new(&p, spec, &err), LIA_OK, "%s", part);
  cr_assert_null(p);
  cr_assert(strstr(err.text, part), "'%s' is not in '%s: %s'", part, err.path, err.text);
}

LIA_TEST(tool_path, mistakes_are_named_with_their_cure) {
  lia_tool_def d[3] = { def_of("arc"), def_of("line"), def_of("line") };
  lia_tool_spec spec = { .start = at_place(0, 0, 0, 0, 0), .framed = 1, .segment = d,
                         .nsegment = 1 };
  d[0].told = LIA_TOOL_TOLD_via | LIA_TOOL_TOLD_to;
  lia_set3(d[0].via, 1, 1, 1);
  lia_set3(d[0].to.p, 2, 2, 2);
  refused(&spec, "lie on one line");
  lia_set3(d[0].to.p, 0, 0, 0);
  refused(&spec, "lie on one line");
  d[0] = def_of("line");
  d[0].told = LIA_TOOL_TOLD_to;
  refused(&spec, "no length");
  // 1 m, 0.5 m, 1 m with zones of 0.3 m: the largest possible is 0.25
  d[1].told = d[2].told = LIA_TOOL_TOLD_to;
  lia_set3(d[0].to.p, 1, 0, 0);
  lia_set3(d[1].to.p, 1, 0.5, 0);
  lia_set3(d[2].to.p, 2, 0.5, 0);
  spec.nsegment = 3;
  spec.zone = 0.3;
  refused(&spec, "the largest possible is 0.25 at each end");
  spec.zone = 0.25;
  lia_tool_path_free(must(&spec, "zones that touch"));
  lia_set3(d[1].to.p, 0, 0, 0);
  refused(&spec, "turns back on itself");
  lia_set3(d[1].to.p, 1, 0, 1);
  spec.turn = LIA_TOOL_tangent;
  refused(&spec, "runs along up");
  lia_set3(d[1].to.p, 1, 0.5, 0);
  spec.zone = 0;
  refused(&spec, "blend it by a zone");
}

// ---- others of it ----

LIA_TEST(tool_path, slices_reversed_and_joined_paths_are_the_same_way) {
  lia_error err = { 0 };
  lia_tool_path *p = path_with("helix", 1, LIA_TOOL_usual, 0, 0.05), *a, *b, *back, *all, *bad;
  const double L = lia_tool_path_length(p), cut = 0.37 * L;
  cr_assert_eq(lia_tool_path_slice(&a, p, 0, cut, &err), LIA_OK, "%s", err.text);
  cr_assert_eq(lia_tool_path_slice(&b, p, cut, L, &err), LIA_OK, "%s", err.text);
  cr_assert_eq(lia_tool_path_join(&all, a, b, &err), LIA_OK, "%s", err.text);
  cr_assert_eq(lia_tool_path_reverse(&back, all, &err), LIA_OK, "%s", err.text);
  cr_assert_neq(lia_tool_path_join(&bad, b, a, &err), LIA_OK);
  lia_tool_path_free(p);
  p = path_with("helix", 1, LIA_TOOL_usual, 0, 0.05);
  cr_assert_float_eq(lia_tool_path_length(all), L, 1e-13);
  path_holds(back, "reversed");
  joints_hold(back, "reversed");
  for (int k = 1; k < 40; k++) {
    lia_tool_state x, y, z;
    lia_tool_path_at(p, L * k / 40, &x);
    lia_tool_path_at(all, L * k / 40, &y);
    lia_tool_path_at(back, L - L * k / 40, &z);
    for (int i = 0; i < 6; i++) z.V[i] = -z.V[i];
    cr_assert(largest(x.X.p, y.X.p, 3) < 1e-12 && largest(x.V, y.V, 6) < 1e-11);
    cr_assert(largest(x.X.R, z.X.R, 9) < 1e-12 && largest(x.V, z.V, 6) < 1e-11);
    cr_assert(largest(x.A, z.A, 6) < 1e-9);
  }
  lia_tool_path_free(p);
  lia_tool_path_free(a);
  lia_tool_path_free(b);
  lia_tool_path_free(all);
  lia_tool_path_free(back);
}

// sqrt(a / curvature) on a circle, v on a line
LIA_TEST(tool_path, speed_is_held_by_the_curvature) {
  lia_tool_def d = def_of("circle");
  d.told = LIA_TOOL_TOLD_centre | LIA_TOOL_TOLD_axis;
  lia_set3(d.axis, 0, 0, 1);
  const lia_frame start = at_place(0.5, 0, 0, 0, 0);
  lia_tool_path *p = one(&d, &start, 0);
  cr_assert_float_eq(lia_tool_path_speed(p, 1, 0, 0, 8), 2, 1e-14);
  cr_assert_float_eq(lia_tool_path_speed(p, 1, 1.5, 0, 8), 1.5, 1e-14);
  cr_assert(isinf(lia_tool_path_speed(p, 1, 0, 3, 0)));
  lia_tool_path_free(p);
}
