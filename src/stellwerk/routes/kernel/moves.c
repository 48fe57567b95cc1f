/* What can become of a state of a sweep when a link is taken or left: which stops are counted, and what is claimed. */
#include "claims.h"

/* Count a stop, perhaps as half of pairs. */
static int counted(const Sweep *w, State *state, const StopFact *stop, int value, const Call *call) {
    if (state->count == w->kind->best || state->claims & call->halves) return 0;
    state->count++;
    state->home |= stop->home;
    state->head.value += value + w->rise[claimed(w, state)] + call->amount;
    state->claims |= call->halves;
    return 1;
}

static inline word with_gate(word gates, int slot, int gate) {
    return (gates & ~((word)7 << (GATE_BITS * slot))) | (word)gate << (GATE_BITS * slot);
}

static inline int gate_of(word gates, int slot) { return (int)(gates >> (GATE_BITS * slot)) & 7; }

static void note(Moves *moves, const State *state) {
    if (moves->size == MOST_MOVES)
        moves->failed = 1;
    else
        moves->list[moves->size++] = *state;
}

static void note_whole(const Sweep *w, Moves *moves, const State *state) {
    if (state->count >= 2 && state->home && all_paid(w, state)) note(moves, state);
}

/* Stops whose last link this was leave the frontier; those that are ends of the route are counted, or not. */
static void leave(const Sweep *w, const Step *step, const State *before, word shape, int from, Moves *moves) {
    State state = *before;
    for (int i = from; i < 2; i++) {
        if (!step->leaves[i]) continue;
        const int at = step->stop[i], slot = step->slot[i], code = code_of(shape, slot);
        shape = with_code(shape, slot, FREE);
        state.gates = with_gate(state.gates, slot, 0);
        if (code < ENDED) continue;
        const int far = code == ENDED ? -1 : code - JOINED;
        if (far >= 0) shape = with_code(shape, far, ENDED);
        for (int call = w->call_at[at]; call < w->call_at[at + 1]; call++) {
            State with = state;
            if (!counted(w, &with, &w->s->stops[at], step->value[i], &w->calls[call])) continue;
            if (!end_claims(w, &with, slot, far, 1)) continue;
            if (far < 0)
                note_whole(w, moves, &with);
            else
                leave(w, step, &with, shape, i + 1, moves);
        }
        if (!end_claims(w, &state, slot, far, 0)) return;
        if (far < 0) {
            note_whole(w, moves, &state);
            return;
        }
    }
    note(moves, &state);
}

/* A link was taken: for each bonus on each stop that waits for such a link, this is the one or it is not. */
static void name(const Sweep *w, const Step *step, const State *state, word shape, const int *far, int counts,
                 Moves *moves) {
    const unsigned able = step->tunnels & unnamed(w, state);
    for (unsigned named = able;; named = (named - 1) & able) {
        State with = *state;
        if (join_claims(w, &with, step->slot, far, counts, named)) {
            if (far[0] < 0 && far[1] < 0)
                note_whole(w, moves, &with);
            else
                leave(w, step, &with, shape, 0, moves);
        }
        if (!named) return;
    }
}

static void take(const Sweep *w, const Step *step, const State *before, Moves *moves) {
    const StopFact *stop[2] = {&w->s->stops[step->stop[0]], &w->s->stops[step->stop[1]]};
    const word shape = w->outlines->shape[before->outline];
    State state = *before;
    int far[2], gain[2], settled[2];
    state.outline = w->outlines->taken[before->outline];
    if (state.outline == IN_VAIN || state.marks & step->marks) return;
    state.marks |= step->marks;
    state.head.value += step->worth;
    for (int i = 0; i < 2; i++) {
        const int slot = step->slot[i];
        gain[i] = step->value[i];
        if (code_of(shape, slot) == FREE) {
            if (step->group[i] & state.marks) return;
            state.marks |= step->group[i];
            settled[i] = !stop[i]->may_pass;
            if (!settled[i]) state.gates = with_gate(state.gates, slot, step->gate[i]);
            continue;
        }
        if (stop[i]->cross && gate_of(state.gates, slot) != step->gate[i]) gain[i] += step->cross[i];
        state.head.value -= step->pass[i];
        state.gates = with_gate(state.gates, slot, 0);
        settled[i] = 1;
    }
    const word joined = join(w->s->stops, step, shape, far);
    const int *at = w->call_at, a = step->stop[0], b = step->stop[1];
    for (int choice = 3; choice >= 0; choice--) {
        if ((choice & 1 && !settled[0]) || (choice & 2 && !settled[1])) continue;
        /* each of the two in every way to count it, or not at all */
        for (int one = at[a]; one < (choice & 1 ? at[a + 1] : at[a] + 1); one++)
            for (int other = at[b]; other < (choice & 2 ? at[b + 1] : at[b] + 1); other++) {
                State with = state;
                if (choice & 1 && !counted(w, &with, stop[0], gain[0], &w->calls[one])) continue;
                if (choice & 2 && !counted(w, &with, stop[1], gain[1], &w->calls[other])) continue;
                name(w, step, &with, joined, far, choice, moves);
            }
    }
}

int find_moves(const Sweep *w, const Step *step, const State *before, int taken, Moves *moves) {
    moves->size = moves->failed = 0;
    if (taken) {
        take(w, step, before, moves);
    } else {
        State state = *before;
        state.outline = w->outlines->left[before->outline];
        if (state.outline != IN_VAIN) leave(w, step, &state, w->outlines->shape[before->outline], 0, moves);
    }
    return !moves->failed;
}
