/* ikarm_look.c - which structure an arm has, found by looking at its axes */
#include "rbd/ikarm.h"

#include "base/mem.h"
#include "rbd/fk.h"
#include "rbd/ikarm_inside.h"
#include "rbd/jac.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef lia_ikarm_joint joint;

// the column of a coordinate as a screw; 0: neither a turn nor a slide, or none
static int screw_of(joint *j, const double *J, int n, int v, const double p[3]) {
  double u[3], w[3], c[3];
  for (int r = 0; r < 3; r++) {
    u[r] = J[r * n + v];
    w[r] = J[(3 + r) * n + v];
  }
  double nu = lia_norm3(u), nw = lia_norm3(w);
  j->v = v;
  j->slide = nw == 0;
  j->scale = j->slide ? nu : nw;
  if (!(j->scale > 0) || fabs(lia_dot3(u, w)) > 1e-9 * (nu * nw + 1e-30)) return 0;
  lia_scale3(j->k, 1 / j->scale, j->slide ? u : w);
  lia_copy3(j->o, p);
  if (j->slide) return 1;
  lia_cross3(c, j->k, u);       // o = p + k x u / |w|
  lia_addto3(j->o, 1 / j->scale, c);
  return 1;
}

static int meet_in(const joint *a, const joint *b, double w[3], double size) {
  double c[3], r[3], d[3];
  lia_cross3(c, a->k, b->k);
  double n = lia_dot3(c, c);
  lia_sub3(r, b->o, a->o);
  if (n < 1e-12 || fabs(lia_dot3(r, c)) > LIA_IKARM_NEAR * size * sqrt(n)) return 0;
  lia_cross3(d, r, b->k);
  lia_copy3(w, a->o);
  lia_addto3(w, lia_dot3(d, c) / n, a->k);
  return 1;
}

static int on_axis(const joint *j, const double w[3], double size) {
  double r[3], c[3];
  lia_sub3(r, w, j->o);
  lia_cross3(c, j->k, r);
  return lia_norm3(c) < LIA_IKARM_NEAR * size;
}

static int parallel(const joint *a, const joint *b) {
  double c[3];
  lia_cross3(c, a->k, b->k);
  return lia_norm3(c) < LIA_IKARM_NEAR;
}

// how many turns at the end go through one point, at most three of them
static int wrist_of(lia_ikarm *a, double size) {
  int n = a->n, turns = 0;
  while (turns < 3 && turns < n && !a->joint[n - 1 - turns].slide) turns++;
  if (turns >= 2 && meet_in(&a->joint[n - 2], &a->joint[n - 1], a->w, size))
    return turns == 3 && on_axis(&a->joint[n - 3], a->w, size) &&
        !parallel(&a->joint[n - 3], &a->joint[n - 2]) ? 3 : 2;
  if (turns) lia_copy3(a->w, a->joint[n - 1].o);
  return turns ? 1 : 0;
}

static void name_kind(lia_ikarm *a, const double p[3], int position) {
  const joint *j = a->joint;
  double size = 1e-3;
  for (int i = 0; i < a->n; i++) size = fmax(size, sqrt(lia_ikarm_square(p, j[i].o)));
  lia_copy3(a->w, p);
  a->arm = a->n;
  if (position) {
    if (a->n <= 3) a->kind = LIA_IKARM_point;
    else snprintf(a->why, sizeof a->why,
        "a point is met in closed form by at most three joints, here are %d", a->n);
    return;
  }
  int wrist = wrist_of(a, size);
  a->arm = a->n - wrist;
  if (wrist ? a->arm <= 3 : a->n <= 3) {
    a->kind = wrist ? LIA_IKARM_wrist : LIA_IKARM_point;
    return;
  }
  int turns = 1;
  for (int i = 0; i < a->n; i++) turns &= !j[i].slide;
  if (a->n == 6 && wrist == 2 && turns && parallel(&j[1], &j[2]) && parallel(&j[2], &j[3])) {
    a->kind = LIA_IKARM_parallel;
    for (int i = 2; i < 4; i++)
      if (lia_dot3(j[1].k, j[i].k) < 0) {
        lia_scale3(a->joint[i].k, -1, j[i].k);
        a->joint[i].scale *= -1;
      }
    return;
  }
  snprintf(a->why, sizeof a->why,
      "%d joints, the last %d of them through one point: no closed form is known here", a->n,
      wrist);
}

static lia_status get_tools(lia_ikarm *a, lia_error *err) {
  LIA_TRY(lia_svd_new(&a->three, 3, 3, err));
  LIA_TRY(lia_svd_new(&a->four, 4, 3, err));
  for (int n = 1; n < 5; n++) LIA_TRY(lia_eig_new(&a->eig[n], n, err));
  return LIA_OK;
}

void lia_ikarm_close(lia_ikarm *a) {
  lia_svd_free(a->three);
  lia_svd_free(a->four);
  for (int n = 1; n < 5; n++) lia_eig_free(a->eig[n]);
  a->three = a->four = NULL;
  memset(a->eig, 0, sizeof a->eig);
}

// the velocities of the chain from the body down, and q with all of them at 0; -1: there is another
// kind of joint, or too many
static int ikarm_chain(const lia_model *m, int body, int order[LIA_IKARM_JOINTS], double *q) {
  int n = 0;
  for (int N = m->body[body].node; N > 0; N = m->node[N].parent) {
    if (m->node[N].kind == LIA_GENERAL || n == LIA_IKARM_JOINTS) return -1;
    for (int i = 0; i < n; i++)
      if (order[i] == m->user_v[m->node[N].iv]) return -1;
    order[n++] = m->user_v[m->node[N].iv];
    q[m->user_q[m->node[N].iq]] = 0;
  }
  return n;
}

lia_status lia_ikarm_look(lia_ikarm *a, const lia_model *m, lia_data *d, int body,
    const double p_B[3], int position, const double *q,
    lia_error *err) {
  *a = (lia_ikarm){ 0 };
  double p[3], *J = lia_calloc((size_t)(6 * m->nv + m->nq) + 1, sizeof *J), *q0 = J + 6 * m->nv;
  int order[LIA_IKARM_JOINTS];
  if (!J) return LIA_FAIL(err, LIA_ENOMEM, "ik", "out of memory");
  memcpy(q0, q, (size_t)m->nq * sizeof *q0);
  int n = ikarm_chain(m, body, order, q0), ok = n > 0;
  lia_jac(m, d, q0, body, p_B, LIA_AXES_BASE, J);
  lia_fk_body(m, d, body, &a->X0);
  lia_frame_point(p, &a->X0, p_B);
  for (int i = 0; i < n; i++) ok &= screw_of(&a->joint[i], J, m->nv, order[n - 1 - i], p);
  lia_free(J);
  a->n = n;
  if (ok) name_kind(a, p, position);
  else snprintf(a->why, sizeof a->why,
      "only chains of one to six single turns and slides, each with a coordinate of its own, have "
      "closed forms here");
  return a->kind == LIA_IKARM_none ? LIA_OK : get_tools(a, err);
}
