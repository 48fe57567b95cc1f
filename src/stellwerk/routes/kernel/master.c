/* The best prices for a core of routes. If routes could be run in parts, a linear programme would say how much of
 * each to run; what it pays for each bit of track, each passage and each triple are the prices that bound whole runs
 * best. It is solved by the simplex method with an explicit inverse: a few hundred rows at most.
 *
 * Nothing hangs on its rounding: prices become integers, and any prices give a true bound. */
#include "choose.h"

#include <stdlib.h>
#include <string.h>

#define MOST_ROWS 500
#define MOST_PIVOTS 4000
#define LONGEST_COLUMN 512
#define STRIDE 256       /* of so many routes in a row the best is considered */
#define MOST_CANDIDATES 96
#define TINY 1e-9

typedef struct {
    uint32_t id;
    int kind;
} Part;

struct Master {
    int rows, room, kinds_from;
    int row_of_bit[MAX_WORDS * 64], bit_of_row[MAX_WORDS * 64], bit_rows;
    double *inverse;   /* by column: rows of the inverse of the basis */
    double *amount;    /* of what is in the basis */
    double *dual, *alpha, *pivot_row;
    Part *basis;       /* kind -1: what row `id` leaves unused */
    uint32_t *ids;     /* what is run, in parts or whole, in the end */
    double *use;
    size_t used;
    Part *last;        /* the basis of the last time: a good start for the next */
    int last_size;
};

void free_master(Chooser *c) {
    if (!c->master) return;
    free(c->master->inverse);
    free(c->master->basis);
    free(c->master->ids);
    free(c->master);
}

static Master *master_room(Chooser *c, int rows) {
    if (!c->master && !(c->master = calloc(1, sizeof *c->master))) return NULL;
    Master *m = c->master;
    if (rows > m->room) {
        const int room = rows + 64;
        Part *last = m->basis;
        free(m->inverse);
        free(m->ids);
        m->inverse = malloc(((size_t)room * room + 5 * (size_t)room) * sizeof *m->inverse);
        m->basis = malloc(2 * (size_t)room * sizeof *m->basis);
        m->ids = malloc((size_t)room * sizeof *m->ids);
        if (m->basis && last) memcpy(m->basis + room, m->last, (size_t)m->last_size * sizeof *last);
        free(last);
        m->room = m->inverse && m->basis && m->ids ? room : 0;
        if (!m->room) {
            m->last_size = 0;
            return NULL;
        }
        m->amount = m->inverse + (size_t)room * room;
        m->dual = m->amount + room;
        m->alpha = m->dual + room;
        m->pivot_row = m->alpha + room;
        m->use = m->pivot_row + room;
        m->last = m->basis + room;
    }
    m->rows = rows;
    return m;
}

/* A little more room than there is, not the same in every row: else most steps of the method would lead nowhere. */
static double loose(int row, double side) { return side + 2e-4 * (1 + row * 7919 % 1009) / 1010.0; }

static int start(Chooser *c, const List *lists, const int *count) {
    const Search *s = c->s;
    word any[MAX_WORDS] = {0};
    for (int k = 0; k < s->kinds; k++)
        for (size_t i = 0; count[k] && i < lists[k].size; i++)
            for (int w = 0; w < c->words; w++) any[w] |= mask_of(c, lists[k].items[i].id)[w];
    int bits = 0;
    for (int w = 0; w < c->words; w++) bits += __builtin_popcountll(any[w]);
    const int rows = bits + c->odd + c->triples + s->kinds;
    Master *m = rows > MOST_ROWS ? NULL : master_room(c, rows);
    if (!m) return 0;
    m->bit_rows = 0;
    for (int b = 0; b < c->bits; b++) {
        m->row_of_bit[b] = -1;
        if (any[b >> 6] >> (b & 63) & 1) {
            m->row_of_bit[b] = m->bit_rows;
            m->bit_of_row[m->bit_rows++] = b;
        }
    }
    m->kinds_from = bits + c->odd + c->triples;
    memset(m->inverse, 0, (size_t)rows * rows * sizeof *m->inverse);
    for (int r = 0; r < rows; r++) {
        double side = 1;
        if (r >= m->kinds_from) side = count[r - m->kinds_from];
        else if (r >= bits + c->odd) side = !c->triple_taken[r - bits - c->odd];
        else if (r >= bits) side = passages(c, r - bits);
        m->inverse[(size_t)r * rows + r] = 1;
        m->amount[r] = loose(r, side);
        m->dual[r] = 0;
        m->basis[r] = (Part){(uint32_t)r, -1};
    }
    return 1;
}

/* The rows in which a route counts, each once. */
static int rows_of(const Chooser *c, Part part, int *rows) {
    const Master *m = c->master;
    if (part.kind < 0) {
        rows[0] = (int)part.id;
        return 1;
    }
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

static double gain_of(const Chooser *c, Part part) {
    int rows[LONGEST_COLUMN];
    double gain = c->s->columns[part.id].value;
    for (int i = rows_of(c, part, rows); i--;) gain -= c->master->dual[rows[i]];
    return gain;
}

#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__)
__attribute__((target_clones("avx2", "default")))
#endif
static void add_times(double *to, const double *from, double factor, int size) {
    for (int i = 0; i < size; i++) to[i] += factor * from[i];
}

/* Bring a route into the basis; false if that is not to be done in floating point. */
static int pivot(Chooser *c, Part part, double gain) {
    Master *m = c->master;
    const int rows = m->rows;
    int in[LONGEST_COLUMN], leaving = -1;
    memset(m->alpha, 0, (size_t)rows * sizeof *m->alpha);
    for (int i = rows_of(c, part, in); i--;) add_times(m->alpha, m->inverse + (size_t)in[i] * rows, 1, rows);
    double least = 0;
    for (int r = 0; r < rows; r++)
        if (m->alpha[r] > 1e-7) {
            const double ratio = m->amount[r] / m->alpha[r];
            if (leaving < 0 || ratio < least - TINY || (ratio < least + TINY && m->alpha[r] > m->alpha[leaving])) {
                leaving = r;
                least = ratio;
            }
        }
    if (leaving < 0) return 0;
    const double by = m->alpha[leaving];
    for (int i = 0; i < rows; i++) m->pivot_row[i] = m->inverse[(size_t)i * rows + leaving] / by;
    m->alpha[leaving] = by - 1; /* so that the row itself is divided by the pivot */
    for (int i = 0; i < rows; i++)
        if (m->pivot_row[i] != 0) add_times(m->inverse + (size_t)i * rows, m->alpha, -m->pivot_row[i], rows);
    const double amount = m->amount[leaving] / by;
    add_times(m->amount, m->alpha, -amount, rows);
    m->amount[leaving] = amount;
    add_times(m->dual, m->pivot_row, gain, rows);
    m->basis[leaving] = part;
    return 1;
}

/* Let candidates in, the one that gains most first, until none gains, nor room left unused. Returns the pivots made, or -1. */
static int let_in(Chooser *c, const Part *candidates, int size) {
    const Master *m = c->master;
    int pivots = 0;
    for (; pivots <= 8 * size + 40; pivots++) {
        double most = 1e-6;
        int best = -1;
        for (int i = 0; i < size; i++) {
            const double gain = gain_of(c, candidates[i]);
            if (gain > most) {
                most = gain;
                best = i;
            }
        }
        Part part = best < 0 ? (Part){0, -1} : candidates[best];
        for (int r = 0; r < m->rows; r++)
            if (-m->dual[r] > most) {
                most = -m->dual[r];
                part = (Part){(uint32_t)r, -1};
                best = r;
            }
        if (best < 0) break;
        if (!pivot(c, part, most)) return -1;
    }
    return pivots;
}

static void prices_of_duals(const Chooser *c, int32_t *price) {
    const Master *m = c->master;
    memset(price, 0, (size_t)c->prices * sizeof *price);
    const double most = (double)MAX_VALUE * SCALE;
    for (int r = 0; r < m->kinds_from; r++) {
        double dual = m->dual[r] * SCALE;
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
        const double rent = m->dual[m->kinds_from + k] * SCALE + SCALE / 16.0;
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
                made = let_in(c, m->last + at, size);
            }
        } else {
            prices_of_duals(c, price);
            price_links(c, price);
            size = candidates_of(c, lists, count, value_table(c), candidates);
            if (!size) break;
            made = let_in(c, candidates, size);
            if (!made) break;
        }
        if (made < 0 || tick_many(s, 1 + made)) break;
        pivots += made;
    }
    prices_of_duals(c, price);
    m->used = 0;
    m->last_size = 0;
    *value = 0;
    for (int r = 0; r < m->rows; r++) {
        if (m->basis[r].kind < 0) continue;
        m->last[m->last_size++] = m->basis[r];
        *value += m->amount[r] * s->columns[m->basis[r].id].value;
        if (m->amount[r] < 0.01) continue;
        m->ids[m->used] = m->basis[r].id;
        m->use[m->used++] = m->amount[r];
    }
    return made >= 0;
}

size_t support(const Chooser *c, const uint32_t **ids, const double **use) {
    *ids = c->master->ids;
    *use = c->master->use;
    return c->master->used;
}
