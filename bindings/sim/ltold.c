/* ltold.c - what a run tells beside its numbers: a start that was moved, stops that were struck,
 * bounds passed, forces cut off */
#include "bindings/kit/fields.h"
#include "bindings/sim/lrunning.h"

#include "base/text.h"

#include <string.h>

void lia_told_add(lua_State *L, int list, const ltold *told) {
  luaL_checkstack(L, 4, NULL);
  lua_createtable(L, 0, 6);
  lia_field_text(L, "what", told->what);
  lia_field_text(L, "name", told->name);
  lia_field_integer(L, "count", told->count);
  lia_field_number(L, "first", told->first);
  lia_field_number(L, "most", told->most);
  lia_field_text(L, "text", told->text);
  lua_rawseti(L, list, (int)lua_rawlen(L, list) + 1);
}

// "0.3 rad"
const char *lia_told_amount(double x, const char *unit, char room[48]) {
  lia_text_format(room, 48, "%.3g%s%s", x, unit[0] ? " " : "", unit);
  return room;
}

const char *lia_told_times(long n, char room[32]) {
  if (n == 1) return "once";
  if (n == 2) return "twice";
  lia_text_format(room, 32, "%ld times", n);
  return room;
}

// words of a bound that was passed: "q1 was beyond its limits", "effort of q1 was cut to 5 N m"
static void tell_bound(lua_State *L, int list, const sim *s, const lia_bound *b, const char *what,
    const char *name, const char *unit, const char *words) {
  char room[48];
  long steps = b->steps < s->run->steps ? b->steps : s->run->steps;   // where it began counts too
  ltold told = { .what = what, .name = name, .count = b->steps, .first = b->first,
      .most = b->most };
  if (!b->steps) return;
  lia_text_format(told.text, sizeof told.text,
      "%s in %ld of %ld steps, first at t = %.4g, by %s at most", words, steps, s->run->steps,
      b->first,
      lia_told_amount(b->most, unit, room));
  lia_told_add(L, list, &told);
}

static void tell_state(lua_State *L, int list, const sim *s, const lia_bound *b) {
  const lsource *src = s->src;
  int rate = b->at >= src->nq;
  const char *name = src->p.name(src->p.user, b->at),
      *unit = src->unit ? src->unit(src->user, b->at) : "";
  char words[160];
  lia_text_format(words, sizeof words, "%.90s was %s", name,
      rate ? "above its speed limit" : src->beyond);
  tell_bound(L, list, s, b, rate ? "speed" : "limit", name, unit, words);
}

static void tell_effort(lua_State *L, int list, const sim *s, const lia_bound *b) {
  const lsource *src = s->src;
  const char *name = src->force_name[b->at], *unit = src->force_unit[b->at];
  char words[200], room[48];
  lia_text_format(words, sizeof words,
      src->efforts_ignored ? "%.90s was pushed with more than its effort %s"
      : "the push on %.90s was cut to its effort %s", name,
      lia_told_amount(b->upper, unit, room));
  tell_bound(L, list, s, b, "effort", name, unit, words);
}

// how a unit was computed, where that was asked for
static void tell_units(lua_State *L, int list, const lcontrols *o) {
  for (int k = 0; o && k < o->s.n; k++) {
    ltold told = { .what = "sil", .name = o->s.unit[k].name, .count = o->s.unit[k].asked };
    if (!o->c[k].says) continue;
    lia_text_format(told.text, sizeof told.text, "%s", o->c[k].says);
    lia_told_add(L, list, &told);
  }
}

void lia_told_push(lua_State *L, const sim *s) {
  const lsource *src = s->src;
  lua_newtable(L);
  int list = lua_gettop(L);
  if (src->tell) src->tell(src->user, L, list);
  for (int k = 0; k < src->nbound; k++) tell_state(L, list, s, &src->bound[k]);
  tell_units(L, list, s->controls);
  for (int k = 0; k < src->neffort; k++) tell_effort(L, list, s, &src->effort[k]);
}
