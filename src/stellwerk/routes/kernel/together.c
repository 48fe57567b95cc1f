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
    Layers layers; /* traces: (trains + 1) * the state before + which train took the link, 0: none */
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
static int64_t lost(const Joint *t, const Step *step, const Together *before, const Together *after, int taker) {
    const Toll *toll = &t->tolls[step - t->w->steps];
    int64_t lost = taker ? 0 : toll->idle;
    for (int i = toll->fading_from; i < toll->fadings; i++)
        if (!(after->track & t->fading[i].mark)) lost += t->fading[i].price;
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

/* Go on with all that the trains from this one on may do; one of them takes the link, or none. */
static void combine(Joint *t, const Step *step, const Together *before, Together *after, int taker, int train,
                    uint32_t trace) {
    if (train == t->trains) {
        Together state = *after;
        state.head.value -= (int32_t)lost(t, step, before, after, taker);
        state.track &= ~step->fading;
        for (int j = 0; j < 2; j++)
            if (step->leaves[j]) state.passed &= ~((word)3 << (PASSED_BITS * step->slot[j]));
        if (top_of(t, step, &state) > t->floor) put_state(&t->layers, &state, trace);
        return;
    }
    const One *one = &before->one[train];
    const int takes = taker == train + 1;
    if (one->outline == WHOLE) {
        combine(t, step, before, after, taker, train + 1, trace);
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
    const int32_t value = after->head.value;
    const word passed = after->passed;
    for (int i = 0; i < moves.size; i++) {
        const State *move = &moves.list[i];
        const int whole = move->outline == WHOLE;
        after->head.value = value + move->head.value;
        after->passed = passed + (whole ? passed_by(t, step, one, takes) : 0);
        after->one[train] = whole ? (One){.outline = WHOLE}
                                  : (One){.claims = move->claims,
                                          .gates = move->gates,
                                          .own = move->marks & ~t->tolls[step - t->w->steps].common & ~step->fading,
                                          .outline = move->outline,
                                          .count = move->count,
                                          .home = move->home};
        combine(t, step, before, after, taker, train + 1, trace);
    }
    after->head.value = value;
    after->passed = passed;
}

static void advance(Joint *t, const Step *step, const Together *before) {
    const word track = t->tolls[step - t->w->steps].track;
    for (int taker = 0; taker <= t->trains; taker++) {
        Together after = *before;
        if (taker) {
            const One *one = &before->one[taker - 1];
            if (one->outline == WHOLE || before->track & track || step->closed) continue;
            if (taker > 1 && !begun(t, one) && !begun(t, one - 1)) continue; /* trains alike begin in their order */
            after.track |= track;
        }
        combine(t, step, before, &after, taker, 0, before->head.trace * (uint32_t)(t->trains + 1) + (uint32_t)taker);
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
        const uint32_t entry = t->layers.traces[trace], part = (uint32_t)t->trains + 1;
        const word *own = net->own + (size_t)t->w->steps[i].link * net->own_words;
        for (int j = 0; j < net->words && entry % part == (uint32_t)train + 1; j++) track[j] |= own[j];
        trace = entry / part;
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
