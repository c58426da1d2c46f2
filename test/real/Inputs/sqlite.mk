# The amalgamation and its shell, as sqlite.org says to build them; optimised where there is time for each corner.
CFLAGS = $(if $(EVERY_CORNER),-O1,-O0) -DSQLITE_THREADSAFE=0 -DSQLITE_OMIT_LOAD_EXTENSION

sqlite3: sqlite3.o shell.o
	$(CC) $(CFLAGS) -o $@ sqlite3.o shell.o -lm
