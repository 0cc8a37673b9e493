/* lines.h - a law as lines of text: names and what they are, then expressions of any pool
 *
 * The texts of rows (force elements, motion laws) are read into a pool of their own; results go to
 * the caller's pool with the inputs replaced by any expressions. A branch that a number rules out
 * is not asked for, so a text may divide by what is 0 there. An input that is not there (0) makes
 * what is told by it not there, and a comparison with it false. */
#ifndef LIA_LINES_H
#define LIA_LINES_H

#include "sym/expr/pool.h"

LIA_C_BEGIN

/* One line: name = text, in the inputs and the names above it. LIA_ONE: a number. LIA_EACH: a
 * vector; the vectors in its text stand for their components, one after the other. LIA_SUM: the sum
 * of that text over the three components */
typedef enum lia_line_how { LIA_LINE_ONE = 1, LIA_LINE_EACH, LIA_LINE_SUM } lia_line_how;
typedef struct lia_line { lia_line_how how; const char *name, *text; } lia_line;
#define LIA_ONE(name, text) { LIA_LINE_ONE, name, text }
#define LIA_EACH(name, text) { LIA_LINE_EACH, name, text }
#define LIA_SUM(name, text) { LIA_LINE_SUM, name, text }

enum { LIA_LINES_NAMES = 256, LIA_LINES_INPUTS = 224, LIA_LINES_SYMBOL = 64 };

/* a name of the texts: the symbol that stands for it there, and what its components are */
typedef struct lia_lines_name {
  const char *name;
  lia_expr symbol, part[3];
  int size;
} lia_lines_name;

typedef struct lia_lines {
  const char *what;                  /* the path of errors: "spring" */
  lia_pool *q;                       /* its own pool, NULL where memory is out */
  lia_lines_name name[LIA_LINES_NAMES];
  int n;
  lia_expr input[LIA_LINES_INPUTS];  /* symbols of q */
  int ninput;
} lia_lines;

/* what the symbol of a name is called: min_ (min is a function); normal_2 for component 2 of a
 * vector, component 0: all of it */
void lia_lines_symbol(const char *name, int component, char out[LIA_LINES_SYMBOL]);

/* begin; close in any case */
LIA_NODISCARD lia_status lia_lines_open(lia_lines *o, const char *what, lia_error *err);
void lia_lines_close(lia_lines *o);
/* a name that is an input, of size 1 or 3: where in o->input it starts */
int lia_lines_add(lia_lines *o, const char *name, int size);
/* EPARSE, EARG with path "spring.f" */
LIA_NODISCARD lia_status lia_lines_read(lia_lines *o, const lia_line *line, int n, lia_error *err);

/* component i of a name, in o->q; LIA_ZERO where there is none */
lia_expr lia_lines_result(const lia_lines *o, const char *name, int i);
/* *e[0 .. n) of o->q become the same of p, input k replaced by image[k]. EARG where an input that
 * is not there is needed, EDOMAIN where there is no value */
LIA_NODISCARD lia_status lia_lines_carry(lia_lines *o, lia_pool *p, const lia_expr *image, int n,
                                         lia_expr *const *e, lia_error *err);

LIA_C_END

#endif
