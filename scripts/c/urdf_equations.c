/* urdf_equations.c - equations of an arm in URDF: loaded, derived, counted, compared, written in C
 *
 *   cc urdf_equations.c $(pkg-config --cflags --libs liaison) -lm && ./a.out arm.urdf [id.c]
 *
 * It ends with 0 where the equations give the forces of the engine's recursion. */
#include "liaison.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST = 64 };
static lia_error err;
static void must(lia_status s) {
  if (s != LIA_OK) fprintf(stderr, "%s %s: %s\n", lia_status_name(s), err.path, err.text);
  if (s != LIA_OK) exit(1);
}

static void print_counts(lia_equations *eq) {
  puts("operations    as M q'' + C q' + G         by recursion over the bodies");
  for (int what = 0; what < LIA_EOM_COUNT; what++) {
    lia_count c[2];
    for (int form = LIA_EOM_closed; form <= LIA_EOM_recursive; form++)
      must(lia_equations_count(eq, (lia_eom_what)what, (lia_eom_form)form, &c[form], NULL, &err));
    printf("%-10s %6zu * %6zu + %5zu fun ", lia_eom_rows[what].id, c[0].mul, c[0].add, c[0].fun);
    printf("%6zu * %6zu + %5zu fun\n", c[1].mul, c[1].add, c[1].fun);
  }
}

/* the largest difference between the forces of the equations and of the recursive Newton-Euler
 * algorithm, less what the joints exert by themselves; as a share of the largest force */
static double compare(lia_equations *eq, const lia_model *m) {
  lia_data *d;
  must(lia_data_new(&d, m, &err));
  lia_rng rng = lia_rng_seed(1);
  double x[3 * MOST], engine[MOST], joints[MOST], worst = 0, most = 1;
  for (int k = 0; k < 100; k++) {
    const double *ours;
    for (int i = 0; i < 3 * eq->n; i++) x[i] = lia_rng_range(&rng, -2, 2);
    lia_rnea(m, d, x, x + eq->n, x + 2 * eq->n, engine);
    lia_passive(m, x, x + eq->n, joints);
    must(lia_equations_eval(eq, LIA_EOM_id, x, x + eq->n, x + 2 * eq->n, &ours, &err));
    for (int i = 0; i < eq->n; i++) {
      worst = fmax(worst, fabs(ours[i] - engine[i] + joints[i]));
      most = fmax(most, fabs(engine[i]));
    }
  }
  lia_free(d);
  return worst / most;
}

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  lia_spec *s;
  lia_compiled c;
  lia_equations *eq;
  lia_pool *p = lia_pool_new();
  must(lia_spec_new(&s, &err));
  must(lia_urdf_load(s, argv[1], NULL, &err));
  must(lia_spec_check(s, &err));
  must(lia_compile(&c, s, &err));
  err = c.dynamic;
  must(err.code);
  must(lia_equations_of_model(&eq, p, s, NULL, &err));
  if (eq->n > MOST) err.code = LIA_ELIMIT;
  must(err.code);
  printf("%s: %d coordinates\n", argv[1], eq->n);
  print_counts(eq);

  lia_text code = { 0 };
  must(lia_equations_write(eq, LIA_LANGUAGE_c, LIA_EOM_id, "arm_id", 3, &code, &err));
  printf("inverse dynamics in C: %zu bytes\n", code.n);
  if (argc > 2) must(lia_save(argv[2], lia_text_str(&code), code.n, &err));
  double worst = compare(eq, c.model);
  puts(worst < 1e-12 ? "forces as by the engine's recursion" : "NOT THE FORCES OF THE ENGINE");
  return worst < 1e-12 ? 0 : 1;   // the process ends here: nothing is freed
}
