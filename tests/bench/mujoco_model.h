/* mujoco_model.h - a model of the bench as MuJoCo has it; for its peers in C++ */
#ifndef LIA_MUJOCO_MODEL_H
#define LIA_MUJOCO_MODEL_H

#include "mdl.h"

#include <mujoco/mujoco.h>
#include <string>
#include <unistd.h>

/* I = V diag(e) V^T by Jacobi's rotations; I: xx xy xz yy yz zz; V right-handed, row major */
static void principal(const double I[6], double e[3], double V[9]) {
  double A[3][3] = { { I[0], I[1], I[2] }, { I[1], I[3], I[4] }, { I[2], I[4], I[5] } };
  for (int i = 0; i < 9; i++) V[i] = i % 4 == 0;
  for (int sweep = 0; sweep < 60; sweep++)
    for (int p = 0; p < 2; p++)
      for (int q = p + 1; q < 3; q++) {
        if (fabs(A[p][q]) < 1e-300) continue;
        double th = (A[q][q] - A[p][p]) / (2 * A[p][q]),
            t = (th >= 0 ? 1 : -1) / (fabs(th) + sqrt(th * th + 1));
        double c = 1 / sqrt(t * t + 1), s = t * c;
        for (int k = 0; k < 3; k++) {
          double x = A[k][p], y = A[k][q];
          A[k][p] = c * x - s * y;
          A[k][q] = s * x + c * y;
        }
        for (int k = 0; k < 3; k++) {
          double x = A[p][k], y = A[q][k];
          A[p][k] = c * x - s * y;
          A[q][k] = s * x + c * y;
        }
        for (int k = 0; k < 3; k++) {
          double x = V[3*k+p], y = V[3*k+q];
          V[3*k+p] = c * x - s * y;
          V[3*k+q] = s * x + c * y;
        }
      }
  for (int i = 0; i < 3; i++) e[i] = A[i][i];
  double det = V[0] * (V[4] * V[8] - V[5] * V[7]) - V[1] * (V[3] * V[8] - V[5] * V[6]) + V[2]
      * (V[3] * V[7] - V[4] * V[6]);
  for (int k = 0; det < 0 && k < 3; k++) V[3*k] = -V[3*k];
}

static void add_body(const mdl &M, int i, std::string &xml) {
  const mdl_body &b = M.body[i];
  char t[512];
  double q[4], R[9];
  for (int k = 0; k < 9; k++) R[k] = b.R[k];
  mju_mat2Quat(q, R);
  snprintf(t, sizeof t,
      "<body name='b%d' pos='%.17g %.17g %.17g' quat='%.17g %.17g %.17g %.17g'><inertial "
      "pos='%.17g %.17g %.17g' mass='%.17g' diaginertia='1 1 1'/>",
      i, b.p[0], b.p[1], b.p[2], q[0], q[1], q[2], q[3], b.c[0], b.c[1], b.c[2], b.m);
  xml += t;
  snprintf(t, sizeof t, "<joint type='%s' axis='%.17g %.17g %.17g'/>",
      b.type == 'R' ? "hinge" : "slide", b.axis[0], b.axis[1], b.axis[2]);
  xml += b.type == 'F' ? "<freejoint/>" : t;
  for (int c = 0; c < M.n; c++) if (M.body[c].parent == i + 1) add_body(M, c, xml);
  xml += "</body>";
}

/* the inertias are written after loading: Corke's Puma link 3 breaks the triangle inequality, which
 * the loader refuses */
/* more: XML behind the bodies, equalities, which act where there are any; in_world: further bodies
 * */
static mjModel *compile(const mdl &M, const std::string &in_world = "",
    const std::string &more = "") {
  char t[512], err[500] = "";
  std::string xml = "<mujoco><compiler angle='radian' balanceinertia='true' "
      "inertiafromgeom='false' strippath='false'/>";
  snprintf(t, sizeof t,
      "<option gravity='%.17g %.17g %.17g'><flag constraint='%s' contact='disable' equality='%s' "
      "limit='disable' passive='disable' "
           "frictionloss='disable' actuation='disable' sensor='disable' "
           "warmstart='disable'/></option><worldbody>", M.gravity[0], M.gravity[1], M.gravity[2],
           more.empty() ? "disable" : "enable", more.empty() ? "disable" : "enable");
  xml += t;
  for (int i = 0; i < M.n; i++) if (M.body[i].parent == 0) add_body(M, i, xml);
  xml += in_world + "</worldbody>" + more + "</mujoco>";
  const char *folder = getenv("BENCH_OUT");
  std::string file = folder ? folder : ".";
  file += "/mujoco-" + std::to_string((long)getpid()) + ".xml";
  FILE *f = fopen(file.c_str(), "w");
  if (!f) return nullptr;
  fwrite(xml.data(), 1, xml.size(), f);
  fclose(f);
  mjModel *m = mj_loadXML(file.c_str(), nullptr, err, sizeof err);
  remove(file.c_str());
  if (!m) { fprintf(stderr, "  MuJoCo does not load %s: %.80s\n", M.name, err); return nullptr; }
  for (int i = 0; i < M.n; i++) {
    int id = mj_name2id(m, mjOBJ_BODY, ("b" + std::to_string(i)).c_str());
    double V[9];
    principal(M.body[i].I, m->body_inertia + 3 * id, V);
    mju_mat2Quat(m->body_iquat + 4 * id, V);
    m->body_sameframe[id] = 0;
  }
  return m;
}

#endif
