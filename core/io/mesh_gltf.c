/* mesh_gltf.c - glTF 2.0: nodes, meshes, accessors, buffers in the text, beside it or in a GLB
 *
 * [Khronos Group, glTF 2.0 Specification, 2021] */
#include "io/json.h"
#include "io/mesh_file.h"
#include "io/mesh_place.h"
#include "io/slurp.h"

#include "base/mem.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { DATA_MOST = 512 << 20 };

typedef struct bytes { const unsigned char *p; size_t n; } bytes;

typedef struct gltf {
  lia_mesh *m;
  const lia_json *root;
  const char *file, *folder;
  lia_arena arena;
  bytes binary, *buffer;        /* of the GLB; of buffers[i] */
  lia_text *kept;               /* their bytes where they were read */
  size_t nbuffer;
  int *colour, nodes;           /* of materials[i], -1 until it is met */
} gltf;

// ---- complaints ----

static lia_status bad(const gltf *g, const char *list, double i, const char *what,
    lia_error *err) {
  char place[200];
  lia_text_format(place, sizeof place, "%s: %s[%.0f]", g->file, list, i);
  return LIA_FAIL(err, LIA_EPARSE, place, "%s", what);
}

static void gltf_tell(gltf *g, const lia_json *where, const char *name, const char *what) {
  char text[160];
  lia_text_format(text, sizeof text, "%.60s: %s", name, what);
  lia_mesh_tell(g->m, g->file, where ? where->line : 0, text);
}

static const lia_json *gltf_entry(const gltf *g, const char *list, double i) {
  return i < 0 ? NULL : lia_json_at(lia_json_get(g->root, list), (size_t)i);
}

// ---- buffers ----

static int digit_of(char c) {
  static const char digits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const char *at = c ? strchr(digits, c) : NULL;
  return at ? (int)(at - digits) : -1;
}

static int from_base64(lia_text *out, const char *s, size_t n) {
  uint32_t bits = 0;
  int have = 0;
  while (n && s[n - 1] == '=') n--;
  for (size_t i = 0; i < n; i++) {
    const int d = digit_of(s[i]);
    if (d < 0) return 0;
    bits = (bits << 6 | (uint32_t)d) & 0xffffff;
    have += 6;
    if (have < 8) continue;
    have -= 8;
    lia_text_char(out, (char)(bits >> have & 255));
  }
  return 1;
}

// "%20" of names
static void unquoted(lia_text *out, const char *s) {
  static const char digits[] = "0123456789abcdef";
  for (; *s; s++) {
    const char *a = *s == '%' && s[1] ? strchr(digits, lia_lower(s[1])) : NULL;
    const char *b = a && s[2] ? strchr(digits, lia_lower(s[2])) : NULL;
    if (b) s += 2;
    lia_text_char(out, b ? (char)((a - digits) << 4 | (b - digits)) : *s);
  }
}

static lia_status read_beside(gltf *g, size_t i, const char *uri, lia_error *err) {
  lia_text name = { 0 }, path = { 0 };
  unquoted(&name, uri);
  lia_status st = lia_text_status(&name, err);
  if (st == LIA_OK && !g->folder)
    st = bad(g, "buffers", (double)i, "its file is not read: a text has no folder", err);
  if (st == LIA_OK && lia_mesh_leads_away(lia_text_str(&name), name.n))
    st = bad(g, "buffers", (double)i, "its file leads out of the folder", err);
  if (st == LIA_OK) {
    lia_text_put(&path, g->folder);
    lia_text_add(&path, lia_text_str(&name), name.n);
    st = lia_text_status(&path, err);
  }
  if (st == LIA_OK) st = lia_slurp(lia_text_str(&path), DATA_MOST, &g->kept[i], err);
  lia_text_free(&name);
  lia_text_free(&path);
  return st;
}

static lia_status read_buffer(gltf *g, size_t i, const lia_json *b, lia_error *err) {
  const char *uri = lia_json_text(lia_json_get(b, "uri"), NULL);
  const double n = lia_json_index(lia_json_get(b, "byteLength"));
  if (!uri) {
    g->buffer[i] = i == 0 ? g->binary : (bytes){ 0 };
  } else if (!strncmp(uri, "data:", 5)) {
    const char *data = strstr(uri, ";base64,");
    if (!data || !from_base64(&g->kept[i], data + 8, strlen(data + 8)))
      return bad(g, "buffers", (double)i, "its data are not base64", err);
    LIA_TRY(lia_text_status(&g->kept[i], err));
  } else {
    LIA_TRY(read_beside(g, i, uri, err));
  }
  if (uri) g->buffer[i] = (bytes){ (const unsigned char *)lia_text_str(&g->kept[i]), g->kept[i].n };
  if (n < 0 || n > (double)g->buffer[i].n)
    return bad(g, "buffers", (double)i, "it has fewer bytes than its byteLength", err);
  g->buffer[i].n = (size_t)n;
  return LIA_OK;
}

static lia_status read_buffers(gltf *g, lia_error *err) {
  const lia_json *list = lia_json_get(g->root, "buffers");
  const size_t n = lia_json_count(list);
  g->buffer = lia_arena_alloc(&g->arena, (n + 1) * sizeof *g->buffer);
  g->kept = lia_arena_alloc(&g->arena, (n + 1) * sizeof *g->kept);
  if (!g->buffer || !g->kept) return LIA_FAIL(err, LIA_ENOMEM, g->file, "out of memory");
  g->nbuffer = n;
  for (size_t i = 0; i < n; i++) LIA_TRY(read_buffer(g, i, list->item[i], err));
  return LIA_OK;
}

// ---- accessors ----

static size_t component_size(double type) {
  if (type == 5120 || type == 5121) return 1;
  if (type == 5122 || type == 5123) return 2;
  return type == 5125 || type == 5126 ? 4 : 0;
}

// numbers of a view: count of them, width each, stride bytes apart
typedef struct numbers {
  const unsigned char *p;
  size_t count, width, stride, size;
  int type;
} numbers;

static lia_status find_numbers(const gltf *g, const lia_json *view, double offset, double type,
    double count, size_t width, numbers *x, const char *list, double i, lia_error *err) {
  const size_t size = component_size(type);
  const double b = lia_json_index(lia_json_get(view, "buffer"));
  const double from = lia_json_number(lia_json_get(view, "byteOffset"), 0) + offset;
  const double length = lia_json_index(lia_json_get(view, "byteLength"));
  const double stride = lia_json_number(lia_json_get(view, "byteStride"), (double)(width * size));
  if (!size) return bad(g, list, i, "unknown componentType", err);
  if (b < 0 || b >= (double)g->nbuffer) return bad(g, list, i, "it has no buffer", err);
  if (!(from >= 0 && floor(from) == from && stride >= (double)(width * size) && stride <= 255 * 4 &&
        floor(stride) == stride && length >= 0))
    return bad(g, list, i, "offsets and strides that no buffer has", err);
  const double need = count ? (count - 1) * stride + (double)(width * size) : 0;
  if (offset + need > length || from + need > (double)g->buffer[(size_t)b].n)
    return bad(g, list, i, "it runs out of its buffer", err);
  *x = (numbers){ g->buffer[(size_t)b].p + (size_t)from, (size_t)count, width, (size_t)stride, size,
    (int)type };
  return LIA_OK;
}

// component k of number i; integers as they are, or to -1 .. 1 where they are normalized
static double component_at(const numbers *x, size_t i, size_t k, int normalized) {
  const unsigned char *p = x->p + i * x->stride + k * x->size;
  uint32_t w = 0;
  for (size_t j = 0; j < x->size; j++) w |= (uint32_t)p[j] << 8 * j;
  if (x->type == 5126) {
    float f;
    memcpy(&f, &w, sizeof f);
    return f;
  }
  if (x->type == 5120) return normalized ? fmax((int8_t)w / 127.0, -1) : (int8_t)w;
  if (x->type == 5122) return normalized ? fmax((int16_t)w / 32767.0, -1) : (int16_t)w;
  if (x->type == 5121) return normalized ? w / 255.0 : w;
  if (x->type == 5123) return normalized ? w / 65535.0 : w;
  return w;
}

static lia_status read_dense(const gltf *g, const lia_json *a, double i, double count, size_t width,
    double *out, lia_error *err) {
  const lia_json *view = lia_json_get(a, "bufferView"), *norm = lia_json_get(a, "normalized");
  numbers x;
  if (!view) return LIA_OK;
  const lia_json *v = gltf_entry(g, "bufferViews", lia_json_index(view));
  if (!v) return bad(g, "accessors", i, "it names no bufferView", err);
  LIA_TRY(find_numbers(g, v, lia_json_number(lia_json_get(a, "byteOffset"), 0),
      lia_json_number(lia_json_get(a, "componentType"), 0), count, width, &x, "accessors", i, err));
  const int normalized = norm && norm->kind == LIA_JSON_true;
  for (size_t r = 0; r < x.count; r++)
    for (size_t k = 0; k < width; k++) out[r * width + k] = component_at(&x, r, k, normalized);
  return LIA_OK;
}

static lia_status read_sparse(const gltf *g, const lia_json *a, double i, size_t count,
    size_t width, double *out, lia_error *err) {
  const lia_json *sparse = lia_json_get(a, "sparse"), *where = lia_json_get(sparse, "indices"),
      *what = lia_json_get(sparse, "values");
  const double n = lia_json_index(lia_json_get(sparse, "count"));
  numbers at, x;
  if (!sparse) return LIA_OK;
  if (n < 0 || n > (double)count) return bad(g, "accessors", i, "sparse counts too many", err);
  const lia_json *u = gltf_entry(g, "bufferViews",
          lia_json_index(lia_json_get(where, "bufferView"))),
      *v = gltf_entry(g, "bufferViews", lia_json_index(lia_json_get(what, "bufferView")));
  if (!u || !v) return bad(g, "accessors", i, "sparse names no bufferView", err);
  LIA_TRY(find_numbers(g, u, lia_json_number(lia_json_get(where, "byteOffset"), 0),
      lia_json_number(lia_json_get(where, "componentType"), 0), n, 1, &at, "accessors", i, err));
  LIA_TRY(find_numbers(g, v, lia_json_number(lia_json_get(what, "byteOffset"), 0),
      lia_json_number(lia_json_get(a, "componentType"), 0), n, width, &x, "accessors", i, err));
  for (size_t r = 0; r < x.count; r++) {
    const double row = component_at(&at, r, 0, 0);
    if (!(row >= 0 && row < (double)count))
      return bad(g, "accessors", i, "sparse replaces what is not there", err);
    for (size_t k = 0; k < width; k++) out[(size_t)row * width + k] = component_at(&x, r, k, 0);
  }
  return LIA_OK;
}

// all numbers of an accessor, freed by the caller
static lia_status read_accessor(const gltf *g, double i, const char *type, size_t width,
    double **out, size_t *n, lia_error *err) {
  const lia_json *a = gltf_entry(g, "accessors", i);
  const double count = lia_json_index(lia_json_get(a, "count"));
  *out = NULL;
  if (!a) return bad(g, "accessors", i, "there is none", err);
  if (strcmp(lia_json_text(lia_json_get(a, "type"), ""), type))
    return bad(g, "accessors", i, "it is of another type than is needed here", err);
  if (count < 0 || count > 3.0 * LIA_MESH_MOST)
    return bad(g, "accessors", i, "it has no count, or too large a one", err);
  *n = (size_t)count;
  double *x = lia_calloc(*n * width + 1, sizeof *x);
  if (!x) return LIA_FAIL(err, LIA_ENOMEM, g->file, "out of memory");
  lia_status st = read_dense(g, a, i, count, width, x, err);
  if (st == LIA_OK) st = read_sparse(g, a, i, *n, width, x, err);
  if (st != LIA_OK) {
    lia_free(x);
    return st;
  }
  *out = x;
  return LIA_OK;
}

// ---- materials ----

static lia_status material_of(gltf *g, const lia_json *primitive, int *paint, lia_error *err) {
  const double i = lia_json_index(lia_json_get(primitive, "material"));
  const lia_json *mat = gltf_entry(g, "materials", i);
  *paint = -1;
  if (!mat) return LIA_OK;
  const lia_json *pbr = lia_json_get(mat, "pbrMetallicRoughness"),
      *base = lia_json_get(pbr, "baseColorFactor");
  if (g->colour[(size_t)i] < 0) {
    double rgb[3];
    for (size_t k = 0; k < 3; k++)
      rgb[k] = fmax(0, fmin(1, lia_json_number(lia_json_at(base, k), 1)));
    if (lia_json_get(pbr, "baseColorTexture"))
      gltf_tell(g, mat, "baseColorTexture", "not read, the base colour stands for it");
    LIA_TRY(lia_mesh_colour(g->m, rgb, err));
    g->colour[(size_t)i] = g->m->ncolour - 1;
  }
  *paint = g->colour[(size_t)i];
  return LIA_OK;
}

// ---- primitives ----

enum { TRIANGLES = 4, STRIP = 5, FAN = 6 };

typedef struct faces {
  int first, paint, mirrored, mode;
  const double *index;
  size_t n, points;
} faces;

static lia_status put_triangle(gltf *g, const faces *f, size_t i, size_t j, size_t k,
    lia_error *err) {
  const size_t at[3] = { i, j, k };
  int v[3];
  for (int c = 0; c < 3; c++) {
    const double x = f->index ? f->index[at[c]] : (double)at[c];
    if (!(x >= 0 && x < (double)f->points))
      return LIA_FAIL(err, LIA_EPARSE, g->file, "a triangle names vertex %.0f of %lu", x,
          (unsigned long)f->points);
    v[c] = f->first + (int)x;
  }
  return lia_mesh_put_face(g->m, f->mirrored, v[0], v[1], v[2], f->paint, err);
}

static lia_status put_triangles(gltf *g, const faces *f, lia_error *err) {
  if (f->mode == TRIANGLES) {
    for (size_t i = 0; i + 2 < f->n; i += 3) LIA_TRY(put_triangle(g, f, i, i + 1, i + 2, err));
    return LIA_OK;
  }
  for (size_t i = 0; i + 2 < f->n; i++) {
    // every second triangle of a strip runs the other way
    const size_t odd = f->mode == STRIP ? i & 1 : 0, from = f->mode == FAN ? 0 : i;
    LIA_TRY(put_triangle(g, f, from, i + 1 + odd, i + 2 - odd, err));
  }
  return LIA_OK;
}

static lia_status put_points(gltf *g, const lia_mesh_place *A, const double *x, size_t n,
    lia_error *err) {
  for (size_t i = 0; i < n; i++) LIA_TRY(lia_mesh_put(g->m, A, x + 3 * i, err));
  return LIA_OK;
}

static lia_status put_primitive(gltf *g, const lia_json *p, const lia_mesh_place *A,
    lia_error *err) {
  const double mode = lia_json_number(lia_json_get(p, "mode"), TRIANGLES),
      position = lia_json_index(lia_json_get(lia_json_get(p, "attributes"), "POSITION"));
  const lia_json *indices = lia_json_get(p, "indices");
  double *x = NULL, *index = NULL;
  faces f = { .first = g->m->nv, .mirrored = lia_mesh_mirrors(A), .mode = (int)mode };
  if (lia_json_get(lia_json_get(p, "extensions"), "KHR_draco_mesh_compression")) {
    gltf_tell(g, p, "KHR_draco_mesh_compression", "not read, its triangles are missing");
    return LIA_OK;
  }
  if (mode != TRIANGLES && mode != STRIP && mode != FAN) {
    gltf_tell(g, p, "primitive", "points or lines, passed over");
    return LIA_OK;
  }
  if (lia_json_get(p, "targets")) gltf_tell(g, p, "targets", "shapes to blend with, passed over");
  if (position < 0) return LIA_OK;
  LIA_TRY(material_of(g, p, &f.paint, err));
  lia_status st = read_accessor(g, position, "VEC3", 3, &x, &f.points, err);
  f.n = f.points;
  if (st == LIA_OK && indices)
    st = read_accessor(g, lia_json_index(indices), "SCALAR", 1, &index, &f.n, err);
  f.index = index;
  if (st == LIA_OK) st = put_points(g, A, x, f.points, err);
  if (st == LIA_OK) st = put_triangles(g, &f, err);
  lia_free(x);
  lia_free(index);
  return st;
}

static lia_status put_mesh(gltf *g, double i, const lia_mesh_place *A, lia_error *err) {
  const lia_json *mesh = gltf_entry(g, "meshes", i), *list = lia_json_get(mesh, "primitives");
  if (!mesh) return bad(g, "meshes", i, "there is none", err);
  for (size_t k = 0; k < lia_json_count(list); k++)
    LIA_TRY(put_primitive(g, list->item[k], A, err));
  return LIA_OK;
}

// ---- nodes ----

static void gltf_numbers(const lia_json *list, size_t n, double *x) {
  for (size_t k = 0; k < n; k++) x[k] = lia_json_number(lia_json_at(list, k), x[k]);
}

static lia_mesh_place gltf_place(const lia_json *node) {
  const lia_json *matrix = lia_json_get(node, "matrix");
  lia_mesh_place A = lia_mesh_here();
  if (matrix) {   // column by column
    for (size_t k = 0; k < 16; k++)
      if (k % 4 < 3) A.x[4 * (k % 4) + k / 4] = lia_json_number(lia_json_at(matrix, k), 0);
    return A;
  }
  double t[3] = { 0 }, r[4] = { 0, 0, 0, 1 }, s[3] = { 1, 1, 1 };
  gltf_numbers(lia_json_get(node, "translation"), 3, t);
  gltf_numbers(lia_json_get(node, "rotation"), 4, r);
  gltf_numbers(lia_json_get(node, "scale"), 3, s);
  const double q[4] = { r[3], r[0], r[1], r[2] };
  const lia_mesh_place T = lia_mesh_shifted(t), R = lia_mesh_turned(q), S = lia_mesh_scaled(s),
      TR = lia_mesh_behind(&T, &R);
  return lia_mesh_behind(&TR, &S);
}

static lia_status gltf_node(gltf *g, double i, const lia_mesh_place *parent, int depth,
    lia_error *err) {
  const lia_json *node = gltf_entry(g, "nodes", i), *mesh = lia_json_get(node, "mesh"),
      *children = lia_json_get(node, "children");
  if (!node) return bad(g, "nodes", i, "there is none", err);
  if (depth > LIA_MESH_DEEPEST || ++g->nodes > LIA_MESH_NODES)
    return LIA_FAIL(err, LIA_ELIMIT, g->file, "more than %d nodes, or %d levels of them: a circle?",
        LIA_MESH_NODES, LIA_MESH_DEEPEST);
  const lia_mesh_place own = gltf_place(node), A = lia_mesh_behind(parent, &own);
  if (lia_json_get(node, "skin")) gltf_tell(g, node, "skin", "not applied");
  if (mesh) LIA_TRY(put_mesh(g, lia_json_index(mesh), &A, err));
  for (size_t k = 0; k < lia_json_count(children); k++)
    LIA_TRY(gltf_node(g, lia_json_index(children->item[k]), &A, depth + 1, err));
  return LIA_OK;
}

static lia_status put_scene(gltf *g, lia_error *err) {
  const lia_mesh_place here = lia_mesh_here();
  const double i = lia_json_number(lia_json_get(g->root, "scene"), 0);
  const lia_json *scene = gltf_entry(g, "scenes", i), *list = lia_json_get(scene, "nodes");
  for (size_t k = 0; k < lia_json_count(list); k++)
    LIA_TRY(gltf_node(g, lia_json_index(list->item[k]), &here, 0, err));
  if (scene) return LIA_OK;
  const size_t n = lia_json_count(lia_json_get(g->root, "meshes"));
  if (n) gltf_tell(g, g->root, "scenes", "there is none: every mesh once, where it is");
  for (size_t k = 0; k < n; k++) LIA_TRY(put_mesh(g, (double)k, &here, err));
  return LIA_OK;
}

// ---- all of it ----

static void tell_rest(gltf *g) {
  static const char *const passed[] = { "animations", "cameras", "skins", NULL };
  const lia_json *used = lia_json_get(g->root, "extensionsUsed");
  for (size_t k = 0; k < lia_json_count(used); k++)
    gltf_tell(g, used->item[k], lia_json_text(used->item[k], "extension"),
        "an extension that is not understood");
  for (const char *const *p = passed; *p; p++)
    if (lia_json_get(g->root, *p)) gltf_tell(g, lia_json_get(g->root, *p), *p, "not read");
  lia_mesh_tell(g->m, g->file, 0,
      "axes are those of the file; in glTF y is up: mesh:moved turns it");
}

static uint32_t gltf_word(const char *p) {
  uint32_t w = 0;
  for (int k = 0; k < 4; k++) w |= (uint32_t)(unsigned char)p[k] << 8 * k;
  return w;
}

// the chunks of a GLB: its JSON and its buffer
static lia_status open_binary(gltf *g, const char **text, size_t *n, lia_error *err) {
  enum { JSON = 0x4e4f534a, BIN = 0x004e4942 };
  const char *all = *text, *json = NULL;
  const size_t whole = *n;
  size_t length = 0;
  for (size_t at = 12; at + 8 <= whole; ) {
    const size_t size = gltf_word(all + at);
    const uint32_t kind = gltf_word(all + at + 4);
    if (size > whole - at - 8)
      return LIA_FAIL(err, LIA_EPARSE, g->file, "a chunk of the GLB runs out of the file");
    if (kind == JSON && !json) {
      json = all + at + 8;
      length = size;
    }
    if (kind == BIN && !g->binary.p) g->binary = (bytes){ (const void *)(all + at + 8), size };
    at += 8 + size;
  }
  if (!json) return LIA_FAIL(err, LIA_EPARSE, g->file, "a GLB without a chunk of JSON");
  *text = json;
  *n = length;
  return LIA_OK;
}

static lia_status read_root(gltf *g, const char *text, size_t n, lia_error *err) {
  lia_json *root;
  if (n >= 12 && !memcmp(text, "glTF", 4)) LIA_TRY(open_binary(g, &text, &n, err));
  LIA_TRY(lia_json_read(&root, &g->arena, text, n, g->file, err));
  g->root = root;
  const char *version = lia_json_text(lia_json_get(lia_json_get(root, "asset"), "version"), "");
  if (version[0] != '2')
    return LIA_FAIL(err, LIA_EPARSE, g->file, "expected glTF of version 2, got '%.20s'", version);
  const size_t materials = lia_json_count(lia_json_get(root, "materials"));
  g->colour = lia_arena_alloc(&g->arena, (materials + 1) * sizeof *g->colour);
  if (!g->colour) return LIA_FAIL(err, LIA_ENOMEM, g->file, "out of memory");
  for (size_t k = 0; k < materials; k++) g->colour[k] = -1;
  return LIA_OK;
}

lia_status lia_mesh_read_gltf(lia_mesh *m, const char *text, size_t n, const char *file,
    const char *folder, lia_error *err) {
  gltf g = { .m = m, .file = file, .folder = folder };
  lia_status st = read_root(&g, text, n, err);
  if (st == LIA_OK) st = read_buffers(&g, err);
  if (st == LIA_OK) tell_rest(&g);
  if (st == LIA_OK) st = put_scene(&g, err);
  for (size_t k = 0; k < g.nbuffer; k++) lia_text_free(&g.kept[k]);
  lia_arena_free(&g.arena);
  return st == LIA_OK ? lia_mesh_tidy(m, file, err) : st;
}
