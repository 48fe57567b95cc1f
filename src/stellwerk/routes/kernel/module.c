/* The door to Python: networks are packed once, problems are read with the GIL and searched without it. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kernel.h"

#define CAPSULE "stellwerk.routes.network"

static PyObject *str_a, *str_b, *str_bits, *str_hexes, *str_gate_a, *str_gate_b, *str_once, *str_value, *str_town,
    *str_may_pass, *str_may_end, *str_home, *str_group, *str_cross;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int tick_many(Search *s, int64_t steps) {
    const int64_t before = s->ticks;
    s->ticks += steps;
    if (s->stopped) return 1;
    if (s->nodes_left >= 0 && s->ticks > s->nodes_left) s->stopped = 1;
    if (s->until >= 0 && ((before >> 9) != (s->ticks >> 9) || !steps) && now() > s->until) s->stopped = 1;
    return s->stopped;
}

int keep_chosen(Search *s, int slot, int kind, const uint16_t *links, int size) {
    uint16_t *copy = malloc((size_t)size * sizeof *copy);
    if (!copy) {
        s->stopped = 2;
        return 0;
    }
    memcpy(copy, links, (size_t)size * sizeof *copy);
    free(s->chosen[slot].links);
    s->chosen[slot] = (Chosen){kind, size, copy};
    return 1;
}

/* ---- packing ---- */

static void free_net(Net *net) {
    if (!net) return;
    free(net->from);
    free(net->own);
    free(net);
}

static void drop_capsule(PyObject *capsule) { free_net(PyCapsule_GetPointer(capsule, CAPSULE)); }

static int number(PyObject *object, PyObject *name, int *out) {
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

static int truth(PyObject *object, PyObject *name, uint8_t *out) {
    PyObject *value = PyObject_GetAttr(object, name);
    if (!value) return 0;
    int yes = PyObject_IsTrue(value);
    Py_DECREF(value);
    *out = yes > 0;
    return yes >= 0;
}

/* Make one bit of all that are set in the same masks. `rows` are masks as words; the result has at most
 * `limit` bits. Bits set in one row only keep nothing apart and go. Returns the number of bits, or -1. */
static int merge_bits(const word *rows, int count, int wide, word *out, int out_words, int lonely) {
    const int sign_words = (count + 63) / 64;
    word *signs = malloc(((size_t)wide * 64 + 1) * (size_t)(sign_words ? sign_words : 1) * sizeof *signs);
    int bits = 0;
    if (!signs) return -1;
    for (int bit = 0; bit < wide * 64; bit++) {
        word *sign = signs + (size_t)bits * sign_words;
        int users = 0, same = 0;
        memset(sign, 0, (size_t)sign_words * sizeof *sign);
        for (int row = 0; row < count; row++)
            if (rows[(size_t)row * wide + (bit >> 6)] >> (bit & 63) & 1) {
                sign[row >> 6] |= (word)1 << (row & 63);
                users++;
            }
        if (users < 2) continue;
        for (int other = 0; other < bits && !same; other++)
            same = !memcmp(signs + (size_t)other * sign_words, sign, (size_t)sign_words * sizeof *sign);
        if (same) continue;
        if (bits == out_words * 64) {
            bits = -1;
            break;
        }
        for (int row = 0; row < count; row++)
            if (sign[row >> 6] >> (row & 63) & 1) out[(size_t)row * out_words + (bits >> 6)] |= (word)1 << (bits & 63);
        bits++;
    }
    free(signs);
    for (int row = 0; lonely && bits >= 0 && row < count; row++) {
        int any = 0;
        for (int w = 0; w < out_words; w++) any |= out[(size_t)row * out_words + w] != 0;
        if (any) continue;
        if (bits == out_words * 64) return -1;
        out[(size_t)row * out_words + (bits >> 6)] |= (word)1 << (bits & 63);
        bits++;
    }
    return bits;
}

/* How many of the links at a stop can be used at once, at most: as many as bits are needed to meet all of them. */
static int ways_at(const Net *net, int stop) {
    const int first = net->first_arm[stop], size = net->first_arm[stop + 1] - first;
    uint8_t met[256] = {0};
    int ways = 0;
    if (size > 256) return size;
    for (int i = 0; i < size; i++) {
        if (met[i]) continue;
        /* the bit of this link that meets most of the others */
        const word *mine = net->own + (size_t)net->arm_link[first + i] * net->own_words;
        int best = -1, best_word = 0, best_bit = 0;
        for (int w = 0; w < net->words; w++)
            for (word m = mine[w]; m; m &= m - 1) {
                int bit = __builtin_ctzll(m), count = 0;
                for (int j = i; j < size; j++)
                    count += !met[j] && net->own[(size_t)net->arm_link[first + j] * net->own_words + w] >> bit & 1;
                if (count > best) best = count, best_word = w, best_bit = bit;
            }
        for (int j = i; j < size; j++)
            if (net->own[(size_t)net->arm_link[first + j] * net->own_words + best_word] >> best_bit & 1) met[j] = 1;
        ways++;
    }
    return ways;
}

static int read_mask(PyObject *value, unsigned char *out, size_t bytes) {
#if PY_VERSION_HEX >= 0x030D0000
    return _PyLong_AsByteArray((PyLongObject *)value, out, bytes, 1, 0, 1);
#else
    return _PyLong_AsByteArray((PyLongObject *)value, out, bytes, 1, 0);
#endif
}

static int widest(PyObject *links, PyObject *name, int *words) {
    Py_ssize_t count = PyTuple_GET_SIZE(links);
    size_t most = 0;
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *value = PyObject_GetAttr(PyTuple_GET_ITEM(links, i), name);
        if (!value) {
            if (name != str_once) return 0;
            PyErr_Clear();
            continue;
        }
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
        PyObject *value = PyObject_GetAttr(PyTuple_GET_ITEM(links, i), name);
        if (!value) {
            if (name != str_once) return 0;
            PyErr_Clear();
            continue;
        }
        int bad = read_mask(value, (unsigned char *)(rows + (size_t)i * words), (size_t)words * sizeof(word));
        Py_DECREF(value);
        if (bad) return 0;
    }
    return 1;
}

static PyObject *pack(PyObject *self, PyObject *args) {
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

/* ---- reading a problem ---- */

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
            if (at < 0 || at >= s->net->stops) return PyErr_Occurred() != NULL;
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

static PyObject *solve(PyObject *self, PyObject *args) {
    PyObject *capsule, *stops, *names, *kinds, *at_stop, *once, *on_link, *wholes, *twice, *result = NULL;
    double seconds;
    long long nodes;
    int shortcuts, together;
    Search s = {0};
    (void)self;
    if (!PyArg_ParseTuple(args, "OOO!O!O!O!O!O!OdLpp", &capsule, &stops, &PyTuple_Type, &names, &PyTuple_Type, &kinds,
                          &PyList_Type, &at_stop, &PyList_Type, &once, &PyList_Type, &on_link, &PyList_Type, &wholes,
                          &twice, &seconds, &nodes, &shortcuts, &together))
        return NULL;
    s.net = PyCapsule_GetPointer(capsule, CAPSULE);
    if (!s.net) return NULL;
    if (PyTuple_GET_SIZE(names) != s.net->stops || PyTuple_GET_SIZE(kinds) > MAX_KINDS ||
        PyList_GET_SIZE(wholes) > MAX_WHOLE) {
        PyErr_SetString(PyExc_ValueError, "problem and network do not fit");
        return NULL;
    }
    s.stops = calloc((size_t)s.net->stops + 1, sizeof *s.stops);
    s.on_link = calloc((size_t)s.net->links + 1, sizeof *s.on_link);
    if (!s.stops || !s.on_link) {
        PyErr_NoMemory();
        goto end;
    }
    if (!read_stops(&s, stops, names) || !read_kinds(&s, kinds) ||
        !read_amounts(at_stop, &s.stops[0].value, s.net->stops, sizeof *s.stops) ||
        !read_amounts(once, &s.stops[0].once, s.net->stops, sizeof *s.stops) ||
        !read_amounts(on_link, s.on_link, s.net->links, sizeof *s.on_link) || !read_wholes(&s, wholes) ||
        !read_double(&s, twice))
        goto end;
    int trains = 0, skipping = 0;
    for (int k = 0; k < s.kinds; k++) {
        trains += s.kind[k].count;
        skipping |= s.kind[k].best >= 0;
    }
    if (trains > MAX_TRAINS) {
        PyErr_SetString(PyExc_ValueError, "too many trains");
        goto end;
    }
    s.nodes_left = nodes;
    Py_BEGIN_ALLOW_THREADS
    s.until = seconds >= 0 ? now() + seconds : -1;
    s.room_limit = MAX_COLUMNS;
    s.shortcuts = shortcuts;
    s.together = together;
    if (skipping) {
        list_and_mix(&s);
    } else {
        list_and_choose(&s);
    }
    Py_END_ALLOW_THREADS
    if (s.stopped == 2) {
        PyErr_NoMemory();
        goto end;
    }
    if (s.stopped == 4) {
        PyErr_SetString(PyExc_OverflowError, "values too large for the route search");
        goto end;
    }
    PyObject *routes = PyList_New(s.chosen_count);
    if (!routes) goto end;
    for (int i = 0; i < s.chosen_count; i++) {
        const Chosen *chosen = &s.chosen[i];
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
            goto end;
        }
        PyList_SET_ITEM(routes, i, pair);
    }
    result = Py_BuildValue("iLNn", s.total, (long long)s.bound, routes, (Py_ssize_t)s.count);
end:
    for (int k = 0; k < s.kinds; k++) {
        free(s.kind[k].avoid);
    }
    for (int i = 0; i < s.wholes; i++) {
        free(s.whole[i].links);
        free(s.whole[i].first);
    }
    for (int i = 0; i < MAX_TRAINS; i++) free(s.chosen[i].links);
    drop_sweeps(&s);
    drop_tolls(&s);
    free(s.stops);
    free(s.on_link);
    free(s.single);
    free(s.columns);
    free(s.masks);
    free(s.pool);
    return result;
}

static PyMethodDef methods[] = {
    {"pack", pack, METH_VARARGS, "pack(links, index): a network ready for solve, or None if it is too wide."},
    {"solve", solve, METH_VARARGS,
     "solve(network, stops, names, kinds, at_stop, once, on_link, wholes, double, seconds, nodes, shortcuts, together): "
     "total, bound, routes, listed."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "_kernel", "The compiled search of the best run.", -1,
                                    methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__kernel(void) {
    static const struct {
        PyObject **slot;
        const char *text;
    } names[] = {
        {&str_a, "a"},           {&str_b, "b"},       {&str_bits, "bits"},         {&str_hexes, "hexes"},
        {&str_gate_a, "gate_a"}, {&str_gate_b, "gate_b"}, {&str_once, "once"},     {&str_value, "value"},
        {&str_town, "town"},     {&str_may_pass, "may_pass"}, {&str_may_end, "may_end"}, {&str_home, "home"},
        {&str_group, "group"},   {&str_cross, "cross"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!(*names[i].slot = PyUnicode_InternFromString(names[i].text))) return NULL;
    return PyModule_Create(&module);
}
