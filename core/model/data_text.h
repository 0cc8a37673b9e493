/* data_text.h - the memory of algorithms over nodes, told once for numbers (data.h) and expressions (smodel.h) */

/* motion and force of a node, in its own axes */
typedef struct T(kin) {
  T_MAT R;             /* R_PN: the node in its parent */
  T_VEC p;             /* p_PN */
  T_MAT U;             /* wd~ + w~ w~ */
  T_VEC w, wd;         /* angular velocity and acceleration */
  T_VEC a;             /* acceleration of the origin, minus gravity in dynamics */
  T_VEC f, n;          /* force, and moment about the origin */
  T_VEC u;             /* velocity of the origin, where an algorithm says that it writes it */
} T(kin);

typedef struct T(composite) { T_NUM m; T_VEC h; T_SYM I; } T(composite);

/* a twist in base axes: velocity of the origin, angular velocity */
typedef struct T(twist) { T_VEC u, w; } T(twist);

typedef struct T(data) {
  T_NUM *q, *v, *a, *tau;     /* (jq), (jv) x 3: joint coordinates where the model is mapped; tau also scratch */
  T_NUM *angle, *sin, *cos;   /* (nangle) */
  T_NUM *zero;                /* (jv) zeros */
  T(kin) *kin;                /* (nnode + 1) */
  T(composite) *comp;         /* (nnode + 1) inertia of the tree on each node */
  T_POSE *world;              /* (nnode + 1) X_0N */
  T(twist) *twist;            /* (nnode + 1) */
#ifdef T_COLUMNS
  T_COLUMNS
#endif
} T(data);
