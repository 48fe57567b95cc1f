/* The best route of a skipping train, proved without luck: a sweep over the board.
 *
 * Links are looked at one by one in a fixed order, each taken or left. What has been taken are pieces of a route.
 * All that the links to come need to know is the frontier: the stops that have links on both sides of the sweep,
 * how the pieces join them, and what track is used that later links want too. Choices that agree in this and in how
 * many stops are counted are one state, and only the dearest is kept. A board is narrow, so states are few; they are
 * fewer still because those that cannot come above the floor are dropped, and floors just below the bound are
 * tried first. */
#include "kernel.h"

#include <stdlib.h>
#include <string.h>

#define SLOTS 22           /* stops at the frontier at once */
#define MAX_TRACE 12000000 /* states in all: some 50 MB */
#define LANES 6
#define MAX_LINKS 1500
#define GATES 8

/* of a slot, in the lower five bits; the upper three hold the gate by which the stop was entered, if that matters */
enum { FREE, DONE, ENDED, JOINED }; /* untouched; passed; end of a piece whose other end is fixed; JOINED + i: is in i */

typedef struct {
    uint8_t slot[SLOTS];
    uint8_t count, home; /* stops counted; whether one of them has an own station */
    word marks;          /* track used, and groups visited, as far as links to come care */
    int32_t value;
    uint32_t trace;
} State;

#define KEY offsetof(State, value)

typedef struct {
    int value, slot; /* slot: -1 before the sweep comes to the stop */
    uint8_t end, home; /* end: can only be an end, unless something leads to it already */
} Hope;

typedef struct {
    word mark;
    int a, b; /* slots that a link to come joins; -1: not yet there */
} Want;

typedef struct {
    int link, stop[2], slot[2], gate[2];
    int leaves[2];  /* whether this is the last link of the stop */
    word marks, fading, group[2];
    word listed;      /* marks that links to come have */
    int hopes, wants; /* where those after this step end */
    int64_t extra;    /* what the links to come add at most */
} Step;

typedef struct {
    Search *s;
    const Kind *kind;
    Step *steps;
    int count, planned; /* steps; 1 + the lane along which they go */
    Hope *hopes;
    Want *wants;
    int width; /* slots in use, at most */
    State *now, *next;
    size_t now_size, next_size, next_room, now_room;
    uint32_t *table;
    size_t table_size;
    uint32_t *traces; /* 2 * the state before + whether the link was taken */
    size_t trace_size, trace_room, limit;
    int64_t floor;
    int found, found_step; /* the value of the best route, and the step that made it whole, or -1 */
    uint32_t found_trace;
    int any;    /* whether any route above the floor will do */
    int failed; /* too wide or too many */
} Sweep;

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

/* Look for the best route worth more than the floor. */
static void sweep(Sweep *w, int64_t floor) {
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

/* ---- the order of the sweep ---- */

static int *lane_of(const Net *net, int *lanes, int which) { return lanes + (size_t)which * (net->links + 1); }

typedef struct {
    const Search *s;
    const uint8_t *usable; /* by link */
    int *left, *degree;    /* by stop: usable links to come, and all */
    int *mark_left, *mark_degree;
    uint8_t *gone;         /* by link: the sweep has passed it */
    int *order, size;
    int stops, marks;      /* at the frontier */
} Lane;

static void pass(Lane *l, int link) {
    const Net *net = l->s->net;
    const int ends[2] = {net->from[link], net->to[link]};
    l->gone[link] = 1;
    l->order[l->size++] = link;
    for (int i = 0; i < 2; i++) {
        l->stops += (l->left[ends[i]] == l->degree[ends[i]]) - (l->left[ends[i]] == 1);
        l->left[ends[i]]--;
    }
    const word *own = net->own + (size_t)link * net->own_words;
    for (int w = 0; w < net->own_words; w++)
        for (word m = own[w]; m; m &= m - 1) {
            const int mark = w * 64 + __builtin_ctzll(m);
            l->marks += (l->mark_left[mark] == l->mark_degree[mark]) - (l->mark_left[mark] == 1);
            l->mark_left[mark]--;
        }
}

/* Sweep from a stop: always finish the stop of the frontier that brings in fewest others. Returns how hard it is. */
static double lane_from(Lane *l, int start, double enough) {
    const Net *net = l->s->net;
    double cost = 0;
    memcpy(l->left, l->degree, (size_t)net->stops * sizeof(int));
    memcpy(l->mark_left, l->mark_degree, (size_t)net->own_words * 64 * sizeof(int));
    memset(l->gone, 0, (size_t)net->links);
    l->size = l->stops = l->marks = 0;
    for (int next = start; next >= 0 && cost < enough;) {
        for (int fresh = 0; fresh < 2; fresh++) /* links back to the frontier come first */
            for (int arm = net->first_arm[next]; arm < net->first_arm[next + 1]; arm++) {
                const int link = net->arm_link[arm], to = net->arm_to[arm];
                if (!l->usable[link] || l->gone[link] || (!fresh && l->left[to] == l->degree[to])) continue;
                pass(l, link);
                const int width = 2 * l->stops + l->marks;
                cost += (double)((int64_t)1 << (width / 2 < 50 ? width / 2 : 50)) * (width & 1 ? 1.5 : 1);
            }
        int best = INT32_MAX;
        next = -1;
        for (int at = 0; at < net->stops; at++) {
            if (!l->left[at]) continue;
            int merit = 1 << 20;
            if (l->left[at] < l->degree[at]) {
                merit = l->left[at];
                for (int arm = net->first_arm[at]; arm < net->first_arm[at + 1]; arm++) {
                    const int to = net->arm_to[arm];
                    if (l->usable[net->arm_link[arm]] && l->left[to] == l->degree[to] && l->degree[to] > 1)
                        merit += 1 << 8;
                }
            }
            if (merit < best) best = merit, next = at;
        }
    }
    return cost;
}

/* Which links a train of this kind can use at all: in reach of an own station. */
static void find_usable(const Search *s, const Kind *kind, const word *blocked, uint8_t *usable, uint8_t *reached,
                        int *stack) {
    const Net *net = s->net;
    int size = 0;
    memset(usable, 0, (size_t)net->links);
    memset(reached, 0, (size_t)net->stops);
    for (int i = 0; i < net->stops; i++) {
        const StopFact *fact = &s->stops[i];
        if (fact->home && (fact->may_end || fact->may_pass) && !(kind->avoid && kind->avoid[i])) {
            reached[i] = 1;
            stack[size++] = i;
        }
    }
    while (size) {
        const int at = stack[--size];
        for (int arm = net->first_arm[at]; arm < net->first_arm[at + 1]; arm++) {
            const int to = net->arm_to[arm], link = net->arm_link[arm];
            const StopFact *there = &s->stops[to];
            if ((!there->may_end && !there->may_pass) || (kind->avoid && kind->avoid[to])) continue;
            if (meets(net->own + (size_t)link * net->own_words, blocked, net->words)) continue;
            usable[link] = 1;
            if (reached[to]) continue;
            reached[to] = 1;
            if (there->may_pass) stack[size++] = to;
        }
    }
}

/* Orders of links for this kind on an empty board; with some of them blocked they serve as well. Which way round is
 * better depends on where the dear stops lie, so each is kept both ways. */
static int find_lanes(Search *s, int kind) {
    const Net *net = s->net;
    const int n = net->stops, bits = net->own_words * 64;
    const word none[MAX_WORDS] = {0};
    int *ints = calloc((size_t)n * 3 + (size_t)bits * 2 + (size_t)net->links * 2 + 1, sizeof *ints);
    uint8_t *bytes = calloc((size_t)net->links * 2 + n + 1, 1);
    int *lanes = calloc((size_t)LANES * (net->links + 1), sizeof *lanes);
    if (!ints || !bytes || !lanes) {
        free(ints), free(bytes), free(lanes);
        s->stopped = 2;
        return 0;
    }
    Lane l = {.s = s, .usable = bytes, .left = ints, .degree = ints + n, .mark_left = ints + 2 * n};
    l.mark_degree = l.mark_left + bits;
    l.order = l.mark_degree + bits;
    l.gone = bytes + net->links;
    find_usable(s, &s->kind[kind], none, bytes, l.gone + net->links, l.order + net->links);
    for (int link = 0; link < net->links; link++) {
        if (!l.usable[link]) continue;
        l.degree[net->from[link]]++;
        l.degree[net->to[link]]++;
        for (int b = 0; b < bits; b++)
            l.mark_degree[b] += net->own[(size_t)link * net->own_words + (b >> 6)] >> (b & 63) & 1;
    }
    double cost[LANES / 2];
    for (int i = 0; i < LANES / 2; i++) cost[i] = 1e300;
    for (int start = 0, step = n / 128 + 1; start < n; start += step) {
        if (!l.degree[start]) continue;
        int at = LANES / 2 - 1;
        const double now = lane_from(&l, start, cost[at]);
        if (now >= cost[at]) continue;
        for (; at && cost[at - 1] > now; at--) { /* the best come first */
            cost[at] = cost[at - 1];
            memcpy(lane_of(net, lanes, 2 * at), lane_of(net, lanes, 2 * at - 2), 2 * (size_t)(net->links + 1) * sizeof *lanes);
        }
        cost[at] = now;
        int *order = lane_of(net, lanes, 2 * at), *back = lane_of(net, lanes, 2 * at + 1);
        for (int i = 0; i < l.size; i++) order[i] = back[l.size - 1 - i] = l.order[i];
        order[net->links] = back[net->links] = l.size;
    }
    free(ints);
    free(bytes);
    s->lanes[kind] = lanes;
    return 1;
}

/* ---- the steps of a sweep ---- */

static int by_hope(const void *a, const void *b) {
    const Hope *x = a, *y = b;
    return x->value != y->value ? (x->value > y->value ? -1 : 1) : x->slot - y->slot;
}

typedef struct {
    int *left, *slot;          /* by stop */
    int *mark_left, *mark_bit; /* by bit of track, then by group: links to come; which bit of a state, or -1 */
    uint32_t slots;            /* in use */
    word bits;
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

static int plan_step(Sweep *w, Plan *p, int link) {
    const Search *s = w->s;
    const Net *net = s->net;
    const int bits = net->own_words * 64;
    Step *step = &w->steps[w->count++];
    *step = (Step){.link = link, .stop = {net->from[link], net->to[link]}};
    const word *own = net->own + (size_t)link * net->own_words;
    word bit;
    for (int i = 0; i < net->own_words; i++)
        for (word m = own[i]; m; m &= m - 1) {
            if (!use_mark(p, i * 64 + __builtin_ctzll(m), &bit, &step->fading)) return 0;
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
        step->leaves[i] = !--p->left[stop];
        if (s->stops[stop].group >= 0 && !use_mark(p, bits + s->stops[stop].group, &step->group[i], &step->fading))
            return 0;
        if (s->stops[stop].cross && (step->gate[i] = gate_at(net, stop, link)) >= GATES) return 0;
    }
    return 1;
}

/* After the step: what is free for later steps, and what these may still earn and want. */
static void plan_rest(Sweep *w, Plan *p, const int *to_come, int size) {
    const Search *s = w->s;
    const Net *net = s->net;
    Step *step = &w->steps[w->count - 1];
    int hopes = w->count > 1 ? step[-1].hopes : 0, wants = w->count > 1 ? step[-1].wants : 0;
    for (int i = 0; i < 2; i++)
        if (step->leaves[i]) {
            p->slots &= ~(1u << step->slot[i]);
            p->slot[step->stop[i]] = -1;
        }
    p->bits &= ~step->fading;
    for (int i = 0; i < size; i++)
        if (s->on_link[to_come[i]] > 0) step->extra += s->on_link[to_come[i]];
    const int first = hopes;
    for (int stop = 0; stop < net->stops; stop++) {
        if (p->left[stop] <= 0) continue;
        const StopFact *fact = &s->stops[stop];
        w->hopes[hopes++] = (Hope){.value = fact->value + (fact->cross > 0 ? fact->cross : 0),
                                   .slot = p->slot[stop],
                                   .end = !fact->may_pass || p->left[stop] < 2 || net->ways[stop] < 2,
                                   .home = fact->home};
    }
    qsort(w->hopes + first, (size_t)(hopes - first), sizeof *w->hopes, by_hope);
    step->hopes = hopes;
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

static int make_plan(Sweep *w, const int *lane, const word *blocked) {
    Search *s = w->s;
    const Net *net = s->net;
    const int n = net->stops, marks = net->own_words * 64 + s->groups, links = lane[net->links];
    int fine = 0;
    int *ints = calloc((size_t)n * 3 + (size_t)marks * 2 + links + 1, sizeof *ints);
    uint8_t *bytes = malloc((size_t)net->links + n + 1);
    w->count = w->width = 0;
    if (!w->steps) {
        w->steps = malloc(((size_t)net->links + 1) * sizeof *w->steps);
        w->hopes = malloc(((size_t)net->links + 1) * n * sizeof *w->hopes);
        w->wants = malloc(((size_t)net->links + 1) * (net->links + 1) * sizeof *w->wants);
    }
    if (!ints || !bytes || !w->steps || !w->hopes || !w->wants) {
        s->stopped = 2;
        goto end;
    }
    Plan p = {.left = ints, .slot = ints + n, .mark_left = ints + 3 * n, .mark_bit = ints + 3 * n + marks};
    int *order = p.mark_bit + marks, size = 0;
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

static int falling(const void *a, const void *b) { return *(const int *)b - *(const int *)a; }

/* What a route can be worth at most, by a glance at the stops in reach. */
static int64_t glance(const Sweep *w, const word *blocked) {
    Search *s = w->s;
    const Net *net = s->net;
    int *values = malloc(((size_t)net->stops + 1) * sizeof *values), size = 0;
    uint8_t *usable = malloc((size_t)net->links + net->stops + 1);
    int64_t top = 0;
    if (!values || !usable) {
        s->stopped = 2;
    } else {
        find_usable(s, w->kind, blocked, usable, usable + net->links, values);
        for (int i = 0; i < net->links; i++)
            if (usable[i] && s->on_link[i] > 0) top += s->on_link[i];
        for (int i = 0; i < net->stops; i++)
            if (usable[net->links + i]) values[size++] = s->stops[i].value + (s->stops[i].cross > 0 ? s->stops[i].cross : 0);
        qsort(values, (size_t)size, sizeof *values, falling);
        for (int i = 0; i < size && i < w->kind->best && values[i] > 0; i++) top += values[i];
    }
    free(values);
    free(usable);
    return top;
}

/* Put the links that were taken in the order of the route. */
static int trace_back(const Sweep *w, uint16_t *links) {
    const Net *net = w->s->net;
    int size = 0;
    uint32_t trace = w->found_trace;
    for (int i = w->found_step; i >= 0; i--) {
        if (trace & 1) links[size++] = (uint16_t)w->steps[i].link;
        trace = w->traces[trace >> 1];
    }
    int here = -1;
    for (int i = 0; i < size && here < 0; i++)
        for (int end = 0; end < 2 && here < 0; end++) {
            const int stop = end ? net->to[links[i]] : net->from[links[i]];
            int others = 0;
            for (int j = 0; j < size; j++) others += j != i && (net->from[links[j]] == stop || net->to[links[j]] == stop);
            if (!others) here = stop;
        }
    for (int i = 0; i < size; i++)
        for (int j = i; j < size; j++) {
            const int link = links[j];
            if (net->from[link] != here && net->to[link] != here) continue;
            here = net->from[link] == here ? net->to[link] : net->from[link];
            links[j] = links[i];
            links[i] = (uint16_t)link;
            break;
        }
    return size;
}

static void end_sweep(Sweep *w) {
    free(w->steps);
    free(w->hopes);
    free(w->wants);
    free(w->now);
    free(w->next);
    free(w->table);
    free(w->traces);
}

static int sweep_lane(Sweep *w, int kind, int lane, const word *blocked, int64_t low) {
    Search *s = w->s;
    w->failed = 0;
    if (w->planned != lane + 1) w->failed = !make_plan(w, lane_of(s->net, s->lanes[kind], lane), blocked);
    w->planned = lane + 1;
    if (!w->failed && !s->stopped) sweep(w, low);
    return !w->failed && !s->stopped;
}

/* Ask the same of all lanes, and prefer the one that is quickest from now on. Tells whether there is a route. */
static int race(Sweep *w, int kind, const word *blocked, int64_t low, int *found) {
    int best = -1;
    for (int lane = 0; lane < LANES; lane++) {
        if (lane && !lane_of(w->s->net, w->s->lanes[kind], lane)[w->s->net->links]) break; /* there are no more */
        if (!sweep_lane(w, kind, lane, blocked, low)) continue;
        *found = w->found_step >= 0;
        w->limit = w->trace_size; /* that is what the others have to beat */
        best = lane;
    }
    if (best >= 0) w->s->lane[kind] = best;
    return best >= 0 && !w->s->stopped;
}

/* Is there a route above the floor? As this is asked again and again, it is worth while to find the best lane. */
int sweep_for_any(Search *s, int kind, const word *blocked, int64_t floor, int *found) {
    Sweep w = {.s = s, .kind = &s->kind[kind], .any = 1, .limit = MAX_TRACE};
    int answer;
    if (!s->lanes[kind]) return 0;
    if (!s->raced[kind]) {
        s->raced[kind] = 1;
        answer = race(&w, kind, blocked, floor, found);
    } else {
        answer = sweep_lane(&w, kind, s->lane[kind], blocked, floor);
        *found = w.found_step >= 0;
    }
    end_sweep(&w);
    return answer;
}

int sweep_skipping(Search *s, int kind, const word *blocked, int64_t floor, int64_t high, Swept *out) {
    Sweep w = {.s = s, .kind = &s->kind[kind], .limit = MAX_TRACE};
    int answer = 0;
    out->size = out->value = 0;
    out->bound = -1;
    if (s->wholes || w.kind->hexes >= 0 || w.kind->best < 2 || w.kind->best > 200 || s->net->links > MAX_LINKS) return 0;
    if (!s->lanes[kind] && !find_lanes(s, kind)) return 0;
    const int64_t seen = glance(&w, blocked);
    if (high < 0 || seen < high) high = seen;
    for (int64_t gap = 0; !s->stopped; gap = gap * 3 + high / 32 + 1) {
        const int64_t low = high - 1 - gap > floor ? high - 1 - gap : floor;
        if (!sweep_lane(&w, kind, s->lane[kind], blocked, low)) break;
        if (w.found_step >= 0) {
            high = out->value = w.found;
            out->size = trace_back(&w, out->links);
        } else {
            high = low;
        }
        answer = w.found_step >= 0 || low <= floor;
        if (answer) break;
    }
    out->bound = high;
    end_sweep(&w);
    return answer;
}
