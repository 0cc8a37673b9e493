/* mesh_load.c - files of meshes by their names */
#include "io/mesh_file.h"
#include "io/slurp.h"

#include <string.h>

static const size_t largest = (size_t)512 << 20;

static lia_status read_stl(lia_mesh *m, const char *text, size_t n, const char *file,
    const char *folder, lia_error *err) {
  (void)folder;
  return lia_mesh_read_stl(m, text, n, file, err);
}

static lia_status read_dae(lia_mesh *m, const char *text, size_t n, const char *file,
    const char *folder, lia_error *err) {
  (void)folder;
  return lia_mesh_read_dae(m, text, n, file, err);
}

const lia_mesh_kind lia_mesh_kinds[LIA_MESH_KINDS] = {
  { "stl", ".stl", read_stl }, { "obj", ".obj", lia_mesh_read_obj },
  { "dae", ".dae", read_dae }, { "gltf", ".gltf", lia_mesh_read_gltf },
  { "glb", ".glb", lia_mesh_read_gltf },
};

static int ends_in(const char *path, const char *end) {
  const size_t n = strlen(path), k = strlen(end);
  for (size_t i = 0; i < k; i++)
    if (n < k || lia_lower(path[n - k + i]) != end[i]) return 0;
  return 1;
}

static const lia_mesh_kind *kind_of(const char *path) {
  for (int k = 0; k < LIA_MESH_KINDS; k++)
    if (ends_in(path, lia_mesh_kinds[k].end)) return &lia_mesh_kinds[k];
  return NULL;
}

static lia_status read_beside(lia_mesh *m, const lia_mesh_kind *kind, const lia_text *text,
    const char *path, lia_error *err) {
  const char *slash = strrchr(path, '/');
  lia_text folder = { 0 };
  lia_text_add(&folder, path, slash ? (size_t)(slash - path) + 1 : 0);
  lia_status st = lia_text_status(&folder, err);
  if (st == LIA_OK)
    st = kind->read(m, lia_text_str(text), text->n, path, lia_text_str(&folder), err);
  lia_text_free(&folder);
  return st;
}

lia_status lia_mesh_load(lia_mesh **m, const char *path, lia_error *err) {
  const lia_mesh_kind *kind = kind_of(path);
  lia_text text = { 0 };
  *m = NULL;
  if (!kind)
    return LIA_FAIL(err, LIA_EARG, path, "expected a file .stl, .obj, .dae, .gltf or .glb");
  lia_status st = lia_slurp(path, largest + 1, &text, err);
  if (st == LIA_OK && text.n > largest)
    st = LIA_FAIL(err, LIA_ELIMIT, path, "larger than 512 MB");
  if (st == LIA_OK) st = lia_mesh_new(m, err);
  if (st == LIA_OK) st = read_beside(*m, kind, &text, path, err);
  lia_text_free(&text);
  if (st == LIA_OK) return LIA_OK;
  lia_mesh_free(*m);
  *m = NULL;
  return st;
}
