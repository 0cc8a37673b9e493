/* mesh_words.c - lines and words of STL, OBJ and mtl */
#include "io/mesh_words.h"

#include "base/text.h"

#include <math.h>
#include <string.h>

static int blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }

// over a \ with the end of its line
static int joins(const lia_mesh_words *w) {
  if (*w->at != '\\' || w->at + 1 >= w->end) return 0;
  if (w->at[1] == '\n') return 2;
  return w->at[1] == '\r' && w->at + 2 < w->end && w->at[2] == '\n' ? 3 : 0;
}

static void skip_blanks(lia_mesh_words *w) {
  while (w->at < w->end) {
    int over = joins(w);
    w->line += over > 0;
    if (!over && !blank(*w->at)) return;
    w->at += over ? over : 1;
  }
}

int lia_mesh_word(lia_mesh_words *w) {
  skip_blanks(w);
  w->word = w->at;
  while (w->at < w->end && *w->at != '\n' && !blank(*w->at) && !joins(w)) w->at++;
  w->n = (size_t)(w->at - w->word);
  return w->n > 0;
}

int lia_mesh_word_any(lia_mesh_words *w) {
  while (!lia_mesh_word(w)) {
    if (w->at >= w->end) return 0;
    w->at++;
    w->line++;
  }
  return 1;
}

void lia_mesh_rest(lia_mesh_words *w) {
  while (lia_mesh_word(w)) continue;
}

int lia_mesh_name(lia_mesh_words *w) {
  skip_blanks(w);
  const char *from = w->at, *to = from;
  while (lia_mesh_word(w)) to = w->word + w->n;
  w->word = from;
  w->n = (size_t)(to - from);
  return w->n > 0;
}

int lia_mesh_is(const lia_mesh_words *w, const char *what) {
  if (strlen(what) != w->n) return 0;
  for (size_t k = 0; k < w->n; k++)
    if (lia_lower(w->word[k]) != lia_lower(what[k])) return 0;
  return 1;
}

lia_status lia_mesh_broken(const lia_mesh_words *w, const char *file, const char *what,
    lia_error *err) {
  char place[LIA_ERROR_PATH], got[48];
  size_t n = w->n < 40 ? w->n : 40;
  lia_text_format(place, sizeof place, "%s:%ld", file, w->line);
  for (size_t k = 0; k < n; k++) {
    got[k] = w->word[k];
    if ((unsigned char)got[k] < 32 || (unsigned char)got[k] > 126) got[k] = '?';
  }
  got[n] = 0;
  if (!n) return LIA_FAIL(err, LIA_EPARSE, place, "expected %s, the line ends", what);
  return LIA_FAIL(err, LIA_EPARSE, place, "expected %s, got '%s'", what, got);
}

lia_status lia_mesh_numbers(lia_mesh_words *w, double *x, int count, const char *file,
    lia_error *err) {
  for (int k = 0; k < count; k++) {
    if (!lia_mesh_word(w) || lia_text_number(w->word, w->n, &x[k]) != w->n || !isfinite(x[k]))
      return lia_mesh_broken(w, file, "a finite number", err);
  }
  return LIA_OK;
}
