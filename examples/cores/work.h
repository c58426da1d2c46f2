#define ROUNDS 16u /* of the token */
#define STEPS 50u  /* of core 0; the others have as many more, each */

unsigned take(unsigned core);
unsigned work(unsigned core);
