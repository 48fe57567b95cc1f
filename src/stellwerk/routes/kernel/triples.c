/* Prices on triples. Of any three bits of track, only one route can use two; but by halves three routes can, each
 * another pair, and prices on single bits do not mind. So such triples get a price of their own, paid by every
 * route that uses two of the three: those triples which the best mixture of routes in parts overuses. */
#include "choose.h"

#include <stdlib.h>
#include <string.h>

#define MOST_ACTIVE 160 /* bits */
#define MOST_MIXED 64   /* routes in the mixture */
#define MOST_NEW 16     /* triples at a time */
#define OVERUSED 1.04

typedef struct {
    int size, routes;                  /* bits; routes */
    int bit[MOST_ACTIVE];
    uint64_t users[MOST_ACTIVE];       /* by bit: which routes */
    double use[MOST_MIXED];
    double pair[MOST_ACTIVE][MOST_ACTIVE]; /* how much is run over both */
} Mixture;

typedef struct {
    double use;
    uint64_t users; /* routes that use two */
    int bits[3];
} Found;

static double use_of(const Mixture *x, uint64_t users) {
    double sum = 0;
    for (; users; users &= users - 1) sum += x->use[__builtin_ctzll(users)];
    return sum;
}

static Mixture *mixture_of(const Chooser *c) {
    const uint32_t *ids;
    const double *use;
    const size_t size = support(c, &ids, &use);
    Mixture *x = malloc(sizeof *x);
    if (!x) return NULL;
    x->size = 0;
    x->routes = size < MOST_MIXED ? (int)size : MOST_MIXED;
    memcpy(x->use, use, (size_t)x->routes * sizeof *use);
    for (int b = 0; b < c->bits && x->size < MOST_ACTIVE; b++) {
        uint64_t users = 0;
        for (int i = 0; i < x->routes; i++)
            if (mask_of(c, ids[i])[b >> 6] >> (b & 63) & 1) users |= (uint64_t)1 << i;
        int same = !(users & (users - 1)); /* of a single route, or none: it cannot overuse anything */
        for (int i = 0; i < x->size && !same; i++) same = x->users[i] == users;
        if (same) continue;
        x->users[x->size] = users;
        x->bit[x->size++] = b;
    }
    for (int i = 0; i < x->size; i++)
        for (int j = i + 1; j < x->size; j++) x->pair[i][j] = use_of(x, x->users[i] & x->users[j]);
    return x;
}

/* Keep the triples that are overused most, no two of them by the same routes. */
static int note(Found *found, int size, Found new) {
    int place = size;
    for (int i = 0; i < size; i++)
        if (found[i].users == new.users) return size;
    if (size == MOST_NEW) {
        for (place = size - 1; place > 0 && found[place - 1].use < new.use; place--) found[place] = found[place - 1];
        if (place == size - 1 && found[place].use >= new.use) return size;
        found[place] = new;
        return size;
    }
    for (; place > 0 && found[place - 1].use < new.use; place--) found[place] = found[place - 1];
    found[place] = new;
    return size + 1;
}

static int overused(const Mixture *x, Found *found) {
    int size = 0;
    for (int i = 0; i < x->size; i++)
        for (int j = i + 1; j < x->size; j++) {
            const double first = x->pair[i][j];
            if (first < 0.01) continue;
            for (int k = j + 1; k < x->size; k++) {
                const double most = first + x->pair[i][k] + x->pair[j][k];
                if (most < OVERUSED || (size == MOST_NEW && most <= found[size - 1].use)) continue;
                const uint64_t all = x->users[i] & x->users[j] & x->users[k];
                const double use = most - 2 * use_of(x, all);
                if (use < OVERUSED || (size == MOST_NEW && use <= found[size - 1].use)) continue;
                const uint64_t two = (x->users[i] & x->users[j]) | (x->users[i] & x->users[k]) |
                                     (x->users[j] & x->users[k]);
                size = note(found, size, (Found){use, two, {x->bit[i], x->bit[j], x->bit[k]}});
            }
        }
    return size;
}

/* Give up triples that cost nothing. */
static void drop_idle(Chooser *c, int32_t *price) {
    int kept = 0;
    for (int t = 0; t < c->triples; t++) {
        const int32_t now = price[triple_price(c, t)];
        if (!now) continue;
        memmove(c->triple + (size_t)kept * c->words, c->triple + (size_t)t * c->words, c->words * sizeof(word));
        price[triple_price(c, kept++)] = now;
    }
    for (int t = kept; t < c->triples; t++) price[triple_price(c, t)] = 0;
    c->triples = kept;
}

/* Look for triples that the mixture of routes found by `master_prices` overuses; those without a price are given up.
 * Says how many are new. After that, `crowd_of` is due for all routes in question. */
int find_triples(Chooser *c, int32_t *price) {
    Found found[MOST_NEW];
    Mixture *x = mixture_of(c);
    if (!x) return 0;
    int size = overused(x, found);
    free(x);
    if (!size) return 0;
    drop_idle(c, price);
    if (size > MAX_TRIPLES - c->triples) size = MAX_TRIPLES - c->triples;
    for (int i = 0; i < size; i++) {
        word *triple = c->triple + (size_t)c->triples++ * c->words;
        memset(triple, 0, (size_t)c->words * sizeof *triple);
        for (int b = 0; b < 3; b++) triple[found[i].bits[b] >> 6] |= (word)1 << (found[i].bits[b] & 63);
    }
    return size;
}

static uint64_t crowd(const Chooser *c, const word *mask) {
    uint64_t found = 0;
    for (int t = 0; t < c->triples; t++) {
        const word *triple = c->triple + (size_t)t * c->words;
        word seen = 0;
        int two = 0;
        for (int w = 0; w < c->words; w++) {
            const word both = mask[w] & triple[w];
            two |= (both & (both - 1)) != 0 || (both && seen);
            seen |= both;
        }
        found |= (uint64_t)two << t;
    }
    return found;
}

/* Note for each of these columns of which triples it uses two bits. */
void crowd_of(Chooser *c, const uint32_t *ids, size_t size) {
    if (!c->crowd) return;
    for (size_t i = 0; i < size; i++) c->crowd[ids[i]] = crowd(c, mask_of(c, ids[i]));
}
