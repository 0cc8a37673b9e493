/* mujoco_rbd.cpp - algorithms on trees in MuJoCo, on the models and states of bench_rbd.c
 * needs libmujoco-dev: echo -O3 -lmujoco */
#define BENCH_WHO "MuJoCo"
#include "bench.h"
#include "mujoco_model.h"

#include <vector>

static void rotation(const double *q, double R[9]) { mju_quat2Mat(R, q); }

struct peer {
  const mdl &M;
  mjModel *m;
  mjData *d;
  int tip;
  std::vector<int> qa, va;  // MuJoCo numbers depth first: addresses of body i
  std::vector<std::vector<double>> q, v, a;
  std::vector<double> R0, tau, out, J;

  peer(const mdl &M_, mjModel *m_) : M(M_), m(m_), d(mj_makeData(m_)), R0(9 * MDL_STATES), tau(M_.nv), out(M_.nv), J(6 * M_.nv) {
    mj_setConst(m, d);
    mj_resetData(m, d);
    for (int i = 0; i < M.n; i++) {
      int id = mj_name2id(m, mjOBJ_BODY, ("b" + std::to_string(i)).c_str()), j = m->body_jntadr[id];
      qa.push_back(m->jnt_qposadr[j]);
      va.push_back(m->jnt_dofadr[j]);
      tip = id;
    }
    mdl_state S[MDL_STATES];
    mdl_states(&M, S);
    for (int k = 0; k < MDL_STATES; k++) take(k, S[k]);
  }

  // a free body's velocity: ours in body axes, MuJoCo's linear part in base axes; and its linear acceleration is that of the origin
  void take(int k, const mdl_state &S) {
    std::vector<double> Q(M.nq), V(M.nv), A(M.nv);
    const double *sq = S.q, *sv = S.v, *sa = S.a;
    for (int i = 0; i < M.n; i++) {
      if (M.body[i].type != 'F') { Q[qa[i]] = *sq++; V[va[i]] = *sv++; A[va[i]] = *sa++; continue; }
      double *R = &R0[9*k], w[3];
      for (int c = 0; c < 7; c++) Q[qa[i] + c] = sq[c];
      rotation(sq + 3, R);
      mju_rotVecMat(&V[va[i]], sv, R);
      mju_cross(w, sv + 3, sv);
      mju_addTo(w, sa, 3);
      mju_rotVecMat(&A[va[i]], w, R);
      for (int c = 3; c < 6; c++) { V[va[i] + c] = sv[c]; A[va[i] + c] = sa[c]; }
      sq += 7; sv += 6; sa += 6;
    }
    q.push_back(Q); v.push_back(V); a.push_back(A);
  }

  void poses(int k) { mju_copy(d->qpos, q[k].data(), M.nq); mj_kinematics(m, d); }
  void centres(int k) { poses(k); mj_comPos(m, d); }
  void motion(int k) { mju_copy(d->qvel, v[k].data(), M.nv); mju_copy(d->qacc, a[k].data(), M.nv); }
  void inverse(int k) { centres(k); motion(k); mj_comVel(m, d); mj_rne(m, d, 1, tau.data()); }
  void mass(int k) { centres(k); mj_crb(m, d); }
  void forward(int k) {
    centres(k); motion(k); mj_crb(m, d); mj_factorM(m, d); mj_comVel(m, d); mj_rne(m, d, 0, d->qfrc_bias);
    for (int i = 0; i < M.nv; i++) d->qfrc_smooth[i] = a[k][i] - d->qfrc_bias[i];
    mj_solveM(m, d, d->qacc, d->qfrc_smooth, 1);
  }
  void jacobian(int k) { centres(k); mj_jacBody(m, d, J.data(), J.data() + 3 * M.nv, tip); }

  // forces in our order; a free body's force in body axes
  const double *ours(const double *x) {
    int n = 0;
    for (int i = 0; i < M.n; i++) {
      if (M.body[i].type != 'F') { out[n++] = x[va[i]]; continue; }
      mju_rotVecMatT(&out[n], x + va[i], &R0[0]);
      mju_copy3(&out[n + 3], x + va[i] + 3);
      n += 6;
    }
    return out.data();
  }
};

#define ROW(name, call)                                                     \
  do {                                                                      \
    char row[96];                                                           \
    snprintf(row, sizeof row, "%s %s", model, name);                        \
    BENCH("rbd", row, int s = (int)(i & (MDL_STATES - 1)); call);           \
  } while (0)

static void run(const char *model, const mdl &M, mjModel *m) {
  peer p(M, m);
  p.inverse(0);
  bool same = mdl_numbers_agree(model, "tau", "MuJoCo", p.ours(p.tau.data()), M.nv);
  same = mdl_numbers_agree(model, "tip", "MuJoCo", p.d->xpos + 3 * p.tip, 3) && same;
  bool free = false;
  for (int i = 0; i < M.n; i++) free = free || M.body[i].type == 'F';
  if (!free) {
    p.forward(0);
    same = mdl_numbers_agree(model, "qdd", "MuJoCo", p.ours(p.d->qacc), M.nv) && same;
  }
  if (!same) return;
  ROW("forward kinematics", p.poses(s));
  ROW("tip Jacobian", p.jacobian(s));
  ROW("inverse dynamics", p.inverse(s));
  if (!strcmp(model, "humanoid36")) BENCH("con", "both feet held; MuJoCo: inverse dynamics", int s = (int)(i & (MDL_STATES - 1)); p.inverse(s));
  ROW("mass matrix", p.mass(s));
  ROW("forward dynamics", p.forward(s));
}

int main() {
  for (int k = 0; k < MDL_MODELS; k++) {
    mdl M = mdl_load(mdl_path(mdl_models[k]));
    mjModel *m = M.n < 90 ? compile(M) : nullptr;  // its loader stops at about 95 nested bodies
    if (m) run(mdl_models[k], M, m);
  }
  return 0;
}
