/* idle.c - from the leading block that still has an inverse */
#include "num/idle.h"

#include "base/assert.h"
#include "base/text.h"
#include "num/factor.h"

#include <math.h>
#include <string.h>

int lia_idle_first(int n, const double *A, double *work) {
  for (int k = 1; k < n; k++) {
    for (int i = 0; i < k; i++) memcpy(work + i * k, A + i * n, (size_t)k * sizeof *work);
    if (lia_chol_factor(lia_mat_of(work, k, k), NULL) != LIA_OK) return k - 1;
  }
  return n - 1;
}

// A11 z1 = -a12, z2 = 1
void lia_idle_motion(int n, int k, const double *A, double *z, double *work) {
  LIA_ASSERT(k >= 0 && k < n);
  for (int i = 0; i < n; i++) z[i] = 0;
  for (int i = 0; i < k; i++) {
    memcpy(work + i * k, A + i * n, (size_t)k * sizeof *work);
    z[i] = -A[i * n + k];
  }
  if (k > 0 && lia_chol_factor(lia_mat_of(work, k, k), NULL) == LIA_OK)
    lia_chol_solve(lia_mat_of(work, k, k), z);
  else
    for (int i = 0; i < k; i++) z[i] = 0;
  z[k] = 1;
  double most = 1;
  for (int i = 0; i < k; i++) most = fmax(most, fabs(z[i]));
  for (int i = 0; i < n; i++)
    if (fabs(z[i]) < 1e-7 * most) z[i] = 0;
}

enum { SHOWN = 4 };   // of many coordinates the first few

void lia_idle_tell(int n, const double *z, const char *const *name, char *text, size_t size) {
  int list[SHOWN], shown = 0, count = 0;
  size_t used = 0;
  for (int i = 0; i < n; i++)
    if (z[i] != 0 && count++ < SHOWN) list[shown++] = i;
  LIA_ASSERT(size > 0 && count > 0);
  text[0] = 0;
  if (count == 1) {
    lia_text_format(text, size,
        "'%.60s' moves no mass of its own, so no force tells its acceleration", name[list[0]]);
    return;
  }
  for (int k = 0; k < shown && used < size; k++) {
    const char *before = k == count - 1 ? " and " : ", ";
    used += (size_t)lia_text_format(text + used, size - used, "%s'%.40s'", k ? before : "",
        name[list[k]]);
  }
  if (used < size)
    used += (size_t)lia_text_format(text + used, size - used, "%s move no mass where they move as ",
        count > shown ? " .." : "");
  for (int k = 0; k < shown && used < size; k++)
    used += (size_t)lia_text_format(text + used, size - used, "%s%.4g", k ? " : " : "",
        z[list[k]] / z[list[0]]);
  if (used < size)
    lia_text_format(text + used, size - used, "%s, so no force tells how they share their motion",
        count > shown ? " .." : "");
}
