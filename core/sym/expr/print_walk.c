/* print_walk.c - one walk over a stack of texts and expressions; languages differ in their style */
#include "sym/expr/print_inside.h"

#include "base/assert.h"
#include "base/mem.h"
#include "sym/expr/number.h"
#include "sym/expr/order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PLAIN \
  .times = "*", .plus = " + ", .minus = " - ", .open = "(", .close = ")", .over = "/", \
  .power = "^", .power_end = "", .root = "sqrt(", .root_end = ")", .fun_open = "(", \
      .fun_close = ")", .comma = ", "

const lia_style lia_style_text = { .told_wear = 1, PLAIN };
const lia_style lia_style_shown = { .told_wear = 4, PLAIN };

const lia_style lia_style_latex = {
  .latex = 1,
  .times = " ", .plus = " + ", .minus = " - ", .open = "\\left(", .close = "\\right)",
  .frac = "\\frac{", .frac_mid = "}{", .frac_end = "}",
  .power = "^{", .power_end = "}", .root = "\\sqrt{", .root_end = "}", .fun_open = "\\left(",
      .fun_close = "\\right)", .comma = ", ",
};

// what binds tighter has the larger number; an operand weaker than its place gets parentheses
enum { ANY, CMP, SUM, PRODUCT, POWER, ATOM };

// a piece of what is still to be printed; the stack holds the next piece on top
typedef struct piece {
  // FRACTION: n/d whatever it is; MINUS: minus the expression
  enum { TEXT, NUM, FRACTION, EXPR, MINUS } what;
  uint8_t place;
  lia_expr e;
  union { const char *text; lia_ratio num; };
} piece;

typedef struct printer {
  lia_pool *p;
  lia_text *out;
  const lia_style *style;
  lia_order order;
  const lia_angles *angles;
  int nomem;
  lia_abbreviations *used;
  int digits;
  piece *stack;
  size_t n, room;
} printer;

// ---- what was abbreviated

void lia_abbreviations_free(lia_abbreviations *a) {
  lia_free(a->e);
  *a = (lia_abbreviations){ 0 };
}

static void remember(lia_abbreviations *a, lia_expr e) {
  for (int i = 0; i < a->n; i++)
    if (a->e[i] == e) return;
  if (a->n == a->room) {
    int room = a->room ? 2 * a->room : 16;
    lia_expr *more = lia_realloc(a->e, (size_t)room * sizeof *more);
    a->nomem |= !more;
    if (!more) return;
    a->e = more;
    a->room = room;
  }
  a->e[a->n++] = e;
}

// ---- pieces

static void push(printer *t, piece x) {
  if (t->n == t->room) {
    size_t room = t->room ? 2 * t->room : 64;
    piece *stack = lia_realloc(t->stack, room * sizeof *stack);
    if (!stack) {
      t->nomem = 1;
      return;
    }
    t->stack = stack;
    t->room = room;
  }
  t->stack[t->n++] = x;
}

static void text(printer *t, const char *s) {
  if (s && *s) push(t, (piece){ .what = TEXT, .text = s });
}
static void print_number(printer *t, lia_ratio a) { push(t, (piece){ .what = NUM, .num = a }); }
static void expr(printer *t, lia_expr e, int place) {
  push(t, (piece){ .what = EXPR, .e = e, .place = (uint8_t)place });
}
static void open(printer *t, int paren) { if (paren) text(t, t->style->open); }
static void close(printer *t, int paren) { if (paren) text(t, t->style->close); }

// pieces are pushed in the order they are read, and turned around at the end of each node
static void print_turn(printer *t, size_t from) {
  LIA_ASSERT(from <= t->n || t->nomem);
  for (size_t i = from, j = t->n; i + 1 < j; i++) {
    piece x = t->stack[i];
    t->stack[i] = t->stack[--j];
    t->stack[j] = x;
  }
}

static int is_negative(const lia_pool *p, lia_expr e) {
  lia_expr rest, num = lia_sym_split(p, e, &rest);
  return lia_ratio_sign(lia_expr_num(p, num)) < 0;
}

// 1.5 \cdot 10^{-9} is a product
static int power_of_ten(lia_ratio a) {
  lia_text t = { 0 };
  if (a.d == 1) return 0;
  lia_print_number_text(&t, a);
  int yes = strchr(lia_text_str(&t), 'e') != NULL;
  lia_text_free(&t);
  return yes;
}

static void put_number(printer *t, lia_ratio a, int place) {
  int product = place > PRODUCT && t->style->latex && !lia_print_as_fraction(a) && power_of_ten(a);
  int paren = place > SUM &&
      (lia_ratio_sign(a) < 0 || product || (place > PRODUCT && lia_print_as_fraction(a)));
  open(t, paren);
  print_number(t, a);
  close(t, paren);
}

// ---- sums

// a sum, or minus it; a positive term leads where there is one
static void put_sum(printer *t, lia_expr e, int minus, int place) {
  const lia_expr *k = lia_order_args(&t->order, t->p, e);
  uint32_t n = lia_expr_n(t->p, e), first = 0;
  while (first < n && is_negative(t->p, k[first]) != minus) first++;
  if (first == n) first = 0;
  open(t, place > SUM);
  for (uint32_t i = 0; i < n; i++) {
    // the leading term, then the others in their order
    uint32_t j = i;
    if (i == 0) j = first;
    else if (i <= first) j = i - 1;
    int flip = is_negative(t->p, k[j]), below_zero = flip != minus;
    if (i > 0) text(t, below_zero ? t->style->minus : t->style->plus);
    else if (below_zero) text(t, "-");
    push(t, (piece){ .what = flip ? MINUS : EXPR, .e = k[j], .place = PRODUCT });
  }
  close(t, place > SUM);
}

// ---- powers

static void put_exponent(printer *t, lia_expr e, const lia_ratio *num) {
  int bare = t->style->latex || (num && lia_ratio_whole(*num) && lia_ratio_sign(*num) >= 0);
  text(t, t->style->power);
  if (!num) expr(t, e, t->style->latex ? ANY : ATOM);
  else {
    open(t, !bare);
    print_number(t, *num);
    if (lia_ratio_exact(*num) && !lia_ratio_whole(*num) && !lia_ratio_by_five(*num))
      t->stack[t->n - 1].what = FRACTION;
    close(t, !bare);
  }
  text(t, t->style->power_end);
}

static void put_fun(printer *t, lia_expr e, const lia_ratio *power);

// \cos^{2} q: a function of LaTeX carries its power itself; c_{12} and |x| do not
static int carries_power(const printer *t, lia_expr base) {
  if (!t->style->latex || lia_op_row[lia_expr_op(t->p, base)].latex[0] != '\\' ||
      lia_expr_n(t->p, base) != 1 || lia_expr_op(t->p, base) == LIA_OP_abs)
    return 0;
  lia_text angle = { 0 };
  int short_one = t->angles->how && lia_print_angle(&angle, t->style, t->p, t->angles, base);
  lia_text_free(&angle);
  return !short_one;
}

// base ^ num, or base ^ e where num is NULL
static void print_put_power(printer *t, lia_expr base, lia_expr e, const lia_ratio *num,
    int place) {
  if (num && num->n == 1 && num->d == 1) expr(t, base, place);
  else if (num && num->n == 1 && num->d == 2) {
    text(t, t->style->root);
    expr(t, base, ANY);
    text(t, t->style->root_end);
  } else if (num && num->d == 1 && carries_power(t, base)) {
    put_fun(t, base, num);
  } else {
    open(t, place > POWER);
    expr(t, base, ATOM);
    put_exponent(t, e, num);
    close(t, place > POWER);
  }
}

// ---- products: a number, factors above and factors below the line

typedef struct product {
  lia_ratio up, down;     // the number, as numerator and denominator
  const lia_expr *f;      // factors in order
  uint32_t n, nup, ndown; // how many; on each side, numbers that are not 1 included
  lia_expr minus;         // the factor that is printed with the other sign, 0: none
  // sqrt(m) among the factors that takes the number in: 0.3*sqrt(109) is sqrt(9.81); 0: none
  lia_expr root;
} product;

// -a*(b - c) is a*(c - b): the first sum above the line that has a negative term carries the sign;
// 0 where there is none
static lia_expr sign_bearer(const printer *t, lia_expr rest) {
  if (lia_expr_op(t->p, rest) != LIA_OP_mul) return 0;
  const lia_expr *f = lia_order_args(&t->order, t->p, rest);
  for (uint32_t i = 0; i < lia_expr_n(t->p, rest); i++) {
    if (lia_expr_op(t->p, f[i]) != LIA_OP_add) continue;
    const lia_expr *k = lia_expr_args(t->p, f[i]);
    for (uint32_t j = 0; j < lia_expr_n(t->p, f[i]); j++)
      if (is_negative(t->p, k[j])) return f[i];
  }
  return 0;
}

static int below(const lia_pool *p, lia_expr factor) {
  lia_expr e;
  lia_sym_base(p, factor, &e);
  return e != LIA_ONE && lia_expr_is_num(p, e) && lia_ratio_sign(lia_expr_num(p, e)) < 0;
}

static int print_is_one(lia_ratio a) { return a.n == 1 && a.d == 1; }

static int print_is_root(const lia_pool *p, lia_expr f) {
  lia_expr e, base = lia_sym_base(p, f, &e);
  return e == LIA_HALF && lia_expr_is_num(p, base);
}

static lia_expr root_among(const lia_pool *p, const product *x) {
  for (uint32_t i = 0; i < x->n; i++)
    if (print_is_root(p, x->f[i])) return x->f[i];
  return 0;
}

// decimals go under a root of numbers, twos below the line: sqrt(9.81), sqrt(2)/8
static product product_of(const printer *t, lia_ratio num, const lia_expr *rest, lia_expr minus) {
  lia_ratio one = lia_ratio_make(1, 1);
  product x = { .up = num, .down = one, .f = rest, .n = 1, .minus = minus };
  if (lia_expr_op(t->p, *rest) == LIA_OP_mul) {
    x.f = lia_order_args(&t->order, t->p, *rest);
    x.n = lia_expr_n(t->p, *rest);
  }
  lia_expr root = lia_ratio_exact(num) && !lia_ratio_whole(num) ? root_among(t->p, &x) : 0;
  if (lia_print_as_fraction(num) || (root && !lia_ratio_by_five(num)) ||
      (*rest == LIA_PI && lia_ratio_exact(num))) {
    x.up = lia_ratio_top(num);
    x.down = lia_ratio_bottom(num);
  } else if (root) {
    x.root = root;
    x.up = lia_ratio_mul(lia_ratio_mul(num, num), lia_expr_num(t->p, lia_expr_args(t->p, root)[0]));
  }
  for (uint32_t i = 0; i < x.n; i++) x.ndown += below(t->p, x.f[i]) != 0;
  x.nup = x.n - x.ndown + !print_is_one(x.up) - (x.root != 0);
  x.ndown += !print_is_one(x.down);
  return x;
}

static void put_factor_number(printer *t, const product *x, lia_ratio num, int under) {
  if (under || !x->root) {
    print_number(t, num);
    return;
  }
  text(t, t->style->root);
  print_number(t, num);
  text(t, t->style->root_end);
}

static void put_side(printer *t, const product *x, int under, int place) {
  lia_ratio num = under ? x->down : x->up;
  int count = 0;
  if (!print_is_one(num) || !(under ? x->ndown : x->nup)) {
    put_factor_number(t, x, num, under);
    count++;
  }
  for (uint32_t i = 0; i < x->n; i++) {
    if (below(t->p, x->f[i]) != under || x->f[i] == x->root) continue;
    if (count++) text(t, t->style->times);
    lia_expr e, base = lia_sym_base(t->p, x->f[i], &e);
    if (!under)
      push(t, (piece){ .what = x->f[i] == x->minus ? MINUS : EXPR, .e = x->f[i],
          .place = (uint8_t)place });
    else {
      lia_ratio power = lia_ratio_neg(lia_expr_num(t->p, e));
      print_put_power(t, base, 0, &power, place);
    }
  }
}

// factor i of one side of the line is a sum the number would go into, were it read beside it
static int takes(const printer *t, const product *x, uint32_t i, lia_ratio num, int under) {
  lia_expr e, base = lia_sym_base(t->p, x->f[i], &e);
  if (below(t->p, x->f[i]) != under || lia_expr_op(t->p, base) != LIA_OP_add ||
      e != (under ? LIA_MINUS : LIA_ONE))
    return 0;
  lia_expr c = lia_pool_num(t->p, base == x->minus ? lia_ratio_neg(num) : num);
  return c && lia_sym_inside(t->p, c, base);
}

// a number before a sum it would go into: above the line the first factor, which is read with it
// alone; below it any
static int goes_inside(const printer *t, const product *x, lia_ratio num, int under) {
  uint32_t i = 0;
  if (print_is_one(num)) return 0;
  while (i < x->n && (under ? !takes(t, x, i, num, 1) : below(t->p, x->f[i]))) i++;
  return i < x->n && takes(t, x, i, num, under);
}

static int read_wrong(const printer *t, const product *x) {
  if (t->style->latex || x->root || (x->n == 1 && print_is_one(x->down) && !below(t->p, x->f[0])))
    return 0;
  return goes_inside(t, x, x->up, 0) || goes_inside(t, x, x->down, 1);
}

// num times rest, of which the factor minus (0: none) is printed with the other sign
static void print_put_product(printer *t, lia_ratio num, lia_expr rest, lia_expr minus, int place) {
  product x = product_of(t, num, &rest, minus);
  if (read_wrong(t, &x)) {
    // (3/4)*(x/3 + y), 1.4*((2/m - 1)*z)
    open(t, place > PRODUCT);
    put_number(t, minus ? lia_ratio_neg(num) : num, PRODUCT + 1);
    text(t, t->style->times);
    open(t, 1);
    expr(t, rest, ANY);
    close(t, 1);
    close(t, place > PRODUCT);
    return;
  }
  if (t->style->frac && x.ndown) {
    text(t, t->style->frac);
    put_side(t, &x, 0, x.nup > 1 ? PRODUCT : ANY);
    text(t, t->style->frac_mid);
    put_side(t, &x, 1, x.ndown > 1 ? PRODUCT : ANY);
    text(t, t->style->frac_end);
    return;
  }
  int paren = place > PRODUCT;
  open(t, paren);
  put_side(t, &x, 0, PRODUCT);
  if (x.ndown) {
    text(t, t->style->over);
    open(t, x.ndown > 1);
    put_side(t, &x, 1, x.ndown > 1 ? PRODUCT : POWER);
    close(t, x.ndown > 1);
  }
  close(t, paren);
}

// ---- functions

// piecewise(c1, a1, c2, a2, ..., else): a chain of ifs in the last place
static void put_if(printer *t, lia_expr e) {
  int latex = t->style->latex;
  text(t, latex ? "\\begin{cases}" : "piecewise(");
  for (; lia_expr_op(t->p, e) == LIA_OP_if; e = lia_expr_args(t->p, e)[2]) {
    const lia_expr *k = lia_expr_args(t->p, e);
    expr(t, k[!latex ? 0 : 1], ANY);
    text(t, latex ? " & \\text{if } " : t->style->comma);
    expr(t, k[latex ? 0 : 1], ANY);
    text(t, latex ? " \\\\ " : t->style->comma);
  }
  expr(t, e, ANY);
  text(t, latex ? " & \\text{otherwise}\\end{cases}" : ")");
}

// f(x, y), in LaTeX also \sin^{2} x and |x|
static void put_fun(printer *t, lia_expr e, const lia_ratio *power) {
  const lia_oprow *row = &lia_op_row[lia_expr_op(t->p, e)];
  const lia_expr *k = lia_expr_args(t->p, e);
  uint32_t n = lia_expr_n(t->p, e);
  text(t, t->style->latex ? row->latex : row->text);
  if (power) put_exponent(t, 0, power);
  int bars = t->style->latex && lia_expr_op(t->p, e) == LIA_OP_abs;
  int bare = t->style->latex && n == 1 && lia_expr_op(t->p, k[0]) == LIA_OP_sym;
  text(t, bars || bare ? " " : t->style->fun_open);
  for (uint32_t i = 0; i < n; i++) {
    if (i) text(t, t->style->comma);
    expr(t, k[i], ANY);
  }
  if (bars) text(t, "\\right|");
  else if (!bare) text(t, t->style->fun_close);
}

static void put_comparison(printer *t, lia_expr e, int place) {
  const lia_oprow *row = &lia_op_row[lia_expr_op(t->p, e)];
  const lia_expr *k = lia_expr_args(t->p, e);
  open(t, place > CMP);
  expr(t, k[0], SUM);
  text(t, " ");
  text(t, t->style->latex ? row->latex : row->text);
  text(t, " ");
  expr(t, k[1], SUM);
  close(t, place > CMP);
}

// ---- nodes

static void put_scale(printer *t, lia_expr e, int minus, int place) {
  lia_expr rest = lia_expr_args(t->p, e)[1];
  lia_ratio c = lia_expr_num(t->p, lia_expr_args(t->p, e)[0]);
  if (minus) c = lia_ratio_neg(c);
  if (lia_ratio_sign(c) >= 0) {
    if (print_is_one(c)) expr(t, rest, place);
    else print_put_product(t, c, rest, 0, place);
    return;
  }
  if (c.n == -1 && c.d == 1 && lia_expr_op(t->p, rest) == LIA_OP_add) {
    put_sum(t, rest, 1, place);
    return;
  }
  lia_expr bearer = sign_bearer(t, rest);
  if (bearer) {
    print_put_product(t, lia_ratio_neg(c), rest, bearer, place);
    return;
  }
  open(t, place > SUM);
  text(t, "-");
  print_put_product(t, lia_ratio_neg(c), rest, 0, PRODUCT);
  close(t, place > SUM);
}

static void put_pow(printer *t, lia_expr e, int place) {
  lia_expr exponent, base = lia_sym_base(t->p, e, &exponent);
  lia_ratio one = lia_ratio_make(1, 1), num = { .n = 0, .d = 1 };
  int has = lia_expr_is_num(t->p, exponent);
  if (has) num = lia_expr_num(t->p, exponent);
  if (has && lia_ratio_sign(num) < 0) print_put_product(t, one, e, 0, place);
  else print_put_power(t, base, exponent, has ? &num : NULL, place);
}

// 1 where e is written as c12
static int put_angle(printer *t, lia_expr e) {
  if (!t->angles->how || !lia_print_angle(t->out, t->style, t->p, t->angles, e)) return 0;
  if (t->used) remember(t->used, e);
  return 1;
}

static void put_node(printer *t, piece x) {
  lia_pool *p = t->p;
  lia_op op = lia_expr_op(p, x.e);
  switch (op) {
    case LIA_OP_num:
      put_number(t, x.what == MINUS ? lia_ratio_neg(lia_expr_num(p, x.e)) : lia_expr_num(p, x.e),
      x.place);
      break;
    case LIA_OP_scale: put_scale(t, x.e, x.what == MINUS, x.place); break;
    case LIA_OP_pi: text(t, t->style->latex ? lia_op_row[op].latex : lia_op_row[op].text); break;
    case LIA_OP_sym: lia_print_symbol(t->out, t->style, p, x.e); break;
    case LIA_OP_add: put_sum(t, x.e, x.what == MINUS, x.place); break;
    case LIA_OP_mul: print_put_product(t, lia_ratio_make(1, 1), x.e, 0, x.place); break;
    case LIA_OP_pow: put_pow(t, x.e, x.place); break;
    case LIA_OP_if: put_if(t, x.e); break;
    case LIA_OP_lt: case LIA_OP_le: case LIA_OP_eq: put_comparison(t, x.e, x.place); break;
    default:
      if (!put_angle(t, x.e)) put_fun(t, x.e, NULL);
  }
}

static void print_run(printer *t, lia_expr e, size_t most) {
  size_t start = t->out->n;
  expr(t, e, ANY);
  while (t->n && !t->nomem) {
    piece x = t->stack[--t->n];
    size_t from = t->n;
    switch (x.what) {
      case TEXT: lia_text_put(t->out, x.text); break;
      case NUM: lia_print_num_short(t->out, t->style, x.num, t->digits); break;
      case FRACTION: lia_print_fraction(t->out, t->style, x.num); break;
      default: put_node(t, x); print_turn(t, from);
    }
    if (t->out->n - start > most) {
      lia_text_cut(t->out, start + (most > 3 ? most - 3 : 0));
      lia_text_put(t->out, "...");
      return;
    }
  }
}

static lia_status print_one(lia_pool *p, lia_expr e, const lia_print_opts *opts,
    const lia_angles *angles, lia_text *out) {
  LIA_ASSERT(e < p->used);
  printer t = { .p = p, .out = out, .style = opts->style ? opts->style : &lia_style_text,
      .angles = angles,
      .used = opts->used, .digits = opts->digits };
  if (!lia_order_open(&t.order, p, 1, &e)) return LIA_ENOMEM;
  print_run(&t, e, opts->most ? opts->most : (size_t)1 << 20);
  lia_order_close(&t.order, p);
  lia_free(t.stack);
  return t.nomem || out->nomem || (t.used && t.used->nomem) ? LIA_ENOMEM : LIA_OK;
}

lia_status lia_print(lia_pool *p, lia_expr e, const lia_print_opts *opts, lia_text *out) {
  lia_print_opts none = { 0 };
  lia_angles angles;
  if (!e) return LIA_EARG;
  if (!opts) opts = &none;
  if (!lia_angles_open(&angles, p, 1, &e, opts)) return LIA_ENOMEM;
  lia_status st = print_one(p, e, opts, &angles, out);
  lia_angles_close(&angles);
  return st;
}

static lia_status latex_matrix(lia_pool *p, int rows, int cols, const lia_expr *x,
    const lia_print_opts *opts, const lia_angles *angles, lia_text *out) {
  lia_text_put(out, "\\begin{pmatrix}");
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < cols; j++) {
      lia_status st = print_one(p, x[i * cols + j], opts, angles, out);
      if (st != LIA_OK) return st;
      if (j + 1 < cols) lia_text_put(out, " & ");
      else if (i + 1 < rows) lia_text_put(out, " \\\\ ");
    }
  lia_text_put(out, "\\end{pmatrix}");
  return out->nomem ? LIA_ENOMEM : LIA_OK;
}

static lia_status text_matrix(lia_pool *p, int rows, int cols, const lia_expr *x,
    const lia_print_opts *opts, const lia_angles *angles, lia_text *out) {
  // entries one after the other, then each where its column says
  size_t n = (size_t)rows * (size_t)cols;
  size_t *end = lia_malloc((n + (size_t)cols + 1) * sizeof *end), *width = end ? end + n : NULL;
  lia_text all = { 0 };
  lia_status st = end ? LIA_OK : LIA_ENOMEM;
  for (int j = 0; end && j < cols; j++) width[j] = 0;
  for (size_t i = 0; st == LIA_OK && i < n; i++) {
    size_t before = all.n, *w = &width[i % (size_t)cols];
    st = print_one(p, x[i], opts, angles, &all);
    end[i] = all.n;
    if (all.n - before > *w) *w = all.n - before;
  }
  for (size_t i = 0, from = 0; st == LIA_OK && i < n; from = end[i++]) {
    size_t j = i % (size_t)cols;
    const char *row = i ? "\n[" : "[";
    lia_text_put(out, j ? "  " : row);
    lia_text_add(out, all.s + from, end[i] - from);
    if (j + 1 == (size_t)cols) lia_text_char(out, ']');
    else lia_text_pad(out, ' ', (int)(width[j] - (end[i] - from)));
  }
  lia_free(end);
  lia_text_free(&all);
  return st == LIA_OK && out->nomem ? LIA_ENOMEM : st;
}

lia_status lia_print_matrix(lia_pool *p, int rows, int cols, const lia_expr *x,
    const lia_print_opts *opts, lia_text *out) {
  lia_print_opts none = { 0 };
  lia_angles angles;
  if (!opts) opts = &none;
  for (int i = 0; i < rows * cols; i++)
    if (!x[i]) return LIA_EARG;
  if (!lia_angles_open(&angles, p, (uint32_t)(rows * cols), x, opts)) return LIA_ENOMEM;
  const int latex = opts->style && opts->style->latex;
  lia_status st = latex ? latex_matrix(p, rows, cols, x, opts, &angles, out)
                        : text_matrix(p, rows, cols, x, opts, &angles, out);
  lia_angles_close(&angles);
  return st;
}

void lia_print_short(lia_pool *p, lia_expr e, char *out, size_t size) {
  LIA_ASSERT(size > 0);
  lia_text s = { 0 };
  lia_error kept = p->err;
  lia_print_opts opts = { .style = &lia_style_shown, .most = size - 1 };
  lia_status st = lia_print(p, e, &opts, &s);
  lia_text_format(out, size, "%s", st == LIA_OK ? lia_text_str(&s) : "?");
  lia_text_free(&s);
  p->err = kept;
}
