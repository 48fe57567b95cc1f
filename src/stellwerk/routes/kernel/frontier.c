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

/* Put a state into the next layer, if it can come above the floor. */
static void put(Sweep *w, const Step *step, State *state, uint32_t trace) {
    if (step->due & ~state->marks) return;
    state->marks &= ~step->fading;
    if (state->head.value + still_to_come(w, step, state) <= w->floor) return;
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
    put_state(&w->layers, state, trace);
}

/* Both ends of the only piece are fixed: it is a route. */
static void complete(Sweep *w, const Step *step, const State *state, uint32_t trace) {
    if (state->head.value <= w->floor || step->early || step->owed & ~state->marks) return;
    if (w->slack) w->finds[w->find_count++ % FINDS] = (Find){state->head.value, (int)(step - w->steps), trace};
    if (w->found_step >= 0 && state->head.value <= w->found) return;
    w->found = state->head.value;
    w->found_step = (int)(step - w->steps);
    w->found_trace = trace;
    if (w->found - w->slack > w->floor) w->floor = w->found - w->slack;
}

static void go_on(Sweep *w, const Step *step, const State *before, int taken) {
    Moves moves;
    const uint32_t trace = before->head.trace << 1 | (uint32_t)taken;
    if (!find_moves(w, step, before, taken, &moves)) w->layers.failed = 1;
    for (int i = 0; i < moves.size; i++)
        if (moves.list[i].outline == WHOLE)
            complete(w, step, &moves.list[i], trace);
        else
            put(w, step, &moves.list[i], trace);
}

int sweep(Sweep *w, int64_t floor) {
    Layers *l = &w->layers;
    w->floor = floor;
    w->found_step = -1;
    w->find_count = 0;
    start_layers(l, sizeof(State), sizeof(State) - sizeof(Head));
    for (unsigned claim = 0; claim < 1u << w->eaches; claim++) { /* of bonuses on each stop, all that may be earned */
        State state = {.claims = (word)claim << claimed_at(w), .outline = FIRST_OUTLINE};
        put_state(l, &state, 0);
    }
    for (int i = 0; i < w->count && l->next_size; i++) {
        const Step *step = &w->steps[i];
        next_layer(l);
        for (size_t j = 0; j < l->now_size; j++) {
            const State *state = (const State *)(const void *)l->now + j;
            if (!(j & 15) && tick_many(w->s, 16)) return 0;
            if (!step->closed) go_on(w, step, state, 1);
            if (!step->only) go_on(w, step, state, 0);
            if (l->failed == 2) w->s->stopped = 2;
            if (l->failed) return 0;
            if (w->any && w->found_step >= 0) return 1;
        }
    }
    return 1;
}
