/* check_numbers.c - numbers of a description: axes, places, limits, inertias, sizes */
#include "describe/check_inside.h"

#include "base/assert.h"
#include "base/text.h"
#include "geo/inertia.h"
#include "geo/rot.h"

#include <math.h>
#include <string.h>

typedef lia_check check;

void lia_check_finite(void *context, const char *path, lia_use use, lia_val *v) {
  check *c = context;
  (void)use;
  if (!v->text && isinf(v->x)) lia_spec_complain(c->s, path, "must be finite, got %g", v->x);
}

int lia_check_numbers(const lia_val *v, int n) {
  for (int k = 0; k < n; k++)
    if (v[k].text || !isfinite(v[k].x)) return 0;
  return 1;
}

static int number(lia_val v) { return lia_check_numbers(&v, 1); }

void lia_check_axis(check *c, const char *where, const char *field, const lia_val axis[3]) {
  if (lia_check_numbers(axis, 3) && !(hypot(hypot(axis[0].x, axis[1].x), axis[2].x) > 1e-12))
    lia_spec_complain(c->s, lia_check_at(c, where, field), "an axis needs a length");
}

void lia_check_place(check *c, const char *where, const char *field, const lia_spec_place *p) {
  for (int k = 0; k < p->n; k++) {
    if (p->move[k].kind != LIA_MOVE_FRAME) continue;
    const double *R = p->move[k].X.R;
    double worst = lia_rot_error(R);
    for (int i = 0; i < 12; i++)
      if (!isfinite(i < 9 ? R[i] : p->move[k].X.p[i - 9])) worst = (double)INFINITY;
    if (worst > 1e-6)
      lia_spec_complain(c->s, lia_check_at(c, where, p->move[k].field ? p->move[k].field : field),
          "this is no rotation: R'R differs from 1 by %.2g", worst);
  }
}

static void check_dof(check *c, const lia_spec_joint *j, int i) {
  lia_spec *s = c->s;
  const lia_spec_dof *d = &j->dof[i];
  char where[LIA_ERROR_PATH];
  if (j->ndof > 1) lia_text_format(where, sizeof where, "%s.dofs[%d]", j->where, i + 1);
  else lia_text_format(where, sizeof where, "%s", j->where);
#define X(field, positive, use, unit, missing, text)                                          \
  if (positive && number(d->field) && d->field.x < 0)                          \
    lia_spec_complain(s, lia_check_at(c, where, #field), "must not be negative, got %g", \
        d->field.x);
  LIA_SPEC_DOF_LIST(X)
#undef X
  if (number(d->min) && number(d->max)) {
    if (d->min.x > d->max.x)
      lia_spec_complain(s, lia_check_at(c, where, "limits"),
          "the lower limit %g is above the upper limit %g",
          d->min.x, d->max.x);
    if (d->min.x == d->max.x)
      lia_spec_warn(s, lia_check_at(c, where, "limits"),
          "this joint cannot move: both limits are %g",
          d->min.x);
    if (number(d->home) && (d->home.x < d->min.x || d->home.x > d->max.x))
      lia_spec_warn(s, lia_check_at(c, where, "home"), "%g is outside the limits %g .. %g",
          d->home.x,
          d->min.x, d->max.x);
  }
  if (lia_val_is(d->scale, 0))
    lia_spec_complain(s, lia_check_at(c, where, "scale"), "must not be zero");
  if (lia_val_is(d->gear, 0))
    lia_spec_complain(s, lia_check_at(c, where, "gear"), "must not be zero");
  if (lia_val_given(d->gear) && !lia_val_given(d->rotor))
    lia_spec_warn(s, lia_check_at(c, where, "gear"), "a gear without a rotor does nothing");
}

static void check_axes(check *c, const lia_spec_joint *j) {
  lia_check_axis(c, j->where, "axis2", j->axis2);
  if (!lia_check_numbers(j->axis, 3) || !lia_check_numbers(j->axis2, 3)) return;
  const double u[3] = { j->axis[0].x, j->axis[1].x, j->axis[2].x };
  const double w[3] = { j->axis2[0].x, j->axis2[1].x, j->axis2[2].x };
  if (fabs(lia_dot3(u, w)) > 1e-9 * lia_norm3(u) * lia_norm3(w))
    lia_spec_complain(c->s, lia_check_at(c, j->where, "axis2"),
        "the axes of a %s joint are perpendicular (where none is given axis is z, axis2 is y)",
        lia_joint_name[j->kind]);
}

static void check_params(check *c, const lia_spec_joint *j) {
  const lia_joint_type *row = lia_joint_types[j->kind];
  for (int k = 0; k < row->nparam; k++)
    if (isnan(row->param[k].defaults) && !lia_val_given(j->param[k]))
      lia_spec_complain(c->s, lia_check_at(c, j->where, row->param[k].name),
          "a %s joint needs its %s, in %s",
          row->name,
          row->param[k].name, row->param[k].unit);
}

void lia_check_joint(check *c, const lia_spec_joint *j) {
  if (lia_joint_types[j->kind]->naxis) lia_check_axis(c, j->where, "axis", j->axis);
  if (lia_joint_types[j->kind]->naxis == 2) check_axes(c, j);
  check_params(c, j);
  if (j->kind == LIA_JOINT_moves && !j->ndof && !j->broken)
    lia_spec_complain(c->s, lia_check_at(c, j->where, "joint"),
        "a sequence of moves needs one that moves by a coordinate");
  lia_check_place(c, j->where, "place", &j->place);
  lia_check_place(c, j->where, "after", &j->after);
  for (int i = 0; i < j->ndof; i++) check_dof(c, j, i);
}

// a body ------------------------------------------------------------------------------------------

static void check_inertia(check *c, const lia_spec_body *b) {
  double m = b->mass.x, com[3] = { 0 }, I[6], p[3], R[9], farthest = 0;
  lia_inertia J;
  for (int k = 0; k < 3; k++) com[k] = lia_val_given(b->com[k]) ? b->com[k].x : 0;
  for (int k = 0; k < 6; k++) I[k] = b->inertia[k].x;
  lia_inertia_of_com(&J, m, com, I);
  if (b->about_origin) memcpy(J.I, I, sizeof I);
  lia_inertia_principal(p, R, &J);
  for (int k = 0; k < 6; k++) farthest = fmax(farthest, fabs(J.I[k]));
  double noise = 1e-9 * farthest;
  if (p[0] < -noise && c->s->lenient)
    lia_spec_warn(c->s, lia_check_at(c, b->where, "inertia"),
        "no body has this inertia: a principal moment is %.6g", p[0]);
  else if (p[0] < -noise)
    lia_spec_complain(c->s, lia_check_at(c, b->where, "inertia"),
        "no body has this inertia: a principal moment is %.6g", p[0]);
  else if (p[0] + p[1] < p[2] - noise)
    lia_spec_warn(c->s, lia_check_at(c, b->where, "inertia"),
        "no solid body has this inertia: of its principal moments, %.6g + %.6g is less than %.6g",
        p[0], p[1], p[2]);
}

static void check_shape(check *c, const lia_spec_body *b, int i) {
  LIA_ASSERT(i >= 0 && i < b->nshape);
  const lia_spec_shape *h = &b->shape[i];
  char field[48];
  lia_text_format(field, sizeof field, "shapes[%d]", i + 1);
  for (int k = 0; k < lia_spec_shape_nsize[h->kind]; k++)
    if (number(h->size[k]) &&
        (h->kind == LIA_SHAPE_mesh ? h->size[k].x == 0 : h->size[k].x < 0))
      lia_spec_complain(c->s, lia_check_at(c, b->where, field),
          h->kind == LIA_SHAPE_mesh ? "the scale of a %s must not be zero, got %g"
          : "the size of a %s must be positive, got %g", lia_spec_shape_name[h->kind],
          h->size[k].x);
  for (int k = 0; k < 4; k++)
    if (!isfinite(h->color[k])) {
      lia_spec_complain(c->s, lia_check_at(c, b->where, field),
          "a color is four numbers from 0 to 1");
      break;
    }
  lia_check_place(c, b->where, field, &h->place);
}

void lia_check_body(check *c, const lia_spec_body *b) {
  lia_spec *s = c->s;
  int given = 0;
  for (int k = 0; k < 6; k++) given += lia_val_given(b->inertia[k]);
  if (number(b->mass) && b->mass.x < 0) {
    lia_spec_complain(s, lia_check_at(c, b->where, "mass"), "must not be negative, got %g",
        b->mass.x);
  } else if (!lia_val_given(b->mass) && given) {
    lia_spec_warn(s, lia_check_at(c, b->where, "mass"), "an inertia is given and no mass");
  } else if (!b->broken && lia_check_numbers(b->inertia, 6) && number(b->mass)
             && (lia_check_numbers(b->com, 3) || !lia_val_given(b->com[0]))) {
    check_inertia(c, b);
  }
  for (int i = 0; i < b->nshape; i++) check_shape(c, b, i);
}
