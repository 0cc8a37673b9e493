/* model.c - from bodies as described to a machine of turns, slides and general motions */
#include "model/model.h"

#include "base/assert.h"
#include "base/layout.h"
#include "base/mem.h"
#include "geo/rot.h"
#include "geo/spatial_num.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const lia_dof lia_dof_none = {
  .q_min = -HUGE_VAL, .q_max = HUGE_VAL, .v_max = HUGE_VAL, .tau_max = HUGE_VAL, .scale = 1,
      .follows = -1,
};

lia_body_def lia_body_def_new(const char *name) {
  lia_body_def b = { .name = name, .parent = -1, .joint = LIA_JOINT_fixed,
      .X_PJ = LIA_FRAME_IDENTITY,
      .X_JB = LIA_FRAME_IDENTITY };
  for (int k = 0; k < LIA_JOINT_NV; k++) b.dof[k] = lia_dof_none;
  return b;
}

// ---- what every description must have ----

static int moves_of(const lia_body_def *b) {
  return b->joint == LIA_JOINT_moves ? b->nmove : lia_joint_types[b->joint]->nmotion;
}
static int nv_of(const lia_body_def *b) {
  return b->joint == LIA_JOINT_moves ? b->nmove : lia_joint_types[b->joint]->nv;
}
static int nq_of(const lia_body_def *b) {
  return b->joint == LIA_JOINT_moves ? b->nmove : lia_joint_types[b->joint]->nq;
}
static int nodes_of(const lia_body_def *b) {
  return lia_joint_types[b->joint]->elementary ? moves_of(b) : nv_of(b) > 0;
}
static int follows(const lia_body_def *b) { return nv_of(b) == 1 && b->dof[0].follows >= 0; }

static lia_status check_moves(const lia_body_def *b, const char *path, lia_error *err) {
  if (b->nmove < 1 || b->nmove > LIA_JOINT_NMOVE)
    return LIA_FAIL(err, LIA_EMODEL, path, "a custom joint needs 1 to %d moves, got %d",
        LIA_JOINT_NMOVE, b->nmove);
  for (int k = 0; k < b->nmove; k++)
    if (!isfinite(lia_norm3(b->move[k].axis)) || lia_norm3(b->move[k].axis) == 0)
      return LIA_FAIL(err, LIA_EMODEL, path, "move %d: expected a finite axis that is not 0",
          k + 1);
  return LIA_OK;
}

static lia_status check_shape(const lia_body_def *body, int nbody, int i, const char *path,
    lia_error *err) {
  const lia_body_def *b = &body[i];
  if (b->parent < -1 || b->parent >= nbody || b->parent == i)
    return LIA_FAIL(err, LIA_EMODEL, path, "no body has the number %d given as parent",
        b->parent + 1);
  if (b->joint < 0 || b->joint >= LIA_JOINT_COUNT)
    return LIA_FAIL(err, LIA_EMODEL, path, "unknown joint type %d", b->joint);
  if (b->joint == LIA_JOINT_moves) LIA_TRY(check_moves(b, path, err));
  if (!isfinite(lia_norm3(b->axis)) || !isfinite(lia_norm3(b->axis2)))
    return LIA_FAIL(err, LIA_EMODEL, path, "an axis is not finite");
  for (int k = 0; k < nv_of(b); k++) {
    int f = b->dof[k].follows;
    if (f != -1 && (f < 0 || f >= nbody || f == i || nv_of(b) != 1 || nq_of(&body[f]) != 1 ||
        follows(&body[f])))
      return LIA_FAIL(err, LIA_EMODEL, path,
          "follows %d: one-coordinate joints can follow one another, one step deep", f + 1);
  }
  return LIA_OK;
}

static void body_path(const lia_body_def *b, int i, char path[96]) {
  snprintf(path, 96, b->name ? "bodies[%d] '%s'" : "bodies[%d]", i + 1, b->name);
}

// ---- numbers that cannot be ----

static int finite_all(const double *x, int n) {
  for (int k = 0; k < n; k++)
    if (!isfinite(x[k])) return 0;
  return 1;
}

static lia_status check_frames(const lia_body_def *b, const char *path, lia_error *err) {
  if (!finite_all(b->X_PJ.p, 3) || !finite_all(b->X_JB.p, 3))
    return LIA_FAIL(err, LIA_EMODEL, path, "the position of a frame is not finite");
  if (!(lia_rot_error(b->X_PJ.R) < 1e-6))
    return LIA_FAIL(err, LIA_EMODEL, path, "X_PJ.R is not a rotation matrix");
  if (!(lia_rot_error(b->X_JB.R) < 1e-6))
    return LIA_FAIL(err, LIA_EMODEL, path, "X_JB.R is not a rotation matrix");
  for (int k = 0; k < b->nmove && k < LIA_JOINT_NMOVE; k++)
    if (!finite_all(b->move[k].shift, 3))
      return LIA_FAIL(err, LIA_EMODEL, path, "move %d: the shift is not finite", k + 1);
  if (!finite_all(b->param, LIA_JOINT_NPARAM))
    return LIA_FAIL(err, LIA_EMODEL, path, "a joint parameter is not finite");
  return LIA_OK;
}

static lia_status check_inertia(const lia_body_def *b, const char *path, lia_error *err) {
  const lia_inertia *J = &b->inertia;
  if (!b->has_inertia) return LIA_OK;
  if (!finite_all(&J->m, 1) || !finite_all(J->h, 3) || !finite_all(J->I, 6))
    return LIA_FAIL(err, LIA_EMODEL, path, "the inertia is not finite");
  if (J->m < 0) return LIA_FAIL(err, LIA_EMODEL, path, "expected mass >= 0, got %g", J->m);
  return LIA_OK;
}

static lia_status check_dof(const lia_body_def *b, int k, const char *path, lia_error *err) {
  const lia_dof *d = &b->dof[k];
  if (!(d->q_min <= d->q_max))
    return LIA_FAIL(err, LIA_EMODEL, path, "limits are crossed: %g to %g", d->q_min, d->q_max);
  if (!(d->v_max >= 0 && d->tau_max >= 0))
    return LIA_FAIL(err, LIA_EMODEL, path, "expected v_max and tau_max >= 0");
  if (!(d->damping >= 0 && d->friction >= 0 && d->armature >= 0 && d->stiffness >= 0))
    return LIA_FAIL(err, LIA_EMODEL, path,
        "expected damping, friction, armature and stiffness >= 0");
  if (!isfinite(d->damping + d->friction + d->armature + d->stiffness + d->rest + d->scale
      + d->offset) || d->scale == 0)
    return LIA_FAIL(err, LIA_EMODEL, path, "expected finite numbers and a scale that is not 0");
  if (nq_of(b) != nv_of(b) && (d->stiffness != 0 || d->scale != 1 || d->offset != 0))
    return LIA_FAIL(err, LIA_EMODEL, path, "a %s joint has no spring, scale or offset",
        lia_joint_types[b->joint]->name);
  return LIA_OK;
}

static lia_status check_body(const lia_body_def *body, int nbody, int i, lia_error *err) {
  char path[96];
  const lia_body_def *b = &body[i];
  body_path(b, i, path);
  LIA_TRY(check_shape(body, nbody, i, path, err));
  LIA_TRY(check_frames(b, path, err));
  LIA_TRY(check_inertia(b, path, err));
  for (int k = 0; k < nv_of(b); k++) LIA_TRY(check_dof(b, k, path, err));
  return LIA_OK;
}

// ---- sizes and places ----

static void count_bodies(lia_model *m, const lia_body_def *body, int nbody, size_t *text,
    size_t *S) {
  *m = (lia_model){ .nbody = nbody, .lacking = -1, .root = -1 };
  *text = *S = 0;
  for (int i = 0; i < nbody; i++) {
    const lia_body_def *b = &body[i];
    m->nnode += nodes_of(b);
    m->jq += nq_of(b);
    m->jv += nv_of(b);
    m->nq += follows(b) ? 0 : nq_of(b);
    m->nv += follows(b) ? 0 : nv_of(b);
    for (int k = 0; k < nv_of(b); k++)
      m->has_mimic |= follows(b) || b->dof[k].scale != 1 || b->dof[k].offset != 0;
    if (!lia_joint_types[b->joint]->elementary) *S += (size_t)(6 * nv_of(b));
    *text += b->name ? strlen(b->name) + 1 : 1;
  }
}

static void place_bodies(lia_layout *l, lia_model *m, size_t text, size_t S) {
  m->body     = LIA_TAKE(l, lia_model_body, m->nbody);
  m->order    = LIA_TAKE(l, int, m->nbody);
  m->node     = LIA_TAKE(l, lia_node, m->nnode + 1);
  m->dof      = LIA_TAKE(l, lia_dof, m->jv);
  m->user_q   = LIA_TAKE(l, int, m->jq);
  m->user_v   = LIA_TAKE(l, int, m->jv);
  m->scale_q  = LIA_TAKE(l, double, m->jq);
  m->offset_q = LIA_TAKE(l, double, m->jq);
  m->scale_v  = LIA_TAKE(l, double, m->jv);
  m->armature = LIA_TAKE(l, double, m->jv);
  m->angle_q  = LIA_TAKE(l, int, m->nnode);
  m->S        = LIA_TAKE(l, double, S);
  m->text     = LIA_TAKE(l, char, text);
}

// ---- bodies: names, family, numbering ----

static void copy_bodies(lia_model *m, const lia_body_def *body) {
  char *text = m->text;
  for (int i = 0; i < m->nbody; i++) {
    const lia_body_def *b = &body[i];
    m->body[i] = (lia_model_body){
      .name = text, .parent = b->parent, .child = -1, .sibling = -1, .joint = b->joint,
          .nq = nq_of(b), .nv = nv_of(b),
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

// the user's numbers first, then for every joint which of them it moves by, and how
static void number_coordinates(lia_model *m, const lia_body_def *body) {
  int q = 0, v = 0, jq = 0, jv = 0;
  for (int i = 0; i < m->nbody; i++) {
    if (follows(&body[i])) continue;
    m->body[i].iq = q;
    m->body[i].iv = v;
    q += m->body[i].nq;
    v += m->body[i].nv;
  }
  for (int i = 0; i < m->nbody; i++) {
    const lia_body_def *b = &body[i];
    lia_model_body *B = &m->body[i];
    B->jq = jq;
    B->jv = jv;
    if (follows(b)) {
      B->iq = m->body[b->dof[0].follows].iq;
      B->iv = m->body[b->dof[0].follows].iv;
    }
    for (int k = 0; k < B->nq; k++, jq++) {
      m->user_q[jq] = B->iq + k;
      m->scale_q[jq] = B->nq == B->nv ? b->dof[k].scale : 1;
      m->offset_q[jq] = B->nq == B->nv ? b->dof[k].offset : 0;
    }
    for (int k = 0; k < B->nv; k++, jv++) {
      m->user_v[jv] = B->iv + k;
      m->dof[jv] = b->dof[k];
      m->scale_v[jv] = b->dof[k].scale;
      m->armature[jv] = b->dof[k].armature;
    }
  }
}

// ---- nodes ----

static lia_node *add_node(lia_model *m, int *n, int parent, lia_pose X, int body) {
  lia_node *N = &m->node[++*n];
  *N = (lia_node){ .parent = parent, .body = body, .end = *n + 1, .angle = -1,
      .param = m->body[body].param };
  N->row = lia_joint_types[m->body[body].joint];
  pose_to(N->X, X);
  return N;
}

// S[0] + sum of param_k S[k]
static void row_subspace(const lia_joint_type *row, const double *param, double *S) {
  for (int k = 0; k < 6 * row->nv; k++) {
    S[k] = row->S[k];
    for (int r = 1; r <= row->nparam; r++) S[k] += row->S[6 * row->nv * r + k] * param[r-1];
  }
}

// the axis of step k of a joint: a sequence of moves says its own, a row may say it, else the user
static const double *step_axis(const lia_body_def *b, const lia_motion *motion, int k) {
  if (b->joint == LIA_JOINT_moves) return b->move[k].axis;
  if (motion && lia_norm3(motion->axis) > 0) return motion->axis;
  return lia_joint_axis(lia_joint_types[b->joint], k, b->axis, b->axis2);
}

// the joint of body i, which stands at X in node *parent: its nodes; afterwards X is the moved
// frame in the last of them
static void add_joint(lia_model *m, const lia_body_def *b, int i, int *n, int *parent, lia_pose *X,
    double **S) {
  const lia_joint_type *row = lia_joint_types[b->joint];
  for (int k = 0; k < nodes_of(b); k++) {
    const lia_elementary *own = b->joint == LIA_JOINT_moves ? &b->move[k] : NULL;
    const lia_motion *motion = own || !row->elementary ? NULL : &row->motion[k];
    double A[9], back[9];
    if (own) *X = shift(*X, vec_of(own->shift));
    lia_joint_align(A, step_axis(b, motion, k));
    *X = rotate(*X, A);

    lia_node *N = add_node(m, n, *parent, *X, i);
    int slides = own ? own->slide : motion && motion->step == LIA_STEP_SLIDE;
    N->kind = slides ? LIA_SLIDE : LIA_TURN;
    if (!row->elementary) N->kind = LIA_GENERAL;
    N->iq = m->body[i].jq + k;
    N->iv = m->body[i].jv + k;
    N->nq = row->elementary ? 1 : row->nq;
    N->nv = row->elementary ? 1 : row->nv;
    if (N->kind == LIA_TURN) m->angle_q[N->angle = m->nangle++] = N->iq;
    if (N->kind == LIA_GENERAL) {
      row_subspace(row, m->body[i].param, *S);
      N->S = *S;
      *S += 6 * row->nv;
    }
    *parent = *n;
    lia_transpose33(back, A);
    *X = rotate(identity(), back);
  }
}

static int is_identity(const double X[12]) {
  for (int k = 0; k < 12; k++)
    if (X[k] != (k % 5 == 0)) return 0;
  return 1;
}

// inertia given in the body, which stands at X in node N, onto the node's
static void add_inertia(lia_node *N, lia_pose X, const lia_inertia *J) {
  lia_mat3 R = rot(X);
  lia_vec3 p = pos(X), h = mul(R, vec_of(J->h));
  lia_sym3 I = steiner(rotsym(R, sym_of(J->I)), p, addscaled(h, 0.5 * J->m, p));
  N->m += J->m;
  vec_to(N->h, add(vec_of(N->h), addscaled(h, J->m, p)));
  const double more[6] = { I.xx, I.yy, I.zz, I.xy, I.xz, I.yz };
  for (int k = 0; k < 6; k++) N->I[k] += more[k];
}

static void add_body(lia_model *m, const lia_body_def *b, int i, int *n, double **S) {
  lia_model_body *B = &m->body[i];
  int first = *n + 1;
  lia_pose X = b->parent < 0 ? identity() : pose_of(m->body[b->parent].X_NB);
  B->node = b->parent < 0 ? 0 : m->body[b->parent].node;
  X = compose(X, pose(mat_of(b->X_PJ.R), vec_of(b->X_PJ.p)));
  add_joint(m, b, i, n, &B->node, &X, S);
  X = compose(X, pose(mat_of(b->X_JB.R), vec_of(b->X_JB.p)));
  pose_to(B->X_NB, X);
  B->first = nodes_of(b) ? first : 0;
  B->aligned = is_identity(B->X_NB);
  if (!b->has_inertia) return;
  add_inertia(&m->node[B->node], X, &b->inertia);
  if (B->node) m->mass += b->inertia.m;
}

// the next body depth first, or -1
static int next_body(const lia_model *m, int i) {
  if (m->body[i].child >= 0) return m->body[i].child;
  while (i >= 0 && m->body[i].sibling < 0) i = m->body[i].parent;
  return i < 0 ? -1 : m->body[i].sibling;
}

static lia_status add_nodes(lia_model *m, const lia_body_def *body, lia_error *err) {
  int n = 0, seen = 0;
  double *S = m->S;
  lia_node *ground = &m->node[0];
  *ground = (lia_node){ .parent = -1, .body = -1, .end = m->nnode + 1, .angle = -1 };
  pose_to(ground->X, identity());
  for (int i = m->root; i >= 0; i = next_body(m, i)) {
    m->order[seen++] = i;
    add_body(m, &body[i], i, &n, &S);
  }

  // subtrees end where their last child ends
  for (int k = n; k > 0; k--) {
    lia_node *N = &m->node[m->node[k].parent];
    if (N->end < m->node[k].end) N->end = m->node[k].end;
    if (m->node[k].parent != k - 1) N->forks = 1;
  }
  if (seen == m->nbody) return LIA_OK;
  return LIA_FAIL(err, LIA_EMODEL, "bodies",
      "%d of %d bodies hang on each other in a circle, not on the ground", m->nbody - seen,
      m->nbody);
}

// ---- columns, for algorithms in base axes ----

// columns, their place in the tree, motion and inertia
static void add_columns(lia_model *m) {
  m->in_order = m->chain = 1;
  for (int i = 1, c = 0; i <= m->nnode; i++) {
    lia_node *N = &m->node[i];
    const lia_node *P = &m->node[N->parent];
    // the last column of the parent, -1: the ground
    int before = N->parent ? P->col + P->nv - 1 : -1;
    N->col = c;
    for (int k = 0; k < N->nv; k++, c++) {
      m->col[c] = (lia_col){ .v = N->iv + k, .node = i, .parent = k ? c - 1 : before,
          .end = c + 1 };
      lia_col *C = &m->col[c];
      C->run = c && C->parent == c - 1 ? m->col[c-1].run : c;
      C->root = C->parent < 0 ? c : m->col[C->parent].root;
      m->in_order &= N->iv + k == c;
      m->chain &= m->col[c].parent == c - 1;
      // a turn or a slide along z
      const int z = N->kind == LIA_TURN ? 5 : 2;
      for (int r = 0; r < 6; r++)
        m->columns4[c >> 2].S[r][c & 3] = N->kind == LIA_GENERAL ? N->S[r * N->nv + k] : r == z;
    }
    const double own[10] = { N->m, N->h[0], N->h[1], N->h[2], N->I[0], N->I[1], N->I[2], N->I[3],
        N->I[4], N->I[5] };
    for (int r = 0; r < 10; r++) m->columns4[(c - 1) >> 2].I[r][(c - 1) & 3] = own[r];
  }
  for (int c = m->jv - 1; c > 0; c--) {
    lia_col *C = &m->col[c], *P = &m->col[C->parent < 0 ? c : C->parent];
    if (C->parent < 0) continue;
    if (P->end < C->end) P->end = C->end;
    if (C->parent == c - 1) continue;
    C->fresh = !P->forks;
    P->forks = 1;
  }
  for (int c = 0; c < m->jv; c++) {
    lia_col *C = &m->col[c];
    const lia_col *P = &m->col[C->parent < 0 ? c : C->parent];
    if (C->parent >= 0) C->level = P->level + P->forks;
    if (C->forks && C->level >= m->levels) m->levels = C->level + 1;
  }
}

// tiles of columns by columns where a row is in the tree on a column: of each row of tiles those
// that have an ancestor of it
static void add_tiles(lia_model *m) {
  LIA_ASSERT(m->jv < 4 * 65536);
  for (int row = 0; 4 * row < m->jv; row++) {
    const int first = m->ntile;
    int least = 4 * row;
    for (int c = 4 * row; c < 4 * row + 4 && c < m->jv; c++)
      least = m->col[c].root < least ? m->col[c].root : least;
    for (int column = least / 4; column <= row; column++)
      m->tile[m->ntile++] = (lia_tile){ (unsigned short)row, (unsigned short)column, 0 };
    for (int c = 4 * row; c < 4 * row + 4 && c < m->jv; c++)
      for (int a = c; a >= 0; a = m->col[a].parent) {
        lia_tile *t = &m->tile[first + a / 4 - least / 4];
        t->related = (unsigned short)(t->related | 1u << (4 * (c & 3) + (a & 3)));
      }
    int kept = first;
    for (int k = first; k < m->ntile; k++)
      if (m->tile[k].related) m->tile[kept++] = m->tile[k];
    m->ntile = kept;
  }
}

// ---- far from the root ----

// inertias told about a root R away lose (R/L)^2 of their digits: 1e-8 of an inertia here
static const double far_away = 1e4;

// how far a node can be carried along its motion
static double travel(const lia_model *m, const lia_node *N) {
  if (N->kind == LIA_TURN || (N->kind == LIA_GENERAL && N->nq == N->nv)) return 0;
  const lia_dof *d = &m->dof[N->iv];
  double most = fmax(fabs(d->q_min), fabs(d->q_max));
  return isfinite(most) && N->kind == LIA_SLIDE ? most : 1;
}

// inertia of all that hangs on each node where every coordinate is 0, about its origin, onto out[0
// ..] of its parent
typedef struct heap { double m; lia_vec3 h; lia_sym3 I; } heap;

static void gather(const lia_model *m, heap *on) {
  for (int i = 0; i <= m->nnode; i++) {
    const lia_node *N = &m->node[i];
    on[i] = (heap){ N->m, vec_of(N->h), sym_of(N->I) };
  }
  for (int i = m->nnode; i > 0; i--) {
    const lia_node *N = &m->node[i];
    heap *P = &on[N->parent];
    lia_mat3 R = rot_of(N->X);
    lia_vec3 p = pos_of(N->X), h = mul(R, on[i].h);
    P->m += on[i].m;
    P->h = add(P->h, addscaled(h, on[i].m, p));
    P->I = symadd(P->I, steiner(rotsym(R, on[i].I), p, addscaled(h, 0.5 * on[i].m, p)));
  }
}

// L: the radius of gyration of what velocity k of a node turns, rotor included; 0 where it turns
// nothing
static double gyration(const lia_model *m, const lia_node *N, const heap *on, int k) {
  lia_vec3 u = zero(), w = zero();
  if (N->kind == LIA_TURN) w.z = 1;
  for (int r = 0; N->kind == LIA_GENERAL && r < 3; r++) {
    (&u.x)[r] = N->S[r * N->nv + k];
    (&w.x)[r] = N->S[(3 + r) * N->nv + k];
  }
  double turns = dot(w, w),
      I = dot(w, symmul(on->I, w)) + 2 * dot(u, cross(w, on->h)) + on->m * dot(u, u);
  I += m->armature[N->iv + k];
  return turns > 0 && on->m > 0 && I > 0 ? sqrt(I / (on->m * turns)) : 0;
}

static lia_status find_far(lia_model *m, lia_error *err) {
  heap *on = lia_malloc((size_t)(m->nnode + 1) * (sizeof *on + sizeof(double)));
  if (!on) return LIA_FAIL(err, LIA_ENOMEM, "", "no memory for a model of %d bodies", m->nbody);
  double *reach = (double *)(on + m->nnode + 1);
  gather(m, on);
  for (int i = 1; i <= m->nnode; i++) {
    const lia_node *N = &m->node[i];
    const lia_vec3 p = pos_of(N->X);
    reach[i] = N->parent ? reach[N->parent] + sqrt(dot(p, p)) + travel(m, N) : 0;
    for (int k = 0; k < N->nv; k++) {
      double L = gyration(m, N, &on[i], k);
      m->far |= L > 0 && reach[i] > far_away * L;
    }
  }
  lia_free(on);
  return LIA_OK;
}

// where all angles are coordinates that follow each other, they need not be gathered
static void find_angles(lia_model *m) {
  m->angles_from = m->nangle ? m->angle_q[0] : 0;
  for (int k = 0; k < m->nangle; k++)
    if (m->angle_q[k] != m->angles_from + k) { m->angles_from = -1; return; }
}

static void place_all(lia_layout *l, lia_model *m, size_t text, size_t S) {
  place_bodies(l, m, text, S);
  m->col  = LIA_TAKE(l, lia_col, m->jv);
  m->columns4 = LIA_TAKE(l, lia_columns4_local, m->lanes / 4);
  const size_t rows = (size_t)(m->jv + 3) / 4;
  m->tile = LIA_TAKE(l, lia_tile, rows * (rows + 1) / 2);
}

// ---- what every model keeps, whatever was described ----

// each body once in the order, behind its parent, in a node that is there
static void assert_bodies(const lia_model *m) {
  for (int k = 0; k < m->nbody; k++) {
    LIA_ASSERT(m->order[k] >= 0 && m->order[k] < m->nbody);
    const lia_model_body *B = &m->body[m->order[k]];
    LIA_ASSERT(B->node >= 0 && B->node <= m->nnode);
    LIA_ASSERT(B->parent < 0 || B->node >= m->body[B->parent].node);
    LIA_ASSERT(B->nq >= B->nv && B->iq + B->nq <= m->nq && B->iv + B->nv <= m->nv);
    LIA_ASSERT(B->jq + B->nq <= m->jq && B->jv + B->nv <= m->jv);
  }
  LIA_ASSERT(m->has_mimic || (m->jq == m->nq && m->jv == m->nv));
}

// parents before children, and the tree on each is the nodes up to its end
static void assert_nodes(const lia_model *m) {
  int nv = 0;
  for (int i = 1; i <= m->nnode; i++) {
    const lia_node *N = &m->node[i];
    LIA_ASSERT(N->parent >= 0 && N->parent < i);
    LIA_ASSERT(N->end > i && N->end <= m->node[N->parent].end);
    LIA_ASSERT((N->kind == LIA_TURN) == (N->angle >= 0) && N->angle < m->nangle);
    LIA_ASSERT((N->kind == LIA_GENERAL) == (N->S != NULL));
    LIA_ASSERT(N->kind == LIA_GENERAL || N->nv == 1);
    nv += N->nv;
  }
  LIA_ASSERT(nv == m->jv);
}

// columns: numbered node by node, each behind the one it stands on
static void assert_columns(const lia_model *m) {
  LIA_ASSERT(m->lanes % 8 == 0 && m->lanes >= m->jv);
  for (int c = 0; c < m->jv; c++) {
    const lia_col *C = &m->col[c];
    LIA_ASSERT(C->parent >= -1 && C->parent < c && C->end > c && C->end <= m->jv);
    LIA_ASSERT(C->parent < 0 || C->end <= m->col[C->parent].end);
    LIA_ASSERT(C->root <= C->run && C->run <= c);
    LIA_ASSERT(C->v >= 0 && C->v < m->jv && C->node >= 1 && C->node <= m->nnode);
    LIA_ASSERT(m->node[C->node].col <= c && c < m->node[C->node].col + m->node[C->node].nv);
  }
}

lia_status lia_model_new(lia_model **out, const lia_body_def *body, int nbody,
    const double gravity[3],
    lia_error *err) {
  *out = NULL;
  if (nbody < 0 || !finite_all(gravity, 3))
    return LIA_FAIL(err, LIA_EMODEL, "gravity", "expected three finite numbers");
  for (int i = 0; i < nbody; i++) LIA_TRY(check_body(body, nbody, i, err));

  // measure, allocate, place
  lia_model m, size;
  size_t text, S;
  count_bodies(&m, body, nbody, &text, &S);
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

  copy_bodies(*out, body);
  number_coordinates(*out, body);
  lia_status s = add_nodes(*out, body, err);
  if (s) { lia_free(*out); *out = NULL; return s; }
  find_angles(*out);
  add_columns(*out);
  add_tiles(*out);
  (*out)->numbers = lia_model_is_numbers(*out);
  assert_bodies(*out);
  assert_nodes(*out);
  assert_columns(*out);
  s = find_far(*out, err);
  if (s) { lia_free(*out); *out = NULL; }
  return s;
}

lia_status lia_model_dynamic(const lia_model *m, lia_error *err) {
  if (m->lacking < 0) return LIA_OK;
  char path[96];
  snprintf(path, sizeof path, "bodies[%d] '%s'", m->lacking + 1, m->body[m->lacking].name);
  return LIA_FAIL(err, LIA_EMODEL, path,
      "no mass and inertia given: dynamics needs them (say 0 for a body without mass)");
}

int lia_model_find(const lia_model *m, const char *name) {
  for (int i = 0; i < m->nbody; i++)
    if (strcmp(m->body[i].name, name) == 0) return i;
  return -1;
}
