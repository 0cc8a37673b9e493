/* hold.c - equations of what is held, impulses of what strikes */
#include "sim/hold.h"

#include "num/factor.h"
#include "num/small.h"
#include "rbd/fk.h"
#include "rbd/forward.h"
#include "rbd/jac.h"

#include <math.h>
#include <string.h>

/* numbers of stiction.c and impact.c */
enum { COULOMB, STATIC };
enum { THROUGH = 0, NORMAL = 3, RESTITUTION = 6, MU, RADIUS, SLOW };

static int jumps(const lia_load *l) { return lia_force_rows[l->kind]->jumps; }
static double limit(const lia_load *l) { return fmax(l->p[STATIC], l->p[COULOMB]); }

/* ---- a point and its plane ---- */

typedef struct touch { double n[3], gap, p_B[3], v[3]; } touch;   // p_B: where it touches, on its body; v: velocity there

// after lia_fk_motion
static touch touch_of(const lia_machine *s, const lia_load *l) {
  touch c;
  lia_frame X;
  double x[3], V[6], size = 0;
  for (int k = 0; k < 3; k++) size += l->p[NORMAL + k] * l->p[NORMAL + k];
  lia_fk_body(s->m, s->d, l->body[0], &X);
  lia_frame_point(x, &X, l->at[0]);
  c.gap = -l->p[RADIUS];
  for (int k = 0; k < 3; k++) {
    c.n[k] = l->p[NORMAL + k] / sqrt(size);
    c.gap += c.n[k] * (x[k] - l->p[THROUGH + k]);
  }
  for (int k = 0; k < 3; k++) x[k] -= l->p[RADIUS] * c.n[k];
  lia_frame_point_back(c.p_B, &X, x);
  lia_fk_velocity(s->m, s->d, l->body[0], c.p_B, LIA_AXES_BASE, V);
  for (int k = 0; k < 3; k++) c.v[k] = V[k];
  return c;
}

static double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

// direction of sliding, 0 at rest; two directions across the normal otherwise
static double sliding(const touch *c, double u[3]) {
  double vn = dot(c->n, c->v), size;
  for (int k = 0; k < 3; k++) u[k] = c->v[k] - vn * c->n[k];
  size = sqrt(dot(u, u));
  for (int k = 0; k < 3; k++) u[k] = size > 0 ? u[k] / size : 0;
  return size;
}

static void across(const double n[3], double u[3], double w[3]) {
  int k = fabs(n[0]) < fabs(n[1]) ? (fabs(n[0]) < fabs(n[2]) ? 0 : 2) : fabs(n[1]) < fabs(n[2]) ? 1 : 2;
  double e[3] = { 0 }, size;
  e[k] = 1;
  size = dot(e, n);
  for (int i = 0; i < 3; i++) u[i] = e[i] - size * n[i];
  size = sqrt(dot(u, u));
  for (int i = 0; i < 3; i++) u[i] /= size;
  w[0] = n[1] * u[2] - n[2] * u[1], w[1] = n[2] * u[0] - n[0] * u[2], w[2] = n[0] * u[1] - n[1] * u[0];
}

// J (nv) += s u^T J_point
static void add_row(const lia_machine *s, const lia_load *l, const double p_B[3], const double u[3], double scale, double *J) {
  const double six[6] = { scale * u[0], scale * u[1], scale * u[2], 0, 0, 0 };
  lia_jac_force(s->m, s->d, l->body[0], p_B, LIA_AXES_BASE, six, J);
}

/* ---- equations ---- */

// (J M^-1 W) y = b in place of b, for r rows
static lia_status solve(lia_machine *s, int r, double t, lia_error *err) {
  int n = s->m->nv;
  for (int i = 0; i < r; i++)
    for (int k = 0; k < r; k++) {
      double sum = 0;
      for (int a = 0; a < n; a++)
        for (int c = 0; c < n; c++) sum += s->J[i * n + a] * s->Minv[a * n + c] * s->W[k * n + c];
      s->A[i * r + k] = sum;
    }
  lia_error why = { 0 };
  if (lia_lu_factor((lia_mat){ s->A, r, r, r }, s->piv, &why) != LIA_OK)
    return LIA_FAIL(err, LIA_ESINGULAR, "forces", "what sticks and rests holds the same motion twice at t = %.9g", t);
  lia_lu_solve((lia_mat){ s->A, r, r, r }, s->piv, s->b);
  return LIA_OK;
}

// v += M^-1 W y
static void spread(const lia_machine *s, int r, double *v) {
  int n = s->m->nv;
  for (int k = 0; k < r; k++)
    for (int a = 0; a < n; a++)
      for (int c = 0; c < n; c++) v[a] += s->Minv[a * n + c] * s->W[k * n + c] * s->b[k];
}

// row r for a resting point: Jn, and W = Jn - mu Jt; its bias is returned
static double rest_row(lia_machine *s, const lia_load *l, int r, const double *q, const double *v) {
  int n = s->m->nv;
  double u[3], bias[6], centre[3];
  touch c = touch_of(s, l);
  double fast = sliding(&c, u);
  for (int k = 0; k < 3; k++) centre[k] = l->at[0][k];
  memset(s->J + r * n, 0, (size_t)n * sizeof *s->J);
  add_row(s, l, centre, c.n, 1, s->J + r * n);
  memcpy(s->W + r * n, s->J + r * n, (size_t)n * sizeof *s->J);
  // friction turns round within a speed as small as what counts as rest
  if (l->p[MU] > 0) add_row(s, l, c.p_B, u, -l->p[MU] * fast / sqrt(fast * fast + l->p[SLOW] * l->p[SLOW]), s->W + r * n);
  lia_jac_bias(s->m, s->d, q, v, l->body[0], centre, LIA_AXES_BASE, bias);
  return dot(c.n, bias);
}

lia_status lia_hold_correct(lia_machine *s, double t, const double *q, const double *v, double *a, lia_error *err) {
  const lia_model *m = s->m;
  int n = m->nv, r = 0, points = 0;
  lia_forward_minv(m, s->d, q, s->Minv);
  for (int k = 0; k < s->o.loads->n; k++) points |= jumps(&s->o.loads->load[k]) == LIA_JUMP_strike && s->o.loads->load[k].mode;
  if (points) lia_fk_motion(m, s->d, q, v, NULL);
  for (int k = 0; k < s->o.loads->n; k++) {
    lia_load *l = &s->o.loads->load[k];
    int stuck = jumps(l) == LIA_JUMP_stick && l->mode == 0, resting = jumps(l) == LIA_JUMP_strike && l->mode == 1;
    double bias = 0;
    if (!stuck && !resting) continue;
    if (stuck) {
      memset(s->J + r * n, 0, (size_t)n * sizeof *s->J);
      memset(s->W + r * n, 0, (size_t)n * sizeof *s->W);
      s->J[r * n + l->iv] = s->W[r * n + l->iv] = 1;
    } else {
      bias = rest_row(s, l, r, q, v);
      lia_fk_motion(m, s->d, q, v, NULL);   // the bias was computed elsewhere in d
    }
    s->b[r] = -bias;
    for (int i = 0; i < n; i++) s->b[r] -= s->J[r * n + i] * a[i];
    s->row[r++] = k;
  }
  LIA_TRY(solve(s, r, t, err));
  spread(s, r, a);
  for (int i = 0; i < r; i++) s->o.loads->load[s->row[i]].lambda = s->b[i];
  return LIA_OK;
}

/* ---- modes ---- */

static void count(lia_machine *s) {
  s->nheld = 0;
  for (int k = 0; k < s->o.loads->n; k++) {
    const lia_load *l = &s->o.loads->load[k];
    s->nheld += (jumps(l) == LIA_JUMP_stick && l->mode == 0) || (jumps(l) == LIA_JUMP_strike && l->mode == 1);
  }
}

// lambda of all that is held
static lia_status evaluate(lia_machine *s, double t, const double *x, lia_error *err) {
  count(s);
  return s->nheld ? lia_machine_problem(s).f(s, t, x, s->dx, err) : LIA_OK;
}

// held where the static limit suffices, else it slides the way the rest pushes it
static lia_status stick_or_slide(lia_machine *s, lia_load *l, double t, const double *x, lia_error *err) {
  l->mode = 0;
  LIA_TRY(evaluate(s, t, x, err));
  if (fabs(l->lambda) > limit(l)) l->mode = l->lambda > 0 ? -1 : 1;
  count(s);
  return LIA_OK;
}

// move q along M^-1 J^T so that the gap becomes `gap`: rounding must not leave a point behind its plane
static void lift(lia_machine *s, const lia_load *l, double gap, double *q, const double *v) {
  int n = s->m->nv;
  touch c = touch_of(s, l);
  double size = 0, *u = s->v;
  memset(s->W, 0, (size_t)n * sizeof *s->W);
  add_row(s, l, l->at[0], c.n, 1, s->W);
  for (int a = 0; a < n; a++) {
    u[a] = 0;
    for (int b = 0; b < n; b++) u[a] += s->Minv[a * n + b] * s->W[b];
    size += u[a] * s->W[a];
  }
  if (size > 0) lia_model_step(s->m, q, u, (gap - c.gap) / size, q);
  lia_fk_motion(s->m, s->d, q, v, NULL);
}

// rows 0 ..: those that rest, with no speed; returns how many
static int resting_rows(lia_machine *s, const lia_load *but, const double *v) {
  int n = s->m->nv, r = 0;
  for (int k = 0; k < s->o.loads->n; k++) {
    lia_load *l = &s->o.loads->load[k];
    if (l == but || jumps(l) != LIA_JUMP_strike || l->mode == 0) continue;
    touch c = touch_of(s, l);
    memset(s->J + r * n, 0, (size_t)n * sizeof *s->J);
    add_row(s, l, l->at[0], c.n, 1, s->J + r * n);
    memcpy(s->W + r * n, s->J + r * n, (size_t)n * sizeof *s->J);
    s->b[r] = 0;
    for (int i = 0; i < n; i++) s->b[r] -= s->J[r * n + i] * v[i];
    s->row[r++] = k;
  }
  return r;
}

// a row along u at p; 0 where nothing can move that way
static int new_row(lia_machine *s, const lia_load *l, int r, const double p_B[3], const double u[3], double b) {
  int n = s->m->nv;
  double size = 0;
  memset(s->J + r * n, 0, (size_t)n * sizeof *s->J);
  add_row(s, l, p_B, u, 1, s->J + r * n);
  for (int i = 0; i < n; i++) size = fmax(size, fabs(s->J[r * n + i]));
  memcpy(s->W + r * n, s->J + r * n, (size_t)n * sizeof *s->J);
  s->b[r] = b;
  return size > 1e-12;
}

// the impulse of one point: first as if it stuck along the plane, then sliding where friction does not suffice
static lia_status impulse(lia_machine *s, lia_load *l, double e, double t, double *v, lia_error *err) {
  int n = s->m->nv;
  touch c = touch_of(s, l);
  double u[3], w[3], away[3], vn = dot(c.n, c.v), fast = sliding(&c, away);
  across(c.n, u, w);
  if (fast > 0) {
    lia_cross3(w, c.n, away);
    memcpy(u, away, sizeof u);
  }
  for (int slide = l->p[MU] > 0 ? 0 : 1; slide < 2; slide++) {
    int at = resting_rows(s, l, v), r = at + 1;
    new_row(s, l, at, l->at[0], c.n, -(1 + e) * vn);
    if (!slide) {
      r += new_row(s, l, r, c.p_B, u, -dot(u, c.v));
      r += new_row(s, l, r, c.p_B, w, -dot(w, c.v));
    } else if (fast > 0) add_row(s, l, c.p_B, away, -l->p[MU], s->W + at * n);
    LIA_TRY(solve(s, r, t, err));
    double side = r > at + 1 ? hypot(s->b[at + 1], r > at + 2 ? s->b[at + 2] : 0) : 0;
    if (!slide && side > l->p[MU] * s->b[at]) continue;
    // a resting point that would have to pull is let go, and all is done again
    for (int k = 0; k < at; k++)
      if (s->b[k] < 0) {
        s->o.loads->load[s->row[k]].mode = 0;
        return impulse(s, l, e, t, v, err);
      }
    spread(s, r, v);
    return LIA_OK;
  }
  return LIA_OK;
}

static lia_status strike(lia_machine *s, lia_load *l, double t, double *x, lia_error *err) {
  double *q = x, *v = x + s->m->nq;
  lia_fk_motion(s->m, s->d, q, v, NULL);
  touch c = touch_of(s, l);
  double vn = dot(c.n, c.v), e = l->p[RESTITUTION], slow = l->p[SLOW];
  int rests = e == 0 || -vn * e < slow;
  lia_forward_minv(s->m, s->d, q, s->Minv);
  lia_fk_motion(s->m, s->d, q, v, NULL);
  LIA_TRY(impulse(s, l, rests ? 0 : e, t, v, err));
  lia_fk_motion(s->m, s->d, q, v, NULL);
  lift(s, l, rests ? 0 : 1e-12, q, v);
  l->mode = rests;
  // joints that stuck and were set in motion slide that way
  for (int k = 0; k < s->o.loads->n; k++) {
    lia_load *o = &s->o.loads->load[k];
    if (jumps(o) == LIA_JUMP_stick && v[o->iv] != 0) o->mode = v[o->iv] > 0 ? 1 : -1;
  }
  LIA_TRY(evaluate(s, t, x, err));
  if (l->mode && l->lambda < 0) l->mode = 0;
  count(s);
  return LIA_OK;
}

static lia_status begin_plane(lia_machine *s, lia_load *l, double t, double *x, lia_error *err) {
  lia_fk_motion(s->m, s->d, x, x + s->m->nq, NULL);
  touch c = touch_of(s, l);
  double vn = dot(c.n, c.v), near = 1e-9 * (1 + l->p[RADIUS]);
  if (c.gap < -1e-6) return LIA_FAIL(err, LIA_EARG, l->name, "starts %.3g behind its plane", -c.gap);
  l->mode = 0;
  if (c.gap > near || vn > l->p[SLOW]) return LIA_OK;
  return strike(s, l, t, x, err);
}

lia_status lia_hold_begin(lia_machine *s, double t, double *x, lia_error *err) {
  double *v = x + s->m->nq;
  for (int k = 0; k < s->o.loads->n; k++) {
    lia_load *l = &s->o.loads->load[k];
    l->lambda = 0;
    if (jumps(l) == LIA_JUMP_stick) l->mode = v[l->iv] > 0 ? 1 : -1;
    if (jumps(l) == LIA_JUMP_strike) l->mode = 0;
  }
  count(s);
  for (int k = 0; k < s->o.loads->n; k++) {
    lia_load *l = &s->o.loads->load[k];
    if (jumps(l) == LIA_JUMP_strike) LIA_TRY(begin_plane(s, l, t, x, err));
  }
  for (int k = 0; k < s->o.loads->n; k++) {
    lia_load *l = &s->o.loads->load[k];
    if (jumps(l) == LIA_JUMP_stick && v[l->iv] == 0) LIA_TRY(stick_or_slide(s, l, t, x, err));
  }
  return LIA_OK;
}

lia_status lia_hold_events(lia_machine *s, double t, const double *x, double *g, lia_error *err) {
  const double *v = x + s->m->nq;
  int i = 0;
  LIA_TRY(evaluate(s, t, x, err));
  lia_fk_motion(s->m, s->d, x, v, NULL);
  for (int k = 0; k < s->o.loads->n; k++) {
    const lia_load *l = &s->o.loads->load[k];
    if (jumps(l) == LIA_JUMP_stick) g[i++] = l->mode ? l->mode * v[l->iv] : limit(l) - fabs(l->lambda);
    if (jumps(l) == LIA_JUMP_strike) g[i++] = l->mode ? l->lambda : touch_of(s, l).gap;
  }
  return LIA_OK;
}

lia_status lia_hold_at(lia_machine *s, int k, double t, double *x, lia_error *err) {
  lia_load *l = s->o.loads->load;
  for (int i = 0;; l++)
    if (jumps(l) && i++ == k) break;
  if (jumps(l) == LIA_JUMP_strike) {
    if (!l->mode) return strike(s, l, t, x, err);
    l->mode = 0;
  } else if (l->mode) {
    x[s->m->nq + l->iv] = 0;
    return stick_or_slide(s, l, t, x, err);
  } else {
    LIA_TRY(evaluate(s, t, x, err));
    l->mode = l->lambda > 0 ? -1 : 1;
  }
  count(s);
  return LIA_OK;
}
