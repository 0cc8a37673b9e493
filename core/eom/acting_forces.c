/* acting_forces.c - force elements as expressions, brought to the coordinates
 *
 * The velocity at the port is linear in the speeds: what does power F . V puts F . dV/dv_k on speed
 * k. */
#include "eom/acting.h"
#include "eom/acting_inside.h"

#include "base/mem.h"
#include "rbd/sym/sdyn.h"
#include "sym/expr/build.h"
#include "sym/expr/diff.h"
#include "sym/expr/homonym.h"
#include "sym/expr/subs.h"

#include <string.h>

// x, v at the port: 1 number, 3, of a wheel 6; Vel: the velocity that F does its power on
typedef struct port { int n; lia_expr x[LIA_FORCE_DIM], v[LIA_FORCE_DIM], turn[3]; } port;

static lia_status point_of(const lia_acting *x, const lia_acting_force *f, int end, port *o,
                           lia_error *err) {
  lia_expr X[12], V[6];
  LIA_TRY(lia_acting_place(x, f->place[end], f->at[end], X, V, err));
  for (int i = 0; i < 3; i++) {
    lia_expr term[4] = { X[4 * i + 3] };
    for (int k = 0; k < 3; k++) term[1 + k] = lia_sym_mul(x->p, X[4 * i + k], f->at[end][k]);
    o->x[i] = lia_sym_sum(x->p, 4, term);
    o->v[i] = V[i];
    o->turn[i] = V[3 + i];
  }
  o->n = 3;
  return LIA_OK;
}

// l = |x1 - x0|, l' = (x1 - x0) . (v1 - v0) / l
static lia_status line_of(const lia_acting *x, const lia_acting_force *f, port *o, lia_error *err) {
  lia_pool *p = x->p;
  port end[2];
  lia_expr square[3], power[3];
  for (int e = 0; e < 2; e++) LIA_TRY(point_of(x, f, e, &end[e], err));
  for (int i = 0; i < 3; i++) {
    const lia_expr d = lia_sym_sub(p, end[1].x[i], end[0].x[i]);
    square[i] = lia_sym_sq(p, d);
    power[i] = lia_sym_mul(p, d, lia_sym_sub(p, end[1].v[i], end[0].v[i]));
  }
  o->n = 1;
  o->x[0] = lia_sym_sqrt(p, lia_sym_sum(p, 3, square));
  o->v[0] = lia_sym_div(p, lia_sym_sum(p, 3, power), o->x[0]);
  return lia_pool_status(p, err);
}

static void sum_of(const lia_acting *x, const lia_acting_force *f, port *o) {
  *o = (port){ .n = 1, .x = { LIA_ZERO }, .v = { LIA_ZERO } };
  for (int k = 0; k < f->ncoord; k++) {
    const lia_expr q = f->iq[k] < 0 ? LIA_ZERO : x->q[f->iq[k]];
    o->x[0] = lia_sym_add(x->p, o->x[0], lia_sym_mul(x->p, f->factor[k], q));
    o->v[0] = lia_sym_add(x->p, o->v[0], lia_sym_mul(x->p, f->factor[k], x->v[f->iv[k]]));
  }
}

// dV/dq of gravity, of the coordinate of the element
static lia_status weight_of(const lia_acting *x, const lia_acting_force *f, lia_expr *weight,
                            lia_error *err) {
  lia_stree *tree = NULL;
  lia_sdyn *room = NULL;
  lia_expr *all = lia_calloc((size_t)x->nv + 1, sizeof *all);
  lia_status st = all ? LIA_OK : LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  if (st == LIA_OK) st = lia_stree_new(&tree, x->m, NULL, err);
  if (st == LIA_OK) st = lia_sdyn_new(&room, tree, err);
  if (st == LIA_OK) st = lia_sdyn_gravity(room, all, err);
  if (st == LIA_OK) *weight = all[f->iv[0]];
  lia_sdyn_free(room);
  lia_stree_free(tree);
  lia_free(all);
  return st;
}

// the body that a place is on, -1: the ground
static int carrier_of(const lia_acting *x, int place) {
  return place < x->m->nbody ? place : x->m->frame[place - x->m->nbody].body;
}

// out of the axes of a pose into base axes
static lia_status turn_out(const lia_acting *x, const lia_expr X[12], lia_expr F[3],
                           lia_error *err) {
  lia_expr out[3];
  for (int i = 0; i < 3; i++) {
    lia_expr term[3];
    for (int k = 0; k < 3; k++) term[k] = lia_sym_mul(x->p, X[4 * i + k], F[k]);
    out[i] = lia_sym_sum(x->p, 3, term);
  }
  memcpy(F, out, sizeof out);
  return lia_pool_status(x->p, err);
}

// out of the axes of its body
static lia_status from_body(const lia_acting *x, const lia_acting_force *f, lia_expr F[3],
                            lia_error *err) {
  const int body = carrier_of(x, f->place[0]);
  lia_expr X[12];
  if (body < 0) return LIA_OK;
  LIA_TRY(lia_geometric_pose(x->m, LIA_PLACE_GROUND, body, X, err));
  return turn_out(x, X, F, err);
}

// out of the axes that it is expressed in
static lia_status from_axes(const lia_acting *x, const lia_acting_force *f, lia_expr F[3],
                            lia_error *err) {
  const int body = carrier_of(x, f->place[0]), joint = !strcmp(f->axes, "joint");
  lia_expr X[12];
  if (!strcmp(f->axes, "body")) return from_body(x, f, F, err);
  if (joint && body < 0) return LIA_OK;
  if (joint) LIA_TRY(lia_geometric_joint(x->m, body, X, err));
  else LIA_TRY(lia_geometric_pose(x->m, LIA_PLACE_GROUND, lia_geometric_find(x->m, f->axes), X,
                                  err));
  return turn_out(x, X, F, err);
}

// with the axle, in base axes, and how its body turns
static lia_status wheel_of(const lia_acting *x, const lia_acting_force *f, port *o,
                           lia_error *err) {
  LIA_TRY(point_of(x, f, 0, o, err));
  memcpy(o->x + 3, f->param, 3 * sizeof *f->param);
  memcpy(o->v + 3, o->turn, sizeof o->turn);
  o->n = LIA_FORCE_DIM;
  return from_body(x, f, o->x + 3, err);
}

static lia_status find_port(const lia_acting *x, const lia_acting_force *f, port *o,
    lia_error *err) {
  const int wheel = f->port == LIA_PORT_point && lia_force_rows[f->kind]->at.wheel != NULL;
  if (wheel) return wheel_of(x, f, o, err);
  if (f->port == LIA_PORT_point) return point_of(x, f, 0, o, err);
  if (f->port == LIA_PORT_line) return line_of(x, f, o, err);
  sum_of(x, f, o);
  return lia_force_rows[f->kind]->along.of_weight ? weight_of(x, f, &o->x[0], err) : LIA_OK;
}

// v + w x arm
static void at_arm(lia_pool *p, port *o, const lia_expr arm[3]) {
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const lia_expr turn = lia_sym_sub(p, lia_sym_mul(p, o->turn[j], arm[k]),
                                      lia_sym_mul(p, o->turn[k], arm[j]));
    o->v[i] = lia_sym_add(p, o->v[i], turn);
  }
}

// the law of the user: symbols x and v become those of the port
static lia_status own_force(const lia_acting *x, const lia_acting_force *f, const port *o,
                            lia_force_out *out, lia_error *err) {
  *out = (lia_force_out){ .n = o->n };
  for (int i = 0; i < 3; i++) out->f[i] = f->f[i];
  if (f->port == LIA_PORT_point) return LIA_OK;
  const lia_expr from[2] = { lia_sym_symbol(x->p, "x"), lia_sym_symbol(x->p, "v") };
  const lia_expr to[2] = { o->x[0], o->v[0] };
  lia_twins_settle(x->p, (uint32_t)x->nq, x->m->number);
  int ok = lia_subs(x->p, 2, from, to, (uint32_t)o->n, f->f, out->f);
  return ok ? lia_pool_status(x->p, err) : LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
}

// the law of its kind; one with an arm is asked where it is first, and for the force then
static lia_status law_force(const lia_acting *x, const lia_acting_force *f, port *o,
                            const lia_expr *z, lia_force_out *out, lia_error *err) {
  lia_force_in in = { .param = f->param, .x = o->x, .v = o->v, .z = z, .t = x->t };
  LIA_TRY(lia_force_expr(x->p, f->kind, f->port, &in, out, err));
  if (f->port != LIA_PORT_point) return LIA_OK;
  if (out->arm[0] == LIA_ZERO && out->arm[1] == LIA_ZERO && out->arm[2] == LIA_ZERO) return LIA_OK;
  at_arm(x->p, o, out->arm);
  return lia_force_expr(x->p, f->kind, f->port, &in, out, err);
}

// what stands for its own states: symbols, or the sign of the way that what sticks slides
static void states_of_force(const lia_acting *x, const lia_acting_force *f, const port *o, int iz,
                            lia_expr z[LIA_FORCE_STATES]) {
  for (int k = 0; k < LIA_FORCE_STATES; k++) z[k] = k < f->nz ? x->z[iz + k] : LIA_ZERO;
  if (lia_force_rows[f->kind]->events.jumps == LIA_JUMP_stick && f->port != LIA_PORT_point)
    z[0] = lia_sym_sign(x->p, o->v[0]);
}

static void put_force(lia_acting *x, const port *o, const lia_expr *F) {
  lia_pool *p = x->p;
  for (int k = 0; k < x->nv; k++) {
    lia_expr sum = LIA_ZERO;
    for (int i = 0; i < o->n; i++) {
      const lia_expr arm = lia_diff(p, o->v[i], x->v[k]);
      sum = lia_sym_add(p, sum, lia_sym_mul(p, arm, F[i]));
    }
    x->applied[k] = lia_sym_add(p, x->applied[k], sum);
    x->force[k] = lia_sym_sub(p, x->force[k], sum);
    if (x->pushed) x->pushed[k] = lia_sym_add(p, x->pushed[k], sum);
  }
}

// what drives gives its power; of the others what is not stored is lost
static void count_power(lia_acting *x, const lia_acting_work *w, int moving) {
  lia_pool *p = x->p;
  if (moving) x->given = lia_sym_sub(p, x->given, w->storing);
  if (w->gives) x->given = lia_sym_add(p, x->given, w->power);
  else x->lost = lia_sym_sub(p, x->lost, lia_sym_add(p, w->power, w->storing));
}

static lia_acting_work work_of(const lia_acting *x, const lia_acting_force *f, const port *o,
                               const lia_force_out *out) {
  lia_expr part[LIA_FORCE_DIM] = { LIA_ZERO };
  for (int i = 0; i < o->n; i++) part[i] = lia_sym_mul(x->p, out->f[i], o->v[i]);
  lia_acting_work w = { lia_sym_sum(x->p, (size_t)o->n, part), LIA_ZERO, LIA_ZERO, 1 };
  if (f->own) return w;
  w.stored = out->V;
  w.storing = out->storing;
  w.gives = lia_force_rows[f->kind]->gives;
  return w;
}

static lia_status add_force(lia_acting *x, const lia_acting_force *f, int number, int iz,
                            lia_error *err) {
  port o = { 0 };
  lia_force_out out = { 0 };
  lia_expr z[LIA_FORCE_STATES];
  LIA_TRY(find_port(x, f, &o, err));
  states_of_force(x, f, &o, iz, z);
  if (f->own) LIA_TRY(own_force(x, f, &o, &out, err));
  else LIA_TRY(law_force(x, f, &o, z, &out, err));
  if (f->axes) LIA_TRY(from_axes(x, f, out.f, err));
  for (int i = 0; i < 3; i++) x->value[3 * number + i] = i < o.n ? out.f[i] : LIA_ZERO;
  x->work[number] = work_of(x, f, &o, &out);
  for (int k = 0; k < f->nz; k++) x->zdot[iz + k] = out.dz[k];
  put_force(x, &o, out.f);
  count_power(x, &x->work[number], f->moving);
  return lia_pool_status(x->p, err);
}

// room for more elements behind those there are
static lia_status more_room(lia_acting *x, int n, int nz, lia_error *err) {
  const int all = x->nforce + n;
  lia_expr *z = lia_acting_room(x, x->nz + nz, sizeof *z, err),
           *zdot = lia_acting_room(x, x->nz + nz, sizeof *zdot, err),
           *value = lia_acting_room(x, 3 * all, sizeof *value, err);
  const char **name = lia_acting_room(x, all, sizeof *name, err);
  lia_acting_work *work = lia_acting_room(x, all, sizeof *work, err);
  if (!z || !zdot || !value || !name || !work) return LIA_ENOMEM;
  for (int k = 0; k < x->nz; k++) z[k] = x->z[k];
  for (int k = 0; k < x->nz; k++) zdot[k] = x->zdot[k];
  for (int k = 0; k < 3 * x->nforce; k++) value[k] = x->value[k];
  for (int k = 0; k < x->nforce; k++) name[k] = x->force_name[k];
  for (int k = 0; k < x->nforce; k++) work[k] = x->work[k];
  x->z = z;
  x->zdot = zdot;
  x->value = value;
  x->force_name = name;
  x->work = work;
  return LIA_OK;
}

lia_status lia_acting_add(lia_acting *x, const lia_acting_force *f, int n, lia_error *err) {
  int nz = 0;
  for (int k = 0; k < n; k++) nz += f[k].nz;
  LIA_TRY(more_room(x, n, nz, err));
  for (int k = 0; k < n; k++) {
    const int number = x->nforce++;
    x->force_name[number] = lia_arena_text(&x->arena, f[k].name, strlen(f[k].name));
    if (!x->force_name[number]) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
    for (int i = 0; i < f[k].nz; i++) x->z[x->nz + i] = lia_sym_symbol(x->p, f[k].state[i]);
    LIA_TRY(add_force(x, &f[k], number, x->nz, err));
    x->nz += f[k].nz;
  }
  return LIA_OK;
}
