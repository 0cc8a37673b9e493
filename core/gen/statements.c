/* statements.c - names, expressions and statements of a program, as its language wants them */
#include "gen/language.h"

#include "base/assert.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- names ----

enum { LIA_PROGRAM_NAME = 56 };   // letters; MATLAB reads 63

int lia_word_among(const char *words, const char *name, size_t n) {
  char word[80];
  if (n + 3 > sizeof word) return 0;
  word[0] = ' ';
  memcpy(word + 1, name, n);
  memcpy(word + 1 + n, " ", 2);
  return strstr(words, word) != NULL;
}

static int reserved(const lia_writer *w, const char *name, size_t n) {
  if (lia_word_among(w->d->words.reserved, name, n)) return 1;
  return w->d->words.reserves && w->d->words.reserves(name, n);
}

// a name nobody has: as wished, with as many _ behind as it takes
static const char *fresh(lia_writer *w, const char *wish) {
  char name[200];
  int n = lia_text_format(name, sizeof name - 40, "%s", wish);
  if (n > (int)sizeof name - 41) n = (int)sizeof name - 41;
  while (reserved(w, name, (size_t)n) || lia_names_find(&w->used, name, (size_t)n) >= 0) {
    if (n + 2 >= (int)sizeof name) break;
    name[n++] = '_';
    name[n] = 0;
  }
  int id = lia_names_add(&w->used, name, (size_t)n);
  if (id < 0) w->nomem = 1;
  return id < 0 ? "" : lia_names_text(&w->used, id);
}

// q1' -> q1p; letters beyond ASCII by their bytes; _x -> u_x, since not every language begins so
static void identifier(const char *s, char *out, size_t size) {
  size_t n = 0;
  if (*s == '_') out[n++] = 'u';
  for (; *s && n + 4 < size; s++) {
    unsigned char c = (unsigned char)*s;
    if (c == '\'') out[n++] = 'p';
    else if (c < 128) out[n++] = (char)(isalnum(c) || c == '_' ? c : '_');
    else n += (size_t)snprintf(out + n, 4, "u%02x", c);
  }
  out[n] = 0;
}

// "q1_q2" for q1 + q2, "q1_mq2" for q1 - q2; 0 where the angle is anything else
static int angle_name(const lia_writer *w, uint32_t i, int minus, char *out, size_t size) {
  const lia_value *v = &w->script->v[i];
  if (v->op == LIA_VALUE_INPUT) {
    const char *name = w->name[i];
    if (strchr(name, '_') || strlen(out) + strlen(name) + 3 > size) return 0;
    if (*out) strcat(out, "_");
    if (minus) strcat(out, "m");
    strcat(out, name);
    return 1;
  }
  if (minus || (v->op != LIA_INS_add && v->op != LIA_INS_sub && v->op != LIA_INS_add3)) return 0;
  for (uint32_t j = 0; j < v->reads; j++)
    if (!angle_name(w, v->k[j], j && v->op == LIA_INS_sub, out, size)) return 0;
  return 1;
}

static void name_value(lia_writer *w, uint32_t i, uint32_t *count) {
  const lia_value *v = &w->script->v[i];
  char wish[LIA_PROGRAM_NAME + 4], angle[LIA_PROGRAM_NAME] = "";
  int second = v->op == LIA_VALUE_COS;   // of a sincos
  uint32_t op = second ? LIA_INS_sincos : v->op, from = v->k[0];
  if (second) from = w->script->v[from].k[0];
  int trig = op == LIA_INS_sincos || op == LIA_INS_sin || op == LIA_INS_cos;
  if (trig && angle_name(w, from, 0, angle, sizeof angle))
    snprintf(wish, sizeof wish, "%c_%s", second || op == LIA_INS_cos ? 'c' : 's', angle);
  else
    snprintf(wish, sizeof wish, "x%u", ++*count);
  w->name[i] = fresh(w, wish);
}

void lia_give_names(lia_writer *w) {
  const lia_script *s = w->script;
  uint32_t count = 0, i = 0;
  for (int k = 0; k < w->f->nin + w->f->nout; k++) {
    char array[24];
    int in = k < w->f->nin;
    snprintf(array, sizeof array, in ? "in%d" : "out%d", 1 + (in ? k : k - w->f->nin));
    fresh(w, array);
  }
  for (int g = 0; g < w->f->nin; g++)
    for (int k = 0; k < w->f->in[g].n; k++, i++) {
      char name[160], wish[LIA_PROGRAM_NAME];
      lia_input_name(w, g, k, name, sizeof name);
      identifier(name, wish, sizeof wish);
      w->name[i] = fresh(w, wish);
    }
  for (i = s->first; i < s->n; i++)
    if (s->v[i].named) name_value(w, i, &count);
}

// ---- expressions ----

// where a whole number is an integer it needs its point, or 1/3 would be 0
void lia_write_decimal(lia_writer *w, double x) {
  char s[LIA_TEXT_DOUBLE];
  int n = lia_text_double(s, x);
  int whole = strspn(s, "-0123456789") == (size_t)n;
  LIA_PUT("%s%s", s, whole ? w->d->number.point : "");
}

static void statements_number(lia_writer *w, double x) {
  lia_put(w, w->d->number.open);
  lia_write_decimal(w, x);
  lia_put(w, w->d->number.close);
}

static const char *not_finite(const lia_writer *w, double x) {
  if (isnan(x)) return w->d->number.nan;
  return x > 0 ? w->d->number.infinity : w->d->number.minus_infinity;
}

static void statements_constant(lia_writer *w, double x, int place) {
  int paren = place > LIA_PLACE_sum && (signbit(x) || isinf(x) || isnan(x));
  if (paren) lia_put(w, "(");
  if (isfinite(x)) statements_number(w, x);
  else LIA_PUT("%s%s%s", w->d->number.open, not_finite(w, x), w->d->number.close);
  if (paren) lia_put(w, ")");
}

static void statements_input(lia_writer *w, uint32_t i) {
  w->d->statement.input(w, w->group[i], w->at[i]);
}

// "w[7]", a place of the room for what crosses parts
static void put_room(lia_writer *w, uint32_t place) {
  const uint32_t at = place + (uint32_t)w->d->statement.base;
  LIA_PUT("w%s%u%s", w->d->statement.open, at, w->d->statement.close);
}

static void variable(lia_writer *w, uint32_t i, int part) {
  LIA_ASSERT(i < w->script->n && w->name[i]);
  const lia_value *v = &w->script->v[i];
  const int here = v->part == part || v->part == LIA_PART_BATCH;   // a batch is read beforehand
  if (here || !v->crosses) lia_put(w, w->name[i]);
  else put_room(w, v->place);
}

static void statements_call(lia_writer *w, const char *name, const lia_value *v, int part) {
  LIA_PUT("%s%s%s(", w->d->function.math, name, w->d->function.suffix);
  for (uint32_t j = 0; j < v->reads; j++) {
    if (j) lia_put(w, ", ");
    lia_write_value(w, v->k[j], LIA_PLACE_sum, part);
  }
  lia_put(w, ")");
}

// a + (b + c) is a + b + c, but for what is rounded
static int behind_plus(const lia_writer *w) {
  return w->d->exact || w->kernel ? LIA_PLACE_product : LIA_PLACE_sum;
}

// a op b op c, parentheses where the place asks for a tighter one
static void statements_chain(lia_writer *w, const lia_value *v, const char *op, int mine, int last,
    int place,
    int part) {
  if (place > mine) lia_put(w, "(");
  for (uint32_t j = 0; j < v->reads; j++) {
    if (j) lia_put(w, op);
    lia_write_value(w, v->k[j], j ? last : mine, part);
  }
  if (place > mine) lia_put(w, ")");
}

static void statements_divide(lia_writer *w, const lia_value *v, int place, int part) {
  if (!w->d->operation.divide) {
    statements_chain(w, v, "/", LIA_PLACE_product, LIA_PLACE_atom, place, part);
    return;
  }
  LIA_PUT("%s(", w->d->operation.divide);
  lia_write_value(w, v->k[0], LIA_PLACE_sum, part);
  lia_put(w, ", ");
  lia_write_value(w, v->k[1], LIA_PLACE_sum, part);
  lia_put(w, ")");
}

// madd(a, b, c), which may round once; the signs of the product and of c
static void call_madd(lia_writer *w, const lia_value *v, int minus_ab, int minus_c, int part) {
  LIA_PUT("%s(%s", w->d->operation.madd, minus_ab ? "-" : "");
  lia_write_value(w, v->k[0], minus_ab ? LIA_PLACE_atom : LIA_PLACE_sum, part);
  lia_put(w, ", ");
  lia_write_value(w, v->k[1], LIA_PLACE_sum, part);
  lia_put(w, minus_c ? ", -" : ", ");
  lia_write_value(w, v->k[2], minus_c ? LIA_PLACE_atom : LIA_PLACE_sum, part);
  lia_put(w, ")");
}

// a*b + c
static void multiply_add(lia_writer *w, const lia_value *v, int minus_ab, int minus_c, int place,
                         int part) {
  if (w->d->operation.madd) {
    call_madd(w, v, minus_ab, minus_c, part);
    return;
  }
  if (place > LIA_PLACE_sum) lia_put(w, "(");
  if (minus_ab) {
    lia_write_value(w, v->k[2], LIA_PLACE_sum, part);
    lia_put(w, " - ");
  }
  lia_write_value(w, v->k[0], LIA_PLACE_product, part);
  lia_put(w, "*");
  lia_write_value(w, v->k[1], LIA_PLACE_atom, part);
  if (!minus_ab) {
    lia_put(w, minus_c ? " - " : " + ");
    lia_write_value(w, v->k[2], minus_c ? LIA_PLACE_product : behind_plus(w), part);
  }
  if (place > LIA_PLACE_sum) lia_put(w, ")");
}

static void statements_compare(lia_writer *w, const lia_value *v, const char *op, int part) {
  int calls = w->d->operation.calls;
  LIA_PUT(calls ? "%s(" : "(", op);
  lia_write_value(w, v->k[0], LIA_PLACE_sum, part);
  if (calls) lia_put(w, ", ");
  else LIA_PUT(" %s ", op);
  lia_write_value(w, v->k[1], LIA_PLACE_sum, part);
  if (!calls) LIA_PUT("%s%s", w->d->operation.yes, w->d->operation.no);
  lia_put(w, ")");
}

static void statements_choose(lia_writer *w, const lia_value *v, int part) {
  int calls = w->d->operation.calls;
  LIA_PUT(calls ? "%s(" : "(", w->d->operation.choose);
  lia_write_value(w, v->k[0], calls ? LIA_PLACE_sum : LIA_PLACE_atom, part);
  lia_put(w, calls ? ", " : w->d->operation.choose);
  lia_write_value(w, v->k[1], LIA_PLACE_sum, part);
  lia_put(w, calls ? ", " : w->d->operation.otherwise);
  lia_write_value(w, v->k[2], LIA_PLACE_sum, part);
  lia_put(w, ")");
}

int lia_is_used(const lia_writer *w, uint32_t op) {
  for (uint32_t i = w->script->first; i < w->script->n; i++)
    if (w->script->v[i].op == op) return 1;
  return 0;
}

static const char *function_name(const lia_writer *w, uint32_t op) {
#define X(id) if (op == LIA_INS_##id) return w->d->function.id;
  LIA_FUNCTION_LIST(X)
#undef X
  return "";
}

// what instruction v computes, written out
static void operation(lia_writer *w, const lia_value *v, int place, int part) {
  switch (v->op) {
    case LIA_INS_add: case LIA_INS_add3:
      statements_chain(w, v, " + ", LIA_PLACE_sum, behind_plus(w), place, part);
      return;
    case LIA_INS_sub: statements_chain(w, v, " - ", LIA_PLACE_sum, LIA_PLACE_product, place,
        part); return;
    case LIA_INS_mul: case LIA_INS_mul3:
      statements_chain(w, v, "*", LIA_PLACE_product, LIA_PLACE_atom, place, part);
      return;
    case LIA_INS_div: statements_divide(w, v, place, part); return;
    case LIA_INS_neg:
      lia_put(w, place > LIA_PLACE_sum ? "(-" : "-");
      lia_write_value(w, v->k[0], LIA_PLACE_atom, part);
      lia_put(w, place > LIA_PLACE_sum ? ")" : "");
      return;
    case LIA_INS_madd:  multiply_add(w, v, 0, 0, place, part); return;
    case LIA_INS_msub:  multiply_add(w, v, 0, 1, place, part); return;
    case LIA_INS_nmadd: multiply_add(w, v, 1, 0, place, part); return;
    case LIA_INS_lt: statements_compare(w, v, w->d->operation.less, part); return;
    case LIA_INS_le: statements_compare(w, v, w->d->operation.less_equal, part); return;
    case LIA_INS_eq: statements_compare(w, v, w->d->operation.equal, part); return;
    case LIA_INS_if: statements_choose(w, v, part); return;
    default: statements_call(w, function_name(w, v->op), v, part);
  }
}

void lia_write_value(lia_writer *w, uint32_t i, int place, int part) {
  const lia_value *v = &w->script->v[i];
  if (v->op == LIA_VALUE_CONSTANT) statements_constant(w, w->tape->constant[v->k[0]], place);
  else if (v->op == LIA_VALUE_INPUT && w->inplace) statements_input(w, i);
  else if (v->op == LIA_VALUE_INPUT) lia_put(w, w->name[i]);
  else if (v->named && !w->expand) variable(w, i, part);
  else operation(w, v, place, part);
}

// ---- statements ----

// "const double x3 = w[7] = ", where each half may be missing: a value others read, one read here
static void put_names(lia_writer *w, uint32_t i) {
  const lia_value *v = &w->script->v[i];
  if (v->at_home || !v->crosses) LIA_PUT("%s = ", w->name[i]);
  if (v->crosses) LIA_PUT("w[%u] = ", v->place);
}

static int is_home(const lia_value *v) { return v->at_home || !v->crosses; }

// what others read, where a statement gives one name its value only
static void keep(lia_writer *w, uint32_t i) {
  const lia_value *v = &w->script->v[i];
  if (!v->crosses || w->d->statement.chained) return;
  lia_put(w, "  ");
  put_room(w, v->place);
  LIA_PUT("%s%s%s\n", w->d->statement.assign, w->name[i], w->d->statement.end);
}

// "  const double x3 = w[7] = "
void lia_write_let(lia_writer *w, uint32_t i) {
  int chained = w->d->statement.chained;
  LIA_PUT("  %s", is_home(&w->script->v[i]) || !chained ? w->d->statement.let : "");
  if (chained) put_names(w, i);
  else LIA_PUT("%s%s", w->name[i], w->d->statement.assign);
}

static void put_sincos(lia_writer *w, uint32_t i) {
  const lia_value *v = &w->script->v[i];
  const lia_functions_of *f = &w->d->function;
  if (w->d->pair) {
    w->d->pair(w, i);
    keep(w, i);
    keep(w, i + 1);
    return;
  }
  for (uint32_t c = 0; c < 2; c++) {
    lia_write_let(w, i + c);
    LIA_PUT("%s%s%s(", f->math, c ? f->cos : f->sin, f->suffix);
    lia_write_value(w, v->k[0], LIA_PLACE_sum, v->part);
    LIA_PUT(")%s\n", w->d->statement.end);
    keep(w, i + c);
  }
}

static void put_let(lia_writer *w, uint32_t i) {
  const lia_value *v = &w->script->v[i];
  lia_write_let(w, i);
  operation(w, v, LIA_PLACE_sum, v->part);
  LIA_PUT("%s\n", w->d->statement.end);
  keep(w, i);
}

static uint32_t early_place(const lia_writer *w, uint32_t i);

static void put_store(lia_writer *w, uint32_t o) {
  uint32_t i = w->script->out[o];
  int part = w->script->v[i].part;
  lia_put(w, "  ");
  w->d->statement.output(w, w->outgroup[o], w->outat[o]);
  lia_put(w, w->d->statement.assign);
  if (part < 0) LIA_PUT("w[%u]", early_place(w, i));
  else lia_write_value(w, i, LIA_PLACE_sum, part);
  LIA_PUT("%s\n", w->d->statement.end);
}

// ---- parts ----

void lia_write_input(lia_writer *w, uint32_t i) {
  LIA_PUT("  %s%s%s", w->d->statement.let, w->name[i], w->d->statement.assign);
  statements_input(w, i);
  LIA_PUT("%s\n", w->d->statement.end);
}

static int ascending(const void *a, const void *b) {
  const uint32_t *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

static void statements_collect(lia_writer *w, uint32_t i, uint32_t *n) {
  if (w->mark[i] == w->marks) return;
  w->mark[i] = w->marks;
  w->read[(*n)++] = i;
}

// what a part reads of the inputs, or (early) of what is there before all parts: w->read,
// ascending; how many
static uint32_t reads_of(lia_writer *w, int part, int early) {
  const lia_script *s = w->script;
  uint32_t n = 0;
  w->marks++;
  for (uint32_t at = w->begin[part]; at < w->begin[part + 1]; at++) {
    uint32_t i = w->list[at];
    const lia_value *v = &s->v[i];
    // an output
    if (!early && v->op == LIA_VALUE_INPUT && v->at_home) statements_collect(w, i, &n);
    for (uint32_t j = 0; i >= s->first && v->op != LIA_VALUE_COS && j < v->reads; j++) {
      const lia_value *k = &s->v[v->k[j]];
      if (early ? k->part < 0 : k->op == LIA_VALUE_INPUT) statements_collect(w, v->k[j], &n);
    }
  }
  qsort(w->read, n, sizeof *w->read, ascending);
  return n;
}

// inputs a part reads, as variables
static void read_inputs(lia_writer *w, int part) {
  uint32_t n = reads_of(w, part, 0);
  w->inplace = n > w->d->statement.inputs;
  for (uint32_t k = 0; !w->inplace && k < n; k++) lia_write_input(w, w->read[k]);
}

void lia_write_place(lia_writer *w, uint32_t i) {
  const lia_value *v = &w->script->v[i];
  if (v->op == LIA_VALUE_INPUT) statements_input(w, i);
  else LIA_PUT("w[%u]", v->part < 0 ? early_place(w, i) : v->place);
}

uint32_t lia_early_start(const lia_writer *w) { return (w->script->sz_w + 7) & ~7u; }
uint32_t lia_early_block(const lia_writer *w) {
  return ((w->direct ? w->span : w->nearly) + 7) & ~7u;
}
uint32_t lia_work_room(const lia_writer *w) {
  return w->nearly ? lia_early_start(w) + 3 * lia_early_block(w) : w->script->sz_w;
}

// where an early sine (the value itself) or cosine (the one after it) waits, or what a batch gave
static uint32_t early_place(const lia_writer *w, uint32_t i) {
  uint32_t k = 0, end = w->nearly;
  if (w->script->v[i].part == LIA_PART_BATCH) return w->script->v[i].place;
  while (end - k > 1) {
    uint32_t mid = (k + end) / 2;
    if (w->early[mid] <= i) k = mid;
    else end = mid;
  }
  uint32_t slot = w->direct ? w->script->v[w->early[k]].k[0] - (w->direct - 1) : k;
  return lia_early_start(w) + (i - w->early[k]) * lia_early_block(w) + slot;
}

static void read_early(lia_writer *w, int part) {
  uint32_t n = reads_of(w, part, 1);
  for (uint32_t k = 0; k < n; k++) {
    uint32_t i = w->read[k];
    LIA_PUT("  %s%s = w[%u];\n", w->d->statement.let, w->name[i], early_place(w, i));
  }
}

// outputs whose values stand before value `end`, as far as they are there
static void store_before(lia_writer *w, uint32_t end, int part, uint32_t *store) {
  const lia_script *s = w->script;
  for (; *store < s->tape->nout; ++*store) {
    uint32_t i = s->out[s->store[*store]];
    if (i >= end || lia_script_ready(s, i) > part) return;
    put_store(w, s->store[*store]);
  }
}

void lia_write_body(lia_writer *w, int part, uint32_t *store) {
  const lia_script *s = w->script;
  read_inputs(w, part);
  if (w->kernel) read_early(w, part);
  for (uint32_t at = w->begin[part]; at < w->begin[part + 1]; at++) {
    uint32_t i = w->list[at];
    const lia_value *v = &s->v[i];
    if (i < s->first || !v->named) continue;
    store_before(w, i, part, store);
    if (v->op == LIA_INS_sincos) put_sincos(w, i);
    else if (v->op != LIA_VALUE_COS) put_let(w, i);
  }
  store_before(w, s->n, part, store);
}
