/* Records until it is killed, or for a few seconds. Makes a file when it has begun. */
#include "ipoint/probe.h"
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int i;
  if (argc > 2 && strcmp(argv[2], "ignore") == 0)
    signal(SIGTERM, SIG_IGN);
  ipoint_timed(300u);
  close(open(argv[1], O_CREAT | O_WRONLY, 0600));
  for (i = 0; i < 5000; i++) {
    ipoint_timed(301u);
    usleep(1000);
  }
  return 0;
}
#include "unit.h"
