/* A choice in the making, and what the search for it knows beforehand; see choosing.c. */
#ifndef STELLWERK_CHOOSING_H
#define STELLWERK_CHOOSING_H

#include "locomotives.h"

/* What is free, lost, covered and wanted, what is left in each area, and sums for each way. */
typedef struct {
    word *free, *wanted, *covered, *takers;
    int64_t loss, open; /* open: all that is wanted */
    int *left;
    int64_t *met;  /* by way: what it would meet of what is wanted */
    int64_t *cost; /* by way: its slack, and the claims of what is covered already */
} State;

struct Choosing {
    Settling *s;
    int count, words;  /* ways, in the order of what they lose; of sets of them */
    int *order, *area; /* by place in that order: the way, and its area */
    int64_t *slack;
    int item_words, wanted, wanted_words;
    word *sure, *meets;          /* by way: items that it covers for sure, and what is wanted of it */
    const int64_t *claim;        /* by item */
    int64_t *price;              /* of what is wanted */
    word *using, *in_area, *at_stop, *surely, *taking; /* ways by row, area, stop, item, and what is wanted */
    int *capacity;               /* by area */
    int sizes[MAX_ENGINES], engines;

    /* one search */
    int routes, patience;
    int64_t limit;
    Judge judge;
    void *context;
    jmp_buf enough;
    int *chosen, *told, *piece_size;
    int64_t *best;
    word *piece;
    int (*bounds)[2];
    uint8_t *complete;
    word *unseen, *fresh_ways, *seen, *fresh_stops, *stops, *used_rows;
};

#endif
