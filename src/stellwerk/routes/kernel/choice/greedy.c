/* A first run: what trains take one after another, each making the best of what the others leave. It is told when the
 * budget ends, and what does not come up to it need not be searched. */
#include "choose.h"

#include <string.h>

typedef struct {
    Chooser *c;
    const List *lists;
    int64_t pick[MAX_TRAINS]; /* column of each listed train, or -1 */
    word beside[MAX_WORDS];   /* track of the trains that skip stops */
} Greedy;

/* The track of all but one train. */
static void used_beside(const Greedy *g, int train, word *used) {
    const Search *s = g->c->s;
    memcpy(used, g->beside, sizeof g->beside);
    for (int t = 0; t < g->c->listed; t++)
        for (int w = 0; t != train && g->pick[t] >= 0 && w < s->net->words; w++)
            used[w] |= mask_of(s, (uint32_t)g->pick[t])[w];
}

/* Let a train take the dearest route that the others leave; true if that is dearer than what it had. */
static int take_best(Greedy *g, int train) {
    const Search *s = g->c->s;
    const List *list = &g->lists[g->c->order[train]];
    word used[MAX_WORDS];
    used_beside(g, train, used);
    const int had = g->pick[train] >= 0 ? s->columns[g->pick[train]].value : 0;
    for (size_t i = 0; i < list->size && s->columns[list->ids[i]].value > had; i++)
        if (!meets(mask_of(s, list->ids[i]), used, s->net->words)) {
            g->pick[train] = list->ids[i];
            return 1;
        }
    return 0;
}

/* Keep the run if it is the best so far. */
static void adopt(Greedy *g) {
    Chooser *c = g->c;
    int64_t total = 0;
    const int beside = c->picks;
    for (int i = 0; i < beside; i++) total += c->pick[i].value;
    for (int t = 0; t < c->listed; t++)
        if (g->pick[t] >= 0) {
            total += c->s->columns[g->pick[t]].value;
            put_listed(c, c->order[t], (uint32_t)g->pick[t]);
        }
    if (total > c->best) keep(c, total);
    c->picks = beside;
}

/* Trains that skip stops begin; `alone` is the best route of the best of them. Then the others take turns, each kind
 * being first once. Returns what the run earns. */
int64_t run_greedily(Chooser *c, const List *lists, const Pick *alone) {
    Search *s = c->s;
    Greedy g = {.c = c, .lists = lists};
    for (int t = c->listed; t < c->trains; t++) {
        const Pick *route = &c->last;
        if (t == c->listed && c->order[t] == alone->kind && alone->size) {
            route = alone;
        } else if (s->stopped || (best_skipping(s, c->order[t], g.beside, 0, &c->last), !c->last.size)) {
            continue;
        }
        put(c, route);
        for (int i = 0; i < route->size; i++)
            for (int w = 0; w < s->net->words; w++)
                g.beside[w] |= s->net->own[(size_t)route->links[i] * s->net->own_words + w];
    }
    for (int first = 0; first < c->listed; first++) {
        if (first && c->order[first] == c->order[first - 1]) continue;
        for (int t = 0; t < c->listed; t++) g.pick[t] = -1;
        for (int turn = 0; turn < c->listed; turn++) take_best(&g, (first + turn) % c->listed);
        for (int pass = 0, changed = 1; changed && pass < 4; pass++) {
            changed = 0;
            for (int t = 0; t < c->listed; t++) changed |= take_best(&g, t);
        }
        adopt(&g);
    }
    if (!c->listed) adopt(&g);
    c->picks = 0;
    return c->best;
}
