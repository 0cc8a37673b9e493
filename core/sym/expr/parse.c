/* parse.c - operator precedence with two stacks: values, and what waits for them */
#include "sym/expr/parse.h"

#include "base/mem.h"
#include "base/text.h"
#include "sym/expr/build.h"

#include <string.h>

// how tightly what waits binds; an opened parenthesis waits for all
enum { OPEN, COMPARE, SUM, PRODUCT, SIGN, POWER };

typedef struct wait {
  uint8_t binds;
  char op;            // + - * / ^ < l (<=) > g (>=) = ; ( for parentheses and calls; ~ for a sign
  int call;           // -1, or which function the parenthesis belongs to
  uint32_t values;    // how many values there were when a parenthesis opened
  size_t at;
} wait;

typedef struct parser {
  lia_pool *p;
  const char *s;
  size_t n, i, at;            // i: reading; at: where the thing at hand starts
  lia_parse_unknown unknown;
  lia_expr *value;
  uint32_t nvalue, valueroom;
  wait *stack;
  uint32_t nstack, stackroom;
  lia_error *err;
} parser;

static lia_status fail(parser *r, size_t at, lia_status code, const char *fmt, ...) LIA_PRINTF(4, 5);

// where in the text, in lines and characters as a person counts them
static void place_of(const parser *r, size_t at, char *out, size_t size) {
  size_t line = 1, column = 1;
  for (size_t i = 0; i < at && i < r->n; i++) {
    if (r->s[i] == '\n') { line++; column = 1; }
    else column += ((unsigned char)r->s[i] & 0xC0) != 0x80;
  }
  if (line > 1) lia_text_format(out, size, "line %zu, column %zu", line, column);
  else lia_text_format(out, size, "column %zu", column);
}

static lia_status fail(parser *r, size_t at, lia_status code, const char *fmt, ...) {
  char text[200], place[64];
  va_list ap;
  va_start(ap, fmt);
  lia_text_vformat(text, sizeof text, fmt, ap);
  va_end(ap);
  r->at = at;
  place_of(r, at, place, sizeof place);
  return LIA_FAIL(r->err, code, place, "%s", text);
}

static lia_status nomem(parser *r) { return fail(r, r->i, LIA_ENOMEM, "%s", lia_status_text(LIA_ENOMEM)); }

// what a constructor refused, at the place in the text that asked for it
static lia_status refused(parser *r, size_t at) {
  return fail(r, at, r->p->err.code, "%s", r->p->err.text);
}

static int more(void *array, uint32_t *room, size_t item) {
  uint32_t want = *room ? 2 * *room : 32;
  void *q = lia_realloc(*(void **)array, want * item);
  if (!q) return 0;
  *(void **)array = q;
  *room = want;
  return 1;
}

static lia_status push_value(parser *r, lia_expr e, size_t at) {
  if (!e) return refused(r, at);
  if (r->nvalue == r->valueroom && !more(&r->value, &r->valueroom, sizeof *r->value)) return nomem(r);
  r->value[r->nvalue++] = e;
  return LIA_OK;
}

static lia_status push_wait(parser *r, wait w) {
  if (r->nstack == r->stackroom && !more(&r->stack, &r->stackroom, sizeof *r->stack)) return nomem(r);
  r->stack[r->nstack++] = w;
  return LIA_OK;
}

// ---- functions

enum { SQRT = LIA_OP_COUNT, POW, LN };

static const char *const extra[] = { "sqrt", "pow", "ln" };

static int is_function(lia_op op) {
  lia_opkind k = lia_op_row[op].kind;
  return k == LIA_FUN || k == LIA_ODD || k == LIA_EVEN || k == LIA_SAME;
}

static int same(const char *a, const char *s, size_t n) { return strlen(a) == n && memcmp(a, s, n) == 0; }

static int function_of(const char *s, size_t n) {
  for (int op = 0; op < LIA_OP_COUNT; op++)
    if (is_function((lia_op)op) && same(lia_op_row[op].text, s, n)) return op;
  for (int i = 0; i < 3; i++)
    if (same(extra[i], s, n)) return SQRT + i;
  return -1;
}

static const char *function_name(int call) { return call < LIA_OP_COUNT ? lia_op_row[call].text : extra[call - SQRT]; }

static lia_status wrong_count(parser *r, const wait *w, uint32_t n) {
  const char *takes = w->call == LIA_OP_atan ? "1 or 2 arguments" : w->call == LIA_OP_atan2 || w->call == POW ? "2 arguments"
                    : w->call == LIA_OP_if ? "a condition and a value, any number of times, and a last value" : "1 argument";
  return fail(r, w->at, LIA_EPARSE, "%s takes %s, got %u", function_name(w->call), takes, n);
}

static lia_expr piecewise(lia_pool *p, const lia_expr *k, uint32_t n) {
  lia_expr e = k[n - 1];
  for (uint32_t i = n - 1; i >= 2; i -= 2) e = lia_sym_if(p, k[i - 2], k[i - 1], e);
  return e;
}

static lia_expr extreme(lia_pool *p, lia_op op, const lia_expr *k, uint32_t n) {
  lia_expr e = k[0];
  for (uint32_t i = 1; i < n; i++) e = op == LIA_OP_min ? lia_sym_min(p, e, k[i]) : lia_sym_max(p, e, k[i]);
  return e;
}

static lia_status call(parser *r, const wait *w) {
  lia_pool *p = r->p;
  uint32_t n = r->nvalue - w->values;
  const lia_expr *k = r->value + w->values;
  lia_expr e = 0;
  switch (w->call) {
    case SQRT: case LN: if (n != 1) return wrong_count(r, w, n); e = w->call == SQRT ? lia_sym_sqrt(p, k[0]) : lia_sym_log(p, k[0]); break;
    case POW: if (n != 2) return wrong_count(r, w, n); e = lia_sym_pow(p, k[0], k[1]); break;
    case LIA_OP_atan2: if (n != 2) return wrong_count(r, w, n); e = lia_sym_atan2(p, k[0], k[1]); break;
    case LIA_OP_atan:
      if (n > 2) return wrong_count(r, w, n);
      e = n == 2 ? lia_sym_atan2(p, k[0], k[1]) : lia_sym_atan(p, k[0]);
      break;
    case LIA_OP_min: case LIA_OP_max: e = extreme(p, (lia_op)w->call, k, n); break;
    case LIA_OP_if: if (n < 3 || n % 2 == 0) return wrong_count(r, w, n); e = piecewise(p, k, n); break;
    default: if (n != 1) return wrong_count(r, w, n); e = lia_sym_fun(p, (lia_op)w->call, k[0]);
  }
  r->nvalue = w->values;
  return push_value(r, e, w->at);
}

// ---- operators

static lia_status apply(parser *r, wait w) {
  lia_pool *p = r->p;
  lia_expr b = r->value[--r->nvalue];
  if (w.op == '~') return push_value(r, lia_sym_neg(p, b), w.at);
  lia_expr a = r->value[--r->nvalue], e = 0;
  switch (w.op) {
    case '/': e = lia_sym_div(p, a, b); break;
    case '^': e = lia_sym_pow(p, a, b); break;
    case '<': e = lia_sym_lt(p, a, b); break;
    case 'l': e = lia_sym_le(p, a, b); break;
    case '>': e = lia_sym_lt(p, b, a); break;
    case 'g': e = lia_sym_le(p, b, a); break;
    default: e = lia_sym_eq(p, a, b);
  }
  return push_value(r, e, w.at);
}

static int in_a_row(const wait *w) { return w->binds == SUM || w->op == '*'; }

enum { FLAT = 100 };   // a row longer than this is built at once: one after the other it would not become flat

static lia_expr row_of(lia_pool *p, int sum, uint32_t n, const lia_expr *k) {
  if (n > FLAT) return sum ? lia_sym_sum(p, n, k) : lia_sym_product(p, n, k);
  lia_expr e = k[0];
  for (uint32_t i = 1; i < n; i++) e = sum ? lia_sym_add(p, e, k[i]) : lia_sym_mul(p, e, k[i]);
  return e;
}

// a + b - c ... and a*b*c ...
static lia_status apply_row(parser *r) {
  lia_pool *p = r->p;
  uint32_t n = 0;
  uint8_t binds = r->stack[r->nstack - 1].binds;
  size_t at = r->stack[r->nstack - 1].at;
  while (r->nstack && r->stack[r->nstack - 1].binds == binds) {
    lia_expr *v = &r->value[r->nvalue - ++n];
    if (r->stack[--r->nstack].op == '-') *v = lia_sym_neg(p, *v);
  }
  r->nvalue -= n + 1;
  const lia_expr *k = r->value + r->nvalue;
  return push_value(r, row_of(p, binds == SUM, n + 1, k), at);
}

// apply what waits and binds at least as tightly
static lia_status reduce(parser *r, int binds) {
  while (r->nstack && r->stack[r->nstack - 1].binds >= binds && r->stack[r->nstack - 1].binds != OPEN)
    LIA_TRY(in_a_row(&r->stack[r->nstack - 1]) ? apply_row(r) : apply(r, r->stack[--r->nstack]));
  return LIA_OK;
}

// the operator at i, and its length; 0 where there is none
static size_t operator_at(const parser *r, wait *w) {
  const char *s = r->s + r->i;
  size_t left = r->n - r->i;
  int eq = left > 1 && s[1] == '=';
  switch (*s) {
    case '+': case '-': *w = (wait){ SUM, *s, -1, 0, r->i }; return 1;
    case '*':
      if (left > 1 && s[1] == '*') { *w = (wait){ POWER, '^', -1, 0, r->i }; return 2; }
      *w = (wait){ PRODUCT, '*', -1, 0, r->i };
      return 1;
    case '/': *w = (wait){ PRODUCT, '/', -1, 0, r->i }; return 1;
    case '^': *w = (wait){ POWER, '^', -1, 0, r->i }; return 1;
    case '<': *w = (wait){ COMPARE, eq ? 'l' : '<', -1, 0, r->i }; return 1 + (size_t)eq;
    case '>': *w = (wait){ COMPARE, eq ? 'g' : '>', -1, 0, r->i }; return 1 + (size_t)eq;
    case '=': *w = (wait){ COMPARE, '=', -1, 0, r->i }; return eq ? 2 : 0;
    default: return 0;
  }
}

// ---- what stands in the text

static int letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (unsigned char)c > 127; }
static int digit(char c) { return c >= '0' && c <= '9'; }

static void skip_space(parser *r) {
  while (r->i < r->n && (r->s[r->i] == ' ' || r->s[r->i] == '\t' || r->s[r->i] == '\n' || r->s[r->i] == '\r')) r->i++;
}

// the thing at i as a message shows it: a name, a number or a character
static const char *shown(const parser *r, char out[40]) {
  size_t i = r->i, j = i;
  if (i >= r->n) return "the end";
  while (j < r->n && j - i < 30 && (letter(r->s[j]) || digit(r->s[j]))) j++;
  if (j == i) j++;
  if ((unsigned char)r->s[i] < 32) lia_text_format(out, 40, "character %d", r->s[i]);
  else lia_text_format(out, 40, "'%.*s'", (int)(j - i), r->s + i);
  return out;
}

static lia_status number(parser *r) {
  size_t at = r->i;
  double x;
  size_t len = lia_text_number(r->s + at, r->n - at, &x);
  r->i += len;
  if (!len) return fail(r, at, LIA_EPARSE, "expected a number, got '%c'", r->s[at]);
  // how worn a double is stands behind it: 0.1~2
  int wear = 0;
  if (r->i + 1 < r->n && r->s[r->i] == '~' && r->s[r->i + 1] >= '1' && r->s[r->i + 1] <= '0' + LIA_RATIO_WORN) {
    wear = r->s[r->i + 1] - '0';
    r->i += 2;
  }
  return push_value(r, lia_sym_ratio(r->p, wear ? lia_ratio_worn(x, wear) : lia_ratio_read(r->s + at, len)), at);
}

static lia_status unknown(parser *r, size_t at, size_t len) {
  const lia_names *t = &r->p->names;
  int shown_len = len < 40 ? (int)len : 40, near = lia_names_nearest(t, r->s + at, len);
  if (near < 0) return fail(r, at, LIA_EPARSE, "unknown symbol '%.*s' (make it first: symbols, coordinates)", shown_len, r->s + at);
  return fail(r, at, LIA_EPARSE, "unknown symbol '%.*s' (did you mean '%.40s'?)", shown_len, r->s + at, lia_names_text(t, near));
}

static lia_status not_a_function(parser *r, size_t at, size_t len) {
  const char *known[LIA_OP_COUNT + 3];
  int n = 0, shown_len = len < 40 ? (int)len : 40;
  for (int op = 0; op < LIA_OP_COUNT; op++)
    if (is_function((lia_op)op)) known[n++] = lia_op_row[op].text;
  for (int i = 0; i < 3; i++) known[n++] = extra[i];
  int near = lia_names_nearest_of(known, n, r->s + at, len);
  if (lia_pool_find(r->p, r->s + at, len)) return fail(r, at, LIA_EPARSE, "'%.*s' is a symbol, not a function (write %.*s*(...))", shown_len, r->s + at, shown_len, r->s + at);
  if (near < 0) return fail(r, at, LIA_EPARSE, "unknown function '%.*s'", shown_len, r->s + at);
  return fail(r, at, LIA_EPARSE, "unknown function '%.*s' (did you mean '%s'?)", shown_len, r->s + at, known[near]);
}

// of the symbols of one name the one that has rates, where one has
static lia_expr moving(const lia_pool *p, lia_expr e) {
  if (lia_expr_symbol(p, e)->kind != LIA_SYM_parameter) return e;
  lia_expr q = lia_pool_twin(p, e, LIA_SYM_coordinate), f = lia_pool_twin(p, e, LIA_SYM_function);
  return q ? q : f ? f : e;
}

// a symbol and its primes
static lia_status symbol(parser *r, size_t at, size_t len) {
  lia_pool *p = r->p;
  size_t primes = 0;
  while (r->i < r->n && r->s[r->i] == '\'') { r->i++; primes++; }
  lia_expr e = lia_pool_find(p, r->s + at, len);
  if (!e && primes == 0 && r->unknown == LIA_PARSE_create) e = lia_pool_symbol(p, r->s + at, len, LIA_SYM_parameter);
  else if (!e) return unknown(r, at, len);
  if (e && primes) e = moving(p, e);
  if (e && primes && lia_expr_symbol(p, e)->kind == LIA_SYM_parameter)
    return fail(r, at, LIA_EPARSE, "'%.40s' is a parameter: only coordinates and functions of time have rates", lia_expr_symbol(p, e)->name);
  for (; e && primes; primes--) e = lia_sym_rate(p, e);
  return push_value(r, e, at);
}

static lia_status name(parser *r, int *want) {
  size_t at = r->i;
  while (r->i < r->n && (letter(r->s[r->i]) || digit(r->s[r->i]))) r->i++;
  size_t len = r->i - at;
  int f = function_of(r->s + at, len);
  size_t after = r->i;
  skip_space(r);
  int open = r->i < r->n && r->s[r->i] == '(';
  if (open && f < 0) return not_a_function(r, at, len);
  if (open) {
    r->i++;
    return push_wait(r, (wait){ OPEN, '(', f, r->nvalue, at });
  }
  r->i = after;
  if (f >= 0) return fail(r, at, LIA_EPARSE, "'%.*s' is a function: expected '(' after it", (int)len, r->s + at);
  *want = 0;
  if (same("pi", r->s + at, len)) return push_value(r, LIA_PI, at);
  return symbol(r, at, len);
}

static lia_status operand(parser *r, int *want) {
  char c = r->i < r->n ? r->s[r->i] : 0, text[40];
  if (letter(c)) return name(r, want);
  if (digit(c) || (c == '.' && r->i + 1 < r->n && digit(r->s[r->i + 1]))) {
    *want = 0;
    return number(r);
  }
  if (c == '(') return push_wait(r, (wait){ OPEN, '(', -1, r->nvalue, r->i++ });
  if (c == '-') return push_wait(r, (wait){ SIGN, '~', -1, 0, r->i++ });
  if (c == '+') {
    r->i++;
    return LIA_OK;
  }
  return fail(r, r->i, LIA_EPARSE, "expected a number, a name or '(', got %s", shown(r, text));
}

static lia_status close_or_comma(parser *r, int *want) {
  char c = r->s[r->i];
  LIA_TRY(reduce(r, COMPARE));
  if (!r->nstack) return fail(r, r->i, LIA_EPARSE, c == ')' ? "')' without '('" : "',' outside of a function");
  wait w = r->stack[r->nstack - 1];
  if (c == ',') {
    if (w.call < 0) return fail(r, r->i, LIA_EPARSE, "',' outside of a function");
    r->i++;
    *want = 1;
    return LIA_OK;
  }
  r->i++;
  r->nstack--;
  return w.call < 0 ? LIA_OK : call(r, &w);
}

static lia_status operation(parser *r, int *want) {
  char c = r->s[r->i], text[40];
  if (c == ')' || c == ',') return close_or_comma(r, want);
  wait w;
  size_t len = operator_at(r, &w);
  if (!len && c == '=') return fail(r, r->i, LIA_EPARSE, "expected an operator, got '=' (a comparison is ==)");
  if (!len && (letter(c) || digit(c) || c == '(')) return fail(r, r->i, LIA_EPARSE, "expected an operator, got %s (a product needs its *; units are SI and not written)", shown(r, text));
  if (!len) return fail(r, r->i, LIA_EPARSE, "expected an operator, got %s", shown(r, text));
  // powers group from the right, all else from the left, sums and products in one row; a comparison of a comparison is a mistake
  LIA_TRY(reduce(r, w.binds == POWER || in_a_row(&w) ? w.binds + 1 : w.binds == COMPARE ? SUM : w.binds));
  if (w.op == '*' && r->nstack && r->stack[r->nstack - 1].op == '/') LIA_TRY(reduce(r, PRODUCT));
  if (w.binds == COMPARE && r->nstack && r->stack[r->nstack - 1].binds == COMPARE)
    return fail(r, r->i, LIA_EPARSE, "a comparison cannot be compared again");
  r->i += len;
  *want = 1;
  return push_wait(r, w);
}

static lia_status read_all(parser *r) {
  int want = 1;
  for (;;) {
    skip_space(r);
    if (r->i == r->n && !want) break;
    LIA_TRY(want ? operand(r, &want) : operation(r, &want));
  }
  LIA_TRY(reduce(r, COMPARE));
  if (!r->nstack) return LIA_OK;
  char place[64];
  place_of(r, r->stack[r->nstack - 1].at, place, sizeof place);
  return fail(r, r->n, LIA_EPARSE, "expected ')' to close what opens at %s", place);
}

lia_status lia_parse(lia_pool *p, const char *s, size_t n, lia_parse_unknown unknown_name, lia_expr *e, size_t *at, lia_error *err) {
  lia_error kept = p->err, local = { 0 };
  p->err = (lia_error){ 0 };
  parser r = { .p = p, .s = s, .n = n, .unknown = unknown_name, .err = err ? err : &local };
  lia_status st = read_all(&r);
  *e = st == LIA_OK ? r.value[0] : 0;
  if (at) *at = r.at;
  lia_free(r.value);
  lia_free(r.stack);
  p->err = kept;
  return st;
}
