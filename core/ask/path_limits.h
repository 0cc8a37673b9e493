/* path_limits.h - limits of a mechanism along a path q(s), as rows for its shortest time
 *
 *   q' = q_s s',   q'' = q_s u + q_ss x                  (x = s'^2, u = s''; q_s = dq/ds)
 *   tau = M q'' + h(q, q') - what joints do themselves = a u + b x + c + d sqrt(x)
 *     a = M q_s, b = M q_ss + C(q, q_s) q_s, c = gravity + springs + dry friction, d = damping q_s
 *
 * c + b and a come of three inverse dynamics, exact at every place; the armature of each joint is
 * in M. Dry friction acts against the way each joint goes along the path. The acceleration of the
 * tool stays in a polygon within the circle of its limit. */
#ifndef LIA_PATH_LIMITS_H
#define LIA_PATH_LIMITS_H

#include "model/data.h"
#include "traj/topp.h"

LIA_C_BEGIN

/* [0] least, [1] most of each coordinate (n), infinite where there is none; NULL, NULL: no limit
 * of that kind */
typedef const double *lia_least_most[2];

typedef struct lia_path_limits {
  const lia_model *m;        /* NULL: speeds and accelerations of coordinates alone */
  lia_data *d;               /* to work in */
  lia_least_most v, a, tau;  /* of coordinates; tau: what motors give */
  lia_least_most j;          /* third derivatives: for lia_path_jerk alone */
  int body;                  /* the tool: its body and point, and its limits; infinite: none */
  double p_B[3], speed, turning, acceleration;
  int nextra;                /* rows of the user ... */
  const lia_topp_row *extra; /* ... (places x nextra) */
} lia_path_limits;

/* sides of the polygon for the acceleration of the tool: cos(pi/64) = 0.9988 of the circle */
enum { LIA_PATH_SIDES = 64, LIA_PATH_DIRECTIONS = LIA_PATH_SIDES / 2 };

/* what bounds x: 2 k + 1 least, 2 k most speed of coordinate k, then these from 2 n on */
enum {
  LIA_PATH_TOOL_SPEED, LIA_PATH_TOOL_TURNING = 2, LIA_PATH_CORNER = 4, LIA_PATH_NO_BOUND = 6,
  LIA_PATH_JERK = 8          /* most third derivative of coordinate 0, least, most of 1 .. */
};

/* the grid: every knot of the path is a place of it. Where q_s or q_ss jump at a knot there are two
 * places, the second for the piece that begins there. Where the direction jumps, a corner, the
 * motion stops */
typedef struct lia_path {
  const lia_pieces *path;    /* of the caller */
  int n, places;             /* segments, places */
  double *s;                 /* (n + 1) */
  int *piece;                /* (n) the piece of each segment */
  int *begins, *ends;        /* (n) places */
  double *at;                /* (places) s */
  int *of;                   /* (places) the piece that tells q there */
  double *x_max;             /* (n + 1), after lia_path_rows */
  int *who;                  /* (n + 1) what bounds it */
  char *corner, *stands;     /* (n + 1) 1: q_s jumps there; q_s is 0 there */
  int m;                     /* rows at each place */
  lia_topp_row *row;         /* (places x m) */
  double *work;              /* (12 n) and rows of one place */
} lia_path;

/* the grid of about `segments` segments, closer where q_s bends, and towards both ends as even
 * steps of time from rest are; or (given) at those places, from the first knot to the last.
 * LIA_EARG: the path jumps, or never moves, or places that are none of it */
LIA_NODISCARD lia_status lia_path_new(lia_path **out, const lia_pieces *path, int segments,
                                      const double *given, int ngiven, lia_error *err);
void lia_path_free(lia_path *g);

/* q, q_s, q_ss (3 x n) at a place */
void lia_path_at(const lia_path *g, int place, double *q);

/* all rows and bounds into g: n accelerations (where a is given), n torques (tau),
 * LIA_PATH_DIRECTIONS (acceleration), nextra. LIA_EARG: limits that leave nothing, tool without
 * model */
LIA_NODISCARD lia_status lia_path_rows(lia_path *g, const lia_path_limits *o, lia_error *err);
/* what they say, for lia_topp_solve */
lia_topp_problem lia_path_problem(const lia_path *g);

/* the motion r looked at between the grid points, `between` times in each segment: the limit that
 * is passed furthest, as a part of it (0: none is), where, and which (2 m + who for speeds).
 * Rows of the user are not looked at */
typedef struct lia_path_worst { double by, s; int what; } lia_path_worst;
lia_path_worst lia_path_between(const lia_path *g, const lia_path_limits *o, const lia_topp *r,
                                int between);
/* what is used of each limit, as a part of it: (m) rows, then (n + 2) speeds, the largest anywhere
 * on the grid */
void lia_path_used(const lia_path *g, const lia_path_limits *o, const lia_topp *r, double *used);

/* ---- limits of third derivatives ---- */

/* the shortest time from rest to rest under all limits and those of o->j, after lia_path_rows: s(t)
 * of constant s''' between knots. It is looked at `often` times in each of its pieces, and made
 * longer (info: stretched, a factor) until it keeps all limits but rows of the user, which hold at
 * the grid. LIA_EARG: corners, q_ss that jumps; LIA_EUNREACHABLE */
typedef struct lia_path_jerk_info {
  int newton;
  double gap, stretched;     /* how far from a local optimum of the grid; 1: not stretched */
} lia_path_jerk_info;
LIA_NODISCARD lia_status lia_path_jerk(lia_pieces **out, const lia_path *g,
                                       const lia_path_limits *o, int often,
                                       lia_path_jerk_info *info, lia_error *err);
/* the same questions of any s(t): what is passed; where used is not NULL (m rows, n + 2 speeds, n
 * third derivatives), what is used; nearest (pieces of s): the limit nearest to its end there, -1
 * where less than 0.98 of all are used */
lia_path_worst lia_path_along(const lia_path *g, const lia_path_limits *o, const lia_pieces *s,
                              int often, double *used, int *nearest);

LIA_C_END

#endif
