/* version.h - the number of this release */
#ifndef LIA_VERSION_H
#define LIA_VERSION_H

#define LIA_VERSION "0.1.0"

#endif
