/* elements.c - what holds for every force element on every tree, because it is listed */
#include "num/small.h"
#include "rbd/fk.h"
#include "rbd/jac.h"
#include "sim/element_forces.h"

#include "house.h"
#include "trees.h"

#include <string.h>

/* one element, where it may act, with random numbers that fit */
static void numbers(lia_rng *r, lia_load *l) {
  const lia_force_row *row = lia_force_rows[l->kind];
  lia_error err;
  do {
    for (int k = 0, at = 0; k < row->nparam; at += row->param[k++].size)
      for (int i = 0; i < row->param[k].size; i++)
        l->p[at + i] = lia_rng_range(r, fmax(row->param[k].least, -2), 2);
    err = (lia_error){ 0 };
  } while (lia_load_check(l, &err) != LIA_OK);
}

static int plain_coordinate(const lia_model *m, lia_rng *r, lia_load *l) {
  int from = (int)lia_rng_below(r, (uint64_t)m->nbody);
  for (int n = 0; n < m->nbody; n++) {
    const lia_model_body *b = &m->body[(from + n) % m->nbody];
    if (b->nv == 0 || b->nq != b->nv) continue;
    int k = (int)lia_rng_below(r, (uint64_t)b->nv);
    l->iq = m->user_q[b->jq + k];
    l->iv = m->user_v[b->jv + k];
    return l->iq >= 0 && l->iv >= 0;
  }
  return 0;
}

static int place(const lia_model *m, lia_rng *r, lia_load *l, int port) {
  l->port = port;
  l->name = "forces[1]";
  if (port == LIA_PORT_coordinate) return plain_coordinate(m, r, l);
  for (int k = 0; k < 2; k++) {
    l->body[k] = (int)lia_rng_below(r, (uint64_t)m->nbody + (k && port == LIA_PORT_line))
        - (k && port == LIA_PORT_line);
    tree_vector(r, l->at[k], 3, 0.5);
  }
  return 1;
}

/* a tree of random bodies, kept so that it can be built again; plain joints only where turning
 * round is asked for */
typedef struct made { lia_body_def b[TREE_MOST]; int n; double g[3]; } made;

static lia_model *make(lia_rng *r, made *o) {
  lia_model *m = NULL;
  lia_error err = { 0 };
  o->n = 1 + (int)lia_rng_below(r, 5);
  tree_vector(r, o->g, 3, 10);
  for (int i = 0; i < o->n; i++) {
    o->b[i] = tree_body(r, (int)lia_rng_below(r, (uint64_t)i + 1) - 1,
        (lia_joint)lia_rng_below(r, LIA_JOINT_COUNT));
    if (o->b[i].joint == LIA_JOINT_spherical || o->b[i].joint == LIA_JOINT_floating ||
        lia_rng_below(r, 2))
      continue;
    for (int k = 0; k < LIA_JOINT_NV; k++) {
      o->b[i].dof[k].scale = lia_rng_range(r, 0.5, 2) * (lia_rng_below(r, 2) ? 1 : -1);
      o->b[i].dof[k].offset = lia_rng_range(r, -1, 1);
    }
  }
  cr_assert_eq(lia_model_new(&m, o->b, o->n, o->g, &err), LIA_OK, "%s: %s", err.path, err.text);
  return m;
}

/* every row at every port it has, on a tree each */
typedef void law(lia_rng *r, const made *o, lia_model *m, lia_data *d, const tree_state *s,
    lia_load *l);

static void for_every_element(uint64_t seed, int cases, law *f) {
  lia_rng r = lia_rng_seed(seed);
  for (int kind = 0; kind < LIA_FORCE_COUNT; kind++)
    for (int port = LIA_PORT_coordinate; port <= LIA_PORT_point; port *= 2) {
      if (!(lia_force_rows[kind]->ports & port)) continue;
      for (int i = 0; i < lia_cases(cases); i++) {
        made o;
        lia_model *m = make(&r, &o);
        lia_data *d = tree_data(m);
        tree_state s = tree_random(m, &r);
        lia_load l = { .kind = (lia_force_kind)kind };
        if (place(m, &r, &l, port)) {
          numbers(&r, &l);
          f(&r, &o, m, d, &s, &l);
        }
        lia_free(d);
        lia_free(m);
      }
    }
}

static void applied(const lia_model *m, lia_data *d, const lia_load *l, double t, const double *q,
    const double *v, double *tau) {
  lia_load one = *l;
  double weight[TREE_NV];
  lia_loads list = { .load = &one, .n = 1, .weight = weight };
  lia_error err = { 0 };
  double z[4] = { 0.3 }, dz[4];
  lia_loads_count(&list);
  if (l->port == LIA_PORT_coordinate) one.mode = (v[l->iv] > 0) - (v[l->iv] < 0);
  memset(tau, 0, (size_t)m->nv * sizeof *tau);
  cr_assert_eq(lia_loads_apply(&list, m, d, t, q, v, z, tau, dz, &err), LIA_OK, "%s", err.text);
}

static double stored(const lia_model *m, lia_data *d, const lia_load *l, const double *q) {
  lia_load one = *l;
  double weight[TREE_NV];
  lia_loads list = { .load = &one, .n = 1, .weight = weight };
  lia_loads_count(&list);
  return lia_loads_energy(&list, m, d, q);
}

static double power(const lia_model *m, const double *tau, const double *v) {
  double P = 0;
  for (int k = 0; k < m->nv; k++) P += tau[k] * v[k];
  return P;
}

/* what it gives and what it stores: P + dV/dt, and a size to hold it against */
static double gives(const lia_model *m, lia_data *d, const lia_load *l, const tree_state *s,
    const double *v, double *size) {
  double tau[TREE_NV], q[TREE_NQ], V[5], h = 1e-5;
  for (int k = -2; k <= 2; k++) {
    lia_model_step(m, s->q, v, k * h, q);
    V[k + 2] = stored(m, d, l, q);
  }
  double rate = (8 * (V[3] - V[1]) - (V[4] - V[0])) / (12 * h), P;
  applied(m, d, l, 0.2, s->q, v, tau);
  P = power(m, tau, v);
  *size = 1 + fabs(P) + fabs(rate) + fabs(V[2]) * 1e-3;
  return P + rate;
}

/* where its law has a corner no differences are taken: a rope just slack, a plane just touched */
static int at_a_corner(const lia_model *m, lia_data *d, const lia_load *l, const tree_state *s,
    const double *v) {
  double q[TREE_NQ], V[2];
  for (int k = 0; k < 2; k++) {
    lia_model_step(m, s->q, v, k ? 3e-5 : -3e-5, q);
    V[k] = stored(m, d, l, q);
  }
  return (V[0] == 0) != (V[1] == 0);
}

static void never_adds_energy(lia_rng *r, const made *o, lia_model *m, lia_data *d,
    const tree_state *s, lia_load *l) {
  (void)r, (void)o;
  if (lia_force_rows[l->kind]->gives) return;
  double v[TREE_NV], tau[TREE_NV], size;
  for (int way = 1; way >= -1; way--) {
    for (int k = 0; k < m->nv; k++) v[k] = way * s->v[k];
    if (at_a_corner(m, d, l, s, v)) continue;
    double more = gives(m, d, l, s, v, &size);
    cr_assert(more <= 1e-7 * size, "%s at port %d, way %d: adds %g W",
        lia_force_rows[l->kind]->name, l->port, way, more);
    if (way == 0)
      cr_assert(fabs(more) <= 1e-7 * size, "%s at rest: %g W", lia_force_rows[l->kind]->name, more);
  }
  // no damping, no friction: nothing is lost either
  applied(m, d, l, 0, s->q, v, tau);
  for (int k = 0; k < m->nv; k++) cr_assert(isfinite(tau[k]), "%s", lia_force_rows[l->kind]->name);
}

LIA_TEST(elements, what_is_passive_never_adds_energy_forwards_backwards_or_at_rest) {
  for_every_element(301, 200, never_adds_energy);
}

/* what is counted of it is what it does: given - lost = P + dV/dt, nothing given by what is
 * passive, nothing lost by what drives */
static void is_counted(lia_rng *r, const made *o, lia_model *m, lia_data *d, const tree_state *s,
    lia_load *l) {
  lia_load one = *l;
  double weight[TREE_NV];
  lia_loads list = { .load = &one, .n = 1, .weight = weight };
  double tau[TREE_NV] = { 0 }, z[4] = { 0.3 }, dz[4], size;
  (void)r, (void)o;
  if (at_a_corner(m, d, l, s, s->v)) return;
  double want = gives(m, d, l, s, s->v, &size);
  lia_loads_count(&list);
  if (l->port == LIA_PORT_coordinate) one.mode = (s->v[l->iv] > 0) - (s->v[l->iv] < 0);
  cr_assert_eq(lia_loads_apply(&list, m, d, 0.2, s->q, s->v, z, tau, dz, NULL), LIA_OK);
  cr_assert_float_eq(list.given - list.lost, want, 1e-6 * size, "%s at port %d: %g, %g",
      lia_force_rows[l->kind]->name, l->port, list.given - list.lost, want);
  cr_assert(lia_force_rows[l->kind]->gives ? list.lost == 0 : list.given == 0);
}

LIA_TEST(elements, what_they_give_and_take_is_counted) { for_every_element(306, 200, is_counted); }

/* the numbers that slow things down */
static const char *const losses[] = { "damping", "quadratic", "linear", "mu", "coulomb", "static",
    "viscous", "cd", NULL };

static void loses_nothing(lia_rng *r, const made *o, lia_model *m, lia_data *d, const tree_state *s,
    lia_load *l) {
  const lia_force_row *row = lia_force_rows[l->kind];
  int off = 0;
  (void)r, (void)o;
  if (row->gives) return;
  for (int k = 0, at = 0; k < row->nparam; at += row->param[k++].size)
    for (int i = 0; losses[i]; i++)
      if (!strcmp(row->param[k].name, losses[i])) l->p[at] = 0, off++;
  // a row without energy and without such a number has losses that cannot be switched off
  if (!off && !lia_force_law_at(row, l->port)->stored) return;
  double size, more;
  if (at_a_corner(m, d, l, s, s->v)) return;
  more = gives(m, d, l, s, s->v, &size);
  cr_assert(fabs(more) <= 1e-7 * size, "%s at port %d without its losses: %g W", row->name, l->port,
      more);
}

LIA_TEST(elements, without_damping_and_friction_what_is_taken_is_stored) {
  for_every_element(302, 200, loses_nothing);
}

/* the whole world turned and moved: points go along, directions turn, generalised forces stay */
static void turn_numbers(lia_load *l, const lia_frame *Y) {
  const lia_force_row *row = lia_force_rows[l->kind];
  double x[3];
  for (int k = 0, at = 0; k < row->nparam; at += row->param[k++].size) {
    if (row->param[k].size != 3) continue;
    // the axle of a wheel goes with its body
    if (row->at.wheel && at == 0) continue;
    memcpy(x, l->p + at, sizeof x);
    if (!strcmp(row->param[k].name, "through")) lia_frame_point(l->p + at, Y, x);
    else lia_mv3(l->p + at, Y->R, x);
  }
  for (int k = 0; k < 2; k++) {
    if (l->body[k] >= 0) continue;
    memcpy(x, l->at[k], sizeof x);
    lia_frame_point(l->at[k], Y, x);
  }
}

static void turned(lia_rng *r, const made *o, lia_model *m, lia_data *d, const tree_state *s,
    lia_load *l) {
  double before[TREE_NV], after[TREE_NV], V = stored(m, d, l, s->q);
  made there = *o;
  lia_frame Y;
  lia_model *n = NULL;
  if (l->port == LIA_PORT_coordinate) return;
  applied(m, d, l, 0.2, s->q, s->v, before);
  tree_frame(r, &Y);
  turn_numbers(l, &Y);
  for (int i = 0; i < o->n; i++)
    if (o->b[i].parent < 0) lia_frame_mul(&there.b[i].X_PJ, &Y, &o->b[i].X_PJ);
  cr_assert_eq(lia_model_new(&n, there.b, there.n, there.g, NULL), LIA_OK);
  lia_data *e = tree_data(n);
  applied(n, e, l, 0.2, s->q, s->v, after);
  // a floating body tells its place in its parent: the pose itself has moved with it
  tree_same(after, before, m->nv, 1e-9, 1, lia_force_rows[l->kind]->name);
  cr_assert_float_eq(stored(n, e, l, s->q), V, 1e-9 * (1 + fabs(V)), "%s",
      lia_force_rows[l->kind]->name);
  lia_free(e);
  lia_free(n);
}

LIA_TEST(elements, in_a_world_turned_and_moved_they_are_the_same) {
  for_every_element(303, 60, turned);
}

/* told on another frame of the same body, the same point is the same point */
static void retold(lia_rng *r, const made *o, lia_model *m, lia_data *d, const tree_state *s,
    lia_load *l) {
  double before[TREE_NV], after[TREE_NV], x[3];
  made there = *o;
  lia_frame Z, back;
  lia_model *n = NULL;
  if (l->port == LIA_PORT_coordinate || l->body[0] < 0) return;
  // only where no joint stands on the body: its frame is nobody's parent
  for (int i = 0; i < o->n; i++) if (o->b[i].parent == l->body[0]) return;
  if (o->b[l->body[0]].joint == LIA_JOINT_floating || o->b[l->body[0]].joint == LIA_JOINT_spherical)
    return;
  applied(m, d, l, 0.2, s->q, s->v, before);
  tree_frame(r, &Z);
  lia_frame_mul(&there.b[l->body[0]].X_JB, &o->b[l->body[0]].X_JB, &Z);
  lia_frame_inv(&back, &Z);
  if (lia_force_rows[l->kind]->at.wheel) {
    memcpy(x, l->p, sizeof x);
    lia_frame_vector(l->p, &back, x);
  }
  for (int k = 0; k < 2; k++) {
    if (l->body[k] != l->body[0]) continue;
    memcpy(x, l->at[k], sizeof x);
    lia_frame_point(l->at[k], &back, x);
  }
  cr_assert_eq(lia_model_new(&n, there.b, there.n, there.g, NULL), LIA_OK);
  lia_data *e = tree_data(n);
  applied(n, e, l, 0.2, s->q, s->v, after);
  tree_same(after, before, m->nv, 1e-9, 1, lia_force_rows[l->kind]->name);
  lia_free(e);
  lia_free(n);
}

LIA_TEST(elements, told_on_another_frame_of_the_body_they_are_the_same) {
  for_every_element(304, 120, retold);
}

/* a sphere that rolls without slipping feels no friction, and one that slides is turned about its
 * centre by it */
LIA_TEST(elements, friction_of_a_sphere_acts_where_it_touches) {
  lia_rng r = lia_rng_seed(305);
  for (int i = 0; i < lia_cases(100); i++) {
    double q[7] = { 0 }, v[6], tau[6], n[3], w[3], R[9], vn, radius = lia_rng_range(&r, 0.1, 1),
        slip[3], F[3], want[3], arm[3];
    lia_body_def b = tree_body(&r, -1, LIA_JOINT_floating);
    b.X_PJ = b.X_JB = LIA_FRAME_IDENTITY;
    lia_model *m = tree_new(&b, 1, &r);
    lia_data *d = tree_data(m);
    lia_load l = { .kind = LIA_FORCE_contact, .port = LIA_PORT_point, .name = "c" };
    lia_rng_unit(&r, n, 3);
    tree_vector(&r, l.p, 3, 1);
    memcpy(l.p + 3, n, sizeof n);
    l.p[6] = 100, l.p[7] = 0, l.p[8] = 1, l.p[9] = 0.7, l.p[10] = 1e-3, l.p[11] = radius;
    lia_rng_quat(&r, q + 3);
    lia_quat_to_rot(R, q + 3);
    for (int k = 0; k < 3; k++) q[k] = l.p[k] + (radius - 0.05) * n[k], arm[k] = -radius * n[k];
    // rolling: the velocity of the centre is w x (radius n), so that where it touches nothing moves
    tree_vector(&r, w, 3, 3);
    lia_cross3(slip, arm, w);
    lia_mtv3(v, R, slip);
    lia_mtv3(v + 3, R, w);
    applied(m, d, &l, 0, q, v, tau);
    lia_mv3(F, R, tau);
    for (int k = 0; k < 3; k++) cr_assert_float_eq(F[k], 5 * n[k], 1e-10);
    for (int k = 3; k < 6; k++) cr_assert_float_eq(tau[k], 0, 1e-10);
    // pushed along the plane it slides with what is added: friction against it, its moment that of
    // the arm
    tree_vector(&r, slip, 3, 2);
    vn = slip[0] * n[0] + slip[1] * n[1] + slip[2] * n[2];
    for (int k = 0; k < 3; k++) slip[k] -= vn * n[k];
    lia_mtv3(F, R, slip);
    for (int k = 0; k < 3; k++) v[k] += F[k];
    applied(m, d, &l, 0, q, v, tau);
    lia_mv3(F, R, tau);
    double speed = sqrt(slip[0] * slip[0] + slip[1] * slip[1] + slip[2] * slip[2] + 1e-6);
    for (int k = 0; k < 3; k++)
      cr_assert_float_eq(F[k], 5 * n[k] - 0.7 * 5 * slip[k] / speed, 1e-9);
    lia_cross3(want, arm, F);
    lia_mv3(F, R, tau + 3);
    for (int k = 0; k < 3; k++) cr_assert_float_eq(F[k], want[k], 1e-9);
    lia_free(d);
    lia_free(m);
  }
}
