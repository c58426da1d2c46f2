#ifndef MEDIAN_H
#define MEDIAN_H

/* The median of count (odd, at most 9) values. */
int median(const int *values, int count);

#endif
