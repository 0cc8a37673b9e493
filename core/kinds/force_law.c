/* force_law.c - texts of a row -> expressions in a pool of their own -> those of the caller */
#include "kinds/force_law.h"

#include "base/text.h"
#include "sym/expr/build.h"
#include "sym/expr/diff.h"
#include "sym/expr/parse.h"
#include "sym/expr/walk.h"

#include <string.h>

enum { MOST_LINES = 24, MOST_NAMES = LIA_FORCE_NPARAM + 4 + MOST_LINES, MOST_PARTS = 64 };
enum { MOST_INPUTS = LIA_FORCE_NPARAM + 8 };

/* a name of the texts: the symbol that stands for it there, and what its components are */
typedef struct known {
  const char *name;
  lia_expr symbol, part[3];
  int size;
} known;

/* a law in its own pool: names in the order they came, numbers of the row first */
typedef struct law {
  lia_pool *q;
  const lia_force_row *row;
  known name[MOST_NAMES];
  int n, nparam, dim;                /* dim: 1, or 3 at a point */
  lia_expr input[MOST_INPUTS];       /* numbers, x, v, z, t: symbols of q */
  int ninput, at_x, at_v, at_z, at_t;
} law;

/* ---- e of one pool in another, symbols become their images ---- */

static int all_here(uint32_t n, const lia_expr *k) {
  for (uint32_t i = 0; i < n; i++)
    if (!k[i]) return 0;
  return 1;
}

// a branch that a number rules out is not asked for; a comparison with what is not there is false
static lia_expr apply(lia_pool *to, lia_op op, uint32_t n, const lia_expr *k) {
  if (op == LIA_OP_if && (!k[0] || lia_expr_is_num(to, k[0])))
    return k[0] && k[0] != LIA_ZERO ? k[1] : k[2];
  if (lia_op_row[op].kind == LIA_CMP && !all_here(n, k)) return LIA_ZERO;
  if (!all_here(n, k)) return 0;
  lia_expr e = lia_sym_apply(to, op, n, k);
  // no value there, as 1/0: the branch it belongs to may be ruled out
  if (!e && !lia_pool_spent(to)) lia_pool_clear(to);
  return e;
}

static lia_expr image_of(lia_expr e, uint32_t n, const lia_expr *symbol, const lia_expr *image) {
  for (uint32_t i = 0; i < n; i++)
    if (symbol[i] == e) return image[i];
  return 0;
}

static lia_expr node_again(lia_pool *from, const lia_walk *w, lia_expr e, lia_pool *to) {
  uint32_t n = lia_expr_n(from, e);
  lia_expr k[MOST_PARTS];
  if (n > MOST_PARTS) return 0;
  for (uint32_t i = 0; i < n; i++) k[i] = w->memo[lia_expr_args(from, e)[i]];
  return apply(to, lia_expr_op(from, e), n, k);
}

// 0: it has no value
static lia_expr again(lia_pool *from, lia_expr e, uint32_t n, const lia_expr *symbol,
                      const lia_expr *image, lia_pool *to) {
  lia_walk *w = lia_walk_open(from, 1, &e, 0);
  if (!w) return from == to ? 0 : lia_pool_nomem(to);
  for (uint32_t i = 0; i < w->n; i++) {
    lia_expr a = w->list[i];
    lia_op op = lia_expr_op(from, a);
    if (op == LIA_OP_num) w->memo[a] = lia_sym_ratio(to, lia_expr_num(from, a));
    else if (op == LIA_OP_pi) w->memo[a] = LIA_PI;
    else if (op == LIA_OP_sym) w->memo[a] = image_of(a, n, symbol, image);
    else w->memo[a] = node_again(from, w, a, to);
  }
  lia_expr out = w->memo[e];
  lia_walk_close(from, w);
  return out;
}

/* ---- the texts ---- */

static known *find(law *o, const char *name) {
  for (int k = 0; k < o->n; k++)
    if (!strcmp(o->name[k].name, name)) return &o->name[k];
  return NULL;
}

void lia_force_symbol(const char *name, int component, char out[LIA_FORCE_NAME]) {
  const char *more = "";
  for (int op = 0; op < LIA_OP_COUNT; op++)
    if (!strcmp(name, lia_op_row[op].text)) more = "_";
  if (component) lia_text_format(out, LIA_FORCE_NAME, "%.40s_%d", name, component);
  else lia_text_format(out, LIA_FORCE_NAME, "%.40s%s", name, more);
}

static known *add_name(law *o, const char *name, int size) {
  char text[LIA_FORCE_NAME];
  known *k = &o->name[o->n++];
  lia_force_symbol(name, 0, text);
  *k = (known){ .name = name, .size = size };
  k->symbol = lia_pool_symbol(o->q, text, strlen(text), LIA_SYM_parameter);
  return k;
}

// a name whose components are inputs: itself, or name_1, name_2, name_3
static int add_input(law *o, const char *name, int size) {
  known *k = add_name(o, name, size);
  int first = o->ninput;
  char text[LIA_FORCE_NAME];
  for (int i = 0; i < size; i++) {
    lia_force_symbol(name, i + 1, text);
    k->part[i] = k->symbol;
    if (size > 1) k->part[i] = lia_pool_symbol(o->q, text, strlen(text), LIA_SYM_parameter);
    o->input[o->ninput++] = k->part[i];
  }
  return first;
}

// component i of e: vectors stand for theirs. 0 where a vector stands and i is none (-1)
static lia_expr component(law *o, lia_expr e, int i) {
  lia_expr symbol[MOST_NAMES], image[MOST_NAMES];
  for (int k = 0; k < o->n; k++) {
    const known *a = &o->name[k];
    int part = a->size == 1 ? 0 : i;
    symbol[k] = a->symbol;
    image[k] = part < 0 ? 0 : a->part[part];
  }
  return again(o->q, e, (uint32_t)o->n, symbol, image, o->q);
}

static lia_status read_line(law *o, const lia_force_text *line, lia_error *err) {
  char path[80];
  lia_expr e, part[3] = { 0 };
  lia_error local = { 0 };
  lia_text_format(path, sizeof path, "%s.%s", o->row->name, line->name);
  if (o->n == MOST_NAMES || find(o, line->name))
    return LIA_FAIL(err, LIA_EARG, path, "a name twice, or more than %d", MOST_NAMES);
  size_t length = strlen(line->text);
  lia_status st = lia_parse(o->q, line->text, length, LIA_PARSE_refuse, &e, NULL, &local);
  if (st != LIA_OK) return LIA_FAIL(err, st, path, "%s: %s", local.path, local.text);
  int one = line->how == LIA_FORCE_ONE;
  for (int i = 0; i < (one ? 1 : 3); i++) part[i] = component(o, e, one ? -1 : i);
  if (line->how == LIA_FORCE_SUM) part[0] = lia_sym_sum(o->q, 3, part);
  if (!part[0]) return LIA_FAIL(err, LIA_EARG, path, "'%s' has no value here", line->text);
  known *k = add_name(o, line->name, line->how == LIA_FORCE_EACH ? 3 : 1);
  memcpy(k->part, part, sizeof part);
  return LIA_OK;
}

static lia_status open_law(law *o, lia_force_kind kind, int port, lia_error *err) {
  *o = (law){ .row = lia_force_rows[kind], .dim = port == LIA_PORT_point ? 3 : 1 };
  const lia_force_law *text = lia_force_law_at(o->row, port);
  if (!(o->row->ports & port))
    return LIA_FAIL(err, LIA_EARG, o->row->name, "does not act at this port");
  o->q = lia_pool_new();
  if (!o->q) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  const lia_force_param *param = o->row->param;
  for (int k = 0; k < o->row->nparam; k++) add_input(o, param[k].name, param[k].size);
  o->nparam = o->ninput;
  o->at_x = add_input(o, "x", o->dim);
  o->at_v = add_input(o, "v", o->dim);
  o->at_z = add_input(o, "z", 1);
  o->at_t = add_input(o, "t", 1);
  for (int k = 0; k < text->ntext; k++) LIA_TRY(read_line(o, &text->text[k], err));
  return lia_pool_status(o->q, err);
}

// component i of a result; LIA_ZERO where the law has none
static lia_expr result(law *o, const char *name, int i) {
  const known *k = find(o, name);
  return k && i < k->size ? k->part[i] : LIA_ZERO;
}

/* ---- told to the caller ---- */

static void images(const law *o, const lia_force_in *in, lia_expr *image) {
  for (int k = 0; k < o->nparam; k++) image[k] = in->param[k];
  for (int k = 0; k < o->dim; k++) {
    image[o->at_x + k] = in->x ? in->x[k] : 0;
    image[o->at_v + k] = in->v ? in->v[k] : 0;
  }
  image[o->at_z] = in->z ? in->z[0] : 0;
  image[o->at_t] = in->t;
}

// the first input below e that is not there
static const char *missing(const law *o, lia_expr e, const lia_expr *image) {
  lia_walk *w = lia_walk_open(o->q, 1, &e, 0);
  const char *name = NULL;
  for (int k = 0; w && !name && k < o->ninput; k++)
    if (!image[k] && lia_walk_reached(w, o->input[k]))
      name = lia_expr_symbol(o->q, o->input[k])->name;
  if (w) lia_walk_close(o->q, w);
  return name;
}

// e[0 .. n) of the law into p
static lia_status carry(law *o, lia_pool *p, const lia_force_in *in, int n, lia_expr *const *e,
                        lia_error *err) {
  lia_expr image[MOST_INPUTS];
  images(o, in, image);
  for (int i = 0; i < n; i++) {
    lia_expr made = again(o->q, *e[i], (uint32_t)o->ninput, o->input, image, p);
    LIA_TRY(lia_pool_status(p, err));
    if (!made) {
      const char *what = missing(o, *e[i], image);
      if (!what) return LIA_FAIL(err, LIA_EDOMAIN, o->row->name, "no value with these numbers");
      return LIA_FAIL(err, LIA_EARG, o->row->name, "its law needs '%s'", what);
    }
    *e[i] = made;
  }
  return LIA_OK;
}

static lia_expr dot(lia_pool *q, int n, const lia_expr *a, const lia_expr *b) {
  lia_expr term[3];
  for (int i = 0; i < n; i++) term[i] = lia_sym_mul(q, a[i], b[i]);
  return lia_sym_sum(q, (size_t)n, term);
}

// dV/dt = dV/dx . v                                                                          (1)
static lia_expr rate_of(law *o, lia_expr V) {
  lia_expr slope[3];
  if (!lia_diff_gradient(o->q, V, (uint32_t)o->dim, o->input + o->at_x, slope)) return 0;
  return dot(o->q, o->dim, slope, o->input + o->at_v);
}

static lia_status force_of(law *o, lia_pool *p, const lia_force_in *in, lia_force_out *out,
                           lia_error *err) {
  lia_expr *list[12];
  int n = 0;
  *out = (lia_force_out){ .n = o->dim };
  for (int i = 0; i < 3; i++) {
    out->f[i] = i < o->dim ? result(o, "f", i) : LIA_ZERO;
    out->arm[i] = result(o, "arm", i);
    list[n++] = &out->f[i];
    list[n++] = &out->arm[i];
  }
  out->V = result(o, "V", 0);
  out->dz = result(o, "dz", 0);
  list[n++] = &out->V;
  list[n++] = &out->dz;
  out->power = in->v ? dot(o->q, o->dim, out->f, o->input + o->at_v) : LIA_ZERO;
  out->storing = in->v ? rate_of(o, out->V) : LIA_ZERO;
  list[n++] = &out->power;
  list[n++] = &out->storing;
  LIA_TRY(lia_pool_status(o->q, err));
  return carry(o, p, in, n, list, err);
}

lia_status lia_force_expr(lia_pool *p, lia_force_kind kind, int port, const lia_force_in *in,
                          lia_force_out *out, lia_error *err) {
  law o;
  LIA_TRY(lia_pool_status(p, err));
  lia_status st = open_law(&o, kind, port, err);
  if (st == LIA_OK) st = force_of(&o, p, in, out, err);
  lia_pool_free(o.q);
  return st;
}

typedef struct slopes { lia_expr *list[LIA_FORCE_NPARAM * 3 + 36]; int n; } slopes;

// *out = de/dx of the law, to be carried
static void slope(law *o, slopes *s, lia_expr e, int input, lia_expr *out) {
  *out = lia_diff(o->q, e, o->input[input]);
  s->list[s->n++] = out;
}

static lia_status slopes_of(law *o, lia_pool *p, const lia_force_in *in, lia_force_slopes *out,
                            lia_error *err) {
  slopes s = { .n = 0 };
  lia_expr dz = result(o, "dz", 0);
  *out = (lia_force_slopes){ .n = o->dim, .np = o->nparam };
  for (int i = 0; i < o->dim; i++) {
    lia_expr f = result(o, "f", i);
    for (int j = 0; j < o->dim; j++) slope(o, &s, f, o->at_x + j, &out->fx[i][j]);
    for (int j = 0; j < o->dim; j++) slope(o, &s, f, o->at_v + j, &out->fv[i][j]);
    for (int j = 0; j < o->nparam; j++) slope(o, &s, f, j, &out->fp[i][j]);
    slope(o, &s, f, o->at_t, &out->ft[i]);
    slope(o, &s, f, o->at_z, &out->fz[i]);
    slope(o, &s, dz, o->at_x + i, &out->zx[i]);
    slope(o, &s, dz, o->at_v + i, &out->zv[i]);
  }
  slope(o, &s, dz, o->at_z, &out->zz);
  LIA_TRY(lia_pool_status(o->q, err));
  return carry(o, p, in, s.n, s.list, err);
}

lia_status lia_force_derivatives(lia_pool *p, lia_force_kind kind, int port, const lia_force_in *in,
                                 lia_force_slopes *out, lia_error *err) {
  law o;
  LIA_TRY(lia_pool_status(p, err));
  lia_status st = open_law(&o, kind, port, err);
  if (st == LIA_OK) st = slopes_of(&o, p, in, out, err);
  lia_pool_free(o.q);
  return st;
}
