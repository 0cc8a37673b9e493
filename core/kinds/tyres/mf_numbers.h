/* mf_numbers.h - what the Magic Formulas 5.2 and 6.1 share: numbers, called as in files of tyres
 * (.tir)
 *
 *   y = D sin(C atan(B x - E (B x - atan(B x)))),   dfz = (N - FNOMIN LFZO)/(FNOMIN LFZO)
 *
 * alpha and kappa as in tyre.h, which are those of files with ISO axes: PKY1 is below 0.
 * Turn slip is left out: all its factors zeta are 1. */
#ifndef LIA_TYRE_MF_NUMBERS_H
#define LIA_TYRE_MF_NUMBERS_H

#define MF_NUMBERS(X)                                                                             \
  X(FNOMIN, 1, LIA_FORCE_GIVEN, 1, "N", "nominal load")                                           \
  X(LONGVL, 1, 16.7, 1, "m/s", "speed of reference")                                              \
  X(PCX1, 1, LIA_FORCE_GIVEN, 0, "", "Fx: shape C")                                               \
  X(PDX1, 1, LIA_FORCE_GIVEN, 0, "", "Fx: friction")                                              \
  X(PDX2, 1, 0, LIA_FORCE_ANY, "", "Fx: friction over the load")                                  \
  X(PDX3, 1, 0, LIA_FORCE_ANY, "", "Fx: friction over camber squared")                            \
  X(PEX1, 1, 0, LIA_FORCE_ANY, "", "Fx: bend E")                                                  \
  X(PEX2, 1, 0, LIA_FORCE_ANY, "", "Fx: bend over the load")                                      \
  X(PEX3, 1, 0, LIA_FORCE_ANY, "", "Fx: bend over the load squared")                              \
  X(PEX4, 1, 0, LIA_FORCE_ANY, "", "Fx: bend, driving against braking")                           \
  X(PKX1, 1, LIA_FORCE_GIVEN, 0, "", "Fx: slope at rest by load")                                 \
  X(PKX2, 1, 0, LIA_FORCE_ANY, "", "Fx: slope over the load")                                     \
  X(PKX3, 1, 0, LIA_FORCE_ANY, "", "Fx: exponent of the slope over the load")                     \
  X(PHX1, 1, 0, LIA_FORCE_ANY, "", "Fx: shift of the slip")                                       \
  X(PHX2, 1, 0, LIA_FORCE_ANY, "", "Fx: shift of the slip over the load")                         \
  X(PVX1, 1, 0, LIA_FORCE_ANY, "", "Fx: shift by load")                                           \
  X(PVX2, 1, 0, LIA_FORCE_ANY, "", "Fx: shift by load over the load")                             \
  X(RBX1, 1, 0, LIA_FORCE_ANY, "", "Fx with side slip: slope")                                    \
  X(RBX2, 1, 0, LIA_FORCE_ANY, "", "Fx with side slip: slope over kappa")                         \
  X(RCX1, 1, 0, LIA_FORCE_ANY, "", "Fx with side slip: shape")                                    \
  X(REX1, 1, 0, LIA_FORCE_ANY, "", "Fx with side slip: bend")                                     \
  X(REX2, 1, 0, LIA_FORCE_ANY, "", "Fx with side slip: bend over the load")                       \
  X(RHX1, 1, 0, LIA_FORCE_ANY, "rad", "Fx with side slip: shift")                                 \
  X(PCY1, 1, LIA_FORCE_GIVEN, 0, "", "Fy: shape C")                                               \
  X(PDY1, 1, LIA_FORCE_GIVEN, LIA_FORCE_ANY, "", "Fy: friction, of either sign")                  \
  X(PDY2, 1, 0, LIA_FORCE_ANY, "", "Fy: friction over the load")                                  \
  X(PDY3, 1, 0, LIA_FORCE_ANY, "", "Fy: friction over camber squared")                            \
  X(PEY1, 1, 0, LIA_FORCE_ANY, "", "Fy: bend E")                                                  \
  X(PEY2, 1, 0, LIA_FORCE_ANY, "", "Fy: bend over the load")                                      \
  X(PEY3, 1, 0, LIA_FORCE_ANY, "", "Fy: bend, left against right")                                \
  X(PEY4, 1, 0, LIA_FORCE_ANY, "", "Fy: bend over camber")                                        \
  X(PKY1, 1, LIA_FORCE_GIVEN, LIA_FORCE_ANY, "", "Fy: most slope by nominal load, below 0")       \
  X(PKY2, 1, LIA_FORCE_GIVEN, 0, "", "Fy: load of the most slope, by nominal load")               \
  X(PKY3, 1, 0, LIA_FORCE_ANY, "", "Fy: slope over camber")                                       \
  X(PHY1, 1, 0, LIA_FORCE_ANY, "", "Fy: shift of the slip")                                       \
  X(PHY2, 1, 0, LIA_FORCE_ANY, "", "Fy: shift of the slip over the load")                         \
  X(PVY1, 1, 0, LIA_FORCE_ANY, "", "Fy: shift by load")                                           \
  X(PVY2, 1, 0, LIA_FORCE_ANY, "", "Fy: shift by load over the load")                             \
  X(PVY3, 1, 0, LIA_FORCE_ANY, "", "Fy: shift by load over camber")                               \
  X(PVY4, 1, 0, LIA_FORCE_ANY, "", "Fy: shift over camber and load")                              \
  X(RBY1, 1, 0, LIA_FORCE_ANY, "", "Fy with kappa: slope")                                        \
  X(RBY2, 1, 0, LIA_FORCE_ANY, "", "Fy with kappa: slope over side slip")                         \
  X(RBY3, 1, 0, LIA_FORCE_ANY, "", "Fy with kappa: shift of that")                                \
  X(RCY1, 1, 0, LIA_FORCE_ANY, "", "Fy with kappa: shape")                                        \
  X(REY1, 1, 0, LIA_FORCE_ANY, "", "Fy with kappa: bend")                                         \
  X(REY2, 1, 0, LIA_FORCE_ANY, "", "Fy with kappa: bend over the load")                           \
  X(RHY1, 1, 0, LIA_FORCE_ANY, "", "Fy with kappa: shift")                                        \
  X(RHY2, 1, 0, LIA_FORCE_ANY, "", "Fy with kappa: shift over the load")                          \
  X(RVY1, 1, 0, LIA_FORCE_ANY, "", "Fy by kappa")                                                 \
  X(RVY2, 1, 0, LIA_FORCE_ANY, "", "Fy by kappa over the load")                                   \
  X(RVY3, 1, 0, LIA_FORCE_ANY, "", "Fy by kappa over camber")                                     \
  X(RVY4, 1, 0, LIA_FORCE_ANY, "", "Fy by kappa over side slip")                                  \
  X(RVY5, 1, 0, LIA_FORCE_ANY, "", "Fy by kappa: shape")                                          \
  X(RVY6, 1, 0, LIA_FORCE_ANY, "", "Fy by kappa: slope")                                          \
  X(QSX1, 1, 0, LIA_FORCE_ANY, "", "Mx: shift")                                                   \
  X(QSX2, 1, 0, LIA_FORCE_ANY, "", "Mx: over camber")                                             \
  X(QSX3, 1, 0, LIA_FORCE_ANY, "", "Mx: over Fy")                                                 \
  X(QSY1, 1, 0, LIA_FORCE_ANY, "", "My: resistance of rolling")                                   \
  X(QSY2, 1, 0, LIA_FORCE_ANY, "", "My: over Fx")                                                 \
  X(QSY3, 1, 0, LIA_FORCE_ANY, "", "My: over the speed")                                          \
  X(QSY4, 1, 0, LIA_FORCE_ANY, "", "My: over the speed to the fourth")                            \
  X(QBZ1, 1, 0, LIA_FORCE_ANY, "", "Mz: slope of the trail")                                      \
  X(QBZ2, 1, 0, LIA_FORCE_ANY, "", "Mz: slope over the load")                                     \
  X(QBZ3, 1, 0, LIA_FORCE_ANY, "", "Mz: slope over the load squared")                             \
  X(QBZ4, 1, 0, LIA_FORCE_ANY, "", "Mz: slope over camber")                                       \
  X(QBZ5, 1, 0, LIA_FORCE_ANY, "", "Mz: slope over the size of camber")                           \
  X(QBZ9, 1, 0, LIA_FORCE_ANY, "", "Mz: slope of the rest")                                       \
  X(QBZ10, 1, 0, LIA_FORCE_ANY, "", "Mz: slope of the rest as that of Fy")                        \
  X(QCZ1, 1, 0, LIA_FORCE_ANY, "", "Mz: shape of the trail")                                      \
  X(QDZ1, 1, 0, LIA_FORCE_ANY, "", "Mz: trail")                                                   \
  X(QDZ2, 1, 0, LIA_FORCE_ANY, "", "Mz: trail over the load")                                     \
  X(QDZ3, 1, 0, LIA_FORCE_ANY, "", "Mz: trail over camber")                                       \
  X(QDZ4, 1, 0, LIA_FORCE_ANY, "", "Mz: trail over camber squared")                               \
  X(QDZ6, 1, 0, LIA_FORCE_ANY, "", "Mz: the rest")                                                \
  X(QDZ7, 1, 0, LIA_FORCE_ANY, "", "Mz: the rest over the load")                                  \
  X(QDZ8, 1, 0, LIA_FORCE_ANY, "", "Mz: the rest over camber")                                    \
  X(QDZ9, 1, 0, LIA_FORCE_ANY, "", "Mz: the rest over camber and load")                           \
  X(QEZ1, 1, 0, LIA_FORCE_ANY, "", "Mz: bend of the trail")                                       \
  X(QEZ2, 1, 0, LIA_FORCE_ANY, "", "Mz: bend over the load")                                      \
  X(QEZ3, 1, 0, LIA_FORCE_ANY, "", "Mz: bend over the load squared")                              \
  X(QEZ4, 1, 0, LIA_FORCE_ANY, "", "Mz: bend, left against right")                                \
  X(QEZ5, 1, 0, LIA_FORCE_ANY, "", "Mz: bend over camber")                                        \
  X(QHZ1, 1, 0, LIA_FORCE_ANY, "", "Mz: shift of the slip")                                       \
  X(QHZ2, 1, 0, LIA_FORCE_ANY, "", "Mz: shift over the load")                                     \
  X(QHZ3, 1, 0, LIA_FORCE_ANY, "", "Mz: shift over camber")                                       \
  X(QHZ4, 1, 0, LIA_FORCE_ANY, "", "Mz: shift over camber and load")                              \
  X(SSZ1, 1, 0, LIA_FORCE_ANY, "", "Mz: arm of Fx")                                               \
  X(SSZ2, 1, 0, LIA_FORCE_ANY, "", "Mz: arm of Fx over Fy")                                       \
  X(SSZ3, 1, 0, LIA_FORCE_ANY, "", "Mz: arm of Fx over camber")                                   \
  X(SSZ4, 1, 0, LIA_FORCE_ANY, "", "Mz: arm of Fx over camber and load")                          \
  X(PTX1, 1, 0, LIA_FORCE_ANY, "", "relaxation length along, by radius and load")                 \
  X(PTX2, 1, 0, LIA_FORCE_ANY, "", "relaxation length along over the load")                       \
  X(PTX3, 1, 0, LIA_FORCE_ANY, "", "relaxation length along: exponent over the load")             \
  X(PTY1, 1, 0, LIA_FORCE_ANY, "", "relaxation length across: most, by radius")                   \
  X(PTY2, 1, 0, LIA_FORCE_ANY, "", "relaxation length across: load of it, by nominal load")       \
  X(LFZO, 1, 1, 0, "", "times: nominal load")                                                     \
  X(LCX, 1, 1, 0, "", "times: shape of Fx")                                                       \
  X(LMUX, 1, 1, 0, "", "times: friction of Fx")                                                   \
  X(LEX, 1, 1, 0, "", "times: bend of Fx")                                                        \
  X(LKX, 1, 1, 0, "", "times: slope of Fx")                                                       \
  X(LHX, 1, 1, 0, "", "times: shift of kappa")                                                    \
  X(LVX, 1, 1, 0, "", "times: shift of Fx")                                                       \
  X(LCY, 1, 1, 0, "", "times: shape of Fy")                                                       \
  X(LMUY, 1, 1, 0, "", "times: friction of Fy")                                                   \
  X(LEY, 1, 1, 0, "", "times: bend of Fy")                                                        \
  X(LKY, 1, 1, 0, "", "times: slope of Fy")                                                       \
  X(LHY, 1, 1, 0, "", "times: shift of the side slip")                                            \
  X(LVY, 1, 1, 0, "", "times: shift of Fy")                                                       \
  X(LXAL, 1, 1, 0, "", "times: side slip in Fx")                                                  \
  X(LYKA, 1, 1, 0, "", "times: kappa in Fy")                                                      \
  X(LVYKA, 1, 1, 0, "", "times: Fy by kappa")                                                     \
  X(LTR, 1, 1, 0, "", "times: trail")                                                             \
  X(LRES, 1, 1, 0, "", "times: rest of Mz")                                                       \
  X(LS, 1, 1, 0, "", "times: arm of Fx")                                                          \
  X(LMX, 1, 1, 0, "", "times: Mx")                                                                \
  X(LVMX, 1, 1, 0, "", "times: shift of Mx")                                                      \
  X(LMY, 1, 1, 0, "", "times: My")                                                                \
  X(LSGKP, 1, 1, 0, "", "times: relaxation length along")                                         \
  X(LSGAL, 1, 1, 0, "", "times: relaxation length across")

#define AT_X(name, size, def, least, unit, text) mf_##name,
enum { MF_NUMBERS(AT_X) mf_END };
#undef AT_X

#endif
