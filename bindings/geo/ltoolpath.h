/* ltoolpath.h - paths of a tool as Lua values, for all that follows them */
#ifndef LIA_LTOOLPATH_H
#define LIA_LTOOLPATH_H

#include "bindings/kit/bind.h"

#include "geo/tool_path.h"

/* the object is a lia_tool_path, never NULL */
extern const lia_class lia_toolpath_class;

#endif
