/* contact_scene.c - pairs of shapes that are near, and their points */
#include "sim/contact_scene.h"

#include "rbd/fk.h"

#include <math.h>
#include <string.h>

double lia_scene_reach(const lia_convex *C) {
  double most = 0;
  switch (C->kind) {
    case LIA_CONVEX_capsule: most = C->size[1]; break;
    case LIA_CONVEX_box: most = lia_norm3(C->size); break;
    case LIA_CONVEX_cylinder:
    case LIA_CONVEX_cone: most = hypot(C->size[0], C->size[1]); break;
    case LIA_CONVEX_ellipsoid: most = fmax(C->size[0], fmax(C->size[1], C->size[2])); break;
    case LIA_CONVEX_polytope:
      for (int k = 0; k < C->nv; k++) most = fmax(most, lia_norm3(C->v + 3 * k));
      break;
    case LIA_CONVEX_plane: return (double)INFINITY;
    default: break;
  }
  return most + C->radius;
}

void lia_scene_across(const double n[3], double u[2][3]) {
  int k = fabs(n[0]) < fabs(n[1]) ? 0 : 1;
  double e[3] = { 0 };
  if (fabs(n[2]) < fabs(n[k])) k = 2;
  e[k] = 1;
  for (int i = 0; i < 3; i++) u[0][i] = e[i] - n[k] * n[i];
  lia_unit3(u[0], u[0]);
  lia_cross3(u[1], n, u[0]);
}

static void place(lia_scene *s, const lia_model *m, const lia_data *d) {
  for (int k = 0; k < s->nshape; k++) {
    const lia_scene_shape *h = &s->shape[k];
    lia_frame X_0B;
    memset(s->V + 6 * k, 0, 6 * sizeof *s->V);
    s->X[k] = h->X_BS;
    if (h->body < 0) continue;
    lia_fk_body(m, d, h->body, &X_0B);
    lia_frame_mul(&s->X[k], &X_0B, &h->X_BS);
    lia_fk_velocity(m, d, h->body, h->X_BS.p, LIA_AXES_BASE, s->V + 6 * k);
  }
}

// how far apart the balls about both are at least
static double balls_apart(const lia_scene *s, const lia_scene_pair *p) {
  const lia_scene_shape *a = &s->shape[p->a], *b = &s->shape[p->b];
  double d[3];
  lia_sub3(d, s->X[p->b].p, s->X[p->a].p);
  if (isinf(a->reach)) {
    const double *R = s->X[p->a].R, z[3] = { R[2], R[5], R[8] };
    return lia_dot3(z, d) - b->reach;
  }
  if (isinf(b->reach)) {
    const double *R = s->X[p->b].R, z[3] = { R[2], R[5], R[8] };
    return -lia_dot3(z, d) - a->reach;
  }
  return lia_norm3(d) - a->reach - b->reach;
}

// how fast any point of one comes near to the other at most
static double closing(const lia_scene *s, const lia_scene_pair *p) {
  const double *A = s->V + 6 * p->a, *B = s->V + 6 * p->b;
  const double ra = s->shape[p->a].reach, rb = s->shape[p->b].reach;
  double d[3];
  lia_sub3(d, B, A);
  double turning = 0;
  if (!isinf(ra)) turning += ra * lia_norm3(A + 3);
  if (!isinf(rb)) turning += rb * lia_norm3(B + 3);
  return lia_norm3(d) + turning;
}

static lia_contact contact_of(const lia_scene *s, int pair, const lia_touch *t, const double n[3]) {
  const lia_scene_pair *p = &s->pair[pair];
  lia_contact c = { .pair = pair, .gap = t->gap, .mu = p->mu, .restitution = p->restitution };
  lia_copy3(c.n, n);
  lia_scene_across(n, c.u);
  for (int k = 0; k < 3; k++) c.p[k] = (t->p_A[k] + t->p_B[k]) / 2;
  lia_frame_point_back(c.at_a, &s->X[p->a], c.p);
  return c;
}

lia_status lia_scene_find(lia_scene *s, const lia_model *m, const lia_data *d, double h,
    double margin, lia_contact *contact, int room, int *n, lia_error *err) {
  *n = 0;
  place(s, m, d);
  for (int k = 0; k < s->npair; k++) {
    const lia_scene_pair *p = &s->pair[k];
    lia_touch touch[LIA_TOUCH_MOST];
    double normal[3];
    int count;
    const double near_ = margin + h * closing(s, p);
    if (!(balls_apart(s, p) <= near_)) continue;
    LIA_TRY(lia_convex_touch(touch, &count, normal, &s->shape[p->a].convex, &s->X[p->a],
        &s->shape[p->b].convex, &s->X[p->b], near_, err));
    for (int i = 0; i < count; i++, ++*n)
      if (*n < room) contact[*n] = contact_of(s, k, &touch[i], normal);
  }
  return LIA_OK;
}
