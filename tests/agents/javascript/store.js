// The SDK's task stores. The database is SQLite as WebAssembly, so that nothing has to be compiled.

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

import { InMemoryTaskStore } from "@a2a-js/sdk/server";
import { DatabaseTaskStore } from "@a2a-js/sdk/server/database";
import { Kysely, SqliteDialect } from "kysely";
import sqlite from "node-sqlite3-wasm";

/** Return the SDK's store for `memory`, `sqlite:PATH` (a new file), or `sqlite` for a database without a file. */
export function openStore(name) {
  const [kind, ...path] = name.split(":");
  if (kind === "memory") return new InMemoryTaskStore();
  if (kind !== "sqlite") throw new Error(`--store has no value "${name}"`);
  const database = new sqlite.Database(path.join(":") || ":memory:");
  database.exec(schema());
  return new DatabaseTaskStore(new Kysely({ dialect: new SqliteDialect({ database: dressed(database) }) }));
}

/** The statements of the SDK's own migrations, which the store leaves to whoever runs it. */
function schema() {
  const tool = fileURLToPath(new URL("./node_modules/.bin/a2a-db", import.meta.url));
  return execFileSync(tool, ["upgrade", "--sql", "--dialect", "sqlite"], { encoding: "utf8" });
}

/** Dress the database as what kysely expects of a driver. Statements are not kept: theirs have to be freed. */
function dressed(database) {
  return {
    prepare: (sql) => ({
      reader: /^\s*(select|with|pragma)\b|\breturning\b/i.test(sql),
      all: (values) => database.all(sql, [...values]),
      run: (values) => database.run(sql, [...values]),
      iterate: (values) => database.all(sql, [...values])[Symbol.iterator](),
    }),
    close: () => database.close(),
  };
}
