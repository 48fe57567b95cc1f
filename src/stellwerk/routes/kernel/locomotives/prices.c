/* Prices that bound every choice of routes of locomotives that run many: the twin of routes/locomotives/prices.py, which
 * explains them. Every operation is done in the same order, so that both find the same prices to the last bit. */
#include "prices.h"

#include <math.h>
#include <stdlib.h>

#define TINY 1e-7

typedef struct {
    const Columns *of;
    int size; /* limits and items, a row each */
    double *inverse, *level, *prices, *change, *parts;
    int *candidates, candidate_count;
} Simplex;

/* What enters the basis: its rows, its sign and its worth. */
typedef struct {
    const int *rows;
    int size;
    double sign, worth;
} Entering;

/* The sum of all parts, rounded once. Shewchuk's method, as Python's math.fsum does it. */
static double exact_sum(double *partial, const double *values, const int *places, int count) {
    int n = 0;
    for (int v = 0; v < count; v++) {
        double x = values[places[v]];
        int kept = 0;
        for (int j = 0; j < n; j++) {
            double y = partial[j];
            if (fabs(x) < fabs(y)) {
                const double other = x;
                x = y;
                y = other;
            }
            const double high = x + y, low = y - (high - x);
            if (low != 0.0) partial[kept++] = low;
            x = high;
        }
        n = kept;
        if (x != 0.0) partial[n++] = x;
    }
    double high = 0.0, low = 0.0;
    if (n) high = partial[--n];
    while (n) {
        const double x = high, y = partial[--n];
        high = x + y;
        low = y - (high - x);
        if (low != 0.0) break;
    }
    /* half-way cases are rounded by what is left */
    if (n && ((low < 0.0 && partial[n - 1] < 0.0) || (low > 0.0 && partial[n - 1] > 0.0))) {
        const double y = low * 2.0, x = high + y;
        if (y == x - high) high = x;
    }
    return high;
}

static double reduced(const Simplex *x, int column) {
    const Columns *of = x->of;
    double worth = (double)of->worth[column];
    for (int i = of->first[column]; i < of->first[column + 1]; i++) worth -= x->prices[of->row[i]];
    return worth;
}

/* Choose what enters, and remember other columns worth a look; false if prices are the best. `single` is room for the
 * number of a row. */
static int choose_entering(Simplex *x, Entering *out, int *single) {
    const Columns *of = x->of;
    int best = -1, kept = 0;
    double gain = TINY;
    for (int pass = 0; pass < 2 && !kept; pass++) {
        const int count = pass ? of->columns : x->candidate_count;
        for (int i = 0; i < count; i++) {
            const int column = pass ? i : x->candidates[i];
            const double more = reduced(x, column);
            if (more <= TINY) continue;
            x->candidates[kept++] = column;
            if (more > gain) {
                best = column;
                gain = more;
            }
        }
    }
    x->candidate_count = kept;
    if (best >= 0) {
        const int first = of->first[best];
        *out = (Entering){of->row + first, of->first[best + 1] - first, 1.0, (double)of->worth[best]};
    }
    int found = best >= 0;
    for (int row = 0; row < x->size; row++) {
        const double price = x->prices[row], worth = row < of->limits ? 0.0 : (double)of->item[row - of->limits];
        double sign = 1.0, earns = 0.0, more = -price;
        if (row >= of->limits && price > gain) {
            sign = -1.0;
            more = price;
        } else if (row >= of->limits) {
            earns = -worth;
            more = -worth - price;
        }
        if (more <= gain) continue;
        gain = more;
        *single = row;
        *out = (Entering){single, 1, sign, earns};
        found = 1;
    }
    return found;
}

/* False if nothing limits what enters. */
static int pivot(Simplex *x, const Entering *in) {
    const int size = x->size;
    int leaving = -1;
    double least = 0.0;
    for (int i = 0; i < size; i++) {
        x->change[i] = in->sign * exact_sum(x->parts, x->inverse + (size_t)i * size, in->rows, in->size);
        if (x->change[i] <= TINY) continue;
        const double ratio = x->level[i] / x->change[i];
        if (leaving < 0 || ratio < least) {
            leaving = i;
            least = ratio;
        }
    }
    if (leaving < 0) return 0;
    const double by = x->change[leaving];
    double *line = x->inverse + (size_t)leaving * size;
    for (int j = 0; j < size; j++) line[j] /= by;
    x->level[leaving] /= by;
    for (int i = 0; i < size; i++) {
        const double step = x->change[i];
        if (i == leaving || (step <= 1e-12 && step >= -1e-12)) continue;
        double *other = x->inverse + (size_t)i * size;
        for (int j = 0; j < size; j++) other[j] -= step * line[j];
        x->level[i] -= step * x->level[leaving];
    }
    const double more = in->worth - in->sign * exact_sum(x->parts, x->prices, in->rows, in->size);
    for (int j = 0; j < size; j++) x->prices[j] += more * line[j];
    return 1;
}

static int solve(Simplex *x, Spent spent, void *with) {
    const Columns *of = x->of;
    const int size = x->size;
    for (int i = 0; i < size; i++) {
        const double nudge = 1e-4 * (1 + (double)(37 * i % 101) / 101);
        x->inverse[(size_t)i * size + i] = 1.0;
        x->level[i] = (i < of->limits ? (double)of->limit[i] : 1.0) + nudge;
        x->prices[i] = i < of->limits ? 0.0 : -(double)of->item[i - of->limits];
    }
    for (int round = 0; round < 60 * size + 200; round++) {
        Entering in = {0};
        int single;
        if (spent(with)) return PRICES_SPENT;
        if (!choose_entering(x, &in, &single)) break;
        if (!pivot(x, &in)) return PRICES_WITHOUT_LIMIT;
    }
    return PRICES_FOUND;
}

static int64_t slack(const Columns *of, const Prices *prices, int column) {
    int64_t paid = -PRICE_SCALE * of->worth[column];
    for (int i = 0; i < of->own[column]; i++) paid += prices->rows[of->row[of->first[column] + i]];
    for (int i = of->first[column] + of->own[column]; i < of->first[column + 1]; i++)
        paid -= prices->claims[of->row[i] - of->limits];
    return paid;
}

/* Prices as whole numbers, raised where a column would be worth more than it pays. */
static void round_prices(const Simplex *x, Prices *out) {
    const Columns *of = x->of;
    out->bound = 0;
    for (int i = 0; i < of->limits; i++) {
        const int64_t price = llrint(PRICE_SCALE * x->prices[i]);
        out->rows[i] = price > 0 ? price : 0;
    }
    for (int i = 0; i < of->items; i++) {
        const int64_t claim = llrint(-PRICE_SCALE * x->prices[of->limits + i]), most = PRICE_SCALE * of->item[i];
        out->claims[i] = claim < 0 ? 0 : claim;
        if (out->claims[i] > most) out->claims[i] = most;
    }
    for (int c = 0; c < of->columns; c++) {
        const int64_t left = slack(of, out, c);
        if (left < 0) out->rows[of->row[of->first[c]]] -= left;
    }
    for (int i = 0; i < of->limits; i++) out->bound += out->rows[i] * of->limit[i];
    for (int i = 0; i < of->items; i++) out->bound += PRICE_SCALE * of->item[i] - out->claims[i];
    for (int c = 0; c < of->columns; c++) out->slacks[c] = slack(of, out, c);
}

int find_prices(const Columns *of, Spent spent, void *with, Prices *out) {
    Simplex x = {.of = of, .size = of->limits + of->items};
    const size_t size = (size_t)x.size;
    int widest = 0, why = PRICES_NO_MEMORY;
    for (int c = 0; c < of->columns; c++)
        if (of->first[c + 1] - of->first[c] > widest) widest = of->first[c + 1] - of->first[c];
    double *doubles = calloc(size * size + size * 3 + (size_t)widest + 2, sizeof *doubles);
    x.candidates = malloc(((size_t)of->columns + 1) * sizeof *x.candidates);
    if (doubles && x.candidates) {
        x.inverse = doubles;
        x.level = x.inverse + size * size;
        x.prices = x.level + size;
        x.change = x.prices + size;
        x.parts = x.change + size;
        why = solve(&x, spent, with);
        if (why == PRICES_FOUND) round_prices(&x, out);
    }
    free(doubles);
    free(x.candidates);
    return why;
}
