/* equations_program.c - functions of equations as programs: written out, compiled */
#include "eom/equations_inside.h"

#include "base/mem.h"
#include "sym/expr/subs.h"

#include <string.h>

// ---- groups ----

int lia_eom_results(lia_emit_vec to[LIA_EOM_MOST_GROUPS], lia_eom_what what, int n,
                    const lia_expr *out) {
  const int pairs = lia_lagrange_pairs(n),
            square = what == LIA_EOM_mass || what == LIA_EOM_coriolis;
  if (what != LIA_EOM_matrices) {
    const lia_eom_row *row = &lia_eom_rows[what];
    to[0] = (lia_emit_vec){ row->out, out, square ? n * n : n, row->vector ? 0 : n };
    return 1;
  }
  const struct { const char *name; int size, cols; } group[4] = {
    { "M", n * n, n }, { "B", n * n, n }, { "P", n * pairs, pairs }, { "G", n, 0 },
  };
  int groups = 0;
  for (int k = 0; k < 4; out += group[k++].size)
    if (group[k].size)
      to[groups++] = (lia_emit_vec){ group[k].name, out, group[k].size, group[k].cols };
  return groups;
}

// which functions are asked for at once
static int functions(lia_eom_what what, lia_eom_what list[3]) {
  static const lia_eom_what every[3] = { LIA_EOM_mass, LIA_EOM_bias, LIA_EOM_gravity };
  if (what == LIA_EOM_COUNT) memcpy(list, every, sizeof every);
  else list[0] = what;
  return what == LIA_EOM_COUNT ? 3 : 1;
}

static lia_status add_results(lia_eom_program *g, lia_equations *o, int count,
                              const lia_eom_what *list, lia_error *err) {
  int total = 0;
  for (int k = 0; k < count; k++) total += lia_equations_outputs(o, list[k]);
  lia_expr *out = lia_arena_alloc(&g->arena, ((size_t)total + 1) * sizeof *out);
  if (!out) return lia_equations_nomem(err);
  g->all_out = out;
  g->nout = total;
  for (int k = 0; k < count; k++) {
    LIA_TRY(lia_equations_function(o, list[k], 1, out, NULL, err));
    g->f.nout += lia_eom_results(g->out + g->f.nout, list[k], o->n, out);
    out += lia_equations_outputs(o, list[k]);
  }
  return LIA_OK;
}

static lia_status add_inputs(lia_eom_program *g, lia_equations *o, int count,
                             const lia_eom_what *list, lia_error *err) {
  const int n = o->n;
  const lia_expr *group[3] = { o->q, o->v, o->a };
  const char *name[3] = { "q", "v", lia_eom_rows[list[0]].third };
  int groups = 0;
  for (int k = 0; k < count; k++)
    if (lia_eom_rows[list[k]].nin > groups) groups = lia_eom_rows[list[k]].nin;
  lia_expr *in =
      lia_arena_alloc(&g->arena, (3 * (size_t)n + (size_t)o->p->names.count + 1) * sizeof *in);
  if (!in) return lia_equations_nomem(err);
  for (int k = 0; k < groups; k++) {
    memcpy(in + k * n, group[k], (size_t)n * sizeof *in);
    g->in[k] = (lia_emit_vec){ name[k], in + k * n, n, 0 };
  }
  g->all_in = in;
  g->nin = groups * n;
  g->f.nin = groups;
  return LIA_OK;
}

// symbols that are no inputs become a last group of inputs, p, or are refused
static lia_status add_parameters(lia_eom_program *g, lia_pool *p, int allowed, lia_error *err) {
  lia_expr *s = lia_arena_alloc(&g->arena,
                                ((size_t)g->nin + (size_t)p->names.count + 1) * sizeof *s),
           *open = s + g->nin;
  if (!s) return lia_equations_nomem(err);
  uint32_t n = lia_subs_open(p, (uint32_t)g->nout, g->all_out, (uint32_t)g->nin, g->all_in, open);
  if (n == UINT32_MAX) return lia_equations_failed(p, err);
  if (!n) return LIA_OK;
  if (!allowed) {
    char names[400];
    lia_subs_names(p, n, open, names, sizeof names);
    return LIA_FAIL(
        err, LIA_EARG, "",
        "no number%s for %s: give numbers first, or make them inputs ({parameters = true})",
        n > 1 ? "s" : "", names);
  }
  memcpy(s, g->all_in, (size_t)g->nin * sizeof *s);
  g->in[g->f.nin++] = (lia_emit_vec){ "p", open, (int)n, 0 };
  g->all_in = s;
  g->nin += (int)n;
  return LIA_OK;
}

static lia_status equations_program_fill(lia_eom_program *g, lia_equations *o, lia_eom_what what,
    int parameters,
    lia_error *err) {
  lia_eom_what list[3];
  const int count = functions(what, list);
  g->f.p = o->p;
  g->f.in = g->in;
  g->f.out = g->out;
  g->f.stand_in = what == LIA_EOM_fd ? 3 : 0; // the symbols of accelerations stand for forces there
  g->f.about = "mass matrix, forces at zero acceleration, forces of the potential";
  if (what != LIA_EOM_COUNT) g->f.about = lia_eom_rows[what].text;
  LIA_TRY(add_results(g, o, count, list, err));
  LIA_TRY(add_inputs(g, o, count, list, err));
  return add_parameters(g, o->p, parameters, err);
}

lia_status lia_equations_program(lia_eom_program **out, lia_equations *o, lia_eom_what what,
                                 int parameters, lia_error *err) {
  lia_eom_program *g = *out = lia_calloc(1, sizeof *g);
  if (!g) return lia_equations_nomem(err);
  lia_status st = equations_program_fill(g, o, what, parameters, err);
  if (st == LIA_OK) return st;
  lia_equations_program_free(g);
  *out = NULL;
  return st;
}

void lia_equations_program_free(lia_eom_program *g) {
  if (!g) return;
  lia_arena arena = g->arena;
  lia_arena_free(&arena);
  lia_free(g);
}

// ---- written, compiled ----

static lia_status equations_program_emit(const lia_eom_program *g, lia_language language,
    const lia_emit_opts *opts,
    lia_text *out, lia_error *err) {
  lia_count count;
  lia_status st = lia_emit(&g->f, language, opts, out, &count, err);
  lia_pool_clear(g->f.p);
  return st;
}

lia_status lia_equations_write(lia_equations *o, lia_language language, lia_eom_what what,
                               const char *name, int tests, lia_text *out, lia_error *err) {
  lia_eom_program *g;
  LIA_TRY(lia_equations_program(&g, o, what, 1, err));
  g->f.name = name;
  lia_status st = equations_program_emit(g, language, &(lia_emit_opts){ .tests = tests }, out, err);
  lia_equations_program_free(g);
  return st;
}

lia_status lia_equations_compile(lia_kernel **k, lia_equations *o, lia_eom_what what,
                                 const lia_cc *cc, lia_cc_result *made, lia_error *err) {
  lia_eom_program *g;
  *k = NULL;
  LIA_TRY(lia_equations_program(&g, o, what, 0, err));
  g->f.name = "lia_fn";
  lia_text text = { 0 };
  lia_status st = equations_program_emit(g, LIA_LANGUAGE_c, &(lia_emit_opts){ .kernel = 1 }, &text,
      err);
  if (st == LIA_OK) st = lia_kernel_make(k, cc, lia_text_str(&text), text.n, "lia_fn", made, err);
  lia_text_free(&text);
  lia_equations_program_free(g);
  return st;
}
