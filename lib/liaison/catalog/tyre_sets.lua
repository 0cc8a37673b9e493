-- tyre_sets.lua - numbers of tyres from publications
return {
  -- [bakker]'s formula with coefficients for dry tarmac, as MathWorks' Tire-Road Interaction
  -- (Magic Formula) documents them
  dry_tarmac = { numbers = { kind = "four", radius = 0.3, name = "dry tarmac", B = 10, C = 1.9,
    D = 1, E = 0.97 } },
  -- [rill] 3.3: a typical tyre of a passenger car, at 3.2 and 6.4 kN
  tmeasy_car = { numbers = { kind = "tmeasy", radius = 0.315, name = "TMeasy, passenger car",
    load = 3200,
    dFx1 = 90e3, sMx1 = 0.090, FMx1 = 3300, sSx1 = 0.400, FSx1 = 3200,
    dFx2 = 160e3, sMx2 = 0.110, FMx2 = 6500, sSx2 = 0.500, FSx2 = 6000,
    dFy1 = 70e3, sMy1 = 0.180, FMy1 = 3100, sSy1 = 0.600, FSy1 = 3100,
    dFy2 = 100e3, sMy2 = 0.200, FMy2 = 5400, sSy2 = 0.800, FSy2 = 5300 } },
  -- [pacejka12] appendix 3: 205/60R15 91V, 2.2 bar, axes ISO
  pacejka_205_60R15 = { numbers = { kind = "mf61", radius = 0.313, name = "205/60R15 91V",
    FNOMIN = 4000, LONGVL = 16.67, NOMPRES = 220000, stiffness = 200000,
    PCX1 = 1.685, PDX1 = 1.210, PDX2 = -0.037, PEX1 = 0.344, PEX2 = 0.095, PEX3 = -0.020,
    PKX1 = 21.51, PKX2 = -0.163, PKX3 = 0.245, PHX1 = -0.002, PHX2 = 0.002,
    RBX1 = 12.35, RBX2 = -10.77, RCX1 = 1.092, RHX1 = 0.007,
    PCY1 = 1.193, PDY1 = -0.990, PDY2 = 0.145, PDY3 = -11.23, PEY1 = -1.003, PEY2 = -0.537,
    PEY3 = -0.083, PEY4 = -4.787, PKY1 = -14.95, PKY2 = 2.130, PKY3 = -0.028, PKY4 = 2,
    PKY6 = -0.92, PKY7 = -0.24, PHY1 = 0.003, PHY2 = -0.001,
    PVY1 = 0.045, PVY2 = -0.024, PVY3 = -0.532, PVY4 = 0.039,
    RBY1 = 6.461, RBY2 = 4.196, RBY3 = -0.015, RCY1 = 1.081, RHY1 = 0.009,
    RVY1 = 0.053, RVY2 = -0.073, RVY3 = 0.517, RVY4 = 35.44, RVY5 = 1.9, RVY6 = -10.71,
    QBZ1 = 8.964, QBZ2 = -1.106, QBZ3 = -0.842, QBZ5 = -0.227, QBZ9 = 18.47, QCZ1 = 1.180,
    QDZ1 = 0.100, QDZ2 = -0.001, QDZ3 = 0.007, QDZ4 = 13.05, QDZ6 = -0.008, QDZ8 = -0.296,
    QDZ9 = -0.009, QEZ1 = -1.609, QEZ2 = -0.359, QEZ4 = 0.174, QEZ5 = -0.896,
    QHZ1 = 0.007, QHZ2 = -0.002, QHZ3 = 0.147, QHZ4 = 0.004,
    SSZ1 = 0.043, SSZ2 = 0.001, SSZ3 = 0.731, SSZ4 = -0.238,
    QSX1 = 0, QSX2 = 0, QSX3 = 0, QSY1 = 0.01 } },
}
