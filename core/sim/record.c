/* record.c - growing rows, and their texts */
#include "sim/record.h"

#include "base/assert.h"
#include "base/hash.h"
#include "base/mem.h"

#include <math.h>
#include <string.h>

lia_status lia_record_new(lia_record **out, lia_error *err) {
  *out = lia_calloc(1, sizeof **out);
  return *out ? LIA_OK : LIA_FAIL(err, LIA_ENOMEM, "record", "out of memory");
}

void lia_record_free(lia_record *r) {
  if (!r) return;
  lia_names_free(&r->names);
  lia_free(r->unit);
  lia_free(r->rate);
  lia_free(r->x);
  lia_free(r);
}

lia_status lia_record_add_column(lia_record *r, const char *name, const char *unit,
    lia_error *err) {
  if (r->nrow)
    return LIA_FAIL(err, LIA_EARG, "record", "column '%s' comes after the first row", name);
  if (lia_record_find(r, name) >= 0)
    return LIA_FAIL(err, LIA_EARG, "record", "two columns are called '%s'", name);
  const char **u = lia_realloc(r->unit, ((size_t)r->ncol + 1) * sizeof *u);
  if (u) r->unit = u;
  int *rate = lia_realloc(r->rate, ((size_t)r->ncol + 1) * sizeof *rate);
  if (rate) r->rate = rate;
  char *kept = lia_arena_text(&r->names.arena, unit, strlen(unit));
  if (!u || !rate || !kept || lia_names_add(&r->names, name, strlen(name)) < 0)
    return LIA_FAIL(err, LIA_ENOMEM, "record", "out of memory");
  r->rate[r->ncol] = -1;
  r->unit[r->ncol++] = kept;
  return LIA_OK;
}

lia_status lia_record_append(lia_record *r, const char *name, const char *unit, const double *x,
    lia_error *err) {
  int n = r->ncol, rows = r->nrow;
  double *wide = rows ? lia_malloc((size_t)rows * ((size_t)n + 1) * sizeof *wide) : NULL;
  if (rows && !wide) return LIA_FAIL(err, LIA_ENOMEM, "record", "out of memory");
  r->nrow = 0;   // names may only be added to an empty record
  lia_status s = lia_record_add_column(r, name, unit, err);
  r->nrow = rows;
  if (s != LIA_OK || !rows) {
    lia_free(wide);
    return s;
  }
  for (int i = 0; i < rows; i++) {
    memcpy(wide + (size_t)i * ((size_t)n + 1), r->x + (size_t)i * (size_t)n,
        (size_t)n * sizeof *wide);
    wide[(size_t)i * ((size_t)n + 1) + (size_t)n] = x[i];
  }
  lia_free(r->x);
  r->x = wide;
  r->room = rows;
  return LIA_OK;
}

double lia_record_integral(const lia_record *r, int c) {
  LIA_ASSERT(c >= 0 && c < r->ncol);
  double sum = 0;
  for (int i = 1; i < r->nrow; i++) {
    const double *a = lia_record_row(r, i - 1), *b = lia_record_row(r, i);
    double part = (b[0] - a[0]) * (a[c] + b[c]) / 2;
    if (isfinite(part)) sum += part;
  }
  return sum;
}

static int differ(double a, double b, double tol) {
  if (isnan(a) || isnan(b)) return isnan(a) != isnan(b);
  return fabs(a - b) > tol * (1 + fmax(fabs(a), fabs(b)));
}

int lia_record_compare(const lia_record *a, const lia_record *b, lia_record_reader *read,
    const void *of, double tol, int *c, double *want) {
  if (!a->nrow || !b->nrow) return -1;
  double last = lia_record_row(b, b->nrow - 1)[0];
  for (int i = 0; i < a->nrow && lia_record_row(a, i)[0] <= last; i++) {
    const double *row = lia_record_row(a, i);
    // rows of the same time and number are compared as they are: at an event there are two
    const double *same = i < b->nrow && lia_record_row(b, i)[0] == row[0] ? lia_record_row(b, i)
        : NULL;
    for (*c = 1; *c < a->ncol; ++*c) {
      if (same) *want = same[*c];
      else *want = read ? read(of, *c, row[0]) : lia_record_at(b, *c, row[0]);
      if (differ(row[*c], *want, tol)) return i;
    }
  }
  return -1;
}

lia_status lia_record_add_row(lia_record *r, const double *row, lia_error *err) {
  if (r->nrow == r->room) {
    int room = r->room ? 2 * r->room : 256;
    double *x = room > r->room ? lia_realloc(r->x, (size_t)room * (size_t)r->ncol * sizeof *x)
        : NULL;
    if (!x) return LIA_FAIL(err, LIA_ENOMEM, "record", "out of memory after %d rows", r->nrow);
    r->x = x;
    r->room = room;
  }
  LIA_ASSERT(r->nrow < r->room);
  memcpy(r->x + (size_t)r->nrow++ * (size_t)r->ncol, row, (size_t)r->ncol * sizeof *row);
  return LIA_OK;
}

int lia_record_find(const lia_record *r, const char *name) {
  return lia_names_find(&r->names, name, strlen(name));
}

void lia_record_rate(lia_record *r, int c, int v) { r->rate[c] = v; }

// between rows a and b, at part s of the interval: Hermite's cubic of column c with rates v, and
// its slope
static double cubic(const double *a, const double *b, int c, int v, double s) {
  double h = b[0] - a[0], d = b[c] - a[c], s1 = 1 - s;
  return a[c] + s * (d + s1 * (s1 * (h * a[v] - d) - s * (h * b[v] - d)));
}

static double cubic_slope(const double *a, const double *b, int c, int v, double s) {
  double d = (b[c] - a[c]) / (b[0] - a[0]);
  return 6 * s * (1 - s) * d + (1 - s) * (1 - 3 * s) * a[v] + s * (3 * s - 2) * b[v];
}

static double between(const lia_record *r, const double *a, const double *b, int c, double s) {
  if (r->rate[c] >= 0) return cubic(a, b, c, r->rate[c], s);
  for (int k = 0; k < r->ncol; k++)
    if (r->rate[k] == c) return cubic_slope(a, b, k, c, s);
  return a[c] + (b[c] - a[c]) * s;
}

// the last row no later than t (where time runs backwards: no earlier); t is within
static int row_before(const lia_record *r, double t) {
  LIA_ASSERT(r->nrow > 0);
  int lo = 0, hi = r->nrow - 1, back = lia_record_row(r, hi)[0] < lia_record_row(r, lo)[0];
  while (hi - lo > 1) {
    int mid = (lo + hi) / 2;
    double at = lia_record_row(r, mid)[0];
    if (back ? at >= t : at <= t) lo = mid;
    else hi = mid;
  }
  return lia_record_row(r, hi)[0] == t ? hi : lo;
}

int lia_record_row_of(const lia_record *r, double t) {
  if (r->nrow == 0) return -1;
  int k = row_before(r, t);
  return lia_record_row(r, k)[0] == t ? k : -1;
}

double lia_record_at(const lia_record *r, int c, double t) {
  if (r->nrow == 0 || isnan(t)) return (double)NAN;
  const double *first = lia_record_row(r, 0), *last = lia_record_row(r, r->nrow - 1);
  double way = last[0] < first[0] ? -1 : 1;
  if (way * (t - first[0]) <= 0) return first[c];
  if (way * (t - last[0]) >= 0) return last[c];
  const double *a = lia_record_row(r, row_before(r, t)), *b = a + r->ncol;
  return between(r, a, b, c, (t - a[0]) / (b[0] - a[0]));
}

lia_summary lia_record_summary(const lia_record *r, int c) {
  LIA_ASSERT(c >= 0 && c < r->ncol);
  lia_summary s = { (double)INFINITY, -(double)INFINITY, 0, 0, 0 };
  double mean = 0, m2 = 0, square = 0, n = 0;
  for (int i = 0; i < r->nrow; i++) {
    double x = lia_record_row(r, i)[c];
    if (!isfinite(x)) continue;
    n++;
    s.least = fmin(s.least, x);
    s.largest = fmax(s.largest, x);
    // Welford: the mean moves, the squares about it follow
    double d = x - mean;
    mean += d / n;
    m2 += d * (x - mean);
    square += x * x;
  }
  if (n == 0)
    return (lia_summary){ (double)NAN, (double)NAN, (double)NAN, (double)NAN, (double)NAN };
  s.mean = mean;
  s.deviation = sqrt(m2 / n);
  s.rms = sqrt(square / n);
  return s;
}

// ---- texts ----

static void csv_name(lia_text *out, const char *name) {
  if (!strpbrk(name, ",\"\n\r")) {
    lia_text_put(out, name);
    return;
  }
  lia_text_char(out, '"');
  for (; *name; name++) {
    if (*name == '"') lia_text_char(out, '"');
    lia_text_char(out, *name);
  }
  lia_text_char(out, '"');
}

void lia_record_csv(const lia_record *r, lia_text *out) {
  for (int c = 0; c < r->ncol; c++) {
    if (c) lia_text_char(out, ',');
    csv_name(out, lia_names_text(&r->names, c));
  }
  lia_text_char(out, '\n');
  for (int i = 0; i < r->nrow; i++)
    for (int c = 0; c < r->ncol; c++) {
      lia_text_num(out, lia_record_row(r, i)[c]);
      lia_text_char(out, c + 1 < r->ncol ? ',' : '\n');
    }
}

// a string as JSON and Lua both read it
static void quoted(lia_text *out, const char *s) {
  lia_text_char(out, '"');
  for (; *s; s++) {
    unsigned char c = (unsigned char)*s;
    if (c == '"' || c == '\\') lia_text_char(out, '\\');
    if (c == '\n') lia_text_put(out, "\\n");
    else if (c < ' ') lia_text_char(out, '?');
    else lia_text_char(out, (char)c);
  }
  lia_text_char(out, '"');
}

// what is not finite, as Lua reads it
static const char *quotient(double x) {
  if (isnan(x)) return "0/0";
  return x > 0 ? "1/0" : "-1/0";
}

// rows between brackets; JSON has no word for what is not finite
static void record_rows(const lia_record *r, lia_text *out, const char *open, const char *close,
    const char *not_finite) {
  for (int i = 0; i < r->nrow; i++) {
    lia_text_put(out, open);
    for (int c = 0; c < r->ncol; c++) {
      double x = lia_record_row(r, i)[c];
      if (c) lia_text_put(out, ", ");
      if (isfinite(x)) lia_text_num(out, x);
      else lia_text_put(out, not_finite ? not_finite : quotient(x));
    }
    lia_text_put(out, close);
    lia_text_put(out, i + 1 < r->nrow ? ",\n" : "\n");
  }
}

static void words(const lia_record *r, lia_text *out, int units) {
  for (int c = 0; c < r->ncol; c++) {
    if (c) lia_text_put(out, ", ");
    quoted(out, units ? r->unit[c] : lia_names_text(&r->names, c));
  }
}

void lia_record_json(const lia_record *r, lia_text *out) {
  lia_text_put(out, "{\"columns\": [");
  words(r, out, 0);
  lia_text_put(out, "],\n\"units\": [");
  words(r, out, 1);
  lia_text_put(out, "],\n\"rows\": [\n");
  record_rows(r, out, "[", "]", "null");
  lia_text_put(out, "]}\n");
}

void lia_record_lua(const lia_record *r, lia_text *out) {
  lia_text_put(out, "return {\n  columns = { ");
  words(r, out, 0);
  lia_text_put(out, " },\n  units = { ");
  words(r, out, 1);
  lia_text_put(out, " },\n  rows = {\n");
  record_rows(r, out, "    { ", " }", NULL);
  lia_text_put(out, "  },\n}\n");
}

void lia_record_npy(const lia_record *r, lia_text *out) {
  char head[128];
  int n = lia_text_format(head, sizeof head,
      "{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d), }", r->nrow, r->ncol);
  int total = (10 + n + 1 + 63) / 64 * 64, len = total - 10;
  const char magic[] = "\x93NUMPY\x01";
  lia_text_add(out, magic, 7);
  lia_text_char(out, 0);
  lia_text_char(out, (char)(len & 255));
  lia_text_char(out, (char)(len >> 8));
  lia_text_add(out, head, (size_t)n);
  lia_text_pad(out, ' ', len - n - 1);
  lia_text_char(out, '\n');
  for (size_t k = 0; k < (size_t)r->nrow * (size_t)r->ncol; k++) {
    uint64_t bits;
    memcpy(&bits, &r->x[k], sizeof bits);
    for (int b = 0; b < 8; b++) lia_text_char(out, (char)(bits >> 8 * b & 255));
  }
}

void lia_record_hash(const lia_record *r, char out[33]) {
  lia_hash h = lia_hash_start();
  for (int c = 0; c < r->ncol; c++)
    lia_hash_bytes(&h, lia_names_text(&r->names, c), strlen(lia_names_text(&r->names, c)));
  lia_hash_doubles(&h, r->x, (size_t)r->nrow * (size_t)r->ncol);
  lia_hash_text(&h, out);
}
