/* The routes that are still in question, and the core of them by which prices are moved. */
#include "choose.h"

#include <stdlib.h>
#include <string.h>

/* Value all columns at the prices of level 0. */
int64_t value_all(Chooser *c, Pool *p, const int *count, int32_t *top) {
    Search *s = c->s;
    word none[MAX_WORDS] = {0};
    price_links(c, c->level[0].price);
    int64_t bound = sum_prices(c, c->level[0].price, none);
    for (int k = 0; k < s->kinds; k++) top[k] = 0;
    for (size_t i = 0; i < p->size; i++) {
        int32_t worth = p->worth[i] = worth_of(c, p->alive[i]);
        for (uint32_t m = s->columns[p->alive[i]].kinds & c->active; m; m &= m - 1) {
            int k = __builtin_ctz(m);
            if (worth > top[k]) top[k] = worth;
        }
    }
    for (int k = 0; k < s->kinds; k++) bound += (int64_t)count[k] * top[k];
    return bound;
}

/* How much a run with this column can earn at most, times SCALE. */
int64_t reach_of(const Chooser *c, uint32_t id, int32_t worth, int64_t bound, const int32_t *top) {
    int32_t least = INT32_MAX;
    for (uint32_t m = c->s->columns[id].kinds & c->active; m; m &= m - 1) {
        int k = __builtin_ctz(m);
        if (top[k] < least) least = top[k];
    }
    return bound - least + worth;
}

/* All columns that some train can run. */
void fill_pool(const Chooser *c, Pool *p) {
    const Search *s = c->s;
    p->size = 0;
    for (size_t i = 0; i < s->count; i++)
        if (s->columns[i].kinds & c->active) {
            p->alive[p->size] = (uint32_t)i;
            p->worth[p->size++] = s->columns[i].value * SCALE;
        }
}

static int step_of(int64_t reach, int64_t low, int64_t span, int steps) {
    reach -= low;
    return reach <= 0 ? 0 : reach >= span ? steps - 1 : (int)(reach * (steps - 1) / span);
}

/* Add to the core the columns of the pool that reach furthest, about `wanted` of them, and list the core by kind. */
int core_of(Chooser *c, const Pool *p, int64_t bound, const int32_t *top, size_t wanted, int level, List *lists,
                   const int *count) {
    enum { STEPS = 2048 };
    size_t tally[STEPS] = {0}, total = 0;
    Search *s = c->s;
    const int64_t low = (int64_t)c->best * SCALE, span = bound - low + 1;
    for (size_t i = 0; i < p->size; i++)
        if (!p->core[p->alive[i]])
            tally[step_of(reach_of(c, p->alive[i], p->worth[i], bound, top), low, span, STEPS)]++;
    int cut = STEPS - 1;
    for (size_t sum = tally[cut]; cut > 0 && sum + tally[cut - 1] <= wanted; sum += tally[cut]) cut--;
    for (size_t i = 0; i < p->size; i++) {
        const uint32_t id = p->alive[i];
        if (!p->core[id])
            p->core[id] = step_of(reach_of(c, id, p->worth[i], bound, top), low, span, STEPS) >= cut;
        if (p->core[id]) total += (size_t)__builtin_popcount(s->columns[id].kinds);
    }
    Item *items = level_items(c, level, total + 1);
    for (int k = 0; items && k < s->kinds; k++) {
        lists[k].items = items;
        for (size_t i = 0; count[k] && i < p->size; i++)
            if (p->core[p->alive[i]] && s->columns[p->alive[i]].kinds >> k & 1)
                *items++ = (Item){p->alive[i], p->worth[i]};
        lists[k].size = (size_t)(items - lists[k].items);
    }
    return items != NULL;
}

void keep_reaching(Chooser *c, Pool *p, int64_t bound, const int32_t *top, int64_t need) {
    size_t kept = 0;
    for (size_t i = 0; i < p->size; i++)
        if (reach_of(c, p->alive[i], p->worth[i], bound, top) >= need) {
            p->alive[kept] = p->alive[i];
            p->worth[kept++] = p->worth[i];
        }
    p->size = kept;
}
