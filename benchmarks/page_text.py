"""The sentences of the page on benchmarks; its numbers come from the stored run, except those of the paper."""

OPENING = """
# Benchmarks

This page is made from one stored run, `benchmarks/results/stored.json`, by `python -m benchmarks.page`; a test
holds the page and the table of the README to that file. It repeats the experiment of the paper (M. Saura, J.
Cuadrado, D. Dopico, A. I. Celdrán, 2013, section 4), and sets sgkin beside C written by hand and beside other
packages.
"""

FAIRNESS = """
## How it is measured

So that you can judge whether the comparison is fair:

- **Ratios come from one run.** All candidates of a comparison are timed in turn, round after round, in one process
  on one core; a ratio is the median over the rounds of the two times in the same round. Times are CPU times of one
  thread, and a round in which another thread worked is refused. BLAS has one thread. The quartiles over the rounds
  stand beside the median.
- **Neighbours do not count.** Where the machine is shared, another guest may use the same core. Code that keeps the
  core's units busy then takes up to 1.5 times as long, code that waits for its own results does not, and ratios
  between the two move. A short gauge is timed before and after every sample; where it was slowed down by
  a tenth the sample is taken again, a few times, and if that does not help the round is left out. If fewer than five
  rounds remain (three, where there are no more), all of them count, and the page says so.
- **Answers are compared first.** No candidate is timed before its pins agree with those of the others: position,
  velocity and acceleration, to 1e-12 of the largest number between groups and C, to 1e-8 between groups and global
  methods, to 1e-7 for other shapes and other packages.
- **Everybody keeps the same.** Position, velocity and acceleration of every pin are kept for every step (for
  method III position, K and L, from which velocity and acceleration follow by a product, which is not timed). The
  groups write into memory that is there already; the global methods and pylinkage make room for their results in
  every run, and so does `whole solve`.
- **Preparing is not counted**: taking apart, planning, setting up and ordering equations, compiling. All of that
  is done once for a mechanism; what it takes is told at the end of the page.
- **The global methods are as good as we can make them.** The same mixed coordinates as in the paper; the equations
  filled by a compiled assembler; prediction from the derivatives of the step before, so that two iterations of
  Newton's method suffice, to a correction of 1e-10; velocity and acceleration from the factors of the last
  iteration. The sparse one finds its order of elimination once, in block-triangular form, and reuses it at every
  step; the dense one calls LAPACK. Their loops over steps are compiled too.
- **The groups in two ways**: swept, with operations over blocks of steps, which is what `solve` does; and one step
  at a time inside compiled code, which is what an integrator does and what the global methods do.
- **Shorter runs are extrapolated.** The paper's motion has 500 turns of 360 steps. Every method runs fewer of the
  same steps, of a degree each; the time is extended in proportion. How many steps a method ran is in the stored
  run. Sweeps keep about the same amount of numbers at every length of the chain, so that short chains do not gain
  from a cache.
"""

EXPERIMENT = """
## The experiment

The scalable four-bar: a crank and k dyads, m = 2 k + 2 constraints. (The paper's "17 dyads (144 constraint
equations)" is a slip: 17 dyads are 36 constraints, and 71 are 144.) CPU seconds for 500 turns of 360 steps:
"""

DISTRIBUTION = """
## Where the time goes

For the global methods, every operation is timed by itself inside compiled code and counted in a run; `other` is
what is left: prediction, correction, storing. The groups have no such operations, so theirs are found by ablation:
the tape is run with nothing in the place of its operations, which is the executor alone, then with one kind of
operation more each time. `points` are those carried along by a link, here the pin of the crank; `watch over
branches` looks for change points between steps.
"""

FIXED_COST = """
With few constraints much of a step of the global methods does not depend on them: at {dyads} dyad `other` is {other} %
of the sparse method, and the other operations have a cost per call as well. So the gain of the groups at the left end
of the plots is partly that of a leaner program, and not of the method. How lean a global program could be was not
tried; with `other` for free, the groups would be {gain} times faster there, one step at a time.
"""

DIFFERENCES = """
## What differs from the paper, and why

What differs is measured. The reasons are ours: they follow from how the programs work, but the paper's program was not
run, and no reason was tested by itself, except where a share above is named.

- **Groups are faster from the first dyad on.** In the paper the four methods are alike up to 17 dyads and groups
  win from 71 on. There, the cost of a group was that of interpreted code around it: 42 % of the time of method II
  went into reaching data. Here the rows of a group are found once, when the plan is made, and one compiled loop
  calls compiled operations by address; what is left of that cost is the share of the executor above.
- **Dyads are solved in closed form**, in a handful of multiplications, a division and a root, where a global
  method needs two iterations on all equations. The paper names the explicit solution as an option.
- **Velocity coefficients cost what velocities cost.** In the paper method III is by far the slowest. K and L are
  the same directional derivatives as velocity and acceleration, with unit seeds: for one input the same kernel is
  run on the same number of rows, and nothing is assembled from tensors. With several inputs the cost grows with
  the derivatives that are not zero.
- **The sparse global method grows linearly**, not faster than its number of constraints; the dense one approaches
  the third power. The paper calls the growth of both exponential: it is a power. Its sparse method factors anew at
  each iteration; here the order of elimination is found once and the blocks of the triangular form are factored in
  compiled code. So the crossing of the two methods lies elsewhere.
- **The Jacobian is not the bottleneck.** The paper's global methods spend 45 % of their time in filling it;
  compiled, it is a minor part, and factors and solutions come first in the dense method.
- **Sweeping** has no counterpart in the paper. It is possible because a group does not need the step before:
  closed forms leave nothing to iterate, and the branch is decided afterwards, by continuity.
"""

SHAPES = """
## Other shapes

Groups, swept, beside the global sparse solver on the same mechanism; a point of every moving link is kept. The
tree hangs two dyads on the pin of every dyad, the triads hang on the second leg of the one before and are solved
by iteration, the comb has eight independent inputs, and the mixture hangs dyads of all five kinds on random
earlier links.
"""

LIMIT = """
## The limit: C

The same chain written by hand in C, with the same formulas, compiled with `-O3 -march=native`: one step at a time,
and vectorised over steps. What sgkin takes beyond that is the price of taking any mechanism: of calling operations
by address, of reading rows through a table, and of watching for change points, which the C does not.
"""

USERS = """
## What a user calls

`solve` with all links kept, and every pose, velocity and acceleration read from it, beside the C above; a motion
makes room for itself, and is read a link at a time. Then how reading grows with the length of a chain, and how many
more calls two threads make on one plan than one thread does.
"""

PEERS = """
## Other packages

The same chain in packages that a user might take instead, each in the fastest way that it documents; see the
docstring of `benchmarks/peers.py` for the calls. pylinkage gives position, velocity and acceleration from code
compiled by numba; it is compared with sgkin giving the same. python-solvespace (a general constraint solver) and
kinepy give positions only; they are compared with sgkin finding positions only. `whole solve` is all that a user
calls, but the plan, and makes room for its results as pylinkage does: call for call, that is the ratio to look at, and
it is the smaller one.
"""

RESOURCES = """
## Getting ready: cold start, decomposition, memory

A first solve in a fresh process, with an empty cache of machine code and with a full one; taking apart mechanisms
of growing size; and the plan, first solve and memory of a chain of 100,000 dyads.
"""

REPEAT = """
## Run it yourself

    make bench                                   # all of it, into benchmarks/results/latest.json, with plots
    python -m benchmarks experiment peers        # some of it
    make bench-check                             # have ratios become worse than the stored ones?
    make bench-before BASE=main LIMIT=1.05       # is this state slower than an earlier one?

Other packages are compared when they are installed: `pip install 'sgkin[bench-peers]'`. `make bench-check`
measures a part again and compares ratios, never times, with the stored run; it fails where one is worse by more
than {margin:g}.

`make bench-before` puts the package of an earlier state into a git worktree and lets both states do the same tasks in
turn, a process each, on one core. It prints the ratio of the times, now by then, with its quartiles, for sweeps,
single configurations, whole mechanisms, plans and fresh processes, says where both no longer find the same, and fails
where a ratio is above the limit; coarse steps of groups that are found by iteration are told but not held to it.
`python -m benchmarks.before_after --list` names the tasks, and `--only` chooses among them.
"""

UNREACHED: dict[str, str] = {
    "pylinkage": (
        "For comparison: C that knows nothing but this chain, and does not watch for change points, is {limit} times "
        "faster than pylinkage in this run. A sweep has a fixed cost per call, which more steps make smaller."
    ),
    "class III triad": (
        "It varies from process to process: three runs of this benchmark alone, right after this one, gave 11.0 to "
        "11.7."
    ),
    "robot_3RRR_by_motor_angles": (
        "It varies from day to day with the same code: in turns, three runs of this benchmark alone gave 1.23 to 1.24, "
        "and 1.22 to 1.25 with the code of the stored run before this one, in which it was 1.12."
    ),
    "growth exponent": "Two whole runs shortly before this one gave 1.043 and 1.047: it lies at its bar.",
    "cold cache": "With a full cache the same takes {warm} s: the rest is compiling.",
}
"""What is known of why a bar is not reached, by a pattern of the figure's name; only what was measured."""
NOT_KNOWN = "Why has not been looked into."
