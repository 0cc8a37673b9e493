/* bench_kernel.c - compiled dynamics beside the engine's, one state and eight at once, which must
 * agree to 1e-9 first
 *
 * BENCH_KEEP=1 writes the generated C to stderr, BENCH_CC names another compiler, BENCH_LARGE=1
 * adds straight-line code for whole trees. */
#include "bench.h"
#include "mdl.h"

#include "base/mem.h"
#include "gen/cc.h"
#include "gen/emit.h"
#include "gen/kernel.h"
#include "describe/check.h"
#include "model/compile.h"
#include "model/data.h"
#include "gen/machine_math.h"
#include "rbd/crba.h"
#include "rbd/forward.h"
#include "rbd/rnea.h"
#include "rbd/sym/sdyn.h"
#include "rbd/sym/srnea.h"
#include "sym/expr/build.h"

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
    const char *name = lia_spec_text(s, "b%d", i + 1),
        *where = lia_spec_text(s, "bodies[%d]", i + 1);
    lia_spec_body *o = lia_spec_add_body(s, name, where);
    static const int order[6] = { 0, 3, 5, 1, 2, 4 };
    o->mass = LIA_VAL(b->m);
    for (int k = 0; k < 3; k++) o->com[k] = LIA_VAL(b->c[k]);
    for (int k = 0; k < 6; k++) o->inertia[k] = LIA_VAL(b->I[order[k]]);
    lia_spec_joint *j = lia_spec_add_joint(s, b->parent ? lia_spec_text(s, "b%d", b->parent)
        : "world", name, b->type == 'F' ? LIA_JOINT_floating : b->type == 'P' ? LIA_JOINT_prismatic
        : LIA_JOINT_revolute, where);
    lia_spec_move *x = lia_spec_add_move(s, &j->place, LIA_MOVE_FRAME, LIA_VAL(0));
    memcpy(x->X.R, b->R, sizeof x->X.R);
    memcpy(x->X.p, b->p, sizeof x->X.p);
    for (int k = 0; k < 3; k++) j->axis[k] = LIA_VAL(b->axis[k]);
    j->name = name;
    lia_spec_set_dofs(s, j, b->type == 'F' ? 6 : 1);
    for (int k = 0; k < j->ndof; k++)
      lia_spec_add_coord(s, j->dof[k].coord = lia_spec_text(s, "q%d_%d", i + 1, k));
  }
  for (int k = 0; k < 3; k++) s->gravity[k] = LIA_VAL(m->gravity[k]);
  if (lia_spec_check(s, &err) != LIA_OK && s->nerror)
    fprintf(stderr, "%s: %s\n", err.path, err.text);
  return s;
}

enum { ID, MASS, FD, WHATS };
static const char *const what_name[WHATS] = { "inverse dynamics", "mass matrix",
    "forward dynamics" };

static lia_kernel *compile(lia_spec *s, int what, lia_count *count) {
  lia_error err = { 0 };
  lia_pool *p = lia_pool_new();
  lia_smodel *sm;
  lia_stree *t;
  lia_sdyn *g;
  static lia_regroup how[128];
  static lia_expr y[64 * 64];
  if (lia_smodel_new(&sm, p, s, &err) != LIA_OK || lia_srnea_regroup(sm, how, &err) != LIA_OK ||
      lia_stree_new(&t, sm, how, &err) != LIA_OK ||
      lia_sdyn_new(&g, t, &err) != LIA_OK) stop(&err);
  int n = sm->ncoord;
  lia_status st = what == ID ? lia_sdyn_inverse(g, sm->v, sm->a, 1, y, &err) : what == MASS
      ? lia_sdyn_mass(g, y, &err) : lia_sdyn_forward(g, sm->v, sm->a, y, &err);
  if (st != LIA_OK) stop(&err);
  lia_emit_vec in[3] = { { "q", sm->number, sm->nq, 0 }, { "v", sm->v, n, 0 },
      { "x", sm->a, n, 0 } }, out = { "y", y, what == MASS ? n * n : n, 0 };
  lia_emit_fn f = { .p = p, .name = "f", .in = in, .out = &out, .nin = what == MASS ? 1 : 3,
                    .nout = 1 };
  lia_text text = { 0 };
  if (lia_emit(&f, LIA_LANGUAGE_c, &(lia_emit_opts){ .kernel = 1 }, &text, count, &err) != LIA_OK)
    stop(&err);
  char compiler[256];
  static char folder[64];
  snprintf(folder, sizeof folder, "/tmp/liaison-bench-%ld", (long)time(NULL));
  mkdir(folder, 0700);
  const char *cc = getenv("BENCH_CC");
  if (!lia_cc_find("/usr/bin:/bin", cc ? cc : "cc", compiler, sizeof compiler)) exit(0);
  lia_cc_result r;
  lia_kernel *k;
  if (lia_cc_build(&(lia_cc){ .compiler = compiler, .folder = folder }, lia_text_str(&text), text.n,
      &r, &err) != LIA_OK)
    stop(&err);
  if (lia_kernel_load(&k, r.path, "f", &err) != LIA_OK) stop(&err);
  lia_kernel_set_math(k, "f", &lia_machine_math_room);
  if (getenv("BENCH_KEEP")) fputs(lia_text_str(&text), stderr);
  lia_text_free(&text);
  lia_sdyn_free(g);
  lia_stree_free(t);
  lia_smodel_free(sm);
  lia_pool_free(p);
  return k;
}

/* states side by side, as close as they can be: q (nq), v, a (nv), y; the same with eight states in
 * one */
enum { N = 40 };
static double q[BENCH_INPUTS * N], v[BENCH_INPUTS * N], a[BENCH_INPUTS * N],
    y[BENCH_INPUTS * N * N];
static double q8[BENCH_INPUTS * N], v8[BENCH_INPUTS * N], a8[BENCH_INPUTS * N],
    y8[BENCH_INPUTS * N * N];

static void engine(const lia_model *m, lia_data *d, int what, const double *x, const double *u,
    const double *z, double *o) {
  if (what == ID) lia_rnea(m, d, x, u, z, o);
  else if (what == MASS) lia_crba(m, d, x, o);
  else lia_forward(m, d, x, u, z, o);
}

static void same(const double *x, const double *z, int n, int step, const char *what) {
  for (int i = 0; i < n; i++)
    if (!(fabs(x[i] - z[i * step]) <= 1e-9 * (1 + fabs(x[i]))))
      fprintf(stderr, "%s: %d: %.15g is not %.15g\n", what, i, z[i * step], x[i]), exit(1);
}

static void measure(const char *model, lia_spec *s, const lia_compiled *num, lia_data *d,
    int what) {
  const lia_model *m = num->model;
  lia_count c;
  lia_kernel *kernel = compile(s, what, &c);
  lia_kernel_fn *one = lia_kernel_call(kernel), *eight = lia_kernel_other(kernel, "f_8");
  double *w = lia_block((size_t)lia_kernel_about(kernel)->sz_w * sizeof(double) + 64), want[N * N];
  int n = what == MASS ? m->nv * m->nv : m->nv;
  const int nq = m->nq, nv = m->nv;
  lia_rng r = lia_rng_seed(42);
  for (int k = 0; k < BENCH_INPUTS; k++) {
    lia_model_random(m, &r, q + k * nq);
    for (int i = 0; i < nv; i++)
      v[k * nv + i] = lia_rng_range(&r, -1, 1), a[k * nv + i] = lia_rng_range(&r, -1, 1);
    for (int i = 0; i < nq; i++) q8[(k - k % 8) * nq + 8 * i + k % 8] = q[k * nq + i];
    for (int i = 0; i < nv; i++)
      v8[(k - k % 8) * nv + 8 * i + k % 8] = v[k * nv + i],
          a8[(k - k % 8) * nv + 8 * i + k % 8] = a[k * nv + i];
  }
#define ENGINE engine(m, d, what, q + k * nq, v + k * nv, a + k * nv, y + k * n)
#define ONE \
  one((const double *[]){ q + k * nq, v + k * nv, a + k * nv }, (double *[]){ y + k * n }, w)
#define EIGHT \
  eight((const double *[]){ q8 + k * nq, v8 + k * nv, a8 + k * nv }, (double *[]){ y8 + k * n }, w)
  for (int k = 0; k < BENCH_INPUTS; k++) {
    ENGINE;
    memcpy(want, y + k * n, (size_t)n * sizeof *want);
    ONE;
    same(want, y + k * n, n, 1, "compiled");
    if (k % 8 == 0) EIGHT;
    same(want, y8 + (k - k % 8) * n + k % 8, n, 8, "eight at once");
  }
  char row[100], row8[100], rowe[100];
  snprintf(rowe, sizeof rowe, "%s %s, engine", model, what_name[what]);
  snprintf(row, sizeof row, "%s %s (%zu mul %zu add %zu div)", model, what_name[what], c.mul, c.add,
      c.div);
  snprintf(row8, sizeof row8, "%s %s, each of eight at once", model, what_name[what]);
  BENCH("kernel", rowe, ENGINE);
  BENCH("kernel", row, ONE);
  BENCH("kernel", row8, if (k % 8 == 0) EIGHT);
  lia_free(w);
  lia_kernel_free(kernel);
}

int main(void) {
  static const char *const model[] = { "puma560", "panda", "humanoid36", "bintree30" };
  for (int m = 0; m < (getenv("BENCH_LARGE") ? 4 : 2); m++) {
    char path[80];
    lia_error err = { 0 };
    lia_compiled num;
    lia_data *d;
    snprintf(path, sizeof path, "tests/bench/models/%s.mdl", model[m]);
    mdl M = mdl_load(path);
    lia_spec *s = describe(&M);
    if (lia_compile(&num, s, &err) != LIA_OK || lia_data_new(&d, num.model, &err) != LIA_OK)
      stop(&err);
    for (int what = 0; what < WHATS; what++) measure(model[m], s, &num, d, what);
    lia_free(d);
    lia_free(num.model);
    lia_spec_free(s);
  }
  return 0;
}
