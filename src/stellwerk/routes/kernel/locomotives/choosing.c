/* The search for the best choice of routes, which follows what loses little against the prices: the twin of
 * routes/locomotives/choosing.py. */
#include "choosing.h"

#include <stdlib.h>

#define URGENT 100000 /* what must be settled next comes before all that need not */

static void take_way(Choosing *c, const State *from, State *to, int at) {
    const int area = c->area[at], count = c->count, cw = c->words;
    const Settling *s = c->s;
    copy_set(to->free, from->free, cw);
    copy_set(to->wanted, from->wanted, c->wanted_words);
    copy_set(to->covered, from->covered, c->item_words);
    memcpy(to->left, from->left, (size_t)s->areas * sizeof *to->left);
    memcpy(to->met, from->met, (size_t)count * sizeof *to->met);
    memcpy(to->cost, from->cost, (size_t)count * sizeof *to->cost);
    to->left[area]--;
    const int way = c->order[at];
    for (int i = s->first_row[way]; i < s->first_row[way + 1]; i++)
        take_away(to->free, c->using + (size_t)s->row[i] * (size_t)cw, cw);
    drop(to->free, at);
    if (to->left[area] <= 0) take_away(to->free, c->in_area + (size_t)area * (size_t)cw, cw);
    to->loss = from->loss + c->slack[at];
    to->open = from->open;
    const word *sure = c->sure + (size_t)at * (size_t)c->item_words;
    EACH(item, sure, c->item_words) {
        const int64_t claim = c->claim[item];
        if (has(from->covered, item))
            to->loss += claim;
        else if (claim)
            EACH(other, c->surely + (size_t)item * (size_t)cw, cw) to->cost[other] += claim;
    }
    const word *wants = c->meets + (size_t)at * (size_t)c->wanted_words;
    for (int w = 0; w < c->wanted_words; w++)
        for (word left = wants[w] & from->wanted[w]; left; left &= left - 1) {
            const int number = w * 64 + __builtin_ctzll(left);
            to->open -= c->price[number];
            EACH(other, c->taking + (size_t)number * (size_t)cw, cw) to->met[other] -= c->price[number];
        }
    take_away(to->wanted, wants, c->wanted_words);
    join(to->covered, sure, c->item_words);
}

/* Give up what is wanted. */
static void lose(Choosing *c, State *state, int number) {
    const int64_t price = c->price[number];
    state->loss += price;
    state->open -= price;
    EACH(at, c->taking + (size_t)number * (size_t)c->words, c->words) state->met[at] -= price;
    drop(state->wanted, number);
}

/* Drop ways that lose too much even with the best others: so many are chosen yet, and all else is lost. */
static void drop_what_loses_too_much(Choosing *c, State *state, int missing) {
    const int64_t allowed = c->limit - state->loss;
    int low = 0, high = c->count, found = 0;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (allowed < c->slack[middle])
            high = middle;
        else
            low = middle + 1;
    }
    for (int i = 0; i < c->words; i++) {
        const int bits = low - 64 * i;
        if (bits < 64) state->free[i] &= bits > 0 ? ((word)1 << bits) - 1 : 0;
    }
    int64_t *best = c->best, sum = 0; /* the best but one less than are missing, falling */
    EACH(at, state->free, c->words) {
        const int64_t gain = state->met[at] - state->cost[at];
        int place = found < missing - 1 ? found : missing - 1;
        if (place == missing - 1 && place > 0 && gain > best[place - 1]) place--;
        if (place < missing - 1) {
            for (; place > 0 && best[place - 1] < gain; place--) best[place] = best[place - 1];
            best[place] = gain;
        }
        found++;
    }
    if (found < missing) {
        clear_set(state->free, c->words);
        return;
    }
    for (int i = 0; i < missing - 1; i++) sum += best[i];
    const int64_t least = state->loss + state->open - c->limit - sum;
    EACH(at, state->free, c->words)
        if (state->met[at] - state->cost[at] < least) drop(state->free, at);
}

static void touching(const Choosing *c, const word *stops, word *ways) {
    clear_set(ways, c->words);
    EACH(stop, stops, c->s->ground.halt_words) join(ways, c->at_stop + (size_t)stop * (size_t)c->words, c->words);
}

/* The pieces in which chosen ways lie: the stops of each, and how many ways. */
static int find_pieces(Choosing *c, int chosen) {
    const int hw = c->s->ground.halt_words;
    int pieces = 0;
    for (int i = 0; i < chosen; i++)
        pieces = merge_halts(c->piece, c->piece_size, pieces,
                             c->s->halts + (size_t)c->order[c->chosen[i]] * (size_t)hw, hw);
    return pieces;
}

static int can_be_run(Choosing *c, int pieces) {
    return most_routes(c->bounds, pieces, c->sizes, c->engines) >= c->routes;
}

/* Of the ways that are free for the last choice, keep those after which all can be shared out. Ways that touch the
 * same pieces are asked about once. */
static void keep_last(Choosing *c, int pieces, word *free) {
    const int hw = c->s->ground.halt_words;
    word known[8];
    uint8_t fits[8];
    int told = 0;
    EACH(at, free, c->words) {
        const word *halts = c->s->halts + (size_t)c->order[at] * (size_t)hw;
        word sign = 0;
        int joined = 1, others = 0, before = 0;
        for (int i = 0; i < pieces; i++)
            if (meets(halts, c->piece + (size_t)i * (size_t)hw, hw)) {
                joined += c->piece_size[i];
                sign |= i < 64 ? (word)1 << i : 0;
            } else {
                c->bounds[others][0] = c->bounds[others][1] = c->piece_size[i];
                others++;
            }
        while (before < told && known[before] != sign) before++;
        int fine;
        if (pieces <= 64 && before < told) {
            fine = fits[before];
        } else {
            c->bounds[others][0] = c->bounds[others][1] = joined;
            fine = can_be_run(c, others + 1);
            if (told < 8) {
                known[told] = sign;
                fits[told++] = (uint8_t)fine;
            }
        }
        if (!fine) drop(free, at);
    }
}

/* Whether the chosen ways could still be shared out as far as pieces of track tell. */
static int still_hangs(Choosing *c, int chosen, const word *free) {
    const Settling *s = c->s;
    const int hw = s->ground.halt_words, cw = c->words, rw = words_for(s->rows);
    word *unseen = c->unseen, *new = c->fresh_ways, *ways = c->seen, *fresh = c->fresh_stops, *stops = c->stops;
    int pieces = 0;
    copy_set(unseen, free, cw);
    for (int i = 0; i < chosen; i++) put(unseen, c->chosen[i]);
    for (int first = 0; first < cw; first++) {
        while (unseen[first]) {
            clear_set(new, cw);
            clear_set(ways, cw);
            clear_set(stops, hw);
            new[first] = unseen[first] & -unseen[first];
            do {
                join(ways, new, cw);
                take_away(unseen, new, cw);
                clear_set(fresh, hw);
                EACH(at, new, cw) join(fresh, s->halts + (size_t)c->order[at] * (size_t)hw, hw);
                take_away(fresh, stops, hw);
                join(stops, fresh, hw);
                touching(c, fresh, new);
                keep(new, unseen, cw);
            } while (any(new, cw));
            int must = 0;
            int64_t further = 0;
            for (int i = 0; i < chosen; i++) must += has(ways, c->chosen[i]);
            keep(ways, free, cw);
            clear_set(c->used_rows, rw);
            EACH(at, ways, cw) {
                const int way = c->order[at];
                for (int i = s->first_row[way]; i < s->first_row[way + 1]; i++) put(c->used_rows, s->row[i]);
            }
            EACH(row, c->used_rows, rw) further += s->packing[row];
            c->bounds[pieces][0] = must;
            c->bounds[pieces][1] = must + (int)(further / PRICE_SCALE);
            pieces++;
        }
    }
    return can_be_run(c, pieces);
}

/* Find the piece that cannot stay as it is and has fewest ways to grow by, which `growing` tells; -1: there is none. */
static int must_grow(Choosing *c, int pieces, const word *free, word *growing) {
    const int hw = c->s->ground.halt_words;
    int fewest = -1;
    for (int i = 0; i < pieces; i++) {
        if (c->complete[c->piece_size[i]]) continue;
        touching(c, c->piece + (size_t)i * (size_t)hw, c->seen);
        keep(c->seen, free, c->words);
        const int size = size_of_set(c->seen, c->words);
        if (fewest >= 0 && size >= fewest) continue;
        fewest = size;
        copy_set(growing, c->seen, c->words);
    }
    return fewest;
}

static void go(Choosing *c, State *state, int chosen);

/* Take each of these in turn; each is left out once it has been tried. */
static void take_each(Choosing *c, State *state, int chosen, const word *takers) {
    State *next = state + 1;
    for (int w = 0; w < c->words; w++)
        for (word left = takers[w]; left; left &= left - 1) {
            const int at = w * 64 + __builtin_ctzll(left);
            if (state->loss + c->slack[at] > c->limit) {
                state->free[w] &= ~left;
                for (int i = w + 1; i < c->words; i++) state->free[i] &= ~takers[i];
                return;
            }
            state->free[w] ^= left & -left;
            take_way(c, state, next, at);
            if (next->loss > c->limit) continue;
            c->chosen[chosen] = at;
            go(c, next, chosen + 1);
        }
}

static void go(Choosing *c, State *state, int chosen) {
    Settling *s = c->s;
    word *takers = state->takers;
    for (;;) {
        if (one_step(s->clock)) leave(&s->room, SPENT);
        if (!--c->patience) longjmp(c->enough, 1);
        const int missing = c->routes - chosen;
        if (!missing) {
            if (state->loss + state->open > c->limit) return;
            for (int i = 0; i < chosen; i++) c->told[i] = c->order[c->chosen[i]];
            c->judge(c->context, c->told, chosen, &c->limit);
            return;
        }
        drop_what_loses_too_much(c, state, missing);
        const int pieces = find_pieces(c, chosen);
        if (missing == 1)
            keep_last(c, pieces, state->free);
        else if (!still_hangs(c, chosen, state->free))
            clear_set(state->free, c->words);
        if (size_of_set(state->free, c->words) < missing) return;
        /* what is wanted and can no longer be had is lost; of the rest, the one with fewest takers is settled next */
        int pick = -1, fewest = 1 << 30;
        const int64_t allowed = c->limit - state->loss;
        EACH(number, state->wanted, c->wanted_words) {
            const word *taking = c->taking + (size_t)number * (size_t)c->words;
            int count = 0;
            for (int i = 0; i < c->words; i++) count += __builtin_popcountll(taking[i] & state->free[i]);
            if (!count) {
                lose(c, state, number);
                continue;
            }
            if (c->price[number] > allowed) count -= URGENT;
            if (count < fewest) {
                fewest = count;
                pick = number;
            }
        }
        if (state->loss > c->limit) return;
        const int growing = must_grow(c, pieces, state->free, takers);
        if (growing >= 0 && (pick < 0 || growing < (fewest < 0 ? fewest + URGENT : fewest))) {
            take_each(c, state, chosen, takers);
            return;
        }
        copy_set(takers, state->free, c->words);
        if (pick >= 0) keep(takers, c->taking + (size_t)pick * (size_t)c->words, c->words);
        take_each(c, state, chosen, takers);
        if (pick < 0) return;
        lose(c, state, pick);
        if (state->loss > c->limit) return;
    }
}

static State *make_states(Choosing *c, int count) {
    Room *room = &c->s->room;
    State *states = take_room(room, (size_t)count, sizeof *states);
    for (int i = 0; i < count; i++) {
        states[i].free = take_room(room, (size_t)c->words, sizeof(word));
        states[i].takers = take_room(room, (size_t)c->words, sizeof(word));
        states[i].wanted = take_room(room, (size_t)c->wanted_words, sizeof(word));
        states[i].covered = take_room(room, (size_t)c->item_words, sizeof(word));
        states[i].left = take_room(room, (size_t)c->s->areas, sizeof(int));
        states[i].met = take_room(room, (size_t)c->count, sizeof(int64_t));
        states[i].cost = take_room(room, (size_t)c->count, sizeof(int64_t));
    }
    return states;
}

static void make_scratch(Choosing *c, int most) {
    const Settling *s = c->s;
    Room *room = &c->s->room;
    const size_t cw = (size_t)c->words, hw = (size_t)s->ground.halt_words, deep = (size_t)most + 2;
    c->chosen = take_room(room, deep, sizeof(int));
    c->told = take_room(room, deep, sizeof(int));
    c->piece = take_room(room, deep * hw, sizeof(word));
    c->piece_size = take_room(room, deep, sizeof(int));
    c->best = take_room(room, deep, sizeof(int64_t));
    c->bounds = take_room(room, deep + (size_t)c->count, sizeof *c->bounds);
    c->complete = take_room(room, deep, 1);
    c->unseen = take_room(room, cw, sizeof(word));
    c->fresh_ways = take_room(room, cw, sizeof(word));
    c->seen = take_room(room, cw, sizeof(word));
    c->fresh_stops = take_room(room, hw, sizeof(word));
    c->stops = take_room(room, hw, sizeof(word));
    c->used_rows = take_room(room, (size_t)words_for(s->rows), sizeof(word));
}

/* Begin with what must be chosen; false if that cannot be. */
static int begin(Choosing *c, State *states, int *chosen) {
    const Settling *s = c->s;
    State *first = states;
    for (int i = 0; i < c->count; i++) put(first->free, i);
    for (int i = 0; i < c->wanted; i++) {
        put(first->wanted, i);
        first->open += c->price[i];
        EACH(at, c->taking + (size_t)i * (size_t)c->words, c->words) first->met[at] += c->price[i];
    }
    memcpy(first->left, c->capacity, (size_t)s->areas * sizeof *first->left);
    memcpy(first->cost, c->slack, (size_t)c->count * sizeof *first->cost);
    *chosen = 0;
    for (int at = 0; at < c->count; at++) {
        if (c->order[at] >= s->compulsory) continue;
        take_way(c, states + *chosen, states + *chosen + 1, at);
        c->chosen[(*chosen)++] = at;
    }
    for (int area = 0; area < s->areas; area++)
        if (states[*chosen].left[area] < 0) return 0;
    return *chosen <= c->routes;
}

static void search_from(Choosing *c, State *state, int chosen, const uint8_t *named, int among) {
    word *takers = state->takers;
    int has_named = 0;
    for (int at = 0; named && at < c->count; at++)
        if (named[c->order[at]]) put(takers, at);
    for (int i = 0; i < chosen; i++) has_named |= has(takers, c->chosen[i]);
    if (!among) take_away(state->free, takers, c->words);
    if (!among || has_named) {
        go(c, state, chosen);
    } else if (chosen < c->routes) {
        keep(takers, state->free, c->words);
        take_each(c, state, chosen, takers);
    }
}

/* Go through choices of so many ways that lose at most `loss`. Ways that are named are left out or, if `among`, only
 * choices with one of them are tried. With patience it stops after so many steps: then the answer is false. */
int search_choices(Choosing *c, int routes, int64_t loss, Judge judge, void *context, const uint8_t *named, int among,
                   int patience) {
    Settling *s = c->s;
    const int most = routes > s->compulsory ? routes : s->compulsory;
    const Mark before = mark(&s->room);
    State *states = make_states(c, most + 2);
    make_scratch(c, most);
    c->routes = routes;
    c->limit = loss;
    c->judge = judge;
    c->context = context;
    c->patience = patience;
    complete_numbers(c->complete, routes, c->sizes, c->engines);
    volatile int all = 1;
    int chosen = 0;
    if (begin(c, states, &chosen)) {
        State *state = states + chosen;
        if (setjmp(c->enough))
            all = 0;
        else
            search_from(c, state, chosen, named, among);
    }
    give_back(&s->room, before);
    return all;
}

typedef struct {
    int64_t slack;
    int size, way;
} Ranked;

static int by_loss(const void *left, const void *right) {
    const Ranked *a = left, *b = right;
    if (a->slack != b->slack) return a->slack < b->slack ? -1 : 1;
    if (a->size != b->size) return a->size < b->size ? -1 : 1;
    return a->way < b->way ? -1 : a->way > b->way;
}

/* Ways in order of what they lose for the fleet where they lose least, and the items that they cover for some fleet and for
 * all. `offer` has the columns of each way one after another. */
static void rank(Choosing *c, const Offer *offer, word *some) {
    const Settling *s = c->s;
    Room *room = &c->s->room;
    const size_t iw = (size_t)c->item_words;
    Ranked *ranked = take_room(room, (size_t)offer->count + 1, sizeof *ranked);
    int *place = take_room(room, (size_t)s->ways, sizeof *place), *seen = take_room(room, (size_t)s->ways, sizeof *seen);
    word *items = take_room(room, iw, sizeof *items);
    for (int i = 0; i < offer->count; i++) {
        const int way = offer->way[i];
        if (!c->count || ranked[c->count - 1].way != way)
            ranked[c->count++] = (Ranked){offer->slack[i], s->way[way].size, way};
        else if (offer->slack[i] < ranked[c->count - 1].slack)
            ranked[c->count - 1].slack = offer->slack[i];
    }
    qsort(ranked, (size_t)c->count, sizeof *ranked, by_loss);
    c->words = words_for(c->count);
    for (int at = 0; at < c->count; at++) {
        c->order[at] = ranked[at].way;
        c->slack[at] = ranked[at].slack;
        c->area[at] = s->area[ranked[at].way];
        place[ranked[at].way] = at;
    }
    for (int i = 0; offer->item && i < offer->count; i++) {
        const size_t at = (size_t)place[offer->way[i]];
        clear_set(items, c->item_words);
        for (int j = offer->first_item[i]; j < offer->first_item[i + 1]; j++) put(items, offer->item[j]);
        join(some + at * iw, items, c->item_words);
        if (!seen[at]++)
            copy_set(c->sure + at * iw, items, c->item_words);
        else
            keep(c->sure + at * iw, items, c->item_words);
    }
}

static void want(Choosing *c, int64_t price, const word *taking) {
    if (!price) return;
    c->price[c->wanted] = price;
    copy_set(c->taking + (size_t)c->wanted++ * (size_t)c->words, taking, c->words);
}

Choosing *make_choosing(Settling *s, const Disposition *sent, const Offer *offer) {
    Room *room = &s->room;
    Choosing *c = take_room(room, 1, sizeof *c);
    const size_t most = (size_t)offer->count + 1, hw = (size_t)s->ground.halt_words;
    c->s = s;
    c->item_words = words_for(offer->items);
    const size_t iw = (size_t)c->item_words;
    c->order = take_room(room, most, sizeof(int));
    c->area = take_room(room, most, sizeof(int));
    c->slack = take_room(room, most, sizeof(int64_t));
    c->sure = take_room(room, most * iw, sizeof(word));
    word *some = take_room(room, most * iw, sizeof *some);
    rank(c, offer, some);
    const size_t cw = (size_t)c->words;
    c->claim = offer->claim;
    c->using = take_room(room, (size_t)s->rows * cw, sizeof(word));
    c->in_area = take_room(room, (size_t)s->areas * cw, sizeof(word));
    c->at_stop = take_room(room, (size_t)(s->ground.stops + 1) * cw, sizeof(word));
    c->surely = take_room(room, (size_t)offer->items * cw + 1, sizeof(word));
    word *covering = take_room(room, (size_t)offer->items * cw + 1, sizeof *covering);
    for (int at = 0; at < c->count; at++) {
        const int way = c->order[at];
        for (int i = s->first_row[way]; i < s->first_row[way + 1]; i++)
            put(c->using + (size_t)s->row[i] * cw, at);
        put(c->in_area + (size_t)c->area[at] * cw, at);
        EACH(stop, s->halts + (size_t)way * hw, (int)hw) put(c->at_stop + (size_t)stop * cw, at);
        EACH(item, some + (size_t)at * iw, c->item_words) put(covering + (size_t)item * cw, at);
        EACH(item, c->sure + (size_t)at * iw, c->item_words) put(c->surely + (size_t)item * cw, at);
    }
    /* what costs something if no way takes it: track and items */
    c->price = take_room(room, (size_t)(s->rows + offer->items) + 1, sizeof(int64_t));
    c->taking = take_room(room, (size_t)(s->rows + offer->items) * cw + 1, sizeof(word));
    for (int row = 0; row < s->rows; row++) want(c, offer->price[row], c->using + (size_t)row * cw);
    for (int item = 0; item < offer->items; item++)
        want(c, PRICE_SCALE * offer->worth[item] - offer->claim[item], covering + (size_t)item * cw);
    c->wanted_words = words_for(c->wanted);
    c->meets = take_room(room, most * (size_t)c->wanted_words, sizeof(word));
    for (int number = 0; number < c->wanted; number++)
        EACH(at, c->taking + (size_t)number * cw, c->words) put(c->meets + (size_t)at * (size_t)c->wanted_words, number);
    c->capacity = take_room(room, (size_t)s->areas, sizeof(int));
    for (int i = 0; i < sent->count; i++) {
        const Fleet *fleet = &sent->fleets[i];
        c->capacity[fleet->area] += fleet->routes * fleet->number;
        for (int n = 0; n < fleet->number; n++) c->sizes[c->engines++] = fleet->routes;
    }
    return c;
}
