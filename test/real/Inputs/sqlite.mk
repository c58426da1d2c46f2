# The amalgamation and its shell, as sqlite.org says to build them.
CFLAGS = -O1 -DSQLITE_THREADSAFE=0 -DSQLITE_OMIT_LOAD_EXTENSION

sqlite3: sqlite3.o shell.o
	$(CC) $(CFLAGS) -o $@ sqlite3.o shell.o -lm
