/* A network packed for the search. It stays the same while track does, so its links are read once and handed back to
 * Python as a capsule, which serves every company and every run until then. */
#include "door.h"

#include <stdlib.h>
#include <string.h>

#define CAPSULE "stellwerk.routes.network"

static PyObject *str_a, *str_b, *str_bits, *str_hexes, *str_gate_a, *str_gate_b, *str_once;

int learn_link_names(void) {
    return learn(&str_a, "a") && learn(&str_b, "b") && learn(&str_bits, "bits") && learn(&str_hexes, "hexes") &&
           learn(&str_gate_a, "gate_a") && learn(&str_gate_b, "gate_b") && learn(&str_once, "once");
}

static void free_net(Net *net) {
    if (!net) return;
    free(net->from);
    free(net->own);
    free(net);
}

static void drop_capsule(PyObject *capsule) { free_net(PyCapsule_GetPointer(capsule, CAPSULE)); }

const Net *packed(PyObject *capsule) { return PyCapsule_GetPointer(capsule, CAPSULE); }

static int read_mask(PyObject *value, unsigned char *out, size_t bytes) {
#if PY_VERSION_HEX >= 0x030D0000
    return _PyLong_AsByteArray((PyLongObject *)value, out, bytes, 1, 0, 1);
#else
    return _PyLong_AsByteArray((PyLongObject *)value, out, bytes, 1, 0);
#endif
}

/* A mask of a link: 1 if it has one, -1 with an exception. `once` may be missing, and to ask for it in vain must not
 * cost an exception for each link. */
static int mask_of(PyObject *link, PyObject *name, PyObject **mask) {
    if (name != str_once) return (*mask = PyObject_GetAttr(link, name)) ? 1 : -1;
#if PY_VERSION_HEX >= 0x030D0000
    return PyObject_GetOptionalAttr(link, name, mask);
#else
    return _PyObject_LookupAttr(link, name, mask);
#endif
}

static int widest(PyObject *links, PyObject *name, int *words) {
    Py_ssize_t count = PyTuple_GET_SIZE(links);
    size_t most = 0;
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *value;
        const int has = mask_of(PyTuple_GET_ITEM(links, i), name, &value);
        if (has < 0) return 0;
        if (!has) continue;
        size_t bits = PyLong_Check(value) ? _PyLong_NumBits(value) : (size_t)-1;
        Py_DECREF(value);
        if (bits == (size_t)-1) {
            PyErr_SetString(PyExc_TypeError, "a mask of track must be an integer");
            return 0;
        }
        if (bits > most) most = bits;
    }
    *words = (int)((most + 63) / 64);
    return 1;
}

static int read_rows(PyObject *links, PyObject *name, word *rows, int words) {
    for (Py_ssize_t i = 0; words && i < PyTuple_GET_SIZE(links); i++) {
        PyObject *value;
        const int has = mask_of(PyTuple_GET_ITEM(links, i), name, &value);
        if (has < 0) return 0;
        if (!has) continue;
        int bad = read_mask(value, (unsigned char *)(rows + (size_t)i * words), (size_t)words * sizeof(word));
        Py_DECREF(value);
        if (bad) return 0;
    }
    return 1;
}

PyObject *pack(PyObject *self, PyObject *args) {
    PyObject *links, *index;
    (void)self;
    if (!PyArg_ParseTuple(args, "O!O!", &PyTuple_Type, &links, &PyDict_Type, &index)) return NULL;
    const int count = (int)PyTuple_GET_SIZE(links), stops = (int)PyDict_GET_SIZE(index);
    int wide = 0, once_wide = 0;
    if (count > 60000 || stops > 4000) Py_RETURN_NONE;
    if (!widest(links, str_bits, &wide) || !widest(links, str_once, &once_wide)) return NULL;
    Net *net = calloc(1, sizeof *net);
    word *rows = calloc((size_t)count * (wide + once_wide) + 1, sizeof *rows);
    word *once = rows ? rows + (size_t)count * wide : NULL;
    word *merged = calloc((size_t)count * MAX_WORDS * 2 + 1, sizeof *merged);
    int *ints = net ? malloc(((size_t)count * 11 + 2 * (size_t)stops + 8) * sizeof *ints) : NULL;
    PyObject *result = NULL;
    if (!net || !rows || !merged || !ints) {
        PyErr_NoMemory();
        free(ints);
        goto end;
    }
    net->from = ints;
    net->to = ints + count;
    net->hexes = net->to + count;
    net->gate_from = net->hexes + count;
    net->gate_to = net->gate_from + count;
    net->arm_link = net->gate_to + count;
    net->arm_to = net->arm_link + 2 * count;
    net->arm_gate = net->arm_to + 2 * count;
    net->first_arm = net->arm_gate + 2 * count;
    net->ways = net->first_arm + stops + 1;
    net->stops = stops;
    net->links = count;
    if (!read_rows(links, str_bits, rows, wide) || !read_rows(links, str_once, once, once_wide)) goto end;
    memset(net->first_arm, 0, (size_t)(stops + 1) * sizeof *net->first_arm);
    for (int i = 0; i < count; i++) {
        PyObject *link = PyTuple_GET_ITEM(links, i);
        for (int end = 0; end < 2; end++) {
            PyObject *stop = PyObject_GetAttr(link, end ? str_b : str_a);
            if (!stop) goto end;
            PyObject *place = PyDict_GetItemWithError(index, stop);
            Py_DECREF(stop);
            if (!place) {
                if (!PyErr_Occurred()) PyErr_SetString(PyExc_KeyError, "stop");
                goto end;
            }
            (end ? net->to : net->from)[i] = (int)PyLong_AsLong(place);
        }
        if (!number(link, str_hexes, &net->hexes[i]) || !number(link, str_gate_a, &net->gate_from[i]) ||
            !number(link, str_gate_b, &net->gate_to[i]))
            goto end;
        net->first_arm[net->from[i]]++;
        net->first_arm[net->to[i]]++;
    }
    for (int i = 0, sum = 0; i <= stops; i++) {
        int size = i < stops ? net->first_arm[i] : 0;
        net->first_arm[i] = sum;
        sum += size;
    }
    for (int i = 0; i < count; i++)
        for (int end = 0; end < 2; end++) {
            int at = end ? net->to[i] : net->from[i], arm = net->first_arm[at]++;
            net->arm_link[arm] = i;
            net->arm_to[arm] = end ? net->from[i] : net->to[i];
            net->arm_gate[arm] = end ? net->gate_to[i] : net->gate_from[i];
        }
    for (int i = stops; i > 0; i--) net->first_arm[i] = net->first_arm[i - 1];
    net->first_arm[0] = 0;
    int bits = merge_bits(rows, count, wide, merged, MAX_WORDS, 1);
    int marks = bits < 0 ? -1
                         : merge_bits(once, count, once_wide, merged + (size_t)count * MAX_WORDS, MAX_WORDS, 0);
    net->words = bits > 0 ? (bits + 63) / 64 : 1;
    net->own_words = net->words + (marks + 63) / 64;
    if (bits < 0 || marks < 0 || net->own_words > MAX_WORDS) {
        result = Py_NewRef(Py_None); /* wider than any board: left to Python */
        goto end;
    }
    net->own = calloc((size_t)count * net->own_words + 1, sizeof *net->own);
    if (!net->own) {
        PyErr_NoMemory();
        goto end;
    }
    for (int i = 0; i < count; i++) {
        word *own = net->own + (size_t)i * net->own_words;
        memcpy(own, merged + (size_t)i * MAX_WORDS, (size_t)net->words * sizeof *own);
        memcpy(own + net->words, merged + (size_t)(count + i) * MAX_WORDS,
               (size_t)(net->own_words - net->words) * sizeof *own);
    }
    for (int i = 0; i < stops; i++) net->ways[i] = ways_at(net, i);
    result = PyCapsule_New(net, CAPSULE, drop_capsule);
    if (result) net = NULL;
end:
    free(rows);
    free(merged);
    free_net(net);
    return result;
}
