/* kdl_rbd.cpp - algorithms on trees in Orocos KDL, on the models and states of bench_rbd.c
 * needs liborocos-kdl-dev: echo -march=x86-64 -O3 -I/usr/include/eigen3 -lorocos-kdl */
#define BENCH_WHO "KDL"
#include "bench.h"
#include "mdl.h"

#include <vector>

#include <kdl/chain.hpp>
#include <kdl/chaindynparam.hpp>
#include <kdl/chainfdsolver_recursive_newton_euler.hpp>
#include <kdl/chainfksolverpos_recursive.hpp>
#include <kdl/chainidsolver_recursive_newton_euler.hpp>
#include <kdl/chainjnttojacsolver.hpp>

using namespace KDL;

// (no -march=native: Eigen would align its memory differently from the Debian library, and crash)

static Frame frame(const mdl_body &b) {
  const double *R = b.R;
  return Frame(Rotation(R[0], R[1], R[2], R[3], R[4], R[5], R[6], R[7], R[8]), Vector(b.p[0], b.p[1], b.p[2]));
}

static RigidBodyInertia inertia(const mdl_body &b) {  // about the centre of mass, as kdl_parser gives it
  return RigidBodyInertia(b.m, Vector(b.c[0], b.c[1], b.c[2]), RotationalInertia(b.I[0], b.I[3], b.I[5], b.I[1], b.I[2], b.I[4]));
}

static bool is_chain(const mdl &M, bool &about_z) {
  about_z = true;
  for (int i = 0; i < M.n; i++) {
    if (M.body[i].parent != i || M.body[i].type == 'F') return false;
    if (M.body[i].type != 'R' || M.body[i].axis[2] != 1) about_z = false;
  }
  return true;
}

// the best case for KDL where all turn about z: fixed tips place the next joint; else any axes
static Chain chain(const mdl &M, bool about_z) {
  Chain C;
  if (about_z) {
    if (!(frame(M.body[0]) == Frame::Identity())) C.addSegment(Segment("base", Joint(Joint::None), frame(M.body[0])));
    for (int i = 0; i < M.n; i++) {
      Frame tip = i + 1 < M.n ? frame(M.body[i + 1]) : Frame::Identity();
      C.addSegment(Segment(M.body[i].name, Joint(Joint::RotZ), tip, tip.Inverse() * inertia(M.body[i])));
    }
    return C;
  }
  for (int i = 0; i < M.n; i++) {
    const mdl_body &b = M.body[i];
    Frame F = frame(b);
    Vector axis(b.axis[0], b.axis[1], b.axis[2]);
    C.addSegment(Segment(b.name, Joint(b.name, F.p, F.M * axis, b.type == 'R' ? Joint::RotAxis : Joint::TransAxis), F, inertia(b)));
  }
  return C;
}

#define ROW(name, call)                                                     \
  do {                                                                      \
    char row[96];                                                           \
    snprintf(row, sizeof row, "%s %s", model, name);                        \
    BENCH("rbd", row, int s = (int)(i & (MDL_STATES - 1)); call);           \
  } while (0)

static void run(const char *model, const mdl &M, bool about_z) {
  Chain C = chain(M, about_z);
  int n = M.n;
  mdl_state S[MDL_STATES];
  mdl_states(&M, S);
  std::vector<JntArray> q(MDL_STATES, JntArray(n)), v(MDL_STATES, JntArray(n)), a(MDL_STATES, JntArray(n));
  for (int k = 0; k < MDL_STATES; k++)
    for (int i = 0; i < n; i++) { q[k](i) = S[k].q[i]; v[k](i) = S[k].v[i]; a[k](i) = S[k].a[i]; }

  Vector g(M.gravity[0], M.gravity[1], M.gravity[2]);
  ChainFkSolverPos_recursive fk(C);
  ChainJntToJacSolver js(C);
  ChainIdSolver_RNE id(C, g);
  ChainDynParam dp(C, g);
  ChainFdSolver_RNE fd(C, g);
  JntArray tau(n), acc(n);
  JntSpaceInertiaMatrix H(n);
  Jacobian J(n);
  Wrenches ext(C.getNrOfSegments(), Wrench::Zero());
  std::vector<Frame> F(C.getNrOfSegments());

  id.CartToJnt(q[0], v[0], a[0], ext, tau);
  bool same = mdl_numbers_agree(model, "tau", "KDL", tau.data.data(), n);
  dp.JntToMass(q[0], H);
  same = mdl_numbers_agree(model, "M", "KDL", H.data.data(), n * n) && same;
  js.JntToJac(q[0], J);
  std::vector<double> rows;
  for (int r = 0; r < 6; r++) for (int c = 0; c < n; c++) rows.push_back(J(r, c));
  same = mdl_numbers_agree(model, "J", "KDL", rows.data(), 6 * n) && same;
  if (n <= 200) {
    fd.CartToJnt(q[0], v[0], a[0], ext, acc);
    same = mdl_numbers_agree(model, "qdd", "KDL", acc.data.data(), n) && same;
  }
  if (!same) return;

  ROW("forward kinematics", fk.JntToCart(q[s], F));
  ROW("tip Jacobian", js.JntToJac(q[s], J));
  ROW("inverse dynamics", id.CartToJnt(q[s], v[s], a[s], ext, tau));
  if (!strcmp(model, "panda"))
    BENCH("con", "four-bar; KDL: inverse dynamics of panda", int s = (int)(i & (MDL_STATES - 1)); id.CartToJnt(q[s], v[s], a[s], ext, tau));
  ROW("gravity", dp.JntToGravity(q[s], tau));
  ROW("mass matrix", dp.JntToMass(q[s], H));
  if (n <= 200) ROW("forward dynamics", fd.CartToJnt(q[s], v[s], a[s], ext, acc));
}

int main() {
  for (int k = 0; k < MDL_MODELS; k++) {
    mdl M = mdl_load(mdl_path(mdl_models[k]));
    bool about_z;
    if (is_chain(M, about_z)) run(mdl_models[k], M, about_z);
  }
  return 0;
}
