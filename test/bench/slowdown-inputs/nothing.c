/* What starting a tool costs. */
int main(void) { return 0; }
