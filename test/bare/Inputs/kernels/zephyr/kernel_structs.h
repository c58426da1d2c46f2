struct _cpu {
  struct k_thread *current;
};
struct z_kernel {
  struct _cpu cpus[2];
};
extern struct z_kernel _kernel;
#ifdef CONFIG_SMP
struct _cpu *arch_curr_cpu(void);
#endif
