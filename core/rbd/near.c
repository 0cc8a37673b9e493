/* near.c - distances within a model: boxes and balls first, then shapes */
#include "rbd/near.h"

#include "base/layout.h"
#include "base/mem.h"
#include "base/text.h"
#include "rbd/fk.h"
#include "rbd/jac.h"

#include <stdlib.h>
#include <string.h>

typedef struct { double low[3], high[3]; } box;
typedef struct { int a, b; double least; } candidate;

struct lia_near {
  const lia_model *m;
  int nshape, nthing, ncorner, npair;
  lia_near_shape *shape;
  lia_convex_bound *bound;     // of each shape in its own frame
  lia_frame *X_WS;             // (nshape)
  lia_frame *X_WB;             // (bodies)
  double *middle;              // (nshape x 3) of its ball, in the world
  box *box;                    // (nthing)
  int *first, *body, *order;   // (nthing + 1), (nthing), (nthing)
  char *asked;                 // (nthing x nthing), a < b
  double *corner, *J;          // (ncorner x 3), (6 x nv)
  candidate *candidate;        // (npair)
  lia_near_hit *hit;           // (npair)
};

// ---- made ---------------------------------------------------------------------------------------

static void near_layout(lia_layout *l, lia_near *z) {
  size_t n = (size_t)z->nshape, t = (size_t)z->nthing, pairs = (size_t)z->npair;
  z->shape = LIA_TAKE(l, lia_near_shape, n);
  z->bound = LIA_TAKE(l, lia_convex_bound, n);
  z->X_WS = LIA_TAKE(l, lia_frame, n);
  z->X_WB = LIA_TAKE(l, lia_frame, z->m->nbody + 1);
  z->middle = LIA_TAKE(l, double, 3 * n);
  z->box = LIA_TAKE(l, box, t);
  z->first = LIA_TAKE(l, int, t + 1);
  z->body = LIA_TAKE(l, int, t);
  z->order = LIA_TAKE(l, int, t);
  z->asked = LIA_TAKE(l, char, t * t);
  z->corner = LIA_TAKE(l, double, 3 * (size_t)z->ncorner);
  z->J = LIA_TAKE(l, double, 6 * (size_t)z->m->nv);
  z->candidate = LIA_TAKE(l, candidate, pairs);
  z->hit = LIA_TAKE(l, lia_near_hit, pairs);
}

static lia_status check_shapes(lia_near *z, const lia_near_shape *shape, const int *body,
    lia_error *err) {
  char path[64];
  for (int k = 0; k < z->nshape; k++) {
    lia_text_format(path, sizeof path, "shapes[%d]", k + 1);
    LIA_TRY(lia_convex_check(&shape[k].C, path, err));
    if (shape[k].C.kind == LIA_CONVEX_polytope) z->ncorner += shape[k].C.nv;
    int before = k ? shape[k - 1].thing : 0;
    if (shape[k].thing < before || shape[k].thing >= z->nthing)
      return LIA_FAIL(err, LIA_EDIM, path, "expected things in order, 0 to %d, got %d after %d",
          z->nthing - 1, shape[k].thing, before);
    if (shape[k].C.kind == LIA_CONVEX_plane && body[shape[k].thing] != LIA_NEAR_WORLD)
      return LIA_FAIL(err, LIA_EARG, path, "a plane is no shape of a body: expected an obstacle");
  }
  for (int k = 0; k < z->nthing; k++)
    if (body[k] < LIA_NEAR_WORLD || body[k] >= z->m->nbody)
      return LIA_FAIL(err, LIA_EDIM, "bodies", "expected bodies from -1 to %d, got %d",
          z->m->nbody - 1, body[k]);
  return LIA_OK;
}

static void copy_shapes(lia_near *z, const lia_near_shape *shape, const int *body) {
  double *corner = z->corner;
  for (int k = 0; k < z->nshape; k++) {
    lia_near_shape *s = &z->shape[k];
    *s = shape[k];
    s->C.first = s->C.corner = NULL;
    s->C.nface = 0;
    if (s->C.kind == LIA_CONVEX_polytope) {
      memcpy(corner, shape[k].C.v, 3 * sizeof *corner * (size_t)s->C.nv);
      s->C.v = corner;
      corner += 3 * s->C.nv;
    }
    lia_convex_bound_of(&z->bound[k], &s->C);
    z->first[s->thing + 1]++;
  }
  for (int t = 0; t < z->nthing; t++) {
    z->first[t + 1] += z->first[t];
    z->body[t] = body[t];
    z->order[t] = t;
  }
  for (int a = 0; a < z->nthing; a++)
    for (int b = a + 1; b < z->nthing; b++) lia_near_ask(z, a, b, 1);
}

// all but those of two obstacles
static int pairs_of(const int *body, int nthing) {
  int n = 0, moving = 0;
  for (int k = 0; k < nthing; k++) {
    int moves = body[k] != LIA_NEAR_WORLD;
    n += moves ? k : moving;
    moving += moves;
  }
  return n;
}

lia_status lia_near_new(lia_near **near, const lia_near_shape *shape, int n, const int *body,
    int nthing, const lia_model *m, lia_error *err) {
  lia_near size = { .m = m, .nshape = n, .nthing = nthing };
  lia_layout l = { 0 };
  *near = NULL;
  if (nthing > LIA_NEAR_MOST)
    return LIA_FAIL(err, LIA_ELIMIT, "", "expected at most %d bodies and obstacles, got %d",
        LIA_NEAR_MOST, nthing);
  LIA_TRY(check_shapes(&size, shape, body, err));
  size.npair = pairs_of(body, nthing);
  LIA_TAKE(&l, lia_near, 1);
  near_layout(&l, &size);
  char *block = lia_block(l.used);
  if (!block) return LIA_FAIL(err, LIA_ENOMEM, "", "no memory for %d shapes", n);
  l = (lia_layout){ .base = block };
  lia_near *z = LIA_TAKE(&l, lia_near, 1);
  *z = size;
  near_layout(&l, z);
  copy_shapes(z, shape, body);
  *near = z;
  return LIA_OK;
}

void lia_near_free(lia_near *near) { lia_free(near); }

void lia_near_ask(lia_near *z, int a, int b, int asked) {
  int low = a < b ? a : b, high = a < b ? b : a;
  int standing = z->body[a] == LIA_NEAR_WORLD && z->body[b] == LIA_NEAR_WORLD;
  if (low != high) z->asked[z->nthing * low + high] = asked && !standing;
}

int lia_near_asked(const lia_near *z, int a, int b) {
  return z->asked[a < b ? z->nthing * a + b : z->nthing * b + a];
}

double lia_near_reach(const lia_near *z, int a) {
  double most = 0;
  for (int k = z->first[a]; k < z->first[a + 1]; k++) {
    double p[3];
    lia_frame_point(p, &z->shape[k].X_BS, z->bound[k].middle);
    most = fmax(most, lia_norm3(p) + z->bound[k].radius);
  }
  return most;
}

// ---- placed -------------------------------------------------------------------------------------

// half lengths of the box along the world's axes: |R| h
static void widen_box(box *all, const lia_frame *X, const double middle[3], const double h[3]) {
  for (int i = 0; i < 3; i++) {
    double half = 0;
    for (int j = 0; j < 3; j++)
      if (X->R[3*i+j] != 0) half += fabs(X->R[3*i+j]) * h[j];
    all->low[i] = fmin(all->low[i], middle[i] - half);
    all->high[i] = fmax(all->high[i], middle[i] + half);
  }
}

// A plane is infinite along all axes, also where its own are the world's
static void place_thing(lia_near *z, int t) {
  const double all = (double)INFINITY;
  z->box[t] = (box){ { all, all, all }, { -all, -all, -all } };
  for (int k = z->first[t]; k < z->first[t + 1]; k++) {
    lia_frame *X = &z->X_WS[k];
    *X = z->shape[k].X_BS;
    if (z->body[t] != LIA_NEAR_WORLD) lia_frame_mul(X, &z->X_WB[z->body[t]], X);
    lia_frame_point(z->middle + 3*k, X, z->bound[k].middle);
    widen_box(&z->box[t], X, z->middle + 3*k, z->bound[k].half);
  }
}

void lia_near_place(lia_near *z, lia_data *d, const double *q) {
  lia_fk(z->m, d, q, z->X_WB);
  for (int t = 0; t < z->nthing; t++) place_thing(z, t);
}

// ---- asked --------------------------------------------------------------------------------------

// no points of the boxes are nearer
static double box_distance(const box *a, const box *b) {
  double square = 0;
  for (int k = 0; k < 3; k++) {
    double off = fmax(fmax(a->low[k] - b->high[k], b->low[k] - a->high[k]), 0);
    square += off * off;
  }
  return sqrt(square);
}

static double ball_distance(const lia_near *z, int i, int j) {
  double d[3];
  lia_sub3(d, z->middle + 3*j, z->middle + 3*i);
  return lia_norm3(d) - z->bound[i].radius - z->bound[j].radius;
}

// the nearest shapes of two things, where these are nearer than `most`
static lia_status pair_nearest(const lia_near *z, int a, int b, double most, lia_near_hit *hit,
    int *found, lia_error *err) {
  *found = 0;
  for (int i = z->first[a]; i < z->first[a + 1]; i++)
    for (int j = z->first[b]; j < z->first[b + 1]; j++) {
      if (ball_distance(z, i, j) > most) continue;
      lia_nearest near;
      LIA_TRY(lia_convex_nearest(&near, &z->shape[i].C, &z->X_WS[i], &z->shape[j].C, &z->X_WS[j],
          err));
      if (!(near.distance <= most) || (*found && !(near.distance < hit->near.distance))) continue;
      *hit = (lia_near_hit){ .a = a, .b = b, .shape_a = i, .shape_b = j, .near = near };
      most = near.distance;
      *found = 1;
    }
  return LIA_OK;
}

static lia_status pair_within(const lia_near *z, int a, int b, double margin, int *within,
    lia_error *err) {
  *within = 0;
  for (int i = z->first[a]; i < z->first[a + 1] && !*within; i++)
    for (int j = z->first[b]; j < z->first[b + 1] && !*within; j++) {
      if (ball_distance(z, i, j) > margin) continue;
      LIA_TRY(lia_convex_within(within, &z->shape[i].C, &z->X_WS[i], &z->shape[j].C, &z->X_WS[j],
          margin, err));
    }
  return LIA_OK;
}

// by where their boxes begin along x, things of one place in the order of their numbers
static void sort_things(lia_near *z) {
  for (int t = 0; t < z->nthing; t++) z->order[t] = t;
  for (int k = 1; k < z->nthing; k++) {
    int t = z->order[k], i = k;
    for (; i > 0 && z->box[z->order[i - 1]].low[0] > z->box[t].low[0]; i--)
      z->order[i] = z->order[i - 1];
    z->order[i] = t;
  }
}

// pairs whose boxes are within margin
static int sweep_boxes(lia_near *z, double margin) {
  int n = 0;
  margin = fmax(margin, 0);    // boxes say nothing of how deep
  sort_things(z);
  for (int i = 0; i < z->nthing; i++) {
    const box *here = &z->box[z->order[i]];
    for (int j = i + 1; j < z->nthing; j++) {
      int a = z->order[i], b = z->order[j];
      if (z->box[b].low[0] > here->high[0] + margin) break;
      if (!lia_near_asked(z, a, b)) continue;
      double least = box_distance(here, &z->box[b]);
      if (least > margin) continue;
      z->candidate[n++] = (candidate){ a < b ? a : b, a < b ? b : a, least };
    }
  }
  return n;
}

static int by_numbers(int a, int b, int c, int d) {
  if (a != c) return a < c ? -1 : 1;
  return (b > d) - (b < d);
}

static int by_least(const void *x, const void *y) {
  const candidate *p = x, *q = y;
  if (p->least != q->least) return p->least < q->least ? -1 : 1;
  return by_numbers(p->a, p->b, q->a, q->b);
}

static int by_distance(const void *x, const void *y) {
  const lia_near_hit *p = x, *q = y;
  if (p->near.distance != q->near.distance) return p->near.distance < q->near.distance ? -1 : 1;
  return by_numbers(p->a, p->b, q->a, q->b);
}

lia_status lia_near_below(lia_near *z, double margin, const lia_near_hit **hit, int *n,
    lia_error *err) {
  int found, candidates = sweep_boxes(z, margin);
  *hit = z->hit;
  *n = 0;
  for (int k = 0; k < candidates; k++) {
    const candidate *c = &z->candidate[k];
    LIA_TRY(pair_nearest(z, c->a, c->b, margin, &z->hit[*n], &found, err));
    *n += found;
  }
  qsort(z->hit, (size_t)*n, sizeof *z->hit, by_distance);
  return LIA_OK;
}

lia_status lia_near_least(lia_near *z, lia_near_hit *hit, int *found, lia_error *err) {
  int n = sweep_boxes(z, (double)INFINITY);
  qsort(z->candidate, (size_t)n, sizeof *z->candidate, by_least);
  *found = 0;
  for (int k = 0; k < n; k++) {
    const candidate *c = &z->candidate[k];
    double most = *found ? hit->near.distance : (double)INFINITY;
    if (c->least > most && c->least > 0) break;
    lia_near_hit other;
    int nearer;
    LIA_TRY(pair_nearest(z, c->a, c->b, most, &other, &nearer, err));
    if (!nearer || (*found && by_distance(&other, hit) > 0)) continue;
    *hit = other;
    *found = 1;
  }
  return LIA_OK;
}

lia_status lia_near_first(lia_near *z, double margin, int *a, int *b, int *found,
    lia_error *err) {
  int n = sweep_boxes(z, margin);
  qsort(z->candidate, (size_t)n, sizeof *z->candidate, by_least);
  *found = 0;
  for (int k = 0; k < n && !*found; k++) {
    *a = z->candidate[k].a;
    *b = z->candidate[k].b;
    LIA_TRY(pair_within(z, *a, *b, margin, found, err));
  }
  return LIA_OK;
}

lia_status lia_near_count(lia_near *z, int *count, lia_error *err) {
  int within, n = sweep_boxes(z, 0);
  for (int k = 0; k < n; k++) {
    const candidate *c = &z->candidate[k];
    LIA_TRY(pair_within(z, c->a, c->b, 0, &within, err));
    count[z->nthing * c->a + c->b] += within;
  }
  return LIA_OK;
}

// row += sign n' J_p of the body of a thing
static void add_row(const lia_near *z, const lia_data *d, int thing, const double p[3],
    const double n[3], double sign, double *row) {
  int body = z->body[thing];
  double p_B[3];
  if (body == LIA_NEAR_WORLD) return;
  lia_frame_point_back(p_B, &z->X_WB[body], p);
  lia_jac_here(z->m, d, body, p_B, LIA_AXES_BASE, z->J);
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < z->m->nv; k++) row[k] += sign * n[i] * z->J[z->m->nv * i + k];
}

void lia_near_gradient(const lia_near *z, const lia_data *d, const lia_near_hit *hit,
    double *row) {
  memset(row, 0, sizeof *row * (size_t)z->m->nv);
  add_row(z, d, hit->b, hit->near.p_B, hit->near.n, 1, row);
  add_row(z, d, hit->a, hit->near.p_A, hit->near.n, -1, row);
}
