/* urdfstand.c - what a URDF does not say and a robot needs: masses of decoration, a home within the
 * limits, the tip */
#include "io/urdfparts.h"

#include "base/mem.h"
#include "base/names.h"
#include "base/text.h"

#include <string.h>

// the tree, parents first -------------------------------------------------------------------------

typedef struct stand {
  lia_spec *s;
  int n;
  // (n) leads to it; its link, -1: the ground; links, parents first
  int *joint, *parent, *order;
  int *group;                    /* (n) the first of those fixed to each other, -1: the ground */
  int *moves, *links;            /* (n) coordinates on the way to it, links on the way */
  char *mark, *inner;            /* (n) for lists; 1: carries another link */
  // children of the ground and of each; the next child of the same
  int *first, *next;
} stand;

static void free_stand(stand *t) {
  lia_free(t->joint);
  lia_free(t->mark);
}

static int find(const lia_names *t, const char *name) {
  return lia_names_find(t, name, strlen(name));
}

static int new_stand(stand *t, lia_spec *s) {
  size_t n = (size_t)s->nbody;
  lia_names link = { 0 };
  *t = (stand){ .s = s, .n = s->nbody };
  t->joint = lia_calloc(8 * n + 1, sizeof *t->joint);
  t->mark = lia_calloc(2 * n + 1, 1);
  if (!t->joint || !t->mark) { s->nomem = 1; return 0; }
  t->parent = t->joint + n;
  t->order = t->parent + n;
  t->group = t->order + n;
  t->moves = t->group + n;
  t->links = t->moves + n;
  t->next = t->links + n;
  t->first = t->next + n;   // one more: of the ground
  t->inner = t->mark + n;
  for (size_t i = 0; i < n; i++) lia_urdf_enter(s, &link, s->body[i].name);
  for (size_t i = 0; i <= n; i++) t->first[i] = -1;
  for (int i = s->njoint - 1; i >= 0 && !s->nomem; i--) {
    int child = find(&link, s->joint[i].child), parent = find(&link, s->joint[i].parent);
    if (child < 0) continue;
    t->joint[child] = i;
    t->parent[child] = parent;
    t->next[child] = t->first[parent + 1];
    t->first[parent + 1] = child;
    if (parent >= 0) t->inner[parent] = 1;
  }
  lia_names_free(&link);
  return !s->nomem;
}

// own coordinates of a joint; that a root floats counts for none
static int moves_of(const lia_spec_joint *j) {
  int n = 0;
  for (int k = 0; k < j->ndof; k++) n += !j->dof[k].follows;
  return j->kind == LIA_JOINT_floating && !strcmp(j->parent, "world") ? 0 : n;
}

static void walk(stand *t) {
  int n = 0;
  for (int i = t->first[0]; i >= 0; i = t->next[i]) t->order[n++] = i;
  for (int k = 0; k < n; k++)
    for (int i = t->first[t->order[k] + 1]; i >= 0; i = t->next[i]) t->order[n++] = i;
  for (int k = 0; k < n; k++) {
    int i = t->order[k], p = t->parent[i];
    const lia_spec_joint *j = &t->s->joint[t->joint[i]];
    t->group[i] = p < 0 ? -1 : t->group[p];
    if (j->kind != LIA_JOINT_fixed) t->group[i] = i;
    t->moves[i] = moves_of(j) + (p < 0 ? 0 : t->moves[p]);
    t->links[i] = 1 + (p < 0 ? 0 : t->links[p]);
  }
}

// 1: t holds the tree, to be freed; 0: memory is out, or the description is refused anyway
static int stand_of(stand *t, lia_spec *s) {
  *t = (stand){ 0 };
  if (s->nerror || s->nomem || !new_stand(t, s)) {
    free_stand(t);
    return 0;
  }
  walk(t);
  return 1;
}

// a warning about the links that are marked: fmt has one %s for them
static void warn_marked(const stand *t, const char *before, const char *behind) {
  lia_text list = { 0 };
  int more = 0;
  const lia_spec_body *one = NULL;
  for (int i = 0; i < t->n; i++) {
    if (!t->mark[i]) continue;
    if (!one) one = &t->s->body[i];
    if (list.n < 160) lia_text_printf(&list, "%s'%.60s'", list.n ? ", " : "", t->s->body[i].name);
    else more++;
  }
  if (more) lia_text_printf(&list, " and %d more", more);
  if (list.nomem) t->s->nomem = 1;
  else if (one) lia_spec_warn(t->s, one->where, "%s %s: %s", before, lia_text_str(&list), behind);
  lia_text_free(&list);
}

// masses ------------------------------------------------------------------------------------------

static int has_mass(const lia_spec_body *b) { return lia_val_given(b->mass); }
static int has_inertia(const lia_spec_body *b) { return lia_val_given(b->inertia[0]); }

// something to be seen, or half an <inertial>: not a mere frame
static int is_body(const lia_spec_body *b) { return b->nshape || has_mass(b) || has_inertia(b); }

static void no_inertia(lia_spec_body *b) {
  for (int k = 0; k < 6; k++) b->inertia[k] = LIA_VAL(0);
}

// Links fixed to each other move as one: it has mass where one of them has. What hangs on it
// without a mass is decoration, and a mass without an inertia a point.
static void mark_heavy(const stand *t, char *heavy, char *whole) {
  for (int i = 0; i < t->n; i++) {
    const lia_spec_body *b = &t->s->body[i];
    if (t->group[i] < 0 || !has_mass(b)) continue;
    heavy[t->group[i]] = 1;
    whole[t->group[i]] |= has_inertia(b) && b->mass.x > 0;
  }
}

static void settle_masses(const stand *t, const char *heavy, const char *whole, int zero) {
  lia_spec *s = t->s;
  for (int i = 0; i < t->n; i++) {
    int g = t->group[i];
    t->mark[i] = g >= 0 && !has_mass(&s->body[i]) && (zero || (heavy[g] && is_body(&s->body[i])));
  }
  warn_marked(t, "no mass is told of",
      zero ? "read as 0, as missing = \"zero\" says"
      : "read as 0, for what they are fixed to has one");
  for (int i = 0; i < t->n; i++)
    if (t->mark[i]) s->body[i].mass = LIA_VAL(0);
  for (int i = 0; i < t->n; i++) {
    int g = t->group[i];
    const lia_spec_body *b = &s->body[i];
    t->mark[i] = g >= 0 && has_mass(b) && b->mass.x > 0 && !has_inertia(b) && (zero || whole[g]);
  }
  warn_marked(t, "a mass without an inertia is told of", "read as a point in its centre of mass");
  for (int i = 0; i < t->n; i++)
    if (t->mark[i]) no_inertia(&s->body[i]);
}

static int weighs(const lia_spec_body *b) {
  int some = !has_mass(b) || b->mass.x > 0;
  for (int k = 0; k < 6 && has_inertia(b); k++) some |= b->inertia[k].x != 0;
  return some;
}

// what moves on a coordinate of its own, and weighs nothing with all it carries, has no
// acceleration
static void tell_weightless(const stand *t, char *carried) {
  for (int k = t->n - 1; k >= 0; k--) {
    int i = t->order[k], p = t->parent[i];
    const lia_spec_joint *j = &t->s->joint[t->joint[i]];
    carried[i] |= (char)weighs(&t->s->body[i]);
    if (p >= 0) carried[p] |= carried[i];
    t->mark[i] = !carried[i] && moves_of(j) > 0;
  }
  warn_marked(t, "no mass, with all that it carries, has",
      "forces move it infinitely fast");
}

void lia_urdf_masses(lia_spec *s, int missing_zero) {
  stand t;
  if (!stand_of(&t, s)) return;
  char *heavy = lia_calloc(2 * (size_t)t.n + 1, 1);
  if (heavy) {
    mark_heavy(&t, heavy, heavy + t.n);
    settle_masses(&t, heavy, heavy + t.n, missing_zero);
    for (int i = 0; i < t.n; i++) heavy[i] = 0;
    tell_weightless(&t, heavy);
  } else {
    s->nomem = 1;
  }
  lia_free(heavy);
  free_stand(&t);
}

// home --------------------------------------------------------------------------------------------

// where 0 is none of its places a joint stands in the middle of its limits, or at the one there is
void lia_urdf_home(lia_spec *s) {
  for (int i = 0; i < s->njoint; i++)
    for (int k = 0; k < s->joint[i].ndof; k++) {
      lia_spec_dof *d = &s->joint[i].dof[k];
      int low = lia_val_given(d->min), high = lia_val_given(d->max);
      if (d->follows || !((low && d->min.x > 0) || (high && d->max.x < 0))) continue;
      double home = low ? d->min.x : d->max.x;
      if (low && high) home = 0.5 * d->min.x + 0.5 * d->max.x;
      d->home = LIA_VAL(home);
      lia_spec_warn(s, s->joint[i].where, "0 is outside of the limits: home is %.6g%s", home,
                    low && high ? ", their middle" : "");
    }
}

// the tip -----------------------------------------------------------------------------------------

// words by which a tool is called, the surest first
static const char *const tool_word[] = { "tool0", "tcp", "tool", "ee", "eef", "effector",
    "endeffector", "flange",
    "gripper", "hand" };
enum { NWORDS = sizeof tool_word / sizeof *tool_word };

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c; }
static int is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }

// the place in that list of the surest word in a name, NWORDS for none: words end where letters and
// digits do
static int tool_rank(const char *name) {
  int best = NWORDS;
  for (const char *p = name; *p; p++) {
    if (!is_letter(lower(*p)) || (p > name && is_letter(lower(p[-1])))) continue;
    for (int k = 0; k < best; k++) {
      size_t n = 0;
      while (tool_word[k][n] && lower(p[n]) == tool_word[k][n]) n++;
      if (!tool_word[k][n] && !is_letter(lower(p[n]))) best = k;
    }
  }
  return best;
}

// a tool far enough out beats an end; then the surer word, more joints, more links, who comes first
static int urdfstand_before(const stand *t, int a, int b, int most) {
  if (b < 0) return 1;
  int ra = tool_rank(t->s->body[a].name), rb = tool_rank(t->s->body[b].name);
  if (2 * t->moves[a] < most) ra = NWORDS;
  if (2 * t->moves[b] < most) rb = NWORDS;
  if (ra != rb) return ra < rb;
  if (t->moves[a] != t->moves[b]) return t->moves[a] > t->moves[b];
  return t->links[a] > t->links[b];
}

void lia_urdf_tip(lia_spec *s, const char *tip) {
  stand t;
  int most = 0, ends = 0, best = -1;
  if (tip) {
    s->tip = lia_spec_word(s, tip, strlen(tip));
    return;
  }
  if (!stand_of(&t, s)) return;
  for (int i = 0; i < t.n; i++) most = t.moves[i] > most ? t.moves[i] : most;
  for (int i = 0; i < t.n && most; i++) {
    int moving_end = t.moves[i] > 0 && !t.inner[i];
    int tool = 2 * t.moves[i] >= most && t.moves[i] && tool_rank(s->body[i].name) < NWORDS;
    ends += moving_end;
    if ((moving_end || tool) && urdfstand_before(&t, i, best, most)) best = i;
  }
  if (best >= 0) s->tip = s->body[best].name;
  if (best >= 0 && (ends > 1 || t.inner[best]))
    lia_spec_warn(s, s->body[best].where,
        "taken for the tip, of %d end%s that move%s: tip = \"...\" names another",
        ends, ends == 1 ? "" : "s", ends == 1 ? "s" : "");
  free_stand(&t);
}
