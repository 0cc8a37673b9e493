/* urdf_options.h - what the caller of the URDF reader decides */
#ifndef LIA_URDF_OPTIONS_H
#define LIA_URDF_OPTIONS_H

#include "base/extern.h"

LIA_C_BEGIN

typedef struct lia_urdf_options {
  /* 1: the root link moves freely; 0: it is fixed to the world (a link named world is the world) */
  int floating;
  int missing_zero;  /* 1: masses and inertias that are not told are 0 */
  const char *tip;   /* the link meant where none is named; NULL: chosen */
} lia_urdf_options;

LIA_C_END

#endif
