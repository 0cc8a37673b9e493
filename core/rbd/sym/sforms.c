/* sforms.c - a tree with named constants, roads through it, the cheapest */
#include "rbd/sym/sforms.h"

#include "base/assert.h"
#include "base/mem.h"
#include "rbd/sym/sdyn.h"
#include "rbd/sym/srnea.h"
#include "sym/expr/build.h"
#include "sym/expr/carry.h"
#include "sym/simp/compact.h"
#include "sym/simp/simp.h"
#include "sym/expr/subs.h"

#include <stdio.h>
#include <string.h>

// the cheapest found, and how; NULL: not asked for yet
typedef struct found { lia_expr *e; const char *way; } found;

struct lia_sforms {
  int owners;
  lia_pool *p;
  lia_smodel *m;
  lia_regroup *how[LIA_SFORM_COUNT];      /* NULL: not looked for yet */
  // (nname) constants of the tree: their symbols, what they stand for
  lia_expr *name, *value;
  int nname, room;
  found few[LIA_SFORM_COUNT];
};

// ---- names of constants ----

static lia_status sforms_no_memory(lia_error *err) {
  return LIA_FAIL(err, LIA_ENOMEM, "model", "out of memory");
}

static int add_name(lia_sforms *f, lia_expr symbol, lia_expr value) {
  if (f->nname == f->room) {
    int room = 2 * f->room + 64;
    lia_expr *name = lia_realloc(f->name, (size_t)room * sizeof *name);
    if (name) f->name = name;
    lia_expr *v = name ? lia_realloc(f->value, (size_t)room * sizeof *v) : NULL;
    if (!v) return 0;
    f->value = v;
    f->room = room;
  }
  LIA_ASSERT(f->nname < f->room && symbol && value);
  f->name[f->nname] = symbol;
  f->value[f->nname++] = value;
  return 1;
}

// parameters alone: a body that grows by itself is not known beforehand
static int is_constant(lia_pool *p, lia_expr e) {
  if (!p->node[e].bits) return 1;
  lia_expr *s = lia_malloc(((size_t)p->names.count + 1) * sizeof *s);
  uint32_t n = s ? lia_subs_symbols(p, 1, &e, s) : UINT32_MAX;
  int yes = n != UINT32_MAX;
  for (uint32_t i = 0; yes && i < n; i++) yes = lia_expr_symbol(p, s[i])->kind == LIA_SYM_parameter;
  lia_free(s);
  return yes;
}

// e, or the symbol (or minus it) that stands for its value. 0, 1 and symbols stand for themselves
static lia_expr sforms_named(lia_sforms *f, lia_expr e) {
  lia_pool *p = f->p;
  char text[24];
  lia_expr rest, number = lia_sym_split(p, e, &rest);
  if (e == LIA_ZERO || e == LIA_ONE || e == LIA_MINUS || !is_constant(p, e)) return e;
  if (lia_expr_op(p, rest) == LIA_OP_sym && (number == LIA_ONE || number == LIA_MINUS)) return e;
  lia_expr open = lia_simp_expand(p, e);
  if (!open) return 0;
  lia_sym_split(p, open, &rest);
  number = lia_sym_split(p, open, &rest);
  int minus = lia_ratio_sign(lia_expr_num(p, number)) < 0;
  lia_expr value = minus ? lia_sym_neg(p, open) : open;
  for (int k = 0; k < f->nname; k++)
    if (f->value[k] == value) return minus ? lia_sym_neg(p, f->name[k]) : f->name[k];
  snprintf(text, sizeof text, "§%d", f->nname);   // no name that a person gives
  lia_expr symbol = lia_pool_constant(p, text, strlen(text), value);
  if (symbol && !add_name(f, symbol, value)) return lia_pool_nomem(p);
  return minus ? lia_sym_neg(p, symbol) : symbol;
}

static void name_all(lia_sforms *f, int n, lia_expr *e) {
  for (int k = 0; k < n; k++) e[k] = sforms_named(f, e[k]);
}

static lia_status name_constants(lia_sforms *f, lia_stree *t, lia_error *err) {
  for (int i = 1; i <= t->nnode; i++) {
    lia_snode *N = &t->node[i];
    name_all(f, 12, N->X);
    name_all(f, 1, &N->m);
    name_all(f, 3, N->h);
    name_all(f, 6, N->I);
  }
  name_all(f, 3, t->gravity);
  return lia_pool_status(f->p, err);
}

// ---- roads ----

typedef enum road { NOWHERE, NEWTON_EULER, COMPOSITES, SYMBOLS, CARRIED, FACTORS, ARTICULATED,
    ROADS } road;

static const char *const road_text[ROADS] = {
  [NEWTON_EULER] = "Newton-Euler from body to body",
  [COMPOSITES]   = "composite bodies",
  [SYMBOLS]      = "Christoffel symbols, in axes shared by parallel joints",
  [CARRIED]      = "forces carried inwards, in axes shared by parallel joints",
  [FACTORS]      = "factors of the mass matrix from the tips inwards",
  [ARTICULATED]  = "articulated bodies",
};

// the first is the usual one
static const road roads_of[LIA_SFORM_COUNT][4] = {
  [LIA_SFORM_id]       = { NEWTON_EULER },
  [LIA_SFORM_fd]       = { FACTORS, ARTICULATED },
  [LIA_SFORM_mass]     = { COMPOSITES, CARRIED, SYMBOLS },
  [LIA_SFORM_bias]     = { NEWTON_EULER },
  [LIA_SFORM_gravity]  = { NEWTON_EULER, SYMBOLS },
  [LIA_SFORM_coriolis] = { CARRIED, SYMBOLS },
  [LIA_SFORM_matrices] = { SYMBOLS },
};

// room for what a road makes besides
typedef struct besides { lia_expr *M, *B, *P, *G; } besides;

static lia_status sforms_go(lia_sdyn *g, const lia_smodel *m, lia_sform what, road by, besides x,
    lia_expr *out, lia_error *err) {
  LIA_ASSERT(by > NOWHERE && by < ROADS);
  const int n = m->ncoord, nn = n * n, np = n * (n * (n - 1) / 2);
  switch (what) {
    case LIA_SFORM_id: return lia_sdyn_inverse(g, m->v, m->a, 1, out, err);
    case LIA_SFORM_bias: return lia_sdyn_inverse(g, m->v, NULL, 1, out, err);
    case LIA_SFORM_fd: return by == FACTORS ? lia_sdyn_factored(g, m->v, m->a, out, err)
        : lia_sdyn_articulated(g, m->v, m->a, out, err);
    case LIA_SFORM_mass:
      if (by == COMPOSITES) return lia_sdyn_mass(g, out, err);
      if (by == CARRIED) return lia_sdyn_coriolis(g, m->v, 1, out, x.B, err);
      return lia_sdyn_matrices(g, out, x.B, x.P, x.G, err);
    case LIA_SFORM_gravity: return by == SYMBOLS ? lia_sdyn_matrices(g, x.M, x.B, x.P, out, err)
        : lia_sdyn_gravity(g, out, err);
    case LIA_SFORM_coriolis: return lia_sdyn_coriolis(g, m->v, by == CARRIED, x.M, out, err);
    case LIA_SFORM_matrices: case LIA_SFORM_COUNT: break;
  }
  return lia_sdyn_matrices(g, out, out + nn, out + 2 * nn, out + 2 * nn + np, err);
}

// one road with the parameters so regrouped
static lia_status write_by(lia_sforms *f, lia_sform what, road by, const lia_regroup *how,
    lia_expr *out, lia_error *err) {
  const int n = f->m->ncoord, nn = n * n, np = n * (n * (n - 1) / 2);
  lia_stree *t;
  lia_sdyn *g;
  lia_expr *room = lia_malloc(((size_t)(2 * nn + np + n) + 1) * sizeof *room);
  if (!room) return sforms_no_memory(err);
  lia_status st = lia_stree_new(&t, f->m, how, err);
  if (st == LIA_OK) {
    st = name_constants(f, t, err);
    if (st == LIA_OK) st = lia_sdyn_new(&g, t, err);
    if (st == LIA_OK) {
      st = sforms_go(g, f->m, what, by,
          (besides){ room, room + nn, room + 2 * nn, room + 2 * nn + np }, out, err);
      lia_sdyn_free(g);
    }
    lia_stree_free(t);
  }
  lia_free(room);
  return st;
}

// ---- regrouping ----

enum { MOST_NODES = 16 };   // above so many the textbook's choice, Iyy, for all

static size_t sforms_price(lia_sforms *f, int n, const lia_expr *e) {
  lia_count c;
  return lia_tape_count_moving(f->p, (uint32_t)n, e, &c) ? lia_count_price(c, LIA_FUNCTION_PRICE)
      : SIZE_MAX;
}

// joint by joint from the tips, what makes the usual road cheapest; how: where to start from
static lia_status regroup(lia_sforms *f, lia_sform what, lia_regroup *how, lia_expr *out,
    lia_error *err) {
  const int nodes = lia_stree_nodes(f->m), n = lia_sforms_size(f, what);
  if (nodes > MOST_NODES) return LIA_OK;
  LIA_TRY(write_by(f, what, roads_of[what][0], how, out, err));
  size_t best = sforms_price(f, n, out);
  for (int i = nodes; i > 0; i--)
    for (int k = 0; k < LIA_REGROUP_COUNT; k++) {
      lia_regroup before = how[i];
      if ((lia_regroup)k == before) continue;
      how[i] = (lia_regroup)k;
      LIA_TRY(write_by(f, what, roads_of[what][0], how, out, err));
      size_t size = sforms_price(f, n, out);
      if (size < best) best = size;
      else how[i] = before;
    }
  return lia_pool_status(f->p, err);
}

// that of the inverse dynamics from the textbook's choice, the others from that of the inverse
// dynamics
static lia_status how_to(lia_sforms *f, lia_sform what, const lia_regroup **how, lia_error *err) {
  if (!f->how[what]) {
    const size_t nodes = (size_t)lia_stree_nodes(f->m) + 1;
    const lia_regroup *start = NULL;
    if (what != LIA_SFORM_id) LIA_TRY(how_to(f, LIA_SFORM_id, &start, err));
    lia_regroup *x = lia_calloc(nodes, sizeof *x);
    for (size_t i = 0; x && i < nodes; i++) x[i] = start ? start[i] : LIA_REGROUP_yy;
    lia_expr *out = x ? lia_malloc(((size_t)lia_sforms_size(f, what) + 1) * sizeof *out) : NULL;
    lia_status st = out ? regroup(f, what, x, out, err) : sforms_no_memory(err);
    lia_free(out);
    if (st != LIA_OK) {
      lia_free(x);
      return st;
    }
    f->how[what] = x;
  }
  *how = f->how[what];
  return LIA_OK;
}

// ---- the cheapest ----

// what is no number for its name, in the pool of f; numbers keep their names (eval.h): they would
// move before products, and be shared less
static lia_status with_values(lia_sforms *f, int n, lia_expr *out, lia_error *err) {
  lia_expr *from = lia_malloc(2 * ((size_t)f->nname + 1) * sizeof *from);
  uint32_t count = 0;
  if (!from) return sforms_no_memory(err);
  lia_expr *to = from + f->nname + 1;
  for (int k = 0; k < f->nname; k++)
    if (!lia_expr_is_num(f->p, f->value[k])) {
      from[count] = f->name[k];
      to[count++] = f->value[k];
    }
  int ok = lia_subs_nested(f->p, count, from, to, (uint32_t)n, out, out);
  lia_free(from);
  return ok ? LIA_OK : lia_pool_status(f->p, err);
}

// y, if it is cheaper than what there is
static void keep_cheaper(lia_sforms *f, int n, const lia_expr *y, const char *way, found *best,
    size_t *least) {
  size_t size = sforms_price(f, n, y);
  if (size >= *least) return;
  *least = size;
  memcpy(best->e, y, (size_t)n * sizeof *y);
  best->way = way;
}

// x with values; and with plain numbers, which meet in sums and move before products: here fewer,
// there more
static lia_status consider(lia_sforms *f, int n, const lia_expr *x, const char *way, found *best,
    size_t *least, lia_error *err) {
  lia_expr *y = lia_malloc(((size_t)n + 1) * sizeof *y);
  if (!y) return sforms_no_memory(err);
  memcpy(y, x, (size_t)n * sizeof *y);
  lia_status st = with_values(f, n, y, err);
  if (st == LIA_OK) keep_cheaper(f, n, y, way, best, least);
  if (st == LIA_OK && !lia_sforms_numbers(f->p, n, y)) st = lia_pool_status(f->p, err);
  if (st == LIA_OK) keep_cheaper(f, n, y, way, best, least);
  lia_free(y);
  return st;
}

// one road as it comes, and with its common parts taken out; of forward dynamics there are none
// (not one operation less in six trees of up to 36 coordinates), and the search takes longest
static lia_status consider_road(lia_sforms *f, lia_sform what, road by, const lia_regroup *how,
    found *best, size_t *least, lia_error *err) {
  const int n = lia_sforms_size(f, what);
  lia_expr *out = lia_malloc(((size_t)n + 1) * sizeof *out);
  if (!out) return sforms_no_memory(err);
  lia_status st = write_by(f, what, by, how, out, err);
  if (st == LIA_OK) st = consider(f, n, out, road_text[by], best, least, err);
  const int parts = what != LIA_SFORM_fd;
  if (st == LIA_OK && parts
      && !lia_compact_at(f->p, (uint32_t)n, out, out, 1, LIA_FUNCTION_PRICE))
    st = lia_pool_status(f->p, err);
  if (st == LIA_OK && parts) st = consider(f, n, out, road_text[by], best, least, err);
  lia_free(out);
  return st;
}

// every road, with the parameters as suits the function and as suits the inverse dynamics; what
// cannot go one way goes another
static lia_status cheapest(lia_sforms *f, lia_sform what, found *best, lia_error *err) {
  const lia_regroup *how, *usual;
  size_t least = SIZE_MAX;
  LIA_TRY(how_to(f, LIA_SFORM_id, &usual, err));
  LIA_TRY(how_to(f, what, &how, err));
  best->e = lia_malloc(((size_t)lia_sforms_size(f, what) + 1) * sizeof *best->e);
  lia_status st = best->e ? consider_road(f, what, roads_of[what][0], how, best, &least, err)
      : sforms_no_memory(err);
  if (st == LIA_OK && how != usual)
    st = consider_road(f, what, roads_of[what][0], usual, best, &least, err);
  for (int k = 1; st == LIA_OK && roads_of[what][k]; k++) {
    lia_error why = { 0 };
    st = consider_road(f, what, roads_of[what][k], how, best, &least, &why);
    if (st == LIA_EMODEL) {
      st = LIA_OK;
      lia_pool_clear(f->p);
    }
    if (st != LIA_OK && err) *err = why;
  }
  if (st == LIA_OK) return LIA_OK;
  lia_free(best->e);
  best->e = NULL;
  return st;
}

static lia_status ask(lia_sforms *f, lia_sform what, int few, lia_expr *out, const char **way,
    lia_error *err) {
  const int n = lia_sforms_size(f, what);
  const lia_regroup *how;
  *way = road_text[roads_of[what][0]];
  if (!few) {
    LIA_TRY(how_to(f, LIA_SFORM_id, &how, err));
    LIA_TRY(write_by(f, what, roads_of[what][0], how, out, err));
    return with_values(f, n, out, err);
  }
  found best = f->few[what];
  if (!best.e) LIA_TRY(cheapest(f, what, &best, err));
  f->few[what] = best;
  memcpy(out, best.e, (size_t)n * sizeof *out);
  *way = best.way;
  return LIA_OK;
}

// ---- written elsewhere ----

// the name tells the number: the same wherever it comes from
static lia_expr number_by_name(lia_pool *p, lia_ratio x) {
  char text[48] = "§";
  double value = lia_ratio_double(x);
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  snprintf(text + strlen(text), sizeof text - strlen(text), "%016llx", (unsigned long long)bits);
  return lia_pool_constant(p, text, strlen(text), lia_sym_ratio(p, x));
}

static lia_expr in_place(const lia_sforms *f, const lia_snames *to, lia_expr symbol) {
  const lia_smodel *m = f->m;
  for (int i = 0; i < m->nq; i++)
    if (m->number[i] == symbol) return to->number[i];
  for (int i = 0; i < m->ncoord; i++) {
    if (m->v[i] == symbol) return to->v[i];
    if (m->a[i] == symbol) return to->a[i];
  }
  const lia_symbol *s = lia_expr_symbol(f->p, symbol), *base = lia_expr_symbol(f->p, s->base);
  if (s->means) return number_by_name(to->p, lia_expr_num(f->p, s->means));
  const size_t length = strlen(base->name);
  lia_expr e = s->kind == LIA_SYM_parameter ? lia_pool_plain(to->p, base->name, length)
      : lia_pool_symbol(to->p, base->name, length, (lia_symkind)s->kind);
  for (int k = 0; k < s->order; k++) e = lia_sym_rate(to->p, e);
  return e;
}

static lia_status carried(lia_sforms *f, const lia_snames *to, int n, lia_expr *out,
    lia_error *err) {
  uint32_t all = (uint32_t)f->p->names.count, count = 0;
  lia_expr *symbol = lia_malloc(2 * ((size_t)all + 1) * sizeof *symbol);
  if (!symbol) return sforms_no_memory(err);
  lia_expr *image = symbol + all + 1;
  count = lia_subs_symbols(f->p, (uint32_t)n, out, symbol);
  for (uint32_t i = 0; count != UINT32_MAX && i < count; i++) image[i] = in_place(f, to, symbol[i]);
  int ok = count != UINT32_MAX &&
      lia_carry(f->p, (uint32_t)n, out, count, symbol, to->p, image, out);
  lia_free(symbol);
  if (ok) return LIA_OK;
  lia_status st = lia_pool_status(to->p, err);
  return st != LIA_OK ? st : lia_pool_status(f->p, err);
}

lia_status lia_sforms_write(lia_sforms *f, lia_sform what, int few, const lia_snames *to,
    lia_expr *out, const char **way, lia_error *err) {
  const int n = lia_sforms_size(f, what);
  const char *ignored;
  lia_pool_clear(f->p);
  LIA_TRY(ask(f, what, few, out, way ? way : &ignored, err));
  return to ? carried(f, to, n, out, err) : LIA_OK;
}

int lia_sforms_numbers(lia_pool *p, int n, lia_expr *e) {
  const size_t all = (size_t)p->names.count + 1;
  lia_expr *from = lia_malloc(2 * all * sizeof *from);
  if (!from) {
    lia_pool_nomem(p);
    return 0;
  }
  lia_expr *to = from + all;
  uint32_t count = lia_subs_symbols(p, (uint32_t)n, e, from), m = 0;
  for (uint32_t k = 0; count != UINT32_MAX && k < count; k++) {
    lia_expr means = lia_expr_symbol(p, from[k])->means;
    if (means && lia_expr_is_num(p, means)) {
      from[m] = from[k];
      to[m++] = means;
    }
  }
  int ok = count != UINT32_MAX && lia_subs_nested(p, m, from, to, (uint32_t)n, e, e);
  lia_free(from);
  return ok;
}

// ---- making ----

int lia_sforms_size(const lia_sforms *f, lia_sform what) {
  LIA_ASSERT((int)what >= 0 && what < LIA_SFORM_COUNT);
  const int n = f->m->ncoord;
  const int size[LIA_SFORM_COUNT] = {
#define X(id, size) size,
    LIA_SFORM_LIST(X)
#undef X
  };
  return size[what];
}

lia_pool *lia_sforms_pool(const lia_sforms *f) { return f->p; }
const lia_smodel *lia_sforms_model(const lia_sforms *f) { return f->m; }

double lia_sforms_spread(const lia_sforms *f) {
  lia_stree *t;
  lia_error ignored = { 0 };
  if (lia_stree_new(&t, f->m, NULL, &ignored) != LIA_OK) return 0;
  double x = lia_stree_spread(t);
  lia_stree_free(t);
  return x;
}

lia_status lia_sforms_new(lia_sforms **out, lia_spec *s, lia_error *err) {
  *out = NULL;
  lia_sforms *f = lia_calloc(1, sizeof *f);
  if (f) {
    f->owners = 1;
    f->p = lia_pool_new();
  }
  lia_status st = f && f->p ? lia_smodel_new(&f->m, f->p, s, err) : sforms_no_memory(err);
  if (st == LIA_OK && f->m->ncoord == 0)
    st = LIA_FAIL(err, LIA_EMODEL, "model", "nothing moves: no coordinates, no functions of them");
  for (int i = 0; st == LIA_OK && i < f->m->nbody; i++) {
    static const char *const what[] = { "", "mass is", "inertia is", "mass and inertia are" };
    const lia_sbody *b = &f->m->body[i];
    if (b->lacks)
      st = LIA_FAIL(err, LIA_EMODEL, b->where, "the %s not given, and dynamics needs %s",
          what[b->lacks], b->lacks == 3 ? "both" : "it");
  }
  if (st == LIA_OK) *out = f;
  else lia_sforms_free(f);
  return st;
}

lia_sforms *lia_sforms_keep(lia_sforms *f) {
  LIA_ASSERT(!f || f->owners > 0);
  if (f) f->owners++;
  return f;
}

void lia_sforms_free(lia_sforms *f) {
  LIA_ASSERT(!f || f->owners > 0);
  if (!f || --f->owners > 0) return;
  for (int k = 0; k < LIA_SFORM_COUNT; k++) {
    lia_free(f->how[k]);
    lia_free(f->few[k].e);
  }
  lia_free(f->name);
  lia_free(f->value);
  lia_smodel_free(f->m);
  lia_pool_free(f->p);
  lia_free(f);
}
