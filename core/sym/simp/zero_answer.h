/* zero_answer.h - what may be said of the question whether an expression is zero */
#ifndef LIA_ZERO_ANSWER_H
#define LIA_ZERO_ANSWER_H

#include "sym/expr/pool.h"

LIA_C_BEGIN

typedef enum lia_zero_answer { LIA_ZERO_unknown, LIA_ZERO_yes, LIA_ZERO_no } lia_zero_answer;

LIA_C_END

#endif
