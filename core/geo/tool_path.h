/* tool_path.h - paths of a tool in space: poses X_0T(s), their first two derivatives, exactly
 *
 *   V(s) = (dp/ds, w)   w~ = dR/ds R'      velocity of the tool's origin and angular velocity per s
 *   A(s) = dV/ds                           all in the axes of the base
 *
 * s is the length of the way of the tool's origin in metres; where it turns on the spot, the angle.
 * A weight W > 0 mixes both, ds^2 = |dp|^2 + W^2 dangle^2. A path is made of segments (rows of
 * tool_paths.def); where two of them meet, the jumps are told, or a zone blends them: there the
 * origin runs on a polynomial of degree 7 (three derivatives fit at both ends), the rotation vector
 * about the corner's attitude on one of degree 5. Paths never change once they are made; slices,
 * reversed and joined paths share what they are made of.
 *
 * To add a kind: write tool_paths/tool_<name>.c with its row, add X(<name>) to tool_paths.def. The
 * tests hold its derivatives against differences because it is listed. */
#ifndef LIA_TOOL_PATH_H
#define LIA_TOOL_PATH_H

#include "base/status.h"
#include "geo/frame.h"

LIA_C_BEGIN

typedef struct lia_tool_row lia_tool_row;      /* tool_path_inside.h */
typedef struct lia_tool_path lia_tool_path;

typedef struct lia_tool_state { lia_frame X; double V[6], A[6]; } lia_tool_state;

/* name, what the tool's axes do on the way */
#define LIA_TOOL_TURNS(X) \
  X(usual,   "turn where a frame is told to go to, else stay") \
  X(fixed,   "stay as they are") \
  X(slerp,   "turn about one axis at a steady rate, the short way and whole turns more") \
  X(screw,   "turn as the screw motion does (segments of kind screw)") \
  X(tangent, "turn with the tangent of the way, up staying next to the direction told")

typedef enum lia_tool_turn {
#define X(name, text) LIA_TOOL_##name,
  LIA_TOOL_TURNS(X)
#undef X
  LIA_TOOL_TURN_COUNT
} lia_tool_turn;

const char *lia_tool_turn_name(lia_tool_turn turn);
int lia_tool_turn_find(const char *name);      /* or -1 */

/* What a segment is told, as a bit for each that its row may take */
#define LIA_TOOL_TOLD(X) \
  X(to,     "where it ends: a frame, or a point") \
  X(via,    "a point on the way") \
  X(centre, "a point of the axis") \
  X(axis,   "direction that is turned about, right-handed") \
  X(angle,  "how far round (rad)") \
  X(turns,  "how far round, in whole turns") \
  X(rise,   "along the axis for each turn (m)") \
  X(poses,  "a list of frames or points") \
  X(R,      "the attitude at its end, where no frame is told") \
  X(spin,   "whole turns more of the tool on the way")

enum {
#define X(name, text) LIA_TOOL_BIT_##name,
  LIA_TOOL_TOLD(X)
#undef X
  LIA_TOOL_TOLD_COUNT
};
enum {
#define X(name, text) LIA_TOOL_TOLD_##name = 1 << LIA_TOOL_BIT_##name,
  LIA_TOOL_TOLD(X)
#undef X
};
extern const char *const lia_tool_told_names[LIA_TOOL_TOLD_COUNT];

/* One segment as its user tells it; it begins where the one before ends */
typedef struct lia_tool_def {
  const lia_tool_row *row;
  unsigned told;             /* LIA_TOOL_TOLD_to .. */
  lia_frame to;
  int framed;                /* `to` or the poses are frames, not points */
  double via[3], centre[3], axis[3], angle, rise, R[9];
  int spin;
  const lia_frame *pose;     /* (npose) those after the start */
  int npose;
  lia_tool_turn turn;
  double up[3];              /* tangent; all 0: the path's */
  /* at its end (of a polyline, at its inner corners too), m and rad; below 0: the path's */
  double zone, turn_zone;
} lia_tool_def;

typedef struct lia_tool_spec {
  lia_frame start;
  int framed;                /* 0: start is a point; tangent chooses x along the way, z up */
  const lia_tool_def *segment;
  int nsegment;
  lia_tool_turn turn;        /* of segments that say `usual` */
  double up[3];              /* all 0: z */
  double zone;               /* m along the way on both sides of a corner; 0: corners stay */
  double turn_zone;          /* rad; 0: the tool's turn is blended where its way is */
  double weight;             /* W, m/rad, >= 0 */
} lia_tool_spec;

int lia_tool_kind_count(void);
const lia_tool_row *lia_tool_kind(int k);
const lia_tool_row *lia_tool_kind_find(const char *name);   /* or NULL */
const char *lia_tool_kind_name(const lia_tool_row *row);
const char *lia_tool_kind_text(const lia_tool_row *row);
unsigned lia_tool_kind_takes(const lia_tool_row *row);

/* LIA_EARG with the segment and the cure: points on one line, no length, zones that overlap (the
 * largest that fits is told), ... Free with lia_tool_path_free */
LIA_NODISCARD lia_status lia_tool_path_new(lia_tool_path **out, const lia_tool_spec *spec,
                                           lia_error *err);
void lia_tool_path_free(lia_tool_path *p);     /* NULL is fine */

double lia_tool_path_length(const lia_tool_path *p);
double lia_tool_path_weight(const lia_tool_path *p);

/* Pieces, inside of which every derivative is smooth: break[0] = 0 .. break[n] = the length */
int lia_tool_path_pieces(const lia_tool_path *p);
const double *lia_tool_path_breaks(const lia_tool_path *p);

/* at s; at a corner what lies behind it. Before 0 and after the end: the pose there, V = A = 0 */
void lia_tool_path_at(const lia_tool_path *p, double s, lia_tool_state *x);
/* the same of one piece, 0 .. n-1: at its ends the limits from inside */
void lia_tool_path_of(const lia_tool_path *p, int piece, double s, lia_tool_state *x);

/* what a piece belongs to: the segment (from 0; of the path it was made with), its kind, blended:
 * the zone at that segment's end */
typedef struct lia_tool_piece {
  double from, to;
  int segment, blend;
  const lia_tool_row *row;
  lia_tool_turn turn;
} lia_tool_piece;
lia_tool_piece lia_tool_path_piece(const lia_tool_path *p, int piece);

/* Where V or A jumps. order 1: V does, 2: only A does */
typedef struct lia_tool_corner {
  double s;
  int order;
  double angle;              /* between the directions of the way (rad); pi: it turns back */
  double curvature;          /* |jump of d2p/ds2| (1/m) */
  double turn, turn_rate;    /* |jump of w| (rad/m), |jump of dw/ds| (rad/m^2) */
} lia_tool_corner;
int lia_tool_path_corners(const lia_tool_path *p, const lia_tool_corner **list);

/* Turns by half a turn, where both ways are as short: which axis (of the tool) was chosen */
typedef struct lia_tool_half_turn { int segment; double axis[3]; } lia_tool_half_turn;
int lia_tool_path_half_turns(const lia_tool_path *p, const lia_tool_half_turn **list);

/* new paths: from a to b (0 <= a < b <= length); backwards; q behind p. LIA_EARG: ends that do not
 * meet (1e-9 of the length, 1e-9 rad), weights that differ */
LIA_NODISCARD lia_status lia_tool_path_slice(lia_tool_path **out, const lia_tool_path *p, double a,
                                             double b, lia_error *err);
LIA_NODISCARD lia_status lia_tool_path_reverse(lia_tool_path **out, const lia_tool_path *p,
                                               lia_error *err);
LIA_NODISCARD lia_status lia_tool_path_join(lia_tool_path **out, const lia_tool_path *p,
                                            const lia_tool_path *q, lia_error *err);

/* The largest ds/dt at s that keeps |dp/dt| <= v, |angular velocity| <= w, and at steady ds/dt
 * |d2p/dt2| <= a; 0 or infinite: no limit. INFINITY where nothing holds it */
double lia_tool_path_speed(const lia_tool_path *p, double s, double v, double w, double a);

LIA_C_END

#endif
