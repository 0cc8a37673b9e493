/* test_sim.c - records, the loop with its events, mechanisms that keep their energy */
#include "sim/model_ode.h"
#include "sim/record.h"
#include "sim/run.h"

#include "house.h"
#include <math.h>
#include <string.h>

#define OK(call)                                                         \
  do {                                                                   \
    lia_error e_ = { 0 }, *err = &e_;                                    \
    cr_assert_eq((call), LIA_OK, "%s: %s: %s", #call, e_.path, e_.text); \
  } while (0)

// x = t^3 - 2 t and its rate by rows 2 apart: the cubic is the motion itself
LIA_TEST(record, between_rows_a_column_with_a_rate_is_their_cubic) {
  lia_record *r;
  OK(lia_record_new(&r, err));
  OK(lia_record_add_column(r, "t", "s", err));
  OK(lia_record_add_column(r, "x", "m", err));
  OK(lia_record_add_column(r, "x'", "m/s", err));
  lia_record_rate(r, 1, 2);
  for (int i = -1; i < 3; i++) {
    const double t = 2 * i;
    OK(lia_record_add_row(r, (double[]){ t, t * t * t - 2 * t, 3 * t * t - 2 }, err));
  }
  for (double t = -2; t <= 4; t += 0.375) {
    cr_assert_float_eq(lia_record_at(r, 1, t), t * t * t - 2 * t, 1e-13);
    cr_assert_float_eq(lia_record_at(r, 2, t), 3 * t * t - 2, 1e-13);
  }
  lia_record_free(r);
}

LIA_TEST(record, columns_rows_and_their_texts) {
  lia_record *r;
  OK(lia_record_new(&r, err));
  OK(lia_record_add_column(r, "t", "s", err));
  OK(lia_record_add_column(r, "a,b", "m", err));
  cr_assert_eq(lia_record_add_column(r, "t", "", NULL), LIA_EARG);
  cr_assert(isnan(lia_record_at(r, 1, 0)) && isnan(lia_record_summary(r, 1).mean));
  for (int i = 0; i < 1000; i++) OK(lia_record_add_row(r, (double[]){ i * 0.5, 2.0 * i }, err));
  cr_assert_eq(lia_record_add_column(r, "late", "", NULL), LIA_EARG);
  cr_assert_float_eq(lia_record_at(r, 1, 10.25), 41, 1e-12);
  cr_assert(lia_record_at(r, 1, -1) == 0 && lia_record_at(r, 1, 1e9) == 1998);
  lia_summary s = lia_record_summary(r, 1);
  cr_assert(s.least == 0 && s.largest == 1998);
  cr_assert_float_eq(s.mean, 999, 1e-9);
  cr_assert_float_eq(s.deviation, 2 * sqrt((1e6 - 1) / 12), 1e-9);
  lia_text t = { 0 };
  r->nrow = 2;
  lia_record_csv(r, &t);
  cr_assert_str_eq(lia_text_str(&t), "t,\"a,b\"\n0,0\n0.5,2\n");
  lia_text_cut(&t, 0);
  r->x[3] = (double)NAN;
  lia_record_json(r, &t);
  cr_assert(strstr(lia_text_str(&t), "[0.5, null]") &&
      strstr(lia_text_str(&t), "\"units\": [\"s\", \"m\"]"), "%s", lia_text_str(&t));
  lia_text_cut(&t, 0);
  lia_record_lua(r, &t);
  cr_assert(strstr(lia_text_str(&t), "{ 0.5, 0/0 }"), "%s", lia_text_str(&t));
  lia_text_cut(&t, 0);
  lia_record_npy(r, &t);
  cr_assert(t.n == 128 + 32 && memcmp(t.s, "\x93NUMPY\x01", 7) == 0 &&
      strstr(t.s + 10, "'shape': (2, 2)") && t.s[127] == '\n');
  char h[2][33];
  for (int k = 0; k < 2; k++, r->x[0] = 1) lia_record_hash(r, h[k]);
  cr_assert_str_neq(h[0], h[1]);
  lia_text_free(&t);
  lia_record_free(r);
}

/* ---- a ball that falls on the ground and comes back with 0.8 of its speed ---- */

typedef struct ball { lia_record *r; int bounces, stop_after; double times[20]; } ball;

static lia_status fall(void *user, double t, const double *x, double *dx, lia_error *err) {
  (void)user, (void)t, (void)err;
  dx[0] = x[1];
  dx[1] = -9.81;
  return LIA_OK;
}

static lia_status height(void *user, double t, const double *x, double *g, lia_error *err) {
  (void)user, (void)t, (void)err;
  g[0] = x[0];
  return LIA_OK;
}

static lia_status bounce(void *user, int k, double t, double *x, lia_run_word *word,
    lia_error *err) {
  ball *b = user;
  (void)k, (void)err;
  b->times[b->bounces++] = t;
  x[1] = -0.8 * x[1];
  *word = b->bounces == b->stop_after ? LIA_RUN_stop : LIA_RUN_changed;
  return LIA_OK;
}

static lia_status keep(void *user, double t, const double *x, lia_error *err) {
  return lia_record_add_row(((ball *)user)->r, (double[]){ t, x[0], x[1] }, err);
}

LIA_TEST(run, impacts_are_met_at_their_times_and_samples_at_theirs) {
  for (int method = 0; method < LIA_BUTCHER_COUNT; method++) {
    ball b = { .stop_after = 6 };
    OK(lia_record_new(&b.r, err));
    for (int k = 0; k < 3; k++)
      OK(lia_record_add_column(b.r, (const char *[]){ "t", "h", "v" }[k], "", err));
    lia_ode_problem p = { .n = 2, .f = fall };
    lia_ode_opts opts = lia_ode_defaults;
    opts.rtol = opts.atol = 1e-9;
    opts.h = lia_ode_adaptive(method) ? 0 : 0.013;
    lia_ode *o;
    lia_run r = { .nevent = 1, .direction = (const int[]){ -1 }, .dt = 0.01, .user = &b,
        .events = height, .at = bounce, .sample = keep };
    lia_run_info info;
    double work[LIA_RUN_WORK(1, 2)], v = sqrt(2 * 9.81), t = sqrt(2 / 9.81);
    OK(lia_ode_new(&o, (lia_butcher_kind)method, &p, &opts, err));
    lia_ode_start(o, 0, (double[]){ 1, 0 });
    OK(lia_run_to(o, 100, &r, work, &info, err));
    cr_assert(b.bounces == 6 && info.event == 0);
    for (int k = 0; k < 6; k++) {
      cr_assert_float_eq(b.times[k], t, 1e-9, "%s: bounce %d at %.15g, expected %.15g",
          lia_ode_name(o->method), k + 1, b.times[k], t);
      v *= 0.8;
      t += 2 * v / 9.81;
    }
    // no sample below the ground, all in order of time
    for (int i = 0; i < b.r->nrow; i++) {
      cr_assert(lia_record_row(b.r, i)[1] > -1e-9, "%g at %g", lia_record_row(b.r, i)[1],
          lia_record_row(b.r, i)[0]);
      if (i) cr_assert(lia_record_row(b.r, i)[0] >= lia_record_row(b.r, i - 1)[0]);
    }
    cr_assert(fabs(lia_record_at(b.r, 1, 0.3) - (1 - 9.81 * 0.09 / 2)) < 1e-7);
    cr_assert_eq(info.samples, b.r->nrow);
    lia_ode_free(o);
    lia_record_free(b.r);
  }
}

static lia_status swing(void *user, double t, const double *x, double *dx, lia_error *err) {
  (void)user, (void)t, (void)err;
  dx[0] = x[1];
  dx[1] = -4 * sin(x[0]);
  return LIA_OK;
}

static lia_status lowest(void *user, double t, const double *x, double *g, lia_error *err) {
  (void)user, (void)t, (void)err;
  g[0] = x[0];
  return LIA_OK;
}

static lia_status stop_there(void *user, int k, double t, double *x, lia_run_word *word,
    lia_error *err) {
  (void)user, (void)k, (void)t, (void)x, (void)err;
  *word = LIA_RUN_stop;
  return LIA_OK;
}

static lia_status tell_no_one(void *user, double t, const double *x, lia_error *err) {
  (void)user, (void)t, (void)x, (void)err;
  return LIA_OK;
}

// a pendulum from 1.2 rad is lowest after a quarter period, K(sin 0.6)/2 by the
// arithmetic-geometric mean, with v^2 = 8 (1 - cos 1.2): as exact as the steps, also of methods
// whose polynomial between them is coarse
LIA_TEST(run, an_event_is_as_exact_as_the_steps_of_every_method) {
  static const int method[] = { LIA_ODE_dopri5, LIA_ODE_dop853, LIA_ODE_radau5, LIA_ODE_gauss6,
      LIA_ODE_yoshida6 };
  double a = 1, b = cos(0.6), c;
  for (int k = 0; k < 10; k++) c = (a + b) / 2, b = sqrt(a * b), a = c;
  for (size_t k = 0; k < sizeof method / sizeof *method; k++) {
    lia_ode_problem p = { .n = 2, .f = swing, .nq = 1 };
    lia_ode_opts opts = lia_ode_defaults;
    opts.rtol = 1e-10;
    opts.atol = 1e-12;
    opts.h = method[k] == LIA_ODE_gauss6 || method[k] == LIA_ODE_yoshida6 ? 0.01 : 0;
    lia_run r = { .nevent = 1, .direction = (const int[]){ 0 }, .events = lowest, .at = stop_there,
        .sample = tell_no_one };
    lia_run_info info;
    double work[LIA_RUN_WORK(1, 2)];
    lia_ode *o;
    OK(lia_ode_new(&o, method[k], &p, &opts, err));
    lia_ode_start(o, 0, (double[]){ 1.2, 0 });
    OK(lia_run_to(o, 3, &r, work, &info, err));
    cr_assert_lt(fabs(info.t - acos(-1) / a / 4), 5e-12, "%s: %g", lia_ode_name(method[k]),
        info.t - acos(-1) / a / 4);
    const double v = -sqrt(8 * (1 - cos(1.2))),
        most = opts.h > 0 || method[k] == LIA_ODE_radau5 ? 2e-12 : 2e-10;
    cr_assert_lt(fabs(o->x[1] - v), most, "%s: %g", lia_ode_name(method[k]), o->x[1] - v);
    lia_ode_free(o);
  }
}

static lia_status stop_now(void *user, double t, lia_error *err) {
  (void)user, (void)t;
  return LIA_FAIL(err, LIA_EINTERRUPT, "", "stopped");
}

static lia_status slow_fall(void *user, double t, const double *x, double *dx, lia_error *err) {
  volatile double s = 0;
  for (int k = 0; k < 2000; k++) s = s + k;
  return s < 0 ? LIA_EDOMAIN : fall(user, t, x, dx, err);
}

LIA_TEST(run, an_interruption_keeps_what_was_computed) {
  ball b = { .stop_after = -1 };
  OK(lia_record_new(&b.r, err));
  for (int k = 0; k < 3; k++)
    OK(lia_record_add_column(b.r, (const char *[]){ "t", "h", "v" }[k], "", err));
  lia_ode_problem p = { .n = 2, .f = slow_fall };
  lia_ode_opts opts = lia_ode_defaults;
  opts.h = 1e-4;
  opts.fixed = 1;
  lia_ode *o;
  lia_run r = { .user = &b, .sample = keep, .pulse = stop_now };
  lia_run_info info;
  double work[LIA_RUN_WORK(0, 2)];
  OK(lia_ode_new(&o, LIA_BUTCHER_rk4, &p, &opts, err));
  lia_ode_start(o, 0, (double[]){ 1, 0 });
  cr_assert_eq(lia_run_to(o, 1e6, &r, work, &info, NULL), LIA_EINTERRUPT);
  cr_assert(b.r->nrow > 3 && info.t > 0 && info.t < 1e5);
  // and can be gone on with
  r.pulse = NULL;
  double t = o->t;
  OK(lia_run_to(o, t + 0.01, &r, work, &info, err));
  cr_assert_eq(o->t, t + 0.01);
  lia_ode_free(o);
  lia_record_free(b.r);
}

/* ---- mechanisms ---- */

static lia_model *chain(int spherical, lia_data **d) {
  lia_body_def b[3];
  lia_model *m;
  for (int i = 0; i < 3; i++) {
    b[i] = lia_body_def_new((const char *[]){ "a", "b", "c" }[i]);
    b[i].parent = i - 1;
    b[i].joint = i == 1 && spherical ? LIA_JOINT_spherical : LIA_JOINT_revolute;
    b[i].axis[i % 2] = 1;
    b[i].X_PJ.p[2] = i ? -0.5 : 0;
    b[i].has_inertia = 1;
    b[i].inertia = (lia_inertia){ 2, { 0.1, 0, -0.5 }, { 0.5, 0.6, 0.2, 0, 0, 0 } };
  }
  OK(lia_model_new(&m, b, 3, (double[]){ 0, 0, -9.81 }, err));
  OK(lia_data_new(d, m, err));
  return m;
}

static lia_status nothing(void *user, double t, const double *x, lia_error *err) {
  (void)user, (void)t, (void)x, (void)err;
  return LIA_OK;
}

// no friction: the energy stays, and so do quaternions
LIA_TEST(machine, energy_is_kept_with_and_without_quaternions) {
  for (int spherical = 0; spherical < 2; spherical++) {
    lia_data *d;
    lia_model *m = chain(spherical, &d);
    lia_model_ode *s;
    lia_ode *o;
    OK(lia_model_ode_new(&s, m, d, NULL, err));
    lia_ode_problem p = lia_model_ode_problem(s);
    lia_ode_opts opts = lia_ode_defaults;
    opts.rtol = opts.atol = 1e-10;
    OK(lia_ode_new(&o, LIA_BUTCHER_dop853, &p, &opts, err));
    double x[20] = { 0 }, T0, V0, T, V, work[40];
    lia_model_neutral(m, x);
    x[0] = 1.2;
    for (int k = 0; k < m->nv; k++) x[m->nq + k] = 0.3 * k;
    lia_model_ode_energy(s, x, &T0, &V0);
    lia_ode_start(o, 0, x);
    lia_run r = { .sample = nothing };
    lia_run_info info;
    OK(lia_run_to(o, 3, &r, work, &info, err));
    lia_model_ode_energy(s, o->x, &T, &V);
    cr_assert_float_eq(T + V, T0 + V0, 1e-7, "%.12g -> %.12g", T0 + V0, T + V);
    cr_assert(fabs(T - T0) > 0.1, "something moves");
    if (spherical) {
      double n = 0;
      for (int k = 0; k < 4; k++) n += o->x[1 + k] * o->x[1 + k];
      cr_assert_float_eq(n, 1, 1e-15);
    }
    lia_ode_free(o);
    lia_free(s);
    lia_free(d);
    lia_free(m);
  }
}

// a mass on a spring with a damper, told as one slide: x'' = -k (x - r) - c x'  in closed form
LIA_TEST(machine, springs_and_dampers_of_the_description_act) {
  lia_body_def b = lia_body_def_new("mass");
  b.joint = LIA_JOINT_prismatic;
  b.has_inertia = 1;
  b.inertia.m = 2;
  b.dof[0].stiffness = 50;
  b.dof[0].damping = 4;
  b.dof[0].rest = 0.3;
  lia_model *m;
  lia_data *d;
  lia_model_ode *s;
  lia_ode *o;
  OK(lia_model_new(&m, &b, 1, (double[]){ 0, 0, -9.81 }, err));
  OK(lia_data_new(&d, m, err));
  OK(lia_model_ode_new(&s, m, d, NULL, err));
  lia_ode_problem p = lia_model_ode_problem(s);
  lia_ode_opts opts = lia_ode_defaults;
  opts.rtol = opts.atol = 1e-11;
  OK(lia_ode_new(&o, LIA_BUTCHER_dop853, &p, &opts, err));
  lia_ode_start(o, 0, (double[]){ 0.5, 0 });
  double work[8], T, V, E0, rest = 0.3 - 2 * 9.81 / 50, A = 0.5 - rest, z = 1, w = sqrt(25 - z * z);
  lia_run r = { .sample = nothing };
  lia_run_info info;
  lia_model_ode_energy(s, o->x, &T, &E0);
  cr_assert_float_eq(E0, 2 * 9.81 * 0.5 + 25 * 0.04, 1e-12);
  OK(lia_run_to(o, 1.7, &r, work, &info, err));
  double want = rest + A * exp(-z * 1.7) * (cos(w * 1.7) + z / w * sin(w * 1.7));
  cr_assert_float_eq(o->x[0], want, 1e-9, "%.12g, expected %.12g", o->x[0], want);
  lia_model_ode_energy(s, o->x, &T, &V);
  cr_assert(T + V < E0);
  lia_ode_free(o);
  lia_free(s);
  lia_free(d);
  lia_free(m);
}

// the same bits with gcc and clang, with and without optimisation, wherever multiply-add is one
// operation
LIA_TEST(run, a_whole_run_has_the_bits_it_always_had) {
  lia_data *d;
  lia_model *m = chain(1, &d);
  lia_model_ode *s;
  ball b = { .stop_after = -1 };
  lia_ode *o;
  OK(lia_model_ode_new(&s, m, d, NULL, err));
  OK(lia_record_new(&b.r, err));
  for (int k = 0; k < 3; k++)
    OK(lia_record_add_column(b.r, (const char *[]){ "t", "a", "b" }[k], "", err));
  lia_ode_problem p = lia_model_ode_problem(s);
  lia_ode_opts opts = lia_ode_defaults;
  opts.h = 0.005;
  OK(lia_ode_new(&o, LIA_ODE_rk4, &p, &opts, err));
  double x[20] = { 0 }, work[40];
  lia_model_neutral(m, x);
  x[0] = 1.2;
  for (int k = 0; k < m->nv; k++) x[m->nq + k] = 0.3 * k;
  lia_ode_start(o, 0, x);
  lia_run r = { .user = &b, .sample = keep };
  lia_run_info info;
  OK(lia_run_to(o, 2, &r, work, &info, err));
  char hash[33];
  lia_record_hash(b.r, hash);
#ifdef LIA_FUSED
  cr_assert_str_eq(hash, "71c66e834ebc56f66f040f5f4a029f4a");
#endif
  lia_ode_free(o);
  lia_free(s);
  lia_record_free(b.r);
  lia_free(d);
  lia_free(m);
}

// what stands in the state: coordinates, then speeds (with quaternions there are fewer), then what
// has no name
LIA_TEST(machine, every_number_of_the_state_has_the_name_it_was_given) {
  static const char *const q[] = { "q0", "w", "x", "y", "z", "q2" },
      *const v[] = { "v0", "wx", "wy", "wz", "v2" };
  lia_data *d;
  lia_model *m = chain(1, &d);
  cr_assert(m->nq == 6 && m->nv == 5);
  for (int given = 0; given < 4; given++) {
    lia_model_ode *s;
    lia_model_ode_opts opts = { .qname = given & 1 ? q : NULL, .vname = given & 2 ? v : NULL };
    OK(lia_model_ode_new(&s, m, d, &opts, err));
    lia_ode_problem p = lia_model_ode_problem(s);
    for (int i = 0; i < 6; i++) cr_assert_eq(p.name(p.user, i), given & 1 ? q[i] : NULL);
    for (int i = 0; i < 5; i++) cr_assert_eq(p.name(p.user, 6 + i), given & 2 ? v[i] : NULL);
    cr_assert_null(p.name(p.user, 11));
    lia_free(s);
  }
  lia_free(d);
  lia_free(m);
}
