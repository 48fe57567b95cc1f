/* The whole search: skipping trains alone, then routes listed and chosen. Where there are too many routes, few matter: a
 * run cannot earn more than its trains do alone, so a route that is worth much less than the dearest of its kind is
 * part of no good run. How much less is guessed, and if it was too little, the run found says how far the next list
 * has to go. */
#include "choose.h"

#include <stdlib.h>
#include <string.h>

#define SHORT_LIST 20000            /* so many routes are listed without a thought */
#define MOST_IN_ALL (INT32_MAX / 2) /* that all values may come to, so that a route fits into an int */

/* By how much trains together are likely to stay below what each could earn alone, in parts of 240 of that of the best
 * train; measured on full boards. */
static const int LIKELY_LOSS[] = {0, 0, 15, 48, 96};
enum { MOST_GUESSED = 4, MORE_LOSS = 24 };

/* What no route exceeds, whatever it visits. */
static int64_t sum_of_values(const Search *s) {
    int64_t sum = 0;
    for (int i = 0; i < s->net->stops; i++) sum += llabs(s->stops[i].value) + llabs(s->stops[i].cross);
    for (int i = 0; i < s->net->links; i++) sum += llabs(s->on_link[i]);
    for (int b = 0; b < s->wholes; b++) {
        sum += (int64_t)s->whole[b].amount * s->net->stops;
        for (int i = 0; s->whole[b].through && i < 2 * s->net->stops; i++)
            sum += s->whole[b].first[i] > 0 ? s->whole[b].first[i] : 0;
    }
    return sum;
}

/* Of equal trains, the first runs what is told first. */
static int by_order(const void *a, const void *b) {
    const Pick *x = a, *y = b;
    if (x->kind != y->kind) return x->kind - y->kind;
    if (x->value != y->value) return y->value - x->value;
    if (x->size != y->size) return x->size - y->size;
    for (int i = 0; i < x->size; i++)
        if (x->links[i] != y->links[i]) return x->links[i] - y->links[i];
    return 0;
}

/* What trains that skip stops earn where others leave them everything; false if the search has to stop. */
static int ready_beside(Chooser *c, Beside *beside) {
    Search *s = c->s;
    const word none[MAX_WORDS] = {0};
    if (!c->skipping || s->stopped) return !s->stopped;
    memcpy(c->skipping->top, c->top, sizeof c->top);
    free(c->beside);
    c->beside = malloc((s->count + 1) * sizeof *c->beside);
    if (!c->beside) {
        s->stopped = 2;
        return 0;
    }
    for (size_t i = 0; i < s->count; i++) c->beside[i] = -1;
    best_beside(c, none, -1, beside);
    return !s->stopped;
}

/* Choose among the routes listed: some run at first, then, if the list is complete, the first of the best. */
static void choose_listed(Chooser *c, const Pick *alone, int complete) {
    List lists[MAX_KINDS] = {{0}};
    const word none[MAX_WORDS] = {0};
    Beside beside = {0};
    if (!make_lists(c, lists)) return;
    const int64_t known = run_greedily(c, lists, alone);
    qsort(c->kept, (size_t)c->kept_size, sizeof *c->kept, by_order);
    if (complete && known && ready_beside(c, &beside)) {
        c->best = c->kept_size ? known - 1 : known;
        choose(c, 0, 0, none, lists, &beside);
        c->best = c->best < known ? known : c->best;
    }
    free_lists(lists);
}

static void list_anew(Search *s, size_t limit) {
    s->count = s->pool_used = 0;
    s->room_limit = limit;
    list_routes(s);
}

/* Find what the dearest route of each listed kind is worth; false if there is no time. */
static int scout(Chooser *c) {
    Search *s = c->s;
    s->scouting = 1;
    for (int k = 0; k < s->kinds; k++) s->least[k] = 1;
    list_routes(s);
    s->scouting = 0;
    for (int k = 0; k < s->kinds; k++)
        if (s->kind[k].best < 0) c->top[k] = s->least[k] - 1;
    return !s->stopped;
}

/* Too many routes for all of them to be listed. Returns what no run exceeds, or -1 if that is not known. */
static int64_t choose_dearest(Chooser *c, const Pick *alone) {
    Search *s = c->s;
    int high = 0;
    s->stopped = 0;
    choose_listed(c, alone, 0);
    if (s->stopped) return -1;
    if (!scout(c)) return -1;
    const int64_t most = most_from(c, 0);
    for (int k = 0; k < s->kinds; k++)
        if (c->top[k] > high) high = c->top[k];
    int64_t loss = (int64_t)high * (c->trains > MOST_GUESSED ? MORE_LOSS * c->trains : LIKELY_LOSS[c->trains]) / 240;
    s->pruning = 1;
    for (;;) {
        for (int k = 0; k < s->kinds; k++) s->least[k] = c->top[k] - loss > 1 ? (int)(c->top[k] - loss) : 1;
        list_anew(s, MAX_COLUMNS);
        if (s->stopped > 1) break;
        choose_listed(c, alone, !s->stopped);
        /* a run with a route that is left out earns less */
        if (s->stopped || c->best >= most - loss) break;
        loss = most - c->best;
    }
    return s->stopped ? most : c->best;
}

/* The best route of each kind that skips stops, alone; false if there is no time. */
static int run_alone(Chooser *c, Pick *alone) {
    Search *s = c->s;
    const word none[MAX_WORDS] = {0};
    for (int k = 0; k < s->kinds; k++) {
        if (s->kind[k].best < 0) continue;
        best_skipping(s, k, none, c->trains > 1 ? 0 : s->above, &c->last);
        c->top[k] = c->last.value;
        if (c->last.value <= alone->value) continue;
        memcpy(alone->links, c->last.links, (size_t)c->last.size * sizeof *alone->links);
        *alone = (Pick){k, c->last.value, c->last.size, alone->links};
    }
    return !s->stopped;
}

static int64_t search(Chooser *c, Pick *alone) {
    Search *s = c->s;
    const int known = run_alone(c, alone);
    if (!known || (c->trains == 1 && !c->listed)) {
        if (alone->value > c->best) {
            put(c, alone);
            keep(c, alone->value);
        }
        return known ? c->best : -1;
    }
    list_anew(s, s->shortcuts ? SHORT_LIST : 1);
    if (s->stopped == 3) return choose_dearest(c, alone);
    const int complete = !s->stopped;
    for (size_t i = 0; i < s->count; i++)
        for (uint32_t m = s->columns[i].kinds; m; m &= m - 1)
            if (s->columns[i].value > c->top[__builtin_ctz(m)]) c->top[__builtin_ctz(m)] = s->columns[i].value;
    choose_listed(c, alone, complete);
    return !complete ? -1 : s->stopped ? most_from(c, 0) : c->best;
}

void find_best_run(Search *s) {
    Chooser c = {.s = s}, skipping = {.s = s};
    const size_t longest = (size_t)s->net->stops + 1;
    uint16_t *ways = malloc(longest * (MAX_TRAINS * 4 + 3) * sizeof *ways);
    if (!ways || sum_of_values(s) > MOST_IN_ALL) {
        s->stopped = ways ? 4 : 2;
        free(ways);
        return;
    }
    for (int i = 0; i < MAX_TRAINS; i++) {
        c.pick[i].links = ways + longest * (size_t)i;
        c.kept[i].links = ways + longest * (size_t)(MAX_TRAINS + i);
        skipping.pick[i].links = ways + longest * (size_t)(MAX_TRAINS * 2 + i);
        skipping.kept[i].links = ways + longest * (size_t)(MAX_TRAINS * 3 + i);
    }
    c.last.links = ways + longest * MAX_TRAINS * 4;
    skipping.last.links = c.last.links + longest;
    Pick alone = {.kind = -1, .links = skipping.last.links + longest};
    for (int k = 0; k < s->kinds; k++) {
        for (int i = 0; i < s->kind[k].count; i++) c.order[c.trains++] = k;
        if (s->kind[k].best < 0) c.listed = c.trains;
    }
    for (int t = c.listed; t < c.trains; t++) skipping.order[skipping.trains++] = c.order[t];
    if (c.listed && skipping.trains) c.skipping = &skipping;
    c.best = s->above;
    s->bound = search(&c, &alone);
    s->total = c.kept_size ? (int)c.best : 0;
    for (int i = 0; i < c.kept_size; i++) {
        const Pick *kept = &c.kept[i];
        uint16_t *links = malloc(((size_t)kept->size + 1) * sizeof *links);
        if (!links) {
            s->stopped = 2;
            break;
        }
        memcpy(links, kept->links, (size_t)kept->size * sizeof *links);
        s->chosen[s->chosen_count++] = (Pick){kept->kind, kept->value, kept->size, links};
    }
    for (int t = 0; t < MAX_TRAINS; t++) free(c.room[t]);
    free(c.beside);
    free(ways);
}
