/* lmodel.h - what a model is to Lua: the description, and what was compiled from it */
#ifndef LIA_LMODEL_H
#define LIA_LMODEL_H

#include "bindings/kit/bind.h"

#include "model/compile.h"
#include "model/data.h"
#include "rbd/ik.h"

typedef struct lmodel {
  lia_spec *spec;
  lia_compiled c;         /* c.model is NULL until numbers are asked for */
  lia_data *d;
  /* (nq) (nv) (nv) (nv) (nv): arguments given by name, results on the way */
  double *q, *v, *a, *tau, *work;
  lia_frame *X;           /* (bodies of c.model) */
  lia_ik *ik;             /* NULL until it is asked for */
  double *block;          /* what q, v .. point into */
  struct lia_cmodel *closed;   /* made where constraints are asked for */
  struct lia_sparse *sparse;   /* the same as one sparse system, made where that is */
} lmodel;

extern const lia_class lia_model_class;
/* the methods that compute: lnumbers.c, lkinematics.c, ldynamics.c, lenergy.c, lik.c, lclosed.c
 * (with lassemble.c) */
extern const lia_fn lia_model_numbers[], lia_model_kinematics[], lia_model_dynamics[],
    lia_model_wrenches[],
    lia_model_energy[], lia_model_ik[], lia_model_closed[];
extern const lia_opt lia_model_ik_opts[];
/* {"q1"} of options.fix at i: 1 for each velocity that stays, in Lua's memory, left on the stack;
 * NULL: no such option */
const char *lia_lmodel_held(lua_State *L, int i, const lmodel *o);
/* what works on the constraints of a compiled model; NULL: it has none */
struct lia_cmodel *lia_lmodel_closed(lua_State *L, lmodel *o);

/* the description of o in expressions of p, on its way: held by a box left on the stack. Raises */
struct lia_smodel *lia_push_smodel_hold(lua_State *L, struct lia_pool *p, const lmodel *o);

/* push an empty model with a description to fill; the box holds it from now on */
lmodel *lia_lmodel_push(lua_State *L);

/* the model in numbers, compiled where it was not yet; raises where it has open symbols */
const lia_model *lia_lmodel_numeric(lua_State *L, lmodel *o);
/* the same for dynamics; raises where a mass or an inertia is missing or a symbol */
const lia_model *lia_lmodel_dynamic(lua_State *L, lmodel *o);

/* argument i as q or v (a, tau): numbers in order, or a table by name (then into x, which is of the
 * right size; q has its own) */
const double *lia_lmodel_q(lua_State *L, int i, const lia_arg *a, lmodel *o);
const double *lia_lmodel_v(lua_State *L, int i, const lia_arg *a, const lmodel *o, double *x);
/* the same where a motion begins: what a table by name leaves out begins in its neutral
 * place, its speed at 0 */
const double *lia_lmodel_start_q(lua_State *L, int i, const lia_arg *a, lmodel *o);
const double *lia_lmodel_start_v(lua_State *L, int i, const lia_arg *a, const lmodel *o,
                                 double *x);

/* {1, 2, 6} -> bits; all six where nothing is given */
unsigned lia_lmodel_rows(lua_State *L, int i, const lia_arg *a);

/* the value on top as six numbers, force first; argument i is the table it stands in, under name */
void lia_lmodel_six(lua_State *L, int i, const char *name, double x[6]);

/* the body or frame of this name, the world, or (NULL) the tip: body of the model (-1: the world),
 * and where on it; argument i is blamed for a name that is none */
typedef struct lspot { int body; lia_frame X_BF; const char *name; } lspot;
lspot lia_lmodel_spot(lua_State *L, int i, const char *name, const lmodel *o);

/* its pose in the world, where the model in numbers stands at q */
lia_frame lia_lmodel_pose(lmodel *o, const double *q, const lspot *p);

/* forces on bodies and frames from the table at argument i, where the model stands at q: (6 nbody)
 * on every body about its origin in its axes, in Lua's memory; NULL: none (lwrenches.c) */
const double *lia_lmodel_external(lua_State *L, int i, lmodel *o, const double *q);

/* a point of a body or frame, told in axes: arguments a[0] body: str, a[1] point: vec3, a[2] axes:
 * str from argument i on. body -1: the world; turned: what is told in axes of the body `axes` is to
 * be told in a frame turned by R of turn there */
typedef struct ltarget {
  int body;
  lia_frame X_BF;
  double p_B[3];
  int axes, turned;
  lia_frame turn;
  const char *name, *axes_name;
} ltarget;
ltarget lia_ltarget_find(lua_State *L, int i, const lia_arg *a, const lmodel *o, int out_first);

/* where a result goes: into out, argument i, where it is given, else into a new vec or mat; left on
 * top */
double *lia_lmodel_vec(lua_State *L, int i, const lia_arg *out, int n);
double *lia_lmodel_mat(lua_State *L, int i, const lia_arg *out, int rows, int cols);

#endif
