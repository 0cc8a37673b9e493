/* bench_collision.c - distances of convex shapes, and of a panda of nine capsules to itself */
#include "bench.h"
#include "compile_mdl.h"
#include "near_pairs.h"

#include "base/mem.h"
#include "base/rng.h"
#include "rbd/fk.h"
#include "rbd/near.h"

typedef struct { lia_convex C; lia_frame X; } placed;

static near_pair all[NEAR_ALL];
static placed at[NEAR_ALL][2];
static lia_nearest told[NEAR_ALL];
static int within[NEAR_ALL];

static void must(lia_status st, const lia_error *err) {
  if (st == LIA_OK) return;
  fprintf(stderr, "%s: %s\n", err->path, err->text);
  exit(1);
}

static void turn(double R[9], lia_rng *r) {
  double q[4], S[9], SS[9];
  lia_rng_quat(r, q);
  lia_skew3(S, q + 1);
  lia_mul33(SS, S, S);
  lia_eye33(R);
  for (int k = 0; k < 9; k++) R[k] += 2 * q[0] * S[k] + 2 * SS[k];
}

static void draw(near_side *s, lia_rng *r, const near_set *set) {
  s->kind = set->kind;
  for (int k = 0; k < 3; k++) s->size[k] = lia_rng_range(r, 0.2, 1);
  if (set->kind == 1) {
    s->nv = NEAR_CORNERS;
    for (int k = 0; k < s->nv; k++) {
      lia_rng_unit(r, s->v + 3*k, 3);
      for (int j = 0; j < 3; j++) s->v[3*k+j] *= s->size[j];
    }
  }
  turn(s->R, r);
  for (int k = 0; k < 3; k++) s->p[k] = lia_rng_range(r, -set->spread, set->spread);
}

/* body, radius, half length, middle: about what a panda fills */
static const double capsules[NEAR_CAPSULES][6] = {
  { 0, 0.06, 0.14, 0, 0, -0.19 }, { 1, 0.06, 0.07, 0, 0, 0 }, { 2, 0.06, 0.075, 0, 0, -0.14 },
  { 3, 0.06, 0.07, 0, 0, 0 }, { 4, 0.06, 0.05, 0, 0, -0.26 }, { 4, 0.025, 0.07, 0, 0.08, -0.13 },
  { 5, 0.05, 0.04, 0, 0, -0.03 }, { 6, 0.04, 0.07, 0, 0, 0.01 }, { 6, 0.03, 0.05, 0.06, 0, 0.08 },
};

static void panda_shapes(lia_near_shape shape[NEAR_CAPSULES]) {
  for (int k = 0; k < NEAR_CAPSULES; k++) {
    const double *c = capsules[k];
    shape[k] = (lia_near_shape){ .C = { .kind = LIA_CONVEX_capsule, .radius = c[1],
      .size = { 0, c[2], 0 } }, .X_BS = LIA_FRAME_IDENTITY, .thing = (int)c[0] };
    lia_copy3(shape[k].X_BS.p, c + 3);
  }
}

static void draw_panda(near_pair *pair, const lia_near_shape *shape, const lia_frame *X_WB) {
  int n = 0;
  for (int i = 0; i < NEAR_CAPSULES; i++)
    for (int j = i + 1; j < NEAR_CAPSULES; j++, n++)
      for (int side = 0; side < 2; side++) {
        const lia_near_shape *s = &shape[side ? j : i];
        lia_frame X;
        near_side *z = &pair[n].side[side];
        lia_frame_mul(&X, &X_WB[s->thing], &s->X_BS);
        z->kind = 4;
        z->radius = s->C.radius;
        lia_copy3(z->size, s->C.size);
        lia_copy33(z->R, X.R);
        lia_copy3(z->p, X.p);
      }
}

static void place(placed *x, const near_side *s) {
  static const int kind[] = { LIA_CONVEX_box, LIA_CONVEX_polytope, LIA_CONVEX_cylinder,
    LIA_CONVEX_ellipsoid, LIA_CONVEX_capsule };
  *x = (placed){ .C = { .kind = kind[s->kind], .radius = s->radius, .nv = s->nv, .v = s->v } };
  lia_copy3(x->C.size, s->size);
  lia_copy33(x->X.R, s->R);
  lia_copy3(x->X.p, s->p);
}

static void nearest(int k) {
  lia_error err = { 0 };
  must(lia_convex_nearest(&told[k], &at[k][0].C, &at[k][0].X, &at[k][1].C, &at[k][1].X, &err),
      &err);
}

static void overlap(int k) {
  must(lia_convex_within(&within[k], &at[k][0].C, &at[k][0].X, &at[k][1].C, &at[k][1].X, 0, NULL),
      NULL);
}

int main(void) {
  mdl M = mdl_load(mdl_path("panda"));
  lia_model *m = compile(&M);
  lia_data *d;
  lia_near *near;
  lia_error err = { 0 };
  lia_rng r = lia_rng_seed(1);
  lia_near_shape shape[NEAR_CAPSULES];
  lia_near_hit hit;
  int found, a, b, body[7] = { 0, 1, 2, 3, 4, 5, 6 };
  static double q[NEAR_PAIRS][7];
  lia_frame X_WB[8];
  must(lia_data_new(&d, m, &err), &err);
  panda_shapes(shape);
  must(lia_near_new(&near, shape, NEAR_CAPSULES, body, 7, m, &err), &err);
  for (int k = 0; k + 1 < 7; k++) lia_near_ask(near, k, k + 1, 0);
  for (int k = 0; k < NEAR_FIRST; k++)
    for (int side = 0; side < 2; side++)
      draw(&all[k].side[side], &r, &near_sets[k / NEAR_PAIRS]);
  for (int k = 0; k < NEAR_PAIRS; k++) {
    for (int j = 0; j < 7; j++) q[k][j] = lia_rng_range(&r, -2, 2);
    lia_fk(m, d, q[k], X_WB);
    draw_panda(all + NEAR_FIRST + k * NEAR_PANDA, shape, X_WB);
  }
  for (int k = 0; k < NEAR_ALL; k++) {
    for (int side = 0; side < 2; side++) place(&at[k][side], &all[k].side[side]);
    nearest(k);
    overlap(k);
    all[k].distance = told[k].distance;
    if (within[k] != (told[k].distance <= 0)) fprintf(stderr, "pair %d: two answers\n", k);
  }
  near_pairs_io(all, NEAR_ALL, 1);
  for (int set = 0; set < NEAR_SETS - 1; set++) {
    char row[80];
    snprintf(row, sizeof row, "%s: do they overlap", near_sets[set].name);
    BENCH("collision", row, overlap(set * NEAR_PAIRS + k));
    snprintf(row, sizeof row, "%s: distance or depth", near_sets[set].name);
    BENCH("collision", row, nearest(set * NEAR_PAIRS + k));
  }
  BENCH("collision", "panda: 36 pairs of capsules one by one: do they overlap",
      for (int j = 0; j < NEAR_PANDA; j++) overlap(NEAR_FIRST + k * NEAR_PANDA + j));
  BENCH("collision", "panda: 36 pairs of capsules one by one: distance or depth",
      for (int j = 0; j < NEAR_PANDA; j++) nearest(NEAR_FIRST + k * NEAR_PANDA + j));
  BENCH("collision", "panda: does it collide with itself",
      lia_near_place(near, d, q[k]); must(lia_near_first(near, 0, &a, &b, &found, &err), &err));
  BENCH("collision", "panda: least distance to itself",
      lia_near_place(near, d, q[k]); must(lia_near_least(near, &hit, &found, &err), &err));
  const lia_near_hit *hits;
  double row[7];
  BENCH("collision", "panda: all distances below 0.1 m with gradients",
      lia_near_place(near, d, q[k]); must(lia_near_below(near, 0.1, &hits, &found, &err), &err);
      for (int j = 0; j < found; j++) lia_near_gradient(near, d, &hits[j], row));
  lia_near_free(near);
  lia_free(d);
  lia_free(m);
  return 0;
}
