/* The simplex method with an explicit inverse: a few hundred rows at most. Nothing hangs on its rounding: prices become
 * integers, and any prices give a true bound. */
#include "simplex.h"

#include <stdlib.h>
#include <string.h>

#define TINY 1e-9

void free_simplex(Simplex *x) {
    free(x->inverse);
    free(x->basis);
    x->inverse = NULL;
    x->basis = NULL;
    x->room = 0;
}

static int make_room(Simplex *x, int rows) {
    if (rows > x->room) {
        const int room = rows + 64;
        free_simplex(x);
        x->inverse = malloc(((size_t)room * room + 4 * (size_t)room) * sizeof *x->inverse);
        x->basis = malloc((size_t)room * sizeof *x->basis);
        if (!x->inverse || !x->basis) {
            free_simplex(x);
            return 0;
        }
        x->room = room;
        x->amount = x->inverse + (size_t)room * room;
        x->dual = x->amount + room;
        x->alpha = x->dual + room;
        x->pivot_row = x->alpha + room;
    }
    x->rows = rows;
    return 1;
}

/* A little more room than there is, not the same in every row: else most steps of the method would lead nowhere. */
static double loose(int row, double side) { return side + 2e-4 * (1 + row * 7919 % 1009) / 1010.0; }

/* Begin with nothing run; `side` says how much there is of each row. */
int start_simplex(Simplex *x, int rows, const double *side) {
    if (rows > MOST_ROWS || !make_room(x, rows)) return 0;
    memset(x->inverse, 0, (size_t)rows * rows * sizeof *x->inverse);
    for (int r = 0; r < rows; r++) {
        x->inverse[(size_t)r * rows + r] = 1;
        x->amount[r] = loose(r, side[r]);
        x->dual[r] = 0;
        x->basis[r] = (Part){(uint32_t)r, -1};
    }
    return 1;
}

static int rows_of(const Simplex *x, Part part, int *rows) {
    if (part.kind >= 0) return x->rows_of(x->of, part, rows);
    rows[0] = (int)part.id;
    return 1;
}

static double gain_of(const Simplex *x, Part part) {
    int rows[LONGEST_COLUMN];
    double gain = x->value_of(x->of, part);
    for (int i = rows_of(x, part, rows); i--;) gain -= x->dual[rows[i]];
    return gain;
}

#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__)
__attribute__((target_clones("avx2", "default")))
#endif
static void add_times(double *to, const double *from, double factor, int size) {
    for (int i = 0; i < size; i++) to[i] += factor * from[i];
}

/* Bring a route into the basis; false if that is not to be done in floating point. */
static int pivot(Simplex *x, Part part, double gain) {
    const int rows = x->rows;
    int in[LONGEST_COLUMN], leaving = -1;
    memset(x->alpha, 0, (size_t)rows * sizeof *x->alpha);
    for (int i = rows_of(x, part, in); i--;) add_times(x->alpha, x->inverse + (size_t)in[i] * rows, 1, rows);
    double least = 0;
    for (int r = 0; r < rows; r++)
        if (x->alpha[r] > 1e-7) {
            const double ratio = x->amount[r] / x->alpha[r];
            if (leaving < 0 || ratio < least - TINY || (ratio < least + TINY && x->alpha[r] > x->alpha[leaving])) {
                leaving = r;
                least = ratio;
            }
        }
    if (leaving < 0) return 0;
    const double by = x->alpha[leaving];
    for (int i = 0; i < rows; i++) x->pivot_row[i] = x->inverse[(size_t)i * rows + leaving] / by;
    x->alpha[leaving] = by - 1; /* so that the row itself is divided by the pivot */
    for (int i = 0; i < rows; i++)
        if (x->pivot_row[i] != 0) add_times(x->inverse + (size_t)i * rows, x->alpha, -x->pivot_row[i], rows);
    const double amount = x->amount[leaving] / by;
    add_times(x->amount, x->alpha, -amount, rows);
    x->amount[leaving] = amount;
    add_times(x->dual, x->pivot_row, gain, rows);
    x->basis[leaving] = part;
    return 1;
}

/* Let candidates in, the one that gains most first, until none gains, nor room left unused. Returns the pivots made, or -1. */
int let_in(Simplex *x, const Part *candidates, int size) {
    int pivots = 0;
    for (; pivots <= 8 * size + 40; pivots++) {
        double most = 1e-6;
        int best = -1;
        for (int i = 0; i < size; i++) {
            const double gain = gain_of(x, candidates[i]);
            if (gain > most) {
                most = gain;
                best = i;
            }
        }
        Part part = best < 0 ? (Part){0, -1} : candidates[best];
        for (int r = 0; r < x->rows; r++)
            if (-x->dual[r] > most) {
                most = -x->dual[r];
                part = (Part){(uint32_t)r, -1};
                best = r;
            }
        if (best < 0) break;
        if (!pivot(x, part, most)) return -1;
    }
    return pivots;
}
