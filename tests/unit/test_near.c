/* test_near.c - which bodies of a model come near: a chain of balls in closed form, what is asked,
 * what is refused, memory that ends */
#include "rbd/near.h"

#include "pose.h"

// three prismatic joints along x, one after the other, a ball at the origin of each body
typedef struct { lia_model *m; lia_data *d; lia_near *near; } chain;

static void shapes_of(lia_near_shape shape[4]) {
  memset(shape, 0, 4 * sizeof *shape);
  for (int k = 0; k < 4; k++) {
    shape[k].C.kind = LIA_CONVEX_sphere;
    shape[k].C.radius = 0.1 * (k + 1);
    shape[k].X_BS = LIA_FRAME_IDENTITY;
    shape[k].thing = k;
  }
  shape[3].X_BS.p[0] = 10;      // stands in the world
}

static const int bodies[4] = { 0, 1, 2, LIA_NEAR_WORLD };

static lia_model *model_of_slides(void) {
  lia_body_def b[3];
  lia_model *m;
  const double none[3] = { 0, 0, 0 };
  for (int k = 0; k < 3; k++) {
    b[k] = lia_body_def_new(k == 0 ? "a" : k == 1 ? "b" : "c");
    b[k].parent = k - 1;
    b[k].joint = LIA_JOINT_prismatic;
    lia_set3(b[k].axis, 1, 0, 0);
  }
  cr_assert_eq(lia_model_new(&m, b, 3, none, NULL), LIA_OK);
  return m;
}

static chain make_chain(void) {
  chain c;
  lia_near_shape shape[4];
  shapes_of(shape);
  c.m = model_of_slides();
  cr_assert_eq(lia_data_new(&c.d, c.m, NULL), LIA_OK);
  cr_assert_eq(lia_near_new(&c.near, shape, 4, bodies, 4, c.m, NULL), LIA_OK);
  return c;
}

static void end_chain(chain *c) {
  lia_near_free(c->near);
  lia_free(c->d);
  lia_free(c->m);
}

LIA_TEST(near, balls_on_a_line) {
  chain c = make_chain();
  const double q[3] = { 1, 2, 4 };     // balls at 1, 3, 7, 10 of radius 0.1, 0.2, 0.3, 0.4
  const lia_near_hit *hit;
  int n;
  lia_near_place(c.near, c.d, q);
  cr_assert_eq(lia_near_below(c.near, (double)INFINITY, &hit, &n, NULL), LIA_OK);
  const double expected[6] = { 1.7, 2.3, 3.5, 5.6, 6.4, 8.5 };
  const int a[6] = { 0, 2, 1, 0, 1, 0 }, b[6] = { 1, 3, 2, 2, 3, 3 };
  // d/dq of the distance of ball b at the sum of the first b slides, and of that in the world
  const double row[6][3] = { { 0, 1, 0 }, { -1, -1, -1 }, { 0, 0, 1 }, { 0, 1, 1 }, { -1, -1, 0 },
    { -1, 0, 0 } };
  cr_assert_eq(n, 6);
  for (int k = 0; k < 6; k++) {
    double got[3];
    cr_assert(fabs(hit[k].near.distance - expected[k]) < 1e-14);
    cr_assert(hit[k].a == a[k] && hit[k].b == b[k]);
    lia_near_gradient(c.near, c.d, &hit[k], got);
    NEAR(got, row[k], 3, 1e-14);
  }
  cr_assert_eq(lia_near_below(c.near, 3, &hit, &n, NULL), LIA_OK);
  cr_assert_eq(n, 2);
  cr_assert(fabs(lia_near_reach(c.near, 3) - 10.4) < 1e-14);
  end_chain(&c);
}

LIA_TEST(near, least_first_and_count_ask_the_same_pairs) {
  chain c = make_chain();
  const double q[3] = { 1, 0.2, 9 };
  lia_near_hit hit;
  int found, a, b, count[16] = { 0 };
  lia_near_place(c.near, c.d, q);
  cr_assert(lia_near_least(c.near, &hit, &found, NULL) == LIA_OK && found);
  cr_assert(fabs(hit.near.distance + 0.5) < 1e-14 && hit.a == 2 && hit.b == 3);
  cr_assert(lia_near_count(c.near, count, NULL) == LIA_OK);
  cr_assert(count[1] == 1 && count[11] == 1);
  lia_near_ask(c.near, 3, 2, 0);
  cr_assert(!lia_near_asked(c.near, 2, 3));
  cr_assert(lia_near_least(c.near, &hit, &found, NULL) == LIA_OK && hit.a == 0 && hit.b == 1);
  cr_assert(lia_near_first(c.near, 0, &a, &b, &found, NULL) == LIA_OK && found && a == 0 && b == 1);
  cr_assert(lia_near_first(c.near, -0.2, &a, &b, &found, NULL) == LIA_OK && !found);
  for (int i = 0; i < 4; i++)
    for (int j = i + 1; j < 4; j++) lia_near_ask(c.near, i, j, 0);
  cr_assert(lia_near_least(c.near, &hit, &found, NULL) == LIA_OK && !found);
  end_chain(&c);
}

static void refused(const lia_near_shape *shape, const int *body, lia_status expected,
    const char *part) {
  lia_model *m = model_of_slides();
  lia_near *near;
  lia_error err = { .code = LIA_OK };
  cr_assert_eq(lia_near_new(&near, shape, 4, body, 4, m, &err), expected);
  cr_assert(!near && strstr(err.text, part), "%s", err.text);
  lia_free(m);
}

LIA_TEST(near, what_is_no_thing_is_refused) {
  lia_near_shape shape[4];
  const int high[4] = { 0, 1, 3, -1 };
  shapes_of(shape);
  refused(shape, high, LIA_EDIM, "from -1 to 2, got 3");
  shape[1].C.kind = LIA_CONVEX_plane;
  refused(shape, bodies, LIA_EARG, "a plane is no shape of a body");
  shapes_of(shape);
  shape[2].thing = 0;
  refused(shape, bodies, LIA_EDIM, "got 0 after 1");
  shapes_of(shape);
  shape[0].C.radius = -1;
  refused(shape, bodies, LIA_EARG, "radius of 0 or more");
}

LIA_TEST(near, memory_that_ends_is_told) {
  lia_near_shape shape[4];
  lia_near *near;
  lia_model *m = model_of_slides();
  shapes_of(shape);
  lia_mem_fail_after(0);
  cr_assert_eq(lia_near_new(&near, shape, 4, bodies, 4, m, NULL), LIA_ENOMEM);
  lia_mem_fail_after(-1);
  cr_assert(!near);
  lia_free(m);
}
