"""Kinematics of linkages by their structural groups.

Every public name is imported from its room when it is first asked for; `__init__.pyi` names them for type checkers.
"""

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

_ROOMS = {
    "analysis.extremes": "ExtremeValue",
    "analysis.dead_points": "DeadPointDistance dead_point_distance",
    "analysis.group_quality": "GroupQuality group_quality",
    "analysis.motion_range": "Limit ModeRange MotionRange motion_range",
    "analysis.input_comparison": "InputChoice InputComparison",
    "analysis.inputs": "choose_inputs compare_inputs",
    "analysis.report": "Report make_report",
    "analysis.strokes": "DeadCentre Stroke Strokes quick_return strokes",
    "analysis.transmission": "TransmissionAngle all_transmission_angles transmission_angle",
    "analysis.centrodes": "Centrodes centrodes",
    "analysis.curve": "CouplerCurve coupler_curve",
    "analysis.special_places": "Cusp DoublePoint Extreme",
    "analysis.straight": "StraightInterval",
    "analysis.wheel": "WheelMotion wheel_motion",
    "assembly": "AssemblyMode AssemblyModes GroupMode GroupModes",
    "chain_rule": "GroupMatrices compose_coefficients",
    "coefficients": "Coefficients Configuration InflectionCircle Transmission",
    "designs.design_motions": "DesignMotions DesignStatus",
    "designs.sensitivities": "DesignJacobian Gradient Sensitivities",
    "designs.solving_designs": "solve_designs",
    "designs.store": "open_designs",
    "designs.study": "Study make_study",
    "dynamics.applied_forces": "applied_force power work",
    "dynamics.balancing": "Flywheel flywheel reduced_inertia",
    "dynamics.driving_forces": "driving_forces holding_forces",
    "dynamics.energies": "energy kinetic_energy potential_energy",
    "dynamics.energy_balance": "EnergyBalance energy_balance",
    "dynamics.equilibrium": "Equilibrium equilibrium",
    "dynamics.linearised": "Linearised linearise",
    "dynamics.reactions": "Reactions reactions",
    "dynamics.events": "EndStop Trigger",
    "dynamics.equations": "EquationsOfMotion",
    "dynamics.simulation": "Simulation equations_of_motion simulate",
    "errors": "AdjacencyError DisagreementError EquilibriumError ForceError ForceLawError GravityWarning "
    "InitialConfigurationError InitialRatesError InputError LostWorkersError MassError MechanismError "
    "MechanismFileError MobilityError MotionError NeverAssembledError Outcome SensitivityError SgkinError "
    "SimulationError StoreError StudyError SynthesisError "
    "TooManyModesError UndeterminedForceError UnsolvableError",
    "model.driver": "CoordinateDriver DistanceDriver Driver JointDriver LinkAngleDriver PoseDriver SpatialPoseDriver",
    "model.family": "driven_comb scalable_four_bar scissor_lift",
    "model.force": "Actuator Damper Force JointFriction Motor OwnForce PointForce RotationalDamper RotationalSpring "
    "Spring StateForce Torque",
    "model.force_law": "Elastic ElasticTable ForceLaw Friction OverTime OwnForceLaw SpeedTable TimeTable",
    "model.initial": "Expectation InitialConfiguration",
    "model.joint": "GearPair HigherPair Joint PinInCircularSlot PinInSlot Prismatic RackAndPinion Revolute Weld",
    "model.link": "Link",
    "model.mass": "LinkMass Mass RigidMass UniformBar UniformDisc UniformPolygon",
    "model.mechanism": "Mechanism",
    "model.mechanism_file": "load_mechanism mechanism_names",
    "model.mechanism_writer": "save_mechanism",
    "model.motion_law": "ConstantSpeed Cycloidal Free Harmonic MotionLaw OwnLaw Polynomial Polynomial345 Spline",
    "model.parameter": "Parameter",
    "model.pylinkage_file": "load_pylinkage",
    "model.quantity": "Units",
    "model.spatial_joint": "Cylindrical PlanarJoint PointOnLine PointOnPlane Rod Screw Spherical Universal",
    "model.sketch": "Drive Sketch Slider",
    "model.sketch_file": "load_sketch save_sketch",
    "motion": "Motion",
    "page.showing": "show",
    "page.writing": "write_page",
    "spatial_motion": "SpatialMotion",
    "solving": "assembly_modes make_plan solve",
    "synthesis.atlas": "Atlas",
    "synthesis.atlas_file": "open_atlas",
    "synthesis.function": "synthesise_function",
    "synthesis.path": "synthesise_path",
    "synthesis.pose_motion": "synthesise_motion",
    "synthesis.result": "Requirement Synthesis",
    "structure.decomposition": "decompose decompose_adjacency",
    "structure.structure": "Group Structure",
    "tolerancing.tolerances": "Tolerances tolerances",
}
_HOMES = {name: room for room, names in _ROOMS.items() for name in names.split()}

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'sgkin' has no attribute {name!r}")
    value = getattr(import_module(f"sgkin.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
