/* values.c - the expressions in the fields of a description */
#include "describe/values.h"

#include "base/assert.h"
#include "base/mem.h"
#include "base/text.h"
#include "sym/expr/build.h"
#include "sym/tape/eval.h"
#include "sym/expr/parse.h"
#include "sym/expr/print.h"

#include <math.h>
#include <string.h>

// names of a text -------------------------------------------------------------------------------

// a name that is no constant
static int is_open(const lia_written_node *node) {
  return node->op == LIA_WRITTEN_name && !lia_written_constant(node);
}

// operands stand in the order of the text
int lia_values_names(const char *text, lia_names *names) {
  lia_written w = { 0 };
  lia_error err = { 0 };
  int whole = lia_parse_written(text, strlen(text), &w, &err) == LIA_OK || err.code != LIA_ENOMEM;
  for (uint32_t i = 0; i < w.n && whole; i++)
    if (is_open(&w.node[i])) whole = lia_names_add(names, w.node[i].s, w.node[i].len) >= 0;
  lia_written_free(&w);
  return whole;
}

static int is_called(const lia_written_node *node, const char *name) {
  if (node->op != LIA_WRITTEN_call || node->len != strlen(name)) return 0;
  return !memcmp(node->s, name, node->len);
}

static int has_call(const lia_written *w, const char *name) {
  for (uint32_t i = 0; i < w->n; i++)
    if (is_called(&w->node[i], name)) return 1;
  return 0;
}

const char *lia_values_corner(const char *text) {
  static const char *const rough[] = { "abs", "sign", "floor", "min", "max", "piecewise" };
  const char *found = NULL;
  lia_written w = { 0 };
  if (lia_parse_written(text, strlen(text), &w, NULL) != LIA_OK) w.n = 0;
  for (size_t k = 0; k < sizeof rough / sizeof *rough && !found; k++)
    if (has_call(&w, rough[k])) found = rough[k];
  for (uint32_t i = 0; i < w.n && !found; i++)
    if (w.node[i].op >= LIA_WRITTEN_lt) found = "a comparison";
  lia_written_free(&w);
  return found;
}

static int is_time(const lia_written_node *node) {
  return node->op == LIA_WRITTEN_name && node->len == 1 && node->s[0] == 't';
}

// the number whose tree ends at node i of w
static int number_at(const lia_written *w, uint32_t i, double *x) {
  const int minus = w->node[i].op == LIA_WRITTEN_neg && w->node[i].size == 2;
  const lia_written_node *node = &w->node[minus ? i - 1 : i];
  *x = minus ? -node->x : node->x;
  return node->op == LIA_WRITTEN_number;
}

// of a comparison that ends at node i: t on one side, a number on the other
static int time_of(const lia_written *w, uint32_t i, double *x) {
  if (w->node[i].op < LIA_WRITTEN_lt || w->node[i].size < 3) return 0;
  const uint32_t right = i - 1, left = right - w->node[right].size;
  if (is_time(&w->node[left])) return number_at(w, right, x);
  return is_time(&w->node[right]) && number_at(w, left, x);
}

int lia_values_times(const char *text, void (*found)(void *user, double t), void *user) {
  lia_written w = { 0 };
  lia_error err = { 0 };
  double x;
  const int reads = lia_parse_written(text, strlen(text), &w, &err) == LIA_OK;
  for (uint32_t i = 0; reads && i < w.n; i++)
    if (time_of(&w, i, &x)) found(user, x);
  lia_written_free(&w);
  return err.code != LIA_ENOMEM;
}

// no corner but piecewise, every comparison of t with a number, no other name
int lia_values_only_times(const char *text) {
  static const char *const rough[] = { "abs", "sign", "floor", "min", "max" };
  lia_written w = { 0 };
  double x;
  int only = lia_parse_written(text, strlen(text), &w, NULL) == LIA_OK;
  for (size_t k = 0; only && k < sizeof rough / sizeof *rough; k++) only = !has_call(&w, rough[k]);
  for (uint32_t i = 0; only && i < w.n; i++) {
    if (is_open(&w.node[i])) only = is_time(&w.node[i]);
    if (w.node[i].op >= LIA_WRITTEN_lt) only = only && time_of(&w, i, &x);
  }
  lia_written_free(&w);
  return only;
}

void lia_values_open_text(const char *text, char *out, size_t size) {
  lia_names names = { 0 };
  lia_text list = { 0 };
  if (lia_values_names(text, &names)) {
    int alone = names.count == 1 && !strcmp(lia_names_text(&names, 0), text);
    for (int i = 0; i < names.count; i++) {
      if (i) lia_text_put(&list, i + 1 == names.count ? " and " : ", ");
      lia_text_printf(&list, "%.40s", lia_names_text(&names, i));
    }
    const char *values = names.count == 1 ? "a value" : "values";
    if (alone)
      lia_text_format(out, size, "is the symbol '%.60s': give it a value (with{%.60s = ..}), or "
                      "ask for equations", text, text);
    else
      lia_text_format(out, size, "is the expression '%.60s': give %.80s %s, or ask for equations",
                      text, lia_text_str(&list), values);
  } else {
    lia_text_format(out, size, "out of memory");
  }
  lia_text_free(&list);
  lia_names_free(&names);
}

// reading ---------------------------------------------------------------------------------------

// p: of values, where a coordinate is a mistake; moving: of equations, where it is not; closed: no
// name may stay open
typedef struct reading {
  lia_spec *s;
  lia_pool *p, *moving;
  lia_names coord, open;
  int closed;
} reading;

// who was meant: a coordinate, or an input
static void refuse_unknown(reading *r, const char *path, const char *name) {
  lia_spec *s = r->s;
  const int n = s->ncoord + s->ninput;
  const char **known = lia_arena_alloc(&s->arena, ((size_t)n + 1) * sizeof *known);
  char hint[LIA_NAMES_LIST];
  if (!known) {
    s->nomem = 1;
    return;
  }
  for (int k = 0; k < n; k++)
    known[k] = k < s->ncoord ? s->coord[k] : s->input[k - s->ncoord].name;
  const int near = lia_names_nearest_of(known, n, name, strlen(name));
  if (near < 0) lia_names_listed_of(known, n, hint);
  else lia_text_format(hint, sizeof hint, " (did you mean '%.60s'?)", known[near]);
  lia_spec_complain(s, path, "'%.60s' is no coordinate, rate or input, and has no value here%s",
      name, hint);
}

// a name that nothing is known of
static void note_open(reading *r, const char *path, const char *name, size_t n) {
  if (r->closed) refuse_unknown(r, path, name);
  else if (lia_names_add(&r->open, name, n) < 0) r->s->nomem = 1;
}

// the names of a text join those of all; a coordinate among them is complained about
static void note_names(reading *r, const char *path, const char *text) {
  lia_names names = { 0 };
  int moving = 0;
  if (!lia_values_names(text, &names)) r->s->nomem = 1;
  for (int i = 0; i < names.count && !r->s->nomem; i++) {
    const char *name = lia_names_text(&names, i);
    const int moves = lia_names_find(&r->coord, name, names.entry[i].len) >= 0;
    if (!moves || !r->closed) note_open(r, path, name, names.entry[i].len);
    if (moves && !moving++)
      lia_spec_complain(r->s, path, "'%.60s' is a coordinate: this must not move", name);
  }
  lia_names_free(&names);
}

int lia_values_number(lia_pool *p, const char *text, double *x, lia_error *err) {
  lia_names names = { 0 };
  // a double, not the exact pi/180: 45*deg is 45*li.deg to the last bit
  lia_expr e, deg = lia_pool_symbol(p, "deg", 3, LIA_SYM_parameter);
  const double degree = acos(-1) / 180;
  lia_status st = lia_parse(p, text, strlen(text), LIA_PARSE_create, &e, NULL, err);
  if (st == LIA_OK && !lia_values_names(text, &names))
    st = LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  const int open = names.count;
  lia_names_free(&names);
  if (st == LIA_OK && open) return 0;
  if (st == LIA_OK) {
    lia_error why = { 0 };
    st = lia_eval(p, e, deg != 0, &deg, &degree, x, &why);
    if (st == LIA_OK && isfinite(*x)) return 1;
    if (st == LIA_ENOMEM) *err = why;
    else LIA_FAIL(err, LIA_EDOMAIN, "", "is no finite number");
  }
  lia_pool_clear(p);
  return -1;
}

void lia_values_sentence(char out[LIA_VALUES_SENTENCE], const char *text, const lia_error *err) {
  const char *colon = err->path[0] ? ": " : "";
  const char *between = err->path[0] ? ": " : " ";
  lia_text_format(out, LIA_VALUES_SENTENCE, "'%.80s'%s%s%s%s", text, colon, err->path, between,
                  err->text);
}

// what is wrong joins the complaints; memory that is out is told once
static void values_refuse(reading *r, const char *path, const char *text, const lia_error *err) {
  char sentence[LIA_VALUES_SENTENCE];
  if (err->code == LIA_ENOMEM) r->s->nomem = 1;
  else {
    lia_values_sentence(sentence, text, err);
    lia_spec_complain(r->s, path, "%s", sentence);
  }
}

// a number that was written: one that is exact and no decimal is kept as a ratio for symbols
static lia_val settled(reading *r, const char *text, double x) {
  lia_val v = LIA_VAL(x);
  lia_error err = { 0 };
  lia_text ratio = { 0 };
  lia_expr e = 0;
  if (lia_parse(r->p, text, strlen(text), LIA_PARSE_create, &e, NULL, &err) == LIA_OK &&
      lia_expr_is_num(r->p, e) && lia_ratio_exact(lia_expr_num(r->p, e)) &&
      lia_ratio_decimals(lia_expr_num(r->p, e)) < 0) {
    lia_print_num(&ratio, &lia_style_text, lia_expr_num(r->p, e));
    v.ratio = lia_spec_text(r->s, "%s", lia_text_str(&ratio));
  }
  r->s->nomem |= err.code == LIA_ENOMEM || ratio.nomem;
  lia_text_free(&ratio);
  lia_pool_clear(r->p);
  return v;
}

static void read_text(void *context, const char *path, lia_use use, lia_val *v) {
  (void)use;
  reading *r = context;
  lia_error err = { 0 };
  double x;
  if (!v->text || r->s->nomem) return;
  if (!r->p) r->p = lia_pool_new();
  if (!r->p) {
    r->s->nomem = 1;
    return;
  }
  int known = lia_values_number(r->p, v->text, &x, &err);
  if (known == 0) note_names(r, path, v->text);
  if (known < 0) values_refuse(r, path, v->text, &err);
  if (known > 0) *v = settled(r, v->text, x);
  else if (known) *v = LIA_VAL(0);
}

// the text reads where coordinates move; what does not is complained about
static int reads_moving(reading *r, const char *path, const char *text) {
  lia_error err = { 0 };
  lia_expr e;
  if (!r->moving && !(r->moving = lia_pool_new())) {
    r->s->nomem = 1;
    return 0;
  }
  for (int i = 0; i < r->coord.count; i++)
    lia_sym_coordinate(r->moving, lia_names_text(&r->coord, i));
  lia_sym_time(r->moving);
  lia_pool_clear(r->moving);
  if (lia_parse(r->moving, text, strlen(text), LIA_PARSE_create, &e, NULL, &err) == LIA_OK)
    return 1;
  values_refuse(r, path, text, &err);
  lia_pool_clear(r->moving);
  return 0;
}

static int is_input(const lia_spec *s, const char *name) {
  for (int i = 0; i < s->ninput; i++)
    if (!strcmp(s->input[i].name, name)) return 1;
  return 0;
}

static int is_coordinate(const reading *r, const char *name) {
  return lia_names_find(&r->coord, name, strcspn(name, "'")) >= 0;
}

// an equation: it must read; names that are neither coordinates, rates, inputs, the time nor x y z
// are open
static void read_equation(void *context, const char *path, lia_use use, lia_val *v) {
  (void)use;
  reading *r = context;
  lia_names names = { 0 };
  if (!v->text || r->s->nomem || !reads_moving(r, path, v->text)) return;
  if (!lia_values_names(v->text, &names)) r->s->nomem = 1;
  for (int i = 0; i < names.count && !r->s->nomem; i++) {
    const char *name = lia_names_text(&names, i);
    int moves = is_coordinate(r, name) || (!name[1] && strchr("txyz", name[0]))
        || is_input(r->s, name);
    if (!moves && lia_names_add(&r->open, name, names.entry[i].len) < 0) r->s->nomem = 1;
  }
  lia_names_free(&names);
}

// a text without names becomes its value
static void settle_number(reading *r, const char *path, lia_val *v) {
  lia_error err = { 0 };
  double x;
  if (!r->p && !(r->p = lia_pool_new())) r->s->nomem = 1;
  if (r->s->nomem) return;
  int known = lia_values_number(r->p, v->text, &x, &err);
  if (known < 0) values_refuse(r, path, v->text, &err);
  if (known > 0) *v = settled(r, v->text, x);
  else if (known) *v = LIA_VAL(0);
}

// a number of a force element, or an output: names that are neither of the motion, nor inputs, nor
// the x and v of its port are open
static void read_acting(void *context, const char *path, lia_use use, lia_val *v) {
  (void)use;
  reading *r = context;
  lia_names names = { 0 };
  if (!v->text || r->s->nomem || !reads_moving(r, path, v->text)) return;
  if (!lia_values_names(v->text, &names)) r->s->nomem = 1;
  for (int i = 0; i < names.count && !r->s->nomem; i++) {
    const char *name = lia_names_text(&names, i);
    int known = is_coordinate(r, name) || (!name[1] && strchr("txv", name[0]))
        || is_input(r->s, name);
    if (!known) note_open(r, path, name, names.entry[i].len);
  }
  if (!names.count) settle_number(r, path, v);
  lia_names_free(&names);
}

// the four numbers of every turn in space move too
static void add_quaternions(reading *r) {
  lia_spec *s = r->s;
  for (int i = 0; i < s->njoint; i++) {
    const lia_spec_joint *j = &s->joint[i];
    for (int k = 0; k < 4 && lia_joint_quaternion(j->kind) >= 0; k++) {
      const char *name = lia_spec_quaternion(s, j, k);
      if (name && lia_names_add(&r->coord, name, strlen(name)) < 0) s->nomem = 1;
    }
  }
}

static void add_coordinates(reading *r) {
  lia_spec *s = r->s;
  for (int i = 0; i < s->njoint; i++)
    for (int k = 0; k < s->joint[i].ndof; k++) {
      const char *name = s->joint[i].dof[k].coord;
      if (name && lia_names_add(&r->coord, name, strlen(name)) < 0) s->nomem = 1;
    }
  add_quaternions(r);
}

static void reading_free(reading *r) {
  lia_names_free(&r->open);
  lia_names_free(&r->coord);
  lia_pool_free(r->p);
  lia_pool_free(r->moving);
}

void lia_values_check_added(lia_spec *s) {
  reading r = { .s = s, .closed = 1 };
  add_coordinates(&r);
  lia_spec_each_place(s, read_text, &r);
  lia_spec_each_acting(s, read_acting, &r);
  reading_free(&r);
}

void lia_values_check(lia_spec *s) {
  reading r = { .s = s };
  add_coordinates(&r);
  lia_spec_each(s, read_text, &r);
  lia_spec_each_equation(s, read_equation, &r);
  lia_spec_each_acting(s, read_acting, &r);
  s->symbol = lia_arena_alloc(&s->arena, ((size_t)r.open.count + 1) * sizeof *s->symbol);
  if (!s->symbol) s->nomem = 1;
  for (s->nsymbol = 0; s->nsymbol < r.open.count && !s->nomem; s->nsymbol++)
    s->symbol[s->nsymbol] = lia_spec_word(s, lia_names_text(&r.open, s->nsymbol),
                                          r.open.entry[s->nsymbol].len);
  reading_free(&r);
}

// binding ---------------------------------------------------------------------------------------

typedef struct binding { lia_spec *s; lia_names names; const lia_val *value; int *used; } binding;

// one open name and nothing else
static int one_name(const char *text, int *nomem) {
  lia_written w = { 0 };
  lia_error err = { 0 };
  int reads = lia_parse_written(text, strlen(text), &w, &err) == LIA_OK;
  int one = reads && w.n == 1 && is_open(&w.node[0]);
  *nomem |= err.code == LIA_ENOMEM;
  lia_written_free(&w);
  return one;
}

// parentheses where the value might come apart beside an operator
static void put_value(lia_text *t, lia_val v, int alone) {
  int bare = alone || (!v.text && v.x >= 0) || (v.text && one_name(v.text, &t->nomem));
  if (!bare) lia_text_char(t, '(');
  if (v.text) lia_text_put(t, v.text);
  else lia_text_num(t, v.x);
  if (!bare) lia_text_char(t, ')');
}

static void put_without_blanks(lia_text *t, const char *s, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (!strchr(" \t\n\r", s[i])) lia_text_char(t, s[i]);
}

// the text with values in the places of names; 1 where there were any
static int put_bound(lia_text *t, const char *text, const lia_written *w, binding *b) {
  size_t from = 0;
  int changed = 0;
  for (uint32_t i = 0; i < w->n; i++) {
    const lia_written_node *node = &w->node[i];
    int id = is_open(node) ? lia_names_find(&b->names, node->s, node->len) : -1;
    if (id < 0) continue;
    LIA_ASSERT(node->at >= from);   // in the order of the text
    put_without_blanks(t, text + from, node->at - from);
    from = node->at + node->len;
    put_value(t, b->value[id], w->n == 1);
    b->used[id] = changed = 1;
  }
  put_without_blanks(t, text + from, strlen(text + from));
  return changed;
}

int lia_values_put_inputs(lia_text *out, const lia_spec *s, const char *text) {
  binding b = { 0 };
  lia_written w = { 0 };
  int changed = 0;
  lia_val *value = lia_calloc((size_t)s->ninput + 1, sizeof *value + sizeof *b.used);
  out->nomem |= !value;
  b.value = value;
  b.used = (int *)(value + (value ? s->ninput + 1 : 0));
  for (int k = 0; value && k < s->ninput; k++) {
    value[k] = s->input[k].value;
    if (lia_names_add(&b.names, s->input[k].name, strlen(s->input[k].name)) < 0) out->nomem = 1;
  }
  if (!out->nomem && lia_parse_written(text, strlen(text), &w, NULL) == LIA_OK)
    changed = put_bound(out, text, &w, &b);
  lia_written_free(&w);
  lia_names_free(&b.names);
  lia_free(value);
  return changed;
}

lia_status lia_values_driven(const lia_spec *s, int input, int *constraint, lia_error *err) {
  const char *name = s->input[input].name;
  *constraint = -1;
  for (int i = 0; i < s->nconstraint && *constraint < 0; i++) {
    const lia_spec_constraint *c = &s->constraint[i];
    const lia_constraint_type *row = lia_constraint_types[c->kind];
    for (int k = 0; k < row->nexpr && !row->nend; k++) {
      lia_names names = { 0 };
      const int whole = lia_values_names(c->expr[k].text, &names);
      if (lia_names_find(&names, name, strlen(name)) >= 0) *constraint = i;
      lia_names_free(&names);
      if (!whole) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
    }
  }
  return LIA_OK;
}

static void bind_text(void *context, const char *path, lia_use use, lia_val *v) {
  binding *b = context;
  lia_written w = { 0 };
  lia_error err = { 0 };
  lia_text t = { 0 };
  (void)path;
  (void)use;
  if (!v->text) return;
  int reads = lia_parse_written(v->text, strlen(v->text), &w, &err) == LIA_OK;
  int changed = reads && put_bound(&t, v->text, &w, b);
  if (changed && !t.nomem) {
    double x;
    if (lia_text_number(t.s, t.n, &x) == t.n && isfinite(x)) *v = LIA_VAL(x);
    else v->text = lia_spec_word(b->s, t.s, t.n);
  }
  if (t.nomem || err.code == LIA_ENOMEM || (!v->text && b->s->nomem)) b->s->nomem = 1;
  lia_text_free(&t);
  lia_written_free(&w);
}

static void tell_unused(lia_spec *s, const char *name) {
  int near = lia_names_nearest_of(s->symbol, s->nsymbol, name, strlen(name));
  if (near < 0) lia_spec_complain(s, name, "no field of this model has this name");
  else lia_spec_complain(s, name, "no field of this model has this name (did you mean '%s'?)",
                         s->symbol[near]);
}

void lia_values_bind(lia_spec *s, int n, const char *const *name, const lia_val *value) {
  binding b = { .s = s, .value = value };
  b.used = lia_arena_alloc(&s->arena, ((size_t)n + 1) * sizeof *b.used);
  if (!b.used) { s->nomem = 1; return; }
  for (int i = 0; i < n; i++)
    if (lia_names_add(&b.names, name[i], strlen(name[i])) < 0) s->nomem = 1;
  if (!s->nomem) lia_spec_each(s, bind_text, &b);
  if (!s->nomem) lia_spec_each_equation(s, bind_text, &b);
  if (!s->nomem) lia_spec_each_acting(s, bind_text, &b);
  for (int i = 0; i < n && !s->nomem; i++)
    if (!b.used[i]) tell_unused(s, name[i]);
  lia_names_free(&b.names);
}
