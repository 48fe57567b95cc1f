/* How stops may be counted in a sweep: for nothing but themselves, or as half of pairs that bring a bonus. */
#include "claims.h"

#include <stdlib.h>

#define MAX_CALLS 64

/* All ways to count this stop, each pair being served by its first half, its second half, or not. */
static int calls_of(const Sweep *w, int stop, Call *out) {
    int size = 1;
    out[0] = (Call){0, 0};
    for (int p = 0; p < w->pairs; p++) {
        const int half[2] = {w->pair[p]->first[stop], w->pair[p]->second[stop]}, before = size;
        for (int i = 0; i < 2; i++) {
            if (half[i] < 0) continue;
            if (size + before > MAX_CALLS) return 0;
            for (int c = 0; c < before; c++)
                out[size++] = (Call){out[c].halves | (word)1 << (halves_at(w) + 2 * p + i),
                                     out[c].amount + half[i] * w->terms.scale};
        }
    }
    return size;
}

/* Which halves are ends only, and whether stops belong to several pairs. */
static void find_ends(Sweep *w) {
    const Search *s = w->s;
    w->shared = 0;
    for (int p = 0; p < w->pairs; p++) w->half_end[p][0] = w->half_end[p][1] = 1;
    for (int stop = 0; stop < s->net->stops; stop++) {
        int pairs = 0;
        for (int p = 0; p < w->pairs; p++) {
            const int half[2] = {w->pair[p]->first[stop] >= 0, w->pair[p]->second[stop] >= 0};
            for (int i = 0; i < 2; i++)
                if (half[i] && s->stops[stop].may_pass) w->half_end[p][i] = 0;
            pairs += half[0] || half[1];
        }
        if (pairs > 1) w->shared = 1;
    }
    w->tags = 1 + 2 * w->pairs;
    for (int p = 0; p < w->pairs; p++)
        if (w->shared || !w->half_end[p][0] || !w->half_end[p][1]) w->tags = 1;
}

int find_calls(Sweep *w) {
    const Search *s = w->s;
    const int stops = s->net->stops;
    int size = 0;
    w->eaches = w->pairs = 0;
    for (int b = 0; b < s->wholes; b++)
        if (s->whole[b].through)
            w->pair[w->pairs++] = &s->whole[b];
        else
            w->each[w->eaches++] = &s->whole[b];
    if (w->eaches > MAX_EACH) return 0;
    for (unsigned claim = 0; claim < 1u << w->eaches; claim++) {
        w->rise[claim] = 0;
        for (int e = 0; e < w->eaches; e++)
            if (claim >> e & 1) w->rise[claim] += w->each[e]->amount * w->terms.scale;
    }
    if (!w->calls) {
        w->calls = malloc((size_t)stops * MAX_CALLS * sizeof *w->calls);
        w->call_at = malloc(((size_t)stops + 1) * sizeof *w->call_at);
    }
    if (!w->calls || !w->call_at) {
        w->s->stopped = 2;
        return 0;
    }
    find_ends(w);
    for (int stop = 0; stop < stops; stop++) {
        const int more = calls_of(w, stop, w->calls + size);
        if (!more) return 0;
        w->call_at[stop] = size;
        size += more;
    }
    w->call_at[stops] = size;
    return 1;
}
