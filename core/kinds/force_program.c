/* force_program.c - the law of a force element as a program of any language */
#include "kinds/force_law.h"

#include "sym/expr/build.h"

// the inputs of a law as symbols, called as in its texts; vectors name_1, name_2, name_3
typedef struct inputs {
  lia_expr number[LIA_FORCE_NPARAM], x[LIA_FORCE_DIM], v[LIA_FORCE_DIM], z[LIA_FORCE_STATES], t;
} inputs;

static void name_symbols(lia_pool *p, const char *name, int size, lia_expr *out) {
  char text[LIA_LINES_SYMBOL];
  for (int k = 0; k < size; k++) {
    lia_lines_symbol(name, size > 1 ? k + 1 : 0, text);
    out[k] = lia_sym_symbol(p, text);
  }
}

static void name_inputs(lia_pool *p, const lia_force_row *row, int dim, int states, inputs *in) {
  lia_expr *number = in->number;
  for (int k = 0; k < row->nparam; number += row->param[k++].size)
    name_symbols(p, row->param[k].name, row->param[k].size, number);
  name_symbols(p, "x", dim, in->x);
  name_symbols(p, "v", dim, in->v);
  name_symbols(p, "z", states, in->z);
  name_symbols(p, "t", 1, &in->t);
}

static lia_status write_program(lia_pool *p, lia_force_kind kind, int port, const lia_emit_fn *f,
                                lia_language language, const lia_emit_opts *opts, lia_text *out,
                                lia_error *err) {
  const lia_force_row *row = lia_force_rows[kind];
  const int dim = lia_force_dim(row, port), states = lia_force_most_states(row, port);
  inputs in;
  lia_force_out law;
  name_inputs(p, row, dim, states, &in);
  LIA_TRY(lia_pool_status(p, err));
  lia_force_in ask = { .param = in.number, .x = in.x, .v = in.v, .z = in.z, .t = in.t };
  LIA_TRY(lia_force_expr(p, kind, port, &ask, &law, err));
  const lia_emit_vec from[] = {
    { "numbers", in.number, lia_force_numbers(kind), 0 }, { "x", in.x, dim, 0 },
    { "v", in.v, dim, 0 }, { "z", in.z, states, 0 }, { "t", &in.t, 1, 0 },
  };
  const lia_emit_vec to[] = {
    { "f", law.f, dim, 0 }, { "dz", law.dz, states, 0 },
    { "V", &law.V, 1, 0 }, { "arm", law.arm, 3, 0 },
  };
  lia_emit_fn g = *f;
  g.p = p;
  g.in = from;
  g.nin = sizeof from / sizeof *from;
  g.out = to;
  g.nout = port == LIA_PORT_point ? 4 : 3;
  return lia_emit(&g, language, opts, out, NULL, err);
}

lia_status lia_force_program(lia_force_kind kind, int port, lia_language language, const char *name,
                             const lia_emit_opts *opts, lia_text *out, lia_error *err) {
  lia_pool *p = lia_pool_new();
  if (!p) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  lia_emit_fn f = { .name = name, .about = lia_force_rows[kind]->text };
  lia_status st = write_program(p, kind, port, &f, language, opts, out, err);
  lia_pool_free(p);
  return st;
}
