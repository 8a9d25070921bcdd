/* Reduced row echelon form by M4RI. Words are read and written row by row; returns the rank and the processor seconds of elimination alone. */
#include <m4ri/m4ri.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

double bridge_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}

int bridge_echelon(uint64_t *words, int rows, int columns, int stride, double *taken) {
    mzd_t *a = mzd_init(rows, columns);
    for (int i = 0; i < rows; i++) memcpy(mzd_row(a, i), words + (size_t)i * stride, (size_t)stride * 8);
    double start = bridge_seconds();
    int rank = mzd_echelonize(a, 1);
    *taken = bridge_seconds() - start;
    for (int i = 0; i < rows; i++) memcpy(words + (size_t)i * stride, mzd_row(a, i), (size_t)stride * 8);
    mzd_free(a);
    return rank;
}
