/* json.h - a text of JSON as a tree, for files that come with meshes
 *
 * All of RFC 8259 and nothing beyond it, but a byte order mark in front. Numbers are doubles;
 * strings UTF-8, ended by 0 (one that holds a 0 is refused). At most 64 levels. Everything lives in
 * the arena; strings without escapes are copied too, so the text may go. */
#ifndef LIA_JSON_H
#define LIA_JSON_H

#include "base/arena.h"
#include "base/status.h"

LIA_C_BEGIN

typedef enum lia_json_kind {
  LIA_JSON_null, LIA_JSON_false, LIA_JSON_true, LIA_JSON_number, LIA_JSON_string, LIA_JSON_array,
  LIA_JSON_object
} lia_json_kind;

typedef struct lia_json {
  lia_json_kind kind;
  double x;                     /* of a number */
  const char *text, *key;       /* of a string; of a member of an object */
  size_t n;                     /* bytes of the string, entries of an array or object */
  struct lia_json **item;       /* (n) */
  long line;
} lia_json;

/* EPARSE at "file:line" */
LIA_NODISCARD lia_status lia_json_read(lia_json **root, lia_arena *a, const char *text, size_t n,
    const char *file, lia_error *err);

/* what an object has under a key (the last one), an array at a place from 0: NULL where o is NULL,
 * of another kind, or has none */
const lia_json *lia_json_get(const lia_json *o, const char *key);
const lia_json *lia_json_at(const lia_json *o, size_t i);
/* entries of an array, 0 of anything else */
size_t lia_json_count(const lia_json *o);
/* a number or a string, else what is given */
double lia_json_number(const lia_json *o, double otherwise);
const char *lia_json_text(const lia_json *o, const char *otherwise);
/* a whole number from 0 to 2^53; -1 for anything else */
double lia_json_index(const lia_json *o);

LIA_C_END

#endif
