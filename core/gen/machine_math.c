/* machine_math.c - sines, cosines and arctangents of num/ for tapes and kernels */
#include "gen/machine_math.h"

#include "num/atan.h"
#include "num/sincos.h"

const lia_tape_math lia_machine_math = { lia_sincos, lia_atan };
const lia_tape_math lia_machine_math_room = { lia_sincos_room, lia_atan_room };
