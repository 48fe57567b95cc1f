/* Of millions of routes few matter. A list of the best is made and a run chosen of it; what that run earns, and at
 * which prices, says how far the next list has to go, until no route left out can be part of a better run. */
#include "kernel.h"

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
