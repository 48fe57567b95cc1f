/* The door to Python: networks are packed once (network.c), problems are read with the GIL (problem.c) and
 * searched without it. */
#include "../locomotives/door.h"
#include "door.h"

#include <stdlib.h>

/* The routes of the best run, each with the kind of its train. */
static PyObject *tell_routes(const Search *s) {
    PyObject *routes = PyList_New(s->chosen_count);
    if (!routes) return NULL;
    for (int i = 0; i < s->chosen_count; i++) {
        const Pick *chosen = &s->chosen[i];
        PyObject *links = PyTuple_New(chosen->size);
        for (int j = 0; links && j < chosen->size; j++) {
            PyObject *link = PyLong_FromLong(chosen->links[j]);
            if (!link) {
                Py_CLEAR(links);
                break;
            }
            PyTuple_SET_ITEM(links, j, link);
        }
        PyObject *pair = links ? Py_BuildValue("iN", chosen->kind, links) : NULL;
        if (!pair) {
            Py_DECREF(routes);
            return NULL;
        }
        PyList_SET_ITEM(routes, i, pair);
    }
    return routes;
}

static PyObject *solve(PyObject *self, PyObject *args) {
    PyObject *capsule, *result = NULL;
    Problem p;
    double seconds;
    long long nodes;
    int shortcuts, above = 0;
    Search s = {0};
    (void)self;
    if (!PyArg_ParseTuple(args, "OOO!O!O!O!O!O!OdLp|i", &capsule, &p.stops, &PyTuple_Type, &p.names, &PyTuple_Type,
                          &p.kinds, &PyList_Type, &p.at_stop, &PyList_Type, &p.once, &PyList_Type, &p.on_link,
                          &PyList_Type, &p.wholes, &p.twice, &seconds, &nodes, &shortcuts,
                          &above))
        return NULL;
    s.net = packed(capsule);
    if (!s.net) return NULL;
    if (!read_problem(&s, &p)) goto end;
    s.nodes_left = nodes;
    s.above = above;
    Py_BEGIN_ALLOW_THREADS
    allow_seconds(&s, seconds);
    s.shortcuts = shortcuts;
    find_best_run(&s);
    Py_END_ALLOW_THREADS
    if (s.stopped == 2) {
        PyErr_NoMemory();
        goto end;
    }
    if (s.stopped == 4) {
        PyErr_SetString(PyExc_OverflowError, "values too large for the route search");
        goto end;
    }
    PyObject *routes = tell_routes(&s);
    if (routes) result = Py_BuildValue("iLNn", s.total, (long long)s.bound, routes, (Py_ssize_t)s.count);
end:
    for (int i = 0; i < MAX_TRAINS; i++) free(s.chosen[i].links);
    free(s.columns);
    free(s.masks);
    free(s.pool);
    drop_problem(&s);
    return result;
}

static PyMethodDef methods[] = {
    {"arranged", arranged, METH_O, "arranged(links): the links in order, as a tuple, and the stops that they join."},
    {"pack", pack, METH_VARARGS, "pack(links, index): a network ready for solve, or None if it is too wide."},
    {"solve", solve, METH_VARARGS,
     "solve(network, stops, names, kinds, at_stop, once, on_link, wholes, double, seconds, nodes, shortcuts, above): "
     "total, bound, routes, listed."},
    {"locomotive_prices", locomotive_prices, METH_VARARGS,
     "locomotive_prices(columns, limits, items, tick): prices of rows, claims of items, slacks of columns, bound."},
    {"locomotives_ready", locomotives_ready, METH_VARARGS,
     "locomotives_ready(network, index, names, stops, places, sizes, compulsory, diesel, start, seconds, nodes): a search."},
    {"locomotives_settle", locomotives_settle, METH_VARARGS,
     "locomotives_settle(search, diesel, pay, patience): end, ways listed, most routes, bound, steps."},
    {"locomotives_best", locomotives_best, METH_VARARGS,
     "locomotives_best(search, diesel): the best routes, each with its locomotive; None if there are none yet."},
    {"locomotives_variant", locomotives_variant, METH_VARARGS,
     "locomotives_variant(search, diesel, stop, visit): end, and routes as good as the best that visit a stop, or not."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "_kernel", "The compiled search of the best run.", -1,
                                    methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__kernel(void) {
    if (!learn_link_names() || !learn_order_names() || !learn_stop_names() || !learn_place_names()) return NULL;
    PyObject *made = PyModule_Create(&module);
    if (made && PyModule_AddIntConstant(made, "KNOWS_ABOVE", 1) < 0) Py_CLEAR(made);
    return made;
}
