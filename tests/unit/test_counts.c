/* test_counts.c - operation counts at or under the published ones             [inria80] 3.1, 3.2 */
#include "rbd/sym/sforms.h"
#include "rbd/sym/srnea.h"

#include "base/rng.h"
#include "describe/check.h"
#include "sym/tape/eval.h"

#include "house.h"
#include <math.h>
#include <string.h>

#define TRY(call) \
  do { \
    lia_error e_ = { 0 }, *err = &e_; \
    cr_assert_eq((call), LIA_OK, "%s: %s: %s", #call, e_.path, e_.text); \
  } while (0)

/* modified Denavit-Hartenberg, one row a joint: quarter turns of alpha, d, r; slide: a prismatic
 * joint. z: along the axis of the joint before, for origins that are not where the common normal
 * stands: of the Puma those of links 3 and 4 lie in the elbow */
typedef struct mdh { int alpha, slide; double d, r, z; } mdh;

static const mdh puma[6] = { { 0, 0, 0, 0, 0 }, { -1, 0, 0, 0, 0 }, { 0, 0, .4318, 0, 0 },
    { -1, 0, .0203, 0, .1501 }, { 1, 0, 0, 0, .4331 }, { -1, 0, 0, 0, 0 } };
static const mdh stanford[6] = { { 0, 0, 0, 0, 0 }, { -1, 0, 0, .154, 0 }, { 1, 1, 0, 0, 0 },
    { 0, 0, 0, 0, 0 }, { -1, 0, 0, 0, 0 }, { 1, 0, 0, 0, 0 } };
static const mdh rx90[6] = { { 0, 0, 0, 0, 0 }, { 1, 0, 0, 0, 0 }, { 0, 0, .45, 0, 0 },
    { -1, 0, 0, .45, 0 }, { 1, 0, 0, 0, 0 }, { -1, 0, 0, 0, 0 } };
/* Comau Racer 3, from its data sheet: the shoulder and the elbow stand off */
static const mdh racer3[6] = { { 0, 0, 0, 0, 0 }, { -1, 0, .05, 0, 0 }, { 0, 0, .27, 0, 0 },
    { -1, 0, .05, .2992, 0 }, { 1, 0, 0, 0, 0 }, { -1, 0, 0, 0, 0 } };

/* Armstrong, Khatib, Burdick 1986, with the numbers of Corke 1994: mass, centre of mass, inertia
 * about it in these frames */
typedef struct numbers { double m, c[3], I[3]; } numbers;
static const numbers akb[6] = {
  { 0, { 0 }, { .35, .35, .35 } }, { 17.4, { .068, .006, .2275 }, { .13, .524, .539 } },
      { 4.8, { 0, .07, .16415 }, { .066, .0125, .086 } },
  { .82, { 0, 0, .4508 }, { .0018, .0018, .0013 } }, { .34, { 0 }, { .0003, .0003, .0004 } },
      { .09, { 0, 0, .032 }, { .00015, .00015, .00004 } },
};

/* the report's robot without its zeros: axes y x x x y z, and where the first moments of Paul's
 * table are not zero */
static const double paul_c[6][3] = { { 0, 1, 1 }, { 0, 0, 1 }, { 0, 0, 1 }, { 0, 1, 1 },
    { 0, 1, 1 }, { 0, 0, 1 } };

/* a number, or a symbol where there is one that is not 0 */
static lia_val given(lia_spec *s, int symbols, double x, const char *fmt, int i) {
  if (!symbols || x == 0) return LIA_VAL(x);
  return LIA_VAL_TEXT(lia_spec_text(s, fmt, i));
}

/* of: NULL for 60 parameters, all different; symbols: instead of numbers that are not 0 */
static lia_spec *arm_of(const mdh *row, const numbers *of, int gravity, int symbols) {
  static const char *const com[] = { "x%d", "y%d", "z%d" },
      *const inertia[] = { "xx%d", "yy%d", "zz%d", "xy%d", "xz%d", "yz%d" };
  lia_rng r = lia_rng_seed(9);
  lia_spec *s;
  TRY(lia_spec_new(&s, err));
  for (int i = 0; i < 6; i++) {
    const char *name = lia_spec_text(s, "b%d", i + 1),
        *where = lia_spec_text(s, "bodies[%d]", i + 1);
    lia_spec_body *b = lia_spec_add_body(s, name, where);
    b->mass = given(s, symbols, of ? of[i].m : lia_rng_range(&r, 1, 9), "m%d", i);
    for (int k = 0; k < 3; k++)
      b->com[k] = given(s, symbols, of ? of[i].c[k] : lia_rng_range(&r, .01, .3), com[k], i);
    for (int k = 0; k < 3; k++)
      b->inertia[k] = given(s, symbols, of ? of[i].I[k] : lia_rng_range(&r, 1, 1.5), inertia[k], i);
    for (int k = 3; k < 6; k++)
      b->inertia[k] = given(s, symbols, of ? 0 : lia_rng_range(&r, .01, .1), inertia[k], i);
    b->about_origin = 0;
    lia_spec_joint *j = lia_spec_add_joint(s, i ? lia_spec_text(s, "b%d", i) : "world", name,
        row[i].slide ? LIA_JOINT_prismatic : LIA_JOINT_revolute, where);
    lia_spec_add_move(s, &j->place, LIA_MOVE_TZ, given(s, symbols, row[i].z, "e%d", i));
    lia_spec_add_move(s, &j->place, LIA_MOVE_RX, LIA_VAL(row[i].alpha * acos(0)));
    lia_spec_add_move(s, &j->place, LIA_MOVE_TX, given(s, symbols, row[i].d, "a%d", i));
    lia_spec_add_move(s, &j->place, LIA_MOVE_TZ, given(s, symbols, row[i].r, "d%d", i));
    for (int k = 0; k < 3; k++) j->axis[k] = LIA_VAL(k == 2);
    lia_spec_set_dofs(s, j, 1);
    lia_spec_add_coord(s, j->dof[0].coord = lia_spec_text(s, "q%d", i + 1));
  }
  for (int k = 0; k < 3; k++) s->gravity[k] = LIA_VAL(k == 2 && gravity ? -9.81 : 0);
  TRY(lia_spec_check(s, err));
  return s;
}

static lia_spec *arm(const mdh *row, const numbers *of, int gravity) {
  return arm_of(row, of, gravity, 0);
}

/* still: no accelerations, what velocities and gravity ask for */
typedef struct published { const char *what; const mdh *row; const numbers *of; int gravity,
    base; size_t mul, add; int still; } published;

static lia_count inverse(const published *r) {
  lia_spec *s = arm(r->row, r->of, r->gravity);
  lia_pool *p = lia_pool_new();
  lia_smodel *m;
  lia_stree *t;
  lia_regroup how[7] = { 0 };
  lia_expr tau[6];
  lia_count c;
  TRY(lia_smodel_new(&m, p, s, err));
  if (r->base) TRY(lia_srnea_regroup(m, how, err));
  TRY(lia_stree_new(&t, m, how, err));
  lia_expr none[6] = { LIA_ZERO, LIA_ZERO, LIA_ZERO, LIA_ZERO, LIA_ZERO, LIA_ZERO };
  TRY(lia_srnea(t, m->v, r->still ? none : m->a, 1, tau, err));
  cr_assert(lia_tape_count(p, 6, tau, &c));
  lia_stree_free(t);
  lia_smodel_free(m);
  lia_pool_free(p);
  lia_spec_free(s);
  return c;
}

LIA_TEST(counts, inverse_dynamics_is_as_small_as_the_books_say) {
  static const published row[] = {
    { "Puma 560, structure of Armstrong, base parameters", puma, akb, 1, 1, 184, 146, 0 },
    { "Puma 560, structure of Armstrong", puma, akb, 1, 0, 220, 178, 0 },
    { "Puma 560, 60 parameters, base", puma, NULL, 1, 1, 259, 240, 0 },
    { "Puma 560, 60 parameters", puma, NULL, 1, 0, 298, 283, 0 },
    { "Stanford arm, 60 parameters, base", stanford, NULL, 1, 1, 230, 212, 0 },
    { "RX90, base", rx90, NULL, 1, 1, 247, 228, 0 },
    { "RX90", rx90, NULL, 1, 0, 286, 271, 0 },
    { "RX90 without gravity (325/276 by OpenSYMORO)", rx90, NULL, 0, 0, 280, 265, 0 },
    { "Racer 3, velocities and gravity, base (294/283 by SYMORO+)", racer3, NULL, 1, 1, 292, 262,
        1 },
  };
  for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
    lia_count c = inverse(&row[k]);
    cr_log_info("%s: %zu multiplications, %zu additions; published %zu, %zu", row[k].what, c.mul,
        c.add, row[k].mul, row[k].add);
    cr_expect(c.mul <= row[k].mul && c.add <= row[k].add && c.div == 0,
        "%s: %zu/%zu, published %zu/%zu", row[k].what, c.mul, c.add, row[k].mul, row[k].add);
  }
}

/* ---- by the cheapest road, of symbols and of numbers ---- */

/* Paul's Stanford arm: diagonal inertias, few first moments */
static const numbers *paul(void) {
  static numbers x[6];
  for (int i = 0; i < 6; i++) {
    x[i].m = 1 + .3 * i;
    for (int k = 0; k < 3; k++)
      x[i].c[k] = paul_c[i][k] * (.05 + .01 * k + .02 * i), x[i].I[k] = .2 + .01 * i + .02 * k;
  }
  return x;
}

/* C at most one and a half times M, and the forces at zero acceleration: mul and add are 0 */
typedef struct line {
    const char *what; const mdh *row; const numbers *of; lia_sform form; size_t mul, add; } line;

static lia_count count_of(lia_sforms *f, lia_sform what) {
  static lia_expr e[600];
  lia_count c;
  cr_assert(lia_sforms_size(f, what) <= 600);
  TRY(lia_sforms_write(f, what, 1, NULL, e, NULL, err));
  cr_assert(lia_tape_count_moving(lia_sforms_pool(f), (uint32_t)lia_sforms_size(f, what), e, &c));
  c.add -= c.angle;
  return c;
}

static void hold(const line *x, int symbols) {
  lia_spec *s = arm_of(x->row, x->of, 1, symbols);
  lia_sforms *f;
  TRY(lia_sforms_new(&f, s, err));
  lia_count c = count_of(f, x->form);
  size_t mul = x->mul, add = x->add;
  if (!mul) {
    lia_count m = count_of(f, LIA_SFORM_mass), b = count_of(f, LIA_SFORM_bias);
    mul = 3 * m.mul / 2 + b.mul, add = 3 * m.add / 2 + b.add;
    cr_expect(c.mul + c.add <= mul + add,
        "%s, %s: %zu/%zu, one and a half times the mass matrix and the bias %zu/%zu", x->what,
        symbols ? "symbols" : "numbers", c.mul, c.add, mul, add);
  } else {
    cr_expect(c.mul <= mul && c.add <= add, "%s, %s: %zu/%zu, published %zu/%zu", x->what,
        symbols ? "symbols" : "numbers", c.mul, c.add, mul, add);
  }
  cr_expect(c.div == 0 && c.fun <= 10, "%s: %zu divisions, %zu functions", x->what, c.div, c.fun);
  cr_log_info("%s, %s: %zu/%zu with %zu functions; %zu/%zu", x->what,
      symbols ? "symbols" : "numbers", c.mul, c.add, c.fun, mul, add);
  lia_sforms_free(f);
  lia_spec_free(s);
}

LIA_TEST(counts, functions_are_as_small_with_symbols_as_with_numbers) {
  const line list[] = {
    { "Puma 560, inverse dynamics", puma, NULL, LIA_SFORM_id, 259, 240 },
    { "Puma 560, structure of Armstrong, inverse dynamics", puma, akb, LIA_SFORM_id, 184, 146 },
    { "RX90, inverse dynamics", rx90, NULL, LIA_SFORM_id, 247, 228 },
    { "Stanford arm, inverse dynamics", stanford, NULL, LIA_SFORM_id, 230, 212 },
    { "Stanford arm, structure of Paul, inverse dynamics", stanford, paul(), LIA_SFORM_id, 155,
        111 },
    { "Puma 560, mass matrix", puma, NULL, LIA_SFORM_mass, 168, 134 },
    { "Puma 560, structure of Armstrong, mass matrix", puma, akb, LIA_SFORM_mass, 123, 87 },
    { "RX90, mass matrix", rx90, NULL, LIA_SFORM_mass, 143, 111 },
    { "Stanford arm, mass matrix", stanford, NULL, LIA_SFORM_mass, 115, 93 },
    { "Stanford arm, structure of Paul, mass matrix", stanford, paul(), LIA_SFORM_mass, 78, 51 },
    { "Puma 560, A, B, C, Q", puma, NULL, LIA_SFORM_matrices, 498 * 8 / 10, 434 * 8 / 10 },
    { "Puma 560, structure of Armstrong, A, B, C, Q", puma, akb, LIA_SFORM_matrices, 362 * 8 / 10,
        294 * 8 / 10 },
    { "RX90, A, B, C, Q", rx90, NULL, LIA_SFORM_matrices, 425 * 8 / 10, 342 * 8 / 10 },
    { "Stanford arm, A, B, C, Q", stanford, NULL, LIA_SFORM_matrices, 317 * 9 / 10, 236 * 9 / 10 },
    { "Stanford arm, structure of Paul, A, B, C, Q", stanford, paul(), LIA_SFORM_matrices, 217,
        150 },
    { "Puma 560, C", puma, NULL, LIA_SFORM_coriolis, 0, 0 },
    { "RX90, C", rx90, NULL, LIA_SFORM_coriolis, 0, 0 },
    { "Stanford arm, C", stanford, NULL, LIA_SFORM_coriolis, 0, 0 },
    { "Racer 3, C", racer3, NULL, LIA_SFORM_coriolis, 0, 0 },
  };
  for (size_t k = 0; k < sizeof list / sizeof *list; k++)
    for (int symbols = 0; symbols < 2; symbols++) hold(&list[k], symbols);
}
