/* The last two trains: the dearest two routes that share no track, sought by value. */
#include "choose.h"

#include <stdlib.h>

static int by_value(const void *a, const void *b) {
    const Item *x = a, *y = b;
    if (x->worth != y->worth) return x->worth > y->worth ? -1 : 1;
    return x->id < y->id ? -1 : x->id > y->id;
}

/* Copy a list with values for worths, the dearest first. */
static List by_values(const Chooser *c, const List *list, Item *room) {
    for (size_t i = 0; i < list->size; i++) {
        const uint32_t id = list->items[i].id;
        room[i] = (Item){id, c->s->columns[id].value};
    }
    qsort(room, list->size, sizeof *room, by_value);
    return (List){room, list->size};
}

/* Keep the best run with two of these routes, or one, if it earns more than c->best. If something is wanted, runs
 * without it are of no interest. */
void best_pair(Chooser *c, int level, const List *lists, const int *count, const Wanted *wanted, int earned,
               uint32_t *pick, int *pick_kind, int size) {
    int kind[2] = {-1, -1};
    for (int k = 0; k < c->s->kinds; k++)
        for (int i = 0; i < count[k]; i++) kind[kind[0] >= 0] = k;
    const int alike = kind[0] == kind[1];
    Item *room = level_items(c, level + 1, lists[kind[0]].size + lists[kind[1]].size + 1);
    if (!room) return;
    const List first = by_values(c, &lists[kind[0]], room);
    const List second = alike ? first : by_values(c, &lists[kind[1]], room + first.size);
    for (int side = 0; side < 2; side++) {
        const List *alone = side ? &second : &first;
        if (!alone->size || earned + alone->items[0].worth <= c->best) continue;
        pick[size] = alone->items[0].id;
        pick_kind[size] = kind[side];
        keep(c, earned + alone->items[0].worth, pick, pick_kind, size + 1);
    }
    for (size_t i = 0; second.size && i < first.size; i++) {
        const Item one = first.items[i];
        if (earned + one.worth + second.items[0].worth <= c->best) break;
        const int has = !wanted || uses(c, wanted, one.id);
        if (!has && alike) continue;
        size_t j = alike && !wanted ? i + 1 : 0;
        for (; j < second.size && earned + one.worth + second.items[j].worth > c->best; j++) {
            const Item other = second.items[j];
            if (meets(mask_of(c, one.id), mask_of(c, other.id), c->words)) continue;
            if (!has && !uses(c, wanted, other.id)) continue;
            pick[size] = one.id;
            pick_kind[size] = kind[0];
            pick[size + 1] = other.id;
            pick_kind[size + 1] = kind[1];
            keep(c, earned + one.worth + other.worth, pick, pick_kind, size + 2);
            break;
        }
        if (tick_many(c->s, 1 + (int64_t)(j >> 6))) return;
    }
}
