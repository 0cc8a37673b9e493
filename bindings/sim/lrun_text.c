/* lrun_text.c - a run in words: how long, in how many steps, what became of its energy,
 * and what there is to tell */
#include "bindings/sim/lrun.h"

#include "base/text.h"

#include <math.h>
#include <string.h>

// a line for everything there is to tell, behind the text on top
static void add_lines(lua_State *L) {
  int text = lua_gettop(L), list;
  lia_run_push_kept(L, "info");
  if (lua_istable(L, -1)) lua_getfield(L, -1, "told");
  list = lua_gettop(L);
  for (int k = 1; list > text && lua_istable(L, list) && k <= (int)lua_rawlen(L, list); k++) {
    lua_pushvalue(L, text);
    lua_pushliteral(L, "\n  ");
    lua_rawgeti(L, list, k);
    lua_getfield(L, -1, "text");
    lua_remove(L, -2);
    lua_concat(L, 3);
    lua_replace(L, text);
  }
  lua_settop(L, text);
}

// ", energy 8.9, drift 4e-7"; or what became of it: ", energy 0 to -3.6: 1.2 put in, 4.8 lost, 0.3
// lost at events, drift 2e-9"
static int say_energy(const lrun *o, char *out, size_t size, int digits) {
  int moved = fabs(o->given) > o->drift || fabs(o->lost) > o->drift || fabs(o->events) > o->drift;
  if (!moved && !o->driven)
    return lia_text_format(out, size, ", energy %.*g, drift %.2g", digits, o->energy0,
                           o->drift);
  int n = lia_text_format(out, size, ", energy %.*g to %.*g", digits, o->energy0, digits,
                          o->energy);
  if (o->driven) return n;
  const struct { double x; const char *text; } part[] = { { o->given, "put in" },
      { o->lost, "lost" }, { o->events, "lost at events" } };
  for (int k = 0; k < 3; k++)
    if (fabs(part[k].x) > o->drift)
      n += lia_text_format(out + n, size - (size_t)n, "%s %.4g %s",
          k && strchr(out, ':') ? "," : ":", part[k].x, part[k].text);
  return n + lia_text_format(out + n, size - (size_t)n, ", drift %.2g", o->drift);
}

// of a run that was read back rows are all there is
static void say_read(lua_State *L, const lrun *o) {
  char text[200];
  const double first = o->r->nrow ? lia_record_row(o->r, 0)[0] : 0;
  lia_text_format(text, sizeof text, "run read back: %d rows of %d columns, %.*s from %.*g to %.*g",
      o->r->nrow, o->r->ncol, 60, lia_names_text(&o->r->names, 0), lia_digits(L, 9), first,
      lia_digits(L, 9), o->t);
  lua_pushstring(L, text);
  add_lines(L);
}

int lia_run_tostring(lua_State *L) {
  const lrun *o = lia_test(L, 1, &lia_run_class);
  char text[400];
  if (!o) lua_pushliteral(L, "run (closed)");
  else if (o->method && !strcmp(o->method, "read")) say_read(L, o);
  else {
    const char *stopped = o->interrupted ? "interrupted " : "";
    int n = lia_text_format(text, sizeof text,
        "%srun to t = %.*g: %d rows, %ld steps (%ld rejected) in %.2g s",
        o->failed ? "failed " : stopped, lia_digits(L, 9), o->t, o->r->nrow, o->steps,
        o->rejected, o->seconds);
    if (o->energy_known) n += say_energy(o, text + n, sizeof text - (size_t)n, lia_digits(L, 6));
    lua_pushstring(L, text);
    add_lines(L);
  }
  return 1;
}
