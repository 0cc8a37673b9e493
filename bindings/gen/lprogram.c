/* lprogram.c - programs of equations, of models and of expressions: written out, made to kernels */
#include "bindings/eom/leom.h"
#include "bindings/gen/lmaking.h"
#include "bindings/sym/lexpr.h"

#include "base/mem.h"
#include "rbd/sym/sforms.h"
#include "sym/expr/subs.h"

#include <stdlib.h>
#include <string.h>

// ---- what is written: groups of inputs and outputs ----


static void destroy_program(void *g) { lia_equations_program_free(g); }
static const lia_class program_class = { .name = "program",
                                         .text = "A program on its way.",
                                         .destroy = destroy_program };

// the words of "id|fd|...|all" after the first argument; all: M, h and G at once
static lprogram *push_program(lua_State *L, lia_equations *o, int what, int parameters) {
  lia_error err = { 0 };
  void **box = lia_push(L, &program_class);
  lprogram *g = NULL;
  lia_status st = lia_equations_program(&g, o, (lia_eom_what)what, parameters, &err);
  *box = g;
  if (st != LIA_OK) lia_raise(L, &err);
  return g;
}

// the symbols of the program that are none of its inputs, in a userdata left on the stack
static lia_expr *push_open(lua_State *L, const lprogram *g, int *n) {
  lia_pool *p = g->f.p;
  lia_expr *s = lua_newuserdata(L, ((size_t)p->names.count + 1) * sizeof *s);
  uint32_t open = lia_subs_open(p, (uint32_t)g->nout, g->all_out, (uint32_t)g->nin, g->all_in, s);
  if (open == UINT32_MAX) lia_expr_raise(L, p);
  *n = (int)open;
  return s;
}

// symbols that are no inputs become a last group of inputs, p
static void add_parameters(lua_State *L, lprogram *g) {
  int open;
  lia_expr *s = push_open(L, g, &open);
  if (!open) return;
  lia_expr *all = lua_newuserdata(L, (size_t)(g->nin + open) * sizeof *all);
  memcpy(all, g->all_in, (size_t)g->nin * sizeof *all);
  memcpy(all + g->nin, s, (size_t)open * sizeof *all);
  g->in[g->f.nin++] = (lia_emit_vec){ "p", s, open, 0 };
  g->all_in = all;
  g->nin += open;
}

// append the program; raises
int lia_program_push(lua_State *L, const lprogram *g, lia_language language, lia_emit_opts opts) {
  lia_text t = { 0 };
  lia_count count;
  lia_error err = { 0 };
  lia_status st = lia_emit(&g->f, language, &opts, &t, &count, &err);
  if (st == LIA_OK) return lia_push_printed(L, g->f.p, st, &t);
  lia_text_free(&t);
  lia_pool_clear(g->f.p);
  return lia_raise(L, &err);
}

// test vectors: argument 5, 3 where it is left out
static int tests_of(lua_State *L, const lia_arg *a) {
  int tests = a->given ? a->n : 3;
  if (tests > 1000) lia_arg_error(L, 5, "expected at most 1000 test vectors, got %d", tests);
  return tests;
}

// equations:program(language, what, name, tests) -> text
static int write_program(lua_State *L) {
  lia_arg a[5];
  lia_args(L, a);
  int tests = tests_of(L, &a[4]);
  lprogram *g = push_program(L, a[0].o, a[2].n, 1);
  g->f.name = a[3].s;
  return lia_program_push(L, g, (lia_language)a[1].n, (lia_emit_opts){ .tests = tests });
}

static void refuse_names(lua_State *L, const lprogram *g) {
  int open;
  const lia_expr *s = push_open(L, g, &open);
  char names[400];
  lia_subs_names(g->f.p, (uint32_t)open, s, names, sizeof names);
  if (open)
    lia_mistake(L,
                "no number%s for %s: give numbers first, or make them inputs ({parameters = true})",
                open > 1 ? "s" : "", names);
  lua_pop(L, 1);
}

// what has no number becomes an input, or is refused
static void close_inputs(lua_State *L, lprogram *g, const lmaking *m) {
  if (m->parameters) add_parameters(L, g);
  else refuse_names(L, g);
}

// ---- functions of a model, by recursion ----

// Where straight-line code stops to pay, measured on trees of 30 bodies, chains of up to 100 and a
// humanoid: its instructions no longer stay in the cache, the engine's loops do. Whole trees above
// the second figure are not even written out.
enum { MOST_OPERATIONS = 9000, MOST_SPREAD = 20000 };

static void free_forms(void *f) { lia_sforms_free(f); }
static const lia_class forms_class = { .name = "forms",
                                       .text = "Functions of a tree in expressions, on their way.",
                                       .destroy = free_forms };

// the functions of model o; forward dynamics of a tree is none of a model with loops
static lia_sforms *push_forms(lua_State *L, const lmodel *o, int what) {
  if (what == LIA_EOM_fd && o->spec->nloop + o->spec->nconstraint > 0)
    lia_mistake(L, "fd: compiled forward dynamics is that of the tree, without the loops and "
                   "constraints of this model: model:fd keeps them");
  void **box = lia_push(L, &forms_class);
  lia_sforms *f = NULL;
  lia_error err = { 0 };
  lia_status st = lia_sforms_new(&f, o->spec, &err);
  *box = f;
  if (st != LIA_OK) lia_raise(L, &err);
  lia_stop_pool(L, lia_sforms_pool(f));
  return f;
}

// the program of one function, in pool p (NULL: that of f), where the model is m; without
// expressions where they are too many (*large)
static lprogram *push_written_by(lua_State *L, lia_sforms *f, lia_pool *p, const lia_smodel *m,
                                int what, int *large) {
  int n = m->ncoord, groups = lia_eom_rows[what].nin, nout = lia_sforms_size(f, (lia_sform)what);
  lprogram *g = lua_newuserdata(L, sizeof *g);
  memset(g, 0, sizeof *g);
  lia_expr *out = lua_newuserdata(L, (size_t)nout * sizeof *out),
           *in = lua_newuserdata(L, (size_t)(m->nq + 2 * n) * sizeof *in);
  memset(out, 0, (size_t)nout * sizeof *out);
  memcpy(in, m->number, (size_t)m->nq * sizeof *in);
  memcpy(in + m->nq, m->v, (size_t)n * sizeof *in);
  memcpy(in + m->nq + n, m->a, (size_t)n * sizeof *in);
  const lia_emit_vec group[3] = { { "q", in, m->nq, 0 },
                                  { "v", in + m->nq, n, 0 },
                                  { lia_eom_rows[what].third, in + m->nq + n, n, 0 } };
  memcpy(g->in, group, (size_t)groups * sizeof *group);
  g->f = (lia_emit_fn){ .p = m->p,
                        .in = g->in,
                        .out = g->out,
                        .nin = groups,
                        .nout = lia_eom_results(g->out, (lia_eom_what)what, n, out),
                        .stand_in = what == LIA_EOM_fd ? 3 : 0,
                        .about = lia_eom_rows[what].text };
  g->nin = m->nq + (groups - 1) * n;
  g->nout = nout;
  g->all_in = in;
  g->all_out = out;

  *large = lia_sforms_spread(f) > MOST_SPREAD;
  if (*large) return g;
  const lia_snames names = { p, m->number, m->v, m->a };
  lia_error err = { 0 };
  lia_status st = lia_sforms_write(f, (lia_sform)what, 1, p ? &names : NULL, out, NULL, &err);
  lia_pool_clear(m->p);
  if (st != LIA_OK) lia_raise(L, &err);
  return g;
}

static lprogram *push_recursive(lua_State *L, lia_sforms *f, int what, int *large) {
  return push_written_by(L, f, NULL, lia_sforms_model(f), what, large);
}

// model:program(language, what, name, tests) -> text
static int write_model(lua_State *L) {
  lia_arg a[5];
  int large;
  lia_args(L, a);
  int tests = tests_of(L, &a[4]);
  lprogram *g = push_recursive(L, push_forms(L, a[0].o, a[2].n), a[2].n, &large);
  if (large)
    return lia_mistake(L, "straight-line code for so large a tree would be no use: model:kernel() "
                          "runs the engine's loops");
  g->f.name = a[3].s;
  add_parameters(L, g);
  return lia_program_push(L, g, (lia_language)a[1].n, (lia_emit_opts){ .tests = tests });
}

// model:formula(what) -> expressions; matrices: M, B, P, G
static int formula(lua_State *L) {
  lia_arg a[2];
  int large, what;
  lia_args(L, a);
  lmodel *o = a[0].o;
  what = a[1].n;
  lia_sforms *f = push_forms(L, o, what);
  lia_pool *p = lia_push_pool(L);
  int keep = lua_gettop(L);
  const lia_smodel *m = lia_push_smodel_hold(L, p, o);
  lprogram *g = push_written_by(L, f, p, m, what, &large);
  if (large)
    return lia_mistake(
        L, "formulas of so large a tree would be no use: model:kernel() runs the engine's loops");
  if (!lia_sforms_numbers(p, g->nout, (lia_expr *)g->all_out)) return lia_expr_raise(L, p);
  luaL_checkstack(L, MOST_OUT, NULL);
  for (int k = 0; k < g->f.nout; k++) {
    const lia_emit_vec *x = &g->out[k];
    lia_push_smat_of(L, p, x->cols ? x->n / x->cols : x->n, x->cols ? x->cols : 1, !x->cols, x->e,
                     keep);
  }
  return g->f.nout;
}

static int compile_model(lua_State *L) {
  lia_arg a[3];
  int large;
  lia_args(L, a);
  lia_count c = { 0 };
  int what = a[1].given ? a[1].n : 0;
  lmaking m = lia_making_read(L, 3);
  lprogram *g = push_recursive(L, push_forms(L, a[0].o, what), what, &large);
  if (!large) close_inputs(L, g, &m);
  if (!large && !lia_tape_count(g->f.p, (uint32_t)g->nout, g->all_out, &c))
    lia_expr_raise(L, g->f.p);
  if (large || lia_count_all(c) > MOST_OPERATIONS)
    return lia_program_engine(L, a[0].o, g, what, lia_count_all(c));
  return lia_program_compile(L, g, &m);
}

int lia_motion_kernel(lua_State *L, lprogram *g, const lmaking *m) {
  close_inputs(L, g, m);
  return lia_program_compile(L, g, m);
}

// the names of the inputs of this group, a list on top
static void push_names_of(lua_State *L, const lprogram *g, const char *group) {
  lua_newtable(L);
  for (int k = 0; k < g->f.nin; k++) {
    const lia_emit_vec *v = &g->in[k];
    for (int i = 0; !strcmp(v->name, group) && i < v->n; i++) {
      lua_pushstring(L, lia_expr_symbol(g->f.p, v->e[i])->name);
      lua_rawseti(L, -2, i + 1);
    }
  }
}

int lia_motion_text(lua_State *L, lprogram *g, int language, int tests) {
  add_parameters(L, g);
  lia_program_push(L, g, (lia_language)language, (lia_emit_opts){ .tests = tests });
  push_names_of(L, g, "p");
  push_names_of(L, g, "x");
  return 3;
}

static int compile_equations(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  lmaking m = lia_making_read(L, 3);
  lprogram *g = push_program(L, a[0].o, a[1].given ? a[1].n : 0, m.parameters);
  return lia_program_compile(L, g, &m);
}

// compile(outputs, inputs, options): an expression, a vector or matrix of them
// program(language, outputs, inputs, name, tests): outputs by name, in the order of their names, or
// one, y
enum { MOST_NAMED = 32 };

static int program_by_name(const void *a, const void *b) {
  return strcmp(((const lia_emit_vec *)a)->name, ((const lia_emit_vec *)b)->name);
}

static int add_output(lua_State *L, lia_emit_vec *out, const char *name) {
  const lexpr *x = lia_test(L, lua_gettop(L), &lia_expr_class);
  const lsmat *m = lia_test(L, lua_gettop(L), &lia_smat_class);
  if (!x && !m) return 0;
  *out = x ? (lia_emit_vec){ name, &x->e, 1, 0 }
           : (lia_emit_vec){ name, m->x, m->rows * m->cols, m->vector ? 0 : m->cols };
  return 1;
}

static int named_outputs(lua_State *L, lia_emit_vec out[MOST_NAMED]) {
  int n = 0;
  if (!lua_istable(L, 2)) {
    lua_pushvalue(L, 2);
    n = add_output(L, out, "y");
    lua_pop(L, 1);
    return n;
  }
  for (lua_pushnil(L); lua_next(L, 2);
       lua_pop(L, 1)) { // the table keeps names and expressions alive
    if (lua_type(L, -2) != LUA_TSTRING)
      return lia_arg_error(L, 2, "expected names: {D = .., tau = ..}");
    if (n == MOST_NAMED) return lia_arg_error(L, 2, "expected at most %d outputs", MOST_NAMED);
    if (!add_output(L, &out[n++], lua_tostring(L, -2)))
      return lia_arg_error(L, 2, "%s: expected an expr or smat", lua_tostring(L, -2));
  }
  qsort(out, (size_t)n, sizeof *out, program_by_name);
  return n;
}

static int program_exprs(lua_State *L) {
  lia_arg a[5];
  lia_args(L, a);
  lia_emit_vec out[MOST_NAMED];
  int n, tests = tests_of(L, &a[4]), total = 0, count = named_outputs(L, out);
  if (!count) return lia_arg_error(L, 2, "expected at least one output");
  lia_pool *p = lia_push_pool(L);
  lprogram *g = lua_newuserdata(L, sizeof *g);
  memset(g, 0, sizeof *g);
  lia_expr *in = lia_to_symbols(L, p, 3, 3, &n);
  for (int k = 0; k < count; k++) total += out[k].n;
  lia_expr *all = lua_newuserdata(L, ((size_t)total + 1) * sizeof *all);
  for (int k = 0, at = 0; k < count; at += out[k++].n)
    memcpy(all + at, out[k].e, (size_t)out[k].n * sizeof *all);
  g->nin = n;
  g->nout = total;
  g->all_in = in;
  g->all_out = all;
  g->in[0] = (lia_emit_vec){ "x", in, n, 0 };
  g->f =
      (lia_emit_fn){ .p = p, .name = a[3].s, .in = g->in, .out = out, .nin = n > 0, .nout = count };
  add_parameters(L, g);
  return lia_program_push(L, g, (lia_language)a[0].n, (lia_emit_opts){ .tests = tests });
}

static int compile_exprs(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  lmaking options = lia_making_read(L, 3);
  lia_pool *p = lia_push_pool(L);
  lexpr *x = lia_test(L, 1, &lia_expr_class);
  lsmat *m = lia_test(L, 1, &lia_smat_class);
  lprogram *g = lua_newuserdata(L, sizeof *g);
  memset(g, 0, sizeof *g);
  int n;
  lia_expr *in = lia_to_symbols(L, p, 2, 2, &n);
  if (!n) return lia_arg_error(L, 2, "expected at least one input");
  g->nin = n;
  g->nout = x ? 1 : m->rows * m->cols;
  g->all_in = in;
  g->all_out = x ? &x->e : m->x;
  lia_fit(p, n, in, g->nout, g->all_out);
  g->in[0] = (lia_emit_vec){ "x", in, n, 0 };
  g->out[0] = (lia_emit_vec){ "y", g->all_out, g->nout, m && !m->vector ? m->cols : 0 };
  g->f = (lia_emit_fn){ .p = p, .in = g->in, .out = g->out, .nin = 1, .nout = 1 };
  close_inputs(L, g, &options);
  return lia_program_compile(L, g, &options);
}

// ---- the rows ----

#define OPTIONS                                                                                    \
  "options: tape = true; compiler, cache (a folder); isa = 'plain', 'avx2' or 'avx512', else the " \
  "best there is; wait = true: until the compiler has finished, or seconds (0.1), after which a " \
  "tape computes the same bits until it has: f.ready; parameters = true: what has " \
  "no number becomes a last input, its names in f.parameters."
#define SQUARE                                                                                     \
  "local x, y = li.symbols 'x y'; local f = li.compile(x^2 + y, 'x y', {tape = true}); "

static const lia_fn equations_methods[] = {
  { write_program,
    "equations:program(language: "
#include "gen/language_choice.def"
    ", what: id|fd|mass|bias|gravity|coriolis|matrices|all, name: str [, tests: count]) -> str",
    "A function of the equations as a program (li.languages() tells the languages), with its "
    "operation count and test vectors (3) to check itself. "
    "Symbols without a number are the last input, p.",
    "return li.planar{1}:equations():program('lua', 'gravity', 'G'):match 'liaison' --> liaison" },
  { compile_equations,
    "equations:compile([what: id|fd|mass|bias|gravity|coriolis|matrices|all|dynamics|jacobians|"
    "outputs|constraints, options: table]) -> kernel, left_out: table",
    "A function f(q, v, a) of numbers, f(q, v, tau) for fd, f(q) for mass and gravity; all gives "
    "M, h, G. The motion with its rows as model:compile tells it: dynamics, x' = f(t, x, u) with x "
    "= (q, q'); jacobians, outputs, constraints; u: options.inputs, symbols of the equations or "
    "forces by coordinate (left out: all symbols without a number, else all forces); options "
    "values, outputs, at too. "
    "Machine code through the system's C compiler, kept "
    "in the user's cache folder, else a tape: f.kind, f.why. " OPTIONS,
    "return li.planar{1}:equations():compile('gravity', {tape = true}){0} --> [4.905]" },
  { 0 },
};

#define RECURSION_WHAT "what: id|fd|mass|bias|gravity|coriolis|matrices"
static const lia_fn model_methods[] = {
  { compile_model, "model:kernel([" RECURSION_WHAT ", options: table]) -> kernel",
    "The function that model:id, fd, mass, bias, gravity or coriolis computes, f(q, v, a) and the "
    "like (matrices: f(q) gives M, the B and P of model:coriolis_split, and G), "
    "as machine code for this one model: its zeros, ones and "
    "constants have fallen out. f:batch takes many states. Where no compiler is found a tape; for "
    "trees so large that loops are faster the engine: "
    "f.kind, f.why. " OPTIONS,
    "return li.planar{1}:kernel('gravity', {tape = true}){0} --> [4.905]" },
  { write_model,
    "model:program(language: "
#include "gen/language_choice.def"
    ", " RECURSION_WHAT ", name: str [, tests: count]) -> str",
    "The same function as a program (li.languages() tells the languages), with its operation count "
    "and test vectors (3) to check itself. "
    "Symbols without a number are the last input, p.",
    "return li.planar{1}:program('js', 'gravity', 'G'):match 'liaison' --> liaison" },
  { formula, "model:formula(" RECURSION_WHAT ") -> smat",
    "The same function in expressions, by recursion, as short as its parameters can be grouped "
    "(matrices: M, B, P and G); of every joint. A quaternion's numbers are q, its speeds "
    "the angular velocity in body axes (ball_wx', ..), those of a floating body's origin body_ux', "
    "..; for fd the symbols of accelerations are the forces.",
    "return li.planar{1, mass = 'm'}:formula 'mass' --> [m/3]" },
  { 0 },
};

static int languages(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lua_createtable(L, 0, LIA_LANGUAGE_COUNT);
  for (int k = 0; k < LIA_LANGUAGE_COUNT; k++) {
    lua_pushstring(L, lia_language_text((lia_language)k));
    lua_setfield(L, -2, lia_language_name((lia_language)k));
  }
  return 1;
}

static const lia_fn functions[] = {
  { languages, "languages() -> table",
    "The languages in which programs are written, by name: what such a program is.",
    "li.languages().js --> JavaScript: an object with call and test" },
  { compile_exprs,
    "compile(outputs: expr|smat, inputs: expr|str|table|smat [, options: table]) -> kernel",
    "A function f(x) of a vector of numbers, in the order of the inputs, as equations:compile "
    "makes them. " OPTIONS,
    SQUARE "return f.kind --> tape" },
  { program_exprs,
    "program(language: "
#include "gen/language_choice.def"
    ", outputs: expr|smat|table, inputs: expr|str|table|smat, name: str [, tests: count]) -> str",
    "A function of expressions as a program (li.languages() tells the languages), with its "
    "operation count and test vectors (3) to check itself. Inputs are x, outputs y "
    "or by name, {D = .., tau = ..}; other symbols are the last input, p, in the order the program "
    "tells.",
    "return li.program('lua', li.expr('a*b^2', 'new'), 'a', 'F'):match 'liaison' --> liaison" },
  { 0 },
};

void lia_open_program(lua_State *L);
void lia_open_program(lua_State *L) {
  lia_class_register(L, &forms_class);
  lia_class_register(L, &program_class);
  lia_methods(L, &lia_eom_class, equations_methods);
  lia_methods(L, &lia_model_class, model_methods);
  lia_functions(L, functions);
}
