/* compact.c - several ways to write one thing, parts taken out of each: the least is kept */
#include "sym/simp/compact.h"

#include "base/mem.h"
#include "sym/expr/build.h"
#include "sym/expr/carry.h"
#include "sym/tape/eval.h"
#include "sym/simp/parts.h"
#include "sym/simp/poly.h"
#include "sym/tape/cse.h"
#include "sym/simp/simp.h"
#include "sym/expr/walk.h"

#include <math.h>
#include <string.h>

static const uint32_t NONE = UINT32_MAX;   // no polynomial: zero

// ---- squares of sines and cosines ----

// how the squares of one angle's sine and cosine are written
typedef enum squares { AS_THEY_ARE, IN_SINES, IN_COSINES, DOUBLE } squares;
typedef struct choice { lia_expr angle; squares how; } choice;

// c m = c m' (1 - x^2), c m' x2/2, c m' (1 + x2)/2 ...; 0 where there is no square left
static int replace_square(lia_terms *t, uint32_t poly, lia_term x, uint32_t s, uint32_t c,
    const choice *how) {
  uint32_t ns = lia_terms_power(t, x.m, s), nc = lia_terms_power(t, x.m, c),
      from = how->how == IN_SINES ? c : s, to = from == c ? s : c;
  uint32_t pair[2] = { from, from };
  lia_ratio half = lia_ratio_mul(x.c, lia_ratio_make(1, 2));
  if (how->how != DOUBLE) {
    if (lia_terms_power(t, x.m, from) < 2) return 0;
    uint32_t rest = lia_terms_over(t, x.m, lia_terms_product(t, 2, pair)), other[2] = { to, to };
    lia_terms_drop(t, poly, x.m);
    lia_terms_add(t, poly, rest, x.c);
    lia_terms_add(t, poly, lia_terms_times(t, rest, lia_terms_product(t, 2, other)),
        lia_ratio_neg(x.c));
    return 1;
  }
  if (ns + nc < 2) return 0;
  lia_expr twice = lia_sym_scale(t->p, LIA_TWO, how->angle);
  int both = ns > 0 && nc > 0;
  pair[0] = nc ? c : s;
  pair[1] = both ? s : pair[0];
  uint32_t rest = lia_terms_over(t, x.m, lia_terms_product(t, 2, pair));
  uint32_t lit = lia_terms_literal(t, both ? lia_sym_sin(t->p, twice) : lia_sym_cos(t->p, twice));
  lia_terms_drop(t, poly, x.m);
  lia_terms_add(t, poly, lia_terms_times(t, rest, lia_terms_product(t, 1, &lit)),
      both || nc ? half : lia_ratio_neg(half));
  if (!both) lia_terms_add(t, poly, rest, half);
  return 1;
}

static void replace_squares(lia_terms *t, uint32_t poly, const choice *how) {
  uint32_t s = lia_terms_literal(t, lia_sym_sin(t->p, how->angle)),
      c = lia_terms_literal(t, lia_sym_cos(t->p, how->angle));
  for (uint32_t i = 0; i < LIA_POLY(t, poly).n && !t->failed;)
    i = replace_square(t, poly, LIA_POLY(t, poly).t[i], s, c, how) ? 0 : i + 1;
}

// ---- one form ----

// outputs that are multiples of others need no polynomial of their own
static void find_multiples(lia_parts *w, uint32_t n, uint32_t *poly, lia_ratio *by) {
  for (uint32_t i = 0; i < n; i++) {
    by[i] = lia_ratio_make(1, 1);
    if (LIA_POLY(&w->t, poly[i]).n == 0) poly[i] = NONE;
    for (uint32_t j = 0; poly[i] == i && j < i; j++) {
      lia_ratio r;
      if (poly[j] != j || !lia_parts_multiple(w, j, i, &r)) continue;
      LIA_POLY(&w->t, i).n = 0;
      by[i] = r;
      poly[i] = j;
    }
  }
}

// what is read, how squares are written; what a multiplication and an addition are worth to the
// search
typedef struct way { int as_it_stands; uint32_t nchoice; const choice *how; int mul, add; } way;

static void read_in(lia_parts *w, uint32_t n, const lia_expr *e, const way *how, uint32_t *poly) {
  lia_terms *t = &w->t;
  if (how->as_it_stands) {
    lia_poly_read_sums(t, n, e, poly);
    return;
  }
  lia_poly_read(t, n, e, poly);
  for (uint32_t i = 0; !t->failed && i < n && lia_parts_pairs(w) <= LIA_COMPACT_MOST; i++) {
    for (uint32_t k = 0; k < how->nchoice && !t->failed; k++) replace_squares(t, i, &how->how[k]);
    if (!t->failed) lia_poly_merge(t, i);
  }
}

// out from e so written: 1, 0 without memory, -1 where it is too much
static int form(lia_pool *p, uint32_t n, const lia_expr *e, int constants, const way *how,
    lia_expr *out) {
  lia_parts w = { .mul = how->mul, .add = how->add };
  uint32_t *poly = lia_malloc((n + 1) * sizeof *poly);
  lia_ratio *by = lia_malloc((n + 1) * sizeof *by);
  int ok = poly && by ? lia_terms_start(&w.t, p, constants) : (lia_pool_nomem(p), 0);
  if (ok) read_in(&w, n, e, how, poly);
  ok = ok && !w.t.failed;
  int fits = ok && lia_parts_pairs(&w) <= LIA_COMPACT_MOST;
  if (fits) {
    find_multiples(&w, n, poly, by);
    lia_parts_take(&w, n);
  }
  ok = ok && !w.t.failed && (!fits || lia_poly_build(&w.t, n, poly, by, out));
  lia_parts_free(&w);
  lia_free(poly);
  lia_free(by);
  if (!ok) return 0;
  return fits ? 1 : -1;
}

// ---- the least of them ----

// constants: they cost nothing; function: what one costs
typedef struct price { int constants; size_t function; } price;

// shared, settled: try_share, try_again has found nothing more in what there is
typedef struct best {
  lia_pool *p;
  uint32_t n;
  price price;
  lia_expr *out, *trial;
  size_t cost;
  int shared, settled;
} best;

static int cost_of(lia_pool *p, uint32_t n, const lia_expr *e, price at, size_t *cost) {
  lia_count c;
  if (!(at.constants ? lia_tape_count_moving(p, n, e, &c) : lia_tape_count(p, n, e, &c))) return 0;
  *cost = lia_count_price(c, at.function);
  return 1;
}

// the trial, where it is smaller: 2; 1; 0 without memory
static int keep(best *b) {
  size_t cost;
  if (!cost_of(b->p, b->n, b->trial, b->price, &cost)) return 0;
  if (cost >= b->cost) return 1;
  b->cost = cost;
  b->shared = b->settled = 0;
  memcpy(b->out, b->trial, b->n * sizeof *b->out);
  return 2;
}

// 2 where it is smaller, 1 where it is not or is too much, 0 without memory. The search takes what
// saves most at every step, which is not the best at the end: a thorough one is made again with
// other prices
enum { QUICK = 1, THOROUGH = 3 };

static int try_form(best *b, const lia_expr *e, way how, int searches) {
  static const int prices[THOROUGH][2] = { { 1, 1 }, { 2, 3 }, { 3, 2 } };
  int won = 1;
  for (int k = 0; k < searches; k++) {
    how.mul = prices[k][0];
    how.add = prices[k][1];
    int ok = form(b->p, b->n, e, b->price.constants, &how, b->trial);
    if (ok < 0) return 1;
    ok = ok ? keep(b) : 0;
    if (!ok) return 0;
    if (ok == 2) won = 2;
  }
  return won;
}

static int try_share(best *b) {
  if (b->shared) return 1;
  int ok = lia_share(b->p, b->n, b->out, b->trial) ? keep(b) : 0;
  b->shared = ok == 1;
  return ok;
}

enum { ANGLES = 8 };

// angles that occur in squares, at most ANGLES; even: in no odd power anywhere
static uint32_t angles_of(lia_pool *p, uint32_t n, const lia_expr *e, choice found_[ANGLES],
    int even[ANGLES]) {
  lia_terms t;
  uint32_t count = 0;
  lia_terms_start(&t, p, 0);
  for (uint32_t i = 0; i < n && !t.failed; i++) lia_terms_read(&t, e[i]);
  for (uint32_t i = 0; i < t.lits.n && count < ANGLES && !t.failed; i++) {
    lia_expr x = LIA_LIT(&t, i).e;
    if (lia_expr_op(p, x) != LIA_OP_sin && lia_expr_op(p, x) != LIA_OP_cos) continue;
    lia_expr angle = lia_expr_args(p, x)[0];
    int known = 0, square = 0, odd = 0;
    for (uint32_t k = 0; k < count; k++) known |= found_[k].angle == angle;
    for (uint32_t m = 1; !known && m < t.monos.n; m++) {
      uint32_t degree = 0;
      for (uint32_t j = 0; j < LIA_MONO(&t, m).n; j++) {
        lia_expr f = LIA_LIT(&t, LIA_LITS(&t, m)[j]).e;
        degree += (lia_expr_op(p, f) == LIA_OP_sin || lia_expr_op(p, f) == LIA_OP_cos) &&
            lia_expr_args(p, f)[0] == angle;
      }
      square |= degree > 1;
      odd |= degree % 2;
    }
    if (known || !square) continue;
    even[count] = !odd;
    found_[count++] = (choice){ .angle = angle };
  }
  lia_terms_free(&t);
  return count;
}

// one angle after the other, what helps stays
static int try_squares(best *b, const lia_expr *e) {
  choice angle[ANGLES], how[ANGLES];
  int even[ANGLES], ok = try_form(b, e, (way){ 0 }, QUICK);
  uint32_t count = ok ? angles_of(b->p, b->n, e, angle, even) : 0, kept = 0;
  for (uint32_t k = 0; ok > 0 && k < count; k++) {
    squares won = AS_THEY_ARE;
    for (int so = IN_SINES; ok > 0 && so <= (even[k] ? DOUBLE : IN_COSINES); so++) {
      how[kept] = (choice){ angle[k].angle, (squares)so };
      ok = try_form(b, e, (way){ 0, kept + 1, how, 0, 0 }, QUICK);
      if (ok == 2) won = (squares)so;
    }
    how[kept].how = won;
    kept += won != AS_THEY_ARE;
  }
  return ok > 0 && try_form(b, e, (way){ 0, kept, how, 0, 0 }, THOROUGH);
}

// expressions too large to multiply out stay as they are
static int multiplied_out(lia_pool *p, uint32_t n, const lia_expr *e, int merged, lia_expr *out) {
  for (uint32_t i = 0; i < n; i++) {
    lia_expr x = merged ? lia_simp_trig(p, e[i]) : e[i];
    if (x) x = lia_simp_expand(p, x);
    if (!x) return 0;
    out[i] = x;
  }
  return 1;
}

// terms there are when all is multiplied out, at most: sums add them, products multiply them
static double terms_below(lia_pool *p, lia_expr e, const lia_walk *w, const double *terms) {
  lia_op op = lia_expr_op(p, e);
  double n = op == LIA_OP_add ? 0 : 1;
  if (op == LIA_OP_pow) {
    lia_expr x, base = lia_sym_base(p, e, &x);
    int64_t k;
    return lia_sym_whole(p, x, &k) && k > 0 && k < 64 ? pow(terms[w->memo[base]], (double)k) : 1;
  }
  if (op != LIA_OP_add && op != LIA_OP_mul && op != LIA_OP_scale) return 1;
  for (uint32_t i = op == LIA_OP_scale; i < lia_expr_n(p, e); i++) {
    double x = terms[w->memo[lia_expr_args(p, e)[i]]];
    n = op == LIA_OP_add ? n + x : n * x;
  }
  return n;
}

// whether it pays to look: some slack, for many terms vanish or merge
static int compact_small(lia_pool *p, uint32_t n, const lia_expr *e) {
  lia_walk *w = lia_walk_open(p, n, e, 0);
  double *terms = w ? lia_malloc((w->n + 1) * sizeof *terms) : NULL, pairs_ = 0;
  for (uint32_t i = 0; terms && i < w->n; i++) {
    w->memo[w->list[i]] = i;
    terms[i] = terms_below(p, w->list[i], w, terms);
  }
  for (uint32_t i = 0; terms && i < n; i++)
    pairs_ += terms[w->memo[e[i]]] * terms[w->memo[e[i]]] / 2;
  int yes = terms && pairs_ <= 8 * LIA_COMPACT_MOST;
  lia_walk_close(p, w);
  lia_free(terms);
  return yes;
}

// what was taken out may leave more to take out: until nothing comes of it any more
static int try_again(best *b) {
  enum { ROUNDS = 4 };
  int ok = b->settled ? 1 : 2;
  for (int k = 0; ok == 2 && k < ROUNDS; k++) {
    ok = try_form(b, b->out, (way){ .as_it_stands = 1 }, THOROUGH);
    if (ok) {
      int shared = try_share(b);
      ok = shared > ok || !shared ? shared : ok;
    }
  }
  b->settled = ok == 1;
  return ok;
}

// e in pool b->p; flat: room for n
static int try_all(best *b, const lia_expr *e, lia_expr *flat) {
  lia_pool *p = b->p;
  int ok = try_share(b) && try_again(b);
  for (int merged = 0; ok && merged < 2 && compact_small(p, b->n, e); merged++) {
    if (multiplied_out(p, b->n, e, merged, flat)) ok = try_squares(b, flat) && try_again(b);
    else if (lia_pool_spent(p)) ok = 0;
    else lia_pool_clear(p);
  }
  return ok;
}

// ---- in a pool of its own ----

// in: as carried into pool q, out as it is there
static int search(lia_pool *q, uint32_t n, const lia_expr *in, price at, lia_expr *out) {
  lia_expr *room = lia_malloc(3 * ((size_t)n + 1) * sizeof *room);
  if (!room) {
    lia_pool_nomem(q);
    return 0;
  }
  best b = { .p = q, .n = n, .price = at, .out = room, .trial = room + n + 1 };
  memcpy(b.out, in, n * sizeof *in);
  int ok = cost_of(q, n, in, at, &b.cost) && try_all(&b, in, room + 2 * (n + 1));
  if (ok) memcpy(out, b.out, n * sizeof *out);
  lia_free(room);
  return ok;
}

// what went wrong in q is told by p
static int compact_tell(lia_pool *p, const lia_pool *q) {
  if (p->err.code == LIA_OK && q) p->err = q->err;
  if (p->err.code == LIA_OK) lia_pool_nomem(p);
  return 0;
}

// there, and back where it is smaller
static int there_and_back(lia_pool *p, lia_pool *q, uint32_t n, const lia_expr *e, price at,
    lia_expr *found) {
  uint32_t count;
  size_t before, after;
  lia_expr *names = lia_carry_symbols(p, n, e, q, &count);
  int ok = names && lia_carry(p, n, e, count, names, q, names + count, found) &&
      search(q, n, found, at, found) &&
      lia_carry(q, n, found, count, names + count, p, names, found) && cost_of(p, n, e, at, &before)
      &&
      cost_of(p, n, found, at, &after);
  if (ok && after >= before) memcpy(found, e, n * sizeof *found);
  lia_free(names);
  return ok;
}

int lia_compact_at(lia_pool *p, uint32_t n, const lia_expr *e, lia_expr *out, int constants,
    size_t function) {
  for (uint32_t i = 0; i < n; i++)
    if (!e[i]) return 0;
  lia_pool *q = lia_pool_new();
  lia_expr *found = q ? lia_malloc(((size_t)n + 1) * sizeof *found) : NULL;
  if (q) {
    q->stop = p->stop;
    q->stop_of = p->stop_of;
  }
  int ok = found && there_and_back(p, q, n, e, (price){ constants, function }, found);
  if (ok) memcpy(out, found, n * sizeof *out);
  else compact_tell(p, q);
  lia_free(found);
  lia_pool_free(q);
  return ok;
}
