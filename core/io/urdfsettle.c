/* urdfsettle.c - what a URDF leaves open, settled and told: colours, the tree, its roots, names,
 * mimics */
#include "io/urdfparts.h"

#include "base/assert.h"
#include "base/mem.h"
#include "base/names.h"
#include "base/text.h"
#include "num/small.h"
#include "geo/rot.h"

#include <math.h>
#include <string.h>

static int find(const lia_names *t, const char *name) {
  return lia_names_find(t, name, strlen(name));
}

void lia_urdf_enter(lia_spec *s, lia_names *t, const char *name) {
  char filler[32];
  if (!name || s->nomem) { s->nomem = 1; return; }
  if (find(t, name) >= 0) {
    lia_text_format(filler, sizeof filler, "\n%d", t->count);
    name = filler;
  }
  if (lia_names_add(t, name, strlen(name)) < 0) s->nomem = 1;
}

// name with a number behind it, as none in t: _2, or behind the last of a row of them, sought by
// doubling and halving
static const char *fresh(lia_spec *s, const lia_names *t, const char *name) {
  lia_text text = { 0 };
  int taken = 1, free = 2;
  for (int at_end = 0; free - taken > 1 || !at_end;) {
    int k = at_end ? taken + (free - taken) / 2 : free;
    lia_text_cut(&text, 0);
    lia_text_printf(&text, "%s_%d", name, k);
    int found = find(t, lia_text_str(&text)) >= 0;
    at_end |= !found;
    if (!found) free = k;
    else {
      taken = k;
      free = at_end ? free : 2 * k;
    }
  }
  if (text.nomem) s->nomem = 1;
  lia_text_free(&text);
  LIA_ASSERT(free == taken + 1);
  const char *other = lia_spec_text(s, "%s_%d", name, free);
  return other ? other : name;
}

// what was not read -------------------------------------------------------------------------------

static void tell_passed(lia_urdf_parts *u) {
  for (int i = 0; i < u->npassed; i++) {
    const lia_urdf_passed *p = &u->passed[i];
    const char *where = lia_spec_text(u->s, "%s:%d", u->file, p->line[0]);
    lia_text t = { 0 };
    for (int k = 1; k < p->count && k < LIA_URDF_LINES; k++)
      lia_text_printf(&t, ", %d", p->line[k]);
    if (p->count > LIA_URDF_LINES) lia_text_put(&t, ", ...");
    if (t.nomem || !where) u->s->nomem = 1;
    else if (p->count == 1) lia_spec_warn(u->s, where, "%s%s", p->name, p->hint);
    else lia_spec_warn(u->s, where, "%s%s (%d times: lines %d%s)", p->name, p->hint, p->count,
        p->line[0],
        lia_text_str(&t));
    lia_text_free(&t);
  }
}

// colours -----------------------------------------------------------------------------------------

// of a material told twice, the first colour: which[id] is its paint
static void enter_paints(lia_urdf_parts *u, lia_names *known, int *which) {
  for (int i = 0; i < u->npaint; i++) {
    int before = known->count,
        id = lia_names_add(known, u->paint[i].name, strlen(u->paint[i].name));
    if (id < 0) u->s->nomem = 1;
    else if (known->count > before || u->paint[which[id]].color[0] < 0) which[id] = i;
  }
}

// shapes without a colour take that of their material
static void colour_shapes(lia_urdf_parts *u) {
  lia_spec *s = u->s;
  lia_names known = { 0 };
  int *which = lia_calloc((size_t)u->npaint + 1, sizeof *which);
  if (!which) { s->nomem = 1; return; }
  enter_paints(u, &known, which);
  for (int i = 0; i < s->nbody; i++)
    for (int k = 0; k < s->body[i].nshape; k++) {
      lia_spec_shape *h = &s->body[i].shape[k];
      if (!h->material || !h->material[0] || h->color[0] >= 0) continue;
      int id = find(&known, h->material);
      if (id >= 0) memcpy(h->color, u->paint[which[id]].color, sizeof h->color);
      else lia_spec_warn(s, s->body[i].where, "no material is named '%.60s'", h->material);
    }
  lia_names_free(&known);
  lia_free(which);
}

// a link named world ------------------------------------------------------------------------------

static int is_world(const char *name) { return !strcmp(name, "world"); }

// The ground has this name. A root that is called so is the ground; another link gets another name.
static void settle_world(lia_urdf_parts *u) {
  lia_spec *s = u->s;
  int world = -1, child = 0;
  for (int i = 0; i < s->nbody && world < 0; i++)
    if (is_world(s->body[i].name)) world = i;
  if (world < 0) return;
  for (int i = 0; i < s->njoint; i++) child |= is_world(s->joint[i].child);
  lia_spec_body *b = &s->body[world];
  if (!child) {
    if (b->nshape || lia_val_given(b->mass))
      lia_spec_warn(s, b->where,
          "the link 'world' is the ground: its shapes and mass are not kept");
    memmove(b, b + 1, (size_t)(s->nbody - world - 1) * sizeof *b);
    s->nbody--;
    return;
  }
  lia_names taken = { 0 };
  for (int i = 0; i < s->nbody; i++) lia_urdf_enter(s, &taken, s->body[i].name);
  const char *name = fresh(s, &taken, "world");
  lia_spec_warn(s, b->where, "'world' is the ground, and this link is on another: called '%s'",
      name);
  b->name = name;
  for (int i = 0; i < s->njoint; i++) {
    lia_spec_joint *j = &s->joint[i];
    if (is_world(j->parent)) j->parent = name;
    if (is_world(j->child)) j->child = name;
  }
  lia_names_free(&taken);
}

// the tree ----------------------------------------------------------------------------------------

enum { GROUND = -1, NOBODY = -2 };

typedef struct tree {
  lia_urdf_parts *u;
  lia_names link;
  int *joint;       /* (nbody) that leads to it, -1: none */
  int *parent;      /* (nbody) link, GROUND, or NOBODY: there is none of this name */
  int *root;        /* (nbody) the link its tree starts with, GROUND */
  char *twin;       /* (nbody) 1: another link has its name; the check tells */
  char *dropped;    /* (njoint) 1: passed over */
  int nroot, on_ground;
} tree;

static void free_tree(tree *t) {
  lia_names_free(&t->link);
  lia_free(t->joint);
  lia_free(t->twin);
}

static int new_tree(tree *t, lia_urdf_parts *u) {
  size_t n = (size_t)u->s->nbody, m = (size_t)u->s->njoint;
  *t = (tree){ .u = u, .joint = lia_calloc(3 * n + 1, sizeof *t->joint),
      .twin = lia_calloc(n + m + 1, 1) };
  if (!t->joint || !t->twin) {
    u->s->nomem = 1;
    return 0;
  }
  t->parent = t->joint + n;
  t->root = t->parent + n;
  t->dropped = t->twin + n;
  for (size_t i = 0; i < n; i++) {
    t->joint[i] = -1;
    t->parent[i] = t->root[i] = NOBODY;
  }
  for (size_t i = 0; i < n; i++) {
    t->twin[i] = find(&t->link, u->s->body[i].name) >= 0;
    lia_urdf_enter(u->s, &t->link, u->s->body[i].name);
  }
  return !u->s->nomem;
}

static void place_joint(tree *t, int i) {
  lia_spec *s = t->u->s;
  lia_spec_joint *j = &s->joint[i];
  int child = find(&t->link, j->child), parent = find(&t->link, j->parent);
  if (child < 0) return;   // see pass_lost
  if (t->joint[child] >= 0) {
    t->dropped[i] = 1;
    lia_spec_warn(s, j->where,
        "a second joint leads to link '%.60s', after %s: passed over, the loop stays open",
        j->child, s->joint[t->joint[child]].where);
    return;
  }
  LIA_ASSERT(child < s->nbody && parent < s->nbody);
  t->joint[child] = i;
  if (parent < 0) parent = is_world(j->parent) ? GROUND : NOBODY;
  t->parent[child] = parent;
  t->on_ground |= t->parent[child] == GROUND;
}

static void count_roots(tree *t) {
  t->nroot = 0;
  for (int i = 0; i < t->u->s->nbody; i++) t->nroot += t->joint[i] < 0 && !t->twin[i];
}

// A joint to a link that is not there leads nowhere, and nobody misses it, where all links there
// are hang on each other. Where one does not the name is misspelt, and the check refuses.
static void pass_lost(tree *t) {
  lia_spec *s = t->u->s;
  if (t->nroot + t->on_ground > 1) return;
  for (int i = 0; i < s->njoint; i++) {
    lia_spec_joint *j = &s->joint[i];
    int lost = !j->broken && !is_world(j->child) && find(&t->link, j->child) < 0 &&
        find(&t->link, j->parent) >= 0;
    if (!lost) continue;
    t->dropped[i] = 1;
    lia_spec_warn(s, j->where,
        "no <link> is named '%.60s': this joint leads nowhere and is passed over", j->child);
  }
}

// Beside a tree links may hang on each other in a circle: the joint that leads back is passed over.
// Where there is nothing but circles the check refuses.
static void open_circles(tree *t) {
  lia_spec *s = t->u->s;
  int *mark = lia_calloc((size_t)s->nbody + 1, sizeof *mark);
  if (!mark) { s->nomem = 1; return; }
  for (int i = 0; i < s->nbody; i++) {
    int p = i;
    while (p >= 0 && !mark[p]) {
      mark[p] = i + 1;
      p = t->parent[p];
    }
    if (p < 0 || mark[p] != i + 1) continue;
    lia_spec_joint *j = &s->joint[t->joint[p]];
    lia_spec_warn(s, j->where, "link '%.60s' is its own ancestor: this joint is passed over",
        j->child);
    t->dropped[t->joint[p]] = 1;
    t->joint[p] = -1;
    t->parent[p] = NOBODY;
  }
  lia_free(mark);
}

// where the tree of link i starts; found once for all links on the way
static int urdfsettle_root_of(tree *t, int i) {
  int top = i;
  while (t->root[top] == NOBODY && t->joint[top] >= 0 && t->parent[top] >= 0) top = t->parent[top];
  int root = t->root[top];
  if (root == NOBODY) root = t->joint[top] < 0 ? top : GROUND;
  for (int k = i; k >= 0 && t->root[k] == NOBODY; k = t->parent[k]) t->root[k] = root;
  return root;
}

// the root that carries most links, the first of equals
static int largest_root(tree *t) {
  lia_spec *s = t->u->s;
  int best = -1, *size = lia_calloc((size_t)s->nbody + 1, sizeof *size);
  if (!size) { s->nomem = 1; return -1; }
  for (int i = 0; i < s->nbody; i++) {
    int r = urdfsettle_root_of(t, i);
    if (r >= 0) size[r]++;
  }
  for (int i = 0; i < s->nbody; i++)
    if (t->joint[i] < 0 && !t->twin[i] && (best < 0 || size[i] > size[best])) best = i;
  lia_free(size);
  return best;
}

// 'a', 'b', 'c' and 4 more: of n bodies those with mark set
static void list_marked(lia_text *out, const lia_spec *s, const char *mark) {
  int told = 0, more = 0;
  for (int i = 0; i < s->nbody; i++) {
    if (!mark[i]) continue;
    if (out->n < 160) lia_text_printf(out, "%s'%.60s'", told++ ? ", " : "", s->body[i].name);
    else more++;
  }
  if (more) lia_text_printf(out, " and %d more", more);
}

static void tell_roots(tree *t) {
  lia_spec *s = t->u->s;
  static const char many[] = "several links have no parent: %s; each stands on the world by itself";
  static const char one[] =
      "%s has no parent, beside what stands on the world: it stands there by itself";
  lia_text text = { 0 };
  char *mark = lia_calloc((size_t)s->nbody + 1, 1);
  for (int i = 0; mark && i < s->nbody; i++) mark[i] = t->joint[i] < 0 && !t->twin[i];
  if (mark) list_marked(&text, s, mark);
  if (!mark || text.nomem) s->nomem = 1;
  else if (t->nroot > 1) lia_spec_warn(s, t->u->file, many, lia_text_str(&text));
  else lia_spec_warn(s, t->u->file, one, lia_text_str(&text));
  lia_free(mark);
  lia_text_free(&text);
}

// every root stands on the world, the largest may float
static void tie_roots(tree *t, int floating, int whole) {
  lia_spec *s = t->u->s;
  int main = t->nroot ? largest_root(t) : -1, n = s->nbody;
  // where a joint is not whole the links behind it only look like roots
  if (t->nroot + t->on_ground > 1 && whole) tell_roots(t);
  if (floating && main < 0)
    lia_spec_warn(s, t->u->file, "floating = true: the file ties the robot to the world");
  for (int i = 0; i < n && !s->nomem; i++) {
    const lia_spec_body *b = &s->body[i];
    if (t->joint[i] >= 0 || t->twin[i]) continue;
    int kind = floating && i == main ? LIA_JOINT_floating : LIA_JOINT_fixed;
    lia_spec_joint *j = lia_spec_add_joint(s, "world", b->name, kind, b->where);
    if (j) j->name = b->name;
  }
}

// without those passed over; mimics keep pointing at their joints
static void remove_dropped(lia_urdf_parts *u, const char *dropped) {
  lia_spec *s = u->s;
  int kept = 0, mimics = 0, next = 0;
  for (int i = 0; i < s->njoint; i++) {
    // in order of joints: a joint has at most one
    while (next < u->nmimic && u->mimic[next].joint < i) next++;
    if (dropped[i]) continue;
    if (next < u->nmimic && u->mimic[next].joint == i) {
      u->mimic[mimics] = u->mimic[next];
      u->mimic[mimics++].joint = kept;
    }
    s->joint[kept++] = s->joint[i];
  }
  s->njoint = kept;
  u->nmimic = mimics;
}

static void tell_ground(const tree *t, int has_link) {
  const lia_spec *s = t->u->s;
  for (int i = 0; i < s->njoint && !has_link; i++)
    if (is_world(s->joint[i].parent)) {
      lia_spec_warn(t->u->s, s->joint[i].where, "no <link> is named 'world': the ground is meant");
      return;
    }
}

static void settle_tree(lia_urdf_parts *u, int floating) {
  lia_spec *s = u->s;
  tree t = { 0 };
  int before = s->nbody, whole = 1;
  settle_world(u);
  if (!s->nomem && new_tree(&t, u)) {
    t.on_ground = s->nbody < before;
    tell_ground(&t, s->nbody < before);
    for (int i = 0; i < s->njoint; i++) place_joint(&t, i);
    count_roots(&t);
    if (t.nroot || t.on_ground) open_circles(&t);
    count_roots(&t);
    pass_lost(&t);
    for (int i = 0; i < s->njoint; i++) whole &= !s->joint[i].broken;
    remove_dropped(u, t.dropped);
    if (!s->nomem) tie_roots(&t, floating, whole);
  }
  free_tree(&t);
}

// names -------------------------------------------------------------------------------------------

// joints that ROS would tell apart by nothing: the second gets another name
static void name_joints(lia_spec *s, lia_names *taken) {
  for (int i = 0; i < s->njoint && !s->nomem; i++) lia_urdf_enter(s, taken, s->joint[i].name);
  lia_names seen = { 0 };
  for (int i = 0; i < s->njoint && !s->nomem; i++) {
    lia_spec_joint *j = &s->joint[i];
    int tie = is_world(j->parent) && !strcmp(j->name, j->child);
    if (find(&seen, j->name) >= 0 && !tie) {
      const char *name = fresh(s, taken, j->name);
      lia_spec_warn(s, j->where, "a second joint with this name: called '%s'", name);
      j->name = name;
      lia_urdf_enter(s, taken, name);
    }
    lia_urdf_enter(s, &seen, j->name);
  }
  lia_names_free(&seen);
}

// a coordinate is called as its joint is, as an identifier; one that is taken gets a number behind
// it
static void name_coordinates(lia_spec *s, lia_names *taken, lia_spec_joint *j) {
  for (int i = 0; i < j->ndof && !s->nomem; i++) {
    char suffix[LIA_SPEC_SUFFIX];
    lia_spec_suffix(j, i, suffix);
    const char *name = lia_spec_identifier(s, j->name, suffix);
    if (name && find(taken, name) >= 0) {
      const char *other = fresh(s, taken, name);
      lia_spec_warn(s, j->where, "its coordinate is called '%s': '%s' is another's", other, name);
      name = other;
    }
    if (name) lia_urdf_enter(s, taken, name);
    j->dof[i].coord = name;
  }
}

static void settle_names(lia_spec *s) {
  lia_names joints = { 0 }, coords = { 0 };
  name_joints(s, &joints);
  for (int i = 0; i < s->njoint && !s->nomem; i++) name_coordinates(s, &coords, &s->joint[i]);
  lia_names_free(&joints);
  lia_names_free(&coords);
}

// mimics: one that mimics a mimic moves by the coordinate of the first, m1 (m2 q + o2) + o1 -------

enum { OPEN, ON_THE_WAY, DONE };

typedef struct followers {
  lia_spec *s;
  lia_names joint;         /* ids are indices */
  lia_urdf_mimic **of;     /* (njoint) the mimic of a joint, or NULL */
  double *still;           /* (njoint) where a joint that does not move stands */
  // given so far: looking for them is slow, and who has many reads the first
  int hints;
} followers;

// the joint stays where it is at q
static void freeze(followers *f, int i, double q) {
  lia_spec_joint *j = &f->s->joint[i];
  double axis[3] = { j->axis[0].x, j->axis[1].x, j->axis[2].x };
  lia_spec_move *m = q != 0 ? lia_spec_add_move(f->s, &j->place, LIA_MOVE_FRAME, LIA_VAL(0)) : NULL;
  lia_unit3(axis, axis);
  lia_scale3(axis, q, axis);
  if (m && j->kind == LIA_JOINT_prismatic) lia_copy3(m->X.p, axis);
  else if (m) lia_rot_exp(m->X.R, axis);
  j->kind = LIA_JOINT_fixed;
  lia_spec_set_dofs(f->s, j, 0);
  f->still[i] = q;
}

// m follows joint k, which is settled
static void urdfsettle_follow(followers *f, const lia_urdf_mimic *m, int k) {
  lia_spec *s = f->s;
  lia_spec_joint *j = &s->joint[m->joint];
  const lia_spec_joint *leader = &s->joint[k];
  if (leader->ndof > 1) {
    lia_spec_warn(s, j->where, "mimics '%.60s', which has not one coordinate: it moves by its own",
        m->of);
  } else if (!leader->ndof || m->multiplier == 0) {
    double q = m->multiplier * f->still[k] + m->offset;
    lia_spec_warn(s, j->where, "mimics '%.60s'%s: it stays at %g", m->of,
                  leader->ndof ? " 0 times" : ", which does not move", q);
    freeze(f, m->joint, q);
  } else {
    const lia_spec_dof *e = leader->dof;
    j->dof->follows = 1;
    j->dof->coord = e->coord;
    j->dof->scale = LIA_VAL(m->multiplier * e->scale.x);
    j->dof->offset = LIA_VAL(m->multiplier * e->offset.x + m->offset);
  }
}

// the joint m speaks of, -1 after a warning
static int leader_of(followers *f, const lia_urdf_mimic *m) {
  int k = find(&f->joint, m->of), near = -1;
  if (k >= 0) return k;
  near = f->hints++ < 20 ? lia_names_nearest(&f->joint, m->of, strlen(m->of)) : -1;
  char hint[96] = "";
  if (near >= 0)
    lia_text_format(hint, sizeof hint, " (did you mean '%.60s'?)", lia_names_text(&f->joint, near));
  lia_spec_warn(f->s, f->s->joint[m->joint].where,
      "mimics '%.60s', and no joint has this name%s: it moves by its own coordinate",
      m->of, hint);
  return -1;
}

// down the chain of mimics to one that is settled, then back: way has room for all of them
static void settle_chain(followers *f, lia_urdf_mimic *m, lia_urdf_mimic **way) {
  int n = 0, k = -1;
  while (m && m->state == OPEN) {
    m->state = ON_THE_WAY;
    way[n++] = m;
    k = leader_of(f, m);
    m = k >= 0 ? f->of[k] : NULL;
  }
  if (m && m->state == ON_THE_WAY) {
    lia_spec_warn(f->s, f->s->joint[m->joint].where,
        "mimics itself, by way of '%.60s': it moves by its own coordinate", m->of);
    m->state = DONE;
  }
  while (n--) {
    k = find(&f->joint, way[n]->of);
    if (k >= 0 && way[n]->state != DONE) urdfsettle_follow(f, way[n], k);
    way[n]->state = DONE;
  }
}

static void settle_mimics(lia_urdf_parts *u) {
  lia_spec *s = u->s;
  if (!u->nmimic) return;
  followers f = { .s = s, .of = lia_calloc((size_t)s->njoint + (size_t)u->nmimic, sizeof *f.of),
                  .still = lia_calloc((size_t)s->njoint, sizeof *f.still) };
  if (!f.of || !f.still) s->nomem = 1;
  for (int i = 0; i < s->njoint && !s->nomem; i++) lia_urdf_enter(s, &f.joint, s->joint[i].name);
  for (int i = 0; i < u->nmimic && !s->nomem; i++) f.of[u->mimic[i].joint] = &u->mimic[i];
  for (int i = 0; i < u->nmimic && !s->nomem; i++) settle_chain(&f, &u->mimic[i], f.of + s->njoint);
  lia_names_free(&f.joint);
  lia_free(f.of);
  lia_free(f.still);
}

// loops -------------------------------------------------------------------------------------------

static lia_spec_frame *end_of_loop(lia_spec *s, lia_names *taken, const lia_urdf_loop *l, int k) {
  const char *name = lia_spec_text(s, "%s.%d", l->name, k + 1);
  if (!name) return NULL;
  if (find(taken, name) >= 0) name = fresh(s, taken, name);
  lia_urdf_enter(s, taken, name);
  lia_spec_frame *f = lia_spec_add_frame(s, name, l->link[k], l->where);
  if (f) lia_spec_place_rpy(s, &f->place, l->xyz[k], l->rpy[k]);
  return f;
}

// both ends are frames; one that no link has leaves the loop open
static void settle_loop(lia_spec *s, lia_names *taken, const lia_names *link,
    const lia_urdf_loop *l) {
  for (int k = 0; k < 2; k++) {
    if (k < l->ends && (is_world(l->link[k]) || find(link, l->link[k]) >= 0)) continue;
    lia_spec_warn(s, l->where, "no link is named '%.60s': the loop stays open",
        k < l->ends ? l->link[k] : "");
    return;
  }
  double length = lia_norm3(l->axis);
  int turns = l->kind != LIA_JOINT_fixed && l->kind != LIA_JOINT_spherical;
  if (l->kind == LIA_JOINT_floating || (turns && length < 1e-12)) {
    lia_spec_warn(s, l->where, "it holds nothing: passed over");
    return;
  }
  const lia_spec_frame *from = end_of_loop(s, taken, l, 0);
  const char *a = from ? from->name : NULL;
  const lia_spec_frame *to = a ? end_of_loop(s, taken, l, 1) : NULL;
  lia_spec_loop *loop = to ? lia_spec_add_loop(s, l->name, l->kind, l->where) : NULL;
  if (!loop) return;
  loop->from = a;
  loop->to = to->name;
  for (int k = 0; k < 3; k++) loop->axis[k] = LIA_VAL(turns ? l->axis[k] / length : k == 2);
}

static void settle_loops(lia_urdf_parts *u) {
  lia_spec *s = u->s;
  lia_names link = { 0 }, taken = { 0 };
  for (int i = 0; i < s->nbody && !s->nomem && u->nloop; i++) {
    lia_urdf_enter(s, &link, s->body[i].name);
    lia_urdf_enter(s, &taken, s->body[i].name);
  }
  for (int i = 0; i < u->nloop && !s->nomem; i++) {
    lia_urdf_loop l = u->loop[i];
    if (find(&taken, l.name) >= 0) l.name = fresh(s, &taken, l.name);
    lia_urdf_enter(s, &taken, l.name);
    settle_loop(s, &taken, &link, &l);
  }
  lia_names_free(&link);
  lia_names_free(&taken);
}

// all ---------------------------------------------------------------------------------------------

void lia_urdf_settle(lia_urdf_parts *u, const lia_urdf_options *options) {
  lia_spec *s = u->s;
  tell_passed(u);
  if (!s->nomem) colour_shapes(u);
  if (!s->nomem) settle_tree(u, options->floating);
  if (!s->nomem) settle_names(s);
  if (!s->nomem) settle_mimics(u);
  if (!s->nomem) settle_loops(u);
  if (!s->nomem) lia_urdf_masses(s, options->missing_zero);
  if (!s->nomem) lia_urdf_home(s);
  if (!s->nomem) lia_urdf_tip(s, options->tip);
}
