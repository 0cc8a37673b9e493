/* mujoco_sim.cpp - a step of RK4 of 1 ms under gravity alone in MuJoCo, on the models of bench_sim.c
 * needs libmujoco-dev: echo -O3 -lmujoco */
#define BENCH_WHO "MuJoCo"
#include "bench.h"
#include "mujoco_model.h"

static void steps(const char *name) {
  char row[96];
  mdl M = mdl_load(mdl_path(name));
  mjModel *m = compile(M);
  if (!m) return;
  mjData *d = mj_makeData(m);
  m->opt.integrator = mjINT_RK4;
  m->opt.timestep = 1e-3;
  for (int k = 0; k < m->nq; k++) d->qpos[k] = 0.3 + 0.1 * k;
  snprintf(row, sizeof row, "%s RK4 step of 1 ms", name);
  BENCH("sim", row, mj_step(m, d));
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main() {
  steps("panda");
  steps("dpend");
  return 0;
}
