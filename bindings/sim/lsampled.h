/* lsampled.h - programs asked every now and then as Lua values */
#ifndef LIA_LSAMPLED_H
#define LIA_LSAMPLED_H

#include "bindings/kit/bind.h"

#include "sim/sampled.h"

extern const lia_class lia_sampled_class;

#endif
