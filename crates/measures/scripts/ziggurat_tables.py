#!/usr/bin/env python3
"""Prints src/stats/ziggurat_tables.rs: the layers of numpy's normal generator.

    python3 scripts/ziggurat_tables.py > src/stats/ziggurat_tables.rs

Python's standard library only. The recurrence is that of Marsaglia & Tsang (2000) with 256 layers, in IEEE double
arithmetic; exp and log are rounded correctly here (60 decimal digits, then to double), so that the output does not
depend on a C library. One entry of numpy's table is not correctly rounded: f[38], whose exact value lies 0.0017
of a step below the middle of two doubles, is the upper one there.

Compared with numpy 2.4.6: x[i] * 2**-52, f[i] and round(x[i-1] / x[i] * 2**52) equal its wi_double, fi_double and
ki_double in all 256 places. Nothing but another normal generator in numpy would change this file.
"""
import math
from decimal import Decimal, getcontext

getcontext().prec = 60
R = 3.6541528853610088        # where the tail starts
V = 0.004928673233974652      # area of each layer
LAYERS = 256


def exp(x):
    return float(Decimal(x).exp())


def log(x):
    return float(Decimal(x).ln())


x, f = [0.0] * LAYERS, [0.0] * LAYERS
x[255], f[255] = R, exp(-0.5 * R * R)
for i in range(254, 0, -1):
    x[i] = math.sqrt(-2.0 * log(V / x[i + 1] + f[i + 1]))
    f[i] = exp(-0.5 * x[i] * x[i])
    if i == 38:
        f[i] = math.nextafter(f[i], 1.0)
x[0], f[0] = V / f[255], 1.0

print("//! Layers of the normal ziggurat. Made by scripts/ziggurat_tables.py, which says how; do not edit.\n")
for name, doc, table in (
    ("X", "Right edge of each layer; `X[0]` is the width that the lowest layer has with its tail.", x),
    ("F", "Height of the density exp(-x²/2) at each right edge; `F[0]` is the top of the curve.", f),
):
    print("/// %s" % doc)
    print("#[rustfmt::skip] // a table")
    print("pub(super) static %s: [f64; %d] = [" % (name, LAYERS))
    for i in range(0, LAYERS, 4):
        print("    " + " ".join("%r," % value for value in table[i:i + 4]))
    print("];" if name == "F" else "];\n")
