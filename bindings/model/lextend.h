/* lextend.h - a model's description with what one run or linear model adds */
#ifndef LIA_LEXTEND_H
#define LIA_LEXTEND_H

#include "bindings/model/lmodel.h"

typedef struct lextend {
  int forces;              /* index of the list, or of the table by name; 0: none */
  int outputs;             /* the same: in the place of those of the description */
  /* index of a table for functions of the script (lread.h); 0: there may be none, which is told by
   * no_function */
  int functions;
  const char *no_function;
  int arg;                 /* whose argument is complained about */
} lextend;

/* checked; kept by a userdata left on the stack; raises every complaint at once */
lia_spec *lia_lextend(lua_State *L, const lmodel *o, const lextend *with);
/* raises the complaints of an extension */
int lia_lextend_refuse(lua_State *L, const lia_spec *s, int arg);

#endif
