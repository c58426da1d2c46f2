int work(int n, void (*during)(void)) {
  int i;
  for (i = 0; i < n; i++)
    during();
  return i;
}
