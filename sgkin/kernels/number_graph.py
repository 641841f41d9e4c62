"""A graph of traced numbers, evaluated: one node after the other, each from those before it.

A node has a code, two arguments (places of earlier nodes; of a leaf the number of its parameter) and a constant. Codes
are the places of `OPERATIONS`.
"""

from __future__ import annotations

import math

from sgkin.kernels.compiled import compiled, inner
from sgkin.kernels.derivative_marks import at_least_zero

OPERATIONS = (
    "leaf", "constant", "add", "subtract", "multiply", "divide", "sqrt", "cos", "sin", "negate", "absolute", "power",
    "tan", "atan2", "acos", "asin", "atan", "exp", "log", "smaller", "larger", "at_least_zero", "held", "changing",
)  # fmt: skip
(
    LEAF, CONSTANT, ADD, SUBTRACT, MULTIPLY, DIVIDE, SQRT, COS, SIN, NEGATE, ABSOLUTE, POWER, TAN, ATAN2, ACOS, ASIN,
    ATAN, EXP, LOG, SMALLER, LARGER, AT_LEAST_ZERO, HELD, CHANGING,
) = range(len(OPERATIONS))  # fmt: skip


@inner
def operated(code, x, y):
    """What a node with arguments x and y is."""
    if code == ADD:
        return x + y
    if code == SUBTRACT:
        return x - y
    if code == MULTIPLY:
        return x * y
    if code == DIVIDE:
        return x / y
    if code == SQRT:
        return math.sqrt(x)
    if code == COS:
        return math.cos(x)
    if code == SIN:
        return math.sin(x)
    if code == NEGATE:
        return -x
    if code == ABSOLUTE:
        return abs(x)
    if code == POWER:
        return x**y
    if code == TAN:
        return math.tan(x)
    if code == ATAN2:
        return math.atan2(x, y)
    if code == ACOS:
        return math.acos(x)
    if code == ASIN:
        return math.asin(x)
    if code == ATAN:
        return math.atan(x)
    if code == EXP:
        return math.exp(x)
    if code == LOG:
        return math.log(x)
    if code == SMALLER:
        return min(x, y)
    if code == LARGER:
        return max(x, y)
    return at_least_zero(x) if code == AT_LEAST_ZERO else x


@inner
def by_first(code, x, y, value):
    """The derivative of a node by its first argument; where there are two, one of them."""
    if code in (ADD, SUBTRACT, CHANGING):
        return 1.0
    if code == MULTIPLY:
        return y
    if code == DIVIDE:
        return 1.0 / y
    if code == SQRT:
        return 0.5 / value
    if code == COS:
        return -math.sin(x)
    if code == SIN:
        return math.cos(x)
    if code == NEGATE:
        return -1.0
    if code == ABSOLUTE:
        return 2.0 * at_least_zero(x) - 1.0
    if code == POWER:
        return y * x ** (y - 1.0)
    if code == TAN:
        return 1.0 + value * value
    if code == ATAN2:
        return y / (x * x + y * y)
    if code == ACOS:
        return -1.0 / math.sqrt(1.0 - x * x)
    if code == ASIN:
        return 1.0 / math.sqrt(1.0 - x * x)
    if code == ATAN:
        return 1.0 / (1.0 + x * x)
    if code == EXP:
        return value
    if code == LOG:
        return 1.0 / x
    if code == SMALLER:
        return 1.0 - at_least_zero(x - y)
    return at_least_zero(x - y) if code == LARGER else 0.0


@inner
def by_second(code, x, y, value):
    """The derivative of a node by its second argument; zero where it has only one."""
    if code in (ADD, CHANGING):
        return 1.0
    if code == SUBTRACT:
        return -1.0
    if code == MULTIPLY:
        return x
    if code == DIVIDE:
        return -value * (1.0 / y)
    if code == POWER:
        return value * math.log(x)
    if code == ATAN2:
        return -x / (x * x + y * y)
    if code == SMALLER:
        return at_least_zero(x - y)
    return 1.0 - at_least_zero(x - y) if code == LARGER else 0.0


@compiled
def evaluate(codes, first, second, constants, parameters, values):
    """The values of all nodes, from the parameters."""
    for n in range(codes.shape[0]):
        code = codes[n]
        if code == LEAF:
            values[n] = parameters[first[n]]
        elif code == CONSTANT:
            values[n] = constants[n]
        else:
            values[n] = operated(code, values[first[n]], values[second[n]])


@compiled
def push(codes, first, second, values, direction, rates):
    """Derivatives (nodes,) of all nodes along a direction (p,) of the parameters; of constants zero."""
    for n in range(codes.shape[0]):
        code, rate = codes[n], 0.0
        if code == LEAF:
            rate = direction[first[n]]
        elif code != CONSTANT:
            x, y = values[first[n]], values[second[n]]
            if rates[first[n]] != 0.0:
                rate = by_first(code, x, y, values[n]) * rates[first[n]]
            if rates[second[n]] != 0.0:
                rate += by_second(code, x, y, values[n]) * rates[second[n]]
        rates[n] = rate


@compiled
def pull(codes, first, second, values, bars, gradient):
    """Add to a gradient (p,) by the parameters what derivatives of something by all nodes (nodes,) make of it.

    What they are made from is added to the derivatives on the way.
    """
    for n in range(codes.shape[0] - 1, -1, -1):
        code, bar = codes[n], bars[n]
        if bar == 0.0 or code == CONSTANT:
            continue
        if code == LEAF:
            gradient[first[n]] += bar
            continue
        x, y = values[first[n]], values[second[n]]
        bars[first[n]] += by_first(code, x, y, values[n]) * bar
        if codes[second[n]] != CONSTANT:
            bars[second[n]] += by_second(code, x, y, values[n]) * bar
