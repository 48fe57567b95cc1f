/* Prices made better by what outlines say alone. A sweep for all trains is the shorter the less these seem to earn by
 * their outlines; the dearest way by outlines may use some track twice, and that, too, can be made dear. */
#include "fleet.h"

#include <stdlib.h>
#include <string.h>

#define STALE 5 /* tries without success before steps become shorter */

/* Push prices against what the trains would use together, were they all to go that way. Returns how far. */
static double push_prices(Fleet *f, int trains, const uint16_t *links, int size) {
    const Net *net = f->s->net;
    double norm = 0;
    for (int b = 0; b < f->bits; b++) f->spare[b] = 1;
    for (int i = 0; i < net->stops; i++) f->degree[i] = 0;
    for (int i = 0; i < size; i++) {
        const word *own = net->own + (size_t)links[i] * net->own_words;
        for (int j = 0; j < net->words; j++)
            for (word m = own[j]; m; m &= m - 1) f->spare[j * 64 + __builtin_ctzll(m)] -= trains;
        f->degree[net->from[links[i]]]++;
        f->degree[net->to[links[i]]]++;
    }
    for (int i = 0; i < f->odd; i++)
        f->spare[f->bits + i] = 2 * (net->ways[f->odd_stop[i]] / 2 - trains * (f->degree[f->odd_stop[i]] / 2));
    for (int b = 0; b < f->prices; b++) {
        const double push = f->spare[b] + 0.6 * f->push[b];
        f->push[b] = push > 0 && f->wish[b] <= 0 ? 0 : push;
        norm += f->push[b] * f->push[b];
    }
    return norm;
}

void refine(Fleet *f, const Class *class, int32_t *price, int64_t need, int rounds) {
    Sweep *w = &f->sweep[class->kind];
    const word none[MAX_WORDS] = {0};
    int32_t *now = malloc((size_t)f->prices * sizeof *now);
    uint16_t *links = malloc(((size_t)f->s->net->links + 1) * sizeof *links);
    int64_t best = INT64_MAX;
    double hope = -1;
    int stale = 0;
    for (int b = 0; b < f->prices; b++) {
        f->wish[b] = price[b];
        f->push[b] = 0;
    }
    for (int round = 0; now && links && round < rounds && best >= need && !f->s->stopped; round++) {
        for (int b = 0; b < f->prices; b++) now[b] = (int32_t)f->wish[b];
        set_prices(f, now);
        w->terms = (Terms){SCALE, f->link, f->pass, class->must};
        if (!get_ready(w, f->s->lane[class->kind], class->blocked)) break;
        const int64_t bound = sum_of_prices(f, now, none) + class->count * most_of(w);
        if (hope < 0) hope = (double)(bound - need) / 2;
        stale++;
        if (bound < best) {
            if ((double)(best - bound) > hope / 8) stale = 0;
            best = bound;
            memcpy(price, now, (size_t)f->prices * sizeof *now);
        }
        if (stale >= STALE) {
            hope /= 2;
            stale = 0;
        }
        const double norm = push_prices(f, class->count, links, dearest_way(w, links));
        if (norm < 1e-9 || hope < SCALE / 8.0) break;
        move_wishes(f, ((double)(bound - best) + hope) / norm);
    }
    free(now);
    free(links);
}
