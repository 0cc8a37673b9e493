/* test_bits.c - whole runs have the same bits with every compiler, at every level of optimisation
 *
 * The numbers expected here are what this house once computed itself: what is tested is that builds
 * agree (gcc and clang, -O0, -O1 under the sanitizers, -O2, any machine with multiply-add), not
 * that the motion is right, which test_sim.c and the laws see to. Who changes an algorithm changes
 * them, with all builds at once: the message tells the new one. A difference between builds is a
 * sine of libm beside its cosine (one call for gcc, two for others: other bits), a product
 * contracted with a sum, or a sum in another order. */
#include "geo/rot.h"
#include "sim/model_ode.h"
#include "sim/record.h"
#include "sim/run.h"

#include "house.h"
#include <string.h>

#define OK(call)                                                         \
  do {                                                                   \
    lia_error e_ = { 0 }, *err = &e_;                                    \
    cr_assert_eq((call), LIA_OK, "%s: %s: %s", #call, e_.path, e_.text); \
  } while (0)

enum { STATES = 32 };
enum { ARM, BODY, HINGE };

typedef struct tape { lia_record *r; int n; } tape;

static lia_status keep(void *user, double t, const double *x, lia_error *err) {
  tape *k = user;
  double row[1 + STATES] = { t };
  memcpy(row + 1, x, (size_t)k->n * sizeof *x);
  return lia_record_add_row(k->r, row, err);
}

static void add(lia_body_def *b, int i, lia_joint joint, double x, double z) {
  *b = lia_body_def_new((const char *[]){ "a", "b", "c" }[i]);
  b->parent = i - 1;
  b->joint = joint;
  b->axis[i % 2] = 1;
  lia_rot_about(b->X_PJ.R, 2, 0.3 * i);
  b->X_PJ.p[2] = i ? -0.5 : 0;
  b->has_inertia = 1;
  b->inertia = (lia_inertia){ 2, { x, 0, z }, { 0.5, 0.6, 0.2, 0, 0, 0 } };
}

/* an arm of three hinges on the ground, a floating body with a ball joint and a hinge, one hinge */
static lia_model *mechanism(int kind, lia_data **d) {
  lia_body_def b[3];
  lia_model *m;
  add(&b[0], 0, kind == BODY ? LIA_JOINT_floating : LIA_JOINT_revolute, 0.1, -0.5);
  add(&b[1], 1, kind == BODY ? LIA_JOINT_spherical : LIA_JOINT_revolute, 0.05, -0.4);
  add(&b[2], 2, LIA_JOINT_revolute, 0, -0.3);
  OK(lia_model_new(&m, b, kind == HINGE ? 1 : 3, (double[]){ 0, 0, -9.81 }, err));
  OK(lia_data_new(d, m, err));
  return m;
}

static lia_record *columns(int n) {
  static const char letters[] = "tabcdefghijklmnopqrsuvwxyz";
  lia_record *r;
  OK(lia_record_new(&r, err));
  for (int i = 0; i <= n; i++) OK(lia_record_add_column(r, (char[]){ letters[i], 0 }, "", err));
  return r;
}

static void run_of(char hash[33], int kind, int method) {
  lia_data *d;
  lia_model *m = mechanism(kind, &d);
  lia_model_ode *s;
  lia_ode *o;
  tape k = { .r = columns(m->nq + m->nv), .n = m->nq + m->nv };
  double x[STATES] = { 0 }, work[LIA_RUN_WORK(0, STATES)];
  OK(lia_model_ode_new(&s, m, d, NULL, err));
  lia_ode_problem p = lia_model_ode_problem(s);
  lia_ode_opts opts = lia_ode_defaults;
  opts.h = lia_ode_adaptive(method) ? 0 : 0.01;
  OK(lia_ode_new(&o, method, &p, &opts, err));
  lia_model_neutral(m, x);
  for (int i = 0; i < m->nv; i++) x[m->nq + i] = 0.4 + 0.3 * i;
  lia_ode_start(o, 0, x);
  // samples lie between steps: dense output counts too
  lia_run r = { .user = &k, .sample = keep, .dt = 0.03 };
  lia_run_info info;
  OK(lia_run_to(o, 1, &r, work, &info, err));
  lia_record_hash(k.r, hash);
  lia_ode_free(o);
  lia_free(s);
  lia_record_free(k.r);
  lia_free(d);
  lia_free(m);
}

LIA_TEST(bits, of_whole_runs_are_those_of_every_build) {
  static const struct { int method, kind; const char *hash; } row[] = {
    { LIA_ODE_rk4, ARM, "f18c7cc480e8930992ecf5569e673e16" },
    { LIA_ODE_rk4, BODY, "6bc3eadb3ea3cac6d0ff935d1f4821a7" },
    { LIA_ODE_dopri5, ARM, "28f5d4819c03a80c55921738626ad63c" },
    { LIA_ODE_dopri5, BODY, "779f9b434d4a158a26fb6c48fe9643c0" },
    { LIA_ODE_dop853, ARM, "a97496ef79f9ae6f4e15880314e036b0" },
    { LIA_ODE_dop853, BODY, "590f785f3d8ac41ee19206e7d77ab03c" },
    { LIA_ODE_radau5, ARM, "cdebd8f0dadc5253613fa5137e8fd836" },
    { LIA_ODE_radau5, BODY, "339f65f06551124fed67edf079e6a5dd" },
    { LIA_ODE_rkmk4, ARM, "2f6f43f0387077ad55293226b7f2d2cf" },
    { LIA_ODE_rkmk4, BODY, "94ef83c5e16748bf900e2399b9b18772" },
    { LIA_ODE_cg3, ARM, "55492fcf3624d46e39bddd598c42c540" },
    { LIA_ODE_cg3, BODY, "ad3897e2df51c15120486ddfc73bef0f" },
    // it wants canonical coordinates: no quaternions
    { LIA_ODE_gauss4, ARM, "abd68fb5b8dce2952aea4d62d80ba4ec" },
    // and this one accelerations that depend on positions alone
    { LIA_ODE_verlet, HINGE, "74762c11b4a42dac69a099e160a2eb6b" },
  };
  for (int i = 0; i < (int)(sizeof row / sizeof *row); i++) {
    char hash[33];
    run_of(hash, row[i].kind, row[i].method);
#ifdef LIA_FUSED
    cr_expect_str_eq(hash, row[i].hash, "%s, %s: %s", lia_ode_name(row[i].method),
        (const char *[]){ "arm", "body", "hinge" }[row[i].kind], hash);
#endif
  }
}
