struct z_kernel {
  struct {
    struct k_thread *current;
  } cpus[1];
};
extern struct z_kernel _kernel;
