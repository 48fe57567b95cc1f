/* The door to prices: the search in Python asks for them where it is at work itself. */
#include "door.h"
#include "prices.h"

#include <stdlib.h>

typedef struct {
    int64_t *worth, *limit, *item;
    int *first, *row, *own;
} Read;

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

static int read_numbers(PyObject *list, int64_t *out) {
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list); i++) {
        out[i] = PyLong_AsLongLong(PyList_GET_ITEM(list, i));
        if (out[i] == -1 && PyErr_Occurred()) return 0;
    }
    return 1;
}

/* Add rows of a column, each `shift` further on; false with an exception. */
static int read_rows(Read *x, PyObject *tuple, int shift, int limit, int column) {
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
static int read_columns(Read *x, PyObject *list, int limits, int items) {
    size_t total = 0;
    for (Py_ssize_t c = 0; c < PyList_GET_SIZE(list); c++) {
        PyObject *rows, *covered;
        long long worth;
        if (!PyArg_ParseTuple(PyList_GET_ITEM(list, c), "LO!O!", &worth, &PyTuple_Type, &rows, &PyTuple_Type, &covered))
            return 0;
        total += (size_t)(PyTuple_GET_SIZE(rows) + PyTuple_GET_SIZE(covered));
    }
    x->row = malloc((total + 1) * sizeof *x->row);
    if (!x->row) return PyErr_NoMemory() != NULL;
    for (int c = 0; c < (int)PyList_GET_SIZE(list); c++) {
        PyObject *column = PyList_GET_ITEM(list, c);
        PyObject *rows = PyTuple_GET_ITEM(column, 1), *covered = PyTuple_GET_ITEM(column, 2);
        x->worth[c] = PyLong_AsLongLong(PyTuple_GET_ITEM(column, 0));
        x->own[c] = (int)PyTuple_GET_SIZE(rows);
        x->first[c + 1] = x->first[c];
        if (!read_rows(x, rows, 0, limits, c) || !read_rows(x, covered, limits, items, c)) return 0;
    }
    return 1;
}

static int python_spent(void *tick) {
    PyObject *nothing = PyObject_CallNoArgs(tick);
    Py_XDECREF(nothing);
    return !nothing;
}

static PyObject *tell_prices(const Columns *columns, PyObject *tick, int64_t *room) {
    Prices prices = {room, room + columns->limits, room + columns->limits + columns->items, 0};
    switch (find_prices(columns, python_spent, tick, &prices)) {
    case PRICES_FOUND:
        return Py_BuildValue("NNNL", numbers(prices.rows, columns->limits), numbers(prices.claims, columns->items),
                             numbers(prices.slacks, columns->columns), (long long)prices.bound);
    case PRICES_NO_MEMORY:
        return PyErr_NoMemory();
    case PRICES_WITHOUT_LIMIT:
        PyErr_SetString(PyExc_ArithmeticError, "the prices have no limit");
    }
    return NULL;
}

PyObject *locomotive_prices(PyObject *self, PyObject *args) {
    PyObject *columns, *limits, *items, *tick, *result = NULL;
    Read x = {0};
    (void)self;
    if (!PyArg_ParseTuple(args, "O!O!O!O", &PyList_Type, &columns, &PyList_Type, &limits, &PyList_Type, &items, &tick))
        return NULL;
    const int count = (int)PyList_GET_SIZE(columns), limited = (int)PyList_GET_SIZE(limits);
    const int covered = (int)PyList_GET_SIZE(items);
    int64_t *longs = malloc((size_t)(2 * (count + limited + covered) + 1) * sizeof *longs);
    int *ints = calloc((size_t)count * 2 + 2, sizeof *ints);
    if (!longs || !ints) {
        PyErr_NoMemory();
        goto end;
    }
    x.limit = longs;
    x.item = x.limit + limited;
    x.worth = x.item + covered;
    x.first = ints;
    x.own = x.first + count + 1;
    if (read_numbers(limits, x.limit) && read_numbers(items, x.item) && read_columns(&x, columns, limited, covered)) {
        const Columns of = {count, limited, covered, x.worth, x.limit, x.item, x.first, x.row, x.own};
        result = tell_prices(&of, tick, x.worth + count);
    }
end:
    free(x.row);
    free(longs);
    free(ints);
    return result;
}
