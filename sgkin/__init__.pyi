from sgkin.analysis.centrodes import Centrodes, centrodes
from sgkin.analysis.course import ExtremeValue
from sgkin.analysis.curve import CouplerCurve, coupler_curve
from sgkin.analysis.dead_points import DeadPointDistance, dead_point_distance
from sgkin.analysis.group_quality import GroupQuality, group_quality
from sgkin.analysis.input_comparison import InputChoice, InputComparison
from sgkin.analysis.inputs import choose_inputs, compare_inputs
from sgkin.analysis.motion_range import Limit, ModeRange, MotionRange, motion_range
from sgkin.analysis.report import Report, make_report
from sgkin.analysis.special_places import Cusp, DoublePoint, Extreme
from sgkin.analysis.straight import StraightInterval
from sgkin.analysis.strokes import DeadCentre, Stroke, Strokes, quick_return, strokes
from sgkin.analysis.transmission import TransmissionAngle, all_transmission_angles, transmission_angle
from sgkin.assembly import AssemblyMode, AssemblyModes, GroupMode, GroupModes
from sgkin.chain_rule import GroupMatrices, compose_coefficients
from sgkin.coefficients import Coefficients, Configuration, InflectionCircle, Transmission
from sgkin.errors import (
    AdjacencyError,
    DisagreementError,
    InitialConfigurationError,
    InputError,
    MechanismError,
    MechanismFileError,
    MobilityError,
    MotionError,
    NeverAssembledError,
    Outcome,
    SgkinError,
    TooManyModesError,
    UnsolvableError,
)
from sgkin.model.driver import CoordinateDriver, DistanceDriver, Driver, JointDriver, LinkAngleDriver, PoseDriver
from sgkin.model.family import driven_comb, scalable_four_bar, scissor_lift
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
from sgkin.model.mechanism import Mechanism
from sgkin.model.mechanism_file import load_mechanism, mechanism_names
from sgkin.model.mechanism_writer import save_mechanism
from sgkin.model.motion_law import (
    ConstantSpeed,
    Cycloidal,
    Harmonic,
    MotionLaw,
    OwnLaw,
    Polynomial,
    Polynomial345,
    Spline,
)
from sgkin.model.pylinkage_file import load_pylinkage
from sgkin.model.quantity import Units
from sgkin.model.sketch import Drive, Sketch, Slider
from sgkin.model.sketch_file import load_sketch, save_sketch
from sgkin.motion import Motion
from sgkin.page.showing import show
from sgkin.page.writing import write_page
from sgkin.solving import assembly_modes, make_plan, solve
from sgkin.structure.decomposition import decompose, decompose_adjacency
from sgkin.structure.structure import Group, Structure

__all__ = [
    "AdjacencyError",
    "AssemblyMode",
    "AssemblyModes",
    "Centrodes",
    "Coefficients",
    "Configuration",
    "ConstantSpeed",
    "CoordinateDriver",
    "CouplerCurve",
    "Cusp",
    "Cycloidal",
    "DeadCentre",
    "DeadPointDistance",
    "DisagreementError",
    "DistanceDriver",
    "DoublePoint",
    "Drive",
    "Driver",
    "Expectation",
    "Extreme",
    "ExtremeValue",
    "GearPair",
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
    "InputChoice",
    "InputComparison",
    "InputError",
    "Joint",
    "JointDriver",
    "Limit",
    "Link",
    "LinkAngleDriver",
    "Mechanism",
    "MechanismError",
    "MechanismFileError",
    "MobilityError",
    "ModeRange",
    "Motion",
    "MotionError",
    "MotionLaw",
    "MotionRange",
    "NeverAssembledError",
    "Outcome",
    "OwnLaw",
    "PinInCircularSlot",
    "PinInSlot",
    "Polynomial",
    "Polynomial345",
    "PoseDriver",
    "Prismatic",
    "RackAndPinion",
    "Report",
    "Revolute",
    "SgkinError",
    "Sketch",
    "Slider",
    "Spline",
    "StraightInterval",
    "Stroke",
    "Strokes",
    "Structure",
    "TooManyModesError",
    "Transmission",
    "TransmissionAngle",
    "Units",
    "UnsolvableError",
    "Weld",
    "all_transmission_angles",
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
    "group_quality",
    "load_mechanism",
    "load_pylinkage",
    "load_sketch",
    "make_plan",
    "make_report",
    "mechanism_names",
    "motion_range",
    "quick_return",
    "save_mechanism",
    "save_sketch",
    "scalable_four_bar",
    "scissor_lift",
    "show",
    "solve",
    "strokes",
    "transmission_angle",
    "write_page",
]

__version__: str
