/* test_emit.c - written programs against the tape: C through a strict compiler, Lua, eight points
 * at once */
#include "gen/cc.h"
#include "gen/emit.h"
#include "gen/kernel.h"
#include "gen/language.h"

#include "base/rng.h"
#include "gen/machine_math.h"
#include "sym/expr/build.h"
#include "sym/expr/parse.h"

#include "house.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NQ = 6, NOUT = 40 };

typedef struct subject { lia_pool *p; lia_expr in[2 * NQ], out[NOUT]; int nin, nout; } subject;

// every instruction a tape has, on inputs in (-1, 1), as deep as asked
static lia_expr grow(lia_pool *p, lia_rng *r, const lia_expr *in, int nin, int depth) {
  if (depth == 0 || lia_rng_below(r, 12) == 0)
    return lia_rng_below(r, 4) ? in[lia_rng_below(r, (uint64_t)nin)]
        : lia_sym_num(p, lia_rng_range(r, -2, 2));
  lia_expr a = grow(p, r, in, nin, depth - 1), b = grow(p, r, in, nin, depth - 1),
      one = lia_sym_int(p, 1);
  lia_expr a2 = lia_sym_sq(p, lia_sym_sin(p, a));
  switch (lia_rng_below(r, 22)) {
    case 0: case 1: case 2: return lia_sym_add(p, a, b);
    case 3: case 4: return lia_sym_sub(p, a, b);
    case 5: case 6: case 7: return lia_sym_mul(p, a, b);
    case 8: return lia_sym_div(p, a, lia_sym_add(p, one, a2));
    case 9: return lia_sym_sin(p, a);
    case 10: return lia_sym_cos(p, a);
    case 11: return lia_sym_add(p, lia_sym_mul(p, lia_sym_sin(p, a), b), lia_sym_cos(p, a));
    case 12: return lia_sym_sqrt(p, lia_sym_add(p, one, a2));
    case 13: return lia_sym_atan2(p, a, lia_sym_add(p, one, a2));
    case 14: return lia_sym_tanh(p, a);
    case 15: return lia_sym_exp(p, lia_sym_sin(p, a));
    case 16: return lia_sym_log(p, lia_sym_add(p, one, a2));
    case 17: return lia_sym_if(p, lia_sym_lt(p, a, b), a, lia_sym_mul(p, b, b));
    case 18: return lia_sym_min(p, a, lia_sym_max(p, b, lia_sym_num(p, -0.5)));
    case 19: return lia_sym_abs(p,
        lia_sym_asin(p, lia_sym_sin(p, lia_sym_div(p, a, lia_sym_int(p, 3)))));
    case 20: return lia_sym_pow(p, lia_sym_add(p, one, a2), lia_sym_rat(p, 5, 3));
    default: return lia_sym_powi(p, lia_sym_cos(p, a), 3);
  }
}

static subject make(uint64_t seed, int nout, int depth) {
  static const char *const names[] = { "q1", "q2'", "in", "double", "x1", "s_q1", "end", "theta",
      "w", "\xcf\x86", "sin1", "q1p" };
  subject s = { .p = lia_pool_new(), .nin = 2 * NQ, .nout = nout };
  lia_rng r = lia_rng_seed(seed);
  for (int k = 0; k < s.nin; k++)
    s.in[k] = strcmp(names[k], "q2'") ? lia_sym_symbol(s.p, names[k])
        : lia_sym_rate(s.p, lia_sym_coordinate(s.p, "q2"));
  for (int k = 0; k < nout; k++) s.out[k] = grow(s.p, &r, s.in, s.nin, depth);
  if (nout > 4) {
    // an output that is an input, one that is a number, one that is the sine of an input, one twice
    s.out[0] = s.in[3];
    s.out[1] = lia_sym_num(s.p, 0.5);
    s.out[2] = lia_sym_cos(s.p, s.in[0]);
    s.out[3] = s.out[4];
  }
  lia_error err = { 0 };
  cr_assert_eq(lia_pool_status(s.p, &err), LIA_OK, "%s", err.text);
  return s;
}

static lia_text write_out(const subject *s, lia_language language, lia_emit_opts opts,
    lia_count *count) {
  lia_emit_vec in[2] = { { "q", s->in, NQ, 0 }, { "v", s->in + NQ, s->nin - NQ, 0 } };
  int first = s->nout / 2;
  lia_emit_vec out[2] = { { "tau", s->out, first, 0 },
      { "M", s->out + first, s->nout - first, 2 } };
  lia_emit_fn f = { s->p, "subject", "a random function", "cafe", in, out, 2, 2, 0 };
  lia_text t = { 0 };
  lia_error err = { 0 };
  cr_assert_eq(lia_emit(&f, language, &opts, &t, count, &err), LIA_OK, "%s: %s", err.path,
      err.text);
  return t;
}

static char folder[] = "/tmp/liaison-emit-XXXXXX";

static void save(const char *name, const lia_text *t) {
  char path[300];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *f = fopen(path, "w");
  cr_assert_not_null(f);
  fputs(lia_text_str(t), f);
  fclose(f);
}

static int run(const char *fmt, ...) {
  char cmd[1200];
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(cmd, sizeof cmd, fmt, ap);
  va_end(ap);
  return system(cmd);
}

LIA_TEST(emit, c_compiles_without_a_warning_and_passes_its_own_test) {
  cr_assert_not_null(mkdtemp(folder));
  for (int k = 0; k < 4; k++) {
    subject s = make(10 + (uint64_t)k, k == 3 ? NOUT : 6, k == 3 ? 8 : 4);
    lia_text t = write_out(&s, LIA_LANGUAGE_c, (lia_emit_opts){ .tests = 3 }, NULL);
    save("f.c", &t);
    cr_assert_eq(run("cd %s && cc -std=c99 -Wall -Wextra -pedantic -Werror -O1 -DSELFTEST f.c -o "
        "f -lm && ./f > log", folder), 0, "see %s (seed %d)", folder, k);
    // two names and no more are visible
    cr_assert_eq(run("cd %s && cc -std=c99 -c f.c && test \"$(nm -g --defined-only f.o | wc -l)\" "
        "= 2", folder), 0);
    lia_text_free(&t);
    lia_pool_free(s.p);
  }
  cr_assert_eq(run("rm -rf %s", folder), 0);
}

LIA_TEST(emit, lua_and_javascript_pass_their_own_tests) {
  cr_assert_not_null(mkdtemp(folder));
  for (int k = 0; k < 3; k++) {
    subject s = make(20 + (uint64_t)k, k == 2 ? NOUT : 6, k == 2 ? 8 : 4);
    lia_text t = write_out(&s, LIA_LANGUAGE_lua, (lia_emit_opts){ .tests = 3 }, NULL),
        js = write_out(&s, LIA_LANGUAGE_js, (lia_emit_opts){ .tests = 3 }, NULL);
    save("f.lua", &t);
    lia_text_put(&js,
        "if (!(subject.test() < 1e-9)) throw new Error('worst difference ' + subject.test());\n");
    save("f.js", &js);
    cr_assert_eq(run("cd %s && for l in lua5.4 luajit; do command -v $l >/dev/null || continue; "
        "$l f.lua --test > log || exit 1; done", folder), 0, "see %s (seed %d)", folder, k);
    cr_assert_eq(run("cd %s && { ! command -v node >/dev/null || node f.js; }", folder), 0,
        "see %s (seed %d)", folder, k);
    lia_text_free(&t);
    lia_text_free(&js);
    lia_pool_free(s.p);
  }
  cr_assert_eq(run("rm -rf %s", folder), 0);
}

// one point, and eight at once, with our sincos and with libm's
LIA_TEST(emit, kernels_agree_with_the_tape) {
  char compiler[256];
  cr_assert(lia_cc_find("/usr/bin:/bin", "cc", compiler, sizeof compiler));
  cr_assert_not_null(mkdtemp(folder));
  lia_cc cc = { .compiler = compiler, .folder = folder };
  for (int k = 0; k < 3; k++) {
    subject s = make(30 + (uint64_t)k, k == 2 ? NOUT : 8, k == 2 ? 8 : 4);
    lia_text t = write_out(&s, LIA_LANGUAGE_c, (lia_emit_opts){ .kernel = 1 }, NULL);
    lia_cc_result r;
    lia_kernel *kernel;
    lia_tape *tape;
    lia_error err = { 0 };
    cr_assert_eq(lia_cc_build(&cc, lia_text_str(&t), t.n, &r, &err), LIA_OK, "%s: %s", err.path,
        err.text);
    cr_assert_eq(lia_kernel_load(&kernel, r.path, "subject", &err), LIA_OK, "%s: %s", err.path,
        err.text);
    cr_assert_eq(lia_tape_new(&tape, s.p, (uint32_t)s.nin, s.in, (uint32_t)s.nout, s.out, &err),
        LIA_OK);
    const lia_kernel_info *info = lia_kernel_about(kernel);
    cr_assert(info->n_in == 2 && info->in_size[0] == NQ &&
        info->out_size[0] + info->out_size[1] == s.nout);
    double *w = lia_block(((size_t)info->sz_w + tape->nslot + 1) * sizeof(double)),
        *x = lia_block(8 * sizeof(double) * 2 * NQ);
    double want[8][NOUT], got[8 * NOUT], one[2 * NQ];
    lia_rng rng = lia_rng_seed(3);
    for (int own = 0; own < 3; own++) {
      const lia_tape_math *math = own == 1 ? &lia_machine_math : &lia_machine_math_room;
      if (own) lia_kernel_set_math(kernel, "subject", math);
      for (int p = 0; p < 8; p++) {
        for (int i = 0; i < s.nin; i++) x[8 * i + p] = one[i] = lia_rng_range(&rng, -1, 1);
        lia_tape_eval(tape, one, want[p], w);
        lia_kernel_call(kernel)((const double *[]){ one, one + NQ },
            (double *[]){ got, got + s.nout / 2 }, w);
        for (int i = 0; i < s.nout; i++)
          cr_assert_float_eq(got[i], want[p][i], 1e-11 * (1 + fabs(want[p][i])),
              "kernel %d output %d: %.17g, tape %.17g", k, i, got[i], want[p][i]);
      }
      lia_kernel_other(kernel, "subject_8")((const double *[]){ x, x + 8 * NQ },
          (double *[]){ got, got + 8 * (s.nout / 2) }, w);
      for (int p = 0; p < 8; p++)
        for (int i = 0; i < s.nout; i++)
          cr_assert_float_eq(got[8 * i + p], want[p][i], 1e-11 * (1 + fabs(want[p][i])),
              "eight: kernel %d output %d", k, i);
    }
    lia_free(w);
    lia_free(x);
    lia_free(tape);
    lia_kernel_free(kernel);
    lia_text_free(&t);
    lia_pool_free(s.p);
  }
  cr_assert_eq(run("rm -rf %s", folder), 0);
}

// one half of the text of a kernel, compiled unit by unit
static lia_kernel *half(const lia_text *t, const char *name, int second, lia_isa isa) {
  char compiler[256];
  cr_assert(lia_cc_find("/usr/bin:/bin", "cc", compiler, sizeof compiler));
  lia_cc cc = { .compiler = compiler, .folder = folder, .flags = lia_cc_flags(isa) };
  lia_cc_result r;
  lia_kernel *k;
  lia_error err = { 0 };
  cc.units = lia_kernel_units(lia_text_str(t));
  cc.unit = second ? cc.units : 0;
  cr_assert_gt(cc.units, 0);
  cr_assert_eq(lia_cc_build(&cc, lia_text_str(t), t->n, &r, &err), LIA_OK, "%s: %s", err.path,
      err.text);
  cr_assert_eq(lia_kernel_load(&k, r.path, name, &err), LIA_OK, "%s: %s", err.path, err.text);
  lia_kernel_set_math(k, "subject", &lia_machine_math_room);
  return k;
}

static int same_bits(double x, double y) {
  return memcmp(&x, &y, sizeof x) == 0 || (isnan(x) && isnan(y));
}

// a tape computes until a kernel is compiled, and nobody sees when that is: every instruction, on
// every path of this machine, in one unit and in several
LIA_TEST(emit, kernels_have_the_bits_of_the_tape) {
  cr_assert_not_null(mkdtemp(folder));
  for (int k = 0; k <= LIA_ISA_COUNT; k++) {
    const int large = k == LIA_ISA_COUNT;
    const lia_isa isa = large ? lia_isa_best() : (lia_isa)k;
    if (!lia_isa_has(isa)) continue;
    subject s = make(50 + (uint64_t)k, NOUT, large ? 7 : 3);
    lia_text t = write_out(&s, LIA_LANGUAGE_c, (lia_emit_opts){ .kernel = 1 }, NULL);
    cr_assert(large == (lia_kernel_units(lia_text_str(&t)) > 1));
    lia_kernel *one = half(&t, "subject", 0, isa), *eight = half(&t, "subject_8", 1, isa);
    lia_tape *tape;
    cr_assert_eq(lia_tape_new(&tape, s.p, (uint32_t)s.nin, s.in, (uint32_t)s.nout, s.out, NULL),
        LIA_OK);
    tape->math = &lia_machine_math;
    tape->fused = lia_kernel_fused(isa);
    size_t room = (size_t)lia_kernel_about(one)->sz_w + (size_t)lia_kernel_about(eight)->sz_w;
    double *w = lia_block((room + 8 * tape->nslot + 64) * sizeof *w);
    double x[8 * 2 * NQ], got[8 * NOUT], want[8 * NOUT];
    lia_rng rng = lia_rng_seed(5);
    int differ = 0;
    for (int i = 0; i < 8 * s.nin; i++) x[i] = lia_rng_range(&rng, -1, 1);
    for (int p = 0; p < 8; p++) {
      double in[2 * NQ], out[NOUT], plain[NOUT];
      for (int i = 0; i < s.nin; i++) in[i] = x[8 * i + p];
      lia_kernel_call(one)((const double *[]){ in, in + NQ }, (double *[]){ got, got + NOUT / 2 },
          w);
      lia_tape_eval(tape, in, out, w);
      for (int i = 0; i < s.nout; i++)
        cr_assert(same_bits(got[i], out[i]), "%s output %d: %a, tape %a", lia_isa_name(isa), i,
            got[i], out[i]);
      tape->fused = 0;
      lia_tape_eval(tape, in, plain, w);
      tape->fused = lia_kernel_fused(isa);
      for (int i = 0; i < s.nout; i++) differ += !same_bits(plain[i], out[i]);
    }
    // that a b + c is rounded once is seen
    cr_assert_eq(differ > 0, lia_kernel_fused(isa));
    lia_kernel_call(eight)((const double *[]){ x, x + 8 * NQ },
        (double *[]){ got, got + 8 * (NOUT / 2) }, w);
    lia_tape_eval8_on(tape, isa, x, want, w);
    for (int i = 0; i < 8 * s.nout; i++)
      cr_assert(same_bits(got[i], want[i]), "%s eight: %d: %a, tape %a", lia_isa_name(isa), i,
          got[i], want[i]);
    lia_free(w);
    lia_free(tape);
    lia_kernel_free(one);
    lia_kernel_free(eight);
    lia_text_free(&t);
    lia_pool_free(s.p);
  }
  cr_assert_eq(run("rm -rf %s", folder), 0);
}

// four at once and eight at once have the same bits; and each passes beside the tape
LIA_TEST(emit, a_kernel_may_be_compiled_for_any_vectors_the_machine_has) {
  char compiler[256];
  cr_assert(lia_cc_find("/usr/bin:/bin", "cc", compiler, sizeof compiler));
  cr_assert_not_null(mkdtemp(folder));
  subject s = make(31, 8, 4);
  lia_text t = write_out(&s, LIA_LANGUAGE_c, (lia_emit_opts){ .kernel = 1 }, NULL);
  lia_tape *tape;
  cr_assert_eq(lia_tape_new(&tape, s.p, (uint32_t)s.nin, s.in, (uint32_t)s.nout, s.out, NULL),
      LIA_OK);
  lia_rng rng = lia_rng_seed(4);
  double *x = lia_block(8 * sizeof(double) * 2 * NQ), want[8 * NOUT], got[LIA_ISA_COUNT][8 * NOUT],
      *w = lia_block(8 * (tape->nslot + 1) * sizeof(double));
  for (int i = 0; i < 8 * s.nin; i++) x[i] = lia_rng_range(&rng, -1, 1);
  lia_tape_eval8(tape, x, want, w);
  for (int isa = 0; isa < LIA_ISA_COUNT; isa++) {
    if (!lia_isa_has((lia_isa)isa)) continue;
    lia_cc_result r;
    lia_kernel *kernel;
    lia_error err = { 0 };
    lia_cc cc = { .compiler = compiler, .folder = folder, .flags = lia_cc_flags((lia_isa)isa) };
    cr_assert_eq(lia_cc_build(&cc, lia_text_str(&t), t.n, &r, &err), LIA_OK, "%s: %s", err.path,
        err.text);
    cr_assert(!r.hit, "an object for other vectors is another object");
    cr_assert_eq(lia_kernel_load(&kernel, r.path, "subject", &err), LIA_OK, "%s: %s", err.path,
        err.text);
    lia_kernel_set_math(kernel, "subject", &lia_machine_math_room);
    double *room = lia_block((size_t)lia_kernel_about(kernel)->sz_w * sizeof(double) + 64);
    lia_kernel_other(kernel, "subject_8")((const double *[]){ x, x + 8 * NQ },
        (double *[]){ got[isa], got[isa] + 8 * (s.nout / 2) }, room);
    for (int i = 0; i < 8 * s.nout; i++) {
      cr_assert_float_eq(got[isa][i], want[i], 1e-11 * (1 + fabs(want[i])), "%s: %d",
          lia_isa_name((lia_isa)isa), i);
      cr_assert(isa != LIA_ISA_avx512 || got[isa][i] == got[LIA_ISA_avx2][i], "output %d: %a, %a",
          i, got[isa][i], got[LIA_ISA_avx2][i]);
    }
    lia_free(room);
    lia_kernel_free(kernel);
  }
  lia_free(w);
  lia_free(x);
  lia_free(tape);
  lia_text_free(&t);
  lia_pool_free(s.p);
  cr_assert_eq(run("rm -rf %s", folder), 0);
}

LIA_TEST(emit, counts_and_names_are_those_of_the_book) {
  lia_pool *p = lia_pool_new();
  lia_expr q1 = lia_sym_coordinate(p, "q1"), q2 = lia_sym_coordinate(p, "q2"),
      L = lia_sym_symbol(p, "L");
  lia_expr q[3] = { q1, q2, L }, c12 = lia_sym_cos(p, lia_sym_add(p, q1, q2));
  lia_expr out[2] = { lia_sym_mul(p, L, c12),
      lia_sym_mul(p, L, lia_sym_sin(p, lia_sym_add(p, q1, q2))) };
  lia_emit_fn f = { p, "tip", NULL, NULL, &(lia_emit_vec){ "q", q, 3, 0 },
      &(lia_emit_vec){ "x", out, 2, 0 }, 1, 1, 0 };
  lia_text t = { 0 };
  lia_count count;
  cr_assert_eq(lia_emit(&f, LIA_LANGUAGE_c, &(lia_emit_opts){ 0 }, &t, &count, NULL), LIA_OK);
  cr_assert(count.mul == 2 && count.add == 1 && count.fun == 2);
  cr_assert(strstr(lia_text_str(&t), "c_q1_q2 = cos(q1 + q2)"), "%s", lia_text_str(&t));
  cr_assert(strstr(lia_text_str(&t), "2 multiplications, 1 addition,"), "%s", lia_text_str(&t));
  lia_text_free(&t);
  lia_pool_free(p);
}

LIA_TEST(emit, mistakes_are_named_and_memory_may_run_out_anywhere) {
  subject s = make(40, 8, 4);
  lia_emit_vec in = { "q", s.in, 2, 0 }, out = { "y", s.out + 5, 1, 0 },
      all = { "q", s.in, s.nin, 0 };
  lia_emit_fn f = { s.p, "f", NULL, NULL, &in, &out, 1, 1, 0 };
  lia_text t = { 0 };
  lia_error err = { 0 };
  cr_assert_eq(lia_emit(&f, LIA_LANGUAGE_c, &(lia_emit_opts){ 0 }, &t, NULL, &err), LIA_EARG);
  cr_assert(strstr(err.text, "has no value"), "%s", err.text);
  f.name = "2f";
  err = (lia_error){ 0 };
  cr_assert_eq(lia_emit(&f, LIA_LANGUAGE_c, &(lia_emit_opts){ 0 }, &t, NULL, &err), LIA_EARG);
  cr_assert_str_eq(err.path, "name");
  f.name = "f";
  f.in = &all;
  lia_text_free(&t);
  for (long n = 0, done = 0; !done; n++) {
    lia_text u = { 0 };
    lia_mem_fail_after(n);
    lia_status st = lia_emit(&f, (lia_language)(n % LIA_LANGUAGE_COUNT),
        &(lia_emit_opts){ .tests = 2, .kernel = n % 2 }, &u, NULL, NULL);
    lia_mem_fail_after(-1);
    lia_text_free(&u);
    lia_pool_clear(s.p);
    cr_assert(st == LIA_OK || st == LIA_ENOMEM);
    done = st == LIA_OK;
  }
  lia_pool_free(s.p);
  cr_assert_eq(lia_language_find("js"), LIA_LANGUAGE_js);
  cr_assert_eq(lia_language_find("cobol"), -1);
}

// every operation there is, written in every language that is listed: the row has what that needs
LIA_TEST(emit, every_language_has_all_its_columns_and_writes_all_operations) {
  static const char text[] =
      "piecewise(a < b, min(a, b), a <= c, max(b, c), a == c, sign(a)*abs(b), "
    "tan(a) + asin(b) - acos(c)/atan(a) + exp(b)*log(c) - tanh(a) + a^b + atan2(b, c) + sqrt(a))"
    " + sin(a + b) - cos(c)*a*b + a*b/3 - 2*c";
  lia_pool *p = lia_pool_new();
  lia_expr in[3], e;
  for (int k = 0; k < 3; k++) in[k] = lia_sym_symbol(p, (const char *[]){ "a", "b", "c" }[k]);
  cr_assert_eq(lia_parse(p, text, sizeof text - 1, LIA_PARSE_refuse, &e, NULL, NULL), LIA_OK);
  lia_emit_vec from = { "x", in, 3, 0 }, to = { "y", &e, 1, 0 };
  lia_emit_fn f = { .p = p, .name = "written", .about = "all", .in = &from, .out = &to, .nin = 1,
      .nout = 1 };
  for (int k = 0; k < LIA_LANGUAGE_COUNT; k++) {
    const lia_language_row *row = lia_language_rows[k];
    lia_text t = { 0 };
    cr_assert_eq(lia_language_find(row->name), k);
    cr_assert(*row->text && *row->called && *row->words.reserved && *row->remark.open &&
        *row->remark.more);
    cr_assert(row->remark.close && row->statement.input && row->statement.output && row->write);
    cr_assert_eq(lia_emit(&f, (lia_language)k, &(lia_emit_opts){ .tests = 2 }, &t, NULL, NULL),
        LIA_OK);
    const char *const has[] = { row->remark.open, "written", row->number.nan ? "" : "?",
        row->function.pow,
      row->function.atan2, row->function.min, row->function.max, row->function.sign,
      row->function.tanh };
    for (size_t i = 0; i < sizeof has / sizeof *has; i++)
      cr_assert(strstr(lia_text_str(&t), has[i]), "%s: no '%s'", row->name, has[i]);
    cr_assert(!strstr(lia_text_str(&t), "(null)"), "%s", row->name);
    lia_text_free(&t);
  }
  lia_pool_free(p);
}
