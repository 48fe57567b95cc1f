/* What the parts of the door to Python share; see module.c. Apart from kernel.h, as the search itself knows nothing of
 * Python. */
#ifndef STELLWERK_DOOR_H
#define STELLWERK_DOOR_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "kernel.h"

typedef struct {
    PyObject *stops, *names, *kinds;
    PyObject *at_stop, *once, *on_link, *wholes; /* bonuses */
    PyObject *twice;                             /* links on which trains may shuttle; None: they may not at all */
} Problem;

/* network.c */
int learn_link_names(void);
PyObject *pack(PyObject *self, PyObject *args);
const Net *packed(PyObject *capsule); /* NULL, with an exception, if it holds no network */

/* order.c */
int learn_order_names(void);
PyObject *arranged(PyObject *self, PyObject *links);

/* problem.c: false, with an exception, if it cannot be read; in any case it is to be dropped */
int learn_stop_names(void);
int read_problem(Search *s, const Problem *problem);
void drop_problem(Search *s);

/* Names of attributes are made once, not for every stop of every problem. */
static inline int learn(PyObject **name, const char *text) {
    return (*name = PyUnicode_InternFromString(text)) != NULL;
}

static inline int number(PyObject *object, PyObject *name, int *out) {
    PyObject *value = PyObject_GetAttr(object, name);
    if (!value) return 0;
    long n = PyLong_AsLong(value);
    Py_DECREF(value);
    if (n == -1 && PyErr_Occurred()) return 0;
    if (n > 1000000000L || n < -1000000000L) {
        PyErr_SetString(PyExc_OverflowError, "number too large for the route search");
        return 0;
    }
    *out = (int)n;
    return 1;
}

#endif
