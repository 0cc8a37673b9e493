/* bench_con.c - constrained forward dynamics: a four-bar, a tip on a line, both feet held, long
 * closed chains, a web of loops */
#include "bench.h"
#include "compile_mdl.h"

#include "base/mem.h"
#include "con/constrained_sparse.h"

static lia_model *m;
static lia_cmodel *w;
static mdl_state S[MDL_STATES];
static double *vec, *out;

static void must(lia_status st, const lia_error *err) {
  if (st == LIA_OK) return;
  fprintf(stderr, "%s: %s\n", err->path, err->text);
  exit(1);
}

static int body(const mdl *M, const char *name) {
  for (int i = 0; i < M->n; i++)
    if (!strcmp(M->body[i].name, name)) return i;
  return M->n - 1;
}

/* distances as long as they are at the first state */
static void as_they_are(const mdl *M, lia_constraint *c, int n) {
  lia_constraints *s;
  lia_error err = { 0 };
  mdl_states(M, S);
  must(lia_constraints_new(&s, c, n, &err), &err);
  must(lia_cmodel_new(&w, m, s, &err), &err);
  lia_cmodel_rows(w, S[0].q, NULL, 0);
  for (int i = 0; i < n; i++) c[i].param[0] += w->g[i];
  for (int k = 0; k < MDL_STATES; k++) free(S[k].q);
  lia_cmodel_free(w);
  lia_constraints_free(s);
}

/* the states of the model brought onto the constraints; accelerations of the seeded forces at rest,
 * for the peers to compare */
static void prepare(const mdl *M, const lia_constraints *s, const char *row) {
  lia_error err = { 0 };
  mdl_states(M, S);
  must(lia_cmodel_new(&w, m, s, &err), &err);
  vec = calloc((size_t)m->nv, sizeof *vec);
  out = calloc((size_t)m->nv * 2, sizeof *out);
  for (int k = 0; k < MDL_STATES; k++) {
    lia_cmodel_info info = { 0 };
    if (s->n > 10 && k) {   // one place is enough for many loops
      memcpy(S[k].q, S[0].q, sizeof(double) * (size_t)m->nq);
      memcpy(S[k].v, S[0].v, sizeof(double) * (size_t)m->nv);
      continue;
    }
    if (lia_cmodel_assemble(w, S[k].q, 0, NULL, 1e-12, 200, &info, NULL) != LIA_OK && k)
      memcpy(S[k].q, S[0].q, sizeof(double) * (size_t)m->nq);
    must(lia_cmodel_velocity(w, S[k].q, S[k].v, 0, 1, S[k].v, &err), &err);
  }
  must(lia_cmodel_forward(w, S[0].q, NULL, S[0].a, 0, vec, &err), &err);
  for (int k = 0; k < MDL_STATES; k++) {
    char what[32];
    snprintf(what, sizeof what, "con_q%d", k);
    mdl_numbers_write(row, what, S[k].q, m->nq);
    snprintf(what, sizeof what, "con_v%d", k);
    mdl_numbers_write(row, what, S[k].v, m->nv);
  }
  mdl_numbers_write(row, "con_qdd", vec, m->nv);
}

static void close(void) {
  for (int k = 0; k < MDL_STATES; k++) free(S[k].q);
  lia_cmodel_free(w);
  free(vec);
  free(out);
}

/* beside: another row with the same time, for a peer that solves something else */
static void run(const char *row, const char *beside, int sparse, const mdl *M, lia_constraint *c,
    int n) {
  lia_constraints *s;
  lia_error err = { 0 };
  must(lia_constraints_new(&s, c, n, &err), &err);
  prepare(M, s, row);
  int bad = 0;
  BENCH("con", row, const mdl_state *x = &S[i & (MDL_STATES - 1)]; bad += lia_cmodel_forward(w,
      x->q, x->v, x->a, 0, vec, NULL) != LIA_OK);
  if (beside)
    BENCH("con", beside, const mdl_state *x = &S[i & (MDL_STATES - 1)]; bad += lia_cmodel_forward(w,
        x->q, x->v, x->a, 0, vec, NULL) != LIA_OK);
  if (bad) fprintf(stderr, "  %s: %d failures\n", row, bad);
  if (w->dense) fprintf(stderr, "  %s: by matrices\n", row);
  if (sparse) {
    lia_sparse *system;
    must(lia_sparse_new(&system, w, &err), &err);
    char name[96];
    snprintf(name, sizeof name, "%s, sparse", row);
    BENCH("con", name, const mdl_state *x = &S[i & (MDL_STATES
        - 1)]; bad += lia_sparse_forward(system, x->q, x->v, x->a, 0, vec, NULL) != LIA_OK);
    lia_sparse_free(system);
  }
  close();
  lia_constraints_free(s);
}

static lia_constraint held(const char *kind, int a, const double at[3], const double to[3]) {
  lia_constraint c = { .name = kind, .row = lia_constraint_types[lia_constraint_find(kind)],
      .body = { a, -1 }, .X = { LIA_FRAME_IDENTITY, LIA_FRAME_IDENTITY } };
  lia_copy3(c.X[0].p, at);
  lia_copy3(c.X[1].p, to);
  return c;
}

int main(void) {
  static const double none[3] = { 0, 0, 0 };
  mdl M = mdl_load(mdl_path("fourbar"));
  m = compile(&M);
  lia_constraint c[2] = { held("point", 2, (double[3]){ 0, 0, -1.5 }, (double[3]){ 2, 0, 0 }) };
  run("four-bar", "four-bar; KDL: inverse dynamics of panda", 0, &M, c, 1);
  lia_free(m);
  free(M.body);

  M = mdl_load(mdl_path("panda"));
  m = compile(&M);
  c[0] = held("on_line", M.n - 1, none, (double[3]){ .4, 0, .5 });
  c[0].X[1] = (lia_frame){ { 0, 0, 1, 0, 1, 0, -1, 0, 0 }, { .4, 0, .5 } };   // along x
  run("panda tip on a line", NULL, 0, &M, c, 1);
  lia_free(m);
  free(M.body);

  M = mdl_load(mdl_path("humanoid36"));
  m = compile(&M);
  c[0] = held("weld", body(&M, "ankxL"), none, (double[3]){ 0, .1, 0 });
  c[1] = held("weld", body(&M, "ankxR"), none, (double[3]){ 0, -.1, 0 });
  c[1].name = "right";
  run("humanoid36 both feet held", "both feet held; MuJoCo: inverse dynamics", 0, &M, c, 2);
  lia_free(m);
  free(M.body);

  static const int links[] = { 50, 100, 200, 500 };
  for (int k = 0; k < 4; k++) {
    char name[32], row[64];
    const int n = links[k];
    snprintf(name, sizeof name, "chain%d", n);
    M = mdl_load(mdl_path(name));
    m = compile(&M);
    c[0] = held("point", n - 1, none, (double[3]){ .5, .2, .1 });
    snprintf(row, sizeof row, "closed chain of %d", n);
    run(row, NULL, n == 200, &M, c, 1);
    lia_free(m);
    free(M.body);
  }

  // a chain of 500 with every other link tied to the one after next
  M = mdl_load(mdl_path("chain500"));
  m = compile(&M);
  lia_constraint *web = calloc(250, sizeof *web);
  for (int k = 0; k < 249; k++) {
    web[k] = held("distance", 2 * k, none, none);
    web[k].body[1] = 2 * k + 2;
  }
  as_they_are(&M, web, 249);
  run("a web of 249 loops", NULL, 1, &M, web, 249);
  free(web);
  lia_free(m);
  free(M.body);
  return 0;
}
