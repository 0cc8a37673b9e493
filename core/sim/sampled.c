/* sampled.c - names, lines and outputs of a sampled program */
#include "sim/sampled.h"

#include "base/mem.h"
#include "base/text.h"
#include "sym/expr/build.h"
#include "sym/expr/carry.h"
#include "sym/expr/diff.h"
#include "sym/expr/parse.h"
#include "sym/expr/subs.h"

#include <stdio.h>
#include <string.h>

static lia_status sampled_no_memory(lia_error *err) {
  return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
}

// ---- names ----

static int is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
static int is_digit(char c) { return c >= '0' && c <= '9'; }

// letters, digits, _, no digit first; then marks of rates
static int is_name(const char *s) {
  if (!is_letter(*s)) return 0;
  while (is_letter(*s) || is_digit(*s)) s++;
  return !s[strspn(s, "'")];
}

// q1' is the rate of q1, which may be another input
static lia_expr symbol_of_name(lia_pool *p, const char *name) {
  char base[128];
  const size_t n = strcspn(name, "'");
  lia_text_format(base, sizeof base, "%.*s", (int)n, name);
  lia_expr e = lia_sym_coordinate(p, base);
  for (const char *mark = name + n; *mark; mark++) e = lia_sym_rate(p, e);
  return e;
}

static lia_status grow(lia_sampled *b, lia_error *err) {
  if (b->names.count < b->room) return LIA_OK;
  const int room = 2 * b->room + 32;
  lia_expr *symbol = lia_realloc(b->symbol, (size_t)room * sizeof *symbol);
  if (symbol) b->symbol = symbol;
  lia_expr *value = symbol ? lia_realloc(b->value, (size_t)room * sizeof *value) : NULL;
  if (!value) return sampled_no_memory(err);
  b->value = value;
  b->room = room;
  return LIA_OK;
}

// a new name that stands for value (0: itself), into *symbol
static lia_status enter(lia_sampled *b, const char *name, lia_expr value, lia_expr *symbol,
    lia_error *err) {
  if (!is_name(name))
    return LIA_FAIL(err, LIA_EARG, name, "no name: letters, digits, _, and ' for rates");
  if (lia_names_find(&b->names, name, strlen(name)) >= 0)
    return LIA_FAIL(err, LIA_EARG, name, "this name is there already");
  LIA_TRY(grow(b, err));
  const lia_expr e = symbol_of_name(b->p, name);
  if (!e) return lia_pool_status(b->p, err);
  const int id = lia_names_add(&b->names, name, strlen(name));
  if (id < 0) return sampled_no_memory(err);
  b->symbol[id] = e;
  b->value[id] = value;
  if (symbol) *symbol = e;
  return LIA_OK;
}

// ---- made ----

static lia_status enter_inputs(lia_sampled *b, const char *const *name[LIA_SAMPLED_GROUPS],
    lia_error *err) {
  int at = 0;
  for (int g = 0; g < LIA_SAMPLED_GROUPS; g++)
    for (int k = 0; k < b->n[g]; k++) LIA_TRY(enter(b, name[g][k], 0, &b->in[at++], err));
  return LIA_OK;
}

lia_status lia_sampled_new(lia_sampled **out, const int n[LIA_SAMPLED_GROUPS],
    const char *const *name[LIA_SAMPLED_GROUPS], lia_error *err) {
  static const char *const time[] = { "t" };
  const char *const *all[LIA_SAMPLED_GROUPS] = { time, name[1], name[2], name[3] };
  lia_sampled *b = *out = lia_calloc(1, sizeof *b);
  if (!b) return sampled_no_memory(err);
  b->p = lia_pool_new();
  int total = 1;
  for (int g = 1; g < LIA_SAMPLED_GROUPS; g++) {
    b->n[g] = n[g];
    total += n[g];
  }
  b->n[LIA_SAMPLED_t] = 1;
  b->in = lia_calloc((size_t)total, sizeof *b->in);
  lia_status st = b->p && b->in ? enter_inputs(b, all, err) : sampled_no_memory(err);
  if (st == LIA_OK) return LIA_OK;
  lia_sampled_free(b);
  *out = NULL;
  return st;
}

void lia_sampled_free(lia_sampled *b) {
  if (!b) return;
  lia_names_free(&b->names);
  lia_arena_free(&b->arena);
  lia_free(b->symbol);
  lia_free(b->value);
  lia_free(b->in);
  lia_pool_free(b->p);
  lia_free(b);
}

// ---- expressions ----

// the sentence of the parser, with the name that was meant
static lia_status unknown(const lia_sampled *b, const char *text, const lia_error *why,
    lia_error *err) {
  char name[64] = "", hint[96] = "";
  if (sscanf(why->text, "unknown symbol '%63[^']'", name) != 1)
    return LIA_FAIL(err, why->code, "", "'%.80s': %.60s: %s", text, why->path, why->text);
  const int near = lia_names_nearest(&b->names, name, strlen(name));
  if (near >= 0)
    lia_text_format(hint, sizeof hint, " (did you mean '%.60s'?)", lia_names_text(&b->names, near));
  return LIA_FAIL(err, LIA_EARG, "", "'%.80s': %.60s: no input, state or value '%s'%s", text,
                  why->path, name, hint);
}

// which name a symbol is; -1: none
static int name_of(const lia_sampled *b, lia_expr symbol) {
  const char *name = lia_expr_symbol(b->p, symbol)->name;
  const int id = lia_names_find(&b->names, name, strlen(name));
  if (id >= 0 && b->symbol[id] == symbol) return id;
  for (int k = 0; k < b->names.count; k++)
    if (b->symbol[k] == symbol) return k;
  return -1;
}

// every symbol is an input or a line (a rate of a name may be none of them): those that are lines,
// and what they stand for
static lia_status find_lines(const lia_sampled *b, const char *text, uint32_t n,
    const lia_expr *symbol, lia_expr *from, lia_expr *to, uint32_t *count, lia_error *err) {
  for (uint32_t i = 0; i < n; i++) {
    const int id = name_of(b, symbol[i]);
    if (id < 0)
      return LIA_FAIL(err, LIA_EARG, "", "'%.80s': no input, state or value '%s'", text,
          lia_expr_symbol(b->p, symbol[i])->name);
    if (!b->value[id]) continue;
    from[*count] = b->symbol[id];
    to[(*count)++] = b->value[id];
  }
  return LIA_OK;
}

// lines in the place of their names
static lia_status put_lines(lia_sampled *b, const char *text, lia_expr *e, lia_error *err) {
  const size_t room = (size_t)b->p->names.count + 1;
  lia_expr *symbol = lia_malloc(3 * room * sizeof *symbol);
  if (!symbol) return sampled_no_memory(err);
  uint32_t count = 0;
  const uint32_t n = lia_subs_symbols(b->p, 1, e, symbol);
  lia_status st = n == UINT32_MAX ? sampled_no_memory(err)
    : find_lines(b, text, n, symbol, symbol + room, symbol + 2 * room, &count, err);
  if (st == LIA_OK && count) {
    const int ok = lia_subs_nested(b->p, count, symbol + room, symbol + 2 * room, 1, e, e);
    st = ok ? lia_pool_status(b->p, err) : sampled_no_memory(err);
  }
  lia_free(symbol);
  return st;
}

lia_status lia_sampled_read(lia_sampled *b, const char *text, lia_expr *e, lia_error *err) {
  lia_error why = { 0 };
  lia_status st = lia_parse(b->p, text, strlen(text), LIA_PARSE_refuse, e, NULL, &why);
  lia_pool_clear(b->p);
  if (st == LIA_ENOMEM) return sampled_no_memory(err);
  if (st != LIA_OK) return unknown(b, text, &why, err);
  return put_lines(b, text, e, err);
}

lia_status lia_sampled_define(lia_sampled *b, const char *name, lia_expr e, lia_error *err) {
  return enter(b, name, e, NULL, err);
}

lia_status lia_sampled_line(lia_sampled *b, const char *name, const char *text, lia_error *err) {
  lia_expr e;
  LIA_TRY(lia_sampled_read(b, text, &e, err));
  return lia_sampled_define(b, name, e, err);
}

// the symbol of an input, by name
static lia_status input_named(const lia_sampled *b, const char *name, lia_expr *e,
    lia_error *err) {
  const int id = lia_names_find(&b->names, name, strlen(name));
  if (id < 0 || b->value[id])
    return LIA_FAIL(err, LIA_EARG, name, "it is no input, state or value");
  *e = b->symbol[id];
  return LIA_OK;
}

// expressions of texts that stand in the place of symbols
typedef struct places { int n; lia_expr *symbol, *value; } places;

static lia_status read_places(lia_sampled *b, const char *const *by, const char *const *at,
    places *to, lia_error *err) {
  for (int j = 0; j < to->n; j++) {
    LIA_TRY(input_named(b, by[j], &to->symbol[j], err));
    if (at) LIA_TRY(lia_sampled_read(b, at[j], &to->value[j], err));
  }
  return LIA_OK;
}

static lia_status define_at(lia_sampled *b, const places *to, const char *const *at, int n,
    lia_expr *e, const char *const *name, lia_error *err) {
  if (at && !lia_subs_nested(b->p, (uint32_t)to->n, to->symbol, to->value, (uint32_t)n, e, e))
    return lia_pool_status(b->p, err);
  for (int k = 0; k < n; k++) LIA_TRY(lia_sampled_define(b, name[k], e[k], err));
  return LIA_OK;
}

// room for n expressions, n m slopes and m places
static lia_status make_places(places *to, int n, int m, lia_expr **f, lia_error *err) {
  lia_expr *e = *f = lia_calloc((size_t)(n + n * m + 2 * m) + 1, sizeof *e);
  if (!e) return sampled_no_memory(err);
  *to = (places){ m, e + n + n * m, e + n + n * m + m };
  return LIA_OK;
}

static lia_status define_slopes(lia_sampled *b, const places *to, const char *const *at, int n,
    lia_expr *f, const char *const *name, lia_error *err) {
  const int m = to->n;
  if (!lia_diff_jacobian(b->p, (uint32_t)n, f, (uint32_t)m, to->symbol, f + n))
    return lia_pool_status(b->p, err);
  return define_at(b, to, at, n * m, f + n, name, err);
}

lia_status lia_sampled_slopes(lia_sampled *b, int n, const char *const *text, int m,
    const char *const *by, const char *const *at, const char *const *name, lia_error *err) {
  lia_expr *f;
  places to;
  LIA_TRY(make_places(&to, n, m, &f, err));
  lia_status st = read_places(b, by, at, &to, err);
  for (int i = 0; st == LIA_OK && i < n; i++) st = lia_sampled_read(b, text[i], &f[i], err);
  if (st == LIA_OK) st = define_slopes(b, &to, at, n, f, name, err);
  lia_free(f);
  return st;
}

lia_status lia_sampled_put(lia_sampled *b, int n, const char *const *text, int m,
    const char *const *by, const char *const *at, const char *const *name, lia_error *err) {
  lia_expr *f;
  places to;
  LIA_TRY(make_places(&to, n, m, &f, err));
  lia_status st = read_places(b, by, at, &to, err);
  for (int i = 0; st == LIA_OK && i < n; i++) st = lia_sampled_read(b, text[i], &f[i], err);
  if (st == LIA_OK) st = define_at(b, &to, at, n, f, name, err);
  lia_free(f);
  return st;
}

// n texts into expressions of the arena; a failure is told at its place
static lia_status read_all(lia_sampled *b, int n, const char *const *text, const char *const *where,
    lia_expr **out, lia_error *err) {
  lia_expr *e = lia_arena_alloc(&b->arena, ((size_t)n + 1) * sizeof *e);
  if (!e) return sampled_no_memory(err);
  for (int k = 0; k < n; k++) {
    lia_error why = { 0 };
    lia_status st = lia_sampled_read(b, text[k], &e[k], &why);
    if (st != LIA_OK) return LIA_FAIL(err, st, where[k], "%s", why.text);
  }
  *out = e;
  return LIA_OK;
}

lia_status lia_sampled_outputs(lia_sampled *b, int n, const char *const *text,
    const char *const *where, lia_error *err) {
  LIA_TRY(read_all(b, n, text, where, &b->u, err));
  b->nu = n;
  return LIA_OK;
}

lia_status lia_sampled_states(lia_sampled *b, const char *const *text, const char *const *where,
    lia_error *err) {
  return read_all(b, b->n[LIA_SAMPLED_x], text, where, &b->next, err);
}

// ---- of another program ----

static lia_status join(lia_sampled *b, lia_sampled *part, int n, const lia_expr *e,
    const char *const *image, lia_expr *to, lia_expr *out, const char *const *name,
    lia_error *err) {
  int total = 0;
  for (int g = 0; g < LIA_SAMPLED_GROUPS; g++) total += part->n[g];
  to[0] = b->in[0];
  for (int k = 1; k < total; k++) LIA_TRY(lia_sampled_read(b, image[k - 1], &to[k], err));
  if (!lia_carry(part->p, (uint32_t)n, e, (uint32_t)total, part->in, b->p, to, out)) {
    LIA_TRY(lia_pool_status(b->p, err));
    return lia_pool_status(part->p, err);
  }
  for (int k = 0; k < n; k++) LIA_TRY(lia_sampled_define(b, name[k], out[k], err));
  return LIA_OK;
}

lia_status lia_sampled_join(lia_sampled *b, lia_sampled *part, int output,
    const char *const *image, const char *const *name, lia_error *err) {
  const int n = output < 0 ? part->n[LIA_SAMPLED_x] : 1;
  size_t total = (size_t)n;
  for (int g = 0; g < LIA_SAMPLED_GROUPS; g++) total += (size_t)part->n[g];
  if (!n) return LIA_OK;
  lia_expr *to = lia_calloc(total, sizeof *to);
  if (!to) return sampled_no_memory(err);
  const lia_expr *e = output < 0 ? part->next : &part->u[output];
  lia_status st = join(b, part, n, e, image, to, to + (total - (size_t)n), name, err);
  lia_free(to);
  return st;
}

int lia_sampled_passes(lia_sampled *b, int output, int input) {
  const lia_expr y = b->in[b->n[LIA_SAMPLED_t] + b->n[LIA_SAMPLED_x] + input];
  return lia_subs_depends(b->p, b->u[output], y) != 0;
}
