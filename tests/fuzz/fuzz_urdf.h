/* fuzz_urdf.h - any bytes as URDF: a model that moves, or a message */
#ifndef LIA_FUZZ_URDF_H
#define LIA_FUZZ_URDF_H

#include "fuzz/fuzz.h"

#include "io/urdf.h"
#include "describe/check.h"
#include "model/compile.h"
#include "model/data.h"
#include "rbd/forward.h"
#include "rbd/rnea.h"

enum { FUZZ_URDF_MOST = 40 };

static inline void fuzz_dynamics(const lia_model *m) {
  lia_data *d;
  if (m->nv == 0 || m->nv > FUZZ_URDF_MOST || m->nq > 2 * FUZZ_URDF_MOST ||
      lia_data_new(&d, m, NULL) != LIA_OK)
    return;
  double q[2 * FUZZ_URDF_MOST], v[FUZZ_URDF_MOST], a[FUZZ_URDF_MOST], tau[FUZZ_URDF_MOST];
  lia_model_neutral(m, q);
  for (int k = 0; k < m->nv; k++) {
    v[k] = 0.1 * k - 0.3;
    a[k] = 0.7 - 0.2 * k;
  }
  lia_rnea(m, d, q, v, a, tau);
  lia_forward(m, d, q, v, tau, a);
  lia_free(d);
}

static inline void fuzz_urdf_once(const uint8_t *data, size_t size) {
  lia_spec *s;
  lia_error err = { 0 };
  lia_compiled c = { 0 };
  if (lia_spec_new(&s, &err) != LIA_OK) return;
  const lia_urdf_options options = { .floating = (int)(size & 1) };
  lia_status st = lia_urdf_read(s, (const char *)data, size, "fuzz", &options, &err);
  if (st == LIA_OK) st = lia_spec_check(s, &err);
  if (st == LIA_OK) st = lia_compile(&c, s, &err);
  if (st == LIA_OK && c.dynamic.code == LIA_OK) fuzz_dynamics(c.model);
  if (st != LIA_OK) FUZZ_HOLDS(err.text[0] != 0, "a failure without a word");
  char report[2000];
  lia_check_report(s, 0, report, sizeof report);
  lia_check_report(s, 1, report, sizeof report);
  lia_free(c.model);
  lia_constraints_free(c.constraints);
  lia_spec_free(s);
}

static inline void fuzz_urdf(const uint8_t *data, size_t size) {
  fuzz_twice(fuzz_urdf_once, data, size);
}

#endif
