/* lexpr.h - expressions as Lua values: what lies in their userdata, how others make and read them
 *
 * All expressions of one Lua state that are alive share one pool; each keeps it alive, and when the
 * last is collected the pool goes with it. A matrix of expressions (smat) keeps it as well. */
#ifndef LIA_LEXPR_H
#define LIA_LEXPR_H

#include "bindings/kit/bind.h"

#include "base/text.h"
#include "sym/expr/pool.h"
#include "sym/tape/eval.h"

typedef struct lexpr { lia_pool *p; lia_expr e; } lexpr;

/* vector: a column, v[i] is an expression; else M[i] is a vector, M[i][j] an expression */
typedef struct lsmat { lia_pool *p; int rows, cols, vector; lia_expr x[]; } lsmat;

extern const lia_class lia_expr_class, lia_smat_class;

/* the pool of this state, made where there is none; pushes what keeps it alive: pass its index as
 * `keep` below */
lia_pool *lia_push_pool(lua_State *L);

/* work in this pool hears a Ctrl-C; lia_push_pool has done it */
void lia_stop_pool(lua_State *L, lia_pool *p);

/* a new expr; keep: the index of anything that keeps the pool alive (an expr, an smat, what
 * lia_push_pool pushed). e = 0 raises the pool's error at the user's line and clears it */
void lia_push_expr(lua_State *L, lia_pool *p, lia_expr e, int keep);
/* a new smat of zeros */
lsmat *lia_push_smat(lua_State *L, lia_pool *p, int rows, int cols, int vector, int keep);
/* entries that are 0 raise the pool's error */
void lia_push_smat_of(lua_State *L, lia_pool *p, int rows, int cols, int vector, const lia_expr *x,
                      int keep);

/* raise the pool's error at the user's line, and clear it */
int lia_expr_raise(lua_State *L, lia_pool *p);

/* 1 and a note pushed where a rewriting has been cut short by its budget since p->cut was `before`,
 * else 0 */
int lia_push_cut(lua_State *L, const lia_pool *p, uint32_t before);

/* the value at idx as an expression: an expr, a number, a text (its names must be known); argument
 * arg of the running function is blamed for anything else, what (may be NULL) says where in it:
 * "[2]" */
lia_expr lia_to_expr(lua_State *L, lia_pool *p, int idx, int arg, const char *what);

/* the list of symbols at idx (an expr, a text "q1 q2", or a table of either) on the C side: pushes
 * a userdata that holds them and returns them, *n how many */
lia_expr *lia_to_symbols(lua_State *L, lia_pool *p, int idx, int arg, int *n);

/* { m1 = 2, q1 = "x + 1", [q2] = y } at idx: what to replace, by what; { m1 = 2, [q1] = 0.3 }:
 * symbols and their numbers; a name nobody has made is passed over, stray is one of them. Both push
 * a userdata that holds the arrays */
typedef struct lia_change { int n; lia_expr *from, *to; } lia_change;
typedef struct lia_values { int n; lia_expr *symbol; double *x; const char *stray; } lia_values;
lia_change lia_to_change(lua_State *L, lia_pool *p, int idx, int arg);
lia_values lia_to_values(lua_State *L, lia_pool *p, int idx, int arg);
/* the cure of a symbol without a value, on the stack: a stray name may be that symbol, misspelt */
const char *lia_give_it_one(lua_State *L, const lia_values *v);

/* what is built next was asked for by the innermost Lua line that is not liaison's own (li.origins)
 */
void lia_expr_mark(lua_State *L, lia_pool *p);
/* the symbol at idx, or a mistake; the n expressions of the list that is argument 1, in a userdata
 * left on the stack */
lia_expr lia_to_symbol(lua_State *L, lia_pool *p, int idx, int arg, const char *what);
lia_expr *lia_to_list(lua_State *L, lia_pool *p, int n);

/* what this name means, a new parameter where it means nothing; and every symbol s that is in no x
 * replaced by its twin that is */
lia_expr lia_symbol_named(lia_pool *p, const char *name);
void lia_fit(lia_pool *p, int n, lia_expr *s, int nx, const lia_expr *x);
/* raise where a name in e stands for two things */
void lia_refuse_mixed(lua_State *L, lia_pool *p, lia_expr e);

/* push f(x1, x2, ...) -> y1, y2, ...; a table of counted operations; a printed text (freed) or its
 * failure */
void lia_push_function(lua_State *L, lia_pool *p, int nin, const lia_expr *in, int nout,
                       const lia_expr *out);
/* raise err, "the symbol 'y' has no value", with the expression of x[0..n) it stands in and what to
 * do */
int lia_open_symbol(lua_State *L, lia_pool *p, int nin, const lia_expr *in, int n,
                    const lia_expr *x, const lia_error *err, const char *hint);
void lia_push_ops(lua_State *L, lia_pool *p, int n, const lia_expr *x, int constants);
void lia_push_count(lua_State *L, lia_count c);
int lia_push_printed(lua_State *L, lia_pool *p, lia_status st, lia_text *t);

/* the object at `object` keeps the pool that the one at `as` keeps */
void lia_keep_pool(lua_State *L, int object, int as);

/* the object keeps, beside the pool it keeps already, the value at index more (a description); what
 * comes from it does too. push it */
void lia_keep_beside(lua_State *L, int object, int more);
void lia_push_beside(lua_State *L, int object);

/* the pool of argument idx where it is an expr or smat, else NULL */
lia_pool *lia_pool_of(lua_State *L, int idx);

#endif
