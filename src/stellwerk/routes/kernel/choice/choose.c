/* The choice of routes that share no track and earn most together, depth first in the order in which runs are told:
 * trains in order, and for each the dearest route first, then fewest links, then lowest link numbers. Trains that skip
 * stops come last; theirs are searched on the track that is left (skipping.c). */
#include "choose.h"

#include <stdlib.h>
#include <string.h>

#define ROUTES_A_STEP 32 /* of a list that are looked at */

static int compare(const Search *s, uint32_t a, uint32_t b) {
    const Column *x = &s->columns[a], *y = &s->columns[b];
    if (x->value != y->value) return x->value > y->value ? -1 : 1;
    if (x->size != y->size) return x->size < y->size ? -1 : 1;
    const uint16_t *v = s->pool + x->at, *w = s->pool + y->at;
    for (int i = 0; i < x->size; i++)
        if (v[i] != w[i]) return v[i] < w[i] ? -1 : 1;
    return 0;
}

static void sort_ids(const Search *s, uint32_t *ids, uint32_t *spare, size_t size) {
    if (size < 12) {
        for (size_t i = 1; i < size; i++) {
            const uint32_t id = ids[i];
            size_t j = i;
            for (; j && compare(s, id, ids[j - 1]) < 0; j--) ids[j] = ids[j - 1];
            ids[j] = id;
        }
        return;
    }
    const size_t half = size / 2;
    sort_ids(s, ids, spare, half);
    sort_ids(s, ids + half, spare, size - half);
    memcpy(spare, ids, half * sizeof *ids);
    for (size_t i = 0, j = half, k = 0; i < half;)
        ids[k++] = j < size && compare(s, ids[j], spare[i]) < 0 ? ids[j++] : spare[i++];
}

/* The routes of each kind of limited reach in order; false if there is no memory. */
int make_lists(Chooser *c, List *lists) {
    Search *s = c->s;
    size_t total = 0, most = 0, size[MAX_KINDS] = {0};
    for (size_t i = 0; i < s->count; i++)
        for (uint32_t m = s->columns[i].kinds; m; m &= m - 1) size[__builtin_ctz(m)]++;
    for (int k = 0; k < s->kinds; k++) {
        total += size[k];
        if (size[k] > most) most = size[k];
    }
    uint32_t *ids = malloc((total + most + 1) * sizeof *ids), *spare = ids + total;
    lists[0].ids = ids;
    if (!ids) {
        s->stopped = 2;
        return 0;
    }
    for (int k = 0; k < s->kinds; k++) {
        lists[k] = (List){ids, 0};
        for (size_t i = 0; size[k] && i < s->count; i++) {
            if (!(s->columns[i].kinds >> k & 1)) continue;
            if (c->trains > 1 || !lists[k].size) {
                ids[lists[k].size++] = (uint32_t)i;
            } else if (compare(s, (uint32_t)i, ids[0]) < 0) {
                ids[0] = (uint32_t)i; /* a single train runs the first in order */
            }
        }
        sort_ids(s, ids, spare, lists[k].size);
        ids += size[k];
    }
    return 1;
}

void free_lists(List *lists) { free(lists[0].ids); }

void put(Chooser *c, const Pick *route) {
    Pick *pick = &c->pick[c->picks++];
    uint16_t *links = pick->links;
    memcpy(links, route->links, (size_t)route->size * sizeof *links);
    *pick = (Pick){route->kind, route->value, route->size, links};
}

void put_listed(Chooser *c, int kind, uint32_t id) {
    const Column *column = &c->s->columns[id];
    put(c, &(Pick){kind, column->value, column->size, c->s->pool + column->at});
}

void keep(Chooser *c, int64_t earned) {
    c->best = earned;
    c->kept_size = c->picks;
    for (int i = 0; i < c->picks; i++) {
        uint16_t *links = c->kept[i].links;
        memcpy(links, c->pick[i].links, (size_t)c->pick[i].size * sizeof *links);
        c->kept[i] = c->pick[i];
        c->kept[i].links = links;
    }
}

/* What the trains from this position on earn at most, each alone. */
int64_t most_from(const Chooser *c, int position) {
    int64_t most = 0;
    for (int t = position; t < c->trains; t++) most += c->top[c->order[t]];
    return most;
}

/* The train before this one, if it is of the same kind and runs: it earns at least as much. */
static const Pick *equal_before(const Chooser *c, int position) {
    const int kind = c->order[position];
    const Pick *before = c->picks ? &c->pick[c->picks - 1] : NULL;
    return position && c->order[position - 1] == kind && before && before->kind == kind ? before : NULL;
}

static int next_kind(const Chooser *c, int position) {
    int next = position + 1;
    while (next < c->trains && c->order[next] == c->order[position]) next++;
    return next;
}

typedef struct {
    Chooser *c;
    int position;
    int64_t earned, floor;
    const word *used;
} Frame;

/* What a route has to exceed: with it this train and its equals, which earn no more, have to come above the best. */
static int64_t floor_of(const Frame *f) {
    const Chooser *c = f->c;
    const int next = next_kind(c, f->position), equals = next - f->position;
    const int64_t need = c->best - f->earned - most_from(c, next), top = c->top[c->order[f->position]];
    const int64_t beside = need - (equals - 1) * top;
    return need > 0 && need / equals > beside ? need / equals : beside;
}

static void found(Search *s, void *context, const Pick *route, const word *mask) {
    Frame *f = context;
    Chooser *c = f->c;
    const Pick *before = equal_before(c, f->position);
    if (before && route->value > before->value) return;
    word now[MAX_WORDS];
    for (int w = 0; w < s->net->words; w++) now[w] = f->used[w] | mask[w];
    put(c, route);
    choose(c, f->position + 1, f->earned + route->value, now, NULL, NULL);
    c->picks--;
    f->floor = floor_of(f);
}

/* A train that skips stops, on the track that is left. Of the last one only its best route matters. */
static void choose_skipping(Chooser *c, int position, int64_t earned, const word *used) {
    const int kind = c->order[position], next = next_kind(c, position);
    const Pick *before = equal_before(c, position);
    const int64_t most = before && before->value < c->top[kind] ? before->value : c->top[kind];
    if (earned + (next - position) * most + most_from(c, next) <= c->best) return;
    if (position == c->trains - 1) {
        best_skipping(c->s, kind, used, c->best - earned, &c->last);
        /* if it could earn more than the one before, that one could too */
        if (c->last.size && (!before || c->last.value <= before->value)) {
            put(c, &c->last);
            keep(c, earned + c->last.value);
            c->picks--;
        }
        return;
    }
    Frame f = {c, position, earned, 0, used};
    f.floor = floor_of(&f);
    skipping_routes(c->s, kind, used, &f.floor, found, &f);
}

/* What the trains that skip stops earn together where `used` is taken, if that is more than `floor`; else false. */
int best_beside(Chooser *c, const word *used, int64_t floor, Beside *out) {
    Chooser *skipping = c->skipping;
    const Net *net = c->s->net;
    skipping->best = floor > 0 ? floor : 0;
    skipping->kept_size = 0;
    choose(skipping, 0, 0, used, NULL, NULL);
    *out = (Beside){.value = skipping->kept_size ? skipping->best : 0};
    for (int i = 0; i < skipping->kept_size; i++)
        for (int j = 0; j < skipping->kept[i].size; j++)
            for (int w = 0; w < net->words; w++)
                out->mask[w] |= net->own[(size_t)skipping->kept[i].links[j] * net->own_words + w];
    return floor < 0 || skipping->kept_size;
}

/* The same beside a route that is added to what is used. What they earn beside the route alone is asked first, once:
 * it tells of the route in many runs that they leave it too little. */
static int beside_route(Chooser *c, uint32_t id, const word *now, int64_t floor, const Beside *before, Beside *out) {
    const word *mask = mask_of(c->s, id);
    const int words = c->s->net->words;
    if (before->value <= floor) return 0;
    if (!meets(before->mask, mask, words)) {
        *out = *before;
        return 1;
    }
    if (c->beside[id] < 0) {
        int alone = 1;
        for (int w = 0; w < words; w++) alone &= now[w] == mask[w];
        const int above = best_beside(c, mask, floor, out);
        if (c->s->stopped) return 0;
        c->beside[id] = above ? out->value : floor;
        if (alone) return above;
    }
    return c->beside[id] > floor && best_beside(c, now, floor, out);
}

/* What the trains of limited reach from this position on earn at most, each alone. */
static int64_t most_listed(const Chooser *c, int position, const List *lists) {
    int64_t most = 0;
    for (int t = position; t < c->listed; t++) {
        const List *list = &lists[c->order[t]];
        if (list->size) most += c->s->columns[list->ids[0]].value;
    }
    return most;
}

/* Keep in `out`, for the trains after this one, what is free beside a route and dear enough for a run above the best;
 * `most` is what a run with this route earns at most. False if the search has to stop. */
static int filter(Chooser *c, int position, const List *lists, List *out, size_t after, const word *mask, int64_t most,
                  const Beside *beside) {
    const Search *s = c->s;
    const int words = s->net->words, kind = c->order[position];
    size_t total = 0;
    for (int k = 0; k < s->kinds; k++) total += lists[k].size;
    if (total > c->room_size[position]) {
        free(c->room[position]);
        c->room[position] = malloc(total * sizeof **c->room);
        c->room_size[position] = c->room[position] ? total : 0;
        if (!c->room[position]) {
            c->s->stopped = 2;
            return 0;
        }
    }
    uint32_t *to = c->room[position];
    size_t looked_at = 0;
    for (int k = 0; k < s->kinds; k++) {
        const List *from = &lists[k];
        const size_t first = k == kind ? after : 0;
        out[k] = (List){to, 0};
        if (first >= from->size || (k == kind && c->order[position + 1] != kind)) continue;
        const int64_t top = s->columns[from->ids[first]].value;
        size_t i = first;
        for (; i < from->size; i++) {
            const int64_t with = most - top + s->columns[from->ids[i]].value;
            if (with <= c->best) break;
            if (c->skipping && c->beside[from->ids[i]] >= 0 && with - beside->value + c->beside[from->ids[i]] <= c->best)
                continue; /* it leaves too little to trains that skip stops */
            if (!meets(mask_of(s, from->ids[i]), mask, words)) *to++ = from->ids[i];
        }
        out[k].size = (size_t)(to - out[k].ids);
        looked_at += i - first;
    }
    return looked_at < ROUTES_A_STEP || !tick_many(c->s, (int64_t)(looked_at / ROUTES_A_STEP));
}

/* Try all routes of the train at this position; `lists` hold what is still free, `beside` what is left to trains that skip
 * stops. */
void choose(Chooser *c, int position, int64_t earned, const word *used, List *lists, const Beside *beside) {
    Search *s = c->s;
    if (tick(s)) return;
    if (position == c->trains) {
        if (earned > c->best) keep(c, earned);
        return;
    }
    const int kind = c->order[position], next = next_kind(c, position);
    if (position >= c->listed) {
        if (beside && c->skipping && earned + beside->value <= c->best) return;
        choose_skipping(c, position, earned, used);
        /* if one stays idle, so do its equals */
        if (!s->stopped && earned + most_from(c, next) > c->best) choose(c, next, earned, used, NULL, NULL);
        return;
    }
    const int64_t rest = most_listed(c, next, lists) + beside->value;
    const List *mine = &lists[kind];
    for (size_t i = 0; i < mine->size && !s->stopped; i++) {
        const uint32_t id = mine->ids[i];
        const int value = s->columns[id].value;
        const int64_t most = earned + (int64_t)(next - position) * value + rest;
        List out[MAX_KINDS];
        Beside left = *beside;
        if (most <= c->best) break;
        if (position + 1 < c->listed && !filter(c, position, lists, out, i + 1, mask_of(s, id), most, beside))
            return;
        word now[MAX_WORDS];
        for (int w = 0; w < s->net->words; w++) now[w] = used[w] | mask_of(s, id)[w];
        if (c->skipping) {
            const int64_t others = position + 1 < c->listed ? most_listed(c, position + 1, out) : 0;
            if (!beside_route(c, id, now, c->best - earned - value - others, beside, &left)) continue;
        }
        put_listed(c, kind, id);
        choose(c, position + 1, earned + value, now, out, &left);
        c->picks--;
    }
    if (!s->stopped && earned + rest > c->best) {
        const List none = lists[kind];
        lists[kind].size = 0;
        choose(c, next, earned, used, lists, beside);
        lists[kind] = none;
    }
}
