/* lschema.h - the fields of descriptions as Lua tables */
#ifndef LIA_LSCHEMA_H
#define LIA_LSCHEMA_H

#include "bindings/kit/bind.h"

/* registers li._internal.schema: what lib/liaison/describe/fields.lua shows */
void lia_schema_functions(lua_State *L);

#endif
