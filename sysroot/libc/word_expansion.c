/* Words as a shell expands them: quotes, variables, the user's folder, and patterns of
   file names. Commands are not run. newlib's wordexp runs a shell. */
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <wordexp.h>

#include "internal.h"

/* The word that is being made: as a pattern, where what was quoted stands behind a
   backslash, and whether it is one. */
struct word {
    char *text;
    size_t length, room;
    bool begun, is_pattern;
};

static int put(struct word *word, char character, bool quoted) {
    if (word->length + 3 > word->room) {
        size_t room = word->room ? 2 * word->room : 64;
        char *text = realloc(word->text, room);
        if (!text)
            return WRDE_NOSPACE;
        word->text = text;
        word->room = room;
    }
    bool is_special = strchr("*?[]\\", character) != NULL;
    if (is_special && quoted)
        word->text[word->length++] = '\\';
    else if (is_special && character != ']')
        word->is_pattern = true;
    word->text[word->length++] = character;
    word->text[word->length] = 0;
    word->begun = true;
    return 0;
}

static int put_text(struct word *word, const char *text, bool quoted) {
    int error = 0;
    for (; *text && !error; ++text)
        error = put(word, *text, quoted);
    return error;
}

static int add(wordexp_t *words, const char *text) {
    size_t place = words->we_offs + words->we_wordc;
    char **list = realloc(words->we_wordv, (place + 2) * sizeof *list);
    if (!list)
        return WRDE_NOSPACE;
    words->we_wordv = list;
    list[place] = strdup(text);
    if (!list[place])
        return WRDE_NOSPACE;
    list[place + 1] = NULL;
    ++words->we_wordc;
    return 0;
}

static void unquote(char *text) {
    char *to = text;
    for (; *text; ++text) {
        if (*text == '\\' && text[1])
            ++text;
        *to++ = *text;
    }
    *to = 0;
}

/* The word is at its end: it becomes one, or the names that it is a pattern of. */
static int finish(struct word *word, wordexp_t *words) {
    if (!word->begun)
        return 0;
    int error = 0;
    if (word->is_pattern) {
        glob_t found;
        bool some = glob(word->text, 0, NULL, &found) == 0 && found.gl_pathc > 0;
        for (size_t index = 0; some && index < (size_t) found.gl_pathc && !error; ++index)
            error = add(words, found.gl_pathv[index]);
        globfree(&found);
        if (!some) {
            unquote(word->text);
            error = add(words, word->text);
        }
        word->text[0] = 0;
    } else if (word->text) {
        unquote(word->text);
        error = add(words, word->text);
        word->text[0] = 0;
    } else {
        error = add(words, "");
    }
    word->length = 0;
    word->begun = word->is_pattern = false;
    return error;
}

static bool is_name(char character, bool first) {
    bool letter = (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
    return letter || character == '_' || (!first && character >= '0' && character <= '9');
}

/* A variable, at its dollar sign, which is passed over; outside of quotes its value is
   split at white space. */
static int variable(const char **text, struct word *word, wordexp_t *words, bool quoted, int flags) {
    const char *begin = *text + 1;
    if (*begin == '(')
        return flags & WRDE_NOCMD ? WRDE_CMDSUB : WRDE_SYNTAX;
    bool braces = *begin == '{';
    begin += braces;
    const char *end = begin;
    while (is_name(*end, end == begin))
        ++end;
    if (end == begin)
        return braces ? WRDE_SYNTAX : put(word, *(*text)++, true);
    if (braces && *end != '}')
        return WRDE_SYNTAX;
    char name[128];
    size_t length = (size_t) (end - begin);
    if (length >= sizeof name)
        return WRDE_NOSPACE;
    memcpy(name, begin, length);
    name[length] = 0;
    *text = end + braces;
    const char *value = getenv(name);
    if (!value)
        return flags & WRDE_UNDEF ? WRDE_BADVAL : 0;
    int error = 0;
    for (; *value && !error; ++value) {
        if (!quoted && strchr(" \t\n", *value))
            error = finish(word, words);
        else
            error = put(word, *value, quoted);
    }
    return error;
}

static int expand(const char *text, struct word *word, wordexp_t *words, int flags) {
    char quote = 0;
    int error = 0;
    while (*text && !error) {
        char character = *text;
        if (character == '\'' && quote != '"') {
            quote = quote ? 0 : '\'';
            word->begun = true;
            ++text;
        } else if (quote == '\'') {
            error = put(word, *text++, true);
        } else if (character == '"') {
            quote = quote ? 0 : '"';
            word->begun = true;
            ++text;
        } else if (character == '\\') {
            if (!text[1])
                return WRDE_SYNTAX;
            if (quote && !strchr("$`\"\\", text[1]))
                error = put(word, '\\', true);
            error = error ? error : put(word, text[1], true);
            text += 2;
        } else if (character == '$') {
            error = variable(&text, word, words, quote != 0, flags);
        } else if (character == '`') {
            error = flags & WRDE_NOCMD ? WRDE_CMDSUB : WRDE_SYNTAX;
        } else if (!quote && strchr(" \t\n", character)) {
            error = finish(word, words);
            ++text;
        } else if (!quote && strchr("|&;<>(){}", character)) {
            error = WRDE_BADCHAR;
        } else if (!quote && character == '~' && !word->begun && (!text[1] || strchr("/ \t\n", text[1]))) {
            const char *home = getenv("HOME");
            error = put_text(word, home ? home : "~", true);
            ++text;
        } else {
            error = put(word, *text++, quote != 0);
        }
    }
    if (!error && quote)
        error = WRDE_SYNTAX;
    return error ? error : finish(word, words);
}

int wordexp(const char *restrict text, wordexp_t *restrict words, int flags) {
    if (flags & WRDE_REUSE)
        wordfree(words);
    if (!(flags & WRDE_APPEND)) {
        words->we_wordc = 0;
        words->we_wordv = NULL;
        if (!(flags & WRDE_DOOFFS))
            words->we_offs = 0;
        words->we_wordv = calloc(words->we_offs + 1, sizeof *words->we_wordv);
        if (!words->we_wordv)
            return WRDE_NOSPACE;
    }
    struct word word = {0};
    int error = expand(text, &word, words, flags);
    free(word.text);
    if (error && error != WRDE_NOSPACE && !(flags & WRDE_APPEND))
        wordfree(words);
    return error;
}

void wordfree(wordexp_t *words) {
    for (size_t index = 0; index < words->we_wordc; ++index)
        free(words->we_wordv[words->we_offs + index]);
    free(words->we_wordv);
    words->we_wordv = NULL;
    words->we_wordc = 0;
}
