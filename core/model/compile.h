/* compile.h - from a description to numbers: lia_spec -> lia_model */
#ifndef LIA_COMPILE_H
#define LIA_COMPILE_H

#include "model/model.h"
#include "describe/spec.h"

LIA_C_BEGIN

/* a named frame of the description, in the numeric model */
typedef struct lia_compiled_frame {
    const char *name; int body; lia_frame X_BF; } lia_compiled_frame;

typedef struct lia_compiled {
  lia_model *model;             /* free with lia_free */
  int *body;                    /* (nbody of the description) its body in the model */
  lia_compiled_frame *frame;    /* (nframe of the description) */
  int tip;                      /* frame (>= 0), or body -1 - tip; LIA_TIP_WORLD */
  /* loops, then constraints; NULL where there are none. Free with lia_constraints_free */
  lia_constraints *constraints;
  /* why there is no dynamics: an inertia missing, a mass that is a symbol; or LIA_OK */
  lia_error dynamic;
} lia_compiled;

enum { LIA_TIP_WORLD = -1000000000 };

/* Numbers of a checked description. body and frame live in its arena. Coordinates stand in the
 * order of s->coord. An open name in what places bodies and axes refuses: EMODEL, path
 * "bodies[2].place[1]", "is the symbol 'L1': give it a value, or ask for equations". An open or
 * missing mass, inertia, gravity and the like leaves kinematics, and goes to c->dynamic. Open
 * limits and other data that is not computed with count as not given. */
LIA_NODISCARD lia_status lia_compile(lia_compiled *c, lia_spec *s, lia_error *err);

/* the constraints once more, of a description that differs from that of c in the values of its
 * inputs, which may be laws here; freed by lia_constraints_free */
LIA_NODISCARD lia_status lia_compile_constraints(lia_constraints **out, const lia_compiled *c,
                                                 const lia_spec *s, lia_error *err);

/* where a body or frame of the description is: its body in the model (-1: the world), and X there
 * */
void lia_compiled_locate(const lia_compiled *c, const lia_spec *s, const char *name, int *body,
                         lia_frame *X);

LIA_C_END

#endif
