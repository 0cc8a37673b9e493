/* selfcheck.c - the laws of mechanics, tried at random states */
#include "rbd/selfcheck.h"

#include "num/small.h"
#include "rbd/coriolis.h"
#include "rbd/crba.h"
#include "rbd/deriv.h"
#include "rbd/energy.h"
#include "rbd/fk.h"
#include "rbd/forward.h"
#include "rbd/jac.h"
#include "rbd/rnea.h"

#include <math.h>
#include <string.h>

const lia_selfcheck_row lia_selfcheck_rows[LIA_SELFCHECK_COUNT] = {
#define X(name, text, tol) { #name, text, tol },
  LIA_SELFCHECK_LIST(X)
#undef X
};

#define H 1e-5  /* of differences */

// a state, and room: four vectors of nv, q's, four matrices, a Jacobian
typedef struct trial {
  const lia_model *m;
  lia_data *d;
  double *q, *q1, *v, *a, *x, *y, *z, *e, *M, *A, *B, *C, *J;
  lia_selfcheck *out;
} trial;

size_t lia_selfcheck_work(const lia_model *m) {
  size_t n = (size_t)m->nv;
  return 2 * (size_t)m->nq + 12 * n + 4 * n * n;
}

static void give_room(trial *t, double *work) {
  const size_t n = (size_t)t->m->nv, nq = (size_t)t->m->nq;
  t->q = work;
  t->q1 = t->q + nq;
  t->v = t->q1 + nq;
  t->a = t->v + n;
  t->x = t->a + n;
  t->y = t->x + n;
  t->z = t->y + n;
  t->e = t->z + n;
  t->J = t->e + n;
  t->M = t->J + 6 * n;
  t->A = t->M + n * n;
  t->B = t->A + n * n;
  t->C = t->B + n * n;
}

static double selfcheck_size_of(const double *x, int n) {
  double s = 0;
  for (int k = 0; k < n; k++) s = fmax(s, fabs(x[k]));
  return s;
}

// how far x is from y, relative to the larger of them; where both are far below scale, relative to
// that
static double apart(const double *x, const double *y, int n, double scale) {
  double s = fmax(scale, fmax(selfcheck_size_of(x, n), selfcheck_size_of(y, n))), e = 0;
  for (int k = 0; k < n; k++) {
    double f = fabs(x[k] - y[k]);
    if (!(f <= e)) e = f;  // nan stays
  }
  return e == 0 ? 0 : e / s;
}

static void selfcheck_note(trial *t, lia_selfcheck_law law, double e) {
  if (!(e <= t->out->worst[law])) t->out->worst[law] = e;
}

// q (+) h times the tangent direction x
static const double *shifted(const trial *t, const double *x, double h) {
  lia_model_step(t->m, t->q, x, h, t->q1);
  return t->q1;
}

static void check_forward(trial *t) {
  const int n = t->m->nv;
  lia_rnea(t->m, t->d, t->q, t->v, t->a, t->x);
  lia_forward_quick(t->m, t->d, t->q, t->v, t->x, t->y);
  selfcheck_note(t, LIA_SELFCHECK_forward, apart(t->y, t->a, n, 0));
  lia_forward_factor(t->m, t->d, t->q, t->v, t->x, t->y);
  selfcheck_note(t, LIA_SELFCHECK_factor, apart(t->y, t->a, n, 0));
}

// smallest pivot of M = L D L^T as a share of the diagonal entry it came from; M is spoilt
static double smallest_pivot(double *M, int n) {
  double least = 1;
  for (int k = 0; k < n; k++) {
    for (int j = 0; j < k; j++)
      for (int i = 0; i < j; i++) M[k*n+j] -= M[k*n+i] * M[j*n+i];  // L_ki D_i times L_ji
    double diagonal = M[k*n+k];
    for (int j = 0; j < k; j++) {
      double l = M[k*n+j] / M[j*n+j];
      M[k*n+k] -= l * M[k*n+j];
      M[k*n+j] = l;
    }
    least = fmin(least, M[k*n+k] / diagonal);
  }
  return least;
}

static void check_mass(trial *t) {
  const int n = t->m->nv;
  lia_crba(t->m, t->d, t->q, t->M);
  lia_rnea(t->m, t->d, t->q, NULL, NULL, t->x);
  double s = selfcheck_size_of(t->M, n * n);
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < n; i++) { t->e[i] = i == k; t->z[i] = t->M[i*n+k]; }
    lia_rnea(t->m, t->d, t->q, NULL, t->e, t->y);
    for (int i = 0; i < n; i++) t->y[i] -= t->x[i];
    selfcheck_note(t, LIA_SELFCHECK_mass,
        apart(t->y, t->z, n, fmax(s, selfcheck_size_of(t->x, n))));
  }
  memcpy(t->A, t->M, sizeof *t->A * (size_t)(n * n));
  t->out->worst[LIA_SELFCHECK_positive] =
      fmin(t->out->worst[LIA_SELFCHECK_positive], smallest_pivot(t->A, n));
}

// A = dM/dt along v
static void mass_rate(trial *t) {
  const int n = t->m->nv;
  lia_crba(t->m, t->d, shifted(t, t->v, H), t->A);
  lia_crba(t->m, t->d, shifted(t, t->v, -H), t->B);
  for (int k = 0; k < n * n; k++) t->A[k] = (t->A[k] - t->B[k]) / (2 * H);
}

// v . M(q (+) h e_k) v
static double twice_kinetic(trial *t, int k, double h) {
  const int n = t->m->nv;
  for (int i = 0; i < n; i++) t->e[i] = i == k;
  lia_crba(t->m, t->d, shifted(t, t->e, h), t->B);
  double s = 0;
  for (int i = 0; i < n * n; i++) s += t->B[i] * t->v[i / n] * t->v[i % n];
  return s;
}

// for joints whose velocities are no rates of coordinates: r_k = p . (v_J x S_k) by the columns of
// each, p = M v without the
// armature, which is inertia of each velocity alone                                         [MATHS]
static void add_brackets(const trial *t, const double *p, double *r) {
  for (int i = 1; i <= t->m->nnode; i++) {
    const lia_node *N = &t->m->node[i];
    if (N->nv == 1) continue;
    double V[6] = { 0 };
    for (int l = 0; l < 6 * N->nv; l++)
      V[l / N->nv] += N->S[l] * t->v[t->m->user_v[N->iv + l % N->nv]];
    for (int k = 0; k < N->nv; k++) {
      double S[6], X[6], Y[3];
      for (int l = 0; l < 6; l++) S[l] = N->S[l * N->nv + k];
      lia_cross3(X, V + 3, S);
      lia_cross3(Y, V, S + 3);
      lia_add3(X, X, Y);
      lia_cross3(X + 3, V + 3, S + 3);
      for (int l = 0; l < N->nv; l++) {
        int v = t->m->user_v[N->iv + l];
        double P = p[v] - t->m->armature[N->iv + l] * t->v[v];
        for (int c = 0; c < 6; c++) r[t->m->user_v[N->iv + k]] += N->S[c * N->nv + l] * X[c] * P;
      }
    }
  }
}

// C v = M' v - 1/2 grad(v . M v) - brackets; M' = C + C^T
static void check_velocity_forces(trial *t) {
  const int n = t->m->nv;
  lia_rnea(t->m, t->d, t->q, t->v, NULL, t->x);
  lia_rnea_gravity(t->m, t->d, t->q, t->y);
  double forces = fmax(selfcheck_size_of(t->x, n), selfcheck_size_of(t->y, n));
  for (int i = 0; i < n; i++) t->x[i] -= t->y[i];

  lia_coriolis(t->m, t->d, t->q, t->v, t->C);
  for (int i = 0; i < n; i++) {
    t->y[i] = 0;
    for (int k = 0; k < n; k++) t->y[i] += t->C[i*n+k] * t->v[k];
  }
  selfcheck_note(t, LIA_SELFCHECK_matrix,
      apart(t->y, t->x, n, fmax(forces, selfcheck_size_of(t->C, n * n))));

  mass_rate(t);   // M is that of check_mass
  double s = fmax(forces, fmax(selfcheck_size_of(t->A, n * n), selfcheck_size_of(t->M, n * n)));
  for (int i = 0; i < n; i++) t->z[i] = t->y[i] = 0;
  for (int i = 0; i < n * n; i++) t->z[i / n] += t->M[i] * t->v[i % n];
  add_brackets(t, t->z, t->y);
  for (int i = 0; i < n; i++) t->z[i] = -t->y[i];
  for (int i = 0; i < n * n; i++) t->z[i / n] += t->A[i] * t->v[i % n];
  for (int k = 0; k < n; k++)
    t->z[k] -= (twice_kinetic(t, k, H) - twice_kinetic(t, k, -H)) / (4 * H);
  selfcheck_note(t, LIA_SELFCHECK_lagrange, apart(t->z, t->x, n, s));

  for (int i = 0; i < n * n; i++) t->B[i] = t->C[i] + t->C[i % n * n + i / n];
  selfcheck_note(t, LIA_SELFCHECK_skew, apart(t->B, t->A, n * n, s));
}

static void check_gravity(trial *t) {
  const int n = t->m->nv;
  lia_rnea_gravity(t->m, t->d, t->q, t->x);
  double weight = t->m->mass * lia_norm3(t->m->gravity);
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < n; i++) t->e[i] = i == k;
    double V1 = lia_energy_potential(t->m, t->d, shifted(t, t->e, H)),
        V0 = lia_energy_potential(t->m, t->d, shifted(t, t->e, -H));
    t->y[k] = (V1 - V0) / (2 * H);
  }
  selfcheck_note(t, LIA_SELFCHECK_gravity, apart(t->x, t->y, n, weight));
}

// T + V at time h of the motion q (+) (v h + a h^2 / 2)
static double energy_at(trial *t, double h) {
  const int n = t->m->nv;
  for (int k = 0; k < n; k++) {
    t->e[k] = t->v[k] * h + t->a[k] * h * h / 2;
    t->z[k] = t->v[k] + t->a[k] * h;
  }
  shifted(t, t->e, 1);
  double V = lia_energy_potential(t->m, t->d, t->q1);
  return V + lia_energy_kinetic(t->m, t->d, t->q1, t->z);
}

static void check_energy(trial *t) {
  double power = 0, size = 0;
  lia_rnea(t->m, t->d, t->q, t->v, t->a, t->x);
  for (int k = 0; k < t->m->nv; k++) {
    power += t->x[k] * t->v[k];
    size += fabs(t->x[k] * t->v[k]);
  }
  double rate = (energy_at(t, H) - energy_at(t, -H)) / (2 * H);
  selfcheck_note(t, LIA_SELFCHECK_energy, apart(&power, &rate, 1, size));
}

// J v against the difference of the pose, for every body
static void check_jacobian(trial *t) {
  for (int b = 0; b < t->m->nbody; b++) {
    lia_frame X1, X0, X;
    double V[6] = { 0 }, U[6], D[9], W[9];
    lia_jac(t->m, t->d, t->q, b, NULL, LIA_AXES_BASE, t->J);
    for (int i = 0; i < 6 * t->m->nv; i++) V[i / t->m->nv] += t->J[i] * t->v[i % t->m->nv];
    lia_fk_one(t->m, t->d, t->q, b, &X);
    lia_fk_one(t->m, t->d, shifted(t, t->v, H), b, &X1);
    lia_fk_one(t->m, t->d, shifted(t, t->v, -H), b, &X0);
    for (int k = 0; k < 9; k++) D[k] = (X1.R[k] - X0.R[k]) / (2 * H);
    lia_mult33(W, D, X.R);
    for (int k = 0; k < 3; k++) U[k] = (X1.p[k] - X0.p[k]) / (2 * H);
    lia_set3(U + 3, (W[7] - W[5]) / 2, (W[2] - W[6]) / 2, (W[3] - W[1]) / 2);
    selfcheck_note(t, LIA_SELFCHECK_jacobian, apart(U, V, 6, fmax(1, lia_norm3(X.p))));
  }
}

static void check_derivatives(trial *t) {
  const int n = t->m->nv;
  lia_rnea(t->m, t->d, t->q, t->v, t->a, t->x);
  // what is differenced: a free disc has forces, and derivatives that are 0
  double s = selfcheck_size_of(t->x, n);
  lia_deriv_inverse(t->m, t->d, t->q, t->v, t->a, t->A, t->B);
  s = fmax(s, fmax(selfcheck_size_of(t->A, n * n), selfcheck_size_of(t->B, n * n)));
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < n; i++) t->e[i] = i == k;
    lia_rnea(t->m, t->d, shifted(t, t->e, H), t->v, t->a, t->x);
    lia_rnea(t->m, t->d, shifted(t, t->e, -H), t->v, t->a, t->y);
    for (int i = 0; i < n; i++) { t->x[i] = (t->x[i] - t->y[i]) / (2 * H); t->y[i] = t->A[i*n+k]; }
    selfcheck_note(t, LIA_SELFCHECK_derivatives, apart(t->x, t->y, n, s));
    for (int i = 0; i < n; i++) t->e[i] = t->v[i] + (i == k ? H : 0);
    lia_rnea(t->m, t->d, t->q, t->e, t->a, t->x);
    t->e[k] -= 2 * H;
    lia_rnea(t->m, t->d, t->q, t->e, t->a, t->y);
    for (int i = 0; i < n; i++) { t->x[i] = (t->x[i] - t->y[i]) / (2 * H); t->y[i] = t->B[i*n+k]; }
    selfcheck_note(t, LIA_SELFCHECK_derivatives, apart(t->x, t->y, n, s));
  }
}

void lia_selfcheck_run(const lia_model *m, lia_data *d, lia_rng *r, int states, double *work,
    lia_selfcheck *out) {
  trial t = { .m = m, .d = d, .out = out };
  *out = (lia_selfcheck){ .states = states };
  out->worst[LIA_SELFCHECK_positive] = 1;
  give_room(&t, work);
  for (int s = 0; s < states; s++) {
    lia_model_random(m, r, t.q);
    for (int k = 0; k < m->nv; k++) {
      t.v[k] = lia_rng_range(r, -1, 1);
      t.a[k] = lia_rng_range(r, -1, 1);
    }
    check_forward(&t);
    check_mass(&t);
    check_velocity_forces(&t);
    check_gravity(&t);
    check_energy(&t);
    check_jacobian(&t);
    check_derivatives(&t);
  }
  for (int k = 0; k < LIA_SELFCHECK_COUNT; k++) {
    out->holds[k] = k == LIA_SELFCHECK_positive ? out->worst[k] > 0
        : out->worst[k] <= lia_selfcheck_rows[k].tol;
    out->failed += !out->holds[k];
  }
}
