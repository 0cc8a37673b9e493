/* tree_text.h - what a mechanism is made of, told once for numbers (model.h) and expressions (smodel.h)
 *
 * T_NUM is a double or a lia_expr, T(name) the name of a type for it, T_FRAME and T_INERTIA frames and inertias of it. */

/* what a degree of freedom is given besides its geometry */
typedef struct T(dof) {
  T_NUM q_min, q_max;        /* limits; infinite for none */
  T_NUM v_max, tau_max;      /* infinite for none */
  T_NUM damping, friction;   /* tau = -damping v - friction sign v                                >= 0 */
  T_NUM armature;            /* inertia of the rotor times the square of its gear ratio          >= 0 */
  T_NUM stiffness, rest;     /* tau = -stiffness (q - rest); not for quaternions                 >= 0 */
  T_NUM scale, offset;       /* the joint stands at scale q + offset (1, 0); scale may not be 0 */
  int follows;               /* the body whose coordinate this joint moves by, as in gears; -1: its own. Single
                              * turns, slides and screws only: both joints must have one coordinate */
} T(dof);

/* an elementary move: first shifted, then turning about or sliding along the axis, all told in the frame the moves
 * before it have reached */
typedef struct T(elementary) {
  int slide;                 /* 0: turn by q (rad), 1: slide by q (m) */
  double axis[3];            /* any length but 0 */
  T_NUM shift[3];            /* constant, before the move */
} T(elementary);

/* one body and the joint that carries it */
typedef struct T(body) {
  const char *name;
  int parent;                /* index in the list, -1: the ground; any order of entry */
  lia_joint joint;
  double axis[3];            /* of the joint, in the joint frame, any length; all 0: z */
  double axis2[3];           /* the second one of a universal joint; all 0: x */
  T_NUM param[LIA_JOINT_NPARAM];
  int nmove;                 /* custom joints: the sequence of their moves */
  T(elementary) move[LIA_JOINT_NMOVE];
  T_FRAME X_PJ;              /* joint frame in the parent's frame */
  T_FRAME X_JB;              /* body frame in the joint's moved frame (usually the identity) */
  int has_inertia;           /* 0: not given; dynamics refuses then. A body without mass says so: 1 and all zero */
  T_INERTIA inertia;         /* in the body frame, about its origin */
  T(dof) dof[LIA_JOINT_NV];
} T(body);

typedef struct T(node) {
  int parent, end;           /* nodes i .. end-1 are the tree on node i */
  int body;                  /* whose joint it belongs to */
  int forks;                 /* 1: has a child that is not the next node */
  lia_subspace kind;
  int iq, iv, nq, nv;        /* its coordinates and velocities, as joints are numbered */
  int col;                   /* its first column, where velocities are numbered node by node */
  int angle;                 /* LIA_TURN: its place in data->sin, data->cos */
  T_NUM X[12];               /* rows of [R p] at q = 0 in the parent node (general: the placement before the motion) */
  T_NUM m, h[3], I[6];       /* inertia of all bodies of this node, about its origin, xx yy zz xy xz yz */
  const T_NUM *S;            /* LIA_GENERAL: (6 x nv) */
  const lia_joint_row *row;
  const T_NUM *param;
} T(node);

typedef struct T(place) {    /* of a body */
  const char *name;
  int parent;                /* body, -1: the ground */
  int child, sibling;        /* first child, next body of the same parent; -1: none */
  int node;                  /* the node that carries it; 0: fixed to the ground */
  int first;                 /* the first node of its joint, 0: a fixed joint */
  int aligned;               /* 1: X_NB is the identity */
  lia_joint joint;
  int iq, iv, nq, nv;        /* its coordinates and velocities as the user numbers them ... */
  int jq, jv;                /* ... and as joints are numbered */
  T_NUM X_NB[12];            /* rows of [R p], the body in its node */
  T_FRAME X_PJ, X_JB;        /* as described */
  int has_inertia;
  T_INERTIA inertia;         /* as described */
  T_NUM param[LIA_JOINT_NPARAM];
} T(place);

/* The algorithms number coordinates by joints: joint j stands at scale q + offset of its coordinate. Where no joint follows
 * another and no scale or offset is given, mapped is 0 and these are q and v themselves. */
typedef struct T(model) {
  int nbody, nnode;          /* nodes 1 .. nnode */
  int nq, nv;                /* the user's coordinates and velocities */
  int mapped, jq, jv;        /* jq, jv: of all joints, followers too */
  int nangle, *angle_q;      /* (nangle) the joint coordinate that turns each angle */
  T_NUM gravity[3];
  T_NUM mass;                /* of all that moves */
  int root;                  /* the first body on the ground, or -1 */
  int lacking;               /* the first body without inertia, or -1 */
  T(place) *body;            /* (nbody) */
  T(node) *node;             /* (nnode + 1) */
  T(dof) *dof;               /* (jv) */
  int *lead_q, *lead_v;      /* (jq), (jv) the user's index of each */
  T_NUM *scale_q, *offset_q; /* (jq) */
  T_NUM *scale_v;            /* (jv) */
  T_NUM *armature;           /* (jv) dof[].armature */
  T_NUM *S;                  /* of general nodes */
  char *text;                /* names */
#ifdef T_COLUMNS
  T_COLUMNS
#endif
} T(model);
