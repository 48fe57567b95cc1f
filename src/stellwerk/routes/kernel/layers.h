/* The states of a sweep, step by step. A state begins with a Head; what says which state it is, its key, follows. */
#ifndef STELLWERK_LAYERS_H
#define STELLWERK_LAYERS_H

#include "kernel.h"

#include <string.h>

typedef struct {
    int32_t value;  /* of states with the same key only the dearest is kept */
    uint32_t trace; /* where it is noted how it came about */
} Head;

typedef struct {
    size_t state, key;         /* their sizes in bytes, the key a multiple of a word */
    char *now, *next;          /* states before the step and after it */
    size_t now_size, next_size, now_room, next_room;
    uint32_t *table;           /* of the states after the step: 1 + which, by key */
    size_t table_size, table_room;
    uint32_t *traces;          /* as given with each state */
    size_t trace_size, trace_room;
    size_t limit;              /* of states in all */
    int failed;                /* 1: there were more, 2: no memory */
} Layers;

/* layers.c */
int room_for_state(Layers *l);
void start_layers(Layers *l, size_t state, size_t key); /* anew, with the memory that there is */
void next_layer(Layers *l);                             /* what was next is now */
void free_layers(Layers *l);

static inline size_t hash_of_state(const Layers *l, const char *state) {
    word hash = 0x9E3779B97F4A7C15u;
    for (size_t i = 0; i < l->key; i += sizeof(word)) {
        word part;
        memcpy(&part, state + sizeof(Head) + i, sizeof part);
        hash = (hash ^ part) * 0xD6E8FEB86659FD93u;
        hash ^= hash >> 32;
    }
    return (size_t)hash;
}

/* Put a state into the next layer, unless there is one like it that is worth as much. */
static inline void put_state(Layers *l, void *of, uint32_t trace) {
    const char *state = of;
    Head *head = of;
    if (l->failed) return;
    if (l->trace_size >= l->limit) {
        l->failed = 1;
        return;
    }
    if (!room_for_state(l)) return;
    size_t at = hash_of_state(l, state) & (l->table_size - 1);
    for (; l->table[at]; at = (at + 1) & (l->table_size - 1)) {
        char *other = l->next + (l->table[at] - 1) * l->state;
        if (memcmp(other + sizeof(Head), state + sizeof(Head), l->key)) continue;
        Head *known = (Head *)(void *)other;
        if (head->value > known->value) {
            known->value = head->value;
            l->traces[known->trace] = trace;
        }
        return;
    }
    head->trace = (uint32_t)l->trace_size;
    memcpy(l->next + l->next_size * l->state, state, l->state);
    l->table[at] = (uint32_t)++l->next_size;
    l->traces[l->trace_size++] = trace;
}

#endif
