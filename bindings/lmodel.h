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
/* the methods that compute: lnumbers.c, lkinematics.c, ldynamics.c */
extern const lia_fn lia_model_numbers[], lia_model_kinematics[], lia_model_dynamics[];

/* push an empty model with a description to fill; the box holds it from now on */
lmodel *lia_lmodel_push(lua_State *L);

/* the model in numbers, compiled where it was not yet; raises where it has open symbols */
const lia_model *lia_lmodel_numeric(lua_State *L, lmodel *o);
/* the same for dynamics; raises where a mass or an inertia is missing or a symbol */
const lia_model *lia_lmodel_dynamic(lua_State *L, lmodel *o);

/* argument i as q or v (a, tau): numbers in order, or a table by name (then into x, which is of the right size; q has its own) */
const double *lia_lmodel_q(lua_State *L, int i, const lia_arg *a, lmodel *o);
const double *lia_lmodel_v(lua_State *L, int i, const lia_arg *a, const lmodel *o, double *x);

/* where a result goes: into out, argument i, where it is given, else into a new vec or mat; left on top */
double *lia_lmodel_vec(lua_State *L, int i, const lia_arg *out, int n);
double *lia_lmodel_mat(lua_State *L, int i, const lia_arg *out, int rows, int cols);

#endif
