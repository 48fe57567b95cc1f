/* The steps of a sweep: which slots and marks each link means and which of them are free again after it, once for each
 * lane; then what is asked of them, as often as the terms change. */
#include "sweep.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    int *left, *slot; /* by stop */
    int *mark_left;   /* by bit of track, then by group: links to come */
    uint32_t slots;   /* in use */
    word bits;
} Plan;

static int lowest_free(word used, int limit) {
    const int at = ~used ? __builtin_ctzll(~used) : 64;
    return at < limit ? at : -1;
}

/* The bit of a state for a mark from now on: 0 if no other link shares it, and `fading` when this is the last. */
static int use_mark(Sweep *w, Plan *p, int mark, word *bit, word *fading) {
    *bit = 0;
    if (w->mark_bit[mark] < 0) {
        if (p->mark_left[mark] < 2) {
            p->mark_left[mark]--;
            return 1;
        }
        w->mark_bit[mark] = lowest_free(p->bits, 64);
        if (w->mark_bit[mark] < 0) return 0;
        p->bits |= (word)1 << w->mark_bit[mark];
    }
    *bit = (word)1 << w->mark_bit[mark];
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

static int plan_step(Sweep *w, Plan *p, int link) {
    const Search *s = w->s;
    const Net *net = s->net;
    const int bits = net->own_words * 64;
    Step *step = &w->steps[w->count++];
    *step = (Step){.link = link, .stop = {net->from[link], net->to[link]}};
    for (int e = 0; e < w->eaches; e++) step->tunnels |= (unsigned)(w->each[e]->links[link] != 0) << e;
    const word *own = net->own + (size_t)link * net->own_words;
    word bit;
    for (int i = 0; i < net->own_words; i++)
        for (word m = own[i]; m; m &= m - 1) {
            if (!use_mark(w, p, i * 64 + __builtin_ctzll(m), &bit, &step->fading)) return 0;
            step->marks |= bit;
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
        for (int tag = 1; tag < w->tags; tag++) {
            const Whole *pair = w->pair[(tag - 1) / 2];
            const int amount = (tag & 1 ? pair->first : pair->second)[stop];
            if (amount >= 0) step->tag[i][step->tags[i]++] = (Tag){tag, amount * w->terms.scale};
        }
        step->leaves[i] = !--p->left[stop];
        if (s->stops[stop].group >= 0 &&
            !use_mark(w, p, bits + s->stops[stop].group, &step->group[i], &step->fading))
            return 0;
        step->value[i] = s->stops[stop].value * w->terms.scale;
        step->cross[i] = s->stops[stop].cross * w->terms.scale;
        if (s->stops[stop].cross && (step->gate[i] = gate_at(net, stop, link)) >= GATES) return 0;
    }
    return 1;
}

/* After the step: what is free for later steps, and what these may still earn and want. */
static void plan_rest(Sweep *w, Plan *p, const int *to_come, int size) {
    const Net *net = w->s->net;
    Step *step = &w->steps[w->count - 1];
    step->wants = w->count > 1 ? step[-1].wants : 0;
    for (int i = 0; i < 2; i++)
        if (step->leaves[i]) {
            p->slots &= ~(1u << step->slot[i]);
            p->slot[step->stop[i]] = -1;
        }
    p->bits &= ~step->fading;
    for (int b = 0; b < w->pairs; b++) step->half[b][0] = step->half[b][1] = -1;
    for (int stop = 0; stop < net->stops && w->pairs; stop++) {
        if (p->left[stop] <= 0) continue;
        for (int b = 0; b < w->pairs; b++) {
            const int half[2] = {w->pair[b]->first[stop], w->pair[b]->second[stop]};
            for (int i = 0; i < 2; i++)
                if (half[i] >= 0 && half[i] * w->terms.scale > step->half[b][i])
                    step->half[b][i] = half[i] * w->terms.scale;
        }
    }
    for (int i = 0; i < size && p->bits; i++) {
        const word *own = net->own + (size_t)to_come[i] * net->own_words;
        word marks = 0;
        for (int j = 0; j < net->own_words; j++)
            for (word m = own[j]; m; m &= m - 1) {
                const int bit = w->mark_bit[j * 64 + __builtin_ctzll(m)];
                if (bit >= 0) marks |= (word)1 << bit;
            }
        if (marks)
            w->wants[step->wants++] =
                (Want){marks, w->count + i, p->slot[net->from[to_come[i]]], p->slot[net->to[to_come[i]]]};
    }
}

int make_plan(Sweep *w, const int *lane) {
    Search *s = w->s;
    const Net *net = s->net;
    const int n = net->stops, marks = net->own_words * 64 + s->groups, size = lane[net->links];
    int fine = 0;
    int *ints = calloc((size_t)n * 2 + (size_t)marks, sizeof *ints);
    w->count = w->width = 0;
    if (!w->steps) {
        w->steps = malloc(((size_t)net->links + 1) * sizeof *w->steps);
        w->wants = malloc(((size_t)net->links + 1) * (net->links + 1) * sizeof *w->wants);
        w->mark_bit = malloc((size_t)marks * sizeof *w->mark_bit);
    }
    if (!ints || !w->steps || !w->wants || !w->mark_bit) {
        s->stopped = 2;
        goto end;
    }
    Plan p = {.left = ints, .slot = ints + n, .mark_left = ints + 2 * n};
    for (int i = 0; i < n; i++) p.slot[i] = -1;
    for (int i = 0; i < marks; i++) w->mark_bit[i] = -1;
    for (int i = 0; i < size; i++) {
        const int ends[2] = {net->from[lane[i]], net->to[lane[i]]};
        for (int j = 0; j < 2; j++) {
            p.left[ends[j]]++;
            if (s->stops[ends[j]].group >= 0) p.mark_left[net->own_words * 64 + s->stops[ends[j]].group]++;
        }
        for (int b = 0; b < net->own_words * 64; b++)
            p.mark_left[b] += net->own[(size_t)lane[i] * net->own_words + (b >> 6)] >> (b & 63) & 1;
    }
    for (int i = 0; i < size; i++) {
        if (!plan_step(w, &p, lane[i])) goto end;
        plan_rest(w, &p, lane + i + 1, size - i - 1);
    }
    fine = 1;
end:
    free(ints);
    return fine;
}

/* Which track has to be used by when. */
static void set_musts(Sweep *w) {
    const Net *net = w->s->net;
    word come[MAX_WORDS] = {0}, must = 0;
    int missing = 0;
    for (int i = 0; i < net->words && w->terms.must; i++) missing += __builtin_popcountll(w->terms.must[i]);
    for (int i = 0; i < w->count; i++) {
        Step *step = &w->steps[i];
        const word *own = net->own + (size_t)step->link * net->own_words;
        step->only = 0;
        for (int j = 0; j < net->words && w->terms.must; j++)
            for (word m = own[j] & w->terms.must[j]; m; m &= m - 1) {
                const int bit = w->mark_bit[j * 64 + __builtin_ctzll(m)];
                missing -= !(come[j] & m & -m);
                come[j] |= m & -m;
                if (bit < 0) step->only = 1;
                if (bit >= 0) must |= (word)1 << bit;
            }
        step->owed = must;
        step->due = must & step->fading;
        step->early = missing > 0;
        must &= ~step->fading;
    }
}

int set_terms(Sweep *w, const word *blocked) {
    const Net *net = w->s->net;
    uint8_t *usable = malloc((size_t)net->links + net->stops + 1);
    int *stack = malloc(((size_t)net->stops + 1) * sizeof *stack);
    if (usable && stack) {
        find_usable(w->s, w->kind, blocked, usable, usable + net->links, stack);
        set_musts(w);
        int64_t extra = 0;
        for (int i = w->count - 1; i >= 0; i--) {
            Step *step = &w->steps[i];
            step->extra = extra;
            step->closed = !usable[step->link];
            step->worth = w->terms.link[step->link];
            for (int j = 0; j < 2; j++) step->pass[j] = w->terms.pass ? w->terms.pass[step->stop[j]] : 0;
            step->listed = 0;
            for (int j = i ? step[-1].wants : 0; j < step->wants; j++)
                if (!w->steps[w->wants[j].step].closed) step->listed |= w->wants[j].mark;
            if (step->closed) continue;
            if (step->worth > 0) extra += step->worth;
        }
    } else {
        w->s->stopped = 2;
    }
    free(usable);
    free(stack);
    return !w->s->stopped;
}
