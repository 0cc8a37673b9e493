/* geometric.c - walks along the moves between two places */
#include "eom/geometric.h"

#include "base/mem.h"
#include "eom/turn_product.h"
#include "eom/condensed.h"
#include "eom/symvec3.h"
#include "sym/expr/diff.h"
#include "sym/simp/simp.h"

#include <string.h>

// ---- places ----

const char *lia_geometric_name(const lia_smodel *m, int place) {
  if (place < 0) return "world";
  return place < m->nbody ? m->body[place].name : m->frame[place - m->nbody].name;
}

int lia_geometric_find(const lia_smodel *m, const char *name) {
  for (int k = 0; k < m->nbody + m->nframe; k++)
    if (!strcmp(lia_geometric_name(m, k), name)) return k;
  return strcmp(name, "world") ? LIA_PLACE_NONE : LIA_PLACE_GROUND;
}

static int body_of(const lia_smodel *m, int place) {
  return place < m->nbody ? place : m->frame[place - m->nbody].body;
}

const char *lia_geometric_label(const lia_smodel *m, int body) {
  for (int k = 0; k < m->nframe; k++)
    if (m->frame[k].body == body && !m->frame[k].nmove && !m->frame[k].contact)
      return m->frame[k].name;
  return m->body[body].name;
}

int lia_geometric_weightless(const lia_sbody *b) {
  for (int k = 0; k < 6; k++)
    if (b->I[k] != LIA_ZERO) return 0;
  return b->m == LIA_ZERO && !b->lacks;
}

int lia_geometric_path(const lia_smodel *m, int place, int *path) {
  int n = 0;
  for (int b = body_of(m, place); b >= 0; b = m->body[b].parent) path[n++] = b;
  for (int i = 0; i < n / 2; i++) {
    int swap = path[i];
    path[i] = path[n - 1 - i];
    path[n - 1 - i] = swap;
  }
  return n;
}

// ---- walks ----

// the moves from the ground to a place, as pointers: what two of them share at the start is the way
// they have in common
typedef struct walk { const lia_smove **move; int n; } walk;

typedef struct walker {
  const lia_smodel *m;
  lia_pool *p;
  lia_error *err;
  lia_arena arena;             // all that dies with the walker
  lia_turned *turned;
  int room;
} walker;

static lia_status geometric_no_memory(const walker *w) {
  return LIA_FAIL(w->err, LIA_ENOMEM, "model", "out of memory");
}

static lia_status walk_to(walker *w, int place, walk *out) {
  const lia_smodel *m = w->m;
  int *path = lia_arena_alloc(&w->arena, ((size_t)m->nbody + 1) * sizeof *path), n = 0;
  if (!path) return geometric_no_memory(w);
  int depth = lia_geometric_path(m, place, path);
  const lia_sframe *f = place < m->nbody ? NULL : &m->frame[place - m->nbody];
  for (int i = 0; i < depth; i++) n += m->body[path[i]].nmove;
  out->move = lia_arena_alloc(&w->arena, ((size_t)n + (f ? (size_t)f->nmove : 0) + 1)
      * sizeof *out->move);
  if (!out->move) return geometric_no_memory(w);
  out->n = 0;
  for (int i = 0; i < depth; i++) {
    const lia_sbody *b = &m->body[path[i]];
    for (int k = 0; k < b->nmove; k++) out->move[out->n++] = &b->move[k];
  }
  for (int k = 0; f && k < f->nmove; k++) out->move[out->n++] = &f->move[k];
  return LIA_OK;
}

static int common(const walk *a, const walk *b) {
  int c = 0;
  while (c < a->n && c < b->n && a->move[c] == b->move[c]) c++;
  return c;
}

static lia_status geometric_start(walker *w, lia_attitude *a, int moves) {
  if (moves + 1 > w->room) {
    w->room = moves + 1;
    w->turned = lia_arena_alloc(&w->arena, (size_t)w->room * sizeof *w->turned);
    if (!w->turned) return geometric_no_memory(w);
  }
  lia_attitude_start(a, w->p, w->turned, w->room);
  return LIA_OK;
}

// of a quaternion of length 1: 1 + 2 w S(x) + 2 S(x)^2                              [nonhol] (A5.1)
static void turned_by(lia_pool *p, const lia_expr e[4], lia_expr R[9]) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      int k = 3 - i - j, u = (i + 1) % 3, v = (i + 2) % 3;
      if (i == j) {
        R[4 * i] = lia_sym_sub(p, LIA_ONE, lia_sym_mul(p, LIA_TWO,
            lia_sym_add(p, lia_sym_sq(p, e[1 + u]), lia_sym_sq(p, e[1 + v]))));
        continue;
      }
      lia_expr s = lia_sym_mul(p, e[0], e[1 + k]), both = lia_sym_mul(p, e[1 + i], e[1 + j]);
      R[3 * i + j] = lia_sym_mul(p, LIA_TWO, u == j ? lia_sym_sub(p, both, s)
          : lia_sym_add(p, both, s));
    }
}

// a ball or free joint as the pose its numbers tell
static lia_smove posed(const lia_smodel *m, const lia_smove *x) {
  lia_smove y = { .kind = LIA_SPOSE, .coord = x->coord, .p = { LIA_ZERO, LIA_ZERO, LIA_ZERO } };
  int isfree = x->kind == LIA_SFREE;
  if (isfree) memcpy(y.p, m->number + x->iq, sizeof y.p);
  turned_by(m->p, m->number + x->iq + 3 * isfree, y.R);
  return y;
}

// one move, or its inverse where back is 1; step: the way it goes, in the axes the walk started
// with
static void geometric_take(const lia_smodel *m, lia_attitude *a, const lia_smove *x, int back,
    lia_expr step[3]) {
  lia_pool *p = m->p;
  lia_expr R[9], T[9], way[3];
  lia_smove pose;
  if (x->kind >= LIA_SBALL) {
    pose = posed(m, x);
    x = &pose;
  }
  lia_attitude_matrix(a, R);
  for (int k = 0; k < 3; k++) step[k] = LIA_ZERO;
  lia_expr by = back && x->kind != LIA_SPOSE ? lia_sym_neg(p, x->by) : x->by;
  if (x->kind == LIA_STURN) {
    lia_attitude_turn(a, x->axis, by);
  } else if (x->kind == LIA_SSLIDE) {
    lia_three_column(R, x->axis, way);
    lia_three_scale(p, by, way, step);
  } else if (!back) {
    lia_three_mul(p, R, x->p, step);
    lia_attitude_pose(a, x->R);
  } else {                                  // X^-1 = [R', -R' p]
    for (int i = 0; i < 9; i++) T[i] = x->R[i % 3 * 3 + i / 3];
    lia_three_mul(p, T, x->p, way);
    lia_three_scale(p, LIA_MINUS, way, way);
    lia_three_mul(p, R, way, step);
    lia_attitude_pose(a, T);
  }
}

// ---- poses ----

static lia_status pose_between(walker *w, const walk *from, const walk *to, lia_expr R[9],
    lia_expr o[3]) {
  int c = common(from, to);
  lia_attitude a;
  lia_expr step[3];
  LIA_TRY(geometric_start(w, &a, from->n + to->n));
  for (int k = 0; k < 3; k++) o[k] = LIA_ZERO;
  for (int i = from->n - 1; i >= c; i--) {
    geometric_take(w->m, &a, from->move[i], 1, step);
    lia_three_add(w->p, o, step);
  }
  for (int i = c; i < to->n; i++) {
    geometric_take(w->m, &a, to->move[i], 0, step);
    lia_three_add(w->p, o, step);
  }
  lia_attitude_matrix(&a, R);
  return lia_pool_status(w->p, w->err);
}

static lia_status places_pose(walker *w, int from, int to, lia_expr R[9], lia_expr o[3]) {
  walk a, b;
  LIA_TRY(walk_to(w, from, &a));
  LIA_TRY(walk_to(w, to, &b));
  return pose_between(w, &a, &b, R, o);
}

static void rows_of_pose(const lia_expr R[9], const lia_expr o[3], lia_expr X[12]) {
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) X[4 * i + k] = R[3 * i + k];
    X[4 * i + 3] = o[i];
  }
}

lia_status lia_geometric_pose(const lia_smodel *m, int from, int to, lia_expr X[12],
    lia_error *err) {
  walker w = { .m = m, .p = m->p, .err = err };
  lia_expr R[9], o[3];
  lia_status st = places_pose(&w, from, to, R, o);
  if (st == LIA_OK) rows_of_pose(R, o, X);
  lia_arena_free(&w.arena);
  return st;
}

lia_status lia_geometric_joint(const lia_smodel *m, int body, lia_expr X[12], lia_error *err) {
  walker w = { .m = m, .p = m->p, .err = err };
  walk ground = { .n = 0 }, to;
  lia_expr R[9], o[3];
  lia_status st = walk_to(&w, body, &to);
  if (st == LIA_OK) {
    to.n -= m->body[body].nafter;
    st = pose_between(&w, &ground, &to, R, o);
  }
  if (st == LIA_OK) rows_of_pose(R, o, X);
  lia_arena_free(&w.arena);
  return st;
}

// ---- Jacobians ----

// what move i does, in the axes asked for: its axis before it moves, the axes it leads to, and the
// way it goes
typedef struct seen { lia_expr g[3], R[9], step[3]; } seen;

static void geometric_look(const lia_smodel *m, lia_attitude *a, const lia_smove *x, seen *s) {
  lia_expr R[9];
  lia_attitude_matrix(a, R);
  if (x->kind <= LIA_SSLIDE) lia_three_column(R, x->axis, s->g);
  geometric_take(m, a, x, 0, s->step);
  lia_attitude_matrix(a, s->R);
}

// the moves of `to` as seen from `axes`: those they share on the way up, the others on the way
// down; R: where it ends
static lia_status look_along(walker *w, const walk *axes, const walk *to, seen *s, lia_expr R[9]) {
  int c = common(axes, to);
  lia_attitude a;
  lia_expr step[3];
  LIA_TRY(geometric_start(w, &a, axes->n + to->n));
  for (int i = axes->n - 1; i >= 0; i--) {
    const lia_smove *x = axes->move[i];
    if (i < c) lia_attitude_matrix(&a, s[i].R);
    geometric_take(w->m, &a, x, 1, step);
    if (i >= c) continue;
    lia_three_scale(w->p, LIA_MINUS, step, s[i].step);
    // the axis is the same before and after a move of its own
    lia_attitude_matrix(&a, R);
    if (x->kind <= LIA_SSLIDE) lia_three_column(R, x->axis, s[i].g);
  }
  LIA_TRY(geometric_start(w, &a, axes->n + to->n));
  for (int i = axes->n - 1; i >= c; i--) geometric_take(w->m, &a, axes->move[i], 1, step);
  for (int i = c; i < to->n; i++) geometric_look(w->m, &a, to->move[i], &s[i]);
  lia_attitude_matrix(&a, R);
  return lia_pool_status(w->p, w->err);
}

// one speed: a turn about g, or a slide along it, of a point at `lever` from what moves
static void add_column(lia_pool *p, lia_expr *J, int n, int column_, int turns, lia_expr scale,
    const lia_expr g[3], const lia_expr lever[3]) {
  lia_expr lin[3];
  if (turns) lia_three_cross(p, g, lever, lin);
  else memcpy(lin, g, sizeof lin);
  for (int k = 0; k < 3; k++) {
    lia_expr *v = &J[k * n + column_], *u = &J[(k + 3) * n + column_];
    *v = lia_sym_add(p, *v, lia_sym_mul(p, scale, lin[k]));
    if (turns) *u = lia_sym_add(p, *u, lia_sym_mul(p, scale, g[k]));
  }
}

static lia_status direct(walker *w, int place, const lia_expr r[3], int axes, lia_expr *J) {
  lia_pool *p = w->p;
  int n = w->m->ncoord;
  walk to, from;
  lia_expr R[9], lever[3], g[3];
  LIA_TRY(walk_to(w, place, &to));
  LIA_TRY(walk_to(w, axes, &from));
  seen *s = lia_arena_alloc(&w->arena, ((size_t)to.n + 1) * sizeof *s);
  if (!s) return geometric_no_memory(w);
  LIA_TRY(look_along(w, &from, &to, s, R));
  lia_three_mul(p, R, r, lever);                   // from what comes behind move i to the point
  for (int i = to.n - 1; i >= 0; i--) {
    const lia_smove *x = to.move[i];
    int isfree = x->kind == LIA_SFREE;
    if (x->coord >= 0 && x->kind <= LIA_SSLIDE)
      add_column(p, J, n, x->coord, x->kind == LIA_STURN, x->scale, s[i].g, lever);
    for (int k = 0; x->kind >= LIA_SBALL && k < (isfree ? 6 : 3); k++) {
      lia_three_column(s[i].R, k % 3, g);
      add_column(p, J, n, x->coord + k, !isfree || k >= 3, LIA_ONE, g, lever);
    }
    lia_three_add(p, lever, s[i].step);
  }
  return lia_pool_status(p, w->err);
}

static void clear(const lia_smodel *m, lia_expr *J) {
  for (int k = 0; k < 6 * m->ncoord; k++) J[k] = LIA_ZERO;
}

lia_status lia_geometric_jacobian(const lia_smodel *m, int place, const lia_expr r[3], int axes,
    lia_expr *J, lia_error *err) {
  walker w = { .m = m, .p = m->p, .err = err };
  clear(m, J);
  lia_status st = direct(&w, place, r, axes, J);
  lia_arena_free(&w.arena);
  return st;
}

// column k of the angular part out of dR/dq_k R': (32, 13, 21)
static lia_expr skew_entry(lia_pool *p, const lia_expr D[9], const lia_expr R[9], int k) {
  int row = (k + 2) % 3, col = (k + 1) % 3;
  const lia_expr t[3] = { lia_sym_mul(p, D[3 * row], R[3 * col]),
      lia_sym_mul(p, D[3 * row + 1], R[3 * col + 1]),
      lia_sym_mul(p, D[3 * row + 2], R[3 * col + 2]) };
  return lia_sym_sum(p, 3, t);
}

static lia_status derived(walker *w, int place, const lia_expr r[3], int axes, lia_expr *J) {
  lia_pool *p = w->p;
  int n = w->m->ncoord;
  lia_expr x[12], d[12], B[9], o[3];        // x: R, then the point
  for (int i = 0; i < w->m->nbody; i++)
    if (w->m->body[i].quaternion)
      return LIA_FAIL(w->err, LIA_EMODEL, w->m->body[i].where,
          "a joint that turns by a quaternion has speeds that are no derivatives: ask for the "
          "direct Jacobian");
  LIA_TRY(places_pose(w, LIA_PLACE_GROUND, place, x, o));
  lia_three_mul(p, x, r, x + 9);
  lia_three_add(p, x + 9, o);
  LIA_TRY(places_pose(w, axes, LIA_PLACE_GROUND, B, o));
  for (int k = 0; k < n; k++) {
    lia_expr lin[3], ang[3];
    if (!lia_diff_all(p, 12, x, w->m->q[k], d)) return lia_pool_status(p, w->err);
    for (int c = 0; c < 3; c++) ang[c] = skew_entry(p, d, x, c);
    lia_three_mul(p, B, d + 9, lin);
    lia_three_mul(p, B, ang, ang);
    for (int c = 0; c < 3; c++) {
      J[c * n + k] = lin[c];
      J[(c + 3) * n + k] = ang[c];
    }
  }
  return lia_pool_status(p, w->err);
}

lia_status lia_geometric_derived(const lia_smodel *m, int place, const lia_expr r[3], int axes,
    lia_expr *J, lia_error *err) {
  walker w = { .m = m, .p = m->p, .err = err };
  clear(m, J);
  lia_status st = derived(&w, place, r, axes, J);
  lia_arena_free(&w.arena);
  return st;
}

// ---- rates of numbers ----

// entry i, j of [-x'; w + S(x)], e = (w; x)
static lia_expr quaternion_entry(lia_pool *p, const lia_expr e[4], int i, int j) {
  int r = i - 1, k = 3 - r - j;                   // w + S(x): (r, j)
  if (i == 0) return lia_sym_neg(p, e[1 + j]);
  if (r == j) return e[0];
  return (r + 1) % 3 == j ? lia_sym_neg(p, e[1 + k]) : e[1 + k];
}

// blocks of one joint: its numbers from iq, its speeds from iv
static void quaternion_rates(const lia_smodel *m, const lia_smove *x, lia_expr *N, lia_expr *S) {
  lia_pool *p = m->p;
  int isfree = x->kind == LIA_SFREE, iq = x->iq, iv = x->coord, n = m->ncoord, nq = m->nq;
  const lia_expr *e = m->number + iq + 3 * isfree;
  lia_expr R[9];
  turned_by(p, e, R);
  for (int i = 0; isfree && i < 3; i++)
    for (int j = 0; j < 3; j++) N[(iq + i) * n + iv + j] = S[(iv + j) * nq + iq + i] = R[3 * i + j];
  iq += 3 * isfree;
  iv += 3 * isfree;
  for (int j = 0; j < 3; j++)
    for (int i = 0; i < 4; i++) {
      lia_expr y = quaternion_entry(p, e, i, j);
      N[(iq + i) * n + iv + j] = lia_sym_mul(p, LIA_HALF, y);
      S[(iv + j) * nq + iq + i] = lia_sym_mul(p, LIA_TWO, y);
    }
}

int lia_geometric_rates(const lia_smodel *m, lia_expr *N, lia_expr *S, int *first) {
  int count = 0, at = 0;
  char *done = lia_calloc((size_t)m->ncoord + 1, 1);
  if (!done) return -1;
  for (int i = 0; i < m->nq * m->ncoord; i++) N[i] = S[i] = LIA_ZERO;
  for (int b = 0; b < m->nbody; b++)
    for (int k = 0; k < m->body[b].nmove; k++) {
      const lia_smove *x = &m->body[b].move[k];
      if (x->kind < LIA_SBALL) continue;
      quaternion_rates(m, x, N, S);
      first[count++] = x->iq + 3 * (x->kind == LIA_SFREE);
      for (int j = 0; j < (x->kind == LIA_SFREE ? 6 : 3); j++) done[x->coord + j] = 1;
    }
  // what is left: numbers that are coordinates, in their order
  for (int j = 0; j < m->ncoord; j++) {
    if (done[j]) continue;
    while (m->number[at] != m->q[j]) at++;
    N[at * m->ncoord + j] = S[j * m->nq + at] = LIA_ONE;
  }
  lia_free(done);
  return count;
}

// ---- energies ----

// 1/2 v . M v, a term for every entry of M, its angles merged
static lia_expr quadratic(const lia_condensed *c) {
  lia_pool *p = c->p;
  lia_expr T = LIA_ZERO;
  for (int i = 0; i < c->n; i++)
    for (int j = 0; j <= i; j++) {
      lia_expr v = lia_sym_mul(p, lia_sym_rate(p, c->q[i]), lia_sym_rate(p, c->q[j]));
      lia_expr entry = lia_simp_trig(p, c->M[i * c->n + j]);
      T = lia_sym_add(p, T, lia_sym_mul(p, i == j ? LIA_HALF : LIA_ONE, lia_sym_mul(p, entry, v)));
    }
  return T;
}

static int has_quaternion(const lia_smodel *m) {
  for (int b = 0; b < m->nbody; b++)
    if (m->body[b].quaternion) return 1;
  return 0;
}

// V = J v of the centre of mass in body axes:  T = (m |V_lin|^2 + V_ang . I V_ang) / 2, V = -m g .
// c
static lia_status energy_by_velocity(const lia_smodel *m, int i, lia_expr *T, lia_expr *V,
    lia_error *err) {
  lia_pool *p = m->p;
  const lia_sbody *b = &m->body[i];
  if (b->lacks) return LIA_FAIL(err, LIA_EMODEL, b->where, "its mass or inertia is not given");
  lia_expr *J = lia_malloc(6 * ((size_t)m->ncoord + 1) * sizeof *J), v[6], X[12], c[3], h[3];
  if (!J) return LIA_FAIL(err, LIA_ENOMEM, "model", "out of memory");
  lia_status st = lia_geometric_jacobian(m, i, b->com, i, J, err);
  if (st == LIA_OK) st = lia_geometric_pose(m, LIA_PLACE_GROUND, i, X, err);
  for (int r = 0; st == LIA_OK && r < 6; r++) {
    v[r] = LIA_ZERO;
    for (int k = 0; k < m->ncoord; k++)
      v[r] = lia_sym_add(p, v[r], lia_sym_mul(p, lia_simp_trig(p, J[r * m->ncoord + k]), m->v[k]));
  }
  lia_free(J);
  if (st != LIA_OK) return st;
  const lia_expr full[9] = { b->I[0], b->I[3], b->I[4], b->I[3], b->I[1], b->I[5], b->I[4], b->I[5],
      b->I[2] };
  lia_three_mul(p, full, v + 3, h);
  *T = *V = LIA_ZERO;
  for (int k = 0; k < 3; k++) {
    *T = lia_sym_add(p, *T,
        lia_sym_add(p, lia_sym_mul(p, b->m, lia_sym_sq(p, v[k])), lia_sym_mul(p, v[3 + k], h[k])));
    c[k] = X[4 * k + 3];
    for (int j = 0; j < 3; j++)
      c[k] = lia_sym_add(p, c[k], lia_sym_mul(p, X[4 * k + j], b->com[j]));
    *V = lia_sym_sub(p, *V, lia_sym_mul(p, b->m, lia_sym_mul(p, m->gravity[k], c[k])));
  }
  *T = lia_sym_mul(p, LIA_HALF, *T);
  return lia_pool_status(p, err);
}

lia_status lia_geometric_energy(const lia_smodel *m, int i, lia_expr *T, lia_expr *V,
    lia_error *err) {
  if (has_quaternion(m)) return energy_by_velocity(m, i, T, V, err);
  lia_sbody *body = lia_calloc((size_t)m->nbody, sizeof *body);
  lia_condensed *c = NULL;
  lia_smodel alone = *m;
  if (!body) return LIA_FAIL(err, LIA_ENOMEM, "model", "out of memory");
  for (int b = 0; b < m->nbody; b++) {
    body[b] = m->body[b];
    if (b == i) continue;
    body[b].m = LIA_ZERO;
    body[b].lacks = 0;
    for (int k = 0; k < 6; k++) body[b].I[k] = LIA_ZERO;
  }
  alone.body = body;
  alone.nelement = 0;
  lia_status st = lia_condensed_new(&c, &alone, 0, err);
  if (st == LIA_OK) {
    *T = quadratic(c);
    *V = lia_simp_trig(m->p, c->V);
    st = lia_pool_status(m->p, err);
  }
  lia_condensed_free(c);
  lia_free(body);
  return st;
}
