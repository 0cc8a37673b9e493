/* tool_path_inside.h - what the files of tool paths share: tracks of segments and blends */
#ifndef LIA_TOOL_PATH_INSIDE_H
#define LIA_TOOL_PATH_INSIDE_H

#include "geo/tool_path.h"

LIA_C_BEGIN

/* The length of a way whose speed is not constant, in n equal intervals of its parameter */
typedef double (*lia_tool_speed)(const void *of, double r);
typedef struct lia_tool_way {
  double from, to;
  int n;
  double *length;            /* (n + 1) */
} lia_tool_way;
LIA_NODISCARD lia_status lia_tool_way_new(lia_tool_way *way, lia_tool_speed speed, const void *of,
                                          double from, double to, lia_error *err);
void lia_tool_way_free(lia_tool_way *way);
double lia_tool_way_total(const lia_tool_way *way);
/* r with length(r) = s, to rounding */
double lia_tool_way_inverse(const lia_tool_way *way, lia_tool_speed speed, const void *of,
                            double s);

/* a cubic spline of k components through n points at u, C2, natural ends: x (n x k), second (n x k)
 * are its second derivatives there; work n */
void lia_tool_spline_second(const double *u, const double *x, int n, int k, double *second,
                            double *work);
/* values and three derivatives (4 x k) in the interval i */
void lia_tool_spline_of(const double *u, const double *x, const double *second, int k, int i,
                        double at, double *out);

typedef struct lia_tool_spline {
  int n;
  double *u, *x, *x2;        /* (n), (n x 3) x 2 */
  double *q, *q2;            /* (n x 4) x 2: quaternions, not of length 1 between the poses */
  double *begin;             /* (n) length of the way up to each pose */
  lia_tool_way *way;         /* (n - 1) */
} lia_tool_spline;

typedef struct lia_tool_segment {
  const lia_tool_row *row;
  int index;                 /* which the user told it as */
  lia_tool_turn turn;
  int spot;                  /* it only turns */
  double r0, length;         /* in the parameter r of the track: length of the way, or angle */
  double R0[9];              /* attitude at its beginning */
  /* slerp, screw: rotation vector from R0 in the axes of the base, for the whole segment */
  double whole[3];
  double up[3], G[9];        /* tangent: R = F(r) G */
  double a[3], e1[3], e2[3], k[3], radius, climb; /* rows: points and directions; climb m/m */
  lia_tool_spline *spline;
  double zone, turn_zone;
} lia_tool_segment;

/* a zone about the joint before segment i */
typedef struct lia_tool_blend {
  int segment;               /* behind the joint */
  double from, h;            /* r where it begins, how wide; h = 0: there is none */
  double c[3][8];            /* of x = (r - from)/h */
  double turn_from, turn_h;
  double R[9];               /* attitude at the joint */
  double psi[3][6];          /* rotation vector from there, in the tool's axes */
  int tangent;               /* the attitude follows the blended way */
} lia_tool_blend;

/* between two places r nothing changes its formula */
typedef struct lia_tool_interval {
  double r0, r1, s0, s1;
  int place, place_blend, turn, turn_blend;   /* segments; blends, or -1 */
  double weight;
  int even;                  /* ds/dr is `speed` all along */
  double speed;
  lia_tool_way way;
} lia_tool_interval;

typedef struct lia_tool_track {
  int refs;
  int n, room;
  lia_tool_segment *segment;
  lia_tool_blend *blend;     /* (n): that before each segment; of the first: none */
  int ninterval;
  lia_tool_interval *interval;
  double weight, length;
  lia_frame end;             /* while it is made: where the last segment ends */
  double up[3];              /* of segments that tell none */
  int placed;                /* while it is made: the attitude at the start is known */
  int nhalf;
  lia_tool_half_turn *half;
} lia_tool_track;

typedef struct lia_tool_part {
  lia_tool_track *track;
  double from, to;           /* s of the track */
  int backwards;
  double s0;                 /* where it begins on the path */
} lia_tool_part;

typedef struct lia_tool_where { int part, interval; } lia_tool_where;

struct lia_tool_path {
  int npart;
  lia_tool_part *part;
  int npiece;
  lia_tool_where *piece;
  double *brk;               /* (npiece + 1) */
  int ncorner;
  lia_tool_corner *corner;
  int nhalf;
  lia_tool_half_turn *half;
};

struct lia_tool_row {
  const char *name, *text;
  unsigned takes;            /* LIA_TOOL_TOLD_.. */
  int own;                   /* 1: its turn is a part of the motion, and not to choose */
  /* appends its segments to the track (lia_tool_append) */
  lia_status (*make)(lia_tool_track *t, const lia_tool_def *def, int index, lia_error *err);
  /* p, p', p'', p''' of r from 0 to its length, by the length of the way */
  void (*place)(const lia_tool_segment *g, double r, double p[4][3]);
  /* its own turn: R, w, dw/dr; NULL: it has none */
  void (*turn)(const lia_tool_segment *g, double r, double R[9], double w[3], double dw[3]);
};

/* "segments[3] (arc)" of a complaint */
typedef struct lia_tool_name { char s[64]; } lia_tool_name;
lia_tool_name lia_tool_said(const lia_tool_def *def, int index);

/* The next segment in the track, zeroed, beginning where the last one ends; NULL: no memory */
lia_tool_segment *lia_tool_append(lia_tool_track *t, const lia_tool_def *def, int index);
/* place, length and end are set: its turn chosen as `turn` and where to; ends with t->end there */
lia_status lia_tool_settle(lia_tool_track *t, lia_tool_segment *g, const lia_tool_def *def,
                           lia_error *err);
/* arcs: a start, a point of the axis, its direction (unit), how far round, rise for each turn */
lia_status lia_tool_round(lia_tool_track *t, const lia_tool_def *def, int index,
                          const double centre[3], const double axis[3], double angle, double rise,
                          lia_error *err);
void lia_tool_round_place(const lia_tool_segment *g, double r, double p[4][3]);
/* centre and axis of the circle through three points; 0: they lie on one line */
int lia_tool_circle_of(const double a[3], const double b[3], const double c[3], double centre[3],
                       double axis[3]);
double lia_tool_angle_between(const double axis[3], const double a[3], const double b[3]);

/* values and derivatives of polynomials of degree n in x = (r - from)/h, by r; orders 0 .. 3 */
void lia_tool_poly(const double *c, int degree, double x, double h, double out[4]);
/* coefficients in x through value and three (two) derivatives by r at both ends, h apart */
void lia_tool_septic(double c[8], const double a[4], const double b[4], double h);
void lia_tool_quintic(double c[6], const double a[3], const double b[3], double h);

/* F with x along p', z as near to up as goes; its w and dw/dr. p: p .. p'''. Returns the sine of
 * the angle between way and up */
double lia_tool_follow_way(const double p[4][3], const double up[3], double R[9], double w[3],
                           double dw[3]);
/* R = R_0 exp(v): w and dw in the axes of R_0's base, from v, v', v'' */
void lia_tool_turn_of_vector(const double R_0[9], const double v[3], const double dv[3],
                             const double ddv[3], double R[9], double w[3], double dw[3]);
/* and back: v, v', v'' of a turn R, w, dw */
void lia_tool_vector_of_turn(const double R_0[9], const double R[9], const double w[3],
                             const double dw[3], double v[3], double dv[3], double ddv[3]);
/* attitude of a segment at r from its beginning, as if no blend were there */
void lia_tool_segment_turn(const lia_tool_segment *g, double r, double R[9], double w[3],
                           double dw[3]);

/* blends and intervals, once all segments are there */
lia_status lia_tool_blends(lia_tool_track *t, const lia_tool_spec *spec, lia_error *err);
lia_status lia_tool_intervals(lia_tool_track *t, lia_error *err);
/* the state by r of an interval: derivatives by r */
void lia_tool_track_of(const lia_tool_track *t, const lia_tool_interval *in, double r,
                       lia_tool_state *x);
void lia_tool_track_free(lia_tool_track *t);

/* ds/dr of an interval: sqrt(|p'|^2 + W^2 |w|^2) */
typedef struct lia_tool_moving {
  const lia_tool_track *t;
  const lia_tool_interval *in;
} lia_tool_moving;
double lia_tool_moving_speed(const void *of, double r);

static inline double lia_tool_apart(const double a[3], const double b[3]) {
  double d[3];
  lia_sub3(d, a, b);
  return lia_norm3(d);
}

LIA_C_END

#endif
