/* read_angle.c - abbreviations of sines and cosines read back: their letter, the numbers of their
 * angles, the one name that has them all */
#include "sym/expr/read_angle.h"

#include "sym/expr/build.h"

#include <string.h>

enum { LONGEST = 60 };

static int is_digit(char c) { return c >= '0' && c <= '9'; }

// the digits of c12, c1_12 behind its letter: 0 where it is no abbreviation
static size_t digits_behind(const char *s, size_t n) {
  if (n < 2 || n > LONGEST || !strchr("cCsS", s[0]) || !is_digit(s[1]) || !is_digit(s[n - 1]))
    return 0;
  for (size_t i = 1; i < n; i++)
    if (!is_digit(s[i]) && (s[i] != '_' || s[i - 1] == '_')) return 0;
  return n - 1;
}

// the coordinate that is called by the stem and these digits
static lia_expr coordinate_called(const lia_pool *p, const char *stem, size_t len,
                                  const char *digits, size_t n) {
  char name[2 * LONGEST + 2];
  if (len + n >= sizeof name) return 0;
  memcpy(name, stem, len);
  memcpy(name + len, digits, n);
  lia_expr e = lia_pool_find(p, name, len + n);
  if (!e) return 0;
  if (lia_expr_symbol(p, e)->kind == LIA_SYM_coordinate) return e;
  return lia_pool_twin(p, e, LIA_SYM_coordinate);
}

// q12, or q1 + q2, of c1_12 q1 + q12; 0: not all are there
static lia_expr angle_sum(lia_pool *p, const char *stem, size_t len, const char *digits, size_t n) {
  const int apart = memchr(digits, '_', n) != NULL;
  lia_expr whole = apart ? 0 : coordinate_called(p, stem, len, digits, n), sum = 0;
  if (whole) return whole;
  for (size_t i = 0; i < n;) {
    size_t one = 1;
    while (apart && i + one < n && digits[i + one] != '_') one++;
    lia_expr q = coordinate_called(p, stem, len, digits + i, one);
    if (!q) return 0;
    sum = sum ? lia_sym_add(p, sum, q) : q;
    i += one + (size_t)apart;
  }
  return sum;
}

// the name without the digits at its end; 0: it has none
static size_t stem_of(const char *name, size_t len) {
  size_t n = len;
  while (n > 0 && is_digit(name[n - 1])) n--;
  return n < len ? n : 0;
}

// was a name with this stem among the names before?
static int had_stem(const lia_pool *p, int before, const char *stem, size_t len) {
  for (int i = 0; i < before; i++) {
    const char *name = lia_names_text(&p->names, i);
    if (stem_of(name, strlen(name)) == len && !memcmp(name, stem, len)) return 1;
  }
  return 0;
}

lia_expr lia_angle_read(lia_pool *p, const char *s, size_t n, int *stems) {
  const size_t digits = digits_behind(s, n);
  lia_expr found = 0;
  *stems = 0;
  for (int i = 0; digits && i < p->names.count; i++) {
    const char *name = lia_names_text(&p->names, i);
    const size_t len = stem_of(name, strlen(name));
    if (!len || had_stem(p, i, name, len)) continue;
    lia_expr sum = angle_sum(p, name, len, s + 1, digits);
    if (!sum) continue;
    found = sum;
    ++*stems;
  }
  if (*stems != 1) return 0;
  return s[0] == 's' || s[0] == 'S' ? lia_sym_sin(p, found) : lia_sym_cos(p, found);
}
