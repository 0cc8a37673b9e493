/* force_rows.c - what holds for the row of every force element: complete, and its law in numbers is
 * its law in expressions, with energy, power and derivatives, because it is listed */
#include "base/rng.h"
#include "kinds/force_law.h"
#include "sym/expr/build.h"
#include "sym/expr/diff.h"
#include "sym/tape/eval.h"

#include "house.h"

#include <math.h>
#include <string.h>

enum { DIM = LIA_FORCE_DIM, OWN = LIA_FORCE_STATES, NSTATE = 2 * DIM + OWN + 1,
       NIN = LIA_FORCE_NPARAM + NSTATE };

/* a law asked at numbers: p, x, v, z, t as one array of inputs */
typedef struct state {
  double p[LIA_FORCE_NPARAM], x[LIA_FORCE_DIM], v[LIA_FORCE_DIM], z[OWN], t;
} state;

/* the law of a row at a port, its numbers and states symbols of a pool */
typedef struct symbols {
  lia_pool *pool;
  lia_expr all[NIN], *p, *x, *v, *z, *t;
  lia_force_in in;
  int np;
} symbols;

static const char *name_of(int kind) { return lia_force_rows[kind]->name; }

static lia_expr symbol(lia_pool *p, const char *what, int k) {
  char text[32];
  snprintf(text, sizeof text, "%s_%d", what, k);
  return lia_sym_symbol(p, text);
}

static symbols open_symbols(int kind) {
  symbols s = { .pool = lia_pool_new(), .np = lia_force_numbers((lia_force_kind)kind) };
  for (int k = 0; k < NIN; k++) s.all[k] = symbol(s.pool, "in", k);
  return s;
}

static void point_symbols(symbols *s) {
  s->p = s->all;
  s->x = s->all + s->np;
  s->v = s->x + DIM;
  s->z = s->v + DIM;
  s->t = s->z + OWN;
  s->in = (lia_force_in){ .param = s->p, .x = s->x, .v = s->v, .z = s->z, .t = *s->t };
}

static void input_of(const symbols *s, const state *a, double in[NIN]) {
  memcpy(in, a->p, (size_t)s->np * sizeof *in);
  memcpy(in + s->np, a->x, sizeof a->x);
  memcpy(in + s->np + DIM, a->v, sizeof a->v);
  memcpy(in + s->np + 2 * DIM, a->z, sizeof a->z);
  in[s->np + 2 * DIM + OWN] = a->t;
}

/* values of e[0 .. n) at a */
static void values_of(const symbols *s, const state *a, int n, const lia_expr *e, double *out) {
  lia_tape *tape = NULL;
  lia_error err = { 0 };
  double in[NIN];
  uint32_t nin = (uint32_t)s->np + NSTATE;
  lia_status st = lia_tape_new(&tape, s->pool, nin, s->all, (uint32_t)n, e, &err);
  cr_assert_eq(st, LIA_OK, "%s: %s", err.path, err.text);
  double *work = lia_malloc((tape->nslot + 1) * sizeof *work);
  input_of(s, a, in);
  lia_tape_eval(tape, in, out, work);
  lia_free(work);
  lia_free(tape);
}

static int is_fit(const lia_force_row *row, const state *a) {
  return !row->wrong || !row->wrong(a->p);
}

/* numbers that fit the row: now and then the default, an end that is not there */
static void random_numbers(lia_rng *r, int kind, state *a) {
  const lia_force_row *row = lia_force_rows[kind];
  do {
    double *p = a->p;
    for (int k = 0; k < row->nparam; k++)
      for (int i = 0; i < row->param[k].size; i++, p++) {
        const lia_force_param *c = &row->param[k];
        *p = lia_rng_range(r, fmax(c->least, -2), 2);
        if (!isnan(c->def) && lia_rng_below(r, 4) == 0) *p = c->def;
      }
  } while (!is_fit(row, a));
}

static state random_state(lia_rng *r, int kind) {
  const lia_force_row *row = lia_force_rows[kind];
  state a = { .t = lia_rng_range(r, 0, 3),
              .z = { lia_rng_range(r, -1, 1), lia_rng_range(r, -1, 1) } };
  random_numbers(r, kind, &a);
  for (int k = 0; k < DIM; k++) {
    a.x[k] = lia_rng_range(r, -2, 2);
    a.v[k] = lia_rng_below(r, 6) ? lia_rng_range(r, -2, 2) : 0;
  }
  if (row->events.jumps == LIA_JUMP_stick) a.z[0] = (a.v[0] > 0) - (a.v[0] < 0);
  return a;
}

/* every law of every row, at so many random states */
typedef void law_test(int kind, int port, const symbols *s, const state *a);

static void for_every_law(uint64_t seed, int cases, law_test *test) {
  lia_rng r = lia_rng_seed(seed);
  for (int kind = 0; kind < LIA_FORCE_COUNT; kind++)
    for (int port = LIA_PORT_coordinate; port <= LIA_PORT_point; port *= 2) {
      if (!(lia_force_rows[kind]->ports & port)) continue;
      symbols s = open_symbols(kind);
      point_symbols(&s);
      for (int i = 0; i < lia_cases(cases); i++) {
        state a = random_state(&r, kind);
        test(kind, port, &s, &a);
      }
      lia_pool_free(s.pool);
    }
}

static int dim_of(int kind, int port) { return lia_force_dim(lia_force_rows[kind], port); }

static void force_at(int kind, int port, const state *a, double *f, double *dz) {
  const lia_force_row *row = lia_force_rows[kind];
  double rates[4] = { 0 };
  lia_force_law_at(row, port)->calc(a->p, a->t, a->x, a->v, a->z, f, rates);
  if (dz) memcpy(dz, rates, OWN * sizeof *dz);
}

static double stored_at(int kind, int port, const state *a) {
  const lia_force_law *law = lia_force_law_at(lia_force_rows[kind], port);
  return law->stored ? law->stored(a->p, a->x) : 0;
}

static void near(const char *what, int kind, int port, double got, double want, double tol) {
  cr_assert(fabs(got - want) <= tol * (1 + fabs(want)), "%s of '%s' at port %d: %.17g, not %.17g",
            what, name_of(kind), port, got, want);
}

/* ---- complete ---- */

static int has(const lia_force_law *law, const char *name) {
  for (int k = 0; k < law->ntext; k++)
    if (!strcmp(law->text[k].name, name)) return 1;
  return 0;
}

static void law_is_complete(const lia_force_row *row, const lia_force_law *law, int serves) {
  const char *name = row->name;
  if (!serves) {
    cr_assert(!law->calc && !law->text && !law->stored && !law->arm, "%s: law without port", name);
    return;
  }
  cr_assert(law->calc, "%s: a law needs numbers", name);
  cr_assert_neq(has(law, "f"), law->wheel != NULL, "%s: an expression f", name);
  cr_assert_eq(!law->stored, !has(law, "V"), "%s: energy in numbers and V in expressions", name);
  cr_assert_eq(!law->stored, !law->storing, "%s: an energy has a rate", name);
  cr_assert_eq(!law->arm, !has(law, "arm"), "%s: arm in numbers and in expressions", name);
  if (law == &row->along) cr_assert_eq(!row->state.count, !has(law, "dz"), "%s: own states", name);
}

static void numbers_are_complete(const lia_force_row *row) {
  static const char *const taken[] = { "x", "v", "t", "z", "f", "V", "dz", "arm", "joint", "from",
    "to", "at", "point", "from_point", "to_point", "name" };
  int n = 0;
  for (int k = 0; k < row->nparam; n += row->param[k++].size) {
    const lia_force_param *p = &row->param[k];
    cr_assert(p->name && p->unit && p->text && *p->text, "%s: number %d", row->name, k + 1);
    cr_assert(p->size == 1 || p->size == 3, "%s.%s: size %d", row->name, p->name, p->size);
    cr_assert(isnan(p->def) || p->def >= p->least, "%s.%s: default", row->name, p->name);
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
      cr_assert(strcmp(p->name, taken[i]), "%s: a number called %s", row->name, p->name);
  }
  cr_assert(n <= LIA_FORCE_NPARAM);
}

LIA_TEST(force_rows, every_row_has_all_its_columns) {
  for (int kind = 0; kind < LIA_FORCE_COUNT; kind++) {
    const lia_force_row *row = lia_force_rows[kind];
    cr_assert(row && row->name && row->text && *row->text, "row %d", kind);
    cr_assert_eq(lia_force_find(row->name), kind, "%s", row->name);
    cr_assert(row->ports > 0 && row->ports < 8, "%s: ports", row->name);
    law_is_complete(row, &row->along, row->ports & (LIA_PORT_coordinate | LIA_PORT_line));
    law_is_complete(row, &row->at, row->ports & LIA_PORT_point);
    numbers_are_complete(row);
    cr_assert_eq(!row->events.jumps, !row->events.text, "%s: events have a text", row->name);
    if (row->events.jumps == LIA_JUMP_strike) cr_assert_eq(row->ports, LIA_PORT_point);
  }
}

/* ---- numbers and expressions are one law ---- */

static void are_equal(int kind, int port, const symbols *s, const state *a,
                      const lia_force_out *o) {
  const lia_force_law *law = lia_force_law_at(lia_force_rows[kind], port);
  enum { ARM = 3, RATE = ARM + 3, FORCE = RATE + OWN };
  lia_expr e[FORCE + DIM] = { o->power, o->V, o->storing };
  double got[FORCE + DIM], f[DIM] = { 0 }, dz[OWN] = { 0 }, arm[3] = { 0 }, power = 0;
  int n = dim_of(kind, port);
  for (int k = 0; k < 3; k++) e[ARM + k] = o->arm[k];
  for (int k = 0; k < OWN; k++) e[RATE + k] = o->dz[k];
  for (int k = 0; k < DIM; k++) e[FORCE + k] = o->f[k];
  values_of(s, a, FORCE + DIM, e, got);
  force_at(kind, port, a, f, dz);
  if (law->arm) law->arm(a->p, a->x, arm);
  for (int k = 0; k < n; k++) power += f[k] * a->v[k];
  double size = 0;
  for (int k = 0; k < n; k++) size = fmax(size, fabs(f[k]));
  for (int k = 0; k < DIM; k++) near("force", kind, port, got[FORCE + k], f[k], 1e-12 * (1 + size));
  for (int k = 0; k < 3; k++) near("arm", kind, port, got[ARM + k], arm[k], 1e-12);
  near("power", kind, port, got[0], power, 1e-12 * (1 + size));
  near("energy", kind, port, got[1], stored_at(kind, port, a), 1e-12);
  near("rate of the energy", kind, port, got[2], law->storing ? law->storing(a->p, a->x, a->v) : 0,
       1e-12);
  for (int k = 0; k < OWN; k++)
    near("rate of the state", kind, port, got[RATE + k], dz[k], 1e-12);
}

static void is_one_law(int kind, int port, const symbols *s, const state *a) {
  lia_force_out o;
  lia_error err = { 0 };
  lia_status st = lia_force_expr(s->pool, (lia_force_kind)kind, port, &s->in, &o, &err);
  cr_assert_eq(st, LIA_OK, "%s: %s", err.path, err.text);
  cr_assert_eq(o.n, dim_of(kind, port));
  are_equal(kind, port, s, a, &o);
}

LIA_TEST(force_rows, numbers_and_expressions_are_one_law) { for_every_law(711, 200, is_one_law); }

/* the numbers put in: what is infinite is not there, and branches that numbers rule out are gone */
static void is_one_law_of_numbers(int kind, int port, const symbols *s, const state *a) {
  lia_force_out o;
  lia_error err = { 0 };
  lia_expr p[LIA_FORCE_NPARAM];
  lia_force_in in = s->in;
  for (int k = 0; k < s->np; k++) p[k] = isfinite(a->p[k]) ? lia_sym_num(s->pool, a->p[k]) : 0;
  in.param = p;
  lia_status st = lia_force_expr(s->pool, (lia_force_kind)kind, port, &in, &o, &err);
  cr_assert_eq(st, LIA_OK, "%s: %s", err.path, err.text);
  are_equal(kind, port, s, a, &o);
}

LIA_TEST(force_rows, with_numbers_put_in_it_is_the_same_law) {
  for_every_law(712, 60, is_one_law_of_numbers);
}

/* ---- energy, power ---- */

/* dV/dt along x + h v, on both sides; 0 where they differ: a corner is between */
static int energy_slope(int kind, int port, const state *a, double *rate) {
  double V[3], h = 1e-6;
  for (int way = -1; way <= 1; way++) {
    state b = *a;
    for (int k = 0; k < 3; k++) b.x[k] += way * h * a->v[k];
    V[1 + way] = stored_at(kind, port, &b);
  }
  *rate = (V[2] - V[0]) / (2 * h);
  return fabs(V[2] - 2 * V[1] + V[0]) / h <= 1e-4 * (1 + fabs(*rate) + V[1]);
}

static void balances(int kind, int port, const symbols *s, const state *a) {
  const lia_force_row *row = lia_force_rows[kind];
  const lia_force_law *law = lia_force_law_at(row, port);
  double f[DIM], power = 0, rate, kept;
  (void)s;
  kept = law->storing ? law->storing(a->p, a->x, a->v) : 0;
  if (energy_slope(kind, port, a, &rate)) near("storing", kind, port, kept, rate, 1e-5);
  cr_assert(stored_at(kind, port, a) >= 0, "%s: energy below 0", row->name);
  force_at(kind, port, a, f, NULL);
  for (int k = 0; k < dim_of(kind, port); k++) power += f[k] * a->v[k];
  if (row->gives) return;
  cr_assert(power + kept <= 1e-12 * (1 + fabs(kept)), "%s gives %g W", row->name, power + kept);
}

LIA_TEST(force_rows, energy_has_its_rate_and_what_does_not_drive_never_gives) {
  for_every_law(713, 400, balances);
}

/* ---- derivatives ---- */

/* df[i]/d(number) by differences, and the largest force; 0 where the two sides differ: a corner */
static int by_differences(int kind, int port, double *number, state *b, double slope[DIM],
                          double *size) {
  double f[3][DIM], h = 1e-6, x = *number;
  int smooth = 1;
  for (int way = -1; way <= 1; way++) {
    *number = x + way * h;
    force_at(kind, port, b, f[1 + way], NULL);
  }
  *number = x;
  *size = 0;
  for (int i = 0; i < dim_of(kind, port); i++) {
    *size = fmax(*size, fabs(f[1][i]));
    slope[i] = (f[2][i] - f[0][i]) / (2 * h);
    smooth &= fabs(f[2][i] - 2 * f[1][i] + f[0][i]) / h <= 1e-3 * (1 + fabs(slope[i]));
  }
  return smooth;
}

static int seen;

// the derivative e of b's law by one of the numbers of b. Where numbers drawn by chance make a tyre
// of 1e5 N, differences of its sums of large terms know few digits
static void slope_is(int kind, int port, const symbols *s, double *number, state *b,
                     const lia_expr *e, int stride) {
  double want[DIM], got[DIM], size;
  lia_expr column[DIM] = { LIA_ZERO, LIA_ZERO, LIA_ZERO, LIA_ZERO, LIA_ZERO, LIA_ZERO };
  if (!isfinite(*number) || !by_differences(kind, port, number, b, want, &size)) return;
  for (int i = 0; i < dim_of(kind, port); i++) column[i] = e[i * stride];
  values_of(s, b, DIM, column, got);
  for (int i = 0; i < dim_of(kind, port); i++)
    near("derivative", kind, port, got[i], want[i], 2e-4 + 2e-5 * size);
  seen++;
}

static void has_its_slopes(int kind, int port, const symbols *s, const state *a) {
  lia_force_slopes o;
  lia_error err = { 0 };
  state b = *a;
  lia_status st = lia_force_derivatives(s->pool, (lia_force_kind)kind, port, &s->in, &o, &err);
  cr_assert_eq(st, LIA_OK, "%s: %s", err.path, err.text);
  cr_assert(o.n == dim_of(kind, port) && o.np == s->np);
  for (int j = 0; j < o.n; j++) slope_is(kind, port, s, &b.x[j], &b, &o.fx[0][j], DIM);
  for (int j = 0; j < o.n; j++) slope_is(kind, port, s, &b.v[j], &b, &o.fv[0][j], DIM);
  for (int j = 0; j < o.np; j++)
    slope_is(kind, port, s, &b.p[j], &b, &o.fp[0][j], LIA_FORCE_NPARAM);
  slope_is(kind, port, s, &b.t, &b, o.ft, 1);
  // z of a row that sticks is a sign: it has no slope
  if (lia_force_rows[kind]->events.jumps != LIA_JUMP_stick)
    for (int j = 0; j < o.nz; j++) slope_is(kind, port, s, &b.z[j], &b, &o.fz[0][j], OWN);
}

LIA_TEST(force_rows, derivatives_are_those_of_the_numbers) {
  seen = 0;
  for_every_law(714, 20, has_its_slopes);
  cr_assert_gt(seen, 2000, "%d", seen);
}

/* at rest in its medium drag has the slope -linear, although |v| has none */
LIA_TEST(force_rows, drag_has_a_slope_at_rest) {
  symbols s = open_symbols(LIA_FORCE_drag);
  lia_force_slopes o;
  state a = { .p = { 0.7, 2, 1, 1, 1.2 } };
  double got[9];
  lia_expr slope[9];
  point_symbols(&s);
  lia_status st = lia_force_derivatives(s.pool, LIA_FORCE_drag, LIA_PORT_point, &s.in, &o, NULL);
  cr_assert_eq(st, LIA_OK);
  for (int k = 0; k < 9; k++) slope[k] = o.fv[k / 3][k % 3];
  values_of(&s, &a, 9, slope, got);
  for (int k = 0; k < 9; k++) cr_assert_float_eq(got[k], k % 4 ? 0 : -0.7, 1e-15);
  lia_pool_free(s.pool);
}

/* ---- what is refused ---- */

LIA_TEST(force_rows, a_law_says_what_it_lacks) {
  symbols s = open_symbols(LIA_FORCE_spring);
  lia_force_out o;
  lia_error err = { 0 };
  point_symbols(&s);
  s.p[0] = 0;
  lia_status st = lia_force_expr(s.pool, LIA_FORCE_spring, LIA_PORT_coordinate, &s.in, &o, &err);
  cr_assert_eq(st, LIA_EARG);
  cr_assert_str_eq(err.path, "spring");
  cr_assert_str_eq(err.text, "its law needs 'stiffness'");
  err = (lia_error){ 0 };
  st = lia_force_expr(s.pool, LIA_FORCE_spring, LIA_PORT_point, &s.in, &o, &err);
  cr_assert_eq(st, LIA_EARG);
  cr_assert_str_eq(err.text, "does not act at this port");
  lia_pool_free(s.pool);
}

/* a rope of numbers is two pieces, a spring of numbers none */
LIA_TEST(force_rows, numbers_leave_only_what_they_need) {
  symbols s = open_symbols(LIA_FORCE_spring);
  lia_force_out o;
  lia_expr p[4] = { lia_sym_int(s.pool, 50), LIA_ZERO, LIA_TWO, LIA_ZERO };
  lia_expr q = lia_sym_symbol(s.pool, "q"), rate = lia_sym_symbol(s.pool, "w");
  lia_force_in in = { .param = p, .x = &q, .v = &rate };
  lia_status st = lia_force_expr(s.pool, LIA_FORCE_spring, LIA_PORT_coordinate, &in, &o, NULL);
  cr_assert_eq(st, LIA_OK);
  // -50 q - 2 w, and 25 q^2
  lia_expr want = lia_sym_sub(s.pool, lia_sym_scale(s.pool, lia_sym_int(s.pool, -50), q),
                              lia_sym_scale(s.pool, LIA_TWO, rate));
  cr_assert_eq(o.f[0], want);
  cr_assert_eq(o.V, lia_sym_scale(s.pool, lia_sym_int(s.pool, 25), lia_sym_sq(s.pool, q)));
  lia_pool_free(s.pool);
}
