/* mesh_stl.c - STL, text and binary, read and written */
#include "io/mesh_file.h"
#include "io/mesh_words.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { HEAD = 84, ONE = 50 };

static uint32_t word_of(const char *p) {
  const unsigned char *b = (const unsigned char *)p;
  return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static float float_of(const char *p) {
  const uint32_t w = word_of(p);
  float x;
  memcpy(&x, &w, sizeof x);
  return x;
}

// three vertices and their triangle behind what is there
static lia_status add_triangle(lia_mesh *m, double p[3][3], lia_error *err) {
  const int n = m->nv;
  for (int k = 0; k < 3; k++) LIA_TRY(lia_mesh_vertex(m, p[k], err));
  return lia_mesh_face(m, n, n + 1, n + 2, -1, err);
}

static lia_status read_binary(lia_mesh *m, const char *text, uint32_t count, const char *file,
    lia_error *err) {
  int coloured = 0;
  for (uint32_t i = 0; i < count; i++) {
    const char *t = text + HEAD + (size_t)ONE * i;
    double p[3][3];
    for (int k = 0; k < 9; k++) {
      p[k / 3][k % 3] = float_of(t + 12 + 4 * k);
      if (!isfinite(p[k / 3][k % 3]))
        return LIA_FAIL(err, LIA_EPARSE, file, "triangle %lu, corner %d: %g is no coordinate",
            (unsigned long)i + 1, k / 3 + 1, p[k / 3][k % 3]);
    }
    coloured += t[48] || t[49];
    LIA_TRY(add_triangle(m, p, err));
  }
  if (coloured) lia_mesh_tell(m, file, 0, "colours in the attributes of triangles not read");
  return LIA_OK;
}

// the three lines of vertices between outer loop and endloop
static lia_status read_loop(lia_mesh *m, lia_mesh_words *w, const char *file, lia_error *err) {
  double p[3][3];
  if (!lia_mesh_word(w) || !lia_mesh_is(w, "loop")) return lia_mesh_broken(w, file, "loop", err);
  for (int k = 0; k < 3; k++) {
    if (!lia_mesh_word_any(w) || !lia_mesh_is(w, "vertex"))
      return lia_mesh_broken(w, file, "vertex", err);
    LIA_TRY(lia_mesh_numbers(w, p[k], 3, file, err));
  }
  if (!lia_mesh_word_any(w) || !lia_mesh_is(w, "endloop"))
    return lia_mesh_broken(w, file, "endloop behind three vertices", err);
  return add_triangle(m, p, err);
}

static lia_status read_facet(lia_mesh *m, lia_mesh_words *w, const char *file, lia_error *err) {
  // the normal is what the corners say: many files have 0 or nan there
  lia_mesh_rest(w);
  if (!lia_mesh_word_any(w) || !lia_mesh_is(w, "outer"))
    return lia_mesh_broken(w, file, "outer loop", err);
  LIA_TRY(read_loop(m, w, file, err));
  if (!lia_mesh_word_any(w) || !lia_mesh_is(w, "endfacet"))
    return lia_mesh_broken(w, file, "endfacet", err);
  return LIA_OK;
}

static lia_status stl_text(lia_mesh *m, const char *text, size_t n, const char *file,
    lia_error *err) {
  lia_mesh_words w = { .at = text, .end = text + n, .line = 1 };
  int open = 0;
  while (lia_mesh_word_any(&w)) {
    if (open && lia_mesh_is(&w, "facet")) {
      LIA_TRY(read_facet(m, &w, file, err));
    } else if (open ? lia_mesh_is(&w, "endsolid") : lia_mesh_is(&w, "solid")) {
      open = !open;
      lia_mesh_rest(&w);
    } else {
      return lia_mesh_broken(&w, file, open ? "facet or endsolid" : "solid", err);
    }
  }
  if (open) return lia_mesh_broken(&w, file, "endsolid: the file was cut off", err);
  return LIA_OK;
}

static int begins_as_text(const char *text, size_t n) {
  size_t i = 0;
  while (i < n && (text[i] == ' ' || text[i] == '\t' || text[i] == '\r' || text[i] == '\n')) i++;
  return n - i >= 5 && !memcmp(text + i, "solid", 5) && !memchr(text, 0, n < 512 ? n : 512);
}

static lia_status read_either(lia_mesh *m, const char *text, size_t n, const char *file,
    lia_error *err) {
  const uint32_t count = n >= HEAD ? word_of(text + 80) : 0;
  const uint64_t should = HEAD + (uint64_t)ONE * count;
  if (n >= HEAD && n == should) return read_binary(m, text, count, file, err);
  // counts up to 2^24 have a zero byte, texts have none
  if (begins_as_text(text, n)) return stl_text(m, text, n, file, err);
  if (n < HEAD)
    return LIA_FAIL(err, LIA_EPARSE, file, "no STL: %lu bytes, neither 'solid' nor a head of 84",
        (unsigned long)n);
  return LIA_FAIL(err, LIA_EPARSE, file,
      "binary STL of %lu triangles: expected %.0f bytes, got %lu",
      (unsigned long)count, (double)should, (unsigned long)n);
}

lia_status lia_mesh_read_stl(lia_mesh *m, const char *text, size_t n, const char *file,
    lia_error *err) {
  lia_mesh_welded w;
  LIA_TRY(read_either(m, text, n, file, err));
  LIA_TRY(lia_mesh_weld(m, 0, &w, err));
  if (w.faces) {
    char told[64];
    lia_text_format(told, sizeof told, "%d triangles without three corners left out", w.faces);
    lia_mesh_tell(m, file, 0, told);
  }
  return LIA_OK;
}

// ---- written ----

static void unit_normal(const lia_mesh *m, int i, double n[3]) {
  const int *f = m->f + 3 * i;
  double u[3], v[3];
  lia_sub3(u, m->v + 3 * f[1], m->v + 3 * f[0]);
  lia_sub3(v, m->v + 3 * f[2], m->v + 3 * f[0]);
  lia_cross3(n, u, v);
  lia_unit3(n, n);
}

static void put_numbers(lia_text *out, const char *word, const double x[3]) {
  lia_text_put(out, word);
  for (int k = 0; k < 3; k++) {
    lia_text_char(out, ' ');
    lia_text_num(out, x[k]);
  }
  lia_text_char(out, '\n');
}

void lia_mesh_write_stl(const lia_mesh *m, lia_text *out) {
  double n[3];
  lia_text_put(out, "solid liaison\n");
  for (int i = 0; i < m->nf; i++) {
    unit_normal(m, i, n);
    put_numbers(out, "facet normal", n);
    lia_text_put(out, " outer loop\n");
    for (int k = 0; k < 3; k++) put_numbers(out, "  vertex", m->v + 3 * m->f[3 * i + k]);
    lia_text_put(out, " endloop\nendfacet\n");
  }
  lia_text_put(out, "endsolid liaison\n");
}

static void put_word(lia_text *out, uint32_t w) {
  char b[4];
  for (int k = 0; k < 4; k++) b[k] = (char)(w >> 8 * k & 255);
  lia_text_add(out, b, 4);
}

static void put_floats(lia_text *out, const double x[3]) {
  for (int k = 0; k < 3; k++) {
    float f = (float)x[k];
    uint32_t w;
    memcpy(&w, &f, sizeof w);
    put_word(out, w);
  }
}

void lia_mesh_write_binary(const lia_mesh *m, lia_text *out) {
  double n[3];
  char head[80] = "liaison";
  lia_text_add(out, head, sizeof head);
  put_word(out, (uint32_t)m->nf);
  for (int i = 0; i < m->nf; i++) {
    unit_normal(m, i, n);
    put_floats(out, n);
    for (int k = 0; k < 3; k++) put_floats(out, m->v + 3 * m->f[3 * i + k]);
    lia_text_add(out, "\0", 2);
  }
}

void lia_mesh_write_obj(const lia_mesh *m, lia_text *out) {
  for (int i = 0; i < m->nv; i++) put_numbers(out, "v", m->v + 3 * i);
  for (int i = 0; i < m->nf; i++) {
    const int *f = m->f + 3 * i;
    lia_text_printf(out, "f %d %d %d\n", f[0] + 1, f[1] + 1, f[2] + 1);
  }
}
