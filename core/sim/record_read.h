/* record_read.h - columns of results read back: comma-separated text, NumPy arrays, MAT files */
#ifndef LIA_RECORD_READ_H
#define LIA_RECORD_READ_H

#include "sim/record.h"

LIA_C_BEGIN

typedef struct lia_csv_opts {
  char separator;      /* ',', ';', a tab, ' ' (blanks, as many as there are); 0: found out */
  char point;          /* '.' or ','; 0: found out */
  const char *leave;   /* names of columns to leave out, between blanks; NULL: none */
} lia_csv_opts;

/* what was found: the first and last comment lines ("#", "%") before the names go to head */
typedef struct lia_csv_told {
  char separator, point;
  int header, units, empty, renamed;   /* lines of names and of units, empty cells, names twice */
  lia_text head;
} lia_csv_told;

/* Lines of cells: comments and empty lines between them are passed over; the first line are names
 * unless all of it is numbers (then c1, c2 ..), "q1 [rad]" and "q1 (rad)" are a name and its unit,
 * a second line without numbers are units; cells may be quoted. An empty cell is NaN. EPARSE with
 * the line and the column. told->head is to be freed, whatever comes back */
LIA_NODISCARD lia_status lia_record_read_csv(lia_record **out, const char *text, size_t n,
    const lia_csv_opts *o, lia_csv_told *told, lia_error *err);

/* an array of one or two dimensions, of numbers of any width, of either byte order, in rows or in
 * columns; names: between blanks, fewer: c3, c4 .. */
LIA_NODISCARD lia_status lia_record_read_npy(lia_record **out, const char *bytes, size_t n,
    const char *names, lia_error *err);

/* real vectors of one length of a MAT file of version 4 (save -v4), a column each; the others are
 * told in passed, a line each */
LIA_NODISCARD lia_status lia_record_read_mat(lia_record **out, const char *bytes, size_t n,
    lia_text *passed, lia_error *err);

/* a MAT file of version 4, a vector for each column: q1' is q1_d there; MATLAB, Octave and SciPy
 * read it */
void lia_record_mat(const lia_record *r, lia_text *out);

/* columns that are called q and q' are one and its rate */
void lia_record_find_rates(lia_record *r);

LIA_C_END

#endif
