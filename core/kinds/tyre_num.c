/* tyre_num.c - the laws of tyres in doubles, and the rows of both lists: of tyres, of force
 * elements */
#include "kinds/tyre.h"

#include "kinds/tyres/tyre_words_num.h"

#include <string.h>

_Static_assert((int)LIA_WHEEL_axle == 0, "the axle is the first number of a wheel (force.h)");

#define TYRE_ROWS
#define TYRE_ROW(id, about, wrong_of, relaxes_of)                                                 \
  static const lia_force_param numbers_##id[] = { TYRE_NUMBERS_##id(LIA_FORCE_COLUMN) };          \
  static const lia_force_param wheel_numbers_##id[] = {                                           \
    LIA_TYRE_WHEEL(LIA_FORCE_COLUMN) TYRE_NUMBERS_##id(LIA_FORCE_COLUMN)                          \
  };                                                                                              \
  _Static_assert(LIA_WHEEL_NUMBERS + sizeof numbers_##id / sizeof *numbers_##id <=                \
                 (int)LIA_FORCE_NPARAM, "more numbers than LIA_FORCE_NPARAM");                    \
  static const lia_tyre_row row_##id = {                                                          \
    #id, about, sizeof numbers_##id / sizeof *numbers_##id, numbers_##id, lia_tyre_##id,          \
    lia_tyre_make_##id, lia_lengths_##id, relaxes_of, wrong_of,                                   \
  };
#include "kinds/tyres/tyre_laws.h"

const lia_tyre_row *const lia_tyre_rows[LIA_TYRE_COUNT] = {
#define X(name) &row_##name,
#include "kinds/tyres.def"
#undef X
};

int lia_tyre_find(const char *name) {
  for (int k = 0; k < LIA_TYRE_COUNT; k++)
    if (!strcmp(name, lia_tyre_rows[k]->name)) return k;
  return -1;
}

static double length2(const double *a) { return a[0] * a[0] + a[1] * a[1] + a[2] * a[2]; }

// what is wrong with the numbers of a wheel, then with those of its tyre
static const char *wrong_wheel(const lia_tyre_row *row, const double *p) {
  if (!(length2(p + LIA_WHEEL_axle) > 0)) return "axle must not be zero";
  if (!(length2(p + LIA_WHEEL_normal) > 0)) return "normal must not be zero";
  if (!(p[LIA_WHEEL_radius] > 0)) return "radius must be greater than 0";
  if (p[LIA_WHEEL_crown] > p[LIA_WHEEL_radius]) return "crown is at most radius";
  if (!(p[LIA_WHEEL_slow] > 0)) return "slow must be greater than 0";
  return row->wrong ? row->wrong(p + LIA_WHEEL_NUMBERS) : NULL;
}

// two own states where it answers late; lengths that are expressions count as 1
static int late_states(const lia_tyre_row *row, const double *p) {
  const double along = p[LIA_WHEEL_relax_x], across = p[LIA_WHEEL_relax_y];
  const int own = row->relaxes && row->relaxes(p + LIA_WHEEL_NUMBERS);
  if (along > 0 || across > 0) return 2;
  return own && (along < 0 || across < 0) ? 2 : 0;
}

// slips are those of the wheel, forces those of the tyre, however late
static void tell_wheel(const double *p, const double *in, const double *out, double *told) {
  const double side = wheel_side(p);
  told[LIA_TOLD_kappa] = in[LIA_TYRE_kappa];
  told[LIA_TOLD_alpha] = side * atan(in[LIA_TYRE_side]);
  told[LIA_TOLD_gamma] = side * in[LIA_TYRE_gamma];
  told[LIA_TOLD_load] = in[LIA_TYRE_load];
  told[LIA_TOLD_Fx] = out[LIA_TYRE_Fx];
  told[LIA_TOLD_Fy] = out[LIA_TYRE_Fy];
  told[LIA_TOLD_Mx] = out[LIA_TYRE_Mx];
  told[LIA_TOLD_My] = out[LIA_TYRE_My];
  told[LIA_TOLD_Mz] = out[LIA_TYRE_Mz];
}

// ---- the force elements: a wheel may drive, so they give ----

#define X(id)                                                                                     \
  static const char *wrong_wheel_##id(const double *p) { return wrong_wheel(&row_##id, p); }      \
  static void calc_wheel_##id(const double *p, double t, const double *x, const double *v,        \
                              const double *z, double *f, double *dz) {                           \
    const double *own = late_states(&row_##id, p) ? z : (const double[LIA_FORCE_STATES]){ 0 };     \
    double rate[LIA_FORCE_STATES];                                                                \
    (void)t;                                                                                      \
    lia_wheel_##id(p, x, v, own, f, rate);                                                        \
    for (int k = 0; k < late_states(&row_##id, p); k++) dz[k] = rate[k];                           \
  }                                                                                               \
  static void tell_wheel_##id(const double *p, const double *x, const double *v, const double *z, \
                              double *told) {                                                     \
    double in[LIA_TYRE_IN], late[LIA_TYRE_IN], out[LIA_TYRE_OUT], rate[LIA_FORCE_STATES];         \
    const lia_wheel_axes axes = wheel_axes(p, x);                                                 \
    const lia_wheel_touch touch = wheel_touch(p, x, v, &axes);                                    \
    wheel_slips(p, v, &axes, &touch, in);                                                         \
    lia_ask_##id(p, v, z, &axes, &touch, late, rate);                                             \
    lia_tyre_##id(p + LIA_WHEEL_NUMBERS, late, out);                                              \
    wheel_mirror(p, out);                                                                         \
    tell_wheel(p, in, out, told);                                                                 \
  }                                                                                               \
  static int states_wheel_##id(const double *p) { return late_states(&row_##id, p); }             \
  extern const lia_force_row lia_force_row_tyre_##id;                                             \
  _Static_assert((int)LIA_FORCE_tyre_##id >= 0, "a row of forces.def");                           \
  const lia_force_row lia_force_row_tyre_##id = {                                                 \
    .name = "tyre_" #id, .text = "a wheel on a road by the tyre '" #id "' (li.tyre)",             \
    .nparam = sizeof wheel_numbers_##id / sizeof *wheel_numbers_##id,                             \
    .param = wheel_numbers_##id, .ports = LIA_PORT_point, .along = LIA_FORCE_NO_LAW,              \
    .at = LIA_FORCE_LAW_OF_WHEEL(calc_wheel_##id, lia_tyre_wheel_##id, tell_wheel_##id),          \
    .state = { states_wheel_##id, { "drawn_x", "drawn_y" }, { "m", "m" } },                       \
    .wrong = wrong_wheel_##id, .gives = 1, .events = LIA_FORCE_NO_EVENTS,                         \
  };
#include "kinds/tyres.def"
#undef X
