/* constraint.c - the table of constraints, and equations of the user as tapes */
#include "kinds/constraint.h"

#include "base/assert.h"
#include "base/mem.h"
#include "gen/machine_math.h"
#include "sym/expr/build.h"
#include "sym/expr/diff.h"
#include "sym/expr/parse.h"
#include "sym/expr/print.h"
#include "sym/expr/subs.h"
#include "sym/simp/zero.h"

#include <stdio.h>
#include <string.h>

#define X(name) extern const lia_constraint_type lia_constraint_##name;
#include "kinds/constraints.def"
#undef X

const lia_constraint_type *const lia_constraint_types[LIA_CONSTRAINT_COUNT] = {
#define X(name) &lia_constraint_##name,
#include "kinds/constraints.def"
#undef X
};

const char *const lia_constraint_name[LIA_CONSTRAINT_COUNT] = {
#define X(name) #name,
#include "kinds/constraints.def"
#undef X
};

int lia_constraint_find(const char *name) {
  for (int k = 0; k < LIA_CONSTRAINT_COUNT; k++)
    if (!strcmp(lia_constraint_name[k], name)) return k;
  for (int k = 0; k < LIA_CONSTRAINT_COUNT; k++)
    if (lia_constraint_types[k]->alias && !strcmp(lia_constraint_types[k]->alias, name)) return k;
  return -1;
}

int lia_constraint_words(const char *word[LIA_CONSTRAINT_WORDS]) {
  int n = 0;
  for (int k = 0; k < LIA_CONSTRAINT_COUNT; k++) word[n++] = lia_constraint_name[k];
  for (int k = 0; k < LIA_CONSTRAINT_COUNT; k++)
    if (lia_constraint_types[k]->alias) word[n++] = lia_constraint_types[k]->alias;
  LIA_ASSERT(n < LIA_CONSTRAINT_WORDS);
  word[n] = NULL;
  return n;
}

// ---- equations in coordinates ----

typedef struct equation {
  lia_pool *p;
  const lia_constraint_names *names;
  lia_expr *q, *rate;   /* (nq) symbols; their rates, told by v */
  lia_expr *v;          /* (nv) symbols of velocities */
  lia_expr t, e;
} equation;

static lia_status broken(const lia_constraint *c, const lia_error *why, lia_error *err) {
  if (why->code == LIA_ENOMEM) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  return LIA_FAIL(err, LIA_EMODEL, c->name, "%s%s%s", why->path, why->path[0] ? ": " : "",
      why->text);
}

// does e change with a symbol: by differentiation, which is exact enough to say never
static int depends(lia_pool *p, lia_expr e, lia_expr symbol) {
  lia_expr d = lia_diff(p, e, symbol);
  return d != LIA_ZERO && lia_zero(p, d) != LIA_ZERO_yes;
}

static lia_expr add_product(lia_pool *p, lia_expr sum, double factor, lia_expr a, lia_expr b) {
  return lia_sym_add(p, sum, lia_sym_mul(p, lia_sym_num(p, factor), lia_sym_mul(p, a, b)));
}

// the rate of the quaternion Q, 1/2 Q (0, w), and of the position before it, R(Q) u
static void rates_of_turn(equation *E, const lia_constraint_turn *turn) {
  static const signed char of[4][3][2] = { { { 1, -1 }, { 2, -1 }, { 3, -1 } },
      { { 0, 1 }, { 3, -1 }, { 2, 1 } },
      { { 3, 1 }, { 0, 1 }, { 1, -1 } }, { { 2, -1 }, { 1, 1 }, { 0, 1 } } };
  lia_pool *p = E->p;
  const lia_expr *Q = E->q + turn->iq + 3 * turn->slides, *w = E->v + turn->iv + 3 * turn->slides,
      *u = E->v + turn->iv;
  lia_expr *Qd = E->rate + turn->iq + 3 * turn->slides, *pd = E->rate + turn->iq;
  for (int i = 0; i < 4; i++) {
    Qd[i] = LIA_ZERO;
    for (int k = 0; k < 3; k++)
      Qd[i] = add_product(p, Qd[i], 0.5 * of[i][k][1], Q[(int)of[i][k][0]], w[k]);
  }
  // entries of R: 1 - 2 (y^2 + z^2) on the diagonal, 2 (x y - w z) beside it, cyclically
  for (int i = 0; turn->slides && i < 3; i++) {
    lia_expr x = Q[1+i], y = Q[1+(i+1)%3], z = Q[1+(i+2)%3], one = LIA_ONE;
    lia_expr ii = add_product(p, add_product(p, one, -2, y, y), -2, z, z);
    lia_expr ij = add_product(p, add_product(p, LIA_ZERO, 2, x, y), -2, Q[0], z),
        ik = add_product(p, add_product(p, LIA_ZERO, 2, x, z), 2, Q[0], y);
    pd[i] = add_product(p, add_product(p, lia_sym_mul(p, ii, u[i]), 1, ij, u[(i+1)%3]), 1, ik,
        u[(i+2)%3]);
  }
}

static int is_number(const lia_constraint_names *N, const char *name) {
  for (int i = 0; i < N->nq; i++)
    if (!strcmp(N->q[i], name)) return 1;
  return 0;
}

// the name of number i of the quaternion that velocity k turns
static const char *quaternion_of(const lia_constraint_names *N, int k, int i) {
  int j = 0;
  LIA_ASSERT(N->nturn > 0 && i >= 0 && i < 4);
  while (k < N->turn[j].iv || k >= N->turn[j].iv + 3 + 3 * N->turn[j].slides) j++;
  return N->q[N->turn[j].iq + 3 * N->turn[j].slides + i];
}

// names of an equation are numbers of q, velocities and the time
static lia_status only_motion(const equation *E, const lia_constraint *c, lia_error *err) {
  lia_expr *symbol = lia_calloc((size_t)E->p->names.count + 1, sizeof *symbol), other = 0;
  uint32_t n = symbol ? lia_subs_symbols(E->p, 1, &E->e, symbol) : UINT32_MAX;
  for (uint32_t i = 0; n != UINT32_MAX && i < n && !other; i++) {
    int known = symbol[i] == E->t;
    for (int k = 0; k < E->names->nq && !known; k++) known = symbol[i] == E->q[k];
    for (int k = 0; k < E->names->nv && !known; k++) known = symbol[i] == E->v[k];
    if (!known) other = symbol[i];
  }
  lia_free(symbol);
  if (n == UINT32_MAX) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  if (!other) return LIA_OK;
  lia_text text = { 0 };
  lia_status st = lia_print(E->p, other, NULL, &text);
  if (st == LIA_OK)
    st = LIA_FAIL(err, LIA_EMODEL, c->name,
        "'%.60s' may not stand in a constraint: coordinates, their first rates and t may",
        lia_text_str(&text));
  lia_text_free(&text);
  return st;
}

// names into symbols. Velocities that are no rate of a number are rates of a name that is none: x
// of theirs is refused
static lia_status read_equation(equation *E, const lia_constraint *c, const char *text,
    lia_error *err) {
  const lia_constraint_names *N = E->names;
  lia_pool *p = E->p;
  lia_error why = { 0 };
  int n = 0;
  lia_expr *from = lia_calloc(2 * (size_t)N->nq + 1, sizeof *from),
      *to = from ? from + N->nq : NULL;
  if (!from) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  for (int i = 0; i < N->nq; i++) E->q[i] = lia_sym_coordinate(p, N->q[i]);
  for (int k = 0; k < N->nv; k++) {
    E->v[k] = N->at[k] >= 0 ? lia_sym_rate(p, E->q[N->at[k]])
        : lia_sym_rate(p, lia_sym_coordinate(p, N->v[k]));
    if (N->at[k] >= 0) E->rate[N->at[k]] = E->v[k];
  }
  for (int i = 0; i < N->nturn; i++)   // u has a name no text has
    for (int k = 0; N->turn[i].slides && k < 3; k++) {
      char name[64];
      snprintf(name, sizeof name, "liaison_u%d_of_%d", k, i);
      E->v[N->turn[i].iv + k] = lia_sym_coordinate(p, name);
    }
  for (int i = 0; i < N->nturn; i++) rates_of_turn(E, &N->turn[i]);
  E->t = lia_sym_time(p);
  for (int i = 0; i < N->nq; i++) {
    lia_expr plain = lia_sym_rate(p, E->q[i]);
    if (plain != E->rate[i]) {
      from[n] = plain;
      to[n++] = E->rate[i];
    }
  }
  lia_status st = lia_pool_status(p, &why);
  if (st == LIA_OK) st = lia_parse(p, text, strlen(text), LIA_PARSE_refuse, &E->e, NULL, &why);
  for (int k = 0; st == LIA_OK && k < N->nv; k++)
    if (N->at[k] < 0 && !is_number(N, N->v[k]) &&
        depends(p, E->e, lia_sym_coordinate(p, N->v[k]))) {
      lia_free(from);
      return LIA_FAIL(err, LIA_EMODEL, c->name,
          "'%s' is part of a turn in space, which has no angle: its quaternion is %s .. %s, its "
          "angular velocity %s'",
          N->v[k], quaternion_of(N, k, 0), quaternion_of(N, k, 3), N->v[k]);
    }
  if (st == LIA_OK && n && !lia_subs(p, (uint32_t)n, from, to, 1, &E->e, &E->e))
    st = LIA_FAIL(&why, LIA_ENOMEM, "", "out of memory");
  lia_free(from);
  return st == LIA_OK ? only_motion(E, c, err) : broken(c, &why, err);
}

// e along the motion, v as it is: de/dt + sum de/dq q'
static lia_expr along(const equation *E, lia_expr e) {
  lia_expr d = LIA_ZERO;
  if (!lia_diff_along(E->p, (uint32_t)E->names->nq, E->q, E->rate, 1, &e, &d)) return LIA_ZERO;
  return lia_sym_add(E->p, d, lia_diff(E->p, e, E->t));
}

// outputs g, b, c, then G. A position e: motion = de/dt along the motion, b = de/dt at rest; a
// velocity: motion = e, b = e at rest. motion = G v + b, c = its rate where v does not change
static lia_status derive(equation *E, lia_constraint *c, const char *text, lia_expr *in,
    lia_expr *out, lia_error *err) {
  const lia_constraint_names *N = E->names;
  lia_pool *p = E->p;
  int velocity = 0;
  for (int k = 0; k < N->nv; k++) velocity |= depends(p, E->e, E->v[k]);
  lia_expr motion = velocity ? E->e : along(E, E->e), b = motion, rate = along(E, motion);
  for (int k = 0; k < N->nv; k++) {
    if (!lia_subs_depends(p, motion, E->v[k]) && !lia_subs_depends(p, rate, E->v[k])) continue;
    lia_expr G = lia_diff(p, motion, E->v[k]);
    for (int j = 0; velocity && j < N->nv; j++)
      if (depends(p, G, E->v[j]))
        return LIA_FAIL(err, LIA_EMODEL, c->name, "an equation of rates must be linear in them");
    b = lia_subs_one(p, b, E->v[k], LIA_ZERO);
    out[3 + c->ncoord] = G;
    c->coord[c->ncoord++] = k;
  }
  lia_error why = { 0 };
  if (lia_pool_status(p, &why) != LIA_OK) return broken(c, &why, err);
  int still = !c->ncoord;
  for (int i = 0; i < N->nq && still; i++) still = !lia_subs_depends(p, E->e, E->q[i]);
  if (still) return LIA_FAIL(err, LIA_EMODEL, c->name, "no coordinate stands in '%.60s'", text);
  if (!c->ncoord) return LIA_FAIL(err, LIA_EMODEL, c->name, "no motion changes '%.60s'", text);
  out[0] = velocity ? LIA_ZERO : E->e;
  out[1] = b;
  out[2] = rate;
  for (int i = 0; i < N->nq; i++) {
    int named = 0;
    for (int k = 0; k < 3 + c->ncoord && !named; k++)
      named = lia_subs_depends(p, out[k], E->q[i]) > 0;
    if (!named) continue;
    in[c->nat] = E->q[i];
    c->at[c->nat++] = i;
  }
  for (int k = 0; k < c->ncoord; k++) in[c->nat + k] = E->v[c->coord[k]];
  in[c->nat + c->ncoord] = E->t;
  LIA_ASSERT(c->ncoord <= N->nv && c->nat <= N->nq);
  c->nposition = !velocity;
  c->timed = depends(p, E->e, E->t);
  return LIA_OK;
}

static lia_status equation_with(equation *E, lia_constraint *c, const char *text, lia_error *err) {
  const size_t nq = (size_t)E->names->nq, nv = (size_t)E->names->nv;
  lia_error why = { 0 };
  lia_expr *in = lia_calloc(nq + 2 * nv + 8, sizeof *in), *out = in ? in + nq + nv + 2 : NULL;
  c->coord = lia_calloc(nq + nv + 1, sizeof *c->coord);
  if (!in || !c->coord) { lia_free(in); return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory"); }
  c->at = c->coord + nv;
  c->ncoord = c->nat = 0;
  lia_status st = read_equation(E, c, text, err);
  if (st == LIA_OK) st = derive(E, c, text, in, out, err);
  if (st == LIA_OK && lia_tape_new(&c->tape, E->p, (uint32_t)(c->nat + c->ncoord + 1), in,
      (uint32_t)(3 + c->ncoord), out, &why) != LIA_OK)
    st = broken(c, &why, err);
  if (c->tape) c->tape->math = &lia_machine_math;
  lia_free(in);
  return st;
}

lia_status lia_constraint_read_equation(lia_constraint *c, const char *text,
    const lia_constraint_names *names, lia_error *err) {
  equation E = { .p = lia_pool_new(), .names = names };
  E.q = lia_calloc(2 * (size_t)names->nq + (size_t)names->nv + 1, sizeof *E.q);
  E.rate = E.q ? E.q + names->nq : NULL;
  E.v = E.q ? E.rate + names->nq : NULL;
  lia_status st = E.p && E.q ? equation_with(&E, c, text, err)
      : LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  lia_free(E.q);
  lia_pool_free(E.p);
  return st;
}

// ---- equations in x y z ----

// g, dg/dx, v' H v
static lia_status derive_surface(lia_pool *p, lia_constraint *c, const char *text,
    const lia_expr in[6], lia_expr out[5], lia_error *err) {
  lia_error why = { 0 };
  lia_expr H[9];
  if (lia_parse(p, text, strlen(text), LIA_PARSE_refuse, &out[0], NULL, &why) != LIA_OK)
    return broken(c, &why, err);
  if (!lia_diff_gradient(p, out[0], 3, in, out + 1) || !lia_diff_hessian(p, out[0], 3, in, H))
    return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  out[4] = LIA_ZERO;
  for (int i = 0; i < 9; i++)
    out[4] = lia_sym_add(p, out[4], lia_sym_mul(p, H[i],
        lia_sym_mul(p, in[3 + i / 3], in[3 + i % 3])));
  return LIA_OK;
}

static lia_status surface_with(lia_pool *p, lia_constraint *c, int n, const char *const *text,
    lia_error *err) {
  static const char *const name[] = { "x", "y", "z" };
  LIA_ASSERT(n >= 1 && n <= LIA_CONSTRAINT_NEXPR);
  lia_expr in[6], out[5 * LIA_CONSTRAINT_NEXPR];
  lia_error why = { 0 };
  for (int k = 0; k < 3; k++) in[3 + k] = lia_sym_rate(p, in[k] = lia_sym_coordinate(p, name[k]));
  for (int i = 0; i < n; i++) LIA_TRY(derive_surface(p, c, text[i], in, out + 5 * i, err));
  if (lia_tape_new(&c->tape, p, 6, in, (uint32_t)(5 * n), out, &why) != LIA_OK)
    return broken(c, &why, err);
  c->tape->math = &lia_machine_math;
  return LIA_OK;
}

lia_status lia_constraint_read_surface(lia_constraint *c, int n, const char *const *text,
    lia_error *err) {
  lia_pool *p = lia_pool_new();
  lia_status st = p ? surface_with(p, c, n, text, err)
      : LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  lia_pool_free(p);
  return st;
}

void lia_constraint_drop(lia_constraint *c) {
  lia_free(c->tape);
  lia_free(c->coord);
  c->tape = NULL;
  c->coord = c->at = NULL;
}

void lia_constraint_coordinates(const lia_constraint *c, const double *q, const double *v, double t,
    double *work, lia_constraint_eq *row, double *G) {
  LIA_ASSERT((int)c->tape->nin == c->nat + c->ncoord + 1);
  LIA_ASSERT((int)c->tape->nout == 3 + c->ncoord);
  const int n = c->ncoord, nat = c->nat;
  double *in = work, *out = in + nat + n + 1;
  for (int i = 0; i < nat; i++) in[i] = q[c->at[i]];
  for (int k = 0; k < n; k++) in[nat + k] = v[c->coord[k]];
  in[nat + n] = t;
  lia_tape_eval(c->tape, in, out, out + 3 + n);
  *row = (lia_constraint_eq){ .g = out[0], .b = out[1], .c = out[2] };
  for (int k = 0; k < n; k++) G[k] = out[3 + k];
}

// ---- all of a model ----

static int work_of(const lia_constraint *c) {
  if (!c->tape) return 0;
  return (int)c->tape->nslot + (int)c->tape->nin + (int)c->tape->nout;
}

lia_status lia_constraints_new(lia_constraints **out, const lia_constraint *list, int n,
    lia_error *err) {
  lia_constraints *s = lia_calloc(1, sizeof *s);
  size_t text = 0;
  *out = NULL;
  for (int i = 0; i < n; i++) text += strlen(list[i].name) + 1;
  lia_constraint *c = s ? lia_block((size_t)n * sizeof *c + text + 1) : NULL;
  if (!c) {
    lia_free(s);
    return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory for the constraints");
  }
  char *names = (char *)(c + n);
  *s = (lia_constraints){ .n = n, .c = c };
  for (int i = 0; i < n; i++) {
    c[i] = list[i];
    c[i].name = strcpy(names, list[i].name);
    names += strlen(names) + 1;
    c[i].first = s->nrow;
    c[i].nrow = c[i].row->nrow;
    if (c[i].row->nend) c[i].nposition = c[i].row->nposition;
    LIA_ASSERT(c[i].nposition <= c[i].nrow && c[i].nrow <= LIA_CONSTRAINT_ROWS);
    s->nrow += c[i].nrow;
    s->timed |= c[i].timed;
    s->nposition += c[i].nposition;
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
