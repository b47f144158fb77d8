// A scripted agent on the published A2A JavaScript SDK, started as a program of its own.
//
// `node agent.js --port 0 --store memory|sqlite[:PATH]` serves JSON-RPC and HTTP+JSON and prints `ready URL` once
// it answers. The server is the SDK's, on express; only the executor is ours.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { parseArgs } from "node:util";

import { A2A_PROTOCOL_VERSION, AGENT_CARD_PATH, AgentCard } from "@a2a-js/sdk";
import { DefaultRequestHandler } from "@a2a-js/sdk/server";
import { agentCardHandler, jsonRpcHandler, restHandler, UserBuilder } from "@a2a-js/sdk/server/express";
import express from "express";

import { ScriptedExecutor } from "./executor.js";
import { openStore } from "./store.js";

const locked = JSON.parse(readFileSync(new URL("package-lock.json", import.meta.url), "utf8"));

function card(url) {
  return AgentCard.fromJSON({
    name: "@a2a-js/sdk (JavaScript)",
    description: "Scripted agent: does what the last line of a message says; see docs/scripted-agents.md.",
    version: locked.packages["node_modules/@a2a-js/sdk"].version,
    provider: { organization: "task-conformance", url: "https://example.com" },
    capabilities: { streaming: false, pushNotifications: false },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [{ id: "script", name: "Script", description: "Carries out a script line.", tags: ["test"] }],
    supportedInterfaces: [
      { protocolBinding: "JSONRPC", protocolVersion: A2A_PROTOCOL_VERSION, url: `${url}/a2a/jsonrpc` },
      { protocolBinding: "HTTP+JSON", protocolVersion: A2A_PROTOCOL_VERSION, url: `${url}/a2a/rest` },
    ],
  });
}

function application(url, store) {
  const requestHandler = new DefaultRequestHandler(card(url), store, new ScriptedExecutor(store));
  const served = { requestHandler, userBuilder: UserBuilder.noAuthentication };
  return express()
    .use(`/${AGENT_CARD_PATH}`, agentCardHandler({ agentCardProvider: requestHandler }))
    .use("/a2a/jsonrpc", jsonRpcHandler(served))
    .use("/a2a/rest", restHandler(served));
}

const { values } = parseArgs({
  options: { port: { type: "string", default: "0" }, store: { type: "string", default: "memory" } },
});
const port = Number(values.port);
if (!/^[0-9]+$/.test(values.port) || port > 65535) throw new Error(`--port has no value "${values.port}"`);
const store = openStore(values.store);
const server = createServer();
server.listen(port, "127.0.0.1", () => {
  const url = `http://127.0.0.1:${server.address().port}`;
  server.on("request", application(url, store));
  console.log(`ready ${url}`);
});
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(0));
