/* The steps of a sweep: which slots and marks each link means, which of them are free again after it, and what the
 * links to come can still bring. */
#include "sweep.h"

#include <stdlib.h>
#include <string.h>

static int by_hope(const void *a, const void *b) {
    const Hope *x = a, *y = b;
    return x->value != y->value ? (x->value > y->value ? -1 : 1) : x->slot - y->slot;
}

#define NOTHING (-(1 << 29)) /* that a stop brings which cannot be passed */

typedef struct {
    int musts;                 /* bits that must be used and have not come yet */
    word must;                 /* and those that have come, as bits of a state */
    int *left, *slot;          /* by stop */
    int *mark_left, *mark_bit; /* by bit of track, then by group: links to come; which bit of a state, or -1 */
    uint32_t slots;            /* in use */
    word bits;
    int *cheap[2];             /* by stop: its share of what the cheapest link to come costs, and of the next */
    Hope *ended;               /* room for as many as there can be at once */
} Plan;

static int lowest_free(word used, int limit) {
    const int at = ~used ? __builtin_ctzll(~used) : 64;
    return at < limit ? at : -1;
}

/* The bit of a state for a mark from now on: 0 if no other link shares it, and `fading` when this is the last. */
static int use_mark(Plan *p, int mark, word *bit, word *fading) {
    *bit = 0;
    if (p->mark_bit[mark] < 0) {
        if (p->mark_left[mark] < 2) {
            p->mark_left[mark]--;
            return 1;
        }
        p->mark_bit[mark] = lowest_free(p->bits, 64);
        if (p->mark_bit[mark] < 0) return 0;
        p->bits |= (word)1 << p->mark_bit[mark];
    }
    *bit = (word)1 << p->mark_bit[mark];
    if (!--p->mark_left[mark]) *fading |= *bit;
    return 1;
}

static int gate_at(const Net *net, int stop, int link) {
    const int gate = net->from[link] == stop ? net->gate_from[link] : net->gate_to[link];
    int others = 0;
    for (int arm = net->first_arm[stop]; arm < net->first_arm[stop + 1]; arm++) {
        if (net->arm_gate[arm] == gate) return others;
        int same = 0; /* number gates in the order in which they come */
        for (int before = net->first_arm[stop]; before < arm && !same; before++)
            same = net->arm_gate[before] == net->arm_gate[arm];
        others += !same;
    }
    return others;
}

static int is_must(const Sweep *w, int mark) {
    return w->terms.must && mark < w->s->net->words * 64 && w->terms.must[mark >> 6] >> (mark & 63) & 1;
}

static int plan_step(Sweep *w, Plan *p, int link) {
    const Search *s = w->s;
    const Net *net = s->net;
    const int bits = net->own_words * 64;
    Step *step = &w->steps[w->count++];
    *step = (Step){.link = link, .stop = {net->from[link], net->to[link]}, .worth = w->terms.link[link]};
    for (int e = 0; e < w->eaches; e++) step->tunnels |= (unsigned)(w->each[e]->links[link] != 0) << e;
    const word *own = net->own + (size_t)link * net->own_words;
    word bit;
    for (int i = 0; i < net->own_words; i++)
        for (word m = own[i]; m; m &= m - 1) {
            const int mark = i * 64 + __builtin_ctzll(m), fresh = p->mark_bit[mark] < 0;
            if (!use_mark(p, mark, &bit, &step->fading)) return 0;
            step->marks |= bit;
            if (!is_must(w, mark)) continue;
            p->musts -= fresh;
            p->must |= bit;
            if (!bit) step->only = 1;
        }
    for (int i = 0; i < 2; i++) {
        const int stop = step->stop[i];
        if (p->slot[stop] < 0) {
            p->slot[stop] = lowest_free(p->slots, SLOTS);
            if (p->slot[stop] < 0) return 0;
            p->slots |= 1u << p->slot[stop];
            if (p->slot[stop] >= w->width) w->width = p->slot[stop] + 1;
        }
        step->slot[i] = p->slot[stop];
        step->leaves[i] = !--p->left[stop];
        if (s->stops[stop].group >= 0 && !use_mark(p, bits + s->stops[stop].group, &step->group[i], &step->fading))
            return 0;
        step->value[i] = s->stops[stop].value * w->terms.scale;
        step->cross[i] = s->stops[stop].cross * w->terms.scale;
        step->pass[i] = w->terms.pass ? w->terms.pass[stop] : 0;
        if (s->stops[stop].cross && (step->gate[i] = gate_at(net, stop, link)) >= GATES) return 0;
    }
    return 1;
}

static int64_t weight_of(const StopFact *fact) {
    const int64_t value = fact->value < 1 ? 1 : fact->value < 16384 ? fact->value : 16384; /* so that products fit */
    return value * value;
}

/* What the cheapest two links to come cost each stop. Both ends of a link pay for it together: mostly the dearer one,
 * as that is likelier to be counted, and all of it an end that cannot be passed. */
static void find_cheap(const Sweep *w, Plan *p, const int *to_come, int size) {
    const Net *net = w->s->net;
    for (int i = 0; i < net->stops; i++) p->cheap[0][i] = p->cheap[1][i] = -1;
    for (int i = 0; i < size; i++) {
        const int worth = w->terms.link[to_come[i]], cost = worth < 0 ? -worth : 0;
        const int ends[2] = {net->from[to_come[i]], net->to[to_come[i]]};
        const StopFact *fact[2] = {&w->s->stops[ends[0]], &w->s->stops[ends[1]]};
        int64_t x = weight_of(fact[0]), y = weight_of(fact[1]);
        if (fact[0]->may_pass != fact[1]->may_pass) *(fact[0]->may_pass ? &x : &y) = 0;
        const int first = (int)(cost * x / (x + y));
        for (int j = 0; j < 2; j++) {
            const int share = j ? cost - first : first;
            int *one = &p->cheap[0][ends[j]], *two = &p->cheap[1][ends[j]];
            if (*one < 0 || share < *one) {
                *two = *one;
                *one = share;
            } else if (*two < 0 || share < *two) {
                *two = share;
            }
        }
    }
}

/* What a stop to come may bring, the prices of its track deducted: passed or as an end, and each of it when nothing
 * leads to it yet or something does. */
static void hope_for(const Sweep *w, const Plan *p, int stop, Hope *passed, int *passings, Hope *ended, int *endings,
                     Hope *tagged, int *tags) {
    const Search *s = w->s;
    const StopFact *fact = &s->stops[stop];
    const int priced = w->terms.pass != NULL, pass = priced ? w->terms.pass[stop] : 0;
    const int first = priced ? p->cheap[0][stop] : 0, second = priced && p->cheap[1][stop] > 0 ? p->cheap[1][stop] : 0;
    const int value = (fact->value + (fact->cross > 0 ? fact->cross : 0)) * w->terms.scale;
    const int end = !fact->may_pass || p->left[stop] < 2 || s->net->ways[stop] < 2;
    Hope hope = {.slot = p->slot[stop], .home = fact->home, .when = end || priced ? UNTOUCHED : ALWAYS};
    hope.value = value - first - second - pass;
    hope.passing = end ? NOTHING : hope.value;
    if (!end) passed[(*passings)++] = hope;
    hope.value = value - first;
    if (end || priced) ended[(*endings)++] = hope;
    for (int b = 0; b < w->pairs; b++)
        for (int i = 0; i < 2 && w->ended_pairs >> b & 1; i++) {
            const int amount = (i ? w->pair[b]->second : w->pair[b]->first)[stop];
            if (amount < 0) continue;
            hope.pair = 2 * b + i;
            hope.amount = amount * w->terms.scale;
            tagged[(*tags)++] = hope;
        }
    if (hope.slot < 0 || !hope.when) return;
    hope.when = LED_TO;
    hope.value = hope.passing = value - first - pass;
    passed[(*passings)++] = hope;
    hope.value = value;
    if (priced) ended[(*endings)++] = hope;
}

/* After the step: what is free for later steps, and what these may still earn and want. */
static void plan_rest(Sweep *w, Plan *p, const int *to_come, int size) {
    const Search *s = w->s;
    const Net *net = s->net;
    Step *step = &w->steps[w->count - 1];
    const int first = w->count > 1 ? step[-1].tags : 0;
    int wants = w->count > 1 ? step[-1].wants : 0, passings = 0, endings = 0, tags = 0;
    for (int i = 0; i < 2; i++)
        if (step->leaves[i]) {
            p->slots &= ~(1u << step->slot[i]);
            p->slot[step->stop[i]] = -1;
        }
    p->bits &= ~step->fading;
    step->owed = p->must;
    step->due = p->must & step->fading;
    step->early = p->musts;
    p->must &= ~step->fading;
    for (int i = 0; i < size; i++) {
        if (w->terms.link[to_come[i]] > 0) step->extra += w->terms.link[to_come[i]];
        for (int e = 0; e < w->eaches; e++) step->tunnels_left |= (unsigned)(w->each[e]->links[to_come[i]] != 0) << e;
    }
    for (int b = 0; b < w->pairs; b++) step->half[b][0] = step->half[b][1] = -1;
    if (w->terms.pass) find_cheap(w, p, to_come, size);
    for (int stop = 0; stop < net->stops; stop++) {
        if (p->left[stop] <= 0) continue;
        for (int b = 0; b < w->pairs; b++) {
            const int half[2] = {w->pair[b]->first[stop], w->pair[b]->second[stop]};
            for (int i = 0; i < 2; i++)
                if (half[i] >= 0 && half[i] * w->terms.scale > step->half[b][i])
                    step->half[b][i] = half[i] * w->terms.scale;
        }
        hope_for(w, p, stop, w->hopes + first, &passings, p->ended, &endings, p->ended + 2 * net->stops,
                 &tags);
    }
    memcpy(w->hopes + first + passings, p->ended, (size_t)endings * sizeof *p->ended);
    qsort(w->hopes + first, (size_t)passings, sizeof *w->hopes, by_hope);
    qsort(w->hopes + first + passings, (size_t)endings, sizeof *w->hopes, by_hope);
    step->hopes_from = first;
    step->hopes = step->ends_from = first + passings;
    step->ends = step->hopes + endings;
    step->tags = step->ends + tags;
    memcpy(w->hopes + step->ends, p->ended + 2 * net->stops, (size_t)tags * sizeof *p->ended);
    for (int i = 0; i < size && p->bits; i++) {
        const word *own = net->own + (size_t)to_come[i] * net->own_words;
        word marks = 0;
        for (int j = 0; j < net->own_words; j++)
            for (word m = own[j]; m; m &= m - 1) {
                const int bit = p->mark_bit[j * 64 + __builtin_ctzll(m)];
                if (bit >= 0) marks |= (word)1 << bit;
            }
        step->listed |= marks;
        if (marks) w->wants[wants++] = (Want){marks, p->slot[net->from[to_come[i]]], p->slot[net->to[to_come[i]]]};
    }
    step->wants = wants;
}

int make_plan(Sweep *w, const int *lane, const word *blocked) {
    Search *s = w->s;
    const Net *net = s->net;
    const int n = net->stops, marks = net->own_words * 64 + s->groups, links = lane[net->links];
    int fine = 0;
    int *ints = calloc((size_t)n * 5 + (size_t)marks * 2 + links + 1, sizeof *ints);
    uint8_t *bytes = malloc((size_t)net->links + n + 1);
    w->count = w->width = 0;
    if (!w->steps) {
        w->steps = malloc(((size_t)net->links + 1) * sizeof *w->steps);
        w->hopes = malloc(((size_t)net->links + 2) * n * 5 * sizeof *w->hopes);
        w->wants = malloc(((size_t)net->links + 1) * (net->links + 1) * sizeof *w->wants);
    }
    if (!ints || !bytes || !w->steps || !w->hopes || !w->wants) {
        s->stopped = 2;
        goto end;
    }
    Plan p = {.left = ints, .slot = ints + n, .mark_left = ints + 3 * n, .mark_bit = ints + 3 * n + marks};
    p.cheap[0] = p.mark_bit + marks;
    p.cheap[1] = p.cheap[0] + n;
    int *order = p.cheap[1] + n, size = 0;
    p.ended = w->hopes + ((size_t)net->links + 1) * n * 5;
    find_usable(s, w->kind, blocked, bytes, bytes + net->links, ints + 2 * n);
    for (int i = 0; i < n; i++) p.slot[i] = -1;
    for (int i = 0; i < marks; i++) p.mark_bit[i] = -1;
    for (int i = 0; i < links; i++) {
        if (!bytes[lane[i]]) continue;
        order[size++] = lane[i];
        const int ends[2] = {net->from[lane[i]], net->to[lane[i]]};
        for (int j = 0; j < 2; j++) {
            p.left[ends[j]]++;
            if (s->stops[ends[j]].group >= 0) p.mark_left[net->own_words * 64 + s->stops[ends[j]].group]++;
        }
        for (int b = 0; b < net->own_words * 64; b++)
            p.mark_left[b] += net->own[(size_t)lane[i] * net->own_words + (b >> 6)] >> (b & 63) & 1;
    }
    for (int b = 0; b < net->words * 64; b++) p.musts += is_must(w, b);
    for (int i = 0; i < size; i++) {
        if (!plan_step(w, &p, order[i])) goto end;
        plan_rest(w, &p, order + i + 1, size - i - 1);
    }
    fine = 1;
end:
    free(ints);
    free(bytes);
    return fine;
}
