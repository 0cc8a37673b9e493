/* homonym.h - which of two symbols of one name is meant, and whether both stand in one expression
 *
 * A parameter x of one model and a coordinate x of another are twins (pool.h): they print alike and
 * are two. Texts mean the one named last; what is said about an expression means the one that is in
 * it; both in one expression is a mistake. */
#ifndef LIA_TWINS_H
#define LIA_TWINS_H

#include "sym/expr/pool.h"

LIA_C_BEGIN

/* before reading what is said about coordinates q[0..n): names of twins mean these, and where they
 * would mean a coordinate that is none of them, the parameter of the name */
void lia_twins_settle(lia_pool *p, uint32_t n, const lia_expr *q);

/* the symbol s (or anything else), or where it is in none of x[0..n) and a twin of it is, that one
 */
lia_expr lia_twins_fit(lia_pool *p, lia_expr s, uint32_t n, const lia_expr *x);

/* e, or where two constants of one name (pool.h) or a constant and a parameter stand in it, with
 * what the constants stand for */
lia_expr lia_twins_apart(lia_pool *p, lia_expr e);

/* e with every constant replaced by what it stands for; 0 on failure */
lia_expr lia_twins_meant(lia_pool *p, lia_expr e);

/* a symbol of which e has a twin as well, 0 where every name in e means one thing. Cheap while
 * there are no twins */
lia_expr lia_twins_mixed(lia_pool *p, lia_expr e);

/* EMODEL where there is one, naming it and e */
LIA_NODISCARD lia_status lia_twins_refuse(lia_pool *p, lia_expr e, lia_error *err);

LIA_C_END

#endif
