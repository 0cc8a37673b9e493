/* test_schedule.c - who is asked when, in which order, and when what was given arrives */
#include "house.h"
#include "sim/schedule.h"

#include "base/mem.h"

#include <math.h>
#include <string.h>

enum { MOST = 4, SIGNALS = 16 };

// signal 0 is the time; a unit gives its state plus what it is given, the state counts
typedef struct scene {
  lia_schedule s;
  lia_unit unit[MOST];
  double signal[SIGNALS], state[MOST], *block[MOST];
  int order[MOST], from[MOST], asked_in[64], n;
} scene;

static lia_status measure(void *user, double t, const double *x, double *signal, lia_error *err) {
  (void)user;
  (void)x;
  (void)err;
  signal[0] = t;
  return LIA_OK;
}

static lia_status give(void *user, int k, double t, const double *y, double *u, lia_error *err) {
  scene *o = user;
  (void)t;
  (void)err;
  if (o->n < 64) o->asked_in[o->n++] = k;
  u[0] = y[0] + 100 * o->state[k];
  return LIA_OK;
}

static void count(void *user, int k, double t, const double *y) {
  (void)t;
  (void)y;
  ((scene *)user)->state[k] += 1;
}

// unit k reads signal `from`, writes signal 1 + k
static void add(scene *o, double dt, int from) {
  const int k = o->s.n++;
  o->from[k] = from;
  o->order[k] = k;
  o->unit[k] = (lia_unit){ .name = "unit", .dt = dt, .ny = 1, .nu = 1, .from = &o->from[k],
    .to = 1 + k, .state = &o->state[k], .nstate = 1, .ask = give, .go_on = count, .user = o };
}

static void begin(scene *o, double t0) {
  o->s.unit = o->unit;
  o->s.order = o->order;
  o->s.signal = o->signal;
  o->s.measured = 1;
  o->s.measure = measure;
  for (int k = 0; k < o->s.n; k++) {
    size_t n = 0;
    lia_error err = { 0 };
    cr_assert_eq(lia_unit_room(&o->unit[k], &n, &err), LIA_OK, "%s", err.text);
    o->block[k] = lia_calloc(n, sizeof(double));
    lia_unit_begin(&o->unit[k], o->block[k], t0, 7 + (uint64_t)k);
  }
}

static void end(scene *o) {
  for (int k = 0; k < o->s.n; k++) lia_free(o->block[k]);
}

static void go_to(scene *o, double t) {
  lia_error err = { 0 };
  for (double at = lia_schedule_next(&o->s); at <= t; at = lia_schedule_next(&o->s))
    cr_assert_eq(lia_schedule_tick(&o->s, at, NULL, &err), LIA_OK, "%s", err.text);
}

LIA_TEST(schedule, times_are_multiples_of_dt_from_the_start_and_offset) {
  scene o = { .n = 0 };
  add(&o, 0.1, 0);
  o.unit[0].offset = 0.03;
  begin(&o, 5);
  for (int k = 0; k < 1000; k++) {
    const double at = lia_schedule_next(&o.s);
    cr_assert_eq(at, 5 + 0.03 + k * 0.1);
    go_to(&o, at);
    cr_assert_eq(o.signal[1], at + 100 * k);
  }
  end(&o);
}

LIA_TEST(schedule, units_see_each_other_in_their_order_and_their_states_go_on_last) {
  scene o = { .n = 0 };
  add(&o, 1, 2);                 // unit 0 reads what unit 1 gives
  add(&o, 1, 0);
  o.order[0] = 1;
  o.order[1] = 0;
  begin(&o, 0);
  go_to(&o, 2);
  cr_assert_eq(o.asked_in[0], 1);
  cr_assert_eq(o.asked_in[1], 0);
  // at t = 2: unit 1 gives 2 + 100*2, unit 0 that and 100*2
  cr_assert_eq(o.signal[2], 202);
  cr_assert_eq(o.signal[1], 402);
  end(&o);
}

// the state of a unit goes on with what the units behind it give at the same time
static double seen_by_state;
static void see(void *user, int k, double t, const double *y) {
  (void)user;
  (void)k;
  (void)t;
  seen_by_state = y[0];
}

LIA_TEST(schedule, states_go_on_with_what_all_gave) {
  scene o = { .n = 0 };
  add(&o, 1, 2);
  add(&o, 1, 0);
  o.unit[0].go_on = see;         // asked first, it sees the old output of unit 1; its state the new
  begin(&o, 0);
  go_to(&o, 3);
  cr_assert_eq(o.signal[1], 202);
  cr_assert_eq(seen_by_state, 303);
  end(&o);
}

LIA_TEST(schedule, outputs_are_late_and_queue) {
  scene o = { .n = 0 };
  add(&o, 0.25, 0);
  o.unit[0].delay = 0.625;
  begin(&o, 0);
  for (double t = 0; t < 5; t += 0.0625) {
    go_to(&o, t);
    const double k = floor((t - 0.625) / 0.25);
    cr_assert_eq(o.signal[1], t < 0.625 ? 0 : 0.25 * k + 100 * k, "%g: %g", t, o.signal[1]);
  }
  end(&o);
}

LIA_TEST(schedule, rates_mix) {
  scene o = { .n = 0 };
  add(&o, 0.25, 0);
  add(&o, 1, 1);
  add(&o, 0.5, 2);
  begin(&o, 0);
  go_to(&o, 3.25);
  cr_assert_eq(o.state[0], 14);
  cr_assert_eq(o.state[1], 4);
  cr_assert_eq(o.state[2], 7);
  cr_assert_eq(o.signal[2], 3 + 100 * 12 + 100 * 3);
  end(&o);
}

LIA_TEST(schedule, jitter_is_drawn_anew_and_never_early) {
  scene o = { .n = 0 };
  add(&o, 1, 0);
  o.unit[0].jitter = 0.4;
  begin(&o, 0);
  double sum = 0, least = 1, most = 0;
  for (int k = 0; k < 2000; k++) {
    const double late = lia_schedule_next(&o.s) - k;
    cr_assert(late >= 0 && late < 0.4);
    least = fmin(least, late);
    most = fmax(most, late);
    sum += late;
    go_to(&o, k + late);
  }
  cr_assert(least < 0.01 && most > 0.39);
  cr_assert_float_eq(sum / 2000, 0.2, 0.01);
  end(&o);
}

// what is drawn: the moments of a normal and of a uniform, the same for output and state
static double drawn_at_output;
static int differs;
static lia_status note_drawn(void *user, int k, double t, const double *y, double *u,
    lia_error *err) {
  (void)user;
  (void)k;
  (void)t;
  (void)err;
  u[0] = drawn_at_output = y[0];
  return LIA_OK;
}
static void compare_drawn(void *user, int k, double t, const double *y) {
  (void)user;
  (void)k;
  (void)t;
  differs |= y[0] != drawn_at_output;
}

LIA_TEST(schedule, drawn_signals_have_their_moments) {
  for (int how = LIA_DRAWN_uniform; how <= LIA_DRAWN_normal; how++) {
    scene o = { .n = 0 };
    double sum = 0, squares = 0;
    add(&o, 1, how);
    o.unit[0].ask = note_drawn;
    o.unit[0].go_on = compare_drawn;
    begin(&o, 0);
    for (int k = 0; k < 20000; k++) {
      go_to(&o, k);
      sum += o.signal[1];
      squares += o.signal[1] * o.signal[1];
    }
    cr_assert_float_eq(sum / 20000, how == LIA_DRAWN_normal ? 0 : 0.5, 0.03);
    cr_assert_float_eq(squares / 20000, how == LIA_DRAWN_normal ? 1 : 1.0 / 3, 0.03);
    cr_assert(!differs);
    end(&o);
  }
}

static lia_status give_nan(void *user, int k, double t, const double *y, double *u,
    lia_error *err) {
  (void)user;
  (void)k;
  (void)t;
  (void)y;
  (void)err;
  u[0] = (double)NAN;
  return LIA_OK;
}

LIA_TEST(schedule, what_cannot_be_is_refused) {
  scene o = { .n = 0 };
  lia_error err = { 0 };
  size_t n;
  add(&o, 1e-3, 0);
  o.unit[0].delay = 2000;
  cr_assert_eq(lia_unit_room(&o.unit[0], &n, &err), LIA_EARG);
  cr_assert(strstr(err.text, "more than a million"));
  err = (lia_error){ 0 };
  o.unit[0].delay = 0;
  o.unit[0].jitter = 1e-3;
  cr_assert_eq(lia_unit_room(&o.unit[0], &n, &err), LIA_EARG);
  cr_assert(strstr(err.text, "less than dt"));
  err = (lia_error){ 0 };
  o.unit[0].jitter = 0;
  o.unit[0].ask = give_nan;
  begin(&o, 0);
  cr_assert_eq(lia_schedule_tick(&o.s, 0, NULL, &err), LIA_EDOMAIN);
  cr_assert(strstr(err.text, "gave nan as number 1 of 1 at t = 0") ||
            strstr(err.text, "gave -nan as number 1"));
  end(&o);
}
