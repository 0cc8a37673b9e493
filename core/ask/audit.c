/* audit.c - other roads to the same torques */
#include "ask/audit.h"

#include "base/mem.h"
#include "rbd/crba.h"
#include "rbd/fk.h"
#include "rbd/jac.h"

// I x, I expressed in the body, x in base axes
static void inertia_times(double o[3], const double R[9], const double I[9], const double x[3]) {
  double b[3], Ib[3];
  lia_mtv3(b, R, x);
  lia_mat_mulv(Ib, lia_mat_of(I, 3, 3), b);
  lia_mv3(o, R, Ib);
}

// F = m (a - g) + wd x h + w x (w x h),  N = h x (a - g) + I wd + w x I w; all in base axes but
// I
static void inertia_force(const lia_model_body *B, const double R[9], const double V[6],
                          const double A[6], const double g[3], double F[6]) {
  const lia_inertia *J = &B->inertia;
  const double *w = V + 3, *wd = A + 3;
  double I[9], acc[3], h[3], wdh[3], wh[3], wwh[3], hacc[3], Iwd[3], Iw[3], wIw[3];
  lia_inertia_to33(I, J->I);
  for (int k = 0; k < 3; k++) acc[k] = A[k] - g[k];
  lia_mv3(h, R, J->h);
  lia_cross3(wdh, wd, h);
  lia_cross3(wh, w, h);
  lia_cross3(wwh, w, wh);
  lia_cross3(hacc, h, acc);
  inertia_times(Iwd, R, I, wd);
  inertia_times(Iw, R, I, w);
  lia_cross3(wIw, w, Iw);
  for (int k = 0; k < 3; k++) {
    F[k] = J->m * acc[k] + wdh[k] + wwh[k];
    F[3+k] = hacc[k] + Iwd[k] + wIw[k];
  }
}

void lia_audit_kane(const lia_model *m, lia_data *d, const double *q, const double *v,
                    const double *a, double *tau, double *J) {
  const int nv = m->nv;
  lia_vec_zero(tau, nv);
  lia_fk_motion(m, d, q, v, a);
  for (int b = 0; b < m->nbody; b++) {
    double V[6], A[6], F[6];
    lia_frame X;
    if (!m->body[b].has_inertia) continue;
    lia_fk_body(m, d, b, &X);
    lia_fk_velocity(m, d, b, NULL, LIA_AXES_BASE, V);
    lia_fk_acceleration(m, d, b, NULL, LIA_AXES_BASE, A);
    inertia_force(&m->body[b], X.R, V, A, m->gravity, F);
    lia_jac_here(m, d, b, NULL, LIA_AXES_BASE, J);
    for (int k = 0; k < nv; k++) {
      const double column[6] = { J[k], J[nv+k], J[2*nv+k], J[3*nv+k], J[4*nv+k], J[5*nv+k] };
      tau[k] = tau[k] + lia_vec_dot(column, F, 6);
    }
  }
}

static int has_rotor(const lia_model *m) {
  for (int k = 0; k < m->jv; k++)
    if (m->armature[k] != 0) return 1;
  return 0;
}

static void beyond_kane(const lia_model *m, lia_data *d, const double *q, double *r, double *room) {
  const int n = m->nv;
  double *M = room, *J = M + n * n, *e = J + 6 * n, *weight = e + n, *tau = weight + n;
  lia_crba(m, d, q, M);
  lia_vec_zero(e, n);
  lia_audit_kane(m, d, q, e, e, weight, J);
  for (int k = 0; k < n; k++) {
    double *rest = tau + n;
    lia_vec_zero(e, n);
    lia_vec_zero(rest, n);
    e[k] = 1;
    lia_audit_kane(m, d, q, rest, e, tau, J);
    r[k] = M[k * (n + 1)] - (tau[k] - weight[k]);
  }
}

lia_status lia_audit_rotors(const lia_model *m, lia_data *d, const double *q, double *r,
                            lia_error *err) {
  const size_t n = (size_t)m->nv;
  lia_vec_zero(r, m->nv);
  if (!has_rotor(m)) return LIA_OK;
  double *room = lia_malloc((n * n + 10 * n + 1) * sizeof *room);
  if (!room) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for the rotors");
  beyond_kane(m, d, q, r, room);
  lia_free(room);
  return LIA_OK;
}
