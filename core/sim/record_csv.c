/* record_csv.c - columns of results out of comma-separated text, as programs and people write it */
#include "sim/record_read.h"

#include "base/mem.h"

#include <math.h>
#include <string.h>

enum { MOST_CELLS = 10000, NAME = 200 };

typedef struct cell { const char *s; size_t n; int quoted; } cell;

typedef struct reader {
  const char *s, *end;
  long line;
  char separator, point;
  cell *cells;             // of the line read last
  int n, room;
  char *left;              // (ncol) columns that are left out
  int nomem;
} reader;

static int csv_blank(char c) { return c == ' ' || c == '\t'; }

// ---- lines and cells ----

static int add_cell(reader *r, const char *s, const char *end, int quoted) {
  while (!quoted && s < end && csv_blank(*s)) s++;
  while (!quoted && end > s && csv_blank(end[-1])) end--;
  if (r->n == r->room) {
    const int room = r->room ? 2 * r->room : 32;
    cell *more = lia_realloc(r->cells, (size_t)room * sizeof *more);
    if (!more) return r->nomem = 1;
    r->cells = more;
    r->room = room;
  }
  r->cells[r->n++] = (cell){ s, (size_t)(end - s), quoted };
  return 0;
}

static int separates(const reader *r, char c) {
  return r->separator == ' ' ? csv_blank(c) : c == r->separator;
}

static int ends_line(char c) { return c == '\n' || c == '\r'; }

// behind the quote that closes: a second one right behind the first is one of the text
static const char *close_quote(reader *r, const char *s) {
  for (; s < r->end; s++) {
    if (*s == '\n') r->line++;
    if (*s != '"') continue;
    if (s + 1 < r->end && s[1] == '"') s++;
    else return s;
  }
  return NULL;
}

// behind the end of a line: one letter, or a return and a new line
static const char *next_line(const reader *r, const char *s) {
  if (s >= r->end) return s;
  return s + 1 + (*s == '\r' && s + 1 < r->end && s[1] == '\n');
}

// the cells of one line; 0 at the end, -1 where a quote stays open or memory is out
static int csv_line(reader *r) {
  r->n = 0;
  if (r->s >= r->end) return 0;
  r->line++;
  for (const char *s = r->s;;) {
    while (s < r->end && r->separator == ' ' && csv_blank(*s)) s++;
    const char *first = s;
    while (s < r->end && csv_blank(*s) && !separates(r, *s)) s++;
    if (s < r->end && *s == '"') {
      const char *close = close_quote(r, ++s);
      if (!close || add_cell(r, s, close, 1)) return -1;
      s = close + 1;
      while (s < r->end && !separates(r, *s) && !ends_line(*s)) s++;
    } else {
      s = first;
      while (s < r->end && !separates(r, *s) && !ends_line(*s)) s++;
      if ((s > first || r->separator != ' ') && add_cell(r, first, s, 0)) return -1;
    }
    if (s < r->end && separates(r, *s)) {
      s++;
      continue;
    }
    r->s = next_line(r, s);
    return 1;
  }
}

static int is_empty(const reader *r) {
  return r->n == 0 || (r->n == 1 && !r->cells[0].n && !r->cells[0].quoted);
}
static int is_comment(const char *s, const char *end) {
  while (s < end && csv_blank(*s)) s++;
  return s < end && (*s == '#' || *s == '%');
}

// comment lines, kept where head wants them; empty ones
static void pass_comments(reader *r, lia_text *head) {
  while (r->s < r->end) {
    const char *stop = r->s;
    while (stop < r->end && !ends_line(*stop)) stop++;
    const int comment = is_comment(r->s, stop);
    const char *s = r->s;
    while (s < stop && csv_blank(*s)) s++;
    if (!comment && s < stop) return;
    if (comment && head) {
      lia_text_add(head, s + 1, (size_t)(stop - s - 1));
      lia_text_char(head, '\n');
    }
    r->line++;
    r->s = next_line(r, stop);
  }
}

// ---- what the file is ----

static char likely_separator(const char *s, const char *end) {
  static const char tried[] = { ';', '\t', ',' };
  for (size_t k = 0; k < sizeof tried; k++) {
    int quoted = 0;
    for (const char *c = s; c < end && !ends_line(*c); c++) {
      if (*c == '"') quoted = !quoted;
      if (*c == tried[k] && !quoted) return tried[k];
    }
  }
  return ' ';
}

static int read_number(const reader *r, const cell *c, double *x) {
  char copy[64];
  const char *s = c->s;
  if (c->n == 0 || c->n >= sizeof copy) return 0;
  if (r->point == ',') {
    for (size_t k = 0; k < c->n; k++) copy[k] = c->s[k] == ',' ? '.' : c->s[k];
    s = copy;
  }
  return lia_text_number(s, c->n, x) == c->n;
}

// cells like 1,5 and none like 1.5 in the next lines: the comma is the point
static char likely_point(const reader *r) {
  reader look = *r;
  int commas = 0, points = 0;
  look.cells = NULL;
  look.room = 0;
  for (int k = 0; k < 30; k++) {
    pass_comments(&look, NULL);
    if (csv_line(&look) <= 0) break;
    for (int c = 0; c < look.n; c++) {
      double x;
      look.point = '.';
      const int dotted = read_number(&look, &look.cells[c], &x);
      look.point = ',';
      const int with = memchr(look.cells[c].s, ',', look.cells[c].n) != NULL;
      commas += with && read_number(&look, &look.cells[c], &x);
      points += dotted && memchr(look.cells[c].s, '.', look.cells[c].n) != NULL;
    }
  }
  lia_free(look.cells);
  return commas && !points ? ',' : '.';
}

// ---- names ----

// the cell as a text; "" within quotes is one quote
static void cell_text(const cell *c, char out[NAME]) {
  size_t n = 0;
  for (size_t k = 0; k < c->n && n + 1 < NAME; k++) {
    out[n++] = c->s[k];
    if (c->quoted && c->s[k] == '"' && k + 1 < c->n && c->s[k + 1] == '"') k++;
  }
  out[n] = 0;
}

// "q1 [rad]", "q1 (rad)": the unit is cut off the name
static void split_unit(char name[NAME], char unit[NAME]) {
  const size_t n = strlen(name);
  unit[0] = 0;
  if (n < 3 || (name[n - 1] != ']' && name[n - 1] != ')')) return;
  char *open = strrchr(name, name[n - 1] == ']' ? '[' : '(');
  if (!open || open == name || !csv_blank(open[-1])) return;
  memcpy(unit, open + 1, (size_t)(name + n - open - 2));
  unit[name + n - open - 2] = 0;
  while (open > name && csv_blank(open[-1])) open--;
  *open = 0;
}

// q1, the second of that name q1_2
static lia_status csv_add_column(lia_record *r, const char *name, const char *unit,
    lia_csv_told *told, lia_error *err) {
  char other[NAME + 16];
  lia_text_format(other, sizeof other, "%s", name);
  for (int k = 2; lia_record_find(r, other) >= 0; k++) {
    lia_text_format(other, sizeof other, "%s_%d", name, k);
    told->renamed += k == 2;
  }
  return lia_record_add_column(r, other, unit, err);
}

static int left_out(const lia_csv_opts *o, const char *name) {
  const size_t n = strlen(name);
  for (const char *s = o->leave; s && n && (s = strstr(s, name)) != NULL; s += n)
    if ((s == o->leave || s[-1] == ' ') && (s[n] == ' ' || !s[n])) return 1;
  return 0;
}

static int all_numbers(const reader *r) {
  double x;
  int numbers = 0;
  for (int c = 0; c < r->n; c++) {
    if (r->cells[c].n && !read_number(r, &r->cells[c], &x)) return 0;
    numbers += r->cells[c].n > 0;
  }
  return numbers > 0;
}
static int no_number(const reader *r) {
  double x;
  for (int c = 0; c < r->n; c++)
    if (read_number(r, &r->cells[c], &x)) return 0;
  return r->n > 0;
}

static lia_status read_names(reader *r, lia_record *rec, const lia_csv_opts *o,
    lia_csv_told *told, lia_error *err) {
  reader units = *r;
  units.cells = NULL;
  units.room = 0;
  if (told->header) {
    pass_comments(&units, NULL);
    told->units = csv_line(&units) > 0 && units.n == r->n && no_number(&units);
  }
  lia_status st = LIA_OK;
  for (int c = 0; st == LIA_OK && c < r->n; c++) {
    char name[NAME] = "", unit[NAME] = "";
    if (told->header) cell_text(&r->cells[c], name);
    split_unit(name, unit);
    if (!*name) lia_text_format(name, sizeof name, "c%d", c + 1);
    if (told->units) cell_text(&units.cells[c], unit);
    r->left[c] = (char)left_out(o, name);
    if (!r->left[c]) st = csv_add_column(rec, name, unit, told, err);
  }
  if (told->units) {
    r->s = units.s;
    r->line = units.line;
  }
  lia_free(units.cells);
  return st;
}

// ---- rows ----

static lia_status bad_cell(const reader *r, int c, lia_error *err) {
  char text[NAME];
  cell_text(&r->cells[c], text);
  return LIA_FAIL(err, LIA_EPARSE, "", "line %ld, cell %d: expected a number, got '%.40s' "
      "(columns of words are left out by leave = {their names})", r->line, c + 1, text);
}

// why a line cannot be read
static lia_status no_line(const reader *r, lia_error *err) {
  if (r->nomem) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  return LIA_FAIL(err, LIA_EPARSE, "", "line %ld: a quote stays open", r->line);
}

static lia_status csv_row(reader *r, int ncell, lia_record *rec, double *row, lia_csv_told *told,
    lia_error *err) {
  if (r->n == ncell + 1 && !r->cells[ncell].n) r->n--;   // a separator ends the line
  if (r->n != ncell)
    return LIA_FAIL(err, LIA_EPARSE, "", "line %ld: expected %d cells, got %d", r->line, ncell,
        r->n);
  for (int c = 0, k = 0; c < ncell; c++) {
    double x = NAN;
    if (r->left[c]) continue;
    if (!r->cells[c].n) told->empty++;
    else if (!read_number(r, &r->cells[c], &x)) return bad_cell(r, c, err);
    row[k++] = x;
  }
  return lia_record_add_row(rec, row, err);
}

static lia_status csv_rows(reader *r, int first_is_row, lia_record *rec, double *row,
    lia_csv_told *told, lia_error *err) {
  const int ncell = r->n;
  if (first_is_row) LIA_TRY(csv_row(r, ncell, rec, row, told, err));
  for (;;) {
    pass_comments(r, NULL);
    const int got = csv_line(r);
    if (got < 0) return no_line(r, err);
    if (!got) return LIA_OK;
    if (!is_empty(r)) LIA_TRY(csv_row(r, ncell, rec, row, told, err));
  }
}

static lia_status read_first(reader *r, const lia_csv_opts *o, lia_csv_told *told,
    lia_error *err) {
  pass_comments(r, &told->head);
  r->separator = o->separator ? o->separator : likely_separator(r->s, r->end);
  r->point = o->point ? o->point : '.';
  if (!o->point && r->separator != ',') r->point = likely_point(r);
  told->separator = r->separator;
  told->point = r->point;
  const int got = csv_line(r);
  if (got < 0) return no_line(r, err);
  if (!got || is_empty(r)) return LIA_FAIL(err, LIA_EPARSE, "", "no line of cells is there");
  if (r->n > 1 && !r->cells[r->n - 1].n) r->n--;   // a separator ends the line
  if (r->n > MOST_CELLS)
    return LIA_FAIL(err, LIA_ELIMIT, "", "line %ld: %d cells, at most %d", r->line, r->n,
        MOST_CELLS);
  told->header = !all_numbers(r);
  return LIA_OK;
}

static lia_status read_all(reader *r, lia_record *rec, const lia_csv_opts *o, lia_csv_told *told,
    lia_error *err) {
  LIA_TRY(read_first(r, o, told, err));
  double *row = lia_malloc((size_t)r->n * sizeof *row);
  r->left = lia_calloc((size_t)r->n, 1);
  lia_status st = LIA_OK;
  if (!row || !r->left) st = LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  if (st == LIA_OK) st = read_names(r, rec, o, told, err);
  if (st == LIA_OK && !rec->ncol) st = LIA_FAIL(err, LIA_EPARSE, "", "every column is left out");
  if (st == LIA_OK) st = csv_rows(r, !told->header, rec, row, told, err);
  lia_free(row);
  return st;
}

lia_status lia_record_read_csv(lia_record **out, const char *text, size_t n,
    const lia_csv_opts *o, lia_csv_told *told, lia_error *err) {
  const size_t mark = n >= 3 && !memcmp(text, "\xef\xbb\xbf", 3) ? 3 : 0;
  reader r = { .s = text + mark, .end = text + n };
  memset(told, 0, sizeof *told);
  LIA_TRY(lia_record_new(out, err));
  lia_status st = read_all(&r, *out, o, told, err);
  if (st == LIA_OK && r.nomem) st = LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  if (st == LIA_OK) st = lia_text_status(&told->head, err);
  lia_free(r.cells);
  lia_free(r.left);
  if (st == LIA_OK) lia_record_find_rates(*out);
  if (st != LIA_OK) {
    lia_record_free(*out);
    *out = NULL;
  }
  return st;
}

void lia_record_find_rates(lia_record *r) {
  for (int c = 1; c < r->ncol; c++) {
    char rate[NAME + 20];
    lia_text_format(rate, sizeof rate, "%s'", lia_names_text(&r->names, c));
    const int v = lia_record_find(r, rate);
    if (v > 0) lia_record_rate(r, c, v);
  }
}
