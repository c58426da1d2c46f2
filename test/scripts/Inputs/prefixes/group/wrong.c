// RUN: cat %s | FileCheck %s
int main(void) { return 0; } // CHECK: main
// PAGE: not there
/* CHCEK-SAME: either */
