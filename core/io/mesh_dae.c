/* mesh_dae.c - Collada: scenes of nodes, geometries of triangles and polygons, colours
 *
 * [Khronos Group, COLLADA 1.4.1 Specification, 2008] */
#include "io/mesh_file.h"
#include "io/mesh_place.h"
#include "io/mesh_words.h"
#include "io/xml_tree.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

// bytes of numbers that are read at most, whatever is told how many times
static const size_t most_work = (size_t)2 << 30;

typedef struct named { const char *id; lia_xml *e; } named;

typedef struct dae {
  lia_mesh *m;
  named *named;                 /* (nnamed) elements with an id, by it */
  size_t nnamed;
  lia_xml *root;
  const char *file;
  lia_arena arena;
  int nodes, fans;
  size_t work;
} dae;

// ---- complaints ----

static lia_status bad(const dae *d, const lia_xml *e, const char *what, lia_error *err) {
  char place[160];
  lia_text_format(place, sizeof place, "%s:%ld", d->file, e ? e->line : 0);
  return LIA_FAIL(err, LIA_EPARSE, place, "%s: %s", e ? e->name : "COLLADA", what);
}

static void dae_tell(dae *d, const lia_xml *e, const char *what) {
  char text[160];
  lia_text_format(text, sizeof text, "%.60s: %s", e->name, what);
  lia_mesh_tell(d->m, d->file, e->line, text);
}

static lia_status dae_no_memory(const dae *d, lia_error *err) {
  return LIA_FAIL(err, LIA_ENOMEM, d->file, "out of memory");
}

// ---- texts of numbers ----

// the numbers of an element, read once
static lia_status dae_numbers(dae *d, lia_xml *e, lia_error *err) {
  lia_mesh_words w = { .at = e->text, .end = e->text + e->n, .line = e->line };
  size_t n = 0, k = 0;
  if (e->kept) return LIA_OK;
  while (lia_mesh_word_any(&w)) n++;
  double *x = lia_arena_alloc(&d->arena, (n + 1) * sizeof *x);
  if (!x) return dae_no_memory(d, err);
  w = (lia_mesh_words){ .at = e->text, .end = e->text + e->n, .line = e->line };
  for (; lia_mesh_word_any(&w); k++)
    if (lia_text_number(w.word, w.n, &x[k]) != w.n || !isfinite(x[k]))
      return bad(d, e, "expected numbers", err);
  e->kept = x;
  e->nkept = n;
  return LIA_OK;
}

static lia_status some_numbers(dae *d, lia_xml *e, size_t n, const double **x, lia_error *err) {
  LIA_TRY(dae_numbers(d, e, err));
  if (e->nkept < n) return bad(d, e, "fewer numbers than it takes", err);
  *x = e->kept;
  return LIA_OK;
}

static double number_in(const lia_xml *e, const char *attribute, double otherwise) {
  const char *s = lia_xml_attribute(e, attribute);
  double x;
  const size_t n = s ? strlen(s) : 0;
  return n && lia_text_number(s, n, &x) == n ? x : otherwise;
}

// ---- what has a name ----

static size_t count_named(const lia_xml *e) {
  size_t n = lia_xml_attribute(e, "id") != NULL;
  for (const lia_xml *k = e->first; k; k = k->next) n += count_named(k);
  return n;
}

static void gather_named(dae *d, lia_xml *e) {
  const char *id = lia_xml_attribute(e, "id");
  if (id) d->named[d->nnamed++] = (named){ id, e };
  for (lia_xml *k = e->first; k; k = k->next) gather_named(d, k);
}

static int by_id(const void *x, const void *y) {
  const named *a = x, *b = y;
  const int order = strcmp(a->id, b->id);
  return order ? order : strcmp(a->e->name, b->e->name);
}

static lia_status index_names(dae *d, lia_error *err) {
  d->named = lia_arena_alloc(&d->arena, (count_named(d->root) + 1) * sizeof *d->named);
  if (!d->named) return dae_no_memory(d, err);
  gather_named(d, d->root);
  qsort(d->named, d->nnamed, sizeof *d->named, by_id);
  return LIA_OK;
}

static lia_xml *by_name(const dae *d, const char *id, const char *name) {
  lia_xml e = { .name = name };
  const named key = { id, &e },
      *found = bsearch(&key, d->named, d->nnamed, sizeof *d->named, by_id);
  return found ? found->e : NULL;
}

// what "#id" names
static lia_xml *pointed(const dae *d, const lia_xml *e, const char *attribute, const char *name) {
  const char *url = lia_xml_attribute(e, attribute);
  return url && url[0] == '#' ? by_name(d, url + 1, name) : NULL;
}

// ---- sources ----

typedef struct points { const double *x; size_t n, stride, offset; } points;

static lia_status points_of(dae *d, lia_xml *source, points *p, lia_error *err) {
  lia_xml *array = lia_xml_child(source, "float_array"),
      *how = lia_xml_child(lia_xml_child(source, "technique_common"), "accessor");
  if (!source || !array) return bad(d, source, "expected a source with a float_array", err);
  LIA_TRY(dae_numbers(d, array, err));
  const double stride = number_in(how, "stride", 3), offset = number_in(how, "offset", 0);
  if (!(stride >= 3 && stride < 1000 && offset >= 0 && offset <= (double)array->nkept))
    return bad(d, source, "an accessor of points has a stride of 3 or more", err);
  *p = (points){ array->kept, 0, (size_t)stride, (size_t)offset };
  const size_t room = array->nkept - p->offset;
  p->n = room < 3 ? 0 : (room - 3) / p->stride + 1;
  const double count = number_in(how, "count", (double)p->n);
  if (count > (double)p->n) return bad(d, source, "it has fewer numbers than it counts", err);
  if (count >= 0) p->n = (size_t)count;
  return LIA_OK;
}

// ---- primitives ----

typedef struct shape {
  points at;
  size_t width, place;          /* of a corner in p: so many numbers, the vertex at this one */
  int first, paint, mirrored;
  const lia_xml *e;
} shape;

static lia_status vertex_at(dae *d, const shape *s, const lia_xml *p, size_t corner, int *v,
    lia_error *err) {
  const double *x = p->kept, i = x[corner * s->width + s->place];
  if (!(i >= 0 && i < (double)s->at.n && floor(i) == i))
    return bad(d, p, "it names a vertex that is not there", err);
  *v = s->first + (int)i;
  return LIA_OK;
}

static lia_status put_three(dae *d, const shape *s, const lia_xml *p, size_t i, size_t j, size_t k,
    lia_error *err) {
  int a = 0, b = 0, c = 0;
  LIA_TRY(vertex_at(d, s, p, i, &a, err));
  LIA_TRY(vertex_at(d, s, p, j, &b, err));
  LIA_TRY(vertex_at(d, s, p, k, &c, err));
  return lia_mesh_put_face(d->m, s->mirrored, a, b, c, s->paint, err);
}

static lia_status put_fan(dae *d, const shape *s, const lia_xml *p, size_t from, size_t n,
    lia_error *err) {
  d->fans += n > 4;
  for (size_t k = 1; k + 1 < n; k++) LIA_TRY(put_three(d, s, p, from, from + k, from + k + 1, err));
  return LIA_OK;
}

static lia_status put_strip(dae *d, const shape *s, const lia_xml *p, size_t n, lia_error *err) {
  for (size_t k = 0; k + 2 < n; k++)
    LIA_TRY(put_three(d, s, p, k, k + 1 + (k & 1), k + 2 - (k & 1), err));
  return LIA_OK;
}

static lia_status put_triangles(dae *d, const shape *s, const lia_xml *p, size_t n,
    lia_error *err) {
  for (size_t k = 0; k + 2 < n; k += 3) LIA_TRY(put_three(d, s, p, k, k + 1, k + 2, err));
  return LIA_OK;
}

static lia_status put_polylist(dae *d, const shape *s, const lia_xml *p, size_t n,
    lia_error *err) {
  lia_xml *counts = lia_xml_child(s->e, "vcount");
  size_t at = 0;
  if (!counts) return bad(d, s->e, "expected vcount", err);
  LIA_TRY(dae_numbers(d, counts, err));
  const double *c = counts->kept;
  for (size_t k = 0; k < counts->nkept; k++) {
    if (!(c[k] >= 0 && c[k] <= (double)(n - at) && floor(c[k]) == c[k]))
      return bad(d, counts, "it counts more corners than there are", err);
    LIA_TRY(put_fan(d, s, p, at, (size_t)c[k], err));
    at += (size_t)c[k];
  }
  return LIA_OK;
}

// a list of corners by what holds it
static lia_status put_corners(dae *d, const shape *s, lia_xml *p, lia_error *err) {
  const char *kind = s->e->name;
  LIA_TRY(dae_numbers(d, p, err));
  const size_t n = p->nkept / s->width;
  d->work += p->nkept * sizeof(double);
  if (d->work > most_work) return LIA_FAIL(err, LIA_ELIMIT, d->file, "too many instances");
  if (!strcmp(kind, "triangles")) return put_triangles(d, s, p, n, err);
  if (!strcmp(kind, "polylist")) return put_polylist(d, s, p, n, err);
  if (!strcmp(kind, "tristrips")) return put_strip(d, s, p, n, err);
  return put_fan(d, s, p, 0, n, err);
}

// the points of a primitive, and where its corners name them
static lia_status find_inputs(dae *d, shape *s, lia_error *err) {
  lia_xml *vertices = NULL;
  for (const lia_xml *i = lia_xml_child(s->e, "input"); i; i = lia_xml_same(i)) {
    const double offset = number_in(i, "offset", 0);
    const char *semantic = lia_xml_attribute(i, "semantic");
    if (!(offset >= 0 && offset < 100 && floor(offset) == offset))
      return bad(d, i, "an offset from 0 to 99", err);
    if (offset + 1 > (double)s->width) s->width = (size_t)offset + 1;
    if (!semantic || strcmp(semantic, "VERTEX")) continue;
    vertices = pointed(d, i, "source", "vertices");
    s->place = (size_t)offset;
  }
  if (!vertices) return bad(d, s->e, "it has no input VERTEX", err);
  for (const lia_xml *i = lia_xml_child(vertices, "input"); i; i = lia_xml_same(i)) {
    const char *semantic = lia_xml_attribute(i, "semantic");
    if (semantic && !strcmp(semantic, "POSITION"))
      return points_of(d, pointed(d, i, "source", "source"), &s->at, err);
  }
  return bad(d, vertices, "it has no input POSITION", err);
}

// ---- colours ----

// the colour of a material, kept with it
static lia_status colour_of(dae *d, lia_xml *material, int *paint, lia_error *err) {
  *paint = -1;
  if (!material) return LIA_OK;
  lia_xml *effect = pointed(d, lia_xml_child(material, "instance_effect"), "url", "effect");
  const double *x = NULL;
  if (material->kept) {
    *paint = (int)material->nkept - 1;
    return LIA_OK;
  }
  material->kept = material;
  lia_xml *diffuse = lia_xml_find(effect, "diffuse", NULL, NULL),
      *colour = lia_xml_child(diffuse, "color");
  if (diffuse && !colour) dae_tell(d, diffuse, "a texture, not read");
  if (!colour) return LIA_OK;
  LIA_TRY(some_numbers(d, colour, 3, &x, err));
  double rgb[3];
  for (int k = 0; k < 3; k++) rgb[k] = fmax(0, fmin(1, x[k]));
  LIA_TRY(lia_mesh_colour(d->m, rgb, err));
  *paint = d->m->ncolour - 1;
  material->nkept = (size_t)*paint + 1;
  return LIA_OK;
}

// the material that an instance binds to a symbol, or the one of that name
static lia_xml *bound(dae *d, lia_xml *instance, const char *symbol) {
  if (!symbol) return NULL;
  lia_xml *bind = lia_xml_child(instance, "bind_material"),
      *b = bind ? lia_xml_find(bind, "instance_material", "symbol", symbol) : NULL;
  return b ? pointed(d, b, "target", "material")
      : by_name(d, symbol, "material");
}

// ---- geometries ----

static int one_of(const char *name, const char *const *list) {
  for (; *list; list++)
    if (!strcmp(name, *list)) return 1;
  return 0;
}

static lia_status put_points(dae *d, const lia_mesh_place *A, shape *s, lia_error *err) {
  s->first = d->m->nv;
  for (size_t k = 0; k < s->at.n; k++)
    LIA_TRY(lia_mesh_put(d->m, A, s->at.x + s->at.offset + k * s->at.stride, err));
  return LIA_OK;
}

static lia_status put_primitive(dae *d, const lia_xml *e, lia_xml *instance,
    const lia_mesh_place *A, lia_error *err) {
  shape s = { .width = 1, .paint = -1, .mirrored = lia_mesh_mirrors(A), .e = e };
  LIA_TRY(find_inputs(d, &s, err));
  LIA_TRY(colour_of(d, bound(d, instance, lia_xml_attribute(e, "material")), &s.paint, err));
  LIA_TRY(put_points(d, A, &s, err));
  for (lia_xml *p = lia_xml_child(e, "p"); p; p = lia_xml_same(p))
    LIA_TRY(put_corners(d, &s, p, err));
  if (lia_xml_child(e, "ph"))
    dae_tell(d, lia_xml_child(e, "ph"), "polygons with holes, passed over");
  return LIA_OK;
}

static lia_status put_geometry(dae *d, lia_xml *geometry, lia_xml *instance,
    const lia_mesh_place *A, lia_error *err) {
  static const char *const faces[] = { "triangles", "polylist", "polygons", "tristrips", "trifans",
    NULL };
  static const char *const passed[] = { "source", "vertices", "extra", NULL };
  lia_xml *mesh = lia_xml_child(geometry, "mesh");
  if (!mesh) {
    dae_tell(d, geometry, "no mesh in it, passed over");
    return LIA_OK;
  }
  for (const lia_xml *e = mesh->first; e; e = e->next) {
    if (one_of(e->name, faces)) LIA_TRY(put_primitive(d, e, instance, A, err));
    else if (!one_of(e->name, passed)) dae_tell(d, e, "not understood, passed over");
  }
  return LIA_OK;
}

// ---- nodes ----

static lia_status dae_move(dae *d, lia_xml *e, lia_mesh_place *A, int *known, lia_error *err) {
  const double *x = NULL;
  lia_mesh_place B = lia_mesh_here();
  *known = 1;
  if (!strcmp(e->name, "matrix")) {
    LIA_TRY(some_numbers(d, e, 16, &x, err));
    memcpy(B.x, x, sizeof B.x);
  } else if (!strcmp(e->name, "translate")) {
    LIA_TRY(some_numbers(d, e, 3, &x, err));
    B = lia_mesh_shifted(x);
  } else if (!strcmp(e->name, "scale")) {
    LIA_TRY(some_numbers(d, e, 3, &x, err));
    B = lia_mesh_scaled(x);
  } else if (!strcmp(e->name, "rotate")) {
    LIA_TRY(some_numbers(d, e, 4, &x, err));
    const double size = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]), half = x[3] * pi / 360;
    const double s = size > 0 ? sin(half) / size : 0;
    const double q[4] = { cos(half), s * x[0], s * x[1], s * x[2] };
    B = lia_mesh_turned(q);
  } else {
    *known = 0;
  }
  *A = lia_mesh_behind(A, &B);
  return LIA_OK;
}

static lia_status dae_node(dae *d, lia_xml *node, const lia_mesh_place *parent, int depth,
    lia_error *err);

static lia_status put_instance(dae *d, lia_xml *e, const lia_mesh_place *A, int depth,
    lia_error *err) {
  if (!strcmp(e->name, "node")) return dae_node(d, e, A, depth + 1, err);
  if (!strcmp(e->name, "instance_geometry")) {
    lia_xml *geometry = pointed(d, e, "url", "geometry");
    if (!geometry) return bad(d, e, "it names no geometry of this file", err);
    return put_geometry(d, geometry, e, A, err);
  }
  if (!strcmp(e->name, "instance_node")) {
    lia_xml *node = pointed(d, e, "url", "node");
    if (!node) return bad(d, e, "it names no node of this file", err);
    return dae_node(d, node, A, depth + 1, err);
  }
  if (strcmp(e->name, "extra") && strcmp(e->name, "asset"))
    dae_tell(d, e, "not understood, passed over");
  return LIA_OK;
}

static lia_status dae_node(dae *d, lia_xml *node, const lia_mesh_place *parent, int depth,
    lia_error *err) {
  lia_mesh_place A = *parent;
  int known = 0;
  if (depth > LIA_MESH_DEEPEST || ++d->nodes > LIA_MESH_NODES)
    return LIA_FAIL(err, LIA_ELIMIT, d->file, "more than %d nodes, or %d levels of them: a circle?",
        LIA_MESH_NODES, LIA_MESH_DEEPEST);
  for (lia_xml *e = node->first; e; e = e->next) {
    LIA_TRY(dae_move(d, e, &A, &known, err));
    if (!known) LIA_TRY(put_instance(d, e, &A, depth, err));
  }
  return LIA_OK;
}

static lia_status put_scene(dae *d, const lia_mesh_place *A, lia_error *err) {
  const lia_xml *asked = lia_xml_child(d->root, "scene");
  lia_xml *scene = pointed(d, lia_xml_child(asked, "instance_visual_scene"), "url", "visual_scene");
  if (scene) return dae_node(d, scene, A, 0, err);
  lia_xml *all = lia_xml_child(d->root, "library_geometries");
  if (all) dae_tell(d, all, "there is no scene: every geometry once, where it is");
  for (lia_xml *g = lia_xml_child(all, "geometry"); g; g = lia_xml_same(g))
    LIA_TRY(put_geometry(d, g, NULL, A, err));
  return LIA_OK;
}

// ---- all of it ----

// the unit of length, and what is told of it and of the axis that is up
static lia_mesh_place dae_measure(dae *d) {
  const lia_xml *asset = lia_xml_child(d->root, "asset"), *unit = lia_xml_child(asset, "unit"),
      *up = lia_xml_child(asset, "up_axis");
  double meter = number_in(unit, "meter", 1);
  char text[160];
  if (!(meter > 0 && isfinite(meter))) {
    dae_tell(d, unit, "no length: taken as 1");
    meter = 1;
  }
  if (meter != 1) {
    lia_text_format(text, sizeof text, "lengths times %.12g, the unit of the file in metres",
        meter);
    lia_mesh_tell(d->m, d->file, unit->line, text);
  }
  if (up && !strstr(up->text, "Z_UP"))
    dae_tell(d, up, "z is not up in this file; its axes are kept: mesh:moved turns it");
  const double s[3] = { meter, meter, meter };
  return lia_mesh_scaled(s);
}

static lia_status dae_all(dae *d, const char *text, size_t n, lia_error *err) {
  static const char *const passed[] = { "library_animations", "library_controllers",
    "library_lights", "library_cameras", NULL };
  LIA_TRY(lia_xml_read(&d->root, &d->arena, text, n, d->file, err));
  LIA_TRY(index_names(d, err));
  if (strcmp(d->root->name, "COLLADA")) return bad(d, d->root, "expected COLLADA", err);
  const lia_mesh_place A = dae_measure(d);
  for (const lia_xml *e = d->root->first; e; e = e->next)
    if (one_of(e->name, passed) && e->first) dae_tell(d, e, "not read");
  LIA_TRY(put_scene(d, &A, err));
  lia_mesh_tell_count(d->m, d->file, d->fans, "polygons of more than four corners cut as fans");
  return LIA_OK;
}

lia_status lia_mesh_read_dae(lia_mesh *m, const char *text, size_t n, const char *file,
    lia_error *err) {
  dae d = { .m = m, .file = file };
  lia_status st = dae_all(&d, text, n, err);
  lia_arena_free(&d.arena);
  return st == LIA_OK ? lia_mesh_tidy(m, file, err) : st;
}
