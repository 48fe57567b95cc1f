/* A problem read from Python: stops, trains and bonuses as they are for one company now. All of it is copied, so that
 * the search does without the GIL. */
#include "door.h"

#include <stdlib.h>
#include <string.h>

static PyObject *str_value, *str_town, *str_may_pass, *str_may_end, *str_home, *str_group, *str_cross;

int learn_stop_names(void) {
    return learn(&str_value, "value") && learn(&str_town, "town") && learn(&str_may_pass, "may_pass") &&
           learn(&str_may_end, "may_end") && learn(&str_home, "home") && learn(&str_group, "group") &&
           learn(&str_cross, "cross");
}

static int truth(PyObject *object, PyObject *name, uint8_t *out) {
    PyObject *value = PyObject_GetAttr(object, name);
    if (!value) return 0;
    int yes = PyObject_IsTrue(value);
    Py_DECREF(value);
    *out = yes > 0;
    return yes >= 0;
}

static int read_stops(Search *s, PyObject *stops, PyObject *names) {
    for (int i = 0; i < s->net->stops; i++) {
        PyObject *name = PyTuple_GET_ITEM(names, i), *stop;
        StopFact *fact = &s->stops[i];
        if (PyDict_CheckExact(stops)) {
            stop = Py_XNewRef(PyDict_GetItemWithError(stops, name));
        } else if (PyTuple_CheckExact(stops)) {
            Py_ssize_t at = PyLong_AsSsize_t(name);
            stop = at < PyTuple_GET_SIZE(stops) ? Py_NewRef(PyTuple_GET_ITEM(stops, at)) : NULL;
        } else {
            stop = PyObject_GetItem(stops, name);
            if (!stop && PyErr_ExceptionMatches(PyExc_LookupError)) PyErr_Clear();
        }
        fact->group = -1;
        if (!stop) {
            if (PyErr_Occurred()) return 0;
            continue; /* not described: closed */
        }
        int fine = number(stop, str_value, &fact->value) && number(stop, str_group, &fact->group) &&
                   number(stop, str_cross, &fact->cross) && truth(stop, str_town, &fact->town) &&
                   truth(stop, str_may_pass, &fact->may_pass) && truth(stop, str_may_end, &fact->may_end) &&
                   truth(stop, str_home, &fact->home);
        Py_DECREF(stop);
        if (!fine) return 0;
    }
    /* groups may bear any number: count them from 0 */
    int *seen = malloc((size_t)(s->net->stops + 1) * sizeof *seen);
    if (!seen) {
        PyErr_NoMemory();
        return 0;
    }
    for (int i = 0; i < s->net->stops; i++) {
        if (s->stops[i].group < 0) continue;
        int at = 0;
        while (at < s->groups && seen[at] != s->stops[i].group) at++;
        if (at == s->groups) seen[s->groups++] = s->stops[i].group;
        s->stops[i].group = at;
    }
    free(seen);
    return 1;
}

static int read_kinds(Search *s, PyObject *kinds) {
    s->kinds = (int)PyTuple_GET_SIZE(kinds);
    for (int i = 0; i < s->kinds; i++) {
        PyObject *avoid;
        Kind *kind = &s->kind[i];
        if (!PyArg_ParseTuple(PyTuple_GET_ITEM(kinds, i), "iiiiiO!", &kind->cities, &kind->towns, &kind->hexes,
                              &kind->best, &kind->count, &PyTuple_Type, &avoid))
            return 0;
        if (!PyTuple_GET_SIZE(avoid)) continue;
        kind->avoid = calloc((size_t)s->net->stops + 1, 1);
        if (!kind->avoid) return PyErr_NoMemory() != NULL;
        for (Py_ssize_t j = 0; j < PyTuple_GET_SIZE(avoid); j++) {
            long at = PyLong_AsLong(PyTuple_GET_ITEM(avoid, j));
            if (at < 0 || at >= s->net->stops) {
                if (!PyErr_Occurred()) PyErr_SetString(PyExc_IndexError, "a train avoids a stop that does not exist");
                return 0;
            }
            kind->avoid[at] = 1;
        }
    }
    return 1;
}

/* Amounts from a list of pairs (place, amount), added up. */
static int read_amounts(PyObject *list, int *out, int size, int stride) {
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list); i++) {
        int at, amount;
        if (!PyArg_ParseTuple(PyList_GET_ITEM(list, i), "ii", &at, &amount)) return 0;
        if (at < 0 || at >= size) {
            PyErr_SetString(PyExc_IndexError, "a bonus names a link that does not exist");
            return 0;
        }
        *(int *)((char *)out + (size_t)at * (size_t)stride) += amount;
    }
    return 1;
}

static int read_wholes(Search *s, PyObject *list) {
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list); i++) {
        PyObject *first, *second = NULL;
        Whole *whole = &s->whole[s->wholes++];
        if (!PyArg_ParseTuple(PyList_GET_ITEM(list, i), "iiO!|O!", &whole->through, &whole->amount, &PyList_Type,
                              &first, &PyList_Type, &second))
            return 0;
        if (!whole->through) {
            whole->links = calloc((size_t)s->net->links + 1, 1);
            if (!whole->links) return PyErr_NoMemory() != NULL;
            for (Py_ssize_t j = 0; j < PyList_GET_SIZE(first); j++) {
                long at = PyLong_AsLong(PyList_GET_ITEM(first, j));
                if (at >= 0 && at < s->net->links) whole->links[at] = 1;
            }
            continue;
        }
        whole->first = malloc((size_t)(s->net->stops + 1) * 2 * sizeof *whole->first);
        if (!whole->first) return PyErr_NoMemory() != NULL;
        whole->second = whole->first + s->net->stops;
        for (int j = 0; j < 2 * s->net->stops; j++) whole->first[j] = -1;
        for (int side = 0; side < 2; side++) {
            PyObject *pairs = side ? second : first;
            for (Py_ssize_t j = 0; j < PyList_GET_SIZE(pairs); j++) {
                int at, amount;
                if (!PyArg_ParseTuple(PyList_GET_ITEM(pairs, j), "ii", &at, &amount)) return 0;
                if (at >= 0 && at < s->net->stops) (side ? whole->second : whole->first)[at] = amount;
            }
        }
    }
    return 1;
}

static int read_double(Search *s, PyObject *list) {
    if (list == Py_None) return 1;
    s->single = malloc((size_t)s->net->links + 1);
    if (!s->single) return PyErr_NoMemory() != NULL;
    memset(s->single, 1, (size_t)s->net->links + 1);
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list); i++) {
        long at = PyLong_AsLong(PyList_GET_ITEM(list, i));
        if (at >= 0 && at < s->net->links) s->single[at] = 0;
    }
    return 1;
}

int read_problem(Search *s, const Problem *p) {
    const int stops = s->net->stops, links = s->net->links;
    int trains = 0;
    if (PyTuple_GET_SIZE(p->names) != stops || PyTuple_GET_SIZE(p->kinds) > MAX_KINDS ||
        PyList_GET_SIZE(p->wholes) > MAX_WHOLE) {
        PyErr_SetString(PyExc_ValueError, "problem and network do not fit");
        return 0;
    }
    s->stops = calloc((size_t)stops + 1, sizeof *s->stops);
    s->on_link = calloc((size_t)links + 1, sizeof *s->on_link);
    if (!s->stops || !s->on_link) {
        PyErr_NoMemory();
        return 0;
    }
    if (!read_stops(s, p->stops, p->names) || !read_kinds(s, p->kinds) ||
        !read_amounts(p->at_stop, &s->stops[0].value, stops, sizeof *s->stops) ||
        !read_amounts(p->once, &s->stops[0].once, stops, sizeof *s->stops) ||
        !read_amounts(p->on_link, s->on_link, links, sizeof *s->on_link) || !read_wholes(s, p->wholes) ||
        !read_double(s, p->twice))
        return 0;
    for (int k = 0; k < s->kinds; k++) trains += s->kind[k].count;
    if (trains > MAX_TRAINS) {
        PyErr_SetString(PyExc_ValueError, "too many trains");
        return 0;
    }
    return 1;
}

void drop_problem(Search *s) {
    for (int k = 0; k < s->kinds; k++) free(s->kind[k].avoid);
    for (int i = 0; i < s->wholes; i++) {
        free(s->whole[i].links);
        free(s->whole[i].first);
    }
    free(s->stops);
    free(s->on_link);
    free(s->single);
}
