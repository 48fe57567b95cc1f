/* What outlasts a list of routes: the run chosen of it, and of the routes themselves those that the next list has to
 * begin with. */
#include "kernel.h"

#include <stdlib.h>
#include <string.h>

int keep_chosen(Search *s, int slot, int kind, const uint16_t *links, int size) {
    uint16_t *copy = malloc((size_t)size * sizeof *copy);
    if (!copy) {
        s->stopped = 2;
        return 0;
    }
    memcpy(copy, links, (size_t)size * sizeof *copy);
    free(s->chosen[slot].links);
    s->chosen[slot] = (Chosen){kind, size, copy};
    return 1;
}

void forget(Search *s) { s->count = s->pool_used = 0; }

static int is_known(const Search *s, const Column *column) {
    for (int t = 0; t < s->chosen_count; t++) {
        const Chosen *chosen = &s->chosen[t];
        if (column->size == chosen->size &&
            !memcmp(s->pool + column->at, chosen->links, (size_t)column->size * sizeof *s->pool))
            return 1;
    }
    return 0;
}

static int rising(const void *a, const void *b) {
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* Forget all routes but those of the best run so far, and those from which prices come. */
void keep_known(Search *s) {
    size_t kept = 0, used = 0;
    Tolls *tolls = s->tolls;
    int next = 0, basis = 0;
    if (tolls && tolls->basis_size) qsort(tolls->basis, (size_t)tolls->basis_size, sizeof *tolls->basis, rising);
    for (size_t i = 0; i < s->count; i++) {
        Column column = s->columns[i];
        while (tolls && next < tolls->basis_size && tolls->basis[next] < i) next++;
        const int of_basis = tolls && next < tolls->basis_size && tolls->basis[next] == i;
        if (!of_basis && !is_known(s, &column)) continue;
        if (of_basis) tolls->basis[basis++] = (uint32_t)kept;
        memmove(s->pool + used, s->pool + column.at, (size_t)column.size * sizeof *s->pool);
        memmove(s->masks + kept * s->net->words, s->masks + i * s->net->words, s->net->words * sizeof(word));
        column.at = (uint32_t)used;
        used += column.size;
        s->columns[kept++] = column;
    }
    if (tolls) tolls->basis_size = basis;
    s->count = kept;
    s->pool_used = used;
}
