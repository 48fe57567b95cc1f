/* Which bits of track matter, and how many links they leave side by side at a stop. A board names far more bits than
 * keep links apart; the fewer are left, the quicker routes are compared. */
#include "kernel.h"

#include <stdlib.h>
#include <string.h>

/* The bits that more than one row has in this word of it. */
static word shared_bits(const word *rows, int count, int wide) {
    word seen = 0, shared = 0;
    for (int row = 0; row < count; row++) {
        const word mask = rows[(size_t)row * wide];
        shared |= seen & mask;
        seen |= mask;
    }
    return shared;
}

/* Make one bit of all that are set in the same masks. `rows` are masks as words; the result has at most
 * `limit` bits. Bits set in one row only keep nothing apart and go. Returns the number of bits, or -1. */
int merge_bits(const word *rows, int count, int wide, word *out, int out_words, int lonely) {
    const int sign_words = (count + 63) / 64;
    word *signs = malloc(((size_t)wide * 64 + 1) * (size_t)(sign_words ? sign_words : 1) * sizeof *signs);
    word shared = 0;
    int bits = 0;
    if (!signs) return -1;
    for (int bit = 0; bit < wide * 64; bit++) {
        if (!(bit & 63)) shared = shared_bits(rows + (bit >> 6), count, wide);
        if (!(shared >> (bit & 63) & 1)) continue;
        word *sign = signs + (size_t)bits * sign_words;
        int same = 0;
        memset(sign, 0, (size_t)sign_words * sizeof *sign);
        for (int row = 0; row < count; row++)
            if (rows[(size_t)row * wide + (bit >> 6)] >> (bit & 63) & 1) sign[row >> 6] |= (word)1 << (row & 63);
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
int ways_at(const Net *net, int stop) {
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
