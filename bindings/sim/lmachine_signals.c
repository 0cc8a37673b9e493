/* lmachine_signals.c - what programs beside a run of a model may read and hold: accelerations,
 * outputs of the description, its inputs */
#include "bindings/sim/lmachine_inside.h"

#include "base/mem.h"
#include "base/text.h"
#include "gen/machine_math.h"
#include "num/vec.h"
#include "sym/expr/build.h"
#include "sym/expr/parse.h"
#include "sym/tape/eval.h"

#include <math.h>
#include <string.h>

// outputs as one tape of q, speeds, accelerations, inputs and t
struct lsignal_outputs {
  lia_pool *p;
  lia_tape *tape;
  double *in, *w;
};

static void outputs_free(void *o) {
  struct lsignal_outputs *s = o;
  lia_free(s->tape);
  lia_free(s->in);
  lia_pool_free(s->p);
  lia_free(s);
}

static const lia_class outputs_class =
    { .name = "signal_outputs", .text = "", .destroy = outputs_free };

// ---- the tape ----

static int inputs_of_tape(const lia_spec *s) { return s->nq + 2 * s->ncoord + s->ninput + 1; }

static void name_tape_inputs(lia_pool *p, const lia_spec *s, lia_expr *in) {
  for (int k = 0; k < s->nq; k++) *in++ = lia_sym_coordinate(p, s->qname[k]);
  for (int order = 1; order <= 2; order++)
    for (int k = 0; k < s->ncoord; k++) {
      lia_expr e = lia_sym_coordinate(p, s->coord[k]);
      for (int i = 0; i < order; i++) e = lia_sym_rate(p, e);
      *in++ = e;
    }
  for (int k = 0; k < s->ninput; k++) *in++ = lia_sym_symbol(p, s->input[k].name);
  *in = lia_sym_time(p);
}

static lia_status read_outputs(lia_pool *p, const lia_spec *s, lia_expr *out, lia_error *err) {
  for (int k = 0; k < s->noutput; k++) {
    const lia_val v = s->output[k].expr;
    if (!v.text) out[k] = lia_sym_num(p, v.x);
    else LIA_TRY(lia_parse(p, v.text, strlen(v.text), LIA_PARSE_refuse, &out[k], NULL, err));
  }
  return LIA_OK;
}

static struct lsignal_outputs *push_outputs(lua_State *L, const lia_spec *s) {
  lia_error err = { 0 };
  void **box = lia_push(L, &outputs_class);
  struct lsignal_outputs *o = *box = lia_calloc(1, sizeof *o);
  if (o) o->p = lia_pool_new();
  const int n = inputs_of_tape(s);
  lia_expr *e = lua_newuserdata(L, (size_t)(n + s->noutput + 1) * sizeof *e);
  if (!o || !o->p) lia_mistake(L, "out of memory");
  name_tape_inputs(o->p, s, e);
  if (lia_pool_status(o->p, &err) != LIA_OK || read_outputs(o->p, s, e + n, &err) != LIA_OK ||
      lia_tape_new(&o->tape, o->p, (uint32_t)n, e, (uint32_t)s->noutput, e + n, &err) != LIA_OK)
    lia_raise(L, &err);
  o->tape->math = &lia_machine_math;
  o->in = lia_calloc((size_t)n + o->tape->nslot + 1, sizeof *o->in);
  if (!o->in) lia_mistake(L, "out of memory");
  o->w = o->in + n;
  return o;
}

// ---- while it runs ----

static lia_status machine_rates(void *user, double t, const double *x, double *accel,
    lia_error *err) {
  mechanism *s = user;
  lia_model_ode *w = s->machine;
  LIA_TRY(lia_mechanism_rates(s, t, x, w->dx, err));
  lia_vec_copy(accel, w->dx + w->m->nq, w->m->nv);
  return LIA_OK;
}

static lia_status machine_outputs(void *user, double t, const double *x, const double *accel,
    double *y, lia_error *err) {
  mechanism *s = user;
  const lia_spec *spec = s->o->spec;
  struct lsignal_outputs *o = s->outputs;
  // forces of contacts stand behind the outputs of the description
  if (s->contacts) lia_contacts_row(s->contacts, y + spec->noutput);
  if (!o) return LIA_OK;
  double *in = o->in;
  lia_vec_copy(in, x, spec->nq + spec->ncoord);
  in += spec->nq + spec->ncoord;
  lia_vec_copy(in, accel, spec->ncoord);
  in += spec->ncoord;
  if (spec->ninput) lia_vec_copy(in, lia_lforces_inputs_now(s->forces), spec->ninput);
  in[spec->ninput] = t;
  lia_tape_eval(o->tape, o->in, y, o->w);
  for (int k = 0; k < spec->noutput; k++)
    if (!isfinite(y[k]))
      return LIA_FAIL(err, LIA_EDOMAIN, spec->output[k].name, "the output is %g at t = %.9g", y[k],
                      t);
  return LIA_OK;
}

static const char *machine_holdable(void *user, int k) {
  return lia_lforces_holdable(((mechanism *)user)->forces, k);
}

static void machine_hold(void *user, int k, double u) {
  lia_lforces_hold(((mechanism *)user)->forces, k, u);
}

// ---- told ----

void lia_mechanism_signals(lua_State *L, mechanism *s, lsource *src, int options) {
  const lia_spec *spec = s->o->spec;
  const int asked = !lua_isnil(L, lia_sim_option(L, options, "controllers")) ||
      !lua_isnil(L, lia_sim_option(L, options, "sensors"));
  if (!asked) return;
  src->rates = machine_rates;
  const int touching = s->contacts ? 2 * s->contacts->nname : 0, noutput = spec->noutput + touching;
  const char **name = lua_newuserdata(L, (size_t)(noutput + spec->ninput + 1) * sizeof *name);
  for (int k = 0; k < spec->noutput; k++) name[k] = spec->output[k].name;
  for (int k = 0; k < spec->ninput; k++) name[noutput + k] = spec->input[k].name;
  if (touching) {
    lcolumns *c = lia_columns(L, touching);
    lia_contacts_names(s->contacts, c, '_');
    for (int k = 0; k < touching; k++) name[spec->noutput + k] = c->name[k];
  }
  src->output_name = name;
  src->noutput = noutput;
  src->outputs = machine_outputs;
  if (spec->noutput) s->outputs = push_outputs(L, spec);
  src->input_name = name + noutput;
  src->ninput = spec->ninput;
  src->holdable = machine_holdable;
  src->hold = machine_hold;
}

void lia_open_machine_signals(lua_State *L);
void lia_open_machine_signals(lua_State *L) {
  lia_class_register(L, &outputs_class);
}
