/* What the parts of a sweep share; see frontier.c. */
#ifndef STELLWERK_SWEEP_H
#define STELLWERK_SWEEP_H

#include "kernel.h"

#define SLOTS 22           /* stops at the frontier at once */
#define MAX_TRACE 12000000 /* states in all: some 50 MB */
#define LANES 6
#define MAX_LINKS 1500
#define MAX_AREA 300000    /* links times stops: some 30 MB for what stops to come bring */
#define GATES 8

/* of a slot, in the lower five bits; the upper three hold the gate by which the stop was entered, if that matters */
enum {
    FREE,  /* untouched */
    DONE,  /* passed, or an end that can only be one */
    ENDED, /* one end of a piece whose other end is an end of the route */
    JOINED /* JOINED + i: one end of a piece whose other end is in slot i */
};

typedef struct {
    uint8_t slot[SLOTS];
    uint8_t count, home; /* stops counted; whether one of them has an own station */
    word marks;          /* track used, and groups visited, as far as links to come care */
    word claims;         /* of bonuses on the whole route, see claims.h */
    int32_t value;
    uint32_t trace;
} State;

#define KEY offsetof(State, value)

typedef struct {
    int value, slot; /* slot: -1 before the sweep comes to the stop */
    int passing;     /* of one that is an end: what it brings if it is passed */
    int pair, amount; /* of one that is half of a pair: 2 * the pair + which half, and what that brings */
    uint8_t home;
    uint8_t when;    /* whether it holds for stops to which nothing leads yet, or something does */
} Hope;

enum { ALWAYS, UNTOUCHED, LED_TO };

typedef struct {
    word mark;
    int a, b; /* slots that a link to come joins; -1: not yet there */
} Want;

typedef struct {
    word halves; /* of pairs that a stop is counted for */
    int amount;
} Call;

/* What a route is worth to one who asks: all amounts times `scale`, less the prices of track and of passing stops; and
 * track that it must use, if there is any. */
typedef struct {
    int scale;
    const int *link; /* by link: what it adds, its price deducted */
    const int *pass; /* by stop: the price of passing it; NULL: none */
    const word *must;
} Terms;

typedef struct {
    int link, stop[2], slot[2], gate[2];
    int leaves[2];  /* whether this is the last link of the stop */
    word marks, fading, group[2];
    word listed;      /* marks that links to come have */
    word due, owed;   /* marks that must be there now, and when a route ends here */
    int early;        /* whether a route that ends here misses track it must use */
    int only;         /* whether it must use this link */
    int worth, value[2], cross[2], pass[2]; /* of the link and its stops, by the terms */
    unsigned tunnels, tunnels_left; /* bonuses on each stop that this link earns, and that links to come do */
    int half[MAX_WHOLE][2];         /* what stops to come bring to either half of a pair at most; -1: nothing */
    int hopes_from, hopes, ends_from, ends, tags; /* what stops to come bring if they are passed,
                                                    * as ends, and as ends that are half of a pair */
    int wants;        /* where those after this step end */
    int64_t extra;    /* what the links to come add at most */
} Step;

#define FINDS 48

typedef struct {
    int worth, step;
    uint32_t trace;
} Find;

typedef struct {
    Search *s;
    const Kind *kind;
    Terms terms;
    int eaches, pairs; /* bonuses on the whole route, by sort */
    const Whole *each[MAX_WHOLE], *pair[MAX_WHOLE];
    int half_end[MAX_WHOLE][2]; /* whether a half of a pair can only be an end of the route */
    unsigned ended_pairs;       /* pairs of which both are, no stop of theirs belonging to two */
    int shared;                 /* whether a stop belongs to several pairs, so that one end may serve them all */
    int rise[1 << MAX_WHOLE]; /* what each counted stop earns beside, by the bonuses claimed */
    Call *calls;
    int *call_at;      /* by stop, and one more: where its calls begin */
    Step *steps;
    int count, planned; /* steps; 1 + the lane along which they go */
    Hope *hopes;
    Want *wants;
    int width; /* slots in use, at most */
    State *now, *next;
    size_t now_size, next_size, next_room, now_room;
    uint32_t *table;
    size_t table_size, table_room; /* in use for this layer; allocated */
    uint32_t *traces; /* 2 * the state before + whether the link was taken */
    size_t trace_size, trace_room, limit;
    int64_t floor;
    int found, found_step; /* the value of the best route, and the step that made it whole, or -1 */
    uint32_t found_trace;
    int64_t slack;         /* routes are noted that come so near to the best; 0: none */
    Find finds[FINDS];     /* the last of them */
    int find_count;
    int any;    /* whether any route above the floor will do */
    int failed; /* too wide or too many */
} Sweep;

static inline int *lane_of(const Net *net, int *lanes, int which) { return lanes + (size_t)which * (net->links + 1); }

/* frontier.c: look for the best route worth more than the floor, in the terms' scale */
void sweep(Sweep *w, int64_t floor);

/* lanes.c */
void find_usable(const Search *s, const Kind *kind, const word *blocked, uint8_t *usable, uint8_t *reached,
                 int *stack);
int find_lanes(Search *s, int kind);

/* swept.c */
int may_sweep(Search *s, int kind);
int sweep_lane(Sweep *w, int kind, int lane, const word *blocked, int64_t low); /* false: it could not be done */
int race(Sweep *w, int kind, const word *blocked, int64_t low, int *found);
int trace_back(const Sweep *w, int step, uint32_t trace, uint16_t *links); /* the route that was whole there */
void end_sweep(Sweep *w);

/* calls.c: prepare a sweep for the bonuses on the whole route; false when they are too many for it */
int find_calls(Sweep *w);

/* plan.c: make the steps of a sweep along a lane; false when it is too wide */
int make_plan(Sweep *w, const int *lane, const word *blocked);

#endif
