/* lode_model.c - li.ode of the motion of a model: its names, units and energies */
#include "bindings/sim/lode_inside.h"

#include "bindings/model/lmodel.h"

#include "base/text.h"
#include "con/constrained_model.h"
#include "model/units.h"
#include "num/vec.h"
#include "sim/model_ode.h"

#include <math.h>

enum { RATE_NAME = 120 };

struct ode_model {
  lmodel *o;
  lforces *forces;
  lia_model_ode *machine;        /* what tells the energies */
  const char **rate;             /* (nv) "q1'" */
  const char **own, **own_unit;  /* (nz) "dc_current" */
  int *pair;                     /* (nq) the speed that is its rate, as lsource has it */
  int nz;
  // of one with loops: the constraints, and how far rows of the run were off them at its start and
  // where that was most; told: what comes after is not of the run
  lia_cmodel *closed;
  lia_cmodel_gaps start, most;
  double most_t;
  int seen, told;
};

static void name_rates(lua_State *L, ode_model *s) {
  const lia_spec *spec = s->o->spec;
  const size_t n = (size_t)spec->ncoord;
  s->rate = lua_newuserdata(L, (n + 1) * (sizeof *s->rate + RATE_NAME));
  char *text = (char *)(s->rate + n + 1);
  for (size_t k = 0; k < n; k++, text += RATE_NAME) {
    lia_text_format(text, RATE_NAME, "%s'", spec->coord[k]);
    s->rate[k] = text;
  }
}

static void name_own(lua_State *L, ode_model *s) {
  s->own = lua_newuserdata(L, 2 * ((size_t)s->nz + 1) * sizeof *s->own);
  s->own_unit = s->own + s->nz;
  for (int k = 0; s->forces && k < s->nz; k++)
    s->own[k] = lia_lforces_state(s->forces, s->o->c.model, k, &s->own_unit[k]);
}

// speeds that are rates of coordinates: all but those of quaternions and floating places
static void pair_rates(lua_State *L, ode_model *s) {
  const lia_model *m = s->o->c.model;
  s->pair = lua_newuserdata(L, ((size_t)m->nq + 1) * sizeof *s->pair);
  for (int k = 0; k < m->nq; k++) s->pair[k] = -1;
  for (int i = 0; i < m->nbody; i++) {
    const lia_model_body *b = &m->body[i];
    for (int k = 0; b->nq == b->nv && k < b->nq; k++)
      s->pair[m->user_q[b->jq + k]] = m->nq + m->user_v[b->jv + k];
  }
}

ode_model *lia_ode_model_push(lua_State *L, int model) {
  lia_error err = { 0 };
  luaL_checkstack(L, 30, "model");
  lmodel *o = lia_check(L, model, &lia_model_class);
  const lia_model *m = lia_lmodel_dynamic(L, o);
  ode_model *s = lua_newuserdata(L, sizeof *s);
  *s = (ode_model){ .o = o };
  lia_model_ode_opts mo = { .qname = o->spec->qname };
  if (o->spec->nforce) s->forces = lia_lforces_read(L, 0, 0, model, o, NULL);
  if (s->forces) mo.loads = lia_lforces_loads(s->forces);
  void **box = lia_push_hold(L);
  if (lia_model_ode_new(&s->machine, m, o->d, &mo, &err) != LIA_OK) lia_raise(L, &err);
  *box = s->machine;
  s->nz = s->machine->nz;
  if (o->c.constraints) s->closed = lia_lmodel_closed(L, o);
  name_rates(L, s);
  name_own(L, s);
  pair_rates(L, s);
  return s;
}

int lia_ode_model_states(const ode_model *s) {
  const lia_model *m = s->o->c.model;
  return m->nq + m->nv + s->nz;
}

const char *lia_ode_model_name(const ode_model *s, int i) {
  const lia_model *m = s->o->c.model;
  if (i < m->nq) return s->o->spec->qname[i];
  return i < m->nq + m->nv ? s->rate[i - m->nq] : s->own[i - m->nq - m->nv];
}

const char *lia_ode_model_unit(const ode_model *s, int i) {
  const lia_model *m = s->o->c.model;
  if (i < m->nq) return lia_units_q(m, i);
  return i < m->nq + m->nv ? lia_units_v(m, i - m->nq) : s->own_unit[i - m->nq - m->nv];
}

// ---- loops: x' = f(t, x) has their accelerations, and nothing brings it back onto them ----

static void look_at_gaps(ode_model *s, double t, const double *x) {
  if (!s->closed || s->told) return;
  const double *v = x + s->o->c.model->nq;
  lia_cmodel_rows(s->closed, x, v, t);
  const lia_cmodel_gaps gaps = lia_cmodel_gaps_of(s->closed, v);
  if (!s->seen++) s->start = gaps;
  if (gaps.part > s->most.part) {
    s->most = gaps;
    s->most_t = t;
  }
}

static void tell_gaps(ode_model *s, lua_State *L, int list) {
  static const double ENOUGH = 1e-5;
  const lia_cmodel_gaps *g = &s->most;
  s->told = 1;
  if (!(g->part > ENOUGH)) return;
  const char *name = s->closed->s->c[g->worst].name;
  ltold told = { .what = "gap", .name = name, .count = 1, .first = s->most_t, .most = g->part };
  lia_text_format(told.text, sizeof told.text,
      "%.60s was off its positions by %.3g and its rates by %.3g at t = %.4g (%s): x' = f(t, x) "
      "keeps accelerations alone; model:simulate brings it back after every step", name, g->gap,
      g->rate_gap, s->most_t,
      s->start.part > ENOUGH ? "the start did not fit" : "the start did fit");
  lia_told_add(L, list, &told);
}

void lia_ode_model_told(ode_model *s, lua_State *L, int list) {
  if (s->closed) tell_gaps(s, L, list);
}

void lia_ode_model_energies(ode_model *s, double t, const double *x, double *y) {
  lia_error ignored = { 0 };
  look_at_gaps(s, t, x);
  if (s->forces && lia_lforces_update(s->forces, t, x, x + s->o->c.model->nq, &ignored) != LIA_OK) {
    for (int k = 0; k < 3; k++) y[k] = (double)NAN;
    return;
  }
  lia_model_ode_energy(s->machine, x, &y[0], &y[1]);
  y[2] = y[0] + y[1];
}

void lia_ode_model_tell(lua_State *L, ode_model *s, lsource *src) {
  static const char *const energy[] = { "T", "V", "E" };
  const lia_model *m = s->o->c.model;
  lcolumns *c = lia_columns(L, 3);
  for (int k = 0; k < 3; k++) lia_columns_add(c, "J", "%s", energy[k]);
  src->nq = m->nq;
  src->nv = m->nv;
  src->rate = s->pair;
  src->nextra = c->n;
  src->extra_name = c->name;
  src->extra_unit = c->unit;
  src->energy = 2;
  lia_watch_described(L, s->o, m->nq, src);
  src->driven = 1;               // what drives and brakes it is in f: nobody counts it
}
