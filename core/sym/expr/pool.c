/* pool.c - interning: nodes, numbers and symbols by hash, arguments in one growing list */
#include "sym/expr/pool.h"

#include "base/assert.h"
#include "base/mem.h"
#include "base/text.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

const lia_oprow lia_op_row[LIA_OP_COUNT] = {
#define LIA_OP(id, arity, kind, text, c, lua, latex, value, slope) \
  { #id, arity, LIA_##kind, text, c, lua, latex },
#include "sym/expr/op.def"
#undef LIA_OP
};

double lia_op_value(lia_op op, double x, double y, double z) {
  switch (op) {
#define LIA_OP(id, arity, kind, text, c, lua, latex, value, slope) case LIA_OP_##id: return value;
#include "sym/expr/op.def"
#undef LIA_OP
    default: return z;
  }
}

// ---- failure

lia_expr lia_pool_fail(lia_pool *p, lia_status code, const char *fmt, ...) {
  char text[sizeof p->err.text];
  va_list ap;
  va_start(ap, fmt);
  lia_text_vformat(text, sizeof text, fmt, ap);
  va_end(ap);
  const char *place = p->place ? lia_names_text(&p->places, (int)p->place - 1) : "";
  lia_error_set(&p->err, code, __FILE__, __LINE__, place, "%s", text);
  return 0;
}

lia_expr lia_pool_nomem(lia_pool *p) {
  LIA_FAIL(&p->err, LIA_ENOMEM, "", "%s", lia_status_text(LIA_ENOMEM));
  return 0;
}

lia_status lia_pool_status(const lia_pool *p, lia_error *err) {
  if (err && err->code == LIA_OK) *err = p->err;
  return p->err.code;
}

void lia_pool_clear(lia_pool *p) { p->err = (lia_error){ 0 }; }

lia_budget lia_pool_budget(lia_pool *p, uint64_t work) {
  lia_budget b = { p->end };
  p->done += p->work;
  p->work = 0;
  if (p->done + work < p->end) p->end = p->done + work;
  return b;
}

int lia_pool_budget_end(lia_pool *p, lia_budget b) {
  int met = p->over != 0;
  LIA_ASSERT(p->end <= b.end);   // budgets end in the order in which they lie in each other
  p->end = b.end;
  if (!met || p->done >= p->end) return met;
  if (p->over == 2) p->err = (lia_error){ 0 };
  p->over = 0;
  return met;
}

int lia_pool_ask(lia_pool *p) {
  p->done += p->work;
  p->work = 0;
  if (p->done >= p->end) {
    p->over = p->err.code == LIA_OK ? 2 : 1;
    LIA_FAIL(&p->err, LIA_ELIMIT, "", "this takes more work than it was given");
    return 1;
  }
  if (!p->stop || !p->stop(p->stop_of)) return 0;
  LIA_FAIL(&p->err, LIA_EINTERRUPT, "", "%s", lia_status_text(LIA_EINTERRUPT));
  return 1;
}

// ---- room

// at least one more; sizes stay below 2^31 so that indices and byte counts cannot wrap
static int more(void *array, uint32_t *size, size_t item) {
  uint32_t want = *size ? 2 * *size : 64;
  void *q = *size < (uint32_t)1 << 31 ? lia_realloc(*(void **)array, want * item) : NULL;
  if (!q) return 0;
  *(void **)array = q;
  *size = want;
  return 1;
}

static int grow_table(lia_pool *p) {
  LIA_ASSERT((p->ntable & (p->ntable - 1)) == 0);
  uint32_t size = p->ntable ? 2 * p->ntable : 256;
  uint64_t *table = lia_calloc(size, sizeof *table);
  if (!table) return 0;
  for (uint32_t i = 0; i < p->ntable; i++) {
    uint64_t entry = p->table[i];
    if (!entry) continue;
    uint32_t h = (uint32_t)(entry >> 32);
    while (table[h & (size - 1)]) h++;
    table[h & (size - 1)] = entry;
  }
  lia_free(p->table);
  p->table = table;
  p->ntable = size;
  return 1;
}

// one more node: the table stays at most half full, origins as long as nodes
static int pool_room(lia_pool *p) {
  if (p->used == p->size) {
    uint32_t size = p->size;
    if (p->origin) {
      uint32_t *origin = lia_realloc(p->origin, 2 * (size_t)size * sizeof *origin);
      if (!origin) return 0;
      p->origin = origin;
      memset(origin + size, 0, size * sizeof *origin);
    }
    if (!more(&p->node, &p->size, sizeof *p->node)) return 0;
  }
  return 2 * p->used < p->ntable || grow_table(p);
}

// ---- interning

static inline uint64_t mix(uint64_t h, uint64_t k) {
  h = (h ^ k) * 0x9E3779B97F4A7C15ull;
  return h ^ (h >> 29);
}

static uint32_t hash_of(lia_op op, uint32_t n, const uint32_t *k) {
  uint64_t h = (uint64_t)op << 32 | n;
  for (; n >= 2; n -= 2, k += 2) h = mix(h, (uint64_t)k[0] << 32 | k[1]);
  if (n) h = mix(h, k[0]);
  h = (h ^ (h >> 32)) * 0xBF58476D1CE4E5B9ull;
  return (uint32_t)(h >> 32);
}

static int pool_same(const lia_pool *p, lia_expr e, lia_op op, uint32_t n, const uint32_t *k) {
  const lia_enode *d = &p->node[e];
  if (d->op != op || d->n != n) return 0;
  const uint32_t *a = n <= 2 ? d->k : p->arg + d->at;
  for (uint32_t i = 0; i < n; i++)
    if (a[i] != k[i]) return 0;
  return 1;
}

static int keep_args(lia_pool *p, lia_enode *d, uint32_t n, const lia_expr *k) {
  d->k[0] = n > 0 ? k[0] : 0;
  d->k[1] = n > 1 ? k[1] : 0;
  if (n <= 2) return 1;
  while (p->argsize - p->narg < n)
    if (!more(&p->arg, &p->argsize, sizeof *p->arg)) return 0;
  memcpy(p->arg + p->narg, k, n * sizeof *k);
  d->at = p->narg;
  p->narg += n;
  return 1;
}

// the free slot where the hash leads, with the node found on the way in *found
static uint32_t seek(const lia_pool *p, uint32_t h, lia_op op, uint32_t n, const uint32_t *k,
    lia_expr *found) {
  uint32_t i = h & (p->ntable - 1);
  for (; p->table[i]; i = (i + 1) & (p->ntable - 1)) {
    *found = (uint32_t)p->table[i];
    if ((uint32_t)(p->table[i] >> 32) == h && pool_same(p, *found, op, n, k)) return i;
  }
  *found = 0;
  return i;
}

static lia_expr pool_enter(lia_pool *p, uint32_t slot, uint32_t h, lia_enode d) {
  LIA_ASSERT(p->used < p->size && 2 * p->used < p->ntable && !p->table[slot]);
  lia_expr e = p->used++;
  p->node[e] = d;
  if (p->origin) p->origin[e] = p->place;
  p->table[slot] = (uint64_t)h << 32 | e;
  return e;
}

lia_expr lia_pool_node(lia_pool *p, lia_op op, uint32_t n, const lia_expr *k) {
  if (lia_pool_stopped(p, 1 + n / 2)) return 0;
  uint32_t h = hash_of(op, n, k);
  lia_expr found;
  uint32_t slot = seek(p, h, op, n, k, &found);
  if (found) return found;

  uint32_t ntable = p->ntable;
  lia_enode d = { .op = (uint8_t)op, .n = n };
  // arguments are nodes of this pool, older than what is made of them
  for (uint32_t i = 0; i < n; i++) LIA_ASSERT(k[i] > 0 && k[i] < p->used);
  for (uint32_t i = 0; i < n; i++) d.bits |= p->node[k[i]].bits;
  if (!pool_room(p) || !keep_args(p, &d, n, k)) return lia_pool_nomem(p);
  if (ntable != p->ntable) slot = seek(p, h, op, n, k, &found);
  return pool_enter(p, slot, h, d);
}

// leaves are found by what they hold, not by arguments
static uint32_t seek_num(const lia_pool *p, uint32_t h, lia_ratio a, lia_expr *found) {
  uint32_t i = h & (p->ntable - 1);
  for (; p->table[i]; i = (i + 1) & (p->ntable - 1)) {
    *found = (uint32_t)p->table[i];
    if ((uint32_t)(p->table[i] >> 32) == h && lia_expr_is_num(p, *found) &&
        lia_ratio_equal(lia_expr_num(p, *found), a))
      return i;
  }
  *found = 0;
  return i;
}

lia_expr lia_pool_num(lia_pool *p, lia_ratio a) {
  LIA_ASSERT(lia_ratio_finite(a));
  uint32_t h = (uint32_t)(mix(mix(1, (uint64_t)a.n), (uint64_t)a.d) >> 32);
  lia_expr found;
  uint32_t slot = seek_num(p, h, a, &found);
  if (found) return found;

  uint32_t ntable = p->ntable;
  if (!pool_room(p) || (p->nnum == p->numsize && !more(&p->num, &p->numsize, sizeof *p->num)))
    return lia_pool_nomem(p);
  if (ntable != p->ntable) slot = seek_num(p, h, a, &found);
  p->num[p->nnum] = a;
  return pool_enter(p, slot, h, (lia_enode){ .op = LIA_OP_num, .k = { p->nnum++ } });
}

// ---- symbols

static int pool_letter(unsigned char c) {
  return ((c | 32) >= 'a' && (c | 32) <= 'z') || c == '_' || c > 127;
}

static int good_name(const char *s, size_t n) {
  if (n == 0 || !pool_letter((unsigned char)s[0])) return 0;
  for (size_t i = 1; i < n; i++)
    if (!pool_letter((unsigned char)s[i]) && !(s[i] >= '0' && s[i] <= '9')) return 0;
  return 1;
}

// names of functions and constants mean what they mean
static int reserved(const char *s, size_t n) {
  for (int op = 0; op < LIA_OP_COUNT; op++) {
    const char *t = lia_op_row[op].text;
    if (pool_letter((unsigned char)t[0]) && strlen(t) == n && memcmp(s, t, n) == 0) return 1;
  }
  return n == 4 && memcmp(s, "sqrt", 4) == 0;
}

static lia_expr new_symbol(lia_pool *p, const char *name, size_t n, lia_symbol s) {
  uint32_t id = (uint32_t)p->names.count;
  if (id == p->symsize && !more(&p->sym, &p->symsize, sizeof *p->sym)) return lia_pool_nomem(p);
  if (!pool_room(p)) return lia_pool_nomem(p);
  if (lia_names_add(&p->names, name, n) < 0) return lia_pool_nomem(p);

  uint32_t h = (uint32_t)(mix(mix(2, id), 0) >> 32), slot = h;
  while (p->table[slot & (p->ntable - 1)]) slot++;
  lia_enode d = { .op = LIA_OP_sym, .k = { id }, .bits = (uint64_t)1 << id % 64 };
  s.name = lia_names_text(&p->names, (int)id);
  s.self = pool_enter(p, slot & (p->ntable - 1), h, d);
  if (!s.base) s.base = s.self;
  LIA_ASSERT(id + 1 == (uint32_t)p->names.count);   // one symbol for each name
  p->sym[id] = s;
  return s.self;
}

const char *const lia_symkind_name[] = { "a parameter", "a coordinate", "a function of time",
    "the time" };

lia_expr lia_pool_twin(const lia_pool *p, lia_expr first, lia_symkind kind) {
  lia_expr e = first, constant = 0;
  do {
    const lia_symbol *s = lia_expr_symbol(p, e);
    if (s->kind == kind && s->means) constant = e;
    else if (s->kind == kind || (kind == LIA_SYM_parameter && s->kind == LIA_SYM_time)) return e;
    e = s->twin;
  } while (e && e != first);
  return constant;
}

// into the ring of first; symbols of two kinds are entered as pairs
static int pool_join(lia_pool *p, lia_expr first, lia_expr twin) {
  LIA_ASSERT(first != twin && p->node[first].op == LIA_OP_sym && p->node[twin].op == LIA_OP_sym);
  lia_symbol *f = &p->sym[p->node[first].k[0]], *t = &p->sym[p->node[twin].k[0]];
  t->twin = f->twin ? f->twin : first;
  f->twin = twin;
  for (lia_expr e = t->twin; e != twin; e = lia_expr_symbol(p, e)->twin) {
    if (lia_expr_symbol(p, e)->kind == t->kind) continue;
    if (p->npair == p->pairsize && !more(&p->pair, &p->pairsize, sizeof *p->pair)) return 0;
    p->pair[p->npair][0] = e;
    p->pair[p->npair++][1] = twin;
  }
  return 1;
}

// "x" is taken: "x\0" and its kind, or what it stands for, is the entry of a twin, which reads "x"
// as well
static lia_expr new_twin(lia_pool *p, lia_expr first, const char *name, size_t n, lia_symkind kind,
    lia_expr means) {
  lia_text key = { 0 };
  lia_text_add(&key, name, n);
  lia_text_char(&key, 0);
  if (means) lia_text_printf(&key, "=%u", means);
  else lia_text_char(&key, (char)('0' + kind));
  lia_expr twin = key.nomem ? lia_pool_nomem(p)
      : new_symbol(p, key.s, key.n, (lia_symbol){ .kind = (uint8_t)kind, .means = means });
  lia_text_free(&key);
  if (twin && !pool_join(p, first, twin)) return lia_pool_nomem(p);
  return twin;
}

// a symbol of a name that nobody has
static lia_expr pool_named(lia_pool *p, const char *name, size_t n, lia_symkind kind,
    lia_expr means) {
  int shown = n < 40 ? (int)n : 40;
  if (!good_name(name, n))
    return lia_pool_fail(p, LIA_EARG,
        "'%.*s' is no name: expected letters, digits and _, no digit first", shown, name);
  if (reserved(name, n))
    return lia_pool_fail(p, LIA_EARG, "'%.*s' is a function or constant, it cannot be a symbol",
        shown, name);
  return new_symbol(p, name, n, (lia_symbol){ .kind = (uint8_t)kind, .means = means });
}

lia_expr lia_pool_symbol(lia_pool *p, const char *name, size_t n, lia_symkind kind) {
  int id = lia_names_find(&p->names, name, n);
  lia_expr e = 0;
  if (id >= 0) {
    lia_expr first = p->sym[id].self, now = p->sym[id].now ? p->sym[id].now : first;
    e = kind == LIA_SYM_parameter && lia_expr_symbol(p, now)->kind == kind ? now
        : lia_pool_twin(p, first, kind);
    if (!e) e = new_twin(p, first, name, n, kind, 0);
    if (e) p->sym[id].now = e;
  } else {
    e = pool_named(p, name, n, kind, 0);
  }
  if (e && kind == LIA_SYM_time) p->time = e;
  return e;
}

lia_expr lia_pool_plain(lia_pool *p, const char *name, size_t n) {
  int id = lia_names_find(&p->names, name, n);
  if (id < 0) return pool_named(p, name, n, LIA_SYM_parameter, 0);
  lia_expr first = p->sym[id].self, e = lia_pool_twin(p, first, LIA_SYM_parameter);
  if (!e || lia_expr_symbol(p, e)->means) e = new_twin(p, first, name, n, LIA_SYM_parameter, 0);
  if (e) p->sym[id].now = e;
  return e;
}

lia_expr lia_pool_constant(lia_pool *p, const char *name, size_t n, lia_expr means) {
  int id = lia_names_find(&p->names, name, n);
  if (!means || (p->nconstant == p->constantsize &&
      !more(&p->constant, &p->constantsize, sizeof *p->constant)))
    return means ? lia_pool_nomem(p) : 0;
  lia_expr first = id < 0 ? 0 : p->sym[id].self, e = first;
  while (e && lia_expr_symbol(p, e)->means != means) {
    e = lia_expr_symbol(p, e)->twin;
    if (e == first) e = 0;
  }
  if (!e) {
    e = first ? new_twin(p, first, name, n, LIA_SYM_parameter, means)
        : pool_named(p, name, n, LIA_SYM_parameter, means);
    if (e && !lia_expr_is_num(p, means)) p->constant[p->nconstant++] = e;
  }
  if (e && id >= 0) p->sym[id].now = e;
  return e;
}

lia_expr lia_pool_find(const lia_pool *p, const char *name, size_t n) {
  int id = lia_names_find(&p->names, name, n);
  if (id < 0) return 0;
  return p->sym[id].now ? p->sym[id].now : p->sym[id].self;
}

lia_expr lia_pool_rate(lia_pool *p, lia_expr symbol) {
  if (!symbol) return 0;
  LIA_ASSERT(lia_expr_op(p, symbol) == LIA_OP_sym);
  uint32_t id = p->node[symbol].k[0];
  lia_symbol s = p->sym[id];
  if (s.kind == LIA_SYM_parameter) return LIA_ZERO;
  if (s.kind == LIA_SYM_time) return LIA_ONE;
  if (s.rate) return s.rate;
  if (s.order == UINT8_MAX)
    return lia_pool_fail(p, LIA_ELIMIT, "more than 255 derivatives of '%.40s'",
        p->sym[p->node[s.base].k[0]].name);

  lia_text name = { 0 };
  // the rate of a twin is entered as one, "x'\0" and its kind
  const struct lia_name *key = &p->names.entry[id];
  size_t n = strlen(key->text);
  lia_text_add(&name, key->text, n);
  lia_text_char(&name, '\'');
  lia_text_add(&name, key->text + n, key->len - n);
  lia_expr e = 0;
  if (name.nomem) lia_pool_nomem(p);
  else e = new_symbol(p, name.s, name.n, (lia_symbol){ .kind = s.kind,
      .order = (uint8_t)(s.order + 1), .base = s.base });
  lia_text_free(&name);
  if (e) p->sym[id].rate = e;
  return e;
}

// ---- origins

int lia_pool_at(lia_pool *p, const char *place) {
  p->place = 0;
  if (!place) return 1;
  if (!p->origin) p->origin = lia_calloc(p->size, sizeof *p->origin);
  int id = p->origin ? lia_names_add(&p->places, place, strlen(place)) : -1;
  if (id < 0) return (int)lia_pool_nomem(p);
  p->place = (uint32_t)(id + 1);
  return 1;
}

void lia_pool_forget(lia_pool *p) {
  lia_free(p->origin);
  p->origin = NULL;
  p->place = 0;
}

const char *lia_pool_origin(const lia_pool *p, lia_expr e) {
  return p->origin && p->origin[e] ? lia_names_text(&p->places, (int)p->origin[e] - 1) : NULL;
}

// ---- birth and death

static int furnish(lia_pool *p) {
  if (!more(&p->node, &p->size, sizeof *p->node) || !grow_table(p)) return 0;
  p->node[0] = (lia_enode){ 0 };
  p->used = 1;
  static const int64_t first[][2] = { { 0, 1 }, { 1, 1 }, { -1, 1 }, { 2, 1 }, { 1, 2 } };
  for (size_t i = 0; i < sizeof first / sizeof *first; i++)
    if (!lia_pool_num(p, lia_ratio_make(first[i][0], first[i][1]))) return 0;
  return lia_pool_node(p, LIA_OP_pi, 0, NULL) == LIA_PI;
}

lia_pool *lia_pool_new(void) {
  lia_pool *p = lia_calloc(1, sizeof *p);
  if (p) {
    lia_ratio_hold();
    p->end = UINT64_MAX;
    p->proof_work = LIA_ZERO_WORK;
    p->simp_work = LIA_SIMP_WORK;
  }
  if (p && !furnish(p)) {
    lia_pool_free(p);
    p = NULL;
  }
  return p;
}

void lia_pool_free(lia_pool *p) {
  if (!p) return;
  lia_walk_free_all(p);
  lia_names_free(&p->names);
  lia_names_free(&p->places);
  lia_free(p->node);
  lia_free(p->table);
  lia_free(p->arg);
  lia_free(p->num);
  lia_free(p->sym);
  lia_free(p->pair);
  lia_free(p->constant);
  lia_free(p->origin);
  lia_free(p->known);
  lia_free(p);
  lia_ratio_drop();
}
