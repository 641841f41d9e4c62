"""Motion under forces: equations of motion in the inputs, simulation, joint forces, statics."""
