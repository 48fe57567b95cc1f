/* Prices on track. Each bit of track gets a price; trains then choose freely and pay for the track they use.
 * What all prices add up to and what the trains have left is an upper bound for every run (a Lagrangian bound).
 * Prices move until track is wanted about once.
 *
 * Stops have prices too. Where three links can be used at once, one route can pass and one can end, but prices on
 * track alone would let three routes pass by half. So at each stop with an odd number of ways, passing has a
 * price, for as many passages as there are pairs of ways. It is kept halved and put on both links of a
 * passage; what the ends of a route pay too much, they get back. */
#include "choose.h"

#include <stdlib.h>
#include <string.h>

#define LOWEST (-(1 << 30))
#define HIGHEST ((double)MAX_VALUE * SCALE) /* no price need be higher */
#define DEAREST (1 << 24) /* nor that of a link: so the sum of LONGEST of them fits into 32 bits */
#define LONGEST 100

/* How many more routes can pass an odd stop. */
int passages(const Chooser *c, int i) {
    const int stop = c->odd_stop[i], left = c->s->net->ways[stop] - c->taken[stop];
    return left > 0 ? left / 2 : 0;
}

/* Note that a route is taken (`by` 1) or given back (-1). */
void take(Chooser *c, uint32_t id, int by) {
    const Column *column = &c->s->columns[id];
    const uint16_t *way = c->s->pool + column->at;
    for (int i = 0; i < column->size; i++) {
        c->taken[c->s->net->from[way[i]]] += by;
        c->taken[c->s->net->to[way[i]]] += by;
    }
    for (uint64_t m = c->crowd ? c->crowd[id] : 0; m; m &= m - 1) c->triple_taken[__builtin_ctzll(m)] += by;
}

int64_t sum_prices(const Chooser *c, const int32_t *price, const word *used) {
    int64_t sum = 0;
    for (int b = 0; b < c->bits; b++)
        if (!(used[b >> 6] >> (b & 63) & 1)) sum += price[b];
    for (int i = 0; i < c->odd; i++) sum += 2 * (int64_t)price[c->bits + i] * passages(c, i);
    for (int t = 0; t < c->triples; t++)
        if (!c->triple_taken[t]) sum += price[triple_price(c, t)];
    return sum;
}

void price_links(Chooser *c, const int32_t *price) {
    const Net *net = c->s->net;
    for (int i = 0; i < c->odd; i++) c->end_price[c->odd_stop[i]] = price[c->bits + i];
    for (int link = 0; link < net->links; link++) {
        const word *mask = net->own + (size_t)link * net->own_words;
        int64_t sum = 0;
        for (int w = 0; w < c->words; w++)
            for (word m = mask[w]; m; m &= m - 1) sum += price[w * 64 + __builtin_ctzll(m)];
        const int a = c->odd_of[net->from[link]], b = c->odd_of[net->to[link]];
        if (a >= 0) sum += price[c->bits + a];
        if (b >= 0) sum += price[c->bits + b];
        c->link_price[link] = sum < DEAREST ? (int32_t)sum : DEAREST; /* too low is safe: it is a bound */
    }
    for (int stop = 0; stop < net->stops; stop++) c->link_price[net->links + stop] = -c->end_price[stop];
    int32_t *const triple = c->link_price + net->links + net->stops;
    for (int t = 0; t < MAX_TRIPLES; t++) triple[t] = t < c->triples ? price[triple_price(c, t)] : 0;
    triple[MAX_TRIPLES] = 0;
}

int32_t worth_of(const Chooser *c, uint32_t id) {
    const Column *column = &c->s->columns[id];
    const uint16_t *way = c->s->pool + column->at;
    int64_t worth = (int64_t)column->value * SCALE + c->end_price[column->first] + c->end_price[column->last];
    for (int i = 0; i < column->size; i++) worth -= c->link_price[way[i]];
    const int32_t *const triple = c->link_price + c->s->net->links + c->s->net->stops;
    for (uint64_t m = c->crowd ? c->crowd[id] : 0; m; m &= m - 1) worth -= triple[__builtin_ctzll(m)];
    return worth > LOWEST ? (int32_t)worth : LOWEST; /* too high is safe: it is a bound */
}

/* ---- worths of many routes at once ---- */

#define BLOCK 256

/* Each route as places in link_price: its links, its two ends, and then the place that costs nothing. Routes go by
 * blocks, within which the first places of all come first, then the second ones, and so on. */
struct Table {
    size_t size, room;
    int width, room_width; /* places of a route */
    int32_t *base, *worth; /* values times SCALE; what is left of them */
    uint16_t *places;
};

#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__)
__attribute__((target_clones("avx2", "default")))
#endif
static void value_block(int32_t *worth, const int32_t *base, const uint16_t *places, int width, const int32_t *price) {
    int32_t sum[BLOCK];
    memcpy(sum, base, sizeof sum);
    for (int p = 0; p < width; p++, places += BLOCK)
        for (int i = 0; i < BLOCK; i++) sum[i] -= price[places[i]];
    memcpy(worth, sum, sizeof sum);
}

/* The worths of all routes in the table at the prices of the links. */
const int32_t *value_table(const Chooser *c) {
    Table *t = c->table;
    for (size_t at = 0; at < t->size; at += BLOCK)
        value_block(t->worth + at, t->base + at, t->places + at * t->width, t->width, c->link_price);
    return t->worth;
}

void free_table(Chooser *c) {
    if (!c->table) return;
    free(c->table->base);
    free(c->table->worth);
    free(c->table->places);
    free(c->table);
}

static int table_room(Chooser *c, size_t size, int width) {
    if (!c->table && !(c->table = calloc(1, sizeof *c->table))) return 0;
    Table *t = c->table;
    size = (size + BLOCK - 1) / BLOCK * BLOCK;
    if (size > t->room || width > t->room_width) {
        t->room = size > t->room ? size : t->room;
        t->room_width = width > t->room_width ? width : t->room_width;
        free(t->base);
        free(t->worth);
        free(t->places);
        t->base = malloc((t->room + 1) * sizeof *t->base);
        t->worth = malloc((t->room + 1) * sizeof *t->worth);
        t->places = malloc((t->room + 1) * t->room_width * sizeof *t->places);
        if (!t->base || !t->worth || !t->places) {
            t->room = 0;
            return 0;
        }
    }
    t->size = size;
    t->width = width;
    return 1;
}

/* Put the routes of all lists into the table, one list after the other. */
int fill_table(Chooser *c, const List *lists, const int *count) {
    const Search *s = c->s;
    const int links = s->net->links, triples = links + s->net->stops, nowhere = triples + MAX_TRIPLES;
    size_t size = 0, at = 0;
    int width = 0;
    for (int k = 0; k < s->kinds; k++)
        for (size_t i = 0; count[k] && i < lists[k].size; i++, size++) {
            const uint32_t id = lists[k].items[i].id;
            const int places = s->columns[id].size + (c->crowd ? __builtin_popcountll(c->crowd[id]) : 0);
            if (places > width) width = places;
        }
    if (width > LONGEST || nowhere > UINT16_MAX || !table_room(c, size, width + 2)) return 0;
    Table *t = c->table;
    for (int k = 0; k < s->kinds; k++)
        for (size_t i = 0; count[k] && i < lists[k].size; i++, at++) {
            const Column *column = &s->columns[lists[k].items[i].id];
            const uint16_t *way = s->pool + column->at;
            uint16_t *place = t->places + at / BLOCK * BLOCK * t->width + at % BLOCK;
            t->base[at] = column->value * SCALE;
            place[0] = (uint16_t)(links + column->first);
            place[BLOCK] = (uint16_t)(links + column->last);
            int p = 2;
            for (int j = 0; j < column->size; j++, p++) place[(size_t)p * BLOCK] = way[j];
            for (uint64_t m = c->crowd ? c->crowd[lists[k].items[i].id] : 0; m; m &= m - 1, p++)
                place[(size_t)p * BLOCK] = (uint16_t)(triples + __builtin_ctzll(m));
            for (; p < t->width; p++) place[(size_t)p * BLOCK] = (uint16_t)nowhere;
        }
    for (; at < t->size; at++) {
        t->base[at] = 0;
        for (int p = 0; p < t->width; p++)
            t->places[at / BLOCK * BLOCK * t->width + at % BLOCK + (size_t)p * BLOCK] = (uint16_t)nowhere;
    }
    return 1;
}

/* Value all lists at the prices of the links; `top` is the place in its list of what is worth most, if anything is. */
static void value_lists(Chooser *c, List *lists, const int *count, int tabled, size_t *top, int32_t *top_worth) {
    const Search *s = c->s;
    if (tabled) value_table(c);
    const int32_t *worth = tabled ? c->table->worth : NULL;
    for (int k = 0; k < s->kinds; k++) {
        top_worth[k] = 0;
        if (!count[k]) continue;
        for (size_t i = 0; i < lists[k].size; i++) {
            const int32_t now = worth ? worth[i] : worth_of(c, lists[k].items[i].id);
            if (now > top_worth[k]) {
                top_worth[k] = now;
                top[k] = i;
            }
        }
        if (worth) worth += lists[k].size;
    }
}

/* Move prices towards a lower bound on what the trains `count` can add to `earned` on track not `used`. Leaves
 * the best prices in `price`, the worths that belong to them in the lists, and returns the bound, times SCALE.
 * Stops when the bound falls below `enough`. */
int64_t move_prices(Chooser *c, int32_t *price, List *lists, const int *count, const word *used, int earned,
                    int rounds, int64_t enough) {
    Search *s = c->s;
    const int bits = c->bits, triples = triple_price(c, 0), prices = triples + c->triples;
    int32_t *now = malloc((size_t)prices * sizeof *now);
    int64_t best = INT64_MAX;
    double hope = -1; /* how far below the best bound the next one is sought */
    int stale = 0;
    if (!now) {
        s->stopped = 2;
        return best;
    }
    for (int b = 0; b < prices; b++) {
        c->wish[b] = price[b];
        c->push[b] = 0;
    }
    const int tabled = fill_table(c, lists, count);
    for (int round = 0;; round++) {
        int64_t bound = (int64_t)earned * SCALE;
        for (int b = 0; b < bits; b++) {
            now[b] = (int32_t)c->wish[b];
            if (!(used[b >> 6] >> (b & 63) & 1)) bound += now[b];
        }
        for (int i = 0; i < c->odd; i++) {
            now[bits + i] = (int32_t)c->wish[bits + i];
            bound += 2 * (int64_t)now[bits + i] * passages(c, i);
        }
        for (int t = 0; t < c->triples; t++) {
            now[triples + t] = (int32_t)c->wish[triples + t];
            if (!c->triple_taken[t]) bound += now[triples + t];
        }
        price_links(c, now);
        size_t top_at[MAX_KINDS];
        uint32_t top[MAX_KINDS];
        int32_t top_worth[MAX_KINDS];
        size_t work = 0;
        value_lists(c, lists, count, tabled, top_at, top_worth);
        for (int k = 0; k < s->kinds; k++) {
            if (!count[k]) continue;
            if (top_worth[k] > 0) top[k] = lists[k].items[top_at[k]].id;
            work += lists[k].size;
            bound += (int64_t)count[k] * top_worth[k];
        }
        if (hope < 0) {
            hope = (double)(bound - enough) / 4;
            if (hope < SCALE) hope = SCALE;
        }
        stale++;
        if (bound < best) {
            if ((double)(best - bound) > hope / 4) stale = 0;
            best = bound;
            memcpy(price, now, (size_t)prices * sizeof *now);
        }
        if (stale >= 6) {
            hope /= 2;
            stale = 0;
        }
        if (round >= rounds || best < enough || hope < SCALE / 8.0 || tick_many(s, 1 + (int64_t)(work >> 8))) break;
        /* how often each bit is wanted, against once */
        double norm = 0;
        for (int b = 0; b < bits; b++) {
            double want = 1;
            if (used[b >> 6] >> (b & 63) & 1) {
                c->push[b] = 0;
                continue;
            }
            for (int k = 0; k < s->kinds; k++)
                if (top_worth[k] > 0 && mask_of(c, top[k])[b >> 6] >> (b & 63) & 1) want -= count[k];
            double push = want + 0.6 * c->push[b];
            if (push > 0 && c->wish[b] <= 0) push = 0;
            c->push[b] = push;
            norm += push * push;
        }
        for (int i = 0; i < c->odd; i++) c->degree[c->odd_stop[i]] = 2 * passages(c, i);
        for (int k = 0; k < s->kinds; k++) {
            if (top_worth[k] <= 0) continue;
            const Column *column = &s->columns[top[k]];
            const uint16_t *way = s->pool + column->at;
            for (int i = 0; i < column->size; i++) {
                c->degree[s->net->from[way[i]]] -= count[k];
                c->degree[s->net->to[way[i]]] -= count[k];
            }
            c->degree[column->first] += count[k];
            c->degree[column->last] += count[k];
        }
        for (int i = 0; i < c->odd; i++) {
            double push = c->degree[c->odd_stop[i]] + 0.6 * c->push[bits + i];
            if (push > 0 && c->wish[bits + i] <= 0) push = 0;
            c->push[bits + i] = push;
            norm += push * push;
        }
        for (int t = 0; t < c->triples; t++) {
            double push = c->triple_taken[t] ? 0 : 1;
            for (int k = 0; k < s->kinds; k++)
                if (top_worth[k] > 0 && c->crowd[top[k]] >> t & 1) push -= count[k];
            push += 0.6 * c->push[triples + t];
            if (push > 0 && c->wish[triples + t] <= 0) push = 0;
            c->push[triples + t] = push;
            norm += push * push;
        }
        if (norm < 1e-9) break;
        double step = ((double)(bound - best) + hope) / norm;
        for (int b = 0; b < prices; b++) {
            double wish = c->wish[b] - step * c->push[b];
            c->wish[b] = wish < 0 ? 0 : wish > HIGHEST ? HIGHEST : wish;
        }
    }
    free(now);
    price_links(c, price);
    if (tabled) value_table(c);
    const int32_t *worth = tabled ? c->table->worth : NULL;
    for (int k = 0; k < s->kinds; k++)
        for (size_t i = 0; count[k] && i < lists[k].size; i++)
            lists[k].items[i].worth = worth ? *worth++ : worth_of(c, lists[k].items[i].id);
    return best;
}
