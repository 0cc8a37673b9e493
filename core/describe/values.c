/* values.c - the expressions in the fields of a description */
#include "describe/values.h"

#include "base/text.h"
#include "sym/expr/build.h"
#include "sym/tape/eval.h"
#include "sym/expr/parse.h"

#include <math.h>
#include <string.h>

// words of a text ------------------------------------------------------------------------------------------------------

static int letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (unsigned char)c > 127; }
static int digit(char c) { return c >= '0' && c <= '9'; }

// the next word at or after p: numbers, names, single characters. kind: 'n' an open name, '0' a number, else the character
static const char *word(const char *p, size_t *n, char *kind) {
  while (*p == ' ' || *p == '\t' || *p == '\n' || *p == '\r') p++;
  *n = *p != 0;
  *kind = *p;
  if (digit(*p) || (*p == '.' && digit(p[1]))) {
    double x;
    *n = lia_text_number(p, strlen(p), &x);
    *kind = '0';
  } else if (letter(*p)) {
    while (letter(p[*n]) || digit(p[*n]) || p[*n] == '\'') ++*n;
    const char *after = p + *n;
    while (*after == ' ') after++;
    int constant = (*n == 2 && !memcmp(p, "pi", 2)) || (*n == 3 && !memcmp(p, "deg", 3));
    *kind = *after == '(' || constant ? 'f' : 'n';
  }
  return p;
}

int lia_values_names(const char *text, lia_names *names) {
  size_t n;
  char kind;
  for (const char *p = text; p = word(p, &n, &kind), *p; p += n)
    if (kind == 'n' && lia_names_add(names, p, n) < 0) return 0;
  return 1;
}

void lia_values_open_text(const char *text, char *out, size_t size) {
  lia_names names = { 0 };
  lia_text list = { 0 };
  if (lia_values_names(text, &names)) {
    int alone = names.count == 1 && !strcmp(lia_names_text(&names, 0), text);
    for (int i = 0; i < names.count; i++)
      lia_text_printf(&list, "%s%.40s", !i ? "" : i + 1 == names.count ? " and " : ", ", lia_names_text(&names, i));
    if (alone) lia_text_format(out, size, "is the symbol '%.60s': give it a value (with{%.60s = ..}), or ask for equations", text, text);
    else lia_text_format(out, size, "is the expression '%.60s': give %.80s %s, or ask for equations", text, lia_text_str(&list),
                         names.count == 1 ? "a value" : "values");
  } else {
    lia_text_format(out, size, "out of memory");
  }
  lia_text_free(&list);
  lia_names_free(&names);
}

// reading --------------------------------------------------------------------------------------------------------------

/* p: of values, where a coordinate is a mistake; moving: of equations, where it is not */
typedef struct reading { lia_spec *s; lia_pool *p, *moving; lia_names coord, open; } reading;

// the names of a text join those of all; a coordinate among them is complained about. How many it has
static int note_names(reading *r, const char *path, const char *text) {
  lia_names names = { 0 };
  int moving = 0;
  if (!lia_values_names(text, &names)) r->s->nomem = 1;
  for (int i = 0; i < names.count && !r->s->nomem; i++) {
    const char *name = lia_names_text(&names, i);
    if (lia_names_add(&r->open, name, names.entry[i].len) < 0) r->s->nomem = 1;
    if (lia_names_find(&r->coord, name, names.entry[i].len) >= 0 && !moving++)
      lia_spec_complain(r->s, path, "'%.60s' is a coordinate: this must not move", name);
  }
  int n = names.count;
  lia_names_free(&names);
  return n;
}

static void read_text(void *context, const char *path, lia_use use, lia_val *v) {
  (void)use;
  reading *r = context;
  lia_error err = { 0 };
  lia_expr e;
  double x;
  if (!v->text || r->s->nomem) return;
  if (!r->p && !(r->p = lia_pool_new())) { r->s->nomem = 1; return; }
  if (lia_parse(r->p, v->text, strlen(v->text), LIA_PARSE_create, &e, NULL, &err) != LIA_OK) {
    if (err.code == LIA_ENOMEM) r->s->nomem = 1;
    else lia_spec_complain(r->s, path, "'%.80s': %s%s%s", v->text, err.path, err.path[0] ? ": " : "", err.text);
    *v = LIA_VAL(0);
    lia_pool_clear(r->p);
    return;
  }
  lia_expr deg = lia_pool_find(r->p, "deg", 3);
  double degree = acos(-1) / 180;
  if (note_names(r, path, v->text)) return;
  if (lia_eval(r->p, e, deg != 0, &deg, &degree, &x, &err) == LIA_OK && isfinite(x)) *v = LIA_VAL(x);
  else lia_spec_complain(r->s, path, "'%.80s' is no finite number", v->text), *v = LIA_VAL(0);
}

/* an equation: it must read; names that are neither coordinates, rates, the time nor x y z are open */
static void read_equation(void *context, const char *path, lia_use use, lia_val *v) {
  (void)use;
  reading *r = context;
  lia_error err = { 0 };
  lia_names names = { 0 };
  lia_expr e;
  if (!v->text || r->s->nomem) return;
  if (!r->moving && !(r->moving = lia_pool_new())) { r->s->nomem = 1; return; }
  for (int i = 0; i < r->coord.count; i++) lia_sym_coordinate(r->moving, lia_names_text(&r->coord, i));
  lia_sym_time(r->moving);
  lia_pool_clear(r->moving);
  if (lia_parse(r->moving, v->text, strlen(v->text), LIA_PARSE_create, &e, NULL, &err) != LIA_OK) {
    if (err.code == LIA_ENOMEM) r->s->nomem = 1;
    else lia_spec_complain(r->s, path, "'%.80s': %s%s%s", v->text, err.path, err.path[0] ? ": " : "", err.text);
    lia_pool_clear(r->moving);
    return;
  }
  if (!lia_values_names(v->text, &names)) r->s->nomem = 1;
  for (int i = 0; i < names.count && !r->s->nomem; i++) {
    const char *name = lia_names_text(&names, i);
    size_t n = strcspn(name, "'");
    int moves = lia_names_find(&r->coord, name, n) >= 0 || (!name[1] && strchr("txyz", name[0]));
    if (!moves && lia_names_add(&r->open, name, names.entry[i].len) < 0) r->s->nomem = 1;
  }
  lia_names_free(&names);
}

/* the four numbers of every turn in space move too */
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

void lia_values_check(lia_spec *s) {
  reading r = { .s = s };
  for (int i = 0; i < s->njoint; i++)
    for (int k = 0; k < s->joint[i].ndof; k++) {
      const char *name = s->joint[i].dof[k].coord;
      if (name && lia_names_add(&r.coord, name, strlen(name)) < 0) s->nomem = 1;
    }
  add_quaternions(&r);
  lia_spec_each(s, read_text, &r);
  lia_spec_each_equation(s, read_equation, &r);
  s->symbol = lia_arena_alloc(&s->arena, ((size_t)r.open.count + 1) * sizeof *s->symbol);
  if (!s->symbol) s->nomem = 1;
  for (s->nsymbol = 0; s->nsymbol < r.open.count && !s->nomem; s->nsymbol++)
    s->symbol[s->nsymbol] = lia_spec_word(s, lia_names_text(&r.open, s->nsymbol), r.open.entry[s->nsymbol].len);
  lia_names_free(&r.open);
  lia_names_free(&r.coord);
  lia_pool_free(r.p);
  lia_pool_free(r.moving);
}

// binding --------------------------------------------------------------------------------------------------------------

typedef struct binding { lia_spec *s; lia_names names; const lia_val *value; int *used; } binding;

// parentheses where the value might come apart beside an operator
static void put_value(lia_text *t, lia_val v, int alone) {
  size_t n;
  char kind;
  int one_word = v.text && (word(v.text, &n, &kind), kind == 'n') && !v.text[n];
  int bare = alone || one_word || (!v.text && v.x >= 0);
  if (!bare) lia_text_char(t, '(');
  if (v.text) lia_text_put(t, v.text);
  else lia_text_num(t, v.x);
  if (!bare) lia_text_char(t, ')');
}

static void bind_text(void *context, const char *path, lia_use use, lia_val *v) {
  binding *b = context;
  lia_text t = { 0 };
  size_t n;
  char kind;
  int changed = 0;
  (void)path, (void)use;
  if (!v->text) return;
  for (const char *p = v->text; p = word(p, &n, &kind), *p; p += n) {
    int id = kind == 'n' ? lia_names_find(&b->names, p, n) : -1;
    if (id < 0) { lia_text_add(&t, p, n); continue; }
    put_value(&t, b->value[id], p == v->text && !p[n]);
    b->used[id] = changed = 1;
  }
  if (changed && !t.nomem) {
    double x;
    if (lia_text_number(t.s, t.n, &x) == t.n) *v = LIA_VAL(x);
    else v->text = lia_spec_word(b->s, t.s, t.n);
  }
  if (t.nomem || (!v->text && b->s->nomem)) b->s->nomem = 1;
  lia_text_free(&t);
}

static void tell_unused(lia_spec *s, const char *name) {
  int near = lia_names_nearest_of(s->symbol, s->nsymbol, name, strlen(name));
  lia_spec_complain(s, name, "no field of this model has this name%s%s%s", near >= 0 ? " (did you mean '" : "",
                    near >= 0 ? s->symbol[near] : "", near >= 0 ? "'?)" : "");
}

void lia_values_bind(lia_spec *s, int n, const char *const *name, const lia_val *value) {
  binding b = { .s = s, .value = value };
  b.used = lia_arena_alloc(&s->arena, ((size_t)n + 1) * sizeof *b.used);
  if (!b.used) { s->nomem = 1; return; }
  for (int i = 0; i < n; i++)
    if (lia_names_add(&b.names, name[i], strlen(name[i])) < 0) s->nomem = 1;
  if (!s->nomem) lia_spec_each(s, bind_text, &b);
  if (!s->nomem) lia_spec_each_equation(s, bind_text, &b);
  for (int i = 0; i < n && !s->nomem; i++)
    if (!b.used[i]) tell_unused(s, name[i]);
  lia_names_free(&b.names);
}
