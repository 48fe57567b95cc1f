/* Every route that a train of limited reach can run, each once: two arms from the first of its own stations. */
#include "kernel.h"

#include <stdlib.h>
#include <string.h>

#define SINGLE_TRACK (1u << 31) /* among the flags of a route: it meets track on which no train shuttles */

typedef struct {
    Search *s;
    int home, turn, max_hexes; /* turn: which of the own stations it is */
    uint32_t *by_cities, *by_stops, *by_hexes, *by_stop;
    uint8_t *seen, *group_seen;
    uint16_t *way;      /* links: the first arm, then the second */
    int *path;          /* stops in the same order, the home left out */
    int first_size;     /* links of the first arm once it is finished, else -1 */
    int depth;
    int *gain[MAX_KINDS], gain_width[MAX_KINDS]; /* by cities and stops: what the rest of a route adds at most */
} Walk;

static int grow(Search *s, int size) {
    if (s->count >= s->room_limit && !(s->thinning && thin_out(s))) {
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
    const int start = w->first_size > 0 ? w->path[w->first_size - 1] : w->home;
    if (s->tolls) {
        alive = worth_tolls(s, alive, start, w->path[w->depth - 1], value);
    } else if (s->pruning || s->scouting)
        for (uint32_t m = alive; m; m &= m - 1) {
            const int k = __builtin_ctz(m);
            if (value < s->least[k]) {
                alive &= ~(1u << k);
            } else if (s->scouting) {
                s->least[k] = value + 1;
            }
        }
    if (!alive || s->scouting == 1) return;
    if (value <= 0 || !grow(s, w->depth)) return;
    Column *column = &s->columns[s->count];
    column->value = value;
    column->kinds = alive;
    column->at = (uint32_t)s->pool_used;
    column->size = (uint16_t)w->depth;
    column->first = (uint16_t)start;
    column->last = (uint16_t)w->path[w->depth - 1];
    word *mask = s->masks + s->count * s->net->words;
    for (int i = 0; i < s->net->words; i++) mask[i] = s->blocked ? used[i] & ~s->blocked[i] : used[i];
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

static void give_back(Tolls *tolls, int64_t cost, uint64_t touched, uint64_t held) {
    tolls->paid -= cost;
    tolls->touched = touched;
    tolls->held = held;
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
    const uint64_t touched = s->tolls ? s->tolls->touched : 0, held = s->tolls ? s->tolls->held : 0;
    int64_t cost = 0;
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
        if (s->tolls) {
            cost = pay(s->tolls, link);
            const int start = second ? w->path[w->first_size - 1] : -1;
            if (!(fit = affordable(s, fit, w->turn, start, to, v, c, stops + 1))) {
                give_back(s->tolls, cost, touched, held);
                continue;
            }
        } else if (s->pruning || s->scouting) {
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
        if (s->tolls) give_back(s->tolls, cost, touched, held);
        if (s->stopped) return;
    }
}

static int falling(const void *a, const void *b) { return *(const int *)b - *(const int *)a; }

/* For a kind with limits: what the rest of a route adds at most when so many cities and stops are visited. */
static void make_gains(Walk *w, int k) {
    const Search *s = w->s;
    const Kind *kind = &s->kind[k];
    const int n = s->net->stops;
    if (kind->cities < 0 || kind->towns < 0 || kind->cities + kind->towns > 60 || s->single) return;
    const int cities = kind->cities, stops = cities + kind->towns, width = stops + 2;
    int *values[2], count[2] = {0, 0}, extra = 0;
    int *table = malloc((size_t)(cities + 2) * width * sizeof *table);
    values[0] = malloc((size_t)(2 * n + 2) * sizeof *values[0]);
    if (!table || !values[0]) {
        free(table);
        free(values[0]);
        return;
    }
    values[1] = values[0] + n + 1;
    for (int i = 0; i < n; i++) {
        const StopFact *fact = &s->stops[i];
        int high = fact->value + (fact->cross > 0 ? fact->cross : 0);
        if (high > 0 && w->by_stop[i] >> k & 1) values[fact->town][count[fact->town]++] = high;
    }
    for (int i = 0; i < s->net->links; i++)
        if (s->on_link[i] > 0) extra += s->on_link[i];
    for (int b = 0; b < s->wholes; b++) {
        const Whole *bonus = &s->whole[b];
        int first = 0, second = 0;
        for (int i = 0; bonus->through && i < n; i++) {
            if (bonus->first[i] > first) first = bonus->first[i];
            if (bonus->second[i] > second) second = bonus->second[i];
        }
        extra += bonus->through ? first + second : bonus->amount * stops;
    }
    /* a home passed may still cross: taken as if it did */
    for (int i = 0; i < n; i++)
        if (s->stops[i].home && s->stops[i].cross > 0) extra += s->stops[i].cross;
    for (int town = 0; town < 2; town++) qsort(values[town], (size_t)count[town], sizeof(int), falling);
    for (int c = 0; c <= cities + 1; c++)
        for (int t = 0; t < width; t++) {
            int best = 0;
            for (int a = 0, sum = 0; a <= count[0] && c + a <= cities && t + a <= stops; a++) {
                if (a) sum += values[0][a - 1];
                int towns = 0;
                for (int b = 0; b < count[1] && t + a + b < stops; b++) towns += values[1][b];
                if (sum + towns > best) best = sum + towns;
            }
            table[c * width + t] = best + extra;
        }
    free(values[0]);
    w->gain[k] = table;
    w->gain_width[k] = width;
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
    Walk w = {.s = s, .turn = -1, .max_hexes = max_hexes, .first_size = -1};
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
    for (int k = 0; (s->pruning || s->scouting) && !s->tolls && k < s->kinds; k++)
        if (s->kind[k].best < 0) make_gains(&w, k);
    for (int home = 0; home < n && !s->stopped; home++) {
        const StopFact *fact = &s->stops[home];
        if (!fact->home) continue;
        w.turn++;
        uint32_t alive = everyone & w.by_stop[home] & w.by_cities[!fact->town] & w.by_stops[1] & w.by_hexes[1];
        w.seen[home] = 1; /* and it stays so: later homes do without the earlier ones */
        if (!alive || (!fact->may_end && !fact->may_pass)) continue;
        if (fact->group >= 0) w.group_seen[fact->group]++;
        word used[MAX_WORDS] = {0};
        if (s->blocked) memcpy(used, s->blocked, net->words * sizeof(word));
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

void forget(Search *s) { s->count = s->pool_used = 0; }

static int is_known(const Search *s, const Column *column) {
    for (int t = 0; t < s->chosen_count; t++) {
        const Chosen *chosen = &s->chosen[t];
        if (column->size == chosen->size &&
            !memcmp(s->pool + column->at, chosen->links, (size_t)column->size * sizeof *s->pool))
            return 1;
    }
    return 0;
}

static int rising(const void *a, const void *b) {
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* Forget all routes but those of the best run so far, and those from which prices come. */
static void keep_known(Search *s) {
    size_t kept = 0, used = 0;
    Tolls *tolls = s->tolls;
    int next = 0, basis = 0;
    if (tolls && tolls->basis_size) qsort(tolls->basis, (size_t)tolls->basis_size, sizeof *tolls->basis, rising);
    for (size_t i = 0; i < s->count; i++) {
        Column column = s->columns[i];
        while (tolls && next < tolls->basis_size && tolls->basis[next] < i) next++;
        const int of_basis = tolls && next < tolls->basis_size && tolls->basis[next] == i;
        if (!of_basis && !is_known(s, &column)) continue;
        if (of_basis) tolls->basis[basis++] = (uint32_t)kept;
        memmove(s->pool + used, s->pool + column.at, (size_t)column.size * sizeof *s->pool);
        memmove(s->masks + kept * s->net->words, s->masks + i * s->net->words, s->net->words * sizeof(word));
        column.at = (uint32_t)used;
        used += column.size;
        s->columns[kept++] = column;
    }
    if (tolls) tolls->basis_size = basis;
    s->count = kept;
    s->pool_used = used;
}

/* Find what the dearest route of each kind is worth; false when there is no budget for it. */
int scout(Search *s, int *top) {
    s->scouting = 1;
    for (int k = 0; k < s->kinds; k++) s->least[k] = 1;
    list_routes(s);
    s->scouting = 0;
    for (int k = 0; k < s->kinds; k++) top[k] = s->least[k] - 1;
    return !s->stopped;
}

/* By how much all trains together are likely to stay below what each could earn alone, in parts of 240 of that of
 * the best train; measured on full boards. If it is more, routes are listed a second time. */
static const int LIKELY_LOSS[] = {0, 0, 15, 48, 96};
enum { MOST_PRUNED = 4, MORE_LOSS = 24 };
#define FIRST_ROOM 50000 /* routes listed at first, if tolls can follow, and by tolls until these are good */
#define TOLL_ROOM 400000 /* by good tolls, unless it cannot be helped */
#define TINY_ROOM 6      /* when tests take a small board for a large one */
#define PATIENCE 16      /* so often fewer routes are listed than a proof needs, */
#define HASTE 6          /* at first very few: they are soon listed, and prices change much */
#define GOOD_ROUNDS 4    /* to look for a good run, once tolls are good */

/* List the best routes, not more than there is room for unless too many are alike. What is known of them, and what they
 * may lose, is said by s->thinning, which then says what they do lose at most. */
static void list_best(Search *s, size_t room) {
    for (;; room = MAX_COLUMNS) {
        keep_known(s);
        s->thinning->first = s->count;
        s->room_limit = room < MAX_COLUMNS ? s->count + room : MAX_COLUMNS;
        allow_loss(s, s->thinning->loss);
        list_routes(s);
        if (s->stopped != 3 || room == MAX_COLUMNS) break;
        s->stopped = 0;
    }
    s->room_limit = MAX_COLUMNS;
    s->thinning = NULL;
}

/* No run earns more than this: nor more than the next total below that can be. */
static void lower_ceiling(Search *s, int64_t most) {
    most -= most % unit_of(s);
    if (most < s->ceiling) s->ceiling = (int)most;
}

/* With prices known, list the routes that can be part of a run which earns so much: a little less than the ceiling, or
 * than what prices say. Sets `enough` to it, and keeps the routes of the best run so far. False if there are no prices,
 * or they do not serve. */
static int list_by_tolls(Search *s, int *enough, int64_t *margin, int patience) {
    Tolls *tolls = s->tolls;
    int64_t top[MAX_KINDS], before[MAX_KINDS];
    if (!tolls || !set_tolls(s)) {
        drop_tolls(s);
        return 0;
    }
    s->scouting = 1; /* is any route worth more than those listed? */
    for (int k = 0; k < s->kinds; k++) before[k] = tolls->least[k]++;
    int64_t listed = tolls->sum;
    list_routes(s);
    s->scouting = 0;
    int64_t bound = tolls->sum;
    for (int k = 0; k < s->kinds; k++) {
        top[k] = tolls->least[k] - 1;
        bound += s->kind[k].count * top[k];
        listed += s->kind[k].count * before[k];
    }
    const int good = bound - listed < bound / 64; /* whether prices are */
    if (!s->stopped) lower_ceiling(s, bound / SCALE);
    if (s->total < s->ceiling) run_early(s, patience, good ? GOOD_ROUNDS : 1);
    const int64_t high = bound / SCALE + 1, from = high < s->ceiling + 1 ? high : s->ceiling + 1;
    const int64_t target = from - *margin > s->total ? from - *margin : s->total;
    const int64_t loss = bound - target * SCALE, few = bound / 12;
    Thinning thinning = {.loss = good || patience <= PATIENCE - HASTE || loss < few ? loss : few};
    /* with fewer, a proof would not lower the ceiling */
    if (good) thinning.wanted = bound - (from - 1) * SCALE;
    if (patience <= 0) thinning.wanted = thinning.loss;
    for (int k = 0; k < s->kinds; k++) thinning.top[k] = top[k];
    s->thinning = &thinning;
    list_best(s, patience <= 0 ? MAX_COLUMNS : !s->shortcuts ? TINY_ROOM : good ? TOLL_ROOM : FIRST_ROOM);
    *enough = (int)((bound - thinning.loss + SCALE - 1) / SCALE);
    if (good && *enough > target) *margin = from - *enough > 1 ? from - *enough : 1;
    if (good && s->count < TOLL_ROOM / 8) *margin *= 2;
    return 1;
}

/* A single train runs one of its dearest routes. Of several, each earns at least what all do less the most that the
 * others could: so few routes matter, though there may be millions. */
void list_and_choose(Search *s) {
    int trains = 0, top[MAX_KINDS], high = 0;
    for (int k = 0; k < s->kinds; k++) trains += s->kind[k].count;
    const int at_once = trains > MOST_PRUNED && !tolls_serve(s);
    s->room_limit = at_once ? MAX_COLUMNS : s->shortcuts ? SHORT_LIST : 1;
    list_routes(s);
    if (at_once || s->stopped != 3) {
        if (s->stopped != 4) choose_routes(s);
        return;
    }
    s->stopped = 0;
    s->room_limit = MAX_COLUMNS;
    forget(s);
    if (!scout(s, top)) {
        if (s->stopped == 4) return;
        s->stopped = 0; /* no budget left for more than a glance */
        list_routes(s);
        if (s->stopped != 4) choose_routes(s);
        return;
    }
    int64_t most = 0;
    for (int k = 0; k < s->kinds; k++) {
        most += (int64_t)s->kind[k].count * top[k];
        if (top[k] > high) high = top[k];
    }
    int64_t loss = (int64_t)high * (trains > MOST_PRUNED ? MORE_LOSS * trains : LIKELY_LOSS[trains]) / 240;
    s->pruning = 1;
    s->ceiling = INT32_MAX;
    lower_ceiling(s, most);
    Thinning thinning = {.loss = loss * SCALE};
    for (int k = 0; k < s->kinds; k++) thinning.top[k] = (int64_t)top[k] * SCALE;
    s->thinning = &thinning;
    /* with tolls it is quicker to begin with few routes */
    list_best(s, trains == 1 || !tolls_serve(s) ? MAX_COLUMNS : s->shortcuts ? FIRST_ROOM : TINY_ROOM);
    loss = thinning.loss / SCALE;
    int enough = (int)(most - loss); /* a run with a route that is left out earns less */
    int64_t margin = most / 64 + 1;
    for (int patience = PATIENCE; s->stopped != 4; patience--) {
        s->relist = 0;
        s->enough = trains == 1 || s->stopped ? 0 : enough;
        choose_routes(s);
        if (!s->relist && s->bound != s->total) { /* not proved even among these; a run with others earns less */
            if (s->bound < 0 || s->bound > s->ceiling) s->bound = s->ceiling;
            if (s->bound < enough - 1) s->bound = enough - 1 < s->ceiling ? enough - 1 : s->ceiling;
            return;
        }
        if (trains == 1 || s->total >= enough) return;
        if (s->ceiling > enough - 1) {
            lower_ceiling(s, enough - 1);
            patience++;
        }
        if (list_by_tolls(s, &enough, &margin, patience)) continue;
        enough = s->total;
        for (int k = 0; k < s->kinds; k++)
            s->least[k] = enough - most + top[k] < 1 ? 1 : (int)(enough - most + top[k]);
        forget(s);
        list_routes(s);
    }
}
