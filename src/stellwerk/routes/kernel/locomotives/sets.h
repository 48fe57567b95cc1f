/* Sets of small numbers, as rows of words. */
#ifndef STELLWERK_SETS_H
#define STELLWERK_SETS_H

#include "../core/kernel.h"

#include <string.h>

static inline int words_for(int count) { return count > 64 ? (count + 63) / 64 : 1; }

static inline void put(word *set, int at) { set[at >> 6] |= (word)1 << (at & 63); }

static inline void drop(word *set, int at) { set[at >> 6] &= ~((word)1 << (at & 63)); }

static inline int has(const word *set, int at) { return (int)(set[at >> 6] >> (at & 63) & 1); }

static inline void copy_set(word *set, const word *other, int words) {
    memcpy(set, other, (size_t)words * sizeof *set);
}

static inline void clear_set(word *set, int words) { memset(set, 0, (size_t)words * sizeof *set); }

static inline void join(word *set, const word *other, int words) {
    for (int i = 0; i < words; i++) set[i] |= other[i];
}

static inline void take_away(word *set, const word *other, int words) {
    for (int i = 0; i < words; i++) set[i] &= ~other[i];
}

static inline void keep(word *set, const word *other, int words) {
    for (int i = 0; i < words; i++) set[i] &= other[i];
}

static inline int same_set(const word *set, const word *other, int words) {
    return !memcmp(set, other, (size_t)words * sizeof *set);
}

static inline int any(const word *set, int words) {
    for (int i = 0; i < words; i++)
        if (set[i]) return 1;
    return 0;
}

static inline int size_of_set(const word *set, int words) {
    int size = 0;
    for (int i = 0; i < words; i++) size += __builtin_popcountll(set[i]);
    return size;
}

/* Go through the members of a set, lowest first; each word is read when it comes up. No `break` inside. */
#define EACH(at, set, words)                                                                                       \
    for (int at##_word = 0; at##_word < (words); at##_word++)                                                      \
        for (word at##_left = (set)[at##_word]; at##_left; at##_left &= at##_left - 1)                             \
            for (int at = at##_word * 64 + __builtin_ctzll(at##_left), at##_now = 1; at##_now; at##_now = 0)

#endif
