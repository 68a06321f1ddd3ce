//! Sizes of vertices, indices and uniforms by their types.

lookup! {
    /// Bytes of a number of a vertex attribute of a type.
    vertex_number_size, VERTEX_NUMBER_SIZES: {
        BYTE | UNSIGNED_BYTE = 1,
        SHORT | UNSIGNED_SHORT = 2,
        FLOAT | FIXED = 4,
    }

    /// Bytes of an index of a type.
    index_size, INDEX_SIZES: {
        UNSIGNED_BYTE = 1,
        UNSIGNED_SHORT = 2,
        UNSIGNED_INT = 4,
    }

    /// Numbers of a uniform of a type that has more than one.
    uniform_numbers, UNIFORM_NUMBERS: {
        FLOAT_VEC2 | INT_VEC2 | BOOL_VEC2 = 2,
        FLOAT_VEC3 | INT_VEC3 | BOOL_VEC3 = 3,
        FLOAT_VEC4 | INT_VEC4 | BOOL_VEC4 | FLOAT_MAT2 = 4,
        FLOAT_MAT3 = 9,
        FLOAT_MAT4 = 16,
    }

    /// Columns of a matrix of a type. An attribute takes a location for each.
    matrix_columns, MATRIX_COLUMNS: {
        FLOAT_MAT2 = 2,
        FLOAT_MAT3 = 3,
        FLOAT_MAT4 = 4,
    }
}
