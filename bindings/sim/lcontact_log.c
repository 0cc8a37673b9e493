/* lcontact_log.c - the points where shapes touched at the rows of a run, as run:contacts tells them
 */
#include "bindings/sim/lcontact.h"
#include "bindings/sim/lrun.h"

#include "bindings/kit/fields.h"

#include "base/mem.h"

#include <math.h>
#include <string.h>

// a point of a row: which names, where, how far apart, the force on b; a row and its first point
typedef struct kept_point { int name; double p[3], n[3], force[3], gap; } kept_point;
typedef struct kept_row { double t; int first; } kept_row;

struct lcontact_log {
  kept_row *row;
  kept_point *point;
  int nrow, row_room, npoint, point_room, full;
  const lcontact_pair *name;
};

static void log_free(void *o) {
  struct lcontact_log *s = o;
  lia_free(s->row);
  lia_free(s->point);
  lia_free(s);
}

static void step_free(void *o) { lia_contact_step_free(o); }

const lia_class lia_contacts_class =
    { .name = "contact_steps", .text = "", .destroy = step_free };
static const lia_class log_class =
    { .name = "contact_log", .text = "", .destroy = log_free };

void lia_contacts_log(lua_State *L, lcontacts *c) {
  void **box = lia_push(L, &log_class);
  *box = c->log = lia_calloc(1, sizeof *c->log);
  if (!c->log) lia_mistake(L, "out of memory");
  c->log->name = c->name;
  c->log_at = lua_gettop(L);
}

// room for one row more and n points; 0: memory is out, what there is stays
static int log_room(struct lcontact_log *s, int n) {
  if (s->nrow == s->row_room) {
    const int room = 2 * s->row_room + 64;
    kept_row *more = lia_realloc(s->row, (size_t)room * sizeof *more);
    if (!more) return 0;
    s->row = more;
    s->row_room = room;
  }
  if (s->npoint + n <= s->point_room) return 1;
  const int room = 2 * (s->npoint + n) + 64;
  kept_point *more = lia_realloc(s->point, (size_t)room * sizeof *more);
  if (!more) return 0;
  s->point = more;
  s->point_room = room;
  return 1;
}

void lia_contacts_keep(lcontacts *c, double t) {
  struct lcontact_log *s = c->log;
  const lia_contact_step *step = c->step;
  if (!s || s->full) return;
  s->full = !log_room(s, step->nbefore);
  if (s->full) return;
  s->row[s->nrow++] = (kept_row){ t, s->npoint };
  for (int i = 0; i < step->nbefore; i++) {
    const lia_contact *o = &step->before[i];
    if (o->row < 0 || !(o->impulse[0] > 0)) continue;
    kept_point *k = &s->point[s->npoint++];
    *k = (kept_point){ .name = c->name_of[o->pair], .gap = o->gap };
    lia_copy3(k->p, o->p);
    lia_copy3(k->n, o->n);
    for (int a = 0; a < 3; a++)
      k->force[a] = (o->impulse[0] * o->n[a] + o->impulse[1] * o->u[0][a]
          + o->impulse[2] * o->u[1][a]) / step->h;
  }
}

// the last row at t or before it; -1: none
static int row_at(const struct lcontact_log *s, double t) {
  int low = -1, high = s->nrow;
  while (high - low > 1) {
    const int middle = low + (high - low) / 2;
    if (s->row[middle].t <= t) low = middle;
    else high = middle;
  }
  return low;
}

static void push_point(lua_State *L, const struct lcontact_log *s, const kept_point *k) {
  lua_createtable(L, 0, 6);
  lia_field_text(L, "a", s->name[k->name].a);
  lia_field_text(L, "b", s->name[k->name].b);
  lia_field_number(L, "gap", k->gap);
  lia_field_numbers(L, "p", k->p, 3);
  lia_field_numbers(L, "normal", k->n, 3);
  lia_field_numbers(L, "force", k->force, 3);
}

static int run_contacts(lua_State *L) {
  lia_arg a[2];
  lia_args(L, a);
  const double t = a[1].given ? a[1].x : (double)INFINITY;
  lia_run_push_kept(L, "contacts");
  const struct lcontact_log *s = lia_test(L, -1, &log_class);
  if (!s)
    return lia_arg_error(L, 1,
        "this run kept no points: contacts and record = 'contacts' keep them");
  const int row = row_at(s, t);
  lua_newtable(L);
  if (row < 0) return 1;
  const int last = row + 1 < s->nrow ? s->row[row + 1].first : s->npoint;
  for (int k = s->row[row].first; k < last; k++) {
    push_point(L, s, &s->point[k]);
    lua_rawseti(L, -2, k - s->row[row].first + 1);
  }
  return 1;
}

#define BALL "li.robot{ bodies = {{ name = 'b', joint = 'floating', mass = 2, " \
  "inertia = {1, 1, 1}, shapes = {{'sphere', size = {0.5}}} }} }"

static const lia_fn methods[] = {
  { run_contacts, "run:contacts([t: num]) -> table",
    "Where shapes touched at the last row up to t (the end), of a run with contacts = and record = "
    "'contacts': a list of {a =, b = names of bodies, p = the point, normal from a to b, force on "
    "b, gap}, in world axes.",
    "local run = li.simulate{ " BALL ", q = {0, 0, 0.5, 1, 0, 0, 0}, t = 0.1, contacts = true, "
    "record = 'contacts' }; return #run:contacts(), run:contacts()[1].force[3] "
    "--> 1, 19.62" },
  { 0 },
};

void lia_open_contact_log(lua_State *L);
void lia_open_contact_log(lua_State *L) {
  lia_class_register(L, &lia_contacts_class);
  lia_class_register(L, &log_class);
  lia_methods(L, &lia_run_class, methods);
  lia_kit_register(L, "contacts", (const luaL_Reg[]){ { NULL, NULL } });
}
