/* What is asked of sweeps: the best route of a skipping train, or whether there is any above a floor. */
#include "sweep.h"

#include <stdlib.h>
#include <string.h>

static int falling(const void *a, const void *b) { return *(const int *)b - *(const int *)a; }

static int dearest_pair(const Search *s, const Whole *bonus, const uint8_t *reached) {
    int best[2] = {-1, -1};
    for (int i = 0; bonus->through && i < s->net->stops; i++) {
        if (reached[i] && bonus->first[i] > best[0]) best[0] = bonus->first[i];
        if (reached[i] && bonus->second[i] > best[1]) best[1] = bonus->second[i];
    }
    return best[0] < 0 || best[1] < 0 ? 0 : best[0] + best[1];
}

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
            if (usable[net->links + i])
                values[size++] = s->stops[i].value + (s->stops[i].cross > 0 ? s->stops[i].cross : 0);
        qsort(values, (size_t)size, sizeof *values, falling);
        int rise = 0;
        for (int b = 0; b < s->wholes; b++) rise += s->whole[b].through ? 0 : s->whole[b].amount;
        for (int i = 0; i < size && i < w->kind->best && values[i] + rise > 0; i++) top += values[i] + rise;
        for (int b = 0; b < s->wholes; b++) top += dearest_pair(s, &s->whole[b], usable + net->links);
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
            for (int j = 0; j < size; j++)
                others += j != i && (net->from[links[j]] == stop || net->to[links[j]] == stop);
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
    free(w->calls);
    free(w->call_at);
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
    Sweep w = {.s = s, .kind = &s->kind[kind], .any = 1, .limit = MAX_TRACE, .terms = {1, s->on_link, NULL, NULL}};
    int answer;
    if (!s->lanes[kind] || !find_calls(&w)) {
        end_sweep(&w);
        return 0;
    }
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
    Sweep w = {.s = s, .kind = &s->kind[kind], .limit = MAX_TRACE, .terms = {1, s->on_link, NULL, NULL}};
    int answer = 0;
    out->size = out->value = 0;
    out->bound = -1;
    if (w.kind->hexes >= 0 || w.kind->best < 2 || w.kind->best > 200 || s->net->links > MAX_LINKS) return 0;
    if (!s->lanes[kind] && !find_lanes(s, kind)) return 0;
    if (!find_calls(&w)) {
        end_sweep(&w);
        return 0;
    }
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
