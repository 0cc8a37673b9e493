/* latex.h - long formulas in LaTeX, cut into lines that fit a page */
#ifndef LIA_LATEX_H
#define LIA_LATEX_H

#include "base/text.h"

LIA_C_BEGIN

/* how wide a formula is set, about: letters and signs, without what only places them */
int lia_latex_width(const char *latex);

/* pieces of a formula, a line each, cut before + and - outside braces and inside at most `deepest`
 * parentheses, as few of them as it takes to make none wider than `columns` (0: longer than
 * LIA_LATEX_WIDE bytes). Fractions too wide for a line go before what they divide. Appended to out;
 * 0, and nothing, where the formula fits as it is */
enum { LIA_LATEX_WIDE = 160 };
int lia_latex_cut(const char *latex, int columns, int deepest, lia_text *out);

/* the formula in lines of at most about `columns` signs, for the rows of align*: the second and
 * later ones indented */
void lia_latex_lines(const char *latex, int columns, lia_text *out);

LIA_C_END

#endif
