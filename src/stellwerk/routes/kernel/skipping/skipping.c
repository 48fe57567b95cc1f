/* Trains of any length that count their best stops. Such routes are too many to list: they are searched depth
 * first, and a branch is left when the best stops and bonuses visited and still in reach are not worth enough. */
#include "../core/kernel.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    Search *s;
    const Kind *kind;
    const int64_t *floor;
    FoundSkipping found;
    void *context;
    int home;
    int *high;          /* what a stop may be worth at most */
    int *dearest;       /* stops by `high` */
    int *order;         /* arms of each stop, dearest far end first */
    uint8_t *seen, *group_seen, *flooded;
    uint16_t *way, *told;
    int *path, *stack;
    int *line, *weight; /* stops of a whole route in order, and what they are worth */
    int *by_weight;
    uint8_t *kept;
    int first_size, depth;
    int extra;          /* what links add at most */
    int shared;         /* whether an end may serve several pairs of stops */
    unsigned eaches;    /* bonuses on each stop */
    unsigned *met;      /* by link: which of these it brings */
} Hunt;

/* What pairs of stops, visited or in reach, add at most; halves that can only be ends need one each. */
static int pairs_at_most(const Hunt *h, int ends) {
    const Search *s = h->s;
    int most[3] = {0, 0, 0};
    for (int b = 0; b < s->wholes; b++) {
        const Whole *pair = &s->whole[b];
        if (!pair->through) continue;
        int best[2][2] = {{-1, -1}, {-1, -1}}; /* by half; with no end needed, and with one */
        for (int i = 0; i < s->net->stops; i++) {
            if (!h->flooded[i]) continue;
            const int needs = h->flooded[i] == 3 && !h->shared;
            if (pair->first[i] > best[0][needs]) best[0][needs] = pair->first[i];
            if (pair->second[i] > best[1][needs]) best[1][needs] = pair->second[i];
        }
        int gain[3] = {0, 0, 0};
        for (int x = 0; x < 2; x++)
            for (int y = 0; y < 2; y++)
                if (best[0][x] >= 0 && best[1][y] >= 0 && best[0][x] + best[1][y] > gain[x + y])
                    gain[x + y] = best[0][x] + best[1][y];
        if (gain[0] > gain[1]) gain[1] = gain[0];
        if (gain[1] > gain[2]) gain[2] = gain[1];
        for (int e = 2; e >= 0; e--) {
            int sum = 0;
            for (int n = 0; n <= e; n++)
                if (most[e - n] + gain[n] > sum) sum = most[e - n] + gain[n];
            most[e] = sum;
        }
    }
    return most[ends];
}

/* Could this route, however it goes on, be worth more than the floor? */
static int hopeful(Hunt *h, int head, int other, const word *used) {
    Search *s = h->s;
    const Net *net = s->net;
    const int words = net->own_words;
    int top = 0, left = h->kind->best, size = 0;
    int ends = h->first_size < 0 ? 2 : 1; /* ends still open: so many stops that cannot be passed fit in */
    memset(h->flooded, 0, (size_t)net->stops);
    h->flooded[h->home] = 1;
    for (int i = 0; i < h->depth; i++) h->flooded[h->path[i]] = 1;
    unsigned met = 0;
    for (int i = 0; h->eaches && i < h->depth; i++) met |= h->met[h->way[i]];
    h->stack[size++] = head;
    if (other >= 0) h->stack[size++] = other;
    while (size) {
        int at = h->stack[--size];
        for (int arm = net->first_arm[at]; arm < net->first_arm[at + 1]; arm++) {
            int to = net->arm_to[arm];
            if (h->seen[to]) continue;
            if (h->flooded[to] && !(h->eaches & ~met & h->met[net->arm_link[arm]])) continue;
            const StopFact *there = &s->stops[to];
            if (there->group >= 0 && h->group_seen[there->group]) continue;
            if (meets(net->own + (size_t)net->arm_link[arm] * words, used, words)) continue;
            met |= h->met[net->arm_link[arm]];
            if (h->flooded[to]) continue;
            h->flooded[to] = there->may_pass && net->ways[to] > 1 ? 2 : 3;
            if (there->may_pass) h->stack[size++] = to;
        }
    }
    if (s->wholes) top += pairs_at_most(h, ends);
    for (unsigned m = met; m; m &= m - 1) top += s->whole[__builtin_ctz(m)].amount * h->kind->best;
    for (int i = 0; i < net->stops && left; i++) {
        int at = h->dearest[i];
        if (h->high[at] <= 0) break;
        if (!h->flooded[at] || (h->flooded[at] == 3 && !ends)) continue;
        if (h->flooded[at] == 3) ends--;
        top += h->high[at];
        left--;
    }
    return top + h->extra > *h->floor;
}

/* What the stops kept earn together, and the links run. */
static int earned(const Hunt *h, int size, int links) {
    const Search *s = h->s;
    int total = links, count = 0, first = -1, last = -1;
    for (int i = 0; i < size; i++)
        if (h->kept[i]) {
            total += h->weight[i];
            count++;
            if (first < 0) first = i;
            last = i;
        }
    for (int b = 0; b < s->wholes; b++) {
        const Whole *bonus = &s->whole[b];
        if (!bonus->through) {
            for (int i = first; i < last; i++)
                if (bonus->links[h->told[i]]) {
                    total += bonus->amount * count;
                    break;
                }
            continue;
        }
        int best = 0;
        for (int i = first; i <= last; i++) {
            if (!h->kept[i] || bonus->first[h->line[i]] < 0) continue;
            for (int j = first; j <= last; j++)
                if (i != j && h->kept[j] && bonus->second[h->line[j]] >= 0) {
                    int sum = bonus->first[h->line[i]] + bonus->second[h->line[j]];
                    if (sum > best) best = sum;
                }
        }
        total += best;
    }
    return total;
}

/* Fill up what is kept with the dearest others, value it, and put it back. */
static int filled(Hunt *h, int size, int links, int rise) {
    int count = 0, added[256], adds = 0;
    for (int i = 0; i < size; i++) count += h->kept[i];
    if (count > h->kind->best) return INT32_MIN;
    for (int n = 0; n < size && count < h->kind->best && adds < 256; n++) {
        int i = h->by_weight[n];
        if (h->weight[i] + rise <= 0 && count >= 2) break;
        if (h->kept[i]) continue;
        h->kept[i] = 1;
        added[adds++] = i;
        count++;
    }
    int total = earned(h, size, links);
    while (adds) h->kept[added[--adds]] = 0;
    return total;
}

/* Try, for each bonus on the whole route in turn, nothing and every pair of stops that earns it. */
static int with_bonuses(Hunt *h, int size, int links, int bonus, int rise) {
    const Search *s = h->s;
    if (bonus == s->wholes) return filled(h, size, links, rise);
    int best = with_bonuses(h, size, links, bonus + 1, rise);
    const Whole *whole = &s->whole[bonus];
    if (whole->through) {
        for (int i = 0; i < size; i++) {
            if (whole->first[h->line[i]] < 0) continue;
            for (int j = 0; j < size; j++) {
                if (i == j || whole->second[h->line[j]] < 0) continue;
                uint8_t had_i = h->kept[i], had_j = h->kept[j];
                h->kept[i] = h->kept[j] = 1;
                int value = with_bonuses(h, size, links, bonus + 1, rise);
                if (value > best) best = value;
                h->kept[i] = had_i;
                h->kept[j] = had_j;
            }
        }
        return best;
    }
    for (int place = 0; place + 1 < size; place++) {
        if (!whole->links[h->told[place]]) continue;
        int before = 0, after = 0;
        for (int i = 0; i < size; i++)
            if (h->kept[i]) i <= place ? before++ : after++;
        if (before && after) {
            int value = with_bonuses(h, size, links, bonus + 1, rise + whole->amount);
            if (value > best) best = value;
            continue;
        }
        for (int n = 0; n < size; n++) {
            const int i = h->by_weight[n];
            if ((i <= place) != !before) continue;
            h->kept[i] = 1;
            int value = with_bonuses(h, size, links, bonus + 1, rise + whole->amount);
            if (value > best) best = value;
            h->kept[i] = 0;
            if (bonus + 1 == s->wholes) break; /* with nothing else to serve, the dearest is the one */
        }
    }
    return best;
}

/* What the route in `line` and `told` is worth at most: its dearest stops, and every bonus that it meets. */
static int64_t at_most(const Hunt *h, int size, int links) {
    const Search *s = h->s;
    const int best = h->kind->best;
    int64_t top = links;
    for (int n = 0; n < size && n < best && h->weight[h->by_weight[n]] > 0; n++) top += h->weight[h->by_weight[n]];
    for (int b = 0; b < s->wholes; b++) {
        const Whole *bonus = &s->whole[b];
        if (!bonus->through) {
            int met = 0;
            for (int i = 0; i + 1 < size && !met; i++) met = bonus->links[h->told[i]];
            if (met && bonus->amount > 0) top += (int64_t)bonus->amount * best;
            continue;
        }
        int first = -1, second = -1;
        for (int i = 0; i < size; i++) {
            const int at = h->line[i];
            if (bonus->first[at] > first) first = bonus->first[at];
            if (bonus->second[at] > second) second = bonus->second[at];
        }
        if (first >= 0 && second >= 0) top += first + second;
    }
    return top;
}

/* What the route walked is worth when the best stops are counted, or the least there is if that is not above the
 * floor; the route is left in `line` and `told`. */
static int value_of(Hunt *h) {
    const Search *s = h->s;
    const Net *net = s->net;
    const int first = h->first_size < 0 ? 0 : h->first_size, size = h->depth + 1;
    int links = 0, best = INT32_MIN;
    for (int i = 0; i < first; i++) {
        h->told[i] = h->way[first - 1 - i];
        h->line[i] = h->path[first - 1 - i];
    }
    h->line[first] = h->home;
    for (int i = first; i < h->depth; i++) {
        h->told[i] = h->way[i];
        h->line[i + 1] = h->path[i];
    }
    for (int i = 0; i < size; i++) {
        const StopFact *fact = &s->stops[h->line[i]];
        h->weight[i] = fact->value;
        if (fact->cross && i && i + 1 < size) {
            int a = h->told[i - 1], b = h->told[i];
            int in = net->from[a] == h->line[i] ? net->gate_from[a] : net->gate_to[a];
            int out = net->from[b] == h->line[i] ? net->gate_from[b] : net->gate_to[b];
            if (in != out) h->weight[i] += fact->cross;
        }
        if (i < h->depth) links += s->on_link[h->told[i]];
        int j = i;
        for (; j && h->weight[h->by_weight[j - 1]] < h->weight[i]; j--) h->by_weight[j] = h->by_weight[j - 1];
        h->by_weight[j] = i;
    }
    if (at_most(h, size, links) <= *h->floor) return INT32_MIN;
    memset(h->kept, 0, (size_t)(unsigned)size);
    for (int n = 0; n < size; n++) {
        int i = h->by_weight[n];
        if (!s->stops[h->line[i]].home) continue;
        h->kept[i] = 1;
        int value = with_bonuses(h, size, links, 0, 0);
        h->kept[i] = 0;
        if (value > best) best = value;
        if (!s->wholes) break; /* without such bonuses the dearest own station is the one to count */
    }
    return best;
}

static void hunt(Hunt *h, int at, const word *used, int hexes, int above) {
    Search *s = h->s;
    const Net *net = s->net;
    const int words = net->own_words, second = h->first_size >= 0;
    if (tick(s)) return;
    if ((at != h->home || second) && !s->stops[at].may_pass) return;
    if (!hopeful(h, at, second || at == h->home ? -1 : h->home, used)) return;
    word now[MAX_WORDS];
    for (int n = net->first_arm[at]; n < net->first_arm[at + 1]; n++) {
        const int arm = h->order[n], link = net->arm_link[arm], to = net->arm_to[arm];
        const StopFact *there = &s->stops[to];
        if (link <= above || h->seen[to] || (there->group >= 0 && h->group_seen[there->group])) continue;
        const word *mask = net->own + (size_t)link * words;
        if (meets(mask, used, words)) continue;
        const int length = hexes + net->hexes[link];
        if (h->kind->hexes >= 0 && length > h->kind->hexes) continue;
        for (int i = 0; i < words; i++) now[i] = used[i] | mask[i];
        h->way[h->depth] = (uint16_t)link;
        h->path[h->depth++] = to;
        h->seen[to] = 1;
        if (there->group >= 0) h->group_seen[there->group]++;
        if (there->may_end && (second || s->stops[h->home].may_end)) {
            int value = value_of(h);
            if (value > *h->floor) {
                word track[MAX_WORDS] = {0};
                for (int i = 0; i < h->depth; i++)
                    for (int w = 0; w < net->words; w++) track[w] |= net->own[(size_t)h->way[i] * words + w];
                const Pick route = {(int)(h->kind - s->kind), value, h->depth, h->told};
                h->found(s, h->context, &route, track);
            }
        }
        if (there->may_pass) hunt(h, to, now, length, -1);
        if (!second && there->may_end && s->stops[h->home].may_pass && !s->stopped) {
            h->first_size = h->depth;
            hunt(h, h->home, now, length, h->way[0]);
            h->first_size = -1;
        }
        if (there->group >= 0) h->group_seen[there->group]--;
        h->seen[to] = 0;
        h->depth--;
        if (s->stopped) return;
    }
}

void skipping_routes(Search *s, int kind, const word *blocked, const int64_t *floor, FoundSkipping found,
                     void *context) {
    const Net *net = s->net;
    const int n = net->stops, arms = net->first_arm[n];
    Hunt h = {.s = s, .kind = &s->kind[kind], .floor = floor, .first_size = -1};
    int *ints = malloc(((size_t)n * 8 + arms + 16) * sizeof *ints);
    uint8_t *bytes = calloc((size_t)n * 3 + s->groups + 8, 1);
    uint16_t *ways = malloc(((size_t)n + 1) * 2 * sizeof *ways);
    h.met = calloc((size_t)net->links + 1, sizeof *h.met);
    if (!ints || !bytes || !ways || !h.met) {
        s->stopped = 2;
        goto end;
    }
    h.found = found;
    h.context = context;
    h.high = ints;
    h.dearest = h.high + n;
    h.path = h.dearest + n;
    h.stack = h.path + n + 1;
    h.line = h.stack + n + 3;
    h.weight = h.line + n + 1;
    h.by_weight = h.weight + n + 1;
    h.order = h.by_weight + n + 1;
    h.seen = bytes;
    h.flooded = bytes + n;
    h.kept = bytes + 2 * n;
    h.group_seen = bytes + 3 * n + 1;
    h.way = ways;
    h.told = ways + n + 1;
    for (int i = 0; i < n; i++) {
        const StopFact *fact = &s->stops[i];
        h.high[i] = fact->value + (fact->cross > 0 ? fact->cross : 0);
        int j = i;
        for (; j && h.high[h.dearest[j - 1]] < h.high[i]; j--) h.dearest[j] = h.dearest[j - 1];
        h.dearest[j] = i;
    }
    for (int at = 0; at < n; at++)
        for (int arm = net->first_arm[at]; arm < net->first_arm[at + 1]; arm++) {
            int j = arm;
            for (; j > net->first_arm[at] && h.high[net->arm_to[h.order[j - 1]]] < h.high[net->arm_to[arm]]; j--)
                h.order[j] = h.order[j - 1];
            h.order[j] = arm;
        }
    for (int i = 0; i < net->links; i++)
        if (s->on_link[i] > 0) h.extra += s->on_link[i];
    for (int b = 0; b < s->wholes; b++) {
        const Whole *bonus = &s->whole[b];
        if (!bonus->through) {
            if (bonus->amount > 0) h.eaches |= 1u << b;
            for (int i = 0; i < net->links; i++)
                if (bonus->amount > 0 && bonus->links[i]) h.met[i] |= 1u << b;
            continue;
        }
        for (int o = b + 1; o < s->wholes; o++)
            for (int i = 0; i < n && s->whole[o].through; i++)
                h.shared |= (bonus->first[i] >= 0 || bonus->second[i] >= 0) &&
                            (s->whole[o].first[i] >= 0 || s->whole[o].second[i] >= 0);
    }
    for (int i = 0; i < n; i++)
        if (h.kind->avoid && h.kind->avoid[i]) h.seen[i] = 1;
    word used[MAX_WORDS] = {0};
    memcpy(used, blocked, (size_t)net->words * sizeof(word));
    for (int home = 0; home < n && !s->stopped; home++) {
        const StopFact *fact = &s->stops[home];
        if (!fact->home) continue;
        const int closed = h.seen[home];
        h.seen[home] = 1; /* and it stays so: later homes do without the earlier ones */
        if (closed || (!fact->may_end && !fact->may_pass)) continue;
        if (fact->group >= 0) h.group_seen[fact->group]++;
        h.home = home;
        hunt(&h, home, used, 1, -1);
        if (fact->group >= 0) h.group_seen[fact->group]--;
    }
end:
    free(h.met);
    free(ints);
    free(bytes);
    free(ways);
}

typedef struct {
    int64_t floor;
    Pick *out;
} Best;

static void keep_best(Search *s, void *context, const Pick *route, const word *mask) {
    Best *best = context;
    uint16_t *links = best->out->links;
    (void)s, (void)mask;
    best->floor = route->value;
    memcpy(links, route->links, (size_t)route->size * sizeof *links);
    *best->out = (Pick){route->kind, route->value, route->size, links};
}

int best_skipping(Search *s, int kind, const word *blocked, int64_t floor, Pick *out) {
    Best best = {floor, out};
    *out = (Pick){kind, 0, 0, out->links};
    skipping_routes(s, kind, blocked, &best.floor, keep_best, &best);
    return !s->stopped;
}
