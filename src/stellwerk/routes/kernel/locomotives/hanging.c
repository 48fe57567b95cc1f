/* Which routes hang together, sharing stops directly or through others: the twin of routes/locomotives/hanging.py. */
#include "locomotives.h"

/* Add a set of stops to sets that do not touch one another, joining those that it meets; `numbers`, if given, counts what
 * each consists of. Returns how many there are then. */
int merge_halts(word *apart, int *numbers, int count, const word *halts, int words) {
    word *last = apart + (size_t)count * (size_t)words; /* room for one more */
    int left = 0, number = 1;
    copy_set(last, halts, words);
    for (int i = 0; i < count; i++) {
        word *other = apart + (size_t)i * (size_t)words;
        if (meets(other, last, words)) {
            join(last, other, words);
            if (numbers) number += numbers[i];
        } else {
            if (left < i) copy_set(apart + (size_t)left * (size_t)words, other, words);
            if (numbers) numbers[left] = numbers[i];
            left++;
        }
    }
    if (left < count) copy_set(apart + (size_t)left * (size_t)words, last, words);
    if (numbers) numbers[left] = number;
    return left + 1;
}

/* Bound the routes that locomotives of these sizes run in pieces that do not meet, given as routes that must be run
 * and a most that can be; -1 if they cannot all be served. */
int most_routes(int (*pieces)[2], int count, const int *sizes, int engines) {
    int best = -1, must = 0;
    for (int i = 0; i < count; i++) must |= pieces[i][0];
    if (!engines) return must ? -1 : 0;
    for (int i = 0; i < count; i++) {
        const int needed = pieces[i][0], most = pieces[i][1], size = sizes[0];
        int before = 0;
        while (pieces[before][0] != needed || pieces[before][1] != most) before++;
        if (!most || before < i) continue;
        pieces[i][0] = needed > size ? needed - size : 0;
        pieces[i][1] = most > size ? most - size : 0;
        const int further = most_routes(pieces, count, sizes + 1, engines - 1);
        pieces[i][0] = needed;
        pieces[i][1] = most;
        const int all = further + (size < most ? size : most);
        if (further >= 0 && all > best) best = all;
    }
    return best < 0 && !must ? 0 : best;
}

/* How many of all routes may lie in one piece, with some locomotives there and some elsewhere. */
void complete_numbers(uint8_t *complete, int routes, const int *sizes, int engines) {
    int all = 0;
    memset(complete, 0, (size_t)routes + 1);
    for (int i = 0; i < engines; i++) all += sizes[i];
    for (unsigned chosen = 0; chosen < 1u << engines; chosen++) {
        int here = 0;
        for (int i = 0; i < engines; i++) here += chosen >> i & 1 ? sizes[i] : 0;
        const int elsewhere = all - here, least = routes > elsewhere ? routes - elsewhere : 0;
        for (int number = least; number <= (routes < here ? routes : here); number++) complete[number] = 1;
    }
    complete[0] = 0;
}
