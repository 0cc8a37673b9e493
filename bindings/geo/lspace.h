/* lspace.h - the value classes of space, and what lies in their userdata */
#ifndef LIA_LSPACE_H
#define LIA_LSPACE_H

#include "bindings/kit/bind.h"

#include "geo/frame.h"
#include "geo/inertia.h"
#include "geo/screw.h"

typedef struct lsix { double x[6]; } lsix;   /* a twist or a wrench, linear part first */

/* frame: lia_frame; twist, wrench: lsix; inertia: lia_inertia */
extern const lia_class lia_frame_class, lia_twist_class, lia_wrench_class, lia_inertia_class;

void lia_push_frame(lua_State *L, const lia_frame *X);
/* "tip": print tells that it is tip in world */
void lia_frame_label(lua_State *L, int idx, const char *name);
void lia_push_six(lua_State *L, const lia_class *c, const double x[6]);   /* a twist or a wrench */
void lia_push_inertia(lua_State *L, const lia_inertia *J);

/* {kind, axis, point, pitch, size_name = size} of a screw; size_name: rate, force, angle */
void lia_push_screw(lua_State *L, const lia_screw *s, const char *free_kind, const char *size_name,
    const char *free_size_name);

#endif
