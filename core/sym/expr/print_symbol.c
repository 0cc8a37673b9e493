/* print_symbol.c - names: letters of formulas, Greek ones, dots, and c12 for cos(q1 + q2) */
#include "sym/expr/print_inside.h"

#include "base/assert.h"
#include "base/mem.h"
#include "sym/expr/subs.h"
#include "sym/expr/walk.h"

#include <string.h>

static const char *const greek[] = {
  "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda",
  "mu", "nu", "xi", "pi",
  "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega", "Gamma", "Delta", "Theta",
  "Lambda", "Xi", "Pi", "Sigma",
  "Upsilon", "Phi", "Psi", "Omega",
};

static size_t greek_letter(const char *s) {
  for (size_t i = 0; i < sizeof greek / sizeof *greek; i++)
    if (strncmp(s, greek[i], strlen(greek[i])) == 0) return strlen(greek[i]);
  return 0;
}

// the command of a Greek letter in UTF-8, two bytes; NULL where s does not begin with one
static const char *greek_command(const char *s) {
  static const char *const small[] = {
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda",
    "mu", "nu", "xi", "mathrm{o}", "pi", "rho",
    "varsigma", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega",
  };
  static const char *const large[] = {
    "mathrm{A}", "mathrm{B}", "Gamma", "Delta", "mathrm{E}", "mathrm{Z}", "mathrm{H}", "Theta",
    "mathrm{I}", "mathrm{K}", "Lambda", "mathrm{M}",
    "mathrm{N}", "Xi", "mathrm{O}", "Pi", "mathrm{P}", NULL, "Sigma", "mathrm{T}", "Upsilon", "Phi",
    "mathrm{X}", "Psi", "Omega",
  };
  unsigned a = (unsigned char)s[0], code = (a & 31) << 6 | ((unsigned char)s[1] & 63);
  if ((a != 0xce && a != 0xcf) || ((unsigned char)s[1] & 0xc0) != 0x80) return NULL;
  if (code >= 0x3b1 && code <= 0x3c9) return small[code - 0x3b1];
  return code >= 0x391 && code <= 0x3a9 ? large[code - 0x391] : NULL;
}

// letters of a name as they may stand in a formula: Greek ones as commands, others beyond ASCII as
// text
static void latex_letters(lia_text *out, const char *s, size_t n) {
  for (size_t i = 0, len; i < n; i += len) {
    const char *command = greek_command(s + i);
    len = 1;
    while (i + len < n && ((unsigned char)s[i + len] & 0xc0) == 0x80) len++;
    if (command) lia_text_printf(out, "\\%s%s", command, i + len < n ? " " : "");
    else if ((unsigned char)s[i] < 128) lia_text_printf(out, "%s%c", s[i] == '_' ? "\\" : "", s[i]);
    else lia_text_printf(out, "\\text{%.*s}", (int)len, s + i);
  }
}

static int print_digit(char c) { return c >= '0' && c <= '9'; }

// how long the one letter is that stands before an index
static size_t latex_first(const char *name, size_t letters) {
  if ((unsigned char)name[0] < 128) return 1;
  return greek_command(name) ? 2 : letters;
}

// the first letter and the rest below it: theta12 -> \theta_{12}, Ixx1 -> I_{xx1}, a_b -> a_b;
// longer words stay words: mass -> \mathrm{mass}; th, and th with a number, is theta. Dots stand
// over what comes before the subscript
static void latex_name(lia_text *out, const char *name, const char *dot) {
  size_t n = strlen(name), letters = 0, head = greek_letter(name);
  while (letters < n && !print_digit(name[letters]) && name[letters] != '_') letters++;
  int theta = letters == 2 && name[0] == 't' && name[1] == 'h';
  if (theta) head = 2;
  int letter = head > 0, word = !letter && letters > 3;
  if (!letter) head = word ? letters : latex_first(name, letters);

  int braces = *dot && (word || (unsigned char)name[0] > 127);
  lia_text_put(out, dot);
  if (braces) lia_text_char(out, '{');
  else if (*dot && !letter) lia_text_char(out, ' ');
  if (letter) lia_text_char(out, '\\');
  else if (word) lia_text_put(out, "\\mathrm{");
  latex_letters(out, theta ? "theta" : name, theta ? 5 : head);
  if (word) lia_text_char(out, '}');
  if (braces) lia_text_char(out, '}');

  LIA_ASSERT(head <= n);
  const char *rest = name + head + (name[head] == '_');
  if (!*rest) return;
  int brace = rest[1] != 0 || *rest == '_';
  lia_text_put(out, brace ? "_{" : "_");
  latex_letters(out, rest, strlen(rest));
  if (brace) lia_text_char(out, '}');
}

void lia_print_symbol(lia_text *out, const lia_style *style, const lia_pool *p, lia_expr e) {
  const lia_symbol *s = lia_expr_symbol(p, e);
  if (!style->latex) {
    lia_text_put(out, s->name);
    return;
  }
  static const char *const dots[] = { "", "\\dot", "\\ddot", "\\dddot" };
  if (s->order > 3) lia_text_char(out, '{');
  latex_name(out, lia_expr_symbol(p, s->base)->name, s->order < 4 ? dots[s->order] : "");
  if (s->order > 3) lia_text_printf(out, "^{(%d)}}", s->order);
}

// ---- c12

size_t lia_print_numbered(const lia_pool *p, lia_expr e, const char **name) {
  if (lia_expr_op(p, e) != LIA_OP_sym) return 0;
  const lia_symbol *s = lia_expr_symbol(p, e);
  if (s->kind != LIA_SYM_coordinate || s->order) return 0;
  size_t n = strlen(s->name), stem = n;
  while (stem > 0 && print_digit(s->name[stem - 1])) stem--;
  *name = s->name;
  return stem < n ? stem : 0;
}

// the symbols that stand in sines and cosines of e, and those that e themselves are; UINT32_MAX:
// out of memory. list has room for all names
static uint32_t turning(lia_pool *p, uint32_t n, const lia_expr *e, lia_expr *list) {
  lia_walk *w = lia_walk_open(p, n, e, 0);
  if (!w) return UINT32_MAX;
  lia_expr *inside = lia_malloc((w->n + (size_t)n + 1) * sizeof *inside);
  uint32_t count = 0, symbols = UINT32_MAX;
  for (uint32_t i = 0; inside && i < w->n; i++) {
    lia_op op = lia_expr_op(p, w->list[i]);
    if (op == LIA_OP_sin || op == LIA_OP_cos) inside[count++] = lia_expr_args(p, w->list[i])[0];
  }
  for (uint32_t i = 0; inside && i < n; i++)
    if (e[i] && lia_expr_op(p, e[i]) == LIA_OP_sym) inside[count++] = e[i];
  lia_walk_close(p, w);
  if (inside) symbols = lia_subs_symbols(p, count, inside, list);
  lia_free(inside);
  return symbols;
}

int lia_angles_open(lia_angles *a, lia_pool *p, uint32_t n, const lia_expr *e,
    const lia_print_opts *opts) {
  *a = (lia_angles){ .how = opts->angles };
  if (!a->how) return 1;
  const uint32_t names = (uint32_t)p->names.count, all = n + opts->nbeside;
  lia_expr *list = lia_malloc((2 * names + (size_t)all + 1) * sizeof *list);
  if (!list) return 0;
  lia_expr *text = list + 2 * names;
  for (uint32_t i = 0; i < n; i++) text[i] = e[i];
  for (uint32_t i = 0; i < opts->nbeside; i++) text[n + i] = opts->beside[i];
  a->symbol = list;
  a->angle = list + names;
  a->n = lia_subs_symbols(p, all, text, a->symbol);
  a->nangle = a->n == UINT32_MAX ? a->n : turning(p, all, text, a->angle);
  if (a->nangle != UINT32_MAX) return 1;
  lia_angles_close(a);
  return 0;
}

void lia_angles_close(lia_angles *a) {
  lia_free(a->symbol);
  *a = (lia_angles){ 0 };
}

// angles of the text numbered with another stem would make c1 ambiguous; n is 0: any one will do
static int one_stem(const lia_pool *p, const lia_angles *a, const char *stem, size_t n) {
  for (uint32_t i = 0; i < a->nangle; i++) {
    const char *name;
    size_t len = lia_print_numbered(p, a->angle[i], &name);
    if (!n && len) {
      stem = name;
      n = len;
    }
    if (len && (len != n || memcmp(name, stem, n))) return 0;
  }
  return 1;
}

int lia_angles_alike(lia_pool *p, uint32_t n, const lia_expr *e) {
  lia_angles a;
  if (!lia_angles_open(&a, p, n, e, &(lia_print_opts){ .angles = 1 })) return 0;
  const int alike = one_stem(p, &a, NULL, 0);
  lia_angles_close(&a);
  return alike;
}

// whether the text has a symbol of this name
static int is_named(const lia_pool *p, const lia_angles *a, const char *name, size_t n) {
  for (uint32_t i = 0; i < a->n; i++) {
    const char *each = lia_expr_symbol(p, a->symbol[i])->name;
    if (!strncmp(each, name, n) && !each[n]) return 1;
  }
  return 0;
}

// c12 of q1 + q2 where there is a q12: c1_2
static int reads_as_one(const lia_pool *p, const lia_angles *a, const lia_expr *k, uint32_t n,
    const char *name, size_t stem) {
  char text[64];
  size_t len = stem;
  if (stem >= sizeof text) return 0;
  memcpy(text, name, stem);
  for (uint32_t i = 0; i < n; i++) {
    const char *each;
    size_t digits = strlen(lia_expr_symbol(p, k[i])->name + lia_print_numbered(p, k[i], &each));
    if (len + digits > sizeof text) return 0;
    memcpy(text + len, each + stem, digits);
    len += digits;
  }
  return is_named(p, a, text, len);
}

int lia_print_angle(lia_text *out, const lia_style *style, const lia_pool *p,
    const lia_angles *angles, lia_expr e) {
  lia_op op = lia_expr_op(p, e);
  if (op != LIA_OP_sin && op != LIA_OP_cos) return 0;
  lia_expr x = lia_expr_args(p, e)[0];
  uint32_t n = lia_expr_op(p, x) == LIA_OP_add ? lia_expr_n(p, x) : 1;
  const lia_expr *k = n > 1 ? lia_expr_args(p, x) : &x;
  char text[64];
  size_t len = 0, stem = 0;
  int apart = 0;
  const char *name = NULL;
  for (uint32_t i = 0; i < n; i++) {
    const char *before = name;
    size_t was = stem;
    stem = lia_print_numbered(p, k[i], &name);
    if (!stem || (i && (stem != was || memcmp(name, before, stem)))) return 0;
    apart |= strlen(name + stem) > 1;
  }
  if (angles->how < 2 && !one_stem(p, angles, name, stem)) return 0;
  apart |= n > 1 && reads_as_one(p, angles, k, n, name, stem);
  text[len++] = op == LIA_OP_sin ? 's' : 'c';
  for (uint32_t i = 0; i < n; i++) {
    lia_print_numbered(p, k[i], &name);
    size_t digits = strlen(name + stem);
    if (len + digits + 2 > sizeof text) return 0;
    if (apart && i) text[len++] = '_';
    memcpy(text + len, name + stem, digits);
    len += digits;
  }
  if (is_named(p, angles, text, len)) return 0;
  if (style->latex) {
    lia_text_printf(out, "%c_{%.*s}", text[0], (int)(len - 1), text + 1);
    return 1;
  }
  lia_text_add(out, text, len);
  return 1;
}
