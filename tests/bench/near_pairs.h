/* near_pairs.h - pairs of convex shapes that every library of a comparison is asked about: boxes,
 * polytopes, cylinders, ellipsoids, near and deep; the capsules of a panda at random places
 *
 * bench_collision.c writes them with its answers to BENCH_OUT/collision.txt, peers read them. */
#ifndef LIA_NEAR_PAIRS_H
#define LIA_NEAR_PAIRS_H

#include <stdio.h>
#include <stdlib.h>

enum { NEAR_PAIRS = 256, NEAR_CORNERS = 20, NEAR_SETS = 9, NEAR_CAPSULES = 9 };

/* kind: 0 box, 1 polytope, 2 cylinder, 3 ellipsoid, 4 capsule; size as lia_convex has it */
typedef struct near_side {
  int kind, nv;
  double size[3], radius, R[9], p[3], v[3 * NEAR_CORNERS];
} near_side;
typedef struct near_pair { near_side side[2]; double distance; } near_pair;

/* name, what it is, kind, how far the middles are at most; the last is the panda */
typedef struct near_set { const char *name; int kind; double spread; } near_set;
static const near_set near_sets[NEAR_SETS] = {
  { "boxes far", 0, 3 }, { "boxes near", 0, 1 }, { "polytopes far", 1, 3 },
  { "polytopes near", 1, 0.7 }, { "cylinders far", 2, 3 }, { "cylinders near", 2, 1 },
  { "ellipsoids far", 3, 3 }, { "ellipsoids near", 3, 0.8 }, { "panda capsules", 4, 0 },
};

static inline void near_numbers(FILE *f, double *x, int n, int write) {
  for (int k = 0; k < n; k++) {
    if (write) fprintf(f, " %.17g", x[k]);
    else if (fscanf(f, "%lf", x + k) != 1) exit(1);
  }
}

static inline void near_side_io(FILE *f, near_side *s, int write) {
  if (write) fprintf(f, "%d %d", s->kind, s->nv);
  else if (fscanf(f, "%d %d", &s->kind, &s->nv) != 2) exit(1);
  near_numbers(f, s->size, 3, write);
  near_numbers(f, &s->radius, 1, write);
  near_numbers(f, s->R, 9, write);
  near_numbers(f, s->p, 3, write);
  near_numbers(f, s->v, 3 * s->nv, write);
  if (write) fputs("\n", f);
}

static inline FILE *near_file(const char *mode) {
  char path[600];
  const char *out = getenv("BENCH_OUT");
  snprintf(path, sizeof path, "%s/collision.txt", out ? out : "build/bench");
  return fopen(path, mode);
}

static inline int near_pairs_io(near_pair *all, int n, int write) {
  FILE *f = near_file(write ? "w" : "r");
  if (!f) return 0;
  for (int k = 0; k < n; k++) {
    near_side_io(f, &all[k].side[0], write);
    near_side_io(f, &all[k].side[1], write);
    near_numbers(f, &all[k].distance, 1, write);
    if (write) fputs("\n", f);
  }
  fclose(f);
  return 1;
}

/* sets one behind the other; of the panda all pairs of capsules of 256 places */
enum { NEAR_PANDA = NEAR_CAPSULES * (NEAR_CAPSULES - 1) / 2, NEAR_FIRST = 8 * NEAR_PAIRS,
  NEAR_ALL = NEAR_FIRST + NEAR_PAIRS * NEAR_PANDA };

#endif
