/* tangent.c - values and slopes of a tape, instruction by instruction */
#include "sym/tape/tangent.h"

#include "sym/tape/choices.h"

#include <math.h>

enum { N = LIA_TANGENTS };

// what a pass works in: values (nslot), slopes (nslot x N), marks of corners (nslot)
typedef struct pass {
  double *value, *slope;
  char *corner;
} pass;

static pass pass_in(const lia_tape *t, double *w) {
  double *slope = w + t->nslot;
  return (pass){ w, slope, (char *)(slope + (size_t)N * t->nslot) };
}

size_t lia_tape_tangent_room(const lia_tape *t) {
  return (size_t)(N + 1) * t->nslot + t->nslot / sizeof(double) + 1;
}

// ---- values ----

#define MAP(f, a) f(a)
#define MAP2(f, a, b) f(a, b)
#define MAP3(f, a, b, c) f(a, b, c)
#define SINE(a) sine_of(a, math)
#define COSINE(a) cosine_of(a, math)
#define ARCTAN(a) arctan_of(a, math)
#define MADD(a, b, c) ((a) * (b) + (c))

static double sine_of(double x, const lia_tape_math *math) {
  double s, c;
  if (!math) return sin(x);
  math->sincos(&x, &s, &c, 1);
  return s;
}

static double cosine_of(double x, const lia_tape_math *math) {
  double s, c;
  if (!math) return cos(x);
  math->sincos(&x, &s, &c, 1);
  return c;
}

static double arctan_of(double x, const lia_tape_math *math) {
  if (!math) return atan(x);
  math->atan(&x, &x, 1);
  return x;
}

static double instruction_value(uint32_t op, double A, double B, double C,
                                const lia_tape_math *math) {
  switch (op) {
#define LIA_INS(id, reads, mul, add, div, fun, text) \
    case LIA_INS_##id: return text;
#include "sym/tape/tape.def"
#undef LIA_INS
    default: return A;
  }
}

// ---- slopes: d[k] = df/d(argument k) ----

// a^b: b a^(b-1), and ln(a) a^b where a is positive
static void power_slopes(double a, double b, double power, double d[3]) {
  d[0] = 0;
  d[1] = 0;
  if (b != 0) d[0] = b * pow(a, b - 1);
  if (a > 0) d[1] = power * log(a);
}

static void linear_slopes(uint32_t op, const double x[3], double d[3]) {
  const int minus = op == LIA_INS_nmadd ? -1 : 1;
  d[0] = minus * x[1];
  d[1] = minus * x[0];
  d[2] = 1;
  if (op == LIA_INS_msub) d[2] = -1;
}

static void product_slopes(const double x[3], double d[3]) {
  d[0] = x[1] * x[2];
  d[1] = x[0] * x[2];
  d[2] = x[0] * x[1];
}

static double unary_slope(uint32_t op, double x, double f, const lia_tape_math *math) {
  switch (op) {
    case LIA_INS_neg: return -1;
    case LIA_INS_sqrt: return 1 / (2 * f);
    case LIA_INS_sin: return cosine_of(x, math);
    case LIA_INS_cos: return -sine_of(x, math);
    case LIA_INS_tan: return 1 + f * f;
    case LIA_INS_asin: return 1 / sqrt(1 - x * x);
    case LIA_INS_acos: return -1 / sqrt(1 - x * x);
    case LIA_INS_atan: return 1 / (1 + x * x);
    case LIA_INS_exp: return f;
    case LIA_INS_log: return 1 / x;
    case LIA_INS_tanh: return 1 - f * f;
    case LIA_INS_abs: return lia_op_sign_of(x);
    default: return 0;
  }
}

static void pair_slopes(uint32_t op, const double x[3], double f, double d[3]) {
  const double square = x[0] * x[0] + x[1] * x[1];
  switch (op) {
    case LIA_INS_sub: d[0] = 1; d[1] = -1; return;
    case LIA_INS_mul: d[0] = x[1]; d[1] = x[0]; return;
    case LIA_INS_div: d[0] = 1 / x[1]; d[1] = -f / x[1]; return;
    case LIA_INS_pow: power_slopes(x[0], x[1], f, d); return;
    case LIA_INS_atan2: d[0] = x[1] / square; d[1] = -x[0] / square; return;
    case LIA_INS_min: d[0] = x[0] <= x[1]; d[1] = !d[0]; return;
    case LIA_INS_max: d[0] = x[0] >= x[1]; d[1] = !d[0]; return;
    default: d[0] = 0; d[1] = 0;
  }
}

static void slopes_of(uint32_t op, const double x[3], double f, const lia_tape_math *math,
                      double d[3]) {
  switch ((lia_tapeop)op) {
    case LIA_INS_add: case LIA_INS_add3: d[0] = d[1] = d[2] = 1; return;
    case LIA_INS_madd: case LIA_INS_msub: case LIA_INS_nmadd: linear_slopes(op, x, d); return;
    case LIA_INS_mul3: product_slopes(x, d); return;
    case LIA_INS_if: d[0] = 0; d[1] = x[0] != 0; d[2] = !d[1]; return;
    case LIA_INS_sub: case LIA_INS_mul: case LIA_INS_div: case LIA_INS_pow: case LIA_INS_atan2:
    case LIA_INS_min: case LIA_INS_max: case LIA_INS_lt: case LIA_INS_le: case LIA_INS_eq:
      pair_slopes(op, x, f, d);
      return;
    case LIA_INS_neg: case LIA_INS_sqrt: case LIA_INS_sin: case LIA_INS_cos: case LIA_INS_tan:
    case LIA_INS_asin: case LIA_INS_acos: case LIA_INS_atan: case LIA_INS_exp: case LIA_INS_log:
    case LIA_INS_tanh: case LIA_INS_abs: case LIA_INS_sign: case LIA_INS_floor:
      d[0] = unary_slope(op, x[0], f, math);
      return;
    case LIA_INS_sincos: case LIA_INS_end: return;
  }
}

// ---- corners ----

static int has_slope(const double *a) {
  for (int k = 0; k < N; k++)
    if (a[k] != 0) return 1;
  return 0;
}

static int parts(const double *a, const double *b) {
  for (int k = 0; k < N; k++)
    if (a[k] != b[k]) return 1;
  return 0;
}

// is the instruction just where its function changes, and does a direction lead across
static int is_corner(const pass *s, const lia_ins *i, const double x[3]) {
  const double *a = s->slope + (size_t)N * i->a, *b = s->slope + (size_t)N * i->b;
  switch (i->op) {
    case LIA_INS_abs: case LIA_INS_sign: return x[0] == 0 && has_slope(a);
    case LIA_INS_floor: return x[0] == floor(x[0]) && has_slope(a);
    case LIA_INS_min: case LIA_INS_max: case LIA_INS_lt: case LIA_INS_le: case LIA_INS_eq:
      return x[0] == x[1] && parts(a, b);
    case LIA_INS_if:
      return s->corner[i->a] && (s->corner[i->b] || s->corner[i->c] || x[1] != x[2]
          || parts(b, s->slope + (size_t)N * i->c));
    default: return 0;
  }
}

// ---- the pass ----

// 0 times a slope without end is 0: a direction that does not touch an argument
static double part_of(double d, double slope) { return slope == 0 ? 0 : d * slope; }

static void carry_slopes(const pass *s, const lia_ins *i, uint32_t reads, const double x[3],
                  const double d[3]) {
  const uint32_t from[3] = { i->a, i->b, i->c };
  int corner = is_corner(s, i, x);
  double sum[N] = { 0 };
  for (uint32_t k = 0; k < reads; k++) {
    const double *a = s->slope + (size_t)N * from[k];
    corner |= s->corner[from[k]] && d[k] != 0;
    for (int j = 0; j < N; j++) sum[j] += part_of(d[k], a[j]);
  }
  for (int j = 0; j < N; j++) s->slope[(size_t)N * i->r + j] = sum[j];
  s->corner[i->r] = (char)corner;
}

// w[r] = sin w[a], w[b] = cos w[a]
static void sine_and_cosine(const pass *s, const lia_ins *i, const lia_tape_math *math) {
  const double x = s->value[i->a], sine = sine_of(x, math), cosine = cosine_of(x, math);
  const char corner = s->corner[i->a];
  for (int j = 0; j < N; j++) {
    const double a = s->slope[(size_t)N * i->a + j];
    s->slope[(size_t)N * i->r + j] = part_of(cosine, a);
    s->slope[(size_t)N * i->b + j] = part_of(-sine, a);
  }
  s->value[i->r] = sine;
  s->value[i->b] = cosine;
  s->corner[i->r] = s->corner[i->b] = corner;
}

static void execute(const pass *s, const lia_ins *i, const lia_tape_math *math) {
  const uint32_t from[3] = { i->a, i->b, i->c }, reads = lia_tape_reads(i->op);
  double x[3] = { 0 }, d[3] = { 0 };
  if (i->op == LIA_INS_sincos) {
    sine_and_cosine(s, i, math);
    return;
  }
  for (uint32_t k = 0; k < reads; k++) x[k] = s->value[from[k]];
  const double f = instruction_value(i->op, x[0], x[1], x[2], math);
  slopes_of(i->op, x, f, math, d);
  carry_slopes(s, i, reads, x, d);
  s->value[i->r] = f;
}

static void start(const lia_tape *t, const pass *s, const double *in, const double *directions) {
  const uint32_t fixed = t->nin + t->nconst;
  for (uint32_t i = 0; i < t->nin; i++) s->value[i] = in[i];
  for (uint32_t i = 0; i < t->nconst; i++) s->value[t->nin + i] = t->constant[i];
  for (size_t k = 0; k < (size_t)N * t->nin; k++) s->slope[k] = directions[k];
  for (size_t k = (size_t)N * t->nin; k < (size_t)N * fixed; k++) s->slope[k] = 0;
  for (uint32_t i = 0; i < t->nslot; i++) s->corner[i] = 0;
}

void lia_tape_tangent(const lia_tape *t, const double *in, const double *directions, double *out,
                      double *slopes, char *corner, double *w) {
  const pass s = pass_in(t, w);
  start(t, &s, in, directions);
  for (const lia_ins *i = t->ins; i->op != LIA_INS_end; i++) execute(&s, i, t->math);
  for (uint32_t i = 0; i < t->nout; i++) {
    out[i] = s.value[t->out[i]];
    if (s.corner[t->out[i]]) corner[i] = 1;
    for (int j = 0; j < N; j++) slopes[(size_t)N * i + j] = s.slope[(size_t)N * t->out[i] + j];
  }
}
