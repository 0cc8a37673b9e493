/* tool_path_turn.c - attitudes along a tool path: steady turns, turns with the way, blends */
#include "geo/tool_path_inside.h"

#include "geo/rot.h"

#include <math.h>

// ---- steady ----

// R(r) = exp(whole r/length) R0, whole in the axes of the base
static void steady(const lia_tool_segment *g, double r, double R[9], double w[3], double dw[3]) {
  double v[3], D[9];
  lia_scale3(w, 1 / g->length, g->whole);
  lia_scale3(v, r, w);
  lia_rot_exp(D, v);
  lia_mul33(R, D, g->R0);
  lia_set3(dw, 0, 0, 0);
}

// ---- with the way ----

// n = a/m, m = |a|: m' = n.a', n' = (a' - m' n)/m,
//   m'' = n'.a' + n.a'', n'' = (a'' - 2m'n' - m''n)/m
static double unit_rates(double n[3][3], const double a[3][3]) {
  const double m = lia_unit3(n[0], a[0]), dm = lia_dot3(n[0], a[1]);
  for (int i = 0; i < 3; i++) n[1][i] = (a[1][i] - dm * n[0][i]) / m;
  const double ddm = lia_dot3(n[1], a[1]) + lia_dot3(n[0], a[2]);
  for (int i = 0; i < 3; i++) n[2][i] = (a[2][i] - 2 * dm * n[1][i] - ddm * n[0][i]) / m;
  return m;
}

// z = x x y: z' = x' x y + x x y', z'' = x'' x y + 2 x' x y' + x x y''
static void cross_rates(double z[3][3], const double x[3][3], const double y[3][3]) {
  static const int binomial[3][3] = { { 1, 0, 0 }, { 1, 1, 0 }, { 1, 2, 1 } };
  for (int d = 0; d < 3; d++) {
    lia_set3(z[d], 0, 0, 0);
    for (int k = 0; k <= d; k++) {
      double part[3];
      lia_cross3(part, x[k], y[d-k]);
      lia_addto3(z[d], binomial[d][k], part);
    }
  }
}

// w = 1/2 sum e x e', w' = 1/2 sum e x e''
double lia_tool_follow_way(const double p[4][3], const double up[3], double R[9], double w[3],
                           double dw[3]) {
  double e[3][3][3], side[3][3], fixed[3][3] = { { up[0], up[1], up[2] } }, part[3];
  unit_rates(e[0], p + 1);
  cross_rates(side, (const double (*)[3])fixed, (const double (*)[3])e[0]);
  const double sine = unit_rates(e[1], (const double (*)[3])side);
  cross_rates(e[2], (const double (*)[3])e[0], (const double (*)[3])e[1]);
  lia_set3(w, 0, 0, 0);
  lia_set3(dw, 0, 0, 0);
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) R[3*k + i] = e[i][0][k];
    lia_cross3(part, e[i][0], e[i][1]);
    lia_addto3(w, 0.5, part);
    lia_cross3(part, e[i][0], e[i][2]);
    lia_addto3(dw, 0.5, part);
  }
  return sine;
}

void lia_tool_segment_turn(const lia_tool_segment *g, double r, double R[9], double w[3],
                           double dw[3]) {
  lia_set3(w, 0, 0, 0);
  lia_set3(dw, 0, 0, 0);
  if (g->turn == LIA_TOOL_fixed) lia_copy33(R, g->R0);
  else if (g->turn == LIA_TOOL_tangent) {
    double p[4][3];
    g->row->place(g, r, p);
    lia_tool_follow_way((const double (*)[3])p, g->up, R, w, dw);
    lia_mul33(R, R, g->G);
  } else if (g->row->turn) g->row->turn(g, r, R, w, dw);
  else steady(g, r, R, w, dw);
}

// ---- rotation vectors ----

// w_B = J v', J = 1 - B v~ + C v~^2 (right Jacobian); w_B' = J v'' + J' v', B' = 2 v.v' dB/dt^2
//   J' x = -B' v x x - B v' x x + C' v x (v x x) + C (v' x (v x x) + v x (v' x x))
static void jacobian_rate(const double v[3], const double dv[3], const double x[3], double out[3]) {
  const lia_rot_series f = lia_rot_coefs(lia_norm3(v));
  const double g = 2 * lia_dot3(v, dv);
  double vx[3], dx[3], vvx[3], dvx[3], vdx[3];
  lia_cross3(vx, v, x);
  lia_cross3(dx, dv, x);
  lia_cross3(vvx, v, vx);
  lia_cross3(dvx, dv, vx);
  lia_cross3(vdx, v, dx);
  for (int i = 0; i < 3; i++)
    out[i] = -f.dB * g * vx[i] - f.B * dx[i] + f.dC * g * vvx[i] + f.C * (dvx[i] + vdx[i]);
}

void lia_tool_turn_of_vector(const double R_0[9], const double v[3], const double dv[3],
                             const double ddv[3], double R[9], double w[3], double dw[3]) {
  double J[9], D[9], more[3];
  lia_rot_exp(D, v);
  lia_mul33(R, R_0, D);
  lia_rot_jright(J, v);
  lia_mv3(w, J, dv);
  jacobian_rate(v, dv, dv, more);
  lia_mv3(dw, J, ddv);
  lia_add3(dw, dw, more);
  // (R w_B)' = R (w_B' + w_B x w_B)
  lia_mv3(w, R, w);
  lia_mv3(dw, R, dw);
}

void lia_tool_vector_of_turn(const double R_0[9], const double R[9], const double w[3],
                             const double dw[3], double v[3], double dv[3], double ddv[3]) {
  double D[9], J[9], w_B[3], more[3];
  lia_tmul33(D, R_0, R);
  lia_pole pole;
  lia_rot_log(v, D, &pole);
  lia_rot_jright_inv(J, v);
  lia_mtv3(w_B, R, w);
  lia_mv3(dv, J, w_B);
  jacobian_rate(v, dv, dv, more);
  lia_mtv3(w_B, R, dw);
  lia_sub3(w_B, w_B, more);
  lia_mv3(ddv, J, w_B);
}
