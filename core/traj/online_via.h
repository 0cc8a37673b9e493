/* online_via.h - motions through way points, whose velocities and accelerations are chosen
 *
 * Each stretch between two points is the shortest motion of online.h with all axes together. The
 * states at the points begin as those of each axis moving alone straight through, slowed down to
 * the slowest, and are then improved one after the other as long as that makes the two stretches
 * beside the point shorter. A local search: no limit is passed and no axis stops but where it
 * turns, yet the result is only as good as its neighbours, not proved to be the shortest. */
#ifndef LIA_ONLINE_VIA_H
#define LIA_ONLINE_VIA_H

#include "traj/online.h"

LIA_C_BEGIN

/* what is found at the points, in memory of the caller: T (m + 1) durations of the stretches;
 * v, a: m x n. Each may be NULL */
typedef struct lia_online_way { double *T, *v, *a; } lia_online_way;

/* through m points (m x n positions) from `from` to `to` (n each); options: mode is that of
 * positions, the duration at least (its stretches in proportion), cycles of every stretch. m = 0:
 * one stretch. LIA_EARG as lia_online_plan, and a point that is not finite */
LIA_NODISCARD lia_status lia_online_through(lia_pieces **out, int n, const lia_online_limits *lim,
    const lia_online_state *from, const lia_online_state *to, const double *point, int m,
    const lia_online_options *opts, lia_online_way *way, lia_online_info *info, lia_error *err);

LIA_C_END

#endif
