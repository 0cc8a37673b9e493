/* names.c - a hash table whose entries keep their order, and the distance between two spellings */
#include "base/names.h"

#include "base/assert.h"
#include "base/text.h"

#include <limits.h>
#include <string.h>

enum { LONGEST = 63 };  // the longest name did-you-mean looks at

// FNV-1a
static unsigned names_hash(const char *s, size_t n) {
  unsigned h = 2166136261u;
  for (size_t i = 0; i < n; i++) h = (h ^ (unsigned char)s[i]) * 16777619u;
  return h;
}

// the slot that holds s, or the free one where it belongs; nslot is a power of two and never full
static int *seek(const lia_names *t, const char *s, size_t n, unsigned h) {
  LIA_ASSERT(t->nslot > t->count && (t->nslot & (t->nslot - 1)) == 0);
  for (unsigned k = h;; k++) {
    int *slot = &t->slot[k & ((unsigned)t->nslot - 1)];
    if (!*slot) return slot;
    const struct lia_name *e = &t->entry[*slot - 1];
    if (e->hash == h && e->len == n && memcmp(e->text, s, n) == 0) return slot;
  }
}

// twice the room: old arrays stay in the arena, together no larger than the new ones
static int names_grow(lia_names *t) {
  if (t->nslot > INT_MAX / 4) return 0;
  lia_names b = *t;
  b.nslot = t->nslot ? 2 * t->nslot : 32;
  b.slot = lia_arena_alloc(&t->arena, (size_t)b.nslot * sizeof *b.slot);
  b.entry = lia_arena_alloc(&t->arena, (size_t)b.nslot / 2 * sizeof *b.entry);
  if (!b.slot || !b.entry) return 0;

  b.arena = t->arena;
  if (t->count) memcpy(b.entry, t->entry, (size_t)t->count * sizeof *b.entry);
  for (int id = 0; id < t->count; id++) {
    const struct lia_name *e = &b.entry[id];
    *seek(&b, e->text, e->len, e->hash) = id + 1;
  }
  *t = b;
  return 1;
}

int lia_names_find(const lia_names *t, const char *s, size_t n) {
  return t->nslot ? *seek(t, s, n, names_hash(s, n)) - 1 : -1;
}

int lia_names_add(lia_names *t, const char *s, size_t n) {
  int id = lia_names_find(t, s, n);
  if (id >= 0) return id;
  if (2 * t->count >= t->nslot && !names_grow(t)) return -1;

  char *text = lia_arena_text(&t->arena, s, n);
  if (!text) return -1;
  LIA_ASSERT(2 * t->count < t->nslot);   // as many entries as half the slots
  unsigned h = names_hash(s, n);
  *seek(t, s, n, h) = t->count + 1;
  t->entry[t->count] = (struct lia_name){ text, n, h };
  return t->count++;
}

const char *lia_names_text(const lia_names *t, int id) {
  return id >= 0 && id < t->count ? t->entry[id].text : NULL;
}

void lia_names_free(lia_names *t) {
  lia_arena_free(&t->arena);
  *t = (lia_names){ 0 };
}

static int cost(char a, char b) {
  if (a == b) return 0;
  return lia_lower(a) == lia_lower(b) ? 1 : 2;
}

static int min3(int a, int b, int c) {
  int m = a < b ? a : b;
  return m < c ? m : c;
}

// optimal string alignment, row by row: row[0] is the current one, row[1] and row[2] the two before
int lia_names_distance(const char *a, size_t na, const char *b, size_t nb) {
  if (na > LONGEST || nb > LONGEST) return INT_MAX / 2;
  int rows[3][LONGEST + 1], *row[3] = { rows[0], rows[1], rows[2] };
  for (int j = 0; j <= (int)nb; j++) row[0][j] = 2 * j;

  for (int i = 1; i <= (int)na; i++) {
    int *oldest = row[2];
    row[2] = row[1];
    row[1] = row[0];
    row[0] = oldest;
    row[0][0] = 2 * i;
    for (int j = 1; j <= (int)nb; j++) {
      int d = min3(row[1][j] + 2, row[0][j-1] + 2, row[1][j-1] + cost(a[i-1], b[j-1]));
      int swapped = i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1];
      row[0][j] = swapped && row[2][j-2] + 2 < d ? row[2][j-2] + 2 : d;
    }
  }
  // what is longer on one side has to go, two for each letter
  LIA_ASSERT(row[0][nb] >= 2 * (na > nb ? (int)(na - nb) : (int)(nb - na)));
  return row[0][nb];
}

// one edit in a short name is a slip, four in a name of six are another name
static int farthest(size_t n) {
  if (n < 2) return 1;
  return n < 6 ? 2 : 2 * (int)(n / 3);
}

int lia_names_nearest(const lia_names *t, const char *s, size_t n) {
  int best = -1, least = farthest(n) + 1;
  for (int id = 0; id < t->count && n <= LONGEST; id++) {
    int d = lia_names_distance(s, n, t->entry[id].text, t->entry[id].len);
    if (d < least) {
      best = id;
      least = d;
    }
  }
  return best;
}

// the one name that begins so, where there is one: puma is puma560
static int begun(const char *const *list, int count, const char *s, size_t n) {
  int found = -1;
  for (int i = 0; i < count && n >= 3; i++) {
    if (strncmp(list[i], s, n) != 0) continue;
    if (found >= 0) return -1;
    found = i;
  }
  return found;
}

int lia_names_nearest_of(const char *const *list, int count, const char *s, size_t n) {
  int best = -1, least = farthest(n) + 1;
  for (int i = 0; i < count && n <= LONGEST; i++) {
    int d = lia_names_distance(s, n, list[i], strlen(list[i]));
    if (d < least) {
      best = i;
      least = d;
    }
  }
  return best >= 0 ? best : begun(list, count, s, n);
}

static const char *listed(const lia_names *t, const char *const *list, int count,
    char buf[LIA_NAMES_LIST]) {
  int used = lia_text_format(buf, LIA_NAMES_LIST, " (there %s: ", count == 1 ? "is" : "are"),
      longest = LIA_NAMES_LIST - 2;
  for (int i = 0; i < count && used < longest; i++)
    used += lia_text_format(buf + used, (size_t)(LIA_NAMES_LIST - used), "%s%s", i ? ", " : "",
        t ? t->entry[i].text : list[i]);
  if (!count || used >= longest) buf[0] = 0;
  else {
    buf[used] = ')';
    buf[used + 1] = 0;
  }
  return buf;
}

const char *lia_names_listed(const lia_names *t, char buf[LIA_NAMES_LIST]) {
  return listed(t, NULL, t->count, buf);
}

const char *lia_names_listed_of(const char *const *list, int count, char buf[LIA_NAMES_LIST]) {
  return listed(NULL, list, count, buf);
}
