/* answer.c - whether forward dynamics has an answer, and why not */
#include "rbd/answer.h"

#include "base/mem.h"
#include "num/idle.h"
#include "rbd/crba.h"
#include "rbd/far.h"

#include <math.h>
#include <string.h>

int lia_answer_weightless(const lia_model *m, lia_data *d, const double *q) {
  return lia_far_weightless(m, d, q, d->judge);
}

lia_status lia_answer_check(const lia_model *m, lia_data *d, const double *q, const double *x,
                            int n) {
  double sum = 0, least = INFINITY, most = 0;
  int odd = 0, none = -1;
  for (int k = 0; k < n; k++) sum += x[k] * 0;   // nan where x has one, or infinity
  for (int k = 0; k < m->nv; k++) {
    const double D = d->D[k];
    odd |= !(D > 0);
    least = D < least ? D : least;   // fmin is a call
    most = D > most ? D : most;
  }
  if (sum != 0 || odd || most > 1e12 * least) none = lia_answer_weightless(m, d, q);
  return sum == 0 && none < 0 ? LIA_OK : LIA_ESINGULAR;
}

/* the motion that moves nothing, in words */
static void say(const lia_model *m, lia_data *d, const double *q, int who, const char *const *name,
                double *room,
                lia_error *err) {
  const int n = m->nv;
  double *M = room, *z = M + n * n;
  char what[300];
  lia_crba(m, d, q, M);
  lia_idle_motion(n, who, M, z, z + n);
  lia_idle_tell(n, z, name, what, sizeof what);
  const char *cure = "what is between them a mass, or one of them a rotor";
  if (strstr(what, "of its own")) cure = "it an inertia or a rotor";
  (void)LIA_FAIL(err, LIA_ESINGULAR, "", "the mass matrix is singular here: %s (give %s)", what,
                 cure);
}

lia_status lia_answer_tell(const lia_model *m, lia_data *d, const double *q,
                           const char *const *name, lia_error *err) {
  const size_t n = (size_t)m->nv;
  const int who = lia_answer_weightless(m, d, q);
  if (who < 0) return LIA_FAIL(err, LIA_ESINGULAR, "",
                               "the accelerations are too large for numbers");
  double *room = lia_malloc((2 * n * n + n + 1) * sizeof *room);
  if (!room) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  say(m, d, q, who, name, room, err);
  lia_free(room);
  return LIA_ESINGULAR;
}
