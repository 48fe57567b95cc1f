/* What the parts of the search for locomotives that run many routes share: the twin of routes/locomotives, which
 * explains it. Every step is done in the same order, so that both find the same run in as many steps. Nothing here
 * touches a Python object but door.c and the door to prices. */
#ifndef STELLWERK_LOCOMOTIVES_H
#define STELLWERK_LOCOMOTIVES_H

#include "prices.h"
#include "sets.h"

#include <setjmp.h>

#define MAX_ENGINES 16
#define MAX_SHARED 64 /* routes that are shared out between several locomotives */

enum { FINE, SPENT, NO_MEMORY, NO_RUN, NO_LIMIT }; /* why a search ended */

/* Memory that is given back at once, and the way out where a search cannot go on. */
typedef struct Chunk Chunk;
typedef struct {
    Chunk *top;
    jmp_buf *way_out;
} Room;
typedef struct {
    Chunk *top;
    size_t used;
} Mark;
void *take_room(Room *room, size_t count, size_t size); /* zeroed */
Mark mark(const Room *room);
void give_back(Room *room, Mark mark);
void leave(Room *room, int why) __attribute__((noreturn));

typedef struct {
    int64_t steps, left; /* left < 0: without limit */
    double until;        /* < 0: without limit */
} Clock;
int one_step(Clock *clock); /* true when the budget is spent */

/* The track and what may be done at stops, by index; `stops` itself is where the diesel calls if no track is there. */
typedef struct {
    const Net *net;
    int stops, halt_words, places, place_words, track_words, mark_words;
    word *track;        /* by link: its bits, in the order in which Python numbers them */
    int *place;         /* by stop, -1: closed */
    word *counts;       /* by stop: all places that a call counts for */
    uint8_t *may_pass, *may_end, *home;
} Ground;

typedef struct {
    int size, at; /* links, and where its stops and then its links begin in the pool */
} Way;

/* Locomotives of one size that run in one area. */
typedef struct {
    int grade, routes, number, area;
} Fleet;

typedef struct {
    Fleet *fleets;
    int count, routes;
} Disposition;

/* Which locomotive runs which way; those of the first locomotive first, each one's in order. */
typedef struct {
    int64_t money;
    int count;
    int *way, *engine;
} Sharing;

typedef struct Choosing Choosing;

/* A disposition ready for the search of money. */
typedef struct {
    int64_t whole, step;
    Choosing *choosing;
} Priced;

/* What is to be chosen by the standard locomotives, or by the diesel, and what is known so far. */
typedef struct {
    Room room;
    Clock *clock;
    Ground ground;
    int diesel;

    int engines, grades;
    int size[MAX_ENGINES], routes_of[MAX_ENGINES], grade_of[MAX_ENGINES];
    int grade[MAX_ENGINES];  /* sizes that differ, rising */
    int rising[MAX_ENGINES]; /* engines by size */
    int64_t *worth;          /* by place and grade */
    word *differ;            /* places that earn more by larger locomotives */

    int compulsory, silent; /* the first ways must be chosen; silent ones have no track */
    int ways, way_room, pool_used, pool_room;
    Way *way;
    int *pool;
    word *track, *places, *halts; /* by way */
    int *area, areas;

    int rows;                 /* of track that the same ways use */
    int *first_row, *row;     /* by way */
    int64_t *packing;         /* prices of rows by which every way costs at least one route */
    Disposition *dispositions;
    int disposed;
    Priced *tables;
    int tables_count;

    int listed, counted, has_best;
    int most_routes, patience;
    int64_t bound;
    Sharing best;
} Settling;

static inline const int *stops_of(const Settling *s, int way) { return s->pool + s->way[way].at; }
static inline const int *links_of(const Settling *s, int way) { return s->pool + s->way[way].at + s->way[way].size + 1; }
static inline int64_t worth_of(const Settling *s, int place, int grade) {
    return s->worth[(size_t)place * (size_t)s->grades + (size_t)grade];
}

/* ways.c */
void add_way(Settling *s, const int *stops, const int *links, int size, const word *track, const word *places,
             const word *halts);
void list_ways(Settling *s);

/* hanging.c */
int merge_halts(word *apart, int *numbers, int count, const word *halts, int words);
int most_routes(int (*pieces)[2], int count, const int *sizes, int engines);
void complete_numbers(uint8_t *complete, int routes, const int *sizes, int engines);

/* sharing.c: false if it cannot be done so that `floor` is earned */
int share_out(Settling *s, const int *chosen, int count, int64_t floor, Sharing *out);

/* ends.c */
typedef struct {
    int engine, size;
    int *stops, *links;
} Told;
int told_routes(Settling *s, const Sharing *sharing, Told *out); /* how many; run to their ends */

/* choosing.c: a judge may set what the next choice may lose */
typedef void (*Judge)(void *context, const int *ways, int count, int64_t *limit);
typedef struct {
    int count;                     /* columns, by way */
    const int *way;
    const int64_t *slack;
    const int *first_item, *item;  /* by column; NULL: no items */
    int items;
    const int64_t *worth, *price, *claim; /* of items; of rows; of items */
} Offer;
Choosing *make_choosing(Settling *s, const Disposition *sent, const Offer *offer);
int search_choices(Choosing *c, int routes, int64_t loss, Judge judge, void *context, const uint8_t *named, int among,
                   int patience);

/* table.c */
void make_rows(Settling *s);
Priced price_disposition(Settling *s, const Disposition *sent, int routes);

/* settling.c */
void need_prices(Settling *s, const Columns *columns, Prices *out);
void count_routes(Settling *s);
void settle_money(Settling *s);
int find_variant(Settling *s, int stop, int visit, Told *out); /* how many routes; -1: there is none */

#endif
