/* test_small_speeds.c - small motions and equilibria of equations whose coordinates and speeds
 * differ in number, from C: a sledge on a knife edge */
#include "ask/equilibrium.h"
#include "ask/state_space.h"
#include "base/mem.h"
#include "house.h"
#include "sym/expr/build.h"

#include <math.h>
#include <string.h>

#define MUST(call) cr_assert_eq((call), LIA_OK)
#define NEAR(got, want, tol) \
  cr_assert(fabs((got) - (want)) <= (tol), "line %d: got %.17g, expected %.17g", __LINE__, \
            (double)(got), (double)(want))

typedef struct sledge {
  lia_pool *from, *p;
  lia_acting *x;
  lia_motion_tape *f;
} sledge;

/* x' = v cos th, y' = v sin th, th' = w: m v' = F, J w' = -c w, m = 2, J = 3; a fourth coordinate s
 * follows x: a row of positions that the speeds keep by themselves */
static sledge sledge_new(void) {
  sledge o = { .from = lia_pool_new(), .p = lia_pool_new() };
  lia_pool *p = o.from;
  lia_error err = { 0 };
  const lia_expr x = lia_sym_coordinate(p, "x"), y = lia_sym_coordinate(p, "y"),
      th = lia_sym_coordinate(p, "th"), s = lia_sym_coordinate(p, "s"),
      v = lia_sym_function(p, "v"), w = lia_sym_function(p, "w"), dv = lia_sym_rate(p, v),
      dw = lia_sym_rate(p, w), F = lia_sym_symbol(p, "F"), c = lia_sym_symbol(p, "c"),
      lambda = lia_sym_symbol(p, "row"), none = LIA_ZERO;
  const lia_expr forward = lia_sym_mul(p, v, lia_sym_cos(p, th));
  const lia_expr q[4] = { x, y, th, s }, speed[2] = { v, w }, rate[2] = { dv, dw },
      qdot[4] = { forward, lia_sym_mul(p, v, lia_sym_sin(p, th)), w, forward },
      force[2] = { lia_sym_sub(p, lia_sym_mul(p, lia_sym_num(p, 2), dv), F),
                   lia_sym_add(p, lia_sym_mul(p, lia_sym_num(p, 3), dw), lia_sym_mul(p, c, w)) },
      g = lia_sym_sub(p, s, x);
  const char *const name = "s follows x";
  const lia_acting_given given = { .from = p, .nq = 4, .nv = 2, .nrow = 1, .held = 1, .q = q,
      .v = speed, .a = rate, .qdot = qdot, .lambda = &lambda, .force = force, .rate = &none,
      .acceleration = &none, .g = &g, .row_name = &name };
  MUST(lia_acting_of(&o.x, o.p, &given, &err));
  MUST(lia_motion_tape_new(&o.f, o.x, o.x->ninput, o.x->input, 0, NULL, &err));
  return o;
}

static void sledge_free(sledge *o) {
  lia_motion_tape_free(o->f);
  lia_acting_free(o->x);
  lia_pool_free(o->p);
  lia_pool_free(o->from);
}

/* at th = 0.3, v = 5, w = 0.7, c = 0.6, F = 4 */
static const double place[4] = { 1, 2, 0.3, 1 }, speeds[2] = { 5, 0.7 };
static const double inputs[2] = { 4, 0.6 };

LIA_TEST(small_speeds, a_sledge_moves_its_four_coordinates_by_two_speeds) {
  sledge o = sledge_new();
  lia_error err = { 0 };
  const char wanted[4] = { 1, 1, 1, 0 };
  const int F = 2;                       /* behind the two motors */
  const lia_motion_state at = { .q = place, .v = speeds, .named = inputs };
  const lia_motion_choice choice = { .independent = wanted, .input = &F, .ninput = 1 };
  lia_state_space *r = NULL;
  MUST(lia_state_space_new(&r, o.f, NULL, &at, &choice, &err));
  cr_assert_eq(r->n, 5);
  cr_assert_eq(r->ncoordinate, 3);
  cr_assert_eq(r->nspeed, 2);
  /* x, y, th, v, w */
  const double sine = sin(0.3), cosine = cos(0.3);
  const double A[25] = { 0, 0, -5 * sine, cosine, 0,  0, 0, 5 * cosine, sine, 0,
                         0, 0, 0, 0, 1,  0, 0, 0, 0, 0,  0, 0, 0, 0, -0.2 };
  const double rest[5] = { 5 * cosine, 5 * sine, 0.7, 2, -0.14 };
  for (int k = 0; k < 25; k++) NEAR(r->A[k], A[k], 1e-15);
  for (int k = 0; k < 5; k++) NEAR(r->B[k], k == 3 ? 0.5 : 0, 1e-15);
  for (int k = 0; k < 5; k++) NEAR(r->rest[k], rest[k], 1e-15);
  lia_free(r);
  sledge_free(&o);
}

LIA_TEST(small_speeds, coordinates_that_depend_on_each_other_are_named) {
  sledge o = sledge_new();
  lia_error err = { 0 };
  const char both[4] = { 1, 0, 0, 1 };
  const lia_motion_state at = { .q = place, .v = speeds, .named = inputs };
  const lia_motion_choice choice = { .independent = both };
  lia_state_space *r = NULL;
  cr_assert_eq(lia_state_space_new(&r, o.f, NULL, &at, &choice, &err), LIA_EARG);
  cr_assert_not_null(strstr(err.text, "follows from the other coordinates"));
  cr_assert_null(r);
  sledge_free(&o);
}

LIA_TEST(small_speeds, a_steady_motion_keeps_its_rows) {
  sledge o = sledge_new();
  lia_error err = { 0 };
  const double apart[4] = { 1, 2, 0.3, 1.5 };
  const char given[2] = { 1, 0 }, fixed[4] = { 1, 1, 1, 0 };
  const int F = 2;
  const double still[2] = { 5, 0 };
  const lia_motion_state at = { .q = apart, .v = still, .named = inputs };
  const lia_equilibrium_wish wish = { .fixed = fixed, .given = given, .input = &F, .ninput = 1,
                                      .tol = 1e-10, .most = 50 };
  lia_equilibrium *r = NULL;
  MUST(lia_equilibrium_new(&r, o.f, NULL, &at, &wish, &err));
  NEAR(r->q[3], 1, 1e-12);
  NEAR(r->named[0], 0, 1e-10);           /* nothing has to push */
  NEAR(r->v[0], 5, 0);
  lia_free(r);
  sledge_free(&o);
}
