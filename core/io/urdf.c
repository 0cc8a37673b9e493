/* urdf.c - URDF by expat: one row an element, complaints with file and line */
#include "io/urdf.h"

#include "base/mem.h"
#include "base/names.h"
#include "base/text.h"
#include "geo/inertia.h"
#include "geo/rot.h"

#include <errno.h>
#include <expat.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { DEEPEST = 40 };
static const size_t largest = (size_t)64 << 20;

/* where we are in the document */
typedef enum place { DOCUMENT, ROBOT, LINK, INERTIAL, VISUAL, COLLISION, GEOMETRY, MATERIAL, JOINT, PASSED } place;

typedef struct mimic { int joint; const char *of; double multiplier, offset; int state; } mimic;
typedef struct paint { const char *name; double color[4]; } paint;

typedef struct urdf {
  XML_Parser xml;
  lia_spec *s;
  const char *file;
  lia_error *err;
  lia_status status;            /* of what stops the reading */
  place at[DEEPEST + 1];
  int depth, robots;
  int body, joint, shape;       /* being read: indices, -1 for none */
  double xyz[3], rpy[3];        /* the last origin */
  double mass, inertia[6];      /* of the inertial being read, NaN where it is not given */
  mimic *mimic; int nmimic;
  paint *paint; int npaint;
  int material;                 /* the global one being read, -1: that of a shape */
} urdf;

// complaints -----------------------------------------------------------------------------------------------------------

static int line(const urdf *u) { return (int)XML_GetCurrentLineNumber(u->xml); }

// what cannot be read any further
static void stop(urdf *u, lia_status status, const char *text) {
  if (u->status != LIA_OK) return;
  char path[LIA_ERROR_PATH];
  lia_text_format(path, sizeof path, "%s:%d", u->file, line(u));
  u->status = LIA_FAIL(u->err, status, path, "%s", text);
  XML_StopParser(u->xml, XML_FALSE);
}

typedef struct spot { char text[LIA_ERROR_PATH]; } spot;

// "arm.urdf:14: joint 'elbow'" of what is being read
static spot where(const urdf *u) {
  spot w;
  const char *kind = u->joint >= 0 ? "joint" : "link";
  const char *name = u->joint >= 0 ? u->s->joint[u->joint].name : u->body >= 0 ? u->s->body[u->body].name : NULL;
  if (name) lia_text_format(w.text, sizeof w.text, "%s:%d: %s '%.60s'", u->file, line(u), kind, name);
  else lia_text_format(w.text, sizeof w.text, "%s:%d", u->file, line(u));
  return w;
}

#define COMPLAIN(u, ...) lia_spec_complain((u)->s, where(u).text, __VA_ARGS__)
#define WARN(u, ...) lia_spec_warn((u)->s, where(u).text, __VA_ARGS__)

typedef struct hint { char text[96]; } hint;

static hint hint_of(const char *got, const char *const *known, int n, const char *open, const char *close) {
  hint h = { "" };
  int near = lia_names_nearest_of(known, n, got, strlen(got));
  if (near >= 0) lia_text_format(h.text, sizeof h.text, " (did you mean %s%.60s%s?)", open, known[near], close);
  return h;
}

// attributes -----------------------------------------------------------------------------------------------------------

static const char *attribute(const char **a, const char *name) {
  for (; *a; a += 2)
    if (!strcmp(a[0], name)) return a[1];
  return NULL;
}

static const char *needed(urdf *u, const char *element, const char **a, const char *name) {
  const char *v = attribute(a, name);
  if (v && *v) return v;
  COMPLAIN(u, "<%s> needs %s=\"...\"", element, name);
  return NULL;
}

static int is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// n finite numbers into x, 1; or x as it was and 0: the attribute is missing, or wrong and complained about
static int numbers(urdf *u, const char **a, const char *name, double *x, int n) {
  const char *text = attribute(a, name), *p = text;
  double got[6];
  int count = 0;
  if (!text) return 0;
  for (;;) {
    while (is_space(*p)) p++;
    if (!*p || count == n) break;
    size_t used = lia_text_number(p, strlen(p), &got[count]);
    if (!used || (p[used] && !is_space(p[used])) || !isfinite(got[count])) break;
    p += used;
    count++;
  }
  if (*p || count != n) {
    COMPLAIN(u, "%s=\"%.60s\": expected %d finite number%s", name, text, n, n == 1 ? "" : "s");
    return 0;
  }
  memcpy(x, got, (size_t)n * sizeof *x);
  return 1;
}

static void number_val(urdf *u, const char **a, const char *name, lia_val *v) {
  double x;
  if (numbers(u, a, name, &x, 1)) *v = LIA_VAL(x);
}

// attributes nobody knows are likely to be misspelt
static void strict(urdf *u, const char *element, const char **a, const char *const *known) {
  int n = 0;
  while (known[n]) n++;
  for (; *a; a += 2) {
    int found = strchr(a[0], ':') != NULL;
    for (int k = 0; k < n && !found; k++) found = !strcmp(a[0], known[k]);
    if (!found) WARN(u, "<%s> has no attribute '%.40s'%s", element, a[0], hint_of(a[0], known, n, "'", "'").text);
  }
}

static const char *word(urdf *u, const char *text) { return lia_spec_word(u->s, text, strlen(text)); }

static void no_origin(urdf *u) {
  memset(u->xyz, 0, sizeof u->xyz);
  memset(u->rpy, 0, sizeof u->rpy);
}

static void start_origin(urdf *u, const char **a) {
  static const char *const known[] = { "xyz", "rpy", NULL };
  strict(u, "origin", a, known);
  numbers(u, a, "xyz", u->xyz, 3);
  numbers(u, a, "rpy", u->rpy, 3);
}

// links ----------------------------------------------------------------------------------------------------------------

static void start_robot(urdf *u, const char **a) {
  const char *name = attribute(a, "name");
  if (name) u->s->name = word(u, name);
}

static void start_link(urdf *u, const char **a) {
  const char *name = needed(u, "link", a, "name");
  char at[LIA_ERROR_PATH];
  lia_text_format(at, sizeof at, "%s:%d: link '%.60s'", u->file, line(u), name ? name : "");
  u->body = lia_spec_add_body(u->s, name ? name : "", at) ? u->s->nbody - 1 : -1;
}

static void end_link(urdf *u) { u->body = -1; }

static void start_inertial(urdf *u, const char **a) {
  (void)a;
  no_origin(u);
  u->mass = NAN;
  for (int k = 0; k < 6; k++) u->inertia[k] = NAN;
}

static void start_mass(urdf *u, const char **a) {
  u->mass = 0;
  if (needed(u, "mass", a, "value")) numbers(u, a, "value", &u->mass, 1);
}

static void start_inertia(urdf *u, const char **a) {
  static const char *const known[] = { "ixx", "iyy", "izz", "ixy", "ixz", "iyz", NULL };
  strict(u, "inertia", a, known);
  for (int k = 0; k < 6; k++) {
    u->inertia[k] = 0;
    if (k >= 3 ? attribute(a, known[k]) : needed(u, "inertia", a, known[k])) numbers(u, a, known[k], &u->inertia[k], 1);
  }
}

static void end_inertial(urdf *u) {
  if (u->body < 0) return;
  lia_spec_body *b = &u->s->body[u->body];
  if (lia_val_given(b->mass)) { COMPLAIN(u, "a second <inertial>"); return; }
  if (isnan(u->mass)) COMPLAIN(u, "<inertial> without a mass");
  if (isnan(u->inertia[0])) COMPLAIN(u, "<inertial> without an inertia");

  // the tensor in axes turned by rpy, told in those of the link: Rz(yaw) Ry(pitch) Rx(roll)
  lia_inertia J = { 0 };
  memcpy(J.I, u->inertia, sizeof J.I);
  for (int k = 0; k < 3; k++) {
    double R[9];
    lia_rot_about(R, k, u->rpy[k]);
    if (u->rpy[k] != 0) lia_inertia_rotate(&J, R, &J);
  }
  b->mass = LIA_VAL(u->mass);
  for (int k = 0; k < 3; k++) b->com[k] = LIA_VAL(u->xyz[k]);
  for (int k = 0; k < 6; k++) b->inertia[k] = LIA_VAL(J.I[k]);
}

// shapes ---------------------------------------------------------------------------------------------------------------

static void start_visual(urdf *u, const char **a) {
  (void)a;
  no_origin(u);
  u->shape = -1;
  if (u->body < 0) return;
  lia_spec_body *b = &u->s->body[u->body];
  if (lia_spec_add_shape(u->s, b, LIA_SHAPE_mesh)) u->shape = b->nshape - 1;
}

static lia_spec_shape *shape(const urdf *u) {
  return u->body >= 0 && u->shape >= 0 ? &u->s->body[u->body].shape[u->shape] : NULL;
}

// the sizes of a solid: attribute by attribute, count numbers in each
static void solid(urdf *u, int kind, const char **a, const char *const *names, int count) {
  lia_spec_shape *h = shape(u);
  int n = 0;
  if (!h) return;
  if (lia_val_given(h->size[0])) { COMPLAIN(u, "a second shape in one <geometry>"); return; }
  h->kind = kind;
  for (int k = 0; names[k]; k++) {
    double x[3] = { 1, 1, 1 };
    if (needed(u, lia_spec_shape_name[kind], a, names[k])) numbers(u, a, names[k], x, count);
    for (int i = 0; i < count; i++) h->size[n++] = LIA_VAL(x[i]);
  }
}

static void start_box(urdf *u, const char **a) { solid(u, LIA_SHAPE_box, a, (const char *[]){ "size", NULL }, 3); }
static void start_sphere(urdf *u, const char **a) { solid(u, LIA_SHAPE_sphere, a, (const char *[]){ "radius", NULL }, 1); }
static void start_cylinder(urdf *u, const char **a) { solid(u, LIA_SHAPE_cylinder, a, (const char *[]){ "radius", "length", NULL }, 1); }
static void start_capsule(urdf *u, const char **a) { solid(u, LIA_SHAPE_capsule, a, (const char *[]){ "radius", "length", NULL }, 1); }

static void start_mesh(urdf *u, const char **a) {
  lia_spec_shape *h = shape(u);
  const char *file = needed(u, "mesh", a, "filename");
  double scale[3] = { 1, 1, 1 };
  if (!h) return;
  if (lia_val_given(h->size[0])) { COMPLAIN(u, "a second shape in one <geometry>"); return; }
  numbers(u, a, "scale", scale, 3);
  h->mesh = word(u, file ? file : "");
  for (int k = 0; k < 3; k++) h->size[k] = LIA_VAL(scale[k]);
}

static void end_shape(urdf *u, int collides) {
  lia_spec_shape *h = shape(u);
  if (!h) return;
  if (!lia_val_given(h->size[0])) {
    COMPLAIN(u, "<%s> without a shape in its <geometry>", collides ? "collision" : "visual");
    for (int k = 0; k < 3; k++) h->size[k] = LIA_VAL(1);
  }
  h->collides = collides;
  lia_spec_place_rpy(u->s, &h->place, u->xyz, u->rpy);
  u->shape = -1;
}

static void end_visual(urdf *u) { end_shape(u, 0); }
static void end_collision(urdf *u) { end_shape(u, 1); }

// n entries of an array in the arena, doubled where it is full
static void *grown(urdf *u, void *array, int n, size_t size) {
  if (n && (n & (n - 1))) return array;
  void *more = lia_arena_alloc(&u->s->arena, 2 * (size_t)(n ? n : 1) * size);
  if (!more) u->s->nomem = 1;
  else if (n) memcpy(more, array, (size_t)n * size);
  return more;
}

static paint *add_paint(urdf *u, const char *name) {
  paint *more = grown(u, u->paint, u->npaint, sizeof *more);
  if (!more) return NULL;
  u->paint = more;
  u->paint[u->npaint] = (paint){ name, { -1, -1, -1, -1 } };
  return &u->paint[u->npaint++];
}

static void start_material(urdf *u, const char **a) {
  const char *name = attribute(a, "name");
  lia_spec_shape *h = shape(u);
  u->material = -1;
  if (h) h->material = word(u, name ? name : "");
  else if (needed(u, "material", a, "name") && add_paint(u, word(u, name))) u->material = u->npaint - 1;
}

// a material coloured inside a link serves the links after it too
static void start_color(urdf *u, const char **a) {
  double c[4];
  lia_spec_shape *h = shape(u);
  if (!needed(u, "color", a, "rgba") || !numbers(u, a, "rgba", c, 4)) return;
  if (h) memcpy(h->color, c, sizeof c);
  else if (u->material >= 0) memcpy(u->paint[u->material].color, c, sizeof c);
  paint *p = h && h->material && h->material[0] ? add_paint(u, h->material) : NULL;
  if (p) memcpy(p->color, c, sizeof c);
}

// shapes without a colour take that of their material; of a material told twice, the first colour
static void colour_shapes(urdf *u) {
  lia_spec *s = u->s;
  lia_names known = { 0 };
  int *which = lia_calloc((size_t)u->npaint + 1, sizeof *which);
  if (!which) { s->nomem = 1; return; }
  for (int i = 0; i < u->npaint; i++) {
    int before = known.count, id = lia_names_add(&known, u->paint[i].name, strlen(u->paint[i].name));
    if (id < 0) s->nomem = 1;
    else if (known.count > before || u->paint[which[id]].color[0] < 0) which[id] = i;
  }
  for (int i = 0; i < s->nbody; i++)
    for (int k = 0; k < s->body[i].nshape; k++) {
      lia_spec_shape *h = &s->body[i].shape[k];
      if (!h->material || !h->material[0] || h->color[0] >= 0) continue;
      int id = lia_names_find(&known, h->material, strlen(h->material));
      if (id >= 0) memcpy(h->color, u->paint[which[id]].color, sizeof h->color);
      else lia_spec_warn(s, s->body[i].where, "no material is named '%.60s'", h->material);
    }
  lia_names_free(&known);
  lia_free(which);
}

// joints ---------------------------------------------------------------------------------------------------------------

static int joint_kind(urdf *u, const char *type) {
  static const char *const name[] = { "revolute", "continuous", "prismatic", "fixed", "floating", "planar" };
  static const int kind[] = { LIA_SPEC_revolute, LIA_SPEC_revolute, LIA_SPEC_prismatic, LIA_SPEC_fixed, LIA_SPEC_floating, LIA_SPEC_planar };
  for (int k = 0; k < 6; k++)
    if (!strcmp(type, name[k])) return kind[k];
  COMPLAIN(u, "unknown type '%.40s'%s", type, hint_of(type, name, 6, "'", "'").text);
  return -1;
}

static void start_joint(urdf *u, const char **a) {
  static const char *const known[] = { "name", "type", NULL };
  const char *name = attribute(a, "name"), *type;
  char at[LIA_ERROR_PATH];
  lia_text_format(at, sizeof at, "%s:%d: joint '%.60s'", u->file, line(u), name ? name : "");
  lia_spec_joint *j = lia_spec_add_joint(u->s, "", "", LIA_SPEC_fixed, at);
  if (!j) { u->joint = -1; return; }
  u->joint = u->s->njoint - 1;
  j->name = word(u, name ? name : "");
  strict(u, "joint", a, known);
  if (!needed(u, "joint", a, "name")) j->broken = 1;
  type = needed(u, "joint", a, "type");
  int kind = type ? joint_kind(u, type) : -1;
  if (kind < 0) j->broken = 1;
  else j->kind = kind, lia_spec_set_dofs(u->s, j, lia_spec_kind_ndof[kind]);
  for (int k = 0; k < 3; k++) j->axis[k] = LIA_VAL(k == 0);
  no_origin(u);
}

static void start_parent(urdf *u, const char **a) {
  const char *link = needed(u, "parent", a, "link");
  if (link && u->joint >= 0) u->s->joint[u->joint].parent = word(u, link);
}

static void start_child(urdf *u, const char **a) {
  const char *link = needed(u, "child", a, "link");
  if (link && u->joint >= 0) u->s->joint[u->joint].child = word(u, link);
}

static void start_axis(urdf *u, const char **a) {
  double x[3];
  if (u->joint < 0 || !needed(u, "axis", a, "xyz") || !numbers(u, a, "xyz", x, 3)) return;
  for (int k = 0; k < 3; k++) u->s->joint[u->joint].axis[k] = LIA_VAL(x[k]);
}

static lia_spec_dof *only_dof(const urdf *u) {
  return u->joint >= 0 && u->s->joint[u->joint].ndof == 1 ? u->s->joint[u->joint].dof : NULL;
}

static void start_limit(urdf *u, const char **a) {
  static const char *const known[] = { "lower", "upper", "effort", "velocity", NULL };
  lia_spec_dof *d = only_dof(u);
  strict(u, "limit", a, known);
  if (!d) return;
  number_val(u, a, "lower", &d->min);
  number_val(u, a, "upper", &d->max);
  number_val(u, a, "effort", &d->effort);
  number_val(u, a, "velocity", &d->speed);
}

static void start_dynamics(urdf *u, const char **a) {
  static const char *const known[] = { "damping", "friction", NULL };
  strict(u, "dynamics", a, known);
  for (int i = 0; u->joint >= 0 && i < u->s->joint[u->joint].ndof; i++) {
    number_val(u, a, "damping", &u->s->joint[u->joint].dof[i].damping);
    number_val(u, a, "friction", &u->s->joint[u->joint].dof[i].friction);
  }
}

static void start_mimic(urdf *u, const char **a) {
  static const char *const known[] = { "joint", "multiplier", "offset", NULL };
  const char *of = needed(u, "mimic", a, "joint");
  strict(u, "mimic", a, known);
  if (!of || u->joint < 0 || u->s->joint[u->joint].broken) return;
  if (!only_dof(u)) { COMPLAIN(u, "only a joint with one coordinate can mimic another"); return; }
  mimic *more = grown(u, u->mimic, u->nmimic, sizeof *more);
  if (!more) return;
  u->mimic = more;
  mimic *m = &u->mimic[u->nmimic++];
  *m = (mimic){ .joint = u->joint, .of = word(u, of), .multiplier = 1 };
  numbers(u, a, "multiplier", &m->multiplier, 1);
  numbers(u, a, "offset", &m->offset, 1);
}

static void name_coordinates(urdf *u, lia_spec_joint *j) {
  static const char *const one[] = { "" }, *const plane[] = { "_x", "_y", "_turn" };
  static const char *const all[] = { "_x", "_y", "_z", "_wx", "_wy", "_wz" };
  const char *const *suffix = j->ndof == 1 ? one : j->ndof == 3 ? plane : all;
  for (int i = 0; i < j->ndof; i++) j->dof[i].coord = lia_spec_identifier(u->s, j->name, suffix[i]);
}

// planar: motion in the plane across the axis; ours moves in x and y: turn z onto the axis, and back
static void turn_plane(urdf *u, lia_spec_joint *j) {
  double n[3] = { j->axis[0].x, j->axis[1].x, j->axis[2].x }, z[3] = { 0, 0, 1 }, R[9], length = lia_norm3(n);
  if (!(length > 1e-12)) { COMPLAIN(u, "an axis needs a length"); return; }
  lia_scale3(n, 1 / length, n);
  lia_rot_between(R, z, n);
  lia_spec_move *m = lia_spec_add_move(u->s, &j->place, LIA_MOVE_FRAME, LIA_VAL(0));
  if (m) lia_copy33(m->X.R, R);
  m = lia_spec_add_move(u->s, &j->after, LIA_MOVE_FRAME, LIA_VAL(0));
  if (m) lia_transpose33(m->X.R, R);
}

static void end_joint(urdf *u) {
  if (u->joint < 0) return;
  lia_spec_joint *j = &u->s->joint[u->joint];
  if (!j->parent[0]) COMPLAIN(u, "<joint> without <parent link=\"...\"/>"), j->broken = 1;
  if (!j->child[0]) COMPLAIN(u, "<joint> without <child link=\"...\"/>"), j->broken = 1;
  lia_spec_place_rpy(u->s, &j->place, u->xyz, u->rpy);
  if (j->kind == LIA_SPEC_planar) turn_plane(u, j);
  name_coordinates(u, j);
  u->joint = -1;
}

// mimics: one that mimics a mimic moves by the coordinate of the first, m1 (m2 q + o2) + o1 ------------------------------

typedef struct followers { urdf *u; lia_names names; mimic **of; } followers;

static int follow(followers *f, mimic *m, int depth) {
  lia_spec *s = f->u->s;
  lia_spec_joint *j = &s->joint[m->joint];
  int k = lia_names_find(&f->names, m->of, strlen(m->of)), near;
  if (m->state == 2) return 1;
  if (m->state == 3) return 0;
  if (m->state == 1 || depth > DEEPEST) {
    lia_spec_complain(s, j->where, m->state == 1 ? "mimics itself, by way of '%.60s'" : "mimics of mimics, too many from '%.60s' on", m->of);
    m->state = 3;
    return 0;
  }
  m->state = 1;
  if (k < 0) {
    near = lia_names_nearest(&f->names, m->of, strlen(m->of));
    lia_spec_complain(s, j->where, "mimics '%.60s', and no joint has this name%s%s%s", m->of, near >= 0 ? " (did you mean '" : "",
                      near >= 0 ? lia_names_text(&f->names, near) : "", near >= 0 ? "'?)" : "");
  } else if (s->joint[k].ndof != 1) {
    lia_spec_complain(s, j->where, "mimics '%.60s', which has not one coordinate", m->of);
  } else if (!f->of[k] || follow(f, f->of[k], depth + 1)) {
    const lia_spec_dof *e = s->joint[k].dof;
    j->dof->follows = 1;
    j->dof->coord = e->coord;
    j->dof->scale = LIA_VAL(m->multiplier * e->scale.x);
    j->dof->offset = LIA_VAL(m->multiplier * e->offset.x + m->offset);
    m->state = 2;
    return 1;
  }
  m->state = 3;
  return 0;
}

static void follow_mimics(urdf *u) {
  lia_spec *s = u->s;
  followers f = { .u = u, .of = lia_calloc((size_t)s->njoint + 1, sizeof *f.of) };
  if (!f.of) { s->nomem = 1; return; }
  for (int i = 0; i < s->njoint; i++) {
    const char *name = s->joint[i].name;
    char filler[32];
    if (lia_names_find(&f.names, name, strlen(name)) >= 0) {
      lia_spec_complain(s, s->joint[i].where, "a second joint with this name");
      lia_text_format(filler, sizeof filler, "\n%d", i);
      name = filler;
    }
    if (lia_names_add(&f.names, name, strlen(name)) < 0) s->nomem = 1;
  }
  for (int i = 0; i < u->nmimic; i++) f.of[u->mimic[i].joint] = &u->mimic[i];
  for (int i = 0; i < u->nmimic && !s->nomem; i++) follow(&f, &u->mimic[i], 0);
  lia_names_free(&f.names);
  lia_free(f.of);
}

// the root -------------------------------------------------------------------------------------------------------------

static void tell_roots(urdf *u, const char *is_child) {
  lia_spec *s = u->s;
  lia_text t = { 0 };
  for (int i = 0; i < s->nbody; i++)
    if (!is_child[i] && t.n < 160) lia_text_printf(&t, "%s'%.60s'", t.n ? ", " : "", s->body[i].name);
  if (t.nomem) s->nomem = 1;
  else lia_spec_complain(s, u->file, "several links have no parent: %s; a robot has one root", lia_text_str(&t));
  lia_text_free(&t);
}

static void tie_root(urdf *u, int i, int floating) {
  const lia_spec_body *b = &u->s->body[i];
  lia_spec_joint *j = lia_spec_add_joint(u->s, "world", b->name, floating ? LIA_SPEC_floating : LIA_SPEC_fixed, b->where);
  if (!j) return;
  j->name = b->name;
  name_coordinates(u, j);
}

// Mark the links some joint leads to. Of links of one name the first is the one meant; the check tells of the others.
static void mark_children(urdf *u, char *is_child) {
  lia_spec *s = u->s;
  lia_names names = { 0 };
  for (int i = 0; i < s->nbody; i++) {
    const char *name = s->body[i].name;
    char filler[32];
    if (lia_names_find(&names, name, strlen(name)) >= 0) {
      lia_text_format(filler, sizeof filler, "\n%d", i);
      name = filler;
      is_child[i] = 1;
    }
    if (lia_names_add(&names, name, strlen(name)) < 0) { s->nomem = 1; break; }
  }
  for (int i = 0; i < s->njoint && !s->nomem; i++) {
    int k = lia_names_find(&names, s->joint[i].child, strlen(s->joint[i].child));
    if (k >= 0) is_child[k] = 1;
  }
  lia_names_free(&names);
}

// the root stands on the world, or is the world where it is named so; several are told once and all tied
static void find_root(urdf *u, int floating) {
  lia_spec *s = u->s;
  char *is_child = lia_calloc((size_t)s->nbody + 1, 1);
  int roots = 0, root = -1, n = s->nbody, broken = 0;
  if (!is_child) { s->nomem = 1; return; }
  mark_children(u, is_child);
  for (int i = 0; i < n; i++)
    if (!is_child[i] && roots++ == 0) root = i;
  for (int i = 0; i < s->njoint; i++) broken |= s->joint[i].broken;
  if (roots > 1 && !broken) tell_roots(u, is_child);
  if (roots == 1 && !strcmp(s->body[root].name, "world")) {
    memmove(&s->body[root], &s->body[root + 1], (size_t)(n - root - 1) * sizeof *s->body);
    s->nbody--;
  } else {
    for (int i = 0; i < n; i++)
      if (!is_child[i]) tie_root(u, i, floating);
  }
  lia_free(is_child);
}

// elements -------------------------------------------------------------------------------------------------------------

typedef struct row {
  place in;
  const char *name;
  place to;                                   /* what stands inside of it; PASSED: nothing we read */
  void (*start)(urdf *u, const char **a);
  void (*end)(urdf *u);
} row;

static const row rows[] = {
  { DOCUMENT, "robot", ROBOT, start_robot, NULL },
  { ROBOT, "link", LINK, start_link, end_link },
  { ROBOT, "joint", JOINT, start_joint, end_joint },
  { ROBOT, "material", MATERIAL, start_material, NULL },
  { ROBOT, "transmission", PASSED, NULL, NULL }, { ROBOT, "gazebo", PASSED, NULL, NULL }, { ROBOT, "sensor", PASSED, NULL, NULL },
  { ROBOT, "ros2_control", PASSED, NULL, NULL }, { ROBOT, "mujoco", PASSED, NULL, NULL },
  { LINK, "inertial", INERTIAL, start_inertial, end_inertial },
  { LINK, "visual", VISUAL, start_visual, end_visual },
  { LINK, "collision", COLLISION, start_visual, end_collision },
  { LINK, "contact", PASSED, NULL, NULL }, { LINK, "gazebo", PASSED, NULL, NULL },
  { INERTIAL, "origin", PASSED, start_origin, NULL },
  { INERTIAL, "mass", PASSED, start_mass, NULL },
  { INERTIAL, "inertia", PASSED, start_inertia, NULL },
  { VISUAL, "origin", PASSED, start_origin, NULL }, { COLLISION, "origin", PASSED, start_origin, NULL },
  { VISUAL, "geometry", GEOMETRY, NULL, NULL }, { COLLISION, "geometry", GEOMETRY, NULL, NULL },
  { VISUAL, "material", MATERIAL, start_material, NULL }, { COLLISION, "material", MATERIAL, start_material, NULL },
  { COLLISION, "contact_coefficients", PASSED, NULL, NULL }, { COLLISION, "verbose", PASSED, NULL, NULL },
  { GEOMETRY, "box", PASSED, start_box, NULL },
  { GEOMETRY, "sphere", PASSED, start_sphere, NULL },
  { GEOMETRY, "cylinder", PASSED, start_cylinder, NULL },
  { GEOMETRY, "capsule", PASSED, start_capsule, NULL },
  { GEOMETRY, "mesh", PASSED, start_mesh, NULL },
  { MATERIAL, "color", PASSED, start_color, NULL },
  { MATERIAL, "texture", PASSED, NULL, NULL },
  { JOINT, "origin", PASSED, start_origin, NULL },
  { JOINT, "parent", PASSED, start_parent, NULL },
  { JOINT, "child", PASSED, start_child, NULL },
  { JOINT, "axis", PASSED, start_axis, NULL },
  { JOINT, "limit", PASSED, start_limit, NULL },
  { JOINT, "dynamics", PASSED, start_dynamics, NULL },
  { JOINT, "mimic", PASSED, start_mimic, NULL },
  { JOINT, "calibration", PASSED, NULL, NULL }, { JOINT, "safety_controller", PASSED, NULL, NULL },
  { JOINT, "hardwareInterface", PASSED, NULL, NULL },
};
enum { NROWS = sizeof rows / sizeof *rows };

static const row *find_row(place in, const char *name) {
  for (int k = 0; k < NROWS; k++)
    if (rows[k].in == in && !strcmp(rows[k].name, name)) return &rows[k];
  return NULL;
}

static void unknown(urdf *u, place in, const char *name) {
  const char *known[NROWS];
  int n = 0;
  for (int k = 0; k < NROWS; k++)
    if (rows[k].in == in) known[n++] = rows[k].name;
  WARN(u, "unknown element <%.40s> passed over%s", name, hint_of(name, known, n, "<", ">").text);
}

static int is_xacro(const char *name, const char **a) {
  if (!strncmp(name, "xacro:", 6)) return 1;
  for (; *a; a += 2)
    if (strstr(a[1], "${") || strstr(a[1], "$(")) return 1;
  return 0;
}

static void XMLCALL on_start(void *user, const char *name, const char **a) {
  urdf *u = user;
  if (u->status != LIA_OK) return;
  place in = u->at[u->depth];
  if (u->depth >= DEEPEST) { stop(u, LIA_EPARSE, "elements are nested deeper than 40"); return; }
  if (in == DOCUMENT && strcmp(name, "robot")) {
    stop(u, LIA_EPARSE, !strcmp(name, "sdf") ? "this is SDF, not URDF: expected <robot>" : "this is no URDF: expected <robot> first");
    return;
  }
  if (in != PASSED && is_xacro(name, a)) {
    stop(u, LIA_EPARSE, "this is xacro, a macro language, not URDF: expand it first with  xacro robot.xacro > robot.urdf");
    return;
  }
  const row *r = in == PASSED ? NULL : find_row(in, name);
  if (!r && in != PASSED && !strchr(name, ':')) unknown(u, in, name);
  if (r && r->start) r->start(u, a);
  u->at[++u->depth] = r ? r->to : PASSED;
}

static void XMLCALL on_end(void *user, const char *name) {
  urdf *u = user;
  if (u->status != LIA_OK) return;
  const row *r = find_row(u->at[--u->depth], name);
  if (r && r->end) r->end(u);
}

static void XMLCALL on_entity(void *user, const XML_Char *name, int parameter, const XML_Char *value, int length, const XML_Char *base,
                              const XML_Char *system, const XML_Char *public, const XML_Char *notation) {
  (void)name, (void)parameter, (void)value, (void)length, (void)base, (void)system, (void)public, (void)notation;
  stop(user, LIA_EPARSE, "entities are refused: a robot needs none, and they can be made to fill the memory");
}

// reading --------------------------------------------------------------------------------------------------------------

static void xml_failed(urdf *u) {
  enum XML_Error code = XML_GetErrorCode(u->xml);
  char path[LIA_ERROR_PATH];
  if (u->status != LIA_OK) return;
  lia_text_format(path, sizeof path, "%s:%d", u->file, line(u));
  if (code == XML_ERROR_NO_MEMORY) u->status = LIA_FAIL(u->err, LIA_ENOMEM, path, "out of memory");
  else u->status = LIA_FAIL(u->err, LIA_EPARSE, path, "broken XML at column %d: %s", (int)XML_GetCurrentColumnNumber(u->xml) + 1,
                            XML_ErrorString(code));
}

static void parse(urdf *u, const char *text, size_t n) {
  XML_SetUserData(u->xml, u);
  XML_SetElementHandler(u->xml, on_start, on_end);
  XML_SetEntityDeclHandler(u->xml, on_entity);
  const size_t piece = (size_t)1 << 20;
  for (size_t at = 0; u->status == LIA_OK; at += piece) {
    int last = at + piece >= n;
    if (XML_Parse(u->xml, text + at, (int)(last ? n - at : piece), last) != XML_STATUS_OK) xml_failed(u);
    if (last) break;
  }
}

lia_status lia_urdf_read(lia_spec *s, const char *text, size_t n, const char *file, const lia_urdf_options *options, lia_error *err) {
  static const XML_Memory_Handling_Suite memory = { lia_malloc, lia_realloc, lia_free };
  urdf u = { .s = s, .file = file, .err = err, .body = -1, .joint = -1, .shape = -1, .material = -1 };
  if (n > largest) return LIA_FAIL(err, LIA_ELIMIT, file, "larger than 64 MB");
  u.xml = XML_ParserCreate_MM(NULL, &memory, NULL);
  if (!u.xml) return LIA_FAIL(err, LIA_ENOMEM, file, "out of memory");
  parse(&u, text, n);
  XML_ParserFree(u.xml);
  if (u.status != LIA_OK) return u.status;

  s->convention = "URDF: link frames are moved joint frames, rpy about fixed x, y, z; inertia about the centre of mass";
  s->source = word(&u, file);
  if (!s->nbody && !s->njoint && !s->nerror) lia_spec_complain(s, file, "no links");
  if (!s->nomem) colour_shapes(&u);
  if (!s->nomem) follow_mimics(&u);
  if (!s->nomem) find_root(&u, options && options->floating);
  return s->nomem ? LIA_FAIL(err, LIA_ENOMEM, file, "out of memory") : LIA_OK;
}

static lia_status slurp(char **text, size_t *n, FILE *f, const char *path, lia_error *err) {
  size_t room = 1 << 16;
  for (;; room *= 2) {
    char *t = lia_realloc(*text, room);
    if (!t) return LIA_FAIL(err, LIA_ENOMEM, path, "out of memory");
    *text = t;
    errno = 0;
    *n += fread(t + *n, 1, room - *n, f);
    if (ferror(f)) return LIA_FAIL(err, LIA_EIO, path, "%s", lia_errno_text(errno));
    if (*n < room) return LIA_OK;
    if (*n >= largest) return LIA_FAIL(err, LIA_ELIMIT, path, "larger than 64 MB");
  }
}

lia_status lia_urdf_load(lia_spec *s, const char *path, const lia_urdf_options *options, lia_error *err) {
  char *text = NULL;
  size_t n = 0;
  FILE *f = fopen(path, "rb");
  if (!f) return LIA_FAIL(err, LIA_EIO, path, "%s", lia_errno_text(errno));
  lia_status st = slurp(&text, &n, f, path, err);
  fclose(f);
  if (st == LIA_OK) st = lia_urdf_read(s, text, n, path, options, err);
  lia_free(text);
  return st;
}
