/* The best route of a skipping train, proved without luck: a sweep over the board.
 *
 * Links are looked at one by one in a fixed order, each taken or left. What has been taken are pieces of a route.
 * All that the links to come need to know is the frontier: the stops that have links on both sides of the sweep,
 * how the pieces join them, and what track is used that later links want too. Choices that agree in this and in how
 * many stops are counted are one state, and only the dearest is kept. A board is narrow, so states are few; they are
 * fewer still because those that cannot come above the floor are dropped, and floors just below the bound are
 * tried first. */
#include "sweep.h"

#include <stdlib.h>
#include <string.h>

static inline int code_of(const State *state, int slot) { return state->slot[slot] & 31; }

static inline void set_code(State *state, int slot, int code) {
    state->slot[slot] = (uint8_t)((state->slot[slot] & ~31) | code);
}

/* Could this state, after this step, come to more than the floor? */
static int promising(const Sweep *w, const Step *step, const State *state) {
    const int from = step == w->steps ? 0 : step[-1].hopes;
    int left = w->kind->best - state->count, ends = 2, homely = state->home, last = 0, none = !left;
    int64_t top = state->value + step->extra;
    for (int i = 0; i < w->width; i++) ends -= code_of(state, i) == ENDED;
    int i = from;
    for (; i < step->hopes && left; i++) {
        const Hope *hope = &w->hopes[i];
        if (hope->value <= 0) break;
        const int code = hope->slot < 0 ? FREE : code_of(state, hope->slot);
        if (code == DONE) continue;
        if (hope->end && code == FREE && ends-- <= 0) {
            homely |= hope->home; /* it might be the end instead of another */
            continue;
        }
        homely |= hope->home;
        top += last = hope->value;
        left--;
    }
    if (top <= w->floor) return 0;
    if (homely) return 1;
    if (none) return 0;
    for (; i < step->hopes; i++) {
        const Hope *hope = &w->hopes[i];
        if (!hope->home || (hope->slot >= 0 && code_of(state, hope->slot) == DONE)) continue;
        return top + hope->value - (left ? 0 : last) > w->floor || left;
    }
    return 0;
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
        uint32_t *table = realloc(w->table, size * sizeof *table);
        if (!table) return 0;
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

/* Put a state into the next layer, unless there is one like it that is worth as much. */
static void put(Sweep *w, const Step *step, State *state, uint32_t trace) {
    state->marks &= ~step->fading;
    if (!promising(w, step, state)) return;
    if (state->marks & step->listed) { /* forget track that no link to come can use anyway */
        word wanted = ~step->listed;
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
    w->floor = w->found = state->value;
    w->found_step = (int)(step - w->steps);
    w->found_trace = trace;
}

static int counted(const Sweep *w, State *state, const StopFact *stop, int value) {
    if (state->count == w->kind->best) return 0;
    state->count++;
    state->home |= stop->home;
    state->value += value;
    return 1;
}

/* Stops whose last link this was leave the frontier; one with a single link taken is an end of the route. */
static void leave(Sweep *w, const Step *step, const State *before, int from, uint32_t trace) {
    State state = *before;
    for (int i = from; i < 2; i++) {
        if (!step->leaves[i]) continue;
        const StopFact *stop = &w->s->stops[step->stop[i]];
        const int code = code_of(&state, step->slot[i]);
        state.slot[step->slot[i]] = FREE;
        if (code < ENDED) continue;
        if (!stop->may_end) return;
        if (code == ENDED) {
            if (any_open(w, &state)) return;
            State with = state;
            if (counted(w, &with, stop, stop->value)) complete(w, step, &with, trace);
            complete(w, step, &state, trace);
            return;
        }
        int ends = 1;
        for (int j = 0; j < w->width; j++) ends += code_of(&state, j) == ENDED;
        if (ends > 2) return;
        set_code(&state, code - JOINED, ENDED);
        State with = state;
        if (counted(w, &with, stop, stop->value)) leave(w, step, &with, i + 1, trace);
    }
    put(w, step, &state, trace);
}

static void take(Sweep *w, const Step *step, const State *before, uint32_t trace) {
    const StopFact *stop[2] = {&w->s->stops[step->stop[0]], &w->s->stops[step->stop[1]]};
    State state = *before;
    int far[2], gain[2], settled[2] = {0, 0}, ends = 0;
    if (state.marks & step->marks) return;
    state.marks |= step->marks;
    state.value += w->s->on_link[step->link];
    for (int i = 0; i < 2; i++) {
        const int slot = step->slot[i], code = code_of(before, slot);
        gain[i] = stop[i]->value;
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
        if (stop[i]->cross && before->slot[slot] >> 5 != step->gate[i]) gain[i] += stop[i]->cross;
        settled[i] = 1;
        far[i] = code == ENDED ? -1 : code - JOINED;
        state.slot[slot] = DONE;
    }
    if (far[0] >= 0) set_code(&state, far[0], far[1] >= 0 ? JOINED + far[1] : ENDED);
    if (far[1] >= 0) set_code(&state, far[1], far[0] >= 0 ? JOINED + far[0] : ENDED);
    const int whole = far[0] < 0 && far[1] < 0;
    if (whole && any_open(w, &state)) return;
    for (int i = 0; i < w->width; i++) ends += code_of(&state, i) == ENDED;
    if (ends > 2) return;
    for (int choice = 3; choice >= 0; choice--) {
        State with = state;
        if ((choice & 1 && !settled[0]) || (choice & 2 && !settled[1])) continue;
        if (choice & 1 && !counted(w, &with, stop[0], gain[0])) continue;
        if (choice & 2 && !counted(w, &with, stop[1], gain[1])) continue;
        if (whole)
            complete(w, step, &with, trace);
        else
            leave(w, step, &with, 0, trace);
    }
}

void sweep(Sweep *w, int64_t floor) {
    w->floor = floor;
    w->found_step = -1;
    w->trace_size = w->next_size = 0;
    if (!make_room(w)) {
        w->s->stopped = 2;
        return;
    }
    memset(w->table, 0, w->table_size * sizeof *w->table);
    w->next[0] = (State){.trace = 0};
    w->next_size = w->trace_size = 1;
    for (int i = 0; i < w->count && w->next_size; i++) {
        State *spare = w->now;
        const size_t room = w->now_room;
        w->now = w->next, w->now_room = w->next_room, w->now_size = w->next_size;
        w->next = spare, w->next_room = room, w->next_size = 0;
        if (w->table) memset(w->table, 0, w->table_size * sizeof *w->table);
        for (size_t j = 0; j < w->now_size; j++) {
            if (!(j & 15) && tick_many(w->s, 16)) return;
            const uint32_t trace = w->now[j].trace << 1;
            take(w, &w->steps[i], &w->now[j], trace | 1);
            leave(w, &w->steps[i], &w->now[j], 0, trace);
            if (w->s->stopped || w->failed || (w->any && w->found_step >= 0)) return;
        }
    }
}
