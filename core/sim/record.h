/* record.h - columns of results: names, units, rows in order of time; read between rows, summed up,
 * written out */
#ifndef LIA_RECORD_H
#define LIA_RECORD_H

#include "base/names.h"
#include "base/text.h"

LIA_C_BEGIN

/* column 0 is what rows are ordered by (time); names must be given before the first row */
typedef struct lia_record {
  int ncol, nrow, room;
  lia_names names;
  const char **unit;      /* (ncol) "" where there is none */
  int *rate;              /* (ncol) the column that is its rate in column 0, or -1 */
  double *x;              /* (nrow x ncol) row by row */
} lia_record;

LIA_NODISCARD lia_status lia_record_new(lia_record **out, lia_error *err);
void lia_record_free(lia_record *r);
LIA_NODISCARD lia_status lia_record_add_column(lia_record *r, const char *name, const char *unit,
    lia_error *err);

/* column v is the rate of column c in column 0 */
void lia_record_rate(lia_record *r, int c, int v);

/* a copy of row (ncol); memory that runs out loses nothing that was there */
LIA_NODISCARD lia_status lia_record_add_row(lia_record *r, const double *row, lia_error *err);

/* one column more behind the others: x (nrow). Names must differ; memory that runs out changes
 * nothing */
LIA_NODISCARD lia_status lia_record_append(lia_record *r, const char *name, const char *unit,
    const double *x, lia_error *err);

int lia_record_find(const lia_record *r, const char *name);       /* column, or -1 */
static inline const double *lia_record_row(const lia_record *r, int i) {
  return r->x + (size_t)i * (size_t)r->ncol;
}

/* the last row in which column 0 is exactly t, or -1 */
int lia_record_row_of(const lia_record *r, double t);

/* column c where column 0 is t: between rows by the cubic that its values and rates tell, a rate by
 * the slope of that cubic, others straight; the end rows beyond them; NaN where there is no row */
double lia_record_at(const lia_record *r, int c, double t);

typedef struct lia_summary { double least, largest, mean, deviation, rms; } lia_summary;
/* of its finite values; NaN where there are none */
lia_summary lia_record_summary(const lia_record *r, int c);

/* of column c over column 0, by trapezia; intervals with an end that is not finite count nothing */
double lia_record_integral(const lia_record *r, int c);

/* the first row in which a and b, of the same columns, differ by more than tol (1 + size of the
 * numbers), b read between its rows where times differ, by read(of, c, t) (NULL: lia_record_at):
 * the row, *c the column and *want b's number; -1: nowhere in their common time */
typedef double lia_record_reader(const void *of, int c, double t);
int lia_record_compare(const lia_record *a, const lia_record *b, lia_record_reader *read,
    const void *of, double tol, int *c, double *want);

/* the whole as text: CSV (quoted where it must be, numbers that read back), JSON {"columns": [...],
 * "rows": [...]}, a Lua table */
void lia_record_csv(const lia_record *r, lia_text *out);
void lia_record_json(const lia_record *r, lia_text *out);
void lia_record_lua(const lia_record *r, lia_text *out);
/* NumPy's format 1.0: little-endian doubles, (nrow, ncol) */
void lia_record_npy(const lia_record *r, lia_text *out);

/* fingerprint of names and numbers, the same on every machine that computes the same bits */
void lia_record_hash(const lia_record *r, char out[33]);

LIA_C_END

#endif
