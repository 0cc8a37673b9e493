/* parse.c - operator precedence with two stacks: values, and what waits for them */
#include "sym/expr/parse.h"

#include "base/mem.h"
#include "base/text.h"
#include "sym/expr/read_angle.h"
#include "sym/expr/build.h"

#include <math.h>
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
  lia_pool *p;                // NULL: nothing is built, the text is only noted in w
  lia_written *w;             // NULL: nothing is noted
  const char *s;
  size_t n, i, at;            // i: reading; at: where the thing at hand starts
  lia_parse_unknown unknown;
  lia_expr *value;
  uint32_t nvalue, valueroom;
  wait *stack;
  uint32_t nstack, stackroom;
  lia_error *err;
} parser;

static lia_status parse_fail(parser *r, size_t at, lia_status code, const char *fmt, ...)
  LIA_PRINTF(4, 5);

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

static lia_status parse_fail(parser *r, size_t at, lia_status code, const char *fmt, ...) {
  char text[200], place[64];
  va_list ap;
  va_start(ap, fmt);
  lia_text_vformat(text, sizeof text, fmt, ap);
  va_end(ap);
  r->at = at;
  place_of(r, at, place, sizeof place);
  return LIA_FAIL(r->err, code, place, "%s", text);
}

static lia_status nomem(parser *r) {
  return parse_fail(r, r->i, LIA_ENOMEM, "%s", lia_status_text(LIA_ENOMEM));
}

// what a constructor refused, at the place in the text that asked for it
static lia_status parse_refused(parser *r, size_t at) {
  return parse_fail(r, at, r->p->err.code, "%s", r->p->err.text);
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
  if (!e && r->p) return parse_refused(r, at);
  if (r->nvalue == r->valueroom && !more(&r->value, &r->valueroom, sizeof *r->value))
    return nomem(r);
  r->value[r->nvalue++] = e;
  return LIA_OK;
}

static lia_status push_wait(parser *r, wait w) {
  if (r->nstack == r->stackroom && !more(&r->stack, &r->stackroom, sizeof *r->stack))
    return nomem(r);
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

static int parse_same(const char *a, const char *s, size_t n) {
  return strlen(a) == n && memcmp(a, s, n) == 0;
}

static int function_of(const char *s, size_t n) {
  for (int op = 0; op < LIA_OP_COUNT; op++)
    if (is_function((lia_op)op) && parse_same(lia_op_row[op].text, s, n)) return op;
  for (int i = 0; i < 3; i++)
    if (parse_same(extra[i], s, n)) return SQRT + i;
  return -1;
}

static const char *function_name(int call) {
  return call < LIA_OP_COUNT ? lia_op_row[call].text : extra[call - SQRT];
}

static lia_status wrong_count(parser *r, const wait *w, uint32_t n) {
  const char *takes = "1 argument";
  if (w->call == LIA_OP_atan) takes = "1 or 2 arguments";
  if (w->call == LIA_OP_atan2 || w->call == POW) takes = "2 arguments";
  if (w->call == LIA_OP_if)
    takes = "a condition and a value, any number of times, and a last value";
  return parse_fail(r, w->at, LIA_EPARSE, "%s takes %s, got %u", function_name(w->call), takes, n);
}

static lia_expr piecewise(lia_pool *p, const lia_expr *k, uint32_t n) {
  lia_expr e = k[n - 1];
  for (uint32_t i = n - 1; i >= 2; i -= 2) e = lia_sym_if(p, k[i - 2], k[i - 1], e);
  return e;
}

static lia_expr parse_extreme(lia_pool *p, lia_op op, const lia_expr *k, uint32_t n) {
  lia_expr e = k[0];
  for (uint32_t i = 1; i < n; i++)
    e = op == LIA_OP_min ? lia_sym_min(p, e, k[i]) : lia_sym_max(p, e, k[i]);
  return e;
}

// does it take n arguments?
static int takes(int call, uint32_t n) {
  switch (call) {
    case POW: case LIA_OP_atan2: return n == 2;
    case LIA_OP_atan: return n <= 2;
    case LIA_OP_min: case LIA_OP_max: return 1;
    case LIA_OP_if: return n >= 3 && n % 2 == 1;
    default: return n == 1;
  }
}

static lia_expr called(lia_pool *p, int call, const lia_expr *k, uint32_t n) {
  switch (call) {
    case SQRT: return lia_sym_sqrt(p, k[0]);
    case LN: return lia_sym_log(p, k[0]);
    case POW: return lia_sym_pow(p, k[0], k[1]);
    case LIA_OP_atan2: return lia_sym_atan2(p, k[0], k[1]);
    case LIA_OP_atan: return n == 2 ? lia_sym_atan2(p, k[0], k[1]) : lia_sym_atan(p, k[0]);
    case LIA_OP_min: case LIA_OP_max: return parse_extreme(p, (lia_op)call, k, n);
    case LIA_OP_if: return piecewise(p, k, n);
    default: return lia_sym_fun(p, (lia_op)call, k[0]);
  }
}

static lia_status parse_call(parser *r, const wait *w) {
  uint32_t n = r->nvalue - w->values;
  if (!takes(w->call, n)) return wrong_count(r, w, n);
  lia_expr e = r->p ? called(r->p, w->call, r->value + w->values, n) : 0;
  const char *name = function_name(w->call);
  if (r->w) lia_written_call(r->w, name, strlen(name), n, w->at);
  r->nvalue = w->values;
  return push_value(r, e, w->at);
}

// ---- operators

static lia_written_op written_op(char op) {
  switch (op) {
    case '+': return LIA_WRITTEN_add;
    case '-': return LIA_WRITTEN_sub;
    case '*': return LIA_WRITTEN_mul;
    case '/': return LIA_WRITTEN_div;
    case '^': return LIA_WRITTEN_pow;
    case '<': return LIA_WRITTEN_lt;
    case 'l': return LIA_WRITTEN_le;
    case '>': return LIA_WRITTEN_gt;
    case 'g': return LIA_WRITTEN_ge;
    default: return LIA_WRITTEN_eq;
  }
}

static lia_expr operation_of(lia_pool *p, char op, lia_expr a, lia_expr b) {
  switch (op) {
    case '/': return lia_sym_div(p, a, b);
    case '^': return lia_sym_pow(p, a, b);
    case '<': return lia_sym_lt(p, a, b);
    case 'l': return lia_sym_le(p, a, b);
    case '>': return lia_sym_lt(p, b, a);
    case 'g': return lia_sym_le(p, b, a);
    default: return lia_sym_eq(p, a, b);
  }
}

static lia_status parse_apply(parser *r, wait w) {
  lia_expr b = r->value[--r->nvalue];
  if (w.op == '~') {
    if (r->w) lia_written_negate(r->w, w.at);
    return push_value(r, r->p ? lia_sym_neg(r->p, b) : 0, w.at);
  }
  lia_expr a = r->value[--r->nvalue];
  if (r->w) lia_written_operation(r->w, written_op(w.op), w.at);
  return push_value(r, r->p ? operation_of(r->p, w.op, a, b) : 0, w.at);
}

static int in_a_row(const wait *w) { return w->binds == SUM || w->op == '*'; }

// a longer row is built at once: one after the other it would not become flat
enum { FLAT = 100 };

static lia_expr parse_row_of(lia_pool *p, int sum, uint32_t n, const lia_expr *k) {
  if (n > FLAT) return sum ? lia_sym_sum(p, n, k) : lia_sym_product(p, n, k);
  lia_expr e = k[0];
  for (uint32_t i = 1; i < n; i++) e = sum ? lia_sym_add(p, e, k[i]) : lia_sym_mul(p, e, k[i]);
  return e;
}

// the n operators on top of what waits, noted as one row
static lia_status note_row(parser *r, uint32_t n) {
  if (!r->w) return LIA_OK;
  lia_written_op *op = lia_malloc(n * sizeof *op);
  size_t *at = lia_malloc(n * sizeof *at);
  for (uint32_t k = 0; op && at && k < n; k++) {
    const wait *w = &r->stack[r->nstack - n + k];
    op[k] = written_op(w->op);
    at[k] = w->at;
  }
  if (op && at) lia_written_row(r->w, n, op, at);
  int whole = op && at && !r->w->nomem;
  lia_free(op);
  lia_free(at);
  return whole ? LIA_OK : nomem(r);
}

// a + b - c ... and a*b*c ...
static lia_status apply_row(parser *r) {
  lia_pool *p = r->p;
  uint32_t n = 0;
  uint8_t binds = r->stack[r->nstack - 1].binds;
  size_t at = r->stack[r->nstack - 1].at;
  while (n < r->nstack && r->stack[r->nstack - 1 - n].binds == binds) n++;
  LIA_TRY(note_row(r, n));
  for (uint32_t k = 1; k <= n; k++) {
    lia_expr *v = &r->value[r->nvalue - k];
    if (r->stack[--r->nstack].op == '-' && p) *v = lia_sym_neg(p, *v);
  }
  r->nvalue -= n + 1;
  const lia_expr *k = r->value + r->nvalue;
  return push_value(r, p ? parse_row_of(p, binds == SUM, n + 1, k) : 0, at);
}

// apply what waits and binds at least as tightly
static lia_status parse_reduce(parser *r, int binds) {
  while (r->nstack) {
    const wait *last = &r->stack[r->nstack - 1];
    if (last->binds < binds || last->binds == OPEN) break;
    LIA_TRY(in_a_row(last) ? apply_row(r) : parse_apply(r, r->stack[--r->nstack]));
  }
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

static int parse_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (unsigned char)c > 127;
}
static int parse_digit(char c) { return c >= '0' && c <= '9'; }

static void skip_space(parser *r) {
  while (r->i < r->n && r->s[r->i] && strchr(" \t\n\r", r->s[r->i])) r->i++;
}

// the thing at i as a message shows it: a name, a number or a character
static const char *shown(const parser *r, char out[40]) {
  size_t i = r->i, j = i;
  if (i >= r->n) return "the end";
  while (j < r->n && j - i < 30 && (parse_letter(r->s[j]) || parse_digit(r->s[j]))) j++;
  if (j == i) j++;
  if ((unsigned char)r->s[i] < 32) lia_text_format(out, 40, "character %d", r->s[i]);
  else lia_text_format(out, 40, "'%.*s'", (int)(j - i), r->s + i);
  return out;
}

// how worn a double is stands behind it: 0.1~2
static int wear_at(const parser *r) {
  if (r->i + 1 >= r->n || r->s[r->i] != '~') return 0;
  char c = r->s[r->i + 1];
  return c >= '1' && c <= '0' + LIA_RATIO_WORN ? c - '0' : 0;
}

static lia_status parse_number(parser *r) {
  size_t at = r->i;
  double x;
  size_t len = lia_text_number(r->s + at, r->n - at, &x);
  r->i += len;
  if (!len) return parse_fail(r, at, LIA_EPARSE, "expected a number, got '%c'", r->s[at]);
  int wear = wear_at(r);
  r->i += wear ? 2 : 0;
  lia_written_node leaf = { .op = LIA_WRITTEN_number, .x = x, .at = at, .s = r->s + at };
  if (wear || isinf(x)) leaf.len = r->i - at;
  if (r->w) lia_written_leaf(r->w, leaf);
  if (!r->p) return push_value(r, 0, at);
  lia_ratio exact = wear ? lia_ratio_worn(x, wear) : lia_ratio_read(r->s + at, len);
  return push_value(r, lia_sym_ratio(r->p, exact), at);
}

static lia_status parse_unknown(parser *r, size_t at, size_t len) {
  const lia_names *t = &r->p->names;
  int shown_len = len < 40 ? (int)len : 40, near = lia_names_nearest(t, r->s + at, len), stems = 0;
  lia_expr angle =
      r->unknown == LIA_PARSE_angles ? lia_angle_read(r->p, r->s + at, len, &stems) : 0;
  if (angle) return push_value(r, angle, at);
  if (stems > 1)
    return parse_fail(r, at, LIA_EPARSE,
        "'%.*s' could be of %d names: write the sine or cosine out", shown_len, r->s + at, stems);
  if (near < 0)
    return parse_fail(r, at, LIA_EPARSE,
        "unknown symbol '%.*s' (make it first: symbols, coordinates)",
        shown_len, r->s + at);
  return parse_fail(r, at, LIA_EPARSE, "unknown symbol '%.*s' (did you mean '%.40s'?)", shown_len,
              r->s + at, lia_names_text(t, near));
}

static lia_status not_a_function(parser *r, size_t at, size_t len) {
  const char *known[LIA_OP_COUNT + 3];
  int n = 0, shown_len = len < 40 ? (int)len : 40;
  for (int op = 0; op < LIA_OP_COUNT; op++)
    if (is_function((lia_op)op)) known[n++] = lia_op_row[op].text;
  for (int i = 0; i < 3; i++) known[n++] = extra[i];
  int near = lia_names_nearest_of(known, n, r->s + at, len);
  if (r->p && lia_pool_find(r->p, r->s + at, len))
    return parse_fail(r, at, LIA_EPARSE, "'%.*s' is a symbol, not a function (write %.*s*(...))",
                shown_len, r->s + at, shown_len, r->s + at);
  if (near < 0)
    return parse_fail(r, at, LIA_EPARSE, "unknown function '%.*s'", shown_len, r->s + at);
  return parse_fail(r, at, LIA_EPARSE, "unknown function '%.*s' (did you mean '%s'?)", shown_len,
              r->s + at, known[near]);
}

// of the symbols of one name the one that has rates, where one has
static lia_expr parse_moving(const lia_pool *p, lia_expr e) {
  if (lia_expr_symbol(p, e)->kind != LIA_SYM_parameter) return e;
  lia_expr q = lia_pool_twin(p, e, LIA_SYM_coordinate), f = lia_pool_twin(p, e, LIA_SYM_function);
  if (q) return q;
  return f ? f : e;
}

static lia_expr degree(lia_pool *p) { return lia_sym_mul(p, lia_sym_rat(p, 1, 180), LIA_PI); }

// a symbol and its primes
static lia_status symbol(parser *r, size_t at, size_t len) {
  lia_pool *p = r->p;
  size_t primes = 0;
  while (r->i < r->n && r->s[r->i] == '\'') { r->i++; primes++; }
  lia_written_node leaf = { .op = LIA_WRITTEN_name, .s = r->s + at, .len = r->i - at, .at = at };
  if (r->w) lia_written_leaf(r->w, leaf);
  if (!p) return push_value(r, 0, at);
  lia_expr e = lia_pool_find(p, r->s + at, len);
  if (!e && !primes && parse_same("deg", r->s + at, len)) return push_value(r, degree(p), at);
  if (!e && primes == 0 && r->unknown == LIA_PARSE_create)
    e = lia_pool_symbol(p, r->s + at, len, LIA_SYM_parameter);
  else if (!e) return parse_unknown(r, at, len);
  if (e && primes) e = parse_moving(p, e);
  if (e && primes && lia_expr_symbol(p, e)->kind == LIA_SYM_parameter)
    return parse_fail(r, at, LIA_EPARSE,
                "'%.40s' is a parameter: only coordinates and functions of time have rates",
                lia_expr_symbol(p, e)->name);
  for (; e && primes; primes--) e = lia_sym_rate(p, e);
  return push_value(r, e, at);
}

static lia_status name(parser *r, int *want) {
  size_t at = r->i;
  while (r->i < r->n && (parse_letter(r->s[r->i]) || parse_digit(r->s[r->i]))) r->i++;
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
  if (f >= 0)
    return parse_fail(r, at, LIA_EPARSE, "'%.*s' is a function: expected '(' after it", (int)len,
                r->s + at);
  *want = 0;
  if (!parse_same("pi", r->s + at, len)) return symbol(r, at, len);
  lia_written_node leaf = { .op = LIA_WRITTEN_name, .s = r->s + at, .len = len, .at = at };
  if (r->w) lia_written_leaf(r->w, leaf);
  return push_value(r, LIA_PI, at);
}

static lia_status parse_operand(parser *r, int *want) {
  char c = r->i < r->n ? r->s[r->i] : 0, text[40];
  if (parse_letter(c)) return name(r, want);
  if (parse_digit(c) || (c == '.' && r->i + 1 < r->n && parse_digit(r->s[r->i + 1]))) {
    *want = 0;
    return parse_number(r);
  }
  if (c == '(') return push_wait(r, (wait){ OPEN, '(', -1, r->nvalue, r->i++ });
  if (c == '-') return push_wait(r, (wait){ SIGN, '~', -1, 0, r->i++ });
  if (c == '+') {
    r->i++;
    return LIA_OK;
  }
  return parse_fail(r, r->i, LIA_EPARSE, "expected a number, a name or '(', got %s",
      shown(r, text));
}

static lia_status close_or_comma(parser *r, int *want) {
  char c = r->s[r->i];
  LIA_TRY(parse_reduce(r, COMPARE));
  const char *odd = c == ')' ? "')' without '('" : "',' outside of a function";
  if (!r->nstack) return parse_fail(r, r->i, LIA_EPARSE, "%s", odd);
  wait w = r->stack[r->nstack - 1];
  if (c == ',') {
    if (w.call < 0) return parse_fail(r, r->i, LIA_EPARSE, "',' outside of a function");
    r->i++;
    *want = 1;
    return LIA_OK;
  }
  r->i++;
  r->nstack--;
  return w.call < 0 ? LIA_OK : parse_call(r, &w);
}

static lia_status operation(parser *r, int *want) {
  char c = r->s[r->i], text[40];
  if (c == ')' || c == ',') return close_or_comma(r, want);
  wait w;
  size_t len = operator_at(r, &w);
  if (!len && c == '=')
    return parse_fail(r, r->i, LIA_EPARSE, "expected an operator, got '=' (a comparison is ==)");
  if (!len && (parse_letter(c) || parse_digit(c) || c == '('))
    return parse_fail(r, r->i, LIA_EPARSE,
                "expected an operator, got %s (a product needs its *; units are SI and not "
                "written)", shown(r, text));
  if (!len) return parse_fail(r, r->i, LIA_EPARSE, "expected an operator, got %s", shown(r, text));
  // powers group from the right, all else from the left, sums and products in one row; a comparison
  // of a comparison is a mistake
  int binds = w.binds == COMPARE ? SUM : w.binds;
  if (w.binds == POWER || in_a_row(&w)) binds++;
  LIA_TRY(parse_reduce(r, binds));
  if (w.op == '*' && r->nstack && r->stack[r->nstack - 1].op == '/')
    LIA_TRY(parse_reduce(r, PRODUCT));
  if (w.binds == COMPARE && r->nstack && r->stack[r->nstack - 1].binds == COMPARE)
    return parse_fail(r, r->i, LIA_EPARSE, "a comparison cannot be compared again");
  r->i += len;
  *want = 1;
  return push_wait(r, w);
}

static lia_status parse_read_all(parser *r) {
  int want = 1;
  for (;;) {
    skip_space(r);
    if (r->i == r->n && !want) break;
    LIA_TRY(want ? parse_operand(r, &want) : operation(r, &want));
  }
  LIA_TRY(parse_reduce(r, COMPARE));
  if (!r->nstack) return LIA_OK;
  char place[64];
  place_of(r, r->stack[r->nstack - 1].at, place, sizeof place);
  return parse_fail(r, r->n, LIA_EPARSE, "expected ')' to close what opens at %s", place);
}

// the one tree of the text is left in r->value[0], and on top of r->w
static lia_status parse_run(parser *r) {
  lia_status st = parse_read_all(r);
  if (st == LIA_OK && r->w && r->w->nomem) st = nomem(r);
  lia_free(r->stack);
  return st;
}

lia_status lia_parse(lia_pool *p, const char *s, size_t n, lia_parse_unknown unknown_name,
                     lia_expr *e, size_t *at, lia_error *err) {
  lia_error kept = p->err, local = { 0 };
  p->err = (lia_error){ 0 };
  parser r = { .p = p, .s = s, .n = n, .unknown = unknown_name, .err = err ? err : &local };
  lia_status st = parse_run(&r);
  *e = st == LIA_OK ? r.value[0] : 0;
  if (at) *at = r.at;
  lia_free(r.value);
  p->err = kept;
  return st;
}

lia_status lia_parse_written(const char *s, size_t n, lia_written *w, lia_error *err) {
  lia_error local = { 0 };
  uint32_t before = w->n;
  parser r = { .w = w, .s = s, .n = n, .unknown = LIA_PARSE_create, .err = err ? err : &local };
  lia_status st = parse_run(&r);
  lia_free(r.value);
  if (st != LIA_OK) w->n = before;
  return st;
}
