// The `#conformance` line of docs/scripted-agents.md: text in, a script out. Carrying it out is executor.js's.

import { TaskState } from "@a2a-js/sdk";

const MARK = "#conformance";
const STATES = new Map(
  [
    "submitted",
    "working",
    "completed",
    "failed",
    "canceled",
    "input-required",
    "rejected",
    "auth-required",
  ].map((word) => [word, TaskState[`TASK_STATE_${word.toUpperCase().replace("-", "_")}`]]),
);
const TERMINAL = new Set(["completed", "failed", "canceled", "rejected"].map((word) => STATES.get(word)));
const KEYS = ["state", "messages", "artifacts", "hold", "then", "timestamp", "artifact-update"];

/** The line says something that the grammar does not have. */
export class ScriptError extends Error {}

/** What to do with a message; `hold` in milliseconds, `timestamp` undefined for the clock. */
export function script(changes = {}) {
  return {
    states: [TaskState.TASK_STATE_COMPLETED],
    messages: 1,
    artifacts: 0,
    hold: 0,
    timestamp: undefined,
    artifactUpdates: 0,
    ...changes,
  };
}

/** Return the script line at the end of the last text among `parts`, or undefined. */
export function lineOf(parts) {
  const texts = parts.map((part) => part.content).filter((content) => content?.$case === "text");
  const last = texts.at(-1)?.value.replace(/[\r\n]+$/, "").split("\n").at(-1);
  return last === MARK || last?.startsWith(`${MARK} `) ? last : undefined;
}

/** Parse a whole script line; throws ScriptError, whose message names the key. */
export function parse(line) {
  const given = new Map();
  for (const pair of line.split(" ").slice(1)) {
    const at = pair.indexOf("=");
    const key = at < 0 ? pair : pair.slice(0, at);
    if (!KEYS.includes(key)) throw new ScriptError(`unknown key "${key}"`);
    if (given.has(key)) throw new ScriptError(`"${key}" is there twice`);
    if (at < 0) throw new ScriptError(`"${key}" has no value`);
    given.set(key, pair.slice(at + 1));
  }
  const words = given.has("then") ? "then" : "state";
  const states = (given.get(words) ?? "completed").split(",").map((word) => {
    if (!STATES.has(word)) throw noValue(words, word);
    return STATES.get(word);
  });
  if (states.slice(0, -1).some((state) => TERMINAL.has(state))) {
    throw new ScriptError('"then" goes on after a terminal state, which the SDK does not allow');
  }
  const hold = duration(given.get("hold") ?? "0ms");
  if (hold && states.length === 1) states.unshift(TaskState.TASK_STATE_WORKING);
  return script({
    states,
    hold,
    messages: count("messages", given.get("messages") ?? "1"),
    artifacts: count("artifacts", given.get("artifacts") ?? "0"),
    timestamp: given.has("timestamp") ? moment(given.get("timestamp")) : undefined,
    artifactUpdates: count("artifact-update", given.get("artifact-update") ?? "0"),
  });
}

function noValue(key, value) {
  return new ScriptError(`"${key}" has no value "${value}"`);
}

function count(key, value) {
  if (!/^[0-9]{1,2}$/.test(value) || Number(value) > 50) throw noValue(key, value);
  return Number(value);
}

function duration(value) {
  const match = /^([0-9]{1,5})(ms|s)$/.exec(value);
  const milliseconds = match ? Number(match[1]) * (match[2] === "s" ? 1000 : 1) : Infinity;
  if (milliseconds > 10_000) throw noValue("hold", value);
  return milliseconds;
}

function moment(value) {
  const seconds = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(\.\d{1,9})?Z$/.exec(value)?.[1];
  // Date takes 30 February for 1 March, so what it read is compared with what was written.
  const read = new Date(`${seconds}Z`);
  if (!seconds || Number.isNaN(read.getTime()) || !read.toISOString().startsWith(seconds)) {
    throw noValue("timestamp", value);
  }
  return value;
}
