/* mdl.h - plain-text models and seeded states that every driver of a comparison reads
 *
 * One line a body, parents first: body NAME PARENT TYPE ax ay az R(9, row major) p(3) m c(3) Ixx Ixy Ixz Iyy Iyz Izz
 * PARENT 0 is the ground, else a line number from 1; R, p: the joint frame in the parent body at q = 0; c: centre of mass, I: inertia
 * about it, in the body frame; TYPE: R revolute, P prismatic, F free. */
#ifndef LIA_MDL_H
#define LIA_MDL_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct mdl_body { char name[64], type; int parent; double axis[3], R[9], p[3], m, c[3], I[6]; } mdl_body;  /* I: xx xy xz yy yz zz */

typedef struct mdl {
  char name[64];
  int n, nq, nv;
  double gravity[3];
  mdl_body *body;
} mdl;

static inline void mdl_numbers(FILE *f, double *x, int n) {
  for (int k = 0; k < n; k++)
    if (fscanf(f, "%lf", x + k) != 1) { fputs("a number is missing in the model\n", stderr); exit(1); }
}

static inline mdl mdl_load(const char *path) {
  mdl M = { 0 };
  FILE *f = fopen(path, "r");
  if (!f || fscanf(f, " model %63s %d gravity", M.name, &M.n) != 2) { fprintf(stderr, "%s: no model\n", path); exit(1); }
  mdl_numbers(f, M.gravity, 3);
  M.body = (mdl_body *)calloc((size_t)M.n, sizeof *M.body);
  for (int i = 0; i < M.n; i++) {
    mdl_body *b = &M.body[i];
    if (fscanf(f, " body %63s %d %c", b->name, &b->parent, &b->type) != 3) { fprintf(stderr, "%s: body %d\n", path, i + 1); exit(1); }
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

/* states of a model, one after the other from seed 42: q, v, a. Free bodies have q = x y z w qx qy qz (drawn as x y z qx qy qz w) and
 * v, a = spatial velocity and acceleration in body axes, linear part first */
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

#endif
