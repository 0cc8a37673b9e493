/* answer.c - whether forward dynamics has an answer, and why not */
#include "rbd/answer.h"

#include "base/assert.h"
#include "base/mem.h"
#include "num/factor.h"
#include "num/idle.h"
#include "num/lanes.h"
#include "rbd/crba.h"
#include "rbd/fast/tree_num.h"

#include "rbd/text/fk_text.h"
#include "rbd/text/jac_text.h"
#include "rbd/text/mass_text.h"

#include <math.h>
#include <string.h>

// what the inertia of a velocity is made of before anything cancels: m (|u| + |w| r)^2 + |I| |w|^2,
// r the distance of its tree's mass from where inertias are told
static void sizes(const lia_model *m, lia_data *d, const double *q, double *size) {
  const double *jq = joint_q(m, d, q);
  lia_composites(m, d, jq);
  lia_fk_poses(m, d, jq, d->world);
  for (int k = 0; k < m->nv; k++) size[k] = 0;
  for (int i = 1; i <= m->nnode; i++) {
    const lia_node *N = &m->node[i];
    const lia_composite *C = &d->comp[i];
    int root = i;
    while (m->node[root].parent > 0) root = m->node[root].parent;
    lia_vec3 arm = sub(pos(d->world[i]), pos(d->world[root]));
    double reach = m->far ? 0 : sqrt(dot(arm, arm)), h = sqrt(dot(C->h, C->h));
    double I = fabs(C->I.xx) + fabs(C->I.yy) + fabs(C->I.zz);
    for (int k = 0; k < N->nv; k++) {
      lia_vec3 u, w;
      lia_subspace_column(N, k, &u, &w);
      const double s = m->scale_v[N->iv + k], U = sqrt(dot(u, u)), W = sqrt(dot(w, w)),
          speed = U + W * reach;
      const double own = C->m * speed * speed + 2 * h * speed * W + I * W * W
          + m->armature[N->iv + k];
      size[m->user_v[N->iv + k]] += s * s * own;
    }
  }
}

int lia_answer_weightless(const lia_model *m, lia_data *d, const double *q) {
  const int n = m->nv;
  double *M = d->judge, *own = M + n * n, *size = own + n;
  int k = 0;
  sizes(m, d, q, size);
  lia_crba(m, d, q, M);
  for (int i = 0; i < n; i++) own[i] = M[i * (n + 1)];
  lia_status st = lia_ldl_factor(lia_mat_of(M, n, n), NULL);
  while (k < n && M[k * (n + 1)] > 1e-13 * own[k] && own[k] > 1e-14 * size[k]) k++;
  if (k < n) return k;
  return st == LIA_OK ? -1 : 0;
}

// 0, or nan where one of n numbers is nan or infinite
static double past_numbers(const double *x, int n) {
  lia_v8d a = number8(0), b = a;
  double rest = 0;
  int k = 0;
  for (; k + 16 <= n; k += 16) {
    a += load8(x + k) * number8(0);
    b += load8(x + k + 8) * number8(0);
  }
  for (; k < n; k++) rest += x[k] * 0;
  return rest + sum8(a + b);
}

lia_status lia_answer_check(const lia_model *m, lia_data *d, const double *q, const double *x,
                            int n) {
  LIA_ASSERT(n >= m->nv);
  double sum = past_numbers(x, n), least = INFINITY, most = 0;
  int odd = 0, none = -1;
  for (int k = 0; k < m->nv; k++) {
    const double D = d->D[k];
    odd |= !(D > 0);
    least = D < least ? D : least;   // fmin is a call
    most = D > most ? D : most;
  }
  if (sum != 0 || odd || most > 1e12 * least) none = lia_answer_weightless(m, d, q);
  return sum == 0 && none < 0 ? LIA_OK : LIA_ESINGULAR;
}

// the motion that moves nothing, in words
static void say(const lia_model *m, lia_data *d, const double *q, int who, const char *const *name,
                double *room, lia_error *err) {
  const int n = m->nv;
  double *M = room, *z = M + n * n;
  char what[300];
  lia_crba(m, d, q, M);
  lia_idle_motion(n, who, M, z, z + n);
  lia_idle_tell(n, z, name, what, sizeof what);
  const char *cure = "what is between them a mass, or one of them a rotor";
  if (strstr(what, "of its own")) cure = "it an inertia or a rotor";
  (void)LIA_FAIL(err, LIA_ESINGULAR, "", "the mass matrix is singular here: %s (give %s)", what,
                 cure);
}

lia_status lia_answer_tell(const lia_model *m, lia_data *d, const double *q,
                           const char *const *name, lia_error *err) {
  const size_t n = (size_t)m->nv;
  const int who = lia_answer_weightless(m, d, q);
  LIA_ASSERT(who < m->nv);
  if (who < 0) return LIA_FAIL(err, LIA_ESINGULAR, "",
                               "the accelerations are too large for numbers");
  double *room = lia_malloc((2 * n * n + n + 1) * sizeof *room);
  if (!room) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  say(m, d, q, who, name, room, err);
  lia_free(room);
  return LIA_ESINGULAR;
}
