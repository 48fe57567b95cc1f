/* Every route that a train of limited reach can run, each once: two arms from the first of its own stations. */
#include "../core/kernel.h"

#include <stdlib.h>
#include <string.h>

#define SINGLE_TRACK (1u << 31) /* among the flags of a route: it meets track on which no train shuttles */

typedef struct {
    Search *s;
    int home, max_hexes;
    uint32_t *by_cities, *by_stops, *by_hexes, *by_stop;
    uint8_t *seen, *group_seen;
    uint16_t *way;      /* links: the first arm, then the second */
    int *path;          /* stops in the same order, the home left out */
    int first_size;     /* links of the first arm once it is finished, else -1 */
    int depth;
    int *gain[MAX_KINDS], gain_width[MAX_KINDS]; /* see gains.c */
} Walk;

static int grow(Search *s, int size) {
    if (s->count >= s->room_limit) {
        s->stopped = 3;
        return 0;
    }
    if (s->count == s->room) {
        size_t room = s->room ? s->room * 2 : 256;
        if (room > s->room_limit) room = s->room_limit;
        Column *columns = realloc(s->columns, room * sizeof *columns);
        if (columns) s->columns = columns;
        word *masks = realloc(s->masks, room * s->net->words * sizeof *masks);
        if (masks) s->masks = masks;
        if (!columns || !masks) {
            s->stopped = 2;
            return 0;
        }
        s->room = room;
    }
    if (s->pool_used + size > s->pool_room) {
        size_t room = s->pool_room ? s->pool_room * 2 : 4096;
        uint16_t *pool = realloc(s->pool, room * sizeof *pool);
        if (!pool) {
            s->stopped = 2;
            return 0;
        }
        s->pool = pool;
        s->pool_room = room;
    }
    return 1;
}

/* Bonuses on a pair of stops, all stops of the route being counted. */
static int pairs(const Walk *w) {
    const Search *s = w->s;
    int total = 0;
    for (int i = 0; i < s->wholes; i++) {
        const Whole *bonus = &s->whole[i];
        if (!bonus->through) continue;
        int best = 0;
        for (int a = -1; a < w->depth; a++) {
            int first = bonus->first[a < 0 ? w->home : w->path[a]];
            if (first < 0) continue;
            for (int b = -1; b < w->depth; b++) {
                int second = bonus->second[b < 0 ? w->home : w->path[b]];
                if (a != b && second >= 0 && first + second > best) best = first + second;
            }
        }
        total += best;
    }
    return total;
}

/* What a shuttle brings: the stops between the ends once more. */
static int counted_again(const Walk *w, int value) {
    const Search *s = w->s;
    const StopFact *home = &s->stops[w->home];
    const StopFact *first = w->first_size > 0 ? &s->stops[w->path[w->first_size - 1]] : home;
    const StopFact *last = &s->stops[w->path[w->depth - 1]];
    value -= home->once;
    for (int i = 0; i < w->depth; i++) value -= s->on_link[w->way[i]] + s->stops[w->path[i]].once;
    return value - (first->value - first->once) - (last->value - last->once);
}

static void record(Walk *w, const word *used, int value, int stops, unsigned flags, uint32_t alive) {
    Search *s = w->s;
    const int again = s->single && !(flags & SINGLE_TRACK) ? counted_again(w, value) : 0;
    if (s->wholes) {
        for (int i = 0; i < s->wholes; i++)
            if (!s->whole[i].through && flags >> i & 1) value += s->whole[i].amount * stops;
        value += pairs(w);
    }
    value += again;
    if (value > MAX_VALUE) s->stopped = 4;
    if (s->pruning || s->scouting)
        for (uint32_t m = alive; m; m &= m - 1) {
            const int k = __builtin_ctz(m);
            if (value < s->least[k]) {
                alive &= ~(1u << k);
            } else if (s->scouting) {
                s->least[k] = value + 1;
            }
        }
    if (!alive || s->scouting || value <= 0 || !grow(s, w->depth)) return;
    Column *column = &s->columns[s->count];
    column->value = value;
    column->kinds = alive;
    column->at = (uint32_t)s->pool_used;
    column->size = (uint16_t)w->depth;
    word *mask = s->masks + s->count * s->net->words;
    memcpy(mask, used, (size_t)s->net->words * sizeof *mask);
    uint16_t *out = s->pool + s->pool_used;
    int size = w->depth, first = w->first_size < 0 ? 0 : w->first_size;
    /* in order it is the first arm backwards, then the second; told from its lower end */
    uint16_t head = first ? w->way[first - 1] : w->way[0];
    if (head <= w->way[size - 1]) {
        for (int i = 0; i < first; i++) out[i] = w->way[first - 1 - i];
        memcpy(out + first, w->way + first, (size - first) * sizeof *out);
    } else {
        for (int i = first; i < size; i++) out[size - 1 - i] = w->way[i];
        memcpy(out + size - first, w->way, first * sizeof *out);
    }
    s->pool_used += size;
    s->count++;
}

static void arms(Walk *w, int at, int arrived, const word *used, int value, int cities, int stops, int hexes,
                 unsigned flags, uint32_t alive, int above) {
    Search *s = w->s;
    const Net *net = s->net;
    const int words = net->own_words;
    if (tick(s)) return;
    const int second = w->first_size >= 0;
    const StopFact *here = &s->stops[at];
    if ((at != w->home || second) && !here->may_pass) return;
    word now[MAX_WORDS];
    for (int arm = net->first_arm[at]; arm < net->first_arm[at + 1]; arm++) {
        const int link = net->arm_link[arm], to = net->arm_to[arm];
        const StopFact *there = &s->stops[to];
        if (link <= above || w->seen[to] || (there->group >= 0 && w->group_seen[there->group])) continue;
        const word *mask = net->own + (size_t)link * words;
        if (meets(mask, used, words)) continue;
        const int c = cities + !there->town, h = hexes + net->hexes[link];
        uint32_t fit = alive & w->by_stop[to] & w->by_cities[c] & w->by_stops[stops + 1] &
                       w->by_hexes[h < w->max_hexes ? h : w->max_hexes];
        if (!fit) continue;
        int v = value + there->value + s->on_link[link];
        if (here->cross && arrived >= 0 && arrived != net->arm_gate[arm]) v += here->cross;
        if (s->pruning || s->scouting) {
            /* leave what cannot become worth enough */
            const int add = there->cross > 0 ? there->cross : 0; /* known when the route leaves again */
            for (uint32_t m = fit; m; m &= m - 1) {
                const int k = __builtin_ctz(m);
                if (w->gain[k] && v + add + w->gain[k][c * w->gain_width[k] + stops + 1] < s->least[k])
                    fit &= ~(1u << k);
            }
            if (!fit) continue;
        }
        unsigned f = flags;
        for (int i = 0; i < s->wholes; i++)
            if (!s->whole[i].through && s->whole[i].links[link]) f |= 1u << i;
        if (s->single && s->single[link]) f |= SINGLE_TRACK;
        for (int i = 0; i < words; i++) now[i] = used[i] | mask[i];
        w->way[w->depth] = (uint16_t)link;
        w->path[w->depth++] = to;
        w->seen[to] = 1;
        if (there->group >= 0) w->group_seen[there->group]++;
        if (there->may_end) {
            if (second || s->stops[w->home].may_end) record(w, now, v, stops + 1, f, fit);
            if (!second && s->stops[w->home].may_pass) {
                int gate = -1, head = w->way[0];
                if (s->stops[w->home].cross)
                    gate = net->from[head] == w->home ? net->gate_from[head] : net->gate_to[head];
                w->first_size = w->depth;
                arms(w, w->home, gate, now, v, c, stops + 1, h, f, fit, head);
                w->first_size = -1;
            }
        }
        if (there->may_pass) {
            int gate = net->from[link] == to ? net->gate_from[link] : net->gate_to[link];
            arms(w, to, gate, now, v, c, stops + 1, h, f, fit, -1);
        }
        if (there->group >= 0) w->group_seen[there->group]--;
        w->seen[to] = 0;
        w->depth--;
        if (s->stopped) return;
    }
}

void list_routes(Search *s) {
    const Net *net = s->net;
    const int n = net->stops;
    uint32_t everyone = 0;
    int max_hexes = 1;
    for (int k = 0; k < s->kinds; k++)
        if (s->kind[k].best < 0) {
            everyone |= 1u << k;
            if (s->kind[k].hexes >= max_hexes) max_hexes = s->kind[k].hexes + 1;
        }
    if (!everyone || !n) return;
    Walk w = {.s = s, .max_hexes = max_hexes, .first_size = -1};
    uint32_t *table = calloc((size_t)(n + 2) * 2 + max_hexes + 1 + n, sizeof *table);
    w.seen = calloc((size_t)n + s->groups + 1, 1);
    w.way = malloc((size_t)(n + 1) * sizeof *w.way);
    w.path = malloc((size_t)(n + 1) * sizeof *w.path);
    if (!table || !w.seen || !w.way || !w.path) {
        s->stopped = 2;
        goto end;
    }
    w.group_seen = w.seen + n;
    w.by_cities = table;
    w.by_stops = table + n + 2;
    w.by_hexes = w.by_stops + n + 2;
    w.by_stop = w.by_hexes + max_hexes + 1;
    for (int k = 0; k < s->kinds; k++) {
        const Kind *kind = &s->kind[k];
        if (kind->best >= 0) continue;
        const uint32_t bit = 1u << k;
        for (int i = 0; i < n + 2; i++) {
            if (kind->cities < 0 || i <= kind->cities) w.by_cities[i] |= bit;
            if (kind->cities < 0 || kind->towns < 0 || i <= kind->cities + kind->towns) w.by_stops[i] |= bit;
        }
        for (int i = 0; i <= max_hexes; i++)
            if (kind->hexes < 0 || i <= kind->hexes) w.by_hexes[i] |= bit;
        for (int i = 0; i < n; i++)
            if (!kind->avoid || !kind->avoid[i]) w.by_stop[i] |= bit;
    }
    for (int k = 0; (s->pruning || s->scouting) && k < s->kinds; k++)
        if (s->kind[k].best < 0) w.gain[k] = make_gains(s, k, &w.gain_width[k]);
    for (int home = 0; home < n && !s->stopped; home++) {
        const StopFact *fact = &s->stops[home];
        if (!fact->home) continue;
        uint32_t alive = everyone & w.by_stop[home] & w.by_cities[!fact->town] & w.by_stops[1] & w.by_hexes[1];
        w.seen[home] = 1; /* and it stays so: later homes do without the earlier ones */
        if (!alive || (!fact->may_end && !fact->may_pass)) continue;
        if (fact->group >= 0) w.group_seen[fact->group]++;
        word used[MAX_WORDS] = {0};
        w.home = home;
        arms(&w, home, -1, used, fact->value, !fact->town, 1, 1, 0, alive, -1);
        if (fact->group >= 0) w.group_seen[fact->group]--;
    }
end:
    for (int k = 0; k < s->kinds; k++) free(w.gain[k]);
    free(table);
    free(w.seen);
    free(w.way);
    free(w.path);
}
