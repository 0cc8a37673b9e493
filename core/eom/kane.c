/* kane.c - the ten steps of [nonhol] 5, one function each */
#include "eom/kane.h"

#include "base/assert.h"
#include "base/layout.h"
#include "base/mem.h"
#include "eom/velocity_nullspace.h"
#include "sym/expr/build.h"
#include "sym/expr/diff.h"
#include "sym/expr/leaves.h"
#include "sym/expr/print.h"
#include "sym/simp/simp.h"
#include "sym/simp/smat.h"
#include "sym/expr/subs.h"
#include "sym/simp/zero.h"

#include <string.h>

enum { ARRAYS = 24, FIXED = 3 };   // the first ones, q and the speeds, are never replaced
typedef struct array { lia_expr **x; int n; } array;

static void arrays(lia_kane *k, array list[ARRAYS]) {
  int n = k->n, m = k->l, nv = k->nv, blocks = k->nbody * k->per * k->per;
  const array all[ARRAYS] = {
    { &k->q, n }, { &k->alpha, m }, { &k->alphad, m }, { &k->qd, n }, { &k->q0, n }, { &k->c, m },
        { &k->tau, m }, { &k->vt, nv }, { &k->v0, nv },
    { &k->v0d, nv }, { &k->v, nv }, { &k->wrench, nv }, { &k->Jh, nv * n }, { &k->H, k->nrow * n },
        { &k->b, k->nrow }, { &k->Jnh, n * m },
    { &k->J, nv * m }, { &k->Jd, nv * m }, { &k->M, blocks }, { &k->WM, blocks }, { &k->W, blocks },
        { &k->D, m * m }, { &k->C, m * m },
    { &k->G, 3 * k->nbody },
  };
  LIA_ASSERT(k->per == (k->planar ? 3 : 6) && nv == k->per * k->nbody);
  memcpy(list, all, sizeof all);
}

static void layout(lia_layout *l, lia_kane *k) {
  array list[ARRAYS];
  arrays(k, list);
  for (int i = 0; i < ARRAYS; i++) *list[i].x = LIA_TAKE(l, lia_expr, list[i].n);
}

// one block of the sizes in head, all arrays empty
static lia_kane *new_block(const lia_kane *head) {
  lia_layout l = { 0 };
  lia_kane measure = *head;
  LIA_TAKE(&l, lia_kane, 1);
  layout(&l, &measure);
  l = (lia_layout){ .base = lia_block(l.used) };
  if (!l.base) return NULL;
  lia_kane *k = LIA_TAKE(&l, lia_kane, 1);
  *k = *head;
  layout(&l, k);
  return k;
}

// an entry of so many names and numbers is for kernels, nobody reads it: rules of angles would take
// longer than all steps together
static const double LONG_ENTRY = 1000;

static int is_long(const lia_kane *k, lia_expr e) {
  double leaves;
  return lia_expr_leaves(k->p, 1, &e, &leaves) && leaves > LONG_ENTRY;
}

static lia_expr kane_tidy(const lia_kane *k, lia_expr e) {
  if (!e || e == LIA_ZERO || k->tidy == LIA_TIDY_none) return e;
  if (k->tidy == LIA_TIDY_all) return lia_simp_all(k->p, e);
  return is_long(k, e) ? e : lia_simp_trig(k->p, e);
}

static void tidy_all(const lia_kane *k, int n, lia_expr *e) {
  for (int i = 0; i < n; i++) e[i] = kane_tidy(k, e[i]);
}

// ---- steps 2 and 5: coordinates, rows, speeds ----

static void kane_copy(lia_expr *to, const lia_expr *from, int n) {
  for (int i = 0; i < n; i++) to[i] = from ? from[i] : LIA_ZERO;
}

static lia_status take_speeds(lia_kane *k, const lia_kane_spec *s, lia_error *err) {
  lia_pool *p = k->p;
  kane_copy(k->q, s->q, k->n);
  kane_copy(k->H, s->H, k->nrow * k->n);
  kane_copy(k->b, s->b, k->nrow);
  kane_copy(k->q0, s->q0, k->n);
  for (int i = 0; i < k->n; i++)
    for (int j = 0; j < k->l; j++) {
      lia_expr same = i == j ? LIA_ONE : LIA_ZERO;
      k->Jnh[i * k->l + j] = s->Jnh ? s->Jnh[i * k->l + j] : same;
    }
  if (s->Jnh)
    LIA_TRY(lia_speeds_check(p, k->nrow, k->n, k->l, k->H, k->b, k->Jnh, k->q0, &k->unproved, err));
  for (int j = 0; j < k->l; j++) {
    k->alpha[j] = s->alpha ? s->alpha[j] : lia_sym_rate(p, k->q[j]);
    k->alphad[j] = lia_sym_rate(p, k->alpha[j]);
  }
  for (int i = 0; i < k->n; i++) {
    lia_expr e = k->q0[i];
    for (int j = 0; j < k->l; j++)
      e = lia_sym_add(p, e, lia_sym_mul(p, k->Jnh[i * k->l + j], k->alpha[j]));
    k->qd[i] = kane_tidy(k, e);
  }
  return lia_pool_status(p, err);
}

// q' replaced by J_nh alpha + q_0
static int in_speeds(const lia_kane *k, int n, const lia_expr *e, lia_expr *out) {
  lia_pool *p = k->p;
  lia_expr *from = lia_malloc(((size_t)k->n * 2 + 1) * sizeof *from);
  if (!from) {
    lia_pool_nomem(p);
    return 0;
  }
  lia_expr *to = from + k->n;
  uint32_t m = 0;
  for (int i = 0; i < k->n; i++) {
    lia_expr rate = lia_sym_rate(p, k->q[i]);
    if (rate != k->qd[i]) {
      from[m] = rate;
      to[m++] = k->qd[i];
    }
  }
  int ok = lia_subs(p, m, from, to, (uint32_t)n, e, out);
  lia_free(from);
  return ok;
}

int lia_kane_rate(const lia_kane *k, int n, const lia_expr *e, lia_expr *out) {
  return lia_diff_time_all(k->p, (uint32_t)n, e, out) && in_speeds(k, n, out, out);
}

// ---- steps 3 and 4: poses and partial velocities ----

// what the pose of a body is made of: centre of mass and orientation (three numbers in the plane)
static int pose_of(const lia_kane *k, const lia_kane_body *b, lia_expr *f) {
  lia_pool *p = k->p;
  if (k->planar) {
    lia_expr c = lia_sym_cos(p, b->angle), s = lia_sym_sin(p, b->angle);
    f[0] = lia_sym_add(p, b->p[0],
        lia_sym_sub(p, lia_sym_mul(p, c, b->com[0]), lia_sym_mul(p, s, b->com[1])));
    f[1] = lia_sym_add(p, b->p[1],
        lia_sym_add(p, lia_sym_mul(p, s, b->com[0]), lia_sym_mul(p, c, b->com[1])));
    f[2] = b->angle;
    return 3;
  }
  if (!lia_smat_mul(p, 3, 3, 1, b->R, b->com, f)) f[0] = 0;
  for (int i = 0; i < 3; i++) f[i] = lia_sym_add(p, f[i], b->p[i]);
  kane_copy(f + 3, b->R, 9);
  return 12;
}

// derivatives df of the pose in one direction -> velocity in body axes
//   v = R' dG, Omega = vee(R' dR)
static void velocity_of(const lia_kane *k, const lia_kane_body *b, const lia_expr *df,
    lia_expr *v) {
  lia_pool *p = k->p;
  if (k->planar) {
    lia_expr c = lia_sym_cos(p, b->angle), s = lia_sym_sin(p, b->angle);
    v[0] = lia_sym_add(p, lia_sym_mul(p, c, df[0]), lia_sym_mul(p, s, df[1]));
    v[1] = lia_sym_sub(p, lia_sym_mul(p, c, df[1]), lia_sym_mul(p, s, df[0]));
    v[2] = df[2];
  } else {
    static const int row[3] = { 2, 0, 1 }, col[3] = { 1, 2, 0 };
    for (int i = 0; i < 3; i++) {
      v[i] = v[3 + i] = LIA_ZERO;
      for (int j = 0; j < 3; j++) {
        v[i] = lia_sym_add(p, v[i], lia_sym_mul(p, b->R[3 * j + i], df[j]));
        v[3 + i] = lia_sym_add(p, v[3 + i], lia_sym_mul(p, b->R[3 * j + row[i]],
            df[3 + 3 * j + col[i]]));
      }
    }
  }
  tidy_all(k, k->per, v);
}

// dG/dt and dR/dt at q' = 0: what frames and inputs that move by themselves give
static int own_rate(const lia_kane *k, int n, const lia_expr *f, lia_expr *out) {
  lia_pool *p = k->p;
  lia_expr *from = lia_malloc(((size_t)k->n * 2 + 1) * sizeof *from);
  if (!from) {
    lia_pool_nomem(p);
    return 0;
  }
  lia_expr *to = from + k->n;
  for (int i = 0; i < k->n; i++) {
    from[i] = lia_sym_rate(p, k->q[i]);
    to[i] = LIA_ZERO;
  }
  int ok = lia_diff_time_all(p, (uint32_t)n, f, out) &&
      lia_subs(p, (uint32_t)k->n, from, to, (uint32_t)n, out, out);
  lia_free(from);
  return ok;
}

static lia_status partial_velocities(lia_kane *k, const lia_kane_spec *s, lia_error *err) {
  lia_expr f[12], df[12], v[6];
  for (int i = 0; i < k->nbody; i++) {
    const lia_kane_body *b = &s->body[i];
    int n = pose_of(k, b, f), at = i * k->per;
    LIA_ASSERT(n <= 12 && at + k->per <= k->nv);
    for (int r = 0; r < 3; r++) k->G[3 * i + r] = k->planar && r == 2 ? LIA_ZERO : f[r];
    const lia_expr *known = s->Jh ? s->Jh[i] : NULL;
    if (known) kane_copy(k->Jh + at * k->n, known, k->per * k->n);
    for (int j = 0; j < k->n && !known; j++) {
      if (!lia_diff_all(k->p, (uint32_t)n, f, k->q[j], df)) return lia_pool_status(k->p, err);
      velocity_of(k, b, df, v);
      for (int r = 0; r < k->per; r++) k->Jh[(at + r) * k->n + j] = v[r];
    }
    if (!own_rate(k, n, f, df)) return lia_pool_status(k->p, err);
    velocity_of(k, b, df, k->vt + at);
  }
  return lia_pool_status(k->p, err);
}

// ---- step 6: J, v_0 and their rates ----

static lia_status nonholonomic_velocities(lia_kane *k, const lia_kane_spec *s, lia_error *err) {
  lia_pool *p = k->p;
  int ok = lia_smat_mul(p, k->nv, k->n, k->l, k->Jh, k->Jnh, k->J) &&
      lia_smat_mul(p, k->nv, k->n, 1, k->Jh, k->q0, k->v0) &&
      lia_smat_add(p, k->nv, k->v0, LIA_ONE, k->vt, k->v0);
  if (!ok) return lia_pool_status(p, err);
  for (int i = 0; i < k->nbody && s->J; i++)
    if (s->J[i]) kane_copy(k->J + i * k->per * k->l, s->J[i], k->per * k->l);
  tidy_all(k, k->nv * k->l, k->J);
  tidy_all(k, k->nv, k->v0);
  ok = lia_kane_rate(k, k->nv * k->l, k->J, k->Jd) && lia_kane_rate(k, k->nv, k->v0, k->v0d) &&
       lia_smat_mul(p, k->nv, k->l, 1, k->J, k->alpha, k->v) &&
       lia_smat_add(p, k->nv, k->v, LIA_ONE, k->v0, k->v);
  if (!ok) return lia_pool_status(p, err);
  tidy_all(k, k->nv * k->l, k->Jd);
  tidy_all(k, k->nv, k->v0d);
  return lia_pool_status(p, err);
}

// ---- step 7: M and W ----

// S (3x3, rows `ld` apart) = [a x]
static void cross_matrix(lia_pool *p, const lia_expr *a, lia_expr *S, int ld) {
  static const int other[3][3] = { { 0, 2, 1 }, { 2, 0, 0 }, { 1, 0, 0 } },
      minus[3][3] = { { 0, 1, 0 }, { 0, 0, 1 }, { 1, 0, 0 } };
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      lia_expr e = i == j ? LIA_ZERO : a[other[i][j]];
      S[i * ld + j] = minus[i][j] ? lia_sym_neg(p, e) : e;
    }
}

static void inertia_matrix(const lia_kane_body *b, lia_expr *j) {
  static const int entry[9] = { 0, 3, 4, 3, 1, 5, 4, 5, 2 };
  for (int i = 0; i < 9; i++) j[i] = b->I[entry[i]];
}

// the block of W M for rotation: S(Omega) j, or -S(j Omega)
static int turning_block(const lia_kane *k, const lia_expr *j, const lia_expr *Omega,
    lia_expr *block) {
  lia_pool *p = k->p;
  lia_expr S[9], h[3];
  if (k->form == LIA_KANE_desantis) {
    cross_matrix(p, Omega, S, 3);
    return lia_smat_mul(p, 3, 3, 3, S, j, block);
  }
  if (!lia_smat_mul(p, 3, 3, 1, j, Omega, h)) return 0;
  for (int i = 0; i < 3; i++) h[i] = lia_sym_neg(p, h[i]);
  cross_matrix(p, h, block, 3);
  return 1;
}

static int spatial_blocks(const lia_kane *k, const lia_kane_body *b, const lia_expr *v, lia_expr *M,
    lia_expr *W, lia_expr *WM) {
  lia_expr S[9], j[9], turn[9];
  inertia_matrix(b, j);
  cross_matrix(k->p, v + 3, S, 3);
  if (!turning_block(k, j, v + 3, turn)) return 0;
  for (int i = 0; i < 3; i++) {
    M[i * 7] = b->m;
    for (int c = 0; c < 3; c++) {
      M[(3 + i) * 6 + 3 + c] = j[3 * i + c];
      W[i * 6 + c] = W[(3 + i) * 6 + 3 + c] = S[3 * i + c];
      WM[i * 6 + c] = lia_sym_mul(k->p, b->m, S[3 * i + c]);
      WM[(3 + i) * 6 + 3 + c] = turn[3 * i + c];
    }
  }
  return 1;
}

static void planar_blocks(const lia_kane *k, const lia_kane_body *b, const lia_expr *v, lia_expr *M,
    lia_expr *W, lia_expr *WM) {
  M[0] = M[4] = b->m;
  M[8] = b->I[2];
  W[3] = v[2];
  W[1] = lia_sym_neg(k->p, v[2]);
  WM[3] = lia_sym_mul(k->p, b->m, W[3]);
  WM[1] = lia_sym_mul(k->p, b->m, W[1]);
}

static lia_status mass_blocks(lia_kane *k, const lia_kane_spec *s, lia_error *err) {
  int size = k->per * k->per;
  for (int i = 0; i < k->nbody * size; i++) k->M[i] = k->W[i] = k->WM[i] = LIA_ZERO;
  for (int i = 0; i < k->nbody; i++) {
    const lia_expr *v = k->v + i * k->per;
    lia_expr *M = k->M + i * size, *W = k->W + i * size, *WM = k->WM + i * size;
    if (k->planar) planar_blocks(k, &s->body[i], v, M, W, WM);
    else if (!spatial_blocks(k, &s->body[i], v, M, W, WM)) return lia_pool_status(k->p, err);
    kane_copy(k->wrench + i * k->per, s->body[i].wrench, k->per);
  }
  if (!in_speeds(k, k->nv, k->wrench, k->wrench)) return lia_pool_status(k->p, err);
  tidy_all(k, k->nv, k->wrench);
  return lia_pool_status(k->p, err);
}

// ---- step 9: D, C, c, tau ----

// out (l x m) += J_i' X, X (per x m)
static int kane_project(const lia_kane *k, int body, int m, const lia_expr *X, lia_expr *part,
    lia_expr *out) {
  return lia_smat_tmul(k->p, k->l, k->per, m, k->J + body * k->per * k->l, X, part) &&
      lia_smat_add(k->p, k->l * m, out, LIA_ONE, part, out);
}

// X = A x + B y of one body, m columns
static int two_products(const lia_kane *k, int m, const lia_expr *A, const lia_expr *x,
    const lia_expr *B, const lia_expr *y, lia_expr *X,
    lia_expr *Y) {
  return lia_smat_mul(k->p, k->per, k->per, m, A, x, X) &&
      lia_smat_mul(k->p, k->per, k->per, m, B, y, Y) &&
         lia_smat_add(k->p, k->per * m, X, LIA_ONE, Y, X);
}

static int body_terms(lia_kane *k, int i, lia_expr *X, lia_expr *Y, lia_expr *part) {
  int l = k->l, per = k->per;
  const lia_expr *M = k->M + i * per * per, *WM = k->WM + i * per * per;
  const lia_expr *J = k->J + i * per * l, *Jd = k->Jd + i * per * l;
  return lia_smat_mul(k->p, per, per, l, M, J, X) && kane_project(k, i, l, X, part, k->D) &&
         two_products(k, l, M, Jd, WM, J, X, Y) && kane_project(k, i, l, X, part, k->C) &&
         two_products(k, 1, M, k->v0d + i * per, WM, k->v0 + i * per, X, Y) &&
         kane_project(k, i, 1, X, part, k->c) &&
         kane_project(k, i, 1, k->wrench + i * per, part, k->tau);
}

// tau += J_nh' Q
static int add_forces(lia_kane *k, const lia_expr *Q) {
  for (int j = 0; j < k->l; j++)
    for (int i = 0; Q && i < k->n; i++) {
      lia_expr e = Q[i];
      if (!in_speeds(k, 1, &e, &e)) return 0;
      k->tau[j] = lia_sym_add(k->p, k->tau[j], lia_sym_mul(k->p, k->Jnh[i * k->l + j], e));
    }
  return 1;
}

static lia_status dynamics(lia_kane *k, const lia_expr *Q, lia_error *err) {
  int l = k->l;
  size_t wide = (size_t)(k->per > l ? k->per : l) * (size_t)(l > 1 ? l : 1);
  lia_expr *room = lia_malloc(3 * wide * sizeof *room);
  if (!room) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  for (int i = 0; i < l * l; i++) k->D[i] = k->C[i] = LIA_ZERO;
  for (int i = 0; i < l; i++) k->c[i] = k->tau[i] = LIA_ZERO;
  int ok = 1;
  for (int i = 0; ok && i < k->nbody; i++)
    ok = body_terms(k, i, room, room + wide, room + 2 * wide);
  lia_free(room);
  if (!ok || !add_forces(k, Q)) return lia_pool_status(k->p, err);
  for (int i = 0; i < l; i++)
    for (int j = i; j < l; j++) k->D[i * l + j] = k->D[j * l + i] = kane_tidy(k, k->D[i * l + j]);
  tidy_all(k, l * l, k->C);
  tidy_all(k, l, k->c);
  tidy_all(k, l, k->tau);
  return lia_pool_status(k->p, err);
}

// ---- making ----

static lia_status check_free(lia_pool *p, const char *what, int n, const lia_expr *e, int count,
    const lia_expr *x, lia_error *err) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < count; j++)
      if (lia_subs_depends(p, e[i], x[j])) {
        char text[80];
        lia_print_short(p, e[i], text, sizeof text);
        return LIA_FAIL(err, LIA_EMODEL, what, "must not depend on the velocity '%s': %s",
            lia_expr_symbol(p, x[j])->name, text);
      }
  return LIA_OK;
}

static lia_status check_velocities(const lia_kane *k, const lia_kane_spec *s, lia_error *err) {
  lia_pool *p = k->p;
  lia_expr *rate = lia_malloc(((size_t)k->n + 1) * sizeof *rate), f[12];
  if (!rate) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  for (int i = 0; i < k->n; i++) rate[i] = lia_sym_rate(p, k->q[i]);
  lia_status st = check_free(p, "constraint row", k->nrow * k->n, k->H, k->n, rate, err);
  if (st == LIA_OK) st = check_free(p, "constraint row", k->nrow, k->b, k->n, rate, err);
  if (st == LIA_OK) st = check_free(p, "J_nh", k->n * k->l, k->Jnh, k->n, rate, err);
  for (int i = 0; st == LIA_OK && i < k->nbody; i++)
    st = check_free(p, "place", pose_of(k, &s->body[i], f), f, k->n, rate, err);
  lia_free(rate);
  return st;
}

static lia_status kane_derive(lia_kane *k, const lia_kane_spec *s, lia_error *err) {
  LIA_TRY(take_speeds(k, s, err));
  LIA_TRY(check_velocities(k, s, err));
  LIA_TRY(partial_velocities(k, s, err));
  LIA_TRY(nonholonomic_velocities(k, s, err));
  LIA_TRY(mass_blocks(k, s, err));
  return dynamics(k, s->Q, err);
}

lia_status lia_kane_new(lia_kane **out, lia_pool *p, const lia_kane_spec *s, lia_error *err) {
  lia_kane head = { .p = p, .planar = s->planar, .per = s->planar ? 3 : 6, .nbody = s->nbody,
      .n = s->n, .nrow = s->nrow, .l = s->l,
      .form = s->form, .tidy = s->tidy }, *k;
  head.nv = head.per * head.nbody;
  *out = NULL;
  if (s->n < 1 || s->nbody < 1)
    return LIA_FAIL(err, LIA_EMODEL, "", "expected at least one coordinate and one body");
  if (!s->Jnh && (s->nrow || s->l != s->n))
    return LIA_FAIL(err, LIA_EARG, "J_nh", "expected with constraint rows");
  if (s->l < 1)
    return LIA_FAIL(err, LIA_EMODEL, "", "%d constraint rows leave no motion of %d coordinates",
        s->nrow, s->n);
  k = new_block(&head);
  if (!k) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  lia_status st = kane_derive(k, s, err);
  if (st == LIA_OK) *out = k;
  else lia_free(k);
  return st;
}

// the replacements, and those of the rates of what moves in time, along the motion, which may
// itself go by what is replaced; how many, 0 on failure
static int with_rates(const lia_kane *k, int n, const lia_expr *from, const lia_expr *to,
    lia_expr *f, lia_expr *t) {
  lia_pool *p = k->p;
  int m = n, before = 0;
  kane_copy(f, from, n);
  kane_copy(t, to, n);
  for (int order = 1; order <= 2; order++) {
    int last = m;
    for (int i = before; i < last; i++) {
      if (i < n && (lia_expr_op(p, f[i]) != LIA_OP_sym ||
          lia_expr_symbol(p, f[i])->kind != LIA_SYM_function))
        continue;
      f[m] = lia_sym_rate(p, f[i]);
      if (!lia_kane_rate(k, 1, &t[i], &t[m])) return 0;
      m++;
    }
    if (!lia_subs(p, (uint32_t)last, f, t, (uint32_t)(m - last), t + last, t + last)) return 0;
    LIA_ASSERT(m <= 3 * n);   // each, its rate and the rate of that
    before = last;
  }
  return p->err.code == LIA_OK ? m : 0;
}

lia_status lia_kane_with(lia_kane **out, const lia_kane *k, int n, const lia_expr *from,
    const lia_expr *to, lia_error *err) {
  lia_kane *o = *out = new_block(k);
  lia_expr *f = lia_malloc(6 * ((size_t)n + 1) * sizeof *f);
  array was[ARRAYS], is[ARRAYS];
  int ok = o && f, m = ok ? with_rates(k, n, from, to, f, f + 3 * n) : 0;
  if (ok) {
    arrays((lia_kane *)k, was);
    arrays(o, is);
  }
  ok = ok && (m || !n);
  for (int i = 0; ok && i < ARRAYS; i++) {
    kane_copy(*is[i].x, *was[i].x, is[i].n);
    if (i >= FIXED)
      ok = lia_subs(k->p, (uint32_t)m, f, f + 3 * n, (uint32_t)is[i].n, *is[i].x, *is[i].x);
  }
  lia_free(f);
  if (ok) return LIA_OK;
  lia_free(o);
  *out = NULL;
  return k->p->err.code != LIA_OK ? lia_pool_status(k->p, err)
      : LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
}

// ---- what follows ----

int lia_kane_constraint_wrench(const lia_kane *k, lia_expr *out) {
  int per = k->per, l = k->l;
  lia_pool *p = k->p;
  for (int i = 0; i < k->nbody; i++) {
    lia_expr X[6], Y[6], acc[6];
    const lia_expr *J = k->J + i * per * l, *Jd = k->Jd + i * per * l;
    if (!lia_smat_mul(p, per, l, 1, J, k->alphad, acc) ||
        !lia_smat_mul(p, per, l, 1, Jd, k->alpha, X))
      return 0;
    if (!lia_smat_add(p, per, acc, LIA_ONE, X, acc) ||
        !lia_smat_add(p, per, acc, LIA_ONE, k->v0d + i * per, acc))
      return 0;
    if (!two_products(k, 1, k->M + i * per * per, acc, k->WM + i * per * per, k->v + i * per, X, Y))
      return 0;
    if (!lia_smat_add(p, per, X, LIA_MINUS, k->wrench + i * per, out + i * per)) return 0;
  }
  return 1;
}

int lia_kane_split(const lia_kane *k, int nu, const lia_expr *u, lia_expr *C1, lia_expr *C2) {
  int ll = k->l * k->l;
  lia_expr zero[64];
  if (nu > 64) return 0;
  for (int i = 0; i < nu; i++) zero[i] = LIA_ZERO;
  for (int i = 0; i < nu; i++) {
    if (!lia_diff_all(k->p, (uint32_t)ll, k->C, u[i], C2 + i * ll)) return 0;
    for (int e = 0; e < ll; e++) {
      for (int j = 0; j < nu; j++)
        if (lia_zero(k->p, lia_diff(k->p, C2[i * ll + e], u[j])) != LIA_ZERO_yes) return 0;
      C2[i * ll + e] = kane_tidy(k, C2[i * ll + e]);
    }
  }
  int ok = lia_subs(k->p, (uint32_t)nu, u, zero, (uint32_t)ll, k->C, C1);
  tidy_all(k, ll, C1);
  return ok;
}

lia_expr lia_kane_skew(const lia_kane *k, int i, int j) {
  LIA_ASSERT(i >= 0 && i < k->l && j >= 0 && j < k->l);
  lia_expr rate;
  if (!lia_kane_rate(k, 1, &k->D[i * k->l + j], &rate)) return 0;
  return lia_sym_sub(k->p, rate, lia_sym_scale(k->p, LIA_TWO, k->C[i * k->l + j]));
}

int lia_kane_state(const lia_kane *k, lia_expr *g0, lia_expr *gw) {
  int l = k->l;
  lia_pool *p = k->p;
  if (!lia_smat_mul(p, l, l, 1, k->C, k->alpha, g0) || !lia_smat_add(p, l, g0, LIA_ONE, k->c, g0))
    return 0;
  for (int i = 0; i < l; i++) {
    g0[i] = lia_sym_neg(p, g0[i]);
    for (int j = 0; j < l; j++) gw[i * l + j] = i == j ? LIA_ONE : LIA_ZERO;
  }
  return lia_smat_ldl_solve(p, l, k->D, 1, g0, g0) && lia_smat_ldl_solve(p, l, k->D, l, gw, gw);
}
