/* param.h - a number that a joint or a constraint is given, as a row of its kind lists it */
#ifndef LIA_PARAM_H
#define LIA_PARAM_H

#include "base/extern.h"

LIA_C_BEGIN

typedef struct lia_kind_param {
  const char *name, *unit, *text;   /* key in a description; its unit; one line of help */
  double defaults;                  /* where not given; NaN: must be given */
} lia_kind_param;

#define LIA_MUST_BE_GIVEN __builtin_nan("")

#define LIA_COUNT_OF(list) ((int)(sizeof(list) / sizeof *(list)))

/* the parameters of a row, as two of its columns */
#define LIA_PARAMS(list) LIA_COUNT_OF(list), list
#define LIA_NO_PARAMS 0, NULL

LIA_C_END

#endif
