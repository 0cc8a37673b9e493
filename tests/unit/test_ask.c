/* test_ask.c - singular places, workspace, redundancy, base parameters and modes asked from C,
 * without Lua */
#include "ask/audit.h"
#include "ask/base_parameters.h"
#include "ask/linearize.h"
#include "ask/modes.h"
#include "ask/redundancy.h"
#include "ask/singular.h"
#include "ask/workspace.h"
#include "base/mem.h"
#include "describe/check.h"
#include "describe/spec.h"
#include "house.h"
#include "model/compile.h"
#include "rbd/answer.h"
#include "rbd/deriv.h"
#include "rbd/fk.h"
#include "rbd/forward.h"
#include "rbd/rnea.h"

#include <math.h>
#include <string.h>

#define MUST(call) cr_assert_eq((call), LIA_OK)
#define NEAR(got, want, tol) \
  cr_assert(fabs((got) - (want)) <= (tol), "line %d: got %.17g, expected %.17g", __LINE__, \
            (double)(got), (double)(want))

static const double pi = 3.14159265358979323846;
static const double down[3] = { 0, -9.81, 0 };

/* uniform rods of these lengths in the plane, each of mass 1 */
static lia_model *planar(const double *length, int n, lia_data **d) {
  static const char *const name[] = { "a", "b", "c", "tip" };
  lia_body_def body[4];
  lia_model *m;
  for (int k = 0; k <= n; k++) {
    body[k] = lia_body_def_new(k < n ? name[k] : "tip");
    body[k].parent = k - 1;
    body[k].joint = k < n ? LIA_JOINT_revolute : LIA_JOINT_fixed;
    if (k) body[k].X_PJ.p[0] = length[k-1];
    body[k].has_inertia = 1;
    if (k == n) break;
    const double L = length[k], com[3] = { L / 2, 0, 0 }, I[6] = { 0, L * L / 12, L * L / 12, 0, 0,
        0 };
    lia_inertia_of_com(&body[k].inertia, 1, com, I);
  }
  MUST(lia_model_new(&m, body, n + 1, down, NULL));
  MUST(lia_data_new(d, m, NULL));
  return m;
}

static void close_model(lia_model *m, lia_data *d) {
  lia_free(d);
  lia_free(m);
}

static const int xy[2] = { 0, 1 };

static lia_task in_the_plane(const lia_model *m, lia_data *d) {
  lia_task t = lia_task_of(m, d, m->nbody - 1);
  t.row = xy;
  t.nrow = 2;
  return t;
}

/* det J = L1 L2 sin q2: singular stretched and folded, where the direction lost is along the arm */
LIA_TEST(ask, a_planar_arm_is_singular_where_it_is_stretched_or_folded) {
  lia_data *d;
  const double length[2] = { 1, 0.7 };
  lia_model *m = planar(length, 2, &d);
  lia_task t = in_the_plane(m, d);
  for (int k = 0; k < 12; k++) {
    const double q[2] = { 0.3 + k, k * pi / 4 };
    double w, U[4], s[2];
    lia_singular *r;
    const int flat = k % 4 == 0;
    MUST(lia_singular_new(&r, &t, q, 1e-9, NULL));
    cr_assert_eq(r->usual, 2);
    cr_assert_eq(r->rank, flat ? 1 : 2);
    cr_assert_eq(r->lost.cols, flat ? 1 : 0);
    cr_assert_eq(r->idle.cols, flat ? 1 : 0);
    if (flat) {
      const double along = r->lost.x[0] * cos(q[0]) + r->lost.x[1] * sin(q[0]);
      NEAR(fabs(along), 1, 1e-12);
    }
    MUST(lia_singular_manipulability(&t, q, &w, U, s, NULL));
    NEAR(w, fabs(0.7 * sin(q[1])), 1e-12);
    NEAR(s[0] * s[1], w, 1e-12);
    lia_free(r);
  }
  close_model(m, d);
}

/* the annulus | L1 - L2 | .. L1 + L2; where q2 goes from 0 to pi its area pi ((L1 + L2)^2 - (L1 -
 * L2)^2) is covered once */
LIA_TEST(ask, the_workspace_of_two_rods_is_an_annulus) {
  lia_data *d;
  const double length[2] = { 1, 0.7 };
  double from[2] = { -INFINITY, 0 }, to[2] = { INFINITY, pi };
  int open;
  lia_workspace *w;
  lia_model *m = planar(length, 2, &d);
  lia_task t = in_the_plane(m, d);
  MUST(lia_workspace_limits(&t, from, to, &open, NULL));
  cr_assert_eq(open, -1);
  NEAR(from[0], -pi, 1e-15);
  MUST(lia_workspace_new(&w, &t, 4000, from, to, NULL));
  MUST(lia_workspace_visit(w, 1500, NULL));
  cr_assert_eq(w->done, 1500);
  MUST(lia_workspace_visit(w, 1000000, NULL));
  cr_assert_eq(w->done, 4000);
  NEAR(w->far, 1.7, 1e-3);
  NEAR(w->near, 0.3, 1e-3);
  NEAR(lia_workspace_measure(w), pi * (1.7 * 1.7 - 0.3 * 0.3), 0.01);
  for (int i = 0; i < 4000; i++) {
    const double r = hypot(w->point[3*i], w->point[3*i+1]);
    cr_assert(r < 1.7 + 1e-12 && r > 0.3 - 1e-12);
  }
  lia_workspace_free(w);
  lia_error err = { 0 };
  cr_assert_eq(lia_workspace_new(&w, &t, 0, from, to, &err), LIA_EARG);
  close_model(m, d);
}

LIA_TEST(ask, a_slide_without_limits_is_open) {
  lia_model *m;
  lia_data *d;
  int open;
  lia_error err = { 0 };
  double from[2] = { 0, -INFINITY }, to[2] = { 1, INFINITY };
  lia_body_def body[2] = { lia_body_def_new("turn"), lia_body_def_new("slide") };
  body[0].joint = LIA_JOINT_revolute;
  body[1].joint = LIA_JOINT_prismatic;
  body[1].parent = 0;
  MUST(lia_model_new(&m, body, 2, down, NULL));
  MUST(lia_data_new(&d, m, NULL));
  lia_task t = lia_task_of(m, d, 1);
  MUST(lia_workspace_limits(&t, from, to, &open, NULL));
  cr_assert_eq(open, 1);
  close_model(m, d);
  body[0].joint = LIA_JOINT_spherical;
  MUST(lia_model_new(&m, body, 2, down, NULL));
  MUST(lia_data_new(&d, m, NULL));
  t = lia_task_of(m, d, 1);
  cr_assert_eq(lia_workspace_limits(&t, from, to, &open, &err), LIA_EMODEL);
  close_model(m, d);
}

/* [course E4.4]: the least velocities of three rods, with the third joint blocked, and the null
 * motion */
LIA_TEST(ask, least_velocities_of_a_redundant_arm) {
  lia_data *d;
  const double length[3] = { 1, 1, 1 }, q[3] = { 0.2, 0.5, -0.3 }, x[2] = { 0.1, -0.2 };
  const char third[3] = { 0, 0, 1 };
  double J[6], v[3], rest, N[9], G[6], JG[4];
  int free;
  lia_model *m = planar(length, 3, &d);
  lia_task t = in_the_plane(m, d);
  lia_task_jacobian(&t, q, J);
  lia_mat A = lia_mat_of(J, 2, 3);
  MUST(lia_redundancy_rates(&(lia_redundancy){ 0 }, A, x, NULL, v, &rest, NULL));
  static const double least[3] = { -.048942789515, -.032086736179, -.016746852516 };
  for (int k = 0; k < 3; k++) NEAR(v[k], least[k], 1e-12);
  NEAR(rest, 0, 1e-14);
  MUST(lia_redundancy_rates(&(lia_redundancy){ .stays = third }, A, x, NULL, v, &rest, NULL));
  static const double blocked[3] = { -.056241227447, -.029694818164, 0 };
  for (int k = 0; k < 3; k++) NEAR(v[k], blocked[k], 1e-12);
  MUST(lia_redundancy_null(A, 1e-9, N, &free, NULL));
  cr_assert_eq(free, 1);
  NEAR(N[0] / N[2], -.435809530491, 1e-12);
  NEAR(N[1] / N[2], .142827914259, 1e-12);
  // weights: J G = 1, and least v' W v: W v stands on the null motion
  const double W[9] = { 2, 0.3, 0, 0.3, 3, 0, 0, 0, 5 }, not[9] = { 1, 0, 0, 0, -1, 0, 0, 0, 1 };
  MUST(lia_redundancy_inverse(&(lia_redundancy){ .W = W }, A, lia_mat_of(G, 3, 2), NULL));
  lia_mat_mul(lia_mat_of(JG, 2, 2), A, lia_mat_of(G, 3, 2));
  for (int k = 0; k < 4; k++) NEAR(JG[k], k % 3 == 0, 1e-12);
  lia_mat_mulv(v, lia_mat_of(G, 3, 2), x);
  NEAR(lia_mat_quad(lia_mat_of(W, 3, 3), N, v), 0, 1e-12);
  // toward a wanted velocity: J v still is x, and what is left stands across the null motion
  const double z[3] = { 0.3, 0, -0.1 };
  MUST(lia_redundancy_rates(&(lia_redundancy){ 0 }, A, x, z, v, &rest, NULL));
  NEAR(rest, 0, 1e-14);
  NEAR((v[0] - z[0]) * N[0] + (v[1] - z[1]) * N[1] + (v[2] - z[2]) * N[2], 0, 1e-12);
  lia_error err = { 0 };
  cr_assert_eq(lia_redundancy_inverse(&(lia_redundancy){ .W = not }, A, lia_mat_of(G, 3, 2), &err),
               LIA_EDOMAIN);
  cr_assert_str_eq(err.path, "weights");
  close_model(m, d);
}

/* two masses m between three springs k: w^2 = k/m with shape 1, 1 and 3 k/m with shape 1, -1;
 * damped by c on each mass: damping c / (2 m w) */
LIA_TEST(ask, two_masses_between_springs_in_closed_form) {
  const double m = 2, k = 50, c = 0.4, M[4] = { m, 0, 0, m }, K[4] = { 2 * k, -k, -k, 2 * k },
      C[4] = { c, 0, 0, c };
  lia_modes *r;
  for (int damped = 0; damped < 2; damped++) {
    MUST(lia_modes_of_matrices(&r, M, damped ? C : NULL, K, 2, NULL));
    cr_assert_eq(r->count, 2);
    for (int i = 0; i < 2; i++) {
      const double w = sqrt((i ? 3 : 1) * k / m), share = damped ? c / (2 * m * w) : 0;
      const lia_mode *u = &r->mode[i];
      NEAR(u->frequency, w * sqrt(1 - share * share) / (2 * pi), 1e-12);
      NEAR(u->damping, share, 1e-12);
      NEAR(u->shape[1] / u->shape[0], i ? -1 : 1, 1e-10);
      NEAR(fmax(fabs(u->shape[0]), fabs(u->shape[1])), 1, 1e-10);
      cr_assert(u->oscillates);
    }
    lia_free(r);
  }
  const double none[4] = { 1, 0, 0, 0 };
  cr_assert_eq(lia_modes_of_matrices(&r, none, NULL, K, 2, NULL), LIA_ESINGULAR);
  cr_assert_null(r);
}

/* a rod hanging from its end: w^2 = 3 g / 2 L; standing upright it falls at that rate */
LIA_TEST(ask, a_hanging_rod_swings_and_a_standing_one_falls) {
  lia_data *d;
  const double length[1] = { 0.8 }, w = sqrt(1.5 * 9.81 / 0.8);
  lia_model *m = planar(length, 1, &d);
  for (int up = 0; up < 2; up++) {
    const double q = up ? pi / 2 : -pi / 2;
    double A[4], B[2];
    lia_modes *r;
    MUST(lia_linearize(m, d, &q, NULL, NULL, A, B, NULL));
    NEAR(A[2], up ? w * w : -w * w, 1e-9);
    NEAR(B[1], 3 / (0.8 * 0.8), 1e-12);
    MUST(lia_modes_new(&r, A, 1, NULL));
    cr_assert_eq(r->count, up ? 2 : 1);
    NEAR(up ? r->mode[0].re : r->mode[0].im, w, 1e-9);
    lia_free(r);
  }
  close_model(m, d);
}

// ---- base parameters ----

/* the Puma's geometry (modified Denavit-Hartenberg: alpha, a, d of six turns), or the Stanford
 * arm's */
static const double puma[6][3] = { { 0, 0, 0 }, { -1, 0, 0 }, { 0, 0.43, 0.15 }, { -1, 0.02, 0.43 },
                                  { 1, 0, 0 }, { -1, 0, 0 } };

static int base_of(const double rows[6][3], int slide, const char *absent) {
  lia_spec *s;
  lia_compiled c;
  lia_data *d;
  lia_base *b;
  int order[60], found;
  MUST(lia_spec_new(&s, NULL));
  const char *parent = "world";
  for (int i = 0; i < 6; i++) {
    const char *name = lia_spec_text(s, "link%d", i + 1);
    lia_spec_add_body(s, name, "");
    lia_spec_joint *j = lia_spec_add_joint(s, parent, name, i == slide ? LIA_JOINT_prismatic
                                           : LIA_JOINT_revolute, "");
    lia_spec_set_dofs(s, j, 1)->coord = lia_spec_text(s, "q%d", i + 1);
    lia_spec_add_move(s, &j->place, LIA_MOVE_RX, LIA_VAL(rows[i][0] * pi / 2));
    lia_spec_add_move(s, &j->place, LIA_MOVE_TX, LIA_VAL(rows[i][1]));
    lia_spec_add_move(s, &j->place, LIA_MOVE_TZ, LIA_VAL(rows[i][2]));
    parent = name;
  }
  s->gravity[0] = s->gravity[1] = LIA_VAL(0);
  s->gravity[2] = LIA_VAL(-9.81);
  MUST(lia_spec_check(s, NULL));
  MUST(lia_compile(&c, s, NULL));
  MUST(lia_data_new(&d, c.model, NULL));
  lia_base_order(s, order);
  for (int k = 0; k < 60; k++)
    for (int j = 0; j < k; j++) cr_assert_neq(order[k], order[j]);
  MUST(lia_base_new(&b, c.model, d, order, 60, absent, NULL));
  found = b->nkept;
  int absents = 0;
  for (int k = 0; absent && k < 60; k++) absents += absent[k];
  cr_assert_eq(b->nkept + b->nrest + b->nnone + absents, 60);
  lia_free(b);
  lia_free(d);
  lia_free(c.model);
  lia_spec_free(s);
  return found;
}

/* [Khalil, Dombre]: 36 of 60 for the Puma 560, 33 for the Stanford arm */
LIA_TEST(ask, base_parameters_of_the_puma_are_36_and_of_the_stanford_arm_33) {
  static const double stanford[6][3] = { { 0, 0, 0 }, { -1, 0, 0.15 }, { 1, 0, 0 }, { 0, 0, 0 },
                                        { -1, 0, 0 }, { 1, 0, 0 } };
  char absent[60] = { 0 };
  cr_assert_eq(base_of(puma, -1, NULL), 36);
  cr_assert_eq(base_of(stanford, 2, NULL), 33);
  // what is known to be 0 takes no part: without all of the last body the five before have their
  // own
  for (int k = 50; k < 60; k++) absent[k] = 1;
  cr_assert_eq(base_of(puma, -1, absent), 29);
}

/* planar 2R [Khalil]: ZZ1 + m2 L^2, hx1 + m2 L, hy1, Izz2, hx2, hy2; the coefficients are L and
 * L^2 */
LIA_TEST(ask, two_rods_have_six_and_the_grouping_is_a_polynomial_of_the_length) {
  enum { DRAWS = 7 };
  double x[DRAWS], m_in_Izz[DRAWS], m_in_hx[DRAWS], c[3];
  int order[20], fits;
  for (int k = 0; k < 20; k++) order[k] = k;
  order[10] = 19;   // the mass of the second rod comes last
  order[19] = 10;
  lia_base_draws(1, DRAWS, x);
  for (int i = 0; i < DRAWS; i++) {
    lia_data *d;
    const double length[2] = { x[i], 0.5 };
    lia_model *m = planar(length, 1, &d);
    close_model(m, d);
    lia_body_def body[2] = { lia_body_def_new("a"), lia_body_def_new("b") };
    body[1].parent = 0;
    body[1].X_PJ.p[0] = x[i];
    body[0].joint = body[1].joint = LIA_JOINT_revolute;
    lia_base *b;
    MUST(lia_model_new(&m, body, 2, down, NULL));
    MUST(lia_data_new(&d, m, NULL));
    MUST(lia_base_new(&b, m, d, order, 20, NULL, NULL));
    cr_assert_eq(b->nkept, 6);
    int last = -1, hx = -1, Izz = -1;
    for (int r = 0; r < b->nrest; r++) last = b->rest[r] == 10 ? r : last;
    for (int k = 0; k < 6; k++) {
      if (b->kept[k] == LIA_BASE_hx) hx = k;
      if (b->kept[k] == LIA_BASE_Izz) Izz = k;
    }
    cr_assert(last >= 0 && hx >= 0 && Izz >= 0);
    m_in_hx[i] = b->beta[last * 6 + hx];
    m_in_Izz[i] = b->beta[last * 6 + Izz];
    NEAR(m_in_hx[i], x[i], 1e-10);
    lia_free(b);
    close_model(m, d);
  }
  MUST(lia_base_fit(m_in_Izz, x, DRAWS, 1, c, &fits, NULL));
  cr_assert(fits && c[0] == 0 && c[1] == 0 && c[2] == 1, "%g %g %g", c[0], c[1], c[2]);
  MUST(lia_base_fit(m_in_hx, x, DRAWS, 1, c, &fits, NULL));
  cr_assert(fits && c[0] == 0 && c[1] == 1 && c[2] == 0);
  for (int i = 0; i < DRAWS; i++) m_in_hx[i] = sin(3 * x[i]);
  MUST(lia_base_fit(m_in_hx, x, DRAWS, 1, c, &fits, NULL));
  cr_assert(!fits);
}

LIA_TEST(ask, products_of_lengths_are_all_of_them_once) {
  for (int n = 0; n < 6; n++) {
    int seen[7][7] = { { 0 } };
    for (int k = 0; k < lia_base_products(n); k++) {
      int a, b;
      lia_base_product(n, k, &a, &b);
      cr_assert(a >= -1 && a < n && b >= -1 && b < n && (b < 0 || b >= a));
      cr_assert_eq(seen[a + 1][b + 1]++, 0);
    }
    cr_assert_eq(lia_base_products(n), 1 + n + n * (n + 1) / 2);
  }
}

// ---- other roads, and no answer ----

LIA_TEST(ask, kane_gives_the_torques_of_newton_and_euler) {
  lia_data *d;
  const double length[3] = { 1, 0.8, 0.5 };
  lia_model *m = planar(length, 3, &d);
  double J[18], tau[3], want[3], r[3];
  for (int i = 0; i < 5; i++) {
    const double q[3] = { 0.3 * i, i - 2, 0.1 + i }, v[3] = { 1, -i, 0.5 }, a[3] = { i, 2, -1 };
    lia_audit_kane(m, d, q, v, a, tau, J);
    lia_rnea(m, d, q, v, a, want);
    for (int k = 0; k < 3; k++) NEAR(tau[k], want[k], 1e-12 * (1 + fabs(want[k])));
  }
  const double q[3] = { 0 };
  MUST(lia_audit_rotors(m, d, q, r, NULL));
  cr_assert(r[0] == 0 && r[1] == 0 && r[2] == 0);
  close_model(m, d);
}

/* a second slide without mass on the first: no force tells its acceleration, and C is told so */
LIA_TEST(ask, forward_dynamics_says_where_there_is_no_answer) {
  static const char *const name[2] = { "s1", "s2" };
  lia_model *m;
  lia_data *d;
  lia_error err = { 0 };
  double q[2] = { 0 }, a[2], M[4], dq[4], dv[4], A[16], B[8];
  lia_body_def body[2] = { lia_body_def_new("a"), lia_body_def_new("b") };
  body[0].joint = body[1].joint = LIA_JOINT_prismatic;
  body[0].has_inertia = body[1].has_inertia = 1;
  body[1].parent = 0;
  for (int heavy = 0; heavy < 2; heavy++) {
    const lia_status want = heavy ? LIA_OK : LIA_ESINGULAR;
    body[0].inertia.m = 1;
    body[1].inertia.m = heavy;
    MUST(lia_model_new(&m, body, 2, down, NULL));
    MUST(lia_data_new(&d, m, NULL));
    cr_assert_eq(lia_forward(m, d, q, NULL, NULL, a), want);
    cr_assert_eq(lia_forward_minv(m, d, q, M), want);
    cr_assert_eq(lia_deriv_forward(m, d, q, NULL, NULL, a, dq, dv, M), want);
    cr_assert_eq(lia_linearize(m, d, q, NULL, NULL, A, B, NULL), want);
    cr_assert_eq(lia_answer_weightless(m, d, q), heavy ? -1 : 1);
    if (!heavy) cr_assert_eq(lia_answer_tell(m, d, q, name, &err), LIA_ESINGULAR);
    close_model(m, d);
  }
  cr_assert(strstr(err.text, "'s2' moves no mass of its own") != NULL, "%s", err.text);
}

/* a model in which nothing moves: every question has an answer, an empty one */
LIA_TEST(ask, a_model_that_does_not_move_may_be_asked) {
  lia_model *m;
  lia_data *d;
  lia_singular *r;
  lia_base *b;
  double w, rest, from, to, q = 0;
  int order[10], open, free;
  const lia_body_def body = lia_body_def_new("stone");
  MUST(lia_model_new(&m, &body, 1, down, NULL));
  MUST(lia_data_new(&d, m, NULL));
  const lia_task t = lia_task_of(m, d, 0);
  MUST(lia_singular_new(&r, &t, &q, 1e-9, NULL));
  cr_assert(r->rank == 0 && r->usual == 0 && r->lost.cols == 6 && r->idle.cols == 0);
  lia_free(r);
  MUST(lia_singular_manipulability(&t, &q, &w, NULL, NULL, NULL));
  NEAR(w, 1, 0);
  const double x[6] = { 3, 4 };
  MUST(lia_redundancy_rates(&(lia_redundancy){ 0 }, lia_mat_of(&q, 6, 0), x, NULL, &q, &rest,
                            NULL));
  NEAR(rest, 5, 1e-15);
  MUST(lia_redundancy_null(lia_mat_of(&q, 6, 0), 1e-9, &q, &free, NULL));
  cr_assert_eq(free, 0);
  MUST(lia_workspace_limits(&t, &from, &to, &open, NULL));
  cr_assert_eq(open, -1);
  for (int k = 0; k < 10; k++) order[k] = k;
  MUST(lia_base_new(&b, m, d, order, 10, NULL, NULL));
  cr_assert(b->nkept == 0 && b->nnone == 10);
  lia_free(b);
  close_model(m, d);
}

/* reads = -2, reads_at = 0.5 of a slide; what is not given reads as it is */
LIA_TEST(ask, a_controller_reads_what_its_robot_says) {
  lia_spec *s;
  double q[2] = { 0.3, 0.7 }, r[2], back[2];
  MUST(lia_spec_new(&s, NULL));
  const char *parent = "world";
  for (int i = 0; i < 2; i++) {
    const char *name = lia_spec_text(s, "b%d", i);
    lia_spec_add_body(s, name, "");
    lia_spec_joint *j = lia_spec_add_joint(s, parent, name, LIA_SPEC_prismatic, "");
    lia_spec_dof *d = lia_spec_set_dofs(s, j, 1);
    d->coord = lia_spec_text(s, "s%d", i);
    if (i) d->reads = LIA_VAL(-2);
    if (i) d->reads_at = LIA_VAL(0.5);
    parent = name;
  }
  for (int k = 0; k < 3; k++) s->gravity[k] = LIA_VAL(0);
  MUST(lia_spec_check(s, NULL));
  lia_spec_readings(s, q, r);
  NEAR(r[0], 0.3, 0);
  NEAR(r[1], 0.5 - 1.4, 1e-15);
  lia_spec_from_readings(s, r, back);
  for (int k = 0; k < 2; k++) NEAR(back[k], q[k], 1e-15);
  lia_spec_free(s);
}
