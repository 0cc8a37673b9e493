/* nums.h - vec and mat: how doubles live in a userdata, and come in from tables */
#ifndef LIA_NUMS_H
#define LIA_NUMS_H

#include "bindings/kit/bind.h"

/* x: behind the struct, or a row of a mat kept alive; self: where it stands, by which
 * lib/liaison/base/quick_vec.lua knows it again */
typedef struct lvec { double *x; int n; const void *self; } lvec;
typedef struct lmat { int rows, cols; double x[]; } lmat;

extern const lia_class lia_vec_class, lia_mat_class;

enum { LIA_NUMS_MOST = 1 << 24 };   /* numbers in one vec or mat: 128 MB */

/* What is wrong with the numbers at idx: element (row, col), 1-based, 0 where it is the whole */
typedef struct lia_nums_fault { int row, col; char text[96]; } lia_nums_fault;

/* table at idx -> n numbers; 1, or 0 with the fault told. rows*cols given flat or as rows (cols >
 * 0) */
int lia_nums_table(lua_State *L, int idx, double *out, int rows, int cols, lia_nums_fault *f);
/* size of the table at idx: rows, cols (0 for flat numbers); 1, or 0 with the fault told */
int lia_nums_shape(lua_State *L, int idx, int *rows, int *cols, lia_nums_fault *f);
/* How numbers look: 6 digits each, columns aligned at the decimal point; what is below 1e-13 of the
 * largest is shown as 0 (rounding dust of a matrix of sines and cosines). Pushes the text, a line
 * per row. */
void lia_push_text(lua_State *L, const double *x, int rows, int cols);
/* one number with that many digits, never "5.0" nor "-0", whatever the locale; returns its length
 */
int lia_number_text(char out[32], double x, int digits);
/* the vec at idx takes its numbers by name too: the table { name = index } at names */
void lia_vec_named(lua_State *L, int idx, int names);
/* the first entry of the table at idx that is nil though a later one is not, or 0: where #t means
 * nothing */
int lia_nums_hole(lua_State *L, int idx);

#endif
