/* A better run from the best so far: two trains at a time give back their routes and take the best two listed that the
 * others leave. */
#include "choose.h"

#include <string.h>

/* Let the trains number `a` and `b` of the best run choose anew; says whether that earns more. */
static int choose_anew(Chooser *c, const List *lists, const int *count, int a, int b) {
    const int known = c->best;
    int fewer[MAX_KINDS], earned = 0, size = 0, pick_kind[MAX_TRAINS];
    uint32_t pick[MAX_TRAINS];
    word used[MAX_WORDS] = {0};
    List out[MAX_KINDS];
    memcpy(fewer, count, sizeof fewer);
    for (int i = 0; i < c->size; i++) {
        if (i == a || i == b) continue;
        pick[size] = c->pick[i];
        pick_kind[size++] = c->pick_kind[i];
        fewer[c->pick_kind[i]]--;
        earned += c->s->columns[c->pick[i]].value;
        for (int w = 0; w < c->words; w++) used[w] |= mask_of(c, c->pick[i])[w];
    }
    if (!filter(c, 1, lists, out, fewer, used, -1, 0, NULL, 0)) return 0;
    memcpy(c->level[1].price, c->level[0].price, (size_t)c->prices * sizeof(int32_t));
    const int others = size;
    for (int i = 0; i < others; i++) take(c, pick[i], 1);
    prove(c, 1, out, fewer, used, earned, pick, pick_kind, size);
    for (int i = 0; i < others; i++) take(c, pick[i], -1);
    return c->best > known;
}

/* Improve the best run with the routes in lists, which are of level 0 and stay as they are, until no two trains find
 * anything better. */
void exchange(Chooser *c, const List *lists, const int *count) {
    if (c->size < c->trains) return;
    const int pairs = c->trains * (c->trains - 1) / 2;
    for (int a = 0, b = 1, idle = 0; idle < pairs && c->size == c->trains && !c->s->stopped;) {
        idle = choose_anew(c, lists, count, a, b) ? 0 : idle + 1;
        if (++b < c->trains) continue;
        a = a + 2 < c->trains ? a + 1 : 0;
        b = a + 1;
    }
}
