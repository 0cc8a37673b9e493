/* mujoco_con.cpp - constrained forward dynamics in MuJoCo, by its equality constraints, on the states of bench_con.c
 * needs libmujoco-dev: echo -O3 -lmujoco */
#define BENCH_WHO "MuJoCo"
#include "bench.h"
#include "mujoco_model.h"

#include <vector>

/* Equalities there are soft and their Jdot v is left out: accelerations are compared at rest, as hard as they get, to 1 % */
static const char hard[] = " solref='-1 -1' solimp='0.9999 0.9999 0.001'";

/* rail: the coordinate of the slider that is there for a line, where there is one, and where it stands */
struct state { std::vector<double> q, v; int rail; double slide; };

static std::vector<double> numbers(const char *row, const std::string &what, int n) {
  std::vector<double> x;
  FILE *f = mdl_numbers_open(row, what.c_str(), "r");
  double y;
  while (f && (int)x.size() < n && fscanf(f, "%lf", &y) == 1) x.push_back(y);
  if (f) fclose(f);
  return x;
}

/* what our q and v are there: a free body's quaternion first in both, its linear velocity in base axes there */
static void put(const mdl &M, const mjModel *m, mjData *d, const state &s, const std::vector<double> &force, bool rest) {
  int q = 0, v = 0;
  for (int i = 0; i < M.n; i++) {
    int id = mj_name2id(m, mjOBJ_BODY, ("b" + std::to_string(i)).c_str()), j = m->body_jntadr[id];
    double *Q = d->qpos + m->jnt_qposadr[j], *V = d->qvel + m->jnt_dofadr[j], *F = d->qfrc_applied + m->jnt_dofadr[j], R[9];
    if (M.body[i].type != 'F') {
      *Q = s.q[q++];
      *V = rest ? 0 : s.v[v];
      *F = force[v++];
      continue;
    }
    for (int k = 0; k < 7; k++) Q[k] = s.q[q + k];
    mju_quat2Mat(R, Q + 3);
    mju_rotVecMat(V, &s.v[v], R);
    mju_rotVecMat(F, &force[v], R);
    for (int k = 3; k < 6; k++) { V[k] = s.v[v + k]; F[k] = force[v + k]; }
    for (int k = 0; rest && k < 6; k++) V[k] = 0;
    q += 7;
    v += 6;
  }
  if (s.rail >= 0) d->qpos[s.rail] = s.slide;
}

static std::vector<double> ours(const mdl &M, const mjModel *m, const mjData *d, const state &s) {
  std::vector<double> a;
  int q = 0;
  for (int i = 0; i < M.n; i++) {
    int id = mj_name2id(m, mjOBJ_BODY, ("b" + std::to_string(i)).c_str()), j = m->body_jntadr[id];
    const double *A = d->qacc + m->jnt_dofadr[j];
    double R[9], u[3];
    if (M.body[i].type != 'F') { a.push_back(*A); q++; continue; }
    mju_quat2Mat(R, &s.q[q + 3]);
    mju_rotVecMatT(u, A, R);
    for (int k = 0; k < 3; k++) a.push_back(u[k]);
    for (int k = 3; k < 6; k++) a.push_back(A[k]);
    q += 7;
  }
  return a;
}

static void run(const char *row, const char *model, const std::string &in_world, const std::string &more) {
  mdl M = mdl_load(mdl_path(model));
  mjModel *m = compile(M, in_world, more);
  if (!m) return;
  mjData *d = mj_makeData(m);
  mj_setConst(m, d);
  mj_resetData(m, d);
  // the second anchor of a connection is where the first stands at zero, unless written afterwards
  for (int k = 0; k < m->neq; k++)
    if (m->eq_type[k] == mjEQ_CONNECT) for (int c = 3; c < 6; c++) m->eq_data[mjNEQDATA * k + c] = 0;
  std::vector<state> s;
  mdl_state S[MDL_STATES];
  mdl_states(&M, S);
  for (int k = 0; k < MDL_STATES; k++) {
    s.push_back({ numbers(row, "con_q" + std::to_string(k), M.nq), numbers(row, "con_v" + std::to_string(k), M.nv), -1, 0 });
    if ((int)s[k].q.size() != M.nq || (int)s[k].v.size() != M.nv) { fprintf(stderr, "  %s: bench_con has not run before\n", row); return; }
  }
  std::vector<std::vector<double>> force;
  for (int k = 0; k < MDL_STATES; k++) force.push_back(std::vector<double>(S[k].a, S[k].a + M.nv));

  int rail = mj_name2id(m, mjOBJ_BODY, "rail");
  for (int k = 0; rail >= 0 && k < MDL_STATES; k++) {
    put(M, m, d, s[k], force[k], true);
    mj_kinematics(m, d);
    s[k].rail = m->jnt_qposadr[m->body_jntadr[rail]];
    s[k].slide = d->xpos[3 * (m->nbody - 2)] - m->body_pos[3 * rail];
  }

  std::vector<double> want = numbers(row, "con_qdd", M.nv);
  put(M, m, d, s[0], force[0], true);
  mj_forward(m, d);
  std::vector<double> got = ours(M, m, d, s[0]);
  double worst = 0, size = 1;
  for (int k = 0; k < M.nv; k++) {
    worst = fmax(worst, fabs(got[k] - want[k]));
    size = fmax(size, fabs(want[k]));
  }
  if (!(worst <= 1e-2 * size)) { fprintf(stderr, "  %s: MuJoCo differs by %g (of %g): its times do not count\n", row, worst, size); return; }
  BENCH("con", row, int x = (int)(i & (MDL_STATES - 1)); put(M, m, d, s[x], force[x], false); mj_forward(m, d));
}

int main() {
  std::string h = hard, name;
  char t[600];
  run("four-bar", "fourbar", "<body name='post' pos='2 0 0'/>", "<equality><connect body1='b2' body2='post' anchor='0 0 -1.5'" + h + "/></equality>");
  // a point on a line is there a ball joint to a light slider on it
  run("panda tip on a line", "panda", "<body name='rail' pos='.4 0 .5'><inertial pos='0 0 0' mass='1e-2' diaginertia='1e-4 1e-4 1e-4'/><joint type='slide' axis='1 0 0'/></body>",
      "<equality><connect body1='b6' body2='rail' anchor='0 0 0'" + h + "/></equality>");
  mdl M = mdl_load(mdl_path("humanoid36"));
  std::string feet = "<equality>", places;
  for (int i = 0; i < M.n; i++) {
    bool left = !strcmp(M.body[i].name, "ankxL"), right = !strcmp(M.body[i].name, "ankxR");
    if (!left && !right) continue;
    snprintf(t, sizeof t, "<body name='%s' pos='0 %g 0'/>", left ? "pl" : "pr", left ? .1 : -.1);
    places += t;
    snprintf(t, sizeof t, "<weld body1='b%d' body2='%s' relpose='0 0 0 1 0 0 0'%s/>", i, left ? "pl" : "pr", hard);
    feet += t;
  }
  run("humanoid36 both feet held", "humanoid36", places, feet + "</equality>");
  return 0;
}
