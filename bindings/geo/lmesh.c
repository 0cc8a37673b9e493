/* lmesh.c - surfaces of triangles: read, measured, moved, wrapped, fitted, thinned, written */
#include "bindings/geo/lmesh.h"
#include "bindings/geo/lspace.h"
#include "bindings/kit/fields.h"
#include "bindings/kit/kit.h"
#include "bindings/kit/nums.h"

#include "io/mesh_file.h"
#include "io/save.h"

#include <string.h>

static const lia_fn mesh_methods[29];

static void free_mesh(void *m) { lia_mesh_free(m); }

static int mesh_get(lua_State *L, void *o) {
  const lia_mesh *m = o;
  const char *key = lua_tostring(L, 2);
  if (!strcmp(key, "nvertices")) lua_pushinteger(L, m->nv);
  else if (!strcmp(key, "nfaces")) lua_pushinteger(L, m->nf);
  else return 0;
  return 1;
}

static const lia_class mesh_class = {
  .name = "mesh", .text = "A surface of triangles, their corners counterclockwise from outside.",
  .destroy = free_mesh, .method = mesh_methods, .field = "nvertices nfaces", .get = mesh_get,
};

const lia_mesh *lia_lmesh_at(lua_State *L, int idx) { return lia_check(L, idx, &mesh_class); }

// a new box that holds a mesh, empty or a copy
static lia_mesh *push_mesh(lua_State *L, const lia_mesh *from) {
  lia_error err = { 0 };
  lia_mesh *m = NULL;
  void **box = lia_push(L, &mesh_class);
  lia_status st = from ? lia_mesh_copy(&m, from, &err) : lia_mesh_new(&m, &err);
  if (st != LIA_OK) lia_raise(L, &err);
  *box = m;
  return m;
}

// ---- made ----

// the rows of three numbers under key: a table or a mat; left on the stack
static const double *rows_of(lua_State *L, const char *key, int *rows) {
  lia_nums_fault fault = { 0 };
  int cols = 0;
  lua_getfield(L, 1, key);
  const lia_class *c = lia_classof(L, -1);
  const double *x = c && c->view ? c->view(lua_touserdata(L, -1), rows, &cols) : NULL;
  if (x && cols == 3) return x;
  if (x || lua_type(L, -1) != LUA_TTABLE)
    lia_mistake(L, "%s: expected rows of three numbers, got %s", key,
        x ? "other numbers" : luaL_typename(L, -1));
  int good = lia_nums_shape(L, lua_gettop(L), rows, &cols, &fault);
  if (good && cols != 3) lia_mistake(L, "%s: expected rows of three numbers, got %d", key, cols);
  double *own = lua_newuserdata(L, (size_t)(3 * *rows + 1) * sizeof *own);
  if (good) good = lia_nums_table(L, lua_gettop(L) - 1, own, *rows, 3, &fault);
  if (!good) lia_mistake(L, "%s: row %d: %s", key, fault.row, fault.text);
  return own;
}

static void only_keys(lua_State *L) {
  for (lua_pushnil(L); lua_next(L, 1); lua_pop(L, 1)) {
    const char *key = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "";
    if (strcmp(key, "vertices") && strcmp(key, "faces"))
      lia_mistake(L, "unknown key '%.40s' (expected vertices, faces)", key);
  }
}

static int vertex_index(double x) { return x >= -1e9 && x <= 1e9 && x == (int)x ? (int)x - 1 : -1; }

static int from_table(lua_State *L) {
  lia_error err = { 0 };
  lia_status st = LIA_OK;
  int nv = 0, nf = 0;
  only_keys(L);
  const double *v = rows_of(L, "vertices", &nv);
  const double *f = rows_of(L, "faces", &nf);
  lia_mesh *m = push_mesh(L, NULL);
  for (int i = 0; i < nv && st == LIA_OK; i++) st = lia_mesh_vertex(m, v + 3 * i, &err);
  for (int i = 0; i < nf && st == LIA_OK; i++) {
    const double *c = f + 3 * i;
    st = lia_mesh_face(m, vertex_index(c[0]), vertex_index(c[1]), vertex_index(c[2]), -1, &err);
  }
  return st == LIA_OK ? 1 : lia_raise(L, &err);
}

static int mesh(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  if (a[0].given == 1) return from_table(L);
  lia_error err = { 0 };
  void **box = lia_push(L, &mesh_class);
  lia_mesh *m = NULL;
  lia_status st = lia_mesh_load(&m, a[0].s, &err);
  *box = m;
  return st == LIA_OK ? 1 : lia_fail(L, &err);
}

static int mesh_text(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lia_error err = { 0 };
  lia_mesh *m = push_mesh(L, NULL);
  const lia_mesh_kind *kind = &lia_mesh_kinds[a[1].n];
  lia_status st = kind->read(m, a[0].s, a[0].len, kind->name, NULL, &err);
  return st == LIA_OK ? 1 : lia_fail(L, &err);
}

// ---- told ----

static int mesh_points(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lia_mesh *m = a[0].o;
  lia_pushrows(L, m->v, m->nv, 3);
  return 1;
}

static int mesh_triangles(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lia_mesh *m = a[0].o;
  double *x = lia_pushmat(L, m->nf, 3);
  for (int i = 0; i < 3 * m->nf; i++) x[i] = m->f[i] + 1;
  return 1;
}

static int mesh_colours(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lia_mesh *m = a[0].o;
  if (!m->ncolour) return 0;
  double *x = lia_pushmat(L, m->nf, 3);
  for (int i = 0; i < 3 * m->nf; i++) {
    const int paint = m->paint[i / 3];
    x[i] = paint < 0 ? -1 : m->colour[3 * paint + i % 3];
  }
  return 1;
}

static int mesh_notes(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lia_mesh *m = a[0].o;
  const char *s = lia_text_str(&m->note), *end;
  lua_newtable(L);
  int n = 0;
  for (; (end = strchr(s, '\n')); s = end + 1) {
    lua_pushlstring(L, s, (size_t)(end - s));
    lua_rawseti(L, -2, ++n);
  }
  lua_pushinteger(L, m->nnote);
  return 2;
}

static int mesh_bounds(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  double low[3], high[3];
  lia_mesh_bounds(a[0].o, low, high);
  lia_pushnums(L, low, 3);
  lia_pushnums(L, high, 3);
  return 2;
}

static int mesh_area(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lua_pushnumber(L, lia_mesh_area(a[0].o));
  return 1;
}

// density 1, or a refusal
static void solid_of(lua_State *L, lia_inertia *J, const lia_mesh *m) {
  lia_error err = { 0 };
  if (lia_mesh_inertia(J, m, 1, "mesh", &err) != LIA_OK) lia_raise(L, &err);
}

static int mesh_volume(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lia_inertia J;
  solid_of(L, &J, a[0].o);
  lua_pushnumber(L, J.m);
  return 1;
}

static int mesh_centre(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lia_inertia J;
  double c[3];
  solid_of(L, &J, a[0].o);
  for (int k = 0; k < 3; k++) c[k] = J.h[k] / J.m;
  lia_pushnums(L, c, 3);
  return 1;
}

static int mesh_inertia(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lia_inertia J;
  lua_getfield(L, 2, "density");
  lua_getfield(L, 2, "mass");
  const double density = lia_number_or(L, -2, 0, -1), mass = lia_number_or(L, -1, 0, -1);
  for (lua_pushnil(L); lua_next(L, 2); lua_pop(L, 1)) {
    const char *key = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "";
    if (strcmp(key, "density") && strcmp(key, "mass"))
      lia_mistake(L, "unknown key '%.40s' (expected density or mass)", key);
  }
  if (!(density > 0 && mass == 0) && !(mass > 0 && density == 0))
    lia_mistake(L, "expected either density or mass, a number > 0");
  if (density > 1e300 || mass > 1e300) lia_mistake(L, "expected a finite density or mass");
  solid_of(L, &J, a[0].o);
  const double per = density > 0 ? density : mass / J.m;
  J.m = density > 0 ? per * J.m : mass;
  for (int k = 0; k < 3; k++) J.h[k] *= per;
  for (int k = 0; k < 6; k++) J.I[k] *= per;
  lia_push_inertia(L, &J);
  return 1;
}

static int mesh_moments(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  double amount, c[3], J[6];
  if (!lia_mesh_weigh(a[0].o, (lia_mesh_weight)(a[1].given ? a[1].n : 0), &amount, c, J)) {
    lua_pushnil(L);
    return 1;
  }
  lua_pushnumber(L, amount);
  memcpy(lia_pushvec(L, 3), c, sizeof c);
  memcpy(lia_pushvec(L, 6), J, sizeof J);
  return 3;
}

static int mesh_check(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lia_error err = { 0 };
  lia_mesh_form f;
  if (lia_mesh_form_of(&f, a[0].o, &err) != LIA_OK) return lia_raise(L, &err);
  const double volume = lia_mesh_volume(a[0].o);
  lua_createtable(L, 0, 12);
  lia_field_integer(L, "vertices", f.vertices);
  lia_field_integer(L, "edges", f.edges);
  lia_field_integer(L, "faces", f.faces);
  lia_field_integer(L, "parts", f.parts);
  lia_field_integer(L, "open_edges", f.open);
  lia_field_integer(L, "crowded_edges", f.crowded);
  lia_field_integer(L, "turned_edges", f.turned);
  lia_field_integer(L, "flat_faces", f.flat);
  lia_field_flag(L, "closed", f.closed);
  lia_field_flag(L, "oriented", f.oriented);
  lia_field_flag(L, "outward", f.closed && f.oriented && volume > 0);
  if (f.handles >= 0) lia_field_integer(L, "genus", f.handles);
  return 1;
}

// ---- made of it ----

static int mesh_scaled(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lia_error err = { 0 };
  double s[3] = { a[1].x, a[1].x, a[1].x };
  if (a[1].given == 2) lia_copy3(s, a[1].p);
  lia_mesh *m = push_mesh(L, a[0].o);
  return lia_mesh_scale(m, s, &err) == LIA_OK ? 1 : lia_raise(L, &err);
}

static int mesh_moved(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lia_frame X = LIA_FRAME_IDENTITY;
  if (a[1].given == 1) X = *(const lia_frame *)a[1].o;
  else lia_copy3(X.p, a[1].p);
  lia_mesh_move(push_mesh(L, a[0].o), &X);
  return 1;
}

static int mesh_merged(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lia_error err = { 0 };
  lia_mesh *m = push_mesh(L, a[0].o);
  return lia_mesh_merge(m, a[1].o, &err) == LIA_OK ? 1 : lia_raise(L, &err);
}

static int mesh_flipped(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  lia_mesh_flip(push_mesh(L, a[0].o));
  return 1;
}

static int mesh_welded(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lia_error err = { 0 };
  lia_mesh_welded told;
  lia_mesh *m = push_mesh(L, a[0].o);
  if (lia_mesh_weld(m, a[1].given ? a[1].x : 0, &told, &err) != LIA_OK) return lia_raise(L, &err);
  lua_createtable(L, 0, 3);
  lia_field_integer(L, "joined", told.joined);
  lia_field_integer(L, "faces", told.faces);
  lia_field_integer(L, "loose", told.loose);
  return 2;
}

static int mesh_hull(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lia_error err = { 0 };
  lia_mesh *hull = NULL;
  double outside = 0;
  void **box = lia_push(L, &mesh_class);
  lia_status st = lia_mesh_hull(&hull, a[0].o, a[1].given ? a[1].x : 0, &outside, &err);
  *box = hull;
  if (st != LIA_OK) return lia_fail(L, &err);
  lua_pushnumber(L, outside);
  return 2;
}

static int mesh_simplified(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lia_error err = { 0 };
  lia_mesh *thin = NULL;
  double error = 0;
  void **box = lia_push(L, &mesh_class);
  lia_status st = lia_mesh_thin(&thin, a[0].o, a[1].n, &error, &err);
  *box = thin;
  if (st != LIA_OK) return lia_raise(L, &err);
  lua_pushnumber(L, error);
  return 2;
}

static int mesh_fit(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lia_error err = { 0 };
  lia_mesh_fit fit = { 0 };
  if (lia_mesh_fit_of(&fit, a[0].o, (lia_mesh_shape)a[1].n, &err) != LIA_OK)
    return lia_raise(L, &err);
  lua_createtable(L, 0, 5);
  lia_field_text(L, "kind", lia_mesh_shape_name[a[1].n]);
  lia_field_numbers(L, "size", fit.size, fit.n);
  lia_push_frame(L, &fit.at);
  lua_setfield(L, -2, "at");
  lia_field_number(L, "volume", fit.volume);
  lia_field_number(L, "error", fit.error);
  return 1;
}

// ---- written ----

static void write_as(const lia_mesh *m, int how, lia_text *out) {
  if (how == 0) lia_mesh_write_stl(m, out);
  if (how == 1) lia_mesh_write_binary(m, out);
  if (how == 2) lia_mesh_write_obj(m, out);
}

static int mesh_text_of(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lia_text out = { 0 };
  write_as(a[0].o, a[1].n, &out);
  if (out.nomem) {
    lia_text_free(&out);
    return lia_error_text(L, "out of memory");
  }
  return lia_give_text(L, &out);
}

static int mesh_save(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  lia_error err = { 0 };
  lia_text out = { 0 };
  const char *end = a[1].len > 4 ? a[1].s + a[1].len - 4 : "";
  const int obj = !strcmp(end, ".obj");
  if (!obj && strcmp(end, ".stl")) return lia_arg_error(L, 2, "expected a file .stl or .obj");
  write_as(a[0].o, obj ? 2 : 1, &out);
  lia_status st = lia_text_status(&out, &err);
  if (st == LIA_OK) st = lia_save(a[1].s, out.s, out.n, &err);
  lia_text_free(&out);
  if (st != LIA_OK) return lia_fail(L, &err);
  lua_pushvalue(L, 1);
  return 1;
}

static int mesh_tostring(lua_State *L) {
  lia_arg a[1];
  lia_args(L, a);
  const lia_mesh *m = a[0].o;
  char text[96];
  lia_text_format(text, sizeof text, "mesh of %d triangles, %d vertices", m->nf, m->nv);
  lua_pushstring(L, text);
  return 1;
}

// a tetrahedron of volume 1/6
#define TET "li.mesh{vertices = {{0,0,0}, {1,0,0}, {0,1,0}, {0,0,1}}, " \
  "faces = {{1,3,2}, {1,2,4}, {1,4,3}, {2,3,4}}}"

static const lia_fn mesh_methods[29] = {
  { mesh_points, "mesh:points() -> mat", "The vertices, one a row.",
    TET ":points():get(4, 3) --> 1" },
  { mesh_triangles, "mesh:triangles() -> mat", "Three vertices a row, counted from 1.",
    TET ":triangles():get(1, 2) --> 3" },
  { mesh_colours, "mesh:colours() -> mat",
    "Red, green, blue of every triangle, 0 to 1; -1 where it has none. nil where none has.",
    TET ":colours() == nil --> true" },
  { mesh_notes, "mesh:notes() -> table, count: int",
    "What the file held that was not understood, by line (the first 40), and how many there were.",
    "li.mesh_text('v 0 0 0\\nl 1 1', 'obj'):notes()[1] --> obj:2: l: not understood, the line is "
    "passed over" },
  { mesh_bounds, "mesh:bounds() -> low: vec3, high: vec3", "The box around it along x, y, z.",
    "select(2, " TET ":bounds()) --> [1  1  1]" },
  { mesh_area, "mesh:area() -> num", "The area of all triangles.",
    TET ":area() --> 2.3660254037844" },
  { mesh_volume, "mesh:volume() -> num",
    "Of what is inside. Raises where the surface is not closed, not oriented, inside out.",
    TET ":volume() --> 0.16666666666667" },
  { mesh_centre, "mesh:centre() -> vec3", "The centre of what is inside.",
    TET ":centre() --> [0.25  0.25  0.25]" },
  { mesh_inertia, "mesh:inertia(of: table) -> inertia",
    "Of what is inside, uniform, about the origin: {density = 2700} or {mass = 3}. Exact.",
    TET ":inertia{mass = 2}.com --> [0.25  0.25  0.25]" },
  { mesh_moments, "mesh:moments([how: exact|positive|surface]) -> amount: num, centre: vec3, "
    "tensor: vec",
    "What it weighs of density 1, the centre, the tensor about it, xx yy zz xy xz yz: volume by "
    "tetrahedra with their signs (exact of closed surfaces), all counted as positive, or of the "
    "surface as a sheet. nil where it weighs nothing.",
    "(" TET "):moments() --> 0.16666666666667, [0.25  0.25  0.25], "
    "[0.0125  0.0125  0.0125  0.00208333  0.00208333  0.00208333]" },
  { mesh_check, "mesh:check() -> table",
    "How the triangles hang together: closed, oriented, outward; vertices, edges, faces, parts; "
    "open_edges of one triangle, crowded_edges of three, turned_edges whose triangles disagree; "
    "flat_faces without area; genus (handles, by Euler's formula) of what is closed.",
    TET ":check().genus --> 0" },
  { mesh_scaled, "mesh:scaled(by: num|vec3) -> mesh",
    "About the origin. A mirror (an odd number of negative factors) turns the triangles round, so "
    "that outside stays outside.", TET ":scaled{-1, 1, 2}:volume() --> 0.33333333333333" },
  { mesh_moved, "mesh:moved(by: frame|vec3) -> mesh", "Told in the axes the frame is told in.",
    TET ":moved{1, 0, 0}:centre() --> [1.25  0.25  0.25]" },
  { mesh_merged, "mesh:merged(other: mesh) -> mesh", "Both; nothing is cut.",
    TET ":merged(" TET ":moved{2, 0, 0}):check().parts --> 2" },
  { mesh_flipped, "mesh:flipped() -> mesh", "Inside out.",
    TET ":flipped():check().outward --> false" },
  { mesh_welded, "mesh:welded([tolerance: num]) -> mesh, told: table",
    "Vertices within tolerance (0: that are equal) of the first of their kind become that one. "
    "told: how many were joined, which faces vanished by it, which vertices were loose.",
    "local m = " TET " local w, told = m:merged(m):welded() return told.joined --> 4" },
  { mesh_hull, "mesh:hull([tolerance: num]) -> mesh, outside: num",
    "The convex hull of the vertices, on exact signs. With a tolerance points that stand out by no "
    "more are left out; outside: how far they do. Raises where all are in a plane.",
    "local m = " TET " return m:merged(m:scaled(0.1)):hull().nfaces --> 4" },
  { mesh_simplified, "mesh:simplified(triangles: count) -> mesh, error: num",
    "At most so many triangles, vertices in one cell of a grid becoming their mean. No point of "
    "the surface has moved further than error.",
    TET ":simplified(100).nfaces --> 4" },
  { mesh_fit, "mesh:fit(kind: box|sphere|cylinder|capsule) -> table",
    "The shape around all vertices along the axes of inertia: {kind, size, at = frame, volume, "
    "error}; error: how deep the vertex furthest from its surface is in it. size: box x y z; "
    "sphere r; cylinder, capsule r h about z. The sphere is the smallest there is.",
    TET ":fit('sphere').size[1] --> 0.81649658092773" },
  { mesh_text_of, "mesh:text(how: stl|binary|obj) -> str",
    "As a file holds it; binary: STL of 32 bit numbers.", "#" TET ":text 'binary' --> 284" },
  { mesh_save, "mesh:save(path: path) -> mesh",
    "To a .stl (binary) or .obj. nil, message, code where it cannot.",
    "select(3, " TET ":save 'nowhere/at/all.stl') --> EIO" },
  { mesh_tostring, "mesh.__tostring(a: mesh) -> str", "Its counts.",
    "tostring(" TET ") --> mesh of 4 triangles, 4 vertices" },
  { 0 },
};

static const lia_fn functions[] = {
  { mesh, "mesh(of: table|path) -> mesh",
    "A surface from a file .stl (text or binary), .obj (with the colours of its mtl), .dae "
    "(Collada) or .gltf, .glb, all nodes of its scene in one, equal vertices joined; or from "
    "{vertices = {{x, y, z}, ..}, faces = {{1, 2, 3}, ..}}, as it is. "
    "mesh:notes() lists what a file held that was not read. nil, message, code where the file "
    "cannot be read; a broken one raises with its line.",
    "tostring(" TET ") --> mesh of 4 triangles, 4 vertices" },
  { mesh_text, "mesh_text(text: str, how: stl|obj|dae|gltf|glb) -> mesh", "The same from text.",
    "li.mesh_text('v 0 0 0\\nv 1 0 0\\nv 0 1 0\\nf -3 -2 -1', 'obj'):area() --> 0.5" },
  { 0 },
};

void lia_open_mesh(lua_State *L);
void lia_open_mesh(lua_State *L) {
  lia_class_register(L, &mesh_class);
  lia_functions(L, functions);
}
