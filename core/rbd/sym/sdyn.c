/* sdyn.c - the algorithms on trees in expressions */
#include "rbd/sym/sdyn.h"

#include "base/assert.h"
#include "base/layout.h"
#include "base/mem.h"
#include "geo/spatial_sym.h"
#include "sym/tape/eval.h"

#include <string.h>

// what the texts ask of a model and its memory: as lia_model and lia_data, without columns
typedef struct smodel { int nnode, nbody, nv, jv, has_mimic,
    *user_v; const lia_snode *node; lia_expr *scale_v, *armature, gravity[3]; } smodel;
typedef struct skin { MAT R, U; VEC p, w, wd, a, f, n, u; } skin;
typedef struct scomposite { NUM m; VEC h; SYM I; } scomposite;
typedef struct stwist { VEC u, w; } stwist;
typedef struct sarticulated { SYM M; MAT H; SYM I; VEC f, n; } sarticulated;
typedef struct sdata {
  lia_expr *sin, *cos, *D, *u, *round;
  skin *kin;
  scomposite *comp;
  POSE *world;
  stwist *twist;
  sarticulated *art;
  VEC *Uf, *Un;
} sdata;

struct lia_sdyn {
  const lia_stree *t;
  smodel m;
  sdata d;
  lia_expr *q, *v, *a, *zero, *tau, *H, *C;   /* (jq), (jv), H, C (jv x jv): by joints */
  // every coordinate moves one joint: articulated bodies can be told
  int single;
};

#define MODEL smodel
#define NODE lia_snode
#define DATA sdata
#define KIN skin
#define COMPOSITE scomposite
#define ARTICULATED sarticulated

// a quaternion, behind a position where there are seven numbers
WORD POSE row_pose(const lia_snode *N, const lia_expr *q) {
  return N->nq == 7 ? quaternion(shift(identity(), vec_of(q)), q + 3) : quaternion(identity(), q);
}

// a turn about the direction of the one before
WORD int lia_sturns_on(const lia_snode *N) {
  const lia_expr *X = N->X;
  return X[2] == LIA_ZERO && X[6] == LIA_ZERO && X[8] == LIA_ZERO && X[9] == LIA_ZERO &&
      X[10] == LIA_ONE;
}

// what it stands on turns across the axis
WORD int lia_sacross(VEC w) { return w.z == LIA_ZERO; }

#include "rbd/text/place_text.h"

#include "rbd/text/fk_text.h"
#include "rbd/text/gravity_text.h"
#include "rbd/text/jac_text.h"
#include "rbd/text/mass_text.h"
#include "rbd/text/energy_text.h"
#include "rbd/text/com_text.h"
#include "rbd/text/runs_text.h"
#include "rbd/text/christoffel_text.h"
#include "rbd/text/coriolis_text.h"
#include "rbd/text/motion_text.h"
#include "rbd/text/rnea_text.h"
#include "rbd/text/regress_text.h"
#include "rbd/text/aba_text.h"

static void sdyn_place(lia_layout *l, lia_sdyn *s) {
  const lia_stree *t = s->t;
  s->m.user_v   = LIA_TAKE(l, int, t->jv);
  s->m.scale_v  = LIA_TAKE(l, lia_expr, t->jv);
  s->m.armature = LIA_TAKE(l, lia_expr, t->jv);
  s->d.sin      = LIA_TAKE(l, lia_expr, t->jv);
  s->d.cos      = LIA_TAKE(l, lia_expr, t->jv);
  s->d.kin      = LIA_TAKE(l, skin, t->nnode + 1);
  s->d.comp     = LIA_TAKE(l, scomposite, t->nnode + 1);
  s->d.world    = LIA_TAKE(l, POSE, t->nnode + 1);
  s->d.twist    = LIA_TAKE(l, stwist, t->nnode + 1);
  s->d.D        = LIA_TAKE(l, lia_expr, t->jv);
  s->d.u        = LIA_TAKE(l, lia_expr, t->jv);
  s->d.round    = LIA_TAKE(l, lia_expr, t->jv);
  s->d.art      = LIA_TAKE(l, sarticulated, t->nnode + 1);
  s->d.Uf       = LIA_TAKE(l, VEC, t->jv);
  s->d.Un       = LIA_TAKE(l, VEC, t->jv);
  s->q          = LIA_TAKE(l, lia_expr, t->jq);
  s->v          = LIA_TAKE(l, lia_expr, t->jv);
  s->a          = LIA_TAKE(l, lia_expr, t->jv);
  s->zero       = LIA_TAKE(l, lia_expr, t->jv);
  s->tau        = LIA_TAKE(l, lia_expr, t->jv);
  s->H          = LIA_TAKE(l, lia_expr, t->jv * t->jv);
  s->C          = LIA_TAKE(l, lia_expr, t->jv * t->jv);
}

static void joint(lia_sdyn *s, const lia_snode *N) {
  LIA_ASSERT(N->coord + N->nv <= s->m.nv && N->iv + N->nv <= s->m.jv);
  lia_pool *p = s->t->p;
  for (int k = 0; k < N->nq; k++) s->q[N->iq + k] = N->kind == LIA_GENERAL ? N->number[k] : N->by;
  for (int k = 0; k < N->nv; k++) {
    s->m.user_v[N->iv + k] = N->coord + k;
    s->m.scale_v[N->iv + k] = N->kind == LIA_GENERAL ? LIA_ONE : N->scale;
    s->m.armature[N->iv + k] = s->zero[N->iv + k] = LIA_ZERO;
  }
  s->d.sin[N->angle] = N->kind == LIA_TURN ? lia_sym_sin(p, N->by) : LIA_ZERO;
  s->d.cos[N->angle] = N->kind == LIA_TURN ? lia_sym_cos(p, N->by) : LIA_ONE;
}

// a rotor turns with the coordinate of its joint, armature (scale q')^2 / 2: with the first joint
// that moves by it
static void rotors(lia_sdyn *s) {
  s->single = 1;
  for (int j = 0; j < s->m.jv; j++)
    for (int k = 0; k < j; k++) s->single &= s->m.user_v[j] != s->m.user_v[k];
  for (int e = 0; e < s->t->m->nelement; e++) {
    const lia_selement *c = &s->t->m->element[e];
    int j = 0;
    while (j < s->m.jv && s->m.user_v[j] != c->coord) j++;
    if (j == s->m.jv || c->armature == LIA_ZERO) continue;
    lia_expr ratio = lia_sym_div(s->t->p, c->scale, s->m.scale_v[j]);
    s->m.armature[j] = lia_sym_add(s->t->p, s->m.armature[j],
        lia_sym_mul(s->t->p, c->armature, lia_sym_sq(s->t->p, ratio)));
  }
}

lia_status lia_sdyn_new(lia_sdyn **out, const lia_stree *t, lia_error *err) {
  lia_sdyn size = { .t = t };
  lia_layout l = { 0 };
  *out = NULL;
  LIA_TAKE(&l, lia_sdyn, 1);
  sdyn_place(&l, &size);
  char *block = lia_block(l.used);
  if (!block) return LIA_FAIL(err, LIA_ENOMEM, "model", "out of memory");
  l = (lia_layout){ .base = block };
  lia_sdyn *s = LIA_TAKE(&l, lia_sdyn, 1);
  s->t = t;
  sdyn_place(&l, s);

  s->m.nnode = t->nnode;
  s->m.nbody = t->m->nbody;
  s->m.jv = t->jv;
  s->m.nv = t->ncoord;
  s->m.has_mimic = 1;
  s->m.node = t->node;
  for (int k = 0; k < 3; k++) s->m.gravity[k] = t->gravity[k];
  for (int i = 1; i <= t->nnode; i++) joint(s, &t->node[i]);
  rotors(s);
  *out = s;
  return lia_pool_status(t->p, err);
}

void lia_sdyn_free(lia_sdyn *s) { lia_free(s); }

// what recursion shares stays shared while it speaks
static void sdyn_begin(lia_sdyn *s) {
  words_pool = s->t->p;
  s->t->p->nested = 1;
}

static lia_status end(lia_sdyn *s, lia_error *err) {
  s->t->p->nested = 0;
  return lia_pool_status(s->t->p, err);
}

// rates of the joints from those of the coordinates (NULL: zero), and forces back
static const lia_expr *joint_v(const lia_sdyn *s, const lia_expr *v, lia_expr *jv) {
  if (!v) return s->zero;
  for (int k = 0; k < s->m.jv; k++) jv[k] = times(s->m.scale_v[k], v[s->m.user_v[k]]);
  return jv;
}

static VEC ground(const lia_sdyn *s) { return sub(zero(), vec_of(s->m.gravity)); }

static void joint_tau(const lia_sdyn *s, const lia_expr *jt, lia_expr *tau) {
  for (int k = 0; k < s->m.nv; k++) tau[k] = LIA_ZERO;
  for (int k = 0; k < s->m.jv; k++)
    tau[s->m.user_v[k]] = plustimes(tau[s->m.user_v[k]], s->m.scale_v[k], jt[k]);
}

lia_status lia_sdyn_pose(lia_sdyn *s, int i, lia_expr X[12], lia_error *err) {
  sdyn_begin(s);
  lia_sfk_poses(&s->m, &s->d, s->q, s->d.world);
  MAT R = rot(s->d.world[i]);
  VEC p = pos(s->d.world[i]);
  const lia_expr x[12] = { R.xx, R.xy, R.xz, p.x, R.yx, R.yy, R.yz, p.y, R.zx, R.zy, R.zz, p.z };
  for (int k = 0; k < 12; k++) X[k] = x[k];
  return end(s, err);
}

lia_status lia_sdyn_jacobian(lia_sdyn *s, int i, const lia_expr r[3], lia_expr *J, lia_error *err) {
  sdyn_begin(s);
  lia_sfk_poses(&s->m, &s->d, s->q, s->d.world);
  lia_sjac_columns(&s->m, &s->d, i, vec_of(r), NULL, J);
  return end(s, err);
}

lia_status lia_sdyn_jacobian_rate(lia_sdyn *s, int i, const lia_expr r[3], const lia_expr *v,
    lia_expr *Jdot, lia_error *err) {
  sdyn_begin(s);
  lia_sfk_poses(&s->m, &s->d, s->q, s->d.world);
  lia_sworld_twists(&s->m, &s->d, joint_v(s, v, s->v));
  lia_sjac_rate_columns(&s->m, &s->d, i, vec_of(r), NULL, zero(), Jdot);
  return end(s, err);
}

// ---- the equations in closed form ----

// memory of runs_text.h and coriolis_text.h; free block
typedef struct room { lia_sviews V; lia_smoved *moved; VEC *rate; lia_expr *E; void *block; } room;

static void place_room(lia_layout *l, const smodel *m, room *r) {
  const int all = m->nnode + 1;
  r->V.before     = LIA_TAKE(l, lia_saxes, all);
  r->V.behind     = LIA_TAKE(l, lia_saxes, all);
  r->V.see        = LIA_TAKE(l, lia_sseen, all * all);
  r->V.see_behind = LIA_TAKE(l, lia_sseen, all * all);
  r->moved        = LIA_TAKE(l, lia_smoved, all);
  r->rate         = LIA_TAKE(l, VEC, 2 * all * all);
  r->E            = LIA_TAKE(l, lia_expr, m->jv);
}

static lia_status sdyn_make_room(const smodel *m, room *r, lia_error *err) {
  lia_layout l = { 0 };
  for (int i = 1; i <= m->nnode; i++)
    if (m->node[i].kind == LIA_GENERAL)
      return LIA_FAIL(err, LIA_EMODEL, "model",
          "a joint that turns by a quaternion has no Christoffel symbols");
  place_room(&l, m, r);
  r->block = lia_block(l.used);
  if (!r->block) return LIA_FAIL(err, LIA_ENOMEM, "model", "out of memory");
  l = (lia_layout){ .base = r->block };
  place_room(&l, m, r);
  return LIA_OK;
}

// a matrix of joints as one of coordinates: H (jv x jv) to M (ncoord x ncoord)
static void by_coordinates(const smodel *m, const lia_expr *H, lia_expr *M) {
  for (int k = 0; k < m->nv * m->nv; k++) M[k] = LIA_ZERO;
  for (int i = 0; i < m->jv; i++)
    for (int j = 0; j < m->jv; j++) {
      lia_expr *to = &M[m->user_v[i] * m->nv + m->user_v[j]];
      *to = plustimes(*to, times(m->scale_v[i], m->scale_v[j]), H[i * m->jv + j]);
    }
}

typedef struct split { const smodel *m; lia_expr *B, *P; } split;

// x: half the factor of the rates of joints j and k in the force of joint i
static void put_symbol(void *of, int i, int j, int k, lia_expr x) {
  const split *o = of;
  const smodel *m = o->m;
  const int n = m->nv, I = m->user_v[i], J = m->user_v[j], K = m->user_v[k], a = J < K ? J : K,
      b = J < K ? K : J;
  lia_expr *to = J == K ? &o->B[I * n + J]
      : &o->P[I * (n * (n - 1) / 2) + a * n - a * (a + 1) / 2 + b - a - 1];
  lia_expr by = times(m->scale_v[i], times(m->scale_v[j], m->scale_v[k]));
  *to = plustimes(*to, j == k ? by : times(LIA_TWO, by), x);
}

// the potential is -g . int p dm; along one axis of the ground the unit vector is carried, and the
// size of g stands before it
static VEC direction(const smodel *m, lia_expr *size) {
  const lia_expr *g = m->gravity;
  *size = LIA_ONE;
  for (int k = 0; k < 3; k++) {
    if (g[(k + 1) % 3] != LIA_ZERO || g[(k + 2) % 3] != LIA_ZERO) continue;
    *size = g[k];
    return vec(number(k == 0), number(k == 1), number(k == 2));
  }
  return vec_of(g);
}

lia_status lia_sdyn_mass(lia_sdyn *s, lia_expr *M, lia_error *err) {
  sdyn_begin(s);
  lia_smass_matrix(&s->m, &s->d, s->q, s->H);
  by_coordinates(&s->m, s->H, M);
  return end(s, err);
}

lia_status lia_sdyn_matrices(lia_sdyn *s, lia_expr *M, lia_expr *B, lia_expr *P, lia_expr *G,
    lia_error *err) {
  const smodel *m = &s->m;
  const int n = m->nv;
  lia_expr size;
  room r;
  LIA_TRY(sdyn_make_room(m, &r, err));
  sdyn_begin(s);
  for (int k = 0; k < n * n; k++) B[k] = LIA_ZERO;
  for (int k = 0; k < n * (n * (n - 1) / 2); k++) P[k] = LIA_ZERO;
  VEC e = direction(m, &size);
  lia_schristoffel(m, &s->d, s->q, e, &r.V, s->H, r.E, put_symbol, &(split){ m, B, P });
  by_coordinates(m, s->H, M);
  for (int i = 0; i < m->jv; i++) s->tau[i] = minus_of(times(size, r.E[i]));
  joint_tau(s, s->tau, G);
  lia_free(r.block);
  return end(s, err);
}

typedef struct contraction { const smodel *m; const lia_expr *v; lia_expr *C; } contraction;

// C_ij = sum of G_ijk v_k
static void sdyn_put_product(void *of, int i, int j, int k, lia_expr x) {
  const contraction *o = of;
  const int n = o->m->jv;
  o->C[i * n + j] = plustimes(o->C[i * n + j], o->v[k], x);
  if (j != k) o->C[i * n + k] = plustimes(o->C[i * n + k], o->v[j], x);
}

lia_status lia_sdyn_coriolis(lia_sdyn *s, const lia_expr *v, int carried, lia_expr *M, lia_expr *C,
    lia_error *err) {
  const smodel *m = &s->m;
  room r;
  LIA_TRY(sdyn_make_room(m, &r, err));
  sdyn_begin(s);
  lia_expr *Cj = s->C;
  const lia_expr *jv = joint_v(s, v, s->v);
  for (int k = 0; k < m->jv * m->jv; k++) Cj[k] = LIA_ZERO;
  if (carried) lia_scoriolis(m, &s->d, s->q, jv, &r.V, r.moved, r.rate, s->H, Cj);
  else lia_schristoffel(m, &s->d, s->q, zero(), &r.V, s->H, r.E, sdyn_put_product,
      &(contraction){ m, jv, Cj });
  by_coordinates(m, s->H, M);
  by_coordinates(m, Cj, C);
  lia_free(r.block);
  return end(s, err);
}

lia_status lia_sdyn_energies(lia_sdyn *s, const lia_expr *v, lia_expr *T, lia_expr *V,
    lia_error *err) {
  sdyn_begin(s);
  const lia_expr *jv = joint_v(s, v, s->v);
  lia_sfk_poses(&s->m, &s->d, s->q, s->d.world);
  lia_snode_motion(&s->m, &s->d, s->q, jv, s->zero, zero());
  *T = lia_skinetic(&s->m, &s->d, jv);
  *V = lia_spotential(&s->m, &s->d);
  return end(s, err);
}

lia_status lia_sdyn_gravity(lia_sdyn *s, lia_expr *g, lia_error *err) {
  sdyn_begin(s);
  lia_sgravity_outward(&s->m, &s->d, s->q, ground(s));
  lia_srnea_inward(&s->m, &s->d, s->zero, s->tau);
  joint_tau(s, s->tau, g);
  return end(s, err);
}

lia_status lia_sdyn_momentum(lia_sdyn *s, lia_expr c[3], lia_expr *A, lia_error *err) {
  sdyn_begin(s);
  lia_expr mass = LIA_ZERO;
  for (int i = 1; i <= s->m.nnode; i++) mass = plus(mass, s->m.node[i].m);
  lia_sfk_poses(&s->m, &s->d, s->q, s->d.world);
  lia_scomposites(&s->m, &s->d, s->q);
  VEC at = scale(over(LIA_ONE, mass), lia_sfirst_moment(&s->m, &s->d));
  lia_smomentum_columns(&s->m, &s->d, at, A);
  vec_to(c, at);
  return end(s, err);
}

lia_status lia_sdyn_inverse(lia_sdyn *s, const lia_expr *v, const lia_expr *a, int gravity,
    lia_expr *tau, lia_error *err) {
  sdyn_begin(s);
  const lia_expr *ja = joint_v(s, a, s->a);
  lia_srnea_outward(&s->m, &s->d, s->q, joint_v(s, v, s->v), ja, gravity ? ground(s) : zero());
  lia_srnea_inward(&s->m, &s->d, ja, s->tau);
  joint_tau(s, s->tau, tau);
  return end(s, err);
}

lia_status lia_sdyn_regressor(lia_sdyn *s, const lia_expr *v, const lia_expr *a, lia_expr *Y,
    lia_error *err) {
  const lia_stree *t = s->t;
  sdyn_begin(s);
  for (int k = 0; k < s->m.nv * 10 * s->m.nbody; k++) Y[k] = LIA_ZERO;
  const lia_expr *jv = joint_v(s, v, s->v), *ja = joint_v(s, a, s->a);
  lia_snode_motion(&s->m, &s->d, s->q, jv, ja, ground(s));
  for (int b = 0; b < s->m.nbody; b++)
    lia_sregress_body(&s->m, &s->d, t->body_node[b], pose_of(t->body_X[b]), b, Y);
  return end(s, err);
}

// ---- forward dynamics ----

lia_status lia_sdyn_articulated(lia_sdyn *s, const lia_expr *v, const lia_expr *tau, lia_expr *a,
    lia_error *err) {
  if (!s->single)
    return LIA_FAIL(err, LIA_EMODEL, "model",
        "joints that follow one another are no chain of articulated bodies");
  sdyn_begin(s);
  // forces and accelerations of joints: tau / scale, a / scale
  for (int k = 0; k < s->m.jv; k++) s->tau[k] = over(tau[s->m.user_v[k]], s->m.scale_v[k]);
  lia_sarticulated_outward(&s->m, &s->d, s->q, joint_v(s, v, s->v));
  lia_sarticulated_inward(&s->m, &s->d, s->tau);
  lia_sarticulated_accelerations(&s->m, &s->d, ground(s), s->a);
  for (int k = 0; k < s->m.jv; k++) a[s->m.user_v[k]] = over(s->a[k], s->m.scale_v[k]);
  return end(s, err);
}

// M a = b by M = L^T D L, from the coordinates of the tips inwards: no entry grows where M has none
//                                                                                      [RBDA 6.5]
// M and b are used up; done: (nv) zeros; row: (nv)
static void sdyn_eliminate(const lia_sdyn *s, lia_expr *M, lia_expr *b, lia_expr *a, int *row) {
  const int n = s->m.nv;
  int rows = 0;
  for (int j = s->m.jv - 1; j >= 0; j--) {
    int seen = 0;
    for (int r = 0; r < rows; r++) seen |= row[r] == s->m.user_v[j];
    if (!seen) row[rows++] = s->m.user_v[j];
  }
  LIA_ASSERT(rows == n);   // every coordinate moves some joint
  for (int r = 0; r < rows; r++) {
    const int k = row[r];
    lia_expr *K = M + k * n, inv = over(LIA_ONE, K[k]);
    for (int x = r + 1; x < rows; x++) {
      const int i = row[x];
      if (K[i] == LIA_ZERO) continue;
      lia_expr l = times(K[i], inv);
      for (int y = x; y < rows; y++)
        M[i*n + row[y]] = M[row[y]*n + i] = minustimes(M[i*n + row[y]], l, K[row[y]]);
      b[i] = minustimes(b[i], l, b[k]);
      M[i*n + k] = l;   // this half is not read any more: L
    }
    K[k] = inv;
  }
  for (int r = rows - 1; r >= 0; r--) {
    const int k = row[r];
    a[k] = times(b[k], M[k*n + k]);
    for (int x = r + 1; x < rows; x++)
      if (M[row[x]*n + k] != LIA_ZERO) a[k] = minustimes(a[k], M[row[x]*n + k], a[row[x]]);
  }
}

lia_status lia_sdyn_factored(lia_sdyn *s, const lia_expr *v, const lia_expr *tau, lia_expr *a,
    lia_error *err) {
  const int n = s->m.nv;
  lia_expr *M = lia_calloc((size_t)n * (size_t)n + (size_t)n + 1, sizeof *M),
      *b = M ? M + n * n : NULL;
  int *row = lia_calloc((size_t)n + 1, sizeof *row);
  lia_status st = M && row ? LIA_OK : LIA_FAIL(err, LIA_ENOMEM, "model", "out of memory");
  if (st == LIA_OK) st = lia_sdyn_inverse(s, v, NULL, 1, b, err);
  if (st == LIA_OK) st = lia_sdyn_mass(s, M, err);
  for (int k = 0; st == LIA_OK && k < n; k++)
    if (M[k*n + k] == LIA_ZERO)
      st = LIA_FAIL(err, LIA_EMODEL, lia_expr_symbol(s->t->p, s->t->m->q[k])->name,
          "no mass moves with this coordinate: forces give it no acceleration");
  if (st == LIA_OK) {
    sdyn_begin(s);
    for (int k = 0; k < n; k++) b[k] = minus(tau[k], b[k]);
    sdyn_eliminate(s, M, b, a, row);
    st = end(s, err);
  }
  lia_free(row);
  lia_free(M);
  return st;
}

lia_status lia_sdyn_forward(lia_sdyn *s, const lia_expr *v, const lia_expr *tau, lia_expr *a,
    lia_error *err) {
  const uint32_t n = (uint32_t)s->m.nv;
  LIA_TRY(lia_sdyn_factored(s, v, tau, a, err));
  if (!s->single) return LIA_OK;
  lia_expr *b = lia_calloc(n + 1, sizeof *b);
  lia_count ca, cb;
  lia_status st = b ? lia_sdyn_articulated(s, v, tau, b, err)
      : LIA_FAIL(err, LIA_ENOMEM, "model", "out of memory");
  if (st == LIA_OK && !(lia_tape_count(s->t->p, n, a, &ca) && lia_tape_count(s->t->p, n, b, &cb)))
    st = lia_pool_status(s->t->p, err);
  if (st == LIA_OK && lia_count_all(cb) < lia_count_all(ca)) memcpy(a, b, n * sizeof *b);
  lia_free(b);
  return st;
}
