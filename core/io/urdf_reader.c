/* urdf_reader.c - complaints and attributes: what every element of URDF is read with */
#include "io/urdf_inside.h"

#include "base/assert.h"
#include "base/names.h"
#include "base/text.h"
#include "geo/euler.h"
#include "geo/quat.h"

#include <expat.h>
#include <math.h>
#include <string.h>

enum { MOST_PASSED = 64 };

typedef lia_urdf_reader urdf;

// complaints --------------------------------------------------------------------------------------

int lia_urdf_line(const urdf *u) { return (int)XML_GetCurrentLineNumber(u->xml); }

// what cannot be read any further
void lia_urdf_stop(urdf *u, lia_status status, const char *text) {
  if (u->status != LIA_OK) return;
  char path[LIA_ERROR_PATH];
  lia_text_format(path, sizeof path, "%s:%d", u->part.file, lia_urdf_line(u));
  u->status = LIA_FAIL(u->err, status, path, "%s", text);
  XML_StopParser(u->xml, XML_FALSE);
}

const char lia_urdf_xacro_text[] =
    "this is xacro, a macro language, not URDF: expand it first with  xacro robot.xacro > "
    "robot.urdf";

lia_urdf_spot lia_urdf_spot_of(const urdf *u, const char *kind, const char *name) {
  lia_urdf_spot w;
  if (name)
    lia_text_format(w.text, sizeof w.text, "%s:%d: %s '%.60s'", u->part.file, lia_urdf_line(u),
        kind, name);
  else lia_text_format(w.text, sizeof w.text, "%s:%d", u->part.file, lia_urdf_line(u));
  return w;
}

// "arm.urdf:14: joint 'elbow'" of what is being read
lia_urdf_spot lia_urdf_where(const urdf *u) {
  LIA_ASSERT(u->joint < u->s->njoint && u->body < u->s->nbody);
  if (u->joint >= 0) return lia_urdf_spot_of(u, "joint", u->s->joint[u->joint].name);
  return lia_urdf_spot_of(u, "link", u->body >= 0 ? u->s->body[u->body].name : NULL);
}

lia_urdf_hint lia_urdf_hint_of(const char *got, const char *const *known, int n, const char *open,
    const char *close) {
  lia_urdf_hint h = { "" };
  int near = lia_names_nearest_of(known, n, got, strlen(got));
  if (near >= 0)
    lia_text_format(h.text, sizeof h.text, " (did you mean %s%.60s%s?)", open, known[near], close);
  return h;
}

// a word to keep; an empty one where memory is out, for words are compared until the reading ends
const char *lia_urdf_word(urdf *u, const char *text) {
  const char *kept = lia_spec_word(u->s, text, strlen(text));
  return kept ? kept : "";
}

// n entries of an array in the arena, doubled where it is full
void *lia_urdf_grown(urdf *u, void *array, int n, size_t size) {
  if (n && (n & (n - 1))) return array;
  void *more = lia_arena_alloc(&u->s->arena, 2 * (size_t)(n ? n : 1) * size);
  if (!more) u->s->nomem = 1;
  else if (n) memcpy(more, array, (size_t)n * size);
  return more;
}

// what is not read, told once with its first lines: 200 transmissions are one warning
void lia_urdf_pass(urdf *u, const char *what, const char *hint_text) {
  lia_urdf_parts *p = &u->part;
  int k = 0;
  while (k < p->npassed && strcmp(p->passed[k].name, what)) k++;
  if (k == p->npassed && k == MOST_PASSED) return;
  if (k == p->npassed) {
    lia_urdf_passed *more = lia_urdf_grown(u, p->passed, k, sizeof *more);
    if (!more) return;
    p->passed = more;
    p->passed[p->npassed++] =
        (lia_urdf_passed){ .name = lia_urdf_word(u, what), .hint = lia_urdf_word(u, hint_text) };
  }
  lia_urdf_passed *one = &p->passed[k];
  if (one->count < LIA_URDF_LINES) one->line[one->count] = lia_urdf_line(u);
  one->count++;
}

// attributes --------------------------------------------------------------------------------------

const char *lia_urdf_attribute(const char **a, const char *name) {
  for (; *a; a += 2)
    if (!strcmp(a[0], name)) return a[1];
  return NULL;
}

// one that should be there; a warning where it is not
const char *lia_urdf_asked(urdf *u, const char *element, const char **a, const char *name) {
  const char *v = lia_urdf_attribute(a, name);
  if (v && *v) return v;
  LIA_URDF_WARN(u, "<%s> without %s=\"...\"", element, name);
  return NULL;
}

static int is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

int lia_urdf_is_macro(const char *text) { return strstr(text, "${") || strstr(text, "$("); }

// the finite numbers of a text: how many, -1 where there is something else or are too many
int lia_urdf_count_numbers(const char *text, double x[LIA_URDF_NUMBERS]) {
  const char *p = text;
  for (int count = 0;; count++) {
    while (is_space(*p)) p++;
    if (!*p) return count;
    if (count == LIA_URDF_NUMBERS) return -1;
    size_t used = lia_text_number(p, strlen(p), &x[count]);
    if (!used || (p[used] && !is_space(p[used])) || !isfinite(x[count])) return -1;
    p += used;
  }
}

// n numbers into x: 1. Or x stays: 0 where the attribute is missing, -1 where it is something else.
// Of what places a link (grave) that is a complaint, else a warning
int lia_urdf_read_numbers(urdf *u, const char **a, const char *name, double *x, int n, int grave) {
  const char *text = lia_urdf_attribute(a, name);
  double got[LIA_URDF_NUMBERS];
  if (!text) return 0;
  const char *blanks = strchr(text, ',') ? ", with blanks between" : "";
  LIA_ASSERT(n >= 1 && n <= LIA_URDF_NUMBERS);
  if (lia_urdf_count_numbers(text, got) == n) {
    memcpy(x, got, (size_t)n * sizeof *x);
    return 1;
  }
  if (grave && lia_urdf_is_macro(text)) lia_urdf_stop(u, LIA_EPARSE, lia_urdf_xacro_text);
  else if (grave)
    LIA_URDF_COMPLAIN(u, "%s=\"%.60s\": expected %d finite number%s%s", name, text, n,
        n == 1 ? "" : "s", blanks);
  else LIA_URDF_WARN(u, "%s=\"%.60s\" not read: expected %d finite number%s%s", name, text, n,
      n == 1 ? "" : "s", blanks);
  return -1;
}

int lia_urdf_numbers(urdf *u, const char **a, const char *name, double *x, int n) {
  return lia_urdf_read_numbers(u, a, name, x, n, 0);
}

// one that may not be negative
void lia_urdf_positive(urdf *u, const char **a, const char *name, lia_val *v) {
  double x;
  if (lia_urdf_numbers(u, a, name, &x, 1) != 1) return;
  if (x < 0) LIA_URDF_WARN(u, "%s=\"%g\" not read: it is negative", name, x);
  else *v = LIA_VAL(x);
}

// attributes nobody knows are likely to be misspelt
void lia_urdf_strict(urdf *u, const char *element, const char **a, const char *const *known) {
  int n = 0;
  while (known[n]) n++;
  for (; *a; a += 2) {
    int found = strchr(a[0], ':') != NULL;
    for (int k = 0; k < n && !found; k++) found = !strcmp(a[0], known[k]);
    if (found) continue;
    char what[120];
    lia_text_format(what, sizeof what, "<%s> has no attribute '%.40s'", element, a[0]);
    lia_urdf_pass(u, what, lia_urdf_hint_of(a[0], known, n, "'", "'").text);
  }
}

void lia_urdf_no_origin(urdf *u) {
  memset(u->xyz, 0, sizeof u->xyz);
  memset(u->rpy, 0, sizeof u->rpy);
  u->torn = 0;
}

// of URDF 1.2: the turn as a quaternion, x y z w, instead of rpy
static void origin_quaternion(urdf *u, const char **a, int grave) {
  double x[4], q[4], R[9];
  int given = lia_urdf_read_numbers(u, a, "quat_xyzw", x, 4, grave);
  u->torn |= given < 0;
  if (given != 1) return;
  lia_quat_set(q, x[3], x[0], x[1], x[2]);
  if (lia_quat_dot(q, q) < 1e-28) {
    LIA_URDF_WARN(u, "quat_xyzw has no length: not read");
    return;
  }
  lia_quat_to_rot(R, q);
  lia_euler_from_rot(u->rpy, LIA_EULER_RPY, R, NULL);
}

// of a joint it places a link; of a shape or a mass it places nothing else
void lia_urdf_start_origin(urdf *u, const char **a) {
  static const char *const known[] = { "xyz", "rpy", "quat_xyzw", NULL };
  int grave = u->joint >= 0;
  lia_urdf_strict(u, "origin", a, known);
  u->torn |= lia_urdf_read_numbers(u, a, "xyz", u->xyz, 3, grave) < 0;
  u->torn |= lia_urdf_read_numbers(u, a, "rpy", u->rpy, 3, grave) < 0;
  origin_quaternion(u, a, grave);
}

// the name of a link or joint; one that has none gets one
const char *lia_urdf_name_of(urdf *u, const char *element, const char **a, int index) {
  const char *name = lia_urdf_attribute(a, "name");
  if (name && *name) {
    char what[120];
    lia_text_format(what, sizeof what,
        "the name of a <%s> holds a macro that xacro has not expanded", element);
    if (lia_urdf_is_macro(name)) lia_urdf_pass(u, what, "");
    return name;
  }
  name = lia_spec_text(u->s, "%s_%d", element, index + 1);
  if (name) LIA_URDF_WARN(u, "<%s> without name=\"...\": called '%s'", element, name);
  return name ? name : "";
}
