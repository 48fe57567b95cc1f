/* Prices at which trains leave each other's track alone, found with few sweeps: prices are moved by the routes of the
 * pool until none of them wants more, then each class of trains is asked for its best route at these prices. What the
 * prices add up to and what the trains have left bounds every run, so a class that finds no route beyond its share
 * closes the case. If it does find one, the pool grows. */
#include "fleet.h"

#include <stdlib.h>
#include <string.h>

#define MOVES 80  /* of prices between two questions */
#define NEAR 70   /* how far prices go towards what the pool says, in parts of 100 */
#define SLACK 5   /* routes that come so near to the best go into the pool, too */

int64_t need_of(const Fleet *f) {
    const int64_t more = f->best + f->unit;
    return (more > f->target ? more : f->target) * SCALE;
}

typedef struct {
    uint32_t *ids;
    size_t size;
    size_t top;     /* the one worth most, if that is more than nothing */
    int64_t worth;
} Offered;

/* Which routes of the pool each class may run. */
static int list_offers(Fleet *f, const Class *classes, int size, Offered *offered) {
    for (int c = 0; c < size; c++) {
        uint32_t *ids = realloc(offered[c].ids, (f->pool.count + 1) * sizeof *ids);
        if (!ids) {
            f->s->stopped = 2;
            return 0;
        }
        offered[c].ids = ids;
        offered[c].size = 0;
        for (size_t i = 0; i < f->pool.count; i++)
            if (serves(&classes[c], &f->pool, i)) ids[offered[c].size++] = (uint32_t)i;
    }
    return 1;
}

/* The bound that the pool alone would give at these prices. */
static int64_t value_offers(Fleet *f, const Class *classes, int size, Offered *offered, const int32_t *price,
                            const word *closed) {
    int64_t bound = sum_of_prices(f, price, closed);
    set_prices(f, price);
    for (int c = 0; c < size; c++) {
        offered[c].worth = 0;
        for (size_t i = 0; i < offered[c].size; i++) {
            const int64_t worth = worth_at(f, &f->pool, offered[c].ids[i]);
            if (worth <= offered[c].worth) continue;
            offered[c].worth = worth;
            offered[c].top = offered[c].ids[i];
        }
        bound += classes[c].count * offered[c].worth;
    }
    return bound;
}

/* Move `wish` against what the classes want most; returns how far it would go. */
static double pull(Fleet *f, const Class *classes, int size, const Offered *offered, const word *closed) {
    const Net *net = f->s->net;
    const Search *pool = &f->pool;
    double norm = 0;
    for (int i = 0; i < f->odd; i++) f->degree[f->odd_stop[i]] = 2 * (net->ways[f->odd_stop[i]] / 2);
    for (int c = 0; c < size; c++) {
        if (offered[c].worth <= 0) continue;
        const Column *column = &pool->columns[offered[c].top];
        for (int i = 0; i < column->size; i++) {
            f->degree[net->from[pool->pool[column->at + i]]] -= classes[c].count;
            f->degree[net->to[pool->pool[column->at + i]]] -= classes[c].count;
        }
        f->degree[column->first] += classes[c].count;
        f->degree[column->last] += classes[c].count;
    }
    for (int b = 0; b < f->prices; b++) {
        double want = 1;
        if (b < f->bits) {
            if (closed[b >> 6] >> (b & 63) & 1) {
                f->push[b] = f->wish[b] = 0;
                continue;
            }
            for (int c = 0; c < size; c++)
                if (offered[c].worth > 0 && pool->masks[offered[c].top * net->words + (b >> 6)] >> (b & 63) & 1)
                    want -= classes[c].count;
        } else {
            want = f->degree[f->odd_stop[b - f->bits]];
        }
        double push = want + 0.6 * f->push[b];
        if (push > 0 && f->wish[b] <= 0) push = 0;
        f->push[b] = push;
        norm += push * push;
    }
    return norm;
}

/* Move what prices are wished for by so much of the push against them. */
void move_wishes(Fleet *f, double step) {
    for (int b = 0; b < f->prices; b++) {
        const double wish = f->wish[b] - step * f->push[b], most = b < f->bits ? f->dearest : f->dearest / 4;
        f->wish[b] = wish < 0 ? 0 : wish > most ? most : wish;
    }
}

/* Move prices by the pool alone. Leaves the best in `price` and returns what they would bound. */
static int64_t move(Fleet *f, const Class *classes, int size, Offered *offered, int32_t *price, const word *closed,
                    int32_t *now) {
    int64_t best = INT64_MAX, enough = need_of(f);
    double hope = -1;
    int stale = 0;
    for (int b = 0; b < f->prices; b++) {
        f->wish[b] = price[b];
        f->push[b] = 0;
    }
    for (int round = 0;; round++) {
        for (int b = 0; b < f->prices; b++) now[b] = (int32_t)f->wish[b];
        const int64_t bound = value_offers(f, classes, size, offered, now, closed);
        if (hope < 0) {
            hope = (double)(bound - enough) / 4;
            if (hope < 2 * SCALE) hope = 2 * SCALE;
        }
        stale++;
        if (bound < best) {
            if ((double)(best - bound) > hope / 4) stale = 0;
            best = bound;
            memcpy(price, now, (size_t)f->prices * sizeof *now);
        }
        if (stale >= 6) {
            hope /= 2;
            stale = 0;
        }
        if (round >= MOVES || hope < SCALE / 8.0) break;
        const double norm = pull(f, classes, size, offered, closed);
        if (norm < 1e-9) break;
        move_wishes(f, ((double)(bound - best) + hope) / norm);
    }
    return best;
}

/* Ask each class for its best at the prices set. What the pool has leaves so much to spare below what is needed; the
 * classes share it, and if none finds a route beyond its share, the bound holds. Returns the bound. */
static int64_t ask_all(Fleet *f, Class *classes, int size, const Offered *offered, int64_t sum, int first,
                       int *all) {
    int64_t bound = sum, least = sum;
    int skipped = 0;
    for (int c = 0; c < size; c++) least += classes[c].count * offered[c].worth;
    int64_t spare = need_of(f) - 1 - least;
    for (int turn = 0; turn < size && !f->s->stopped; turn++) {
        const int c = (first + turn) % size;
        Class *class = &classes[c];
        if (spare < 0 && !*all && turn) { /* it will not do: the others need not be asked, and it is no bound */
            bound += class->count * offered[c].worth;
            skipped = 1;
            continue;
        }
        if (f->s->kind[class->kind].best < 0) {
            ask_listed(f, class, &class->worth);
        } else {
            const int64_t share = spare > 0 ? spare / class->count / (size - turn) : 0;
            if (!ask_sweep(f, class, offered[c].worth + share, SLACK * SCALE, 1, &class->worth))
                return INT64_MAX;
        }
        spare -= class->count * (class->worth - offered[c].worth);
        bound += class->count * class->worth;
    }
    *all = !skipped;
    return f->s->stopped ? INT64_MAX : bound;
}

/* Let trains in turn take their best at these prices of what the ones before leave: a run, if they all find something.
 * The class `first` begins. */
static void take_turns(Fleet *f, const Class *classes, int size, int first) {
    const int words = f->s->net->words;
    word used[MAX_WORDS] = {0};
    for (int turn = 0; turn < size && !f->s->stopped; turn++) {
        const Class *class = &classes[(first + turn) % size];
        for (int i = 0; i < class->count && !f->s->stopped; i++) {
            Class next = *class;
            for (int w = 0; w < words; w++) next.blocked[w] |= used[w];
            int64_t worth = 0;
            size_t best = SIZE_MAX;
            if (f->s->kind[class->kind].best < 0) {
                ask_listed(f, &next, &worth);
            } else if (turn || i) {
                if (!ask_sweep(f, &next, class->worth / 2, SLACK * SCALE, 1, &worth)) return;
            }
            worth = 0;
            for (size_t j = 0; j < f->pool.count; j++) {
                if (!serves(&next, &f->pool, j)) continue;
                const int64_t now = worth_at(f, &f->pool, j);
                if (now > worth) worth = now, best = j;
            }
            if (best == SIZE_MAX) continue;
            for (int w = 0; w < words; w++) used[w] |= f->pool.masks[best * words + w];
        }
    }
}

int haggle(Fleet *f, Class *classes, int size, const word *closed, int32_t *price, int least, int rounds,
           int64_t *bound) {
    Offered offered[MAX_TRAINS] = {{0}};
    int32_t *now = malloc((size_t)f->prices * 2 * sizeof *now), *spare = now + f->prices;
    int answer = OPEN;
    int64_t worth[MAX_TRAINS], nearest = INT64_MAX / 2;
    if (!now) {
        f->s->stopped = 2;
        return OPEN;
    }
    *bound = INT64_MAX;
    for (int c = 0; c < size; c++) worth[c] = classes[c].worth;
    for (int round = 0; round < rounds && !f->s->stopped; round++) {
        if (!list_offers(f, classes, size, offered)) break;
        memcpy(now, price, (size_t)f->prices * sizeof *now);
        const int64_t hoped = move(f, classes, size, offered, now, closed, spare);
        if (round >= least && hoped >= need_of(f) && (!least || *bound - hoped < f->unit * SCALE / 2)) break;
        /* near the best prices so far: the pool knows little of what is far away */
        for (int b = 0; b < f->prices; b++)
            now[b] = round ? price[b] + (now[b] - price[b]) * NEAR / 100 : price[b];
        value_offers(f, classes, size, offered, now, closed);
        const size_t before = f->pool.count;
        int all = least > 0;
        const int64_t got = ask_all(f, classes, size, offered, sum_of_prices(f, now, closed), round % size, &all);
        if (all && got < *bound) *bound = got;
        if (got <= nearest + SCALE) { /* of prices nearly as good, the later ones: they say more */
            nearest = got;
            memcpy(price, now, (size_t)f->prices * sizeof *now);
            for (int c = 0; c < size; c++) worth[c] = classes[c].worth;
        }
        if (f->s->stopped || got == INT64_MAX) break;
        if (*bound < need_of(f)) {
            answer = CLOSED;
            break;
        }
        const int64_t earned = f->best;
        if (round < least || !round) take_turns(f, classes, size, round % size);
        if (f->fresh) choose_among_offers(f);
        if (f->best > earned) polish(f);
        if (*bound < need_of(f)) {
            answer = CLOSED;
            break;
        }
        if (f->pool.count == before && hoped >= need_of(f)) break;
    }
    for (int c = 0; c < size; c++) classes[c].worth = worth[c];
    for (int c = 0; c < size; c++) free(offered[c].ids);
    free(now);
    return answer;
}

/* What the pool says that these classes may earn at these prices. */
int64_t glance_at(Fleet *f, const Class *classes, int size, const word *closed, const int32_t *price) {
    int64_t bound = sum_of_prices(f, price, closed);
    for (int c = 0; c < size; c++) {
        int64_t most = 0;
        for (size_t i = 0; i < f->pool.count; i++) {
            const int64_t worth = f->worth[i];
            if (worth > most && serves(&classes[c], &f->pool, i)) most = worth;
        }
        bound += classes[c].count * most;
    }
    return bound;
}
