/* Memory of a search, and its clock. */
#include "locomotives.h"

#include <stdlib.h>

struct Chunk {
    Chunk *before;
    size_t used, size;
    max_align_t data[];
};

void leave(Room *room, int why) { longjmp(*room->way_out, why); }

void *take_room(Room *room, size_t count, size_t size) {
    const size_t grain = sizeof(max_align_t);
    const size_t bytes = (count * size + grain - 1) / grain * grain;
    Chunk *top = room->top;
    if (!top || top->size - top->used < bytes) {
        const size_t wide = bytes > 60000 ? bytes : 60000;
        top = malloc(sizeof *top + wide);
        if (!top) leave(room, NO_MEMORY);
        top->before = room->top;
        top->used = 0;
        top->size = wide;
        room->top = top;
    }
    void *found = (char *)top->data + top->used;
    top->used += bytes;
    return memset(found, 0, bytes);
}

Mark mark(const Room *room) { return (Mark){room->top, room->top ? room->top->used : 0}; }

void give_back(Room *room, Mark mark) {
    while (room->top != mark.top) {
        Chunk *before = room->top->before;
        free(room->top);
        room->top = before;
    }
    if (room->top) room->top->used = mark.used;
}

int one_step(Clock *clock) {
    clock->steps++;
    if (clock->left >= 0 && clock->steps > clock->left) return 1;
    return clock->until >= 0 && !(clock->steps & 63) && seconds_now() > clock->until;
}
