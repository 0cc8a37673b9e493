/* written.h - an expression as it was written: 2*pi/3 stays 2*pi/3, a name keeps its place
 *
 * A description keeps the words of its user, so that what is printed is what was typed;
 * build.h would bring them to a normal form. The reader (parse.h) leaves this tree behind;
 * here it is joined to others, split into what is linear in some names, and printed. Nothing
 * is computed but sums and products of two numbers.
 *
 * Nodes stand in postfix order: the operands of a node stand right before it, and size says
 * how many nodes its whole tree has. So a tree is a run of nodes, and trees are joined by
 * copying runs. Texts are the caller's: they must live as long as the tree. */
#ifndef LIA_WRITTEN_H
#define LIA_WRITTEN_H

#include "base/text.h"

#include <stdint.h>

LIA_C_BEGIN

/* name, how it is printed, how tightly it binds */
#define LIA_WRITTEN_LIST(X) \
  X(number, "",   9)        \
  X(name,   "",   9)        \
  X(call,   "",   9)        \
  X(pow,    "^",  4)        \
  X(neg,    "-",  2)        \
  X(mul,    "*",  2)        \
  X(div,    "/",  2)        \
  X(add,    "+",  1)        \
  X(sub,    "-",  1)        \
  X(lt,     "<",  0)        \
  X(le,     "<=", 0)        \
  X(gt,     ">",  0)        \
  X(ge,     ">=", 0)        \
  X(eq,     "==", 0)

typedef enum lia_written_op {
#define X(name, text, binds) LIA_WRITTEN_##name,
  LIA_WRITTEN_LIST(X)
#undef X
  LIA_WRITTEN_COUNT
} lia_written_op;

extern const char *const lia_written_text[LIA_WRITTEN_COUNT];   /* "+", "<=" */

typedef struct lia_written_node {
  lia_written_op op;
  uint32_t n, size;         /* operands; nodes of the whole tree, this one included */
  const char *s;            /* a name with its primes, a function, a number that is more */
  size_t len;               /* than its double; 0: none */
  size_t at;                /* the byte of the text where it was read */
  double x;                 /* of a number */
} lia_written_node;

/* a stack of trees, the last on top; nomem stays 1 once memory was out */
typedef struct lia_written {
  lia_written_node *node;
  uint32_t n, room;
  int nomem;
} lia_written;

void lia_written_free(lia_written *w);

/* growing, as the reader does: operands first */
void lia_written_leaf(lia_written *w, lia_written_node leaf);
void lia_written_number(lia_written *w, double x);
/* of the tree on top, -(-x) is x; of the two trees on top */
void lia_written_negate(lia_written *w, size_t at);
void lia_written_operation(lia_written *w, lia_written_op op, size_t at);
void lia_written_call(lia_written *w, const char *s, size_t len, uint32_t n, size_t at);
/* the n + 1 trees on top as a row: a, b, c and op[0], op[1] are (a op[0] b) op[1] c */
void lia_written_row(lia_written *w, uint32_t n, const lia_written_op *op, const size_t *at);
void lia_written_copy(lia_written *w, const lia_written *from, uint32_t root);

/* Arithmetic on the trees on top that leaves out what says nothing: 0 + x, 1*x, x - (-y). Of
 * two numbers: the number */
void lia_written_add(lia_written *w);
void lia_written_mul(lia_written *w);
void lia_written_div(lia_written *w);

/* 1: pi or deg, the constants of descriptions */
int lia_written_constant(const lia_written_node *node);

/* The tree on top is  rest + sum of factor[k] * name[k]. Writes the rest, then the n factors,
 * as n + 1 trees to out (0 where a name is not there); 0: it is not linear in these names, or
 * 4000 levels deep, or memory is out (out->nomem) */
int lia_written_linear(const lia_written *w, int n, const char *const *name, lia_written *out);

/* as it is written, without the blanks and parentheses that say nothing; reads back as the
 * same tree */
void lia_written_print(lia_text *t, const lia_written *w, uint32_t root);

LIA_C_END

#endif
