/* What the links to come can bring at most: by outline, from the last link back to the first.
 *
 * That some track excludes other track is left out. So is how many stops may still be counted: instead each stop pays
 * a fee to be counted, and a state gets back as many fees as stops are left to it. Any fee makes a bound, and one at
 * which the best route counts as many stops as it may makes a good one. */
#include "claims.h"

#include <stdlib.h>

#define NEVER (-(1 << 30))
#define COLD_TRIES 10 /* to find a good fee, and to find it again when the terms have changed */
#define WARM_TRIES 2

/* What a link brings that is taken or left: without counting an own station, and with one. */
typedef struct {
    int plain, homely;
    int least, most; /* stops counted for that, and those that might be for nothing */
} Gain;

static inline int larger(int a, int b) { return a > b ? a : b; }

static Gain gain_of(int value, int home, int pass) {
    Gain gain = {-pass, home ? value - pass : NEVER, value > 0, value >= 0};
    if (!home) gain.plain += larger(value, 0);
    return gain;
}

static Gain both(Gain a, Gain b) {
    Gain gain = {a.plain + b.plain, NEVER, a.least + b.least, a.most + b.most};
    if (a.homely > NEVER) gain.homely = a.homely + larger(b.plain, b.homely);
    if (b.homely > NEVER) gain.homely = larger(gain.homely, b.homely + a.plain);
    return gain;
}

/* What one stop of the link brings, so many links having touched it before. */
static Gain gain_at(const Sweep *w, const Step *step, int i, int taken, int before, int beside) {
    const StopFact *stop = &w->s->stops[step->stop[i]];
    const int value = step->value[i] + beside;
    if (taken && before == 1) return gain_of(value + larger(step->cross[i], 0), stop->home, step->pass[i]);
    const int only_end = taken && !before && !stop->may_pass;
    if (only_end || (step->leaves[i] && before + taken == 1)) return gain_of(value, stop->home, 0);
    return (Gain){0, NEVER, 0, 0};
}

static void find_gains(const Sweep *w, const Step *step, int beside, Gain gain[2][9]) {
    for (int taken = 0; taken < 2; taken++)
        for (int t = 0; t < 9; t++) {
            Gain *g = &gain[taken][t];
            *g = both(gain_at(w, step, 0, taken, t / 3, beside), gain_at(w, step, 1, taken, t % 3, beside));
            if (!taken) continue;
            g->plain += step->worth;
            if (g->homely > NEVER) g->homely += step->worth;
        }
}

static inline void add(Rest *best, const Rest *after, const Gain *gain) {
    best->homely = larger(best->homely, after->homely + larger(gain->plain, gain->homely));
    best->homeless = larger(best->homeless, after->homeless + gain->plain);
    if (gain->homely > NEVER) best->homeless = larger(best->homeless, after->homely + gain->homely);
}

static void look_back_at(const Sweep *w, unsigned claim) {
    const Outlines *o = w->outlines;
    Rest *rest = w->rest + claim * o->size;
    rest[IN_VAIN] = (Rest){NEVER, NEVER};
    rest[WHOLE] = (Rest){NEVER, 0};
    for (size_t i = o->first[o->steps]; i < o->size; i++) rest[i] = rest[IN_VAIN];
    for (int i = o->steps - 1; i >= 0; i--) {
        const Step *step = &w->steps[i];
        Gain gain[2][9];
        find_gains(w, step, w->rise[claim] - w->fee[claim], gain);
        for (size_t at = o->first[i]; at < o->first[i + 1]; at++) {
            Rest best = {NEVER, NEVER};
            if (!step->only) add(&best, &rest[o->left[at]], &gain[0][o->touched[at]]);
            if (!step->closed) add(&best, &rest[o->taken[at]], &gain[1][o->touched[at]]);
            rest[at] = best;
        }
    }
}

/* How many stops the best of these bounds counts, beyond what may be counted (or below, if negative). */
static int overcount(const Sweep *w, unsigned claim) {
    const Outlines *o = w->outlines;
    const Rest *rest = w->rest + claim * o->size;
    int least = 0, most = 0, homely = 0;
    size_t at = FIRST_OUTLINE;
    for (int i = 0; i < o->steps && at >= FIRST_OUTLINE; i++) {
        Gain gain[2][9];
        find_gains(w, &w->steps[i], w->rise[claim] - w->fee[claim], gain);
        int taken = !w->steps[i].closed;
        if (taken && !w->steps[i].only) {
            Rest best = {NEVER, NEVER};
            add(&best, &rest[o->taken[at]], &gain[1][o->touched[at]]);
            taken = homely ? best.homely == rest[at].homely : best.homeless == rest[at].homeless;
        }
        const Gain *g = &gain[taken][o->touched[at]];
        const size_t next = taken ? o->taken[at] : o->left[at];
        if (!homely) homely = rest[next].homeless + g->plain != rest[at].homeless;
        least += g->least;
        most += g->most;
        at = next;
    }
    return least > w->kind->best ? least - w->kind->best : most < w->kind->best ? most - w->kind->best : 0;
}

/* The bound is convex in the fee: look for the lowest, from the last fee on. */
static void find_fee(Sweep *w, unsigned claim) {
    int low = 0, high = -1, step = 4 * w->terms.scale, best_fee = w->fee[claim];
    int64_t best = INT64_MAX;
    for (int tries = w->warm ? WARM_TRIES : COLD_TRIES;; tries--) {
        look_back_at(w, claim);
        const int fee = w->fee[claim], root = rest_of(w, claim, FIRST_OUTLINE)->homeless;
        const int64_t bound = root + (int64_t)fee * w->kind->best;
        if (bound < best) {
            best = bound;
            best_fee = fee;
        }
        const int over = root > NEVER / 2 ? overcount(w, claim) : 0;
        if (over > 0) low = fee;
        if (over < 0) high = fee;
        if (!over || tries <= 1 || (high >= 0 && high - low <= w->terms.scale / 2) || (over < 0 && !fee)) break;
        w->fee[claim] = high >= 0 && low ? (low + high) / 2 : over > 0 ? fee + step : larger(fee - step, 0);
        step *= 2;
    }
    if (w->fee[claim] == best_fee) return;
    w->fee[claim] = best_fee;
    look_back_at(w, claim);
}

int look_back(Sweep *w) {
    const size_t room = w->outlines->size << w->eaches;
    if (room > w->rest_room) {
        Rest *rest = realloc(w->rest, room * sizeof *rest);
        if (!rest) return 0;
        w->rest = rest;
        w->rest_room = room;
    }
    for (unsigned claim = 0; claim < 1u << w->eaches; claim++) find_fee(w, claim);
    w->warm = 1;
    return 1;
}
