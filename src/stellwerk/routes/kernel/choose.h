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

typedef struct Table Table;   /* see prices.c */
typedef struct Master Master; /* see master.c */

#define MAX_TRIPLES 64
#define LOOK_AT_CLOCK 512 /* ticks after which the time is looked at for certain: for steps that take milliseconds */

typedef struct {
    uint32_t *alive; /* columns not thrown out */
    int32_t *worth;  /* at the prices of level 0, beside `alive` */
    uint8_t *core;   /* by column: whether prices are moved by it */
    size_t size;
    int64_t bound; /* for every run, times SCALE */
} Pool;

typedef struct {
    Search *s;
    int words, bits;
    uint32_t active;          /* kinds that have trains */
    int odd;                  /* stops with an odd number of ways, see prices.c */
    int *odd_stop, *odd_of;   /* which they are; by stop: which of them, or -1 */
    int *taken, *degree;      /* by stop: links of routes taken; for counting */
    int triples;              /* three bits of track each, see triples.c */
    word *triple;             /* MAX_TRIPLES * words */
    int root_triples;         /* those that belong to root_price */
    word *root_triple;
    int *triple_taken;        /* by triple: how many routes taken use two of its bits */
    uint64_t *crowd;          /* by column: the triples of which it uses two bits; NULL while there are none */
    int prices;               /* bits + odd + MAX_TRIPLES */
    int unit;                 /* all values are multiples of it */
    int trains;               /* of limited reach */
    int order[MAX_TRAINS];    /* kind of each train */
    int best;                 /* what the best choice found earns */
    int size;                 /* its routes */
    uint32_t pick[MAX_TRAINS];
    int pick_kind[MAX_TRAINS];
    int32_t *link_price;      /* by link; after these, by stop, less what an end gets back; by triple; and 0 */
    int32_t *end_price;       /* by stop: what the end of a route gets back */
    int32_t *root_price;      /* the best prices for all routes */
    double *wish, *push;      /* prices and the direction in which they move, by bit */
    Table *table;
    Master *master;
    Level level[MAX_TRAINS + 2];
    int levels;               /* that have a price array */
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

static inline int triple_price(const Chooser *c, int t) { return c->bits + c->odd + t; }

/* prices.c */
int passages(const Chooser *c, int odd);
int64_t sum_prices(const Chooser *c, const int32_t *price, const word *used);
void price_links(Chooser *c, const int32_t *price);
int32_t worth_of(const Chooser *c, uint32_t id);
void take(Chooser *c, uint32_t id, int by);
int64_t move_prices(Chooser *c, int32_t *price, List *lists, const int *count, const word *used, int earned,
                    int rounds, int64_t enough);
int fill_table(Chooser *c, const List *lists, const int *count);
const int32_t *value_table(const Chooser *c);
void free_table(Chooser *c);

/* greedy.c */
void greedy(Chooser *c, const uint32_t *ids, const int32_t *worth, size_t size);
void greedy_lists(Chooser *c, const List *lists, const int *count);

/* master.c */
int master_prices(Chooser *c, int32_t *price, const List *lists, const int *count, double *value);
size_t support(const Chooser *c, const uint32_t **ids, const double **use);
int basis_of(const Chooser *c, uint32_t **ids);
int begin_with(Chooser *c, const uint32_t *ids, int size);
void free_master(Chooser *c);

/* triples.c */
int find_triples(Chooser *c, int32_t *price);
void crowd_of(Chooser *c, const uint32_t *ids, size_t size);
int leave_triples(const Chooser *c, const int32_t *price, Tolls *tolls);
void take_triples(Chooser *c, const Tolls *tolls, int32_t *price);
void keep_root_triples(Chooser *c);
void root_again(Chooser *c, int32_t *price);

/* pool.c */
void fill_pool(const Chooser *c, Pool *p);
int64_t value_all(Chooser *c, Pool *p, const int *count, int32_t *top);
int64_t reach_of(const Chooser *c, uint32_t id, int32_t worth, int64_t bound, const int32_t *top);
void keep_reaching(Chooser *c, Pool *p, int64_t bound, const int32_t *top, int64_t need);
int core_of(Chooser *c, const Pool *p, int64_t bound, const int32_t *top, size_t wanted, int level, List *lists,
            const int *count);

/* wanted.c */
typedef struct {
    int triple, at; /* a bit of track, or a triple */
    size_t routes;  /* that use it, counted for each kind; SIZE_MAX: nothing is wanted */
} Wanted;

int uses(const Chooser *c, const Wanted *wanted, uint32_t id);
Wanted most_wanted(const Chooser *c, const int32_t *price, const List *lists, const int *count, const word *used,
                   int64_t spare);

/* pairs.c */
void best_pair(Chooser *c, int level, const List *lists, const int *count, const Wanted *wanted, int earned,
               uint32_t *pick, int *pick_kind, int size);

/* exchange.c */
void exchange(Chooser *c, const List *lists, const int *count);

/* tree.c */
Item *level_items(Chooser *c, int level, size_t size);
int filter(Chooser *c, int level, const List *lists, List *out, const int *count, const word *mask, int kind,
           size_t after, const int64_t *least, int sorted);
void keep(Chooser *c, int earned, const uint32_t *pick, const int *pick_kind, int size);
void prove(Chooser *c, int level, List *lists, const int *count, const word *used, int earned, uint32_t *pick,
           int *pick_kind, int size);
void dive(Chooser *c, const List *from, const int *count);

/* order.c */
int sort_lists(Chooser *c, List *lists, const int *count);
int in_order(Chooser *c, int level, const List *lists, const int *count, const word *used, int earned, uint32_t *pick,
             int *pick_kind, int size, int goal);

#endif
