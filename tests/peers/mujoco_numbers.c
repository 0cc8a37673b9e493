/* mujoco_numbers.c - what MuJoCo says of a file: masses, frames, energies, forces at random states
 * as lines of numbers that tests/lua/test_mjcf_peer.lua reads
 * needs libmujoco-dev: cc mujoco_numbers.c -lmujoco -lm */
#include <mujoco/mujoco.h>

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t seed = 1;

static double uniform(double low, double high) {
  seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return low + (high - low) * (double)(seed >> 11) / 9007199254740992.0;
}

static void put(const char *what, const mjtNum *x, int n) {
  printf("%s", what);
  for (int i = 0; i < n; i++) printf(" %.17g", x[i]);
  printf("\n");
}

static const char *name_of(const mjModel *m, int type, int id) {
  const char *name = mj_id2name(m, type, id);
  return name && *name ? name : "-";
}

/* the tensor about the centre of mass in axes of the body: xx yy zz xy xz yz */
static void put_bodies(const mjModel *m) {
  for (int b = 1; b < m->nbody; b++) {
    mjtNum R[9], I[9] = { 0 }, row[10];
    mju_quat2Mat(R, m->body_iquat + 4 * b);
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++)
        for (int k = 0; k < 3; k++) I[3*i+j] += R[3*i+k] * m->body_inertia[3*b+k] * R[3*j+k];
    row[0] = m->body_mass[b];
    mju_copy3(row + 1, m->body_ipos + 3 * b);
    row[4] = I[0]; row[5] = I[4]; row[6] = I[8];
    row[7] = I[1]; row[8] = I[2]; row[9] = I[5];
    printf("body %s", name_of(m, mjOBJ_BODY, b));
    put("", row, 10);
  }
}

static void random_state(const mjModel *m, mjData *d) {
  mj_resetData(m, d);
  for (int i = 0; i < m->nq; i++) d->qpos[i] = uniform(-1, 1);
  for (int i = 0; i < m->nv; i++) d->qvel[i] = uniform(-1, 1);
  for (int i = 0; i < m->nu; i++) d->ctrl[i] = uniform(-0.5, 0.5);
  for (int i = 0; i < m->na; i++) d->act[i] = uniform(0, 1);
  mj_normalizeQuat(m, d->qpos);
}

static void put_state(const mjModel *m, mjData *d) {
  mjtNum *M = malloc(sizeof *M * (size_t)(m->nv * m->nv + 1));
  put("q", d->qpos, m->nq);
  put("v", d->qvel, m->nv);
  put("u", d->ctrl, m->nu);
  put("act", d->act, m->na);
  mj_forward(m, d);
  put("act_dot", d->act_dot, m->na);
  put("length", d->ten_length, m->ntendon);
  put("reach", d->actuator_length, m->nu);
  for (int b = 1; b < m->nbody; b++) {
    mjtNum X[12];
    mju_copy3(X, d->xpos + 3 * b);
    mju_copy(X + 3, d->xmat + 9 * b, 9);
    printf("pose %s", name_of(m, mjOBJ_BODY, b));
    put("", X, 12);
  }
  for (int s = 0; s < m->nsite; s++) {
    mjtNum X[12];
    mju_copy3(X, d->site_xpos + 3 * s);
    mju_copy(X + 3, d->site_xmat + 9 * s, 9);
    printf("site %s", name_of(m, mjOBJ_SITE, s));
    put("", X, 12);
  }
  put("energy", d->energy, 2);
  mj_fullM(m, M, d->qM);
  put("M", M, m->nv * m->nv);
  put("bias", d->qfrc_bias, m->nv);
  put("passive", d->qfrc_passive, m->nv);
  put("actuator", d->qfrc_actuator, m->nv);
  put("smooth", d->qacc_smooth, m->nv);
  mju_zero(d->qvel, m->nv);
  mj_forward(m, d);
  put("gravity", d->qfrc_bias, m->nv);
  free(M);
}

/* rows of the equalities where all joints stand at ref, and what is left of them at random */
static void put_equalities(mjModel *m, mjData *d) {
  m->opt.jacobian = mjJAC_DENSE;
  mj_resetData(m, d);
  mj_forward(m, d);
  printf("ne %d\n", d->ne);
  put("J0", d->efc_J, d->ne * m->nv);
  put("gap0", d->efc_pos, d->ne);
  random_state(m, d);
  mj_forward(m, d);
  put("qe", d->qpos, m->nq);
  put("gap", d->efc_pos, d->ne);
  put("J", d->efc_J, d->ne * m->nv);
}

int main(int argc, char **argv) {
  char err[1000] = "";
  mjModel *m = argc > 1 ? mj_loadXML(argv[1], NULL, err, sizeof err) : NULL;
  if (!m) {
    printf("error %s\n", err);
    return 0;
  }
  mjData *d = mj_makeData(m);
  m->opt.enableflags |= mjENBL_ENERGY;
  m->opt.disableflags |= mjDSBL_CONTACT;
  printf("size %d %d %d %d\n", m->nq, m->nv, m->nu, m->nbody);
  put("q0", m->qpos0, m->nq);
  put_bodies(m);
  for (int k = 0; k < 4; k++) {
    random_state(m, d);
    put_state(m, d);
  }
  put_equalities(m, d);
  for (int k = 0; k < m->nkey; k++) {
    printf("key %s\n", name_of(m, mjOBJ_KEY, k));
    put("kq", m->key_qpos + k * m->nq, m->nq);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
  return 0;
}
