/* tyre_laws.h - the files of all tyres, in the words that were included before: tyre_num.c,
 * tyre_sym.c */
#include "kinds/tyres/tyre_words.h"
#include "kinds/tyres/tyre_wheel.h"

#define TYRE_LAW(name) static void NAME(tyre_##name)(const NUM *p, const NUM *in, NUM *out)

#include "kinds/tyres/linear.h"
#include "kinds/tyres/brush.h"
#include "kinds/tyres/tmeasy.h"
#include "kinds/tyres/four.h"
#include "kinds/tyres/mf.h"
#include "kinds/tyres/mf52.h"
#include "kinds/tyres/mf61.h"

/* the force element of a tyre: p are the numbers of the wheel, then those of the tyre */
#define X(name)                                                                               \
  static void NAME(wheel_##name)(const NUM *p, const NUM *x, const NUM *v, NUM *f) {          \
    NUM in[LIA_TYRE_IN], out[LIA_TYRE_OUT];                                                   \
    NAME(wheel_axes) axes = wheel_axes(p, x);                                                 \
    NAME(wheel_touch) touch = wheel_touch(p, x, v, &axes);                                    \
    wheel_slips(p, v, &axes, &touch, in);                                                     \
    NAME(tyre_##name)(p + LIA_WHEEL_NUMBERS, in, out);                                        \
    wheel_push(&axes, &touch, out, f);                                                        \
  }
#include "kinds/tyres.def"
#undef X
