/* force_law.c - from the texts of a row to force, energy, power and derivatives */
#include "kinds/force_law.h"

#include "base/assert.h"
#include "sym/expr/build.h"
#include "sym/expr/diff.h"

#include <string.h>

// the law of a row at a port, with where its inputs stand; numbers of the row come first
typedef struct law {
  lia_lines lines;
  int nparam, dim, states;        /* dim: 1, 3 at a point, 6 of a wheel */
  // the force of a wheel, which has no lines, and the rates of its states; 0: it has
  lia_expr wheel[LIA_FORCE_DIM], dz[LIA_FORCE_STATES];
  int at_x, at_v, at_z, at_t;
} law;

// x or v: of a wheel twice three
static int add_place(lia_lines *o, const char *name, int dim) {
  const int first = lia_lines_add(o, name, dim < 3 ? dim : 3);
  if (dim == 6) (void)lia_lines_add(o, name[0] == 'x' ? "axle_of_x" : "turn_of_v", 3);
  return first;
}

static lia_status open_law(law *o, lia_force_kind kind, int port, lia_error *err) {
  const lia_force_row *row = lia_force_rows[kind];
  const lia_force_law *text = lia_force_law_at(row, port);
  *o = (law){ .dim = lia_force_dim(row, port), .states = lia_force_most_states(row, port) };
  if (!(row->ports & port)) return LIA_FAIL(err, LIA_EARG, row->name, "does not act at this port");
  LIA_TRY(lia_lines_open(&o->lines, row->name, err));
  for (int k = 0; k < row->nparam; k++)
    lia_lines_add(&o->lines, row->param[k].name, row->param[k].size);
  LIA_ASSERT(o->lines.ninput == lia_force_numbers(kind));
  o->nparam = o->lines.ninput;
  o->at_x = add_place(&o->lines, "x", o->dim);
  o->at_v = add_place(&o->lines, "v", o->dim);
  o->at_z = lia_lines_add(&o->lines, "z", o->states);
  o->at_t = lia_lines_add(&o->lines, "t", 1);
  if (!text->wheel) return lia_lines_read(&o->lines, text->text, text->ntext, err);
  const lia_expr *input = o->lines.input;
  text->wheel(o->lines.q, input, input + o->at_x, input + o->at_v, input + o->at_z, o->wheel,
              o->dz);
  return lia_pool_status(o->lines.q, err);
}

static lia_expr result(const law *o, const char *name, int i) {
  if (!o->wheel[0]) return lia_lines_result(&o->lines, name, i);
  if (!strcmp(name, "dz")) return o->dz[i];
  return strcmp(name, "f") ? LIA_ZERO : o->wheel[i];
}

// e[0 .. n) of the law into p
static lia_status carry(law *o, lia_pool *p, const lia_force_in *in, int n, lia_expr *const *e,
                        lia_error *err) {
  lia_expr image[LIA_LINES_INPUTS];
  for (int k = 0; k < o->nparam; k++) image[k] = in->param[k];
  for (int k = 0; k < o->dim; k++) {
    image[o->at_x + k] = in->x ? in->x[k] : 0;
    image[o->at_v + k] = in->v ? in->v[k] : 0;
  }
  for (int k = 0; k < o->states; k++) image[o->at_z + k] = in->z ? in->z[k] : 0;
  image[o->at_t] = in->t;
  return lia_lines_carry(&o->lines, p, image, n, e, err);
}

static lia_expr dot(lia_pool *q, int n, const lia_expr *a, const lia_expr *b) {
  lia_expr term[LIA_FORCE_DIM];
  for (int i = 0; i < n; i++) term[i] = lia_sym_mul(q, a[i], b[i]);
  return lia_sym_sum(q, (size_t)n, term);
}

// dV/dt = dV/dx . v                                                                          (1)
static lia_expr rate_of(law *o, lia_expr V) {
  lia_pool *q = o->lines.q;
  const lia_expr *input = o->lines.input;
  lia_expr slope[LIA_FORCE_DIM];
  if (!lia_diff_gradient(q, V, (uint32_t)o->dim, input + o->at_x, slope)) return 0;
  return dot(q, o->dim, slope, input + o->at_v);
}

static lia_status force_of(law *o, lia_pool *p, const lia_force_in *in, lia_force_out *out,
                           lia_error *err) {
  lia_expr *list[LIA_FORCE_DIM + LIA_FORCE_STATES + 6];
  int n = 0;
  *out = (lia_force_out){ .n = o->dim };
  for (int i = 0; i < LIA_FORCE_DIM; i++) {
    out->f[i] = i < o->dim ? result(o, "f", i) : LIA_ZERO;
    list[n++] = &out->f[i];
  }
  for (int i = 0; i < 3; i++) {
    out->arm[i] = result(o, "arm", i);
    list[n++] = &out->arm[i];
  }
  for (int i = 0; i < LIA_FORCE_STATES; i++) {
    out->dz[i] = i < o->states ? result(o, "dz", i) : LIA_ZERO;
    list[n++] = &out->dz[i];
  }
  out->V = result(o, "V", 0);
  list[n++] = &out->V;
  const lia_expr *v = o->lines.input + o->at_v;
  out->power = in->v ? dot(o->lines.q, o->dim, out->f, v) : LIA_ZERO;
  out->storing = in->v ? rate_of(o, out->V) : LIA_ZERO;
  list[n++] = &out->power;
  list[n++] = &out->storing;
  LIA_ASSERT(n <= (int)(sizeof list / sizeof *list));
  return carry(o, p, in, n, list, err);
}

lia_status lia_force_expr(lia_pool *p, lia_force_kind kind, int port, const lia_force_in *in,
                          lia_force_out *out, lia_error *err) {
  law o;
  LIA_TRY(lia_pool_status(p, err));
  lia_status st = open_law(&o, kind, port, err);
  if (st == LIA_OK) st = force_of(&o, p, in, out, err);
  lia_lines_close(&o.lines);
  return st;
}

enum {
  SLOPES = LIA_FORCE_DIM * (LIA_FORCE_NPARAM + 2 * LIA_FORCE_DIM + 1 + 3 * LIA_FORCE_STATES) +
           LIA_FORCE_STATES * LIA_FORCE_STATES
};
typedef struct slopes { lia_expr *list[SLOPES]; int n; } slopes;

// *out = de/dx of the law, to be carried
static void slope(law *o, slopes *s, lia_expr e, int input, lia_expr *out) {
  *out = lia_diff(o->lines.q, e, o->lines.input[input]);
  LIA_ASSERT(s->n < (int)(sizeof s->list / sizeof *s->list));
  s->list[s->n++] = out;
}

static lia_status slopes_of(law *o, lia_pool *p, const lia_force_in *in, lia_force_slopes *out,
                            lia_error *err) {
  slopes s = { .n = 0 };
  *out = (lia_force_slopes){ .n = o->dim, .np = o->nparam, .nz = o->states };
  for (int i = 0; i < o->dim; i++) {
    lia_expr f = result(o, "f", i);
    for (int j = 0; j < o->dim; j++) slope(o, &s, f, o->at_x + j, &out->fx[i][j]);
    for (int j = 0; j < o->dim; j++) slope(o, &s, f, o->at_v + j, &out->fv[i][j]);
    for (int j = 0; j < o->nparam; j++) slope(o, &s, f, j, &out->fp[i][j]);
    slope(o, &s, f, o->at_t, &out->ft[i]);
    for (int j = 0; j < o->states; j++) slope(o, &s, f, o->at_z + j, &out->fz[i][j]);
  }
  for (int k = 0; k < o->states; k++) {
    lia_expr dz = result(o, "dz", k);
    for (int j = 0; j < o->dim; j++) slope(o, &s, dz, o->at_x + j, &out->zx[k][j]);
    for (int j = 0; j < o->dim; j++) slope(o, &s, dz, o->at_v + j, &out->zv[k][j]);
    for (int j = 0; j < o->states; j++) slope(o, &s, dz, o->at_z + j, &out->zz[k][j]);
  }
  return carry(o, p, in, s.n, s.list, err);
}

lia_status lia_force_derivatives(lia_pool *p, lia_force_kind kind, int port, const lia_force_in *in,
                                 lia_force_slopes *out, lia_error *err) {
  law o;
  LIA_TRY(lia_pool_status(p, err));
  lia_status st = open_law(&o, kind, port, err);
  if (st == LIA_OK) st = slopes_of(&o, p, in, out, err);
  lia_lines_close(&o.lines);
  return st;
}
