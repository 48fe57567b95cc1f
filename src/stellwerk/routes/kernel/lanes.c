/* In which order a sweep goes over the links: along lanes that keep the frontier narrow. */
#include "sweep.h"

#include <stdlib.h>
#include <string.h>

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
void find_usable(const Search *s, const Kind *kind, const word *blocked, uint8_t *usable, uint8_t *reached,
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

/* An order of links for this kind on an empty board; with some of them blocked it serves as well. Which way round is
 * better depends on where the dear stops lie, so it is kept both ways. */
int find_lanes(Search *s, int kind) {
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
    double least = 1e300;
    for (int start = 0, step = n / 128 + 1; start < n; start += step) {
        if (!l.degree[start]) continue;
        const double cost = lane_from(&l, start, least);
        if (cost >= least) continue;
        least = cost;
        int *there = lane_of(net, lanes, 0), *back = lane_of(net, lanes, 1);
        for (int i = 0; i < l.size; i++) there[i] = back[l.size - 1 - i] = l.order[i];
        there[net->links] = back[net->links] = l.size;
    }
    free(ints);
    free(bytes);
    s->lanes[kind] = lanes;
    return 1;
}
