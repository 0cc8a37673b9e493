/* cse.c - the most frequent pair of terms or factors, taken out greedily */
#include "sym/tape/cse.h"

#include "base/assert.h"
#include "base/mem.h"
#include "sym/expr/build.h"
#include "sym/tape/eval.h"
#include "sym/expr/walk.h"

#include <string.h>

// something that is added or multiplied: a node of the expression, or a pair found here (e = 0,
// item a and item b times w)
typedef struct item {
  lia_expr e;
  uint32_t a, b;
  lia_ratio w;
  uint8_t sum;
  lia_expr image;       // what it becomes, 0 until built
  uint32_t rows;        // 1 + its last entry in `uses`
  uint32_t nrows;       // rows it was read in
} item;

typedef struct entry { uint32_t item; lia_ratio w; } entry;   // number of a term, power of a factor

// the terms of a sum, or the factors above or below the line of a product; sorted by item
typedef struct row { uint32_t at, n; uint8_t sum; } row;

typedef struct use { uint32_t row, next; } use;

// items i < j with w_j/w_i = w (sums), or both as factors (products)
typedef struct pair { uint32_t i, j; lia_ratio w; uint8_t sum; uint32_t count; } pair;

typedef struct heap_entry { uint32_t count, pair; } heap_entry;

typedef struct array { void *v; uint32_t n, room; } array;

typedef struct work {
  lia_pool *p;
  lia_walk *w;
  array items, entries, rows, uses, pairs, heap;
  uint32_t *first;         // by place in the walk: its first row, UINT32_MAX where it has none
  uint32_t *place;         // by place: what it becomes
  uint32_t *itable, nitable, *ptable, nptable;   // 1 + item by node, 1 + pair by key
  int failed;
} work;

#define ITEM(k, i) ((item *)(k)->items.v)[i]
#define ENTRY(k, i) ((entry *)(k)->entries.v)[i]
#define ROW(k, i) ((row *)(k)->rows.v)[i]
#define USE(k, i) ((use *)(k)->uses.v)[i]
#define PAIR(k, i) ((pair *)(k)->pairs.v)[i]
#define HEAP(k, i) ((heap_entry *)(k)->heap.v)[i]

static uint32_t cse_grow(work *k, array *a, size_t size) {
  if (a->n == a->room) {
    uint32_t room = 2 * a->room + 64;
    void *v = k->failed ? NULL : lia_realloc(a->v, room * size);
    if (!v) {
      lia_pool_nomem(k->p);
      k->failed = 1;
      return 0;
    }
    a->v = v;
    a->room = room;
  }
  return a->n++;
}

#define PUSH(k, list, type, ...) do { uint32_t i_ = cse_grow((k), &(k)->list, sizeof(type)); \
    if (!(k)->failed) { type v_ = __VA_ARGS__; ((type *)(k)->list.v)[i_] = v_; } } while (0)

// ---- items and pairs by hash

static uint32_t cse_hash(uint64_t a, uint64_t b) {
  uint64_t h = (a * 0x9E3779B97F4A7C15ull) ^ (b + 0x632BE59BD9B4E019ull);
  h = (h ^ (h >> 29)) * 0xBF58476D1CE4E5B9ull;
  return (uint32_t)(h >> 32);
}

static int rehash(work *k, uint32_t **table, uint32_t *size, uint32_t n,
    uint32_t (*of)(const work *k, uint32_t i)) {
  if (2 * n < *size) return 1;
  uint32_t bigger = *size ? 2 * *size : 256, *t = lia_calloc(bigger, sizeof *t);
  if (!t) {
    lia_pool_nomem(k->p);
    k->failed = 1;
    return 0;
  }
  for (uint32_t i = 0; i < n; i++) {
    uint32_t h = of(k, i);
    while (t[h & (bigger - 1)]) h++;
    t[h & (bigger - 1)] = i + 1;
  }
  lia_free(*table);
  *table = t;
  *size = bigger;
  return 1;
}

static uint32_t hash_item(const work *k, uint32_t i) {
  return cse_hash(ITEM(k, i).e, ITEM(k, i).e ? 0 : i);
}

static uint32_t hash_pair(const work *k, uint32_t i) {
  const pair *x = &PAIR(k, i);
  return cse_hash((uint64_t)x->i << 32 | x->j,
      (uint64_t)x->w.n * 31 + (uint64_t)x->w.d * 2 + x->sum);
}

static uint32_t item_of(work *k, lia_expr e) {
  if (!rehash(k, &k->itable, &k->nitable, k->items.n, hash_item)) return 0;
  uint32_t h = cse_hash(e, 0);
  for (uint32_t i; (i = k->itable[h & (k->nitable - 1)]); h++)
    if (ITEM(k, i - 1).e == e) return i - 1;
  PUSH(k, items, item, { .e = e });
  if (!k->failed) k->itable[h & (k->nitable - 1)] = k->items.n;
  return k->items.n - 1;
}

static uint32_t pair_of(work *k, pair x) {
  if (!rehash(k, &k->ptable, &k->nptable, k->pairs.n, hash_pair)) return 0;
  uint32_t h = cse_hash((uint64_t)x.i << 32 | x.j,
      (uint64_t)x.w.n * 31 + (uint64_t)x.w.d * 2 + x.sum);
  for (uint32_t i; (i = k->ptable[h & (k->nptable - 1)]); h++) {
    const pair *y = &PAIR(k, i - 1);
    if (y->i == x.i && y->j == x.j && y->sum == x.sum && lia_ratio_equal(y->w, x.w)) return i - 1;
  }
  PUSH(k, pairs, pair, x);
  if (!k->failed) k->ptable[h & (k->nptable - 1)] = k->pairs.n;
  return k->pairs.n - 1;
}

// ---- the most frequent pair: a heap whose entries may be out of date

static void sift_up(work *k) {
  for (uint32_t i = k->heap.n - 1; i > 0; ) {
    uint32_t up = (i - 1) / 2;
    heap_entry a = HEAP(k, up), b = HEAP(k, i);
    if (a.count > b.count || (a.count == b.count && a.pair <= b.pair)) return;
    HEAP(k, up) = b;
    HEAP(k, i) = a;
    i = up;
  }
}

static heap_entry pop(work *k) {
  LIA_ASSERT(k->heap.n > 0);
  heap_entry top = HEAP(k, 0), last = HEAP(k, --k->heap.n);
  uint32_t i = 0;
  for (;;) {
    uint32_t c = 2 * i + 1;
    if (c >= k->heap.n) break;
    heap_entry a = HEAP(k, c);
    if (c + 1 < k->heap.n) {
      heap_entry b = HEAP(k, c + 1);
      if (b.count > a.count || (b.count == a.count && b.pair < a.pair)) { a = b; c++; }
    }
    if (last.count > a.count || (last.count == a.count && last.pair <= a.pair)) break;
    HEAP(k, i) = a;
    i = c;
  }
  HEAP(k, i) = last;
  return top;
}

// what was read in one row only is in no pair that occurs twice
static int alone(const work *k, uint32_t i) { return ITEM(k, i).e && ITEM(k, i).nrows < 2; }

static void count_pair(work *k, const entry *a, const entry *b, int sum, int by) {
  if (alone(k, a->item) || alone(k, b->item)) return;
  if (a->item > b->item) { const entry *t = a; a = b; b = t; }
  pair x = { .i = a->item, .j = b->item, .sum = (uint8_t)sum, .w = lia_ratio_make(1, 1) };
  if (sum) x.w = lia_ratio_mul(b->w, lia_ratio_inv(a->w));
  uint32_t i = pair_of(k, x);
  if (k->failed) return;
  PAIR(k, i).count += (uint32_t)by;
  if (by < 0 || PAIR(k, i).count < 2) return;
  PUSH(k, heap, heap_entry, { PAIR(k, i).count, i });
  if (!k->failed) sift_up(k);
}

// ---- rows

static void put_entry(work *k, lia_expr e, lia_ratio w) {
  uint32_t i = item_of(k, e);
  PUSH(k, entries, entry, { i, w });
}

static void close_row(work *k, uint32_t at, int sum) {
  uint32_t n = k->entries.n - at, r = k->rows.n;
  if (k->failed) return;
  entry *v = n > 0 ? &ENTRY(k, at) : NULL;
  for (uint32_t i = 1; i < n; i++) {
    entry x = v[i];
    uint32_t j = i;
    for (; j > 0 && v[j - 1].item > x.item; j--) v[j] = v[j - 1];
    v[j] = x;
  }
  PUSH(k, rows, row, { at, n, (uint8_t)sum });
  for (uint32_t i = 0; i < n && !k->failed; i++) {
    item *x = &ITEM(k, ENTRY(k, at + i).item);
    PUSH(k, uses, use, { r, x->rows });
    x->rows = k->uses.n;
    x->nrows++;
  }
}

static void count_row(work *k, row r) {
  for (uint32_t i = 0; i < r.n && !k->failed; i++)
    for (uint32_t j = 0; j < i; j++) {
      entry a = ENTRY(k, r.at + j), b = ENTRY(k, r.at + i);
      count_pair(k, &a, &b, r.sum, 1);
    }
}

static int divides(const lia_pool *p, lia_expr f) {
  int64_t n;
  lia_expr e;
  lia_sym_base(p, f, &e);
  return lia_sym_whole(p, e, &n) && n < 0;
}

static void read_sum(work *k, lia_expr e) {
  uint32_t at = k->entries.n;
  for (uint32_t i = 0; i < lia_expr_n(k->p, e); i++) {
    lia_expr rest, num = lia_sym_split(k->p, lia_expr_args(k->p, e)[i], &rest);
    put_entry(k, rest, lia_expr_num(k->p, num));
  }
  close_row(k, at, 1);
}

// whole powers are counted, others stand as they are
static void read_product(work *k, lia_expr e, int under) {
  uint32_t at = k->entries.n;
  for (uint32_t i = 0; i < lia_expr_n(k->p, e); i++) {
    lia_expr f = lia_expr_args(k->p, e)[i], x, base = lia_sym_base(k->p, f, &x);
    int64_t n;
    if (divides(k->p, f) != under) continue;
    if (lia_sym_whole(k->p, x, &n)) put_entry(k, base, lia_ratio_make(under ? -n : n, 1));
    else put_entry(k, f, lia_ratio_make(1, 1));
  }
  close_row(k, at, 0);
}

static void cse_read_all(work *k) {
  for (uint32_t i = 0; i < k->w->n && !k->failed; i++) {
    lia_expr e = k->w->list[i];
    lia_op op = lia_expr_op(k->p, e);
    k->w->memo[e] = i;
    k->first[i] = UINT32_MAX;
    if ((op != LIA_OP_add && op != LIA_OP_mul) || lia_expr_n(k->p, e) > LIA_SHARE_WIDEST) continue;
    k->first[i] = k->rows.n;
    if (op == LIA_OP_add) read_sum(k, e);
    else {
      read_product(k, e, 0);
      read_product(k, e, 1);
    }
  }
  for (uint32_t i = 0; i < k->rows.n && !k->failed; i++) count_row(k, ROW(k, i));
}

// ---- taking pairs out

static entry *find(work *k, const row *r, uint32_t it) {
  for (uint32_t i = 0; i < r->n; i++)
    if (ENTRY(k, r->at + i).item == it) return &ENTRY(k, r->at + i);
  return NULL;
}

// all pairs of entry x with the other entries of the row
static void count_with(work *k, const row *r, const entry *x, int by) {
  for (uint32_t i = 0; i < r->n; i++) {
    entry y = ENTRY(k, r->at + i);
    if (y.item != x->item) count_pair(k, &y, x, r->sum, by);
  }
}

static void cse_drop(work *k, row *r, uint32_t it) {
  entry *x = find(k, r, it);
  LIA_ASSERT(x);   // its caller has seen it there
  *x = ENTRY(k, r->at + --r->n);
}

// in one row: the pair's two entries become one of the new item. A row never grows: two leave
// before one comes, but for powers that are left over, x^2 y = x (x y), where there is no room
static int cse_replace(work *k, uint32_t ri, const pair *x, uint32_t made) {
  row r = ROW(k, ri);
  entry *a = find(k, &r, x->i), *b = find(k, &r, x->j);
  if (!a || !b || r.sum != x->sum) return 0;
  entry ea = *a, eb = *b, in = { made, ea.w };
  if (r.sum && !lia_ratio_equal(lia_ratio_mul(eb.w, lia_ratio_inv(ea.w)), x->w)) return 0;
  if (!r.sum && eb.w.n < ea.w.n) in.w = eb.w;
  count_with(k, &r, &ea, -1);
  count_with(k, &r, &eb, -1);
  count_pair(k, &ea, &eb, r.sum, 1);   // counted away twice
  if (r.sum || ea.w.n == in.w.n) cse_drop(k, &r, x->i);
  else find(k, &r, x->i)->w.n -= in.w.n;
  if (r.sum || eb.w.n == in.w.n) cse_drop(k, &r, x->j);
  else find(k, &r, x->j)->w.n -= in.w.n;
  // powers left over pair up anew, with the new item too
  entry *left = r.sum ? NULL : find(k, &r, x->i);
  if (!left && !r.sum) left = find(k, &r, x->j);
  if (left) { entry l = *left; count_with(k, &r, &l, 1); }
  count_with(k, &r, &in, 1);
  if (k->failed) return 0;
  ENTRY(k, r.at + r.n++) = in;
  ROW(k, ri) = r;
  PUSH(k, uses, use, { ri, ITEM(k, made).rows });
  ITEM(k, made).rows = k->uses.n;
  return 1;
}

static void cse_take_out(work *k, uint32_t pi) {
  pair x = PAIR(k, pi);
  uint32_t made = k->items.n;
  LIA_ASSERT(x.i < x.j && x.j < made);   // pairs are made of earlier items
  PUSH(k, items, item, { .a = x.i, .b = x.j, .w = x.w, .sum = x.sum });
  if (!rehash(k, &k->itable, &k->nitable, k->items.n, hash_item) || k->failed) return;
  uint32_t h = cse_hash(0, made);
  while (k->itable[h & (k->nitable - 1)] && k->itable[h & (k->nitable - 1)] != made + 1) h++;
  k->itable[h & (k->nitable - 1)] = made + 1;
  for (uint32_t u = ITEM(k, x.i).rows; u && !k->failed; u = USE(k, u - 1).next)
    cse_replace(k, USE(k, u - 1).row, &x, made);
}

static void take_all(work *k) {
  while (k->heap.n && !k->failed) {
    heap_entry top = pop(k);
    uint32_t now = PAIR(k, top.pair).count;
    if (now == top.count) cse_take_out(k, top.pair);
    else if (now >= 2 && now < top.count) {
      PUSH(k, heap, heap_entry, { now, top.pair });
      if (!k->failed) sift_up(k);
    }
  }
}

// ---- building

static lia_expr image_of(work *k, uint32_t i);

// a pair once both its parts are built; pairs are made of earlier items, so depth is what pairs are
// nested in pairs
static lia_expr build_pair(work *k, uint32_t i) {
  item x = ITEM(k, i);
  lia_expr a = image_of(k, x.a), b = image_of(k, x.b);
  return x.sum ? lia_sym_add(k->p, a, lia_sym_scale(k->p, lia_sym_ratio(k->p, x.w), b))
      : lia_sym_mul(k->p, a, b);
}

static lia_expr image_of(work *k, uint32_t i) {
  item *x = &ITEM(k, i);
  if (x->e) return x->e == LIA_ONE ? LIA_ONE : k->place[k->w->memo[x->e]];
  if (!x->image) {
    lia_expr e = build_pair(k, i);
    ITEM(k, i).image = e;
    return e;
  }
  return x->image;
}

static lia_expr build_row(work *k, const row *r, int under) {
  lia_pool *p = k->p;
  lia_expr *v = lia_malloc((r->n + 1) * sizeof *v), e;
  if (!v) return lia_pool_nomem(p);
  for (uint32_t i = 0; i < r->n; i++) {
    entry x = ENTRY(k, r->at + i);
    if (r->sum) v[i] = lia_sym_scale(p, lia_sym_ratio(p, x.w), image_of(k, x.item));
    else v[i] = lia_sym_powi(p, image_of(k, x.item), under ? -x.w.n : x.w.n);
  }
  e = r->sum ? lia_sym_sum(p, r->n, v) : lia_sym_product(p, r->n, v);
  lia_free(v);
  return e;
}

static lia_expr rebuild(work *k, lia_expr e) {
  lia_pool *p = k->p;
  uint32_t n = lia_expr_n(p, e), *k0 = &k->first[k->w->memo[e]];
  if (!n) return e;
  if (*k0 != UINT32_MAX && ROW(k, *k0).sum) return build_row(k, &ROW(k, *k0), 0);
  if (*k0 != UINT32_MAX)
    return lia_sym_mul(p, build_row(k, &ROW(k, *k0), 0), build_row(k, &ROW(k, *k0 + 1), 1));
  lia_expr *v = lia_malloc(n * sizeof *v);
  if (!v) return lia_pool_nomem(p);
  for (uint32_t i = 0; i < n; i++) v[i] = k->place[k->w->memo[lia_expr_args(p, e)[i]]];
  lia_expr r = lia_sym_apply(p, lia_expr_op(p, e), n, v);
  lia_free(v);
  return r;
}

static int build_all(work *k, uint32_t n, const lia_expr *e, lia_expr *out) {
  int nested = k->p->nested, ok = 1;
  k->p->nested = 1;
  for (uint32_t i = 0; ok && i < k->w->n; i++) {
    k->place[i] = rebuild(k, k->w->list[i]);
    ok = k->place[i] != 0;
  }
  k->p->nested = nested;
  for (uint32_t i = 0; ok && i < n; i++) out[i] = k->place[k->w->memo[e[i]]];
  return ok;
}

static int fewer(lia_pool *p, uint32_t n, const lia_expr *a, const lia_expr *b, int *yes) {
  lia_count x, y;
  if (!lia_tape_count(p, n, a, &x) || !lia_tape_count(p, n, b, &y)) return 0;
  *yes = lia_count_price(x, 1) < lia_count_price(y, 1);
  return 1;
}

int lia_share(lia_pool *p, uint32_t n, const lia_expr *e, lia_expr *out) {
  for (uint32_t i = 0; i < n; i++)
    if (!e[i]) return 0;
  work k = { .p = p, .w = lia_walk_open(p, n, e, 0) };
  if (!k.w) return 0;
  lia_expr *shared = lia_malloc((n + 1) * sizeof *shared);
  k.first = lia_malloc(2 * ((size_t)k.w->n + 1) * sizeof *k.first);
  k.place = k.first ? k.first + k.w->n + 1 : NULL;
  k.failed = !shared || !k.first;
  if (k.failed) lia_pool_nomem(p);
  else cse_read_all(&k);
  if (!k.failed) take_all(&k);
  int yes = 0, ok = !k.failed && build_all(&k, n, e, shared) && fewer(p, n, shared, e, &yes);
  if (ok) memmove(out, yes ? shared : e, n * sizeof *out);
  lia_free(shared);
  lia_free(k.first);
  lia_free(k.items.v);
  lia_free(k.entries.v);
  lia_free(k.rows.v);
  lia_free(k.uses.v);
  lia_free(k.pairs.v);
  lia_free(k.heap.v);
  lia_free(k.itable);
  lia_free(k.ptable);
  lia_walk_close(p, k.w);
  return ok;
}
