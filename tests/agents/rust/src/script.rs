//! The `#conformance` line of docs/scripted-agents.md: text in, a script out. Carrying it out is executor.rs's.

use std::collections::HashMap;
use std::time::Duration;

use a2a::{Message, TaskState};
use chrono::{DateTime, Utc};

const MARK: &str = "#conformance";
const KEYS: [&str; 7] = [
    "state",
    "messages",
    "artifacts",
    "hold",
    "then",
    "timestamp",
    "artifact-update",
];

/// What to do with a message; a timestamp of None stands for the clock.
pub struct Script {
    pub passing: Vec<TaskState>,
    pub last: TaskState,
    pub messages: usize,
    pub artifacts: usize,
    pub hold: Duration,
    pub timestamp: Option<DateTime<Utc>>,
    pub artifact_updates: usize,
}

impl Script {
    /// A script that goes to one state at once and adds nothing but the user's message.
    pub fn to(last: TaskState) -> Self {
        Script {
            passing: vec![],
            last,
            messages: 1,
            artifacts: 0,
            hold: Duration::ZERO,
            timestamp: None,
            artifact_updates: 0,
        }
    }
}

/// Return the script line at the end of the message's last text.
pub fn line_of(message: &Message) -> Option<&str> {
    let text = message.parts.iter().rev().find_map(|part| part.as_text())?;
    let line = text.trim_end_matches(['\r', '\n']).rsplit('\n').next()?;
    let rest = line.strip_prefix(MARK)?;
    (rest.is_empty() || rest.starts_with(' ')).then_some(line)
}

/// Read a whole script line; the error names the key.
pub fn parse(line: &str) -> Result<Script, String> {
    let mut given = HashMap::new();
    for pair in line.split(' ').skip(1) {
        let (key, value) = match pair.split_once('=') {
            Some((key, value)) => (key, Some(value)),
            None => (pair, None),
        };
        if !KEYS.contains(&key) {
            return Err(format!("unknown key \"{key}\""));
        }
        let value = value.ok_or_else(|| format!("\"{key}\" has no value"));
        if given.contains_key(key) {
            return Err(format!("\"{key}\" is there twice"));
        }
        given.insert(key, value?);
    }
    let (mut passing, last) = path(&given)?;
    let hold = given
        .get("hold")
        .map_or(Ok(Duration::ZERO), |value| duration(value))?;
    if !hold.is_zero() && passing.is_empty() {
        passing.push(TaskState::Working);
    }
    Ok(Script {
        passing,
        last,
        messages: count(&given, "messages", 1)?,
        artifacts: count(&given, "artifacts", 0)?,
        hold,
        timestamp: given
            .get("timestamp")
            .map(|value| moment(value))
            .transpose()?,
        artifact_updates: count(&given, "artifact-update", 0)?,
    })
}

fn path(given: &HashMap<&str, &str>) -> Result<(Vec<TaskState>, TaskState), String> {
    let (key, words) = match (given.get("then"), given.get("state")) {
        (Some(words), _) => ("then", *words),
        (None, Some(word)) => ("state", *word),
        (None, None) => ("state", "completed"),
    };
    let words = if key == "then" {
        words.split(',').collect()
    } else {
        vec![words]
    };
    let mut states = words
        .into_iter()
        .map(|word| state(key, word))
        .collect::<Result<Vec<_>, _>>()?;
    let last = states.pop().ok_or_else(|| no_value(key, ""))?;
    if states.iter().any(TaskState::is_terminal) {
        return Err("\"then\" goes on after a terminal state, which the SDK does not allow".into());
    }
    Ok((states, last))
}

fn state(key: &str, word: &str) -> Result<TaskState, String> {
    Ok(match word {
        "submitted" => TaskState::Submitted,
        "working" => TaskState::Working,
        "completed" => TaskState::Completed,
        "failed" => TaskState::Failed,
        "canceled" => TaskState::Canceled,
        "input-required" => TaskState::InputRequired,
        "rejected" => TaskState::Rejected,
        "auth-required" => TaskState::AuthRequired,
        _ => return Err(no_value(key, word)),
    })
}

fn count(given: &HashMap<&str, &str>, key: &str, otherwise: usize) -> Result<usize, String> {
    let Some(value) = given.get(key) else {
        return Ok(otherwise);
    };
    number(value, 2)
        .and_then(|number| usize::try_from(number).ok())
        .filter(|number| *number <= 50)
        .ok_or_else(|| no_value(key, value))
}

fn duration(value: &str) -> Result<Duration, String> {
    let (digits, unit) = match value.strip_suffix("ms") {
        Some(digits) => (digits, 1),
        None => (value.strip_suffix('s').unwrap_or_default(), 1000),
    };
    number(digits, 5)
        .map(|number| Duration::from_millis(number * unit))
        .filter(|hold| *hold <= Duration::from_secs(10))
        .ok_or_else(|| no_value("hold", value))
}

/// Read one to `most` digits; the standard library takes a sign too.
fn number(digits: &str, most: usize) -> Option<u64> {
    let plain =
        (1..=most).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| digits.parse().ok()).flatten()
}

fn moment(value: &str) -> Result<DateTime<Utc>, String> {
    let fraction = value
        .strip_suffix('Z')
        .and_then(|rest| rest.split_once('.'))
        .map(|(_, digits)| digits);
    let exact = value.ends_with('Z') && fraction.is_none_or(|digits| digits.len() <= 9);
    DateTime::parse_from_rfc3339(value)
        .ok()
        .filter(|_| exact)
        .map(|stamp| stamp.with_timezone(&Utc))
        .ok_or_else(|| no_value("timestamp", value))
}

fn no_value(key: &str, value: &str) -> String {
    format!("\"{key}\" has no value \"{value}\"")
}
