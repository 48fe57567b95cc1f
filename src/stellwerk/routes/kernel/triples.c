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

/* By link: the triples of which it has a bit; after these, those of which it has two. */
static uint64_t *triples_by_link(const Chooser *c) {
    const Net *net = c->s->net;
    uint64_t *touches = calloc((size_t)net->links * 2 + 1, sizeof *touches), *holds = touches + net->links;
    for (int link = 0; touches && link < net->links; link++)
        for (int t = 0; t < c->triples; t++) {
            const word *mask = net->own + (size_t)link * net->own_words, *triple = c->triple + (size_t)t * c->words;
            int bits = 0;
            for (int w = 0; w < c->words; w++) bits += __builtin_popcountll(mask[w] & triple[w]);
            touches[link] |= (uint64_t)(bits > 0) << t;
            holds[link] |= (uint64_t)(bits > 1) << t;
        }
    return touches;
}

/* Note for each of these columns of which triples it uses two bits. */
void crowd_of(Chooser *c, const uint32_t *ids, size_t size) {
    uint64_t *touches = triples_by_link(c);
    if (!touches) {
        c->s->stopped = 2;
        return;
    }
    const Tolls tolls = {.touches = touches, .holds = touches + c->s->net->links};
    for (size_t i = 0; i < size; i++) {
        const Column *column = &c->s->columns[ids[i]];
        c->crowd[ids[i]] = held_by(&tolls, c->s->pool + column->at, column->size);
    }
    free(touches);
}

/* Leave triples and their prices for listing. */
int leave_triples(const Chooser *c, const int32_t *price, Tolls *tolls) {
    const size_t size = (size_t)c->triples * c->words * sizeof(word);
    tolls->triple = malloc(size + 1);
    tolls->crowding = malloc((size_t)(c->triples + 1) * sizeof *tolls->crowding);
    tolls->touches = triples_by_link(c);
    if (!tolls->triple || !tolls->crowding || !tolls->touches) return 0;
    tolls->triples = c->triples;
    tolls->holds = tolls->touches + c->s->net->links;
    memcpy(tolls->triple, c->triple, size);
    memcpy(tolls->crowding, price + triple_price(c, 0), (size_t)c->triples * sizeof *price);
    return 1;
}

/* Begin with these triples and their prices. */
void take_triples(Chooser *c, const Tolls *tolls, int32_t *price) {
    c->triples = tolls->triples;
    memcpy(c->triple, tolls->triple, (size_t)c->triples * c->words * sizeof *c->triple);
    memcpy(price + triple_price(c, 0), tolls->crowding, (size_t)c->triples * sizeof *price);
}

/* Note the triples to which the prices of the root belong. */
void keep_root_triples(Chooser *c) {
    c->root_triples = c->triples;
    memcpy(c->root_triple, c->triple, (size_t)c->triples * c->words * sizeof *c->triple);
}

/* Go back to the prices of the root. Triples found since then stay, at no price. */
void root_again(Chooser *c, int32_t *price) {
    const size_t size = (size_t)c->words * sizeof(word);
    memcpy(price, c->root_price, (size_t)c->prices * sizeof *price);
    memset(price + triple_price(c, 0), 0, MAX_TRIPLES * sizeof *price);
    for (int r = 0; r < c->root_triples; r++) {
        const word *triple = c->root_triple + (size_t)r * c->words;
        int t = 0;
        while (t < c->triples && memcmp(c->triple + (size_t)t * c->words, triple, size)) t++;
        if (t == MAX_TRIPLES) continue;
        if (t == c->triples) memcpy(c->triple + (size_t)c->triples++ * c->words, triple, size);
        price[triple_price(c, t)] = c->root_price[triple_price(c, r)];
    }
}
