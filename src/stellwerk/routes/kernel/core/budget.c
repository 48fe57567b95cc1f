/* How long a search may go on: by the clock, or by steps, so that the same search ends at the same step everywhere. */
#define _POSIX_C_SOURCE 200809L /* strict compilers hide the clock without it */
#include "kernel.h"

#include <time.h>

double seconds_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void allow_seconds(Search *s, double seconds) { s->until = seconds >= 0 ? seconds_now() + seconds : -1; }

int tick_many(Search *s, int64_t steps) {
    const int64_t before = s->ticks;
    s->ticks += steps;
    if (s->stopped) return 1;
    if (s->nodes_left >= 0 && s->ticks > s->nodes_left) s->stopped = 1;
    if (s->until >= 0 && ((before >> 9) != (s->ticks >> 9) || !steps) && seconds_now() > s->until) s->stopped = 1;
    return s->stopped;
}
