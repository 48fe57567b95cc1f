/* One sweep for several skipping trains of a kind at once.
 *
 * A state holds one of each train, and what track is used by any of them. Prices on track, as haggle.c finds them, keep
 * states few: what each outline can still bring at these prices bounds each train by itself, and track that is passed
 * without anybody using it is money lost, so that only choices come above the floor that nearly agree with the prices.
 * Prices need not be right: they decide how many states there are, not what is found. */
#include "fleet.h"
#include "claims.h"

#include <stdlib.h>
#include <string.h>

#define PASSED_BITS 2
#define SWAP_BITS 3

typedef struct {
    word claims, gates;
    word own; /* marks that other trains do not care for: groups, and track that one route may not use twice */
    uint32_t outline;
    uint16_t count, home;
} One;

typedef struct {
    Head head;   /* value: earned, and the prices of all that can still be used */
    word track;  /* used by any train, as far as links to come care */
    word passed; /* by slot: how many trains that have arrived passed its stop */
    One one[MOST_TOGETHER];
} Together;

typedef struct {
    word mark;
    int price;
} Fading;

/* What the prices say of a step, and which marks all trains mind: of its link, and of all links. */
typedef struct {
    word track, common;
    int idle;     /* lost if nobody takes the link */
    int spare[2]; /* lost for each train that could have passed a stop which leaves the frontier, and did not */
    int fading_from, fadings;
} Toll;

typedef struct {
    Sweep *w;
    int trains;
    Toll *tolls;
    Fading *fading;
    int64_t sum, floor;
    Layers layers; /* traces: (trains + 1) * the state before + which train took the link, 0: none; then exchanges */
} Joint;

static int find_tolls(Joint *t, const Fleet *f, const int32_t *price) {
    const Sweep *w = t->w;
    const Net *net = w->s->net;
    const int bits = net->words * 64;
    int *left = calloc((size_t)bits, sizeof *left), fadings = 0;
    word common = 0;
    t->tolls = calloc((size_t)w->count + 1, sizeof *t->tolls);
    t->fading = malloc(((size_t)bits + 1) * sizeof *t->fading);
    if (!left || !t->tolls || !t->fading) {
        free(left);
        return 0;
    }
    for (int i = 0; i < w->count; i++)
        for (int b = 0; b < bits; b++)
            left[b] += net->own[(size_t)w->steps[i].link * net->own_words + (b >> 6)] >> (b & 63) & 1;
    for (int b = 0; b < bits; b++)
        if (left[b]) t->sum += price[b];
    for (int i = 0; i < w->count; i++) {
        const Step *step = &w->steps[i];
        const word *own = net->own + (size_t)step->link * net->own_words;
        Toll *toll = &t->tolls[i];
        toll->fading_from = fadings;
        for (int j = 0; j < net->words; j++)
            for (word m = own[j]; m; m &= m - 1) {
                const int b = j * 64 + __builtin_ctzll(m), bit = w->mark_bit[b];
                left[b]--;
                if (bit < 0) {
                    toll->idle += price[b];
                    continue;
                }
                toll->track |= (word)1 << bit;
                if (!left[b] && price[b]) t->fading[fadings++] = (Fading){(word)1 << bit, price[b]};
            }
        toll->fadings = fadings;
        toll->common = common |= toll->track;
        common &= ~step->fading;
        for (int j = 0; j < 2; j++) {
            const int odd = f->odd_of[step->stop[j]];
            if (!step->leaves[j] || odd < 0) continue;
            toll->spare[j] = 2 * price[f->bits + odd];
            t->sum += (int64_t)toll->spare[j] * (net->ways[step->stop[j]] / 2);
        }
    }
    free(left);
    return 1;
}

static int begun(const Joint *t, const One *one) {
    return one->outline == WHOLE || t->w->outlines->shape[one->outline];
}

/* What a train by itself can still add; it may also stay at home. */
static int64_t hope_of(const Joint *t, const Step *step, const One *one) {
    if (one->outline == WHOLE) return 0;
    const State state = {.claims = one->claims, .outline = one->outline, .count = one->count, .home = one->home};
    const int64_t more = still_to_come(t->w, step, &state);
    return more < 0 && !begun(t, one) ? 0 : more;
}

static int64_t top_of(const Joint *t, const Step *step, const Together *state) {
    int64_t top = state->head.value;
    for (int i = 0; i < t->trains; i++) top += hope_of(t, step, &state->one[i]);
    return top;
}

/* Which slots this train has passed after the step, one for each as in `passed`. */
static word passed_by(const Joint *t, const Step *step, const One *before, int takes) {
    const word shape = t->w->outlines->shape[before->outline];
    word passed = 0;
    for (int slot = 0; slot < t->w->width; slot++) {
        const int code = code_of(shape, slot), here = slot == step->slot[0] || slot == step->slot[1];
        if (code == DONE || (takes && here && code >= ENDED)) passed |= (word)1 << (PASSED_BITS * slot);
    }
    return passed;
}

/* The prices of what nobody can use any more after this step. */
static int64_t lost(const Joint *t, const Step *step, const Together *before, int taker) {
    const Toll *toll = &t->tolls[step - t->w->steps];
    const word track = taker ? before->track | toll->track : before->track;
    int64_t lost = taker ? 0 : toll->idle;
    for (int i = toll->fading_from; i < toll->fadings; i++)
        if (!(track & t->fading[i].mark)) lost += t->fading[i].price;
    for (int j = 0; j < 2; j++) {
        if (!toll->spare[j]) continue;
        const int at = PASSED_BITS * step->slot[j];
        int unused = t->w->s->net->ways[step->stop[j]] / 2 - (int)(before->passed >> at & 3);
        for (int i = 0; i < t->trains; i++)
            if (before->one[i].outline != WHOLE)
                unused -= (int)(passed_by(t, step, &before->one[i], taker == i + 1) >> at & 3);
        lost += (int64_t)unused * toll->spare[j];
    }
    return lost;
}

/* What one train may do in a step: how it stands then, what that brings, and what it can still add. */
typedef struct {
    One one;
    word passed;
    int64_t value, hope;
} Choice;

typedef struct {
    Choice list[MOST_MOVES];
    int size;
    int64_t best; /* no choice brings and adds more */
} Choices;

static void add_choice(Choices *choices, Choice choice) {
    if (!choices->size || choice.value + choice.hope > choices->best) choices->best = choice.value + choice.hope;
    choices->list[choices->size++] = choice;
}

static void find_choices(Joint *t, const Step *step, const Together *before, int train, int takes, Choices *choices) {
    const One *one = &before->one[train];
    choices->size = 0;
    choices->best = 0;
    if (one->outline == WHOLE) {
        if (!takes) add_choice(choices, (Choice){.one = *one});
        return;
    }
    Moves moves;
    const State state = {.marks = before->track | one->own,
                         .claims = one->claims,
                         .gates = one->gates,
                         .outline = one->outline,
                         .count = one->count,
                         .home = one->home};
    if (!find_moves(t->w, step, &state, takes, &moves)) t->layers.failed = 1;
    for (int i = 0; i < moves.size; i++) {
        const State *move = &moves.list[i];
        Choice choice = {.value = move->head.value, .one = {.outline = WHOLE}};
        if (move->outline == WHOLE) {
            choice.passed = passed_by(t, step, one, takes);
        } else {
            choice.one = (One){.claims = move->claims,
                               .gates = move->gates,
                               .own = move->marks & ~t->tolls[step - t->w->steps].common & ~step->fading,
                               .outline = move->outline,
                               .count = move->count,
                               .home = move->home};
            choice.hope = hope_of(t, step, &choice.one);
        }
        add_choice(choices, choice);
    }
}

static int compare(const One *a, const One *b) {
    if (a->outline != b->outline) return a->outline < b->outline ? -1 : 1;
    if (a->count != b->count) return a->count < b->count ? -1 : 1;
    if (a->home != b->home) return a->home < b->home ? -1 : 1;
    if (a->claims != b->claims) return a->claims < b->claims ? -1 : 1;
    if (a->own != b->own) return a->own < b->own ? -1 : 1;
    return (a->gates > b->gates) - (a->gates < b->gates);
}

/* Trains are alike: put them in a fixed order. Returns which exchanges of neighbours that took, first with second,
 * second with third, first with second again. */
static uint32_t sort_trains(const Joint *t, Together *state) {
    uint32_t swaps = 0;
    for (int pass = 0; pass < (t->trains == 2 ? 1 : 3); pass++) {
        One *one = &state->one[pass & 1];
        if (compare(one, one + 1) <= 0) continue;
        const One kept = one[0];
        one[0] = one[1];
        one[1] = kept;
        swaps |= 1u << pass;
    }
    return swaps;
}

/* Which train this one was before these exchanges. */
static int before_swaps(int train, uint32_t swaps) {
    for (int pass = 2; pass >= 0; pass--) {
        const int first = pass & 1;
        if (swaps >> pass & 1 && (train == first || train == first + 1)) train = 2 * first + 1 - train;
    }
    return train;
}

/* Put together what each of the trains may do; they can come to `top` at most. */
static void combine(Joint *t, const Step *step, const Choices *const *choices, Together *after, int64_t value,
                    int64_t top, int train, uint32_t trace) {
    if (train == t->trains || train == MOST_TOGETHER) {
        Together state = *after;
        state.head.value = (int32_t)value;
        for (int j = 0; j < 2; j++)
            if (step->leaves[j]) state.passed &= ~((word)3 << (PASSED_BITS * step->slot[j]));
        const uint32_t swaps = sort_trains(t, &state);
        put_state(&t->layers, &state, trace << SWAP_BITS | swaps);
        return;
    }
    const word passed = after->passed;
    for (int i = 0; i < choices[train]->size; i++) {
        const Choice *choice = &choices[train]->list[i];
        const int64_t with = top - choices[train]->best + choice->value + choice->hope;
        if (with <= t->floor) continue;
        after->one[train] = choice->one;
        after->passed = passed + choice->passed;
        combine(t, step, choices, after, value + choice->value, with, train + 1, trace);
    }
    after->passed = passed;
}

static void advance(Joint *t, const Step *step, const Together *before) {
    const Toll *toll = &t->tolls[step - t->w->steps];
    Choices left[MOST_TOGETHER], taken;
    for (int i = 0; i < t->trains; i++) find_choices(t, step, before, i, 0, &left[i]);
    for (int taker = 0; taker <= t->trains; taker++) {
        const Choices *choices[MOST_TOGETHER];
        Together after = *before;
        int possible = 1;
        if (taker) {
            const One *one = &before->one[taker - 1];
            if (before->track & toll->track || step->closed || (taker > 1 && !compare(one - 1, one))) continue;
            find_choices(t, step, before, taker - 1, 1, &taken);
            after.track |= toll->track;
        }
        after.track &= ~step->fading;
        const int64_t value = before->head.value - lost(t, step, before, taker);
        int64_t top = value;
        for (int i = 0; i < t->trains; i++) {
            choices[i] = taker == i + 1 ? &taken : &left[i];
            possible &= choices[i]->size > 0;
            top += choices[i]->best;
        }
        if (possible && top > t->floor)
            combine(t, step, choices, &after, value, top, 0,
                    before->head.trace * (uint32_t)(t->trains + 1) + (uint32_t)taker);
    }
}

/* States to begin with: each train claims what bonuses on each stop it likes. */
static void begin(Joint *t) {
    const unsigned claims = 1u << t->w->eaches;
    unsigned all = 1;
    for (int i = 0; i < t->trains; i++) all *= claims;
    for (unsigned choice = 0; choice < all; choice++) {
        Together state = {.head = {.value = (int32_t)t->sum}};
        unsigned rest = choice;
        for (int i = 0; i < t->trains; i++, rest /= claims)
            state.one[i] = (One){.claims = (word)(rest % claims) << claimed_at(t->w), .outline = FIRST_OUTLINE};
        put_state(&t->layers, &state, 0);
    }
}

typedef struct {
    int64_t top;
    size_t at;
} Rank;

static int by_top(const void *a, const void *b) {
    const Rank *x = a, *y = b;
    return x->top != y->top ? (x->top > y->top ? -1 : 1) : (x->at > y->at) - (x->at < y->at);
}

/* Keep only the states that seem best. */
static void narrow(Joint *t, const Step *before, size_t beam) {
    Layers *l = &t->layers;
    if (l->now_size <= beam) return;
    Rank *rank = malloc(l->now_size * sizeof *rank);
    char *kept = malloc(beam * l->state);
    for (size_t i = 0; rank && kept && i < l->now_size; i++)
        rank[i] = (Rank){top_of(t, before, (const Together *)(const void *)(l->now + i * l->state)), i};
    if (rank && kept) {
        qsort(rank, l->now_size, sizeof *rank, by_top);
        for (size_t i = 0; i < beam; i++) memcpy(kept + i * l->state, l->now + rank[i].at * l->state, l->state);
        memcpy(l->now, kept, beam * l->state);
        l->now_size = beam;
    } else {
        l->failed = 2;
    }
    free(rank);
    free(kept);
}

static int run(Joint *t, size_t beam) {
    Layers *l = &t->layers;
    start_layers(l, offsetof(Together, one) + (size_t)t->trains * sizeof(One),
                 offsetof(Together, one) - sizeof(Head) + (size_t)t->trains * sizeof(One));
    begin(t);
    for (int i = 0; i < t->w->count && l->next_size; i++) {
        const Step *step = &t->w->steps[i];
        next_layer(l);
        if (beam && i) narrow(t, step - 1, beam);
        for (size_t j = 0; j < l->now_size; j++) {
            Together state;
            if (!(j & 15) && tick_many(t->w->s, 16)) return 0;
            memcpy(&state, l->now + j * l->state, l->state);
            advance(t, step, &state);
            if (l->failed == 2) t->w->s->stopped = 2;
            if (l->failed) return 0;
        }
    }
    return 1;
}

/* The track of one train. */
static void track_of(const Joint *t, uint32_t trace, int train, word *track) {
    const Net *net = t->w->s->net;
    memset(track, 0, (size_t)net->words * sizeof *track);
    for (int i = t->w->count - 1; i >= 0; i--) {
        const uint32_t entry = t->layers.traces[trace], step = entry >> SWAP_BITS, part = (uint32_t)t->trains + 1;
        const word *own = net->own + (size_t)t->w->steps[i].link * net->own_words;
        train = before_swaps(train, entry & ((1u << SWAP_BITS) - 1));
        for (int j = 0; j < net->words && step % part == (uint32_t)train + 1; j++) track[j] |= own[j];
        trace = step / part;
    }
}

/* A link may cost less than its track where that would be too dear for 32 bits; then nothing adds up. */
static int adds_up(const Fleet *f, const Sweep *w, const int32_t *price) {
    const Net *net = w->s->net;
    for (int i = 0; i < w->count; i++) {
        const int link = w->steps[i].link;
        const word *own = net->own + (size_t)link * net->own_words;
        int64_t sum = 0;
        for (int j = 0; j < net->words; j++)
            for (word m = own[j]; m; m &= m - 1) sum += price[j * 64 + __builtin_ctzll(m)];
        if (sum != f->free_link[link] - f->link[link]) return 0;
    }
    return 1;
}

int sweep_together(Fleet *f, const Class *class, const int32_t *price, int64_t floor, size_t limit, size_t beam,
                   word track[][MAX_WORDS], int64_t *found) {
    Joint t = {.w = &f->sweep[class->kind], .trains = class->count, .floor = floor, .layers.limit = limit};
    set_prices(f, price);
    t.w->terms = (Terms){SCALE, f->link, f->pass, class->must};
    *found = floor;
    const int fine = get_ready(t.w, f->s->lane[class->kind], class->blocked) && adds_up(f, t.w, price) &&
                     find_tolls(&t, f, price) && run(&t, beam);
    for (size_t i = 0; fine && i < t.layers.next_size; i++) {
        Together last;
        memcpy(&last, t.layers.next + i * t.layers.state, t.layers.state);
        int whole = 1;
        for (int j = 0; j < t.trains; j++) whole &= last.one[j].outline == WHOLE || !begun(&t, &last.one[j]);
        if (!whole || last.head.value <= *found) continue;
        *found = last.head.value;
        for (int j = 0; j < t.trains; j++) track_of(&t, last.head.trace, j, track[j]);
    }
    free(t.tolls);
    free(t.fading);
    free_layers(&t.layers);
    return fine;
}
