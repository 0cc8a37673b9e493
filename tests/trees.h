/* trees.h - random mechanisms of all joints, and random states of them, for laws that hold for
 * every one */
#ifndef LIA_TREES_H
#define LIA_TREES_H

#include "base/rng.h"
#include "geo/quat.h"
#include "model/data.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

enum { TREE_MOST = 12 };

static inline void tree_vector(lia_rng *r, double *x, int n, double size) {
  for (int k = 0; k < n; k++) x[k] = lia_rng_range(r, -size, size);
}

static inline void tree_frame(lia_rng *r, lia_frame *X) {
  double q[4];
  lia_rng_quat(r, q);
  lia_quat_to_rot(X->R, q);
  tree_vector(r, X->p, 3, 0.5);
}

/* of a few random points: always possible */
static inline lia_inertia tree_inertia(lia_rng *r) {
  lia_inertia J = { 0 };
  for (int k = 0; k < 5; k++) {
    double p[3], m = lia_rng_range(r, 0.1, 1);
    tree_vector(r, p, 3, 0.4);
    J.m += m;
    for (int i = 0; i < 3; i++) J.h[i] += m * p[i];
    for (int i = 0; i < 3; i++) J.I[i] += m * (p[(i+1)%3] * p[(i+1)%3] + p[(i+2)%3] * p[(i+2)%3]);
    J.I[3] -= m * p[0] * p[1];
    J.I[4] -= m * p[0] * p[2];
    J.I[5] -= m * p[1] * p[2];
  }
  return J;
}

/* a body on one of the earlier ones (or later, where the list is shuffled); special axes as often
 * as general ones */
static inline lia_body_def tree_body(lia_rng *r, int parent, lia_joint joint) {
  lia_body_def b = lia_body_def_new("body");
  b.parent = parent;
  b.joint = joint;
  tree_frame(r, &b.X_PJ);
  if (lia_rng_below(r, 2)) tree_frame(r, &b.X_JB);
  if (lia_rng_below(r, 2)) lia_rng_unit(r, b.axis, 3);
  else b.axis[lia_rng_below(r, 3)] = lia_rng_below(r, 2) ? 2 : -1;
  lia_rng_unit(r, b.axis2, 3);
  b.param[0] = lia_rng_range(r, -0.3, 0.3);
  b.has_inertia = 1;
  b.inertia = tree_inertia(r);
  if (joint == LIA_JOINT_moves) {
    b.nmove = 1 + (int)lia_rng_below(r, 4);
    for (int k = 0; k < b.nmove; k++) {
      b.move[k].slide = (int)lia_rng_below(r, 2);
      lia_rng_unit(r, b.move[k].axis, 3);
      tree_vector(r, b.move[k].shift, 3, 0.3);
    }
  }
  for (int k = 0; k < LIA_JOINT_NV; k++) b.dof[k].armature = lia_rng_range(r, 0, 0.2);
  return b;
}

static inline lia_model *tree_new(const lia_body_def *b, int n, lia_rng *r) {
  double g[3];
  tree_vector(r, g, 3, 10);
  lia_model *m = NULL;
  lia_error err = { 0 };
  cr_assert_eq(lia_model_new(&m, b, n, g, &err), LIA_OK, "%s: %s", err.path, err.text);
  return m;
}

/* n bodies, all joints alike likely, every other tree entered in random order; joint >= 0: of this
 * one only */
static inline lia_model *tree_of(lia_rng *r, int n, int joint) {
  lia_body_def b[TREE_MOST], s[TREE_MOST];
  int at[TREE_MOST];
  for (int i = 0; i < n; i++) {
    lia_joint j = joint >= 0 ? (lia_joint)joint : (lia_joint)lia_rng_below(r, LIA_JOINT_COUNT);
    b[i] = tree_body(r, (int)lia_rng_below(r, (uint64_t)i + 1) - 1, j);
    at[i] = i;
  }
  if (lia_rng_below(r, 2)) lia_rng_shuffle(r, at, (size_t)n, sizeof *at);
  for (int i = 0; i < n; i++) {
    s[at[i]] = b[i];
    if (b[i].parent >= 0) s[at[i]].parent = at[b[i].parent];
  }
  return tree_new(s, n, r);
}

static inline lia_model *tree(lia_rng *r) {
  return tree_of(r, 1 + (int)lia_rng_below(r, TREE_MOST - 2), -1);
}

/* with scales and offsets, and one-coordinate joints that follow one another; full: the same joints
 * with coordinates of their own */
static inline lia_model *tree_mapped(lia_rng *r, lia_model **full) {
  lia_body_def b[TREE_MOST];
  int n = 3 + (int)lia_rng_below(r, 5), lead = -1;
  double g[3];
  lia_error err = { 0 };
  lia_model *m;
  tree_vector(r, g, 3, 10);
  for (int i = 0; i < n; i++)
    b[i] = tree_body(r, (int)lia_rng_below(r, (uint64_t)i + 1) - 1,
        (lia_joint)lia_rng_below(r, LIA_JOINT_COUNT));
  if (full) cr_assert_eq(lia_model_new(full, b, n, g, &err), LIA_OK, "%s: %s", err.path, err.text);
  for (int i = 0; i < n; i++) {
    int nv = b[i].joint == LIA_JOINT_moves ? b[i].nmove : lia_joint_types[b[i].joint]->nv;
    if (b[i].joint == LIA_JOINT_spherical || b[i].joint == LIA_JOINT_floating) continue;
    for (int k = 0; k < nv; k++) {
      b[i].dof[k].scale = lia_rng_range(r, 0.5, 2) * (lia_rng_below(r, 2) ? 1 : -1);
      b[i].dof[k].offset = lia_rng_range(r, -1, 1);
    }
    if (nv == 1 && lead >= 0 && lia_rng_below(r, 2)) b[i].dof[0].follows = lead;
    else if (nv == 1) lead = i;
  }
  cr_assert_eq(lia_model_new(&m, b, n, g, &err), LIA_OK, "%s: %s", err.path, err.text);
  return m;
}

/* with springs, dampers and friction */
static inline lia_model *tree_springs(lia_rng *r) {
  lia_body_def b[TREE_MOST];
  for (int i = 0; i < 6; i++) {
    b[i] = tree_body(r, i - 1, (lia_joint)lia_rng_below(r, LIA_JOINT_COUNT));
    int ball = b[i].joint == LIA_JOINT_spherical || b[i].joint == LIA_JOINT_floating;
    for (int k = 0; k < LIA_JOINT_NV; k++) {
      lia_dof *f = &b[i].dof[k];
      f->damping = lia_rng_range(r, 0, 2);
      f->friction = lia_rng_range(r, 0, 2);
      if (ball) continue;
      f->stiffness = lia_rng_range(r, 0, 10);
      f->rest = lia_rng_range(r, -1, 1);
      f->scale = lia_rng_range(r, 0.5, 2);
      f->offset = lia_rng_range(r, -1, 1);
    }
  }
  return tree_new(b, 6, r);
}

static inline lia_data *tree_data(const lia_model *m) {
  lia_data *d = NULL;
  cr_assert_eq(lia_data_new(&d, m, NULL), LIA_OK);
  return d;
}

enum { TREE_NV = 6 * TREE_MOST, TREE_NQ = 7 * TREE_MOST };

typedef struct tree_state { double q[TREE_NQ], v[TREE_NV], a[TREE_NV]; } tree_state;

static inline tree_state tree_random(const lia_model *m, lia_rng *r) {
  tree_state s;
  lia_model_random(m, r, s.q);
  tree_vector(r, s.v, m->nv, 1);
  tree_vector(r, s.a, m->nv, 1);
  return s;
}

/* |x - y| small against the size of the numbers and size */
static inline void tree_same(const double *x, const double *y, int n, double tol, double size,
    const char *what) {
  for (int k = 0; k < n; k++)
    cr_assert(fabs(x[k] - y[k]) <= tol * (size + fabs(x[k]) + fabs(y[k])), "%s[%d] = %.15g, %.15g",
        what, k, x[k], y[k]);
}

#endif
