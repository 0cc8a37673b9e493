/* check.c - every complaint about a description, each with its path */
#include "describe/check.h"

#include "base/assert.h"
#include "base/mem.h"
#include "base/text.h"
#include "describe/check_inside.h"
#include "describe/extend.h"
#include "describe/values.h"

#include <string.h>

enum { LONGEST_NAME = 200 };

typedef lia_check check;

const char *lia_check_hint(char buf[LIA_CHECK_HINT], const char *got, const char *const *name,
    int n) {
  int k = lia_names_nearest_of(name, n, got, strlen(got));
  if (k < 0) return lia_names_listed_of(name, n, buf);
  lia_text_format(buf, LIA_CHECK_HINT, " (did you mean '%.60s'?)", name[k]);
  return buf;
}

// a name entered for one that cannot be used, so that ids stay indices: nobody can write it
static int is_filler(const char *name) { return name[0] == '\n'; }

const char *lia_check_near(char *buf, const lia_names *t, const char *got) {
  int k = lia_names_nearest(t, got, strlen(got));
  buf[0] = 0;
  for (int i = 0; i < t->count; i++)
    if (is_filler(lia_names_text(t, i))) return buf;
  if (k < 0) return lia_names_listed(t, buf);
  lia_text_format(buf, LIA_CHECK_HINT, " (did you mean '%.60s'?)", lia_names_text(t, k));
  return buf;
}

const char *lia_check_at(check *c, const char *where, const char *field) {
  lia_text_format(c->path, sizeof c->path, "%s.%s", where, field);
  return c->path;
}

int lia_check_find(const lia_names *t, const char *name) {
  return lia_names_find(t, name, strlen(name));
}

int lia_check_is_world(const char *name) { return !strcmp(name, "world"); }

int lia_check_body_index(check *c, const char *name) {
  return lia_check_is_world(name) ? -1 : lia_check_find(&c->body, name);
}

// names -------------------------------------------------------------------------------------------

// what a terminal would obey, and a line of text cannot show: control characters, those of eight
// bits too (U+0080 .. U+009F)
static int has_control(const char *name) {
  for (const unsigned char *p = (const unsigned char *)name; *p; p++)
    if (*p < 32 || *p == 127 || (*p == 0xC2 && p[1] >= 0x80 && p[1] < 0xA0)) return 1;
  return 0;
}

void lia_check_control(check *c, const char *where, const char *name) {
  if (name && has_control(name))
    lia_spec_complain(c->s, lia_check_at(c, where, "name"), "a name has no control characters");
}

// a name of its own in t, or a complaint
static int check_enter(check *c, lia_names *t, const char *name, const char *where,
    const char *what) {
  lia_spec *s = c->s;
  if (!name[0]) {
    lia_spec_complain(s, lia_check_at(c, where, "name"), "a %s needs a name", what);
    return -1;
  }
  if (strlen(name) > LONGEST_NAME) {
    lia_spec_complain(s, lia_check_at(c, where, "name"), "a name has at most %d letters",
        LONGEST_NAME);
    return -1;
  }
  if (has_control(name)) {
    lia_check_control(c, where, name);
    return -1;
  }
  if (lia_check_is_world(name)) {
    lia_spec_complain(s, lia_check_at(c, where, "name"), "'world' is the ground, no %s", what);
    return -1;
  }
  if (lia_check_find(t, name) >= 0) {
    lia_spec_complain(s, lia_check_at(c, where, "name"), "the name '%.60s' is taken twice", name);
    return -1;
  }
  int id = lia_names_add(t, name, strlen(name));
  LIA_ASSERT(id < 0 || id == t->count - 1);   // it was not there
  if (id < 0) s->nomem = 1;
  return id;
}

static void enter_names(check *c) {
  lia_spec *s = c->s;
  if (s->name && has_control(s->name))
    lia_spec_complain(s, "name", "a name has no control characters");
  for (int i = 0; i < s->nbody; i++) {
    lia_spec_body *b = &s->body[i];
    // the id of a body must be its index: an unusable name is entered under one that nobody can
    // write
    int twin = lia_check_find(&c->body, b->name);
    if (check_enter(c, &c->body, b->name, b->where, "body") < 0) {
      if (twin >= 0) c->count[twin] = -1;
      char filler[32];
      lia_text_format(filler, sizeof filler, "\n%d", i);
      if (lia_names_add(&c->body, filler, strlen(filler)) < 0) s->nomem = 1;
      b->broken = 1;
    } else if (lia_names_add(&c->place, b->name, strlen(b->name)) < 0) {
      s->nomem = 1;
    }
  }
  LIA_ASSERT(s->nomem || c->body.count == s->nbody);   // the id of a body is its index
  for (int i = 0; i < s->nframe; i++)
    check_enter(c, &c->place, s->frame[i].name, s->frame[i].where, "frame");
}

// all ---------------------------------------------------------------------------------------------

static void check_run(check *c) {
  lia_spec *s = c->s;
  int listed = s->ncoord > 0;
  enter_names(c);
  if (s->nomem) return;
  for (int i = 0; i < s->njoint; i++) lia_check_link(c, i);
  lia_check_unled(c);
  lia_check_cycles(c);
  lia_check_coordinates(c);
  lia_check_inputs(c);
  lia_values_check(s);
  lia_spec_each(s, lia_check_finite, c);
  for (int i = 0; i < s->nbody; i++) lia_check_body(c, &s->body[i]);
  for (int i = 0; i < s->njoint; i++) lia_check_joint(c, &s->joint[i]);
  for (int i = 0; i < s->nframe; i++) lia_check_frame(c, &s->frame[i]);
  for (int i = 0; i < s->nloop; i++) lia_check_loop(c, &s->loop[i]);
  for (int i = 0; i < s->nconstraint; i++) lia_check_constraint(c, i);
  for (int i = 0; i < s->ninput; i++) lia_check_bounds(c, i);
  for (int i = 0; i < s->nforce; i++) lia_check_force(c, i);
  lia_check_outputs(c);
  lia_check_states(c, 0);
  if (!s->nerror) lia_check_sort(c, listed);
  if (!s->nerror && !s->nomem) lia_check_lacking(c);
  if (!s->nerror && !s->nomem) lia_check_name_numbers(c);
  if (!s->nerror && !s->nomem) lia_check_drivers(c);
  lia_check_tip(c);
}

static lia_status check_ended(check *c, lia_error *err) {
  const lia_spec *s = c->s;
  lia_names_free(&c->body);
  lia_names_free(&c->place);
  lia_names_free(&c->coord);
  lia_free(c->count);
  if (s->nomem) return LIA_FAIL(err, LIA_ENOMEM, "description", "out of memory");
  for (int i = 0; i < s->ncomplaint; i++)
    if (!s->complaint[i].warning)
      return LIA_FAIL(err, LIA_EMODEL, s->complaint[i].path, "%s", s->complaint[i].text);
  return LIA_OK;
}

lia_status lia_spec_check(lia_spec *s, lia_error *err) {
  check c = { .s = s };
  s->nread = s->ncomplaint;
  if (!s->nomem) {
    c.count = lia_calloc((size_t)s->nbody + 1, sizeof *c.count);
    if (c.count) check_run(&c);
    else s->nomem = 1;
  }
  return check_ended(&c, err);
}

// ---- what an extension adds (extend.h) ----

// the names of a description that was checked before: nothing to complain about
static void enter_known(check *c) {
  lia_spec *s = c->s;
  for (int i = 0; i < s->nbody + s->nframe; i++) {
    const char *name = i < s->nbody ? s->body[i].name : s->frame[i - s->nbody].name;
    if (lia_names_add(&c->place, name, strlen(name)) < 0) s->nomem = 1;
  }
  for (int k = 0; k < s->ncoord; k++)
    if (lia_names_add(&c->coord, s->coord[k], strlen(s->coord[k])) < 0) s->nomem = 1;
}

lia_status lia_spec_check_added(lia_spec *s, lia_error *err) {
  check c = { .s = s };
  const int added = s->nforce > s->forces_before || s->noutput > s->outputs_before;
  if (added && !s->nomem) enter_known(&c);
  if (added && !s->nomem) lia_values_check_added(s);
  if (added && !s->nomem) {
    lia_spec_each_place(s, lia_check_finite, &c);
    for (int i = s->forces_before; i < s->nforce; i++) lia_check_force(&c, i);
    lia_check_outputs(&c);
    lia_check_states(&c, s->forces_before);
  }
  return check_ended(&c, err);
}

int lia_check_report(const lia_spec *s, int warnings, char *out, size_t size) {
  int told = 0, count = 0;
  for (int i = 0; i < s->ncomplaint; i++) count += s->complaint[i].warning == !!warnings;
  size_t used = 0;
#define PUT(...)                                                                     \
  used += (size_t)lia_text_format(used < size ? out + used : NULL,                   \
      used < size ? size - used : 0, __VA_ARGS__)
  if (size) out[0] = 0;
  if (count > 1) PUT("%d %s:", count, warnings ? "remarks" : "complaints");
  for (int i = 0; i < s->ncomplaint && told < LIA_CHECK_MOST; i++) {
    const lia_spec_complaint *k = &s->complaint[i];
    if (k->warning != !!warnings) continue;
    PUT("%s%s%s%s", count > 1 ? "\n  " : "", k->path, k->path[0] ? ": " : "", k->text);
    told++;
  }
  if (count > told) PUT("\n  and %d more", count - told);
#undef PUT
  return (int)used;
}
