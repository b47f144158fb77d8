// Carries out the script lines, as an AgentExecutor of the A2A JavaScript SDK.

import { randomUUID } from "node:crypto";
import { setImmediate as breathe, setTimeout as sleep } from "node:timers/promises";

import { Artifact, Message, Role, TaskState } from "@a2a-js/sdk";
import { AgentEvent } from "@a2a-js/sdk/server";

import { lineOf, parse, script, ScriptError } from "./script.js";

const UNSCRIPTED = script({ artifacts: 1 });

export class ScriptedExecutor {
  /** For each task, what runs for its newest script line. */
  #running = new Map();

  constructor(store) {
    this.store = store;
  }

  async execute(request, bus) {
    const { task, taskId } = request;
    const line = lineOf(request.userMessage.parts);
    if (task && line === undefined) {
      // The message has joined the history already. What waits for the answer needs an event.
      if (!this.#running.has(taskId)) bus.publish(status(request, task.status));
    } else {
      const run = this.#start(request, bus, line);
      this.#running.set(taskId, run);
      await run.done;
      if (this.#running.get(taskId) === run) this.#running.delete(taskId);
    }
    // When this returns, the SDK closes the bus, which a newer script still needs.
    while (this.#running.has(taskId)) await this.#running.get(taskId).done;
  }

  async cancelTask(taskId, bus) {
    this.#running.delete(taskId);
    const contextId = "";
    bus.publish(status({ taskId, contextId }, { state: TaskState.TASK_STATE_CANCELED, timestamp: now() }));
  }

  #start(request, bus, line) {
    let [wanted, refusal] = [UNSCRIPTED, ""];
    try {
      if (line !== undefined) wanted = parse(line);
    } catch (error) {
      if (!(error instanceof ScriptError)) throw error;
      [wanted, refusal] = [script({ states: [TaskState.TASK_STATE_REJECTED] }), error.message];
    }
    const run = {};
    run.done = this.#work(run, request, bus, wanted, refusal);
    return run;
  }

  /** Go through the script's states, until a newer line takes over. */
  async #work(run, request, bus, wanted, refusal) {
    // The caller notes down the run first.
    await breathe();
    const replaced = () => this.#running.get(request.taskId) !== run;
    const { task = newTask(request) } = request;
    const history = [...(task.history ?? [])];
    for (let left = wanted.messages - 1; left > 0; left--) history.push(said(request, `message ${history.length + 1}`));
    bus.publish(AgentEvent.task({ ...task, history }));
    for (const state of wanted.states.slice(0, -1)) {
      bus.publish(status(request, { state, timestamp: now() }));
      await sleep(wanted.hold);
      if (replaced()) return;
    }
    let made = task.artifacts?.length ?? 0;
    for (const end = made + wanted.artifacts; made < end; ) {
      bus.publish(
        AgentEvent.artifactUpdate({
          taskId: request.taskId,
          contextId: request.contextId,
          artifact: artifact(++made),
          append: false,
          lastChunk: true,
        }),
      );
    }
    const message = refusal ? said(request, refusal) : undefined;
    const last = { state: wanted.states.at(-1), timestamp: wanted.timestamp ?? now(), message };
    bus.publish(status(request, last));
    for (let left = wanted.artifactUpdates; left > 0; left--) {
      await sleep(wanted.hold);
      if (replaced()) return;
      await this.#addLate(request, last, artifact(++made));
    }
  }

  /** Add an artifact in the store: once a task has ended or waits, the SDK takes no more events. */
  async #addLate(request, last, late) {
    for (;;) {
      const task = await this.store.load(request.taskId, request.context);
      if (task?.status?.state === last.state && task.status.timestamp === last.timestamp) {
        await this.store.save({ ...task, artifacts: [...(task.artifacts ?? []), late] }, request.context);
        return;
      }
      await breathe();
    }
  }
}

function now() {
  return new Date().toISOString();
}

function newTask({ taskId, contextId, userMessage }) {
  return {
    id: taskId,
    contextId,
    status: { state: TaskState.TASK_STATE_SUBMITTED, timestamp: now(), message: undefined },
    artifacts: [],
    history: [userMessage],
    metadata: undefined,
  };
}

function status({ taskId, contextId }, value) {
  return AgentEvent.statusUpdate({ taskId, contextId, status: { message: undefined, ...value }, metadata: undefined });
}

function said({ taskId, contextId }, text) {
  const message = Message.fromJSON({ messageId: randomUUID(), taskId, contextId, parts: [{ text }] });
  return { ...message, role: Role.ROLE_AGENT };
}

function artifact(number) {
  const name = `artifact-${number}`;
  return Artifact.fromJSON({ artifactId: name, name, parts: [{ text: `content of artifact ${number}` }] });
}
