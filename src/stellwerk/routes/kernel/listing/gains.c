/* What the rest of a route adds at most, by its limits alone: the dearest stops there are, wherever they lie. So a walk
 * can leave arms that do not become worth enough. */
#include "../core/kernel.h"

#include <stdlib.h>

static int falling(const void *a, const void *b) { return *(const int *)b - *(const int *)a; }

/* A table by cities and stops visited, with so many stops to a row; NULL for a kind without limits. */
int *make_gains(const Search *s, int k, int *row) {
    const Kind *kind = &s->kind[k];
    const int n = s->net->stops;
    if (kind->cities < 0 || kind->towns < 0 || kind->cities + kind->towns > 60 || s->single) return NULL;
    const int cities = kind->cities, stops = cities + kind->towns, width = stops + 2;
    int *values[2], count[2] = {0, 0}, extra = 0;
    int *table = malloc((size_t)(cities + 2) * width * sizeof *table);
    values[0] = malloc((size_t)(2 * n + 2) * sizeof *values[0]);
    if (!table || !values[0]) {
        free(table);
        free(values[0]);
        return NULL;
    }
    values[1] = values[0] + n + 1;
    for (int i = 0; i < n; i++) {
        const StopFact *fact = &s->stops[i];
        int high = fact->value + (fact->cross > 0 ? fact->cross : 0);
        if (high > 0 && !(kind->avoid && kind->avoid[i])) values[fact->town][count[fact->town]++] = high;
    }
    for (int i = 0; i < s->net->links; i++)
        if (s->on_link[i] > 0) extra += s->on_link[i];
    for (int b = 0; b < s->wholes; b++) {
        const Whole *bonus = &s->whole[b];
        int first = 0, second = 0;
        for (int i = 0; bonus->through && i < n; i++) {
            if (bonus->first[i] > first) first = bonus->first[i];
            if (bonus->second[i] > second) second = bonus->second[i];
        }
        extra += bonus->through ? first + second : bonus->amount * stops;
    }
    /* a home passed may still cross: taken as if it did */
    for (int i = 0; i < n; i++)
        if (s->stops[i].home && s->stops[i].cross > 0) extra += s->stops[i].cross;
    for (int town = 0; town < 2; town++) qsort(values[town], (size_t)count[town], sizeof(int), falling);
    for (int c = 0; c <= cities + 1; c++)
        for (int t = 0; t < width; t++) {
            int best = 0;
            for (int a = 0, sum = 0; a <= count[0] && c + a <= cities && t + a <= stops; a++) {
                if (a) sum += values[0][a - 1];
                int towns = 0;
                for (int b = 0; b < count[1] && t + a + b < stops; b++) towns += values[1][b];
                if (sum + towns > best) best = sum + towns;
            }
            table[c * width + t] = best + extra;
        }
    free(values[0]);
    *row = width;
    return table;
}
