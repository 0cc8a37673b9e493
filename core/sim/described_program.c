/* described_program.c - expressions about what acts on a description, as a program of any language
 */
#include "sim/described_program.h"

#include "base/mem.h"
#include "sym/expr/build.h"
#include "sym/expr/parse.h"
#include "sym/expr/subs.h"

#include <string.h>

enum { GROUPS = 7 };

// one block of symbols, group after group, then the values
typedef struct asked { lia_pool *p; lia_emit_vec in[GROUPS]; lia_expr *symbol, *value; } asked;

static void add_group(asked *a, int group, const char *name, int n) {
  const lia_emit_vec *last = group ? &a->in[group - 1] : NULL;
  a->in[group] = (lia_emit_vec){ name, last ? last->e + last->n : a->symbol, n, 0 };
}

static int size_of(const lia_described_texts *d) {
  return 3 + d->s->nq + d->s->ncoord + d->s->ninput + d->nparam;
}

static lia_status name_groups(const lia_described_texts *d, asked *a, lia_error *err) {
  const lia_spec *s = d->s;
  lia_pool *p = a->p;
  lia_expr *e = a->symbol;
  *e++ = lia_sym_symbol(p, "liaison_port_x");
  *e++ = lia_sym_symbol(p, "liaison_port_v");
  for (int k = 0; k < s->nq; k++) *e++ = lia_sym_coordinate(p, s->qname[k]);
  for (int k = 0; k < s->ncoord; k++) *e++ = lia_sym_rate(p, lia_sym_coordinate(p, s->coord[k]));
  for (int k = 0; k < s->ninput; k++) *e++ = lia_sym_symbol(p, s->input[k].name);
  *e++ = lia_sym_time(p);
  for (int k = 0; k < d->nparam; k++) *e++ = lia_sym_symbol(p, d->param[k]);
  add_group(a, 0, "x", 1);
  add_group(a, 1, "v", 1);
  add_group(a, 2, "q", s->nq);
  add_group(a, 3, "rates", s->ncoord);
  add_group(a, 4, "u", s->ninput);
  add_group(a, 5, "t", 1);
  add_group(a, 6, "p", d->nparam);
  return lia_pool_status(p, err);
}

static lia_status read_texts(const lia_described_texts *d, asked *a, lia_error *err) {
  lia_error why = { 0 };
  // named last, x and v are what a text means by these, also where a coordinate is called so
  const lia_expr from[2] = { d->port ? lia_sym_symbol(a->p, "x") : 0,
                             d->port ? lia_sym_symbol(a->p, "v") : 0 };
  for (int k = 0; k < d->ntext; k++) {
    const char *text = d->text[k];
    lia_status st = lia_parse(a->p, text, strlen(text), LIA_PARSE_create, &a->value[k], NULL, &why);
    if (st != LIA_OK) return LIA_FAIL(err, st, text, "%s: %s", why.path, why.text);
  }
  if (d->port) lia_subs(a->p, 2, from, a->symbol, (uint32_t)d->ntext, a->value, a->value);
  return lia_pool_status(a->p, err);
}

static lia_status write_texts(const lia_described_texts *d, asked *a, lia_language language,
                              const char *name, lia_text *out, lia_error *err) {
  LIA_TRY(name_groups(d, a, err));
  LIA_TRY(read_texts(d, a, err));
  const lia_emit_vec values = { "values", a->value, d->ntext, 0 };
  const lia_emit_fn f = { .p = a->p, .name = name, .in = a->in, .nin = GROUPS, .out = &values,
                          .nout = 1 };
  return lia_emit(&f, language, &(lia_emit_opts){ 0 }, out, NULL, err);
}

lia_status lia_described_program(const lia_described_texts *d, lia_language language,
                                 const char *name, lia_text *out, lia_error *err) {
  const size_t n = (size_t)size_of(d);
  asked a = { .p = lia_pool_new() };
  a.symbol = lia_calloc(n + (size_t)d->ntext + 1, sizeof *a.symbol);
  lia_status st = LIA_ENOMEM;
  if (a.p && a.symbol) {
    a.value = a.symbol + n;
    st = write_texts(d, &a, language, name, out, err);
  } else (void)LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  lia_free(a.symbol);
  lia_pool_free(a.p);
  return st;
}
