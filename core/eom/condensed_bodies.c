/* condensed_bodies.c - joints of one degree of freedom out of bodies, and augmented bodies */
#include "eom/condensed_inside.h"

#include "base/assert.h"

#include <string.h>

typedef lia_condensed_joint joint;
typedef lia_condensed_work work;

// I += m (l.l E - l l')
static void add_point(lia_pool *p, lia_expr I[6], lia_expr m, const lia_expr l[3]) {
  lia_expr all = lia_three_dot(p, l, l);
  for (int k = 0; k < 6; k++) {
    lia_expr x = lia_sym_neg(p, lia_sym_mul(p, l[lia_condensed_row6[k]], l[lia_condensed_col6[k]]));
    if (k < 3) x = lia_sym_add(p, all, x);
    I[k] = lia_sym_add(p, I[k], lia_sym_mul(p, m, x));
  }
}

static lia_status condensed_refuse(const work *w, const lia_sbody *b) {
  static const char *const what[] = { "", "mass is", "inertia is", "mass and inertia are" };
  if (b->lacks)
    return LIA_FAIL(w->err, LIA_EMODEL, b->where, "the %s not given, and dynamics needs %s",
        what[b->lacks], b->lacks == 3 ? "both" : "it");
  return LIA_FAIL(w->err, LIA_EMODEL, b->where,
      "a joint that turns by a quaternion has no generalised coordinates: "
                  "write it as a sequence of slides and turns");
}

// pose of a list of constant moves: R, p in the frame they start from; with the angles merged as
// they come
static void pose_of(work *w, lia_attitude *a, const lia_smove *const *move, int n, lia_expr R[9],
    lia_expr p[3]) {
  for (int k = 0; k < 3; k++) p[k] = LIA_ZERO;
  for (int i = 0; i < n; i++) {
    const lia_smove *x = move[i];
    lia_expr step[3];
    lia_attitude_matrix(a, R);
    if (x->kind == LIA_STURN) lia_attitude_turn(a, x->axis, x->by);
    else if (x->kind == LIA_SSLIDE) {
      lia_three_column(R, x->axis, step);
      for (int k = 0; k < 3; k++) p[k] = lia_sym_add(w->p, p[k], lia_sym_mul(w->p, x->by, step[k]));
    } else {
      lia_three_mul(w->p, R, x->p, step);
      lia_three_add(w->p, p, step);
      lia_attitude_pose(a, x->R);
    }
  }
  lia_attitude_matrix(a, R);
}

// bodies in order; a moving move makes a joint, constant ones wait for it
lia_status lia_condensed_split(work *w) {
  for (int i = 0; i < w->m->nbody; i++) {
    const lia_sbody *b = &w->m->body[i];
    LIA_ASSERT(b->parent >= -1 && b->parent < i);
    if (b->quaternion || b->lacks) return condensed_refuse(w, b);
    int at = b->parent < 0 ? -1 : w->body_joint[b->parent], first = w->nmove,
        n = b->parent < 0 ? 0 : w->body_count[b->parent];
    for (int k = 0; k < n; k++) w->move[w->nmove++] = w->move[w->body_first[b->parent] + k];
    for (int k = 0; k < b->nmove; k++) {
      const lia_smove *x = &b->move[k];
      if (x->coord < 0) {
        w->move[w->nmove++] = x;
        continue;
      }
      joint *j = &w->joint[w->n];
      *j = (joint){ .parent = at, .first = first, .nmove = w->nmove - first, .own = x,
          .m = LIA_ZERO };
      for (int c = 0; c < 3; c++) j->h[c] = LIA_ZERO;
      for (int c = 0; c < 6; c++) j->I[c] = LIA_ZERO;
      at = w->n++;
      first = w->nmove;
    }
    w->body_joint[i] = at;
    w->body_first[i] = first;
    w->body_count[i] = w->nmove - first;
  }
  return LIA_OK;
}

// body b added to its joint: about the joint's origin, in the joint's axes
void lia_condensed_add_body(work *w, int i) {
  const lia_sbody *b = &w->m->body[i];
  lia_pool *p = w->p;
  if (w->body_joint[i] < 0) return;
  joint *j = &w->joint[w->body_joint[i]];
  lia_attitude a;
  lia_expr R[9], c[3], o[3], I[6] = { 0 };
  lia_condensed_start(w, &a);
  pose_of(w, &a, w->move + w->body_first[i], w->body_count[i], R, o);
  lia_three_mul(p, R, b->com, c);
  lia_three_add(p, c, o);
  for (int k = 0; k < 6; k++) {
    lia_expr x[3], y[3];
    // R I R', entry by entry
    lia_condensed_mul_m6(p, b->I, R + 3 * lia_condensed_row6[k], x);
    memcpy(y, R + 3 * lia_condensed_col6[k], sizeof y);
    I[k] = lia_three_dot(p, x, y);
  }
  add_point(p, I, b->m, c);
  j->m = lia_sym_add(p, j->m, b->m);
  for (int k = 0; k < 3; k++) j->h[k] = lia_sym_add(p, j->h[k], lia_sym_mul(p, b->m, c[k]));
  for (int k = 0; k < 6; k++) j->I[k] = lia_sym_add(p, j->I[k], I[k]);
}

// levers, then masses, first moments and inertias from the tips inwards
void lia_condensed_augment(work *w) {
  lia_pool *p = w->p;
  for (int i = 0; i < w->n; i++) {
    joint *j = &w->joint[i];
    lia_attitude a;
    lia_expr R[9], g[3];
    lia_condensed_start(w, &a);
    pose_of(w, &a, w->move + j->first, j->nmove, R, j->lever);
    lia_three_column(R, j->own->axis, g);
    if (lia_condensed_is_slide(j))
      for (int k = 0; k < 3; k++)
        j->lever[k] = lia_sym_add(p, j->lever[k], lia_sym_mul(p, j->own->by, g[k]));
    j->mass = j->m;
    memcpy(j->V, j->h, sizeof j->V);
    memcpy(j->J, j->I, sizeof j->J);
  }
  for (int i = w->n - 1; i >= 0; i--) {
    joint *j = &w->joint[i], *up = j->parent < 0 ? NULL : &w->joint[j->parent];
    LIA_ASSERT(j->parent < i && j->own && j->first >= 0 && j->first + j->nmove <= w->nmove);
    if (!up) continue;
    up->mass = lia_sym_add(p, up->mass, j->mass);
    for (int k = 0; k < 3; k++)
      up->V[k] = lia_sym_add(p, up->V[k], lia_sym_mul(p, j->mass, j->lever[k]));
    add_point(p, up->J, j->mass, j->lever);
  }
}
