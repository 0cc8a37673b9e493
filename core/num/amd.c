/* amd.c - elimination on the quotient graph                                    [Davis] 7.1
 *
 * An eliminated row p becomes an element: the set L_p of rows it joined into a clique. A row i left
 * has a list of neighbours A_i that are rows and a list E_i of elements; its degree is at most
 *   |A_i| + |L_p| + sum |L_e \ L_p|.
 * Elements that p touches are swallowed by p, so lists only shrink and stay in the place they were
 * given. Left out: rows with equal lists are not merged, which costs time on dense problems, not
 * fill. */
#include "num/amd.h"

#include "base/assert.h"
#include "base/mem.h"

#include <string.h>

typedef struct graph {
  int n;
  // row i: E_i, then A_i, in list[at[i] ..]; nelem elements, len of both
  int *list, *at, *nelem, *len;
  int *pool, npool, room;         // members of elements
  int *first, *size;              // element e: pool[first[e] ..], size rows; size < 0: swallowed
  int *outside, *mark;            // |L_e \ L_p| by stamp; membership in L_p
  int stamp;
  int *head, *next, *prev, *degree, least;   // rows by degree; degree < 0: eliminated
  int *block;
} graph;

static void unlink_row(graph *g, int i) {
  LIA_ASSERT(g->degree[i] >= 0);   // not eliminated
  if (g->prev[i] >= 0) g->next[g->prev[i]] = g->next[i];
  else g->head[g->degree[i]] = g->next[i];
  if (g->next[i] >= 0) g->prev[g->next[i]] = g->prev[i];
}

static void link_row(graph *g, int i, int degree) {
  LIA_ASSERT(degree >= 0 && degree < g->n);
  g->degree[i] = degree;
  g->prev[i] = -1;
  g->next[i] = g->head[degree];
  if (g->next[i] >= 0) g->prev[g->next[i]] = i;
  g->head[degree] = i;
  if (degree < g->least) g->least = degree;
}

// both triangles of the pattern, without the diagonal; a place in both counts twice and is found
// equal later
static void read_pattern(graph *g, const lia_csc *A) {
  int n = g->n, *fill = g->next;
  for (int j = 0; j < n; j++)
    for (int k = A->start[j]; k < A->start[j+1]; k++)
      if (A->row[k] != j) {
        g->len[j]++;
        g->len[A->row[k]]++;
      }
  for (int i = 0, sum = 0; i < n; sum += g->len[i++]) g->at[i] = fill[i] = sum;
  for (int j = 0; j < n; j++)
    for (int k = A->start[j]; k < A->start[j+1]; k++) {
      int i = A->row[k];
      if (i != j) {
        g->list[fill[j]++] = i;
        g->list[fill[i]++] = j;
      }
    }
  // drop the second of equal neighbours
  for (int i = 0; i < n; i++) {
    int kept = 0;
    g->stamp++;
    for (int k = 0; k < g->len[i]; k++) {
      int r = g->list[g->at[i] + k];
      if (g->mark[r] != g->stamp) {
        g->mark[r] = g->stamp;
        g->list[g->at[i] + kept++] = r;
      }
    }
    g->len[i] = kept;
  }
}

static int open_graph(graph *g, const lia_csc *A) {
  size_t n = (size_t)A->cols, arrays = 11;
  *g = (graph){ .n = A->cols, .room = 2 * A->nnz + A->cols + 1, .least = A->cols };
  g->block = lia_calloc(arrays * n + 1 + 2 * (size_t)A->nnz, sizeof *g->block);
  g->pool = lia_malloc((size_t)g->room * sizeof *g->pool);
  if (!g->block || !g->pool) return 0;
  int **array[] = { &g->at, &g->nelem, &g->len, &g->first, &g->size, &g->outside, &g->mark,
      &g->next, &g->prev, &g->degree };
  for (size_t k = 0; k < sizeof array / sizeof *array; k++) *array[k] = g->block + k * n;
  g->head = g->block + 10 * n;
  g->list = g->block + 11 * n + 1;
  read_pattern(g, A);
  for (int i = 0; i < g->n; i++) g->head[i] = -1;
  for (int i = g->n - 1; i >= 0; i--) link_row(g, i, g->len[i]);
  return 1;
}

static void close_graph(graph *g) {
  lia_free(g->block);
  lia_free(g->pool);
}

static int push(graph *g, int i) {
  if (g->npool == g->room) {
    int *pool = g->room > 1 << 29 ? NULL : lia_realloc(g->pool, 2 * (size_t)g->room * sizeof *pool);
    if (!pool) return 0;
    g->pool = pool;
    g->room *= 2;
  }
  g->pool[g->npool++] = i;
  return 1;
}

static int amd_join(graph *g, int i, int p) {
  if (i == p || g->mark[i] == g->stamp) return 1;
  g->mark[i] = g->stamp;
  return push(g, i);
}

// L_p = neighbours of p, and members of the elements it touches, which are swallowed
static int make_element(graph *g, int p) {
  g->first[p] = g->npool;
  g->stamp++;
  for (int k = 0; k < g->len[p]; k++) {
    int e = g->list[g->at[p] + k];
    if (k >= g->nelem[p]) {
      if (!amd_join(g, e, p)) return 0;
      continue;
    }
    for (int m = 0; m < g->size[e]; m++)
      if (!amd_join(g, g->pool[g->first[e] + m], p)) return 0;
    g->size[e] = -1;
  }
  g->size[p] = g->npool - g->first[p];
  LIA_ASSERT(g->size[p] < g->n);
  return 1;
}

// |L_e \ L_p| for every element e that a member of L_p touches: count down from |L_e|
static void count_outside(graph *g, int p) {
  for (int m = 0; m < g->size[p]; m++) {
    int i = g->pool[g->first[p] + m];
    for (int k = 0; k < g->nelem[i]; k++) g->outside[g->list[g->at[i] + k]] = -1;
  }
  for (int m = 0; m < g->size[p]; m++) {
    int i = g->pool[g->first[p] + m];
    for (int k = 0; k < g->nelem[i]; k++) {
      int e = g->list[g->at[i] + k];
      if (g->size[e] < 0) continue;
      if (g->outside[e] < 0) g->outside[e] = g->size[e];
      g->outside[e]--;
      LIA_ASSERT(g->outside[e] >= 0);
    }
  }
}

// E_i loses what p swallowed or covers and gains p, A_i loses L_p and p; the bound of its degree is
// made anew
static void update_row(graph *g, int i, int p, int left) {
  int *list = g->list + g->at[i], *rows = list + g->nelem[i], nelem = 0, nrow = 0,
      degree = g->size[p] - 1;
  for (int k = 0; k < g->len[i] - g->nelem[i]; k++)
    if (rows[k] != p && g->mark[rows[k]] != g->stamp) rows[nrow++] = rows[k];
  for (int k = 0; k < g->nelem[i]; k++) {
    int e = list[k];
    if (g->size[e] < 0 || g->outside[e] == 0) continue;
    degree += g->outside[e];
    list[nelem++] = e;
  }
  // p came in by an element or by itself: one place at least is free now
  LIA_ASSERT(nelem + 1 + nrow <= g->len[i]);
  memmove(list + nelem + 1, rows, (size_t)nrow * sizeof *list);
  list[nelem++] = p;
  degree += nrow;
  g->nelem[i] = nelem;
  g->len[i] = nelem + nrow;
  unlink_row(g, i);
  link_row(g, i, degree < left ? degree : left);
}

static int amd_eliminate(graph *g, int *order) {
  for (int k = 0; k < g->n; k++) {
    while (g->head[g->least] < 0) g->least++;
    LIA_ASSERT(g->least < g->n);
    int p = g->head[g->least];
    order[k] = p;
    unlink_row(g, p);
    g->degree[p] = -1;
    if (!make_element(g, p)) return 0;
    count_outside(g, p);
    for (int m = 0; m < g->size[p]; m++) update_row(g, g->pool[g->first[p] + m], p, g->n - k - 2);
  }
  return 1;
}

lia_status lia_amd_order(const lia_csc *A, int *order, lia_error *err) {
  if (A->rows != A->cols)
    return LIA_FAIL(err, LIA_EDIM, "A", "expected a square matrix, got %d x %d", A->rows, A->cols);
  graph g;
  int done = open_graph(&g, A) && amd_eliminate(&g, order);
  close_graph(&g);
  return done ? LIA_OK : LIA_FAIL(err, LIA_ENOMEM, "", "out of memory to order %d rows", A->cols);
}
