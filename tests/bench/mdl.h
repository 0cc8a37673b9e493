/* mdl.h - plain-text models and seeded states that every driver of a comparison reads
 *
 * One line a body, parents first: body NAME PARENT TYPE ax ay az R(9, row major) p(3) m c(3) Ixx
 * Ixy Ixz Iyy Iyz Izz PARENT 0 is the ground, else a line number from 1; R, p: the joint frame in
 * the parent body at q = 0; c: centre of mass, I: inertia about it, in the body frame; TYPE: R
 * revolute, P prismatic, F free. */
#ifndef LIA_MDL_H
#define LIA_MDL_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* I: xx xy xz yy yz zz */
typedef struct mdl_body { char name[64], type; int parent; double axis[3], R[9], p[3], m, c[3],
    I[6]; } mdl_body;

typedef struct mdl {
  char name[64];
  int n, nq, nv;
  double gravity[3];
  mdl_body *body;
} mdl;

static inline void mdl_numbers(FILE *f, double *x, int n) {
  for (int k = 0; k < n; k++)
    if (fscanf(f, "%lf", x + k) != 1) {
      fputs("a number is missing in the model\n", stderr);
      exit(1);
    }
}

static inline mdl mdl_load(const char *path) {
  mdl M = { 0 };
  FILE *f = fopen(path, "r");
  if (!f || fscanf(f, " model %63s %d gravity", M.name, &M.n) != 2) {
    fprintf(stderr, "%s: no model\n", path);
    exit(1);
  }
  mdl_numbers(f, M.gravity, 3);
  M.body = (mdl_body *)calloc((size_t)M.n, sizeof *M.body);
  for (int i = 0; i < M.n; i++) {
    mdl_body *b = &M.body[i];
    if (fscanf(f, " body %63s %d %c", b->name, &b->parent, &b->type) != 3) {
      fprintf(stderr, "%s: body %d\n", path, i + 1);
      exit(1);
    }
    mdl_numbers(f, b->axis, 3);
    mdl_numbers(f, b->R, 9);
    mdl_numbers(f, b->p, 3);
    mdl_numbers(f, &b->m, 1);
    mdl_numbers(f, b->c, 3);
    mdl_numbers(f, b->I, 6);
    M.nq += b->type == 'F' ? 7 : 1;
    M.nv += b->type == 'F' ? 6 : 1;
  }
  fclose(f);
  return M;
}

/* [-1, 1), splitmix64 */
static inline double mdl_random(uint64_t *s) {
  uint64_t z = (*s += 0x9E3779B97F4A7C15u);
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
  z = (z ^ z >> 27) * 0x94D049BB133111EBu;
  return (double)((z ^ z >> 31) >> 11) * (2.0 / 9007199254740992.0) - 1.0;
}

/* states of a model, one after the other from seed 42: q, v, a. Free bodies have q = x y z w qx qy
 * qz (drawn as x y z qx qy qz w) and v, a = spatial velocity and acceleration in body axes, linear
 * part first */
enum { MDL_STATES = 16 };
typedef struct mdl_state { double *q, *v, *a; } mdl_state;

static inline void mdl_states(const mdl *M, mdl_state S[MDL_STATES]) {
  uint64_t r = 42;
  for (int k = 0; k < MDL_STATES; k++) {
    double *q = S[k].q = (double *)malloc((size_t)(M->nq + 2 * M->nv) * sizeof(double));
    S[k].v = q + M->nq;
    S[k].a = S[k].v + M->nv;
    for (int i = 0; i < M->n; i++) {
      char t = M->body[i].type;
      if (t != 'F') { *q++ = mdl_random(&r) * (t == 'R' ? 3.14159265358979323846 : 1.0); continue; }
      double Q[4], nn = 0;
      for (int c = 0; c < 3; c++) *q++ = mdl_random(&r);
      for (int c = 0; c < 4; c++) { Q[c] = mdl_random(&r); nn += Q[c] * Q[c]; }
      *q++ = Q[3] / sqrt(nn);
      for (int c = 0; c < 3; c++) *q++ = Q[c] / sqrt(nn);
    }
    for (int i = 0; i < 2 * M->nv; i++) S[k].v[i] = mdl_random(&r);
  }
}

static inline void mdl_free(mdl *M, mdl_state S[MDL_STATES]) {
  for (int k = 0; k < MDL_STATES; k++) free(S[k].q);
  free(M->body);
}

/* the models of a comparison, run from the checkout */
enum { MDL_MODELS = 7 };
static const char *const mdl_models[MDL_MODELS] = { "puma560", "panda", "stanford", "humanoid36",
    "bintree30", "chain100", "chain500" };

static inline const char *mdl_path(const char *model) {
  static char path[256];
  snprintf(path, sizeof path, "tests/bench/models/%s.mdl", model);
  return path;
}

/* numbers by which both sides must agree before a time counts: ours writes
 * $BENCH_OUT/<model>.<what>, peers compare */
static inline FILE *mdl_numbers_open(const char *model, const char *what, const char *mode) {
  char path[512];
  const char *folder = getenv("BENCH_OUT");
  if (!folder) return NULL;
  snprintf(path, sizeof path, "%s/%s.%s", folder, model, what);
  return fopen(path, mode);
}

static inline void mdl_numbers_write(const char *model, const char *what, const double *x, int n) {
  FILE *f = mdl_numbers_open(model, what, "w");
  for (int k = 0; f && k < n; k++) fprintf(f, "%.17g\n", x[k]);
  if (f) fclose(f);
}

/* 1 where x agrees with ours to 1e-9 of the largest number (or ours is not there), else 0 and a
 * line on stderr */
static inline int mdl_numbers_agree(const char *model, const char *what, const char *who,
    const double *x, int n) {
  FILE *f = mdl_numbers_open(model, what, "r");
  double y, worst = 0, size = 1;
  if (!f) return 1;
  for (int k = 0; k < n; k++) {
    if (fscanf(f, "%lf", &y) != 1) { worst = INFINITY; break; }
    if (!(fabs(x[k] - y) <= worst)) worst = fabs(x[k] - y);
    if (fabs(y) > size) size = fabs(y);
  }
  fclose(f);
  if (worst <= 1e-9 * size) return 1;
  fprintf(stderr, "  %s %s: %s differs by %g (of %g): its times do not count\n", model, what, who,
      worst, size);
  return 0;
}

#endif
