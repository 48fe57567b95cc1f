/* Runs with skipping trains: listed routes are chosen first, in the order in which runs are told, and the skipping
 * trains are searched on the track that is left. */
#include "kernel.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_TRY 20000    /* steps after which several skipping trains are left to prices on track */
#define ORDER_TRY 20000    /* steps for the first of the best runs in order, once it is known what they earn */
#define MOST_IN_ALL (INT32_MAX / 2) /* that all values may come to, so that a route fits into an int */
#define SMALL 40           /* links of a board on which the order is to be settled for certain: */
#define PATIENT 50         /* there, or when tests want no shortcuts, so many times more steps */

typedef struct {
    uint32_t *ids;
    size_t size;
} Ids;

typedef struct {
    int kind, size, value;
    uint16_t *links;
} Pick;

typedef struct {
    Search *s;
    int trains, listed; /* trains, and how many of them have a limited reach */
    int order[MAX_TRAINS];
    int top[MAX_KINDS]; /* what a train of the kind earns at most */
    int64_t best, goal; /* what the best run found earns; what is enough to end with, or -1 */
    Pick pick[MAX_TRAINS];
    int picks;
    Pick kept[MAX_TRAINS];
    int kept_size;
    Pick alone;    /* the best route of a single skipping train: told when there is no time for a better run */
    int64_t bound; /* no run earns more; -1: not known */
    Caps caps;
    Swept swept;
} Mixed;

typedef struct {
    Mixed *m;
    int position;
    int64_t earned, rest, floor;
    const word *used;
} Frame;

static void choose(Mixed *m, int position, int64_t earned, const word *used, Ids *lists);

static void keep(Mixed *m, int64_t earned) {
    m->best = earned;
    m->kept_size = m->picks;
    for (int i = 0; i < m->picks; i++) {
        uint16_t *links = m->kept[i].links;
        m->kept[i] = m->pick[i];
        m->kept[i].links = links;
        memcpy(links, m->pick[i].links, (size_t)m->pick[i].size * sizeof *links);
    }
}

static int64_t rest_of(const Mixed *m, int position) {
    int64_t rest = 0;
    for (int t = position; t < m->trains; t++) rest += m->top[m->order[t]];
    return rest;
}

static void put(Mixed *m, int kind, int value, const uint16_t *links, int size) {
    Pick *pick = &m->pick[m->picks++];
    pick->kind = kind;
    pick->value = value;
    pick->size = size;
    memcpy(pick->links, links, (size_t)size * sizeof *links);
}

static void found(Search *s, void *context, int value, const word *mask, const uint16_t *links, int size) {
    Frame *f = context;
    Mixed *m = f->m;
    const int kind = m->order[f->position];
    /* of equal trains the first earns most */
    if (f->position && m->order[f->position - 1] == kind && m->picks && m->pick[m->picks - 1].kind == kind &&
        value > m->pick[m->picks - 1].value)
        return;
    word now[MAX_WORDS];
    for (int w = 0; w < s->net->words; w++) now[w] = f->used[w] | mask[w];
    put(m, kind, value, links, size);
    choose(m, f->position + 1, f->earned + value, now, NULL);
    m->picks--;
    f->floor = m->goal >= 0 && m->best >= m->goal ? INT32_MAX : m->best - f->earned - f->rest;
}

static void keep_last(Mixed *m, int kind, int64_t earned) {
    put(m, kind, m->swept.value, m->swept.links, m->swept.size);
    keep(m, earned + m->swept.value);
    m->picks--;
}

/* The last train: only its best route matters. */
static void run_last(Mixed *m, int kind, int64_t earned, const word *used) {
    Search *s = m->s;
    const int64_t floor = m->best - earned, top = m->top[kind];
    const Pick *before = m->picks ? &m->pick[m->picks - 1] : NULL;
    if (capped(&m->caps, kind, used, s->net->words, top) <= floor) return;
    const int known = best_skipping(s, kind, used, floor, top, &m->swept);
    if (!m->swept.size) {
        if (known && m->swept.hard) learn_cap(s, &m->caps, kind, used, floor);
        return;
    }
    /* of equal trains the first earns most: if this one could earn more, so could the other */
    if (!before || before->kind != kind || m->swept.value <= before->value) keep_last(m, kind, earned);
}

static void choose(Mixed *m, int position, int64_t earned, const word *used, Ids *lists) {
    Search *s = m->s;
    const int words = s->net->words;
    if (tick(s) || (m->goal >= 0 && m->best >= m->goal)) return;
    if (position == m->trains) {
        if (earned > m->best) keep(m, earned);
        return;
    }
    const int kind = m->order[position];
    if (position == m->trains - 1 && position >= m->listed) {
        run_last(m, kind, earned, used);
        if (earned > m->best) keep(m, earned);
        return;
    }
    if (position >= m->listed) {
        Frame f = {m, position, earned, rest_of(m, position + 1), 0, used};
        f.floor = m->best - earned - f.rest;
        skipping_routes(s, kind, used, &f.floor, NULL, found, &f);
        int next = position + 1;
        while (next < m->trains && m->order[next] == kind) next++; /* if one stays idle, so do its equals */
        if (!s->stopped && earned + rest_of(m, next) > m->best) choose(m, next, earned, used, NULL);
        return;
    }
    int next = position + 1;
    while (next < m->listed && m->order[next] == kind) next++;
    const int same = next - position;
    int64_t rest = 0;
    for (int t = next; t < m->trains; t++) {
        int k = m->order[t];
        if (t >= m->listed)
            rest += m->top[k];
        else if (lists[k].size)
            rest += s->columns[lists[k].ids[0]].value;
    }
    Ids out[MAX_KINDS];
    uint32_t *room = NULL;
    size_t total = 1;
    for (int k = 0; k < s->kinds; k++) total += lists[k].size;
    for (size_t i = 0; i < lists[kind].size && !s->stopped && !(m->goal >= 0 && m->best >= m->goal); i++) {
        const uint32_t id = lists[kind].ids[i];
        const Column *column = &s->columns[id];
        if (earned + (int64_t)same * column->value + rest <= m->best) break;
        const int more = position + 1 < m->listed;
        if (more && !room && !(room = malloc(total * sizeof *room))) {
            s->stopped = 2;
            return;
        }
        const word *mask = s->masks + (size_t)id * words;
        uint32_t *to = room;
        for (int k = 0; more && k < s->kinds; k++) {
            out[k].ids = to;
            for (size_t j = k == kind ? i + 1 : 0; j < lists[k].size; j++)
                if (!meets(s->masks + (size_t)lists[k].ids[j] * words, mask, words)) *to++ = lists[k].ids[j];
            out[k].size = (size_t)(to - out[k].ids);
        }
        word now[MAX_WORDS];
        for (int w = 0; w < words; w++) now[w] = used[w] | mask[w];
        put(m, kind, column->value, s->pool + column->at, column->size);
        choose(m, position + 1, earned + column->value, now, out);
        m->picks--;
    }
    free(room);
    if (!s->stopped && earned + rest > m->best) {
        Ids none = lists[kind];
        lists[kind].size = 0;
        choose(m, next, earned, used, lists);
        lists[kind] = none;
    }
}

static void sort_ids(const Search *s, uint32_t *ids, uint32_t *spare, size_t size) {
    if (size < 2) return;
    size_t half = size / 2;
    sort_ids(s, ids, spare, half);
    sort_ids(s, ids + half, spare, size - half);
    memcpy(spare, ids, half * sizeof *ids);
    for (size_t i = 0, j = half, k = 0; i < half;)
        ids[k++] = j < size && compare_columns(s, ids[j], spare[i]) < 0 ? ids[j++] : spare[i++];
}

/* Choose among the routes listed. */
static void choose_listed(Mixed *m) {
    Search *s = m->s;
    Ids lists[MAX_KINDS] = {{0}};
    const word none[MAX_WORDS] = {0};
    uint32_t *ids = malloc((s->count * (size_t)(s->kinds + 1) + 1) * sizeof *ids), *spare = ids + s->count * s->kinds;
    if (!ids) {
        s->stopped = 2;
        return;
    }
    for (int k = 0; k < s->kinds; k++) {
        lists[k].ids = ids + s->count * (size_t)k;
        for (size_t i = 0; i < s->count; i++)
            if (s->columns[i].kinds >> k & 1) lists[k].ids[lists[k].size++] = (uint32_t)i;
        sort_ids(s, lists[k].ids, spare, lists[k].size);
        if (s->kind[k].best < 0 && !s->pruning) m->top[k] = lists[k].size ? s->columns[lists[k].ids[0]].value : 0;
    }
    m->bound = rest_of(m, 0);
    choose(m, 0, 0, none, lists);
    free(ids);
}

/* Routes are too many for all of them to be listed: as for two trains in list_and_choose, only those that can matter.
 * Returns whether the best is known. */
static int choose_pruned(Mixed *m) {
    Search *s = m->s;
    int top[MAX_KINDS];
    s->stopped = 0;
    s->room_limit = MAX_COLUMNS;
    forget(s);
    if (!scout(s, top)) return 0;
    for (int k = 0; k < s->kinds; k++)
        if (s->kind[k].best < 0) {
            m->top[k] = top[k];
            s->least[k] = top[k] - top[k] / 32;
        }
    s->pruning = 1;
    const int64_t most = m->bound = rest_of(m, 0);
    for (int lowered = 1; lowered;) {
        forget(s);
        list_routes(s);
        if (s->stopped) return 0;
        const int64_t before = m->best;
        if (before) m->best--; /* to find the first of the best in order */
        choose_listed(m);
        if (m->best < before) m->best = before;
        if (s->stopped) return 0;
        lowered = 0;
        for (int k = 0; k < s->kinds; k++) {
            int64_t least = m->best - (most - m->top[k]);
            if (least < 1) least = 1;
            if (s->kind[k].best >= 0 || s->least[k] <= least) continue;
            s->least[k] = (int)least;
            lowered = 1;
        }
    }
    return 1;
}

static int by_order(const void *a, const void *b) {
    const Pick *x = a, *y = b;
    if (x->kind != y->kind) return x->kind - y->kind;
    if (x->value != y->value) return y->value - x->value;
    if (x->size != y->size) return x->size - y->size;
    for (int i = 0; i < x->size; i++)
        if (x->links[i] != y->links[i]) return x->links[i] - y->links[i];
    return 0;
}

/* Search in order, but only for so many steps; true if that was enough. */
static int choose_for(Mixed *m, int64_t steps) {
    Search *s = m->s;
    const int patience = s->shortcuts && s->net->links > SMALL ? 1 : PATIENT;
    const int64_t nodes = s->nodes_left, until = s->ticks + steps * patience;
    if (nodes < 0 || until < nodes) s->nodes_left = until;
    choose_listed(m);
    s->nodes_left = nodes;
    if (s->stopped != 1) return !s->stopped;
    s->stopped = 0;
    tick_many(s, 0); /* unless the budget is spent */
    return 0;
}

/* List the routes of limited reach that can be part of a run which earns as much as the best found. */
static int list_for(Mixed *m) {
    Search *s = m->s;
    const int64_t most = rest_of(m, 0);
    s->pruning = 0;
    for (int k = 0; k < s->kinds; k++) {
        const int64_t least = m->best - (most - m->top[k]);
        s->least[k] = least < 1 ? 1 : (int)least;
        s->pruning |= s->least[k] > 1;
    }
    s->room_limit = MAX_COLUMNS;
    forget(s);
    list_routes(s);
    return !s->stopped;
}

/* Several skipping trains: what search in order does not settle at once is left to prices on track, and then the first
 * of the best runs is looked for in order. Returns whether the best is known. */
static int choose_divided(Mixed *m, int listed) {
    Search *s = m->s;
    Division division = {.top = m->top, .picks = m->kept_size};
    int top[MAX_KINDS];
    if (listed && s->shortcuts && choose_for(m, FIRST_TRY)) return 1;
    if (s->stopped) return 0;
    if (listed) {
        for (size_t i = 0; i < s->count; i++)
            for (uint32_t kinds = s->columns[i].kinds; kinds; kinds &= kinds - 1) {
                const int k = __builtin_ctz(kinds);
                if (s->columns[i].value > m->top[k]) m->top[k] = s->columns[i].value;
            }
    } else {
        forget(s);
        if (!scout(s, top)) return 0;
        for (int k = 0; k < s->kinds; k++)
            if (s->kind[k].best < 0) m->top[k] = top[k];
    }
    m->bound = rest_of(m, 0);
    division.picks = m->kept_size;
    for (int i = 0; i < m->kept_size; i++)
        division.pick[i] = (Offer){m->kept[i].kind, m->kept[i].value, m->kept[i].size, m->kept[i].links};
    if (!list_for(m)) return 0;
    if (!divide_track(s, &division)) {
        if (s->stopped) return 0;
        choose_listed(m);
        return !s->stopped;
    }
    for (int i = 0; division.total > m->best && i < division.picks; i++) {
        uint16_t *links = m->kept[i].links;
        m->kept[i] = (Pick){division.pick[i].kind, division.pick[i].size, division.pick[i].value, links};
        memcpy(links, division.pick[i].links, (size_t)division.pick[i].size * sizeof *links);
    }
    if (division.total > m->best) {
        m->best = division.total;
        m->kept_size = division.picks;
        qsort(m->kept, (size_t)m->kept_size, sizeof *m->kept, by_order);
    }
    for (int i = 0; i < division.picks; i++) free(division.pick[i].links);
    if (division.bound < m->bound) m->bound = division.bound;
    if (!division.proved) return 0;
    if (!m->best) return 1;
    m->goal = m->best--;
    choose_for(m, ORDER_TRY);
    if (s->stopped == 1) s->stopped = 0; /* the value is proved */
    m->best = m->goal;
    return !s->stopped;
}

void list_and_mix(Search *s) {
    Mixed m = {.s = s, .bound = -1, .goal = -1};
    const int longest = s->net->stops + 1;
    const word none[MAX_WORDS] = {0};
    uint16_t *ways = malloc((size_t)longest * (MAX_TRAINS * 2 + 2) * sizeof *ways);
    int known = 1;
    if (!ways || sum_of_values(s) > MOST_IN_ALL) {
        s->stopped = ways ? 4 : 2;
        free(ways);
        return;
    }
    m.swept.links = ways + (size_t)longest * MAX_TRAINS * 2;
    m.alone.links = m.swept.links + longest;
    for (int i = 0; i < MAX_TRAINS; i++) {
        m.pick[i].links = ways + (size_t)longest * i;
        m.kept[i].links = ways + (size_t)longest * (MAX_TRAINS + i);
    }
    for (int k = 0; k < s->kinds; k++) {
        for (int i = 0; i < s->kind[k].count; i++) m.order[m.trains++] = k;
        if (s->kind[k].best < 0) m.listed = m.trains;
    }
    for (int k = 0; k < s->kinds; k++) {
        if (s->kind[k].best < 0) continue;
        known &= best_skipping(s, k, none, 0, -1, &m.swept);
        m.top[k] = m.swept.value;
        if (m.swept.size && m.swept.value > m.alone.value) {
            m.alone.kind = k;
            m.alone.value = m.swept.value;
            m.alone.size = m.swept.size;
            memcpy(m.alone.links, m.swept.links, (size_t)m.swept.size * sizeof *m.alone.links);
        }
        if (m.trains == 1) m.bound = m.swept.bound;
    }
    if (known && m.trains > 1) {
        s->room_limit = s->shortcuts ? SHORT_LIST : 1;
        list_routes(s);
        if (m.trains - m.listed > 1 && (!s->stopped || s->stopped == 3)) {
            const int listed = !s->stopped;
            s->stopped = 0;
            known = choose_divided(&m, listed);
        } else if (s->stopped == 3) {
            known = choose_pruned(&m);
        } else if (!s->stopped) {
            choose_listed(&m);
        }
        known &= !s->stopped;
    }
    if ((!known || m.trains == 1) && m.alone.value > m.best) {
        m.picks = 0;
        put(&m, m.alone.kind, m.alone.value, m.alone.links, m.alone.size);
        keep(&m, m.alone.value);
    }
    s->total = (int)m.best;
    s->bound = known ? m.best : m.bound;
    for (int i = 0; i < m.kept_size; i++)
        if (!keep_chosen(s, i, m.kept[i].kind, m.kept[i].links, m.kept[i].size)) break;
    s->chosen_count = m.kept_size;
    free(m.caps.list);
    free(ways);
}
