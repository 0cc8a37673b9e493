/* constrained_rows.c - the rows of all constraints at a state: gaps, Jacobian, bias, their rates */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3,no-tree-slp-vectorize")
#endif

#include "con/constrained_parts.h"

#include "base/assert.h"
#include "base/mem.h"
#include "geo/rot.h"
#include "num/sincos.h"
#include "rbd/fast/columns.h"

#include <math.h>
#include <stdio.h>

// q with quaternions of length 1: rows of a rotation that is none contradict each other. Stages of
// an integrator are not exact
const double *lia_cmodel_proper(lia_cmodel *w, const double *q) {
  if (w->m->nq == w->m->nv || q == w->unit_q) return q;
  lia_vec_copy(w->unit_q, q, w->m->nq);
  lia_model_normalise(w->m, w->unit_q);
  return w->unit_q;
}

// where the root of the tree that column c belongs to stands in the base: lengths of algorithms
// start there
static inline lia_vec3 constrained_rows_root_of(const lia_cmodel *w, int c, const double *jq) {
  const lia_node *N = &w->m->node[w->m->col[w->m->col[c].root].node];
  if (N->kind == LIA_TURN) return vec(N->X[3], N->X[7], N->X[11]);
  return pos(compose(pose_of(w->m->node[0].X), lia_node_pose(N, w->d, jq)));
}

// frame e of a constraint, and from the root of its tree to it; moving: with velocities, of d->V
static inline void find_end(const lia_cmodel *w, const lia_constraint *k, int e, const double *jq,
                            int moving, lia_end *E, double arm[3]) {
  const lia_model *m = w->m;
  *E = (lia_end){ .p = { 0 } };
  LIA_ASSERT(k->body[e] < m->nbody);
  if (k->body[e] < 0) {
    lia_copy33(E->R, k->X[e].R);
    lia_copy3(E->p, k->X[e].p);
    return;
  }
  const lia_model_body *B = &m->body[k->body[e]];
  lia_pose X = B->node ? w->d->tree[lia_cmodel_last_column(m, B->node)] : pose_of(m->node[0].X);
  if (!B->aligned) X = compose(X, pose_of(B->X_NB));
  X = compose(X, pose(mat_of(k->X[e].R), vec_of(k->X[e].p)));
  lia_mat3 R = rot(X);
  const double rows[9] = { R.xx, R.xy, R.xz, R.yx, R.yy, R.yz, R.zx, R.zy, R.zz };
  memcpy(E->R, rows, sizeof rows);
  vec_to(E->p, pos(X));
  if (!B->node) return;
  int c = lia_cmodel_last_column(m, B->node);
  if (moving) {
    lia_v4d u = w->d->V[2*c], o = w->d->V[2*c+1];
    lia_set3(E->w, o[0], o[1], o[2]);
    lia_cross3(E->u, E->w, E->p);
    for (int i = 0; i < 3; i++) E->u[i] += u[i];
  }
  lia_copy3(arm, E->p);
  vec_to(E->p, add(vec_of(E->p), constrained_rows_root_of(w, c, jq)));
}

void lia_cmodel_evaluate(lia_cmodel *w, const double *q, const double *jq, const double *v,
                         double t) {
  for (int i = 0; i < w->s->n; i++) {
    const lia_constraint *k = &w->s->c[i];
    lia_end *e = &w->end[i * LIA_CONSTRAINT_ENDS];
    LIA_ASSERT(k->first >= 0 && k->first + k->nrow <= w->rows && k->nposition <= k->nrow);
    LIA_ASSERT(k->row->nend <= LIA_CONSTRAINT_ENDS);
    if (!k->row->nend) {
      lia_constraint_coordinates(k, q, v ? v : w->zero_v, t, w->tape_work, &w->row[k->first],
                                 &w->coordinate_G[(size_t)k->first * (size_t)w->m->nv]);
      continue;
    }
    for (int j = 0; j < k->row->nend; j++) find_end(w, k, j, jq, v != NULL, &e[j],
                                                    w->arm + 3 * (i * LIA_CONSTRAINT_ENDS + j));
    k->row->calc(k, e, w->tape_work, &w->row[k->first]);
  }
}

// While a loop is being closed, rows of orientation are told as a turn, so that no frame comes to
// rest the wrong way round:
//   all axes: g = -phi, R1' R0 = exp(phi~), phi' = J^-1 R1' (w0 - w1),
//             J^-1 = 1 - phi~/2 + (1/t^2 - (1 + cos t) / (2 t sin t)) phi~ phi~,  t = |phi|
// [MLS, Jain]
//   one axis: g = t / sin t (x1 . z0, y1 . z0), t the angle between z0 and z1, its rate taken as
// the turn about y1 and -x1
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
    // row of phi~ is (phi x e_i) with its sign turned, so -phi~/2 gives + a/2
    lia_cross3(a, phi, unit);
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
  double s = hypot(R[2], R[5]), t = atan2(s, R[8]), k = R[8] > 0;
  if (s > 1e-12) k = t / s;
  row[0] = (lia_constraint_eq){ .g = s > 1e-12 || R[8] > 0 ? k * R[2] : t };
  row[1] = (lia_constraint_eq){ .g = k * R[5] };
  for (int x = 0; x < 3; x++) {
    row[0].F[0][3+x] = e[1].R[3*x+1];
    row[1].F[0][3+x] = -e[1].R[3*x];
    row[0].F[1][3+x] = -e[1].R[3*x+1];
    row[1].F[1][3+x] = e[1].R[3*x];
  }
}

static void straighten(lia_cmodel *w) {
  for (int i = 0; i < w->s->n; i++) {
    const lia_constraint *k = &w->s->c[i];
    const lia_end *e = &w->end[i * LIA_CONSTRAINT_ENDS];
    // two rows tell the direction of an axis, three all axes
    LIA_ASSERT(!k->row->upright || k->row->turns_at + k->row->upright + 1 <= k->nrow);
    if (k->row->upright == 2) straighten_axes(e, &w->row[k->first + k->row->turns_at]);
    if (k->row->upright == 1) straighten_axis(e, &w->row[k->first + k->row->turns_at]);
  }
}

// the force at a frame that stands at p from the root of its tree, as force and moment about that
// root
static inline void about_root(const double p[3], const double F[6], double W[6]) {
  double m[3];
  lia_cross3(m, p, F);
  for (int i = 0; i < 3; i++) {
    W[i] = F[i];
    W[3+i] = F[3+i] + m[i];
  }
}

void lia_cmodel_wrench(const lia_cmodel *w, int i, int e, int r, double W[6]) {
  LIA_ASSERT(i >= 0 && i < w->s->n && e >= 0 && e < w->s->c[i].row->nend);
  LIA_ASSERT(r >= w->s->c[i].first && r < w->s->c[i].first + w->s->c[i].nrow);
  about_root(w->arm + 3 * (i * LIA_CONSTRAINT_ENDS + e), w->row[r].F[e], W);
}

// G as a matrix of the user's velocities, and c with what frames accelerate by where a = 0 (d->A
// without gravity). Entries that are the rounding of what cancels in W . S are 0: a row that
// changes nothing must say so
void lia_cmodel_rows(lia_cmodel *w, const double *q, const double *v, double t) {
  const lia_model *m = w->m;
  lia_data *d = w->d;
  q = lia_cmodel_proper(w, q);
  const double *jq = joint_q(m, d, q), *jv = joint_v(m, d->v, v ? v : w->zero_v);
  tree_poses(m, d, jq);
  by_columns(m, jv, d->vc);
  own_inertia(m, d);
  tree_velocities(m, d);
  coriolis(m, d);
  const lia_v4d rest[2] = { number4(0), number4(0) };
  memset(d->ac, 0, sizeof *d->ac * (size_t)m->jv);
  sums(m, d->Sr, d->ac, d->G, rest, d->A, d->Ap);
  lia_cmodel_evaluate(w, q, jq, v, t);
  if (w->assembling) straighten(w);

  size_t nv = (size_t)m->nv;
  memset(w->G, 0, (size_t)w->rows * nv * sizeof *w->G);
  for (int i = 0; i < w->s->n; i++) {
    const lia_constraint *k = &w->s->c[i];
    for (int r = k->first; r < k->first + k->nrow; r++) {
      double *G = w->G + (size_t)r * nv;
      w->g[r] = w->row[r].g;
      w->c[r] = w->row[r].c;
      if (k->row->nend) lia_vec_zero(w->scratch_v, m->nv);
      for (int j = 0; j < k->ncoord;
           j++) G[k->coord[j]] = w->coordinate_G[(size_t)k->first * nv + (size_t)j];
      for (int e = 0; e < k->row->nend; e++) {
        const lia_end *E = &w->end[i * LIA_CONSTRAINT_ENDS + e];
        int node = k->body[e] < 0 ? 0 : m->body[k->body[e]].node, last = node
            ? lia_cmodel_last_column(m, node) : -1;
        if (!node) continue;
        double W[6], wu[3];
        about_root(w->arm + 3 * (i * LIA_CONSTRAINT_ENDS + e), w->row[r].F[e], W);
        for (int c = last; c >= 0; c = m->col[c].parent) {
          const double *S = (const double *)&d->Sr[2*c];
          double y = lia_dot3(W, S) + lia_dot3(W + 3, S + 4), most = 0;
          int jvel = m->col[c].v;
          G[m->user_v[jvel]] += m->scale_v[jvel] * y;
          for (int x = 0; x < 3; x++) most += fabs(W[x] * S[x]) + fabs(W[3+x] * S[4+x]);
          w->scratch_v[m->user_v[jvel]] += fabs(m->scale_v[jvel]) * most;
        }
        // acceleration of the point where a = 0: A, and w x u
        const double *A = (const double *)&d->A[2*last];
        lia_cross3(wu, E->w, E->u);
        w->c[r] += lia_dot3(W, A) + lia_dot3(W + 3, A + 4) + lia_dot3(w->row[r].F[e], wu);
      }
      for (int j = 0; k->row->nend && j < m->nv; j++)
        if (fabs(G[j]) <= 1e-13 * w->scratch_v[j]) G[j] = 0;
    }
  }
}

lia_status lia_cmodel_valued(const lia_cmodel *w, lia_error *err) {
  const size_t nv = (size_t)w->m->nv;
  for (int r = 0; r < w->rows; r++) {
    const double x[3] = { w->g[r], w->row[r].b, w->c[r] };
    if (lia_cmodel_all_finite(x, 3) && lia_cmodel_all_finite(w->G + (size_t)r * nv,
        (int)nv)) continue;
    char path[96];
    snprintf(path, sizeof path, "constraint '%.60s'", lia_cmodel_of(w, r)->name);
    return LIA_FAIL(err, LIA_EUNREACHABLE, path, "has no finite value here");
  }
  return LIA_OK;
}

// (G(-2h) - 8 G(-h) + 8 G(h) - G(2h)) / 12 h along the motion, told with an error of h^4
static void rate_of_rows(lia_cmodel *w, const double *q, const double *v, double t, double h,
                         double *Gdot) {
  static const double at[4] = { -2, -1, 1, 2 }, factor[4] = { 1, -8, 8, -1 };
  const int n = w->rows * w->m->nv;
  lia_vec_zero(Gdot, n);
  for (int k = 0; k < 4; k++) {
    lia_model_step(w->m, q, v, at[k] * h, w->next_q);
    lia_cmodel_rows(w, w->next_q, v, t + at[k] * h);
    lia_vec_axpy(Gdot, factor[k] / (12 * h), w->G, n);
  }
}

// inputs can move much faster than v does: steps are halved until two of them agree, or until
// rounding lets them agree no better
lia_status lia_cmodel_rows_rate(lia_cmodel *w, const double *q, const double *v, double t,
                                double *Gdot, lia_error *err) {
  LIA_ASSERT(Gdot != w->G && v);
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
  lia_cmodel_rows(w, q, v, t);
  return LIA_OK;
}

lia_cmodel_gaps lia_cmodel_gaps_of(const lia_cmodel *w, const double *v) {
  const int nv = w->m->nv;
  lia_cmodel_gaps x = { .worst = -1 };
  double fast = 1 + lia_vec_max(v, nv);
  for (int i = 0; i < w->s->n; i++)
    for (int k = 0; k < w->s->c[i].nrow; k++) {
      const int r = w->s->c[i].first + k;
      const double *G = w->G + (size_t)r * (size_t)nv;
      double open = k < w->s->c[i].nposition ? fabs(w->g[r]) : 0, most = lia_vec_max(G, nv);
      double slip = fabs(w->row[r].b + lia_vec_dot(G, v, nv));
      x.gap = fmax(x.gap, open);
      x.rate_gap = fmax(x.rate_gap, slip);
      double part = fmax(open, slip / fast) / fmax(most, 1e-300);
      if (part > x.part) {
        x.part = part;
        x.worst = i;
      }
    }
  return x;
}

double lia_cmodel_worst_row(const lia_cmodel *w, const double *v, int *row) {
  const int nv = w->m->nv;
  double worst = 0;
  *row = -1;
  for (int r = 0; r < w->rows; r++) {
    double slip = w->row[r].b;
    for (int k = 0; k < nv; k++) slip += w->G[r * nv + k] * v[k];
    const double gap = fmax(fabs(w->g[r]), fabs(slip));
    if (gap > worst) {
      worst = gap;
      *row = r;
    }
  }
  return worst;
}
