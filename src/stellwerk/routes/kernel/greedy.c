/* First answers: trains take what is worth most, then each makes the best of what the others leave. */
#include "choose.h"

#include <stdlib.h>

static void adopt(Chooser *c, const int64_t *pick) {
    int total = 0;
    for (int t = 0; t < c->trains; t++)
        if (pick[t] >= 0) total += c->s->columns[pick[t]].value;
    if (total <= c->best) return;
    c->best = total;
    c->size = 0;
    for (int t = 0; t < c->trains; t++)
        if (pick[t] >= 0) {
            c->pick[c->size] = (uint32_t)pick[t];
            c->pick_kind[c->size++] = c->order[t];
        }
}

/* Let each train in turn take the best route that the others leave, until none finds a better one. */
static void polish(Chooser *c, int64_t *pick, const uint32_t *ids, size_t size) {
    const Search *s = c->s;
    for (int pass = 0, changed = 1; changed && pass < 4; pass++) {
        changed = 0;
        for (int t = 0; t < c->trains; t++) {
            word used[MAX_WORDS] = {0};
            for (int o = 0; o < c->trains; o++)
                if (o != t && pick[o] >= 0)
                    for (int w = 0; w < c->words; w++) used[w] |= mask_of(c, (uint32_t)pick[o])[w];
            int value = pick[t] >= 0 ? s->columns[pick[t]].value : 0;
            for (size_t i = 0; i < size; i++) {
                const Column *column = &s->columns[ids[i]];
                if (column->value > value && column->kinds >> c->order[t] & 1 &&
                    !meets(mask_of(c, ids[i]), used, c->words)) {
                    value = column->value;
                    pick[t] = ids[i];
                    changed = 1;
                }
            }
        }
    }
    adopt(c, pick);
}

/* Trains take in turn what is worth most after prices, each train being first once; then polish. */
void greedy(Chooser *c, const uint32_t *ids, const int32_t *worth, size_t size) {
    const Search *s = c->s;
    for (int first = 0; first < c->trains; first++) {
        if (first && c->order[first] == c->order[first - 1]) continue;
        int64_t pick[MAX_TRAINS];
        word used[MAX_WORDS] = {0};
        for (int turn = 0; turn < c->trains; turn++) {
            int t = (first + turn) % c->trains;
            int32_t most = INT32_MIN;
            pick[t] = -1;
            for (size_t i = 0; i < size; i++)
                if (worth[i] > most && s->columns[ids[i]].kinds >> c->order[t] & 1 &&
                    !meets(mask_of(c, ids[i]), used, c->words)) {
                    most = worth[i];
                    pick[t] = ids[i];
                }
            if (pick[t] >= 0)
                for (int w = 0; w < c->words; w++) used[w] |= mask_of(c, (uint32_t)pick[t])[w];
        }
        polish(c, pick, ids, size);
    }
}

/* Greedy choice among the columns in lists, by worth. */
void greedy_lists(Chooser *c, const List *lists, const int *count) {
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
