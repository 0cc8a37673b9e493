/* js.c - JavaScript: an object with call and test */
#include "gen/language.h"

static void input(lia_writer *w, int group, int at) { LIA_PUT("in_[%d][%d]", group, at); }
static void output(lia_writer *w, int group, int at) { LIA_PUT("out[%d][%d]", group, at); }
static void write_js(lia_writer *w, const lia_vectors *t);

#define WORDS_JS \
  " break case catch class const continue debugger default delete do else export " \
  "extends false finally for function if import in instanceof let new null out return " \
  "super switch this throw true try typeof var void while with yield w in_ test test_in " \
  "test_out call Math enum implements interface package private protected public static " \
  "await arguments eval undefined NaN Infinity " LIA_WORDS_MATH

LIA_LANGUAGE_ROW(js,
  .text = "JavaScript: an object with call and test",
  .called = "JavaScript",
  LIA_WORDS(WORDS_JS, NULL, " "),
  LIA_REMARK("// ", "// ", ""),
  LIA_STATEMENT("const ", " = ", ";", 1, 0, "[", "]", LIA_EMIT_PART, 1000, input, output),
  LIA_NUMBER("", "", "", "(0/0)", "1/0", "-1/0"),
  LIA_FUNCTIONS("Math.", "", "sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "exp", "log",
                "tanh", "abs", "sign", "floor", "pow", "atan2", "min", "max"),
  LIA_OPERATION(NULL, NULL, "<", "<=", "===", 0, " ? 1", " : 0", " !== 0 ? ", " : "),
  .kernels = 0,
  .write = write_js);

static void write_js(lia_writer *w, const lia_vectors *t) {
  const lia_script *s = w->script;
  lia_write_head(w);
  LIA_PUT("const %s = (() => {\n", w->f->name);
  uint32_t store = 0;
  for (int part = 0; part < s->parts; part++) {
    LIA_PUT("function part%d(in_, out, w) {\n", part + 1);
    lia_write_body(w, part, &store);
    lia_put(w, "}\n");
  }
  LIA_PUT("const w = new Float64Array(%u);\n", s->sz_w ? s->sz_w : 1);
  lia_put(w, "// call([inputs], [outputs]): arrays of numbers; fills the outputs\n"
             "function call(in_, out) {\n");
  for (int part = 0; part < s->parts; part++) LIA_PUT("  part%d(in_, out, w);\n", part + 1);
  lia_put(w, "  return out;\n}\n");
  if (t->n) {
    lia_write_vectors(w, t, "const test_in", "const test_out", "[", "]");
    lia_put(w, "function test() {\n  let worst = 0;\n  test_in.forEach((x, t) => {\n"
               "    let at = 0;\n    const inputs = [");
    for (int k = 0; k < w->f->nin; k++) LIA_PUT("%s%d", k ? ", " : "", w->f->in[k].n);
    lia_put(w, "].map(n => x.slice(at, at += n)), outputs = [");
    for (int k = 0; k < w->f->nout; k++) LIA_PUT("%s%d", k ? ", " : "", w->f->out[k].n);
    lia_put(w, "].map(n => new Float64Array(n));\n    call(inputs, outputs);\n    let i = 0;\n"
           "    for (const o of outputs) for (const y of o) { worst = Math.max(worst, Math.abs(y "
           "- test_out[t][i])/(1 + Math.abs(test_out[t][i]))); i++; }\n"
           "  });\n  return worst;\n}\n");
  }
  LIA_PUT("return { call%s };\n})();\n", t->n ? ", test" : "");
}
