/* test_kinds.c - the contract every row of the constraint table must keep: calc in numbers is what
 * its equation says, differentiated; new constraints are tested by being listed */
#include "kinds/constraint_form.h"
#include "kinds/joint.h"

#include "base/mem.h"
#include "base/rng.h"
#include "geo/quat.h"
#include "num/small.h"
#include "sym/expr/build.h"
#include "sym/expr/parse.h"

#include "house.h"

#include <math.h>
#include <string.h>

enum { ENDS = LIA_CONSTRAINT_ENDS, ROWS = LIA_CONSTRAINT_ROWS,
    SYMBOLS = LIA_CONSTRAINT_END_SYMBOLS };

static const char *const surfaces[LIA_CONSTRAINT_NEXPR] = { "x^2 + y*z - 1 + sin(x*y)",
    "x + exp(z/2) - y^3" };

LIA_TEST(kinds, constraints_are_found_by_their_name_and_by_that_of_their_joint) {
  for (int k = 0; k < LIA_CONSTRAINT_COUNT; k++) {
    const lia_constraint_type *type = lia_constraint_types[k];
    cr_assert_str_eq(type->name, lia_constraint_name[k]);
    cr_assert_eq(lia_constraint_find(type->name), k);
    if (!type->alias) continue;
    cr_assert_eq(lia_constraint_find(type->alias), k);
    // the joint of that name closes loops with it
    int joint = lia_joint_find(type->alias);
    cr_assert(joint >= 0 && lia_joint_types[joint]->loop == k, "%s: no joint is called %s",
        type->name, type->alias);
  }
  cr_assert_eq(lia_constraint_find("hing"), -1);
}

LIA_TEST(kinds, constraints_are_complete) {
  for (int k = 0; k < LIA_CONSTRAINT_COUNT; k++) {
    const lia_constraint_type *type = lia_constraint_types[k];
    cr_assert(type->text && type->text[0], "%s", type->name);
    cr_assert(type->nrow > 0 && type->nrow <= ROWS && type->nposition <= type->nrow &&
        type->nend <= ENDS, "%s", type->name);
    cr_assert(type->nparam <= LIA_CONSTRAINT_NPARAM && type->nexpr <= LIA_CONSTRAINT_NEXPR, "%s",
        type->name);
    cr_assert(type->nend ? type->calc && type->equation && !type->write : type->write &&
        !type->calc, "%s", type->name);
    cr_assert_eq(!type->nexpr, !type->expr_key, "%s", type->name);
    cr_assert_eq(!type->ncoord, !type->coord_key, "%s", type->name);
    for (int i = 0; i < type->nparam; i++)
      cr_assert(type->param[i].name && type->param[i].unit[0] && type->param[i].text[0], "%s",
          type->name);
  }
}

// ---- calc against the equation ----

typedef struct subject {
  const lia_constraint_type *type;
  lia_constraint c;
  lia_tape *tape;  /* ends and parameters -> g, period, rate, acceleration, F of every row */
  lia_pool *p;
} subject;

/* symbols of the ends, then the parameters that are symbols */
static int inputs(const subject *s, const lia_constraint_form *f, const lia_constraint_motion *m,
    lia_expr *in) {
  int n = 0;
  for (int e = 0; e < s->type->nend; e++)
    for (int k = 0; k < SYMBOLS; k++) in[n++] = m->end[e][k];
  for (int k = 0; k < s->type->nparam; k++)
    if (f->param[k] != LIA_ZERO) in[n++] = f->param[k];
  return n;
}

static int outputs(const subject *s, const lia_constraint_motion *m, lia_expr *out) {
  int n = 0;
  for (int i = 0; i < s->type->nrow; i++) {
    out[n++] = m->g[i];
    out[n++] = m->period[i];
    out[n++] = m->rate[i];
    out[n++] = m->acceleration[i];
    for (int e = 0; e < s->type->nend; e++)
      for (int k = 0; k < 6; k++) out[n++] = m->F[i][e][k];
  }
  return n;
}

/* parameters: random, or 0 where the kind takes 0 as another case (plane); sign: of the last of
 * them */
static subject made(const lia_constraint_type *type, int zero, double sign, lia_rng *r) {
  subject s = { .type = type, .p = lia_pool_new(), .c = { .name = type->name, .row = type } };
  lia_constraint_form f = { .p = s.p };
  lia_constraint_motion m;
  lia_expr in[ENDS * SYMBOLS + 2], out[ROWS * (4 + 6 * ENDS)];
  lia_error err = { 0 };
  for (int k = 0; k < type->nparam; k++) {
    char name[8] = { 'p', (char)('1' + k), 0 };
    int is_zero = zero && k == type->nparam - 1;
    f.param[k] = is_zero ? LIA_ZERO : lia_sym_symbol(s.p, name);
    s.c.param[k] = is_zero ? 0 : lia_rng_range(r, .3, .9) * (k == type->nparam - 1 ? sign : 1);
  }
  for (int k = 0; k < 3; k++) f.xyz[k] = lia_sym_coordinate(s.p,
      (const char *const[]){ "x", "y", "z" }[k]);
  for (int k = 0; k < type->nexpr; k++)
    cr_assert_eq(lia_parse(s.p, surfaces[k], strlen(surfaces[k]), LIA_PARSE_refuse, &f.expr[k],
        NULL, &err), LIA_OK, "%s", err.text);
  if (type->nexpr) cr_assert_eq(lia_constraint_read_surface(&s.c, type->nexpr, surfaces, &err),
      LIA_OK, "%s", err.text);
  cr_assert_eq(lia_constraint_move(type, &f, &m, &err), LIA_OK, "%s: %s", type->name, err.text);
  cr_assert_eq(f.n, type->nrow, "%s: its equation has %d rows, the table says %d", type->name, f.n,
      type->nrow);
  int nin = inputs(&s, &f, &m, in), nout = outputs(&s, &m, out);
  cr_assert_eq(lia_tape_new(&s.tape, s.p, (uint32_t)nin, in, (uint32_t)nout, out, &err), LIA_OK,
      "%s: %s", type->name, err.text);
  return s;
}

static void drop(subject *s) {
  lia_constraint_drop(&s->c);
  lia_free(s->tape);
  lia_pool_free(s->p);
}

static void random_end(lia_rng *r, lia_end *e) {
  double q[4];
  lia_rng_quat(r, q);
  lia_quat_to_rot(e->R, q);
  for (int k = 0; k < 3; k++) {
    e->p[k] = lia_rng_range(r, -1, 1);
    e->u[k] = lia_rng_range(r, -1, 1);
    e->w[k] = lia_rng_range(r, -1, 1);
  }
}

static void near(double got, double want, double scale, const subject *s, int row,
    const char *what) {
  cr_assert_float_eq(got, want, 1e-12 * (1 + scale),
      "%s row %d: %s is %.17g, its equation says %.17g", s->type->name, row + 1, what, got,
                     want);
}

/* at rest but for velocities: the accelerations of the ends are 0, so that the rate of G v is c */
static void compare(const subject *s, lia_rng *r) {
  static double in[ENDS * SYMBOLS + 2], out[ROWS * (4 + 6 * ENDS)], w[20000], work[4000];
  lia_end e[ENDS];
  lia_constraint_eq row[ROWS] = { 0 };
  int n = 0, at = 0;
  for (int i = 0; i < s->type->nend; i++) {
    random_end(r, &e[i]);
    memcpy(in + n, e[i].R, sizeof e[i].R);
    memcpy(in + n + 9, e[i].p, sizeof e[i].p);
    memcpy(in + n + 12, e[i].u, sizeof e[i].u);
    memcpy(in + n + 15, e[i].w, sizeof e[i].w);
    memset(in + n + 18, 0, 6 * sizeof *in);
    n += SYMBOLS;
  }
  for (int k = 0; k < s->type->nparam; k++)
    if (s->c.param[k] != 0) in[n++] = s->c.param[k];
  cr_assert(s->tape->nslot < 20000 && (int)s->tape->nin == n);
  lia_tape_eval(s->tape, in, out, w);
  s->type->calc(&s->c, e, work, row);
  for (int i = 0; i < s->type->nrow; i++) {
    double g = out[at], period = out[at + 1], rate = out[at + 2], c = out[at + 3], sum = 0,
        most = 1;
    if (period != 0) g -= period * floor(g / period + .5);
    if (i < s->type->nposition) near(row[i].g, g, fabs(g), s, i, "g");
    at += 4;
    for (int k = 0; k < s->type->nend; k++)
      for (int j = 0; j < 6; j++, at++) {
        near(row[i].F[k][j], out[at], fabs(out[at]), s, i, "F");
        sum += row[i].F[k][j] * (j < 3 ? e[k].u[j] : e[k].w[j-3]);
        most = fmax(most, fabs(out[at]));
      }
    near(sum, rate, most, s, i, "G v");
    near(row[i].b, 0, 0, s, i, "b");
    near(row[i].c, c, fmax(fabs(c), most * most), s, i, "c");
  }
}

LIA_TEST(kinds, constraints_in_numbers_are_their_equations) {
  lia_rng r = lia_rng_seed(141);
  for (int k = 0; k < LIA_CONSTRAINT_COUNT; k++) {
    const lia_constraint_type *type = lia_constraint_types[k];
    if (!type->nend) continue;
    for (int how = 0; how < (type->nparam ? 3 : 1); how++) {
      subject s = made(type, how == 1 && type->param[type->nparam - 1].defaults == 0, how == 2 &&
          type->nparam > 1 ? -1 : 1, &r);
      for (int i = 0; i < 200; i++) compare(&s, &r);
      drop(&s);
    }
  }
}
