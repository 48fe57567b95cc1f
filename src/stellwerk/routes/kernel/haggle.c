/* Prices at which trains leave each other's track alone, found with few sweeps: the best prices for the routes of the pool
 * (barter.c) come first, then each class of trains is asked for its best route at these prices. What the prices add up
 * to and what the trains have left bounds every run, so a class that finds no route beyond its share closes the case. If
 * it does find one, the pool grows. */
#include "fleet.h"

#include <stdlib.h>
#include <string.h>

#define NEAR 70   /* how far prices go towards what the pool says, in parts of 100 */
#define SLACK 5   /* routes that come so near to the best go into the pool, too */

int64_t need_of(const Fleet *f) {
    const int64_t more = f->best + f->unit;
    return (more > f->target ? more : f->target) * SCALE;
}

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
            if (!ask_sweep(f, class, offered[c].worth + share, class->worth, SLACK * SCALE, 1, &class->worth))
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
                const int64_t likely = class->worth;
                if (!ask_sweep(f, &next, likely / 2, likely, SLACK * SCALE, 1, &worth)) return;
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
    int32_t *now = malloc((size_t)f->prices * sizeof *now);
    int answer = OPEN;
    int64_t worth[MAX_TRAINS], nearest = INT64_MAX;
    if (!now) {
        f->s->stopped = 2;
        return OPEN;
    }
    *bound = INT64_MAX;
    for (int c = 0; c < size; c++) worth[c] = classes[c].worth;
    for (int round = 0; round < rounds && !f->s->stopped; round++) {
        if (!list_offers(f, classes, size, offered)) break;
        memcpy(now, price, (size_t)f->prices * sizeof *now);
        best_prices(f, classes, size, offered, now);
        const int64_t hoped = value_offers(f, classes, size, offered, now, closed);
        if (round >= least && hoped >= need_of(f) && (!least || *bound - hoped < f->unit * SCALE / 2)) break;
        /* near the best prices so far: the pool knows little of what is far away */
        for (int b = 0; b < f->prices; b++)
            now[b] = round ? price[b] + (now[b] - price[b]) * NEAR / 100 : price[b];
        value_offers(f, classes, size, offered, now, closed);
        const size_t before = f->pool.count;
        int all = least > 0;
        const int64_t got = ask_all(f, classes, size, offered, sum_of_prices(f, now, closed), round % size, &all);
        if (all && got < *bound) *bound = got;
        if (got < nearest) {
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
