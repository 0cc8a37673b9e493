/* constraint_rows.h - rows that hold two frames, e[0] and e[1], to each other, in numbers */
#ifndef LIA_CONSTRAINT_ROWS_H
#define LIA_CONSTRAINT_ROWS_H

#include "kinds/constraint.h"
#include "num/small.h"

#include <string.h>

LIA_C_BEGIN

static inline void row_axis(double o[3], const lia_end *e, int k) {
  lia_set3(o, e->R[k], e->R[3+k], e->R[6+k]);
}

/* d = p0 - p1 and its rate */
static inline void row_gap(const lia_end *e, double d[3], double dd[3]) {
  lia_sub3(d, e[0].p, e[1].p);
  lia_sub3(dd, e[0].u, e[1].u);
}

/* the three: p0 = p1, in base axes */
static inline void row_point(const lia_end *e, lia_constraint_eq *row) {
  for (int k = 0; k < 3; k++) {
    row[k] = (lia_constraint_eq){ .g = e[0].p[k] - e[1].p[k] };
    row[k].F[0][k] = 1;
    row[k].F[1][k] = -1;
  }
}

/* g = n . d, n fixed in frame 1:
 *   G v = n . (u0 - u1) + w1 . n x d,  c = 2 n' . d' + (w1 x n') . d */
static inline void row_along(const lia_end *e, const double n[3], lia_constraint_eq *row) {
  double d[3], dd[3], nd[3], wnd[3], m[3];
  row_gap(e, d, dd);
  lia_cross3(nd, e[1].w, n);
  lia_cross3(wnd, e[1].w, nd);
  lia_cross3(m, n, d);
  *row = (lia_constraint_eq){ .g = lia_dot3(n, d), .c = 2 * lia_dot3(nd, dd) + lia_dot3(wnd, d) };
  for (int k = 0; k < 3; k++) {
    row->F[0][k] = n[k];
    row->F[1][k] = -n[k];
    row->F[1][3+k] = m[k];
  }
}

/* g = a . b - value, a fixed in frame 1, b in frame 0:
 *   G v = (w1 - w0) . a x b,  c = (w1 - w0) . (a' x b + a x b') */
static inline void row_dot(const lia_end *e, const double a[3], const double b[3], double value,
    lia_constraint_eq *row) {
  double w[3], m[3], ad[3], bd[3], x[3], y[3];
  lia_sub3(w, e[1].w, e[0].w);
  lia_cross3(m, a, b);
  lia_cross3(ad, e[1].w, a);
  lia_cross3(bd, e[0].w, b);
  lia_cross3(x, ad, b);
  lia_cross3(y, a, bd);
  lia_add3(x, x, y);
  *row = (lia_constraint_eq){ .g = lia_dot3(a, b) - value, .c = lia_dot3(w, x) };
  for (int k = 0; k < 3; k++) {
    row->F[1][3+k] = m[k];
    row->F[0][3+k] = -m[k];
  }
}

/* axis i of frame 1 and j of frame 0 at right angles */
static inline void row_square(const lia_end *e, int i, int j, lia_constraint_eq *row) {
  double a[3], b[3];
  row_axis(a, &e[1], i);
  row_axis(b, &e[0], j);
  row_dot(e, a, b, 0, row);
}

static inline void row_axis_parallel(const lia_end *e, lia_constraint_eq *row) {
  row_square(e, 0, 2, &row[0]);
  row_square(e, 1, 2, &row[1]);
}

static inline void row_orientation(const lia_end *e, lia_constraint_eq *row) {
  row_square(e, 1, 2, &row[0]);
  row_square(e, 2, 0, &row[1]);
  row_square(e, 0, 1, &row[2]);
}

/* along axis k of frame 1 */
static inline void row_along_axis(const lia_end *e, int k, lia_constraint_eq *row) {
  double n[3];
  row_axis(n, &e[1], k);
  row_along(e, n, row);
}

/* the point of contact of a disc of this radius about the z of frame 0, on the plane z = 0 of frame
 * 1, and directions fixed in neither: what rolling is told by */
typedef struct row_contact {
  double n[3], nd[3];          /* the normal; its rate */
  double f[3], fd[3];          /* where the disc heads: axle x normal, of length 1 */
  double l[3], ld[3];          /* to its left: normal x f */
  double r[3], rd[3];          /* from the centre to the contact */
} row_contact;

/* x / |x| and its rate */
static inline void row_unit(double o[3], double od[3], const double x[3], const double xd[3]) {
  double s = 1 / lia_norm3(x);
  lia_scale3(o, s, x);
  double along = lia_dot3(o, xd);
  for (int k = 0; k < 3; k++) od[k] = s * (xd[k] - along * o[k]);
}

static inline void row_touch(const lia_end *e, double radius, row_contact *h) {
  double a[3], ad[3], x[3], xd[3], y[3];
  row_axis(a, &e[0], 2);
  lia_cross3(ad, e[0].w, a);
  row_axis(h->n, &e[1], 2);
  lia_cross3(h->nd, e[1].w, h->n);
  lia_cross3(x, a, h->n);
  lia_cross3(xd, ad, h->n);
  lia_cross3(y, a, h->nd);
  lia_add3(xd, xd, y);
  row_unit(h->f, h->fd, x, xd);
  lia_cross3(h->l, h->n, h->f);
  lia_cross3(h->ld, h->nd, h->f);
  lia_cross3(y, h->n, h->fd);
  lia_add3(h->ld, h->ld, y);
  // down in the plane of the disc: f x a . (-n) ... = a x f is up where f = a x n
  lia_cross3(x, h->f, a);
  lia_cross3(xd, h->fd, a);
  lia_cross3(y, h->f, ad);
  lia_add3(xd, xd, y);
  lia_scale3(h->r, -radius, x);
  lia_scale3(h->rd, -radius, xd);
}

/* e . (velocity of the disc at the contact - that of frame 1 there) = 0; r: centre to contact, with
 * their rates.
 *   d = p0 + r - p1,  G v = e . (u0 + w0 x r - u1 - w1 x d) */
static inline void row_no_slip(const lia_end *e, const double dir[3], const double dird[3],
    const double r[3], const double rd[3], lia_constraint_eq *row) {
  double d[3], dd[3], v[3], x[3], y[3], m[3];
  row_gap(e, d, dd);
  lia_add3(d, d, r);
  lia_add3(v, dd, rd);          // rate of d
  lia_cross3(x, e[0].w, rd);
  lia_cross3(y, e[1].w, v);
  lia_sub3(x, x, y);
  double c = lia_dot3(dir, x);
  lia_cross3(x, e[0].w, r);
  lia_cross3(y, e[1].w, d);
  lia_add3(x, x, dd);
  lia_sub3(x, x, y);            // the slip
  *row = (lia_constraint_eq){ .c = c + lia_dot3(dird, x) };
  lia_cross3(m, r, dir);
  lia_cross3(y, d, dir);
  for (int k = 0; k < 3; k++) {
    row->F[0][k] = dir[k];
    row->F[1][k] = -dir[k];
    row->F[0][3+k] = m[k];
    row->F[1][3+k] = -y[k];
  }
}

LIA_C_END

#endif
