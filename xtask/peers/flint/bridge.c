/* Howell form over Z/m, Smith form and determinant over Z by FLINT. */
#include <flint/flint.h>
#include <flint/fmpz_mat.h>
#include <flint/nmod_mat.h>
#include <stdint.h>
#include <string.h>

/* In place, row by row; returns the number of rows that are not zero. */
int bridge_howell(uint32_t *entries, int rows, int columns, uint64_t m) {
    nmod_mat_t a;
    nmod_mat_init(a, rows, columns, m);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) nmod_mat_entry(a, i, j) = entries[(size_t)i * columns + j];
    int rank = nmod_mat_howell_form(a);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) entries[(size_t)i * columns + j] = nmod_mat_entry(a, i, j);
    nmod_mat_clear(a);
    return rank;
}

static size_t append(char *text, size_t size, size_t used, const fmpz_t x) {
    char *digits = fmpz_get_str(NULL, 10, x);
    size_t length = strlen(digits);
    if (used + length + 2 < size) {
        memcpy(text + used, digits, length);
        used += length;
        text[used++] = ' ';
    }
    flint_free(digits);
    return used;
}

/* The determinant and then the diagonal of the Smith form, as decimal numbers with blanks between; returns the length. */
size_t bridge_smith(const int64_t *entries, int n, char *text, size_t size) {
    fmpz_mat_t a, s;
    fmpz_t d;
    fmpz_init(d);
    fmpz_mat_init(a, n, n);
    fmpz_mat_init(s, n, n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) fmpz_set_si(fmpz_mat_entry(a, i, j), entries[(size_t)i * n + j]);
    fmpz_mat_det(d, a);
    fmpz_mat_snf(s, a);
    size_t used = append(text, size, 0, d);
    for (int i = 0; i < n; i++) used = append(text, size, used, fmpz_mat_entry(s, i, i));
    fmpz_mat_clear(a);
    fmpz_mat_clear(s);
    fmpz_clear(d);
    return used;
}
