/* The routes that trains are offered at given prices: by sweeps for skipping trains, from the list for others. All that
 * are met go into a pool, by which prices are moved and among which runs are chosen. */
#include "fleet.h"

#include <stdlib.h>
#include <string.h>

#define STEP 8     /* how far below what is likely the first floor is */
#define CHEAP 2000 /* states of a sweep after which the next may be tried at another high floor */

/* Spread prices over links and stops. */
void set_prices(Fleet *f, const int32_t *price) {
    const Net *net = f->s->net;
    for (int i = 0; i < net->stops; i++) f->pass[i] = f->end_price[i] = 0;
    for (int i = 0; i < f->odd; i++) {
        f->end_price[f->odd_stop[i]] = price[f->bits + i];
        f->pass[f->odd_stop[i]] = 2 * price[f->bits + i];
    }
    for (int link = 0; link < net->links; link++) {
        const word *own = net->own + (size_t)link * net->own_words;
        int64_t sum = 0;
        for (int w = 0; w < net->words; w++)
            for (word m = own[w]; m; m &= m - 1) sum += price[w * 64 + __builtin_ctzll(m)];
        if (sum > f->dearest) sum = f->dearest; /* too low is safe: it is a bound */
        f->link[link] = f->free_link[link] - (int)sum;
        f->link_price[link] = (int32_t)sum + f->end_price[net->from[link]] + f->end_price[net->to[link]];
    }
}

/* What all track costs that is not closed for all. */
int64_t sum_of_prices(const Fleet *f, const int32_t *price, const word *closed) {
    int64_t sum = 0;
    for (int b = 0; b < f->bits; b++)
        if (!(closed[b >> 6] >> (b & 63) & 1)) sum += price[b];
    for (int i = 0; i < f->odd; i++) sum += 2 * (int64_t)price[f->bits + i] * (f->s->net->ways[f->odd_stop[i]] / 2);
    return sum;
}

int64_t worth_at(const Fleet *f, const Search *list, size_t column) {
    const Column *c = &list->columns[column];
    const uint16_t *way = list->pool + c->at;
    int64_t worth = (int64_t)c->value * SCALE + f->end_price[c->first] + f->end_price[c->last];
    for (int i = 0; i < c->size; i++) worth -= f->link_price[way[i]];
    return worth;
}

/* May these trains run this route? */
int serves(const Class *class, const Search *list, size_t column) {
    const int words = list->net->words;
    const word *mask = list->masks + column * words;
    if (!(list->columns[column].kinds >> class->kind & 1) || meets(mask, class->blocked, words)) return 0;
    for (int w = 0; w < words; w++)
        if (class->must[w] & ~mask[w]) return 0;
    return 1;
}

static int make_room(Search *pool, int size) {
    if (pool->count == pool->room) {
        const size_t room = pool->room ? pool->room * 2 : 256;
        Column *columns = realloc(pool->columns, room * sizeof *columns);
        if (columns) pool->columns = columns;
        word *masks = realloc(pool->masks, room * pool->net->words * sizeof *masks);
        if (masks) pool->masks = masks;
        if (!columns || !masks) return 0;
        pool->room = room;
    }
    if (pool->pool_used + size > pool->pool_room) {
        const size_t room = pool->pool_room ? pool->pool_room * 2 + size : 4096 + (size_t)size;
        uint16_t *links = realloc(pool->pool, room * sizeof *links);
        if (!links) return 0;
        pool->pool = links;
        pool->pool_room = room;
    }
    return 1;
}

/* Put a route into the pool, unless it is there; it is told from its lower end. */
int add_offer(Fleet *f, int kind, int value, const uint16_t *links, int size) {
    Search *pool = &f->pool;
    const Net *net = pool->net;
    if (value <= 0) return 0;
    if (!make_room(pool, size)) {
        f->s->stopped = 2;
        return 0;
    }
    uint16_t *out = pool->pool + pool->pool_used;
    const int turned = links[0] > links[size - 1];
    for (int i = 0; i < size; i++) out[i] = links[turned ? size - 1 - i : i];
    for (size_t i = 0; i < pool->count; i++) {
        Column *other = &pool->columns[i];
        if (other->size != size || other->value != value) continue;
        if (memcmp(pool->pool + other->at, out, (size_t)size * sizeof *out)) continue;
        const int known = other->kinds >> kind & 1;
        other->kinds |= 1u << kind;
        f->fresh += !known;
        return !known;
    }
    word *mask = pool->masks + pool->count * net->words;
    memset(mask, 0, (size_t)net->words * sizeof *mask);
    for (int i = 0; i < size; i++)
        for (int w = 0; w < net->words; w++) mask[w] |= net->own[(size_t)out[i] * net->own_words + w];
    const int a = out[0], b = size > 1 ? out[1] : out[0], y = out[size - 1], x = size > 1 ? out[size - 2] : out[0];
    int first = net->from[a], last = net->to[y];
    if (size > 1 && (first == net->from[b] || first == net->to[b])) first = net->to[a];
    if (size > 1 && (last == net->from[x] || last == net->to[x])) last = net->from[y];
    pool->columns[pool->count++] = (Column){.value = value,
                                            .kinds = 1u << kind,
                                            .at = (uint32_t)pool->pool_used,
                                            .size = (uint16_t)size,
                                            .first = (uint16_t)first,
                                            .last = (uint16_t)last};
    pool->pool_used += size;
    f->fresh++;
    return 1;
}

/* A route of a sweep goes into the pool with its own value: what it is worth, and what it paid. */
static int add_find(Fleet *f, const Class *class, const Sweep *w, const Find *find, int priced) {
    const Net *net = f->s->net;
    int64_t value = find->worth;
    const int size = trace_back(w, find->step, find->trace, f->way);
    for (int i = 0; priced && i < size; i++) {
        const int link = f->way[i], before = i ? f->way[i - 1] : -1;
        value += f->free_link[link] - f->link[link];
        if (before < 0) continue;
        const int from = net->from[link];
        value += f->pass[from == net->from[before] || from == net->to[before] ? from : net->to[link]];
    }
    return add_offer(f, class->kind, (int)(value / SCALE), f->way, size);
}

/* Would the sweep have been shorter the other way round? From now on it is done so. */
static void try_other_way(Fleet *f, const Class *class, Sweep *w) {
    const int other = f->s->lane[class->kind] ^ 1;
    const size_t size = w->layers.limit = w->layers.trace_size;
    if (get_ready(w, other, class->blocked) && sweep(w, w->floor)) f->s->lane[class->kind] = other;
    f->tried[class->kind] = size;
}

/* Let sweeps find the best route of a class worth more than the floor, and put those that come near into the pool. As
 * sweeps are the quicker the higher their floor, they go down from what nothing forbids. False if it could not be
 * done. `found` is its worth, or the floor if there is none. */
int ask_sweep(Fleet *f, const Class *class, int64_t floor, int64_t slack, int priced, int64_t *found) {
    Search *s = f->s;
    Sweep *w = &f->sweep[class->kind];
    w->terms = (Terms){SCALE, priced ? f->link : f->free_link, priced ? f->pass : NULL, class->must};
    w->layers.limit = MAX_TRACE;
    w->slack = slack;
    if (!get_ready(w, s->lane[class->kind], class->blocked)) return 0;
    const int64_t most = most_of(w);
    for (int64_t gap = STEP * SCALE; !s->stopped; gap *= 4) {
        const int64_t low = most - gap > floor ? most - gap : floor;
        if (!sweep(w, low)) return 0;
        *found = w->found_step < 0 ? low : w->found;
        if (w->found_step >= 0 || low <= floor) break;
    }
    if (w->found_step >= 0) {
        const Find best = {w->found, w->found_step, w->found_trace};
        add_find(f, class, w, &best, priced);
        for (int i = 0; i < FINDS && i < w->find_count; i++)
            if (w->finds[i].worth > w->floor) add_find(f, class, w, &w->finds[i], priced);
    }
    if (w->layers.trace_size > f->tried[class->kind] * 2 + CHEAP && !s->stopped) try_other_way(f, class, w);
    return !s->stopped;
}

/* The best of the routes listed for a class; it goes into the pool with those that come next. */
void ask_listed(Fleet *f, const Class *class, int64_t *worth) {
    enum { FEW = 16 };
    const Search *s = f->s;
    size_t few[FEW];
    int64_t few_worth[FEW];
    int size = 0;
    for (size_t i = 0; i < s->count; i++) {
        if (!(s->columns[i].kinds >> class->kind & 1)) continue;
        const int64_t now = worth_at(f, s, i);
        if (now <= 0 || (size == FEW && now <= few_worth[FEW - 1]) || !serves(class, s, i)) continue;
        int at = size < FEW ? size++ : FEW - 1;
        for (; at && few_worth[at - 1] < now; at--) {
            few_worth[at] = few_worth[at - 1];
            few[at] = few[at - 1];
        }
        few_worth[at] = now;
        few[at] = i;
    }
    *worth = size ? few_worth[0] : 0;
    for (int i = 0; i < size; i++)
        add_offer(f, class->kind, s->columns[few[i]].value, s->pool + s->columns[few[i]].at, s->columns[few[i]].size);
}
