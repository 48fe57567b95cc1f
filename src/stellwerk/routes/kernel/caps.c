/* What keeps a skipping train low. Where other trains leave it too little track, a small part of what they use is
 * usually to blame, such as two of the three ways to a large city. The part is sought once, and every other choice of
 * routes that uses it too is known to leave no more. */
#include "kernel.h"

#include <stdlib.h>
#include <string.h>

int64_t capped(const Caps *caps, int kind, const word *used, int words, int64_t most) {
    for (size_t i = 0; i < caps->size; i++) {
        const Cap *cap = &caps->list[i];
        if (cap->kind != kind || cap->most >= most) continue;
        int within = 1;
        for (int w = 0; w < words && within; w++) within = !(cap->mask[w] & ~used[w]);
        if (within) most = cap->most;
    }
    return most;
}

/* Leave out of the mask what it can do without and still keep the kind down to `most`. */
static void reduce(Search *s, int kind, word *mask, int64_t most) {
    int bits[MAX_WORDS * 64], size = 0;
    for (int w = 0; w < s->net->words; w++)
        for (word m = mask[w]; m; m &= m - 1) bits[size++] = w * 64 + __builtin_ctzll(m);
    for (int chunk = size / 2; chunk; chunk /= 2)
        for (int at = 0; at < size;) {
            const int part = chunk < size - at ? chunk : size - at;
            word less[MAX_WORDS];
            int found = 0;
            memcpy(less, mask, sizeof less);
            for (int i = at; i < at + part; i++) less[bits[i] >> 6] &= ~((word)1 << (bits[i] & 63));
            if (!sweep_for_any(s, kind, less, most, &found)) return;
            if (found) {
                at += part;
                continue;
            }
            memcpy(mask, less, sizeof less);
            memmove(bits + at, bits + at + part, (size_t)(size - at - part) * sizeof *bits);
            size -= part;
        }
}

void learn_cap(Search *s, Caps *caps, int kind, const word *used, int64_t most) {
    if (caps->size == caps->room) {
        size_t room = caps->room ? caps->room * 2 : 64;
        Cap *list = room > MAX_CAPS ? NULL : realloc(caps->list, room * sizeof *list);
        if (!list) return; /* it does without */
        caps->list = list;
        caps->room = room;
    }
    Cap cap = {.kind = kind, .most = most};
    memcpy(cap.mask, used, (size_t)s->net->words * sizeof *used);
    reduce(s, kind, cap.mask, most);
    caps->list[caps->size++] = cap;
}
