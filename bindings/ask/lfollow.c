/* lfollow.c - a tool path followed by a model: the engine's answer as tables, for
 * lib/liaison/ask/follow.lua */
#include "bindings/geo/lspace.h"
#include "bindings/geo/ltoolpath.h"
#include "bindings/kit/fields.h"
#include "bindings/kit/kit.h"
#include "bindings/model/lmodel.h"
#include "bindings/traj/lpieces.h"

#include "ask/follow.h"

#include <string.h>

static void follow_free(void *p) { lia_follow_free(p); }
static const lia_class result_class = { .name = "ask_follow", .destroy = follow_free };

static const lia_opt follow_opts[] = {
#define X(type, name, def, ok, text) LIA_OPT(lia_follow_opts, type, name, def, ok, text),
  LIA_FOLLOW_OPTS(X)
#undef X
  { 0 },
};

#define OTHER_KEYS "start body tool task rows axes criterion"

// the coordinate of this number; none: nothing
static void field_joint(lua_State *L, const lmodel *o, int joint) {
  if (joint >= 0) lia_field_text(L, "joint", o->spec->coord[joint]);
}

static void push_event(lua_State *L, const lmodel *o, const lia_follow_event *e) {
  lua_createtable(L, 0, 8);
  lia_field_text(L, "kind", lia_follow_kind_name(e->kind));
  lia_field_number(L, "s", e->s);
  lia_field_number(L, "from", e->from);
  lia_field_number(L, "to", e->to);
  field_joint(L, o, e->joint);
  if (e->kind == LIA_FOLLOW_EVENT_limit) {
    lia_field_number(L, "q", e->value);
    lia_field_number(L, "limit", e->bound);
  } else if (e->kind == LIA_FOLLOW_EVENT_singular) {
    lia_field_number(L, "least", e->value);
    lia_field_flag(L, "changes_sign", e->sign);
  } else if (e->kind == LIA_FOLLOW_EVENT_border) {
    lia_field_number(L, "short", e->value);
    lia_field_number(L, "short_angle", e->bound);
  } else lia_field_number(L, "by", e->value);
}

static void push_branch(lua_State *L, const lmodel *o, const lia_follow_result *r, int i) {
  const lia_follow_branch *b = &r->branch[i];
  lua_createtable(L, 0, 8);
  lia_pushnums(L, b->start, r->nq);
  lua_setfield(L, -2, "start");
  lia_field_number(L, "reached", b->reached);
  lia_field_flag(L, "through", b->through);
  lia_field_flag(L, "inside", b->inside);
  lia_field_number(L, "cost", b->cost);
  if (b->first < 0) return;
  lia_field_text(L, "why", lia_follow_kind_name((lia_follow_kind)b->first));
  lia_field_number(L, "s", b->s);
  field_joint(L, o, b->joint);
}

static void push_report(lua_State *L, const lmodel *o, const lia_follow_result *r) {
  lua_createtable(L, 0, 16);
  lia_field_flag(L, "through", r->through);
  lia_field_flag(L, "inside", r->inside);
  lia_field_number(L, "reached", r->reached);
  lia_field_integer(L, "samples", r->samples);
  lia_field_number(L, "distance", r->distance);
  lia_field_number(L, "angle", r->angle);
  lia_field_number(L, "least", r->least);
  lia_field_number(L, "s_least", r->s_least);
  lia_field_number(L, "cost", r->cost);
  lua_createtable(L, r->nevent, 0);
  for (int i = 0; i < r->nevent; i++) {
    push_event(L, o, &r->event[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "events");
  lua_createtable(L, r->nbranch, 0);
  for (int i = 0; i < r->nbranch; i++) {
    push_branch(L, o, r, i);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "branches");
  if (r->nbranch) lia_field_integer(L, "chosen", r->chosen + 1);
}

static lia_status gradient(void *of, const double *q, double *g, lia_error *err) {
  lia_numfn *f = of;
  return lia_numfn_call(f, q, g, err);
}

static void ask_frame(lua_State *L, const lia_arg *a, lmodel *o, lia_follow_ask *ask) {
  const lspot spot = lia_lmodel_spot(L, 7, a[6].given ? a[6].s : NULL, o);
  if (spot.body < 0) lia_mistake(L, "the world does not move: name a body or frame that does");
  ask->body = spot.body;
  ask->X_BT = spot.X_BF;
  if (a[7].given) lia_frame_mul(&ask->X_BT, &spot.X_BF, a[7].o);
}

// a[3] rows, a[4] in the path's axes, a[5] start, a[6] body, a[7] tool, a[8] criterion
static int follow(lua_State *L) {
  lia_arg a[9];
  lia_error err = { 0 };
  lia_numfn f;
  lia_args(L, a);
  lmodel *o = a[0].o;
  const lia_model *m = lia_lmodel_numeric(L, o);
  if (o->spec->nloop || o->spec->nconstraint)
    return lia_mistake(L, "this model has loops or constraints: only trees are followed along a "
                       "path (closed chains: their loops have to close at every place)");
  lia_follow_ask ask = { .m = m, .d = o->d, .path = a[1].o, .opts = lia_follow_defaults,
                         .in_tool = a[4].n };
  lia_options(L, 3, &ask.opts, follow_opts, OTHER_KEYS);
  if (lia_follow_check(&ask.opts, &err) != LIA_OK) return lia_raise(L, &err);
  ask.rows = lia_lmodel_rows(L, 4, &a[3]);
  ask_frame(L, a, o, &ask);
  if (a[5].given) ask.start = lia_lmodel_q(L, 6, &a[5], o);
  if (a[8].given == 1) ask.criterion = (lia_follow_criterion)lia_follow_criterion_find(a[8].s);
  if (a[8].given == 2) {
    ask.criterion = LIA_FOLLOW_gradient;
    lia_numfn_init(L, &f, 9, "the criterion", m->nv, m->nv, 0);
    ask.gradient = gradient;
    ask.of = &f;
  }
  void **box = lia_push(L, &result_class);
  lia_follow_result *r = NULL;
  const lia_status st = lia_follow_run(&r, &ask, &err);
  *box = r;
  if (st == LIA_EUSER) return lia_callback_rethrow(&f.cb);
  if (st != LIA_OK) return lia_fail(L, &err);
  const int hold = lua_gettop(L);
  if (r->q) {
    void **curve = lia_push_curve_box(L);
    *curve = r->q;
    r->q = NULL;
  } else lua_pushboolean(L, 0);
  push_report(L, o, r);
  lia_release(L, hold);
  return 2;
}

// called by lib/liaison/ask/follow.lua alone, which checks options
static const lia_fn functions[] = {
  { follow, "model:follow(path: toolpath, options: table, rows: nums, in_tool: bool "
    "[, start: nums|table, body: str, tool: frame, criterion: str|fn]) -> any, table", NULL, NULL },
  { NULL, NULL, NULL, NULL },
};

void lia_open_follow(lua_State *L);
void lia_open_follow(lua_State *L) {
  lia_class_register(L, &result_class);
  lia_kit_rows(L, "follow", functions);
  lia_options_help(L, "model:follow", follow_opts);
}
