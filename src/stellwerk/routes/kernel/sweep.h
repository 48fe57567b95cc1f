/* What the parts of a sweep share; see frontier.c. */
#ifndef STELLWERK_SWEEP_H
#define STELLWERK_SWEEP_H

#include "kernel.h"

#define SLOTS 22           /* stops at the frontier at once */
#define MAX_TRACE 12000000 /* states in all: some 50 MB */
#define LANES 6
#define MAX_LINKS 1500
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
    int32_t value;
    uint32_t trace;
} State;

#define KEY offsetof(State, value)

typedef struct {
    int value, slot; /* slot: -1 before the sweep comes to the stop */
    uint8_t end, home; /* end: can only be an end, unless something leads to it already */
} Hope;

typedef struct {
    word mark;
    int a, b; /* slots that a link to come joins; -1: not yet there */
} Want;

typedef struct {
    int link, stop[2], slot[2], gate[2];
    int leaves[2];  /* whether this is the last link of the stop */
    word marks, fading, group[2];
    word listed;      /* marks that links to come have */
    int hopes, wants; /* where those after this step end */
    int64_t extra;    /* what the links to come add at most */
} Step;

typedef struct {
    Search *s;
    const Kind *kind;
    Step *steps;
    int count, planned; /* steps; 1 + the lane along which they go */
    Hope *hopes;
    Want *wants;
    int width; /* slots in use, at most */
    State *now, *next;
    size_t now_size, next_size, next_room, now_room;
    uint32_t *table;
    size_t table_size;
    uint32_t *traces; /* 2 * the state before + whether the link was taken */
    size_t trace_size, trace_room, limit;
    int64_t floor;
    int found, found_step; /* the value of the best route, and the step that made it whole, or -1 */
    uint32_t found_trace;
    int any;    /* whether any route above the floor will do */
    int failed; /* too wide or too many */
} Sweep;

static inline int *lane_of(const Net *net, int *lanes, int which) { return lanes + (size_t)which * (net->links + 1); }

/* frontier.c: look for the best route worth more than the floor */
void sweep(Sweep *w, int64_t floor);

/* lanes.c */
void find_usable(const Search *s, const Kind *kind, const word *blocked, uint8_t *usable, uint8_t *reached,
                 int *stack);
int find_lanes(Search *s, int kind);

/* plan.c: make the steps of a sweep along a lane; false when it is too wide */
int make_plan(Sweep *w, const int *lane, const word *blocked);

#endif
