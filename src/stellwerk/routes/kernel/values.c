/* What all amounts of a problem have in common: how much they come to, and what they are multiples of. */
#include "kernel.h"

#include <stdlib.h>

int divisor(int a, int b) {
    while (b) {
        const int rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

int unit_of(const Search *s) {
    int unit = 0;
    for (int i = 0; i < s->net->stops; i++) {
        unit = divisor(divisor(unit, s->stops[i].value), s->stops[i].cross);
        unit = divisor(unit, s->stops[i].once); /* as a shuttle counts again only the rest of the value */
    }
    for (int i = 0; i < s->net->links; i++) unit = divisor(unit, s->on_link[i]);
    for (int b = 0; b < s->wholes; b++) {
        unit = divisor(unit, s->whole[b].amount);
        for (int i = 0; s->whole[b].through && i < 2 * s->net->stops; i++)
            if (s->whole[b].first[i] > 0) unit = divisor(unit, s->whole[b].first[i]);
    }
    return unit ? unit : 1;
}

int64_t sum_of_values(const Search *s) {
    int64_t sum = 0;
    for (int i = 0; i < s->net->stops; i++) sum += llabs(s->stops[i].value) + llabs(s->stops[i].cross);
    for (int i = 0; i < s->net->links; i++) sum += llabs(s->on_link[i]);
    for (int b = 0; b < s->wholes; b++) {
        sum += (int64_t)s->whole[b].amount * s->net->stops;
        for (int i = 0; s->whole[b].through && i < 2 * s->net->stops; i++)
            sum += s->whole[b].first[i] > 0 ? s->whole[b].first[i] : 0;
    }
    return sum;
}
