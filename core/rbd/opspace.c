/* opspace.c - operational space */
#include "rbd/opspace.h"

#include "base/assert.h"
#include "rbd/forward.h"
#include "rbd/jac.h"
#include "rbd/rnea.h"

#include <math.h>


// A (k x k, k <= 6) symmetric positive definite -> its inverse; 0 where a pivot drowns in what was
// taken from it
static int invert(double A[36], int k, double *out) {
  LIA_ASSERT(k >= 0 && k <= 6);
  double L[36], y[6];
  for (int i = 0; i < k; i++)
    for (int j = 0; j <= i; j++) {
      double s = A[i*k+j];
      for (int l = 0; l < j; l++) s -= L[i*k+l] * L[j*k+l];
      if (i == j && !(s > 1e-12 * A[i*k+i])) return 0;
      L[i*k+j] = i == j ? sqrt(s) : s / L[j*k+j];
    }
  for (int c = 0; c < k; c++) {
    for (int i = 0; i < k; i++) {
      y[i] = i == c;
      for (int l = 0; l < i; l++) y[i] -= L[i*k+l] * y[l];
      y[i] /= L[i*k+i];
    }
    for (int i = k - 1; i >= 0; i--) {
      for (int l = i + 1; l < k; l++) y[i] -= L[l*k+i] * y[l];
      y[i] /= L[i*k+i];
      out[i*k+c] = y[i];
    }
  }
  return 1;
}

// M_x x
static void mass_times(const double *Mx, int k, const double *x, double *out) {
  for (int r = 0; r < k; r++) {
    out[r] = 0;
    for (int c = 0; c < k; c++) out[r] += Mx[r*k+c] * x[c];
  }
}

int lia_opspace(const lia_model *m, lia_data *d, const double *q, const double *v, int body,
    const double p_B[3], int axes, unsigned rows,
    double *Mx, double *Vx, double *Gx) {
  LIA_ASSERT(rows < 1u << 6 && body >= 0 && body < m->nbody);
  const int nv = m->nv;
  double *J = d->task, *Y = J + 6 * nv, *g = Y + 6 * nv, *b = g + nv,
      *W = d->T + (size_t)m->jv * (size_t)m->jv;
  double A[36], bias[6], x[6], y[6];
  int row[6], k = 0;
  for (int r = 0; r < 6; r++)
    if (rows >> r & 1) row[k++] = r;

  // M^-1 of the rows of J, one beside the other
  lia_jac_bias(m, d, q, v, body, p_B, axes, bias);
  lia_jac(m, d, q, body, p_B, axes, J);
  (void)lia_forward_minv(m, d, q, W);
  for (int r = 0; r < k; r++)
    for (int i = 0; i < nv; i++) {
      Y[r*nv+i] = 0;
      for (int c = 0; c < nv; c++) Y[r*nv+i] += W[i*nv+c] * J[row[r] * nv + c];
    }
  for (int r = 0; r < k; r++)
    for (int c = 0; c < k; c++) {
      A[r*k+c] = 0;
      for (int i = 0; i < nv; i++) A[r*k+c] += J[row[r] * nv + i] * Y[c*nv+i];
    }
  int ok = invert(A, k, Mx);

  lia_rnea_gravity(m, d, q, g);
  lia_rnea(m, d, q, v, NULL, b);
  for (int i = 0; i < nv; i++) b[i] -= g[i];
  for (int r = 0; r < k; r++) {
    x[r] = -bias[row[r]];
    y[r] = 0;
    for (int i = 0; i < nv; i++) { x[r] += Y[r*nv+i] * b[i]; y[r] += Y[r*nv+i] * g[i]; }
  }
  mass_times(Mx, k, x, Vx);
  mass_times(Mx, k, y, Gx);
  for (int r = 0; !ok && r < k; r++) {
    Vx[r] = Gx[r] = nan("");
    for (int c = 0; c < k; c++) Mx[r*k+c] = nan("");
  }
  return ok;
}
