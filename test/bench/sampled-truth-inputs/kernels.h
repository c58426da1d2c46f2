/* Ten kernels of 300 to 5,000 ticks a call, some with helpers that a plain build inlines. Each takes the number of its call. */
#define KERNELS(X) X(median) X(bytes_seen) X(search) X(fir) X(reverse_bits) X(lookups) X(power) X(utf8) X(probing) X(runs)

#define DECLARE(name) unsigned name(unsigned call);
KERNELS(DECLARE)
void prepare(void);
