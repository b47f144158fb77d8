//! A scripted agent on the published A2A Rust SDK, started as a program of its own.
//!
//! `agent --port 0 --store memory` serves JSON-RPC and HTTP+JSON and prints `ready URL` once it answers.
//! The server is the SDK's; only the executor is ours.

mod executor;
mod script;

use std::env;
use std::error::Error;
use std::sync::Arc;

use a2a::{
    AgentCapabilities, AgentCard, AgentInterface, AgentProvider, AgentSkill,
    TRANSPORT_PROTOCOL_HTTP_JSON, TRANSPORT_PROTOCOL_JSONRPC,
};
use a2a_server::agent_card::agent_card_router;
use a2a_server::jsonrpc::jsonrpc_router;
use a2a_server::rest::rest_router;
use a2a_server::{DefaultRequestHandler, InMemoryTaskStore, StaticAgentCard};
use axum::Router;
use tokio::net::TcpListener;

use executor::{Executor, Shared};

/// Return the version of the SDK's server crate that Cargo.lock names.
fn sdk_version() -> &'static str {
    include_str!("../Cargo.lock")
        .split_once("name = \"a2a-server-lf\"\nversion = \"")
        .and_then(|(_, rest)| rest.split_once('"'))
        .map_or("unknown", |(version, _)| version)
}

fn card(url: &str) -> AgentCard {
    let text = || vec!["text/plain".to_string()];
    AgentCard {
        name: "a2a-rs (Rust)".into(),
        description: "Scripted agent: does what the last line of a message says; see docs/scripted-agents.md."
            .into(),
        version: sdk_version().into(),
        provider: Some(AgentProvider {
            organization: "task-conformance".into(),
            url: "https://example.com".into(),
        }),
        capabilities: AgentCapabilities {
            streaming: Some(false),
            push_notifications: Some(false),
            ..AgentCapabilities::default()
        },
        default_input_modes: text(),
        default_output_modes: text(),
        skills: vec![AgentSkill {
            id: "script".into(),
            name: "Script".into(),
            description: "Carries out a script line.".into(),
            tags: vec!["test".into()],
            examples: None,
            input_modes: None,
            output_modes: None,
            security_requirements: None,
        }],
        supported_interfaces: vec![
            AgentInterface::new(format!("{url}/a2a/jsonrpc"), TRANSPORT_PROTOCOL_JSONRPC),
            AgentInterface::new(format!("{url}/a2a/rest"), TRANSPORT_PROTOCOL_HTTP_JSON),
        ],
        documentation_url: None,
        icon_url: None,
        security_schemes: None,
        security_requirements: None,
        signatures: None,
    }
}

fn router(url: &str) -> Router {
    let store = Shared(Arc::new(InMemoryTaskStore::new()));
    let served = card(url);
    let requests = Arc::new(
        DefaultRequestHandler::new(Executor::new(store.clone()), store)
            .with_capabilities(served.capabilities.clone()),
    );
    Router::new()
        .nest("/a2a/jsonrpc", jsonrpc_router(requests.clone()))
        .nest("/a2a/rest", rest_router(requests))
        .merge(agent_card_router(Arc::new(StaticAgentCard::new(served))))
}

/// Return the port that the command line asks for; the SDK has no store but `memory`.
fn port() -> Result<u16, Box<dyn Error>> {
    let mut port = 0;
    let mut words = env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("{word} has no value"))?;
        match (word.as_str(), value.as_str()) {
            ("--port", number) => port = number.parse()?,
            ("--store", "memory") => {}
            _ => return Err(format!("{word} has no value {value:?}").into()),
        }
    }
    Ok(port)
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let listener = TcpListener::bind(("127.0.0.1", port()?)).await?;
    let url = format!("http://{}", listener.local_addr()?);
    println!("ready {url}");
    axum::serve(listener, router(&url)).await?;
    Ok(())
}
