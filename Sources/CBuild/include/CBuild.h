/* What a package states about its own build. */
#ifndef CBUILD_H
#define CBUILD_H

/* A digit of the commit, 0 to 39, as an ASCII code; 0 for other positions, and if the commit is unknown. */
int up_commit_digit(int position);

#endif
