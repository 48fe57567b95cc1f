/* The best prices for a core of routes. If routes could be run in parts, a linear programme would say how much of
 * each to run; what it pays for each bit of track, each passage and each triple are the prices that bound whole runs
 * best. */
#include "choose.h"
#include "simplex.h"

#include <stdlib.h>
#include <string.h>

#define MOST_PIVOTS 4000
#define STRIDE 256       /* of so many routes in a row the best is considered */

struct Master {
    Simplex simplex;
    int kinds_from;
    int row_of_bit[MAX_WORDS * 64], bit_of_row[MAX_WORDS * 64], bit_rows;
    uint32_t ids[MOST_ROWS]; /* what is run, in parts or whole, in the end */
    double use[MOST_ROWS];
    size_t used;
    Part last[MOST_ROWS];    /* the basis of the last time: a good start for the next */
    int last_size;
};

void free_master(Chooser *c) {
    if (!c->master) return;
    free_simplex(&c->master->simplex);
    free(c->master);
}

/* The rows in which a route counts, each once. */
static int rows_of(const void *of, Part part, int *rows) {
    const Chooser *c = of;
    const Master *m = c->master;
    const Column *column = &c->s->columns[part.id];
    const uint16_t *way = c->s->pool + column->at;
    const word *mask = mask_of(c, part.id);
    int size = 0;
    for (int w = 0; w < c->words; w++)
        for (word b = mask[w]; b; b &= b - 1) rows[size++] = m->row_of_bit[w * 64 + __builtin_ctzll(b)];
    for (int i = 0; i + 1 < column->size; i++) {
        /* the stop between this link and the next */
        const int a = c->s->net->from[way[i]], b = c->s->net->to[way[i]];
        const int between = a == c->s->net->from[way[i + 1]] || a == c->s->net->to[way[i + 1]] ? a : b;
        if (c->odd_of[between] >= 0) rows[size++] = m->bit_rows + c->odd_of[between];
    }
    for (uint64_t t = c->crowd ? c->crowd[part.id] : 0; t; t &= t - 1)
        rows[size++] = m->bit_rows + c->odd + __builtin_ctzll(t);
    rows[size++] = m->kinds_from + part.kind;
    return size;
}

static int value_of(const void *of, Part part) { return ((const Chooser *)of)->s->columns[part.id].value; }

static int start(Chooser *c, const List *lists, const int *count) {
    const Search *s = c->s;
    word any[MAX_WORDS] = {0};
    double side[MOST_ROWS];
    if (!c->master && !(c->master = calloc(1, sizeof *c->master))) return 0;
    Master *m = c->master;
    for (int k = 0; k < s->kinds; k++)
        for (size_t i = 0; count[k] && i < lists[k].size; i++)
            for (int w = 0; w < c->words; w++) any[w] |= mask_of(c, lists[k].items[i].id)[w];
    int bits = 0;
    for (int w = 0; w < c->words; w++) bits += __builtin_popcountll(any[w]);
    const int rows = bits + c->odd + c->triples + s->kinds;
    if (rows > MOST_ROWS) return 0;
    m->bit_rows = 0;
    for (int b = 0; b < c->bits; b++) {
        m->row_of_bit[b] = -1;
        if (any[b >> 6] >> (b & 63) & 1) {
            m->row_of_bit[b] = m->bit_rows;
            m->bit_of_row[m->bit_rows++] = b;
        }
    }
    m->kinds_from = bits + c->odd + c->triples;
    for (int r = 0; r < rows; r++) {
        side[r] = 1;
        if (r >= m->kinds_from) side[r] = count[r - m->kinds_from];
        else if (r >= bits + c->odd) side[r] = !c->triple_taken[r - bits - c->odd];
        else if (r >= bits) side[r] = passages(c, r - bits);
    }
    m->simplex.of = c;
    m->simplex.rows_of = rows_of;
    m->simplex.value_of = value_of;
    return start_simplex(&m->simplex, rows, side);
}

static void prices_of_duals(const Chooser *c, int32_t *price) {
    const Master *m = c->master;
    memset(price, 0, (size_t)c->prices * sizeof *price);
    const double most = (double)MAX_VALUE * SCALE;
    for (int r = 0; r < m->kinds_from; r++) {
        double dual = m->simplex.dual[r] * SCALE;
        const int odd = r - m->bit_rows, triple = odd - c->odd;
        if (odd >= 0 && triple < 0) dual /= 2;
        dual = dual < 0.5 ? 0 : dual > most ? most : dual + 0.5;
        price[odd < 0 ? m->bit_of_row[r] : triple < 0 ? c->bits + odd : triple_price(c, triple)] = (int32_t)dual;
    }
}

/* Routes that gain at these prices: the best of every few in the lists. */
static int candidates_of(const Chooser *c, const List *lists, const int *count, const int32_t *worth, Part *out) {
    const Master *m = c->master;
    double gain[MOST_CANDIDATES];
    int size = 0;
    for (int k = 0; k < c->s->kinds; k++) {
        if (!count[k]) continue;
        const double rent = m->simplex.dual[m->kinds_from + k] * SCALE + SCALE / 16.0;
        for (size_t at = 0; at < lists[k].size; at += STRIDE) {
            const size_t end = at + STRIDE < lists[k].size ? at + STRIDE : lists[k].size;
            size_t best = at;
            for (size_t i = at; i < end; i++)
                if (worth[i] > worth[best]) best = i;
            if (worth[best] <= rent) continue;
            int place = 0;
            if (size < MOST_CANDIDATES) {
                place = size++;
            } else {
                for (int i = 1; i < size; i++)
                    if (gain[i] < gain[place]) place = i;
                if (gain[place] >= worth[best] - rent) continue;
            }
            gain[place] = worth[best] - rent;
            out[place] = (Part){lists[k].items[best].id, k};
        }
        worth += lists[k].size;
    }
    return size;
}

/* Of the last basis, what is still in the lists; these are in the order of columns. */
static int still_listed(const List *list, uint32_t id) {
    size_t low = 0, high = list->size;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (list->items[middle].id < id) low = middle + 1;
        else high = middle;
    }
    return low < list->size && list->items[low].id == id;
}

/* Find the best prices for the routes in lists. False if that is left to `move_prices`. */
int master_prices(Chooser *c, int32_t *price, const List *lists, const int *count, double *value) {
    Search *s = c->s;
    Part candidates[MOST_CANDIDATES];
    if (!fill_table(c, lists, count) || !start(c, lists, count)) return 0;
    Master *m = c->master;
    int pivots = 0, made = 0, known = 0;
    for (int i = 0; i < m->last_size; i++) {
        const Part part = m->last[i];
        if (count[part.kind] && still_listed(&lists[part.kind], part.id)) m->last[known++] = part;
    }
    m->last_size = known;
    for (int round = 0; pivots < MOST_PIVOTS; round++) {
        int size;
        if (!round && m->last_size) {
            made = 0;
            for (int at = 0; at < m->last_size && made >= 0; at += size) {
                size = m->last_size - at < MOST_CANDIDATES ? m->last_size - at : MOST_CANDIDATES;
                made = let_in(&m->simplex, m->last + at, size);
            }
        } else {
            prices_of_duals(c, price);
            price_links(c, price);
            size = candidates_of(c, lists, count, value_table(c), candidates);
            if (!size) break;
            made = let_in(&m->simplex, candidates, size);
            if (!made) break;
        }
        if (made < 0 || tick_many(s, 1 + made)) break;
        pivots += made;
    }
    prices_of_duals(c, price);
    m->used = 0;
    m->last_size = 0;
    *value = 0;
    for (int r = 0; r < m->simplex.rows; r++) {
        if (m->simplex.basis[r].kind < 0) continue;
        m->last[m->last_size++] = m->simplex.basis[r];
        *value += m->simplex.amount[r] * s->columns[m->simplex.basis[r].id].value;
        if (m->simplex.amount[r] < 0.01) continue;
        m->ids[m->used] = m->simplex.basis[r].id;
        m->use[m->used++] = m->simplex.amount[r];
    }
    return made >= 0;
}

size_t support(const Chooser *c, const uint32_t **ids, const double **use) {
    *ids = c->master->ids;
    *use = c->master->use;
    return c->master->used;
}

/* The routes that are run in the end, or could be as well: a copy, to be freed. */
int basis_of(const Chooser *c, uint32_t **ids) {
    const Master *m = c->master;
    *ids = m && m->last_size ? malloc((size_t)m->last_size * sizeof **ids) : NULL;
    if (!*ids) return 0;
    for (int i = 0; i < m->last_size; i++) (*ids)[i] = m->last[i].id;
    return m->last_size;
}

/* Begin with these routes the next time. */
int begin_with(Chooser *c, const uint32_t *ids, int size) {
    if (!c->master && !(c->master = calloc(1, sizeof *c->master))) return 0;
    Master *m = c->master;
    m->last_size = 0;
    for (int i = 0; i < size && i < MOST_ROWS; i++) {
        const uint32_t kinds = c->s->columns[ids[i]].kinds & c->active;
        if (kinds) m->last[m->last_size++] = (Part){ids[i], __builtin_ctz(kinds)};
    }
    return 1;
}
