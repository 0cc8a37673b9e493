/* json.c - JSON by recursive descent */
#include "io/json.h"

#include "base/mem.h"
#include "base/text.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { DEEPEST = 64 };

typedef struct reader {
  const char *at, *end, *file;
  long line;
  int depth;
  lia_arena *arena;
  lia_text word;
  lia_error *err;
} reader;

static lia_status broken(reader *r, const char *expected) {
  char place[160];
  lia_text_format(place, sizeof place, "%s:%ld", r->file, r->line);
  return LIA_FAIL(r->err, LIA_EPARSE, place, "no JSON: expected %s", expected);
}

static lia_status json_no_memory(reader *r) {
  return LIA_FAIL(r->err, LIA_ENOMEM, r->file, "out of memory");
}

static void skip_blanks(reader *r) {
  for (; r->at < r->end && memchr(" \t\r\n", *r->at, 4); r->at++) r->line += *r->at == '\n';
}

static int json_takes(reader *r, char c) {
  skip_blanks(r);
  if (r->at >= r->end || *r->at != c) return 0;
  r->at++;
  return 1;
}

// ---- strings ----

static void put_utf8(lia_text *out, uint32_t c) {
  if (c < 0x80) {
    lia_text_char(out, (char)c);
  } else if (c < 0x800) {
    lia_text_char(out, (char)(0xc0 | c >> 6));
    lia_text_char(out, (char)(0x80 | (c & 63)));
  } else {
    if (c < 0x10000) {
      lia_text_char(out, (char)(0xe0 | c >> 12));
    } else {
      lia_text_char(out, (char)(0xf0 | c >> 18));
      lia_text_char(out, (char)(0x80 | (c >> 12 & 63)));
    }
    lia_text_char(out, (char)(0x80 | (c >> 6 & 63)));
    lia_text_char(out, (char)(0x80 | (c & 63)));
  }
}

// four hexadecimal digits
static int hexadecimal(reader *r, uint32_t *c) {
  static const char digits[] = "0123456789abcdef";
  *c = 0;
  for (int k = 0; k < 4; k++, r->at++) {
    const char *d = r->at < r->end && *r->at ? strchr(digits, lia_lower(*r->at)) : NULL;
    if (!d) return 0;
    *c = *c << 4 | (uint32_t)(d - digits);
  }
  return 1;
}

static int read_unicode(reader *r) {
  uint32_t c, low;
  if (!hexadecimal(r, &c) || c == 0) return 0;
  if (c >= 0xd800 && c < 0xdc00) {
    if (r->end - r->at < 6 || r->at[0] != '\\' || r->at[1] != 'u') return 0;
    r->at += 2;
    if (!hexadecimal(r, &low) || low < 0xdc00 || low > 0xdfff) return 0;
    c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
  } else if (c >= 0xdc00 && c < 0xe000) {
    return 0;
  }
  put_utf8(&r->word, c);
  return 1;
}

static int read_escape(reader *r) {
  static const char name[] = "\"\\/bfnrt", means[] = "\"\\/\b\f\n\r\t";
  if (r->at >= r->end || !*r->at) return 0;
  const char c = *r->at++, *k = strchr(name, c);
  if (c == 'u') return read_unicode(r);
  if (!k) return 0;
  lia_text_char(&r->word, means[k - name]);
  return 1;
}

// behind the first quote, into word
static lia_status read_string(reader *r) {
  lia_text_cut(&r->word, 0);
  for (;;) {
    const char *from = r->at;
    while (r->at < r->end && *r->at != '"' && *r->at != '\\' && (unsigned char)*r->at >= 32)
      r->at++;
    lia_text_add(&r->word, from, (size_t)(r->at - from));
    if (r->at >= r->end) return broken(r, "the end of a string");
    if (*r->at == '"') break;
    if (*r->at != '\\') return broken(r, "a string without raw line ends or tabs");
    r->at++;
    if (!read_escape(r)) return broken(r, "an escape of JSON behind \\");
  }
  r->at++;
  return r->word.nomem ? json_no_memory(r) : LIA_OK;
}

static lia_status keep_string(reader *r, const char **text, size_t *n) {
  LIA_TRY(read_string(r));
  *text = lia_arena_text(r->arena, lia_text_str(&r->word), r->word.n);
  if (n) *n = r->word.n;
  return *text ? LIA_OK : json_no_memory(r);
}

// ---- values ----

static lia_status read_value(reader *r, lia_json **out);

static int digits(const char **p, const char *end) {
  const char *from = *p;
  while (*p < end && **p >= '0' && **p <= '9') ++*p;
  return *p > from;
}

// how long the number is, 0 where there is none
static size_t number_length(const reader *r) {
  const char *p = r->at;
  if (p < r->end && *p == '-') p++;
  const char *whole = p;
  if (!digits(&p, r->end) || (*whole == '0' && p - whole > 1)) return 0;
  if (p < r->end && *p == '.') {
    p++;
    if (!digits(&p, r->end)) return 0;
  }
  if (p < r->end && lia_lower(*p) == 'e') {
    p++;
    if (p < r->end && (*p == '+' || *p == '-')) p++;
    if (!digits(&p, r->end)) return 0;
  }
  return (size_t)(p - r->at);
}

static lia_status read_number(reader *r, lia_json *v) {
  const size_t n = number_length(r);
  if (!n || lia_text_number(r->at, n, &v->x) != n) return broken(r, "a value");
  v->kind = LIA_JSON_number;
  r->at += n;
  return LIA_OK;
}

static lia_status read_word(reader *r, lia_json *v) {
  static const char *const words[] = { "null", "false", "true" };
  for (int k = 0; k < 3; k++) {
    const size_t n = strlen(words[k]);
    if ((size_t)(r->end - r->at) < n || memcmp(r->at, words[k], n)) continue;
    v->kind = (lia_json_kind)k;
    r->at += n;
    return LIA_OK;
  }
  return read_number(r, v);
}

// entries gathered while an array or object is read
typedef struct gathered { lia_json **item; size_t n, room; } gathered;

static lia_status json_gather(reader *r, gathered *g, lia_json *v) {
  if (g->n == g->room) {
    const size_t room = g->room ? 2 * g->room : 8;
    lia_json **more = lia_realloc(g->item, room * sizeof *more);
    if (!more) return json_no_memory(r);
    g->item = more;
    g->room = room;
  }
  g->item[g->n++] = v;
  return LIA_OK;
}

static lia_status read_member(reader *r, gathered *g, int named) {
  lia_json *v = NULL;
  const char *key = NULL;
  if (named) {
    if (!json_takes(r, '"')) return broken(r, "a name in quotes");
    LIA_TRY(keep_string(r, &key, NULL));
    if (!json_takes(r, ':')) return broken(r, "':' behind a name");
  }
  LIA_TRY(read_value(r, &v));
  v->key = key;
  return json_gather(r, g, v);
}

static lia_status read_members(reader *r, gathered *g, char end) {
  if (json_takes(r, end)) return LIA_OK;
  for (;;) {
    LIA_TRY(read_member(r, g, end == '}'));
    if (json_takes(r, end)) return LIA_OK;
    if (!json_takes(r, ',')) return broken(r, "',' or the end of a list");
  }
}

static lia_status read_list(reader *r, lia_json *v, char end) {
  gathered g = { 0 };
  if (++r->depth > DEEPEST) return broken(r, "at most 64 levels");
  lia_status st = read_members(r, &g, end);
  v->kind = end == '}' ? LIA_JSON_object : LIA_JSON_array;
  v->n = g.n;
  v->item = st == LIA_OK ? lia_arena_alloc(r->arena, (g.n + 1) * sizeof *v->item) : NULL;
  if (st == LIA_OK && !v->item) st = json_no_memory(r);
  if (st == LIA_OK && g.n) memcpy(v->item, g.item, g.n * sizeof *g.item);
  lia_free(g.item);
  r->depth--;
  return st;
}

static lia_status read_value(reader *r, lia_json **out) {
  lia_json *v = *out = lia_arena_alloc(r->arena, sizeof *v);
  if (!v) return json_no_memory(r);
  skip_blanks(r);
  v->line = r->line;
  if (json_takes(r, '{')) return read_list(r, v, '}');
  if (json_takes(r, '[')) return read_list(r, v, ']');
  if (!json_takes(r, '"')) return read_word(r, v);
  v->kind = LIA_JSON_string;
  return keep_string(r, &v->text, &v->n);
}

lia_status lia_json_read(lia_json **root, lia_arena *a, const char *text, size_t n,
    const char *file, lia_error *err) {
  reader r = { .at = text, .end = text + n, .file = file, .line = 1, .arena = a, .err = err };
  *root = NULL;
  if (n >= 3 && !memcmp(text, "\xef\xbb\xbf", 3)) r.at += 3;
  lia_status st = read_value(&r, root);
  skip_blanks(&r);
  if (st == LIA_OK && r.at < r.end) st = broken(&r, "nothing behind the value");
  lia_text_free(&r.word);
  return st;
}

// ---- asked ----

const lia_json *lia_json_get(const lia_json *o, const char *key) {
  if (!o || o->kind != LIA_JSON_object) return NULL;
  for (size_t i = o->n; i-- > 0; )
    if (!strcmp(o->item[i]->key, key)) return o->item[i];
  return NULL;
}

const lia_json *lia_json_at(const lia_json *o, size_t i) {
  return i < lia_json_count(o) ? o->item[i] : NULL;
}

size_t lia_json_count(const lia_json *o) { return o && o->kind == LIA_JSON_array ? o->n : 0; }

double lia_json_number(const lia_json *o, double otherwise) {
  return o && o->kind == LIA_JSON_number ? o->x : otherwise;
}

const char *lia_json_text(const lia_json *o, const char *otherwise) {
  return o && o->kind == LIA_JSON_string ? o->text : otherwise;
}

double lia_json_index(const lia_json *o) {
  const double x = lia_json_number(o, -1);
  return x >= 0 && x <= 9007199254740992.0 && floor(x) == x ? x : -1;
}
