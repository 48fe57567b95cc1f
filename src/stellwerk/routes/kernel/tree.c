/* Depth first through what prices have left, with prices of its own at every node. */
#include "choose.h"

#include <stdlib.h>
#include <string.h>

#define WORTH_MASTER 200 /* routes left, for the best prices to be worth their time */

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
int filter(Chooser *c, int level, const List *lists, List *out, const int *count, const word *mask, int kind,
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

void keep(Chooser *c, int earned, const uint32_t *pick, const int *pick_kind, int size) {
    c->best = earned;
    c->size = size;
    memcpy(c->pick, pick, (size_t)size * sizeof *pick);
    memcpy(c->pick_kind, pick_kind, (size_t)size * sizeof *pick_kind);
}

typedef struct {
    int level, earned, size; /* routes taken */
    const word *used;
    uint32_t *pick;
    int *pick_kind;
} Node;

/* Take a route and go on with what does not meet it; of `kind` only with what comes after `after`. */
static int go_on(Chooser *c, const Node *node, const List *lists, const int *count, int kind, uint32_t id, int only,
                 size_t after, const int64_t *least) {
    word now[MAX_WORDS];
    List out[MAX_KINDS];
    int fewer[MAX_KINDS];
    const int next = node->level + 1;
    memcpy(fewer, count, sizeof fewer);
    fewer[kind]--;
    for (int w = 0; w < c->words; w++) now[w] = node->used[w] | mask_of(c, id)[w];
    if (!filter(c, next, lists, out, fewer, mask_of(c, id), only, after, least, 1)) return 0;
    memcpy(c->level[next].price, c->level[node->level].price, (size_t)c->prices * sizeof(int32_t));
    node->pick[node->size] = id;
    node->pick_kind[node->size] = kind;
    take(c, id, 1);
    prove(c, next, out, fewer, now, node->earned + c->s->columns[id].value, node->pick, node->pick_kind,
          node->size + 1);
    take(c, id, -1);
    return !c->s->stopped;
}

/* Try each route that uses what is wanted. */
static void try_users(Chooser *c, const Node *node, const List *lists, const int *count, const Wanted *wanted,
                      int64_t bound, const int32_t *top) {
    const Search *s = c->s;
    Item *users = malloc((wanted->routes + 1) * sizeof *users);
    if (!users) {
        c->s->stopped = 2;
        return;
    }
    for (int kind = 0; kind < s->kinds; kind++) {
        size_t size = 0;
        for (size_t i = 0; count[kind] && i < lists[kind].size; i++)
            if (uses(c, wanted, lists[kind].items[i].id)) users[size++] = lists[kind].items[i];
        qsort(users, size, sizeof *users, by_worth);
        for (size_t i = 0; i < size; i++) {
            const int64_t need = (int64_t)(c->best + c->unit) * SCALE, with = bound - top[kind] + users[i].worth;
            int64_t least[MAX_KINDS];
            if (with < need) break;
            for (int k = 0; k < s->kinds; k++) least[k] = need - with + top[k];
            if (!go_on(c, node, lists, count, kind, users[i].id, -1, 0, least)) break;
        }
        if (s->stopped) break;
    }
    free(users);
}

/* Try each route of a kind as the one that is worth most of those its trains run; then without these trains. */
static void try_kind(Chooser *c, const Node *node, const List *lists, const int *count, int kind, int64_t bound,
                     const int32_t *top) {
    Search *s = c->s;
    const List mine = lists[kind];
    qsort(mine.items, mine.size, sizeof *mine.items, by_worth);
    const int64_t others = bound - (int64_t)count[kind] * top[kind];
    for (size_t i = 0; i < mine.size; i++) {
        const int64_t need = (int64_t)(c->best + c->unit) * SCALE;
        const int32_t worth = mine.items[i].worth, gain = worth > 0 ? worth : 0;
        /* what can still make up a better run together with this route */
        const int64_t with = others + worth + (int64_t)(count[kind] - 1) * gain;
        int64_t least[MAX_KINDS];
        if (with < need) break;
        for (int k = 0; k < s->kinds; k++) least[k] = need - with + (k != kind ? top[k] : gain);
        if (!go_on(c, node, lists, count, kind, mine.items[i].id, kind, i + 1, least)) return;
    }
    if (others >= (int64_t)(c->best + c->unit) * SCALE) {
        List out[MAX_KINDS];
        const word none[MAX_WORDS] = {0};
        int fewer[MAX_KINDS];
        memcpy(fewer, count, sizeof fewer);
        fewer[kind] = 0;
        if (!filter(c, node->level + 1, lists, out, fewer, none, -1, 0, NULL, 0)) return;
        memcpy(c->level[node->level + 1].price, c->level[node->level].price, (size_t)c->prices * sizeof(int32_t));
        prove(c, node->level + 1, out, fewer, node->used, node->earned, node->pick, node->pick_kind, node->size);
    }
}

/* The best prices: with three trains or more to go, a node cut off saves many. */
static void exact_prices(Chooser *c, int32_t *price, List *lists, const int *count) {
    int32_t *now = malloc((size_t)c->prices * sizeof *now);
    double value = 0;
    if (now && !tick_many(c->s, LOOK_AT_CLOCK) && master_prices(c, now, lists, count, &value)) {
        memcpy(price, now, (size_t)c->prices * sizeof *now);
        price_links(c, price);
        const int32_t *worth = value_table(c);
        for (int k = 0; k < c->s->kinds; k++)
            for (size_t i = 0; count[k] && i < lists[k].size; i++) lists[k].items[i].worth = *worth++;
    }
    free(now);
}

/* Prove that nothing earns more than c->best, or find it. Lists hold worths at the prices of this level. */
void prove(Chooser *c, int level, List *lists, const int *count, const word *used, int earned,
                  uint32_t *pick, int *pick_kind, int size) {
    Search *s = c->s;
    int32_t *price = c->level[level].price;
    const Node node = {level, earned, size, used, pick, pick_kind};
    int left = 0, kind = -1;
    size_t total = 0;
    for (int k = 0; k < s->kinds; k++)
        if (count[k]) {
            left += count[k];
            total += lists[k].size;
        }
    if (tick_many(s, 1 + (int64_t)(total >> 6))) return;
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
    int64_t bound = 0, need = 0;
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
        need = (int64_t)(c->best + c->unit) * SCALE;
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
        if (pass == 2 || total < 48 || (pass && (left < 3 || !level || total < WORTH_MASTER))) break;
        if (pass) exact_prices(c, price, lists, count);
        else move_prices(c, price, lists, count, used, earned, left > 2 ? 40 : 16, need);
        if (s->stopped) return;
    }
    const Wanted wanted = most_wanted(c, price, lists, count, used, bound - need);
    if (left == 2) {
        best_pair(c, level, lists, count, wanted.routes < SIZE_MAX ? &wanted : NULL, earned, pick, pick_kind, size);
        return;
    }
    for (int k = 0; k < s->kinds; k++)
        if (count[k] && (kind < 0 || lists[k].size < lists[kind].size)) kind = k;
    size_t firsts = 0;
    for (size_t i = 0; i < lists[kind].size; i++)
        firsts += bound - (int64_t)count[kind] * (top[kind] - lists[kind].items[i].worth) >= need;
    if (wanted.routes <= firsts) try_users(c, &node, lists, count, &wanted, bound, top);
    else try_kind(c, &node, lists, count, kind, bound, top);
}

/* Go straight down once: take the route that is worth most, move prices for what is left, and so on. Lists are of level 0
 * and stay as they are. */
void dive(Chooser *c, const List *from, const int *count) {
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

