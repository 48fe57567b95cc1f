/* The choice between routes as a table: what may be chosen, what it uses up and what it covers. The twin of
 * routes/locomotives/table.py. */
#include "locomotives.h"

/* Number the track that ways use; track that the same ways use has one number. */
void make_rows(Settling *s) {
    const int tw = s->ground.track_words, ways = s->ways, bits = 64 * tw, ww = words_for(ways);
    Room *room = &s->room;
    word *users = take_room(room, (size_t)bits * (size_t)ww, sizeof *users);
    word *groups = take_room(room, (size_t)bits * (size_t)ww, sizeof *groups);
    int *order = take_room(room, (size_t)bits, sizeof *order), seen = 0, used = 0;
    word *known = take_room(room, (size_t)tw, sizeof *known);
    for (int way = 0; way < ways; way++)
        EACH(bit, s->track + (size_t)way * (size_t)tw, tw) {
            if (!has(known, bit)) order[seen++] = bit;
            put(known, bit);
            put(users + (size_t)bit * (size_t)ww, way);
        }
    s->rows = s->compulsory;
    for (int i = 0; i < seen; i++) {
        const word *group = users + (size_t)order[i] * (size_t)ww;
        int other = 0;
        while (other < s->rows - s->compulsory && !same_set(groups + (size_t)other * (size_t)ww, group, ww)) other++;
        if (other < s->rows - s->compulsory) continue;
        copy_set(groups + (size_t)other * (size_t)ww, group, ww);
        used += size_of_set(group, ww);
        s->rows++;
    }
    s->first_row = take_room(room, (size_t)ways + 1, sizeof(int));
    s->row = take_room(room, (size_t)(used + s->compulsory) + 1, sizeof(int));
    /* first how many rows each way has, then where they begin */
    for (int way = 0; way < ways; way++) s->first_row[way] = way < s->compulsory;
    for (int i = 0; i < s->rows - s->compulsory; i++)
        EACH(way, groups + (size_t)i * (size_t)ww, ww) s->first_row[way]++;
    for (int way = 0, sum = 0; way <= ways; way++) {
        const int size = way < ways ? s->first_row[way] : 0;
        s->first_row[way] = sum;
        sum += size;
    }
    int *next = take_room(room, (size_t)ways + 1, sizeof *next);
    memcpy(next, s->first_row, (size_t)ways * sizeof *next);
    for (int way = 0; way < s->compulsory; way++) s->row[next[way]++] = way;
    for (int i = 0; i < s->rows - s->compulsory; i++)
        EACH(way, groups + (size_t)i * (size_t)ww, ww) s->row[next[way]++] = s->compulsory + i;
}

typedef struct {
    int count;        /* columns: a way and a fleet that can run it */
    int *way, *fleet;
    int items;
    int64_t *worth;   /* of items */
    word *covering;   /* by item: the columns that cover it */
    int words;
} Table;

static int64_t divisor(int64_t a, int64_t b) {
    while (b) {
        const int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Each place is an item for every size: worth what that size earns more than the next smaller one, and covered by routes
 * of that size or larger. Items that the same columns cover are one. */
static void find_items(Settling *s, const Disposition *sent, Table *t) {
    const int pw = s->ground.place_words;
    uint8_t runs[MAX_ENGINES] = {0};
    t->words = words_for(t->count);
    const size_t tw = (size_t)t->words;
    for (int i = 0; i < sent->count; i++) runs[sent->fleets[i].grade] = 1;
    t->worth = take_room(&s->room, (size_t)(s->ground.places * s->grades) + 1, sizeof *t->worth);
    t->covering = take_room(&s->room, (size_t)(s->ground.places * s->grades + 1) * tw, sizeof *t->covering);
    for (int place = 0; place < s->ground.places; place++) {
        int64_t before = 0;
        for (int grade = 0; grade < s->grades; grade++) {
            const int64_t worth = worth_of(s, place, grade);
            word *columns = t->covering + (size_t)t->items * tw;
            if (!runs[grade]) continue;
            const int64_t more = worth - before;
            before = worth;
            if (more <= 0) continue;
            clear_set(columns, t->words);
            for (int i = 0; i < t->count; i++)
                if (has(s->places + (size_t)t->way[i] * (size_t)pw, place) && sent->fleets[t->fleet[i]].grade >= grade)
                    put(columns, i);
            if (!any(columns, t->words)) continue;
            int other = 0;
            while (!same_set(t->covering + (size_t)other * tw, columns, t->words)) other++;
            t->worth[other] += more;
            if (other == t->items) t->items++;
        }
    }
}

/* The prices of a disposition with so many routes, ready for the search. */
Priced price_disposition(Settling *s, const Disposition *sent, int routes) {
    Room *room = &s->room;
    Table t = {0};
    const size_t most = (size_t)s->ways * (size_t)sent->count + 1;
    t.way = take_room(room, most, sizeof(int));
    t.fleet = take_room(room, most, sizeof(int));
    size_t used = 1;
    for (int way = 0; way < s->ways; way++)
        for (int fleet = 0; fleet < sent->count; fleet++)
            if (sent->fleets[fleet].area == s->area[way]) {
                t.way[t.count] = way;
                t.fleet[t.count++] = fleet;
                used += (size_t)(s->first_row[way + 1] - s->first_row[way]) + 2;
            }
    find_items(s, sent, &t);
    const int limits = s->rows + sent->count + 1;
    int *first_item = take_room(room, (size_t)t.count + 1, sizeof *first_item);
    for (int item = 0; item < t.items; item++)
        EACH(column, t.covering + (size_t)item * (size_t)t.words, t.words) first_item[column]++;
    int items = 0;
    for (int column = 0; column <= t.count; column++) {
        const int size = column < t.count ? first_item[column] : 0;
        first_item[column] = items;
        items += size;
    }
    int *item_of = take_room(room, (size_t)items + 1, sizeof *item_of);
    int *next = take_room(room, (size_t)t.count + 1, sizeof *next);
    memcpy(next, first_item, (size_t)t.count * sizeof *next);
    for (int item = 0; item < t.items; item++)
        EACH(column, t.covering + (size_t)item * (size_t)t.words, t.words) item_of[next[column]++] = item;

    int64_t money = 0, step = 0;
    for (int item = 0; item < t.items; item++) {
        money += t.worth[item];
        step = divisor(t.worth[item], step);
    }
    const int64_t whole = money + 1; /* more than all money together */
    int64_t *worth = take_room(room, (size_t)t.count + 1, sizeof *worth);
    int64_t *limit = take_room(room, (size_t)limits, sizeof *limit);
    int *first = take_room(room, (size_t)t.count + 1, sizeof *first), *own = take_room(room, (size_t)t.count + 1, sizeof *own);
    int *row = take_room(room, used + (size_t)items, sizeof *row), at = 0;
    for (int column = 0; column < t.count; column++) {
        const int way = t.way[column];
        worth[column] = whole * (way < s->compulsory ? 2 : 1);
        first[column] = at;
        for (int i = s->first_row[way]; i < s->first_row[way + 1]; i++) row[at++] = s->row[i];
        row[at++] = s->rows + t.fleet[column];
        row[at++] = s->rows + sent->count;
        own[column] = at - first[column];
        for (int i = first_item[column]; i < first_item[column + 1]; i++) row[at++] = limits + item_of[i];
    }
    first[t.count] = at;
    for (int i = 0; i < s->rows; i++) limit[i] = 1;
    for (int i = 0; i < sent->count; i++) limit[s->rows + i] = sent->fleets[i].routes * sent->fleets[i].number;
    limit[limits - 1] = routes;
    const Columns columns = {t.count, limits, t.items, worth, limit, t.worth, first, row, own};
    Prices prices = {take_room(room, (size_t)limits, sizeof(int64_t)), take_room(room, (size_t)t.items + 1, sizeof(int64_t)),
                     take_room(room, (size_t)t.count + 1, sizeof(int64_t)), 0};
    need_prices(s, &columns, &prices);
    const Offer offer = {t.count, t.way, prices.slacks, first_item, item_of, t.items, t.worth, prices.rows, prices.claims};
    Priced found = {prices.bound - PRICE_SCALE * whole * (routes + s->compulsory), step ? step : 1, NULL};
    found.choosing = make_choosing(s, sent, &offer);
    return found;
}
