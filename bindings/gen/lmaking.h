/* lmaking.h - what programs and kernels of this room share among themselves */
#ifndef LIA_LMAKING_H
#define LIA_LMAKING_H

#include "bindings/model/lmodel.h"

#include "eom/equations.h"

/* as equations_program.c makes them, and here those of models and of expressions */
enum { MOST_IN = LIA_EOM_MOST_GROUPS, MOST_OUT = LIA_EOM_MOST_GROUPS };
typedef lia_eom_program lprogram;

/* what a script asked for */
typedef struct lmaking {
  const char *compiler, *folder;
  lia_isa isa;
  int tape, parameters;
  /* seconds for the compiler before the tape begins; below 0: not said */
  double wait;
} lmaking;

/* the options of argument `options`, or their defaults */
lmaking lia_making_read(lua_State *L, int options);

/* the text of a program on the stack; raises */
int lia_program_push(lua_State *L, const lprogram *g, lia_language language, lia_emit_opts opts);

/* its kernel, or a tape and why; the engine itself as a kernel of the same shape */
int lia_program_compile(lua_State *L, lprogram *g, const lmaking *m);
/* the same of the C text at index text (0: the program's own), which exports lia_fn and lia_fn_info
 * of this shape */
int lia_program_compile_text(lua_State *L, lprogram *g, const lmaking *m, int text);
/* the same for a program whose open names become inputs p where m says so, else are refused */
int lia_motion_kernel(lua_State *L, lprogram *g, const lmaking *m);
/* the text of a program whose open names become inputs p, and lists of these names and of those of
 * its states x, on the stack: 3 */
int lia_motion_text(lua_State *L, lprogram *g, int language, int tests);
int lia_program_engine(lua_State *L, const lmodel *o, const lprogram *g, int what,
    size_t operations);

#endif
