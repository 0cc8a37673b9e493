/* mujoco_runs.c - a motion with contacts by MuJoCo: where it ends, the force of the ground, how
 * long a step takes
 * needs libmujoco-dev: cc mujoco_runs.c -lmujoco -lm; mujoco_runs file.xml seconds */
#include <mujoco/mujoco.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void put(const char *what, const mjtNum *x, int n) {
  printf("%s", what);
  for (int i = 0; i < n; i++) printf(" %.17g", x[i]);
  printf("\n");
}

/* normal forces between the world and all that moves */
static double carried(const mjModel *m, const mjData *d) {
  double sum = 0;
  for (int i = 0; i < d->ncon; i++) {
    mjtNum F[6];
    const mjContact *c = d->contact + i;
    if (m->geom_bodyid[c->geom1] && m->geom_bodyid[c->geom2]) continue;
    mj_contactForce(m, d, i, F);
    sum += F[0];
  }
  return sum;
}

int main(int argc, char **argv) {
  char why[1000] = "";
  if (argc < 3) return 2;
  mjModel *m = mj_loadXML(argv[1], NULL, why, sizeof why);
  if (!m) {
    printf("error %s\n", why);
    return 1;
  }
  mjData *d = mj_makeData(m);
  if (m->nkey) mj_resetDataKeyframe(m, d, 0);
  const long steps = (long)(atof(argv[2]) / m->opt.timestep + 0.5);
  mj_forward(m, d);
  const double begun = now();
  for (long k = 0; k < steps; k++) mj_step(m, d);
  const double took = now() - begun;
  mj_forward(m, d);
  const mjtNum N = carried(m, d), each = took / (double)(steps > 0 ? steps : 1);
  put("q", d->qpos, m->nq);
  put("v", d->qvel, m->nv);
  put("N", &N, 1);
  put("step", &each, 1);
  mj_deleteData(d);
  mj_deleteModel(m);
  return 0;
}
