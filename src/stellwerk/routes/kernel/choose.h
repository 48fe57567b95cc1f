/* What the choice between listed routes shares between its parts. */
#ifndef STELLWERK_CHOOSE_H
#define STELLWERK_CHOOSE_H

#include "kernel.h"

typedef struct {
    uint32_t id;   /* column */
    int32_t worth; /* its value less the prices of its track, times SCALE */
} Item;

typedef struct {
    Item *items;
    size_t room;
    int32_t *price; /* of each bit, at this level */
} Level;

typedef struct Table Table; /* see prices.c */

typedef struct {
    Search *s;
    int words, bits;
    uint32_t active;          /* kinds that have trains */
    int odd;                  /* stops with an odd number of ways, see prices.c */
    int *odd_stop, *odd_of;   /* which they are; by stop: which of them, or -1 */
    int *taken, *degree;      /* by stop: links of routes taken; for counting */
    int prices;               /* bits + odd */
    int unit;                 /* all values are multiples of it */
    int trains;               /* of limited reach */
    int order[MAX_TRAINS];    /* kind of each train */
    int best;                 /* what the best choice found earns */
    int size;                 /* its routes */
    uint32_t pick[MAX_TRAINS];
    int pick_kind[MAX_TRAINS];
    int32_t *link_price;      /* by link; after these, by stop, less what an end gets back; and 0 */
    int32_t *end_price;       /* by stop: what the end of a route gets back */
    double *wish, *push;      /* prices and the direction in which they move, by bit */
    Table *table;
    Level level[MAX_TRAINS + 2];
    int levels;               /* that have a price array */
    int64_t until;            /* ticks at which `prove` gives up; 0: never */
    int limited;              /* whether the search in order has to keep to an effort: */
    int64_t effort;           /* how much is left */
} Chooser;

typedef struct {
    Item *items;
    size_t size;
} List;

static inline const word *mask_of(const Chooser *c, uint32_t id) {
    return c->s->masks + (size_t)id * c->words;
}

/* prices.c */
int64_t sum_prices(const Chooser *c, const int32_t *price, const word *used);
void price_links(Chooser *c, const int32_t *price);
int32_t worth_of(const Chooser *c, uint32_t id);
void take(Chooser *c, uint32_t id, int by);
int64_t move_prices(Chooser *c, int32_t *price, List *lists, const int *count, const word *used, int earned,
                    int rounds, int64_t enough);
void free_table(Chooser *c);
void greedy(Chooser *c, const uint32_t *ids, const int32_t *worth, size_t size);
void improve(Chooser *c, const uint32_t *ids, size_t size);

/* choose.c */
Item *level_items(Chooser *c, int level, size_t size);

#endif
