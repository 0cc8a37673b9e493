/* bench_rbd.c - what the algorithms on trees cost, on the models and states of the peers */
#include "bench.h"
#include "compile_mdl.h"

#include "base/mem.h"
#include "rbd/aba.h"
#include "rbd/com.h"
#include "rbd/coriolis.h"
#include "rbd/crba.h"
#include "rbd/deriv.h"
#include "rbd/energy.h"
#include "rbd/fk.h"
#include "rbd/forward.h"
#include "rbd/jac.h"
#include "rbd/regress.h"
#include "rbd/rnea.h"

static lia_model *m;
static lia_data *d;
static mdl_state S[MDL_STATES];
static double *out, *out2, *out3, *vec, *Y;
static lia_frame *X;

/* first the numbers, for the peers to compare with; then the times */
static void numbers(const char *model) {
  lia_rnea(m, d, S[0].q, S[0].v, S[0].a, vec);
  mdl_numbers_write(model, "tau", vec, m->nv);
  lia_forward(m, d, S[0].q, S[0].v, S[0].a, vec);
  mdl_numbers_write(model, "qdd", vec, m->nv);
  lia_crba(m, d, S[0].q, out);
  mdl_numbers_write(model, "M", out, m->nv * m->nv);
  lia_fk(m, d, S[0].q, X);
  mdl_numbers_write(model, "tip", X[m->nbody - 1].p, 3);
  lia_jac(m, d, S[0].q, m->nbody - 1, NULL, LIA_AXES_BASE, out);
  mdl_numbers_write(model, "J", out, 6 * m->nv);
}

#define ROW(name, call)                                                          \
  do {                                                                           \
    char row[96];                                                                \
    snprintf(row, sizeof row, "%s %s", model, name);                             \
    BENCH("rbd", row, const mdl_state *s = &S[i & (MDL_STATES - 1)]; call);      \
  } while (0)

static void rows(const char *model) {
  int tip = m->nbody - 1;
  ROW("forward kinematics", lia_fk(m, d, s->q, X));
  ROW("tip Jacobian", lia_jac(m, d, s->q, tip, NULL, LIA_AXES_BASE, out));
  ROW("inverse dynamics", lia_rnea(m, d, s->q, s->v, s->a, vec));
  ROW("gravity", lia_rnea_gravity(m, d, s->q, vec));
  ROW("bias", lia_rnea(m, d, s->q, s->v, NULL, vec));
  ROW("mass matrix", lia_crba(m, d, s->q, out));
  ROW("forward dynamics", lia_forward(m, d, s->q, s->v, s->a, vec));
  ROW("centroidal matrix", lia_com_matrix(m, d, s->q, out));
  ROW("energy", vec[0] = lia_energy_kinetic(m, d, s->q, s->v));
  if (m->nv > 100) return;
  ROW("regressor", lia_regress(m, d, s->q, s->v, s->a, Y));
  ROW("forward dynamics by factors", lia_forward_factor(m, d, s->q, s->v, s->a, vec));
  ROW("inverse of M", lia_forward_minv(m, d, s->q, out));
  ROW("Coriolis matrix", lia_coriolis(m, d, s->q, s->v, out));
  ROW("derivatives of inverse dynamics", lia_deriv_inverse(m, d, s->q, s->v, s->a, out, out2));
  ROW("derivatives of forward dynamics",
      lia_deriv_forward(m, d, s->q, s->v, s->a, vec, out, out2, out3));
}

int main(void) {
  for (int k = 0; k < MDL_MODELS; k++) {
    mdl M = mdl_load(mdl_path(mdl_models[k]));
    m = compile(&M);
    if (lia_data_new(&d, m, NULL) != LIA_OK) return 1;
    mdl_states(&M, S);
    size_t n = (size_t)m->nv * (size_t)m->nv + 6 * (size_t)m->nv;
    out = calloc(3 * n, sizeof *out);
    out2 = out + n;
    out3 = out2 + n;
    vec = calloc((size_t)m->nv, sizeof *vec);
    X = calloc((size_t)m->nbody, sizeof *X);
    Y = calloc(10 * (size_t)m->nv * (size_t)m->nbody, sizeof *Y);
    numbers(mdl_models[k]);
    rows(mdl_models[k]);
    free(out);
    free(vec);
    free(Y);
    free(X);
    mdl_free(&M, S);
    lia_free(d);
    lia_free(m);
  }
  return 0;
}
