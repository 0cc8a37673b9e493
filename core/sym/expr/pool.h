/* pool.h - the house of expressions: every distinct expression exists once
 *
 * A lia_expr is an index into its pool. Equal structure means equal index, so equality is ==,
 * common subexpressions are shared the moment they are built, arguments always have smaller indices
 * than what is made of them, and an expression never needs freeing: the pool dies, all die.
 * Expressions are built by the constructors of build.h, which keep these promises about every node
 * (the normal form):
 *   - numbers are ratios or doubles (ratio.h); a number times something is a `scale` node
 *     {number, rest}, and nothing else holds a factor: `scale` never nests, `mul` holds no number
 *   - `add`: at least two terms, a number first, the others by rising index of their rest (what a
 *     scale scales), no rest twice; the first rest has a positive factor: a - b and b - a are one
 *     node, and minus it
 *   - `mul`: at least two factors by rising index of their bases (what a pow raises), no base twice
 * Failure is sticky: expression 0 is "no expression", every constructor given a 0 returns 0, the
 * pool keeps the first error. One thread at a time per pool. */
#ifndef LIA_POOL_H
#define LIA_POOL_H

#include "base/names.h"
#include "base/status.h"
#include "sym/expr/ratio.h"

#include <stddef.h>
#include <stdint.h>

LIA_C_BEGIN

typedef uint32_t lia_expr;

typedef enum lia_op {
#define LIA_OP(id, arity, kind, text, c, lua, latex, value, slope) LIA_OP_##id,
#include "sym/expr/op.def"
#undef LIA_OP
  LIA_OP_COUNT
} lia_op;

typedef enum lia_opkind { LIA_LEAF, LIA_LIST, LIA_PAIR, LIA_FUN, LIA_ODD, LIA_EVEN, LIA_SAME,
    LIA_CMP } lia_opkind;

typedef struct lia_oprow {
  const char *id;
  int arity;
  lia_opkind kind;
  const char *text, *c, *lua, *latex;
} lia_oprow;

extern const lia_oprow lia_op_row[LIA_OP_COUNT];

/* the value of an operation on doubles; y and z where it has so many arguments */
double lia_op_value(lia_op op, double x, double y, double z);

/* whether a < b, a <= b or a == b, where s is the sign of a - b */
static inline int lia_op_holds(lia_op op, int s) {
  if (op == LIA_OP_lt) return s < 0;
  return op == LIA_OP_le ? s <= 0 : s == 0;
}

/* sign, min and max of doubles: what is no number stays none */
static inline double lia_op_sign_of(double x) { return x == x ? (x > 0) - (x < 0) : x; }
static inline double lia_op_smaller(double x, double y) {
  if (x <= y) return x;
  return y < x ? y : x + y;
}
static inline double lia_op_larger(double x, double y) {
  if (x >= y) return x;
  return y > x ? y : x + y;
}

/* these are in every pool from the start */
enum { LIA_ZERO = 1, LIA_ONE, LIA_MINUS, LIA_TWO, LIA_HALF, LIA_PI };

/* up to two arguments stay in the node, longer lists in pool->arg */
typedef struct lia_enode {
  uint8_t op;
  uint32_t n;         /* arguments */
  union {
    /* n <= 2: the arguments; num, sym: k[0] is the entry of pool->num, pool->sym */
    uint32_t k[2];
    uint32_t at;      /* n > 2: pool->arg[at .. at+n) */
  };
  /* one bit per symbol inside (several symbols may share one): 0 means constant */
  uint64_t bits;
} lia_enode;

typedef enum lia_symkind {
  LIA_SYM_parameter,   /* constant in time */
  LIA_SYM_coordinate,  /* q, with q', q'', ... */
  LIA_SYM_function,    /* any other function of time, with its derivatives */
  LIA_SYM_time         /* t itself */
} lia_symkind;

/* a derivative in time is a symbol of its own: base and order say of what; rate is 0 until asked
 * for */
typedef struct lia_symbol {
  const char *name;    /* "q1", "q1'", "q1''" */
  uint8_t kind, order;
  lia_expr self, base, rate;
  /* the next symbol of this name and another kind or meaning, in a ring; 0 where there is none */
  lia_expr twin;
  /* of the first of its name, once there are twins: what the name alone means */
  lia_expr now;
  lia_expr means;      /* of a constant: the expression it stands for, else 0 */
} lia_symbol;

typedef struct lia_walk lia_walk;
typedef struct lia_known lia_known;   /* a constant and its value (ball.h) */

typedef struct lia_pool {
  lia_enode *node;       /* (size) node[1 .. used-1] */
  uint32_t used, size;
  uint64_t *table;      /* (ntable) hash << 32 | index, 0 where free */
  uint32_t ntable;
  lia_expr *arg;        /* (argsize) argument lists */
  uint32_t narg, argsize;
  lia_ratio *num;       /* (numsize) */
  uint32_t nnum, numsize;
  lia_symbol *sym;      /* (symsize) one per entry of names, same ids */
  uint32_t symsize;
  lia_names names;
  lia_expr (*pair)[2];  /* (npair) symbols of one name and two kinds */
  uint32_t npair, pairsize;
  lia_expr *constant;   /* (nconstant) parameters that stand for expressions, but for numbers */
  uint32_t nconstant, constantsize;
  lia_expr time;        /* the symbol t, 0 until asked for */

  uint32_t *origin;     /* (size) entry of places, or NULL while origins are off */
  lia_names places;     /* "arm.lua:14" */
  uint32_t place;       /* 1 + entry of places for nodes made now, 0: unknown */

  /* NULL, or asked now and then: not 0 ends the work under way with LIA_EINTERRUPT */
  int (*stop)(void *of);
  void *stop_of;
  uint32_t work;        /* counts what takes time, for when to ask */
  uint64_t done, end;   /* work before that; where it must end: a budget */
  int over;             /* 1: the budget is spent, 2: and that is the failure of this pool */
  /* the budget of a proof (zero.h) and of a rewriting (simp.h): LIA_ZERO_WORK, LIA_SIMP_WORK */
  uint64_t proof_work, simp_work;
  uint32_t cut;         /* rewritings that their budget ended: a shorter form may exist */

  int nested;           /* 1: sums in sums and products in products stay apart (see build.h) */
  lia_walk *walk;       /* walks at rest */
  lia_known *known;     /* (knownsize) values of constants asked for before */
  uint32_t nknown, knownsize;
  lia_error err;        /* the first failure since lia_pool_clear */
} lia_pool;

lia_pool *lia_pool_new(void);                 /* NULL where memory is out */
void lia_pool_free(lia_pool *p);              /* p may be NULL */
/* the walks at rest (walk.h); the pool that goes takes them along */
void lia_walk_free_all(lia_pool *p);
/* the first failure, or LIA_OK */
lia_status lia_pool_status(const lia_pool *p, lia_error *err) LIA_NODISCARD;
void lia_pool_clear(lia_pool *p);             /* forget the failure */
/* memory is out, the work was stopped or its budget is spent: no other way round is worth trying */
static inline int lia_pool_spent(const lia_pool *p) {
  return p->err.code == LIA_ENOMEM || p->err.code == LIA_EINTERRUPT || p->over;
}

/* a budget: at most so much work from now on (about one unit per node looked at; less where less
 * was left), the same for the same work on every machine. Beyond it everything gives 0, as when the
 * work is stopped. The one who set it ends it: what it made fail is forgotten, unless the budget
 * around it is spent as well. 1 where it was met */
typedef struct lia_budget { uint64_t end; } lia_budget;
enum { LIA_ZERO_WORK = 1 << 20, LIA_SIMP_WORK = 1 << 24 };   /* about 0.1 s, and 2 s */
lia_budget lia_pool_budget(lia_pool *p, uint64_t work);
int lia_pool_budget_end(lia_pool *p, lia_budget b);

/* record a failure, return expression 0; the text names expressions by their print */
lia_expr lia_pool_fail(lia_pool *p, lia_status code, const char *fmt, ...) LIA_PRINTF(3, 4);
lia_expr lia_pool_nomem(lia_pool *p);

/* long work without new nodes says how long (about one per node looked at), and gives up where it
 * is told 1: the pool was asked to stop, and has failed with LIA_EINTERRUPT. New nodes are counted,
 * and refused, by themselves */
static inline int lia_pool_stopped(lia_pool *p, uint32_t work);
int lia_pool_ask(lia_pool *p);

/* from now on remember place as the origin of new nodes; NULL: of none. Costs four bytes a node
 * once used; 0 where memory is out (the pool says so) */
int lia_pool_at(lia_pool *p, const char *place);
/* all origins, and remember no more */
void lia_pool_forget(lia_pool *p);
const char *lia_pool_origin(const lia_pool *p, lia_expr e);   /* "arm.lua:14" or NULL */

/* find or make a node as it is; for build.h, which keeps the normal form */
lia_expr lia_pool_node(lia_pool *p, lia_op op, uint32_t n, const lia_expr *k);
lia_expr lia_pool_num(lia_pool *p, lia_ratio a);

/* the symbol of this name and kind, made where new; from now on the name alone means it. A
 * parameter of one model and a coordinate of another may share a name: they are twins, two symbols
 * that print alike (the time t has no twin parameter). Names are letters, digits, _ and any byte
 * above 127, no digit first */
lia_expr lia_pool_symbol(lia_pool *p, const char *name, size_t n, lia_symkind kind);
/* the parameter of this name that stands for nothing else, made where new */
lia_expr lia_pool_plain(lia_pool *p, const char *name, size_t n);
/* the parameter of this name that stands for the expression `means`, made where new; from now on
 * the name alone means it. Other expressions may have the same name: theirs are other symbols that
 * print alike. One that stands for a number is that number to a tape (eval.h), but stays where it
 * is put, as no number does */
lia_expr lia_pool_constant(lia_pool *p, const char *name, size_t n, lia_expr means);
/* what the name means: the one asked for last where there are twins; 0 where there is none */
lia_expr lia_pool_find(const lia_pool *p, const char *name, size_t n);
/* of the symbols that share the name of `first`: the one of this kind (a parameter that stands for
 * nothing else first), 0 where there is none */
lia_expr lia_pool_twin(const lia_pool *p, lia_expr first, lia_symkind kind);
extern const char *const lia_symkind_name[];                  /* "a parameter", .. by kind */
/* its derivative in time: q', 0-number for parameters */
lia_expr lia_pool_rate(lia_pool *p, lia_expr symbol);

static inline int lia_pool_stopped(lia_pool *p, uint32_t work) {
  enum { OFTEN = 1 << 12 };
  if (__builtin_expect(p->err.code == LIA_EINTERRUPT || p->over, 0)) return 1;
  p->work += work;
  return __builtin_expect(p->work >= OFTEN, 0) && lia_pool_ask(p);
}

/* reading nodes */
static inline lia_op lia_expr_op(const lia_pool *p, lia_expr e) { return (lia_op)p->node[e].op; }
static inline uint32_t lia_expr_n(const lia_pool *p, lia_expr e) { return p->node[e].n; }
/* the arguments; valid until the next node is made */
static inline const lia_expr *lia_expr_args(const lia_pool *p, lia_expr e) {
  const lia_enode *n = &p->node[e];
  return n->n <= 2 ? n->k : p->arg + n->at;
}
/* the factors of a product, of anything else *e itself; how many. They stand until the pool grows
 */
static inline uint32_t lia_expr_factors(const lia_pool *p, const lia_expr *e, const lia_expr **f) {
  int product = lia_expr_op(p, *e) == LIA_OP_mul;
  *f = product ? lia_expr_args(p, *e) : e;
  return product ? lia_expr_n(p, *e) : 1;
}
/* the same of the terms of a sum */
static inline uint32_t lia_expr_terms(const lia_pool *p, const lia_expr *e, const lia_expr **t) {
  int sum = lia_expr_op(p, *e) == LIA_OP_add;
  *t = sum ? lia_expr_args(p, *e) : e;
  return sum ? lia_expr_n(p, *e) : 1;
}
/* whether e is one of x[0 .. n) */
static inline int lia_expr_among(const lia_expr *x, uint32_t n, lia_expr e) {
  for (uint32_t i = 0; i < n; i++)
    if (x[i] == e) return 1;
  return 0;
}
static inline lia_ratio lia_expr_num(const lia_pool *p, lia_expr e) {
  return p->num[p->node[e].k[0]];
}
static inline const lia_symbol *lia_expr_symbol(const lia_pool *p, lia_expr e) {
  return &p->sym[p->node[e].k[0]];
}
static inline int lia_expr_is_num(const lia_pool *p, lia_expr e) {
  return p->node[e].op == LIA_OP_num;
}

LIA_C_END

#endif
