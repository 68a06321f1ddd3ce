/* The size of a page. newlib's file is a placeholder. */
#ifndef _MACHINE_PARAM_H
#define _MACHINE_PARAM_H

/* Memory is mapped and protected in pages of this size. */
#define PAGE_SIZE 65536
#define PAGE_SHIFT 16

#endif
