/* urdftext.c - XML as people write it, made XML as expat reads it */
#include "io/urdftext.h"

#include <string.h>

typedef struct tidy {
  lia_text *out;
  const char *p, *end;      /* what is left of the text */
  const char *file;
  lia_spec *s;
  int line;
  // each oddity is told once, where it first stands
  int told_and, told_less, told_bare, told_close;
  int has_dtd;              /* entities may be declared: & means what it says */
} tidy;

static void warn(tidy *t, const char *what) {
  const char *where = lia_spec_text(t->s, "%s:%d", t->file, t->line);
  if (where) lia_spec_warn(t->s, where, "%s", what);
}

static void warn_once(tidy *t, int *told, const char *what) {
  if (!*told) warn(t, what);
  *told = 1;
}

static int starts(const tidy *t, const char *word) {
  size_t n = strlen(word);
  return (size_t)(t->end - t->p) >= n && !memcmp(t->p, word, n);
}

// where word begins from p on; the end where it does not
static const char *find(const char *p, const char *end, const char *word) {
  size_t n = strlen(word);
  while ((p = memchr(p, word[0], (size_t)(end - p))) != NULL) {
    if ((size_t)(end - p) >= n && !memcmp(p, word, n)) return p;
    p++;
  }
  return end;
}

static void count_lines(tidy *t, const char *to) {
  for (const char *p = t->p; (p = memchr(p, '\n', (size_t)(to - p))) != NULL; p++) t->line++;
}

static void urdftext_copy(tidy *t, const char *to) {
  lia_text_add(t->out, t->p, (size_t)(to - t->p));
  count_lines(t, to);
  t->p = to;
}

// nothing but the ends of its lines
static void blank(tidy *t, const char *to) {
  for (; t->p < to; t->p++) {
    t->line += *t->p == '\n';
    if (*t->p == '\n' || *t->p == '\r') lia_text_char(t->out, *t->p);
    else lia_text_char(t->out, ' ');
  }
}

// from one mark to the end of another, or all the rest
static const char *behind(const tidy *t, size_t opening, const char *closing) {
  const char *at = find(t->p + opening, t->end, closing);
  return at == t->end ? t->end : at + strlen(closing);
}

static void comment(tidy *t) {
  const char *at = find(t->p + 4, t->end, "-->");
  // one that is never closed is for expat to complain about
  if (at == t->end) urdftext_copy(t, t->end);
  else blank(t, at + 3);
}

// <!DOCTYPE ...>, with what it declares between [ and ]
static void doctype(tidy *t) {
  const char *p = t->p;
  int depth = 0;
  for (; p < t->end; p++) {
    depth += (*p == '[') - (*p == ']');
    if (*p == '>' && depth <= 0) break;
  }
  t->has_dtd = 1;
  urdftext_copy(t, p < t->end ? p + 1 : p);
}

// an entity every XML knows, or a character by its number, starts at p
static int is_entity(const char *p, const char *end) {
  static const char *const known[] = { "&amp;", "&lt;", "&gt;", "&quot;", "&apos;" };
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    size_t n = strlen(known[k]);
    if ((size_t)(end - p) >= n && !memcmp(p, known[k], n)) return 1;
  }
  if (end - p < 4 || p[1] != '#') return 0;
  const char *q = p + 2;
  while (q < end && ((*q >= '0' && *q <= '9') || ((*q | 32) >= 'a' && (*q | 32) <= 'x'))) q++;
  return q > p + 2 && q < end && *q == ';';
}

// text up to `to` in which & may stand for itself, and < too where it is a value
static void words(tidy *t, const char *to, int value) {
  while (t->p < to) {
    const char *p = t->p;
    while (p < to && *p != '&' && !(value && *p == '<')) p++;
    urdftext_copy(t, p);
    if (p == to) return;
    if (*p == '<') {
      warn_once(t, &t->told_less, "a bare < in the value of an attribute: read as &lt;");
      lia_text_put(t->out, "&lt;");
    } else if (t->has_dtd || is_entity(p, t->end)) {
      lia_text_char(t->out, '&');
    } else {
      warn_once(t, &t->told_and, "a bare &: read as &amp;");
      lia_text_put(t->out, "&amp;");
    }
    t->p++;
  }
}

static int is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// "value" with its quotes; one over several lines that holds a < lacks its end more likely
static void quoted(tidy *t) {
  const char *close = memchr(t->p + 1, *t->p, (size_t)(t->end - t->p - 1));
  if (!close) { urdftext_copy(t, t->end); return; }
  size_t n = (size_t)(close - t->p);
  int torn = memchr(t->p, '\n', n) && memchr(t->p, '<', n);
  if (!torn) words(t, close, 1);
  urdftext_copy(t, close + 1);
  char next = t->p < t->end ? *t->p : ' ';
  if (is_space(next) || next == '/' || next == '>' || torn) return;
  warn_once(t, &t->told_close, "no blank between two attributes");
  lia_text_char(t->out, ' ');
}

// a value without quotes ends at a blank, at > or at />
static void unquoted(tidy *t) {
  const char *p = t->p;
  while (p < t->end && !is_space(*p) && *p != '>' && !(*p == '/' && p + 1 < t->end && p[1] == '>'))
    p++;
  warn_once(t, &t->told_bare, "the value of an attribute without quotes");
  lia_text_char(t->out, '"');
  words(t, p, 1);
  lia_text_char(t->out, '"');
}

// <name attribute="value" ...>
static void tag(tidy *t) {
  while (t->p < t->end) {
    const char *p = t->p;
    while (p < t->end && *p != '>' && *p != '=' && *p != '"' && *p != '\'') p++;
    if (p == t->end) { urdftext_copy(t, p); return; }
    if (*p == '"' || *p == '\'') {
      urdftext_copy(t, p);
      quoted(t);
      continue;
    }
    urdftext_copy(t, p + 1);
    if (*p == '>') return;
    while (t->p < t->end && is_space(*t->p)) urdftext_copy(t, t->p + 1);
    if (t->p < t->end && *t->p != '"' && *t->p != '\'') unquoted(t);
  }
}

static void markup(tidy *t) {
  if (starts(t, "<!--")) comment(t);
  else if (starts(t, "<?")) blank(t, behind(t, 2, "?>"));
  else if (starts(t, "<![CDATA[")) urdftext_copy(t, behind(t, 9, "]]>"));
  else if (starts(t, "<!")) doctype(t);
  else tag(t);
}

static const char mark[] = "\xef\xbb\xbf";   /* U+FEFF */

// what stands before <?xml and may not
static void opening(tidy *t) {
  const char *declared = find(t->p, t->end, "<?xml");
  if (starts(t, mark)) t->p += 3;
  while (t->p < t->end && is_space(*t->p)) urdftext_copy(t, t->p + 1);
  if (starts(t, mark)) t->p += 3;
  const char *root = find(t->p, t->end, "<robot");
  if (declared < root && (t->out->n || t->p != declared))
    warn(t, "something stands before the declaration <?xml");
}

// how many bytes of a letter in UTF-8 stand behind its first; -1: none starts so
static int behind_first(unsigned char c) {
  if (c < 0x80) return 0;
  if (c >= 0xc2 && c < 0xe0) return 1;
  if ((c & 0xf0) == 0xe0) return 2;
  return c >= 0xf0 && c < 0xf5 ? 3 : -1;
}

static int is_utf8(const char *s, size_t n) {
  const unsigned char *p = (const unsigned char *)s, *end = p + n;
  while (p < end) {
    int more = behind_first(*p);
    if (more < 0 || end - p <= more) return 0;
    for (int k = 1; k <= more; k++)
      if ((p[k] & 0xc0) != 0x80) return 0;
    p += more + 1;
  }
  return 1;
}

const char *lia_urdf_tidy(lia_text *out, const char *text, size_t n, const char *file,
    lia_spec *s) {
  tidy t = { .out = out, .p = text, .end = text + n, .file = file, .s = s, .line = 1 };
  lia_text_cut(out, 0);
  if (starts(&t, "\xff\xfe") || starts(&t, "\xfe\xff")) {
    urdftext_copy(&t, t.end);
    return NULL;
  }
  opening(&t);
  while (t.p < t.end) {
    const char *open = memchr(t.p, '<', (size_t)(t.end - t.p));
    words(&t, open ? open : t.end, 0);
    if (t.p < t.end) markup(&t);
  }
  if (is_utf8(lia_text_str(out), out->n)) return "UTF-8";
  t.line = 1;
  warn(&t, "bytes that are no UTF-8: read as Latin-1");
  return "ISO-8859-1";
}
