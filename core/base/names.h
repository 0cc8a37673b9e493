/* names.h - strings <-> small integers, in the order of their first entry; did-you-mean */
#ifndef LIA_NAMES_H
#define LIA_NAMES_H

#include "base/arena.h"

LIA_C_BEGIN

/* start from { 0 }; a name may hold any bytes; text and ids stay valid until lia_names_free */
typedef struct lia_names {
  int count;               /* ids are 0 .. count-1 */
  /* entry[id]; text ends with 0 */
  struct lia_name { const char *text; size_t len; unsigned hash; } *entry;
  int *slot, nslot;        /* open addressing: id + 1, or 0 where free */
  lia_arena arena;
} lia_names;

/* the id of s[0..n), entered where new; -1 where memory is out (nothing has changed then) */
int lia_names_add(lia_names *t, const char *s, size_t n);
/* the id of s[0..n), or -1 */
int lia_names_find(const lia_names *t, const char *s, size_t n);
/* the text of an id, NULL where there is no such id */
const char *lia_names_text(const lia_names *t, int id);
void lia_names_free(lia_names *t);

/* edits between a and b: a letter more, less, other, or two swapped counts 2, upper for lower case
 * counts 1; a large number where either is longer than 63 */
int lia_names_distance(const char *a, size_t na, const char *b, size_t nb);

/* who was meant by s: the id (the index) of the name fewest edits away, the earliest of equals;
 * -1 where more than a third of its letters would have to change. _of: in its place then the one
 * name that begins with s */
int lia_names_nearest(const lia_names *t, const char *s, size_t n);
int lia_names_nearest_of(const char *const *list, int count, const char *s, size_t n);

/* " (there are: a, b, c)", for a complaint about a name that is none of them; "" where they do not
 * fit */
enum { LIA_NAMES_LIST = 256 };
const char *lia_names_listed(const lia_names *t, char buf[LIA_NAMES_LIST]);
const char *lia_names_listed_of(const char *const *list, int count, char buf[LIA_NAMES_LIST]);

LIA_C_END

#endif
