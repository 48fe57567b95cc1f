/* What the choice between routes shares between its parts. */
#ifndef STELLWERK_CHOOSE_H
#define STELLWERK_CHOOSE_H

#include "../core/kernel.h"

typedef struct {
    uint32_t *ids; /* columns, in the order in which runs are told */
    size_t size;
} List;

/* What trains that skip stops earn together on the track that others leave. */
typedef struct {
    int64_t value;        /* at most */
    word mask[MAX_WORDS]; /* track on which they do: where it stays free, so does the value */
} Beside;

typedef struct Chooser {
    Search *s;
    int trains, listed;       /* trains, and how many of them, the first ones, have a limited reach */
    int order[MAX_TRAINS];    /* kind of each train */
    int top[MAX_KINDS];       /* what a train of the kind earns at most */
    int64_t best;             /* what a run has to exceed */
    int picks, kept_size;
    Pick pick[MAX_TRAINS];    /* the run in the making */
    Pick kept[MAX_TRAINS];    /* the best run so far */
    Pick last;                /* room for a route */
    uint32_t *room[MAX_TRAINS]; /* by train: room for the lists of those after it, */
    size_t room_size[MAX_TRAINS]; /* and how much */
    struct Chooser *skipping; /* the trains that skip stops alone, where there are others; NULL where there are none */
    int64_t *beside;          /* by column: what these earn at most beside it; -1: not known */
} Chooser;

static inline const word *mask_of(const Search *s, uint32_t id) { return s->masks + (size_t)id * s->net->words; }

/* choose.c */
int make_lists(Chooser *c, List *lists);
void free_lists(List *lists);
void choose(Chooser *c, int position, int64_t earned, const word *used, List *lists, const Beside *beside);
int best_beside(Chooser *c, const word *used, int64_t floor, Beside *out);
int64_t most_from(const Chooser *c, int position);
void put(Chooser *c, const Pick *route);
void put_listed(Chooser *c, int kind, uint32_t id);
void keep(Chooser *c, int64_t earned);

/* greedy.c */
int64_t run_greedily(Chooser *c, const List *lists, const Pick *alone);

#endif
