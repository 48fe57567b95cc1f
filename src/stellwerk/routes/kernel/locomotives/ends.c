/* Running routes to their possible end: the twin of routes/locomotives/ends.py. */
#include "locomotives.h"

typedef struct {
    const Ground *g;
    word *track, *marks, *places; /* by depth */
    Told *route;                  /* grows while it is followed */
} Following;

/* Lengthen the route from its last stop to the first further end that is found. */
static int follow(Following *f, int depth) {
    const Ground *g = f->g;
    const Net *net = g->net;
    Told *route = f->route;
    const int tw = g->track_words, mw = g->mark_words, pw = g->place_words, here = route->stops[route->size];
    const word *track = f->track + (size_t)depth * (size_t)tw, *marks = f->marks + (size_t)depth * (size_t)mw;
    const word *places = f->places + (size_t)depth * (size_t)pw;
    if (!g->may_pass[here]) return 0;
    for (int arm = net->first_arm[here]; arm < net->first_arm[here + 1]; arm++) {
        const int link = net->arm_link[arm], there = net->arm_to[arm];
        const word *bits = g->track + (size_t)link * (size_t)tw;
        const word *once = net->own + (size_t)link * (size_t)net->own_words + net->words;
        if (meets(track, bits, tw) || meets(marks, once, mw) || g->place[there] < 0) continue;
        if (has(places, g->place[there])) continue;
        route->links[route->size++] = link;
        route->stops[route->size] = there;
        if (g->may_end[there]) return 1;
        for (int i = 0; i < tw; i++) f->track[(size_t)(depth + 1) * (size_t)tw + (size_t)i] = track[i] | bits[i];
        for (int i = 0; i < mw; i++) f->marks[(size_t)(depth + 1) * (size_t)mw + (size_t)i] = marks[i] | once[i];
        copy_set(f->places + (size_t)(depth + 1) * (size_t)pw, places, pw);
        put(f->places + (size_t)(depth + 1) * (size_t)pw, g->place[there]);
        if (follow(f, depth + 1)) return 1;
        route->size--;
    }
    return 0;
}

static void turn_round(Told *route) {
    for (int i = 0, j = route->size; i < j; i++, j--) {
        const int stop = route->stops[i];
        route->stops[i] = route->stops[j];
        route->stops[j] = stop;
    }
    for (int i = 0, j = route->size - 1; i < j; i++, j--) {
        const int link = route->links[i];
        route->links[i] = route->links[j];
        route->links[j] = link;
    }
}

/* Lengthen a route over track that none of these uses, at its last end or at its first; false if it cannot be. */
static int lengthened(Following *f, const Told *routes, int count) {
    const Ground *g = f->g;
    Told *route = f->route;
    clear_set(f->track, g->track_words);
    clear_set(f->marks, g->mark_words);
    clear_set(f->places, g->place_words);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < routes[i].size; j++)
            join(f->track, g->track + (size_t)routes[i].links[j] * (size_t)g->track_words, g->track_words);
    for (int j = 0; j < route->size; j++)
        join(f->marks, g->net->own + (size_t)route->links[j] * (size_t)g->net->own_words + g->net->words, g->mark_words);
    for (int j = 0; j <= route->size; j++)
        if (g->place[route->stops[j]] >= 0) put(f->places, g->place[route->stops[j]]);
    for (int end = 0; end < 2; end++) {
        if (follow(f, 0)) {
            if (route->stops[0] >= route->stops[route->size]) turn_round(route);
            return 1;
        }
        turn_round(route);
    }
    return 0;
}

int told_routes(Settling *s, const Sharing *sharing, Told *out) {
    const Ground *g = &s->ground;
    const size_t deep = (size_t)g->stops + 2;
    int count = 0;
    for (int i = 0; i < sharing->count; i++) {
        const int way = sharing->way[i], size = s->way[way].size;
        if (!size) continue;
        Told *route = &out[count++];
        *route = (Told){sharing->engine[i], size, take_room(&s->room, deep, sizeof(int)),
                        take_room(&s->room, deep, sizeof(int))};
        memcpy(route->stops, stops_of(s, way), (size_t)(size + 1) * sizeof(int));
        memcpy(route->links, links_of(s, way), (size_t)size * sizeof(int));
    }
    Following f = {.g = g};
    f.track = take_room(&s->room, deep * (size_t)g->track_words, sizeof(word));
    f.marks = take_room(&s->room, deep * (size_t)g->mark_words + 1, sizeof(word));
    f.places = take_room(&s->room, deep * (size_t)g->place_words, sizeof(word));
    for (int i = 0, at = 0; i < sharing->count; i++) {
        if (!s->way[sharing->way[i]].size) continue;
        f.route = &out[at++];
        while (sharing->way[i] >= s->compulsory && lengthened(&f, out, count)) continue;
    }
    return count;
}
