/* A good run early, if the budget should end before the proof: each train in turn takes the route on free track that is
 * worth most after a part of the tolls, the last one the dearest. Then each gives its route back and takes the dearest
 * that the others leave. No list limits the choice: the routes of a good run need not be among the dearest. */
#include "kernel.h"

#include <stdlib.h>
#include <string.h>

#define CLOSED (1 << 29) /* the toll on blocked track */
#define SHARES 16        /* tolls are paid in so many parts */

typedef struct {
    Search *s;
    int trains, kind[MAX_TRAINS];
    int64_t route[MAX_TRAINS]; /* columns; -1: idle */
    uint32_t lots;             /* for tolls that differ from time to time */
    const Tolls *known;        /* tolls of the last choice, NULL if there are none */
} Early;

static const word *mask_of(const Search *s, int64_t id) { return s->masks + (size_t)id * s->net->words; }

static int total_of(const Early *e) {
    int total = 0;
    for (int t = 0; t < e->trains; t++)
        if (e->route[t] >= 0) total += e->s->columns[e->route[t]].value;
    return total;
}

static uint32_t draw(Early *e) {
    e->lots = e->lots * 1664525u + 1013904223u;
    return e->lots >> 16;
}

/* The column of the route worth most for a train on track that the others do not use, worth `floor` at least, or -1. It
 * pays `share` parts of the tolls; these differ a little from time to time if `lots` is set. */
static int64_t seek(Early *e, int train, int share, int lots, int64_t floor) {
    Search *s = e->s;
    const Net *net = s->net;
    Tolls *const kept = s->tolls, *tolls = calloc(1, sizeof *tolls);
    int64_t found = -1;
    if (!tolls) return -1;
    tolls->price = calloc((size_t)(net->links + net->stops), sizeof *tolls->price);
    if (tolls->price) {
        word used[MAX_WORDS] = {0};
        for (int t = 0; t < e->trains; t++)
            if (t != train && e->route[t] >= 0)
                for (int w = 0; w < net->words; w++) used[w] |= mask_of(s, e->route[t])[w];
        if (share && e->known) {
            /* what an end gets back may not exceed what its link has paid: so both are cut down alike */
            for (int i = 0; i < net->links + net->stops; i++) tolls->price[i] = e->known->price[i] / SHARES * share;
            for (int i = 0; lots && i < net->links; i++)
                tolls->price[i] += (int32_t)((int64_t)tolls->price[i] * (int)(draw(e) % 64) / 128);
        }
        for (int i = 0; i < net->links; i++)
            if (meets(net->own + (size_t)i * net->own_words, used, net->words)) tolls->price[i] = CLOSED;
        for (int k = 0; k < s->kinds; k++) tolls->least[k] = k == e->kind[train] ? floor : INT64_MAX / 4;
        s->tolls = tolls;
        s->blocked = used;
        s->scouting = 2;
        const size_t count = s->count;
        if (set_tolls(s)) list_routes(s);
        if (s->count > count) found = (int64_t)s->count - 1;
        s->scouting = 0;
        s->blocked = NULL;
    }
    s->tolls = tolls;
    drop_tolls(s);
    s->tolls = kept;
    return found;
}

/* Let each train take the dearest route that the others leave, until none finds a dearer one. */
static void polish(Early *e) {
    for (int t = 0, idle = 0; idle < e->trains && !e->s->stopped; t = (t + 1) % e->trains) {
        const int value = e->route[t] < 0 ? 0 : e->s->columns[e->route[t]].value;
        const int64_t better = seek(e, t, 0, 0, (int64_t)(value + 1) * SCALE);
        idle = better < 0 ? idle + 1 : 1;
        if (better >= 0) e->route[t] = better;
    }
}

static void tell(Early *e) {
    Search *s = e->s;
    const int total = total_of(e);
    if (total <= s->total) return;
    int slot = 0;
    for (int t = 0; t < e->trains; t++) {
        if (e->route[t] < 0) continue;
        const Column *column = &s->columns[e->route[t]];
        if (!keep_chosen(s, slot++, e->kind[t], s->pool + column->at, column->size)) return;
    }
    s->chosen_count = slot;
    s->total = total;
}

/* Begin with the run that is known, if its routes are listed. */
static void begin(Early *e) {
    Search *s = e->s;
    for (int t = 0; t < e->trains; t++) e->route[t] = -1;
    for (int i = 0; i < s->chosen_count; i++) {
        const Chosen *chosen = &s->chosen[i];
        int t = 0;
        while (t < e->trains && (e->kind[t] != chosen->kind || e->route[t] >= 0)) t++;
        for (size_t at = 0; t < e->trains && at < s->count; at++)
            if (s->columns[at].size == chosen->size &&
                !memcmp(s->pool + s->columns[at].at, chosen->links, (size_t)chosen->size * sizeof *chosen->links))
                e->route[t] = (int64_t)at;
    }
}

/* All trains anew. */
static void construct(Early *e) {
    for (int t = 0; t < e->trains; t++) e->route[t] = -1;
    for (int t = 0; t < e->trains; t++) e->route[t] = seek(e, t, t + 1 < e->trains ? SHARES : 0, 0, 1);
}

/* Two trains anew, unless that earns less. */
static int exchange(Early *e, int a, int b, int share) {
    const Search *s = e->s;
    const int64_t kept_a = e->route[a], kept_b = e->route[b];
    const int before = total_of(e);
    e->route[a] = e->route[b] = -1;
    e->route[a] = seek(e, a, share, 1, 1);
    if (e->route[a] >= 0 && !s->stopped) {
        const int need = before - total_of(e);
        e->route[b] = seek(e, b, 0, 0, (int64_t)(need > 1 ? need : 1) * SCALE);
    }
    if (total_of(e) >= before) return 1;
    e->route[a] = kept_a;
    e->route[b] = kept_b;
    return 0;
}

/* Look for a run that earns more than the one known; `turn` makes it another search each time. Routes found are
 * listed. */
void run_early(Search *s, int turn, int rounds) {
    Early e = {.s = s, .known = s->tolls, .lots = (uint32_t)turn};
    for (int k = 0; k < s->kinds; k++)
        for (int i = 0; i < s->kind[k].count; i++) e.kind[e.trains++] = k;
    const unsigned trains = (unsigned)e.trains;
    if (trains < 2 || !tolls_serve(s)) return;
    construct(&e);
    polish(&e);
    tell(&e);
    begin(&e);
    for (int round = 1; round < rounds && !s->stopped; round++) {
        const unsigned a = draw(&e) % trains, b = (a + 1 + draw(&e) % (trains - 1)) % trains;
        if (!exchange(&e, (int)a, (int)b, SHARES - 2 * (round % 5))) continue;
        polish(&e);
        tell(&e);
    }
}
