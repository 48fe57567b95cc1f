/* All routes that a company might run, listed once: the twin of routes/locomotives/listing.py. */
#include "locomotives.h"

typedef struct {
    Settling *s;
    int start, depth;
    int *stops, *links;
    word *track, *marks, *places, *halts; /* by depth */
} Walk;

static void *grown(Settling *s, const void *old, int used, int room, size_t size) {
    void *larger = take_room(&s->room, (size_t)room, size);
    if (used) memcpy(larger, old, (size_t)used * size);
    return larger;
}

void add_way(Settling *s, const int *stops, const int *links, int size, const word *track, const word *places,
             const word *halts) {
    const Ground *g = &s->ground;
    if (s->ways == s->way_room) {
        const int room = s->way_room ? 2 * s->way_room : 64;
        s->way = grown(s, s->way, s->ways, room, sizeof *s->way);
        s->track = grown(s, s->track, s->ways, room, (size_t)g->track_words * sizeof(word));
        s->places = grown(s, s->places, s->ways, room, (size_t)g->place_words * sizeof(word));
        s->halts = grown(s, s->halts, s->ways, room, (size_t)g->halt_words * sizeof(word));
        s->way_room = room;
    }
    const int needed = 2 * size + 1;
    if (s->pool_used + needed > s->pool_room) {
        const int room = 2 * s->pool_room + needed + 1000;
        s->pool = grown(s, s->pool, s->pool_used, room, sizeof *s->pool);
        s->pool_room = room;
    }
    const size_t at = (size_t)s->ways++;
    s->way[at] = (Way){size, s->pool_used};
    memcpy(s->pool + s->pool_used, stops, (size_t)(size + 1) * sizeof *stops);
    if (size) memcpy(s->pool + s->pool_used + size + 1, links, (size_t)size * sizeof *links);
    s->pool_used += needed;
    copy_set(s->track + at * (size_t)g->track_words, track, g->track_words);
    copy_set(s->places + at * (size_t)g->place_words, places, g->place_words);
    copy_set(s->halts + at * (size_t)g->halt_words, halts, g->halt_words);
}

static void go(Walk *w, int here, const word *used, int own) {
    Settling *s = w->s;
    const Ground *g = &s->ground;
    const Net *net = g->net;
    const int tw = g->track_words, mw = g->mark_words, pw = g->place_words, hw = g->halt_words, depth = w->depth;
    const word *track = w->track + (size_t)depth * (size_t)tw, *marks = w->marks + (size_t)depth * (size_t)mw;
    const word *places = w->places + (size_t)depth * (size_t)pw, *halts = w->halts + (size_t)depth * (size_t)hw;
    word *longer = w->track + (size_t)(depth + 1) * (size_t)tw, *met = w->marks + (size_t)(depth + 1) * (size_t)mw;
    word *larger = w->places + (size_t)(depth + 1) * (size_t)pw, *calls = w->halts + (size_t)(depth + 1) * (size_t)hw;
    if (one_step(s->clock)) leave(&s->room, SPENT);
    for (int arm = net->first_arm[here]; arm < net->first_arm[here + 1]; arm++) {
        const int link = net->arm_link[arm], there = net->arm_to[arm];
        const word *bits = g->track + (size_t)link * (size_t)tw;
        const word *once = net->own + (size_t)link * (size_t)net->own_words + net->words;
        if (meets(track, bits, tw) || meets(marks, once, mw) || !(g->may_pass[there] || g->may_end[there])) continue;
        if (has(places, g->place[there])) continue;
        const int owned = own || g->home[there];
        for (int i = 0; i < tw; i++) longer[i] = track[i] | bits[i];
        for (int i = 0; i < pw; i++) larger[i] = places[i] | g->counts[(size_t)there * (size_t)pw + (size_t)i];
        copy_set(calls, halts, hw);
        put(calls, there);
        w->stops[depth + 1] = there;
        w->links[depth] = link;
        if (owned && g->may_end[there] && w->start < there) {
            add_way(s, w->stops, w->links, depth + 1, longer, larger, calls);
            take_away(s->track + (size_t)(s->ways - 1) * (size_t)tw, used, tw);
        }
        if (!g->may_pass[there]) continue;
        for (int i = 0; i < mw; i++) met[i] = marks[i] | once[i];
        w->depth = depth + 1;
        go(w, there, used, owned);
        w->depth = depth;
    }
}

/* Add all ways on track that compulsory ones do not use, each in the direction from its lower end. */
void list_ways(Settling *s) {
    const Ground *g = &s->ground;
    const size_t deep = (size_t)g->stops + 2;
    Walk w = {.s = s};
    w.stops = take_room(&s->room, deep, sizeof *w.stops);
    w.links = take_room(&s->room, deep, sizeof *w.links);
    w.track = take_room(&s->room, deep * (size_t)g->track_words, sizeof(word));
    w.marks = take_room(&s->room, deep * (size_t)g->mark_words + 1, sizeof(word));
    w.places = take_room(&s->room, deep * (size_t)g->place_words, sizeof(word));
    w.halts = take_room(&s->room, deep * (size_t)g->halt_words, sizeof(word));
    word *used = take_room(&s->room, (size_t)g->track_words, sizeof(word));
    for (int i = 0; i < s->ways; i++) join(used, s->track + (size_t)i * (size_t)g->track_words, g->track_words);
    for (int start = 0; start < g->stops; start++) {
        if (!g->may_end[start]) continue;
        w.start = w.stops[0] = start;
        copy_set(w.track, used, g->track_words);
        copy_set(w.places, g->counts + (size_t)start * (size_t)g->place_words, g->place_words);
        clear_set(w.halts, g->halt_words);
        put(w.halts, start);
        go(&w, start, used, g->home[start]);
    }
}
