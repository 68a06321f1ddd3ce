/* The folder of files that the browser keeps. */
#ifndef PEPPER_FILES_H
#define PEPPER_FILES_H

#define PEPPER_KEPT "/persistent"

/* Mounts that folder, once. */
void pepper_keep_files(void);

#endif
