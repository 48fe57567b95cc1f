/* What the parts of a sweep share; see frontier.c. */
#ifndef STELLWERK_SWEEP_H
#define STELLWERK_SWEEP_H

#include "layers.h"

#define SLOTS 12             /* stops at the frontier at once */
#define MAX_TRACE 12000000   /* states in all: some 50 MB */
#define MAX_OUTLINES 2000000 /* some 35 MB */
#define MAX_RESTS 12000000   /* some 100 MB */
#define MAX_LINKS 800
#define GATES 8

/* Of a slot: what the pieces of the route have to do with its stop. */
enum {
    FREE,  /* untouched */
    DONE,  /* passed, or an end that can only be one */
    ENDED, /* one end of a piece whose other end is an end of the route */
    JOINED /* JOINED + i: one end of a piece whose other end is in slot i */
};

#define CODE_BITS 5
#define GATE_BITS 3

static inline int code_of(word shape, int slot) { return (int)(shape >> (CODE_BITS * slot)) & 31; }

static inline word with_code(word shape, int slot, int code) {
    return (shape & ~((word)31 << (CODE_BITS * slot))) | (word)code << (CODE_BITS * slot);
}

/* Numbers of outlines; the first one comes after these. */
enum { IN_VAIN, WHOLE, FIRST_OUTLINE };

typedef struct Outlines {
    int steps;
    size_t size, *first;    /* by step, and one more: where those begin that lie before it */
    word *shape;            /* by outline: the codes of its slots */
    uint32_t *left, *taken; /* by outline: which one comes of it when the link is left, and when it is taken */
    uint8_t *touched;       /* by outline: how many links touch the two stops of the link, 3 * one + the other */
    uint8_t *ends;          /* by outline: how many ends the route has already */
} Outlines;

/* What an outline can still bring at most, to states that have not counted an own station, and to those that have. */
typedef struct {
    int homeless, homely;
} Rest;

typedef struct {
    Head head;
    word marks;  /* track used, and groups visited, as far as links to come care */
    word claims; /* of bonuses on the whole route, see claims.h */
    word gates;  /* by slot: the gate by which the stop was entered, if that matters */
    uint32_t outline;
    uint16_t count, home; /* stops counted; whether one of them has an own station */
} State;

typedef struct {
    word mark;
    int step; /* of the link to come that wants it */
    int a, b; /* the slots of its stops; -1: not yet there */
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

/* Half of a pair of ends: 1 + 2 * the pair + which half, and what that brings. */
typedef struct {
    int tag, amount;
} Tag;

typedef struct {
    int link, stop[2], slot[2], gate[2];
    int leaves[2]; /* whether this is the last link of the stop */
    word marks, fading, group[2];
    int value[2], cross[2];
    unsigned tunnels;       /* bonuses on each stop that this link earns */
    Tag tag[2][2];          /* of its stops, if pairs consist of ends */
    int tags[2];
    int half[MAX_WHOLE][2]; /* what stops to come bring to either half of a pair at most; -1: nothing */
    int wants;              /* where those after this step end */
    /* by the terms and the track that is taken */
    int closed, only;       /* whether the link cannot be used; whether it must be */
    int worth, pass[2];
    word listed;            /* marks that links to come have */
    word due, owed;         /* marks that must be there now, and when a route ends here */
    int early;              /* whether a route that ends here misses track it must use */
    int64_t extra;          /* what the links to come add at most */
} Step;

#define FINDS 48

typedef struct {
    int worth, step;
    uint32_t trace;
} Find;

typedef struct Sweep {
    Search *s;
    const Kind *kind;
    Terms terms;
    int eaches, pairs; /* bonuses on the whole route, by sort */
    const Whole *each[MAX_WHOLE], *pair[MAX_WHOLE];
    int half_end[MAX_WHOLE][2]; /* whether a half of a pair can only be an end of the route */
    int shared;                 /* whether a stop belongs to several pairs, so that one end may serve them all */
    int tags;                   /* 1 + the halves of pairs, if pairs consist of ends and share none; else 1 */
    int rise[1 << MAX_WHOLE];   /* what each counted stop earns beside, by the bonuses claimed */
    Call *calls;
    int *call_at; /* by stop, and one more: where its calls begin */

    Step *steps;
    int count, planned; /* steps; 1 + the lane along which they go */
    int *mark_bit;      /* by bit of track, then by group: which bit of a state, or -1 */
    Want *wants;
    int width; /* slots in use, at most */
    const Outlines *outlines;
    Rest *rest; /* by outline, then by aspect; see rest.c */
    size_t rest_room;
    int fee;   /* that each stop pays to be counted */
    int asked; /* whether that was looked for before */

    Layers layers; /* traces: 2 * the state before + whether the link was taken */
    int64_t floor;
    int found, found_step; /* the value of the best route, and the step that made it whole, or -1 */
    uint32_t found_trace;
    int64_t slack;     /* routes are noted that come so near to the best; 0: none */
    Find finds[FINDS]; /* the last of them */
    int find_count;
    int any; /* whether any route above the floor will do */
} Sweep;

#define MOST_MOVES 256

typedef struct {
    State list[MOST_MOVES]; /* those that make a route have the outline WHOLE */
    int size, failed;
} Moves;

/* moves.c: false if there are too many of them */
int find_moves(const Sweep *w, const Step *step, const State *before, int taken, Moves *moves);

/* frontier.c: look for the best route worth more than the floor, in the terms' scale; false if it could not be done */
int sweep(Sweep *w, int64_t floor);

/* lanes.c */
enum { LANES = 2 }; /* there and back */
static inline int *lane_of(const Net *net, int *lanes, int which) { return lanes + (size_t)which * (net->links + 1); }
void find_usable(const Search *s, const Kind *kind, const word *blocked, uint8_t *usable, uint8_t *reached,
                 int *stack);
int find_lanes(Search *s, int kind);

/* outlines.c */
Outlines *find_outlines(const Sweep *w);
void free_outlines(Outlines *o);
word join(const StopFact *stops, const Step *step, word shape, int *far); /* the link is taken, which must be possible */

/* rest.c: what every outline can still bring, by the terms; false if there is no memory for it */
int look_back(Sweep *w);
int64_t bound_of(const Sweep *w);                 /* no route seems to be worth more */
int dearest_way(const Sweep *w, uint16_t *links); /* it need not be a route: its links, and how many */

/* What an outline brings if these claimed bonuses on each stop lack a link, and such a half of a pair the other. */
static inline Rest *rest_at(const Sweep *w, uint32_t outline, unsigned lacking, int tag) {
    return &w->rest[((((size_t)outline << w->eaches) + lacking) * (size_t)w->tags) + (size_t)tag];
}

/* swept.c */
int may_sweep(Search *s, int kind);
int get_ready(Sweep *w, int lane, const word *blocked); /* by its terms, along a lane; false: it cannot be done */
int64_t most_of(const Sweep *w);                        /* no route is worth more */
int trace_back(const Sweep *w, int step, uint32_t trace, uint16_t *links); /* the route that was whole there */
void end_sweep(Sweep *w);

/* calls.c: prepare a sweep for the bonuses on the whole route; false when they are too many for it */
int find_calls(Sweep *w);

/* plan.c: make the steps of a sweep along a lane; false when it is too wide */
int make_plan(Sweep *w, const int *lane);
/* what is asked of these steps this time; false if there is no memory */
int set_terms(Sweep *w, const word *blocked);

#endif
