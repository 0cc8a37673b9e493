/* mesh_fit.c - boxes, spheres, cylinders and capsules around meshes */
#include "io/mesh.h"

#include "base/mem.h"
#include "geo/solid.h"

#include <math.h>
#include <string.h>

const char *const lia_mesh_shape_name[LIA_MESH_SHAPES] = { "box", "sphere", "cylinder", "capsule" };
static const lia_solid_kind solid_of[LIA_MESH_SHAPES] = {
  LIA_SOLID_box, LIA_SOLID_sphere, LIA_SOLID_cylinder, LIA_SOLID_capsule };

// ---- the smallest ball ----

// the ball through k points whose centre is in their plane, line: 0 where they are degenerate.
// c = p0 + sum t_j u_j with u_i.(sum t_j u_j) = u_i.u_i/2
static int ball_through(const double p[][3], int k, double c[3], double *rr) {
  double u[3][3], A[3][4] = { { 0 } };
  const int n = k - 1;
  for (int i = 0; i < n; i++) lia_sub3(u[i], p[i + 1], p[0]);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) A[i][j] = lia_dot3(u[i], u[j]);
    A[i][3] = A[i][i] / 2;
  }
  for (int i = 0; i < n; i++) {
    if (!(A[i][i] > 1e-14 * lia_dot3(u[i], u[i]))) return 0;
    for (int r = 0; r < n; r++) {
      const double s = A[r][i] / A[i][i];
      for (int j = 0; j < 4 && r != i; j++) A[r][j] -= s * A[i][j];
    }
  }
  double d[3] = { 0 };
  for (int i = 0; i < n; i++) lia_addto3(d, A[i][3] / A[i][i], u[i]);
  lia_add3(c, p[0], d);
  *rr = lia_dot3(d, d);
  return 1;
}

static double far_of(const double p[3], const double c[3]) {
  double d[3];
  lia_sub3(d, p, c);
  return lia_dot3(d, d);
}

// the smallest ball of at most five points, by all their subsets of four or less; the points that
// carry it stay: how many
static int ball_of_few(double p[5][3], int n, double c[3], double *rr) {
  int best = 0;
  for (int set = 1; set < 1 << n; set++) {
    double q[5][3], mid[3], r2;
    int k = 0, holds = 1;
    for (int i = 0; i < n; i++)
      if (set >> i & 1) lia_copy3(q[k++], p[i]);
    if (k > 4 || !ball_through((const double (*)[3])q, k, mid, &r2)) continue;
    for (int i = 0; i < n; i++) holds &= far_of(p[i], mid) <= r2 * (1 + 1e-12);
    if (!holds || (best && r2 >= *rr)) continue;
    best = set;
    *rr = r2;
    lia_copy3(c, mid);
  }
  int k = 0;
  for (int i = 0; i < n; i++)
    if (best >> i & 1) lia_copy3(p[k++], p[i]);
  return k;
}

void lia_mesh_ball(const double *p, int n, double centre[3], double *radius) {
  double few[5][3], rr = 0;
  int k = 0;
  lia_set3(centre, 0, 0, 0);
  *radius = 0;
  if (n < 1) return;
  lia_copy3(few[k++], p);
  lia_copy3(centre, p);
  // the ball of the few grows with every point that was outside of it: it ends
  for (int round = 0; round < 1000; round++) {
    int out = 0;
    for (int i = 1; i < n; i++)
      if (far_of(p + 3 * i, centre) > far_of(p + 3 * out, centre)) out = i;
    const double far = far_of(p + 3 * out, centre);
    *radius = sqrt(far);
    if (far <= rr * (1 + 1e-12)) return;
    lia_copy3(few[k++], p + 3 * out);
    k = ball_of_few(few, k, centre, &rr);
  }
}

// ---- axes ----

// second moments of the surface, as a shell of density 1: a triangle as three points at the middles
// of its edges, which is exact for squares
static void shell_inertia(lia_inertia *J, const lia_mesh *m) {
  *J = (lia_inertia){ 0 };
  for (int i = 0; i < m->nf; i++) {
    const double *p[3];
    double u[3], w[3], n[3];
    for (int k = 0; k < 3; k++) p[k] = m->v + 3 * m->f[3 * i + k];
    lia_sub3(u, p[1], p[0]);
    lia_sub3(w, p[2], p[0]);
    lia_cross3(n, u, w);
    for (int k = 0; k < 3; k++) {
      lia_inertia one;
      double c[3];
      lia_add3(c, p[k], p[(k + 1) % 3]);
      lia_scale3(c, 0.5, c);
      lia_inertia_of_com(&one, lia_norm3(n) / 6, c, (double[6]){ 0 });
      lia_inertia_add(J, J, &one);
    }
  }
}

static lia_status mesh_axes(double R[9], const lia_mesh *m, lia_error *err) {
  lia_mesh_form form;
  lia_inertia J;
  double moment[3];
  LIA_TRY(lia_mesh_form_of(&form, m, err));
  lia_mesh_moments(&J, m);
  if (!form.closed || !form.oriented || !(J.m > 0)) shell_inertia(&J, m);
  lia_inertia_principal(moment, R, &J);
  return LIA_OK;
}

// ---- shapes in these axes: p are the vertices in them ----

static void bounds_of(const double *p, int n, double low[3], double high[3]) {
  const lia_mesh points = { .nv = n, .v = (double *)p };
  lia_mesh_bounds(&points, low, high);
}

static void fit_box(lia_mesh_fit *fit, const double *p, int n) {
  double low[3], high[3];
  bounds_of(p, n, low, high);
  for (int k = 0; k < 3; k++) {
    fit->at.p[k] = low[k] / 2 + high[k] / 2;
    fit->size[k] = high[k] - low[k];
  }
  for (int i = 0; i < n; i++) {
    double deep = INFINITY;
    for (int k = 0; k < 3; k++)
      deep = fmin(deep, fmin(p[3 * i + k] - low[k], high[k] - p[3 * i + k]));
    fit->error = fmax(fit->error, deep);
  }
}

static void fit_sphere(lia_mesh_fit *fit, const double *p, int n) {
  lia_mesh_ball(p, n, fit->at.p, &fit->size[0]);
  for (int i = 0; i < n; i++)
    fit->error = fmax(fit->error, fit->size[0] - sqrt(far_of(p + 3 * i, fit->at.p)));
}

// a circle around all points, seen along z: flat has room for them
static double circle(const double *p, int n, double *flat, double c[3]) {
  double r;
  for (int i = 0; i < n; i++) lia_set3(flat + 3 * i, p[3 * i], p[3 * i + 1], 0);
  lia_mesh_ball(flat, n, c, &r);
  return r;
}

static double off_axis(const double *q, const double c[3]) {
  return hypot(q[0] - c[0], q[1] - c[1]);
}

static void fit_cylinder(lia_mesh_fit *fit, const double *p, int n, double *flat) {
  double c[3], low[3], high[3], r = circle(p, n, flat, c);
  bounds_of(p, n, low, high);
  lia_set3(fit->at.p, c[0], c[1], low[2] / 2 + high[2] / 2);
  lia_set3(fit->size, r, high[2] - low[2], 0);
  for (int i = 0; i < n; i++) {
    const double z = p[3 * i + 2], deep = fmin(z - low[2], high[2] - z);
    fit->error = fmax(fit->error, fmin(deep, r - off_axis(p + 3 * i, c)));
  }
}

// the centres of the caps as near to each other as all points allow:
// z <= top + sqrt(r^2 - d^2),  z >= bottom - sqrt(r^2 - d^2)
static void fit_capsule(lia_mesh_fit *fit, const double *p, int n, double *flat) {
  double c[3], top = -INFINITY, bottom = INFINITY, r = circle(p, n, flat, c);
  for (int i = 0; i < n; i++) {
    const double d = off_axis(p + 3 * i, c), cap = sqrt(fmax(0, (r - d) * (r + d)));
    top = fmax(top, p[3 * i + 2] - cap);
    bottom = fmin(bottom, p[3 * i + 2] + cap);
  }
  if (top < bottom) top = bottom = top / 2 + bottom / 2;
  lia_set3(fit->at.p, c[0], c[1], top / 2 + bottom / 2);
  lia_set3(fit->size, r, top - bottom, 0);
  for (int i = 0; i < n; i++) {
    const double z = p[3 * i + 2], past = fmax(0, fmax(z - top, bottom - z));
    fit->error = fmax(fit->error, r - hypot(off_axis(p + 3 * i, c), past));
  }
}

static void fit_here(lia_mesh_fit *fit, lia_mesh_shape shape, const double *p, int n,
    double *flat) {
  fit->error = 0;
  if (shape == LIA_MESH_box) fit_box(fit, p, n);
  if (shape == LIA_MESH_sphere) fit_sphere(fit, p, n);
  if (shape == LIA_MESH_cylinder) fit_cylinder(fit, p, n, flat);
  if (shape == LIA_MESH_capsule) fit_capsule(fit, p, n, flat);
  fit->volume = lia_solid_measure(solid_of[shape], fit->size);
  fit->n = lia_solid_rows[solid_of[shape]].nsize;
}

// z along each of the axes in turn; the shape of least volume counts
static void fit_turned(lia_mesh_fit *fit, const lia_mesh *m, lia_mesh_shape shape,
    const double R[9], double *p) {
  const int turns = shape >= LIA_MESH_cylinder ? 3 : 1;
  for (int t = 0; t < turns; t++) {
    lia_mesh_fit one = { 0 };
    double at[3];
    for (int i = 0; i < 9; i++) one.at.R[i] = R[i / 3 * 3 + (i % 3 + t) % 3];
    for (int i = 0; i < m->nv; i++) lia_mtv3(p + 3 * i, one.at.R, m->v + 3 * i);
    fit_here(&one, shape, p, m->nv, p + 3 * (size_t)m->nv);
    lia_mv3(at, one.at.R, one.at.p);
    lia_copy3(one.at.p, at);
    if (!t || one.volume < fit->volume) *fit = one;
  }
}

lia_status lia_mesh_fit_of(lia_mesh_fit *fit, const lia_mesh *m, lia_mesh_shape shape,
    lia_error *err) {
  double R[9];
  if (!m->nf) return LIA_FAIL(err, LIA_EMODEL, "fit", "the mesh has no triangles");
  LIA_TRY(mesh_axes(R, m, err));
  if (shape == LIA_MESH_sphere) lia_eye33(R);
  double *p = lia_malloc(6 * (size_t)m->nv * sizeof *p);
  if (!p) return LIA_FAIL(err, LIA_ENOMEM, "fit", "out of memory");
  fit_turned(fit, m, shape, R, p);
  lia_free(p);
  return LIA_OK;
}
