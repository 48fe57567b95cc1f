/* What every better run uses. A bit of track that nobody uses leaves its price out of the bound, and so does a triple of
 * which no route uses two. Where the rest would then fall short, some route has to use it: it is enough to try those
 * that do, often few. */
#include "choose.h"

#include <string.h>

int uses(const Chooser *c, const Wanted *wanted, uint32_t id) {
    const int at = wanted->at;
    if (wanted->triple) return (int)(c->crowd[id] >> at & 1);
    return (int)(mask_of(c, id)[at >> 6] >> (at & 63) & 1);
}

/* Of all that cannot be left unused if no more than `spare` may be lost, what the fewest routes use. */
Wanted most_wanted(const Chooser *c, const int32_t *price, const List *lists, const int *count, const word *used,
                   int64_t spare) {
    Wanted best = {.routes = SIZE_MAX};
    size_t users[MAX_WORDS * 64], crowds[MAX_TRIPLES] = {0};
    word bits[MAX_WORDS] = {0};
    uint64_t triples = 0;
    for (int b = 0; b < c->bits; b++)
        if (price[b] > spare && !(used[b >> 6] >> (b & 63) & 1)) {
            bits[b >> 6] |= (word)1 << (b & 63);
            users[b] = 0;
        }
    for (int t = 0; t < c->triples; t++)
        if (price[triple_price(c, t)] > spare && !c->triple_taken[t]) triples |= (uint64_t)1 << t;
    for (int k = 0; k < c->s->kinds; k++)
        for (size_t i = 0; count[k] && i < lists[k].size; i++) {
            const uint32_t id = lists[k].items[i].id;
            const word *mask = mask_of(c, id);
            for (int w = 0; w < c->words; w++)
                for (word m = mask[w] & bits[w]; m; m &= m - 1) users[w * 64 + __builtin_ctzll(m)]++;
            for (uint64_t m = triples ? c->crowd[id] & triples : 0; m; m &= m - 1) crowds[__builtin_ctzll(m)]++;
        }
    for (int w = 0; w < c->words; w++)
        for (word m = bits[w]; m; m &= m - 1) {
            const int b = w * 64 + __builtin_ctzll(m);
            if (users[b] < best.routes) best = (Wanted){.at = b, .routes = users[b]};
        }
    for (uint64_t m = triples; m; m &= m - 1) {
        const int t = __builtin_ctzll(m);
        if (crowds[t] < best.routes) best = (Wanted){.triple = 1, .at = t, .routes = crowds[t]};
    }
    return best;
}
