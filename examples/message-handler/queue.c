#include "message.h"

int queue_put(struct queue *queue, const struct message *message) {
  if (queue->count == QUEUE_SIZE)
    return 0;
  queue->slots[(queue->head + queue->count) % QUEUE_SIZE] = *message;
  ++queue->count;
  return 1;
}

int queue_get(struct queue *queue, struct message *message) {
  if (queue->count == 0)
    return 0;
  *message = queue->slots[queue->head];
  queue->head = (queue->head + 1) % QUEUE_SIZE;
  --queue->count;
  return 1;
}
