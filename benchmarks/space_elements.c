/* Closed forms in space by hand: position, velocity and acceleration of one element at many steps.

   The reference that sgkin's kernels are compared with. Every function takes the number of steps, the distance of rows, the
   rows of its inputs (all positions, then all velocities, then all accelerations), its geometry and branch, and the rows
   of its outputs in the same order. A frame is nine rows, its axes one after the other; its velocity is an angular one. */

#include <math.h>

typedef struct {
    double x, y, z;
} vector;

#define INLINE static inline __attribute__((always_inline))

INLINE vector add(vector a, vector b) { return (vector){a.x + b.x, a.y + b.y, a.z + b.z}; }
INLINE vector subtract(vector a, vector b) { return (vector){a.x - b.x, a.y - b.y, a.z - b.z}; }
INLINE vector scale(double f, vector a) { return (vector){f * a.x, f * a.y, f * a.z}; }
INLINE double dot(vector a, vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
INLINE vector cross(vector a, vector b)
{
    return (vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
INLINE double root(double square) { return sqrt(square > 0.0 ? square : 0.0); }

/* Row r of rows that are `stride` apart, at step k. */
#define ROW(rows, r) rows[(r) * stride + k]
#define VECTOR(rows, r) ((vector){ROW(rows, r), ROW(rows, (r) + 1), ROW(rows, (r) + 2)})
#define STORE(rows, r, v) (ROW(rows, r) = (v).x, ROW(rows, (r) + 1) = (v).y, ROW(rows, (r) + 2) = (v).z)
#define STEPS _Pragma("GCC ivdep") for (long k = 0; k < steps; k++)
#define GIVEN                                                                                                          \
    long steps, long stride, const double *restrict in, const double *restrict geometry, double branch,                \
        double *restrict out

/* x of a.x = p, b.x = q, c.x = r, from the cross products of a, b and c. */
typedef struct {
    vector bc, ca, ab;
    double inverse;
} inverse3;

INLINE inverse3 invert(vector a, vector b, vector c)
{
    inverse3 m = {cross(b, c), cross(c, a), cross(a, b), 0.0};
    m.inverse = 1.0 / dot(a, m.bc);
    return m;
}
INLINE vector solve(inverse3 m, double p, double q, double r)
{
    return scale(m.inverse, add(add(scale(p, m.bc), scale(q, m.ca)), scale(r, m.ab)));
}

/* The acceleration of a vector b that turns with w and is accelerated by a, and that of a turn itself. */
INLINE vector turned_twice(vector w, vector a, vector b) { return add(cross(a, b), cross(w, cross(w, b))); }

/* in: O, R; offset -> P */
void carried_point(GIVEN)
{
    double x = geometry[0], y = geometry[1], z = geometry[2];
    STEPS
    {
        vector b = add(add(scale(x, VECTOR(in, 3)), scale(y, VECTOR(in, 6))), scale(z, VECTOR(in, 9)));
        vector w = VECTOR(in, 15), a = VECTOR(in, 21);
        STORE(out, 0, add(VECTOR(in, 0), b));
        STORE(out, 3, add(VECTOR(in, 12), cross(w, b)));
        STORE(out, 6, add(VECTOR(in, 18), turned_twice(w, a, b)));
    }
}

/* in: R, z; axis, sign, shift -> S */
void turned_frame(GIVEN)
{
    double ax = geometry[0], ay = geometry[1], az = geometry[2], sign = geometry[3], shift = geometry[4];
    STEPS
    {
        double angle = sign * ROW(in, 9) + shift, c = cos(angle), s = sin(angle), t = 1.0 - c;
        vector x = VECTOR(in, 0), y = VECTOR(in, 3), z = VECTOR(in, 6);
        vector u = add(add(scale(ax, x), scale(ay, y)), scale(az, z));
        double xx = t * ax * ax + c, xy = t * ax * ay, xz = t * ax * az;
        double yy = t * ay * ay + c, yz = t * ay * az, zz = t * az * az + c;
        STORE(out, 0, add(add(scale(xx, x), scale(xy + s * az, y)), scale(xz - s * ay, z)));
        STORE(out, 3, add(add(scale(xy - s * az, x), scale(yy, y)), scale(yz + s * ax, z)));
        STORE(out, 6, add(add(scale(xz + s * ay, x), scale(yz - s * ax, y)), scale(zz, z)));
        vector w = VECTOR(in, 10), a = VECTOR(in, 14);
        double rate = sign * ROW(in, 13), acceleration = sign * ROW(in, 17);
        STORE(out, 9, add(w, scale(rate, u)));
        STORE(out, 12, add(add(a, scale(acceleration, u)), scale(rate, cross(w, u))));
    }
}

/* in: Q, n, P; h, r2, l2, scale -> C, margin behind its positions */
void circle_sphere(GIVEN)
{
    double h = geometry[0], r2 = geometry[1], l2 = geometry[2], factor = geometry[3];
    STEPS
    {
        vector q = VECTOR(in, 0), n = VECTOR(in, 3), p = VECTOR(in, 6);
        vector qv = VECTOR(in, 9), nv = VECTOR(in, 12), pv = VECTOR(in, 15);
        vector d = subtract(p, add(q, scale(h, n)));
        double along = dot(n, d);
        vector t = subtract(d, scale(along, n));
        double t2 = dot(t, t), inverse = 1.0 / t2;
        double u = 0.5 * (r2 + t2 + along * along - l2) * inverse, square = r2 * inverse - u * u;
        vector e = add(add(scale(h, n), scale(u, t)), scale(branch * root(square), cross(n, t)));
        vector c = add(q, e), f = subtract(c, p);
        inverse3 m = invert(n, e, f);
        vector v = solve(m, dot(n, qv) - dot(nv, e), dot(e, qv), dot(f, pv));
        vector r = subtract(v, qv), s = subtract(v, pv);
        vector qa = VECTOR(in, 18), na = VECTOR(in, 21), pa = VECTOR(in, 24);
        vector a = solve(m, dot(n, qa) - dot(na, e) - 2.0 * dot(nv, r), dot(e, qa) - dot(r, r), dot(f, pa) - dot(s, s));
        STORE(out, 0, c);
        ROW(out, 3) = square * t2 * t2 * factor;
        STORE(out, 4, v);
        STORE(out, 7, a);
    }
}

/* in: A, B, D; a2, b2, d2, scale -> C, margin behind its positions */
void three_spheres(GIVEN)
{
    double a2 = geometry[0], b2 = geometry[1], d2 = geometry[2], factor = geometry[3];
    STEPS
    {
        vector a = VECTOR(in, 0), b = VECTOR(in, 3), d = VECTOR(in, 6);
        vector av = VECTOR(in, 9), bv = VECTOR(in, 12), dv = VECTOR(in, 15);
        vector u = subtract(b, a), v = subtract(d, a), n = cross(u, v);
        double uu = dot(u, u), vv = dot(v, v), uv = dot(u, v), nn = dot(n, n), inverse = 1.0 / nn;
        double p = 0.5 * (a2 - b2 + uu), q = 0.5 * (a2 - d2 + vv);
        double s = (p * vv - q * uv) * inverse, t = (q * uu - p * uv) * inverse;
        double square = (a2 - s * p - t * q) * inverse;
        vector e = add(add(scale(s, u), scale(t, v)), scale(branch * root(square), n));
        vector c = add(a, e), f = subtract(e, u), g = subtract(e, v);
        inverse3 m = invert(e, f, g);
        vector cv = solve(m, dot(e, av), dot(f, bv), dot(g, dv));
        vector x = subtract(cv, av), y = subtract(cv, bv), z = subtract(cv, dv);
        STORE(out, 0, c);
        ROW(out, 3) = square * nn * nn * factor;
        STORE(out, 4, cv);
        STORE(out, 7, solve(m, dot(e, VECTOR(in, 18)) - dot(x, x), dot(f, VECTOR(in, 21)) - dot(y, y),
                            dot(g, VECTOR(in, 24)) - dot(z, z)));
    }
}

/* in: Q, n, P; l2 -> C, margin behind its positions */
void line_sphere(GIVEN)
{
    double l2 = geometry[0], factor = 1.0 / geometry[0];
    STEPS
    {
        vector q = VECTOR(in, 0), n = VECTOR(in, 3), p = VECTOR(in, 6);
        vector qv = VECTOR(in, 9), nv = VECTOR(in, 12), pv = VECTOR(in, 15);
        vector d = subtract(p, q);
        double along = dot(n, d);
        vector w = subtract(d, scale(along, n));
        double square = l2 - dot(w, w), reach = branch * root(square), inverse = 1.0 / reach, s = along + reach;
        vector f = subtract(scale(reach, n), w);
        vector hv = add(qv, scale(s, nv));
        double sv = (dot(f, pv) - dot(f, hv)) * inverse;
        vector cv = add(hv, scale(sv, n)), r = subtract(cv, pv);
        vector ha = add(add(VECTOR(in, 18), scale(s, VECTOR(in, 21))), scale(2.0 * sv, nv));
        double sa = (dot(f, VECTOR(in, 24)) - dot(r, r) - dot(f, ha)) * inverse;
        STORE(out, 0, add(q, scale(s, n)));
        ROW(out, 3) = square * factor;
        STORE(out, 4, cv);
        STORE(out, 7, add(ha, scale(sa, n)));
    }
}

/* in: u, v; c1, c2 -> w, margin behind its positions */
void two_cones(GIVEN)
{
    double c1 = geometry[0], c2 = geometry[1];
    STEPS
    {
        vector u = VECTOR(in, 0), v = VECTOR(in, 3), uv = VECTOR(in, 6), vv = VECTOR(in, 9);
        vector n = cross(u, v);
        double g = dot(u, v), nn = dot(n, n), inverse = 1.0 / nn;
        double alpha = (c1 - g * c2) * inverse, beta = (c2 - g * c1) * inverse;
        double square = (1.0 - alpha * c1 - beta * c2) * inverse;
        vector w = add(add(scale(alpha, u), scale(beta, v)), scale(branch * root(square), n));
        inverse3 m = invert(u, v, w);
        vector wv = scale(-m.inverse, add(scale(dot(uv, w), m.bc), scale(dot(vv, w), m.ca)));
        STORE(out, 0, w);
        ROW(out, 3) = square * nn * nn;
        STORE(out, 4, wv);
        STORE(out, 7, solve(m, -dot(VECTOR(in, 12), w) - 2.0 * dot(uv, wv), -dot(VECTOR(in, 15), w) - 2.0 * dot(vv, wv),
                            -dot(wv, wv)));
    }
}

/* w of w x a = p, w x b = q */
INLINE vector spin(vector a, vector b, vector n, double inverse_a, double inverse_n, vector p, vector q)
{
    vector w = scale(inverse_a, cross(a, p));
    return add(w, scale(dot(subtract(q, cross(w, b)), n) * inverse_n, a));
}

/* in: O, P, Q; triad -> R */
void frame_of_points(GIVEN)
{
    STEPS
    {
        vector o = VECTOR(in, 0), ov = VECTOR(in, 9), oa = VECTOR(in, 18);
        vector a = subtract(VECTOR(in, 3), o), b = subtract(VECTOR(in, 6), o), n = cross(a, b);
        double inverse_a = 1.0 / dot(a, a), inverse_n = 1.0 / dot(n, n);
        vector x = scale(sqrt(inverse_a), a), z = scale(sqrt(inverse_n), n), y = cross(z, x);
        for (int axis = 0; axis < 3; axis++) {
            vector column = add(add(scale(geometry[axis], x), scale(geometry[3 + axis], y)), scale(geometry[6 + axis], z));
            STORE(out, 3 * axis, column);
        }
        vector av = subtract(VECTOR(in, 12), ov), bv = subtract(VECTOR(in, 15), ov);
        vector aa = subtract(VECTOR(in, 21), oa), ba = subtract(VECTOR(in, 24), oa);
        vector w = spin(a, b, n, inverse_a, inverse_n, av, bv);
        vector turned_a = cross(w, cross(w, a)), turned_b = cross(w, cross(w, b));
        STORE(out, 9, w);
        STORE(out, 12, spin(a, b, n, inverse_a, inverse_n, subtract(aa, turned_a), subtract(ba, turned_b)));
    }
}
