/* What FreeRTOS wants of a port to several cores, for this machine: enough to compile the kernel. */
#include <stdint.h>
typedef uintptr_t StackType_t;
typedef long BaseType_t;
typedef unsigned long UBaseType_t;
typedef uint32_t TickType_t;
#define portMAX_DELAY 0xffffffffu
#define portSTACK_GROWTH (-1)
#define portTICK_PERIOD_MS ((TickType_t)1)
#define portBYTE_ALIGNMENT 8
#define portPOINTER_SIZE_TYPE uintptr_t
#define portCRITICAL_NESTING_IN_TCB 1
extern UBaseType_t port_mask(void);
extern void port_unmask(UBaseType_t);
extern BaseType_t port_core(void);
extern void vTaskEnterCritical(void);
extern void vTaskExitCritical(void);
extern UBaseType_t vTaskEnterCriticalFromISR(void);
extern void vTaskExitCriticalFromISR(UBaseType_t);
#define portGET_CORE_ID() port_core()
#define portYIELD() port_unmask(0)
#define portYIELD_CORE(core) port_unmask((UBaseType_t)(core))
#define portCHECK_IF_IN_ISR() 0
#define portDISABLE_INTERRUPTS() port_mask()
#define portENABLE_INTERRUPTS() port_unmask(0)
#define portSET_INTERRUPT_MASK() port_mask()
#define portCLEAR_INTERRUPT_MASK(state) port_unmask(state)
#define portSET_INTERRUPT_MASK_FROM_ISR() port_mask()
#define portCLEAR_INTERRUPT_MASK_FROM_ISR(state) port_unmask(state)
#define portENTER_CRITICAL() vTaskEnterCritical()
#define portEXIT_CRITICAL() vTaskExitCritical()
#define portENTER_CRITICAL_FROM_ISR() vTaskEnterCriticalFromISR()
#define portEXIT_CRITICAL_FROM_ISR(state) vTaskExitCriticalFromISR(state)
#define portGET_ISR_LOCK(core) ((void)(core))
#define portRELEASE_ISR_LOCK(core) ((void)(core))
#define portGET_TASK_LOCK(core) ((void)(core))
#define portRELEASE_TASK_LOCK(core) ((void)(core))
#define portTASK_FUNCTION_PROTO(function, argument) void function(void *argument)
#define portTASK_FUNCTION(function, argument) void function(void *argument)
