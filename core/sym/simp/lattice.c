/* lattice.c - angles as whole combinations of as few as there are: a basis of what they generate
 *
 * An angle is a row of rational numbers, one for each thing it is a sum of. Euclid's algorithm on
 * rows makes a basis in steps (the Hermite form), from which every row is a sum of whole multiples.
 */
#include "sym/simp/prove.h"

#include "base/assert.h"
#include "base/mem.h"
#include "sym/expr/build.h"
#include "sym/simp/simp.h"
#include "sym/expr/turn.h"
#include "sym/expr/walk.h"

#include <string.h>

enum { MOST = 48, LARGEST_MULTIPLE = 64 };

typedef struct lattice {
  lia_pool *p;
  lia_walk *w;
  lia_expr angle[MOST], column[MOST];
  int nangle, ncolumn, nbasis;
  // the basis in steps: row i has its first entry in column first[i]
  lia_ratio row[MOST][MOST];
  int first[MOST];
  lia_expr sine[MOST], cosine[MOST];
  int many;
} lattice;

static int lattice_is_trig(lia_op op) {
  return op == LIA_OP_sin || op == LIA_OP_cos || op == LIA_OP_tan;
}

static int find(const lia_expr *list, int n, lia_expr e) {
  for (int i = 0; i < n; i++)
    if (list[i] == e) return i;
  return -1;
}

static void lattice_note(lattice *l, lia_expr *list, int *n, lia_expr e) {
  if (find(list, *n, e) >= 0) return;
  if (*n == MOST) l->many = 1;
  else list[(*n)++] = e;
}

// a term as a number times a thing; one with a double in front is a thing by itself
static lia_ratio coordinate(const lia_pool *p, lia_expr term, lia_expr *thing) {
  lia_ratio c = lia_expr_num(p, lia_sym_split(p, term, thing));
  if (lia_ratio_exact(c)) return c;
  *thing = term;
  return lia_ratio_make(1, 1);
}

static void note_angle(lattice *l, lia_expr x) {
  const lia_expr *k;
  uint32_t n = lia_expr_terms(l->p, &x, &k);
  lattice_note(l, l->angle, &l->nangle, x);
  for (uint32_t i = 0; i < n; i++) {
    lia_expr thing;
    coordinate(l->p, k[i], &thing);
    lattice_note(l, l->column, &l->ncolumn, thing);
  }
}

// an angle that is known by its sine is one by itself: 2 atan x is twice it
static int is_inverse(const lia_pool *p, lia_expr e) {
  lia_op op = lia_expr_op(p, e);
  return op == LIA_OP_asin || op == LIA_OP_atan || op == LIA_OP_atan2;
}

static void lattice_row_of(const lattice *l, lia_expr x, lia_ratio *v) {
  const lia_expr *k;
  uint32_t n = lia_expr_terms(l->p, &x, &k);
  for (int j = 0; j < l->ncolumn; j++) v[j] = lia_ratio_make(0, 1);
  for (uint32_t i = 0; i < n; i++) {
    lia_expr thing;
    lia_ratio c = coordinate(l->p, k[i], &thing);
    int j = find(l->column, l->ncolumn, thing);
    LIA_ASSERT(j >= 0);   // all things were noted before
    v[j] = lia_ratio_add(v[j], c);
  }
}

// a -= k b
static void subtract(const lattice *l, lia_ratio *a, const lia_ratio *b, lia_ratio k) {
  k = lia_ratio_neg(k);
  for (int j = 0; j < l->ncolumn; j++) a[j] = lia_ratio_add(a[j], lia_ratio_mul(k, b[j]));
}

static lia_ratio quotient(lia_ratio a, lia_ratio b) { return lia_ratio_mul(a, lia_ratio_inv(b)); }

// Euclid in column c between the basis row b and v: what they generate stays, v has 0 there
static void euclid(const lattice *l, lia_ratio *b, lia_ratio *v, int c) {
  LIA_ASSERT(c < l->ncolumn && lia_ratio_sign(b[c]));
  lia_ratio t[MOST];
  while (lia_ratio_sign(v[c])) {
    subtract(l, b, v, lia_ratio_floor(quotient(b[c], v[c])));
    memcpy(t, b, sizeof t);
    memcpy(b, v, sizeof t);
    memcpy(v, t, sizeof t);
  }
}

static void put_row(lattice *l, lia_ratio *v) {
  for (int c = 0; c < l->ncolumn; c++) {
    if (!lia_ratio_sign(v[c])) continue;
    int i = 0;
    while (i < l->nbasis && l->first[i] != c) i++;
    if (i == l->nbasis) {
      LIA_ASSERT(l->nbasis < l->ncolumn);   // a step for each column at most
      memcpy(l->row[i], v, sizeof l->row[i]);
      l->first[l->nbasis++] = c;
      return;
    }
    euclid(l, l->row[i], v, c);
  }
}

// rows with what later rows have in common with them taken out: (1, 1), (0, 1) is (1, 0), (0, 1)
static void lattice_shorten(lattice *l) {
  lia_ratio half = lia_ratio_make(1, 2);
  for (int i = 0; i < l->nbasis; i++)
    for (int k = 0; k < l->nbasis; k++) {
      int c = l->first[k];
      if (k == i || l->first[i] >= c || !lia_ratio_sign(l->row[i][c])) continue;
      subtract(l, l->row[i], l->row[k],
          lia_ratio_floor(lia_ratio_add(quotient(l->row[i][c], l->row[k][c]), half)));
    }
}

static lia_expr angle_of_row(const lattice *l, const lia_ratio *v) {
  lia_expr term[MOST];
  size_t n = 0;
  for (int j = 0; j < l->ncolumn; j++)
    if (lia_ratio_sign(v[j]))
      term[n++] = lia_sym_scale(l->p, lia_sym_ratio(l->p, v[j]), l->column[j]);
  return lia_sym_sum(l->p, n, term);
}

// the angle x by the basis; 0, 0 where a multiple is too large
static lia_turn turn_of_angle(const lattice *l, lia_expr x) {
  lia_ratio v[MOST];
  lia_turn r = { LIA_ONE, LIA_ZERO };
  lattice_row_of(l, x, v);
  for (int c = 0; c < l->ncolumn; c++) {
    if (!lia_ratio_sign(v[c])) continue;
    int i = 0;
    while (i < l->nbasis && l->first[i] != c) i++;
    if (i == l->nbasis) return (lia_turn){ 0, 0 };
    lia_ratio n = quotient(v[c], l->row[i][c]);
    if (!lia_ratio_is_int(n) || n.n > LARGEST_MULTIPLE || n.n < -LARGEST_MULTIPLE)
      return (lia_turn){ 0, 0 };
    r = lia_turn_then(l->p, r,
        lia_turn_multiple(l->p, (lia_turn){ l->cosine[i], l->sine[i] }, n.n));
    subtract(l, v, l->row[i], n);
  }
  return r;
}

static lia_expr rebuilt(const lattice *l, lia_expr e) {
  lia_pool *p = l->p;
  uint32_t n = lia_expr_n(p, e);
  lia_op op = lia_expr_op(p, e);
  lia_expr local[16], *k = n <= 16 ? local : lia_malloc(n * sizeof *k), r = e;
  if (!k) return lia_pool_nomem(p);
  int same = 1;
  for (uint32_t i = 0; i < n; i++) {
    k[i] = l->w->memo[lia_expr_args(p, e)[i]];
    same &= k[i] == lia_expr_args(p, e)[i];
  }
  if (lattice_is_trig(op)) {
    lia_turn t = turn_of_angle(l, lia_expr_args(p, e)[0]);
    if (op == LIA_OP_sin) r = t.s;
    else if (op == LIA_OP_cos) r = t.c;
    else r = t.s && t.c ? lia_sym_div(p, t.s, t.c) : 0;
  } else if (!same) {
    r = lia_sym_apply(p, op, n, k);
  }
  if (k != local) lia_free(k);
  return r;
}

// angles whose own arguments hold sines are left as they stand
static void note_all(lattice *l) {
  for (uint32_t i = 0; i < l->w->n && !l->many; i++)
    if (lattice_is_trig(lia_expr_op(l->p, l->w->list[i])))
      note_angle(l, lia_expr_args(l->p, l->w->list[i])[0]);
  for (int i = 0; i < l->nangle && !l->many; i++) {
    lia_ratio v[MOST];
    lattice_row_of(l, l->angle[i], v);
    put_row(l, v);
  }
  for (int j = 0; j < l->ncolumn && !l->many; j++) {
    lia_ratio v[MOST];
    for (int k = 0; k < l->ncolumn; k++) v[k] = lia_ratio_make(k == j, 1);
    if (is_inverse(l->p, l->column[j])) put_row(l, v);
  }
  lattice_shorten(l);
  for (int i = 0; i < l->nbasis && !l->many; i++) {
    lia_expr x = angle_of_row(l, l->row[i]);
    l->sine[i] = lia_sym_sin(l->p, x);
    l->cosine[i] = lia_sym_cos(l->p, x);
    l->many = !l->sine[i] || !l->cosine[i];
  }
}

lia_expr lia_prove_angles(lia_pool *p, lia_expr e) {
  if (!e) return 0;
  lattice *l = lia_calloc(1, sizeof *l);
  if (!l) return lia_pool_nomem(p);
  l->p = p;
  l->w = lia_walk_open(p, 1, &e, 0);
  lia_expr r = 0;
  if (l->w) note_all(l);
  int ok = l->w && !l->many;
  for (uint32_t i = 0; ok && i < l->w->n; i++) {
    lia_expr x = l->w->list[i];
    r = lia_expr_n(p, x) ? rebuilt(l, x) : x;
    l->w->memo[x] = r;
    ok = r != 0;
  }
  lia_walk_close(p, l->w);
  lia_free(l);
  if (ok || lia_pool_spent(p)) return ok ? r : 0;
  // too many angles, or multiples too large: what they are sums of
  lia_pool_clear(p);
  return lia_simp_angles(p, e);
}
