/* What the search for several trains with skipping ones among them shares between its parts; see fleet.c. */
#ifndef STELLWERK_FLEET_H
#define STELLWERK_FLEET_H

#include "simplex.h"
#include "sweep.h"

/* Trains that have the same to do: of one kind, kept off the same track and bound to use the same. */
typedef struct {
    int kind, count;
    word blocked[MAX_WORDS], must[MAX_WORDS];
    int64_t worth; /* no route of theirs is worth more at the prices that were asked for last */
} Class;

typedef struct Fleet {
    Search *s;
    Search pool;           /* routes met so far, as columns; runs are chosen from them as from listed ones */
    int bits, odd, prices; /* bits of track, stops with an odd number of ways, both together */
    int *odd_stop, *odd_of;  /* which they are; by stop: which of them, or -1 */
    Simplex simplex;
    int *row_of, bit_rows;   /* rows of the linear programme: by bit, or -1 */
    word track[MAX_WORDS]; /* bits that any link has */
    int dearest;           /* that a link may cost: so that sums fit into 32 bits */
    int unit;              /* all values are multiples of it */
    int64_t most;          /* what the trains earn at most, each alone */
    int64_t best;          /* what the best run found earns */
    int64_t target;        /* runs that earn less are not looked for now */
    int picks;             /* its routes */
    Offer pick[MAX_TRAINS];

    int *link, *pass;      /* terms of priced sweeps */
    int *free_link;        /* and of those without prices */
    int32_t *link_price, *end_price; /* for routes already listed, as in prices.c */
    double *wish, *push;
    double *usage, *parts; /* by bit: how much it is wanted in parts, of all classes and of one */
    int *degree;
    int *spare;            /* by price: how much would be left over */
    int64_t *worth;        /* of the routes in the pool, at the prices by which branches are compared */
    Sweep sweep[MAX_KINDS];
    size_t tried[MAX_KINDS]; /* states of the sweep that was last tried the other way round */
    uint16_t *way;         /* room for one route */
    int open;              /* whether something could be neither closed nor divided */
    int fresh;             /* routes added to the pool since it last chose */
} Fleet;

/* offers.c */
void set_prices(Fleet *f, const int32_t *price);
int64_t sum_of_prices(const Fleet *f, const int32_t *price, const word *closed);
int64_t worth_at(const Fleet *f, const Search *list, size_t column);
int serves(const Class *class, const Search *list, size_t column);
int add_offer(Fleet *f, int kind, int value, const uint16_t *links, int size);
int ask_sweep(Fleet *f, const Class *class, int64_t floor, int64_t slack, int priced, int64_t *found);
void ask_listed(Fleet *f, const Class *class, int64_t *worth);

/* parts.c: how much of each bit of track is wanted in parts, into `usage` */
void want_parts(Fleet *f, const Class *classes, int size);

/* haggle.c: look for prices that show that nothing beyond the best is left for these classes */
enum { CLOSED, OPEN };
int haggle(Fleet *f, Class *classes, int size, const word *closed, int32_t *price, int least, int rounds,
           int64_t *bound);
int64_t need_of(const Fleet *f);
void move_wishes(Fleet *f, double step);
int64_t glance_at(Fleet *f, const Class *classes, int size, const word *closed, const int32_t *price);

/* refine.c: look for prices at which the trains of a class seem to earn less than is needed */
void refine(Fleet *f, const Class *class, int32_t *price, int64_t need, int rounds);

/* together.c: the best run of these trains worth more than the floor, and the track of each; false if that takes more
 * than so many states. With a beam only so many are kept at each step, and the run is merely a good one. `found` is what
 * it earns, or the floor if there is none. */
#define MOST_TOGETHER 3
int sweep_together(Fleet *f, const Class *class, const int32_t *price, int64_t floor, size_t limit, size_t beam,
                   word track[][MAX_WORDS], int64_t *found);

/* fleet.c */
void choose_among_offers(Fleet *f);
void polish(Fleet *f);

#endif
