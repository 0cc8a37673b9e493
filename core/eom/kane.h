/* kane.h - equations of motion by generalised speeds: the ten steps of [nonhol] 5, in symbols
 *
 *   1  chi_i = (R_i, c_i)            frames of the bodies, by expressions
 *   2  q                             coordinates
 *   3  chi = f(q)                    as given, so that holonomic constraints are solved
 *   4  v = J_h q' + v_t              v_i = (R_i' dG_i/dt; Omega_i), G_i = c_i + R_i com_i the
 *                                    centre of mass: both in BODY axes
 *   5  H q' + b = 0,  q' = J_nh alpha + q_0                                        (2.10) (2.12)
 *   6  v = J alpha + v_0,  J = J_h J_nh,  v_0 = J_h q_0 + v_t,  and J', v_0' with all that moves in
 *      time                                                                               (2.14)
 *   7  M_i = diag(m, m, m, j_i),  W_i = diag(S(Omega_i), S(Omega_i))                 (3.8) (3.9)
 *   8  omega_a                       active wrenches about the centres of mass, in body axes
 *   9  D = J'M J,  C = J'(M J' + W M J),  c = J'(M v_0' + W M v_0),  tau = J' omega_a (+ J_nh' Q)
 *                                                                           (4.7) (4.8) (4.9)
 *  10  D alpha' + C alpha + c = tau:  alpha' = g_0 + g_w tau,  q' = J_nh alpha + q_0  (4.11) (4.12)
 *
 * v_t, q_0, v_0 and c are zero where nothing is prescribed in time. With LIA_KANE_skew the block
 * S(Omega) j of W M is
 * -S(j Omega): C alpha is the same and D' - 2C is skew in space too.                   [nonhol] F20
 * In the plane (planar = 1) v_i = (v_x, v_y, Omega), M_i = diag(m, m, j), W_i = [0 -Omega 0; Omega
 * 0 0; 0 0 0]. (4.23) (4.24) */
#ifndef LIA_KANE_H
#define LIA_KANE_H

#include "base/status.h"
#include "eom/lagrange.h"
#include "sym/expr/pool.h"

LIA_C_BEGIN

typedef enum lia_kane_form { LIA_KANE_desantis, LIA_KANE_skew } lia_kane_form;

/* in the plane: R is not read but angle, p and com have two entries, I[2] is the inertia about the
 * normal, wrench = (f_x, f_y, n) */
typedef struct lia_kane_body {
  lia_expr R[9], angle, p[3];   /* pose: columns of R are the body's axes */
  lia_expr com[3];              /* centre of mass in body axes, from the frame's origin */
  /* mass; xx yy zz xy xz yz entries of the tensor about the centre of mass, body axes */
  lia_expr m, I[6];
  /* active force and moment about the centre of mass, body axes; may depend on q' and the speeds */
  lia_expr wrench[6];
} lia_kane_body;

typedef struct lia_kane_spec {
  int planar, nbody, n, nrow, l;
  const lia_kane_body *body;
  const lia_expr *q;            /* (n) coordinates */
  const lia_expr *H, *b;        /* (nrow x n), (nrow); b may be NULL */
  /* (l) symbols of the speeds: functions of time, or rates of coordinates */
  const lia_expr *alpha;
  /* (n) generalised forces besides the wrenches, or NULL: tau gets J_nh' Q */
  const lia_expr *Q;
  /* (nbody) partial velocities (per x n), (per x l) of bodies where they are known already, as
   * behind joints that turn by quaternions; NULL, or NULL for a body: taken from the pose, and
   * J_h J_nh */
  const lia_expr *const *Jh, *const *J;
  /* (n x l), (n) or NULL; H J_nh = 0 is proved. Jnh NULL: the unit matrix, alpha = q', no rows */
  const lia_expr *Jnh, *q0;
  lia_kane_form form;
  lia_tidy tidy;
} lia_kane_spec;

typedef struct lia_kane {
  lia_pool *p;
  int planar, per, nbody, nv, n, nrow, l;   /* per: 3 or 6 components of a body; nv = per * nbody */
  /* entries of H J_nh neither proved to be zero nor refuted */
  int unproved;
  lia_kane_form form;
  lia_tidy tidy;
  lia_expr *q, *qd;             /* (n) coordinates; their rates as functions of the speeds */
  lia_expr *alpha, *alphad;     /* (l) speeds and their rates */
  /* (nbody x 3) centres of mass on the ground; the third is 0 in the plane */
  lia_expr *G;
  lia_expr *Jh, *vt;            /* (nv x n), (nv) */
  lia_expr *H, *b;              /* (nrow x n), (nrow) */
  lia_expr *Jnh, *q0;           /* (n x l), (n) */
  lia_expr *J, *Jd, *v0, *v0d;  /* (nv x l), (nv x l), (nv), (nv) */
  lia_expr *v;                  /* (nv) J alpha + v_0 */
  /* (nbody x per x per) blocks on the diagonals of M and of W M as C uses them */
  lia_expr *M, *WM;
  lia_expr *W;                  /* (nbody x per x per) */
  lia_expr *wrench;             /* (nv) omega_a */
  lia_expr *D, *C;              /* (l x l) */
  lia_expr *c, *tau;            /* (l) */
} lia_kane;

/* one block, freed by lia_free; expressions live in the pool */
LIA_NODISCARD lia_status lia_kane_new(lia_kane **out, lia_pool *p, const lia_kane_spec *s,
    lia_error *err);

/* the same with from[i] replaced by to[i] everywhere; where an input, a function of time, is
 * replaced, so are its first two rates */
LIA_NODISCARD lia_status lia_kane_with(lia_kane **out, const lia_kane *k, int n,
    const lia_expr *from, const lia_expr *to, lia_error *err);

/* the total derivative in time along the motion: rates of coordinates replaced by J_nh alpha + q_0.
 * 0 on failure; out may be e */
int lia_kane_rate(const lia_kane *k, int n, const lia_expr *e, lia_expr *out);

/* omega_c = M (J alpha' + J' alpha + v_0') + W M (J alpha + v_0) - omega_a (nv): what the
 * constraints do, as wrenches about the
 * centres of mass in body axes; J' omega_c = 0 along the motion                           (4.19) */
int lia_kane_constraint_wrench(const lia_kane *k, lia_expr *omega_c);

/* C = C_1 + sum_k C_2[k] u_k for rates u (nu symbols) of inputs: C1 (l x l), C2 (nu x l x l). 0
 * where C is not linear in u */
int lia_kane_split(const lia_kane *k, int nu, const lia_expr *u, lia_expr *C1, lia_expr *C2);

/* (D' - 2C)_ij along the motion; skew where every (i,j) + (j,i) is zero */
lia_expr lia_kane_skew(const lia_kane *k, int i, int j);

/* alpha' = g_0 + g_w tau: g0 (l) = -D^-1 (C alpha + c), gw (l x l) = D^-1; for few speeds */
int lia_kane_state(const lia_kane *k, lia_expr *g0, lia_expr *gw);

LIA_C_END

#endif
