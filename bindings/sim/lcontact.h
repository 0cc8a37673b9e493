/* lcontact.h - shapes that touch, of one run: the option contacts, what is recorded of them */
#ifndef LIA_LCONTACT_H
#define LIA_LCONTACT_H

#include "bindings/model/lmodel.h"
#include "bindings/sim/lsource.h"

#include "sim/contact_step.h"

/* bodies that may touch, by their names: one column for each pair of them */
typedef struct lcontact_pair { const char *a, *b; double normal, side; } lcontact_pair;

typedef struct lcontacts {
  lia_scene scene;
  lia_contact_opts o;
  lia_contact_step *step;        /* NULL until the machine is there */
  int nname;
  lcontact_pair *name;
  int *name_of;                  /* (scene.npair) of each pair of shapes */
  const char **shape_name;       /* (scene.nshape) */
  int notes;                     /* where on the stack stands what there is to say of shapes */
  /* NULL, or what run:contacts tells; where it stands on the stack */
  struct lcontact_log *log;
  int log_at;
} lcontacts;

extern const lia_class lia_contacts_class;
/* points are kept from here on: the log on the stack (lcontact_log.c) */
void lia_contacts_log(lua_State *L, lcontacts *c);

/* what options.contacts says, onto the stack; NULL: nothing touches. Raises */
lcontacts *lia_contacts_read(lua_State *L, int options, const lmodel *o, int recorded);
/* the steps, owned by a box on the stack */
void lia_contacts_begin(lua_State *L, lcontacts *c, lia_model_ode *machine);

/* normal and friction forces of each pair of bodies in the last step, (2 nname): the sum of the
 * normal forces, and the size of the sum of those along the planes */
void lia_contacts_row(lcontacts *c, double *y);
/* "N.box.ground", "T.box.ground"; '_' for the dot where a name must be one word */
void lia_contacts_names(const lcontacts *c, lcolumns *columns, char dot);
/* a row at t was made: its points are kept where they were asked for */
void lia_contacts_keep(lcontacts *c, double t);
/* run:info().contacts of the run on top */
void lia_contacts_info(const lcontacts *c, lua_State *L);
void lia_contacts_tell(const lcontacts *c, lua_State *L, int list);

#endif
