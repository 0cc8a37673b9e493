/* urdf_joints.c - joints of URDF: types, axes, limits, what mimics another */
#include "io/urdf_inside.h"

#include "geo/rot.h"

#include <math.h>
#include <string.h>

typedef lia_urdf_reader urdf;

// the types of the format, and those that are met outside of it: of Bullet, and of Drake's
// <drake:joint>
enum { NTYPES = 10, CONTINUOUS = 1, OWN_TYPES = 6 };
static const char *const type_name[NTYPES] = {
  "revolute", "continuous", "prismatic", "fixed", "floating", "planar", "spherical", "ball",
  "universal", "screw",
};
static const int type_kind[NTYPES] = {
  LIA_JOINT_revolute, LIA_JOINT_revolute, LIA_JOINT_prismatic, LIA_JOINT_fixed, LIA_JOINT_floating,
      LIA_JOINT_planar,
  LIA_JOINT_spherical, LIA_JOINT_spherical, LIA_JOINT_universal, LIA_JOINT_helical,
};
static const char *const type_read[NTYPES - OWN_TYPES] = {
  "any turn about a point", "any turn about a point", "turns about x, then y", "a screw",
};

int lia_urdf_joint_type(urdf *u, const char **a, int *kind, int once) {
  const char *type = lia_urdf_attribute(a, "type");
  if (!type || !*type) {
    if (once) LIA_URDF_WARN(u, "<loop_joint> without type=\"...\"");
    else LIA_URDF_COMPLAIN(u, "<joint> needs type=\"...\"");
    return -1;
  }
  for (int k = 0; k < NTYPES; k++) {
    if (strcmp(type, type_name[k])) continue;
    if (k >= OWN_TYPES)
      LIA_URDF_WARN(u, "type '%s' is none of the format: read as %s", type,
          type_read[k - OWN_TYPES]);
    *kind = type_kind[k];
    return k;
  }
  if (lia_urdf_is_macro(type)) lia_urdf_stop(u, LIA_EPARSE, lia_urdf_xacro_text);
  else if (once) LIA_URDF_WARN(u, "unknown type '%.40s'%s", type,
      lia_urdf_hint_of(type, type_name, OWN_TYPES, "'", "'").text);
  else LIA_URDF_COMPLAIN(u, "unknown type '%.40s'%s", type,
      lia_urdf_hint_of(type, type_name, OWN_TYPES, "'", "'").text);
  return -1;
}

void lia_urdf_start_joint(urdf *u, const char **a) {
  static const char *const known[] = { "name", "type", NULL };
  const char *name = lia_urdf_name_of(u, "joint", a, u->s->njoint);
  lia_spec_joint *j = lia_spec_add_joint(u->s, "", "", LIA_JOINT_fixed,
      lia_urdf_spot_of(u, "joint", name).text);
  if (!j) { u->joint = -1; return; }
  u->joint = u->s->njoint - 1;
  j->name = lia_urdf_word(u, name);
  lia_urdf_strict(u, "joint", a, known);
  int type = lia_urdf_joint_type(u, a, &j->kind, 0);
  if (type < 0) j->broken = 1;
  else lia_spec_set_dofs(u->s, j, lia_joint_ndof(j->kind));
  u->lower = u->upper = type == CONTINUOUS ? -1 : 0;
  u->limited = type == CONTINUOUS || type < 0;
  for (int k = 0; k < 3; k++) {
    j->axis[k] = LIA_VAL(k == 0);
    j->axis2[k] = LIA_VAL(k == 1);
  }
  lia_urdf_no_origin(u);
}

// metres a turn, of a screw; ours are metres a radian
void lia_urdf_start_pitch(urdf *u, const char **a) {
  double x;
  if (u->joint >= 0 && lia_urdf_read_numbers(u, a, "value", &x, 1, 1) == 1)
    u->s->joint[u->joint].param[0] = LIA_VAL(x / 6.283185307179586);
}

void lia_urdf_start_parent(urdf *u, const char **a) {
  const char *link = lia_urdf_attribute(a, "link");
  if (link && u->joint >= 0) u->s->joint[u->joint].parent = lia_urdf_word(u, link);
}

void lia_urdf_start_child(urdf *u, const char **a) {
  const char *link = lia_urdf_attribute(a, "link");
  if (link && u->joint >= 0) u->s->joint[u->joint].child = lia_urdf_word(u, link);
}

static lia_spec_dof *only_dof(const urdf *u) {
  return u->joint >= 0 && u->s->joint[u->joint].ndof == 1 ? u->s->joint[u->joint].dof : NULL;
}

void lia_urdf_start_axis(urdf *u, const char **a) {
  double x[3];
  // its axes are x and y
  if (u->joint < 0 || u->s->joint[u->joint].kind == LIA_JOINT_universal) return;
  lia_spec_joint *j = &u->s->joint[u->joint];
  int grave = only_dof(u) || j->kind == LIA_JOINT_planar;
  if (!lia_urdf_attribute(a, "xyz")) {
    LIA_URDF_WARN(u, "<axis> without xyz=\"...\": read as 1 0 0");
    return;
  }
  if (lia_urdf_read_numbers(u, a, "xyz", x, 3, grave) != 1) return;
  for (int k = 0; k < 3; k++) j->axis[k] = LIA_VAL(x[k]);
}

// Either limit is 0 where only the other is told, as the format says; where neither is, it says
// both are, and nobody means that: there is none. Crossed limits are how some say so. A continuous
// joint has none (lower and upper -1)
static void limits(urdf *u, const char **a, lia_spec_dof *d) {
  double x[2] = { 0, 0 };
  int lower = lia_urdf_numbers(u, a, "lower", &x[0], 1),
      upper = lia_urdf_numbers(u, a, "upper", &x[1], 1);
  int told = lower == 1 || upper == 1;
  if (u->lower < 0) {
    if (told && x[0] < x[1])
      LIA_URDF_WARN(u, "a continuous joint has no limits: %g .. %g not read", x[0], x[1]);
    return;
  }
  if (lower < 0 || upper < 0) return;
  if (!told) { LIA_URDF_WARN(u, "<limit> without lower and upper: read as none"); return; }
  if (lower == 1 && upper == 1 && x[0] > x[1]) {
    LIA_URDF_WARN(u, "the lower limit %g is above the upper limit %g: read as none", x[0], x[1]);
    return;
  }
  if (lower == 1 || x[1] > 0) d->min = LIA_VAL(x[0]);
  if (upper == 1 || x[0] < 0) d->max = LIA_VAL(x[1]);
}

void lia_urdf_start_limit(urdf *u, const char **a) {
  static const char *const known[] = { "lower", "upper", "effort", "velocity", NULL };
  lia_spec_dof *d = only_dof(u);
  lia_urdf_strict(u, "limit", a, known);
  u->limited = 1;
  if (!d) return;
  limits(u, a, d);
  lia_urdf_positive(u, a, "effort", &d->effort);
  lia_urdf_positive(u, a, "velocity", &d->speed);
  if (!lia_val_is(d->speed, 0)) return;
  // what drawing programs write where nothing was entered
  LIA_URDF_WARN(u, "velocity=\"0\"%s: read as not given",
      lia_val_is(d->effort, 0) ? " and effort=\"0\"" : "");
  d->speed = LIA_VAL_NONE;
  if (lia_val_is(d->effort, 0)) d->effort = LIA_VAL_NONE;
}

void lia_urdf_start_dynamics(urdf *u, const char **a) {
  static const char *const known[] = { "damping", "friction", NULL };
  lia_val damping = LIA_VAL_NONE, friction = LIA_VAL_NONE;
  lia_urdf_strict(u, "dynamics", a, known);
  if (u->joint < 0 || !u->s->joint[u->joint].ndof) return;
  lia_urdf_positive(u, a, "damping", &damping);
  lia_urdf_positive(u, a, "friction", &friction);
  for (int i = 0; i < u->s->joint[u->joint].ndof; i++) {
    u->s->joint[u->joint].dof[i].damping = damping;
    u->s->joint[u->joint].dof[i].friction = friction;
  }
}

void lia_urdf_start_mimic(urdf *u, const char **a) {
  static const char *const known[] = { "joint", "multiplier", "offset", NULL };
  lia_urdf_parts *p = &u->part;
  const char *of = lia_urdf_asked(u, "mimic", a, "joint");
  lia_urdf_strict(u, "mimic", a, known);
  if (!of || u->joint < 0 || u->s->joint[u->joint].broken) return;
  if (!only_dof(u)) {
    LIA_URDF_WARN(u, "only a joint with one coordinate can mimic another: <mimic> passed over");
    return;
  }
  lia_urdf_mimic *more = lia_urdf_grown(u, p->mimic, p->nmimic, sizeof *more);
  if (!more) return;
  p->mimic = more;
  lia_urdf_mimic *m = &p->mimic[p->nmimic++];
  *m = (lia_urdf_mimic){ .joint = u->joint, .of = lia_urdf_word(u, of), .multiplier = 1 };
  lia_urdf_read_numbers(u, a, "multiplier", &m->multiplier, 1, 1);
  lia_urdf_read_numbers(u, a, "offset", &m->offset, 1, 1);
}

// planar: motion in the plane across the axis; ours moves in x and y: turn z onto the axis, and
// back
static void turn_plane(urdf *u, lia_spec_joint *j, const double n[3]) {
  double z[3] = { 0, 0, 1 }, R[9];
  lia_rot_between(R, z, n);
  lia_spec_move *m = lia_spec_add_move(u->s, &j->place, LIA_MOVE_FRAME, LIA_VAL(0));
  if (m) lia_copy33(m->X.R, R);
  m = lia_spec_add_move(u->s, &j->after, LIA_MOVE_FRAME, LIA_VAL(0));
  if (m) lia_transpose33(m->X.R, R);
}

// an axis of no length turns nothing; one of another length than 1 is a direction all the same
static void settle_axis(urdf *u, lia_spec_joint *j) {
  double n[3] = { j->axis[0].x, j->axis[1].x, j->axis[2].x }, length = lia_norm3(n);
  int planar = j->kind == LIA_JOINT_planar;
  if (j->ndof != 1 && !planar) return;
  if (length > 1e-12) {
    if (fabs(length - 1) > 0.01)
      LIA_URDF_WARN(u, "the axis has the length %.6g: read as a direction", length);
    lia_scale3(n, 1 / length, n);
  } else if (planar) {
    LIA_URDF_WARN(u, "an axis needs a length: read as 1 0 0");
    lia_set3(n, 1, 0, 0);
  } else {
    LIA_URDF_WARN(u, "an axis needs a length: this joint cannot move");
    lia_spec_set_dofs(u->s, j, 0);
    j->kind = LIA_JOINT_fixed;
  }
  if (planar) turn_plane(u, j, n);
}

void lia_urdf_end_joint(urdf *u) {
  if (u->joint < 0) return;
  lia_spec_joint *j = &u->s->joint[u->joint];
  if (!j->parent[0]) {
    LIA_URDF_COMPLAIN(u, "<joint> without <parent link=\"...\"/>");
    j->broken = 1;
  }
  if (!j->child[0]) {
    LIA_URDF_COMPLAIN(u, "<joint> without <child link=\"...\"/>");
    j->broken = 1;
  }
  if (!u->limited && (j->kind == LIA_JOINT_revolute || j->kind == LIA_JOINT_prismatic))
    lia_urdf_pass(u, "a revolute or prismatic joint without <limit>: it has no limits", "");
  lia_spec_place_rpy(u->s, &j->place, u->xyz, u->rpy);
  settle_axis(u, j);
  u->joint = -1;
}
