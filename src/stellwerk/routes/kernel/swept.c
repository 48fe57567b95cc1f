/* What is asked of sweeps: the best route of a skipping train, or whether there is any above a floor. */
#include "sweep.h"

#include <stdlib.h>
#include <string.h>

#define CHEAP 4000 /* states of a sweep after which the next may go far lower */

static int falling(const void *a, const void *b) { return *(const int *)b - *(const int *)a; }

/* What pairs bring at most, with two ends for those that are ends only. */
static int64_t dearest_pairs(const Sweep *w, const uint8_t *reached) {
    int64_t sum = 0, by_ends[3] = {0, 0, 0};
    for (int p = 0; p < w->pairs; p++) {
        int best[2] = {-1, -1};
        for (int i = 0; i < w->s->net->stops; i++) {
            if (reached[i] && w->pair[p]->first[i] > best[0]) best[0] = w->pair[p]->first[i];
            if (reached[i] && w->pair[p]->second[i] > best[1]) best[1] = w->pair[p]->second[i];
        }
        if (best[0] < 0 || best[1] < 0) continue;
        const int needs = w->shared ? 0 : w->half_end[p][0] + w->half_end[p][1];
        if (!needs)
            sum += best[0] + best[1];
        else if (best[0] + best[1] > by_ends[needs])
            by_ends[needs] = best[0] + best[1];
    }
    return sum + (by_ends[2] > 2 * by_ends[1] ? by_ends[2] : 2 * by_ends[1]);
}

/* What a route can be worth at most, by a glance at the stops in reach. */
static int64_t glance(const Sweep *w, const word *blocked) {
    Search *s = w->s;
    const Net *net = s->net;
    int *values = malloc(((size_t)net->stops + 2) * sizeof *values), size = 0, ends[2] = {0, 0};
    uint8_t *usable = malloc((size_t)net->links + net->stops + 1), *reached = usable + net->links;
    const int rise = w->rise[(1u << w->eaches) - 1];
    int64_t top = 0;
    if (!values || !usable) {
        s->stopped = 2;
    } else {
        find_usable(s, w->kind, blocked, usable, reached, values);
        for (int i = 0; i < net->links; i++)
            if (usable[i] && s->on_link[i] > 0) top += s->on_link[i];
        for (int i = 0; i < net->stops; i++) {
            int value = s->stops[i].value + (s->stops[i].cross > 0 ? s->stops[i].cross : 0) + rise;
            if (!reached[i]) continue;
            for (int e = 0; !s->stops[i].may_pass && e < 2; e++) /* of those that are ends only, two at most */
                if (value > ends[e]) {
                    const int less = ends[e];
                    ends[e] = value;
                    value = less;
                }
            if (s->stops[i].may_pass) values[size++] = value;
        }
        for (int e = 0; e < 2; e++) values[size++] = ends[e];
        qsort(values, (size_t)size, sizeof *values, falling);
        for (int i = 0; i < size && i < w->kind->best && values[i] > 0; i++) top += values[i];
        top += dearest_pairs(w, reached);
    }
    free(values);
    free(usable);
    return top;
}

/* Put the links that were taken in the order of the route. */
int trace_back(const Sweep *w, int step, uint32_t trace, uint16_t *links) {
    const Net *net = w->s->net;
    int size = 0;
    for (int i = step; i >= 0; i--) {
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

void end_sweep(Sweep *w) {
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

int sweep_lane(Sweep *w, int kind, int lane, const word *blocked, int64_t low) {
    Search *s = w->s;
    w->failed = 0;
    if (w->planned != lane + 1) w->failed = !make_plan(w, lane_of(s->net, s->lanes[kind], lane), blocked);
    w->planned = lane + 1;
    if (!w->failed && !s->stopped) sweep(w, low);
    return !w->failed && !s->stopped;
}

/* Ask the same of all lanes, and prefer the one that is quickest from now on. Tells whether there is a route. */
int race(Sweep *w, int kind, const word *blocked, int64_t low, int *found) {
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

/* Is the kind one for sweeps? If so, lanes are found for it. */
int may_sweep(Search *s, int kind) {
    const Kind *k = &s->kind[kind];
    if (k->hexes >= 0 || k->best < 2 || k->best > 200 || s->net->links > MAX_LINKS) return 0;
    if ((int64_t)s->net->links * s->net->stops > MAX_AREA) return 0;
    return s->lanes[kind] || find_lanes(s, kind);
}

int sweep_skipping(Search *s, int kind, const word *blocked, int64_t floor, int64_t high, Swept *out) {
    Sweep w = {.s = s, .kind = &s->kind[kind], .limit = MAX_TRACE, .terms = {1, s->on_link, NULL, NULL}};
    int answer = 0;
    out->size = out->value = 0;
    out->bound = -1;
    if (!may_sweep(s, kind) || !find_calls(&w)) {
        end_sweep(&w);
        return 0;
    }
    const int64_t seen = glance(&w, blocked);
    if (high < 0 || seen < high) high = seen;
    for (int64_t gap = 0; !s->stopped; gap = w.trace_size < CHEAP ? gap * 2 + high / 64 + 1 : high / 24 + 1) {
        const int64_t low = high - 1 - gap > floor ? high - 1 - gap : floor;
        if (!sweep_lane(&w, kind, s->lane[kind], blocked, low)) break;
        if (w.found_step >= 0) {
            high = out->value = w.found;
            out->size = trace_back(&w, w.found_step, w.found_trace, out->links);
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
