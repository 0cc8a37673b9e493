/* constraint_words.h - the words in which the file of a constraint writes its equation, and its row
 *
 * Spatial words meaning expressions (geo/spatial_sym.h), of the ends of a form: x_of(f, 1) is the x
 * axis of the second end, gap(f, 0) the way from the origin of the second to that of the first,
 * slip a velocity row. A file writes
 *   static void equation(lia_constraint_form *f) { .. row_of(f, g); .. }
 * with its position rows first, in the order of calc. */
#ifndef LIA_CONSTRAINT_WORDS_H
#define LIA_CONSTRAINT_WORDS_H

#include "geo/spatial_sym.h"
#include "kinds/constraint_form.h"
#include "kinds/constraint_rows.h"
#include "sym/expr/subs.h"

LIA_C_BEGIN

typedef lia_constraint_form form;

// ---- the ends ----

WORD VEC origin(const form *f, int e) { return vec_of(f->pos[e]); }
WORD VEC velocity(const form *f, int e) { return vec_of(f->u[e]); }
WORD VEC turning(const form *f, int e) { return vec_of(f->w[e]); }
WORD VEC x_of(const form *f, int e) { return vec(f->R[e][0], f->R[e][3], f->R[e][6]); }
WORD VEC y_of(const form *f, int e) { return vec(f->R[e][1], f->R[e][4], f->R[e][7]); }
WORD VEC z_of(const form *f, int e) { return vec(f->R[e][2], f->R[e][5], f->R[e][8]); }

/* d = p_e - p_(e+1) */
WORD VEC gap(const form *f, int e) { return sub(origin(f, e), origin(f, e + 1)); }

// ---- numbers and vectors ----

WORD NUM tidy(const form *f, NUM s) { return f->tidy ? f->tidy(f->p, s) : s; }
WORD VEC tidy3(const form *f, VEC a) { return vec(tidy(f, a.x), tidy(f, a.y), tidy(f, a.z)); }
WORD VEC minus3(VEC a) { return scale(LIA_MINUS, a); }
/* a . b, all products added at once: what is made short afterwards begins as in a product of
 * matrices */
WORD NUM inner(VEC a, VEC b) {
  const NUM term[3] = { times(a.x, b.x), times(a.y, b.y), times(a.z, b.z) };
  return lia_sym_sum(words_pool, 3, term);
}

WORD NUM root(NUM s) { return lia_sym_sqrt(words_pool, s); }
WORD NUM length(const form *f, VEC a) { return root(tidy(f, inner(a, a))); }
WORD NUM sign_of(NUM s) { return lia_sym_sign(words_pool, s); }
WORD NUM size_of(NUM s) { return lia_sym_abs(words_pool, s); }
WORD NUM cosine(NUM s) { return lia_sym_cos(words_pool, s); }
WORD NUM angle_of(NUM s, NUM c) { return lia_sym_atan2(words_pool, s, c); }

// ---- rows ----

WORD void row_of(form *f, NUM g) { f->row[f->n++] = g; }

/* three: p0 = p1, in base axes */
WORD void same_point(form *f) {
  VEC d = gap(f, 0);
  row_of(f, d.x);
  row_of(f, d.y);
  row_of(f, d.z);
}

/* two: z0 along z1 */
WORD void same_axis(form *f) {
  row_of(f, inner(x_of(f, 1), z_of(f, 0)));
  row_of(f, inner(y_of(f, 1), z_of(f, 0)));
}

/* three: all axes of the first along those of the second */
WORD void same_turn(form *f) {
  row_of(f, inner(y_of(f, 1), z_of(f, 0)));
  row_of(f, inner(z_of(f, 1), x_of(f, 0)));
  row_of(f, inner(x_of(f, 1), y_of(f, 0)));
}

/* two: the origin of the first on the z axis of the second */
WORD void on_axis(form *f) {
  row_of(f, inner(x_of(f, 1), gap(f, 0)));
  row_of(f, inner(y_of(f, 1), gap(f, 0)));
}

/* the origin of the first above the plane z = 0 of the second */
WORD NUM height(const form *f) { return inner(z_of(f, 1), gap(f, 0)); }

/* velocity, along dir, of what the first carries at r from its origin, against what the second
 * carries there */
WORD void slip(form *f, VEC dir, VEC r) {
  VEC own = addcross(velocity(f, 0), turning(f, 0), r);
  VEC ground = addcross(velocity(f, 1), turning(f, 1), add(gap(f, 0), r));
  row_of(f, inner(sub(own, ground), dir));
}

/* where a disc about the z of the first heads on the plane of the second, z0 x z1 of length 1 */
WORD VEC ahead(const form *f) {
  VEC a = cross(z_of(f, 0), z_of(f, 1));
  return tidy3(f, scale(over(LIA_ONE, length(f, a)), a));
}

/* from the centre of the disc to its contact */
WORD VEC contact_of(VEC axle, VEC heading, NUM radius) {
  return scale(minus_of(radius), cross(heading, axle));
}


/* the user's equation k in x y z, of the origin of the first as the second sees it */
WORD void surface_row(form *f, int k) {
  VEC d = gap(f, 0);
  lia_expr x[3] = { inner(x_of(f, 1), d), inner(y_of(f, 1), d), inner(z_of(f, 1), d) },
      g = LIA_ZERO;
  lia_subs(f->p, 3, f->xyz, x, 1, &f->expr[k], &g);
  row_of(f, g);
}

// ---- the row of the table ----

/* how a row calls the equation of its file */
#define LIA_CONSTRAINT_EQUATION(name)                \
  static void equation_of_##name(form *f) {          \
    words_pool = f->p;                               \
    equation(f);                                     \
  }                                                  \
  extern const lia_constraint_type lia_constraint_##name;

/* name, text, alias (or NULL), ends, rows, rows with a position, parameters (LIA_PARAMS(list) or
 * LIA_NO_PARAMS), what makes it upright and from which row on: see constraint.h. calc and equation
 * are functions of the file */
#define LIA_CONSTRAINT_OF_FRAMES(name, text, alias, nend, nrow, nposition, params, upright, \
    turns_at) \
  _Static_assert((nrow) <= LIA_CONSTRAINT_ROWS, "more rows than any constraint has");              \
  _Static_assert((nend) <= LIA_CONSTRAINT_ENDS, "more frames than any constraint has");            \
  LIA_CONSTRAINT_EQUATION(name)                                                                    \
  const lia_constraint_type lia_constraint_##name = {                                              \
    #name, text, alias, nend, nrow, nposition, params, 0, upright, turns_at, 0, NULL, NULL, calc, \
    equation_of_##name, NULL,                                                                      \
  }

/* the same of a kind with equations of the user in x y z, nexpr of them, and what they are called
 * in a description */
#define LIA_CONSTRAINT_OF_SURFACES(name, text, alias, nend, nrow, nposition, nexpr, key) \
  LIA_CONSTRAINT_EQUATION(name)                                                                    \
  const lia_constraint_type lia_constraint_##name = {                                              \
    #name, text, alias, nend, nrow, nposition, LIA_NO_PARAMS, nexpr, 0, 0, 0, NULL, key, calc, \
    equation_of_##name, NULL,                                                                      \
  }

LIA_C_END

#endif
