/* urdfparts.h - what the parts of the URDF reader share: what is not settled until the whole file
 * is read */
#ifndef LIA_URDFPARTS_H
#define LIA_URDFPARTS_H

#include "base/names.h"
#include "describe/spec.h"
#include "io/urdf_options.h"

LIA_C_BEGIN

/* <mimic joint="of">: joint, an index, moves by multiplier * of + offset */
typedef struct lia_urdf_mimic { int joint; const char *of; double multiplier,
    offset; int state; } lia_urdf_mimic;

/* a joint that closes a loop: both ends, and the axis in the frame of the first */
typedef struct lia_urdf_loop {
  const char *name, *where, *link[2];
  int kind, ends;
  double xyz[2][3], rpy[2][3], axis[3];
} lia_urdf_loop;

/* a colour with a name, negative where none is told */
typedef struct lia_urdf_paint { const char *name; double color[4]; } lia_urdf_paint;

/* elements of one name that nothing is read of: how many, and the lines of the first few */
enum { LIA_URDF_LINES = 6 };
typedef struct lia_urdf_passed { const char *name, *hint; int count,
    line[LIA_URDF_LINES]; } lia_urdf_passed;

/* a description with what still hangs in the air; everything lives in the arena of s */
typedef struct lia_urdf_parts {
  lia_spec *s;
  const char *file;
  lia_urdf_mimic *mimic; int nmimic;
  lia_urdf_paint *paint; int npaint;
  lia_urdf_passed *passed; int npassed;
  lia_urdf_loop *loop; int nloop;
} lia_urdf_parts;

/* colours, mimics, roots, names of coordinates, masses, home and tip; what is chosen is told. Out
 * of memory: s->nomem */
void lia_urdf_settle(lia_urdf_parts *u, const lia_urdf_options *options);

/* name into t under an id of its own: one that is taken becomes something nobody can write */
void lia_urdf_enter(lia_spec *s, lia_names *t, const char *name);

/* the steps of it that need the tree alone (urdfstand.c): masses that are not told, a home within
 * the limits, the tip */
void lia_urdf_masses(lia_spec *s, int missing_zero);
void lia_urdf_home(lia_spec *s);
void lia_urdf_tip(lia_spec *s, const char *tip);

LIA_C_END

#endif
