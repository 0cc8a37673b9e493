/* follow_rows.c - rows of a tool's task at one place of a path: errors, rates, the free motion */
#include "ask/follow_inside.h"

#include "base/layout.h"
#include "base/mem.h"
#include "geo/rot.h"
#include "geo/screw.h"
#include "num/vec.h"
#include "rbd/fk.h"
#include "rbd/ik.h"
#include "rbd/jac.h"

#include <math.h>
#include <string.h>

const lia_follow_opts lia_follow_defaults = { LIA_FOLLOW_OPTS(LIA_OPT_DEFAULT) };

lia_status lia_follow_check(const lia_follow_opts *o, lia_error *err) {
  LIA_FOLLOW_OPTS(LIA_OPT_CHECK)
  return LIA_OK;
}

int lia_follow_criterion_find(const char *name) {
  static const char *const names[] = {
#define X(name, text) #name,
    LIA_FOLLOW_CRITERIA(X)
#undef X
  };
  for (int k = 0; k < LIA_FOLLOW_CRITERION_COUNT; k++)
    if (!strcmp(names[k], name)) return k;
  return -1;
}

const char *lia_follow_kind_name(lia_follow_kind kind) {
  static const char *const names[] = {
#define X(name, text) #name,
    LIA_FOLLOW_EVENTS(X)
#undef X
  };
  return names[kind];
}

// singular values below this part of the largest are 0
static const double TOL = 1e-8;

// ---- errors ----

static void tool_at(lia_follow *f, const double *q, lia_frame *X) {
  lia_fk_one(f->ask->m, f->ask->d, q, f->ask->body, X);
  lia_frame_mul(X, X, &f->ask->X_BT);
}

// from where the tool is turned to where it shall be: about all axes, or what turns its axis there
static void missing_turn(const lia_follow *f, const lia_frame *X, const lia_frame *to,
                         double e[3]) {
  lia_pole pole;
  if (f->nturn != 2) {
    double D[9];
    lia_mult33(D, to->R, X->R);
    lia_rot_log(e, D, &pole);
    return;
  }
  double a[3], b[3];
  for (int k = 0; k < 3; k++) {
    a[k] = X->R[3*k + f->free_axis];
    b[k] = to->R[3*k + f->free_axis];
  }
  lia_cross3(e, a, b);
  const double sine = lia_unit3(e, e);
  lia_scale3(e, atan2(sine, lia_dot3(a, b)), e);
}

void lia_follow_missing(lia_follow *f, const lia_tool_state *x, const double *q, double e[6],
                        double *distance, double *angle) {
  lia_frame X;
  double all[6], left[2] = { 0, 0 };
  tool_at(f, q, &X);
  lia_sub3(all, x->X.p, X.p);
  lia_set3(all + 3, 0, 0, 0);
  if (f->nturn) missing_turn(f, &X, &x->X, all + 3);
  if (f->ask->in_tool) lia_rot6_back(all, x->X.R, all);
  for (int i = 0; i < f->nrow; i++) {
    const double y = all[f->row[i]];
    left[f->row[i] / 3] += y * y;
    e[i] = f->row[i] < 3 ? y / f->size : y;
  }
  *distance = sqrt(left[0]);
  *angle = sqrt(left[1]);
}

// ---- rows ----

static void rows_at(lia_follow *f, const lia_tool_state *x, const double *q) {
  const lia_follow_ask *a = f->ask;
  lia_jac(a->m, a->d, q, a->body, a->X_BT.p, LIA_AXES_BASE, f->J);
  if (a->in_tool) lia_jac_turn(x->X.R, f->J, f->n);
  for (int i = 0; i < f->nrow; i++)
    lia_vec_scale(f->rows + i * f->n, f->row[i] < 3 ? 1 / f->size : 1, f->J + f->row[i] * f->n,
                  f->n);
}

static int determinant_sign(const lia_follow *f) {
  double A[36];
  int piv[6], sign = 0, c = 0;
  if (f->nmove != f->nrow || f->usual != f->nrow) return 0;
  for (int k = 0; k < f->n; k++) {
    if (!f->moves[k]) continue;
    for (int i = 0; i < f->nrow; i++) A[i * f->nrow + c] = f->rows[i * f->n + k];
    c++;
  }
  lia_mat M = lia_mat_of(A, f->nrow, f->nrow);
  lia_error ignored = { 0 };
  if (lia_lu_factor(M, piv, &ignored) != LIA_OK) return 0;
  lia_lu_logdet(M, piv, &sign);
  return sign;
}

lia_status lia_follow_values(lia_follow *f, const lia_tool_state *x, const double *q, double *part,
                             int *sign, lia_error *err) {
  rows_at(f, x, q);
  LIA_TRY(lia_svd_factor(f->svd, lia_mat_of(f->rows, f->nrow, f->n), err));
  const double *s = f->svd->s;
  *part = f->usual > 0 && s[0] > 0 ? s[f->usual - 1] / s[0] : 0;
  if (sign) *sign = determinant_sign(f);
  return LIA_OK;
}

// ---- the free motion ----

// y += the part of g that the rows do not see: N N' g
static void add_free(const lia_follow *f, int rank, const double *g, double *y) {
  for (int k = rank; k < f->n; k++) {
    const double *v = lia_mat_row(f->svd->Vt, k);
    lia_vec_axpy(y, lia_vec_dot(v, g, f->n), v, f->n);
  }
}

static lia_status log_product(lia_follow *f, const lia_tool_state *x, const double *q,
                              double *log_w, lia_error *err) {
  double part;
  LIA_TRY(lia_follow_values(f, x, q, &part, NULL, err));
  *log_w = 0;
  for (int k = 0; k < f->usual; k++) *log_w += log(fmax(f->svd->s[k], 1e-300));
  return LIA_OK;
}

lia_status lia_follow_cost(lia_follow *f, const lia_tool_state *x, const double *q, double *cost,
                           lia_error *err) {
  *cost = 0;
  if (f->ask->criterion == LIA_FOLLOW_middle)
    for (int k = 0; k < f->n; k++) {
      const double off = q[k] - f->middle[k];
      *cost += f->moves[k] ? 0.5 * f->weight[k] * off * off : 0;
    }
  if (f->ask->criterion != LIA_FOLLOW_singular) return LIA_OK;
  LIA_TRY(log_product(f, x, q, cost, err));
  *cost = -*cost;
  return LIA_OK;
}

// g = -dH/dq. Writes t6
static lia_status downhill(lia_follow *f, const lia_tool_state *x, const double *q, double *g,
                           lia_error *err) {
  const double h = 1e-5;
  double *p = f->t6;
  lia_vec_zero(g, f->n);
  if (f->ask->criterion == LIA_FOLLOW_gradient) {
    LIA_TRY(f->ask->gradient(f->ask->of, q, g, err));
    lia_vec_scale(g, -1, g, f->n);
  }
  lia_vec_copy(p, q, f->n);
  for (int k = 0; k < f->n; k++) {
    if (!f->moves[k]) g[k] = 0;
    else if (f->ask->criterion == LIA_FOLLOW_middle) g[k] = -f->weight[k] * (q[k] - f->middle[k]);
    else if (f->ask->criterion == LIA_FOLLOW_singular) {
      double more, less;
      p[k] = q[k] + h;
      LIA_TRY(log_product(f, x, p, &more, err));
      p[k] = q[k] - h;
      LIA_TRY(log_product(f, x, p, &less, err));
      p[k] = q[k];
      g[k] = (more - less) / (2 * h);
    }
  }
  return LIA_OK;
}

// ---- rates ----

// the rows of y (6, base axes) as the task has them
static void rows_of(const lia_follow *f, const lia_tool_state *x, const double y[6],
                      double b[6]) {
  double t[6];
  for (int k = 0; k < 6; k++) t[k] = y[k];
  if (f->ask->in_tool) lia_rot6_back(t, x->X.R, t);
  for (int i = 0; i < f->nrow; i++) b[i] = f->row[i] < 3 ? t[f->row[i]] / f->size : t[f->row[i]];
}

// what the rows of J q' shall be. In the axes E of the path, d/ds E'(p - p_C) = 0 is
//   v = v_C + w_C x (p - p_C)
static void first_side(const lia_follow *f, const lia_tool_state *x, const lia_frame *X,
                       double b[6]) {
  double y[6], off[3], more[3];
  for (int k = 0; k < 6; k++) y[k] = x->V[k];
  if (f->ask->in_tool) {
    lia_sub3(off, X->p, x->X.p);
    lia_cross3(more, x->V + 3, off);
    lia_add3(y, y, more);
  }
  rows_of(f, x, y, b);
}

// and of J q'' = .. - J' q':  a = a_C + w' x dp + 2 w x dv - w x (w x dp),
//   w_B' = w' + w x (w_B - w)
static void second_side(lia_follow *f, const lia_tool_state *x, const lia_frame *X,
                        const double *q, const double *dq, double b[6]) {
  const lia_follow_ask *a = f->ask;
  const double *w = x->V + 3;
  double y[6], bias[6], V[6], dp[3], part[3];
  for (int i = 0; i < 6; i++) V[i] = lia_vec_dot(f->J + i * f->n, dq, f->n);
  lia_jac_bias(a->m, a->d, q, dq, a->body, a->X_BT.p, LIA_AXES_BASE, bias);
  for (int k = 0; k < 6; k++) y[k] = x->A[k] - bias[k];
  if (a->in_tool) {
    lia_rot6(V, x->X.R, V);
    for (int k = 0; k < 6; k++) V[k] -= x->V[k];
    lia_sub3(dp, X->p, x->X.p);
    lia_cross3(part, x->A + 3, dp);
    lia_addto3(y, 1, part);
    lia_cross3(part, w, V);
    lia_addto3(y, 2, part);
    lia_cross3(part, w, dp);
    lia_cross3(part, w, part);
    lia_addto3(y, -1, part);
    lia_cross3(part, w, V + 3);
    lia_addto3(y + 3, 1, part);
  }
  rows_of(f, x, y, b);
}

// q' = J^+ V + N N' g; leaves the rows at q and their singular values. Writes t1, t6
static lia_status rates_wanted(lia_follow *f, const lia_tool_state *x, const double *q,
                           const double *before, double *dq, double *part, lia_error *err) {
  const int freely = f->redundant && f->ask->criterion != LIA_FOLLOW_least;
  double b[6];
  lia_frame X;
  if (freely) LIA_TRY(downhill(f, x, q, f->t1, err));
  LIA_TRY(lia_follow_values(f, x, q, part, NULL, err));
  tool_at(f, q, &X);
  first_side(f, x, &X, b);
  lia_svd_solve(f->svd, b, TOL, 0, dq);
  const int rank = lia_svd_rank(f->svd, TOL);
  if (rank < f->usual && before) add_free(f, rank, before, dq);
  else if (freely) {
    lia_vec_scale(f->t1, f->ask->opts.gain / f->whole, f->t1, f->n);
    add_free(f, rank, f->t1, dq);
  }
  return LIA_OK;
}

// the change of that velocity along the curve, by a difference: what of it the rows do not see is
// taken. Writes t1, t3, t6
static lia_status velocity_change(lia_follow *f, int piece, double s, const double *q,
                                  const double *dq, double *change, lia_error *err) {
  const double end = lia_tool_path_breaks(f->ask->path)[piece + 1];
  double h = 1e-5 * f->whole, part;
  if (s + h > end) h = -h;
  lia_tool_state x;
  lia_tool_path_of(f->ask->path, piece, s + h, &x);
  lia_vec_add(f->t3, q, h, dq, f->n);
  LIA_TRY(rates_wanted(f, &x, f->t3, NULL, change, &part, err));
  for (int k = 0; k < f->n; k++) change[k] = (change[k] - dq[k]) / h;
  return LIA_OK;
}

lia_status lia_follow_rates(lia_follow *f, int piece, double s, const double *q,
                            const double *dq_before, const double *ddq_before, double *dq,
                            double *ddq, double *part, lia_error *err) {
  lia_tool_state x;
  lia_frame X;
  double b[6];
  lia_tool_path_of(f->ask->path, piece, s, &x);
  LIA_TRY(rates_wanted(f, &x, q, dq_before, dq, part, err));
  if (f->redundant) {
    LIA_TRY(velocity_change(f, piece, s, q, dq, f->t4, err));
    LIA_TRY(lia_follow_values(f, &x, q, part, NULL, err));
  }
  tool_at(f, q, &X);
  second_side(f, &x, &X, q, dq, b);
  lia_svd_solve(f->svd, b, TOL, 0, ddq);
  const int rank = lia_svd_rank(f->svd, TOL);
  if (rank < f->usual && ddq_before) add_free(f, rank, ddq_before, ddq);
  else if (f->redundant) add_free(f, rank, f->t4, ddq);
  return LIA_OK;
}

// ---- onto the path ----

static void move_by(const lia_follow *f, double *q, double *dq) {
  double most = 1;
  for (int k = 0; k < f->n; k++) most = fmax(most, fabs(dq[k]));
  lia_vec_axpy(q, 1 / most, dq, f->n);
}

lia_status lia_follow_correct(lia_follow *f, const lia_tool_state *x, double *q, int *arrived,
                              lia_error *err) {
  double e[6], distance, angle, part, before = HUGE_VAL;
  *arrived = 0;
  for (int i = 0; i < 12; i++) {
    lia_follow_missing(f, x, q, e, &distance, &angle);
    const double left = distance / f->size + angle;
    *arrived = left <= 1e-11;
    // as far as rounding goes: one step more where it still falls
    if (left <= 1e-15 || (*arrived && left > 0.1 * before)) return LIA_OK;
    before = left;
    LIA_TRY(lia_follow_values(f, x, q, &part, NULL, err));
    lia_svd_solve(f->svd, e, TOL, 0, f->t2);
    move_by(f, q, f->t2);
  }
  return LIA_OK;
}

static double sum_of_squares(const double e[6], int n) {
  double E = 0;
  for (int i = 0; i < n && i < 6; i++) E += e[i] * e[i];
  return E;
}

// Levenberg and Marquardt: damping rises until a step brings less, falls where one did
lia_status lia_follow_reach(lia_follow *f, const lia_tool_state *x, double *q, double *distance,
                            double *angle, lia_error *err) {
  double e[6], tried[6], part, d, a;
  lia_follow_missing(f, x, q, e, distance, angle);
  double E = sum_of_squares(e, f->nrow), damping = 0.1 * E, mark = HUGE_VAL;
  for (int i = 0; i < 200 && E > 1e-24; i++) {
    if (i % 20 == 19) {
      if (E > (1 - 1e-9) * mark) break;
      mark = E;
    }
    LIA_TRY(lia_follow_values(f, x, q, &part, NULL, err));
    lia_svd_solve(f->svd, e, -1, sqrt(damping), f->t2);
    lia_vec_copy(f->t3, q, f->n);
    move_by(f, f->t3, f->t2);
    lia_follow_missing(f, x, f->t3, tried, &d, &a);
    const double now = sum_of_squares(tried, f->nrow);
    if (!(now < E)) {
      damping = fmax(4 * damping, 1e-12);
      continue;
    }
    damping = fmin(damping / 3, 0.1 * now);
    lia_vec_copy(q, f->t3, f->n);
    memcpy(e, tried, sizeof e);
    E = now;
    *distance = d;
    *angle = a;
  }
  return LIA_OK;
}

// gradient with halved steps; the place is kept by the corrector
lia_status lia_follow_relax(lia_follow *f, const lia_tool_state *x, double *q, lia_error *err) {
  double cost, now, part, size = 0.5;
  if (!f->redundant || f->ask->criterion == LIA_FOLLOW_least
      || f->ask->criterion == LIA_FOLLOW_gradient)
    return LIA_OK;
  LIA_TRY(lia_follow_cost(f, x, q, &cost, err));
  for (int i = 0; i < 300 && size > 1e-6; i++) {
    int arrived;
    LIA_TRY(downhill(f, x, q, f->t1, err));
    LIA_TRY(lia_follow_values(f, x, q, &part, NULL, err));
    lia_vec_zero(f->t3, f->n);
    add_free(f, lia_svd_rank(f->svd, TOL), f->t1, f->t3);
    lia_vec_scale(f->t3, size, f->t3, f->n);
    lia_vec_copy(f->t4, q, f->n);
    move_by(f, f->t4, f->t3);
    LIA_TRY(lia_follow_correct(f, x, f->t4, &arrived, err));
    LIA_TRY(lia_follow_cost(f, x, f->t4, &now, err));
    if (arrived && now < cost) {
      cost = now;
      lia_vec_copy(q, f->t4, f->n);
      size = fmin(2 * size, 2);
    } else size /= 2;
  }
  return LIA_OK;
}

// ---- made ----

static void lay_follow(lia_layout *l, lia_follow *f, int n) {
  double **const vec[] = { &f->lower, &f->upper, &f->period, &f->middle, &f->weight,
                           &f->t1, &f->t2, &f->t3, &f->t4, &f->t5, &f->t6 };
  f->J = LIA_TAKE(l, double, 6 * n);
  f->rows = LIA_TAKE(l, double, 6 * n);
  for (size_t k = 0; k < sizeof vec / sizeof *vec; k++) *vec[k] = LIA_TAKE(l, double, n);
  f->moves = LIA_TAKE(l, unsigned char, n);
}

static lia_status take_rows_asked(lia_follow *f, lia_error *err) {
  const lia_follow_ask *a = f->ask;
  int free_axis = 0;
  for (int r = 0; r < 6; r++) {
    if (a->rows >> r & 1) {
      f->row[f->nrow++] = r;
      f->nturn += r >= 3;
    } else if (r >= 3) free_axis = r - 3;
  }
  f->free_axis = free_axis;
  if (f->nturn == 2 && !a->in_tool)
    return LIA_FAIL(err, LIA_EARG, "rows", "two turns are told in the axes of the path (axes = "
                    "\"tool\"): the tool may turn about the third of these");
  return LIA_OK;
}

// one turn alone: where the arm can turn its tool about that axis only, else it means nothing
static lia_status check_one_turn(const lia_follow *f, lia_error *err) {
  int only = 3;
  while (only < 6 && !(f->ask->rows >> only & 1)) only++;
  for (int r = 3; r < 6; r++)
    for (int k = 0; r != only && k < f->n; k++)
      if (fabs(f->J[r * f->n + k]) > 1e-9)
        return LIA_FAIL(err, LIA_EARG, "rows", "a single turn counts only where the arm turns its "
                        "tool about that axis alone: ask for three, or two in the axes of the "
                        "path");
  return LIA_OK;
}

static void look_at_joints(lia_follow *f, const lia_ik *ik) {
  const lia_model *m = f->ask->m;
  double range = 0;
  int limited = 0;
  lia_model_limits(m, f->lower, f->upper);
  lia_vec_copy(f->period, ik->period, f->n);
  for (int N = m->body[f->ask->body].node; N > 0; N = m->node[N].parent)
    for (int k = 0; k < m->node[N].nv; k++) f->moves[m->user_v[m->node[N].iv + k]] = 1;
  for (int k = 0; k < f->n; k++) {
    f->nmove += f->moves[k];
    if (!isfinite(f->lower[k]) || !isfinite(f->upper[k])) continue;
    f->middle[k] = (f->lower[k] + f->upper[k]) / 2;
    range += f->upper[k] - f->lower[k];
    limited++;
  }
  for (int k = 0; k < f->n; k++) {
    const double width = f->upper[k] - f->lower[k], mean = limited ? range / limited : 1;
    if (isfinite(width) && width > 0) f->weight[k] = (mean / width) * (mean / width);
  }
}

// four random configurations: the largest rank, and how far away the axes that turn the tool are
static lia_status look_at_rank(lia_follow *f, lia_error *err) {
  lia_tool_state x = { LIA_FRAME_IDENTITY, { 0 }, { 0 } };
  double part;
  for (uint64_t seed = 1; seed <= 4; seed++) {
    lia_rng r = lia_rng_seed(seed);
    lia_model_random(f->ask->m, &r, f->t1);
    tool_at(f, f->t1, &x.X);
    f->size = f->size > 0 ? f->size : 1;
    LIA_TRY(lia_follow_values(f, &x, f->t1, &part, NULL, err));
    const int rank = lia_svd_rank(f->svd, TOL);
    if (rank > f->usual) f->usual = rank;
    for (int k = 0; k < f->n && seed == 1; k++) {
      double u2 = 0, w2 = 0;
      for (int i = 0; i < 3; i++) {
        u2 += f->J[i * f->n + k] * f->J[i * f->n + k];
        w2 += f->J[(3 + i) * f->n + k] * f->J[(3 + i) * f->n + k];
      }
      if (w2 > 0 && sqrt(u2 / w2) > f->t2[0]) f->t2[0] = sqrt(u2 / w2);
    }
  }
  f->size = f->t2[0] > 1e-9 ? f->t2[0] : 1;
  f->redundant = f->nmove > f->usual;
  return f->nturn == 1 ? check_one_turn(f, err) : LIA_OK;
}

lia_status lia_follow_open(lia_follow *f, const lia_follow_ask *ask, lia_error *err) {
  const lia_model *m = ask->m;
  lia_layout l = { 0 };
  *f = (lia_follow){ .ask = ask, .n = m->nv, .size = 1,
                     .whole = lia_tool_path_length(ask->path) };
  LIA_TRY(lia_follow_check(&ask->opts, err));
  if (m->nq != m->nv)
    return LIA_FAIL(err, LIA_EMODEL, "", "a joint of this model turns in space: its coordinates "
                    "are no numbers of their own, and no curve q(s) can be made of them");
  if (!(ask->rows & 63u))
    return LIA_FAIL(err, LIA_EARG, "rows", "at least one is needed");
  LIA_TRY(take_rows_asked(f, err));
  lay_follow(&l, f, f->n);
  f->block = lia_block(l.used);
  if (!f->block) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory to follow a path");
  l = (lia_layout){ .base = (char *)f->block };
  lay_follow(&l, f, f->n);
  lia_ik *ik;
  LIA_TRY(lia_ik_new(&ik, m, ask->d, err));
  look_at_joints(f, ik);
  lia_free(ik);
  if (!f->nmove)
    return LIA_FAIL(err, LIA_EMODEL, "", "no joint moves the body that is to follow the path");
  LIA_TRY(lia_svd_new(&f->svd, f->nrow, f->n, err));
  return look_at_rank(f, err);
}

void lia_follow_close(lia_follow *f) {
  lia_svd_free(f->svd);
  lia_free(f->block);
  f->svd = NULL;
  f->block = NULL;
}
