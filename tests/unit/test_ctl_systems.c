/* test_ctl_systems.c - linear systems from C: laws, memory that runs out, the same bits twice */
#include "ctl/crossing.h"
#include "ctl/design.h"
#include "ctl/freq.h"
#include "ctl/gram.h"
#include "ctl/hold.h"
#include "ctl/margin.h"
#include "ctl/matfun.h"
#include "ctl/peak.h"
#include "ctl/realize.h"
#include "ctl/sequence.h"
#include "ctl/sheet.h"
#include "ctl/transfer.h"

#include "planted.h"

// a stable system of n states, m inputs and outputs
static lia_lti stable_system(lia_arena *a, int n, int m, unsigned seed) {
  lia_rng r = lia_rng_seed(seed);
  lia_lti s;
  cr_assert_eq(lia_lti_new(a, &s, n, m, m, NULL), LIA_OK);
  planted_normal(&r, s.A);
  planted_normal(&r, s.B);
  planted_normal(&r, s.C);
  // skew plus a negative definite part
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      *lia_mat_at(s.A, j, i) = -*lia_mat_at(s.A, i, j);
      if (i == j) *lia_mat_at(s.A, i, i) = -0.3 - i * 0.1;
    }
  return s;
}

LIA_TEST(ctl_systems, the_exponential_of_a_sum_of_times_is_the_product) {
  lia_rng r = lia_rng_seed(3);
  for (int n = 1; n <= 40; n += n < 6 ? 1 : 17) {
    lia_arena a = { 0 };
    lia_mat A, X, Y, Z, W;
    cr_assert_eq(lia_sheet_mat(&a, &A, n, n, NULL), LIA_OK);
    planted_normal(&r, A);
    cr_assert_eq(lia_sheet_copy(&a, &X, A, NULL), LIA_OK);
    cr_assert_eq(lia_sheet_copy(&a, &Y, A, NULL), LIA_OK);
    cr_assert_eq(lia_sheet_copy(&a, &Z, A, NULL), LIA_OK);
    cr_assert_eq(lia_matfun_exp(&a, X, A, NULL), LIA_OK);
    lia_mat_scale(W = A, 0.5, A);
    cr_assert_eq(lia_matfun_exp(&a, Y, W, NULL), LIA_OK);
    lia_mat_mul(Z, Y, Y);
    cr_assert_lt(lia_mat_diff(X, Z), 1e-12 * lia_mat_max(X));
    cr_assert_eq(lia_matfun_log(&a, Z, Y, NULL), LIA_OK);
    if (n < 6) cr_assert_lt(lia_mat_diff(Z, W), 1e-11 * lia_mat_max(W));
    lia_arena_free(&a);
  }
}

LIA_TEST(ctl_systems, the_response_is_that_of_its_transfer_function) {
  for (int n = 0; n <= 8; n++) {
    lia_arena a = { 0 };
    const lia_lti s = stable_system(&a, n, 2, 5);
    lia_transfer t;
    lia_freq f;
    double re[4], im[4];
    cr_assert_eq(lia_transfer_of(&a, &t, &s, NULL), LIA_OK);
    cr_assert_eq(lia_freq_new(&a, &f, &s, NULL), LIA_OK);
    for (double x = -1; x < 2; x += 0.7) {
      if (n && x < 0) continue;
      cr_assert(lia_freq_at(&f, x, 0, lia_mat_of(re, 2, 2), lia_mat_of(im, 2, 2)));
      for (int c = 0; c < 4; c++) {
        double num = 0, den = 0;
        for (int k = 0; k <= n; k++) {
          num = num * x + t.num[c][k];
          den = den * x + t.den[k];
        }
        cr_assert_float_eq(re[c], num / den, 1e-11 * (1 + fabs(re[c])), "n %d: %g", n, re[c]);
        cr_assert_eq(im[c], 0);
      }
    }
    lia_arena_free(&a);
  }
}

LIA_TEST(ctl_systems, the_h2_norm_is_the_sum_of_squared_markov_parameters) {
  lia_arena a = { 0 };
  const lia_lti s = stable_system(&a, 5, 2, 9);
  lia_lti d;
  lia_mat H;
  double norm;
  cr_assert_eq(lia_hold_sample(&a, &d, &s, 0.5, LIA_HOLD_tustin, 0, NULL), LIA_OK);
  cr_assert_eq(lia_sheet_mat(&a, &H, 400, 2, NULL), LIA_OK);
  cr_assert_eq(lia_sequence_markov(&a, &d, H, NULL), LIA_OK);
  cr_assert_eq(lia_gram_h2(&norm, &d, 1, NULL), LIA_OK);
  cr_assert_float_eq(norm, lia_mat_normf(H), 1e-12 * norm);
  lia_arena_free(&a);
}

LIA_TEST(ctl_systems, tustin_keeps_the_peak) {
  for (unsigned seed = 1; seed < 6; seed++) {
    lia_arena a = { 0 };
    const lia_lti s = stable_system(&a, 6, 2, seed);
    lia_lti d;
    lia_peak x, y;
    cr_assert_eq(lia_hold_sample(&a, &d, &s, 0.3, LIA_HOLD_tustin, 0, NULL), LIA_OK);
    cr_assert_eq(lia_peak_norm(&x, &s, 0, 1e-10, NULL), LIA_OK);
    cr_assert_eq(lia_peak_norm(&y, &d, 1, 1e-10, NULL), LIA_OK);
    cr_assert_float_eq(x.value, y.value, 1e-9 * x.value);
    // w = 2 / T tan(theta / 2)
    cr_assert_float_eq(x.w, 2 / 0.3 * tan(y.w / 2), 1e-3 * (1 + x.w));
    lia_arena_free(&a);
  }
}

// ---- memory that runs out ----

typedef lia_status job(lia_arena *a, const lia_lti *s, lia_error *err);

static lia_status job_hold(lia_arena *a, const lia_lti *s, lia_error *err) {
  lia_lti d, c;
  LIA_TRY(lia_hold_sample(a, &d, s, 0.1, LIA_HOLD_foh, 0, err));
  return lia_hold_continue(a, &c, &d, 0.1, LIA_HOLD_foh, 0, err);
}
static lia_status job_transfer(lia_arena *a, const lia_lti *s, lia_error *err) {
  lia_transfer t;
  return lia_transfer_of(a, &t, s, err);
}
static lia_status job_peak(lia_arena *a, const lia_lti *s, lia_error *err) {
  (void)a;
  lia_peak p;
  return lia_peak_norm(&p, s, 0, 1e-10, err);
}
static lia_status job_passive(lia_arena *a, const lia_lti *s, lia_error *err) {
  (void)a;
  lia_peak p;
  int yes;
  return lia_peak_passive(&p, &yes, s, 1, err);
}
static lia_status job_reduce(lia_arena *a, const lia_lti *s, lia_error *err) {
  lia_reduced r;
  return lia_gram_reduce(a, &r, s, 0, 2, 1, err);
}
static lia_status job_h2(lia_arena *a, const lia_lti *s, lia_error *err) {
  (void)a;
  double norm;
  return lia_gram_h2(&norm, s, 0, err);
}
static lia_status job_margins(lia_arena *a, const lia_lti *s, lia_error *err) {
  lia_lti one = *s;
  one.B = lia_mat_part(s->B, 0, 0, s->A.rows, 1);
  one.C = lia_mat_part(s->C, 0, 0, 1, s->A.rows);
  one.D = lia_mat_part(s->D, 0, 0, 1, 1);
  lia_margins m;
  return lia_margin_find(a, &m, &one, 0, err);
}
static lia_status job_coprime(lia_arena *a, const lia_lti *s, lia_error *err) {
  lia_design d;
  return lia_design_coprime(a, &d, s, 1.1, err);
}
static lia_status job_hinf(lia_arena *a, const lia_lti *s, lia_error *err) {
  static double identity[] = { 1, 0, 0, 1 }, zero[4];
  const lia_mat one = lia_mat_of(identity, 2, 2), none = lia_mat_of(zero, 2, 2);
  const lia_plant P = { s->A, s->B, s->B, s->C, s->C, none, one, one, none };
  lia_design d;
  return lia_design_hinf(a, &d, &P, 100, 1e-3, err);
}
static lia_status job_markov(lia_arena *a, const lia_lti *s, lia_error *err) {
  lia_mat H;
  lia_lti d, out;
  double *value;
  int n;
  LIA_TRY(lia_hold_sample(a, &d, s, 0.5, LIA_HOLD_zoh, 0, err));
  LIA_TRY(lia_sheet_mat(a, &H, 30, 2, err));
  LIA_TRY(lia_sequence_markov(a, &d, H, err));
  return lia_realize_markov(a, &out, &value, &n, H, 2, -1, err);
}
static lia_status job_record(lia_arena *a, const lia_lti *s, lia_error *err) {
  lia_rng r = lia_rng_seed(1);
  lia_mat U, Y;
  lia_lti out;
  double *value, *x0;
  (void)s;
  LIA_TRY(lia_sheet_mat(a, &U, 60, 1, err));
  LIA_TRY(lia_sheet_mat(a, &Y, 60, 1, err));
  planted_normal(&r, U);
  planted_normal(&r, Y);
  return lia_realize_record(a, &out, &x0, &value, U, Y, 2, 4, err);
}

static job *const jobs[] = { job_hold, job_transfer, job_peak, job_passive, job_reduce, job_h2,
  job_margins, job_coprime, job_hinf, job_markov, job_record };

LIA_TEST(ctl_systems, memory_that_runs_out_is_told_and_nothing_is_lost) {
  for (size_t k = 0; k < sizeof jobs / sizeof *jobs; k++) {
    lia_arena mine = { 0 };
    const lia_lti s = stable_system(&mine, 5, 2, 2);
    lia_status st = LIA_ENOMEM;
    for (long n = 0; st == LIA_ENOMEM; n++) {
      lia_arena a = { 0 };
      lia_error err = { 0 };
      lia_mem_fail_after(n);
      st = jobs[k](&a, &s, &err);
      lia_mem_fail_after(-1);
      cr_assert(st == LIA_OK || st == LIA_ENOMEM, "job %zu: %s: %s", k, err.path, err.text);
      lia_arena_free(&a);
      cr_assert_lt(n, 2000);
    }
    lia_arena_free(&mine);
  }
}

LIA_TEST(ctl_systems, the_same_question_has_the_same_bits_for_an_answer) {
  lia_peak p[2];
  double norm[2];
  for (int k = 0; k < 2; k++) {
    lia_arena a = { 0 };
    const lia_lti s = stable_system(&a, 20, 3, 4);
    cr_assert_eq(lia_peak_norm(&p[k], &s, 0, 1e-10, NULL), LIA_OK);
    cr_assert_eq(lia_gram_h2(&norm[k], &s, 0, NULL), LIA_OK);
    lia_arena_free(&a);
  }
  cr_assert_eq(p[0].value, p[1].value);
  cr_assert_eq(p[0].w, p[1].w);
  cr_assert_eq(norm[0], norm[1]);
}

LIA_TEST(ctl_systems, crossings_of_a_level_are_where_the_response_has_it) {
  lia_arena a = { 0 };
  const lia_lti s = stable_system(&a, 6, 2, 8);
  lia_peak p;
  lia_freq f;
  double w[14], re[4], im[4], value;
  int n;
  cr_assert_eq(lia_peak_norm(&p, &s, 0, 1e-10, NULL), LIA_OK);
  cr_assert_eq(lia_freq_new(&a, &f, &s, NULL), LIA_OK);
  cr_assert_eq(lia_crossing_find(&a, w, &n, &s, LIA_CROSSING_SIZE, 0.8 * p.value, 0, 1e-8, NULL),
      LIA_OK);
  cr_assert_gt(n, 0);
  for (int k = 0; k < n; k++) {
    lia_arena room = { 0 };
    const lia_mat R = lia_mat_of(re, 2, 2), Q = lia_mat_of(im, 2, 2);
    cr_assert(lia_freq_at(&f, 0, w[k], R, Q));
    cr_assert_eq(lia_sheet_largest(&room, R, Q, &value, NULL), LIA_OK);
    // any singular value may be the one that meets it
    if (k + 1 == n) cr_assert_float_eq(value, 0.8 * p.value, 1e-9 * p.value);
    lia_arena_free(&room);
  }
  lia_arena_free(&a);
}
