/* lmesh.h - meshes as others read them */
#ifndef LIA_LMESH_H
#define LIA_LMESH_H

#include "bindings/kit/bind.h"

#include "io/mesh.h"

/* the mesh at idx; raises */
const lia_mesh *lia_lmesh_at(lua_State *L, int idx);

#endif
