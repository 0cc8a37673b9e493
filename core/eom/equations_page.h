/* equations_page.h - what the text and the LaTeX of equations have in common */
#ifndef LIA_EQUATIONS_PAGE_H
#define LIA_EQUATIONS_PAGE_H

#include "eom/equations.h"

LIA_C_BEGIN

enum { LIA_EOM_MOST_PARTS = 10 };

/* the entries of every part that the convention shows, and the abbreviations of their texts */
typedef struct lia_eom_page {
  lia_equations *o;
  const char *const *part;
  int nparts;
  lia_eom_entry *entry[LIA_EOM_MOST_PARTS];
  int count[LIA_EOM_MOST_PARTS];
  lia_expr *symbol;        /* (nsymbol) of the equations */
  uint32_t nsymbol;
  lia_abbreviations used;
} lia_eom_page;

LIA_NODISCARD lia_status lia_equations_page_of(lia_eom_page *g, lia_equations *o, lia_error *err);
void lia_equations_page_free(lia_eom_page *g);
int lia_equations_page_has(const lia_eom_page *g, const char *part);
int lia_equations_page_mentions(const lia_eom_page *g, lia_expr symbol);

/* how its formulas are printed in this style, and what was abbreviated is kept */
lia_print_opts lia_equations_page_style(lia_eom_page *g, const lia_style *style);

/* how terms are written: M q'', A q'', B [q'^2] .. */
typedef struct lia_eom_letters { const char *M, *A, *B, *P, *tau, *forces; } lia_eom_letters;
/* M q'' + ... = Q + tau + J' lambda, of the parts there are */
void lia_equations_page_whole(const lia_eom_page *g, const lia_eom_letters *w, lia_text *out);

/* what was left out over a motion, row by row; lines: what stands between its two lines */
void lia_equations_page_loss(const lia_equations *o, const char *lines, lia_text *out);
LIA_NODISCARD lia_status lia_equations_page_operations(lia_equations *o, lia_text *out,
                                                       lia_error *err);

LIA_C_END

#endif
