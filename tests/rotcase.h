/* rotcase.h - what the tests of rotation matrices share */
#ifndef LIA_TEST_ROTCASE_H
#define LIA_TEST_ROTCASE_H

#include "geo/rot.h"
#include "turns.h"



// base case B of [nonhol 2.1]: R = Rz(.4) Ry(-.3) Rx(.7), w_B = (.3, -.5, .9)
static const double R_B[9] = { .87992317628126, -.47319456458436, .04268615572902, .37202555194226,
    .63032909669907,
    -.68138257870054, .29552020666134, .61544466355827, .73068164993551 };
static const double W_B[3] = { .3, -.5, .9 },
    W_A[3] = { .53899177533268, -.81680120359734, .43854721516123 };
static const double Rd_B[9] = { -.40453203026141, -.77912501193443, -.29800321876532,
    .22660489767889, -.5392377703582,
    -.37511150498085, .9192410221702, -.04676369101455, -.33239350239815 };
static const double I3[9] = { 1, 0, 0, 0, 1, 0, 0, 0, 1 };

static inline void turn_matrix(double R[9], int i) {
  double v[3];
  turn_vector(v, i);
  lia_rot_exp(R, v);
}

#endif
