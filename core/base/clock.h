/* clock.h - how much time has passed */
#ifndef LIA_CLOCK_H
#define LIA_CLOCK_H

double lia_clock(void);   /* seconds since some moment; never goes back */

#endif
