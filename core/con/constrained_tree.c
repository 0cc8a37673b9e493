/* constrained_tree.c - accelerations and multipliers in the articulated inertia of the tree, O(n)
 * for a few loops
 *
 * What a unit of every row pushes each column by, eight rows side by side, gives Delassus' matrix G
 * M^-1 G'; its factors give the multipliers, or say that rows depend on each other. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3,no-tree-slp-vectorize")
#endif

#include "con/constrained_parts.h"

#include "base/assert.h"
#include "num/lanes.h"
#include "rbd/aba.h"
#include "rbd/crba.h"
#include "rbd/fast/columns.h"
#include "rbd/rnea.h"

// of the diagonal of G M^-1 G', what is left of it must be more: below, the multipliers of the tree
// keep less than ten digits (they lose as many as the rows are close to each other, twice), and
// matrices say more
static const double enough = 1e-4;

// s + P . x, x six numbers in two rows
static inline lia_v8d along8(const lia_v8d P[6], const double *x, lia_v8d s) {
  s = scaled8(P[2], x[2], scaled8(P[1], x[1], scaled8(P[0], x[0], s)));
  return s + scaled8(P[5], x[6], scaled8(P[4], x[5], P[3] * x[4]));
}

// rows first .. first + n - 1 (n <= 8, in lanes from 0) push from column c on with P: Y of every
// column, what they feel of the free motion into feel, and into w->scale what Y' D Y would be if
// nothing in P . S cancelled: less than rounding of that is none
static inline void push(lia_cmodel *w, int c, lia_v8d P[6], lia_v8d y0, int block, lia_v8d *feel) {
  const lia_model *m = w->m;
  const lia_data *d = w->d;
  LIA_ASSERT(c >= 0 && c < m->jv && (block + 1) * LIA_CLOSED_LANES <= w->lanes);
  const size_t lanes = (size_t)w->lanes;
  lia_v8d sum = *feel, size = load8(w->scale + (size_t)block * LIA_CLOSED_LANES);
  for (; c >= 0; c = m->col[c].parent) {
    const double *S = (const double *)&d->Sr[2*c], *G = (const double *)&d->G[2*c],
        *U = (const double *)&d->U[2*c];
    const double su = S[0]*S[0] + S[1]*S[1] + S[2]*S[2], sw = S[4]*S[4] + S[5]*S[5] + S[6]*S[6];
    lia_v8d y = along8(P, S, y0), D = y * d->D[c];
    lia_v8d most = scaled8(P[0]*P[0] + P[1]*P[1] + P[2]*P[2], su,
                           scaled8(P[3]*P[3] + P[4]*P[4] + P[5]*P[5], sw, y0 * y0));
    size = scaled8(most, d->D[c], size);
    sum = scaled8(D, d->b[c], along8(P, G, sum));
    for (int i = 0; i < 3; i++) {
      P[i] = scaled8(D, -U[i], P[i]);
      P[3+i] = scaled8(D, -U[4+i], P[3+i]);
    }
    double *Y = w->Y + (size_t)c * lanes + (size_t)block * LIA_CLOSED_LANES;
    if (w->is_pushed[c]) {
      store8(Y, load8(Y) + y);
    } else {
      w->is_pushed[c] = 1;
      for (size_t b = 0; lanes > LIA_CLOSED_LANES && b < lanes;
           b += LIA_CLOSED_LANES) store8(w->Y + (size_t)c * lanes + b, number8(0));
      store8(Y, y);
    }
    y0 = number8(0);
  }
  store8(w->scale + (size_t)block * LIA_CLOSED_LANES, size);
  // the ground accelerates against gravity in the recursion
  *feel = sum - (P[0]*m->gravity[0] + P[1]*m->gravity[1] + P[2]*m->gravity[2]);
}

// forces at frame e of constraint i, in their lanes from `lane` on, about the root of the tree;
// into feel what the frame feels of its own motion. The last column that carries it, -1: it is on
// the ground
static inline int forces_of(lia_cmodel *w, int i, int e, int lane, lia_v8d P[6], lia_v8d *feel) {
  const lia_constraint *k = &w->s->c[i];
  const lia_end *E = &w->end[i * LIA_CONSTRAINT_ENDS + e];
  const double *g = w->m->gravity, *p = w->arm + 3 * (i * LIA_CONSTRAINT_ENDS + e);
  int node = k->body[e] < 0 ? 0 : w->m->body[k->body[e]].node;
  if (!node) return -1;
  LIA_ASSERT(lane >= 0 && lane + k->nrow <= LIA_CLOSED_LANES);
  for (int x = 0; x < 6; x++) P[x] = number8(0);
  for (int r = 0; r < k->nrow; r++) {
    const double *F = w->row[k->first + r].F[e];
    for (int x = 0; x < 6; x++) P[x] = put8(P[x], lane + r, F[x]);
  }
  for (int x = 0; x < 3; x++) {
    const int y = (x + 1) % 3, z = (x + 2) % 3;
    P[3+x] = scaled8(P[z], p[y], scaled8(P[y], -p[z], P[3+x]));
  }
  double wu[3];
  lia_cross3(wu, E->w, E->u);
  // A of the recursion is less by g
  for (int x = 0; x < 3; x++) *feel = scaled8(P[x], wu[x] + g[x], *feel);
  return lia_cmodel_last_column(w->m, node);
}

static int column_of(const lia_model *m, int v) {
  int c = 0;
  LIA_ASSERT(v >= 0 && v < m->jv);
  while (m->col[c].v != v) c++;
  return c;
}

// r = -(c + what frames accelerate by in the free motion): the acceleration that lambda must
// make
static void constrained_tree_push_rows(lia_cmodel *w) {
  memset(w->is_pushed, 0, (size_t)w->m->jv);
  for (int b = 0; b < w->lanes; b += LIA_CLOSED_LANES) {
    store8(w->scale + b, number8(0));
    store8(w->rhs + b, number8(0));
  }
  for (int i = 0; i < w->s->n; i++) {
    const lia_constraint *k = &w->s->c[i];
    int first = w->lane_of[k->first], block = first / LIA_CLOSED_LANES,
        lane = first % LIA_CLOSED_LANES;
    lia_v8d feel = number8(0), P[6];
    for (int r = 0; r < k->nrow; r++) feel = put8(feel, lane + r, w->row[k->first + r].c);
    for (int j = 0; j < k->ncoord; j++) {
      double y = w->coordinate_G[(size_t)k->first * (size_t)w->m->nv + (size_t)j];
      for (int x = 0; x < 6; x++) P[x] = number8(0);
      push(w, column_of(w->m, k->coord[j]), P, put8(number8(0), lane, y), block, &feel);
    }
    for (int e = 0; e < k->row->nend; e++) {
      int last = forces_of(w, i, e, lane, P, &feel);
      if (last >= 0) push(w, last, P, number8(0), block, &feel);
    }
    store8(w->rhs + block * LIA_CLOSED_LANES, load8(w->rhs + block * LIA_CLOSED_LANES) - feel);
  }
}

// L = sum of Y_c Y_c' D_c
static void operational(lia_cmodel *w) {
  const int blocks = w->lanes / LIA_CLOSED_LANES;
  const size_t lanes = (size_t)w->lanes;
  int n = 0;
  for (int c = 0; c < w->m->jv; c++)
    if (w->is_pushed[c]) w->pushed[n++] = c;
  for (int i = 0; i < w->rows; i++) {
    const int lane = w->lane_of[i];
    for (int b = 0; b < blocks; b++) {
      lia_v8d sum = number8(0);
      for (int k = 0; k < n; k++) {
        const double *Y = w->Y + (size_t)w->pushed[k] * lanes;
        sum = scaled8(load8(Y + b * LIA_CLOSED_LANES), Y[lane] * w->d->D[w->pushed[k]], sum);
      }
      store8(w->delassus + (size_t)lane * lanes + (size_t)(b * LIA_CLOSED_LANES), sum);
    }
  }
}

// rows that push something stand first in w->order, then those that push nothing (flag 1); how many
// push. -1: one of the others asks for an acceleration, or one is to be dropped
static int rows_that_push(lia_cmodel *w) {
  int n = 0, none = w->rows;
  double size = 0, drop_below = w->opts.drop_below * w->opts.drop_below;
  for (int k = 0; k < w->rows; k++) {
    const int p = w->lane_of[k];
    const double diag = w->delassus[(size_t)p * (size_t)(w->lanes + 1)];
    if (drop_below > 0) {
      w->best_diagonal[p] = diag > 0.999 * w->best_diagonal[p] ? diag : 0.999 * w->best_diagonal[p];
      if (diag < drop_below * w->best_diagonal[p]) return -1;
    }
    w->follows[p] = !(diag > 1e-24 * w->scale[p]);
    w->order[w->follows[p] ? --none : n++] = p;
    double part = w->follows[p] ? 0 : w->rhs[p] * w->rhs[p] / diag;
    size = part > size ? part : size;
  }
  LIA_ASSERT(n == none);   // each row in one of the two
  for (int k = n; k < w->rows; k++) {
    const int p = w->order[k];
    if (!(w->rhs[p] * w->rhs[p] <= 1e-14 * size * w->scale[p] + 1e-24)) return -1;
  }
  return n;
}

// L = l d l' of the first n rows of w->order; 0 where a pivot is not well above what is lost
static int solve_plain(lia_cmodel *w, int n) {
  const int blocks = w->lanes / LIA_CLOSED_LANES, *perm = w->order;
  const size_t lanes = (size_t)w->lanes;
  double *A = w->delassus, *b = w->rhs, *x = w->lane_lambda;
  LIA_ASSERT(n >= 0 && n <= w->rows);
  memset(x, 0, lanes * sizeof *x);
  for (int k = 0; k < n; k++) w->pivot[k] = A[(size_t)perm[k] * (lanes + 1)];
  for (int k = 0; k < n; k++) {
    const int p = perm[k];
    const double *row = A + (size_t)p * lanes;
    if (!(row[p] > enough * w->pivot[k])) return 0;
    double inv = w->pivot[k] = 1 / row[p];
    for (int i = k + 1; i < n; i++) {
      const int r = perm[i];
      double *to = A + (size_t)r * lanes, l = to[p] * inv;
      if (l == 0) continue;
      b[r] -= l * b[p];
      for (int j = p / LIA_CLOSED_LANES; j < blocks; j++) store8(to + j * LIA_CLOSED_LANES,
          scaled8(load8(row + j * LIA_CLOSED_LANES), -l, load8(to + j * LIA_CLOSED_LANES)));
    }
  }
  for (int k = n - 1; k >= 0; k--) {
    const int p = perm[k];
    const double *row = A + (size_t)p * lanes;
    double s = b[p];
    for (int i = k + 1; i < n; i++) s -= row[perm[i]] * x[perm[i]];
    x[p] = s * w->pivot[k];
  }
  return 1;
}

static inline double dot_lanes(const lia_cmodel *w, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < w->rows; i++) s = lia_fma(x[w->lane_of[i]], y[w->lane_of[i]], s);
  return s;
}

// x less its part along y
static inline void less_along(const lia_cmodel *w, double *x, const double *y) {
  double s = dot_lanes(w, x, y) / dot_lanes(w, y, y);
  for (int i = 0; i < w->rows; i++) x[w->lane_of[i]] -= s * y[w->lane_of[i]];
}

// the least of all multipliers that push alike: without its part along combinations of rows that
// push nothing, each e_p - sum c_i e_i of a redundant row p, made orthogonal one after the other
static void constrained_tree_share(lia_cmodel *w, int rows) {
  const int rank = w->rank;
  const size_t lanes = (size_t)w->lanes;
  LIA_ASSERT(rank < rows && rows <= w->rows);
  for (int i = rank; i < rows; i++) {
    double *N = w->null_rows + (size_t)(i - rank) * lanes;
    for (int k = rank; k < rows; k++) N[w->order[k]] = k == i;
    for (int k = rank - 1; k >= 0; k--) {
      int p = w->order[k];
      double l = 0;
      for (int j = k + 1; j <= rank; j++) {
        int r = w->order[j < rank ? j : i];
        l -= (r > p ? w->delassus[(size_t)r * lanes + (size_t)p]
              : w->delassus[(size_t)p * lanes + (size_t)r]) * N[r];
      }
      N[p] = l / w->delassus[(size_t)p * lanes + (size_t)p];
    }
    for (int pass = 0; pass < 2 && i > rank; pass++)
      for (int j = rank; j < i; j++) less_along(w, N, w->null_rows + (size_t)(j - rank) * lanes);
    less_along(w, w->lane_lambda, N);
  }
}

// the same with the largest pivot left next; 1 where its rank is clear: every pivot well above what
// is lost, or nothing but rounding and the right-hand side then agrees
static int solve_pivoted(lia_cmodel *w, int n, int at_most) {
  const size_t lanes = (size_t)w->lanes;
  double *A = w->delassus, *b = w->rhs, *diag = w->pivot, *inverse = w->pivot + lanes, size = 0,
      *lambda = w->lane_lambda;
  memset(lambda, 0, lanes * sizeof *lambda);
  for (int i = 0; i < n; i++) {
    int p = w->order[i];
    diag[p] = A[(size_t)p * lanes + (size_t)p];
    inverse[p] = 1 / diag[p];
    double part = b[p] * b[p] * inverse[p];
    size = part > size ? part : size;
  }
  LIA_ASSERT(n <= w->rows && at_most >= 0);
  int rank = n;
  for (int k = 0; k < n; k++) {
    // pivot: the next where enough of its own diagonal is left, else the row with the largest part
    // left
    int best = k;
    double most = A[(size_t)w->order[k] * (lanes + 1)] * inverse[w->order[k]];
    for (int i = k + 1; i < n && most < 1e-2; i++) {
      int p = w->order[i];
      double part = A[(size_t)p * (lanes + 1)] * inverse[p];
      if (part > most) {
        most = part;
        best = i;
      }
    }
    if (k == at_most || !(most > enough)) {
      if (k < at_most && !(most < 1e-13)) return 0;
      rank = k;
      break;
    }
    int p = w->order[best];
    w->order[best] = w->order[k];
    w->order[k] = p;
    double inv = 1 / A[(size_t)p * lanes + (size_t)p];
    for (int i = k + 1; i < n; i++) {
      int r = w->order[i];
      double l = (r > p ? A[(size_t)r * lanes + (size_t)p]
                  : A[(size_t)p * lanes + (size_t)r]) * inv;
      if (l == 0) continue;
      b[r] -= l * b[p];
      for (int j = k + 1; j <= i; j++) {
        int s = w->order[j];
        double x = s > p ? A[(size_t)s * lanes + (size_t)p] : A[(size_t)p * lanes + (size_t)s];
        A[(size_t)(r > s ? r : s) * lanes + (size_t)(r > s ? s : r)] -= l * x;
      }
    }
  }
  w->rank = rank;
  for (int i = rank; i < n; i++) {
    int p = w->order[i];
    if (rank < at_most && !(b[p] * b[p] <= 1e-14 * size * diag[p] + 1e-24)) return 0;
    w->follows[p] = 1;
  }
  // l' lambda = d^-1 b, from the last pivot back
  for (int k = rank - 1; k >= 0; k--) {
    int p = w->order[k];
    double x = b[p];
    for (int i = k + 1; i < rank; i++) {
      int r = w->order[i];
      x -= (r > p ? A[(size_t)r * lanes + (size_t)p]
            : A[(size_t)p * lanes + (size_t)r]) * lambda[r];
    }
    lambda[p] = x / A[(size_t)p * lanes + (size_t)p];
  }
  if (rank < n) constrained_tree_share(w, n);
  return 1;
}

// w->lane_lambda, and what of it is told by rows. Where rows depended on others the last time, such
// are looked for at once
static int solve_operational(lia_cmodel *w) {
  const int cap = w->opts.max_rank ? w->opts.max_rank : w->rows;
  operational(w);
  int n = rows_that_push(w);
  if (n < 0) return 0;
  w->rank = n;
  if (w->expects_redundant || n > cap) {
    if (!solve_pivoted(w, n, cap)) return 0;
  } else if (!solve_plain(w, n)) {
    // once more from the start, r too
    constrained_tree_push_rows(w);
    operational(w);
    n = rows_that_push(w);
    if (!solve_pivoted(w, n, cap)) return 0;
  }
  w->expects_redundant = w->rank < n;
  for (int r = 0; r < w->rows; r++) {
    w->lambda[r] = w->lane_lambda[w->lane_of[r]];
    w->redundant[r] = w->follows[w->lane_of[r]];
  }
  return 1;
}

// no pivot of the tree is the rounding of a zero
static int heavy(const lia_model *m, const double *D) {
  LIA_ASSERT(m->jv > 0);
  double least = D[0], most = D[0];
  for (int c = 1; c < m->jv; c++) {
    least = D[c] < least ? D[c] : least;
    most = D[c] > most ? D[c] : most;
  }
  return least > 0 && most < 1e11 * least;
}

lia_status lia_cmodel_forward_by(lia_cmodel *w, lia_constrained_method way, const double *q,
                                 const double *v, const double *tau, double t,
                                 double *a, lia_error *err) {
  const lia_model *m = w->m;
  lia_error why = { 0 };
  q = lia_cmodel_proper(w, q);
  lia_rnea(m, w->d, q, v ? v : w->zero_v, w->zero_v, w->f);
  for (int k = 0; k < m->nv; k++) w->f[k] = (tau ? tau[k] : 0) - w->f[k];
  lia_crba(m, w->d, q, w->M);
  lia_cmodel_rows(w, q, v, t);
  LIA_TRY(lia_cmodel_valued(w, err));
  for (int r = 0; r < w->rows; r++) w->rhs[r] = -w->c[r];
  w->dense = 1;
  lia_status st = lia_constrained_run(w->dense_solver, way, &w->opts, lia_mat_of(w->M, m->nv,
      m->nv), w->f, lia_mat_of(w->G, w->rows, m->nv), w->rhs, a,
                                      w->lambda, &why);
  if (st != LIA_OK) return lia_cmodel_name_it(w, &why, err);
  w->rank = w->dense_solver->rank;
  for (int r = 0; r < w->rows; r++) w->redundant[w->dense_solver->row[r]] = r >= w->rank;
  return LIA_OK;
}

lia_status lia_cmodel_forward(lia_cmodel *w, const double *q, const double *v, const double *tau,
                              double t, double *a, lia_error *err) {
  const lia_model *m = w->m;
  lia_data *d = w->d;
  if (m->has_mimic || m->far || w->opts.refuse || !m->jv) return lia_cmodel_forward_by(w,
      LIA_CONSTRAINED_augmented, q, v, tau, t, a, err);
  v = v ? v : w->zero_v;
  q = lia_cmodel_proper(w, q);
  lia_aba_inward(m, d, q, v, tau);
  if (!heavy(m, d->D)) return lia_cmodel_forward_by(w, LIA_CONSTRAINED_augmented, q, v, tau, t, a,
                                                    err);
  lia_cmodel_evaluate(w, q, q, v, t);
  constrained_tree_push_rows(w);
  if (!solve_operational(w)) return lia_cmodel_forward_by(w, LIA_CONSTRAINED_augmented, q, v, tau,
                                                          t, a, err);
  // what the multipliers push; lanes without a row have Y = 0
  for (int c = 0; c < m->jv; c++) {
    if (!w->is_pushed[c]) continue;
    const double *Y = w->Y + (size_t)c * (size_t)w->lanes;
    lia_v8d s = number8(0);
    for (int b = 0; b < w->lanes;
         b += LIA_CLOSED_LANES) s += load8(Y + b) * load8(w->lane_lambda + b);
    d->b[c] += sum8(s);
  }
  lia_aba_outward(m, d, a);
  w->dense = 0;
  if (lia_cmodel_all_finite(a, m->nv)) return LIA_OK;
  return lia_cmodel_forward_by(w, LIA_CONSTRAINED_augmented, q, v, tau, t, a, err);
}
