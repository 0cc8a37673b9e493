/* test_ship.c - the parts of a step in four languages: members, what is called; programs joined to
 * others */
#include "gen/ship.h"

#include "base/mem.h"
#include "sim/sampled.h"
#include "sym/expr/build.h"
#include "sym/tape/eval.h"

#include "house.h"
#include <string.h>

static const char *const states[] = { "i" }, *const given[] = { "r", "y'" },
    *const values[] = { "k" };

static lia_sampled *program(const char *u, const char *next) {
  static const char *const where[] = { "" };
  const int n[LIA_SAMPLED_GROUPS] = { 1, 1, 2, 1 };
  const char *const *const name[LIA_SAMPLED_GROUPS] = { NULL, states, given, values };
  lia_sampled *b = NULL;
  lia_error err = { 0 };
  cr_assert_eq(lia_sampled_new(&b, n, (const char *const **)(uintptr_t)name, &err), LIA_OK, "%s",
      err.text);
  cr_assert_eq(lia_sampled_outputs(b, 1, &u, where, &err), LIA_OK, "%s", err.text);
  cr_assert_eq(lia_sampled_states(b, &next, where, &err), LIA_OK, "%s", err.text);
  return b;
}

static lia_status ship(lia_sampled *b, const char *kind, lia_text *text, lia_shipped *about,
    lia_error *err) {
  static const char *const member[] = { "t", "i", "r", "yp", "k", "u", "i" };
  const lia_emit_vec in[4] = { { "t", b->in, 1, 0 }, { "x", b->in + 1, 1, 0 },
      { "y", b->in + 2, 2, 0 }, { "p", b->in + 4, 1, 0 } };
  const lia_emit_vec out[2] = { { "u", b->u, 1, 0 }, { "x_next", b->next, 1, 0 } };
  const lia_emit_fn f = { .p = b->p, .name = "step", .in = in, .out = out, .nin = 4, .nout = 2 };
  return lia_ship(&f, member, NULL, (lia_ship_kind)lia_ship_find(kind), text, about, err);
}

// entries of arrays in the place of members, arguments as they are told
LIA_TEST(ship, a_function_of_arrays_reads_and_writes_entries) {
  static const char *const entry[] = { "0", "x[0]", "q[0]", "q[1]", "p[0]", "M[0]", "M[1]" };
  lia_error err = { 0 };
  lia_text text = { 0 };
  lia_shipped about;
  lia_sampled *b = program("sin(r)*y' + k*r", "i + r*y'");
  const lia_emit_vec in[4] = { { "t", b->in, 1, 0 }, { "x", b->in + 1, 1, 0 },
      { "y", b->in + 2, 2, 0 }, { "p", b->in + 4, 1, 0 } };
  const lia_emit_vec out[2] = { { "u", b->u, 1, 0 }, { "x_next", b->next, 1, 0 } };
  const lia_emit_fn f = { .p = b->p, .name = "arm_mass", .in = in, .out = out, .nin = 4,
      .nout = 2 };
  const lia_ship_kind kind = (lia_ship_kind)lia_ship_find("flat_float");
  cr_assert_eq(lia_ship(&f, entry, "(const float *q, float *M)\n{\n", kind, &text, &about, &err),
      LIA_OK, "%s", err.text);
  static const char *const stands[] = { "static void arm_mass_part1(const float *q, float *M)\n{\n",
      "= q[0];", "= q[1];", "M[0] = ", "M[1] = " };
  for (size_t k = 0; k < sizeof stands / sizeof *stands; k++)
    cr_expect(strstr(lia_text_str(&text), stands[k]) != NULL, "%s", stands[k]);
  lia_text_free(&text);
  lia_sampled_free(b);
}

// each row: what must stand in the text
LIA_TEST(ship, inputs_and_outputs_are_members_of_records) {
  static const struct { const char *kind, *text[7]; } row[] = {
    { "double", { "const double yp = in->yp;", "const double k = param->k;",
        "const double t_ = t;", "out->u = ", "next->i = ", "sincos_of(", "greater(" } },
    { "float", { "const float yp = in->yp;", "out->u = ", "0.25f", "expf(", "float *w)" } },
    { "lua", { "local yp = given.yp*1.0", "out.u = ", "sincos_of(", "0.25", "exp(" } },
    { "js", { "const yp = given.yp;", "next.i = ", "= cosine_found;", "Math.exp(" } },
  };
  lia_sampled *b = program("sin(k*r)*cos(k*r) + max(exp(y'), t) + i/4", "i + r");
  for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
    lia_text text = { 0 };
    lia_shipped about;
    lia_error err = { 0 };
    cr_assert_eq(ship(b, row[k].kind, &text, &about, &err), LIA_OK, "%s", err.text);
    for (int i = 0; i < 7 && row[k].text[i]; i++)
      cr_assert(strstr(lia_text_str(&text), row[k].text[i]), "%s:\n%s", row[k].text[i],
          lia_text_str(&text));
    cr_assert(strstr(about.used, " sincos ") && strstr(about.used, " max ") &&
        strstr(about.used, " exp "), "%s", about.used);
    cr_assert(about.parts == 1 && about.room == 0 && about.count.mul > 0);
    lia_text_free(&text);
  }
  lia_sampled_free(b);
}

LIA_TEST(ship, kinds_are_found_by_name) {
  cr_assert(lia_ship_find("double") == LIA_SHIP_double && lia_ship_find("js") == LIA_SHIP_js);
  cr_assert_eq(lia_ship_find("half"), -1);
}

static double value_of(lia_sampled *b, lia_expr e, const double *in) {
  int total = 0;
  double out, work[200];
  lia_tape *tape = NULL;
  lia_error err = { 0 };
  for (int g = 0; g < LIA_SAMPLED_GROUPS; g++) total += b->n[g];
  cr_assert_eq(lia_tape_new(&tape, b->p, (uint32_t)total, b->in, 1, &e, &err), LIA_OK, "%s",
      err.text);
  cr_assert(tape->nslot < 200);
  lia_tape_eval(tape, in, &out, work);
  lia_free(tape);
  return out;
}

// u = k r + i y' of another program, with r -> 2 r, y' -> i, i -> y', k -> k + 1
LIA_TEST(ship, a_program_joined_to_another_computes_with_what_stands_for_its_inputs) {
  static const char *const image[] = { "y'", "2*r", "i", "k + 1" }, *const name[] = { "joined" },
      *const bad[] = { "y'", "2*r", "none", "k" };
  static const char *const text[] = { "joined" }, *const where[] = { "" };
  const double in[] = { 0.5, 3, 5, 7, 11 };   // t, i, r, y', k
  lia_sampled *part = program("k*r + i*y' + t", "i + k"), *b = program("0", "i");
  lia_error err = { 0 };
  cr_assert_eq(lia_sampled_join(b, part, 0, image, name, &err), LIA_OK, "%s", err.text);
  cr_assert_eq(lia_sampled_outputs(b, 1, text, where, &err), LIA_OK, "%s", err.text);
  cr_assert_float_eq(value_of(b, b->u[0], in), 12 * 10 + 7 * 3 + 0.5, 1e-12);
  static const char *const following[] = { "following" };
  cr_assert_eq(lia_sampled_join(b, part, -1, image, following, &err), LIA_OK, "%s", err.text);
  cr_assert_eq(lia_sampled_states(b, following, where, &err), LIA_OK);
  cr_assert_float_eq(value_of(b, b->next[0], in), 7 + 12, 1e-12);
  cr_assert_eq(lia_sampled_join(b, part, 0, bad, where, &err), LIA_EARG);
  cr_assert(strstr(err.text, "no input, state or value 'none'"), "%s", err.text);
  cr_assert_eq(lia_sampled_join(b, part, 0, image, name, &err), LIA_EARG);   // the name is taken
  lia_sampled_free(part);
  lia_sampled_free(b);
}
