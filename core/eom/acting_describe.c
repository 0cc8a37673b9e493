/* acting_describe.c - inputs, force elements and outputs of a description as expressions */
#include "eom/acting.h"
#include "eom/acting_inside.h"

#include "base/mem.h"
#include "base/text.h"
#include "describe/values.h"
#include "sym/expr/build.h"
#include "sym/expr/homonym.h"

#include <math.h>
#include <string.h>

static lia_status describe_value(const lia_acting *x, lia_val v, const char *where, lia_expr *e,
                           lia_error *err) {
  if (v.text || v.ratio)
    return lia_acting_read(x, v.text ? v.text : v.ratio, where, e, err);
  *e = lia_sym_num(x->p, v.x);
  return LIA_OK;
}

// which inputs drive constraints
static lia_status find_driven(lia_acting *x, const lia_spec *s, lia_error *err) {
  int *list = lia_acting_room(x, s->ninput, sizeof *list, err), at;
  if (!list) return LIA_ENOMEM;
  for (int k = 0; k < s->ninput; k++) {
    LIA_TRY(lia_values_driven(s, k, &at, err));
    if (at >= 0) list[x->ndriven++] = k;
  }
  x->driven = list;
  return LIA_OK;
}

lia_status lia_acting_inputs(lia_acting *x, const lia_spec *s, lia_error *err) {
  LIA_TRY(find_driven(x, s, err));
  x->ninput = s->ninput + 2 * x->ndriven;
  x->input = lia_acting_room(x, x->ninput, sizeof *x->input, err);
  x->idle = lia_acting_room(x, x->ninput, sizeof *x->idle, err);
  const lia_expr *rate = lia_acting_symbols(x, "input_rate", 2 * x->ndriven, err);
  if (!x->input || !x->idle || !rate) return LIA_ENOMEM;
  for (int k = 0; k < s->ninput; k++) {
    const lia_spec_input *in = &s->input[k];
    x->input[k] = lia_sym_symbol(x->p, in->name);
    LIA_TRY(describe_value(x, in->value, in->where, &x->idle[k], err));
  }
  for (int k = s->ninput; k < x->ninput; k++) {
    x->input[k] = rate[k - s->ninput];
    x->idle[k] = LIA_ZERO;
  }
  return lia_pool_status(x->p, err);
}

// ---- force elements ----

static lia_status coordinates_of(const lia_acting *x, const lia_spec *s, const lia_spec_force *f,
                                 lia_acting_force *o, lia_error *err) {
  if (f->ncoord > LIA_ACTING_SUM)
    return LIA_FAIL(err, LIA_EMODEL, f->where, "a sum of at most %d coordinates, got %d",
                    LIA_ACTING_SUM, f->ncoord);
  o->ncoord = f->ncoord;
  for (int k = 0; k < f->ncoord; k++) {
    o->iq[k] = lia_spec_find_q(s, f->coord[k]);
    o->iv[k] = lia_spec_find_coord(s, f->coord[k]);
    LIA_TRY(describe_value(x, f->factor[k], f->where, &o->factor[k], err));
  }
  return LIA_OK;
}

static lia_status ends_of(const lia_acting *x, const lia_spec_force *f, lia_acting_force *o,
                          lia_error *err) {
  const int n = f->port == LIA_PORT_line ? 2 : 1;
  for (int e = 0; e < n; e++) {
    o->place[e] = lia_geometric_find(x->m, f->end[e]);
    for (int i = 0; i < 3; i++)
      LIA_TRY(describe_value(x, f->point[e][i], f->where, &o->at[e][i], err));
  }
  return LIA_OK;
}

// what is infinite or none where it is not given is not there (0)
static lia_status describe_numbers(const lia_acting *x, const lia_spec_force *f,
    lia_acting_force *o,
    lia_error *err) {
  double defaults[LIA_FORCE_NPARAM];
  lia_force_defaults((lia_force_kind)f->kind, defaults);
  for (int k = 0; k < lia_force_numbers((lia_force_kind)f->kind); k++) {
    const lia_val v = lia_val_given(f->param[k]) ? f->param[k] : LIA_VAL(defaults[k]);
    o->param[k] = 0;
    o->moving |= v.text != NULL;
    if (v.text || isfinite(v.x)) LIA_TRY(describe_value(x, v, f->where, &o->param[k], err));
  }
  return LIA_OK;
}

// own states, where its numbers tell
static int states_of(const lia_spec_force *f) {
  double p[LIA_FORCE_NPARAM];
  lia_spec_numbers_about(f, p);
  return lia_force_states(lia_force_rows[f->kind], p);
}

// a law along a coordinate or line: named last, x and v of the port are what it means by these,
// also where a coordinate is called so
static lia_status describe_law(const lia_acting *x, const lia_spec_force *f, lia_acting_force *o,
                               lia_error *err) {
  (void)lia_sym_symbol(x->p, "x");
  (void)lia_sym_symbol(x->p, "v");
  LIA_TRY(describe_value(x, f->own[0], f->where, &o->f[0], err));
  lia_twins_settle(x->p, (uint32_t)x->nq, x->m->number);
  return LIA_OK;
}

// its place in the description, and its own name where that is another
static const char *label_of(lia_acting *x, const lia_spec_force *f) {
  char text[160];
  lia_text_format(text, sizeof text, "%.80s (%.60s)", f->where, f->name ? f->name : "");
  return f->name ? lia_arena_text(&x->arena, text, strlen(text)) : f->where;
}

static lia_status describe_force(lia_acting *x, const lia_spec *s, const lia_spec_force *f,
                           lia_acting_force *o, lia_error *err) {
  if (f->scripted)
    return LIA_FAIL(err, LIA_EMODEL, f->where, "a function of the script has no slope: write an "
                    "expression");
  *o = (lia_acting_force){ .name = label_of(x, f), .kind = (lia_force_kind)f->kind,
                           .port = f->port };
  if (!o->name) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  for (int k = 0; k < LIA_FORCE_STATES; k++) o->state[k] = f->state[k];
  if (f->port == LIA_PORT_coordinate) LIA_TRY(coordinates_of(x, s, f, o, err));
  else LIA_TRY(ends_of(x, f, o, err));
  o->own = lia_val_given(f->own[0]);
  o->axes = f->axes;
  if (!o->own) {
    o->nz = states_of(f);
    return describe_numbers(x, f, o, err);
  }
  if (f->port != LIA_PORT_point) return describe_law(x, f, o, err);
  for (int i = 0; i < 3; i++) LIA_TRY(describe_value(x, f->own[i], f->where, &o->f[i], err));
  return LIA_OK;
}

static lia_status describe_forces(lia_acting *x, const lia_spec *s, lia_error *err) {
  lia_acting_force *list = lia_calloc((size_t)s->nforce + 1, sizeof *list);
  if (!list) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  lia_status st = LIA_OK;
  for (int k = 0; st == LIA_OK && k < s->nforce; k++)
    st = describe_force(x, s, &s->force[k], &list[k], err);
  if (st == LIA_OK) st = lia_acting_add(x, list, s->nforce, err);
  lia_free(list);
  return st;
}

lia_status lia_acting_describe(lia_acting *x, const lia_spec *s, lia_error *err) {
  LIA_TRY(describe_forces(x, s, err));
  LIA_TRY(lia_spec_at_events(s, &x->arena, &x->left_out, err));
  x->noutput = s->noutput;
  x->output = lia_acting_room(x, s->noutput, sizeof *x->output, err);
  if (!x->output) return LIA_ENOMEM;
  for (int k = 0; k < s->noutput; k++)
    LIA_TRY(describe_value(x, s->output[k].expr, s->output[k].where, &x->output[k], err));
  return LIA_OK;
}
