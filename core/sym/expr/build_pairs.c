/* build_pairs.c - lists of pairs: more room, sorted */
#include "sym/expr/build_inside.h"

#include <string.h>

int lia_pairs_reserve(lia_pairs *t, size_t n) {
  if (n <= t->room) return 1;
  lia_pair *v = lia_malloc(2 * n * sizeof *v);
  if (!v) {
    t->nomem = 1;
    return 0;
  }
  memcpy(v, t->v, t->n * sizeof *v);
  lia_pairs_finish(t);
  t->v = v;
  t->room = 2 * n;
  return 1;
}

static void insertion_sort(lia_pair *v, size_t n) {
  for (size_t i = 1; i < n; i++) {
    lia_pair x = v[i];
    size_t j = i;
    for (; j > 0 && v[j - 1].key > x.key; j--) v[j] = v[j - 1];
    v[j] = x;
  }
}

static size_t run_end(const lia_pair *v, size_t i, size_t n) {
  for (i++; i < n && v[i - 1].key <= v[i].key; i++) { }
  return i;
}

static void merge(lia_pair *to, const lia_pair *a, const lia_pair *a_end, const lia_pair *b_end) {
  const lia_pair *b = a_end;
  while (a < a_end || b < b_end)
    *to++ = b == b_end || (a < a_end && a->key <= b->key) ? *a++ : *b++;
}

void lia_pairs_sort(lia_pairs *t) {
  if (t->n <= 12) {
    insertion_sort(t->v, t->n);
    return;
  }
  while (!t->nomem && run_end(t->v, 0, t->n) < t->n) {
    if (!lia_pairs_reserve(t, 2 * t->n)) return;
    lia_pair *from = t->v, *to = from + t->n;
    size_t i = 0, k = 0, runs = 0;
    for (; i < t->n; i = k, runs++) {
      size_t j = run_end(from, i, t->n);
      k = j < t->n ? run_end(from, j, t->n) : j;
      merge(to + i, from + i, from + j, from + k);
    }
    memcpy(from, to, t->n * sizeof *from);
  }
}
