/* The choice of routes that share no track and earn most together, proved best.
 *
 * Small cases: depth first in the order in which runs are told, bounded by the best that is left.
 * Large ones: prices give a bound and throw out nearly all routes; the rest is searched depth first with prices
 * of its own at every node, and the answer is then sought again in the order in which runs are told. */
#include "choose.h"

#include <stdlib.h>
#include <string.h>

#define EASY_COLUMNS 4000
#define EASY_EFFORT 400000
#define CORE 16000
#define ORDER_EFFORT 3000000
#define MOST_ORDERED 300000
#define ROOT_ROUNDS 10
#define POOL 30000 /* routes among which a good run is sought */
#define NARROW_ROUNDS 16

/* Of equal trains, the first runs what is told first. */
static void sort_picks(Chooser *c) {
    for (int i = 1; i < c->size; i++)
        for (int j = i; j > 0; j--) {
            const uint32_t id = c->pick[j];
            if (c->pick_kind[j] != c->pick_kind[j - 1] || compare_columns(c->s, id, c->pick[j - 1]) >= 0) break;
            c->pick[j] = c->pick[j - 1];
            c->pick[j - 1] = id;
        }
}

static void set_answer(Chooser *c, int64_t bound) {
    Search *s = c->s;
    sort_picks(c);
    s->total = c->best;
    s->bound = bound;
    for (int i = 0; i < c->size; i++) {
        const Column *column = &s->columns[c->pick[i]];
        if (!keep_chosen(s, i, c->pick_kind[i], s->pool + column->at, column->size)) return;
    }
    s->chosen_count = c->size;
}

/* Leave prices for listing: tolls. At these prices no route that is listed is worth more than `top`. */
static void leave_tolls(Chooser *c, const int32_t *price, const int32_t *top) {
    Search *s = c->s;
    const word none[MAX_WORDS] = {0};
    const size_t links = (size_t)s->net->links, stops = (size_t)s->net->stops, known = (size_t)(c->bits + c->odd);
    drop_tolls(s);
    Tolls *tolls = s->tolls = calloc(1, sizeof *s->tolls);
    if (!tolls) return;
    tolls->price = malloc((links + stops) * sizeof *tolls->price);
    tolls->known = malloc(known * sizeof *tolls->known);
    if (!tolls->price || !tolls->known || !leave_triples(c, price, tolls)) {
        drop_tolls(s);
        return;
    }
    price_links(c, price);
    memcpy(tolls->price, c->link_price, links * sizeof *tolls->price);
    memcpy(tolls->price + links, c->end_price, stops * sizeof *tolls->price);
    memcpy(tolls->known, price, known * sizeof *tolls->known);
    tolls->sum = sum_prices(c, price, none);
    for (int k = 0; k < s->kinds; k++) tolls->least[k] = top[k];
    tolls->basis_size = basis_of(c, &tolls->basis);
}

/* No listed routes earn enough together: are there others that might? */
static int too_few(Chooser *c, int upper) {
    Search *s = c->s;
    if (s->stopped || c->best >= s->enough || upper >= s->enough) return 0;
    s->relist = 1;
    set_answer(c, -1);
    return 1;
}

/* Begin with the run that was found among fewer routes. */
static void take_over(Chooser *c) {
    Search *s = c->s;
    uint32_t pick[MAX_TRAINS];
    int pick_kind[MAX_TRAINS], earned = 0;
    if (!s->chosen_count) return;
    for (int t = 0; t < s->chosen_count; t++) {
        const Chosen *chosen = &s->chosen[t];
        size_t i = 0;
        for (; i < s->count; i++)
            if (s->columns[i].size == chosen->size &&
                !memcmp(s->pool + s->columns[i].at, chosen->links, (size_t)chosen->size * sizeof *chosen->links))
                break;
        if (i == s->count) return;
        pick[t] = (uint32_t)i;
        pick_kind[t] = chosen->kind;
        earned += s->columns[i].value;
    }
    keep(c, earned, pick, pick_kind, s->chosen_count);
}

/* Look for prices at the root, with all routes. What cannot be part of a run as good as the best so far drops out. */
static void root_prices(Chooser *c, Pool *p, const int *count) {
    Search *s = c->s;
    const word none[MAX_WORDS] = {0};
    int32_t top[MAX_KINDS], *price = c->level[0].price, *best_price = c->root_price;
    List lists[MAX_KINDS];
    const int warm = s->tolls != NULL; /* prices are known from fewer routes */
    memset(price, 0, (size_t)c->prices * sizeof *price);
    if (warm) {
        memcpy(price, s->tolls->known, (size_t)(c->bits + c->odd) * sizeof *price);
        take_triples(c, s->tolls, price);
        crowd_of(c, p->alive, p->size);
        begin_with(c, s->tolls->basis, s->tolls->basis_size);
        for (int i = 0; i < s->tolls->basis_size; i++) p->core[s->tolls->basis[i]] = 1;
    }
    memcpy(best_price, price, (size_t)c->prices * sizeof *price);
    int64_t bound = p->bound = value_all(c, p, count, top);
    /* the dearest routes are all alike: some of every sort keep the first prices from leaning on few stops */
    for (size_t i = 0, step = p->size / CORE + 1; i < p->size; i += step) p->core[p->alive[i]] = 1;
    for (int round = 0; round < ROOT_ROUNDS; round++) {
        const int64_t need = (int64_t)(c->best + c->unit) * SCALE;
        double exact = 0;
        const int more = c->best < s->enough; /* others may be listed by these prices: let them be good */
        if (p->bound < need && !more) break;
        if (!core_of(c, p, bound, top, round ? CORE / 2 : CORE, 0, lists, count)) break;
        if (tick_many(s, LOOK_AT_CLOCK)) break;
        if (!master_prices(c, price, lists, count, &exact)) {
            greedy_lists(c, lists, count);
            move_prices(c, price, lists, count, none, 0, round ? 60 : 120, need);
            greedy_lists(c, lists, count);
        }
        bound = value_all(c, p, count, top);
        if (bound < p->bound) {
            p->bound = bound;
            memcpy(best_price, price, (size_t)c->prices * sizeof *price);
        }
        if (!more || p->size > MOST_ORDERED) keep_reaching(c, p, bound, top, (int64_t)c->best * SCALE);
        if (s->stopped) break;
        /* no prices could lower it by more */
        if (exact > 0 && (double)bound / SCALE - exact < c->unit / 8.0) break;
    }
    keep_root_triples(c);
    memcpy(price, best_price, (size_t)c->prices * sizeof *price);
    p->bound = value_all(c, p, count, top);
    leave_tolls(c, price, top);
    if (c->trains < 3 || s->stopped) return;
    /* the proof may take long: have a good run if the budget ends before */
    memset(p->core, 0, s->count);
    if (!core_of(c, p, p->bound, top, POOL, 0, lists, count)) return;
    dive(c, lists, count);
    exchange(c, lists, count);
}

/* Keep of `from`, valued at the prices of the root, what can be part of a run that earns `target`. Then let prices on
 * triples, and on track again, throw out more. Leaves the bound in `to`. */
static int narrow(Chooser *c, const Pool *from, Pool *to, const int *count, int target) {
    Search *s = c->s;
    int32_t top[MAX_KINDS] = {0}, *price = c->level[0].price;
    const int64_t need = (int64_t)target * SCALE;
    List lists[MAX_KINDS];
    for (size_t i = 0; i < from->size; i++)
        for (uint32_t m = s->columns[from->alive[i]].kinds & c->active; m; m &= m - 1)
            if (from->worth[i] > top[__builtin_ctz(m)]) top[__builtin_ctz(m)] = from->worth[i];
    size_t size = 0;
    for (size_t i = 0; i < from->size; i++)
        size += reach_of(c, from->alive[i], from->worth[i], from->bound, top) >= need;
    free(to->alive);
    free(to->worth);
    to->alive = malloc((size + 1) * sizeof *to->alive);
    to->worth = malloc((size + 1) * sizeof *to->worth);
    to->core = from->core;
    to->size = 0;
    if (!to->alive || !to->worth) {
        s->stopped = 2;
        return 0;
    }
    for (size_t i = 0; i < from->size; i++)
        if (reach_of(c, from->alive[i], from->worth[i], from->bound, top) >= need) {
            to->alive[to->size] = from->alive[i];
            to->worth[to->size++] = from->worth[i];
        }
    memset(to->core, 0, s->count);
    root_again(c, price);
    crowd_of(c, to->alive, to->size);
    int64_t low = INT64_MAX;
    for (int round = 0, idle = 0; round < NARROW_ROUNDS; round++) {
        double exact = 0;
        to->bound = value_all(c, to, count, top);
        if (to->bound < need) return 1;
        keep_reaching(c, to, to->bound, top, need);
        if (!core_of(c, to, to->bound, top, CORE / 2, 0, lists, count) || tick_many(s, LOOK_AT_CLOCK)) break;
        if (!master_prices(c, price, lists, count, &exact)) break;
        to->bound = value_all(c, to, count, top);
        if (to->bound < need) return 1;
        keep_reaching(c, to, to->bound, top, need);
        if ((double)to->bound / SCALE - exact > c->unit / 4.0) continue; /* the core was too small */
        idle = low - to->bound < SCALE * c->unit / (to->size > CORE / 2 ? 16 : 40) ? idle + 1 : 0;
        if (to->bound < low) low = to->bound;
        if (idle > 1 || !find_triples(c, price)) break;
        crowd_of(c, to->alive, to->size);
    }
    to->bound = value_all(c, to, count, top);
    keep_reaching(c, to, to->bound, top, need);
    return !s->stopped;
}

/* Search what is left in the order in which runs are told for the first run that earns `target`, which none exceeds.
 * Says 1 if it was found, 0 if there is none and -1 if that takes more than this effort. */
static int first_told(Chooser *c, List *lists, const int *count, int target, int64_t effort) {
    const word none[MAX_WORDS] = {0};
    const int best = c->best, size = c->size;
    uint32_t kept_pick[MAX_TRAINS], pick[MAX_TRAINS];
    int kept_kind[MAX_TRAINS], pick_kind[MAX_TRAINS];
    if (!sort_lists(c, lists, count)) return -1;
    memcpy(kept_pick, c->pick, sizeof kept_pick);
    memcpy(kept_kind, c->pick_kind, sizeof kept_kind);
    c->limited = 1;
    c->effort = effort;
    c->best = target - 1;
    in_order(c, 0, lists, count, none, 0, pick, pick_kind, 0, target);
    c->limited = 0;
    if (c->best == target) return 1;
    c->best = best;
    c->size = size;
    memcpy(c->pick, kept_pick, sizeof kept_pick);
    memcpy(c->pick_kind, kept_kind, sizeof kept_kind);
    return c->effort < 0 || c->s->stopped ? -1 : 0;
}

/* Is there a run that earns `target` or more, which is above the best so far? -1 if the budget ended before. */
static int any_reaches(Chooser *c, List *lists, const int *count, int target) {
    const word none[MAX_WORDS] = {0};
    const int known = c->best;
    uint32_t pick[MAX_TRAINS];
    int pick_kind[MAX_TRAINS];
    c->best = target - c->unit;
    prove(c, 0, lists, count, none, 0, pick, pick_kind, 0);
    const int found = c->best >= target;
    if (!found) c->best = known;
    return c->s->stopped ? -1 : found;
}

/* Triples were found, and prices for some of the routes: leave these, or those of the root, whichever are better for all
 * that were listed. */
static void leave_better_tolls(Chooser *c, Pool *p, const int *count) {
    int32_t top[MAX_KINDS], *price = c->level[0].price;
    crowd_of(c, p->alive, p->size);
    if (value_all(c, p, count, top) > p->bound) {
        root_again(c, price);
        crowd_of(c, p->alive, p->size);
        value_all(c, p, count, top);
    }
    leave_tolls(c, price, top);
}

/* Try what is just below the bound, and if there is no such run, a little less: so few routes are in question each
 * time, though no good run is known beforehand. Returns what no run exceeds; if that is the best run's total, it is
 * the run to be told, unless the order took too long to settle. */
static int from_above(Chooser *c, Pool *p, Pool *narrowed, const int *count) {
    const int unit = c->unit;
    int64_t bound = p->bound / SCALE;
    if (c->s->ceiling && c->s->ceiling < bound) bound = c->s->ceiling;
    int upper = (int)(bound / unit * unit), step = upper / 128 / unit * unit, narrowed_for = -1;
    if (upper < c->best) upper = c->best;
    for (int tries = 1; upper > 0; tries++) {
        if (step < unit) step = unit;
        const int known = upper == c->best, low = upper - step + unit;
        const int target = known ? upper : low > c->best ? low : c->best + unit;
        int32_t top[MAX_KINDS];
        List lists[MAX_KINDS];
        if (too_few(c, upper)) {
            if (narrowed_for >= 0) leave_better_tolls(c, p, count);
            break;
        }
        if (target != narrowed_for && !narrow(c, p, narrowed, count, target)) break;
        narrowed_for = target;
        int found = narrowed->bound >= (int64_t)target * SCALE && narrowed->size ? -1 : 0;
        if (found) {
            value_all(c, narrowed, count, top);
            if (!core_of(c, narrowed, narrowed->bound, top, narrowed->size, 0, lists, count)) break;
        }
        if (found && target == upper && narrowed->size < MOST_ORDERED) {
            found = first_told(c, lists, count, target, known ? ORDER_EFFORT : ORDER_EFFORT / 4);
            if (found > 0) break;
        }
        if (known || c->s->stopped) break;
        if (found) found = any_reaches(c, lists, count, target);
        if (found < 0) break;
        upper = found ? c->best : target - unit;
        if (tries % 4 == 0) step *= 2;
    }
    return upper;
}

static void hard(Chooser *c, Pool *p, const int *count, int complete) {
    Search *s = c->s;
    Pool narrowed = {0};
    if (!complete && !c->best) greedy(c, p->alive, p->worth, p->size); /* there may be no time for more */
    root_prices(c, p, count);
    const int upper = from_above(c, p, &narrowed, count);
    if (!s->relist) {
        if (complete && upper == c->best) s->stopped = 0; /* only the order may not be settled */
        set_answer(c, complete ? upper : -1);
    }
    free(narrowed.alive);
    free(narrowed.worth);
}

void choose_routes(Search *s) {
    Chooser c = {.s = s, .words = s->net->words, .bits = s->net->words * 64};
    const int complete = !s->stopped;
    const word none[MAX_WORDS] = {0};
    int count[MAX_KINDS] = {0};
    Pool p = {0};
    take_over(&c);
    s->total = s->chosen_count = 0;
    s->bound = complete ? 0 : -1;
    if (s->stopped == 2 || !s->count) return;
    s->stopped = 0;
    for (int k = 0; k < s->kinds; k++) {
        count[k] = s->kind[k].count;
        for (int i = 0; i < count[k]; i++) c.order[c.trains++] = k;
        if (count[k]) c.active |= 1u << k;
    }
    for (size_t i = 0; i < s->count; i++) c.unit = divisor(s->columns[i].value, c.unit);
    if (c.trains == 1) {
        uint32_t best = UINT32_MAX;
        for (size_t i = 0; i < s->count; i++)
            if (s->columns[i].kinds & c.active && (best == UINT32_MAX || compare_columns(s, (uint32_t)i, best) < 0))
                best = (uint32_t)i;
        if (best == UINT32_MAX) return;
        keep(&c, s->columns[best].value, &best, c.order, 1);
        set_answer(&c, complete ? c.best : -1);
        return;
    }
    const int stops = s->net->stops;
    c.link_price = malloc((size_t)(s->net->links + stops + MAX_TRIPLES + 1) * sizeof *c.link_price);
    c.odd_stop = calloc((size_t)stops * 5 + MAX_TRIPLES, sizeof *c.odd_stop);
    if (c.odd_stop) {
        c.odd_of = c.odd_stop + stops;
        c.taken = c.odd_of + stops;
        c.degree = c.taken + stops;
        c.end_price = c.degree + stops;
        c.triple_taken = c.end_price + stops;
        for (int i = 0; i < stops; i++) {
            c.odd_of[i] = -1;
            if (s->net->ways[i] & 1 && s->net->ways[i] > 1) {
                c.odd_of[i] = c.odd;
                c.odd_stop[c.odd++] = i;
            }
        }
    }
    c.prices = triple_price(&c, MAX_TRIPLES);
    c.wish = malloc((size_t)c.prices * 2 * sizeof *c.wish);
    c.triple = malloc((size_t)MAX_TRIPLES * 2 * c.words * sizeof *c.triple);
    c.root_triple = c.triple ? c.triple + (size_t)MAX_TRIPLES * c.words : NULL;
    c.crowd = calloc(s->count, sizeof *c.crowd);
    p.alive = malloc(s->count * sizeof *p.alive);
    p.worth = malloc(s->count * sizeof *p.worth);
    p.core = calloc(s->count, 1);
    c.levels = c.trains + 2;
    int32_t *prices = calloc((size_t)(c.levels + 1) * c.prices, sizeof *prices);
    if (!c.triple || !c.crowd || !c.link_price || !c.odd_stop || !c.wish || !p.alive || !p.worth || !p.core || !prices) {
        s->stopped = 2;
        goto end;
    }
    c.push = c.wish + c.prices;
    for (int l = 0; l < c.levels; l++) c.level[l].price = prices + (size_t)l * c.prices;
    c.root_price = prices + (size_t)c.levels * c.prices;
    fill_pool(&c, &p);
    if (complete && s->shortcuts && s->count <= EASY_COLUMNS) {
        greedy(&c, p.alive, p.worth, p.size);
        List lists[MAX_KINDS];
        uint32_t pick[MAX_TRAINS];
        int pick_kind[MAX_TRAINS], greedy_best = c.best, greedy_size = c.size;
        uint32_t greedy_pick[MAX_TRAINS];
        int greedy_kind[MAX_TRAINS], top[MAX_KINDS];
        int64_t bound = value_all(&c, &p, count, top);
        memcpy(greedy_pick, c.pick, sizeof greedy_pick);
        memcpy(greedy_kind, c.pick_kind, sizeof greedy_kind);
        if (!core_of(&c, &p, bound, top, p.size, 0, lists, count) || !sort_lists(&c, lists, count)) goto end;
        c.limited = 1;
        c.effort = EASY_EFFORT;
        c.best = greedy_best - 1;
        in_order(&c, 0, lists, count, none, 0, pick, pick_kind, 0, INT32_MAX);
        if (c.best < greedy_best) {
            c.best = greedy_best;
            c.size = greedy_size;
            memcpy(c.pick, greedy_pick, sizeof greedy_pick);
            memcpy(c.pick_kind, greedy_kind, sizeof greedy_kind);
        }
        if (c.effort >= 0 && !s->stopped) {
            set_answer(&c, c.best);
            goto end;
        }
        c.limited = 0;
    }
    memset(p.core, 0, s->count);
    hard(&c, &p, count, complete);
end:
    for (int l = 0; l < MAX_TRAINS + 2; l++) free(c.level[l].items);
    free_table(&c);
    free_master(&c);
    free(c.triple);
    free(c.crowd);
    free(c.link_price);
    free(c.odd_stop);
    free(c.wish);
    free(p.alive);
    free(p.worth);
    free(p.core);
    free(prices);
}
