/* urdf.c - URDF by expat: one row an element, complaints and warnings with file and line */
#include "io/urdf.h"

#include "base/mem.h"
#include "base/names.h"
#include "base/text.h"
#include "geo/inertia.h"
#include "geo/rot.h"
#include "io/urdfparts.h"
#include "io/urdftext.h"

#include <errno.h>
#include <expat.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { DEEPEST = 8, MOST_PASSED = 64 };   // robot, link, visual, geometry, box: 5 are read
static const size_t largest = (size_t)64 << 20;

// where we are in the document
typedef enum place { DOCUMENT, ROBOT, LINK, INERTIAL, VISUAL, COLLISION, GEOMETRY, MATERIAL, JOINT,
    PASSED } place;

typedef struct row row;

typedef struct urdf {
  XML_Parser xml;
  lia_urdf_parts part;
  lia_spec *s;
  lia_error *err;
  lia_status status;            /* of what stops the reading */
  const row *open[DEEPEST];     /* the elements we are in */
  uint64_t seen[DEEPEST];       /* in each: rows that have stood there */
  int depth, passed;            /* passed: how deep we are in what is not read */
  int body, joint, shape;       /* being read: indices, -1 for none */
  int torn;                     /* the part being read has lost a number it cannot be without */
  int lower, upper;             /* of the limits being read: given */
  double xyz[3], rpy[3];        /* the last origin */
  double mass, inertia[6];      /* of the inertial being read, NaN where it is not given */
  int material;                 /* the global one being read, -1: that of a shape */
  int xacro;                    /* line of the first macro that nobody expanded, 0: none */
} urdf;

// complaints --------------------------------------------------------------------------------------

static int line(const urdf *u) { return (int)XML_GetCurrentLineNumber(u->xml); }

// what cannot be read any further
static void stop(urdf *u, lia_status status, const char *text) {
  if (u->status != LIA_OK) return;
  char path[LIA_ERROR_PATH];
  lia_text_format(path, sizeof path, "%s:%d", u->part.file, line(u));
  u->status = LIA_FAIL(u->err, status, path, "%s", text);
  XML_StopParser(u->xml, XML_FALSE);
}

static const char xacro_text[] =
    "this is xacro, a macro language, not URDF: expand it first with  xacro robot.xacro > "
    "robot.urdf";

typedef struct spot { char text[LIA_ERROR_PATH]; } spot;

static spot spot_of(const urdf *u, const char *kind, const char *name) {
  spot w;
  if (name)
    lia_text_format(w.text, sizeof w.text, "%s:%d: %s '%.60s'", u->part.file, line(u), kind, name);
  else lia_text_format(w.text, sizeof w.text, "%s:%d", u->part.file, line(u));
  return w;
}

// "arm.urdf:14: joint 'elbow'" of what is being read
static spot where(const urdf *u) {
  if (u->joint >= 0) return spot_of(u, "joint", u->s->joint[u->joint].name);
  return spot_of(u, "link", u->body >= 0 ? u->s->body[u->body].name : NULL);
}

#define COMPLAIN(u, ...) lia_spec_complain((u)->s, where(u).text, __VA_ARGS__)
#define WARN(u, ...) lia_spec_warn((u)->s, where(u).text, __VA_ARGS__)

typedef struct hint { char text[96]; } hint;

static hint hint_of(const char *got, const char *const *known, int n, const char *open,
    const char *close) {
  hint h = { "" };
  int near = lia_names_nearest_of(known, n, got, strlen(got));
  if (near >= 0)
    lia_text_format(h.text, sizeof h.text, " (did you mean %s%.60s%s?)", open, known[near], close);
  return h;
}

// a word to keep; an empty one where memory is out, for words are compared until the reading ends
static const char *word(urdf *u, const char *text) {
  const char *kept = lia_spec_word(u->s, text, strlen(text));
  return kept ? kept : "";
}

// n entries of an array in the arena, doubled where it is full
static void *grown(urdf *u, void *array, int n, size_t size) {
  if (n && (n & (n - 1))) return array;
  void *more = lia_arena_alloc(&u->s->arena, 2 * (size_t)(n ? n : 1) * size);
  if (!more) u->s->nomem = 1;
  else if (n) memcpy(more, array, (size_t)n * size);
  return more;
}

// what is not read, told once with its first lines: 200 transmissions are one warning
static void pass(urdf *u, const char *what, const char *hint_text) {
  lia_urdf_parts *p = &u->part;
  int k = 0;
  while (k < p->npassed && strcmp(p->passed[k].name, what)) k++;
  if (k == p->npassed && k == MOST_PASSED) return;
  if (k == p->npassed) {
    lia_urdf_passed *more = grown(u, p->passed, k, sizeof *more);
    if (!more) return;
    p->passed = more;
    p->passed[p->npassed++] =
        (lia_urdf_passed){ .name = word(u, what), .hint = word(u, hint_text) };
  }
  lia_urdf_passed *one = &p->passed[k];
  if (one->count < LIA_URDF_LINES) one->line[one->count] = line(u);
  one->count++;
}

// attributes --------------------------------------------------------------------------------------

static const char *attribute(const char **a, const char *name) {
  for (; *a; a += 2)
    if (!strcmp(a[0], name)) return a[1];
  return NULL;
}

// one that should be there; a warning where it is not
static const char *urdf_asked(urdf *u, const char *element, const char **a, const char *name) {
  const char *v = attribute(a, name);
  if (v && *v) return v;
  WARN(u, "<%s> without %s=\"...\"", element, name);
  return NULL;
}

static int is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static int is_macro(const char *text) { return strstr(text, "${") || strstr(text, "$("); }

enum { MOST_NUMBERS = 6 };

// the finite numbers of a text: how many, -1 where there is something else or are too many
static int count_numbers(const char *text, double x[MOST_NUMBERS]) {
  const char *p = text;
  for (int count = 0;; count++) {
    while (is_space(*p)) p++;
    if (!*p) return count;
    if (count == MOST_NUMBERS) return -1;
    size_t used = lia_text_number(p, strlen(p), &x[count]);
    if (!used || (p[used] && !is_space(p[used])) || !isfinite(x[count])) return -1;
    p += used;
  }
}

// n numbers into x: 1. Or x stays: 0 where the attribute is missing, -1 where it is something else.
// Of what places a link (grave) that is a complaint, else a warning
static int read_numbers(urdf *u, const char **a, const char *name, double *x, int n, int grave) {
  const char *text = attribute(a, name);
  double got[MOST_NUMBERS];
  if (!text) return 0;
  if (count_numbers(text, got) == n) {
    memcpy(x, got, (size_t)n * sizeof *x);
    return 1;
  }
  if (grave && is_macro(text)) stop(u, LIA_EPARSE, xacro_text);
  else if (grave)
    COMPLAIN(u, "%s=\"%.60s\": expected %d finite number%s", name, text, n, n == 1 ? "" : "s");
  else WARN(u, "%s=\"%.60s\" not read: expected %d finite number%s", name, text, n,
      n == 1 ? "" : "s");
  return -1;
}

static int urdf_numbers(urdf *u, const char **a, const char *name, double *x, int n) {
  return read_numbers(u, a, name, x, n, 0);
}

// one that may not be negative
static void urdf_positive(urdf *u, const char **a, const char *name, lia_val *v) {
  double x;
  if (urdf_numbers(u, a, name, &x, 1) != 1) return;
  if (x < 0) WARN(u, "%s=\"%g\" not read: it is negative", name, x);
  else *v = LIA_VAL(x);
}

// attributes nobody knows are likely to be misspelt
static void strict(urdf *u, const char *element, const char **a, const char *const *known) {
  int n = 0;
  while (known[n]) n++;
  for (; *a; a += 2) {
    int found = strchr(a[0], ':') != NULL;
    for (int k = 0; k < n && !found; k++) found = !strcmp(a[0], known[k]);
    if (found) continue;
    char what[120];
    lia_text_format(what, sizeof what, "<%s> has no attribute '%.40s'", element, a[0]);
    pass(u, what, hint_of(a[0], known, n, "'", "'").text);
  }
}

static void no_origin(urdf *u) {
  memset(u->xyz, 0, sizeof u->xyz);
  memset(u->rpy, 0, sizeof u->rpy);
  u->torn = 0;
}

// of a joint it places a link; of a shape or a mass it places nothing else
static void start_origin(urdf *u, const char **a) {
  static const char *const known[] = { "xyz", "rpy", NULL };
  int grave = u->joint >= 0;
  strict(u, "origin", a, known);
  u->torn |= read_numbers(u, a, "xyz", u->xyz, 3, grave) < 0;
  u->torn |= read_numbers(u, a, "rpy", u->rpy, 3, grave) < 0;
}

// links -------------------------------------------------------------------------------------------

static void start_robot(urdf *u, const char **a) {
  const char *name = attribute(a, "name");
  if (name) u->s->name = word(u, name);
}

// the name of a link or joint; one that has none gets one
static const char *urdf_name_of(urdf *u, const char *element, const char **a, int index) {
  const char *name = attribute(a, "name");
  if (name && *name) {
    char what[120];
    lia_text_format(what, sizeof what,
        "the name of a <%s> holds a macro that xacro has not expanded", element);
    if (is_macro(name)) pass(u, what, "");
    return name;
  }
  name = lia_spec_text(u->s, "%s_%d", element, index + 1);
  if (name) WARN(u, "<%s> without name=\"...\": called '%s'", element, name);
  return name ? name : "";
}

static void start_link(urdf *u, const char **a) {
  const char *name = urdf_name_of(u, "link", a, u->s->nbody);
  u->body = lia_spec_add_body(u->s, name, spot_of(u, "link", name).text) ? u->s->nbody - 1 : -1;
}

static void end_link(urdf *u) { u->body = -1; }

static void start_inertial(urdf *u, const char **a) {
  (void)a;
  no_origin(u);
  u->mass = NAN;
  for (int k = 0; k < 6; k++) u->inertia[k] = NAN;
}

static void start_mass(urdf *u, const char **a) {
  if (!urdf_asked(u, "mass", a, "value") || urdf_numbers(u, a, "value", &u->mass, 1) != 1 ||
      u->mass >= 0)
    return;
  WARN(u, "no mass is negative: %g counts as not given", u->mass);
  u->mass = NAN;
}

static void start_inertia(urdf *u, const char **a) {
  static const char *const known[] = { "ixx", "iyy", "izz", "ixy", "ixz", "iyz", NULL };
  double I[6] = { 0 };
  int whole = 1;
  strict(u, "inertia", a, known);
  for (int k = 0; k < 6; k++) {
    // products that are not told are 0, moments may not be left out
    if (k < 3) whole &= urdf_asked(u, "inertia", a, known[k]) != NULL;
    whole &= urdf_numbers(u, a, known[k], &I[k], 1) >= 0;
  }
  if (whole) memcpy(u->inertia, I, sizeof I);
}

static void end_inertial(urdf *u) {
  if (u->body < 0) return;
  lia_spec_body *b = &u->s->body[u->body];
  if (u->torn) { WARN(u, "<inertial> passed over: nobody knows where it is"); return; }
  if (isnan(u->mass)) WARN(u, "<inertial> without a mass");
  if (isnan(u->inertia[0])) WARN(u, "<inertial> without an inertia");

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
  for (int k = 0; k < 6 && !isnan(u->inertia[0]); k++) b->inertia[k] = LIA_VAL(J.I[k]);
}

// shapes ------------------------------------------------------------------------------------------

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

// the shape of this <geometry>, which has one
static lia_spec_shape *only_shape(urdf *u, const char *element) {
  lia_spec_shape *h = shape(u);
  if (!h || !lia_val_given(h->size[0])) return h;
  WARN(u, "a second shape in one <geometry>: <%s> passed over", element);
  return NULL;
}

// the sizes of a solid: attribute by attribute, count numbers in each
static void solid(urdf *u, int kind, const char **a, const char *const *names, int count) {
  const char *element = lia_spec_shape_name[kind];
  lia_spec_shape *h = only_shape(u, element);
  double size[6] = { 1, 1, 1 };
  int n = 0, whole = 1;
  if (!h) return;
  for (int k = 0; names[k]; k++, n += count)
    whole &= urdf_asked(u, element, a, names[k]) &&
        urdf_numbers(u, a, names[k], &size[n], count) == 1;
  for (int k = 0; k < n; k++) {
    if (size[k] < 0) WARN(u, "the size of a %s must be positive, got %g", element, size[k]);
    whole &= size[k] >= 0;
  }
  h->kind = kind;
  for (int k = 0; k < n; k++) h->size[k] = LIA_VAL(size[k]);
  u->torn |= !whole;
}

static void start_box(urdf *u, const char **a) {
  solid(u, LIA_SHAPE_box, a, (const char *[]){ "size", NULL }, 3);
}
static void start_sphere(urdf *u, const char **a) {
  solid(u, LIA_SHAPE_sphere, a, (const char *[]){ "radius", NULL }, 1);
}
static const char *const round_sizes[] = { "radius", "length", NULL };
static void start_cylinder(urdf *u, const char **a) {
  solid(u, LIA_SHAPE_cylinder, a, round_sizes, 1);
}
static void start_capsule(urdf *u, const char **a) {
  solid(u, LIA_SHAPE_capsule, a, round_sizes, 1);
}

// one number scales all three ways, a fourth says nothing; a mirrored mesh has a negative one
static void mesh_scale(urdf *u, const char **a, double scale[3]) {
  const char *text = attribute(a, "scale");
  double got[MOST_NUMBERS];
  int n = text ? count_numbers(text, got) : 0;
  lia_set3(scale, 1, 1, 1);
  if (n == 1) lia_set3(scale, got[0], got[0], got[0]);
  if (n >= 3) lia_copy3(scale, got);
  int zero = scale[0] == 0 || scale[1] == 0 || scale[2] == 0;
  if (zero) lia_set3(scale, 1, 1, 1);
  if (text && (n != 3 || zero))
    WARN(u, "scale=\"%.60s\": expected three numbers that are not 0, read as %g %g %g", text,
        scale[0], scale[1], scale[2]);
}

static void start_mesh(urdf *u, const char **a) {
  lia_spec_shape *h = only_shape(u, "mesh");
  double scale[3];
  if (!h) return;
  const char *file = urdf_asked(u, "mesh", a, "filename");
  mesh_scale(u, a, scale);
  h->mesh = word(u, file ? file : "");
  for (int k = 0; k < 3; k++) h->size[k] = LIA_VAL(scale[k]);
  u->torn |= !file;
}

static void end_shape(urdf *u, int collides) {
  lia_spec_shape *h = shape(u);
  const char *element = collides ? "collision" : "visual";
  if (!h) return;
  u->shape = -1;
  if (!lia_val_given(h->size[0]))
    WARN(u, "<%s> without a shape in its <geometry>: passed over", element);
  else if (u->torn) WARN(u, "<%s> passed over", element);
  if (!lia_val_given(h->size[0]) || u->torn) {
    u->s->body[u->body].nshape--;   // it is the last
    return;
  }
  h->collides = collides;
  lia_spec_place_rpy(u->s, &h->place, u->xyz, u->rpy);
}

static void end_visual(urdf *u) { end_shape(u, 0); }
static void end_collision(urdf *u) { end_shape(u, 1); }

static lia_urdf_paint *add_paint(urdf *u, const char *name) {
  lia_urdf_parts *p = &u->part;
  lia_urdf_paint *more = name ? grown(u, p->paint, p->npaint, sizeof *more) : NULL;
  if (!more) return NULL;
  p->paint = more;
  p->paint[p->npaint] = (lia_urdf_paint){ name, { -1, -1, -1, -1 } };
  return &p->paint[p->npaint++];
}

static void start_material(urdf *u, const char **a) {
  const char *name = attribute(a, "name");
  lia_spec_shape *h = shape(u);
  u->material = -1;
  if (h) h->material = word(u, name ? name : "");
  else if (urdf_asked(u, "material", a, "name") && add_paint(u, word(u, name)))
    u->material = u->part.npaint - 1;
}

// a material coloured inside a link serves the links after it too
static void start_color(urdf *u, const char **a) {
  double c[4];
  lia_spec_shape *h = shape(u);
  if (!urdf_asked(u, "color", a, "rgba") || urdf_numbers(u, a, "rgba", c, 4) != 1) return;
  if (h) memcpy(h->color, c, sizeof c);
  else if (u->material >= 0) memcpy(u->part.paint[u->material].color, c, sizeof c);
  lia_urdf_paint *p = h && h->material && h->material[0] ? add_paint(u, h->material) : NULL;
  if (p) memcpy(p->color, c, sizeof c);
}

// joints ------------------------------------------------------------------------------------------

// the types of the format, and those that are met outside of it: of Bullet, and of Drake's
// <drake:joint>
enum { NTYPES = 10, CONTINUOUS = 1, OWN_TYPES = 6 };
static const char *const type_name[NTYPES] = {
  "revolute", "continuous", "prismatic", "fixed", "floating", "planar", "spherical", "ball",
  "universal", "screw",
};
static const int type_kind[NTYPES] = {
  LIA_JOINT_revolute, LIA_JOINT_revolute, LIA_JOINT_prismatic, LIA_JOINT_fixed, LIA_JOINT_floating,
      LIA_JOINT_planar,
  LIA_JOINT_spherical, LIA_JOINT_spherical, LIA_JOINT_universal, LIA_JOINT_helical,
};
static const char *const type_read[NTYPES - OWN_TYPES] = {
  "any turn about a point", "any turn about a point", "turns about x, then y", "a screw",
};

// an index in those lists, -1 after a complaint
static int joint_type(urdf *u, const char **a) {
  const char *type = attribute(a, "type");
  if (!type || !*type) { COMPLAIN(u, "<joint> needs type=\"...\""); return -1; }
  for (int k = 0; k < NTYPES; k++) {
    if (strcmp(type, type_name[k])) continue;
    if (k >= OWN_TYPES)
      WARN(u, "type '%s' is none of the format: read as %s", type, type_read[k - OWN_TYPES]);
    return k;
  }
  if (is_macro(type)) stop(u, LIA_EPARSE, xacro_text);
  else COMPLAIN(u, "unknown type '%.40s'%s", type,
      hint_of(type, type_name, OWN_TYPES, "'", "'").text);
  return -1;
}

static void start_joint(urdf *u, const char **a) {
  static const char *const known[] = { "name", "type", NULL };
  const char *name = urdf_name_of(u, "joint", a, u->s->njoint);
  lia_spec_joint *j = lia_spec_add_joint(u->s, "", "", LIA_JOINT_fixed,
      spot_of(u, "joint", name).text);
  if (!j) { u->joint = -1; return; }
  u->joint = u->s->njoint - 1;
  j->name = word(u, name);
  strict(u, "joint", a, known);
  int type = joint_type(u, a);
  if (type < 0) j->broken = 1;
  else {
    j->kind = type_kind[type];
    lia_spec_set_dofs(u->s, j, lia_joint_ndof(type_kind[type]));
  }
  u->lower = u->upper = type == CONTINUOUS ? -1 : 0;
  for (int k = 0; k < 3; k++) {
    j->axis[k] = LIA_VAL(k == 0);
    j->axis2[k] = LIA_VAL(k == 1);
  }
  no_origin(u);
}

// metres a turn, of a screw; ours are metres a radian
static void start_pitch(urdf *u, const char **a) {
  double x;
  if (u->joint >= 0 && read_numbers(u, a, "value", &x, 1, 1) == 1)
    u->s->joint[u->joint].param[0] = LIA_VAL(x / 6.283185307179586);
}

static void start_parent(urdf *u, const char **a) {
  const char *link = attribute(a, "link");
  if (link && u->joint >= 0) u->s->joint[u->joint].parent = word(u, link);
}

static void start_child(urdf *u, const char **a) {
  const char *link = attribute(a, "link");
  if (link && u->joint >= 0) u->s->joint[u->joint].child = word(u, link);
}

static lia_spec_dof *only_dof(const urdf *u) {
  return u->joint >= 0 && u->s->joint[u->joint].ndof == 1 ? u->s->joint[u->joint].dof : NULL;
}

static void start_axis(urdf *u, const char **a) {
  double x[3];
  // its axes are x and y
  if (u->joint < 0 || u->s->joint[u->joint].kind == LIA_JOINT_universal) return;
  lia_spec_joint *j = &u->s->joint[u->joint];
  int grave = only_dof(u) || j->kind == LIA_JOINT_planar;
  if (!attribute(a, "xyz")) { WARN(u, "<axis> without xyz=\"...\": read as 1 0 0"); return; }
  if (read_numbers(u, a, "xyz", x, 3, grave) != 1) return;
  for (int k = 0; k < 3; k++) j->axis[k] = LIA_VAL(x[k]);
}

// Either limit is 0 where only the other is told, as the format says; where neither is, it says
// both are, and nobody means that: there is none. Crossed limits are how some say so. A continuous
// joint has none (lower and upper -1)
static void limits(urdf *u, const char **a, lia_spec_dof *d) {
  double x[2] = { 0, 0 };
  int lower = urdf_numbers(u, a, "lower", &x[0], 1), upper = urdf_numbers(u, a, "upper", &x[1], 1);
  int told = lower == 1 || upper == 1;
  if (u->lower < 0) {
    if (told && x[0] < x[1])
      WARN(u, "a continuous joint has no limits: %g .. %g not read", x[0], x[1]);
    return;
  }
  if (lower < 0 || upper < 0) return;
  if (!told) { WARN(u, "<limit> without lower and upper: read as none"); return; }
  if (lower == 1 && upper == 1 && x[0] > x[1]) {
    WARN(u, "the lower limit %g is above the upper limit %g: read as none", x[0], x[1]);
    return;
  }
  if (lower == 1 || x[1] > 0) d->min = LIA_VAL(x[0]);
  if (upper == 1 || x[0] < 0) d->max = LIA_VAL(x[1]);
}

static void start_limit(urdf *u, const char **a) {
  static const char *const known[] = { "lower", "upper", "effort", "velocity", NULL };
  lia_spec_dof *d = only_dof(u);
  strict(u, "limit", a, known);
  if (!d) return;
  limits(u, a, d);
  urdf_positive(u, a, "effort", &d->effort);
  urdf_positive(u, a, "velocity", &d->speed);
  if (!lia_val_is(d->speed, 0)) return;
  // what drawing programs write where nothing was entered
  WARN(u, "velocity=\"0\"%s: read as not given",
      lia_val_is(d->effort, 0) ? " and effort=\"0\"" : "");
  d->speed = LIA_VAL_NONE;
  if (lia_val_is(d->effort, 0)) d->effort = LIA_VAL_NONE;
}

static void start_dynamics(urdf *u, const char **a) {
  static const char *const known[] = { "damping", "friction", NULL };
  lia_val damping = LIA_VAL_NONE, friction = LIA_VAL_NONE;
  strict(u, "dynamics", a, known);
  if (u->joint < 0 || !u->s->joint[u->joint].ndof) return;
  urdf_positive(u, a, "damping", &damping);
  urdf_positive(u, a, "friction", &friction);
  for (int i = 0; i < u->s->joint[u->joint].ndof; i++) {
    u->s->joint[u->joint].dof[i].damping = damping;
    u->s->joint[u->joint].dof[i].friction = friction;
  }
}

static void start_mimic(urdf *u, const char **a) {
  static const char *const known[] = { "joint", "multiplier", "offset", NULL };
  lia_urdf_parts *p = &u->part;
  const char *of = urdf_asked(u, "mimic", a, "joint");
  strict(u, "mimic", a, known);
  if (!of || u->joint < 0 || u->s->joint[u->joint].broken) return;
  if (!only_dof(u)) {
    WARN(u, "only a joint with one coordinate can mimic another: <mimic> passed over");
    return;
  }
  lia_urdf_mimic *more = grown(u, p->mimic, p->nmimic, sizeof *more);
  if (!more) return;
  p->mimic = more;
  lia_urdf_mimic *m = &p->mimic[p->nmimic++];
  *m = (lia_urdf_mimic){ .joint = u->joint, .of = word(u, of), .multiplier = 1 };
  read_numbers(u, a, "multiplier", &m->multiplier, 1, 1);
  read_numbers(u, a, "offset", &m->offset, 1, 1);
}

// planar: motion in the plane across the axis; ours moves in x and y: turn z onto the axis, and
// back
static void turn_plane(urdf *u, lia_spec_joint *j, const double n[3]) {
  double z[3] = { 0, 0, 1 }, R[9];
  lia_rot_between(R, z, n);
  lia_spec_move *m = lia_spec_add_move(u->s, &j->place, LIA_MOVE_FRAME, LIA_VAL(0));
  if (m) lia_copy33(m->X.R, R);
  m = lia_spec_add_move(u->s, &j->after, LIA_MOVE_FRAME, LIA_VAL(0));
  if (m) lia_transpose33(m->X.R, R);
}

// an axis of no length turns nothing; one of another length than 1 is a direction all the same
static void settle_axis(urdf *u, lia_spec_joint *j) {
  double n[3] = { j->axis[0].x, j->axis[1].x, j->axis[2].x }, length = lia_norm3(n);
  int planar = j->kind == LIA_JOINT_planar;
  if (j->ndof != 1 && !planar) return;
  if (length > 1e-12) {
    if (fabs(length - 1) > 0.01)
      WARN(u, "the axis has the length %.6g: read as a direction", length);
    lia_scale3(n, 1 / length, n);
  } else if (planar) {
    WARN(u, "an axis needs a length: read as 1 0 0");
    lia_set3(n, 1, 0, 0);
  } else {
    WARN(u, "an axis needs a length: this joint cannot move");
    lia_spec_set_dofs(u->s, j, 0);
    j->kind = LIA_JOINT_fixed;
  }
  if (planar) turn_plane(u, j, n);
}

static void end_joint(urdf *u) {
  if (u->joint < 0) return;
  lia_spec_joint *j = &u->s->joint[u->joint];
  if (!j->parent[0]) {
    COMPLAIN(u, "<joint> without <parent link=\"...\"/>");
    j->broken = 1;
  }
  if (!j->child[0]) {
    COMPLAIN(u, "<joint> without <child link=\"...\"/>");
    j->broken = 1;
  }
  lia_spec_place_rpy(u->s, &j->place, u->xyz, u->rpy);
  settle_axis(u, j);
  u->joint = -1;
}

// elements ----------------------------------------------------------------------------------------

struct row {
  place in;
  const char *name;
  // what stands inside of it; PASSED: nothing we read
  place to;
  // 1: may stand there several times; else the first counts
  int often;
  void (*start)(urdf *u, const char **a);
  void (*end)(urdf *u);
};

static const row rows[] = {
  { DOCUMENT, "robot", ROBOT, 0, start_robot, NULL },
  { ROBOT, "link", LINK, 1, start_link, end_link },
  { ROBOT, "joint", JOINT, 1, start_joint, end_joint },
  { ROBOT, "drake:joint", JOINT, 1, start_joint, end_joint },
  { ROBOT, "material", MATERIAL, 1, start_material, NULL },
  { LINK, "inertial", INERTIAL, 0, start_inertial, end_inertial },
  { LINK, "visual", VISUAL, 1, start_visual, end_visual },
  { LINK, "collision", COLLISION, 1, start_visual, end_collision },
  { INERTIAL, "origin", PASSED, 0, start_origin, NULL },
  { INERTIAL, "mass", PASSED, 0, start_mass, NULL },
  { INERTIAL, "inertia", PASSED, 0, start_inertia, NULL },
  { VISUAL, "origin", PASSED, 0, start_origin, NULL },
      { COLLISION, "origin", PASSED, 0, start_origin, NULL },
  { VISUAL, "geometry", GEOMETRY, 0, NULL, NULL },
      { COLLISION, "geometry", GEOMETRY, 0, NULL, NULL },
  { VISUAL, "material", MATERIAL, 0, start_material, NULL },
      { COLLISION, "material", MATERIAL, 0, start_material, NULL },
  { GEOMETRY, "box", PASSED, 1, start_box, NULL },
  { GEOMETRY, "sphere", PASSED, 1, start_sphere, NULL },
  { GEOMETRY, "cylinder", PASSED, 1, start_cylinder, NULL },
  { GEOMETRY, "capsule", PASSED, 1, start_capsule, NULL },
  { GEOMETRY, "mesh", PASSED, 1, start_mesh, NULL },
  { MATERIAL, "color", PASSED, 0, start_color, NULL },
  { JOINT, "origin", PASSED, 0, start_origin, NULL },
  { JOINT, "parent", PASSED, 0, start_parent, NULL },
  { JOINT, "child", PASSED, 0, start_child, NULL },
  { JOINT, "axis", PASSED, 0, start_axis, NULL },
  { JOINT, "limit", PASSED, 0, start_limit, NULL },
  { JOINT, "dynamics", PASSED, 0, start_dynamics, NULL },
  { JOINT, "mimic", PASSED, 0, start_mimic, NULL },
  { JOINT, "drake:screw_thread_pitch", PASSED, 0, start_pitch, NULL },
};
enum { NROWS = sizeof rows / sizeof *rows };
_Static_assert(NROWS <= 64, "urdf.seen has a bit for every row");

// known, and nothing of it read: what it would mean
static const struct { const char *name, *what; } unread[] = {
  { "transmission", "what drives a joint" }, { "gazebo", "words for Gazebo" },
      { "sensor", "a sensor" },
  { "ros2_control", "words for ros2_control" }, { "mujoco", "words for MuJoCo" },
      { "texture", "a picture on a shape" },
  { "contact", "how it touches" }, { "contact_coefficients", "how it touches" },
      { "verbose", "words for a reader" },
  { "calibration", "where a joint is calibrated" }, { "safety_controller", "soft limits" },
  { "hardwareInterface", "what drives a joint" },
      { "loop_joint", "it closes a loop, which stays open" },
  { "drake:mimic", "a joint that follows another" },
};

static const row *find_row(place in, const char *name) {
  for (int k = 0; k < NROWS; k++)
    if (rows[k].in == in && !strcmp(rows[k].name, name)) return &rows[k];
  return NULL;
}

static void urdf_unknown(urdf *u, place in, const char *name) {
  const char *known[NROWS], *what = NULL;
  char text[160];
  int n = 0;
  for (size_t k = 0; k < sizeof unread / sizeof *unread; k++)
    if (!strcmp(unread[k].name, name)) what = unread[k].what;
  if (what || strchr(name, ':')) {
    int macro = !strncmp(name, "xacro:", 6);
    if (macro && !u->xacro) u->xacro = line(u);
    if (macro) what = "a macro that nobody expanded";
    lia_text_format(text, sizeof text, "<%.40s> not read%s%s", name, what ? ": " : "",
        what ? what : "");
    pass(u, text, "");
    return;
  }
  for (int k = 0; k < NROWS; k++)
    if (rows[k].in == in) known[n++] = rows[k].name;
  lia_text_format(text, sizeof text, "unknown element <%.40s> passed over", name);
  pass(u, text, hint_of(name, known, n, "<", ">").text);
}

// the row of an element; NULL where nothing of it is read, which is told
static const row *urdf_row_of(urdf *u, place in, const char *name) {
  const row *r = find_row(in, name);
  uint64_t bit = r ? (uint64_t)1 << (r - rows) : 0;
  if (!r) urdf_unknown(u, in, name);
  if (!r || r->often || !(u->seen[u->depth] & bit)) {
    u->seen[u->depth] |= bit;
    return r;
  }
  WARN(u, "a second <%s> passed over", name);
  return NULL;
}

static void XMLCALL on_start(void *user, const char *name, const char **a) {
  urdf *u = user;
  if (u->status != LIA_OK || u->s->nomem) return;
  if (u->passed) { u->passed++; return; }
  place in = u->depth ? u->open[u->depth - 1]->to : DOCUMENT;
  if (in == DOCUMENT && strcmp(name, "robot")) {
    stop(u, LIA_EPARSE, !strcmp(name, "sdf") ? "this is SDF, not URDF: expected <robot>"
        : "this is no URDF: expected <robot> first");
    return;
  }
  const row *r = in == PASSED ? NULL : urdf_row_of(u, in, name);
  if (!r) { u->passed = 1; return; }
  if (r->start) r->start(u, a);
  u->seen[u->depth + 1] = 0;
  u->open[u->depth++] = r;
  if (u->s->nomem) XML_StopParser(u->xml, XML_FALSE);
}

static void XMLCALL on_end(void *user, const char *name) {
  urdf *u = user;
  (void)name;
  if (u->status != LIA_OK || u->s->nomem) return;
  if (u->passed) { u->passed--; return; }
  const row *r = u->open[--u->depth];
  if (r->end) r->end(u);
}

static void XMLCALL on_entity(void *user, const XML_Char *name, int parameter,
    const XML_Char *value, int length, const XML_Char *base,
    const XML_Char *system, const XML_Char *public, const XML_Char *notation) {
  (void)name;
  (void)parameter;
  (void)value;
  (void)length;
  (void)base;
  (void)system;
  (void)public;
  (void)notation;
  stop(user, LIA_EPARSE,
      "entities are refused: a robot needs none, and they can be made to fill the memory");
}

// reading -----------------------------------------------------------------------------------------

static void xml_failed(urdf *u) {
  enum XML_Error code = XML_GetErrorCode(u->xml);
  if (u->status != LIA_OK || u->s->nomem) return;
  char text[120];
  lia_text_format(text, sizeof text, "broken XML at column %d: %s",
      (int)XML_GetCurrentColumnNumber(u->xml) + 1, XML_ErrorString(code));
  int behind = u->seen[0] && !u->depth && !u->passed;
  if (code == XML_ERROR_NO_MEMORY) u->s->nomem = 1;
  else if (behind) WARN(u, "what stands behind </robot> is not read");
  else stop(u, LIA_EPARSE, text);
}

static void parse(urdf *u, const char *text, size_t n) {
  XML_SetUserData(u->xml, u);
  XML_SetElementHandler(u->xml, on_start, on_end);
  XML_SetEntityDeclHandler(u->xml, on_entity);
  const size_t piece = (size_t)1 << 20;
  enum XML_Status ok = XML_STATUS_OK;
  for (size_t at = 0; ok == XML_STATUS_OK; at += piece) {
    int last = at + piece >= n;
    ok = XML_Parse(u->xml, text + at, (int)(last ? n - at : piece), last);
    if (last) break;
  }
  if (ok != XML_STATUS_OK) xml_failed(u);
}

static lia_status read_tidy(urdf *u, const lia_text *text, const char *encoding) {
  static const XML_Memory_Handling_Suite memory = { lia_malloc, lia_realloc, lia_free };
  u->xml = text->nomem ? NULL : XML_ParserCreate_MM(encoding, &memory, NULL);
  if (!u->xml) return LIA_FAIL(u->err, LIA_ENOMEM, "", "out of memory");
  parse(u, lia_text_str(text), text->n);
  XML_ParserFree(u->xml);
  return u->status;
}

lia_status lia_urdf_read(lia_spec *s, const char *text, size_t n, const char *file,
    const lia_urdf_options *options, lia_error *err) {
  static const lia_urdf_options none = { 0 };
  urdf u = { .s = s, .part = { .s = s, .file = file }, .err = err, .body = -1, .joint = -1,
      .shape = -1, .material = -1 };
  if (n > largest) return LIA_FAIL(err, LIA_ELIMIT, file, "larger than 64 MB");
  lia_text mended = { 0 };
  const char *encoding = lia_urdf_tidy(&mended, text, n, file, s);
  lia_status st = read_tidy(&u, &mended, encoding);
  lia_text_free(&mended);
  if (st != LIA_OK) return st;

  s->convention = "URDF: link frames are moved joint frames, rpy about fixed x, y, z; inertia "
      "about the centre of mass";
  s->source = word(&u, file);
  s->lenient = 1;
  if (!s->nbody && !s->njoint && !s->nerror && !s->nomem) {
    if (u.xacro) return LIA_FAIL(err, LIA_EPARSE, file, "%s", xacro_text);
    // Bullet's soft bodies have none: what is there is told as not read
    if (u.part.npassed) lia_spec_warn(s, file, "no links: the model is empty");
    else lia_spec_complain(s, file, "no links");
  }
  if (!s->nomem) lia_urdf_settle(&u.part, options ? options : &none);
  return s->nomem ? LIA_FAIL(err, LIA_ENOMEM, file, "out of memory") : LIA_OK;
}

static lia_status slurp(char **text, size_t *n, FILE *f, const char *path, lia_error *err) {
  size_t room = 1 << 16;
  for (;; room *= 2) {
    char *t = lia_realloc(*text, room);
    if (!t) return LIA_FAIL(err, LIA_ENOMEM, path, "out of memory");
    *text = t;
    *n += fread(t + *n, 1, room - *n, f);
    if (ferror(f)) return LIA_FAIL(err, LIA_EIO, path, "%s", lia_errno_text(errno));
    if (*n < room) return LIA_OK;
    if (*n >= largest) return LIA_FAIL(err, LIA_ELIMIT, path, "larger than 64 MB");
  }
}

lia_status lia_urdf_load(lia_spec *s, const char *path, const lia_urdf_options *options,
    lia_error *err) {
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
