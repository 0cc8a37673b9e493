/* model_text.h - from bodies as described to nodes, told once for numbers (model.c) and expressions (smodel.c) */

// ---- what every description must have ----

static int NAME(moves_of)(const BODY *b) { return b->joint == LIA_JOINT_custom ? b->nmove : lia_joint_rows[b->joint]->nmotion; }
static int NAME(nv_of)(const BODY *b) { return b->joint == LIA_JOINT_custom ? b->nmove : lia_joint_rows[b->joint]->nv; }
static int NAME(nq_of)(const BODY *b) { return b->joint == LIA_JOINT_custom ? b->nmove : lia_joint_rows[b->joint]->nq; }
static int NAME(nodes_of)(const BODY *b) { return lia_joint_rows[b->joint]->elementary ? NAME(moves_of)(b) : NAME(nv_of)(b) > 0; }
static int NAME(follows)(const BODY *b) { return NAME(nv_of)(b) == 1 && b->dof[0].follows >= 0; }

static lia_status NAME(check_moves)(const BODY *b, const char *path, lia_error *err) {
  if (b->nmove < 1 || b->nmove > LIA_JOINT_NMOVE)
    return LIA_FAIL(err, LIA_EMODEL, path, "a custom joint needs 1 to %d moves, got %d", LIA_JOINT_NMOVE, b->nmove);
  for (int k = 0; k < b->nmove; k++)
    if (!isfinite(lia_norm3(b->move[k].axis)) || lia_norm3(b->move[k].axis) == 0)
      return LIA_FAIL(err, LIA_EMODEL, path, "move %d: expected a finite axis that is not 0", k + 1);
  return LIA_OK;
}

static lia_status NAME(check_shape)(const BODY *body, int nbody, int i, const char *path, lia_error *err) {
  const BODY *b = &body[i];
  if (b->parent < -1 || b->parent >= nbody || b->parent == i)
    return LIA_FAIL(err, LIA_EMODEL, path, "no body has the number %d given as parent", b->parent + 1);
  if (b->joint < 0 || b->joint >= LIA_JOINT_COUNT) return LIA_FAIL(err, LIA_EMODEL, path, "unknown joint type %d", b->joint);
  if (b->joint == LIA_JOINT_custom) LIA_TRY(NAME(check_moves)(b, path, err));
  if (!isfinite(lia_norm3(b->axis)) || !isfinite(lia_norm3(b->axis2))) return LIA_FAIL(err, LIA_EMODEL, path, "an axis is not finite");
  for (int k = 0; k < NAME(nv_of)(b); k++) {
    int f = b->dof[k].follows;
    if (f != -1 && (f < 0 || f >= nbody || f == i || NAME(nv_of)(b) != 1 || NAME(nq_of)(&body[f]) != 1 || NAME(follows)(&body[f])))
      return LIA_FAIL(err, LIA_EMODEL, path, "follows %d: one-coordinate joints can follow one another, one step deep", f + 1);
  }
  return LIA_OK;
}

static void NAME(body_path)(const BODY *b, int i, char path[96]) {
  snprintf(path, 96, b->name ? "bodies[%d] '%s'" : "bodies[%d]", i + 1, b->name);
}

// ---- sizes and places ----

static void NAME(count_bodies)(MODEL *m, const BODY *body, int nbody, size_t *text, size_t *S) {
  *m = (MODEL){ .nbody = nbody, .lacking = -1, .root = -1 };
  *text = *S = 0;
  for (int i = 0; i < nbody; i++) {
    const BODY *b = &body[i];
    m->nnode += NAME(nodes_of)(b);
    m->jq += NAME(nq_of)(b);
    m->jv += NAME(nv_of)(b);
    m->nq += NAME(follows)(b) ? 0 : NAME(nq_of)(b);
    m->nv += NAME(follows)(b) ? 0 : NAME(nv_of)(b);
    for (int k = 0; k < NAME(nv_of)(b); k++)
      m->mapped |= NAME(follows)(b) || !is_number(b->dof[k].scale, 1) || !is_number(b->dof[k].offset, 0);
    if (!lia_joint_rows[b->joint]->elementary) *S += (size_t)(6 * NAME(nv_of)(b));
    *text += b->name ? strlen(b->name) + 1 : 1;
  }
}

static void NAME(place_bodies)(lia_layout *l, MODEL *m, size_t text, size_t S) {
  m->body     = LIA_TAKE(l, NAME(place), m->nbody);
  m->node     = LIA_TAKE(l, NODE, m->nnode + 1);
  m->dof      = LIA_TAKE(l, NAME(dof), m->jv);
  m->lead_q   = LIA_TAKE(l, int, m->jq);
  m->lead_v   = LIA_TAKE(l, int, m->jv);
  m->scale_q  = LIA_TAKE(l, NUM, m->jq);
  m->offset_q = LIA_TAKE(l, NUM, m->jq);
  m->scale_v  = LIA_TAKE(l, NUM, m->jv);
  m->armature = LIA_TAKE(l, NUM, m->jv);
  m->angle_q  = LIA_TAKE(l, int, m->nnode);
  m->S        = LIA_TAKE(l, NUM, S);
  m->text     = LIA_TAKE(l, char, text);
}

// ---- bodies: names, family, numbering ----

static void NAME(copy_bodies)(CTX MODEL *m, const BODY *body) {
  char *text = m->text;
  m->mass = number(0);
  for (int i = 0; i < m->nbody; i++) {
    const BODY *b = &body[i];
    m->body[i] = (NAME(place)){
      .name = text, .parent = b->parent, .child = -1, .sibling = -1, .joint = b->joint, .nq = NAME(nq_of)(b), .nv = NAME(nv_of)(b),
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
static void NAME(number_coordinates)(CTX MODEL *m, const BODY *body) {
  int q = 0, v = 0, jq = 0, jv = 0;
  for (int i = 0; i < m->nbody; i++) {
    if (NAME(follows)(&body[i])) continue;
    m->body[i].iq = q;
    m->body[i].iv = v;
    q += m->body[i].nq;
    v += m->body[i].nv;
  }
  for (int i = 0; i < m->nbody; i++) {
    const BODY *b = &body[i];
    NAME(place) *B = &m->body[i];
    B->jq = jq;
    B->jv = jv;
    if (NAME(follows)(b)) { B->iq = m->body[b->dof[0].follows].iq; B->iv = m->body[b->dof[0].follows].iv; }
    for (int k = 0; k < B->nq; k++, jq++) {
      m->lead_q[jq] = B->iq + k;
      m->scale_q[jq] = B->nq == B->nv ? b->dof[k].scale : number(1);
      m->offset_q[jq] = B->nq == B->nv ? b->dof[k].offset : number(0);
    }
    for (int k = 0; k < B->nv; k++, jv++) {
      m->lead_v[jv] = B->iv + k;
      m->dof[jv] = b->dof[k];
      m->scale_v[jv] = b->dof[k].scale;
      m->armature[jv] = b->dof[k].armature;
    }
  }
}

// ---- nodes ----

static NODE *NAME(add_node)(CTX MODEL *m, int *n, int parent, POSE X, int body) {
  NODE *N = &m->node[++*n];
  *N = (NODE){ .parent = parent, .body = body, .end = *n + 1, .angle = -1, .param = m->body[body].param };
  N->row = lia_joint_rows[m->body[body].joint];
  pose_to(N->X, X);
  N->m = number(0);
  vec_to(N->h, zero());
  for (int k = 0; k < 6; k++) N->I[k] = number(0);
  return N;
}

/* S[0] + sum of param_k S[k] */
static void NAME(row_subspace)(CTX const lia_joint_row *row, const NUM *param, NUM *S) {
  for (int k = 0; k < 6 * row->nv; k++) {
    S[k] = number(row->S[k]);
    for (int r = 1; r <= row->nparam; r++)
      if (row->S[6 * row->nv * r + k] != 0) S[k] = plustimes(S[k], number(row->S[6 * row->nv * r + k]), param[r-1]);
  }
}

/* the joint of body i, which stands at X in node *parent: its nodes; afterwards X is the moved frame in the last of them */
static void NAME(add_joint)(CTX MODEL *m, const BODY *b, int i, int *n, int *parent, POSE *X, NUM **S) {
  const lia_joint_row *row = lia_joint_rows[b->joint];
  for (int k = 0; k < NAME(nodes_of)(b); k++) {
    const NAME(elementary) *own = b->joint == LIA_JOINT_custom ? &b->move[k] : NULL;
    const lia_motion *motion = own || !row->elementary ? NULL : &row->motion[k];
    double A[9], back[9];
    if (own) *X = shift(*X, vec_of(own->shift));
    lia_joint_align(A, own ? own->axis : motion && lia_norm3(motion->axis) > 0 ? motion->axis : lia_joint_axis(row, k, b->axis, b->axis2));
    *X = rotate(*X, A);

    NODE *N = NAME(add_node)(ON m, n, *parent, *X, i);
    int slides = own ? own->slide : motion && motion->step == LIA_STEP_SLIDE;
    N->kind = !row->elementary ? LIA_GENERAL : slides ? LIA_SLIDE : LIA_TURN;
    N->iq = m->body[i].jq + k;
    N->iv = m->body[i].jv + k;
    N->nq = row->elementary ? 1 : row->nq;
    N->nv = row->elementary ? 1 : row->nv;
    if (N->kind == LIA_TURN) m->angle_q[N->angle = m->nangle++] = N->iq;
    if (N->kind == LIA_GENERAL) {
      NAME(row_subspace)(ON row, m->body[i].param, *S);
      N->S = *S;
      *S += 6 * row->nv;
    }
    *parent = *n;
    lia_transpose33(back, A);
    *X = rotate(identity(), back);
  }
}

static int NAME(is_identity)(const NUM X[12]) {
  for (int k = 0; k < 12; k++)
    if (!is_number(X[k], k % 5 == 0)) return 0;
  return 1;
}

/* inertia given in the body, which stands at X in node N, onto the node's */
static void NAME(add_inertia)(CTX NODE *N, POSE X, const NAME(inertia) *J) {
  MAT R = rot(X);
  VEC p = pos(X), h = mul(R, vec_of(J->h));
  SYM I = steiner(rotsym(R, sym_of(J->I)), p, addscaled(h, times(number(0.5), J->m), p));
  N->m = plus(N->m, J->m);
  vec_to(N->h, add(vec_of(N->h), addscaled(h, J->m, p)));
  const NUM more[6] = { I.xx, I.yy, I.zz, I.xy, I.xz, I.yz };
  for (int k = 0; k < 6; k++) N->I[k] = plus(N->I[k], more[k]);
}

static void NAME(add_body)(CTX MODEL *m, const BODY *b, int i, int *n, NUM **S) {
  NAME(place) *B = &m->body[i];
  int first = *n + 1;
  POSE X = b->parent < 0 ? identity() : pose_of(m->body[b->parent].X_NB);
  B->node = b->parent < 0 ? 0 : m->body[b->parent].node;
  X = compose(X, pose(mat_of(b->X_PJ.R), vec_of(b->X_PJ.p)));
  NAME(add_joint)(ON m, b, i, n, &B->node, &X, S);
  X = compose(X, pose(mat_of(b->X_JB.R), vec_of(b->X_JB.p)));
  pose_to(B->X_NB, X);
  B->first = NAME(nodes_of)(b) ? first : 0;
  B->aligned = NAME(is_identity)(B->X_NB);
  if (!b->has_inertia) return;
  NAME(add_inertia)(ON &m->node[B->node], X, &b->inertia);
  if (B->node) m->mass = plus(m->mass, b->inertia.m);
}

/* the next body depth first, or -1 */
static int NAME(next_body)(const MODEL *m, int i) {
  if (m->body[i].child >= 0) return m->body[i].child;
  while (i >= 0 && m->body[i].sibling < 0) i = m->body[i].parent;
  return i < 0 ? -1 : m->body[i].sibling;
}

static lia_status NAME(add_nodes)(CTX MODEL *m, const BODY *body, lia_error *err) {
  int n = 0, seen = 0;
  NUM *S = m->S;
  NODE *ground = &m->node[0];
  *ground = (NODE){ .parent = -1, .body = -1, .end = m->nnode + 1, .angle = -1, .m = number(0) };
  pose_to(ground->X, identity());
  vec_to(ground->h, zero());
  for (int k = 0; k < 6; k++) ground->I[k] = number(0);
  for (int i = m->root; i >= 0; i = NAME(next_body)(m, i), seen++) NAME(add_body)(ON m, &body[i], i, &n, &S);

  // subtrees end where their last child ends
  for (int k = n; k > 0; k--) {
    NODE *N = &m->node[m->node[k].parent];
    if (N->end < m->node[k].end) N->end = m->node[k].end;
    if (m->node[k].parent != k - 1) N->forks = 1;
  }
  if (seen == m->nbody) return LIA_OK;
  return LIA_FAIL(err, LIA_EMODEL, "bodies", "%d of %d bodies hang on each other in a circle, not on the ground", m->nbody - seen, m->nbody);
}
