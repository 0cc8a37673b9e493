/* sdyn.c - the algorithms on trees in expressions */
#include "rbd/sdyn.h"

#include "base/layout.h"
#include "base/mem.h"
#include "geo/words_sym.h"

/* what the texts ask of a model and its memory: as lia_model and lia_data, without columns */
typedef struct smodel { int nnode, nv, jv, mapped, *lead_v; const lia_snode *node; lia_expr *scale_v, *armature, gravity[3]; } smodel;
typedef struct skin { MAT R, U; VEC p, w, wd, a, f, n, u; } skin;
typedef struct scomposite { NUM m; VEC h; SYM I; } scomposite;
typedef struct stwist { VEC u, w; } stwist;
typedef struct sdata { lia_expr *sin, *cos; skin *kin; scomposite *comp; POSE *world; stwist *twist; } sdata;

struct lia_sdyn {
  const lia_stree *t;
  smodel m;
  sdata d;
  lia_expr *q, *v, *zero, *tau, *H;   /* (jv), H (jv x jv): by joints */
};

#define MODEL smodel
#define NODE lia_snode
#define DATA sdata
#define KIN skin
#define COMPOSITE scomposite

// every node here turns or slides
WORD POSE row_pose(const lia_snode *N, const lia_expr *q) {
  (void)q;
  return pose_of(N->X);
}

#include "rbd/place_text.h"

#include "rbd/fk_text.h"
#include "rbd/gravity_text.h"
#include "rbd/jac_text.h"
#include "rbd/mass_text.h"
#include "rbd/energy_text.h"
#include "rbd/com_text.h"
#include "rbd/motion_text.h"
#include "rbd/rnea_text.h"

static void place(lia_layout *l, lia_sdyn *s) {
  const lia_stree *t = s->t;
  s->m.lead_v   = LIA_TAKE(l, int, t->jv);
  s->m.scale_v  = LIA_TAKE(l, lia_expr, t->jv);
  s->m.armature = LIA_TAKE(l, lia_expr, t->jv);
  s->d.sin      = LIA_TAKE(l, lia_expr, t->jv);
  s->d.cos      = LIA_TAKE(l, lia_expr, t->jv);
  s->d.kin      = LIA_TAKE(l, skin, t->nnode + 1);
  s->d.comp     = LIA_TAKE(l, scomposite, t->nnode + 1);
  s->d.world    = LIA_TAKE(l, POSE, t->nnode + 1);
  s->d.twist    = LIA_TAKE(l, stwist, t->nnode + 1);
  s->q          = LIA_TAKE(l, lia_expr, t->jv);
  s->v          = LIA_TAKE(l, lia_expr, t->jv);
  s->zero       = LIA_TAKE(l, lia_expr, t->jv);
  s->tau        = LIA_TAKE(l, lia_expr, t->jv);
  s->H          = LIA_TAKE(l, lia_expr, t->jv * t->jv);
}

lia_status lia_sdyn_new(lia_sdyn **out, const lia_stree *t, lia_error *err) {
  lia_sdyn size = { .t = t };
  lia_layout l = { 0 };
  *out = NULL;
  LIA_TAKE(&l, lia_sdyn, 1);
  place(&l, &size);
  char *block = lia_block(l.used);
  if (!block) return LIA_FAIL(err, LIA_ENOMEM, "model", "out of memory");
  l = (lia_layout){ .base = block };
  lia_sdyn *s = LIA_TAKE(&l, lia_sdyn, 1);
  s->t = t;
  place(&l, s);

  s->m.nnode = t->nnode;
  s->m.jv = t->jv;
  s->m.nv = t->ncoord;
  s->m.mapped = 1;
  s->m.node = t->node;
  for (int k = 0; k < 3; k++) s->m.gravity[k] = t->gravity[k];
  for (int i = 1; i <= t->nnode; i++) {
    const lia_snode *N = &t->node[i];
    s->m.lead_v[N->iv] = N->coord;
    s->m.scale_v[N->iv] = N->scale;
    s->m.armature[N->iv] = t->armature[N->iv];
    s->q[N->iq] = N->by;
    s->zero[N->iv] = LIA_ZERO;
    s->d.sin[N->angle] = N->kind == LIA_TURN ? lia_sym_sin(t->p, N->by) : LIA_ZERO;
    s->d.cos[N->angle] = N->kind == LIA_TURN ? lia_sym_cos(t->p, N->by) : LIA_ONE;
  }
  *out = s;
  return lia_pool_status(t->p, err);
}

void lia_sdyn_free(lia_sdyn *s) { lia_free(s); }

/* what recursion shares stays shared while it speaks */
static void begin(lia_sdyn *s) {
  words_pool = s->t->p;
  s->t->p->nested = 1;
}

static lia_status end(lia_sdyn *s, lia_error *err) {
  s->t->p->nested = 0;
  return lia_pool_status(s->t->p, err);
}

/* rates of the joints from those of the coordinates, and forces back */
static const lia_expr *joint_v(lia_sdyn *s, const lia_expr *v) {
  for (int k = 0; k < s->m.jv; k++) s->v[k] = times(s->m.scale_v[k], v[s->m.lead_v[k]]);
  return s->v;
}

static void joint_tau(const lia_sdyn *s, const lia_expr *jt, lia_expr *tau) {
  for (int k = 0; k < s->m.nv; k++) tau[k] = LIA_ZERO;
  for (int k = 0; k < s->m.jv; k++) tau[s->m.lead_v[k]] = plustimes(tau[s->m.lead_v[k]], s->m.scale_v[k], jt[k]);
}

lia_status lia_sdyn_pose(lia_sdyn *s, int i, lia_expr X[12], lia_error *err) {
  begin(s);
  lia_sfk_poses(&s->m, &s->d, s->q, s->d.world);
  MAT R = rot(s->d.world[i]);
  VEC p = pos(s->d.world[i]);
  const lia_expr x[12] = { R.xx, R.xy, R.xz, p.x, R.yx, R.yy, R.yz, p.y, R.zx, R.zy, R.zz, p.z };
  for (int k = 0; k < 12; k++) X[k] = x[k];
  return end(s, err);
}

lia_status lia_sdyn_jacobian(lia_sdyn *s, int i, const lia_expr r[3], lia_expr *J, lia_error *err) {
  begin(s);
  lia_sfk_poses(&s->m, &s->d, s->q, s->d.world);
  lia_sjac_columns(&s->m, &s->d, i, vec_of(r), NULL, J);
  return end(s, err);
}

lia_status lia_sdyn_jacobian_rate(lia_sdyn *s, int i, const lia_expr r[3], const lia_expr *v, lia_expr *Jdot, lia_error *err) {
  begin(s);
  lia_sfk_poses(&s->m, &s->d, s->q, s->d.world);
  lia_sworld_twists(&s->m, &s->d, joint_v(s, v));
  lia_sjac_rate_columns(&s->m, &s->d, i, vec_of(r), NULL, zero(), Jdot);
  return end(s, err);
}

lia_status lia_sdyn_mass(lia_sdyn *s, lia_expr *M, lia_error *err) {
  const smodel *m = &s->m;
  begin(s);
  lia_smass_matrix(m, &s->d, s->q, s->H);
  for (int k = 0; k < m->nv * m->nv; k++) M[k] = LIA_ZERO;
  for (int i = 0; i < m->jv; i++)
    for (int j = 0; j < m->jv; j++) {
      lia_expr *to = &M[m->lead_v[i] * m->nv + m->lead_v[j]];
      *to = plustimes(*to, times(m->scale_v[i], m->scale_v[j]), s->H[i * m->jv + j]);
    }
  return end(s, err);
}

lia_status lia_sdyn_energies(lia_sdyn *s, const lia_expr *v, lia_expr *T, lia_expr *V, lia_error *err) {
  begin(s);
  const lia_expr *jv = joint_v(s, v);
  lia_sfk_poses(&s->m, &s->d, s->q, s->d.world);
  lia_snode_motion(&s->m, &s->d, s->q, jv, s->zero, zero());
  *T = lia_skinetic(&s->m, &s->d, jv);
  *V = lia_spotential(&s->m, &s->d);
  return end(s, err);
}

lia_status lia_sdyn_gravity(lia_sdyn *s, lia_expr *g, lia_error *err) {
  begin(s);
  lia_sgravity_outward(&s->m, &s->d, s->q, sub(zero(), vec_of(s->m.gravity)));
  lia_srnea_inward(&s->m, &s->d, s->zero, s->tau);
  joint_tau(s, s->tau, g);
  return end(s, err);
}

lia_status lia_sdyn_momentum(lia_sdyn *s, lia_expr c[3], lia_expr *A, lia_error *err) {
  begin(s);
  lia_expr mass = LIA_ZERO;
  for (int i = 1; i <= s->m.nnode; i++) mass = plus(mass, s->m.node[i].m);
  lia_sfk_poses(&s->m, &s->d, s->q, s->d.world);
  lia_scomposites(&s->m, &s->d, s->q);
  VEC at = scale(over(LIA_ONE, mass), lia_sfirst_moment(&s->m, &s->d));
  lia_smomentum_columns(&s->m, &s->d, at, A);
  vec_to(c, at);
  return end(s, err);
}
