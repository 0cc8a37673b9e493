/* lmodel.h - what a model is to Lua: the description, and what was compiled from it */
#ifndef LIA_LMODEL_H
#define LIA_LMODEL_H

#include "bind.h"

#include "model/compile.h"
#include "model/data.h"

typedef struct lmodel {
  lia_spec *spec;
  lia_compiled c;         /* c.model is NULL until numbers are asked for */
  lia_data *d;
  double *q, *v, *a, *tau, *work;   /* (nq) (nv) (nv) (nv) (nv): arguments given by name, results on the way */
  lia_frame *X;           /* (bodies of c.model) */
  double *block;          /* what q, v .. point into */
} lmodel;

extern const lia_class lia_model_class;
extern const lia_fn lia_model_numbers[];   /* the methods that compute: lnumbers.c */

/* push an empty model with a description to fill; the box holds it from now on */
lmodel *lia_lmodel_push(lua_State *L);

/* the model in numbers, compiled where it was not yet; raises where it has open symbols */
const lia_model *lia_lmodel_numeric(lua_State *L, lmodel *o);
/* the same for dynamics; raises where a mass or an inertia is missing or a symbol */
const lia_model *lia_lmodel_dynamic(lua_State *L, lmodel *o);

#endif
