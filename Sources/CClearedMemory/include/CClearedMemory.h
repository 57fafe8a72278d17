/* Memory that holds nothing of what was there before; for programs that link this target. */
#ifndef CCLEAREDMEMORY_H
#define CCLEAREDMEMORY_H

/* Whether the C library's allocators clear what they return in this build. */
int up_clears_memory(void);

#endif
