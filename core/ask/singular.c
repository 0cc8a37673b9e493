/* singular.c - rank, lost directions, idle velocities and manipulability of a Jacobian */
#include "ask/singular.h"

#include "base/layout.h"
#include "base/mem.h"

double lia_singular_product(const lia_svd *f, int rank) {
  double w = 1;
  for (int k = 0; k < rank; k++) w = w * f->s[k];
  return w;
}

static void layout(lia_layout *l, lia_singular *o, int rows, int nv) {
  o->value = LIA_TAKE(l, double, rows < nv ? rows : nv);
  o->lost.x = LIA_TAKE(l, double, rows * rows);
  o->idle.x = LIA_TAKE(l, double, nv * nv);
}

static lia_status new_result(lia_singular **out, int rows, int nv, lia_error *err) {
  lia_singular shape = { 0 };
  lia_layout l = { NULL, sizeof shape };
  layout(&l, &shape, rows, nv);
  *out = lia_block(l.used);
  if (!*out) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for singular directions");
  l = (lia_layout){ (char *)*out, sizeof shape };
  layout(&l, *out, rows, nv);
  return LIA_OK;
}

// the directions that A sends to 0, into N (A.cols x as many as there are)
static lia_status null_of(lia_mat A, double tol, lia_mat *N, lia_error *err) {
  lia_svd *f = NULL;
  LIA_TRY(lia_svd_new(&f, A.rows, A.cols, err));
  lia_status st = lia_svd_factor(f, A, err);
  if (st == LIA_OK) {
    *N = lia_mat_of(N->x, A.cols, A.cols - lia_svd_rank(f, tol));
    if (N->cols) lia_svd_null(f, tol, *N);
  }
  lia_svd_free(f);
  return st;
}

// values and rank of J, what it sends to 0, what J' does
static lia_status directions(lia_singular *o, lia_mat J, lia_mat Jt, double tol, lia_error *err) {
  lia_svd *f = NULL;
  LIA_TRY(lia_svd_new(&f, J.rows, J.cols, err));
  lia_status st = lia_svd_factor(f, J, err);
  if (st == LIA_OK) {
    o->nvalue = J.rows < J.cols ? J.rows : J.cols;
    lia_vec_copy(o->value, f->s, o->nvalue);
    o->rank = lia_svd_rank(f, tol);
    o->idle = lia_mat_of(o->idle.x, J.cols, J.cols - o->rank);
    if (o->idle.cols) lia_svd_null(f, tol, o->idle);
    lia_mat_transpose(Jt, J);
  }
  lia_svd_free(f);
  if (st != LIA_OK) return st;
  return null_of(Jt, tol, &o->lost, err);
}

lia_status lia_singular_new(lia_singular **out, const lia_task *t, const double *q, double tol,
                            lia_error *err) {
  const int rows = lia_task_rows(t), nv = t->m->nv;
  double *J = lia_malloc((size_t)(2 * rows * nv + 1) * sizeof *J);
  *out = NULL;
  if (!J) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for a Jacobian");
  lia_status st = new_result(out, rows, nv, err);
  if (st == LIA_OK) {
    lia_task_jacobian(t, q, J);
    st = directions(*out, lia_mat_of(J, rows, nv), lia_mat_of(J + rows * nv, nv, rows), tol, err);
  }
  if (st == LIA_OK) st = lia_task_usual_rank(t, tol, &(*out)->usual, err);
  lia_free(J);
  if (st == LIA_OK) return LIA_OK;
  lia_free(*out);
  *out = NULL;
  return st;
}

lia_status lia_singular_manipulability(const lia_task *t, const double *q, double *w, double *U,
                                       double *s, lia_error *err) {
  const int rows = lia_task_rows(t), nv = t->m->nv, least = rows < nv ? rows : nv;
  int usual = 0;
  lia_svd *f = NULL;
  double *J = lia_malloc((size_t)(rows * nv + 1) * sizeof *J);
  if (!J) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for a Jacobian");
  lia_status st = lia_task_usual_rank(t, 1e-9, &usual, err);
  if (st == LIA_OK) st = lia_svd_new(&f, rows, nv, err);
  if (st == LIA_OK) st = lia_task_svd(t, q, J, f, err);
  if (st == LIA_OK) {
    *w = lia_singular_product(f, usual);
    if (U) lia_mat_copy(lia_mat_of(U, rows, least), f->U);
    if (s) lia_vec_copy(s, f->s, least);
  }
  lia_svd_free(f);
  lia_free(J);
  return st;
}
