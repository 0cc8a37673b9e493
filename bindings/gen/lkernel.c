/* lkernel.c - expressions as programs: written out, compiled and loaded, or run as a tape */
#include "bindings/gen/lkernel.h"
#include "bindings/kit/fields.h"
#include "bindings/eom/leom.h"
#include "bindings/sym/lexpr.h"
#include "bindings/model/lmodel.h"
#include "bindings/kit/nums.h"

#include "base/layout.h"
#include "base/mem.h"
#include "gen/cc.h"
#include "gen/emit.h"
#include "gen/kernel.h"
#include "num/sincos.h"
#include "rbd/coriolis.h"
#include "rbd/crba.h"
#include "rbd/forward.h"
#include "rbd/rnea.h"
#include "rbd/sym/sforms.h"
#include "sym/expr/print.h"
#include "sym/expr/subs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- what is written: groups of inputs and outputs ---- */

/* as equations_program.c makes them, and here those of models and of expressions */
enum { MOST_IN = LIA_EOM_MOST_GROUPS, MOST_OUT = LIA_EOM_MOST_GROUPS };
typedef lia_eom_program program;

static void destroy_program(void *g) { lia_equations_program_free(g); }
static const lia_class program_class = { .name = "program", .text = "A program on its way.", .destroy = destroy_program };

/* the words of "id|fd|...|all" after the first argument; all: M, h and G at once */
static program *push_program(lua_State *L, lia_equations *o, int what, int parameters) {
  lia_error err = { 0 };
  void **box = lia_push(L, &program_class);
  program *g = NULL;
  lia_status st = lia_equations_program(&g, o, (lia_eom_what)what, parameters, &err);
  *box = g;
  if (st != LIA_OK) lia_raise(L, &err);
  return g;
}

/* the symbols of the program that are none of its inputs, in a userdata left on the stack */
static lia_expr *push_open(lua_State *L, const program *g, int *n) {
  lia_pool *p = g->f.p;
  lia_expr *s = lua_newuserdata(L, ((size_t)p->names.count + 1) * sizeof *s);
  uint32_t open = lia_subs_open(p, (uint32_t)g->nout, g->all_out, (uint32_t)g->nin, g->all_in, s);
  if (open == UINT32_MAX) lia_expr_raise(L, p);
  *n = (int)open;
  return s;
}

/* symbols that are no inputs become a last group of inputs, p */
static void add_parameters(lua_State *L, program *g) {
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

/* append the program; raises */
static int push_written(lua_State *L, const program *g, lia_language language, lia_emit_opts opts) {
  lia_text t = { 0 };
  lia_count count;
  lia_error err = { 0 };
  lia_status st = lia_emit(&g->f, language, &opts, &t, &count, &err);
  if (st == LIA_OK) return lia_push_printed(L, g->f.p, st, &t);
  lia_text_free(&t);
  lia_pool_clear(g->f.p);
  return lia_raise(L, &err);
}

/* test vectors: argument 5, 3 where it is left out */
static int tests_of(lua_State *L, const lia_arg *a) {
  int tests = a->given ? a->n : 3;
  if (tests > 1000) lia_arg_error(L, 5, "expected at most 1000 test vectors, got %d", tests);
  return tests;
}

/* equations:program(language, what, name, tests) -> text */
static int write_program(lua_State *L) {
  lia_arg a[5];
  lia_args(L, a);
  int tests = tests_of(L, &a[4]);
  program *g = push_program(L, a[0].o, a[2].n, 1);
  g->f.name = a[3].s;
  return push_written(L, g, (lia_language)a[1].n, (lia_emit_opts){ .tests = tests });
}

/* ---- the object: a tape, and where a compiler was found a kernel ---- */

typedef struct lkernel {
  lia_tape *tape;               /* NULL: the engine computes */
  lia_model *model;             /* the engine's, its memory, and what it computes */
  lia_data *d;
  int what;
  lia_kernel *kernel;
  lia_kernel_fn *one, *eight;
  int nin, nout, groups, results;
  int in_size[MOST_IN], out_size[MOST_OUT], out_cols[MOST_OUT];
  lia_isa isa;                  /* of eight at once */
  int hit;
  double seconds;
  double *w, *w8, *in8, *out8, *flat, *result;   /* scratch of one and of eight; inputs and outputs of both */
  char *parameters;             /* names of the inputs p, between spaces */
  char why[sizeof ((lia_error *)0)->path + sizeof ((lia_error *)0)->text + 2];
} lkernel;

static void destroy(void *p) {
  lkernel *k = p;
  lia_kernel_free(k->kernel);
  lia_free(k->tape);
  lia_free(k->d);
  lia_free(k->model);
  lia_free(k->w);
  lia_free(k->parameters);
  lia_free(k);
}

/* room: 64-aligned parts of one block */
static lia_status make_room(lkernel *k, lia_error *err) {
  size_t sz = k->kernel ? (size_t)lia_kernel_about(k->kernel)->sz_w : 0, tape = k->tape ? k->tape->nslot : 0, slots = tape > sz ? tape : sz;
  lia_layout l = { 0 };
  for (int pass = 0; pass < 2; pass++) {
    double *w = LIA_TAKE(&l, double, slots + 8);
    k->w8 = LIA_TAKE(&l, double, 8 * (slots + 8));
    k->flat = LIA_TAKE(&l, double, k->nin + 1);
    k->result = LIA_TAKE(&l, double, k->nout + 1);
    k->in8 = LIA_TAKE(&l, double, 8 * (k->nin + 1));
    k->out8 = LIA_TAKE(&l, double, 8 * (k->nout + 1));
    if (pass) k->w = w;
    else if (!(l.base = lia_block(l.used))) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
    else l.used = 0;
  }
  return LIA_OK;
}

/* ---- finding the compiler and the cache: the environment is read here and nowhere deeper ---- */

typedef struct tools { char compiler[LIA_CACHE_PATH], folder[LIA_CACHE_PATH]; } tools;

static int find_compiler(const char *given, char *out, size_t size) {
  const char *path = getenv("PATH"), *names[] = { "cc", "gcc", "clang" };
  if (given && given[0] == '/') return snprintf(out, size, "%s", given) < (int)size;
  if (given) return path && lia_cc_find(path, given, out, size);
  for (size_t k = 0; path && k < sizeof names / sizeof *names; k++)
    if (lia_cc_find(path, names[k], out, size)) return 1;
  return 0;
}

static int find_folder(const char *given, char *out, size_t size) {
  const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  if (given) return snprintf(out, size, "%s", given) < (int)size;
  if (cache && cache[0] == '/') {
    mkdir(cache, 0700);
    return snprintf(out, size, "%s/liaison", cache) < (int)size;
  }
  if (!home || home[0] != '/') return 0;
  int n = snprintf(out, size, "%s/.cache", home);
  if (n < 0 || (size_t)n + 10 > size) return 0;
  mkdir(out, 0700);
  memcpy(out + n, "/liaison", 9);
  return 1;
}

/* what a script asked for */
typedef struct making { const char *compiler, *folder; lia_isa isa; int tape, parameters; } making;

/* compile, load; LIA_OK, or why not in err */
static lia_status load(lkernel *k, const char *text, size_t n, const making *m, lia_stop stop, lia_error *err) {
  tools at;
  lia_cc_result made;
  if (!find_compiler(m->compiler, at.compiler, sizeof at.compiler)) return LIA_FAIL(err, LIA_ECOMPILER, "PATH", "no C compiler is found");
  if (!find_folder(m->folder, at.folder, sizeof at.folder)) return LIA_FAIL(err, LIA_EIO, "cache", "neither XDG_CACHE_HOME nor HOME names a folder");
  const lia_cc cc = { .compiler = at.compiler, .folder = at.folder, .flags = lia_cc_flags(k->isa), .stop = stop.asked, .stop_of = stop.of };
  LIA_TRY(lia_kernel_make(&k->kernel, &cc, text, n, "lia_fn", &made, err));
  lia_kernel_set_sincos(k->kernel, "lia_fn", lia_sincos_room);
  k->one = lia_kernel_call(k->kernel);
  k->eight = lia_kernel_other(k->kernel, "lia_fn_8");
  k->hit = made.hit;
  k->seconds = made.seconds;
  return LIA_OK;
}

static void refuse_open(lua_State *L, const program *g) {
  int open;
  const lia_expr *s = push_open(L, g, &open);
  char names[400];
  lia_subs_names(g->f.p, (uint32_t)open, s, names, sizeof names);
  if (open) lia_mistake(L, "no number%s for %s: give numbers first, or make them inputs ({parameters = true})", open > 1 ? "s" : "", names);
  lua_pop(L, 1);
}

/* an empty kernel of these inputs and results */
static lkernel *push_kernel(lua_State *L, const program *g) {
  void **box = lia_push(L, &lia_kernel_class);
  lkernel *k = *box = lia_calloc(1, sizeof *k);
  if (!k) lia_error_text(L, "out of memory");
  k->nin = g->nin, k->nout = g->nout, k->groups = g->f.nin, k->results = g->f.nout;
  for (int i = 0; i < k->groups; i++) k->in_size[i] = g->in[i].n;
  for (int i = 0; i < k->results; i++) k->out_size[i] = g->out[i].n, k->out_cols[i] = g->out[i].cols;
  return k;
}

/* ---- options ---- */

static const char *text_option(lua_State *L, int options, const char *key) {
  lua_getfield(L, options, key);
  if (!lua_isnil(L, -1) && lua_type(L, -1) != LUA_TSTRING) lia_mistake(L, "%s: expected a text, got %s", key, luaL_typename(L, -1));
  const char *s = lua_tostring(L, -1);   // the table keeps it
  lua_pop(L, 1);
  return s;
}

static int flag(lua_State *L, int options, const char *key) {
  lua_getfield(L, options, key);
  int yes = lua_toboolean(L, -1);
  return lua_pop(L, 1), yes;
}

static making read_options(lua_State *L, int options) {
  static const lia_opt none[] = { { 0 } };
  making m = { .isa = lia_isa_best() };
  if (!lua_istable(L, options)) return m;
  lia_options(L, options, NULL, none, "tape compiler cache isa parameters");
  m.compiler = text_option(L, options, "compiler"), m.folder = text_option(L, options, "cache");
  m.tape = flag(L, options, "tape"), m.parameters = flag(L, options, "parameters");
  const char *name = text_option(L, options, "isa");
  int isa = name ? lia_isa_find(name) : (int)m.isa;
  if (isa < 0) lia_mistake(L, "isa: expected 'plain', 'avx2' or 'avx512', got '%s'", name);
  if (!lia_isa_has((lia_isa)isa)) lia_mistake(L, "isa: this machine has no %s", name);
  m.isa = (lia_isa)isa;
  return m;
}

/* what has no number becomes an input, or is refused */
static void close_inputs(lua_State *L, program *g, const making *m) {
  if (m->parameters) add_parameters(L, g);
  else refuse_open(L, g);
}

/* "L1 m1" of the inputs p */
static char *names_of(lua_State *L, const program *g) {
  const lia_emit_vec *last = &g->in[g->f.nin - 1];
  size_t n = 1, at = 0;
  int given = g->f.nin && !strcmp(last->name, "p") ? last->n : 0;
  for (int i = 0; i < given; i++) n += strlen(lia_expr_symbol(g->f.p, last->e[i])->name) + 1;
  char *text = lia_calloc(n, 1);
  if (!text) lia_error_text(L, "out of memory");
  for (int i = 0; i < given; i++) at += (size_t)lia_text_format(text + at, n - at, "%s%s", i ? " " : "", lia_expr_symbol(g->f.p, last->e[i])->name);
  return text;
}

static int compile(lua_State *L, program *g, const making *m) {
  g->f.name = "lia_fn";
  lia_error err = { 0 };
  lkernel *k = push_kernel(L, g);
  k->isa = m->isa;
  k->parameters = names_of(L, g);
  if (lia_tape_new(&k->tape, g->f.p, (uint32_t)g->nin, g->all_in, (uint32_t)g->nout, g->all_out, &err) != LIA_OK) return lia_raise(L, &err);
  k->tape->sincos = lia_sincos;
  if (m->tape) {
    snprintf(k->why, sizeof k->why, "asked for");
  } else {
    push_written(L, g, LIA_LANGUAGE_c, (lia_emit_opts){ .kernel = 1 });
    size_t n;
    const char *text = lua_tolstring(L, -1, &n);
    lia_status st = load(k, text, n, m, lia_stop_of(L), &err);
    if (st == LIA_ENOMEM || st == LIA_EINTERRUPT) return lia_raise(L, &err);
    if (st != LIA_OK) lia_text_format(k->why, sizeof k->why, "%s: %s", err.path, err.text);
    lua_pop(L, 1);
  }
  if (make_room(k, &err) != LIA_OK) return lia_raise(L, &err);
  return 1;
}

/* ---- functions of a model, by recursion ---- */

/* Where straight-line code stops to pay, measured on trees of 30 bodies, chains of up to 100 and a humanoid: its instructions no
 * longer stay in the cache, the engine's loops do. Whole trees above the second figure are not even written out. */
enum { MOST_OPERATIONS = 9000, MOST_SPREAD = 20000 };

static void free_forms(void *f) { lia_sforms_free(f); }
static void free_names(void *m) { lia_smodel_free(m); }
static const lia_class forms_class = { .name = "forms", .text = "Functions of a tree in expressions, on their way.", .destroy = free_forms };
static const lia_class names_class = { .name = "names", .text = "A description in expressions, on its way.", .destroy = free_names };

/* the functions of model o; forward dynamics of a tree is none of a model with loops */
static lia_sforms *push_forms(lua_State *L, const lmodel *o, int what) {
  if (what == LIA_EOM_fd && o->spec->nloop + o->spec->nconstraint > 0)
    lia_mistake(L, "fd: compiled forward dynamics is that of the tree, without the loops and constraints of this model: model:fd keeps them");
  void **box = lia_push(L, &forms_class);
  lia_sforms *f = NULL;
  lia_error err = { 0 };
  lia_status st = lia_sforms_new(&f, o->spec, &err);
  *box = f;
  if (st != LIA_OK) lia_raise(L, &err);
  lia_stop_pool(L, lia_sforms_pool(f));
  return f;
}

/* the program of one function, in pool p (NULL: that of f), where the model is m; without expressions where they are too many (*large) */
static program *push_written_by(lua_State *L, lia_sforms *f, lia_pool *p, const lia_smodel *m, int what, int *large) {
  int n = m->ncoord, groups = lia_eom_rows[what].nin, nout = lia_sforms_size(f, (lia_sform)what);
  program *g = lua_newuserdata(L, sizeof *g);
  memset(g, 0, sizeof *g);
  lia_expr *out = lua_newuserdata(L, (size_t)nout * sizeof *out), *in = lua_newuserdata(L, (size_t)(m->nq + 2 * n) * sizeof *in);
  memset(out, 0, (size_t)nout * sizeof *out);
  memcpy(in, m->number, (size_t)m->nq * sizeof *in);
  memcpy(in + m->nq, m->v, (size_t)n * sizeof *in);
  memcpy(in + m->nq + n, m->a, (size_t)n * sizeof *in);
  const lia_emit_vec group[3] = { { "q", in, m->nq, 0 }, { "v", in + m->nq, n, 0 }, { lia_eom_rows[what].third, in + m->nq + n, n, 0 } };
  memcpy(g->in, group, (size_t)groups * sizeof *group);
  g->f = (lia_emit_fn){ .p = m->p, .in = g->in, .out = g->out, .nin = groups, .nout = lia_eom_results(g->out, (lia_eom_what)what, n, out),
                        .stand_in = what == LIA_EOM_fd ? 3 : 0,
                        .about = lia_eom_rows[what].text };
  g->nin = m->nq + (groups - 1) * n, g->nout = nout, g->all_in = in, g->all_out = out;

  *large = lia_sforms_spread(f) > MOST_SPREAD;
  if (*large) return g;
  const lia_snames names = { p, m->number, m->v, m->a };
  lia_error err = { 0 };
  lia_status st = lia_sforms_write(f, (lia_sform)what, 1, p ? &names : NULL, out, NULL, &err);
  lia_pool_clear(m->p);
  if (st != LIA_OK) lia_raise(L, &err);
  return g;
}

static program *push_recursive(lua_State *L, lia_sforms *f, int what, int *large) {
  return push_written_by(L, f, NULL, lia_sforms_model(f), what, large);
}

/* model:program(language, what, name, tests) -> text */
static int write_model(lua_State *L) {
  lia_arg a[5];
  int large;
  lia_args(L, a);
  int tests = tests_of(L, &a[4]);
  program *g = push_recursive(L, push_forms(L, a[0].o, a[2].n), a[2].n, &large);
  if (large) return lia_mistake(L, "straight-line code for so large a tree would be no use: model:kernel() runs the engine's loops");
  g->f.name = a[3].s;
  add_parameters(L, g);
  return push_written(L, g, (lia_language)a[1].n, (lia_emit_opts){ .tests = tests });
}

/* model:formula(what) -> expressions; matrices: M, B, P, G */
static int formula(lua_State *L) {
  lia_arg a[2];
  int large, what;
  lia_args(L, a);
  lmodel *o = a[0].o;
  what = a[1].n;
  lia_sforms *f = push_forms(L, o, what);
  lia_pool *p = lia_push_pool(L);
  int keep = lua_gettop(L);
  void **box = lia_push(L, &names_class);
  lia_smodel *m = NULL;
  lia_error err = { 0 };
  lia_status st = lia_smodel_new(&m, p, o->spec, &err);
  *box = m;
  if (st != LIA_OK) return lia_raise(L, &err);
  program *g = push_written_by(L, f, p, m, what, &large);
  if (large) return lia_mistake(L, "formulas of so large a tree would be no use: model:kernel() runs the engine's loops");
  if (!lia_sforms_numbers(p, g->nout, (lia_expr *)g->all_out)) return lia_expr_raise(L, p);
  luaL_checkstack(L, MOST_OUT, NULL);
  for (int k = 0; k < g->f.nout; k++) {
    const lia_emit_vec *x = &g->out[k];
    lia_push_smat_of(L, p, x->cols ? x->n / x->cols : x->n, x->cols ? x->cols : 1, !x->cols, x->e, keep);
  }
  return g->f.nout;
}

/* the engine behind the same object */
static int push_engine(lua_State *L, const lmodel *o, const program *g, int what, size_t operations) {
  lia_error err = { 0 };
  lia_compiled c = { 0 };
  lkernel *k = push_kernel(L, g);
  lia_status st = lia_compile(&c, o->spec, &err);
  lia_constraints_free(c.constraints);   // of the tree only
  k->model = c.model;
  k->what = what;
  if (st == LIA_OK && c.dynamic.code != LIA_OK) err = c.dynamic, st = err.code;
  if (st == LIA_OK) st = lia_data_new(&k->d, k->model, &err);
  if (st == LIA_OK) st = make_room(k, &err);
  if (st != LIA_OK) return lia_raise(L, &err);
  if (operations) snprintf(k->why, sizeof k->why, "straight-line code of %zu operations is slower than the engine's loops", operations);
  else snprintf(k->why, sizeof k->why, "straight-line code of so large a tree is slower than the engine's loops");
  return 1;
}

static int compile_model(lua_State *L) {
  lia_arg a[3];
  int large;
  lia_args(L, a);
  lia_count c = { 0 };
  int what = a[1].given ? a[1].n : 0;
  making m = read_options(L, 3);
  program *g = push_recursive(L, push_forms(L, a[0].o, what), what, &large);
  if (!large) close_inputs(L, g, &m);
  if (!large && !lia_tape_count(g->f.p, (uint32_t)g->nout, g->all_out, &c)) lia_expr_raise(L, g->f.p);
  if (large || lia_count_all(c) > MOST_OPERATIONS) return push_engine(L, a[0].o, g, what, lia_count_all(c));
  return compile(L, g, &m);
}

static int compile_equations(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  making m = read_options(L, 3);
  program *g = push_program(L, a[0].o, a[1].given ? a[1].n : 0, m.parameters);
  return compile(L, g, &m);
}

/* compile(outputs, inputs, options): an expression, a vector or matrix of them */
/* program(language, outputs, inputs, name, tests): outputs by name, in the order of their names, or one, y */
enum { MOST_NAMED = 32 };

static int by_name(const void *a, const void *b) { return strcmp(((const lia_emit_vec *)a)->name, ((const lia_emit_vec *)b)->name); }

static int add_output(lua_State *L, lia_emit_vec *out, const char *name) {
  const lexpr *x = lia_test(L, lua_gettop(L), &lia_expr_class);
  const lsmat *m = lia_test(L, lua_gettop(L), &lia_smat_class);
  if (!x && !m) return 0;
  *out = x ? (lia_emit_vec){ name, &x->e, 1, 0 } : (lia_emit_vec){ name, m->x, m->rows * m->cols, m->vector ? 0 : m->cols };
  return 1;
}

static int named_outputs(lua_State *L, lia_emit_vec out[MOST_NAMED]) {
  int n = 0;
  if (!lua_istable(L, 2)) {
    lua_pushvalue(L, 2);
    n = add_output(L, out, "y");
    return lua_pop(L, 1), n;
  }
  for (lua_pushnil(L); lua_next(L, 2); lua_pop(L, 1)) {   // the table keeps names and expressions alive
    if (lua_type(L, -2) != LUA_TSTRING) return lia_arg_error(L, 2, "expected names: {D = .., tau = ..}");
    if (n == MOST_NAMED) return lia_arg_error(L, 2, "expected at most %d outputs", MOST_NAMED);
    if (!add_output(L, &out[n++], lua_tostring(L, -2))) return lia_arg_error(L, 2, "%s: expected an expr or smat", lua_tostring(L, -2));
  }
  qsort(out, (size_t)n, sizeof *out, by_name);
  return n;
}

static int program_exprs(lua_State *L) {
  lia_arg a[5];
  lia_args(L, a);
  lia_emit_vec out[MOST_NAMED];
  int n, tests = tests_of(L, &a[4]), total = 0, count = named_outputs(L, out);
  if (!count) return lia_arg_error(L, 2, "expected at least one output");
  lia_pool *p = lia_push_pool(L);
  program *g = lua_newuserdata(L, sizeof *g);
  memset(g, 0, sizeof *g);
  lia_expr *in = lia_to_symbols(L, p, 3, 3, &n);
  for (int k = 0; k < count; k++) total += out[k].n;
  lia_expr *all = lua_newuserdata(L, ((size_t)total + 1) * sizeof *all);
  for (int k = 0, at = 0; k < count; at += out[k++].n) memcpy(all + at, out[k].e, (size_t)out[k].n * sizeof *all);
  g->nin = n, g->nout = total, g->all_in = in, g->all_out = all;
  g->in[0] = (lia_emit_vec){ "x", in, n, 0 };
  g->f = (lia_emit_fn){ .p = p, .name = a[3].s, .in = g->in, .out = out, .nin = n > 0, .nout = count };
  add_parameters(L, g);
  return push_written(L, g, (lia_language)a[0].n, (lia_emit_opts){ .tests = tests });
}

static int compile_exprs(lua_State *L) {
  lia_arg a[3];
  lia_args(L, a);
  making options = read_options(L, 3);
  lia_pool *p = lia_push_pool(L);
  lexpr *x = lia_test(L, 1, &lia_expr_class);
  lsmat *m = lia_test(L, 1, &lia_smat_class);
  program *g = lua_newuserdata(L, sizeof *g);
  memset(g, 0, sizeof *g);
  int n;
  lia_expr *in = lia_to_symbols(L, p, 2, 2, &n);
  if (!n) return lia_arg_error(L, 2, "expected at least one input");
  g->nin = n, g->nout = x ? 1 : m->rows * m->cols;
  g->all_in = in, g->all_out = x ? &x->e : m->x;
  lia_fit(p, n, in, g->nout, g->all_out);
  g->in[0] = (lia_emit_vec){ "x", in, n, 0 };
  g->out[0] = (lia_emit_vec){ "y", g->all_out, g->nout, m && !m->vector ? m->cols : 0 };
  g->f = (lia_emit_fn){ .p = p, .in = g->in, .out = g->out, .nin = 1, .nout = 1 };
  close_inputs(L, g, &options);
  return compile(L, g, &options);
}

/* ---- calling ---- */

static void run_engine(lkernel *k, const double *const *in, double *const *out) {
  const lia_model *m = k->model;
  lia_data *d = k->d;
  switch (k->what) {
    case LIA_EOM_id: lia_rnea(m, d, in[0], in[1], in[2], out[0]); break;
    case LIA_EOM_fd: lia_forward_quick(m, d, in[0], in[1], in[2], out[0]); break;
    case LIA_EOM_mass: lia_crba(m, d, in[0], out[0]); break;
    case LIA_EOM_bias: lia_rnea(m, d, in[0], in[1], NULL, out[0]); break;
    case LIA_EOM_gravity: lia_rnea_gravity(m, d, in[0], out[0]); break;
    case LIA_EOM_coriolis: lia_coriolis(m, d, in[0], in[1], out[0]); break;
    default:
      lia_coriolis_split(m, d, in[0], out[1], out[2], out[0]);
      lia_crba(m, d, in[0], out[0]);
      lia_rnea_gravity(m, d, in[0], out[3]);
  }
}

static void run_one(lkernel *k, const double *const *in, double *const *out) {
  if (k->model) {
    run_engine(k, in, out);
    return;
  }
  if (k->one) {
    k->one(in, out, k->w);
    return;
  }
  for (int i = 0, at = 0; i < k->groups; at += k->in_size[i++]) memcpy(k->flat + at, in[i], (size_t)k->in_size[i] * sizeof(double));
  lia_tape_eval(k->tape, k->flat, k->result, k->w);
  for (int i = 0, at = 0; i < k->results; at += k->out_size[i++]) memcpy(out[i], k->result + at, (size_t)k->out_size[i] * sizeof(double));
}

lkernel_shape lia_lkernel_shape(const void *kernel) {
  const lkernel *k = kernel;
  return (lkernel_shape){ k->groups, k->results, k->in_size, k->out_size };
}

void lia_lkernel_run(void *kernel, const double *const *in, double *const *out) { run_one(kernel, in, out); }

lkernel_eight lia_lkernel_eight(const void *kernel) {
  const lkernel *k = kernel;
  size_t sz = k->kernel ? (size_t)lia_kernel_about(k->kernel)->sz_w : 0, slots = k->tape->nslot > sz ? k->tape->nslot : sz;
  return (lkernel_eight){ k->eight, k->tape, k->isa, 8 * (slots + 8) };
}

static double *push_result(lua_State *L, const lkernel *k, int i) {
  int cols = k->out_cols[i];
  return cols ? lia_pushmat(L, k->out_size[i] / cols, cols) : lia_pushvec(L, k->out_size[i]);
}

/* f(q, v, a [, out]) */
static int call(lua_State *L) {
  lkernel *k = lia_check(L, 1, &lia_kernel_class);
  int given = lua_gettop(L) - 1;
  const double *in[MOST_IN];
  double *out[MOST_OUT];
  lia_arg a[MOST_IN + MOST_OUT];   // numbers of short tables lie in here
  if (given < k->groups || given > k->groups + k->results)
    return lia_mistake(L, "expected %d input%s, and at most %d places for results, got %d arguments", k->groups, k->groups == 1 ? "" : "s", k->results, given);
  for (int i = 0; i < k->groups; i++) {
    lia_arg_at(L, i + 2, &a[i]);
    lia_arg_size(L, i + 2, &a[i], k->in_size[i]);
    in[i] = a[i].p;
  }
  luaL_checkstack(L, k->results + 4, NULL);
  for (int i = 0; i < k->results; i++) {
    int place = k->groups + 2 + i;
    if (i >= given - k->groups || lua_isnil(L, place)) {
      out[i] = push_result(L, k, i);
      continue;
    }
    lia_arg *o = &a[k->groups + i];
    if (lua_type(L, place) == LUA_TTABLE) return lia_arg_error(L, place, "results go to a vec or mat, not to a table");
    lia_arg_at(L, place, o);
    lia_arg_size(L, place, o, k->out_size[i]);
    out[i] = (double *)(void *)(size_t)o->p;
    lua_pushvalue(L, place);
  }
  run_one(k, in, out);
  return k->results;
}

static void run_eight(lkernel *k) {
  const double *in[MOST_IN];
  double *out[MOST_OUT];
  if (!k->eight) {
    lia_tape_eval8_on(k->tape, k->isa, k->in8, k->out8, k->w8);
    return;
  }
  for (int i = 0, at = 0; i < k->groups; at += k->in_size[i++]) in[i] = k->in8 + 8 * at;
  for (int i = 0, at = 0; i < k->results; at += k->out_size[i++]) out[i] = k->out8 + 8 * at;
  k->eight(in, out, k->w8);
}

/* f:batch(Q, V, A): a state in every row */
static int batch(lua_State *L) {
  lkernel *k = lia_check(L, 1, &lia_kernel_class);
  int given = lua_gettop(L) - 1, rows = 0;
  const double *in[MOST_IN];
  double *out[MOST_OUT];
  lia_arg a[MOST_IN];
  if (given != k->groups) return lia_mistake(L, "expected %d matri%s of a state in every row, got %d argument%s", k->groups, k->groups == 1 ? "x" : "ces", given,
                                             given == 1 ? "" : "s");
  for (int i = 0; i < k->groups; i++) {
    lia_arg_at(L, i + 2, &a[i]);
    if (i && a[i].rows != rows) return lia_arg_error(L, i + 2, "%d rows where the first has %d", a[i].rows, rows);
    if (a[i].cols != k->in_size[i]) return lia_arg_error(L, i + 2, "expected rows of %d numbers, got %d", k->in_size[i], a[i].cols);
    rows = a[i].rows;
    in[i] = a[i].p;
  }
  luaL_checkstack(L, k->results + 4, NULL);
  for (int i = 0; i < k->results; i++) out[i] = lia_pushmat(L, rows, k->out_size[i]);
  if (k->model) {
    for (int r = 0; r < rows; r++) {
      const double *at[MOST_IN];
      double *to[MOST_OUT];
      for (int i = 0; i < k->groups; i++) at[i] = in[i] + (size_t)r * (size_t)k->in_size[i];
      for (int i = 0; i < k->results; i++) to[i] = out[i] + (size_t)r * (size_t)k->out_size[i];
      run_engine(k, at, to);
    }
    return k->results;
  }
  for (int first = 0; first < rows; first += 8) {
    for (int s = 0; s < 8; s++) {
      int r = first + s < rows ? first + s : rows - 1;
      for (int i = 0, at = 0; i < k->groups; at += k->in_size[i++])
        for (int j = 0; j < k->in_size[i]; j++) k->in8[8 * (at + j) + s] = in[i][(size_t)r * (size_t)k->in_size[i] + (size_t)j];
    }
    run_eight(k);
    for (int s = 0; s < 8 && first + s < rows; s++)
      for (int i = 0, at = 0; i < k->results; at += k->out_size[i++])
        for (int j = 0; j < k->out_size[i]; j++) out[i][(size_t)(first + s) * (size_t)k->out_size[i] + (size_t)j] = k->out8[8 * (at + j) + s];
  }
  return k->results;
}

static int push_names(lua_State *L, const char *names) {
  lua_newtable(L);
  for (int i = 1; *names; i++) {
    size_t n = strcspn(names, " ");
    lua_pushlstring(L, names, n);
    lua_rawseti(L, -2, i);
    names += n + (names[n] == ' ');
  }
  return 1;
}

static int get(lua_State *L, void *object) {
  const lkernel *k = object;
  const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
  if (!strcmp(key, "kind")) return lua_pushstring(L, k->model ? "engine" : k->one ? "kernel" : "tape"), 1;
  if (!strcmp(key, "why")) return lua_pushstring(L, k->one ? NULL : k->why), 1;
  if (!strcmp(key, "cached")) return lua_pushboolean(L, k->hit), 1;
  if (!strcmp(key, "isa")) return lua_pushstring(L, k->model ? NULL : lia_isa_name(k->isa)), 1;
  if (!strcmp(key, "parameters")) return push_names(L, k->parameters ? k->parameters : "");
  if (!strcmp(key, "seconds")) return lua_pushnumber(L, k->seconds), 1;
  if (strcmp(key, "count")) return 0;
  if (!k->tape) return lua_pushnil(L), 1;
  const lia_count *c = &k->tape->count;
  const struct { const char *key; size_t n; } row[] = { { "mul", c->mul }, { "add", c->add }, { "div", c->div }, { "fun", c->fun } };
  lua_createtable(L, 0, 4);
  for (int i = 0; i < 4; i++) {
    lia_field_integer(L, row[i].key, row[i].n);
  }
  return 1;
}

#define OPTIONS "options: tape = true; compiler, cache (a folder); isa = 'plain', 'avx2' or 'avx512', else the best there is; parameters = true: what has " \
  "no number becomes a last input, its names in f.parameters."
#define SQUARE "local x, y = li.symbols 'x y'; local f = li.compile(x^2 + y, 'x y', {tape = true}); "

static const lia_fn methods[] = {
  { call, "kernel.__call(f: kernel, ...: vec|mat) -> vec|mat", "The results for these inputs; a vec or mat behind the inputs takes the result of its place.",
    SQUARE "return f{3, 1} --> [10]" },
  { batch, "kernel:batch(...: mat) -> mat", "The results for many inputs, one in every row, eight at once.", SQUARE "return f:batch{{3, 1}, {0, 2}}[2][1] --> 2" },
  { 0 },
};

const lia_class lia_kernel_class = {
  .name = "kernel", .text = "A function of numbers made of expressions: machine code where a C compiler is found (kind 'kernel'), else a tape, and why; of a "
          "large tree the engine itself.",
  .destroy = destroy, .method = methods, .field = "kind why isa cached seconds count parameters", .get = get,
};

static const lia_fn equations_methods[] = {
  { write_program, "equations:program(language: "
#include "gen/language_choice.def"
    ", what: id|fd|mass|bias|gravity|coriolis|matrices|all, name: str [, tests: count]) -> str",
    "A function of the equations as a program (li.languages() tells the languages), with its operation count and test vectors (3) to check itself. "
    "Symbols without a number are the last input, p.",
    "return li.planar{1}:equations():program('lua', 'gravity', 'G'):match 'liaison' --> liaison" },
  { compile_equations, "equations:compile([what: id|fd|mass|bias|gravity|coriolis|matrices|all, options: table]) -> kernel",
    "A function f(q, v, a) of numbers, f(q, v, tau) for fd, f(q) for mass and gravity; all gives M, h, G. Machine code through the system's C compiler, kept "
    "in the user's cache folder, else a tape: f.kind, f.why. " OPTIONS,
    "return li.planar{1}:equations():compile('gravity', {tape = true}){0} --> [4.905]" },
  { 0 },
};

#define RECURSION_WHAT "what: id|fd|mass|bias|gravity|coriolis|matrices"
static const lia_fn model_methods[] = {
  { compile_model, "model:kernel([" RECURSION_WHAT ", options: table]) -> kernel",
    "The function that model:id, fd, mass, bias, gravity or coriolis computes, f(q, v, a) and the like (matrices: f(q) gives M, the B and P of model:coriolis_split, and G), "
    "as machine code for this one model: its zeros, ones and "
    "constants have fallen out. f:batch takes many states. Where no compiler is found a tape; for trees so large that loops are faster the engine: "
    "f.kind, f.why. " OPTIONS,
    "return li.planar{1}:kernel('gravity', {tape = true}){0} --> [4.905]" },
  { write_model, "model:program(language: "
#include "gen/language_choice.def"
    ", " RECURSION_WHAT ", name: str [, tests: count]) -> str",
    "The same function as a program (li.languages() tells the languages), with its operation count and test vectors (3) to check itself. "
    "Symbols without a number are the last input, p.",
    "return li.planar{1}:program('js', 'gravity', 'G'):match 'liaison' --> liaison" },
  { formula, "model:formula(" RECURSION_WHAT ") -> smat",
    "The same function in expressions, by recursion, as short as its parameters can be grouped (matrices: M, B, P and G); of every joint. A quaternion's numbers are q, its speeds "
    "the angular velocity in body axes (ball_wx', ..), those of a floating body's origin body_ux', ..; for fd the symbols of accelerations are the forces.",
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
  { compile_exprs, "compile(outputs: expr|smat, inputs: expr|str|table|smat [, options: table]) -> kernel",
    "A function f(x) of a vector of numbers, in the order of the inputs, as equations:compile makes them. " OPTIONS, SQUARE "return f.kind --> tape" },
  { program_exprs, "program(language: "
#include "gen/language_choice.def"
    ", outputs: expr|smat|table, inputs: expr|str|table|smat, name: str [, tests: count]) -> str",
    "A function of expressions as a program (li.languages() tells the languages), with its operation count and test vectors (3) to check itself. Inputs are x, outputs y "
    "or by name, {D = .., tau = ..}; other symbols are the last input, p, in the order the program tells.",
    "return li.program('lua', li.expr('a*b^2', 'new'), 'a', 'F'):match 'liaison' --> liaison" },
  { 0 },
};

void lia_open_kernel(lua_State *L);
void lia_open_kernel(lua_State *L) {
  lia_class_register(L, &lia_kernel_class);
  lia_class_register(L, &forms_class);
  lia_class_register(L, &names_class);
  lia_class_register(L, &program_class);
  lia_methods(L, &lia_eom_class, equations_methods);
  lia_methods(L, &lia_model_class, model_methods);
  lia_functions(L, functions);
}
