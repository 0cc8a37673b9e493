/* pendulum.c - a double pendulum from C alone: described, derived, printed, evaluated, compiled
 *
 *   cc pendulum.c $(pkg-config --cflags --libs liaison) -lm && ./a.out [folder for compiled code]
 *
 * Points m1, m2 on bars L1, L2 in a vertical plane. It ends with 0 where the closed form agrees. */
#include "liaison.h"

#include <stdio.h>
#include <stdlib.h>

static lia_error err;
static void must(lia_status s) {
  if (s != LIA_OK) fprintf(stderr, "%s %s: %s\n", lia_status_name(s), err.path, err.text);
  if (s != LIA_OK) exit(1);
}

/* a point at the end of a bar on a hinge about z, `at` along its parent; numbers are texts here */
static void add_bar(lia_spec *s, const char *parent, const char *name, const char *q,
                    const char *at, const char *mass, const char *length) {
  lia_spec_body *b = lia_spec_add_body(s, name, name);
  b->mass.text = mass;
  for (int k = 0; k < 3; k++) b->com[k] = LIA_VAL(0);
  for (int k = 0; k < 6; k++) b->inertia[k] = LIA_VAL(0);
  b->com[0].text = length;
  lia_spec_joint *j = lia_spec_add_joint(s, parent, name, LIA_JOINT_revolute, name);
  for (int k = 0; k < 3; k++) j->axis[k] = LIA_VAL(k == 2);
  lia_spec_add_move(s, &j->place, LIA_MOVE_TX, LIA_VAL(0))->by.text = at;
  lia_spec_set_dofs(s, j, 1)->coord = q;
  lia_spec_add_coord(s, q);
}

/* tau = M a + h, by hand: angles from the horizontal, the second one relative */
static void by_hand(const double *q, const double *v, const double *a, double *tau) {
  const double m1 = 2, m2 = 1, L1 = 0.7, L2 = 0.5, g = 9.81;
  const double c = m2 * L1 * L2 * cos(q[1]), s = m2 * L1 * L2 * sin(q[1]);
  const double M22 = m2 * L2 * L2, M12 = M22 + c, M11 = (m1 + m2) * L1 * L1 + M12 + c;
  const double G2 = m2 * g * L2 * cos(q[0] + q[1]), G1 = (m1 + m2) * g * L1 * cos(q[0]) + G2;
  tau[0] = M11 * a[0] + M12 * a[1] - s * (2 * v[0] * v[1] + v[1] * v[1]) + G1;
  tau[1] = M12 * a[0] + M22 * a[1] + s * v[0] * v[0] + G2;
}

int main(int argc, char **argv) {
  lia_spec *s;
  lia_equations *eq, *numbers;
  lia_pool *p = lia_pool_new();
  lia_text text = { 0 };
  must(lia_spec_new(&s, &err));
  add_bar(s, "world", "upper", "q1", "0", "m1", "L1");
  add_bar(s, "upper", "lower", "q2", "L1", "m2", "L2");
  for (int k = 0; k < 3; k++) s->gravity[k] = LIA_VAL(k == 1 ? -9.81 : 0);
  must(lia_spec_check(s, &err));
  must(lia_equations_of_model(&eq, p, s, &(lia_eom_opts){ .reduce = 0 }, &err));
  must(lia_equations_text(eq, &text, &err));
  puts(lia_text_str(&text));

  static const char *const parameter[4] = { "m1", "m2", "L1", "L2" };
  const double x[4] = { 2, 1, 0.7, 0.5 };
  lia_expr name[4], value[4];
  for (int k = 0; k < 4; k++) name[k] = lia_sym_symbol(p, parameter[k]);
  for (int k = 0; k < 4; k++) value[k] = lia_sym_num(p, x[k]);
  must(lia_equations_with(&numbers, eq, 4, name, value, &err));
  char gcc[LIA_CACHE_PATH] = "";
  lia_cc_find(getenv("PATH"), "cc", gcc, sizeof gcc);
  const lia_cc cc = { .compiler = gcc, .folder = argc > 1 ? argv[1] : "/tmp/liaison-c" };
  lia_cc_result made;
  lia_kernel *code;
  must(lia_equations_compile(&code, numbers, LIA_EOM_id, &cc, &made, &err));
  double *w = lia_block((size_t)(lia_kernel_about(code)->sz_w + 8) * sizeof *w), worst = 0;
  for (int k = 0; k < 100; k++) {
    const double q[2] = { 0.3 * k, -0.2 * k }, v[2] = { 1, 0.01 * k }, a[2] = { -2, 3 }, *tape;
    double hand[2], tau[2];
    by_hand(q, v, a, hand);
    must(lia_equations_eval(numbers, LIA_EOM_id, q, v, a, &tape, &err));
    lia_kernel_call(code)((const double *const[]){ q, v, a }, (double *const[]){ tau }, w);
    for (int i = 0; i < 2; i++) worst += fabs(tape[i] - hand[i]) + fabs(tau[i] - hand[i]);
  }
  puts(worst < 1e-11 ? "\nevaluated, compiled: as in the closed form" : "\nNOT THE CLOSED FORM");
  return worst < 1e-11 ? 0 : 1;   // the process ends here: nothing is freed
}
