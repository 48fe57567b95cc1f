/* The door to what locomotives that run many routes ask of the kernel. */
#ifndef STELLWERK_LOCOMOTIVES_H
#define STELLWERK_LOCOMOTIVES_H

#include "../core/door.h"

PyObject *locomotive_prices(PyObject *self, PyObject *args);

#endif
