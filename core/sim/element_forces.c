/* element_forces.c - from ports to laws and back */
#include "sim/element_forces.h"

#include "base/assert.h"
#include "base/text.h"
#include "num/small.h"
#include "num/vec.h"
#include "rbd/fk.h"
#include "rbd/jac.h"
#include "rbd/rnea.h"

#include <math.h>

static const lia_force_row *element_forces_row_of(const lia_load *l) {
  return lia_force_rows[l->kind];
}
static const lia_force_law *law_of(const lia_load *l) {
  return lia_force_law_at(element_forces_row_of(l), l->port);
}

static int is_wheel(const lia_load *l) {
  return l->port == LIA_PORT_point && !l->own && law_of(l)->wheel != NULL;
}

int lia_load_shown(const lia_load *l) {
  if (is_wheel(l)) return 3 + LIA_FORCE_NTOLD;
  return l->port == LIA_PORT_point ? 3 : 1;
}

void lia_load_show(const lia_load *l, double *out) {
  lia_vec_copy(out, l->F, l->port == LIA_PORT_point ? 3 : 1);
  if (is_wheel(l)) law_of(l)->tell(l->p, l->x, l->v, l->z, out + 3);
}

lia_status lia_load_check(const lia_load *l, lia_error *err) {
  const lia_force_row *row = element_forces_row_of(l);
  char path[96];
  int at = 0;
  for (int k = 0; k < row->nparam; at += row->param[k].size, k++)
    for (int i = 0; i < row->param[k].size; i++) {
      double x = l->p[at + i], least = row->param[k].least;
      const char *want = least == 0 ? "a number >= 0" : "a number >= -1";
      if (!isfinite(least)) want = "a finite number";
      if ((isfinite(x) && x >= least) || x == row->param[k].def) continue;
      if (lia_force_odd(row, &row->param[k], x)) continue;
      lia_text_format(path, sizeof path, "%s.%s", l->name, row->param[k].name);
      if (isnan(x))
        return LIA_FAIL(err, LIA_EARG, path, "expected %s (%s), got nothing", want,
            row->param[k].text);
      return LIA_FAIL(err, LIA_EARG, path, "expected %s (%s), got %g", want, row->param[k].text, x);
    }
  const char *wrong = row->wrong ? row->wrong(l->p) : NULL;
  return wrong ? LIA_FAIL(err, LIA_EARG, l->name, "%s", wrong) : LIA_OK;
}

int lia_load_jumps(const lia_load *l) {
  LIA_ASSERT((int)l->kind >= 0 && l->kind < LIA_FORCE_COUNT);
  return lia_force_jumps(element_forces_row_of(l), l->p);
}

void lia_loads_count(lia_loads *s) {
  s->nz = s->njump = s->points = s->weighs = s->acts = 0;
  for (int k = 0; k < s->n; k++) {
    lia_load *l = &s->load[k];
    const lia_force_row *row = element_forces_row_of(l);
    l->iz = s->nz;
    s->nz += l->own ? 0 : lia_force_states(row, l->p);
    s->njump += lia_load_jumps(l) == LIA_JUMP_strike ? 2 : lia_load_jumps(l) != LIA_JUMP_none;
    s->acts |= lia_load_jumps(l) != LIA_JUMP_stop;
    s->points |= l->port != LIA_PORT_coordinate;
    s->weighs |= law_of(l)->of_weight;
  }
}

// position and velocity of end k, base axes
static void element_forces_end_of(const lia_load *l, int k, const lia_model *m, const lia_data *d,
    double x[3], double V[6]) {
  LIA_ASSERT(l->port != LIA_PORT_coordinate && l->body[k] < m->nbody);
  lia_frame X;
  if (l->body[k] < 0) {
    for (int i = 0; i < 3; i++) x[i] = l->at[k][i];
    for (int i = 0; i < 6; i++) V[i] = 0;
    return;
  }
  lia_fk_body(m, d, l->body[k], &X);
  lia_frame_point(x, &X, l->at[k]);
  if (V) lia_fk_velocity(m, d, l->body[k], l->at[k], LIA_AXES_BASE, V);
}

// s F at end k, or at an arm from there (NULL: at the end itself)
static void push(const lia_load *l, int k, const lia_model *m, const lia_data *d, const double F[3],
    double s, const double *arm, double *tau) {
  double six[6] = { s * F[0], s * F[1], s * F[2], 0, 0, 0 };
  if (arm) lia_cross3(six + 3, arm, six);
  if (l->body[k] >= 0) lia_jac_force(m, d, l->body[k], l->at[k], LIA_AXES_BASE, six, tau);
}

static lia_status law(const lia_loads *s, int k, double t, const double *x, const double *v,
    const double *z, double *F, double *dz, lia_error *err) {
  const lia_load *l = &s->load[k];
  if (l->own) return s->own(s->user, k, t, x, v, F, err);
  double sign = l->mode;
  law_of(l)->calc(l->p, t, x, v, element_forces_row_of(l)->events.jumps ? &sign : z, F, dz);
  return LIA_OK;
}

// the force F of element k and its power: what drives gives it; of the others what is not stored is
// lost
static void count_power(lia_loads *s, int k, const double *x, const double *v, const double *F) {
  lia_load *l = &s->load[k];
  const lia_force_row *row = element_forces_row_of(l);
  const int dim = l->own && l->port == LIA_PORT_point ? 3 : lia_force_dim(row, l->port);
  double P = 0, kept = 0;
  for (int i = 0; i < dim; i++) {
    if (i < 3) l->F[i] = F[i];
    P += F[i] * v[i];
  }
  l->power = P;
  if (l->own || row->gives) s->given += P;
  else {
    if (law_of(l)->storing) kept = law_of(l)->storing(l->p, x, v);
    s->lost -= P + kept;
    if (l->moving) s->given -= kept;
  }
}

// l = |x1 - x0|; points in one place have no direction and no force
static lia_status line(lia_loads *s, int k, const lia_model *m, const lia_data *d, double t,
    double *tau, lia_error *err) {
  const lia_load *l = &s->load[k];
  double x[2][3], V[2][6], u[3], length = 0, rate = 0, f;
  for (int i = 0; i < 2; i++) element_forces_end_of(l, i, m, d, x[i], V[i]);
  for (int i = 0; i < 3; i++) {
    u[i] = x[1][i] - x[0][i];
    length += u[i] * u[i];
  }
  length = sqrt(length);
  s->load[k].F[0] = s->load[k].power = 0;
  if (length == 0) return LIA_OK;
  for (int i = 0; i < 3; i++) {
    u[i] /= length;
    rate += u[i] * (V[1][i] - V[0][i]);
  }
  LIA_TRY(law(s, k, t, &length, &rate, NULL, &f, NULL, err));
  count_power(s, k, &length, &rate, &f);
  push(l, 1, m, d, u, f, NULL, tau);
  push(l, 0, m, d, u, -f, NULL, tau);
  return LIA_OK;
}

// axes of a body into base axes
static void turn_to_base(int body, const lia_model *m, const lia_data *d, double F[3]) {
  lia_frame X;
  double out[3];
  if (body < 0) return;
  lia_fk_body(m, d, body, &X);
  lia_frame_vector(out, &X, F);
  lia_copy3(F, out);
}

// out of the axes that the force is expressed in
static void turn_from_axes(const lia_load *l, const lia_model *m, const lia_data *d, double F[3]) {
  double in_body[3];
  lia_mv3(in_body, l->R_BA, F);
  lia_copy3(F, in_body);
  turn_to_base(l->axes_body, m, d, F);
}

// force at its centre, moment about it
static lia_status on_wheel(lia_loads *s, int k, const lia_model *m, const lia_data *d, double t,
    const double *z, double *tau, double *dz, lia_error *err) {
  const lia_load *l = &s->load[k];
  const int states = lia_force_states(element_forces_row_of(l), l->p);
  double x[6], V[6], F[6];
  element_forces_end_of(l, 0, m, d, x, V);
  lia_copy3(x + 3, l->p);
  turn_to_base(l->body[0], m, d, x + 3);
  LIA_TRY(law(s, k, t, x, V, z + l->iz, F, dz + l->iz, err));
  lia_vec_copy(s->load[k].x, x, LIA_FORCE_DIM);
  lia_vec_copy(s->load[k].v, V, LIA_FORCE_DIM);
  lia_vec_copy(s->load[k].z, z + l->iz, states);
  count_power(s, k, x, V, F);
  if (l->body[0] >= 0) lia_jac_force(m, d, l->body[0], l->at[0], LIA_AXES_BASE, F, tau);
  return LIA_OK;
}

static lia_status point(lia_loads *s, int k, const lia_model *m, const lia_data *d, double t,
    double *tau, lia_error *err) {
  const lia_load *l = &s->load[k];
  double x[3], V[6], F[3], arm[3] = { 0 }, turn[3];
  element_forces_end_of(l, 0, m, d, x, V);
  if (law_of(l)->arm && !l->own) {
    // v + w x arm
    law_of(l)->arm(l->p, x, arm);
    lia_cross3(turn, V + 3, arm);
    lia_add3(V, V, turn);
  }
  LIA_TRY(law(s, k, t, x, V, NULL, F, NULL, err));
  if (l->turned) turn_from_axes(l, m, d, F);
  count_power(s, k, x, V, F);
  push(l, 0, m, d, F, 1, arm, tau);
  return LIA_OK;
}

// x and v of a sum of coordinates
static void sum_of(const lia_load_sum *sum, const double *q, const double *v, double *x,
    double *rate) {
  *x = *rate = 0;
  for (int k = 0; k < sum->n; k++) {
    if (sum->iq[k] >= 0) *x += sum->factor[k] * q[sum->iq[k]];
    if (v) *rate += sum->factor[k] * v[sum->iv[k]];
  }
}

// an element along one coordinate or a sum of some
static lia_status on_coordinates(lia_loads *s, int i, double t, const double *q, const double *v,
    const double *z, double *tau, double *dz, lia_error *err) {
  const lia_load *l = &s->load[i];
  double x = l->iq < 0 ? 0 : q[l->iq], rate = v[l->iv], f = 0;
  if (l->sum) sum_of(l->sum, q, v, &x, &rate);
  if (law_of(l)->of_weight) x = s->weight[l->iv];
  LIA_TRY(law(s, i, t, &x, &rate, z + l->iz, &f, dz + l->iz, err));
  count_power(s, i, &x, &rate, &f);
  if (!l->sum) tau[l->iv] += f;
  for (int k = 0; l->sum && k < l->sum->n; k++) tau[l->sum->iv[k]] += l->sum->factor[k] * f;
  return LIA_OK;
}

lia_status lia_loads_apply(lia_loads *s, const lia_model *m, lia_data *d, double t, const double *q,
    const double *v, const double *z,
    double *tau, double *dz, lia_error *err) {
  s->given = s->lost = 0;
  LIA_ASSERT(!s->weighs || s->weight);
  if (s->weighs) lia_rnea_gravity(m, d, q, s->weight);
  if (s->points) lia_fk_rates(m, d, q, v);
  for (int k = 0; k < s->n; k++) {
    const lia_load *l = &s->load[k];
    if (l->compiled) continue;
    if (l->port == LIA_PORT_line) LIA_TRY(line(s, k, m, d, t, tau, err));
    else if (is_wheel(l)) LIA_TRY(on_wheel(s, k, m, d, t, z, tau, dz, err));
    else if (l->port == LIA_PORT_point) LIA_TRY(point(s, k, m, d, t, tau, err));
    else {
      LIA_ASSERT(l->iq < m->nq && l->iv >= 0 && l->iv < m->nv && l->iz <= s->nz);
      LIA_TRY(on_coordinates(s, k, t, q, v, z, tau, dz, err));
    }
  }
  return LIA_OK;
}

static double stored_by(const lia_load *l, const lia_model *m, lia_data *d, const double *q) {
  const lia_force_law *force = law_of(l);
  double x[2][3], away[3];
  if (l->port == LIA_PORT_coordinate) {
    double at = l->iq < 0 ? 0 : q[l->iq], rate;
    if (l->sum) sum_of(l->sum, q, NULL, &at, &rate);
    return force->stored(l->p, &at);
  }
  for (int i = 0; i < (l->port == LIA_PORT_line ? 2 : 1); i++) {
    lia_frame X;
    if (l->body[i] >= 0) lia_fk_body(m, d, l->body[i], &X);
    for (int j = 0; j < 3; j++) x[i][j] = l->at[i][j];
    if (l->body[i] >= 0) lia_frame_point(x[i], &X, l->at[i]);
  }
  if (l->port == LIA_PORT_point) return force->stored(l->p, x[0]);
  for (int i = 0; i < 3; i++) away[i] = x[1][i] - x[0][i];
  const double length = sqrt(away[0] * away[0] + away[1] * away[1] + away[2] * away[2]);
  return force->stored(l->p, &length);
}

static double stored_energy(const lia_loads *s, const lia_model *m, lia_data *d, const double *q,
                            int moving) {
  double V = 0;
  if (s->points) lia_fk(m, d, q, NULL);
  for (int k = 0; k < s->n; k++) {
    const lia_load *l = &s->load[k];
    if (l->own || !law_of(l)->stored || (moving && !l->moving)) continue;
    V += stored_by(l, m, d, q);
  }
  return V;
}

double lia_loads_energy(const lia_loads *s, const lia_model *m, lia_data *d, const double *q) {
  return stored_energy(s, m, d, q, 0);
}

double lia_loads_moving_energy(const lia_loads *s, const lia_model *m, lia_data *d,
                               const double *q) {
  return stored_energy(s, m, d, q, 1);
}
