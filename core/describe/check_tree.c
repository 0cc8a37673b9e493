/* check_tree.c - the tree of a description: who hangs on whom, in which order, what lacks masses */
#include "describe/check_inside.h"

#include "base/assert.h"
#include "base/mem.h"
#include "base/text.h"
#include "describe/check.h"

#include <string.h>

typedef lia_check check;

// looking for who was meant takes long among many, and complaints beyond the first are counted only
static const char *near_body(check *c, char hint[LIA_CHECK_HINT], const char *got) {
  return c->s->nerror < LIA_CHECK_MOST ? lia_check_near(hint, &c->body, got) : "";
}

void lia_check_link(check *c, int i) {
  lia_spec *s = c->s;
  lia_spec_joint *j = &s->joint[i];
  char hint[LIA_CHECK_HINT];
  if (j->name != j->child && strcmp(j->name ? j->name : "", j->child))
    lia_check_control(c, j->where, j->name);
  if (j->name && !j->name[0] && !j->broken)
    lia_spec_complain(s, lia_check_at(c, j->where, "name"), "a joint needs a name");
  j->iparent = lia_check_body_index(c, j->parent);
  j->ichild = lia_check_body_index(c, j->child);
  if (j->iparent < 0 && !lia_check_is_world(j->parent) && !(j->broken && !j->parent[0])) {
    lia_spec_complain(s, lia_check_at(c, j->where, "parent"), "no body is named '%.60s'%s",
        j->parent,
        near_body(c, hint, j->parent));
    j->broken = 1;
  }
  if (j->ichild < 0) {
    if (j->broken && !j->child[0]) return;
    // told of the body
    if (lia_check_is_world(j->child) && strstr(j->where, "bod") == j->where) return;
    if (lia_check_is_world(j->child))
      lia_spec_complain(s, lia_check_at(c, j->where, "child"), "nothing leads to the world");
    else lia_spec_complain(s, lia_check_at(c, j->where, "child"), "no body is named '%.60s'%s",
        j->child,
        near_body(c, hint, j->child));
    j->broken = 1;
    return;
  }
  lia_spec_body *b = &s->body[j->ichild];
  if (c->count[j->ichild] < 0) return;
  if (c->count[j->ichild]++ == 0) { b->ijoint = i; return; }
  lia_spec_complain(s, j->where,
      "a second joint leads to body '%.60s', after %s (close a loop under loops)", b->name,
      s->joint[b->ijoint].where);
  j->broken = 1;
}

void lia_check_unled(check *c) {
  lia_spec *s = c->s;
  for (int i = 0; i < s->nbody; i++)
    if (!c->count[i] && !s->body[i].broken)
      lia_spec_complain(s, s->body[i].where, "no joint leads to body '%.60s'", s->body[i].name);
}

// body p is among its own ancestors: tell the way around
static void tell_cycle(check *c, int p) {
  lia_spec *s = c->s;
  const lia_spec_body *first = &s->body[p];
  lia_text t = { 0 };
  int i = p, cut = 0;
  lia_text_put(&t, first->name);
  do {
    i = s->joint[s->body[i].ijoint].iparent;
    if (t.n < 300 || i == p) lia_text_printf(&t, "%s -> %s", cut ? " ..." : "", s->body[i].name);
    else cut = 1;
  } while (i != p);
  if (t.nomem) s->nomem = 1;
  else lia_spec_complain(s, lia_check_at(c, s->joint[first->ijoint].where, "parent"),
      "body '%.60s' is its own ancestor: %s", first->name,
      lia_text_str(&t));
  lia_text_free(&t);
}

// walk from every body towards the world, leaving a mark; one's own mark met again closes a cycle
void lia_check_cycles(check *c) {
  lia_spec *s = c->s;
  int *mark = lia_calloc((size_t)s->nbody + 1, sizeof *mark);
  if (!mark) { s->nomem = 1; return; }
  for (int i = 0; i < s->nbody; i++) {
    int p = i;
    while (p >= 0 && !mark[p]) {
      mark[p] = i + 1;
      p = s->body[p].ijoint < 0 ? -1 : s->joint[s->body[p].ijoint].iparent;
    }
    if (p >= 0 && mark[p] == i + 1) tell_cycle(c, p);
  }
  lia_free(mark);
}

// joints in an order in which parents come first: the entry whose coordinate the user lists first,
// else the earliest, of those whose parent is placed. A heap of ready joints, smallest key on top.
typedef struct ready { int key, joint; } ready;

static int check_before(ready a, ready b) {
  return a.key != b.key ? a.key < b.key : a.joint < b.joint;
}

static void push(ready *heap, int *n, ready r) {
  int k = (*n)++;
  for (; k > 0 && check_before(r, heap[(k - 1) / 2]); k = (k - 1) / 2) heap[k] = heap[(k - 1) / 2];
  heap[k] = r;
}

static ready pop(ready *heap, int *n) {
  LIA_ASSERT(*n > 0);
  ready top = heap[0], last = heap[--*n];
  int k = 0;
  for (int child; (child = 2 * k + 1) < *n; k = child) {
    child += child + 1 < *n && check_before(heap[child + 1], heap[child]);
    if (!check_before(heap[child], last)) break;
    heap[k] = heap[child];
  }
  heap[k] = last;
  return top;
}

static ready check_entry(const lia_spec *s, int listed, int j) {
  int key = listed ? -1 : 0;
  if (listed && s->joint[j].ndof) key = s->joint[j].dof[0].icoord;
  return (ready){ key, j };
}

void lia_check_sort(check *c, int listed) {
  lia_spec *s = c->s;
  size_t n = (size_t)s->njoint + 1;
  s->order = lia_arena_alloc(&s->arena, n * sizeof *s->order);
  // children of body b: first[b+1], then next[joint]
  int *first = lia_calloc(n + (size_t)s->nbody + 1, sizeof *first),
      *next = first ? first + s->nbody + 1 : NULL;
  ready *heap = lia_calloc(n, sizeof *heap);
  if (!s->order || !first || !heap) { s->nomem = 1; goto done; }

  for (int i = 0; i <= s->nbody; i++) first[i] = -1;
  for (int j = s->njoint - 1; j >= 0; j--) {
    next[j] = first[s->joint[j].iparent + 1];
    first[s->joint[j].iparent + 1] = j;
  }
  int nheap = 0, placed = 0;
  for (int j = first[0]; j >= 0; j = next[j]) push(heap, &nheap, check_entry(s, listed, j));
  while (nheap) {
    int j = pop(heap, &nheap).joint;
    LIA_ASSERT(placed < s->njoint && j >= 0 && j < s->njoint);
    s->order[placed++] = j;
    for (int k = first[s->joint[j].ichild + 1]; k >= 0; k = next[k])
      push(heap, &nheap, check_entry(s, listed, k));
  }
done:
  lia_free(first);
  lia_free(heap);
}

// what is missing for dynamics --------------------------------------------------------------------

static int silent(const lia_spec_body *b) {
  return !lia_val_given(b->mass) && !lia_val_given(b->inertia[0]) && !b->nshape;
}

static int check_lacks(const lia_spec_body *b) {
  if (lia_val_is(b->mass, 0)) return 0;
  return (lia_val_given(b->mass) ? 0 : LIA_LACKS_MASS) | (lia_val_given(b->inertia[0]) ? 0
      : LIA_LACKS_INERTIA);
}

// bodies fixed to each other form one: group[i] is the first of them, -1 the world; heavy: one of
// them says its mass
void lia_check_lacking(check *c) {
  lia_spec *s = c->s;
  int *group = lia_calloc(2 * (size_t)s->nbody + 1, sizeof *group),
      *heavy = group ? group + s->nbody : NULL;
  if (!group) { s->nomem = 1; return; }
  for (int k = 0; k < s->njoint; k++) {
    const lia_spec_joint *j = &s->joint[s->order[k]];
    const lia_spec_body *b = &s->body[j->ichild];
    int g = j->iparent < 0 ? -1 : group[j->iparent];
    if (lia_joint_types[j->kind]->nv) g = j->ichild;
    LIA_ASSERT(j->ichild >= 0 && j->ichild < s->nbody);
    group[j->ichild] = g;
    if (g >= 0) heavy[g] |= lia_val_given(b->mass);
  }
  for (int i = 0; i < s->nbody; i++) {
    int frame = group[i] < 0 || (silent(&s->body[i]) && group[i] != i);
    s->body[i].lacks = frame ? 0 : check_lacks(&s->body[i]);
  }
  // the body that moves may be the frame, and what is fixed to it the mass
  for (int i = 0; i < s->nbody; i++)
    if (group[i] == i && silent(&s->body[i]) && heavy[i]) s->body[i].lacks = 0;
  lia_free(group);
}
