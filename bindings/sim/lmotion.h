/* lmotion.h - kernels of whole motions, for runs */
#ifndef LIA_LMOTION_H
#define LIA_LMOTION_H

#include "bindings/kit/bind.h"

/* what a run of the model at index model asks, motors and inputs from outside, pushed: kernel
 * (t, x = (q, v, z), u) -> (forces of all elements, z', their power given and lost; whole: also the
 * power that the joints lose, accelerations): 0; or nil, message, code: 3 */
int lia_motion_push_run(lua_State *L, int model, int whole);

/* { model =, what =, inputs = names, states = names } of a kernel that model:compile made (of
 * equations: without model), pushed: 1; or 0 */
int lia_motion_push_note(lua_State *L, int kernel);

#endif
