/* test_parse.c - text and expressions both ways, mistakes with their place, and nonsense that does
 * no harm */
#include "house.h"
#include "symkit.h"
#include "sym/expr/parse.h"
#include "sym/simp/zero.h"

enum { CASES = 4000 };   // where SYM_CASES does not ask for more

static lia_pool *p;
static lia_error err;

static lia_expr read(const char *s) {
  lia_expr e;
  err = (lia_error){ 0 };
  lia_status st = lia_parse(p, s, strlen(s), LIA_PARSE_refuse, &e, NULL, &err);
  cr_assert_eq(st == LIA_OK, e != 0);
  return e;
}

static void known(void) {
  p = lia_pool_new();
  lia_sym_symbol(p, "x"), lia_sym_symbol(p, "y"), lia_sym_symbol(p, "m1"),
      lia_sym_coordinate(p, "q1");
}

LIA_TEST(parse, both_sides_of_every_fold_row_are_one_expression) {
  known();
  static const struct { const char *op, *rule, *before, *after; } row[] = {
#define LIA_FOLD(op, rule, before, after, where) { #op, #rule, before, after },
#include "sym/expr/fold.def"
#undef LIA_FOLD
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++)
    cr_assert_eq(read(row[i].before), read(row[i].after), "%s %s: %s is not %s", row[i].op,
        row[i].rule, row[i].before, row[i].after);
  lia_pool_free(p);
}

LIA_TEST(parse, grammar) {
  known();
  static const struct { const char *a, *b; } row[] = {
    { "2^3^2", "512" }, { "-x^2", "-(x^2)" }, { "2^-1", "1/2" }, { "2^-x^2", "1/2^(x^2)" },
        { "x - y - 1", "(x - y) - 1" },
    { "x/y/2", "(x/y)/2" }, { "x/y*2", "2*x/y" }, { "--x", "x" }, { "+x", "x" },
        { "x - -y", "x + y" }, { "x**2", "x^2" },
    { " ( x\n+ y )\t", "x + y" }, { ".5", "1/2" }, { "1e-3", "1/1000" }, { "2.50e1", "25" },
        { "0.1", "1/10" },
    { "sqrt(x)", "x^(1/2)" }, { "pow(x, y)", "x^y" }, { "ln(x)", "log(x)" },
        { "atan(x, y)", "atan2(x, y)" },
    { "min(x, y, 1)", "min(min(x, y), 1)" }, { "max(x)", "x" }, { "max(3, x, 5)", "max(5, x)" },
        { "min(2, min(1, x))", "min(x, 1)" },
        { "piecewise(x < 1, 2, 3)", "piecewise(1 > x, 2, 3)" },
    { "piecewise(x <= 1, 2, x >= 5, 3, y)", "piecewise(1 >= x, 2, piecewise(5 <= x, 3, y))" },
        { "(x == y) + 1", "1 + (y == x)" },
    { "q1''", "q1''" }, { "sin ( x )", "sin(x)" }, { "x*-y", "-x*y" },
        { "900719925474099300", "9007199254740993*100" },
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    lia_expr a = read(row[i].a);
    cr_assert(a, "%s: %s", row[i].a, err.text);
    cr_assert_eq(a, read(row[i].b), "%s is not %s", row[i].a, row[i].b);
  }
  lia_expr q = lia_sym_coordinate(p, "q1");
  cr_assert_eq(read("q1'"), lia_sym_rate(p, q));
  cr_assert_eq(read("q1''"), lia_sym_rate(p, lia_sym_rate(p, q)));
  cr_assert_eq(lia_expr_num(p, read("900719925474099300")).n, 900719925474099300);
  lia_pool_free(p);
}

LIA_TEST(parse, mistakes_have_a_place_and_a_sentence) {
  known();
  static const struct { const char *s, *path, *text; } row[] = {
    { "", "column 1", "expected a number, a name or '(', got the end" },
    { "x +", "column 4", "expected a number, a name or '(', got the end" },
    { "x + * y", "column 5", "expected a number, a name or '(', got '*'" },
    { "2 x", "column 3",
        "expected an operator, got 'x' (a product needs its *; units are SI and not written)" },
    { "2x", "column 2",
        "expected an operator, got 'x' (a product needs its *; units are SI and not written)" },
    { "(x + y", "column 7", "expected ')' to close what opens at column 1" },
    { "sin(x", "column 6", "expected ')' to close what opens at column 1" },
    { "x + y)", "column 6", "')' without '('" },
    { "x, y", "column 2", "',' outside of a function" },
    { "(x, y)", "column 3", "',' outside of a function" },
    { "m2 + x", "column 1", "unknown symbol 'm2' (did you mean 'm1'?)" },
    { "velocity", "column 1", "unknown symbol 'velocity' (make it first: symbols, coordinates)" },
    { "sni(x)", "column 1", "unknown function 'sni' (did you mean 'sin'?)" },
    { "x(2)", "column 1", "'x' is a symbol, not a function (write x*(...))" },
    { "sin + 1", "column 1", "'sin' is a function: expected '(' after it" },
    { "sin(x, y)", "column 1", "sin takes 1 argument, got 2" },
    { "1 + atan2(x)", "column 5", "atan2 takes 2 arguments, got 1" },
    { "piecewise(x, 1)", "column 1",
        "piecewise takes a condition and a value, any number of times, and a last value, got 2" },
    { "sin()", "column 5", "expected a number, a name or '(', got ')'" },
    { "x'", "column 1", "'x' is a parameter: only coordinates and functions of time have rates" },
    { "x = y", "column 3", "expected an operator, got '=' (a comparison is ==)" },
    { "x < y < 1", "column 7", "a comparison cannot be compared again" },
    { "x # y", "column 3", "expected an operator, got '#'" },
    { "x + 1/(y - y)", "column 6", "division by zero: (1)/0" },
    { "x +\n  log(0)", "line 2, column 3", "log(0) has no real value" },
    { "1e999999", "column 1", "a number of more than 315652 digits is too long to be written out" },
    { "x \x01", "column 3", "expected an operator, got character 1" },
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    cr_assert_eq(read(row[i].s), 0, "%s was read", row[i].s);
    cr_assert_str_eq(err.text, row[i].text);
    cr_assert_str_eq(err.path, row[i].path);
    cr_assert_eq(p->err.code, LIA_OK);
  }
  size_t at;
  lia_expr e;
  cr_assert_eq(lia_parse(p, "x + θ", 6, LIA_PARSE_refuse, &e, &at, NULL), LIA_EPARSE);
  cr_assert_eq(at, 4);
  cr_assert_eq(lia_parse(p, "x + θ", 6, LIA_PARSE_create, &e, NULL, NULL), LIA_OK);
  cr_assert_eq(lia_parse(p, "z'", 2, LIA_PARSE_create, &e, NULL, NULL), LIA_EPARSE);
  lia_pool_free(p);
}

LIA_TEST(parse, what_is_printed_reads_back) {
  kit k = kit_new(31);
  p = k.p;
  lia_text t = { 0 };
  int other = 0;
  for (int i = 0; i < kit_cases(CASES); i++) {
    shadow s = kit_random(&k, 1 + i % 5, i % 3 == 0);
    lia_text_cut(&t, 0);
    cr_assert_eq(lia_print(p, s.e, NULL, &t), LIA_OK);
    lia_expr e = read(t.s);
    cr_assert(e, "%s: %s %s", t.s, err.path, err.text);
    if (e == s.e) continue;
    // one in ten thousand is a nested sum that is flat once it is read, or a decimal that has gone
    // into a sum: the same value, and a text that stays as it is from then on
    other++;
    cr_assert_neq(lia_zero_equal(p, e, s.e), LIA_ZERO_no, "%s reads as %s", t.s, kit_text(&k, e));
    lia_text_cut(&t, 0);
    cr_assert_eq(lia_print(p, e, NULL, &t), LIA_OK);
    cr_assert_eq(read(t.s), e, "%s does not stay", t.s);
  }
  cr_assert(other * 5000 <= kit_cases(CASES), "%d of %d read as another expression", other,
      kit_cases(CASES));
  lia_text_free(&t);
  lia_pool_free(p);
}

// a sum and a product of thousands are as flat as the ones that were printed; a/b*c/d*e is
// (((a/b)*c)/d)*e
LIA_TEST(parse, rows_are_flat_however_long) {
  known();
  lia_expr list[2000], x = lia_sym_symbol(p, "x");
  for (int i = 0; i < 2000; i++)
    list[i] = lia_sym_sin(p, lia_sym_scale(p, lia_sym_int(p, i % 2 ? i + 2 : -i - 2), x));
  lia_expr sum = lia_sym_sum(p, 2000, list), product = lia_sym_product(p, 2000, list);
  lia_text t = { 0 };
  cr_assert_eq(lia_print(p, sum, NULL, &t), LIA_OK);
  cr_assert_eq(read(t.s), sum);
  lia_text_cut(&t, 0);
  cr_assert_eq(lia_print(p, product, NULL, &t), LIA_OK);
  cr_assert_eq(read(t.s), product);
  lia_text_free(&t);
  lia_expr y = lia_sym_symbol(p, "y");
  cr_assert_eq(read("x/y*y/y*x"), lia_sym_div(p, lia_sym_sq(p, x), y));
  cr_assert_eq(read("x - y*2/3*y - x*x - 1 + y"),
      lia_sym_add(p, lia_sym_sub(p, x, LIA_ONE), lia_sym_sub(p, y, lia_sym_add(p,
    lia_sym_scale(p, lia_sym_rat(p, 2, 3), lia_sym_sq(p, y)), lia_sym_sq(p, x)))));
  cr_assert_eq(read("2*-x*y"), lia_sym_scale(p, lia_sym_int(p, -2), lia_sym_mul(p, x, y)));
  cr_assert_eq(read("1 < 2 + x"), lia_sym_lt(p, LIA_ONE, lia_sym_add(p, LIA_TWO, x)));
  lia_pool_free(p);
}

LIA_TEST(parse, nesting_costs_no_stack) {
  known();
  enum { N = 200000 };
  char *s = lia_malloc(5 * N + 2);
  memset(s, '(', N);
  s[N] = 'x';
  memset(s + N + 1, ')', N);
  lia_expr e;
  cr_assert_eq(lia_parse(p, s, 2 * N + 1, LIA_PARSE_refuse, &e, NULL, NULL), LIA_OK);
  cr_assert_eq(e, lia_sym_symbol(p, "x"));
  memset(s, '-', N);
  s[N] = 'x';
  cr_assert_eq(lia_parse(p, s, N + 1, LIA_PARSE_refuse, &e, NULL, NULL), LIA_OK);
  for (int i = 0; i < N; i++) memcpy(s + 4 * i, "sin(", 4);
  s[4 * N] = 'x';
  memset(s + 4 * N + 1, ')', N);
  cr_assert_eq(lia_parse(p, s, 5 * N + 1, LIA_PARSE_refuse, &e, NULL, NULL), LIA_OK);
  lia_free(s);
  lia_pool_free(p);
}

// pieces of the grammar in any order, and good texts with one byte changed: a value or a sentence,
// never harm
LIA_TEST(parse, nonsense_is_refused_in_words) {
  known();
  static const char *const piece[] = { "x", "q1'", "+", "-", "*", "/", "^", "(", ")", ",", "sin(",
      "piecewise(", "1e3", "0", " ", "<=", "==", "'", "\xff", "pi", "9", "m1" };
  lia_rng r = lia_rng_seed(9);
  for (int i = 0; i < 5 * kit_cases(CASES); i++) {
    char s[200] = "";
    for (int n = (int)lia_rng_below(&r, 25); n >= 0; n--)
      strcat(s, piece[lia_rng_below(&r, sizeof piece / sizeof *piece)]);
    lia_expr e;
    size_t at = 0;
    err = (lia_error){ 0 };
    lia_status st = lia_parse(p, s, strlen(s), i % 2 ? LIA_PARSE_create : LIA_PARSE_refuse, &e, &at,
        &err);
    cr_assert(st == LIA_OK ? e != 0 : e == 0 && err.text[0] &&
        strncmp(err.path, "column ", 7) == 0 && at <= strlen(s), "%s", s);
  }
  static const char good[] = "m1*(x^2 + y^2)/2 - piecewise(x < 1, sin(q1)*q1'', atan2(y, -x)^3)";
  for (int i = 0; i < 5 * kit_cases(CASES); i++) {
    char s[sizeof good];
    memcpy(s, good, sizeof good);
    s[lia_rng_below(&r, sizeof good - 1)] = (char)lia_rng_below(&r, 256);
    lia_expr e;
    err = (lia_error){ 0 };
    lia_status st = lia_parse(p, s, lia_rng_below(&r, 2) ? sizeof good - 1
        : lia_rng_below(&r, sizeof good), LIA_PARSE_refuse, &e, NULL, &err);
    cr_assert((st == LIA_OK) == (e != 0) && (st == LIA_OK || err.text[0]), "%s", s);
  }
  for (long n = 0; n < 30; n++) {
    lia_mem_fail_after(n);
    lia_expr e;
    lia_status st = lia_parse(p, good, sizeof good - 1, LIA_PARSE_refuse, &e, NULL, NULL);
    lia_mem_fail_after(-1);
    cr_assert(st == LIA_OK || st == LIA_ENOMEM);
  }
  lia_pool_free(p);
}
