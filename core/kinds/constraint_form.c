/* constraint_form.c - the equation of a constraint, differentiated along any motion of its ends */
#include "kinds/constraint_form.h"

#include "sym/expr/build.h"
#include "sym/expr/diff.h"
#include "sym/expr/subs.h"

#include <stdio.h>

void lia_constraint_write(const lia_constraint_type *type, lia_constraint_form *f) {
  f->n = 0;
  for (int i = 0; i < LIA_CONSTRAINT_ROWS; i++) f->period[i] = LIA_ZERO;
  type->equation(f);
}

static void make_short(lia_constraint_form *f, int n, lia_expr *row) {
  for (int i = 0; f->tidy && i < n; i++) row[i] = f->tidy(f->p, row[i]);
}

// symbols for the velocities of the ends: what a velocity row is linear in
static int name_velocities(int nend, lia_constraint_form *f, lia_expr *symbol) {
  int n = 0;
  for (int e = 0; e < nend; e++)
    for (int k = 0; k < 6; k++) {
      char name[32];
      snprintf(name, sizeof name, "liaison_end%d_%c%d", e + 1, k < 3 ? 'u' : 'w', k % 3 + 1);
      symbol[n] = lia_sym_symbol(f->p, name);
      if (k < 3) f->u[e][k] = symbol[n++];
      else f->w[e][k-3] = symbol[n++];
    }
  return n;
}

int lia_constraint_model_rows(const lia_constraint_type *type, lia_constraint_form *f, int n,
                              const lia_expr *const J[LIA_CONSTRAINT_ENDS], lia_expr *H) {
  lia_expr symbol[6 * LIA_CONSTRAINT_ENDS], value[6 * LIA_CONSTRAINT_ENDS],
      row[LIA_CONSTRAINT_ROWS];
  int count = name_velocities(type->nend, f, symbol), free_rows = type->nrow - type->nposition;
  lia_constraint_write(type, f);
  make_short(f, type->nposition, f->row);
  for (int j = 0; free_rows && j < n; j++) {
    for (int e = 0; e < type->nend; e++)
      for (int k = 0; k < 6; k++) value[6 * e + k] = J[e][k * n + j];
    const lia_expr *written = f->row + type->nposition;
    int ok = lia_subs(f->p, (uint32_t)count, symbol, value, (uint32_t)free_rows, written, row);
    if (!ok) return 0;
    make_short(f, free_rows, row);
    for (int i = 0; i < free_rows; i++) H[i * n + j] = row[i];
  }
  return lia_pool_status(f->p, NULL) == LIA_OK;
}

// symbols of the ends, by names no description has: letter, end, number
static void name_ends(int nend, lia_constraint_form *f, lia_constraint_motion *m) {
  static const char letter[LIA_CONSTRAINT_END_SYMBOLS + 1] = "RRRRRRRRRpppuuuwwwaaalll";
  static const int first[128] = { ['p'] = 9, ['u'] = 12, ['w'] = 15, ['a'] = 18, ['l'] = 21 };
  for (int e = 0; e < nend; e++)
    for (int k = 0; k < LIA_CONSTRAINT_END_SYMBOLS; k++) {
      char name[32];
      snprintf(name, sizeof name, "liaison_end%d_%c%d", e + 1, letter[k],
          k - first[(int)letter[k]] + 1);
      m->end[e][k] = lia_sym_symbol(f->p, name);
    }
  for (int e = 0; e < nend; e++) {
    for (int k = 0; k < 9; k++) f->R[e][k] = m->end[e][k];
    for (int k = 0; k < 3; k++) {
      f->pos[e][k] = m->end[e][9 + k];
      f->u[e][k] = m->end[e][12 + k];
      f->w[e][k] = m->end[e][15 + k];
    }
  }
}

// R' = w~ R,  p' = u,  u' = a,  w' = l
static int rates_of(lia_pool *p, int nend, const lia_constraint_motion *m, lia_expr *x,
    lia_expr *dx) {
  int n = 0;
  for (int e = 0; e < nend; e++) {
    const lia_expr *s = m->end[e], *w = s + 15;
    for (int k = 0; k < 9; k++) {
      int i = (k / 3 + 1) % 3, j = (k / 3 + 2) % 3, col = k % 3;
      x[n] = s[k];
      dx[n++] = lia_sym_sub(p, lia_sym_mul(p, w[i], s[3 * j + col]),
          lia_sym_mul(p, w[j], s[3 * i + col]));
    }
    for (int k = 9; k < 18; k++) {
      x[n] = s[k];
      dx[n++] = s[k < 12 ? k + 3 : k + 6];
    }
  }
  return n;
}

lia_status lia_constraint_move(const lia_constraint_type *type, lia_constraint_form *f,
                               lia_constraint_motion *m, lia_error *err) {
  enum { MOVING = 18 };
  lia_pool *p = f->p;
  lia_expr x[LIA_CONSTRAINT_ENDS * MOVING], dx[LIA_CONSTRAINT_ENDS * MOVING];
  *m = (lia_constraint_motion){ 0 };
  name_ends(type->nend, f, m);
  lia_constraint_write(type, f);
  LIA_TRY(lia_pool_status(p, err));
  uint32_t n = (uint32_t)rates_of(p, type->nend, m, x, dx);
  uint32_t rows = (uint32_t)type->nrow, held = (uint32_t)type->nposition;
  for (int i = 0; i < type->nrow; i++) {
    m->g[i] = i < type->nposition ? f->row[i] : LIA_ZERO;
    m->period[i] = f->period[i];
    m->rate[i] = f->row[i];
  }
  int ok = !held || lia_diff_along(p, n, x, dx, held, f->row, m->rate);
  ok = ok && lia_diff_along(p, n, x, dx, rows, m->rate, m->acceleration);
  for (int i = 0; ok && i < type->nrow; i++)
    for (int e = 0; e < type->nend; e++)
      for (int k = 0; k < 6; k++) m->F[i][e][k] = lia_diff(p, m->rate[i], m->end[e][12 + k]);
  LIA_TRY(lia_pool_status(p, err));
  return ok ? LIA_OK : LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
}
