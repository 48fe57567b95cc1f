/* Bonuses on the whole route within a sweep: what a state claims of them, and what it still owes.
 *
 * A bonus on each stop is claimed from the beginning or not at all. If it is, every counted stop earns its amount, and
 * one of its links has to be named as the one that lies between counted stops. Then each of the two sides of that link
 * waits for a counted stop; a side that waits is known by the slot at which its piece goes on. A bonus on a pair of
 * stops is claimed by halves, one when a stop of the first sort is counted, one when another of the second is. What is
 * claimed and not owed any more is what a route earns, and the best way to claim is tried with all others.
 *
 * The bits of a state's claims: by slot, whether its piece has a counted stop; for each bonus on each stop, the two
 * sides; then, which of these are claimed; then the halves of pairs. */
#ifndef STELLWERK_CLAIMS_H
#define STELLWERK_CLAIMS_H

#include "sweep.h"

#define MAX_EACH 3
enum { UNNAMED = 0, FINE = 31 }; /* of a side; else 1 + the slot at which it waits */

static inline int sides_at(int each) { return SLOTS + 10 * each; }
static inline int claimed_at(const Sweep *w) { return SLOTS + 10 * w->eaches; }
static inline int halves_at(const Sweep *w) { return SLOTS + 11 * w->eaches; }

static inline unsigned claimed(const Sweep *w, const State *state) {
    return (unsigned)(state->claims >> claimed_at(w)) & ((1u << w->eaches) - 1);
}

static inline int side_of(const State *state, int each, int side) {
    return (int)(state->claims >> (sides_at(each) + 5 * side)) & 31;
}

static inline void set_sides(State *state, int each, int one, int other) {
    const word low = (word)(one < other ? one : other), high = (word)(one < other ? other : one);
    state->claims = (state->claims & ~((word)1023 << sides_at(each))) | (low | high << 5) << sides_at(each);
}

/* Which bonuses are claimed without a link being named. */
static inline unsigned unnamed(const Sweep *w, const State *state) {
    unsigned left = claimed(w, state);
    for (int e = 0; e < w->eaches; e++)
        if (side_of(state, e, 0) != UNNAMED) left &= ~(1u << e);
    return left;
}

/* Once nothing waits, it does not matter any more which pieces have counted stops. */
static inline void settle(const Sweep *w, State *state) {
    for (int e = 0; e < w->eaches; e++)
        if (claimed(w, state) >> e & 1 && (side_of(state, e, 0) != FINE || side_of(state, e, 1) != FINE)) return;
    state->claims &= ~(((word)1 << SLOTS) - 1);
}

static inline word piece_bit(int slot) { return slot < 0 ? 0 : (word)1 << slot; }

/* A link joins what was at two slots; the piece goes on at `far` (-1: at an end of the route). `counts` tells which of
 * the stops in these slots are counted now, `named` for which bonuses this is the link. False if a side of one is in
 * vain. */
static inline int join_claims(const Sweep *w, State *state, const int *slot, const int *far, int counts,
                              unsigned named) {
    if (!claimed(w, state)) return 1;
    const int has[2] = {(int)(state->claims >> slot[0] & 1) | (counts & 1),
                        (int)(state->claims >> slot[1] & 1) | (counts >> 1)};
    state->claims &= ~(piece_bit(slot[0]) | piece_bit(slot[1]));
    if (has[0] || has[1])
        state->claims |= piece_bit(far[0]) | piece_bit(far[1]);
    else
        state->claims &= ~(piece_bit(far[0]) | piece_bit(far[1]));
    for (int e = 0; e < w->eaches; e++) {
        int side[2] = {side_of(state, e, 0), side_of(state, e, 1)};
        if (named >> e & 1) {
            for (int i = 0; i < 2; i++) side[i] = has[i] ? FINE : far[i] + 1;
        } else {
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 2; j++)
                    if (side[i] == slot[j] + 1 && side[i] != FINE) {
                        side[i] = has[!j] || counts >> j & 1 ? FINE : far[!j] + 1;
                        break;
                    }
            if (side[0] == side_of(state, e, 0) && side[1] == side_of(state, e, 1)) continue;
        }
        if (side[0] == UNNAMED || side[1] == UNNAMED) return 0;
        set_sides(state, e, side[0], side[1]);
    }
    settle(w, state);
    return 1;
}

/* The stop in this slot is an end of the route; its piece goes on at `far`, or not (-1). */
static inline int end_claims(const Sweep *w, State *state, int slot, int far, int counts) {
    if (!claimed(w, state)) return 1;
    state->claims &= ~piece_bit(slot);
    if (counts) state->claims |= piece_bit(far);
    for (int e = 0; e < w->eaches; e++)
        for (int i = 0; i < 2; i++) {
            if (side_of(state, e, i) != slot + 1) continue;
            if (!counts) return 0;
            set_sides(state, e, FINE, side_of(state, e, !i));
            break;
        }
    settle(w, state);
    return 1;
}

/* Is nothing owed? */
static inline int all_paid(const Sweep *w, const State *state) {
    for (int e = 0; e < w->eaches; e++)
        if (claimed(w, state) >> e & 1 && (side_of(state, e, 0) != FINE || side_of(state, e, 1) != FINE)) return 0;
    const word halves = state->claims >> halves_at(w);
    for (int p = 0; p < w->pairs; p++)
        if ((halves >> 2 * p & 3) == 1 || (halves >> 2 * p & 3) == 2) return 0;
    return 1;
}

/* What pairs can still bring to this state after this step, when it has so many ends to come; -1 if it owes something
 * that cannot be paid. Halves of a pair that are ends only need an end each. */
static inline int64_t pairs_to_come(const Sweep *w, const Step *step, const State *state, int ends) {
    int64_t more = 0, by_ends[3] = {0, 0, 0};
    const word halves = state->claims >> halves_at(w);
    for (int p = 0; p < w->pairs; p++) {
        const int had = (int)(halves >> 2 * p & 3), missing = had == 1;
        if (had != 1 && had != 2) continue;
        if (step->half[p][missing] < 0 || w->half_end[p][missing] > ends) return -1;
        more += step->half[p][missing];
        if (!w->shared) ends -= w->half_end[p][missing];
    }
    for (int p = 0; p < w->pairs; p++) {
        const int *best = step->half[p], needs = w->half_end[p][0] + w->half_end[p][1];
        const int64_t gain = best[0] + best[1];
        if (halves >> 2 * p & 3 || best[0] < 0 || best[1] < 0 || needs > ends) continue;
        if (!needs || w->shared)
            more += gain;
        else if (gain > by_ends[needs])
            by_ends[needs] = gain;
    }
    return more + (by_ends[2] > ends * by_ends[1] ? by_ends[2] : ends * by_ends[1]);
}

/* Which half of a pair has been brought without the other; -1 if there are two of them. */
static inline int tag_of(const Sweep *w, const State *state) {
    const word halves = state->claims >> halves_at(w);
    int tag = 0;
    for (int p = 0; p < w->pairs; p++) {
        const int had = (int)(halves >> 2 * p & 3);
        if (had != 1 && had != 2) continue;
        if (tag) return -1;
        tag = 2 * p + had;
    }
    return tag;
}

/* What this state can still add after this step, at most; INT32_MIN if it can come to nothing. */
static inline int64_t still_to_come(const Sweep *w, const Step *step, const State *state) {
    const unsigned claim = claimed(w, state);
    const int left = w->kind->best - state->count, ends = w->outlines->ends[state->outline];
    const int tag = w->tags > 1 ? tag_of(w, state) : 0;
    if ((!left && !state->home) || tag < 0 || (tag && ends == 2)) return INT32_MIN;
    const Rest *rest = rest_at(w, state->outline, unnamed(w, state), tag);
    int64_t more = (int64_t)left * (w->fee + w->rise[claim]) + (state->home ? rest->homely : rest->homeless);
    if (!left && more > step->extra) more = step->extra;
    if (w->tags > 1 || !w->pairs) return more;
    const int64_t pairs = pairs_to_come(w, step, state, 2 - ends);
    return pairs < 0 ? INT32_MIN : more + pairs;
}

#endif
