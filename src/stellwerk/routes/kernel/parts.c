/* What each class of trains would run of the routes in the pool if they could be run in parts: where it would run one
 * route in part and another in part, they differ in track on which to divide the runs. */
#include "fleet.h"

#include <stdlib.h>
#include <string.h>

#define MOST_PIVOTS 3000

/* The rows in which a route of a class counts, each once; `part.kind` is the class. */
static int rows_of(const void *of, Part part, int *rows) {
    const Fleet *f = of;
    const Search *pool = &f->pool;
    const Net *net = pool->net;
    const Column *column = &pool->columns[part.id];
    const uint16_t *way = pool->pool + column->at;
    const word *mask = pool->masks + (size_t)part.id * net->words;
    int size = 0;
    for (int w = 0; w < net->words; w++)
        for (word m = mask[w]; m; m &= m - 1) rows[size++] = f->row_of[w * 64 + __builtin_ctzll(m)];
    for (int i = 0; i + 1 < column->size; i++) {
        const int a = net->from[way[i]], b = net->to[way[i]];
        const int between = a == net->from[way[i + 1]] || a == net->to[way[i + 1]] ? a : b;
        if (f->odd_of[between] >= 0) rows[size++] = f->bit_rows + f->odd_of[between];
    }
    rows[size++] = f->bit_rows + f->odd + part.kind;
    return size;
}

static int value_of(const void *of, Part part) { return ((const Fleet *)of)->pool.columns[part.id].value; }

static int begin(Fleet *f, const Class *classes, int size) {
    const Net *net = f->s->net;
    word any[MAX_WORDS] = {0};
    double side[MOST_ROWS];
    for (size_t i = 0; i < f->pool.count; i++)
        for (int w = 0; w < net->words; w++) any[w] |= f->pool.masks[i * net->words + w];
    f->bit_rows = 0;
    for (int b = 0; b < f->bits; b++) f->row_of[b] = any[b >> 6] >> (b & 63) & 1 ? f->bit_rows++ : -1;
    const int rows = f->bit_rows + f->odd + size;
    if (rows > MOST_ROWS) return 0;
    for (int r = 0; r < f->bit_rows; r++) side[r] = 1;
    for (int i = 0; i < f->odd; i++) side[f->bit_rows + i] = net->ways[f->odd_stop[i]] / 2;
    for (int c = 0; c < size; c++) side[f->bit_rows + f->odd + c] = classes[c].count;
    f->simplex.of = f;
    f->simplex.rows_of = rows_of;
    f->simplex.value_of = value_of;
    return start_simplex(&f->simplex, rows, side);
}

static double gain_of(const Fleet *f, Part part) {
    int rows[LONGEST_COLUMN];
    double gain = value_of(f, part);
    for (int i = rows_of(f, part, rows); i--;) gain -= f->simplex.dual[rows[i]];
    return gain;
}

/* The routes that would gain most now. */
static int gaining(const Fleet *f, const Class *classes, int size, Part *out) {
    double gain[MOST_CANDIDATES];
    int count = 0, least = 0;
    for (int c = 0; c < size; c++)
        for (size_t i = 0; i < f->pool.count; i++) {
            const Part part = {(uint32_t)i, c};
            if (!serves(&classes[c], &f->pool, i)) continue;
            const double now = gain_of(f, part);
            if (now <= 1e-3 || (count == MOST_CANDIDATES && now <= gain[least])) continue;
            const int at = count < MOST_CANDIDATES ? count++ : least;
            gain[at] = now;
            out[at] = part;
            for (int j = 0; count == MOST_CANDIDATES && j < count; j++)
                if (gain[j] < gain[least]) least = j;
        }
    return count;
}

/* How much trains of different classes, or in different runs, want each bit: by that, runs are divided. */
static void note_usage(Fleet *f, const Class *classes, int size) {
    const Search *pool = &f->pool;
    double *parts = f->parts;
    for (int c = 0; c < size; c++) {
        memset(parts, 0, (size_t)f->bits * sizeof *parts);
        for (int r = 0; r < f->simplex.rows; r++) {
            const Part part = f->simplex.basis[r];
            if (part.kind != c) continue;
            const word *mask = pool->masks + (size_t)part.id * pool->net->words;
            for (int w = 0; w < pool->net->words; w++)
                for (word m = mask[w]; m; m &= m - 1)
                    parts[w * 64 + __builtin_ctzll(m)] += f->simplex.amount[r];
        }
        for (int b = 0; b < f->bits; b++) {
            const double part = parts[b] < 0.01 ? 0 : parts[b] > 0.99 ? 1 : parts[b];
            f->usage[b] += part * (1 - part) + (classes[c].count > 1 ? part / 8 : 0);
        }
    }
}

void want_parts(Fleet *f, const Class *classes, int size) {
    Part candidates[MOST_CANDIDATES];
    memset(f->usage, 0, (size_t)f->bits * sizeof *f->usage);
    if (!begin(f, classes, size)) return;
    for (int pivots = 0; pivots < MOST_PIVOTS;) {
        const int count = gaining(f, classes, size, candidates);
        const int made = count ? let_in(&f->simplex, candidates, count) : 0;
        if (made <= 0 || tick_many(f->s, 1 + made)) break;
        pivots += made;
    }
    note_usage(f, classes, size);
}
