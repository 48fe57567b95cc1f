/* A linear programme over routes, any of which may be run in parts: rows are what there is little of (track, passages,
 * trains), columns the routes. Its duals are the prices that bound whole runs best. */
#ifndef STELLWERK_SIMPLEX_H
#define STELLWERK_SIMPLEX_H

#include <stdint.h>

#define MOST_ROWS 500
#define MOST_CANDIDATES 96
#define LONGEST_COLUMN 512

typedef struct {
    uint32_t id;
    int kind;
} Part;

typedef struct {
    int rows, room;
    double *inverse;   /* by column: rows of the inverse of the basis */
    double *amount;    /* of what is in the basis */
    double *dual, *alpha, *pivot_row;
    Part *basis;       /* kind -1: what row `id` leaves unused */
    const void *of;    /* whose routes they are: */
    int (*rows_of)(const void *of, Part part, int *rows); /* the rows in which a route counts, each once */
    int (*value_of)(const void *of, Part part);
} Simplex;

int start_simplex(Simplex *x, int rows, const double *side);
int let_in(Simplex *x, const Part *candidates, int size);
void free_simplex(Simplex *x);

#endif
