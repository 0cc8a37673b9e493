/* constrained_sparse.c - one sparse system of all bodies */
#include "con/constrained_sparse.h"

#include "base/assert.h"
#include "base/layout.h"
#include "base/mem.h"

#include <math.h>
#include <stdio.h>

enum { EACH = 13, A = 0, JOINT = 6, F = 7 };   // unknowns of a column: A, a, f

// where the six numbers of a pair of rows stand
static const int six[6] = { 0, 1, 2, 4, 5, 6 };

static int last_column(const lia_model *m, int body) {
  int node = body < 0 ? 0 : m->body[body].node;
  return node ? m->node[node].col + m->node[node].nv - 1 : -1;
}

// ---- the list of entries: written once, for the pattern (value NULL) and for the values ----

typedef struct list { int n, *i, *j; double *value; } list;

static void constrained_sparse_put(list *l, int i, int j, double x) {
  if (l->i) {
    l->i[l->n] = i > j ? i : j;
    l->j[l->n] = i > j ? j : i;
  }
  if (l->value) l->value[l->n] = x;
  l->n++;
}

// [m 1, -h~; h~, I] of  m h | Ixx Iyy Izz Ixy | Ixz Iyz, below the diagonal
static void put_inertia(list *l, int at, const double *B) {
  const double m = B[0], *h = B + 1;
  const double I[6][6] = { { m }, { 0, m }, { 0, 0, m }, { 0, -h[2], h[1], B[4] }, { h[2], 0, -h[0],
      B[7], B[5] }, { -h[1], h[0], 0, B[8], B[9], B[6] } };
  for (int r = 0; r < 6; r++)
    for (int c = 0; c <= r; c++) constrained_sparse_put(l, at + r, at + c, I[r][c]);
}

static void put_columns(const lia_cmodel *w, list *l) {
  const lia_model *m = w->m;
  const lia_data *d = w->d;
  for (int c = 0; c < m->jv; c++) {
    const int at = EACH * c, p = m->col[c].parent;
    const double *S = (const double *)&d->Sr[2*c];
    put_inertia(l, at + A, (const double *)&d->C[3*c]);
    constrained_sparse_put(l, at + JOINT, at + JOINT, m->armature[m->col[c].v]);
    for (int x = 0; x < 6; x++) {
      constrained_sparse_put(l, at + F + x, at + F + x, 0);
      constrained_sparse_put(l, at + F + x, at + A + x, -1);
      constrained_sparse_put(l, at + F + x, at + JOINT, S[six[x]]);
      if (p >= 0) constrained_sparse_put(l, at + F + x, EACH * p + A + x, 1);
    }
  }
}

static void put_rows(const lia_cmodel *w, list *l) {
  const lia_model *m = w->m;
  for (int i = 0; i < w->s->n; i++) {
    const lia_constraint *k = &w->s->c[i];
    for (int r = k->first; r < k->first + k->nrow; r++) {
      const int at = EACH * m->jv + r;
      constrained_sparse_put(l, at, at, 0);
      for (int j = 0; j < k->ncoord; j++) {
        int c = 0;
        LIA_ASSERT(k->coord[j] >= 0 && k->coord[j] < m->jv);
        while (m->col[c].v != k->coord[j]) c++;
        constrained_sparse_put(l, at, EACH * c + JOINT,
            -w->coordinate_G[(size_t)r * (size_t)m->nv + (size_t)j]);
      }
      for (int e = 0; e < k->row->nend; e++) {
        const int c = last_column(m, k->body[e]);
        double W[6];
        if (c < 0) continue;
        lia_cmodel_wrench(w, i, e, r, W);
        for (int x = 0; x < 6; x++) constrained_sparse_put(l, at, EACH * c + A + x, -W[x]);
      }
    }
  }
}

static int constrained_sparse_put_all(const lia_cmodel *w, list *l) {
  l->n = 0;
  put_columns(w, l);
  put_rows(w, l);
  return l->n;
}

// ---- memory ----

lia_status lia_sparse_new(lia_sparse **out, lia_cmodel *w, lia_error *err) {
  *out = NULL;
  if (w->m->has_mimic) return LIA_FAIL(err, LIA_EMODEL, "sparse",
                                    "joints that follow others have no place in the sparse system");
  if (w->m->far) return LIA_FAIL(err, LIA_EMODEL, "sparse",
      "bodies this far from the root of their tree would lose their digits in one system of all");
  list l = { 0 };
  const int nentry = constrained_sparse_put_all(w, &l), n = EACH * w->m->jv + w->rows;
  lia_sparse *s = lia_calloc(1, sizeof *s);
  l.i = lia_calloc(2 * (size_t)nentry + 1, sizeof *l.i);
  l.j = l.i ? l.i + nentry : NULL;
  double *x = lia_calloc((size_t)nentry + 5 * (size_t)n + 1, sizeof *x);
  lia_status st = s && l.i && x ? LIA_OK : LIA_FAIL(err, LIA_ENOMEM, "",
                                                    "out of memory for a sparse system of %d", n);
  if (s) *s = (lia_sparse){ .w = w, .n = n, .nentry = nentry, .value = x };
  else lia_free(x);
  if (st == LIA_OK) {
    s->diag = x + nentry;
    s->z = s->diag + n;
    s->rhs = s->z + n;
    s->left = s->rhs + n;
    s->made = s->left + n;
    constrained_sparse_put_all(w, &l);
    LIA_ASSERT(l.n == nentry);   // the second time as many as the first
    st = lia_csc_new(&s->K, n, n, nentry, l.i, l.j, err);
  }
  if (st == LIA_OK) st = lia_sldl_new(&s->f, s->K, NULL, err);
  lia_free(l.i);
  if (st == LIA_OK) *out = s;
  else lia_sparse_free(s);
  return st;
}

void lia_sparse_free(lia_sparse *s) {
  if (!s) return;
  lia_csc_free(s->K);
  lia_sldl_free(s->f);
  lia_free(s->value);
  lia_free(s);
}

// ---- the right-hand side ----

// V x* I V
static void gyroscopic(const double *B, const double *V, double out[6]) {
  const double *u = V, *w = V + 4, *h = B + 1;
  double f[3], n[3], x[3];
  lia_cross3(f, w, h);
  for (int k = 0; k < 3; k++) f[k] += B[0] * u[k];
  lia_cross3(n, h, u);
  n[0] += B[4]*w[0] + B[7]*w[1] + B[8]*w[2];
  n[1] += B[7]*w[0] + B[5]*w[1] + B[9]*w[2];
  n[2] += B[8]*w[0] + B[9]*w[1] + B[6]*w[2];
  lia_cross3(out, w, f);
  lia_cross3(out + 3, w, n);
  lia_cross3(x, u, f);
  for (int k = 0; k < 3; k++) out[3+k] += x[k];
}

static void right_side(lia_sparse *s, const double *tau) {
  const lia_cmodel *w = s->w;
  const lia_model *m = w->m;
  const lia_data *d = w->d;
  for (int c = 0; c < m->jv; c++) {
    double *b = s->rhs + EACH * c, p[6];
    const double *G = (const double *)&d->G[2*c];
    gyroscopic((const double *)&d->C[3*c], (const double *)&d->V[2*c], p);
    for (int x = 0; x < 6; x++) {
      b[A + x] = -p[x];
      b[F + x] = -G[six[x]] + (m->col[c].parent < 0 && x < 3 ? m->gravity[x] : 0);
    }
    b[JOINT] = tau ? tau[m->col[c].v] : 0;
  }
  for (int i = 0; i < w->s->n; i++) {
    const lia_constraint *k = &w->s->c[i];
    for (int r = k->first; r < k->first + k->nrow; r++) {
      double c = w->row[r].c, wu[3];
      for (int e = 0; e < k->row->nend; e++) {
        const lia_end *E = &w->end[i * LIA_CONSTRAINT_ENDS + e];
        if (last_column(m, k->body[e]) < 0) continue;
        lia_cross3(wu, E->w, E->u);
        for (int x = 0; x < 3; x++) c += w->row[r].F[e][x] * (wu[x] + m->gravity[x]);
      }
      s->rhs[EACH * m->jv + r] = c;
    }
  }
}

// unknowns of one kind have one unit; multipliers each their own
enum { LINEAR, ANGULAR, SLIDE, TURN, FORCE, MOMENT, KINDS };
_Static_assert((int)KINDS == (int)LIA_SPARSE_KINDS, "as many as the largest of each are kept");

static int turns(const lia_sparse *s, int column) {
  const double *S = (const double *)&s->w->d->Sr[2*column];
  return S[4] != 0 || S[5] != 0 || S[6] != 0;
}

static int constrained_sparse_kind_of(const lia_sparse *s, int j) {
  LIA_ASSERT(j >= 0 && j < EACH * s->w->m->jv);
  const int x = j % EACH;
  if (x < JOINT) return x - A < 3 ? LINEAR : ANGULAR;
  if (x == JOINT) return turns(s, j / EACH) ? TURN : SLIDE;
  return x - F < 3 ? FORCE : MOMENT;
}

// y = b - K z, K told by its lower triangle; made: what each was made of, |b| + |K| |z|, |z| the
// largest of its kind so far: an
// equation of nothing but zeros is measured by what could stand there
static void constrained_sparse_residual(lia_sparse *s, double *y, double *made) {
  const lia_csc *K = s->K;
  const int bodies = EACH * s->w->m->jv;
  double *most = s->most;
  for (int j = 0; j < bodies; j++)
    most[constrained_sparse_kind_of(s, j)] =
        fmax(most[constrained_sparse_kind_of(s, j)], fabs(s->z[j]));
  lia_vec_copy(y, s->rhs, s->n);
  for (int j = 0; j < s->n; j++) made[j] = fabs(s->rhs[j]);
  for (int j = 0; j < s->n; j++) {
    const double size_j = j < bodies ? most[constrained_sparse_kind_of(s, j)] : fabs(s->z[j]);
    for (int k = K->start[j]; k < K->start[j+1]; k++) {
      const int i = K->row[k];
      const double x = K->x[k];
      y[i] -= x * s->z[j];
      made[i] += fabs(x) * size_j;
      if (i == j) continue;
      y[j] -= x * s->z[i];
      made[j] += fabs(x) * (i < bodies ? most[constrained_sparse_kind_of(s, i)] : fabs(s->z[i]));
    }
  }
}

// the first of the lower triangle
static double *diagonal(const lia_csc *K, int j) {
  LIA_ASSERT(K->start[j] < K->start[j+1] && K->row[K->start[j]] == j);
  return &K->x[K->start[j]];
}

// what an unknown of a body is measured by: mass where it goes along, moment of inertia where it
// turns
typedef struct scales { double mass, turn; } scales;

static scales scales_of(const lia_sparse *s) {
  const lia_model *m = s->w->m;
  scales k = { 0, 0 };
  for (int c = 0; c < m->jv; c++)
    for (int x = 0; x < 6; x++) {
      double *most = x < 3 ? &k.mass : &k.turn;
      *most = fmax(*most, fabs(*diagonal(s->K, EACH * c + A + x)));
    }
  if (!(k.mass > 0)) k.mass = 1;
  if (!(k.turn > 0)) k.turn = k.mass;
  return k;
}

// K with a little of its own kind on the diagonal, factored: masses, moments of inertia, their
// inverses for forces and moments,
// and for a row the inverse mass it feels. One amount for all would drown the inertia of what is
// small
static lia_status constrained_sparse_factor(lia_sparse *s, lia_error *err) {
  static const double little = 1e-8;
  const int bodies = EACH * s->w->m->jv;
  const scales k = scales_of(s);
  for (int j = 0; j < s->n; j++) s->diag[j] = 0;
  for (int j = 0; j < bodies; j++) {
    const int kind = constrained_sparse_kind_of(s, j);
    const double own = kind == ANGULAR || kind == TURN || kind == MOMENT ? k.turn : k.mass;
    s->diag[j] = kind < FORCE ? little * own : -little / own;
    for (int e = s->K->start[j]; e < s->K->start[j+1]; e++)
      if (s->K->row[e] >= bodies) s->diag[s->K->row[e]] -= little * s->K->x[e] * s->K->x[e] / own;
  }
  for (int r = bodies; r < s->n; r++)
    if (!(s->diag[r] < 0)) s->diag[r] = -little / k.mass;   // a row that pushes nothing
  for (int j = 0; j < s->n; j++) *diagonal(s->K, j) += s->diag[j];
  lia_status st = lia_sldl_factor(s->f, s->K, err);
  for (int j = 0; j < s->n; j++) *diagonal(s->K, j) -= s->diag[j];
  return st;
}

// the largest of |left| as a part of what it was made of, among unknowns first .. first + n - 1;
// where: its place
static double open_part(const lia_sparse *s, int first, int n, int *where) {
  double most = 0;
  for (int j = first; j < first + n; j++) {
    double part = s->left[j] == 0 || !(s->made[j] > 0) ? 0 : fabs(s->left[j]) / s->made[j];
    if (!(part <= most)) {
      most = part;
      *where = j;
    }
  }
  return most;
}

// Refined until no equation is open by more than rounding of what it is made of. An equation of
// motion that stays open says
// that the little on the diagonal was not little: ESINGULAR; a row that does, where the motion is
// told, contradicts others
static lia_status refine(lia_sparse *s, lia_error *err) {
  static const double enough = 1e-10;
  const int bodies = EACH * s->w->m->jv;
  double last = (double)INFINITY;
  int where = 0, slow = 0;
  lia_vec_zero(s->z, s->n);
  lia_vec_zero(s->most, KINDS);
  for (s->steps = 0; s->steps < 200; s->steps++) {
    constrained_sparse_residual(s, s->left, s->made);
    double part = s->steps ? open_part(s, 0, s->n, &where) : 1;
    slow = part < 0.9 * last ? 0 : slow + 1;
    if (part < 1e-14 || slow > 3 || part != part) break;
    last = fmin(part, last);
    lia_sldl_solve(s->f, s->left);
    lia_vec_axpy(s->z, 1, s->left, s->n);
  }
  constrained_sparse_residual(s, s->left, s->made);
  if (lia_vec_bad(s->z, s->n) >= 0) return lia_constrained_weightless("sparse", err);
  if (!(open_part(s, 0, bodies, &where) <= enough))
    return LIA_FAIL(err, LIA_ESINGULAR, "sparse",
        "one system of all bodies does not tell this motion: %.1g of an equation is left after %d "
        "refinements "
                    "(masses or lengths too far apart, or a motion without mass)", open_part(s, 0,
                        bodies, &where), s->steps);
  double part = open_part(s, bodies, s->w->rows, &where);
  if (part <= 1e-8) return LIA_OK;
  char path[96];
  snprintf(path, sizeof path, "constraint '%.60s'", lia_cmodel_of(s->w, where - bodies)->name);
  return LIA_FAIL(err, LIA_EUNREACHABLE, path,
                  "contradicts the other constraints: %g of its acceleration is left",
                      fabs(s->left[where]));
}

lia_status lia_sparse_forward(lia_sparse *s, const double *q, const double *v, const double *tau,
                              double t, double *a, lia_error *err) {
  lia_cmodel *w = s->w;
  const lia_model *m = w->m;
  lia_cmodel_rows(w, q, v, t);
  LIA_TRY(lia_cmodel_valued(w, err));
  list l = { .value = s->value };
  constrained_sparse_put_all(w, &l);
  lia_csc_fill(s->K, s->value);
  right_side(s, tau);
  LIA_TRY(constrained_sparse_factor(s, err));
  LIA_TRY(refine(s, err));
  LIA_TRY(lia_constrained_rank(w->dense_solver, lia_mat_of(w->G, w->rows, m->nv), w->opts.rank_tol,
                               err));
  w->rank = w->dense_solver->rank;
  for (int r = 0; r < w->rows; r++) {
    w->redundant[w->dense_solver->row[r]] = r >= w->rank;
    w->lambda[r] = s->z[EACH * m->jv + r];
  }
  // bodies share redundant forces with their joints; told by coordinates the least are those of the
  // other ways
  if (w->rank < w->rows) lia_constrained_share(w->dense_solver, w->lambda);
  for (int c = 0; c < m->jv; c++) a[m->col[c].v] = s->z[EACH * c + JOINT];
  w->dense = 1;
  return LIA_OK;
}
