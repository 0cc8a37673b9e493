/* constraint_texts.h - how the file of a constraint of coordinates writes its row, by position
 *
 * name, text, parameters, coordinates (-1: any number, with factors) and what they are called in a
 * description, equations of the user and what they are called. write is a function of the file: the
 * equation as a text, from texts of all of them */
#ifndef LIA_CONSTRAINT_TEXTS_H
#define LIA_CONSTRAINT_TEXTS_H

#include "kinds/constraint.h"

LIA_C_BEGIN

#define LIA_CONSTRAINT_OF_COORDINATES(name, text, params, ncoord, coord_key, nexpr, expr_key)      \
  extern const lia_constraint_type lia_constraint_##name;                                          \
  const lia_constraint_type lia_constraint_##name = {                                              \
    #name, text, NULL, 0, 1, 1, params, nexpr, 0, 0, ncoord, coord_key, expr_key, NULL, NULL,      \
    write,                                                                                         \
  }

LIA_C_END

#endif
