/* sampled_model.c - functions of a model as lines of a sampled program */
#include "sim/sampled.h"

#include "base/mem.h"
#include "eom/geometric.h"
#include "rbd/sym/sdyn.h"
#include "rbd/sym/sforms.h"
#include "sym/expr/build.h"
#include "sym/expr/diff.h"
#include "sym/expr/subs.h"

#include <string.h>

enum { POSE = 12, SIX = 6, TEN = 10 };

static int sform_of(const char *what) {
#define X(id, size) if (!strcmp(what, #id)) return LIA_SFORM_##id;
  LIA_SFORM_LIST(X)
#undef X
  return -1;
}

int lia_sampled_call_size(const lia_spec *s, const char *what) {
  const int n = s->ncoord, form = sform_of(what);
  if (!strcmp(what, "pose")) return POSE;
  if (!strcmp(what, "jacobian")) return SIX * n;
  if (!strcmp(what, "bias_acceleration")) return SIX;
  if (!strcmp(what, "energy")) return 2;
  if (!strcmp(what, "regressor")) return n * TEN * s->nbody;
  if (form == LIA_SFORM_mass || form == LIA_SFORM_coriolis) return n * n;
  return form < 0 || form == LIA_SFORM_matrices ? 0 : n;
}

// ---- dynamics: in the fewest operations, of symbols that arguments then take the place of ----

typedef struct stand_ins { lia_expr *from, *to; int n; } stand_ins;

static int add_group(lia_pool *p, stand_ins *s, const char *name, int n, const lia_expr *given) {
  char text[48];
  for (int k = 0; k < n; k++) {
    lia_text_format(text, sizeof text, "liaison_%s%d", name, k + 1);
    s->from[s->n] = lia_sym_symbol(p, text);
    s->to[s->n++] = given ? given[k] : LIA_ZERO;
  }
  return s->from[s->n - 1] != 0;
}

static lia_status write_form(lia_sampled *b, lia_sforms *f, const lia_smodel *m, int form,
    const lia_sampled_call *call, lia_expr *out, lia_error *err) {
  const int nq = m->nq, nv = m->ncoord, total = nq + 2 * nv;
  stand_ins s = { .from = lia_calloc(2 * ((size_t)total + 1), sizeof *s.from) };
  if (!s.from) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  s.to = s.from + total + 1;
  add_group(b->p, &s, "q", nq, call->q);
  add_group(b->p, &s, "v", nv, call->v);
  add_group(b->p, &s, "a", nv, call->a);
  const lia_snames names = { b->p, s.from, s.from + nq, s.from + nq + nv };
  const int size = lia_sforms_size(f, (lia_sform)form);
  lia_status st = lia_sforms_write(f, (lia_sform)form, 1, &names, out, NULL, err);
  if (st == LIA_OK && !(lia_sforms_numbers(b->p, size, out) &&
      lia_subs_nested(b->p, (uint32_t)s.n, s.from, s.to, (uint32_t)size, out, out)))
    st = LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  lia_free(s.from);
  return st == LIA_OK ? lia_pool_status(b->p, err) : st;
}

static lia_status dynamics(lia_sampled *b, lia_spec *s, int form, const lia_sampled_call *call,
    lia_expr *out, lia_error *err) {
  lia_sforms *f = NULL;
  lia_status st = lia_sforms_new(&f, s, err);
  if (st == LIA_OK) st = write_form(b, f, lia_sforms_model(f), form, call, out, err);
  lia_sforms_free(f);
  return st;
}

// ---- kinematics: of the coordinates of the model, in a pool of theirs ----

static int sampled_place(const lia_smodel *m, const lia_spec *s, const char *name) {
  if (name) return lia_geometric_find(m, name);
  if (s->itip < 0) return LIA_PLACE_GROUND;
  return lia_geometric_find(m, s->tip_is_frame ? s->frame[s->itip].name : s->body[s->itip].name);
}

// rates of the numbers: N v, as coordinates and quaternions have them
static lia_status write_rates(lia_pool *p, const lia_smodel *m, lia_expr *rate, lia_error *err) {
  const int n = m->ncoord, nq = m->nq;
  lia_expr *N = lia_calloc(2 * (size_t)(n * nq) + 1, sizeof *N);
  int *first = lia_calloc((size_t)nq + 1, sizeof *first);
  const int count = N && first ? lia_geometric_rates(m, N, N + n * nq, first) : -1;
  for (int i = 0; count >= 0 && i < nq; i++) {
    rate[i] = LIA_ZERO;
    for (int k = 0; k < n; k++)
      rate[i] = lia_sym_add(p, rate[i], lia_sym_mul(p, N[i * n + k], m->v[k]));
  }
  lia_free(first);
  lia_free(N);
  return count < 0 ? LIA_FAIL(err, LIA_ENOMEM, "", "out of memory") : lia_pool_status(p, err);
}

// d/dt (J v) while v stays
static lia_status write_bias(lia_pool *p, const lia_smodel *m, const lia_expr *J, lia_expr out[SIX],
    lia_error *err) {
  const int n = m->ncoord;
  lia_expr V[SIX], *rate = lia_calloc((size_t)m->nq + 1, sizeof *rate);
  if (!rate) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  lia_status st = write_rates(p, m, rate, err);
  for (int i = 0; i < SIX; i++) {
    V[i] = LIA_ZERO;
    for (int k = 0; k < n; k++) V[i] = lia_sym_add(p, V[i], lia_sym_mul(p, J[i * n + k], m->v[k]));
  }
  if (st == LIA_OK && !lia_diff_along(p, (uint32_t)m->nq, m->number, rate, SIX, V, out))
    st = lia_pool_status(p, err);
  lia_free(rate);
  return st;
}

static int of_tree(const char *what) {
  return !strcmp(what, "energy") || !strcmp(what, "regressor");
}

static lia_status write_tree(const lia_smodel *m, const char *what, lia_expr *out,
    lia_error *err) {
  lia_stree *tree = NULL;
  lia_sdyn *room = NULL;
  lia_status st = lia_stree_new(&tree, m, NULL, err);
  if (st == LIA_OK) st = lia_sdyn_new(&room, tree, err);
  if (st == LIA_OK)
    st = !strcmp(what, "energy") ? lia_sdyn_energies(room, m->v, &out[0], &out[1], err)
                                 : lia_sdyn_regressor(room, m->v, m->a, out, err);
  lia_sdyn_free(room);
  lia_stree_free(tree);
  return st;
}

static lia_status write_place(lia_pool *p, const lia_smodel *m, int place,
    const lia_sampled_call *call, lia_expr *out, lia_error *err) {
  const int n = m->ncoord;
  lia_expr r[3];
  for (int i = 0; i < 3; i++) r[i] = lia_sym_num(p, call->point[i]);
  if (!strcmp(call->what, "pose")) return lia_geometric_pose(m, LIA_PLACE_GROUND, place, out, err);
  if (!strcmp(call->what, "jacobian"))
    return lia_geometric_jacobian(m, place, r, LIA_PLACE_GROUND, out, err);
  lia_expr *J = lia_calloc((size_t)(SIX * n) + 1, sizeof *J);
  if (!J) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  lia_status st = lia_geometric_jacobian(m, place, r, LIA_PLACE_GROUND, J, err);
  if (st == LIA_OK) st = write_bias(p, m, J, out, err);
  lia_free(J);
  return st;
}

// arguments in the place of coordinates and speeds, all at once
static lia_status put_arguments(lia_sampled *b, const lia_smodel *m, const lia_sampled_call *call,
    int size, lia_expr *out, lia_error *err) {
  const int nq = m->nq, nv = m->ncoord;
  const int total = nq + 2 * nv;
  lia_expr *from = lia_calloc(2 * (size_t)total + 1, sizeof *from);
  if (!from) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  lia_expr *to = from + total;
  memcpy(from, m->number, (size_t)nq * sizeof *from);
  memcpy(from + nq, m->v, (size_t)nv * sizeof *from);
  memcpy(from + nq + nv, m->a, (size_t)nv * sizeof *from);
  for (int k = 0; k < nq; k++) to[k] = call->q ? call->q[k] : LIA_ZERO;
  for (int k = 0; k < nv; k++) to[nq + k] = call->v ? call->v[k] : LIA_ZERO;
  for (int k = 0; k < nv; k++) to[nq + nv + k] = call->a ? call->a[k] : LIA_ZERO;
  const int ok = lia_subs_nested(b->p, (uint32_t)total, from, to, (uint32_t)size, out, out);
  lia_free(from);
  return ok ? lia_pool_status(b->p, err) : LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
}

static lia_status kinematics(lia_sampled *b, lia_spec *s, const lia_sampled_call *call, int size,
    lia_expr *out, lia_error *err) {
  lia_smodel *m = NULL;
  lia_status st = lia_smodel_new(&m, b->p, s, err);
  const int place = st == LIA_OK ? sampled_place(m, s, call->place) : 0;
  if (place == LIA_PLACE_NONE)
    st = LIA_FAIL(err, LIA_EARG, call->what, "no body or frame is named '%.60s'", call->place);
  if (st == LIA_OK)
    st = of_tree(call->what) ? write_tree(m, call->what, out, err)
                             : write_place(b->p, m, place, call, out, err);
  if (st == LIA_OK) st = put_arguments(b, m, call, size, out, err);
  lia_smodel_free(m);
  return st;
}

// ---- names of the model without a number: values of the program ----

// the value of this name; 0: there is none
static lia_expr value_of(const lia_sampled *b, lia_expr open) {
  const lia_expr *p = b->in + 1 + b->n[LIA_SAMPLED_x] + b->n[LIA_SAMPLED_y];
  const char *name = lia_expr_symbol(b->p, open)->name;
  for (int k = 0; k < b->n[LIA_SAMPLED_p]; k++)
    if (!strcmp(lia_expr_symbol(b->p, p[k])->name, name)) return p[k];
  return 0;
}

static lia_status put_values(lia_sampled *b, int size, lia_expr *out, lia_error *err) {
  int nin = 0;
  for (int g = 0; g < LIA_SAMPLED_GROUPS; g++) nin += b->n[g];
  const uint32_t room = b->p->names.count;
  lia_expr *from = lia_calloc(2 * (size_t)room + 1, sizeof *from);
  if (!from) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  lia_expr *to = from + room;
  const uint32_t open = lia_subs_open(b->p, (uint32_t)size, out, (uint32_t)nin, b->in, from);
  uint32_t n = 0;
  for (uint32_t k = 0; open != UINT32_MAX && k < open; k++) {
    const lia_expr value = value_of(b, from[k]);
    if (!value) continue;
    from[n] = from[k];
    to[n++] = value;
  }
  const int ok = !n || lia_subs_nested(b->p, n, from, to, (uint32_t)size, out, out);
  lia_free(from);
  return ok && open != UINT32_MAX ? lia_pool_status(b->p, err)
                                  : LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
}

// ---- as lines ----

lia_status lia_sampled_model(lia_sampled *b, lia_spec *s, const lia_sampled_call *call, int n,
    const char *const *name, lia_error *err) {
  const int size = lia_sampled_call_size(s, call->what), form = sform_of(call->what);
  if (size != n)
    return LIA_FAIL(err, LIA_EARG, call->what, "it gives %d numbers, for %d names", size, n);
  lia_expr *out = lia_calloc((size_t)size + 1, sizeof *out);
  if (!out) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  lia_status st = form >= 0 ? dynamics(b, s, form, call, out, err)
                            : kinematics(b, s, call, size, out, err);
  if (st == LIA_OK) st = put_values(b, size, out, err);
  for (int k = 0; st == LIA_OK && k < n; k++) st = lia_sampled_define(b, name[k], out[k], err);
  lia_free(out);
  return st;
}
