/* fuzz_mesh.h - any bytes as a mesh of Collada or glTF: triangles that hold, or a message */
#ifndef LIA_FUZZ_MESH_H
#define LIA_FUZZ_MESH_H

#include "fuzz/fuzz.h"

#include "io/mesh_file.h"

static inline void fuzz_mesh_as(int kind, const uint8_t *data, size_t size) {
  lia_mesh *m;
  lia_error err = { 0 };
  lia_mesh_form form;
  if (lia_mesh_new(&m, &err) != LIA_OK) return;
  lia_status st = lia_mesh_kinds[kind].read(m, (const char *)data, size, "fuzz", NULL, &err);
  if (st != LIA_OK) FUZZ_HOLDS(err.text[0] != 0, "a failure without a word");
  if (st == LIA_OK) {
    for (int i = 0; i < 3 * m->nf; i++)
      FUZZ_HOLDS(m->f[i] >= 0 && m->f[i] < m->nv, "a triangle of no vertices");
    st = lia_mesh_form_of(&form, m, &err);
    FUZZ_HOLDS(st == LIA_OK || err.text[0] != 0, "a form that fails without a word");
  }
  lia_mesh_free(m);
}

static inline void fuzz_mesh_once(const uint8_t *data, size_t size) {
  for (int kind = 0; kind < LIA_MESH_KINDS; kind++) fuzz_mesh_as(kind, data, size);
}

static inline void fuzz_mesh(const uint8_t *data, size_t size) {
  fuzz_twice(fuzz_mesh_once, data, size);
}

#endif
