/* ompl_planning.cpp - the problems of bench_planning.lua by OMPL: RRTConnect, then shortcuts
 * needs libompl-dev: echo -I/usr/include/ompl-1.5 -I/usr/include/eigen3 -lompl */
#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/geometric/PathSimplifier.h>
#include <ompl/geometric/SimpleSetup.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/util/RandomNumbers.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ob = ompl::base;
namespace og = ompl::geometric;
typedef std::function<bool(const double *)> test;

enum { SEEDS = 20 };

static const double DISCS[3][3] = { { 1.2, 1.2, 0.3 }, { -1, 1, 0.3 }, { 1.3, -0.9, 0.25 } };

static bool touches(const double *q, int n) {
  double x = 0, y = 0, angle = 0, l = 2.0 / n;
  for (int k = 0; k < n; k++) {
    angle += q[k];
    const double c = std::cos(angle), s = std::sin(angle);
    for (const auto &d : DISCS) {
      const double along = std::max(0.0, std::min(l, (d[0] - x) * c + (d[1] - y) * s));
      const double a = x + along * c - d[0], b = y + along * s - d[1];
      if (a * a + b * b < d[2] * d[2]) return true;
    }
    x += l * c;
    y += l * s;
  }
  return false;
}

static void report(const std::string &row, std::vector<double> x, const char *format) {
  std::sort(x.begin(), x.end());
  std::printf("planning,%s,ompl,", row.c_str());
  std::printf(format, x[x.size() / 2], x[0]);
}

static void timed(const std::string &row, int n, double low, double high, double stride,
                  const std::vector<double> &from, const std::vector<double> &to, const test &free) {
  std::vector<double> took, length;
  for (int seed = 1; seed <= SEEDS; seed++) {
    auto space = std::make_shared<ob::RealVectorStateSpace>(n);
    space->setBounds(low, high);
    og::SimpleSetup setup(space);
    setup.setStateValidityChecker([&free](const ob::State *s) {
      return free(s->as<ob::RealVectorStateSpace::StateType>()->values);
    });
    setup.getSpaceInformation()->setStateValidityCheckingResolution(0.02 / space->getMaximumExtent());
    ob::ScopedState<ob::RealVectorStateSpace> a(space), b(space);
    for (int k = 0; k < n; k++) {
      a[k] = from[k];
      b[k] = to[k];
    }
    setup.setStartAndGoalStates(a, b);
    auto planner = std::make_shared<og::RRTConnect>(setup.getSpaceInformation());
    planner->setRange(stride);
    setup.setPlanner(planner);
    setup.setup();
    const auto began = std::chrono::steady_clock::now();
    if (!setup.solve(10.0)) continue;
    og::PathSimplifier simplifier(setup.getSpaceInformation());
    simplifier.shortcutPath(setup.getSolutionPath(), 200, 200);
    simplifier.reduceVertices(setup.getSolutionPath());
    took.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count() * 1e6);
    length.push_back(setup.getSolutionPath().length());
  }
  if (took.empty()) return;
  report(row, took, "%.1f,%.1f\n");
  report(row + ": length", length, "%.4f,%.4f\n");
}

int main() {
  ompl::msg::noOutputHandler();
  ompl::RNG::setSeed(1);
  timed("narrow passage", 2, 0, 1, 0.2, { 0, 0.1 }, { 1, 0.1 }, [](const double *q) {
    return std::fabs(q[0] - 0.5) > 0.05 || std::fabs(q[1] - 0.7) < 0.02;
  });
  for (int n : { 2, 4, 6 }) {
    std::vector<double> from(n, 0), to(n, 0);
    to[0] = 2.6;
    timed("arm of " + std::to_string(n) + " bars among discs", n, -2.8, 2.8, 0.5, from, to,
          [n](const double *q) { return !touches(q, n); });
  }
  return 0;
}
