/* model.c - from bodies as described to a machine of turns, slides and general motions */
#include "model/model.h"

#include "base/layout.h"
#include "base/mem.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const lia_dof lia_dof_none = {
  .q_min = -HUGE_VAL, .q_max = HUGE_VAL, .v_max = HUGE_VAL, .tau_max = HUGE_VAL, .scale = 1, .follows = -1,
};

lia_body lia_body_new(const char *name) {
  lia_body b = { .name = name, .parent = -1, .joint = LIA_JOINT_fixed, .X_PJ = LIA_FRAME_IDENTITY, .X_JB = LIA_FRAME_IDENTITY };
  for (int k = 0; k < LIA_JOINT_NV; k++) b.dof[k] = lia_dof_none;
  return b;
}

// ---- what may be wrong with a body ----

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

static int moves_of(const lia_body *b) { return b->joint == LIA_JOINT_custom ? b->nmove : lia_joint_rows[b->joint]->nmove; }
static int nv_of(const lia_body *b) { return b->joint == LIA_JOINT_custom ? b->nmove : lia_joint_rows[b->joint]->nv; }
static int nq_of(const lia_body *b) { return b->joint == LIA_JOINT_custom ? b->nmove : lia_joint_rows[b->joint]->nq; }
static int nodes_of(const lia_body *b) { return moves_of(b) ? moves_of(b) : nv_of(b) > 0; }
static int follows(const lia_body *b) { return nv_of(b) == 1 && b->dof[0].follows >= 0; }

static lia_status check_frames(const lia_body *b, const char *path, lia_error *err) {
  if (!finite_all(b->X_PJ.p, 3) || !finite_all(b->X_JB.p, 3))
    return LIA_FAIL(err, LIA_EMODEL, path, "the position of a frame is not finite");
  if (!is_rotation(b->X_PJ.R)) return LIA_FAIL(err, LIA_EMODEL, path, "X_PJ.R is not a rotation matrix");
  if (!is_rotation(b->X_JB.R)) return LIA_FAIL(err, LIA_EMODEL, path, "X_JB.R is not a rotation matrix");
  if (!finite_all(b->axis, 3) || !finite_all(b->axis2, 3)) return LIA_FAIL(err, LIA_EMODEL, path, "an axis is not finite");
  return LIA_OK;
}

static lia_status check_moves(const lia_body *b, const char *path, lia_error *err) {
  if (b->nmove < 1 || b->nmove > LIA_JOINT_NMOVE)
    return LIA_FAIL(err, LIA_EMODEL, path, "a custom joint needs 1 to %d moves, got %d", LIA_JOINT_NMOVE, b->nmove);
  for (int k = 0; k < b->nmove; k++) {
    const lia_elementary *e = &b->move[k];
    if (!finite_all(e->axis, 3) || !finite_all(e->shift, 3) || lia_norm3(e->axis) == 0)
      return LIA_FAIL(err, LIA_EMODEL, path, "move %d: expected a finite axis that is not 0 and a finite shift", k + 1);
  }
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

static lia_status check_dof(const lia_body *body, int nbody, int i, int k, const char *path, lia_error *err) {
  const lia_body *b = &body[i];
  const lia_dof *d = &b->dof[k];
  int plain = nq_of(b) == nv_of(b);
  if (!(d->q_min <= d->q_max)) return LIA_FAIL(err, LIA_EMODEL, path, "limits are crossed: %g to %g", d->q_min, d->q_max);
  if (!(d->v_max >= 0 && d->tau_max >= 0)) return LIA_FAIL(err, LIA_EMODEL, path, "expected v_max and tau_max >= 0");
  if (!(d->damping >= 0 && d->friction >= 0 && d->armature >= 0 && d->stiffness >= 0))
    return LIA_FAIL(err, LIA_EMODEL, path, "expected damping, friction, armature and stiffness >= 0");
  if (!isfinite(d->damping + d->friction + d->armature + d->stiffness + d->rest + d->scale + d->offset) || d->scale == 0)
    return LIA_FAIL(err, LIA_EMODEL, path, "expected finite numbers and a scale that is not 0");
  if (!plain && (d->stiffness != 0 || d->scale != 1 || d->offset != 0))
    return LIA_FAIL(err, LIA_EMODEL, path, "a %s joint has no spring, scale or offset", lia_joint_rows[b->joint]->name);
  if (d->follows == -1) return LIA_OK;
  if (d->follows < 0 || d->follows >= nbody || d->follows == i || nv_of(b) != 1 || nq_of(&body[d->follows]) != 1 ||
      follows(&body[d->follows]))
    return LIA_FAIL(err, LIA_EMODEL, path, "follows %d: one-coordinate joints can follow one another, one step deep", d->follows + 1);
  return LIA_OK;
}

static lia_status check_body(const lia_body *body, int nbody, int i, lia_error *err) {
  const lia_body *b = &body[i];
  char path[96];
  snprintf(path, sizeof path, b->name ? "bodies[%d] '%s'" : "bodies[%d]", i + 1, b->name);

  if (b->parent < -1 || b->parent >= nbody || b->parent == i)
    return LIA_FAIL(err, LIA_EMODEL, path, "no body has the number %d given as parent", b->parent + 1);
  if (b->joint < 0 || b->joint >= LIA_JOINT_COUNT) return LIA_FAIL(err, LIA_EMODEL, path, "unknown joint type %d", b->joint);
  LIA_TRY(check_frames(b, path, err));
  if (b->joint == LIA_JOINT_custom) LIA_TRY(check_moves(b, path, err));
  if (!finite_all(b->param, LIA_JOINT_NPARAM)) return LIA_FAIL(err, LIA_EMODEL, path, "a joint parameter is not finite");
  LIA_TRY(check_inertia(b, path, err));
  for (int k = 0; k < nv_of(b); k++) LIA_TRY(check_dof(body, nbody, i, k, path, err));
  return LIA_OK;
}

// ---- sizes and places ----

static void count(lia_model *m, const lia_body *body, int nbody, size_t *text, size_t *S) {
  *m = (lia_model){ .nbody = nbody, .angles_from = -1, .lacking = -1, .root = -1 };
  *text = *S = 0;
  for (int i = 0; i < nbody; i++) {
    const lia_body *b = &body[i];
    m->nnode += nodes_of(b);
    m->jq += nq_of(b);
    m->jv += nv_of(b);
    m->nq += follows(b) ? 0 : nq_of(b);
    m->nv += follows(b) ? 0 : nv_of(b);
    for (int k = 0; k < nv_of(b); k++) m->mapped |= follows(b) || b->dof[k].scale != 1 || b->dof[k].offset != 0;
    if (!moves_of(b)) *S += (size_t)(6 * nv_of(b));
    *text += b->name ? strlen(b->name) + 1 : 1;
  }
  m->lanes = (m->jv + 11) & ~7;
}

static void place(lia_layout *l, lia_model *m, size_t text, size_t S) {
  m->body     = LIA_TAKE(l, lia_place, m->nbody);
  m->node     = LIA_TAKE(l, lia_node, m->nnode + 1);
  m->dof      = LIA_TAKE(l, lia_dof, m->jv);
  m->lead_q   = LIA_TAKE(l, int, m->jq);
  m->lead_v   = LIA_TAKE(l, int, m->jv);
  m->scale_q  = LIA_TAKE(l, double, m->jq);
  m->offset_q = LIA_TAKE(l, double, m->jq);
  m->armature = LIA_TAKE(l, double, m->jv);
  m->angle_q  = LIA_TAKE(l, int, m->nnode);
  m->col      = LIA_TAKE(l, struct lia_col, m->jv);
  m->four     = LIA_TAKE(l, struct lia_four_N, m->lanes / 4);
  m->S        = LIA_TAKE(l, double, S);
  m->text     = LIA_TAKE(l, char, text);
}

// ---- bodies: names, family, numbering ----

static void copy_bodies(lia_model *m, const lia_body *body) {
  char *text = m->text;
  for (int i = 0; i < m->nbody; i++) {
    const lia_body *b = &body[i];
    m->body[i] = (lia_place){
      .name = text, .parent = b->parent, .child = -1, .sibling = -1, .joint = b->joint, .nq = nq_of(b), .nv = nv_of(b),
      .X_PJ = b->X_PJ, .X_JB = b->X_JB, .has_inertia = b->has_inertia, .inertia = b->inertia,
    };
    memcpy(m->body[i].param, b->param, sizeof b->param);
    if (b->name) strcpy(text, b->name);
    text += strlen(text) + 1;
    if (!b->has_inertia && m->lacking < 0) m->lacking = i;
  }
  // backwards, so that children are listed in the user's order
  for (int i = m->nbody - 1; i >= 0; i--) {
    int *head = body[i].parent < 0 ? &m->root : &m->body[body[i].parent].child;
    m->body[i].sibling = *head;
    *head = i;
  }
}

/* the user's numbers first, then for every joint which of them it moves by, and how */
static void number_coordinates(lia_model *m, const lia_body *body) {
  int q = 0, v = 0, jq = 0, jv = 0;
  for (int i = 0; i < m->nbody; i++) {
    if (follows(&body[i])) continue;
    m->body[i].iq = q;
    m->body[i].iv = v;
    q += m->body[i].nq;
    v += m->body[i].nv;
  }
  for (int i = 0; i < m->nbody; i++) {
    const lia_body *b = &body[i];
    lia_place *B = &m->body[i];
    B->jq = jq;
    B->jv = jv;
    if (follows(b)) { B->iq = m->body[b->dof[0].follows].iq; B->iv = m->body[b->dof[0].follows].iv; }
    for (int k = 0; k < B->nq; k++, jq++) {
      m->lead_q[jq] = B->iq + k;
      m->scale_q[jq] = B->nq == B->nv ? b->dof[k].scale : 1;
      m->offset_q[jq] = B->nq == B->nv ? b->dof[k].offset : 0;
    }
    for (int k = 0; k < B->nv; k++, jv++) {
      m->lead_v[jv] = B->iv + k;
      m->dof[jv] = b->dof[k];
      m->armature[jv] = b->dof[k].armature;
    }
  }
}

// ---- nodes ----

/* A: a rotation that takes z to the axis; exact for the axes x, y, z and their opposites */
static void align(double A[9], const double axis[3]) {
  double u[3], n = lia_norm3(axis);
  lia_scale3(u, n > 0 ? 1 / n : 0, axis);
  if (n == 0) u[2] = 1;
  int k = u[0] == 0 ? (u[1] == 0 ? 2 : u[2] == 0 ? 1 : -1) : (u[1] == 0 && u[2] == 0 ? 0 : -1);
  if (k >= 0) {
    // z to axis k, x and y to the next two; where the axis points back, half a turn about x before
    double s = u[k] < 0 ? -1 : 1;
    for (int r = 0; r < 9; r++) A[r] = 0;
    A[3*((k+1)%3)] = 1;
    A[3*((k+2)%3)+1] = s;
    A[3*k+2] = s;
    return;
  }
  // any axis, no branch cut but the sign of z (Duff et al. 2017)
  double x = u[0], y = u[1], z = u[2], s = copysign(1, z), a = -1 / (s + z), b = x * y * a;
  double B[9] = { 1 + s*x*x*a, b, x, s*b, s + y*y*a, y, -s*x, -y, z };
  lia_copy33(A, B);
}

/* X := X after a shift and a turn to the axis */
static void approach(lia_frame *X, const double shift[3], const double A[9]) {
  lia_frame S = { .p = { shift[0], shift[1], shift[2] } };
  lia_copy33(S.R, A);
  lia_frame_mul(X, X, &S);
}

static void rows_of(double x[12], const lia_frame *X) {
  for (int r = 0; r < 3; r++) {
    lia_copy3(x + 4*r, X->R + 3*r);
    x[4*r+3] = X->p[r];
  }
}

static lia_node *add_node(lia_model *m, int *n, int parent, const lia_frame *X, int body) {
  lia_node *N = &m->node[++*n];
  *N = (lia_node){ .parent = parent, .body = body, .end = *n + 1, .angle = -1, .param = m->body[body].param };
  N->row = lia_joint_rows[m->body[body].joint];
  rows_of(N->X, X);
  return N;
}

/* the joint of body i, which stands at X in node *parent: its nodes; afterwards X is the moved frame in the last of them */
static void add_joint(lia_model *m, const lia_body *b, int i, int *n, int *parent, lia_frame *X, double **S) {
  const lia_joint_row *row = lia_joint_rows[b->joint];
  const lia_elementary *move = b->joint == LIA_JOINT_custom ? b->move : row->move;
  static const double zero[3] = { 0 }, x[3] = { 1, 0, 0 };
  double A[9], back[9];

  for (int k = 0; k < nodes_of(b); k++) {
    const double *axis = k == 1 && row->naxis == 2 ? (lia_norm3(b->axis2) > 0 ? b->axis2 : x) : row->naxis ? b->axis : zero;
    if (moves_of(b) && lia_norm3(move[k].axis) > 0) axis = move[k].axis;
    align(A, axis);
    approach(X, moves_of(b) ? move[k].shift : zero, A);

    lia_node *N = add_node(m, n, *parent, X, i);
    N->kind = !moves_of(b) ? LIA_GENERAL : move[k].slide ? LIA_SLIDE : LIA_TURN;
    N->iq = m->body[i].jq + k;
    N->iv = m->body[i].jv + k;
    N->nq = moves_of(b) ? 1 : row->nq;
    N->nv = moves_of(b) ? 1 : row->nv;
    if (N->kind == LIA_TURN) m->angle_q[N->angle = m->nangle++] = N->iq;
    if (N->kind == LIA_GENERAL) {
      row->subspace(b->param, *S);
      N->S = *S;
      *S += 6 * row->nv;
    }
    *parent = *n;
    *X = LIA_FRAME_IDENTITY;
    lia_transpose33(back, A);
    approach(X, zero, back);
  }
}

static int is_identity(const lia_frame *X) {
  for (int k = 0; k < 9; k++)
    if (X->R[k] != (k % 4 == 0)) return 0;
  return X->p[0] == 0 && X->p[1] == 0 && X->p[2] == 0;
}

static void add_inertia(lia_node *N, const lia_frame *X_NB, const lia_inertia *J_B) {
  lia_inertia J;
  lia_inertia_to(&J, X_NB, J_B);
  N->m += J.m;
  lia_add3(N->h, N->h, J.h);
  for (int k = 0; k < 6; k++) N->I[k] += J.I[k];
}

static void add_body(lia_model *m, const lia_body *b, int i, int *n, double **S) {
  lia_place *B = &m->body[i];
  int first = *n + 1;
  B->node = b->parent < 0 ? 0 : m->body[b->parent].node;
  B->X_NB = b->parent < 0 ? LIA_FRAME_IDENTITY : m->body[b->parent].X_NB;
  lia_frame_mul(&B->X_NB, &B->X_NB, &b->X_PJ);
  add_joint(m, b, i, n, &B->node, &B->X_NB, S);
  lia_frame_mul(&B->X_NB, &B->X_NB, &b->X_JB);
  B->first = nodes_of(b) ? first : 0;
  B->aligned = is_identity(&B->X_NB);
  if (b->has_inertia) add_inertia(&m->node[B->node], &B->X_NB, &b->inertia);
  if (b->has_inertia && B->node) m->mass += b->inertia.m;
}

/* the next body depth first, or -1 */
static int next_body(const lia_model *m, int i) {
  if (m->body[i].child >= 0) return m->body[i].child;
  while (i >= 0 && m->body[i].sibling < 0) i = m->body[i].parent;
  return i < 0 ? -1 : m->body[i].sibling;
}

static lia_status add_nodes(lia_model *m, const lia_body *body, lia_error *err) {
  int n = 0, seen = 0;
  double *S = m->S;
  m->node[0] = (lia_node){ .parent = -1, .body = -1, .end = m->nnode + 1, .angle = -1 };
  rows_of(m->node[0].X, &LIA_FRAME_IDENTITY);
  for (int i = m->root; i >= 0; i = next_body(m, i), seen++)
    add_body(m, &body[i], i, &n, &S);

  // subtrees end where their last child ends
  for (int k = m->nnode; k > 0; k--) {
    lia_node *P = &m->node[m->node[k].parent];
    if (P->end < m->node[k].end) P->end = m->node[k].end;
    if (m->node[k].parent != k - 1) P->forks = 1;
  }
  m->angles_from = m->nangle ? m->angle_q[0] : 0;
  for (int k = 0; k < m->nangle; k++)
    if (m->angle_q[k] != m->angles_from + k) { m->angles_from = -1; break; }
  return seen == m->nbody ? LIA_OK : LIA_FAIL(err, LIA_EMODEL, "bodies", "%d of %d bodies hang on each other in a circle, not on the ground", m->nbody - seen, m->nbody);
}

/* columns, their place in the tree, motion and inertia */
static void add_columns(lia_model *m) {
  m->in_order = m->chain = 1;
  for (int i = 1, c = 0; i <= m->nnode; i++) {
    lia_node *N = &m->node[i];
    const lia_node *P = &m->node[N->parent];
    N->col = c;
    for (int k = 0; k < N->nv; k++, c++) {
      m->col[c] = (struct lia_col){ .v = N->iv + k, .node = i, .parent = k ? c - 1 : N->parent ? P->col + P->nv - 1 : -1, .end = c + 1 };
      struct lia_col *C = &m->col[c];
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
    struct lia_col *C = &m->col[c], *P = &m->col[C->parent < 0 ? c : C->parent];
    if (C->parent < 0) continue;
    if (P->end < C->end) P->end = C->end;
    if (C->parent == c - 1) continue;
    C->fresh = !P->forks;
    P->forks = 1;
  }
}

lia_status lia_model_new(lia_model **out, const lia_body *body, int nbody, const double gravity[3], lia_error *err) {
  *out = NULL;
  if (nbody < 0 || !finite_all(gravity, 3)) return LIA_FAIL(err, LIA_EMODEL, "gravity", "expected three finite numbers");
  for (int i = 0; i < nbody; i++) LIA_TRY(check_body(body, nbody, i, err));

  // measure, allocate, place
  lia_model size;
  size_t text, S;
  count(&size, body, nbody, &text, &S);
  lia_model m = size;
  lia_layout l = { 0 };
  LIA_TAKE(&l, lia_model, 1);
  place(&l, &size, text, S);
  char *block = lia_block(l.used);
  if (!block) return LIA_FAIL(err, LIA_ENOMEM, "", "no memory for a model of %d bodies", nbody);
  l = (lia_layout){ .base = block };
  *out = LIA_TAKE(&l, lia_model, 1);
  place(&l, &m, text, S);
  lia_copy3(m.gravity, gravity);
  **out = m;

  copy_bodies(*out, body);
  number_coordinates(*out, body);
  lia_status s = add_nodes(*out, body, err);
  if (s) { lia_free(*out); *out = NULL; return s; }
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
