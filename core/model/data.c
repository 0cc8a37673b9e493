/* data.c - one block for all that algorithms write */
#include "model/data.h"

#include "base/layout.h"
#include "base/mem.h"

static void data_place(lia_layout *l, lia_data *d, const lia_model *m) {
  d->q     = LIA_TAKE(l, double, m->jq);
  d->v     = LIA_TAKE(l, double, m->jv);
  d->a     = LIA_TAKE(l, double, m->jv);
  d->tau   = LIA_TAKE(l, double, m->jv);
  d->angle = LIA_TAKE(l, double, m->nangle);
  d->sin   = LIA_TAKE(l, double, m->nangle + 8);
  d->cos   = LIA_TAKE(l, double, m->nangle + 8);
  d->zero  = LIA_TAKE(l, double, m->jv);
  d->kin   = LIA_TAKE(l, lia_kin, m->nnode + 1);
  d->comp  = LIA_TAKE(l, lia_composite, m->nnode + 1);
  d->world = LIA_TAKE(l, lia_pose, m->nnode + 1);
  d->twist = LIA_TAKE(l, lia_twist, m->nnode + 1);
  d->tree  = LIA_TAKE(l, lia_pose, m->lanes);
  d->columns4  = LIA_TAKE(l, lia_columns4, m->lanes / 4);
  d->C     = LIA_TAKE(l, lia_v4d, 3 * m->lanes);
  lia_v4d **rows[] = { &d->Sr, &d->V, &d->Vp, &d->G, &d->A, &d->Ap, &d->f, &d->U };
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
    *rows[k] = LIA_TAKE(l, lia_v4d, 2 * m->lanes);
  d->IA    = LIA_TAKE(l, lia_v4d, 14 * m->lanes);
  d->strip = LIA_TAKE(l, lia_v8d, 2 * m->levels * LIA_STRIP * 6);
  d->N     = LIA_TAKE(l, lia_v4d, 3 * m->lanes);
  d->vc    = LIA_TAKE(l, double, m->lanes);
  d->ac    = LIA_TAKE(l, double, m->lanes);
  d->H     = LIA_TAKE(l, double, (size_t)m->jv * (size_t)m->lanes);
  d->D     = LIA_TAKE(l, double, m->lanes);
  d->b     = LIA_TAKE(l, double, m->lanes);
  d->T     = LIA_TAKE(l, double, 2 * (size_t)m->jv * (size_t)m->lanes);
  d->task  = LIA_TAKE(l, double, 14 * m->nv);
  d->judge = LIA_TAKE(l, double, (size_t)m->nv * (size_t)m->nv + 2 * (size_t)m->nv);
}

lia_status lia_data_new(lia_data **out, const lia_model *m, lia_error *err) {
  lia_data size;
  lia_layout l = { 0 };
  *out = NULL;
  LIA_TAKE(&l, lia_data, 1);
  data_place(&l, &size, m);
  char *block = lia_block(l.used);
  if (!block) return LIA_FAIL(err, LIA_ENOMEM, "", "no memory for the data of %d bodies", m->nbody);
  l = (lia_layout){ .base = block };
  *out = LIA_TAKE(&l, lia_data, 1);
  data_place(&l, *out, m);
  return LIA_OK;
}
