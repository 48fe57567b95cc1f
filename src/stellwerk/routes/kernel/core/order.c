/* Links put in the order of a network, and the numbers of its stops. `Network` in Python does the same where there is no
 * kernel: a key of six values for every link after every tile costs more than the search on most boards. */
#include "door.h"

#include <stdlib.h>

typedef struct {
    long a, b;
    PyObject *link;
    Py_ssize_t place;
} Row;

static PyObject *later[4];
static PyObject *str_a, *str_b;

int learn_order_names(void) {
    return learn(&str_a, "a") && learn(&str_b, "b") && learn(&later[0], "bits") && learn(&later[1], "hexes") &&
           learn(&later[2], "gate_a") && learn(&later[3], "gate_b");
}

/* Whether the first comes before the second by what else they have: 1, 0 if not, -1 with an exception. */
static int before(PyObject *first, PyObject *second) {
    for (int i = 0; i < 4; i++) {
        PyObject *one = PyObject_GetAttr(first, later[i]), *other = one ? PyObject_GetAttr(second, later[i]) : NULL;
        const int same = other ? PyObject_RichCompareBool(one, other, Py_EQ) : -1;
        const int less = same == 0 ? PyObject_RichCompareBool(one, other, Py_LT) : same;
        Py_XDECREF(one);
        Py_XDECREF(other);
        if (same <= 0) return less;
    }
    return 0;
}

static int by_ends(const void *left, const void *right) {
    const Row *one = left, *other = right;
    if (one->a != other->a) return one->a < other->a ? -1 : 1;
    if (one->b != other->b) return one->b < other->b ? -1 : 1;
    return one->place < other->place ? -1 : 1;
}

/* Links with the same ends are few: they are put in order one by one, in place. */
static int order_alike(Row *rows, Py_ssize_t count) {
    for (Py_ssize_t i = 1; i < count; i++) {
        for (Py_ssize_t j = i; j > 0 && rows[j - 1].a == rows[j].a && rows[j - 1].b == rows[j].b; j--) {
            const int less = before(rows[j].link, rows[j - 1].link);
            if (less < 0) return 0;
            if (!less) break;
            const Row row = rows[j];
            rows[j] = rows[j - 1];
            rows[j - 1] = row;
        }
    }
    return 1;
}

static int by_number(const void *left, const void *right) {
    const long one = *(const long *)left, other = *(const long *)right;
    return (one > other) - (one < other);
}

static PyObject *numbers(long *found, Py_ssize_t count) {
    Py_ssize_t kept = 0;
    qsort(found, (size_t)count, sizeof *found, by_number);
    for (Py_ssize_t i = 0; i < count; i++)
        if (!kept || found[kept - 1] != found[i]) found[kept++] = found[i];
    PyObject *told = PyTuple_New(kept);
    for (Py_ssize_t i = 0; told && i < kept; i++) {
        PyObject *one = PyLong_FromLong(found[i]);
        if (!one) {
            Py_CLEAR(told);
            break;
        }
        PyTuple_SET_ITEM(told, i, one);
    }
    return told;
}

static int end_of(PyObject *link, PyObject *name, long *out) {
    PyObject *value = PyObject_GetAttr(link, name);
    if (!value) return 0;
    *out = PyLong_AsLong(value);
    Py_DECREF(value);
    return *out != -1 || !PyErr_Occurred();
}

PyObject *arranged(PyObject *self, PyObject *links) {
    PyObject *result = NULL;
    (void)self;
    PyObject *all = PySequence_List(links);
    if (!all) return NULL;
    const Py_ssize_t size = PyList_GET_SIZE(all);
    Py_ssize_t count = 0;
    Row *rows = malloc((size_t)(size + 1) * sizeof *rows);
    long *ends = malloc((size_t)(2 * size + 1) * sizeof *ends);
    if (!rows || !ends) {
        PyErr_NoMemory();
        goto end;
    }
    for (Py_ssize_t i = 0; i < size; i++) {
        Row *row = &rows[count];
        row->link = PyList_GET_ITEM(all, i);
        row->place = i;
        if (!end_of(row->link, str_a, &row->a) || !end_of(row->link, str_b, &row->b)) goto end;
        if (row->a == row->b) continue; /* from a stop to itself: no route runs it */
        ends[2 * count] = row->a;
        ends[2 * count + 1] = row->b;
        count++;
    }
    qsort(rows, (size_t)count, sizeof *rows, by_ends);
    if (!order_alike(rows, count)) goto end;
    PyObject *order = PyTuple_New(count);
    if (!order) goto end;
    for (Py_ssize_t i = 0; i < count; i++) PyTuple_SET_ITEM(order, i, Py_NewRef(rows[i].link));
    PyObject *stops = numbers(ends, 2 * count);
    result = stops ? Py_BuildValue("NN", order, stops) : NULL;
    if (!stops) Py_DECREF(order);
end:
    free(rows);
    free(ends);
    Py_DECREF(all);
    return result;
}
