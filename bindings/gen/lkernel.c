/* lkernel.c - functions of expressions compiled and loaded, run as a tape, or by the engine */
#include "bindings/gen/lkernel.h"
#include "bindings/gen/lmaking.h"
#include "bindings/kit/fields.h"
#include "bindings/kit/nums.h"

#include "base/clock.h"
#include "base/layout.h"
#include "base/mem.h"
#include "gen/background.h"
#include "gen/kernel.h"
#include "model/compile.h"
#include "gen/machine_math.h"
#include "rbd/coriolis.h"
#include "rbd/crba.h"
#include "rbd/forward.h"
#include "rbd/rnea.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// ---- the object: a tape, and where a compiler was found machine code, as soon as it is there ----

// the function of one point, or that of eight at once
typedef struct machine {
  lia_background *build;             /* the compiler is at work; NULL: not asked, or over */
  lia_kernel *kernel;
  lia_kernel_fn *fn;            /* NULL: the tape computes, with the same bits */
  double *w;                    /* its scratch */
  int hit;
  double seconds;
} machine;

typedef struct lkernel {
  lia_tape *tape;               /* NULL: the engine computes */
  lia_model *model;             /* the engine's, its memory, and what it computes */
  lia_data *d;
  int what;
  lkernel_own own;              /* run: a function of C computes */
  machine one, eight;           /* eight is compiled when it is first asked for */
  char *text;                   /* of both; NULL: nothing is compiled */
  char *compiler, *folder;
  int nin, nout, groups, results;
  int in_size[MOST_IN], out_size[MOST_OUT], out_cols[MOST_OUT];
  lia_isa isa;
  int eight_asked;
  double *w, *w8, *in8, *out8, *flat,
      *result;                  /* scratch of one and of eight; inputs and outputs of both */
  char *parameters;             /* names of the inputs p, between spaces */
  char why[sizeof ((lia_error *)0)->path + sizeof ((lia_error *)0)->text + 2];
} lkernel;

static void free_machine(machine *m) {
  lia_background_free(m->build);
  lia_kernel_free(m->kernel);
  lia_free(m->w);
}

static void destroy(void *p) {
  lkernel *k = p;
  if (k->own.destroy) k->own.destroy(k->own.user);
  free_machine(&k->one);
  free_machine(&k->eight);
  lia_free(k->text);
  lia_free(k->compiler);
  lia_free(k->folder);
  lia_free(k->tape);
  lia_free(k->d);
  lia_free(k->model);
  lia_free(k->w);
  lia_free(k->parameters);
  lia_free(k);
}

// room: 64-aligned parts of one block
static lia_status kernel_make_room(lkernel *k, lia_error *err) {
  size_t slots = k->tape ? k->tape->nslot : 0;
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

// ---- finding the compiler and the cache: the environment is read here and nowhere deeper ----

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

// build(text) -> the path of a library of this C99 text, for any machine of this kind: only what is
// marked is seen from outside; nil, message, code
static int build_library(lua_State *L) {
  static const char *const flags[] = { "-std=c99", "-O2", "-ffp-contract=off",
    "-fvisibility=hidden", NULL };
  size_t n;
  const char *text = luaL_checklstring(L, 1, &n);
  tools at;
  lia_error err = { 0 };
  lia_cc_result made;
  lia_status st = LIA_OK;
  if (!find_compiler(NULL, at.compiler, sizeof at.compiler))
    st = LIA_FAIL(&err, LIA_ECOMPILER, "PATH", "no C compiler is found");
  else if (!find_folder(NULL, at.folder, sizeof at.folder))
    st = LIA_FAIL(&err, LIA_EIO, "cache", "neither XDG_CACHE_HOME nor HOME names a folder");
  const lia_cc cc = { .compiler = at.compiler, .folder = at.folder, .flags = flags };
  if (st == LIA_OK) st = lia_cc_build(&cc, text, n, &made, &err);
  if (st != LIA_OK) return lia_fail(L, &err);
  lua_pushstring(L, made.path);
  return 1;
}

// ---- machine code: look in the cache, else compile beside the work, and load what came ----

static int is_one(const lkernel *k, const machine *m) { return m == &k->one; }

static lia_cc compile_order(const lkernel *k, const machine *m) {
  const int units = lia_kernel_units(k->text);
  return (lia_cc){ .compiler = k->compiler, .folder = k->folder, .flags = lia_cc_flags(k->isa),
                   .units = units, .unit = is_one(k, m) ? 0 : units };
}

// the object at a path as the function of m
static lia_status load(lkernel *k, machine *m, const char *path, lia_error *err) {
  const char *name = is_one(k, m) ? "lia_fn" : "lia_fn_8";
  LIA_TRY(lia_kernel_load(&m->kernel, path, name, err));
  lia_kernel_set_math(m->kernel, "lia_fn", &lia_machine_math_room);
  size_t room = (size_t)lia_kernel_about(m->kernel)->sz_w + 64;
  m->w = lia_block(room * sizeof *m->w);
  if (!m->w) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  m->fn = lia_kernel_call(m->kernel);
  return LIA_OK;
}

static void tell_why(lkernel *k, const lia_error *err) {
  lia_text_format(k->why, sizeof k->why, "%s: %s", err->path, err->text);
}

// what was compiled becomes the function; a new object that cannot be loaded is not kept
static void take(lkernel *k, machine *m) {
  lia_error err = { 0 };
  lia_cc_result made;
  lia_status st = lia_background_made(m->build, &made, &err);
  lia_background_free(m->build);
  m->build = NULL;
  m->seconds = made.seconds;
  if (st == LIA_OK && (st = load(k, m, made.path, &err)) != LIA_OK && st != LIA_ENOMEM)
    lia_cache_forget(made.path);
  if (st != LIA_OK) tell_why(k, &err);
}

// the function if it is there now, else NULL
static inline lia_kernel_fn *function_of(lkernel *k, machine *m) {
  if (!m->fn && m->build && lia_background_over(m->build)) take(k, m);
  return m->fn;
}

// LIA_OK: it is there, or on its way
static lia_status begin_machine(lkernel *k, machine *m, lia_error *err) {
  lia_cc_result made;
  lia_error why = { 0 };
  const lia_cc cc = compile_order(k, m);
  LIA_TRY(lia_cc_look(&cc, k->text, strlen(k->text), &made, err));
  if (made.hit) {
    lia_status st = load(k, m, made.path, &why);
    m->hit = st == LIA_OK;
    if (st == LIA_OK) return st;
    if (st == LIA_ENOMEM) return LIA_FAIL(err, st, why.path, "%s", why.text);
    lia_cache_forget(made.path);
  }
  return lia_background_begin(&m->build, &cc, k->text, strlen(k->text), err);
}

// until it is over, or for so many seconds; raises where the user stops it
static void wait_for(lua_State *L, lkernel *k, machine *m, double seconds) {
  const double end = lia_clock() + seconds;
  while (m->build && !lia_background_wait(m->build, 0.01) && lia_clock() < end)
    if (lia_stop_asked(L)) lia_stop_raise(L);
  function_of(k, m);
}

static char *copy_of(lua_State *L, const char *text) {
  const size_t n = strlen(text) + 1;
  char *copy = lia_malloc(n);
  if (!copy) lia_error_text(L, "out of memory");
  return memcpy(copy, text, n);
}

// LIA_OK, or why nothing is compiled
static lia_status find_tools(lua_State *L, lkernel *k, const lmaking *m, lia_error *err) {
  tools at;
  if (!find_compiler(m->compiler, at.compiler, sizeof at.compiler))
    return LIA_FAIL(err, LIA_ECOMPILER, "PATH", "no C compiler is found");
  if (!find_folder(m->folder, at.folder, sizeof at.folder))
    return LIA_FAIL(err, LIA_EIO, "cache", "neither XDG_CACHE_HOME nor HOME names a folder");
  k->compiler = copy_of(L, at.compiler);
  k->folder = copy_of(L, at.folder);
  return LIA_OK;
}

// an empty kernel of these inputs and results
static lkernel *push_kernel(lua_State *L, const lprogram *g) {
  void **box = lia_push(L, &lia_kernel_class);
  lkernel *k = *box = lia_calloc(1, sizeof *k);
  if (!k) lia_error_text(L, "out of memory");
  k->nin = g->nin;
  k->nout = g->nout;
  k->groups = g->f.nin;
  k->results = g->f.nout;
  for (int i = 0; i < k->groups; i++) k->in_size[i] = g->in[i].n;
  for (int i = 0; i < k->results; i++) {
    k->out_size[i] = g->out[i].n;
    k->out_cols[i] = g->out[i].cols;
  }
  return k;
}

// ---- options ----

static const char *text_option(lua_State *L, int options, const char *key) {
  lua_getfield(L, options, key);
  if (!lua_isnil(L, -1) && lua_type(L, -1) != LUA_TSTRING)
    lia_mistake(L, "%s: expected a text, got %s", key, luaL_typename(L, -1));
  const char *s = lua_tostring(L, -1);   // the table keeps it
  lua_pop(L, 1);
  return s;
}

static int flag(lua_State *L, int options, const char *key) {
  lua_getfield(L, options, key);
  int yes = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return yes;
}

// seconds to wait for the compiler: as given, or for true until it is over
static double wait_option(lua_State *L, int options, double otherwise) {
  lua_getfield(L, options, "wait");
  double seconds = otherwise;
  const int said = !lua_isnil(L, -1);
  if (lua_isboolean(L, -1)) seconds = lua_toboolean(L, -1) ? HUGE_VAL : 0;
  else if (lua_type(L, -1) == LUA_TNUMBER) seconds = lua_tonumber(L, -1);
  else if (!lua_isnil(L, -1))
    lia_mistake(L, "wait: expected true, false or seconds, got %s", luaL_typename(L, -1));
  if (said && !(seconds >= 0)) lia_mistake(L, "wait: expected seconds >= 0");
  lua_pop(L, 1);
  return seconds;
}

lmaking lia_making_read(lua_State *L, int options) {
  static const lia_opt none[] = { { 0 } };
  lmaking m = { .isa = lia_isa_best(), .wait = -1 };
  if (!lua_istable(L, options)) return m;
  lia_options(L, options, NULL, none, "tape compiler cache isa parameters wait");
  m.wait = wait_option(L, options, m.wait);
  m.compiler = text_option(L, options, "compiler");
  m.folder = text_option(L, options, "cache");
  m.tape = flag(L, options, "tape");
  m.parameters = flag(L, options, "parameters");
  const char *name = text_option(L, options, "isa");
  int isa = name ? lia_isa_find(name) : (int)m.isa;
  if (isa < 0) lia_mistake(L, "isa: expected 'plain', 'avx2' or 'avx512', got '%s'", name);
  if (!lia_isa_has((lia_isa)isa)) lia_mistake(L, "isa: this machine has no %s", name);
  m.isa = (lia_isa)isa;
  return m;
}

// "L1 m1" of the inputs p
static char *names_of(lua_State *L, const lprogram *g) {
  const lia_emit_vec *last = &g->in[g->f.nin - 1];
  size_t n = 1, at = 0;
  int given = g->f.nin && !strcmp(last->name, "p") ? last->n : 0;
  for (int i = 0; i < given; i++) n += strlen(lia_expr_symbol(g->f.p, last->e[i])->name) + 1;
  char *text = lia_calloc(n, 1);
  if (!text) lia_error_text(L, "out of memory");
  for (int i = 0; i < given; i++)
    at += (size_t)lia_text_format(text + at, n - at, "%s%s", i ? " " : "",
                                  lia_expr_symbol(g->f.p, last->e[i])->name);
  return text;
}

// seconds that a new text is waited for where nobody said how long
static const double MOST_WAIT = 0.1;

// the text on top, on its way to machine code; why not, where it cannot be
static void load_text(lua_State *L, lkernel *k, const lmaking *m, double seconds) {
  lia_error err = { 0 };
  lia_status st = find_tools(L, k, m, &err);
  if (st == LIA_OK) k->text = copy_of(L, lua_tostring(L, -1));
  if (st == LIA_OK) st = begin_machine(k, &k->one, &err);
  if (st == LIA_ENOMEM) lia_raise(L, &err);
  // who asks for what is at work already has the tape at once
  const int waits = seconds >= 0 || !k->one.build || !lia_background_shared(k->one.build);
  if (st == LIA_OK && waits) wait_for(L, k, &k->one, seconds >= 0 ? seconds : MOST_WAIT);
  else tell_why(k, &err);
}

int lia_program_compile(lua_State *L, lprogram *g, const lmaking *m) {
  return lia_program_compile_text(L, g, m, 0);
}

int lia_program_compile_text(lua_State *L, lprogram *g, const lmaking *m, int text) {
  g->f.name = "lia_fn";
  lia_error err = { 0 };
  lkernel *k = push_kernel(L, g);
  k->isa = m->isa;
  k->parameters = names_of(L, g);
  if (lia_tape_new(&k->tape, g->f.p, (uint32_t)g->nin, g->all_in, (uint32_t)g->nout, g->all_out,
                   &err) != LIA_OK)
    return lia_raise(L, &err);
  k->tape->math = &lia_machine_math;
  k->tape->fused = !m->tape && lia_kernel_fused(k->isa);   // asked for, it rounds as C and Lua do
  if (kernel_make_room(k, &err) != LIA_OK) return lia_raise(L, &err);
  if (m->tape) {
    snprintf(k->why, sizeof k->why, "asked for");
  } else {
    if (text) lua_pushvalue(L, text);
    else lia_program_push(L, g, LIA_LANGUAGE_c, (lia_emit_opts){ .kernel = 1 });
    load_text(L, k, m, text ? HUGE_VAL : m->wait);   // a text of its own may differ from the tape
    lua_pop(L, 1);
  }
  return 1;
}

// the engine behind the same object
int lia_program_engine(lua_State *L, const lmodel *o, const lprogram *g, int what,
                       size_t operations) {
  lia_error err = { 0 };
  lia_compiled c = { 0 };
  lkernel *k = push_kernel(L, g);
  lia_status st = lia_compile(&c, o->spec, &err);
  lia_constraints_free(c.constraints);   // of the tree only
  k->model = c.model;
  k->what = what;
  if (st == LIA_OK && c.dynamic.code != LIA_OK) {
    err = c.dynamic;
    st = err.code;
  }
  if (st == LIA_OK) st = lia_data_new(&k->d, k->model, &err);
  if (st == LIA_OK) st = kernel_make_room(k, &err);
  if (st != LIA_OK) return lia_raise(L, &err);
  if (operations)
    snprintf(k->why, sizeof k->why,
             "straight-line code of %zu operations is slower than the engine's loops", operations);
  else
    snprintf(k->why, sizeof k->why,
             "straight-line code of so large a tree is slower than the engine's loops");
  return 1;
}

void lia_lkernel_push_own(lua_State *L, const lkernel_shape *shape, const lkernel_own *own) {
  lia_error err = { 0 };
  void **box = lia_push(L, &lia_kernel_class);
  lkernel *k = *box = lia_calloc(1, sizeof *k);
  if (!k) {
    own->destroy(own->user);
    lia_error_text(L, "out of memory");
  }
  k->own = *own;
  k->groups = shape->groups;
  k->results = shape->results;
  for (int i = 0; i < k->groups; i++) k->nin += k->in_size[i] = shape->in_size[i];
  for (int i = 0; i < k->results; i++) k->nout += k->out_size[i] = shape->out_size[i];
  lia_text_format(k->why, sizeof k->why, "%s", own->why);
  if (kernel_make_room(k, &err) != LIA_OK) lia_raise(L, &err);
}

// ---- calling ----

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
  if (k->own.run) {
    k->own.run(k->own.user, in, out);
    return;
  }
  if (k->model) {
    run_engine(k, in, out);
    return;
  }
  if (function_of(k, &k->one)) {
    k->one.fn(in, out, k->one.w);
    return;
  }
  for (int i = 0, at = 0; i < k->groups; at += k->in_size[i++])
    memcpy(k->flat + at, in[i], (size_t)k->in_size[i] * sizeof(double));
  lia_tape_eval(k->tape, k->flat, k->result, k->w);
  for (int i = 0, at = 0; i < k->results; at += k->out_size[i++])
    memcpy(out[i], k->result + at, (size_t)k->out_size[i] * sizeof(double));
}

lkernel_shape lia_lkernel_shape(const void *kernel) {
  const lkernel *k = kernel;
  return (lkernel_shape){ k->groups, k->results, k->in_size, k->out_size };
}

void lia_lkernel_run(void *kernel, const double *const *in, double *const *out) {
  run_one(kernel, in, out);
}

// begin compiling for eight at once, where that has not begun
static void ask_for_eight(lua_State *L, lkernel *k) {
  lia_error err = { 0 };
  if (!k->text || k->eight.fn || k->eight.build || k->eight_asked) return;
  k->eight_asked = 1;
  if (!lia_kernel_units(k->text)) return;
  lia_status st = begin_machine(k, &k->eight, &err);
  if (st == LIA_ENOMEM) lia_raise(L, &err);
  if (st != LIA_OK) tell_why(k, &err);
}

lkernel_eight lia_lkernel_eight(lua_State *L, void *kernel) {
  lkernel *k = kernel;
  ask_for_eight(L, k);
  wait_for(L, k, &k->eight, HUGE_VAL);
  size_t sz = k->eight.fn ? (size_t)lia_kernel_about(k->eight.kernel)->sz_w : 0,
         slots = k->tape->nslot > sz ? k->tape->nslot : sz;
  return (lkernel_eight){ k->eight.fn, k->tape, k->isa, 8 * (slots + 8) };
}

static double *push_result(lua_State *L, const lkernel *k, int i) {
  int cols = k->out_cols[i];
  return cols ? lia_pushmat(L, k->out_size[i] / cols, cols) : lia_pushvec(L, k->out_size[i]);
}

// f(q, v, a [, out])
static int kernel_call(lua_State *L) {
  lkernel *k = lia_check(L, 1, &lia_kernel_class);
  int given = lua_gettop(L) - 1;
  const double *in[MOST_IN];
  double *out[MOST_OUT];
  lia_arg a[MOST_IN + MOST_OUT];   // numbers of short tables lie in here
  if (given < k->groups || given > k->groups + k->results)
    return lia_mistake(L,
                       "expected %d input%s, and at most %d places for results, got %d arguments",
                       k->groups, k->groups == 1 ? "" : "s", k->results, given);
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
    if (lua_type(L, place) == LUA_TTABLE)
      return lia_arg_error(L, place, "results go to a vec or mat, not to a table");
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
  if (!function_of(k, &k->eight)) {
    lia_tape_eval8_on(k->tape, k->isa, k->in8, k->out8, k->w8);
    return;
  }
  for (int i = 0, at = 0; i < k->groups; at += k->in_size[i++]) in[i] = k->in8 + 8 * at;
  for (int i = 0, at = 0; i < k->results; at += k->out_size[i++]) out[i] = k->out8 + 8 * at;
  k->eight.fn(in, out, k->eight.w);
}

// f:batch(Q, V, A): a state in every row
static int batch(lua_State *L) {
  lkernel *k = lia_check(L, 1, &lia_kernel_class);
  int given = lua_gettop(L) - 1, rows = 0;
  const double *in[MOST_IN];
  double *out[MOST_OUT];
  lia_arg a[MOST_IN];
  if (given != k->groups)
    return lia_mistake(L, "expected %d matri%s of a state in every row, got %d argument%s",
                       k->groups, k->groups == 1 ? "x" : "ces", given, given == 1 ? "" : "s");
  for (int i = 0; i < k->groups; i++) {
    lia_arg_at(L, i + 2, &a[i]);
    if (i && a[i].rows != rows)
      return lia_arg_error(L, i + 2, "%d rows where the first has %d", a[i].rows, rows);
    if (a[i].cols != k->in_size[i])
      return lia_arg_error(L, i + 2, "expected rows of %d numbers, got %d", k->in_size[i],
                           a[i].cols);
    rows = a[i].rows;
    in[i] = a[i].p;
  }
  luaL_checkstack(L, k->results + 4, NULL);
  for (int i = 0; i < k->results; i++) out[i] = lia_pushmat(L, rows, k->out_size[i]);
  if (k->model || k->own.run) {
    for (int r = 0; r < rows; r++) {
      const double *at[MOST_IN];
      double *to[MOST_OUT];
      for (int i = 0; i < k->groups; i++) at[i] = in[i] + (size_t)r * (size_t)k->in_size[i];
      for (int i = 0; i < k->results; i++) to[i] = out[i] + (size_t)r * (size_t)k->out_size[i];
      run_one(k, at, to);
    }
    return k->results;
  }
  if (rows >= 8) ask_for_eight(L, k);
  for (int first = 0; first < rows; first += 8) {
    for (int s = 0; s < 8; s++) {
      int r = first + s < rows ? first + s : rows - 1;
      for (int i = 0, at = 0; i < k->groups; at += k->in_size[i++])
        for (int j = 0; j < k->in_size[i]; j++)
          k->in8[8 * (at + j) + s] = in[i][(size_t)r * (size_t)k->in_size[i] + (size_t)j];
    }
    run_eight(k);
    for (int s = 0; s < 8 && first + s < rows; s++)
      for (int i = 0, at = 0; i < k->results; at += k->out_size[i++])
        for (int j = 0; j < k->out_size[i]; j++)
          out[i][(size_t)(first + s) * (size_t)k->out_size[i] + (size_t)j] =
              k->out8[8 * (at + j) + s];
  }
  return k->results;
}

static int kernel_push_names(lua_State *L, const char *names) {
  lua_newtable(L);
  for (int i = 1; *names; i++) {
    size_t n = strcspn(names, " ");
    lua_pushlstring(L, names, n);
    lua_rawseti(L, -2, i);
    names += n + (names[n] == ' ');
  }
  return 1;
}

static int push_sizes(lua_State *L, const int *size, int n) {
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    lua_pushinteger(L, size[i]);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

static int kernel_get(lua_State *L, void *object) {
  lkernel *k = object;
  const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
  const int there = function_of(k, &k->one) != NULL, coming = k->one.build != NULL;
  if (!strcmp(key, "kind")) {
    const char *made = there || coming ? "kernel" : "tape";
    lua_pushstring(L, k->model || k->own.run ? "engine" : made);
    return 1;
  }
  if (!strcmp(key, "ready")) {
    lua_pushboolean(L, !coming);
    return 1;
  }
  if (!strcmp(key, "why")) {
    lua_pushstring(L, there || coming ? NULL : k->why);
    return 1;
  }
  if (!strcmp(key, "cached")) {
    lua_pushboolean(L, k->one.hit);
    return 1;
  }
  if (!strcmp(key, "isa")) {
    lua_pushstring(L, k->model ? NULL : lia_isa_name(k->isa));
    return 1;
  }
  if (!strcmp(key, "takes")) return push_sizes(L, k->in_size, k->groups);
  if (!strcmp(key, "gives")) return push_sizes(L, k->out_size, k->results);
  if (!strcmp(key, "parameters")) return kernel_push_names(L, k->parameters ? k->parameters : "");
  if (!strcmp(key, "seconds")) {
    lua_pushnumber(L, k->one.seconds);
    return 1;
  }
  if (strcmp(key, "count")) return 0;
  if (!k->tape) {
    lua_pushnil(L);
    return 1;
  }
  const lia_count *c = &k->tape->count;
  const struct {
    const char *key;
    size_t n;
  } row[] = { { "mul", c->mul }, { "add", c->add }, { "div", c->div }, { "fun", c->fun } };
  lua_createtable(L, 0, 4);
  for (int i = 0; i < 4; i++) {
    lia_field_integer(L, row[i].key, row[i].n);
  }
  return 1;
}

#define SQUARE                                                                                     \
  "local x, y = li.symbols 'x y'; local f = li.compile(x^2 + y, 'x y', {tape = true}); "

// f:wait(seconds)
static int kernel_wait(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lkernel *k = a[0].o;
  wait_for(L, k, &k->one, a[1].given ? a[1].x : HUGE_VAL);
  lua_pushboolean(L, !k->one.build);
  return 1;
}

static const lia_fn methods[] = {
  { kernel_call, "kernel.__call(f: kernel, ...: vec|mat) -> vec|mat",
    "The results for these inputs; a vec or mat behind the inputs takes the result of its place.",
    SQUARE "return f{3, 1} --> [10]" },
  { batch, "kernel:batch(...: mat) -> mat",
    "The results for many inputs, one in every row, eight at once.",
    SQUARE "return f:batch{{3, 1}, {0, 2}}[2][1] --> 2" },
  { kernel_wait, "kernel:wait([seconds: num]) -> ready: bool",
    "Wait until the C compiler has finished, at most for so many seconds. Until then the tape "
    "computes, with the same bits.",
    SQUARE "return f:wait() --> true" },
  { 0 },
};

const lia_class lia_kernel_class = {
  .name = "kernel",
  .text = "A function of numbers made of expressions: machine code where a C compiler is found "
          "(kind 'kernel'), else a tape, and why; of a "
          "large tree the engine itself. While the compiler is at work (ready is false) the tape "
          "computes, with the same bits. takes, gives: how many numbers are in each input and "
          "result.",
  .destroy = destroy,
  .method = methods,
  .field = "kind ready why isa cached seconds count parameters takes gives",
  .get = kernel_get,
};

void lia_open_kernel(lua_State *L);
void lia_open_kernel(lua_State *L) {
  static const luaL_Reg list[] = { { "build", build_library }, { NULL, NULL } };
  lia_class_register(L, &lia_kernel_class);
  lia_kit_register(L, "library", list);
}
