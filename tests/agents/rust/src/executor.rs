//! Carries out the script lines, as an AgentExecutor of the A2A Rust SDK.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use a2a::{
    A2AError, Artifact, ListTasksRequest, ListTasksResponse, Message, Part, Role, StreamResponse,
    Task, TaskState, TaskStatus, TaskStatusUpdateEvent,
};
use a2a_server::task_store::TaskVersion;
use a2a_server::{AgentExecutor, ExecutorContext, InMemoryTaskStore, TaskStore};
use chrono::Utc;
use futures::stream::{self, BoxStream, StreamExt};
use tokio::time::sleep;

use crate::script::{Script, line_of, parse};

/// The SDK's memory store, for its handler, which wants one for itself, and for late artifacts.
#[derive(Clone)]
pub struct Shared(pub Arc<InMemoryTaskStore>);

type Events = BoxStream<'static, Result<StreamResponse, A2AError>>;

pub struct Executor {
    store: Shared,
    /// The tasks that had a message already: the SDK shows its own new task like a stored one.
    known: Mutex<HashSet<String>>,
}

/// What the task becomes, after a pause.
struct Step {
    pause: Duration,
    task: Task,
}

impl Executor {
    pub fn new(store: Shared) -> Self {
        Executor {
            store,
            known: Mutex::default(),
        }
    }

    fn is_new(&self, task: &str) -> bool {
        self.known
            .lock()
            .expect("nothing panics while it is held")
            .insert(task.to_string())
    }
}

impl AgentExecutor for Executor {
    fn execute(&self, context: ExecutorContext) -> Events {
        let new = self.is_new(&context.task_id);
        let (Some(message), Some(stored)) = (context.message, context.stored_task) else {
            return once(Err(A2AError::internal(
                "the SDK's context has no message or no task",
            )));
        };
        let (script, refusal) = match line_of(&message).map(parse) {
            Some(Ok(script)) => (script, None),
            Some(Err(refusal)) => (Script::to(TaskState::Rejected), Some(refusal)),
            None if new => (
                Script {
                    artifacts: 1,
                    ..Script::to(TaskState::Completed)
                },
                None,
            ),
            // The message is stored with the next event only.
            None => return once(Ok(StreamResponse::Task(stored))),
        };
        let steps = plan(&script, stored, &message, new, refusal);
        let left = script.timestamp;
        let (store, last) = (self.store.clone(), steps.len() - 1);
        let (late, hold) = (script.artifact_updates, script.hold);
        stream::iter(steps.into_iter().enumerate())
            .then(move |(number, Step { pause, mut task })| {
                let store = store.clone();
                async move {
                    sleep(pause).await;
                    task.status.timestamp =
                        left.filter(|_| number == last).or_else(|| Some(Utc::now()));
                    if number == last && late > 0 {
                        tokio::spawn(add_late(store, task.clone(), late, hold));
                    }
                    Ok(StreamResponse::Task(task))
                }
            })
            .boxed()
    }

    fn cancel(&self, context: ExecutorContext) -> Events {
        once(Ok(StreamResponse::StatusUpdate(TaskStatusUpdateEvent {
            task_id: context.task_id,
            context_id: context.context_id,
            status: TaskStatus {
                state: TaskState::Canceled,
                message: None,
                timestamp: Some(Utc::now()),
            },
            metadata: None,
        })))
    }
}

fn once(event: Result<StreamResponse, A2AError>) -> Events {
    stream::once(async { event }).boxed()
}

/// Return what becomes of the task; every step is the whole task, its messages included.
fn plan(
    script: &Script,
    mut task: Task,
    message: &Message,
    new: bool,
    refusal: Option<String>,
) -> Vec<Step> {
    let history = task.history.get_or_insert_default();
    if script.messages == 0 {
        history.retain(|one| one.message_id != message.message_id);
    }
    for _ in 1..script.messages {
        history.push(said(
            &task.id,
            &task.context_id,
            format!("message {}", history.len() + 1),
        ));
    }
    let mut steps = vec![];
    let mut pause = Duration::ZERO;
    let created = new.then_some(TaskState::Submitted);
    for (state, hold) in created
        .into_iter()
        .map(|state| (state, Duration::ZERO))
        .chain(
            script
                .passing
                .iter()
                .map(|state| (state.clone(), script.hold)),
        )
    {
        task.status = TaskStatus {
            state,
            message: None,
            timestamp: None,
        };
        steps.push(Step {
            pause,
            task: task.clone(),
        });
        pause = hold;
    }
    let message = refusal.map(|text| said(&task.id, &task.context_id, text));
    task.status = TaskStatus {
        state: script.last.clone(),
        message,
        timestamp: None,
    };
    for _ in 0..script.artifacts {
        add(&mut task);
    }
    steps.push(Step { pause, task });
    steps
}

/// Add artifacts in the store: once a task has ended, the SDK takes no more events.
async fn add_late(store: Shared, left: Task, artifacts: usize, hold: Duration) {
    // The SDK stores what it was handed in its own time.
    for _ in 0..1000 {
        if matches!(store.get(&left.id).await, Ok(Some(task)) if task.status == left.status) {
            break;
        }
        sleep(Duration::from_millis(1)).await;
    }
    for _ in 0..artifacts {
        sleep(hold).await;
        match store.get(&left.id).await {
            Ok(Some(mut task)) if task.status == left.status => {
                add(&mut task);
                if let Err(error) = store.update(task).await {
                    eprintln!("an artifact of task {}: {error}", left.id);
                }
            }
            // A follow-up or a cancellation came between.
            _ => return,
        }
    }
}

fn add(task: &mut Task) {
    let artifacts = task.artifacts.get_or_insert_default();
    let number = artifacts.len() + 1;
    artifacts.push(Artifact {
        artifact_id: format!("artifact-{number}"),
        name: Some(format!("artifact-{number}")),
        description: None,
        parts: vec![Part::text(format!("content of artifact {number}"))],
        metadata: None,
        extensions: None,
    });
}

fn said(task: &str, context: &str, text: String) -> Message {
    Message {
        task_id: Some(task.to_string()),
        context_id: Some(context.to_string()),
        ..Message::new(Role::Agent, vec![Part::text(text)])
    }
}

#[async_trait::async_trait]
impl TaskStore for Shared {
    async fn create(&self, task: Task) -> Result<TaskVersion, A2AError> {
        self.0.create(task).await
    }

    async fn update(&self, task: Task) -> Result<TaskVersion, A2AError> {
        self.0.update(task).await
    }

    async fn get(&self, task: &str) -> Result<Option<Task>, A2AError> {
        self.0.get(task).await
    }

    async fn list(&self, request: &ListTasksRequest) -> Result<ListTasksResponse, A2AError> {
        self.0.list(request).await
    }

    async fn begin_cancel(&self, task: &str) -> Result<Task, A2AError> {
        self.0.begin_cancel(task).await
    }
}
