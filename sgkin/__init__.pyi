from sgkin.analysis.centrodes import Centrodes, centrodes
from sgkin.analysis.curve import CouplerCurve, coupler_curve
from sgkin.analysis.dead_points import DeadPointDistance, dead_point_distance
from sgkin.analysis.extremes import ExtremeValue
from sgkin.analysis.group_quality import GroupQuality, group_quality
from sgkin.analysis.input_comparison import InputChoice, InputComparison
from sgkin.analysis.inputs import choose_inputs, compare_inputs
from sgkin.analysis.motion_range import Limit, ModeRange, MotionRange, motion_range
from sgkin.analysis.report import Report, make_report
from sgkin.analysis.special_places import Cusp, DoublePoint, Extreme
from sgkin.analysis.straight import StraightInterval
from sgkin.analysis.strokes import DeadCentre, Stroke, Strokes, quick_return, strokes
from sgkin.analysis.transmission import TransmissionAngle, all_transmission_angles, transmission_angle
from sgkin.analysis.wheel import WheelMotion, wheel_motion
from sgkin.assembly import AssemblyMode, AssemblyModes, GroupMode, GroupModes
from sgkin.chain_rule import GroupMatrices, compose_coefficients
from sgkin.coefficients import Coefficients, Configuration, InflectionCircle, Transmission
from sgkin.designs.design_motions import DesignMotions, DesignStatus
from sgkin.designs.sensitivities import DesignJacobian, Gradient, Sensitivities
from sgkin.designs.solving_designs import solve_designs
from sgkin.designs.store import open_designs
from sgkin.designs.study import Study, make_study
from sgkin.dynamics.applied_forces import applied_force, power, work
from sgkin.dynamics.balancing import Flywheel, flywheel, reduced_inertia
from sgkin.dynamics.driving_forces import driving_forces, holding_forces
from sgkin.dynamics.energies import energy, kinetic_energy, potential_energy
from sgkin.dynamics.energy_balance import EnergyBalance, energy_balance
from sgkin.dynamics.equations import EquationsOfMotion
from sgkin.dynamics.equilibrium import Equilibrium, equilibrium
from sgkin.dynamics.events import EndStop, Trigger
from sgkin.dynamics.linearised import Linearised, linearise
from sgkin.dynamics.reactions import Reactions, reactions
from sgkin.dynamics.simulation import Simulation, equations_of_motion, simulate
from sgkin.errors import (
    AdjacencyError,
    DisagreementError,
    EquilibriumError,
    ForceError,
    ForceLawError,
    GravityWarning,
    InitialConfigurationError,
    InitialRatesError,
    InputError,
    LostWorkersError,
    MassError,
    MechanismError,
    MechanismFileError,
    MobilityError,
    MotionError,
    NeverAssembledError,
    Outcome,
    SensitivityError,
    SgkinError,
    SimulationError,
    StoreError,
    StudyError,
    SynthesisError,
    TooManyModesError,
    UndeterminedForceError,
    UnsolvableError,
)
from sgkin.model.driver import (
    CoordinateDriver,
    DistanceDriver,
    Driver,
    JointDriver,
    LinkAngleDriver,
    PoseDriver,
    SpatialPoseDriver,
)
from sgkin.model.family import driven_comb, scalable_four_bar, scissor_lift
from sgkin.model.force import (
    Actuator,
    Damper,
    Force,
    JointFriction,
    Motor,
    OwnForce,
    PointForce,
    RotationalDamper,
    RotationalSpring,
    Spring,
    StateForce,
    Torque,
)
from sgkin.model.force_law import (
    Elastic,
    ElasticTable,
    ForceLaw,
    Friction,
    OverTime,
    OwnForceLaw,
    SpeedTable,
    TimeTable,
)
from sgkin.model.initial import Expectation, InitialConfiguration
from sgkin.model.joint import (
    GearPair,
    HigherPair,
    Joint,
    PinInCircularSlot,
    PinInSlot,
    Prismatic,
    RackAndPinion,
    Revolute,
    Weld,
)
from sgkin.model.link import Link
from sgkin.model.mass import LinkMass, Mass, RigidMass, UniformBar, UniformDisc, UniformPolygon
from sgkin.model.mechanism import Mechanism
from sgkin.model.mechanism_file import load_mechanism, mechanism_names
from sgkin.model.mechanism_writer import save_mechanism
from sgkin.model.motion_law import (
    ConstantSpeed,
    Cycloidal,
    Free,
    Harmonic,
    MotionLaw,
    OwnLaw,
    Polynomial,
    Polynomial345,
    Spline,
)
from sgkin.model.parameter import Parameter
from sgkin.model.pylinkage_file import load_pylinkage
from sgkin.model.quantity import Units
from sgkin.model.sketch import Drive, Sketch, Slider
from sgkin.model.sketch_file import load_sketch, save_sketch
from sgkin.model.spatial_joint import (
    Cylindrical,
    PlanarJoint,
    PointOnLine,
    PointOnPlane,
    Rod,
    Screw,
    Spherical,
    Universal,
)
from sgkin.motion import Motion
from sgkin.page.showing import show
from sgkin.page.writing import write_page
from sgkin.solving import assembly_modes, make_plan, solve
from sgkin.spatial_motion import SpatialMotion
from sgkin.structure.decomposition import decompose, decompose_adjacency
from sgkin.structure.structure import Group, Structure
from sgkin.synthesis.atlas import Atlas
from sgkin.synthesis.atlas_file import open_atlas
from sgkin.synthesis.function import synthesise_function
from sgkin.synthesis.path import synthesise_path
from sgkin.synthesis.pose_motion import synthesise_motion
from sgkin.synthesis.result import Requirement, Synthesis
from sgkin.tolerancing.tolerances import Tolerances, tolerances

__all__ = [
    "Actuator",
    "AdjacencyError",
    "AssemblyMode",
    "AssemblyModes",
    "Atlas",
    "Centrodes",
    "Coefficients",
    "Configuration",
    "ConstantSpeed",
    "CoordinateDriver",
    "CouplerCurve",
    "Cusp",
    "Cycloidal",
    "Cylindrical",
    "Damper",
    "DeadCentre",
    "DeadPointDistance",
    "DesignJacobian",
    "DesignMotions",
    "DesignStatus",
    "DisagreementError",
    "DistanceDriver",
    "DoublePoint",
    "Drive",
    "Driver",
    "Elastic",
    "ElasticTable",
    "EndStop",
    "EnergyBalance",
    "EquationsOfMotion",
    "Equilibrium",
    "EquilibriumError",
    "Expectation",
    "Extreme",
    "ExtremeValue",
    "Flywheel",
    "Force",
    "ForceError",
    "ForceLaw",
    "ForceLawError",
    "Free",
    "Friction",
    "GearPair",
    "Gradient",
    "GravityWarning",
    "Group",
    "GroupMatrices",
    "GroupMode",
    "GroupModes",
    "GroupQuality",
    "Harmonic",
    "HigherPair",
    "InflectionCircle",
    "InitialConfiguration",
    "InitialConfigurationError",
    "InitialRatesError",
    "InputChoice",
    "InputComparison",
    "InputError",
    "Joint",
    "JointDriver",
    "JointFriction",
    "Limit",
    "Linearised",
    "Link",
    "LinkAngleDriver",
    "LinkMass",
    "LostWorkersError",
    "Mass",
    "MassError",
    "Mechanism",
    "MechanismError",
    "MechanismFileError",
    "MobilityError",
    "ModeRange",
    "Motion",
    "MotionError",
    "MotionLaw",
    "MotionRange",
    "Motor",
    "NeverAssembledError",
    "Outcome",
    "OverTime",
    "OwnForce",
    "OwnForceLaw",
    "OwnLaw",
    "Parameter",
    "PinInCircularSlot",
    "PinInSlot",
    "PlanarJoint",
    "PointForce",
    "PointOnLine",
    "PointOnPlane",
    "Polynomial",
    "Polynomial345",
    "PoseDriver",
    "Prismatic",
    "RackAndPinion",
    "Reactions",
    "Report",
    "Requirement",
    "Revolute",
    "RigidMass",
    "Rod",
    "RotationalDamper",
    "RotationalSpring",
    "Screw",
    "Sensitivities",
    "SensitivityError",
    "SgkinError",
    "Simulation",
    "SimulationError",
    "Sketch",
    "Slider",
    "SpatialMotion",
    "SpatialPoseDriver",
    "SpeedTable",
    "Spherical",
    "Spline",
    "Spring",
    "StateForce",
    "StoreError",
    "StraightInterval",
    "Stroke",
    "Strokes",
    "Structure",
    "Study",
    "StudyError",
    "Synthesis",
    "SynthesisError",
    "TimeTable",
    "Tolerances",
    "TooManyModesError",
    "Torque",
    "Transmission",
    "TransmissionAngle",
    "Trigger",
    "UndeterminedForceError",
    "UniformBar",
    "UniformDisc",
    "UniformPolygon",
    "Units",
    "Universal",
    "UnsolvableError",
    "Weld",
    "WheelMotion",
    "all_transmission_angles",
    "applied_force",
    "assembly_modes",
    "centrodes",
    "choose_inputs",
    "compare_inputs",
    "compose_coefficients",
    "coupler_curve",
    "dead_point_distance",
    "decompose",
    "decompose_adjacency",
    "driven_comb",
    "driving_forces",
    "energy",
    "energy_balance",
    "equations_of_motion",
    "equilibrium",
    "flywheel",
    "group_quality",
    "holding_forces",
    "kinetic_energy",
    "linearise",
    "load_mechanism",
    "load_pylinkage",
    "load_sketch",
    "make_plan",
    "make_report",
    "make_study",
    "mechanism_names",
    "motion_range",
    "open_atlas",
    "open_designs",
    "potential_energy",
    "power",
    "quick_return",
    "reactions",
    "reduced_inertia",
    "save_mechanism",
    "save_sketch",
    "scalable_four_bar",
    "scissor_lift",
    "show",
    "simulate",
    "solve",
    "solve_designs",
    "strokes",
    "synthesise_function",
    "synthesise_motion",
    "synthesise_path",
    "tolerances",
    "transmission_angle",
    "wheel_motion",
    "work",
    "write_page",
]

__version__: str
