/* arm.c - a program in C: two rods in the vertical plane, described, compiled, asked (scripts of
 * the install test run it) */
#include "liaison.h"

#include <stdio.h>
#include <stdlib.h>

static void must(lia_status s, const lia_error *err) {
  if (s == LIA_OK) return;
  fprintf(stderr, "%s: %s: %s\n", lia_status_name(s), err->path, err->text);
  exit(1);
}

/* a uniform rod along x on a hinge about z, `at` along its parent */
static void add_rod(lia_spec *s, const char *parent, const char *name, const char *q, double at,
    double mass, double length) {
  lia_spec_body *b = lia_spec_add_body(s, name, name);
  double I = mass * length * length / 12;
  b->mass = LIA_VAL(mass);
  for (int k = 0; k < 3; k++) b->com[k] = LIA_VAL(k == 0 ? length / 2 : 0);
  for (int k = 0; k < 6; k++) b->inertia[k] = LIA_VAL(k == 1 || k == 2 ? I : 0);
  lia_spec_joint *j = lia_spec_add_joint(s, parent, name, LIA_JOINT_revolute, name);
  for (int k = 0; k < 3; k++) j->axis[k] = LIA_VAL(k == 2);
  if (at != 0) lia_spec_add_move(s, &j->place, LIA_MOVE_TX, LIA_VAL(at));
  lia_spec_set_dofs(s, j, 1)->coord = q;
  lia_spec_add_coord(s, q);
}

int main(void) {
  lia_error err = { 0 };
  lia_spec *s;
  lia_compiled c;
  lia_data *d;
  must(lia_spec_new(&s, &err), &err);
  add_rod(s, "world", "upper", "q1", 0, 1, 1);
  add_rod(s, "upper", "fore", "q2", 1, 1, 0.8);
  const double gravity[3] = { 0, -9.81, 0 };
  for (int k = 0; k < 3; k++) s->gravity[k] = LIA_VAL(gravity[k]);
  must(lia_spec_check(s, &err), &err);
  must(lia_compile(&c, s, &err), &err);
  must(c.dynamic.code, &c.dynamic);
  must(lia_data_new(&d, c.model, &err), &err);

  /* flat out: the elbow is at x = 1, gravity asks for 9.81 (1/2 + 1 + 0.4) and 9.81 0.4 */
  double q[2] = { 0, 0 }, tau[2], a[2], zero[2] = { 0, 0 };
  lia_frame X;
  lia_fk_one(c.model, d, q, c.body[1], &X);
  lia_rnea_gravity(c.model, d, q, tau);
  lia_forward(c.model, d, q, zero, tau, a);
  printf("liaison %s: elbow %g %g, torques %.4f %.4f, accelerations %.0e %.0e\n", LIA_VERSION,
      X.p[0], X.p[1], tau[0], tau[1], fabs(a[0]) + 1e-12, fabs(a[1]) + 1e-12);

  lia_free(d);
  lia_free(c.model);
  lia_constraints_free(c.constraints);
  lia_spec_free(s);
  return lia_mem_live() != 0;
}
