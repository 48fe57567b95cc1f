/* Prices that bound every choice of routes; see prices.c. */
#ifndef STELLWERK_PRICES_H
#define STELLWERK_PRICES_H

#include <stddef.h>
#include <stdint.h>

#define PRICE_SCALE 1000 /* prices are whole numbers of this fraction of a Mark */

/* What can be chosen: each column has a worth by itself, rows that it uses and items that it covers. */
typedef struct {
    int columns, limits, items;
    const int64_t *worth, *limit, *item;
    const int *first, *row; /* by column: where its rows begin, items after the others as rows beyond the limits */
    const int *own;         /* by column: how many rows before those of items */
} Columns;

typedef struct {
    int64_t *rows, *claims, *slacks, bound; /* of rows, of items, of columns */
} Prices;

typedef int (*Spent)(void *with); /* counts a step: whether the budget is spent */

enum { PRICES_FOUND, PRICES_SPENT, PRICES_NO_MEMORY, PRICES_WITHOUT_LIMIT };
int find_prices(const Columns *columns, Spent spent, void *with, Prices *out);

#endif
