/* First the number of routes, then the money: the twin of routes/locomotives/settling.py. */
#include "locomotives.h"

#include <stdlib.h>

static int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

static int64_t bound_of(const Priced *table) {
    return floor_div(floor_div(table->whole, PRICE_SCALE), table->step) * table->step;
}

static int clock_spent(void *clock) { return one_step(clock); }

void need_prices(Settling *s, const Columns *columns, Prices *out) {
    static const int why[] = {[PRICES_SPENT] = SPENT, [PRICES_NO_MEMORY] = NO_MEMORY, [PRICES_WITHOUT_LIMIT] = NO_LIMIT};
    const int ended = find_prices(columns, clock_spent, s->clock, out);
    if (ended != PRICES_FOUND) leave(&s->room, why[ended]);
}

/* Areas: all that could ever hang together. */
static void find_areas(Settling *s) {
    const int hw = s->ground.halt_words;
    word *groups = take_room(&s->room, (size_t)(s->ways + 1) * (size_t)hw, sizeof *groups);
    s->area = take_room(&s->room, (size_t)s->ways, sizeof(int));
    s->areas = 0;
    for (int way = 0; way < s->ways; way++)
        s->areas = merge_halts(groups, NULL, s->areas, s->halts + (size_t)way * (size_t)hw, hw);
    for (int way = 0; way < s->ways; way++)
        while (!meets(groups + (size_t)s->area[way] * (size_t)hw, s->halts + (size_t)way * (size_t)hw, hw)) s->area[way]++;
}

/* Prices of track alone: every way is worth one. */
static void price_track(Settling *s, Prices *prices) {
    Room *room = &s->room;
    int64_t *ones = take_room(room, (size_t)(s->ways + s->rows), sizeof *ones);
    int *own = take_room(room, (size_t)s->ways, sizeof *own);
    for (int i = 0; i < s->ways + s->rows; i++) ones[i] = 1;
    for (int way = 0; way < s->ways; way++) own[way] = s->first_row[way + 1] - s->first_row[way];
    *prices = (Prices){take_room(room, (size_t)s->rows, sizeof(int64_t)), NULL,
                       take_room(room, (size_t)s->ways, sizeof(int64_t)), 0};
    const Columns columns = {s->ways, s->rows, 0, ones, ones, NULL, s->first_row, s->row, own};
    need_prices(s, &columns, prices);
    s->packing = prices->rows;
}

/* What is sent where: an area for each locomotive, those of a kind in rising order. */
typedef struct {
    int kinds, grade[MAX_ENGINES], routes[MAX_ENGINES], number[MAX_ENGINES];
    int sent[MAX_ENGINES];
    int *packings, *compulsory, *capacity;
    int room;
} Sending;

static void add_disposition(Settling *s, Sending *to) {
    Fleet fleets[MAX_ENGINES];
    Disposition found = {NULL, 0, 0};
    if (one_step(s->clock)) leave(&s->room, SPENT);
    memset(to->capacity, 0, (size_t)s->areas * sizeof *to->capacity);
    for (int kind = 0, at = 0; kind < to->kinds; kind++)
        for (int i = 0; i < to->number[kind]; i++, at++) {
            const int area = to->sent[at];
            to->capacity[area] += to->routes[kind];
            if (i && to->sent[at - 1] == area)
                fleets[found.count - 1].number++;
            else
                fleets[found.count++] = (Fleet){to->grade[kind], to->routes[kind], 1, area};
        }
    for (int area = 0; area < s->areas; area++) {
        const int room = to->capacity[area], most = to->packings[area];
        if (room < to->compulsory[area]) return;
        found.routes += room < most ? room : most;
    }
    found.fleets = take_room(&s->room, (size_t)found.count, sizeof *fleets);
    memcpy(found.fleets, fleets, (size_t)found.count * sizeof *fleets);
    if (s->disposed == to->room) {
        to->room = 2 * to->room + 8;
        Disposition *larger = take_room(&s->room, (size_t)to->room, sizeof *larger);
        if (s->disposed) memcpy(larger, s->dispositions, (size_t)s->disposed * sizeof *larger);
        s->dispositions = larger;
    }
    s->dispositions[s->disposed++] = found;
}

static void send(Settling *s, Sending *to, int kind, int nth, int at, int least) {
    if (kind == to->kinds) {
        add_disposition(s, to);
        return;
    }
    for (int area = least; area < s->areas; area++) {
        const int last = nth + 1 == to->number[kind];
        to->sent[at] = area;
        send(s, to, last ? kind + 1 : kind, last ? 0 : nth + 1, at + 1, last ? 0 : area);
    }
}

/* Send the locomotives to the areas in every way that serves the compulsory routes; largest first. */
static void dispose(Settling *s) {
    const int rw = words_for(s->rows);
    Sending to = {0};
    for (int i = s->engines - 1; i >= 0; i--) {
        const int engine = s->rising[i], last = to.kinds - 1;
        if (last >= 0 && to.grade[last] == s->grade_of[engine]) {
            to.number[last]++;
            continue;
        }
        to.grade[to.kinds] = s->grade_of[engine];
        to.routes[to.kinds] = s->routes_of[engine];
        to.number[to.kinds++] = 1;
    }
    to.packings = take_room(&s->room, (size_t)s->areas, sizeof(int));
    to.compulsory = take_room(&s->room, (size_t)s->areas, sizeof(int));
    to.capacity = take_room(&s->room, (size_t)s->areas, sizeof(int));
    word *used = take_room(&s->room, (size_t)(s->areas * rw), sizeof *used);
    for (int way = 0; way < s->ways; way++)
        for (int i = s->first_row[way]; i < s->first_row[way + 1]; i++) put(used + (size_t)(s->area[way] * rw), s->row[i]);
    for (int area = 0; area < s->areas; area++) {
        int64_t sum = 0;
        EACH(row, used + (size_t)(area * rw), rw) sum += s->packing[row];
        to.packings[area] = (int)(sum / PRICE_SCALE);
    }
    for (int way = 0; way < s->compulsory; way++) to.compulsory[s->area[way]]++;
    send(s, &to, 0, 0, 0, 0);
}

/* Take the first choice that can be shared out. */
static void take_first(void *context, const int *ways, int count, int64_t *limit) {
    Settling *s = context;
    if (!share_out(s, ways, count, 0, &s->best)) return;
    s->has_best = 1;
    *limit = -1;
}

static void look_for(Settling *s, const Disposition *sent, const Prices *prices, int routes) {
    const Mark before = mark(&s->room);
    uint8_t *served = take_room(&s->room, (size_t)s->areas, 1);
    int *way = take_room(&s->room, (size_t)s->ways, sizeof *way);
    int64_t *slack = take_room(&s->room, (size_t)s->ways, sizeof *slack);
    Offer offer = {.way = way, .slack = slack, .price = prices->rows};
    for (int i = 0; i < sent->count; i++) served[sent->fleets[i].area] = 1;
    for (int i = 0; i < s->ways; i++)
        if (served[s->area[i]]) {
            way[offer.count] = i;
            slack[offer.count++] = prices->slacks[i];
        }
    Choosing *choosing = make_choosing(s, sent, &offer);
    search_choices(choosing, routes, prices->bound - (int64_t)PRICE_SCALE * routes, take_first, s, NULL, 0, 0);
    give_back(&s->room, before);
}

/* Find the most routes that can be run, and a choice with so many. */
void count_routes(Settling *s) {
    Prices prices;
    s->best.way = take_room(&s->room, (size_t)s->ways + 1, sizeof(int));
    s->best.engine = take_room(&s->room, (size_t)s->ways + 1, sizeof(int));
    find_areas(s);
    make_rows(s);
    price_track(s, &prices);
    dispose(s);
    int target = -1;
    for (int i = 0; i < s->disposed; i++)
        if (s->dispositions[i].routes > target) target = s->dispositions[i].routes;
    for (; target >= s->compulsory; target--) {
        s->most_routes = target;
        for (int i = 0; i < s->disposed; i++) {
            if (s->dispositions[i].routes < target) continue;
            look_for(s, &s->dispositions[i], &prices, target);
            if (s->has_best) {
                s->counted = 1;
                return;
            }
            s->dispositions[i].routes = target - 1;
        }
    }
    leave(&s->room, NO_RUN);
}

/* Bound the money by all places in the areas where there are locomotives. */
static int64_t reach_of(Settling *s, const Disposition *sent) {
    const Mark before = mark(&s->room);
    const Ground *g = &s->ground;
    int *largest = take_room(&s->room, (size_t)s->areas, sizeof *largest); /* grades, from one on */
    int *called = take_room(&s->room, (size_t)g->places + 1, sizeof *called);
    int64_t sum = 0;
    for (int i = 0; i < sent->count; i++) {
        const Fleet *fleet = &sent->fleets[i];
        if (fleet->grade + 1 > largest[fleet->area]) largest[fleet->area] = fleet->grade + 1;
    }
    for (int way = 0; way < s->ways; way++) {
        const int grade = largest[s->area[way]];
        EACH(place, s->places + (size_t)way * (size_t)g->place_words, g->place_words)
            if (grade > called[place]) called[place] = grade;
    }
    for (int place = 0; place < g->places; place++)
        if (called[place]) sum += worth_of(s, place, called[place] - 1);
    give_back(&s->room, before);
    return sum;
}

typedef struct {
    Settling *s;
    const Priced *table;
} Deepening;

/* The next amount that could be earned here above the best so far. */
static int64_t better(const Deepening *d) { return (d->s->best.money / d->table->step + 1) * d->table->step; }

static void take_better(void *context, const int *ways, int count, int64_t *limit) {
    Deepening *d = context;
    if (share_out(d->s, ways, count, d->s->best.money + 1, &d->s->best)) *limit = d->table->whole - PRICE_SCALE * better(d);
}

static int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }

static void bound_by(Settling *s, int64_t bound) {
    if (bound < s->bound) s->bound = bound;
}

/* Look for a good choice for a while; then search all that loses little, then ever more. */
static void deepen(Settling *s, const Priced *table, int64_t below) {
    Deepening d = {s, table};
    int64_t bound = bound_of(table), floor = bound, wide = table->step;
    if (better(&d) > bound) return;
    if (search_choices(table->choosing, s->most_routes, table->whole - PRICE_SCALE * better(&d), take_better, &d, NULL, 0,
                       s->patience)) {
        bound_by(s, larger(s->best.money, below));
        return;
    }
    while (s->best.money < bound) {
        floor = larger(floor, better(&d));
        search_choices(table->choosing, s->most_routes, table->whole - PRICE_SCALE * floor, take_better, &d, NULL, 0, 0);
        bound = larger(s->best.money, floor - table->step);
        bound_by(s, larger(bound, below));
        floor -= wide;
        wide *= 2;
    }
}

/* Find the choice of so many routes that earns most. */
void settle_money(Settling *s) {
    Priced *tables = take_room(&s->room, (size_t)s->disposed, sizeof *tables);
    int count = 0;
    for (int i = 0; i < s->disposed; i++) {
        const Disposition *sent = &s->dispositions[i];
        if (sent->routes < s->most_routes || reach_of(s, sent) < s->best.money) continue;
        const Priced found = price_disposition(s, sent, s->most_routes);
        int at = count++;
        for (; at > 0 && bound_of(&tables[at - 1]) < bound_of(&found); at--) tables[at] = tables[at - 1];
        tables[at] = found;
    }
    s->tables = tables;
    s->tables_count = count;
    bound_by(s, bound_of(&tables[0]));
    for (int at = 0; at < count; at++) {
        const int64_t below = at + 1 < count ? bound_of(&tables[at + 1]) : 0;
        deepen(s, &tables[at], below);
        if (s->best.money >= below) {
            s->bound = s->best.money;
            break;
        }
    }
}

typedef struct {
    Settling *s;
    int stop, visit, count; /* count of routes; -1: nothing found */
    int64_t money;
    Sharing shared;
    Told *told, *out;
} Varying;

static void take_variant(void *context, const int *ways, int count, int64_t *limit) {
    Varying *v = context;
    Settling *s = v->s;
    if (!share_out(s, ways, count, v->money, &v->shared)) return;
    const Mark before = mark(&s->room);
    const int routes = told_routes(s, &v->shared, v->told);
    int visits = 0;
    for (int i = 0; i < routes; i++)
        for (int j = 0; j <= v->told[i].size; j++) visits |= v->told[i].stops[j] == v->stop;
    if (visits == v->visit) {
        for (int i = 0; i < routes; i++) {
            const Told *from = &v->told[i];
            Told *to = &v->out[i];
            to->engine = from->engine;
            to->size = from->size;
            memcpy(to->stops, from->stops, (size_t)(from->size + 1) * sizeof(int));
            memcpy(to->links, from->links, (size_t)from->size * sizeof(int));
        }
        v->count = routes;
        *limit = -1;
    }
    give_back(&s->room, before);
}

/* Find a choice as good as the best that visits a stop, or one that does not. */
int find_variant(Settling *s, int stop, int visit, Told *out) {
    const size_t deep = (size_t)s->ground.stops + 2;
    Varying v = {.s = s, .stop = stop, .visit = visit, .count = -1, .money = s->best.money, .out = out};
    uint8_t *calls = take_room(&s->room, (size_t)s->ways, 1);
    v.shared.way = take_room(&s->room, (size_t)s->ways + 1, sizeof(int));
    v.shared.engine = take_room(&s->room, (size_t)s->ways + 1, sizeof(int));
    v.told = take_room(&s->room, (size_t)s->most_routes + 1, sizeof *v.told);
    for (int i = 0; i <= s->most_routes; i++) {
        out[i].stops = take_room(&s->room, deep, sizeof(int));
        out[i].links = take_room(&s->room, deep, sizeof(int));
    }
    for (int way = 0; way < s->ways; way++) {
        const int *stops = stops_of(s, way);
        for (int i = 0; i <= s->way[way].size; i++) calls[way] |= stops[i] == stop;
        if (!visit && way < s->compulsory && calls[way]) return -1;
    }
    for (int i = 0; i < s->tables_count && v.count < 0; i++) {
        const Priced *table = &s->tables[i];
        search_choices(table->choosing, s->most_routes, table->whole - PRICE_SCALE * v.money, take_variant, &v, calls,
                       visit, 0);
    }
    return v.count;
}
