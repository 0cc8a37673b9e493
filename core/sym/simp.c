/* simp.c - the simplifications that put multiplying out to use */
#include "sym/simp.h"

#include "sym/build.h"
#include "sym/expand.h"

lia_expr lia_simp_expand(lia_pool *p, lia_expr e) {
  lia_expand_opts o = { .inside = 1, .most = LIA_SIMP_MOST };
  lia_expr r = lia_expand(p, e, &o);
  if (r != UINT32_MAX) return r;
  return lia_pool_fail(p, LIA_ELIMIT, "multiplied out this has more than %d terms", LIA_SIMP_MOST);
}
