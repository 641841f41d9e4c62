/* A crank and a row of RRR dyads, in closed form on points: position, velocity and acceleration of every pin.

   The reference that sgkin is compared with. Pin 0 is the crank's; dyad i holds pin i + 1 between pin i and the
   ground pivot i. The pin C of a dyad lies at distances l1 from P and l2 from Q:

       C = P + u d + h d',  d = Q - P,  u = (d^2 + l1^2 - l2^2) / 2 d^2,  h^2 = l1^2 / d^2 - u^2

   and its derivatives follow from e.C' = e.P' and f.C' = f.Q', e = C - P, f = C - Q, differentiated once more. */

#include <math.h>

typedef struct {
    double x, y, vx, vy, ax, ay;
} point;

typedef struct {
    double l1_squared, l2_squared, branch;
} dyad;

static inline __attribute__((always_inline)) point join(point p, point q, dyad g)
{
    double dx = q.x - p.x, dy = q.y - p.y;
    double inverse = 1.0 / (dx * dx + dy * dy);
    double u = 0.5 + 0.5 * (g.l1_squared - g.l2_squared) * inverse;
    double square = g.l1_squared * inverse - u * u;
    double h = g.branch * sqrt(square > 0.0 ? square : 0.0);
    double ex = u * dx - h * dy, ey = u * dy + h * dx;
    double fx = ex - dx, fy = ey - dy;
    double factor = 1.0 / (ex * fy - ey * fx);
    double b1 = ex * p.vx + ey * p.vy, b2 = fx * q.vx + fy * q.vy;
    point c;
    c.x = p.x + ex;
    c.y = p.y + ey;
    c.vx = (b1 * fy - b2 * ey) * factor;
    c.vy = (b2 * ex - b1 * fx) * factor;
    double rx = c.vx - p.vx, ry = c.vy - p.vy, sx = c.vx - q.vx, sy = c.vy - q.vy;
    double a1 = ex * p.ax + ey * p.ay - (rx * rx + ry * ry);
    double a2 = fx * q.ax + fy * q.ay - (sx * sx + sy * sy);
    c.ax = (a1 * fy - a2 * ey) * factor;
    c.ay = (a2 * ex - a1 * fx) * factor;
    return c;
}

static inline __attribute__((always_inline)) point turn(double radius, double z, double rate, double acceleration)
{
    double x = radius * cos(z), y = radius * sin(z);
    point b = {x, y, -y * rate, x * rate, -y * acceleration - x * rate * rate, x * acceleration - y * rate * rate};
    return b;
}

/* One step after the other. inputs: z, rate and acceleration, a row each; pins: (steps, dyads + 1). */
void chain_by_step(long steps, long dyads, const double *inputs, double radius, const point *pivots, const dyad *geometry,
                   point *pins)
{
    for (long k = 0; k < steps; k++) {
        point *pin = pins + k * (dyads + 1);
        pin[0] = turn(radius, inputs[k], inputs[steps + k], inputs[2 * steps + k]);
        for (long i = 0; i < dyads; i++)
            pin[i + 1] = join(pin[i], pivots[i], geometry[i]);
    }
}

/* The six rows of a point, each with a number for every step. */
typedef struct {
    double *x, *y, *vx, *vy, *ax, *ay;
} rows;

static rows rows_at(double *start, long stride)
{
    rows r = {start, start + stride, start + 2 * stride, start + 3 * stride, start + 4 * stride, start + 5 * stride};
    return r;
}

/* All steps of a dyad between two pins that move. */
static __attribute__((noinline)) void join_steps(
    long steps, dyad g, const double *restrict px, const double *restrict py, const double *restrict pvx,
    const double *restrict pvy, const double *restrict pax, const double *restrict pay, const double *restrict qx,
    const double *restrict qy, const double *restrict qvx, const double *restrict qvy, const double *restrict qax,
    const double *restrict qay, double *restrict cx, double *restrict cy, double *restrict cvx, double *restrict cvy,
    double *restrict cax, double *restrict cay)
{
    for (long k = 0; k < steps; k++) {
        point p = {px[k], py[k], pvx[k], pvy[k], pax[k], pay[k]};
        point q = {qx[k], qy[k], qvx[k], qvy[k], qax[k], qay[k]};
        point c = join(p, q, g);
        cx[k] = c.x, cy[k] = c.y, cvx[k] = c.vx, cvy[k] = c.vy, cax[k] = c.ax, cay[k] = c.ay;
    }
}

/* All steps of a dyad between a pin that moves and one that is the same at every step. */
static __attribute__((noinline)) void join_steps_fixed(
    long steps, dyad g, const double *restrict px, const double *restrict py, const double *restrict pvx,
    const double *restrict pvy, const double *restrict pax, const double *restrict pay, point q, double *restrict cx,
    double *restrict cy, double *restrict cvx, double *restrict cvy, double *restrict cax, double *restrict cay)
{
    for (long k = 0; k < steps; k++) {
        point p = {px[k], py[k], pvx[k], pvy[k], pax[k], pay[k]};
        point c = join(p, q, g);
        cx[k] = c.x, cy[k] = c.y, cvx[k] = c.vx, cvy[k] = c.vy, cax[k] = c.ax, cay[k] = c.ay;
    }
}

/* Dyad by dyad over blocks of steps. pins: (dyads + 1, 6, stride); pivots: (dyads, 6, block), the same in every lane,
   or none, if the pivots are to be taken as fixed. */
void chain_by_rows(long steps, long dyads, const double *inputs, double radius, const point *fixed, const dyad *geometry,
                   double *pins, long stride, long block, double *pivots)
{
    for (long start = 0; start < steps; start += block) {
        long count = steps - start < block ? steps - start : block;
        rows p = rows_at(pins + start, stride);
        for (long k = 0; k < count; k++) {
            const double *z = inputs + start + k;
            point b = turn(radius, z[0], z[steps], z[2 * steps]);
            p.x[k] = b.x, p.y[k] = b.y, p.vx[k] = b.vx, p.vy[k] = b.vy, p.ax[k] = b.ax, p.ay[k] = b.ay;
        }
        for (long i = 0; i < dyads; i++) {
            rows c = rows_at(pins + (i + 1) * 6 * stride + start, stride);
            if (pivots) {
                rows q = rows_at(pivots + i * 6 * block, block);
                join_steps(count, geometry[i], p.x, p.y, p.vx, p.vy, p.ax, p.ay, q.x, q.y, q.vx, q.vy, q.ax, q.ay, c.x,
                           c.y, c.vx, c.vy, c.ax, c.ay);
            } else {
                join_steps_fixed(count, geometry[i], p.x, p.y, p.vx, p.vy, p.ax, p.ay, fixed[i], c.x, c.y, c.vx, c.vy,
                                 c.ax, c.ay);
            }
            p = c;
        }
    }
}
