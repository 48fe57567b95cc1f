/* Several skipping trains, and listed ones with them: who runs on which track.
 *
 * Prices on track (haggle.c) bound what all trains earn together; the routes met on the way are a pool from which runs
 * are chosen. Where prices do not close the gap, the runs are divided by a bit of track that is contested: one of the
 * trains must use it and the others may not, or nobody uses it. Sweeps know how to keep off track and how to be bound
 * to it, so each part is a case of the same sort with less to dispute. */
#include "fleet.h"

#include <stdlib.h>
#include <string.h>

#define POOL_EFFORT 3000    /* steps of one choice among the routes of the pool */
#define FIRST_ROUNDS 6      /* of haggling at least, before runs are divided */
#define MOST_ROUNDS 40
#define LATER_ROUNDS 12
#define WANTED 0.01         /* less than this of a bit is as good as nothing */
#define MOST_STATES 4000000 /* of a sweep for all trains at once */
#define FEWER_STATES 500000 /* for three trains, as dividing is often quicker there */
#define REFINE_ROUNDS 30    /* for each train beyond the first, before a sweep for all */
#define BEAM 400            /* states at each step, likewise, to find a good run */
#define CLOSE 20            /* parts that come so near to being done count as nearly done */
#define MAX_SUM (1 << 29)   /* that all values may come to, times SCALE */

static int value_in_pool(const Search *pool, const Chosen *chosen) {
    for (size_t i = 0; i < pool->count; i++)
        if (pool->columns[i].size == chosen->size && pool->columns[i].kinds >> chosen->kind & 1 &&
            !memcmp(pool->pool + pool->columns[i].at, chosen->links, (size_t)chosen->size * sizeof *chosen->links))
            return pool->columns[i].value;
    return 0;
}

static void keep_run(Fleet *f) {
    const Search *pool = &f->pool;
    f->best = pool->total;
    f->picks = pool->chosen_count;
    for (int i = 0; i < f->picks; i++) {
        const Chosen *chosen = &pool->chosen[i];
        uint16_t *links = realloc(f->pick[i].links, ((size_t)chosen->size + 1) * sizeof *links);
        if (!links) {
            f->s->stopped = 2;
            return;
        }
        memcpy(links, chosen->links, (size_t)chosen->size * sizeof *links);
        f->pick[i] = (Offer){chosen->kind, value_in_pool(pool, chosen), chosen->size, links};
    }
}

/* The best run of routes in the pool. */
void choose_among_offers(Fleet *f) {
    Search *pool = &f->pool;
    f->fresh = 0;
    pool->stopped = 0;
    pool->nodes_left = pool->ticks + POOL_EFFORT;
    pool->until = -1;
    pool->chosen_count = 0;
    choose_routes(pool);
    if (pool->stopped == 2) f->s->stopped = 2;
    if (pool->total > f->best) keep_run(f);
}

static int start(Fleet *f, Search *s) {
    const Net *net = s->net;
    const int stops = net->stops, links = net->links;
    f->s = s;
    f->pool = *s;
    f->pool.columns = NULL;
    f->pool.masks = NULL;
    f->pool.pool = NULL;
    f->pool.count = f->pool.room = f->pool.pool_used = f->pool.pool_room = 0;
    f->pool.pruning = f->pool.enough = 0;
    f->pool.shortcuts = 1;
    memset(f->pool.chosen, 0, sizeof f->pool.chosen);
    for (int k = 0; k < s->kinds; k++) f->pool.kind[k].best = -1;
    f->bits = net->words * 64;
    f->unit = unit_of(s);
    f->dearest = (1 << 30) / (stops + 1);
    f->odd_stop = calloc((size_t)stops * 6 + (size_t)links * 3 + (size_t)f->bits * 2 + 1, sizeof *f->odd_stop);
    f->way = malloc(((size_t)stops + 1) * sizeof *f->way);
    if (!f->odd_stop || !f->way) return 0;
    f->degree = f->odd_stop + stops;
    f->pass = f->degree + stops;
    f->end_price = f->pass + stops;
    f->link = f->end_price + stops;
    f->free_link = f->link + links;
    f->link_price = f->free_link + links;
    f->odd_of = f->link_price + links;
    f->row_of = f->odd_of + stops;
    f->spare = f->row_of + f->bits;
    for (int i = 0; i < stops; i++) {
        f->odd_of[i] = -1;
        if (!(net->ways[i] & 1) || net->ways[i] == 1 || !s->stops[i].may_pass) continue;
        f->odd_of[i] = f->odd;
        f->odd_stop[f->odd++] = i;
    }
    for (int i = 0; i < links; i++) {
        f->free_link[i] = s->on_link[i] * SCALE;
        for (int w = 0; w < net->words; w++) f->track[w] |= net->own[(size_t)i * net->own_words + w];
    }
    f->prices = f->bits + f->odd;
    f->wish = calloc(((size_t)f->prices + (size_t)f->bits) * 2, sizeof *f->wish);
    f->push = f->wish + f->prices;
    f->usage = f->push + f->prices;
    f->parts = f->usage + f->bits;
    return f->wish != NULL;
}

static void finish(Fleet *f) {
    if (!f->s) return;
    for (int k = 0; k < f->s->kinds; k++) end_sweep(&f->sweep[k]);
    for (int i = 0; i < MAX_TRAINS; i++) {
        free(f->pick[i].links);
        free(f->pool.chosen[i].links);
    }
    free(f->pool.columns);
    free(f->pool.masks);
    free(f->pool.pool);
    free(f->odd_stop);
    free(f->way);
    free(f->worth);
    free(f->wish);
    free_simplex(&f->simplex);
}

/* Let each skipping train in turn run its best on what the others leave. */
void polish(Fleet *f) {
    const Net *net = f->s->net;
    for (int t = 0; t < f->picks && !f->s->stopped; t++) {
        if (f->s->kind[f->pick[t].kind].best < 0) continue;
        Class class = {.kind = f->pick[t].kind, .count = 1};
        const int64_t before = f->best, floor = (int64_t)f->pick[t].value * SCALE;
        int64_t found;
        for (int o = 0; o < f->picks; o++)
            for (int i = 0; o != t && i < f->pick[o].size; i++)
                for (int w = 0; w < net->words; w++)
                    class.blocked[w] |= net->own[(size_t)f->pick[o].links[i] * net->own_words + w];
        if (!ask_sweep(f, &class, floor, 0, 0, &found)) return;
        if (found > floor) choose_among_offers(f);
        if (f->best > before) t = -1; /* all of them once more */
    }
}

/* The classes if one train of class `who` must use this bit of track and no other may; if `who` is -1, nobody may. */
static int with_bit(const Class *classes, int size, int who, int bit, Class *out) {
    const word mask = (word)1 << (bit & 63);
    int more = 0;
    for (int c = 0; c < size; c++) {
        out[more] = classes[c];
        if (c == who) {
            out[more].count = 1;
            out[more++].must[bit >> 6] |= mask;
            if (classes[c].count == 1) continue;
            out[more] = classes[c];
            out[more].count--;
        }
        out[more++].blocked[bit >> 6] |= mask;
    }
    return more;
}

static int may_use(const Class *class, int bit) { return !(class->blocked[bit >> 6] >> (bit & 63) & 1); }

/* The bit of track on which to divide the runs: where the pool says that the parts are soon done. */
static int contested(Fleet *f, const Class *classes, int size, const int32_t *price, const word *closed) {
    enum { FEW = 40 };
    int few[FEW], count = 0, best = -1;
    double merits[FEW];
    word decided[MAX_WORDS];
    for (int w = 0; w < f->s->net->words; w++) decided[w] = closed[w] | ~f->track[w];
    for (int c = 0; c < size; c++)
        for (int w = 0; w < f->s->net->words; w++) decided[w] |= classes[c].must[w];
    int shared = 0; /* whether the routes of the pool want any in parts: only to divide by these brings things on */
    for (int b = 0; b < f->bits; b++) shared |= f->usage[b] > WANTED && !(decided[b >> 6] >> (b & 63) & 1);
    for (int b = 0; b < f->bits; b++) {
        if (decided[b >> 6] >> (b & 63) & 1 || (shared && f->usage[b] <= WANTED)) continue;
        const double merit = (price[b] + 1.0) * (f->usage[b] + 1e-6);
        int open = 0;
        for (int c = 0; c < size; c++) open |= may_use(&classes[c], b);
        if (!open || (count == FEW && merit <= merits[FEW - 1])) continue;
        int at = count < FEW ? count++ : FEW - 1;
        for (; at && merits[at - 1] < merit; at--) {
            merits[at] = merits[at - 1];
            few[at] = few[at - 1];
        }
        merits[at] = merit;
        few[at] = b;
    }
    int64_t *worth = realloc(f->worth, (f->pool.count + 1) * sizeof *worth);
    if (!worth) return count ? few[0] : -1;
    f->worth = worth;
    set_prices(f, price);
    for (size_t i = 0; i < f->pool.count; i++) worth[i] = worth_at(f, &f->pool, i);
    const int64_t here = glance_at(f, classes, size, closed, price);
    int64_t least = INT64_MAX;
    for (int i = 0; i < count; i++) {
        int64_t left = 0;
        for (int c = -1; c < size; c++) {
            Class next[MAX_TRAINS];
            word shut[MAX_WORDS];
            if (c >= 0 && !may_use(&classes[c], few[i])) continue;
            memcpy(shut, closed, sizeof shut);
            if (c < 0) shut[few[i] >> 6] |= (word)1 << (few[i] & 63);
            const int more = with_bit(classes, size, c, few[i], next);
            int64_t bound = glance_at(f, next, more, shut, price);
            bound = (bound > here ? here : bound) - (need_of(f) - CLOSE * SCALE);
            if (bound > 0) left += bound * bound / SCALE;
        }
        if (left < least) least = left, best = few[i];
    }
    return best;
}

static void branch(Fleet *f, Class *classes, int size, const word *closed, const int32_t *parent) {
    int64_t bound;
    int32_t *price = malloc((size_t)f->prices * sizeof *price);
    if (!price) {
        f->s->stopped = 2;
        return;
    }
    memcpy(price, parent, (size_t)f->prices * sizeof *price);
    const int answer = haggle(f, classes, size, closed, price, 0, LATER_ROUNDS, &bound);
    if (answer == OPEN && !f->s->stopped && bound >= need_of(f)) {
        want_parts(f, classes, size);
        const int bit = contested(f, classes, size, price, closed);
        if (bit < 0) { /* nothing is left to dispute: what each class finds is its own, and track costs nothing */
            memset(price, 0, (size_t)f->prices * sizeof *price);
            f->open |= haggle(f, classes, size, closed, price, MOST_ROUNDS, MOST_ROUNDS, &bound);
        }
        for (int c = 0; c <= size && bit >= 0 && !f->s->stopped; c++) {
            Class next[MAX_TRAINS];
            word shut[MAX_WORDS];
            if (c < size && !may_use(&classes[c], bit)) continue;
            memcpy(shut, closed, sizeof shut);
            if (c == size) shut[bit >> 6] |= (word)1 << (bit & 63);
            const int more = with_bit(classes, size, c < size ? c : -1, bit, next);
            branch(f, next, more, shut, price);
        }
    }
    free(price);
}

/* Try one sweep for all trains: is there a run that earns at least so much? Returns whether that is known; if there is
 * one, it is the best of all. With a beam it is only a good one. */
static int sweep_all(Fleet *f, const Class *class, const int32_t *price, int64_t target, size_t limit, size_t beam) {
    const int words = f->s->net->words;
    word track[MOST_TOGETHER][MAX_WORDS];
    int64_t found, worth;
    if (!sweep_together(f, class, price, target * SCALE - 1, limit, beam, track, &found)) return 0;
    if (found < target * SCALE) return 1;
    for (int i = 0; i < class->count; i++) {
        Class next = *class;
        for (int w = 0; w < words; w++) next.blocked[w] |= ~track[i][w];
        if (!ask_sweep(f, &next, 0, 0, 0, &worth)) return 0;
    }
    choose_among_offers(f);
    return f->best >= found / SCALE;
}

/* The best run by sweeps for all trains at once, from what nothing forbids down to what is known. Returns what no run
 * exceeds: the best, unless sweeps become too long. */
static int64_t all_together(Fleet *f, const Class *class, int32_t *price, int64_t ceiling) {
    const size_t limit = class->count < 3 ? MOST_STATES : FEWER_STATES;
    refine(f, class, price, ceiling * SCALE, REFINE_ROUNDS * (class->count - 1));
    sweep_all(f, class, price, f->best + f->unit, MOST_STATES, (size_t)BEAM * (class->count - 1));
    while (ceiling > f->best && !f->s->stopped) {
        if (!sweep_all(f, class, price, ceiling, limit, 0)) break;
        ceiling = f->best >= ceiling ? f->best : ceiling - f->unit;
    }
    return ceiling;
}

/* Look for runs that earn as much as nothing forbids, then for ever less: so no good run need be known beforehand.
 * Returns what no run exceeds. */
static int64_t from_above(Fleet *f, Class *classes, int size, int32_t *price, int64_t ceiling) {
    const word none[MAX_WORDS] = {0};
    const int alike = size == 1 && classes->count > 1 && classes->count <= MOST_TOGETHER;
    if (f->s->together && alike && f->s->kind[classes->kind].best >= 0)
        ceiling = all_together(f, classes, price, ceiling);
    for (int64_t step = 0; ceiling > f->best && !f->s->stopped; step = 2 * step + f->unit) {
        f->target = ceiling - step;
        if (f->target <= f->best) f->target = f->best + f->unit;
        const int64_t target = f->target;
        branch(f, classes, size, none, price);
        if (f->s->stopped || f->open) break;
        ceiling = f->best >= target ? f->best : target - f->unit;
    }
    return ceiling;
}

/* Do sweeps serve all the skipping kinds, and amounts fit? */
static int may_divide(Search *s) {
    if (sum_of_values(s) > MAX_SUM / SCALE) return 0;
    for (int k = 0; k < s->kinds; k++)
        if (s->kind[k].best >= 0 && !may_sweep(s, k)) return 0;
    return 1;
}

/* Make sweeps ready for all the skipping kinds. False if there can be none. */
static int start_sweeps(Fleet *f) {
    const word none[MAX_WORDS] = {0};
    for (int k = 0; k < f->s->kinds; k++) {
        if (f->s->kind[k].best < 0) continue;
        f->sweep[k].s = f->s;
        f->sweep[k].kind = &f->s->kind[k];
        f->sweep[k].terms = (Terms){SCALE, f->free_link, NULL, NULL};
        if (!find_calls(&f->sweep[k]) || !get_ready(&f->sweep[k], f->s->lane[k], none)) return 0;
    }
    return 1;
}

/* All trains as classes; the run to begin with goes into the pool. */
static int first_classes(Fleet *f, const Division *division, Class *classes) {
    int size = 0;
    for (int k = 0; k < f->s->kinds; k++) {
        if (!f->s->kind[k].count) continue;
        f->most += (int64_t)f->s->kind[k].count * division->top[k];
        classes[size++] = (Class){
            .kind = k, .count = f->s->kind[k].count, .worth = (int64_t)division->top[k] * SCALE};
    }
    for (int i = 0; i < division->picks; i++) {
        const Offer *pick = &division->pick[i];
        add_offer(f, pick->kind, pick->value, pick->links, pick->size);
    }
    if (f->fresh) choose_among_offers(f);
    return size;
}

int divide_track(Search *s, Division *division) {
    if (!may_divide(s)) return 0;
    Fleet *f = calloc(1, sizeof *f);
    int32_t *price = NULL;
    int served = 0;
    if (!f || !start(f, s) || !(price = calloc((size_t)f->prices, sizeof *price))) {
        s->stopped = 2;
    } else if (start_sweeps(f)) {
        served = 1;
        Class classes[MAX_TRAINS];
        const word none[MAX_WORDS] = {0};
        int64_t bound = INT64_MAX;
        const int size = first_classes(f, division, classes);
        const int answer = haggle(f, classes, size, none, price, FIRST_ROUNDS, MOST_ROUNDS, &bound);
        bound = bound < f->most * SCALE ? bound / SCALE / f->unit * f->unit : f->most;
        if (!s->shortcuts) bound = f->most;
        if (answer == OPEN || !s->shortcuts) bound = from_above(f, classes, size, price, bound);
        division->proved = !s->stopped && !f->open;
        division->total = f->best;
        division->bound = division->proved || bound < f->best ? f->best : bound;
        division->picks = f->picks;
        memcpy(division->pick, f->pick, sizeof division->pick);
        memset(f->pick, 0, sizeof f->pick);
    }
    if (f) finish(f);
    free(f);
    free(price);
    return served && s->stopped != 2;
}
