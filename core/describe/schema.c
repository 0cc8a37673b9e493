/* schema.c - the lists of fields as tables */
#include "describe/schema.h"

#include "base/assert.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

const char *const lia_schema_type_text[LIA_TYPE_COUNT] = {
#define X(id, text, lua) text,
  LIA_SCHEMA_TYPES(X)
#undef X
};

const char *const lia_schema_type_lua[LIA_TYPE_COUNT] = {
#define X(id, text, lua) lua,
  LIA_SCHEMA_TYPES(X)
#undef X
};

const char *const lia_schema_name[LIA_SCHEMA_COUNT] = {
#define X(id, path, text) #id,
  LIA_SCHEMA_LIST(X)
#undef X
};

const char *const lia_schema_path[LIA_SCHEMA_COUNT] = {
#define X(id, path, text) path,
  LIA_SCHEMA_LIST(X)
#undef X
};

const char *const lia_schema_text[LIA_SCHEMA_COUNT] = {
#define X(id, path, text) text,
  LIA_SCHEMA_LIST(X)
#undef X
};

// ---- parts that stand in several tables

#define FIELD(name, type, unit, missing, text) { #name, LIA_TYPE_##type, unit, missing, text },
#define OF_DOF(field, positive, use, unit, missing, text) \
  { #field, LIA_TYPE_number, unit, missing, text },

static const lia_field place[] = { LIA_PLACE_FIELDS(FIELD) };
static const lia_field joint[] = { LIA_JOINT_FIELDS(FIELD) };
static const lia_field coordinate[] = { LIA_SPEC_DOF_LIST(OF_DOF) };
static const lia_field robot[] = { LIA_ROBOT_FIELDS(FIELD) };
static const lia_field body[] = { LIA_BODY_FIELDS(FIELD) };
static const lia_field tree[] = { LIA_TREE_FIELDS(FIELD) };
static const lia_field inner[] = { LIA_INNER_FIELDS(FIELD) };
static const lia_field dof[] = { LIA_DOF_FIELDS(FIELD) };
static const lia_field frame[] = { LIA_FRAME_FIELDS(FIELD) };
static const lia_field loop[] = { LIA_LOOP_FIELDS(FIELD) };
static const lia_field shape[] = { LIA_SHAPE_FIELDS(FIELD) };
static const lia_field constraint[] = { LIA_CONSTRAINT_FIELDS(FIELD) };
static const lia_field driver[] = { LIA_DRIVER_FIELDS(FIELD) };
static const lia_field end[] = { LIA_END_FIELDS(FIELD) };
static const lia_field limits[] = { LIA_LIMITS_FIELDS(FIELD) };
static const lia_field follows[] = { LIA_FOLLOWS_FIELDS(FIELD) };
static const lia_field inertia[] = { LIA_INERTIA_FIELDS(FIELD) };
static const lia_field force[] = { LIA_FORCE_FIELDS(FIELD) };
static const lia_field force_kind[] = { LIA_FORCE_KIND_FIELDS(FIELD) };
static const lia_field input[] = { LIA_INPUT_FIELDS(FIELD) };
static const lia_field given[] = { LIA_GIVEN_FIELDS(FIELD) };

static void schema_add(lia_fields *out, int n, const lia_field *list) {
  LIA_ASSERT(out->n + n <= (int)(sizeof out->field / sizeof *out->field));
  memcpy(out->field + out->n, list, (size_t)n * sizeof *list);
  out->n += n;
}

static void add_one(lia_fields *out, lia_field field) { schema_add(out, 1, &field); }

#define ADD(out, list) schema_add(out, (int)(sizeof(list) / sizeof *(list)), list)

static int has(const lia_fields *f, const char *name) {
  for (int k = 0; k < f->n; k++)
    if (!strcmp(f->field[k].name, name)) return 1;
  return 0;
}

// ---- what the rows of kinds have of their own

static const char *number_text(lia_fields *out, double x) {
  if (isnan(x)) return "must";
  char *text = out->missing[out->n];
  lia_text_format(text, LIA_SCHEMA_DEFAULT, "%.9g", x);
  return text;
}

static void add_params(lia_fields *out, int n, const lia_kind_param *param) {
  for (int k = 0; k < n; k++) {
    const char *missing = number_text(out, param[k].defaults);
    add_one(out, (lia_field){ param[k].name, LIA_TYPE_number, param[k].unit, missing,
                              param[k].text });
  }
}

void lia_schema_joint(int kind, lia_fields *out) {
  const lia_joint_type *row = lia_joint_types[kind];
  out->n = 0;
  for (int k = 0; k < (int)(sizeof joint / sizeof *joint); k++) {
    const char *name = joint[k].name;
    const int axis = !strcmp(name, "axis") && row->naxis > 0;
    const int axis2 = !strcmp(name, "axis2") && row->naxis > 1;
    const int moves = !strcmp(name, "moves") && row->nv < 0;
    if (axis || axis2 || moves) add_one(out, joint[k]);
  }
  add_params(out, row->nparam, row->param);
}

static void add_ends(lia_fields *out, int n) {
  static const char *const at[LIA_CONSTRAINT_ENDS] = { "from", "to", "from2", "to2" };
  const int each = (int)(sizeof end / sizeof *end);
  for (int e = 0; e < n; e++)
    for (int k = 0; k < each; k++) {
      LIA_ASSERT(each * e + k < (int)(sizeof out->name / sizeof *out->name));
      char *name = out->name[each * e + k];
      lia_text_format(name, LIA_SCHEMA_NAME, "%s%s", at[e], end[k].name);
      schema_add(out, 1, &end[k]);
      out->field[out->n - 1].name = name;
    }
}

static lia_field of_coordinates(const lia_constraint_type *row) {
  lia_field f = { row->coord_key, LIA_TYPE_names, "", "must", "the coordinates it holds" };
  if (row->ncoord == 1) {
    f.type = LIA_TYPE_name;
    f.text = "the coordinate, or an expression of some";
  }
  if (row->ncoord < 0) {
    f.type = LIA_TYPE_coordinates;
    f.text = "coordinates with their factors: {q1 = 2, q2 = -1}";
  }
  return f;
}

static lia_field of_equations(const lia_constraint_type *row) {
  lia_field f = { row->expr_key, LIA_TYPE_equation, "", "must", "of coordinates, rates q1' and t" };
  if (row->nend) f.text = "of x, y and z of the first frame, expressed in the second";
  if (row->nexpr > 1) f.type = LIA_TYPE_equations;
  if (row->ncoord) {
    f.type = LIA_TYPE_law;
    f.text = "what the coordinate is, at every time";
  }
  return f;
}

void lia_schema_constraint(int kind, lia_fields *out) {
  const lia_constraint_type *row = lia_constraint_types[kind];
  out->n = 0;
  add_ends(out, row->nend);
  if (row->coord_key) add_one(out, of_coordinates(row));
  add_params(out, row->nparam, row->param);
  if (row->expr_key) add_one(out, of_equations(row));
}

static void add_port(lia_fields *out, int ports) {
#define PORT(name, type, unit, missing, text, port) \
  if (ports & LIA_PORT_##port) \
    add_one(out, (lia_field){ #name, LIA_TYPE_##type, unit, missing, text });
  LIA_PORT_FIELDS(PORT)
#undef PORT
}

void lia_schema_force(int kind, lia_fields *out) {
  const lia_force_row *row = lia_force_rows[kind];
  out->n = 0;
  ADD(out, force);
  add_port(out, row->ports);
  if (kind == LIA_FORCE_given) ADD(out, given);
  for (int k = 0; k < row->nparam; k++) {
    const lia_force_param *p = &row->param[k];
    const lia_schema_type type = p->size == 3 ? LIA_TYPE_three : LIA_TYPE_number;
    const char *missing = number_text(out, p->def);
    add_one(out, (lia_field){ p->name, type, p->unit, missing, p->text });
  }
}

// ---- whole tables

// what the kinds of joints add: of the first that has it, "helical: must"
static void add_all_params(lia_fields *out) {
  for (int kind = 0; kind < LIA_JOINT_COUNT; kind++) {
    const lia_joint_type *row = lia_joint_types[kind];
    for (int k = 0; k < row->nparam; k++) {
      if (has(out, row->param[k].name)) continue;
      add_params(out, 1, &row->param[k]);
      char *missing = out->missing[out->n - 1], text[LIA_SCHEMA_DEFAULT];
      lia_text_format(text, sizeof text, "%s", out->field[out->n - 1].missing);
      lia_text_format(missing, LIA_SCHEMA_DEFAULT, "%s: %s", row->name, text);
      out->field[out->n - 1].missing = missing;
    }
  }
}

static void add_joint(lia_fields *out) {
  ADD(out, joint);
  add_all_params(out);
  ADD(out, place);
  ADD(out, coordinate);
}

void lia_schema_fields(lia_schema s, lia_fields *out) {
  out->n = 0;
  switch (s) {
    case LIA_SCHEMA_robot: ADD(out, robot); break;
    case LIA_SCHEMA_body: ADD(out, body); add_joint(out); break;
    case LIA_SCHEMA_inner: ADD(out, inner); add_joint(out); break;
    case LIA_SCHEMA_joint: ADD(out, tree); add_joint(out); break;
    case LIA_SCHEMA_dof: ADD(out, dof); ADD(out, coordinate); break;
    case LIA_SCHEMA_limits: ADD(out, limits); break;
    case LIA_SCHEMA_follows: ADD(out, follows); break;
    case LIA_SCHEMA_inertia: ADD(out, inertia); break;
    case LIA_SCHEMA_shape: ADD(out, shape); ADD(out, place); break;
    case LIA_SCHEMA_frame: ADD(out, frame); ADD(out, place); break;
    case LIA_SCHEMA_loop: ADD(out, loop); add_all_params(out); break;
    case LIA_SCHEMA_constraint: ADD(out, constraint); break;
    case LIA_SCHEMA_driver: ADD(out, driver); break;
    case LIA_SCHEMA_force: ADD(out, force); ADD(out, force_kind); break;
    case LIA_SCHEMA_input: ADD(out, input); break;
    case LIA_SCHEMA_COUNT: break;
  }
}
