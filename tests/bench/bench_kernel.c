/* bench_kernel.c - compiled inverse dynamics of two arms, one state and eight at once; counts beside the published ones */
#include "bench.h"
#include "mdl.h"

#include "base/mem.h"
#include "gen/cc.h"
#include "gen/emit.h"
#include "gen/kernel.h"
#include "model/check.h"
#include "num/sincos.h"
#include "rbd/srnea.h"
#include "sym/build.h"

#include <sys/stat.h>

static void stop(const lia_error *err) {
  fprintf(stderr, "%s: %s\n", err->path, err->text);
  exit(1);
}

static lia_spec *describe(const mdl *m) {
  lia_error err = { 0 };
  lia_spec *s;
  if (lia_spec_new(&s, &err) != LIA_OK) stop(&err);
  for (int i = 0; i < m->n; i++) {
    const mdl_body *b = &m->body[i];
    const char *name = lia_spec_text(s, "b%d", i + 1), *where = lia_spec_text(s, "bodies[%d]", i + 1);
    lia_spec_body *o = lia_spec_add_body(s, name, where);
    static const int order[6] = { 0, 3, 5, 1, 2, 4 };
    o->mass = LIA_VAL(b->m);
    for (int k = 0; k < 3; k++) o->com[k] = LIA_VAL(b->c[k]);
    for (int k = 0; k < 6; k++) o->inertia[k] = LIA_VAL(b->I[order[k]]);
    lia_spec_joint *j = lia_spec_add_joint(s, b->parent ? lia_spec_text(s, "b%d", b->parent) : "world", name, LIA_SPEC_revolute, where);
    lia_spec_move *x = lia_spec_add_move(s, &j->place, LIA_MOVE_FRAME, LIA_VAL(0));
    memcpy(x->X.R, b->R, sizeof x->X.R);
    memcpy(x->X.p, b->p, sizeof x->X.p);
    for (int k = 0; k < 3; k++) j->axis[k] = LIA_VAL(b->axis[k]);
    lia_spec_set_dofs(s, j, 1);
    j->dof[0].coord = lia_spec_text(s, "q%d", i + 1);
    lia_spec_add_coord(s, j->dof[0].coord);
  }
  for (int k = 0; k < 3; k++) s->gravity[k] = LIA_VAL(m->gravity[k]);
  if (lia_spec_check(s, &err) != LIA_OK && s->nerror) fprintf(stderr, "%s: %s\n", err.path, err.text);
  return s;
}

static lia_kernel *compile(const mdl *m, lia_count *count) {
  lia_error err = { 0 };
  lia_pool *p = lia_pool_new();
  lia_spec *s = describe(m);
  lia_smodel *sm;
  lia_stree *t;
  lia_regroup how[64];
  lia_expr q[64], v[64], a[64], tau[64];
  int n = m->n;
  if (lia_smodel_new(&sm, p, s, &err) != LIA_OK || lia_srnea_regroup(sm, how, &err) != LIA_OK || lia_stree_new(&t, sm, how, &err) != LIA_OK) stop(&err);
  for (int i = 0; i < n; i++) a[i] = lia_sym_rate(p, v[i] = lia_sym_rate(p, q[i] = sm->q[i]));
  if (lia_srnea(t, v, a, 1, tau, &err) != LIA_OK) stop(&err);
  lia_emit_vec in[3] = { { "q", q, n, 0 }, { "v", v, n, 0 }, { "a", a, n, 0 } }, out = { "tau", tau, n, 0 };
  lia_emit_fn f = { p, "id", NULL, NULL, in, &out, 3, 1 };
  lia_text text = { 0 };
  if (lia_emit(&f, LIA_LANGUAGE_c, &(lia_emit_opts){ .kernel = 1 }, &text, count, &err) != LIA_OK) stop(&err);
  char compiler[256];
  static char folder[64];
  snprintf(folder, sizeof folder, "/tmp/liaison-bench-%ld", (long)time(NULL));
  mkdir(folder, 0700);
  if (!lia_cc_find("/usr/bin:/bin", "cc", compiler, sizeof compiler)) exit(0);
  lia_cc_result r;
  lia_kernel *k;
  if (lia_cc_build(&(lia_cc){ .compiler = compiler, .folder = folder }, lia_text_str(&text), text.n, &r, &err) != LIA_OK) stop(&err);
  if (lia_kernel_load(&k, r.path, "id", &err) != LIA_OK) stop(&err);
  lia_kernel_set_sincos(k, "id", lia_sincos);
  if (getenv("BENCH_KEEP")) fputs(lia_text_str(&text), stderr);
  lia_text_free(&text);
  lia_stree_free(t);
  lia_smodel_free(sm);
  lia_spec_free(s);
  lia_pool_free(p);
  return k;
}

enum { N = 8 };
static double q[BENCH_INPUTS][N], v[BENCH_INPUTS][N], a[BENCH_INPUTS][N], tau[BENCH_INPUTS][N];
static double q8[BENCH_INPUTS / 8][N * 8], v8[BENCH_INPUTS / 8][N * 8], a8[BENCH_INPUTS / 8][N * 8], tau8[BENCH_INPUTS / 8][N * 8];

int main(void) {
  static const struct { const char *file, *name; } arm[] = { { "tests/bench/models/puma560.mdl", "puma560" }, { "tests/bench/models/panda.mdl", "panda" } };
  for (int m = 0; m < 2; m++) {
    mdl model = mdl_load(arm[m].file);
    lia_count c;
    lia_kernel *kernel = compile(&model, &c);
    lia_kernel_fn *one = lia_kernel_call(kernel), *eight = lia_kernel_other(kernel, "id_8");
    double *w = lia_block((size_t)lia_kernel_about(kernel)->sz_w * sizeof(double) + 64);
    uint64_t seed = 42;
    for (int s = 0; s < BENCH_INPUTS; s++)
      for (int i = 0; i < model.n; i++) {
        q8[s / 8][8 * i + s % 8] = q[s][i] = 3.14159265358979 * mdl_random(&seed);
        v8[s / 8][8 * i + s % 8] = v[s][i] = mdl_random(&seed);
        a8[s / 8][8 * i + s % 8] = a[s][i] = mdl_random(&seed);
      }
    char row[80], row8[80];
    snprintf(row, sizeof row, "inverse dynamics %s, compiled (%zu mul %zu add)", arm[m].name, c.mul, c.add);
    snprintf(row8, sizeof row8, "inverse dynamics %s, compiled, eight at once", arm[m].name);
    BENCH("kernel", row, one((const double *[]){ q[k], v[k], a[k] }, (double *[]){ tau[k] }, w));
    BENCH("kernel", row8, eight((const double *[]){ q8[k / 8], v8[k / 8], a8[k / 8] }, (double *[]){ tau8[k / 8] }, w));
    lia_free(w);
    lia_kernel_free(kernel);
  }
  return 0;
}
