/* lode_inside.h - what the files of li.ode share: the inputs of x' = f(t, x, u), and the model
 * whose motion f is */
#ifndef LIA_LODE_INSIDE_H
#define LIA_LODE_INSIDE_H

#include "bindings/sim/lsim.h"

/* ---- lode_inputs.c ---- */

/* inputs u of f by name; their values: numbers and expressions, functions, and what the options
 * input, tau and controllers of the run give */
typedef struct ode_inputs {
  int n;
  const char **name;             /* (n) */
  double *u;                     /* (n) as f is given them now */
  struct ltau *told;             /* numbers and expressions, or NULL */
  lia_callback *functions;       /* .fn at { {[k] = function}, x }, where there are some */
  int nfunction, asked;
  int *which;                    /* (nfunction) of which input each is */
  double t, value;
  double *x;                     /* storage of the vec the functions are given */
  lsource_input *more;           /* of the run: adds to u */
  void *more_user;
  int nq, nv;                    /* of x: q, then v */
} ode_inputs;

/* which inputs there are, and their names: of option `inputs` at options, or (n of a kernel, -1: of
 * a function, which has those that are named) of the table at names (0: none) */
void lia_ode_inputs_names(lua_State *L, ode_inputs *o, int options, int n, int names);
/* what sets them, once src has the names of the states; functions get the vec on top by the names
 * that it has: it stays */
void lia_ode_inputs_values(lua_State *L, ode_inputs *o, const lsource *src, int options);
/* into o->u; EUSER, EDOMAIN */
lia_status lia_ode_inputs_at(ode_inputs *o, double t, const double *x, lia_error *err);
double lia_ode_inputs_next(const ode_inputs *o, double t, double dir);

/* ---- lode_model.c ---- */

/* of the model that x = (q, v, own states) is the motion of: names of the states and their units,
 * T, V, E; pushed: what it needs */
struct lmodel;
typedef struct ode_model ode_model;
ode_model *lia_ode_model_push(lua_State *L, int model);
int lia_ode_model_states(const ode_model *o);
/* into src: what a run of it shows. .user of src becomes user */
void lia_ode_model_tell(lua_State *L, ode_model *o, lsource *src);
const char *lia_ode_model_name(const ode_model *o, int i);
const char *lia_ode_model_unit(const ode_model *o, int i);
void lia_ode_model_energies(ode_model *o, double t, const double *x, double *y);
/* how far it came off its constraints, where that is worth a word, into the list */
void lia_ode_model_told(ode_model *o, lua_State *L, int list);

#endif
