/* mesh_file.h - meshes from STL, OBJ, Collada and glTF, and STL and OBJ back
 *
 * STL: text or binary, told apart by what they hold: a file as long as its count of triangles says
 * is binary, whatever it begins with. OBJ: v and f (v, v/t, v//n, v/t/n, negative ones counted from
 * the end), polygons as fans from their first corner, newmtl and Kd of the mtl files it names
 * beside it; normals, textures, names and groups say nothing about the surface. What else a file
 * holds is told (lia_mesh.note). Vertices that are equal are one in what comes back, triangles
 * without three corners and vertices in no triangle are gone, which is told too.
 *
 * Collada: triangles, polylists, polygons, strips and fans of all geometries of the scene, nodes
 * with their moves and instances, colours of effects, the unit of length (told). glTF 2.0 and GLB:
 * triangles, strips and fans of the scene, nodes, accessors with strides and sparse ones, buffers
 * in the text, in the GLB or beside the file, base colours. Axes stay those of the file in both, as
 * robots' viewers keep them; which one is up is told.
 *
 * A file that is broken is EPARSE with its place: "arm.obj:12", "arm.stl: triangle 7"; a truncated
 * one is broken. At most 4 million triangles and 512 MB: ELIMIT. */
#ifndef LIA_MESH_FILE_H
#define LIA_MESH_FILE_H

#include "io/mesh.h"

LIA_C_BEGIN

/* m is empty, and is what was read so far where it fails. file stands in complaints */
LIA_NODISCARD lia_status lia_mesh_read_stl(lia_mesh *m, const char *text, size_t n,
    const char *file, lia_error *err);
/* folder: of the mtl files, with / at its end; NULL: none are read, which is told */
LIA_NODISCARD lia_status lia_mesh_read_obj(lia_mesh *m, const char *text, size_t n,
    const char *file, const char *folder, lia_error *err);

/* a file of DOCTYPE is none: no entities */
LIA_NODISCARD lia_status lia_mesh_read_dae(lia_mesh *m, const char *text, size_t n,
    const char *file, lia_error *err);
/* JSON or GLB; folder: of its buffers, NULL: one that has any beside it is broken */
LIA_NODISCARD lia_status lia_mesh_read_gltf(lia_mesh *m, const char *text, size_t n,
    const char *file, const char *folder, lia_error *err);

/* every way of reading, a row each */
enum { LIA_MESH_KINDS = 5 };
typedef struct lia_mesh_kind {
  const char *name, *end;
  lia_status (*read)(lia_mesh *m, const char *text, size_t n, const char *file,
      const char *folder, lia_error *err);
} lia_mesh_kind;
extern const lia_mesh_kind lia_mesh_kinds[LIA_MESH_KINDS];

/* by the end of the name: .stl, .obj, .dae, .gltf, .glb; EARG for others, EIO */
LIA_NODISCARD lia_status lia_mesh_load(lia_mesh **m, const char *path, lia_error *err);

/* the other way; binary STL has numbers of 32 bits, the others all digits. No colours are written
 */
void lia_mesh_write_stl(const lia_mesh *m, lia_text *out);
void lia_mesh_write_binary(const lia_mesh *m, lia_text *out);
void lia_mesh_write_obj(const lia_mesh *m, lia_text *out);

LIA_C_END

#endif
