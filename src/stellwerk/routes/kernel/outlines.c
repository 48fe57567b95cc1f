/* Every outline that the pieces of a route can have at the frontier of a lane, from its first link to its last.
 *
 * An outline says of each stop of the frontier whether it is untouched, passed, or one end of a piece, and where that
 * piece goes on. What a sweep knows beside (stops counted, track used) is left out, so outlines are few; and which
 * comes of which depends neither on prices nor on track that is taken. So they are found once for each lane. */
#include "sweep.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    Outlines *o;
    size_t room;
    const StopFact *stops;
    uint32_t *table; /* of the outlines after the step */
    size_t table_size, next; /* next: where these begin */
    int failed;
} Making;

static int make_room(Making *m) {
    Outlines *o = m->o;
    const size_t room = m->room ? 2 * m->room : 4096;
    if (o->size < m->room) return 1;
    if (m->room >= MAX_OUTLINES) return 0;
    word *shape = realloc(o->shape, room * sizeof *shape);
    if (shape) o->shape = shape;
    uint32_t *left = realloc(o->left, room * sizeof *left);
    if (left) o->left = left;
    uint32_t *taken = realloc(o->taken, room * sizeof *taken);
    if (taken) o->taken = taken;
    uint8_t *touched = realloc(o->touched, room * sizeof *touched);
    if (touched) o->touched = touched;
    uint8_t *ends = realloc(o->ends, room * sizeof *ends);
    if (ends) o->ends = ends;
    if (!shape || !left || !taken || !touched || !ends) return 0;
    m->room = room;
    return 1;
}

static inline size_t hash_of(word shape) {
    shape *= 0xD6E8FEB86659FD93u;
    return (size_t)(shape ^ shape >> 32);
}

static int fit_table(Making *m, size_t size) {
    uint32_t *table = size > m->table_size ? realloc(m->table, size * sizeof *table) : m->table;
    if (!table) return 0;
    m->table = table;
    m->table_size = size;
    memset(table, 0, size * sizeof *table);
    for (size_t i = m->next; i < m->o->size; i++) {
        size_t at = hash_of(m->o->shape[i]) & (size - 1);
        while (table[at]) at = (at + 1) & (size - 1);
        table[at] = (uint32_t)i;
    }
    return 1;
}

static int ends_of(word shape) {
    int ends = 0;
    for (; shape; shape >>= CODE_BITS) ends += code_of(shape, 0) == ENDED;
    return ends;
}

static uint32_t number_of(Making *m, word shape) {
    Outlines *o = m->o;
    if ((o->size - m->next) * 2 >= m->table_size && !fit_table(m, m->table_size * 2)) m->failed = 1;
    if (!make_room(m)) m->failed = 1;
    if (m->failed) return IN_VAIN;
    size_t at = hash_of(shape) & (m->table_size - 1);
    for (; m->table[at]; at = (at + 1) & (m->table_size - 1))
        if (o->shape[m->table[at]] == shape) return m->table[at];
    o->shape[o->size] = shape;
    o->ends[o->size] = (uint8_t)ends_of(shape);
    return m->table[at] = (uint32_t)o->size++;
}

static int any_open(word shape) {
    for (; shape; shape >>= CODE_BITS)
        if (code_of(shape, 0) >= ENDED) return 1;
    return 0;
}

word join(const StopFact *stops, const Step *step, word shape, int *far) {
    for (int i = 0; i < 2; i++) {
        const int slot = step->slot[i], code = code_of(shape, slot);
        const int stays = code == FREE && stops[step->stop[i]].may_pass;
        far[i] = stays ? slot : code >= JOINED ? code - JOINED : -1;
    }
    for (int i = 0; i < 2; i++) shape = with_code(shape, step->slot[i], DONE);
    for (int i = 0; i < 2; i++)
        if (far[i] >= 0) shape = with_code(shape, far[i], far[!i] >= 0 ? JOINED + far[!i] : ENDED);
    return shape;
}

/* Stops whose last link this was leave the frontier; one that a single link touches is an end of the route. */
static uint32_t after_leaving(Making *m, const Step *step, word shape) {
    for (int i = 0; i < 2; i++) {
        if (!step->leaves[i]) continue;
        const int code = code_of(shape, step->slot[i]);
        shape = with_code(shape, step->slot[i], FREE);
        if (code < ENDED) continue;
        if (!m->stops[step->stop[i]].may_end) return IN_VAIN;
        if (code == ENDED) return any_open(shape) ? IN_VAIN : WHOLE;
        if (ends_of(shape) == 2) return IN_VAIN;
        shape = with_code(shape, code - JOINED, ENDED);
    }
    return number_of(m, shape);
}

static uint32_t after_taking(Making *m, const Step *step, word shape) {
    int far[2];
    for (int i = 0; i < 2; i++) {
        const int code = code_of(shape, step->slot[i]);
        if (code == DONE || code == JOINED + step->slot[!i]) return IN_VAIN;
        if (code != FREE && !m->stops[step->stop[i]].may_pass) return IN_VAIN;
    }
    shape = join(m->stops, step, shape, far);
    if (far[0] < 0 && far[1] < 0) return any_open(shape) ? IN_VAIN : WHOLE;
    return ends_of(shape) > 2 ? IN_VAIN : after_leaving(m, step, shape);
}

static int touches(int code) { return code == FREE ? 0 : code == DONE ? 2 : 1; }

static void make_all(Making *m, const Sweep *w) {
    Outlines *o = m->o;
    memset(o->shape, 0, (FIRST_OUTLINE + 1) * sizeof *o->shape);
    memset(o->ends, 0, (FIRST_OUTLINE + 1) * sizeof *o->ends);
    o->size = FIRST_OUTLINE + 1;
    o->first[0] = FIRST_OUTLINE;
    for (int i = 0; i < w->count && !m->failed; i++) {
        const Step *step = &w->steps[i];
        const size_t end = o->first[i + 1] = m->next = o->size;
        if (!fit_table(m, 1024)) m->failed = 1;
        for (size_t at = o->first[i]; at < end && !m->failed; at++) {
            const word shape = o->shape[at];
            const int one = touches(code_of(shape, step->slot[0])), other = touches(code_of(shape, step->slot[1]));
            const uint32_t left = after_leaving(m, step, shape), taken = after_taking(m, step, shape);
            o->touched[at] = (uint8_t)(3 * one + other);
            o->left[at] = left;
            o->taken[at] = taken;
        }
    }
    o->steps = w->count;
}

void free_outlines(Outlines *o) {
    if (!o) return;
    free(o->first);
    free(o->shape);
    free(o->left);
    free(o->taken);
    free(o->touched);
    free(o->ends);
    free(o);
}

/* Those of the lane that is planned; NULL if they are too many. */
Outlines *find_outlines(const Sweep *w) {
    Outlines *o = calloc(1, sizeof *o);
    Making m = {.o = o, .stops = w->s->stops};
    if (o) o->first = malloc(((size_t)w->count + 1) * sizeof *o->first);
    if (o && o->first && make_room(&m))
        make_all(&m, w);
    else
        m.failed = 1;
    free(m.table);
    if (!m.failed) return o;
    free_outlines(o);
    return NULL;
}
