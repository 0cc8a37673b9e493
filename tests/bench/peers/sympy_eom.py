# sympy_eom.py - the derivations of derive.lua by SymPy: energies from positions, M, Christoffel's C, G, simplified, as text
# needs python3-sympy
import os, sys, time

import sympy as sp


def arm(n):
    t, g = sp.symbols("t g")
    m, L = sp.symbols("m1:%d" % (n + 1)), sp.symbols("L1:%d" % (n + 1))
    q = [sp.Function("q%d" % (i + 1))(t) for i in range(n)]
    v, s = [sp.Symbol("v%d" % (i + 1)) for i in range(n)], [sp.Symbol("s%d" % (i + 1)) for i in range(n)]
    x, y, T, V, angle = 0, 0, 0, 0, 0
    for i in range(n):
        angle += q[i]
        x, y = x + L[i] * sp.cos(angle), y + L[i] * sp.sin(angle)
        T, V = T + m[i] * (x.diff(t) ** 2 + y.diff(t) ** 2) / 2, V + m[i] * g * y
    plain = [(q[i].diff(t), v[i]) for i in range(n)] + [(q[i], s[i]) for i in range(n)]
    T, V = T.subs(plain), V.subs(plain)
    M = sp.Matrix(n, n, lambda i, j: sp.simplify(T.diff(v[i], v[j])))
    C = sp.Matrix(n, n, lambda i, j: sp.simplify(sum(
        (M[i, j].diff(s[k]) + M[i, k].diff(s[j]) - M[j, k].diff(s[i])) / 2 * v[k] for k in range(n))))
    G = [sp.simplify(V.diff(s[i])) for i in range(n)]
    return str(M) + str(C) + str(G)


for n in (2, 3):
    if os.environ.get("BENCH_ONLY", "") not in "eom: pendulum of %d bars from energies" % n:
        continue
    start = time.perf_counter()
    arm(n)
    took = (time.perf_counter() - start) * 1e9
    print("eom,pendulum of %d bars from energies,SymPy,%.0f,%.0f" % (n, took, took))
    sys.stdout.flush()
