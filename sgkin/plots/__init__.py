"""Pictures of mechanisms, structures and motions: they take `ax=`, return the axes and never show a window.

matplotlib is imported when something is drawn.
"""

from sgkin.plots.animation import animate_motion, make_animation
from sgkin.plots.centrodes import plot_centrodes
from sgkin.plots.coupler_curve import plot_coupler_curve
from sgkin.plots.curve_features import plot_curve_features
from sgkin.plots.curves import plot_curves
from sgkin.plots.energies import plot_energies
from sgkin.plots.forces import plot_driving_forces, plot_joint_forces, plot_shaking_force
from sgkin.plots.hodograph import plot_force_hodograph
from sgkin.plots.mechanism import plot_mechanism
from sgkin.plots.reduced_inertia import plot_reduced_inertia
from sgkin.plots.saving import save_picture
from sgkin.plots.speed import plot_speed
from sgkin.plots.structure_graph import plot_structure, save_structure_plot
from sgkin.plots.structure_matrix import plot_structure_matrix
from sgkin.plots.synthesis import plot_synthesis
from sgkin.plots.tolerances import plot_contributions, plot_tolerances
from sgkin.plots.transmission import plot_group_quality, plot_transmission_angle

__all__ = [
    "animate_motion",
    "make_animation",
    "plot_centrodes",
    "plot_contributions",
    "plot_coupler_curve",
    "plot_curve_features",
    "plot_curves",
    "plot_driving_forces",
    "plot_energies",
    "plot_force_hodograph",
    "plot_group_quality",
    "plot_joint_forces",
    "plot_mechanism",
    "plot_reduced_inertia",
    "plot_shaking_force",
    "plot_speed",
    "plot_structure",
    "plot_structure_matrix",
    "plot_synthesis",
    "plot_tolerances",
    "plot_transmission_angle",
    "save_picture",
    "save_structure_plot",
]
