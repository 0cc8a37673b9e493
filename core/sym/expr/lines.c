/* lines.c - lines of text -> expressions in a pool of their own -> those of the caller */
#include "sym/expr/lines.h"

#include "base/assert.h"
#include "base/text.h"
#include "sym/expr/build.h"
#include "sym/expr/parse.h"
#include "sym/expr/walk.h"

#include <string.h>

enum { MOST_PARTS = 64 };

// ---- e of one pool in another, symbols become their images ----

static int all_here(uint32_t n, const lia_expr *k) {
  for (uint32_t i = 0; i < n; i++)
    if (!k[i]) return 0;
  return 1;
}

// a branch that a number rules out is not asked for; a comparison with what is not there is false
static lia_expr lines_apply(lia_pool *to, lia_op op, uint32_t n, const lia_expr *k) {
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
  return lines_apply(to, lia_expr_op(from, e), n, k);
}

// 0: it has no value
static lia_expr lines_again(lia_pool *from, lia_expr e, uint32_t n, const lia_expr *symbol,
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

// ---- the texts ----

void lia_lines_symbol(const char *name, int component, char out[LIA_LINES_SYMBOL]) {
  const char *more = "";
  for (int op = 0; op < LIA_OP_COUNT; op++)
    if (!strcmp(name, lia_op_row[op].text)) more = "_";
  if (component) lia_text_format(out, LIA_LINES_SYMBOL, "%.40s_%d", name, component);
  else lia_text_format(out, LIA_LINES_SYMBOL, "%.40s%s", name, more);
}

lia_status lia_lines_open(lia_lines *o, const char *what, lia_error *err) {
  *o = (lia_lines){ .what = what, .q = lia_pool_new() };
  return o->q ? LIA_OK : LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
}

void lia_lines_close(lia_lines *o) { lia_pool_free(o->q); }

static const lia_lines_name *find(const lia_lines *o, const char *name) {
  for (int k = 0; k < o->n; k++)
    if (!strcmp(o->name[k].name, name)) return &o->name[k];
  return NULL;
}

static lia_lines_name *add_name(lia_lines *o, const char *name, int size) {
  char text[LIA_LINES_SYMBOL];
  LIA_ASSERT(o->n < LIA_LINES_NAMES);
  lia_lines_name *k = &o->name[o->n++];
  lia_lines_symbol(name, 0, text);
  *k = (lia_lines_name){ .name = name, .size = size };
  k->symbol = lia_pool_symbol(o->q, text, strlen(text), LIA_SYM_parameter);
  return k;
}

// its components are inputs: itself, or name_1, name_2, name_3
int lia_lines_add(lia_lines *o, const char *name, int size) {
  lia_lines_name *k = add_name(o, name, size);
  int first = o->ninput;
  char text[LIA_LINES_SYMBOL];
  for (int i = 0; i < size; i++) {
    lia_lines_symbol(name, i + 1, text);
    k->part[i] = k->symbol;
    if (size > 1) k->part[i] = lia_pool_symbol(o->q, text, strlen(text), LIA_SYM_parameter);
    o->input[o->ninput++] = k->part[i];
  }
  return first;
}

// component i of e: vectors stand for theirs. 0 where a vector stands and i is none (-1)
static lia_expr component(lia_lines *o, lia_expr e, int i) {
  lia_expr symbol[LIA_LINES_NAMES], image[LIA_LINES_NAMES];
  for (int k = 0; k < o->n; k++) {
    const lia_lines_name *a = &o->name[k];
    int part = a->size == 1 ? 0 : i;
    symbol[k] = a->symbol;
    image[k] = part < 0 ? 0 : a->part[part];
  }
  return lines_again(o->q, e, (uint32_t)o->n, symbol, image, o->q);
}

static lia_status read_line(lia_lines *o, const lia_line *line, lia_error *err) {
  char path[80];
  lia_expr e, part[3] = { 0 };
  lia_error local = { 0 };
  size_t length = strlen(line->text);
  lia_text_format(path, sizeof path, "%s.%s", o->what, line->name);
  if (o->n == LIA_LINES_NAMES || find(o, line->name))
    return LIA_FAIL(err, LIA_EARG, path, "a name twice, or more than %d", LIA_LINES_NAMES);
  lia_status st = lia_parse(o->q, line->text, length, LIA_PARSE_refuse, &e, NULL, &local);
  if (st != LIA_OK) return LIA_FAIL(err, st, path, "%s: %s", local.path, local.text);
  int one = line->how == LIA_LINE_ONE;
  for (int i = 0; i < (one ? 1 : 3); i++) part[i] = component(o, e, one ? -1 : i);
  if (line->how == LIA_LINE_SUM) part[0] = lia_sym_sum(o->q, 3, part);
  LIA_TRY(lia_pool_status(o->q, err));
  if (!part[0]) return LIA_FAIL(err, LIA_EARG, path, "'%s' has no value here", line->text);
  lia_lines_name *k = add_name(o, line->name, line->how == LIA_LINE_EACH ? 3 : 1);
  memcpy(k->part, part, sizeof part);
  return LIA_OK;
}

lia_status lia_lines_read(lia_lines *o, const lia_line *line, int n, lia_error *err) {
  LIA_TRY(lia_pool_status(o->q, err));
  for (int k = 0; k < n; k++) LIA_TRY(read_line(o, &line[k], err));
  return lia_pool_status(o->q, err);
}

lia_expr lia_lines_result(const lia_lines *o, const char *name, int i) {
  const lia_lines_name *k = find(o, name);
  return k && i < k->size ? k->part[i] : LIA_ZERO;
}

// ---- told to the caller ----

// the first input below e that is not there
static const char *lines_missing(const lia_lines *o, lia_expr e, const lia_expr *image) {
  lia_walk *w = lia_walk_open(o->q, 1, &e, 0);
  const char *name = NULL;
  for (int k = 0; w && !name && k < o->ninput; k++)
    if (!image[k] && lia_walk_reached(w, o->input[k]))
      name = lia_expr_symbol(o->q, o->input[k])->name;
  if (w) lia_walk_close(o->q, w);
  return name;
}

lia_status lia_lines_carry(lia_lines *o, lia_pool *p, const lia_expr *image, int n,
                           lia_expr *const *e, lia_error *err) {
  LIA_TRY(lia_pool_status(p, err));
  LIA_TRY(lia_pool_status(o->q, err));
  for (int i = 0; i < n; i++) {
    lia_expr made = lines_again(o->q, *e[i], (uint32_t)o->ninput, o->input, image, p);
    LIA_TRY(lia_pool_status(p, err));
    if (!made) {
      const char *what = lines_missing(o, *e[i], image);
      if (!what) return LIA_FAIL(err, LIA_EDOMAIN, o->what, "no value with these numbers");
      return LIA_FAIL(err, LIA_EARG, o->what, "its law needs '%s'", what);
    }
    *e[i] = made;
  }
  return LIA_OK;
}
