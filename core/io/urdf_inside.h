/* urdf_inside.h - what the files of the URDF reader share while they read */
#ifndef LIA_URDF_INSIDE_H
#define LIA_URDF_INSIDE_H

#include "base/text.h"
#include "io/urdfparts.h"

#include <stddef.h>
#include <stdint.h>

LIA_C_BEGIN

/* robot, link, visual, geometry, box: 5 are read */
enum { LIA_URDF_DEEPEST = 8 };

typedef struct lia_urdf_reader {
  struct XML_ParserStruct *xml; /* of expat */
  lia_urdf_parts part;
  lia_spec *s;
  lia_error *err;
  lia_status status;            /* of what stops the reading */
  /* the elements we are in (rows of urdf.c) */
  const struct lia_urdf_row *open[LIA_URDF_DEEPEST];
  uint64_t seen[LIA_URDF_DEEPEST];  /* in each: rows that have stood there */
  int depth, passed;            /* passed: how deep we are in what is not read */
  int body, joint, shape;       /* being read: indices, -1 for none */
  int torn;                     /* the part being read has lost a number it cannot be without */
  int lower, upper;             /* of the limits being read: given */
  int limited;                  /* 1: the joint being read has a <limit> */
  double xyz[3], rpy[3];        /* the last origin */
  double mass, inertia[6];      /* of the inertial being read, NaN where it is not given */
  int material;                 /* the global one being read, -1: that of a shape */
  int note, note_full;          /* being kept, -1: none; 1: no more of them are */
  lia_text letters;             /* of the element being kept */
  struct lia_urdf_loop *loop;   /* being read, or NULL */
  int xacro;                    /* line of the first macro that nobody expanded, 0: none */
} lia_urdf_reader;

/* ---- complaints ---- */

int lia_urdf_line(const lia_urdf_reader *u);

/* what cannot be read any further */
void lia_urdf_stop(lia_urdf_reader *u, lia_status status, const char *text);
extern const char lia_urdf_xacro_text[];

/* "arm.urdf:14: joint 'elbow'"; name may be NULL. Of what is being read: where */
typedef struct lia_urdf_spot { char text[LIA_ERROR_PATH]; } lia_urdf_spot;
lia_urdf_spot lia_urdf_spot_of(const lia_urdf_reader *u, const char *kind, const char *name);
lia_urdf_spot lia_urdf_where(const lia_urdf_reader *u);

#define LIA_URDF_COMPLAIN(u, ...) \
  lia_spec_complain((u)->s, lia_urdf_where(u).text, __VA_ARGS__)
#define LIA_URDF_WARN(u, ...) lia_spec_warn((u)->s, lia_urdf_where(u).text, __VA_ARGS__)

/* " (did you mean <link>?)" of the n known names, between open and close; empty: none is near */
typedef struct lia_urdf_hint { char text[96]; } lia_urdf_hint;
lia_urdf_hint lia_urdf_hint_of(const char *got, const char *const *known, int n, const char *open,
    const char *close);

/* a word to keep; an empty one where memory is out, for words are compared until the reading ends
 */
const char *lia_urdf_word(lia_urdf_reader *u, const char *text);
/* n entries of an array in the arena, doubled where it is full */
void *lia_urdf_grown(lia_urdf_reader *u, void *array, int n, size_t size);
/* what is not read, told once with its first lines: 200 transmissions are one warning */
void lia_urdf_pass(lia_urdf_reader *u, const char *what, const char *hint_text);

/* ---- attributes: pairs of name and value, NULL behind the last ---- */

const char *lia_urdf_attribute(const char **a, const char *name);
/* one that should be there; a warning where it is not */
const char *lia_urdf_asked(lia_urdf_reader *u, const char *element, const char **a,
    const char *name);
int lia_urdf_is_macro(const char *text);

enum { LIA_URDF_NUMBERS = 6 };
/* the finite numbers of a text: how many, -1 where there is something else or are too many */
int lia_urdf_count_numbers(const char *text, double x[LIA_URDF_NUMBERS]);
/* n numbers into x: 1. Or x stays: 0 where the attribute is missing, -1 where it is something else.
 * Of what places a link (grave) that is a complaint, else a warning */
int lia_urdf_read_numbers(lia_urdf_reader *u, const char **a, const char *name, double *x, int n,
    int grave);
int lia_urdf_numbers(lia_urdf_reader *u, const char **a, const char *name, double *x, int n);
/* one that may not be negative */
void lia_urdf_positive(lia_urdf_reader *u, const char **a, const char *name, lia_val *v);
/* attributes nobody knows are likely to be misspelt */
void lia_urdf_strict(lia_urdf_reader *u, const char *element, const char **a,
    const char *const *known);
/* the name of a link or joint; one that has none gets one */
const char *lia_urdf_name_of(lia_urdf_reader *u, const char *element, const char **a, int index);

void lia_urdf_no_origin(lia_urdf_reader *u);

/* ---- what elements do, at their start and at their end ---- */

typedef void lia_urdf_start(lia_urdf_reader *u, const char **a);
typedef void lia_urdf_end(lia_urdf_reader *u);

lia_urdf_start lia_urdf_start_origin;

/* urdf_links.c */
lia_urdf_start lia_urdf_start_robot, lia_urdf_start_link, lia_urdf_start_inertial;
lia_urdf_start lia_urdf_start_mass, lia_urdf_start_inertia, lia_urdf_start_visual;
lia_urdf_start lia_urdf_start_box, lia_urdf_start_sphere, lia_urdf_start_cylinder;
lia_urdf_start lia_urdf_start_capsule, lia_urdf_start_mesh, lia_urdf_start_material;
lia_urdf_start lia_urdf_start_color;
lia_urdf_end lia_urdf_end_link, lia_urdf_end_inertial, lia_urdf_end_visual;
lia_urdf_end lia_urdf_end_collision;

/* urdf_kept.c: what stands in elements nothing is read of, for who asks */
void lia_urdf_keep(lia_urdf_reader *u, const char *name, const char **a);
void lia_urdf_kept_text(lia_urdf_reader *u, const char *text, int n);
void lia_urdf_kept(lia_urdf_reader *u);
/* loops of Drake's */
lia_urdf_start lia_urdf_start_loop, lia_urdf_start_loop_end, lia_urdf_start_loop_axis;
lia_urdf_end lia_urdf_end_loop;

/* urdf_joints.c */
lia_urdf_start lia_urdf_start_joint, lia_urdf_start_pitch, lia_urdf_start_parent;
lia_urdf_start lia_urdf_start_child, lia_urdf_start_axis, lia_urdf_start_limit;
lia_urdf_start lia_urdf_start_dynamics, lia_urdf_start_mimic;
lia_urdf_end lia_urdf_end_joint;
/* an index in the list of types and its kind, -1 after a complaint (once: a warning) */
int lia_urdf_joint_type(lia_urdf_reader *u, const char **a, int *kind, int once);

LIA_C_END

#endif
