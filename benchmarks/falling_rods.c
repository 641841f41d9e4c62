/* Equations of motion written by hand: a row of four-bars of equal rods, and a slider-crank.

   The references that right-hand sides of sgkin are compared with; both work through a list of states, each the input z
   and its rate, and write the rate and the acceleration. A rod of mass m from P to C has, where its ends move like p
   and c, the kinetic energy m/6 (p.p + p.c + c.c), so that with derivatives ' by the input

       H = sum m/3 (P'.P' + P'.C' + C'.C')
       H z** = sum m g.(P' + C')/2  -  z*^2 sum m/3 (P'.P'' + (P'.C'' + C'.P'')/2 + C'.C'')                            */

#include <math.h>

typedef struct {
    double x, y, x1, y1, x2, y2; /* place, and first and second derivative by the input */
} point;

typedef struct {
    double inertia, weight, bending;
} sums;

static inline double dot(double ax, double ay, double bx, double by) { return ax * bx + ay * by; }

/* The pin at a distance of a length from P and from the fixed pin (qx, 0), on the side of the branch. */
static inline point join(point p, double qx, double square, double branch)
{
    double dx = qx - p.x, dy = -p.y;
    double root = square / (dx * dx + dy * dy) - 0.25;
    double h = branch * sqrt(root > 0.0 ? root : 0.0);
    double ex = 0.5 * dx - h * dy, ey = 0.5 * dy + h * dx;
    double fx = ex - dx, fy = ey - dy;
    double factor = 1.0 / (ex * fy - ey * fx);
    double b1 = dot(ex, ey, p.x1, p.y1);
    point c = {p.x + ex, p.y + ey, b1 * fy * factor, -b1 * fx * factor, 0.0, 0.0};
    double rx = c.x1 - p.x1, ry = c.y1 - p.y1;
    double a1 = dot(ex, ey, p.x2, p.y2) - dot(rx, ry, rx, ry);
    double a2 = -dot(c.x1, c.y1, c.x1, c.y1);
    c.x2 = (a1 * fy - a2 * ey) * factor;
    c.y2 = (a2 * ex - a1 * fx) * factor;
    return c;
}

/* Add a rod from a pin on the ground, and one between two pins. */
static inline void add_upright(sums *s, point c)
{
    s->inertia += dot(c.x1, c.y1, c.x1, c.y1);
    s->weight += c.y1;
    s->bending += dot(c.x1, c.y1, c.x2, c.y2);
}

static inline void add_level(sums *s, point p, point c)
{
    s->inertia += dot(p.x1, p.y1, p.x1, p.y1) + dot(p.x1, p.y1, c.x1, c.y1) + dot(c.x1, c.y1, c.x1, c.y1);
    s->weight += p.y1 + c.y1;
    s->bending += dot(p.x1, p.y1, p.x2, p.y2) + dot(c.x1, c.y1, c.x2, c.y2) +
                  0.5 * (dot(p.x1, p.y1, c.x2, c.y2) + dot(c.x1, c.y1, p.x2, p.y2));
}

/* 2 loops + 1 rods of a length and a mass, upright ones pinned to the ground at that distance. */
void falling_rods(long count, long loops, double length, double mass, double gravity, const double *branches,
                  const double *states, double *rates)
{
    for (long k = 0; k < count; k++) {
        double z = states[2 * k], rate = states[2 * k + 1];
        double x = length * cos(z), y = length * sin(z);
        point p = {x, y, -y, x, -x, -y};
        sums s = {0.0, 0.0, 0.0};
        add_upright(&s, p);
        for (long i = 0; i < loops; i++) {
            point c = join(p, (double)(i + 1) * length, length * length, branches[i]);
            add_level(&s, p, c);
            add_upright(&s, c);
            p = c;
        }
        rates[2 * k] = rate;
        rates[2 * k + 1] =
            (0.5 * mass * gravity * s.weight - mass / 3.0 * s.bending * rate * rate) / (mass / 3.0 * s.inertia);
    }
}

/* Links with their centres on the lines of their pins; the piston slides along x through the pin of the crank. */
typedef struct {
    double crank, rod;                               /* lengths */
    double crank_mass, crank_centre, crank_inertia;  /* inertias about the centres */
    double rod_mass, rod_centre, rod_inertia;
    double piston_mass, force, gravity;              /* force on the piston along x, gravity along y */
} slider_crank;

void slider_crank_falls(long count, const slider_crank *g, const double *states, double *rates)
{
    double at_pin = g->crank_mass * g->crank_centre * g->crank_centre + g->crank_inertia;
    for (long k = 0; k < count; k++) {
        double z = states[2 * k], rate = states[2 * k + 1];
        double x = g->crank * cos(z), y = g->crank * sin(z);
        double sine = -y / g->rod, cosine = sqrt(1.0 - sine * sine);   /* of the rod's angle b */
        double b1 = -x / (g->rod * cosine);                            /* from r sin z + l sin b = 0 */
        double b2 = (y / g->rod + sine * b1 * b1) / cosine;
        double c1 = -y - g->rod * sine * b1;                           /* the piston is at r cos z + l cos b */
        double c2 = -x - g->rod * (cosine * b1 * b1 + sine * b2);
        double mx1 = -y - g->rod_centre * sine * b1, my1 = x + g->rod_centre * cosine * b1;
        double mx2 = -x - g->rod_centre * (cosine * b1 * b1 + sine * b2);
        double my2 = -y + g->rod_centre * (cosine * b2 - sine * b1 * b1);
        double inertia = at_pin + g->rod_mass * dot(mx1, my1, mx1, my1) + g->rod_inertia * b1 * b1 +
                         g->piston_mass * c1 * c1;
        double bending = g->rod_mass * dot(mx1, my1, mx2, my2) + g->rod_inertia * b1 * b2 + g->piston_mass * c1 * c2;
        double weight = g->crank_mass * g->crank_centre / g->crank * x + g->rod_mass * my1;
        rates[2 * k] = rate;
        rates[2 * k + 1] = (g->force * c1 + g->gravity * weight - bending * rate * rate) / inertia;
    }
}
