/* stick_impact_inside.h - what the files of stick_impact share among themselves */
#ifndef LIA_STICK_IMPACT_INSIDE_H
#define LIA_STICK_IMPACT_INSIDE_H

#include "num/small.h"
#include "sim/machine.h"

#include <math.h>

LIA_C_BEGIN

/* modes of a joint: the sign of the way it slides, or HELD; of a point; of a stop */
enum { LIA_HOLD_HELD = 0 };
enum { LIA_HOLD_AWAY = 0, LIA_HOLD_SLIDES, LIA_HOLD_STICKS };
enum { LIA_HOLD_LOW = 1, LIA_HOLD_HIGH, LIA_HOLD_LOCKED };

/* slower than this is at rest, nearer touches; a point strikes when it is this far behind its
 * plane, so that rounding, which may put it just behind while it rests or leaves, is no strike, nor
 * hides one */
static const double lia_hold_still = 1e-9, lia_hold_behind = 1e-11;
/* a joint that slides comes to rest when it goes back as fast as this: one that gives all it can
 * while others in its loop hold it stays where it is, and rounding is no motion */
static const double lia_hold_back = 1e-11;
/* a joint further behind its end began there, and has not come back yet */
static const double lia_hold_far_beyond = 1e-6;

/* ---- elements ---- */

static inline int lia_hold_is_joint(const lia_load *l) {
  return lia_load_jumps(l) == LIA_JUMP_stick;
}
static inline int lia_hold_is_point(const lia_load *l) {
  return lia_load_jumps(l) == LIA_JUMP_strike;
}
static inline int lia_hold_is_stop(const lia_load *l) { return lia_load_jumps(l) == LIA_JUMP_stop; }
static inline int lia_hold_rests(const lia_load *l) {
  return !lia_hold_is_joint(l) && lia_load_jumps(l) && l->mode != LIA_HOLD_AWAY;
}

/* the numbers of an element that its events need, from where its row says they stand */
static inline const lia_force_events *lia_hold_numbers(const lia_load *l) {
  return &lia_force_rows[l->kind]->events;
}
static inline const double *lia_hold_through(const lia_load *l) {
  return l->p + lia_hold_numbers(l)->strike.through;
}
static inline const double *lia_hold_normal(const lia_load *l) {
  return l->p + lia_hold_numbers(l)->strike.normal;
}
static inline double lia_hold_radius(const lia_load *l) {
  return l->p[lia_hold_numbers(l)->strike.radius];
}
static inline double lia_hold_mu(const lia_load *l) { return l->p[lia_hold_numbers(l)->strike.mu]; }
static inline double lia_hold_low_end(const lia_load *l) {
  return l->p[lia_hold_numbers(l)->stop.min];
}
static inline double lia_hold_high_end(const lia_load *l) {
  return l->p[lia_hold_numbers(l)->stop.max];
}

static inline double lia_hold_restitution(const lia_load *l) {
  return l->p[lia_hold_is_stop(l) ? lia_hold_numbers(l)->stop.restitution
      : lia_hold_numbers(l)->strike.restitution];
}
static inline double lia_hold_slow(const lia_load *l) {
  return l->p[lia_hold_is_stop(l) ? lia_hold_numbers(l)->stop.rest
      : lia_hold_numbers(l)->strike.rest];
}
static inline double lia_hold_limit(const lia_load *l) {
  return fmax(l->p[lia_hold_numbers(l)->stick.most], l->p[lia_hold_numbers(l)->stick.coulomb]);
}

/* ---- a point and its plane ---- */

/* arm: from the point to where it touches; v: velocity there; slip: its direction along the plane,
 * and how fast */
typedef struct lia_hold_touch { double n[3], gap, arm[3], v[3], slip[3], speed; } lia_hold_touch;

/* after lia_fk_motion */
lia_hold_touch lia_hold_touch_of(const lia_model_ode *s, const lia_load *l);
/* where friction takes it to slide: the way it goes, or at rest and just after it has turned the
 * way it was set off */
const double *lia_hold_way_of(const lia_load *l, const lia_hold_touch *c);

/* ---- a coordinate and its stop ---- */

/* to the end it rests on, else the nearer one; way: +1 the lower */
typedef struct lia_hold_ending { double gap, rate, way; } lia_hold_ending;
lia_hold_ending lia_hold_ending_of(const lia_load *l, const double *q, const double *v);
static inline int lia_hold_end_mode(double way) {
  return way > 0 ? LIA_HOLD_LOW : LIA_HOLD_HIGH;
}

/* ---- rows J, W, u and row of the machine: what must not move ---- */

/* J (nv) += scale times: how fast the point moves along u where it touches */
void lia_hold_add_row(const lia_model_ode *s, const lia_load *l, const lia_hold_touch *c,
    const double u[3], double scale, double *J);
/* row r for element k, along u; 0 where nothing can move that way */
int lia_hold_point_row(lia_model_ode *s, int k, const lia_hold_touch *c, const double u[3], int r);
/* rows r .. for a point: its normal, and where it sticks two along the plane. Returns the next */
int lia_hold_point_rows(lia_model_ode *s, int k, const lia_hold_touch *c, int sticks, int r);
int lia_hold_stop_row(lia_model_ode *s, int k, double way, int r);
/* of everything that is held or rests, but one; friction of what slides goes into W where it is
 * asked for. After lia_fk_motion. Returns their number */
int lia_hold_rows(lia_model_ode *s, const lia_load *but, int joints, int friction);

/* ---- equations ---- */

/* C of stick_impact.h into s->Minv, and B = (G M^-1 G^T)^-1 G M^-1 of the rows of constraints that
 * are used */
LIA_NODISCARD lia_status lia_hold_compliance(lia_model_ode *s, const double *q, double t,
    lia_error *err);
/* (J C W) y = b in place of b, for r rows; ESINGULAR */
LIA_NODISCARD lia_status lia_hold_solve(lia_model_ode *s, int r, double t, lia_error *err);
/* v += C W y, y the first r of b */
void lia_hold_spread(const lia_model_ode *s, int r, double *v);
/* u . (acceleration where row r touches that velocities alone give) */
double lia_hold_bias_of(const lia_model_ode *s, int r, const double *q, const double *v);
/* v least changed so that nothing held or resting moves; modes stay */
LIA_NODISCARD lia_status lia_hold_halt(lia_model_ode *s, double t, const double *q, double *v,
    lia_error *err);

/* ---- modes ---- */

/* how many are held or rest now: s->nstuck */
void lia_hold_count(lia_model_ode *s);
/* lambda of all that is held */
LIA_NODISCARD lia_status lia_hold_evaluate(lia_model_ode *s, double t, const double *x,
    lia_error *err);
/* a point slips: friction goes on in the direction in which it held */
void lia_hold_slip(lia_load *l);
/* modes that fit: all that is at rest is held, then let go one after the other where it cannot be.
 * `but` is free already */
LIA_NODISCARD lia_status lia_hold_settle(lia_model_ode *s, const lia_load *but, double t, double *x,
    lia_error *err);

/* ---- impacts ---- */

LIA_NODISCARD lia_status lia_hold_strike(lia_model_ode *s, lia_load *l, double t, double *x,
    lia_error *err);
/* what an impulse has driven onto its plane strikes in the same moment, one after the other */
LIA_NODISCARD lia_status lia_hold_strike_on(lia_model_ode *s, double t, double *x, lia_error *err);

LIA_C_END

#endif
