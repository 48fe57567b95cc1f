/* Listing again with tolls. Once prices are known, few routes can be part of a run worth telling: those that are
 * worth enough after tolls on track and on passing stops. What the rest of a route can still add is found beforehand
 * for every stop, as if a route could come back to stops it has visited: so most arms are cut short. */
#include "kernel.h"

#include <stdlib.h>
#include <string.h>

#define NEVER (-((int64_t)1 << 40))

void drop_tolls(Search *s) {
    if (!s->tolls) return;
    for (int k = 0; k < MAX_KINDS; k++) free(s->tolls->rest[k]);
    free(s->tolls->price);
    free(s->tolls->known);
    free(s->tolls->triple);
    free(s->tolls->crowding);
    free(s->tolls->touches);
    free(s->tolls->basis);
    free(s->tolls);
    s->tolls = NULL;
}

/* Go over a link: says what that costs. Two links of a route share no bit, so each that touches a triple touches another
 * bit of it. */
int64_t pay(Tolls *tolls, int link) {
    int64_t cost = tolls->price[link];
    if (tolls->triples) {
        const uint64_t held = tolls->held | tolls->holds[link] | (tolls->touches[link] & tolls->touched);
        for (uint64_t m = held & ~tolls->held; m; m &= m - 1) cost += tolls->crowding[__builtin_ctzll(m)];
        tolls->touched |= tolls->touches[link];
        tolls->held = held;
    }
    tolls->paid += cost;
    return cost;
}

/* The triples of which a route uses two bits. */
uint64_t held_by(const Tolls *tolls, const uint16_t *way, int size) {
    uint64_t touched = 0, held = 0;
    for (int i = 0; i < size; i++) {
        held |= tolls->holds[way[i]] | (tolls->touches[way[i]] & touched);
        touched |= tolls->touches[way[i]];
    }
    return held;
}

/* Where in the tables of a kind the stops begin for so many cities and stops visited, and a home (-1: second arm). */
static size_t place(const Search *s, int k, int home, int cities, int stops) {
    const Kind *kind = &s->kind[k];
    const int wide = kind->cities + kind->towns + 2, n = s->net->stops;
    return (((size_t)(home + 1) * (kind->cities + 2) + cities) * wide + stops) * n;
}

/* What leaving a stop adds at most. */
static int64_t leaving(const Search *s, int k, const int64_t *next_city, const int64_t *next_town, int at) {
    const Net *net = s->net;
    const Kind *kind = &s->kind[k];
    int64_t best = NEVER;
    const int cross = s->stops[at].cross > 0 ? s->stops[at].cross : 0;
    for (int arm = net->first_arm[at]; arm < net->first_arm[at + 1]; arm++) {
        const int to = net->arm_to[arm], link = net->arm_link[arm];
        const StopFact *there = &s->stops[to];
        const int64_t *next = there->town ? next_town : next_city;
        if (!next || (kind->avoid && kind->avoid[to])) continue;
        const int64_t now =
            (int64_t)(there->value + s->on_link[link] + cross) * SCALE - s->tolls->price[link] + next[to];
        if (now > best) best = now;
    }
    return best;
}

/* One table: for `home` -1 of the second arm, else of the first arm of routes from that home. */
static void fill_rest(Search *s, int k, int home, int at_home) {
    const int n = s->net->stops, cities = s->kind[k].cities, all = cities + s->kind[k].towns;
    const int32_t *back = s->tolls->price + s->net->links;
    int64_t *rest = s->tolls->rest[k];
    for (int c = cities; c >= 0; c--)
        for (int t = all; t >= 0; t--) {
            int64_t *here = rest + place(s, k, home, c, t);
            const int64_t *city = c < cities && t < all ? rest + place(s, k, home, c + 1, t + 1) : NULL;
            const int64_t *town = t < all ? rest + place(s, k, home, c, t + 1) : NULL;
            int64_t end = 0;
            if (home >= 0) { /* the end of the first arm: the route ends at home, or the second arm follows */
                const StopFact *fact = &s->stops[at_home];
                const int64_t *second_city = city ? rest + place(s, k, -1, c + 1, t + 1) : NULL;
                const int64_t *second_town = town ? rest + place(s, k, -1, c, t + 1) : NULL;
                const int64_t second = fact->may_pass ? leaving(s, k, second_city, second_town, at_home) : NEVER;
                end = fact->may_end && back[at_home] > second ? back[at_home] : second;
            }
            for (int v = 0; v < n; v++) {
                const StopFact *fact = &s->stops[v];
                here[v] = fact->may_end ? back[v] + end : NEVER;
                const int64_t more = fact->may_pass ? leaving(s, k, city, town, v) : NEVER;
                if (more > here[v]) here[v] = more;
            }
        }
}

/* Trains without a limit to their stops and bonuses on the whole route are not foreseen here. */
int tolls_serve(const Search *s) {
    for (int k = 0; k < s->kinds; k++) {
        const Kind *kind = &s->kind[k];
        if (kind->best >= 0 || kind->cities < 0 || kind->towns < 0 || kind->cities + kind->towns > 60) return 0;
    }
    return !s->wholes && !s->single;
}

/* Prepare for listing; false if that cannot be. */
int set_tolls(Search *s) {
    const int n = s->net->stops;
    int homes = 0;
    if (!tolls_serve(s)) return 0;
    for (int i = 0; i < n; i++) homes += s->stops[i].home;
    for (int k = 0; k < s->kinds; k++) {
        free(s->tolls->rest[k]);
        s->tolls->rest[k] = malloc(place(s, k, homes, 0, 0) * sizeof(int64_t));
        if (!s->tolls->rest[k]) return 0;
        fill_rest(s, k, -1, 0);
        for (int i = 0, home = 0; i < n; i++)
            if (s->stops[i].home) fill_rest(s, k, home++, i);
    }
    return 1;
}

/* Of the kinds `fit`, those for which a route that has come to `at` can still be worth enough. If that is on the
 * second arm, `start` is where the first one ends, else -1. */
uint32_t affordable(const Search *s, uint32_t fit, int home, int start, int at, int value, int cities, int stops) {
    const Tolls *tolls = s->tolls;
    int64_t worth = (int64_t)value * SCALE - tolls->paid;
    if (start >= 0) worth += tolls->price[s->net->links + start];
    for (uint32_t m = fit; m; m &= m - 1) {
        const int k = __builtin_ctz(m);
        const int64_t rest = tolls->rest[k][place(s, k, start < 0 ? home : -1, cities, stops) + at];
        if (worth + rest < tolls->least[k]) fit &= ~(1u << k);
    }
    return fit;
}

/* Of the kinds `fit`, those for which the finished route is worth enough; when scouting, the least rises to it. */
uint32_t worth_tolls(Search *s, uint32_t fit, int first, int last, int value) {
    Tolls *tolls = s->tolls;
    const int32_t *back = tolls->price + s->net->links;
    const int64_t worth = (int64_t)value * SCALE - tolls->paid + back[first] + back[last];
    for (uint32_t m = fit; m; m &= m - 1) {
        const int k = __builtin_ctz(m);
        if (worth < tolls->least[k]) fit &= ~(1u << k);
        else if (s->scouting) tolls->least[k] = worth + 1;
    }
    return fit;
}
