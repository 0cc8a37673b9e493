/* kdl_ik.cpp - inverse kinematics in Orocos KDL: the poses of bench_ik.c, without limits, up to 20 starts
 * needs liborocos-kdl-dev: echo -march=x86-64 -O3 -I/usr/include/eigen3 -lorocos-kdl */
#define BENCH_WHO "KDL"
#include "bench.h"
#include "mdl.h"

#include <vector>

#include <kdl/chain.hpp>
#include <kdl/chainfksolverpos_recursive.hpp>
#include <kdl/chainiksolverpos_lma.hpp>

using namespace KDL;

static const double deg = 3.14159265358979312 / 180;
static const double limits[2][2][7] = {
  { { -160 * deg, -110 * deg, -135 * deg, -266 * deg, -100 * deg, -266 * deg }, { 160 * deg, 110 * deg, 135 * deg, 266 * deg, 100 * deg, 266 * deg } },
  { { -2.8973, -1.7628, -2.8973, -3.0718, -2.8973, -0.0175, -2.8973 }, { 2.8973, 1.7628, 2.8973, -0.0698, 2.8973, 3.7525, 2.8973 } },
};

static Frame frame(const mdl_body &b) {
  const double *R = b.R;
  return Frame(Rotation(R[0], R[1], R[2], R[3], R[4], R[5], R[6], R[7], R[8]), Vector(b.p[0], b.p[1], b.p[2]));
}

int main() {
  const char *names[2] = { "puma560", "panda" };
  for (int arm = 0; arm < 2; arm++) {
    mdl M = mdl_load(mdl_path(names[arm]));
    Chain C;
    C.addSegment(Segment("base", Joint(Joint::None), frame(M.body[0])));
    for (int i = 0; i < M.n; i++) C.addSegment(Segment(M.body[i].name, Joint(Joint::RotZ), i + 1 < M.n ? frame(M.body[i+1]) : Frame::Identity()));
    Eigen::Matrix<double, 6, 1> W;
    W.setOnes();
    ChainFkSolverPos_recursive fk(C);
    ChainIkSolverPos_LMA lma(C, W, 1e-9, 500);
    JntArray q(M.n), middle(M.n), out(M.n);
    std::vector<Frame> target(1000);
    uint64_t seed = 2024;
    auto random = [&](JntArray &x) {
      for (int i = 0; i < M.n; i++) x(i) = limits[arm][0][i] + (limits[arm][1][i] - limits[arm][0][i]) * (mdl_random(&seed) + 1) / 2;
    };
    for (int i = 0; i < M.n; i++) middle(i) = (limits[arm][0][i] + limits[arm][1][i]) / 2 + 0.1;
    for (auto &T : target) {
      random(q);
      fk.JntToCart(q, T);
    }
    char row[96];
    snprintf(row, sizeof row, "%s a pose within limits to 1e-9", names[arm]);
    BENCH("ik", row,
      q = middle;
      for (int start = 0; start < 20 && lma.CartToJnt(q, target[i % 1000], out) < 0; start++) random(q));
    free(M.body);
  }
  return 0;
}
