/* Prices that bound every choice of routes of locomotives that run many: the twin of routes/locomotives/prices.py, which
 * explains them. Every operation is done in the same order, so that both find the same prices to the last bit. */
#include "prices.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SCALE 1000 /* prices are whole numbers of this fraction of a Mark */
#define TINY 1e-7

typedef struct {
    int columns, limits, items, size; /* size: limits and items, a row each */
    int64_t *worth, *limit, *item;
    int *first, *row;                 /* by column: where its rows begin, those of items after the others */
    int *own;                         /* by column: how many rows before those of items */
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
    double worth = (double)x->worth[column];
    for (int i = x->first[column]; i < x->first[column + 1]; i++) worth -= x->prices[x->row[i]];
    return worth;
}

/* Choose what enters, and remember other columns worth a look; false if prices are the best. `single` is room for the
 * number of a row. */
static int choose_entering(Simplex *x, Entering *out, int *single) {
    int best = -1, kept = 0;
    double gain = TINY;
    for (int pass = 0; pass < 2 && !kept; pass++) {
        const int count = pass ? x->columns : x->candidate_count;
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
        const int first = x->first[best];
        *out = (Entering){x->row + first, x->first[best + 1] - first, 1.0, (double)x->worth[best]};
    }
    int found = best >= 0;
    for (int row = 0; row < x->size; row++) {
        const double price = x->prices[row], worth = row < x->limits ? 0.0 : (double)x->item[row - x->limits];
        double sign = 1.0, earns = 0.0, more = -price;
        if (row >= x->limits && price > gain) {
            sign = -1.0;
            more = price;
        } else if (row >= x->limits) {
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

/* False with an exception: the budget is spent, or there is no limit. */
static int solve(Simplex *x, PyObject *tick) {
    const int size = x->size;
    for (int i = 0; i < size; i++) {
        const double nudge = 1e-4 * (1 + (double)(37 * i % 101) / 101);
        x->inverse[(size_t)i * size + i] = 1.0;
        x->level[i] = (i < x->limits ? (double)x->limit[i] : 1.0) + nudge;
        x->prices[i] = i < x->limits ? 0.0 : -(double)x->item[i - x->limits];
    }
    for (int round = 0; round < 60 * size + 200; round++) {
        PyObject *nothing = PyObject_CallNoArgs(tick);
        Entering in = {0};
        int single;
        if (!nothing) return 0;
        Py_DECREF(nothing);
        if (!choose_entering(x, &in, &single)) return 1;
        if (!pivot(x, &in)) {
            PyErr_SetString(PyExc_ArithmeticError, "the prices have no limit");
            return 0;
        }
    }
    return 1;
}

static int64_t slack(const Simplex *x, const int64_t *rows, const int64_t *claims, int column) {
    int64_t paid = -SCALE * x->worth[column];
    for (int i = 0; i < x->own[column]; i++) paid += rows[x->row[x->first[column] + i]];
    for (int i = x->first[column] + x->own[column]; i < x->first[column + 1]; i++)
        paid -= claims[x->row[i] - x->limits];
    return paid;
}

static PyObject *numbers(const int64_t *values, int count) {
    PyObject *tuple = PyTuple_New(count);
    for (int i = 0; tuple && i < count; i++) {
        PyObject *value = PyLong_FromLongLong(values[i]);
        if (value)
            PyTuple_SET_ITEM(tuple, i, value);
        else
            Py_CLEAR(tuple);
    }
    return tuple;
}

/* Prices as whole numbers, raised where a column would be worth more than it pays. */
static PyObject *told(const Simplex *x, int64_t *room) {
    int64_t *rows = room, *claims = rows + x->limits, *slacks = claims + x->items, bound = 0;
    for (int i = 0; i < x->limits; i++) {
        const int64_t price = llrint(SCALE * x->prices[i]);
        rows[i] = price > 0 ? price : 0;
    }
    for (int i = 0; i < x->items; i++) {
        const int64_t claim = llrint(-SCALE * x->prices[x->limits + i]), most = SCALE * x->item[i];
        claims[i] = claim < 0 ? 0 : claim;
        if (claims[i] > most) claims[i] = most;
    }
    for (int c = 0; c < x->columns; c++) {
        const int64_t left = slack(x, rows, claims, c);
        if (left < 0) rows[x->row[x->first[c]]] -= left;
    }
    for (int i = 0; i < x->limits; i++) bound += rows[i] * x->limit[i];
    for (int i = 0; i < x->items; i++) bound += SCALE * x->item[i] - claims[i];
    for (int c = 0; c < x->columns; c++) slacks[c] = slack(x, rows, claims, c);
    return Py_BuildValue("NNNL", numbers(rows, x->limits), numbers(claims, x->items), numbers(slacks, x->columns),
                         (long long)bound);
}

static int read_numbers(PyObject *fast, int64_t *out) {
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(fast); i++) {
        out[i] = PyLong_AsLongLong(PySequence_Fast_GET_ITEM(fast, i));
        if (out[i] == -1 && PyErr_Occurred()) return 0;
    }
    return 1;
}

/* Add rows of a column, each `shift` further on; false with an exception. */
static int read_rows(Simplex *x, PyObject *tuple, int shift, int limit, int column) {
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(tuple); i++) {
        const long row = PyLong_AsLong(PyTuple_GET_ITEM(tuple, i));
        if (row < 0 || row >= limit) {
            if (!PyErr_Occurred()) PyErr_SetString(PyExc_IndexError, "a column uses a row that does not exist");
            return 0;
        }
        x->row[x->first[column + 1]++] = (int)row + shift;
    }
    return 1;
}

/* Read columns, given as (worth, rows, items). */
static int read_columns(Simplex *x, PyObject *fast) {
    size_t total = 0;
    for (int c = 0; c < x->columns; c++) {
        PyObject *rows, *items;
        long long worth;
        if (!PyArg_ParseTuple(PySequence_Fast_GET_ITEM(fast, c), "LO!O!", &worth, &PyTuple_Type, &rows, &PyTuple_Type,
                              &items))
            return 0;
        total += (size_t)(PyTuple_GET_SIZE(rows) + PyTuple_GET_SIZE(items));
    }
    x->row = malloc((total + 1) * sizeof *x->row);
    x->parts = malloc((total + 2) * sizeof *x->parts);
    if (!x->row || !x->parts) return PyErr_NoMemory() != NULL;
    for (int c = 0; c < x->columns; c++) {
        PyObject *column = PySequence_Fast_GET_ITEM(fast, c);
        PyObject *rows = PyTuple_GET_ITEM(column, 1), *items = PyTuple_GET_ITEM(column, 2);
        x->worth[c] = PyLong_AsLongLong(PyTuple_GET_ITEM(column, 0));
        x->own[c] = (int)PyTuple_GET_SIZE(rows);
        x->first[c + 1] = x->first[c];
        if (!read_rows(x, rows, 0, x->limits, c) || !read_rows(x, items, x->limits, x->items, c)) return 0;
    }
    return 1;
}

PyObject *locomotive_prices(PyObject *self, PyObject *args) {
    PyObject *columns, *limits, *items, *tick, *result = NULL;
    Simplex x = {0};
    (void)self;
    if (!PyArg_ParseTuple(args, "O!O!O!O", &PyList_Type, &columns, &PyList_Type, &limits, &PyList_Type, &items, &tick))
        return NULL;
    x.columns = (int)PyList_GET_SIZE(columns);
    x.limits = (int)PyList_GET_SIZE(limits);
    x.items = (int)PyList_GET_SIZE(items);
    x.size = x.limits + x.items;
    const size_t size = (size_t)x.size, count = (size_t)x.columns;
    int64_t *longs = malloc((size * 2 + count * 2 + 1) * sizeof *longs);
    int *ints = calloc(count * 3 + 2, sizeof *ints);
    double *doubles = calloc(size * size + size * 3 + 1, sizeof *doubles);
    if (!longs || !ints || !doubles) {
        PyErr_NoMemory();
        goto end;
    }
    x.limit = longs;
    x.item = x.limit + x.limits;
    x.worth = x.item + x.items;
    int64_t *room = x.worth + count;
    x.first = ints;
    x.own = x.first + count + 1;
    x.candidates = x.own + count;
    x.inverse = doubles;
    x.level = x.inverse + size * size;
    x.prices = x.level + size;
    x.change = x.prices + size;
    if (read_numbers(limits, x.limit) && read_numbers(items, x.item) && read_columns(&x, columns) && solve(&x, tick))
        result = told(&x, room);
end:
    free(x.row);
    free(x.parts);
    free(longs);
    free(ints);
    free(doubles);
    return result;
}
