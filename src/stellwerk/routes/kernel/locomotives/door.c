/* The door to the search for locomotives: a problem is read with the GIL and searched without it, step by step as Python
 * asks for routes, money and variants. Two threads may hold the same search, so each step waits for the other. */
#include "door.h"
#include "locomotives.h"

#include <stdlib.h>

#define CAPSULE "stellwerk.routes.locomotives"
#define MOST 1000000 /* of an amount */

static PyObject *str_place, *str_besides, *str_may_pass, *str_may_end, *str_home;
static PyObject *str_value, *str_works, *str_diesel, *str_amount, *str_multiplier;

int learn_place_names(void) {
    return learn(&str_place, "place") && learn(&str_besides, "besides") && learn(&str_may_pass, "may_pass") &&
           learn(&str_may_end, "may_end") && learn(&str_home, "home") && learn(&str_value, "value") &&
           learn(&str_works, "works") && learn(&str_diesel, "diesel") && learn(&str_amount, "amount") &&
           learn(&str_multiplier, "multiplier");
}

/* A problem as it is asked, and the standard locomotives and the diesel in search of their runs. */
typedef struct {
    PyObject *network, *names;
    PyThread_type_lock lock;
    Clock clock;
    Settling part[2];
} Yard;

/* What is read: place numbers, rising, each with its object, and arguments that are only borrowed. */
typedef struct {
    PyObject *index, *stops, *places, *sizes, *compulsory, *start;
    int diesel;
    long *numbers;
    PyObject **objects;
} Asked;

static void drop_yard(PyObject *capsule) {
    Yard *yard = PyCapsule_GetPointer(capsule, CAPSULE);
    for (int i = 0; i < 2; i++) give_back(&yard->part[i].room, (Mark){NULL, 0});
    if (yard->lock) PyThread_free_lock(yard->lock);
    Py_XDECREF(yard->network);
    Py_XDECREF(yard->names);
    free(yard);
}

static int truth_of(PyObject *object, PyObject *name, uint8_t *out) {
    PyObject *value = PyObject_GetAttr(object, name);
    if (!value) return 0;
    const int yes = PyObject_IsTrue(value);
    Py_DECREF(value);
    *out = yes > 0;
    return yes >= 0;
}

static int amount_of(PyObject *object, PyObject *name, int *out) {
    if (!number(object, name, out)) return 0;
    if (*out >= 0 && *out <= MOST) return 1;
    PyErr_SetString(PyExc_OverflowError, "amount too large for the search");
    return 0;
}

/* Where a number stands among those of places; a place is added if it is new. */
static int place_at(Asked *asked, int *count, PyObject *object) {
    const long value = PyLong_AsLong(object);
    int low = 0, high = *count;
    if (value == -1 && PyErr_Occurred()) return -1;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (asked->numbers[middle] < value)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == *count || asked->numbers[low] != value) {
        memmove(asked->numbers + low + 1, asked->numbers + low, (size_t)(*count - low) * sizeof *asked->numbers);
        memmove(asked->objects + low + 1, asked->objects + low, (size_t)(*count - low) * sizeof *asked->objects);
        asked->numbers[low] = value;
        asked->objects[low] = object;
        ++*count;
    }
    return low;
}

/* The places that a stop counts for: the first, and perhaps one besides; -1 with an exception. */
static int places_of(Asked *asked, int *count, PyObject *stop, int out[2]) {
    PyObject *name[2] = {str_place, str_besides};
    for (int i = 0; i < 2; i++) {
        PyObject *value = PyObject_GetAttr(stop, name[i]);
        if (!value) return -1;
        Py_DECREF(value); /* the stop holds it */
        if (value == Py_None) return i;
        out[i] = place_at(asked, count, value);
        if (out[i] < 0) return -1;
    }
    return 2;
}

/* Bits of track in the order in which Python numbers them: as links bring them up, those that one link has alone last. */
static void order_track(Ground *g, Room *room) {
    const Net *net = g->net;
    const int words = g->track_words, bits = 64 * words;
    int *users = take_room(room, (size_t)bits, sizeof *users), *place = take_room(room, (size_t)bits, sizeof *place), next = 1;
    for (int link = 0; link < net->links; link++)
        EACH(bit, net->own + (size_t)link * (size_t)net->own_words, words) users[bit]++;
    for (int alone = 0; alone < 2; alone++)
        for (int link = 0; link < net->links; link++)
            EACH(bit, net->own + (size_t)link * (size_t)net->own_words, words)
                if ((users[bit] == 1) == alone && !place[bit]) place[bit] = next++;
    g->track = take_room(room, (size_t)net->links * (size_t)words, sizeof(word));
    for (int link = 0; link < net->links; link++)
        EACH(bit, net->own + (size_t)link * (size_t)net->own_words, words)
            put(g->track + (size_t)link * (size_t)words, place[bit] - 1);
}

/* Stops as the company sees them. What a diesel without track counts for at its start comes after them. */
static int read_ground(Yard *yard, Asked *asked, const Net *net) {
    Ground *g = &yard->part[0].ground;
    Room *room = &yard->part[0].room;
    PyObject *name, *stop;
    Py_ssize_t at = 0;
    int out[2];
    const size_t most = 2 * (size_t)PyDict_GET_SIZE(asked->stops) + 2, stops = (size_t)net->stops;
    asked->numbers = take_room(room, most, sizeof *asked->numbers);
    asked->objects = take_room(room, most, sizeof *asked->objects);
    g->net = net;
    g->stops = net->stops;
    g->halt_words = words_for(net->stops + 1);
    g->track_words = net->words;
    g->mark_words = net->own_words - net->words;
    while (PyDict_Next(asked->stops, &at, &name, &stop))
        if (places_of(asked, &g->places, stop, out) < 0) return 0;
    g->place_words = words_for(g->places);
    g->place = take_room(room, stops + 1, sizeof *g->place);
    g->counts = take_room(room, (stops + 1) * (size_t)g->place_words, sizeof *g->counts);
    g->may_pass = take_room(room, stops + 1, 1);
    g->may_end = take_room(room, stops + 1, 1);
    g->home = take_room(room, stops + 1, 1);
    for (int i = 0; i <= net->stops; i++) {
        g->place[i] = -1;
        if (i == net->stops && asked->start == Py_None) break;
        stop = PyDict_GetItemWithError(asked->stops, i < net->stops ? PyTuple_GET_ITEM(yard->names, i) : asked->start);
        if (!stop) {
            if (i == net->stops && !PyErr_Occurred()) PyErr_SetObject(PyExc_KeyError, asked->start);
            if (PyErr_Occurred()) return 0;
            continue;
        }
        const int count = places_of(asked, &g->places, stop, out);
        if (count < 0 || !truth_of(stop, str_may_pass, &g->may_pass[i]) || !truth_of(stop, str_may_end, &g->may_end[i]) ||
            !truth_of(stop, str_home, &g->home[i]))
            return 0;
        g->place[i] = out[0];
        for (int j = 0; j < count; j++) put(g->counts + (size_t)i * (size_t)g->place_words, out[j]);
    }
    order_track(g, room);
    return 1;
}

/* What a place earns for the diesel, or for locomotives of each grade. */
static int read_place(Yard *yard, PyObject *place, int at) {
    Settling *s = &yard->part[0];
    int value, diesel, amount, multiplier;
    if (!amount_of(place, str_value, &value) || !amount_of(place, str_diesel, &diesel)) return 0;
    yard->part[1].worth[at] = diesel;
    int64_t *worth = s->worth + (size_t)at * (size_t)s->grades;
    for (int i = 0; i < s->grades; i++) worth[i] = value;
    PyObject *works = PyObject_GetAttr(place, str_works);
    if (!works) return 0;
    int fine = PyTuple_Check(works);
    for (Py_ssize_t i = 0; fine && i < PyTuple_GET_SIZE(works); i++) {
        PyObject *work = PyTuple_GET_ITEM(works, i);
        fine = amount_of(work, str_amount, &amount) && amount_of(work, str_multiplier, &multiplier);
        for (int j = 0; fine && j < s->grades; j++) worth[j] += amount + (int64_t)multiplier * s->grade[j];
    }
    Py_DECREF(works);
    for (int i = 1; fine && i < s->grades; i++)
        if (worth[i] != worth[0]) put(s->differ, at);
    if (!fine && !PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "works must be a tuple");
    return fine;
}

static int read_places(Yard *yard, const Asked *asked) {
    const Ground *g = &yard->part[0].ground;
    for (int i = 0; i < 2; i++) {
        Settling *s = &yard->part[i];
        s->worth = take_room(&yard->part[0].room, (size_t)(g->places * s->grades) + 1, sizeof *s->worth);
        s->differ = take_room(&yard->part[0].room, (size_t)g->place_words, sizeof *s->differ);
    }
    for (int i = 0; i < g->places; i++) {
        PyObject *place = PyDict_GetItemWithError(asked->places, asked->objects[i]);
        if (place ? !read_place(yard, place, i) : PyErr_Occurred() != NULL) return 0;
    }
    return 1;
}

static int read_engines(Yard *yard, const Asked *asked) {
    Settling *s = &yard->part[0], *diesel = &yard->part[1];
    const Py_ssize_t count = PyTuple_GET_SIZE(asked->sizes);
    int all = 0;
    for (Py_ssize_t i = 0; i < count; i++) {
        const long size = PyLong_AsLong(PyTuple_GET_ITEM(asked->sizes, i));
        if (size == -1 && PyErr_Occurred()) return 0;
        if (count > MAX_ENGINES || size < 1 || size > MAX_SHARED || (all += (int)size) > MAX_SHARED) {
            PyErr_SetString(PyExc_OverflowError, "locomotives too large for the search");
            return 0;
        }
        s->size[i] = s->routes_of[i] = (int)size;
        int at = (int)i;
        for (; at > 0 && s->size[s->rising[at - 1]] > size; at--) s->rising[at] = s->rising[at - 1];
        s->rising[at] = (int)i;
    }
    s->engines = (int)count;
    for (int i = 0; i < s->engines; i++) {
        const int engine = s->rising[i];
        if (!s->grades || s->grade[s->grades - 1] != s->size[engine]) s->grade[s->grades++] = s->size[engine];
        s->grade_of[engine] = s->grades - 1;
    }
    diesel->diesel = 1;
    diesel->engines = asked->diesel;
    diesel->grades = diesel->size[0] = diesel->grade[0] = 1;
    return 1;
}

/* The stops along links that follow one another, as indexes; false if they do not. */
static int along(const Net *net, const int *links, int size, int *stops) {
    int here = net->from[links[0]];
    if (size > 1 && (here == net->from[links[1]] || here == net->to[links[1]])) here = net->to[links[0]];
    stops[0] = here;
    for (int i = 0; i < size; i++) {
        const int link = links[i];
        if (here != net->from[link] && here != net->to[link]) return 0;
        here = here == net->from[link] ? net->to[link] : net->from[link];
        stops[i + 1] = here;
    }
    return 1;
}

/* Begin with the compulsory routes; the diesel starts from all of them together, and from the stop where it calls. */
static int read_compulsory(Yard *yard, const Asked *asked) {
    const Ground *g = &yard->part[0].ground;
    const Net *net = g->net;
    Room *room = &yard->part[0].room;
    word *track = take_room(room, (size_t)g->track_words, sizeof *track), *all = take_room(room, (size_t)g->halt_words, sizeof *all);
    word *places = take_room(room, (size_t)g->place_words, sizeof *places);
    word *halts = take_room(room, (size_t)g->halt_words, sizeof *halts);
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(asked->compulsory); i++) {
        PyObject *row = PyTuple_GET_ITEM(asked->compulsory, i);
        const int size = PyTuple_Check(row) ? (int)PyTuple_GET_SIZE(row) : 0;
        int *links = take_room(room, (size_t)size + 1, sizeof *links), *stops = take_room(room, (size_t)size + 2, sizeof *stops);
        int fine = size > 0;
        for (int j = 0; fine && j < size; j++) {
            const long link = PyLong_AsLong(PyTuple_GET_ITEM(row, j));
            if (link == -1 && PyErr_Occurred()) return 0;
            fine = link >= 0 && link < net->links;
            links[j] = (int)link;
        }
        if (!fine || !along(net, links, size, stops)) {
            PyErr_SetString(PyExc_ValueError, "links that do not follow one another");
            return 0;
        }
        clear_set(track, g->track_words);
        clear_set(places, g->place_words);
        clear_set(halts, g->halt_words);
        for (int j = 0; j < size; j++) join(track, g->track + (size_t)links[j] * (size_t)g->track_words, g->track_words);
        for (int j = 0; j <= size; j++) {
            put(halts, stops[j]);
            join(places, g->counts + (size_t)stops[j] * (size_t)g->place_words, g->place_words);
        }
        join(all, halts, g->halt_words);
        for (int part = 0; part < 2; part++) add_way(&yard->part[part], stops, links, size, track, places, halts);
    }
    Settling *diesel = &yard->part[1];
    if (asked->start != Py_None && asked->diesel) {
        PyObject *at = PyDict_GetItemWithError(asked->index, asked->start);
        if (!at && PyErr_Occurred()) return 0;
        const int start = at ? (int)PyLong_AsLong(at) : g->stops;
        put(all, start);
        clear_set(track, g->track_words);
        add_way(diesel, &start, NULL, 0, track, g->counts + (size_t)g->stops * (size_t)g->place_words, all);
        diesel->silent = 1;
    }
    for (int i = 0; i < diesel->ways; i++) copy_set(diesel->halts + (size_t)i * (size_t)g->halt_words, all, g->halt_words);
    for (int part = 0; part < 2; part++) yard->part[part].compulsory = yard->part[part].ways;
    return 1;
}

static int read_asked(Yard *yard, Asked *asked, const Net *net) {
    jmp_buf out;
    for (int i = 0; i < 2; i++) {
        yard->part[i].room.way_out = &out;
        yard->part[i].clock = &yard->clock;
    }
    if (setjmp(out)) {
        PyErr_NoMemory();
        return 0;
    }
    if (!read_ground(yard, asked, net) || !read_engines(yard, asked) || !read_places(yard, asked)) return 0;
    yard->part[1].ground = yard->part[0].ground;
    yard->part[1].ground.may_end = yard->part[0].ground.home; /* the diesel ends at own markers only */
    return read_compulsory(yard, asked);
}

PyObject *locomotives_ready(PyObject *self, PyObject *args) {
    PyObject *network, *names;
    Asked asked = {0};
    double seconds;
    long long nodes;
    (void)self;
    if (!PyArg_ParseTuple(args, "OO!O!O!O!O!O!pOdL", &network, &PyDict_Type, &asked.index, &PyTuple_Type, &names,
                          &PyDict_Type, &asked.stops, &PyDict_Type, &asked.places, &PyTuple_Type, &asked.sizes,
                          &PyTuple_Type, &asked.compulsory, &asked.diesel, &asked.start, &seconds, &nodes))
        return NULL;
    const Net *net = packed(network);
    if (!net) return NULL;
    Yard *yard = calloc(1, sizeof *yard);
    if (!yard) return PyErr_NoMemory();
    PyObject *capsule = PyCapsule_New(yard, CAPSULE, drop_yard);
    if (!capsule) {
        free(yard);
        return NULL;
    }
    yard->network = Py_NewRef(network);
    yard->names = Py_NewRef(names);
    yard->lock = PyThread_allocate_lock();
    yard->clock = (Clock){0, nodes, seconds < 0 ? -1 : seconds_now() + seconds};
    if (!yard->lock) PyErr_NoMemory();
    if (!yard->lock || !read_asked(yard, &asked, net)) Py_CLEAR(capsule);
    return capsule;
}

static void list_all(Settling *s) {
    if (!s->listed) {
        list_ways(s);
        s->listed = 1;
        if (s->diesel) s->routes_of[0] = s->ways;
        int routes = 0;
        for (int i = 0; i < s->engines; i++) routes += s->routes_of[i];
        s->most_routes = routes < s->ways ? routes : s->ways;
        for (int place = 0; s->ways && place < s->ground.places; place++) {
            int64_t most = worth_of(s, place, 0);
            for (int i = 1; i < s->grades; i++)
                if (worth_of(s, place, i) > most) most = worth_of(s, place, i);
            s->bound += most;
        }
        if (!s->ways) s->counted = 1;
    }
}

static int settle(Settling *s, int pay) {
    jmp_buf out;
    s->room.way_out = &out;
    const int why = setjmp(out);
    if (why) return why;
    list_all(s);
    if (!s->counted) count_routes(s);
    if (pay && s->ways && !s->tables_count) settle_money(s);
    return FINE;
}

/* A part of a search, once no other thread is at work on it; NULL with an exception. */
static Settling *enter(PyObject *capsule, int diesel, Yard **yard) {
    *yard = PyCapsule_GetPointer(capsule, CAPSULE);
    if (!*yard) return NULL;
    if (!PyThread_acquire_lock((*yard)->lock, NOWAIT_LOCK)) {
        Py_BEGIN_ALLOW_THREADS
        PyThread_acquire_lock((*yard)->lock, WAIT_LOCK);
        Py_END_ALLOW_THREADS
    }
    return &(*yard)->part[diesel ? 1 : 0];
}

/* How a search ended, where Python goes on: fine, or the budget is spent, or there is no run. */
static int tellable(int why) {
    if (why == NO_MEMORY) PyErr_NoMemory();
    if (why == NO_LIMIT) PyErr_SetString(PyExc_ArithmeticError, "the prices have no limit");
    return why != NO_MEMORY && why != NO_LIMIT;
}

PyObject *locomotives_settle(PyObject *self, PyObject *args) {
    PyObject *capsule, *result = NULL;
    int diesel, pay, patience, why;
    Yard *yard;
    (void)self;
    if (!PyArg_ParseTuple(args, "Oppi", &capsule, &diesel, &pay, &patience)) return NULL;
    Settling *s = enter(capsule, diesel, &yard);
    if (!s) return NULL;
    s->patience = patience;
    Py_BEGIN_ALLOW_THREADS
    why = settle(s, pay);
    Py_END_ALLOW_THREADS
    if (tellable(why))
        result = Py_BuildValue("iiiLL", why, s->listed ? s->ways - s->compulsory : -1, s->most_routes - s->silent,
                               (long long)s->bound, (long long)yard->clock.steps);
    PyThread_release_lock(yard->lock);
    return result;
}

/* Routes as (locomotive, stops, links). */
static PyObject *tell(const Yard *yard, const Told *routes, int count) {
    PyObject *told = PyTuple_New(count);
    for (int i = 0; told && i < count; i++) {
        const Told *route = &routes[i];
        PyObject *stops = PyTuple_New(route->size + 1), *links = PyTuple_New(route->size);
        for (int j = 0; stops && j <= route->size; j++)
            PyTuple_SET_ITEM(stops, j, Py_NewRef(PyTuple_GET_ITEM(yard->names, route->stops[j])));
        for (int j = 0; links && j < route->size; j++) {
            PyObject *link = PyLong_FromLong(route->links[j]);
            if (!link) {
                Py_CLEAR(links);
                break;
            }
            PyTuple_SET_ITEM(links, j, link);
        }
        PyObject *row = stops && links ? Py_BuildValue("iOO", route->engine, stops, links) : NULL;
        Py_XDECREF(stops);
        Py_XDECREF(links);
        if (row)
            PyTuple_SET_ITEM(told, i, row);
        else
            Py_CLEAR(told);
    }
    return told;
}

static int best_routes(Settling *s, Told **routes, int *count) {
    jmp_buf out;
    s->room.way_out = &out;
    const int why = setjmp(out);
    if (why || !s->has_best) return why;
    *routes = take_room(&s->room, (size_t)s->best.count + 1, sizeof **routes);
    *count = told_routes(s, &s->best, *routes);
    return FINE;
}

PyObject *locomotives_best(PyObject *self, PyObject *args) {
    PyObject *capsule, *found = NULL;
    int diesel, count = -1;
    Told *routes = NULL;
    Yard *yard;
    (void)self;
    if (!PyArg_ParseTuple(args, "Op", &capsule, &diesel)) return NULL;
    Settling *s = enter(capsule, diesel, &yard);
    if (!s) return NULL;
    const Mark before = mark(&s->room);
    if (tellable(best_routes(s, &routes, &count)))
        found = count >= 0 ? tell(yard, routes, count) : Py_NewRef(Py_None);
    give_back(&s->room, before);
    PyThread_release_lock(yard->lock);
    return found;
}

static int vary(Settling *s, int stop, int visit, Told **routes, int *count) {
    jmp_buf out;
    s->room.way_out = &out;
    const int why = setjmp(out);
    if (why) return why;
    *routes = take_room(&s->room, (size_t)s->most_routes + 1, sizeof **routes);
    *count = s->has_best ? find_variant(s, stop, visit, *routes) : -1;
    return FINE;
}

PyObject *locomotives_variant(PyObject *self, PyObject *args) {
    PyObject *capsule, *found = NULL;
    int diesel, stop, visit, why, count = -1;
    Told *routes = NULL;
    Yard *yard;
    (void)self;
    if (!PyArg_ParseTuple(args, "Opip", &capsule, &diesel, &stop, &visit)) return NULL;
    Settling *s = enter(capsule, diesel, &yard);
    if (!s) return NULL;
    const Mark before = mark(&s->room);
    Py_BEGIN_ALLOW_THREADS
    why = vary(s, stop, visit, &routes, &count);
    Py_END_ALLOW_THREADS
    if (tellable(why)) found = why == FINE && count >= 0 ? tell(yard, routes, count) : Py_NewRef(Py_None);
    give_back(&s->room, before);
    PyThread_release_lock(yard->lock);
    return found ? Py_BuildValue("iN", why, found) : NULL;
}
