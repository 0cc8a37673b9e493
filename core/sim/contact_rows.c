/* contact_rows.c - what is hard, as rows of velocities */
#include "sim/contact_rows.h"

#include "sim/stick_impact_inside.h"

#include "base/assert.h"
#include "num/vec.h"
#include "rbd/fk.h"
#include "rbd/jac.h"

#include <string.h>

// further from its end than this, and than it moves in some steps, a joint has no row
static const double NEAR_STOP = 0.02;

int lia_contact_slots(const lia_model_ode *s) {
  int n = s->o.closed ? s->o.closed->rows : 0;
  return n + 3 * (s->o.loads ? s->o.loads->n : 0);
}

// ---- one row more ----

// where rows and blocks stand while they are made, and the state they are made at
typedef struct making {
  lia_contact_step *c;
  lia_contact_rows rows;
  const double *q, *v;
  double t, h;
} making;

static double *next_row(making *k, int slot, double gap, double shift) {
  lia_contact_step *c = k->c;
  const int r = k->rows.n++, nv = c->s->m->nv;
  LIA_ASSERT(r < c->rows);
  double *J = c->J + (size_t)r * (size_t)nv;
  lia_vec_zero(J, nv);
  c->slot[r] = slot;
  c->gap[r] = gap;
  c->shift[r] = shift;
  return J;
}

static lia_cone_block *next_block(making *k, lia_cone_kind kind) {
  lia_cone_block *b = &k->c->cone[k->rows.nblock++];
  *b = (lia_cone_block){ .kind = kind, .first = k->rows.n, .high = (double)INFINITY };
  return b;
}

// the last row is a normal: g = g_E - h/2 J v from g_E, and u- = J v_c
static double half_way(making *k, double *rate) {
  lia_contact_step *c = k->c;
  const int r = k->rows.n - 1, nv = c->s->m->nv;
  const double *J = c->J + (size_t)r * (size_t)nv;
  c->gap[r] -= k->h / 2 * lia_vec_dot(J, k->v, nv);
  *rate = lia_vec_dot(J, c->carried, nv);
  return c->gap[r];
}

// what J v+ is asked to be at least, with its sign turned: contact_step.h; NaN: it is let in first
static double shift_of(const making *k, double gap, double rate, double e, double rest) {
  const int bounces = e > 0 && rate < -rest;
  if (gap > LIA_CONTACT_CLOSE && bounces) return (double)NAN;
  if (gap > LIA_CONTACT_CLOSE) return 2 * gap / k->h;
  return bounces ? e * rate : 0;
}

// ---- constraints of the model ----

static void rows_of_constraints(making *k) {
  lia_cmodel *w = k->c->s->o.closed;
  if (!w) return;
  lia_cmodel_rows(w, k->q, k->v, k->t);
  for (int i = 0; i < w->s->n; i++)
    for (int j = 0; j < w->s->c[i].nrow; j++) {
      const int r = w->s->c[i].first + j;
      const double gap = j < w->s->c[i].nposition ? w->g[r] : (double)NAN;
      next_block(k, LIA_CONE_free);
      double *J = next_row(k, r, gap, w->row[r].b), rate;
      lia_vec_copy(J, w->G + (size_t)r * (size_t)w->m->nv, w->m->nv);
      half_way(k, &rate);
    }
}

// ---- elements: dry friction, stops, points on hard planes ----

static void row_of_joint(making *k, const lia_load *l, int slot) {
  const int moves = fabs(k->v[l->iv]) > lia_hold_still;
  const double most = moves ? l->p[lia_hold_numbers(l)->stick.coulomb] : lia_hold_limit(l);
  lia_cone_block *b = next_block(k, LIA_CONE_bound);
  b->low = -k->h * most;
  b->high = k->h * most;
  next_row(k, slot, (double)NAN, 0)[l->iv] = 1;
}

// back to before the last block, whose rows began at r
static void drop(making *k, int r) {
  k->rows.n = r;
  k->rows.nblock--;
}

static void row_of_end(making *k, const lia_load *l, int slot, double gap, double way) {
  const int r = k->rows.n;
  double rate;
  if (gap > NEAR_STOP + 4 * k->h * fabs(k->v[l->iv])) return;
  next_block(k, LIA_CONE_bound);
  next_row(k, slot, gap, 0)[l->iv] = way;
  gap = half_way(k, &rate);
  k->c->shift[r] = shift_of(k, gap, rate, lia_hold_restitution(l), lia_hold_slow(l));
  if (isnan(k->c->shift[r])) drop(k, r);
}

static void rows_of_stop(making *k, const lia_load *l, int slot) {
  const double low = lia_hold_low_end(l), high = lia_hold_high_end(l), q = k->q[l->iq];
  if (isfinite(low)) row_of_end(k, l, slot, q - low, 1);
  if (isfinite(high)) row_of_end(k, l, slot + 1, high - q, -1);
}

static void rows_of_point(making *k, const lia_load *l, int slot) {
  const lia_model_ode *s = k->c->s;
  const lia_hold_touch c = lia_hold_touch_of(s, l);
  const int r = k->rows.n;
  double u[3][3], rate;
  lia_copy3(u[0], c.n);
  lia_scene_across(c.n, u + 1);
  next_block(k, LIA_CONE_friction)->mu = lia_hold_mu(l);
  for (int a = 0; a < 3; a++) {
    lia_hold_add_row(s, l, &c, u[a], 1, next_row(k, slot + a, a ? (double)NAN : c.gap, 0));
    if (a) continue;
    const double gap = half_way(k, &rate);
    k->c->shift[r] = shift_of(k, gap, rate, lia_hold_restitution(l), lia_hold_slow(l));
  }
  if (isnan(k->c->shift[r])) drop(k, r);
}

static void rows_of_elements(making *k) {
  const lia_loads *loads = k->c->s->o.loads;
  int slot = k->c->s->o.closed ? k->c->s->o.closed->rows : 0;
  for (int i = 0; loads && i < loads->n; i++, slot += 3) {
    const lia_load *l = &loads->load[i];
    if (lia_hold_is_joint(l)) row_of_joint(k, l, slot);
    if (lia_hold_is_stop(l)) rows_of_stop(k, l, slot);
    if (lia_hold_is_point(l)) rows_of_point(k, l, slot);
  }
}

// ---- shapes ----

// J (nv) += scale times: how fast the point p of the body moves along u
static void add_body(const making *k, int body, const double p[3], const double u[3], double scale,
    double *J) {
  const lia_model_ode *s = k->c->s;
  lia_frame X;
  double at[3];
  const double F[6] = { scale * u[0], scale * u[1], scale * u[2] };
  if (body < 0) return;
  lia_fk_body(s->m, s->d, body, &X);
  lia_frame_point_back(at, &X, p);
  lia_jac_force(s->m, s->d, body, at, LIA_AXES_BASE, F, J);
}

static void rows_of_contact(making *k, lia_contact *o) {
  const lia_contact_step *c = k->c;
  const lia_scene_pair *pair = &c->scene->pair[o->pair];
  const int r = k->rows.n;
  double gap = 0, rate = 0;
  const double *const dir[3] = { o->n, o->u[0], o->u[1] };
  lia_cone_block *block = next_block(k, LIA_CONE_friction);
  block->mu = o->mu;
  for (int a = 0; a < 3; a++) {
    double *J = next_row(k, -1, a ? (double)NAN : o->gap, 0);
    add_body(k, c->scene->shape[pair->b].body, o->p, dir[a], 1, J);
    add_body(k, c->scene->shape[pair->a].body, o->p, dir[a], -1, J);
    if (!a) gap = half_way(k, &rate);
  }
  c->shift[r] = shift_of(k, gap, rate, o->restitution, c->o.rest);
  o->row = isnan(c->shift[r]) ? -1 : r;
  if (o->row < 0) drop(k, r);
}

lia_contact_rows lia_contact_assemble(lia_contact_step *c, double t, const double *q,
    const double *v, double h) {
  making k = { .c = c, .q = q, .v = v, .t = t, .h = h };
  rows_of_constraints(&k);
  rows_of_elements(&k);
  k.rows.fixed = k.rows.n;
  for (int i = 0; i < c->n; i++) rows_of_contact(&k, &c->contact[i]);
  return k.rows;
}

int lia_contact_is_equation(const lia_contact_step *c, int r) {
  return c->s->o.closed && r < c->s->o.closed->rows;
}

// ---- what they did ----

static double book_element(lia_contact_step *c, int element, int r, double h) {
  lia_model_ode *s = c->s;
  lia_load *l = &s->o.loads->load[element];
  const double rate = c->x[r] != 0 ? c->u[r] / c->x[r] : 0;
  if (lia_hold_is_joint(l)) l->F[0] = c->x[r] / h;
  l->lambda = c->x[r] / h;
  if (s->o.works) c->dw[2 + LIA_WORK_loads + element] += c->u[r] / h;
  if (!lia_hold_is_stop(l) || !(c->x[r] > 0) || !(rate < -lia_hold_slow(l))) return -c->u[r];
  if (!l->struck++) l->first = c->t + h;
  // the mean of before and after is half of the speed it came with, without restitution
  l->hardest = fmax(l->hardest, -2 * rate / (1 - fmin(lia_hold_restitution(l), 0.999)));
  return -c->u[r];
}

double lia_contact_book(lia_contact_step *c, const lia_contact_rows *rows, double h) {
  lia_model_ode *s = c->s;
  lia_cmodel *w = s->o.closed;
  const int first = w ? w->rows : 0;
  double lost = 0, touched = 0;
  for (int r = 0; r < rows->n; r++) {
    if (r < first) {
      w->lambda[r] = c->x[r] / h;
      if (w->s->timed && s->nw) c->dw[0] += c->u[r] / h;
      if (w->s->timed && s->o.works) c->dw[2 + LIA_WORK_rows] += c->u[r] / h;
    } else if (r < rows->fixed) {
      lost += book_element(c, (c->slot[r] - first) / 3, r, h);
    } else {
      touched += c->u[r];
    }
  }
  if (s->o.works) c->dw[2 + LIA_WORK_contacts] += touched / h;
  return lost - touched;
}
