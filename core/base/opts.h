/* opts.h - options told once: a list of X(type, name, default, condition on x, text) is a struct,
 * its defaults, its check
 *
 *   #define LIA_FD_OPTS(X) X(double, h, 0, x >= 0, "step") X(...)
 *   typedef struct lia_fd_opts { LIA_FD_OPTS(LIA_OPT_FIELD) } lia_fd_opts;
 *   const lia_fd_opts lia_fd_defaults = { LIA_FD_OPTS(LIA_OPT_DEFAULT) };
 *   lia_status lia_fd_check(const lia_fd_opts *o, lia_error *err) {
 *     LIA_FD_OPTS(LIA_OPT_CHECK)
 *     return LIA_OK;
 *   }
 *
 * The same list is read by the options of Lua (bindings/kit/bind.h) and by help. */
#ifndef LIA_OPTS_H
#define LIA_OPTS_H

#include "base/status.h"

LIA_C_BEGIN

#define LIA_OPT_FIELD(type, name, def, ok, text) type name;
#define LIA_OPT_DEFAULT(type, name, def, ok, text) .name = def,

/* "h: needs x >= 0, got -1 (step)" */
#define LIA_OPT_CHECK(type, name, def, ok, text) \
  { \
    type x = o->name; \
    if (!(ok)) return LIA_FAIL(err, LIA_EARG, #name, "needs %s, got %g (%s)", #ok, (double)x, \
        text); \
  }

LIA_C_END

#endif
