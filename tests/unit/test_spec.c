/* test_spec.c - descriptions in C: filling, checking, values, compiling; and every allocation
 * failing in turn */
#include "house.h"

#include "base/text.h"
#include "io/urdf.h"
#include "describe/check.h"
#include "model/compile.h"
#include "describe/values.h"
#include "rbd/fk.h"

#include <math.h>
#include <string.h>

// two links and a wrist, a tool, a loop; lengths are symbols
static void fill(lia_spec *s) {
  static const char *const name[] = { "hand", "upper", "fore" };
  s->name = "arm";
  for (int i = 0; i < 3; i++) {
    char where[32];
    lia_text_format(where, sizeof where, "bodies[%d]", i + 1);
    lia_spec_body *b = lia_spec_add_body(s, name[i], where);
    if (!b) return;
    b->mass = LIA_VAL(1 + i);
    for (int k = 0; k < 6; k++) b->inertia[k] = LIA_VAL(k < 3);
  }
  static const char *const parent[] = { "fore", "world", "upper" };
  static const int kind[] = { LIA_JOINT_spherical, LIA_JOINT_revolute, LIA_JOINT_prismatic };
  static const char *const coord[3][3] = { { "wx", "wy", "wz" }, { "q1" }, { "q2" } };
  for (int i = 0; i < 3; i++) {
    char where[32];
    lia_text_format(where, sizeof where, "bodies[%d]", i + 1);
    lia_spec_joint *j = lia_spec_add_joint(s, parent[i], name[i], kind[i], where);
    if (!j || (j->ndof && !j->dof)) return;
    j->name = name[i];
    for (int k = 0; k < j->ndof; k++) j->dof[k].coord = coord[i][k];
    lia_spec_add_move(s, &j->place, LIA_MOVE_TX, i == 1 ? LIA_VAL(0) : LIA_VAL_TEXT("L/2"));
  }
  lia_spec_frame *f = lia_spec_add_frame(s, "tool", "hand", "frames.tool");
  if (f) lia_spec_place_rpy(s, &f->place, (double[3]){ 1, 0, 0 }, (double[3]){ 0, 0, 0.5 });
  lia_spec_loop *l = lia_spec_add_loop(s, "closed", LIA_JOINT_revolute, "loops[1]");
  if (l) l->from = "tool", l->to = "world";
}

static lia_spec *filled(void) {
  lia_spec *s;
  cr_assert_eq(lia_spec_new(&s, NULL), LIA_OK);
  fill(s);
  return s;
}

LIA_TEST(spec, a_description_is_checked_and_its_names_resolved) {
  lia_spec *s = filled();
  lia_error err = { 0 };
  cr_assert_eq(lia_spec_check(s, &err), LIA_OK, "%s: %s", err.path, err.text);
  cr_assert_eq(s->order[0], 1);
  cr_assert_eq(s->order[1], 2);
  cr_assert_eq(s->order[2], 0);
  cr_assert_eq(s->joint[0].iparent, 2);
  cr_assert_eq(s->ncoord, 5);
  cr_assert_eq(s->nq, 6);
  cr_assert_str_eq(s->qname[0], "hand_qw");
  cr_assert_eq(s->nsymbol, 1);
  cr_assert_str_eq(s->symbol[0], "L");
  cr_assert_eq(s->itip, 0);
  lia_spec_free(s);
}

LIA_TEST(spec, complaints_come_together_with_their_paths) {
  lia_spec *s = filled();
  lia_error err = { 0 };
  s->body[0].mass = LIA_VAL(-1);
  s->joint[2].parent = "uper";
  s->joint[1].axis[2] = LIA_VAL(0);
  s->loop[0].from = "tol";
  cr_assert_eq(lia_spec_check(s, &err), LIA_EMODEL);
  cr_assert_str_eq(err.path, "bodies[3].parent");
  cr_assert_str_eq(err.text, "no body is named 'uper' (did you mean 'upper'?)");
  char text[600];
  int n = lia_check_report(s, 0, text, sizeof text);
  cr_assert_eq(n, (int)strlen(text));
  cr_assert_str_eq(text,
      "4 complaints:\n  bodies[3].parent: no body is named 'uper' (did you mean 'upper'?)\n"
                         "  bodies[1].mass: must not be negative, got -1\n  bodies[2].axis: an "
                         "axis needs a length\n"
                         "  loops[1].from: no body or frame is named 'tol' (did you mean 'tool'?)");
  cr_assert_eq(lia_check_report(s, 0, NULL, 0), n);
  lia_spec_free(s);
}

LIA_TEST(spec, a_chain_of_parents_in_reverse_order_costs_no_square_time) {
  lia_spec *s;
  cr_assert_eq(lia_spec_new(&s, NULL), LIA_OK);
  enum { N = 20000 };
  char name[32], parent[32];
  for (int i = 0; i < N; i++) {
    lia_text_format(name, sizeof name, "b%d", i);
    lia_text_format(parent, sizeof parent, i + 1 < N ? "b%d" : "world", i + 1);
    lia_spec_add_body(s, name, name);
    lia_spec_joint *j = lia_spec_add_joint(s, parent, name, LIA_JOINT_fixed, name);
    cr_assert(j);
    j->name = j->child;
  }
  cr_assert_eq(lia_spec_check(s, NULL), LIA_OK);
  cr_assert_eq(s->order[0], N - 1);
  s->joint[N - 1].parent = "b0";
  s->nerror = s->ncomplaint = 0;
  cr_assert_eq(lia_spec_check(s, NULL), LIA_EMODEL);
  cr_assert_eq(s->ncomplaint, 1);
  lia_spec_free(s);
}

LIA_TEST(compile, values_give_numbers_and_open_names_refuse) {
  lia_spec *s = filled();
  lia_compiled c;
  lia_error err = { 0 };
  cr_assert_eq(lia_spec_check(s, &err), LIA_OK);
  cr_assert_eq(lia_compile(&c, s, &err), LIA_EMODEL);
  cr_assert_str_eq(err.text,
      "bodies[1].place[1] is the expression 'L/2': give L a value, or ask for equations");
  lia_spec_free(s);

  s = filled();
  const char *name = "L";
  lia_val three = LIA_VAL(3);
  lia_values_bind(s, 1, &name, &three);
  cr_assert_eq(lia_spec_check(s, NULL), LIA_OK);
  cr_assert_eq(lia_compile(&c, s, NULL), LIA_OK);
  cr_assert_eq(c.dynamic.code, LIA_OK);
  lia_data *d;
  cr_assert_eq(lia_data_new(&d, c.model, NULL), LIA_OK);
  // q: quaternion, q1, q2: the hand stands where the slide has moved along the turned z
  double q[6] = { 1, 0, 0, 0, acos(-1) / 2, 0.4 };
  lia_frame X[4];
  lia_fk(c.model, d, q, X);
  lia_frame_mul(&X[3], &X[c.frame[0].body], &c.frame[0].X_BF);
  const double want[3] = { 0, 1.5 + 1.5 + 1, 0.4 };
  for (int k = 0; k < 3; k++)
    cr_assert_float_eq(X[3].p[k], want[k], 1e-14, "p[%d] = %g", k, X[3].p[k]);
  lia_free(d);
  lia_constraints_free(c.constraints);
  lia_free(c.model);
  lia_spec_free(s);
}

LIA_TEST(values, words_are_replaced_at_once_and_as_wholes) {
  static const struct { const char *text, *want; } row[] = {
    { "a+b", "b+(a+1)" }, { "aa*a", "aa*b" }, { "a(b)", NULL }, { "sin(a)", "sin(b)" },
        { "c", "-2" }, { "3-c^2", "3-(-2)^2" }, { "pi*deg", "pi*deg" },
    { "1e3*a", "1e3*b" }, { "d", "a+1" }, { "2*d", "2*(a+1)" },
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    lia_spec *s = filled();
    s->body[0].mass = LIA_VAL_TEXT(row[i].text);
    const char *const name[] = { "a", "b", "c", "d" };
    const lia_val value[] = { LIA_VAL_TEXT("b"), LIA_VAL_TEXT("a+1"), LIA_VAL(-2),
                              LIA_VAL_TEXT("a+1") };
    if (row[i].want) {
      lia_values_bind(s, 4, name, value);
      lia_val got = s->body[0].mass;
      char text[64];
      lia_text_format(text, sizeof text, "%s", got.text ? got.text : "-2");
      cr_assert_str_eq(text, row[i].want, "%s", row[i].text);
      cr_assert(got.text || got.x == -2);
    }
    lia_spec_free(s);
  }
}

// every allocation fails in turn: a clean ENOMEM each time, and nothing stays behind
LIA_TEST(spec, every_allocation_may_fail) {
  for (long n = 0; ; n++) {
    lia_spec *s = NULL;
    lia_compiled c = { 0 };
    lia_error err = { 0 };
    const char *name = "L";
    lia_val three = LIA_VAL(3);
    lia_mem_fail_after(n);
    lia_status st = lia_spec_new(&s, &err);
    if (st == LIA_OK) {
      fill(s);
      lia_values_bind(s, 1, &name, &three);
      st = lia_spec_check(s, &err);
    }
    if (st == LIA_OK) st = lia_compile(&c, s, &err);
    lia_mem_fail_after(-1);
    lia_constraints_free(c.constraints);
    lia_free(c.model);
    lia_spec_free(s);
    if (st == LIA_OK) { cr_assert_gt(n, 10); break; }
    cr_assert_eq(st, LIA_ENOMEM, "after %ld: %s %s: %s", n, lia_status_name(st), err.path,
        err.text);
  }
}

static const char urdf[] =
  "<robot name=\"r\"><material name=\"m\"><color rgba=\"1 0 0 1\"/></material>"
  "<link name=\"a\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" iyy=\"1\" "
  "izz=\"1\"/></inertial>"
  "<visual><geometry><box size=\"1 2 3\"/></geometry><material name=\"m\"/></visual></link><link "
  "name=\"b\"/><link name=\"c\"/>"
  "<joint name=\"j\" type=\"revolute\"><parent link=\"a\"/><child link=\"b\"/><limit lower=\"-1\" "
  "upper=\"1\"/></joint>"
  "<joint name=\"k\" type=\"prismatic\"><parent link=\"b\"/><child link=\"c\"/><mimic "
  "joint=\"j\"/></joint></robot>";

LIA_TEST(urdf, every_allocation_may_fail) {
  for (long n = 0; ; n++) {
    lia_spec *s;
    lia_error err = { 0 };
    cr_assert_eq(lia_spec_new(&s, NULL), LIA_OK);
    lia_mem_fail_after(n);
    lia_status st = lia_urdf_read(s, urdf, sizeof urdf - 1, "r.urdf", NULL, &err);
    if (st == LIA_OK) st = lia_spec_check(s, &err);
    lia_mem_fail_after(-1);
    lia_spec_free(s);
    if (st == LIA_OK) { cr_assert_gt(n, 10); break; }
    cr_assert_eq(st, LIA_ENOMEM, "after %ld: %s %s: %s", n, lia_status_name(st), err.path,
        err.text);
  }
}
