/* balance.c - forces, momenta and the linear forms of dynamics must fit together on every tree */
#include "rbd/com.h"
#include "rbd/coriolis.h"
#include "rbd/crba.h"
#include "rbd/deriv.h"
#include "rbd/energy.h"
#include "rbd/fk.h"
#include "rbd/forward.h"
#include "rbd/jac.h"
#include "rbd/opspace.h"
#include "rbd/passive.h"
#include "rbd/regress.h"
#include "rbd/rnea.h"
#include "rbd/selfcheck.h"

#include "house.h"
#include "trees.h"

#include <string.h>

static double M[TREE_NV * TREE_NV], X[TREE_NV * TREE_NV], Y[TREE_NV * 10 * TREE_MOST],
    Z[TREE_NV * TREE_NV];

static double most(const double *x, int n) {
  double s = 1;
  for (int k = 0; k < n; k++) s = fmax(s, fabs(x[k]));
  return s;
}

LIA_TEST(balance, every_tree_passes_its_own_check) {
  lia_rng r = lia_rng_seed(41);
  for (int i = 0; i < 1000; i++) {
    lia_model *m = i % 3 ? tree(&r) : tree_mapped(&r, NULL);
    lia_data *d = tree_data(m);
    static double work[2 * TREE_NQ + 12 * TREE_NV + 4 * TREE_NV * TREE_NV];
    lia_selfcheck c;
    cr_assert_leq(lia_selfcheck_work(m), sizeof work / sizeof *work);
    lia_selfcheck_run(m, d, &r, 1, work, &c);
    for (int k = 0; k < LIA_SELFCHECK_COUNT; k++)
      cr_assert(c.holds[k], "tree %d: %s: %g", i, lia_selfcheck_rows[k].text, c.worst[k]);
    cr_assert_eq(c.failed, 0);
    lia_free(d);
    lia_free(m);
  }
}

// the wrench of a joint along its own freedom is tau; that of the joints on the ground carries all
// weight and inertia
LIA_TEST(balance, joints_transmit_what_moves_the_bodies) {
  lia_rng r = lia_rng_seed(42);
  for (int i = 0; i < 1000; i++) {
    lia_model *m = tree(&r);
    lia_data *d = tree_data(m);
    tree_state s = tree_random(m, &r);
    double tau[TREE_NV], W[6 * TREE_MOST], ext[6 * TREE_MOST];
    tree_vector(&r, ext, 6 * m->nbody, 5);
    lia_rnea_wrenches(m, d, s.q, s.v, s.a, ext, W);
    lia_rnea_ext(m, d, s.q, s.v, s.a, ext, tau);
    for (int b = 0; b < m->nbody; b++) {
      const lia_model_body *B = &m->body[b];
      if (B->joint != LIA_JOINT_spherical && B->joint != LIA_JOINT_floating) continue;
      int at = B->joint == LIA_JOINT_spherical ? 3 : 0;
      for (int k = 0; k < B->nv; k++)
        cr_assert_float_eq(W[6*b+at+k], tau[B->iv+k] - m->armature[B->jv+k] * s.a[B->iv+k],
            1e-10 * most(W, 6 * m->nbody));
    }
    lia_free(d);
    lia_free(m);
  }
}

LIA_TEST(balance, forces_of_the_world_act_by_the_transposed_jacobian) {
  lia_rng r = lia_rng_seed(43);
  for (int i = 0; i < 1000; i++) {
    lia_model *m = i % 3 ? tree(&r) : tree_mapped(&r, NULL);
    lia_data *d = tree_data(m);
    tree_state s = tree_random(m, &r);
    double tau[TREE_NV], want[TREE_NV], jt[TREE_NV] = { 0 }, ext[6 * TREE_MOST];
    tree_vector(&r, ext, 6 * m->nbody, 5);
    lia_rnea_ext(m, d, s.q, s.v, s.a, ext, tau);
    lia_rnea(m, d, s.q, s.v, s.a, want);
    lia_fk(m, d, s.q, NULL);
    for (int b = 0; b < m->nbody; b++) lia_jac_force(m, d, b, NULL, b, ext + 6*b, jt);
    for (int k = 0; k < m->nv; k++) want[k] -= jt[k];
    tree_same(tau, want, m->nv, 1e-11, most(want, m->nv), "tau");
    lia_free(d);
    lia_free(m);
  }
}

LIA_TEST(balance, momentum_is_mass_times_velocity_of_the_centre) {
  lia_rng r = lia_rng_seed(44);
  const double h = 1e-5;
  for (int i = 0; i < 1000; i++) {
    lia_model *m = i % 3 ? tree(&r) : tree_mapped(&r, NULL);
    if (m->mass == 0) { lia_free(m); continue; }
    lia_data *d = tree_data(m);
    tree_state s = tree_random(m, &r);
    double q[TREE_NQ], c1[3], c0[3], J[3 * TREE_NV], v[3] = { 0 }, p[6], A[6 * TREE_NV],
        P[6] = { 0 };
    lia_model_step(m, s.q, s.v, h, q);
    lia_com(m, d, q, c1);
    lia_model_step(m, s.q, s.v, -h, q);
    lia_com(m, d, q, c0);
    lia_com_jacobian(m, d, s.q, J);
    for (int k = 0; k < 3 * m->nv; k++) v[k / m->nv] += J[k] * s.v[k % m->nv];
    for (int k = 0; k < 3; k++) cr_assert_float_eq(v[k], (c1[k] - c0[k]) / (2 * h), 1e-8);
    lia_com_momentum(m, d, s.q, s.v, p);
    for (int k = 0; k < 3; k++) cr_assert_float_eq(p[k], m->mass * v[k], 1e-11);
    lia_com_matrix(m, d, s.q, A);
    for (int k = 0; k < 6 * m->nv; k++) P[k / m->nv] += A[k] * s.v[k % m->nv];
    tree_same(P, p, 6, 1e-11, 1, "A v");
    lia_free(d);
    lia_free(m);
  }
}

// applied as J^T F, the force of the task's equation gives the task's acceleration
LIA_TEST(balance, a_task_feels_the_mass_it_moves) {
  lia_rng r = lia_rng_seed(45);
  int tried = 0;
  for (int i = 0; i < 1000; i++) {
    lia_model *m = i % 3 ? tree(&r) : tree_mapped(&r, NULL);
    lia_data *d = tree_data(m);
    tree_state s = tree_random(m, &r);
    unsigned rows = 1 + (unsigned)lia_rng_below(&r, 63);
    int body = (int)lia_rng_below(&r, (uint64_t)m->nbody),
        axes = (int)lia_rng_below(&r, (uint64_t)m->nbody + 1) - 1, k = 0, row[6];
    for (int b = 0; b < 6; b++) if (rows >> b & 1) row[k++] = b;
    double p[3], Mx[36], Vx[6], Gx[6], x[6], F[6] = { 0 }, tau[TREE_NV] = { 0 }, a[TREE_NV],
        J[6 * TREE_NV], bias[6], got[6] = { 0 };
    tree_vector(&r, p, 3, 1);
    tree_vector(&r, x, 6, 1);
    int ok = lia_opspace(m, d, s.q, s.v, body, p, axes, rows, Mx, Vx, Gx);
    for (int c = 0; c < k * k; c++)
      cr_assert(ok ? fabs(Mx[c] - Mx[c % k * k + c / k]) <= 1e-9 * most(Mx, k * k) : isnan(Mx[c]));
    if (ok && most(Mx, k * k) < 1e4) {
      tried++;
      for (int c = 0; c < k; c++) {
        F[row[c]] = Vx[c] + Gx[c];
        for (int e = 0; e < k; e++) F[row[c]] += Mx[c*k+e] * x[e];
      }
      lia_fk(m, d, s.q, NULL);
      lia_jac_force(m, d, body, p, axes, F, tau);
      lia_forward(m, d, s.q, s.v, tau, a);
      lia_jac(m, d, s.q, body, p, axes, J);
      lia_jac_bias(m, d, s.q, s.v, body, p, axes, bias);
      for (int c = 0; c < 6 * m->nv; c++) got[c / m->nv] += J[c] * a[c % m->nv];
      for (int c = 0; c < k; c++)
        cr_assert_float_eq(got[row[c]] + bias[row[c]], x[c], 1e-6 * most(F, 6),
            "tree %d row %d of %d: %g, %g axes %d mapped %d", i, c, k, got[row[c]] + bias[row[c]],
            x[c], axes, m->has_mimic);
    }
    lia_free(d);
    lia_free(m);
  }
  cr_assert_gt(tried, 100);
}

LIA_TEST(balance, forces_are_linear_in_the_inertial_parameters) {
  lia_rng r = lia_rng_seed(46);
  for (int i = 0; i < 1000; i++) {
    lia_model *m = i % 3 ? tree(&r) : tree_mapped(&r, NULL);
    lia_data *d = tree_data(m);
    tree_state s = tree_random(m, &r);
    double pi[10 * TREE_MOST], tau[TREE_NV], want[TREE_NV] = { 0 };
    lia_regress(m, d, s.q, s.v, s.a, Y);
    lia_regress_parameters(m, pi);
    lia_rnea(m, d, s.q, s.v, s.a, tau);
    for (int k = 0; k < m->nv * 10 * m->nbody; k++)
      want[k / (10 * m->nbody)] += Y[k] * pi[k % (10 * m->nbody)];
    for (int j = 0; j < m->jv; j++)
      want[m->user_v[j]] += m->armature[j] * m->scale_v[j] * m->scale_v[j] * s.a[m->user_v[j]];
    tree_same(tau, want, m->nv, 1e-11, most(tau, m->nv), "Y pi");
    lia_free(d);
    lia_free(m);
  }
}

// C v + g = B [v^2] + C [v v] + g
LIA_TEST(balance, velocity_forces_split_into_squares_and_products) {
  lia_rng r = lia_rng_seed(47);
  for (int i = 0; i < 1000; i++) {
    lia_model *m = tree_of(&r, 1 + i % 5, -1);
    lia_data *d = tree_data(m);
    tree_state s = tree_random(m, &r);
    const int n = m->nv, pairs = n * (n - 1) / 2;
    double *C = lia_malloc(sizeof *C * (size_t)(n * pairs + 1)), tau[TREE_NV], g[TREE_NV],
        want[TREE_NV] = { 0 };
    lia_coriolis_split(m, d, s.q, X, C, Z);
    lia_rnea(m, d, s.q, s.v, NULL, tau);
    lia_rnea_gravity(m, d, s.q, g);
    for (int k = 0; k < n; k++) {
      tau[k] -= g[k];
      for (int j = 0; j < n; j++) want[k] += X[k*n+j] * s.v[j] * s.v[j];
      for (int a = 0, at = 0; a < n; a++)
        for (int b = a + 1; b < n; b++, at++) want[k] += C[k*pairs+at] * s.v[a] * s.v[b];
    }
    tree_same(want, tau, n, 1e-11, most(tau, n), "B v^2 + C v v");
    lia_free(C);
    lia_free(d);
    lia_free(m);
  }
}

// springs give back what they took; dampers only take; friction is against the motion
LIA_TEST(balance, passive_forces_are_those_of_their_energy) {
  lia_rng r = lia_rng_seed(48);
  const double h = 1e-6;
  for (int i = 0; i < 1000; i++) {
    lia_model *m = tree_springs(&r);
    tree_state s = tree_random(m, &r);
    double q[TREE_NQ], tau[TREE_NV], rest[TREE_NV] = { 0 }, zero[TREE_NV] = { 0 }, power = 0;
    lia_passive(m, s.q, zero, tau);
    for (int k = 0; k < m->nv; k++) {
      double e[TREE_NV] = { 0 };
      e[k] = 1;
      lia_model_step(m, s.q, e, h, q);
      double V1 = lia_passive_energy(m, q);
      lia_model_step(m, s.q, e, -h, q);
      cr_assert_float_eq(tau[k], -(V1 - lia_passive_energy(m, q)) / (2 * h), 1e-6);
    }
    lia_passive(m, s.q, s.v, rest);
    for (int k = 0; k < m->nv; k++) power += (rest[k] - tau[k]) * s.v[k];
    cr_assert_leq(power, 0);
    lia_free(m);
  }
}

// joints that follow, scale or are offset: the same mechanism seen through a linear map  x = G y +
// c
LIA_TEST(balance, following_joints_are_the_same_mechanism_through_a_map) {
  lia_rng r = lia_rng_seed(49);
  for (int i = 0; i < 1000; i++) {
    lia_model *full, *m = tree_mapped(&r, &full);
    lia_data *d = tree_data(m), *D = tree_data(full);
    tree_state s = tree_random(m, &r), S = { 0 };
    double tau[TREE_NV], T[TREE_NV], want[TREE_NV] = { 0 }, a[TREE_NV], J[6 * TREE_NV],
        K[6 * TREE_NV], L[6 * TREE_NV] = { 0 };
    for (int k = 0; k < m->jq; k++) S.q[k] = m->scale_q[k] * s.q[m->user_q[k]] + m->offset_q[k];
    for (int k = 0; k < m->jv; k++) {
      S.v[k] = m->scale_v[k] * s.v[m->user_v[k]];
      S.a[k] = m->scale_v[k] * s.a[m->user_v[k]];
    }
    cr_assert(m->jv == full->nv && m->jq == full->nq);

    lia_rnea(m, d, s.q, s.v, s.a, tau);
    lia_rnea(full, D, S.q, S.v, S.a, T);
    for (int k = 0; k < m->jv; k++) want[m->user_v[k]] += m->scale_v[k] * T[k];
    tree_same(tau, want, m->nv, 1e-12, most(want, m->nv), "tau");

    lia_crba(m, d, s.q, M);
    lia_crba(full, D, S.q, X);
    for (int k = 0; k < m->nv * m->nv; k++) Z[k] = 0;
    for (int j = 0; j < m->jv; j++)
      for (int k = 0; k < m->jv; k++)
        Z[m->user_v[j] * m->nv + m->user_v[k]] += m->scale_v[j] * m->scale_v[k] * X[j * m->jv + k];
    tree_same(M, Z, m->nv * m->nv, 1e-12, most(Z, m->nv * m->nv), "M");

    lia_forward(m, d, s.q, s.v, tau, a);
    tree_same(a, s.a, m->nv, 1e-7, most(s.a, m->nv), "forward");
    lia_forward_minv(m, d, s.q, X);
    for (int j = 0; j < m->nv; j++)
      for (int k = 0; k < m->nv; k++) {
        double x = 0;
        for (int l = 0; l < m->nv; l++) x += M[j * m->nv + l] * X[l * m->nv + k];
        cr_assert_float_eq(x, j == k, 1e-7);
      }

    int body = (int)lia_rng_below(&r, (uint64_t)m->nbody);
    lia_jac(m, d, s.q, body, NULL, body, J);
    lia_jac(full, D, S.q, body, NULL, body, K);
    for (int c = 0; c < 6; c++)
      for (int k = 0; k < m->jv; k++)
        L[c * m->nv + m->user_v[k]] += m->scale_v[k] * K[c * m->jv + k];
    tree_same(J, L, 6 * m->nv, 1e-12, 1, "J");
    lia_free(d);
    lia_free(D);
    lia_free(m);
    lia_free(full);
  }
}

LIA_TEST(balance, none_of_these_asks_for_memory) {
  lia_rng r = lia_rng_seed(50);
  for (int i = 0; i < 30; i++) {
    lia_model *m = i % 2 ? tree(&r) : tree_mapped(&r, NULL);
    lia_data *d = tree_data(m);
    tree_state s = tree_random(m, &r);
    static double C[TREE_NV * TREE_NV * TREE_NV / 2];
    double x[TREE_NV], W[6 * TREE_MOST], Mx[36], Vx[6], Gx[6], J[7 * TREE_NV], pi[10 * TREE_MOST];
    size_t before = lia_mem_count();
    lia_mem_fail_after(0);
    lia_rnea_wrenches(m, d, s.q, s.v, s.a, NULL, W);
    lia_rnea_ext(m, d, s.q, s.v, s.a, W, x);
    lia_rnea_gravity(m, d, s.q, x);
    lia_com(m, d, s.q, x);
    lia_com_matrix(m, d, s.q, J);
    lia_com_momentum(m, d, s.q, s.v, W);
    lia_coriolis(m, d, s.q, s.v, M);
    lia_coriolis_split(m, d, s.q, M, C, X);
    lia_opspace(m, d, s.q, s.v, 0, NULL, -1, 7, Mx, Vx, Gx);
    lia_regress(m, d, s.q, s.v, s.a, Y);
    lia_regress_parameters(m, pi);
    lia_passive(m, s.q, s.v, x);
    lia_energy_kinetic(m, d, s.q, s.v);
    lia_energy_potential(m, d, s.q);
    lia_jac_rate(m, d, s.q, s.v, 0, NULL, 0, J);
    lia_jac_quat(m, d, s.q, 0, NULL, J);
    lia_jac_euler(m, d, s.q, 0, NULL, LIA_EULER_RPY, J);
    lia_fk_motion(m, d, s.q, s.v, s.a);
    lia_fk_velocity(m, d, 0, NULL, -1, W);
    lia_fk_acceleration(m, d, 0, NULL, 0, W);
    lia_jac(m, d, s.q, 0, NULL, -1, J);
    lia_jac_here(m, d, 0, NULL, -1, J);
    lia_jac_bias(m, d, s.q, s.v, 0, NULL, 0, W);
    lia_jac_force(m, d, 0, NULL, -1, W, x);
    lia_com_jacobian(m, d, s.q, J);
    lia_passive_energy(m, s.q);
    lia_deriv_inverse(m, d, s.q, s.v, s.a, M, X);
    lia_deriv_forward(m, d, s.q, s.v, NULL, x, M, X, Z);
    lia_selfcheck c;
    static double work[2 * TREE_NQ + 12 * TREE_NV + 4 * TREE_NV * TREE_NV];
    lia_selfcheck_run(m, d, &r, 1, work, &c);
    lia_mem_fail_after(-1);
    cr_assert_eq(lia_mem_count(), before);
    lia_free(d);
    lia_free(m);
  }
}

// a mote first, then an arm of ten nanometres on slides of metres: rounding is told as a part of
// the largest entry of M, not of the first
LIA_TEST(balance, the_check_of_m_is_relative_to_all_of_it) {
  lia_body_def b[4];
  static const int parent[4] = { -1, -1, 1, 2 };
  static const double axis[4][3] = { { 0, 1, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } },
      none[3] = { 0, 0, 0 };
  for (int i = 0; i < 4; i++) {
    b[i] = lia_body_def_new(NULL);
    b[i].parent = parent[i];
    b[i].joint = i == 1 || i == 2 ? LIA_JOINT_prismatic : LIA_JOINT_revolute;
    memcpy(b[i].axis, axis[i], sizeof axis[i]);
    b[i].has_inertia = 1;
  }
  const double mote[6] = { 1e-20, 2e-20, 1.5e-20, 0, 0, 0 },
      arm[6] = { 1e-15, 1.2e-15, 0.4e-15, 0, 0, 0 };
  lia_inertia_of_com(&b[0].inertia, 1e-6, (const double[3]){ 1e-8, 0, 2e-8 }, mote);
  lia_inertia_of_com(&b[3].inertia, 5, (const double[3]){ 1e-8, 0, 0.3e-8 }, arm);
  lia_model *m;
  lia_error err = { 0 };
  cr_assert_eq(lia_model_new(&m, b, 4, none, &err), LIA_OK, "%s", err.text);
  lia_data *d = tree_data(m);
  static double work[2 * TREE_NQ + 12 * TREE_NV + 4 * TREE_NV * TREE_NV];
  cr_assert_leq(lia_selfcheck_work(m), sizeof work / sizeof *work);
  lia_rng r = lia_rng_seed(47);
  lia_selfcheck c;
  lia_selfcheck_run(m, d, &r, 5, work, &c);
  cr_assert_lt(c.worst[LIA_SELFCHECK_mass], 1e-13, "%g", c.worst[LIA_SELFCHECK_mass]);
  cr_assert(c.holds[LIA_SELFCHECK_mass]);
  lia_free(d);
  lia_free(m);
}
