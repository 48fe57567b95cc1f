/* What the links to come can bring at most: by outline, from the last link back to the first.
 *
 * That some track excludes other track is left out. So is how many stops may still be counted: instead each stop pays
 * a fee to be counted, and a state gets back as many fees as stops are left to it. Any fee makes a bound, and one at
 * which the best route counts just as many stops as it may makes the best one. Bonuses on the whole route are looked
 * at by aspects: which of those on each stop are claimed and still lack a link; and which half of a pair the first end
 * of the route has brought, where pairs consist of ends. What claimed bonuses bring to each stop goes into the fee
 * that is given back, so it needs no aspects of its own. */
#include "claims.h"

#include <stdlib.h>

#define NEVER (-(1 << 30))
#define COLD_TRIES 10 /* to find a good fee, and to find it again when the terms have changed */
#define WARM_TRIES 2
#define OUTLINES_A_TICK 16

/* What a link brings that is taken or left: without counting an own station, and with one. */
typedef struct {
    int plain, homely;
} Gain;

static inline int larger(int a, int b) { return a > b ? a : b; }

static Gain gain_of(int value, int home, int pass) {
    if (home) return (Gain){-pass, value - pass};
    return (Gain){larger(value, 0) - pass, NEVER};
}

static Gain both(Gain a, Gain b) {
    Gain gain = {a.plain + b.plain, NEVER};
    if (a.homely > NEVER) gain.homely = a.homely + larger(b.plain, b.homely);
    if (b.homely > NEVER) gain.homely = larger(gain.homely, b.homely + a.plain);
    return gain;
}

/* By whether the link is taken, and by how the stops were touched. */
typedef struct {
    Gain gain[2][9];
    uint8_t ends[2][9];              /* which of the two stops are ends from now on */
    uint8_t least[2][9], most[2][9]; /* stops that are counted with profit, and those that may be without loss */
} Gains;

/* What one stop of the link brings, so many links having touched it before. */
static Gain gain_at(const Sweep *w, const Step *step, int i, int taken, int t, int beside, Gains *gains) {
    const StopFact *stop = &w->s->stops[step->stop[i]];
    const int before = i ? t % 3 : t / 3, passed = taken && before == 1;
    const int only_end = taken && !before && !stop->may_pass;
    const int end = only_end || (!passed && step->leaves[i] && before + taken == 1);
    if (!passed && !end) return (Gain){0, NEVER};
    const int value = step->value[i] + beside + (passed ? larger(step->cross[i], 0) : 0);
    gains->ends[taken][t] |= (uint8_t)(end << i);
    gains->least[taken][t] += value > 0;
    gains->most[taken][t] += value >= 0;
    return gain_of(value, stop->home, passed ? step->pass[i] : 0);
}

static void find_gains(const Sweep *w, const Step *step, int beside, Gains *gains) {
    *gains = (Gains){0};
    for (int taken = 0; taken < 2; taken++)
        for (int t = 0; t < 9; t++) {
            Gain *gain = &gains->gain[taken][t];
            *gain = both(gain_at(w, step, 0, taken, t, beside, gains), gain_at(w, step, 1, taken, t, beside, gains));
            if (!taken) continue;
            gain->plain += step->worth;
            if (gain->homely > NEVER) gain->homely += step->worth;
        }
}

static inline void add(Rest *best, const Rest *after, const Gain *gain, int more) {
    const int homely = after->homely + larger(gain->plain, gain->homely) + more;
    const int plain = after->homeless + gain->plain + more, now = after->homely + gain->homely + more;
    best->homely = larger(best->homely, homely);
    best->homeless = larger(best->homeless, larger(plain, now));
}

/* One way to go on: which outline comes, looked at how, and what tags bring. */
typedef struct {
    uint32_t next;
    unsigned lacking;
    int taken, tag, amount;
} Option;

/* The two halves of a pair belong together. */
static inline int other_half(int tag) { return ((tag - 1) ^ 1) + 1; }

/* Ways to go on that bring half of a pair. */
static int tagged_options(const Sweep *w, const Step *step, int tag, int ends, Option plain, Option *out) {
    const int last = plain.next == WHOLE || w->outlines->ends[plain.next] == 2;
    int size = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < step->tags[i] && ends >> i & 1; j++) {
            const Tag *mine = &step->tag[i][j];
            Option option = plain;
            option.amount = mine->amount;
            option.tag = last ? 0 : mine->tag;
            if (tag ? mine->tag == other_half(tag) : !last) out[size++] = option;
            for (int k = 0; !tag && ends == 3 && !i && k < step->tags[1]; k++) {
                option.amount = mine->amount + step->tag[1][k].amount;
                if (step->tag[1][k].tag == other_half(mine->tag)) out[size++] = option;
            }
        }
    return size;
}

/* All ways to go on from an outline whose route has brought half of a pair, or (`tag` 0) nothing that waits. */
static int options_of(const Sweep *w, const Step *step, size_t at, unsigned lacking, int tag, const Gains *gains,
                      Option *out) {
    const Outlines *o = w->outlines;
    int size = 0;
    for (int taken = step->only; taken < (step->closed ? 1 : 2); taken++) {
        const int ends = gains->ends[taken][o->touched[at]];
        const Option plain = {.next = taken ? o->taken[at] : o->left[at],
                              .lacking = taken ? lacking & ~step->tunnels : lacking,
                              .taken = taken,
                              .tag = tag};
        if (!ends || !tag) out[size++] = plain;
        if (ends && w->tags > 1) size += tagged_options(w, step, tag, ends, plain, out + size);
    }
    return size;
}

#define MOST_OPTIONS 24

static inline Rest better(const Rest *left, const Gain *if_left, const Rest *taken, const Gain *if_taken) {
    Rest best = {NEVER, NEVER};
    if (left) add(&best, left, if_left, 0);
    if (taken) add(&best, taken, if_taken, 0);
    return best;
}

static void go_back_tagged(const Sweep *w, const Step *step, size_t at, unsigned lacking, const Gains *gains,
                           Rest *rest) {
    const int t = w->outlines->touched[at], tags = w->outlines->ends[at] == 1 ? w->tags : 1;
    for (int tag = 0; tag < tags; tag++) {
        Option option[MOST_OPTIONS];
        Rest best = {NEVER, NEVER};
        for (int i = options_of(w, step, at, lacking, tag, gains, option); i--;)
            add(&best, rest_at(w, option[i].next, option[i].lacking, option[i].tag),
                &gains->gain[option[i].taken][t], option[i].amount);
        rest[tag] = best;
    }
}

static void step_back(const Sweep *w, int number, unsigned lacking, const Gains *gains) {
    const Outlines *o = w->outlines;
    const Step *step = &w->steps[number];
    for (size_t at = o->first[number]; at < o->first[number + 1]; at++) {
        const int t = o->touched[at];
        const Gain *if_left = &gains->gain[0][t], *if_taken = &gains->gain[1][t];
        const Rest *left = step->only ? NULL : rest_at(w, o->left[at], lacking, 0);
        const Rest *taken = step->closed ? NULL : rest_at(w, o->taken[at], lacking & ~step->tunnels, 0);
        Rest *rest = rest_at(w, (uint32_t)at, lacking, 0);
        if (step->tags[0] | step->tags[1]) {
            go_back_tagged(w, step, at, lacking, gains, rest);
            continue;
        }
        rest[0] = better(left, if_left, taken, if_taken);
        if (w->tags == 1 || o->ends[at] != 1) continue;
        /* a second end that is no half of a pair will not do for the first */
        if (gains->ends[0][t]) left = NULL;
        if (gains->ends[1][t]) taken = NULL;
        for (int tag = 1; tag < w->tags; tag++)
            rest[tag] = better(left ? left + tag : NULL, if_left, taken ? taken + tag : NULL, if_taken);
    }
}

/* The claim by which a route seems to earn most, and how much. */
static int64_t dearest_claim(const Sweep *w, unsigned *best) {
    int64_t most = INT64_MIN;
    for (unsigned claim = 0; claim < 1u << w->eaches; claim++) {
        const int64_t now =
            rest_at(w, FIRST_OUTLINE, claim, 0)->homeless + (int64_t)(w->fee + w->rise[claim]) * w->kind->best;
        if (now <= most) continue;
        most = now;
        *best = claim;
    }
    return most;
}

int64_t bound_of(const Sweep *w) {
    unsigned claim;
    return dearest_claim(w, &claim);
}

/* Fill all aspects at the present fee. */
static void fill(const Sweep *w) {
    const Outlines *o = w->outlines;
    const unsigned all = 1u << w->eaches;
    for (unsigned lacking = 0; lacking < all; lacking++)
        for (int tag = 0; tag < w->tags; tag++) {
            *rest_at(w, IN_VAIN, lacking, tag) = (Rest){NEVER, NEVER};
            *rest_at(w, WHOLE, lacking, tag) = (Rest){NEVER, lacking || tag ? NEVER : 0};
            for (size_t i = o->first[o->steps]; i < o->size; i++)
                *rest_at(w, (uint32_t)i, lacking, tag) = (Rest){NEVER, NEVER};
        }
    for (int i = o->steps - 1; i >= 0; i--) {
        Gains gains;
        find_gains(w, &w->steps[i], -w->fee, &gains);
        for (unsigned lacking = 0; lacking < all; lacking++) step_back(w, i, lacking, &gains);
    }
    tick_many(w->s, (int64_t)(o->size / OUTLINES_A_TICK));
}

/* Follow the dearest way from the first outline to the end: which links it takes, if that is asked for, and how many
 * stops it counts beyond those it may (or below, if negative). */
static int follow(const Sweep *w, uint16_t *links, int *size) {
    const Outlines *o = w->outlines;
    int least = 0, most = 0, homely = 0;
    Option here = {.next = FIRST_OUTLINE};
    dearest_claim(w, &here.lacking);
    for (int i = 0; i < o->steps && here.next >= FIRST_OUTLINE; i++) {
        Gains gains;
        Option option[MOST_OPTIONS];
        const size_t at = here.next;
        const Rest *goal = rest_at(w, here.next, here.lacking, here.tag), *after = NULL;
        find_gains(w, &w->steps[i], -w->fee, &gains);
        int j = options_of(w, &w->steps[i], at, here.lacking, here.tag, &gains, option) - 1;
        for (; j >= 0; j--) {
            Rest best = {NEVER, NEVER};
            after = rest_at(w, option[j].next, option[j].lacking, option[j].tag);
            add(&best, after, &gains.gain[option[j].taken][o->touched[at]], option[j].amount);
            if (homely ? best.homely == goal->homely : best.homeless == goal->homeless) break;
        }
        if (j < 0) return 0;
        here = option[j];
        const Gain *gain = &gains.gain[here.taken][o->touched[at]];
        if (!homely) homely = after->homeless + gain->plain + here.amount != goal->homeless;
        least += gains.least[here.taken][o->touched[at]];
        most += gains.most[here.taken][o->touched[at]];
        if (links && here.taken) links[(*size)++] = (uint16_t)w->steps[i].link;
    }
    return least > w->kind->best ? least - w->kind->best : most < w->kind->best ? most - w->kind->best : 0;
}

int dearest_way(const Sweep *w, uint16_t *links) {
    int size = 0;
    follow(w, links, &size);
    return size;
}

/* The bound is convex in the fee: look for its lowest point, from the last fee on. */
static void find_fee(Sweep *w) {
    int low = INT32_MIN, high = INT32_MAX, step = 4 * w->terms.scale, best_fee = 0;
    int64_t best = INT64_MAX;
    for (int tries = w->asked ? WARM_TRIES : COLD_TRIES;; tries--) {
        fill(w);
        const int64_t bound = bound_of(w);
        if (bound < best) {
            best = bound;
            best_fee = w->fee;
        }
        const int over = bound > 0 ? follow(w, NULL, NULL) : 0;
        if (over > 0) low = w->fee;
        if (over < 0) high = w->fee;
        const int between = low > INT32_MIN && high < INT32_MAX;
        if (!over || tries <= 1 || !high || (between && high - low <= w->terms.scale / 2)) break;
        w->fee = between ? (low + high) / 2 : larger(w->fee + (over > 0 ? step : -step), 0); /* or it were no bound */
        step *= 2;
    }
    if (w->fee == best_fee) return;
    w->fee = best_fee;
    fill(w);
}

static int falling(const void *a, const void *b) { return *(const int *)b - *(const int *)a; }

/* What the least of the stops would bring if the dearest were counted. */
static int first_fee(const Sweep *w) {
    const Search *s = w->s;
    int *values = malloc(((size_t)s->net->stops + 1) * sizeof *values), fee = 0;
    if (!values) return 0;
    for (int i = 0; i < s->net->stops; i++) values[i] = s->stops[i].value;
    qsort(values, (size_t)s->net->stops, sizeof *values, falling);
    if (w->kind->best < s->net->stops) fee = larger(values[w->kind->best], 0) * w->terms.scale;
    free(values);
    return fee;
}

int look_back(Sweep *w) {
    const size_t room = (w->outlines->size * (size_t)w->tags) << w->eaches;
    if (room > MAX_RESTS) return 0;
    if (room > w->rest_room) {
        Rest *rest = realloc(w->rest, room * sizeof *rest);
        if (!rest) return 0;
        w->rest = rest;
        w->rest_room = room;
    }
    if (!w->asked) w->fee = first_fee(w);
    find_fee(w);
    w->asked = 1;
    return 1;
}
