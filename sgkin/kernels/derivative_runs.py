"""Running tapes of derivatives, a block of lanes at a time."""

from __future__ import annotations

from sgkin.kernels.compiled import compiled
from sgkin.kernels.executor import advance_rows, call_operation, element_pointer, run_tape


@compiled
def run_lanes(
    addresses, rows, advance, here, row_start, geometry, geometry_start, memory, memory_start, state, lanes, block
):
    """Run all lanes."""
    lane = 0
    while lane < lanes:
        count = min(block, lanes - lane)
        advance_rows(rows, advance, here, lane)
        run_tape(addresses, here, row_start, geometry, geometry_start, memory, memory_start, state, count)
        lane += count


@compiled
def run_parameters(
    addresses, rows, advance, here, row_start, geometry, geometry_start, memory, memory_start, state, lanes, block,
    values, first, operations, own_rows, own_advance, own_start, numbers, rates, outputs, moved, found,
):  # fmt: skip
    """Run all lanes for every parameter: the operations that compute values, then those that belong to it.

    numbers (n,): places in the memory of what changes in the geometry; rates (p, n): by how much for each parameter;
    outputs (r,): where the wanted rates begin in the state; moved (r, p): whether they are other than zero;
    found (p, r, lanes).
    """
    lane = 0
    while lane < lanes:
        count = min(block, lanes - lane)
        advance_rows(rows, advance, here, lane)
        run_tape(addresses[:values], here, row_start, geometry, geometry_start, memory, memory_start, state, count)
        for p in range(first.shape[0] - 1):
            for n in range(numbers.shape[0]):
                memory[numbers[n]] = rates[p, n]
            for c in range(first[p], first[p + 1]):
                g = operations[c]
                for j in range(own_start[c], own_start[c + 1]):
                    here[j - own_start[c]] = own_rows[j] + own_advance[j] * lane
                call_operation(  # type: ignore[call-arg]
                    addresses[g],
                    element_pointer(state, 0),  # type: ignore[call-arg]
                    element_pointer(here, 0),  # type: ignore[call-arg]
                    element_pointer(geometry, geometry_start[g]),  # type: ignore[call-arg]
                    element_pointer(memory, memory_start[g]),  # type: ignore[call-arg]
                    count,
                )
            for r in range(outputs.shape[0]):
                for k in range(count):
                    found[p, r, lane + k] = state[outputs[r] + k] if moved[r, p] else 0.0
        lane += count
