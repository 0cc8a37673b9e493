/* test_mesh.c - meshes: files, welding, exact integrals, hulls, fits, thinning, memory that ends */
#include "geo/rot.h"
#include "geo/solid.h"
#include "io/mesh_file.h"

#include "house.h"
#include <math.h>
#include <string.h>

static const double PI = 3.14159265358979324;

static lia_mesh *empty(void) {
  lia_mesh *m;
  cr_assert_eq(lia_mesh_new(&m, NULL), LIA_OK);
  return m;
}

static void put(lia_mesh *m, double x, double y, double z) {
  cr_assert_eq(lia_mesh_vertex(m, (double[]){ x, y, z }, NULL), LIA_OK);
}

static void face(lia_mesh *m, int a, int b, int c) {
  cr_assert_eq(lia_mesh_face(m, a, b, c, -1, NULL), LIA_OK);
}

// a box of these lengths about (x, 0, 0)
static lia_mesh *box(double a, double b, double c, double x) {
  static const int f[12][3] = { { 0, 2, 3 }, { 0, 3, 1 }, { 4, 5, 7 }, { 4, 7, 6 }, { 0, 1, 5 },
    { 0, 5, 4 }, { 2, 6, 7 }, { 2, 7, 3 }, { 0, 4, 6 }, { 0, 6, 2 }, { 1, 3, 7 }, { 1, 7, 5 } };
  lia_mesh *m = empty();
  for (int i = 0; i < 8; i++)
    put(m, x + a * ((i & 1) - 0.5), b * ((i >> 1 & 1) - 0.5), c * ((i >> 2 & 1) - 0.5));
  for (int i = 0; i < 12; i++) face(m, f[i][0], f[i][1], f[i][2]);
  return m;
}

// a ball or, with hole > 0, a ring of that tube: n x k quads
static lia_mesh *round_one(double r, double tube, int n, int k) {
  lia_mesh *m = empty();
  for (int i = 0; i < n; i++)
    for (int j = 0; j < k; j++) {
      double u = 2 * PI * i / n, v = 2 * PI * j / k, d = r + tube * cos(v);
      put(m, d * cos(u), d * sin(u), tube * sin(v));
    }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < k; j++) {
      int a = i * k + j, b = (i + 1) % n * k + j, c = (i + 1) % n * k + (j + 1) % k,
          d = i * k + (j + 1) % k;
      face(m, a, b, c);
      face(m, a, c, d);
    }
  return m;
}

static lia_mesh *ball(double r, int n) {
  lia_mesh *m = empty();
  put(m, 0, 0, -r);
  for (int i = 1; i < n; i++)
    for (int j = 0; j < 2 * n; j++) {
      double u = PI * j / n, v = PI * i / n - PI / 2;
      put(m, r * cos(v) * cos(u), r * cos(v) * sin(u), r * sin(v));
    }
  put(m, 0, 0, r);
  for (int j = 0; j < 2 * n; j++) {
    int k = (j + 1) % (2 * n);
    face(m, 0, 1 + k, 1 + j);
    for (int i = 0; i + 2 < n; i++) {
      int a = 1 + i * 2 * n, b = a + 2 * n;
      face(m, a + j, a + k, b + k);
      face(m, a + j, b + k, b + j);
    }
    face(m, m->nv - 1, 1 + (n - 2) * 2 * n + j, 1 + (n - 2) * 2 * n + k);
  }
  return m;
}

static void same_inertia(const lia_inertia *a, const lia_inertia *b, double tol) {
  cr_assert_float_eq(a->m, b->m, tol * fabs(b->m), "m %.17g %.17g", a->m, b->m);
  for (int k = 0; k < 3; k++) cr_assert_float_eq(a->h[k], b->h[k], tol * fabs(b->m), "h%d", k);
  for (int k = 0; k < 6; k++)
    cr_assert_float_eq(a->I[k], b->I[k], tol * (b->I[0] + b->I[1] + b->I[2]), "I%d %.17g %.17g", k,
        a->I[k], b->I[k]);
}

LIA_TEST(mesh, box_is_the_solid_wherever_it_is) {
  lia_mesh *m = box(2, 3, 5, 0);
  lia_inertia J, K;
  lia_frame X = { .p = { 7, -2, 0.5 } };
  lia_rot_about(X.R, 0, 0.7);
  lia_mesh_move(m, &X);
  cr_assert_eq(lia_mesh_inertia(&J, m, 4, "m", NULL), LIA_OK);
  lia_solid_inertia(&K, LIA_SOLID_box, (double[]){ 2, 3, 5 }, 120);
  lia_inertia_to(&K, &X, &K);
  same_inertia(&J, &K, 1e-14);
  cr_assert_float_eq(lia_mesh_area(m), 62, 1e-12);
  lia_mesh_free(m);
}

// corner tetrahedron of unit sides: xx = 1/30 - of mass 1/6: I = y^2 + z^2 = 2/60, xy = 1/120
LIA_TEST(mesh, tetrahedron_is_its_integral) {
  lia_mesh *m = empty();
  lia_inertia J;
  put(m, 0, 0, 0);
  put(m, 1, 0, 0);
  put(m, 0, 1, 0);
  put(m, 0, 0, 1);
  face(m, 0, 2, 1);
  face(m, 0, 1, 3);
  face(m, 0, 3, 2);
  face(m, 1, 2, 3);
  cr_assert_eq(lia_mesh_inertia(&J, m, 1, "m", NULL), LIA_OK);
  lia_inertia K = { 1.0 / 6, { 1.0 / 24, 1.0 / 24, 1.0 / 24 },
    { 1.0 / 30, 1.0 / 30, 1.0 / 30, -1.0 / 120, -1.0 / 120, -1.0 / 120 } };
  same_inertia(&J, &K, 1e-15);
  lia_mesh_free(m);
}

// the error of an inscribed surface falls as the square of its edges
LIA_TEST(mesh, balls_and_rings_converge) {
  double before[2] = { 0 };
  for (int n = 16; n <= 64; n *= 2) {
    lia_mesh *m[2] = { ball(1.5, n), round_one(2, 0.5, 4 * n, n) };
    const double true_volume[2] = { 4 * PI / 3 * 3.375, 2 * PI * PI * 2 * 0.25 };
    for (int k = 0; k < 2; k++) {
      lia_inertia J;
      lia_mesh_form form;
      cr_assert_eq(lia_mesh_inertia(&J, m[k], 1, "m", NULL), LIA_OK);
      cr_assert_eq(lia_mesh_form_of(&form, m[k], NULL), LIA_OK);
      cr_assert_eq(form.handles, k);
      double e = 1 - J.m / true_volume[k];
      cr_assert(e > 0 && e < 0.05);
      if (before[k] > 0) cr_assert_float_eq(before[k] / e, 4, 0.1, "%d: %g", k, before[k] / e);
      before[k] = e;
      if (k == 0) cr_assert_float_eq(J.I[2], 0.4 * J.m * 2.25, 0.02 * 15);
      lia_mesh_free(m[k]);
    }
  }
}

LIA_TEST(mesh, form_tells_what_is_wrong) {
  lia_mesh *m = box(1, 1, 1, 0), *b = box(1, 1, 1, 5);
  lia_mesh_form f;
  lia_inertia J;
  lia_error err = { 0 };
  cr_assert_eq(lia_mesh_merge(m, b, NULL), LIA_OK);
  cr_assert_eq(lia_mesh_form_of(&f, m, NULL), LIA_OK);
  cr_assert(f.closed && f.oriented && f.parts == 2 && f.handles == 0 && f.edges == 36);
  lia_mesh_flip(m);
  cr_assert_eq(lia_mesh_inertia(&J, m, 1, "m", &err), LIA_EMODEL);
  cr_assert(strstr(err.text, "inside out"), "%s", err.text);
  int t = m->f[0];
  m->f[0] = m->f[1];
  m->f[1] = t;
  cr_assert_eq(lia_mesh_form_of(&f, m, NULL), LIA_OK);
  cr_assert(f.closed && !f.oriented && f.turned == 3 && f.handles == -1);
  m->nf--;
  cr_assert_eq(lia_mesh_form_of(&f, m, NULL), LIA_OK);
  cr_assert(!f.closed && f.open == 3);
  err = (lia_error){ 0 };
  cr_assert_eq(lia_mesh_inertia(&J, m, 1, "m", &err), LIA_EMODEL);
  cr_assert(strstr(err.text, "not closed: 3 of 36"), "%s", err.text);
  lia_mesh_free(m);
  lia_mesh_free(b);
}

// two boxes that share one corner are two spheres all the same
LIA_TEST(mesh, corner_that_is_pinched_counts_twice) {
  lia_mesh *m = box(1, 1, 1, 0), *b = box(1, 1, 1, 0);
  lia_mesh_form f;
  lia_mesh_move(b, &(lia_frame){ { 1, 0, 0, 0, 1, 0, 0, 0, 1 }, { 1, 1, 1 } });
  cr_assert_eq(lia_mesh_merge(m, b, NULL), LIA_OK);
  cr_assert_eq(lia_mesh_weld(m, 0, NULL, NULL), LIA_OK);
  cr_assert_eq(m->nv, 15);
  cr_assert_eq(lia_mesh_form_of(&f, m, NULL), LIA_OK);
  cr_assert(f.vertices == 16 && f.parts == 2 && f.handles == 0);
  lia_mesh_free(m);
  lia_mesh_free(b);
}

LIA_TEST(mesh, mirrored_scale_keeps_outside_outside) {
  lia_mesh *m = box(1, 2, 3, 1);
  for (int k = 0; k < 8; k++) {
    double s[3] = { k & 1 ? -2 : 1, k & 2 ? -1 : 1, k & 4 ? -3 : 1 };
    lia_mesh *c;
    cr_assert_eq(lia_mesh_copy(&c, m, NULL), LIA_OK);
    cr_assert_eq(lia_mesh_scale(c, s, NULL), LIA_OK);
    cr_assert_float_eq(lia_mesh_volume(c), 6 * fabs(s[0] * s[1] * s[2]), 1e-12);
    lia_mesh_free(c);
  }
  cr_assert_eq(lia_mesh_scale(m, (double[]){ 1, 0, 1 }, NULL), LIA_EARG);
  lia_mesh_free(m);
}

// ---- files ----

static lia_status read_stl(lia_mesh **m, const lia_text *t, lia_error *err) {
  *m = empty();
  return lia_mesh_read_stl(*m, t->s, t->n, "f.stl", err);
}

LIA_TEST(mesh, stl_comes_back_as_it_was) {
  lia_mesh *m = box(0.1, 2, 3, 1), *text, *binary, *liar;
  lia_text t = { 0 }, b = { 0 };
  lia_mesh_write_stl(m, &t);
  lia_mesh_write_binary(m, &b);
  cr_assert_eq(b.n, 84 + 12 * 50);
  cr_assert_eq(read_stl(&text, &t, NULL), LIA_OK);
  cr_assert_eq(read_stl(&binary, &b, NULL), LIA_OK);
  // a binary file may begin as a text does
  memcpy(b.s, "solid facet normal", 18);
  cr_assert_eq(read_stl(&liar, &b, NULL), LIA_OK);
  cr_assert(text->nv == 8 && text->nf == 12 && binary->nv == 8 && liar->nf == 12);
  cr_assert_float_eq(lia_mesh_volume(text), 0.6, 1e-15);
  cr_assert_float_eq(lia_mesh_volume(binary), 0.6, 1e-6);
  lia_mesh *all[] = { m, text, binary, liar };
  for (int k = 0; k < 4; k++) lia_mesh_free(all[k]);
  lia_text_free(&t);
  lia_text_free(&b);
}

LIA_TEST(mesh, bytes_behind_the_last_triangle_are_refused) {
  lia_mesh *m = box(1, 2, 3, 0), *r;
  lia_text t = { 0 };
  lia_error err = { 0 };
  lia_mesh_write_binary(m, &t);
  lia_text_char(&t, 'x');
  cr_assert_eq(read_stl(&r, &t, &err), LIA_EPARSE);
  cr_assert(strstr(err.text, "12 triangles: expected 684 bytes, got 685"), "%s", err.text);
  lia_mesh_free(m);
  lia_mesh_free(r);
  lia_text_free(&t);
}

// every shorter file is refused with its place; so is every one with a bit turned, or is read whole
LIA_TEST(mesh, cut_and_spoilt_files_are_refused_or_whole) {
  lia_mesh *m = box(1, 2, 3, 0), *r;
  lia_text file[2] = { { 0 } };
  lia_mesh_write_stl(m, &file[0]);
  lia_mesh_write_binary(m, &file[1]);
  for (int k = 0; k < 2; k++) {
    const size_t whole = file[k].n - (k ? 0 : strlen(" liaison\n"));
    for (size_t n = k ? 0 : 1; n < whole; n++) {
      lia_error err = { 0 };
      lia_text part = { .s = file[k].s, .n = n };
      cr_assert_eq(read_stl(&r, &part, &err), LIA_EPARSE, "%d: %zu of %zu", k, n, whole);
      cr_assert(strstr(err.path, "f.stl") && err.text[0]);
      lia_mesh_free(r);
    }
    for (size_t n = 0; n < file[k].n; n++) {
      file[k].s[n] ^= (char)(1 << n % 8);
      lia_error err = { 0 };
      lia_status st = read_stl(&r, &file[k], &err);
      cr_assert(st == LIA_OK || st == LIA_EPARSE, "%s", err.text);
      lia_mesh_free(r);
      file[k].s[n] ^= (char)(1 << n % 8);
    }
    lia_text_free(&file[k]);
  }
  lia_mesh_free(m);
}

LIA_TEST(mesh, numbers_that_are_none_are_told_with_their_place) {
  static const struct { const char *text, *path, *words; } row[] = {
    { "solid x\nfacet normal 0 0 1\nouter loop\nvertex 1 nan 3\n", "f.stl:4", "'nan'" },
    { "solid x\nfacet normal 0 0 1\nouter loop\nvertex 1 2\n", "f.stl:4", "the line ends" },
    { "solid x\nfacet\nouter loop\nvertex 1 2 3\nendloop", "f.stl:5", "expected vertex" },
    { "solid x\nhello", "f.stl:2", "facet or endsolid, got 'hello'" },
    { "solid x\n", "f.stl:2", "endsolid" },
    { "hello", "f.stl", "no STL: 5 bytes" },
  };
  for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
    lia_error err = { 0 };
    lia_mesh *m = empty();
    lia_status st = lia_mesh_read_stl(m, row[k].text, strlen(row[k].text), "f.stl", &err);
    cr_assert_eq(st, LIA_EPARSE);
    cr_assert_str_eq(err.path, row[k].path);
    cr_assert(strstr(err.text, row[k].words), "%s", err.text);
    lia_mesh_free(m);
  }
}

static lia_status read_obj(lia_mesh *m, const char *text, lia_error *err) {
  return lia_mesh_read_obj(m, text, strlen(text), "f.obj", NULL, err);
}

LIA_TEST(mesh, obj_takes_every_way_of_naming_a_corner) {
  static const char *const faces[] = { "f 1 2 3 4", "f 1/1 2/2 3/9 4/1", "f 1//1 2//2 3//3 4//1",
    "f 1/1/1 2/2/2 3/3/3 4/4/4", "f -4 -3 -2 -1", "f 1 2 \\\n 3 4 # square", "F 1 2 3 4\r" };
  for (size_t k = 0; k < sizeof faces / sizeof *faces; k++) {
    lia_mesh *m = empty();
    char text[160];
    lia_text_format(text, sizeof text,
        "# c\nv 0 0 0\nv 2 0 0 1\nv 2 3 0\r\nv 0 3 0\nvn 0 0 1\n%s\n", faces[k]);
    cr_assert_eq(read_obj(m, text, NULL), LIA_OK, "%s", faces[k]);
    cr_assert(m->nf == 2 && m->nv == 4 && m->nnote == 0, "%s: %s", faces[k], m->note.s);
    cr_assert_float_eq(lia_mesh_area(m), 6, 1e-15);
    lia_mesh_free(m);
  }
}

LIA_TEST(mesh, obj_tells_what_it_does_not_understand) {
  static const struct { const char *text, *path, *words; } wrong[] = {
    { "v 0 0 0\nf 1 2 3", "f.obj:2", "before this line, got '2'" },
    { "v 0 0 0\nf 0 1 1", "f.obj:2", "number of a vertex" },
    { "v 0 0 0\nf 1 1", "f.obj:2", "three vertices" },
    { "v 0 inf 0", "f.obj:1", "finite" },
    { "v 0 0 0\nf 1 -2 1", "f.obj:2", "'-2'" },
    { "v 0 0 0\nf 1 1.5 1", "f.obj:2", "'1.5'" },
  };
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    lia_error err = { 0 };
    lia_mesh *m = empty();
    cr_assert_eq(read_obj(m, wrong[k].text, &err), LIA_EPARSE);
    cr_assert_str_eq(err.path, wrong[k].path);
    cr_assert(strstr(err.text, wrong[k].words), "%s", err.text);
    lia_mesh_free(m);
  }
  lia_mesh *m = empty();
  cr_assert_eq(read_obj(m, "mtllib a.mtl\nv 1 2 3\nusemtl red\nl 1 1\ncurv x\nf 1 1 1\n", NULL),
      LIA_OK);
  cr_assert_eq(m->nnote, 6);
  cr_assert(strstr(m->note.s, "f.obj:4: l: not understood"), "%s", m->note.s);
  cr_assert(strstr(m->note.s, "f.obj:3: red: no such material"), "%s", m->note.s);
  lia_mesh_free(m);
}

// a letter of it changed, or its end cut off: read, or refused with the line
LIA_TEST(mesh, spoilt_obj_is_read_or_refused) {
  const char *text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nusemtl a b\nf 1/1/1 -3//2 \\\n3 4\n";
  char spoilt[80];
  const size_t n = strlen(text);
  for (size_t at = 0; at < n; at++)
    for (int letter = 0; letter < 128; letter++) {
      lia_mesh *m = empty();
      lia_error err = { 0 };
      memcpy(spoilt, text, n + 1);
      spoilt[at] = (char)letter;
      lia_status st = lia_mesh_read_obj(m, spoilt, letter ? n : at, "f.obj", NULL, &err);
      cr_assert(st == LIA_OK || st == LIA_EPARSE, "%s", err.text);
      if (st != LIA_OK) cr_assert(strstr(err.path, "f.obj:"), "%s", err.path);
      lia_mesh_free(m);
    }
}

// ---- hulls ----

static double next_random(unsigned *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return *seed / 4294967296.0 - 0.5;
}

// closed, all points on or below every facet by exact signs
static void assert_hull(const lia_mesh *hull, const lia_mesh *m) {
  lia_mesh_form f;
  cr_assert_eq(lia_mesh_form_of(&f, hull, NULL), LIA_OK);
  cr_assert(f.closed && f.oriented && f.handles == 0 && f.parts == 1);
  for (int i = 0; i < hull->nf; i++)
    for (int k = 0; k < m->nv; k++) {
      const int *t = hull->f + 3 * i;
      cr_assert_leq(lia_mesh_orient(hull->v + 3 * t[0], hull->v + 3 * t[1], hull->v + 3 * t[2],
          m->v + 3 * k), 0, "facet %d, point %d", i, k);
    }
}

// points of a grid, on few planes, on a sphere, anywhere: many in one plane and on one line
LIA_TEST(mesh, hull_holds_all_points_however_they_lie) {
  for (int kind = 0; kind < 5; kind++) {
    lia_mesh *m = empty(), *hull;
    unsigned seed = 7;
    for (int i = 0; i < 216; i++) {
      double p[3];
      for (int k = 0; k < 3; k++) p[k] = next_random(&seed);
      if (kind == 0) lia_set3(p, i % 6, i / 6 % 6, i / 36);
      if (kind == 1) lia_set3(p, 0.1 * (i % 6), 0.1 * (i / 6 % 6), 1e-3 * (i / 36) + 0.1 * (i % 6));
      if (kind == 2) lia_unit3(p, p);
      if (kind == 3) p[i % 3] = p[i % 3] > 0 ? 0.3 : -0.7;
      put(m, p[0], p[1], p[2]);
      if (i < 6) face(m, 0, i / 2, i);
    }
    double outside = 1;
    cr_assert_eq(lia_mesh_hull(&hull, m, 0, &outside, NULL), LIA_OK, "%d", kind);
    cr_assert_eq(outside, 0);
    assert_hull(hull, m);
    if (kind == 0) cr_assert_float_eq(lia_mesh_volume(hull), 125, 1e-12);
    if (kind == 2) cr_assert_eq(hull->nv, 216);
    lia_mesh_free(m);
    lia_mesh_free(hull);
  }
}

LIA_TEST(mesh, flat_hulls_are_refused_and_tolerance_is_told) {
  lia_mesh *m = empty(), *hull = NULL;
  lia_error err = { 0 };
  for (int i = 0; i < 9; i++) put(m, 0.1 * (i % 3), i / 3, 0.2 * (i % 3));
  cr_assert_eq(lia_mesh_hull(&hull, m, 0, NULL, &err), LIA_EMODEL);
  cr_assert(strstr(err.text, "in a plane"), "%s", err.text);
  lia_mesh_free(m);
  m = box(1, 1, 1, 0);
  put(m, 0.5001, 0, 0);
  double outside = 0;
  cr_assert_eq(lia_mesh_hull(&hull, m, 1e-3, &outside, NULL), LIA_OK);
  cr_assert(hull->nv == 8 && fabs(outside - 1e-4) < 1e-12, "%d %g", hull->nv, outside);
  lia_mesh_free(hull);
  lia_mesh_free(m);
}

// points nearer to the plane than rounding can tell: the sign of w, from 2^-60 down
LIA_TEST(mesh, orientation_is_exact) {
  const double a[3] = { 0.1, 0.2, 0.3 }, b[3] = { 1.1, 0.7, 0.3 }, c[3] = { 0.3, 5.1, 0.3 };
  for (int k = 2; k < 60; k++) {
    const double up[3] = { 12.7, 34.1, nextafter(0.3, 1) };
    const double down[3] = { ldexp(1, k), 3, nextafter(0.3, 0) };
    cr_assert_eq(lia_mesh_orient(a, b, c, up), 1);
    cr_assert_eq(lia_mesh_orient(a, b, c, down), -1);
    cr_assert_eq(lia_mesh_orient(a, b, c, (double[]){ ldexp(1, -k), ldexp(1, k), 0.3 }), 0);
    // the diagonal plane x = y
    const double beside[3] = { ldexp(1, k), nextafter(ldexp(1, k), 0), 7 };
    cr_assert_eq(lia_mesh_orient((double[]){ 0, 0, 0 }, (double[]){ 1, 1, 0 },
        (double[]){ 0, 0, 1 }, beside), 1);
  }
}

// ---- fits, thinning ----

LIA_TEST(mesh, shapes_fit_themselves) {
  lia_mesh *m = box(1, 2, 6, 3), *s = ball(0.7, 24);
  lia_mesh_fit fit;
  lia_frame X = { .p = { 1, 2, 3 } };
  lia_rot_about(X.R, 0, 0.6);
  lia_mesh_move(m, &X);
  cr_assert_eq(lia_mesh_fit_of(&fit, m, LIA_MESH_box, NULL), LIA_OK);
  cr_assert_float_eq(fit.volume, 12, 1e-12);
  cr_assert_float_eq(fit.error, 0, 1e-12);
  double mid[3] = { 3, 0, 0 }, at[3];
  lia_mv3(at, X.R, mid);
  for (int k = 0; k < 3; k++) cr_assert_float_eq(fit.at.p[k], at[k] + X.p[k], 1e-12);
  cr_assert_eq(lia_mesh_fit_of(&fit, m, LIA_MESH_sphere, NULL), LIA_OK);
  cr_assert_float_eq(fit.size[0], sqrt(41) / 2, 1e-12);
  cr_assert_eq(lia_mesh_fit_of(&fit, m, LIA_MESH_cylinder, NULL), LIA_OK);
  // about its longest axis: r^2 = (1 + 4)/4, h = 6
  cr_assert_float_eq(fit.size[0], sqrt(1.25), 1e-12);
  cr_assert_float_eq(fit.size[1], 6, 1e-12);
  cr_assert_eq(lia_mesh_fit_of(&fit, s, LIA_MESH_capsule, NULL), LIA_OK);
  cr_assert_float_eq(fit.size[0], 0.7, 1e-3);
  cr_assert(fit.size[1] < 0.01 && fit.error < 0.01);
  lia_mesh_free(m);
  lia_mesh_free(s);
}

// all points in it, and it is as deep in all as fit tells
LIA_TEST(mesh, balls_hold_random_points_and_touch_two_at_least) {
  unsigned seed = 3;
  for (int round = 0; round < 50; round++) {
    double p[300], c[3], r;
    int touch = 0;
    for (int i = 0; i < 300; i++) p[i] = next_random(&seed) * (i % 3 + 1);
    lia_mesh_ball(p, 100, c, &r);
    for (int i = 0; i < 100; i++) {
      double d[3];
      lia_sub3(d, p + 3 * i, c);
      cr_assert_leq(lia_norm3(d), r * (1 + 1e-11));
      touch += lia_norm3(d) > r * (1 - 1e-9);
    }
    cr_assert(touch >= 2, "%d", touch);
  }
}

LIA_TEST(mesh, thinned_ball_is_small_and_near) {
  lia_mesh *m = ball(1, 48), *t;
  for (int most = 2000; most > 20; most /= 3) {
    double error = 0;
    cr_assert_eq(lia_mesh_thin(&t, m, most, &error, NULL), LIA_OK);
    cr_assert(t->nf <= most && t->nf > most / 3, "%d of %d", t->nf, most);
    cr_assert(error > 0 && error < 8 / sqrt(most), "%d: %g", most, error);
    for (int i = 0; i < t->nv; i++) cr_assert(lia_norm3(t->v + 3 * i) >= 1 - error);
    lia_mesh_free(t);
  }
  lia_mesh_free(m);
}

// ---- memory ----

static lia_status everything(const lia_text *stl, lia_error *err) {
  lia_mesh *m = NULL, *hull = NULL, *thin = NULL;
  lia_mesh_fit fit;
  lia_inertia J;
  double x;
  lia_status st = lia_mesh_new(&m, err);
  if (st == LIA_OK) st = lia_mesh_read_stl(m, stl->s, stl->n, "f", err);
  if (st == LIA_OK) st = lia_mesh_inertia(&J, m, 1, "m", err);
  if (st == LIA_OK) st = lia_mesh_hull(&hull, m, 0, &x, err);
  if (st == LIA_OK) st = lia_mesh_thin(&thin, m, 20, &x, err);
  if (st == LIA_OK) st = lia_mesh_fit_of(&fit, m, LIA_MESH_capsule, err);
  lia_mesh_free(m);
  lia_mesh_free(hull);
  lia_mesh_free(thin);
  return st;
}

LIA_TEST(mesh, every_allocation_may_fail) {
  lia_mesh *m = ball(1, 8);
  lia_text stl = { 0 };
  lia_mesh_write_binary(m, &stl);
  for (long n = 0; ; n++) {
    lia_error err = { 0 };
    lia_mem_fail_after(n);
    lia_status st = everything(&stl, &err);
    lia_mem_fail_after(-1);
    if (st == LIA_OK) {
      cr_assert_gt(n, 20);
      break;
    }
    cr_assert_eq(st, LIA_ENOMEM, "after %ld: %s", n, err.text);
  }
  lia_text_free(&stl);
  lia_mesh_free(m);
}
