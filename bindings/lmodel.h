/* lmodel.h - what a model is to Lua: the description, and what was compiled from it */
#ifndef LIA_LMODEL_H
#define LIA_LMODEL_H

#include "bind.h"

#include "model/spec.h"

typedef struct lmodel {
  lia_spec *spec;
} lmodel;

extern const lia_class lia_model_class;

/* push an empty model with a description to fill; the box holds it from now on */
lmodel *lia_lmodel_push(lua_State *L);

#endif
