"""The sentences of the page on benchmarks.

What is in braces is filled in from the stored run; other numbers are those of the paper or of how it is measured. What
a sentence says without a number is held to the run by `claims` in page.py.
"""

OPENING = """
# Benchmarks

The experiment of the paper (M. Saura, J. Cuadrado, D. Dopico, A. I. Celdrán, 2013, section 4), repeated with
compiled code: a crank and a chain of k dyads, the *scalable four-bar*, m = 2 k + 2 constraints, 500 turns of the
crank in steps of a degree. I and IV solve all equations at once, dense and sparse; II and III solve group by group,
with time derivatives and with velocity coefficients K and L. II and III are timed as the paper has them and as
sgkin does them.

All numbers come from one stored run, made on {date} with one core of {processor}; a test holds every page to it.

![Time over the number of constraints](_made/benchmarks/time.png)

At 71 dyads, 144 constraints, the whole experiment takes {sparse} s with the sparse global method, {newton} s with
groups that are iterated as in the paper, {single} s with groups in closed form one step at a time, and {swept} s
swept.
"""

FINDINGS = """
## What each idea gains

Neighbours in this comparison differ in one thing only, and all groups run on the same tape of operations. A gain is
the time without the idea by the time with it; at 71 dyads they are, from the largest to the smallest, {order}.

![What each idea gains](_made/benchmarks/gains.png)

{table}

- **Structure.** Equations group by group instead of all at once. Both sides use Newton's method with a prediction
  from the steps before and the same tolerance, and need as many iterations ({iterations_global} and
  {iterations_group} a step at 71 dyads): what differs is that a dyad is two equations with two unknowns, with
  nothing to order, to factor or to look up. The gain is {structure}, over the whole range of sizes.
- **Closed form.** The place of a pin from a division and a root instead of an iteration. The gain is {closed_form}:
  with a good prediction two iterations on two unknowns are cheap too. What the closed form brings besides is that
  it needs no step before it: it cannot leave its branch unseen, it starts anywhere, and steps can be done side by
  side.
- **One propagation.** K and L of the mechanism as derivatives that run through the groups once, instead of K and L
  of each group by its own inputs, composed by eqs. (6)–(15) of the paper. The gain is {propagation}, with the same
  closed forms on both sides. So the paper's own III takes {paper_iii} times as long as its own II, and sgkin's III
  takes {own_iii} times as long as its II.
- **Lanes.** Many steps side by side in each operation, instead of one step after the other. The gain is {lanes} for
  II and {lanes_k} for III. The paper has no counterpart.

III gives K and L. To turn them into velocity and acceleration, which II gives at once, is a product for each pin
and step. With it III takes {with_velocities} times as long as II one step at a time, and {with_velocities_swept}
times swept, where the results of II pass through the memory once and those of III twice. Whoever wants velocities
only should take II.
"""

GROWTH = """
Sweeps grow with the power {exponent_swept} of the number of constraints, groups one step at a time with
{exponent_single}, the sparse method with {exponent_sparse}, the dense one with {exponent_dense} (fitted from
{fitted} dyads on). {crossing}

Sweeps are timed over a turn at least. With fewer steps and long chains each step takes longer: 10,000 dyads with
all pins kept take {short_rows} times as long per step over 64 steps as over 360, and {short_rows_ten} times if ten
pins are kept. It is not the length of the chain that costs, but writing many short rows to memory; with 100,000
dyads instead of 1,000 and ten pins a sweep takes {per_dyad} times as long per dyad.
"""

DISTRIBUTION = """
## Where the time goes

For the global methods every operation is timed by itself, as often as a run does it; `other` is what the run takes
besides: prediction, correction, storing. The parts of a sweep are found by ablation: the tape is run with nothing
in the place of its operations, which is the executor alone, then with one kind of operation more each time.
`points` are those carried by a link, here the pin of the crank; `watch over branches` looks for change points
between steps.

![Distribution among operations](_made/benchmarks/distribution.png)

![Shares over the number of constraints](_made/benchmarks/shares.png)

Whole runs and operations take turns, fifteen times; the bands are the quartiles of the shares. `other` of the
sparse method is {other_few} at {few} dyad, and {other_some} to {other_many} from {some} to {many} dyads. With
`other` for free, groups in closed form one step at a time would still be {gain_without_other} times faster than the
best global method at {few} dyad.
"""

DIFFERENCES = """
## What differs from the paper, and why

- **Groups are faster from the first dyad on.** In the paper the four methods are alike up to 17 dyads and groups
  win from 71 on; by its own account, 42 % of the time of method II went into reaching data. Here the rows of a
  group are found once, when the plan is made, and one compiled loop calls compiled operations by address; the share
  of that loop is `executor` above. The closed form is not the reason: with the paper's own formulation of a group
  in the same loop, *II by Newton*, groups are {structure_least} times faster than the best global method at least.
- **Velocity coefficients cost what velocities cost.** In the paper III is by far the slowest, and the equations are
  a reason: composed as in the paper they cost {paper_iii} times as much as II; as one propagation the same
  operations run on the same number of rows as for II. (The paper's III adds the angles of the links as unknowns;
  here it has the coordinates of II.)
- **The sparse global method grows linearly**; the dense one approaches the third power. The paper calls the growth
  of both exponential: it is a power. Its sparse method factors anew at each iteration; here the order of
  elimination is found once, and the blocks of the triangular form are factored in compiled code. Not tested by
  itself.
- **The Jacobian is not the bottleneck.** The paper's global methods spend 45 % of their time in filling it.
  Compiled, it takes {jacobian} of the time at 17 and 71 dyads; factors and solutions come first.
- The paper's "17 dyads (144 constraint equations)" is a slip: 17 dyads are 36 constraints, and 71 are 144.

The paper's program was not run; what is said of it is what the paper says.
"""

BEYOND = """
## Beyond the chain

- **Other shapes.** Swept by groups, beside the global sparse method on the same mechanism: {shapes}.
- **C.** The same chain written by hand in C with the same formulas, compiled with `-O3 -march=native`: a sweep
  takes {c_swept} times as long as C vectorised over steps, and one step at a time {c_single} times as long as
  scalar C. That is the price of taking any mechanism: calling operations by address, reading rows through a table,
  and watching for change points, which the C does not.
- **What a user calls.** `solve` with all links kept takes {c_solve} times as long as that vectorised C, which has
  no room to make; with every pose, velocity and acceleration read from it, {c_read} times.
- **Other packages**, each in the fastest way that it documents, call for call with `solve`: {peers}. pylinkage
  gives position, velocity and acceleration from code compiled by numba; python-solvespace, a general constraint
  solver, and kinepy give positions, and are compared with sgkin finding positions.
- **Getting ready.** A fresh process imports sgkin and solves a four-bar in {warm} s, and in {cold} s the first
  time, when it compiles. A chain of 100,000 dyads is taken apart in {decompose} s; its plan takes {plan} µs a dyad.
"""

DYNAMICS = """
## Motion under forces

Falling rods are N four-bars in a row, 2 N + 1 bars of a metre that fall from upright and swing through the places
where all of them lie in line (A02 of the multibody benchmark library of IFToMM): one pendulum, whose motion is known
in closed form. A *whole simulation* of ten seconds begins with a plan that is new, and ends with poses, velocities
and accelerations of all links at 501 moments, with a tolerance of 1e-10. exudyn, in the fastest way that it
documents, takes steps of a millisecond with its generalised-α method; it integrates, and keeps nothing.

{table}

- **Right-hand side.** Beside C that is written by hand for these rods alone and cannot pass their flat positions;
  for a slider-crank it takes {slider_c} times as long as C.
- **Growth.** Integration with the change points known grows with the power {exponent} of the number of loops
  ({grown}), a whole simulation with {exponent_whole} ({grown_whole}).
- **Where the time goes.** Integration is {integration} % of a whole simulation, making its results {results} %;
  change points and equations are the rest.
- **Steps of a fixed size.** A step of RK4 takes as long as {rk4} right-hand sides of a slider-crank; with steps of
  a millisecond it runs {real_time} times as fast as the mechanism.
- **SciPy.** Its DOP853 takes {scipy} times as long as the compiled one with the same right-hand side, on Andrews'
  squeezer.
- **Multipliers.** The equations of the whole mechanism, compiled too, with the same integrator and the same error
  at the end take, in the quickest of four forms, {multipliers} as long.
- **Getting ready.** A fresh process simulates its first four-bar in {warm} s, and in {cold} s when it compiles.
"""

FAIRNESS = """
## How it is measured

So that you can judge whether the comparison is fair:

- **Ratios come from one run.** All candidates of a comparison are timed in turn, round after round, in one process
  on one core; a ratio is the median over the rounds of the two times in the same round. Times are CPU times of one
  thread, and a round in which another thread worked is refused. BLAS has one thread. The quartiles over the rounds
  stand beside the median.
- **Neighbours do not count.** Where the machine is shared, another guest may use the same core. Code that keeps the
  core's units busy then takes longer, code that waits for its own results does not, and ratios between the two
  move. A short gauge is timed before and after every sample; where it was slowed down by a tenth the sample is
  taken again, a few times, and if that does not help the round is left out. If fewer than five rounds remain, all
  of them count. {disturbances}
- **Answers are compared first.** No candidate is timed before its pins agree with those of the others: position,
  velocity and acceleration, to 1e-12 of the largest number between closed forms and C (less by the length of chains
  of more than 1,000 dyads, along which rounding adds up), to 1e-8 with what is iterated, to 1e-7 for other shapes
  and other packages.
- **Everybody keeps the same.** Position, velocity and acceleration of every pin are kept for every step; of III
  position, K and L, and what turns them into velocity and acceleration is timed by itself. The groups write into
  memory that is there already; the global methods and pylinkage make room for their results in every run, and so
  does `solve`.
- **Preparing is not counted**: taking apart, planning, setting up and ordering equations, compiling. All of that is
  done once for a mechanism; what it takes is told under *getting ready*.
- **The global methods are as good as we can make them.** The same mixed coordinates as in the paper; the equations
  filled by a compiled assembler; prediction from the derivatives of the step before, to a correction of 1e-10;
  velocity and acceleration from the factors of the last iteration. The sparse one finds its order of elimination
  once, in block-triangular form, and reuses it at every step; the dense one calls LAPACK. Their loops over steps
  are compiled too.
- **So are the paper's II and III.** Groups by Newton have natural coordinates, a prediction of the same order and
  the same tolerance, and begin as in the middle of the motion. K and L are composed with the signs of eq. (15)
  corrected. Both stand on the same tape as sgkin's own operations: only what a dyad (by Newton also the crank) does
  is another.
- **Shorter runs are extrapolated.** Every method runs fewer of the same steps, of a degree each; the time is
  extended in proportion. How many is in the stored run. Sweeps of short chains keep about the same amount of
  numbers at every length, so that they do not gain from a cache.
"""

REPEAT = """
## Run it yourself

    make bench                                   # all of it, into benchmarks/results/latest.json, with plots
    python -m benchmarks experiment peers        # some of it
    python -m benchmarks peers --add             # some of it, into what is there of the rest
    make bench-before BASE=main LIMIT=1.05       # is this state slower than an earlier one?
    make bench-page                              # a new stored run, and all pages that tell its figures

The longest chain needs {memory} GB of memory. Other packages are compared when they are installed: `pip install
'sgkin[bench-peers]'`.

Whoever changes code runs `make bench-before`. It puts the package of an earlier state into a git worktree and lets
both states do the same tasks in turn, a process each, on one core. It prints the ratio of the times, now by then,
with its quartiles, for sweeps, single configurations, whole mechanisms, plans and fresh processes, says where both
no longer find the same, and fails where a ratio is above the limit; coarse steps of groups that are found by
iteration are told but not held to it. `python -m benchmarks.before_after --list` names the tasks, and `--only`
chooses among them. Two runs on different days are not compared: they differ by more than a change should.
"""

APPENDIX = """
## Appendix: all figures

Medians, with the quartiles over the rounds; some figures have a bar that they should reach.
"""

HEADINGS = {
    "shape_speed": "Other shapes",
    "group_speed": "Beside C",
    "space_speed": "Closed forms in space: beside C",
    "user_calls": "What a user calls",
    "peers": "Other packages",
    "cold_start": "Getting ready: fresh processes",
    "structure_scale": "Getting ready: taking mechanisms apart",
    "growth": "Long chains: plan, sweep and memory",
    "coefficient_speed": "Velocity coefficients of several inputs",
    "global_speed": "Whole mechanisms: sparse solvers",
    "space_whole": "Whole mechanisms in space",
    "space_groups": "Groups in space: closed forms, platforms, trees of joints",
    "input_costs": "Which input is easy: estimated costs beside measured ones",
    "range_speed": "Ranges and assembly modes",
    "dynamics_speed": "Motion under forces: beside C, exudyn and SciPy",
    "dynamics_baseline": "Motion under forces: groups beside multipliers",
    "designs_speed": "Many designs: beside pylinkage, single motions and the bare sweep",
    "derivatives_speed": "Many designs: derivatives beside the bare sweep",
    "cluster_speed": "Many designs: a cluster of two processes beside one",
}
"""What the tables of the benchmarks are called."""

DESIGNS = """
## Many designs

A study runs the tape of one plan over many designs. Here all coordinates of all links vary, a turn has 360 steps, and
a point of each design is kept; lengths that are no longer right end a design where it ends. A *bare sweep* is the tape
of one design, run over the steps and not looked at. What is the same for all designs, such as the sine and cosine of
the crank, is computed once for all of them, so that a design of closed forms takes less.

{table}

- **Gradient.** That of a path by all coordinates ({longest}), as a user calls it, takes {gradient} of the bare
  sweep, with the design solved, watched and checked in it; the pass backwards alone takes {backwards}. Derivatives
  forwards take {forwards} for each coordinate.
- **Cluster.** Designs on two processes of a cluster take {cluster} of the processor time that they take in one process.
"""

SPACE = """
## In space

Position, velocity and acceleration of a point of every link at every step. *By tables* is the iteration that takes any
group: its links in a tree of joints, its conditions as records. The whole mechanism is solved with light rods, by the
sparse method.

{table}

- **C.** Closed forms of single elements take {beside} of what the same elements take by hand in C: as long, or less.
- **One configuration** in compiled code takes {one_by_one} of a step of a sweep.
- **K and L** by two inputs take {coefficients} of velocity and acceleration.
"""

README = """
On one core of {processor}, compiled code ready:

- `solve` finds position, velocity and acceleration of all links of a four-bar at {four_bar} million configurations
  a second, of Jansen's leg at {leg} million. All equations at once, by the sparse solver that is here too, take
  {four_bar_gain} and {leg_gain} times as long.
- A single configuration from Python takes {one} µs.
- A chain of 71 dyads takes {pylinkage} times as long in pylinkage, call for call, which is compiled too; positions
  alone take {solvespace} times as long in python-solvespace.
- Memory and time grow with the number of links: a chain of 100,000 dyads is planned in {plan} s.
- A fresh process solves its first mechanism in {warm} s, and in {cold} s when it has to compile.
- `simulate` lets {most} four-bars in a row fall for ten seconds in {fall}, with all results; exudyn, which is compiled
  too, takes {exudyn} times as long for a less accurate motion.
"""
