#ifndef TABLE_H
#define TABLE_H

#define TABLE_SIZE 1000

extern int table[TABLE_SIZE]; /* ascending */

/* The index of key, or -1. */
int lookup(int key);

#endif
