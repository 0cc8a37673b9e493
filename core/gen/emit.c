/* emit.c - a function as a program: tape, names, test vectors, and the row of its language */
#include "gen/emit.h"

#include "base/assert.h"
#include "base/layout.h"
#include "base/mem.h"
#include "base/rng.h"
#include "base/version.h"
#include "gen/language.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- the list ----

#define X(id) extern const lia_language_row lia_language_row_##id;
#include "gen/languages.def"
#undef X

const lia_language_row *const lia_language_rows[LIA_LANGUAGE_COUNT] = {
#define X(id) &lia_language_row_##id,
#include "gen/languages.def"
#undef X
};

int lia_language_find(const char *name) {
  for (int k = 0; k < LIA_LANGUAGE_COUNT; k++)
    if (strcmp(lia_language_rows[k]->name, name) == 0) return k;
  return -1;
}

const char *lia_language_name(lia_language k) { return lia_language_rows[k]->name; }
const char *lia_language_text(lia_language k) { return lia_language_rows[k]->text; }

// ---- inputs ----

// what an input is called: its symbol, or what that stands for
void lia_input_name(const lia_writer *w, int group, int k, char *out, size_t size) {
  const lia_pool *p = w->f->p;
  LIA_ASSERT(group >= 0 && group < w->f->nin && k >= 0 && k < w->f->in[group].n);
  const lia_emit_vec *v = &w->f->in[group];
  const lia_symbol *s = lia_expr_symbol(p, v->e[k]);
  const char *base = lia_expr_symbol(p, s->base)->name;
  if (w->f->stand_in == group + 1) lia_text_format(out, size, "%s_%s", v->name, base);
  else lia_text_format(out, size, "%s", s->name);
}

// ---- test vectors ----

// inputs where every output is finite and none is so large that rounding decides it
static int find_vectors(lia_writer *w, lia_vectors *t) {
  const lia_tape *tape = w->tape;
  lia_rng r = lia_rng_seed(2026);
  double *work = lia_malloc((tape->nslot + 1) * sizeof *work);
  int want = w->opts->tests;
  t->in = lia_calloc((size_t)want * tape->nin + 1, sizeof(double));
  t->out = lia_calloc((size_t)want * tape->nout + 1, sizeof(double));
  int ok = work && t->in && t->out;
  for (int k = 0; ok && k < 60 * want && t->n < want; k++) {
    double *in = t->in + (size_t)t->n * tape->nin, *out = t->out + (size_t)t->n * tape->nout;
    // in (-1, 1), one input after the other; later tries in (0, 1): roots and logarithms like it
    for (uint32_t i = 0; i < tape->nin; i++)
      in[i] = k < 20 * want ? lia_rng_range(&r, -1, 1) : lia_rng_uniform(&r);
    lia_tape_eval(tape, in, out, work);
    int fine = 1;
    for (uint32_t i = 0; i < tape->nout; i++) fine &= fabs(out[i]) < 1e12;
    t->n += fine;
  }
  lia_free(work);
  if (!ok) w->nomem = 1;
  return ok;
}

void lia_write_rows(lia_writer *w, const double *x, uint32_t n, int count, const char *open,
                    const char *close) {
  for (int k = 0; k < count; k++) {
    LIA_PUT("  %s ", open);
    for (uint32_t i = 0; i < n; i++) {
      lia_write_decimal(w, x[(size_t)k * n + i]);
      lia_put(w, i % 8 == 7 ? ",\n    " : ", ");
    }
    LIA_PUT("%s,\n", close);
  }
}

int lia_flat_size(const lia_emit_vec *v, int count) {
  int n = 0;
  for (int k = 0; k < count; k++) n += v[k].n;
  return n;
}

void lia_write_vectors(lia_writer *w, const lia_vectors *t, const char *in, const char *out,
                       const char *open, const char *close) {
  const char *end = w->d->statement.end;
  LIA_PUT("\n%stest vectors: all inputs, all outputs\n%s = %s\n", w->d->remark.open, in, open);
  lia_write_rows(w, t->in, w->tape->nin, t->n, open, close);
  LIA_PUT("%s%s\n%s = %s\n", close, end, out, open);
  lia_write_rows(w, t->out, w->tape->nout, t->n, open, close);
  LIA_PUT("%s%s\n", close, end);
}

// ---- the head ----

// the bytes of a letter that ends a line, in some language if not in C: 0 for none
static int ends_line(const char *s) {
  unsigned char c = (unsigned char)*s;
  if (c < 32 || c == 127) return 1;
  if (c == 0xc2 && (unsigned char)s[1] == 0x85) return 2;   // U+0085
  int separator = c == 0xe2 && (unsigned char)s[1] == 0x80 && ((unsigned char)s[2] | 1) == 0xa9;
  return separator ? 3 : 0;   // U+2028, U+2029
}

// what users write, in a comment, which it must not end
static void put_remark(lia_writer *w, const char *s) {
  for (const char *p = s; *p;) {
    int n = ends_line(p);
    if (n) lia_text_char(w->out, '_');
    else lia_text_char(w->out, *p);
    p += n ? n : 1;
  }
}

static const char *many(size_t n) { return n == 1 ? "" : "s"; }

void lia_write_head(lia_writer *w) {
  const lia_count *c = &w->tape->count;
  const char *r = w->d->remark.more;
  LIA_PUT("%s%s%s", w->d->remark.open, w->f->name, w->f->about ? " - " : "");
  put_remark(w, w->f->about ? w->f->about : "");
  lia_put(w, "\n");
  LIA_PUT("%smade by liaison " LIA_VERSION " from %s\n", r, w->print);
  LIA_PUT("%soperations: %zu multiplication%s, ", r, c->mul, many(c->mul));
  LIA_PUT("%zu addition%s, ", c->add, many(c->add));
  LIA_PUT("%zu division%s, %zu function%s\n", c->div, many(c->div), c->fun, many(c->fun));
  for (int side = 0; side < 2; side++) {
    int n = side ? w->f->nout : w->f->nin;
    const lia_emit_vec *v = side ? w->f->out : w->f->in;
    for (int k = 0; k < n; k++) {
      LIA_PUT("%s%s %s", r, side ? "out" : "in", v[k].name);
      if (v[k].cols > 0) LIA_PUT(" (%d x %d, row by row)", v[k].n / v[k].cols, v[k].cols);
      else LIA_PUT(" (%d)", v[k].n);
      if (!side) lia_put(w, ":");
      for (int i = 0; !side && i < v[k].n && i < 40; i++) {
        char name[160];
        lia_input_name(w, k, i, name, sizeof name);
        lia_put(w, " ");
        put_remark(w, name);
      }
      lia_put(w, !side && v[k].n > 40 ? " ...\n" : "\n");
    }
  }
  lia_put(w, w->d->remark.close);
}

void lia_write_arguments(lia_writer *w, const char *pattern_in, const char *pattern_out) {
  int count = 0;
  for (int k = 0; k < w->f->nin; k++) {
    if (count++) lia_put(w, ", ");
    LIA_PUT("%s%d", pattern_in, k + 1);
  }
  for (int k = 0; k < w->f->nout; k++) {
    if (count++) lia_put(w, ", ");
    LIA_PUT("%s%d", pattern_out, k + 1);
  }
}

void lia_group_name(const lia_writer *w, int is_out, int k, char out[LIA_GROUP_NAME]) {
  const lia_emit_vec *v = is_out ? &w->f->out[k] : &w->f->in[k];
  const size_t n = strlen(v->name);
  const int taken = lia_word_among(w->d->words.reserved, v->name, n) ||
      (w->d->words.reserves && w->d->words.reserves(v->name, n)) || v->name[n - 1] == '_';
  lia_text_format(out, LIA_GROUP_NAME, "%s%s", v->name, taken ? "_" : "");
}

void lia_write_groups(lia_writer *w, int is_out, const char *before, const char *behind) {
  const int n = is_out ? w->f->nout : w->f->nin;
  for (int k = 0; k < n; k++) {
    char name[LIA_GROUP_NAME];
    lia_group_name(w, is_out, k, name);
    LIA_PUT("%s%s%s%s", k ? ", " : "", before, name, behind);
  }
}

// ---- all of it ----

static int is_identifier(const char *s) {
  if (!s || !*s || isdigit((unsigned char)*s) || strlen(s) > 80) return 0;
  for (; *s; s++)
    if (!isalnum((unsigned char)*s) && *s != '_') return 0;
  return 1;
}

static lia_status emit_check(const lia_emit_fn *f, const lia_language_row *d, lia_error *err) {
  if (!is_identifier(f->name))
    return LIA_FAIL(err, LIA_EARG, "name",
                    "expected letters, digits and _ (80 at most, no digit first), got '%.40s'",
                    f->name ? f->name : "");
  size_t n = strlen(f->name);
  if (d->words.taken && (lia_word_among(d->words.reserved, f->name, n) ||
                         lia_word_among(d->words.taken, f->name, n) ||
                         (d->words.reserves && d->words.reserves(f->name, n))))
    return LIA_FAIL(err, LIA_EARG, "name",
                    "'%.40s' means something already in %s: call the function otherwise", f->name,
                    d->called);
  for (int side = 0; side < 2; side++)
    for (int k = 0; k < (side ? f->nout : f->nin); k++) {
      const lia_emit_vec *v = side ? &f->out[k] : &f->in[k];
      if (!is_identifier(v->name))
        return LIA_FAIL(err, LIA_EARG, side ? "out" : "in", "'%.40s' is no name for an array",
                        v->name ? v->name : "");
    }
  return LIA_OK;
}

// angles that are inputs of one group, with few others between them
static void find_direct(lia_writer *w) {
  const lia_script *s = w->script;
  uint32_t lo = UINT32_MAX, hi = 0;
  for (uint32_t k = 0; k < w->nearly; k++) {
    uint32_t i = s->v[w->early[k]].k[0];
    if (s->v[i].op != LIA_VALUE_INPUT) return;
    lo = i < lo ? i : lo;
    hi = i > hi ? i : hi;
  }
  if (!w->nearly || w->group[lo] != w->group[hi] || hi - lo + 1 > ((w->nearly + 7) & ~7u)) return;
  w->direct = lo + 1;
  w->span = hi - lo + 1;
}

static void find_early(lia_writer *w) {
  const lia_script *s = w->script;
  for (uint32_t i = s->first; i < s->n; i++)
    if (s->v[i].early && s->v[i].op == LIA_INS_sincos) w->early[w->nearly++] = i;
  find_direct(w);
}

// the values of every part, as the parts are now
static void sort_parts(lia_writer *w) {
  const lia_script *s = w->script;
  for (uint32_t i = 0; i < s->n; i++)
    if (s->v[i].part >= 0) w->begin[s->v[i].part + 1]++;
  for (int k = 0; k < s->parts; k++) w->begin[k + 1] += w->begin[k];
  for (uint32_t i = 0; i < s->n; i++)
    if (s->v[i].part >= 0) w->list[w->begin[s->v[i].part]++] = i;
  for (int k = s->parts; k > 0; k--) w->begin[k] = w->begin[k - 1];
  w->begin[0] = 0;
  // each in one part, or early, or in a batch
  LIA_ASSERT(w->begin[s->parts] + 2 * w->nearly + s->together == s->n);
}

static void layout(lia_layout *l, lia_writer *w, const lia_script *s) {
  w->name = LIA_TAKE(l, const char *, s->n);
  w->group = LIA_TAKE(l, int, s->tape->nin);
  w->at = LIA_TAKE(l, int, s->tape->nin);
  w->outgroup = LIA_TAKE(l, int, s->tape->nout);
  w->outat = LIA_TAKE(l, int, s->tape->nout);
  w->early = LIA_TAKE(l, uint32_t, s->n);
  w->list = LIA_TAKE(l, uint32_t, s->n);
  w->begin = LIA_TAKE(l, uint32_t, s->parts + 2);
  w->mark = LIA_TAKE(l, uint32_t, s->n);
  w->read = LIA_TAKE(l, uint32_t, s->n);
}

static void emit_place(const lia_emit_vec *v, int n, int *group, int *at) {
  for (int g = 0, i = 0; g < n; g++)
    for (int k = 0; k < v[g].n; k++, i++) {
      group[i] = g;
      at[i] = k;
    }
}

static lia_status emit_write_all(lia_writer *w, lia_error *err) {
  lia_layout l = { 0 };
  const uint32_t most = w->kernel ? LIA_KERNEL_PART : w->d->statement.most;
  LIA_TRY(lia_script_new(&w->script, w->tape, most, 14, w->kernel, err));
  layout(&l, w, w->script);
  l.base = lia_block(l.used);
  if (!l.base) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  char *block = l.base;
  l.used = 0;
  layout(&l, w, w->script);
  emit_place(w->f->in, w->f->nin, w->group, w->at);
  emit_place(w->f->out, w->f->nout, w->outgroup, w->outat);
  find_early(w);
  sort_parts(w);
  lia_give_names(w);
  lia_vectors t = { 0 };
  if (!w->nomem && (!w->opts->tests || find_vectors(w, &t))) w->d->write(w, &t);
  lia_free(t.in);
  lia_free(t.out);
  lia_free(block);
  if (w->nomem) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory writing '%s'", w->f->name);
  return lia_text_status(w->out, err);
}

// a text knows what it was made from: the description's fingerprint, or else that of its
// instructions, constants and inputs
static void emit_fingerprint(lia_writer *w) {
  const lia_tape *t = w->tape;
  lia_hash h = lia_hash_start();
  lia_hash_bytes(&h, t->ins, t->n * sizeof *t->ins);
  lia_hash_doubles(&h, t->constant, t->nconst);
  for (int k = 0; k < w->f->nin; k++)
    for (int i = 0; i < w->f->in[k].n; i++) {
      const char *name = lia_expr_symbol(w->f->p, w->f->in[k].e[i])->name;
      lia_hash_bytes(&h, name, strlen(name) + 1);
    }
  lia_hash_text(&h, w->print);
  if (w->f->made_from) lia_text_format(w->print, sizeof w->print, "%s", w->f->made_from);
}

static lia_status emit_make_tape(const lia_emit_fn *f, lia_tape **tape, lia_error *err) {
  int nin = lia_flat_size(f->in, f->nin), nout = lia_flat_size(f->out, f->nout);
  lia_expr *e = lia_malloc(((size_t)nin + (size_t)nout + 1) * sizeof *e), *o = e ? e + nin : NULL;
  if (!e) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  for (int k = 0, i = 0; k < f->nin; i += f->in[k++].n)
    memcpy(e + i, f->in[k].e, (size_t)f->in[k].n * sizeof *e);
  for (int k = 0, i = 0; k < f->nout; i += f->out[k++].n)
    memcpy(o + i, f->out[k].e, (size_t)f->out[k].n * sizeof *o);
  lia_status s = lia_tape_new(tape, f->p, (uint32_t)nin, e, (uint32_t)nout, o, err);
  lia_free(e);
  return s;
}

lia_status lia_emit(const lia_emit_fn *f, lia_language language, const lia_emit_opts *opts,
                    lia_text *out, lia_count *count, lia_error *err) {
  LIA_ASSERT((unsigned)language < LIA_LANGUAGE_COUNT);
  return lia_emit_row(f, lia_language_rows[language], opts, out, count, err);
}

lia_status lia_emit_row(const lia_emit_fn *f, const lia_language_row *d, const lia_emit_opts *opts,
                        lia_text *out, lia_count *count, lia_error *err) {
  lia_writer w = { .f = f, .d = d, .opts = opts, .kernel = opts->kernel && d->kernels, .out = out };
  LIA_TRY(emit_check(f, d, err));
  LIA_TRY(emit_make_tape(f, &w.tape, err));
  emit_fingerprint(&w);
  lia_status s = emit_write_all(&w, err);
  if (s == LIA_OK && count) *count = w.tape->count;
  lia_names_free(&w.used);
  lia_arena_free(&w.arena);
  lia_free(w.script);
  lia_free(w.tape);
  return s;
}
