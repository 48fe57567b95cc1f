/* Which locomotive runs which of the chosen routes: the twin of routes/locomotives/assigning.py and of `shared_out` in
 * hanging.py. */
#include "locomotives.h"

typedef struct {
    const Settling *s;
    int engines, size[MAX_ENGINES], room[MAX_ENGINES + 1]; /* routes of each, rising, and of all from it on */
    word meets[MAX_SHARED], shares[MAX_ENGINES], everything;
    int callings; /* places that lose something by small locomotives, and who calls there */
    int *place;
    word *callers;
    int64_t allowed;
} Shed;

static int number_of_pieces(word routes, const word *meets) {
    int number = 0;
    for (; routes; number++) {
        word new = routes & -routes;
        while (new) {
            word touched = 0;
            routes &= ~new;
            for (; new; new &= new - 1) touched |= meets[__builtin_ctzll(new)];
            new = touched & routes;
        }
    }
    return number;
}

/* Places where only locomotives call that are not the largest lose something. */
static int64_t lost(const Shed *shed, int parts) {
    const Settling *s = shed->s;
    word rest = shed->everything;
    int64_t loss = 0;
    for (int i = 0; i < parts; i++) rest &= ~shed->shares[i];
    for (int i = 0; i < shed->callings; i++) {
        if (shed->callers[i] & rest) continue;
        int largest = parts - 1;
        while (!(shed->callers[i] & shed->shares[largest])) largest--;
        const int place = shed->place[i];
        loss += worth_of(s, place, s->grades - 1) - worth_of(s, place, s->grade_of[s->rising[largest]]);
    }
    return loss;
}

static int loses(const Shed *shed, int parts) { return shed->callings && lost(shed, parts) > shed->allowed; }

/* What goes through connected sets of routes for one locomotive. */
typedef struct {
    Shed *shed;
    int at, size, least, judged;
    word routes, barred;
} Growing;

static int share(Shed *shed, int at, word rest);

static int try_piece(Growing *g, word piece) {
    Shed *shed = g->shed;
    const word others = g->routes & ~piece;
    if (number_of_pieces(others, shed->meets) > shed->engines - g->at - 1) return 0;
    shed->shares[g->at] = piece;
    return share(shed, g->at + 1, others);
}

static int too_much(Growing *g, word piece) {
    if (!g->judged) return 0;
    g->shed->shares[g->at] = piece;
    return loses(g->shed, g->at + 1);
}

static int grow(Growing *g, word piece, word near, int left) {
    if (too_much(g, piece)) return 0;
    while (left && near) {
        const word low = near & -near;
        near ^= low;
        g->barred |= low;
        const word kept = g->barred;
        if (grow(g, piece | low, (near | g->shed->meets[__builtin_ctzll(low)]) & g->routes & ~kept, left - 1)) return 1;
        g->barred = kept;
    }
    return g->size - left >= g->least && try_piece(g, piece);
}

static int share(Shed *shed, int at, word rest) {
    if (at == shed->engines - 1) {
        shed->shares[at] = rest;
        return number_of_pieces(rest, shed->meets) <= 1 && !loses(shed, at + 1);
    }
    const int alike = shed->size[at] == shed->size[shed->engines - 1];
    Growing g = {shed, at, shed->size[at], __builtin_popcountll(rest) - shed->room[at + 1], !alike, rest, 0};
    word starts = rest;
    if (alike) { /* they run all that is left, so the first of them may as well have the lowest */
        starts = rest & -rest;
    } else if (at > 0 && shed->size[at] == shed->size[at - 1]) {
        /* of two equal ones the first has the lower route, if any */
        const word before = shed->shares[at - 1];
        starts = before ? rest & ~((before & -before) * 2 - 1) : 0;
    }
    for (; starts; starts &= starts - 1) {
        const word low = starts & -starts;
        g.barred = rest & (low * 2 - 1);
        if (grow(&g, low, shed->meets[__builtin_ctzll(low)] & rest & ~g.barred, g.size - 1)) return 1;
    }
    return g.least <= 0 && !too_much(&g, 0) && try_piece(&g, 0);
}

static int hang_together(Settling *s, const int *chosen, int count) {
    const Mark before = mark(&s->room);
    const int words = s->ground.halt_words;
    word *apart = take_room(&s->room, (size_t)(count + 1) * (size_t)words, sizeof *apart);
    int pieces = 0;
    for (int i = 0; i < count; i++)
        pieces = merge_halts(apart, NULL, pieces, s->halts + (size_t)chosen[i] * (size_t)words, words);
    give_back(&s->room, before);
    return pieces <= 1;
}

/* Share out so that no more is lost than is allowed; `chosen` rises. */
static int share_once(Settling *s, const int *chosen, int count, int64_t full, int64_t allowed, Sharing *out) {
    const Ground *g = &s->ground;
    Shed shed = {.s = s, .engines = s->engines, .allowed = allowed};
    for (int i = s->engines - 1; i >= 0; i--) {
        shed.size[i] = s->routes_of[s->rising[i]];
        shed.room[i] = shed.room[i + 1] + shed.size[i];
    }
    if (count > shed.room[0]) return 0;
    if (s->engines == 1) {
        if (!hang_together(s, chosen, count)) return 0;
        for (int i = 0; i < count; i++) out->way[i] = chosen[i], out->engine[i] = 0;
        out->count = count;
        out->money = full;
        return 1;
    }
    const Mark before = mark(&s->room);
    shed.everything = count == 64 ? ~(word)0 : ((word)1 << count) - 1;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++)
            if (meets(s->halts + (size_t)chosen[i] * (size_t)g->halt_words,
                      s->halts + (size_t)chosen[j] * (size_t)g->halt_words, g->halt_words))
                shed.meets[i] |= (word)1 << j;
    shed.place = take_room(&s->room, (size_t)g->places + 1, sizeof *shed.place);
    shed.callers = take_room(&s->room, (size_t)g->places + 1, sizeof *shed.callers);
    EACH(place, s->differ, g->place_words) {
        word callers = 0;
        for (int i = 0; i < count; i++)
            if (has(s->places + (size_t)chosen[i] * (size_t)g->place_words, place)) callers |= (word)1 << i;
        if (callers) {
            shed.place[shed.callings] = place;
            shed.callers[shed.callings++] = callers;
        }
    }
    const int found = share(&shed, 0, shed.everything);
    if (found) {
        out->money = full - lost(&shed, shed.engines);
        out->count = 0;
        for (int engine = 0; engine < s->engines; engine++)
            for (int i = 0; i < s->engines; i++)
                for (word part = s->rising[i] == engine ? shed.shares[i] : 0; part; part &= part - 1) {
                    out->way[out->count] = chosen[__builtin_ctzll(part)];
                    out->engine[out->count++] = engine;
                }
    }
    give_back(&s->room, before);
    return found;
}

int share_out(Settling *s, const int *chosen, int count, int64_t floor, Sharing *out) {
    const Ground *g = &s->ground;
    const Mark before = mark(&s->room);
    int *rising = take_room(&s->room, (size_t)count + 1, sizeof *rising);
    word *called = take_room(&s->room, (size_t)g->place_words, sizeof *called);
    for (int i = 0; i < count; i++) {
        int at = i;
        for (; at > 0 && rising[at - 1] > chosen[i]; at--) rising[at] = rising[at - 1];
        rising[at] = chosen[i];
        join(called, s->places + (size_t)chosen[i] * (size_t)g->place_words, g->place_words);
    }
    int64_t full = 0;
    EACH(place, called, g->place_words) full += worth_of(s, place, s->grades - 1);
    int found = 0;
    while (full >= floor && share_once(s, rising, count, full, full - floor, out)) {
        found = 1;
        floor = out->money + 1;
    }
    give_back(&s->room, before);
    return found;
}
