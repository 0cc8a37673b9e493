/* lnoise.c - noise of what a controller is shown: a channel for every coordinate and rate, each
 * with its deviation and its own random numbers */
#include "bindings/kit/kit.h"
#include "bindings/sim/lrunning.h"
#include "bindings/kit/nums.h"

#include "base/text.h"
#include "num/vec.h"

#include <math.h>
#include <string.h>

// channels of q: directions q can move in
static int channels_of_q(const lsource *s) { return s->nudge ? s->nv : s->nq; }

int lia_noise_channels(const lsource *s) { return channels_of_q(s) + s->nv; }

static const char *channel_name(const lsource *s, int k) {
  int nq = channels_of_q(s), i = k < nq ? k : s->nq + k - nq;
  const char *name = s->p.name ? s->p.name(s->p.user, i) : NULL;
  if (s->nudge && k < nq) name = s->force_name[k];
  return name ? name : "";
}

static int channel_of(const lsource *s, const char *name) {
  for (int k = 0; k < lia_noise_channels(s); k++)
    if (!strcmp(channel_name(s, k), name)) return k;
  return -1;
}

// ---- deviations ----

typedef struct noise {
  lua_State *L;
  const lsource *src;
  int options, which;
  double *deviation;
} noise;

// the value on top for n channels from k on: a number for all, or a list; it is popped
static void noise_take(const noise *o, const char *key, int k, int n, int list) {
  lua_State *L = o->L;
  lia_nums_fault fault;
  int ok = 1;
  if (lua_type(L, -1) == LUA_TNUMBER)
    for (int i = 0; i < n; i++) o->deviation[k + i] = lua_tonumber(L, -1);
  else ok = list && lua_istable(L, -1) &&
      lia_nums_table(L, lua_gettop(L), o->deviation + k, n, 0, &fault);
  for (int i = 0; i < n && ok; i++) ok = isfinite(o->deviation[k + i]) && o->deviation[k + i] >= 0;
  if (!ok)
    lia_arg_error(L, o->options, "controllers[%d].noise%s%s: expected a deviation >= 0%s",
        o->which + 1, key[0] ? "." : "", key, list ? ", or a list of them" : "");
  lua_pop(L, 1);
}

// q and v stand for all coordinates and all rates, where no coordinate is called so
static int group_of(const lsource *s, const char *key, int *n) {
  int nq = channels_of_q(s), all = lia_noise_channels(s);
  if (channel_of(s, key) >= 0 || (strcmp(key, "q") && strcmp(key, "v"))) return -1;
  *n = key[0] == 'q' ? nq : all - nq;
  return key[0] == 'q' ? 0 : nq;
}

static void noise_unknown(const noise *o, const char *key) {
  lia_hints h = { 0 };
  for (int k = 0; k < lia_noise_channels(o->src); k++)
    lia_hints_add(&h, channel_name(o->src, k), strlen(channel_name(o->src, k)));
  lia_arg_error(o->L, o->options,
      "controllers[%d].noise: no coordinate or rate '%.60s'%s (q and v: all of them)", o->which + 1,
      key, lia_hints_text(&h, key));
}

// groups in a first pass, then single channels, whatever order the table has
static void pass(const noise *o, int table, int singles) {
  lua_State *L = o->L;
  for (lua_pushnil(L); lua_next(L, table);) {
    const char *key = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : luaL_typename(L, -2);
    int n = 1, group = group_of(o->src, key, &n), k = group >= 0 ? group : channel_of(o->src, key);
    if (k < 0) noise_unknown(o, key);
    if ((group < 0) == singles) noise_take(o, key, k, n, group >= 0);
    else lua_pop(L, 1);
  }
}

void lia_noise_read(lua_State *L, const lsource *src, int options, int which, double *deviation) {
  const noise o = { L, src, options, which, deviation };
  int at = lua_gettop(L), all = lia_noise_channels(src);
  lia_vec_zero(deviation, all);
  if (lua_istable(L, at)) {
    pass(&o, at, 0);
    pass(&o, at, 1);
    lua_pop(L, 1);
  } else if (lua_isnil(L, at)) lua_pop(L, 1);
  else noise_take(&o, "", 0, all, 0);
}

void lia_noise_seed(uint64_t seed, int channels, lia_rng *rng) {
  lia_rng first = lia_rng_seed(seed);
  for (int k = 0; k < channels; k++) rng[k] = lia_rng_seed(lia_rng_bits(&first));
}

// ---- while it runs ----

void lia_noise_add(const lsource *s, const double *deviation, lia_rng *rng, double *work, double *q,
    double *v) {
  int nq = channels_of_q(s), all = lia_noise_channels(s);
  for (int k = 0; k < all; k++) work[k] = deviation[k] * lia_rng_normal(&rng[k]);
  if (s->nudge) s->nudge(s->user, work, q);
  else lia_vec_axpy(q, 1, work, nq);
  lia_vec_axpy(v, 1, work + nq, s->nv);
}
