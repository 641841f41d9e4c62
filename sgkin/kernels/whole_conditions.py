"""The conditions of a whole mechanism at a state: Φ, its derivatives, Φ̇ and γ = −Φ_qq q̇ q̇ − Φ_z z̈."""

from __future__ import annotations

from sgkin.kernels.compiled import inner
from sgkin.kernels.equations import fill_bends, fill_jacobian, fill_residuals, turn_angles
from sgkin.kernels.force_laws import input_law
from sgkin.kernels.limits import LARGEST
from sgkin.kernels.whole_tables import (
    ANGLES,
    AT_COSINE,
    AT_GAMMA,
    AT_INPUT_ACCELERATIONS,
    AT_RATE,
    AT_RATES,
    AT_RESIDUAL,
    AT_SINE,
    AT_VALUES,
    AT_VARIABLES,
    CONDITIONS,
    ENTRIES,
    GIVEN,
    INPUTS,
    IS_AUGMENTED,
    UNKNOWNS,
    VARIABLES,
)
from sgkin.kernels.workspace_arrays import numbers_at


@inner
def set_state(S, W, t, y):
    """Put coordinates and rates, and given inputs at a time, into the variables; whether all are numbers."""
    n = S.sizes[UNKNOWNS]
    w, v = (
        numbers_at(W, S.places[AT_VARIABLES], S.sizes[VARIABLES]),
        numbers_at(W, S.places[AT_RATES], S.sizes[VARIABLES]),
    )
    accelerations = numbers_at(W, S.places[AT_INPUT_ACCELERATIONS], S.sizes[INPUTS])
    are_numbers = True
    for i in range(n):
        w[i], v[i] = y[i], y[n + i]
        are_numbers = are_numbers and abs(w[i]) <= LARGEST and abs(v[i]) <= LARGEST
    for number in range(S.sizes[GIVEN]):
        i = S.given[number, 0]
        z, rate, acceleration = input_law(S.given[number, 1], S.laws, S.given[number, 2], t)
        scale = S.input_scale[i]
        w[n + i], v[n + i], accelerations[i] = z / scale, rate / scale, acceleration / scale
        are_numbers = are_numbers and abs(z) <= LARGEST and abs(rate) <= LARGEST
    return are_numbers


@inner
def place_conditions(S, W):
    """Φ, its derivatives, and Φ̇ at the variables and rates; every list in the order of the conditions."""
    E = S.equations
    w, v = (
        numbers_at(W, S.places[AT_VARIABLES], S.sizes[VARIABLES]),
        numbers_at(W, S.places[AT_RATES], S.sizes[VARIABLES]),
    )
    cosine, sine = (
        numbers_at(W, S.places[AT_COSINE], S.sizes[ANGLES]),
        numbers_at(W, S.places[AT_SINE], S.sizes[ANGLES]),
    )
    values = numbers_at(W, S.places[AT_VALUES], S.sizes[ENTRIES])
    rate = numbers_at(W, S.places[AT_RATE], S.sizes[CONDITIONS])
    turn_angles(E, w, cosine, sine)
    fill_residuals(E, w, cosine, sine, numbers_at(W, S.places[AT_RESIDUAL], S.sizes[CONDITIONS]))
    fill_jacobian(E, S.slots, w, cosine, sine, values)
    rate[:] = 0.0
    for k in range(S.sizes[ENTRIES]):
        rate[S.entry_row[k]] += values[k] * v[S.entry_variable[k]]


@inner
def fill_gamma(S, W):
    """γ, for the first form with what brings the motion back to its conditions."""
    n, conditions = S.sizes[UNKNOWNS], S.sizes[CONDITIONS]
    w, v = (
        numbers_at(W, S.places[AT_VARIABLES], S.sizes[VARIABLES]),
        numbers_at(W, S.places[AT_RATES], S.sizes[VARIABLES]),
    )
    cosine, sine = (
        numbers_at(W, S.places[AT_COSINE], S.sizes[ANGLES]),
        numbers_at(W, S.places[AT_SINE], S.sizes[ANGLES]),
    )
    values = numbers_at(W, S.places[AT_VALUES], S.sizes[ENTRIES])
    accelerations = numbers_at(W, S.places[AT_INPUT_ACCELERATIONS], S.sizes[INPUTS])
    gamma, rate = numbers_at(W, S.places[AT_GAMMA], conditions), numbers_at(W, S.places[AT_RATE], conditions)
    residual = numbers_at(W, S.places[AT_RESIDUAL], conditions)
    fill_bends(S.equations, w, v, v, cosine, sine, gamma)
    back = 0.0 if S.sizes[IS_AUGMENTED] else S.constants[0]
    for row in range(conditions):
        gamma[row] = -gamma[row] - 2.0 * back * rate[row] - back * back * residual[row]
    for k in range(S.sizes[ENTRIES]):
        i = S.entry_variable[k] - n
        if 0 <= i < S.sizes[INPUTS]:
            gamma[S.entry_row[k]] -= values[k] * accelerations[i]
