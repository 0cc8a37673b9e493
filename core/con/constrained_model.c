/* constrained_model.c - a model with its constraints */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3,no-tree-slp-vectorize")
#endif

#include "con/constrained_model.h"

#include "base/layout.h"
#include "base/mem.h"
#include "geo/rot.h"
#include "num/sincos.h"
#include "rbd/aba.h"
#include "rbd/fast/columns.h"
#include "rbd/crba.h"
#include "rbd/rnea.h"

#include <math.h>
#include <stdio.h>

enum { LANES = 8 };

/* of the diagonal of G M^-1 G', what is left of it must be more: below, the multipliers of the tree keep less than ten digits (they
 * lose as many as the rows are close to each other, twice), and matrices say more */
static const double enough = 1e-4;
typedef double NUM8 __attribute__((vector_size(64)));

static inline NUM8 get8(const double *x) {
  NUM8 a;
  memcpy(&a, x, sizeof a);
  return a;
}
static inline void set8(double *x, NUM8 a) { memcpy(x, &a, sizeof a); }
static inline NUM8 all8(double s) { return (NUM8){ s, s, s, s, s, s, s, s }; }

/* a s + c */
static inline NUM8 fma8(NUM8 a, double s, NUM8 c) {
#ifdef __AVX512F__
  return (NUM8)_mm512_fmadd_pd((__m512d)a, _mm512_set1_pd(s), (__m512d)c);
#else
  for (int k = 0; k < LANES; k++) c[k] = lia_fma(a[k], s, c[k]);
  return c;
#endif
}

/* a with s in one lane: without a way through memory, which eight lanes read at once would wait for */
static inline NUM8 put8(NUM8 a, int lane, double s) {
#ifdef __AVX512F__
  return (NUM8)_mm512_mask_broadcastsd_pd((__m512d)a, (__mmask8)(1u << lane), _mm_set_sd(s));
#else
  a[lane] = s;
  return a;
#endif
}

/* s + P . x, x six numbers in two rows */
static inline NUM8 along8(const NUM8 P[6], const double *x, NUM8 s) {
  s = fma8(P[2], x[2], fma8(P[1], x[1], fma8(P[0], x[0], s)));
  return s + fma8(P[5], x[6], fma8(P[4], x[5], P[3] * x[4]));
}

// ---- memory ----

static void layout(lia_layout *l, lia_closed *w, int nwork) {
  size_t r = (size_t)w->rows, n = (size_t)w->m->nv, nc = (size_t)w->s->n, lanes = (size_t)w->lanes;
  w->row = LIA_TAKE(l, lia_constraint_eq, r);
  w->end = LIA_TAKE(l, lia_end, nc * LIA_CONSTRAINT_ENDS);
  w->arm = LIA_TAKE(l, double, 3 * nc * LIA_CONSTRAINT_ENDS);
  w->G = LIA_TAKE(l, double, r * n);
  w->g = LIA_TAKE(l, double, r);
  w->c = LIA_TAKE(l, double, r);
  w->lambda = LIA_TAKE(l, double, r);
  w->push = LIA_TAKE(l, double, lanes);
  w->redundant = LIA_TAKE(l, int, r);
  w->Y = LIA_TAKE(l, double, (size_t)w->m->jv * lanes);
  w->P = LIA_TAKE(l, double, 6 * LANES);
  w->coordG = LIA_TAKE(l, double, r * n);
  w->touched = LIA_TAKE(l, char, w->m->jv);
  w->size = LIA_TAKE(l, double, lanes);
  w->best = LIA_TAKE(l, double, lanes);
  w->L = LIA_TAKE(l, double, lanes * lanes);
  w->r = LIA_TAKE(l, double, lanes);
  w->x = LIA_TAKE(l, double, 2 * lanes);
  w->perm = LIA_TAKE(l, int, r);
  w->lane = LIA_TAKE(l, int, r);
  w->flag = LIA_TAKE(l, int, lanes);
  w->list = LIA_TAKE(l, int, w->m->jv);
  w->null = LIA_TAKE(l, double, r * lanes);
  w->work = LIA_TAKE(l, double, nwork + 16);
  w->M = LIA_TAKE(l, double, n * n);
  w->f = LIA_TAKE(l, double, n);
  w->zero = LIA_TAKE(l, double, n);
  w->acc = LIA_TAKE(l, double, n);
  w->unit = LIA_TAKE(l, double, w->m->nq);
  w->from = LIA_TAKE(l, double, w->m->nq);
  w->q0 = LIA_TAKE(l, double, w->m->nq);
  w->q1 = LIA_TAKE(l, double, w->m->nq);
  w->dv = LIA_TAKE(l, double, n);
  w->near = LIA_TAKE(l, double, 2 * (size_t)w->m->nq + 3 * n);
}

/* rows of one constraint stand side by side in a block of eight: where each stands (lane may be NULL), how many there are */
static int lanes_of(const lia_constraints *s, int *lane) {
  int next = 0;
  for (int i = 0; i < s->n; i++) {
    const lia_constraint *k = &s->c[i];
    if (next % LANES + k->nrow > LANES) next = (next / LANES + 1) * LANES;
    for (int r = 0; lane && r < k->nrow; r++) lane[k->first + r] = next + r;
    next += k->nrow;
  }
  return (next + LANES) / LANES * LANES;
}

lia_status lia_closed_new(lia_closed **out, const lia_model *m, const lia_constraints *s, lia_error *err) {
  *out = NULL;
  lia_closed shape = { .m = m, .s = s, .rows = s->nrow, .lanes = lanes_of(s, NULL), .opts = lia_constrained_defaults };
  lia_layout l = { NULL, sizeof shape };
  layout(&l, &shape, s->nwork);
  lia_closed *w = lia_block(l.used);
  if (!w) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for the constraints");
  *w = shape;
  l = (lia_layout){ (char *)w, sizeof shape };
  layout(&l, w, s->nwork);
  lanes_of(s, w->lane);
  lia_status st = lia_data_new(&w->d, m, err);
  if (st == LIA_OK) st = lia_constrained_new(&w->way, m->nv, s->nrow, err);
  if (st != LIA_OK) { lia_closed_free(w); return st; }
  *out = w;
  return LIA_OK;
}

void lia_closed_free(lia_closed *w) {
  if (!w) return;
  lia_constrained_free(w->way);
  lia_free(w->d);
  lia_free(w);
}

const lia_constraint *lia_closed_of(const lia_closed *w, int row) {
  int i = 0;
  while (row >= w->s->c[i].first + w->s->c[i].nrow) i++;
  return &w->s->c[i];
}

// ---- rows ----

/* q with quaternions of length 1: rows of a rotation that is none contradict each other. Stages of an integrator are not exact */
static const double *proper(lia_closed *w, const double *q) {
  if (w->m->nq == w->m->nv || q == w->unit) return q;
  lia_vec_copy(w->unit, q, w->m->nq);
  lia_model_normalise(w->m, w->unit);
  return w->unit;
}

static int last_column(const lia_model *m, int node) { return m->node[node].col + m->node[node].nv - 1; }

/* where the root of the tree that column c belongs to stands in the base: lengths of algorithms start there */
static inline lia_vec3 root_of(const lia_closed *w, int c, const double *jq) {
  const lia_node *N = &w->m->node[w->m->col[w->m->col[c].root].node];
  if (N->kind == LIA_TURN) return vec(N->X[3], N->X[7], N->X[11]);
  return pos(compose(pose_of(w->m->node[0].X), lia_node_pose(N, w->d, jq)));
}

/* frame e of a constraint, and from the root of its tree to it; moving: with velocities, of d->V */
static inline void find_end(const lia_closed *w, const lia_constraint *k, int e, const double *jq, int moving, lia_end *E, double arm[3]) {
  const lia_model *m = w->m;
  *E = (lia_end){ .p = { 0 } };
  if (k->body[e] < 0) {
    lia_copy33(E->R, k->X[e].R);
    lia_copy3(E->p, k->X[e].p);
    return;
  }
  const lia_place *B = &m->body[k->body[e]];
  lia_pose X = B->node ? w->d->tree[last_column(m, B->node)] : pose_of(m->node[0].X);
  if (!B->aligned) X = compose(X, pose_of(B->X_NB));
  X = compose(X, pose(mat_of(k->X[e].R), vec_of(k->X[e].p)));
  lia_mat3 R = rot(X);
  const double rows[9] = { R.xx, R.xy, R.xz, R.yx, R.yy, R.yz, R.zx, R.zy, R.zz };
  memcpy(E->R, rows, sizeof rows);
  vec_to(E->p, pos(X));
  if (!B->node) return;
  int c = last_column(m, B->node);
  if (moving) {
    lia_row u = w->d->V[2*c], o = w->d->V[2*c+1];
    lia_set3(E->w, o[0], o[1], o[2]);
    lia_cross3(E->u, E->w, E->p);
    for (int i = 0; i < 3; i++) E->u[i] += u[i];
  }
  lia_copy3(arm, E->p);
  vec_to(E->p, add(vec_of(E->p), root_of(w, c, jq)));
}

static void evaluate(lia_closed *w, const double *q, const double *jq, const double *v, double t) {
  for (int i = 0; i < w->s->n; i++) {
    const lia_constraint *k = &w->s->c[i];
    lia_end *e = &w->end[i * LIA_CONSTRAINT_ENDS];
    if (!k->row->nend) {
      lia_constraint_coordinates(k, q, v ? v : w->zero, t, w->work, &w->row[k->first], &w->coordG[(size_t)k->first * (size_t)w->m->nv]);
      continue;
    }
    for (int j = 0; j < k->row->nend; j++) find_end(w, k, j, jq, v != NULL, &e[j], w->arm + 3 * (i * LIA_CONSTRAINT_ENDS + j));
    k->row->calc(k, e, w->work, &w->row[k->first]);
  }
}

/* While a loop is being closed, rows of orientation are told as a turn, so that no frame comes to rest the wrong way round:
 *   all axes: g = -phi, R1' R0 = exp(phi~), phi' = J^-1 R1' (w0 - w1),
 *             J^-1 = 1 - phi~/2 + (1/t^2 - (1 + cos t) / (2 t sin t)) phi~ phi~,  t = |phi|                     [MLS, Jain]
 *   one axis: g = t / sin t (x1 . z0, y1 . z0), t the angle between z0 and z1, its rate taken as the turn about y1 and -x1 */
static void straighten_axes(const lia_end *e, lia_constraint_eq *row) {
  double R[9], phi[3];
  lia_tmul33(R, e[1].R, e[0].R);
  lia_rot_log(phi, R, NULL);
  double t = lia_norm3(phi), sine, cosine;
  lia_sincos1(t, &sine, &cosine);
  double k = t < 1e-3 ? 1. / 12 : 1 / (t * t) - (1 + cosine) / (2 * t * sine);
  if (!(fabs(sine) > 1e-9) && t > 1) k = 1 / (t * t);
  for (int i = 0; i < 3; i++) {
    // row i of J^-1 in axes of frame 1, then in the base
    double unit[3] = { i == 0, i == 1, i == 2 }, a[3], b[3], n[3];
    lia_cross3(a, phi, unit);           // row of phi~ is (phi x e_i) with its sign turned, so -phi~/2 gives + a/2
    lia_cross3(b, phi, a);
    for (int x = 0; x < 3; x++) unit[x] += a[x] / 2 + k * b[x];
    lia_mv3(n, e[1].R, unit);
    row[i] = (lia_constraint_eq){ .g = -phi[i] };
    for (int x = 0; x < 3; x++) {
      row[i].F[0][3+x] = -n[x];
      row[i].F[1][3+x] = n[x];
    }
  }
}

static void straighten_axis(const lia_end *e, lia_constraint_eq *row) {
  double R[9];
  lia_tmul33(R, e[1].R, e[0].R);
  double s = hypot(R[2], R[5]), t = atan2(s, R[8]), k = s > 1e-12 ? t / s : R[8] > 0 ? 1 : 0;
  row[0] = (lia_constraint_eq){ .g = s > 1e-12 || R[8] > 0 ? k * R[2] : t };
  row[1] = (lia_constraint_eq){ .g = k * R[5] };
  for (int x = 0; x < 3; x++) {
    row[0].F[0][3+x] = e[1].R[3*x+1];
    row[1].F[0][3+x] = -e[1].R[3*x];
    row[0].F[1][3+x] = -e[1].R[3*x+1];
    row[1].F[1][3+x] = e[1].R[3*x];
  }
}

static void straighten(lia_closed *w) {
  for (int i = 0; i < w->s->n; i++) {
    const lia_constraint *k = &w->s->c[i];
    const lia_end *e = &w->end[i * LIA_CONSTRAINT_ENDS];
    if (k->row->upright == 2) straighten_axes(e, &w->row[k->first + k->row->turns_at]);
    if (k->row->upright == 1) straighten_axis(e, &w->row[k->first + k->row->turns_at]);
  }
}

/* the force at a frame that stands at p from the root of its tree, as force and moment about that root */
static inline void about_root(const double p[3], const double F[6], double W[6]) {
  double m[3];
  lia_cross3(m, p, F);
  for (int i = 0; i < 3; i++) {
    W[i] = F[i];
    W[3+i] = F[3+i] + m[i];
  }
}

void lia_closed_wrench(const lia_closed *w, int i, int e, int r, double W[6]) {
  about_root(w->arm + 3 * (i * LIA_CONSTRAINT_ENDS + e), w->row[r].F[e], W);
}

/* G as a matrix of the user's velocities, and c with what frames accelerate by where a = 0 (d->A without gravity). Entries that
 * are the rounding of what cancels in W . S are 0: a row that changes nothing must say so */
void lia_closed_rows(lia_closed *w, const double *q, const double *v, double t) {
  const lia_model *m = w->m;
  lia_data *d = w->d;
  q = proper(w, q);
  const double *jq = joint_q(m, d, q), *jv = joint_v(m, d->v, v ? v : w->zero);
  tree_poses(m, d, jq);
  by_columns(m, jv, d->vc);
  own_inertia(m, d);
  tree_velocities(m, d);
  coriolis(m, d);
  const lia_row rest[2] = { number4(0), number4(0) };
  memset(d->ac, 0, sizeof *d->ac * (size_t)m->jv);
  sums(m, d->Sr, d->ac, d->G, rest, d->A, d->Ap);
  evaluate(w, q, jq, v, t);
  if (w->closing) straighten(w);

  size_t nv = (size_t)m->nv;
  memset(w->G, 0, (size_t)w->rows * nv * sizeof *w->G);
  for (int i = 0; i < w->s->n; i++) {
    const lia_constraint *k = &w->s->c[i];
    for (int r = k->first; r < k->first + k->nrow; r++) {
      double *G = w->G + (size_t)r * nv;
      w->g[r] = w->row[r].g;
      w->c[r] = w->row[r].c;
      if (k->row->nend) lia_vec_zero(w->acc, m->nv);
      for (int j = 0; j < k->ncoord; j++) G[k->coord[j]] = w->coordG[(size_t)k->first * nv + (size_t)j];
      for (int e = 0; e < k->row->nend; e++) {
        const lia_end *E = &w->end[i * LIA_CONSTRAINT_ENDS + e];
        int node = k->body[e] < 0 ? 0 : m->body[k->body[e]].node, last = node ? last_column(m, node) : -1;
        if (!node) continue;
        double W[6], wu[3];
        about_root(w->arm + 3 * (i * LIA_CONSTRAINT_ENDS + e), w->row[r].F[e], W);
        for (int c = last; c >= 0; c = m->col[c].parent) {
          const double *S = (const double *)&d->Sr[2*c];
          double y = lia_dot3(W, S) + lia_dot3(W + 3, S + 4), most = 0;
          int jvel = m->col[c].v;
          G[m->lead_v[jvel]] += m->scale_v[jvel] * y;
          for (int x = 0; x < 3; x++) most += fabs(W[x] * S[x]) + fabs(W[3+x] * S[4+x]);
          w->acc[m->lead_v[jvel]] += fabs(m->scale_v[jvel]) * most;
        }
        // acceleration of the point where a = 0: A, and w x u
        const double *A = (const double *)&d->A[2*last];
        lia_cross3(wu, E->w, E->u);
        w->c[r] += lia_dot3(W, A) + lia_dot3(W + 3, A + 4) + lia_dot3(w->row[r].F[e], wu);
      }
      for (int j = 0; k->row->nend && j < m->nv; j++)
        if (fabs(G[j]) <= 1e-13 * w->acc[j]) G[j] = 0;
    }
  }
}

static int all_finite(const double *x, int n) { return lia_vec_bad(x, n) < 0; }

lia_status lia_closed_valued(const lia_closed *w, lia_error *err) {
  const size_t nv = (size_t)w->m->nv;
  for (int r = 0; r < w->rows; r++) {
    const double x[3] = { w->g[r], w->row[r].b, w->c[r] };
    if (all_finite(x, 3) && all_finite(w->G + (size_t)r * nv, (int)nv)) continue;
    char path[96];
    snprintf(path, sizeof path, "constraint '%.60s'", lia_closed_of(w, r)->name);
    return LIA_FAIL(err, LIA_EUNREACHABLE, path, "has no finite value here");
  }
  return LIA_OK;
}

/* (G(-2h) - 8 G(-h) + 8 G(h) - G(2h)) / 12 h along the motion, told with an error of h^4 */
static void rate_of_rows(lia_closed *w, const double *q, const double *v, double t, double h,
                         double *Gdot) {
  static const double at[4] = { -2, -1, 1, 2 }, factor[4] = { 1, -8, 8, -1 };
  const int n = w->rows * w->m->nv;
  lia_vec_zero(Gdot, n);
  for (int k = 0; k < 4; k++) {
    lia_model_step(w->m, q, v, at[k] * h, w->q1);
    lia_closed_rows(w, w->q1, v, t + at[k] * h);
    lia_vec_axpy(Gdot, factor[k] / (12 * h), w->G, n);
  }
}

/* inputs can move much faster than v does: steps are halved until two of them agree, or until
 * rounding lets them agree no better */
lia_status lia_closed_rows_rate(lia_closed *w, const double *q, const double *v, double t, double *Gdot,
                                lia_error *err) {
  const int n = w->rows * w->m->nv;
  double h = 4e-3 / (1 + lia_vec_max(v, w->m->nv)), last = HUGE_VAL;
  double *next = lia_malloc((size_t)(n + 1) * sizeof *next);
  if (!next) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for the rates of the constraints");
  rate_of_rows(w, q, v, t, h, Gdot);
  for (int k = 0; k < 16; k++) {
    double gap = 0, size = 0;
    h /= 2;
    rate_of_rows(w, q, v, t, h, next);
    for (int i = 0; i < n; i++) {
      gap = fmax(gap, fabs(next[i] - Gdot[i]));
      size = fmax(size, fabs(next[i]));
    }
    if (gap >= last) break;   // Gdot is the one before, with less rounding
    lia_vec_copy(Gdot, next, n);
    last = gap;
    if (gap <= 1e-13 * size) break;
  }
  lia_free(next);
  lia_closed_rows(w, q, v, t);
  return LIA_OK;
}

// ---- accelerations in the articulated inertia of the tree ----

/* rows first .. first + n - 1 (n <= 8, in lanes from 0) push from column c on with P: Y of every column, what they feel of the
 * free motion into feel, and into w->size what Y' D Y would be if nothing in P . S cancelled: less than rounding of that is none */
static inline void push(lia_closed *w, int c, NUM8 P[6], NUM8 y0, int block, NUM8 *feel) {
  const lia_model *m = w->m;
  const lia_data *d = w->d;
  const size_t lanes = (size_t)w->lanes;
  NUM8 sum = *feel, size = get8(w->size + (size_t)block * LANES);
  for (; c >= 0; c = m->col[c].parent) {
    const double *S = (const double *)&d->Sr[2*c], *G = (const double *)&d->G[2*c], *U = (const double *)&d->U[2*c];
    const double su = S[0]*S[0] + S[1]*S[1] + S[2]*S[2], sw = S[4]*S[4] + S[5]*S[5] + S[6]*S[6];
    NUM8 y = along8(P, S, y0), D = y * d->D[c];
    NUM8 most = fma8(P[0]*P[0] + P[1]*P[1] + P[2]*P[2], su, fma8(P[3]*P[3] + P[4]*P[4] + P[5]*P[5], sw, y0 * y0));
    size = fma8(most, d->D[c], size);
    sum = fma8(D, d->b[c], along8(P, G, sum));
    for (int i = 0; i < 3; i++) {
      P[i] = fma8(D, -U[i], P[i]);
      P[3+i] = fma8(D, -U[4+i], P[3+i]);
    }
    double *Y = w->Y + (size_t)c * lanes + (size_t)block * LANES;
    if (w->touched[c]) {
      set8(Y, get8(Y) + y);
    } else {
      w->touched[c] = 1;
      for (size_t b = 0; lanes > LANES && b < lanes; b += LANES) set8(w->Y + (size_t)c * lanes + b, all8(0));
      set8(Y, y);
    }
    y0 = all8(0);
  }
  set8(w->size + (size_t)block * LANES, size);
  // the ground accelerates against gravity in the recursion
  *feel = sum - (P[0]*m->gravity[0] + P[1]*m->gravity[1] + P[2]*m->gravity[2]);
}

/* forces at frame e of constraint i, in their lanes from `lane` on, about the root of the tree; into feel what the frame feels of
 * its own motion. The last column that carries it, -1: it is on the ground */
static inline int forces_of(lia_closed *w, int i, int e, int lane, NUM8 P[6], NUM8 *feel) {
  const lia_constraint *k = &w->s->c[i];
  const lia_end *E = &w->end[i * LIA_CONSTRAINT_ENDS + e];
  const double *g = w->m->gravity, *p = w->arm + 3 * (i * LIA_CONSTRAINT_ENDS + e);
  int node = k->body[e] < 0 ? 0 : w->m->body[k->body[e]].node;
  if (!node) return -1;
  for (int x = 0; x < 6; x++) P[x] = all8(0);
  for (int r = 0; r < k->nrow; r++) {
    const double *F = w->row[k->first + r].F[e];
    for (int x = 0; x < 6; x++) P[x] = put8(P[x], lane + r, F[x]);
  }
  for (int x = 0; x < 3; x++) {
    const int y = (x + 1) % 3, z = (x + 2) % 3;
    P[3+x] = fma8(P[z], p[y], fma8(P[y], -p[z], P[3+x]));
  }
  double wu[3];
  lia_cross3(wu, E->w, E->u);
  for (int x = 0; x < 3; x++) *feel = fma8(P[x], wu[x] + g[x], *feel);   // A of the recursion is less by g
  return last_column(w->m, node);
}

static int column_of(const lia_model *m, int v) {
  int c = 0;
  while (m->col[c].v != v) c++;
  return c;
}

/* r = -(c + what frames accelerate by in the free motion): the acceleration that lambda must make */
static void push_rows(lia_closed *w) {
  memset(w->touched, 0, (size_t)w->m->jv);
  for (int b = 0; b < w->lanes; b += LANES) {
    set8(w->size + b, all8(0));
    set8(w->r + b, all8(0));
  }
  for (int i = 0; i < w->s->n; i++) {
    const lia_constraint *k = &w->s->c[i];
    int first = w->lane[k->first], block = first / LANES, lane = first % LANES;
    NUM8 feel = all8(0), P[6];
    for (int r = 0; r < k->nrow; r++) feel = put8(feel, lane + r, w->row[k->first + r].c);
    for (int j = 0; j < k->ncoord; j++) {
      double y = w->coordG[(size_t)k->first * (size_t)w->m->nv + (size_t)j];
      for (int x = 0; x < 6; x++) P[x] = all8(0);
      push(w, column_of(w->m, k->coord[j]), P, put8(all8(0), lane, y), block, &feel);
    }
    for (int e = 0; e < k->row->nend; e++) {
      int last = forces_of(w, i, e, lane, P, &feel);
      if (last >= 0) push(w, last, P, all8(0), block, &feel);
    }
    set8(w->r + block * LANES, get8(w->r + block * LANES) - feel);
  }
}

/* L = sum of Y_c Y_c' D_c */
static void operational(lia_closed *w) {
  const int blocks = w->lanes / LANES;
  const size_t lanes = (size_t)w->lanes;
  int n = 0;
  for (int c = 0; c < w->m->jv; c++)
    if (w->touched[c]) w->list[n++] = c;
  for (int i = 0; i < w->rows; i++) {
    const int lane = w->lane[i];
    for (int b = 0; b < blocks; b++) {
      NUM8 sum = all8(0);
      for (int k = 0; k < n; k++) {
        const double *Y = w->Y + (size_t)w->list[k] * lanes;
        sum = fma8(get8(Y + b * LANES), Y[lane] * w->d->D[w->list[k]], sum);
      }
      set8(w->L + (size_t)lane * lanes + (size_t)(b * LANES), sum);
    }
  }
}

/* rows that push something stand first in w->perm, then those that push nothing (flag 1); how many push. -1: one of the others
 * asks for an acceleration, or one is weak and to be let go */
static int rows_that_push(lia_closed *w) {
  int n = 0, none = w->rows;
  double size = 0, weak = w->opts.weak * w->opts.weak;
  for (int k = 0; k < w->rows; k++) {
    const int p = w->lane[k];
    const double diag = w->L[(size_t)p * (size_t)(w->lanes + 1)];
    if (weak > 0) {
      w->best[p] = diag > 0.999 * w->best[p] ? diag : 0.999 * w->best[p];
      if (diag < weak * w->best[p]) return -1;
    }
    w->flag[p] = !(diag > 1e-24 * w->size[p]);
    w->perm[w->flag[p] ? --none : n++] = p;
    double part = w->flag[p] ? 0 : w->r[p] * w->r[p] / diag;
    size = part > size ? part : size;
  }
  for (int k = n; k < w->rows; k++) {
    const int p = w->perm[k];
    if (!(w->r[p] * w->r[p] <= 1e-14 * size * w->size[p] + 1e-24)) return -1;
  }
  return n;
}

/* L = l d l' of the first n rows of w->perm; 0 where a pivot is not well above what is lost */
static int solve_plain(lia_closed *w, int n) {
  const int blocks = w->lanes / LANES, *perm = w->perm;
  const size_t lanes = (size_t)w->lanes;
  double *A = w->L, *b = w->r, *x = w->push;
  memset(x, 0, lanes * sizeof *x);
  for (int k = 0; k < n; k++) w->x[k] = A[(size_t)perm[k] * (lanes + 1)];
  for (int k = 0; k < n; k++) {
    const int p = perm[k];
    const double *row = A + (size_t)p * lanes;
    if (!(row[p] > enough * w->x[k])) return 0;
    double inv = w->x[k] = 1 / row[p];
    for (int i = k + 1; i < n; i++) {
      const int r = perm[i];
      double *to = A + (size_t)r * lanes, l = to[p] * inv;
      if (l == 0) continue;
      b[r] -= l * b[p];
      for (int j = p / LANES; j < blocks; j++) set8(to + j * LANES, fma8(get8(row + j * LANES), -l, get8(to + j * LANES)));
    }
  }
  for (int k = n - 1; k >= 0; k--) {
    const int p = perm[k];
    const double *row = A + (size_t)p * lanes;
    double s = b[p];
    for (int i = k + 1; i < n; i++) s -= row[perm[i]] * x[perm[i]];
    x[p] = s * w->x[k];
  }
  return 1;
}

static inline double dot_lanes(const lia_closed *w, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < w->rows; i++) s = lia_fma(x[w->lane[i]], y[w->lane[i]], s);
  return s;
}

/* x less its part along y */
static inline void less_along(const lia_closed *w, double *x, const double *y) {
  double s = dot_lanes(w, x, y) / dot_lanes(w, y, y);
  for (int i = 0; i < w->rows; i++) x[w->lane[i]] -= s * y[w->lane[i]];
}

/* the least of all multipliers that push alike: without its part along combinations of rows that push nothing, each
 * e_p - sum c_i e_i of a redundant row p, made orthogonal one after the other */
static void share(lia_closed *w, int rows) {
  const int rank = w->rank;
  const size_t lanes = (size_t)w->lanes;
  for (int i = rank; i < rows; i++) {
    double *N = w->null + (size_t)(i - rank) * lanes;
    for (int k = rank; k < rows; k++) N[w->perm[k]] = k == i;
    for (int k = rank - 1; k >= 0; k--) {
      int p = w->perm[k];
      double l = 0;
      for (int j = k + 1; j <= rank; j++) {
        int r = w->perm[j < rank ? j : i];
        l -= (r > p ? w->L[(size_t)r * lanes + (size_t)p] : w->L[(size_t)p * lanes + (size_t)r]) * N[r];
      }
      N[p] = l / w->L[(size_t)p * lanes + (size_t)p];
    }
    for (int pass = 0; pass < 2 && i > rank; pass++)
      for (int j = rank; j < i; j++) less_along(w, N, w->null + (size_t)(j - rank) * lanes);
    less_along(w, w->push, N);
  }
}

/* the same with the largest pivot left next; 1 where its rank is clear: every pivot well above what is lost, or nothing but
 * rounding and the right-hand side then agrees */
static int solve_pivoted(lia_closed *w, int n, int at_most) {
  const size_t lanes = (size_t)w->lanes;
  double *A = w->L, *b = w->r, *diag = w->x, *inverse = w->x + lanes, size = 0, *lambda = w->push;
  memset(lambda, 0, lanes * sizeof *lambda);
  for (int i = 0; i < n; i++) {
    int p = w->perm[i];
    diag[p] = A[(size_t)p * lanes + (size_t)p];
    inverse[p] = 1 / diag[p];
    double part = b[p] * b[p] * inverse[p];
    size = part > size ? part : size;
  }
  int rank = n;
  for (int k = 0; k < n; k++) {
    // pivot: the next where enough of its own diagonal is left, else the row with the largest part left
    int best = k;
    double most = A[(size_t)w->perm[k] * (lanes + 1)] * inverse[w->perm[k]];
    for (int i = k + 1; i < n && most < 1e-2; i++) {
      int p = w->perm[i];
      double part = A[(size_t)p * (lanes + 1)] * inverse[p];
      if (part > most) most = part, best = i;
    }
    if (k == at_most || !(most > enough)) {
      if (k < at_most && !(most < 1e-13)) return 0;
      rank = k;
      break;
    }
    int p = w->perm[best];
    w->perm[best] = w->perm[k];
    w->perm[k] = p;
    double inv = 1 / A[(size_t)p * lanes + (size_t)p];
    for (int i = k + 1; i < n; i++) {
      int r = w->perm[i];
      double l = (r > p ? A[(size_t)r * lanes + (size_t)p] : A[(size_t)p * lanes + (size_t)r]) * inv;
      if (l == 0) continue;
      b[r] -= l * b[p];
      for (int j = k + 1; j <= i; j++) {
        int s = w->perm[j];
        double x = s > p ? A[(size_t)s * lanes + (size_t)p] : A[(size_t)p * lanes + (size_t)s];
        A[(size_t)(r > s ? r : s) * lanes + (size_t)(r > s ? s : r)] -= l * x;
      }
    }
  }
  w->rank = rank;
  for (int i = rank; i < n; i++) {
    int p = w->perm[i];
    if (rank < at_most && !(b[p] * b[p] <= 1e-14 * size * diag[p] + 1e-24)) return 0;
    w->flag[p] = 1;
  }
  // l' lambda = d^-1 b, from the last pivot back
  for (int k = rank - 1; k >= 0; k--) {
    int p = w->perm[k];
    double x = b[p];
    for (int i = k + 1; i < rank; i++) {
      int r = w->perm[i];
      x -= (r > p ? A[(size_t)r * lanes + (size_t)p] : A[(size_t)p * lanes + (size_t)r]) * lambda[r];
    }
    lambda[p] = x / A[(size_t)p * lanes + (size_t)p];
  }
  if (rank < n) share(w, n);
  return 1;
}

/* w->push, and what of it is told by rows. Where rows depended on others the last time, such are looked for at once */
static int solve_operational(lia_closed *w) {
  const int cap = w->opts.most ? w->opts.most : w->rows;
  operational(w);
  int n = rows_that_push(w);
  if (n < 0) return 0;
  w->rank = n;
  if (w->loose || n > cap) {
    if (!solve_pivoted(w, n, cap)) return 0;
  } else if (!solve_plain(w, n)) {
    // once more from the start, r too
    push_rows(w);
    operational(w);
    n = rows_that_push(w);
    if (!solve_pivoted(w, n, cap)) return 0;
  }
  w->loose = w->rank < n;
  for (int r = 0; r < w->rows; r++) {
    w->lambda[r] = w->push[w->lane[r]];
    w->redundant[r] = w->flag[w->lane[r]];
  }
  return 1;
}

/* no pivot of the tree is the rounding of a zero */
static int heavy(const lia_model *m, const double *D) {
  double least = D[0], most = D[0];
  for (int c = 1; c < m->jv; c++) {
    least = D[c] < least ? D[c] : least;
    most = D[c] > most ? D[c] : most;
  }
  return least > 0 && most < 1e11 * least;
}

static lia_status name_it(lia_closed *w, const lia_error *why, lia_error *err) {
  int row = -1;
  if (why->code == LIA_ENOMEM || sscanf(why->path, "rows[%d]", &row) != 1) return LIA_FAIL(err, why->code, why->path, "%s", why->text);
  const lia_constraint *k = lia_closed_of(w, row - 1);
  char path[96];
  snprintf(path, sizeof path, "constraint '%.60s'", k->name);
  return LIA_FAIL(err, why->code, path, "%s", why->text);
}

lia_status lia_closed_forward_by(lia_closed *w, lia_constrained_method way, const double *q, const double *v, const double *tau, double t,
                                 double *a, lia_error *err) {
  const lia_model *m = w->m;
  lia_error why = { 0 };
  q = proper(w, q);
  lia_rnea(m, w->d, q, v ? v : w->zero, w->zero, w->f);
  for (int k = 0; k < m->nv; k++) w->f[k] = (tau ? tau[k] : 0) - w->f[k];
  lia_crba(m, w->d, q, w->M);
  lia_closed_rows(w, q, v, t);
  LIA_TRY(lia_closed_valued(w, err));
  for (int r = 0; r < w->rows; r++) w->r[r] = -w->c[r];
  w->dense = 1;
  lia_status st = lia_constrained_run(w->way, way, &w->opts, lia_mat_of(w->M, m->nv, m->nv), w->f, lia_mat_of(w->G, w->rows, m->nv), w->r, a,
                                      w->lambda, &why);
  if (st != LIA_OK) return name_it(w, &why, err);
  w->rank = w->way->rank;
  for (int r = 0; r < w->rows; r++) w->redundant[w->way->row[r]] = r >= w->rank;
  return LIA_OK;
}

lia_status lia_closed_forward(lia_closed *w, const double *q, const double *v, const double *tau, double t, double *a, lia_error *err) {
  const lia_model *m = w->m;
  lia_data *d = w->d;
  if (m->mapped || m->far || w->opts.refuse || !m->jv) return lia_closed_forward_by(w, LIA_CONSTRAINED_augmented, q, v, tau, t, a, err);
  v = v ? v : w->zero;
  q = proper(w, q);
  lia_aba_inward(m, d, q, v, tau);
  if (!heavy(m, d->D)) return lia_closed_forward_by(w, LIA_CONSTRAINED_augmented, q, v, tau, t, a, err);
  evaluate(w, q, q, v, t);
  push_rows(w);
  if (!solve_operational(w)) return lia_closed_forward_by(w, LIA_CONSTRAINED_augmented, q, v, tau, t, a, err);
  // what the multipliers push; lanes without a row have Y = 0
  for (int c = 0; c < m->jv; c++) {
    if (!w->touched[c]) continue;
    const double *Y = w->Y + (size_t)c * (size_t)w->lanes;
    NUM8 s = all8(0);
    for (int b = 0; b < w->lanes; b += LANES) s += get8(Y + b) * get8(w->push + b);
    d->b[c] += ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
  }
  lia_aba_outward(m, d, a);
  w->dense = 0;
  if (all_finite(a, m->nv)) return LIA_OK;
  return lia_closed_forward_by(w, LIA_CONSTRAINED_augmented, q, v, tau, t, a, err);
}

// ---- assembly ----

static double worst_gap(const lia_closed *w, int *who) {
  double worst = 0;
  *who = 0;
  for (int i = 0; i < w->s->n; i++)
    for (int r = 0; r < w->s->c[i].nheld; r++) {
      double g = fabs(w->row[w->s->c[i].first + r].g);
      if (!(g <= worst)) worst = g, *who = i;
    }
  return worst;
}

/* rows that hold positions, packed: G of velocities that are not held */
static int held_rows(lia_closed *w, const char *held) {
  int n = 0, nv = w->m->nv;
  for (int i = 0; i < w->s->n; i++)
    for (int r = 0; r < w->s->c[i].nheld; r++, n++) {
      int from = w->s->c[i].first + r;
      w->r[n] = -w->row[from].g;
      for (int k = 0; k < nv; k++) w->G[n * nv + k] = held && held[k] ? 0 : w->G[from * nv + k];
    }
  return n;
}

static double merit(const double *x, int n) {
  double s = 0;
  for (int k = 0; k < n; k++) s += x[k] * x[k];
  return s;
}

static double gaps(lia_closed *w) {
  double s = 0;
  for (int i = 0; i < w->s->n; i++)
    for (int r = 0; r < w->s->c[i].nheld; r++) s += w->row[w->s->c[i].first + r].g * w->row[w->s->c[i].first + r].g;
  return s;
}

/* Newton from w->q0, steps as short as can be, no longer than about what the gap can need */
static lia_status newton(lia_closed *w, double t, const char *held, double tol, int most, lia_closed_info *info, lia_error *err) {
  const lia_model *m = w->m;
  lia_qr *qr = w->way->cols;
  double before = gaps(w);
  while (info->gap > tol && info->iterations < most) {
    int n = held_rows(w, held);
    LIA_TRY(lia_qr_factor(qr, lia_mat_of(w->G, n, m->nv), 1e-9, err));
    lia_qr_solve(qr, w->r, w->dv);
    info->rank = qr->rank;
    double size = sqrt(merit(w->dv, m->nv)), part = fmin(1, (1 + 2 * sqrt(before)) / fmax(size, 1e-300)), now = before;
    for (;; part /= 2) {
      lia_model_step(m, w->q0, w->dv, part, w->q1);
      lia_closed_rows(w, w->q1, NULL, t);
      now = gaps(w);
      if (now <= (1 - 1e-4 * part) * before || part * size < 1e-9) break;
    }
    lia_closed_step row = { sqrt(now), size, part, info->rank };
    if (info->trace && info->iterations < info->room) info->trace[info->iterations] = row;
    info->iterations++;
    if (!(now < before) || part * size < 1e-14) break;
    lia_vec_copy(w->q0, w->q1, m->nq);
    before = now;
    info->gap = worst_gap(w, &info->worst);
  }
  lia_closed_rows(w, w->q0, NULL, t);
  info->gap = worst_gap(w, &info->worst);
  return LIA_OK;
}

/* least |g|^2 from w->q0 where Newton finds no way on: (G'G + mu 1) d = -G'g, mu as small as lessens it  [DS] 10.2; matrices
 * of velocities only */
static void least_gap(lia_closed *w, double t, const char *held, lia_closed_info *info) {
  const lia_model *m = w->m;
  const int nv = m->nv;
  lia_mat A = lia_mat_of(w->M, nv, nv);
  double before = gaps(w), mu = 0, *keep = w->way->K.x;
  for (int k = 0; k < 100; k++) {
    int n = held_rows(w, held);
    lia_mat G = lia_mat_of(w->G, n, nv);
    lia_mat_tmulv(w->f, G, w->r);
    double most = 0;
    for (int i = 0; i < n * nv; i++) most = fmax(most, w->G[i] * w->G[i]);
    if (!(lia_vec_max(w->f, nv) > 1e-9 * sqrt(most * before))) break;   // G'g = 0: no motion lessens the gap
    if (mu == 0) mu = 1e-2 * most;
    double now = before;
    for (int tries = 0; tries < 30; tries++, mu *= 4) {
      lia_mat_tmul(A, G, G);
      for (int i = 0; i < nv; i++) *lia_mat_at(A, i, i) += mu;
      lia_vec_copy(w->dv, w->f, nv);
      if (lia_chol_factor(A, NULL) != LIA_OK) continue;
      lia_chol_solve(A, w->dv);
      lia_model_step(m, w->q0, w->dv, 1, w->q1);
      lia_vec_copy(keep, w->G, n * nv);   // rows are told anew at q1
      lia_closed_rows(w, w->q1, NULL, t);
      now = gaps(w);
      lia_vec_copy(w->G, keep, n * nv);
      if (now < before) break;
    }
    if (!(now < before)) break;
    int still = before - now < 1e-15 * before;
    lia_vec_copy(w->q0, w->q1, m->nq);
    before = now;
    mu /= 8;
    lia_closed_rows(w, w->q0, NULL, t);
    if (still) break;
  }
  lia_closed_rows(w, w->q0, NULL, t);
  info->gap = worst_gap(w, &info->worst);
}

/* q0 a little beside where it is, at random but for what is held */
static void nudge(lia_closed *w, lia_rng *r, const char *held) {
  for (int k = 0; k < w->m->nv; k++) w->dv[k] = held && held[k] ? 0 : lia_rng_range(r, -0.3, 0.3);
  lia_model_step(w->m, w->q0, w->dv, 1, w->q1);
  lia_vec_copy(w->q0, w->q1, w->m->nq);
}

static lia_status assemble(lia_closed *w, double *q, double t, const char *held, double tol, int most, lia_closed_info *info, lia_error *err) {
  const lia_model *m = w->m;
  lia_rng r = lia_rng_seed(1);
  double best = -1;
  lia_vec_copy(w->from, q, m->nq);
  lia_model_normalise(m, w->from);
  info->iterations = info->rank = 0;
  // from q; where nothing lessens the gap there (a mechanism stretched, folded), from a little beside it
  for (int start = 0; start < 4; start++) {
    lia_vec_copy(w->q0, w->from, m->nq);
    if (start) nudge(w, &r, held);
    lia_closed_rows(w, w->q0, NULL, t);
    LIA_TRY(lia_closed_valued(w, err));
    info->gap = worst_gap(w, &info->worst);
    double first = gaps(w), left;
    LIA_TRY(newton(w, t, held, tol, most, info, err));
    if (info->gap > tol) least_gap(w, t, held, info);
    if (info->gap > tol && gaps(w) < 1e-6) LIA_TRY(newton(w, t, held, tol, most, info, err));
    left = gaps(w);
    if (best < 0 || left < best) lia_vec_copy(q, w->q0, m->nq), best = left;
    if (info->gap <= tol) return LIA_OK;
    if (!start && left < (1 - 1e-6) * first) break;   // it moved: this is the nearest there is
  }
  lia_closed_rows(w, q, NULL, t);
  info->gap = worst_gap(w, &info->worst);
  char path[96];
  snprintf(path, sizeof path, "constraint '%.60s'", w->s->c[info->worst].name);
  return LIA_FAIL(err, LIA_EUNREACHABLE, path, "cannot be closed%s: a gap of %.3g is left where it is least (look at the lengths, or begin elsewhere)", held ? " with these coordinates held" : " from here",
                  info->gap);
}

lia_status lia_closed_assemble(lia_closed *w, double *q, double t, const char *held, double tol, int most, lia_closed_info *info, lia_error *err) {
  w->closing = 1;
  lia_status st = assemble(w, q, t, held, tol, most, info, err);
  w->closing = 0;
  return st;
}

/* M of velocities that are held apart from the others; 1 where there is no other metric */
static void metric_of(lia_closed *w, const double *q, const char *held, int metric) {
  const int nv = w->m->nv;
  if (metric) lia_crba(w->m, w->d, q, w->M);
  for (int i = 0; i < nv * nv; i++)
    if (!metric || (held && (held[i / nv] || held[i % nv]))) w->M[i] = i % (nv + 1) == 0;
}

/* d nearest to what leads back to the start, of those that close G d = -g: the fixed point is the least change */
lia_status lia_closed_nearest(lia_closed *w, double *q, double t, const char *held, int metric, double *far, lia_closed_info *info, lia_error *err) {
  const lia_model *m = w->m;
  const int nv = m->nv;
  double *start = w->near + m->nq + 2 * nv, *back = start + m->nq, last = HUGE_VAL;
  lia_error why = { 0 };
  lia_vec_copy(start, q, m->nq);
  lia_model_normalise(m, start);
  LIA_TRY(lia_closed_assemble(w, q, t, held, 1e-12, 100, info, err));
  for (int k = 0; k < 60; k++) {
    w->closing = 1;
    lia_closed_rows(w, q, NULL, t);
    w->closing = 0;
    int n = held_rows(w, held);
    metric_of(w, q, held, metric);
    lia_model_diff(m, q, start, back);
    if (lia_constrained_nearest(w->way, &w->opts, lia_mat_of(w->M, nv, nv), back, lia_mat_of(w->G, n, nv), w->r, w->dv, &why) != LIA_OK) break;
    double size = lia_vec_max(w->dv, nv);
    if (size < 1e-11 || !(size < last)) break;
    last = size;
    lia_model_step(m, q, w->dv, 1, w->near);
    lia_closed_info again = { 0 };
    if (lia_closed_assemble(w, w->near, t, held, 1e-12, 100, &again, NULL) != LIA_OK) break;
    lia_vec_copy(q, w->near, m->nq);
    info->gap = again.gap;
  }
  metric_of(w, q, held, metric);
  lia_model_diff(m, start, q, back);
  lia_mat_mulv(w->dv, lia_mat_of(w->M, nv, nv), back);
  *far = sqrt(fmax(0, lia_vec_dot(back, w->dv, nv)));
  return LIA_OK;
}

lia_status lia_closed_velocity(lia_closed *w, const double *q, const double *v0, double t, int metric, double *v, lia_error *err) {
  return lia_closed_velocity_held(w, q, v0, t, NULL, metric, v, err);
}

/* of the others: G_o v_o = -b - G_held v_held */
lia_status lia_closed_velocity_held(lia_closed *w, const double *q, const double *v0, double t, const char *held,
                                    int metric, double *v, lia_error *err) {
  const int nv = w->m->nv;
  lia_error why = { 0 };
  metric_of(w, q, held, metric);
  lia_closed_rows(w, q, NULL, t);
  LIA_TRY(lia_closed_valued(w, err));
  for (int r = 0; r < w->rows; r++) {
    double *G = w->G + (size_t)r * (size_t)nv;
    w->r[r] = -w->row[r].b;
    for (int k = 0; held && k < nv; k++) {
      if (!held[k]) continue;
      w->r[r] -= G[k] * v0[k];
      G[k] = 0;
    }
  }
  lia_mat M = lia_mat_of(w->M, nv, nv), G = lia_mat_of(w->G, w->rows, nv);
  lia_status st = lia_constrained_nearest(w->way, &w->opts, M, v0, G, w->r, v, &why);
  return st == LIA_OK ? st : name_it(w, &why, err);
}

lia_closed_gaps lia_closed_gaps_of(const lia_closed *w, const double *v) {
  const int nv = w->m->nv;
  lia_closed_gaps x = { .worst = -1 };
  double fast = 1 + lia_vec_max(v, nv);
  for (int i = 0; i < w->s->n; i++)
    for (int k = 0; k < w->s->c[i].nrow; k++) {
      const int r = w->s->c[i].first + k;
      const double *G = w->G + (size_t)r * (size_t)nv;
      double open = k < w->s->c[i].nheld ? fabs(w->g[r]) : 0, most = lia_vec_max(G, nv);
      double slip = fabs(w->row[r].b + lia_vec_dot(G, v, nv));
      x.gap = fmax(x.gap, open);
      x.rate_gap = fmax(x.rate_gap, slip);
      double part = fmax(open, slip / fast) / fmax(most, 1e-300);
      if (part > x.part) x.part = part, x.worst = i;
    }
  return x;
}

// ---- inverse dynamics ----

static int free_columns(lia_closed *w, const char *driven) {
  int n = 0, nv = w->m->nv;
  for (int k = 0; k < nv; k++) n += !driven[k];
  for (int i = 0; i < w->rows * nv; i++)
    if (driven[i % nv]) w->G[i] = 0;
  return n;
}

/* G_f a_f = -c - G_d a_d;  G_f' lambda = (M a + h - tau0)_f;  u_d = (M a + h - tau0 - G' lambda)_d */
lia_status lia_closed_inverse(lia_closed *w, const double *q, const double *v, double t, const char *driven, const double *tau0, double *a,
                              double *u, lia_error *err) {
  const int nv = w->m->nv, rows = w->rows;
  lia_qr *cols = w->way->cols;
  for (int k = 0; k < nv; k++) a[k] = driven[k] ? a[k] : 0;
  lia_closed_rows(w, q, v, t);
  LIA_TRY(lia_closed_valued(w, err));
  lia_mat G = lia_mat_of(w->G, rows, nv), T = lia_mat_of(w->way->K.x, nv, rows);
  lia_vec_copy(w->coordG, w->G, rows * nv);
  lia_mat_mulv(w->r, G, a);
  for (int r = 0; r < rows; r++) w->r[r] = -w->c[r] - w->r[r];
  double size = 1 + lia_vec_max(w->c, rows) + lia_vec_max(a, nv);
  int n = free_columns(w, driven);
  LIA_TRY(lia_qr_factor(cols, G, w->opts.rank_tol, err));
  if (cols->rank < n)
    return LIA_FAIL(err, LIA_ESINGULAR, "", "the coordinates driven do not tell the motion here: %d more freedom%s", n - cols->rank, n - cols->rank == 1 ? "" : "s");
  double gap = lia_qr_solve(cols, w->r, w->dv);
  if (gap > 1e-8 * size) return LIA_FAIL(err, LIA_EUNREACHABLE, "", "these accelerations contradict the constraints by %.3g", gap);
  for (int k = 0; k < nv; k++)
    if (!driven[k]) a[k] = w->dv[k];

  lia_rnea(w->m, w->d, q, v ? v : w->zero, a, w->acc);
  for (int k = 0; k < nv; k++) {
    w->acc[k] -= tau0 ? tau0[k] : 0;
    w->dv[k] = driven[k] ? 0 : w->acc[k];
  }
  lia_mat_transpose(T, G);
  LIA_TRY(lia_qr_factor(w->way->rows, T, w->opts.rank_tol, err));
  lia_qr_solve(w->way->rows, w->dv, w->lambda);
  lia_vec_copy(w->G, w->coordG, rows * nv);
  lia_mat_tmulv(u, G, w->lambda);
  for (int k = 0; k < nv; k++) u[k] = driven[k] ? w->acc[k] - u[k] : 0;
  if (!all_finite(u, nv) || !all_finite(a, nv) || !all_finite(w->lambda, rows)) return LIA_FAIL(err, LIA_ESINGULAR, "", "the motion or its forces exceed all numbers");
  return LIA_OK;
}

/* of rows that hold, at q: rank of all and of those that hold positions */
static lia_status ranks(lia_closed *w, const double *q, double t, int *all, int *held, lia_error *err) {
  lia_closed_mobility x;
  LIA_TRY(lia_closed_mobility_at(w, q, t, NULL, &x, err));
  *all = x.rank > *all ? x.rank : *all;
  int position = w->m->nv - x.position;
  *held = position > *held ? position : *held;
  return LIA_OK;
}

void lia_closed_begin(lia_closed *w) {
  memset(w->best, 0, (size_t)w->lanes * sizeof *w->best);
  w->loose = 0;
  lia_constrained_begin(w->way);
}

lia_status lia_closed_rank(lia_closed *w, const double *q, double t, int *all, int *held, lia_error *err) {
  const lia_model *m = w->m;
  lia_rng r = lia_rng_seed(1);
  *all = *held = 0;
  LIA_TRY(ranks(w, q, t, all, held, err));
  if (*all == w->rows) return LIA_OK;
  double *near = w->near, *dv = near + m->nq, *still = dv + m->nv;
  for (int k = 0; k < 3; k++) {
    lia_closed_info info = { 0 };
    // along the motions that are free at q, then onto the constraints
    for (int i = 0; i < m->nv; i++) dv[i] = lia_rng_range(&r, -0.1, 0.1);
    if (lia_closed_velocity(w, q, dv, t, 0, dv, NULL) != LIA_OK || lia_closed_velocity(w, q, w->zero, t, 0, still, NULL) != LIA_OK) break;
    lia_vec_axpy(dv, -1, still, m->nv);
    lia_model_step(m, q, dv, 1, near);
    if (lia_closed_assemble(w, near, t, NULL, 1e-12, 60, &info, NULL) == LIA_OK) LIA_TRY(ranks(w, near, t, all, held, err));
  }
  return LIA_OK;
}

/* Which rows follow from those told before them: what is left of each, made orthogonal to these, is nothing. Of rows of one meaning
 * the last told is then the one too many. 0 where their number is not that of the rank: in doubt, rows are thin */
static int later_rows(lia_closed *w, int rank) {
  const int nv = w->m->nv;
  int kept = 0;
  for (int r = 0; r < w->rows; r++) {
    double *x = w->coordG + (size_t)kept * (size_t)nv;
    lia_vec_copy(x, w->G + (size_t)r * (size_t)nv, nv);
    double size = lia_vec_norm(x, nv);
    for (int again = 0; again < 2; again++)
      for (int k = 0; k < kept; k++) {
        const double *e = w->coordG + (size_t)k * (size_t)nv;
        lia_vec_axpy(x, -lia_vec_dot(x, e, nv), e, nv);
      }
    double left = lia_vec_norm(x, nv);
    w->redundant[r] = !(left > w->opts.rank_tol * size);
    if (w->redundant[r]) continue;
    lia_vec_scale(x, 1 / left, x, nv);
    kept++;
  }
  return kept == rank;
}

lia_status lia_closed_mobility_at(lia_closed *w, const double *q, double t, const char *held, lia_closed_mobility *out, lia_error *err) {
  const lia_model *m = w->m;
  lia_closed_rows(w, q, NULL, t);
  LIA_TRY(lia_closed_valued(w, err));
  int stay = 0;
  for (int k = 0; held && k < m->nv; k++) stay += held[k];
  if (held) free_columns(w, held);
  LIA_TRY(lia_constrained_rank(w->way, lia_mat_of(w->G, w->rows, m->nv), w->opts.rank_tol, err));
  *out = (lia_closed_mobility){ .rank = w->way->rank, .rows = w->rows, .redundant = w->rows - w->way->rank, .velocity = m->nv - stay - w->way->rank };
  if (!later_rows(w, w->way->rank))
    for (int r = 0; r < w->rows; r++) w->redundant[w->way->row[r]] = r >= w->way->rank;
  int n = held_rows(w, held);
  LIA_TRY(lia_constrained_rank(w->way, lia_mat_of(w->G, n, m->nv), w->opts.rank_tol, err));
  out->position = m->nv - stay - w->way->rank;
  return LIA_OK;
}
