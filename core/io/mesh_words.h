/* mesh_words.h - lines and words of STL, OBJ and mtl */
#ifndef LIA_MESH_WORDS_H
#define LIA_MESH_WORDS_H

#include "base/status.h"

#include <stddef.h>

LIA_C_BEGIN

typedef struct lia_mesh_words {
  const char *at, *end;         /* what is still to read */
  const char *word;             /* the last one, not ended by 0 */
  size_t n;
  long line;                    /* where it stands, from 1 */
} lia_mesh_words;

/* the next word of the same line, of any line: 1; 0 where there is none. A \ before the end of a
 * line joins it to the next */
int lia_mesh_word(lia_mesh_words *w);
int lia_mesh_word_any(lia_mesh_words *w);
void lia_mesh_rest(lia_mesh_words *w);          /* to the end of this line */
int lia_mesh_is(const lia_mesh_words *w, const char *what);   /* whether small or capital letters */
/* the rest of the line without blanks at its ends, as the word */
int lia_mesh_name(lia_mesh_words *w);
/* count finite numbers of this line; EPARSE */
LIA_NODISCARD lia_status lia_mesh_numbers(lia_mesh_words *w, double *x, int count, const char *file,
    lia_error *err);
/* EPARSE at "file:line" */
lia_status lia_mesh_broken(const lia_mesh_words *w, const char *file, const char *what,
    lia_error *err);

LIA_C_END

#endif
