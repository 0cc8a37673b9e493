/* moves.h - a pose reached by a sequence of moves, each about fixed or about moving axes
 *
 * [course F3.5]: start from the first move; a move along fixed axes multiplies on the left, a move
 * along the axes already moved multiplies on the right. Five moves, fixed (or moving), moving,
 * fixed, fixed, moving, give A = A4 A3 A1 A2 A5 [course E3.6]. */
#ifndef LIA_MOVES_H
#define LIA_MOVES_H

#include "geo/frame.h"

LIA_C_BEGIN

/* name, 0 for a turn and 1 for a slide, axis */
#define LIA_MOVE_LIST(X) X(RX, 0, 0) X(RY, 0, 1) X(RZ, 0, 2) X(TX, 1, 0) X(TY, 1, 1) X(TZ, 1, 2)

typedef enum lia_move_kind {
#define X(name, slide, axis) LIA_MOVE_##name,
  LIA_MOVE_LIST(X)
#undef X
  LIA_MOVE_FRAME,   /* any pose, kept in X */
  LIA_MOVE_COUNT
} lia_move_kind;

typedef struct lia_move {
  lia_move_kind kind;
  /* 1: along the axes we started from; 0: along the axes the moves before have carried along */
  int fixed;
  double value;     /* radians or metres */
  lia_frame X;      /* LIA_MOVE_FRAME only */
} lia_move;

/* "RX".."TZ" or "FRAME" and back; -1 where there is no such move */
const char *lia_move_name(lia_move_kind kind);
int lia_move_find(const char *name);

/* one elementary turn or slide; LIA_MOVE_FRAME gives the identity */
void lia_move_elementary(lia_frame *X, lia_move_kind kind, double value);
/* the move alone */
void lia_move_frame(lia_frame *X, const lia_move *m);

/* X of the whole sequence, identity for n = 0; each, if not NULL, gets the n poses on the way */
void lia_moves_compose(lia_frame *X, lia_frame *each, const lia_move *m, int n);

/* order[n]: which move (0-based) stands where in the product, left to right: { 3, 2, 0, 1, 4 } for
 * E3.6 */
void lia_moves_order(int *order, const lia_move *m, int n);

LIA_C_END

#endif
