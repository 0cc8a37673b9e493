/* lspec.c - descriptions from Lua tables: frames, loops, the whole; every complaint with its path
 */
#include "bindings/model/lread.h"
#include "bindings/model/lspec.h"

#include "base/text.h"
#include "describe/check.h"

#include <math.h>
#include <string.h>

static void read_frame(reader *r, const char *name) {
  lua_State *L = r->L;
  char buf[80];
  int t = lua_gettop(L);
  if (!lua_istable(L, t)) {
    lia_spec_complain(r->s, r->path, "expected a table, got %s", lread_got(r, buf));
    return;
  }
  lread_fields(r, t, LIA_SCHEMA_frame, 0);
  name = lread_text_field(r, t, "name", name ? name : "");
  const char *body = lread_text_field(r, t, "body", "");
  const char *where = lread_text_field(r, t, "where", r->path);
  lia_spec_frame *f = name && body && where ? lia_spec_add_frame(r->s, name, body, where) : NULL;
  if (!f) return;
  lread_place_fields(r, t, &f->place);
  f->contact = lread_flag_field(r, t, "contact", f->contact);
}

// its kind: joint =, or first in the table, as constraints have it
static int loop_kind(reader *r, int t) {
  lua_State *L = r->L;
  int from = t;
  lua_rawgeti(L, t, 1);
  if (!lua_isnil(L, -1)) {
    if (lread_field(r, t, "joint")) {
      lua_pop(L, 1);
      lia_spec_complain(r->s, r->path, "its kind stands first and in joint: give one");
    }
    lua_createtable(L, 0, 1);
    lua_pushvalue(L, -2);
    lua_setfield(L, -2, "joint");
    from = lua_gettop(L);
  }
  int kind =
      lread_choice_field(r, from, "joint", lia_joint_name, LIA_JOINT_COUNT, LIA_JOINT_fixed);
  lua_settop(L, t);
  return kind;
}

static void read_loop(reader *r, const char *name) {
  lua_State *L = r->L;
  char buf[80];
  int t = lua_gettop(L);
  if (!lua_istable(L, t)) {
    lia_spec_complain(r->s, r->path, "expected a table, got %s", lread_got(r, buf));
    return;
  }
  lread_fields(r, t, LIA_SCHEMA_loop, 1);
  int kind = loop_kind(r, t);
  name = lread_text_field(r, t, "name", name);
  if (!name) name = lia_spec_text(r->s, "loop%d", r->s->nloop + 1);
  const char *where = lread_text_field(r, t, "where", r->path);
  lia_spec_loop *l = name && where ? lia_spec_add_loop(r->s, name, kind, where) : NULL;
  if (!l) return;
  l->from = lread_text_field(r, t, "from", NULL);
  l->to = lread_text_field(r, t, "to", NULL);
  lread_axis_field(r, t, "axis", l->axis);
  lread_params(r, t, kind, l->param);
}

static void read_coordinate(reader *r, const char *name) {
  char buf[80];
  if (name || lua_type(r->L, -1) != LUA_TSTRING)
    lia_spec_complain(r->s, r->path, "expected a name, got %s", lread_got(r, buf));
  else lia_spec_add_coord(r->s, lua_tostring(r->L, -1));
}

// what a way of describing found wrong before it came here: { {path, text}, ... }, with true behind
// it what is only odd
static void complaints_field(reader *r, int t) {
  lua_State *L = r->L;
  if (!lread_field(r, t, "complaints")) return;
  if (!lua_istable(L, -1)) lia_spec_complain(r->s, "complaints", "expected a list of {path, text}");
  for (int i = 1, n = lua_istable(L, -1) ? (int)lua_rawlen(L, -1) : 0; i <= n; i++) {
    lua_rawgeti(L, -1, i);
    if (lua_istable(L, -1)) {
      lua_rawgeti(L, -1, 1);
      lua_rawgeti(L, -2, 2);
      lua_rawgeti(L, -3, 3);
      if (lua_isstring(L, -2) && lua_isstring(L, -3))
        (lua_toboolean(L, -1) ? lia_spec_warn : lia_spec_complain)(r->s, lua_tostring(L, -3), "%s",
            lua_tostring(L, -2));
      lua_pop(L, 3);
    }
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

static void gravity_field(reader *r, int t) {
  if (!lread_field(r, t, "gravity")) return;
  lread_key(r, "gravity");
  if (lua_type(r->L, -1) == LUA_TNUMBER)
    lia_spec_complain(r->s, r->path, "gravity is a vector: {0, 0, %.9g}, got the number %.9g",
        -fabs(lua_tonumber(r->L, -1)), lua_tonumber(r->L, -1));
  else lread_values(r, r->s->gravity, 3);
  lread_back(r, 0);
  lua_pop(r->L, 1);
}

// 170, -45, 90: whole degrees as people write them; no angle in radians that anybody means
static int like_degrees(lia_val v) {
  double x = fabs(v.x);
  return !v.text && x >= 25 && x <= 400 && fmod(x, 5) == 0 && fmod(x, 50) != 0;
}

static void complain_degrees(lia_spec *s, const char *where, const char *field, lia_val v) {
  char path[240];
  if (!like_degrees(v)) return;
  lia_text_format(path, sizeof path, "%s.%s", where, field);
  lia_spec_complain(s, path, "%.9g radians are %.3g turns: write %.9g*li.deg for degrees", v.x,
      fabs(v.x) / 6.283185307179586, v.x);
}

// a row of a Denavit-Hartenberg table has its own words for them
static void look_at_turns(lia_spec *s, const char *where, const char *field,
    const lia_spec_place *p) {
  for (int k = 0; k < p->n; k++) {
    if (p->move[k].kind > LIA_MOVE_RZ) continue;
    const char *said = p->move[k].kind == LIA_MOVE_RX ? "alpha" : "theta";
    char entry[32];
    if (strncmp(where, "rows[", 5)) said = field;
    if (p->move[k].field) {
      lia_text_format(entry, sizeof entry, "%s[%d]", p->move[k].field, p->move[k].entry);
      said = entry;
    }
    complain_degrees(s, where, said, p->move[k].by);
  }
}

// angles that are written in degrees: limits and homes of turns, turns of placements
static void look_for_degrees(lia_spec *s) {
  for (int i = 0; i < s->njoint; i++) {
    const lia_spec_joint *j = &s->joint[i];
    const lia_joint_type *row = lia_joint_types[j->kind];
    look_at_turns(s, j->where, "place", &j->place);
    look_at_turns(s, j->where, "after", &j->after);
    for (int piece = 0; piece < row->nmotion; piece++) {
      const int k = row->motion[piece].q;
      if (row->motion[piece].step != LIA_STEP_TURN || k >= j->ndof) continue;
      complain_degrees(s, j->where, "limits",
          like_degrees(j->dof[k].max) ? j->dof[k].max : j->dof[k].min);
      complain_degrees(s, j->where, "home", j->dof[k].home);
    }
  }
  for (int i = 0; i < s->nframe; i++)
    look_at_turns(s, s->frame[i].where, "place", &s->frame[i].place);
}

typedef struct read_part { const char *key; read_entry *read; } read_part;

// what may be added to a description, and its order
static const read_part parts[] = {
  { "bodies", lread_body }, { "joints", lread_joint }, { "frames", read_frame },
  { "loops", read_loop }, { "constraints", lread_constraint }, { "drivers", lread_driver },
  { "inputs", lread_input }, { "forces", lread_force }, { "outputs", lread_output },
};
enum { PARTS = sizeof parts / sizeof *parts };

static void read_parts(reader *r, int t) {
  for (int k = 0; k < PARTS; k++) {
    if (!lread_field(r, t, parts[k].key)) continue;
    if (parts[k].read == lread_input && lua_type(r->L, -1) == LUA_TSTRING) lread_input_words(r);
    else lread_entries(r, parts[k].key, parts[k].read);
    lua_pop(r->L, 1);
  }
}

void lia_lspec_read(lua_State *L, int idx, lia_spec *s) {
  reader r = { .L = L, .s = s };
  lua_pushvalue(L, idx);
  lua_insert(L, 1);  // read_body looks for joints there
  lread_fields(&r, 1, LIA_SCHEMA_robot, 0);
  s->name = lread_text_field(&r, 1, "name", "");
  s->where = lread_text_field(&r, 1, "where", "");
  s->source = lread_text_field(&r, 1, "source", NULL);
  s->convention = lread_text_field(&r, 1, "convention", NULL);
  s->tip = lread_text_field(&r, 1, "tip", NULL);
  s->lenient = !lread_flag_field(&r, 1, "strict", !s->lenient);
  complaints_field(&r, 1);
  gravity_field(&r, 1);
  read_parts(&r, 1);
  if (lread_field(&r, 1, "coordinates")) {
    lread_entries(&r, "coordinates", read_coordinate);
    lua_pop(L, 1);
  }
  if (!s->nomem) look_for_degrees(s);
  lua_remove(L, 1);
}

// ---- a description that grows ----

// keys that are neither a part nor told once
static void extension_keys(reader *r, int t) {
  static const char *const once[] = { "name", "gravity", "tip" };
  lua_State *L = r->L;
  const char *known[PARTS + 3];
  char hint[LIA_CHECK_HINT];
  for (int k = 0; k < PARTS + 3; k++) known[k] = k < PARTS ? parts[k].key : once[k - PARTS];
  for (lua_pushnil(L); lua_next(L, t); lua_pop(L, 1)) {
    const char *key = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : NULL;
    int found = 0;
    for (int k = 0; key && k < PARTS + 3; k++) found |= !strcmp(key, known[k]);
    if (found) continue;
    if (!key) lia_spec_complain(r->s, "", "expected lists by name: forces = {..}, inputs = {..}");
    else lia_spec_complain(r->s, key, "a model cannot be extended by this%s",
        lia_check_hint(hint, key, known, PARTS + 3));
  }
}

void lia_lspec_extend(lua_State *L, int idx, lia_spec *s) {
  reader r = { .L = L, .s = s };
  lua_pushvalue(L, idx);
  lua_insert(L, 1);
  extension_keys(&r, 1);
  s->name = lread_text_field(&r, 1, "name", s->name);
  s->tip = lread_text_field(&r, 1, "tip", s->tip);
  gravity_field(&r, 1);
  read_parts(&r, 1);
  look_for_degrees(s);
  lua_remove(L, 1);
}

static void keep_fields(lia_spec_place *p, const lia_spec_place *from) {
  for (int k = 0; k < p->n && p->n == from->n; k++) {
    p->move[k].field = from->move[k].field;
    p->move[k].entry = from->move[k].entry;
  }
}

// the user's place of everything, word by word: from may be gone before s is
#define KEEP_WHERE(list, n)                                                              \
  for (int i = 0; i < from->n && i < s->n; i++)                                          \
    s->list[i].where = lia_spec_text(s, "%s", from->list[i].where)

static void keep_places(lia_spec *s, const lia_spec *from) {
  s->where = lia_spec_text(s, "%s", from->where);
  KEEP_WHERE(body, nbody);
  KEEP_WHERE(joint, njoint);
  KEEP_WHERE(frame, nframe);
  KEEP_WHERE(loop, nloop);
  KEEP_WHERE(constraint, nconstraint);
  KEEP_WHERE(force, nforce);
  KEEP_WHERE(input, ninput);
  KEEP_WHERE(output, noutput);
}

// what a file said beside: both live as long as their models, so its words are copied
static void keep_notes(lia_spec *s, const lia_spec *from) {
  for (int i = 0; i < from->nnote; i++) {
    const lia_spec_note *old = &from->note[i];
    lia_spec_note *n = lia_spec_add_note(s, old->name, old->line, old->up);
    size_t count = 2 * (size_t)old->npair;
    if (!n) return;
    n->pair = lia_arena_alloc(&s->arena, (count + 1) * sizeof *n->pair);
    if (!n->pair) { s->nomem = 1; return; }
    n->npair = old->npair;
    for (size_t k = 0; k < count; k++)
      n->pair[k] = lia_spec_word(s, old->pair[k], strlen(old->pair[k]));
    n->text = lia_spec_word(s, old->text, strlen(old->text));
    n->of = old->of ? lia_spec_word(s, old->of, strlen(old->of)) : NULL;
  }
}

void lia_lspec_keep(lia_spec *s, const lia_spec *from) {
  for (int i = 0; i < s->njoint && s->njoint == from->njoint; i++)
    keep_fields(&s->joint[i].place, &from->joint[i].place);
  for (int i = 0; i < s->nframe && s->nframe == from->nframe; i++)
    keep_fields(&s->frame[i].place, &from->frame[i].place);
  for (int i = 0; i < s->nconstraint && s->nconstraint == from->nconstraint; i++)
    for (int e = 0; e < LIA_CONSTRAINT_ENDS; e++)
      keep_fields(&s->constraint[i].end[e].place, &from->constraint[i].end[e].place);
  keep_places(s, from);
  keep_notes(s, from);
  for (int i = 0; i < from->nread; i++)
    if (from->complaint[i].warning)
      lia_spec_warn(s, from->complaint[i].path, "%s", from->complaint[i].text);
}

lia_val lia_lspec_value(lua_State *L, lia_spec *s, const char *path) {
  reader r = { .L = L, .s = s };
  lread_key(&r, path);
  return lread_value(&r);
}

int lia_lspec_raise(lua_State *L, const lia_spec *s) {
  size_t n = (size_t)lia_check_report(s, 0, NULL, 0) + strlen(s->where) + 3;
  char *text = lua_newuserdata(L, n);
  int head = s->where[0] ? lia_text_format(text, n, "%s: ", s->where) : 0;
  lia_check_report(s, 0, text + head, n - (size_t)head);
  return lia_error_text(L, text);
}
