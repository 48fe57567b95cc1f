/* The best route of a skipping train, proved without luck: a sweep over the board.
 *
 * Links are looked at one by one in a fixed order, each taken or left. What has been taken are pieces of a route.
 * All that the links to come need to know is the frontier: the stops that have links on both sides of the sweep,
 * how the pieces join them, and what track is used that later links want too. Choices that agree in this and in how
 * many stops are counted are one state, and only the dearest is kept. A board is narrow, so states are few; they are
 * fewer still because those that cannot come above the floor are dropped, and floors just below the bound are
 * tried first. */
#include "claims.h"

#include <stdlib.h>
#include <string.h>

static inline int code_of(const State *state, int slot) { return state->slot[slot] & 31; }

static inline void set_code(State *state, int slot, int code) {
    state->slot[slot] = (uint8_t)((state->slot[slot] & ~31) | code);
}

static inline int hopeless(const Hope *hope, const State *state) {
    const int code = hope->slot < 0 ? FREE : code_of(state, hope->slot);
    return code == DONE || (hope->when && (hope->when == LED_TO) != (code >= ENDED));
}

/* What an end brings beyond the stops that are counted already, the least of which brings `last`. */
static inline int64_t gain_of(const Hope *hope, int rise, int last) {
    return hope->value + rise - (hope->passing + rise > last ? hope->passing + rise : last);
}

/* The two ends of a route may be stops that cannot be passed, or spare the price of passing; and if both halves of a
 * pair are ends only, they bring what the pair does. Returns -1 if something is owed that cannot be paid. */
static int64_t by_ends(const Sweep *w, const Step *step, const State *state, int ends, int rise, int last) {
    int64_t most[2] = {0, 0}, best;
    const word halves = state->claims >> halves_at(w);
    for (int i = step->ends_from; i < step->ends && ends; i++) {
        const Hope *hope = &w->hopes[i];
        if (hope->value + rise - last <= most[ends - 1]) break;
        if (hopeless(hope, state)) continue;
        const int64_t gain = gain_of(hope, rise, last);
        if (gain > most[0]) {
            most[1] = most[0];
            most[0] = gain;
        } else if (gain > most[1]) {
            most[1] = gain;
        }
    }
    best = ends == 2 ? most[0] + most[1] : most[0];
    if (!w->ended_pairs) return best;
    int64_t half[2 * MAX_WHOLE];
    for (int p = 0; p < 2 * w->pairs; p++) half[p] = -1;
    for (int i = step->ends; i < step->tags; i++) {
        const Hope *hope = &w->hopes[i];
        if (hopeless(hope, state)) continue;
        int64_t gain = gain_of(hope, rise, last);
        gain = (gain < 0 ? 0 : gain) + hope->amount;
        if (gain > half[hope->pair]) half[hope->pair] = gain;
    }
    for (int p = 0; p < w->pairs; p++) {
        if (!(w->ended_pairs >> p & 1)) continue;
        const int had = (int)(halves >> 2 * p & 3);
        if (had == 1 || had == 2) return ends ? half[2 * p + (had == 1)] : -1;
        if (had || ends < 2 || half[2 * p] < 0 || half[2 * p + 1] < 0) continue;
        if (half[2 * p] + half[2 * p + 1] > best) best = half[2 * p] + half[2 * p + 1];
    }
    return best;
}

/* What a stop with an own station brings at most that is not yet counted. */
static int64_t by_home(const Sweep *w, const Step *step, const State *state) {
    int64_t best = INT32_MIN;
    for (int part = 0; part < 2; part++)
        for (int i = part ? step->ends_from : step->hopes_from; i < (part ? step->ends : step->hopes); i++) {
            const Hope *hope = &w->hopes[i];
            if (!hope->home || hopeless(hope, state)) continue;
            if (hope->value > best) best = hope->value;
            break;
        }
    return best;
}

/* Could this state, after this step, come to more than the floor? */
static int promising(const Sweep *w, const Step *step, const State *state) {
    int left = w->kind->best - state->count, ends = 2, homely = state->home, last = 0, rise = 0;
    int64_t top = state->value + step->extra;
    if (!left && !homely) return 0;
    for (int i = 0; i < w->width; i++) ends -= code_of(state, i) == ENDED;
    if (w->eaches || w->pairs) {
        const int64_t more = claims_to_come(w, step, state, ends);
        if (more < 0) return 0;
        top += more;
        rise = w->rise[claimed(w, state)];
    }
    const int none = !left;
    for (int i = step->hopes_from; i < step->hopes && left; i++) {
        const Hope *hope = &w->hopes[i];
        if (hope->value + rise <= 0) break;
        if (hopeless(hope, state)) continue;
        homely |= hope->home;
        top += last = hope->value + rise;
        left--;
    }
    if (left) last = 0;
    if (!none) {
        const int64_t more = by_ends(w, step, state, ends, rise, last);
        if (more < 0) return 0;
        top += more;
    }
    if (top <= w->floor) return 0;
    if (homely) return 1;
    const int64_t home = by_home(w, step, state);
    return home > INT32_MIN && (left || top + home + rise - last > w->floor);
}

static inline size_t hash_of(const State *state) {
    word parts[KEY / sizeof(word)], hash = 0x9E3779B97F4A7C15u;
    memcpy(parts, state, sizeof parts);
    for (size_t i = 0; i < KEY / sizeof(word); i++) {
        hash = (hash ^ parts[i]) * 0xD6E8FEB86659FD93u;
        hash ^= hash >> 32;
    }
    return (size_t)hash;
}

static int make_room(Sweep *w) {
    if (w->next_size == w->next_room) {
        size_t room = w->next_room ? w->next_room * 2 : 1024;
        State *next = realloc(w->next, room * sizeof *next);
        if (!next) return 0;
        w->next = next;
        w->next_room = room;
    }
    if (w->trace_size == w->trace_room) {
        size_t room = w->trace_room ? w->trace_room * 2 : 8192;
        uint32_t *traces = realloc(w->traces, room * sizeof *traces);
        if (!traces) return 0;
        w->traces = traces;
        w->trace_room = room;
    }
    if (w->next_size * 2 >= w->table_size) {
        size_t size = w->table_size ? w->table_size * 2 : 4096;
        uint32_t *table = size > w->table_room ? realloc(w->table, size * sizeof *table) : w->table;
        if (!table) return 0;
        if (size > w->table_room) w->table_room = size;
        w->table = table;
        w->table_size = size;
        memset(table, 0, size * sizeof *table);
        for (size_t i = 0; i < w->next_size; i++) {
            size_t at = hash_of(&w->next[i]) & (size - 1);
            while (table[at]) at = (at + 1) & (size - 1);
            table[at] = (uint32_t)i + 1;
        }
    }
    return 1;
}

/* A table of the size that the next layer is likely to need: a small one stays near the processor. */
static void fit_table(Sweep *w) {
    w->table_size = 1024;
    while (w->table_size < w->now_size * 3 && w->table_size < w->table_room) w->table_size *= 2;
    memset(w->table, 0, w->table_size * sizeof *w->table);
}

/* Put a state into the next layer, unless there is one like it that is worth as much. */
static void put(Sweep *w, const Step *step, State *state, uint32_t trace) {
    if (step->due & ~state->marks) return;
    state->marks &= ~step->fading;
    if (!promising(w, step, state)) return;
    if (state->marks & step->listed) { /* forget track that no link to come can use anyway */
        word wanted = ~step->listed | step->owed;
        for (int i = step == w->steps ? 0 : step[-1].wants; i < step->wants && state->marks & ~wanted; i++) {
            const Want *want = &w->wants[i];
            if (!(want->mark & state->marks & ~wanted)) continue;
            if ((want->a < 0 || code_of(state, want->a) != DONE) && (want->b < 0 || code_of(state, want->b) != DONE))
                wanted |= want->mark;
        }
        state->marks &= wanted;
    }
    if (w->trace_size >= w->limit) {
        w->failed = 1;
        return;
    }
    if (!make_room(w)) {
        w->s->stopped = 2;
        return;
    }
    size_t at = hash_of(state) & (w->table_size - 1);
    for (; w->table[at]; at = (at + 1) & (w->table_size - 1)) {
        State *other = &w->next[w->table[at] - 1];
        if (memcmp(other, state, KEY)) continue;
        if (state->value > other->value) {
            other->value = state->value;
            w->traces[other->trace] = trace;
        }
        return;
    }
    w->table[at] = (uint32_t)++w->next_size;
    state->trace = (uint32_t)w->trace_size;
    w->next[w->next_size - 1] = *state;
    w->traces[w->trace_size++] = trace;
}

static int any_open(const Sweep *w, const State *state) {
    for (int i = 0; i < w->width; i++)
        if (code_of(state, i) >= ENDED) return 1;
    return 0;
}

/* Both ends of the only piece are fixed: it is a route. */
static void complete(Sweep *w, const Step *step, const State *state, uint32_t trace) {
    if (state->count < 2 || !state->home || state->value <= w->floor) return;
    if (step->early || step->owed & ~state->marks || !all_paid(w, state)) return;
    if (w->slack) w->finds[w->find_count++ % FINDS] = (Find){state->value, (int)(step - w->steps), trace};
    if (w->found_step >= 0 && state->value <= w->found) return;
    w->found = state->value;
    w->found_step = (int)(step - w->steps);
    w->found_trace = trace;
    if (w->found - w->slack > w->floor) w->floor = w->found - w->slack;
}

/* Count a stop, perhaps as half of pairs. */
static int counted(const Sweep *w, State *state, const StopFact *stop, int value, const Call *call) {
    if (state->count == w->kind->best || state->claims & call->halves) return 0;
    state->count++;
    state->home |= stop->home;
    state->value += value + w->rise[claimed(w, state)] + call->amount;
    state->claims |= call->halves;
    return 1;
}

static int ends_of(const Sweep *w, const State *state) {
    int ends = 0;
    for (int i = 0; i < w->width; i++) ends += code_of(state, i) == ENDED;
    return ends;
}

/* Stops whose last link this was leave the frontier; one with a single link taken is an end of the route. */
static void leave(Sweep *w, const Step *step, const State *before, int from, uint32_t trace) {
    State state = *before;
    for (int i = from; i < 2; i++) {
        if (!step->leaves[i]) continue;
        const int at = step->stop[i], slot = step->slot[i], code = code_of(&state, slot);
        const StopFact *stop = &w->s->stops[at];
        state.slot[slot] = FREE;
        if (code < ENDED) continue;
        if (!stop->may_end) return;
        const int far = code == ENDED ? -1 : code - JOINED;
        if (far < 0 && any_open(w, &state)) return;
        if (far >= 0 && ends_of(w, &state) == 2) return;
        if (far >= 0) set_code(&state, far, ENDED);
        for (int call = w->call_at[at]; call < w->call_at[at + 1]; call++) {
            State with = state;
            if (!counted(w, &with, stop, step->value[i], &w->calls[call])) continue;
            if (!end_claims(w, &with, slot, far, 1)) continue;
            if (far < 0)
                complete(w, step, &with, trace);
            else
                leave(w, step, &with, i + 1, trace);
        }
        if (!end_claims(w, &state, slot, far, 0)) return;
        if (far < 0) {
            complete(w, step, &state, trace);
            return;
        }
    }
    put(w, step, &state, trace);
}

/* Go on with a state whose link was taken: for each bonus on each stop that waits for such a link, this is the one or
 * it is not. */
static void go_on(Sweep *w, const Step *step, const State *state, const int *far, int counts, uint32_t trace) {
    const unsigned able = step->tunnels & unnamed(w, state);
    for (unsigned named = able;; named = (named - 1) & able) {
        State with = *state;
        if (join_claims(w, &with, step->slot, far, counts, named)) {
            if (far[0] < 0 && far[1] < 0)
                complete(w, step, &with, trace);
            else
                leave(w, step, &with, 0, trace);
        }
        if (!named) return;
    }
}

static void take(Sweep *w, const Step *step, const State *before, uint32_t trace) {
    const StopFact *stop[2] = {&w->s->stops[step->stop[0]], &w->s->stops[step->stop[1]]};
    State state = *before;
    int far[2], gain[2], settled[2] = {0, 0};
    if (state.marks & step->marks) return;
    state.marks |= step->marks;
    state.value += step->worth;
    for (int i = 0; i < 2; i++) {
        const int slot = step->slot[i], code = code_of(before, slot);
        gain[i] = step->value[i];
        if (code == DONE) return;
        if (code == FREE) {
            if (step->group[i] & state.marks) return;
            state.marks |= step->group[i];
            settled[i] = !stop[i]->may_pass;
            far[i] = settled[i] ? -1 : slot;
            state.slot[slot] = (uint8_t)(settled[i] ? DONE : step->gate[i] << 5);
            continue;
        }
        if (!stop[i]->may_pass || code == JOINED + step->slot[!i]) return;
        if (stop[i]->cross && before->slot[slot] >> 5 != step->gate[i]) gain[i] += step->cross[i];
        state.value -= step->pass[i];
        settled[i] = 1;
        far[i] = code == ENDED ? -1 : code - JOINED;
        state.slot[slot] = DONE;
    }
    if (far[0] >= 0) set_code(&state, far[0], far[1] >= 0 ? JOINED + far[1] : ENDED);
    if (far[1] >= 0) set_code(&state, far[1], far[0] >= 0 ? JOINED + far[0] : ENDED);
    if (far[0] < 0 && far[1] < 0 && any_open(w, &state)) return;
    if (ends_of(w, &state) > 2) return;
    const int *at = w->call_at, a = step->stop[0], b = step->stop[1];
    for (int choice = 3; choice >= 0; choice--) {
        if ((choice & 1 && !settled[0]) || (choice & 2 && !settled[1])) continue;
        /* each of the two in every way to count it, or not at all */
        for (int one = at[a]; one < (choice & 1 ? at[a + 1] : at[a] + 1); one++)
            for (int other = at[b]; other < (choice & 2 ? at[b + 1] : at[b] + 1); other++) {
                State with = state;
                if (choice & 1 && !counted(w, &with, stop[0], gain[0], &w->calls[one])) continue;
                if (choice & 2 && !counted(w, &with, stop[1], gain[1], &w->calls[other])) continue;
                go_on(w, step, &with, far, choice, trace);
            }
    }
}

void sweep(Sweep *w, int64_t floor) {
    w->floor = floor;
    w->found_step = -1;
    w->find_count = 0;
    w->trace_size = w->next_size = 0;
    if (!make_room(w)) {
        w->s->stopped = 2;
        return;
    }
    memset(w->table, 0, w->table_size * sizeof *w->table);
    for (unsigned claim = 0; claim < 1u << w->eaches; claim++) { /* of bonuses on each stop, all that may be earned */
        if (!make_room(w)) {
            w->s->stopped = 2;
            return;
        }
        w->next[w->next_size++] = (State){.claims = (word)claim << claimed_at(w), .trace = (uint32_t)w->trace_size};
        w->traces[w->trace_size++] = 0;
    }
    for (int i = 0; i < w->count && w->next_size; i++) {
        State *spare = w->now;
        const size_t room = w->now_room;
        w->now = w->next, w->now_room = w->next_room, w->now_size = w->next_size;
        w->next = spare, w->next_room = room, w->next_size = 0;
        fit_table(w);
        for (size_t j = 0; j < w->now_size; j++) {
            if (!(j & 15) && tick_many(w->s, 16)) return;
            const uint32_t trace = w->now[j].trace << 1;
            take(w, &w->steps[i], &w->now[j], trace | 1);
            if (!w->steps[i].only) leave(w, &w->steps[i], &w->now[j], 0, trace);
            if (w->s->stopped || w->failed || (w->any && w->found_step >= 0)) return;
        }
    }
}
