/* rust.c - Rust: a file that is a module without crates, unsafe code and allocation */
#include "gen/language.h"

static void input(lia_writer *w, int group, int at) { LIA_PUT("in%d[%d]", group + 1, at); }
static void output(lia_writer *w, int group, int at) { LIA_PUT("out%d[%d]", group + 1, at); }
static void write_rust(lia_writer *w, const lia_vectors *t);

#define WORDS_RUST \
  " as break const continue crate dyn else enum extern false fn for if impl in let loop " \
  "match mod move mut pub ref return self Self static struct super trait true type unsafe " \
  "use where while async await abstract become box do final macro override priv try typeof " \
  "unsized virtual yield gen w f64 f32 u8 i32 usize str bool main selftest call println std " \
  "choose less less_equal equal " \
  LIA_WORDS_MATH

LIA_LANGUAGE_ROW(rust,
  .text = "Rust: a file that is a module with call, no crate, no allocation; "
          "rustc --cfg selftest makes a program that tests it",
  .called = "Rust",
  LIA_WORDS(WORDS_RUST, NULL, " "),
  LIA_REMARK("// ", "// ", ""),
  LIA_STATEMENT("let ", " = ", ";", 0, 0, "[", "]", LIA_EMIT_PART, 1000, input, output),
  LIA_NUMBER("", "", ".0", "f64::NAN", "f64::INFINITY", "-f64::INFINITY"),
  LIA_FUNCTIONS("", "", "sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "exp", "log", "tanh",
                "abs", "sign", "floor", "pow", "atan2", "min", "max"),
  LIA_OPERATION(NULL, NULL, "less", "less_equal", "equal", 1, "", "", "choose", ""),
  .kernels = 0,
  .write = write_rust);

#define ONE(name, method) "#[inline] fn " name "(x: f64) -> f64 { x." method "() }\n"
#define TWO(name, text) "#[inline] fn " name "(x: f64, y: f64) -> f64 { " text " }\n"
static const char functions_rust[] =
  "#![allow(dead_code, unused_variables, unused_parens, unused_mut, non_snake_case)]\n"
  "#![allow(non_upper_case_globals, unexpected_cfgs, clippy::all)]\n\n"
  ONE("sqrt", "sqrt") ONE("sin", "sin") ONE("cos", "cos") ONE("tan", "tan") ONE("asin", "asin")
  ONE("acos", "acos") ONE("atan", "atan") ONE("exp", "exp") ONE("log", "ln") ONE("tanh", "tanh")
  ONE("abs", "abs") ONE("floor", "floor")
  TWO("pow", "x.powf(y)") TWO("atan2", "x.atan2(y)")
  TWO("min", "if x <= y { x } else if y < x { y } else { x + y }")
  TWO("max", "if x >= y { x } else if y > x { y } else { x + y }")
  TWO("less", "if x < y { 1.0 } else { 0.0 }")
  TWO("less_equal", "if x <= y { 1.0 } else { 0.0 }")
  TWO("equal", "if x == y { 1.0 } else { 0.0 }")
  "#[inline] fn sign(x: f64) -> f64 { if x > 0.0 { 1.0 } else if x < 0.0 { -1.0 } else { x } }\n"
  "#[inline] fn choose(c: f64, x: f64, y: f64) -> f64 { if c != 0.0 { x } else { y } }\n\n";

// "in1: &[f64; 6], out1: &mut [f64; 6]"
static void arguments_rust(lia_writer *w) {
  const char *comma = "";
  for (int k = 0; k < w->f->nin; k++, comma = ", ")
    LIA_PUT("%sin%d: &[f64; %d]", comma, k + 1, w->f->in[k].n);
  for (int k = 0; k < w->f->nout; k++, comma = ", ")
    LIA_PUT("%sout%d: &mut [f64; %d]", comma, k + 1, w->f->out[k].n);
}

static void parts_rust(lia_writer *w) {
  uint32_t store = 0;
  for (int part = 0; part < w->script->parts; part++) {
    LIA_PUT("fn part%d(w: &mut [f64; %u]", part + 1, w->script->sz_w);
    if (w->f->nin + w->f->nout) lia_put(w, ", ");
    arguments_rust(w);
    lia_put(w, ") {\n");
    lia_write_body(w, part, &store);
    lia_put(w, "}\n\n");
  }
}

static void whole_rust(lia_writer *w) {
  lia_put(w, "/// (");
  lia_write_groups(w, 0, "", "");
  lia_put(w, ") -> (");
  lia_write_groups(w, 1, "", "");
  lia_put(w, ")\npub fn call(");
  arguments_rust(w);
  LIA_PUT(") {\n  let mut w = [0.0_f64; %u];\n", w->script->sz_w);
  for (int part = 0; part < w->script->parts; part++) {
    LIA_PUT("  part%d(&mut w", part + 1);
    for (int k = 0; k < w->f->nin; k++) LIA_PUT(", in%d", k + 1);
    for (int k = 0; k < w->f->nout; k++) LIA_PUT(", out%d", k + 1);
    lia_put(w, ");\n");
  }
  lia_put(w, "}\n");
}

static void list_rust(lia_writer *w, const char *name, const double *x, uint32_t n, int count) {
  LIA_PUT("static %s: [[f64; %u]; %d] = [\n", name, n, count);
  lia_write_rows(w, x, n, count, "[", "]");
  lia_put(w, "];\n");
}

static void tests_rust(lia_writer *w, const lia_vectors *t) {
  lia_put(w, "\n// test vectors: all inputs, all outputs\n");
  list_rust(w, "TEST_IN", t->in, w->tape->nin, t->n);
  list_rust(w, "TEST_OUT", t->out, w->tape->nout, t->n);
  lia_put(w, "\n/// the worst difference to the test vectors\npub fn selftest() -> f64 {\n"
             "  let mut worst = 0.0_f64;\n"
             "  for (x, y) in TEST_IN.iter().zip(TEST_OUT.iter()) {\n");
  for (int k = 0, at = 0; k < w->f->nin; at += w->f->in[k++].n)
    LIA_PUT("    let mut in%d = [0.0_f64; %d];\n    in%d.copy_from_slice(&x[%d..%d]);\n", k + 1,
        w->f->in[k].n, k + 1, at, at + w->f->in[k].n);
  for (int k = 0; k < w->f->nout; k++)
    LIA_PUT("    let mut out%d = [0.0_f64; %d];\n", k + 1, w->f->out[k].n);
  lia_put(w, "    call(");
  for (int k = 0; k < w->f->nin; k++) LIA_PUT("%s&in%d", k ? ", " : "", k + 1);
  for (int k = 0; k < w->f->nout; k++)
    LIA_PUT("%s&mut out%d", k || w->f->nin ? ", " : "", k + 1);
  lia_put(w, ");\n    let mut n = 0;\n");
  for (int k = 0; k < w->f->nout; k++)
    LIA_PUT("    for value in out%d {\n"
            "      worst = max(worst, (value - y[n]).abs()/(1.0 + y[n].abs()));\n"
            "      n += 1;\n    }\n", k + 1);
  lia_put(w, "  }\n  worst\n}\n\n#[cfg(selftest)]\nfn main() {\n  let worst = selftest();\n");
  LIA_PUT("  println!(\"%s: %d test vectors, worst difference {:.1e}: {}\", worst,\n"
          "    if worst < 1e-9 { \"passed\" } else { \"FAILED\" });\n"
          "  std::process::exit(if worst < 1e-9 { 0 } else { 1 });\n}\n", w->f->name, t->n);
}

static void write_rust(lia_writer *w, const lia_vectors *t) {
  lia_write_head(w);
  lia_put(w, functions_rust);
  parts_rust(w);
  whole_rust(w);
  if (t->n) tests_rust(w, t);
}
