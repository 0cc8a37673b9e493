/* machine_math.h - the functions that tapes and kernels share: the same bits on every machine */
#ifndef LIA_MACHINE_MATH_H
#define LIA_MACHINE_MATH_H

#include "sym/tape/eval.h"

LIA_C_BEGIN

/* of num/sincos.h and num/atan.h */
extern const lia_tape_math lia_machine_math;
/* the same where results have room for the next multiple of eight */
extern const lia_tape_math lia_machine_math_room;

LIA_C_END

#endif
