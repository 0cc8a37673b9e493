/* written.c - trees as runs of nodes in postfix order */
#include "sym/expr/written.h"

#include "base/mem.h"

#include <math.h>
#include <string.h>

const char *const lia_written_text[LIA_WRITTEN_COUNT] = {
#define X(name, text, binds) text,
  LIA_WRITTEN_LIST(X)
#undef X
};

static const int binds_of[LIA_WRITTEN_COUNT] = {
#define X(name, text, binds) binds,
  LIA_WRITTEN_LIST(X)
#undef X
};

void lia_written_free(lia_written *w) {
  lia_free(w->node);
  *w = (lia_written){ 0 };
}

// ---- runs

static int written_reserve(lia_written *w, uint32_t more) {
  if (w->nomem) return 0;
  if (w->n + more <= w->room) return 1;
  uint32_t room = w->room ? 2 * w->room : 16;
  while (room < w->n + more) room *= 2;
  lia_written_node *node = lia_realloc(w->node, room * sizeof *node);
  w->nomem = !node;
  if (!node) return 0;
  w->node = node;
  w->room = room;
  return 1;
}

// where the tree with this root starts; the root of the operand before it is one less
static uint32_t start_of(const lia_written *w, uint32_t root) {
  return root + 1 - w->node[root].size;
}

static uint32_t top(const lia_written *w) { return w->n - 1; }

void lia_written_leaf(lia_written *w, lia_written_node leaf) {
  leaf.n = 0;
  leaf.size = 1;
  if (written_reserve(w, 1)) w->node[w->n++] = leaf;
}

void lia_written_number(lia_written *w, double x) {
  lia_written_leaf(w, (lia_written_node){ .op = LIA_WRITTEN_number, .x = x });
}

// a node over the n trees on top
static void over(lia_written *w, uint32_t n, lia_written_node node) {
  if (!written_reserve(w, 1)) return;
  uint32_t first = w->n;
  for (uint32_t k = 0; k < n; k++) first = start_of(w, first - 1);
  node.n = n;
  node.size = w->n - first + 1;
  w->node[w->n++] = node;
}

void lia_written_operation(lia_written *w, lia_written_op op, size_t at) {
  over(w, 2, (lia_written_node){ .op = op, .at = at });
}

void lia_written_call(lia_written *w, const char *s, size_t len, uint32_t n, size_t at) {
  over(w, n, (lia_written_node){ .op = LIA_WRITTEN_call, .s = s, .len = len, .at = at });
}

void lia_written_negate(lia_written *w, size_t at) {
  if (w->nomem) return;
  lia_written_node *last = &w->node[top(w)];
  if (last->op == LIA_WRITTEN_number && !last->len) last->x = -last->x;
  else if (last->op == LIA_WRITTEN_neg) w->n--;
  else over(w, 1, (lia_written_node){ .op = LIA_WRITTEN_neg, .at = at });
}

void lia_written_copy(lia_written *w, const lia_written *from, uint32_t root) {
  w->nomem |= from->nomem;
  if (w->nomem) return;
  uint32_t size = from->node[root].size;
  if (!written_reserve(w, size)) return;
  memcpy(w->node + w->n, from->node + root + 1 - size, size * sizeof *w->node);
  w->n += size;
}

// the roots of the n trees on top, from the left; NULL: memory is out
static uint32_t *roots_of(lia_written *w, uint32_t n) {
  uint32_t *root = lia_malloc(n * sizeof *root), next = w->n;
  w->nomem |= !root;
  for (uint32_t k = n; root && k-- > 0; next = start_of(w, root[k])) root[k] = next - 1;
  return root;
}

// a b c becomes a b op0 c op1: the operators move between the operands
void lia_written_row(lia_written *w, uint32_t n, const lia_written_op *op, const size_t *at) {
  if (w->nomem) return;
  lia_written row = { 0 };
  uint32_t *root = roots_of(w, n + 1);
  for (uint32_t k = 0; root && k <= n; k++) {
    lia_written_copy(&row, w, root[k]);
    if (k > 0) lia_written_operation(&row, op[k - 1], at[k - 1]);
  }
  if (root && !row.nomem) {
    w->n = start_of(w, root[0]);
    lia_written_copy(w, &row, top(&row));
  }
  w->nomem |= row.nomem;
  lia_free(root);
  lia_written_free(&row);
}

// ---- arithmetic that leaves out what says nothing

static int is_number(const lia_written *w, uint32_t root) {
  return w->node[root].op == LIA_WRITTEN_number && !w->node[root].len;
}

static int is(const lia_written *w, uint32_t root, double x) {
  return is_number(w, root) && w->node[root].x == x;
}

// of the two trees on top: both numbers, the roots of both
typedef struct pair { uint32_t a, b; int numbers; } pair;

static pair both(const lia_written *w) {
  uint32_t b = top(w), a = start_of(w, b) - 1;
  return (pair){ a, b, is_number(w, a) && is_number(w, b) };
}

// the upper tree goes, or the lower one
static void drop_upper(lia_written *w) { w->n = start_of(w, top(w)); }

static void drop_lower(lia_written *w) {
  pair p = both(w);
  uint32_t first = start_of(w, p.a), from = start_of(w, p.b);
  memmove(w->node + first, w->node + from, (w->n - from) * sizeof *w->node);
  w->n -= from - first;
}

static void fold(lia_written *w, double x) {
  drop_upper(w);
  drop_upper(w);
  lia_written_number(w, x);
}

void lia_written_add(lia_written *w) {
  if (w->nomem) return;
  pair p = both(w);
  lia_written_node *b = &w->node[p.b];
  if (p.numbers) {
    fold(w, w->node[p.a].x + b->x);
  } else if (is(w, p.a, 0)) {
    drop_lower(w);
  } else if (is(w, p.b, 0)) {
    drop_upper(w);
  } else if (b->op == LIA_WRITTEN_neg || (is_number(w, p.b) && b->x < 0)) {
    lia_written_negate(w, 0);
    lia_written_operation(w, LIA_WRITTEN_sub, 0);
  } else {
    lia_written_operation(w, LIA_WRITTEN_add, 0);
  }
}

void lia_written_mul(lia_written *w) {
  if (w->nomem) return;
  pair p = both(w);
  if (p.numbers) {
    fold(w, w->node[p.a].x * w->node[p.b].x);
  } else if (is(w, p.a, 0) || is(w, p.b, 0)) {
    fold(w, 0);
  } else if (is(w, p.a, 1) || is(w, p.a, -1)) {
    int opposite = is(w, p.a, -1);
    drop_lower(w);
    if (opposite) lia_written_negate(w, 0);
  } else if (is(w, p.b, 1) || is(w, p.b, -1)) {
    int opposite = is(w, p.b, -1);
    drop_upper(w);
    if (opposite) lia_written_negate(w, 0);
  } else {
    lia_written_operation(w, LIA_WRITTEN_mul, 0);
  }
}

void lia_written_div(lia_written *w) {
  if (w->nomem) return;
  pair p = both(w);
  if (p.numbers) fold(w, w->node[p.a].x / w->node[p.b].x);
  else if (is(w, p.a, 0) || is(w, p.b, 1)) drop_upper(w);
  else lia_written_operation(w, LIA_WRITTEN_div, 0);
}

// ---- what is linear in some names

static int written_same(const lia_written_node *node, const char *s) {
  return node->op == LIA_WRITTEN_name && strlen(s) == node->len && !memcmp(s, node->s, node->len);
}

int lia_written_constant(const lia_written_node *node) {
  return written_same(node, "pi") || written_same(node, "deg");
}

enum { DEEPEST = 4000 };   // levels that may be walked down by recursion

typedef struct linear {
  const lia_written *w;
  int n, failed, depth;
  const char *const *name;
} linear;

// which of the names the node is, -1: none
static int which(const linear *l, const lia_written_node *node) {
  for (int k = 0; k < l->n; k++)
    if (written_same(node, l->name[k])) return k;
  return -1;
}

static int uses(const linear *l, uint32_t root) {
  for (uint32_t i = start_of(l->w, root); i <= root; i++)
    if (which(l, &l->w->node[i]) >= 0) return 1;
  return 0;
}

// One part of the sum: the rest (k < 0) or the factor of name k, of the tree with this root;
// on top of out. What has the part of both operands of a sum goes into both; a product or
// quotient goes into the factor that has the names.
static void written_part_of(linear *l, uint32_t root, int k, lia_written *out);

static void part_of_sum(linear *l, uint32_t root, int k, lia_written *out) {
  const lia_written_node *node = &l->w->node[root];
  uint32_t b = root - 1, a = start_of(l->w, b) - 1;
  written_part_of(l, a, k, out);
  written_part_of(l, b, k, out);
  if (out->nomem || l->failed) return;
  if (node->op == LIA_WRITTEN_sub) lia_written_negate(out, 0);
  lia_written_add(out);
}

static void part_of_product(linear *l, uint32_t root, int k, lia_written *out) {
  const int times = l->w->node[root].op == LIA_WRITTEN_mul;
  uint32_t b = root - 1, a = start_of(l->w, b) - 1;
  const int left = times && !uses(l, a);          // 2*q: the scale stands on the left
  const uint32_t scale = left ? a : b, inner = left ? b : a;
  l->failed |= uses(l, scale);
  if (l->failed) return;
  if (times) lia_written_copy(out, l->w, scale);
  written_part_of(l, inner, k, out);
  if (!times) lia_written_copy(out, l->w, scale);
  if (out->nomem || l->failed) return;
  if (times) lia_written_mul(out);
  else lia_written_div(out);
}

static void written_part_of(linear *l, uint32_t root, int k, lia_written *out) {
  const lia_written_node *node = &l->w->node[root];
  l->failed |= l->depth > DEEPEST;
  if (l->failed || out->nomem) return;
  if (!uses(l, root)) {
    if (k < 0) lia_written_copy(out, l->w, root);
    else lia_written_number(out, 0);
    return;
  }
  l->depth++;
  switch (node->op) {
    case LIA_WRITTEN_name: lia_written_number(out, which(l, node) == k); break;
    case LIA_WRITTEN_neg:
      written_part_of(l, root - 1, k, out);
      if (!l->failed) lia_written_negate(out, 0);
      break;
    case LIA_WRITTEN_add: case LIA_WRITTEN_sub: part_of_sum(l, root, k, out); break;
    case LIA_WRITTEN_mul: case LIA_WRITTEN_div: part_of_product(l, root, k, out); break;
    default: l->failed = 1;
  }
  l->depth--;
}

int lia_written_linear(const lia_written *w, int n, const char *const *name, lia_written *out) {
  linear l = { .w = w, .n = n, .name = name };
  for (int k = -1; k < n; k++) written_part_of(&l, top(w), k, out);
  return !l.failed && !out->nomem;
}

// ---- printing

// what is still to be printed, the next on top: a text, or a tree that needs parentheses where
// it binds less than least
typedef struct todo { const char *text; uint32_t root; int least; } todo;
typedef struct todos { todo *item; uint32_t n, room; int nomem; } todos;

static void later(todos *t, todo item) {
  if (t->n == t->room && !t->nomem) {
    uint32_t room = t->room ? 2 * t->room : 64;
    todo *more = lia_realloc(t->item, room * sizeof *more);
    t->nomem = !more;
    if (more) {
      t->item = more;
      t->room = room;
    }
  }
  if (!t->nomem) t->item[t->n++] = item;
}

static void later_text(todos *t, const char *text) { later(t, (todo){ .text = text }); }
static void later_tree(todos *t, uint32_t root, int least) {
  later(t, (todo){ NULL, root, least });
}

static void put_number(lia_text *t, const lia_written_node *node, int least) {
  const int wrap = node->x < 0 && least > 1;
  if (wrap) lia_text_char(t, '(');
  if (node->len) lia_text_add(t, node->s, node->len);
  else if (node->x == 0 && signbit(node->x)) lia_text_put(t, "-0.0");
  else lia_text_num(t, node->x);
  if (wrap) lia_text_char(t, ')');
}

static void put_call(lia_text *t, todos *l, const lia_written *w, uint32_t root) {
  const lia_written_node *node = &w->node[root];
  lia_text_add(t, node->s, node->len);
  lia_text_char(t, '(');
  later_text(l, ")");
  uint32_t k = root - 1;
  for (uint32_t i = node->n; i > 0; i--, k = start_of(w, k) - 1) {
    later_tree(l, k, 0);
    if (i > 1) later_text(l, ", ");
  }
}

// the least an operand must bind: x - y - z groups from the left, x^y^z from the right; where
// parentheses stand in a + (b + c) does not matter
static int least_on_the_left(lia_written_op op, int mine) {
  if (op == LIA_WRITTEN_pow) return 5;
  return mine ? mine : 1;
}

static int least_on_the_right(lia_written_op op, int mine) {
  if (op == LIA_WRITTEN_pow) return 4;
  return op == LIA_WRITTEN_add ? 1 : mine + 1;
}

static void put_operation(lia_text *t, todos *l, const lia_written *w, uint32_t root, int least) {
  const lia_written_op op = w->node[root].op;
  const int mine = binds_of[op];
  if (mine < least) {
    lia_text_char(t, '(');
    later_text(l, ")");
  }
  if (op == LIA_WRITTEN_neg) {
    lia_text_char(t, '-');
    later_tree(l, root - 1, 2);
    return;
  }
  later_tree(l, root - 1, least_on_the_right(op, mine));
  later_text(l, lia_written_text[op]);
  later_tree(l, start_of(w, root - 1) - 1, least_on_the_left(op, mine));
}

void lia_written_print(lia_text *t, const lia_written *w, uint32_t root) {
  todos l = { 0 };
  later_tree(&l, root, 0);
  while (l.n && !l.nomem) {
    const todo next = l.item[--l.n];
    const lia_written_node *node = &w->node[next.root];
    if (next.text) lia_text_put(t, next.text);
    else if (node->op == LIA_WRITTEN_number) put_number(t, node, next.least);
    else if (node->op == LIA_WRITTEN_name) lia_text_add(t, node->s, node->len);
    else if (node->op == LIA_WRITTEN_call) put_call(t, &l, w, next.root);
    else put_operation(t, &l, w, next.root, next.least);
  }
  t->nomem |= l.nomem;
  lia_free(l.item);
}
