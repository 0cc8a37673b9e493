/* bench_ik.c - inverse kinematics: a thousand poses an arm reaches within its limits, each solved
 * from the middle of them */
#include "bench.h"
#include "mdl.h"

#include "base/mem.h"
#include "geo/rot.h"
#include "rbd/fk.h"
#include "rbd/ik.h"
#include "rbd/ikarm.h"

#include <string.h>

enum { POSES = 1000 };

static const struct { const char *name; int n; double unit, lower[7], upper[7]; } arms[] = {
  { "puma560", 6, 3.14159265358979312 / 180, { -160, -110, -135, -266, -100, -266 },
      { 160, 110, 135, 266, 100, 266 } },
  { "panda", 7, 1, { -2.8973, -1.7628, -2.8973, -3.0718, -2.8973, -0.0175, -2.8973 },
      { 2.8973, 1.7628, 2.8973, -0.0698, 2.8973, 3.7525, 2.8973 } },
};

static lia_model *compile(const mdl *M, int arm) {
  lia_body_def b[7];
  lia_model *m;
  lia_error err = { 0 };
  for (int i = 0; i < M->n; i++) {
    const mdl_body *x = &M->body[i];
    b[i] = lia_body_def_new(x->name);
    b[i].parent = x->parent - 1;
    b[i].joint = LIA_JOINT_revolute;
    lia_copy3(b[i].axis, x->axis);
    lia_copy33(b[i].X_PJ.R, x->R);
    lia_copy3(b[i].X_PJ.p, x->p);
    b[i].dof[0].q_min = arms[arm].unit * arms[arm].lower[i];
    b[i].dof[0].q_max = arms[arm].unit * arms[arm].upper[i];
  }
  if (lia_model_new(&m, b, M->n, M->gravity, &err) != LIA_OK) {
    fprintf(stderr, "%s: %s\n", err.path, err.text);
    exit(1);
  }
  return m;
}

static void one_arm(int arm) {
  char row[96];
  mdl M = mdl_load(mdl_path(arms[arm].name));
  lia_model *m = compile(&M, arm);
  lia_data *d;
  lia_ik *w;
  static lia_ik_target target[POSES];
  double middle[7], q[7];
  int missed = 0;
  lia_rng r = lia_rng_seed(2024);
  lia_ik_info info;
  if (lia_data_new(&d, m, NULL) != LIA_OK || lia_ik_new(&w, m, d, NULL) != LIA_OK) exit(1);
  for (int k = 0; k < arms[arm].n; k++)
    middle[k] = arms[arm].unit * (arms[arm].lower[k] + arms[arm].upper[k]) / 2 + 0.1;
  for (int k = 0; k < POSES; k++) {
    lia_model_random(m, &r, q);
    target[k] = (lia_ik_target){ .body = m->nbody - 1, .rows = LIA_IK_POSE };
    lia_fk_one(m, d, q, m->nbody - 1, &target[k].X);
    memcpy(q, middle, sizeof q);
    missed += lia_ik_solve(w, &target[k], &lia_ik_defaults, NULL, q, &info, NULL) != LIA_OK;
  }
  if (missed)
    fprintf(stderr, "%s: %d of %d poses were not solved\n", arms[arm].name, missed, POSES);
  snprintf(row, sizeof row, "%s a pose within limits to 1e-9", arms[arm].name);
  BENCH("ik", row,
    memcpy(q, middle, sizeof q);
    if (lia_ik_solve(w, &target[i % POSES], &lia_ik_defaults, NULL, q, &info, NULL) != LIA_OK)
      missed++);
  lia_ikarm a;
  if (lia_ikarm_look(&a, m, d, m->nbody - 1, (double[3]){ 0 }, 0, middle, NULL) == LIA_OK &&
      a.kind) {
    double found[LIA_IKARM_MOST][LIA_IKARM_JOINTS];
    snprintf(row, sizeof row, "%s all configurations", arms[arm].name);
    BENCH("ik", row, lia_ikarm_solve(&a, &target[i % POSES].X, (double[3]){ 0 }, middle, found));
  }
  lia_ikarm_close(&a);
  lia_free(w);
  lia_free(d);
  lia_free(m);
  free(M.body);
}

int main(void) {
  for (int arm = 0; arm < 2; arm++) one_arm(arm);
  return 0;
}
