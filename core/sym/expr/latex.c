/* latex.c - where a formula may be cut, and how wide its pieces are */
#include "sym/expr/latex.h"

#include <string.h>

static int latex_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

static int is_word(const char *s, size_t n, const char *word) {
  return strlen(word) == n && !memcmp(s, word, n);
}

// signs that the command \word is set as
static int width_of(const char *word, size_t n) {
  static const char *const function[] = { "sin",    "cos",    "tan",    "exp",  "ln",  "log",
                                          "arcsin", "arccos", "arctan", "tanh", "max", "min" };
  if (is_word(word, n, "left") || is_word(word, n, "right")) return 0;
  for (size_t k = 0; k < sizeof function / sizeof *function; k++)
    if (is_word(word, n, function[k])) return (int)n;
  return 1;
}

static int width(const char *s, size_t n) {
  int sum = 0;
  for (size_t i = 0; i < n;) {
    size_t word = 0;
    while (s[i] == '\\' && i + 1 + word < n && latex_letter(s[i + 1 + word])) word++;
    if (word) sum += width_of(s + i + 1, word);
    else sum += !strchr("{}_^ ", s[i]);
    i += word ? word + 1 : 1;
  }
  return sum;
}

int lia_latex_width(const char *latex) { return width(latex, strlen(latex)); }

// where the group {...} that starts at i ends
static size_t closing(const char *s, size_t n, size_t i) {
  int depth = 0;
  for (; i < n; i++) {
    depth += (s[i] == '{') - (s[i] == '}');
    if (!depth) return i;
  }
  return n ? n - 1 : 0;
}

// the next place from i on where a line may end: before + and - outside braces, inside at most
// `deep` parentheses; n: none
typedef struct scan { const char *s; size_t n, i; int braces, parens; } scan;

static size_t next_break(scan *c, int deep) {
  while (c->i < c->n) {
    const char *at = c->s + c->i;
    size_t here = c->i++;
    if (*at == '{') c->braces++;
    else if (*at == '}') c->braces--;
    else if (!strncmp(at, "\\left", 5)) {
      c->parens++;
      c->i += 5;
    } else if (!strncmp(at, "\\right", 6)) {
      c->parens--;
      c->i += 6;
    } else if (!c->braces && c->parens <= deep && at[0] == ' ' && (at[1] == '+' || at[1] == '-') &&
               at[2] == ' ')
      return here;
  }
  return c->n;
}

static int has_break(const char *s, size_t n) {
  lia_text copy = { 0 };
  lia_text_add(&copy, s, n);
  scan c = { .s = lia_text_str(&copy), .n = copy.n };
  int yes = next_break(&c, 0) < copy.n;
  lia_text_free(&copy);
  return yes;
}

// fractions too wide for a line, \frac{a b}{2}, as 1/2 a b
static void latex_unfold(lia_text *t) {
  for (size_t from = 0;;) {
    const char *s = lia_text_str(t), *f = strstr(s + from, "\\frac{");
    if (!f) return;
    size_t i = (size_t)(f - s), top = closing(s, t->n, i + 5), bottom = closing(s, t->n, top + 1);
    const size_t a = top - (i + 6), b = bottom - (top + 2);
    from = i + 5;
    if (a <= LIA_LATEX_WIDE || b >= 20) continue;
    const int sum = has_break(s + i + 6, a);
    lia_text new = { 0 };
    lia_text_add(&new, s, i);
    lia_text_put(&new, "\\frac{1}{");
    lia_text_add(&new, s + top + 2, b);
    lia_text_put(&new, sum ? "} \\left(" : "} ");
    lia_text_add(&new, s + i + 6, a);
    if (sum) lia_text_put(&new, "\\right)");
    lia_text_put(&new, s + bottom + 1);
    new.nomem |= t->nomem;
    lia_text_free(t);
    *t = new;
    if (t->nomem) return;
  }
}

static int fits(const char *s, size_t n, int columns) {
  return columns ? width(s, n) <= columns : n <= LIA_LATEX_WIDE;
}

// the pieces at this depth, into out where it is not NULL; 1 where all of them fit
static int pieces(const char *s, size_t n, int columns, int deep, lia_text *out) {
  scan c = { .s = s, .n = n };
  int fine = 1;
  for (size_t from = 0, to; from <= n; from = to + 1) {
    to = next_break(&c, deep);
    fine &= fits(s + from, to - from, columns);
    if (out) lia_text_add(out, s + from, to - from);
    if (out && to < n) lia_text_char(out, '\n');
    if (to == n) break;
  }
  return fine;
}

int lia_latex_cut(const char *latex, int columns, int deepest, lia_text *out) {
  size_t n = strlen(latex);
  if (fits(latex, n, columns)) return 0;
  lia_text t = { 0 };
  lia_text_add(&t, latex, n);
  latex_unfold(&t);
  const char *s = lia_text_str(&t);
  int deep = 0;
  while (deep < deepest && !pieces(s, t.n, columns, deep, NULL)) deep++;
  pieces(s, t.n, columns, deep, out);
  out->nomem |= t.nomem;
  lia_text_free(&t);
  return 1;
}

// a parenthesis may open in one line and close in another: no \left and \right
static void put_line(lia_text *out, const char *s, size_t n) {
  for (size_t i = 0; i < n; i++) {
    const int left = !strncmp(s + i, "\\left(", 6) || !strncmp(s + i, "\\left|", 6);
    const int right = !strncmp(s + i, "\\right)", 7) || !strncmp(s + i, "\\right|", 7);
    if (left) i += 5;
    if (right) i += 6;
    lia_text_char(out, s[i]);
    if (left && s[i + 1] == ' ' && i + 1 < n) i++;
  }
}

void lia_latex_lines(const char *latex, int columns, lia_text *out) {
  lia_text cut = { 0 };
  if (strstr(latex, "\\begin{") || !lia_latex_cut(latex, columns, 4, &cut) ||
      !strchr(lia_text_str(&cut), '\n')) {
    lia_text_put(out, latex);
    out->nomem |= cut.nomem;
    lia_text_free(&cut);
    return;
  }
  lia_text all = { 0 };   // lines apart by \n, pieces in one by a blank
  int wide = 0, count = 0;
  for (const char *s = lia_text_str(&cut); *s;) {
    size_t n = strcspn(s, "\n");
    int more = width(s, n), next = count && wide + more > columns;
    if (count) lia_text_char(&all, next ? '\n' : ' ');
    lia_text_add(&all, s, n);
    wide = next || !count ? more : wide + more;
    count++;
    s += n + (s[n] == '\n');
  }
  const int one = !strchr(lia_text_str(&all), '\n');
  if (one) lia_text_put(out, latex);
  for (const char *s = lia_text_str(&all); !one && *s;) {
    size_t n = strcspn(s, "\n");
    put_line(out, s, n);
    if (s[n]) lia_text_put(out, " \\\\\n  &\\quad {}");
    s += n + (s[n] == '\n');
  }
  out->nomem |= cut.nomem || all.nomem;
  lia_text_free(&cut);
  lia_text_free(&all);
}
