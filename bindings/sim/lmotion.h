/* lmotion.h - kernels of whole motions, for runs */
#ifndef LIA_LMOTION_H
#define LIA_LMOTION_H

#include "bindings/kit/bind.h"

/* what a run of the model at index model asks, motors and inputs from outside, pushed as a kernel
 * of t, x = (q, v, z), u: 0; or nil, message, code: 3
 *   forces   of all elements, z', their power given and lost
 *   motion   also the power that the joints lose and accelerations; with rows the power of those
 *            that move in time, and the pivots of the rows (eom/acting.h): sure, diag
 *   closing  g, G v + b of all rows, dq, dv onto those that are not left out, sure
 * skip: (nrow) 1 for rows that are left out; NULL without rows. ahead: it is asked for again later,
 * do not wait for the compiler */
typedef enum lmotion_kind { LMOTION_forces, LMOTION_motion, LMOTION_closing, LMOTION_COUNT }
    lmotion_kind;
int lia_motion_push_run(lua_State *L, int model, lmotion_kind kind, const char *skip, int nrow,
                        int ahead);
/* 1: the motion as one function is quicker than the engine, by the operations it takes; raises */
int lia_motion_pays(lua_State *L, int model, const char *skip, int nrow);

/* { model =, what =, inputs = names, states = names } of a kernel that model:compile made (of
 * equations: without model), pushed: 1; or 0 */
int lia_motion_push_note(lua_State *L, int kernel);

#endif
