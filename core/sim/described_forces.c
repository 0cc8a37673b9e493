/* described_forces.c - force elements of a description, plain or by tapes */
#include "sim/described_forces.h"

#include "base/mem.h"
#include "base/text.h"
#include "gen/machine_math.h"
#include "num/vec.h"
#include "sym/expr/build.h"
#include "sym/expr/homonym.h"
#include "sym/expr/parse.h"
#include "sym/expr/subs.h"

#include <math.h>
#include <string.h>

// a number of an element that is an expression: output of the tape of numbers
typedef struct varying { int k, at; } varying;

struct lia_described {
  lia_arena arena;
  const lia_spec *s;
  int nforce, nq, nv, nu, nvarying;   /* s may be gone where it is freed */
  varying *var;
  lia_tape *numbers;               // of (x, v, q, rates, u, t): the varying numbers
  lia_tape **own;                  // (nforce) of the same: forces told by expressions; NULL: none
  double *in, *out, *room;         // (2 + nq + nv + nu + 1), results, slots
};

// ---- names ----

typedef struct names { lia_pool *p; int n; lia_expr *in; } names;

static int inputs_of(const lia_described *d) { return 2 + d->nq + d->nv + d->nu + 1; }

// x, v of the port, numbers of q, rates, inputs, t; where a coordinate is called x, the port's x is
// meant in the law of an element
static lia_status name_inputs(lia_described *d, names *N, lia_error *err) {
  lia_pool *p = N->p;
  lia_expr *in = N->in;
  int n = 2;
  for (int k = 0; k < d->nq; k++) in[n++] = lia_sym_coordinate(p, d->s->qname[k]);
  for (int k = 0; k < d->nv; k++)
    in[n++] = lia_sym_rate(p, lia_sym_coordinate(p, d->s->coord[k]));
  for (int k = 0; k < d->nu; k++) in[n++] = lia_sym_symbol(p, d->s->input[k].name);
  in[n++] = lia_sym_time(p);
  in[0] = lia_sym_symbol(p, "liaison_port_x");
  in[1] = lia_sym_symbol(p, "liaison_port_v");
  N->n = n;
  return lia_pool_status(p, err);
}

static lia_status read_law(const names *N, const char *text, const char *where, lia_expr *e,
                            lia_error *err) {
  lia_error why = { 0 };
  lia_status st = lia_parse(N->p, text, strlen(text), LIA_PARSE_create, e, NULL, &why);
  if (st != LIA_OK) return LIA_FAIL(err, st, where, "%s: %s", why.path, why.text);
  return lia_pool_status(N->p, err);
}

static lia_status law_value(const names *N, lia_val v, const char *where, lia_expr *e,
                           lia_error *err) {
  if (v.text) return read_law(N, v.text, where, e, err);
  *e = lia_sym_num(N->p, v.x);
  return LIA_OK;
}

static lia_status make_tape(lia_tape **tape, const names *N, int n, const lia_expr *e,
                            const char *where, lia_error *err) {
  lia_error why = { 0 };
  lia_status st = lia_tape_new(tape, N->p, (uint32_t)N->n, N->in, (uint32_t)n, e, &why);
  if (st != LIA_OK) return LIA_FAIL(err, st, where, "%s: give it a value", why.text);
  (*tape)->math = &lia_machine_math;
  return LIA_OK;
}

// ---- where it acts ----

static lia_status plain_number(lia_val v, const char *where, const char *field, double *x,
                               lia_error *err) {
  char path[LIA_ERROR_PATH], text[240];
  *x = v.x;
  if (!v.text) return LIA_OK;
  lia_text_format(path, sizeof path, "%.80s.%.40s", where, field);
  lia_text_format(text, sizeof text, "'%.80s' must not move: expected a number", v.text);
  return LIA_FAIL(err, LIA_EMODEL, path, "%s", text);
}

static lia_status put_end(const lia_described *d, const lia_compiled *c, const lia_spec_force *f,
                          int e, lia_load *l, lia_error *err) {
  lia_frame X;
  double p[3];
  lia_compiled_locate(c, d->s, f->end[e], &l->body[e], &X);
  for (int i = 0; i < 3; i++)
    LIA_TRY(plain_number(f->point[e][i], f->where, "point", &p[i], err));
  lia_frame_point(l->at[e], &X, p);
  return LIA_OK;
}

static lia_status put_sum(lia_described *d, const lia_spec_force *f, lia_load *l, lia_error *err) {
  const size_t n = (size_t)f->ncoord;
  lia_load_sum *sum = lia_arena_alloc(&d->arena, sizeof *sum);
  int *at = lia_arena_alloc(&d->arena, 2 * n * sizeof *at);
  double *factor = lia_arena_alloc(&d->arena, n * sizeof *factor);
  if (!sum || !at || !factor) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  for (int k = 0; k < f->ncoord; k++) {
    at[k] = lia_spec_find_q(d->s, f->coord[k]);
    at[f->ncoord + k] = lia_spec_find_coord(d->s, f->coord[k]);
    LIA_TRY(plain_number(f->factor[k], f->where, "joint", &factor[k], err));
  }
  *sum = (lia_load_sum){ f->ncoord, at, at + n, factor };
  l->iq = at[0];
  l->iv = at[f->ncoord];
  if (f->ncoord > 1 || factor[0] != 1) l->sum = sum;
  return LIA_OK;
}

// the axes of a force at a point
static void put_axes(const lia_described *d, const lia_compiled *c, const lia_spec_force *f,
                     lia_load *l) {
  lia_frame X = LIA_FRAME_IDENTITY;
  if (!f->axes) return;
  l->turned = 1;
  l->axes_body = l->body[0];
  if (!strcmp(f->axes, "joint") && l->axes_body >= 0)
    lia_frame_inv(&X, &c->model->body[l->axes_body].X_JB);
  else if (strcmp(f->axes, "body") != 0 && strcmp(f->axes, "joint") != 0)
    lia_compiled_locate(c, d->s, f->axes, &l->axes_body, &X);
  memcpy(l->R_BA, X.R, sizeof l->R_BA);
}

static lia_status put_place(lia_described *d, const lia_compiled *c, const lia_spec_force *f,
                            lia_load *l, lia_error *err) {
  l->port = f->port;
  if (f->port == LIA_PORT_coordinate) return put_sum(d, f, l, err);
  LIA_TRY(put_end(d, c, f, 0, l, err));
  put_axes(d, c, f, l);
  return f->port == LIA_PORT_line ? put_end(d, c, f, 1, l, err) : LIA_OK;
}

// ---- numbers ----

// plain numbers into the load; expressions are noted, and 1 until they are asked, as numbers that a
// function of the script gives are
static void put_numbers(lia_described *d, int k, lia_load *l) {
  const lia_spec_force *f = &d->s->force[k];
  lia_force_defaults(l->kind, l->p);
  for (int i = 0; i < lia_force_numbers(l->kind); i++) {
    if (lia_spec_scripted(f, i)) l->p[i] = 1;
    else if (f->param[i].text) {
      l->p[i] = 1;
      d->var[d->nvarying++] = (varying){ k, i };
    } else if (lia_val_given(f->param[i])) l->p[i] = f->param[i].x;
  }
}

static lia_status refuse_jumps(const lia_described *d, const lia_spec_force *f, const lia_load *l,
                               lia_error *err) {
  int moves = l->sum != NULL;
  if (!lia_load_jumps(l)) return LIA_OK;
  for (int i = 0; i < d->nvarying; i++) moves |= &d->s->force[d->var[i].k] == f;
  if (moves)
    return LIA_FAIL(err, LIA_EMODEL, f->where, "a %s acts on one coordinate or point, with numbers "
                    "that do not change", lia_force_rows[f->kind]->name);
  if (l->port != LIA_PORT_point || l->body[0] >= 0) return LIA_OK;
  char path[LIA_ERROR_PATH];
  lia_text_format(path, sizeof path, "%.80s.at", f->where);
  return LIA_FAIL(err, LIA_EMODEL, path, "expected a body that moves");
}

static lia_status put_own(lia_described *d, names *N, int k, lia_load *l, lia_error *err) {
  const lia_spec_force *f = &d->s->force[k];
  const int n = f->port == LIA_PORT_point ? 3 : 1;
  lia_expr e[3];
  l->own = lia_val_given(f->own[0]) || lia_spec_scripted(f, LIA_FORCE_SCRIPTED);
  if (!lia_val_given(f->own[0])) return LIA_OK;
  // named last, x and v are what a text means by these, also where a coordinate is called so
  const lia_expr from[2] = { n == 1 ? lia_sym_symbol(N->p, "x") : 0,
                             n == 1 ? lia_sym_symbol(N->p, "v") : 0 };
  for (int i = 0; i < n; i++) LIA_TRY(law_value(N, f->own[i], f->where, &e[i], err));
  lia_twins_settle(N->p, (uint32_t)d->nq, N->in + 2);
  if (n == 1 && !lia_subs(N->p, 2, from, N->in, 1, e, e)) return lia_pool_status(N->p, err);
  return make_tape(&d->own[k], N, n, e, f->where, err);
}

static lia_status make_numbers(lia_described *d, names *N, lia_error *err) {
  if (!d->nvarying) return LIA_OK;
  lia_expr *e = lia_calloc((size_t)d->nvarying, sizeof *e);
  lia_status st = e ? LIA_OK : LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  for (int i = 0; st == LIA_OK && i < d->nvarying; i++) {
    const lia_spec_force *f = &d->s->force[d->var[i].k];
    st = law_value(N, f->param[d->var[i].at], f->where, &e[i], err);
  }
  if (st == LIA_OK)
    st = make_tape(&d->numbers, N, d->nvarying, e, d->s->force[d->var[0].k].where, err);
  lia_free(e);
  return st;
}

// ---- all of a description ----

static lia_status fill_load(lia_described *d, const lia_compiled *c, names *N, int k, lia_load *l,
                            lia_error *err) {
  const lia_spec_force *f = &d->s->force[k];
  *l = (lia_load){ .kind = (lia_force_kind)f->kind, .iq = -1, .body = { -1, -1 } };
  l->name = lia_arena_text(&d->arena, f->where, strlen(f->where));
  if (!l->name) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  LIA_TRY(put_place(d, c, f, l, err));
  LIA_TRY(put_own(d, N, k, l, err));
  if (l->own) {
    lia_force_defaults(l->kind, l->p);
    return LIA_OK;
  }
  const int before = d->nvarying;
  put_numbers(d, k, l);
  LIA_TRY(refuse_jumps(d, f, l, err));
  return d->nvarying > before || f->scripted ? LIA_OK : lia_load_check(l, err);
}

static lia_status make_room(lia_described *d, lia_error *err) {
  size_t slots = d->numbers ? d->numbers->nslot : 1, n = (size_t)inputs_of(d);
  for (int k = 0; k < d->s->nforce; k++)
    if (d->own[k] && d->own[k]->nslot > slots) slots = d->own[k]->nslot;
  const size_t out = (size_t)d->nvarying + 3;
  d->in = lia_arena_alloc(&d->arena, (n + out + slots) * sizeof *d->in);
  if (!d->in) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  d->out = d->in + n;
  d->room = d->out + out;
  return LIA_OK;
}

// without expressions no names are needed
static int has_texts(const lia_spec *s) {
  int found = 0;
  for (int k = 0; k < s->nforce && !found; k++) {
    const lia_spec_force *f = &s->force[k];
    found = lia_val_given(f->own[0]);
    for (int i = 0; i < LIA_FORCE_NPARAM; i++) found |= f->param[i].text != NULL;
  }
  return found;
}

static lia_status fill(lia_described *d, const lia_compiled *c, names *N, lia_load *load,
                       lia_error *err) {
  const size_t n = (size_t)d->s->nforce;
  const int named = has_texts(d->s);
  N->p = named ? lia_pool_new() : NULL;
  N->in = lia_arena_alloc(&d->arena, (size_t)inputs_of(d) * sizeof *N->in);
  d->var = lia_arena_alloc(&d->arena, (n * LIA_FORCE_NPARAM + 1) * sizeof *d->var);
  d->own = lia_arena_alloc(&d->arena, (n + 1) * sizeof *d->own);
  if ((named && !N->p) || !N->in || !d->var || !d->own)
    return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  if (named) LIA_TRY(name_inputs(d, N, err));
  for (int k = 0; k < d->s->nforce; k++) LIA_TRY(fill_load(d, c, N, k, &load[k], err));
  LIA_TRY(make_numbers(d, N, err));
  return make_room(d, err);
}

lia_status lia_described_new(lia_described **out, lia_spec *s, const lia_compiled *c,
                             lia_load *load, lia_error *err) {
  lia_described *d = lia_calloc(1, sizeof *d);
  names N = { .p = NULL };
  *out = NULL;
  if (!d) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  *d = (lia_described){ .s = s, .nforce = s->nforce, .nq = s->nq, .nv = s->ncoord,
                        .nu = s->ninput };
  lia_status st = fill(d, c, &N, load, err);
  lia_pool_free(N.p);
  if (st == LIA_OK) *out = d;
  else lia_described_free(d);
  return st;
}

void lia_described_free(lia_described *d) {
  if (!d) return;
  for (int k = 0; d->own && k < d->nforce; k++) lia_free(d->own[k]);
  lia_free(d->numbers);
  lia_arena_free(&d->arena);
  lia_free(d);
}

int lia_described_tells(const lia_described *d, int k) { return d->own[k] != NULL; }

int lia_described_numbers(const lia_described *d) { return d->nvarying; }
int lia_described_number_of(const lia_described *d, int i) { return d->var[i].k; }

int lia_described_needed(const lia_described *d, const lia_load *load) {
  for (int i = 0; i < d->nvarying; i++)
    if (!load[d->var[i].k].compiled) return 1;
  for (int k = 0; k < d->nforce; k++)
    if (d->own[k] && !load[k].compiled) return 1;
  return 0;
}

int lia_described_varies(const lia_described *d) {
  int own = 0;
  for (int k = 0; k < d->s->nforce; k++) own |= d->own[k] != NULL;
  return own || d->nvarying > 0;
}

lia_status lia_described_at(lia_described *d, lia_load *load, double t, const double *q,
                            const double *v, const double *u, lia_error *err) {
  double *in = d->in + 2;
  lia_vec_copy(in, q, d->nq);
  lia_vec_copy(in + d->nq, v, d->nv);
  lia_vec_copy(in + d->nq + d->nv, u, d->nu);
  in[d->nq + d->nv + d->nu] = t;
  if (!d->numbers) return LIA_OK;
  lia_tape_eval(d->numbers, d->in, d->out, d->room);
  for (int i = 0; i < d->nvarying; i++) {
    if (!isfinite(d->out[i]))
      return LIA_FAIL(err, LIA_EDOMAIN, load[d->var[i].k].name,
                      "a number is %g at t = %.9g", d->out[i], t);
    load[d->var[i].k].p[d->var[i].at] = d->out[i];
  }
  return LIA_OK;
}

lia_status lia_described_own(lia_described *d, int k, const double *x, const double *v, double *F,
                             lia_error *err) {
  const int n = (int)d->own[k]->nout;
  d->in[0] = x[0];
  d->in[1] = v[0];
  lia_tape_eval(d->own[k], d->in, F, d->room);
  for (int i = 0; i < n; i++)
    if (!isfinite(F[i]))
      return LIA_FAIL(err, LIA_EDOMAIN, d->s->force[k].where, "the force is %g at t = %.9g", F[i],
                      d->in[inputs_of(d) - 1]);
  return LIA_OK;
}

// ---- laws of inputs ----

static lia_status law_with(lia_tape **out, const lia_spec *s, const char *text, const char *where,
                           names *N, lia_error *err) {
  lia_error why = { 0 };
  lia_expr e;
  for (int k = 0; k < s->nq; k++) N->in[N->n++] = lia_sym_coordinate(N->p, s->qname[k]);
  for (int k = 0; k < s->ncoord; k++)
    N->in[N->n++] = lia_sym_rate(N->p, lia_sym_coordinate(N->p, s->coord[k]));
  N->in[N->n++] = lia_sym_time(N->p);
  LIA_TRY(lia_pool_status(N->p, err));
  lia_status st = lia_parse(N->p, text, strlen(text), LIA_PARSE_refuse, &e, NULL, &why);
  if (st != LIA_OK) return LIA_FAIL(err, LIA_EMODEL, where, "%s: %s", why.path, why.text);
  st = lia_tape_new(out, N->p, (uint32_t)N->n, N->in, 1, &e, &why);
  if (st != LIA_OK) return LIA_FAIL(err, LIA_EMODEL, where, "%s", why.text);
  (*out)->math = &lia_machine_math;
  return LIA_OK;
}

lia_status lia_described_law(lia_tape **out, const lia_spec *s, const char *text, const char *where,
                             lia_error *err) {
  names N = { .p = lia_pool_new() };
  *out = NULL;
  N.in = lia_calloc((size_t)s->nq + (size_t)s->ncoord + 1, sizeof *N.in);
  lia_status st = LIA_ENOMEM;
  if (N.p && N.in) st = law_with(out, s, text, where, &N, err);
  else (void)LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  lia_free(N.in);
  lia_pool_free(N.p);
  return st;
}
