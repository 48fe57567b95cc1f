/* The best route of a skipping train, proved without luck: a sweep over the board.
 *
 * Links are looked at one by one in a fixed order, each taken or left. What has been taken are pieces of a route.
 * All that the links to come need to know is the frontier: the stops that have links on both sides of the sweep,
 * how the pieces join them (outlines.c), and what track is used that later links want too. Choices that agree in this
 * and in how many stops are counted are one state, and only the dearest is kept. A board is narrow, so states are few;
 * they are fewer still because it is known what each outline can still bring (rest.c): states that cannot come above
 * the floor are dropped, and floors just below the bound are tried first. */
#include "claims.h"

#include <stdlib.h>
#include <string.h>

/* Could this state, after this step, come to more than the floor? */
static int promising(const Sweep *w, const Step *step, const State *state) {
    const unsigned claim = claimed(w, state);
    const Rest *rest = rest_of(w, claim, state->outline);
    const int left = w->kind->best - state->count;
    int64_t more = (int64_t)left * w->fee[claim] + (state->home ? rest->homely : rest->homeless);
    if (!left) {
        if (!state->home) return 0;
        if (more > step->extra) more = step->extra;
    }
    if (state->value + more <= w->floor && !w->pairs) return 0;
    if (!w->eaches && !w->pairs) return 1;
    const int64_t claims = claims_to_come(w, step, state, 2 - ends_of(w->outlines->shape[state->outline]));
    return claims >= 0 && state->value + more + claims > w->floor;
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
        const word shape = w->outlines->shape[state->outline];
        word wanted = ~step->listed | step->owed;
        for (int i = step == w->steps ? 0 : step[-1].wants; i < step->wants && state->marks & ~wanted; i++) {
            const Want *want = &w->wants[i];
            if (!(want->mark & state->marks & ~wanted) || w->steps[want->step].closed) continue;
            if ((want->a < 0 || code_of(shape, want->a) != DONE) && (want->b < 0 || code_of(shape, want->b) != DONE))
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

/* Both ends of the only piece are fixed: it is a route. */
static void complete(Sweep *w, const Step *step, const State *state, uint32_t trace) {
    if (state->value <= w->floor || step->early || step->owed & ~state->marks) return;
    if (w->slack) w->finds[w->find_count++ % FINDS] = (Find){state->value, (int)(step - w->steps), trace};
    if (w->found_step >= 0 && state->value <= w->found) return;
    w->found = state->value;
    w->found_step = (int)(step - w->steps);
    w->found_trace = trace;
    if (w->found - w->slack > w->floor) w->floor = w->found - w->slack;
}

static void go_on(Sweep *w, const Step *step, const State *before, int taken) {
    Moves moves;
    const uint32_t trace = before->trace << 1 | (uint32_t)taken;
    if (!find_moves(w, step, before, taken, &moves)) w->failed = 1;
    for (int i = 0; i < moves.size; i++)
        if (moves.list[i].outline == WHOLE)
            complete(w, step, &moves.list[i], trace);
        else
            put(w, step, &moves.list[i], trace);
}

int sweep(Sweep *w, int64_t floor) {
    w->floor = floor;
    w->found_step = -1;
    w->find_count = 0;
    w->failed = 0;
    w->trace_size = w->next_size = 0;
    if (!make_room(w)) {
        w->s->stopped = 2;
        return 0;
    }
    memset(w->table, 0, w->table_size * sizeof *w->table);
    for (unsigned claim = 0; claim < 1u << w->eaches; claim++) { /* of bonuses on each stop, all that may be earned */
        if (!make_room(w)) {
            w->s->stopped = 2;
            return 0;
        }
        w->next[w->next_size++] = (State){
            .claims = (word)claim << claimed_at(w), .outline = FIRST_OUTLINE, .trace = (uint32_t)w->trace_size};
        w->traces[w->trace_size++] = 0;
    }
    for (int i = 0; i < w->count && w->next_size; i++) {
        const Step *step = &w->steps[i];
        State *spare = w->now;
        const size_t room = w->now_room;
        w->now = w->next, w->now_room = w->next_room, w->now_size = w->next_size;
        w->next = spare, w->next_room = room, w->next_size = 0;
        fit_table(w);
        for (size_t j = 0; j < w->now_size; j++) {
            if (!(j & 15) && tick_many(w->s, 16)) return 0;
            if (!step->closed) go_on(w, step, &w->now[j], 1);
            if (!step->only) go_on(w, step, &w->now[j], 0);
            if (w->s->stopped || w->failed) return 0;
            if (w->any && w->found_step >= 0) return 1;
        }
    }
    return 1;
}
