"""Closed forms in space: points, unit vectors and frames, each a file with its equations.

A point and a vector are three numbers (x, y, z), a direction is a unit vector. A frame R is nine: its axes x̂, ŷ, ẑ, one
after the other, in the ground frame. What a frame turns by is told by vectors in the ground frame too:

    ∂ᵢR = ω̂ᵢ R                         defines ωᵢ, the derivative of R by i
    ωᵢⱼ = ½ (∂ⱼωᵢ + ∂ᵢωⱼ)              its derivative by i and j, which is symmetric
    ∂ⱼωᵢ = ωᵢⱼ + ½ ωⱼ × ωᵢ             because turns do not commute: ∂ⱼωᵢ − ∂ᵢωⱼ = ωⱼ × ωᵢ

Along a motion the angular velocity is ω = Σ ωᵢ żᵢ and the angular acceleration α = Σ ωᵢ z̈ᵢ + Σ ωᵢⱼ żᵢ żⱼ, exactly:
what is not symmetric cancels in the sum. A vector b that turns with a frame has

    bᵢ = ωᵢ × b,   bᵢⱼ = ωᵢⱼ × b + ½ (ωᵢ (ωⱼ·b) + ωⱼ (ωᵢ·b)) − (ωᵢ·ωⱼ) b
"""
