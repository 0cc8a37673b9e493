/* test_path_limits.c - rows of a mechanism along a path against its dynamics and kinematics; memory
 * that runs out */
#include "ask/path_limits.h"

#include "base/mem.h"
#include "base/rng.h"
#include "rbd/fk.h"
#include "rbd/passive.h"
#include "rbd/rnea.h"

#include "house.h"
#include <math.h>
#include <string.h>

enum { N = 3 };

// three joints with springs, dampers, friction and rotors; a fourth follows the second, geared
static lia_model *make_model(void) {
  static const double down[3] = { 0, 0, -9.81 };
  lia_body_def b[4];
  lia_error err = { 0 };
  lia_model *m;
  for (int k = 0; k < 4; k++) {
    b[k] = lia_body_def_new(k == 3 ? "geared" : "link");
    b[k].name = (const char *[]){ "one", "two", "three", "four" }[k];
    b[k].parent = k - 1;
    b[k].joint = k == 2 ? LIA_JOINT_prismatic : LIA_JOINT_revolute;
    b[k].axis[0] = k == 1;
    b[k].axis[1] = k == 2;
    b[k].axis[2] = k != 1;
    b[k].X_PJ.p[0] = 0.3 + 0.1 * k;
    b[k].X_PJ.p[2] = 0.2;
    b[k].has_inertia = 1;
    const double com[3] = { 0.1, 0.05, 0.2 }, I[6] = { 0.03, 0.04, 0.02, 0.001, 0, 0.002 };
    lia_inertia_of_com(&b[k].inertia, 1.5 + k, com, I);
    b[k].dof[0].damping = 0.4 + k;
    b[k].dof[0].friction = 0.2 * k;
    b[k].dof[0].stiffness = k == 1 ? 3 : 0;
    b[k].dof[0].rest = 0.2;
    b[k].dof[0].armature = 0.1;
  }
  b[3].dof[0].follows = 1;
  b[3].dof[0].scale = -2;
  cr_assert_eq(lia_model_new(&m, b, 4, down, &err), LIA_OK, "%s: %s", err.path, err.text);
  return m;
}

static lia_pieces *make_path(void) {
  lia_rng rng = lia_rng_seed(5);
  lia_pieces *x;
  cr_assert_eq(lia_pieces_new(&x, N, 2, 4, NULL), LIA_OK);
  x->knot[1] = 0.7;
  x->knot[2] = 2;
  for (int k = 0; k < N * 5; k++) x->coef[k] = lia_rng_normal(&rng);
  // the second goes on with the same value and slope, another curvature
  double end[3 * N];
  lia_pieces_of(x, 0, 0.7, 1, end);
  for (int c = 0; c < N; c++) {
    double *a = lia_pieces_coef(x, 1, c);
    a[0] = end[c];
    a[1] = end[N + c];
    a[2] = lia_rng_normal(&rng);
  }
  return x;
}

static const double jerks[2][N] = { { -900, -900, -900 }, { 900, 900, 900 } };

typedef struct rig { lia_model *m; lia_data *d; lia_pieces *path; lia_path *g; } rig;

static const double wide[2][N] = { { -150, -150, -150 }, { 150, 150, 150 } };

static rig make_rig(int segments) {
  rig r = { .m = make_model(), .path = make_path() };
  cr_assert_eq(lia_data_new(&r.d, r.m, NULL), LIA_OK);
  cr_assert_eq(lia_path_new(&r.g, r.path, segments, NULL, 0, NULL), LIA_OK);
  return r;
}

static void free_rig(rig *r) {
  lia_path_free(r->g);
  lia_pieces_free(r->path);
  lia_free(r->d);
  lia_free(r->m);
}

static lia_path_limits all_limits(const rig *r) {
  return (lia_path_limits){ .m = r->m, .d = r->d, .v = { wide[0], wide[1] },
                            .a = { wide[0], wide[1] }, .tau = { wide[0], wide[1] }, .body = 3,
                            .p_B = { 0.1, 0.2, 0.3 }, .speed = 1.5, .turning = 2,
                            .acceleration = 8 };
}

static double said(const lia_topp_row *r, double u, double x) {
  return r->a * u + r->b * x + r->c + r->d * sqrt(x);
}

// q' = q_s s', q'' = q_s u + q_ss x put into the engine itself
static void look_at_place(const rig *r, int place, double u, double x) {
  double q[3 * N], v[N], a[N], tau[N], own[N], V[6], A[6];
  const lia_topp_row *row = r->g->row + place * r->g->m;
  lia_path_at(r->g, place, q);
  for (int k = 0; k < N; k++) {
    v[k] = q[N + k] * sqrt(x);
    a[k] = q[N + k] * u + q[2 * N + k] * x;
    cr_assert_float_eq(said(&row[k], u, x), a[k], 1e-12 * (1 + fabs(a[k])));
  }
  lia_rnea(r->m, r->d, q, v, a, tau);
  lia_passive(r->m, q, v, own);
  for (int k = 0; k < N; k++)
    cr_assert_float_eq(said(&row[N + k], u, x), tau[k] - own[k], 1e-10 * (1 + fabs(tau[k])),
                       "torque %d at place %d", k, place);
  lia_fk_motion(r->m, r->d, q, v, a);
  lia_fk_velocity(r->m, r->d, 3, (double[]){ 0.1, 0.2, 0.3 }, LIA_AXES_BASE, V);
  lia_fk_acceleration(r->m, r->d, 3, (double[]){ 0.1, 0.2, 0.3 }, LIA_AXES_BASE, A);
  double most = 0;
  for (int k = 0; k < LIA_PATH_DIRECTIONS; k++)
    most = fmax(most, fabs(said(&row[2 * N + k], u, x)) / row[2 * N + k].hi);
  const double size = sqrt(A[0] * A[0] + A[1] * A[1] + A[2] * A[2]) / 8;
  cr_assert(size <= most * (1 + 1e-12) && size >= most * 0.9987, "%g of %g", size, most);
}

LIA_TEST(path_limits, rows_are_the_inverse_dynamics_of_the_motion) {
  rig r = make_rig(20);
  lia_rng rng = lia_rng_seed(9);
  lia_path_limits o = all_limits(&r);
  cr_assert_eq(lia_path_rows(r.g, &o, NULL), LIA_OK);
  cr_assert_eq(r.g->m, 2 * N + LIA_PATH_DIRECTIONS);
  cr_assert_eq(r.g->places, r.g->n + 2, "the curvature jumps once");
  for (int place = 0; place < r.g->places; place++)
    for (int run = 0; run < 5; run++)
      look_at_place(&r, place, 3 * lia_rng_normal(&rng), 4 * lia_rng_uniform(&rng) + 1e-3);
  free_rig(&r);
}

LIA_TEST(path_limits, speeds_bound_the_motion) {
  rig r = make_rig(20);
  lia_path_limits o = all_limits(&r);
  const double v0[N] = { -1, -0.5, -2 }, v1[N] = { 0.7, 3, 1 };
  o.v[0] = v0;
  o.v[1] = v1;
  cr_assert_eq(lia_path_rows(r.g, &o, NULL), LIA_OK);
  int which[2 * N + LIA_PATH_NO_BOUND + 1] = { 0 };
  for (int i = 0; i < r.g->n; i++) {
    double q[3 * N], V[6], used = 0;
    lia_path_at(r.g, r.g->begins[i], q);
    const double s = sqrt(r.g->x_max[i]);
    for (int k = 0; k < N; k++) used = fmax(used, q[N + k] * s / (q[N + k] > 0 ? v1[k] : v0[k]));
    lia_fk_motion(r.m, r.d, q, q + N, NULL);
    lia_fk_velocity(r.m, r.d, 3, o.p_B, LIA_AXES_BASE, V);
    used = fmax(used, s * sqrt(V[0] * V[0] + V[1] * V[1] + V[2] * V[2]) / o.speed);
    used = fmax(used, s * sqrt(V[3] * V[3] + V[4] * V[4] + V[5] * V[5]) / o.turning);
    cr_assert_float_eq(used, 1, 1e-12, "at s = %g", r.g->s[i]);
    which[r.g->who[i]] = 1;
  }
  int kinds = 0;
  for (int k = 0; k < 2 * N + LIA_PATH_NO_BOUND; k++) kinds += which[k];
  cr_assert_geq(kinds, 2, "more than one of them");
  free_rig(&r);
}

LIA_TEST(path_limits, what_is_used_and_what_is_passed) {
  rig r = make_rig(60);
  lia_path_limits o = all_limits(&r);
  lia_topp *t;
  lia_error err = { 0 };
  double used[2 * N + LIA_PATH_DIRECTIONS + N + 2];
  cr_assert_eq(lia_path_rows(r.g, &o, &err), LIA_OK);
  lia_topp_problem p = lia_path_problem(r.g);
  cr_assert_eq(lia_topp_new(&t, r.g->n, &err), LIA_OK);
  cr_assert_eq(lia_topp_solve(t, &p, &err), LIA_OK, "%s", err.text);
  lia_path_used(r.g, &o, t, used);
  double most = 0;
  for (int k = 0; k < r.g->m + N + 2; k++) most = fmax(most, used[k]);
  cr_assert_float_eq(most, 1, 1e-9);
  const lia_path_worst coarse = lia_path_between(r.g, &o, t, 7);
  cr_assert(coarse.by > 0 && coarse.by < 0.05, "%g", coarse.by);
  // limits half as large: passed by all of them
  double half[2][N];
  for (int k = 0; k < N; k++) half[0][k] = -(half[1][k] = 1e-3);
  o.a[0] = half[0];
  o.a[1] = half[1];
  cr_assert_gt(lia_path_between(r.g, &o, t, 1).by, 100);
  lia_topp_free(t);
  free_rig(&r);
}

LIA_TEST(path_limits, grids_are_finer_towards_rest) {
  lia_pieces *line;
  lia_path *g;
  cr_assert_eq(lia_pieces_new(&line, 1, 1, 1, NULL), LIA_OK);
  line->knot[1] = line->coef[1] = 1;
  cr_assert_eq(lia_path_new(&g, line, 100, NULL, 0, NULL), LIA_OK);
  cr_assert_eq(g->n, 100);
  cr_assert_float_eq(g->s[50], 0.5, 1e-12, "both ends alike");
  for (int i = 0; i < 50; i++)
    cr_assert_float_eq(g->s[i + 1] - g->s[i], g->s[100 - i] - g->s[99 - i], 1e-12);
  // a share of (s + (1 + sqrt s - sqrt(1 - s))/2)/2 up to each
  for (int i = 0; i <= 100; i++) {
    const double s = g->s[i];
    cr_assert_float_eq((s + (1 + sqrt(s) - sqrt(1 - s)) / 2) / 2, i / 100.0, 1e-12);
  }
  lia_path_free(g);
  lia_pieces_free(line);
}

// accelerations of the motion s(t) at t: q_s s'' + q_ss s'^2
static void accelerations(const rig *r, const lia_pieces *s, double t, double *a) {
  double at[3], q[3 * N];
  lia_pieces_at(s, t, 2, at);
  lia_pieces_of(r->path, lia_pieces_find(r->path, at[0]), at[0], 2, q);
  for (int k = 0; k < N; k++) a[k] = q[N + k] * at[2] + q[2 * N + k] * at[1] * at[1];
}

LIA_TEST(path_limits, jerk_is_that_of_the_motion_by_differences) {
  rig r = make_rig(8);
  double end[3 * N], a[N], b[N], most = 0;
  lia_pieces_of(r.path, 0, 0.7, 2, end);
  for (int c = 0; c < N; c++) lia_pieces_coef(r.path, 1, c)[2] = end[2 * N + c] / 2;
  lia_path_free(r.g);
  cr_assert_eq(lia_path_new(&r.g, r.path, 300, NULL, 0, NULL), LIA_OK);
  lia_path_limits o = { .m = r.m, .d = r.d, .j = { jerks[0], jerks[1] }, .speed = HUGE_VAL,
                        .turning = HUGE_VAL, .acceleration = HUGE_VAL };
  lia_pieces *s;
  lia_path_jerk_info info;
  lia_error err = { 0 };
  cr_assert_eq(lia_path_rows(r.g, &o, &err), LIA_OK);
  cr_assert_eq(lia_path_jerk(&s, r.g, &o, 4, &info, &err), LIA_OK, "%s", err.text);
  for (int i = 0; i < s->m; i++) {
    const double middle = (s->knot[i] + s->knot[i + 1]) / 2, h = 1e-3 * (s->knot[i + 1] - middle);
    accelerations(&r, s, middle - h, a);
    accelerations(&r, s, middle + h, b);
    for (int k = 0; k < N; k++) most = fmax(most, fabs(b[k] - a[k]) / (2 * h) / 900);
  }
  cr_assert(most > 0.94 && most < 1.001, "%g of the jerk allowed", most);
  cr_assert(info.stretched < 1.02, "%g", info.stretched);
  double used[2 * N + 2];
  const lia_path_worst worst = lia_path_along(r.g, &o, s, 1, used, NULL);
  cr_assert_lt(worst.by, 1e-8);
  cr_assert(used[N + 2] <= 1 + 1e-8 && used[N + 2] > 0);
  lia_pieces_free(s);
  free_rig(&r);
}

LIA_TEST(path_limits, memory_that_runs_out) {
  rig r = make_rig(20);
  lia_path_limits o = all_limits(&r);
  // jerk needs a path whose curvature does not jump
  double end[3 * N];
  lia_pieces_of(r.path, 0, 0.7, 2, end);
  for (int c = 0; c < N; c++) {
    o.j[0] = o.tau[0] = jerks[0];
    o.j[1] = o.tau[1] = jerks[1];
    lia_pieces_coef(r.path, 1, c)[2] = end[2 * N + c] / 2;
  }
  for (long n = 0, done = 0; !done; n++) {
    lia_path *g = NULL;
    lia_topp *t = NULL;
    lia_error err = { 0 };
    lia_pieces *y = NULL;
    cr_assert_lt(n, 60);
    lia_mem_fail_after(n);
    lia_status st = lia_path_new(&g, r.path, 20, n % 2 ? r.g->s : NULL, r.g->n + 1, &err);
    if (st == LIA_OK) st = lia_path_rows(g, &o, &err);
    if (st == LIA_OK) st = lia_topp_new(&t, g->n, &err);
    if (st == LIA_OK) {
      const lia_topp_problem p = lia_path_problem(g);
      st = lia_topp_solve(t, &p, &err);
    }
    if (st == LIA_OK) st = lia_topp_pieces(&y, t, &err);
    lia_pieces_free(y);
    y = NULL;
    lia_path_jerk_info info;
    if (st == LIA_OK) st = lia_path_jerk(&y, g, &o, 2, &info, &err);
    lia_mem_fail_after(-1);
    cr_assert(st == LIA_OK || st == LIA_ENOMEM, "%s: %s", err.path, err.text);
    done = st == LIA_OK;
    lia_pieces_free(y);
    lia_topp_free(t);
    lia_path_free(g);
  }
  free_rig(&r);
}
