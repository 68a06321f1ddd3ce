/* Native counterpart of nbody.pexe: the Sun and its four large planets attract
 * each other. Prints their energy before and after so many steps. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { BODIES = 5 };

static const double pi = 3.141592653589793;
static const double days_per_year = 365.24;

struct body {
    double x, y, z;    /* astronomical units */
    double vx, vy, vz; /* these per year */
    double mass;       /* the Sun has 4 pi^2 */
};

/* As the benchmark gives them: velocities per day, masses in those of the Sun. */
static struct body bodies[BODIES] = {
    {0, 0, 0, 0, 0, 0, 1},
    {4.84143144246472090e+00, -1.16032004402742839e+00, -1.03622044471123109e-01,
     1.66007664274403694e-03, 7.69901118419740425e-03, -6.90460016972063023e-05,
     9.54791938424326609e-04},
    {8.34336671824457987e+00, 4.12479856412430479e+00, -4.03523417114321381e-01,
     -2.76742510726411021e-03, 4.99852801234917238e-03, 2.30417297573763929e-05,
     2.85885980666130812e-04},
    {1.28943695621391310e+01, -1.51111514016986312e+01, -2.23307578892655734e-01,
     2.96460137564761618e-03, 2.37847173959480950e-03, -2.96589568540237556e-05,
     4.36624404335156298e-05},
    {1.53796971148509165e+01, -2.59193146099879641e+01, 1.79258772950371181e-01,
     2.68067772490389322e-03, 1.62824170038242295e-03, -9.51592254519715870e-05,
     5.15138902046611451e-05},
};

/* Converts the units, and lets the Sun move so that the whole rests. */
static void prepare(void)
{
    const double solar_mass = 4 * pi * pi;
    for (int i = 0; i < BODIES; i++) {
        struct body *body = &bodies[i];
        body->mass *= solar_mass;
        body->vx *= days_per_year;
        body->vy *= days_per_year;
        body->vz *= days_per_year;
        bodies[0].vx -= body->vx * body->mass / solar_mass;
        bodies[0].vy -= body->vy * body->mass / solar_mass;
        bodies[0].vz -= body->vz * body->mass / solar_mass;
    }
}

static double energy(void)
{
    double sum = 0;
    for (int i = 0; i < BODIES; i++) {
        const struct body *a = &bodies[i];
        sum += 0.5 * a->mass
             * (a->vx * a->vx + a->vy * a->vy + a->vz * a->vz);
        for (int j = i + 1; j < BODIES; j++) {
            const struct body *b = &bodies[j];
            double x = a->x - b->x;
            double y = a->y - b->y;
            double z = a->z - b->z;
            sum -= a->mass * b->mass / sqrt(x * x + y * y + z * z);
        }
    }
    return sum;
}

static void step(double time)
{
    for (int i = 0; i < BODIES; i++) {
        struct body *a = &bodies[i];
        for (int j = i + 1; j < BODIES; j++) {
            struct body *b = &bodies[j];
            double x = a->x - b->x;
            double y = a->y - b->y;
            double z = a->z - b->z;
            double distance = sqrt(x * x + y * y + z * z);
            double pull = time / (distance * distance * distance);
            a->vx -= x * b->mass * pull;
            a->vy -= y * b->mass * pull;
            a->vz -= z * b->mass * pull;
            b->vx += x * a->mass * pull;
            b->vy += y * a->mass * pull;
            b->vz += z * a->mass * pull;
        }
    }
    for (int i = 0; i < BODIES; i++) {
        bodies[i].x += time * bodies[i].vx;
        bodies[i].y += time * bodies[i].vy;
        bodies[i].z += time * bodies[i].vz;
    }
}

int main(int count, char **arguments)
{
    int steps = count > 1 ? atoi(arguments[1]) : 0;
    prepare();
    printf("%.9f\n", energy());
    for (int i = 0; i < steps; i++)
        step(0.01);
    printf("%.9f\n", energy());
    return 0;
}
