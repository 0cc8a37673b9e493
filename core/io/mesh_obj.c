/* mesh_obj.c - OBJ and the colours of its mtl files */
#include "io/mesh_file.h"
#include "io/mesh_place.h"
#include "io/mesh_words.h"
#include "io/slurp.h"

#include "base/arena.h"

#include <math.h>
#include <string.h>

static const size_t largest = (size_t)512 << 20;

typedef struct material { const char *name; int colour; struct material *next; } material;

typedef struct obj {
  lia_mesh *m;
  lia_mesh_words w;
  const char *file, *folder;
  lia_arena arena;
  material *known;
  int paint, fans;
} obj;

// words that say nothing about the surface
static const char *const passed[] = { "vn", "vt", "vp", "g", "o", "s", NULL };

static int one_of(const lia_mesh_words *w, const char *const *words) {
  for (; *words; words++)
    if (lia_mesh_is(w, *words)) return 1;
  return 0;
}

// a corner: v, v/t, v//n, v/t/n; the vertex counted from 0
static lia_status read_corner(obj *o, int *vertex, lia_error *err) {
  double x = 0;
  const lia_mesh_words *w = &o->w;
  const char *slash = memchr(w->word, '/', w->n);
  const size_t n = slash ? (size_t)(slash - w->word) : w->n;
  if (!n || lia_text_number(w->word, n, &x) != n || floor(x) != x || x == 0)
    return lia_mesh_broken(w, o->file, "the number of a vertex", err);
  const double i = x > 0 ? x - 1 : o->m->nv + x;
  if (!(i >= 0 && i < o->m->nv))
    return lia_mesh_broken(w, o->file, "a vertex that stands before this line", err);
  *vertex = (int)i;
  return LIA_OK;
}

static lia_status read_face(obj *o, lia_error *err) {
  int first = 0, last = 0, n = 0, at = 0;
  for (; lia_mesh_word(&o->w) && o->w.word[0] != '#'; n++) {
    LIA_TRY(read_corner(o, &at, err));
    if (n == 0) first = at;
    if (n >= 2) LIA_TRY(lia_mesh_face(o->m, first, last, at, o->paint, err));
    last = at;
  }
  o->fans += n > 4;
  if (n < 3) return lia_mesh_broken(&o->w, o->file, "three vertices or more", err);
  return LIA_OK;
}

// ---- colours ----

static void obj_tell(obj *o, const char *what) {
  char text[128], name[64];
  size_t n = o->w.n < 60 ? o->w.n : 60;
  for (size_t k = 0; k < n; k++) {
    name[k] = o->w.word[k];
    if ((unsigned char)name[k] < 32) name[k] = '?';
  }
  name[n] = 0;
  lia_text_format(text, sizeof text, "%s: %s", name, what);
  lia_mesh_tell(o->m, o->file, o->w.line, text);
}

static material *find_material(const obj *o, const char *name, size_t n) {
  for (material *k = o->known; k; k = k->next)
    if (strlen(k->name) == n && !memcmp(k->name, name, n)) return k;
  return NULL;
}

static lia_status new_material(obj *o, const lia_mesh_words *w, lia_error *err) {
  material *k = lia_arena_alloc(&o->arena, sizeof *k);
  char *name = k ? lia_arena_text(&o->arena, w->word, w->n) : NULL;
  if (!name) return LIA_FAIL(err, LIA_ENOMEM, o->file, "out of memory");
  *k = (material){ name, -1, o->known };
  o->known = k;
  return LIA_OK;
}

// only newmtl and Kd: what else light does with a surface is left out
static lia_status read_materials(obj *o, const lia_text *text, const char *path, lia_error *err) {
  lia_mesh_words w = { .at = lia_text_str(text), .end = lia_text_str(text) + text->n, .line = 1 };
  double rgb[3];
  while (lia_mesh_word_any(&w)) {
    if (lia_mesh_is(&w, "newmtl") && lia_mesh_name(&w)) LIA_TRY(new_material(o, &w, err));
    if (lia_mesh_is(&w, "Kd") && o->known && o->known->colour < 0) {
      LIA_TRY(lia_mesh_numbers(&w, rgb, 3, path, err));
      for (int k = 0; k < 3; k++) rgb[k] = fmax(0, fmin(1, rgb[k]));
      LIA_TRY(lia_mesh_colour(o->m, rgb, err));
      o->known->colour = o->m->ncolour - 1;
    }
    lia_mesh_rest(&w);
  }
  return LIA_OK;
}

static lia_status read_library(obj *o, lia_error *err) {
  lia_text path = { 0 }, text = { 0 };
  lia_error why = { 0 };
  if (!lia_mesh_name(&o->w)) return lia_mesh_broken(&o->w, o->file, "a file", err);
  if (!o->folder || lia_mesh_leads_away(o->w.word, o->w.n)) {
    obj_tell(o, o->folder ? "not read: it leads out of the folder"
        : "not read: a text has no folder");
    return LIA_OK;
  }
  lia_text_put(&path, o->folder);
  lia_text_add(&path, o->w.word, o->w.n);
  lia_status st = lia_text_status(&path, err);
  if (st == LIA_OK && lia_slurp(lia_text_str(&path), largest, &text, &why) != LIA_OK) {
    obj_tell(o, why.text);
    st = why.code == LIA_ENOMEM ? lia_text_status(&text, err) : LIA_OK;
  } else if (st == LIA_OK) {
    st = read_materials(o, &text, lia_text_str(&path), err);
  }
  lia_text_free(&path);
  lia_text_free(&text);
  return st;
}

static void use_material(obj *o) {
  if (!lia_mesh_name(&o->w)) return;
  const material *k = find_material(o, o->w.word, o->w.n);
  if (!k) obj_tell(o, "no such material");
  o->paint = k ? k->colour : -1;
}

// ---- lines ----

static lia_status obj_line(obj *o, lia_error *err) {
  double p[3];
  if (lia_mesh_is(&o->w, "v")) {
    LIA_TRY(lia_mesh_numbers(&o->w, p, 3, o->file, err));
    LIA_TRY(lia_mesh_vertex(o->m, p, err));
  } else if (lia_mesh_is(&o->w, "f")) {
    LIA_TRY(read_face(o, err));
  } else if (lia_mesh_is(&o->w, "mtllib")) {
    LIA_TRY(read_library(o, err));
  } else if (lia_mesh_is(&o->w, "usemtl")) {
    use_material(o);
  } else if (o->w.word[0] != '#' && !one_of(&o->w, passed)) {
    obj_tell(o, "not understood, the line is passed over");
  }
  lia_mesh_rest(&o->w);
  return LIA_OK;
}

lia_status lia_mesh_read_obj(lia_mesh *m, const char *text, size_t n, const char *file,
    const char *folder, lia_error *err) {
  obj o = { .m = m, .w = { .at = text, .end = text + n, .line = 1 }, .file = file,
      .folder = folder, .paint = -1 };
  lia_status st = LIA_OK;
  while (st == LIA_OK && lia_mesh_word_any(&o.w)) st = obj_line(&o, err);
  lia_arena_free(&o.arena);
  if (st != LIA_OK) return st;
  lia_mesh_tell_count(m, file, o.fans, "polygons of more than four corners cut as fans");
  return lia_mesh_tidy(m, file, err);
}
