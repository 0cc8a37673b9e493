/* test_urdf.c - large robots while memory gives out: every failing allocation is a clean ENOMEM,
 * wherever a block of the arena ends */
#include "house.h"

#include "base/text.h"
#include "io/urdf.h"
#include "describe/check.h"
#include "model/compile.h"

#include <string.h>

static void link(lia_text *t, int i) {
  lia_text_printf(t,
    "<link name=\"link_%d\"><inertial><origin xyz=\"0 0 0.1\" rpy=\"0.1 0.2 0.3\"/><mass "
    "value=\"2\"/>"
    "<inertia ixx=\"1\" iyy=\"1\" izz=\"1\" ixy=\"0.1\"/></inertial>\n"
    "<visual><origin xyz=\"1 2 3\" rpy=\"1 2 3\"/><geometry><box size=\"1 2 3\"/></geometry>"
    "<material name=\"paint_%d\"><color rgba=\"1 0 0 1\"/></material></visual>\n"
    "<collision><geometry><mesh filename=\"package://robot/meshes/part_%d.stl\" "
    "scale=\"1\"/></geometry></collision></link>\n",
    i, i % 7, i);
}

static const char *kind_of(int i) {
  static const char *const kind[] = { "revolute", "prismatic", "continuous", "planar", "floating",
      "fixed" };
  return i % 9 < 6 ? kind[i % 9] : "revolute";
}

// joint i leads from link i to link i+1; every third one has something odd
static void joint(lia_text *t, int i) {
  lia_text_printf(t, "<joint name=\"joint.%d/%d\" type=\"%s\"><origin xyz=\"0 0 1\" rpy=\"0 0.5 "
      "0\"/><parent link=\"link_%d\"/><child link=\"link_%d\"/>"
                  "<axis xyz=\"0 1 0\"/><limit lower=\"%d\" upper=\"2\" effort=\"1\" "
                  "velocity=\"1\"/>", i / 2, i / 2, kind_of(i), i, i + 1, i % 3 - 1);
  if (i % 5 == 4)
    lia_text_printf(t, "<mimic joint=\"joint.%d/%d\" multiplier=\"2\" offset=\"0.1\"/>",
        i % 2 ? i : i / 4, i % 2 ? i : i / 4);
  lia_text_put(t, i % 3 ? "<dynamics damping=\"0.1\"/></joint>\n"
      : "<safety_controller/><odd_thing/></joint>\n");
}

// n joints in a chain with most of what a file may hold, about 900 bytes a joint
static lia_text robot(int n) {
  lia_text t = { 0 };
  lia_text_put(&t, "\n<!-- a -- b -->\n<?xml version=\"1.0\"?><robot name=\"r&d\"><material "
      "name=\"paint_9\"/><link name=\"world\"/>\n");
  for (int i = 0; i <= n; i++) link(&t, i);
  lia_text_put(&t, "<joint name=\"stand\" type=\"fixed\"><parent link=\"world\"/><child "
      "link=\"link_0\"/></joint>\n<link name=\"stray\"/><link/>\n");
  for (int i = 0; i < n; i++) joint(&t, i);
  lia_text_put(&t, "<joint name=\"again\" type=\"fixed\"><parent link=\"link_0\"/><child "
      "link=\"link_2\"/></joint><transmission/></robot>\n");
  cr_assert(!t.nomem);
  return t;
}

// read, check and compile with n allocations granted; pad bytes of the arena are used up before, so
// that its blocks end elsewhere
static lia_status load(const lia_text *text, long n, size_t pad, size_t *total, lia_error *err) {
  lia_spec *s;
  lia_compiled c = { 0 };
  cr_assert_eq(lia_spec_new(&s, NULL), LIA_OK);
  if (pad) lia_arena_alloc(&s->arena, pad);
  lia_mem_fail_after(n);
  lia_status st = lia_urdf_read(s, text->s, text->n, "robot.urdf", NULL, err);
  if (st == LIA_OK) st = lia_spec_check(s, err);
  if (st == LIA_OK) st = lia_compile(&c, s, err);
  lia_mem_fail_after(-1);
  *total = s->arena.total;
  lia_constraints_free(c.constraints);
  lia_free(c.model);
  lia_spec_free(s);
  return st;
}

LIA_TEST(urdf, every_allocation_of_a_large_robot_may_fail) {
  lia_text text = robot(60);
  size_t total = 0;
  for (size_t pad = 0; pad < 4096; pad += lia_cases(1) > 1 ? 112 : 1200) {
    for (long n = 0; ; n++) {
      lia_error err = { 0 };
      lia_status st = load(&text, n, pad, &total, &err);
      if (st == LIA_OK) { cr_assert_gt(n, 100); break; }
      cr_assert_eq(st, LIA_ENOMEM, "after %ld, pad %zu: %s %s: %s", n, pad, lia_status_name(st),
          err.path, err.text);
      // the text
      cr_assert_eq(lia_mem_live(), 1, "after %ld, pad %zu: %zu live", n, pad, lia_mem_live());
    }
    // five blocks that double from 4096 on
    cr_assert_gt(total, 31 * 4096, "more than five blocks of the arena: %zu bytes", total);
  }
  lia_text_free(&text);
}

// what the reader settles by itself needs memory in many places; a robot of nothing but that
LIA_TEST(urdf, every_allocation_of_what_is_settled_may_fail) {
  lia_text t = { 0 };
  lia_text_put(&t, "<robot>");
  for (int i = 0; i < 40; i++) lia_text_printf(&t,
      "<link name=\"l%d\"/><joint name=\"j\" type=\"continuous\"><parent link=\"l%d\"/><child "
      "link=\"l%d\"/><mimic joint=\"j_%d\"/></joint>",
      i, i / 2, i + 1, i % 2 ? 40 - i : i);
  lia_text_put(&t, "<link name=\"l40\"/><link name=\"world\"/><joint name=\"w\" "
      "type=\"continuous\"><parent link=\"l40\"/><child link=\"world\"/></joint>"
                   "<link name=\"x\"/><link name=\"y\"/><joint name=\"k\" type=\"fixed\"><parent "
                   "link=\"x\"/><child link=\"y\"/></joint></robot>");
  cr_assert(!t.nomem);
  size_t total;
  for (long n = 0; ; n++) {
    lia_error err = { 0 };
    lia_status st = load(&t, n, 0, &total, &err);
    if (st == LIA_OK) { cr_assert_gt(n, 50); break; }
    cr_assert_eq(st, LIA_ENOMEM, "after %ld: %s %s: %s", n, lia_status_name(st), err.path,
        err.text);
  }
  lia_text_free(&t);
}
