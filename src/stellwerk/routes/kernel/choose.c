/* The choice of routes that share no track and earn most together, proved best.
 *
 * Small cases: depth first in the order in which runs are told, bounded by the best that is left.
 * Large ones: prices give a bound and throw out nearly all routes; the rest is searched depth first with prices
 * of its own at every node, and the answer is then sought again in the order in which runs are told. */
#include "choose.h"

#include <stdlib.h>
#include <string.h>

#define EASY_COLUMNS 4000
#define EASY_EFFORT 400000
#define CORE 16000
#define ORDER_EFFORT 3000000

int compare_columns(const Search *s, uint32_t a, uint32_t b) {
    const Column *x = &s->columns[a], *y = &s->columns[b];
    if (x->value != y->value) return x->value > y->value ? -1 : 1;
    if (x->size != y->size) return x->size < y->size ? -1 : 1;
    const uint16_t *v = s->pool + x->at, *w = s->pool + y->at;
    for (int i = 0; i < x->size; i++)
        if (v[i] != w[i]) return v[i] < w[i] ? -1 : 1;
    return 0;
}

static void sort_ids(const Search *s, Item *items, Item *spare, size_t size) {
    if (size < 2) return;
    if (size < 12) {
        for (size_t i = 1; i < size; i++) {
            Item item = items[i];
            size_t j = i;
            for (; j && compare_columns(s, item.id, items[j - 1].id) < 0; j--) items[j] = items[j - 1];
            items[j] = item;
        }
        return;
    }
    size_t half = size / 2;
    sort_ids(s, items, spare, half);
    sort_ids(s, items + half, spare, size - half);
    memcpy(spare, items, half * sizeof *items);
    for (size_t i = 0, j = half, k = 0; i < half;)
        items[k++] = j < size && compare_columns(s, items[j].id, spare[i].id) < 0 ? items[j++] : spare[i++];
}

static int by_worth(const void *a, const void *b) {
    const Item *x = a, *y = b;
    if (x->worth != y->worth) return x->worth > y->worth ? -1 : 1;
    return x->id < y->id ? -1 : x->id > y->id;
}

Item *level_items(Chooser *c, int level, size_t size) {
    Level *l = &c->level[level];
    if (l->room < size) {
        free(l->items);
        l->items = malloc(size * sizeof *l->items);
        l->room = l->items ? size : 0;
        if (!l->items) c->s->stopped = 2;
    }
    return l->items;
}

/* Copy to the next level what does not meet `mask`; of `kind` only what comes after `after`. Of the rest, only
 * what is worth `least`; if the list of `kind` is in order of worth, say so by `sorted`. */
static int filter(Chooser *c, int level, const List *lists, List *out, const int *count, const word *mask, int kind,
                  size_t after, const int64_t *least, int sorted) {
    size_t total = 0;
    for (int k = 0; k < c->s->kinds; k++)
        if (count[k]) total += lists[k].size;
    Item *items = level_items(c, level, total + 1);
    if (!items) return 0;
    for (int k = 0; k < c->s->kinds; k++) {
        out[k].items = items;
        out[k].size = 0;
        if (!count[k]) continue;
        for (size_t i = k == kind ? after : 0; i < lists[k].size; i++) {
            if (least && lists[k].items[i].worth < least[k]) {
                if (sorted && k == kind) break;
                continue;
            }
            if (!meets(mask_of(c, lists[k].items[i].id), mask, c->words)) *items++ = lists[k].items[i];
        }
        out[k].size = (size_t)(items - out[k].items);
    }
    return 1;
}

static void keep(Chooser *c, int earned, const uint32_t *pick, const int *pick_kind, int size) {
    c->best = earned;
    c->size = size;
    memcpy(c->pick, pick, (size_t)size * sizeof *pick);
    memcpy(c->pick_kind, pick_kind, (size_t)size * sizeof *pick_kind);
}

/* Search in the order in which runs are told: the first that earns more than c->best, again and again, or only
 * until `goal` is reached. Lists are in that order and hold worths at the prices of level 0. Returns true to end. */
static int in_order(Chooser *c, int level, const List *lists, const int *count, const word *used, int earned,
                    uint32_t *pick, int *pick_kind, int size, int goal) {
    Search *s = c->s;
    const int32_t *price = c->level[0].price;
    int kind = -1, left = 0;
    int64_t bound = (int64_t)earned * SCALE + sum_prices(c, price, used), value_bound = earned;
    int32_t top[MAX_KINDS];
    size_t work = 1;
    for (int k = 0; k < s->kinds; k++) {
        top[k] = 0;
        if (!count[k]) continue;
        if (kind < 0) kind = k;
        left += count[k];
        work += lists[k].size;
        for (size_t i = 0; i < lists[k].size; i++)
            if (lists[k].items[i].worth > top[k]) top[k] = lists[k].items[i].worth;
        bound += (int64_t)count[k] * top[k];
        if (lists[k].size) value_bound += (int64_t)count[k] * s->columns[lists[k].items[0].id].value;
    }
    if (tick(s)) return 1;
    if (c->limited && (c->effort -= (int64_t)work) < 0) return 1;
    if (kind < 0) {
        if (earned > c->best) keep(c, earned, pick, pick_kind, size);
        return c->best >= goal;
    }
    if (bound < (int64_t)(c->best + 1) * SCALE || value_bound <= c->best) return 0;
    const List *mine = &lists[kind];
    int64_t others = value_bound - (mine->size ? (int64_t)count[kind] * s->columns[mine->items[0].id].value : 0);
    int fewer[MAX_KINDS];
    memcpy(fewer, count, sizeof fewer);
    fewer[kind]--;
    for (size_t i = 0; i < mine->size; i++) {
        const uint32_t id = mine->items[i].id;
        const int value = s->columns[id].value;
        if (others + (int64_t)count[kind] * value <= c->best) break;
        if (bound - top[kind] + mine->items[i].worth < (int64_t)(c->best + 1) * SCALE) continue;
        pick[size] = id;
        pick_kind[size] = kind;
        if (left == 1) {
            if (earned + value > c->best) keep(c, earned + value, pick, pick_kind, size + 1);
            return c->best >= goal;
        }
        word now[MAX_WORDS];
        for (int w = 0; w < c->words; w++) now[w] = used[w] | mask_of(c, id)[w];
        List out[MAX_KINDS];
        int64_t least[MAX_KINDS], with = bound - top[kind] + mine->items[i].worth;
        for (int k = 0; k < s->kinds; k++) least[k] = (int64_t)(c->best + 1) * SCALE - with + top[k];
        if (c->limited) c->effort -= (int64_t)work / 4;
        if (!filter(c, level + 1, lists, out, fewer, mask_of(c, id), kind, i + 1, least, 0)) return 1;
        take(c, id, 1);
        const int end = in_order(c, level + 1, out, fewer, now, earned + value, pick, pick_kind, size + 1, goal);
        take(c, id, -1);
        if (end) return 1;
    }
    if (others > c->best) {
        fewer[kind] = 0;
        return in_order(c, level + 1, lists, fewer, used, earned, pick, pick_kind, size, goal);
    }
    return 0;
}

/* Prove that nothing earns more than c->best, or find it. Lists hold worths at the prices of this level. */
static void prove(Chooser *c, int level, List *lists, const int *count, const word *used, int earned,
                  uint32_t *pick, int *pick_kind, int size) {
    Search *s = c->s;
    int32_t *price = c->level[level].price;
    int left = 0, kind = -1;
    size_t total = 0;
    for (int k = 0; k < s->kinds; k++)
        if (count[k]) {
            left += count[k];
            total += lists[k].size;
        }
    if (tick_many(s, 1 + (int64_t)(total >> 6))) return;
    if (c->until && s->ticks > c->until) return;
    if (left <= 1) {
        int most = 0;
        for (int k = 0; k < s->kinds; k++)
            for (size_t i = 0; count[k] && i < lists[k].size; i++) {
                int value = s->columns[lists[k].items[i].id].value;
                if (value > most) {
                    most = value;
                    pick[size] = lists[k].items[i].id;
                    pick_kind[size] = k;
                }
            }
        if (earned + most > c->best) keep(c, earned + most, pick, pick_kind, size + (most > 0));
        return;
    }
    int64_t bound = 0;
    int32_t top[MAX_KINDS];
    for (int pass = 0;; pass++) {
        bound = (int64_t)earned * SCALE + sum_prices(c, price, used);
        for (int k = 0; k < s->kinds; k++) {
            top[k] = 0;
            if (!count[k]) continue;
            for (size_t i = 0; i < lists[k].size; i++)
                if (lists[k].items[i].worth > top[k]) top[k] = lists[k].items[i].worth;
            bound += (int64_t)count[k] * top[k];
        }
        const int64_t need = (int64_t)(c->best + c->unit) * SCALE;
        if (bound < need) return;
        total = 0;
        for (int k = 0; k < s->kinds; k++) {
            if (!count[k]) continue;
            size_t kept = 0;
            for (size_t i = 0; i < lists[k].size; i++)
                if (bound - top[k] + lists[k].items[i].worth >= need) lists[k].items[kept++] = lists[k].items[i];
            lists[k].size = kept;
            total += kept;
        }
        if (pass || total < 48) break;
        move_prices(c, price, lists, count, used, earned, left > 2 ? 40 : 16, need);
        if (s->stopped) return;
    }
    for (int k = 0; k < s->kinds; k++)
        if (count[k] && (kind < 0 || lists[k].size < lists[kind].size)) kind = k;
    List mine = lists[kind];
    qsort(mine.items, mine.size, sizeof *mine.items, by_worth);
    const int64_t others = bound - (int64_t)count[kind] * top[kind];
    int fewer[MAX_KINDS];
    memcpy(fewer, count, sizeof fewer);
    fewer[kind]--;
    for (size_t i = 0; i < mine.size; i++) {
        const uint32_t id = mine.items[i].id;
        int32_t worth = mine.items[i].worth;
        if (others + (int64_t)count[kind] * (worth > 0 ? worth : 0) + (worth < 0 ? worth : 0) <
            (int64_t)(c->best + c->unit) * SCALE)
            break;
        word now[MAX_WORDS];
        for (int w = 0; w < c->words; w++) now[w] = used[w] | mask_of(c, id)[w];
        List out[MAX_KINDS];
        /* what can still make up a better run together with this route */
        int64_t least[MAX_KINDS], with = others + worth;
        if (worth > 0) with += (int64_t)(count[kind] - 1) * worth;
        for (int k = 0; k < s->kinds; k++)
            least[k] = (int64_t)(c->best + c->unit) * SCALE - with + (k != kind ? top[k] : worth > 0 ? worth : 0);
        if (!filter(c, level + 1, lists, out, fewer, mask_of(c, id), kind, i + 1, least, 1)) return;
        memcpy(c->level[level + 1].price, price, (size_t)c->prices * sizeof *price);
        pick[size] = id;
        pick_kind[size] = kind;
        take(c, id, 1);
        prove(c, level + 1, out, fewer, now, earned + s->columns[id].value, pick, pick_kind, size + 1);
        take(c, id, -1);
        if (s->stopped || (c->until && s->ticks > c->until)) return;
    }
    if (others >= (int64_t)(c->best + c->unit) * SCALE) {
        List out[MAX_KINDS];
        word none[MAX_WORDS] = {0};
        fewer[kind] = 0;
        if (!filter(c, level + 1, lists, out, fewer, none, -1, 0, NULL, 0)) return;
        memcpy(c->level[level + 1].price, price, (size_t)c->prices * sizeof *price);
        prove(c, level + 1, out, fewer, used, earned, pick, pick_kind, size);
    }
}

typedef struct {
    uint32_t *alive; /* columns not thrown out */
    int32_t *worth;  /* at the prices of level 0, beside `alive` */
    uint8_t *core;   /* by column: whether prices are moved by it */
    size_t size;
    int64_t bound; /* for every run, times SCALE */
} Pool;

/* Value all columns at the prices of level 0. */
static int64_t value_all(Chooser *c, Pool *p, const int *count, int32_t *top) {
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
static int64_t reach_of(const Chooser *c, uint32_t id, int32_t worth, int64_t bound, const int32_t *top) {
    int32_t least = INT32_MAX;
    for (uint32_t m = c->s->columns[id].kinds & c->active; m; m &= m - 1) {
        int k = __builtin_ctz(m);
        if (top[k] < least) least = top[k];
    }
    return bound - least + worth;
}

/* All columns that some train can run. */
static void fill_pool(const Chooser *c, Pool *p) {
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
static int core_of(Chooser *c, const Pool *p, int64_t bound, const int32_t *top, size_t wanted, int level, List *lists,
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

static void keep_reaching(Chooser *c, Pool *p, int64_t bound, const int32_t *top, int64_t need) {
    size_t kept = 0;
    for (size_t i = 0; i < p->size; i++)
        if (reach_of(c, p->alive[i], p->worth[i], bound, top) >= need) {
            p->alive[kept] = p->alive[i];
            p->worth[kept++] = p->worth[i];
        }
    p->size = kept;
}

/* Greedy choice among the columns in lists, by worth. */
static void greedy_lists(Chooser *c, const List *lists, const int *count) {
    size_t total = 0;
    for (int k = 0; k < c->s->kinds; k++)
        if (count[k]) total += lists[k].size;
    uint32_t *ids = malloc((total + 1) * sizeof *ids);
    int32_t *worth = malloc((total + 1) * sizeof *worth);
    size_t n = 0;
    if (ids && worth) {
        for (int k = 0; k < c->s->kinds; k++)
            for (size_t i = 0; count[k] && i < lists[k].size; i++) {
                ids[n] = lists[k].items[i].id;
                worth[n++] = lists[k].items[i].worth;
            }
        greedy(c, ids, worth, n);
    }
    free(ids);
    free(worth);
}

static void set_answer(Chooser *c, int64_t bound) {
    Search *s = c->s;
    s->total = c->best;
    s->bound = bound;
    for (int i = 0; i < c->size; i++) {
        const Column *column = &s->columns[c->pick[i]];
        if (!keep_chosen(s, i, c->pick_kind[i], s->pool + column->at, column->size)) return;
    }
    s->chosen_count = c->size;
}

/* Sort lists into the order in which runs are told. */
static int sort_lists(Chooser *c, List *lists, const int *count) {
    size_t most = 0;
    for (int k = 0; k < c->s->kinds; k++)
        if (count[k] && lists[k].size > most) most = lists[k].size;
    Item *spare = malloc((most + 1) * sizeof *spare);
    if (!spare) return 0;
    for (int k = 0; k < c->s->kinds; k++)
        if (count[k]) sort_ids(c->s, lists[k].items, spare, lists[k].size);
    free(spare);
    return 1;
}

/* Go straight down once: take the route that is worth most, move prices for what is left, and so on. The first
 * route taken is number `turn` in order of worth. Lists are of level 0 and stay as they are. */
static void dive(Chooser *c, const List *from, const int *count, size_t turn) {
    Search *s = c->s;
    int left[MAX_KINDS], earned = 0, size = 0, level = 0;
    uint32_t pick[MAX_TRAINS];
    int pick_kind[MAX_TRAINS];
    word used[MAX_WORDS] = {0};
    List lists[MAX_KINDS];
    memcpy(left, count, sizeof left);
    memcpy(lists, from, sizeof lists);
    for (;;) {
        int kind = -1;
        Item top = {0, INT32_MIN};
        size_t total = 0;
        for (int k = 0; k < s->kinds; k++) {
            if (!left[k]) continue;
            total += lists[k].size;
            for (size_t i = 0; i < lists[k].size; i++)
                if (by_worth(&lists[k].items[i], &top) < 0) {
                    top = lists[k].items[i];
                    kind = k;
                }
        }
        if (kind < 0 || s->stopped) break;
        if (!level && turn) {
            Item *items = malloc(lists[kind].size * sizeof *items);
            if (!items) break;
            memcpy(items, lists[kind].items, lists[kind].size * sizeof *items);
            qsort(items, lists[kind].size, sizeof *items, by_worth);
            top = items[turn < lists[kind].size ? turn : lists[kind].size - 1];
            free(items);
        }
        const word *mask = mask_of(c, top.id);
        for (int w = 0; w < c->words; w++) used[w] |= mask[w];
        earned += s->columns[top.id].value;
        pick[size] = top.id;
        pick_kind[size++] = kind;
        left[kind]--;
        take(c, top.id, 1);
        List out[MAX_KINDS];
        if (!filter(c, level + 1, lists, out, left, mask, -1, 0, NULL, 0)) break;
        memcpy(lists, out, sizeof lists);
        memcpy(c->level[level + 1].price, c->level[level].price, (size_t)c->prices * sizeof(int32_t));
        level++;
        int trains = 0;
        for (int k = 0; k < s->kinds; k++) trains += left[k];
        if (!trains) break;
        if (trains == 1) {
            for (int k = 0; k < s->kinds; k++)
                for (size_t i = 0; left[k] && i < lists[k].size; i++)
                    lists[k].items[i].worth = s->columns[lists[k].items[i].id].value;
        } else {
            move_prices(c, c->level[level].price, lists, left, used, earned, 30,
                        (int64_t)(c->best + c->unit) * SCALE);
        }
    }
    for (int i = 0; i < size; i++) take(c, pick[i], -1);
    if (earned > c->best) keep(c, earned, pick, pick_kind, size);
}

/* Is what was found so little that routes left out may matter, and nothing better in sight among those listed? */
static int too_few(Chooser *c, int64_t bound) {
    Search *s = c->s;
    if (s->stopped || c->best >= s->enough || bound >= (int64_t)s->enough * SCALE) return 0;
    s->relist = 1;
    set_answer(c, -1);
    return 1;
}

/* Begin with the run that was found among fewer routes. */
static void take_over(Chooser *c) {
    Search *s = c->s;
    uint32_t pick[MAX_TRAINS];
    int pick_kind[MAX_TRAINS], earned = 0;
    if (!s->chosen_count) return;
    for (int t = 0; t < s->chosen_count; t++) {
        const Chosen *chosen = &s->chosen[t];
        size_t i = 0;
        for (; i < s->count; i++)
            if (s->columns[i].size == chosen->size &&
                !memcmp(s->pool + s->columns[i].at, chosen->links, (size_t)chosen->size * sizeof *chosen->links))
                break;
        if (i == s->count) return;
        pick[t] = (uint32_t)i;
        pick_kind[t] = chosen->kind;
        earned += s->columns[i].value;
    }
    keep(c, earned, pick, pick_kind, s->chosen_count);
}

static void hard(Chooser *c, Pool *p, const int *count, int complete) {
    Search *s = c->s;
    const word none[MAX_WORDS] = {0};
    int32_t top[MAX_KINDS], *best_price = malloc((size_t)c->prices * sizeof *best_price);
    int32_t *price = c->level[0].price;
    uint32_t pick[MAX_TRAINS];
    int pick_kind[MAX_TRAINS];
    List lists[MAX_KINDS];
    if (!best_price) {
        s->stopped = 2;
        return;
    }
    memset(price, 0, (size_t)c->prices * sizeof *price);
    memset(best_price, 0, (size_t)c->prices * sizeof *best_price);
    int stale = 0;
    int64_t bound = value_all(c, p, count, top);
    p->bound = bound;
    /* the dearest routes are all alike: some of every sort keep the first prices from leaning on few stops */
    for (size_t i = 0, step = p->size / CORE + 1; i < p->size; i += step) p->core[p->alive[i]] = 1;
    for (int round = 0; round < 12; round++) {
        const int64_t need = (int64_t)(c->best + c->unit) * SCALE;
        if (p->bound < need) break;
        if (!core_of(c, p, bound, top, round ? CORE / 2 : CORE, 0, lists, count)) break;
        greedy_lists(c, lists, count);
        if (tick_many(s, 64)) break;
        move_prices(c, price, lists, count, none, 0, round ? 60 : 120, need);
        greedy_lists(c, lists, count);
        int64_t before = p->bound;
        size_t size = p->size;
        bound = value_all(c, p, count, top);
        if (bound < p->bound) {
            p->bound = bound;
            memcpy(best_price, price, (size_t)c->prices * sizeof *price);
        }
        keep_reaching(c, p, bound, top, (int64_t)(c->best + c->unit) * SCALE);
        improve(c, p->alive, p->size);
        if (s->stopped) break;
        stale = (before - p->bound) * 30 < before - need && p->size * 10 > size * 9 ? stale + 1 : 0;
        if (stale >= 2 && round >= 4) break;
    }
    if (too_few(c, p->bound)) goto end;
    if (!s->stopped && p->bound >= (int64_t)(c->best + c->unit) * SCALE) {
        memcpy(price, best_price, (size_t)c->prices * sizeof *price);
        bound = value_all(c, p, count, top);
        if (core_of(c, p, bound, top, CORE / 2, 0, lists, count))
            for (size_t turn = 0; turn < 12 && !s->stopped; turn++) {
                dive(c, lists, count, turn * turn);
                if (p->bound < (int64_t)(c->best + c->unit) * SCALE) break;
            }
        improve(c, p->alive, p->size);
        if (too_few(c, 0)) goto end;
        keep_reaching(c, p, bound, top, (int64_t)(c->best + c->unit) * SCALE);
        for (int effort = 8000; p->size > 4000 && effort < 64000 && !s->stopped; effort *= 2) {
            /* a better run is likely among the routes that reach furthest */
            const int before = c->best;
            memset(p->core, 0, s->count);
            memcpy(price, best_price, (size_t)c->prices * sizeof *price);
            bound = value_all(c, p, count, top);
            if (bound < (int64_t)(c->best + c->unit) * SCALE) break;
            if (!core_of(c, p, bound, top, 3000, 0, lists, count)) break;
            c->until = s->ticks + effort;
            prove(c, 0, lists, count, none, 0, pick, pick_kind, 0);
            c->until = 0;
            improve(c, p->alive, p->size);
            keep_reaching(c, p, bound, top, (int64_t)(c->best + c->unit) * SCALE);
            if (c->best == before) break;
        }
    }
    const int root = (int)(p->bound / SCALE / c->unit * c->unit);
    if (!s->stopped && c->best < root && p->size) {
        memcpy(price, best_price, (size_t)c->prices * sizeof *price);
        value_all(c, p, count, top);
        if (core_of(c, p, p->bound, top, p->size, 0, lists, count))
            prove(c, 0, lists, count, none, 0, pick, pick_kind, 0);
    }
    const int proved = !s->stopped && complete;
    if (proved) {
        /* once more in the order in which runs are told, with the columns that reach the best total */
        const int best = c->best, kept = c->size;
        uint32_t kept_pick[MAX_TRAINS];
        int kept_kind[MAX_TRAINS];
        memcpy(kept_pick, c->pick, sizeof kept_pick);
        memcpy(kept_kind, c->pick_kind, sizeof kept_kind);
        memcpy(price, best_price, (size_t)c->prices * sizeof *price);
        fill_pool(c, p);
        bound = value_all(c, p, count, top);
        keep_reaching(c, p, bound, top, (int64_t)best * SCALE);
        int found = 0;
        if (p->size < 300000 && core_of(c, p, bound, top, p->size, 0, lists, count) && sort_lists(c, lists, count)) {
            c->limited = 1;
            c->effort = ORDER_EFFORT;
            c->best = best - 1;
            in_order(c, 0, lists, count, none, 0, pick, pick_kind, 0, best);
            found = c->best == best;
        }
        if (!found) {
            c->best = best;
            c->size = kept;
            memcpy(c->pick, kept_pick, sizeof kept_pick);
            memcpy(c->pick_kind, kept_kind, sizeof kept_kind);
        }
        s->stopped = 0;
        set_answer(c, best);
    } else {
        set_answer(c, complete ? root : -1);
    }
end:
    free(best_price);
}

static int divisor(int a, int b) {
    while (b) {
        int t = a % b;
        a = b;
        b = t;
    }
    return a < 0 ? -a : a;
}

void choose_routes(Search *s) {
    Chooser c = {.s = s, .words = s->net->words, .bits = s->net->words * 64};
    const int complete = !s->stopped;
    const word none[MAX_WORDS] = {0};
    int count[MAX_KINDS] = {0};
    Pool p = {0};
    take_over(&c);
    s->total = s->chosen_count = 0;
    s->bound = complete ? 0 : -1;
    if (s->stopped == 2 || !s->count) return;
    s->stopped = 0;
    for (int k = 0; k < s->kinds; k++) {
        count[k] = s->kind[k].count;
        for (int i = 0; i < count[k]; i++) c.order[c.trains++] = k;
        if (count[k]) c.active |= 1u << k;
    }
    for (size_t i = 0; i < s->count; i++) c.unit = divisor(s->columns[i].value, c.unit);
    if (c.trains == 1) {
        uint32_t best = UINT32_MAX;
        for (size_t i = 0; i < s->count; i++)
            if (s->columns[i].kinds & c.active && (best == UINT32_MAX || compare_columns(s, (uint32_t)i, best) < 0))
                best = (uint32_t)i;
        if (best == UINT32_MAX) return;
        keep(&c, s->columns[best].value, &best, c.order, 1);
        set_answer(&c, complete ? c.best : -1);
        return;
    }
    const int stops = s->net->stops;
    c.link_price = malloc((size_t)(s->net->links + stops + 1) * sizeof *c.link_price);
    c.odd_stop = calloc((size_t)stops * 5 + 1, sizeof *c.odd_stop);
    if (c.odd_stop) {
        c.odd_of = c.odd_stop + stops;
        c.taken = c.odd_of + stops;
        c.degree = c.taken + stops;
        c.end_price = c.degree + stops;
        for (int i = 0; i < stops; i++) {
            c.odd_of[i] = -1;
            if (s->net->ways[i] & 1 && s->net->ways[i] > 1) {
                c.odd_of[i] = c.odd;
                c.odd_stop[c.odd++] = i;
            }
        }
    }
    c.prices = c.bits + c.odd;
    c.wish = malloc((size_t)c.prices * 2 * sizeof *c.wish);
    p.alive = malloc(s->count * sizeof *p.alive);
    p.worth = malloc(s->count * sizeof *p.worth);
    p.core = calloc(s->count, 1);
    c.levels = c.trains + 2;
    int32_t *prices = calloc((size_t)c.levels * c.prices, sizeof *prices);
    if (!c.link_price || !c.odd_stop || !c.wish || !p.alive || !p.worth || !p.core || !prices) {
        s->stopped = 2;
        goto end;
    }
    c.push = c.wish + c.prices;
    for (int l = 0; l < c.levels; l++) c.level[l].price = prices + (size_t)l * c.prices;
    fill_pool(&c, &p);
    greedy(&c, p.alive, p.worth, p.size);
    if (complete && s->shortcuts && s->count <= EASY_COLUMNS) {
        List lists[MAX_KINDS];
        uint32_t pick[MAX_TRAINS];
        int pick_kind[MAX_TRAINS], greedy_best = c.best, greedy_size = c.size;
        uint32_t greedy_pick[MAX_TRAINS];
        int greedy_kind[MAX_TRAINS], top[MAX_KINDS];
        int64_t bound = value_all(&c, &p, count, top);
        memcpy(greedy_pick, c.pick, sizeof greedy_pick);
        memcpy(greedy_kind, c.pick_kind, sizeof greedy_kind);
        if (!core_of(&c, &p, bound, top, p.size, 0, lists, count) || !sort_lists(&c, lists, count)) goto end;
        c.limited = 1;
        c.effort = EASY_EFFORT;
        c.best = greedy_best - 1;
        in_order(&c, 0, lists, count, none, 0, pick, pick_kind, 0, INT32_MAX);
        if (c.best < greedy_best) {
            c.best = greedy_best;
            c.size = greedy_size;
            memcpy(c.pick, greedy_pick, sizeof greedy_pick);
            memcpy(c.pick_kind, greedy_kind, sizeof greedy_kind);
        }
        if (c.effort >= 0 && !s->stopped) {
            set_answer(&c, c.best);
            goto end;
        }
        c.limited = 0;
    }
    memset(p.core, 0, s->count);
    hard(&c, &p, count, complete);
end:
    for (int l = 0; l < MAX_TRAINS + 2; l++) free(c.level[l].items);
    free_table(&c);
    free(c.link_price);
    free(c.odd_stop);
    free(c.wish);
    free(p.alive);
    free(p.worth);
    free(p.core);
    free(prices);
}
