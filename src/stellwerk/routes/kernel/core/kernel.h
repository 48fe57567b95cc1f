/* What the parts of the compiled route search share. Nothing here touches a Python object: all of it runs
 * without the GIL. */
#ifndef STELLWERK_KERNEL_H
#define STELLWERK_KERNEL_H

#include <stdint.h>
#include <stddef.h>

#define MAX_WORDS 16        /* 64-bit words of a mask of track */
#define MAX_KINDS 16        /* kinds of trains that differ */
#define MAX_TRAINS 24
#define MAX_WHOLE 6         /* bonuses on the whole route */
#define MAX_COLUMNS 3500000 /* routes listed at most: keeps memory below 300 MB */
#define SHORT_LIST 20000   /* so many are listed without a thought */
#define MAX_VALUE 65000     /* of a route */

typedef uint64_t word;

typedef struct {
    int stops, links;
    int words;     /* of masks that keep trains apart */
    int own_words; /* the same with the marks that a route meets once, after them */
    int *from, *to, *hexes, *gate_from, *gate_to;
    word *own;        /* links * own_words */
    int *first_arm;   /* stops + 1: where the arms of a stop begin */
    int *arm_link, *arm_to;
    int *arm_gate;    /* gate at the stop itself */
    int *ways;        /* by stop: how many links can be used there at once, at most */
} Net;

typedef struct {
    int value; /* with what is added at this stop alone */
    int once;  /* the part of it that a shuttle does not count again */
    int cross, group;
    uint8_t town, may_pass, may_end, home;
} StopFact;

typedef struct {
    int cities, towns, hexes, best; /* -1: without limit; best: counts its best stops */
    int count;                      /* trains of the kind */
    uint8_t *avoid;                 /* by stop */
} Kind;

typedef struct {
    int through;                /* 0: on each stop when a link is used; 1: pair of stops */
    int amount;
    uint8_t *links;             /* through == 0 */
    int *first, *second;        /* through == 1: by stop, -1 where it is none */
} Whole;

typedef struct {
    int32_t value;
    uint32_t kinds;
    uint32_t at;   /* where its links begin in the pool */
    uint16_t size; /* links */
} Column;

/* A route of a train. */
typedef struct {
    int kind, value, size; /* size 0: none */
    uint16_t *links;       /* room for as many as there are stops */
} Pick;

typedef struct {
    const Net *net;
    StopFact *stops;
    int kinds, groups;
    Kind kind[MAX_KINDS];
    int *on_link;
    int wholes;
    Whole whole[MAX_WHOLE];
    uint8_t *single; /* by link, if trains may shuttle: whether it is single track, which forbids it */

    /* budget */
    int64_t nodes_left; /* < 0: without limit */
    double until;       /* < 0: without limit */
    int64_t ticks;
    int stopped; /* 1: budget is spent, 2: no memory, 3: too many routes, 4: values too large */

    int above; /* runs that earn no more are not asked for */

    /* which routes are listed */
    int shortcuts;        /* whether a small board may be taken lightly; tests say no */
    int least[MAX_KINDS]; /* routes of a kind worth less are left out */
    int pruning;          /* whether any of these is above 1 */
    int scouting;         /* only find what the dearest route of each kind is worth: `least` rises to it */
    size_t room_limit;    /* columns at most; stopped is 3 beyond that */

    /* routes listed */
    Column *columns;
    word *masks;
    uint16_t *pool;
    size_t count, room, pool_used, pool_room;

    /* answer */
    int total; /* 0 if no run is above */
    int64_t bound; /* -1: none better than the crude one */
    int chosen_count;
    Pick chosen[MAX_TRAINS]; /* their links owned */
} Search;

/* budget.c */
double seconds_now(void);
void allow_seconds(Search *s, double seconds); /* from now on; < 0: without limit */
int tick_many(Search *s, int64_t steps);       /* count steps; true when the search has to stop */

/* track.c */
int merge_bits(const word *rows, int count, int wide, word *out, int out_words, int lonely);
int ways_at(const Net *net, int stop);

/* listing/listing.c */
void list_routes(Search *s);

/* listing/gains.c */
int *make_gains(const Search *s, int k, int *row);

/* skipping/skipping.c: calls back for each route worth more than *floor, which may rise meanwhile */
typedef void (*FoundSkipping)(Search *s, void *context, const Pick *route, const word *mask);
void skipping_routes(Search *s, int kind, const word *blocked, const int64_t *floor, FoundSkipping found,
                     void *context);
/* the first of the best routes worth more than `floor`, if there is one; false if there was no time to prove it */
int best_skipping(Search *s, int kind, const word *blocked, int64_t floor, Pick *out);

/* choice/search.c */
void find_best_run(Search *s);

static inline int tick(Search *s) {
    if (s->nodes_left < 0 && (++s->ticks & 511)) return s->stopped;
    return tick_many(s, s->nodes_left < 0 ? 0 : 1);
}

static inline int meets(const word *a, const word *b, int words) {
    for (int i = 0; i < words; i++)
        if (a[i] & b[i]) return 1;
    return 0;
}

#endif
