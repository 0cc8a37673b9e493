/* lread.h - reading a description from Lua tables: a path, and complaints that carry it
 *
 * What is wrong never raises: it joins the complaints of the description, and reading goes on.
 * Tables are read raw. Where a function reads "the value on top", it leaves it there. */
#ifndef LIA_LREAD_H
#define LIA_LREAD_H

#include "bindings/kit/bind.h"

#include "describe/schema.h"

/* where in the user's table we are: "bodies[2].limits" */
typedef struct reader {
  lua_State *L;
  lia_spec *s;
  char path[200];
  int moving;              /* 1: values may move, so that a curve may stand for one (lcurve.c) */
  /* of the numbers of a force element: the element, along whose coordinates a curve over x or v
   * goes; NULL elsewhere */
  const lia_spec_force *along;
  /* of force elements: the table at this index takes functions of the script in the place of
   * numbers, at lread_function_key; 0: there may be none, which is told by no_function (NULL: as in
   * a description) */
  int functions;
  const char *no_function;
} reader;

/* go into a key or an entry, and back to where a mark was taken */
size_t lread_mark(const reader *r);
void lread_back(reader *r, size_t at);
void lread_key(reader *r, const char *key);
void lread_index(reader *r, int i);

/* the text on top, in memory of the description */
const char *lread_word(reader *r);
/* 1: the value on top is a table of tables or vecs */
int lread_rows(reader *r);
/* a matrix of expressions on top: the table of its rows instead */
void lread_unpack(reader *r);
const char *lread_got(reader *r, char buf[80]);          /* the value on top, for "got ..." */
/* push t[key]; 0 and nothing pushed where it is nil */
int lread_field(reader *r, int t, const char *key);
/* complain about every key of table t that is none of allowed (NULL ends it), nor an index 1..n */
void lread_strict(reader *r, int t, const char *const *allowed, int n);
/* the same: the keys of a table of the schema; of a constraint or force of this kind */
void lread_fields(reader *r, int t, lia_schema s, int n);
void lread_constraint_keys(reader *r, int t, int kind);
void lread_force_keys(reader *r, int t, int kind);

/* a list, or a table by name, on top: read(r, name or NULL) with each entry on top, the list first,
 * then the names in the order a person counts (link2 before link10) */
typedef void read_entry(reader *r, const char *name);
void lread_entries(reader *r, const char *key, read_entry *read);

/* on top: a number, an expression's text or object */
lia_val lread_value(reader *r);
void lread_value_field(reader *r, int t, const char *key, lia_val *v);
/* on top: n of them, a table or a vec; 1 where it was */
int lread_values(reader *r, lia_val *v, int n);
int lread_values_field(reader *r, int t, const char *key, lia_val *v, int n);
const char *lread_text_field(reader *r, int t, const char *key, const char *missing);
int lread_flag_field(reader *r, int t, const char *key, int missing);
int lread_choice_field(reader *r, int t, const char *key, const char *const *names, int n,
    int missing);

/* a curve on top, {t = {0, 1}, f = {0, 5}, how = "cubic"}: its expression (describe/curve.h) */
lia_val lread_curve(reader *r);
/* where the function stands that gives number `at` of force element k, LIA_FORCE_SCRIPTED the
 * force itself */
int lread_function_key(int k, int at);

/* "Rx" or "RX"; -1 after a complaint */
int lread_move_kind(reader *r, const char *name, size_t n);
/* on top: {"Tz", 0.3} or {"frame", {...}} */
void lread_move(reader *r, lia_spec_place *p);
void lread_moves_field(reader *r, int t, const char *key, lia_spec_place *p);
/* a move by v, where that is not 0: entry of field, a literal, for complaints about it */
void lread_add_move(reader *r, lia_spec_place *p, lia_move_kind kind, lia_val v, const char *field,
    int entry);
/* at and rpy, rot or frame; or place */
void lread_place_fields(reader *r, int t, lia_spec_place *p);

/* entries on top, into the description: lbody.c, ljoint.c, lconstraint.c, lacting.c */
void lread_body(reader *r, const char *name);
void lread_joint(reader *r, const char *name);
void lread_constraint(reader *r, const char *name);
/* an entry of drivers: a constraint of the kind driver, or a law for the coordinate name */
void lread_driver(reader *r, const char *name);
void lread_force(reader *r, const char *name);
void lread_input(reader *r, const char *name);
void lread_limits_field(reader *r, int t, lia_val *min, lia_val *max);
void lread_input_words(reader *r);   /* "F delta" on top */
void lread_output(reader *r, const char *name);

/* where table t tells the kind of its joint: "joint" or "kind" */
const char *lread_joint_key(reader *r, int t);
/* of a joint: its kind from t[1] or t[key]; its fields, once the kind is known; names for its
 * coordinates that have none */
void lread_joint_kind(reader *r, int t, const char *key, lia_spec_joint *j);
void lread_joint_fields(reader *r, int t, lia_spec_joint *j);
void lread_joint_names(reader *r, lia_spec_joint *j, int named);
/* the numbers of its kind */
void lread_params(reader *r, int t, int kind, lia_val *param);
/* "z", "-x" or three numbers */
void lread_axis_field(reader *r, int t, const char *key, lia_val axis[3]);

#endif
