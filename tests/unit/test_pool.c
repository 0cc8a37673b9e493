/* test_pool.c - work stopped on the way: it says so, leaves nothing, and can be done again */
#include "eom/lagrange.h"
#include "gen/emit.h"
#include "sym/expr/homonym.h"
#include "sym/simp/compact.h"
#include "sym/expr/diff.h"
#include "sym/expr/pool.h"
#include "sym/tape/cse.h"
#include "sym/simp/simp.h"
#include "sym/simp/smat.h"
#include "sym/simp/zero.h"

#include "house.h"
#include "symkit.h"

static int yes(void *of) { return ++*(int *)of > 0; }

// 0 where reading was stopped
static lia_expr text(lia_pool *p, const char *s) {
  lia_expr e;
  return lia_parse(p, s, strlen(s), LIA_PARSE_create, &e, NULL, NULL) == LIA_OK ? e : 0;
}

static lia_expr expand(lia_pool *p) {
  return lia_simp_expand(p, text(p, "(sin(a) + b + c + d*e)^5*(a + b)^2"));
}
static lia_expr tidy(lia_pool *p) {
  return lia_simp_all(p,
      text(p, "(a*sin(b)^2 + a*cos(b)^2 + c)^3/(a + c)^2 + sin(a)*cos(b) - cos(a)*sin(b)"));
}
static lia_expr zero(lia_pool *p) {
  return lia_zero(p,
      text(p, "(a + b + c)^6 - (a + b + c)^2*(a + b + c)^4 + cos(a)^2 + sin(a)^2 - 1"))
      == LIA_ZERO_yes;
}

static lia_expr det(lia_pool *p) {
  lia_expr M[36];
  char name[8];
  for (int i = 0; i < 36; i++) {
    snprintf(name, sizeof name, "m%d%d", i / 6, i % 6);
    M[i] = text(p, name);
  }
  return lia_smat_det(p, 6, M);
}

static lia_expr slopes(lia_pool *p) {
  lia_expr f = det(p), x[3] = { text(p, "m00"), text(p, "m11"), text(p, "m22") }, H[9];
  return f && lia_diff_hessian(p, f, 3, x, H) ? H[1] : 0;
}

static lia_expr compact(lia_pool *p) {
  lia_expr f[2] = { det(p), text(p, "a*cos(b)*x + a*sin(b)*y + a*cos(b)*z") }, out[2];
  return f[0] && lia_compact(p, 2, f, out, 1) ? out[1] : 0;
}

static lia_expr shared(lia_pool *p) {
  lia_expr f[2] = { det(p), text(p, "(a + b + c)*(a + b + d)") }, out[2];
  return f[0] && lia_share(p, 2, f, out) ? out[0] : 0;
}

// a pendulum on a cart
static lia_expr derive(lia_pool *p) {
  lia_expr q[2] = { lia_sym_coordinate(p, "s"), lia_sym_coordinate(p, "phi") };
  for (int i = 0; i < 2; i++) lia_sym_rate(p, lia_sym_rate(p, q[i]));
  lia_lagrange_spec s = { .n = 2, .q = q };
  s.T = text(p, "(M + m)*s'^2/2 + m*l*s'*phi'*cos(phi) + m*l^2*phi'^2/2");
  s.V = text(p, "-m*g*l*cos(phi)");
  lia_lagrange *g = NULL;
  if (!s.T || !s.V || lia_lagrange_new(&g, p, &s, NULL) != LIA_OK) return 0;
  lia_expr e = lia_lagrange_row(g, 1, 1);
  lia_free(g);
  return e;
}

static lia_expr written(lia_pool *p) {
  lia_expr x = text(p, "a"), f = lia_simp_expand(p, text(p, "(a + sin(a) + cos(2*a))^4"));
  lia_emit_vec in = { "x", &x, 1, 0 }, out = { "y", &f, 1, 0 };
  lia_emit_fn fn = { .p = p, .name = "f", .in = &in, .out = &out, .nin = 1, .nout = 1 };
  lia_text t = { 0 };
  lia_status st = f ? lia_emit(&fn, LIA_LANGUAGE_c, &(lia_emit_opts){ 0 }, &t, NULL, NULL)
      : LIA_EINTERRUPT;
  lia_text_free(&t);
  return st == LIA_OK;
}

static const struct { const char *name; lia_expr (*work)(lia_pool *); } row[] = {
  { "expand", expand }, { "tidy", tidy }, { "zero", zero }, { "det", det }, { "slopes", slopes },
      { "compact", compact },
  { "shared", shared }, { "derive", derive }, { "written", written },
};

// asked to stop after so much work; 1 where it was done before that
static int stopped(int r, uint32_t after, lia_expr want) {
  int asked = 0;
  lia_pool *p = lia_pool_new();
  row[r].work(p);   // symbols and texts are there
  p->stop = yes;
  p->stop_of = &asked;
  p->work = (1u << 12) - 1 - after;
  lia_expr got = row[r].work(p);
  // reading a text hands its failure on and clears it
  if (asked && got)
    cr_assert_eq(lia_pool_status(p, NULL), LIA_EINTERRUPT, "%s after %u: a result, and no error",
        row[r].name, after);
  if (!asked) cr_assert_eq(got, want, "%s after %u", row[r].name, after);
  p->stop = NULL;
  lia_pool_clear(p);
  cr_assert_eq(row[r].work(p), want, "%s after %u, again", row[r].name, after);
  cr_assert_eq(lia_pool_status(p, NULL), LIA_OK);
  lia_pool_free(p);
  return !asked;
}

LIA_TEST(pool, work_that_is_stopped_says_so_and_can_be_done_again) {
  for (int r = 0; r < (int)(sizeof row / sizeof *row); r++) {
    lia_pool *p = lia_pool_new();
    row[r].work(p);
    lia_expr want = row[r].work(p);
    lia_pool_free(p);
    cr_assert(want, "%s", row[r].name);
    int done = 0;
    for (uint32_t after = 0; after < 1u << 12 && !done; after += 1 + after / 8)
      done = stopped(r, after, want);
    cr_assert(!stopped(r, 0, want), "%s asked nobody", row[r].name);
  }
}

LIA_TEST(pool, nobody_to_ask_is_no_reason_to_stop) {
  lia_pool *p = lia_pool_new();
  p->work = UINT32_MAX - 1;
  cr_assert(!lia_pool_stopped(p, 1));
  cr_assert_eq(p->work, 0);
  cr_assert(expand(p));
  lia_pool_free(p);
}

/* a constant is a parameter that stands for an expression: the same of the same, another of
 * another, and none of it is the plain one */
LIA_TEST(pool, constants_of_one_name_are_as_many_as_their_meanings) {
  lia_pool *p = lia_pool_new();
  lia_expr a = lia_sym_symbol(p, "a"), b = lia_sym_symbol(p, "b"), sum = lia_sym_add(p, a, b),
      product = lia_sym_mul(p, a, b);
  lia_expr J = lia_pool_constant(p, "J", 1, sum), K = lia_pool_constant(p, "J", 1, product),
      L = lia_pool_constant(p, "J", 1, lia_sym_sub(p, a, b));
  cr_assert(J && K && L && J != K && K != L && J != L);
  cr_assert(lia_pool_constant(p, "J", 1, sum) == J && lia_pool_constant(p, "J", 1, product) == K);
  cr_assert(!strcmp(lia_expr_symbol(p, J)->name, "J") && !strcmp(lia_expr_symbol(p, K)->name, "J"));
  cr_assert(lia_pool_find(p, "J", 1) == K && lia_sym_symbol(p, "J") == K,
      "the name alone means the one asked for last");
  lia_expr plain = lia_pool_plain(p, "J", 1);
  cr_assert(plain && plain != J && plain != K && lia_expr_symbol(p, plain)->means == 0 &&
      lia_pool_plain(p, "J", 1) == plain);
  cr_assert(lia_pool_find(p, "J", 1) == plain && lia_pool_twin(p, J, LIA_SYM_parameter) == plain);

  // alone they stay, together they are written out
  lia_expr alone = lia_sym_mul(p, J, a), met = lia_sym_add(p, alone, lia_sym_mul(p, K, b)),
      with = lia_sym_sub(p, J, plain);
  cr_assert_eq(lia_twins_apart(p, alone), alone);
  cr_assert_eq(lia_twins_apart(p, met),
      lia_sym_add(p, lia_sym_mul(p, sum, a), lia_sym_mul(p, product, b)));
  cr_assert_eq(lia_twins_apart(p, with), lia_sym_sub(p, sum, plain));
  cr_assert_eq(lia_twins_meant(p, alone), lia_sym_mul(p, sum, a));
  cr_assert_eq(lia_twins_fit(p, plain, 1, &alone), J);
  cr_assert_eq(lia_twins_mixed(p, met), 0);

  // what they stand for decides what is zero
  cr_assert_eq(lia_zero(p, lia_sym_sub(p, J, lia_sym_add(p, b, a))), LIA_ZERO_yes);
  cr_assert_eq(lia_zero(p, lia_sym_sub(p, J, K)), LIA_ZERO_no);
  cr_assert_eq(lia_zero(p, lia_sym_sub(p, plain, sum)), LIA_ZERO_no);

  // a coordinate of the name is another thing, and may not meet any of them
  lia_expr q = lia_sym_coordinate(p, "J");
  cr_assert(q && lia_twins_mixed(p, lia_sym_add(p, q, J)) &&
      lia_twins_mixed(p, lia_sym_add(p, q, plain)));
  cr_assert(!lia_pool_constant(p, "J", 1, 0) && !lia_pool_constant(p, "2J", 2, a));
  lia_pool_free(p);
  for (long n = 0, done = 0; !done; n++) {
    p = lia_pool_new();
    lia_expr x = lia_sym_symbol(p, "x"), y = lia_sym_symbol(p, "y");
    lia_mem_fail_after(n);
    done = lia_pool_constant(p, "c", 1, lia_sym_add(p, x, y)) &&
        lia_pool_constant(p, "c", 1, lia_sym_mul(p, x, y)) && lia_pool_plain(p, "c", 1);
    lia_mem_fail_after(-1);
    lia_pool_free(p);
  }
}
