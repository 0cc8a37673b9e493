/* lsystems.h - what the rows of kit.ctl share: matrices in and out, the memory of one call */
#ifndef LIA_LSYSTEMS_H
#define LIA_LSYSTEMS_H

#include "bindings/kit/bind.h"
#include "bindings/kit/nums.h"

#include "ctl/lti.h"

/* memory of one call: pushes a box that gives it back */
lia_arena *lia_lsystems_arena(lua_State *L);
/* the matrix at argument idx: a mat of any size, rows of numbers; nil and {} are 0 x 0. Raises */
lia_mat lia_lsystems_mat(lua_State *L, lia_arena *a, int idx);
/* the numbers at idx, a vec or a flat table, of any length */
const double *lia_lsystems_list(lua_State *L, lia_arena *a, int idx, int *n);
/* A, B, C, D at first ..: D may be nil (0); A, B, C may be nil where there is no state. Raises
 * where sizes disagree */
lia_lti lia_lsystems_system(lua_State *L, lia_arena *a, int first);
/* the number of the word at argument idx in the list that ends with NULL; raises naming them all */
int lia_lsystems_word(lua_State *L, int idx, const char *const *words);

int lia_lsystems_push(lua_State *L, lia_mat M);              /* a new mat: 1 */
int lia_lsystems_push_system(lua_State *L, const lia_lti *s); /* A, B, C, D: 4 */
/* the same as a table of four at the top: 1 */
int lia_lsystems_push_table(lua_State *L, const lia_lti *s);
void lia_lsystems_no_memory(lua_State *L);                   /* raises */

extern const lia_fn lia_lsystems_convert[], lia_lsystems_answer[], lia_lsystems_norm[],
    lia_lsystems_reduce[], lia_lsystems_design[], lia_lsystems_data[];

#endif
