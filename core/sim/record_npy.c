/* record_npy.c - columns of results out of arrays of NumPy, and vectors of MAT files */
#include "sim/record_read.h"

#include "base/mem.h"

#include <stdint.h>
#include <string.h>

enum { MOST_COLUMNS = 10000 };

// ---- numbers of any width and byte order ----

typedef struct format { char kind; int width, big; } format;   // 'f', 'i', 'u', 'b'

static uint64_t bytes_of(const unsigned char *s, format f) {
  uint64_t bits = 0;
  for (int k = 0; k < f.width; k++) bits |= (uint64_t)s[f.big ? f.width - 1 - k : k] << 8 * k;
  return bits;
}

static double npy_number(const unsigned char *s, format f) {
  const uint64_t bits = bytes_of(s, f);
  if (f.kind == 'f' && f.width == 8) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
  }
  if (f.kind == 'f') {
    const uint32_t low = (uint32_t)bits;
    float x;
    memcpy(&x, &low, sizeof x);
    return (double)x;
  }
  if (f.kind != 'i' || !(bits >> (8 * f.width - 1))) return (double)bits;
  const uint64_t all = f.width == 8 ? 0 : UINT64_MAX << 8 * f.width;
  return -(double)(~(bits | all) + 1);
}

// ---- NumPy ----

// what stands behind 'key': in the head of the file
static const char *behind(const char *head, const char *key) {
  const char *s = strstr(head, key);
  if (!s) return NULL;
  s += strlen(key);
  while (*s == ' ' || *s == ':') s++;
  return s;
}

static int read_format(const char *s, format *f) {
  if (!s || *s != '\'') return 0;
  f->big = s[1] == '>';
  f->kind = s[2];
  f->width = s[3] >= '1' && s[3] <= '8' ? s[3] - '0' : 0;
  if (!strchr("<>|=", s[1]) || s[4] != '\'') return 0;
  if (f->kind == 'f') return f->width == 4 || f->width == 8;
  if (f->kind == 'b') return f->width == 1;
  return (f->kind == 'i' || f->kind == 'u') && f->width && !(f->width & (f->width - 1));
}

// "(100, 3)" or "(100,)": how many dimensions, 0 where it is something else
static int read_shape(const char *s, double shape[2]) {
  int n = 0;
  if (!s || *s++ != '(') return 0;
  while (*s && *s != ')') {
    double x;
    const size_t took = lia_text_number(s, strlen(s), &x);
    if (!took || n == 2 || !(x >= 0) || x > 1e15) return 0;
    shape[n++] = x;
    s += took;
    while (*s == ',' || *s == ' ') s++;
  }
  return *s == ')' ? n : 0;
}

typedef struct array {
  format f;
  double rows, cols;
  int by_columns;
  const unsigned char *data;
} array;

static lia_status npy_head(array *a, const char *bytes, size_t n, lia_error *err) {
  const unsigned char *b = (const unsigned char *)bytes;
  char head[1024];
  double shape[2] = { 0, 1 };
  if (n < 12 || memcmp(bytes, "\x93NUMPY", 6) != 0)
    return LIA_FAIL(err, LIA_EPARSE, "", "expected an array that NumPy has saved (.npy)");
  const int wide = b[6] > 1;
  const size_t from = wide ? 12 : 10;
  const size_t size = (size_t)b[8] | (size_t)b[9] << 8 | (wide ? (size_t)b[10] << 16 : 0);
  if (from + size > n || size >= sizeof head)
    return LIA_FAIL(err, LIA_EPARSE, "", "the head of the array is cut off or too long");
  memcpy(head, bytes + from, size);
  head[size] = 0;
  if (!read_format(behind(head, "'descr'"), &a->f))
    return LIA_FAIL(err, LIA_EPARSE, "", "expected an array of numbers, got %.80s",
        behind(head, "'descr'") ? behind(head, "'descr'") : "nothing that says which");
  if (!read_shape(behind(head, "'shape'"), shape))
    return LIA_FAIL(err, LIA_EPARSE, "", "expected an array of one or two dimensions");
  const char *order = behind(head, "'fortran_order'");
  a->by_columns = order && *order == 'T';
  a->rows = shape[0];
  a->cols = shape[1];
  a->data = b + from + size;
  const double room = (double)(n - from - size);
  if (a->rows * a->cols * a->f.width > room || a->cols < 1 || a->cols > MOST_COLUMNS)
    return LIA_FAIL(err, LIA_EPARSE, "",
        "%g x %g numbers of %d bytes do not fit the %g bytes of the file", a->rows, a->cols,
        a->f.width, room);
  return LIA_OK;
}

// word k of names, or c<k + 1>
static void npy_word(const char *names, int k, char out[200]) {
  size_t n = 0;
  const char *s = names ? names : "";
  for (int word = 0;; word++) {
    while (*s == ' ') s++;
    n = strcspn(s, " ");
    if (!n || word == k) break;
    s += n;
  }
  if (n) lia_text_format(out, 200, "%.*s", (int)n, s);
  else lia_text_format(out, 200, "c%d", k + 1);
}

static lia_status npy_fill(lia_record *r, const array *a, lia_error *err) {
  const size_t rows = (size_t)a->rows, cols = (size_t)a->cols, width = (size_t)a->f.width;
  double *row = lia_malloc(cols * sizeof *row);
  lia_status st = row ? LIA_OK : LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  for (size_t i = 0; st == LIA_OK && i < rows; i++) {
    for (size_t c = 0; c < cols; c++)
      row[c] = npy_number(a->data + width * (a->by_columns ? c * rows + i : i * cols + c), a->f);
    st = lia_record_add_row(r, row, err);
  }
  lia_free(row);
  return st;
}

// what was read, or nothing at all
static lia_status given(lia_record **out, lia_status st) {
  if (st == LIA_OK) lia_record_find_rates(*out);
  if (st != LIA_OK) {
    lia_record_free(*out);
    *out = NULL;
  }
  return st;
}

lia_status lia_record_read_npy(lia_record **out, const char *bytes, size_t n, const char *names,
    lia_error *err) {
  array a = { 0 };
  LIA_TRY(npy_head(&a, bytes, n, err));
  LIA_TRY(lia_record_new(out, err));
  lia_status st = LIA_OK;
  for (int c = 0; st == LIA_OK && c < (int)a.cols; c++) {
    char name[200];
    npy_word(names, c, name);
    st = lia_record_add_column(*out, name, "", err);
  }
  if (st == LIA_OK) st = npy_fill(*out, &a, err);
  return given(out, st);
}

// ---- MAT files of version 4 ----

// five numbers of 32 bits (type MOPT, rows, columns, imaginary, length of the name), the name, the
// numbers column by column [MathWorks, MAT-File Format, level 4]
static void put_int(lia_text *out, uint32_t x) {
  for (int k = 0; k < 4; k++) lia_text_char(out, (char)(x >> 8 * k & 255));
}

// q1' -> q1_d: letters, digits and _, a letter first, 63 at most
static void mat_name(const char *s, char out[64]) {
  size_t n = 0;
  if (!((*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z'))) out[n++] = 'x';
  for (; *s && n < 61; s++) {
    const int plain = (*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z') ||
        (*s >= '0' && *s <= '9');
    out[n++] = (char)(plain ? *s : '_');
    if (*s == '\'') out[n++] = 'd';
  }
  out[n] = 0;
}

void lia_record_mat(const lia_record *r, lia_text *out) {
  for (int c = 0; c < r->ncol; c++) {
    char name[64];
    mat_name(lia_names_text(&r->names, c), name);
    put_int(out, 0);
    put_int(out, (uint32_t)r->nrow);
    put_int(out, 1);
    put_int(out, 0);
    put_int(out, (uint32_t)strlen(name) + 1);
    lia_text_add(out, name, strlen(name) + 1);
    for (int i = 0; i < r->nrow; i++) {
      uint64_t bits;
      memcpy(&bits, &lia_record_row(r, i)[c], sizeof bits);
      for (int k = 0; k < 8; k++) lia_text_char(out, (char)(bits >> 8 * k & 255));
    }
  }
}

typedef struct matrix {
  format f;
  size_t rows, cols, next;
  int numbers;
  const char *name;
  const unsigned char *data;
} matrix;

static const format mat_formats[] = {
  { 'f', 8, 0 }, { 'f', 4, 0 }, { 'i', 4, 0 }, { 'i', 2, 0 }, { 'u', 2, 0 }, { 'u', 1, 0 },
};

// the matrix that begins at `at`; 0: none does
static int mat_matrix(matrix *m, const char *bytes, size_t n, size_t at) {
  const unsigned char *b = (const unsigned char *)bytes + at;
  if (n - at < 20) return 0;
  uint32_t x[5];
  int big = b[0] == 0 && b[1] == 0 && (b[2] || b[3] >= 100);   // 1000 and more: the other order
  for (int k = 0; k < 5; k++) x[k] = (uint32_t)bytes_of(b + 4 * k, (format){ 'u', 4, big });
  const uint32_t order = x[0] / 1000, precision = x[0] / 10 % 10, kind = x[0] % 10;
  if (order > 1 || x[0] / 100 % 10 || precision > 5 || kind > 2 || x[3] > 1) return 0;
  if (!x[4] || x[4] > n - at - 20 || b[20 + x[4] - 1] != 0) return 0;
  m->f = mat_formats[precision];
  m->f.big = order == 1;
  m->rows = x[1];
  m->cols = x[2];
  m->numbers = kind == 0 && !x[3];
  m->name = (const char *)b + 20;
  m->data = b + 20 + x[4];
  const double size = (double)x[1] * x[2] * m->f.width * (1 + x[3]);
  if (size > (double)(n - at - 20 - x[4])) return 0;
  m->next = at + 20 + x[4] + (size_t)size;
  return 1;
}

static int is_vector(const matrix *m) {
  return m->numbers && (m->rows == 1 || m->cols == 1) && m->rows * m->cols > 0;
}

static lia_status mat_broken(const char *bytes, size_t n, size_t at, lia_error *err) {
  if (n >= 128 && !memcmp(bytes, "MATLAB", 6))
    return LIA_FAIL(err, LIA_EPARSE, "",
        "a MAT file of version 5 or later: save it with -v4 (MATLAB, Octave), or as .npy");
  return LIA_FAIL(err, LIA_EPARSE, "", "expected a matrix of a MAT file of version 4 at byte %zu",
      at);
}

// the length of most vectors is that of the columns: of the first, then; and their names
static lia_status mat_names(lia_record *r, const char *bytes, size_t n, lia_text *passed,
    size_t *length, lia_error *err) {
  matrix m;
  for (size_t at = 0; at < n; at = m.next) {
    if (!mat_matrix(&m, bytes, n, at)) return mat_broken(bytes, n, at, err);
    const size_t size = m.rows * m.cols;
    if (!*length && is_vector(&m)) *length = size;
    if (is_vector(&m) && size == *length) LIA_TRY(lia_record_add_column(r, m.name, "", err));
    else lia_text_printf(passed, "%s: %zu x %zu%s\n", m.name, m.rows, m.cols,
        m.numbers ? "" : ", not of real numbers");
  }
  if (r->ncol) return LIA_OK;
  return LIA_FAIL(err, LIA_EPARSE, "", "no vector of real numbers is in the MAT file");
}

static void mat_fill(double *x, const lia_record *r, size_t length, const char *bytes, size_t n) {
  matrix m;
  int c = 0;
  for (size_t at = 0; at < n && mat_matrix(&m, bytes, n, at); at = m.next) {
    if (!is_vector(&m) || m.rows * m.cols != length) continue;
    for (size_t i = 0; i < length; i++)
      x[i * (size_t)r->ncol + (size_t)c] = npy_number(m.data + i * (size_t)m.f.width, m.f);
    c++;
  }
}

lia_status lia_record_read_mat(lia_record **out, const char *bytes, size_t n, lia_text *passed,
    lia_error *err) {
  size_t length = 0;
  LIA_TRY(lia_record_new(out, err));
  lia_status st = mat_names(*out, bytes, n, passed, &length, err);
  double *x = NULL;
  if (st == LIA_OK) x = lia_malloc(length * (size_t)(*out)->ncol * sizeof *x);
  if (st == LIA_OK && !x) st = LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  if (st == LIA_OK) mat_fill(x, *out, length, bytes, n);
  for (size_t i = 0; st == LIA_OK && i < length; i++)
    st = lia_record_add_row(*out, x + i * (size_t)(*out)->ncol, err);
  lia_free(x);
  return given(out, st);
}
