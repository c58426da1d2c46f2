unsigned work(unsigned seed);
