/* dhfit.c - a standard Denavit-Hartenberg table from the axis lines of a chain, drawn in one
 * configuration */
#include "geo/dhfit.h"

#include "base/assert.h"

#include <stddef.h>

static const double pi = 3.14159265358979323846;

typedef struct line { double p[3], u[3]; } line;

static const char *const texts[] = {
#define X(name, text) text,
  LIA_DHFIT_LIST(X)
#undef X
};

const char *lia_dhfit_text(int bit) {
  LIA_ASSERT(bit >= 0 && bit < LIA_DHFIT_COUNT);
  return texts[bit];
}

// unit direction; a line that is none becomes the z axis
static unsigned read_line(line *l, const lia_dhfit_axis *a) {
  lia_copy3(l->p, a->point);
  double size = lia_unit3(l->u, a->dir);
  if (size > 0 && isfinite(size) && isfinite(lia_norm3(l->p))) return 0;
  *l = (line){ { 0, 0, 0 }, { 0, 0, 1 } };
  return LIA_DHFIT_NO_AXIS;
}

// How line b stands to line a. n = u_a x u_b; t: where their common perpendicular leaves a, counted
// from its point; off: from a to b along it. Parallel lines: t = 0, off is what of the way from
// point to point is across a
typedef struct meeting { double n[3], sine, t, off[3], dist; } meeting;

static meeting meet(const line *a, const line *b, double tol) {
  meeting m = { .t = 0 };
  double w[3], c[3];
  lia_sub3(w, b->p, a->p);
  lia_cross3(m.n, a->u, b->u);
  m.sine = lia_norm3(m.n);
  if (m.sine <= tol) {
    lia_copy3(m.off, w);
    lia_addto3(m.off, -lia_dot3(w, a->u), a->u);
  } else {
    // p_a + t u_a + k n = p_b + s u_b:  t = (w x u_b).n / n.n,  k = w.n / n.n
    double nn = m.sine * m.sine;
    lia_cross3(c, w, b->u);
    m.t = lia_dot3(c, m.n) / nn;
    lia_scale3(m.off, lia_dot3(w, m.n) / nn, m.n);
  }
  m.dist = lia_norm3(m.off);
  return m;
}

// a line kept in a frame: its point and its z axis
static void keep_line(lia_frame *X, const line *l) {
  lia_copy3(X->p, l->p);
  for (int k = 0; k < 3; k++) X->R[3*k+2] = l->u[k];
}

static line line_of(const lia_frame *X) {
  return (line){ { X->p[0], X->p[1], X->p[2] }, { X->R[2], X->R[5], X->R[8] } };
}

// a frame with that origin, x and z
static void set_frame(lia_frame *X, const double o[3], const double x[3], const double z[3]) {
  double y[3];
  lia_cross3(y, z, x);
  for (int k = 0; k < 3; k++) {
    X->R[3*k] = x[k];
    X->R[3*k+1] = y[k];
    X->R[3*k+2] = z[k];
  }
  lia_copy3(X->p, o);
}

// what of x is across z, as a unit vector; 0 where x is along z
static int dhfit_across(double o[3], const double z[3], const double x[3]) {
  double unit[3];
  lia_unit3(unit, x);
  lia_copy3(o, unit);
  lia_addto3(o, -lia_dot3(unit, z), z);
  return lia_unit3(o, o) > 1e-6;
}

static void first_frame(lia_frame *X, const line *l, const double *next_foot,
    const lia_dhfit_opts *opts) {
  static const double ex[3] = { 1, 0, 0 }, ey[3] = { 0, 1, 0 };
  double x[3], o[3], d[3];
  lia_copy3(o, next_foot ? next_foot : l->p);
  if (opts && opts->o0) {
    lia_sub3(d, opts->o0, l->p);
    lia_copy3(o, l->p);
    lia_addto3(o, lia_dot3(d, l->u), l->u);
  }
  if (!(opts && opts->x0 && dhfit_across(x, l->u, opts->x0)) && !dhfit_across(x, l->u, ex))
    dhfit_across(x, l->u, ey);
  set_frame(X, o, x, l->u);
}

// angle from a to b about u, all three of them unit vectors
static double angle_about(const double u[3], const double a[3], const double b[3]) {
  double c[3];
  lia_cross3(c, a, b);
  return atan2(lia_dot3(c, u), lia_dot3(a, b));
}

// the row from frame X to the line next; last: its point is the tool centre
static unsigned fit_row(lia_dh *row, const lia_frame *X, const line *next, int last, int flip,
    double tol, double length) {
  unsigned flags = 0;
  line here = line_of(X);
  LIA_ASSERT(tol > 0 && !(length < 0));
  meeting m = meet(&here, next, tol);
  int parallel = m.sine <= tol, together = m.dist <= length;
  double x[3], old_x[3] = { X->R[0], X->R[3], X->R[6] };
  // x along the common perpendicular, from this line to the next
  if (parallel && together) lia_copy3(x, old_x);
  else if (parallel) lia_unit3(x, m.off);
  else lia_scale3(x, (together || lia_dot3(m.off, m.n) > 0 ? 1 : -1) / m.sine, m.n);

  *row = (lia_dh){ .a = together ? 0 : m.dist, .d = m.t };
  if (flip) {
    lia_scale3(x, -1, x);
    row->a = -row->a;
  }
  row->theta = angle_about(here.u, old_x, x);
  row->alpha = angle_about(x, here.u, next->u);
  if (parallel) {
    double way[3];
    row->alpha = lia_dot3(here.u, next->u) < 0 ? pi : 0;
    flags = together ? LIA_DHFIT_COINCIDENT : LIA_DHFIT_PARALLEL;
    lia_sub3(way, next->p, here.p);
    if (last) row->d = lia_dot3(way, here.u);
  } else if (together) {
    flags = LIA_DHFIT_SECANT;
  }
  // what is only rounding of the drawing is nothing: nobody wants to read d = -1.2e-17
  const double noise = 1e-14 * length / tol;
  if (fabs(row->d) <= noise) row->d = 0;
  if (fabs(row->a) <= noise) row->a = 0;
  if (fabs(row->theta) <= 1e-14) row->theta = 0;
  if (fabs(row->alpha) <= 1e-14) row->alpha = 0;
  return flags;
}

// every line into its frame; prismatic ones, from the last back, moved to meet the next
static unsigned place_lines(lia_frame *frame, unsigned *flag, const lia_dhfit_axis *axis, int n,
    double tol, double length) {
  unsigned all = 0, bad = 0;
  for (int i = n; i >= 0; i--) {
    line l;
    unsigned bad_next = bad, moved = 0;
    bad = read_line(&l, axis + i);
    if (i < n && axis[i].prismatic) {
      line next = line_of(frame + i + 1);
      meeting m = meet(&l, &next, tol);
      if (m.dist > length) moved = LIA_DHFIT_MOVED;
      lia_add3(l.p, l.p, m.off);
    }
    keep_line(frame + i, &l);
    if (flag && i < n) flag[i] = bad | bad_next | moved;
    all |= bad | moved;
  }
  return all;
}

unsigned lia_dhfit(lia_dh_chain *c, lia_frame *frame, unsigned *flag, const lia_dhfit_axis *axis,
    const lia_dhfit_opts *opts) {
  int n = c->n;
  double tol = opts && opts->tol > 0 ? opts->tol : 1e-9, extent = 0, d[3];
  for (int i = 1; i <= n; i++) {
    lia_sub3(d, axis[i].point, axis[0].point);
    double dist = lia_norm3(d);
    if (isfinite(dist)) extent = fmax(extent, dist);
  }
  unsigned all = place_lines(frame, flag, axis, n, tol, tol * extent);

  line l = line_of(frame);
  double foot[3];
  const double *at = NULL;
  if (n > 0) {
    line next = line_of(frame + 1);
    meeting m = meet(&l, &next, tol);
    lia_copy3(foot, l.p);
    lia_addto3(foot, m.t, l.u);
    at = foot;
  }
  first_frame(frame, &l, at, opts);
  c->kind = LIA_DH_standard;
  c->base = frame[0];
  for (int i = 0; i < n; i++) {
    lia_frame step;
    l = line_of(frame + i + 1);
    unsigned found = fit_row(c->row + i, frame + i, &l, i == n - 1, axis[i + 1].flip, tol,
        tol * extent);
    lia_dh_frame(&step, LIA_DH_standard, c->row + i);
    lia_frame_mul(frame + i + 1, frame + i, &step);
    if (flag) flag[i] |= found;
    all |= found;
  }
  // from O_n to the tool centre, which is the point of the last line: along z_n
  lia_frame_point_back(d, frame + n, l.p);
  c->tool = LIA_FRAME_IDENTITY;
  c->tool.p[2] = d[2];
  return all;
}
