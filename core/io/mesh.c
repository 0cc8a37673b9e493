/* mesh.c - surfaces of triangles: made, joined, moved */
#include "io/mesh.h"

#include "base/mem.h"

#include <math.h>
#include <string.h>

lia_status lia_mesh_new(lia_mesh **m, lia_error *err) {
  *m = lia_calloc(1, sizeof **m);
  return *m ? LIA_OK : LIA_FAIL(err, LIA_ENOMEM, "mesh", "out of memory");
}

void lia_mesh_free(lia_mesh *m) {
  if (!m) return;
  lia_free(m->v);
  lia_free(m->f);
  lia_free(m->paint);
  lia_free(m->colour);
  lia_text_free(&m->note);
  lia_free(m);
}

// room for one more of that size: 1
static int mesh_grow(void **list, int n, int *room, size_t size) {
  if (n < *room) return 1;
  int more = *room ? 2 * *room : 64;
  void *p = lia_realloc(*list, (size_t)more * size);
  if (!p) return 0;
  *list = p;
  *room = more;
  return 1;
}

static lia_status no_memory(lia_error *err) {
  return LIA_FAIL(err, LIA_ENOMEM, "mesh", "out of memory");
}

lia_status lia_mesh_vertex(lia_mesh *m, const double p[3], lia_error *err) {
  if (!isfinite(p[0]) || !isfinite(p[1]) || !isfinite(p[2]))
    return LIA_FAIL(err, LIA_EARG, "mesh", "vertex %d: expected finite numbers, got %g %g %g",
        m->nv + 1, p[0], p[1], p[2]);
  if (m->nv >= 3 * LIA_MESH_MOST)
    return LIA_FAIL(err, LIA_ELIMIT, "mesh", "more than %d vertices", 3 * LIA_MESH_MOST);
  if (!mesh_grow((void **)&m->v, m->nv, &m->vroom, 3 * sizeof *m->v)) return no_memory(err);
  lia_copy3(m->v + 3 * m->nv++, p);
  return LIA_OK;
}

lia_status lia_mesh_face(lia_mesh *m, int a, int b, int c, int paint, lia_error *err) {
  const int corner[3] = { a, b, c };
  for (int k = 0; k < 3; k++)
    if (corner[k] < 0 || corner[k] >= m->nv)
      return LIA_FAIL(err, LIA_EARG, "mesh", "triangle %d: there is no vertex %d, they are 1 to %d",
          m->nf + 1, corner[k] + 1, m->nv);
  if (m->nf >= LIA_MESH_MOST)
    return LIA_FAIL(err, LIA_ELIMIT, "mesh", "more than %d triangles", LIA_MESH_MOST);
  int room = m->froom;
  if (!mesh_grow((void **)&m->f, m->nf, &room, 3 * sizeof *m->f)) return no_memory(err);
  if (!mesh_grow((void **)&m->paint, m->nf, &m->froom, sizeof *m->paint)) return no_memory(err);
  memcpy(m->f + 3 * m->nf, corner, sizeof corner);
  m->paint[m->nf++] = paint;
  return LIA_OK;
}

lia_status lia_mesh_colour(lia_mesh *m, const double rgb[3], lia_error *err) {
  if (!mesh_grow((void **)&m->colour, m->ncolour, &m->croom, 3 * sizeof *m->colour))
    return no_memory(err);
  lia_copy3(m->colour + 3 * m->ncolour++, rgb);
  return LIA_OK;
}

void lia_mesh_tell(lia_mesh *m, const char *file, long line, const char *what) {
  if (++m->nnote > 40) return;
  if (line) lia_text_printf(&m->note, "%s:%ld: %s\n", file, line, what);
  else lia_text_printf(&m->note, "%s: %s\n", file, what);
}

lia_status lia_mesh_merge(lia_mesh *m, const lia_mesh *b, lia_error *err) {
  const int first = m->nv, shade = m->ncolour, nv = b->nv, nf = b->nf, nc = b->ncolour;
  for (int i = 0; i < nv; i++) {
    double p[3];
    lia_copy3(p, b->v + 3 * i);
    LIA_TRY(lia_mesh_vertex(m, p, err));
  }
  for (int i = 0; i < nc; i++) {
    double rgb[3];
    lia_copy3(rgb, b->colour + 3 * i);
    LIA_TRY(lia_mesh_colour(m, rgb, err));
  }
  for (int i = 0; i < nf; i++) {
    const int *f = b->f + 3 * i;
    int paint = b->paint[i] < 0 ? -1 : b->paint[i] + shade;
    LIA_TRY(lia_mesh_face(m, f[0] + first, f[1] + first, f[2] + first, paint, err));
  }
  return LIA_OK;
}

lia_status lia_mesh_copy(lia_mesh **m, const lia_mesh *from, lia_error *err) {
  LIA_TRY(lia_mesh_new(m, err));
  lia_status st = lia_mesh_merge(*m, from, err);
  if (st == LIA_OK) return LIA_OK;
  lia_mesh_free(*m);
  *m = NULL;
  return st;
}

void lia_mesh_flip(lia_mesh *m) {
  for (int i = 0; i < m->nf; i++) {
    int *f = m->f + 3 * i, b = f[1];
    f[1] = f[2];
    f[2] = b;
  }
}

lia_status lia_mesh_scale(lia_mesh *m, const double s[3], lia_error *err) {
  int negative = 0;
  for (int k = 0; k < 3; k++) {
    if (s[k] == 0 || !isfinite(s[k]))
      return LIA_FAIL(err, LIA_EARG, "mesh", "scale: expected numbers that are not 0, got %g %g %g",
          s[0], s[1], s[2]);
    negative += s[k] < 0;
  }
  for (int i = 0; i < m->nv; i++)
    for (int k = 0; k < 3; k++) m->v[3 * i + k] *= s[k];
  if (negative % 2) lia_mesh_flip(m);
  return LIA_OK;
}

void lia_mesh_move(lia_mesh *m, const lia_frame *X) {
  for (int i = 0; i < m->nv; i++) {
    double p[3];
    lia_mv3(p, X->R, m->v + 3 * i);
    lia_add3(m->v + 3 * i, p, X->p);
  }
}
