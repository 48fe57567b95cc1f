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
#define MAX_VALUE 65000     /* of a route: prices stay within 32 bits */
#define MAX_CAPS 8192
#define SCALE 256           /* prices are integers, so that bounds are exact on every machine */

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
    uint32_t at;  /* where its links begin in the pool */
    uint16_t size, first, last; /* links; stops at both ends */
} Column;

typedef struct {
    int kind, size;
    uint16_t *links; /* owned */
} Chosen;

typedef struct {
    int value, size;  /* size 0: none was found */
    int64_t bound;    /* if there was no time for a proof: no route is worth more; -1: not known */
    int hard;         /* whether it took a sweep */
    uint16_t *links;  /* room for as many as there are stops */
} Swept;

typedef struct {
    int kind, value, size;
    uint16_t *links;
} Offer;

/* What is asked of fleet.c, and its answer. */
typedef struct {
    const int *top; /* by kind: what a train earns at most, alone */
    int64_t total, bound;
    int proved;
    int picks;
    Offer pick[MAX_TRAINS]; /* a run to begin with; then the best run found, its links to be freed */
} Division;

typedef struct {
    int kind;
    int64_t most; /* that a train of the kind earns if all of this track is used by others */
    word mask[MAX_WORDS];
} Cap;

typedef struct {
    Cap *list;
    size_t size, room;
} Caps;

typedef struct {
    int32_t *price;           /* by link; after these, by stop: what the end of a route gets back */
    int32_t *known;           /* the prices on track and passages that they come from, see choose.h */
    int64_t sum;              /* of all prices, for as much as there is of each */
    int64_t least[MAX_KINDS]; /* routes of a kind worth less after tolls are left out, times SCALE */
    int64_t *rest[MAX_KINDS]; /* what the rest of a route adds at most, see tolls.c */
    int64_t paid;             /* on the way so far */
    int triples;              /* of track, see triples.c */
    word *triple;             /* triples * words */
    int32_t *crowding;        /* by triple: what using two of its bits costs */
    uint64_t *touches, *holds; /* by link: the triples of which it has a bit, and those of which it has two */
    uint64_t touched, held;   /* the same for the way so far */
    uint32_t *basis;          /* the columns from which prices come: without them, others would soon be as wrong */
    int basis_size;
} Tolls;

typedef struct {
    size_t first;            /* columns before this one stay */
    int64_t top[MAX_KINDS];  /* what the best route of a kind is worth, times SCALE */
    int64_t loss;            /* routes worth less than that by more are left out */
    int64_t wanted;          /* but those that do not lose more than this have to be listed */
} Thinning;

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

    /* which routes are listed */
    int shortcuts;        /* whether small cases may be taken lightly; tests say no */
    int together;         /* whether a sweep may serve several trains at once; tests may say no */
    int least[MAX_KINDS]; /* routes of a kind worth less are left out */
    int pruning;          /* whether any of these is above 0 */
    int scouting;         /* only find what the dearest route of each kind is worth: `least` rises to it; 2: list
                           * each route that is dearer than those before */
    const word *blocked;  /* track that no route may use, if any */
    size_t room_limit;    /* columns at most; stopped is 3 beyond that, */
    Thinning *thinning;   /* unless fewer are as good, see thinning.c */
    int enough;           /* a run that earns less may be beaten by one with routes that were left out */
    int ceiling;          /* no run earns more; 0: not known */
    int relist;           /* set when it is better to list more routes than to go on with these */
    Tolls *tolls;         /* prices by which more routes are listed, if there are any */

    /* routes listed */
    Column *columns;
    word *masks;
    uint16_t *pool;
    size_t count, room, pool_used, pool_room;

    /* for sweeps: orders of links, each with its size after it; which of them is preferred */
    int *lanes[MAX_KINDS], lane[MAX_KINDS];
    struct Outlines *outlines[MAX_KINDS][2];
    struct Sweep *sweeps[MAX_KINDS];
    int too_wide[MAX_KINDS]; /* whether there is no room for them */

    /* answer */
    int total;
    int64_t bound; /* -1: none better than the crude one */
    int chosen_count;
    Chosen chosen[MAX_TRAINS];
} Search;

/* budget.c */
void allow_seconds(Search *s, double seconds); /* from now on; < 0: without limit */
int tick_many(Search *s, int64_t steps); /* count steps; true when the search has to stop */

/* track.c */
int merge_bits(const word *rows, int count, int wide, word *out, int out_words, int lonely);
int ways_at(const Net *net, int stop);

/* listing.c */
void list_routes(Search *s);

/* gains.c */
int *make_gains(const Search *s, int k, int *row);

/* shortlist.c */
int scout(Search *s, int *top);
void list_and_choose(Search *s);

/* kept.c */
int keep_chosen(Search *s, int slot, int kind, const uint16_t *links, int size);
void keep_known(Search *s);
void forget(Search *s);

/* mixed.c */
void list_and_mix(Search *s);

/* early.c */
void run_early(Search *s, int turn, int rounds);

/* thinning.c */
void allow_loss(Search *s, int64_t loss);
int thin_out(Search *s);

/* tolls.c */
int tolls_serve(const Search *s);
int set_tolls(Search *s);
void drop_tolls(Search *s);
int64_t pay(Tolls *tolls, int link);
uint64_t held_by(const Tolls *tolls, const uint16_t *way, int size);
uint32_t affordable(const Search *s, uint32_t fit, int home, int start, int at, int value, int cities, int stops);
uint32_t worth_tolls(Search *s, uint32_t fit, int first, int last, int value);

/* skipping.c: calls back for each route worth more than *floor, which may rise meanwhile; gives up when *effort,
 * if there is one, has come down to 0 */
typedef void (*FoundSkipping)(Search *s, void *context, int value, const word *mask, const uint16_t *links,
                              int size);
void skipping_routes(Search *s, int kind, const word *blocked, const int64_t *floor, int64_t *effort,
                     FoundSkipping found, void *context);
/* the best route worth more than `floor`, if there is one; false if there was no time to prove it */
int best_skipping(Search *s, int kind, const word *blocked, int64_t floor, int64_t high, Swept *out);

/* swept.c: the same, but it may be any of the best; false also when it does not serve the problem. No route is
 * worth more than `high`, if that is known (else -1). */
int sweep_skipping(Search *s, int kind, const word *blocked, int64_t floor, int64_t high, Swept *out);
int sweep_for_any(Search *s, int kind, const word *blocked, int64_t floor, int *found);
void drop_sweeps(Search *s);

/* values.c */
int divisor(int a, int b);                 /* the greatest of both */
int unit_of(const Search *s);              /* what all totals are multiples of */
int64_t sum_of_values(const Search *s);    /* what no route exceeds, whatever it visits */

/* fleet.c: the best run of the listed routes and several skipping trains; false if it does not serve the problem */
int divide_track(Search *s, Division *division);

/* caps.c */
int64_t capped(const Caps *caps, int kind, const word *used, int words, int64_t most);
void learn_cap(Search *s, Caps *caps, int kind, const word *used, int64_t most);

/* choose.c */
void choose_routes(Search *s);

/* order.c */
int compare_columns(const Search *s, uint32_t a, uint32_t b);

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
