/* When there is no more room for routes, those that are worth least make place, and no more like them are listed. So one
 * walk lists the best of many, though nobody knows beforehand how good these are. */
#include "kernel.h"

#include <string.h>

enum { STEPS = 1024 };

/* What a route is worth less than the best of a kind that can run it, at least, times SCALE. */
static int64_t loss_of(const Search *s, const Column *column) {
    int64_t worth = (int64_t)column->value * SCALE, least = INT64_MAX;
    if (s->tolls) {
        const int32_t *back = s->tolls->price + s->net->links;
        worth += back[column->first] + back[column->last];
        const uint16_t *way = s->pool + column->at;
        for (int i = 0; i < column->size; i++) worth -= s->tolls->price[way[i]];
        for (uint64_t m = s->tolls->triples ? held_by(s->tolls, way, column->size) : 0; m; m &= m - 1)
            worth -= s->tolls->crowding[__builtin_ctzll(m)];
    }
    for (uint32_t m = column->kinds; m; m &= m - 1) {
        const int64_t loss = s->thinning->top[__builtin_ctz(m)] - worth;
        if (loss < least) least = loss;
    }
    return least > 0 ? least : 0;
}

static int step_of(int64_t loss, int64_t most) { return loss > most ? STEPS - 1 : (int)(loss * STEPS / (most + 1)); }

/* Leave out what loses more than so much. */
void allow_loss(Search *s, int64_t loss) {
    Thinning *t = s->thinning;
    if (!s->tolls) loss = loss / SCALE * SCALE;
    t->loss = loss;
    for (int k = 0; k < s->kinds; k++) {
        const int64_t least = t->top[k] - loss;
        if (s->tolls) s->tolls->least[k] = least;
        else s->least[k] = least < SCALE ? 1 : (int)(least / SCALE);
    }
}

/* Throw out about half of the routes listed; false if too many are alike for that. */
int thin_out(Search *s) {
    Thinning *t = s->thinning;
    size_t tally[STEPS] = {0}, kept = t->first, sum = 0, used = 0;
    int cut = 0;
    for (size_t i = t->first; i < s->count; i++) tally[step_of(loss_of(s, &s->columns[i]), t->loss)]++;
    while (cut < STEPS && sum + tally[cut] <= (s->count - t->first) / 2) sum += tally[cut++];
    if (!cut) cut = 1;
    /* the least loss of all at this step or beyond it, less one */
    int64_t loss = t->loss;
    for (size_t i = t->first; i < s->count; i++) {
        const int64_t now = loss_of(s, &s->columns[i]);
        if (step_of(now, t->loss) >= cut && now - 1 < loss) loss = now - 1;
    }
    allow_loss(s, loss > t->wanted ? loss : t->wanted);
    if (t->first) used = s->columns[t->first - 1].at + s->columns[t->first - 1].size;
    for (size_t i = t->first; i < s->count; i++) {
        Column column = s->columns[i];
        if (loss_of(s, &column) > t->loss) continue;
        memmove(s->pool + used, s->pool + column.at, (size_t)column.size * sizeof *s->pool);
        memmove(s->masks + kept * s->net->words, s->masks + i * s->net->words, s->net->words * sizeof(word));
        column.at = (uint32_t)used;
        used += column.size;
        s->columns[kept++] = column;
    }
    s->count = kept;
    s->pool_used = used;
    return kept - t->first <= (s->room_limit - t->first) / 4 * 3;
}
