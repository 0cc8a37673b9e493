/* acting_rows.c - loops and constraints of a description as rows: gaps, rates, accelerations */
#include "eom/acting.h"
#include "eom/acting_inside.h"

#include "base/mem.h"
#include "base/text.h"
#include "kinds/constraint_form.h"
#include "sym/expr/build.h"
#include "sym/expr/parse.h"
#include "sym/expr/subs.h"

#include <string.h>

static const lia_constraint_type *type_of_loop(const lia_spec_loop *l) {
  return lia_constraint_types[lia_joint_types[l->kind]->loop];
}

int lia_acting_count(const lia_spec *s) {
  int n = 0;
  for (int i = 0; i < s->nloop; i++) n += type_of_loop(&s->loop[i])->nrow;
  for (int i = 0; i < s->nconstraint; i++)
    n += lia_constraint_types[s->constraint[i].kind]->nrow;
  return n;
}

// ---- ends ----

lia_status lia_acting_place(const lia_acting *x, int place, const lia_expr r[3], lia_expr X[12],
                            lia_expr V[6], lia_error *err) {
  lia_expr *J = lia_calloc(6 * (size_t)x->nv + 1, sizeof *J);
  if (!J) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  lia_status st = lia_geometric_pose(x->m, LIA_PLACE_GROUND, place, X, err);
  if (st == LIA_OK)
    st = lia_geometric_jacobian(x->m, place, r, LIA_PLACE_GROUND, J, err);
  for (int i = 0; st == LIA_OK && i < 6; i++) {
    V[i] = LIA_ZERO;
    for (int k = 0; k < x->nv; k++)
      V[i] = lia_sym_add(x->p, V[i], lia_sym_mul(x->p, J[i * x->nv + k], x->v[k]));
  }
  lia_free(J);
  return st;
}

static lia_status end_of(const lia_acting *x, int frame, lia_constraint_form *f, int e,
                         lia_error *err) {
  static const lia_expr origin[3] = { LIA_ZERO, LIA_ZERO, LIA_ZERO };
  lia_expr X[12], V[6];
  LIA_TRY(lia_acting_place(x, x->m->nbody + frame, origin, X, V, err));
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) f->R[e][3 * i + k] = X[4 * i + k];
    f->pos[e][i] = X[4 * i + 3];
    f->u[e][i] = V[i];
    f->w[e][i] = V[3 + i];
  }
  return LIA_OK;
}

// ---- numbers and equations of the user ----

lia_status lia_acting_read(const lia_acting *x, const char *text, const char *where, lia_expr *e,
                           lia_error *err) {
  lia_error why = { 0 };
  lia_status st = lia_parse(x->p, text, strlen(text), LIA_PARSE_create, e, NULL, &why);
  if (st != LIA_OK) return LIA_FAIL(err, st, where, "%s: %s", why.path, why.text);
  const lia_expr deg = lia_pool_find(x->p, "deg", 3);
  if (deg)
    *e = lia_subs_one(x->p, *e, deg, lia_sym_mul(x->p, lia_sym_rat(x->p, 1, 180), LIA_PI));
  return lia_pool_status(x->p, err);
}

static lia_status param_of(const lia_acting *x, lia_val v, double missing, const char *where,
                           lia_expr *e, lia_error *err) {
  if (v.text || v.ratio)
    return lia_acting_read(x, v.text ? v.text : v.ratio, where, e, err);
  *e = lia_sym_num(x->p, lia_val_given(v) ? v.x : missing);
  return LIA_OK;
}

static lia_expr own_xyz(lia_pool *p, const char *name) {
  lia_expr e = lia_pool_find(p, name, 1);
  return e ? e : lia_sym_symbol(p, name);
}

static lia_status frame_texts(const lia_acting *x, const lia_spec_constraint *c,
                              const lia_constraint_type *type, lia_constraint_form *f,
                              lia_error *err) {
  static const char *const name[3] = { "x", "y", "z" };
  for (int k = 0; k < type->nparam; k++)
    LIA_TRY(param_of(x, c->param[k], type->param[k].defaults, c->where, &f->param[k], err));
  for (int k = 0; k < type->nexpr; k++)
    LIA_TRY(lia_acting_read(x, c->expr[k].text, c->where, &f->expr[k], err));
  for (int k = 0; type->nexpr && k < 3; k++) f->xyz[k] = own_xyz(x->p, name[k]);
  return LIA_OK;
}

// ---- rows of frames ----

// what is written: positions, whose rate follows, then velocities
static lia_status put_rows(lia_acting *x, const lia_constraint_type *type, const lia_expr *row,
                           const char *name, int first, lia_error *err) {
  const int n = type->nrow;
  for (int i = 0; i < n; i++) {
    const int holds = i < type->nposition;
    x->holds[first + i] = (char)holds;
    x->row_name[first + i] = lia_arena_text(&x->arena, name, strlen(name));
    if (!x->row_name[first + i]) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
    x->g[first + i] = LIA_ZERO;
    x->rate[first + i] = row[i];
    if (holds) x->g[first + i] = row[i];
  }
  LIA_TRY(lia_acting_along(x, type->nposition, row, x->rate + first, err));
  return lia_acting_along(x, n, x->rate + first, x->acceleration + first, err);
}

static lia_status rows_of_frames(lia_acting *x, const lia_constraint_type *type,
                                 lia_constraint_form *f, int frame, const char *name, int first,
                                 lia_error *err) {
  for (int e = 0; e < type->nend; e++) LIA_TRY(end_of(x, frame + e, f, e, err));
  lia_constraint_write(type, f);
  LIA_TRY(lia_pool_status(x->p, err));
  return put_rows(x, type, f->row, name, first, err);
}

static lia_status loop_rows(lia_acting *x, const lia_spec_loop *l, int frame, int first,
                            lia_error *err) {
  const lia_constraint_type *type = type_of_loop(l);
  const lia_joint_type *joint = lia_joint_types[l->kind];
  lia_constraint_form f = { .p = x->p };
  for (int k = 0; k < type->nparam; k++) {
    f.param[k] = LIA_ZERO;
    for (int i = 0; i < joint->nparam; i++)
      if (!strcmp(type->param[k].name, joint->param[i].name))
        LIA_TRY(param_of(x, l->param[i], 0, l->where, &f.param[k], err));
  }
  return rows_of_frames(x, type, &f, frame, l->name, first, err);
}

// ---- rows of coordinates ----

static void value_text(lia_text *t, lia_val v, double missing) {
  if (v.text) lia_text_put(t, v.text);
  else lia_text_num(t, lia_val_given(v) ? v.x : missing);
}

typedef struct written {
  lia_text text, param[LIA_CONSTRAINT_NPARAM], *factor;
  const char **factor_text;
} written;

static void written_free(written *w, int ncoord) {
  for (int k = 0; w->factor && k < ncoord; k++) lia_text_free(&w->factor[k]);
  for (int k = 0; k < LIA_CONSTRAINT_NPARAM; k++) lia_text_free(&w->param[k]);
  lia_text_free(&w->text);
  lia_free(w->factor);
  lia_free(w->factor_text);
}

static lia_status write_equation(written *w, const lia_spec_constraint *c,
                                 const lia_constraint_type *type, lia_error *err) {
  const char *param[LIA_CONSTRAINT_NPARAM] = { "0", "0" },
      *expr[LIA_CONSTRAINT_NEXPR] = { c->expr[0].text, c->expr[1].text };
  w->factor = lia_calloc((size_t)c->ncoord + 1, sizeof *w->factor);
  w->factor_text = lia_calloc((size_t)c->ncoord + 1, sizeof *w->factor_text);
  if (!w->factor || !w->factor_text) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  for (int k = 0; k < type->nparam; k++) {
    value_text(&w->param[k], c->param[k], type->param[k].defaults);
    param[k] = lia_text_str(&w->param[k]);
  }
  for (int k = 0; c->factor && k < c->ncoord; k++) {
    value_text(&w->factor[k], c->factor[k], 1);
    w->factor_text[k] = lia_text_str(&w->factor[k]);
  }
  type->write(&w->text, &(lia_constraint_texts){ c->ncoord, c->coord, w->factor_text, param,
                                                 expr });
  return w->text.nomem ? LIA_FAIL(err, LIA_ENOMEM, "", "out of memory") : LIA_OK;
}

// rates of numbers that are no speeds (of quaternions) become N v
static lia_status told_by_speeds(const lia_acting *x, lia_expr *e, lia_error *err) {
  lia_expr *from = lia_calloc(2 * (size_t)x->nq + 1, sizeof *from);
  if (!from) return LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
  lia_expr *to = from + x->nq;
  for (int i = 0; i < x->nq; i++) {
    from[i] = lia_sym_rate(x->p, x->q[i]);
    to[i] = x->qdot[i];
  }
  int ok = lia_subs(x->p, (uint32_t)x->nq, from, to, 1, e, e);
  lia_free(from);
  return ok ? lia_pool_status(x->p, err) : LIA_FAIL(err, LIA_ENOMEM, "", "out of memory");
}

// a position where no speed stands in it
static int names_speed(const lia_acting *x, lia_expr e) {
  for (int k = 0; k < x->nv; k++)
    if (lia_subs_depends(x->p, e, x->v[k]) > 0) return 1;
  return 0;
}

static lia_status rows_of_coordinates(lia_acting *x, const lia_spec_constraint *c, int first,
                                      lia_error *err) {
  lia_constraint_type type = *lia_constraint_types[c->kind];
  written w = { .factor = NULL };
  lia_expr e = 0;
  lia_status st = write_equation(&w, c, &type, err);
  if (st == LIA_OK) st = lia_acting_read(x, lia_text_str(&w.text), c->where, &e, err);
  written_free(&w, c->ncoord);
  LIA_TRY(st);
  LIA_TRY(told_by_speeds(x, &e, err));
  type.nposition = !names_speed(x, e);
  return put_rows(x, &type, &e, c->name, first, err);
}

static lia_status constraint_rows(lia_acting *x, const lia_spec_constraint *c, int frame, int first,
                                  lia_error *err) {
  const lia_constraint_type *type = lia_constraint_types[c->kind];
  if (!type->nend) return rows_of_coordinates(x, c, first, err);
  lia_constraint_form f = { .p = x->p };
  LIA_TRY(frame_texts(x, c, type, &f, err));
  return rows_of_frames(x, type, &f, frame, c->name, first, err);
}

lia_status lia_acting_rows(lia_acting *x, const lia_spec *s, lia_error *err) {
  int first = 0, frame = x->m->nframe;
  for (int i = 0; i < s->nloop; i++, frame += 2) {
    LIA_TRY(loop_rows(x, &s->loop[i], frame, first, err));
    first += type_of_loop(&s->loop[i])->nrow;
  }
  for (int i = 0; i < s->nconstraint; i++, frame += LIA_CONSTRAINT_ENDS) {
    LIA_TRY(constraint_rows(x, &s->constraint[i], frame, first, err));
    first += lia_constraint_types[s->constraint[i].kind]->nrow;
  }
  return LIA_OK;
}
