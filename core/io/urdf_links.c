/* urdf_links.c - links of URDF: masses, shapes and their colours */
#include "io/urdf_inside.h"

#include "base/assert.h"
#include "geo/inertia.h"
#include "geo/rot.h"

#include <math.h>
#include <string.h>

typedef lia_urdf_reader urdf;

void lia_urdf_start_robot(urdf *u, const char **a) {
  const char *name = lia_urdf_attribute(a, "name");
  if (name) u->s->name = lia_urdf_word(u, name);
}

void lia_urdf_start_link(urdf *u, const char **a) {
  const char *name = lia_urdf_name_of(u, "link", a, u->s->nbody);
  u->body = lia_spec_add_body(u->s, name, lia_urdf_spot_of(u, "link", name).text) ? u->s->nbody - 1
      : -1;
}

void lia_urdf_end_link(urdf *u) { u->body = -1; }

void lia_urdf_start_inertial(urdf *u, const char **a) {
  (void)a;
  lia_urdf_no_origin(u);
  u->mass = NAN;
  for (int k = 0; k < 6; k++) u->inertia[k] = NAN;
}

void lia_urdf_start_mass(urdf *u, const char **a) {
  if (!lia_urdf_asked(u, "mass", a, "value") || lia_urdf_numbers(u, a, "value", &u->mass, 1) != 1 ||
      u->mass >= 0)
    return;
  LIA_URDF_WARN(u, "no mass is negative: %g counts as not given", u->mass);
  u->mass = NAN;
}

void lia_urdf_start_inertia(urdf *u, const char **a) {
  static const char *const known[] = { "ixx", "iyy", "izz", "ixy", "ixz", "iyz", NULL };
  double I[6] = { 0 };
  int whole = 1;
  lia_urdf_strict(u, "inertia", a, known);
  for (int k = 0; k < 6; k++) {
    // products that are not told are 0, moments may not be left out
    if (k < 3) whole &= lia_urdf_asked(u, "inertia", a, known[k]) != NULL;
    whole &= lia_urdf_numbers(u, a, known[k], &I[k], 1) >= 0;
  }
  if (whole) memcpy(u->inertia, I, sizeof I);
}

void lia_urdf_end_inertial(urdf *u) {
  if (u->body < 0) return;
  lia_spec_body *b = &u->s->body[u->body];
  if (u->torn) { LIA_URDF_WARN(u, "<inertial> passed over: nobody knows where it is"); return; }
  if (isnan(u->mass)) LIA_URDF_WARN(u, "<inertial> without a mass");
  if (isnan(u->inertia[0])) LIA_URDF_WARN(u, "<inertial> without an inertia");

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

void lia_urdf_start_visual(urdf *u, const char **a) {
  (void)a;
  lia_urdf_no_origin(u);
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
  LIA_URDF_WARN(u, "a second shape in one <geometry>: <%s> passed over", element);
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
    whole &= lia_urdf_asked(u, element, a, names[k]) &&
        lia_urdf_numbers(u, a, names[k], &size[n], count) == 1;
  for (int k = 0; k < n; k++) {
    if (size[k] < 0)
      LIA_URDF_WARN(u, "the size of a %s must be positive, got %g", element, size[k]);
    whole &= size[k] >= 0;
  }
  h->kind = kind;
  for (int k = 0; k < n; k++) h->size[k] = LIA_VAL(size[k]);
  u->torn |= !whole;
}

void lia_urdf_start_box(urdf *u, const char **a) {
  solid(u, LIA_SHAPE_box, a, (const char *[]){ "size", NULL }, 3);
}
void lia_urdf_start_sphere(urdf *u, const char **a) {
  solid(u, LIA_SHAPE_sphere, a, (const char *[]){ "radius", NULL }, 1);
}
static const char *const round_sizes[] = { "radius", "length", NULL };
void lia_urdf_start_cylinder(urdf *u, const char **a) {
  solid(u, LIA_SHAPE_cylinder, a, round_sizes, 1);
}
void lia_urdf_start_capsule(urdf *u, const char **a) {
  solid(u, LIA_SHAPE_capsule, a, round_sizes, 1);
}

// one number scales all three ways, a fourth says nothing; a mirrored mesh has a negative one
static void mesh_scale(urdf *u, const char **a, double scale[3]) {
  const char *text = lia_urdf_attribute(a, "scale");
  double got[LIA_URDF_NUMBERS];
  int n = text ? lia_urdf_count_numbers(text, got) : 0;
  lia_set3(scale, 1, 1, 1);
  if (n == 1) lia_set3(scale, got[0], got[0], got[0]);
  if (n >= 3) lia_copy3(scale, got);
  int zero = scale[0] == 0 || scale[1] == 0 || scale[2] == 0;
  if (zero) lia_set3(scale, 1, 1, 1);
  if (text && (n != 3 || zero))
    LIA_URDF_WARN(u, "scale=\"%.60s\": expected three numbers that are not 0, read as %g %g %g",
        text,
        scale[0], scale[1], scale[2]);
}

void lia_urdf_start_mesh(urdf *u, const char **a) {
  lia_spec_shape *h = only_shape(u, "mesh");
  double scale[3];
  if (!h) return;
  const char *file = lia_urdf_asked(u, "mesh", a, "filename");
  mesh_scale(u, a, scale);
  h->mesh = lia_urdf_word(u, file ? file : "");
  for (int k = 0; k < 3; k++) h->size[k] = LIA_VAL(scale[k]);
  u->torn |= !file;
}

static void end_shape(urdf *u, int collides) {
  lia_spec_shape *h = shape(u);
  const char *element = collides ? "collision" : "visual";
  if (!h) return;
  u->shape = -1;
  if (!lia_val_given(h->size[0]))
    LIA_URDF_WARN(u, "<%s> without a shape in its <geometry>: passed over", element);
  else if (u->torn) LIA_URDF_WARN(u, "<%s> passed over", element);
  if (!lia_val_given(h->size[0]) || u->torn) {
    LIA_ASSERT(h == &u->s->body[u->body].shape[u->s->body[u->body].nshape - 1]);
    u->s->body[u->body].nshape--;   // it is the last
    return;
  }
  h->collides = collides;
  lia_spec_place_rpy(u->s, &h->place, u->xyz, u->rpy);
}

void lia_urdf_end_visual(urdf *u) { end_shape(u, 0); }
void lia_urdf_end_collision(urdf *u) { end_shape(u, 1); }

static lia_urdf_paint *add_paint(urdf *u, const char *name) {
  lia_urdf_parts *p = &u->part;
  lia_urdf_paint *more = name ? lia_urdf_grown(u, p->paint, p->npaint, sizeof *more) : NULL;
  if (!more) return NULL;
  p->paint = more;
  p->paint[p->npaint] = (lia_urdf_paint){ name, { -1, -1, -1, -1 } };
  return &p->paint[p->npaint++];
}

void lia_urdf_start_material(urdf *u, const char **a) {
  const char *name = lia_urdf_attribute(a, "name");
  lia_spec_shape *h = shape(u);
  u->material = -1;
  if (h) h->material = lia_urdf_word(u, name ? name : "");
  else if (lia_urdf_asked(u, "material", a, "name") && add_paint(u, lia_urdf_word(u, name)))
    u->material = u->part.npaint - 1;
}

// a material coloured inside a link serves the links after it too
void lia_urdf_start_color(urdf *u, const char **a) {
  double c[4];
  lia_spec_shape *h = shape(u);
  if (!lia_urdf_asked(u, "color", a, "rgba") || lia_urdf_numbers(u, a, "rgba", c, 4) != 1) return;
  if (h) memcpy(h->color, c, sizeof c);
  else if (u->material >= 0) memcpy(u->part.paint[u->material].color, c, sizeof c);
  lia_urdf_paint *p = h && h->material && h->material[0] ? add_paint(u, h->material) : NULL;
  if (p) memcpy(p->color, c, sizeof c);
}
