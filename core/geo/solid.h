/* solid.h - inertia of bodies of simple shape and uniform density
 *
 * Every shape is told about its centre of mass, in axes along its symmetries; the axis of a body of
 * revolution is z. lia_inertia_to puts it elsewhere, lia_inertia_add joins it to others,
 * lia_inertia_sub cuts it out. */
#ifndef LIA_SOLID_H
#define LIA_SOLID_H

#include "geo/inertia.h"

LIA_C_BEGIN

/* name, what the density is per, names of the sizes in order, 1 where the second may not exceed the
 * first, and where the centre of mass is */
#define LIA_SOLID_LIST(X) \
  X(box,            VOLUME, "x", "y", "z",      0, "middle; x, y, z: whole lengths") \
  X(cylinder,       VOLUME, "r", "h", "",       0, "middle of the axis") \
  X(tube,           VOLUME, "r", "inner", "h",  1, \
      "middle of the axis; inner: radius of the hole") \
  X(cone,           VOLUME, "r", "h", "",       0, "h/4 above the base; the tip points to +z") \
  X(sphere,         VOLUME, "r", "", "",        0, "middle") \
  X(hollow_sphere,  VOLUME, "r", "inner", "",   1, "middle; inner: radius of the hollow") \
  X(hemisphere,     VOLUME, "r", "", "",        0, \
      "3r/8 above the flat face; the dome points to +z") \
  X(ellipsoid,      VOLUME, "x", "y", "z",      0, "middle; x, y, z: half axes") \
  X(capsule,        VOLUME, "r", "h", "",       0, \
      "middle; h: distance of the centres of the two caps") \
  X(torus,          VOLUME, "r", "tube", "",    1, \
      "middle; r: of the centre line, tube: of the round section") \
  X(plate,          AREA,   "x", "y", "",       0, "middle, normal z") \
  X(disc,           AREA,   "r", "", "",        0, "middle, normal z") \
  X(sphere_shell,   AREA,   "r", "", "",        0, "middle") \
  X(cylinder_shell, AREA,   "r", "h", "",       0, "middle of the axis; open ends") \
  X(cone_shell,     AREA,   "r", "h", "",       0, \
      "h/3 above the open base; the tip points to +z") \
  X(rod,            LENGTH, "h", "", "",        0, "middle, along z; no thickness") \
  X(ring,           LENGTH, "r", "", "",        0, "middle, normal z; no thickness")

typedef enum lia_solid_kind {
#define X(name, per, a, b, c, nested, com) LIA_SOLID_##name,
  LIA_SOLID_LIST(X)
#undef X
  LIA_SOLID_COUNT
} lia_solid_kind;

typedef enum lia_solid_per { LIA_SOLID_VOLUME, LIA_SOLID_AREA, LIA_SOLID_LENGTH } lia_solid_per;

typedef struct lia_solid_row {
  const char *name, *size[3];   /* names of the sizes, "" past the last */
  int nsize, nested;
  lia_solid_per per;
  const char *com;
  /* per unit mass, about the centre of mass: moments k[3] about x, y, z (no products); returns
   * volume, area, length */
  double (*calc)(const double *size, double k[3]);
} lia_solid_row;

extern const lia_solid_row lia_solid_rows[LIA_SOLID_COUNT];
int lia_solid_find(const char *name);   /* -1 where there is no such shape */

/* volume, area or length. Sizes are taken as they come */
double lia_solid_measure(lia_solid_kind kind, const double *size);
/* the body of that mass, about its centre of mass */
void lia_solid_inertia(lia_inertia *J, lia_solid_kind kind, const double *size, double mass);
/* sizes finite and not negative, an inner one not larger than the outer one: EMODEL with the size
 * that is not */
lia_status lia_solid_check(lia_solid_kind kind, const double *size, const char *path,
    lia_error *err);

LIA_C_END

#endif
