/* kit.h - what the files of the binding kit share among themselves */
#ifndef LIA_KIT_H
#define LIA_KIT_H

#include "bindings/kit/bind.h"

#include <stdint.h>

/* of one Lua state: which metatable is which class; where liaison's own Lua files are; call-back
 * depth */
enum { KIT_CLASSES = 256, KIT_HOME = 512 };
typedef struct lia_slot {
  const void *mt;               /* its metatable, or NULL where the slot is free */
  const lia_class *c;           /* NULL: a class made in Lua, its objects are tables */
  const char *name, *text, *field;
} lia_slot;
typedef struct lia_kit {
  lia_slot slot[KIT_CLASSES];   /* hashed by mt */
  const void *vec, *mat;        /* their metatables */
  int nclass;
  /* calls from C into Lua inside each other; those of them from the engine */
  int depth, inside;
  int open;                     /* luaopen has done all its work */
  /* of the registry: the functions that say messages, and what objects print of themselves, in
   * another language; 0: English */
  int say, say_shown;
  int digits;                   /* how many numbers show (li.digits); 0: as many as usual */
  int shown;                    /* what is made a text now is for a person (kit.shown) */
  lua_State *main;              /* the thread whose hook says that work shall stop */
  char home[KIT_HOME];          /* "@lib/liaison/": what the sources of our Lua files start with */
} lia_kit;

typedef enum lia_kind {
  KIND_any, KIND_num, KIND_int, KIND_count, KIND_str, KIND_path, KIND_bool, KIND_fn, KIND_table,
  KIND_nums, KIND_mat, KIND_outvec, KIND_outmat, KIND_class, KIND_word
} lia_kind;

/* one alternative of a parameter's type: rows, cols: fixed sizes of nums (cols 0) and mat, or 0 */
typedef struct lia_alt {
  uint8_t kind, rows, cols;
  uint16_t len;
  const char *text;             /* its letters inside the signature */
  const lia_class *c;
  const void *mt;               /* of the class; of vec or mat, where any size of these will do */
} lia_alt;

typedef struct lia_param {
  const char *name;
  uint16_t len;
  uint8_t optional, first, count;   /* its alternatives */
} lia_param;

/* a signature, read once; upvalue 1 of the function's closure */
enum { SIG_PARAMS = 16, SIG_ALTS = 40 };
typedef struct lia_sig {
  lia_kit *k;
  const lia_fn *fn;
  uint16_t len;                 /* of its name, the first letters of fn->sig */
  uint8_t n, method, variadic, nalt;
  lia_param *param;             /* n of them, then that of "..." */
  lia_alt *alt;
} lia_sig;

/* late: closed inside a call-back, destroyed by __gc */
typedef struct lia_box { void *p, *late; } lia_box;

lia_kit *lia_kit_get(lua_State *L);
void lia_stop_open(lua_State *L);
/* the message on top in the language that was asked for */
void lia_say(lua_State *L);
/* of the text on top, which an object prints of itself; shown: only where it is for a person */
void lia_say_text(lua_State *L);
void lia_say_shown(lua_State *L);
const lia_slot *lia_kit_slot(const lia_kit *k, const void *mt);    /* NULL: not one of ours */
/* the metatable on top belongs to this class */
void lia_kit_add(lua_State *L, const lia_slot *slot);
/* forget classes and signatures: an opening that failed half-way */
void lia_kit_clear(lua_State *L);
const char *lia_sig_expected(const lia_alt *t);   /* "3 finite numbers"; NULL: a class or a word */
const lia_sig *lia_sig_current(lua_State *L);   /* NULL outside a row's function */
/* read the signature; raises where it is none */
lia_sig *lia_sig_push(lua_State *L, const lia_fn *f);
/* the one on top is a row of help(), stubs and tests */
void lia_sig_list(lua_State *L);
/* find its classes; raises on an unknown type */
void lia_sig_link(lua_State *L, lia_sig *s);
void lia_sig_link_all(lua_State *L);
/* the table of the registry that is kept under an address of ours */
void lia_push_shared(lua_State *L, const void *key);
/* the same, holding its keys ("k") or values ("v") weakly */
void lia_push_weak(lua_State *L, const void *key, const char *mode);
void lia_push_rows(lua_State *L);                   /* the table of all listed */
/* the value at idx by the type of q: 1, or 0 and lia_sig_explain says why */
int lia_sig_take(lua_State *L, const lia_sig *s, int idx, const lia_param *q, lia_arg *a);
/* where: "[2]", inside the value */
typedef struct lia_complaint { char where[48], text[512]; } lia_complaint;
void lia_sig_explain(lua_State *L, const lia_sig *s, int idx, const lia_param *q, lia_complaint *c);
/* "a string 'abc'", for "got ..." */
void lia_describe(lua_State *L, int idx, char *out, size_t n);
const void *lia_metatable(lua_State *L, int idx);   /* of an object of ours in C, else NULL */
/* the last word of every object is its metatable: another's userdata that was given one of ours (by
 * debug.setmetatable) is none */
static inline int lia_own(lua_State *L, int idx, const void *o, const void *mt) {
  size_t n = lua_rawlen(L, idx);
  return n >= sizeof mt && *(const void *const *)((const char *)o + n - sizeof mt) == mt;
}
/* of an object of ours, userdata or table, else NULL */
const lia_slot *lia_slot_of(lua_State *L, int idx);
/* "rot.axis", and "vec +" for an operator: how messages call it */
void lia_sig_name(const lia_fn *f, char *out, size_t n);

void lia_push_name(lua_State *L, const lia_fn *f);        /* its last part: "axis" */
/* (t closure -> t) t.rot.axis = closure, or the __call of the namespace of that name */
void lia_function_set(lua_State *L, const lia_fn *f);

/* candidates for "did you mean"; start from { 0 } */
enum { HINTS_NAMES = 512 };
typedef struct lia_hints {
  const char *name[HINTS_NAMES];
  int n;
  size_t used;
  char pool[8192], text[96];
} lia_hints;
void lia_hints_add(lia_hints *h, const char *name, size_t len);
void lia_hints_words(lia_hints *h, const char *words);         /* "p R mass"; NULL is none */
void lia_hints_keys(lua_State *L, lia_hints *h, int idx);      /* the string keys of a table */
const char *lia_hints_best(lia_hints *h, const char *got);     /* or NULL */
/* " (did you mean 'mass'?)", or "" */
const char *lia_hints_text(lia_hints *h, const char *got);

void lia_progress_functions(lua_State *L);   /* into the table kit: progress, patience */
void lia_text_functions(lua_State *L);       /* numbers, letters, sorting, files */
void lia_term_functions(lua_State *L);       /* the table kit.term: what the prompt needs */
void lia_serve_functions(lua_State *L);      /* the table kit.serve: a page for a browser here */

/* Ctrl-C at the prompt: kept for interrupted() from watch(1) to watch(0); while running it raises
 * "interrupted!" in its code. interrupted: was there one since the last question? It is answered by
 * asking */
void lia_prompt_watch(lua_State *L, int on);
void lia_prompt_running(lua_State *L, int on);
int lia_prompt_runs(void);                   /* does code of the prompt run? */
int lia_prompt_interrupted(void);
/* the table function name -> its options, as lightuserdata */
void lia_push_options(lua_State *L);
void lia_kit_functions(lua_State *L);   /* the table kit: what the Lua half and the tests need */
void lia_kinds_functions(lua_State *L);      /* into the table kit: joints, constraints */
void lia_constraint_functions(lua_State *L); /* the same: constraint_rows, constraint_text */

#endif
