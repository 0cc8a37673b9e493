/* compile_mdl.h - a model of a comparison as ours */
#ifndef LIA_COMPILE_MDL_H
#define LIA_COMPILE_MDL_H

#include "mdl.h"

#include "model/model.h"

static inline lia_model *compile(const mdl *M) {
  lia_body_def *b = calloc((size_t)M->n, sizeof *b);
  lia_model *m;
  lia_error err = { 0 };
  for (int i = 0; i < M->n; i++) {
    const mdl_body *x = &M->body[i];
    b[i] = lia_body_def_new(x->name);
    b[i].parent = x->parent - 1;
    b[i].joint = x->type == 'R' ? LIA_JOINT_revolute : x->type == 'P' ? LIA_JOINT_prismatic
        : LIA_JOINT_floating;
    lia_copy3(b[i].axis, x->axis);
    lia_copy33(b[i].X_PJ.R, x->R);
    lia_copy3(b[i].X_PJ.p, x->p);
    const double I[6] = { x->I[0], x->I[3], x->I[5], x->I[1], x->I[2], x->I[4] };
    b[i].has_inertia = 1;
    lia_inertia_of_com(&b[i].inertia, x->m, x->c, I);
  }
  if (lia_model_new(&m, b, M->n, M->gravity, &err) != LIA_OK) {
    fprintf(stderr, "%s: %s\n", err.path, err.text);
    exit(1);
  }
  free(b);
  return m;
}

#endif
