/* bind.h - the one way C meets Lua: classes, signatures, argument checks, errors
 *
 * A class is either a value (the struct lives in the userdata: rot, frame, vec) or a box
 * {pointer} to a core object (model, pool). A box is pushed empty first and filled afterwards,
 * so that an error in between leaves nothing behind; __gc and :close() both empty it.
 *
 * Every function a user can call is one lia_fn row. Its signature text is the only place where
 * its arguments are listed: lia_args() reads and checks them by it, help() prints it, the type
 * stubs and the fuzz tests are made from it.
 *
 * A new type: one file with its rows, its lia_class and lia_open_<type>(L), and its line in open.c.
 */
#ifndef LIA_BIND_H
#define LIA_BIND_H

#include "base/status.h"
#include "base/text.h"

#include <lauxlib.h>
#include <lua.h>
#include <signal.h>
#include <stddef.h>

#if LUA_VERSION_NUM < 502 /* LuaJIT speaks 5.1: the names we need */
#define lua_rawlen(L, i) lua_objlen((L), (i))
#else
#define lua_lessthan(L, i, j) lua_compare((L), (i), (j), LUA_OPLT)
#endif

/* One row per function.
 *   sig      "rot.axis(u: vec3, angle: num [, kind: fixed|moving]) -> rot"    becomes li.rot.axis
 *            "zeros(n: count [, cols: count]) -> vec|mat"                     becomes li.zeros
 *            "rot:axis() -> u: vec3, angle: num"   a method: the receiver is argument 1 of lia_args
 *            "rot.__mul(a: rot, b: rot|vec3) -> rot|vec3"    an operator, for the metatable
 *            types: num (finite), int (32 bits), count (int >= 0), str, path (a str without a zero
 *            byte), bool, vec2, vec3, vec4, vec6, mat33, mat44, mat66, nums or vec (any length),
 *            mat, outvec and outmat (a real vec or mat that will be written), fn, table, any, a
 *            class name (rot, frame, ...); t|u takes either;
 *            words a|b|c that are no type: the string itself;
 *            [ ] encloses what may be left out; "...: type" ends a list that goes on (lia_arg_at
 *            reads it)
 *   text     one or two sentences for help(), conventions named
 *   example  what runs, then " --> " and what it prints; tests run it on both Luas. The values of
 *            an expression, or of print(), separated by ", ": numbers with 14 digits, the rest by
 *            tostring() */
typedef struct lia_fn {
  lua_CFunction call;
  const char *sig, *text, *example;
} lia_fn;

typedef struct lia_class {
  const char *name;             /* "rot": what signatures and errors say */
  const char *text;             /* one sentence for help() */
  size_t size;                  /* of a value class; 0 for a box */
  void (*destroy)(void *);      /* of a box; must not call Lua or allocate */
  const lia_fn *method;         /* ends with { 0 }, or NULL; names with __ go to the metatable */

  /* all of the following may be NULL */
  const char *field;            /* "p R": names that get() knows, for help and hints */
  int (*get)(lua_State *L, void *o);    /* key at 2: push its value and return 1, or return 0 */
  int (*set)(lua_State *L, void *o);    /* key at 2, value at 3: return 1 if taken */
  int (*equal)(const void *a, const void *b);   /* default: a value's doubles, a box's identity */
  /* the numbers of a value, row major, so that it may stand where vec6 or mat33 is asked; cols 0: a
   * vector */
  const double *(*view)(const void *o, int *rows, int *cols);
  /* what of it a message shows: "m*x" in "got an expr m*x"; n >= 64 */
  void (*brief)(const void *o, char *out, size_t n);
} lia_class;

/* what lia_args() leaves for one argument */
typedef struct lia_arg {
  int given;                    /* 0: left out (or nil); else 1 + which of the alternatives t|u */
  int n;                        /* the int, the bool, which word (0..), how many numbers */
  int rows, cols;               /* mat; of a plain vector rows = n, cols = 0 */
  double x;                     /* num, int */
  /* the numbers: v, or the storage of a vec or mat (valid while on the stack) */
  const double *p;
  double *out;                  /* outvec, outmat */
  const char *s;                /* str */
  size_t len;
  void *o;                      /* object of a class */
  double v[16];                 /* vec2 .. mat44, copied from a table, vec or mat */
} lia_arg;

/* read and check all arguments of the running function by its own signature; raises. Arguments left
 * out are nil on the stack afterwards. Returns how many arguments there were. a: one per parameter.
 */
#define lia_args(L, a) lia_args_read((L), (a), __builtin_object_size((a), 0) / sizeof(lia_arg))
/* room for fewer than the parameters: a mistake of ours, raises */
int lia_args_read(lua_State *L, lia_arg *a, size_t room);
/* the same for argument i (1..) alone; beyond the last parameter: by the type of "..." */
void lia_arg_at(lua_State *L, int i, lia_arg *a);
/* complaints about argument i of the running function: "arm.lua:14: rot.axis: argument 1 (u): ..."
 */
int lia_arg_error(lua_State *L, int i, const char *fmt, ...) LIA_PRINTF(3, 4);
/* argument i must hold exactly n numbers */
void lia_arg_size(lua_State *L, int i, const lia_arg *a, int n);

/* Options: the X-macro list that made a struct of the engine also reads it from a Lua table.
 *   static const lia_opt opts[] = {
 *   #define X(type, name, def, ok, text) LIA_OPT(lia_root_opts, type, name, def, ok, text),
 *     LIA_ROOT_OPTS(X)
 *   #undef X
 *     { 0 } };
 * Strict keys with hints, finite numbers, true and false for 1 and 0; ranges are for lia_..._check
 * to judge. */
typedef struct lia_opt { const char *name, *def, *need, *text; size_t at; char kind; } lia_opt;
#define LIA_OPT(S, type, name, def, ok, text) \
  { #name, #def, #ok, text, offsetof(S, name), _Generic((type)0, double: 'd', int: 'i', long: 'l') }
/* argument i, a table or left out, into opts, which holds the defaults; other: keys the binding
 * reads itself, or NULL */
void lia_options(lua_State *L, int i, void *opts, const lia_opt *list, const char *other);
/* help "num.root" and the stubs list these; the parameter is called options */
void lia_options_help(lua_State *L, const char *function, const lia_opt *list);

void lia_class_register(lua_State *L, const lia_class *c);
/* more methods for a class already registered: a large class may be told in several files; f may be
 * NULL */
void lia_methods(lua_State *L, const lia_class *c, const lia_fn *f);
/* add functions to the table on top, under the path their signature says; ends with { 0 } */
void lia_functions(lua_State *L, const lia_fn *f);

/* li._internal.name.f for the Lua half, which checks the arguments: each file puts its own there.
 * list ends with { NULL, NULL } */
void lia_kit_register(lua_State *L, const char *name, const luaL_Reg *list);
/* li._internal.name.key pushed: what the Lua half has put there for the C half */
void lia_kit_function(lua_State *L, const char *name, const char *key);
/* the same of rows whose signatures check the arguments; list ends with { 0 } */
void lia_kit_rows(lua_State *L, const char *name, const lia_fn *list);
/* the table on top becomes li._internal[name], and is popped */
void lia_kit_put(lua_State *L, const char *name);

/* a new value, zeroed; or an empty box: *(void **)result is what it will hold. bytes: 0, or the
 * size where it differs from one object to the next */
void *lia_push(lua_State *L, const lia_class *c);
void *lia_push_sized(lua_State *L, const lia_class *c, size_t bytes);
/* the value, or what the box holds; raises */
void *lia_check(lua_State *L, int idx, const lia_class *c);
/* the same, or NULL (closed, other type) */
void *lia_test(lua_State *L, int idx, const lia_class *c);
const lia_class *lia_classof(lua_State *L, int idx);          /* NULL: not one of ours */
/* object box keeps object kept alive */
void lia_keep(lua_State *L, int box, int kept);
/* push what it keeps: 1; or push nothing: 0 */
int lia_kept(lua_State *L, int box);
/* for qsort: texts in the order of their bytes */
int lia_by_text(const void *a, const void *b);
/* an empty box: what is put there, lia_free gives back */
void **lia_push_hold(lua_State *L);
/* destroy what a box holds now, not at its __gc */
void lia_release(lua_State *L, int idx);

/* how many significant digits a person is shown (li.digits), or as many as usual */
int lia_digits(lua_State *L, int usual);
/* the text is asked for by a person's script, not by a file of liaison, which reads it again */
int lia_for_person(lua_State *L);

/* results, printed numbers and all, are the same on both Luas */
double *lia_pushvec(lua_State *L, int n);                     /* a new vec, zeroed */
/* a new mat, zeroed, row major, ld = cols */
double *lia_pushmat(lua_State *L, int rows, int cols);
enum { LIA_MAT_TEXT = 1 };
/* the mat on top is the Jacobian of this place; or what stands behind LIA_MAT_TEXT */
void lia_mat_label(lua_State *L, const char *text);
void lia_pushnums(lua_State *L, const double *x, int n);      /* a vec with these numbers */
/* t as a string; t is freed, also where Lua has no memory for it. 1 */
int lia_give_text(lua_State *L, lia_text *t);
/* next, argument 1, 0: what a for loop over it asks. 3 */
int lia_push_loop(lua_State *L, lua_CFunction next);
void lia_pushrows(lua_State *L, const double *x, int rows, int cols);   /* a mat with these */

/* programmer's mistakes raise at the user's line: the first Lua line outside liaison's own files,
 * even through pcall(f, ...); lia_raise and lia_mistake put the function's name before it */
int lia_error_at(lua_State *L, const char *fmt, ...) LIA_PRINTF(2, 3);
int lia_error_text(lua_State *L, const char *text);           /* the same, of any length */
int lia_mistake(lua_State *L, const char *fmt, ...) LIA_PRINTF(2, 3);
int lia_raise(lua_State *L, const lia_error *err);
/* of "S": the name of the file in messages, whole */
const char *lia_source(const lua_Debug *ar);
/* __tostring of what the Lua half writes: its method called */
int lia_tostring_by(lua_State *L, const char *method);
/* misfortunes return nil, message, "ENAME"; mistakes (EARG EDIM EMODEL EPARSE) and ENOMEM raise.
 * The fourth result, info, is the binding's to push: return lia_fail(L, &err) + push_info(...) */
int lia_fail(lua_State *L, const lia_error *err);

/* Ctrl-C in long work of the engine: asked(of) looks, about once in a millisecond, whether the
 * interpreter wants to stop; the work ends with LIA_EINTERRUPT, and lia_raise and lia_fail raise
 * "interrupted!" as the interpreter would have done */
typedef struct lia_stop { int (*asked)(void *of); void *of; } lia_stop;
lia_stop lia_stop_of(lua_State *L);
int lia_stop_asked(lua_State *L);
int lia_stop_raise(lua_State *L);

/* Ctrl-C while something long is done without Lua: begin, do it asking heard (of any thread), end,
 * which says whether there was one. May be nested; a second Ctrl-C that finds the first unanswered
 * ends the program */
typedef struct lia_watch { struct sigaction before; int on, unanswered; } lia_watch;
void lia_watch_begin(lia_watch *w);
int lia_watch_end(const lia_watch *w);
int lia_watch_heard(void *unused);

/* Run a Lua function from inside a core call; no Lua error crosses core.
 *
 *   lia_callback cb;
 *   lia_callback_init(L, &cb, 2, body, &work);      function at argument 2
 *   st = lia_some_solver(..., call, &cb, &err);     call() does: return lia_callback_run(&cb);
 *   if (st == LIA_EUSER) return lia_callback_rethrow(&cb);
 *
 * body runs protected, the Lua function is its argument 1: it may allocate and raise as it likes,
 * reads cb through lia_callback_self(L), pushes arguments, calls, and stores results in cb->ud.
 * An error is kept and re-raised untouched once core has returned. Nesting is bounded. What a box
 * holds stays valid even if the function closes it. */
typedef struct lia_callback {
  lua_State *L;
  struct lia_kit *kit;
  int body, fn, err, deep;
  void *ud;
} lia_callback;
/* leaves two values on the stack */
void lia_callback_init(lua_State *L, lia_callback *cb, int fn, lua_CFunction body, void *ud);
lia_status lia_callback_run(lia_callback *cb);
lia_callback *lia_callback_self(lua_State *L);
int lia_callback_rethrow(lia_callback *cb);
/* lua_call where no core function is on the way and nothing is held that lives in a box (the
 * function may close it): raises where functions call each other through C without end */
void lia_call(lua_State *L, int nargs, int nresults);

/* A Lua function of numbers: y = f(x). It is given a new vec of n (n = 0: a plain number) and gives
 * back rows numbers, or a rows x cols matrix, in any form. LIA_EUSER where it raised or gave
 * something else; LIA_EDOMAIN where a number is not finite: solvers take that as a step too far.
 * what: "the function", for messages */
typedef struct lia_numfn {
  lia_callback cb;
  int n, rows, cols;
  const char *what;
  char who[48];
  const double *x;
  double *y;
} lia_numfn;
/* leaves two values on the stack */
void lia_numfn_init(lua_State *L, lia_numfn *f, int fn, const char *what, int n, int rows,
    int cols);
lia_status lia_numfn_call(lia_numfn *f, const double *x, double *y, lia_error *err);
/* how many numbers f gives at x: a first call outside the engine, where errors may fly; raises
 * where it gives none */
int lia_numfn_count(lua_State *L, const lia_numfn *f, const double *x);

#endif
