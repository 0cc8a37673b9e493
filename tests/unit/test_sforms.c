/* test_sforms.c - functions of trees in few operations: worth what the engine computes, alike for
 * symbols and numbers, whatever was named before */
#include "rbd/sym/sforms.h"

#include "describe/check.h"
#include "model/compile.h"
#include "describe/values.h"
#include "rbd/coriolis.h"
#include "rbd/crba.h"
#include "rbd/forward.h"
#include "rbd/rnea.h"
#include "sym/expr/build.h"

#include "house.h"
#include "trees.h"
#include <stdio.h>
#include <string.h>

#define TRY(call) \
  do { \
    lia_error err_ = { 0 }, *err = &err_; \
    cr_assert_eq((call), LIA_OK, "%s: %s: %s", #call, err_.path, err_.text); \
  } while (0)

enum { MOST_BODIES = 8, MOST_NAMES = 200 };

/* a description in symbols, and a number for each of them */
typedef struct example {
    lia_spec *spec; int n; const char *name[MOST_NAMES]; lia_val value[MOST_NAMES]; } example;

/* half of the parameters are 0, some bodies are round: one symbol twice */
static lia_val symbol(example *x, lia_rng *r, int may_vanish, double lo, double hi, const char *fmt,
    int i) {
  if (may_vanish && lia_rng_below(r, 2)) return LIA_VAL(0);
  const char *name = lia_spec_text(x->spec, fmt, i);
  x->name[x->n] = name;
  x->value[x->n++] = LIA_VAL(lia_rng_range(r, lo, hi));
  return LIA_VAL_TEXT(name);
}

static void inertia(example *x, lia_rng *r, lia_spec_body *b, int i) {
  static const char *const off[] = { "xy%d", "xz%d", "yz%d" };
  b->inertia[0] = symbol(x, r, 0, 1, 1.3, "xx%d", i);
  b->inertia[1] = lia_rng_below(r, 3) ? symbol(x, r, 0, 1, 1.3, "yy%d", i) : b->inertia[0];
  b->inertia[2] = symbol(x, r, 0, 1, 1.3, "zz%d", i);
  for (int k = 0; k < 3; k++) b->inertia[3 + k] = symbol(x, r, 1, -.1, .1, off[k], i);
}

/* turns and slides, mostly along axes that are parallel or at right angles: runs of each kind; at
 * times geared, at times two by one coordinate */
static example arm_of(lia_rng *r, int n) {
  example x = { .n = 0 };
  TRY(lia_spec_new(&x.spec, err));
  lia_spec *s = x.spec;
  int coords = 0;
  for (int i = 0; i < n; i++) {
    const char *name = lia_spec_text(s, "b%d", i), *where = lia_spec_text(s, "bodies[%d]", i + 1);
    lia_spec_body *b = lia_spec_add_body(s, name, where);
    b->mass = symbol(&x, r, 0, .5, 3, "m%d", i);
    b->com[0] = symbol(&x, r, 1, -.3, .3, "cx%d", i);
    b->com[1] = symbol(&x, r, 1, -.3, .3, "cy%d", i);
    b->com[2] = symbol(&x, r, 1, -.3, .3, "cz%d", i);
    inertia(&x, r, b, i);
    b->about_origin = 0;
    const char *parent = i == 0 ? "world"
        : lia_spec_text(s, "b%d", lia_rng_below(r, 3) ? i - 1 : (int)lia_rng_below(r, (uint64_t)i));
    lia_spec_joint *j = lia_spec_add_joint(s, parent, name,
        lia_rng_below(r, 4) ? LIA_JOINT_revolute : LIA_JOINT_prismatic, where);
    lia_spec_add_move(s, &j->place, (lia_move_kind)(LIA_MOVE_TX + lia_rng_below(r, 3)),
        symbol(&x, r, 1, -.5, .5, "l%d", i));
    lia_spec_add_move(s, &j->place, (lia_move_kind)(LIA_MOVE_TX + lia_rng_below(r, 3)),
        symbol(&x, r, 1, -.5, .5, "d%d", i));
    double quarter = acos(0),
        angle = lia_rng_below(r, 6) ? quarter * (double)((int)lia_rng_below(r, 4) - 1) : .7;
    lia_spec_add_move(s, &j->place, (lia_move_kind)lia_rng_below(r, 3), LIA_VAL(angle));
    int axis = lia_rng_below(r, 3) ? 2 : (int)lia_rng_below(r, 3);
    for (int k = 0; k < 3; k++) j->axis[k] = LIA_VAL(k == axis);
    j->name = name;
    lia_spec_set_dofs(s, j, 1);
    int again = coords > 0 && lia_rng_below(r, 12) == 0;
    j->dof[0].coord = lia_spec_text(s, "q%d", again ? 1 : coords + 1);
    j->dof[0].follows = again;
    if (!again) lia_spec_add_coord(s, lia_spec_text(s, "q%d", ++coords));
    if (lia_rng_below(r, 4) == 0) j->dof[0].rotor = LIA_VAL(.1), j->dof[0].gear = LIA_VAL(2);
    if (lia_rng_below(r, 5) == 0) j->dof[0].scale = LIA_VAL(-2), j->dof[0].offset = LIA_VAL(.4);
  }
  int down = (int)lia_rng_below(r, 4);
  for (int k = 0; k < 3; k++)
    s->gravity[k] = down == 3 ? LIA_VAL(1 + k) : LIA_VAL(k == down ? -9.81 : 0);
  TRY(lia_spec_check(s, err));
  return x;
}

/* the same with numbers in their places */
static example with_numbers(uint64_t seed, int n) {
  lia_rng r = lia_rng_seed(seed);
  example x = arm_of(&r, n);
  lia_values_bind(x.spec, x.n, x.name, x.value);
  TRY(lia_spec_check(x.spec, err));
  return x;
}

/* what a form is worth at a state */
static void values(const lia_sforms *f, const lia_expr *e, int n, const example *x, const double *q,
    const double *v, const double *a, double *out) {
  lia_pool *p = lia_sforms_pool(f);
  const lia_smodel *m = lia_sforms_model(f);
  lia_expr sym[3 * MOST_BODIES + MOST_NAMES];
  double at[3 * MOST_BODIES + MOST_NAMES];
  uint32_t ns = 0;
  for (int i = 0; i < m->ncoord; i++) {
    sym[ns] = m->number[i], at[ns++] = q[i];
    sym[ns] = m->v[i], at[ns++] = v[i];
    sym[ns] = m->a[i], at[ns++] = a[i];
  }
  for (int i = 0; i < x->n; i++) {
    sym[ns] = lia_pool_find(p, x->name[i], strlen(x->name[i]));
    at[ns] = x->value[i].x;
    ns += sym[ns] != 0;
  }
  lia_tape *t;
  TRY(lia_tape_new(&t, p, ns, sym, (uint32_t)n, e, err));
  double *w = lia_calloc(t->nslot + 1, sizeof *w);
  lia_tape_eval(t, at, out, w);
  lia_free(w);
  lia_free(t);
}

/* by the engine */
static void expected(const lia_model *m, lia_data *d, lia_sform what, const double *q,
    const double *v, const double *a, double *out) {
  static double work[MOST_BODIES * MOST_BODIES];
  const int n = m->nv;
  switch (what) {
    case LIA_SFORM_id: lia_rnea(m, d, q, v, a, out); break;
    case LIA_SFORM_fd: lia_forward(m, d, q, v, a, out); break;
    case LIA_SFORM_mass: lia_crba(m, d, q, out); break;
    case LIA_SFORM_bias: lia_rnea(m, d, q, v, NULL, out); break;
    case LIA_SFORM_gravity: lia_rnea_gravity(m, d, q, out); break;
    case LIA_SFORM_coriolis: lia_coriolis(m, d, q, v, out); break;
    case LIA_SFORM_matrices: case LIA_SFORM_COUNT:
      lia_crba(m, d, q, out);
      lia_coriolis_split(m, d, q, out + n * n, out + 2 * n * n, work);
      lia_rnea_gravity(m, d, q, out + 2 * n * n + n * (n * (n - 1) / 2));
  }
}

enum { MOST_OUT = 3 * MOST_BODIES * MOST_BODIES * MOST_BODIES };

static size_t price_of(lia_sforms *f, const lia_expr *e, int n) {
  lia_count c;
  cr_assert(lia_tape_count_moving(lia_sforms_pool(f), (uint32_t)n, e, &c));
  return lia_count_price(c, LIA_FUNCTION_PRICE);
}

/* every function, every way, of symbols and of numbers */
LIA_TEST(sforms, are_worth_what_the_engine_computes) {
  static double got[MOST_OUT], want[MOST_OUT];
  static lia_expr e[MOST_OUT];
  size_t of_symbols = 0, of_numbers = 0;
  for (int i = 0; i < lia_cases(16); i++) {
    const uint64_t seed = 100 + (uint64_t)i;
    const int nbody = 1 + i % MOST_BODIES;
    lia_rng r = lia_rng_seed(seed);
    example x[2] = { arm_of(&r, nbody), with_numbers(seed, nbody) };
    lia_compiled c;
    lia_data *d;
    TRY(lia_compile(&c, x[1].spec, err));
    TRY(lia_data_new(&d, c.model, err));
    double q[MOST_BODIES], v[MOST_BODIES], a[MOST_BODIES];
    lia_model_random(c.model, &r, q);
    for (int k = 0; k < c.model->nv; k++)
      v[k] = lia_rng_range(&r, -1, 1), a[k] = lia_rng_range(&r, -1, 1);
    for (int numbers = 0; numbers < 2; numbers++) {
      lia_sforms *f;
      TRY(lia_sforms_new(&f, x[numbers].spec, err));
      cr_assert_eq(lia_sforms_model(f)->ncoord, c.model->nv);
      for (int what = 0; what < LIA_SFORM_COUNT; what++) {
        const int n = lia_sforms_size(f, (lia_sform)what);
        size_t plain = 0;
        cr_assert(n <= MOST_OUT);
        expected(c.model, d, (lia_sform)what, q, v, a, want);
        double size = 1;
        for (int k = 0; k < n; k++) size = fmax(size, fabs(want[k]));
        for (int few = 0; few < 2; few++) {
          const char *way = NULL;
          TRY(lia_sforms_write(f, (lia_sform)what, few, NULL, e, &way, err));
          values(f, e, n, &x[numbers], q, v, a, got);
          char text[60];
          snprintf(text, sizeof text, "tree %d, function %d, %s, few %d", i, what,
              numbers ? "numbers" : "symbols", few);
          tree_same(got, want, n, what == LIA_SFORM_fd ? 1e-9 : 1e-12, size, text);
          size_t p = price_of(f, e, n);
          if (!few) plain = p;
          else cr_assert(p <= plain, "%s, %s: %zu, as it comes %zu", text, way, p, plain);
          *(numbers ? &of_numbers : &of_symbols) += few ? p : 0;
        }
      }
      lia_sforms_free(f);
    }
    lia_free(d);
    lia_constraints_free(c.constraints);
    lia_free(c.model);
    lia_spec_free(x[0].spec);
    lia_spec_free(x[1].spec);
  }
  // numbers are constants: what symbols allow, they allow; now and then two of them are one
  cr_log_info("all functions of all trees: %zu with symbols, %zu with numbers", of_symbols,
      of_numbers);
  cr_assert(of_symbols <= of_numbers + of_numbers / 50 &&
      of_numbers <= of_symbols + of_symbols / 50, "%zu, %zu", of_symbols, of_numbers);
}

/* written into a pool where the names stand in another order, and others with them: as many
 * operations */
LIA_TEST(sforms, do_not_depend_on_what_was_named_before) {
  static lia_expr e[MOST_OUT];
  for (int i = 0; i < lia_cases(4); i++) {
    lia_rng r = lia_rng_seed(300 + (uint64_t)i);
    example x = arm_of(&r, 2 + i % 4);
    lia_sforms *f;
    TRY(lia_sforms_new(&f, x.spec, err));
    for (int what = 0; what < LIA_SFORM_COUNT; what++) {
      const int n = lia_sforms_size(f, (lia_sform)what);
      size_t first = 0;
      for (int order = 0; order < 4; order++) {
        lia_pool *p = lia_pool_new();
        for (int k = 0; k < x.n; k++)
          cr_assert(lia_sym_symbol(p, x.name[(k * (2 * order + 1) + 7 * order) % x.n]));
        lia_smodel *m;
        TRY(lia_smodel_new(&m, p, x.spec, err));
        lia_snames names = { p, m->number, m->v, m->a };
        TRY(lia_sforms_write(f, (lia_sform)what, 1, &names, e, NULL, err));
        lia_count c;
        cr_assert(lia_tape_count_moving(p, (uint32_t)n, e, &c));
        size_t now = lia_count_price(c, LIA_FUNCTION_PRICE);
        if (order == 0) first = now;
        cr_assert(now == first, "tree %d, function %d, order %d: %zu, first %zu", i, what, order,
            now, first);
        lia_smodel_free(m);
        lia_pool_free(p);
      }
    }
    lia_sforms_free(f);
    lia_spec_free(x.spec);
  }
}

LIA_TEST(sforms, memory_may_run_out_anywhere) {
  static lia_expr e[MOST_OUT];
  lia_rng r = lia_rng_seed(7);
  example x = arm_of(&r, 2);
  for (int what = 0; what < LIA_SFORM_COUNT; what++)
    for (long n = 0, done = 0; !done; n += 1 + n / 8) {
      lia_error err = { 0 };
      lia_sforms *f = NULL;
      lia_mem_fail_after(n);
      lia_status st = lia_sforms_new(&f, x.spec, &err);
      if (st == LIA_OK) st = lia_sforms_write(f, (lia_sform)what, 1, NULL, e, NULL, &err);
      lia_mem_fail_after(-1);
      done = st == LIA_OK;
      cr_assert(done || st == LIA_ENOMEM, "%d: %s: %s", what, err.path, err.text);
      lia_sforms_free(f);
    }
  lia_spec_free(x.spec);
}

/* what cannot be written is refused by name */
LIA_TEST(sforms, quaternions_have_no_symbols) {
  lia_spec *s;
  TRY(lia_spec_new(&s, err));
  lia_spec_body *b = lia_spec_add_body(s, "b", "bodies[1]");
  b->mass = LIA_VAL(1);
  for (int k = 0; k < 6; k++) b->inertia[k] = LIA_VAL(k < 3);
  lia_spec_joint *j = lia_spec_add_joint(s, "world", "b", LIA_JOINT_spherical, "bodies[1]");
  j->name = "ball";
  lia_spec_set_dofs(s, j, 3);
  for (int d = 0; d < 3; d++) {
    j->dof[d].coord = lia_spec_text(s, "q%d", d + 1);
    lia_spec_add_coord(s, j->dof[d].coord);
  }
  for (int k = 0; k < 3; k++) s->gravity[k] = LIA_VAL(0);
  TRY(lia_spec_check(s, err));
  lia_sforms *f;
  lia_expr e[200];
  lia_error why = { 0 };
  TRY(lia_sforms_new(&f, s, err));
  cr_assert_eq(lia_sforms_write(f, LIA_SFORM_coriolis, 1, NULL, e, NULL, &why), LIA_EMODEL);
  cr_assert(strstr(why.text, "quaternion"), "%s", why.text);
  cr_assert_eq(lia_sforms_write(f, LIA_SFORM_id, 1, NULL, e, NULL, &why), LIA_OK);
  lia_sforms *same = lia_sforms_keep(f);
  lia_sforms_free(f);
  cr_assert_eq(lia_sforms_write(same, LIA_SFORM_mass, 0, NULL, e, NULL, &why), LIA_OK);
  lia_sforms_free(same);
  lia_spec_free(s);
}
