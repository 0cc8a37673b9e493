/* ship.h - a program that is asked every now and then, as the body of a step function
 *
 * f has the groups t, x, y, p and gives u and x+ (sim/sampled.h). What is written are the functions
 * part1, part2 .. of at most LIA_EMIT_PART statements, in records by name: of gains (param), of
 * states (state, next), of what is given (in; given in Lua) and of outputs (out); and w, room for
 * what crosses parts. The functions of the mathematics that a text calls and does not have
 * (sincos_of, sine, cosine, sign_of, lesser, greater, the rest of libm) are told in used. */
#ifndef LIA_SHIP_H
#define LIA_SHIP_H

#include "gen/emit_function.h"

LIA_C_BEGIN

typedef enum lia_ship_kind {
  LIA_SHIP_double, LIA_SHIP_float, LIA_SHIP_lua, LIA_SHIP_js,
  LIA_SHIP_flat_double, LIA_SHIP_flat_float
} lia_ship_kind;

typedef struct lia_shipped {
  lia_count count;               /* operations of a step */
  int parts;
  uint32_t room;                 /* numbers of w; 0: there is no w */
  char used[256];                /* instructions by name, " sincos sqrt exp " */
} lia_shipped;

int lia_ship_find(const char *kind);   /* "double", .., "flat_float"; -1: none of them */

/* append the functions to out; member: what every input, then every output is called in its record.
 * flat_double, flat_float: functions of arrays, f->name_part1 .. with these arguments ("(const
 * float *q, float *M)" and "{"), where member is the whole text of an entry ("q[0]"); others: NULL.
 * EARG as lia_emit */
LIA_NODISCARD lia_status lia_ship(const lia_emit_fn *f, const char *const *member,
    const char *arguments, lia_ship_kind kind, lia_text *out, lia_shipped *about, lia_error *err);

LIA_C_END

#endif
