"""One tape, many geometries: every design of a study on its own, with no Python between them.

A design is swept as any motion is: blocks of lanes with fixed branches, watched for margins that may vanish and for
links that turn far (`sgkin.kernels.watch`). An interval that is in doubt is gone through in small steps, which become
smaller until it is clear, or until a group is seen to end there; what is still in doubt then is left to others.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from sgkin.kernels.compiled import compiled, inner
from sgkin.kernels.executor import advance_rows, call_operation, element_pointer
from sgkin.kernels.limits import CHANGE_POINT, LARGEST, LOST, SMALLEST_MARGIN
from sgkin.kernels.number_graph import evaluate
from sgkin.kernels.watch import set_spacing

SOLVED, ENDED, NOT_ASSEMBLED, UNDECIDED = range(4)
"""What becomes of a design."""
PARTS, FINEST = 16, 16.0**-4
"""Small steps at once, and the smallest, as a part of the interval in doubt."""
ALIKE, NEARBY = 0.8, 1.5
"""How alike differences of squares of margins are where they go to zero as a root; how many steps away that may be."""
LONGEST_WAY, LEAST_WAY = 0.25, 0.5**24
"""Of the way from the nominal design to another, the longest and the smallest step in which its start is followed."""
MOST_TRIES = 4096
"""Steps that are tried on the way: a link may go away to infinity, for ever slower."""
LEAST_PART, GROWTH = 1.0 / 32.0, 1.25
"""The smallest part of what is left to where a mode seems to end that steps are limited to, and by how much the part
grows with every step that succeeds."""
EVEN, NEARER, BEYOND = 0.1, 16.0, 1.25
"""A mode ends where the square of its margin falls evenly, but for such a part, until what is left is so many times
less, and so many times what is left still lies on the way."""
TURN = 2.0 * math.pi


class Graph(NamedTuple):
    """The numbers of a study; `values`: room for all nodes."""

    codes: Any
    first: Any
    second: Any
    constants: Any
    values: Any


class Program(NamedTuple):
    """A tape with its state and its memory, for one thread.

    `chosen`: the operations that are run for every design; `places` and `nodes`: which numbers of the geometry are
    which nodes of the graph; `watches`: where in the memory it stands up to which lane all is known; `alarm`: where in
    the state the alarm row begins; `headings` (h, 2): rows of cosine and sine of counted directions.
    """

    addresses: Any
    rows: Any
    advance: Any
    here: Any
    row_start: Any
    geometry_start: Any
    memory_start: Any
    chosen: Any
    geometry: Any
    places: Any
    nodes: Any
    state: Any
    memory: Any
    before: Any
    watched: Any
    watches: Any
    alarm: int
    headings: Any


class Checked(NamedTuple):
    """What small steps need to know: rows of the inputs, rows of margins by group (−1 without), which groups are found
    by iteration, and where in the memory it stands from how many lanes they extrapolate."""

    inputs: Any
    margins: Any
    iterated: Any
    extrapolated: Any


class Laws(NamedTuple):
    """Motion laws that are others in every design. Without any, `operations` are none.

    `operations`: those that find inputs and what follows from them alone; `rows` (f,) and `spacing`: where the inputs
    and how even they are begin in the state; `moving` (r,) and `limits` (r,): where rates and accelerations begin, and
    how large they may be; `scales` (f,): what is one for each input; `least` (f,): what it must not be below.
    """

    operations: Any
    rows: Any
    spacing: int
    moving: Any
    limits: Any
    scales: Any
    least: Any


@inner
def run_chosen(p, lane, lanes):
    """Run the chosen operations on lanes from one on."""
    return run_operations(p, p.chosen, lane, lanes)


@inner
def run_operations(p, operations, lane, lanes):
    """Run some operations on lanes from one on; how many lanes are clear."""
    advance_rows(p.rows, p.advance, p.here, lane)
    p.state[p.alarm], p.state[p.alarm + 1], p.state[p.alarm + 2] = lanes, -1.0, lane
    for n in range(operations.shape[0]):
        g = operations[n]
        call_operation(  # type: ignore[call-arg]
            p.addresses[g],
            element_pointer(p.state, 0),  # type: ignore[call-arg]
            element_pointer(p.here, p.row_start[g]),  # type: ignore[call-arg]
            element_pointer(p.geometry, p.geometry_start[g]),  # type: ignore[call-arg]
            element_pointer(p.memory, p.memory_start[g]),  # type: ignore[call-arg]
            lanes,
        )
    return int(p.state[p.alarm])


@inner
def copy(source, target, count):
    """Copy the first numbers of an array."""
    for j in range(count):
        target[j] = source[j]


@inner
def put_geometry(p, values):
    """The geometry of a design, from the values of its graph."""
    for k in range(p.places.shape[0]):
        p.geometry[p.places[k]] = values[p.nodes[k]]


@inner
def drive_design(p, laws, inputs, block):
    """Find the inputs (lanes, f) of a design from its laws; whether all of them can be computed with."""
    lane, lanes = 0, inputs.shape[0]
    while lane < lanes:
        count = min(block, lanes - lane)
        run_operations(p, laws.operations, lane, count)
        lane += count
    for i in range(inputs.shape[1]):
        for k in range(lanes):
            inputs[k, i] = p.state[laws.rows[i] + k]
            if not laws.least[i] <= inputs[k, i] <= LARGEST:
                return False
    for r in range(laws.moving.shape[0]):
        for k in range(lanes):
            if not abs(p.state[laws.moving[r] + k]) <= laws.limits[r]:
                return False
    set_spacing(p.state, laws.rows, laws.scales, laws.spacing, lanes)
    return True


@inner
def differ(one, other):
    """Whether inputs (f,) are not the same."""
    found = False
    for i in range(one.shape[0]):
        found = found or one[i] != other[i]
    return found


@inner
def begin_watch(p, own, lane):
    """Forget what was watched, and take a lane as known."""
    for j in range(p.watched.shape[0]):
        p.memory[own + j] = p.watched[j]
    for j in range(p.watches.shape[0]):
        p.memory[p.watches[j]] = lane


@inner
def wrapped(angle):
    """An angle less its whole turns."""
    return angle - TURN * math.floor(angle / TURN + 0.5)


@inner
def heading_angle(p, h, lane):
    """The angle of a heading, less whole turns."""
    return math.atan2(p.state[p.headings[h, 1] + lane], p.state[p.headings[h, 0] + lane])


@inner
def add_turning(p, lanes, turned):
    """Add to what headings have turned how far they turn over some lanes."""
    for h in range(p.headings.shape[0]):
        for k in range(1, lanes):
            turned[h] += wrapped(heading_angle(p, h, k) - heading_angle(p, h, k - 1))


@inner
def lay_small_steps(p, checked, begin, end, t, step):
    """Inputs at small steps from a place on between two others."""
    for i in range(checked.inputs.shape[0]):
        for k in range(PARTS + 1):
            p.state[checked.inputs[i] + k] = begin[i] + min(t + k * step, 1.0) * (end[i] - begin[i])


@inner
def falls_as_a_root(margins, k):
    """Whether a margin that is lost at a lane goes to zero there as the root of the distance, which is how the mode of
    an iteration ends at a dead point; where modes cross it goes to zero as the distance itself."""
    one, two, three = margins[k - 1] ** 2, margins[k - 2] ** 2, margins[k - 3] ** 2
    return two - one > ALIKE * (three - two) > 0.0 and one < NEARBY * (two - one)


@inner
def judge(p, checked, lane):
    """Whether the group in doubt ends in the smallest steps from a lane on: where it is open, or no longer found."""
    group = int(p.state[p.alarm + 1])
    if group < 0:
        return UNDECIDED
    margins = p.state[checked.margins[group] : checked.margins[group] + PARTS + 1]
    for k in range(lane, PARTS + 1):
        if not margins[k] >= 0.0:
            if not checked.iterated[group]:
                if margins[k] >= -CHANGE_POINT:  # rounding may have made it negative
                    continue
                return ENDED if margins[k] < 0.0 else UNDECIDED
            lost = margins[k] <= LOST and k >= 3
            return ENDED if lost and falls_as_a_root(margins, k) else UNDECIDED
    return UNDECIDED


@inner
def follow(p, checked, own, begin, end, turned):
    """Follow a design from inputs to others in small steps; SOLVED where nothing ends there, or what is seen.

    The program's own memory is taken along, so that it belongs to the second inputs. `turned`: what headings have
    turned, which is added to.
    """
    t, step = 0.0, 1.0 / PARTS
    while t < 1.0:
        step = min(step, (1.0 - t) / PARTS)
        lay_small_steps(p, checked, begin, end, t, step)
        for j in range(checked.extrapolated.shape[0]):
            p.memory[checked.extrapolated[j]] = 0.0
        begin_watch(p, own, 0.0)
        copy(p.memory, p.before, p.memory.shape[0])
        clear = run_chosen(p, 0, PARTS + 1)
        if clear > PARTS:
            add_turning(p, PARTS + 1, turned)
            t = t + PARTS * step
            if t > 1.0 - 0.5 * FINEST:
                t = 1.0
            step = min(step * PARTS, 1.0 / PARTS)
            continue
        if step <= FINEST:
            found = judge(p, checked, clear)
            if found != UNDECIDED or step <= FINEST / PARTS**2:
                return found
        copy(p.before, p.memory, p.memory.shape[0])
        if clear > 1:
            run_chosen(p, 0, clear)
            add_turning(p, clear, turned)
            t += (clear - 1) * step
        step /= PARTS
    for j in range(checked.extrapolated.shape[0]):
        p.memory[checked.extrapolated[j]] = 0.0
    return SOLVED


@inner
def least_margin(p, checked, inputs):
    """Run one lane at some inputs; the least of all margins, and the group that has it."""
    for i in range(checked.inputs.shape[0]):
        p.state[checked.inputs[i]] = inputs[i]
    run_chosen(p, 0, 1)
    least, group = math.inf, -1
    for g in range(checked.margins.shape[0]):
        if checked.margins[g] >= 0:
            margin = p.state[checked.margins[g]]
            if not margin >= least:
                least, group = margin, g
                if math.isnan(margin):
                    return margin, group
    return least, group


@inner
def margin_on_way(p, checked, graph, own, nominal, parameters, way, reach, inputs):
    """Run one lane of the design that is so far on the way to another; the least of all margins, and its group."""
    for i in range(way.shape[0]):
        way[i] = nominal[i] + reach * (parameters[i] - nominal[i]) if reach < 1.0 else parameters[i]
    evaluate(graph.codes, graph.first, graph.second, graph.constants, way, graph.values)
    put_geometry(p, graph.values)
    for j in range(checked.extrapolated.shape[0]):
        p.memory[checked.extrapolated[j]] = 0.0
    return least_margin(p, checked, inputs)


@inner
def begin_design(p, checked, graph, own, nominal, parameters, way, start, inputs):
    """Bring the memory from the start of the nominal design to that of another, at the initial inputs.

    Iterated groups are followed on the straight way between the two; the others keep their branches. Where a mode ends,
    the margin goes to zero as the root of the distance, so its square falls evenly: no step goes further than to where
    it would be zero, or a gap in the mode would be stepped over, and what falls evenly for long enough ends there. A
    mode that only comes near another one turns off before. `way`: room for the parameters on it. Returns what is seen,
    and the group.
    """
    copy(start, p.memory, own)
    if checked.extrapolated.shape[0] == 0:
        margin, group = least_margin(p, checked, inputs)
        if margin > SMALLEST_MARGIN:
            return SOLVED, -1
        return (NOT_ASSEMBLED if margin < -CHANGE_POINT else UNDECIDED), group
    margin, _ = margin_on_way(p, checked, graph, own, nominal, parameters, way, 0.0, inputs)
    square, room, even_fall, even_room, even_group = margin * abs(margin), math.inf, 0.0, math.inf, -1
    done, step, part, tries = 0.0, LONGEST_WAY, 1.0, 0
    while done < 1.0:
        tries += 1
        reach = min(1.0, done + step)
        copy(p.memory, p.before, own)
        margin, group = margin_on_way(p, checked, graph, own, nominal, parameters, way, reach, inputs)
        if margin > SMALLEST_MARGIN:
            fall, square = (square - margin * margin) / (reach - done), margin * margin
            done, room = reach, square / fall if fall > 0.0 else math.inf
            if group != even_group or not abs(fall - even_fall) <= EVEN * even_fall:
                even_fall, even_room, even_group = fall, room, group
            elif NEARER * room < even_room and done + BEYOND * room < 1.0:
                return NOT_ASSEMBLED, group
            part = min(GROWTH * part, 1.0)
            step = max(min(2.0 * step, LONGEST_WAY, part * room), LEAST_WAY)
            continue
        copy(p.before, p.memory, own)
        step *= 0.5
        if room < math.inf:
            part = max(min(part, step / room), LEAST_PART)
        if step < LEAST_WAY or tries > MOST_TRIES:
            return (
                NOT_ASSEMBLED if margin <= (LOST if checked.iterated[group] else -CHANGE_POINT) else UNDECIDED
            ), group
    for j in range(checked.extrapolated.shape[0]):
        p.memory[checked.extrapolated[j]] = 0.0
    return SOLVED, -1


@inner
def sweep_blocks(p, lane, stop, block):
    """Run lanes a block at a time until one is in doubt: the first of its block, and its place there, or −1."""
    while lane < stop:
        count = min(block, stop - lane)
        copy(p.memory, p.before, p.memory.shape[0])
        clear = run_chosen(p, lane, count)
        if clear < count:
            return lane, clear
        lane += count
    return lane, -1


@inner
def sweep_design(p, check, checked, own, inputs, block, values, turned, turns):
    """Sweep a design whose memory is that of the first lane; what becomes of it, the lane and the group.

    `turns` (h, lanes): how far headings turn before lanes that were reached in small steps, no number elsewhere.
    """
    lane, lanes, known = 0, inputs.shape[0], False
    while True:
        lane, doubt = sweep_blocks(p, lane, lanes, block)
        if doubt < 0:
            return SOLVED, lanes, -1
        group = int(p.state[p.alarm + 1])
        copy(p.before, p.memory, p.memory.shape[0])
        if doubt > 0:
            run_chosen(p, lane, doubt)
        lane += doubt
        if lane == 0:
            return UNDECIDED, 0, group
        if not known:
            put_geometry(check, values)
            known = True
        copy(p.memory, check.memory, own)
        for h in range(turned.shape[0]):
            turned[h] = 0.0
        found = follow(check, checked, own, inputs[lane - 1], inputs[lane], turned)
        if found != SOLVED:
            return found, lane, int(check.state[check.alarm + 1])
        copy(check.memory, p.memory, own)
        for j in range(p.watches.shape[0]):
            p.memory[p.watches[j]] = lane
        for h in range(turned.shape[0]):
            turns[h, lane] = turned[h]


@inner
def put_angles(p, lanes, first, turned, turns, angles):
    """Continuous angles (h, lanes) of headings, which have turned since they were `first`."""
    for h in range(p.headings.shape[0]):
        angle = first[h] + turned[h]
        for k in range(lanes):
            here = heading_angle(p, h, k)
            if k > 0 and not math.isnan(turns[h, k]):
                angle += turns[h, k]
            angle += wrapped(here - angle)
            angles[h, k] = angle


@compiled
def run_once(p, lanes, block):
    """Run the chosen operations on all lanes."""
    lane = 0
    while lane < lanes:
        count = min(block, lanes - lane)
        run_chosen(p, lane, count)
        lane += count


@compiled
def run_designs(
    p,
    check,
    checked,
    laws,
    graph,
    parameters,
    nominal,
    way,
    start,
    initials,
    inputs,
    block,
    given,
    first,
    turned,
    turns,
    rows,
    found,
    angles,
    starts,
    status,
    ended_at,
    ended_by,
):
    """Run designs (n, parameters) one after the other.

    start: the memory of the nominal design at the initial inputs; initials (n, f): these, of each design; inputs
    (lanes, f): room for those of a design where laws vary; `given`: whether `starts` and `status` say how designs
    begin, and which cannot; they begin as the nominal one else.
    rows (r,): where rows begin in the state that are kept, in `found` (n, r, lanes); angles (n, h, lanes); starts
    (n, memory): memories of the designs at the initial inputs. Lanes that are not reached are no numbers.
    """
    own, lanes = start.shape[0], inputs.shape[0]
    for d in range(parameters.shape[0]):
        evaluate(graph.codes, graph.first, graph.second, graph.constants, parameters[d], graph.values)
        put_geometry(p, graph.values)
        outcome, lane, group = SOLVED, 0, -1
        is_driven = laws.operations.shape[0] == 0 or drive_design(p, laws, inputs, block)
        initial = initials[d]
        leads = is_driven and differ(initial, inputs[0])
        if leads or checked.extrapolated.shape[0] > 0:
            put_geometry(check, graph.values)
        if given:
            outcome = int(status[d])
            copy(starts[d], check.memory, own)
        elif leads or checked.extrapolated.shape[0] > 0:
            outcome, group = begin_design(check, checked, graph, own, nominal, parameters[d], way, start, initial)
        else:
            copy(start, check.memory, own)
        copy(check.memory, starts[d], own)
        copy(check.memory, p.memory, own)
        for h in range(first.shape[0]):
            turned[h] = 0.0
        if not is_driven:
            outcome = UNDECIDED
        if outcome == SOLVED and leads:
            outcome = follow(check, checked, own, initial, inputs[0], turned)
            if outcome == SOLVED:
                copy(check.memory, p.memory, own)
            elif outcome == ENDED and checked.extrapolated.shape[0] == 0:
                outcome = SOLVED  # the first lane has the branches of the start, wherever they end between the two
                for h in range(first.shape[0]):
                    turned[h] = 0.0
            else:
                outcome = UNDECIDED
        begin_watch(p, own, -1.0)
        for h in range(first.shape[0]):
            starts[d, own + h] = turned[h]
            for k in range(lanes):
                turns[h, k] = math.nan
        if outcome == SOLVED:
            outcome, lane, group = sweep_design(p, check, checked, own, inputs, block, graph.values, turned, turns)
            if outcome == UNDECIDED and lane == 0:
                put_geometry(check, graph.values)
                copy(p.memory, check.memory, own)
                margin, group = least_margin(check, checked, inputs[0])
                outcome = NOT_ASSEMBLED if margin < -CHANGE_POINT and not leads else UNDECIDED
        status[d], ended_at[d], ended_by[d] = outcome, lane, group
        for r in range(rows.shape[0]):
            for k in range(lane):
                found[d, r, k] = p.state[rows[r] + k]
            for k in range(lane, lanes):
                found[d, r, k] = math.nan
        if first.shape[0] > 0:
            for h in range(first.shape[0]):
                turned[h] = starts[d, own + h]
            put_angles(p, lane, first, turned, turns, angles[d])
            for h in range(first.shape[0]):
                for k in range(lane, lanes):
                    angles[d, h, k] = math.nan
