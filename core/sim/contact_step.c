/* contact_step.c - one step: the motion without what is hard, the impulses, the new place */
#include "sim/contact_step.h"

#include "sim/contact_rows.h"

#include "base/assert.h"
#include "base/layout.h"
#include "base/mem.h"
#include "num/vec.h"
#include "rbd/fk.h"
#include "rbd/forward.h"
#include "rbd/rnea.h"
#include "sim/model_ode.h"

#include <math.h>
#include <string.h>

const lia_contact_opts lia_contact_defaults = { .tol = 1e-10, .margin = 1e-4, .rest = 1e-2,
  .most = 1000 };

// a constraint with a place is kept so near to it (m, rad)
static const double KEPT = 1e-12;
// what is less exact than this is no answer
static const double WRONG = 0.05;

// ---- trees: what stands on one root, and moves with nothing else ----

// the tree of each velocity, and the velocities of each
static void trees_of(lia_contact_step *c) {
  const lia_model *m = c->s->m;
  int n = 0;
  for (int k = 0; k < m->nv; k++) c->tree[k] = 0;
  for (int k = 0; k < m->jv && !m->has_mimic; k++) c->tree[m->user_v[m->col[k].v]] = m->col[k].root;
  for (int t = 0; t <= m->jv; t++) {
    c->tree_from[t] = n;
    for (int k = 0; k < m->nv; k++)
      if (c->tree[k] == t) c->tree_v[n++] = k;
  }
  c->tree_from[m->jv + 1] = n;
}

// ---- memory ----

static void lasting(lia_layout *l, lia_contact_step *c, const lia_model_ode *s) {
  const int nv = s->m->nv;
  const int jv = s->m->jv;
  c->fixed = LIA_TAKE(l, double, c->nfixed);
  c->tree = LIA_TAKE(l, int, nv);
  c->tree_v = LIA_TAKE(l, int, nv);
  c->tree_from = LIA_TAKE(l, int, jv + 2);
  c->Minv = LIA_TAKE(l, double, nv * nv);
  c->a = LIA_TAKE(l, double, nv);
  c->dz = LIA_TAKE(l, double, s->nz);
  c->dw = LIA_TAKE(l, double, s->nw);
  c->vfree = LIA_TAKE(l, double, nv);
  c->vplus = LIA_TAKE(l, double, nv);
  c->mid = LIA_TAKE(l, double, s->n);
  c->end = LIA_TAKE(l, double, s->m->nq);
  c->carried = LIA_TAKE(l, double, nv);
  c->weight = LIA_TAKE(l, double, nv);
}

static void passing(lia_layout *l, lia_contact_step *c, int rows) {
  const int nv = c->s->m->nv;
  c->J = LIA_TAKE(l, double, rows * nv);
  c->Y = LIA_TAKE(l, double, rows * nv);
  c->W = LIA_TAKE(l, double, rows * rows);
  c->W2 = LIA_TAKE(l, double, rows * rows);
  c->b = LIA_TAKE(l, double, rows);
  c->x = LIA_TAKE(l, double, rows);
  c->u = LIA_TAKE(l, double, rows);
  c->shift = LIA_TAKE(l, double, rows);
  c->gap = LIA_TAKE(l, double, rows);
  c->work = LIA_TAKE(l, double, LIA_CONE_WORK(rows));
  c->ints = LIA_TAKE(l, int, LIA_CONE_INTS(rows));
  c->from = LIA_TAKE(l, int, rows + 1);
  c->column = LIA_TAKE(l, int, rows * nv);
  c->trees = LIA_TAKE(l, int, 2 * rows);
  c->slot = LIA_TAKE(l, int, rows);
  c->back = LIA_TAKE(l, int, rows);
  c->cone = LIA_TAKE(l, lia_cone_block, rows);
}

static lia_status out_of_memory(int n, lia_error *err) {
  return LIA_FAIL(err, LIA_ENOMEM, "contacts", "no memory for %d contacts", n);
}

// room for n contacts, with half as many more; those of before stay
static lia_status reserve(lia_contact_step *c, int n, lia_error *err) {
  if (n <= c->room) return LIA_OK;
  const int room = n + n / 2 + 8, rows = 3 * room + c->nfixed;
  lia_contact *more[2] = { NULL, NULL };
  lia_layout l = { 0 };
  passing(&l, c, rows);
  void *block = lia_block(l.used);
  for (int k = 0; k < 2; k++) more[k] = lia_calloc((size_t)room, sizeof **more);
  if (!block || !more[0] || !more[1]) {
    lia_free(block);
    for (int k = 0; k < 2; k++) lia_free(more[k]);
    passing(&(lia_layout){ .base = c->block }, c, c->rows);
    return out_of_memory(n, err);
  }
  if (c->nbefore) memcpy(more[1], c->before, (size_t)c->nbefore * sizeof **more);
  lia_free(c->block);
  lia_free(c->contact);
  lia_free(c->before);
  c->block = block;
  c->contact = more[0];
  c->before = more[1];
  c->room = room;
  c->rows = rows;
  passing(&(lia_layout){ .base = block }, c, rows);
  return LIA_OK;
}

lia_status lia_contact_step_new(lia_contact_step **out, lia_model_ode *s, lia_scene *scene,
    const lia_contact_opts *o, lia_error *err) {
  lia_contact_step measure = { .nfixed = lia_contact_slots(s) };
  lia_layout l = { 0 };
  *out = NULL;
  LIA_TAKE(&l, lia_contact_step, 1);
  lasting(&l, &measure, s);
  char *base = lia_block(l.used);
  if (!base) return out_of_memory(0, err);
  l = (lia_layout){ .base = base };
  lia_contact_step *c = LIA_TAKE(&l, lia_contact_step, 1);
  c->nfixed = measure.nfixed;
  lasting(&l, c, s);
  c->s = s;
  c->scene = scene;
  c->o = *o;
  trees_of(c);
  const lia_status st = reserve(c, 1, err);
  if (st != LIA_OK) lia_contact_step_free(c);
  else *out = c;
  return st;
}

void lia_contact_step_free(lia_contact_step *c) {
  if (!c) return;
  lia_free(c->block);
  lia_free(c->contact);
  lia_free(c->before);
  lia_free(c);
}

// ---- what pushes on what ----

static void columns_of(lia_contact_step *c, int rows) {
  const int nv = c->s->m->nv;
  int n = 0;
  for (int r = 0; r < rows; r++) {
    c->from[r] = n;
    for (int k = 0; k < nv; k++)
      if (c->J[r * nv + k] != 0) c->column[n++] = k;
  }
  c->from[rows] = n;
}

static double along_row(const lia_contact_step *c, int r, const double *v) {
  const double *J = c->J + (size_t)r * (size_t)c->s->m->nv;
  double sum = 0;
  for (int e = c->from[r]; e < c->from[r + 1]; e++) sum += J[c->column[e]] * v[c->column[e]];
  return sum;
}

// the trees that row r moves: first[r], and second[r] where there is another; more: -1, all
static void row_trees(lia_contact_step *c, int r) {
  int *two = c->trees + 2 * r;
  two[0] = two[1] = -2;
  for (int e = c->from[r]; e < c->from[r + 1]; e++) {
    const int t = c->tree[c->column[e]];
    if (two[0] == -2 || two[0] == t) two[0] = t;
    else if (two[1] == -2 || two[1] == t) two[1] = t;
    else two[0] = two[1] = -1;
    if (two[0] == -1) return;
  }
}

static int trees_meet(const int *a, const int *b) {
  if (a[0] == -2 || b[0] == -2) return 0;
  if (a[0] == -1 || b[0] == -1 || a[0] == b[0]) return 1;
  if (a[0] == b[1]) return 1;
  return a[1] >= 0 && (a[1] == b[0] || a[1] == b[1]);
}

// row r of Y = J M^-1, on one tree
static void push_tree(const lia_contact_step *c, int r, int tree) {
  const size_t nv = (size_t)c->s->m->nv, row = (size_t)r * nv;
  for (int e = c->from[r]; e < c->from[r + 1]; e++) {
    const int k = c->column[e];
    if (c->tree[k] != tree) continue;
    const double *Minv = c->Minv + (size_t)k * nv, J = c->J[row + (size_t)k];
    for (int i = c->tree_from[tree]; i < c->tree_from[tree + 1]; i++)
      c->Y[row + (size_t)c->tree_v[i]] += J * Minv[c->tree_v[i]];
  }
}

static void push_all(const lia_contact_step *c, int r) {
  const size_t nv = (size_t)c->s->m->nv, row = (size_t)r * nv;
  for (int e = c->from[r]; e < c->from[r + 1]; e++) {
    const size_t k = (size_t)c->column[e];
    lia_vec_axpy(c->Y + row, c->J[row + k], c->Minv + k * nv, (int)nv);
  }
}

// Y = J M^-1, W = J Y', of trees that meet alone
static void compliance(lia_contact_step *c, int rows) {
  const size_t nv = (size_t)c->s->m->nv, n = (size_t)rows;
  columns_of(c, rows);
  lia_vec_zero(c->Y, rows * (int)nv);
  for (int r = 0; r < rows; r++) {
    const int *two = c->trees + 2 * r;
    row_trees(c, r);
    if (two[0] == -1) push_all(c, r);
    for (int k = 0; k < 2; k++)
      if (two[k] >= 0) push_tree(c, r, two[k]);
  }
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j <= i; j++) {
      const int both = trees_meet(c->trees + 2 * i, c->trees + 2 * j);
      c->W[i * n + j] = c->W[j * n + i] = both ? along_row(c, (int)i, c->Y + j * nv) : 0;
    }
}

// v += Y' x
static void spread(const lia_contact_step *c, int rows, const double *x, double *v) {
  const int nv = c->s->m->nv;
  for (int r = 0; r < rows; r++)
    if (x[r] != 0) lia_vec_axpy(v, x[r], c->Y + (size_t)r * (size_t)nv, nv);
}

// ---- where the impulses begin: as in the step before ----

static const lia_contact *same_before(const lia_contact_step *c, const lia_contact *k) {
  const lia_contact *best = NULL;
  double least = (double)INFINITY;
  for (int i = 0; i < c->nbefore; i++) {
    const lia_contact *o = &c->before[i];
    double d[3];
    if (o->pair != k->pair) continue;
    lia_sub3(d, o->at_a, k->at_a);
    const double far_ = lia_dot3(d, d);
    if (far_ < least) best = o;
    least = fmin(far_, least);
  }
  return best;
}

static void warm(lia_contact_step *c, const lia_contact_rows *rows, double h) {
  const double part = c->h > 0 ? h / c->h : 0;
  for (int r = 0; r < rows->fixed; r++) c->x[r] = part * c->fixed[c->slot[r]];
  for (int i = 0; i < c->n; i++) {
    const lia_contact *k = &c->contact[i], *o = same_before(c, k);
    double F[3] = { 0 };
    if (k->row < 0) continue;
    for (int a = 0; o && a < 3; a++)
      F[a] = part * (o->impulse[0] * o->n[a] + o->impulse[1] * o->u[0][a]
          + o->impulse[2] * o->u[1][a]);
    c->x[k->row] = lia_dot3(F, k->n);
    for (int a = 0; a < 2; a++) c->x[k->row + 1 + a] = lia_dot3(F, k->u[a]);
  }
}

static void keep_impulses(lia_contact_step *c, const lia_contact_rows *rows, double h) {
  lia_contact *other = c->before;
  lia_vec_zero(c->fixed, c->nfixed);
  for (int r = 0; r < rows->fixed; r++) c->fixed[c->slot[r]] = c->x[r];
  for (int i = 0; i < c->n; i++) {
    lia_contact *k = &c->contact[i];
    for (int a = 0; a < 3; a++) k->impulse[a] = k->row < 0 ? 0 : c->x[k->row + a];
  }
  // the list of this step is read as `before` by the next
  c->before = c->contact;
  c->contact = other;
  c->nbefore = c->n;
  c->h = h;
}

// ---- impulses ----

static lia_status impulses(lia_contact_step *c, const lia_contact_rows *rows, double t,
    lia_error *err) {
  lia_error why = { 0 };
  lia_cone_info info;
  const lia_cone p = { .n = rows->n, .nblock = rows->nblock, .block = c->cone, .W = c->W,
    .b = c->b, .tol = c->o.tol, .most = c->o.most };
  const lia_status st = lia_cone_solve(&p, c->x, c->u, c->work, c->ints, &info, &why);
  c->told.sweeps += info.sweeps;
  c->told.newtons += info.newtons;
  if (st == LIA_OK) return LIA_OK;
  if (st != LIA_ENOCONV || !(info.residual < WRONG))
    return LIA_FAIL(err, st, "contacts", "%s (at t = %.9g)", why.text, t);
  c->told.rough++;
  if (info.residual > c->told.residual) {
    c->told.residual = info.residual;
    c->told.rough_at = t;
  }
  return LIA_OK;
}

// ---- too deep at the end: the least change of q that takes it back ----

// gaps at the end of the step, q+ = q_M (+) v+ h/2; 1: some must be taken back
static int ends_deep(lia_contact_step *c, const lia_contact_rows *rows, double h, double t) {
  int yes = 0;
  for (int r = 0; r < rows->n; r++) {
    const double rate = along_row(c, r, c->vplus);
    c->back[r] = 0;
    if (isnan(c->gap[r])) continue;   // along a plane, or of velocities alone
    c->gap[r] += h / 2 * rate;
    if (lia_contact_is_equation(c, r)) {
      yes |= fabs(c->gap[r]) > KEPT;
      c->back[r] = 1;
      continue;
    }
    if (rate > c->o.rest) continue;   // it comes out by itself
    c->back[r] = 1;
    yes |= c->gap[r] < -LIA_CONTACT_DEEP;
    if (-c->gap[r] > c->told.deepest) {
      c->told.deepest = -c->gap[r];
      c->told.deepest_at = t;
    }
  }
  return yes;
}

static lia_status take_back(lia_contact_step *c, const lia_contact_rows *rows, double t, double *q,
    lia_error *err) {
  int n = 0;
  lia_cone_info info;
  lia_error ignored = { 0 };
  for (int r = 0; r < rows->n; r++)
    if (c->back[r]) {
      c->cone[n] = (lia_cone_block){ .kind = LIA_CONE_bound, .first = n, .high = (double)INFINITY };
      if (lia_contact_is_equation(c, r)) c->cone[n].kind = LIA_CONE_free;
      c->b[n] = c->gap[r];
      c->x[n] = 0;
      c->slot[n++] = r;
    }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      c->W2[i * n + j] = c->W[(size_t)c->slot[i] * (size_t)rows->n + (size_t)c->slot[j]];
  const lia_cone p = { .n = n, .nblock = n, .block = c->cone, .W = c->W2, .b = c->b, .tol = 1e-8,
    .most = c->o.most };
  const lia_status st = lia_cone_solve(&p, c->x, c->u, c->work, c->ints, &info, &ignored);
  if (st != LIA_OK && st != LIA_ENOCONV)
    return LIA_FAIL(err, st, "contacts", "%s (at t = %.9g)", ignored.text, t);
  lia_vec_zero(c->a, c->s->m->nv);
  for (int i = 0; i < n; i++)
    lia_vec_axpy(c->a, c->x[i], c->Y + (size_t)c->slot[i] * (size_t)c->s->m->nv, c->s->m->nv);
  lia_model_step(c->s->m, q, c->a, 1, q);
  // what it lifts the weights by the impulses took too much
  c->loss -= lia_vec_dot(c->weight, c->a, c->s->m->nv);
  return LIA_OK;
}

// ---- the step ----

// v+ without impulses, by two forces at the place of the middle: at v, and at the speed half way
static lia_status without_impulses(lia_contact_step *c, double t, const double *x, double h,
    lia_error *err) {
  lia_model_ode *s = c->s;
  const int nq = s->m->nq, nv = s->m->nv;
  double *v = c->mid + nq, *z = v + nv;
  lia_model_step(s->m, x, x + nq, h / 2, c->mid);
  lia_vec_copy(v, x + nq, s->n - nq);
  LIA_TRY(lia_model_ode_smooth(s, t, c->mid, c->a, c->dz, c->dw, err));
  lia_vec_add(v, x + nq, h / 2, c->a, nv);
  lia_vec_add(z, x + nq + nv, h / 2, c->dz, s->nz);
  LIA_TRY(lia_model_ode_smooth(s, t, c->mid, c->a, c->dz, c->dw, err));
  lia_vec_add(c->vfree, x + nq, h, c->a, nv);
  return LIA_OK;
}

// what v becomes where no force acts: v + h a - h M^-1 (tau - g). Rates of bodies in space are told
// in their own axes, which turn
static void carry_over(lia_contact_step *c, const double *v, double h) {
  const lia_model_ode *s = c->s;
  const int nv = s->m->nv;
  double *f = c->vplus;
  lia_rnea(s->m, s->d, c->mid, NULL, NULL, c->weight);
  for (int k = 0; k < nv; k++) f[k] = s->tau[k] - c->weight[k];
  for (int k = 0; k < nv; k++)
    c->carried[k] = v[k] + h * (c->a[k] - lia_vec_dot(c->Minv + (size_t)k * (size_t)nv, f, nv));
}

// at the place the step ends in where v stays
static lia_status touch(lia_contact_step *c, const double *x, double h, lia_error *err) {
  const lia_model *m = c->s->m;
  const double *v = x + m->nq;
  LIA_TRY(lia_forward_minv(m, c->s->d, c->mid, c->Minv));
  carry_over(c, v, h);
  lia_model_step(m, c->mid, v, h / 2, c->end);
  lia_fk_rates(m, c->s->d, c->end, v);
  LIA_TRY(lia_scene_find(c->scene, m, c->s->d, h, c->o.margin, c->contact, c->room, &c->n, err));
  if (c->n <= c->room) return LIA_OK;
  LIA_TRY(reserve(c, c->n, err));
  return lia_scene_find(c->scene, m, c->s->d, h, c->o.margin, c->contact, c->room, &c->n, err);
}

// what the impulses did: x . J (v_c + v+)/2, to what each belongs
static void count_work(lia_contact_step *c, const lia_contact_rows *rows, const double *v,
    double h) {
  lia_model_ode *s = c->s;
  const int nv = s->m->nv;
  for (int k = 0; k < nv; k++) c->a[k] = (c->carried[k] + c->vplus[k]) / 2;
  for (int r = 0; r < rows->n; r++) c->u[r] = c->x[r] * along_row(c, r, c->a);
  c->loss = lia_contact_book(c, rows, h);
  // what motors give goes with the mean speed too
  if (!s->nw) return;
  const double *asked = c->mid + s->m->nq;
  for (int k = 0; k < nv; k++)
    c->dw[0] += s->pushed[k] * ((v[k] + c->vplus[k]) / 2 - asked[k]);
}

static void into_place(lia_contact_step *c, const double *x, double h, double *y) {
  const lia_model_ode *s = c->s;
  const int nq = s->m->nq, nv = s->m->nv, nz = s->nz;
  const double *z = x + nq + nv, *w = z + nz;
  lia_vec_copy(y + nq, c->vplus, nv);
  lia_vec_add(y + nq + nv, z, h, c->dz, nz);
  lia_vec_add(y + nq + nv + nz, w, h, c->dw, s->nw);
  if (s->nw) y[nq + nv + nz + 1] += c->loss;
  lia_model_normalise(s->m, y);
  for (int k = 0; k < nv; k++) c->a[k] = (c->vplus[k] - x[nq + k]) / h;
}

lia_status lia_contact_step_leap(void *user, double t, const double *x, double h, double *y,
    lia_error *err) {
  lia_contact_step *c = user;
  const lia_model *m = c->s->m;
  lia_contact_rows rows;
  if (!(h > 0))
    return LIA_FAIL(err, LIA_EARG, "contacts", "what strikes cannot be run backwards in time");
  LIA_TRY(without_impulses(c, t + h / 2, x, h, err));
  LIA_TRY(touch(c, x, h, err));
  rows = lia_contact_assemble(c, t + h, c->end, x + m->nq, h);
  compliance(c, rows.n);
  for (int r = 0; r < rows.n; r++) c->b[r] = along_row(c, r, c->vfree) + c->shift[r];
  warm(c, &rows, h);
  LIA_TRY(impulses(c, &rows, t + h, err));
  lia_vec_copy(c->vplus, c->vfree, m->nv);
  spread(c, rows.n, c->x, c->vplus);
  count_work(c, &rows, x + m->nq, h);
  keep_impulses(c, &rows, h);
  lia_model_step(m, c->mid, c->vplus, h / 2, y);
  if (ends_deep(c, &rows, h, t + h)) LIA_TRY(take_back(c, &rows, t + h, y, err));
  into_place(c, x, h, y);
  c->t = t + h;
  c->told.steps++;
  if (c->n > c->told.most) c->told.most = c->n;
  return LIA_OK;
}

lia_status lia_contact_step_rates(void *user, double t, const double *x, double *dx,
    lia_error *err) {
  lia_contact_step *c = user;
  const lia_model_ode *s = c->s;
  const int nq = s->m->nq, nv = s->m->nv;
  (void)t;
  (void)err;
  lia_model_rate(s->m, x, x + nq, dx);
  lia_vec_copy(dx + nq, c->a, nv);
  lia_vec_copy(dx + nq + nv, c->dz, s->nz);
  lia_vec_copy(dx + nq + nv + s->nz, c->dw, s->nw);
  return LIA_OK;
}
