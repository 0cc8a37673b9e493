/* urdf.c - URDF by expat: one row an element, complaints and warnings with file and line */
#include "io/urdf.h"

#include "base/assert.h"
#include "base/mem.h"
#include "base/text.h"
#include "io/urdf_inside.h"
#include "io/urdftext.h"

#include <errno.h>
#include <expat.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const size_t largest = (size_t)64 << 20;

// where we are in the document
typedef enum place { DOCUMENT, ROBOT, LINK, INERTIAL, VISUAL, COLLISION, GEOMETRY, MATERIAL, JOINT,
    LOOP, PASSED } place;

typedef lia_urdf_reader urdf;
typedef struct lia_urdf_row row;

// elements ----------------------------------------------------------------------------------------

struct lia_urdf_row {
  place in;
  const char *name;
  // what stands inside of it; PASSED: nothing we read
  place to;
  // 1: may stand there several times; else the first counts
  int often;
  void (*start)(urdf *u, const char **a);
  void (*end)(urdf *u);
};

static const row rows[] = {
  { DOCUMENT, "robot", ROBOT, 0, lia_urdf_start_robot, NULL },
  { ROBOT, "link", LINK, 1, lia_urdf_start_link, lia_urdf_end_link },
  { ROBOT, "joint", JOINT, 1, lia_urdf_start_joint, lia_urdf_end_joint },
  { ROBOT, "drake:joint", JOINT, 1, lia_urdf_start_joint, lia_urdf_end_joint },
  { ROBOT, "material", MATERIAL, 1, lia_urdf_start_material, NULL },
  { LINK, "inertial", INERTIAL, 0, lia_urdf_start_inertial, lia_urdf_end_inertial },
  { LINK, "visual", VISUAL, 1, lia_urdf_start_visual, lia_urdf_end_visual },
  { LINK, "collision", COLLISION, 1, lia_urdf_start_visual, lia_urdf_end_collision },
  { INERTIAL, "origin", PASSED, 0, lia_urdf_start_origin, NULL },
  { INERTIAL, "mass", PASSED, 0, lia_urdf_start_mass, NULL },
  { INERTIAL, "inertia", PASSED, 0, lia_urdf_start_inertia, NULL },
  { VISUAL, "origin", PASSED, 0, lia_urdf_start_origin, NULL },
      { COLLISION, "origin", PASSED, 0, lia_urdf_start_origin, NULL },
  { VISUAL, "geometry", GEOMETRY, 0, NULL, NULL },
      { COLLISION, "geometry", GEOMETRY, 0, NULL, NULL },
  { VISUAL, "material", MATERIAL, 0, lia_urdf_start_material, NULL },
      { COLLISION, "material", MATERIAL, 0, lia_urdf_start_material, NULL },
  { GEOMETRY, "box", PASSED, 1, lia_urdf_start_box, NULL },
  { GEOMETRY, "sphere", PASSED, 1, lia_urdf_start_sphere, NULL },
  { GEOMETRY, "cylinder", PASSED, 1, lia_urdf_start_cylinder, NULL },
  { GEOMETRY, "capsule", PASSED, 1, lia_urdf_start_capsule, NULL },
  { GEOMETRY, "mesh", PASSED, 1, lia_urdf_start_mesh, NULL },
  { MATERIAL, "color", PASSED, 0, lia_urdf_start_color, NULL },
  { JOINT, "origin", PASSED, 0, lia_urdf_start_origin, NULL },
  { JOINT, "parent", PASSED, 0, lia_urdf_start_parent, NULL },
  { JOINT, "child", PASSED, 0, lia_urdf_start_child, NULL },
  { JOINT, "axis", PASSED, 0, lia_urdf_start_axis, NULL },
  { JOINT, "limit", PASSED, 0, lia_urdf_start_limit, NULL },
  { JOINT, "dynamics", PASSED, 0, lia_urdf_start_dynamics, NULL },
  { JOINT, "mimic", PASSED, 0, lia_urdf_start_mimic, NULL },
  { JOINT, "drake:screw_thread_pitch", PASSED, 0, lia_urdf_start_pitch, NULL },
  { ROBOT, "loop_joint", LOOP, 1, lia_urdf_start_loop, lia_urdf_end_loop },
  { LOOP, "link1", PASSED, 0, lia_urdf_start_loop_end, NULL },
  { LOOP, "link2", PASSED, 1, lia_urdf_start_loop_end, NULL },
  { LOOP, "axis", PASSED, 0, lia_urdf_start_loop_axis, NULL },
};
enum { NROWS = sizeof rows / sizeof *rows };
_Static_assert(NROWS <= 64, "urdf.seen has a bit for every row");

// known, and nothing of it read: what it would mean
static const struct { const char *name, *what; } unread[] = {
  { "transmission", "what drives a joint" }, { "gazebo", "words for Gazebo" },
      { "sensor", "a sensor" },
  { "ros2_control", "words for ros2_control" }, { "mujoco", "words for MuJoCo" },
      { "texture", "a picture on a shape" },
  { "contact", "how it touches" }, { "contact_coefficients", "how it touches" },
      { "verbose", "words for a reader" },
  { "calibration", "where a joint is calibrated" }, { "safety_controller", "soft limits" },
  { "hardwareInterface", "what drives a joint" },
  { "drake:mimic", "a joint that follows another" },
};

static const row *find_row(place in, const char *name) {
  for (int k = 0; k < NROWS; k++)
    if (rows[k].in == in && !strcmp(rows[k].name, name)) return &rows[k];
  return NULL;
}

static void urdf_unknown(urdf *u, place in, const char *name) {
  const char *known[NROWS], *what = NULL;
  char text[160];
  int n = 0;
  for (size_t k = 0; k < sizeof unread / sizeof *unread; k++)
    if (!strcmp(unread[k].name, name)) what = unread[k].what;
  if (what || strchr(name, ':')) {
    int macro = !strncmp(name, "xacro:", 6);
    if (macro && !u->xacro) u->xacro = lia_urdf_line(u);
    if (macro) what = "a macro that nobody expanded";
    lia_text_format(text, sizeof text, "<%.40s> not read%s%s%s", name, what ? ": " : "",
        what ? what : "", what && !macro ? ": model:told() has it" : "");
    lia_urdf_pass(u, text, "");
    return;
  }
  for (int k = 0; k < NROWS; k++)
    if (rows[k].in == in) known[n++] = rows[k].name;
  lia_text_format(text, sizeof text, "unknown element <%.40s> passed over", name);
  lia_urdf_pass(u, text, lia_urdf_hint_of(name, known, n, "<", ">").text);
}

// the row of an element; NULL where nothing of it is read, which is told
static const row *urdf_row_of(urdf *u, place in, const char *name) {
  const row *r = find_row(in, name);
  uint64_t bit = r ? (uint64_t)1 << (r - rows) : 0;
  if (!r) urdf_unknown(u, in, name);
  if (!r || r->often || !(u->seen[u->depth] & bit)) {
    u->seen[u->depth] |= bit;
    return r;
  }
  LIA_URDF_WARN(u, "a second <%s> passed over", name);
  return NULL;
}

// what a file is whose first element is no <robot>
static const char *other_file(const char *name) {
  if (!strcmp(name, "sdf")) return "this is SDF, not URDF: li.sdf reads it";
  if (!strcmp(name, "mujoco")) return "this is MJCF, not URDF: li.mjcf reads it";
  return "this is no URDF: expected <robot> first";
}

static void XMLCALL on_start(void *user, const char *name, const char **a) {
  urdf *u = user;
  if (u->status != LIA_OK || u->s->nomem) return;
  if (u->passed) {
    u->passed++;
    lia_urdf_keep(u, name, a);
    return;
  }
  place in = u->depth ? u->open[u->depth - 1]->to : DOCUMENT;
  if (in == DOCUMENT && strcmp(name, "robot")) {
    lia_urdf_stop(u, LIA_EPARSE, other_file(name));
    return;
  }
  const row *r = in == PASSED ? NULL : urdf_row_of(u, in, name);
  if (!r) {
    u->passed = 1;
    lia_urdf_keep(u, name, a);
    return;
  }
  if (r->start) r->start(u, a);
  LIA_ASSERT(u->depth + 1 < LIA_URDF_DEEPEST);   // rows nest no deeper
  u->seen[u->depth + 1] = 0;
  u->open[u->depth++] = r;
  if (u->s->nomem) XML_StopParser(u->xml, XML_FALSE);
}

static void XMLCALL on_end(void *user, const char *name) {
  urdf *u = user;
  (void)name;
  if (u->status != LIA_OK || u->s->nomem) return;
  if (u->passed) {
    u->passed--;
    lia_urdf_kept(u);
    return;
  }
  LIA_ASSERT(u->depth > 0);
  const row *r = u->open[--u->depth];
  if (r->end) r->end(u);
}

static void XMLCALL on_text(void *user, const XML_Char *text, int n) {
  urdf *u = user;
  if (u->passed && u->status == LIA_OK && !u->s->nomem) lia_urdf_kept_text(u, text, n);
}

static void XMLCALL on_entity(void *user, const XML_Char *name, int parameter,
    const XML_Char *value, int length, const XML_Char *base,
    const XML_Char *system, const XML_Char *public, const XML_Char *notation) {
  (void)name;
  (void)parameter;
  (void)value;
  (void)length;
  (void)base;
  (void)system;
  (void)public;
  (void)notation;
  lia_urdf_stop(user, LIA_EPARSE,
      "entities are refused: a robot needs none, and they can be made to fill the memory");
}

// reading -----------------------------------------------------------------------------------------

// head: the text from its beginning
static void xml_failed(urdf *u, const char *head) {
  enum XML_Error code = XML_GetErrorCode(u->xml);
  if (u->status != LIA_OK || u->s->nomem) return;
  char text[120];
  lia_text_format(text, sizeof text, "broken XML at column %d: %s",
      (int)XML_GetCurrentColumnNumber(u->xml) + 1, XML_ErrorString(code));
  int behind = u->seen[0] && !u->depth && !u->passed;
  static const char pointer[] = "version https://git-lfs";
  if (code == XML_ERROR_NO_MEMORY) u->s->nomem = 1;
  else if (!strncmp(head, pointer, sizeof pointer - 1))
    lia_urdf_stop(u, LIA_EPARSE, "a Git LFS pointer, not the file: git lfs pull fetches it");
  else if (behind) LIA_URDF_WARN(u, "what stands behind </robot> is not read");
  else lia_urdf_stop(u, LIA_EPARSE, text);
}

static void parse(urdf *u, const char *text, size_t n) {
  XML_SetUserData(u->xml, u);
  XML_SetElementHandler(u->xml, on_start, on_end);
  XML_SetCharacterDataHandler(u->xml, on_text);
  XML_SetEntityDeclHandler(u->xml, on_entity);
  const size_t piece = (size_t)1 << 20;
  enum XML_Status ok = XML_STATUS_OK;
  for (size_t at = 0; ok == XML_STATUS_OK; at += piece) {
    int last = at + piece >= n;
    ok = XML_Parse(u->xml, text + at, (int)(last ? n - at : piece), last);
    if (last) break;
  }
  if (ok != XML_STATUS_OK) xml_failed(u, text);
}

static lia_status read_tidy(urdf *u, const lia_text *text, const char *encoding) {
  static const XML_Memory_Handling_Suite memory = { lia_malloc, lia_realloc, lia_free };
  u->xml = text->nomem ? NULL : XML_ParserCreate_MM(encoding, &memory, NULL);
  if (!u->xml) return LIA_FAIL(u->err, LIA_ENOMEM, "", "out of memory");
  parse(u, lia_text_str(text), text->n);
  LIA_ASSERT(u->depth >= 0 && u->passed >= 0);
  XML_ParserFree(u->xml);
  return u->status;
}

lia_status lia_urdf_read(lia_spec *s, const char *text, size_t n, const char *file,
    const lia_urdf_options *options, lia_error *err) {
  static const lia_urdf_options none = { 0 };
  urdf u = { .s = s, .part = { .s = s, .file = file }, .err = err, .body = -1, .joint = -1,
      .shape = -1, .material = -1, .note = -1 };
  if (n > largest) return LIA_FAIL(err, LIA_ELIMIT, file, "larger than 64 MB");
  lia_text mended = { 0 };
  const char *encoding = lia_urdf_tidy(&mended, text, n, file, s);
  lia_status st = read_tidy(&u, &mended, encoding);
  lia_text_free(&mended);
  lia_text_free(&u.letters);
  if (st != LIA_OK) return st;

  s->convention = "URDF: link frames are moved joint frames, rpy about fixed x, y, z; inertia "
      "about the centre of mass";
  s->source = lia_urdf_word(&u, file);
  s->lenient = 1;
  if (!s->nbody && !s->njoint && !s->nerror && !s->nomem) {
    if (u.xacro) return LIA_FAIL(err, LIA_EPARSE, file, "%s", lia_urdf_xacro_text);
    // Bullet's soft bodies have none: what is there is told as not read
    if (u.part.npassed) lia_spec_warn(s, file, "no links: the model is empty");
    else lia_spec_complain(s, file, "no links");
  }
  if (!s->nomem) lia_urdf_settle(&u.part, options ? options : &none);
  return s->nomem ? LIA_FAIL(err, LIA_ENOMEM, file, "out of memory") : LIA_OK;
}

static lia_status slurp(char **text, size_t *n, FILE *f, const char *path, lia_error *err) {
  size_t room = 1 << 16;
  for (;; room *= 2) {
    char *t = lia_realloc(*text, room);
    if (!t) return LIA_FAIL(err, LIA_ENOMEM, path, "out of memory");
    *text = t;
    *n += fread(t + *n, 1, room - *n, f);
    if (ferror(f)) return LIA_FAIL(err, LIA_EIO, path, "%s", lia_errno_text(errno));
    if (*n < room) return LIA_OK;
    if (*n >= largest) return LIA_FAIL(err, LIA_ELIMIT, path, "larger than 64 MB");
  }
}

lia_status lia_urdf_load(lia_spec *s, const char *path, const lia_urdf_options *options,
    lia_error *err) {
  char *text = NULL;
  size_t n = 0;
  FILE *f = fopen(path, "rb");
  if (!f) return LIA_FAIL(err, LIA_EIO, path, "%s", lia_errno_text(errno));
  lia_status st = slurp(&text, &n, f, path, err);
  fclose(f);
  if (st == LIA_OK) st = lia_urdf_read(s, text, n, path, options, err);
  lia_free(text);
  return st;
}
