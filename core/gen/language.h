/* language.h - what a language is: one row; and the writer that all of them share
 *
 * To add one: write languages/<name>.c with its row, add X(<name>) to languages.def: programs,
 * choices in signatures, help and tests read the row. Programs are the statements of a tape
 * (script.h), so this is for languages that compute. LaTeX is none of them: it prints an expression
 * as a person reads it, from the tree, without statements, names or numbers of a machine
 * (sym/expr/print.h). */
#ifndef LIA_LANGUAGE_H
#define LIA_LANGUAGE_H

#include "base/arena.h"
#include "base/hash.h"
#include "base/names.h"
#include "gen/emit_function.h"
#include "gen/script.h"

LIA_C_BEGIN

typedef struct lia_writer lia_writer;
/* test vectors, n rows each */
typedef struct lia_vectors { double *in, *out; int n; } lia_vectors;

/* functions by their instruction; math: what stands before each of them, suffix: behind */
#define LIA_FUNCTION_LIST(X) \
  X(sqrt) X(sin) X(cos) X(tan) X(asin) X(acos) X(atan) X(exp) X(log) X(tanh) X(abs) X(sign) \
  X(floor) X(pow) X(atan2) X(min) X(max)
#define X(id) *id,
typedef struct lia_functions_of {
  const char *math, *suffix, LIA_FUNCTION_LIST(X) *end;
} lia_functions_of;
#undef X

struct lia_language_row {
  const char *name, *text;
  const char *called;                /* in messages: "JavaScript" */
  struct {
    const char *reserved;            /* words no variable may have, between spaces */
    int (*reserves)(const char *name, size_t n);   /* words by their form; NULL: none */
    const char *taken;               /* more words no function may have; NULL: it may have any */
  } words;
  struct { const char *open, *more, *close; } remark;   /* of the head: first line, others, end */
  struct {
    const char *let, *assign, *end;  /* "const double ", " = ", ";" */
    int chained;                     /* 1: "x = w[3] = 1;" gives two names a value */
    int base;                        /* first index of an array */
    const char *open, *close;        /* about an index: "[", "]" */
    uint32_t most;                   /* statements in a part */
    uint32_t inputs;   /* of a part, that get a variable each; more are read where they stand */
    void (*input)(lia_writer *w, int group, int at);
    void (*output)(lia_writer *w, int group, int at);
  } statement;
  struct {
    const char *open, *close;        /* about a number */
    const char *point;               /* behind a whole number, which would else be an integer */
    const char *nan, *infinity, *minus_infinity;
  } number;
  lia_functions_of function;
  struct {
    const char *madd;                /* the function a*b + c, NULL: written out */
    const char *divide;              /* the function a/b, NULL: written out */
    const char *less, *less_equal, *equal;
    int calls;                       /* 1: these and choose are functions */
    const char *yes, *no;            /* after a comparison, to make 1 or 0 of it */
    const char *choose, *otherwise;  /* between condition, value and value; or the function */
  } operation;
  int kernels;                       /* 1: can be written for this process (lia_emit_opts.kernel) */
  void (*write)(lia_writer *w, const lia_vectors *t);   /* the whole program */
  /* sine and cosine of one angle, values i and i + 1, by one call; NULL: one after the other */
  void (*pair)(lia_writer *w, uint32_t i);
  int exact;                         /* 1: sums are rounded in the order of the tape */
};

/* A row needs every column: .text, .called, LIA_WORDS, LIA_REMARK, LIA_STATEMENT, LIA_NUMBER,
 * LIA_FUNCTIONS, LIA_OPERATION, .kernels, .write. One that is forgotten, or a member of a group, is
 * an argument too few, and does not compile */
#define LIA_WORDS(reserved, reserves, taken) .words = { reserved, reserves, taken }
#define LIA_REMARK(open, more, close) .remark = { open, more, close }
#define LIA_STATEMENT(let, assign, end, chained, base, open, close, most, inputs, input, output) \
  .statement = { let, assign, end, chained, base, open, close, most, inputs, input, output }
#define LIA_NUMBER(open, close, point, nan, infinity, minus_infinity) \
  .number = { open, close, point, nan, infinity, minus_infinity }
#define LIA_FUNCTIONS(math, suffix, sqrt, sin, cos, tan, asin, acos, atan, exp, log, tanh, abs, \
                      sign, floor, pow, atan2, min, max) \
  .function = { math, suffix, sqrt, sin, cos, tan, asin, acos, atan, exp, log, tanh, abs, sign, \
                floor, pow, atan2, min, max, "" }
#define LIA_OPERATION(madd, divide, less, less_equal, equal, calls, yes, no, choose, otherwise) \
  .operation = { madd, divide, less, less_equal, equal, calls, yes, no, choose, otherwise }
#define LIA_LANGUAGE_ROW(id, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10) \
  extern const lia_language_row lia_language_row_##id; \
  const lia_language_row lia_language_row_##id = { \
    .name = #id, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10 }

/* words that are functions in every language */
#define LIA_WORDS_MATH " sin cos tan asin acos atan exp log tanh abs fabs sign floor sqrt pow " \
  "atan2 min max lesser greater fma madd MADD SIGN SIN COS K "

/* ---- the writer ---- */

struct lia_writer {
  const lia_emit_fn *f;
  const lia_language_row *d;
  const lia_emit_opts *opts;
  int kernel;                     /* asked for, and the language can */
  lia_text *out;
  lia_tape *tape;
  lia_script *script;
  lia_arena arena;
  lia_names used;                 /* every name given */
  const char **name;              /* (script->n) of inputs and named values */
  int *group, *at;                /* (nin) input i is in[group][at] */
  int *outgroup, *outat;          /* (nout) */
  uint32_t *early, nearly;        /* kernel: sincos whose angles come from inputs, ascending */
  uint32_t *list, *begin;         /* values of part k: list[begin[k] ..], ascending */
  uint32_t *mark, marks, *read;   /* (n) the last collection that has a value; the collection */
  /* these angles are among the inputs direct - 1 .. + span, side by side; 0: they are gathered */
  uint32_t direct, span;
  int expand;                     /* writing an angle before all parts: nothing has a name yet */
  int inplace;                    /* this part reads so many inputs that they get no variables */
  int nomem;
  char print[LIA_HASH_TEXT];      /* made_from, or the fingerprint of what is computed */
};

static inline void lia_put(lia_writer *w, const char *s) { lia_text_put(w->out, s); }
#define LIA_PUT(...) lia_text_printf(w->out, __VA_ARGS__)

/* how tightly what is around a value binds */
enum { LIA_PLACE_sum = 1, LIA_PLACE_product, LIA_PLACE_atom };

/* statements.c: value i as it stands in a part; the statements of a part, *store (0 at first) goes
 * on from part to part; "const double q1 = in[0][0];"; "const double x3 = w[7] = "; names for
 * everything, before all else */
void lia_write_value(lia_writer *w, uint32_t i, int place, int part);
void lia_write_body(lia_writer *w, int part, uint32_t *store);
void lia_write_decimal(lia_writer *w, double x);   /* as written where it is no operand */
void lia_write_input(lia_writer *w, uint32_t i);
void lia_write_let(lia_writer *w, uint32_t i);
void lia_give_names(lia_writer *w);
int lia_word_among(const char *words, const char *name, size_t n);
int lia_is_used(const lia_writer *w, uint32_t op);     /* an instruction, in any statement */
void lia_write_place(lia_writer *w, uint32_t i);   /* an input, or where value i stands in w */
/* behind w stand sines, cosines and (where they are not read where they stand) angles, in blocks of
 * a multiple of eight: where they begin, how long each is; doubles of w in all */
uint32_t lia_early_start(const lia_writer *w);
uint32_t lia_early_block(const lia_writer *w);
uint32_t lia_work_room(const lia_writer *w);

/* emit.c: the program in the words of a row; the head, a comment; count rows of n numbers; "in1,
 * in2, out1"; the test vectors as two lists; how many numbers are in all groups; what an input is
 * called; "q, tau", the groups of inputs or outputs as arguments of the user: with _ behind a name
 * that means something else */
LIA_NODISCARD lia_status lia_emit_row(const lia_emit_fn *f, const lia_language_row *d,
    const lia_emit_opts *opts, lia_text *out, lia_count *count, lia_error *err);
void lia_write_head(lia_writer *w);
void lia_write_rows(lia_writer *w, const double *x, uint32_t n, int count, const char *open,
                    const char *close);
void lia_write_arguments(lia_writer *w, const char *in, const char *out);
void lia_write_vectors(lia_writer *w, const lia_vectors *t, const char *in, const char *out,
                       const char *open, const char *close);
int lia_flat_size(const lia_emit_vec *v, int count);
void lia_input_name(const lia_writer *w, int group, int k, char *out, size_t size);
enum { LIA_GROUP_NAME = 84 };
void lia_group_name(const lia_writer *w, int is_out, int k, char out[LIA_GROUP_NAME]);
void lia_write_groups(lia_writer *w, int is_out, const char *before, const char *behind);

LIA_C_END

#endif
