/* tyre_laws.h - the files of all tyres, in the words that were included before: tyre_num.c,
 * tyre_sym.c */
#include "kinds/tyres/tyre_words.h"
#include "kinds/tyres/tyre_wheel.h"

#define TYRE_LAW(name) static void NAME(tyre_##name)(const NUM *p, const NUM *in, NUM *out)
/* relaxation lengths along and across, 0: none; of a tyre that has no own ones */
#define TYRE_LENGTHS(name) static void NAME(lengths_##name)(const NUM *p, const NUM *in, NUM *out)
#define TYRE_AT_ONCE(name)                                                                    \
  TYRE_LENGTHS(name) {                                                                        \
    (void)p;                                                                                  \
    (void)in;                                                                                 \
    out[0] = out[1] = number(0);                                                              \
  }

#include "kinds/tyres/linear.h"
#include "kinds/tyres/brush.h"
#include "kinds/tyres/tmeasy.h"
#include "kinds/tyres/four.h"
#include "kinds/tyres/mf.h"
#include "kinds/tyres/mf52.h"
#include "kinds/tyres/mf61.h"

/* the force element of a tyre: p are the numbers of the wheel, then those of the tyre */
#define X(name)                                                                               \
  /* p: of the wheel; what its tyre is asked, dz: how its states change */                    \
  static void NAME(ask_##name)(const NUM *p, const NUM *v, const NUM *z,                      \
                               const NAME(wheel_axes) *axes, const NAME(wheel_touch) *touch,  \
                               NUM *in, NUM *dz) {                                            \
    NUM length[2];                                                                            \
    NAME(wheel_slip) slip = wheel_slips(p, v, axes, touch, in);                               \
    NAME(lengths_##name)(p + LIA_WHEEL_NUMBERS, in, length);                                  \
    wheel_late(p, z, &slip, length, in, dz);                                                  \
  }                                                                                           \
  static void NAME(wheel_##name)(const NUM *p, const NUM *x, const NUM *v, const NUM *z,      \
                                 NUM *f, NUM *dz) {                                           \
    NUM in[LIA_TYRE_IN], out[LIA_TYRE_OUT];                                                   \
    NAME(wheel_axes) axes = wheel_axes(p, x);                                                 \
    NAME(wheel_touch) touch = wheel_touch(p, x, v, &axes);                                    \
    NAME(ask_##name)(p, v, z, &axes, &touch, in, dz);                                         \
    NAME(tyre_##name)(p + LIA_WHEEL_NUMBERS, in, out);                                        \
    wheel_mirror(p, out);                                                                     \
    wheel_push(&axes, &touch, out, f);                                                        \
  }
#include "kinds/tyres.def"
#undef X
