/* model.c - from bodies as described to a machine of turns, slides and general motions */
#include "model/model.h"

#include "base/layout.h"
#include "base/mem.h"
#include "geo/words_num.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MODEL lia_model
#define BODY lia_body
#define NODE lia_node
#include "model/model_text.h"

const lia_dof lia_dof_none = {
  .q_min = -HUGE_VAL, .q_max = HUGE_VAL, .v_max = HUGE_VAL, .tau_max = HUGE_VAL, .scale = 1, .follows = -1,
};

lia_body lia_body_new(const char *name) {
  lia_body b = { .name = name, .parent = -1, .joint = LIA_JOINT_fixed, .X_PJ = LIA_FRAME_IDENTITY, .X_JB = LIA_FRAME_IDENTITY };
  for (int k = 0; k < LIA_JOINT_NV; k++) b.dof[k] = lia_dof_none;
  return b;
}

// ---- numbers that cannot be ----

static int finite_all(const double *x, int n) {
  for (int k = 0; k < n; k++)
    if (!isfinite(x[k])) return 0;
  return 1;
}

static int is_rotation(const double R[9]) {
  double T[9], err = fabs(lia_det33(R) - 1);
  lia_tmul33(T, R, R);
  for (int k = 0; k < 9; k++) err = fmax(err, fabs(T[k] - (k % 4 == 0)));
  return err < 1e-6;
}

static lia_status check_frames(const lia_body *b, const char *path, lia_error *err) {
  if (!finite_all(b->X_PJ.p, 3) || !finite_all(b->X_JB.p, 3))
    return LIA_FAIL(err, LIA_EMODEL, path, "the position of a frame is not finite");
  if (!is_rotation(b->X_PJ.R)) return LIA_FAIL(err, LIA_EMODEL, path, "X_PJ.R is not a rotation matrix");
  if (!is_rotation(b->X_JB.R)) return LIA_FAIL(err, LIA_EMODEL, path, "X_JB.R is not a rotation matrix");
  for (int k = 0; k < b->nmove && k < LIA_JOINT_NMOVE; k++)
    if (!finite_all(b->move[k].shift, 3)) return LIA_FAIL(err, LIA_EMODEL, path, "move %d: the shift is not finite", k + 1);
  if (!finite_all(b->param, LIA_JOINT_NPARAM)) return LIA_FAIL(err, LIA_EMODEL, path, "a joint parameter is not finite");
  return LIA_OK;
}

static lia_status check_inertia(const lia_body *b, const char *path, lia_error *err) {
  const lia_inertia *J = &b->inertia;
  if (!b->has_inertia) return LIA_OK;
  if (!finite_all(&J->m, 1) || !finite_all(J->h, 3) || !finite_all(J->I, 6))
    return LIA_FAIL(err, LIA_EMODEL, path, "the inertia is not finite");
  if (J->m < 0) return LIA_FAIL(err, LIA_EMODEL, path, "expected mass >= 0, got %g", J->m);
  return LIA_OK;
}

static lia_status check_dof(const lia_body *b, int k, const char *path, lia_error *err) {
  const lia_dof *d = &b->dof[k];
  if (!(d->q_min <= d->q_max)) return LIA_FAIL(err, LIA_EMODEL, path, "limits are crossed: %g to %g", d->q_min, d->q_max);
  if (!(d->v_max >= 0 && d->tau_max >= 0)) return LIA_FAIL(err, LIA_EMODEL, path, "expected v_max and tau_max >= 0");
  if (!(d->damping >= 0 && d->friction >= 0 && d->armature >= 0 && d->stiffness >= 0))
    return LIA_FAIL(err, LIA_EMODEL, path, "expected damping, friction, armature and stiffness >= 0");
  if (!isfinite(d->damping + d->friction + d->armature + d->stiffness + d->rest + d->scale + d->offset) || d->scale == 0)
    return LIA_FAIL(err, LIA_EMODEL, path, "expected finite numbers and a scale that is not 0");
  if (lia_nq_of(b) != lia_nv_of(b) && (d->stiffness != 0 || d->scale != 1 || d->offset != 0))
    return LIA_FAIL(err, LIA_EMODEL, path, "a %s joint has no spring, scale or offset", lia_joint_rows[b->joint]->name);
  return LIA_OK;
}

static lia_status check_body(const lia_body *body, int nbody, int i, lia_error *err) {
  char path[96];
  const lia_body *b = &body[i];
  lia_body_path(b, i, path);
  LIA_TRY(lia_check_shape(body, nbody, i, path, err));
  LIA_TRY(check_frames(b, path, err));
  LIA_TRY(check_inertia(b, path, err));
  for (int k = 0; k < lia_nv_of(b); k++) LIA_TRY(check_dof(b, k, path, err));
  return LIA_OK;
}

// ---- columns, for algorithms in base axes ----

/* columns, their place in the tree, motion and inertia */
static void add_columns(lia_model *m) {
  m->in_order = m->chain = 1;
  for (int i = 1, c = 0; i <= m->nnode; i++) {
    lia_node *N = &m->node[i];
    const lia_node *P = &m->node[N->parent];
    N->col = c;
    for (int k = 0; k < N->nv; k++, c++) {
      m->col[c] = (lia_col){ .v = N->iv + k, .node = i, .parent = k ? c - 1 : N->parent ? P->col + P->nv - 1 : -1, .end = c + 1 };
      lia_col *C = &m->col[c];
      C->run = c && C->parent == c - 1 ? m->col[c-1].run : c;
      C->root = C->parent < 0 ? c : m->col[C->parent].root;
      m->in_order &= N->iv + k == c;
      m->chain &= m->col[c].parent == c - 1;
      for (int r = 0; r < 6; r++)
        m->four[c >> 2].S[r][c & 3] = N->kind == LIA_GENERAL ? N->S[r * N->nv + k] : r == (N->kind == LIA_TURN ? 5 : 2);
    }
    const double own[10] = { N->m, N->h[0], N->h[1], N->h[2], N->I[0], N->I[1], N->I[2], N->I[3], N->I[4], N->I[5] };
    for (int r = 0; r < 10; r++) m->four[(c - 1) >> 2].I[r][(c - 1) & 3] = own[r];
  }
  for (int c = m->jv - 1; c > 0; c--) {
    lia_col *C = &m->col[c], *P = &m->col[C->parent < 0 ? c : C->parent];
    if (C->parent < 0) continue;
    if (P->end < C->end) P->end = C->end;
    if (C->parent == c - 1) continue;
    C->fresh = !P->forks;
    P->forks = 1;
  }
}

/* where all angles are coordinates that follow each other, they need not be gathered */
static void find_angles(lia_model *m) {
  m->angles_from = m->nangle ? m->angle_q[0] : 0;
  for (int k = 0; k < m->nangle; k++)
    if (m->angle_q[k] != m->angles_from + k) { m->angles_from = -1; return; }
}

static void place_all(lia_layout *l, lia_model *m, size_t text, size_t S) {
  lia_place_bodies(l, m, text, S);
  m->col  = LIA_TAKE(l, lia_col, m->jv);
  m->four = LIA_TAKE(l, lia_four_N, m->lanes / 4);
}

lia_status lia_model_new(lia_model **out, const lia_body *body, int nbody, const double gravity[3], lia_error *err) {
  *out = NULL;
  if (nbody < 0 || !finite_all(gravity, 3)) return LIA_FAIL(err, LIA_EMODEL, "gravity", "expected three finite numbers");
  for (int i = 0; i < nbody; i++) LIA_TRY(check_body(body, nbody, i, err));

  // measure, allocate, place
  lia_model m, size;
  size_t text, S;
  lia_count_bodies(&m, body, nbody, &text, &S);
  m.lanes = (m.jv + 11) & ~7;
  lia_copy3(m.gravity, gravity);
  size = m;
  lia_layout l = { 0 };
  LIA_TAKE(&l, lia_model, 1);
  place_all(&l, &size, text, S);
  char *block = lia_block(l.used);
  if (!block) return LIA_FAIL(err, LIA_ENOMEM, "", "no memory for a model of %d bodies", nbody);
  l = (lia_layout){ .base = block };
  *out = LIA_TAKE(&l, lia_model, 1);
  place_all(&l, &m, text, S);
  **out = m;

  lia_copy_bodies(*out, body);
  lia_number_coordinates(*out, body);
  lia_status s = lia_add_nodes(*out, body, err);
  if (s) { lia_free(*out); *out = NULL; return s; }
  find_angles(*out);
  add_columns(*out);
  return LIA_OK;
}

lia_status lia_model_dynamic(const lia_model *m, lia_error *err) {
  if (m->lacking < 0) return LIA_OK;
  char path[96];
  snprintf(path, sizeof path, "bodies[%d] '%s'", m->lacking + 1, m->body[m->lacking].name);
  return LIA_FAIL(err, LIA_EMODEL, path, "no mass and inertia given: dynamics needs them (say 0 for a body without mass)");
}

int lia_model_find(const lia_model *m, const char *name) {
  for (int i = 0; i < m->nbody; i++)
    if (strcmp(m->body[i].name, name) == 0) return i;
  return -1;
}

// ---- configurations ----

/* the next joint that owns its coordinates, from body i on; -1 after the last */
static int owner(const lia_model *m, int i) {
  for (; i < m->nbody; i++)
    if (m->body[i].nv && !(m->body[i].nv == 1 && m->dof[m->node[m->body[i].first].iv].follows >= 0)) return i;
  return -1;
}

#define EACH_JOINT(m, b) for (int b = owner(m, 0); b >= 0; b = owner(m, b + 1))
#define ROW(m, b) lia_joint_rows[(m)->body[b].joint]

void lia_model_neutral(const lia_model *m, double *q) {
  EACH_JOINT(m, b) {
    const lia_place *B = &m->body[b];
    if (ROW(m, b)->neutral) ROW(m, b)->neutral(q + B->iq);
    else for (int k = 0; k < B->nq; k++) q[B->iq + k] = 0;
  }
}

/* within the limits where both are given; else a turn anywhere, a slide within one metre; both where the joint allows */
static double random_coordinate(lia_rng *r, const lia_dof *d, int slide) {
  double wide = slide ? 1 : 3.14159265358979312;
  double a = isfinite(d->q_min) ? d->q_min : isfinite(d->q_max) ? d->q_max - 2 * wide : -wide;
  double b = isfinite(d->q_max) ? d->q_max : isfinite(d->q_min) ? d->q_min + 2 * wide : wide;
  return lia_rng_range(r, a, b);
}

void lia_model_random(const lia_model *m, lia_rng *r, double *q) {
  EACH_JOINT(m, b) {
    const lia_place *B = &m->body[b];
    if (ROW(m, b)->random) ROW(m, b)->random(r, q + B->iq);
    else for (int k = 0; k < B->nq; k++) {
      const lia_node *N = &m->node[B->first + (B->nq > 1 ? k : 0)];
      q[B->iq + k] = random_coordinate(r, &m->dof[N->iv], N->kind == LIA_SLIDE);
    }
  }
}

void lia_model_normalise(const lia_model *m, double *q) {
  EACH_JOINT(m, b)
    if (ROW(m, b)->normalise) ROW(m, b)->normalise(q + m->body[b].iq);
}

void lia_model_step(const lia_model *m, const double *q, const double *v, double h, double *qn) {
  EACH_JOINT(m, b) {
    const lia_place *B = &m->body[b];
    if (ROW(m, b)->step) ROW(m, b)->step(B->param, q + B->iq, v + B->iv, h, qn + B->iq);
    else for (int k = 0; k < B->nq; k++) qn[B->iq + k] = q[B->iq + k] + h * v[B->iv + k];
  }
}

void lia_model_diff(const lia_model *m, const double *q1, const double *q2, double *v) {
  EACH_JOINT(m, b) {
    const lia_place *B = &m->body[b];
    if (ROW(m, b)->diff) ROW(m, b)->diff(B->param, q1 + B->iq, q2 + B->iq, v + B->iv);
    else for (int k = 0; k < B->nq; k++) v[B->iv + k] = q2[B->iq + k] - q1[B->iq + k];
  }
}

void lia_model_rate(const lia_model *m, const double *q, const double *v, double *qdot) {
  EACH_JOINT(m, b) {
    const lia_place *B = &m->body[b];
    if (ROW(m, b)->rate) ROW(m, b)->rate(B->param, q + B->iq, v + B->iv, qdot + B->iq);
    else for (int k = 0; k < B->nq; k++) qdot[B->iq + k] = v[B->iv + k];
  }
}
