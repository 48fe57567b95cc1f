/* The doors to what locomotives that run many routes ask of the kernel. */
#ifndef STELLWERK_LOCOMOTIVES_DOOR_H
#define STELLWERK_LOCOMOTIVES_DOOR_H

#include "../core/door.h"

int learn_place_names(void);
PyObject *locomotive_prices(PyObject *self, PyObject *args);
PyObject *locomotives_ready(PyObject *self, PyObject *args);
PyObject *locomotives_settle(PyObject *self, PyObject *args);
PyObject *locomotives_best(PyObject *self, PyObject *args);
PyObject *locomotives_variant(PyObject *self, PyObject *args);

#endif
