/* test_model.c - from bodies to nodes: numbering, frames, complaints, and memory that runs out */
#include "model/model.h"

#include "house.h"

#include <math.h>
#include <string.h>

static const double down[3] = { 0, 0, -9.81 };

static lia_model *built(const lia_body_def *b, int n) {
  lia_model *m = NULL;
  lia_error err = { 0 };
  cr_assert_eq(lia_model_new(&m, b, n, down, &err), LIA_OK, "%s: %s", err.path, err.text);
  return m;
}

static lia_body_def body(const char *name, int parent, lia_joint joint) {
  lia_body_def b = lia_body_def_new(name);
  b.parent = parent;
  b.joint = joint;
  b.has_inertia = 1;
  b.inertia = (lia_inertia){ 1, { 0 }, { 1, 1, 1 } };
  return b;
}

// children may be entered before their parents; nodes are depth first, coordinates in the user's
// order
LIA_TEST(model, takes_bodies_in_any_order) {
  lia_body_def b[] = { body("hand", 2, LIA_JOINT_revolute), body("leg", 3, LIA_JOINT_universal),
                   body("arm", 3, LIA_JOINT_revolute), body("hip", -1, LIA_JOINT_floating) };
  lia_model *m = built(b, 4);
  cr_assert(m->nq == 11 && m->nv == 10 && m->nnode == 5 && m->jq == 11 && !m->has_mimic);
  cr_assert(m->body[0].iq == 0 && m->body[1].iq == 1 && m->body[2].iq == 3 && m->body[3].iq == 4);
  for (int i = 1; i <= m->nnode; i++) cr_assert(m->node[i].parent < i && m->node[i].end > i);
  cr_assert_eq(m->node[m->body[3].node].end, 6);
  cr_assert_eq(m->node[m->body[0].node].parent, m->body[2].node);
  cr_assert_eq(lia_model_find(m, "arm"), 2);
  cr_assert_eq(lia_model_find(m, "foot"), -1);
  lia_free(m);
}

// q' = v where all coordinates are numbers: not where a joint is a ball, or turns on a circle
LIA_TEST(model, knows_whether_all_coordinates_are_numbers) {
  lia_body_def b[] = { body("a", -1, LIA_JOINT_revolute), body("b", 0, LIA_JOINT_universal),
      body("c", 1, LIA_JOINT_spherical) };
  for (int n = 1; n <= 3; n++) {
    lia_model *m = built(b, n);
    double q[7], v[6] = { 1, 2, 3, 4, 5, 6 }, rate[7];
    lia_model_neutral(m, q);
    lia_model_rate(m, q, v, rate);
    cr_assert_eq(m->numbers, n < 3);
    // of a ball at rest, whose quaternion is 1 0 0 0: its rate is half the speed
    for (int k = 0; k < 3 && k < m->nv; k++) cr_assert_eq(rate[k], v[k]);
    if (n == 3) cr_assert(rate[3] == 0 && rate[4] == 2 && rate[6] == 3);
    lia_free(m);
  }
}

// bodies fixed to each other are one node; what is fixed to the ground does not move
LIA_TEST(model, welds_bodies_that_are_fixed_to_each_other) {
  lia_body_def b[] = { body("post", -1, LIA_JOINT_fixed), body("arm", 0, LIA_JOINT_revolute),
      body("tool", 1, LIA_JOINT_fixed) };
  b[2].X_PJ.p[0] = 2;
  b[2].inertia = (lia_inertia){ 3, { 0, 0, 0 }, { 0, 0, 0 } };
  lia_model *m = built(b, 3);
  const lia_node *N = &m->node[1];
  cr_assert(m->nnode == 1 && m->body[0].node == 0 && m->body[2].node == 1 && m->mass == 4);
  cr_assert(N->m == 4 && N->h[0] == 6 && N->I[0] == 1 && N->I[1] == 13 && N->I[2] == 13);
  lia_free(m);
}

static void refused(const lia_body_def *b, int n, const char *path, const char *text) {
  lia_model *m = NULL;
  lia_error err = { 0 };
  cr_assert_eq(lia_model_new(&m, b, n, down, &err), LIA_EMODEL);
  cr_assert_null(m);
  cr_assert(strcmp(err.path, path) == 0 && strstr(err.text, text), "%s: %s", err.path, err.text);
}

LIA_TEST(model, names_the_body_that_cannot_be) {
  lia_body_def ok = body("arm", -1, LIA_JOINT_revolute), b[2] = { ok, ok };
  b[1].name = NULL;
  b[1].parent = 7;
  refused(b, 2, "bodies[2]", "no body has the number 8");
  b[1] = ok, b[1].parent = 1;
  refused(b, 2, "bodies[2] 'arm'", "parent");
  b[0].parent = 1, b[1].parent = 0;
  refused(b, 2, "bodies", "2 of 2 bodies hang on each other");
  b[0] = ok, b[0].X_PJ.R[4] = -1;
  refused(b, 1, "bodies[1] 'arm'", "X_PJ.R is not a rotation");
  b[0] = ok, b[0].X_JB.p[2] = __builtin_nan("");
  refused(b, 1, "bodies[1] 'arm'", "not finite");
  b[0] = ok, b[0].axis[0] = HUGE_VAL;
  refused(b, 1, "bodies[1] 'arm'", "axis");
  b[0] = ok, b[0].inertia.m = -1;
  refused(b, 1, "bodies[1] 'arm'", "mass >= 0, got -1");
  b[0] = ok, b[0].inertia.I[5] = __builtin_nan("");
  refused(b, 1, "bodies[1] 'arm'", "inertia is not finite");
  b[0] = ok, b[0].dof[0].q_min = 2, b[0].dof[0].q_max = 1;
  refused(b, 1, "bodies[1] 'arm'", "limits are crossed: 2 to 1");
  b[0] = ok, b[0].dof[0].damping = -1;
  refused(b, 1, "bodies[1] 'arm'", "damping");
  b[0] = ok, b[0].dof[0].scale = 0;
  refused(b, 1, "bodies[1] 'arm'", "scale");
  b[0] = ok, b[0].dof[0].follows = 0;
  refused(b, 1, "bodies[1] 'arm'", "follows 1");
  b[0] = body("ball", -1, LIA_JOINT_spherical), b[0].dof[1].stiffness = 1;
  refused(b, 1, "bodies[1] 'ball'", "spherical joint has no spring");
  b[0] = body("own", -1, LIA_JOINT_moves);
  refused(b, 1, "bodies[1] 'own'", "1 to 6 moves, got 0");
  b[0].nmove = 1;
  refused(b, 1, "bodies[1] 'own'", "move 1");
  b[0].joint = (lia_joint)77;
  refused(b, 1, "bodies[1] 'own'", "unknown joint type 77");
}

LIA_TEST(model, says_which_inertia_is_missing) {
  lia_body_def b[2] = { body("arm", -1, LIA_JOINT_revolute), body("hand", 0, LIA_JOINT_fixed) };
  lia_error err = { 0 };
  b[1].has_inertia = 0;
  lia_model *m = built(b, 2);
  cr_assert_eq(lia_model_dynamic(m, &err), LIA_EMODEL);
  cr_assert_str_eq(err.path, "bodies[2] 'hand'");
  lia_free(m);
}

LIA_TEST(model, survives_every_lack_of_memory) {
  lia_body_def b = body("arm", -1, LIA_JOINT_revolute);
  for (long n = 0;; n++) {
    lia_model *m = NULL;
    lia_error err = { 0 };
    lia_mem_fail_after(n);
    lia_status s = lia_model_new(&m, &b, 1, down, &err);
    lia_mem_fail_after(-1);
    if (s == LIA_OK) { lia_free(m); break; }
    cr_assert_eq(s, LIA_ENOMEM);
    cr_assert_null(m);
  }
}
