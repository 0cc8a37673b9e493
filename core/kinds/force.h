/* force.h - what a force element is: one row of a table
 *
 * To add one: write forces/<name>.c with its numbers, its law and its row, add X(<name>) to
 * forces.def. That is all: runs, expressions (force_law.h), help and the living page read the row.
 * A law knows nothing of mechanisms: it is asked at a port, and sim/element_forces.h brings the
 * port to the mechanism.
 *
 *   coordinate   x a coordinate, v its rate; f the generalised force. A law of weight has for x
 *                what gravity asks of the coordinate
 *   line         x the distance of two points, v its rate; f pushes them apart (N)
 *   point        x a point of a body, v its velocity, both in base axes; f the force on it. A law
 *                with an arm acts at x + arm: v is the velocity of the body there, there f is put
 *   point of a   x the point, then its axle (the first number of the row, given in axes of its
 *   wheel        body); v its velocity, then that of its turning; f the force there, then the
 *                moment about it: six each, base axes. It may have two own states
 *
 * A law stands twice: `calc`, fast, in numbers, and `text`, expressions in its numbers, x, v, t and
 * z by their names: from these force, energy, power, derivatives and the page's program are made.
 * tests/laws/force_rows.c holds one against the other for every row. SI units; numbers in the order
 * of the row's parameters. */
#ifndef LIA_FORCE_H
#define LIA_FORCE_H

#include "sym/expr/lines.h"

LIA_C_BEGIN

enum { LIA_PORT_coordinate = 1, LIA_PORT_line = 2, LIA_PORT_point = 4 };
/* Numbers of a row at most. Only the first LIA_FORCE_SCRIPTED of them may be functions of a script
 */
enum { LIA_FORCE_NPARAM = 192, LIA_FORCE_SCRIPTED = 31 };

/* a number (size 1) or a vector (size 3): its default (the same for all three; NaN: must be given),
 * the least it may be */
typedef struct lia_force_param {
  const char *name;
  int size;
  double def, least;
  const char *unit, *text;
} lia_force_param;

/* own states of an element at most: two of a wheel, else one */
enum { LIA_FORCE_STATES = 2 };

/* f (1, 3 or 6) and the rates dz of own states from numbers p, time t, x, v and own states z;
 * for a row that sticks z is the sign of the way it slides, 0 where it is held */
typedef void lia_force_calc(const double *p, double t, const double *x, const double *v,
                            const double *z, double *f, double *dz);

typedef struct lia_force_law {
  lia_force_calc *calc;
  /* potential energy and its rate, NULL: none; from the point to where it acts, NULL: there */
  double (*stored)(const double *p, const double *x);
  double (*storing)(const double *p, const double *x, const double *v);
  void (*arm)(const double *p, const double x[3], double arm[3]);
  /* the law in lines (lines.h), of its numbers, x, v, t and z: results f, dz, arm and V (the
   * potential energy); without dz, arm, V there are none */
  const lia_line *text;
  int ntext;
  /* 1: x is no coordinate, but what gravity asks of it: dV/dq of all bodies (coordinates only) */
  int of_weight;
  /* of a wheel: instead of text, f (6) and dz (2) in expressions of a pool; and what is worth
   * showing */
  void (*wheel)(lia_pool *pool, const lia_expr *p, const lia_expr *x, const lia_expr *v,
                const lia_expr *z, lia_expr *f, lia_expr *dz);
  void (*tell)(const double *p, const double *x, const double *v, const double *z, double *told);
} lia_force_law;

/* what happens at events (sim/stick_impact.h): sticks, strikes a plane, strikes a stop */
enum { LIA_JUMP_none, LIA_JUMP_stick, LIA_JUMP_strike, LIA_JUMP_stop };

typedef struct lia_force_events {
  int jumps;
  const char *text;                 /* what happens at events only, so stands in no expression */
  /* the kind that does the same without events, with numbers of the same names; NULL: this one, by
   * the number at `yields` */
  const char *smooth;
  /* where in p the numbers stand that the events need. yields: it gives way where that is above 0,
   * and does not jump; -1: there is none */
  int yields;
  struct { int coulomb, most; } stick;
  struct { int through, normal, restitution, mu, radius, rest; } strike;
  struct { int min, max, restitution, rest; } stop;
} lia_force_events;

/* own states, 0 at the start: how many by the numbers, none or all that its port has (NULL: never
 * any); what each is, as columns and states of equations are called after it, and its unit ("":
 * that of its force) */
typedef struct lia_force_state {
  int (*count)(const double *p);
  const char *name[LIA_FORCE_STATES], *unit[LIA_FORCE_STATES];
} lia_force_state;

typedef struct lia_force_row {
  const char *name, *text;
  int nparam;             /* in all, vectors counted once */
  const lia_force_param *param;
  int ports;              /* where it may act, a sum of LIA_PORT_ */
  lia_force_law along, at;   /* on a coordinate or along a line; at a point */
  lia_force_state state;
  const char *(*wrong)(const double *p);   /* what is wrong with the numbers together: a sentence */
  int gives;              /* 1: may drive (motors, wind); 0: never gives more than it stored */
  lia_force_events events;
} lia_force_row;

/* ---- to write a row ---- */

#define LIA_FORCE_GIVEN ((double)NAN)         /* for a default: must be given */
#define LIA_FORCE_ANY (-(double)INFINITY)     /* for the least: any number */

/* of a list LIST(X) of X(name, size, default, least, unit, text): where each stands in p (AT_name),
 * and the columns */
#define LIA_FORCE_AT(name, size, def, least, unit, text) \
  AT_##name, LAST_##name = AT_##name + (size) - 1,
#define LIA_FORCE_COLUMN(name, size, def, least, unit, text) \
  { #name, size, def, least, unit, text },
#define LIA_FORCE_NUMBERS(LIST) \
  enum { LIST(LIA_FORCE_AT) NUMBERS_END }; \
  static const lia_force_param numbers[] = { LIST(LIA_FORCE_COLUMN) }; \
  _Static_assert((int)NUMBERS_END <= (int)LIA_FORCE_NPARAM, "more numbers than LIA_FORCE_NPARAM")

#define LIA_FORCE_LAW(calc, text, stored, storing, arm) \
  { calc, stored, storing, arm, text, sizeof(text) / sizeof *(text), 0, NULL, NULL }
#define LIA_FORCE_LAW_OF_WEIGHT(calc, text) \
  { calc, NULL, NULL, NULL, text, sizeof(text) / sizeof *(text), 1, NULL, NULL }
#define LIA_FORCE_LAW_OF_WHEEL(calc, wheel, tell) \
  { calc, NULL, NULL, NULL, NULL, 0, 0, wheel, tell }
#define LIA_FORCE_NO_LAW { NULL, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL }

#define LIA_FORCE_STATE(count, name, unit) { count, { name }, { unit } }
#define LIA_FORCE_NO_STATE { NULL, { NULL }, { NULL } }

#define LIA_FORCE_NO_EVENTS { .jumps = LIA_JUMP_none, .yields = -1 }
#define LIA_FORCE_STICKS(text, smooth, coulomb, most) \
  { LIA_JUMP_stick, text, #smooth, -1, .stick = { coulomb, most } }
#define LIA_FORCE_STRIKES(text, smooth, through, normal, restitution, mu, radius, rest) \
  { LIA_JUMP_strike, text, #smooth, -1, \
    .strike = { through, normal, restitution, mu, radius, rest } }
#define LIA_FORCE_STOPS(text, yields, min, max, restitution, rest) \
  { LIA_JUMP_stop, text, NULL, yields, .stop = { min, max, restitution, rest } }

/* A row needs every column: .text, .ports, .along, .at, .state, .wrong, .gives, .events, in any
 * order. One that is forgotten is an argument too few, and does not compile */
#define LIA_FORCE_ROW(id, c1, c2, c3, c4, c5, c6, c7, c8) \
  extern const lia_force_row lia_force_row_##id; \
  const lia_force_row lia_force_row_##id = { .name = #id, .param = numbers, \
    .nparam = sizeof numbers / sizeof *numbers, c1, c2, c3, c4, c5, c6, c7, c8 }

/* ---- to read them ---- */

typedef enum lia_force_kind {
#define X(name) LIA_FORCE_##name,
#include "kinds/forces.def"
#undef X
  LIA_FORCE_COUNT
} lia_force_kind;

extern const lia_force_row *const lia_force_rows[LIA_FORCE_COUNT];

int lia_force_find(const char *name);                          /* or -1 */
void lia_force_defaults(lia_force_kind kind, double *p);       /* p (LIA_FORCE_NPARAM) */
int lia_force_place(lia_force_kind kind, const char *param);   /* where in p it starts, or -1 */
int lia_force_numbers(lia_force_kind kind);   /* how many of p it uses: vectors counted thrice */

/* x is below the least that number p of the row should be, but the law still means something: what
 * is odd about it; NULL: it is in order, or is to be refused */
const char *lia_force_odd(const lia_force_row *row, const lia_force_param *p, double x);

/* LIA_JUMP_ of an element with numbers p: what gives way does not jump */
static inline int lia_force_jumps(const lia_force_row *row, const double *p) {
  const int yields = row->events.yields;
  return yields >= 0 && p[yields] > 0 ? LIA_JUMP_none : row->events.jumps;
}

/* how many states an element with numbers p has of its own */
static inline int lia_force_states(const lia_force_row *row, const double *p) {
  return row->state.count ? row->state.count(p) : 0;
}

static inline const lia_force_law *lia_force_law_at(const lia_force_row *row, int port) {
  return port == LIA_PORT_point ? &row->at : &row->along;
}

/* how many numbers x, v and f of a law are: 1, 3, of a wheel 6 */
enum { LIA_FORCE_DIM = 6 };

/* what a wheel tells besides its force, in axes of its road (tyre.h): name, unit */
#define LIA_FORCE_TOLD(X) \
  X(kappa, "") X(alpha, "rad") X(gamma, "rad") X(load, "N") X(Fx, "N") X(Fy, "N") X(Mx, "N m")  \
  X(My, "N m") X(Mz, "N m")
#define LIA_FORCE_TOLD_AT(name, unit) LIA_TOLD_##name,
enum { LIA_FORCE_TOLD(LIA_FORCE_TOLD_AT) LIA_FORCE_NTOLD };

static inline int lia_force_dim(const lia_force_row *row, int port) {
  if (port != LIA_PORT_point) return 1;
  return row->at.wheel ? 6 : 3;
}

/* own states that a law at this port may have */
static inline int lia_force_most_states(const lia_force_row *row, int port) {
  return port == LIA_PORT_point && row->at.wheel ? 2 : 1;
}

LIA_C_END

#endif
