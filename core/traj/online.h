/* online.h - the shortest motion from any state to any state under limits of v, a and j, on line
 *
 * For a told duration T the motions that keep the limits are a convex set, since every limit is
 * one of v(t), a(t), j(t) alone and all of them are linear in j. So the ways they can go are an
 * interval, Dmin(T) <= D <= Dmax(T), and the shortest duration is the least T whose interval holds
 * the way wanted. Pontryagin's principle gives both ends as seven phases:
 *   Dmax: +j 0 -j | v_max | -j 0 +j      Dmin: -j 0 +j | v_min | +j 0 -j
 * (online_extreme.c). Durations between which no motion exists, blocked intervals, follow from the
 * same two curves (online_axis.c); axes that end together take the least T that none has blocked
 * (online_plan.c). j infinite: a jumps; a infinite too: v jumps; the same formulas with 1/j = 0.
 *
 * Nothing here allocates but lia_online_pieces. */
#ifndef LIA_ONLINE_H
#define LIA_ONLINE_H

#include "base/status.h"
#include "traj/pieces.h"

LIA_C_BEGIN

/* v_min < 0 < v_max, a_min < 0 < a_max, j > 0; INFINITY: none. j: of both signs */
typedef struct lia_online_limits { double v_min, v_max, a_min, a_max, j; } lia_online_limits;
typedef struct lia_online_state { double p, v, a; } lia_online_state;

/* what is told of the target: position: p, v and a; velocity: v and a, wherever that is (v_min and
 * v_max do not matter then) */
typedef enum lia_online_mode { LIA_ONLINE_POSITION, LIA_ONLINE_VELOCITY } lia_online_mode;

/* one piece of constant jerk (of constant a or v where j or a is infinite): at t it has p, v, a */
typedef struct lia_online_phase { double t, p, v, a, j; } lia_online_phase;

enum {
  LIA_ONLINE_BRAKE = 4,                  /* phases that bring a start outside its limits back */
  LIA_ONLINE_PHASES = LIA_ONLINE_BRAKE + 14
};

typedef struct lia_online_profile {
  int n, nbrake;                         /* phases, of which the first nbrake brake */
  double T, brake;                       /* duration, that of braking */
  lia_online_phase phase[LIA_ONLINE_PHASES];
  lia_online_state target;               /* at T; behind it goes on without jerk */
} lia_online_profile;

/* ---- one axis ---- */

/* the way with the greatest D for every duration, as online_inside.h has it */
typedef struct lia_online_extreme {
  double j, ij, A, B, v_max;             /* ij = 1/j; largest a up, down */
  double vs, ve, K, tau, delta, round;
  double main, neg0, neg1, point, cruise;
  int order, neg, gap;
} lia_online_extreme;

/* an axis made ready: what is asked, after braking, and both extremes */
typedef struct lia_online_axis {
  lia_online_mode mode;
  int order, nbrake;                     /* 3: u is the jerk (or as low as the limits leave) */
  double v_min, v_max, a_min, a_max, j;
  lia_online_state from, to;             /* as given */
  double D, v0, a0, vf, af;              /* of the problem solved (velocity: one derivative up) */
  double round, miss;                    /* what rounding does to D: of positions, of states */
  double brake, brake_t[LIA_ONLINE_BRAKE], brake_u[LIA_ONLINE_BRAKE];
  lia_online_extreme most, least;        /* least: of the mirrored axis */
  double alone;                          /* its own shortest duration */
} lia_online_axis;

/* LIA_EARG: what is not finite, a limit that is none, a target outside its limits or one that can
 * only be reached from outside; i: the axis, for the message */
LIA_NODISCARD lia_status lia_online_ready(lia_online_axis *x, const lia_online_limits *lim,
    const lia_online_state *from, const lia_online_state *to, lia_online_mode mode, int i,
    lia_error *err);
/* the least duration >= T that the axis can do; 0 gives the shortest. About 0.1 us */
double lia_online_next(const lia_online_axis *x, double T);
/* durations above the shortest that it cannot do: T[2 k] .. T[2 k + 1]; returns how many */
enum { LIA_ONLINE_BLOCKED = 4 };
int lia_online_blocked(const lia_online_axis *x, double T[2 * LIA_ONLINE_BLOCKED]);
/* the motion of duration T, which lia_online_next has given: seven phases with full jerk and one
 * velocity held where that can be, else the mean of both extremes that has the way D */
void lia_online_profile_of(const lia_online_axis *x, double T, lia_online_profile *out);
void lia_online_at(const lia_online_profile *x, double t, lia_online_state *out);

/* ---- many axes ---- */

/* time: all end together. phase: on a straight line too, where that takes no longer; line: on a
 * straight line whatever it takes (LIA_EARG where states are not on one). none: each as fast as it
 * can */
typedef enum lia_online_sync {
  LIA_ONLINE_TIME, LIA_ONLINE_PHASE, LIA_ONLINE_LINE, LIA_ONLINE_NONE
} lia_online_sync;

typedef struct lia_online_options {
  lia_online_mode mode;
  lia_online_sync sync;
  double at_least;                       /* the duration; 0: as short as can be */
  double cycle;                          /* durations are multiples of it; 0: any */
} lia_online_options;

typedef struct lia_online_info {
  double T;                              /* of the whole */
  int slowest;                           /* the axis that needs longest alone */
  int straight;                          /* 1: on a straight line */
} lia_online_info;

/* work, out: n of each. A mistake of one axis is told with its number from 1 */
LIA_NODISCARD lia_status lia_online_plan(int n, const lia_online_limits *lim,
    const lia_online_state *from, const lia_online_state *to, const lia_online_options *opts,
    lia_online_axis *work, lia_online_profile *out, lia_online_info *info, lia_error *err);

/* a curve of n components and degree 3 in t from 0 to the longest of all (each goes on without
 * jerk behind its own end). Where nothing moves: one piece of length `still` */
LIA_NODISCARD lia_status lia_online_pieces(lia_pieces **out, const lia_online_profile *x, int n,
                                           double still, lia_error *err);

LIA_C_END

#endif
