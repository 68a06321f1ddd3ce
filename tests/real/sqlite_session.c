// A session with SQLite: in the database that is named, or in memory. With a
// second argument it is a benchmark of that many rows, and with a third one that
// of a join, whose time grows with the square of the rows.
#include <stdio.h>
#include <stdlib.h>

#include "sqlite3.h"

static int row(void *unused, int count, char **values, char **names)
{
    (void)unused, (void)names;
    for (int i = 0; i < count; i++)
        printf("%s%s", i ? "|" : "", values[i] ? values[i] : "NULL");
    putchar('\n');
    return 0;
}

static sqlite3 *database;

static void run(const char *text)
{
    char *message = NULL;
    if (sqlite3_exec(database, text, row, NULL, &message) != SQLITE_OK) {
        printf("error: %s\n", message);
        sqlite3_free(message);
    }
}

static void fill(int rows)
{
    sqlite3_stmt *insert;
    run("BEGIN");
    sqlite3_prepare_v2(database, "INSERT INTO item(name, price, tag) VALUES (?1, ?2, ?3)", -1,
                       &insert, NULL);
    for (int i = 0; i < rows; i++) {
        char name[40];
        snprintf(name, sizeof name, "item %d", (int)(i * 7919LL % rows));
        sqlite3_bind_text(insert, 1, name, -1, SQLITE_TRANSIENT);
        sqlite3_bind_double(insert, 2, i * 0.25);
        sqlite3_bind_int64(insert, 3, (sqlite3_int64)i * i % 97);
        sqlite3_step(insert);
        sqlite3_reset(insert);
    }
    sqlite3_finalize(insert);
    run("COMMIT");
}

int main(int count, char **arguments)
{
    const char *name = count > 1 ? arguments[1] : ":memory:";
    int rows = count > 2 ? atoi(arguments[2]) : 500;
    if (sqlite3_open(name, &database) != SQLITE_OK) {
        printf("cannot open: %s\n", sqlite3_errmsg(database));
        return 1;
    }
    run("CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT UNIQUE, price REAL, tag INTEGER)");
    run("CREATE INDEX by_tag ON item(tag, price)");
    fill(rows);
    run("SELECT count(*), sum(price), avg(tag), min(name), max(name) FROM item");
    run("SELECT tag, count(*), round(sum(price), 2) FROM item GROUP BY tag "
        "HAVING count(*) > 5 ORDER BY 3 DESC, 1 LIMIT 5");
    run("UPDATE item SET price = price * 2 WHERE tag BETWEEN 10 AND 20");
    run("DELETE FROM item WHERE id % 3 = 0");
    if (count <= 2 || count > 3)
        run("SELECT a.name, b.name FROM item a JOIN item b ON a.tag = b.tag AND a.id < b.id "
            "WHERE a.price > 10 ORDER BY a.id, b.id LIMIT 4");
    run("WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 20) "
        "SELECT group_concat(n * n) FROM number");
    run("SELECT upper(hex(name)), length(name), name LIKE '%9', printf('%08.3f', price) FROM item "
        "ORDER BY name DESC LIMIT 2");
    run("SELECT json_extract('{\"a\":[1,2,{\"b\":7}]}', '$.a[2].b')");
    run("SELECT row_number() OVER (ORDER BY price), id FROM item LIMIT 2");
    run("INSERT INTO item(name) SELECT name FROM item LIMIT 1");
    run("SELECT missing FROM item");
    run("BEGIN; DELETE FROM item; ROLLBACK; SELECT count(*) FROM item");
    run("PRAGMA integrity_check");
    sqlite3_close(database);
    if (count > 1 && name[0] != ':') {
        sqlite3_open(name, &database);
        run("SELECT count(*), total(price) FROM item");
        sqlite3_close(database);
    }
    return 0;
}
