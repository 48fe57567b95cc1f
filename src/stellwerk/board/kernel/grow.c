/* The walk of reach, as tree.py tells it: the same points in the same order, so that either may go on with the other's
 * tree. What is known of a tree is copied from its dicts and sets, and only what is new or has changed goes back. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SIDES = 6, PLACES = 8, MARKERS = -1, ABSENT = -2 };

/* Lists of a track as Track.packed has them: numbers of sides and places, after where each list begins. */
enum { THROUGH = 0, STOPS_AT = 6, SIDES_OF = 12, TERMINALS = 20, LISTS = 21 };

static PyObject *str_packed;

typedef struct {
    int *items;
    int size, room;
} List;

typedef struct {
    PyObject *tracks, *across; /* borrowed tuples */
    int hexes, first_stop, points, stops;
    int *came, *onward; /* by point, those before all markers first */
    int *seen, looks;   /* by point: in which look for a fork it was met */
    uint8_t *full, *called, *ended; /* by stop */
    const uint16_t **lists;         /* by hex, as soon as it is asked for */
    PyObject **held;                /* the bytes that they lie in */
    List queue, new_came, new_onward, new_stops, new_ends;
    int failed;
} Walk;

static void fail(Walk *w, PyObject *kind, const char *text) {
    if (!w->failed && !PyErr_Occurred()) PyErr_SetString(kind, text);
    w->failed = 1;
}

static void add(Walk *w, List *list, int item) {
    if (list->size == list->room) {
        int room = list->room ? 2 * list->room : 64;
        int *items = realloc(list->items, (size_t)room * sizeof *items);
        if (!items) {
            w->failed = 1;
            PyErr_NoMemory();
            return;
        }
        list->items = items;
        list->room = room;
    }
    list->items[list->size++] = item;
}

/* A list of a hex's track; none, with an exception, if it cannot be read. */
static const uint16_t *list_of(Walk *w, int hex, int which, int *size) {
    const uint16_t *lists = w->lists[hex];
    *size = 0;
    if (!lists) {
        PyObject *packed = PyObject_GetAttr(PyTuple_GET_ITEM(w->tracks, hex), str_packed);
        if (!packed) {
            w->failed = 1;
            return NULL;
        }
        w->held[hex] = packed;
        Py_ssize_t numbers = PyBytes_Check(packed) ? PyBytes_GET_SIZE(packed) / 2 : 0;
        lists = numbers > LISTS ? (const uint16_t *)(const void *)PyBytes_AS_STRING(packed) : NULL;
        int fits = lists && lists[0] == LISTS + 1 && lists[LISTS] == numbers;
        for (int i = 0; fits && i < LISTS; i++) fits = lists[i] <= lists[i + 1];
        for (Py_ssize_t i = LISTS + 1; fits && i < numbers; i++) fits = lists[i] < (i < lists[STOPS_AT] ? SIDES : PLACES);
        for (int i = fits ? lists[SIDES_OF] : 0; fits && i < lists[TERMINALS]; i++) fits = lists[i] < SIDES;
        if (!fits) {
            fail(w, PyExc_ValueError, "track that cannot be read");
            return NULL;
        }
        w->lists[hex] = lists;
    }
    *size = lists[which + 1] - lists[which];
    return lists + lists[which];
}

static int is_point(const Walk *w, long point) { return point >= MARKERS && point < w->points; }

static int beyond(Walk *w, int point) {
    long there = PyLong_AsLong(PyTuple_GET_ITEM(w->across, point));
    if (there < -1 || there >= w->first_stop || (there == -1 && PyErr_Occurred())) {
        fail(w, PyExc_ValueError, "a side that leads to no hex");
        return -1;
    }
    return (int)there;
}

static int mate(Walk *w, int point) { return point >= w->first_stop ? point ^ 1 : beyond(w, point); }

/* The point that trains come from to the other point of a pair. */
static int back_from(Walk *w, int point) {
    int other = mate(w, point), from = w->failed || other < 0 ? ABSENT : w->came[other];
    if (from == ABSENT || w->onward[from] == ABSENT) {
        fail(w, PyExc_KeyError, "a point that no train comes to");
        return MARKERS;
    }
    return from;
}

static void go_on_from(Walk *w, int point, int as) {
    if (w->onward[point] == ABSENT) add(w, &w->new_onward, point);
    w->onward[point] = as;
}

static int entered_at(Walk *w, int point) {
    for (int entry; (entry = w->onward[point]) != point; point = entry) {
        if (entry == ABSENT || w->onward[entry] == ABSENT) {
            fail(w, PyExc_KeyError, "a point that no train goes on from");
            return MARKERS;
        }
        w->onward[point] = w->onward[entry];
    }
    return point;
}

static int fork_of(Walk *w, int one, int other) {
    w->looks++;
    w->seen[one] = w->seen[other] = w->looks;
    while (!w->failed && (one != MARKERS || other != MARKERS)) {
        if (one != MARKERS) {
            one = entered_at(w, back_from(w, one));
            if (w->seen[one] == w->looks) return one;
            w->seen[one] = w->looks;
        }
        if (other != MARKERS) {
            int swap = one;
            one = other;
            other = swap;
        }
    }
    return MARKERS;
}

static void meet(Walk *w, int one, int other) {
    one = entered_at(w, one);
    other = entered_at(w, other);
    if (one == other) return;
    int entry = fork_of(w, one, other);
    for (int turn = 0; turn < 2; turn++)
        for (int point = turn ? other : one; point != entry && !w->failed;) {
            int from = back_from(w, point), back = mate(w, point);
            if (w->failed || point == MARKERS) return;
            w->onward[point] = entry;
            go_on_from(w, back, entry);
            add(w, &w->queue, back);
            point = entered_at(w, from);
        }
}

static void call_at(Walk *w, int stop, int point) {
    int first = w->first_stop + 2 * stop;
    if (w->came[first] == ABSENT) {
        w->came[first] = point;
        add(w, &w->new_came, first);
        go_on_from(w, first + 1, first + 1);
        add(w, &w->queue, first + 1);
    } else if (w->came[first] != point) {
        for (int other = first; other <= first + 1; other++)
            if (w->onward[other] != ABSENT) meet(w, other, point);
    }
}

static void note(Walk *w, uint8_t *flags, List *list, int stop) {
    if (flags[stop]) return;
    flags[stop] = 1;
    add(w, list, stop);
}

static void arrive(Walk *w, int hex, int side, int point) {
    int places, terminals;
    const uint16_t *place = list_of(w, hex, STOPS_AT + side, &places);
    const uint16_t *terminal = list_of(w, hex, TERMINALS, &terminals);
    for (int i = 0; i < places && !w->failed; i++) {
        int stop = hex * PLACES + place[i], is_end = w->full[stop];
        for (int j = 0; j < terminals; j++) is_end |= terminal[j] == place[i];
        note(w, w->called, &w->new_stops, stop);
        if (is_end)
            note(w, w->ended, &w->new_ends, stop);
        else
            call_at(w, stop, point);
    }
}

static void follow(Walk *w, const List *markers) {
    for (int i = 0; i < w->queue.size && !w->failed; i++) { /* it grows meanwhile */
        int point = w->queue.items[i], hex, size, entry = ABSENT;
        const uint16_t *sides;
        if (point == MARKERS) {
            for (int j = 0; j < markers->size && !w->failed; j++) {
                note(w, w->called, &w->new_stops, markers->items[j]);
                call_at(w, markers->items[j], MARKERS);
            }
            continue;
        }
        if (point >= w->first_stop) {
            int stop = (point - w->first_stop) >> 1;
            hex = stop / PLACES;
            sides = list_of(w, hex, SIDES_OF + stop % PLACES, &size);
            entry = w->came[point ^ 1];
        } else {
            hex = point / SIDES;
            sides = list_of(w, hex, THROUGH + point % SIDES, &size);
        }
        for (int j = 0; j < size && !w->failed; j++) {
            int there = hex * SIDES + sides[j], outside;
            if (w->onward[there] != ABSENT) {
                if (w->onward[there] != w->onward[point] && there != entry) meet(w, there, point);
            } else if (w->came[there] == ABSENT && (outside = beyond(w, there)) >= 0) {
                w->came[there] = point;
                add(w, &w->new_came, there);
                go_on_from(w, outside, outside);
                add(w, &w->queue, outside);
            }
        }
        if (point < w->first_stop) arrive(w, hex, point % SIDES, point);
    }
}

/* Numbers of an iterable, each from `low` to below `high`. */
static int read_list(Walk *w, PyObject *from, List *list, int low, int high) {
    PyObject *items = PyObject_GetIter(from), *item;
    if (!items) return 0;
    while (!w->failed && (item = PyIter_Next(items))) {
        long number = PyLong_AsLong(item);
        Py_DECREF(item);
        if (number < low || number >= high)
            fail(w, PyExc_ValueError, "a point or stop that is not on the board");
        else
            add(w, list, (int)number);
    }
    Py_DECREF(items);
    return !w->failed && !PyErr_Occurred();
}

static int read_dict(Walk *w, PyObject *dict, int *values) {
    PyObject *key, *value;
    for (Py_ssize_t at = 0; PyDict_Next(dict, &at, &key, &value);) {
        long point = PyLong_AsLong(key), other = PyLong_AsLong(value);
        if (!is_point(w, point) || !is_point(w, other) || PyErr_Occurred()) {
            fail(w, PyExc_ValueError, "a point that is not on the board");
            return 0;
        }
        values[point] = (int)other;
    }
    return 1;
}

static int set_item(PyObject *dict, int key, int value) {
    PyObject *point = PyLong_FromLong(key), *other = point ? PyLong_FromLong(value) : NULL;
    int done = other && !PyDict_SetItem(dict, point, other);
    Py_XDECREF(point);
    Py_XDECREF(other);
    return done;
}

static int write_changed(Walk *w, PyObject *dict) {
    PyObject *key, *value;
    for (Py_ssize_t at = 0; PyDict_Next(dict, &at, &key, &value);) {
        int now = w->onward[PyLong_AsLong(key)];
        if (now == PyLong_AsLong(value)) continue;
        PyObject *number = PyLong_FromLong(now);
        /* a value of a key that is there may be replaced while one goes through a dict */
        if (!number || PyDict_SetItem(dict, key, number)) {
            Py_XDECREF(number);
            return 0;
        }
        Py_DECREF(number);
    }
    return 1;
}

static int write_new(PyObject *dict, const List *list, const int *values) {
    for (int i = 0; i < list->size; i++)
        if (!set_item(dict, list->items[i], values[list->items[i]])) return 0;
    return 1;
}

static int write_set(PyObject *set, const List *list) {
    for (int i = 0; i < list->size; i++) {
        PyObject *stop = PyLong_FromLong(list->items[i]);
        int done = stop && !PySet_Add(set, stop);
        Py_XDECREF(stop);
        if (!done) return 0;
    }
    return 1;
}

static int has_room(Walk *w, void **memory) {
    size_t points = (size_t)w->points + 1, stops = (size_t)w->stops, hexes = (size_t)w->hexes;
    char *all = malloc(2 * hexes * sizeof(void *) + 3 * points * sizeof(int) + 3 * stops + 1);
    *memory = all;
    if (!all) return PyErr_NoMemory() != NULL;
    w->lists = (const uint16_t **)(void *)all;
    w->held = (PyObject **)(void *)(w->lists + hexes);
    int *ints = (int *)(void *)(w->held + hexes);
    w->came = ints + 1; /* markers are point -1 */
    w->onward = w->came + points;
    w->seen = w->onward + points;
    w->full = (uint8_t *)(ints + 3 * points);
    w->called = w->full + stops;
    w->ended = w->called + stops;
    memset(all, 0, 2 * hexes * sizeof(void *));
    for (size_t i = 0; i < 2 * points; i++) ints[i] = ABSENT;
    memset(ints + 2 * points, 0, points * sizeof(int));
    memset(w->full, 0, 3 * stops);
    return 1;
}

static PyObject *grow(PyObject *self, PyObject *args) {
    PyObject *full, *begin, *came, *onward, *stops, *ends, *points;
    Walk walk = {0}, *w = &walk;
    List markers = {0}, closed = {0};
    void *memory = NULL;
    (void)self;
    if (!PyArg_ParseTuple(args, "O!O!OOO!O!O!O!O", &PyTuple_Type, &w->tracks, &PyTuple_Type, &w->across, &full, &begin,
                          &PyDict_Type, &came, &PyDict_Type, &onward, &PySet_Type, &stops, &PySet_Type, &ends, &points))
        return NULL;
    Py_ssize_t hexes = PyTuple_GET_SIZE(w->tracks);
    if (hexes > 100000 || PyTuple_GET_SIZE(w->across) != hexes * SIDES) {
        PyErr_SetString(PyExc_ValueError, "track and grid do not fit");
        return NULL;
    }
    w->hexes = (int)hexes;
    w->first_stop = w->hexes * SIDES;
    w->stops = w->hexes * PLACES;
    w->points = w->first_stop + 2 * w->stops;
    int done = has_room(w, &memory) && read_list(w, full, &closed, 0, w->stops) &&
               read_list(w, begin, &markers, 0, w->stops) && read_list(w, points, &w->queue, MARKERS, w->points) &&
               read_dict(w, came, w->came) && read_dict(w, onward, w->onward);
    for (int i = 0; done && i < w->queue.size; i++)
        if (w->onward[w->queue.items[i]] == ABSENT) {
            fail(w, PyExc_KeyError, "a point that no train goes on from");
            done = 0;
        }
    if (done) {
        for (int i = 0; i < closed.size; i++) w->full[closed.items[i]] = 1;
        follow(w, &markers);
        done = !w->failed && !PyErr_Occurred() && write_changed(w, onward) &&
               write_new(came, &w->new_came, w->came) && write_new(onward, &w->new_onward, w->onward) &&
               write_set(stops, &w->new_stops) && write_set(ends, &w->new_ends);
    }
    for (int hex = 0; memory && hex < w->hexes; hex++) Py_XDECREF(w->held[hex]);
    List *lists[] = {&markers, &closed, &w->queue, &w->new_came, &w->new_onward, &w->new_stops, &w->new_ends};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) free(lists[i]->items);
    free(memory);
    if (!done) return NULL;
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"grow", grow, METH_VARARGS, "grow(tracks, across, full, markers, came, onward, stops, ends, points)"},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "_kernel", "How far track reaches, compiled.", -1, methods,
                                    NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__kernel(void) {
    if (!str_packed && !(str_packed = PyUnicode_InternFromString("packed"))) return NULL;
    return PyModule_Create(&module);
}
