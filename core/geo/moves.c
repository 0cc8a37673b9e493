/* moves.c - a sequence of moves, each about fixed or about moving axes */
#include "geo/moves.h"

#include "base/assert.h"
#include "geo/rot.h"

#include <string.h>

static const struct { const char *name; int slide, axis; } rows[] = {
#define X(name, slide, axis) { #name, slide, axis },
  LIA_MOVE_LIST(X)
#undef X
  { .name = "FRAME" },
};

const char *lia_move_name(lia_move_kind kind) { return rows[kind].name; }

int lia_move_find(const char *name) {
  for (int k = 0; k < LIA_MOVE_COUNT; k++)
    if (strcmp(rows[k].name, name) == 0) return k;
  return -1;
}

void lia_move_elementary(lia_frame *X, lia_move_kind kind, double value) {
  LIA_ASSERT((unsigned)kind <= LIA_MOVE_FRAME);
  *X = LIA_FRAME_IDENTITY;
  if (kind == LIA_MOVE_FRAME) return;
  if (rows[kind].slide) X->p[rows[kind].axis] = value;
  else lia_rot_about(X->R, rows[kind].axis, value);
}

void lia_move_frame(lia_frame *X, const lia_move *m) {
  if (m->kind == LIA_MOVE_FRAME) *X = m->X;
  else lia_move_elementary(X, m->kind, m->value);
}

void lia_moves_compose(lia_frame *X, lia_frame *each, const lia_move *m, int n) {
  *X = LIA_FRAME_IDENTITY;
  for (int i = 0; i < n; i++) {
    lia_frame A;
    lia_move_frame(&A, m + i);
    if (m[i].fixed) lia_frame_mul(X, &A, X);
    else lia_frame_mul(X, X, &A);
    if (each) each[i] = *X;
  }
}

void lia_moves_order(int *order, const lia_move *m, int n) {
  int left = 0;
  for (int i = 1; i < n; i++) left += m[i].fixed != 0;
  // the first move stands in the middle: the later a fixed one comes, the further left it goes
  int right = left;
  if (n > 0) order[right++] = 0;
  for (int i = 1; i < n; i++) order[m[i].fixed ? --left : right++] = i;
  LIA_ASSERT(n == 0 || (left == 0 && right == n));
}
