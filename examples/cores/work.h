#define ROUNDS 16u /* of the token */
#ifndef STEPS
#define STEPS 50u /* of core 0; the others have as many more, each */
#endif

unsigned take(unsigned core);
unsigned work(unsigned core);
