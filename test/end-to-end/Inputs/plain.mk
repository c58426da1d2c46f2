plain: main.c parse.c crc.c dispatch.c queue.c
	$(CC) -std=c99 -O2 -o $@ $^
