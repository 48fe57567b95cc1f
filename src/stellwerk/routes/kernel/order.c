/* The order in which runs are told, and the search that keeps to it. */
#include "choose.h"

#include <stdlib.h>
#include <string.h>

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

/* Search in the order in which runs are told: the first that earns more than c->best, again and again, or only
 * until `goal` is reached. Lists are in that order and hold worths at the prices of level 0. Returns true to end. */
int in_order(Chooser *c, int level, const List *lists, const int *count, const word *used, int earned,
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

/* Sort lists into the order in which runs are told. */
int sort_lists(Chooser *c, List *lists, const int *count) {
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

