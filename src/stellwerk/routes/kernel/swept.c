/* What is asked of sweeps: the best route of a skipping train, or whether there is any above a floor. */
#include "sweep.h"

#include <stdlib.h>
#include <string.h>

#define CHEAP 4000 /* states of a sweep after which the next may go far lower */

/* Put the links that were taken in the order of the route. */
int trace_back(const Sweep *w, int step, uint32_t trace, uint16_t *links) {
    const Net *net = w->s->net;
    int size = 0;
    for (int i = step; i >= 0; i--) {
        if (trace & 1) links[size++] = (uint16_t)w->steps[i].link;
        trace = w->layers.traces[trace >> 1];
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
    free(w->wants);
    free(w->mark_bit);
    free(w->rest);
    free_layers(&w->layers);
}

/* Make steps and outlines of a lane. */
static int go_along(Sweep *w, int kind, int lane) {
    Search *s = w->s;
    w->planned = 0;
    if (!make_plan(w, lane_of(s->net, s->lanes[kind], lane))) return 0;
    Outlines **outlines = &s->outlines[kind][lane];
    if (!*outlines) *outlines = find_outlines(w);
    w->outlines = *outlines;
    if (!w->outlines) return 0;
    w->planned = lane + 1;
    return 1;
}

int get_ready(Sweep *w, int lane, const word *blocked) {
    Search *s = w->s;
    const int kind = (int)(w->kind - s->kind);
    if (s->too_wide[kind]) return 0;
    if ((w->planned != lane + 1 && !go_along(w, kind, lane)) || !set_terms(w, blocked) || !look_back(w)) {
        if (!s->stopped) s->too_wide[kind] = 1;
        return 0;
    }
    return !s->stopped;
}

int64_t most_of(const Sweep *w) {
    const int64_t most = bound_of(w);
    int64_t more = 0;
    for (int p = 0; p < w->pairs && w->tags == 1; p++) {
        int best[2] = {0, 0};
        for (int i = 0; i < w->s->net->stops; i++) {
            if (w->pair[p]->first[i] > best[0]) best[0] = w->pair[p]->first[i];
            if (w->pair[p]->second[i] > best[1]) best[1] = w->pair[p]->second[i];
        }
        more += (int64_t)(best[0] + best[1]) * w->terms.scale;
    }
    return more + (most > 0 ? most : 0);
}

/* The sweep of a kind without prices. NULL if there can be none. */
static Sweep *sweep_of(Search *s, int kind) {
    if (s->sweeps[kind]) return s->sweeps[kind];
    Sweep *w = calloc(1, sizeof *w);
    if (!w) {
        s->stopped = 2;
        return NULL;
    }
    *w = (Sweep){.s = s, .kind = &s->kind[kind], .layers.limit = MAX_TRACE, .terms = {1, s->on_link, NULL, NULL}};
    if (find_calls(w)) return s->sweeps[kind] = w;
    end_sweep(w);
    free(w);
    return NULL;
}

void drop_sweeps(Search *s) {
    for (int k = 0; k < s->kinds; k++) {
        free(s->lanes[k]);
        for (int lane = 0; lane < LANES; lane++) free_outlines(s->outlines[k][lane]);
        if (s->sweeps[k]) end_sweep(s->sweeps[k]);
        free(s->sweeps[k]);
    }
}

/* Is there a route above the floor? */
int sweep_for_any(Search *s, int kind, const word *blocked, int64_t floor, int *found) {
    Sweep *w = s->lanes[kind] ? sweep_of(s, kind) : NULL;
    if (!w || !get_ready(w, s->lane[kind], blocked)) return 0;
    w->any = 1;
    const int answer = sweep(w, floor);
    w->any = 0;
    *found = w->found_step >= 0;
    return answer;
}

/* Is the kind one for sweeps? If so, lanes are found for it. */
int may_sweep(Search *s, int kind) {
    const Kind *k = &s->kind[kind];
    if (k->hexes >= 0 || k->best < 2 || k->best > 200 || s->net->links > MAX_LINKS || s->too_wide[kind]) return 0;
    return s->lanes[kind] || find_lanes(s, kind);
}

int sweep_skipping(Search *s, int kind, const word *blocked, int64_t floor, int64_t high, Swept *out) {
    Sweep *w = may_sweep(s, kind) ? sweep_of(s, kind) : NULL;
    int answer = 0;
    out->size = out->value = 0;
    out->bound = -1;
    if (!w || !get_ready(w, s->lane[kind], blocked)) return 0;
    const int64_t most = most_of(w);
    if (high < 0 || most < high) high = most;
    for (int64_t gap = 0; !s->stopped && !answer;) {
        const int64_t low = high - 1 - gap > floor ? high - 1 - gap : floor;
        if (!sweep(w, low)) break;
        if (w->found_step >= 0) {
            high = out->value = w->found;
            out->size = trace_back(w, w->found_step, w->found_trace, out->links);
        } else {
            high = low;
        }
        answer = w->found_step >= 0 || low <= floor;
        gap = w->layers.trace_size < CHEAP ? gap * 2 + high / 64 + 1 : high / 24 + 1;
    }
    out->bound = high;
    return answer;
}
