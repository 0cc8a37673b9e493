/* lctl_inside.h - arguments and results of kit.ctl: matrices in, matrices and lists out */
#ifndef LIA_LCTL_INSIDE_H
#define LIA_LCTL_INSIDE_H

#include "bindings/kit/fields.h"
#include "bindings/kit/nums.h"

#include "num/mat.h"

/* the matrix at idx: a mat, or a table of rows, or a number; what a table becomes takes its place
 * on the stack. Raises where it is none, or not finite */
lia_mat lia_lctl_mat(lua_State *L, int idx, const char *name);
/* the same of the given size; rows, cols < 0: any */
lia_mat lia_lctl_sized(lua_State *L, int idx, const char *name, int rows, int cols);
/* NULL where there is nothing, else put, which becomes the matrix */
const lia_mat *lia_lctl_maybe(lua_State *L, int idx, const char *name, int rows, int cols,
                              lia_mat *put);
lia_mat lia_lctl_square(lua_State *L, int idx, const char *name);
/* n numbers: a vec or a table, replaced as above; the count by *n */
const double *lia_lctl_numbers(lua_State *L, int idx, const char *name, int *n);
/* a new one on the stack, zeroed */
lia_mat lia_lctl_push(lua_State *L, int rows, int cols);

#endif
