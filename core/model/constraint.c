/* constraint.c - the table of constraints, and equations of the user as tapes */
#include "model/constraint.h"

#include "base/layout.h"
#include "base/mem.h"
#include "num/sincos.h"
#include "sym/build.h"
#include "sym/diff.h"
#include "sym/parse.h"
#include "sym/zero.h"

#include <math.h>
#include <string.h>

#define X(name) extern const lia_constraint_row lia_constraint_##name;
#include "model/constraints/constraints.def"
#undef X

const lia_constraint_row *const lia_constraint_rows[LIA_CONSTRAINT_COUNT] = {
#define X(name) &lia_constraint_##name,
#include "model/constraints/constraints.def"
#undef X
};

const char *const lia_constraint_name[LIA_CONSTRAINT_COUNT] = {
#define X(name) #name,
#include "model/constraints/constraints.def"
#undef X
};

int lia_constraint_find(const char *name) {
  for (int k = 0; k < LIA_CONSTRAINT_COUNT; k++)
    if (!strcmp(lia_constraint_name[k], name)) return k;
  return -1;
}

// ---- equations in coordinates ----

typedef struct equation {
  lia_pool *p;
  int n;
  lia_expr *q, *v;   /* (n) symbols, 0 where the name is not in the equation */
  lia_expr t, e;
} equation;

static lia_status broken(const lia_constraint *c, const lia_error *why, lia_error *err) {
  if (why->code == LIA_ENOMEM) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  return LIA_FAIL(err, LIA_EMODEL, c->name, "%s%s%s", why->path, why->path[0] ? ": " : "", why->text);
}

/* how often a symbol, or 0, stands below e: by differentiation, which is exact enough to say never */
static int depends(lia_pool *p, lia_expr e, lia_expr symbol) {
  lia_expr d = symbol ? lia_diff(p, e, symbol) : LIA_ZERO;
  return d != LIA_ZERO && lia_zero(p, d) != LIA_ZERO_yes;
}

/* read text with coordinates as such; what is none of them is refused */
static lia_status read_equation(equation *E, const lia_constraint *c, const char *text, const char *const *name, const int *iq, lia_error *err) {
  lia_error why = { 0 };
  for (int k = 0; k < E->n; k++) {
    E->q[k] = lia_sym_coordinate(E->p, name[k]);
    E->v[k] = lia_sym_rate(E->p, E->q[k]);
  }
  E->t = lia_sym_time(E->p);
  if (lia_pool_status(E->p, &why) != LIA_OK) return broken(c, &why, err);
  if (lia_parse(E->p, text, strlen(text), LIA_PARSE_refuse, &E->e, NULL, &why) != LIA_OK) return broken(c, &why, err);
  for (int k = 0; k < E->n; k++) {
    int q = depends(E->p, E->e, E->q[k]), v = depends(E->p, E->e, E->v[k]);
    if (q && iq[k] < 0) return LIA_FAIL(err, LIA_EMODEL, c->name, "'%s' is part of a turn in space, which has no angle: hold frames instead", name[k]);
    if (!q && !v) E->q[k] = E->v[k] = 0;
  }
  return LIA_OK;
}

/* outputs g, b, c, then G; position: G = de/dq, b = de/dt; velocity: G = de/dv, b = e where v = 0.  c = d/dt of G v + b
 * where v does not change */
static lia_status derive(equation *E, lia_constraint *c, lia_expr *in, lia_expr *out, uint32_t *nin, uint32_t *nout, lia_error *err) {
  lia_pool *p = E->p;
  int velocity = 0, n = 0;
  for (int k = 0; k < E->n; k++) velocity |= E->v[k] && depends(p, E->e, E->v[k]);
  lia_expr rate = LIA_ZERO, motion = E->e;
  for (int k = 0; k < E->n; k++) {
    if (!E->q[k]) continue;
    c->coord[n] = k;
    in[n] = E->q[k];
    out[3 + n] = lia_diff(p, E->e, velocity ? E->v[k] : E->q[k]);
    for (int j = 0; velocity && j < E->n; j++)
      if (E->v[j] && depends(p, out[3 + n], E->v[j])) return LIA_FAIL(err, LIA_EMODEL, c->name, "an equation of rates must be linear in them");
    n++;
  }
  for (int k = 0; k < n; k++) in[n + k] = E->v[c->coord[k]];
  in[2 * n] = E->t;
  if (!velocity) {
    motion = lia_diff(p, E->e, E->t);
    for (int k = 0; k < n; k++) motion = lia_sym_add(p, motion, lia_sym_mul(p, out[3 + k], in[n + k]));
  }
  // d/dt of motion, v as it is
  rate = lia_diff(p, motion, E->t);
  for (int k = 0; k < n; k++) rate = lia_sym_add(p, rate, lia_sym_mul(p, lia_diff(p, motion, in[k]), in[n + k]));
  // b = motion - G v
  lia_expr b = motion;
  for (int k = 0; k < n; k++) b = lia_sym_sub(p, b, lia_sym_mul(p, out[3 + k], in[n + k]));
  out[0] = velocity ? LIA_ZERO : E->e;
  out[1] = b;
  out[2] = rate;
  c->ncoord = n;
  c->nheld = !velocity;
  *nin = (uint32_t)(2 * n + 1);
  *nout = (uint32_t)(3 + n);
  return LIA_OK;
}

static lia_status equation_with(equation *E, lia_constraint *c, const char *text, const char *const *name, const int *iq, lia_error *err) {
  uint32_t nin = 0, nout = 0;
  lia_error why = { 0 };
  LIA_TRY(read_equation(E, c, text, name, iq, err));
  lia_expr *in = lia_calloc(3 * (size_t)E->n + 8, sizeof *in), *out = in ? in + 2 * E->n + 2 : NULL;
  c->coord = lia_calloc(2 * (size_t)E->n + 2, sizeof *c->coord);
  if (!in || !c->coord) { lia_free(in); return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory"); }
  lia_status st = derive(E, c, in, out, &nin, &nout, err);
  if (st == LIA_OK && !c->ncoord) st = LIA_FAIL(err, LIA_EMODEL, c->name, "no coordinate stands in '%.60s'", text);
  c->at = c->coord + E->n + 1;
  for (int k = 0; k < c->ncoord; k++) c->at[k] = iq[c->coord[k]];
  if (st == LIA_OK && lia_tape_new(&c->tape, E->p, nin, in, nout, out, &why) != LIA_OK) st = broken(c, &why, err);
  if (c->tape) c->tape->sincos = lia_sincos;
  lia_free(in);
  return st;
}

lia_status lia_constraint_read_equation(lia_constraint *c, const char *text, int n, const char *const *name, const int *iq, lia_error *err) {
  equation E = { .p = lia_pool_new(), .n = n };
  E.q = lia_calloc(2 * (size_t)n + 1, sizeof *E.q);
  E.v = E.q ? E.q + n : NULL;
  lia_status st = E.p && E.q ? equation_with(&E, c, text, name, iq, err) : LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  lia_free(E.q);
  lia_pool_free(E.p);
  return st;
}

// ---- equations in x y z ----

/* g, dg/dx, v' H v */
static lia_status derive_surface(lia_pool *p, lia_constraint *c, const char *text, const lia_expr in[6], lia_expr out[5], lia_error *err) {
  lia_error why = { 0 };
  lia_expr H[9];
  if (lia_parse(p, text, strlen(text), LIA_PARSE_refuse, &out[0], NULL, &why) != LIA_OK) return broken(c, &why, err);
  if (!lia_diff_gradient(p, out[0], 3, in, out + 1) || !lia_diff_hessian(p, out[0], 3, in, H)) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  out[4] = LIA_ZERO;
  for (int i = 0; i < 9; i++) out[4] = lia_sym_add(p, out[4], lia_sym_mul(p, H[i], lia_sym_mul(p, in[3 + i / 3], in[3 + i % 3])));
  return LIA_OK;
}

static lia_status surface_with(lia_pool *p, lia_constraint *c, int n, const char *const *text, lia_error *err) {
  static const char *const name[] = { "x", "y", "z" };
  lia_expr in[6], out[5 * LIA_CONSTRAINT_NEXPR];
  lia_error why = { 0 };
  for (int k = 0; k < 3; k++) in[3 + k] = lia_sym_rate(p, in[k] = lia_sym_coordinate(p, name[k]));
  for (int i = 0; i < n; i++) LIA_TRY(derive_surface(p, c, text[i], in, out + 5 * i, err));
  if (lia_tape_new(&c->tape, p, 6, in, (uint32_t)(5 * n), out, &why) != LIA_OK) return broken(c, &why, err);
  c->tape->sincos = lia_sincos;
  return LIA_OK;
}

lia_status lia_constraint_read_surface(lia_constraint *c, int n, const char *const *text, lia_error *err) {
  lia_pool *p = lia_pool_new();
  lia_status st = p ? surface_with(p, c, n, text, err) : LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  lia_pool_free(p);
  return st;
}

void lia_constraint_drop(lia_constraint *c) {
  lia_free(c->tape);
  lia_free(c->coord);
  c->tape = NULL;
  c->coord = c->at = NULL;
}

void lia_constraint_coordinates(const lia_constraint *c, const double *q, const double *v, double t, double *work, lia_crow *row, double *G) {
  int n = c->ncoord;
  double *in = work, *out = in + 2 * n + 1;
  for (int k = 0; k < n; k++) {
    in[k] = q[c->at[k]];
    in[n + k] = v[c->coord[k]];
  }
  in[2 * n] = t;
  lia_tape_eval(c->tape, in, out, out + 3 + n);
  *row = (lia_crow){ .g = out[0], .b = out[1], .c = out[2] };
  for (int k = 0; k < n; k++) G[k] = out[3 + k];
}

// ---- all of a model ----

static int work_of(const lia_constraint *c) {
  if (!c->tape) return 0;
  return (int)c->tape->nslot + (int)c->tape->nin + (int)c->tape->nout;
}

lia_status lia_constraints_new(lia_constraints **out, const lia_constraint *list, int n, lia_error *err) {
  lia_constraints *s = lia_calloc(1, sizeof *s);
  size_t text = 0;
  *out = NULL;
  for (int i = 0; i < n; i++) text += strlen(list[i].name) + 1;
  lia_constraint *c = s ? lia_block((size_t)n * sizeof *c + text + 1) : NULL;
  if (!c) { lia_free(s); return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for the constraints"); }
  char *names = (char *)(c + n);
  *s = (lia_constraints){ .n = n, .c = c };
  for (int i = 0; i < n; i++) {
    c[i] = list[i];
    c[i].name = strcpy(names, list[i].name);
    names += strlen(names) + 1;
    c[i].first = s->nrow;
    c[i].nrow = c[i].row->nrow;
    if (c[i].row->nend) c[i].nheld = c[i].row->nheld;
    s->nrow += c[i].nrow;
    s->nheld += c[i].nheld;
    if (work_of(&c[i]) > s->nwork) s->nwork = work_of(&c[i]);
  }
  *out = s;
  return LIA_OK;
}

void lia_constraints_free(lia_constraints *s) {
  if (!s) return;
  for (int i = 0; i < s->n; i++) lia_constraint_drop(&s->c[i]);
  lia_free(s->c);
  lia_free(s);
}
