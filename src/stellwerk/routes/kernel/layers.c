/* Room for the states of a sweep. */
#include "layers.h"

#include <stdlib.h>

static int grow_table(Layers *l) {
    const size_t size = l->table_size ? l->table_size * 2 : 4096;
    uint32_t *table = size > l->table_room ? realloc(l->table, size * sizeof *table) : l->table;
    if (!table) return 0;
    if (size > l->table_room) l->table_room = size;
    l->table = table;
    l->table_size = size;
    memset(table, 0, size * sizeof *table);
    for (size_t i = 0; i < l->next_size; i++) {
        size_t at = hash_of_state(l, l->next + i * l->state) & (size - 1);
        while (table[at]) at = (at + 1) & (size - 1);
        table[at] = (uint32_t)i + 1;
    }
    return 1;
}

/* Make room for one more. */
int room_for_state(Layers *l) {
    int fine = 1;
    if (l->next_size == l->next_room) {
        const size_t room = l->next_room ? l->next_room * 2 : 1024;
        char *next = realloc(l->next, room * l->state);
        if (next) l->next = next, l->next_room = room;
        fine = next != NULL;
    }
    if (fine && l->trace_size == l->trace_room) {
        const size_t room = l->trace_room ? l->trace_room * 2 : 8192;
        uint32_t *traces = realloc(l->traces, room * sizeof *traces);
        if (traces) l->traces = traces, l->trace_room = room;
        fine = traces != NULL;
    }
    if (fine && l->next_size * 2 >= l->table_size) fine = grow_table(l);
    if (!fine) l->failed = 2;
    return fine;
}

void start_layers(Layers *l, size_t state, size_t key) {
    l->state = state;
    l->key = key;
    l->now_size = l->next_size = l->trace_size = 0;
    l->failed = 0;
    if (l->table) memset(l->table, 0, l->table_size * sizeof *l->table);
}

void next_layer(Layers *l) {
    char *spare = l->now;
    const size_t room = l->now_room;
    l->now = l->next, l->now_room = l->next_room, l->now_size = l->next_size;
    l->next = spare, l->next_room = room, l->next_size = 0;
    /* a table of the size that is likely to be needed: a small one stays near the processor */
    l->table_size = l->table_room < 1024 ? l->table_room : 1024;
    while (l->table_size < l->now_size * 3 && l->table_size < l->table_room) l->table_size *= 2;
    if (l->table) memset(l->table, 0, l->table_size * sizeof *l->table);
}

void free_layers(Layers *l) {
    free(l->now);
    free(l->next);
    free(l->table);
    free(l->traces);
}
