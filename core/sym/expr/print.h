/* print.h - expression -> text a person reads, or LaTeX
 *
 * Plain text reads back (parse.h) as the same expression. Terms and factors stand in the order of
 * order.h, with as few parentheses as the grammar allows: m*v^2/2, 1 - x, -(a + b)*c, sqrt(x),
 * 1/(x*y), q1'. Numbers: 1/2, 3/4, 1/3 as fractions, 9.81 and 0.1 as decimals, doubles with the
 * digits that read back. A shared expression is printed each time it is used: `most` bounds the
 * text, which then ends with "...". */
#ifndef LIA_PRINT_H
#define LIA_PRINT_H

#include "base/text.h"
#include "sym/expr/pool.h"

LIA_C_BEGIN

typedef struct lia_style lia_style;

/* shown: plain text for the eye, in which a double that has lost less than about ten of its
 * thirteen digits is a number like any other */
extern const lia_style lia_style_text, lia_style_shown, lia_style_latex;

/* sines and cosines that a printer has abbreviated, each once, in the order of the text. Start from
 * { 0 } */
typedef struct lia_abbreviations {
  lia_expr *e;             /* (n) */
  int n, room, nomem;
} lia_abbreviations;
void lia_abbreviations_free(lia_abbreviations *a);

typedef struct lia_print_opts {
  const lia_style *style;  /* NULL: plain text */
  size_t most;             /* most bytes; 0: 1 MB */
  /* 1: c12 for cos(q1 + q2), s1 for sin(q1), where the coordinates in all sines and cosines are
   * numbered alike; 2: where those of the angle are. What counts are the names in the text,
   * whatever else the pool holds */
  int angles;
  /* (nbeside) whose names are in the text too, symbols for angles like any other; NULL: none */
  const lia_expr *beside;
  uint32_t nbeside;
  lia_abbreviations *used; /* NULL, or where those that were written are added */
  /* so many significant digits of decimals and doubles, for the eye: 0.667; whole numbers and
   * fractions stay. 0: all, which read back */
  int digits;
} lia_print_opts;

/* append e to out; opts may be NULL */
lia_status lia_print(lia_pool *p, lia_expr e, const lia_print_opts *opts,
    lia_text *out) LIA_NODISCARD;

/* a matrix, row major: [a  b] a line per row, columns aligned; in LaTeX a pmatrix. opts->most
 * bounds each entry */
lia_status lia_print_matrix(lia_pool *p, int rows, int cols, const lia_expr *x,
    const lia_print_opts *opts, lia_text *out) LIA_NODISCARD;

/* at most size bytes with the 0, for messages; e may be 0 */
void lia_print_short(lia_pool *p, lia_expr e, char *out, size_t size);

/* one number; one symbol by its name, or as the style writes it */
void lia_print_num(lia_text *out, const lia_style *style, lia_ratio a);
void lia_print_symbol(lia_text *out, const lia_style *style, const lia_pool *p, lia_expr symbol);

/* how sines and cosines are abbreviated in a text with these symbols; lia_angles_open makes it of
 * the n expressions of a text and of those beside, 0: out of memory. Freed by lia_angles_close */
typedef struct lia_angles {
  int how;                 /* lia_print_opts.angles; 0: not at all */
  uint32_t n, nangle;
  lia_expr *symbol;        /* (n) */
  lia_expr *angle;         /* (nangle) those of them that may be angles */
} lia_angles;
int lia_angles_open(lia_angles *a, lia_pool *p, uint32_t n, const lia_expr *e,
    const lia_print_opts *opts) LIA_NODISCARD;
void lia_angles_close(lia_angles *a);

/* 1 where the numbered coordinates in the sines and cosines of n expressions have one name; 0 too
 * where memory is out */
int lia_angles_alike(lia_pool *p, uint32_t n, const lia_expr *e) LIA_NODISCARD;

/* what the abbreviations of a text mean, "c1 = cos th1, s12 = sin(th1 + th2)", as these options
 * wrote them: one of one angle, one of a sum, "and so on"; brackets: cos(th1) */
lia_status lia_print_legend(lia_pool *p, const lia_abbreviations *used, const lia_print_opts *opts,
    int brackets, lia_text *out) LIA_NODISCARD;

/* the abbreviation of sin or cos of a sum of numbered coordinates, "c12" ("c1_12" from ten on); 0
 * where e is none */
int lia_print_angle(lia_text *out, const lia_style *style, const lia_pool *p,
    const lia_angles *angles, lia_expr e);

/* how a ratio is written: as n/d, or as a decimal or double */
int lia_print_as_fraction(lia_ratio a);

LIA_C_END

#endif
